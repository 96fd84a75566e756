// Several units with a verb for one: each acts in turn, as long as the rules allow it. And units that wait beside the
// map: when one has entered, the next is selected.

import { textOf } from "./options.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./options.js").Offer} Offer */
/** @typedef {import("./options.js").Target} Target */

export class Together {
  /** @param {Composer} composer */
  constructor(composer) {
    this.composer = composer;
    /** What has just come in, and from where. @type {{verb: string, box: string, step: string} | null} */
    this.entered = null;
  }

  /** What each of these units could do alone, and where all of them could go. @param {string[]} pieces @returns {Promise<Offer[]>} */
  async offers(pieces) {
    const { session } = this.composer;
    const [first = [], ...rest] = /** @type {Offer[][]} */ (await Promise.all(pieces.map((piece) => session.offers({ pieces: [piece] }))));
    return first.flatMap((offer) => {
      const others = rest.map((list) => list.find((one) => one.verb === offer.verb));
      const all = (/** @type {string} */ place) => others.every((one) => one?.next.ends?.[place] || one?.next.values?.includes(place));
      const ends = Object.fromEntries(Object.entries(offer.next.ends ?? {}).filter(([place]) => all(place)));
      const values = offer.next.kind === "place" ? (offer.next.values ?? []).filter(all) : [];
      const alone = offer.chosen.length === 1 && this.composer.verb(offer.verb)?.args.length === 2;
      return alone && (values.length || Object.keys(ends).length) ? [{ ...offer, each: pieces, next: { ...offer.next, ends, values, count: values.length } }] : [];
    });
  }

  /** One after the other, until the rules forbid it or somebody else has to decide. @param {Target} target */
  async play({ verb: name, place, each = [] }) {
    const { composer } = this;
    const { session, doubts } = composer;
    const verb = composer.verb(name);
    const { acting } = session;
    const { step } = session.view.ask;
    for (const piece of verb ? each : []) {
      if (!verb || session.acting !== acting || session.view.ask.step !== step) return;
      const offer = (await session.offers({ pieces: [piece] })).find((one) => one.verb === name);
      const value = offer?.next.ends?.[place]?.path ?? (offer?.next.values?.includes(place) ? place : null);
      if (value === null) return doubts.actions([doubts.toward(verb, [piece], place)], place);
      if (!(await composer.play(textOf(verb, [piece, value])))) return;
    }
  }

  /** Before an action: does it bring in a unit from beside the map? @param {string} action */
  note(action) {
    const { session } = this.composer;
    const [verb = "", piece = ""] = action.split(" ");
    const box = this.composer.placeOf(piece);
    this.entered = box in session.boxes ? { verb, box, step: session.view.ask.step ?? "" } : null;
  }

  /** The unit that waits where another has just come from. */
  next() {
    const { composer, entered } = this;
    this.entered = null;
    if (!entered || entered.step !== composer.view.ask.step) return "";
    return String(composer.first.get(entered.verb)?.values?.find((piece) => composer.placeOf(piece) === entered.box) ?? "");
  }
}
