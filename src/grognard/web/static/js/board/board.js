// The board: the map with its counters, its overlays, and the bubbles beside places.

import { whyNot, Bubble } from "./bubble.js";
import { Camera, lively } from "./camera.js";
import { composerOf } from "../state/composer.js";
import { Dice } from "../panel/dice.js";
import { button, fill, h, named, s } from "../dom.js";
import { Fan } from "./fan.js";
import { bindKeys } from "../keys.js";
import { openSheet } from "./mapsheet.js";
import { Marks, points } from "./marks.js";
import { Minimap } from "./minimap.js";
import { LAYERS, Overlays, legend, patterns } from "./overlays.js";
import { bindPointer } from "./pointer.js";
import { Stacks, learn } from "./stacks.js";
import { Tray } from "./tray.js";
import { placeName, unitName, verbName, withNames } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Counter} Counter */
/** @typedef {import("../state/composer.js").Target} Target */
/** @typedef {import("../state/composer.js").Answer} Answer */

const HEX = "M10 1.500L17.500 5.700V14.300L10 18.500L2.500 14.300V5.700Z";
const GLANCE = 34; // how large a hex is at first, in px from centre to corner

/**
 * Mount the board in an element.
 * @param {HTMLElement} element
 * @param {Session} session
 */
export async function mountBoard(element, session) {
  const begin = performance.now();
  const board = new Board(element, session);
  Object.assign(element, { board }); // for tests and tools
  await board.open();
  performance.measure("board-first-view", { start: begin, end: performance.now() });
  return board;
}

/** `a`, `a and b`, `2 Blocks`. @param {string[]} names */
function listed(names) {
  const all = [...new Set(names)].map((name) => {
    const count = names.filter((one) => one === name).length;
    return count > 1 ? `${count} ${name}s` : name;
  });
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all[all.length - 1]}` : all[0] ?? "";
}

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

export class Board {
  /** @param {HTMLElement} element @param {Session} session */
  constructor(element, session) {
    this.element = element;
    this.session = session;
    this.composer = composerOf(session);
    /** The hex at the keyboard cursor. */
    this.place = "";
    /** The hex under the pointer. */
    this.under = "";
    this.byKey = false;
    this.timer = 0;
    this.counted = -1; // number of actions drawn so far
    this.world = h("div.world", {});
    this.frame = h("div.frame", { data: { test: "board" } });
    this.legend = h("ul.legend.float", { "aria-label": "Legend", data: { test: "legend" } });
    this.line = h("p.hexline.float", { data: { test: "hexline" } });
    this.boards = h("div.boards.float", { role: "group", "aria-label": "Maps", data: { test: "boards" } });
    this.spoken = h("p.hush", { "aria-live": "polite", data: { test: "spoken" } });
    /** @type {() => void} */
    this.unbind = () => {};
  }

  async open() {
    const { element, session } = this;
    element.classList.add("board");
    fill(element, h("p.loading", {}, "Loading the map…"));
    this.sheet = await openSheet(session.view.title);
    const { width, height, svg } = this.sheet;
    session.areas = !this.sheet.hexes;
    session.faces = this.sheet.faces;
    session.places = Object.fromEntries([...this.sheet.places.values()].map((place) => [place.name, place.town]));
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
    const wash = s("g", { class: "washes" });
    const laid = s("g", { class: "laid" });
    const size = { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true", focusable: "false" };
    const under = s("g", {});
    const pieces = s("g", { class: "pieces" });
    const over = s("g", {});
    const traces = s("g", { class: "traces" });
    this.defs = s("defs", {});
    this.standing = s("g", { class: "standing" });
    const washes = s("svg", { ...size, class: "between" }, laid, wash);
    if (this.sheet.ground) this.world.append(this.sheet.ground, washes, svg);
    else this.world.append(svg, washes);
    for (const inset of this.sheet.insets) this.world.append(inset.ground, this.within(inset.svg, washes), inset.svg);
    this.world.append(s("svg", { ...size, class: "layer" }, patterns(), this.defs, this.standing, under, traces, pieces, over));
    fill(element, this.frame);
    this.frame.append(this.world, this.legend, this.line, this.zoomer(), this.spoken);
    if (this.sheet.parts.length > 1) this.frame.append(this.boards);
    learn(/** @type {SVGElement} */ (this.defs), session.view.looks);
    this.marks = new Marks(this.sheet, wash, under, over);
    this.stacks = new Stacks(pieces, /** @type {SVGElement} */ (this.defs), this.sheet);
    this.overlays = new Overlays(session, this.sheet, laid, traces, () => this.tools());
    this.camera = new Camera(this.frame, this.world, { width, height }, () => this.moved());
    if (session.areas && element.clientWidth >= 600) this.camera.inset.top = 62; // room for the boxes beside the map
    this.bubble = new Bubble(this.frame, () => /** @type {Camera} */ (this.camera));
    this.dice = new Dice(this.frame, session);
    this.tray = new Tray(this.frame, this);
    this.fan = new Fan(this.frame, this);
    this.minimap = new Minimap(this.frame, this);
    this.name();
    const unpoint = bindPointer(this);
    const unkey = bindKeys(this);
    this.unbind = () => (unpoint(), unkey());
    this.tools();
    this.listen();
    this.begin();
    this.redraw();
    if (session.areas) session.tell("log", { added: [] }); // now places and blocks have names
  }

  listen() {
    const { session, composer } = this;
    session.addEventListener("view", () => this.redraw());
    session.addEventListener("leave", () => this.unbind());
    composer.addEventListener("change", () => this.refresh());
    composer.addEventListener("aim", () => this.aim());
    composer.addEventListener("why", (event) => this.why(/** @type {CustomEvent} */ (event).detail));
    composer.addEventListener("menu", (event) => this.menu(/** @type {CustomEvent} */ (event).detail));
    session.addEventListener("hint", (event) => this.advise(/** @type {CustomEvent} */ (event).detail));
    session.addEventListener("locate", (event) => this.locate(/** @type {CustomEvent} */ (event).detail));
    const panel = document.querySelector(".panel");
    if (panel) new ResizeObserver(() => this.cover()).observe(panel);
    document.addEventListener("transitionend", () => this.cover());
    this.cover();
    const { dataset } = document.documentElement;
    let theme = dataset.theme;
    const printing = () => ((theme = dataset.theme), (dataset.theme = "light"));
    const printed = () => (dataset.theme = theme);
    addEventListener("beforeprint", printing);
    addEventListener("afterprint", printed);
    session.addEventListener("leave", () => (removeEventListener("beforeprint", printing), removeEventListener("afterprint", printed)));
  }

  // -- looking -----------------------------------------------------------------------------------

  /** On a phone: what covers the bottom of the map. */
  cover() {
    const panel = document.querySelector(".panel");
    if (!this.camera || !panel) return;
    const box = panel.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    const over = innerWidth < 600 && box.top > frame.top ? Math.max(0, Math.min(frame.bottom - box.top, frame.height * 0.6)) : 0;
    if (over === this.camera.inset.bottom) return;
    this.camera.inset.bottom = over;
    this.frame.style.setProperty("--covered", `${Math.round(over)}px`);
    this.camera.set(this.camera.at);
  }

  /** Start where the user left off, or at the units of the side that decides. */
  begin() {
    const { camera, sheet, session } = this;
    if (!camera || !sheet) return;
    const kept = JSON.parse(sessionStorage.getItem(`grognard.sight.${session.id}`) ?? "null");
    if (kept) return camera.set(kept);
    const all = Object.entries(session.view.stacks).filter(([place]) => sheet.places.has(place));
    const side = session.acting || session.view.ask.side;
    const own = all.filter(([, stack]) => stack.some((counter) => counter.side === side && !counter.marker));
    const every = (own.length ? own : all).map(([place]) => sheet.places.get(place)).filter((place) => place !== undefined);
    const k = Math.max(camera.least, Math.min(1.1, (this.frame.clientWidth < 600 ? GLANCE * 0.85 : GLANCE) * (sheet.hexes ? 1 : 1.18) / sheet.unit));
    const spots = sheet.parts.length > 1 ? densest(every, all.map(([place]) => sheet.places.get(place)).filter((place) => place !== undefined), this.frame.clientWidth / k, (this.frame.clientHeight - camera.inset.bottom) / k) : every;
    const x = spots.reduce((sum, place) => sum + place.x, 0) / (spots.length || 1);
    const y = spots.reduce((sum, place) => sum + place.y, 0) / (spots.length || 1);
    const all_x = [...sheet.places.values()].map((place) => place.x);
    const all_y = [...sheet.places.values()].map((place) => place.y);
    /** @param {number} value @param {number[]} list @param {number} room */
    const within = (value, list, room) => {
      const [low, high] = [Math.min(...list) - sheet.unit * 1.6, Math.max(...list) + sheet.unit * 1.6];
      return high - low < room ? (low + high) / 2 : Math.min(Math.max(value, low + room / 2), high - room / 2);
    };
    camera.look(within(spots.length ? x : sheet.width / 2, all_x, this.frame.clientWidth / k), within(spots.length ? y : sheet.height / 2, all_y, (this.frame.clientHeight - camera.inset.bottom) / k), k, true);
  }

  moved() {
    const { camera, sheet } = this;
    if (!camera || !sheet) return;
    const px = sheet.unit * camera.at.k;
    const side = px * 1.14;
    const detail = side < 24 ? "far" : side < 38 ? "mid" : "near";
    if (this.frame.dataset.detail !== detail) this.frame.dataset.detail = detail;
    const names = px < 14 ? "few" : px < 22 ? "cities" : px < 52 ? "all" : "close";
    if (this.frame.dataset.names !== names) this.frame.dataset.names = names;
    this.minimap?.move();
    this.drawBoards();
    this.bubble?.place();
    this.fan?.settle();
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => sessionStorage.setItem(`grognard.sight.${this.session.id}`, JSON.stringify(camera.at)), 400);
  }

  saving = 0;

  /** The colour washes again, above the ground of an inset. @param {SVGSVGElement} svg @param {SVGElement} washes */
  within(svg, washes) {
    washes.id = "washes";
    const name = svg.querySelector("[data-inset]")?.getAttribute("data-inset") ?? "";
    const [left, top, right, bottom] = this.sheet?.parts.find((part) => part.name === name)?.box ?? [0, 0, 0, 0];
    const copy = s("svg", { viewBox: `${left} ${top} ${right - left} ${bottom - top}`, width: right - left, height: bottom - top, class: "between cut", "aria-hidden": "true", focusable: "false" }, s("use", { href: "#washes" }));
    copy.style.left = `${left}px`;
    copy.style.top = `${top}px`;
    return copy;
  }

  /** Tabs to switch between the maps. */
  drawBoards() {
    const { sheet, camera } = this;
    if (!sheet || !camera || sheet.parts.length < 2) return;
    const here = sheet.part(...this.middle());
    if (this.boards.dataset.here === here) return;
    this.boards.dataset.here = here;
    fill(this.boards, ...sheet.parts.map((part) => button(`board-${part.name || "main"}`, part.name || "Map", () => this.turnTo(part.name), { class: "board-tab", "aria-pressed": String(part.name === here), title: `${part.name ? `The map of ${part.name}` : "The main map"} (\\)` })));
  }

  /** Switch to another map; the main one is centred on the ground the inset covers. @param {string} name */
  turnTo(name) {
    const { sheet, camera, frame } = this;
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

  /** Bring both maps into view when a unit can go from one to the other, and the targets of a unit from beside the maps. */
  bridge() {
    const { sheet, camera, composer, frame } = this;
    if (!sheet || !camera) return;
    const { version, pieces } = this.session.view;
    const units = composer.selection.length ? composer.selection : (composer.act?.chosen.flat().filter((word) => word in pieces) ?? []);
    const mark = composer.targets.size ? `${version} ${units.join()} ${composer.act?.verb.verb ?? ""}` : "";
    if (mark === this.bridged) return;
    this.bridged = mark;
    const from = units.map((piece) => sheet.places.get(composer.placeOf(piece))).filter((place) => place !== undefined);
    const targets = [...composer.targets].filter(([, list]) => !from.length || list.some((target) => target.kind !== "path")).map(([name]) => sheet.places.get(name)).filter((place) => place !== undefined);
    if (!targets.length || !units.length || targets.some((target) => from.some((place) => place.inset === target.inset))) return;
    const all = [...targets, ...from];
    const far = sheet.unit * 2.2;
    const [left, right] = [Math.min(...all.map((place) => place.x)) - far, Math.max(...all.map((place) => place.x)) + far];
    const [top, bottom] = [Math.min(...all.map((place) => place.y)) - far, Math.max(...all.map((place) => place.y)) + far];
    const { inset } = camera;
    /** @param {{x: number, y: number}} place */
    const shown = ({ x, y }) => {
      const at = camera.screen(x, y);
      return at.x > inset.left + 20 && at.x < frame.clientWidth - inset.right - 20 && at.y > inset.top + 20 && at.y < frame.clientHeight - inset.bottom - 20;
    };
    const enough = sheet.parts.length < 2 ? 1 : all.length / 3;
    if (from.length ? !all.every(shown) : all.filter(shown).length < enough) camera.look((left + right) / 2, (top + bottom) / 2, Math.min(camera.at.k, (frame.clientWidth - inset.left - inset.right) / (right - left), (frame.clientHeight - inset.top - inset.bottom) / (bottom - top)));
  }

  bridged = "";

  /** Go from the cursor's hex to the same ground on the other map; otherwise just switch maps. */
  cross() {
    const { sheet } = this;
    if (!sheet || sheet.parts.length < 2) return false;
    const same = sheet.places.get(this.place)?.same[0];
    if (same && document.activeElement === sheet.elements.get(this.place)) return this.goTo(same), true;
    const at = sheet.parts.findIndex((part) => part.name === sheet.part(...this.middle()));
    this.turnTo(sheet.parts[(at + 1) % sheet.parts.length]?.name ?? "");
    return true;
  }

  zoomer() {
    const by = (/** @type {number} */ factor) => () => this.camera?.nudge(factor);
    return h(
      "div.zoomer.float", { role: "group", "aria-label": "Zoom" },
      button("zoom-in", "+", by(1.4), { class: "zoom", "aria-label": "Zoom in", title: "Zoom in (+)" }),
      button("zoom-out", "–", by(1 / 1.4), { class: "zoom", "aria-label": "Zoom out", title: "Zoom out (-)" }),
      button("zoom-fit", "Fit", () => this.camera?.fit(), { class: "zoom", "aria-label": "Show the whole map", title: "Whole map (0)" }),
    );
  }

  /** Bring a unit or a place into view. @param {{piece?: string, place?: string}} what */
  locate({ piece = "", place = "" }) {
    const where = place || this.composer.placeOf(piece);
    const at = this.sheet?.places.get(where);
    if (!at || !this.camera) return this.tray?.reveal(where);
    this.camera.look(at.x, at.y, Math.max(this.camera.at.k, GLANCE / (this.sheet?.unit ?? 48)));
    this.setCursor(where, true);
  }

  // -- drawing -----------------------------------------------------------------------------------

  /** What the position draws on the map besides pieces: front lines, track markers. */
  stand() {
    const ground = this.session.view.ground ?? "";
    if (ground === this.ground || !this.standing) return;
    this.ground = ground;
    const read = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${ground}</svg>`, "image/svg+xml");
    this.standing.replaceChildren(...[...read.documentElement.childNodes].map((one) => document.importNode(one, true)));
  }

  ground = "";

  /** For which viewer it was last drawn. */
  eyes = "";

  redraw() {
    const { session, stacks, composer } = this;
    if (!stacks || !session.view) return;
    this.stand();
    const fresh = session.log.slice(Math.max(0, this.counted), session.view.at);
    const route = this.counted >= 0 ? fresh.flatMap((entry) => entry.action.split(" ")) : [];
    if (this.eyes !== session.side) {
      stacks.clear(); // a different viewer: redraw everything
      this.fan?.close();
      this.tray?.close();
      this.showLine("");
      this.say("");
      this.nameAll();
    }
    this.eyes = session.side;
    const changed = stacks.draw(session.view, new Set(composer.selection), route);
    if (route.length && (!session.live || (session.unmanned && session.view.pace !== "fast"))) this.follow(route);
    this.counted = session.view.at;
    this.minimap?.draw();
    if (changed.size && !lively()) stacks.mark(changed);
    if (session.areas && fresh.length) this.fan?.close(); // blocks are side by side: nothing more to pick here
    if (this.fan?.shown && !(session.view.stacks[this.fan.shown.place] ?? []).length) this.fan.close();
    this.bubble?.close();
    void this.overlays?.draw();
    if (this.sheet?.overlays.has("zoc")) void this.overlays?.get(this.overlays.halting).then(() => this.refresh());
    this.refresh();
  }

  /** For spectators: show where something has just happened. @param {string[]} route */
  follow(route) {
    const at = this.sheet?.places.get(route.filter((word) => this.sheet?.places.has(word)).at(-1) ?? "");
    if (at) this.camera?.reveal(at.x, at.y);
  }

  /** Draw the state of the composer. */
  refresh() {
    const { session, composer, marks, stacks, overlays } = this;
    if (!marks || !stacks || !session.view) return;
    const start = performance.now();
    const { targets, addable } = composer;
    const origins = [...new Set(composer.selection.map((piece) => composer.placeOf(piece)))];
    const held = (/** @type {string} */ place) => Boolean(session.view.stacks[place]?.length);
    const hostile = (/** @type {string} */ place) => composer.hostile(place);
    const extra = composer.act?.extras?.picked ?? (composer.act?.next.kind === "places" ? composer.act.picked : new Set());
    marks.reach(targets, { origins, zones: overlays?.zones ?? new Set(), hostile, held, addable, picked: extra });
    const target = new Set();
    for (const [place, list] of targets) if (list.some((one) => one.kind !== "path") && hostile(place)) for (const counter of session.view.stacks[place] ?? []) target.add(counter.id);
    const aimed = composer.act?.chosen.flat().filter((word) => hostile(word)) ?? [];
    for (const place of aimed) for (const counter of session.view.stacks[place] ?? []) target.add(counter.id);
    const selected = new Set([...composer.selection, ...(composer.act?.next.kind === "pieces" ? composer.act.picked : [])]);
    if (selected.size || this.raised) stacks.draw(session.view, selected);
    this.raised = selected.size > 0;
    stacks.tally(session.view, selected);
    stacks.ring({ selected, choice: this.advised.size ? new Set([...composer.choosable, ...this.advised]) : composer.choosable, target, dim: new Set(), able: new Set() });
    if (this.under && !composer.aimed) composer.aim(this.under); // the pointer was already there when the answer came
    this.aim();
    this.fan?.draw();
    this.tray?.draw();
    this.drawLegend();
    this.bridge();
    this.nameSoon();
    const asked = this.selecting;
    if (asked && composer.offers.length) {
      this.selecting = 0;
      requestAnimationFrame(() => performance.measure("select-to-reach", { start: asked, end: performance.now() }));
    }
    performance.measure("board-refresh", { start, end: performance.now() });
  }

  /** The units the computer would use. @type {Set<string>} */
  advised = new Set();

  /** Show what the computer would do, and bring it into view. @param {import("../state/types.js").Hint | null} hint */
  advise(hint) {
    const { composer, marks, sheet, camera } = this;
    this.advised = new Set(hint?.pieces ?? []);
    const own = (hint?.pieces ?? []).filter((piece) => composer.mine(piece));
    const foes = (hint?.pieces ?? []).filter((piece) => !composer.mine(piece)).map((piece) => composer.placeOf(piece));
    const origins = [...new Set(own.map((piece) => composer.placeOf(piece)))];
    const places = [...new Set([...(hint?.places ?? []), ...foes])];
    marks?.advise(origins, hint?.path ?? [], places, (place) => composer.hostile(place));
    this.refresh();
    const spots = [...origins, ...places, ...(hint?.path ?? [])].map((name) => sheet?.places.get(name)).filter((place) => place !== undefined);
    if (!spots.length || !camera || !sheet) return;
    const [x, y] = [spots.reduce((sum, one) => sum + one.x, 0) / spots.length, spots.reduce((sum, one) => sum + one.y, 0) / spots.length];
    camera.look(x, y, Math.max(camera.at.k, GLANCE / sheet.unit));
  }

  /** Are selected units drawn on top of their stacks? */
  raised = false;

  /** When a unit was selected, until its reach is drawn. */
  selecting = 0;

  aim() {
    const { composer, marks } = this;
    if (!marks) return;
    const found = composer.aimed?.target ?? null;
    const act = composer.act;
    const origins = [...new Set((composer.selection.length ? composer.selection : act ? [...act.picked] : []).map((piece) => composer.placeOf(piece)))];
    if (!found && act && act.next.kind === "pieces") {
      const place = String(act.chosen[0] ?? "");
      if (this.sheet?.places.has(place)) {
        const target = { verb: act.verb.verb, place, kind: "place", chosen: [], held: [] };
        return marks.path("", target, composer.targets, origins, composer.hostile(place));
      }
    }
    marks.path(origins[0] ?? "", found, composer.targets, origins, found ? composer.hostile(found.place) : false);
  }

  drawLegend() {
    const { composer, overlays } = this;
    const lists = [...composer.targets.values()].flat();
    const rows = legend(overlays?.on ?? new Set(), {
      kinds: this.sheet?.overlays.has("rigid") ?? false, hidden: Boolean(this.session.view.fogged && this.session.side !== "all"), reach: lists.some((target) => target.kind === "path"),
      stop: lists.some((target) => target.kind === "path" && overlays?.zones.has(target.place)),
      target: lists.some((target) => target.kind !== "path" && composer.hostile(target.place)),
      choice: composer.choosable.size > 0 || lists.some((target) => target.kind !== "path" && !composer.hostile(target.place)),
    }, this.session.view.players.map(named));
    fill(this.legend, ...rows);
    this.legend.hidden = !rows.length;
  }

  /** The board's overlay buttons, in the top bar. */
  tools() {
    const bar = document.getElementById("tools");
    if (!bar || !this.overlays) return;
    const { on } = this.overlays;
    fill(
      bar,
      h("span.rule", {}),
      ...LAYERS.filter((layer) => this.sheet?.overlays.has(layer.name)).map((layer) =>
        button(`overlay-${layer.name}`, [s("svg", { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" }, s("path", { d: HEX + layer.glyph, class: "glyph" })), h("span.word", {}, layer.label), h("kbd", {}, layer.key)], () => this.overlays?.toggle(layer.name), {
          class: "button plain tool overlay-tool", "aria-pressed": String(on.has(layer.name)), title: `${layer.label}: ${layer.about} (${layer.key})`, "aria-label": layer.label,
        }),
      ),
    );
    this.drawLegend();
  }

  // -- counters, and why not -----------------------------------------------------------------------

  /** A click on one counter of an opened stack. @param {string} piece @param {string} place */
  pressPiece(piece, place) {
    const { composer } = this;
    if (!composer.mine(piece)) return void composer.press(place, piece);
    this.selecting = performance.now();
    const able = composer.movable;
    if (!composer.act && able.size && !able.has(piece) && !composer.gathers) return void composer.doubts.piece(piece);
    void composer.toggle(piece);
  }

  /** @param {{place: string, title: string, answers: Answer[]}} said */
  why({ place, title, answers: given }) {
    const answers = given.map((answer) => ({ ...answer, objections: answer.objections.map((one) => ({ ...one, text: withNames(this.session, one.text) })) }));
    const { sheet, bubble, composer } = this;
    const at = sheet?.places.get(place) ?? null;
    const name = title === place && at ? this.placeName(place) : title in this.session.view.pieces ? unitName(this.session, title) : title;
    const rest = at && title === place && !answers.some((answer) => answer.legal) ? this.nearest(place) : [];
    bubble?.show(at, whyNot(name, answers, { rest, play: (action) => (bubble.close(), void composer.play(action)) }), `Why not ${name}`);
    this.say(answers.flatMap((answer) => answer.objections.map((one) => `${one.cite}: ${one.text}`)).join(". ") || answers[0]?.message || "");
  }

  /** The reachable hex nearest to the requested one. @param {string} place */
  nearest(place) {
    const ends = [...this.composer.targets].filter(([, list]) => list.some((target) => target.kind === "path"));
    if (!ends.length || !this.sheet) return [];
    const far = this.sheet.steps(place);
    const [best] = ends.map(([name, list]) => ({ name, steps: far.get(name) ?? 99, target: list.find((one) => one.kind === "path") })).sort((one, other) => one.steps - other.steps || Number(one.target?.cost ?? 0) - Number(other.target?.cost ?? 0));
    if (!best?.target) return [];
    const { name, target } = best;
    return [h("p.bubble-foot", {}, this.session.areas ? "Nearest within reach: " : "Nearest hex within reach: ", h("button.link", { type: "button", data: { test: "why-nearest" }, onclick: () => (this.bubble?.close(), void this.composer.go(target)) }, this.placeName(name)), target.cost === null ? "" : `, ${points(target.cost)} MP`)];
  }

  /** The click is ambiguous: ask. @param {{place: string, targets: Target[], select?: string}} said */
  menu({ place, targets, select = "" }) {
    const at = this.sheet?.places.get(place) ?? null;
    const { composer, bubble } = this;
    const row = (/** @type {string} */ test, /** @type {string} */ label, /** @type {string} */ small, /** @type {() => void} */ act) =>
      h("button.menu-row", { type: "button", data: { test }, onclick: () => (bubble?.close(), act()) }, h("b", {}, label), h("small", {}, small));
    const rows = targets.map((target) => row(`menu-${target.verb}`, `${verbName(target.verb)} ${target.kind === "path" ? "to" : ""} ${this.placeName(place)}`.replace(/ +/g, " "), target.cost ? `${points(target.cost)} MP` : "", () => void composer.go(target)));
    if (select) rows.push(row("menu-select", `Select ${unitName(this.session, select)} instead`, "", () => void composer.select([select])));
    bubble?.show(at, [h("h2", {}, this.placeName(place)), ...rows], "Which action?");
    /** @type {HTMLElement | null} */ (bubble?.element.querySelector(".menu-row"))?.focus();
  }

  // -- places, in words ----------------------------------------------------------------------------

  /** @param {string} place */
  placeName(place) {
    return placeName(this.session, place);
  }

  /** @param {string} place */
  terrain(place) {
    const at = this.sheet?.places.get(place);
    return at ? [at.terrain, ...at.features].filter(Boolean).join(", ") : "";
  }

  /** What a piece has done, in a few words. @param {string} piece */
  state(piece) {
    const known = this.session.view.pieces[piece];
    if (!known) return "";
    const marks = Object.entries(known.marks ?? {}).map(([name, value]) => (name === "points" ? `${points(value)} MP left` : typeof value === "number" ? `${name} ${value}` : name));
    return marks.join(", ");
  }

  /** Describe a place. @param {string} place */
  describe(place) {
    const { session, composer, overlays } = this;
    const at = this.sheet?.places.get(place);
    if (!at) return named(place);
    const bySide = new Map();
    for (const counter of session.view.stacks[place] ?? []) if (!counter.marker) bySide.set(counter.side, [...(bySide.get(counter.side) ?? []), counter.id]);
    const units = [...bySide].map(([side, ids]) => `${named(side)} ${listed(ids.map((/** @type {string} */ id) => this.called(id)))}`);
    const markers = (session.view.stacks[place] ?? []).filter((counter) => counter.marker).map((counter) => counter.tip.replace(/^.*: /, ""));
    const found = composer.targets.get(place) ?? [];
    const reach = found.map((target) => (target.cost === null || target.cost === undefined ? `${target.verb} possible` : `${target.verb}: ${points(target.cost)}`));
    if (!found.length && composer.selection.length && composer.offers.length && !composer.selection.some((piece) => composer.placeOf(piece) === place)) reach.push("out of reach");
    const chosen = (session.view.stacks[place] ?? []).some((counter) => composer.selection.includes(counter.id)) ? ["selected"] : [];
    return [[/\d/.test(place) || !at.town ? place : "", at.town, at.terrain, ...at.features].filter(Boolean).join(", "), ...units, ...markers, overlays?.zones.has(place) ? "enemy ZOC" : "", ...chosen, ...reach].filter(Boolean).join("; ");
  }

  /** A unit's name in a list by side; a hidden one is just a Block. @param {string} piece */
  called(piece) {
    const known = this.session.view.pieces[piece];
    return known?.kind?.type !== "block" ? piece : known.identity ? String(known.identity.name) : "Block";
  }

  /** Make every hex a button in a grid with one tab stop. */
  name() {
    const { sheet } = this;
    if (!sheet) return;
    for (const part of sheet.parts) {
      const first = [...sheet.places.values()].find((place) => place.inset === part.name);
      const group = sheet.elements.get(first?.name ?? "")?.parentElement;
      group?.setAttribute("role", "group");
      group?.setAttribute("aria-label", part.name ? `Hexes on the map of ${part.name}` : sheet.hexes ? "Hexes on the map" : "Areas on the map");
    }
    for (const element of sheet.elements.values()) {
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "-1");
      element.dataset.test = `hex-${element.dataset.hex}`;
      element.addEventListener("focus", () => this.setCursor(String(element.dataset.hex), element.matches(":focus-visible")));
      element.addEventListener("blur", () => this.marks?.point("", false));
      element.addEventListener("click", (event) => {
        if (/** @type {MouseEvent} */ (event).detail === 0) void this.act(String(element.dataset.hex));
      });
    }
    sheet.elements.values().next().value?.setAttribute("tabindex", "0");
  }

  naming = 0;

  nameSoon() {
    clearTimeout(this.naming);
    this.naming = window.setTimeout(() => this.nameAll(), 250);
  }

  /** Update the screen-reader label of every place. */
  nameAll() {
    for (const [place, element] of this.sheet?.elements ?? []) {
      const label = this.describe(place);
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    }
    if (this.lined) this.showLine(this.lined); // the text may be out of date
  }

  /** The place described in the line under the map. */
  lined = "";

  /** @param {string} text */
  say(text) {
    this.spoken.textContent = text;
  }

  // -- the cursor ----------------------------------------------------------------------------------

  /** @param {string} place @param {boolean} [shown] */
  setCursor(place, shown = true) {
    const { sheet, marks } = this;
    const element = sheet?.elements.get(place);
    if (!element || !marks) return;
    sheet?.elements.get(this.place)?.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
    element.setAttribute("aria-label", this.describe(place));
    this.place = place;
    marks.point(place, shown);
    if (shown) {
      const at = sheet?.places.get(place);
      if (at) this.camera?.reveal(at.x, at.y);
      this.showLine(place);
      this.composer.aim(place);
    }
  }

  focusPlace() {
    const start = this.place || this.composer.placeOf(this.composer.selection[0] ?? "") || this.sheet?.at(...this.middle())?.name || "";
    if (start) this.goTo(start);
  }

  /** @returns {[number, number]} */
  middle() {
    const box = this.frame.getBoundingClientRect();
    const at = this.camera?.point(box.left + box.width / 2, box.top + (box.height - (this.camera?.inset.bottom ?? 0)) / 2);
    return [at?.x ?? 0, at?.y ?? 0];
  }

  /** @param {string} place */
  goTo(place) {
    const element = this.sheet?.elements.get(place);
    if (!element) return;
    element.focus({ preventScroll: true });
    this.setCursor(place, true);
    this.frame.scrollTo(0, 0);
  }

  /** @param {string} place */
  showLine(place) {
    const text = place ? this.describe(place) : "";
    this.lined = place;
    this.line.textContent = text;
    this.line.hidden = !text;
  }

  /** Describe how a unit is supplied. @param {string} piece @param {any} found */
  showTrace(piece, found) {
    this.lined = "";
    const why = (found.why ?? []).map((/** @type {any} */ one) => (typeof one === "string" ? one : `${one.cite ? `[${one.cite}] ` : ""}${one.text ?? ""}`)).join("; ");
    this.line.textContent = found.ok ? `${piece} is in supply: ${(found.path ?? []).join(" – ")}` : `${piece} is out of supply${found.breaks ? `: the line is cut at ${found.breaks}` : ""}${why ? `; ${why}` : ""}`;
    this.line.hidden = false;
  }

  /** Enter, or a click on a place. @param {string} place @param {string} [piece] @param {boolean} [ground] */
  async act(place, piece = "", ground = false) {
    const { composer, session } = this;
    await composer.asked;
    this.bubble?.close();
    const stack = (session.view.stacks[place] ?? []).filter((counter) => !counter.marker);
    const own = composer.own(place);
    const top = piece || own[own.length - 1] || stack[stack.length - 1]?.id || "";
    const found = composer.targets.get(place) ?? [];
    this.selecting = performance.now();
    if (composer.act && (composer.pickable.has(top) || stack.some((counter) => composer.pickable.has(counter.id)))) {
      if (stack.length > 1 && !piece && !this.session.areas) this.fan?.open(place, true);
      const one = composer.pickable.has(top) ? top : stack.find((counter) => composer.pickable.has(counter.id))?.id ?? top;
      return void composer.toggle(one);
    }
    if (found.length || composer.addable.has(place)) {
      if (!ground && own.length && found.length && !composer.act && composer.selection.length && !composer.gathers) return this.menu({ place, targets: found, select: top });
      this.fan?.close();
      return void composer.press(place);
    }
    const apart = this.session.areas && piece && composer.mine(piece); // blocks are side by side: take this one
    if ((stack.length > 1 && !apart) || stack.some((counter) => !session.view.pieces[counter.id]?.identity)) this.fan?.open(place, true);
    else this.fan?.close();
    void composer.press(place, top);
  }
}
