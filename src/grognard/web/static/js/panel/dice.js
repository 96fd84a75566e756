// Animated dice that land on what was really rolled.

import { lively } from "../board/camera.js";
import { chip, fill, h, icon, s } from "../dom.js";
import { playbackOf } from "../state/playback.js";
import { actionWords, toldLine } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Entry} Entry */

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const MANY = 14; // lines of a volley
const TUMBLES = 450; // ms until a die lies still
const LASTS = 9000; // ms until the dice disappear

/** A die with this many pips. @param {number} value @param {number} [size] */
export function die(value, size = 22) {
  const pips = PIPS[value];
  const face = pips ? pips.map(([x, y]) => s("circle", { cx: 20 + x * 10, cy: 20 + y * 10, r: 4.1 })) : [s("text", { x: 20, y: 28, "text-anchor": "middle" }, String(value))];
  return s("svg", { viewBox: "0 0 40 40", width: size, height: size, class: "die", role: "img", "aria-label": `die ${value}` }, s("rect", { x: 1, y: 1, width: 38, height: 38, rx: 8 }), ...face);
}

export class Dice {
  /** @param {HTMLElement} frame @param {Session} session */
  constructor(frame, session) {
    this.element = h("aside.dice.float", { role: "status", hidden: true, data: { test: "dice" } });
    frame.append(this.element);
    this.session = session;
    this.timer = 0;
    session.addEventListener("log", (event) => this.hear(/** @type {CustomEvent} */ (event).detail?.added ?? []));
    session.addEventListener("moment", () => this.close());
  }

  close() {
    clearTimeout(this.timer);
    const had = !this.element.hidden;
    this.element.hidden = true;
    return had;
  }

  /** @param {Entry[]} added */
  hear(added) {
    const at = added.map((entry) => entry.side === "chance" && /^roll\b/.test(entry.action)).lastIndexOf(true);
    const found = added[at];
    if (!found || this.played(found)) return;
    if (this.session.areas) return this.volley(added, at);
    const values = (found.action.match(/\d+/g) ?? []).map(Number);
    const before = added.slice(0, at).filter((entry) => entry.side !== "chance");
    const cause = before[before.length - 1];
    const caused = cause?.phase === found.phase && cause.now === found.now; // not by something in another phase
    const later = added.slice(at).flatMap((entry) => entry.lines).slice(0, 5);
    const rolled = values.map((value) => tumble(value));
    const close = h("button.bubble-close", { type: "button", "aria-label": "Dismiss the dice", data: { test: "dice-close" }, onclick: () => this.close() }, icon("close", 16));
    const list = h("ul", {}, ...later.map((line) => h("li", {}, h("span", {}, line.text, " "), line.cite ? chip(line.cite) : null)));
    list.style.visibility = "hidden"; // until the dice lie still
    void Promise.all(rolled.map((one) => one.still)).then(() => (list.style.visibility = ""));
    this.lay(close, cause && caused ? h("p.caption", {}, actionWords(this.session, cause.action.split(" ").slice(0, 2).join(" "))) : null, h("div.dice-head", {}, h("div.dice-row", {}, ...rolled.map((one) => one.element)), list));
  }

  /** Is the roll part of what is played out on the board? @param {Entry} roll */
  played(roll) {
    const playback = playbackOf(this.session);
    const cause = this.session.log.findLast((entry) => entry.n < roll.n && entry.side !== "chance");
    return !this.session.unmanned && playback.pace !== "skip" && cause !== undefined && playback.foreign(cause);
  }

  /** @param {...import("../dom.js").Child} parts */
  lay(...parts) {
    fill(this.element, ...parts);
    this.element.hidden = false;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.close(), LASTS);
  }

  /** Many dice for many units: a row for each unit that rolled, and the result. @param {Entry[]} added @param {number} last the last roll */
  volley(added, last) {
    const made = (/** @type {(entry: Entry) => boolean} */ by) => added.slice(0, last).map(by).lastIndexOf(true);
    const battle = made((entry) => /^(battle|advance)\b/.test(entry.action));
    const mine = battle >= 0 ? battle : made((entry) => entry.side !== "chance");
    const cause = added[mine];
    const lines = added.slice(mine + 1).flatMap((entry) => entry.lines).slice(0, MANY);
    const close = h("button.bubble-close", { type: "button", "aria-label": "Dismiss the dice", data: { test: "dice-close" }, onclick: () => this.close() }, icon("close", 16));
    this.lay(close, cause && mine >= 0 ? h("p.caption", {}, actionWords(this.session, cause.action)) : null, rolledLines(this.session, lines));
  }
}

/** Lines about dice: a row for each unit that rolled, and the result. @param {Session} session @param {import("../state/types.js").Line[]} lines */
export function rolledLines(session, lines) {
  return h("ul.volley", {}, ...lines.map(({ cite, text }) => {
    const said = toldLine(session, text);
    const rolled = /^(.*?) rolls ((?:[1-6] ?)+)(.*)$/.exec(said);
    if (!rolled) return h("li", {}, h("span", {}, said, " "), cite ? chip(cite) : null);
    const after = (rolled[3] ?? "").replace(/^[:\s]+/, "");
    return h("li.rolled", {}, h("span", {}, rolled[1]), h("span.dice-row", {}, ...(rolled[2] ?? "").trim().split(" ").map((face) => die(Number(face), 24))), h("b", {}, after));
  }));
}

/** A die that tumbles until it lies still. @param {number} value @param {boolean} [rolls] @param {number} [size] @returns {{element: HTMLElement, still: Promise<unknown>}} */
export function tumble(value, rolls = true, size = 62) {
  const element = h("span.tumbling", {}, die(value, size));
  if (!rolls || !lively()) return { element, still: Promise.resolve() };
  const faces = [3, 6, 2, 5, 1, 4].filter((face) => face !== value).slice(0, 4);
  faces.forEach((face, n) => setTimeout(() => fill(element, die(face, size)), n * 90));
  setTimeout(() => fill(element, die(value, size)), 360);
  const rolling = element.animate([{ transform: "translate(-30px, -26px) rotate(-200deg)" }, { transform: "translate(8px, 4px) rotate(16deg)", offset: 0.75 }, { transform: "none" }], { duration: TUMBLES, easing: "ease-out" });
  return { element, still: rolling.finished.catch(() => {}) };
}
