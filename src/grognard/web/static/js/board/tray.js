// The boxes beside the map: reserve, lost and any others.

import { button, fill, h, named } from "../dom.js";
import { laidOut } from "./stacks.js";
import { placeName, shortName } from "../state/words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../state/types.js").Counter} Counter */

const BESIDE = 200; // px: the legend stands beside the row of boxes if there is so much room

export class Tray {
  /** @param {HTMLElement} frame @param {Board} board */
  constructor(frame, board) {
    this.board = board;
    this.shown = "";
    this.tabs = h("div.tray-tabs", { role: "group", "aria-label": "Beside the map" });
    this.body = h("div.tray-body", { hidden: true });
    this.element = h("section.tray.float", { "aria-label": "Boxes beside the map", data: { test: "tray" } }, this.tabs, this.body);
    this.element.addEventListener("wheel", (event) => event.stopPropagation());
    frame.append(this.element);
    const { tabs } = this;
    new ResizeObserver(() => {
      frame.style.setProperty("--boxes", `${tabs.clientHeight ? tabs.clientHeight + 18 : 0}px`); // cards leave it free
      frame.classList.toggle("wide-boxes", tabs.clientWidth > frame.clientWidth - 2 * BESIDE);
    }).observe(tabs);
    this.mark = "";
    /** The decision a box was opened for. */
    this.moment = "";
  }

  /** The boxes that are not empty, in their order. @returns {[string, Counter[]][]} */
  get boxes() {
    const { session, sheet } = this.board;
    const names = Object.keys(sheet?.boxes ?? {});
    return Object.entries(session.view.stacks)
      .filter(([place, stack]) => !sheet?.places.has(place) && stack.length)
      .sort(([one], [other]) => names.indexOf(one) - names.indexOf(other));
  }

  /** @param {string} place */
  reveal(place) {
    if (!this.boxes.some(([name]) => name === place)) return;
    this.shown = place;
    this.draw();
  }

  /** Open the first box, the next, then none. */
  cycle() {
    const names = this.boxes.map(([name]) => name);
    const at = names.indexOf(this.shown);
    this.shown = names[at + 1] ?? "";
    this.draw();
    /** @type {HTMLElement | null} */ (this.body.querySelector("button"))?.focus();
  }

  /** Does the box close once a unit is taken from it? With two maps it would cover both. */
  get aside() {
    return (this.board.sheet?.parts.length ?? 1) > 1;
  }

  /** The box with everybody who can act now, if all of them are beside the map. */
  get only() {
    const { composer, session } = this.board;
    const places = new Set([...composer.movable].map((piece) => composer.placeOf(piece)));
    const [place = ""] = places;
    return places.size === 1 && place in session.boxes ? place : "";
  }

  /** @param {string} piece @param {boolean} able */
  press(piece, able) {
    const box = this.shown;
    this.board.pressPiece(piece, box);
    if (!able || !this.aside) return;
    this.close();
    this.taken = { box, held: false, step: this.board.session.view.ask.step ?? "" };
  }

  /** The box that was opened by itself, and the decision it was opened for. @type {{now: string, box: string} | null} */
  opened = null;

  /** Was the box opened because everybody who can act is in it? */
  eager = false;

  /** The box a unit was taken from, until the unit is placed. @type {{box: string, held: boolean, step: string} | null} */
  taken = null;

  /** Open the box again when the unit is placed or returned, for the next one. */
  back() {
    const { composer, session } = this.board;
    if (!this.taken) return;
    if (session.view.ask.step !== this.taken.step) this.taken = null;
    else if (composer.selection.length) this.taken.held = true;
    else if (this.taken.held && composer.movable.size) {
      const { box } = this.taken;
      this.taken = null;
      if (this.boxes.some(([name, stack]) => name === box && stack.some((counter) => composer.movable.has(counter.id)))) this.shown = box;
    }
  }

  /** The sides whose units are shown although others can enter now. @type {Set<string>} */
  unfolded = new Set();

  close() {
    this.taken = null;
    if (!this.shown) return false;
    this.shown = "";
    this.draw();
    return true;
  }

  /** Units that cannot enter now, closed until somebody looks. @param {string} side @param {number} count @param {HTMLElement} laid */
  folded(side, count, laid) {
    const ontoggle = (/** @type {Event} */ event) => this.unfolded[/** @type {HTMLDetailsElement} */ (event.currentTarget).open ? "add" : "delete"](side);
    return h("details.tray-rest", { open: this.unfolded.has(side), ontoggle, data: { test: `rest-${side}` } }, h("summary.caption", {}, `${named(side)}, not now: ${count}`), laid);
  }

  draw() {
    const { composer, session } = this.board;
    const able = composer.movable;
    const { boxes } = this;
    const now = `${session.acting} ${session.view.ask.step}`;
    const moment = able.size ? now : "";
    this.back();
    if (this.opened && this.opened.now !== now) {
      if (this.shown === this.opened.box) this.shown = ""; // opened for a decision that has been made
      this.opened = null;
      this.moment = "";
    }
    if ((session.areas || (this.aside && session.view.ask.set_up) || this.only) && moment && moment !== this.moment) {
      const [hand] = boxes.find(([, stack]) => stack.some((counter) => able.has(counter.id))) ?? [];
      if (hand) this.opened = { now, box: (this.shown = hand) }; // open the box with units to place
      this.eager = !session.areas && this.only !== "";
      this.moment = moment;
    }
    if (this.eager && (composer.selection.length || composer.act)) {
      this.shown = ""; // a unit is in hand: the map is needed now
      this.eager = false;
    }
    const mark = JSON.stringify([session.view.version, session.at, this.shown, composer.selection, [...able].length, composer.act?.next.kind]);
    if (mark === this.mark) return;
    this.mark = mark;
    this.element.hidden = !boxes.length;
    if (!boxes.some(([name]) => name === this.shown)) this.shown = "";
    fill(this.tabs, ...boxes.map(([name, stack]) => {
      const due = stack.filter((counter) => able.has(counter.id)).length;
      return button(`box-${name}`, [h("b", {}, placeName(session, name)), h("span", {}, String(stack.length)), due ? h("em", {}, `${due} due`) : null], () => {
        this.shown = this.shown === name ? "" : name;
        this.draw();
      }, { class: "tray-tab", "aria-expanded": String(this.shown === name), title: "Beside the map (B)" });
    }));
    const stack = boxes.find(([name]) => name === this.shown)?.[1];
    this.body.hidden = !stack;
    if (!stack) return;
    const kept = this.body.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.piece : undefined;
    const due = stack.filter((counter) => able.has(counter.id));
    const rest = stack.filter((counter) => !able.has(counter.id));
    const sides = [...new Set(rest.map((counter) => counter.side))];
    const laid = (/** @type {Counter[]} */ list) => laidOut(list, { selected: new Set(composer.selection), choice: able, name: (counter) => shortName(session, counter), note: () => "", taps: true, press: (piece) => this.press(piece, able.has(piece)) });
    fill(this.body, ...(due.length ? [h("p.caption", {}, "Can enter now"), laid(due)] : []), ...sides.flatMap((side) => {
      const list = rest.filter((counter) => counter.side === side);
      return due.length ? [this.folded(side, list.length, laid(list))] : [h("p.caption", {}, named(side)), laid(list)];
    }));
    if (kept) /** @type {HTMLElement | null} */ (this.body.querySelector(`[data-piece="${CSS.escape(kept)}"]`))?.focus();
  }
}
