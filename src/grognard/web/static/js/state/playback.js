// What the others did, played out on the board step by step at the player's pace, and again at will.
// Events: "change" the dock and the list must be drawn again, "step" {step} a step has been shown.

import { courseOf } from "./course.js";
import { change as changeSettings, settings } from "./settings.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").CourseStep} CourseStep */
/**
 * A step: the entries of the journal shown together.
 * @typedef {{from: number, to: number, kind: "move" | "attack" | "roll" | "event", battle: number | null, entries: Entry[], course: CourseStep[]}} Step
 */

/** How long a step is shown, by pace, in ms: per hex of a move, a battle, anything else. @type {Record<string, {hex: number, battle: number, event: number}>} */
export const PACES = {
  slow: { hex: 160, battle: 3200, event: 1200 },
  normal: { hex: 90, battle: 1800, event: 650 },
  fast: { hex: 35, battle: 700, event: 250 },
};
const FEW = 3; // steps that need no dock
const LONGEST = 16; // hexes of a move that count for its time

/** Is an entry worth a step? Not private dice, nor a step that ended without effect. @param {Entry} entry */
export const told = (entry) => entry.lines.length > 0 || (entry.side !== "chance" && entry.action !== "done");

/** Was a unit placed before the first turn? Nobody waits to see that. @param {Entry} entry */
const placing = (entry) => (entry.now ?? "").startsWith("Set-up");

/** @type {WeakMap<Session, Playback>} */
const made = new WeakMap();

/** The only playback of a session. @param {Session} session */
export function playbackOf(session) {
  let found = made.get(session);
  if (!found) made.set(session, (found = new Playback(session)));
  return found;
}

export class Playback extends EventTarget {
  /** @param {Session} session */
  constructor(session) {
    super();
    this.session = session;
    this.course = courseOf(session);
    /** The entries played out: from `begin` to before `end`; no end while the others may still act. */
    this.begin = 0;
    /** @type {number | null} */
    this.end = null;
    /** @type {Step[]} */
    this.steps = [];
    /** How many entries are shown. */
    this.at = 0;
    this.open = false;
    /** Is it played again, so that all of it may be told? */
    this.known = false;
    /** The number of entries when the page was opened. */
    this.opened = session.log.length;
    /** Does the map follow what happens? */
    this.following = true;
    this.running = false;
    this.turn = 0; // number of the run: a newer one stops an older
    /** @type {() => void} */
    this.wake = () => {};
    /** What draws a step; set by the board. @type {{before: (step: Step) => Promise<void>} | null} */
    this.stage = null;
    session.follower = (shown) => this.follow(shown);
    session.addEventListener("log", () => this.heard());
    session.addEventListener("leave", () => this.stop());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
  }

  get pace() {
    return settings().pace;
  }

  /** @param {import("./settings.js").Settings["pace"]} pace */
  setPace(pace) {
    changeSettings({ pace });
    if (pace === "skip") return void this.skip();
    if (pace === "step") this.pause();
    else if (this.open) void this.run();
    this.change();
  }

  /** Was it decided by somebody else? @param {Entry} entry */
  foreign(entry) {
    return entry.side !== "chance" && !this.session.view.you.includes(entry.side);
  }

  /** The number of steps that are shown. */
  get shown() {
    return this.steps.filter((step) => step.to <= this.at).length;
  }

  /** The last step shown. @returns {Step | undefined} */
  get step() {
    return this.steps[this.shown - 1];
  }

  /** Too little to need controls? */
  get brief() {
    return this.end === null && !this.known && this.steps.length < FEW && !this.steps.some((step) => step.kind === "attack" || step.kind === "roll");
  }

  /** What can be played again: what led to the decision in the others' turn, or, once it is over, all of that turn. @returns {{begin: number, end: number, of: string} | null} `of`: whose turn, if it is all of it */
  get past() {
    if (this.open) return null;
    const { log, view } = this.session;
    const theirs = this.lastOfTheirs();
    const last = theirs && log[theirs.end - 1];
    const run = this.steps[this.steps.length - 1];
    const of = log.slice(theirs?.begin).find((entry) => this.foreign(entry))?.side ?? "";
    if (last && !view.over && (last.phase !== view.ask.phase || last.now !== view.now)) return { ...theirs, of };
    return run ? { begin: this.begin, end: this.end ?? run.to, of: "" } : null;
  }

  change() {
    this.dispatchEvent(new CustomEvent("change"));
  }

  // -- what is played ----------------------------------------------------------------------------

  /** Something happened while the present was shown. @param {number} shown the entries on the board @returns {boolean} whether it is played out */
  follow(shown) {
    const { session } = this;
    if (session.unmanned) return false;
    const news = session.log.filter((entry) => entry.n >= shown && this.foreign(entry));
    const first = session.log.indexOf(/** @type {Entry} */ (news.find((entry) => !placing(entry))));
    if (first < 0) {
      this.close();
      if (news[0]) {
        Object.assign(this, { begin: this.since(news[0].n), end: null, at: session.log.length, known: false });
        this.gather();
        this.change();
      }
      return false;
    }
    if (!this.open) Object.assign(this, { begin: this.since(first), end: null, at: first, known: false, following: true });
    this.gather();
    if (this.pace === "skip" || !this.steps.length) {
      this.open = false; // nobody is told anything of it
      this.at = session.log.length;
      this.change();
      return false;
    }
    this.open = true;
    if (!this.running) void this.run(shown);
    this.change();
    return true;
  }

  /** Where the others began to act: after the player's last decision, or since the page was opened. @param {number} first */
  since(first) {
    const { log, view } = this.session;
    const own = log.findLastIndex((entry) => entry.n < first && view.you.includes(entry.side));
    const begin = log.findIndex((entry) => entry.n > own && entry.n >= this.opened && this.foreign(entry));
    return begin < 0 ? first : Math.min(begin, first);
  }

  /** The journal has changed. */
  heard() {
    if (this.begin >= this.session.log.length) this.steps = [];
    if (!this.steps.length) return;
    this.gather();
    this.at = Math.min(this.at, this.session.log.length);
    this.change();
  }

  /** The entries as steps: a unit that moves on stays one step, and what nobody is told joins the next. */
  gather() {
    const { log } = this.session;
    /** @type {Step[]} */
    const out = [];
    /** @type {Entry[]} */
    let held = [];
    for (const entry of log.slice(this.begin, this.end ?? log.length)) {
      held.push(entry);
      if (!told(entry)) continue;
      const step = this.stepOf(held);
      const last = out[out.length - 1];
      if (last && step.kind === "move" && last.kind === "move" && mover(last) && mover(last) === mover(step)) Object.assign(last, { to: step.to, entries: [...last.entries, ...held], course: [...last.course, ...step.course] });
      else out.push(step);
      held = [];
    }
    const last = out[out.length - 1];
    if (last) last.to += held.length;
    this.steps = out;
  }

  /** @param {Entry[]} entries @returns {Step} */
  stepOf(entries) {
    const course = entries.map((entry) => this.course.at(entry.n)).filter((one) => one !== undefined);
    const last = /** @type {Entry} */ (entries[entries.length - 1]);
    const kind = course.some((one) => one.kind === "attack") ? "attack" : course.some((one) => one.kind === "roll") ? "roll" : last.side !== "chance" && last.action !== "done" && !course.some((one) => one.battle !== null) ? "move" : "event";
    return { from: entries[0]?.n ?? 0, to: last.n + 1, kind, battle: course[course.length - 1]?.battle ?? null, entries, course };
  }

  /** Play a part of the game: what happened while the player was away, or the last run again. @param {number} begin @param {number} end */
  async review(begin, end) {
    this.stop();
    Object.assign(this, { begin, end: end >= this.session.count ? null : end, at: begin, open: true, known: true, following: true });
    await this.course.load(begin, end);
    this.gather();
    await this.show(begin);
    if (this.pace !== "step") void this.run();
    this.change();
  }

  /** Play the last turn of the others again: the phases that they began. */
  async lastTurn() {
    const found = this.lastOfTheirs();
    if (found) await this.review(found.begin, found.end);
  }

  /** The entries of the last turn of the others: phases that they began. @returns {{begin: number, end: number} | null} */
  lastOfTheirs() {
    const { log } = this.session;
    let found = /** @type {{begin: number, end: number} | null} */ (null);
    for (let end = log.length, begin = end; end > 0; end = begin) {
      const { now, phase } = /** @type {Entry} */ (log[end - 1]);
      while (begin > 0 && log[begin - 1]?.now === now && log[begin - 1]?.phase === phase) begin -= 1;
      const first = log.slice(begin, end).find((entry) => entry.side !== "chance");
      const theirs = first ? this.foreign(first) && !placing(first) : found !== null;
      if (found && (!theirs || log[found.begin]?.now !== now)) break;
      if (theirs) found = { begin, end: found?.end ?? end };
    }
    return found;
  }

  replay() {
    const last = this.steps[this.steps.length - 1];
    const found = this.past ?? { begin: this.begin, end: this.end ?? last?.to ?? this.begin };
    return this.review(found.begin, found.end);
  }

  // -- playing -----------------------------------------------------------------------------------

  /** Play on from here. @param {number} [shown] the entries on the board, if the present was shown */
  async run(shown = this.at) {
    const mine = ++this.turn;
    const still = () => mine === this.turn;
    this.running = true;
    if (shown < this.at) await this.session.show(this.at);
    while (still()) {
      const next = this.steps[this.shown];
      if (!next) break;
      if (this.pace === "step" && !this.brief) return this.pause();
      await this.forward(next);
      if (!still()) return;
      const stop = settings().stops && this.step?.kind === "roll" && !this.ended;
      await this.wait(this.length(this.step), mine);
      if (stop && still()) return this.pause();
    }
    if (!still()) return;
    this.running = false;
    this.finish();
  }

  /** Is everything shown? */
  get ended() {
    return this.shown >= this.steps.length;
  }

  /** Show one step more. @param {Step} next */
  async forward(next) {
    const many = this.steps.length;
    await this.course.load(next.from, next.to);
    this.gather(); // it may join others, now that its course is known
    const step = this.steps[this.shown];
    if (!step) return;
    await this.stage?.before(step);
    await this.show(step.to);
    if (many !== this.steps.length) this.change();
  }

  /** Show the board after so many entries. @param {number} at */
  async show(at) {
    this.at = at;
    await this.session.show(at);
    this.dispatchEvent(new CustomEvent("step", { detail: { step: this.step } }));
    this.change();
  }

  /** How long a step is shown. @param {Step | undefined} step */
  length(step) {
    const pace = PACES[this.pace] ?? { hex: 0, battle: 0, event: 0 };
    if (!step) return 0;
    const hexes = step.course.reduce((sum, one) => sum + one.path.length, 0);
    if (step.kind === "move") return pace.hex * Math.min(LONGEST, Math.max(2, hexes)) + pace.event / 3;
    return step.kind === "event" ? pace.event : pace.battle;
  }

  /** Wait, but not longer than the player wants, and as long as nobody looks. @param {number} ms @param {number} mine */
  async wait(ms, mine) {
    await new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.wake = () => (clearTimeout(timer), done(null));
    });
    while (document.hidden && mine === this.turn) await new Promise((done) => (this.wake = () => done(null)));
  }

  stop() {
    this.turn += 1;
    this.running = false;
    this.wake();
  }

  pause() {
    this.stop();
    this.change();
  }

  toggle() {
    if (this.running) return this.pause();
    if (this.ended) return void this.replay();
    if (this.pace === "step" || this.pace === "skip") changeSettings({ pace: "normal" });
    void this.run();
    this.change();
  }

  /** One step on or back; `only` those of a kind. @param {number} by @param {(step: Step) => boolean} [only] */
  async move(by, only = () => true) {
    this.stop();
    const now = this.shown;
    if (by > 0) {
      const next = this.steps.slice(now).find(only) ?? this.steps[this.steps.length - 1];
      if (next && next === this.steps[now]) await this.forward(next);
      else if (next) await this.go(this.steps.indexOf(next) + 1);
      if (this.ended) this.finish();
      return;
    }
    const before = this.steps.slice(0, Math.max(0, now - 1));
    const step = [...before].reverse().find(only);
    await this.go(step ? this.steps.indexOf(step) + 1 : 0);
  }

  /** Show the board after so many steps. @param {number} count */
  async go(count) {
    this.stop();
    const step = this.steps[count - 1];
    if (step) await this.course.load(step.from, step.to);
    await this.show(step?.to ?? this.begin);
  }

  /** To the present at once. */
  async skip() {
    this.stop();
    await this.show(this.session.count);
    this.finish();
  }

  /** Everything is shown: leave if it is the player's decision, otherwise wait for more. */
  finish() {
    const { session } = this;
    if (!session.live && this.end === null && this.at < session.count) void session.show(session.count); // what is left is not told
    if (session.live && (session.mine || session.view.over || session.seats.every((seat) => !seat.computer) || this.end !== null)) this.close();
    else if (this.end !== null) this.pause();
    this.change();
  }

  close() {
    if (!this.open) return;
    this.stop();
    this.open = false;
    this.end = this.steps[this.steps.length - 1]?.to ?? this.end;
    this.change();
  }
}

/** The unit that moves, if it is one. @param {Step} step */
function mover(step) {
  const pieces = new Set(step.course.flatMap((one) => one.pieces));
  return pieces.size === 1 && step.course.every((one) => one.path.length) ? [...pieces][0] : "";
}
