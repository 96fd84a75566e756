// Beside a guided first turn: what the player is after, and the steps, done and to come.

import { h, fill } from "../dom.js";
import { lasting } from "../net/api.js";
import { groundOf, placeIn, scene } from "../board/scene.js";
import { stored } from "../state/stored.js";
import { GUIDE, rich } from "./guide.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../board/board.js").Board} Board */

/**
 * @param {HTMLElement} frame of the game: `data-guide` while there is a guide
 * @param {Session} session
 * @param {Board} board
 */
export function mountGuidePlan(frame, session, board) {
  const element = h("section.plan-of-guide", { "aria-label": "Your first turn", hidden: true, data: { test: "guide-plan" } });
  frame.querySelector("#side")?.prepend(element);
  const draw = async () => {
    const at = stored(GUIDE)[session.id];
    const guide = at === undefined || session.view.over ? null : await lasting(`/api/titles/${session.view.title}/guide`);
    element.hidden = !guide;
    frame.toggleAttribute("data-guide", Boolean(guide));
    if (!guide) return;
    const ground = groundOf(board);
    const place = placeIn(board, guide.aim);
    fill(
      element,
      h("h3.caption", {}, "Your aim"),
      h("div.aim", {}, place && ground && h("div.aim-picture", {}, scene(ground, [place], [], { ratio: 1.3 })), h("p", {}, rich(guide.aim))),
      h("h3.caption", {}, h("span", {}, "Your first turn"), h("small", {}, `about ${guide.minutes} minutes`)),
      h("ol.guide-list", {}, ...guide.steps.map((/** @type {{title: string}} */ step, /** @type {number} */ n) =>
        h("li", { class: n < at ? "done" : n === at ? "now" : "", "aria-current": n === at ? "step" : null }, h("i", { "aria-hidden": "true" }, n < at ? "✓" : String(n + 1)), h("span", {}, step.title), h("small", {}, n < at ? "done" : n === at ? "now" : "")))),
      h("p.quiet", {}, "This is a real game. When the guide ends, go on from here."),
    );
  };
  document.addEventListener("guide", draw);
  session.addEventListener("leave", () => document.removeEventListener("guide", draw));
  void draw();
}
