// What has just happened, on the board: the ways of units, the battle with its arrows, and the battle card.

import { BattleCard } from "./battle_card.js";
import { TOUCH, lively } from "./camera.js";
import { courseOf } from "../state/course.js";
import { GLANCE } from "./viewpoint.js";
import { PACES, playbackOf } from "../state/playback.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../state/playback.js").Step} Step */

const TRAILS = 3; // moves whose ways stay visible
const MIDDLE = 0.15; // of the window at each edge: what happens there is brought into view
const FIELD = 0.25; // the same for a battle, where something may have to be decided

/** The places around the first that fit beside each other, in px: guns may fire from far away. @template {{x: number, y: number}} T @param {T[]} spots @param {number} room @returns {T[]} */
function nearest(spots, room) {
  const [aim] = spots;
  const found = [...spots].sort((one, other) => (aim ? Math.hypot(one.x - aim.x, one.y - aim.y) - Math.hypot(other.x - aim.x, other.y - aim.y) : 0));
  const across = (/** @type {T[]} */ list) => Math.max(...list.map((spot) => spot.x)) - Math.min(...list.map((spot) => spot.x));
  while (found.length > 1 && across(found) > room) found.pop();
  return found;
}

export class Stage {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.playback = playbackOf(board.session);
    this.course = courseOf(board.session);
    this.card = new BattleCard(board.frame, /** @type {SVGElement} */ (board.defs), board.session);
    /** @type {string[][]} */
    this.ways = [];
    /** How often the player had moved the map at the last step. */
    this.touched = -1;
    /** The entries of the journal when the present was last shown. */
    this.counted = -1;
    this.playback.stage = this;
    this.playback.addEventListener("step", (event) => this.after(/** @type {CustomEvent} */ (event).detail.step));
    this.playback.addEventListener("change", () => this.comeBack());
    this.playback.addEventListener("change", () => this.playback.open || void this.replayed());
    board.session.addEventListener("view", () => void this.replayed());
    board.composer.addEventListener("change", () => this.lead());
  }

  /** Before a step is shown: bring it into view; the dice of a battle roll first. @param {Step} step */
  async before(step) {
    const { stacks } = this.board;
    if (stacks) stacks.tempo = PACES[this.playback.pace]?.hex ?? 90;
    const fought = step.battle === null ? [] : this.course.at(step.battle)?.places ?? []; // last: if not all fits, this counts
    this.look([...step.course.flatMap((one) => [...one.pieces.map((piece) => this.board.composer.placeOf(piece)), ...one.path, ...one.places]), ...fought], step.battle === null || this.board.frame.clientWidth < 600 ? MIDDLE : FIELD);
    if (step.kind !== "roll" || this.playback.pace === "fast" || !lively()) return;
    this.battle(step, true);
    await this.card.still;
  }

  /** What the player saw before the playback. @type {import("./camera.js").Sight | null} */
  home = null;

  /** After a playback, back to where the player was, unless they moved the map since or have to decide there. */
  comeBack() {
    const { camera, session, viewpoint } = this.board;
    if (!camera) return;
    if (this.playback.open) {
      this.home ??= camera.at;
      return;
    }
    const { home } = this;
    this.home = null;
    const moved = !this.playback.following || (this.touched >= 0 && this.touched !== camera.touched);
    if (!home || moved || !session.live || session.view.procedures.length > 1) return;
    camera.stop(); // on its way to the last step
    camera.set(home);
    viewpoint.frameChoices(true);
  }

  /** A step is on the board. @param {Step | undefined} step */
  after(step) {
    if (!step) return this.clear();
    this.counted = step.to;
    const moved = (this.board.stacks?.moved ?? []).map((one) => one.way);
    this.ways = step.kind === "roll" || step.kind === "attack" ? [] : [...this.ways, ...moved].slice(-TRAILS);
    if (!step.course.some((one) => one.path.length)) this.look(moved.flat());
    this.battle(step, false);
  }

  /** Show the battle a step belongs to, if any. @param {{battle: number | null, to: number}} step @param {boolean} rolling */
  battle(step, rolling) {
    const fought = step.battle === null ? null : this.course.battle(step.battle, step.to - 1);
    const forces = fought?.findLast((one) => one.forces)?.forces;
    const attack = fought?.[0];
    this.board.marks?.recall(this.ways, attack ? { from: [...new Set(forces?.attacker.map((one) => one.place) ?? [])], at: attack.places } : null);
    if (!fought || !attack) return this.card.close();
    this.card.show(fought, step.to, rolling);
    this.field = [...attack.places, ...(forces?.attacker.map((one) => one.place) ?? [])].map((name) => this.board.sheet?.places.get(name)).filter((place) => place !== undefined);
    const fresh = this.fought !== step.battle;
    this.fought = step.battle;
    if (fresh) this.held = this.board.camera?.touched ?? 0;
    if (this.board.frame.clientWidth < 600) this.settle(); // the card grows, over the map
    else this.makeWay(fresh || this.board.camera?.touched === this.held);
  }

  /** How often the player had moved the map when the battle came. */
  held = 0;

  /** On a phone, where the sheet and the card cover much of the map: the battle and the ways out of it stay in view, unless the player looks elsewhere. */
  settle() {
    const { camera, frame } = this.board;
    if (frame.clientWidth < 600 && camera && camera.touched === this.held) this.makeWay(true);
  }

  /** For which decision the ways out have been brought into view. */
  shown = "";

  /** Where the battle is that the card shows. @type {{x: number, y: number}[]} */
  field = [];
  /** The battle for which the map has made way. @type {number | null} */
  fought = null;

  /** What the answers lead to next, as far as it is known: which units have to give way, and where they may go. */
  next() {
    const { composer } = this.board;
    return composer.cards.flatMap((card) => composer.effects.of(card.action)?.next ?? []);
  }

  /** Where the units that have to give way may go, unless there are many places, and where not. */
  exits() {
    const next = this.next();
    const free = new Set(next.flatMap((one) => one.places));
    return free.size < 7 ? this.board.viewpoint.spots([...free, ...next.flatMap((one) => Object.keys(one.barred))]) : [];
  }

  /** As soon as the ways out are known, they are brought into view, once for each decision; and shown, where nothing can be pointed at without being chosen. */
  lead() {
    const { composer } = this.board;
    const mark = this.next().length ? composer.mark : "";
    if (mark === this.shown) return;
    this.shown = mark;
    if (TOUCH && !composer.effects.shown) this.foretell(null);
    if (mark) this.settle();
  }

  /** The card goes to the corner where it covers less of the battle; if it covers some in both, the map moves, as on a phone, or the card goes where the map can make way. @param {boolean} [first] @param {{x: number, y: number}[]} [more] that is not to be covered either */
  makeWay(first = false, more = []) {
    const { camera, frame, sheet } = this.board;
    const { element } = this.card;
    if (!camera || !this.card.open) return;
    if (frame.clientWidth < 600) return first ? this.board.viewpoint.present([...this.field, ...this.exits(), ...more]) : undefined;
    const { offsetWidth: w, offsetHeight: high, offsetTop: top } = element;
    const room = (sheet?.unit ?? 48) * camera.at.k * (sheet?.hexes === false ? 1.7 : 1) + 8; // blocks stand below the middle of an area
    const all = [...more, ...this.field].map((spot) => camera.screen(spot.x, spot.y));
    const spots = nearest(all, frame.clientWidth - w - 24 - 2 * room);
    const far = frame.clientWidth - w - 24;
    const covered = (/** @type {number} */ left, dx = 0) => spots.filter((spot) => spot.x + dx > left - room && spot.x + dx < left + w + room && spot.y > top - room && spot.y < top + high + room).length;
    const xs = spots.map((spot) => spot.x);
    const middle = xs.reduce((sum, x) => sum + x, 0) / Math.max(1, xs.length);
    const [left, right] = [covered(12), covered(far)];
    let on = left === right ? middle < frame.clientWidth / 2 : right < left;
    const aside = (/** @type {boolean} */ there) => camera.limited({ ...camera.at, x: camera.at.x + (there ? far - room - Math.max(...xs) : w + 12 + room - Math.min(...xs)) }).x;
    if (first && Math.min(left, right)) {
      const still = (/** @type {boolean} */ there) => covered(there ? far : 12, aside(there) - camera.at.x); // at its edge the map goes no farther
      if (still(!on) < still(on)) on = !on;
      camera.fly({ ...camera.at, x: aside(on) });
    }
    element.classList.toggle("right", on);
  }

  /** Without a playback: in the replay, what led to this moment; in the present, the battle that waits for a decision. */
  async replayed() {
    const { session } = this.board;
    if (this.playback.open) return;
    const { at, log, view } = session;
    const last = at ?? log.length;
    const idle = session.live && (view.over || session.areas || view.procedures.length < 2);
    if (last < 1 || idle) {
      this.counted = last;
      return this.clear();
    }
    const moved = (this.board.stacks?.moved ?? []).map((one) => one.way);
    const before = this.counted < 0 ? last - 1 : Math.min(this.counted, last - 1);
    await this.course.load(before, last);
    const step = this.course.at(last - 1);
    const passed = () => session.at !== at || session.view !== view || session.log.length !== log.length || this.playback.open; // by a newer view, which is shown instead
    if (passed() || !step) return;
    this.ways = step.battle === null && at !== null ? moved : [];
    const rolled = Array.from({ length: last - before }, (_, n) => this.course.at(before + n)).some((one) => one?.kind === "roll" && one.battle === step.battle);
    const fresh = session.live && rolled && this.counted >= 0 && this.counted < last;
    this.counted = last;
    if (session.live && step.battle !== null) this.board.dice?.close(); // the card tells it all
    if (fresh) {
      this.battle({ battle: step.battle, to: last }, true);
      await this.card.still;
      if (passed()) return;
    }
    this.battle({ battle: step.battle, to: last }, false);
  }

  /** Show what an answer would lead to: who is lost, where units could go, and where not. @param {import("../state/types.js").Effect | null} answer */
  foretell(answer) {
    const { composer, marks, camera, sheet, stacks, viewpoint, frame } = this.board;
    const effect = answer ?? (TOUCH ? { lost: [], reduced: [], next: this.next() } : null);
    const free = new Set(effect?.next.flatMap((one) => one.places) ?? []);
    const barred = new Map((effect?.next ?? []).flatMap((one) => Object.entries(one.barred)).filter(([place]) => !free.has(place)).map(([place, why]) => [place, why[0]?.cite ?? ""]));
    const gone = [...(effect?.lost ?? []), ...(effect?.reduced ?? [])];
    marks?.foretell(free, barred, [...new Set(gone.map((piece) => composer.placeOf(piece)))], [...new Set((effect?.next ?? []).map((one) => composer.placeOf(one.piece)))]);
    stacks?.ring({ selected: new Set(), choice: composer.choosable, target: new Set(gone), dim: new Set(), able: new Set() });
    const spots = [...free].map((place) => sheet?.places.get(place)).filter((place) => place !== undefined);
    if (spots.length && this.card.open) this.makeWay(true, spots);
    else if (spots.length && frame.clientWidth < 600) viewpoint.present(spots);
    else if (spots.length) camera?.show(spots, 60);
  }

  /** @param {string[]} names @param {number} [edge] of the window */
  look(names, edge = MIDDLE) {
    const { camera, sheet, frame } = this.board;
    const spots = names.map((name) => sheet?.places.get(name)).filter((place) => place !== undefined);
    if (!camera || !spots.length) return;
    if (this.touched >= 0 && this.touched !== camera.touched && this.playback.following) {
      this.playback.following = false; // the player wants to look elsewhere
      this.playback.change();
    }
    this.touched = camera.touched;
    if (!this.playback.following) return;
    const margin = Math.min(frame.clientWidth, frame.clientHeight - camera.inset.bottom) * edge;
    this.usual ||= Math.max(camera.at.k, (GLANCE * 0.8) / (sheet?.unit ?? 48));
    camera.show(spots, margin, this.usual);
  }

  /** The zoom of this playback. */
  usual = 0;

  clear() {
    if (!this.playback.open) Object.assign(this, { usual: 0, touched: -1 });
    if (!this.ways.length && !this.card.open && !this.board.marks?.past.childElementCount && !this.board.marks?.trails.childElementCount) return;
    this.ways = [];
    this.board.marks?.recall([], null);
    this.card.close();
  }
}
