// The tabs beside the map and, on a phone, the bottom sheet with its three heights.

import { h } from "../dom.js";

/** @typedef {import("../state/session.js").Session} Session */

const STOPS = ["peek", "half", "full"];
const PHONE = [
  ["decide", "Decide"],
  ["diary", "Diary"],
  ["track", "Track"],
];

/**
 * `data-side` of the frame is the page shown beside the map, `data-sheet` the tab of the phone's sheet and
 * `data-stop` the height of the sheet; the style sheets do the rest.
 * @param {HTMLElement} frame
 * @param {Session} session
 */
export function mountTabs(frame, session) {
  const tabs = /** @type {HTMLElement} */ (frame.querySelector(".tabs"));
  const foot = h(
    "nav.sheet-tabs",
    { role: "tablist", "aria-label": "Parts of the game" },
    PHONE.map(([name = "", label = ""]) =>
      h(
        "button.tab",
        { type: "button", role: "tab", data: { sheet: name, test: `sheet-${name}` }, onclick: () => sheet(name, true) },
        label,
      ),
    ),
  );
  const grip = h("button.grip-bar", {
    type: "button",
    data: { test: "sheet-grip" },
    onclick: () => stop(STOPS[(STOPS.indexOf(frame.dataset.stop ?? "") + 1) % 3]),
  });

  /** @param {string} page @param {boolean} [focus] */
  const open = (page, focus = false) => {
    frame.dataset.side = page;
    select(tabs, (tab) => tab.dataset.tab === page);
    if (focus) /** @type {HTMLElement | null} */ (frame.querySelector(`#${page} input`))?.focus();
    session.tell("page", { page });
  };
  /** @param {string} name @param {boolean} [up] */
  const sheet = (name, up = false) => {
    frame.dataset.sheet = name;
    select(foot, (tab) => tab.dataset.sheet === name);
    if (up && frame.dataset.stop === "peek") stop("half");
  };
  /** @param {string} [name] */
  const stop = (name = "half") => {
    frame.dataset.stop = name;
    grip.setAttribute("aria-label", `Sheet: ${name}. Drag it up or down`);
  };

  frame.querySelector(".panel")?.append(foot);
  frame.querySelector(".grip")?.append(grip);
  tabs.addEventListener("click", (event) => {
    const tab = /** @type {HTMLElement} */ (event.target).closest(".tab");
    if (tab instanceof HTMLElement) open(tab.dataset.tab ?? "diary");
  });
  arrows(tabs);
  arrows(foot);
  drag(grip, (up) =>
    stop(STOPS[Math.max(0, Math.min(2, STOPS.indexOf(frame.dataset.stop ?? "half") + (up ? 1 : -1)))]),
  );
  session.addEventListener("sheet", (event) => {
    sheet("decide");
    stop(/** @type {CustomEvent} */ (event).detail.stop);
  });
  session.addEventListener("open", (event) => {
    const { page, focus } = /** @type {CustomEvent} */ (event).detail;
    sheet("diary", true);
    open(page, focus);
  });
  open("diary");
  sheet("decide");
  stop("half");
}

/** @param {HTMLElement} list @param {(tab: HTMLElement) => boolean} chosen */
function select(list, chosen) {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll(".tab"))) {
    tab.setAttribute("aria-selected", String(chosen(tab)));
    tab.tabIndex = chosen(tab) ? 0 : -1;
  }
}

/** Arrow keys move between the tabs. @param {HTMLElement} list */
function arrows(list) {
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const tabs = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
    const at = tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
  });
}

/** @param {HTMLElement} grip @param {(up: boolean) => void} moved */
function drag(grip, moved) {
  let from = 0;
  let far = false;
  grip.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    far = false;
    grip.setPointerCapture(event.pointerId);
  });
  grip.addEventListener("pointermove", (event) => {
    if (!from || Math.abs(event.clientY - from) < 40) return;
    moved(event.clientY < from);
    from = event.clientY;
    far = true;
  });
  grip.addEventListener("pointerup", () => (from = 0));
  grip.addEventListener("click", (event) => far && event.stopImmediatePropagation(), true);
}
