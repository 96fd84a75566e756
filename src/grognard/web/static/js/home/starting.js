// What a person chose for a title the last time, and starting a game with one click.

import { api } from "../net/api.js";
import { h, named } from "../dom.js";
import { invitationLinks, openDialog, reachNote } from "../dialogs/dialog.js";
import { go } from "../main.js";
import { store, stored } from "../state/stored.js";

/** @typedef {import("../state/types.js").TitleCard} TitleCard */
/** @typedef {import("../state/types.js").Summary} Summary */
/** @typedef {{side: string, level: string, scenario: string}} Start */

const KEY = "grognard.starts";
const NEWCOMER = "recruit";
const USUAL = "regular";
/** The level that places the units of a player who starts with one click. */
export const SETS_UP = "regular";

/**
 * What is preset for a title: the last choices, else what the title suggests; newcomers meet the easiest level.
 * @param {TitleCard} title
 * @param {boolean} newcomer
 * @returns {Start}
 */
export function preset(title, newcomer) {
  const players = title.players ?? [];
  const said = title.introduction;
  return {
    side: said.side || players[0] || "",
    level: newcomer ? NEWCOMER : USUAL,
    scenario: said.scenario || Object.keys(title.scenarios ?? {})[0] || "",
    ...stored(KEY)[title.name],
  };
}

/** Remember the choices for a title. @param {string} title @param {Partial<Start>} some */
export function remember(title, some) {
  const all = stored(KEY);
  store(KEY, { ...all, [title]: { ...all[title], ...some } });
}

/** Has this person finished no game yet? @param {Summary[]} games */
export const isNewcomer = (games) => !games.some((game) => game.over && game.you.length > 0);

/**
 * Start a game against the computer, or with an open seat for a friend; the answer is what went wrong, if anything.
 * @param {TitleCard} title
 * @param {Start} start
 * @param {"computer" | "invite"} against
 * @returns {Promise<string>}
 */
export async function begin(title, start, against) {
  const players = title.players ?? [];
  const mine = players.includes(start.side) ? start.side : (players[Math.floor(Math.random() * players.length)] ?? "");
  const other = against === "invite" ? "invite" : `computer:${start.level}`;
  const answer = await api.post("/api/games", {
    title: title.name,
    scenario: start.scenario,
    seats: Object.fromEntries(players.map((side) => [side, side === mine ? "me" : other])),
    set_up: SETS_UP,
  });
  if (!answer.ok) return answer.message;
  await openStarted(answer.data);
  return "";
}

/** Open a game that has just been created, with the links for its open seats. @param {any} game */
export async function openStarted(game) {
  await go(`/game/${game.id}`);
  const open = game.seats.filter((/** @type {any} */ seat) => seat.invitation);
  if (!open.length) return;
  const me = await api.get("/api/me");
  const seen = me.ok && me.data.name ? ` Your friend will see your name as ${me.data.name}; you can change it in the settings.` : "";
  openDialog("invitations-dialog", "Invite", [
    h("p", {}, `The game is ready. Send ${open.length > 1 ? "each link" : "this link"} to the person you want to play ${open.map((/** @type {any} */ seat) => named(seat.side)).join(" and ")}. You can find it again in the menu.${seen}`),
    ...invitationLinks(open),
    reachNote(),
  ]);
}
