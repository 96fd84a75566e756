// The two forces of an attack: who takes part, as counters, and in a few words.

import { h } from "../dom.js";
import { portrait } from "../board/stacks.js";
import { placeName, shortUnit, unitName, verbName } from "../state/words.js";

/** @typedef {import("../state/composer.js").Composer} Composer */
/** @typedef {import("../state/types.js").Odds} Odds */
/** @typedef {import("../state/types.js").Counter} Counter */
/** @typedef {{attackers: string[], defenders: string[], places: string[]}} Sides */

/** Who fights in an attack, as far as its text tells. @param {Composer} composer @param {string} action @returns {Sides} */
export function sidesOf(composer, action) {
  const { view } = composer;
  const words = action.split(" ").slice(1);
  const pieces = words.filter((word) => word in view.pieces);
  const struck = pieces.filter((piece) => !composer.mine(piece));
  const places = words.filter((word) => !(word in view.pieces) && composer.hostile(word));
  const near = [...new Set([...places, ...struck.map((piece) => composer.placeOf(piece))])];
  const own = pieces.filter((piece) => composer.mine(piece));
  const there = near.flatMap((place) => (view.stacks[place] ?? []).filter((counter) => !counter.marker && !composer.mine(counter.id)).map((counter) => counter.id));
  return { attackers: own.length ? own : near.flatMap((place) => composer.own(place)), defenders: struck.length ? struck : there, places: near };
}

const FORMATIONS = ["corps", "division", "formation", "army"];

/** The formation of a unit at a level, if it has a name. @param {Composer} composer @param {string} piece @param {string} level */
function formation(composer, piece, level) {
  const name = composer.view.pieces[piece]?.identity?.[level];
  return typeof name === "string" && / /.test(name) ? name : "";
}

/** The formations of which several are among these units, but which are not all of them. @param {Composer} composer @param {string[]} pieces @returns {[string, string[]][]} */
export function formations(composer, pieces) {
  for (const level of FORMATIONS) {
    const names = [...new Set(pieces.map((piece) => formation(composer, piece, level)))].filter(Boolean);
    const groups = names.map((name) => /** @type {[string, string[]]} */ ([name, pieces.filter((piece) => formation(composer, piece, level) === name)]));
    const found = groups.filter(([, units]) => units.length > 1 && units.length < pieces.length);
    if (found.length) return found;
  }
  return [];
}

/** The name of a group: its formation if all belong to one, one unit's name, or how many there are. @param {Composer} composer @param {string[]} pieces */
export function groupName(composer, pieces) {
  const first = pieces[0] ?? "";
  if (pieces.length === 1) return unitName(composer.session, first);
  for (const level of FORMATIONS) {
    const name = formation(composer, first, level);
    if (name && pieces.every((piece) => formation(composer, piece, level) === name)) return name;
  }
  return `${pieces.length} units`;
}

/** An attack as its button says it: what, where, who with how much, and at which column. @param {Composer} composer @param {string} action @param {Odds} odds */
export function attackLabel(composer, action, odds) {
  const { attackers, places } = sidesOf(composer, action);
  if (!attackers.length || !places.length) return "";
  const verb = verbName(action.split(" ")[0] ?? "");
  const strength = odds.kind === "table" ? ` (${odds.strengths.attack})` : ` (${odds.dice.attacker + odds.dice.artillery + odds.dice.bombers} dice)`;
  const column = odds.kind === "table" ? odds.column : "";
  const [first = ""] = attackers;
  const who = attackers.length === 1 ? shortUnit(composer.session, first) : groupName(composer, attackers);
  return [`${verb} ${places.map((place) => placeName(composer.session, place)).join(", ")}`, `${who}${strength}`, column].filter(Boolean).join(" · ");
}

/** @param {Composer} composer @param {string} piece */
const counterOf = (composer, piece) => Object.values(composer.view.stacks).flat().find((one) => one.id === piece);

/** Counters in a row. @param {Composer} composer @param {string[]} pieces */
function row(composer, pieces) {
  return h("div.force-row", {}, ...pieces.map((piece) => {
    const counter = counterOf(composer, piece);
    return h("span", { title: counter?.tip || piece }, counter ? portrait(counter.look, 44) : piece, h("span.hush", {}, counter?.tip || piece));
  }));
}

/** Both forces, the attackers perhaps as buttons. @param {Composer} composer @param {string} action @param {HTMLElement | null} [members] */
export function forcesOf(composer, action, members = null) {
  const { attackers, defenders } = sidesOf(composer, action);
  if (!defenders.length || (!attackers.length && !members)) return null;
  const sure = attackers.filter((piece) => !composer.pickable.has(piece)); // chosen before those who can be added
  if (members && sure.length) members.prepend(row(composer, sure));
  return h("div.forces", { data: { test: "forces" } }, members ?? row(composer, attackers), h("i.against", {}, "against"), row(composer, defenders));
}
