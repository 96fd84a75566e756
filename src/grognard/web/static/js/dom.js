// Small helpers to build the page. Nothing here knows about games.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props */

/**
 * An element: `h("button.primary", {onclick}, "Go")`. A prop that begins with `on` is a listener, `data`
 * an object of data attributes, a boolean a plain attribute, anything else an attribute.
 * @param {string} tag name, and classes after dots
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  set(element, props);
  element.append(...nodes(children));
  return element;
}

/**
 * An SVG element.
 * @param {string} name
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(name, props = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, props);
  element.append(...nodes(children));
  return element;
}

/** @param {Element} element @param {Props} props */
function set(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else if (name === "value" && element instanceof HTMLInputElement) element.value = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return children
    .flat()
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Replace the content of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * Mark the visible item of a list.
 * @param {Element} element
 * @param {boolean} here
 */
export function current(element, here) {
  if (here) element.setAttribute("aria-current", "true");
  else element.removeAttribute("aria-current");
}

/**
 * The element with this id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id}`);
  return found;
}

const ICONS = /** @type {Record<string, string>} */ ({
  mark: "M12 1.8 21 7v10l-9 5.2L3 17V7z",
  back: "M15 5l-7 7 7 7",
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-3",
  replay: "M4.5 12a7.5 7.5 0 1 0 2.3-5.4L4 9M4 4v5h5M10.5 9.2v5.6l4.6-2.8z",
  rules: "M12 6.5C10 5 7 4.6 3.5 5v13c3.5-.4 6.5 0 8.5 1.5 2-1.5 5-1.9 8.5-1.5V5c-3.5-.4-6.5 0-8.5 1.5zm0 0v13",
  charts: "M4 4.5h16v15H4zM4 9.5h16M4 14.5h16M9.5 4.5v15M14.7 4.5v15",
  roster: "M4 6h3v3H4zm0 6h3v3H4zm0 6h3v2H4zM10 7.5h10M10 13.5h10M10 19h10",
  chat: "M4 5h16v11H11l-4.5 4v-4H4z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  auto: "M12 3.5a8.5 8.5 0 1 0 0 17zM12 3.5a8.5 8.5 0 0 1 0 17",
  layers: "M12 4 3.5 8.5 12 13l8.5-4.5zM3.5 12.5 12 17l8.5-4.5M3.5 16.3 12 20.8l8.5-4.5",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  close: "M6 6l12 12M18 6 6 18",
  first: "M6 5v14M19 5.5v13L9 12z",
  prev: "M16 5.5v13L6.5 12z",
  next: "M8 5.5v13l9.5-6.5z",
  last: "M18 5v14M5 5.5v13L15 12z",
  play: "M7 4.5v15l12-7.5z",
  pause: "M7.5 5v14M16.5 5v14",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  branch: "M7 3.5v17M7 12c6 0 10-1.5 10-6M17 3.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  flag: "M6 21V4h12l-2.5 4.5L18 13H6",
  download: "M12 4v11M7.5 11 12 15.5 16.5 11M4.5 19.5h15",
  upload: "M12 15.5V4.5M7.5 9 12 4.5 16.5 9M4.5 19.5h15",
  gear: "M4 7.5h9M17.5 7.5H20M15.2 5.2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM4 16.5h2.5M11 16.5h9M8.8 14.2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z",
  person: "M12 4.5a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 0 0 0-7.4zM4.8 20c.5-4 3.5-6 7.2-6s6.7 2 7.2 6",
  search: "M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5",
  print: "M7 8.5V4h10v4.5M7 16H4.5V8.5h15V16H17M7 13.5h10V20H7z",
  people:
    "M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM3.5 19.5c0-4 2.5-6 5.5-6s5.5 2 5.5 6M16 6a2.5 2.5 0 0 1 0 5M17 13.6c2.2.6 3.5 2.6 3.5 5.9",
  dice: "M5 5h14v14H5zM9 9v.01M15 15v.01M15 9v.01M9 15v.01M12 12v.01",
  hand: "M5 12.5 10 17.5 19.5 6.5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z",
  pen: "M4.5 19.5 5.5 15 15.5 5l3.5 3.5L9 18.5z",
  diary: "M6 3.5h12.5v17H6zM6 7.5H4M6 12H4M6 16.5H4M9.5 8h6M9.5 12h6",
  track: "M3.5 8h17v8h-17zM9 8v8M15 8v8",
  die: "M5 4.500h14v15H5zM9 8.500v.01M15 8.500v.01M12 12v.01M9 15.500v.01M15 15.500v.01",
  hint: "M9 18.500h6M10 21.500h4M12 2.500a6.500 6.500 0 0 0-4 11.600c.8.7 1.200 1.500 1.200 2.400h5.600c0-.9.4-1.700 1.200-2.400a6.500 6.500 0 0 0-4-11.600z",
  step: "M7 4.500v15l9-7.500zM19 5v14",
});

/**
 * A line icon of 20 by 20 px, hidden from screen readers.
 * @param {string} name
 * @param {number} [size]
 * @returns {SVGElement}
 */
export function icon(name, size = 20) {
  return s(
    "svg",
    {
      viewBox: "0 0 24 24",
      width: size,
      height: size,
      class: `icon icon-${name}`,
      "aria-hidden": "true",
      focusable: "false",
    },
    s("path", {
      d: ICONS[name] ?? "",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.8,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  );
}

/**
 * The chip of a case: a click opens its card, anywhere on the page.
 * @param {string} cite
 * @returns {HTMLElement}
 */
export function chip(cite) {
  return h(
    "button.chip",
    { type: "button", data: { case: cite, test: "case" }, title: `Case ${cite}`, "aria-label": `Case ${cite}` },
    /^\d/.test(cite) ? cite : named((cite.split(".")[0] ?? cite).replace(/(?<=[a-z])(?=\d)/, " ")),
  );
}

/**
 * A button; `test` names it for tests and tools.
 * @param {string} test
 * @param {Child | Child[]} label
 * @param {(event: MouseEvent) => void} onclick
 * @param {Props & {class?: string}} [props]
 * @returns {HTMLButtonElement}
 */
export function button(test, label, onclick, props = {}) {
  const { data, ...more } = props;
  const made = h("button", { type: "button", class: "button", onclick, data: { test, ...data }, ...more }, label);
  return /** @type {HTMLButtonElement} */ (made);
}

/**
 * Capitalize a name: `german` is shown as German.
 * @param {string} word
 */
export function named(word) {
  return word.replace(/(^|[\s-])\p{L}/gu, (found) => found.toUpperCase());
}

/**
 * Redraw something while keeping focus and scroll position.
 * @param {HTMLElement} element
 * @param {() => void} draw
 */
export function steady(element, draw) {
  const on = document.activeElement;
  const path = on instanceof HTMLElement && element.contains(on) ? trail(on, element) : "";
  const [top, height] = [element.scrollTop, element.scrollHeight];
  draw();
  if (top > 30) element.scrollTop = top + element.scrollHeight - height;
  if (path) /** @type {HTMLElement | null} */ (element.querySelector(path))?.focus({ preventScroll: true });
}

/** A selector for an element from its own name and those of its ancestors. @param {HTMLElement} on @param {Element} within */
function trail(on, within) {
  /** @type {string[]} */
  const steps = [];
  for (let at = /** @type {HTMLElement | null} */ (on); at && at !== within; at = at.parentElement) {
    const names = ["id", "n", "piece", "test"]
      .filter((name) => at?.dataset[name])
      .map((name) => `[data-${name}="${CSS.escape(at?.dataset[name] ?? "")}"]`);
    if (names.length) steps.unshift(names.join(""));
  }
  return steps.join(" ");
}

/** Replace the content of an element unless it looks the same, so a button does not vanish while it is pressed. @param {HTMLElement} element @param {...Child} children */
export function settle(element, ...children) {
  const fresh = h("div", {}, ...children);
  if (fresh.innerHTML !== element.innerHTML) element.replaceChildren(...fresh.childNodes);
}

/**
 * Debounce: run a function once the calls to it pause.
 * @template {any[]} A
 * @param {(...args: A) => void} work
 * @param {number} [ms]
 * @returns {(...args: A) => void}
 */
export function calm(work, ms = 120) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => work(...args), ms);
  };
}

/** A field to search in. @param {string} test @param {string} placeholder @param {string} label @returns {HTMLInputElement} */
export function searchField(test, placeholder, label) {
  return /** @type {HTMLInputElement} */ (h("input.field", { type: "search", placeholder, "aria-label": label, data: { test } }));
}
