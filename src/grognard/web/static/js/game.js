// The game screen: top bar, map, panel, track; on a phone a bottom sheet with tabs.

import { mountBoard } from "./board/board.js";
import { openCards } from "./panel/rule_cards.js";
import { mountChat } from "./panel/chat.js";
import { mountClosing } from "./panel/closing.js";
import { mountDiary } from "./panel/diary.js";
import { mountGuide } from "./panel/guide.js";
import { mountGuidePlan } from "./panel/guide_plan.js";
import { fill, h } from "./dom.js";
import { notice } from "./main.js";
import { mountPanel } from "./panel/panel.js";
import { mountPlans } from "./panel/computer_plans.js";
import { warm } from "./board/mapsheet.js";
import { mountPlayback } from "./panel/playback_dock.js";
import { mountReferee } from "./panel/referee.js";
import { mountReplay } from "./panel/replay.js";
import { mountRoster } from "./panel/roster.js";
import { playbackOf } from "./state/playback.js";
import { Session } from "./state/session.js";
import { settings } from "./state/settings.js";
import { diceOf } from "./state/verified_dice.js";
import { mountSince } from "./panel/since.js";
import { mountTabs } from "./panel/tabs.js";
import { mountTop } from "./panel/topbar.js";
import { mountTrack } from "./panel/track.js";
import { mountCurtain } from "./dialogs/curtain.js";

/**
 * The parts of the page: `#map` the board, `#decide` prompt, verbs and preview, `#tools` in the
 * top bar for the board's overlays, `#side` diary, roster and chat, `#track` the turns, `#replay` the slider.
 * @param {HTMLElement} app
 * @param {string} id
 * @param {{side: string, at: number | null, again: boolean}} how `again`: play the last turn of the others again
 * @returns {Promise<() => void>} what to call when leaving the page
 */
export async function openGame(app, id, how) {
  let session = new Session(id, how);
  session.addEventListener("found", () => warm(session.view.sheet ?? session.view.title));
  let found = await session.connect();
  if (!found.ok && found.code === "forbidden" && how.side) {
    session = new Session(id, { at: how.at }); // a link made for another viewer
    found = await session.connect();
  }
  if (!found.ok) {
    fill(
      app,
      h(
        "main.lost",
        {},
        h("h1", {}, "Game not found"),
        h("p", {}, found.message ?? ""),
        h("p", {}, h("a.button", { href: "/" }, "All games")),
      ),
    );
    return () => session.close();
  }
  diceOf(session);
  const frame = layout();
  fill(app, frame);
  /** @param {string} selector */
  const part = (selector) => /** @type {HTMLElement} */ (frame.querySelector(selector));
  session.addEventListener("notice", (event) => notice(/** @type {CustomEvent} */ (event).detail.text));

  mountTop(part(".topbar"), session);
  mountTrack(part("#track"), session);
  mountReplay(part("#replay"), session);
  mountPlayback(part("#playback"), frame, session);
  mountDiary(part("#diary"), session);
  mountRoster(part("#roster"), session);
  mountChat(part("#chat"), session);
  mountPlans(part("#plans"), session);
  mountSince(part("#bars"), session);
  mountTabs(frame, session);
  mountCurtain(frame, session);
  const cards = openCards(session.view.title, session);
  mountPanel(part("#decide"), session);
  const board = await mountBoard(part("#map"), session);
  mountReferee(part("#referee"), session, board);
  mountClosing(frame, session, board);
  for (const name of settings().overlays) press(`overlay-${name}`);
  if (how.again) void playbackOf(session).lastTurn();
  mountGuidePlan(frame, session, board);
  void mountGuide(session, board);
  const keys = shellKeys(session);
  return () => {
    keys();
    cards();
    session.close();
    session.tell("leave");
  };
}

function layout() {
  const tab = (/** @type {string} */ name, /** @type {string} */ label) =>
    h(
      "button.tab",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": name,
        data: { tab: name, test: `tab-${name}` },
      },
      label,
    );
  return h(
    "div.game",
    { data: { side: "diary", sheet: "decide" } },
    h("a.skip", { href: "#decide" }, "Go to the decision"),
    h("header.topbar", {}),
    h("div.bars", { id: "bars" }),
    h("main.map", { id: "map", "aria-label": "Map" }),
    h("section.replay", { id: "replay", "aria-label": "Replay", hidden: true }),
    h("section.playback", { id: "playback", "aria-label": "What the others did", hidden: true, data: { test: "playback" } }),
    h(
      "aside.panel",
      { "aria-label": "Decision and diary" },
      h("div.grip", {}),
      h("section.decide", { id: "decide", tabindex: "-1" }),
      h(
        "section.side",
        { id: "side" },
        h(
          "div.tabs",
          { role: "tablist", "aria-label": "Beside the map" },
          tab("diary", "War diary"),
          tab("roster", "Roster"),
          tab("chat", "Chat"),
          tab("plans", "Plans"),
          tab("referee", "Referee"),
        ),
        h("div.page", { id: "diary", role: "tabpanel", "aria-labelledby": "tab-diary" }),
        h("div.page", { id: "roster", role: "tabpanel", "aria-labelledby": "tab-roster" }),
        h("div.page", { id: "chat", role: "tabpanel", "aria-labelledby": "tab-chat" }),
        h("div.page", { id: "plans", role: "tabpanel", "aria-labelledby": "tab-plans" }),
        h("div.page", { id: "referee", role: "tabpanel", "aria-labelledby": "tab-referee" }),
      ),
    ),
    h("footer.track", { id: "track", "aria-label": "Turn track" }),
  );
}

/**
 * Shortcuts of the page; the board handles keys first and may stop them.
 * @param {Session} session
 */
function shellKeys(session) {
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest?.("input, textarea, select, dialog, [contenteditable]")) return;
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act(session);
  };
  document.addEventListener("keydown", pressed);
  return () => document.removeEventListener("keydown", pressed);
}

/** @param {string} test */
const press = (test) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-test="${test}"]`))?.click();

/** @type {Record<string, (session: Session) => void>} */
const KEYS = {
  u: () => press("undo"),
  r: () => press("rules"),
  c: () => press("charts"),
  f: () => press("roster-open"),
  l: () => press("tab-diary"),
  t: () => press("tab-chat"),
  p: () => press("replay"),
  i: () => press("hint-ask"),
  n: () => press("play-now"),
  "[": (session) => void session.show((session.at ?? session.count) - 1),
  "]": (session) => void session.show((session.at ?? session.count) + 1),
};
