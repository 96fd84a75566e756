// A title in the list of games: its map, what the fight is about, and one click to play.

import { button, fill, h, icon, named } from "../dom.js";
import { openDialog } from "../dialogs/dialog.js";
import { newGame } from "../dialogs/newgame.js";
import { openCards } from "../panel/rule_cards.js";
import { choice } from "../state/settings.js";
import { openHowToPlay } from "./how_to_play.js";
import { begin, preset, remember } from "./starting.js";

/** @typedef {import("../state/types.js").TitleCard} TitleCard */
/** @typedef {{levels: Record<string, string>, takes: Record<string, string>, version: string, newcomer: boolean}} Around */

const SCALE = 5; // of complexity
const ALONE = ["", "Poor alone", "Fair alone", "Fair alone", "Good alone", "Very good alone"];

/** The URL of a title's thumbnail. @param {string} title @param {string} version */
export const thumbnail = (title, version) =>
  `/api/titles/${title}/thumbnail.svg?theme=${document.documentElement.dataset.theme ?? "light"}&v=${version}`;

/**
 * A part of a title's map, as its introduction frames it.
 * @param {TitleCard} title
 * @param {string} version
 */
export function mapPicture(title, version) {
  const { x, y, zoom } = title.introduction.crop;
  const picture = h("img", { src: thumbnail(title.name, version), alt: "", loading: "lazy", decoding: "async" });
  picture.style.setProperty("--x", `${100 * x}%`);
  picture.style.setProperty("--y", `${100 * y}%`);
  picture.style.setProperty("--zoom", String(zoom));
  return h("span.title-map", {}, picture);
}

/** Minutes in words. @param {number} minutes */
export const long = (minutes) =>
  minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(minutes % 60 ? 1 : 0).replace(".5", "½")} hours`;

/** Complexity as dots. @param {number} value */
function dots(value) {
  const text = `Complexity ${value} of ${SCALE}`;
  const all = Array.from({ length: SCALE }, (_, n) => h("i", { class: n < value ? "on" : "" }));
  return h("span.dots", { role: "img", "aria-label": text, title: text }, h("span", { "aria-hidden": "true" }, "Complexity"), all);
}

/**
 * @param {TitleCard} title
 * @param {Around} around
 * @param {boolean} first whether newcomers should start with it
 */
export function titleCard(title, around, first) {
  const start = preset(title, around.newcomer);
  const said = title.introduction;
  const wrong = h("p.wrong", { role: "alert", data: { test: `wrong-${title.name}` } });
  const length = h("b");
  const about = h("p.quiet.scenario-text");
  const describe = () => {
    const scenario = said.scenarios?.[start.scenario];
    fill(length, scenario ? long(scenario.minutes) : "");
    fill(about, scenario?.text ?? "");
  };
  /** Change a preset, and remember it. @param {Partial<typeof start>} some */
  const change = (some) => {
    Object.assign(start, some);
    remember(title.name, some);
    describe();
  };
  const run = async (/** @type {HTMLButtonElement} */ pressed, /** @type {"computer" | "invite"} */ against) => {
    pressed.disabled = true;
    wrong.textContent = await begin(title, start, against);
    pressed.disabled = false;
  };
  describe();
  const play = button(`play-${title.name}`, "Play the computer", () => void run(play, "computer"), { class: "button primary" });
  const invite = button(`invite-${title.name}`, "Invite a friend", () => void run(invite, "invite"));
  const players = title.players ?? [];
  const sides = /** @type {[string, string][]} */ ([...players.map((side) => [side, named(side)]), ["random", "Random"]]);
  const levels = /** @type {[string, string][]} */ (Object.keys(around.levels).filter((name) => name !== "random").map((name) => [name, named(name)]));
  return h(
    "article.title",
    { class: first ? "title first" : "title", "aria-labelledby": `name-${title.name}`, data: { title: title.name } },
    h(
      "div.title-top",
      {},
      mapPicture(title, around.version),
      h("div.title-tags", {}, first && h("span.title-tag.start-here", {}, "Start here"), said.edition && h("span.title-tag", {}, said.edition)),
    ),
    h(
      "div.title-words",
      {},
      h("div.title-head", {}, h("h2.title-name", { id: `name-${title.name}` }, title.full),
        button(`title-${title.name}`, icon("gear", 18), () => openMaker(title, around), {
          class: "button plain icon-only",
          title: "Scenario, options and seats",
          "aria-label": `${title.full}: scenario, options and seats`,
        })),
      h("p.title-about", {}, said.fight || title.about),
      h("p.title-facts", {}, length, said.complexity ? dots(said.complexity) : "", said.solitaire ? h("span", {}, ALONE[said.solitaire]) : "", title.fogged && h("span", {}, "Hidden units")),
      Object.keys(title.scenarios ?? {}).length > 1 && scenarioRow(title, start.scenario, (scenario) => change({ scenario })),
      about,
      presetRow(`side-${title.name}`, "You play", sides, start.side, (side) => change({ side })),
      levels.length > 0 && presetRow(`computer-${title.name}`, "Computer", levels, start.level, (level) => change({ level })),
      wrong,
      h(
        "div.title-foot",
        {},
        play,
        invite,
        title.guide > 0 && button(`learn-${title.name}`, [icon("rules", 18), "How to play"], () => void openHowToPlay({ name: title.name, full: title.full, players }), { class: "button plain" }),
      ),
    ),
  );
}

/** @param {TitleCard} title @param {string} chosen @param {(scenario: string) => void} picked */
function scenarioRow(title, chosen, picked) {
  const id = `scenario-${title.name}`;
  const list = /** @type {HTMLSelectElement} */ (
    h(
      "select.field",
      { id, data: { test: id }, onchange: () => picked(list.value) },
      Object.entries(title.scenarios ?? {}).map(([name, words]) => h("option", { value: name }, words || named(name))),
    )
  );
  list.value = chosen;
  return h("div.preset", {}, h("label.label", { for: id }, "Scenario"), list);
}

/**
 * A row of the card: a label and a choice.
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {(value: string) => void} picked
 */
function presetRow(name, label, values, chosen, picked) {
  const row = choice(name, label, values, chosen, picked);
  row.classList.add("preset");
  return row;
}

/** The whole form for a new game. @param {TitleCard} title @param {Around} around */
export function openMaker(title, around) {
  const form = h("div.maker");
  const stop = openCards(title.name, null);
  newGame(form, title, around.levels, around.takes, preset(title, around.newcomer));
  openDialog("maker", `New game of ${title.full}`, form, { onclose: stop });
}

/** A map without rules yet. @param {TitleCard} title @param {string} version */
export function mapOnly(title, version) {
  return h(
    "div.title.coming",
    { data: { title: title.name } },
    mapPicture(title, version),
    h("div.title-words", {}, h("h2.title-name", {}, title.full), h("p.title-about", {}, title.introduction.fight || title.about)),
    button(`title-${title.name}`, "Look at the map", () => openMap(title)),
  );
}

/** @param {TitleCard} title */
function openMap(title) {
  const theme = document.documentElement.dataset.theme ?? "light";
  openDialog(
    "map-dialog",
    title.full,
    [
      h("p", {}, `${title.about} The rules are not available yet; this is its map.`),
      h("img.map-whole", { src: `/api/titles/${title.name}/map.svg?live=false&theme=${theme}`, alt: `Map of ${title.full}` }),
    ],
    { wide: true },
  );
}
