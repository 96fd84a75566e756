// The course of the game: what each entry of the journal means on the board, as far as the viewer may know it.

import { api, query } from "../net/api.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").CourseStep} CourseStep */

const BLOCK = 50; // entries fetched together

/** @type {WeakMap<Session, Course>} */
const made = new WeakMap();

/** The only course of a session. @param {Session} session */
export function courseOf(session) {
  let found = made.get(session);
  if (!found) made.set(session, (found = new Course(session)));
  return found;
}

class Course {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Map<number, CourseStep>} */
    this.known = new Map();
    this.side = session.side;
    session.addEventListener("log", (event) => this.forget(/** @type {CustomEvent} */ (event).detail?.added?.[0]?.n ?? 0));
  }

  /** Forget what was undone, and everything if it belongs to another viewer. @param {number} from */
  forget(from) {
    if (this.side !== this.session.side) this.known.clear();
    this.side = this.session.side;
    for (const n of this.known.keys()) if (n >= from) this.known.delete(n);
  }

  /** @param {number} n @returns {CourseStep | undefined} */
  at(n) {
    return this.known.get(n);
  }

  /** The steps of a battle up to an entry, beginning with the attack. @param {number} begin @param {number} last @returns {CourseStep[]} */
  battle(begin, last) {
    const out = [];
    for (let n = begin; n <= last; n += 1) {
      const step = this.known.get(n);
      if (step) out.push(step);
    }
    return out;
  }

  /** Fetch what is not known of these entries, with the beginning of a battle they belong to. @param {number} from @param {number} to */
  async load(from, to) {
    const first = this.missing(from, to);
    if (first >= 0) await this.fetch(first, Math.max(to, first + BLOCK));
    const begin = this.known.get(to - 1)?.battle ?? from;
    if (begin < from && this.missing(begin, from) >= 0) await this.fetch(begin, from);
  }

  /** @param {number} from @param {number} to */
  missing(from, to) {
    for (let n = from; n < Math.min(to, this.session.log.length); n += 1) if (!this.known.has(n)) return n;
    return -1;
  }

  /** @param {number} since @param {number} until */
  async fetch(since, until) {
    const { session } = this;
    const side = session.side;
    const answer = await api.get(`${session.path}/course${query({ as: side, since: String(since), until })}`);
    if (!answer.ok || side !== session.side) return;
    for (const step of answer.data.steps) if (step.n < session.log.length) this.known.set(step.n, step);
  }
}
