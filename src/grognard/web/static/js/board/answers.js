// Bubbles beside a place: why not, and which of several actions.

import { whyNot } from "./bubble.js";
import { amount, points } from "./marks.js";
import { h } from "../dom.js";
import { unitName, verbLabel, verbName, withNames } from "../state/words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../state/options.js").Target} Target */
/** @typedef {import("../state/options.js").Answer} Answer */

export class Answers {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {{place: string, title: string, answers: Answer[]}} said */
  why({ place, title, answers: given }) {
    const answers = given.map((answer) => ({ ...answer, objections: answer.objections.map((one) => ({ ...one, text: withNames(this.board.session, one.text) })) }));
    const { sheet, bubble, composer } = this.board;
    const at = sheet?.places.get(place) ?? null;
    const verb = composer.verb(title);
    const name = verb ? verbLabel(verb).replace(/^./, (letter) => letter.toLowerCase()) : title === place && at ? this.board.placeName(place) : title in this.board.session.view.pieces ? unitName(this.board.session, title) : title;
    const rest = at && title === place && !answers.some((answer) => answer.legal) ? this.nearest(place) : [];
    bubble?.show(at, whyNot(name, answers, { rest, play: (action) => (bubble.close(), void composer.play(action)) }), `Why not ${name}`);
    if (title === place) void this.approach(place);
    this.board.say(answers.flatMap((answer) => answer.objections.map((one) => `${one.cite}: ${one.text}`)).join(". ") || answers[0]?.message || "");
  }

  /** An enemy out of reach: move beside it, then do there what can be done, in one go. @param {string} place */
  async approach(place) {
    const { composer, session, sheet } = this.board;
    const { selection, mark } = composer;
    if (!selection.length || composer.act || !composer.hostile(place)) return;
    const beside = (sheet?.places.get(place)?.around ?? []).flatMap((near) => composer.targets.get(near)?.filter((one) => one.kind === "path") ?? []);
    beside.sort((one, other) => amount(one.cost) - amount(other.cost));
    for (const target of beside.slice(0, 3)) {
      const move = composer.verb(target.verb);
      if (!move) return;
      const action = composer.aimText(move, target);
      const offer = (await session.offers({ pieces: selection, action })).find((one) => one.next.kind === "place" && one.next.values?.includes(place));
      const then = offer && composer.verb(offer.verb);
      if (mark !== composer.mark || selection !== composer.selection) return;
      if (!then) continue;
      const go = async () => {
        this.board.bubble?.close();
        if (!(await composer.play(action))) return;
        await composer.begun;
        await composer.advance(then, [...offer.chosen, place], selection);
      };
      const label = `${verbName(move)} to ${this.board.placeName(target.place)}, then ${verbName(then).toLowerCase()}`;
      this.board.bubble?.add(h("button.menu-row", { type: "button", data: { test: "approach" }, onclick: () => void go() }, h("b", {}, label), h("small", {}, target.cost === null ? "" : `${points(target.cost)} MP to move`)));
      return;
    }
  }

  /** The reachable hex nearest to the requested one. @param {string} place */
  nearest(place) {
    const ends = [...this.board.composer.targets].filter(([, list]) => list.some((target) => target.kind === "path"));
    if (!ends.length || !this.board.sheet) return [];
    const far = this.board.sheet.steps(place);
    const [best] = ends.map(([name, list]) => ({ name, steps: far.get(name) ?? 99, target: list.find((one) => one.kind === "path") })).sort((one, other) => one.steps - other.steps || Number(one.target?.cost ?? 0) - Number(other.target?.cost ?? 0));
    if (!best?.target) return [];
    const { name, target } = best;
    return [h("p.bubble-foot", {}, this.board.session.areas ? "Nearest within reach: " : "Nearest hex within reach: ", h("button.link", { type: "button", data: { test: "why-nearest" }, onclick: () => (this.board.bubble?.close(), void this.board.composer.go(target)) }, this.board.placeName(name)), target.cost === null ? "" : `, ${points(target.cost)} MP`)];
  }

  /** The click is ambiguous: ask. @param {{place: string, targets: Target[], select?: string}} said */
  menu({ place, targets, select = "" }) {
    const at = this.board.sheet?.places.get(place) ?? null;
    const { composer, bubble } = this.board;
    const row = (/** @type {string} */ test, /** @type {string} */ label, /** @type {string} */ small, /** @type {() => void} */ act) =>
      h("button.menu-row", { type: "button", data: { test }, onclick: () => (bubble?.close(), act()) }, h("b", {}, label), h("small", {}, small));
    const rows = targets.map((target) => row(`menu-${target.verb}`, `${verbName(target.verb)} ${target.kind === "path" ? "to" : ""} ${this.board.placeName(target.place)}`.replace(/ +/g, " "), target.cost ? `${points(target.cost)} MP` : "", () => void composer.go(target)));
    if (select) rows.push(row("menu-select", `Select ${unitName(this.board.session, select)} instead`, "", () => void composer.select([select])));
    bubble?.show(at, [h("h2", {}, this.board.placeName(place)), ...rows], "Which action?");
    /** @type {HTMLElement | null} */ (bubble?.element.querySelector(".menu-row"))?.focus();
  }
}
