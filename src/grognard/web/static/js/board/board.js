// The board: the map with its counters, its overlays, and the bubbles beside places.

import { Answers } from "./answers.js";
import { Bubble } from "./bubble.js";
import { Camera, TOUCH, lively } from "./camera.js";
import { composerOf } from "../state/composer.js";
import { Dice } from "../panel/dice.js";
import { fill, h, s } from "../dom.js";
import { Fan } from "./fan.js";
import { bindKeys } from "../keys.js";
import { openSheet } from "./mapsheet.js";
import { Labels } from "./labels.js";
import { Marks } from "./marks.js";
import { Minimap } from "./minimap.js";
import { drawLegend, drawTools } from "./overlay_tools.js";
import { Overlays, patterns } from "./overlays.js";
import { bindPointer } from "./pointer.js";
import { PlaceNames } from "./place_names.js";
import { Stacks, learn } from "./stacks.js";
import { Stage } from "./stage.js";
import { Tray } from "./tray.js";
import { GLANCE, Viewpoint } from "./viewpoint.js";
import { placeName, speak } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */

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
    this.viewpoint = new Viewpoint(this);
    this.labels = new Labels(this);
    this.answers = new Answers(this);
  }

  async open() {
    const { element, session } = this;
    element.classList.add("board");
    fill(element, h("p.loading", {}, "Loading the map…"));
    this.sheet = await openSheet(session.view.sheet ?? session.view.title);
    const { width, height, svg } = this.sheet;
    session.areas = !this.sheet.hexes;
    session.faces = this.sheet.faces;
    session.boxes = this.sheet.boxes;
    session.sides = this.sheet.sides;
    speak(this.sheet.words);
    session.places = { ...this.sheet.boxes, ...Object.fromEntries([...this.sheet.places.values()].map((place) => [place.name, place.town])) };
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
    const wash = s("g", { class: "washes" });
    const laid = s("g", { class: "laid" });
    const size = { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true", focusable: "false" };
    const under = s("g", {});
    const names = s("g", {});
    const pieces = s("g", { class: "pieces" });
    const over = s("g", {});
    const traces = s("g", { class: "traces" });
    this.defs = s("defs", {});
    this.standing = s("g", { class: "standing" });
    const washes = s("svg", { ...size, class: "between" }, laid, wash);
    if (this.sheet.ground) this.world.append(this.sheet.ground, washes, svg);
    else this.world.append(svg, washes);
    for (const inset of this.sheet.insets) this.world.append(inset.ground, this.within(inset.svg, washes), inset.svg);
    this.world.append(s("svg", { ...size, class: "layer" }, patterns(), this.defs, this.standing, under, traces, names, pieces, over));
    fill(element, this.frame);
    this.frame.append(this.world, this.legend, this.line, this.viewpoint.zoomer(), this.spoken);
    if (this.sheet.parts.length > 1) this.frame.append(this.boards);
    learn(/** @type {SVGElement} */ (this.defs), session.view.looks);
    this.marks = new Marks(this.sheet, wash, under, over);
    this.names = new PlaceNames(this.sheet, names);
    this.stacks = new Stacks(pieces, /** @type {SVGElement} */ (this.defs), this.sheet);
    this.overlays = new Overlays(session, this.sheet, laid, traces, () => drawTools(this), () => this.composer.selection);
    this.camera = new Camera(this.frame, this.world, { width, height }, () => this.viewpoint.moved());
    if ((session.areas || Object.keys(this.sheet.boxes).length || this.sheet.parts.length > 1) && element.clientWidth >= 600) this.camera.inset.top = 62; // room for the boxes beside the map
    this.bubble = new Bubble(this.frame, () => /** @type {Camera} */ (this.camera));
    this.dice = new Dice(this.frame, session);
    this.stage = new Stage(this);
    this.tray = new Tray(this.frame, this);
    this.fan = new Fan(this.frame, this);
    this.minimap = new Minimap(this.frame, this);
    this.labels.name();
    const unpoint = bindPointer(this);
    const unkey = bindKeys(this);
    this.unbind = () => (unpoint(), unkey());
    drawTools(this);
    this.listen();
    this.viewpoint.begin();
    this.redraw();
    this.composer.change(); // the panel learns the words of the title
    void this.stage.replayed(); // a battle may wait for a decision
    if (session.areas) session.tell("log", { added: [] }); // now places and blocks have names
  }

  listen() {
    const { session, composer } = this;
    session.addEventListener("view", () => this.redraw());
    session.addEventListener("leave", () => this.unbind());
    composer.addEventListener("change", () => this.refresh());
    composer.addEventListener("aim", () => this.aim());
    composer.addEventListener("effect", (event) => this.stage?.foretell(/** @type {CustomEvent} */ (event).detail));
    composer.addEventListener("why", (event) => this.answers.why(/** @type {CustomEvent} */ (event).detail));
    composer.addEventListener("menu", (event) => this.answers.menu(/** @type {CustomEvent} */ (event).detail));
    session.addEventListener("hint", (event) => this.advise(/** @type {CustomEvent} */ (event).detail));
    session.addEventListener("locate", (event) => this.viewpoint.locate(/** @type {CustomEvent} */ (event).detail));
    const panel = document.querySelector(".panel");
    const covers = new ResizeObserver(() => this.viewpoint.cover());
    for (const one of [panel, document.querySelector("#playback")]) if (one) covers.observe(one);
    document.addEventListener("transitionend", () => this.viewpoint.cover());
    this.viewpoint.cover();
    const { dataset } = document.documentElement;
    let theme = dataset.theme;
    const printing = () => ((theme = dataset.theme), (dataset.theme = "light"));
    const printed = () => (dataset.theme = theme);
    addEventListener("beforeprint", printing);
    addEventListener("afterprint", printed);
    session.addEventListener("leave", () => (removeEventListener("beforeprint", printing), removeEventListener("afterprint", printed)));
  }

  // -- drawing -----------------------------------------------------------------------------------

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
      this.labels.nameAll();
    }
    this.eyes = session.side;
    const changed = stacks.draw(session.view, new Set(composer.selection), route);
    if (route.length && !this.stage?.playback.open && (!session.live || (session.unmanned && session.view.pace !== "fast"))) this.viewpoint.follow(route);
    this.counted = session.view.at;
    this.minimap?.draw();
    this.names?.draw(session.view.stacks);
    if (changed.size && !lively()) stacks.mark(changed);
    if (session.areas && fresh.length) this.fan?.close(); // blocks are side by side: nothing more to pick here
    if (this.fan?.shown && !(session.view.stacks[this.fan.shown.place] ?? []).length) this.fan.close();
    this.bubble?.close();
    void this.overlays?.draw();
    if (session.mine && this.sheet?.overlays.has("zoc")) void this.overlays?.get(this.overlays.halting).then(() => this.refresh());
    this.refresh();
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
    for (const [place, list] of targets) if (list.some((one) => one.kind !== "path" && one.place === place) && hostile(place)) for (const counter of session.view.stacks[place] ?? []) target.add(counter.id);
    const aimed = composer.act?.chosen.flat().filter((word) => hostile(word)) ?? [];
    for (const place of aimed) for (const counter of session.view.stacks[place] ?? []) target.add(counter.id);
    const selected = new Set([...composer.selection, ...(composer.act?.next.kind === "pieces" ? composer.act.picked : [])]);
    if (selected.size || this.raised) stacks.draw(session.view, selected);
    this.raised = selected.size > 0;
    stacks.tally(session.view, selected);
    stacks.ring({ selected, choice: this.advised.size ? new Set([...composer.choosable, ...this.advised]) : composer.choosable, target, dim: new Set(), able: new Set() });
    this.showArcs();
    if (this.under && !composer.aimed) composer.aim(this.under); // the pointer was already there when the answer came
    this.aim();
    this.fan?.draw();
    this.tray?.draw();
    drawLegend(this);
    this.viewpoint.frameChoices();
    this.viewpoint.keepFight();
    this.viewpoint.bridge();
    this.labels.nameSoon();
    const asked = this.selecting;
    if (asked && composer.offers.length) {
      this.selecting = 0;
      requestAnimationFrame(() => performance.measure("select-to-reach", { start: asked, end: performance.now() }));
    }
    performance.measure("board-refresh", { start, end: performance.now() });
  }

  /** The fire of the selected units, when others are selected. */
  showArcs() {
    const mark = this.overlays?.on.has("arcs") ? this.composer.selection.join() : "";
    if (mark === this.aimers) return;
    this.aimers = mark;
    void this.overlays?.draw().then(() => drawLegend(this));
  }

  aimers = "";

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
    const place = composer.fought;
    if (act && place && this.sheet?.places.has(place) && (!found || act.next.done)) {
      const target = { verb: act.verb.verb, place, kind: "place", chosen: [], held: [] };
      return marks.path("", target, composer.targets, [...new Set([...composer.origins, ...origins])], composer.hostile(place));
    }
    marks.path(origins[0] ?? "", found, composer.targets, origins, found ? composer.hostile(found.place) : false, composer.aimed?.risk);
  }

  // -- counters ------------------------------------------------------------------------------------

  /** A click on one counter of an opened stack. @param {string} piece @param {string} place */
  pressPiece(piece, place) {
    const { composer } = this;
    if (!composer.mine(piece)) return void composer.press(place, piece);
    this.selecting = performance.now();
    const able = composer.movable;
    if (!composer.act && able.size && !able.has(piece) && !composer.gathers) return void composer.doubts.piece(piece);
    void composer.toggle(piece);
  }

  // -- places, in words ----------------------------------------------------------------------------

  /** @param {string} place */
  placeName(place) {
    return placeName(this.session, place);
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
    element.setAttribute("aria-label", this.labels.describe(place));
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
    const start = this.place || this.composer.placeOf(this.composer.selection[0] ?? "") || this.sheet?.at(...this.viewpoint.middle())?.name || "";
    if (start) this.goTo(start);
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
    const text = place ? this.labels.describe(place) : "";
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
    const shown = composer.aimed?.target.place === place || !this.sheet?.overlays.has("danger");
    if (TOUCH && !shown && found[0]?.kind === "path") return void composer.aim(place); // a first tap shows the way and the fire it may draw
    if (found.length || composer.addable.has(place)) {
      if (!ground && own.length && found.length && !composer.act && composer.selection.length && !composer.gathers && (!composer.movable.size || own.some((one) => composer.movable.has(one)))) return this.answers.menu({ place, targets: found, select: top });
      this.fan?.close();
      return void composer.press(place);
    }
    const apart = this.session.areas && piece && composer.mine(piece); // blocks are side by side: take this one
    if ((stack.length > 1 && !apart) || stack.some((counter) => !session.view.pieces[counter.id]?.identity)) this.fan?.open(place, true, top);
    else this.fan?.close();
    void composer.press(place, top);
  }
}
