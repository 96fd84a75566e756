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
    /** The units that can move once that decision is made. @type {string[]} */
    this.movers = [];
    /** The piece that was asked for last and has nowhere to move, though it can act once that decision is made. */
    this.still = "";
    /** The entry of the journal that made that decision for a move. @type {number | null} */
    this.led = null;
  }

  /** Find out who could move after the current decision. */
  async look() {
    const { lead, composer } = this;
    this.movers = [];
    composer.foreseen = new Set();
    if (!lead) return;
    const { mark } = composer;
    const found = /** @type {Offer[]} */ (await composer.session.offers({ action: lead.verb }));
    if (mark !== composer.mark) return;
    const units = found.filter(({ next }) => next.kind === "piece" || next.kind === "pieces").flatMap(({ next }) => next.members ?? (next.values ?? []).flat());
    this.movers = [...new Set(units)];
    composer.foreseen = new Set(this.movers);
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
    const moves = found.filter((offer) => offer.next.kind === "path");
    this.still = moves.length || !this.composer.foreseen.has(piece) ? "" : piece;
    return moves.map((offer) => ({ ...offer, lead }));
  }

  /** @param {Target} target */
  async play({ verb, place, chosen, path, lead, word = "" }) {
    const { composer } = this;
    const { count } = composer.session;
    if (!lead || !(await composer.play(lead.verb))) return;
    this.led = count;
    await this.answered();
    await composer.play([verb, ...chosen.flat(), word, ...(path ?? [place])].filter(Boolean).join(" "));
  }

  /** Wait until a computer that has to decide in between has done so. @returns {Promise<void>} */
  answered() {
    const { session } = this.composer;
    return new Promise((done) => {
      const look = () => {
        if (!session.mine) return;
        session.removeEventListener("view", look);
        done();
      };
      session.addEventListener("view", look);
      look();
    });
  }

  /** The entry to go back to if a computer has answered since and the usual undo ends there: only before any dice. */
  get back() {
    const { session } = this.composer;
    const { view, seats, log } = session;
    if (this.led === null || view.undo === null || view.undo_policy !== "free" || !session.mine) return null;
    const since = log.filter((entry) => entry.n >= Number(this.led));
    const alone = seats.every((seat) => seat.computer || view.you.includes(seat.side));
    return alone && since.length && since.filter((entry) => entry.side === session.acting).length < 3 && since.every((entry) => entry.side !== "chance") ? this.led : null;
  }

  /** Take back the decision that was made for a move. */
  async takeBack() {
    const { back, composer } = this;
    const answer = await composer.session.send("ask", { what: "undo", to: back });
    this.led = null;
    if (answer.ok) await composer.session.refresh();
  }

  /** What a move with the selected unit does first, in words, or what has to be chosen before it can act. */
  get told() {
    const { offers, selection } = this.composer;
    if (this.lead && !offers.length && selection.length === 1 && selection[0] === this.still) return `Choose “${verbLabel(this.lead)}” first, then it can act.`;
    const lead = offers.find((offer) => offer.lead)?.lead;
    return lead ? (lead.verb === "done" ? `Moving now will ${lead.help}.` : `Moving now chooses “${verbLabel(lead)}” first.`) : "";
  }
}
