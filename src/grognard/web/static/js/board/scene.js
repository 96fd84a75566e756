// A part of the map in small: its ground, the counters there, and the arrows of an attack.

import { h, s } from "../dom.js";
import { api, query } from "../net/api.js";
import { learn } from "./stacks.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{id?: string, side?: string, look: string, face?: string, place: string}} Shown */
/** @typedef {{x: number, y: number, unit: number}} Point */
/**
 * What a scene is drawn on: the map of a title, where its places are, and where blocks lie on it.
 * @typedef {{title: string, width: number, height: number, places: Map<string, Point>, blocks: boolean, spots: Record<string, number[]>, defs: SVGElement, area: (names: string[]) => string}} Ground
 */

const AROUND = 2.1; // hexes to each side of the middle
const BLOCK = 0.8; // side of a block in a place without a spot for it, in map units
const WORD = 9; // letters of a name of two words that is known by its first
const DEEP = 3; // counters of a stack that are seen

/** The board of a game as a ground. @param {Board} board @returns {Ground | null} */
export function groundOf(board) {
  const { sheet, session, defs } = board;
  if (!sheet || !defs) return null;
  return { defs: /** @type {SVGElement} */ (defs), title: session.view.sheet ?? session.view.title, width: sheet.width, height: sheet.height, places: sheet.places, blocks: session.areas, spots: session.view.spots ?? {}, area: (names) => sheet.area(names) };
}

/** A place of the map that a text names, by its number, its town, or the first word of that. @param {Board} board @param {string} text */
export function placeIn({ sheet, session }, text) {
  const places = [...(sheet?.places.values() ?? [])].filter((place) => place.around.length > 0 && !(place.name in session.boxes));
  const whole = places.find((place) => new RegExp(`\\b${place.name}\\b`).test(text) || (place.town && text.includes(place.town)));
  return (whole ?? places.find(({ town }) => / /.test(town) && text.includes(`${town.split(" ")[0]}`) && town.length > WORD))?.name;
}

/**
 * @param {Ground} ground
 * @param {string[]} targets the places it is about
 * @param {Shown[]} counters
 * @param {{from?: string[], ratio?: number, around?: number}} [how] the places an attack comes from; width to height; hexes to each side of the middle
 * @returns {SVGElement | null}
 */
export function scene(ground, targets, counters, { from = [], ratio = 1, around = AROUND } = {}) {
  const at = (/** @type {string} */ place) => ground.places.get(place);
  const aims = targets.filter(at);
  const aim = at(aims[0] ?? "");
  if (!aim) return null;
  const starts = from.filter((place) => at(place) && !aims.includes(place));
  const all = /** @type {Point[]} */ ([...aims, ...starts].map(at));
  const middle = (/** @type {"x" | "y"} */ axis) => (Math.min(...all.map((one) => one[axis])) + Math.max(...all.map((one) => one[axis]))) / 2;
  const [x, y] = [middle("x"), middle("y")];
  const wide = 2 * Math.max(around * aim.unit, Math.max(...all.map((one) => Math.hypot(one.x - x, one.y - y))) + 1.2 * aim.unit);
  const [w, t] = ratio >= 1 ? [wide * ratio, wide] : [wide, wide / ratio];
  const theme = document.documentElement.dataset.theme ?? "light";
  /** @type {Map<string, Shown[]>} */
  const stacks = new Map();
  for (const one of counters) stacks.set(one.place, [...(stacks.get(one.place) ?? []), one]);
  learn(ground.defs, Object.fromEntries(counters.filter((one) => one.face).map((one) => [one.look, String(one.face)])));
  return s("svg", { viewBox: [x - w / 2, y - t / 2, w, t].map((one) => one.toFixed(1)).join(" "), class: "scene", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true", focusable: "false" },
    s("image", { href: `/api/titles/${encodeURIComponent(ground.title)}/sheet.svg${query({ theme })}`, width: ground.width, height: ground.height }),
    from.length > 0 && s("path", { d: ground.area(aims), class: "scene-aim" }),
    ...[...stacks].flatMap(([place, pile]) => drawn(ground, at(place), pile)),
    ...starts.map((place) => arrow(/** @type {Point} */ (at(place)), aim)));
}

/** The counters of a place: a stack with its number, or blocks side by side. @param {Ground} ground @param {Point | undefined} at @param {Shown[]} pile */
function drawn(ground, at, pile) {
  if (!at) return [];
  const use = (/** @type {Shown} */ one, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ side) => s("use", { href: `#${one.look}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(side / 100).toFixed(4)})` });
  if (ground.blocks) {
    const side = BLOCK * at.unit;
    return pile.map((one) => {
      const row = pile.filter((other) => other.side === one.side);
      const behind = row[0] === pile[0] ? 0 : 1.1;
      const [x, y, size] = ground.spots[one.id ?? ""] ?? [at.x + (row.indexOf(one) - row.length / 2) * 1.08 * side, at.y + (behind + 0.1) * side, side];
      return use(one, x ?? 0, y ?? 0, size ?? side);
    });
  }
  const side = 1.14 * at.unit;
  const [left, top] = [at.x - side / 2, at.y - side / 2];
  const badge = [left + side + 2, top - 2];
  return [
    ...pile.slice(-DEEP).map((one, n) => use(one, left + n * 4, top - n * 4, side)),
    pile.length > 1 && s("g", { class: "scene-count" }, s("circle", { cx: badge[0], cy: badge[1], r: 0.22 * at.unit }), s("text", { x: badge[0], y: badge[1], "font-size": 0.28 * at.unit }, String(pile.length))),
  ];
}

/** @param {Point} from @param {Point} to */
function arrow(from, to) {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const [long, half] = [0.62 * to.unit, 0.3 * to.unit];
  const at = 0.5 - (0.1 * to.unit) / far;
  return s("path", { d: `M${-long / 2} ${-half / 2}H0V${-half}L${long / 2} 0L0 ${half}V${half / 2}H${-long / 2}Z`, transform: `translate(${(from.x + (to.x - from.x) * at).toFixed(1)} ${(from.y + (to.y - from.y) * at).toFixed(1)}) rotate(${turn.toFixed(0)})`, class: "scene-arrow" });
}

/** Where a game stands now, in small; drawn when its position has come. @param {string} id of the game @param {number} ratio */
export function standing(id, ratio) {
  const frame = h("span.title-map.standing", { data: { test: "standing" } });
  void api.get(`/api/games/${id}/scene`).then((answer) => {
    if (!answer.ok) return;
    const { title, width, height, aim, places, counters, looks, spots } = answer.data;
    const defs = s("defs", {});
    const ground = { defs, title, width, height, places: new Map(Object.entries(places)), blocks: Object.keys(spots).length > 0, spots, area: () => "" };
    const faced = counters.map((/** @type {Shown} */ one) => ({ ...one, face: looks[one.look] }));
    const found = scene(/** @type {Ground} */ (ground), [aim], faced, { ratio, around: 2.5 });
    found?.prepend(defs);
    if (found) frame.append(found);
  });
  return frame;
}
