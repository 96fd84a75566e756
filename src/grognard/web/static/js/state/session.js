// One game on this page: the position in view, the diary, the live connection, queries and actions.
// Events: "view" a position is shown, "log" the diary has changed, "chat", "seats", "line" the connection,
// "notice" {text} to be announced, "refused" {objections, message}, "moment" another moment is shown, "pace" of a
// game between computers, "hint" a hint or null.

import { api, query, requestId } from "../net/api.js";
import { Line } from "../net/live.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Said} Said */
/** @typedef {import("./types.js").Played} Played */
/** @typedef {import("./types.js").Seat} Seat */

export class Session extends EventTarget {
  /**
   * @param {string} id of the game
   * @param {{side?: string, at?: number | null}} [how]
   */
  constructor(id, { side = "", at = null } = {}) {
    super();
    this.id = id;
    /** The viewer: a side, `all`, or empty for the user's first side or the public view. */
    this.side = side;
    /** The moment in view: the number of actions; null: the present. @type {number | null} */
    this.at = at;
    /** @type {View} */
    this.view = /** @type {any} */ (null);
    /** @type {Entry[]} */
    this.log = [];
    /** @type {Said[]} */
    this.said = [];
    /** @type {Seat[]} */
    this.seats = [];
    /** How much of the journal the user had seen when the page was opened. */
    this.seen = 0;
    /** Names of places, and of the faces of blocks, from the board. @type {Record<string, string>} */
    this.places = {};
    /** @type {Record<string, string>} */
    this.faces = {};
    /** The names of places that are not on the map. @type {Record<string, string>} */
    this.boxes = {};
    /** Places that are hexsides, with the hexes beside them. @type {Record<string, string[]>} */
    this.sides = {};
    /** Is the board one of areas, not of hexes? */
    this.areas = false;
    /** The map is covered until the next player confirms. */
    this.covered = false;
    /** The version of the diary; the position in view has its own. */
    this.version = -1;
    /** The last event the live connection has told of; an answer from before it is out of date. */
    this.heard = -1;
    /** How many actions have been played. */
    this.count = 0;
    this.busy = false;
    /** The plan of a computer turn that has just ended, until it is read. @type {import("./types.js").PlanCard | null} */
    this.planned = null;
    /** The number of spectators. */
    this.watching = 0;
    /** Plays out what the others did, if the player wants that; called with the number of entries on the board. @type {((shown: number) => boolean) | null} */
    this.follower = null;
    this.line = new Line(this);
    this.turn = 0; // request number: only the latest answer is shown
  }

  /** The game: id, title, players, seats, whose decision; all of it is in the position in view. */
  get game() {
    return this.view;
  }

  get path() {
    return `/api/games/${encodeURIComponent(this.id)}`;
  }

  /** Is the present position in view? */
  get live() {
    return this.at === null;
  }

  /** The side the user acts for now: the side that decides, if it is theirs; otherwise empty. */
  get acting() {
    const { you, ask } = this.view;
    if (!this.live || this.view.over) return "";
    if (ask.side && you.includes(ask.side) && (this.side === "all" || this.side === ask.side || !this.side))
      return ask.side;
    return "";
  }

  /** Can the user decide something now? */
  get mine() {
    return this.acting !== "";
  }

  /** A game between computers, which the user watches. */
  get unmanned() {
    return typeof this.view.pace === "string";
  }

  /** The level of the computer that has to decide; empty if it is a person or the game has stopped. */
  get thinker() {
    const { over, ask, pace } = this.view;
    if (!this.live || over || pace === "paused") return "";
    return this.seats.find((seat) => seat.side === ask.side)?.computer ?? "";
  }

  /** One person plays every side. */
  get solo() {
    return this.view.players.every((side) => this.view.you.includes(side));
  }

  /** @param {string} name @param {any} [detail] */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {string} text */
  notice(text) {
    this.tell("notice", { text });
  }

  // -- looking -----------------------------------------------------------------------------------

  /**
   * Load the game and stay in touch with it.
   * @returns {Promise<Played>}
   */
  async connect() {
    const found = await this.load();
    if (!found.ok) return found;
    this.seen = this.view.seen ?? this.count;
    await Promise.all([this.readLog(), this.readChat()]);
    this.line.open();
    if (this.live && this.view.version < this.version) return this.load(); // somebody has acted in the meantime
    return found;
  }

  close() {
    this.line.close();
  }

  /** Fetch the position again. @returns {Promise<Played>} */
  async refresh() {
    return this.load();
  }

  /** @returns {Promise<Played>} */
  async load() {
    const turn = ++this.turn;
    const answer = await api.get(this.path + query({ as: this.side, at: this.at }));
    if (turn !== this.turn) return { ok: true };
    if (!answer.ok) {
      if (this.view) this.notice(answer.message);
      return answer;
    }
    const first = !this.view;
    this.view = answer.data;
    this.count = Math.max(this.log.length, this.view.count);
    this.seats = this.view.seats;
    if (first) this.tell("found");
    if (first && this.settle()) return this.load();
    if (this.live && this.view.seq < this.heard) return this.load(); // it was on its way when something happened
    this.tell("view");
    return { ok: true };
  }

  /** Choose a viewer if none was given; true if it differs from the first side. */
  settle() {
    const { you, fogged, over, ask } = this.view;
    if (this.unmanned && fogged && !this.side) return Boolean((this.side = "all"));
    if (this.side || !you.length) return false;
    this.covered = fogged && you.length > 1 && !over;
    this.side = this.solo && !fogged ? "all" : you.includes(ask.side ?? "") ? String(ask.side) : String(you[0]);
    return this.side !== you[0];
  }

  /** Change the viewer. @param {string} side */
  async look(side) {
    this.side = side;
    this.log = [];
    this.tell("log", { added: [] }); // do not show what the other viewer was told
    this.tell("hint", null);
    this.line.reopen();
    await this.readLog();
    this.covered = false;
    await this.load();
  }

  /** Show the board after this many actions; null: the present. @param {number | null} at */
  async show(at) {
    const next = at === null || at >= this.count ? null : Math.max(0, at);
    if (next === this.at && this.view && (next !== null || this.view.version >= this.version)) return;
    const moved = next !== this.at;
    this.at = next;
    if (moved) this.tell("moment");
    await this.load();
  }

  /** Fetch the whole diary again. */
  async readLog() {
    const answer = await api.get(`${this.path}/log${query({ as: this.side, since: 0 })}`);
    if (!answer.ok) return;
    this.log = answer.data.played;
    this.count = answer.data.count;
    this.version = answer.data.version;
    this.tell("log", { added: [] });
  }

  async readChat() {
    const answer = await api.get(`${this.path}/chat`);
    if (!answer.ok) return;
    this.said = answer.data.chat;
    this.tell("chat");
  }

  /**
   * Something happened: add it to the diary, and show the position if the present is in view.
   * @param {{version: number, count?: number, from?: number, played?: Entry[]}} update
   */
  async take({ version, count, from, played = [] }) {
    if (version > this.version) {
      const begin = from ?? played[0]?.n ?? count ?? this.log.length;
      if (this.version < 0 || begin > this.log.length) await this.readLog();
      else {
        this.version = version;
        this.log = [...this.log.slice(0, begin), ...played];
        this.count = this.log.length;
        this.tell("log", { added: played });
      }
    }
    if (this.at !== null && this.at >= this.count)
      await this.show(null); // that moment was undone
    else if (this.live && this.view.version < version && !this.follower?.(this.view.at)) await this.load();
  }

  // -- asking ------------------------------------------------------------------------------------

  /** @param {string} what @param {Record<string, unknown>} body */
  async ask(what, body) {
    return api.safe(`${this.path}/${what}`, { as: this.acting || this.side, ...body });
  }

  /** What can be done with pieces, or at a place; or could be after an action. @param {{pieces?: string[], place?: string, action?: string}} of @returns {Promise<any[]>} */
  async offers({ pieces = [], place = "", action = "" }) {
    const answer = await this.ask("offers", { pieces, place, action });
    return answer.ok ? answer.data.offers : [];
  }

  /** What may come next. @param {string} verb @param {(string | string[])[]} chosen @returns {Promise<any>} null if nothing */
  async choices(verb, chosen) {
    const answer = await this.ask("choices", { verb, chosen });
    return answer.ok ? answer.data : null;
  }

  /** Is it legal, and what would it cost? @param {string} action @returns {Promise<any>} */
  async why(action) {
    const answer = await this.ask("why", { action });
    return answer.ok ? answer.data : { legal: false, objections: answer.objections, cost: [], message: answer.message };
  }

  /** The odds of an attack, or of the current battle. @param {string} [action] @param {number} [support] @returns {Promise<import("./types.js").Odds | null>} */
  async odds(action = "", support = 0) {
    const answer = await this.ask("odds", { action, support });
    return answer.ok ? answer.data.odds : null;
  }

  /** What an action would lead to. @param {string} action @returns {Promise<import("./types.js").Effect | null>} */
  async effect(action) {
    const answer = await this.ask("effect", { action });
    return answer.ok ? answer.data : null;
  }

  /** The places of an overlay by side. @param {string} name @returns {Promise<Record<string, any>>} */
  async overlay(name) {
    const answer = await api.get(
      `${this.path}/overlay/${encodeURIComponent(name)}${query({ as: this.side, at: this.at })}`,
    );
    return answer.ok ? answer.data : {};
  }

  /** The supply line of a unit, or where it is cut. @param {string} piece @returns {Promise<any>} */
  async trace(piece) {
    const answer = await api.get(`${this.path}/trace${query({ piece, as: this.side, at: this.at })}`);
    return answer.ok ? answer.data : null;
  }

  /** What a unit could fire at, and why not at the rest. @param {string} piece @returns {Promise<import("./types.js").Arc | null>} */
  async arc(piece) {
    const answer = await api.get(`${this.path}/arc${query({ piece, as: this.side, at: this.at })}`);
    return answer.ok ? answer.data : null;
  }

  /** A hint: what a level would do for the user's side; nobody else is told. @param {string} level */
  async hint(level) {
    return this.ask("hint", { level });
  }

  /** The computers' plans in the last turns, or in those before an entry. @param {number | null} before @param {number} most */
  async plans(before, most) {
    return api.get(`${this.path}/plans${query({ before, most })}`);
  }

  // -- acting ------------------------------------------------------------------------------------

  /** Carry out an action, given as text. @param {string} action @returns {Promise<Played>} */
  async play(action) {
    return this.act("actions", this.acting, { action });
  }

  /** Undo the last action, if the game allows it. @returns {Promise<Played>} */
  async undo() {
    const last = this.log.filter((entry) => this.view.you.includes(entry.side)).pop();
    return this.act("undo", last?.side ?? this.acting, {});
  }

  /**
   * @param {string} what
   * @param {string} side
   * @param {Record<string, unknown>} body
   * @returns {Promise<Played>}
   */
  async act(what, side, body) {
    if (!this.live)
      return this.refuse({ message: "This is an earlier moment. Go back to the present to act.", objections: [] });
    if (!side) return this.refuse({ message: "It is not your decision.", objections: [] });
    if (this.busy) return { ok: false, message: "Please wait for the previous action." };
    this.busy = true;
    const answer = await api.move(`${this.path}/${what}`, {
      as: side,
      version: this.view.version,
      id: requestId(),
      ...body,
    });
    this.busy = false;
    if (answer.ok) {
      await this.take(answer.data);
      return { ok: true };
    }
    if (answer.code === "stale") {
      await this.load();
      return this.refuse({ message: "The game has moved on. Check the position again.", objections: [] });
    }
    return this.refuse(answer);
  }

  /** @param {{message: string, objections: import("./types.js").Objection[], code?: string}} answer @returns {Played} */
  refuse({ message, objections, code = "" }) {
    this.tell("refused", { message, objections });
    return { ok: false, message, objections, code };
  }

  /** Everything other than playing: ask, answer, resign, rematch, fork, orders, chat, seen. @param {string} what @param {Record<string, unknown>} [body] */
  async send(what, body = {}) {
    const answer = await api.safe(`${this.path}/${what}`, {
      as: this.acting || (this.side === "all" ? this.view.you[0] : this.side),
      id: requestId(),
      ...body,
    });
    if (!answer.ok) this.notice(answer.message);
    return answer;
  }
}
