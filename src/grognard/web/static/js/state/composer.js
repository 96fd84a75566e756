// What the player is about to do: the selected units, the action built argument by argument,
// and why something cannot be done. It knows no title: everything comes from `offers` and `choices`.
// Events: "change" redraw, "why" {place, title, answers}, "menu" {place, targets}.

import { Doubts } from "./why_not.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").Verb} Verb */
/** @typedef {import("./types.js").Objection} Objection */
/** @typedef {string | string[]} Value */
/**
 * What may come next in an action.
 * @typedef {{done: boolean, action?: string, kind?: string, word?: string, count?: number, values?: any[], members?: string[],
 *   must?: string[], low?: number, high?: number, ends?: Record<string, {path: string[], cost: number | string | null}>}} Next
 */
/** @typedef {{verb: string, help: string, chosen: Value[], held?: string[], next: Next}} Offer */
/** @typedef {{verb: string, place: string, kind: string, chosen: Value[], cost?: number | string | null, path?: string[], held: string[]}} Target */
/** @typedef {{at: number, values: string[][], picked: Set<string>}} Extras */
/** @typedef {{verb: Verb, chosen: Value[], next: Next, picked: Set<string>, held: string[], extras: Extras | null}} Act */
/** @typedef {{action: string, legal: boolean, objections: Objection[], message?: string}} Answer */
/** @typedef {{key: string, action: string, verb: string, piece?: string, label: string, help: string}} Card */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {{action: string, odds: Odds | null, legal?: boolean}} Ready */
/** @typedef {{target: Target, action: string, cost: {cite: string, op: string, amount: number, text: string}[], odds: Odds | null}} Aim */

const MOST_CARDS = 9;
/** @type {WeakMap<Session, Composer>} */
const composers = new WeakMap();

/** The only composer of a session. @param {Session} session */
export function composerOf(session) {
  let found = composers.get(session);
  if (!found) composers.set(session, (found = new Composer(session)));
  return found;
}

/** The text of an action. @param {Verb} verb @param {Value[]} chosen */
export function textOf(verb, chosen) {
  const words = [verb.verb];
  chosen.forEach((value, n) => {
    const said = Array.isArray(value) ? value : [value];
    const word = verb.args[n]?.word;
    if (said.length) words.push(...(word ? [word] : []), ...said);
  });
  return words.join(" ");
}

export class Composer extends EventTarget {
  /** @param {Session} session */
  constructor(session) {
    super();
    this.session = session;
    /** @type {string[]} */
    this.selection = [];
    /** @type {Offer[]} */
    this.offers = [];
    /** The choices for the first argument of each verb. @type {Map<string, Next>} */
    this.first = new Map();
    /** Pieces that can be the first argument of a verb. @type {Set<string>} */
    this.movable = new Set();
    /** @type {Act | null} */
    this.act = null;
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
    this.busy = false;
    this.waiting = false;
    /** The pending request for what the selected units can do. @type {Promise<unknown>} */
    this.asked = Promise.resolve();
    this.turn = 0; // request number: only the latest answer counts
    this.mark = "";
    this.doubts = new Doubts(this);
    session.addEventListener("view", () => void this.begin());
    if (session.view) void this.begin();
  }

  get view() {
    return this.session.view;
  }

  /** Verbs that can be played now. @returns {Verb[]} */
  get verbs() {
    return this.session.mine ? this.view.ask.verbs ?? [] : [];
  }

  /** Verbs of this step that cannot be played now. @returns {Verb[]} */
  get barred() {
    return this.session.mine ? /** @type {any} */ (this.view.ask).barred ?? [] : [];
  }

  /** @param {string} name @returns {Verb | undefined} */
  verb(name) {
    return [...this.verbs, ...this.barred].find((verb) => verb.verb === name);
  }

  change() {
    this.dispatchEvent(new CustomEvent("change"));
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
    const [battle, ...found] = await Promise.all([view.procedures.length > 1 ? session.odds("", 0) : null, ...asked.map((verb) => session.choices(verb.verb, []))]);
    if (mark !== this.mark) return;
    asked.forEach((verb, n) => found[n] && this.first.set(verb.verb, found[n]));
    this.sort();
    this.cards = this.dealt();
    this.battle = battle;
    void this.review();
    if (kept.length && !this.selection.length && !this.act && kept.every((piece) => this.movable.has(piece))) await this.select(kept);
    else this.change();
  }

  /** Show short lists of choices as numbered cards. @returns {Card[]} */
  dealt() {
    const open = this.verbs.filter((verb) => verb.args.length);
    const small = open.length > 0 && open.every((verb) => {
      const next = this.first.get(verb.verb);
      return verb.args.length === 1 && !["place", "places", "path"].includes(verb.args[0]?.kind ?? "") && next?.values !== undefined;
    });
    const count = this.verbs.reduce((sum, verb) => sum + (verb.args.length ? this.first.get(verb.verb)?.values?.length ?? 0 : 1), 0);
    if (!small || count > MOST_CARDS) return [];
    return this.verbs.flatMap((verb) => {
      if (!verb.args.length) return [{ key: verb.verb, action: verb.verb, verb: verb.verb, label: "", help: verb.help }];
      return (this.first.get(verb.verb)?.values ?? []).map((value) => {
        const piece = verb.args[0]?.kind === "piece" ? String(value) : undefined;
        return { key: `${verb.verb}-${value}`, action: textOf(verb, [value]), verb: verb.verb, piece, label: String(value), help: verb.help };
      });
    });
  }

  /** Find the pieces that can be the first argument of a verb, whoever owns them. */
  sort() {
    /** @type {Set<string>} */
    const out = new Set();
    for (const verb of this.verbs) {
      const next = this.first.get(verb.verb);
      if (!next) continue;
      if (verb.args[0]?.kind === "piece") for (const value of next.values ?? []) out.add(value);
      if (verb.args[0]?.kind === "pieces") for (const value of next.members ?? (next.values ?? []).flat()) out.add(value);
    }
    this.movable = out;
  }

  /** Verbs that take the target first and the units later, so units of several hexes can act together. */
  get gathers() {
    return this.verbs.some((verb) => verb.args[0]?.kind === "place" && verb.args.some((arg) => arg.kind === "pieces"));
  }

  /** @param {string} piece @returns {string} */
  placeOf(piece) {
    return this.view.pieces[piece]?.there?.place ?? "";
  }

  /** May the deciding player use this piece: is it their own, or one of the choices? @param {string} piece */
  mine(piece) {
    const { acting } = this.session;
    return acting !== "" && (this.view.pieces[piece]?.there?.side === acting || this.movable.has(piece));
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
    const offers = await asked;
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

  /** Units of the deciding player. @param {string} place */
  own(place) {
    return (this.view.stacks[place] ?? []).filter((counter) => !counter.marker && this.mine(counter.id)).map((counter) => counter.id);
  }

  /** Does another player hold the place? @param {string} place */
  hostile(place) {
    return (this.view.stacks[place] ?? []).some((counter) => !counter.marker && !this.mine(counter.id));
  }

  // -- targets -----------------------------------------------------------------------------------

  /** What a click on each place would do. @returns {Map<string, Target[]>} */
  get targets() {
    /** @type {Map<string, Target[]>} */
    const out = new Map();
    /** @param {string} verb @param {Value[]} chosen @param {Next | undefined} next @param {string[]} held */
    const add = (verb, chosen, next, held) => {
      if (!next) return;
      /** @param {string} place @param {Partial<Target>} [more] */
      const put = (place, more = {}) => out.set(place, [...(out.get(place) ?? []), { verb, place, kind: String(next.kind), chosen, held, ...more }]);
      if (next.kind === "path") for (const [place, end] of Object.entries(next.ends ?? {})) put(place, { cost: end.cost, path: end.path });
      if (next.kind === "place") for (const place of next.values ?? []) put(place);
    };
    if (this.act) {
      add(this.act.verb.verb, this.act.chosen, this.act.next, this.act.held);
      return out;
    }
    if (this.selection.length) {
      for (const offer of this.offers) add(offer.verb, offer.chosen, offer.next, offer.held ?? []);
      return out;
    }
    for (const verb of this.verbs) if (verb.args[0]?.kind === "place") add(verb.verb, [], this.first.get(verb.verb), []);
    return out;
  }

  /** Pieces that a click would add to or remove from the current argument. @returns {Set<string>} */
  get pickable() {
    const { act } = this;
    if (!act || act.next.kind !== "pieces") return new Set();
    return new Set(act.next.members ?? (act.next.values ?? []).flat());
  }

  /** Places that can be added to the current argument, or to an earlier one. @returns {Set<string>} */
  get addable() {
    const { act } = this;
    if (!act) return new Set();
    if (act.next.kind === "places") return new Set(act.next.members ?? (act.next.values ?? []).flat());
    return new Set(act.extras?.values.flat() ?? []);
  }

  /** Pieces that can be chosen now, for the blue rings. @returns {Set<string>} */
  get choosable() {
    const { act } = this;
    if (act) return act.next.kind === "piece" ? new Set(act.next.values ?? []) : this.pickable;
    if (this.selection.length) return new Set();
    const able = this.movable;
    return this.verbs.some((verb) => verb.args.some((arg) => arg.kind === "path")) ? new Set() : able;
  }

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
    if (found.length > 1) return void this.dispatchEvent(new CustomEvent("menu", { detail: { place, targets: found } }));
    if (found[0]) return this.go(found[0]);
    const own = piece && this.mine(piece);
    if (own && !this.act) {
      const able = this.movable;
      if (able.size && !able.has(piece) && !this.gathers && !this.selection.length) return this.doubts.piece(piece);
      return this.toggle(piece);
    }
    if (this.act || this.selection.length || this.hostile(place) || this.placeVerbs.length) return this.doubts.place(place);
    return this.select([]);
  }

  get placeVerbs() {
    return this.verbs.filter((verb) => verb.args[0]?.kind === "place" && verb.args.length === 1);
  }

  /** Point at a place: preview the cost or the odds. @param {string} place */
  aim(place) {
    const target = this.targets.get(place)?.[0];
    clearTimeout(this.aiming);
    if (!target && !this.aimed) return;
    const verb = target && this.verb(target.verb);
    const action = target && verb ? this.aimText(verb, target) : "";
    this.aimed = target ? { target, action, cost: [], odds: null } : null;
    this.dispatchEvent(new CustomEvent("aim"));
    if (!target || !action || (target.kind !== "path" && !this.hostile(place))) return;
    this.aiming = window.setTimeout(async () => {
      if (this.busy) return;
      const path = target.kind === "path";
      const found = path ? await this.session.why(action) : await this.session.odds(action, this.support);
      if (this.aimed?.target !== target) return;
      this.aimed = path ? { ...this.aimed, cost: found.cost ?? [] } : { ...this.aimed, odds: found };
      this.dispatchEvent(new CustomEvent("aim"));
    }, 110);
  }

  /** The action a target would lead to, as far as it is known. @param {Verb} verb @param {Target} target */
  aimText(verb, target) {
    const chosen = [...target.chosen, target.kind === "path" ? target.path ?? [] : target.place];
    if (chosen.length === verb.args.length) return textOf(verb, chosen);
    if (!target.held.length) return "";
    while (chosen.length < verb.args.length - 1) chosen.push([]);
    return textOf(verb, [...chosen, target.held]);
  }

  /** Add a target to the action. @param {Target} target */
  async go(target) {
    const verb = this.verb(target.verb);
    if (!verb) return;
    const value = target.kind === "path" ? target.path ?? [target.place] : target.place;
    return this.advance(verb, [...target.chosen, value], target.held);
  }

  /** Start with a verb from the panel. @param {Verb} verb */
  async start(verb) {
    const offer = this.offers.find((one) => one.verb === verb.verb);
    if (offer?.next.done) return void (await this.play(offer.next.action ?? ""));
    if (offer) {
      this.act = { verb, chosen: offer.chosen, next: offer.next, picked: new Set(), held: offer.held ?? [], extras: null };
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
    /** @type {Next} */
    const next = answer.data;
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

  /** Are enough chosen, and not too many? */
  get enough() {
    const { act } = this;
    if (!act) return false;
    const { next, picked } = act;
    if (next.members) return picked.size >= (next.low ?? 0) && picked.size <= (next.high ?? Infinity) && (next.must ?? []).every((one) => picked.has(one));
    if (next.values && (next.kind === "pieces" || next.kind === "places")) return next.values.some((list) => list.length === picked.size && list.every((/** @type {string} */ one) => picked.has(one)));
    return false;
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
    if (!odds) return void (await this.play(action));
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
    const done = await this.session.play(action);
    this.busy = false;
    this.plans = this.plans.filter((plan) => plan.action !== action);
    if (!done.ok) this.doubts.explain("this", at, [{ action, legal: false, objections: done.objections ?? [], message: done.message }]);
    this.change();
    return done.ok;
  }

  /** Go back one step; false if there is nothing to leave. */
  escape() {
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

  /** The current battle with this much support. @param {number} support */
  async foresee(support) {
    const { mark } = this;
    const odds = await this.session.odds("", support);
    if (mark !== this.mark || !odds) return;
    this.battle = odds;
    this.dispatchEvent(new CustomEvent("aim"));
  }

  // -- plans -------------------------------------------------------------------------------------

  plan() {
    if (!this.ready) return;
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
