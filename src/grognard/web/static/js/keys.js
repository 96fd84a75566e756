// Shortcuts on the board: every function has a key; F1 or H lists them.

import { openKeys } from "./dialogs/help.js";
import { LAYERS } from "./board/overlays.js";

/** @typedef {import("./board/board.js").Board} Board */

/** The six hex directions, as laid out on the keyboard. @type {Record<string, [number, number]>} */
const SIDES = { q: [-0.87, -0.5], w: [0, -1], e: [0.87, -0.5], a: [-0.87, 0.5], s: [0, 1], d: [0.87, 0.5] };
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** What the keys do, for the help dialog. @type {[string, string][]} */
export const HELP = [
  ["Q W E A S D", "move the cursor in the six directions of a hex"],
  ["Arrows", "move the cursor; with Shift, move the map"],
  ["Enter, Space", "act: select the unit, move there, confirm"],
  ["X", "select the whole stack"],
  ["G", "open the stack and go into it"],
  [". and ,", "next, previous unit that can still act"],
  ["?", "why not? for the hex at the cursor"],
  ["1 to 9", "choices, or actions if there are none"],
  ["Esc", "go back one step"],
  ["Z", "undo"],
  ["J", "plan the attack without making it"],
  ["B", "boxes beside the map"],
  ["+ - 0", "zoom in, zoom out, whole map"],
  ["\\", "the other map, if there are two; from a hex, the same ground"],
  ...LAYERS.map((layer) => /** @type {[string, string]} */ ([layer.key, `overlay: ${layer.label.toLowerCase()}`])),
  ["Space", "while the others' moves are played: pause or play; Left and Right step, Enter skips, Home begins again"],
  ["Tab", "to the panel and back"],
  ["F1, H", "this list"],
];

/**
 * @param {Board} board
 * @returns {() => void} to stop
 */
export function bindKeys(board) {
  const { composer } = board;
  let row = NaN;

  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, textarea, select, dialog, [contenteditable]")) return;
    const control = target.closest("button, a, [role=tab], [role=menuitem]");
    const onMap = target === document.body || board.world.contains(target) || target === board.frame;
    if (control?.closest(".chosen, .fan") && event.key === "Enter" && composer.ready) {
      event.preventDefault();
      return void composer.confirm();
    }
    if (control && (event.key === "Enter" || event.key === " ")) return;
    if (control && ARROWS[event.key] && !board.fan?.element.contains(control)) return;
    if (handle(event, Boolean(onMap), control)) event.preventDefault();
  };

  /** @param {KeyboardEvent} event @param {boolean} onMap @param {Element | null} control */
  const handle = (event, onMap, control) => {
    const { key } = event;
    const low = key.length === 1 ? key.toLowerCase() : key;
    if (board.session.unmanned && (key === " " || key === ".")) return pressed1(key === " " ? "watch-pause" : "watch-step");
    const arrow = ARROWS[key];
    if (arrow && event.shiftKey) return board.camera?.pan(-arrow[0] * 90, -arrow[1] * 90), true;
    if (arrow && control && board.fan?.element.contains(control)) return walkFan(control, arrow[0] + arrow[1]);
    const side = SIDES[low] ?? arrow;
    if (side) return step(side, arrow !== undefined && arrow[1] === 0);
    if ((key === "Enter" || key === " ") && onMap) return enter();
    if (key === "Escape") return escape();
    if (key === "?") return ask();
    if (key === ".") return next(1);
    if (key === ",") return next(-1);
    if (key === "+" || key === "=") return board.camera?.nudge(1.4), true;
    if (key === "-" || key === "_") return board.camera?.nudge(1 / 1.4), true;
    if (key === "0") return board.viewpoint.fit(), true;
    if (key === "\\") return board.viewpoint.cross();
    if (/^[1-9]$/.test(key)) return choose(Number(key));
    if (key === "F1" || low === "h") return openKeys(), true;
    if (low === "x") return void composer.take(here()), true;
    if (low === "g") return layOut();
    if (low === "z") return undo(), true;
    if (low === "b") return board.tray?.cycle(), true;
    if (low === "j") return composer.ready ? (composer.plan(), true) : false;
    const layer = LAYERS.find((one) => one.key.toLowerCase() === low && board.sheet?.overlays.has(one.name));
    if (layer) return board.overlays?.toggle(layer.name), true;
    return false;
  };

  /** @param {string} test */
  const pressed1 = (test) => {
    const found = /** @type {HTMLElement | null} */ (document.querySelector(`[data-test="${test}"]`));
    found?.click();
    return found !== null;
  };

  const here = () => board.place || composer.placeOf(composer.selection[0] ?? "");

  /** @param {[number, number]} side @param {boolean} level */
  const step = (side, level) => {
    board.byKey = true;
    const on = board.sheet?.elements.get(board.place);
    if (!board.place || document.activeElement !== on) return board.focusPlace(), true;
    const from = board.sheet?.places.get(board.place);
    if (!level || Number.isNaN(row)) row = from?.y ?? NaN;
    const to = board.sheet?.beside(board.place, side[0], side[1], level ? row : NaN);
    if (!level) row = to?.y ?? row;
    if (to) board.goTo(to.name);
    return true;
  };

  const enter = () => {
    if (composer.ready || (composer.act && composer.enough && !composer.targets.has(board.place) && !composer.own(board.place).some((piece) => composer.pickable.has(piece)))) return void composer.confirm(), true;
    const whole = composer.offers.filter((offer) => offer.next.done);
    if (whole.length === 1 && composer.selection.some((piece) => composer.placeOf(piece) === board.place)) return void composer.play(whole[0]?.next.action ?? ""), true;
    if (!board.place) return board.focusPlace(), true;
    void board.act(board.place, "", false);
    return true;
  };

  const escape = () => {
    clearTimeout(board.timer); // no stack opens under a pointer that rests
    board.showLine("");
    if (board.bubble?.close() || board.fan?.close()) return true;
    if (composer.escape() || board.tray?.close() || board.dice?.close()) return true;
    const control = document.activeElement;
    if (control instanceof HTMLElement && control !== document.body) return board.focusPlace(), true;
    return false;
  };

  const ask = () => {
    const place = here();
    if (!place) return false;
    const own = composer.own(place);
    const top = own[own.length - 1];
    if (top && !composer.selection.length && !composer.act) void composer.doubts.piece(top);
    else void composer.doubts.place(place);
    return true;
  };

  /** @param {number} way */
  const next = (way) => {
    const able = [...composer.movable];
    const own = able.length ? able : Object.keys(board.session.view.stacks).flatMap((place) => composer.own(place)).filter((piece) => !("attacked" in (board.session.view.pieces[piece]?.marks ?? {})));
    const idle = own.filter((piece) => !("points" in (board.session.view.pieces[piece]?.marks ?? {})));
    const list = idle.length ? idle : own;
    if (!list.length) return board.say("No unit can do anything more."), true;
    const at = list.indexOf(composer.selection[0] ?? "");
    const piece = list[(at + way + list.length) % list.length] ?? "";
    const place = composer.placeOf(piece);
    board.selecting = performance.now();
    void composer.select([piece]);
    if (board.sheet?.places.has(place)) board.goTo(place);
    else board.tray?.reveal(place);
    return true;
  };

  /** @param {number} number */
  const choose = (number) => {
    const found = document.querySelector(`[data-number="${number}"]`);
    if (!(found instanceof HTMLElement)) return false;
    found.click();
    return true;
  };

  const layOut = () => {
    if (!here() || !(board.session.view.stacks[here()] ?? []).length) return false;
    board.fan?.open(here(), true);
    /** @type {HTMLElement | null} */ (board.fan?.element.querySelector("button:not(:disabled)"))?.focus();
    return true;
  };

  /** @param {Element} control @param {number} way */
  const walkFan = (control, way) => {
    const all = [...(board.fan?.element.querySelectorAll("button:not(:disabled)") ?? [])];
    const to = all[(all.indexOf(control) + Math.sign(way) + all.length) % all.length];
    if (to instanceof HTMLElement) to.focus();
    return true;
  };

  const undo = () => {
    const why = board.session.view.undo;
    if (why === null) void board.session.undo();
    else board.session.notice(`Can't undo: ${why}.`);
  };

  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}
