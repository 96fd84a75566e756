// Names of units, places and actions for people: blocks by name, not by number.

import { named } from "../dom.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").Counter} Counter */

/** A unit by its name; a hidden one by its side. @param {Session} session @param {string} piece */
export function unitName(session, piece) {
  const known = session.view.pieces[piece];
  if (known?.identity?.name) return String(known.identity.name);
  return known?.kind?.type === "block" ? `${named(known.there?.side ?? "")} Block` : piece;
}

/** The label under a counter. @param {Session} session @param {Counter} counter */
export function shortName(session, counter) {
  if (counter.marker) return "";
  const known = session.view.pieces[counter.id];
  if (known?.kind?.type !== "block" && known?.kind?.type !== "bomber") return counter.id;
  return known.identity ? String(known.identity.label ?? known.identity.kind ?? "") : "?";
}

/** A place with its name, if it has one. @param {Session} session @param {string} place */
export function placeName(session, place) {
  const town = session.places[place];
  return town && town !== place ? (/\d/.test(place) ? `${place} ${town}` : town) : named(place.replaceAll("-", " "));
}

/** A unit in a list: by its name, unless that is long. @param {Session} session @param {string} piece */
function called(session, piece) {
  const name = unitName(session, piece);
  return name.length > 26 ? piece : name;
}

/** An action in words. @param {Session} session @param {string} action */
export function actionWords(session, action) {
  const [verb = "", ...words] = action.split(" ");
  const way = words.indexOf("via");
  const said = way >= 0 && session.areas ? [...words.slice(0, way), "to", words[words.length - 1] ?? ""] : words;
  return [verbName(verb), ...said.map((word) => (word in session.view.pieces ? called(session, word) : session.areas && word in session.places ? placeName(session, word) : word))].join(" ");
}

/** Replace the numbers of blocks in a sentence by their names. @param {Session} session @param {string} text */
export function withNames(session, text) {
  return session.areas ? text.replace(/\b[a-z]+\d+\b/g, (word) => (word in session.view.pieces ? unitName(session, word) : word)) : text;
}

/** A line of the diary without the numbers of blocks, which mean nothing to players. @param {Session} session @param {string} text */
export function toldLine(session, text) {
  return session.areas ? text.replace(/ \(([a-z]+\d+)\)/g, (all, word) => (word in session.view.pieces ? "" : all)) : text;
}

/** @param {string} verb */
export function verbName(verb) {
  const said = verb.replaceAll("-", " ");
  return said ? said[0]?.toUpperCase() + said.slice(1) : "";
}

/** What can be known about hidden blocks: how many of a side, and what they may be.
 * @param {Session} session @param {Counter[]} stack @returns {{count: number, side: string, names: string[], seen: number | null}[]} */
export function guesses(session, stack) {
  /** @type {Map<string, {count: number, side: string, names: string[], seen: number | null}>} */
  const out = new Map();
  for (const counter of stack) {
    const known = session.view.pieces[counter.id];
    if (!known || known.identity || known.kind?.type !== "block") continue;
    const names = /** @type {string[]} */ (known.kind.may_be ?? []).map((face) => session.faces[face] ?? face);
    const key = `${counter.side} ${names.join()}`;
    const before = out.get(key);
    out.set(key, { count: (before?.count ?? 0) + 1, side: counter.side, names, seen: known.kind.seen ?? null });
  }
  return [...out.values()];
}
