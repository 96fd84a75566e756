// What the player is about to do: the selected units, the action built argument by argument,
// and why something cannot be done.
// Events: "change" redraw, "why" {place, title, answers}, "menu" {place, targets}.

import { Options, plain, textOf } from "./options.js";
import { Ahead } from "./ahead.js";
import { Effects } from "./effects.js";
import { Together } from "./together.js";
import { Doubts } from "./why_not.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").Verb} Verb */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {import("./options.js").Value} Value */
/** @typedef {import("./options.js").Target} Target */
/** @typedef {import("./options.js").Extras} Extras */
/** @typedef {import("./options.js").Card} Card @typedef {import("./options.js").Ready} Ready */
/** @typedef {import("./options.js").Aim} Aim */

/** Can places be pointed at before they are clicked? */
const HOVERS = matchMedia("(hover: hover)").matches;

const composers = /** @type {WeakMap<Session, Composer>} */ (new WeakMap());

/** The only composer of a session. @param {Session} session */
export function composerOf(session) {
  let found = composers.get(session);
  if (!found) composers.set(session, (found = new Composer(session)));
  return found;
}

export class Composer extends Options {
  /** @param {Session} session */
  constructor(session) {
    super(session);
    /** A complete action that waits for confirmation. @type {Ready | null} */
    this.ready = null;
    this.support = 0;
    /** @type {Card[]} */
    this.cards = [];
    /** Planned attacks. @type {Ready[]} */
    this.plans = [];
    /** The current battle. @type {Odds | null} */
    this.battle = null;
    /** The place of the pointer or cursor, if it is a target. @type {Aim | null} */
    this.aimed = null;
    this.aiming = 0;
    this.busy = this.waiting = false;
    /** The pending request for what the selected units can do. @type {Promise<unknown>} */
    this.asked = Promise.resolve();
    this.turn = 0; // request number: only the latest answer counts
    this.mark = "";
    this.doubts = new Doubts(this);
    this.effects = new Effects(this);
    this.together = new Together(this);
    this.ahead = new Ahead(this);
    /** What can be done in the position in view, once it is known. @type {Promise<void>} */
    this.begun = Promise.resolve();
    const begin = () => (this.begun = this.begin());
    session.addEventListener("view", begin);
    if (session.view) void begin();
  }

  // -- a new position ----------------------------------------------------------------------------

  async begin() {
    const { session, view } = this;
    const mark = `${session.id} ${view.version} ${session.at} ${session.acting}`;
    if (mark === this.mark) return;
    const kept = session.areas ? [] : this.selection.filter((piece) => this.placeOf(piece)); // a block among others may have another number
    this.mark = mark;
    this.waiting = false;
    this.turn += 1;
    Object.assign(this, { selection: [], offers: [], act: null, ready: null, cards: [], battle: null, support: 0, aimed: null });
    this.first.clear();
    clearTimeout(this.aiming);
    this.movable = new Set();
    this.change();
    if (!session.mine) return;
    const asked = this.verbs.filter((verb) => verb.args.length);
    const [battle, , ...found] = await Promise.all([view.procedures.length > 1 ? session.odds("", 0) : null, this.ahead.look(), ...asked.map((verb) => session.choices(verb.verb, []))]);
    if (mark !== this.mark) return;
    asked.forEach((verb, n) => found[n] && this.first.set(verb.verb, found[n]));
    this.sort();
    this.cards = this.dealt();
    this.battle = battle;
    void this.effects.load();
    void this.review();
    const waits = this.together.next();
    if (this.selection.length || this.act) this.change();
    else if (waits) await this.select([waits]);
    else if (kept.length && kept.every((piece) => this.movable.has(piece))) await this.select(kept);
    else this.change();
  }

  // -- selecting ---------------------------------------------------------------------------------

  /** @param {string[]} pieces */
  async select(pieces) {
    this.selection = pieces;
    this.offers = [];
    this.act = null;
    this.ready = null;
    const turn = ++this.turn;
    this.change();
    if (!pieces.length || !this.session.mine) return;
    const asked = this.session.offers({ pieces });
    this.asked = asked;
    const alone = await asked;
    const offers = alone.length ? alone : pieces.length > 1 ? await this.together.offers(pieces) : await this.ahead.offers(pieces[0] ?? "");
    if (turn !== this.turn) return;
    this.offers = offers;
    this.change();
  }

  /** Select or deselect a piece. @param {string} piece */
  async toggle(piece) {
    const { act } = this;
    if (act && this.pickable.has(piece)) return this.pick(piece);
    if (act && act.next.kind === "piece") {
      if ((act.next.values ?? []).includes(piece)) return this.advance(act.verb, [...act.chosen, piece], act.held);
      return this.doubts.argument(act.verb, [...act.chosen, piece], this.placeOf(piece));
    }
    if (this.selection.includes(piece)) return this.select(this.selection.filter((one) => one !== piece));
    const together = this.selection.length && (this.gathers || this.selection.every((one) => this.placeOf(one) === this.placeOf(piece)));
    return this.select(together ? [...this.selection, piece] : [piece]);
  }

  /** Select a whole stack, or as many of it as can act together. @param {string} place */
  async take(place) {
    if (this.act?.next.kind === "pieces") return this.pickAll();
    const able = this.movable;
    const own = this.own(place).filter((piece) => this.gathers || !able.size || able.has(piece));
    if (!own.length) return;
    if (this.gathers) return this.select([...new Set([...this.selection, ...own])]);
    await this.select(own);
    for (let count = own.length - 1; count > 0 && !this.offers.length; count -= 1) await this.select(own.slice(-count));
  }

  // -- targets -----------------------------------------------------------------------------------

  /**
   * A click on a place, or on a piece there.
   * @param {string} place
   * @param {string} [piece]
   */
  async press(place, piece = "") {
    if (!this.session.mine) return piece ? this.change() : undefined;
    if (piece && this.act && (this.pickable.has(piece) || (this.act.next.kind === "piece" && (this.act.next.values ?? []).includes(piece)))) return this.toggle(piece);
    if (this.addable.has(place)) return this.pickPlace(place);
    const found = this.targets.get(place) ?? [];
    if (found.length > 1 && !plain(found)) return void this.dispatchEvent(new CustomEvent("menu", { detail: { place, targets: found } }));
    if (found[0]) return this.go(found[0]);
    const own = piece && this.mine(piece);
    if (own && !this.act) {
      const able = this.movable;
      const idle = able.size && !able.has(piece) && !this.gathers && !this.selection.includes(piece) && !(await this.ahead.offers(piece)).length;
      if (idle) return this.selection.length ? this.doubts.place(place) : this.doubts.piece(piece);
      return this.toggle(piece);
    }
    if (this.act || this.selection.length || this.hostile(place) || this.placeVerbs.length) return this.doubts.place(place);
    const from = new Set(this.view.procedures.length > 1 && !piece ? [...this.movable].map((one) => this.placeOf(one)) : []);
    return from.size === 1 ? this.take([...from][0] ?? "") : this.select([]); // after a battle: those who may advance
  }

  /** Point at a place: preview the cost or the odds. @param {string} place */
  aim(place) {
    const target = this.targets.get(place)?.[0];
    clearTimeout(this.aiming);
    if (!target && !this.aimed) return;
    const verb = target && this.verb(target.verb);
    const action = target && verb ? this.aimText(verb, target) : "";
    this.aimed = target ? { target, action, cost: [], risk: [], odds: null } : null;
    this.dispatchEvent(new CustomEvent("aim"));
    if (!target || !action || (target.kind !== "path" && !this.hostile(place))) return;
    this.aiming = window.setTimeout(async () => {
      if (this.busy) return;
      const path = target.kind === "path";
      const found = path ? await this.session.why(action) : await this.session.odds(action, this.support);
      if (this.aimed?.target !== target) return;
      this.aimed = path ? { ...this.aimed, cost: found.cost ?? [], risk: found.risk ?? [] } : { ...this.aimed, odds: found };
      this.dispatchEvent(new CustomEvent("aim"));
    }, 110);
  }

  /** Add a target to the action. @param {Target} target */
  async go(target) {
    if (target.lead) return this.ahead.play(target);
    const verb = this.verb(target.verb);
    if (!verb) return;
    if (target.each) return this.together.play(target);
    const value = target.kind === "path" ? target.path ?? [target.place] : target.place;
    return this.advance(verb, [...target.chosen, value], target.held);
  }

  /** Start with a verb from the panel. @param {Verb} verb */
  async start(verb) {
    const offer = this.offers.find((one) => one.verb === verb.verb);
    if (offer?.next.done) return void (await this.play(offer.next.action ?? ""));
    if (offer) {
      this.act = { verb, chosen: offer.chosen, next: offer.next, picked: new Set(), held: offer.held ?? offer.each ?? [], extras: null, each: offer.each };
      return this.change();
    }
    return this.advance(verb, [], this.selection);
  }

  // -- argument by argument ----------------------------------------------------------------------

  /**
   * Continue after these arguments.
   * @param {Verb} verb
   * @param {Value[]} chosen
   * @param {string[]} held pieces selected before the target
   * @param {Extras | null} [extras]
   * @returns {Promise<void>}
   */
  async advance(verb, chosen, held = [], extras = null) {
    if (chosen.length === verb.args.length) return this.complete(verb, chosen);
    const turn = ++this.turn;
    const answer = await this.session.ask("choices", { verb: verb.verb, chosen });
    if (turn !== this.turn) return;
    if (!answer.ok) return this.doubts.explain(`${verb.verb}`, this.doubts.lastPlace(chosen), [{ action: textOf(verb, chosen), legal: false, objections: answer.objections, message: answer.message }]);
    const next = await this.narrowed(verb, chosen, answer.data, held);
    if (turn !== this.turn) return;
    const last = chosen.length === verb.args.length - 1;
    const lists = next.kind === "pieces" || next.kind === "places" ? /** @type {string[][] | undefined} */ (next.values) : undefined;
    if (lists && !last && lists.some((list) => !list.length)) {
      const more = next.kind === "places" && lists.length > 1 ? { at: chosen.length, values: lists, picked: new Set() } : null;
      if (lists.length === 1 || more) return this.advance(verb, [...chosen, []], held, more ?? extras);
    }
    if (next.members && !next.members.length) return this.advance(verb, [...chosen, []], held, extras);
    if (!last && next.count === 1 && next.values?.length === 1) return this.advance(verb, [...chosen, next.values[0]], held, extras);
    const members = new Set(next.members ?? lists?.flat() ?? []);
    const picked = new Set([...(next.must ?? []), ...held.filter((piece) => members.has(piece))]);
    this.act = { verb, chosen, next, picked, held, extras };
    this.ready = null;
    this.change();
    if (last) await this.preview();
  }

  /** Add or remove a piece. @param {string} piece */
  async pick(piece) {
    const { act } = this;
    if (!act) return;
    const must = act.next.must ?? [];
    if (act.picked.has(piece)) {
      if (must.includes(piece)) return this.doubts.argument(act.verb, [...act.chosen, [...act.picked].filter((one) => one !== piece)], this.placeOf(piece));
      act.picked.delete(piece);
    } else act.picked.add(piece);
    act.held = [...act.picked];
    this.change();
    await this.preview();
  }

  /** Add all that may take part. */
  async pickAll() {
    const { act } = this;
    if (!act || act.next.kind !== "pieces") return;
    act.picked = new Set([...this.pickable].slice(0, act.next.high ?? undefined));
    act.held = [...act.picked];
    this.change();
    await this.preview();
  }

  /** Add or remove a place of a set. @param {string} place */
  async pickPlace(place) {
    const { act } = this;
    if (!act) return;
    if (act.next.kind === "places") {
      act.picked.has(place) ? act.picked.delete(place) : act.picked.add(place);
      this.change();
      return this.preview();
    }
    const { extras } = act;
    if (!extras) return;
    const wanted = new Set(extras.picked);
    wanted.has(place) ? wanted.delete(place) : wanted.add(place);
    const list = extras.values.find((one) => one.length === wanted.size && one.every((name) => wanted.has(name)));
    const chosen = [...act.chosen.slice(0, extras.at), list ?? [...wanted]];
    if (!list) return this.doubts.argument(act.verb, chosen, place);
    const held = [...act.picked];
    await this.advance(act.verb, chosen, held, { ...extras, picked: wanted });
  }

  /** The odds of the current action, if it is an attack. */
  async preview() {
    const { act } = this;
    if (!act || act.chosen.length !== act.verb.args.length - 1) return;
    this.ready = null;
    if (!this.enough) return this.change();
    const action = textOf(act.verb, [...act.chosen, [...act.picked]]);
    const odds = await this.session.odds(action, this.support);
    if (this.act !== act || !this.enough) return;
    this.ready = { action, odds };
    this.change();
  }

  /** The chosen set is complete: continue. */
  async confirm() {
    if (this.ready) return void (await this.play(this.ready.action));
    const { act } = this;
    if (act && this.enough) return this.advance(act.verb, [...act.chosen, [...act.picked]], act.held);
  }

  /** @param {Verb} verb @param {Value[]} chosen */
  async complete(verb, chosen) {
    const action = textOf(verb, chosen);
    const kind = verb.args[verb.args.length - 1]?.kind;
    if (kind === "path" || !chosen.flat().some((word) => this.hostile(word))) return void (await this.play(action));
    const turn = ++this.turn;
    this.waiting = true; // the click is accepted: the odds are being worked out
    this.change();
    const odds = await this.session.odds(action, this.support);
    this.waiting = false;
    if (turn !== this.turn) return this.change();
    if (!odds || (odds.supports && HOVERS)) return void (await this.play(action)); // support was seen with its odds before
    this.act = { verb, chosen, next: { done: true, action }, picked: new Set(), held: [], extras: null };
    this.ready = { action, odds };
    this.change();
  }

  /** What if there were more support? @param {number} support */
  async reckon(support) {
    this.support = Math.max(0, support);
    if (!this.ready) return;
    const odds = await this.session.odds(this.ready.action, this.support);
    if (this.ready) this.ready = { ...this.ready, odds };
    this.change();
  }

  /** Carry it out. @param {string} action */
  async play(action) {
    if (this.busy) return false;
    this.busy = true;
    this.change();
    const at = this.doubts.placeIn(action);
    this.together.note(action);
    const done = await this.session.play(action);
    this.busy = false;
    this.plans = this.plans.filter((plan) => plan.action !== action);
    if (!done.ok) this.doubts.explain("this", at, [{ action, legal: false, objections: done.objections ?? [], message: done.message }]);
    this.change();
    return done.ok;
  }

  /** Go back one step; false if there is nothing to leave. */
  escape() {
    this.aim("");
    if (this.act) {
      const { act } = this;
      this.act = null;
      this.ready = null;
      this.turn += 1;
      if (act.held.length) void this.select(act.held);
      else this.change();
      return true;
    }
    if (this.selection.length) {
      void this.select([]);
      return true;
    }
    return false;
  }

  // -- plans -------------------------------------------------------------------------------------

  /** Can the current action be planned: an attack on a place? */
  get plannable() {
    return this.ready?.odds?.kind === "table" && this.act?.verb.args[0]?.kind === "place";
  }

  plan() {
    if (!this.ready || !this.plannable) return;
    const { ready } = this;
    this.plans = [...this.plans.filter((plan) => plan.action !== ready.action), ready];
    this.act = null;
    this.ready = null;
    void this.select([]);
  }

  /** Check that the plans are still legal, and update their odds. */
  async review() {
    const { mark } = this;
    if (!this.plans.some((plan) => this.verb(plan.action.split(" ")[0] ?? ""))) return;
    const plans = await Promise.all(this.plans.map(async (plan) => {
      const { legal } = await this.session.why(plan.action);
      return { ...plan, legal, odds: legal ? await this.session.odds(plan.action, 0) : plan.odds };
    }));
    if (mark !== this.mark) return;
    this.plans = plans;
    this.change();
  }

  /** @param {string} action */
  unplan(action) {
    this.plans = this.plans.filter((plan) => plan.action !== action);
    this.change();
  }
}
