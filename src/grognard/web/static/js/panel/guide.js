// The guided first turn: a card beside the place a step is about; each step waits until it has been done.

import { lasting } from "../net/api.js";
import { button, chip, fill, h, s } from "../dom.js";
import { composerOf } from "../state/composer.js";
import { store, stored } from "../state/stored.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {{kind: string, title: string, text: string, task: string, reason: string, pieces: string[], places: string[], verb: string, action: string, until: string}} Step */
/** @typedef {{minutes: number, side: string, scenario: string, level: string, war: string, aim: string, turn: string, steps: Step[]}} Guide */

export const GUIDE = "grognard.guide"; // by game: its step
const GAP = 16; // px between a hex and the card
const HEX = 64; // px of a hex that is easy to hit
const FAR = 6000; // map units beyond which the veil ends
const HELPER = "regular"; // the level that shows what to do where a step does not say
const MAP_ONLY = ["select", "why", "supply"]; // kinds of steps that need no button of the panel
const KEYBOARD = !matchMedia("(pointer: coarse)").matches;

/** Remember the step of a game; null: its guide is over. @param {string} id @param {number | null} step */
export function guideAt(id, step) {
  const all = stored(GUIDE);
  if (step === null) delete all[id];
  else all[id] = step;
  store(GUIDE, all);
  document.dispatchEvent(new CustomEvent("guide"));
}

/** A text with **bold** and *slanted* words and [cases]; keys only where there is a keyboard. @param {string} text @returns {(Node | string)[]} */
export function rich(text) {
  return (KEYBOARD ? text : text.replace(/ \(key \w\)/g, "")).split(/(\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\][.,;:]?)/).map((part) => {
    if (part.startsWith("**")) return h("b", {}, part.slice(2, -2));
    if (part.startsWith("*")) return h("i", {}, part.slice(1, -1));
    const [, cite = "", stop = ""] = /^\[([^\]]+)\](.?)$/.exec(part) ?? [];
    return cite ? h("span.cited", {}, chip(cite), stop) : part; // a full stop stays on the line of its case
  });
}

/**
 * Show the guide if this game is a guided one.
 * @param {Session} session
 * @param {Board} board
 */
export async function mountGuide(session, board) {
  const at = stored(GUIDE)[session.id];
  if (at === undefined || session.view.over) return;
  /** @type {Guide | null} */
  const guide = await lasting(`/api/titles/${session.view.title}/guide`);
  if (guide && guide.steps.length > at) new Coach(session, board, guide, at);
}

class Coach {
  /** @param {Session} session @param {Board} board @param {Guide} guide @param {number} at */
  constructor(session, board, guide, at) {
    this.session = session;
    this.board = board;
    this.guide = guide;
    this.at = at;
    this.composer = composerOf(session);
    this.ended = false;
    const { top = 0, right = 0, left = 0 } = board.camera?.inset ?? {};
    this.bare = { top, right, left }; // what covers the map there without the card
    this.card = h("section.coach", { role: "region", "aria-label": "Guided first turn", data: { test: "coach" } });
    this.veil = s("path", { class: "coach-veil", "fill-rule": "evenodd" });
    this.halo = s("g", { class: "coach-halo" });
    const size = board.sheet ? { viewBox: `0 0 ${board.sheet.width} ${board.sheet.height}`, width: board.sheet.width, height: board.sheet.height } : {};
    this.layer = s("svg", { ...size, class: "layer coach-layer", "aria-hidden": "true", focusable: "false" }, this.veil, this.halo);
    board.world.append(this.layer);
    board.frame.append(this.card);
    this.moved = new MutationObserver(() => this.place());
    this.moved.observe(board.world, { attributes: true, attributeFilter: ["style"] });
    const check = () => this.check();
    session.addEventListener("view", check);
    session.addEventListener("log", (event) => this.heard(/** @type {CustomEvent} */ (event).detail.added ?? []));
    session.addEventListener("leave", () => this.leave(false));
    this.composer.addEventListener("change", () => (check(), this.place()));
    this.composer.addEventListener("aim", check);
    this.composer.addEventListener("why", () => this.asked());
    this.clicked = () => requestAnimationFrame(check);
    document.addEventListener("click", this.clicked);
    document.addEventListener("keyup", this.clicked);
    this.show();
  }

  get step() {
    return /** @type {Step} */ (this.guide.steps[this.at]);
  }

  // -- has it been done? -----------------------------------------------------------------------

  check() {
    if (this.ended || !this.session.view) return;
    const { kind, pieces, until } = this.step;
    const { composer, session, board } = this;
    if (this.done || session.view.version < session.version) return; // the position is still on its way
    if (this.idle) return this.reads ? undefined : this.show();
    if (kind === "select" && pieces.some((piece) => composer.selection.includes(piece))) this.next();
    else if (kind === "odds" && (composer.aimed?.odds || composer.ready?.odds)) this.finish("These are the odds.");
    else if (kind === "supply" && board.overlays?.on.has("supply")) this.finish("The ground your side can supply is marked.");
    else if (kind === "until" && session.mine && session.view.ask.step === until) this.next();
  }

  /** @param {import("../state/types.js").Entry[]} added */
  heard(added) {
    if (this.ended || this.step.kind !== "play") return;
    const mine = added.filter((entry) => entry.side === this.guide.side);
    const played = mine.map((entry) => entry.action.split(" ")).find(([verb]) => verb === this.step.verb);
    if (played) this.next(played.includes(this.step.places.at(-1) ?? "") || !this.step.places.length ? "" : "Also fine.");
  }

  asked() {
    if (!this.ended && this.step.kind === "why") this.finish("There is your answer.");
  }

  /** The step is done, but there is something to read: the card makes room and waits. @param {string} praise */
  finish(praise) {
    this.done = true;
    this.praise = praise;
    this.show();
  }

  /** Whether the step is done and the player is reading. */
  done = false;

  /** Whether the card shows something to read only. */
  reads = false;

  /** Whether the guide begins with something to decide that this game does not ask: it is only read. */
  get idle() {
    const { session, step } = this;
    return this.at === 0 && step.kind === "until" && session.mine && session.view.ask.step === step.until && !session.log.some((entry) => entry.side === this.guide.side);
  }

  /** @param {string} [praise] */
  next(praise = "") {
    this.praise = praise;
    this.go(this.at + 1);
  }

  praise = "";

  /** @param {number} at */
  go(at) {
    if (at >= this.guide.steps.length) return this.leave(true);
    this.at = Math.max(0, at);
    this.done = this.leads = false;
    this.board.bubble?.close();
    if (this.before) this.board.camera?.fly(this.before); // back from a place far away
    this.before = null;
    guideAt(this.session.id, this.at);
    this.show();
  }

  /** @param {boolean} over whether the guide itself is over, not only this page */
  leave(over) {
    this.ended = true;
    if (over) guideAt(this.session.id, null);
    this.moved.disconnect();
    document.removeEventListener("click", this.clicked);
    document.removeEventListener("keyup", this.clicked);
    this.card.remove();
    this.layer.remove();
    if (this.board.camera) Object.assign(this.board.camera.inset, this.bare);
    if (over) this.session.notice("The guide is over. The game goes on.");
  }

  // -- showing it --------------------------------------------------------------------------------

  show() {
    const { step, at, guide, done } = this;
    const reads = (this.reads = step.kind === "read" || done || this.idle);
    const count = guide.steps.length;
    const title = h("h2", { tabindex: "-1", data: { test: "coach-title" } }, step.title);
    const last = at === count - 1;
    const plain = { class: "button plain small" };
    fill(
      this.card,
      h("div.coach-head", {}, ring(at, count), h("div", {}, h("p.caption", {}, `Step ${at + 1} of ${count}`), title)),
      this.praise ? h("p.coach-praise", { role: "status" }, this.praise) : null,
      done ? null : h("p.coach-text", { "aria-live": "polite" }, rich(step.text)),
      step.task && !reads ? h("p.coach-task", { data: { test: "coach-task" } }, rich(step.task)) : null,
      step.reason ? h("p.coach-why", {}, rich(step.reason)) : null,
      h(
        "div.coach-foot",
        {},
        button("coach-leave", "Leave guide", () => this.leave(true), plain),
        reads ? null : button("coach-skip", "Skip step", () => this.next(), plain),
        h("span.spacer", {}),
        at > 0 ? button("coach-back", "Back", () => this.go(at - 1), { class: "button small" }) : null,
        reads
          ? button("coach-next", last ? "Play on" : "Next", () => this.next(), { class: "button small primary" })
          : button("coach-show", this.leads ? "Stop" : step.kind === "until" ? "Do it for me" : "Show me", () => void this.demonstrate(), { class: "button small" }),
      ),
    );
    this.praise = "";
    this.session.tell("sheet", { stop: MAP_ONLY.includes(step.kind) || (step.places.length && !done) ? "peek" : "half" });
    this.point();
    this.place();
    this.card.ariaBusy = String(!done && !this.leads); // until the map lies still
    if (done || this.leads) return;
    void this.settled(at);
    title.focus({ preventScroll: true });
    this.check();
  }

  /** Point again once the page has dealt with the last action, which may have moved the map. @param {number} at the step */
  async settled(at) {
    const { session, composer } = this;
    while (!this.ended && session.view.version < session.version) await seen(session);
    await composer.begun;
    await new Promise((drawn) => requestAnimationFrame(drawn));
    if (this.at !== at || this.ended || this.done) return;
    this.point();
    if (!this.spots().length) this.board.viewpoint.frameChoices(true);
    this.place();
    this.card.ariaBusy = "false";
  }

  /** What was in view before a step about a place far away. @type {import("../board/camera.js").Sight | null} */
  before = null;

  /** The places a step is about: those it names, and where its pieces are now. */
  spots() {
    const { board, step, composer } = this;
    const names = [...step.pieces.map((piece) => composer.placeOf(piece)), ...step.places];
    return [...new Set(names)].map((name) => board.sheet?.places.get(name)).filter((place) => place !== undefined);
  }

  /** Veil everything but the places concerned, ring the target, and bring all into view. */
  point() {
    const { camera, frame, sheet } = this.board;
    const spots = this.done ? [] : this.spots();
    const holes = spots.map((place) => `M${place.outline.map(([x, y]) => `${x} ${y}`).join("L")}Z`);
    this.veil.setAttribute("d", spots.length ? `M${-FAR} ${-FAR}H${2 * FAR}V${2 * FAR}H${-FAR}Z${holes.join("")}` : "");
    const target = spots.at(-1);
    this.halo.replaceChildren(...(target ? [s("polygon", { points: target.outline.map((point) => point.join(",")).join(" ") })] : []));
    if (!camera) return;
    Object.assign(camera.inset, this.bare);
    this.board.frame.style.setProperty("--coach", `${this.card.offsetHeight}px`);
    if (this.narrow) camera.inset.top = this.card.offsetHeight + 24; // the card is above the places
    else if (target) camera.inset.right = this.card.offsetWidth + 24; // or beside them
    else camera.inset.left = this.card.offsetWidth + 24;
    if (this.done) this.board.viewpoint.keepFight(true); // beside its odds
    if (!target) return;
    if (this.step.kind === "why") this.before ??= camera.at;
    const across = (/** @type {number[]} */ all) => Math.max(...all) - Math.min(...all);
    const middle = (/** @type {number[]} */ all) => (Math.max(...all) + Math.min(...all)) / 2;
    const [xs, ys] = [spots.map((one) => one.x), spots.map((one) => one.y)];
    const unit = sheet?.unit ?? HEX;
    const [wide, high] = [frame.clientWidth - camera.inset.right, frame.clientHeight - camera.inset.top - camera.inset.bottom];
    const most = Math.min(wide / (across(xs) + 2.4 * unit), high / (across(ys) + 2.4 * unit));
    camera.look(middle(xs), middle(ys), Math.min(Math.max(camera.at.k, HEX / unit), most));
  }

  /** Is there no room beside the places? */
  get narrow() {
    return this.board.frame.clientWidth < this.card.offsetWidth + 220;
  }

  /** Put the card beside the target or into a corner, where it covers least; on a narrow screen at the top. */
  place() {
    const { board, card, narrow } = this;
    const { camera, frame } = board;
    if (!camera || this.ended) return;
    const spots = (this.done ? [] : this.spots()).map((place) => camera.screen(place.x, place.y));
    const { offsetWidth: w, offsetHeight: tall } = card;
    const [far, low] = [frame.clientWidth - w - 12, frame.clientHeight - camera.inset.bottom - tall - 12];
    const half = (board.sheet?.unit ?? HEX) * camera.at.k;
    const target = spots.at(-1)?.y ?? 0;
    const level = Math.min(Math.max(12, target - tall / 2), Math.max(12, low));
    const right = Math.max(...spots.map((one) => one.x)) + half + GAP;
    const left = Math.min(...spots.map((one) => one.x)) - half - GAP - w;
    const opened = !narrow && board.fan?.shown?.pinned; // a stack is laid out beside the places, and the card in a corner
    const beside = spots.length && !narrow && !opened ? [[right, level], [left, level]] : [];
    const corners = narrow ? [[(frame.clientWidth - w) / 2, 12]] : opened ? [[far, low], [far, 12], [12, low], [12, 12]] : [[12, low], [12, 12], [far, 12], [far, low]];
    const inside = [...beside, ...corners].filter(([x = 0]) => x >= 0 && x <= far + 12);
    const edge = frame.getBoundingClientRect();
    const shown = [...frame.querySelectorAll(".bubble:not([hidden]), .frame > .float:not([hidden]):not(.fan)")].map((one) => {
      const box = one.getBoundingClientRect();
      return [box.left - edge.left, box.top - edge.top, box.right - edge.left, box.bottom - edge.top, one.matches(".bubble") ? 9 : 1];
    });
    const fought = (board.stage?.card.open ? board.stage.field : []).map((place) => camera.screen(place.x, place.y));
    const taken = [...[...spots, ...fought].map(({ x, y }) => [x - half, y - half, x + half, y + half, 9]), ...shown];
    /** How much of these boxes the card would cover there; what floats in a corner counts little. @param {number[]} at */
    const covered = ([x = 0, y = 0]) => taken.reduce((sum, [x0 = 0, y0 = 0, x1 = 0, y1 = 0, weight = 1]) => sum + weight * Math.max(0, Math.min(x + w, x1) - Math.max(x, x0)) * Math.max(0, Math.min(y + tall, y1) - Math.max(y, y0)), 0);
    const [x = 12, y = 12] = inside.reduce((best, one) => (covered(one) < covered(best) ? one : best), inside[0] ?? []);
    card.style.left = `${Math.round(x)}px`;
    card.style.top = `${Math.round(y)}px`;
    card.dataset.tail = narrow || !spots.length ? "none" : x === right ? "left" : x === left ? "right" : "none";
    if (opened) board.fan?.settle();
    card.style.setProperty("--tail", `${Math.round(Math.min(Math.max(20, target - y), tall - 20))}px`);
  }

  /** Do the step for the player; a second press stops it. */
  async demonstrate() {
    const { step, composer, session } = this;
    const place = step.places.at(-1) ?? "";
    if (this.leads) return void (this.leads = false);
    if (step.kind === "select") return composer.select(step.pieces);
    if (step.kind === "supply") return /** @type {HTMLElement | null} */ (document.querySelector('[data-test="overlay-supply"]'))?.click();
    const able = step.pieces.filter((piece) => composer.placeOf(piece));
    if (step.kind === "why") {
      await composer.select(able.length ? able : [...composer.movable].slice(0, 1));
      this.point(); // the map may have gone to where the unit can go
      return composer.doubts.place(place);
    }
    const now = composer.verb(step.action.split(" ")[0] ?? ""); // the game may be elsewhere
    if (!now || !(await session.why(step.action)).legal) return this.lead();
    if (step.kind !== "odds") return void (await composer.play(step.action));
    const odds = await session.odds(step.action);
    return odds ? this.propose(step.action, odds) : this.lead();
  }

  /** Whether the computer decides for the player. */
  leads = false;

  /** Let the computer decide for the player until the step is done. */
  async lead() {
    const { at, step, session, composer } = this;
    const goes = () => this.leads && !this.ended && this.at === at && !session.view.over;
    this.leads = true;
    this.show();
    while (goes()) {
      if (!session.mine || session.view.version < session.version) {
        await seen(session);
        continue;
      }
      const found = await session.hint(HELPER);
      if (!goes()) break;
      if (!found.ok) {
        session.notice(found.message);
        break;
      }
      const { action, odds } = found.data;
      if (odds && step.kind === "odds") this.propose(action, odds);
      else if (step.kind === "odds") (await this.attack()) || this.finish("There is nothing to attack now.");
      else if (action === "done" && step.kind === "play") this.finish("The computer would leave it at that now.");
      else if (await composer.play(action)) continue;
      break;
    }
    if (this.at !== at || this.ended) return;
    this.leads = false;
    if (!this.done) this.show();
  }

  /** Prepare the first attack that is allowed with everybody who can take part; false if there are no odds to show. */
  async attack() {
    const { composer } = this;
    const verb = composer.verbs.find((one) => one.args[0]?.kind === "place" && one.args.some((arg) => arg.kind === "pieces"));
    for (const place of (verb && composer.first.get(verb.verb)?.values) ?? []) {
      if (verb) await composer.advance(verb, [place]);
      await composer.pickAll();
      if (composer.ready?.odds) return true;
    }
    return false;
  }

  /** Put an attack before the player, with its odds. @param {string} action @param {import("../state/types.js").Odds} odds */
  propose(action, odds) {
    const { composer, session } = this;
    const [name = "", ...words] = action.split(" ");
    const verb = composer.verb(name);
    if (!verb) return;
    const chosen = words.filter((word) => word in session.view.pieces || word in session.places);
    Object.assign(composer, { act: { verb, chosen, next: { done: true, action }, picked: new Set(), held: [], extras: null }, ready: { action, odds } });
    composer.change();
  }
}

/** The next time a position is shown. @param {Session} session @returns {Promise<unknown>} */
const seen = (session) => new Promise((shown) => session.addEventListener("view", shown, { once: true }));

/** How far the guide has come, as a ring; on a phone as bars. @param {number} at @param {number} count */
function ring(at, count) {
  const round = 2 * Math.PI * 17;
  const bars = Array.from({ length: count }, (_, n) => h("i", { class: n < at ? "done" : n === at ? "now" : "" }));
  return h("span.coach-progress", { "aria-hidden": "true" }, h("span.coach-bars", {}, ...bars), s(
    "svg",
    { viewBox: "0 0 40 40", width: 40, height: 40, class: "coach-ring", "aria-hidden": "true" },
    s("circle", { cx: 20, cy: 20, r: 17, class: "track" }),
    s("circle", { cx: 20, cy: 20, r: 17, class: "done", "stroke-dasharray": `${(round * (at + 1)) / count} ${round}`, transform: "rotate(-90 20 20)" }),
    s("text", { x: 20, y: 25, "text-anchor": "middle" }, String(at + 1)),
  ));
}
