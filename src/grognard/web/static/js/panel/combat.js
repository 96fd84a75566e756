// The combat card: strengths, ledger, column ribbon, results with their exact chances.

import { chip, h } from "../dom.js";
import { ladder, telling } from "./ladder.js";
import { points } from "../board/marks.js";

/** @typedef {import("../state/types.js").Odds} Odds */
/** @typedef {import("../state/types.js").TableOdds} TableOdds */
/** @typedef {import("../state/types.js").DiceOdds} DiceOdds */
/** @typedef {import("../state/types.js").OddsLine} OddsLine */
/** @typedef {import("../state/types.js").BattleResult} BattleResult */

/** @param {number} part */
export function percent(part) {
  const value = Math.round(part * 1e8) / 1e6; // six times a sixth is all
  if (value > 0.02 && value < 1) return "<1\u00a0%";
  return `${value >= 99.5 && value < 99.98 ? "99" : Math.round(value)}\u00a0%`; // never broken into two lines
}

/** The columns around those that are spoken of. @param {TableOdds} odds @returns {string[]} */
function ribbon(odds) {
  const all = odds.scale;
  const known = [...Object.keys(odds.columns), ...odds.ledger.filter((line) => line.part === "column").map((line) => line.after)];
  const at = known.map((column) => all.indexOf(column)).filter((n) => n >= 0);
  const final = all.indexOf(odds.column);
  const [least, most] = [Math.max(Math.min(...at), final - 6), Math.min(Math.max(...at), final + 6)];
  const low = Math.max(0, Math.min(least - 2, all.length - 7));
  return all.slice(low, Math.max(low + 7, most + 2)).slice(0, 9);
}

/** How bad a result is for the attacker, from 0 to 3; only the best one is 0. @param {BattleResult} one @param {BattleResult[]} all */
function shade({ defender, attacker }, all) {
  if (!attacker.harm && defender.harm && defender.harm === Math.max(...all.map((one) => one.defender.harm))) return 0;
  if (defender.harm > attacker.harm) return 1;
  return defender.harm === attacker.harm ? 2 : 3;
}

/** A side's strength in a combat by a table. @param {TableOdds} odds @param {"attack" | "defense"} part */
export const strengthOf = (odds, part) => odds.strengths[part];

/** The columns around the one that is read. @param {TableOdds} odds */
export function ribbonOf(odds) {
  const unsure = !odds.exact && odds.range[0] !== odds.range[1];
  const [low, high] = odds.range;
  return h("div.ribbon", { role: "img", "aria-label": `Column ${odds.column}${unsure ? `, from ${low} to ${high}` : ""}` }, ...ribbon(odds).map((column) => {
    const part = odds.columns[column];
    return h("span", { class: column === odds.column ? "final" : part ? "maybe" : "", title: part ? percent(part) : "" }, column, part && unsure ? h("small", {}, percent(part)) : null);
  }));
}

/** What a result means for both sides, in words. @param {BattleResult} one */
export function meaning({ defender, attacker }) {
  if (defender.text && defender.text === attacker.text) return `Each side ${defender.text}.`;
  const parts = [defender.text && `The defender ${defender.text}.`, attacker.text && `The attacker ${attacker.text}.`];
  return parts.filter(Boolean).join(" ") || "Nothing happens.";
}

/** A shift of columns: `◂ 2` to the left, `1 ▸` to the right; added to the die `+1`; else the sum so far. @param {OddsLine} line */
function shift(line) {
  const size = Math.abs(line.amount);
  if (line.part === "die") return h("b.shift", {}, `${line.amount > 0 ? "+" : line.amount < 0 ? "−" : ""}${size}`);
  if (line.part !== "column" || line.op !== "+") return h("b.shift", {}, line.after);
  const left = line.amount < 0;
  if (!size) return h("b.shift", {}, "–");
  return h("b.shift", { class: `shift ${left ? "down" : "up"}`, "aria-label": `${size} ${left ? "left" : "right"}` }, left ? `◂ ${size}` : `${size} ▸`);
}

/** The lines, and before each part that has a name, its name; those of the column only if they are not drawn. @param {TableOdds} odds @param {boolean} drawn @returns {(OddsLine | string)[]} */
function parted(odds, drawn) {
  let last = "";
  return telling(odds).filter((line) => !fate(line) && (!drawn || line.part !== "column")).flatMap((line) => {
    const head = line.part === "column" && last ? "Column" : PARTS[line.part];
    const fresh = head && line.part !== last ? [head] : [];
    last = line.part;
    return [...fresh, line];
  });
}

/** Does a line tell the chance of one unit, not what is added to the die? @param {OddsLine} line */
const fate = (line) => line.part === "die" && line.op === "=";

/** The chance of each unit that has its own. @param {TableOdds} odds */
function fates(odds) {
  const rows = telling(odds).filter(fate).map((line) => h("tr", {}, h("td", {}, line.cite ? chip(line.cite) : ""), h("td", {}, line.words), h("td", {}, h("b", {}, line.after.replace("%", " %")))));
  return rows.length ? h("table.ledger.fates", {}, h("tbody", {}, ...rows)) : null;
}

/** @type {Record<string, string>} */
const PARTS = { attack: "Attack", defense: "Defense", die: "Added to the die" };

/** @param {number} value */
const about = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(1));

/** How many steps a side loses, as columns. @param {string} who @param {Record<string, number>} chances @param {number} gone @param {string} kind */
function histogram(who, chances, gone, kind) {
  const most = Math.max(2, ...Object.keys(chances).map(Number));
  const parts = Array.from({ length: most + 1 }, (_, n) => chances[String(n)] ?? 0);
  const peak = Math.max(...parts, 0.01);
  const mean = parts.reduce((sum, part, n) => sum + part * n, 0);
  return h(
    "figure.hits", { role: "img", "aria-label": `${who} loses: ${parts.map((part, n) => `${n}: ${percent(part)}`).join(", ")}; all of it: ${percent(gone)}` },
    h("figcaption", {}, h("b", {}, who), ` loses ${mean < 0.05 ? "no" : about(Number(mean.toFixed(1)))} ${mean.toFixed(1) === "1.0" ? "step" : "steps"}`, h("span", {}, gone > 0 ? `${percent(gone)} destroyed` : "")),
    h("div.columns", {}, ...parts.map((part, n) => {
      const bar = h("i", { class: kind });
      bar.style.height = `${Math.max(part ? 2 : 0, (part / peak) * 44).toFixed(0)}px`;
      return h("span", {}, h("small", {}, part >= 0.005 ? Math.round(part * 100) : ""), bar, h("b", {}, String(n)));
    })),
  );
}

/** A battle of dice: who rolls how many, what they hit on, what each side will lose. @param {DiceOdds} odds @param {string} title @param {string} cite */
function diceCard(odds, title, cite) {
  const { dice, losses, gone } = odds;
  const unsure = odds.unknown.length > 0;
  const row = (/** @type {DiceOdds["fires"][number]} */ one) => h("tr", {}, h("td.dice-count", {}, h("b", {}, `${one.dice}`), one.dice === 1 ? " die" : " dice"), h("td", {}, one.who), h("td", {}, "on ", h("b", {}, one.on)));
  const part = (/** @type {string} */ name, /** @type {string} */ label) => {
    const rows = odds.fires.filter((one) => one.part === name);
    return rows.length ? [h("tr.part-head", {}, h("th", { colspan: 3 }, label)), ...rows.map(row)] : [];
  };
  const notes = odds.ledger.filter((line) => line.part === "note");
  return h(
    "section.combat", { data: { test: "combat" }, "aria-label": title },
    h("h3.caption", {}, h("span", {}, title), cite ? chip(cite) : null),
    h("p.strengths", {}, h("b", { data: { test: "attack-dice" } }, about(dice.attacker + dice.artillery + dice.bombers)), h("span", {}, "dice"), h("i", {}, unsure ? "likely against" : "against"), h("b", { data: { test: "defence-dice" } }, about(dice.defender)), h("span", {}, "dice")),
    h("table.ledger.dice-ledger", {}, h("tbody", {}, ...part("support", "Support"), ...part("attacker", "Attacker"), ...part("defender", "Defender"), ...notes.map((line) => h("tr.note", {}, h("td", {}, chip(line.cite)), h("td", { colspan: 2 }, line.words))))),
    unsure ? h("p.unsure", {}, `${odds.unknown.length} Block${odds.unknown.length > 1 ? "s" : ""} not known: averaged over what they may be.`) : null,
    histogram("Defender", losses.defender, gone.defender, "bar-0"),
    histogram("Attacker", losses.attacker, gone.attacker, "bar-3"),
  );
}

/**
 * @param {Odds} odds
 * @param {{title: string, cite?: string, forces?: import("../dom.js").Child, stale?: boolean}} about `forces`: what stands above the figures; `stale`: better ones are on their way
 * @returns {HTMLElement}
 */
export function combatCard(odds, { title, cite = "", forces = null, stale = false }) {
  const card = odds.kind === "dice" ? diceCard(odds, title, cite) : tableCard(odds, title, cite);
  card.classList.toggle("stale", stale);
  if (forces) card.querySelector(".caption")?.after(h("div.forces-box", {}, forces));
  return card;
}

/** The way to the column: drawn if possible, otherwise as a list. @param {TableOdds} odds */
function columnPart(odds) {
  const drawn = ladder(odds);
  const unsure = !odds.exact && odds.range[0] !== odds.range[1];
  const rows = parted(odds, drawn !== null).map((line) => (typeof line === "string" ? h("tr.part-head", {}, h("th", { colspan: 3 }, line)) : h("tr", {}, h("td", {}, line.cite ? chip(line.cite) : ""), h("td", {}, line.words), h("td", {}, shift(line)))));
  const total = h("tr.total", {}, h("td", {}), h("th", { scope: "row" }, odds.assumes ? "Column so far" : unsure ? "Most likely column" : "Final column"), h("td", {}, h("b", { data: { test: "column" } }, odds.column)));
  const likely = Object.entries(odds.columns).sort(([, one], [, other]) => other - one);
  return [
    (rows.length > 0 || !drawn) && h("table.ledger", {}, h("tbody", {}, ...rows, !drawn && total)),
    h("h3.caption.column-head", {}, h("span", {}, "Column"), unsure && h("small", {}, [...likely.slice(0, 3).map(([name, part]) => `${name} ${percent(part)}`), likely.length > 3 ? "others less" : ""].filter(Boolean).join(" · "))),
    drawn ?? ribbonOf(odds),
  ];
}

const SHOWN = 4; // results that are all told
const TALL = 900; // px: in a lower window the shifts are folded
/** Does the player want to see the shifts? Null: as there is room. @type {boolean | null} */
let unfolded = null;

/** @param {Event} event a click on the line that folds the shifts */
function unfold(event) {
  unfolded = !(/** @type {HTMLElement} */ (event.currentTarget).closest("details")?.open ?? false);
}

const RARE = 0.06; // the chance of one that is told with others

/** A result with its chance. @param {{name: string, chance: number, faces: number[]}} one @param {string} words @param {number} shaded */
function resultRow(one, words, shaded) {
  const bar = h("i", { class: `bar-${shaded}` });
  bar.style.width = `${(one.chance * 100).toFixed(1)}%`;
  return h("div.bar-row", { role: "listitem", "aria-label": `${one.name}: ${percent(one.chance)}` }, h("i", { class: `bar-key bar-${shaded}` }), h("span.words", {}, words), h("span.notation", { title: one.faces.length ? `Die ${one.faces.join(", ")}` : "" }, one.name), h("span.bar", {}, bar), h("b.part", {}, percent(one.chance)));
}

/** A combat by a table: strengths, the way to the column, the chance of each result in words. @param {TableOdds} odds @param {string} title @param {string} cite */
function tableCard(odds, title, cite) {
  const unsure = !odds.exact && odds.range[0] !== odds.range[1];
  const [low, high] = odds.range;
  const rare = odds.outcomes.length > SHOWN ? odds.outcomes.filter((one) => one.chance < RARE) : [];
  const told = rare.length > 1 ? odds.outcomes.filter((one) => !rare.includes(one)) : odds.outcomes;
  const rest = rare.length > 1 ? { name: rare.map((one) => one.name).join(" "), chance: rare.reduce((sum, one) => sum + one.chance, 0), faces: [] } : null;
  return h(
    "section.combat", { data: { test: "combat" }, "aria-label": title },
    h("h3.caption", {}, h("span", {}, title), cite ? chip(cite) : null),
    h("p.strengths", {}, h("b", {}, odds.strengths.attack), h("span", {}, "combat strength"), ...(odds.strengths.defense === "0" ? [] : [h("i", {}, unsure ? "likely against" : "against"), h("b", {}, odds.strengths.defense)]), h("b.column-badge", { title: "Column" }, odds.column)),
    h("details.shifts", { open: unfolded ?? (innerWidth >= 600 && innerHeight >= TALL) }, h("summary", { onclick: unfold }, `Shifts: why ${odds.column}`), ...columnPart(odds)),
    unsure ? h("p.unsure", {}, `${odds.unknown.length} unknown ${odds.unknown.length === 1 ? "unit" : "units"}: from ${low} to ${high}, averaged over what ${odds.unknown.length === 1 ? "it" : "they"} may be.`) : null,
    odds.assumes ? h("p.unsure", { data: { test: "assumes" } }, `${odds.assumes}.`) : null,
    h("h3.caption.column-head", {}, h("span", {}, "What happens")),
    h("div.stacked", { "aria-hidden": "true" }, ...odds.outcomes.map((one) => {
      const part = h("i", { class: `bar-${shade(one, odds.outcomes)}` });
      part.style.flexGrow = String(one.chance);
      return part;
    })),
    h("div.results", { role: "list", "aria-label": `Results, ${odds.order.join(" / ")}` }, ...told.map((one) => resultRow(one, meaning(one), shade(one, odds.outcomes))), rest && resultRow(rest, rare.every((one) => one.attacker.harm) ? "Something rarer, and the attacker is hit too." : "Something rarer.", Math.max(...rare.map((one) => shade(one, odds.outcomes))))),
    fates(odds),
    h("p.sums", {}, h("b", {}, percent(odds.hit.defender)), " defender hit  ", h("b", {}, percent(odds.hit.attacker)), " attacker hit"),
    h("p.quiet.legend-line", {}, odds.legend),
  );
}

/** What an action costs, line by line. @param {{cite: string, op: string, amount: number, text: string}[]} cost @param {string} title @param {string} sum */
export function costCard(cost, title, sum) {
  return h(
    "section.combat.costs-card", { data: { test: "cost" } },
    h("h3.caption", {}, h("span", {}, title), h("b", {}, sum)),
    h("table.ledger", {}, h("tbody", {}, ...cost.map((line) => h("tr", {}, h("td", {}, line.cite ? chip(line.cite) : ""), h("td", {}, line.text), h("td", {}, h("b.shift", {}, `${line.op === "-" ? "–" : line.op === "=" ? "" : "+"}${points(line.amount)}`)))))),
  );
}
