// Names of places lie above outlines of hexes, and move aside where counters would cover them: below the stack, beside it
// or above it; in a dense front in two lines.

/** @typedef {import("./mapsheet.js").MapSheet} MapSheet */
/** @typedef {import("./mapsheet.js").Place} Place */
/** @typedef {[number, number, number, number]} Box left, top, right, bottom */
/** Where a name could be: its left end, its first line, and whether it has two. @typedef {{x: number, y: number, two: boolean}} Spot */
/** @typedef {{element: SVGTextElement, text: string, place: Place, x: number, y: number, tall: number, wide: number, halves: [string, string] | null}} Name */

const HALF = 0.6; // of a hex: half a counter, and a little room
const FAN = 0.043; // of a hex: what every further counter of a stack adds on each side
const DEEP = 0.17; // and at most
const BADGE = 0.1; // of a hex: its number rises above a stack
const RING = 0.7; // of a hex: from its middle to below a ring around a counter
const SIGN = 0.22; // of a hex: half the sign of a place
const TALL = 0.75; // height of capitals, of the size of the type
const LINE = 1.15; // from line to line, of the size of the type
const NEAR = 2.6; // hexes: a name is not farther from its place
const COVERED = 0.12; // share of a name under counters from which two lines are tried

/** The area two boxes share. @param {Box} one @param {Box} other */
const shared = (one, other) => Math.max(0, Math.min(one[2], other[2]) - Math.max(one[0], other[0])) * Math.max(0, Math.min(one[3], other[3]) - Math.max(one[1], other[1]));

export class PlaceNames {
  /** @param {MapSheet} sheet @param {Element} layer above the outlines of hexes, below the counters */
  constructor(sheet, layer) {
    this.sheet = sheet;
    /** @type {Name[]} */
    this.names = [];
    /** The occupied places the names were last arranged for. */
    this.mark = "";
    if (!sheet.hexes) return;
    /** @type {Map<Element, Element>} */
    const frames = new Map();
    const towns = [...sheet.places.values()].filter((place) => place.town);
    for (const svg of [sheet.svg, ...sheet.insets.map((inset) => inset.svg)]) {
      for (const element of /** @type {NodeListOf<SVGTextElement>} */ (svg.querySelectorAll("text.name:is(.town, .city, .site, .district)"))) {
        const number = (/** @type {string} */ name) => Number(element.getAttribute(name));
        const text = element.textContent?.trim() ?? "";
        const [x, y, wide, tall] = [number("x"), number("y"), number("textLength"), TALL * number("font-size")];
        const far = (/** @type {Place} */ place) => Math.hypot(x + wide / 2 - place.x, y - tall / 2 - place.y) / place.unit;
        const [place] = towns.filter((one) => one.town.toLowerCase() === text.toLowerCase() && far(one) < NEAR).sort((one, other) => far(one) - far(other));
        if (!place) continue;
        this.names.push({ element, text, place, x, y, tall, wide, halves: halved(text) });
        raise(element, layer, frames);
      }
    }
  }

  /** @param {Record<string, unknown[]>} stacks */
  draw(stacks) {
    if (!this.names.length) return;
    const held = Object.keys(stacks).filter((name) => stacks[name]?.length && this.sheet.places.has(name));
    const mark = held.map((name) => `${name} ${stacks[name]?.length}`).join();
    if (mark === this.mark) return;
    this.mark = mark;
    const size = (/** @type {string} */ name) => stacks[name]?.length ?? 0;
    const counters = held.map((name) => occupied(/** @type {Place} */ (this.sheet.places.get(name)), size(name)));
    const printed = (/** @type {Name} */ name) => ({ x: name.x, y: name.y, two: false });
    const free = this.names.filter((name) => !hidden(boxOf(name, printed(name)), counters));
    const put = free.map((name) => boxOf(name, printed(name)));
    for (const name of free) write(name, null);
    for (const name of this.names.filter((one) => !free.includes(one))) {
      const others = this.names.filter((one) => one.place !== name.place).map((one) => occupied(one.place, 1));
      const best = arrange(name, size(name.place.name), counters, put, others);
      put.push(boxOf(name, best));
      write(name, best);
    }
  }
}

/** Move a name to another layer, within copies of the groups that gave it its place and typeface. @param {Element} element @param {Element} layer @param {Map<Element, Element>} frames the copies so far */
function raise(element, layer, frames) {
  const home = /** @type {Element} */ (element.parentElement);
  const known = frames.get(home);
  const frame = known ?? /** @type {Element} */ (home.cloneNode(false));
  frame.append(element);
  if (known) return;
  frames.set(home, frame);
  let outer = frame;
  for (let at = home.parentElement; at && at.localName !== "svg"; at = at.parentElement) {
    const copy = /** @type {Element} */ (at.cloneNode(false));
    copy.append(outer);
    outer = copy;
  }
  layer.append(outer);
}

/** What a stack covers, or the sign of a place without one. @param {Place} place @param {number} count @returns {Box} */
function occupied({ x, y, unit }, count) {
  const half = count ? HALF + Math.min(DEEP, FAN * (count - 1)) : SIGN;
  const more = count > 1 ? BADGE : 0;
  return [x - half * unit, y - (half + more) * unit, x + (half + more) * unit, y + (count ? Math.max(half, RING) : half) * unit];
}

/** A name in two lines of about the same length. @param {string} text @returns {[string, string] | null} */
function halved(text) {
  const gaps = [...text.matchAll(/ /g)].map((gap) => gap.index);
  const [gap] = gaps.sort((one, other) => Math.abs(one - text.length / 2) - Math.abs(other - text.length / 2));
  return gap === undefined ? null : [text.slice(0, gap), text.slice(gap + 1)];
}

/** @param {Name} name @param {Spot} spot @returns {Box} */
function boxOf(name, { x, y, two }) {
  return [x, y - name.tall, x + widthOf(name, two), y + 0.3 * name.tall + (two ? (name.tall / TALL) * LINE : 0)];
}

/** @param {Name} name @param {boolean} two lines */
function widthOf({ wide, text, halves }, two) {
  return two && halves ? (wide * Math.max(...halves.map((half) => half.length))) / text.length : wide;
}

/** The share of a box that counters cover. @param {Box} box @param {Box[]} counters */
function hidden(box, counters) {
  return counters.reduce((sum, counter) => sum + shared(box, counter), 0) / ((box[2] - box[0]) * (box[3] - box[1]));
}

/** The places around a stack where its name could be. @param {Name} name @param {number} count of its units @param {boolean} two lines @returns {Spot[]} */
function spots(name, count, two) {
  const { place: { x, y, unit }, tall } = name;
  const [left, top, right, bottom] = occupied(name.place, count);
  const wide = widthOf(name, two);
  const more = two ? (tall / TALL) * LINE : 0;
  const gap = 0.03 * unit;
  const [below, above, level] = [bottom + gap + tall, top - gap - more, y + tall / 2 - more / 2];
  const along = [x - wide / 2, right - wide, left];
  return [...along.map((at) => ({ x: at, y: below, two })), { x: right + gap, y: level, two }, { x: left - gap - wide, y: level, two }, ...along.map((at) => ({ x: at, y: above, two }))];
}

/** The best of them: under the fewest counters, then clear of other names, and not at another place that has one. @param {Name} name @param {number} count of its units @param {Box[]} counters @param {Box[]} names @param {Box[]} others */
function arrange(name, count, counters, names, others) {
  const near = counters.filter((box) => Math.abs((box[0] + box[2]) / 2 - name.place.x) < 5 * name.place.unit && Math.abs((box[1] + box[3]) / 2 - name.place.y) < 4 * name.place.unit);
  const cost = (/** @type {Spot} */ spot) => hidden(boxOf(name, spot), near) + 0.5 * hidden(boxOf(name, spot), names) + 0.1 * hidden(boxOf(name, spot), others);
  const least = (/** @type {Spot[]} */ list) => list.map((spot) => ({ spot, cost: cost(spot) })).reduce((one, other) => (other.cost < one.cost - 0.01 ? other : one));
  const single = least([{ x: name.x, y: name.y, two: false }, ...spots(name, count, false)]);
  if (single.cost < COVERED || !name.halves) return single.spot;
  return least([single.spot, ...spots(name, count, true)]).spot;
}

/** @param {Name} name @param {Spot | null} spot null: as printed */
function write(name, spot) {
  const { element, text, halves } = name;
  const two = Boolean(spot?.two && halves);
  const wanted = spot && !two ? `translate(${(spot.x - name.x).toFixed(1)} ${(spot.y - name.y).toFixed(1)})` : "";
  if ((element.getAttribute("transform") ?? "") !== wanted) element.setAttribute("transform", wanted);
  if (two === (element.childElementCount > 0) && !two) return;
  if (!two || !spot || !halves) {
    element.setAttribute("textLength", String(name.wide));
    element.textContent = text;
    return;
  }
  element.removeAttribute("textLength");
  const middle = spot.x + widthOf(name, true) / 2;
  element.replaceChildren(...halves.map((half, n) => {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "tspan");
    line.textContent = half;
    line.setAttribute("text-anchor", "middle");
    line.setAttribute("x", String(middle));
    line.setAttribute("y", String(spot.y + n * (name.tall / TALL) * LINE));
    return line;
  }));
}
