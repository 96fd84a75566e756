// Names of towns move aside where a counter would cover them.

/** @typedef {import("./mapsheet.js").MapSheet} MapSheet */

const HALF = 0.76; // of a hex: half a counter, what a stack adds to it, and a little room
const TALL = 0.75; // height of capitals, of the size of the type

export class PlaceNames {
  /** @param {MapSheet} sheet */
  constructor(sheet) {
    /** Every name at a place, and how far it moves. @type {{element: SVGTextElement, place: string, right: number, down: number}[]} */
    this.names = [];
    if (!sheet.hexes) return;
    for (const svg of [sheet.svg, ...sheet.insets.map((inset) => inset.svg)]) {
      for (const element of /** @type {NodeListOf<SVGTextElement>} */ (svg.querySelectorAll("text.name:is(.town, .city)"))) {
        const number = (/** @type {string} */ name) => Number(element.getAttribute(name));
        const [left, line, tall] = [number("x"), number("y"), TALL * number("font-size")];
        const [right, y] = [left + number("textLength"), line - tall / 2];
        const before = sheet.at(left - 6, y);
        const after = sheet.at(right + 6, y);
        const under = sheet.at((left + right) / 2, y);
        const room = (/** @type {number} */ unit) => HALF * unit;
        const near = (/** @type {{y: number, unit: number}} */ place) => Math.abs(y - place.y) < place.unit / 2;
        const own = under && under.town.toLowerCase() === element.textContent?.trim().toLowerCase();
        if (own && Math.abs((left + right) / 2 - under.x) < under.unit / 3) this.put(element, under.name, 0, under.y + room(under.unit) + tall - line); // below the stack
        else if (before && left > before.x && near(before)) this.put(element, before.name, before.x + room(before.unit) - left, 0);
        else if (after && right < after.x && near(after)) this.put(element, after.name, after.x - room(after.unit) - right, 0);
      }
    }
  }

  /** @param {SVGTextElement} element @param {string} place @param {number} right @param {number} down */
  put(element, place, right, down) {
    if (right || down) this.names.push({ element, place, right, down });
  }

  /** @param {Record<string, unknown[]>} stacks */
  draw(stacks) {
    for (const { element, place, right, down } of this.names) {
      const wanted = stacks[place]?.length ? `translate(${right.toFixed(1)} ${down.toFixed(1)})` : "";
      if ((element.getAttribute("transform") ?? "") !== wanted) element.setAttribute("transform", wanted);
    }
  }
}
