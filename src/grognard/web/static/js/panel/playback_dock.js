// The controls of a playback, under the map: step, play, pace, a timeline, and the way back to the player's decision.

import { button, fill, h, icon } from "../dom.js";
import { PACES, settings } from "../state/settings.js";
import { playbackOf } from "../state/playback.js";
import { stepWords } from "./happened.js";
import { phaseName } from "./phases.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/playback.js").Step} Step */

/** What the marks of the timeline mean. */
const KEY = [["move", "move"], ["roll", "battle"], ["event", "other"]];

const NARROW = 0.08; // of the timeline: too little for a name

/** The phases of the steps, each with its first step and the one after its last. @param {Step[]} steps */
function runs(steps) {
  /** @type {{name: string, from: number, to: number}[]} */
  const out = [];
  steps.forEach((step, n) => {
    const name = phaseName(step.entries[0]?.phase ?? "");
    const last = out[out.length - 1];
    if (last && last.name === name) last.to = n + 1;
    else out.push({ name, from: n, to: n + 1 });
  });
  return out;
}

/**
 * @param {HTMLElement} element
 * @param {HTMLElement} frame of the game: `data-playback` while it is open
 * @param {Session} session
 */
export function mountPlayback(element, frame, session) {
  const playback = playbackOf(session);
  const battles = (/** @type {Step} */ step) => step.kind === "roll" || step.kind === "attack";
  const small = (/** @type {string} */ test, /** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) =>
    button(test, icon(name), act, { class: "button icon-only", "aria-label": label, title: label });
  const play = button("playback-play", icon("pause"), () => playback.toggle(), { class: "button icon-only primary" });
  const where = h("p.playback-where", { data: { test: "playback-where" } });
  const paces = PACES.map(([name, label]) => button(`pace-${name}`, label, () => playback.setPace(/** @type {any} */ (name)), { class: "button", title: name === "skip" ? "Do not play moves out: show the board as it is now" : name === "step" ? "Wait for me after each step" : "" }));
  const skip = button("playback-skip", [h("span.word", {}, "Skip to the present"), h("kbd", {}, "↵")], () => void playback.skip(), { class: "button playback-skip" });
  const follow = button("playback-follow", [icon("eye", 18), "Follow"], () => ((playback.following = true), draw()), { class: "button", title: "Let the map follow what happens" });
  const list = button("playback-list", "What happened", () => (frame.dataset.happened = frame.dataset.happened === "on" ? "" : "on"), { class: "button playback-list" });
  const slider = /** @type {HTMLInputElement} */ (h("input.slider", { type: "range", min: 0, max: 0, step: 1, "aria-label": "Step", data: { test: "playback-slider" } }));
  const marks = h("div.playback-marks", { "aria-hidden": "true" });
  const phases = h("div.playback-phases", { "aria-hidden": "true" });
  const key = h("p.playback-key.quiet", { "aria-hidden": "true" }, ...KEY.flatMap(([sign, word]) => [h("i", { class: `mark-${sign}` }), word]));
  slider.addEventListener("input", () => void playback.go(Number(slider.value)));
  fill(
    element,
    h("div.playback-row", {},
      h("div.playback-steps", { role: "group", "aria-label": "Steps" },
        small("playback-first", "first", "From the start (Home)", () => void playback.go(0)),
        small("playback-prev", "prev", "One step back (Left)", () => void playback.move(-1)),
        play,
        small("playback-next", "next", "One step on (Right)", () => void playback.move(1)),
        small("playback-battle", "last", "To the next battle (Shift+Right)", () => void playback.move(1, battles))),
      where, key, follow,
      h("div.playback-pace", { role: "group", "aria-label": "Pace" }, h("span.quiet", {}, "Pace"), h("span.segment", {}, paces)),
      list, skip),
    h("div.playback-line", {}, marks, slider, phases),
  );
  const draw = () => {
    const on = playback.open && !playback.brief;
    element.hidden = !on;
    if ((frame.dataset.playback === "on") !== on) frame.dataset.playback = on ? "on" : "";
    if (!on) {
      frame.dataset.happened = "";
      return;
    }
    const { steps, shown, running } = playback;
    const first = frame.ownerDocument.activeElement === play;
    fill(play, icon(running ? "pause" : "play"));
    play.setAttribute("aria-label", running ? "Pause (Space)" : "Play (Space)");
    play.title = running ? "Pause (Space)" : "Play (Space)";
    if (first) play.focus();
    follow.hidden = playback.following;
    where.textContent = `Step ${shown} of ${steps.length}`;
    fill(/** @type {Element} */ (skip.firstElementChild), session.view.you.length && !session.view.over ? "Skip to my decision" : "Skip to the present");
    slider.max = String(steps.length);
    slider.value = String(shown);
    slider.setAttribute("aria-valuetext", playback.step ? stepWords(session, playback.step) : "The beginning");
    const now = settings().pace;
    paces.forEach((one, n) => one.setAttribute("aria-pressed", String(PACES[n]?.[0] === now)));
    fill(marks, ...steps.map((step, n) => {
      const mark = h("i", { class: `mark-${step.kind}${n < shown ? " past" : ""}` });
      mark.style.left = `${(((n + 1) / steps.length) * 100).toFixed(2)}%`;
      return mark;
    }));
    fill(phases, ...runs(steps).filter(({ from, to }) => (to - from) / steps.length >= NARROW).map(({ name, from, to }) => {
      const label = h("span", { class: from < shown ? "past" : "" }, name);
      Object.assign(label.style, { left: `${((from / steps.length) * 100).toFixed(2)}%`, width: `${(((to - from) / steps.length) * 100).toFixed(2)}%` });
      return label;
    }));
  };
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (element.hidden || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, textarea, select, dialog")) return;
    if (target.closest("button, a") && (event.key === "Enter" || event.key === " ")) return;
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const pace = ["slow", "normal", "fast"][Number(event.key) - 1];
    if (way) void playback.move(way, event.shiftKey ? battles : undefined);
    else if (event.key === " ") playback.toggle();
    else if (event.key === "Enter") void playback.skip();
    else if (event.key === "Home") void playback.go(0);
    else if (pace) playback.setPace(/** @type {any} */ (pace));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", pressed, true);
  session.addEventListener("leave", () => document.removeEventListener("keydown", pressed, true));
  playback.addEventListener("change", draw);
  document.addEventListener("settings", draw);
  session.addEventListener("leave", () => document.removeEventListener("settings", draw));
  draw();
}
