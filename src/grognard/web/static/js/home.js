// The home page: the game to continue, the titles with one click to play, maps to look at.

import { api, lasting } from "./net/api.js";
import { button, fill, h, icon, steady } from "./dom.js";
import { openHowToPlay } from "./home/how_to_play.js";
import { drawGames, due } from "./home/my_games.js";
import { isNewcomer, openStarted } from "./home/starting.js";
import { mapOnly, titleCard } from "./home/title_card.js";
import { notice } from "./main.js";
import { favicon } from "./panel/topbar.js";
import { brand, openSettings, themeButton } from "./state/settings.js";

/** @typedef {import("./state/types.js").TitleCard} TitleCard */
/** @typedef {import("./state/types.js").Summary} Summary */

const NUMBERS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
const REFRESH = 10_000; // milliseconds between looks at my games

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
  const version = found?.version ?? "";
  /** @type {TitleCard[]} */
  const titles = found?.titles ?? [];
  /** @type {Summary[]} */
  let games = mine.ok ? mine.data.games : [];
  const strip = h("section.mine", { "aria-labelledby": "mine-title", data: { test: "mine" } });
  const grid = h("ul.shelf", { "aria-label": "Titles", data: { test: "titles" } });
  const maps = h("section.maps", { "aria-labelledby": "maps-title" });
  const refresh = async () => {
    const again = await api.get("/api/games");
    if (!again.ok) return;
    games = again.data.games;
    steady(strip, drawMine);
  };
  const drawMine = () => {
    drawGames(strip, games, { version, changed: refresh });
    learn.hidden = games.length > 0;
    const waiting = games.filter((game) => !game.archived && due(game)).length;
    favicon(waiting > 0);
    document.title = waiting ? `(${waiting}) Grognard` : "Grognard";
  };
  const drawTitles = () => {
    const around = { levels: found?.levels ?? {}, takes: found?.takes ?? {}, version, newcomer: isNewcomer(games) };
    const [playable, others] = [titles.filter((title) => title.playable), titles.filter((title) => !title.playable)];
    fill(
      grid,
      playable.map((title, n) => h("li", {}, titleCard(title, around, n === 0 && around.newcomer))),
    );
    maps.hidden = !others.length;
    fill(
      maps,
      h("h2", { id: "maps-title" }, "Maps to look at ", h("span.quiet", {}, "Their rules are on the way.")),
      h(
        "ul.shelf.small",
        {},
        others.map((title) => h("li", {}, mapOnly(title, version))),
      ),
    );
  };
  const count = titles.length;
  const first = titles.find((title) => title.playable && title.guide > 0);
  const learn = h("p.learn-first", {}, first && button("learn-first", [icon("rules", 18), `Learn by playing: ${first.full}, ${first.guide} minutes`], () => void openHowToPlay({ name: first.name, full: first.full, players: first.players ?? [] }), { class: "button" }));
  fill(
    app,
    h(
      "div.home",
      { data: { test: "home" } },
      h("header.topbar", {}, brand(), h("span.spacer", {}), openFile(), settingsButton(me), themeButton()),
      h(
        "main.home-main",
        {},
        strip,
        h("div.home-head", {}, h("h1", {}, `${NUMBERS[count] ?? count} ${count === 1 ? "game" : "games"}, played by the book`), learn),
        h(
          "p.lead",
          {},
          "One click and you play; the computer sets up for both of you. Every move is checked against the rules: ask any hex ",
          h("em", {}, "why not?"),
          " and the rulebook's case answers.",
        ),
        grid,
        maps,
      ),
    ),
  );
  drawMine();
  drawTitles();
  const pressed = (/** @type {KeyboardEvent} */ event) => onKey(event, strip, grid);
  document.addEventListener("settings", drawTitles);
  document.addEventListener("keydown", pressed);
  const timer = window.setInterval(() => void (document.hidden || refresh()), REFRESH);
  return () => {
    clearInterval(timer);
    favicon(false);
    document.removeEventListener("settings", drawTitles);
    document.removeEventListener("keydown", pressed);
  };
}

/** Enter continues the game on top, a number goes to a title. @param {KeyboardEvent} event @param {HTMLElement} strip @param {HTMLElement} grid */
function onKey(event, strip, grid) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target instanceof Element && event.target.closest("input, select, textarea, button, a")) return;
  if (event.key === "Enter") /** @type {HTMLElement | null} */ (strip.querySelector('[data-test="continue"]'))?.click();
  if (/^[1-9]$/.test(event.key))
    /** @type {HTMLElement | null} */ (grid.children[Number(event.key) - 1]?.querySelector(".button.primary"))?.focus();
}

/** @param {Awaited<ReturnType<typeof api.get>>} me */
function settingsButton(me) {
  const name = me.ok && me.data.name ? me.data.name : "Settings";
  return button("settings", [icon("person"), h("span.word", {}, name)], () => void openSettings(), { class: "button plain", "aria-label": `Settings of ${name}` });
}

/** Continue from a record or position in a file. */
function openFile() {
  const file = /** @type {HTMLInputElement} */ (
    h("input.hush", {
      type: "file",
      accept: ".txt,.rec,.pos,text/plain",
      tabindex: "-1",
      "aria-label": "A record or position",
      data: { test: "open-file" },
      onchange: async () => {
        const chosen = file.files?.[0];
        if (!chosen) return;
        const answer = await api.post("/api/games", { text: await chosen.text() });
        file.value = "";
        if (answer.ok) await openStarted(answer.data);
        else notice(`${chosen.name}: ${answer.message}`);
      },
    })
  );
  return h(
    "span",
    {},
    button("open-file-pick", [icon("upload", 18), h("span.word", {}, "Open a file")], () => file.click(), {
      class: "button plain",
      "aria-label": "Open a file: a record or position",
    }),
    file,
  );
}
