// The visible part of the map: at first, when a unit acts, when the player searches for one, and on which map.

import { button, fill, h } from "../dom.js";
import { clearing, floating } from "./clearing.js";

/** @typedef {import("./board.js").Board} Board */

/** How large a hex is at first, in px from centre to corner. */
export const GLANCE = 34;
const LEGIBLE = 24; // px: smaller hexes are too small to choose from
const NEAR = 50; // px: the largest at first
const MOST = 0.75; // of the map that a sheet may cover before it is no longer looked at
const LEAST = 17; // px: hexes of a battle are not shown smaller, rather not all of them
const REACH = 0.9; // of a hex, from its middle: that much is not covered
const FEW = 8; // places that are all brought into view
const SPREAD = 1.3; // of the view: choices that lie farther apart are not shown all at once
const CLOSE = 0.9; // the same where areas hold blocks, which are soon too small to read
const OFF = 0.36; // of the view: farther from its middle is at the edge

/** @param {number[]} list */
const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;

/** The group of places around one of `own` that fits the window and is largest. @template {{x: number, y: number}} T @param {T[]} own @param {T[]} all @param {number} wide @param {number} high @returns {T[]} */
function densest(own, all, wide, high) {
  /** @type {T[]} */
  let best = [];
  for (const one of own) {
    const near = all.filter((other) => Math.abs(other.x - one.x) < wide / 2 && Math.abs(other.y - one.y) < high / 2);
    if (near.length > best.length) best = near;
  }
  return best;
}

/** Of the places a unit beside the map can reach, those where it would enter: the cheapest. @param {[string, {cost?: number | string | null}[]][]} reached */
function nearest(reached) {
  const costs = reached.map(([, list]) => Math.min(...list.map((target) => Number(target.cost ?? 0))));
  const limit = [...costs].sort((a, b) => a - b)[Math.floor(costs.length / 4)] ?? 0;
  const near = reached.filter((_, n) => (costs[n] ?? 0) <= limit);
  return near.length ? near : reached;
}

export class Viewpoint {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** On a phone: what covers the bottom of the map. */
  cover() {
    const dock = document.querySelector(".playback:not([hidden])");
    const panel = dock ?? document.querySelector(".panel");
    if (!this.board.camera || !panel) return;
    const box = panel.getBoundingClientRect();
    const frame = this.board.frame.getBoundingClientRect();
    const over = innerWidth < 600 && box.top > frame.top ? Math.max(0, Math.min(frame.bottom - box.top, frame.height * MOST)) : 0;
    const before = this.board.camera.inset.bottom;
    if (over === before) return;
    this.board.camera.inset.bottom = over;
    this.board.frame.style.setProperty("--covered", `${Math.round(over)}px`);
    this.board.camera.set(this.board.camera.at);
    this.keepFight(true);
    this.board.stage?.settle();
    if (over > before && this.framed && !this.board.frame.querySelector(".coach")) this.frameChoices(true); // what may be chosen is not under it
  }

  /** The target and the units of the attack that is being prepared stay in view, also when the sheet of a phone grows. @param {boolean} [again] */
  keepFight(again = false) {
    const { composer } = this.board;
    const place = composer.fought;
    const able = [...new Set([...composer.pickable].map((piece) => composer.placeOf(piece)))]; // those who can take part, unless they are many
    const units = [...composer.origins, ...(able.length <= FEW ? able : [...(composer.act?.picked ?? [])].map((piece) => composer.placeOf(piece)))];
    const mark = place ? `${place} ${units}` : "";
    if (mark === this.kept && !again) return;
    this.kept = mark;
    if (place) this.present(this.spots([place, ...units]));
  }

  /** Bring places into view clear of what floats over the map, the first before all others. @param {{x: number, y: number}[]} spots */
  present(spots) {
    const { camera, sheet, frame } = this.board;
    if (!camera || !sheet || !spots.length) return;
    const reach = sheet.unit * (sheet.hexes ? REACH : 1.2);
    const { k } = camera.ahead;
    const found = clearing(camera, spots, floating(frame), { reach, usual: k, least: Math.min(k, LEAST / sheet.unit) });
    const { x, y } = camera.ahead;
    if (found && (Math.abs(found.k - k) > 0.001 || Math.hypot(found.x - x, found.y - y) > 1)) camera.fly(found);
  }

  kept = "";

  /** Start where the user left off, or at the units of the side that decides. */
  begin() {
    const { camera, sheet, session } = this.board;
    if (!camera || !sheet) return;
    const kept = JSON.parse(sessionStorage.getItem(`grognard.sight.${session.id}`) ?? "null");
    if (kept) {
      this.fresh = false;
      return camera.set(kept);
    }
    const all = Object.entries(session.view.stacks).filter(([place]) => sheet.places.has(place));
    const side = session.acting || session.view.ask.side;
    const own = all.filter(([, stack]) => stack.some((counter) => counter.side === side && !counter.marker));
    const every = (own.length ? own : all).map(([place]) => sheet.places.get(place)).filter((place) => place !== undefined);
    const k = Math.max(camera.least, Math.min(1.1, (this.board.frame.clientWidth < 600 ? GLANCE * 0.85 : GLANCE) * (sheet.hexes ? 1 : 1.18) / sheet.unit));
    const spots = densest(every, all.map(([place]) => sheet.places.get(place)).filter((place) => place !== undefined), this.board.frame.clientWidth / k, (this.board.frame.clientHeight - camera.inset.bottom) / k);
    const x = spots.reduce((sum, place) => sum + place.x, 0) / (spots.length || 1);
    const y = spots.reduce((sum, place) => sum + place.y, 0) / (spots.length || 1);
    this.centre(spots.length ? x : sheet.width / 2, spots.length ? y : sheet.height / 2, k);
  }

  /** Look at a point, but not past the edges of the map. @param {number} x @param {number} y @param {number} k */
  centre(x, y, k) {
    const { camera, sheet, frame } = this.board;
    if (!camera || !sheet) return;
    const part = sheet.part(x, y);
    const places = [...sheet.places.values()].filter((place) => sheet.parts.length < 2 || place.inset === part);
    /** @param {number} value @param {number[]} list @param {number} room */
    const within = (value, list, room) => {
      const [low, high] = [Math.min(...list) - sheet.unit * 1.6, Math.max(...list) + sheet.unit * 1.6];
      return high - low < room ? (low + high) / 2 : Math.min(Math.max(value, low + room / 2), high - room / 2);
    };
    const { inset } = camera;
    const [wide, high] = [(frame.clientWidth - inset.left - inset.right) / k, (frame.clientHeight - inset.top - inset.bottom) / k];
    camera.look(within(x, places.map((place) => place.x), wide), within(y, places.map((place) => place.y), high), k, true);
  }

  moved() {
    const { camera, sheet } = this.board;
    if (!camera || !sheet) return;
    const px = sheet.unit * camera.at.k;
    const side = px * 1.14;
    const detail = side < 24 ? "far" : side < 38 ? "mid" : "near";
    if (this.board.frame.dataset.detail !== detail) this.board.frame.dataset.detail = detail;
    const names = px < 14 ? "few" : px < 22 ? "cities" : px < 52 ? "all" : "close";
    if (this.board.frame.dataset.names !== names) this.board.frame.dataset.names = names;
    this.board.minimap?.move();
    this.drawBoards();
    this.board.bubble?.place();
    this.board.fan?.settle();
    this.board.stage?.makeWay();
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => sessionStorage.setItem(`grognard.sight.${this.board.session.id}`, JSON.stringify(camera.at)), 400);
  }

  saving = 0;

  /** Tabs to switch between the maps. */
  drawBoards() {
    const { sheet, camera } = this.board;
    if (!sheet || !camera || sheet.parts.length < 2) return;
    const here = sheet.part(...this.middle());
    if (this.board.boards.dataset.here === here) return;
    this.board.boards.dataset.here = here;
    fill(this.board.boards, ...sheet.parts.map((part) => button(`board-${part.name || "main"}`, part.name || "Map", () => this.turnTo(part.name), { class: "board-tab", "aria-pressed": String(part.name === here), title: `${part.name ? `The map of ${part.name}` : "The main map"} (\\)` })));
  }

  /** Switch to another map; the main one is centred on the ground the inset covers. @param {string} name */
  turnTo(name) {
    const { sheet, camera, frame } = this.board;
    const part = sheet?.parts.find((one) => one.name === name);
    if (!sheet || !camera || !part) return;
    if (!name) {
      const spots = [...sheet.places.values()].filter((place) => !place.inset && place.same.length);
      const [x, y] = [spots.reduce((sum, one) => sum + one.x, 0) / spots.length, spots.reduce((sum, one) => sum + one.y, 0) / spots.length];
      const k = Math.max(camera.least, (frame.clientWidth < 600 ? GLANCE * 0.85 : GLANCE) / sheet.unit);
      return camera.look(x, y + frame.clientHeight * 0.2 / k, k);
    }
    const [left, top, right, bottom] = part.box;
    const { inset } = camera;
    const pad = frame.clientWidth < 600 ? 44 : 0; // room for floating controls above and below
    camera.look((left + right) / 2, (top + bottom) / 2, Math.min((frame.clientWidth - inset.left - inset.right) / (right - left), (frame.clientHeight - inset.top - inset.bottom - pad) / (bottom - top)));
  }

  /** Where something may be chosen now. @returns {import("./mapsheet.js").Place[]} */
  choices() {
    const { composer } = this.board;
    const pieces = [...composer.movable, ...composer.cards.flatMap((card) => card.piece ?? [])];
    return this.spots([...pieces.map((piece) => composer.placeOf(piece)), ...composer.targets.keys()]);
  }

  /** Those of the named places that are on the map. @param {string[]} names @returns {import("./mapsheet.js").Place[]} */
  spots(names) {
    return [...new Set(names)].map((name) => this.board.sheet?.places.get(name)).filter((place) => place !== undefined);
  }

  /** Is a place in view, and not under what covers the map? @param {{x: number, y: number}} place @param {number} [edge] */
  visible({ x, y }, edge = 20) {
    const { camera, frame } = this.board;
    if (!camera) return false;
    const { inset } = camera;
    const at = camera.screen(x, y);
    return at.x > inset.left + edge && at.x < frame.clientWidth - inset.right - edge && at.y > inset.top + edge && at.y < frame.clientHeight - inset.bottom - edge;
  }

  /** When a decision begins, bring what may be chosen into view; while the player works, only if nothing of it is. @param {boolean} [again] as if it began now */
  frameChoices(again = false) {
    const { session, composer, camera, sheet, frame } = this.board;
    this.uncover();
    if (!camera || !sheet || !session.mine || composer.selection.length || composer.act) return;
    if (composer.verbs.some((verb) => verb.args.length && !composer.first.has(verb.verb))) return; // not known yet
    const { ask, version, procedures } = session.view;
    const decision = `${session.acting} ${ask.step} ${procedures.length}`;
    const mark = `${decision} ${version}`;
    if (mark === this.framed && !again) return;
    const begins = again || !this.framed.startsWith(`${decision} `);
    this.framed = mark;
    const spots = this.choices();
    if (!spots.length) return;
    const next = this.spots(composer.ahead.movers.map((piece) => composer.placeOf(piece)));
    const wide = (frame.clientWidth - camera.inset.left - camera.inset.right) / camera.at.k;
    const high = (frame.clientHeight - camera.inset.top - camera.inset.bottom) / camera.at.k;
    const extent = (/** @type {number[]} */ along) => Math.max(...along) - Math.min(...along);
    const most = sheet.hexes ? SPREAD : CLOSE;
    const together = extent(spots.map((spot) => spot.x)) < wide * most && extent(spots.map((spot) => spot.y)) < high * most;
    const few = spots.length <= FEW && (together || (this.fresh && sheet.hexes));
    const least = few && begins ? LEGIBLE / sheet.unit : 0;
    const seen = spots.filter((spot) => this.visible(spot)).length;
    const middle = () => densest(next.length ? next : spots, [...spots, ...next], wide, high); // near those who move next
    if (this.fresh && begins) {
      this.fresh = false;
      return this.opening(few ? spots : middle());
    }
    const close = Math.max(camera.at.k, least);
    if (few && begins && !again && this.aside(spots)) camera.show(spots, Math.min(frame.clientWidth, frame.clientHeight) / 5, close);
    else if (few ? seen < spots.length || camera.at.k < least : !seen && begins) camera.show(few ? spots : middle(), Math.min(90, frame.clientWidth / 8), close);
    if (few && begins) this.present(spots); // clear of what floats over the map
  }

  /** Places to choose from that the card of a battle would cover are moved clear of it, once for each argument. */
  uncover() {
    const { session, composer, sheet, stage } = this.board;
    const { act, targets } = composer;
    const mark = act && targets.size ? `${session.view.version} ${act.verb.verb} ${act.chosen.length}` : "";
    if (mark && mark !== this.uncovered) stage?.makeWay(true, [...targets.keys()].map((name) => sheet?.places.get(name)).filter((place) => place !== undefined));
    this.uncovered = mark;
  }

  uncovered = "";

  /** Do these places lie at the edge of what is in view? @param {{x: number, y: number}[]} spots */
  aside(spots) {
    const { camera, frame } = this.board;
    if (!camera) return false;
    const { x, y } = camera.screen(mean(spots.map((spot) => spot.x)), mean(spots.map((spot) => spot.y)));
    const { left, right, top, bottom } = camera.inset;
    const [wide, high] = [frame.clientWidth - left - right, frame.clientHeight - top - bottom];
    return Math.abs(x - left - wide / 2) > wide * OFF || Math.abs(y - top - high / 2) > high * OFF;
  }

  framed = "";
  /** Was the view never moved in this game? */
  fresh = true;

  /** The first view: close to what may be chosen. @param {{x: number, y: number}[]} spots */
  opening(spots) {
    const { camera, sheet, frame } = this.board;
    if (!camera || !sheet) return;
    const far = sheet.unit * 2.5;
    const [left, right] = [Math.min(...spots.map((spot) => spot.x)) - far, Math.max(...spots.map((spot) => spot.x)) + far];
    const [top, bottom] = [Math.min(...spots.map((spot) => spot.y)) - far, Math.max(...spots.map((spot) => spot.y)) + far];
    const { inset } = camera;
    const fits = Math.min((frame.clientWidth - inset.left - inset.right) / (right - left), (frame.clientHeight - inset.top - inset.bottom) / (bottom - top));
    const k = Math.max(LEGIBLE / sheet.unit, Math.min(NEAR / sheet.unit, fits));
    this.centre((left + right) / 2, (top + bottom) / 2, k);
  }

  /** Show the whole of the map that is in view. */
  fit() {
    const { camera, sheet, frame } = this.board;
    if (!camera || !sheet) return;
    if (sheet.parts.length < 2) return camera.fit();
    const name = sheet.part(...this.middle());
    const [left, top, right, bottom] = sheet.parts.find((part) => part.name === name)?.box ?? [0, 0, sheet.width, sheet.height];
    const { inset } = camera;
    camera.look((left + right) / 2, (top + bottom) / 2, Math.min((frame.clientWidth - inset.left - inset.right) / (right - left), (frame.clientHeight - inset.top - inset.bottom) / (bottom - top)));
  }

  /** Bring both maps into view when a unit can go from one to the other, and the targets of a unit from beside the maps. */
  bridge() {
    const { sheet, camera, composer, frame } = this.board;
    if (!sheet || !camera) return;
    const { version, pieces } = this.board.session.view;
    const units = composer.selection.length ? composer.selection : (composer.act?.chosen.flat().filter((word) => word in pieces) ?? []);
    const mark = composer.targets.size ? `${version} ${units.join()} ${composer.act?.verb.verb ?? ""}` : "";
    if (mark === this.bridged) return;
    this.bridged = mark;
    const from = units.map((piece) => sheet.places.get(composer.placeOf(piece))).filter((place) => place !== undefined);
    const reached = [...composer.targets].filter(([, list]) => !from.length || list.some((target) => target.kind !== "path"));
    const targets = this.spots((from.length ? reached : nearest(reached)).map(([name]) => name));
    if (!targets.length || !units.length || targets.some((target) => from.some((place) => place.inset === target.inset))) return;
    const far = sheet.unit * 2.2;
    const { inset } = camera;
    const [wide, high] = [frame.clientWidth - inset.left - inset.right, frame.clientHeight - inset.top - inset.bottom];
    const fits = (/** @type {number[]} */ [left = 0, right = 0, top = 0, bottom = 0]) => Math.min(camera.at.k, wide / (right - left), high / (bottom - top));
    const around = (/** @type {{x: number, y: number}[]} */ list) => [Math.min(...list.map((one) => one.x)) - far, Math.max(...list.map((one) => one.x)) + far, Math.min(...list.map((one) => one.y)) - far, Math.max(...list.map((one) => one.y)) + far];
    const least = from.length ? 0 : LEGIBLE / sheet.unit;
    const every = [...targets, ...from];
    const all = fits(around(every)) < least ? densest(every, every, wide / least - 2 * far, high / least - 2 * far) : every;
    const seen = all.filter((spot) => this.visible(spot)).length;
    const box = around(all);
    const [left = 0, right = 0, top = 0, bottom = 0] = box;
    if (seen < (from.length ? all.length : all.length / 3)) camera.look((left + right) / 2, (top + bottom) / 2, Math.max(least, fits(box)));
  }

  bridged = "";

  /** Go from the cursor's hex to the same ground on the other map; otherwise just switch maps. */
  cross() {
    const { sheet } = this.board;
    if (!sheet || sheet.parts.length < 2) return false;
    const same = sheet.places.get(this.board.place)?.same[0];
    if (same && document.activeElement === sheet.elements.get(this.board.place)) return this.board.goTo(same), true;
    const at = sheet.parts.findIndex((part) => part.name === sheet.part(...this.middle()));
    this.turnTo(sheet.parts[(at + 1) % sheet.parts.length]?.name ?? "");
    return true;
  }

  zoomer() {
    const by = (/** @type {number} */ factor) => () => this.board.camera?.nudge(factor);
    return h(
      "div.zoomer.float", { role: "group", "aria-label": "Zoom" },
      button("zoom-in", "+", by(1.4), { class: "zoom", "aria-label": "Zoom in", title: "Zoom in (+)" }),
      button("zoom-out", "–", by(1 / 1.4), { class: "zoom", "aria-label": "Zoom out", title: "Zoom out (-)" }),
      button("zoom-fit", "Fit", () => this.fit(), { class: "zoom", "aria-label": "Show the whole map", title: "Whole map (0)" }),
    );
  }

  /** Bring a unit or a place into view. @param {{piece?: string, place?: string}} what */
  locate({ piece = "", place = "" }) {
    const where = place || this.board.composer.placeOf(piece);
    const at = this.board.sheet?.places.get(where);
    if (!at || !this.board.camera) return this.board.tray?.reveal(where);
    this.board.camera.look(at.x, at.y, Math.max(this.board.camera.at.k, GLANCE / (this.board.sheet?.unit ?? 48)));
    this.board.setCursor(where, true);
  }

  /** For spectators: show where something has just happened. @param {string[]} route */
  follow(route) {
    const at = this.board.sheet?.places.get(route.filter((word) => this.board.sheet?.places.has(word)).at(-1) ?? "");
    if (at) this.board.camera?.reveal(at.x, at.y);
  }

  /** @returns {[number, number]} */
  middle() {
    const box = this.board.frame.getBoundingClientRect();
    const at = this.board.camera?.point(box.left + box.width / 2, box.top + (box.height - (this.board.camera?.inset.bottom ?? 0)) / 2);
    return [at?.x ?? 0, at?.y ?? 0];
  }
}
