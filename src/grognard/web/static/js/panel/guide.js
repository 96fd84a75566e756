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

/** Remember the step of a game; null: its guide is over. @param {string} id @param {number | null} step */
export function guideAt(id, step) {
  const all = stored(GUIDE);
  if (step === null) delete all[id];
  else all[id] = step;
  store(GUIDE, all);
  document.dispatchEvent(new CustomEvent("guide"));
}

/** A text with **bold** words and [cases]. @param {string} text @returns {(Node | string)[]} */
export function rich(text) {
  return text.split(/(\*\*[^*]+\*\*|\[[^\]]+\])/).map((part) => {
    if (part.startsWith("**")) return h("b", {}, part.slice(2, -2));
    return part.startsWith("[") ? chip(part.slice(1, -1)) : part;
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
    this.top = board.camera?.inset.top ?? 0; // what covers the map there without the card
    this.right = board.camera?.inset.right ?? 0;
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
    this.composer.addEventListener("change", check);
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
    if (kind === "select" && pieces.some((piece) => composer.selection.includes(piece))) this.next();
    else if (kind === "odds" && (composer.aimed?.odds || composer.ready?.odds)) this.finish("These are the odds.");
    else if (kind === "supply" && board.overlays?.on.has("supply")) this.next();
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
    this.done = false;
    this.board.bubble?.close();
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
    if (this.board.camera) Object.assign(this.board.camera.inset, { top: this.top, right: this.right });
    if (over) this.session.notice("The guide is over. The game goes on.");
  }

  // -- showing it --------------------------------------------------------------------------------

  show() {
    const { step, at, guide } = this;
    const count = guide.steps.length;
    const title = h("h2", { tabindex: "-1", data: { test: "coach-title" } }, step.title);
    const last = at === count - 1;
    const plain = { class: "button plain small" };
    fill(
      this.card,
      h("div.coach-head", {}, ring(at, count), h("div", {}, h("p.caption", {}, `Step ${at + 1} of ${count}`), title)),
      this.praise ? h("p.coach-praise", { role: "status" }, this.praise) : null,
      this.done ? null : h("p.coach-text", { "aria-live": "polite" }, rich(step.text)),
      step.task && !this.done ? h("p.coach-task", { data: { test: "coach-task" } }, rich(step.task)) : null,
      step.reason ? h("p.coach-why", {}, rich(step.reason)) : null,
      h(
        "div.coach-foot",
        {},
        button("coach-leave", "Leave guide", () => this.leave(true), plain),
        step.kind !== "read" && !this.done ? button("coach-skip", "Skip step", () => this.next(), plain) : null,
        h("span.spacer", {}),
        at > 0 ? button("coach-back", "Back", () => this.go(at - 1), { class: "button small" }) : null,
        step.kind === "read" || this.done
          ? button("coach-next", last ? "Play on" : "Next", () => this.next(), { class: "button small primary" })
          : button("coach-show", "Show me", () => void this.demonstrate(), { class: "button small" }),
      ),
    );
    this.praise = "";
    if (!this.done) this.point();
    this.place();
    if (this.done) return;
    title.focus({ preventScroll: true });
    this.check();
  }

  /** The places a step is about: those it names, and where its pieces are now. */
  spots() {
    const { board, step, composer } = this;
    const names = [...step.pieces.map((piece) => composer.placeOf(piece)), ...step.places];
    return [...new Set(names)].map((name) => board.sheet?.places.get(name)).filter((place) => place !== undefined);
  }

  /** Veil everything but the places concerned, ring the target, and bring all into view. */
  point() {
    const spots = this.spots();
    const holes = spots.map((place) => `M${place.outline.map(([x, y]) => `${x} ${y}`).join("L")}Z`);
    this.veil.setAttribute("d", spots.length ? `M${-FAR} ${-FAR}H${2 * FAR}V${2 * FAR}H${-FAR}Z${holes.join("")}` : "");
    const target = spots.at(-1);
    this.halo.replaceChildren(...(target ? [s("polygon", { points: target.outline.map((point) => point.join(",")).join(" ") })] : []));
    if (!target || !this.board.camera) return;
    const { camera, frame, sheet } = this.board;
    const across = (/** @type {number[]} */ all) => Math.max(...all) - Math.min(...all);
    const middle = (/** @type {number[]} */ all) => (Math.max(...all) + Math.min(...all)) / 2;
    const [xs, ys] = [spots.map((one) => one.x), spots.map((one) => one.y)];
    const unit = sheet?.unit ?? HEX;
    camera.inset.top = this.narrow ? this.card.offsetHeight + 24 : this.top; // the card is above the places
    camera.inset.right = this.narrow ? this.right : this.card.offsetWidth + 24; // or beside them
    const [wide, high] = [frame.clientWidth - camera.inset.right, frame.clientHeight - camera.inset.top - camera.inset.bottom];
    const most = Math.min(wide / (across(xs) + 2.4 * unit), high / (across(ys) + 2.4 * unit));
    camera.look(middle(xs), middle(ys), Math.min(Math.max(camera.at.k, HEX / unit), most));
  }

  /** Is there no room beside the places? */
  get narrow() {
    return this.board.frame.clientWidth < this.card.offsetWidth + 220 || this.done || !this.spots().length;
  }

  /** Put the card beside the target, where it covers none of the places; on a narrow screen at the top. */
  place() {
    const { board, card } = this;
    const { camera } = board;
    if (!camera || this.ended) return;
    const { clientWidth: wide, clientHeight: high } = board.frame;
    const spots = this.spots().map((place) => camera.screen(place.x, place.y));
    const { offsetWidth: w, offsetHeight: tall } = card;
    const low = high - camera.inset.bottom;
    const { narrow } = this;
    const away = (board.sheet?.unit ?? HEX) * camera.at.k + GAP;
    const right = Math.max(...spots.map((one) => one.x)) + away;
    const left = Math.min(...spots.map((one) => one.x)) - away - w;
    const aside = !spots.length && !this.done && wide > w + 220; // about no place: out of the way, in the lower corner
    const x = aside ? 12 : narrow ? (wide - w) / 2 : right + w < wide - 12 ? right : left > 12 ? left : wide - w - 12;
    const y = aside ? low - tall - 12 : narrow ? 12 : Math.min(Math.max(12, (spots.at(-1)?.y ?? 0) - tall / 2), Math.max(12, low - tall - 12));
    card.style.left = `${Math.round(x)}px`;
    card.style.top = `${Math.round(y)}px`;
    card.dataset.tail = narrow ? "none" : x === right ? "left" : x === left ? "right" : "none";
    card.style.setProperty("--tail", `${Math.round(Math.min(Math.max(20, (spots.at(-1)?.y ?? 0) - y), tall - 20))}px`);
  }

  /** Do the step for the player. */
  async demonstrate() {
    const { step, composer, session, board } = this;
    const place = step.places.at(-1) ?? "";
    if (step.kind === "select") return composer.select(step.pieces);
    if (step.kind === "supply") return /** @type {HTMLElement | null} */ (document.querySelector('[data-test="overlay-supply"]'))?.click();
    const able = step.pieces.filter((piece) => composer.placeOf(piece));
    if (step.kind === "why") {
      await composer.select(able.length ? able : [...composer.movable].slice(0, 1));
      return composer.doubts.place(place);
    }
    if (step.kind === "odds" && able.length) await composer.select(able);
    if (step.kind === "odds" && able.length && composer.targets.has(place)) return composer.aim(place);
    if (step.action && (await session.why(step.action)).legal) return void (await composer.play(step.action));
    const found = await session.hint(HELPER);
    if (!found.ok) return session.notice(found.message);
    if (step.kind !== "odds") return void (await composer.play(found.data.action));
    session.tell("hint", found.data);
    if (found.data.odds) this.finish("These are the odds of what the computer suggests.");
    else await composer.play(found.data.action); // nothing to attack yet: one decision further
    board.refresh();
  }
}

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
