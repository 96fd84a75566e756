// Standing orders: what to answer to routine questions while one is away.

import { openDialog } from "./dialog.js";
import { button, fill, h, named } from "./dom.js";

/** @typedef {import("./session.js").Session} Session */

/**
 * @param {Session} session
 */
export function openOrders(session) {
  const body = h("div", { data: { test: "orders-list" } });
  openDialog("orders-dialog", "Standing orders", [
    h("p", {}, "When a question of this kind comes, the first answer that is legal is given for you; if none is, you are asked as always."),
    body,
  ]);
  const draw = () => fill(body, steps(session).map((step) => row(session, step, draw)));
  draw();
}

/** The kinds of questions that came up for one's sides, and those that have an order. @param {Session} session */
function steps(session) {
  const { view } = session;
  const asked = session.log.filter((entry) => view.you.includes(entry.side)).map((entry) => entry.step);
  const now = view.ask.side && view.you.includes(view.ask.side) && view.ask.step ? [view.ask.step] : [];
  return [...new Set([...Object.keys(view.orders ?? {}), ...now, ...asked.reverse()])];
}

/**
 * @param {Session} session
 * @param {string} step
 * @param {() => void} redraw
 */
function row(session, step, redraw) {
  const said = session.view.orders?.[step] ?? [];
  const used = [...new Set(session.log.filter((entry) => entry.step === step && session.view.you.includes(entry.side)).map((entry) => entry.action))].slice(-8);
  const field = /** @type {HTMLInputElement} */ (h("input.field", { value: said.join("; "), list: `used-${step}`, placeholder: "ask me", "aria-label": `Answer to ${step}`, data: { test: `order-${step}` } }));
  /** @param {string[] | null} actions */
  const keep = async (actions) => {
    const sides = session.view.you.filter((side) => session.log.some((entry) => entry.step === step && entry.side === side) || session.view.ask.side === side);
    for (const side of sides.length ? sides : session.view.you) {
      const answer = await session.send("orders", { as: side, step, actions });
      if (!answer.ok) return;
    }
    session.notice(actions ? `Order for ${phrase(step)} kept.` : `You are asked at ${phrase(step)} again.`);
    await session.refresh();
    redraw();
  };
  return h(
    "div.order",
    {},
    h("span.label", {}, phrase(step)),
    h("div.link-line", {}, field, h("datalist", { id: `used-${step}` }, ["done", ...used].map((text) => h("option", { value: text }))),
      button(`order-keep-${step}`, "Keep", () => void keep(field.value.split(";").map((one) => one.trim()).filter(Boolean).length ? field.value.split(";").map((one) => one.trim()).filter(Boolean) : null)),
      said.length > 0 && button(`order-drop-${step}`, "Ask me", () => void keep(null), { class: "button plain" })),
  );
}

/** @param {string} step */
const phrase = (step) => named(step.replaceAll("-", " "));
