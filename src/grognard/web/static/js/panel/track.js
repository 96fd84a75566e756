// The turn track under the map: every turn with its arrivals; a click shows the board at the start of the turn.

import { lasting } from "../net/api.js";
import { fill, h, named, steady } from "../dom.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {{turn: number, date: string, comes: {side: string, text: string}[]}} Turn */

/**
 * @param {HTMLElement} element
 * @param {Session} session
 */
export async function mountTrack(element, session) {
  /** @type {Turn[]} */
  let turns = [];
  const draw = () =>
    steady(element, () =>
      fill(
        element,
        score(session),
        h(
          "ol.turns",
          {},
          turns.map((turn) => box(session, turn)),
        ),
      ),
    );
  const follow = () => {
    const here = element.querySelector("[aria-current]");
    const list = here?.parentElement;
    if (!(here instanceof HTMLElement) || !here.offsetParent || !list) return;
    const ahead = here.getBoundingClientRect().left - list.getBoundingClientRect().left;
    list.scrollTo({ left: list.scrollLeft + ahead - 90, behavior: "auto" });
  };
  session.addEventListener("view", () => {
    draw();
    follow();
  });
  session.addEventListener("log", draw);
  turns = await allTurns(session);
  draw();
  follow();
}

/** The turn of the position in view. @param {Session} session */
export function turnOf(session) {
  const { scalars, now } = session.view;
  return typeof scalars.turn === "number" ? scalars.turn : Number(/\d+/.exec(now)?.[0] ?? 0);
}

/** @param {string} now */
const numberIn = (now) => Number(/\d+/.exec(now)?.[0] ?? 0);

/** @param {Session} session @returns {Promise<Turn[]>} */
async function allTurns(session) {
  const found = await lasting(`/api/titles/${session.view.sheet ?? session.view.title}/charts`);
  const chart = found?.charts?.find((/** @type {any} */ one) => one.columns[0] === "turn");
  if (!chart) return [];
  return chart.rows.map((/** @type {any[]} */ row) => ({
    turn: Number(row[0].text),
    date: row[1].text,
    comes: row
      .slice(2)
      .map((cell, n) => ({ side: chart.columns[n + 2], text: cell.text }))
      .filter((one) => one.text),
  }));
}

/** @param {Session} session @param {Turn} turn */
function box(session, turn) {
  const now = turnOf(session);
  const first = session.log.find((entry) => entry.now.startsWith(`${turn.date} `) || numberIn(entry.now) === turn.turn);
  const begin = first ? first.n : null;
  const state = turn.turn === now ? "now" : turn.turn < now ? "past" : "next";
  const comes = turn.comes.map(({ side, text }) => `${named(side)}: ${text}`).join(". ");
  return h(
    "li",
    { class: `turn ${state}`, ...(state === "now" ? { "aria-current": "step" } : {}) },
    h(
      "button",
      {
        type: "button",
        disabled: begin === null,
        title: comes || "Nothing arrives",
        data: { test: `turn-${turn.turn}` },
        onclick: () => begin !== null && session.show(begin),
        "aria-label": `Turn ${turn.turn}, ${turn.date}${comes ? `. ${comes}` : ""}${begin === null ? "" : ". Show its start"}`,
      },
      h("span.turn-head", {}, h("b", {}, String(turn.turn)), h("span", {}, shortDate(turn.date))),
      h(
        "span.turn-comes",
        {},
        turn.comes.map(({ side, text }) =>
          h("span", { class: `comes side-${session.view.players.indexOf(side)}` }, `${named(side)[0]} ${short(text)}`),
        ),
      ),
    ),
  );
}

/** @param {string} date */
function shortDate(date) {
  const found = /^(\d+)(?:\s+(\p{L}{3})\p{L}*)?\s*[-–].*?(\p{L}{3})\p{L}*\s+\d+$/u.exec(date);
  return found ? `${found[1]} ${found[2] ?? found[3]}` : date;
}

const LONG = 5; // letters of a word that is shown whole

/** The counts alone: `4+1`; for a draw with the areas: `3N+2E`. @param {string} text */
function short(text) {
  const parts = text.split("; ").map((all) => {
    const part = all.replace(/ \(.*\)$/, ""); // the details are in the tooltip and in the chart
    if (part.startsWith("draw ")) return part.slice(5).replaceAll(" ", "").replaceAll(",", "+");
    const count = /(\d+) (\p{L}+)/u.exec(part);
    const [word = ""] = part.split(" ");
    if (!count) return word.length > LONG ? `${word.slice(0, 3)}.` : word;
    const kind = count[2] ?? "";
    return kind.startsWith("infantry") || kind.startsWith("unit")
      ? count[1]
      : kind.startsWith("armor")
        ? `${count[1]}A`
        : kind.startsWith("fort")
          ? `${count[1]}F`
          : kind.startsWith("air")
            ? "air"
            : `${count[1]}${kind[0]?.toUpperCase()}`;
  });
  return parts.join("+\u200b"); // a line may end there
}

/** The score and other status texts of the title. @param {Session} session */
function score(session) {
  const rows = Object.entries(session.view.status ?? {});
  return (
    rows.length > 0 &&
    h(
      "dl.score",
      { data: { test: "score" } },
      rows.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))),
    )
  );
}
