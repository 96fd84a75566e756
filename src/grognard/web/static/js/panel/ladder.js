// The way to the column of a combat results table, shift by shift, each with its case.

import { chip, h, s } from "../dom.js";

/** @typedef {import("../state/types.js").TableOdds} TableOdds */
/** @typedef {import("../state/types.js").OddsLine} OddsLine */
/** @typedef {{line: OddsLine, from: number, to: number}} Rung */

const [LEAST, HIGH] = [25, 28]; // px of a column and of a row
const LETTER = 5.8; // px: a sign of the name of a column
const MOST = 9; // columns that fit

/** Lines that change nothing are left out. @param {TableOdds} odds */
export const telling = (odds) => odds.ledger.filter((line, n) => !["min", "max"].includes(line.op) || line.after !== odds.ledger[n - 1]?.after);

/** Every shift as a step along the columns; null if they cannot be counted. @param {TableOdds} odds @returns {Rung[] | null} */
function rungs(odds) {
  /** @type {Rung[]} */
  const out = [];
  let at = 0;
  for (const line of odds.ledger.filter((one) => one.part === "column")) {
    const from = at;
    if (line.op === "=") at = line.amount;
    else if (line.op === "+") at += line.amount;
    else if (line.op === "max") at = Math.max(at, line.amount);
    else if (line.op === "min") at = Math.min(at, line.amount);
    else return null;
    if (!Number.isInteger(at)) return null;
    if (line.op === "=" || line.op === "+" || at !== from) out.push({ line, from: line.op === "=" ? at : from, to: at });
  }
  return out.length ? out : null;
}

/**
 * The ladder: a row for each shift, the columns beside each other, the one that is read inverted.
 * @param {TableOdds} odds
 * @returns {HTMLElement | null} null if it cannot be drawn
 */
export function ladder(odds) {
  const rows = rungs(odds);
  const known = rows?.find((row) => odds.scale.includes(row.line.after));
  if (!rows || !known) return null;
  const shift = odds.scale.indexOf(known.line.after) - known.to;
  if (rows.some((row) => odds.scale.includes(row.line.after) && odds.scale.indexOf(row.line.after) !== row.to + shift)) return null;
  const name = (/** @type {number} */ at) => odds.scale[at + shift] ?? rows.find((row) => row.to === at)?.line.after ?? "";
  const [low, high] = [Math.min(...rows.map((row) => row.to)) - 1, Math.max(...rows.map((row) => row.to)) + 1];
  const all = Array.from({ length: high - low + 1 }, (_, n) => low + n);
  const columns = all.slice(all.findIndex(name), all.findLastIndex(name) + 1); // one past the table may have no name
  const wide = Math.max(LEAST, ...columns.map((at) => name(at).length * LETTER + 6));
  if (columns.length * wide > MOST * LEAST) return null;
  const first = columns[0] ?? 0;
  const x = (/** @type {number} */ at) => (at - first + 0.5) * wide;
  const tall = rows.length * HIGH;
  const final = odds.scale.indexOf(odds.column) - shift;
  const drawn = s("svg", { viewBox: `0 0 ${columns.length * wide} ${tall + 24}`, width: columns.length * wide, height: tall + 24, "aria-hidden": "true" },
    ...columns.map((at) => s("rect", { x: x(at) - wide / 2 + 1, y: 0, width: wide - 2, height: tall, class: `rung-column${at === final ? " final" : odds.scale[at + shift] ? "" : " beyond"}` })),
    ...rows.map(({ line, from, to }, n) => {
      const y = (n + 0.5) * HIGH;
      const down = n + 1 < rows.length ? s("path", { d: `M${x(to)} ${y}V${y + HIGH}`, class: "rung-drop" }) : null;
      if (line.op === "=" || from === to) return s("g", {}, down, s("circle", { cx: x(to), cy: y, r: 5, class: "rung-dot" }));
      const way = Math.sign(to - from);
      const kind = line.op === "+" ? (way > 0 ? "up" : "down") : "end";
      return s("g", { class: `rung-${kind}` }, down, s("path", { d: `M${x(from)} ${y}H${x(to) - way * 6}`, class: "rung-line" }), s("path", { d: `M${x(to)} ${y}l${-way * 9} -5v10z`, class: "rung-head" }));
    }),
    s("rect", { x: x(final) - wide / 2, y: tall + 3, width: wide, height: 19, rx: 4, class: "rung-final" }),
    ...columns.map((at) => s("text", { x: x(at), y: tall + 16.5, "text-anchor": "middle", class: at === final ? "rung-name final" : "rung-name" }, name(at))));
  return h("div.ladder", {},
    h("ol", {}, ...rows.map(({ line, from, to }) => h("li", {}, line.cite ? chip(line.cite) : h("span", {}), h("span", {}, line.words, line.op === "=" || from === to ? "" : h("span.hush", {}, `, ${Math.abs(to - from)} ${to > from ? "right" : "left"}: ${line.after}`)))),
      h("li.ladder-foot", {}, h("span", {}), h("b", {}, odds.assumes ? "Column so far" : odds.range[0] !== odds.range[1] ? "Likeliest column" : "Column", " ", h("span.hush", { data: { test: "column" } }, odds.column)))),
    drawn);
}
