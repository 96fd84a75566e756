// What the player could do now: the verbs, the units that can act, the targets of a click.
// The composer (composer.js) acts on it. It knows no title: everything comes from `offers` and `choices`.

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").Verb} Verb */
/** @typedef {import("./types.js").Objection} Objection */
/** @typedef {string | string[]} Value */
/**
 * What may come next in an action.
 * @typedef {{done: boolean, action?: string, kind?: string, word?: string, count?: number, values?: any[], members?: string[],
 *   must?: string[], low?: number, high?: number, ends?: Record<string, {path: string[], cost: number | string | null}>}} Next
 */
/** @typedef {{verb: string, help: string, chosen: Value[], held?: string[], each?: string[], lead?: Verb, next: Next}} Offer */
/** @typedef {{verb: string, place: string, kind: string, chosen: Value[], cost?: number | string | null, path?: string[], held: string[], each?: string[], lead?: Verb, word?: string}} Target */
/** @typedef {{at: number, values: string[][], picked: Set<string>}} Extras */
/** @typedef {{verb: Verb, chosen: Value[], next: Next, picked: Set<string>, held: string[], extras: Extras | null, each?: string[]}} Act */
/** @typedef {{action: string, legal: boolean, objections: Objection[], message?: string}} Answer */
/** @typedef {{key: string, action: string, verb: string, piece?: string, phrase?: boolean, label: string, help: string}} Card */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {{action: string, odds: Odds | null, legal?: boolean}} Ready */
/** @typedef {import("./types.js").Risk} Risk */
/** @typedef {{target: Target, action: string, cost: {cite: string, op: string, amount: number, text: string}[], risk: Risk[], odds: Odds | null}} Aim */

const MOST_CARDS = 9;
const WIDE = 60; // with more targets than this a verb is for most of the map, and is shown only once it is chosen

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

/** Can the first verb of several go there, and no other for less? The others have their buttons. @param {Target[]} found */
export const plain = ([first, ...rest]) => first?.kind === "path" && rest.every((other) => other.kind === "path" && (other.cost ?? 0) >= (first.cost ?? 0));

export class Options extends EventTarget {
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
    /** The pieces that can act once the first decision of a turn is made. @type {Set<string>} */
    this.foreseen = new Set();
    /** @type {Act | null} */
    this.act = null;
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
        return { key: `${verb.verb}-${value}`, action: textOf(verb, [value]), verb: verb.verb, piece, phrase: verb.args[0]?.phrases !== undefined, label: String(value), help: verb.help };
      });
    });
  }

  /** Find the pieces that can be the first argument of a verb, of any owner. */
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

  /** Units of the deciding player. @param {string} place */
  own(place) {
    return (this.view.stacks[place] ?? []).filter((counter) => !counter.marker && this.mine(counter.id)).map((counter) => counter.id);
  }

  /** Does another player hold the place? @param {string} place */
  hostile(place) {
    return (this.view.stacks[place] ?? []).some((counter) => !counter.marker && !this.mine(counter.id));
  }

  /** What a click on each place would do. @returns {Map<string, Target[]>} */
  get targets() {
    const now = [this.act, this.selection, this.offers, this.first.size, this.session.view];
    if (now.some((one, n) => one !== this.known.now[n])) this.known = { now, targets: this.findTargets() };
    return this.known.targets;
  }

  /** The targets, until something they depend on changes: every place asks for them. @type {{now: unknown[], targets: Map<string, Target[]>}} */
  known = { now: [], targets: new Map() };

  /** @returns {Map<string, Target[]>} */
  findTargets() {
    /** @type {Map<string, Target[]>} */
    const out = new Map();
    /** @param {string} verb @param {Value[]} chosen @param {Next | undefined} next @param {string[]} held @param {string[]} [each] @param {Verb} [lead] */
    const add = (verb, chosen, next, held, each, lead) => {
      if (!next) return;
      /** @param {string} place @param {Partial<Target>} [more] */
      const put = (place, more = {}) => out.set(place, [...(out.get(place) ?? []), { verb, place, kind: String(next.kind), chosen, held, ...(each ? { each } : {}), ...(lead ? { lead, word: next.word } : {}), ...more }]);
      if (next.kind === "path") for (const [place, end] of Object.entries(next.ends ?? {})) put(place, { cost: end.cost, path: end.path });
      if (next.kind === "place") for (const place of next.values ?? []) {
        const sides = this.session.sides[place];
        if (!sides) put(place);
        else if (this.act) for (const hex of sides) put(hex, { place }); // a bridge: by either of its ends
      }
    };
    if (this.act) {
      add(this.act.verb.verb, this.act.chosen, this.act.next, this.act.held, this.act.each);
      return out;
    }
    if (this.selection.length) {
      for (const offer of this.offers) add(offer.verb, offer.chosen, offer.next, offer.held ?? [], offer.each, offer.lead);
      return out;
    }
    const aimed = this.verbs.filter((verb) => verb.args[0]?.kind === "place");
    for (const verb of aimed) {
      const next = this.first.get(verb.verb);
      if (aimed.length === 1 || (next?.count ?? 0) <= WIDE) add(verb.verb, [], next, []); // choose a verb for all the map first
    }
    return out;
  }

  /** The action a target would lead to, as far as it is known. @param {Verb} verb @param {Target} target */
  aimText(verb, target) {
    const chosen = [...target.chosen, target.kind === "path" ? target.path ?? [] : target.place];
    if (chosen.length === verb.args.length) return textOf(verb, chosen);
    if (!target.held.length || verb.args.slice(chosen.length).some((arg) => arg.kind === "word")) return "";
    while (chosen.length < verb.args.length - 1) chosen.push([]);
    return textOf(verb, [...chosen, target.held]);
  }

  /** Of several words, such as who commands, only those that the selected pieces can follow. @param {Verb} verb @param {Value[]} chosen @param {Next} next @param {string[]} held @returns {Promise<Next>} */
  async narrowed(verb, chosen, next, held) {
    const values = next.values ?? [];
    if (next.kind !== "word" || values.length < 2 || !held.length || verb.args[chosen.length + 1]?.kind !== "pieces") return next;
    const after = await Promise.all(values.map((value) => this.session.choices(verb.verb, [...chosen, value])));
    const fits = values.filter((_, n) => held.every((piece) => [...(after[n]?.members ?? []), ...(after[n]?.values ?? []).flat()].includes(piece)));
    return fits.length ? { ...next, values: fits, count: fits.length } : next;
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
    const walks = this.verbs.some((verb) => verb.args.some((arg) => arg.kind === "path"));
    if (this.session.areas) return this.movable.size ? this.movable : this.foreseen;
    return walks ? new Set() : this.movable; // on a map of hexes nearly all could move
  }

  /** The place that the current action attacks, while its units are chosen and until it is confirmed. */
  get fought() {
    const { act } = this;
    if (!act || (act.next.kind !== "pieces" && !act.next.done)) return "";
    const words = act.chosen.flat();
    return words.find((word) => !(word in this.view.pieces) && this.hostile(word)) ?? (act.next.kind === "pieces" ? String(words[0] ?? "") : "");
  }

  /** Where the units named by the current action are. */
  get origins() {
    const own = (this.act?.chosen.flat() ?? []).filter((word) => word in this.view.pieces && this.mine(word));
    return [...new Set(own.map((piece) => this.placeOf(piece)))];
  }

  get placeVerbs() {
    return this.verbs.filter((verb) => verb.args[0]?.kind === "place" && verb.args.length === 1);
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
}
