// "Since you were here": what the others did while the player was away, and their requests.

import { api } from "../net/api.js";
import { go } from "../main.js";
import { button, calm, fill, h, icon, named } from "../dom.js";
import { playbackOf } from "../state/playback.js";
import { outcomeText } from "../state/words.js";

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
    bars.push(...Object.entries(session.view.asked ?? {}).map(([what, by]) => asking(session, what, by)));
    fill(element, bars);
  };
  session.addEventListener("view", () => {
    draw();
    seen();
  });
  playbackOf(session).addEventListener("change", seen);
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

/** @param {Session} session */
export async function rematch(session) {
  const answer = await session.send("rematch");
  if (answer.ok) void go(`/game/${answer.data.id}`);
}

/** @param {Session} session @param {string} what @param {string} by */
function asking(session, what, by) {
  const mine = session.view.you.includes(by);
  const words = what === "draw" ? "offers a draw" : "asks to undo the last decision";
  /** @param {boolean} agree */
  const answer = (agree) => async () => {
    const others = session.view.you.filter((side) => side !== by);
    const done = await session.send("answer", { as: others[0], what, yes: agree });
    if (done.ok) await session.refresh();
  };
  const foreign = session.view.you.some((side) => side !== by);
  return bar(
    `asked-${what}`,
    [
      icon(what === "draw" ? "hand" : "undo"),
      h("span", {}, mine && !foreign ? `Waiting for the other side to answer (${what}).` : `${named(by)} ${words}.`),
    ],
    foreign
      ? [
          button(`asked-${what}-yes`, "Agree", answer(true), { class: "button small primary" }),
          button(`asked-${what}-no`, "Refuse", answer(false), { class: "button small" }),
        ]
      : [],
  );
}
