// Verified dice, as in `core/verified_dice.py`: hash chains, throws, and the check of a proof. Nothing here asks the server.

import { fromHex, hmac, sha256, toHex, utf8 } from "./sha256.js";

/** A chain as far as it was used: base, anchor, last throw, link. @typedef {[number, string, number, string]} Segment */
/** @typedef {{n: number, position: string, step: string, values: [string, number][], came: string}} Roll */
/** @typedef {{game: string, count: number, chains: Record<string, Segment[]>, throws: {throw: number, rolls: Roll[]}[]}} Proof */
/**
 * What the page has noted: the anchors it was shown, and the seal of each throw it took part in. `at`: how many actions
 * had been played when it gave its link. `agreed`: what its player asked for or agreed to, an undo or a new key: the last
 * throw it knew then, and how many actions were to be left.
 * @typedef {{game: string, side: string, anchors: Record<string, [number, string][]>, seals: Record<string, string>,
 *   at: Record<string, number>, agreed: [number, number][]}} Notes
 */
/** @typedef {{ok: true, rolls: number, throws: number, names: string[], takenBack: number[]} | {ok: false, why: string}} Verdict */

export const LENGTH = 20_000;
export const SERVER = "server";
const DOMAIN = "grognard verified dice 1";
const STORED = 100;

/** The SHA-256 of a value in hexadecimal, so many times over. @param {string} value @param {number} times */
export function hashed(value, times) {
  /** @type {Uint8Array} */
  let bytes = fromHex(value);
  for (let n = 0; n < times; n += 1) bytes = sha256(bytes);
  return toHex(bytes);
}

export class Chain {
  /** @param {string} seed its secret, the last link */
  constructor(seed, length = LENGTH) {
    this.length = length;
    /** Every hundredth link, from the secret on. */
    this.kept = [seed];
    for (let n = 0; n < Math.floor(length / STORED); n += 1) this.kept.push(hashed(String(this.kept.at(-1)), STORED));
  }

  /** @param {number} number 0 is the anchor */
  link(number) {
    const left = this.length - number;
    if (left < 0 || number < 0) return "";
    return hashed(String(this.kept[Math.floor(left / STORED)]), left % STORED);
  }
}

/** A new secret. */
export const newSeed = () => toHex(crypto.getRandomValues(new Uint8Array(32)));

/** @param {string} game @param {number} number @param {Record<string, string>} links */
export function keyOf(game, number, links) {
  const lines = [DOMAIN, game, String(number), ...Object.keys(links).sort().map((name) => `${name} ${links[name]}`)];
  return sha256(utf8(lines.join("\n")));
}

/** A number from 0 to total - 1, without bias. @param {Uint8Array} key @param {number} roll @param {string} position @param {string} step @param {number} total */
export function draw(key, roll, position, step, total) {
  const all = 1n << 256n;
  const limit = (all / BigInt(total)) * BigInt(total);
  for (let attempt = 0; ; attempt += 1) {
    const found = BigInt(`0x${toHex(hmac(key, utf8(`${roll} ${position} ${step} ${total} ${attempt}`)))}`);
    if (found < limit) return Number(found % BigInt(total));
  }
}

/** @param {string} serverLink @param {string} position */
export const sealOf = (serverLink, position) => toHex(hmac(fromHex(serverLink), utf8(`fixed ${position}`)));

/** A short code for all commitments, which players can compare by voice. @param {Record<string, [number, string][]>} anchors */
export function codeOf(anchors) {
  const lines = Object.keys(anchors).sort().map((name) => `${name} ${(anchors[name] ?? []).map(([base, anchor]) => `${base} ${anchor}`).join(" ")}`);
  return (toHex(sha256(utf8(lines.join("\n")))).slice(0, 12).match(/.{4}/g) ?? []).join(" ");
}

/** @param {string} name */
const whose = (name) => (name === SERVER ? "the server" : `the ${name.charAt(0).toUpperCase()}${name.slice(1)} side`);

/**
 * Check every roll. `pause` lets the page breathe.
 * @param {Proof} proof @param {Notes | null} notes @param {() => Promise<void>} [pause]
 * @returns {Promise<Verdict>}
 */
export async function checkProof(proof, notes, pause = async () => {}) {
  const links = chainLinks(proof);
  if (typeof links === "string") return { ok: false, why: links };
  const replaced = notes && anchorsChanged(proof, notes);
  if (replaced) return { ok: false, why: replaced };
  const withheld = notes && leftOut(proof, notes);
  if (withheld) return { ok: false, why: withheld };
  /** The values that were possible at a step, in the order of the rules. @type {Map<string, string>} */
  const orders = new Map();
  let rolls = 0;
  let last = 0;
  for (const { throw: number, rolls: each } of proof.throws) {
    if (number <= last) return { ok: false, why: `Throw ${number}: the server has used a link twice.` };
    last = number;
    /** @type {Record<string, string>} */
    const used = {};
    for (const [name, found] of Object.entries(links)) {
      const link = found.get(number);
      if (!link) return { ok: false, why: `Throw ${number}: the link of ${whose(name)} is missing.` };
      used[name] = link;
    }
    const noted = notes?.seals[number];
    if (noted && noted !== sealOf(used[SERVER] ?? "", each[0]?.position ?? ""))
      return { ok: false, why: `Throw ${number}: the server has changed the action after your page gave its link.` };
    const key = keyOf(proof.game, number, used);
    for (const [n, roll] of each.entries()) {
      rolls += 1;
      if (reordered(roll, orders)) return { ok: false, why: `Throw ${number}, roll ${rolls} of the game: the server lists what could be rolled in another order than before.` };
      const due = outcome(key, n, roll);
      if (due !== roll.came) return { ok: false, why: `Throw ${number}, roll ${rolls} of the game: the links give “${due}”, but the server gave “${roll.came}”.` };
    }
    if (rolls % 20 === 0) await pause();
  }
  const made = new Set(proof.throws.map((one) => one.throw));
  const takenBack = Array.from({ length: Math.max(0, last - 1) }, (_, n) => n + 1).filter((n) => !made.has(n));
  return { ok: true, rolls, throws: proof.throws.length, names: Object.keys(links).sort(), takenBack };
}

/** What a roll must have come to. @param {Uint8Array} key @param {number} n @param {Roll} roll */
function outcome(key, n, { position, step, values }) {
  const total = values.reduce((sum, [, weight]) => sum + weight, 0);
  let left = total > 0 ? draw(key, n, position, step, total) : 0;
  for (const [text, weight] of values) {
    if (left < weight) return text;
    left -= weight;
  }
  return "";
}

/** Is this another order of the same values than at an earlier roll? @param {Roll} roll @param {Map<string, string>} orders */
function reordered({ step, values }, orders) {
  const texts = values.map(([text]) => text);
  const [key, order] = [`${step}\n${[...texts].sort().join("\n")}`, texts.join("\n")];
  if (!orders.has(key)) orders.set(key, order);
  return orders.get(key) !== order || new Set(texts).size !== texts.length;
}

/** A throw for which the page gave its link may be left out only if its player agreed. @param {Proof} proof @param {Notes} notes */
function leftOut({ throws, count }, { at = {}, agreed = [] }) {
  const made = new Set(throws.map((one) => one.throw));
  const last = Math.max(0, ...made);
  for (const [text, when] of Object.entries(at)) {
    const number = Number(text);
    const excused = agreed.some(([known, left]) => number <= known && when > left);
    if (!made.has(number) && !excused && (number < last || when !== count)) return `Throw ${number}: your page gave its link, but the server has left the throw out, and you did not agree to an undo or a new key.`;
  }
  return "";
}

/** The links of every chain by throw, or what is wrong with one. @param {Proof} proof @returns {Record<string, Map<number, string>> | string} */
function chainLinks({ chains }) {
  if (!chains[SERVER]) return "The server has not committed to a chain.";
  if (chains[SERVER].length !== 1 || chains[SERVER][0]?.[0] !== 0) return "The server has replaced its chain during the game.";
  if (Object.keys(chains).length < 2) return "No player has committed to a chain: the server alone decided the rolls.";
  /** @type {Record<string, Map<number, string>>} */
  const out = {};
  for (const [name, segments] of Object.entries(chains)) {
    const found = (out[name] = new Map());
    let before = 0;
    for (const [base, anchor, last, link] of segments) {
      if (base < before || last < base) return `${whose(name)} has two links for the same throw.`;
      before = last;
      /** @type {Uint8Array} */
      let bytes = fromHex(link);
      for (let number = last; number > base; number -= 1) {
        found.set(number, toHex(bytes));
        bytes = sha256(bytes);
      }
      if (toHex(bytes) !== anchor) return `Throw ${last}: the link of ${whose(name)} does not lead back to its commitment.`;
    }
  }
  return out;
}

/** Which commitment is not the one the page was shown. @param {Proof} proof @param {Notes} notes */
function anchorsChanged(proof, notes) {
  if (notes.game !== proof.game) return "This proof is of another game.";
  if (!proof.chains[notes.side]) return `The server has left out the links of ${whose(notes.side)}, which your page gave.`;
  for (const [name, known] of Object.entries(notes.anchors)) {
    const shown = new Map(known);
    for (const [base, anchor] of proof.chains[name] ?? [])
      if (shown.get(base) !== anchor) return `The commitment of ${whose(name)} is not the one shown during the game: the server has replaced it.`;
  }
  return "";
}
