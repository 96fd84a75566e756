// Names of towns move aside where a counter would cover them.

/** @typedef {import("./mapsheet.js").MapSheet} MapSheet */

const HALF = 0.66; // of a hex: half a counter, and a little room

export class PlaceNames {
  /** @param {MapSheet} sheet */
  constructor(sheet) {
    /** Every name beside a place, and how far it moves. @type {{element: SVGTextElement, place: string, by: number}[]} */
    this.names = [];
    if (!sheet.hexes) return;
    for (const svg of [sheet.svg, ...sheet.insets.map((inset) => inset.svg)]) {
      for (const element of /** @type {NodeListOf<SVGTextElement>} */ (svg.querySelectorAll("text.name:is(.town, .city)"))) {
        const [left, y] = [Number(element.getAttribute("x")), Number(element.getAttribute("y")) - 4];
        const right = left + Number(element.getAttribute("textLength"));
        const before = sheet.at(left - 6, y);
        const after = sheet.at(right + 6, y);
        const room = (/** @type {number} */ unit) => HALF * unit;
        const near = (/** @type {{y: number, unit: number}} */ place) => Math.abs(y - place.y) < place.unit / 2;
        if (before && left > before.x && near(before)) this.put(element, before.name, before.x + room(before.unit) - left);
        else if (after && right < after.x && near(after)) this.put(element, after.name, after.x - room(after.unit) - right);
      }
    }
  }

  /** @param {SVGTextElement} element @param {string} place @param {number} by */
  put(element, place, by) {
    if (by) this.names.push({ element, place, by });
  }

  /** @param {Record<string, unknown[]>} stacks */
  draw(stacks) {
    for (const { element, place, by } of this.names) {
      const wanted = stacks[place]?.length ? `translate(${by.toFixed(1)} 0)` : "";
      if ((element.getAttribute("transform") ?? "") !== wanted) element.setAttribute("transform", wanted);
    }
  }
}
