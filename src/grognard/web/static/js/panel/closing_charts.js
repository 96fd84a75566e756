// The charts at the end of a game: curves by turn, and bars of luck. Sides differ by dash and pattern as well as colour.

import { fill, h, named, s } from "../dom.js";
import { playbackOf } from "../state/playback.js";
import { placeName } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Closing} Closing */
/** @typedef {import("../state/types.js").Fought} Fought */

const [HIGH, LEFT, FOOT, RIGHT, LEVELS] = [190, 30, 22, 38, 122];
const APART = 13; // pixels between two numbers, one below the other

/** A chart that is drawn again when its width changes, so that its letters keep their size. @param {(wide: number) => Element} draw */
function sized(draw) {
  const frame = h("div.curve-frame");
  let known = 0;
  new ResizeObserver(() => {
    const wide = Math.round(frame.clientWidth);
    if (!wide || wide === known) return;
    known = wide;
    fill(frame, draw(wide));
  }).observe(frame);
  return frame;
}

/** Round numbers up to `most`. @param {number} low @param {number} most */
function ticks(low, most) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000].find((one) => (most - low) / one <= 4) ?? 1000;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, n) => first + n * step);
}

/** The frame of a chart by turn: its scales, the lines of the grid and the numbers of the turns. @param {Closing["turns"]} turns @param {number} low @param {number} most @param {number} wide @param {number} right */
function chart(turns, low, most, wide, right) {
  const x = (/** @type {number} */ n) => LEFT + (turns.length < 2 ? 0.5 : n / (turns.length - 1)) * (wide - LEFT - right - 6);
  const y = (/** @type {number} */ value) => 10 + (1 - (value - low) / (most - low || 1)) * (HIGH - FOOT - 20);
  const line = (/** @type {number} */ value) => s("g", {}, s("path", { d: `M${LEFT} ${y(value).toFixed(1)}H${wide - right}`, class: "curve-grid" }), s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, minus(value)));
  const every = Math.ceil((turns.length * 24) / (wide - LEFT - right));
  const numbers = turns.map((turn, n) => n % every === 0 && s("text", { x: x(n), y: HIGH - 6, "text-anchor": "middle" }, String(turn.turn)));
  return { x, y, line, numbers };
}

/** @param {number} value */
const minus = (value) => (value < 0 ? `−${Math.round(-value)}` : String(Math.round(value)));

/**
 * A figure of each side by turn.
 * @param {string[]} players @param {Closing["turns"]} turns @param {"points" | "ground" | "lost"} what @param {number} [scale]
 */
export function lines(players, turns, what, scale = 1) {
  const values = turns.flatMap((turn) => players.map((side) => (turn[what][side] ?? 0) * scale));
  const [low, most] = [Math.min(0, ...values), Math.max(1, ...values)];
  const ends = players.map((side, n) => ({ n, value: (turns[turns.length - 1]?.[what][side] ?? 0) * scale })).sort((one, other) => other.value - one.value);
  const words = players.map((side) => `${named(side)}: ${turns.map((turn) => minus((turn[what][side] ?? 0) * scale)).join(", ")}`).join("; ");
  const draw = (/** @type {number} */ wide) => {
    const { x, y, line, numbers } = chart(turns, low, most, wide, RIGHT);
    return s("svg", { viewBox: `0 0 ${wide} ${HIGH}`, class: "curve", role: "img", "aria-label": `By turn. ${words}` }, ...ticks(low, most).map(line), ...numbers,
    ...players.map((side, n) => s("path", { d: turns.map((turn, t) => `${t ? "L" : "M"}${x(t).toFixed(1)} ${y((turn[what][side] ?? 0) * scale).toFixed(1)}`).join(""), class: `curve-line curve-${n}` })),
    ...ends.map(({ n, value }, place) => s("g", { class: `curve-end curve-${n}` }, s("circle", { cx: x(turns.length - 1), cy: y(value), r: 4.5 }), s("text", { x: x(turns.length - 1) + 9, y: y(value) + 4 + (place && Math.abs(y(value) - y(ends[0]?.value ?? 0)) < APART ? APART : 0) }, minus(value)))));
  };
  return h("figure", {}, sized(draw),
    h("figcaption", {}, ...players.map((side, n) => h("span", {}, s("svg", { viewBox: "0 0 30 8", width: 30, height: 8, "aria-hidden": "true" }, s("path", { d: "M1 4H29", class: `curve-line curve-${n}` })), named(side)))));
}

/** The figure that decides, at the end of a turn: the points of a side, or of the first less those of the others. @param {Closing} data @param {string[]} players @param {Record<string, number>} points */
export const figure = (data, players, points) => (data.decides ? points[data.decides] ?? 0 : players.reduce((sum, side, n) => sum + (n ? -1 : 1) * (points[side] ?? 0), 0));

/** The levels that depend on the figure. @param {Closing} data */
export const ranged = (data) => data.levels.filter((one) => one.least !== null || one.most !== null);

/**
 * The figure that decides by turn, over the levels of victory, and the turn that changed most.
 * @param {Session} session @param {Closing} data
 */
export function course(session, data) {
  const { players } = session.view;
  const { turns, turning } = data;
  const values = turns.map((turn) => figure(data, players, turn.points));
  const levels = ranged(data);
  const edges = levels.flatMap((one) => [one.least, one.most]).filter((one) => one !== null);
  const room = Math.max(1, (Math.max(...edges, ...values) - Math.min(...edges, ...values)) * 0.14);
  const [low, most] = [Math.min(...edges, ...values) - room, Math.max(...edges, ...values) + room];
  const last = values[values.length - 1] ?? 0;
  const at = turns.findIndex((turn) => turn.turn === turning?.turn);
  const draw = (/** @type {number} */ wide) => {
    const { x, y, line, numbers } = chart(turns, low, most, wide, LEVELS);
    const half = (x(1) - x(0)) / 2;
    const bands = levels.map((one) => {
      const [top, foot] = [one.most === null ? most : one.most + 0.5, one.least === null ? low : one.least - 0.5];
      const strong = one.least === null || one.most === null;
      return s("g", { class: `band band-${players.indexOf(one.side)}${strong ? " strong" : ""}` },
        s("rect", { x: LEFT, y: y(top).toFixed(1), width: wide - LEFT - LEVELS, height: Math.max(0, y(foot) - y(top)).toFixed(1) }),
        y(foot) - y(top) > 11 && s("text", { x: wide - LEVELS + 8, y: ((y(top) + y(foot)) / 2 + 4).toFixed(1) }, one.name.replace(/ victory( on points)?$/, "")));
    });
    const steps = values.map((value, n) => `${n ? "V" : `M${LEFT} `}${y(value).toFixed(1)}H${Math.min(x(n) + half, x(turns.length - 1)).toFixed(1)}`).join("");
    const marks = levels.flatMap((one) => (one.least === null ? [] : [one.least])).filter((one, n, all) => !n || y(one) - y(all[n - 1] ?? 0) >= APART);
    return s("svg", { viewBox: `0 0 ${wide} ${HIGH}`, class: "curve", role: "img", "aria-label": `By turn: ${values.map(minus).join(", ")}. Levels: ${levels.map((one) => `${one.name}, ${one.needs}`).join("; ")}` },
      ...bands, ...marks.map(line), ...numbers,
      at > 0 && s("path", { d: `M${(x(at) - half).toFixed(1)} 10V${HIGH - FOOT - 8}`, class: "curve-turning" }),
      s("path", { d: steps, class: "curve-line curve-figure" }),
      s("g", { class: "curve-end curve-figure" }, s("circle", { cx: x(turns.length - 1), cy: y(last), r: 4.5 }), s("text", { x: x(turns.length - 1) - 4, y: y(last) - 9, "text-anchor": "end" }, minus(last))));
  };
  return h("figure", {}, sized(draw),
    turning && h("figcaption", {}, h("p", {}, h("b", {}, "Turning point: "), h("button.link", { type: "button", onclick: () => session.tell("replay", { from: turning.n }), "aria-label": `Replay turn ${turning.turn}`, data: { test: "closing-turning" } }, `turn ${turning.turn}`), `, ${turning.change > 0 ? "+" : "−"}${Math.abs(turning.change)}${turning.text ? ` · ${named(turning.side)}: ${turning.text}` : ""}`)));
}

/** How a battle was rolled: the column, the die and the result, or how many dice. @param {Fought} one */
export function rolled({ column, dice, result, kind }) {
  if (kind === "dice") return column.replace(/^(\d+)-(\d+)$/, "$1 dice against $2");
  return `${column}${dice.length ? `, die ${dice[0]}` : ""}${result ? `: ${result}` : ""}`;
}

/** The luck of each battle, up if it was good for a side; each bar is a link into the replay. @param {Session} session @param {Fought[]} fought @param {string} me */
export function bars(session, fought, me) {
  return h("div.luck-bars", { role: "group", "aria-label": `Luck for ${named(me)}, battle by battle` }, ...fought.map((one) => {
    const luck = (one.luck ?? 0) * (one.side === me ? 1 : -1);
    const label = `Turn ${one.turn}, ${one.places.map((place) => placeName(session, place)).join(", ")}: ${rolled(one)}; luck ${luck > 0 ? "+" : "−"}${Math.round(Math.abs(luck) * 100)}`;
    const bar = h("i", { class: `${luck >= 0 ? "good" : "bad"}${one.side === me ? "" : " theirs"}` });
    bar.style.height = `${Math.max(2, Math.min(1, Math.abs(luck)) * 49).toFixed(0)}%`;
    return h("button", { type: "button", title: label, "aria-label": `${label}. Watch it`, onclick: () => void playbackOf(session).review(one.n, one.end) }, bar);
  }));
}
