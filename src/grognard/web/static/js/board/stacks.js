// Counters on the map: readable stacks, highlight rings, and movement.

import { lively } from "./camera.js";
import { h, s } from "../dom.js";

/** @typedef {import("../state/types.js").Counter} Counter */
/** @typedef {import("../state/types.js").View} View */
/** @typedef {import("./mapsheet.js").MapSheet} MapSheet */
/** @typedef {{selected: Set<string>, choice: Set<string>, target: Set<string>, dim: Set<string>, able: Set<string>}} Rings */

const SIDE = 1.14; // of a counter, in map units
const TAG = 0.5; // of a small marker
const LONE = 0.84; // of one in a place without counters
const FAN = 0.075; // offset of each counter from the one below
const DEEP = 0.3; // maximum offset of a whole stack

/** Define a face once, so that every counter can use it. @param {SVGElement} defs @param {Record<string, string>} looks */
export function learn(defs, looks) {
  for (const [name, face] of Object.entries(looks)) {
    if (defs.querySelector(`#${name}`)) continue;
    const read = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg"><g id="${name}" data-face="">${face}</g></svg>`, "image/svg+xml");
    const group = read.documentElement.firstElementChild;
    if (!group) continue;
    for (const text of group.querySelectorAll(":scope > text")) {
      const x = Number(text.getAttribute("x"));
      const y = Number(text.getAttribute("y"));
      text.classList.add(y < 22 ? "face-size" : y > 80 ? "face-factor" : x < 25 || x > 75 || text.hasAttribute("transform") ? "face-name" : "face-text");
    }
    group.querySelector(":scope > g[transform]")?.classList.add("face-symbol");
    defs.append(document.importNode(group, true));
  }
}

/** A counter as a separate picture. @param {string} look @param {number} [size] */
export function portrait(look, size = 60) {
  return s("svg", { viewBox: "-2 -2 109 112", width: size, height: size, class: "portrait", "aria-hidden": "true", focusable: "false" }, s("use", { href: `#${look}` }));
}

/** Is it a small marker beside the counters? @param {Counter} counter */
const small = (counter) => counter.marker === "tag" || counter.tag === "yes";

export class Stacks {
  /** @param {SVGElement} layer @param {SVGElement} defs @param {MapSheet} sheet */
  constructor(layer, defs, sheet) {
    this.layer = layer;
    this.defs = defs;
    this.sheet = sheet;
    /** @type {Map<string, {element: SVGElement, look: string, place: string, x: number, y: number, side: number}>} */
    this.known = new Map();
    /** @type {Map<string, SVGElement>} */
    this.badges = new Map();
    /** The units that the last drawing moved, each with its way. @type {{id: string, look: string, way: string[]}[]} */
    this.moved = [];
    /** How fast they move, in ms per hex. */
    this.tempo = 90;
    /** The counter that has the ring of a selected stack. @type {Map<string, string>} */
    this.tops = new Map();
    const r = 9;
    defs.append(
      s("g", { id: "ring-selected" }, s("rect", { x: -6, y: -6, width: 112, height: 112, rx: r + 6, class: "ring-dark" }), s("rect", { x: -6, y: -6, width: 112, height: 112, rx: r + 6, class: "ring-selected" })),
      s("g", { id: "ring-target" }, s("rect", { x: -5, y: -5, width: 110, height: 110, rx: r + 5, class: "ring-dark" }), s("rect", { x: -5, y: -5, width: 110, height: 110, rx: r + 5, class: "ring-target" })),
      s("g", { id: "ring-choice" }, s("rect", { x: -5, y: -5, width: 110, height: 110, rx: r + 5, class: "ring-dark" }), s("rect", { x: -5, y: -5, width: 110, height: 110, rx: r + 5, class: "ring-choice" })),
      s("g", { id: "ring-fresh" }, s("rect", { x: -5, y: -5, width: 110, height: 110, rx: r + 5, class: "ring-fresh" })),
    );
  }

  /** The position and size of the n-th of `count` counters. @param {string} place @param {number} n @param {number} count @param {[number, number, number]} [known] given by the server */
  spot(place, n, count, known) {
    const at = this.sheet.places.get(place);
    if (!at) return null;
    if (known) return { x: known[0], y: known[1], side: known[2] };
    const side = SIDE * at.unit;
    const step = count < 2 ? 0 : Math.min(FAN, DEEP / (count - 1)) * side;
    const off = (n - (count - 1) / 2) * step;
    return { x: at.x - side / 2 + off, y: at.y - 0.06 * at.unit - side / 2 - off, side };
  }

  /** The position of the n-th small marker: at the lower left of the counters, or in the middle. @param {string} place @param {number} n @param {number} count @param {boolean} alone */
  corner(place, n, count, alone) {
    const at = this.sheet.places.get(place);
    if (!at) return null;
    const side = (alone ? LONE : TAG) * at.unit;
    if (alone) return { x: at.x + ((n - (count - 1) / 2) * 0.7 - LONE / 2) * at.unit, y: at.y - side / 2, side };
    return { x: at.x - (0.92 - 0.5 * n) * at.unit, y: at.y + 0.23 * at.unit, side };
  }

  /**
   * Draw the position; counters that changed place move there along the route.
   * @param {View} view
   * @param {Set<string>} up pieces on top, because they are selected
   * @param {string[]} route the places of the last action
   * @returns {Set<string>} pieces that have changed
   */
  draw(view, up, route = []) {
    learn(this.defs, view.looks);
    const changed = new Set();
    this.moved = [];
    const first = this.known.size === 0;
    const seen = new Set();
    const order = [];
    const badged = new Set();
    for (const [place, stack] of Object.entries(view.stacks)) {
      if (!this.sheet.places.has(place)) continue;
      const sorted = [...stack].sort((one, other) => Number(Boolean(other.marker)) - Number(Boolean(one.marker)) || Number(up.has(one.id)) - Number(up.has(other.id)));
      const tags = sorted.filter(small);
      const plain = sorted.filter((counter) => !small(counter));
      [...plain, ...tags].forEach((counter, at) => {
        const n = at < plain.length ? at : plain.length - 1;
        const spot = at < plain.length ? this.spot(place, at, plain.length, view.spots?.[counter.id]) : this.corner(place, at - plain.length, tags.length, !plain.length);
        if (!spot) return;
        seen.add(counter.id);
        const before = this.known.get(counter.id);
        const element = before?.element ?? this.make(counter);
        const y = spot.y;
        if (!before || before.x !== spot.x || before.y !== y || before.side !== spot.side) element.style.transform = `translate(${spot.x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${(spot.side / 100).toFixed(4)})`;
        if (before && before.look !== counter.look) {
          element.querySelector("use")?.setAttribute("href", `#${counter.look}`);
          changed.add(counter.id);
          if (before.place === place) this.flip(element);
        }
        if (before && before.place !== place) {
          changed.add(counter.id);
          const legs = this.legs(before.place, place, route);
          this.moved.push({ id: counter.id, look: counter.look, way: [before.place, ...legs, place] });
          this.travel(element, before, spot, legs);
        }
        if (!before && !first) {
          changed.add(counter.id);
          if (lively()) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 180 });
        }
        element.setAttribute("data-hex", place);
        element.classList.toggle("under", n < plain.length - 1);
        this.known.set(counter.id, { element, look: counter.look, place, x: spot.x, y, side: spot.side });
        order.push(element);
      });
      const units = stack.filter((counter) => !counter.marker && !small(counter)).length;
      if (units > 1 && this.sheet.hexes) {
        badged.add(place);
        const at = this.spot(place, plain.length - 1, plain.length);
        if (at) order.push(this.badge(place, units, at.x + at.side * 0.98, at.y + at.side * 0.02));
      }
    }
    for (const [id, { element }] of this.known) {
      if (seen.has(id)) continue;
      this.known.delete(id);
      if (lively() && !first) element.animate([{ opacity: 1 }, { opacity: 0, transform: `${element.style.transform} scale(.6)` }], { duration: 220 }).finished.then(() => element.remove(), () => element.remove());
      else element.remove();
    }
    for (const [place, element] of this.badges) if (!badged.has(place)) element.remove(), this.badges.delete(place);
    this.sort(order);
    return changed;
  }

  /** Remove everything from the map. */
  clear() {
    for (const { element } of this.known.values()) element.remove();
    for (const face of this.defs.querySelectorAll("g[data-face]")) face.remove();
    this.known.clear();
  }

  /** Put the elements into this order, moving only those that are out of order. @param {SVGElement[]} order */
  sort(order) {
    let at = this.layer.firstElementChild;
    for (const element of order) {
      if (at === element) at = at.nextElementSibling;
      else this.layer.insertBefore(element, at);
    }
  }

  /** @param {Counter} counter */
  make(counter) {
    return s("g", { class: counter.marker ? "counter marker" : "counter", data: { piece: counter.id, test: "counter", side: counter.side } }, s("use", { href: `#${counter.look}` }));
  }

  /** @param {string} place @param {number} count @param {number} x @param {number} y */
  badge(place, count, x, y) {
    let element = this.badges.get(place);
    if (!element) {
      element = s("g", { class: "count" }, s("rect", { x: -11, y: -10.5, width: 22, height: 21, rx: 10.5 }), s("text", { y: 4.6, "text-anchor": "middle" }));
      this.badges.set(place, element);
    }
    element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    const text = element.querySelector("text");
    if (text && !text.textContent) text.textContent = String(count);
    return element;
  }

  /** The places between two, if the action names them. @param {string} from @param {string} to @param {string[]} route */
  legs(from, to, route) {
    const end = route.lastIndexOf(to);
    return end < 0 || !this.sheet.places.has(from) ? [] : route.slice(0, end).filter((place) => place !== from && this.sheet.places.has(place));
  }

  /** @param {SVGElement} element @param {{x: number, y: number}} from @param {{x: number, y: number, side: number}} to @param {string[]} legs */
  travel(element, from, to, legs) {
    if (!lively()) return;
    const scale = `scale(${(to.side / 100).toFixed(4)})`;
    const half = to.side / 2;
    const frames = [from, ...legs.map((place) => {
      const at = this.sheet.places.get(place);
      return at ? { x: at.x - half, y: at.y - half } : from;
    }), to].map((at) => ({ transform: `translate(${at.x}px, ${at.y}px) ${scale}` }));
    element.classList.add("travelling");
    element.animate(frames, { duration: Math.min(this.tempo * 8, this.tempo * Math.max(2, frames.length)), easing: "ease-out" }).finished.then(() => element.classList.remove("travelling"), () => {});
  }

  /** @param {SVGElement} element */
  flip(element) {
    const use = element.querySelector("use");
    if (use && lively()) use.animate([{ transform: "translateX(50px) scaleX(0)" }, { transform: "none" }], { duration: 180, easing: "ease-out" });
  }

  /** @param {Rings} rings */
  ring(rings) {
    for (const [id, { element, place }] of this.known) {
      const above = this.tops.get(place);
      const wanted = rings.selected.has(id) && above !== id ? "" : rings.selected.has(id) ? "ring-selected" : rings.target.has(id) ? "ring-target" : rings.choice.has(id) ? "ring-choice" : "";
      const ring = element.querySelector(".ring");
      const has = ring?.getAttribute("href")?.slice(1) ?? "";
      if (has !== wanted) {
        ring?.remove();
        if (wanted) element.append(s("use", { href: `#${wanted}`, class: "ring" }));
      }
      element.classList.toggle("dim", rings.dim.has(id));
    }
  }

  /** Show how many of each stack are selected, and which of their counters is on top. @param {View} view @param {Set<string>} selected */
  tally(view, selected) {
    this.tops = new Map();
    for (const [id, { place }] of this.known) if (selected.has(id)) this.tops.set(place, "");
    for (const element of this.layer.querySelectorAll(".counter")) {
      const id = /** @type {SVGElement} */ (element).dataset.piece ?? "";
      const place = this.known.get(id)?.place ?? "";
      if (selected.has(id)) this.tops.set(place, id);
    }
    for (const [place, badge] of this.badges) {
      const units = (view.stacks[place] ?? []).filter((counter) => !counter.marker && !small(counter));
      const count = units.filter((counter) => selected.has(counter.id)).length;
      const text = count ? `${count}/${units.length}` : String(units.length);
      const label = badge.querySelector("text");
      if (label && label.textContent !== text) label.textContent = text;
      badge.classList.toggle("part", count > 0);
    }
  }

  /** Highlight what has changed for a moment, if there is no animation. @param {Set<string>} pieces */
  mark(pieces) {
    for (const piece of pieces) {
      const element = this.known.get(piece)?.element;
      if (!element) continue;
      const ring = s("use", { href: "#ring-fresh", class: "fresh" });
      element.append(ring);
      setTimeout(() => ring.remove(), 2000);
    }
  }
}

/**
 * An open stack: every counter large, each a button.
 * @param {Counter[]} counters from bottom to top
 * @param {{selected: Set<string>, choice: Set<string>, name: (counter: Counter) => string, note: (piece: string) => string, press: (piece: string) => void, taps: boolean}} how
 */
export function laidOut(counters, { selected, choice, name, note, press, taps }) {
  const list = [...counters].reverse();
  const size = list.length > 12 ? 46 : 62;
  return h("div.fan-row", { data: { count: list.length } }, ...list.map((counter) => {
    const on = selected.has(counter.id);
    const props = {
      type: "button", class: `fan-piece${on ? " on" : ""}${choice.has(counter.id) ? " choice" : ""}`, title: counter.tip || counter.id,
      data: { piece: counter.id, test: "fan-piece" }, "aria-pressed": String(on), "aria-label": `${counter.tip || counter.id}${note(counter.id) ? `, ${note(counter.id)}` : ""}`,
      onclick: () => press(counter.id), disabled: counter.marker ? true : null, tabindex: taps ? null : -1,
    };
    return h("button", props, portrait(counter.look, size), h("span", {}, name(counter)), h("small", {}, note(counter.id)));
  }));
}
