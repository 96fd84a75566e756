// Where the camera has to be so that places are seen beside what floats over the map.

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("./camera.js").Sight} Sight */
/** @typedef {{x: number, y: number}} Spot */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Edges */

const GAP = 6; // px between a place and what floats
const MOST = 0.75; // of the map that may be left unused at one edge

/** What floats over the map, in px of its frame; what opens at a place goes out of the way itself. @param {HTMLElement} frame @returns {Edges[]} */
export function floating(frame) {
  return [...frame.querySelectorAll(":scope > .float:not([hidden], .fan, .hexline)")]
    .filter((one) => one instanceof HTMLElement && one.offsetWidth && getComputedStyle(one).visibility !== "hidden")
    .map((one) => /** @type {HTMLElement} */ (one))
    .map(({ offsetLeft: left, offsetTop: top, offsetWidth: w, offsetHeight: h }) => ({ left, top, right: left + w, bottom: top + h }));
}

/** Does a place with so much around it lie beside all of these? @param {Spot} at on the screen @param {number} reach @param {Edges[]} floats */
const beside = (at, reach, floats) => floats.every((one) => at.x + reach < one.left || at.x - reach > one.right || at.y + reach < one.top || at.y - reach > one.bottom);

/** The edges of the map to leave out, one of each float or none. @param {Edges[]} floats @param {Edges} inset @param {number} w @param {number} h @returns {Edges[]} */
function ways(floats, inset, w, h) {
  let found = [inset];
  for (const one of floats) {
    const sides = /** @type {[keyof Edges, number, number][]} */ ([["left", one.right, w], ["right", w - one.left, w], ["top", one.bottom, h], ["bottom", h - one.top, h]]);
    const more = sides.filter(([, size, all]) => size < all * MOST);
    found = found.flatMap((edges) => [edges, ...more.map(([side, size]) => ({ ...edges, [side]: Math.max(edges[side], size + GAP) }))]);
  }
  return found;
}

/** Move as little as possible, so that low and high come to lie within. @param {number} at @param {number} low @param {number} high @param {number} from @param {number} to */
const along = (at, low, high, from, to) => Math.min(Math.max(at, from - low), to - high);

/**
 * The sight nearest to the present one that shows all these places clear of what floats; if there is none, without the
 * places farthest from the first.
 * @param {Camera} camera @param {Spot[]} spots @param {Edges[]} floats
 * @param {{reach: number, usual: number, least: number}} zoom how far a place reaches from its middle, on the map; the zoom if there is room, and the smallest
 * @returns {Sight | null}
 */
export function clearing(camera, spots, floats, { reach, usual, least }) {
  const { clientWidth: w, clientHeight: h } = camera.frame;
  const now = camera.ahead;
  const [aim] = spots;
  if (!aim) return null;
  const far = (/** @type {Spot} */ one) => Math.hypot(one.x - aim.x, one.y - aim.y);
  const list = [...spots].sort((one, other) => far(one) - far(other));
  const all = ways(floats, camera.inset, w, h);
  for (; list.length; list.pop()) {
    const [x0, x1] = [Math.min(...list.map((one) => one.x)) - reach, Math.max(...list.map((one) => one.x)) + reach];
    const [y0, y1] = [Math.min(...list.map((one) => one.y)) - reach, Math.max(...list.map((one) => one.y)) + reach];
    /** @type {{sight: Sight, moved: number} | null} */
    let best = null;
    for (const { left, right, top, bottom } of all) {
      const k = Math.min(usual, (w - left - right) / (x1 - x0), (h - top - bottom) / (y1 - y0));
      if (k < Math.max(least, camera.least)) continue;
      const [mx, my] = [(w / 2 - now.x) / now.k, (h / 2 - now.y) / now.k]; // the middle stays where it is
      const sight = { k, x: along(w / 2 - mx * k, x0 * k, x1 * k, left, w - right), y: along(h / 2 - my * k, y0 * k, y1 * k, top, h - bottom) };
      if (!list.every((one) => beside({ x: one.x * k + sight.x, y: one.y * k + sight.y }, reach * k, floats))) continue;
      const moved = Math.hypot(sight.x + mx * k - w / 2, sight.y + my * k - h / 2);
      if (!best || k > best.sight.k * 1.02 || (k > best.sight.k * 0.98 && moved < best.moved)) best = { sight, moved };
    }
    if (best) return best.sight;
  }
  return null;
}
