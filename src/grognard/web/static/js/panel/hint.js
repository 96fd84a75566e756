// A hint: what a level of the computer would do here and why, shown on the board, with a button to play it.
// Only the player who asks sees it, and only as long as the position stays the same.

import { lasting } from "../net/api.js";
import { percent } from "./combat.js";
import { composerOf } from "../state/composer.js";
import { button, fill, h, icon, named } from "../dom.js";
import { actionWords, verbLabel } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Hint} Hint */

const KEY = "grognard.hint";
const USUAL = "club";

/**
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountAdvice(element, session) {
  /** @type {Hint | null} */
  let hint = null;
  let asked = 0; // number of the request: only the newest answer counts
  let waits = false;
  let wrong = "";
  /** @type {string[]} */
  let levels = [];
  let level = kept();
  const said = h("div", { "aria-live": "polite" });
  const row = h("div.row.hint-row", {});
  fill(element, row, said);

  const ask = async () => {
    if (!session.mine || !session.view.hints) return;
    const mine = ++asked;
    waits = true;
    wrong = "";
    show(null);
    const answer = await session.hint(level);
    if (mine !== asked) return;
    waits = false;
    if (answer.ok && answer.data.version === session.view.version) {
      show(answer.data);
      said.scrollIntoView({ block: "nearest" });
    }
    else {
      wrong = answer.ok ? "The position has changed: ask again." : answer.message;
      draw();
    }
  };
  /** @param {Hint | null} found */
  const show = (found) => {
    if (found || hint) session.tell("hint", found);
    hint = found;
    draw();
  };
  const drop = () => {
    asked += 1;
    waits = false;
    wrong = "";
    show(null);
  };
  const draw = () => {
    element.hidden = !session.mine || !session.view.hints;
    if (element.hidden) return fill(said);
    fill(said, waits && h("div.busy", { role: "progressbar", "aria-label": "The computer is thinking" }), waits && h("p.quiet", { data: { test: "hint-waits" } }, `${named(level)} is thinking.`), wrong && h("p.wrong", { data: { test: "hint-wrong" } }, wrong), hint && card(hint));
  };
  /** @param {Hint} found */
  const card = (found) => {
    const { odds } = found;
    const verb = session.view.ask.verbs?.find((one) => one.verb === found.action);
    return h(
      "article.hint-card", { data: { test: "hint" } },
      h("h3.caption", {}, `${named(found.level)} suggests`),
      h("p.hint-act", { data: { test: "hint-action" } }, verb?.verb === "done" ? verbLabel(verb) : actionWords(session, found.action)),
      h("p", { data: { test: "hint-why" } }, found.why),
      found.notes.length > 0 && h("details.hint-plan", {}, h("summary", {}, "The plan behind it"), h("ul.lines", {}, ...found.notes.map((line) => h("li", {}, line)))),
      odds && h("p.quiet", { data: { test: "hint-odds" } }, `${odds.kind === "dice" ? "Then" : `At ${odds.column}`}: ${percent(odds.hit.defender)} that the defender is hit, ${percent(odds.hit.attacker)} that the attacker is.`),
      h("div.row", {},
        button("hint-play", [icon("play", 18), "Play it"], () => void composerOf(session).play(found.action), { class: "button primary small" }),
        button("hint-show", "Show it", () => session.tell("hint", found), { class: "button small" }),
        button("hint-drop", "Dismiss", drop, { class: "button small plain" })),
    );
  };
  const choose = /** @type {HTMLSelectElement} */ (h("select.field.small", {
    "aria-label": "Which computer is asked", data: { test: "hint-level" },
    onchange: () => {
      level = choose.value;
      keep(level);
      if (hint || waits) void ask();
    },
  }));
  fill(row, button("hint-ask", [icon("hint", 18), "Hint", h("kbd", {}, "I")], () => void ask(), { class: "button", title: "What would the computer do? Nobody else is told" }), choose);
  void lasting("/api/titles").then((found) => {
    levels = Object.keys(found?.levels ?? {}).filter((name) => name !== "random");
    if (!levels.includes(level)) level = levels.includes(USUAL) ? USUAL : levels.at(-1) ?? USUAL;
    fill(choose, ...levels.map((name) => h("option", { value: name, title: found.levels[name] }, named(name))));
    choose.value = level;
  });
  let mark = "";
  session.addEventListener("view", () => {
    const now = `${session.view.version} ${session.at} ${session.acting}`;
    if (now === mark) return draw();
    mark = now;
    drop();
  });
  draw();
}

function kept() {
  try {
    return localStorage.getItem(KEY) ?? USUAL;
  } catch {
    return USUAL;
  }
}

/** @param {string} level */
function keep(level) {
  try {
    localStorage.setItem(KEY, level);
  } catch {
    // without storage the choice is not saved
  }
}
