// The game menu: viewer, invitations, requests, resigning, record, standing orders, settings.

import { invitationLinks, openDialog, reachNote, sure } from "./dialog.js";
import { button, fill, h, icon, named } from "../dom.js";
import { openCharts } from "../panel/charts.js";
import { openKeys } from "./help.js";
import { openHowToPlay } from "../home/how_to_play.js";
import { openOrders } from "./standing_orders.js";
import { openDice } from "./verified_dice.js";
import { openSettings } from "../state/settings.js";
import { diceOf } from "../state/verified_dice.js";
import { rematch } from "../panel/since.js";
import { query } from "../net/api.js";

/** @typedef {import("../state/session.js").Session} Session */

/**
 * @param {Session} session
 * @returns {HTMLElement}
 */
export function tableMenu(session) {
  const list = h("div.menu-list", { role: "menu", hidden: true, data: { test: "menu-list" } });
  const toggle = button("menu", icon("menu"), () => open(Boolean(list.hidden)), {
    class: "button plain icon-only",
    "aria-label": "Menu",
    "aria-haspopup": "menu",
    "aria-expanded": "false",
  });
  /** @param {boolean} yes */
  const open = (yes) => {
    if (yes) fill(list, items(session));
    list.hidden = !yes;
    toggle.setAttribute("aria-expanded", String(yes));
    if (yes) /** @type {HTMLElement | null} */ (list.firstElementChild)?.focus();
  };
  list.addEventListener("click", () => open(false));
  const menu = h(
    "div.menu",
    {
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (list.hidden) return;
        const rows = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button, a")]);
        const at = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
        if (event.key === "Escape") {
          open(false);
          toggle.focus();
        } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          rows[(at + (event.key === "ArrowDown" ? 1 : -1) + rows.length) % rows.length]?.focus();
        } else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
    toggle,
    list,
  );
  /** @param {Event} event */
  const outside = (event) => {
    if (!list.hidden && event.target instanceof Node && !menu.contains(event.target)) open(false);
  };
  document.addEventListener("pointerdown", outside);
  session.addEventListener("leave", () => document.removeEventListener("pointerdown", outside));
  return menu;
}

/** @param {string} test @param {string} name @param {string} label @param {() => void} act @param {string} [extra] */
function item(test, name, label, act, extra = "") {
  return h(
    "button",
    { type: "button", role: "menuitem", onclick: act, data: { test }, class: extra },
    icon(name),
    label,
  );
}

/** @param {Session} session */
function items(session) {
  const { view } = session;
  const plays = view.you.length > 0;
  const others = view.players.some((side) => !view.you.includes(side));
  const open = session.seats.some((seat) => seat.invitation);
  const eyes = view.fogged && (session.solo || view.over || session.unmanned) ? [...view.players, "all"] : [];
  const behindCurtain = session.solo && session.live && !view.over && !session.unmanned; // the deciding player is at the map
  const record = `${session.path}/record${query({ as: session.side })}`;
  const small = matchMedia("(max-width: 56.1875em)").matches;
  return [
    ...(small
      ? [
          item("menu-replay", "replay", "Replay", () => session.tell("replay")),
          item("menu-rules", "rules", "Rules", () => session.tell("rules")),
          item("menu-charts", "charts", "Charts", () => void openCharts(view.sheet ?? view.title, session)),
          item("menu-roster", "roster", "Roster", () => session.tell("open", { page: "roster" })),
          h("hr", {}),
        ]
      : []),
    ...eyes
      .filter((side) => side !== session.side && (side === "all" || side === view.ask?.side || !behindCurtain))
      .map((side) =>
        item(
          `look-${side}`,
          "eye",
          side === "all" ? "Show everything" : `View as ${named(side)}`,
          () => void session.look(side),
        ),
      ),
    eyes.length > 0 && h("hr", {}),
    open && item("invitations", "people", "Invitation links", () => openInvitations(session)),
    plays && !view.over && others && item("ask-undo", "undo", "Ask for an undo…", () => void askFor(session, "undo")),
    plays && !view.over && others && item("ask-draw", "hand", "Offer a draw…", () => void askFor(session, "draw")),
    plays && !view.over && item("resign", "flag", "Resign…", () => void resign(session), "danger"),
    plays && view.over && item("rematch", "replay", "Rematch", () => void rematch(session)),
    plays && !view.over && item("orders", "pen", "Standing orders…", () => void openOrders(session)),
    view.dice && item("dice-open", "dice", "Verified dice…", () => openDice(session)),
    plays && h("hr", {}),
    h(
      "a",
      { href: record, download: "", role: "menuitem", data: { test: "download" } },
      icon("download"),
      view.fogged && !view.over && !session.solo ? "Download my record" : "Download the record",
    ),
    item("print", "print", "Print the map and diary", () => print()),
    h("hr", {}),
    item("how-to-play-open", "hint", "How to play", () => void openHowToPlay({ name: view.title, full: view.full, players: view.players }, true)),
    item("keys", "rules", "Shortcuts", () => void openKeys()),
    item("settings", "gear", "Settings…", () => void openSettings()),
    h("a", { href: "/", role: "menuitem", data: { test: "home" } }, icon("back"), "All games"),
  ].filter((one) => one !== false);
}

/** Links to send to the people invited to the open seats. @param {Session} session */
export function openInvitations(session) {
  const seats = session.seats.filter((seat) => seat.invitation);
  openDialog("invitations-dialog", "Invitation links", [
    h("p", {}, "The first person to use a link gets the seat. Send it to one person only."),
    ...invitationLinks(seats),
    reachNote(),
    h("p.quiet", {}, "Spectators only need the address of the game."),
  ]);
}

/** Ask the others for an undo or a draw. @param {Session} session @param {string} what */
export async function askFor(session, what) {
  const text =
    what === "draw"
      ? "The other side may agree to end the game without a winner."
      : "If the other side agrees, your last decision is undone, with the dice that followed it.";
  if (!(await sure(`ask-${what}`, what === "draw" ? "Offer a draw?" : "Ask for an undo?", text, "Ask"))) return;
  const answer = await session.send("ask", { what });
  if (answer.ok) {
    if (what === "undo") diceOf(session).agree(answer.data.asked?.to ?? answer.data.count);
    session.notice("The other side has been asked.");
    await session.refresh();
  }
}

/** @param {Session} session */
async function resign(session) {
  if (!(await sure("resign-sure", "Resign?", "The game ends and the other side wins.", "Resign"))) return;
  const answer = await session.send("resign");
  if (answer.ok) await session.refresh();
}
