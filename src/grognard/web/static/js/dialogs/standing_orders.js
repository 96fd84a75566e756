// Standing orders: answers to routine decisions while the player is away.

import { lasting } from "../net/api.js";
import { openDialog } from "./dialog.js";
import { button, chip, fill, h, named } from "../dom.js";
import { actionWords } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {{prompt: string, cite: string, verbs: Record<string, string>}} Step */

/**
 * @param {Session} session
 */
export async function openOrders(session) {
  const found = await lasting("/api/titles");
  /** @type {Record<string, Step>} */
  const steps = found?.titles.find((/** @type {any} */ one) => one.name === session.view.title)?.steps ?? {};
  const list = h("div.orders", { data: { test: "orders-list" } });
  openDialog("orders-dialog", "Standing orders", [
    h(
      "p",
      {},
      "When a decision of this kind comes up, the first of your answers that is legal is played at once; if none is, you are asked as usual.",
    ),
    list,
  ]);
  const draw = () =>
    fill(
      list,
      order(session, Object.keys(steps)).map((name) => row(session, name, steps[name], draw)),
    );
  draw();
}

/** The steps: those with an order first, then those that have come up, then the rest. @param {Session} session @param {string[]} all */
function order(session, all) {
  const { view } = session;
  const asked = session.log
    .filter((entry) => view.you.includes(entry.side))
    .map((entry) => entry.step)
    .reverse();
  const others = view.players.filter((side) => !view.you.includes(side));
  const mine = all.filter((step) => !others.some((side) => step.startsWith(`${side}-`)));
  return [...new Set([...Object.keys(view.orders ?? {}), ...asked, ...mine])];
}

/**
 * @param {Session} session
 * @param {string} name
 * @param {Step | undefined} step
 * @param {() => void} redraw
 */
function row(session, name, step, redraw) {
  const orders = session.view.orders?.[name] ?? [];
  const used = session.log
    .filter((entry) => entry.step === name && session.view.you.includes(entry.side))
    .map((entry) => entry.action)
    .slice(-6);
  const known = [...new Set([...Object.keys(step?.verbs ?? {}), ...used])].filter((action) => !orders.includes(action));
  const said = (/** @type {string} */ action) => step?.verbs[action] ?? actionWords(session, action);
  /** @param {string[]} actions */
  const keep = async (actions) => {
    const decided = session.view.you.filter((side) =>
      session.log.some((entry) => entry.step === name && entry.side === side),
    );
    for (const side of decided.length ? decided : session.view.you) {
      const answer = await session.send("orders", { as: side, step: name, actions: actions.length ? actions : null });
      if (!answer.ok) return;
    }
    session.notice(actions.length ? `Order for ${phrase(name)} saved.` : `You will be asked about ${phrase(name)}.`);
    await session.refresh();
    redraw();
  };
  const list = /** @type {HTMLSelectElement} */ (
    h(
      "select.field",
      { "aria-label": `Answer to ${phrase(name)}`, data: { test: `order-${name}` }, onchange: () => void keep([...orders, list.value]) },
      h("option", { value: "" }, orders.length ? "And if that is not possible…" : "Ask me"),
      known.map((action) => h("option", { value: action }, said(action))),
    )
  );
  return h(
    "div.order",
    {},
    h("span.label", {}, phrase(name), " ", step?.cite && chip(step.cite)),
    step?.prompt && h("p.hint.quiet", {}, step.prompt),
    orders.length > 0 && h("p", {}, orders.map(said).join(", otherwise ")),
    h(
      "div.link-line",
      {},
      list,
      orders.length > 0 && button(`order-drop-${name}`, "Ask me", () => void keep([]), { class: "button plain" }),
    ),
  );
}

/** @param {string} step */
const phrase = (step) => named(step.replaceAll("-", " "));
