// The card of a battle that is played out: forces, column, dice and result, in the emptier upper corner of the map.

import { chip, fill, h } from "../dom.js";
import { meaning, percent, ribbonOf, strengthOf } from "../panel/combat.js";
import { rolledLines, tumble } from "../panel/dice.js";
import { learn, portrait } from "./stacks.js";
import { placeName, toldLine } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").CourseStep} CourseStep */
/** @typedef {import("../state/types.js").Fighter} Fighter */

const LINES = 4; // of the diary
const MOST = 9; // counters in a row

export class BattleCard {
  /** @param {HTMLElement} frame @param {SVGElement} defs @param {Session} session */
  constructor(frame, defs, session) {
    this.defs = defs;
    this.session = session;
    this.element = h("aside.battle.float", { role: "status", hidden: true, data: { test: "battle" } });
    /** When the dice lie still. @type {Promise<unknown>} */
    this.still = Promise.resolve();
    frame.append(this.element);
  }

  get open() {
    return !this.element.hidden;
  }

  close() {
    this.element.hidden = true;
  }

  /**
   * @param {CourseStep[]} fought the entries of the battle so far, beginning with the attack
   * @param {number} to the number of entries of the journal that are shown
   * @param {boolean} rolling the last roll is not on the board yet
   */
  show(fought, to, rolling) {
    const { session } = this;
    const attack = /** @type {CourseStep} */ (fought[0]);
    const odds = fought.findLast((one) => one.odds)?.odds;
    const forces = fought.findLast((one) => one.forces)?.forces ?? { attacker: [], defender: [] };
    const roll = fought.findLast((one) => one.kind === "roll");
    const result = rolling ? null : fought.findLast((one) => one.result)?.result ?? null;
    const entries = session.log.slice(attack.n, to);
    const cite = entries[0]?.lines.find((line) => line.cite)?.cite ?? "";
    learn(this.defs, Object.fromEntries([...forces.attacker, ...forces.defender].map((unit) => [unit.look, unit.face])));
    const told = result && roll ? entries.filter((entry) => entry.n > roll.n) : entries.slice(1).filter((entry) => !rolling || entry.n < (roll?.n ?? 0));
    const lines = told.flatMap((entry) => entry.lines);
    const table = odds?.kind === "table" ? odds : null;
    fill(
      this.element,
      h("p.caption", {}, h("span", {}, `Battle · ${attack.places.map((place) => placeName(session, place)).join(", ")}`), cite && chip(cite)),
      this.force(forces.attacker, table ? strengthOf(table, "attack") : ""),
      this.force(forces.defender, table && strengthOf(table, "defense") !== "0" ? strengthOf(table, "defense") : "", "against"),
      table && ribbonOf(table),
      roll && table && this.outcome(roll, result, rolling),
      table ? h("ul.battle-lines", {}, ...lines.slice(result ? -2 : -LINES).map((line) => h("li", {}, toldLine(session, line.text), " ", line.cite && chip(line.cite)))) : rolledLines(session, lines.slice(-9)),
    );
    this.element.hidden = false;
  }

  /** @param {Fighter[]} units @param {string} strength @param {string} [word] */
  force(units, strength, word = "") {
    const names = units.map((unit) => unit.tip || unit.id);
    const count = `${units.length} ${units.length === 1 ? "unit" : "units"}`;
    return h("div.force", { "aria-label": `${word} ${names.join(", ")}${strength ? `, strength ${strength}` : ""}`.trim(), role: "group" },
      h("p", {}, word && h("i", {}, word), strength && h("b", {}, strength), h("span", {}, count)),
      h("div.force-row", {}, ...units.slice(0, MOST).map((unit) => h("span", { title: unit.tip }, portrait(unit.look, 40))), units.length > MOST && h("span.quiet", {}, `+${units.length - MOST}`)));
  }

  /** @param {CourseStep} roll @param {import("../state/types.js").BattleResult | null} result @param {boolean} rolling */
  outcome(roll, result, rolling) {
    const shown = tumble(roll.die ?? 0, rolling, 62);
    this.still = shown.still;
    return h("div.battle-result", { data: { test: "battle-result" } }, shown.element,
      h("div", {}, h("p.caption", {}, rolling ? "The die is cast" : `Die ${roll.die}${result ? ` · this result had ${percent(result.chance)}` : ""}`), result && h("p.serif", {}, meaning(result), " ", h("span.notation", {}, result.name))));
  }
}
