// An opened stack: every counter large enough to read, each a button. Hovering only previews it.

import { button, fill, h, named } from "../dom.js";
import { laidOut } from "./stacks.js";
import { guesses, shortName } from "../state/words.js";

/** @typedef {import("./board.js").Board} Board */

const FEW = 6; // short names

export class Fan {
  /** @param {HTMLElement} frame @param {Board} board */
  constructor(frame, board) {
    this.board = board;
    /** The open stack: its place, and whether it stays open. @type {{place: string, pinned: boolean} | null} */
    this.shown = null;
    this.element = h("div.fan.float", { hidden: true, role: "dialog", "aria-label": "Stack", data: { test: "fan" } });
    frame.append(this.element);
  }

  /** @param {string} place @param {boolean} pinned */
  open(place, pinned) {
    this.shown = { place, pinned };
    this.draw();
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
    const row = laidOut(stack, { selected: picked, choice: composer.choosable, name: (counter) => shortName(session, counter), note: (piece) => this.board.labels.state(piece), taps: shown.pinned, press: (piece) => this.board.pressPiece(piece, shown.place) });
    const all = shown.pinned && own.length > 1 && session.mine ? button("fan-all", ["Select the stack", h("kbd", {}, "X")], () => (this.close(), void composer.take(shown.place)), { class: "button small" }) : null;
    fill(this.element, head, row, ...this.known(stack, shown.pinned), all);
    this.element.classList.toggle("peek", !shown.pinned);
    this.element.classList.toggle("small", composer.selection.length > 0);
    this.element.hidden = false;
    this.settle();
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
    const low = all - camera.inset.bottom;
    const { offsetWidth: fw, offsetHeight: fh } = this.element;
    const { x, y } = camera.screen(at.x, at.y);
    const gap = (sheet?.unit ?? 48) * camera.at.k * 0.95 + 8;
    /** @param {number} value @param {number} most */
    const kept = (value, most) => Math.min(Math.max(8, value), Math.max(8, most - 8));
    const ways = [[x - fw / 2, y - gap - fh], [x - fw / 2, y + gap], [x + gap, y - fh / 2], [x - gap - fw, y - fh / 2], [x + gap, y - gap - fh], [x - gap - fw, y - gap - fh], [x + gap, y + gap], [x - gap - fw, y + gap]];
    const shun = [shown.place, ...this.board.composer.targets.keys(), ...(at?.around ?? [])].map((place) => sheet?.places.get(place)).filter((place) => place !== undefined).map((place) => camera.screen(place.x, place.y));
    const held = Object.keys(this.board.session.view.stacks).map((place) => sheet?.places.get(place)).filter((place) => place !== undefined && place !== at).map((place) => camera.screen(place?.x ?? 0, place?.y ?? 0));
    const room = (sheet?.unit ?? 48) * camera.at.k * 0.6;
    const weight = frame.querySelector(".coach") ? 1 : 4; // beside the card of the guide there is less room to choose
    const spots = ways.map(([left = 0, top = 0]) => {
      const [l, t] = [kept(left, w - fw), kept(top, low - fh)];
      const hidden = shun.filter((one) => one.x > l - room && one.x < l + fw + room && one.y > t - room && one.y < t + fh + room).length;
      const over = held.filter((one) => one.x > l - room / 2 && one.x < l + fw + room / 2 && one.y > t - room / 2 && one.y < t + fh + room / 2).length;
      return { l, t, bad: weight * hidden + over + (Math.abs(l - left) + Math.abs(t - top)) / 200 };
    });
    const best = spots.reduce((one, other) => (other.bad < one.bad ? other : one));
    const [left, top] = [best.l, best.t];
    this.element.style.left = `${Math.round(left)}px`;
    this.element.style.top = `${Math.round(top)}px`;
  }
}
