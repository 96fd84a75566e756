// What the browser remembers for the page, by key; a browser that stores nothing forgets it when the page is closed.

/** @type {Map<string, any>} */
const held = new Map();

/** A stored object; empty if there is none. @param {string} key @returns {Record<string, any>} */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}");
  } catch {
    return held.get(key) ?? {};
  }
}

/** Store an object. @param {string} key @param {Record<string, any>} value */
export function store(key, value) {
  held.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // it is held until the page is closed
  }
}
