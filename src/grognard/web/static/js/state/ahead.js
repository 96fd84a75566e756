// The first decision of a turn often comes before the moves, such as a bombardment. A unit that only moves after it can
// be selected at once: its move then answers that decision first. The panel says so before anything is played.

import { verbLabel } from "./words.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./options.js").Offer} Offer */
/** @typedef {import("./options.js").Target} Target */
/** @typedef {import("./types.js").Verb} Verb */

export class Ahead {
  /** @param {Composer} composer */
  constructor(composer) {
    this.composer = composer;
  }

  /** The verb that leads on from the first decision of a turn: its end, or the first of plain answers. @returns {Verb | undefined} */
  get lead() {
    const { session, verbs, view } = this.composer;
    const { ask, procedures, now } = view;
    const last = session.log.findLast((entry) => entry.side !== "chance");
    const begun = last?.side === session.acting && last.now === now;
    if (begun || ask.set_up || ask.pending || procedures.length > 1 || verbs.some((verb) => verb.args.some((arg) => arg.kind === "path"))) return undefined;
    return verbs.find((verb) => verb.verb === "done") ?? (verbs.every((verb) => !verb.args.length) ? verbs[0] : undefined);
  }

  /** Where a unit could go after that verb. @param {string} piece @returns {Promise<Offer[]>} */
  async offers(piece) {
    const { lead } = this;
    if (!lead) return [];
    const found = /** @type {Offer[]} */ (await this.composer.session.offers({ pieces: [piece], action: lead.verb }));
    return found.filter((offer) => offer.next.kind === "path").map((offer) => ({ ...offer, lead }));
  }

  /** @param {Target} target */
  async play({ verb, place, chosen, path, lead, word = "" }) {
    const { composer } = this;
    if (lead && (await composer.play(lead.verb))) await composer.play([verb, ...chosen.flat(), word, ...(path ?? [place])].filter(Boolean).join(" "));
  }

  /** What a move with the selected unit does first, in words. */
  get told() {
    const lead = this.composer.offers.find((offer) => offer.lead)?.lead;
    return lead ? (lead.verb === "done" ? `This will ${lead.help} first.` : `This chooses “${verbLabel(lead)}” first.`) : "";
  }
}
