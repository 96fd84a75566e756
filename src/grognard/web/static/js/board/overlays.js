// Overlays: zones of control, supply, control, strongpoints, where the enemy can go, data sources.

import { h, s } from "../dom.js";
import { drawing } from "./mapsheet.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("./mapsheet.js").MapSheet} MapSheet */
/** @typedef {{name: string, label: string, key: string, about: string, glyph: string}} Layer */

/** @type {Layer[]} */
export const LAYERS = [
  { name: "zoc", label: "Zones", key: "O", about: "zones of control: the enemy's hatched, your own dotted", glyph: "M2.500 10L10 2.500M2.800 15L15.800 4.500M7.500 17L17.500 8" },
  { name: "supply", label: "Supply", key: "Y", about: "where units are out of supply; point at a unit to see its supply line", glyph: "M2.500 14H6A3 3 0 0 0 9 11V9A3 3 0 0 1 12 6H17.5M5.500 5.500L8 8M8 5.500L5.500 8" },
  { name: "control", label: "Control", key: "K", about: "who controls what", glyph: "M7.500 15V5.500H13.500L12 8L13.500 10.500H7.5" },
  { name: "strongpoints", label: "Strongpoints", key: "L", about: "active strongpoints of both sides", glyph: "M6 6L8 8H12L14 6M6 14L8 12H12L14 14M8 8V12M12 8V12" },
  { name: "arcs", label: "Fire", key: "F", about: "what the selected unit can fire at; with none selected, what the enemy can fire at", glyph: "M10 5V8M10 12V15M5 10H8M12 10H15" },
  { name: "danger", label: "Danger", key: "U", about: "where the enemy may fire at units that enter", glyph: "M10 5.500V11M10 13.500V14.100" },
  { name: "reach", label: "Threat", key: "V", about: "where the enemy can be next turn", glyph: "M5.500 8L10 12L14.500 8M5.500 11.500L10 15.500L14.500 11.500M6.500 5L10 8L13.500 5" },
  { name: "sources", label: "Sources", key: "M", about: "where the map data come from: stated, geography, estimated", glyph: "M10 9V14M10 6V6.600" },
];

/** The patterns, each recognizable without colour. */
export function patterns() {
  /** @param {string} id @param {number} size @param {number} turn @param {...SVGElement} marks */
  const pattern = (id, size, turn, ...marks) => s("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: turn ? `rotate(${turn})` : null }, ...marks);
  return s(
    "defs", {},
    pattern("lay-zoc", 10, 45, s("path", { d: "M5 0V10", class: "lay-zoc-line" })),
    pattern("lay-fluid", 15, -45, s("path", { d: "M7.5 0V15", class: "lay-fluid-line" })),
    pattern("lay-own", 12, 0, s("circle", { cx: 6, cy: 6, r: 1.9, class: "lay-own-dot" })),
    pattern("lay-supply", 13, 45, s("path", { d: "M6.5 0V13M0 6.500H13", class: "lay-supply-line" })),
    pattern("lay-fed", 22, 0, s("path", { d: "M11 7V15M7 11H15", class: "lay-fed-line" })),
    pattern("lay-reach", 13, 0, s("path", { d: "M0 9.500L6.500 3.500L13 9.5", class: "lay-reach-line" })),
    pattern("lay-arc", 16, 0, s("path", { d: "M8 4.500V11.500M4.500 8H11.500", class: "lay-arc-line" })),
    pattern("lay-along", 10, 90, s("path", { d: "M5 0V10", class: "lay-along-line" })),
    pattern("lay-danger", 11, -45, s("path", { d: "M5.500 0V11", class: "lay-danger-line" })),
    pattern("lay-first", 14, 45, s("path", { d: "M7 0V14", class: "lay-first-line" })),
    pattern("lay-second", 14, -45, s("path", { d: "M7 0V14", class: "lay-second-line" })),
  );
}

export class Overlays {
  /**
   * @param {Session} session
   * @param {MapSheet} sheet
   * @param {SVGElement} wash between ground and features
   * @param {SVGElement} lines above the features
   * @param {() => void} onchange
   * @param {() => string[]} chosen the pieces that are selected
   */
  constructor(session, sheet, wash, lines, onchange, chosen) {
    this.session = session;
    this.sheet = sheet;
    this.wash = wash;
    this.lines = lines;
    this.onchange = onchange;
    this.chosen = chosen;
    /** What the selected pieces can fire at, if that is shown. @type {import("../state/types.js").Arc[]} */
    this.arcs = [];
    /** @type {Set<string>} */
    this.on = new Set();
    /** Cached answers of the server for this version. @type {Map<string, Record<string, any>>} */
    this.data = new Map();
    this.mark = "";
    /** @type {SVGSVGElement | null} */
    this.sources = null;
    this.traced = "";
    this.turn = 0; // drawing number: only the latest counts
  }

  /** The side whose enemies are shown. */
  get me() {
    const { session } = this;
    if (session.acting) return session.acting;
    const players = session.view.players;
    if (players.includes(session.side)) return session.side;
    return players.includes(session.view.ask.side ?? "") ? String(session.view.ask.side) : players[0] ?? "";
  }

  get foes() {
    return this.session.view.players.filter((side) => side !== this.me);
  }

  /** @param {string} name */
  toggle(name) {
    this.on.has(name) ? this.on.delete(name) : this.on.add(name);
    this.onchange();
    void this.draw().then(() => this.onchange());
  }

  /** @param {string} name @returns {Promise<Record<string, any>>} */
  async get(name) {
    const mark = `${this.session.view.version} ${this.session.at} ${this.session.side}`;
    if (mark !== this.mark) {
      this.data.clear();
      this.mark = mark;
    }
    let found = this.data.get(name);
    if (!found) {
      found = await this.session.overlay(name);
      if (mark === this.mark) this.data.set(name, found);
    }
    return found;
  }

  /** The layer of zones in which units must stop. */
  get halting() {
    return this.sheet.overlays.has("rigid") ? "rigid" : "zoc";
  }

  /** Places in enemy zones, if already known. @returns {Set<string>} */
  get zones() {
    const found = this.data.get(this.halting) ?? {};
    return new Set(this.foes.flatMap((side) => found[side] ?? []));
  }

  async draw() {
    const wanted = LAYERS.filter((layer) => this.on.has(layer.name) && layer.name !== "sources");
    const turn = ++this.turn;
    const found = await Promise.all(wanted.map((layer) => this.get(layer.name)));
    const kinds = this.on.has("zoc") && this.sheet.overlays.has("rigid") ? await Promise.all([this.get("rigid"), this.get("fluid")]) : null;
    const arcs = this.on.has("arcs") ? await Promise.all(this.aimers.map((piece) => this.arc(piece))) : [];
    if (turn !== this.turn) return;
    this.arcs = arcs.flatMap((one) => (one?.places.length ? [one] : []));
    /** @type {SVGElement[]} */
    const out = [];
    /** @param {Iterable<string>} names @param {string} kind @param {boolean} [rim] */
    const lay = (names, kind, rim = false) => {
      const list = [...names].filter((name) => this.sheet.places.has(name));
      if (list.length) out.push(s("path", { d: this.sheet.area(list), class: `lay lay-${kind}`, fill: `url(#lay-${kind})` }));
      if (list.length && rim) out.push(s("path", { d: this.sheet.rim(list), class: `lay-rim lay-${kind}-rim` }));
    };
    wanted.forEach((layer, n) => {
      const data = found[n] ?? {};
      if (layer.name === "zoc") {
        const [rigid = data, fluid = {}] = kinds ?? [];
        const firm = new Set(this.foes.flatMap((side) => rigid[side] ?? []));
        lay(firm, "zoc");
        lay(this.foes.flatMap((side) => fluid[side] ?? []).filter((place) => !firm.has(place)), "fluid");
        lay(data[this.me] ?? [], "own");
      }
      if (layer.name === "supply") {
        lay(data[this.me] ?? [], "fed", true);
        lay(this.cut(data), "supply", true);
      }
      if (layer.name === "danger") lay(this.foes.flatMap((side) => data[side] ?? []), "danger", true);
      if (layer.name === "arcs") {
        const along = new Set(this.arcs.flatMap((one) => one.along));
        const all = this.arcs.length ? this.arcs.flatMap((one) => one.places) : this.foes.flatMap((side) => data[side] ?? []);
        lay(all.filter((place) => !along.has(place)), "arc");
        lay(along, "along");
        if (all.length) out.push(s("path", { d: this.sheet.rim(new Set(all)), class: "lay-rim lay-arc-rim" }));
      }
      if (layer.name === "reach") lay(this.foes.flatMap((side) => data[side] ?? []), "reach", true);
      if (layer.name === "control" || layer.name === "strongpoints") this.session.view.players.forEach((side, at) => lay(data[side] ?? [], at ? "second" : "first", true));
    });
    this.wash.replaceChildren(...out);
    await this.drawSources();
    if (!this.on.has("supply")) this.trace("");
  }

  /** The pieces whose fire is shown. */
  get aimers() {
    return this.chosen().filter((piece) => this.sheet.places.has(this.session.view.pieces[piece]?.there?.place ?? ""));
  }

  /** @param {string} piece @returns {Promise<import("../state/types.js").Arc | null>} */
  async arc(piece) {
    await this.get("arcs"); // so that answers for another position are dropped
    const known = this.data.get(`arc ${piece}`) ?? (await this.session.arc(piece));
    if (known) this.data.set(`arc ${piece}`, known);
    return /** @type {any} */ (known);
  }

  /** Why the selected unit cannot fire at a place; empty if it can, or if fire is not shown. @param {string} place */
  outOfArc(place) {
    const [arc, more] = this.on.has("arcs") ? this.arcs : [];
    const ban = arc && !more ? arc.bans.find((one) => one.places.includes(place)) : undefined;
    return ban && this.session.view.pieces[arc?.piece ?? ""]?.there?.place !== place ? `no fire: ${ban.text} [${ban.cite}]` : "";
  }

  /** Places with units out of supply. @param {Record<string, string[]>} fed by side */
  cut(fed) {
    const { stacks } = this.session.view;
    if (fed.cut) return fed.cut; // at the last check
    return Object.keys(stacks).filter((place) => (stacks[place] ?? []).some((counter) => !counter.marker && fed[counter.side] && !fed[counter.side]?.includes(place)));
  }

  async drawSources() {
    if (!this.on.has("sources")) {
      this.sources?.remove();
      return;
    }
    this.sources ??= await drawing(this.session.view.sheet ?? this.session.view.title, "sources");
    this.sources.classList.add("sources");
    if (this.on.has("sources")) (this.sheet.insets[this.sheet.insets.length - 1]?.svg ?? this.sheet.svg).after(this.sources);
  }

  /** The supply line of a unit, and where it is cut. @param {string} piece */
  async trace(piece) {
    const mark = piece ? `${piece} ${this.session.view.version}` : "";
    if (mark === this.traced) return;
    this.traced = mark;
    if (!piece) return this.lines.replaceChildren();
    const found = await this.session.trace(piece);
    if (mark !== this.traced || !found) return;
    const from = this.session.view.pieces[piece]?.there?.place;
    const way = [from, ...(found.path ?? [])].filter((name, n, all) => this.sheet.places.has(name) && name !== all[n - 1]);
    const at = way.map((name) => this.sheet.places.get(name)).filter((place) => place !== undefined);
    const d = at.map((place, n) => `${n ? "L" : "M"}${place.x} ${place.y}`).join("");
    const fed = Boolean(found.ok);
    const parts = [s("path", { d, class: "trace-case" }), s("path", { d, class: `trace ${fed ? "trace-ok" : "trace-broken"}` })];
    const last = at[at.length - 1];
    if (last) parts.push(s("g", { class: fed ? "trace-end" : "trace-cut", transform: `translate(${last.x} ${last.y})` }, s("circle", { r: 13 }), s("path", { d: fed ? "M-6 0L-2 5L6-5" : "M-6-6L6 6M6-6L-6 6" })));
    for (const name of [found.breaks ?? []].flat()) {
      const place = this.sheet.places.get(name);
      if (place) parts.push(s("g", { class: "trace-cut", transform: `translate(${place.x} ${place.y})` }, s("circle", { r: 11 }), s("path", { d: "M-5-5L5 5M5-5L-5 5" })));
    }
    this.lines.replaceChildren(...parts);
    return found;
  }
}

/** The legend of the current overlay. @param {Set<string>} on @param {{reach: boolean, stop: boolean, choice: boolean, target: boolean, kinds: boolean, hidden: boolean, aimed: boolean, along: boolean}} shown @param {string[]} sides */
export function legend(on, shown, sides) {
  /** @param {string} kind */
  const sample = (kind) => s("svg", { viewBox: "0 0 26 16", width: 26, height: 16, "aria-hidden": "true" }, s("rect", { x: 0.75, y: 0.75, width: 24.5, height: 14.5, rx: 3, fill: `url(#lay-${kind})`, class: `sample sample-${kind}` }));
  /** @type {(SVGElement | string)[][]} */
  const rows = [];
  /** @param {string} kind @param {...SVGElement} marks */
  const mark = (kind, ...marks) => s("svg", { viewBox: "0 0 26 16", width: 26, height: 16, "aria-hidden": "true", class: kind }, ...marks);
  const dashed = (/** @type {string} */ kind) => mark("", s("rect", { x: 2, y: 2, width: 22, height: 12, rx: 2.5, class: "sample-case" }), s("rect", { x: 2, y: 2, width: 22, height: 12, rx: 2.5, class: `sample-${kind}` }));
  if (shown.reach) rows.push([sample("go"), "within reach, cost"]);
  if (shown.stop) rows.push([mark("", s("rect", { x: 5, y: 1, width: 16, height: 14, rx: 2.5, class: "sample-stop" }), s("text", { x: 13, y: 12, "text-anchor": "middle", class: "sample-stop-text" }, "3")), "must stop there"]);
  if (shown.choice) rows.push([dashed("choice"), "can be chosen"]);
  if (shown.target) rows.push([dashed("target"), "target"]);
  if (on.has("zoc") && shown.kinds) rows.push([sample("zoc"), "enemy rigid zone: stop"], [sample("fluid"), "enemy fluid zone"], [sample("own"), "own zone of control"]);
  else if (on.has("zoc")) rows.push([sample("zoc"), "enemy zone of control"], [sample("own"), "own zone of control"]);
  if (on.has("supply")) rows.push([sample("fed"), "supplied"], [sample("supply"), "unit out of supply"]);
  if (on.has("danger")) rows.push([sample("danger"), "enemy may fire at those who enter"]);
  if (on.has("arcs")) rows.push([sample("arc"), shown.aimed ? "it can fire there" : "enemy can fire there"]);
  if (on.has("arcs") && shown.along) rows.push([sample("along"), "only along a street"]);
  if (on.has("reach")) rows.push([sample("reach"), shown.hidden ? "enemy reach, if fast" : "enemy reach next turn"]);
  if (on.has("control")) rows.push(...sides.map((side, n) => [sample(n ? "second" : "first"), `controlled by ${side}`]));
  if (on.has("strongpoints")) rows.push(...sides.map((side, n) => [sample(n ? "second" : "first"), `strongpoint of ${side}`]));
  if (on.has("sources")) {
    for (const [kind, letter, text] of [["stated", "R", "stated in the rules"], ["geography", "G", "from geography"], ["estimated", "E", "estimated"]]) {
      rows.push([mark("", s("rect", { x: 0.75, y: 0.75, width: 24.5, height: 14.5, rx: 3, class: `sample sample-${kind}` }), s("text", { x: 13, y: 12, "text-anchor": "middle", class: `letter-${kind}` }, String(letter))), String(text)]);
    }
  }
  return rows.map(([mark, text]) => h("li", {}, mark, h("span", {}, text)));
}
