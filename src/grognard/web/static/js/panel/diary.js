// The war diary: what happened, by turn and phase, each line with its case; a click shows the board at that moment.

import { chip, current, fill, h, named, steady } from "../dom.js";
import { phaseName } from "./phases.js";
import { told } from "../state/playback.js";
import { actionWords, toldLine } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Entry} Entry */
/** @typedef {{now: string, entries: Entry[]}} Chapter */

const [LONG, SHOWN] = [190, 110]; // letters: of a line that is cut, and of what is shown of it

/**
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountDiary(element, session) {
  const list = h("div.diary", { "aria-label": "War diary", data: { test: "diary" } });
  const aloud = h("p.hush", { "aria-live": "polite" });
  fill(element, aloud, list);
  /** @type {Set<string>} the chapters the user opened or closed; by default only the newest is open */
  const turned = new Set();
  const draw = () => steady(element, write);
  const write = () => {
    const chapters = byTurn(session.log);
    if (!chapters.length) return fill(list, h("p.empty", {}, "Nothing has happened yet."));
    fill(
      list,
      chapters.reverse().map((chapter, n) => section(session, chapter, n === 0, turned)),
    );
    list.querySelector(".entry-text")?.setAttribute("tabindex", "0");
    mark();
  };
  const mark = () => {
    const at = session.at;
    for (const line of list.querySelectorAll("[data-n]")) {
      const here = at !== null && Number(/** @type {HTMLElement} */ (line).dataset.n) === at - 1;
      current(line, here);
      if (here) line.scrollIntoView({ block: "nearest" });
    }
  };
  list.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest(".chip")) return;
    const line = target.closest("[data-n]");
    if (line instanceof HTMLElement) void session.show(Number(line.dataset.n) + 1);
  });
  list.addEventListener("keydown", walk);
  session.addEventListener("log", (event) => {
    draw();
    const added = /** @type {CustomEvent} */ (event).detail?.added ?? [];
    aloud.textContent = added
      .slice(-6)
      .flatMap((/** @type {Entry} */ entry) => entry.lines.map((line) => toldLine(session, line.text)))
      .join(" ");
  });
  session.addEventListener("view", mark);
  const unfold = () => list.querySelectorAll(".chapter").forEach((one) => one.dispatchEvent(new Event("unfold")));
  const refold = () => {
    turned.clear();
    draw();
  };
  addEventListener("beforeprint", unfold); // open everything for printing
  addEventListener("afterprint", refold);
  session.addEventListener("leave", () => {
    removeEventListener("beforeprint", unfold);
    removeEventListener("afterprint", refold);
  });
  draw();
}

/** @param {Entry[]} log @returns {Chapter[]} */
export function byTurn(log) {
  /** @type {Chapter[]} */
  const chapters = [];
  for (const entry of log) {
    const last = chapters[chapters.length - 1];
    if (last && last.now === entry.now) last.entries.push(entry);
    else chapters.push({ now: entry.now, entries: [entry] });
  }
  return chapters;
}

/**
 * One turn; its content is rendered only when it is opened.
 * @param {Session} session
 * @param {Chapter} chapter
 * @param {boolean} newest
 * @param {Set<string>} turned
 */
function section(session, chapter, newest, turned) {
  const open = newest !== turned.has(chapter.now);
  const body = h("ol.entries", {});
  const count = chapter.entries.filter((entry) => told(entry) || entry.skipped?.length).length;
  const write = () => body.childElementCount || body.append(...lines(session, chapter.entries));
  const fold = h(
    "details.chapter",
    {
      open,
      ontoggle: () => {
        const now = /** @type {HTMLDetailsElement} */ (fold).open;
        if (now) write();
        if (now === newest) turned.delete(chapter.now);
        else turned.add(chapter.now);
      },
    },
    h(
      "summary",
      {},
      h(
        "span",
        {},
        h("span.serif", {}, chapter.now.split(", ")[0] ?? ""),
        h("span.quiet", {}, ` ${chapter.now.split(", ").slice(1).join(", ")}`),
      ),
      h("span.quiet", {}, `${count} ${count === 1 ? "entry" : "entries"}`),
    ),
    body,
  );
  fold.addEventListener("unfold", () => {
    write();
    fold.toggleAttribute("open", true);
  });
  if (open) write();
  return fold;
}

/** @param {Session} session @param {Entry[]} entries @returns {HTMLElement[]} */
function lines(session, entries) {
  /** @type {HTMLElement[]} */
  const out = [];
  for (let n = entries.length - 1; n >= 0; n -= 1) {
    const entry = /** @type {Entry} */ (entries[n]);
    if (told(entry) || entry.skipped?.length) out.push(item(session, entry));
    const name = phaseName(entry.phase);
    if (entries[n - 1]?.phase !== entry.phase && !entry.now.endsWith(name)) out.push(h("li.phase.caption", {}, name));
  }
  // newest first, with the name of the phase above its entries
  const ordered = /** @type {HTMLElement[]} */ ([]);
  /** @type {HTMLElement[]} */
  let held = [];
  for (const one of out) {
    if (one.classList.contains("phase")) {
      ordered.push(one, ...held);
      held = [];
    } else held.push(one);
  }
  return [...ordered, ...held];
}

/** The beginning of a long list; all of anything else. @param {string} text */
const beginning = (text) => (text.length > LONG ? text.slice(0, text.indexOf(", ", SHOWN) + 1 || text.length) : text);

/** What follows the beginning, on demand. @param {string} text */
function rest(text) {
  const more = text.slice(beginning(text).length);
  const opened = () => button.replaceWith(more);
  const button = h("button.link", { type: "button", onclick: (/** @type {Event} */ event) => (event.stopPropagation(), opened()), "aria-label": `Read on: ${more}` }, `… and ${more.split(", ").length - 1} more`);
  return more ? [button, " "] : "";
}

/** @param {Session} session @param {Entry} entry */
function item(session, entry) {
  const side = session.view.players.indexOf(entry.side);
  const acted = entry.lines.length || entry.action === "done" ? entry.lines : [{ cite: "", text: `${named(entry.side)}: ${actionWords(session, entry.action)}` }];
  const said = [...acted, ...(entry.skipped ?? [])];
  return h(
    "li.entry",
    { data: { n: String(entry.n), test: "entry" } },
    h("i.who", { data: { n: String(side) }, title: named(entry.side) }),
    h(
      "div.entry-lines",
      {},
      said.map((line, n) =>
        h(
          "p",
          {},
          h(
            "span.entry-text",
            {
              data: { test: "entry-text" },
              role: "button",
              tabindex: n === 0 ? "-1" : null,
              title: "Show the board after this",
              onkeydown: onEnter,
            },
            pips(beginning(toldLine(session, line.text))),
          ),
          rest(toldLine(session, line.text)),
          line.cite && quietChip(line.cite),
        ),
      ),
    ),
  );
}

/** A chip outside the Tab order: the arrow keys reach it. @param {string} cite */
function quietChip(cite) {
  const made = chip(cite);
  made.tabIndex = -1;
  return made;
}

/** Up and down through the entries, left and right to their cases. @param {KeyboardEvent} event */
function walk(event) {
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const on = /** @type {HTMLElement} */ (event.target);
  const down = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const side = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const entry = on.closest(".entry");
  if ((!down && !side) || !entry) return;
  const stops = /** @type {HTMLElement[]} */ ([
    ...(down ? list.querySelectorAll(".entry-text[tabindex]") : entry.querySelectorAll(".entry-text[tabindex], .chip")),
  ]);
  const at = stops.indexOf(down ? /** @type {HTMLElement} */ (entry.querySelector(".entry-text[tabindex]")) : on);
  const next = stops[at + (down ?? side ?? 0)];
  event.preventDefault();
  event.stopPropagation();
  if (!next) return;
  if (down) {
    for (const one of list.querySelectorAll(".entry-text[tabindex='0']")) one.setAttribute("tabindex", "-1");
    next.tabIndex = 0;
  }
  next.focus();
}

/** @param {KeyboardEvent} event */
function onEnter(event) {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  /** @type {HTMLElement} */ (event.currentTarget).click();
}

/** Dice are shown as dice: `Die 4` gets a frame around the number. @param {string} text */
function pips(text) {
  const found = /\b(?:die|rolls?|rolled)(?: an?)? ((?:[1-6]\b ?)+)/i.exec(text);
  if (!found) return text;
  const faces = (found[1] ?? "").trim().split(" ");
  const at = found.index + found[0].length - (found[1] ?? "").length;
  return h("span", {}, text.slice(0, at), ...faces.flatMap((face, n) => [n ? " " : "", h("span.pip", {}, face)]), text.slice(at + faces.join(" ").length));
}
