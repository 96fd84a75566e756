// What happened, step by step: while it is played out, and again when the player asks for it.

import { button, chip, h, icon, named } from "../dom.js";
import { phaseName } from "./phases.js";
import { playbackOf } from "../state/playback.js";
import { check, settings, change } from "../state/settings.js";
import { lossWords, strengths } from "./losses.js";
import { portrait } from "../board/stacks.js";
import { actionWords, placeName, toldLine } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/playback.js").Step} Step */

const SIGNS = { move: "next", attack: "flag", roll: "die", event: "eye" };
const MOST = 8; // counters in a row

/** The lines of a step. @param {Session} session @param {Step} step */
function linesOf(session, step) {
  const last = step.entries[step.entries.length - 1];
  const attack = step.course.find((one) => one.kind === "attack");
  const many = attack?.forces?.attacker.length ?? 0;
  const what = attack?.places.map((place) => placeName(session, place)).join(", ");
  if (attack && many && what) return [{ cite: last?.lines[0]?.cite ?? "", text: `${named(attack.side)}: ${many} ${many === 1 ? "unit attacks" : "units attack"} ${what}` }];
  const merged = step.kind === "move" && step.entries.length > 1 ? last?.lines ?? [] : step.entries.flatMap((entry) => entry.lines);
  if (merged.length) return merged.map((line) => ({ ...line, text: toldLine(session, line.text) }));
  return [{ cite: "", text: `${named(last?.side ?? "")}: ${actionWords(session, last?.action ?? "")}` }];
}

/** A step in a sentence. @param {Session} session @param {Step} step */
export const stepWords = (session, step) => linesOf(session, step)[0]?.text ?? "";

/**
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountHappened(element, session) {
  const playback = playbackOf(session);
  let farthest = 0; // steps shown so far: nothing is told before it is played
  /** The units when it began. @type {import("./losses.js").Strengths | null} */
  let began = null;
  const draw = () => {
    const on = playback.open && !playback.brief;
    const past = on ? null : playback.past;
    element.hidden = !on && !past;
    element.classList.toggle("closed", !on);
    if (!on) {
      farthest = 0;
      began = null;
      return element.replaceChildren(...(past && !(past.of && session.view.procedures.length > 1) && session.live && !session.unmanned ? [button("happened-open", [icon("replay", 18), past.of ? `Watch the ${named(past.of)} turn again` : `What happened (${playback.steps.length})`], () => void playback.replay(), { class: "button" })] : []));
    }
    if (!began || playback.shown === 0) began = strengths(session);
    const [before, now] = [began, strengths(session)];
    farthest = playback.known ? playback.steps.length : Math.max(farthest, playback.shown);
    const rows = playback.steps.slice(0, farthest).flatMap((step, n) => {
      const before = playback.steps[n - 1]?.entries[0]?.phase;
      const phase = step.entries[0]?.phase ?? "";
      return [before === phase ? null : h("li.phase.caption", {}, phaseName(phase)), row(session, step, n, playback.shown === n + 1, () => void playback.go(n + 1))];
    });
    const on_ = document.activeElement instanceof HTMLElement && element.contains(document.activeElement) ? document.activeElement.dataset.n : undefined;
    element.replaceChildren(
      h("h3.caption", {}, h("span", {}, "What happened"), h("span", {}, `${playback.shown} of ${playback.steps.length}`)),
      h("ol.steps", { data: { test: "happened" } }, ...rows.filter((one) => one !== null)),
      h("section.so-far", { data: { test: "so-far" }, "aria-label": "So far" }, h("h3.caption", {}, "So far"), ...session.view.players.filter((side) => !session.areas || session.view.you.includes(side)).map((side) => h("p", {}, h("i.who", { data: { n: String(session.view.players.indexOf(side)) } }), h("b", {}, named(side)), ` ${lossWords(before, now, side)}`))),
      check("stops", "Stop after each battle", settings().stops, (stops) => change({ stops })),
    );
    if (on_) /** @type {HTMLElement | null} */ (element.querySelector(`[data-n="${on_}"]`))?.focus({ preventScroll: true });
    element.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  };
  playback.addEventListener("change", draw);
  session.addEventListener("view", draw);
  draw();
}

/** @param {Session} session @param {Step} step @param {number} n @param {boolean} here @param {() => void} go */
function row(session, step, n, here, go) {
  const [first, ...rest] = linesOf(session, step);
  const roll = step.course.findLast((one) => one.kind === "roll");
  const attack = step.course.find((one) => one.kind === "attack");
  const result = roll?.result?.name ?? "";
  const began = step.kind === "move" && step.entries.length > 1 ? `${step.entries.length} moves` : "";
  return h("li", {},
    h("button.step", { type: "button", onclick: go, "aria-current": here ? "step" : null, data: { n: String(n), kind: step.kind, test: "step" } },
      h("i.step-sign", { "aria-hidden": "true" }, icon(SIGNS[step.kind], 16)),
      h("span.step-text", {}, h("span", {}, first?.text ?? ""), ...rest.map((line) => h("small", {}, line.text)), began && h("small", {}, began),
        attack?.forces && h("span.force-row", {}, ...attack.forces.attacker.slice(0, MOST).map((unit) => portrait(unit.look, 26)))),
      result && h("b", {}, result)),
    first?.cite ? chip(first.cite) : null);
}
