// The map sheet: the drawing of a title, and where its places are.

import { lasting } from "../net/api.js";
import { s } from "../dom.js";

/**
 * A place on the map.
 * @typedef {{name: string, x: number, y: number, outline: [number, number][], terrain: string, town: string, around: string[],
 *   features: string[], unit: number, inset: string, same: string[]}} Place
 */
/** A board of the sheet: the main map or an inset; its name is empty for the main map. @typedef {{name: string, box: [number, number, number, number]}} Part */

/** @param {unknown} outline @returns {[number, number][]} */
function points(outline) {
  if (typeof outline === "string") {
    const numbers = (outline.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    return numbers.reduce((/** @type {[number, number][]} */ out, value, n) => (n % 2 ? out : [...out, [value, numbers[n + 1] ?? 0]]), []);
  }
  return Array.isArray(outline) ? outline.map((one) => /** @type {[number, number]} */ ([Number(one[0]), Number(one[1])])) : [];
}

export class MapSheet {
  /** @param {SVGSVGElement} svg @param {any} board */
  constructor(svg, board) {
    this.svg = svg;
    /** Insets, each with its ground in a separate layer. */
    this.insets = [...svg.querySelectorAll("g.inset")].map((group) => lifted(svg, group));
    /** The ground in a separate layer, so that colour washes go below roads and names. */
    this.ground = parted(svg);
    const [, , width = 0, height = 0] = (svg.getAttribute("viewBox") ?? "").split(/[\s,]+/).map(Number);
    this.width = width;
    this.height = height;
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** The boxes beside the map, with a name to show if they have one. @type {Record<string, string>} */
    this.boxes = board?.boxes ?? {};
    /** Places that are hexsides, such as bridges, with the hexes beside them. @type {Record<string, string[]>} */
    this.sides = board?.sides ?? {};
    /** Labels of verbs and meanings of words. @type {{verbs?: Record<string, string>, values?: Record<string, string>}} */
    this.words = board?.words ?? {};
    /** The available overlays. @type {Set<string>} */
    this.overlays = new Set([...(board?.overlays ?? []), "sources"]);
    /** The faces blocks may have, by name. @type {Record<string, string>} */
    this.faces = board?.faces ?? {};
    /** The part of the drawing that is the map. @type {number[]} */
    this.window = board?.window ?? [];
    /** From the centre of a hex to a corner. */
    this.unit = Number(board?.unit) || 48;
    const drawn = /** @type {SVGGraphicsElement[]} */ ([svg, ...this.insets.map((inset) => inset.svg)].flatMap((one) => [...one.querySelectorAll("[data-hex]")]));
    /** @type {Map<string, SVGGraphicsElement>} */
    this.elements = new Map();
    for (const element of drawn) {
      const name = String(element.dataset.hex);
      this.elements.set(name, element);
      const known = board?.places?.[name] ?? {};
      this.places.set(name, {
        name, x: Number(known.x ?? element.getAttribute("x") ?? element.getAttribute("data-x") ?? 0), y: Number(known.y ?? element.getAttribute("y") ?? element.getAttribute("data-y") ?? 0),
        outline: points(known.outline), terrain: known.terrain || element.dataset.terrain || "", town: known.name ?? "",
        around: known.around ?? [], features: known.features ?? [], unit: Number(known.unit) || this.unit, inset: known.inset ?? "", same: known.same ?? [],
      });
    }
    /** The boards of the sheet, the main map first. @type {Part[]} */
    this.parts = this.boards();
    for (const place of this.places.values()) if (place.outline.length < 3) place.outline = this.hexagon(place.x, place.y);
    this.hexes = [...this.places.values()].every((place) => place.outline.length === 6);
    if (![...this.places.values()].some((place) => place.around.length)) this.meet();
  }

  /** @param {number} x @param {number} y @returns {[number, number][]} */
  hexagon(x, y) {
    return [0, 60, 120, 180, 240, 300].map((degrees) => {
      const angle = (degrees * Math.PI) / 180;
      return [x + this.unit * Math.cos(angle), y + this.unit * Math.sin(angle)];
    });
  }

  boards() {
    /** @type {Map<string, Part>} */
    const out = new Map();
    for (const { x, y, unit, inset } of this.places.values()) {
      const [left, top, right, bottom] = out.get(inset)?.box ?? [Infinity, Infinity, -Infinity, -Infinity];
      const far = unit * 1.5;
      out.set(inset, { name: inset, box: [Math.min(left, x - far), Math.min(top, y - far), Math.max(right, x + far), Math.max(bottom, y + far)] });
    }
    return [...out.values()].sort((one, other) => Number(Boolean(one.name)) - Number(Boolean(other.name)));
  }

  /** The name of the board at a point. @param {number} x @param {number} y */
  part(x, y) {
    return this.parts.find(({ name, box: [left, top, right, bottom] }) => name && x > left && x < right && y > top && y < bottom)?.name ?? "";
  }

  /** Work out adjacent places if the server did not send them. */
  meet() {
    const near = this.unit * 1.9;
    const all = [...this.places.values()];
    for (const one of all) one.around = all.filter((other) => other !== one && Math.hypot(other.x - one.x, other.y - one.y) < near).map((other) => other.name);
  }

  /** @param {string} name */
  path(name) {
    const place = this.places.get(name);
    return place ? `M${place.outline.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z` : "";
  }

  /** The places as one path. @param {Iterable<string>} names */
  area(names) {
    return [...names].map((name) => this.path(name)).join("");
  }

  /** The outline of a set of places. @param {Iterable<string>} names */
  rim(names) {
    /** @type {Map<string, string>} */
    const sides = new Map();
    /** @param {[number, number]} point */
    const key = ([x, y]) => `${Math.round(x / 2)},${Math.round(y / 2)}`;
    for (const name of names) {
      const outline = this.places.get(name)?.outline ?? [];
      outline.forEach((from, n) => {
        const to = /** @type {[number, number]} */ (outline[(n + 1) % outline.length]);
        const side = [key(from), key(to)].sort().join(" ");
        if (sides.has(side)) sides.delete(side);
        else sides.set(side, `M${from[0].toFixed(1)} ${from[1].toFixed(1)}L${to[0].toFixed(1)} ${to[1].toFixed(1)}`);
      });
    }
    return [...sides.values()].join("");
  }

  /** The hexside between two places. @param {string} name of the side */
  between(name) {
    const [one, other] = (this.sides[name] ?? []).map((hex) => this.places.get(hex)?.outline ?? []);
    const near = (/** @type {[number, number]} */ [x, y]) => (other ?? []).some(([a, b]) => Math.hypot(a - x, b - y) < this.unit * 0.2);
    return `M${(one ?? []).filter(near).map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
  }

  /** The place at a point. @param {number} x @param {number} y */
  at(x, y) {
    let best = null;
    let least = Infinity;
    for (const place of this.places.values()) {
      const far = Math.hypot(place.x - x, place.y - y);
      if (far < least && ((this.hexes && far < place.unit * 0.85) || inside(place.outline, x, y))) [best, least] = [place, far];
    }
    return best;
  }

  /** The neighbour in a direction. @param {string} name @param {number} dx @param {number} dy @param {number} [line] a height to stay at */
  beside(name, dx, dy, line = NaN) {
    const from = this.places.get(name);
    if (!from) return null;
    let best = null;
    let most = 0.2;
    for (const other of from.around) {
      const place = this.places.get(other);
      if (!place) continue;
      const far = Math.hypot(place.x - from.x, place.y - from.y) || 1;
      let score = ((place.x - from.x) * dx + (place.y - from.y) * dy) / far;
      if (!Number.isNaN(line)) score -= Math.abs(place.y - line) / (this.unit * 20);
      if (score > most) [best, most] = [place, score];
    }
    return best;
  }

  /** The distance of every place from one, in steps. @param {string} name @returns {Map<string, number>} */
  steps(name) {
    const out = new Map([[name, 0]]);
    const queue = [name];
    for (const at of queue) for (const next of this.places.get(at)?.around ?? []) if (!out.has(next)) out.set(next, (out.get(at) ?? 0) + 1) && queue.push(next);
    return out;
  }
}

/** @param {[number, number][]} outline @param {number} x @param {number} y */
function inside(outline, x, y) {
  let odd = false;
  outline.forEach(([ax, ay], n) => {
    const [bx, by] = /** @type {[number, number]} */ (outline[(n + outline.length - 1) % outline.length]);
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

/**
 * Move an inset out of a drawing into two separate layers: its ground, and everything above it.
 * @param {SVGSVGElement} svg
 * @param {Element} group
 * @returns {{ground: SVGSVGElement, svg: SVGSVGElement}}
 */
function lifted(svg, group) {
  const above = /** @type {SVGSVGElement} */ (svg.cloneNode(false));
  const below = /** @type {SVGSVGElement} */ (svg.cloneNode(false));
  const ground = group.querySelector(".ground");
  above.append(group);
  if (!ground) return { ground: below, svg: above };
  /** @type {Element[]} */
  const around = [];
  for (let at = ground.parentElement; at && at !== /** @type {Element} */ (above); at = at.parentElement) around.push(/** @type {Element} */ (at.cloneNode(false)));
  let inside = ground;
  for (const one of around) {
    one.append(inside);
    inside = one;
  }
  inside.removeAttribute("data-inset");
  below.append(inside);
  return { ground: below, svg: above };
}

/**
 * Move the ground of a drawing, and what is below it, into a separate layer.
 * @param {SVGSVGElement} svg
 * @returns {SVGSVGElement | null}
 */
function parted(svg) {
  const ground = svg.querySelector(".ground");
  const around = ground?.parentElement;
  if (!ground || !around) return null;
  const below = /** @type {SVGSVGElement} */ (svg.cloneNode(false));
  const within = around === /** @type {Element} */ (svg) ? below : /** @type {Element} */ (around.cloneNode(false));
  const first = [...svg.children].filter((child) => child.localName === "defs" || (child.localName === "rect" && child.compareDocumentPosition(ground) & Node.DOCUMENT_POSITION_FOLLOWING));
  below.append(...first);
  if (within !== below) below.append(within);
  within.append(ground);
  return below;
}

/**
 * The drawing, without the parts only a file needs.
 * @param {string} title
 * @param {string} [layer]
 * @returns {Promise<SVGSVGElement>}
 */
export async function drawing(title, layer = "terrain") {
  const text = await lasting(`/api/titles/${encodeURIComponent(title)}/map.svg?layer=${layer}`);
  const read = new DOMParser().parseFromString(String(text), "image/svg+xml");
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(read.documentElement, true)));
  if (svg.localName !== "svg") return /** @type {SVGSVGElement} */ (s("svg", { viewBox: "0 0 1000 700" }));
  for (const extra of svg.querySelectorAll("style, title")) extra.remove();
  svg.removeAttribute("role");
  svg.classList.add("sheet");
  return svg;
}

/** Preloaded sheets. @type {Map<string, Promise<MapSheet>>} */
const warmed = new Map();

/** Start loading a map while other requests are still running. @param {string} title */
export function warm(title) {
  if (!warmed.has(title)) warmed.set(title, openSheet(title));
}

/** A new sheet. @param {string} title @returns {Promise<MapSheet>} */
export async function openSheet(title) {
  const found = warmed.get(title);
  warmed.delete(title);
  if (found) return found;
  const [svg, board] = await Promise.all([drawing(title), lasting(`/api/titles/${encodeURIComponent(title)}/board`)]);
  return new MapSheet(svg, board);
}
