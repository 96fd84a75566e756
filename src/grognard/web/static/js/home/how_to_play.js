// How to play a title: what the war is about, how one wins, what a turn is; and the guided first turn.

import { api, lasting } from "../net/api.js";
import { button, h } from "../dom.js";
import { openDialog } from "../dialogs/dialog.js";
import { go } from "../main.js";
import { guideAt, rich } from "../panel/guide.js";
import { openCards } from "../panel/rule_cards.js";
import { SETS_UP } from "./starting.js";

/**
 * @param {{name: string, full: string, players: string[]}} title
 * @param {boolean} [inGame] whether a game is open, whose page handles the cases
 */
export async function openHowToPlay(title, inGame = false) {
  const guide = await lasting(`/api/titles/${title.name}/guide`);
  if (!guide) return;
  const said = h("p.wrong", { role: "alert" });
  const begin = async () => {
    const answer = await api.post("/api/games", {
      title: title.name,
      scenario: guide.scenario,
      seats: Object.fromEntries(title.players.map((side) => [side, side === guide.side ? "me" : `computer:${guide.level}`])),
      set_up: SETS_UP,
    });
    if (!answer.ok) return void (said.textContent = answer.message);
    guideAt(answer.data.id, 0);
    opened.close();
    await go(`/game/${answer.data.id}`);
  };
  const part = (/** @type {string} */ name, /** @type {string} */ text) => h("section", {}, h("h3.caption", {}, name), h("p", {}, rich(text)));
  const opened = openDialog(
    "how-to-play",
    `How to play ${title.full}`,
    [
      part("What it is about", guide.war),
      part("How you win", guide.aim),
      part("What a turn is", guide.turn),
      h("section", {}, h("h3.caption", {}, "Your first turn"), h("ol.guide-steps", {}, guide.steps.map((/** @type {any} */ step) => h("li", {}, step.title)))),
      said,
    ],
    {
      foot: [button("guide-start", `Play a guided first turn, about ${guide.minutes} minutes`, () => void begin(), { class: "button primary" })],
      onclose: inGame ? () => {} : openCards(title.name, null),
    },
  );
}
