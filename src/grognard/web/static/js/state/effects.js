// What each answer of a short list would lead to: fetched when the list is shown, drawn on the map when one is pointed at.
// During a battle also its odds after that answer, as with support.

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./types.js").Effect} Effect */
/** @typedef {import("./types.js").Odds} Odds */

export class Effects {
  /** @param {Composer} composer */
  constructor(composer) {
    this.composer = composer;
    /** @type {Map<string, Effect | null>} */
    this.known = new Map();
    /** @type {Map<string, Odds | null>} */
    this.foreseen = new Map();
    /** The answer that is pointed at. */
    this.shown = "";
    this.mark = "";
  }

  /** The effect of an answer, if it is known. @param {string} action */
  of(action) {
    return this.mark === this.composer.mark ? this.known.get(action) : undefined;
  }

  /** The battle after an answer, if it is known. @param {string} action */
  odds(action) {
    return this.mark === this.composer.mark ? this.foreseen.get(action) ?? null : null;
  }

  /** Ask for the odds of the battle after an answer, which may say how much supports it. @param {string} action */
  async foresee(action) {
    const { composer } = this;
    if (!composer.battle || this.foreseen.has(action)) return;
    this.foreseen.set(action, null);
    const many = /^\S+ (\d+)$/.exec(action)?.[1];
    const found = (await composer.session.odds(action)) ?? (many ? await composer.session.odds("", Number(many)) : null);
    if (this.mark !== composer.mark || !found) return;
    this.foreseen.set(action, found);
    composer.change();
  }

  /** Fetch the effects of the answers that are offered during a battle. */
  async load() {
    const { composer } = this;
    this.mark = composer.mark;
    this.known.clear();
    this.foreseen.clear();
    this.show("");
    if (composer.view.procedures.length < 2) return;
    for (const { action } of composer.cards) void this.foresee(action);
    for (const { action } of composer.cards) {
      const found = await composer.session.effect(action);
      if (this.mark !== composer.mark || composer.busy) return; // an answer is on its way: ask no more about this step
      this.known.set(action, found);
      if (this.shown === action) this.tell(); // it was pointed at before the answer came
    }
    if (this.known.size) composer.change();
  }

  /** Point at an answer, or at none. @param {string} action */
  show(action) {
    if (this.shown === action) return;
    this.shown = action;
    this.tell();
  }

  tell() {
    this.composer.dispatchEvent(new CustomEvent("effect", { detail: this.shown ? this.of(this.shown) ?? null : null }));
  }
}
