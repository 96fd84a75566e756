// The charts at the end of a game: curves by turn, and bars of luck. Sides differ by dash and pattern as well as colour.

import { h, named, s } from "../dom.js";
import { playbackOf } from "../state/playback.js";
import { placeName } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Closing} Closing */
/** @typedef {import("../state/types.js").Fought} Fought */

const [WIDE, HIGH, LEFT, FOOT] = [320, 180, 30, 22];

/** Round numbers up to `most`. @param {number} low @param {number} most */
function ticks(low, most) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((one) => (most - low) / one <= 4) ?? 1000;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, n) => first + n * step);
}

/**
 * A figure of each side by turn.
 * @param {string[]} players @param {Closing["turns"]} turns @param {"points" | "ground" | "lost"} what @param {number} [scale]
 */
export function lines(players, turns, what, scale = 1) {
  const values = turns.flatMap((turn) => players.map((side) => (turn[what][side] ?? 0) * scale));
  const [low, most] = [Math.min(0, ...values), Math.max(1, ...values)];
  const x = (/** @type {number} */ n) => LEFT + (turns.length < 2 ? 0.5 : n / (turns.length - 1)) * (WIDE - LEFT - 44);
  const y = (/** @type {number} */ value) => 10 + (1 - (value - low) / (most - low || 1)) * (HIGH - FOOT - 20);
  const about = (/** @type {number} */ value) => String(Math.round(value));
  const ends = players.map((side, n) => ({ n, value: (turns[turns.length - 1]?.[what][side] ?? 0) * scale })).sort((one, other) => other.value - one.value);
  const words = players.map((side) => `${named(side)}: ${turns.map((turn) => about((turn[what][side] ?? 0) * scale)).join(", ")}`).join("; ");
  return h("figure", {}, s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "curve", role: "img", "aria-label": `By turn. ${words}` },
    ...ticks(low, most).map((value) => s("g", {}, s("path", { d: `M${LEFT} ${y(value)}H${WIDE - 38}`, class: "curve-grid" }), s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, about(value)))),
    ...turns.filter((_, n) => n % Math.ceil(turns.length / 12) === 0).map((turn) => s("text", { x: x(turns.indexOf(turn)), y: HIGH - 6, "text-anchor": "middle" }, String(turn.turn))),
    ...players.map((side, n) => s("path", { d: turns.map((turn, t) => `${t ? "L" : "M"}${x(t).toFixed(1)} ${y((turn[what][side] ?? 0) * scale).toFixed(1)}`).join(""), class: `curve-line curve-${n}` })),
    ...ends.map(({ n, value }, place) => s("g", { class: `curve-end curve-${n}` }, s("circle", { cx: x(turns.length - 1), cy: y(value), r: 4.5 }), s("text", { x: x(turns.length - 1) + 9, y: y(value) + 4 + (place && Math.abs(y(value) - y(ends[0]?.value ?? 0)) < 13 ? 13 : 0) }, about(value))))),
    h("figcaption", {}, ...players.map((side, n) => h("span", {}, s("svg", { viewBox: "0 0 30 8", width: 30, height: 8, "aria-hidden": "true" }, s("path", { d: "M1 4H29", class: `curve-line curve-${n}` })), named(side)))));
}

/** The luck of each battle, up if it was good for a side; each bar is a link into the replay. @param {Session} session @param {Fought[]} fought @param {string} me */
export function bars(session, fought, me) {
  return h("div.luck-bars", { role: "group", "aria-label": `Luck for ${named(me)}, battle by battle` }, ...fought.map((one) => {
    const luck = (one.luck ?? 0) * (one.side === me ? 1 : -1);
    const label = `Turn ${one.turn}, ${one.places.map((place) => placeName(session, place)).join(", ")}: ${one.column}${one.result ? `, ${one.result}` : ""}; luck ${luck > 0 ? "+" : "−"}${Math.round(Math.abs(luck) * 100)}`;
    const bar = h("i", { class: `${luck >= 0 ? "good" : "bad"}${one.side === me ? "" : " theirs"}` });
    bar.style.height = `${Math.max(2, Math.min(1, Math.abs(luck)) * 49).toFixed(0)}%`;
    return h("button", { type: "button", title: label, "aria-label": `${label}. Watch it`, onclick: () => void playbackOf(session).review(one.n, one.end) }, bar);
  }));
}
