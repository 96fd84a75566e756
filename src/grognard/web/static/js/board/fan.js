// An opened stack: every counter large enough to read, each a button. Hovering only previews it.

import { button, fill, h, named } from "../dom.js";
import { laidOut } from "./stacks.js";
import { formations } from "../panel/forces.js";
import { guesses, shortName } from "../state/words.js";

/** @typedef {import("./board.js").Board} Board */

const FEW = 6; // short names
const STRIDE = 40; // px between the spots tried
const AFAR = 140; // px from its hex that weigh as much as a unit hidden

export class Fan {
  /** @param {HTMLElement} frame @param {Board} board */
  constructor(frame, board) {
    this.board = board;
    /** The open stack: its place, and whether it stays open. @type {{place: string, pinned: boolean} | null} */
    this.shown = null;
    this.element = h("div.fan.float", { hidden: true, role: "dialog", "aria-label": "Stack", data: { test: "fan" } });
    frame.append(this.element);
  }

  /** The unit that is selected only because the stack was clicked: the first one clicked here replaces it. */
  lone = "";

  /** Has something been clicked here? Then it stays where it is. */
  used = false;

  /** @param {string} place @param {boolean} pinned @param {string} [top] the unit that a click on the stack selects */
  open(place, pinned, top = "") {
    this.shown = { place, pinned };
    this.lone = this.board.composer.selection.includes(top) ? "" : top;
    this.used = false;
    this.draw();
  }

  /** A click on a counter. @param {string} piece @param {string} place */
  press(piece, place) {
    const { composer } = this.board;
    const { lone } = this;
    const others = composer.selection.filter((one) => one !== lone);
    this.lone = "";
    this.used = true;
    if (lone && piece !== lone && !composer.act && composer.movable.has(piece) && others.length < composer.selection.length) void composer.select([...others.filter((one) => one !== piece), piece]);
    else this.board.pressPiece(piece, place);
  }

  /** Buttons for all units of one formation that lie here among others. @param {string[]} own */
  together(own) {
    const { composer } = this.board;
    const able = own.filter((piece) => composer.movable.has(piece));
    return composer.act ? [] : formations(composer, able).map(([name, pieces]) => button("fan-formation", `${name} (${pieces.length})`, () => {
      this.close();
      void composer.select(composer.gathers ? [...new Set([...composer.selection.filter((one) => one !== this.lone), ...pieces])] : pieces);
    }, { class: "button small" }));
  }

  close() {
    const had = this.shown !== null;
    const inside = this.element.contains(document.activeElement);
    this.shown = null;
    this.element.hidden = true;
    if (inside) this.board.focusPlace();
    return had;
  }

  draw() {
    const { shown } = this;
    const { composer, session } = this.board;
    if (!shown) return;
    const stack = session.view.stacks[shown.place] ?? [];
    const kept = this.element.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.piece : undefined;
    const picked = composer.act?.next.kind === "pieces" ? composer.act.picked : new Set(composer.selection);
    const own = composer.own(shown.place);
    const head = h("header", {}, h("b", {}, this.board.placeName(shown.place)), h("span", {}, this.board.labels.terrain(shown.place)));
    const row = laidOut(stack, { selected: picked, choice: composer.choosable, name: (counter) => shortName(session, counter), note: (piece) => this.board.labels.state(piece), taps: shown.pinned, press: (piece) => this.press(piece, shown.place) });
    const all = shown.pinned && own.length > 1 && session.mine ? button("fan-all", ["Select the stack", h("kbd", {}, "X")], () => (this.close(), void composer.take(shown.place)), { class: "button small" }) : null;
    const groups = shown.pinned && session.mine ? this.together(own) : [];
    fill(this.element, head, row, ...this.known(stack, shown.pinned), all || groups.length ? h("div.fan-foot", {}, ...groups, all) : null);
    this.element.classList.toggle("peek", !shown.pinned);
    this.element.classList.toggle("small", composer.selection.length > 0);
    this.element.hidden = false;
    if (!this.used) this.settle();
    if (kept) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-piece="${CSS.escape(kept)}"]`))?.focus();
  }

  /** What is known about hidden blocks. @param {import("../state/types.js").Counter[]} stack @param {boolean} whole */
  known(stack, whole) {
    return guesses(this.board.session, stack).map(({ count, side, names, seen }) => {
      const list = whole ? names : names.slice(0, FEW);
      const more = names.length - list.length;
      const what = names.length === 1 ? `${names[0]}${seen === null ? "" : `, last seen at ${seen || "heart"}`}` : `${count > 1 ? "each " : ""}one of ${names.length}: ${list.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
      return h("p.guess", { data: { test: "guess" } }, h("b", {}, `${count > 1 ? `${count} ` : ""}${named(side)} ${this.board.session.areas ? "Block" : "hidden unit"}${count > 1 ? "s" : ""}: `), what);
    });
  }

  settle() {
    const { shown } = this;
    const { sheet, camera, frame } = this.board;
    const at = shown && sheet?.places.get(shown.place);
    if (!at || !camera || this.element.hidden) return;
    const { clientWidth: w, clientHeight: all } = frame;
    this.element.classList.toggle("docked", w < 600);
    if (w < 600) return void Object.assign(this.element.style, { left: "", top: "" });
    const { offsetWidth: fw, offsetHeight: fh } = this.element;
    const [far, low] = [Math.max(8, w - fw - 8), Math.max(8, all - camera.inset.bottom - fh - 8)];
    const unit = (sheet?.unit ?? 48) * camera.at.k;
    const on = (/** @type {Iterable<string>} */ names) => [...names].map((name) => sheet?.places.get(name)).filter((place) => place !== undefined).map((place) => camera.screen(place.x, place.y));
    const { x, y } = camera.screen(at.x, at.y);
    const reach = on(this.board.composer.targets.keys());
    const near = on(at.around ?? []);
    const held = on(Object.keys(this.board.session.view.stacks).filter((place) => place !== shown.place));
    const edge = frame.getBoundingClientRect();
    const boxes = [...frame.querySelectorAll(".float:not([hidden]):not(.fan), .coach")].map((one) => ({ box: one.getBoundingClientRect(), weight: one.matches(".coach") ? 99 : one.matches(".battle, .dice") ? 9 : 1 })).filter(({ box }) => box.width);
    const steps = (/** @type {number} */ most, /** @type {number[]} */ more) => [...Array.from({ length: Math.ceil((most - 8) / STRIDE) }, (_, n) => 8 + n * STRIDE), ...more.map((one) => Math.min(Math.max(8, one), most))];
    let best = { left: 8, top: 8, bad: Infinity };
    for (const left of steps(far, [far, x - fw / 2, x + unit, x - unit - fw])) for (const top of steps(low, [low, y - fh / 2, y + unit, y - unit - fh])) {
      const under = (/** @type {{x: number, y: number}[]} */ spots, /** @type {number} */ room) => spots.filter((one) => one.x > left - room && one.x < left + fw + room && one.y > top - room && one.y < top + fh + room).length;
      const apart = Math.hypot(Math.max(left - x, 0, x - left - fw), Math.max(top - y, 0, y - top - fh));
      const over = boxes.filter(({ box }) => box.left - edge.left < left + fw && box.right - edge.left > left && box.top - edge.top < top + fh && box.bottom - edge.top > top).reduce((sum, { weight }) => sum + weight, 0);
      const bad = 20 * under([{ x, y }], 0.8 * unit) + 4 * under(reach, 0.6 * unit) + under(near, 0.6 * unit) + under(held, 0.4 * unit) + over + apart / AFAR;
      if (bad < best.bad) best = { left, top, bad };
    }
    this.element.style.left = `${Math.round(best.left)}px`;
    this.element.style.top = `${Math.round(best.top)}px`;
  }
}
