// The defensive fire that a path may draw: the chance at each hex, and of getting through.

import { h } from "../dom.js";
import { percent } from "./combat.js";

/** @typedef {import("../state/types.js").Risk} Risk */

/** @param {Risk[]} risk @param {(place: string) => string} name @returns {HTMLElement | null} */
export function riskCard(risk, name) {
  const last = risk[risk.length - 1];
  if (!last) return null;
  const stops = risk.some((one) => one.stops);
  return h(
    "section.combat.risk-card", { data: { test: "risk" } },
    h("h3.caption", {}, h("span", {}, "Defensive fire on the way"), h("b", {}, `${percent(last.survives)} get through`)),
    h("table.ledger", {}, h("tbody", {}, ...risk.map((one) => h("tr", { data: { test: "risk-row", place: one.place } }, h("td", {}, h("b.risk-part", {}, percent(one.hit))), h("td", {}, name(one.place)), h("td", {}, h("small", {}, `${percent(one.survives)} so far`)))))),
    h("p.quiet", {}, `If every enemy next to the hex fires.${stops ? " Any fire ends a motorized move." : ""}`),
  );
}
