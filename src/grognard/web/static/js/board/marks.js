// Marks on the map for the current action: reach, costs, targets, paths, arrows, the cursor.

import { s } from "../dom.js";

/** @typedef {import("./mapsheet.js").MapSheet} MapSheet */
/** @typedef {import("../state/options.js").Target} Target */
/** @typedef {import("../state/types.js").Risk} Risk */

const SIXTHS = ["", "⅙", "⅓", "½", "⅔", "⅚"];

/** The value of a cost as written: 7⅓. @param {number | string | null | undefined} cost */
export function amount(cost) {
  const text = String(cost ?? 0);
  const part = Math.max(0, SIXTHS.indexOf(text.slice(-1)));
  return (Number(part ? text.slice(0, -1) : text) || 0) + part / 6;
}

/** Format movement points: 2½, 7⅓. @param {number | string | null | undefined} cost */
export function points(cost) {
  if (cost === null || cost === undefined) return "";
  const value = Number(cost);
  if (Number.isNaN(value)) return String(cost);
  const parts = Math.round(value * 6);
  if (Math.abs(value * 6 - parts) > 0.01) return value.toFixed(1);
  const [whole, sixths] = [Math.floor(parts / 6), parts % 6];
  return sixths ? `${whole || ""}${SIXTHS[sixths]}` : String(whole);
}

export class Marks {
  /** @param {MapSheet} sheet @param {SVGElement} wash between ground and features @param {SVGElement} under the counters @param {SVGElement} over them */
  constructor(sheet, wash, under, over) {
    this.sheet = sheet;
    this.unit = sheet.unit;
    this.wash = wash;
    this.rim = s("path", { class: "reach-rim" });
    this.costs = s("g", { class: "costs" });
    this.outlines = s("g", { class: "outlines" });
    this.hovered = s("path", { class: "hover-hex" });
    this.seam = s("g", { class: "seam", data: { test: "seam" } });
    under.append(this.outlines, this.rim, this.seam, this.hovered, this.costs);
    this.way = s("g", { class: "way" });
    this.advice = s("g", { class: "advised" });
    this.cursor = s("path", { class: "cursor" });
    /** What has just happened: trails of moves under the counters, arrows of a battle above them. */
    this.past = s("g", { class: "past" });
    this.trails = s("g", { class: "past" });
    under.append(this.trails);
    this.told = s("g", { class: "foretold", data: { test: "foretold" } });
    over.append(this.past, this.told, this.advice, this.way, this.cursor);
  }

  /**
   * Where the current action can go.
   * @param {Map<string, Target[]>} targets
   * @param {{origins: string[], zones: Set<string>, hostile: (place: string) => boolean, held: (place: string) => boolean, addable: Set<string>, picked: Set<string>}} how
   */
  reach(targets, { origins, zones, hostile, held, addable, picked }) {
    /** @type {Map<string, string[]>} */
    const rings = new Map();
    /** @type {SVGElement[]} */
    const costs = [];
    /** @type {SVGElement[]} */
    const outlines = [];
    /** @type {string[]} */
    const free = [];
    const within = new Set();
    for (const [place, list] of targets) {
      const at = this.sheet.places.get(place);
      if (!at) continue;
      const way = list.find((target) => target.kind === "path");
      if (way) {
        within.add(place);
        const strength = Math.max(0.14, 0.4 - 0.036 * amount(way.cost)).toFixed(2);
        rings.set(strength, [...(rings.get(strength) ?? []), place]);
        const text = points(way.cost);
        if (text) costs.push(this.cost(at, text, zones.has(place), held(place)));
      }
      const spot = list.find((target) => target.kind !== "path");
      const sides = list.filter((target) => target.place in this.sheet.sides && this.sheet.sides[target.place]?.[0] === place);
      for (const side of sides) outlines.push(s("g", { class: "outline outline-side", data: { place: side.place } }, s("path", { d: this.sheet.between(side.place), class: "outline-case" }), s("path", { d: this.sheet.between(side.place), class: "outline-line" })));
      if (spot && spot.place in this.sheet.sides) continue;
      if (spot && hostile(place)) outlines.push(this.outline(place, "target"));
      else if (spot) free.push(place);
    }
    if (free.length > 3) outlines.unshift(this.shape(this.sheet.area(free), this.sheet.rim(free), "choice outline-set", ""));
    else outlines.unshift(...free.map((place) => this.outline(place, "choice")));
    for (const place of addable) if (!targets.has(place)) outlines.push(this.outline(place, picked.has(place) ? "picked" : hostile(place) ? "target" : "choice"));
    if (within.size) for (const origin of origins) within.add(origin);
    this.from = free.length ? [] : origins; // already shown as reach
    this.tie();
    this.wash.replaceChildren(...[...rings].map(([strength, places]) => s("path", { d: this.sheet.area(places), class: "reach-wash", "fill-opacity": strength })));
    this.rim.setAttribute("d", within.size ? this.sheet.rim(within) : "");
    this.costs.replaceChildren(...costs);
    this.outlines.replaceChildren(...outlines);
  }

  /** @param {string} place @param {string} kind */
  outline(place, kind) {
    const d = this.sheet.path(place);
    return this.shape(d, d, kind, place);
  }

  /** @param {string} area @param {string} rim @param {string} kind @param {string} place */
  shape(area, rim, kind, place) {
    return s("g", { class: `outline outline-${kind}`, data: place ? { place } : {} }, s("path", { d: area, class: "outline-wash" }), s("path", { d: rim, class: "outline-case" }), s("path", { d: rim, class: "outline-dash" }));
  }

  /** @param {{x: number, y: number, unit: number}} at @param {string} text @param {boolean} stop @param {boolean} held */
  cost({ x, y, unit }, text, stop, held) {
    const cx = held ? x + unit * 0.68 : x;
    const cy = held ? y + unit * 0.5 : y + unit * 0.02;
    const wide = unit * (0.36 + 0.22 * text.length);
    const high = unit * 0.52;
    return s(
      "g", { class: stop ? "cost stop" : "cost" },
      stop ? s("rect", { x: cx - wide / 2, y: cy - high / 2, width: wide, height: high, rx: 5 }) : null,
      s("text", { x: cx, y: cy + unit * 0.145, "text-anchor": "middle", "font-size": (unit * 0.4).toFixed(1) }, text),
    );
  }

  /** The path to a place with the cost so far, and the fire it may draw; an arrow if it is an attack. @param {string} from @param {Target | null} target @param {Map<string, Target[]>} all @param {string[]} origins @param {boolean} hostile @param {Risk[]} [risk] */
  path(from, target, all, origins, hostile, risk = []) {
    if (!target) return this.way.replaceChildren();
    if (target.kind !== "path") {
      const kind = hostile ? "arrow-hostile" : "arrow-friendly";
      this.way.replaceChildren(...origins.map((origin) => this.arrow(origin, target.place, kind)).filter((one) => one !== null));
      return;
    }
    const names = [from, ...(target.path ?? [])].filter((name, n, list) => name !== list[n - 1]);
    const at = names.map((name) => this.sheet.places.get(name)).filter((place) => place !== undefined);
    if (at.length < 2) return this.way.replaceChildren();
    const d = way(at);
    const over = jumps(at);
    const discs = at.slice(1).map((place) => {
      const cost = place.name === target.place ? target.cost : all.get(place.name)?.find((one) => one.kind === "path")?.cost;
      const text = points(cost);
      return s("g", { class: "node", transform: `translate(${place.x} ${place.y})` }, s("circle", { r: text ? this.unit * 0.27 : this.unit * 0.12 }), text ? s("text", { y: this.unit * 0.115, "text-anchor": "middle", "font-size": (this.unit * (text.length > 2 ? 0.26 : 0.32)).toFixed(1) }, text) : null);
    });
    this.way.replaceChildren(s("path", { d: d + over, class: "way-case" }), s("path", { d, class: "way-line" }), s("path", { d: over, class: "way-line way-jump" }), ...discs, ...this.risks(risk));
  }

  /** The chance of being hit, at each hex that draws fire. @param {Risk[]} risk */
  risks(risk) {
    return risk.flatMap(({ place, hit }) => {
      const at = this.sheet.places.get(place);
      if (!at) return [];
      const [text, u] = [`${Math.round(hit * 100)} %`, this.unit];
      const wide = u * (0.3 + 0.2 * text.length);
      return [s("g", { class: "risk", data: { test: "risk-mark", place }, transform: `translate(${at.x} ${at.y - u * 0.52})` }, s("rect", { x: -wide / 2, y: -u * 0.2, width: wide, height: u * 0.4, rx: u * 0.1 }), s("text", { y: u * 0.11, "text-anchor": "middle", "font-size": (u * 0.31).toFixed(1) }, text))];
    });
  }

  /** A hint: which units, from where, by which path, at which targets. @param {string[]} origins @param {string[]} path @param {string[]} places @param {(place: string) => boolean} hostile */
  advise(origins, path, places, hostile) {
    const at = [origins[0] ?? "", ...path].filter((name, n, list) => name !== list[n - 1]).map((name) => this.sheet.places.get(name)).filter((place) => place !== undefined);
    const end = path.length ? path.slice(-1) : places;
    const parts = [...origins, ...end].filter((name, n, list) => this.sheet.places.has(name) && list.indexOf(name) === n).map((name) => this.outline(name, "advice"));
    if (at.length > 1) parts.push(s("path", { d: way(at) + jumps(at), class: "advice-case" }), s("path", { d: way(at) + jumps(at), class: "advice-line" }), s("circle", { cx: at[at.length - 1]?.x ?? 0, cy: at[at.length - 1]?.y ?? 0, r: this.unit * 0.2, class: "advice-end" }));
    for (const place of path.length ? [] : places) for (const origin of origins) {
      const arrow = this.arrow(origin, place, hostile(place) ? "arrow-hostile" : "arrow-advice");
      if (arrow) parts.push(arrow);
    }
    this.advice.replaceChildren(...parts);
  }

  /** What an answer would lead to: places units could go to, places they could not with the case, and who would suffer. @param {Set<string>} free @param {Map<string, string>} barred @param {string[]} hurt @param {string[]} from */
  foretell(free, barred, hurt, from) {
    const tag = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ kind) => {
      const at = this.sheet.places.get(name);
      const wide = this.unit * (0.5 + 0.2 * text.length);
      return at ? s("g", { class: `tag-${kind}`, transform: `translate(${at.x} ${at.y + this.unit * 0.62})` }, s("rect", { x: -wide / 2, y: -this.unit * 0.21, width: wide, height: this.unit * 0.42, rx: this.unit * 0.21 }), s("text", { y: this.unit * 0.11, "text-anchor": "middle", "font-size": (this.unit * 0.3).toFixed(1) }, text)) : null;
    };
    const arrows = [...free].flatMap((place) => from.map((origin) => this.arrow(origin, place, "arrow-friendly"))).filter((one) => one !== null);
    const parts = [...[...free].map((place) => this.outline(place, "choice")), ...[...barred.keys()].map((place) => this.outline(place, "barred")), ...hurt.map((place) => this.outline(place, "target outline-fought")), ...arrows, ...[...free].map((place) => tag(place, "✓", "free")), ...[...barred].map(([place, cite]) => tag(place, `✕ ${cite}`, "barred"))];
    this.told.replaceChildren(...parts.filter((one) => one !== null));
  }

  /**
   * What has just happened: the ways of units that moved, newest last, and the battle that is fought.
   * @param {string[][]} ways
   * @param {{from: string[], at: string[]} | null} battle
   */
  recall(ways, battle) {
    const trails = ways.flatMap((way_, n) => {
      const at = way_.map((name) => this.sheet.places.get(name)).filter((place) => place !== undefined);
      if (at.length < 2) return [];
      const d = way(at) + jumps(at);
      const first = at[0];
      return [s("g", { class: `trail trail-${ways.length - n}` }, s("path", { d, class: "trail-case" }), s("path", { d, class: "trail-line" }), ...at.slice(1, -1).map(({ x, y }) => s("circle", { cx: x, cy: y, r: this.unit * 0.09, class: "trail-node" })), s("circle", { cx: first?.x ?? 0, cy: first?.y ?? 0, r: this.unit * 0.17, class: "trail-start" }))];
    });
    const fought = (battle?.at ?? []).filter((name) => this.sheet.places.has(name));
    const arrows = fought.flatMap((place) => (battle?.from ?? []).map((from) => this.arrow(from, place, "arrow-hostile"))).filter((one) => one !== null);
    this.trails.replaceChildren(...trails);
    this.past.replaceChildren(...fought.map((place) => this.outline(place, "target outline-fought")), ...arrows);
  }

  /** @param {string} from @param {string} to @param {string} kind */
  arrow(from, to, kind) {
    const a = this.sheet.places.get(from);
    const b = this.sheet.places.get(to);
    if (!a || !b || a === b) return null;
    const far = Math.hypot(b.x - a.x, b.y - a.y);
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const u = this.unit;
    const tail = u * 0.62;
    const tip = Math.max(tail + u * 0.5, far - u * 0.42);
    const d = `M${tail} ${-u * 0.13}H${tip - u * 0.34}V${-u * 0.33}L${tip} 0L${tip - u * 0.34} ${u * 0.33}V${u * 0.13}H${tail}Z`;
    return s("path", { d, class: `arrow ${kind}`, transform: `translate(${a.x} ${a.y}) rotate(${turn.toFixed(1)})` });
  }

  /** @param {string} place */
  hover(place) {
    this.hovered.setAttribute("d", place ? this.sheet.path(place) : "");
    this.under = place;
    this.tie();
  }

  under = "";
  /** Mark the selected units. @type {string[]} */
  from = [];

  /** With two maps: mark the same ground on the other map, for the place under the pointer and the selected units. */
  tie() {
    /** @type {Set<string>} */
    const others = new Set();
    let lines = "";
    for (const name of [this.under, ...this.from]) {
      const place = this.sheet.places.get(name);
      const same = (place?.same ?? []).map((one) => this.sheet.places.get(one)).filter((one) => one !== undefined);
      if (!place || !same.length) continue;
      for (const one of same) others.add(one.name);
      const [x, y] = [same.reduce((sum, one) => sum + one.x, 0) / same.length, same.reduce((sum, one) => sum + one.y, 0) / same.length];
      lines += `M${place.x.toFixed(1)} ${place.y.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}`;
    }
    this.seam.replaceChildren(...(others.size ? [s("path", { d: this.sheet.area(others), class: "seam-wash" }), s("path", { d: this.sheet.rim(others), class: "seam-case" }), s("path", { d: this.sheet.rim(others), class: "seam-rim" }), s("path", { d: lines, class: "seam-line" })] : []));
  }

  /** @param {string} place @param {boolean} shown */
  point(place, shown) {
    this.cursor.setAttribute("d", place && shown ? this.sheet.path(place) : "");
  }
}

/** A smooth line from place to place, broken where it changes maps. @param {import("./mapsheet.js").Place[]} at */
function way(at) {
  /** @type {import("./mapsheet.js").Place[][]} */
  const runs = [];
  at.forEach((place, n) => (n && at[n - 1]?.inset === place.inset ? runs[runs.length - 1]?.push(place) : runs.push([place])));
  return runs.filter((run) => run.length > 1).map(curve).join("");
}

/** Where a path changes maps. @param {import("./mapsheet.js").Place[]} at */
function jumps(at) {
  return at.map((place, n) => (n && at[n - 1]?.inset !== place.inset ? `M${at[n - 1]?.x} ${at[n - 1]?.y}L${place.x} ${place.y}` : "")).join("");
}

/** A smooth line through points. @param {{x: number, y: number}[]} at */
function curve(at) {
  /** @param {number} n */
  const point = (n) => /** @type {{x: number, y: number}} */ (at[Math.min(at.length - 1, Math.max(0, n))]);
  let d = `M${point(0).x} ${point(0).y}`;
  for (let n = 0; n < at.length - 1; n += 1) {
    const [a, b, c, e] = [point(n - 1), point(n), point(n + 1), point(n + 2)];
    d += `C${(b.x + (c.x - a.x) / 6).toFixed(1)} ${(b.y + (c.y - a.y) / 6).toFixed(1)} ${(c.x - (e.x - b.x) / 6).toFixed(1)} ${(c.y - (e.y - b.y) / 6).toFixed(1)} ${c.x} ${c.y}`;
  }
  return d;
}
