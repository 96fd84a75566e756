// My games: the one to continue, the others, and the archive.

import { api } from "../net/api.js";
import { button, fill, h, named } from "../dom.js";
import { openDialog } from "../dialogs/dialog.js";
import { clock } from "../panel/chat.js";
import { go } from "../main.js";
import { standing } from "../board/scene.js";
import { thumbnail } from "./title_card.js";

/** @typedef {import("../state/types.js").Summary} Summary */
/** @typedef {{version: string, changed: () => Promise<void>}} Around */

const SHOWN = 3; // games beside the one to continue
const TAKE_BACK = 8000; // milliseconds in which a deletion can be undone

/** Is it my decision? @param {Summary} game */
export const due = (game) => !game.over && game.you.includes(game.decider);

/** My games, those that wait for me first, then the running ones, then the finished ones. @param {Summary[]} games */
function ranked(games) {
  const rank = (/** @type {Summary} */ game) => (game.over ? 2 : due(game) ? 0 : 1);
  return [...games].sort((a, b) => rank(a) - rank(b) || (b.moved ?? b.created) - (a.moved ?? a.created));
}

/**
 * The strip on top of the page: the game to continue, and the next ones.
 * @param {HTMLElement} element
 * @param {Summary[]} games
 * @param {Around} around
 */
export function drawGames(element, games, around) {
  const listed = ranked(games.filter((game) => !game.archived));
  const [next, ...others] = listed;
  element.hidden = !games.length;
  element.classList.toggle("plain", !next || next.over);
  if (!games.length) return fill(element);
  fill(element, next && !next.over && continueCard(next), otherGames(next && !next.over ? others : listed, games, around));
}

/** @param {Summary} game */
function continueCard(game) {
  const open = () => void go(`/game/${game.id}`);
  return h(
    "div.continue",
    { data: { test: "continue-game", id: game.id } },
    standingOf(game),
    h(
      "div.continue-words",
      {},
      h("p.caption.due-caption", {}, due(game) ? "Continue · your move" : "Continue"),
      h("h2", {}, [game.full, game.now.split(",")[0]].filter(Boolean).join(", ")),
      h("p", {}, lastMove(game)),
      h("p.quiet.players", {}, seats(game), h("span", {}, `${game.count} action${game.count === 1 ? "" : "s"}, last ${ago(game.moved ?? game.created)}`)),
      h("div.row", {}, button("continue", ["Continue", h("kbd", { "aria-hidden": "true" }, "↵")], open, { class: "button primary" }),
        game.count > 0 && game.you.length < game.players.length && button("see-again", "See the last turn again", () => void go(`/game/${game.id}?again`), { class: "button" })),
    ),
  );
}

/** The last picture drawn: the list is drawn again every few seconds. @type {{of: string, element: HTMLElement} | null} */
let pictured = null;

/** Where a game stands, in small. @param {Summary} game */
function standingOf(game) {
  const of = `${game.id} ${game.version} ${document.documentElement.dataset.theme}`;
  if (pictured?.of !== of) pictured = { of, element: standing(game.id, 2.2) };
  return pictured.element;
}

/** @param {Summary} game */
function seats(game) {
  return game.seats.map((seat, n) =>
    h("span", {}, h("i.who", { data: { n: String(n) } }), " ", h("b", {}, named(seat.side)), ` ${seat.you || game.you.includes(seat.side) ? "you" : seat.computer ? `computer, ${seat.computer}` : seat.taken ? seat.name || "a player" : "open seat"}`),
  );
}

/** @param {Summary[]} games @param {Summary[]} all @param {Around} around */
function otherGames(games, all, around) {
  const waiting = all.filter((game) => !game.archived && due(game)).length;
  return h(
    "div.other-games",
    {},
    h(
      "div.row.between",
      {},
      h("h2.caption", { id: "mine-title" }, games.length === all.length ? "My games" : "Other games"),
      waiting > 1 && h("span.quiet", {}, h("b.due-count", {}, String(waiting)), " waiting for you"),
      button("all-games", `All ${all.length}`, () => openAll(all, around), { class: "button plain small" }),
    ),
    h(
      "ul.games",
      {},
      games.slice(0, SHOWN).map((game) => h("li", {}, gameRow(game, around.version))),
    ),
  );
}

/** All games, with the archive. @param {Summary[]} games @param {Around} around */
function openAll(games, around) {
  const list = h("ul.games.all");
  const draw = () =>
    fill(
      list,
      [...ranked(games.filter((game) => !game.archived)), ...ranked(games.filter((game) => game.archived))].map((game) =>
        h(
          "li.with-tools",
          { class: game.archived ? "with-tools archived" : "with-tools" },
          gameRow(game, around.version),
          h(
            "span.game-tools",
            {},
            button("archive", game.archived ? "Restore" : "Archive", () => void archive(game), { class: "button small plain" }),
            game.owner && !game.seats.some((seat) => seat.taken && !game.you.includes(seat.side)) && button("delete", "Delete", () => remove(game), { class: "button small plain danger" }),
          ),
        ),
      ),
    );
  const archive = async (/** @type {Summary} */ game) => {
    const answer = await api.post(`/api/games/${game.id}/archive`, { archived: !game.archived });
    if (!answer.ok) return;
    game.archived = !game.archived;
    draw();
    await around.changed();
  };
  const remove = (/** @type {Summary} */ game) => {
    const at = games.indexOf(game);
    games.splice(at, 1);
    draw();
    forgetLater(
      game,
      async () => void ((await api.remove(`/api/games/${game.id}`)).ok && (await around.changed())),
      () => {
        games.splice(at, 0, game);
        draw();
      },
    );
  };
  draw();
  openDialog("all-games-dialog", "My games", [list], { wide: true });
}

/**
 * Delete a game after a few seconds in which it can be undone; leaving the page keeps the game.
 * @param {Summary} game
 * @param {() => Promise<void>} done
 * @param {() => void} undone
 */
function forgetLater(game, done, undone) {
  const dialog = document.querySelector('dialog[data-test="all-games-dialog"] .card-body');
  const timer = setTimeout(() => {
    line.remove();
    void done();
  }, TAKE_BACK);
  const line = h(
    "p.taken-back",
    { role: "status" },
    `${game.full} will be deleted. `,
    button(
      "delete-undo",
      "Undo",
      () => {
        clearTimeout(timer);
        line.remove();
        undone();
      },
      { class: "button small" },
    ),
  );
  dialog?.prepend(line);
}

/** @param {number} at seconds since 1970 */
const ago = (at) => (Date.now() / 1000 - at < 60 ? "just now" : `${since(at)} ago`);

/** For how long. @param {number} at seconds since 1970 */
function since(at) {
  const minutes = Math.max(0, (Date.now() / 1000 - at) / 60);
  return minutes < 60
    ? `${Math.round(minutes)} min`
    : minutes < 60 * 48
      ? `${Math.round(minutes / 60)} h`
      : `${Math.round(minutes / 1440)} d`;
}

/** @param {Summary} game */
const lastMove = (game) =>
  game.last ? (game.last.lines[0]?.text ?? `${named(game.last.side)}: ${game.last.action}`) : "Nothing has been played yet.";

/** How a game ended, in a few words. @param {Summary} game */
function ended(game) {
  const others = game.players.some((side) => !game.you.includes(side));
  const winner = game.ending?.winner || game.outcome?.winner || "";
  if (game.ending?.how === "drawn") return "drawn";
  if (!winner) return "finished";
  return others && game.you.length ? (game.you.includes(winner) ? "won" : "lost") : `${named(winner)} won`;
}

/** @param {Summary} game @param {string} version */
function gameRow(game, version) {
  const others = game.seats.filter((seat) => !game.you.includes(seat.side));
  const against = others.length
    ? `vs. ${others.map((seat) => (seat.computer ? `computer, ${seat.computer}` : seat.taken ? seat.name || "a player" : "an open seat")).join(", ")}`
    : "you play all sides";
  return h(
    "a.game-row",
    { href: `/game/${game.id}`, data: { test: "game", id: game.id } },
    h("img", { src: thumbnail(game.title, version), alt: "", loading: "lazy" }),
    h(
      "span.game-words",
      {},
      h("b.serif", {}, game.full),
      h(
        "span",
        {},
        [
          game.over ? game.level || game.now.split(",")[0] : game.now.split(" of ")[0],
          !game.over && game.decider && `${named(game.decider)} decides`,
        ]
          .filter(Boolean)
          .join(" · "),
      ),
      h("span.quiet", {}, `${against} · ${game.count} action${game.count === 1 ? "" : "s"}`),
    ),
    h(
      "span.tag",
      { class: due(game) ? "tag due" : "tag" },
      game.over
        ? ended(game)
        : due(game)
          ? "your move"
          : game.decider === "chance"
            ? "dice"
            : others.some((seat) => !seat.taken && !seat.computer)
              ? "seat open"
              : `waiting ${since(game.moved ?? game.created)}`,
    ),
    h("span.hush", {}, `started ${clock(game.created)}`),
  );
}
