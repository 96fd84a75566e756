// A miniature of a place on the map: its ground, the counters there, and the arrows of an attack.

import { s } from "../dom.js";
import { learn } from "../board/stacks.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {{look: string, face?: string, place: string}} Shown */

const AROUND = 2.1; // hexes to each side of the middle
const MARGIN = 43.2; // free space above the map in a drawing without insets

/** A place of the main map: for one of an inset, the same ground. @param {Board} board @param {string} place */
function onMap(board, place) {
  const found = board.sheet?.places.get(place);
  const same = found?.inset ? board.sheet?.places.get(found.same[0] ?? "") : undefined;
  return found?.inset && same && !same.inset ? same : found;
}

/**
 * @param {Board} board
 * @param {string[]} targets the places it is about
 * @param {Shown[]} counters the top ones are shown
 * @param {string[]} from the places an attack comes from
 * @param {number} [ratio] width to height
 * @returns {SVGElement | null}
 */
export function scene(board, targets, counters, from = [], ratio = 1) {
  const { sheet, defs } = board;
  const aims = targets.map((place) => onMap(board, place)).filter((one) => one !== undefined);
  const aim = aims[0];
  if (!sheet || !defs || !aim || aim.inset) return null;
  learn(/** @type {SVGElement} */ (defs), Object.fromEntries(counters.filter((one) => one.face).map((one) => [one.look, String(one.face)])));
  const starts = from.map((place) => onMap(board, place)).filter((one) => one !== undefined && !one.inset && !aims.includes(one));
  const all = [...aims, ...starts];
  const middle = (/** @type {"x" | "y"} */ axis) => (Math.min(...all.map((one) => one?.[axis] ?? 0)) + Math.max(...all.map((one) => one?.[axis] ?? 0))) / 2;
  const wide = Math.max(AROUND * aim.unit, (Math.max(...all.map((one) => Math.hypot((one?.x ?? 0) - middle("x"), (one?.y ?? 0) - middle("y")))) + 1.2 * aim.unit)) * 2;
  const [w, t] = ratio >= 1 ? [wide * ratio, wide] : [wide, wide / ratio];
  const down = sheet.insets.length ? (sheet.window[1] ?? 0) - MARGIN : 0;
  const theme = document.documentElement.dataset.theme ?? "light";
  const side = 1.14 * aim.unit;
  /** @type {Map<string, Shown[]>} */
  const stacks = new Map();
  for (const one of counters) stacks.set(one.place, [...(stacks.get(one.place) ?? []), one]);
  return s("svg", { viewBox: `${(middle("x") - w / 2).toFixed(1)} ${(middle("y") - t / 2).toFixed(1)} ${w.toFixed(1)} ${t.toFixed(1)}`, class: "scene", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true", focusable: "false" },
    s("image", { href: `/api/titles/${encodeURIComponent(board.session.view.title)}/map.svg?live=false&theme=${theme}`, x: 0, y: down, width: sheet.width, height: sheet.height, preserveAspectRatio: "xMinYMin meet" }),
    from.length > 0 && s("path", { d: sheet.area(aims.map((one) => one.name)), class: "scene-aim" }),
    ...[...stacks].flatMap(([place, pile]) => {
      const at = onMap(board, place);
      return at && !at.inset ? pile.slice(-3).map((one, n) => s("use", { href: `#${one.look}`, transform: `translate(${(at.x - side / 2 + n * 4).toFixed(1)} ${(at.y - side / 2 - n * 4).toFixed(1)}) scale(${(side / 100).toFixed(4)})` })) : [];
    }),
    ...starts.map((one) => arrow(one?.x ?? 0, one?.y ?? 0, aim.x, aim.y, aim.unit)));
}

/** @param {number} x @param {number} y @param {number} toX @param {number} toY @param {number} unit */
function arrow(x, y, toX, toY, unit) {
  const far = Math.hypot(toX - x, toY - y) || 1;
  const turn = (Math.atan2(toY - y, toX - x) * 180) / Math.PI;
  const [long, half] = [0.62 * unit, 0.3 * unit];
  const at = 0.5 - (0.1 * unit) / far;
  return s("path", { d: `M${-long / 2} ${-half / 2}H0V${-half}L${long / 2} 0L0 ${half}V${half / 2}H${-long / 2}Z`, transform: `translate(${(x + (toX - x) * at).toFixed(1)} ${(y + (toY - y) * at).toFixed(1)}) rotate(${turn.toFixed(0)})`, class: "scene-arrow" });
}
