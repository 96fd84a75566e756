// The computers' plans, turn by turn: what they intended, their attacks with the odds, the expected and the actual
// results, and how much was luck. Under fog they are shown when the game is over.

import { button, fill, h, icon, named, steady } from "../dom.js";
import { percent } from "./combat.js";
import { actionWords } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").PlanCard} PlanCard */
/** @typedef {import("../state/types.js").Battle} Battle */

/** @type {Record<string, string>} */
const LUCK = { good: "Luck", bad: "Bad luck", even: "As expected" };

const OFTEN = 700; // ms between requests
const [FIRST, MORE] = [4, 10]; // turns to request

/** The number of turns that some cards cover. @param {PlanCard[]} cards */
const turns = (cards) => new Set(cards.map((card) => card.began)).size;

/**
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountPlans(element, session) {
  const tab = document.getElementById("tab-plans");
  const list = h("div.plan-cards", { data: { test: "plan-cards" } });
  fill(element, list);
  /** @type {PlanCard[]} */
  let cards = [];
  let hidden = "";
  let more = false;
  let known = -1;
  let shown = ""; // the newest turn that was announced
  /** @type {Set<string>} the cards opened or closed by the player, unlike the default that only the newest is open */
  const turned = new Set();
  const computers = () => session.seats.some((seat) => seat.computer);

  const load = async () => {
    if (!computers() || known === session.version) return;
    known = session.version;
    const answer = await session.plans(null, FIRST);
    if (!answer.ok) return;
    const fresh = /** @type {PlanCard[]} */ (answer.data.plans);
    hidden = answer.data.hidden;
    const first = fresh.at(-1)?.began ?? 0;
    const old = cards.filter((card) => card.began < first);
    if (!old.length) more = turns(fresh) >= FIRST;
    cards = [...fresh, ...old];
    tell();
    draw();
  };
  /** Announce that a turn is over and its plan can be read. */
  const tell = () => {
    const newest = cards.find((card) => card.own);
    const mark = newest ? `${newest.side} ${newest.from}` : "";
    if (mark === shown) return;
    const first = shown === "";
    shown = mark;
    session.planned = newest && !(first && session.seen >= session.count) ? newest : null;
    session.tell("planned");
  };
  const older = async () => {
    const answer = await session.plans(cards.at(-1)?.began ?? 0, MORE);
    if (!answer.ok) return;
    cards = [...cards, ...answer.data.plans];
    more = turns(answer.data.plans) >= MORE;
    draw();
  };
  const draw = () =>
    steady(element, () =>
      fill(
        list,
        ...cards.map((card, n) => section(session, card, n === 0 !== turned.has(`${card.side} ${card.from}`), (name) => turned.has(name) ? turned.delete(name) : turned.add(name))),
        !cards.length && h("p.empty", { data: { test: "plans-none" } }, hidden ? `${hidden[0]?.toUpperCase()}${hidden.slice(1)}.` : "The computer's plan is shown here after its turn."),
        more && button("plans-older", "Earlier turns", () => void older(), { class: "button small" }),
      ),
    );
  const soon = throttled(() => void load(), OFTEN);
  const seats = () => tab && (tab.hidden = !computers());
  session.addEventListener("log", soon);
  session.addEventListener("view", () => {
    seats();
    if (session.view.over) known = -1;
    soon();
  });
  session.addEventListener("page", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.page !== "plans" || !session.planned) return;
    session.planned = null;
    session.tell("planned");
  });
  seats();
  draw();
  soon();
}

/** @param {Session} session @param {PlanCard} card @param {boolean} open @param {(name: string) => void} toggled */
function section(session, card, open, toggled) {
  const n = session.view.players.indexOf(card.side);
  const [turn = "", ...rest] = card.now.split(", ");
  const title = card.own ? `The ${named(card.side)} plan` : `The ${named(card.side)} replies`;
  return h(
    "details.plan-card", { open, data: { test: "plan-card", n: String(card.from), id: `${card.side}-${card.from}` } },
    h("summary", { onclick: () => toggled(`${card.side} ${card.from}`) }, h("i.who", { data: { n: String(n) } }), h("span", {}, h("span.serif", {}, title), h("span.quiet", {}, ` ${turn}${rest.length ? ` · ${rest.join(", ")}` : ""} · ${card.level}`))),
    h(
      "div.plan-body", {},
      card.notes.length > 0 && [h("h4.caption", {}, "The plan"), h("ul.lines", { data: { test: "plan-notes" } }, ...card.notes.map((line) => h("li", {}, line)))],
      card.battles.length > 0 && [h("h4.caption", {}, "Attacks: expected and actual results"), h("ol.fights", { data: { test: "plan-battles" } }, ...card.battles.map((battle) => fight(session, battle)))],
      card.luck && h("p.luck", { data: { test: "plan-luck" } }, icon("mark", 16), card.luck),
      card.reasons.length > 0 && [h("h4.caption", {}, card.notes.length || card.battles.length ? "Other reasons" : "Why"), h("ul.lines", { data: { test: "plan-reasons" } }, ...card.reasons.map((one) => h("li", {}, one.text, one.count > 1 && h("span.quiet", {}, ` ${one.count} times`))))],
    ),
  );
}

/** @param {Session} session @param {Battle} battle */
function fight(session, battle) {
  const unsure = battle.range.length === 2 && battle.range[0] !== battle.range[1];
  const lost = [battle.lost.theirs > 0 && `the enemy lost ${steps(battle.lost.theirs)}`, battle.lost.own > 0 && `it lost ${steps(battle.lost.own)}`].filter(Boolean).join(", ");
  return h(
    "li.fight", { data: { luck: battle.luck } },
    h("p", {}, h("button.link", { type: "button", title: "Show the board before this", data: { test: "fight-show" }, onclick: () => void session.show(battle.n) }, actionWords(session, battle.action)), h("b", {}, ` ${battle.column}`), unsure && h("span.quiet", {}, ` (${battle.range[0]} to ${battle.range[1]})`)),
    h("p.quiet", {}, `${battle.why} Expected: ${percent(battle.hit)} to hit, ${percent(battle.hurt)} to be hit.`),
    h("p", {}, battle.said, lost && ` ${lost[0]?.toUpperCase()}${lost.slice(1)}.`, battle.luck && h("span.luck-tag", {}, `${LUCK[battle.luck]}${typeof battle.chance === "number" && battle.luck !== "even" ? `: ${percent(battle.chance)}` : ""}`)),
  );
}

/** Throttle a function, with a final run after the last call. @param {() => void} work @param {number} ms */
function throttled(work, ms) {
  let timer = 0;
  return () => {
    timer ||= window.setTimeout(() => {
      timer = 0;
      work();
    }, ms);
  };
}

/** @param {number} count */
const steps = (count) => (count === 1 ? "a step" : `${count} steps`);
