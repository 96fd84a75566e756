// The preview: the odds of an attack with its forces and what-ifs, or what a move costs.

import { points } from "../board/marks.js";
import { button, h, settle } from "../dom.js";
import { composerOf } from "../state/composer.js";
import { textOf } from "../state/options.js";
import { Alternatives } from "../state/what_if.js";
import { actionWords, placeName, verbName } from "../state/words.js";
import { combatCard, costCard, percent } from "./combat.js";
import { forcesOf, sidesOf } from "./forces.js";
import { riskCard } from "./path_risk.js";

const SUPPORTED = "The battle with this support";

export class Preview {
  /** @param {HTMLElement} element @param {import("./panel.js").Panel} panel */
  constructor(element, panel) {
    this.element = element;
    this.panel = panel;
    this.session = panel.session;
    this.composer = composerOf(panel.session);
    this.alternatives = new Alternatives(this.composer, () => this.draw());
  }

  draw() {
    const { composer } = this;
    const { aimed, ready, battle, act } = composer;
    if (this.panel.fights && act) return this.fight(act);
    this.last = null;
    if (ready?.odds) return settle(this.element, this.card(ready.action, ready.odds, ready.odds.supports ? SUPPORTED : "Forces"), this.whatIf(ready.odds));
    if (aimed?.odds) return this.hold(this.card(aimed.action, aimed.odds, aimed.odds.supports ? SUPPORTED : `If you ${this.short(aimed.action)}`));
    if (aimed && aimed.target.kind === "path" && aimed.cost.length) return this.hold(riskCard(aimed.risk, (place) => placeName(this.session, place)), costCard(aimed.cost, `${verbName(aimed.target.verb)} to ${placeName(this.session, aimed.target.place)}`, aimed.target.cost === null ? "" : `${points(aimed.target.cost)} MP`));
    if (composer.waiting) return settle(this.element, h("p.empty", { role: "status" }, "Working out the odds…"));
    const then = composer.effects.odds(composer.effects.shown) ?? battle;
    if (then && !act) return settle(this.element, combatCard(then, { title: "The battle" }));
    if (aimed || (this.held === this.moment && this.held)) return; // stays within reach of the pointer
    settle(this.element);
  }

  /** What was pointed at last stays until something else is chosen. */
  held = "";

  get moment() {
    return `${this.composer.mark} ${this.composer.selection} ${this.composer.act?.verb.verb}`;
  }

  /** @param {...import("../dom.js").Child} cards */
  hold(...cards) {
    this.held = this.moment;
    settle(this.element, ...cards);
  }

  /** The last odds while its units are chosen. @type {{key: string, odds: import("../state/types.js").Odds} | null} */
  last = null;

  /** The units of an attack as buttons, the odds below them. @param {import("../state/options.js").Act} act */
  fight(act) {
    const { composer } = this;
    const key = `${act.verb.verb} ${act.chosen}`;
    const odds = composer.ready?.odds ?? null;
    if (odds) this.last = { key, odds };
    const shown = odds ?? (composer.enough && this.last?.key === key ? this.last.odds : null);
    const forces = forcesOf(composer, textOf(act.verb, [...act.chosen, [...act.picked]]), this.panel.argument()[0] ?? null);
    if (!shown) return settle(this.element, h("section.combat", {}, h("h3.caption", {}, "Forces"), forces));
    settle(this.element, combatCard(shown, { title: "Forces", forces, stale: !odds }), this.whatIf(shown));
  }

  /** @param {string} action @param {import("../state/types.js").Odds} odds @param {string} title */
  card(action, odds, title) {
    return combatCard(odds, { title, forces: odds.supports ? null : forcesOf(this.composer, action) });
  }

  /** The same attack with more or less, in place. @param {import("../state/types.js").Odds} now */
  whatIf(now) {
    const found = this.composer.ready ? this.alternatives.list : [];
    if (!found.length) return null;
    const change = (/** @type {string} */ word, /** @type {number} */ from, /** @type {number} */ to, good = 1) => Math.abs(to - from) >= 0.005 && h("span", { class: `shift ${(to - from) * good > 0 ? "up" : "down"}` }, `${word} ${percent(from).replace(" %", "")} → ${percent(to)}`);
    const told = (/** @type {import("../state/types.js").Odds} */ other) => {
      const [word, from, to] = hardest(now, other);
      const parts = [change(word, from, to) || change("hit", now.hit.defender, other.hit.defender), change("loss", now.hit.attacker, other.hit.attacker, -1)].filter(Boolean);
      const gain = balance(other) - balance(now);
      return parts.length ? parts : [h("span.quiet", {}, Math.abs(gain) < 0.01 ? "as good" : gain > 0 ? "a little better" : "a little worse")];
    };
    return h("section.what-if", { "aria-label": "What if" }, h("h3.caption", {}, "What if"), ...found.map((one) => button(one.key, [h("span", {}, one.label), one.odds ? h("span.what-then", {}, h("b", {}, one.odds.column), ...told(one.odds)) : h("span.quiet", {}, one.odds === null ? "not possible" : "…")], () => one.apply(), { class: "what-row" })));
  }

  /** An attack in a few words. @param {string} action */
  short(action) {
    const words = action.split(" ");
    const { places } = sidesOf(this.composer, action);
    if (places.length && !this.session.areas) return `${verbName(words[0] ?? "").toLowerCase()} ${places.map((place) => placeName(this.session, place)).join(", ")}`;
    if ((words[1] ?? "") in this.session.view.pieces) return actionWords(this.session, action).replace(/^./, (letter) => letter.toLowerCase());
    const at = words.indexOf("at");
    const place = words[at > 0 ? at + 1 : 1] ?? "";
    return `${words[0]} ${this.session.areas ? `in ${placeName(this.session, place)}` : place}`;
  }
}

/** How much worse a battle goes for the defender than for the attacker, on average. @param {import("../state/types.js").Odds} odds */
const balance = (odds) => (odds.outcomes ?? []).reduce((sum, one) => sum + one.chance * (one.defender.harm - one.attacker.harm), 0);

const SHORT = 12; // letters of a word that stands beside figures

/** The result that is worst for the defender in either battle: a word for it, and its chance in both. @param {import("../state/types.js").Odds} now @param {import("../state/types.js").Odds} other @returns {[string, number, number]} */
function hardest(now, other) {
  const all = [...(now.outcomes ?? []), ...(other.outcomes ?? [])];
  const most = Math.max(0, ...all.map((one) => one.defender.harm));
  const chance = (/** @type {import("../state/types.js").Odds} */ odds) => (odds.outcomes ?? []).filter((one) => most > 0 && one.defender.harm === most).reduce((sum, one) => sum + one.chance, 0);
  const word = (all.find((one) => one.defender.harm === most)?.defender.text ?? "").replace(/^is /, "");
  return [word && word.length <= SHORT ? word : "best result", chance(now), chance(other)];
}
