// Verified dice on the page: whose link a roll waits for, what is wrong, and the proof at the end.

import { button, fill, h, icon, named } from "../dom.js";
import { openDice, proofLine } from "../dialogs/verified_dice.js";
import { diceOf } from "../state/verified_dice.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../dom.js").Child} Child */

/** @param {string[]} sides */
const list = (sides) => sides.map(named).join(" and ");

/** Why the dice have not fallen yet. @param {Session} session */
export function waitingForLinks(session) {
  const dice = session.view.dice;
  const others = (dice?.missing ?? []).filter((side) => !session.view.you.includes(side));
  return others.length ? `The roll waits for the page of ${list(others)}: every page takes part in it.` : "The pages and the server roll together.";
}

/**
 * Bars above the map: a page that is away, a key that is not in this browser, something that is wrong.
 * @param {Session} session
 * @param {(test: string, text: Child[], buttons: Child[]) => HTMLElement} bar
 * @returns {HTMLElement[]}
 */
export function diceBars(session, bar) {
  const { view } = session;
  const dice = view.dice;
  if (!dice || view.over || !session.live) return [];
  const keeper = diceOf(session);
  const more = button("dice-more", "Verified dice…", () => openDice(session), { class: "button small" });
  const said = (/** @type {string} */ test, /** @type {string} */ text) => [bar(test, [icon("dice"), h("span", {}, text)], [more])];
  if (keeper.warning) return said("dice-warning", keeper.warning);
  if (keeper.lost.length) return said("dice-lost", `Your dice key for ${list(keeper.lost)} is not in this browser. Rolls wait for it${dice.deposited[keeper.lost[0] ?? ""] ? " when the links left with the server are used up" : ""}.`);
  if (!keeper.stored) return said("dice-unstored", "This browser does not store your dice key: save it now, or it is lost when you close the page.");
  const away = dice.missing.filter((side) => !view.you.includes(side) && !session.seats.find((seat) => seat.side === side)?.here);
  if (dice.rolling && away.length) return said("dice-away", `The roll waits until ${list(away)} opens the game: with verified dice every page takes part.`);
  return [];
}

/** The card of the closing page. @param {Session} session */
export function diceCard(session) {
  const result = h("div", { role: "status", data: { test: "dice-proof" } });
  const prove = button(
    "dice-prove",
    [icon("dice", 18), "Prove every roll"],
    async () => {
      prove.disabled = true;
      fill(result, h("p.quiet", {}, "Checking…"));
      fill(result, proofLine(await diceOf(session).prove()));
      prove.disabled = false;
    },
    { class: "button" },
  );
  return h(
    "section.closing-card",
    { data: { test: "closing-dice" } },
    h("h3.caption", {}, "Verified dice"),
    h(
      "div.stack",
      {},
      h("p", {}, "Every roll came from links of the players' pages and the server. This page checks each of them by itself; your own copy of Grognard can check the record."),
      h("div", {}, prove),
      result,
    ),
  );
}
