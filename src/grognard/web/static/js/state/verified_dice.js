// The page's part in verified dice: it keeps its chain, gives a link for every throw, and notes what it was shown.
// The secret of the chain stays in this browser. The session tells "dice" when something has changed.

import { api, requestId } from "../net/api.js";
import { Chain, checkProof, newSeed, SERVER } from "../net/dice_chain.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").Dice} Dice */
/**
 * What this browser keeps for a side: the secrets of its chains, the last one first, and notes for the proof.
 * @typedef {{game: string, side: string, seeds: string[], away: boolean,
 *   anchors: Record<string, [number, string][]>, seals: Record<string, string>, at: Record<string, number>,
 *   agreed: [number, number][]}} Kept
 */

const AHEAD = 200; // throws for which links are left with the server
const LOW = 100; // when they are renewed
/** @type {WeakMap<Session, DiceKeeper>} */
const keepers = new WeakMap();

/** @param {Session} session */
export function diceOf(session) {
  let found = keepers.get(session);
  if (!found) keepers.set(session, (found = new DiceKeeper(session)));
  return found;
}

export class DiceKeeper {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** What the player must know about the dice. @type {string} */
    this.warning = "";
    /** Could the browser store the secret? */
    this.stored = true;
    /** @type {Map<string, Kept>} */
    this.held = new Map();
    /** @type {Map<string, Chain>} */
    this.chains = new Map();
    this.busy = false;
    this.again = false;
    for (const kind of ["view", "dice"]) session.addEventListener(kind, () => void this.consider());
    void this.consider();
  }

  /** @returns {Dice | null} */
  get dice() {
    return this.session.view?.dice ?? null;
  }

  /** The user's sides that take part. */
  get mine() {
    return (this.dice?.sides ?? []).filter((side) => this.session.view.you.includes(side));
  }

  /** Sides whose secret is not in this browser, although they are committed. */
  get lost() {
    return this.mine.filter((side) => this.dice?.anchors[side] && !this.fits(side));
  }

  /** @param {string} side */
  key(side) {
    return `grognard.dice.${this.session.id}.${side}`;
  }

  /** @param {string} side @returns {Kept} */
  kept(side) {
    const held = this.held.get(side);
    if (held) return held;
    /** @type {Kept} */
    let found = { game: this.session.id, side, seeds: [], away: false, anchors: {}, seals: {}, at: {}, agreed: [] };
    try {
      found = { ...found, ...JSON.parse(localStorage.getItem(this.key(side)) ?? "{}") };
    } catch {
      // nothing is stored, or nothing that can be read
    }
    this.held.set(side, found);
    return found;
  }

  /** @param {Kept} kept */
  keep(kept) {
    this.held.set(kept.side, kept);
    try {
      localStorage.setItem(this.key(kept.side), JSON.stringify(kept));
      this.stored = true;
    } catch {
      this.stored = false;
    }
  }

  /** @param {string} seed */
  chain(seed) {
    let chain = this.chains.get(seed);
    if (!chain) this.chains.set(seed, (chain = new Chain(seed)));
    return chain;
  }

  /** The link of a side for a throw; empty if the secret of its chain is not in this browser. @param {string} side @param {number} number */
  link(side, number) {
    const [base, anchor] = this.dice?.anchors[side]?.at(-1) ?? [0, ""];
    const seed = this.kept(side).seeds.find((one) => this.chain(one).link(0) === anchor);
    return seed ? this.chain(seed).link(number - base) : "";
  }

  /** Is the secret of the chain to which the side is committed in this browser? @param {string} side */
  fits(side) {
    return this.link(side, this.dice?.anchors[side]?.at(-1)?.[0] ?? 0) !== "";
  }

  /** Do what is needed now: commit, give a link, leave links. One thing after another. */
  async consider() {
    if (this.busy) return void (this.again = true);
    this.busy = true;
    do {
      this.again = false;
      for (const side of this.mine) if (!this.session.view.over) await this.tend(side);
    } while (this.again);
    this.busy = false;
  }

  /** @param {string} side */
  async tend(side) {
    const dice = this.dice;
    if (!dice) return;
    if (!dice.anchors[side]) return this.commit(side);
    if (!this.note(side, dice) || !this.fits(side)) return;
    if ([...dice.sides, SERVER].some((name) => !dice.anchors[name])) return; // who commits last must not know a link
    if (dice.rolling && dice.missing.includes(side)) await this.give(side, dice);
    const left = this.dice?.deposited[side] ?? 0;
    if (this.kept(side).away && left < LOW) await this.post("deposit", side, dice.throw + AHEAD - 1);
  }

  /** @param {string} side */
  async commit(side) {
    const kept = this.kept(side);
    const seed = kept.seeds[0] ?? newSeed();
    this.keep({ ...kept, seeds: [seed] }); // stored before anybody hears of it
    await this.send("commitment", { as: side, anchor: this.chain(seed).link(0) });
  }

  /** Note the commitments; false if one has changed since they were shown first. @param {string} side @param {Dice} dice */
  note(side, dice) {
    const kept = this.kept(side);
    const anchors = { ...kept.anchors };
    for (const [name, shown] of Object.entries(dice.anchors)) {
      const known = new Map(anchors[name] ?? []);
      for (const [base, anchor] of shown) {
        if (known.has(base) && known.get(base) !== anchor) return this.warn(`The server shows another commitment of ${name} than before. Your page gives no more links.`);
        known.set(base, anchor);
      }
      anchors[name] = [...known];
    }
    if (JSON.stringify(anchors) !== JSON.stringify(kept.anchors)) this.keep({ ...kept, anchors });
    return true;
  }

  /** @param {string} side @param {Dice} dice */
  async give(side, dice) {
    const kept = this.kept(side);
    const noted = kept.seals[dice.throw];
    if (noted && noted !== dice.seal) return void this.warn(`The server asks for link ${dice.throw} a second time, for another action. Your page gives it only once.`);
    if (!noted) this.keep({ ...kept, seals: { ...kept.seals, [dice.throw]: dice.seal }, at: { ...kept.at, [dice.throw]: dice.count } }); // noted before it is given
    await this.post("link", side, dice.throw);
  }

  /** @param {string} text @returns {false} */
  warn(text) {
    if (this.warning !== text) {
      this.warning = text;
      this.session.tell("dice-kept");
    }
    return false;
  }

  /** @param {"link" | "deposit"} what @param {string} side @param {number} number */
  async post(what, side, number) {
    await this.send(what, { as: side, throw: number, link: this.link(side, number) });
  }

  /** @param {string} what @param {Record<string, unknown>} body */
  async send(what, body) {
    const { session } = this;
    const answer = await api.move(`${session.path}/dice/${what}`, { id: requestId(), ...body });
    if (!answer.ok) return; // another window was faster, or the throw is no longer open: the next news says so
    if (session.view.dice && answer.data.seq >= session.heard) session.view.dice = answer.data.dice;
    session.tell("dice-kept");
    if (session.live && answer.data.version > session.view.version) await session.line.catchUp();
  }

  /**
   * Note what the player asks for or agrees to: throws may be left out then. `left`: how many actions remain of the game.
   * @param {number} left
   */
  agree(left) {
    for (const side of this.mine) {
      const kept = this.kept(side);
      const known = Math.max(0, ...Object.keys(kept.seals).map(Number));
      this.keep({ ...kept, agreed: [...kept.agreed, [known, left]] });
    }
  }

  // -- what the player can do ----------------------------------------------------------------------

  /** Leave links with the server while the page is closed, or no longer. @param {string} side @param {boolean} away */
  async leaveLinks(side, away) {
    this.keep({ ...this.kept(side), away });
    await this.consider();
  }

  /** Secret and notes as a file's text. @param {string} side */
  exported(side) {
    return JSON.stringify(this.kept(side), null, 1);
  }

  /** Take a saved secret; returns what is wrong with it. @param {string} text */
  imported(text) {
    /** @type {any} */
    let said;
    try {
      said = JSON.parse(text);
    } catch {
      said = null;
    }
    if (!said || said.game !== this.session.id || !this.mine.includes(said.side) || !Array.isArray(said.seeds) || said.seeds.some((/** @type {any} */ one) => !/^[0-9a-f]{64}$/.test(one))) return "This is not a dice key of yours for this game.";
    const before = this.kept(said.side);
    this.held.set(said.side, { ...before, seeds: [...said.seeds, ...before.seeds] });
    if (!this.fits(said.side)) {
      this.held.set(said.side, before);
      return "This key belongs to another chain than the one your side is committed to.";
    }
    this.keep({
      ...this.kept(said.side),
      seals: { ...said.seals, ...before.seals },
      anchors: { ...said.anchors, ...before.anchors },
      at: { ...said.at, ...before.at },
      agreed: [...(said.agreed ?? []), ...before.agreed],
    });
    this.session.tell("dice-kept");
    void this.consider();
    return "";
  }

  /** Ask the other side to accept a new chain in place of one that is lost. @param {string} side */
  async renew(side) {
    const { session } = this;
    const seed = newSeed();
    const kept = this.kept(side);
    this.keep({ ...kept, seeds: [seed, ...kept.seeds] });
    const to = Math.max(0, ...Object.keys(kept.seals).map(Number)); // no number that this page knows is used again
    this.agree((this.dice?.count ?? 0) - 1); // the open throw is left out, and what was lost with a backup
    const answer = await session.send("ask", { what: "dice", as: side, anchor: this.chain(seed).link(0), to });
    if (!answer.ok) return;
    this.warning = "";
    session.notice("The other side has been asked.");
    await session.refresh();
  }

  /** Check every roll here, in the browser. @returns {Promise<import("../net/dice_chain.js").Verdict>} */
  async prove() {
    const answer = await api.get(`${this.session.path}/dice`);
    if (!answer.ok) return { ok: false, why: answer.message };
    const side = this.mine.find((one) => Object.keys(this.kept(one).anchors).length);
    const pause = () => new Promise((/** @type {(value?: any) => void} */ done) => setTimeout(done));
    return checkProof(answer.data, side ? this.kept(side) : null, pause);
  }
}
