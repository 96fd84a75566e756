// The end of a game: the score with its cases, its course, luck, the fiercest battles, and what the fog hid.

import { button, chip, fill, h, icon, named } from "../dom.js";
import { learn, portrait } from "../board/stacks.js";
import { api, query } from "../net/api.js";
import { go } from "../main.js";
import { playbackOf } from "../state/playback.js";
import { placeName } from "../state/words.js";
import { bars, lines } from "./closing_charts.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Closing} Closing */
/** @typedef {import("../state/types.js").Fought} Fought */

const ENOUGH = 5; // battles that make a chart of luck
const MOST = 18; // units shown when the fog lifts

/**
 * @param {HTMLElement} frame of the game
 * @param {Session} session
 */
export function mountClosing(frame, session) {
  const page = h("section.closing", { hidden: true, tabindex: "-1", "aria-label": "The end of the game", data: { test: "closing" } });
  /** @type {HTMLElement} */ (frame.querySelector("#map")).after(page);
  let shown = false; // opened by itself once
  const open = async () => {
    shown = true;
    const answer = await api.get(`${session.path}/closing${query({ as: session.side })}`);
    if (!answer.ok) return session.notice(answer.message);
    fill(page, ...write(session, answer.data, () => (page.hidden = true)));
    page.hidden = false;
    page.focus({ preventScroll: true });
  };
  const look = () => {
    if (!session.view.over || !session.live) page.hidden = true;
    else if (!shown && !playbackOf(session).open) void open();
  };
  session.addEventListener("view", look);
  session.addEventListener("closing", () => void open());
  playbackOf(session).addEventListener("change", look);
  look();
}

/** @param {Session} session @param {Closing} data @param {() => void} close @returns {(HTMLElement | null)[]} */
function write(session, data, close) {
  const { view } = session;
  const me = view.you.length === 1 ? String(view.you[0]) : String(view.players[0]);
  const fought = data.battles.filter((one) => one.luck !== null);
  return [
    h("header.closing-head", {}, h("h2", {}, "The game is over"), h("span.quiet", {}, `${view.full} · ${data.turns.length} ${data.turns.length === 1 ? "turn" : "turns"}${view.you.length === 1 ? ` · you played ${named(me)}` : ""}`),
      button("closing-close", [icon("eye", 18), "Look at the board"], close, { class: "button" })),
    score(session, data, me),
    h("div.closing-charts", {},
      ...(data.turns.length > 1 ? [card("Points by turn", "had it ended that turn", lines(view.players, data.turns, "points")), card("Ground held, %", "", lines(view.players, data.turns, "ground", 100)), card("Steps lost in battle", "", lines(view.players, data.turns, "lost"))] : []),
      card("Luck, battle by battle", `dice against what the odds foretold, for ${named(me)}`,
        fought.length < ENOUGH ? h("p", {}, `${fought.length} ${fought.length === 1 ? "battle" : "battles"}: too few to speak of luck.`) : bars(session, fought, me),
        h("p.luck-sum", { data: { test: "closing-luck" } }, ...view.players.map((side, n) => h("span", {}, h("i.who", { data: { n: String(n) } }), ` ${named(side)} dice: ${luckWords(data.luck[side] ?? 0)}`)))),
      data.fiercest.length > 0 && card("The fiercest battles", "by steps lost", h("ol.fierce", {}, ...data.fiercest.map((one) => battle(session, one, me)))),
      data.lifted.length > 0 && lifted(session, data)),
  ].filter((one) => one !== null);
}

/** @param {string} title @param {string} small @param {...import("../dom.js").Child} parts */
const card = (title, small, ...parts) => h("section.closing-card", {}, h("h3.caption", {}, h("span", {}, title), small && h("small", {}, small)), ...parts);

/** Luck in words: how much better or worse than even. @param {number} luck */
const luckWords = (luck) => `${luck > 0.05 ? "good" : luck < -0.05 ? "bad" : "even"} (${luck > 0 ? "+" : luck < 0 ? "−" : ""}${Math.round(Math.abs(luck) * 100)})`;

/** Who won, by how much and why, and what to do next. @param {Session} session @param {Closing} data @param {string} me */
function score(session, data, me) {
  const { view } = session;
  const { outcome, ending, you } = view;
  const winner = ending ? ending.winner : outcome?.winner ?? "";
  const level = ending ? (ending.how === "drawn" ? "Drawn by agreement" : `${named(winner)} wins by resignation`) : `${outcome?.winner ? named(outcome.winner) : "Nobody"} wins${outcome?.level ? `: ${outcome.level}` : ""}`;
  const items = you.length === 1 ? (winner === me ? "You win" : winner ? "You lose" : "Nobody wins") : "";
  const row = (/** @type {Closing["score"][number]} */ one) => h("li", {}, chip(one.cite), h("span", {}, one.text), h("b", { class: `side-${view.players.indexOf(one.side)}` }, `${named(one.side)} ${one.points > 0 ? "+" : ""}${one.points}`));
  const totals = view.players.filter((side) => typeof data.points[side] === "number");
  return h("section.closing-score.closing-card", { data: { test: "closing-score" } },
    items && h("p.who-line", {}, h("i.who", { data: { n: String(view.players.indexOf(winner)) } }), items),
    h("h3.serif", {}, level),
    h("ul.score-lines", {}, ...data.score.map(row), totals.length > 0 && h("li.score-total", {}, h("span", {}), h("b", {}, ending ? "Points as they stood" : "Points"), h("b", {}, totals.map((side) => `${named(side)} ${data.points[side]}`).join(" · ")))),
    !ending && data.verdict.length > 0 && h("ul.score-lines", {}, ...data.verdict.slice(-4).map((line) => h("li", {}, line.cite ? chip(line.cite) : h("span", {}), h("span", {}, line.text)))),
    h("div.closing-next", {},
      you.length > 0 && button("closing-swap", ["Rematch, swap sides"], () => void rematch(session, true), { class: "button primary" }),
      you.length > 0 && button("closing-rematch", "Rematch, same sides", () => void rematch(session, false)),
      ending && you.length > 0 && button("closing-play-on", "Play on", () => void playOn(session)),
      button("closing-replay", [icon("replay", 18), "Replay"], () => session.tell("replay", { from: 0 }))));
}

/** @param {Session} session @param {boolean} swap */
async function rematch(session, swap) {
  const answer = await session.send("rematch", { swap });
  if (answer.ok) void go(`/game/${answer.data.id}`);
}

/** Continue from the position in which the game was given up, with the same opponents. @param {Session} session */
async function playOn(session) {
  const seats = Object.fromEntries(session.seats.map((seat) => [seat.side, seat.computer ? `computer:${seat.computer}` : "me"]));
  const answer = await session.send("fork", { at: session.count, seats });
  if (answer.ok) void go(`/game/${answer.data.id}`);
}

/** @param {Session} session @param {Fought} one @param {string} me */
function battle(session, one, me) {
  const luck = (one.luck ?? 0) * (one.side === me ? 1 : -1);
  const lost = session.view.players.filter((side) => one.lost[side]).map((side) => `${named(side)} ${one.lost[side]}`).join(", ");
  return h("li", {}, h("p.serif", {}, one.places.map((place) => placeName(session, place)).join(", ")),
    h("p.quiet", {}, `Turn ${one.turn} · ${named(one.side)} attacks at ${one.column}${one.dice.length ? `, die ${one.dice[0]}` : ""}${one.result ? `: ${one.result}` : ""}`),
    h("p", {}, lost ? `Steps lost: ${lost}` : "No losses", one.luck === null ? "" : h("span.luck-tag", {}, luck > 0.34 ? "Lucky" : luck < -0.34 ? "Unlucky" : "As expected")),
    button("closing-watch", "Watch it", () => void playbackOf(session).review(one.n, one.end), { class: "link", "aria-label": `Watch the battle of ${one.places.join(", ")}` }));
}

/** @param {Session} session @param {Closing} data */
function lifted(session, data) {
  const defs = document.querySelector("#map .layer")?.querySelector("defs:nth-of-type(2)");
  const units = data.lifted.slice(0, MOST);
  if (defs instanceof SVGElement) learn(defs, Object.fromEntries(units.flatMap((one) => [[one.look, one.face], [one.seen, one.back]])));
  return card("The fog lifts", `${data.lifted.length} ${data.lifted.length === 1 ? "unit" : "units"} you did not see`, h("ul.lifted", {}, ...units.map((one) => h("li", {}, portrait(one.seen, 30), h("span", { "aria-hidden": "true" }, "→"), portrait(one.look, 42), h("span", {}, h("b", {}, one.name), h("small", {}, placeName(session, one.place)))))), data.lifted.length > MOST && h("p.quiet", {}, `and ${data.lifted.length - MOST} more; all are on the board now.`));
}
