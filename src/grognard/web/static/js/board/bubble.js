// A bubble beside a place on the map: why something is not allowed, or a choice between actions.

import { chip, fill, h, icon } from "../dom.js";
import { verbName } from "../state/words.js";

/** @typedef {import("./camera.js").Camera} Camera */
/** @typedef {import("../state/options.js").Answer} Answer */

export class Bubble {
  /** @param {HTMLElement} frame @param {() => Camera} camera */
  constructor(frame, camera) {
    this.camera = camera;
    /** @type {{x: number, y: number} | null} */
    this.point = null;
    /** @type {Element | null} */
    this.from = null;
    this.element = h("div.bubble", { role: "dialog", "aria-modal": "false", hidden: true, data: { test: "why-not" }, tabindex: "-1" });
    frame.append(this.element);
  }

  get open() {
    return !this.element.hidden;
  }

  /** @param {{x: number, y: number} | null} point on the map; null: the centre @param {(Node | string)[]} content @param {string} name */
  show(point, content, name) {
    if (!this.open) this.from = document.activeElement;
    this.point = point;
    this.element.setAttribute("aria-label", name);
    const close = h("button.bubble-close", { type: "button", "aria-label": "Close", data: { test: "why-not-close" }, onclick: () => this.close() }, icon("close", 16));
    fill(this.element, close, ...content);
    this.element.hidden = false;
    this.place();
  }

  /** Add something that took longer to find. @param {Node} more */
  add(more) {
    if (!this.open) return;
    this.element.append(more);
    this.place();
  }

  close() {
    if (!this.open) return false;
    const inside = this.element.contains(document.activeElement);
    this.element.hidden = true;
    if (inside && this.from instanceof HTMLElement) this.from.focus();
    return true;
  }

  /** Position it beside the place, where there is room. */
  place() {
    if (!this.open) return;
    const camera = this.camera();
    const { clientWidth: w, clientHeight: all } = camera.frame;
    const tray = /** @type {HTMLElement | null} */ (w < 600 ? camera.frame.querySelector(".tray:not([hidden])") : null);
    const [high, low] = [camera.inset.top + 10, all - camera.inset.bottom - (tray ? tray.offsetHeight + 12 : 0)];
    this.element.style.maxHeight = `${Math.max(140, Math.round(low - high - 10))}px`;
    const { offsetWidth: bw, offsetHeight: bh } = this.element;
    const at = this.point ? camera.screen(this.point.x, this.point.y) : { x: w / 2 - bw / 2 - 40, y: low / 2 - bh / 2 };
    const gap = 34;
    const right = at.x + gap + bw < w - 10;
    const left = at.x - gap - bw > 10;
    let x = right ? at.x + gap : left ? at.x - gap - bw : Math.min(Math.max(10, at.x - bw / 2), w - bw - 10);
    let y = Math.min(Math.max(high, at.y - bh / 3), Math.max(high, low - bh - 10));
    if (!right && !left) y = at.y + gap + bh < low - 10 ? at.y + gap : Math.max(high, at.y - gap - bh);
    x = Math.min(Math.max(10, x), Math.max(10, w - bw - 10));
    this.element.style.left = `${Math.round(x)}px`;
    this.element.style.top = `${Math.round(y)}px`;
    this.element.dataset.tail = right ? "left" : left ? "right" : "none";
    this.element.style.setProperty("--tail", `${Math.round(Math.min(Math.max(16, at.y - y), bh - 16))}px`);
  }
}

/**
 * A list of objections with their cases.
 * @param {Answer} answer
 * @returns {HTMLElement}
 */
export function objections(answer) {
  if (!answer.objections.length) return h("p.bubble-text", {}, answer.legal ? "Nothing forbids it." : sentence(answer.message ?? "Not possible here."));
  return h("ul.objections", {}, answer.objections.map((one) => h("li", { data: { test: "objection", clause: one.clause } }, one.cite && one.cite !== "form" ? chip(one.cite) : h("span.nochip", {}, "–"), h("span", {}, sentence(one.text), numbers(one)))));
}

/** The numbers that failed, if the sentence does not say them itself. @param {Answer["objections"][number]} objection */
function numbers({ text, facts }) {
  const told = Object.entries(facts ?? {}).filter(([, value]) => typeof value === "number");
  const said = new Set(text.match(/\d+/g));
  return told.length && !told.some(([, value]) => said.has(`${value}`)) ? h("small.facts", {}, told.map(([name, value]) => `${name} ${value}`).join(" · ")) : "";
}

/** @param {string} text */
export function sentence(text) {
  const said = text.replace(/^[a-z-]+: /, "").trim();
  return said ? said[0]?.toUpperCase() + said.slice(1) + (/[.!?]$/.test(said) ? "" : ".") : "";
}

/**
 * @param {string} title
 * @param {Answer[]} answers one for each action the player may have wanted
 * @param {{rest: (Node | string)[], play: (action: string) => void}} more
 * @returns {(Node | string)[]}
 */
export function whyNot(title, answers, { rest, play }) {
  const head = h("h2", {}, h("span.no-sign", { "aria-hidden": "true" }), `Why not ${title}?`);
  if (answers.length === 1 && answers[0]) return [head, objections(answers[0]), ...rest];
  const parts = answers.map((answer) => {
    const verb = verbName(answer.action.split(" ")[0] ?? "").replace(/:$/, "");
    const name = h("h3", {}, verb);
    if (!answer.legal) return h("section", {}, name, objections(answer));
    return h("section", {}, name, h("button.button.small", { type: "button", data: { test: "why-instead" }, onclick: () => play(answer.action) }, `${verb} is possible`));
  });
  return [head, ...parts, ...rest];
}
