// What if: the same attack with more support, or with one unit more or less.

import { textOf } from "./options.js";
import { shortUnit } from "./words.js";

/** @typedef {import("./composer.js").Composer} Composer */
/** @typedef {import("./types.js").Odds} Odds */
/** @typedef {{key: string, label: string, action: string, support: number, apply: () => void, odds?: Odds | null}} WhatIf */

const MOST = 3;

/** The alternatives to the attack that waits for confirmation. @param {Composer} composer @returns {WhatIf[]} */
export function alternatives(composer) {
  const { act, ready, support } = composer;
  if (!act || !ready?.odds || ready.odds.kind !== "table") return [];
  /** @type {WhatIf[]} */
  const out = [];
  if (ready.odds.support > support) out.push({ key: "support-more", label: support ? `With ${support + 1} air units` : "With air support", action: ready.action, support: support + 1, apply: () => void composer.reckon(support + 1) });
  if (support > 0) out.push({ key: "support-less", label: support > 1 ? `With ${support - 1} air units` : "Without air support", action: ready.action, support: support - 1, apply: () => void composer.reckon(support - 1) });
  if (act.next.kind !== "pieces" || !act.next.members) return out;
  const { must = [], low = 0, high = Infinity } = act.next;
  const text = (/** @type {string[]} */ pieces) => textOf(act.verb, [...act.chosen, pieces]);
  const picked = [...act.picked];
  for (const piece of picked.length > Math.max(1, low) ? picked.filter((one) => !must.includes(one)) : []) out.push({ key: `less-${piece}`, label: `Without ${shortUnit(composer.session, piece)}`, action: text(picked.filter((one) => one !== piece)), support, apply: () => void composer.pick(piece) });
  for (const piece of picked.length < high ? [...composer.pickable].filter((one) => !act.picked.has(one)) : []) out.unshift({ key: `more-${piece}`, label: `With ${shortUnit(composer.session, piece)}`, action: text([...picked, piece]), support, apply: () => void composer.pick(piece) });
  return out.slice(0, MOST);
}

/** The odds of alternatives, fetched once for each position. */
export class Alternatives {
  /** @param {Composer} composer @param {() => void} onchange */
  constructor(composer, onchange) {
    this.composer = composer;
    this.onchange = onchange;
    /** @type {Map<string, Odds | null>} */
    this.known = new Map();
    this.mark = "";
    this.asking = false;
  }

  /** @returns {WhatIf[]} */
  get list() {
    const { composer } = this;
    if (this.mark !== composer.mark) this.known.clear();
    this.mark = composer.mark;
    const found = alternatives(composer).map((one) => ({ ...one, odds: this.known.get(`${one.support} ${one.action}`) }));
    const next = found.find((one) => one.odds === undefined);
    if (next && !this.asking) void this.ask(next);
    return found;
  }

  /** @param {WhatIf} one */
  async ask({ action, support }) {
    const { mark } = this;
    this.asking = true;
    const odds = await this.composer.session.odds(action, support);
    this.asking = false;
    if (mark !== this.composer.mark) return;
    this.known.set(`${support} ${action}`, odds);
    this.onchange();
  }
}
