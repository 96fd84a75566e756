// The panel: whose decision it is, the possible actions, and a preview.

import { choiceCards, foreseen, named1 } from "./choice_cards.js";
import { attackLabel, groupName } from "./forces.js";
import { composerOf } from "../state/composer.js";
import { mountHappened } from "./happened.js";
import { mountAdvice } from "./hint.js";
import { phaseName } from "./phases.js";
import { Preview } from "./preview.js";
import { waitingForLinks } from "./verified_dice.js";
import { mountWatch } from "./watch.js";
import { button, chip, fill, h, named, settle } from "../dom.js";
import { points } from "../board/marks.js";
import { portrait } from "../board/stacks.js";
import { playbackOf } from "../state/playback.js";
import { settings } from "../state/settings.js";
import {
  actionWords,
  limits,
  outcomeText,
  passedOver,
  placeName,
  sentences,
  shortName,
  unitName,
  valueName,
  verbLabel,
  verbName,
} from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Verb} Verb */
/** @typedef {import("../state/composer.js").Composer} Composer */

const HELPER = "regular"; // the level that finishes a set-up for the player
const SHOWN = 14; // maximum number of buttons for one argument
const WAITING = 24; // the same of units beside the map that can enter next

/**
 * Mount the panel in an element.
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountPanel(element, session) {
  const panel = new Panel(element, session);
  panel.draw();
  return panel;
}

export class Panel {
  /** @param {HTMLElement} element @param {Session} session */
  constructor(element, session) {
    this.session = session;
    this.composer = composerOf(session);
    /** A `done` that would leave something to do waits for confirmation. */
    this.warned = "";
    this.prompt = h("header.prompt", { "aria-live": "polite", data: { test: "prompt" } });
    this.busy = h("div.busy", { hidden: true, role: "progressbar", "aria-label": "Working" });
    this.verbs = h("section.verbs-box", { "aria-label": "Actions", data: { test: "verbs" } });
    this.preview = h("section.preview", { "aria-label": "Preview", data: { test: "preview" } });
    this.plans = h("section.plans", { "aria-label": "Planned attacks", data: { test: "plans" } });
    this.watch = h("section.watch", { "aria-label": "The computer", data: { test: "watch" } });
    this.advice = h("section.advice", { "aria-label": "Hint", data: { test: "advice" } });
    this.happened = h("section.happened", { "aria-label": "What happened", data: { test: "happened-box" } });
    this.confirm = h("section.confirm-box", { "aria-label": "Confirm" });
    this.previewed = new Preview(this.preview, this);
    fill(element, this.prompt, this.busy, this.watch, this.happened, this.preview, this.verbs, this.advice, this.plans, this.confirm);
    mountWatch(this.watch, session);
    mountHappened(this.happened, session);
    mountAdvice(this.advice, session);
    session.addEventListener("view", () => {
      this.warned = "";
      const { set_up: first, step } = session.view.ask;
      if (!first && !this.filling.endsWith(` ${step}`)) this.filling = ""; // all are placed
      this.draw();
    });
    for (const kind of ["dice", "dice-kept"]) session.addEventListener(kind, () => this.drawPrompt());
    this.composer.addEventListener("change", () => this.draw());
    playbackOf(session).addEventListener("change", () => this.drawPrompt());
    this.composer.addEventListener("aim", () => this.drawPrompt());
    for (const kind of ["aim", "effect"]) this.composer.addEventListener(kind, () => this.drawPreview());
  }

  draw() {
    if (!this.session.view) return;
    const box = [this.verbs, this.preview, this.confirm].find((one) => one.contains(document.activeElement));
    const at = box && document.activeElement instanceof HTMLElement ? document.activeElement.dataset : null;
    this.drawPrompt();
    this.busy.hidden = !(this.composer.busy || this.composer.waiting);
    this.drawVerbs();
    this.drawPlans();
    this.drawPreview();
    if (at?.test) /** @type {HTMLElement | null} */ ([this.verbs, this.preview, this.confirm].find((one) => one.querySelector(`[data-test="${CSS.escape(at.test ?? "")}"]`))?.querySelector(`[data-test="${CSS.escape(at.test ?? "")}"]${at.piece ? `[data-piece="${CSS.escape(at.piece)}"]` : ""}`))?.focus();
  }

  // -- the prompt --------------------------------------------------------------------------------

  drawPrompt() {
    const { session } = this;
    const { view } = session;
    const { ask } = view;
    const n = view.players.indexOf(ask.side ?? "");
    this.prompt.dataset.n = String(view.over ? -1 : n);
    const step = phaseName(ask.phase ?? "");
    const played = playbackOf(session).open && !session.live;
    const who = played ? `${named(session.log.findLast((entry) => entry.n < view.at && entry.side !== "chance")?.side ?? ask.side ?? "")} plays` : view.over ? "The game is over" : ask.side === "chance" ? "The dice decide" : session.mine && !session.solo ? "You decide" : `${named(ask.side ?? "")} decides`;
    const head = h("p.who-line", {}, h("i.who", { data: { n: String(n) } }), h("span", {}, `${who}${step ? ` · ${step}` : ""}`), ask.cite && /\d/.test(ask.cite) ? chip(ask.cite) : null);
    const title = h("h2", { data: { test: "prompt-title" } }, this.headline());
    const text = this.explained();
    const left = session.mine ? ask.left ?? "" : "";
    const skipped = session.mine && !this.composer.act && !this.composer.selection.length ? passedOver(session) : [];
    const first = session.mine ? this.composer.ahead.told : "";
    const mark = `${head.textContent}|${title.textContent}|${text}|${left}|${first}|${skipped.map((line) => line.text)}`;
    if (mark === this.said) return;
    this.said = mark;
    fill(this.prompt, head, title, text ? h("p", { data: { test: "prompt-text" } }, text) : null, first ? h("p.first", { data: { test: "prompt-first" } }, first) : null, left ? h("p.left", { data: { test: "prompt-left" } }, named1(left)) : null, ...skipped.map((line) => h("p.skipped", { data: { test: "prompt-skipped" } }, line.text, " ", chip(line.cite))));
  }

  said = "";

  headline() {
    const { session, composer } = this;
    const { view } = session;
    const played = playbackOf(session);
    if (played.open && !session.live) return played.step ? phaseName(played.step.entries[0]?.phase ?? "") : view.now;
    if (view.over) {
      const out = view.outcome;
      return out ? outcomeText(out) : view.ending ? `${named(view.ending.winner)} wins` : "The game is over";
    }
    const { act } = composer;
    if (act) {
      const at = act.chosen.flat().filter((word) => word in view.stacks || word in session.places || /^\d{3,4}$/.test(word));
      return `${at.length ? verbName(act.verb) : verbLabel(act.verb)}${at.length ? ` ${at.map((place) => placeName(session, place)).join(", ")}` : ""}`;
    }
    const group = composer.selection.length > 1 ? groupName(composer, composer.selection) : "";
    if (group && !/^\d+ units$/.test(group)) return group;
    if (composer.selection.length) return composer.selection.map((piece) => unitName(session, piece)).slice(0, 3).join(", ") + (composer.selection.length > 3 ? ` and ${composer.selection.length - 3} more` : "");
    return sentences(view.ask.prompt)[0] || view.now;
  }

  explained() {
    const { session, composer } = this;
    const { act, selection } = composer;
    if (!session.live && playbackOf(session).open) return "";
    if (session.view.over || !session.live) return session.live ? "" : "This is an earlier moment: you cannot act here.";
    if (!session.mine && session.seats.some((seat) => seat.side === session.view.ask.side && seat.computer)) return ""; // shown below
    if (!session.mine && session.view.dice?.rolling) return waitingForLinks(session);
    if (!session.mine) return session.view.ask.side === "chance" ? "" : `Waiting for ${named(session.view.ask.side ?? "")}.`;
    if (act) {
      const { next } = act;
      if (next.done) return `Check the odds, then confirm.${BACK}`;
      const asked = act.verb.args[act.chosen.length]?.ask;
      if (asked) return `${asked}${limits(next).replace(/^:(.*)/, "$1.")}${BACK}`;
      if (next.kind === "pieces") return `Click the units that take part, on the map or below${limits(next)}.${act.extras ? " More targets are outlined: click to add them." : ""}`;
      if (next.kind === "places") return `Click the ${session.areas ? "Areas" : "hexes"}${limits(next)}.`;
      if (next.kind === "piece") return "Click a unit.";
      if (next.kind === "place" || next.kind === "path") return `Click ${session.areas ? "an Area" : "a hex"}.${BACK}`;
      return "Choose one.";
    }
    const odds = foreseen(composer.aimed?.odds ?? null);
    if (selection.length && odds) return `${composer.aimed?.odds?.supports ? "With this support" : `If you ${this.previewed.short(composer.aimed?.action ?? "")}`}, ${odds}.`; // seen without scrolling
    if (selection.length) {
      const places = [...new Set(selection.map((piece) => placeName(session, composer.placeOf(piece))))].join(", ");
      const speed = selection.length === 1 ? this.speed(selection[0] ?? "") : "";
      const then = composer.offers.length ? (composer.targets.size ? `Pick ${session.areas ? "an Area" : "a hex"}, or drag.` : "") : selection.length > 1 ? "They can do nothing together: deselect some." : "";
      return [`${[places, speed].filter(Boolean).join(", ")}.`, then].join(" ");
    }
    return sentences(session.view.ask.prompt)[1];
  }

  /** How far a unit can go. @param {string} piece */
  speed(piece) {
    const known = this.session.view.pieces[piece];
    const left = known?.marks?.points;
    return left !== undefined ? `${points(left)} movement points left` : known?.kind?.movement ? `${known.kind.movement} movement points` : "";
  }

  // -- verbs -------------------------------------------------------------------------------------

  drawVerbs() {
    const { session, composer } = this;
    if (!(composer.act || composer.ready) || !session.mine) settle(this.confirm);
    if (!session.mine) return settle(this.verbs);
    if (composer.act || composer.ready) return this.drawAct();
    if (composer.cards.length) return this.drawCards();
    const open = composer.verbs;
    const offered = new Map(composer.offers.map((offer) => [offer.verb, offer]));
    let number = 0;
    const tiles = open.map((verb) => {
      number += 1;
      const offer = offered.get(verb.verb);
      if (offer?.next.done) return this.doneTile(verb, offer.next.action ?? "");
      return verb.args.length ? this.verbTile(verb, number, offer !== undefined) : this.plainTile(verb, number);
    });
    const shut = composer.barred.map((verb) => this.barredTile(verb));
    settle(this.verbs, this.selected() ?? this.able(), this.pending(), h("div.verbs", {}, ...tiles, ...shut, this.fillTile(), this.undoTile()), this.warning(), this.next());
  }

  /** @param {Verb} verb @param {number} number @param {boolean} able */
  verbTile(verb, number, able) {
    const { composer } = this;
    const first = composer.first.get(verb.verb);
    const count = first?.members?.length ?? first?.count;
    const small = composer.selection.length ? (able ? "" : "not with these") : count ? `${count} possible` : "";
    return button(`verb-${verb.verb}`, [h("span", {}, verbLabel(verb)), h("small", {}, small), h("kbd", {}, String(number))], () => void (composer.selection.length && !able ? composer.doubts.verb(verb) : composer.start(verb)), { class: `verb${able ? " able" : ""}`, title: named1(verb.help), data: { number: String(number) } });
  }

  /** A verb that needs only the selected units. @param {Verb} verb @param {string} action */
  doneTile(verb, action) {
    const alone = this.composer.offers.length === 1;
    void this.composer.effects.foresee(action);
    const then = foreseen(this.composer.effects.odds(action));
    return button(`verb-${verb.verb}`, [this.session.areas || then ? h("span.two", {}, this.session.areas ? verbLabel(verb) : this.spoken(action), h("small", {}, then || named1(verb.help))) : h("span", {}, this.spoken(action)), alone ? h("kbd", {}, "↵") : null], () => void this.composer.play(action), { class: `verb${alone || !this.session.areas ? " primary" : ""}`, title: named1(verb.help) });
  }

  /** A verb without arguments: `done` warns if something is left to do. @param {Verb} verb @param {number} number */
  plainTile(verb, number) {
    const { composer, session } = this;
    const only = composer.verbs.length === 1;
    const act = () => {
      if (verb.verb === "done" && session.view.ask.pending && settings().confirm && this.warned !== verb.verb) {
        this.warned = verb.verb;
        return this.drawVerbs();
      }
      this.warned = "";
      void composer.play(verb.verb);
    };
    return button(`verb-${verb.verb}`, [h("span.two", {}, verbLabel(verb), h("small", {}, verb.verb === "done" ? "" : named1(verb.help))), h("kbd", {}, String(number))], act, { class: `verb${only ? " primary" : ""}`, title: named1(verb.help), data: { number: String(number) } });
  }

  /** @param {Verb} verb */
  barredTile(verb) {
    return button(`verb-${verb.verb}`, [h("span", {}, verbLabel(verb)), h("small", {}, "why not?")], () => void this.composer.doubts.verb(verb), { class: "verb barred", title: `Not possible now: ${verb.help}` });
  }

  /** Let the computer place the rest of many units. */
  fillTile() {
    const { session } = this;
    const { set_up: first, placing, step } = session.view.ask;
    if (!first && !placing) return null;
    if (this.filling === `${session.acting} ${first ? "" : step}`) return button("set-up-stop", [h("span", {}, "Stop"), h("small", {}, first ? "setting up…" : "placing…")], () => void this.fillUp(""), { class: "verb" });
    return button("set-up-rest", [h("span.two", {}, first ? "Set up the rest for me" : "Place the rest for me", h("small", {}, "The computer chooses; you can undo it"))], () => void this.fillUp(HELPER), { class: "verb wide" });
  }

  /** The side for which a computer places units, and the step unless it is the set-up. */
  filling = "";

  /** @param {string} level that sets up; empty: I do it myself */
  async fillUp(level) {
    const { set_up: first, step } = this.session.view.ask;
    this.filling = level && `${this.session.acting} ${first ? "" : step}`;
    this.draw();
    await this.session.send("set-up", { level });
  }

  undoTile() {
    const { session } = this;
    const { ahead } = this.composer;
    if (ahead.back !== null) return button("panel-undo", [h("span", {}, "Undo"), h("small", {}, "to before the move")], () => void ahead.takeBack(), { class: "verb", title: "Undo the move and the decision it made first" });
    const why = session.view.undo;
    if (why === null) return button("panel-undo", [h("span", {}, "Undo"), h("kbd", {}, "Z")], () => void session.undo(), { class: "verb", title: "Undo the last action" });
    if (!session.count) return null; // there is nothing to undo
    const reason = `Can't undo: ${why}.`;
    return button("panel-undo", [h("span.two", {}, "Undo", h("small", {}, why)), h("kbd", {}, "Z")], () => session.notice(reason), { class: "verb barred", title: reason });
  }

  /** What is left to do, above the actions so that it is seen on a small screen too. */
  pending() {
    const pending = this.session.view.ask.pending ?? "";
    return pending && !this.warned ? h("ul.pending", { data: { test: "pending" } }, ...split(pending).map(bracketed)) : null;
  }

  warning() {
    const pending = this.session.view.ask.pending ?? "";
    if (!pending || !this.warned) return null;
    const verb = this.composer.verbs.find((one) => one.verb === this.warned);
    return h("div.warning", { role: "alertdialog", "aria-label": "Something is left to do", data: { test: "warning" } },
      h("b", {}, "Left to do:"), h("ul", {}, ...split(pending).map(bracketed)),
      h("div.row", {}, button("done-anyway", `${named1(verb?.help || "done")} anyway`, () => void this.composer.play(this.warned), { class: "button primary" }), button("done-back", "Back", () => { this.warned = ""; this.drawVerbs(); })));
  }

  /** The counters that are selected. */
  selected() {
    const { composer } = this;
    if (!composer.selection.length) return null;
    return h("div.chosen", { data: { test: "selection" } }, ...composer.selection.map((piece) => this.pieceButton(piece, true, () => void composer.toggle(piece))),
      button("clear", "Deselect", () => void composer.select([]), { class: "button small plain" }));
  }

  /** Units that can act now, if they are few: to be selected here, and seen on the map. */
  able() {
    const { composer, session } = this;
    const able = [...composer.choosable].filter((piece) => !(composer.placeOf(piece) in session.boxes));
    if (!able.length || able.length > SHOWN) return null;
    return this.units("able", composer.movable.size ? "Can act now" : "Can act next", able, (piece) => (session.tell("locate", { piece }), void composer.toggle(piece)));
  }

  /** Units beside the map that can enter after this decision. */
  next() {
    const { composer, session } = this;
    const waiting = composer.ahead.movers.filter((piece) => composer.placeOf(piece) in session.boxes);
    if (composer.selection.length || !waiting.length || waiting.length > WAITING) return null;
    return this.units("next", "Can enter next", waiting, (piece) => void composer.toggle(piece));
  }

  /** Units to be selected. @param {string} test @param {string} caption @param {string[]} pieces @param {(piece: string) => void} take */
  units(test, caption, pieces, take) {
    return h("div.chosen", { "aria-label": caption, role: "group", data: { test } }, h("p.caption", {}, caption), ...pieces.map((piece) => this.pieceButton(piece, false, () => take(piece))));
  }

  /** @param {string} piece @param {boolean} on @param {() => void} press */
  pieceButton(piece, on, press) {
    const counter = Object.values(this.session.view.stacks).flat().find((one) => one.id === piece);
    return h("button", { type: "button", class: `fan-piece${on ? " on" : ""}`, "aria-pressed": String(on), title: counter?.tip || piece, "aria-label": counter?.tip || piece, data: { piece, test: "piece" }, onclick: press }, counter ? portrait(counter.look, 46) : piece, h("span", {}, counter ? shortName(this.session, counter) : piece));
  }

  // -- numbered cards ------------------------------------------------------------------------------

  drawCards() {
    const shut = this.composer.barred.map((verb) => this.barredTile(verb));
    settle(this.verbs, this.pending(), h("div.cards", {}, ...choiceCards(this.composer)), h("div.verbs", {}, ...shut, this.undoTile()), this.warning());
  }

  // -- the current action ---------------------------------------------------------------------------

  drawAct() {
    const { composer } = this;
    const { act, ready } = composer;
    const rows = act && !act.next.done && !this.fights ? this.argument() : [];
    settle(this.verbs, rows.length ? h("div.verbs", {}, ...rows) : null);
    const primary = ready || (act && composer.enough);
    const label = ready ? (ready.odds && !ready.odds.supports && attackLabel(composer, ready.action, ready.odds)) || this.spoken(ready.action) : "Continue with these";
    const more = [button("step-back", [h("span", {}, "Back"), h("kbd", {}, "Esc")], () => composer.escape(), { class: "verb" })];
    if (composer.plannable) more.unshift(button("plan", [h("span", {}, "Plan it"), h("small", {}, "not yet"), h("kbd", {}, "J")], () => composer.plan(), { class: "verb" }));
    settle(this.confirm, primary ? button("confirm", [h("span.phrase", {}, label.split(" · ").flatMap((part, n) => [n ? " · " : "", h("span", {}, part)])), h("kbd", {}, "↵")], () => void composer.confirm(), { class: "verb primary" }) : null, h("div.verbs", {}, ...more));
  }

  /** Is it an attack whose units are being chosen? They stand above the odds. */
  get fights() {
    const { act } = this.composer;
    return Boolean(act?.next.kind === "pieces" && act.chosen.flat().some((word) => this.composer.hostile(word)));
  }

  /** @param {string} action */
  spoken(action) {
    return actionWords(this.session, action);
  }

  /** The next argument, as buttons beside the map. @returns {HTMLElement[]} */
  argument() {
    const { composer } = this;
    const act = /** @type {import("../state/options.js").Act} */ (composer.act);
    const { next } = act;
    if (next.kind === "pieces" || next.kind === "piece") {
      const list = next.kind === "pieces" ? [...composer.pickable] : next.values ?? [];
      const all = next.kind === "pieces" && list.length > 1 && next.members && list.length <= (next.high ?? 0) && act.picked.size < list.length ? button("pick-all", ["All", h("kbd", {}, "X")], () => void composer.pickAll(), { class: "button small" }) : null;
      return [h("div.chosen", { data: { test: "members" } }, ...list.slice(0, 40).map((piece) => this.pieceButton(piece, act.picked.has(piece), () => void composer.toggle(piece))), all)];
    }
    if (next.kind === "place" || next.kind === "path" || next.kind === "places") {
      const names = next.kind === "path" ? Object.keys(next.ends ?? {}) : next.kind === "places" ? [...composer.addable] : next.values ?? [];
      if (names.length > SHOWN && !names.every((place) => place in this.session.sides)) return []; // a bridge is known by its name
      return [h("div.values", {}, ...names.map((place) => button(`place-${place}`, [placeName(this.session, place), next.ends?.[place]?.cost ? h("small", {}, `${points(next.ends[place]?.cost)} MP`) : null], () => void composer.press(place), { class: "button small", "aria-pressed": String(act.picked.has(place)), onpointerenter: () => composer.aim(place), onfocus: () => composer.aim(place) })))];
    }
    const values = next.values ?? [];
    return [h("div.values", {}, ...values.map((value, n) => button(`value-${value}`, [h("kbd", {}, String(n + 1)), valueName(value)], () => composer.act && void composer.advance(composer.act.verb, [...composer.act.chosen, value], composer.act.held), { class: "button", data: { number: String(n + 1) } })))];
  }

  // -- plans ---------------------------------------------------------------------------------------

  drawPlans() {
    const { composer } = this;
    this.plans.hidden = !composer.plans.length;
    if (!composer.plans.length) return fill(this.plans);
    settle(this.plans, h("h3.caption", {}, "Planned attacks"), h("ol", {}, ...composer.plans.map((plan) => {
      const off = plan.legal === false || !composer.verbs.some((verb) => plan.action.startsWith(`${verb.verb} `));
      const go = () => (off ? void composer.doubts.actions([plan.action], composer.doubts.placeIn(plan.action)) : void composer.play(plan.action));
      return h("li", { class: off ? "off" : "", data: { test: "plan-row" } }, h("span", {}, this.spoken(plan.action)), h("b", {}, plan.odds?.column ?? ""),
        button("plan-go", off ? "Why not?" : "Attack", go, { class: "button small" }), button("plan-drop", "✕", () => composer.unplan(plan.action), { class: "button small plain", "aria-label": "Remove this plan" }));
    })));
  }

  drawPreview() {
    this.previewed.draw();
  }
}

/** If there is a keyboard. */
const BACK = matchMedia("(pointer: coarse)").matches ? "" : " Esc goes back.";

/** @param {string} text */
const split = (text) => text.split("; ");

/** A line with its case in brackets. @param {string} text */
function bracketed(text) {
  const found = /^(.*?)\s*\[([^\]]+)\]$/.exec(text);
  return found ? h("li", {}, named1(found[1] ?? ""), " ", chip(found[2] ?? "")) : h("li", {}, named1(text));
}
