// Why not: ask the rules about what the player seems to want, and show every objection.

import { textOf } from "./options.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./options.js").Value} Value */
/** @typedef {import("./options.js").Answer} Answer */
/** @typedef {import("./types.js").Verb} Verb */
/** @typedef {import("./types.js").Objection} Objection */

const ASKED = 100; // units that are asked about at most

export class Doubts {
  /** @param {Composer} composer */
  constructor(composer) {
    this.composer = composer;
  }

  /** @param {Value[]} chosen */
  lastPlace(chosen) {
    const words = chosen.flat();
    return [...words].reverse().find((word) => word in this.composer.view.stacks || word in this.composer.session.places || /^\d{3,}$/.test(word)) ?? "";
  }

  /** @param {string} action */
  placeIn(action) {
    return this.lastPlace(action.split(" ").slice(1));
  }

  /** @param {string} title @param {string} place @param {Answer[]} answers */
  explain(title, place, answers) {
    this.composer.dispatchEvent(new CustomEvent("why", { detail: { place, title, answers } }));
  }

  /** Why an argument cannot have this value. @param {Verb} verb @param {Value[]} chosen @param {string} place */
  async argument(verb, chosen, place) {
    const answer = chosen.length === verb.args.length
      ? await this.composer.session.why(textOf(verb, chosen))
      : await this.beginning(verb, chosen);
    this.explain(`${place}`, place, [{ ...answer, action: textOf(verb, chosen) }]);
  }

  /** The objections to the beginning of an action. @param {Verb} verb @param {Value[]} chosen @returns {Promise<{legal: boolean, objections: Objection[], message: string}>} */
  async beginning(verb, chosen) {
    const found = await this.composer.session.ask("why", { verb: verb.verb, chosen });
    return found.ok ? { legal: found.data.legal, objections: found.data.objections, message: "" } : { legal: false, objections: found.objections, message: found.message };
  }

  /** Why a piece cannot do anything. @param {string} piece */
  async piece(piece) {
    const all = [...this.composer.verbs, ...this.composer.barred].filter((verb) => ["piece", "pieces"].includes(verb.args[0]?.kind ?? ""));
    const verbs = this.suited(all, piece, (verb) => verb);
    const answers = await Promise.all(verbs.map(async (verb) => {
      const value = verb.args[0]?.kind === "pieces" ? [piece] : piece;
      return { action: `${verb.verb} ${piece}`, ...(await this.beginning(verb, [value])) };
    }));
    this.explain(piece, this.composer.placeOf(piece), answers);
  }

  /**
   * Those that suit a piece, if any: what only units beside the map can do does not suit one on it, and the reverse.
   * @template T @param {T[]} some @param {string} piece @param {(one: T) => Verb} verb
   */
  suited(some, piece, verb) {
    const { composer } = this;
    const beside = (/** @type {string} */ one) => composer.placeOf(one) in composer.session.boxes;
    const found = some.filter((one) => (composer.first.get(verb(one).verb)?.values ?? []).flat().some((able) => beside(String(able)) === beside(piece)));
    return found.length ? found : some;
  }

  /**
   * Why the current action, or one with the selected units, cannot go to a place.
   * @param {string} place
   */
  async place(place) {
    const { act } = this.composer;
    if (act) {
      const index = act.verb.args.findIndex((arg, n) => n >= act.chosen.length && ["place", "path", "places"].includes(arg.kind));
      if (index === act.chosen.length) {
        const kind = act.verb.args[index]?.kind;
        if (kind === "path") return this.actions([this.toward(act.verb, act.chosen, place)], place);
        return this.argument(act.verb, [...act.chosen, kind === "places" ? [...act.picked, place] : place], place);
      }
    }
    const units = this.composer.selection;
    const all = [...this.composer.verbs, ...this.composer.barred];
    if (!units.length) {
      const verbs = all.filter((verb) => verb.args[0]?.kind === "place");
      const answers = await Promise.all(verbs.map(async (verb) => {
        return { action: `${verb.verb} ${place}`, ...(await this.beginning(verb, [place])) };
      }));
      if (answers.length) this.explain(place, place, answers);
      return;
    }
    const commanded = all.find((verb) => verb.args[0]?.kind === "place" && verb.args.some((arg) => arg.kind === "word"));
    if (commanded) return this.fire(commanded, units, place);
    const offered = new Set(this.composer.offers.map((offer) => offer.verb));
    const hostile = this.composer.hostile(place);
    const texts = all.flatMap((verb) => {
      const kinds = verb.args.map((arg) => arg.kind);
      const last = kinds[kinds.length - 1];
      if (kinds[0] === "place" && last === "pieces") return [{ verb, rank: 0, text: `${verb.verb} ${place} ${verb.args[kinds.length - 1]?.word ?? ""} ${units.join(" ")}` }];
      if (kinds[0] !== "piece" && kinds[0] !== "pieces") return [];
      if (last !== "path" && last !== "place") return [];
      const wanted = hostile === (last === "place") ? 0 : 1;
      const alone = kinds.includes("pieces") ? 0 : 0.5;
      return [{ verb, rank: alone + wanted - (offered.has(verb.verb) ? 2 : 0) + (last === "place" && !hostile && !offered.has(verb.verb) ? 9 : 0), text: this.toward(verb, [kinds.includes("pieces") ? units : units.slice(0, 1)], place) }];
    });
    texts.sort((one, other) => one.rank - other.rank);
    const likely = texts.filter((one) => one.rank < 5);
    const suited = this.suited(likely, units[0] ?? "", (one) => one.verb);
    const attacks = hostile ? likely.filter(({ verb }) => verb.args.some((arg) => arg.kind === "place")) : [];
    const barred = attacks.some((one) => suited.includes(one)) ? [] : attacks; // why nobody can attack at all
    const wanted = likely.filter((one) => suited.includes(one) || barred.includes(one)).slice(0, 2).map((one) => one.text);
    if (wanted.length) await this.actions(wanted, place);
  }

  /** Why units cannot fire at a place: because of the place, or of the line of fire of one of them. @param {Verb} verb @param {string[]} units @param {string} place */
  async fire(verb, units, place) {
    const { legal, objections, message } = await this.beginning(verb, [place]);
    const arcs = legal ? await Promise.all(units.map((unit) => this.composer.session.arc(unit))) : [];
    const bans = arcs.flatMap((arc) => (arc?.bans ?? []).filter((ban) => ban.places.includes(place)).map((ban) => ({ cite: ban.cite, clause: ban.cite, text: `${arc?.piece}: ${ban.text}`, facts: {} })));
    this.explain(place, place, [{ action: `${verb.verb} ${place}`, legal: false, objections: legal ? bans : objections, message: message || "These units cannot do that together." }]);
  }

  /** @param {Verb} verb @param {Value[]} chosen @param {string} place */
  toward(verb, chosen, place) {
    const last = verb.args[verb.args.length - 1];
    return `${textOf(verb, chosen.map((value) => value))} ${last?.kind === "path" ? "to" : last?.word ?? ""} ${place}`.replace(/ +/g, " ");
  }

  /** @param {string[]} texts @param {string} place @param {string} [title] */
  async actions(texts, place, title = place) {
    const answers = await Promise.all(texts.map(async (action) => ({ ...(await this.composer.session.why(action)), action })));
    this.explain(title, place, answers);
  }

  /** A verb that cannot be used now. @param {Verb} verb */
  async verb(verb) {
    if (!verb.args.length) return this.actions([verb.verb], "", verb.help || verb.verb);
    const units = this.composer.selection;
    if (units.length && verb.args[0]?.kind === "piece") {
      const together = verb.args[1]?.kind === "pieces" ? [units[0] ?? "", units.slice(1)] : [units[0] ?? ""];
      /** @type {Objection[]} */
      const found = [];
      let message = "";
      for (const chosen of [together, ...units.map((unit) => [unit])]) {
        const answer = await this.beginning(verb, chosen);
        if (answer.legal) message ||= chosen.length > 1 ? "" : "They can do it alone, but not together.";
        else {
          message ||= answer.message;
          for (const one of answer.objections) if (!found.some((other) => other.clause === one.clause && other.text === one.text)) found.push(one);
        }
      }
      return this.explain(verb.verb, this.composer.placeOf(units[0] ?? ""), [{ action: `${verb.verb} ${units.join(" ")}`, legal: false, objections: found, message: message || "No suitable place is within reach." }]);
    }
    const { view, session } = this.composer;
    const place = verb.args[0]?.kind === "place";
    const pieces = place ? Object.keys(view.stacks).filter((name) => this.composer.hostile(name)) : Object.keys(view.stacks).flatMap((name) => this.composer.own(name));
    const found = pieces.length ? await session.ask("why", { verb: verb.verb, pieces: pieces.slice(0, ASKED) }) : null;
    const what = place ? "There is no place for it now" : "No unit can do this now";
    this.explain(verb.verb, "", [{ action: verb.verb, legal: false, objections: found?.ok ? found.data.objections : [], message: `${what}. Select a unit and ask again to see why it cannot.` }]);
  }
}
