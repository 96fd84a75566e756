// The home page: the titles with their maps, my games, and a new game.

import { api, lasting } from "./net/api.js";
import { openCards } from "./panel/rule_cards.js";
import { clock } from "./panel/chat.js";
import { openDialog } from "./dialogs/dialog.js";
import { button, fill, h, icon, named, steady } from "./dom.js";
import { newGame } from "./dialogs/newgame.js";
import { brand, openSettings, themeButton } from "./state/settings.js";
import { favicon } from "./panel/topbar.js";

/** @typedef {import("./state/types.js").TitleCard} TitleCard */
/** @typedef {import("./state/types.js").Summary} Summary */

let version = "";

/** The URL of a title's thumbnail. @param {string} title */
const thumbnail = (title) =>
  `/api/titles/${title}/thumbnail.svg?theme=${document.documentElement.dataset.theme ?? "light"}&v=${version}`;

/**
 * @param {HTMLElement} app
 * @returns {Promise<() => void>}
 */
export async function openHome(app) {
  const [found, mine, me] = await Promise.all([lasting("/api/titles"), api.get("/api/games"), api.get("/api/me")]);
  if (!mine.ok && mine.code === "login") {
    history.replaceState(null, "", "/login");
    const { openLogin } = await import("./dialogs/account.js");
    await openLogin(app);
    return () => {};
  }
  version = found?.version ?? "";
  /** @type {TitleCard[]} */
  const titles = found?.titles ?? [];
  const grid = h("ul.shelf", { "aria-label": "Titles" });
  const games = h("section.mine", { "aria-labelledby": "mine-title", data: { test: "mine" } });
  const maker = h("section.maker", { id: "maker", "aria-label": "New game", data: { test: "maker" } });
  let stop = () => {};
  /** @param {TitleCard} title */
  const choose = (title) => {
    for (const one of grid.querySelectorAll(".title"))
      one.classList.toggle("picked", one.getAttribute("data-title") === title.name);
    newGame(maker, title, found?.levels ?? {}, found?.takes ?? {});
    stop();
    stop = openCards(title.name, null);
  };
  /** @param {TitleCard} title */
  const pick = (title) => {
    if (!title.playable) return openMap(title);
    choose(title);
    if (matchMedia("(max-width: 68.6875em)").matches) maker.scrollIntoView({ behavior: "smooth", block: "start" });
    /** @type {HTMLElement | null} */ (maker.querySelector("select, input"))?.focus({ preventScroll: true });
  };
  const words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
  fill(
    app,
    h(
      "div.home",
      {},
      h(
        "header.topbar",
        {},
        brand(),
        h("span.spacer", {}),
        button(
          "settings",
          [icon("person"), h("span.word", {}, me.ok && me.data.name ? me.data.name : "Settings")],
          () => void openSettings(),
          { class: "button plain" },
        ),
        themeButton(),
      ),
      h(
        "main.home-main",
        {},
        h(
          "h1",
          {},
          `${words[titles.length] ?? titles.length} ${titles.length === 1 ? "game" : "games"}, played by the book`,
        ),
        h(
          "p.lead",
          {},
          "Every move is checked against the rules. Ask any hex ",
          h("em", {}, "why not?"),
          " and the rulebook's case answers.",
        ),
        grid,
        sourceKey(),
      ),
      h("aside.home-side", {}, games, maker),
    ),
  );
  const drawTitles = () =>
    fill(
      grid,
      titles.map((title) => h("li", {}, titleCard(title, pick))),
    );
  const chosen = () => grid.querySelector(".picked")?.getAttribute("data-title");
  drawTitles();
  drawGames(games, mine.ok ? mine.data.games : []);
  const first = titles.find((title) => title.playable);
  if (first) choose(first);
  const themed = () => {
    const was = chosen();
    drawTitles();
    grid.querySelector(`[data-title="${was}"]`)?.classList.add("picked");
  };
  document.addEventListener("settings", themed);
  const timer = window.setInterval(async () => {
    if (document.hidden) return;
    const again = await api.get("/api/games");
    if (again.ok) steady(games, () => drawGames(games, again.data.games));
  }, 10_000);
  return () => {
    clearInterval(timer);
    stop();
    favicon(false);
    document.removeEventListener("settings", themed);
  };
}

/**
 * @param {TitleCard} title
 * @param {(title: TitleCard) => void} pick
 */
function titleCard(title, pick) {
  const note = /\(([^,)]+)/.exec(title.about)?.[1];
  const about = title.about.replace(/\s*\([^)]*\)/, "").split(/(?<=\.)\s/);
  const scenarios = Object.keys(title.scenarios ?? {}).length;
  const options = Object.keys(title.options ?? {}).length;
  return h(
    "button.title",
    {
      type: "button",
      class: title.playable ? "title" : "title coming",
      onclick: () => pick(title),
      data: { title: title.name, test: `title-${title.name}` },
    },
    h(
      "span.title-map",
      {},
      h("img", { src: thumbnail(title.name), alt: "", loading: "lazy", decoding: "async" }),
      h("span.title-tag", {}, title.playable ? (note ?? "Playable") : "Map only, rules coming later"),
    ),
    h(
      "span.title-words",
      {},
      h("span.title-name", {}, title.full),
      h("span.title-about", {}, about[0] ?? ""),
      about[1] && h("span.title-more", {}, about.slice(1).join(" ")),
      h(
        "span.title-foot",
        {},
        h(
          "span",
          {},
          title.playable
            ? [
                `${scenarios} scenario${scenarios === 1 ? "" : "s"}`,
                options && `${options} option${options === 1 ? "" : "s"}`,
                title.fogged ? "hidden units" : "open",
              ]
                .filter(Boolean)
                .join(" · ")
            : "Look at the map",
        ),
        sourceBar(title.sources),
      ),
    ),
  );
}

const KINDS = /** @type {[string, string][]} */ ([
  ["R", "stated in the rules"],
  ["G", "from geography"],
  ["E", "estimated"],
]);

/** How much of a map is stated, from geography, or estimated. @param {Record<string, Record<string, number>> | undefined} sources */
function sourceBar(sources) {
  if (!sources) return null;
  const sum = (/** @type {string} */ letter) =>
    Object.values(sources).reduce((all, layer) => all + (layer[letter] ?? 0), 0);
  const counts = KINDS.map(([letter, name]) => /** @type {const} */ ([letter, name, sum(letter)]));
  const total = counts.reduce((all, [, , n]) => all + n, 0);
  if (!total) return null;
  const words = counts
    .filter(([, , n]) => n)
    .map(([, name, n]) => `${Math.round((100 * n) / total)} % ${name}`)
    .join(", ");
  return h(
    "span.origins",
    { title: `The map: ${words}`, role: "img", "aria-label": `The map: ${words}` },
    counts
      .filter(([, , n]) => n)
      .map(([letter, , n]) => {
        const part = h("i", { data: { source: letter } });
        part.style.flexGrow = String(n);
        return part;
      }),
  );
}

/** The key to the bars. */
function sourceKey() {
  return h(
    "p.shelf-key",
    {},
    "Where each map comes from:",
    KINDS.map(([letter, name]) =>
      h("span", {}, h("span.origins", { "aria-hidden": "true" }, h("i", { data: { source: letter } })), name),
    ),
  );
}

/** A map without rules yet. @param {TitleCard} title */
function openMap(title) {
  const theme = document.documentElement.dataset.theme ?? "light";
  openDialog(
    "map-dialog",
    title.full,
    [
      h("p", {}, `${title.about} The rules are not available yet; this is its map.`),
      h("img.map-whole", {
        src: `/api/titles/${title.name}/map.svg?live=false&theme=${theme}`,
        alt: `Map of ${title.full}`,
      }),
    ],
    { wide: true },
  );
}

/** @param {HTMLElement} element @param {Summary[]} games */
function drawGames(element, games) {
  const due = (/** @type {Summary} */ game) => !game.over && game.you.includes(game.decider);
  const rank = (/** @type {Summary} */ game) => (game.over ? 2 : due(game) ? 0 : 1);
  const sorted = [...games].sort((a, b) => rank(a) - rank(b) || (b.moved ?? b.created) - (a.moved ?? a.created));
  const waiting = games.filter(due).length;
  favicon(waiting > 0);
  document.title = waiting ? `(${waiting}) Grognard` : "Grognard";
  fill(
    element,
    h(
      "div.row.between",
      {},
      h("h2.caption", { id: "mine-title" }, "My games"),
      waiting > 0 && h("span.quiet", {}, h("b.due-count", {}, String(waiting)), " waiting for you"),
    ),
    sorted.length
      ? h(
          "ul.games",
          {},
          sorted.map((game) => h("li", {}, gameRow(game, due(game)))),
        )
      : h("p.quiet", {}, "None yet. Choose a title to start one."),
  );
}

/** How long ago. @param {number} at seconds since 1970 */
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
  game.last ? (game.last.lines[0]?.text ?? `${named(game.last.side)}: ${game.last.action}`) : "";

/** How a game ended, in a few words. @param {Summary} game */
function ended(game) {
  const others = game.players.some((side) => !game.you.includes(side));
  const winner = game.ending?.winner || game.outcome?.winner || "";
  if (game.ending?.how === "drawn") return "drawn";
  if (!winner) return "finished";
  return others && game.you.length ? (game.you.includes(winner) ? "won" : "lost") : `${named(winner)} won`;
}

/** @param {Summary} game @param {boolean} due */
function gameRow(game, due) {
  const others = game.seats.filter((seat) => !game.you.includes(seat.side));
  const against = others.length
    ? `vs. ${others.map((seat) => (seat.computer ? `computer, ${seat.computer}` : seat.taken ? seat.name || "a player" : "an open seat")).join(", ")}`
    : "you play all sides";
  return h(
    "a.game-row",
    { href: `/game/${game.id}`, data: { test: "game", id: game.id } },
    h("img", { src: thumbnail(game.title), alt: "", loading: "lazy" }),
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
      game.last && h("span.quiet.last", { title: lastMove(game) }, lastMove(game)),
    ),
    h(
      "span.tag",
      { class: due ? "tag due" : "tag" },
      game.over
        ? ended(game)
        : due
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
