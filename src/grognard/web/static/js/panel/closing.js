// The end of a game: the score with its cases, its course, luck, the fiercest battles, and what the fog hid.

import { button, chip, fill, h, icon, named } from "../dom.js";
import { learn, portrait } from "../board/stacks.js";
import { api, lasting, query } from "../net/api.js";
import { go } from "../main.js";
import { playbackOf } from "../state/playback.js";
import { outcomeText, placeName } from "../state/words.js";
import { groundOf, placeIn, scene } from "../board/scene.js";
import { diceCard } from "./verified_dice.js";
import { bars, course, figure, lines, ranged, rolled } from "./closing_charts.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Closing} Closing */
/** @typedef {import("../state/types.js").Fought} Fought */

const ENOUGH = 5; // battles that make a chart of luck
const MOST = 18; // units shown when the fog lifts
const ITEMS = 10; // of the score that are shown before they fold
const NEAR = 4; // hexes from a town after which a battle is named
const UNSKILLED = "random"; // the level that nobody plays for its own sake

/**
 * @param {HTMLElement} frame of the game
 * @param {Session} session
 * @param {Board} board
 */
export function mountClosing(frame, session, board) {
  const page = h("section.closing", { hidden: true, tabindex: "-1", "aria-label": "The end of the game", data: { test: "closing" } });
  /** @type {HTMLElement} */ (frame.querySelector("#map")).after(page);
  let shown = false; // opened by itself once
  const show = (/** @type {boolean} */ on) => {
    page.hidden = !on;
    frame.toggleAttribute("data-closing", on);
  };
  const open = async () => {
    shown = true;
    if (!page.childElementCount) fill(page, ...awaited(session, () => show(false)));
    show(true);
    const [answer, titles] = await Promise.all([api.get(`${session.path}/closing${query({ as: session.side })}`), lasting("/api/titles")]);
    if (!answer.ok) return show(false), session.notice(answer.message);
    const levels = Object.keys(titles?.levels ?? {}).filter((name) => name !== UNSKILLED);
    fill(page, ...write(board, answer.data, levels, () => show(false)));
    page.focus({ preventScroll: true });
  };
  const look = () => {
    if (!session.view.over || !session.live) show(false);
    else if (!shown && !playbackOf(session).open) void open();
  };
  session.addEventListener("view", look);
  session.addEventListener("closing", () => void open());
  playbackOf(session).addEventListener("change", look);
  look();
}

/** How the players ended the game themselves. @param {{winner: string, how?: string} | null | undefined} ending */
const agreed = (ending) => (!ending ? "" : ending.how === "drawn" ? "Drawn by agreement" : `${named(ending.winner)} wins by resignation`);

/** What the points mean when the players ended the game themselves. @param {{winner: string, how?: string}} ending @param {string[]} players */
const stood = (ending, players) => `${ending.how === "drawn" ? "Both sides agreed to a draw" : `${players.filter((side) => side !== ending.winner).map(named).join(" and ")} resigned`}. The points below decided nothing: they show how things stood then.`;

/** What is known before the score is added up. @param {Session} session @param {() => void} close */
function awaited({ view }, close) {
  const result = agreed(view.ending) || outcomeText(view.outcome);
  return [
    h("header.closing-head", {}, h("h2", {}, "The game is over"), h("span.quiet", {}), button("closing-close", [icon("eye", 18), "Look at the board"], close, { class: "button" })),
    h("section.closing-score.closing-card", {}, h("h3.serif", {}, result), h("p.quiet", { role: "status" }, "Adding up the score…")),
    h("div.closing-charts", { "aria-hidden": "true" }, h("section.closing-card.closing-wide.blank"), h("section.closing-card.closing-wide.blank")),
  ];
}

/** @param {Board} board @param {Closing} data @param {string[]} levels @param {() => void} close @returns {(HTMLElement | null)[]} */
function write(board, data, levels, close) {
  const { session } = board;
  const { view } = session;
  const me = view.you.length === 1 ? String(view.you[0]) : String(view.players[0]);
  const fought = data.battles.filter((one) => one.luck !== null);
  const few = fought.length < ENOUGH && h("p.quiet", {}, fought.length ? `${fought.length} ${fought.length === 1 ? "battle" : "battles"}: too few to speak of luck.` : "No battle was fought with dice.");
  return [
    h("header.closing-head", {}, h("h2", {}, "The game is over"), h("span.quiet", {}, `${view.full} · ${data.turns.length} ${data.turns.length === 1 ? "turn" : "turns"}${view.you.length === 1 ? ` · you played ${named(me)}` : ""}`),
      button("closing-replay", [icon("replay", 18), "Replay"], () => session.tell("replay", { from: 0 }), { class: "button plain" }),
      button("closing-close", [icon("eye", 18), "Look at the board"], close, { class: "button" })),
    score(board, data, levels, me),
    h("div.closing-charts", {},
      ...(data.turns.length > 1 ? [h("section.closing-card.closing-course", {}, caption("Points, had it ended that turn", counted(data, view.players)), ranged(data).length ? course(session, data) : lines(view.players, data.turns, "points")), card("Ground held, %", "", lines(view.players, data.turns, "ground", 100)), card("Steps lost in battle", "", lines(view.players, data.turns, "lost"))] : []),
      (data.fiercest.length > 0 || few) && h("section.closing-card.closing-wide", {}, data.fiercest.length > 1 ? caption("The fiercest battles", "by steps lost") : caption(data.fiercest.length ? "The only battle" : "Battles", ""), data.fiercest.length > 0 && h(`ol.fierce${data.fiercest.length > 1 ? "" : ".alone"}`, {}, ...data.fiercest.map((one) => battle(board, one, me, data.fiercest.length > 1 ? 1.5 : 2.2))), few),
      !few && h("section.closing-card.closing-wide", {}, caption("Luck, battle by battle", `up is good for ${named(me)}; hatched: attacks of the other side`),
        bars(session, fought, me),
        evenDice(data, me, fought.length),
        h("ul.luck-sum", { data: { test: "closing-luck" } }, ...view.players.map((side, n) => h("li", {}, h("i.who", { data: { n: String(n) } }), h("span", {}, h("b", {}, `${named(side)} dice: ${luckWords(data.luck[side]?.share ?? 0.5)}`), h("small", {}, `luckier than ${luckier(data.luck[side]?.share ?? 0.5)} of 100 games with these battles`)))))),
      data.lifted.length > 0 && lifted(session, data),
      view.dice && diceCard(session)),
  ];
}

/** How many battles the dice decided, and how many even dice would have. @param {Closing} data @param {string} me @param {number} count */
function evenDice(data, me, count) {
  const luck = data.luck[me];
  const even = (/** @type {number} */ many) => `even dice give about ${Math.round(many)}`;
  return luck ? h("p", { data: { test: "closing-even" } }, `Of ${count} battles `, h("b", {}, `${luck.better} went clearly better`), ` for ${named(me)} than the odds (${even(luck.even_better)}), `, h("b", {}, `${luck.worse} clearly worse`), ` (${even(luck.even_worse)}).`) : null;
}

/** What the curve of points counts. @param {Closing} data @param {string[]} players */
const counted = (data, players) => (!ranged(data).length ? "" : data.decides ? `${named(data.decides)} points by turn` : `${named(players[0] ?? "")} less ${named(players[1] ?? "")}, by turn`);

/** How far it is to the next better level for a side. @param {Closing} data @param {string[]} players @param {string} me */
function distance(data, players, me) {
  const at = data.levels.findIndex((one) => one.reached);
  const better = at < 0 ? undefined : data.levels[at + (me === players[0] ? -1 : 1)];
  const now = figure(data, players, Object.fromEntries(players.map((side) => [side, data.points[side] ?? 0])));
  const short = better && better.least !== null && now < better.least ? better.least - now : better && better.most !== null && now > better.most ? now - better.most : 0;
  return short ? `${short} ${short === 1 ? "point" : "points"} short of ${better?.side ? better.name : `a ${better?.name.toLowerCase()}`}.` : "";
}

/** @param {string} title @param {string} small */
const caption = (title, small) => h("h3.caption", {}, h("span", {}, title), small && h("small", {}, small));

/** @param {string} title @param {string} small @param {...import("../dom.js").Child} parts */
const card = (title, small, ...parts) => h("section.closing-card", {}, caption(title, small), ...parts);

/** Of a hundred games, those with worse dice. @param {number} share */
const luckier = (share) => (share > 0.99 ? "more than 99" : share < 0.01 ? "fewer than one" : String(Math.round(100 * share)));

/** Luck in words. @param {number} share of all games in which the dice are worse */
const luckWords = (share) => (share > 0.9 ? "very good" : share > 0.66 ? "good" : share < 0.1 ? "very bad" : share < 0.34 ? "bad" : "even");

/** Who won, by how much and why, and what to do next. @param {Board} board @param {Closing} data @param {string[]} levels @param {string} me */
function score(board, data, levels, me) {
  const { session } = board;
  const { view } = session;
  const { outcome, ending, you } = view;
  const winner = ending ? ending.winner : outcome?.winner ?? "";
  const reached = data.levels.find((one) => one.reached);
  const level = ending ? agreed(ending) : reached?.name ?? outcomeText(outcome);
  const mine = you.length === 1 ? (winner === me ? "You win" : winner ? "You lose" : "Nobody wins") : "";
  const verdict = data.verdict.at(-1);
  const totals = view.players.filter((side) => typeof data.points[side] === "number");
  const prize = prizeOf(board, data, winner);
  const near = Object.entries(view.stacks).flatMap(([place, stack]) => stack.filter((one) => !one.marker && one.tag !== "yes").map((one) => ({ id: one.id, look: one.look, place })));
  const ground = groundOf(board);
  const picture = prize && ground ? scene(ground, [prize], near, { ratio: 1.9 }) : null;
  const short = ending ? "" : distance(data, view.players, me);
  const mark = ending ? { class: "stood" } : { class: "reached", "aria-current": "true" };
  return h("section.closing-score.closing-card", { data: { test: "closing-score" } },
    picture && h("div.closing-picture", {}, picture),
    h("div", {}, mine && h("p.who-line", {}, h("i.who", { data: { n: String(view.players.indexOf(winner)) } }), mine, !ending && verdict?.cite && chip(verdict.cite)), h("h3.serif", {}, level)),
    ending && totals.length > 0 && h("p.quiet", { data: { test: "closing-stood" } }, stood(ending, view.players)),
    totals.length > 0 && h("div.score-sides", {}, ...totals.map((side) => items(board, data, side))),
    data.levels.length > 0 && h("ol.levels", { "aria-label": "Levels of victory", data: { test: "closing-levels" } }, ...data.levels.map((one) => h("li", one.reached ? mark : {}, h("span", {}, one.name, one.reached && ending && h("em", {}, " where it stood")), h("small", {}, one.needs)))),
    short && h("p.quiet", { data: { test: "closing-short" } }, short),
    !ending && !reached && verdict && h("p", {}, verdict.text),
    you.length > 0 && next(session, levels, winner === me));
}

/** The place to show: one that the winner scored for and that was fought for, or where the last battle was. @param {Board} board @param {Closing} data @param {string} winner */
function prizeOf(board, data, winner) {
  const said = [...data.score].sort((one, other) => Number(other.side === winner) - Number(one.side === winner));
  const prizes = said.map((one) => placeIn(board, one.text)).filter((place) => place !== undefined);
  const fought = data.battles.flatMap((one) => one.places);
  return prizes.find((place) => fought.includes(place)) ?? fought.at(-1) ?? prizes[0];
}

/** The points of a side, item by item. @param {Board} board @param {Closing} data @param {string} side */
function items(board, data, side) {
  const { players } = board.session.view;
  const all = data.score.filter((one) => one.side === side);
  const row = (/** @type {Closing["score"][number]} */ one) => h("li", {}, chip(one.cite), h("span", {}, one.text), h("b", {}, signed(one.points)));
  const most = data.score.length > ITEMS ? Math.ceil(ITEMS / 3) : ITEMS;
  const more = all.slice(most);
  return h("section", { "aria-label": `${named(side)} points` },
    h("p.score-total", {}, h("i.who", { data: { n: String(players.indexOf(side)) } }), h("b", {}, named(side)), h("b.serif", {}, String(data.points[side]))),
    h("ul.score-lines", {}, ...all.slice(0, most).map(row)),
    more.length > 0 && h("details", {}, h("summary", {}, `${more.length} more: ${signed(more.reduce((sum, one) => sum + one.points, 0))}`), h("ul.score-lines", {}, ...more.map(row))));
}

/** @param {number} points */
const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/** What to play next: the computer one level up after a victory, the other side, the same again. @param {Session} session @param {string[]} levels weakest first @param {boolean} won */
function next(session, levels, won) {
  const against = session.seats.find((seat) => seat.computer)?.computer ?? "";
  const place = levels.indexOf(against);
  const up = place >= 0 ? levels[place + 1] : undefined;
  const climb = won && up;
  const others = levels.filter((name) => name !== against && !(climb && name === up));
  return h("div.closing-next", {},
    climb && button("closing-up", `Rematch, one level up: ${named(up)}`, () => void rematch(session, { level: up }), { class: "button primary" }),
    button("closing-swap", against ? `Swap sides against ${named(against)}` : "Rematch, swap sides", () => void rematch(session, { swap: true }), { class: climb ? "button" : "button primary" }),
    button("closing-rematch", "Rematch, same sides", () => void rematch(session, {})),
    session.view.ending && button("closing-play-on", "Play on", () => void playOn(session)),
    place >= 0 && h("div.closing-levels", { role: "group", "aria-label": "Rematch against another level" }, h("span.quiet", {}, "Or against"), ...others.map((name) => button(`closing-level-${name}`, named(name), () => void rematch(session, { level: name }), { class: "button small" }))));
}

/** @param {Session} session @param {{swap?: boolean, level?: string}} how */
async function rematch(session, how) {
  const answer = await session.send("rematch", how);
  if (answer.ok) void go(`/game/${answer.data.id}`);
}

/** Continue from the position in which the game was given up, with the same opponents. @param {Session} session */
async function playOn(session) {
  const seats = Object.fromEntries(session.seats.map((seat) => [seat.side, seat.computer ? `computer:${seat.computer}` : "me"]));
  const answer = await session.send("fork", { at: session.count, seats });
  if (answer.ok) void go(`/game/${answer.data.id}`);
}

/** @param {Board} board @param {Closing["fiercest"][number]} one @param {string} me @param {number} ratio of the picture */
function battle(board, one, me, ratio) {
  const { session } = board;
  const { attacker, defender } = one.forces;
  const from = [...new Set(attacker.map((unit) => unit.place))];
  const ground = groundOf(board);
  const picture = ground && scene({ ...ground, spots: {} }, one.places, [...defender, ...attacker], { from, ratio });
  const luck = (one.luck ?? 0) * (one.side === me ? 1 : -1);
  const lost = session.view.players.filter((side) => one.lost[side]).map((side) => `${named(side)} ${one.lost[side]}`).join(", ");
  return h("li", {}, picture && h("div.fierce-picture", {}, picture), h("p.serif", {}, battleName(board, one, me)),
    h("p.quiet", {}, `Turn ${one.turn} · ${named(one.side)} attack · ${one.places.map((place) => placeName(session, place)).join(", ")}`),
    h("p", {}, h("b", {}, rolled(one)), one.luck === null ? "" : h("span.luck-tag", {}, luck > 0.34 ? "▲ Lucky" : luck < -0.34 ? "▼ Unlucky" : "= As expected")),
    h("p", {}, lost ? `Steps lost: ${lost}` : "No losses"),
    button("closing-watch", "Watch it", () => void playbackOf(session).review(one.n, one.end), { class: "link", "aria-label": `Watch the battle of ${one.places.join(", ")}` }));
}

/** What a battle is called: after the town there or next to it, and how it ended. @param {Board} board @param {Closing["fiercest"][number]} one @param {string} me */
function battleName(board, one, me) {
  const place = one.places[0] ?? "";
  const places = board.sheet?.places;
  const town = places?.get(place)?.town;
  const beside = [...(board.sheet?.steps(place) ?? [])].filter(([, far]) => far <= NEAR).map(([name]) => places?.get(name)?.town).find(Boolean);
  const name = town || place;
  if (one.held === one.side) return town || !beside ? `${name} falls` : `Breakthrough near ${beside}`;
  if (one.held) return `${one.held === me ? "Stand" : "Repulse"} ${town || !beside ? `at ${name}` : `near ${beside}`}`;
  return town || !beside ? `Battle of ${name}` : `Battle near ${beside}`;
}

/** @param {Session} session @param {Closing} data */
function lifted(session, data) {
  const defs = document.querySelector("#map .layer")?.querySelector("defs:nth-of-type(2)");
  const units = data.lifted.slice(0, MOST);
  if (defs instanceof SVGElement) learn(defs, Object.fromEntries(units.flatMap((one) => [[one.look, one.face], [one.seen, one.back]])));
  return h("section.closing-card.closing-wide", {}, caption("The fog lifts", `${data.lifted.length} ${data.lifted.length === 1 ? "unit" : "units"} you did not see`), h("ul.lifted", {}, ...units.map((one) => h("li", {}, portrait(one.seen, 30), h("span", { "aria-hidden": "true" }, "→"), portrait(one.look, 42), h("span", {}, h("b", {}, one.name), h("small", {}, placeName(session, one.place)))))), data.lifted.length > MOST && h("p.quiet", {}, `and ${data.lifted.length - MOST} more; all are on the board now.`));
}
