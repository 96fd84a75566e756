// The combat card: strengths, ledger, column ribbon, results with their exact chances.

import { chip, h, named } from "../dom.js";
import { points } from "../board/marks.js";

/**
 * What a battle comes to.
 * @typedef {{exact: boolean, unknown: string[], ledger: {cite: string, clause: string, op: string, amount: number, text: string, after: string}[],
 *   column: string, columns: Record<string, number>, range: [string, string], results: Record<string, number>,
 *   harm?: Record<string, [number, number]>, faces?: Record<string, number[]>, strengths?: {attack: string, defense: string}}} Odds
 * `harm` is what a result costs the defender and the attacker, where its name does not say so.
 */

/** @param {number} part */
export function percent(part) {
  const value = Math.round(part * 1e8) / 1e6; // six times a sixth is all
  if (value > 0 && value < 1) return "<1 %";
  return `${value >= 99.5 && value < 100 ? "99" : Math.round(value)} %`;
}

/** Ratios in order: 1-3 before 1-1 before 4-1. @param {string} column */
function worth(column) {
  const [a, b] = (column.match(/\d+/g) ?? []).map(Number);
  return a === undefined || b === undefined ? 0 : a / b;
}

/** A chart as the server sends it. @typedef {{name: string, columns: string[], rows: {text: string}[][]}} Chart */

/** The columns around those that are spoken of. @param {Odds} odds @param {Chart | undefined} chart @returns {string[]} */
function ribbon(odds, chart) {
  const known = [...new Set([...Object.keys(odds.columns), ...odds.ledger.map((line) => line.after)])];
  const all = chart ? chart.columns.slice(1) : [...known].sort((one, other) => worth(one) - worth(other));
  const at = known.map((column) => all.indexOf(column)).filter((n) => n >= 0);
  const final = all.indexOf(odds.column);
  const [least, most] = [Math.max(Math.min(...at), final - 6), Math.min(Math.max(...at), final + 6)];
  const low = Math.max(0, Math.min(least - 2, all.length - 7));
  return all.slice(low, Math.max(low + 7, most + 2)).slice(0, 9);
}

/** The faces of the die that bring each result, if there is one column. @param {Odds} odds @param {Chart | undefined} chart */
function faces(odds, chart) {
  if (odds.faces) return new Map(Object.entries(odds.faces).map(([name, list]) => [name, list.map(String)]));
  /** @type {Map<string, string[]>} */
  const out = new Map();
  const at = chart?.columns.indexOf(odds.column) ?? -1;
  if (!chart || at < 0 || Object.keys(odds.columns).length > 1) return out;
  for (const row of chart.rows) {
    const name = (row[at]?.text ?? "").replace(/[–−]/g, "-");
    out.set(name, [...(out.get(name) ?? []), row[0]?.text ?? ""]);
  }
  const fits = Object.entries(odds.results).every(([name, part]) => Math.abs((out.get(name)?.length ?? 0) / chart.rows.length - part) < 0.01);
  return fits ? out : new Map();
}

/** What a part of a result costs; all is much. @param {string | undefined} part */
const loss = (part) => (!part || /^[-–0]$/.test(part) ? 0 : Number(part) || 9);

/** What a result costs the defender and the attacker. @param {Odds} odds @param {string} name @returns {[number, number]} */
function harm(odds, name) {
  const [defender, attacker] = name.split("/");
  return odds.harm?.[name] ?? [loss(defender), loss(attacker)];
}

/** How bad a result is for the attacker, from 0 to 3. @param {[number, number]} harm */
function shade([defender, attacker]) {
  if (defender && !attacker) return 0;
  if (defender > attacker) return 1;
  return defender === attacker ? 2 : 3;
}

/** Lines that change nothing are left out. @param {Odds} odds */
const telling = (odds) => odds.ledger.filter((line, n) => !["min", "max"].includes(line.op) || line.after !== odds.ledger[n - 1]?.after);

/** A shift of columns: `◂ 2` to the left, `1 ▸` to the right; a sum so far where columns are not shifted. @param {{op: string, amount: number, after: string}} line @param {boolean} plain */
function shift(line, plain) {
  if (plain || (line.op !== "+" && line.op !== "-")) return h("b.shift", {}, line.after);
  const left = line.op === "-" || line.amount < 0;
  const size = Math.abs(line.amount);
  if (!size) return h("b.shift", {}, "–");
  return h("b.shift", { class: `shift ${left ? "down" : "up"}`, "aria-label": `${size} ${left ? "left" : "right"}` }, left ? `◂ ${size}` : `${size} ▸`);
}

/** The lines, and before each part of the reckoning its name, where it has parts. @param {Odds} odds @returns {(Odds["ledger"][number] | string)[]} */
function parted(odds) {
  const lines = telling(odds);
  if (!odds.harm) return lines;
  let last = "";
  return lines.flatMap((line) => {
    const [part = "", ...rest] = line.text.split(": ");
    const head = part === last ? [] : [PARTS[part] ?? named(part)];
    last = part;
    const after = part === "die" ? `${line.amount > 0 ? "+" : line.amount < 0 ? "−" : ""}${Math.abs(line.amount)}` : line.after;
    return [...head, { ...line, after, text: rest.join(": ") }];
  });
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

/** A battle of dice: who rolls how many, what they hit on, what each side will lose. @param {any} odds @param {string} title @param {string} cite */
function diceCard(odds, title, cite) {
  const { dice, losses, gone } = odds;
  const unsure = odds.unknown.length > 0;
  const row = (/** @type {any} */ one) => h("tr", {}, h("td.dice-count", {}, h("b", {}, `${one.dice}`), one.dice === 1 ? " die" : " dice"), h("td", {}, one.who), h("td", {}, "on ", h("b", {}, one.on)));
  const part = (/** @type {string} */ name, /** @type {string} */ label) => {
    const rows = odds.fires.filter((/** @type {any} */ one) => one.part === name);
    return rows.length ? [h("tr.part-head", {}, h("th", { colspan: 3 }, label)), ...rows.map(row)] : [];
  };
  const notes = odds.ledger.filter((/** @type {any} */ line) => !/dice/.test(line.text));
  return h(
    "section.combat", { data: { test: "combat" }, "aria-label": title },
    h("h3.caption", {}, h("span", {}, title), cite ? chip(cite) : null),
    h("p.strengths", {}, h("b", { data: { test: "attack-dice" } }, about(dice.attacker + dice.artillery + dice.bombers)), h("span", {}, "dice"), h("i", {}, unsure ? "likely against" : "against"), h("b", { data: { test: "defence-dice" } }, about(dice.defender)), h("span", {}, "dice")),
    h("table.ledger.dice-ledger", {}, h("tbody", {}, ...part("support", "Support"), ...part("attacker", "Attacker"), ...part("defender", "Defender"), ...notes.map((/** @type {any} */ line) => h("tr.note", {}, h("td", {}, chip(line.cite)), h("td", { colspan: 2 }, line.text))))),
    unsure ? h("p.unsure", {}, `${odds.unknown.length} Block${odds.unknown.length > 1 ? "s" : ""} not known: reckoned with what they may be.`) : null,
    histogram("Defender", losses.defender, gone.defender, "bar-0"),
    histogram("Attacker", losses.attacker, gone.attacker, "bar-3"),
  );
}

/**
 * @param {Odds & {dice?: any}} odds
 * @param {{title: string, cite?: string, charts?: Chart[]}} about
 * @returns {HTMLElement}
 */
export function combatCard(odds, { title, cite = "", charts = [] }) {
  if (odds.dice) return diceCard(odds, title, cite);
  const chart = charts.find((one) => one.columns.includes(odds.column) && /^\d/.test(one.columns[1] ?? ""));
  const dice = faces(odds, chart);
  const results = Object.entries(odds.results);
  const hit = results.filter(([name]) => harm(odds, name)[0]).reduce((sum, [, part]) => sum + part, 0);
  const hurt = results.filter(([name]) => harm(odds, name)[1]).reduce((sum, [, part]) => sum + part, 0);
  const unsure = !odds.exact && odds.range[0] !== odds.range[1];
  const against = odds.strengths ? ["", odds.strengths.attack, odds.strengths.defense] : /(\d+) against (\d+)/.exec(odds.ledger[0]?.text ?? "");
  return h(
    "section.combat", { data: { test: "combat" }, "aria-label": title },
    h("h3.caption", {}, h("span", {}, title), cite ? chip(cite) : null),
    against ? h("p.strengths", {}, h("b", {}, against[1] ?? ""), h("span", {}, "combat strength"), h("i", {}, unsure ? "likely against" : "against"), h("b", {}, against[2] ?? "")) : null,
    h("table.ledger", {}, h("tbody", {}, ...parted(odds).map((line) => (typeof line === "string" ? h("tr.part-head", {}, h("th", { colspan: 3 }, line)) : h("tr", {}, h("td", {}, line.cite ? chip(line.cite) : ""), h("td", {}, line.text), h("td", {}, shift(line, Boolean(odds.harm)))))),
      h("tr.total", {}, h("td", {}), h("th", { scope: "row" }, unsure ? "Likeliest column" : "Final column"), h("td", {}, h("b", { data: { test: "column" } }, odds.column))))),
    h("div.ribbon", { role: "img", "aria-label": `Column ${odds.column}${unsure ? `, from ${odds.range[0]} to ${odds.range[1]}` : ""}` }, ...ribbon(odds, chart).map((column) => {
      const part = odds.columns[column];
      return h("span", { class: column === odds.column ? "final" : part ? "maybe" : "", title: part ? percent(part) : "" }, column, part && unsure ? h("small", {}, percent(part)) : null);
    })),
    unsure ? h("p.unsure", {}, `Not known: ${odds.unknown.join(", ")}. From ${odds.range[0]} to ${odds.range[1]}; averaged over what they may be.`) : null,
    h("div.results", { role: "list", "aria-label": odds.harm ? "Results, attacker / defender" : "Results, defender / attacker" }, ...results.map(([name, part]) => {
      const bar = h("i", { class: `bar-${shade(harm(odds, name))}` });
      bar.style.width = `${(part * 100).toFixed(1)}%`;
      return h("div.bar-row", { role: "listitem", "aria-label": `${name}: ${percent(part)}` }, h("b", {}, name.replace(/-/g, "–")), h("span.bar", {}, bar), h("span.faces", {}, (dice.get(name) ?? []).map((/** @type {string} */ face) => h("span.face", {}, String(face)))), h("span.part", {}, percent(part)));
    })),
    h("p.sums", {}, h("b", {}, percent(hit)), " defender hit  ", h("b", {}, percent(hurt)), " attacker hit"),
    odds.harm ? h("p.quiet", {}, "Attacker / defender: so many penalties, the attacker's first. AE, DE: all destroyed.") : null,
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
