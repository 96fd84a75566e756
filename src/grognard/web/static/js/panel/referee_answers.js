// The referee's answers as cards: objections with their cases, ledgers, supply lines, lists of units and places.

import { objections, sentence } from "../board/bubble.js";
import { points } from "../board/marks.js";
import { chip, h, named } from "../dom.js";
import { placeName, shortUnit, verbName, withNames } from "../state/words.js";
import { combatCard, costCard } from "./combat.js";
import { riskCard } from "./path_risk.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Objection} Objection */
/** What an answer is about on the map: places of the first and the second side, places of interest, lines. @typedef {{sides: string[][], spots: string[], lines: {path: string[], ok: boolean, breaks: string | null}[]}} Shown */
/** @typedef {{supplied: boolean, path: string[], breaks: string | null, objections: Objection[]}} SupplyLine */

const LISTED = 14; // places that are named one by one

/** @param {Session} session @param {Objection[]} found @param {boolean} [legal] */
function reasons(session, found, legal = false) {
  return objections({ action: "", legal, message: "", objections: found.map((one) => ({ ...one, text: withNames(session, one.text) })) });
}

/** Places in a row, or how many. @param {Session} session @param {string[]} places */
function listed(session, places) {
  if (!places.length) return "none";
  return places.length > LISTED ? `${places.length} ${session.areas ? "Areas" : "hexes"}` : places.map((place) => placeName(session, place)).join(", ");
}

/** A row of a list: a side, and what is said of it. @param {Session} session @param {string} side @param {...import("../dom.js").Child} what */
const sideRow = (session, side, ...what) => h("p.side-row", {}, h("i.who", { data: { n: String(session.view.players.indexOf(side)) } }), h("b", {}, named(side)), h("span", {}, ...what));

/** @param {Session} session @param {any} said */
function why(session, said) {
  return [reasons(session, said.objections, said.legal)];
}

/** @param {Session} session @param {any} said */
function cost(session, said) {
  const risk = said.risk.map((/** @type {any} */ one) => ({ place: one.place, hit: 1 - one.here, survives: one.so_far, stops: one.stops }));
  return [
    said.ledger.length ? costCard(said.ledger, "Cost", said.total === null ? "" : points(said.total)) : h("p", {}, said.legal ? "It costs nothing." : "It has no price."),
    riskCard(risk, (place) => placeName(session, place)),
    said.legal ? null : reasons(session, said.objections),
  ];
}

/** @param {Session} session @param {any} said */
function must(session, said) {
  const bars = Object.entries(/** @type {Record<string, Objection[]>} */ (said.must)).filter(([, found]) => found.length);
  const parts = bars.flatMap(([verb, found]) => [h("h4", {}, `Before “${verb === "done" ? "done" : verbName(verb)}”`), reasons(session, found)]);
  if (said.pending) parts.push(h("p", {}, sentence(`left to do, but not required: ${said.pending}`)));
  return parts.length ? parts : [h("p", {}, "Nothing stands in your way.")];
}

/** @param {Session} session @param {any} said */
function supply(session, said) {
  return Object.entries(/** @type {Record<string, SupplyLine | null>} */ (said.supply)).flatMap(([unit, found]) => {
    const name = h("b", {}, shortUnit(session, unit));
    if (!found) return [h("p", {}, name, " is not on the map.")];
    const end = placeName(session, found.path[found.path.length - 1] ?? "");
    if (found.supplied) return [h("p.in-supply", { data: { test: "in-supply" } }, name, found.path.length > 1 ? ` is in supply: its line goes ${found.path.length - 1} ${session.areas ? "Areas" : "hexes"} to ${end}.` : " is in supply where it is.")];
    return [h("p.no-supply", { data: { test: "no-supply" } }, name, " is not in supply", found.breaks ? `: its line breaks at ${placeName(session, found.breaks)}.` : "."), reasons(session, found.objections)];
  });
}

/** @param {Session} session @param {any} said */
function zones(session, said) {
  const kinds = Object.entries(/** @type {Record<string, Record<string, string[]>>} */ (said.zones));
  if (!kinds.length) return [h("p", {}, "This game has no zones.")];
  return kinds.flatMap(([kind, sides]) => [h("h4", {}, KINDS[kind] ?? named(kind)), ...Object.entries(sides).map(([side, places]) => sideRow(session, side, listed(session, places)))]);
}

/** @type {Record<string, string>} */
const KINDS = { zoc: "Zones of control", rigid: "Rigid zones", fluid: "Fluid zones", arcs: "Lines of fire", danger: "Defensive fire", strongpoints: "Strongpoints" };

/** @param {Session} session @param {any} said */
function control(session, said) {
  const lands = { holds: said.control, ...said.lands };
  const markers = Object.entries(/** @type {Record<string, string[]>} */ (said.markers)).filter(([, places]) => places.length);
  return [
    ...Object.entries(/** @type {Record<string, Record<string, string[]>>} */ (lands)).flatMap(([land, sides]) => [h("h4", {}, land === "holds" ? "Held now" : land === "supply" ? "In supply there" : named(land)), ...Object.entries(sides).map(([side, places]) => sideRow(session, side, listed(session, places)))]),
    ...markers.map(([marker, places]) => h("p", {}, h("b", {}, named(marker)), `: ${listed(session, places)}`)),
  ];
}

/** @param {Session} session @param {any} said */
function threat(session, said) {
  return Object.entries(/** @type {Record<string, {here: Record<string, Record<string, string>>, beside: Record<string, string[]>}>} */ (said.threat)).flatMap(([place, found]) => [
    h("h4", {}, placeName(session, place)),
    ...Object.entries(found.here).flatMap(([side, units]) => {
      const names = Object.entries(units).map(([unit, cost]) => `${shortUnit(session, unit)} (${points(cost)})`);
      const beside = (found.beside[side] ?? []).filter((unit) => !(unit in units)).map((unit) => shortUnit(session, unit));
      return [sideRow(session, side, names.length ? `can get here: ${names.join(", ")}` : "cannot get here", beside.length ? h("small", {}, `Next to it at most: ${beside.join(", ")}`) : null)];
    }),
  ]);
}

/** @param {Session} session @param {any} said */
function status(session, said) {
  const levels = said.levels.map((/** @type {any} */ one) => h("tr", { class: one.reached ? "reached" : "" }, h("td", {}, one.reached ? "●" : "○"), h("td", {}, one.name), h("td", {}, one.needs)));
  const score = said.score.map((/** @type {any} */ one) => h("tr", {}, h("td", {}, chip(one.cite)), h("td", {}, one.text), h("td", {}, h("b", {}, one.points > 0 ? `+${one.points}` : String(one.points)))));
  const counts = Object.entries(/** @type {Record<string, Record<string, number>>} */ (said.tally)).map(([side, tally]) => sideRow(session, side, [...Object.entries(tally), ...(side in said.steps ? [["steps", said.steps[side]]] : [])].map(([name, value]) => `${name} ${value}`).join(", ")));
  return [
    h("p", {}, Object.entries(said.status).map(([name, value]) => `${named(name)}: ${value}`).join(" · ")),
    ...counts,
    levels.length ? h("table.ledger.levels-now", {}, h("tbody", {}, ...levels)) : null,
    score.length ? h("table.ledger", {}, h("tbody", {}, ...score)) : null,
    h("p.quiet", {}, said.due.length ? `${said.due.length} arrivals are still due.` : "No more units will arrive."),
  ];
}

/** @type {Record<string, (session: Session, said: any) => import("../dom.js").Child[]>} */
const CARDS = { why, cost, must, supply, zones, control, threat, status };

/** The parts of a card. @param {Session} session @param {string} question @param {any} said @returns {import("../dom.js").Child[]} */
export function answerParts(session, question, said) {
  if (question === "odds" && said.odds) return [combatCard(said.odds, { title: "Odds" })];
  return (CARDS[question] ?? why)(session, said);
}

/** What an answer shows on the map. @param {Session} session @param {string} question @param {any} said @returns {Shown} */
export function answerPlaces(session, question, said) {
  /** @type {Shown} */
  const out = { sides: [[], []], spots: [], lines: [] };
  const sided = (/** @type {Record<string, string[]>[]} */ layers) => (out.sides = session.view.players.map((side) => layers.flatMap((layer) => layer[side] ?? [])));
  if (question === "zones") sided(Object.values(said.zones));
  if (question === "control") sided([said.lands.control ?? said.control]);
  if (question === "threat") out.spots = Object.keys(said.threat);
  if (question === "supply") out.lines = Object.values(/** @type {Record<string, SupplyLine | null>} */ (said.supply)).flatMap((one) => (one ? [{ path: one.path, ok: one.supplied, breaks: one.breaks }] : []));
  return out;
}
