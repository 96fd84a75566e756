// Ask the referee: about the selected units, the hex pointed at, the whole position, or another one ("what if").
// The questions are those of the terminal, typed or by buttons; what an answer is about is drawn on the map.

import { api } from "../net/api.js";
import { composerOf } from "../state/composer.js";
import { button, fill, h, icon, s } from "../dom.js";
import { placeName, unitName, verbName } from "../state/words.js";
import { answerParts, answerPlaces } from "./referee_answers.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {{text: string, title: string}} Asked */
/** @typedef {{questions: Record<string, {usage: string, about: string}>, verbs: Record<string, string>}} Known */

const KEPT = 6; // answers that stay in the list

/**
 * @param {HTMLElement} element
 * @param {Session} session
 * @param {Board} board
 */
export function mountReferee(element, session, board) {
  const referee = new Referee(element, session, board);
  void referee.open();
  return referee;
}

class Referee {
  /** @param {HTMLElement} element @param {Session} session @param {Board} board */
  constructor(element, session, board) {
    this.element = element;
    this.session = session;
    this.board = board;
    this.composer = composerOf(session);
    /** The hex that was pointed at last. */
    this.place = "";
    /** Waits for a hex to suppose the selected units in. */
    this.supposing = false;
    /** @type {Known} */
    this.known = { questions: {}, verbs: {} };
    this.buttons = h("div.referee-asks", {});
    this.answers = h("ol.referee-answers", { "aria-live": "polite", data: { test: "referee-answers" } });
    this.field = /** @type {HTMLInputElement} */ (h("input.field", { placeholder: "supply …, odds … against …, if … at …: …", maxlength: 2000, "aria-label": "Ask the referee", autocomplete: "off", spellcheck: "false", data: { test: "referee-field" } }));
    this.usage = h("details.referee-usage", {});
    this.marks = s("g", { class: "referee-marks" });
    const form = h("form.talk-form.referee-form", { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void this.typed()) }, this.field, button("referee-ask", "Ask", () => {}, { type: "submit" }));
    fill(element, this.buttons, form, this.usage, this.answers);
  }

  async open() {
    this.board.world.querySelector("svg.layer")?.append(this.marks);
    const found = await api.get(`${this.session.path}/referee`);
    if (found.ok) this.known = found.data;
    fill(this.usage, h("summary", {}, "What can I ask?"), h("dl", {}, ...Object.values(this.known.questions).flatMap(({ usage, about }) => [h("dt", {}, usage), h("dd", {}, about)])));
    this.session.addEventListener("view", () => this.moved());
    this.session.addEventListener("page", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.page !== "referee") this.clear();
      else this.draw();
    });
    this.composer.addEventListener("change", () => this.draw());
    for (const kind of /** @type {const} */ (["pointerdown", "pointerup", "click"])) this.board.frame.addEventListener(kind, (event) => this.pointed(event), true);
    this.draw();
  }

  get shown() {
    return /** @type {HTMLElement | null} */ (this.element.closest(".game"))?.dataset.side === "referee";
  }

  /** The position has changed: what was said of the old one is dimmed. */
  moved() {
    this.clear();
    this.supposing = false;
    for (const card of this.answers.children) card.classList.add("stale");
    this.draw();
  }

  /** A hex is pointed at; while one is to be supposed, nobody else hears of it. @param {MouseEvent} event */
  pointed(event) {
    if (event.type !== "click" && !this.supposing) return;
    const at = this.board.camera?.point(event.clientX, event.clientY);
    const place = (at && this.board.sheet?.at(at.x, at.y)?.name) || "";
    if (!place || (event.target instanceof Element && event.target.closest(".float, .fan, .bubble, .tray, button, a"))) return;
    this.place = place;
    if (this.supposing) {
      event.stopImmediatePropagation();
      if (event.type === "click") void this.suppose(place);
      return;
    }
    if (this.shown) this.draw();
  }

  // -- buttons -----------------------------------------------------------------------------------

  draw() {
    if (!this.shown) return;
    const { session } = this;
    if (!session.live) return fill(this.buttons, h("p.quiet", {}, "This is an earlier moment. The referee answers about the present."));
    const units = this.units;
    const place = units.length ? this.composer.placeOf(units[0] ?? "") : this.place;
    const about = units.length ? this.named(units) : place ? placeName(session, place) : "";
    const rows = [...(units.length ? this.ofUnits(units, place) : []), ...this.ofPlace(place), ...this.ofAll()];
    fill(this.buttons, h("p.caption", { data: { test: "referee-about" } }, about ? `About ${about}` : "Ask about the position, or select a unit or a hex"), h("div.referee-row", {}, ...rows.map(({ text, title }, n) => button(`ask-${n}`, title, () => void this.ask([{ text, title }], title), { class: "button small", title: text, data: { test: "referee-button", text } })), this.supposeButton(units)), this.whyNot());
  }

  get units() {
    const { selection } = this.composer;
    return selection.filter((piece) => this.board.sheet?.places.has(this.composer.placeOf(piece)));
  }

  /** @param {string[]} units */
  named(units) {
    const [first = ""] = units;
    return units.length > 1 ? `${units.length} units` : unitName(this.session, first);
  }

  /** @param {string[]} units @param {string} place @returns {Asked[]} */
  ofUnits(units, place) {
    const supply = "supply" in this.known.questions ? [{ text: `supply ${units.join(" ")}`, title: "Supply line" }] : [];
    return [...supply, ...this.enemies(place).map((at) => ({ text: `odds ${units.join(" ")} against ${at}`, title: `Odds against ${placeName(this.session, at)}` }))];
  }

  /** Enemies beside a place, or in it. @param {string} place */
  enemies(place) {
    const near = [place, ...(this.board.sheet?.places.get(place)?.around ?? [])];
    return near.filter((at) => this.composer.hostile(at)).slice(0, 3);
  }

  /** @param {string} place @returns {Asked[]} */
  ofPlace(place) {
    return place && this.board.sheet?.places.has(place) ? [{ text: `threat ${place}`, title: "Who can get here?" }] : [];
  }

  /** @returns {Asked[]} */
  ofAll() {
    const mine = this.session.mine ? [{ text: "must", title: "What must I do?" }] : [];
    return [...mine, { text: "zones", title: "Zones" }, { text: "control", title: "Control" }, { text: "status", title: "Score" }].filter((one) => one.text !== "zones" || !this.session.areas);
  }

  /** @param {string[]} units */
  supposeButton(units) {
    if (!units.length) return null;
    const act = () => {
      this.supposing = !this.supposing;
      this.draw();
    };
    return button("referee-suppose", this.supposing ? `Click ${this.session.areas ? "an Area" : "a hex"} on the map…` : "What if it were elsewhere?", act, { class: "button small", "aria-pressed": String(this.supposing) });
  }

  /** Every verb of the game, now or not. */
  whyNot() {
    const now = new Set(this.composer.verbs.map((verb) => verb.verb));
    const verbs = Object.entries(this.known.verbs).filter(([verb]) => !now.has(verb));
    if (!verbs.length) return null;
    const list = /** @type {HTMLSelectElement} */ (h("select.field.referee-why", { "aria-label": "Why can't I…", data: { test: "referee-why" } }, h("option", { value: "" }, "Why can't I now…"), ...verbs.map(([verb, label]) => h("option", { value: verb }, label || verbName(verb)))));
    list.addEventListener("change", () => {
      if (list.value) void this.ask([{ text: `why ${list.value}`, title: "" }], `Why not now: ${list.selectedOptions[0]?.textContent}`);
      list.value = "";
    });
    return list;
  }

  // -- questions ---------------------------------------------------------------------------------

  async typed() {
    const text = this.field.value.trim();
    if (!text) return;
    if (await this.ask([{ text, title: "" }], text)) this.field.value = "";
  }

  /** The selected units in another place: their supply, who threatens it, the odds against whom they would face. @param {string} place */
  async suppose(place) {
    const units = this.units;
    this.supposing = false;
    this.draw();
    if (!units.length) return;
    const head = `if ${units.join(" ")} at ${place}:`;
    const supply = "supply" in this.known.questions ? [{ text: `${head} supply ${units.join(" ")}`, title: "" }] : [];
    const odds = this.enemies(place).map((at) => ({ text: `${head} odds ${units.join(" ")} against ${at}`, title: `Against ${placeName(this.session, at)}` }));
    await this.ask([...supply, ...odds.slice(0, 2), { text: `${head} threat ${place}`, title: "" }], `If ${this.named(units)} were in ${placeName(this.session, place)}`);
  }

  /** Ask one or more questions and show the answers on one card. @param {Asked[]} asked @param {string} title */
  async ask(asked, title) {
    this.clear();
    const { version } = this.session.view;
    const found = await Promise.all(asked.map(({ text }) => this.session.ask("referee", { text })));
    if (version !== this.session.view.version) return false;
    const parts = found.flatMap((one, n) => {
      if (!one.ok) return [h("p.wrong", { data: { test: "referee-wrong" } }, one.message)];
      this.mark(answerPlaces(this.session, one.data.question, one.data.answer));
      return [asked.length > 1 && asked[n]?.title ? h("h4", {}, asked[n]?.title) : null, ...answerParts(this.session, one.data.question, one.data.answer)];
    });
    const unique = [...new Map(parts.map((part) => [part instanceof Element ? part.outerHTML : part, part])).values()]; // a refusal is told once
    const close = button("referee-close", icon("close", 14), () => (card.remove(), this.clear()), { class: "button plain icon-only", "aria-label": "Remove this answer" });
    const card = h("li.referee-card", { data: { test: "referee-card" } }, h("h3", {}, h("span", {}, title), close), ...unique);
    this.answers.prepend(card);
    while (this.answers.children.length > KEPT) this.answers.lastElementChild?.remove();
    card.scrollIntoView({ block: "nearest" });
    return found.every((one) => one.ok);
  }

  // -- the map -----------------------------------------------------------------------------------

  clear() {
    this.marks.replaceChildren();
  }

  /** @param {import("./referee_answers.js").Shown} shown */
  mark({ sides, spots, lines }) {
    const { sheet } = this.board;
    if (!sheet) return;
    const on = (/** @type {string[]} */ names) => [...new Set(names)].filter((name) => sheet.places.has(name));
    sides.forEach((names, n) => {
      const list = on(names);
      if (list.length) this.marks.append(s("path", { d: sheet.area(list), class: "lay", fill: `url(#lay-${n ? "second" : "first"})` }), s("path", { d: sheet.rim(list), class: `lay-rim lay-${n ? "second" : "first"}-rim` }));
    });
    for (const name of on(spots)) this.spot(name, "trace-cut", "M0-6V2M0 5V6");
    for (const { path, ok, breaks } of lines) {
      const way = path.map((name) => sheet.places.get(name)).filter((place) => place !== undefined);
      const d = way.map((place, n) => `${n ? "L" : "M"}${place.x} ${place.y}`).join("");
      this.marks.append(s("path", { d, class: "trace-case" }), s("path", { d, class: `trace ${ok ? "trace-ok" : "trace-broken"}` }));
      if (breaks) this.spot(breaks, "trace-cut", "M-5-5L5 5M5-5L-5 5");
    }
  }

  /** @param {string} name @param {string} kind @param {string} d */
  spot(name, kind, d) {
    const place = this.board.sheet?.places.get(name);
    if (place) this.marks.append(s("g", { class: kind, transform: `translate(${place.x} ${place.y})` }, s("circle", { r: 11 }), s("path", { d })));
  }
}
