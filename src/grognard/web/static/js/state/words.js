// Names of units, places and actions for people: blocks by name, not by number.

import { named } from "../dom.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").Counter} Counter */

/** @typedef {import("./types.js").Verb} Verb */

/** The labels of the title's verbs, what the words mean that are choices, and the verbs with a number. @type {{verbs: Record<string, string>, values: Record<string, string>, counted: string[]}} */
let spoken = { verbs: {}, values: {}, counted: [] };

/** Use the words of a title on this page. @param {{verbs?: Record<string, string>, values?: Record<string, string>, counted?: string[]}} words */
export function speak({ verbs = {}, values = {}, counted = [] }) {
  spoken = { verbs, values, counted };
}

/** A choice that is a word, as people say it. @param {unknown} value */
export function valueName(value) {
  const word = String(value);
  return upper(spoken.values[word]?.split(": ")[0] ?? (word === "yes" ? "Yes" : word === "no" ? "No" : word), word in spoken.values);
}

/** What such a choice means, if more can be said. @param {string} word */
export function valueAbout(word) {
  return upper(spoken.values[word]?.split(": ")[1] ?? "");
}

/** How a game ended. @param {{winner: string | null, level?: string} | null | undefined} outcome */
export function outcomeText(outcome) {
  const winner = outcome?.winner ? named(outcome.winner) : "";
  const level = outcome?.level ?? "";
  if (!winner) return level ? upper(level) : "Nobody wins";
  if (/victory/.test(level)) return level.startsWith(winner) ? level : `${winner} ${level}`;
  return level ? `${winner} wins ${/^at /.test(level) ? level : `by ${level}`}` : `${winner} wins`;
}

/** @param {string} text @param {boolean} [on] */
const upper = (text, on = true) => (on && text ? text[0]?.toUpperCase() + text.slice(1) : text);

/** A unit by its name; a hidden one by its side. @param {Session} session @param {string} piece */
export function unitName(session, piece) {
  const known = session.view.pieces[piece];
  if (known?.identity?.name) return String(known.identity.name);
  return known?.kind?.type === "block" ? `${named(known.there?.side ?? "")} Block` : piece;
}

/** The short name of a unit: what its face shows, if it is not one with the counter. @param {Session} session @param {string} piece */
function faceOf(session, piece) {
  const known = session.view.pieces[piece];
  return known?.kind?.type === "block" ? piece : String(known?.identity?.face ?? piece);
}

/** The label under a counter. @param {Session} session @param {Counter} counter */
export function shortName(session, counter) {
  if (counter.marker) return "";
  const known = session.view.pieces[counter.id];
  if (known?.kind?.type !== "block" && known?.kind?.type !== "bomber") return faceOf(session, counter.id);
  return known.identity ? String(known.identity.label ?? known.identity.kind ?? "") : "?";
}

/** A place with its name, if it has one. @param {Session} session @param {string} place */
export function placeName(session, place) {
  const town = session.places[place];
  if (town && place in session.boxes) return town;
  return town && town !== place ? (/\d/.test(place) && !town.includes(place) ? `${place} ${town}` : town) : named(place.replaceAll("-", " "));
}

/** A unit in a list: by its name, unless that is long. @param {Session} session @param {string} piece */
function called(session, piece) {
  const name = unitName(session, piece);
  return name.length > 26 ? faceOf(session, piece) : name;
}

/** A unit in a line that must stay short. @param {Session} session @param {string} piece */
export const shortUnit = (session, piece) => called(session, piece).replace(/ (Division|Corps|Regiment|Brigade)$/, "");

/**
 * An action in words: who goes where, or what is aimed at and who takes part, then other choices.
 * @param {Session} session
 * @param {string} action
 */
export function actionWords(session, action) {
  const [verb = "", ...words] = action.split(" ");
  if (spoken.counted.includes(verb)) return [verbName(verb), ...words].join(" ");
  const isUnit = (/** @type {string} */ word) => word in session.view.pieces;
  const isPlace = (/** @type {string} */ word) => word in session.places && !isUnit(word);
  const units = words.filter(isUnit).map((word) => called(session, word));
  const where = words.filter(isPlace).map((place) => placeName(session, place));
  const first = words.findIndex(isPlace);
  const link = words[first - 1] ?? "";
  const choices = words.filter((word) => word in spoken.values && !isUnit(word)).map((word) => spoken.values[word]?.split(": ")[0] ?? word);
  const tail = choices.length ? `(${choices.join(", ")})` : "";
  if (choices.length && !units.length && !where.length) return `${verbName(verb)}${/ (in|on|at|to|from|with|for)$/.test(verbName(verb)) ? "" : ":"} ${choices.join(", ")}`;
  if (where.length && (link === "via" || link === "to" || words.slice(0, first).some(isUnit))) {
    const way = link === "at" || link === "in" ? link : /^enter/i.test(verbName(verb)) ? "at" : /^(place|set up|land|drop)/i.test(verbName(verb)) ? "in" : "to";
    const rest = words.slice(first).filter(isUnit).map((word) => called(session, word)); // those that take part there
    return [verbName(verb), units.slice(0, units.length - rest.length).join(", "), way, where[where.length - 1], rest.length ? `with ${rest.join(", ")}` : "", tail].filter(Boolean).join(" ");
  }
  const head = [verbName(verb), where.join(", ")].filter(Boolean).join(" ");
  return [head + (units.length ? `${where.length ? ":" : ""} ${units.join(", ")}` : ""), tail].filter(Boolean).join(" ");
}

/** Replace the numbers of blocks in a sentence by their names. @param {Session} session @param {string} text */
export function withNames(session, text) {
  return session.areas ? text.replace(/\b[a-z]+\d+\b/g, (word) => (word in session.view.pieces ? unitName(session, word) : word)) : text;
}

/** A line of the diary without the numbers of blocks, which mean nothing to players. @param {Session} session @param {string} text */
export function toldLine(session, text) {
  return session.areas ? text.replace(/ \(([a-z]+\d+)\)/g, (all, word) => (word in session.view.pieces ? "" : all)) : text;
}

/** Why steps were passed over since the player's last decision. @param {Session} session */
export function passedOver({ log, acting, view }) {
  const last = log.findLastIndex((entry) => entry.side === acting);
  const decided = log.findLastIndex((entry) => entry.side !== "chance");
  const since = log.filter((entry, n) => n >= last && (n >= decided || entry.now === view.now)); // not what an earlier turn left out
  const all = since.flatMap((entry) => entry.skipped ?? []);
  return all.filter((line, n) => all.findIndex((other) => other.text === line.text) === n); // a reason is told once
}

/** A verb as people say it: at this step, or by its name at any. @param {Verb | string} verb @returns {string} */
export function verbName(verb) {
  if (typeof verb !== "string") return verb.label ?? verbName(verb.verb);
  return spoken.verbs[verb] ?? upper(verb.replaceAll("-", " "));
}

/** The verb on a button that names nothing else. @param {Verb} verb */
export function verbLabel(verb) {
  return verb.verb === "done" ? upper(verb.help || "done") : verbName(verb).replace(/( (in|on|at|to|of|for|from|with))?:?$/, "");
}

/** What can be known about hidden blocks: how many of a side, and what they may be.
 * @param {Session} session @param {Counter[]} stack @returns {{count: number, side: string, names: string[], seen: number | null}[]} */
export function guesses(session, stack) {
  /** @type {Map<string, {count: number, side: string, names: string[], seen: number | null}>} */
  const out = new Map();
  for (const counter of stack) {
    const known = session.view.pieces[counter.id];
    if (!known || known.identity || (known.kind?.type !== "block" && !known.kind?.may_be)) continue;
    const names = /** @type {string[]} */ (known.kind.may_be ?? []).map((face) => session.faces[face] ?? face);
    const key = `${counter.side} ${names.join()}`;
    const before = out.get(key);
    out.set(key, { count: (before?.count ?? 0) + 1, side: counter.side, names, seen: known.kind.seen ?? null });
  }
  return [...out.values()];
}

/** How many can be chosen, and who must be among them. @param {import("./options.js").Next} next */
export function limits(next) {
  if (next.low === undefined || next.high === undefined || !next.members) return "";
  const must = next.must?.length ? `; ${next.must.join(", ")} must be among them` : "";
  const high = Math.min(next.high, next.members.length);
  return next.low === high ? `: ${high}${must}` : `: ${next.low} to ${high}${must}`;
}

/** The first sentence of a question, and the rest of it. @param {string | undefined} text @returns {[string, string]} */
export function sentences(text = "") {
  const [head = "", ...rest] = text.split(/(?<=[.?!]) (?=[A-Z0-9])/);
  return [head, rest.join(" ")];
}

/** One of these: "0710, 0810 Birzai or 0811". @param {string[]} names */
export function either(names) {
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" or ");
}
