// The answers to a question as numbered cards: what each would lead to, and the odds of the battle after it.

import { h } from "../dom.js";
import { portrait } from "../board/stacks.js";
import { either, placeName, shortUnit, unitName, valueAbout, valueName, verbName } from "../state/words.js";
import { percent } from "./combat.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/composer.js").Composer} Composer */

/** @param {string} text */
export const named1 = (text) => (text ? text[0]?.toUpperCase() + text.slice(1) : "");

/** The odds of the battle after an answer, in a few words. @param {import("../state/types.js").Odds | null} odds */
export const foreseen = (odds) => (odds ? `${odds.kind === "table" ? "" : "dice "}${odds.column}: ${worst(odds)}${worst(odds) ? "" : "defender "}hit ${percent(odds.hit.defender)}, attacker ${percent(odds.hit.attacker)}` : "");

/** The chance of what is worst for the defender, if it may also be hit less. @param {import("../state/types.js").Odds} odds */
function worst({ outcomes = [], hit }) {
  const most = Math.max(0, ...outcomes.map((one) => one.defender.harm));
  const found = outcomes.filter((one) => most > 0 && one.defender.harm === most);
  const chance = found.reduce((sum, one) => sum + one.chance, 0);
  const [first] = found;
  return first?.defender.text && hit.defender - chance > 0.005 ? `defender ${first.defender.text} ${percent(chance)}, ` : "";
}

/** @param {Composer} composer */
export function choiceCards(composer) {
  const { session, effects } = composer;
  return composer.cards.map((card, n) => {
    const counter = card.piece ? Object.values(session.view.stacks).flat().find((one) => one.id === card.piece) : undefined;
    const known = card.piece ? session.view.pieces[card.piece] : undefined;
    const place = known?.there?.place ?? "";
    const name = verbName(composer.verb(card.verb) ?? card.verb); // as this step calls it
    const label = card.verb === "done" ? named1(card.help || "done") : card.phrase ? valueName(card.label) : `${name} ${card.piece ? unitName(session, card.piece) : card.label}`.trim();
    const about = card.piece ? [place && placeName(session, place), steps(known)].filter(Boolean).join(" · ") : card.verb === "done" ? "" : card.phrase ? valueAbout(card.label) || name : named1(card.help);
    const odds = foreseen(effects.odds(card.action) ?? (card.verb === "done" ? composer.battle : null));
    const small = [odds || about, ending(session, effects.of(card.action), card.piece)].filter(Boolean).join(" · ");
    const show = () => effects.show(card.action);
    const hide = () => effects.show("");
    return h("button", { type: "button", class: "choice-card", data: { test: `card-${card.key}`, number: String(n + 1) }, onclick: () => void composer.play(card.action), onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide }, h("kbd", {}, String(n + 1)), counter ? portrait(counter.look, 46) : null, h("span.choice-text", {}, h("b", {}, label), h("small", {}, small)));
  });
}

/** @param {import("../state/types.js").Portrait | undefined} known */
function steps(known) {
  const { steps: count, level, full } = known?.strength ?? {};
  if (typeof level === "number" && typeof full === "number") return `strength ${level} of ${full}`;
  return typeof count === "number" ? (count === 1 ? "has one step left" : `has ${count} steps`) : "";
}

/** Who would be lost by an answer, or where units could go; `own` is the unit it names. @param {Session} session @param {import("../state/types.js").Effect | null | undefined} found @param {string} [own] */
function ending(session, found, own = "") {
  if (!found) return "";
  const names = (/** @type {string[]} */ pieces) => pieces.map((piece) => shortUnit(session, piece)).join(", ");
  const stuck = found.next.filter((one) => !one.places.length).map((one) => one.piece);
  const free = [...new Set(found.next.flatMap((one) => one.places))];
  const worn = found.reduced.filter((piece) => piece !== own);
  return [found.lost.length && `${found.lost.length === 1 && found.lost[0] === own ? "it" : names(found.lost)} ${found.lost.length > 1 ? "are" : "is"} lost`, worn.length && `${names(worn)} ${worn.length > 1 ? "lose" : "loses"} a step`, stuck.length && `no way out for ${names(stuck)}`, free.length > 0 && free.length < 7 && `to ${either(free.map((place) => placeName(session, place)))}`].filter(Boolean).join("; ");
}
