// "Since you were here": what the others did while the player was away, and their requests.

import { api } from "../net/api.js";
import { go } from "../main.js";
import { button, calm, fill, h, icon, named } from "../dom.js";
import { playbackOf } from "../state/playback.js";
import { diceOf } from "../state/verified_dice.js";
import { outcomeText } from "../state/words.js";
import { phaseName } from "./phases.js";
import { diceBars } from "./verified_dice.js";

/** @typedef {import("../state/session.js").Session} Session */

/**
 * Bars above the map that need an answer.
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountSince(element, session) {
  let away =
    session.log
      .slice(session.seen)
      .some((entry) => !session.view.you.includes(entry.side) && entry.side !== "chance") &&
    session.seen > 0 &&
    !session.solo &&
    session.live
      ? session.seen
      : -1;
  const count = session.count;
  const seen = calm(() => {
    if (!session.view.you.length || document.hidden || away >= 0) return;
    const shown = playbackOf(session).open && session.at !== null ? session.at : session.count;
    if (session.seen >= shown && session.seen <= session.count) return;
    session.seen = shown;
    void api.safe(`${session.path}/seen`, { as: session.side, count: shown });
  }, 600);
  const draw = () => {
    const bars = [];
    if (away >= 0) {
      bars.push(
        bar(
          "since",
          [
            icon("eye"),
            h("span", {}, `Since you were here: ${count - away} ${count - away === 1 ? "action" : "actions"}.`),
          ],
          [
            button(
              "since-show",
              "Show me",
              () => {
                const from = away;
                away = -1;
                draw();
                void playbackOf(session).review(from, count);
                seen();
              },
              { class: "button small primary" },
            ),
            button(
              "since-skip",
              "Skip",
              () => {
                away = -1;
                draw();
                seen();
              },
              { class: "button small" },
            ),
          ],
        ),
      );
    }
    if (session.view.over && session.live) bars.push(ending(session));
    if (session.view.differs && !session.view.over) bars.push(differing(session, session.view.differs));
    if (session.view.asked) bars.push(asking(session, session.view.asked));
    bars.push(...diceBars(session, bar));
    fill(element, bars);
  };
  session.addEventListener("view", () => {
    draw();
    seen();
  });
  for (const kind of ["dice", "dice-kept", "seats"]) session.addEventListener(kind, () => session.view.dice && draw());
  session.addEventListener("log", (event) => {
    const { added = [] } = /** @type {CustomEvent} */ (event).detail ?? {};
    if (added.some((/** @type {import("../state/types.js").Entry} */ entry) => session.view.you.includes(entry.side))) away = -1; // the player goes on
  });
  playbackOf(session).addEventListener("change", () => {
    if (playbackOf(session).open && playbackOf(session).known && away >= 0) {
      away = -1; // it is being looked at
      draw();
    }
    seen();
  });
  document.addEventListener("visibilitychange", seen);
  session.addEventListener("leave", () => document.removeEventListener("visibilitychange", seen));
  draw();
  seen();
}

/** @param {string} test @param {import("../dom.js").Child[]} text @param {import("../dom.js").Child[]} buttons */
function bar(test, text, buttons) {
  return h("div.ask-bar", { role: "status", data: { test } }, h("p", {}, text), h("div.row", {}, buttons));
}

/** How the game ended, and what to do next. @param {Session} session */
function ending(session) {
  const { ending: end, outcome, you } = session.view;
  const words =
    end?.how === "drawn"
      ? "Drawn by agreement."
      : end
        ? `${named(end.winner)} has won: the other side resigned.`
        : outcome
          ? `${outcomeText(outcome)}.`
          : "";
  return bar(
    "ending",
    [icon("flag"), h("span", {}, `The game is over. ${words}`)],
    [
      button("ending-open", "How it went", () => session.tell("closing"), { class: "button small" }),
      button("ending-replay", "Replay it", () => session.tell("replay", { from: 0 }), { class: "button small" }),
      you.length > 0 &&
        button("ending-rematch", "Rematch", () => void rematch(session), { class: "button small primary" }),
    ],
  );
}

/** The rules have changed under a game: what differs, and what its players can choose. @param {Session} session @param {import("../state/types.js").Differs} differs */
function differing(session, { action, side, said, why, of, needs, to }) {
  const go = async () => {
    diceOf(session).agree(-1);
    const done = await session.send("ask", { what: "rules" });
    if (done.ok) await session.refresh();
  };
  const where = `Action ${action} of ${of} (${named(side)}${said ? `: ${said}` : ""}): ${why}.`;
  const choice = `Go on with the rules of this server${to === null ? "" : `, from action ${to}`}, or finish it with ${needs}: it opens the record.`;
  return bar(
    "differs",
    [icon("flag"), h("span", {}, `The rules have changed since this game was played. ${where} ${choice}`)],
    [
      to !== null && session.view.you.length > 0 && !session.view.asked && button("differs-go", "Go on here", go, { class: "button small primary" }),
      h("a.button.small", { href: `/api/games/${session.view.id}/record`, download: `${session.view.id}.record`, data: { test: "differs-record" } }, "Record"),
    ],
  );
}

/** @param {Session} session */
export async function rematch(session) {
  const answer = await session.send("rematch");
  if (answer.ok) void go(`/game/${answer.data.id}`);
}

/** The open question, with everything that agreeing would undo. @param {Session} session @param {import("../state/types.js").Question} asked */
function asking(session, asked) {
  const { what, side, question, of } = asked;
  const wanted = of.filter((one) => session.view.you.includes(one));
  const mine = session.view.you.includes(side);
  /** @param {boolean} yes @param {string} as */
  const answer = (yes, as) => async () => {
    if (yes && what !== "draw") diceOf(session).agree(what === "undo" ? (asked.to ?? 0) : what === "dice" ? session.view.count - 1 : -1);
    const done = await session.send("answer", { as, question, yes });
    if (done.ok) await session.refresh();
  };
  const words = what === "draw" ? "offers a draw" : what === "rules" ? "asks to go on with the rules and data of this server" : what === "dice" ? "has lost its dice key and asks you to accept a new one; the open roll is then made with fresh links" : `asks to undo ${undone(session, asked)}`;
  const from = asked.to;
  return bar(
    `asked-${what}`,
    [
      icon(what === "undo" ? "undo" : "hand"),
      h("span", {}, `${named(side)} ${words}.${wanted.length ? "" : " Waiting for the other side to answer."}`),
    ],
    [
      from !== undefined &&
        button(`asked-${what}-show`, "Show it", () => session.tell("replay", { from }), { class: "button small" }),
      ...(wanted.length
        ? [
            button(`asked-${what}-yes`, "Agree", answer(true, wanted[0]), { class: "button small primary" }),
            button(`asked-${what}-no`, "Refuse", answer(false, wanted[0]), { class: "button small" }),
          ]
        : mine
          ? [button(`asked-${what}-withdraw`, "Withdraw", answer(false, side), { class: "button small" })]
          : []),
    ],
  );
}

/**
 * What an undo would take back: how many actions, and the first of them.
 * @param {Session} session @param {import("../state/types.js").Question} asked
 */
function undone(session, { to = 0, undone: count = 0 }) {
  const entries = session.log.slice(to);
  const first = entries[0];
  if (!first) return `${count} actions`;
  const dice = entries.filter((entry) => entry.side === "chance").length;
  const rolls = dice ? `, ${dice === 1 ? "one of them a roll or draw" : `${dice} of them rolls or draws`}` : "";
  const told = first.lines[0]?.text.replace(/[.\s]+$/, "") || first.action;
  const what = count === 1 ? "one action" : `${count} actions${rolls}`;
  return `${what}, back to ${first.now.split(",")[0]}, ${phaseName(first.phase)}: “${told}”`;
}
