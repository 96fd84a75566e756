// The bar above the map: the game, the moment, the players and their presence, and buttons.

import { lasting } from "../net/api.js";
import { openCharts } from "./charts.js";
import { phaseName } from "./phases.js";
import { button, fill, h, icon, named } from "../dom.js";
import { playbackOf } from "../state/playback.js";
import { brand, themeButton } from "../state/settings.js";
import { askFor, tableMenu } from "../dialogs/game_menu.js";

/** @typedef {import("../state/session.js").Session} Session */

/**
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountTop(element, session) {
  const title = h("div.what", {});
  const moment = h("div.moment", { "aria-live": "polite" });
  const sides = h("ul.seats", { "aria-label": "Players", data: { test: "seats" } });
  const line = h("span.offline", { role: "status", hidden: true, data: { test: "offline" } }, "Reconnecting…");
  const watching = h("span.watching", { hidden: true, data: { test: "looking-on" } });
  const undo = button("undo", [icon("undo"), h("span.word", {}, "Undo"), h("kbd", {}, "Z")], () => takeBack(session), {
    class: "button plain",
    "aria-label": "Undo",
  });
  const tool = (
    /** @type {string} */ test,
    /** @type {string} */ name,
    /** @type {string} */ word,
    /** @type {() => void} */ act,
    key = "",
  ) =>
    button(test, [icon(name), h("span.word", {}, word)], act, {
      class: "button plain tool",
      title: key ? `${word} (${key})` : word,
      "aria-label": word,
    });
  const drawer = button(
    "drawer",
    icon("diary"),
    () => {
      const game = /** @type {HTMLElement | null} */ (element.closest(".game"));
      if (game) game.dataset.drawer = game.dataset.drawer === "closed" ? "open" : "closed";
    },
    { class: "button plain icon-only drawer", "aria-label": "Panel beside the map" },
  );
  const tools = h("div.tools", { id: "tools" });
  const layers = button("layers", [icon("layers"), h("span.word", {}, "Overlays")], () => unfold(!tools.classList.contains("open")), {
    class: "button plain layers",
    "aria-label": "Overlays",
    "aria-controls": "tools",
    "aria-expanded": "false",
  });
  /** @param {boolean} open */
  const unfold = (open) => {
    tools.classList.toggle("open", open);
    layers.setAttribute("aria-expanded", String(open));
  };
  /** @param {PointerEvent} event */
  const elsewhere = ({ target }) => {
    if (target instanceof Node && !tools.contains(target) && !layers.contains(target)) unfold(false);
  };
  document.addEventListener("pointerdown", elsewhere);
  session.addEventListener("leave", () => document.removeEventListener("pointerdown", elsewhere));
  fill(
    element,
    brand("small"),
    h("a.button.plain.icon-only.back", { href: "/", "aria-label": "All games" }, icon("back")),
    h("span.rule.wide-only", {}),
    h("div.headline", {}, title, h("span.rule", {}), moment),
    sides,
    watching,
    line,
    h("span.spacer", {}),
    undo,
    layers,
    tools,
    h("span.rule.wide-only", {}),
    tool("replay", "replay", "Replay", () => session.tell("replay"), "P"),
    tool("rules", "rules", "Rules", () => session.tell("rules"), "R"),
    tool("charts", "charts", "Charts", () => void openCharts(session.view.sheet ?? session.view.title, session), "C"),
    tool("roster-open", "roster", "Roster", () => session.tell("open", { page: "roster", focus: true }), "F"),
    themeButton(),
    drawer,
    tableMenu(session),
  );
  /** @type {import("../state/types.js").TitleCard | undefined} */
  let card;
  void lasting("/api/titles").then((found) => {
    card = found?.titles.find((/** @type {any} */ one) => one.name === session.view.title);
    draw();
  });
  const draw = () => {
    const { view } = session;
    const [turn = "", ...rest] = view.now.split(", ");
    const options = optionsOf(view);
    fill(title, h("h1", {}, view.full), h("p", { title: options.join(", ") || null, data: { test: "scenario-name" } }, [card?.scenarios?.[view.scenario] || named(view.scenario), ...(options.length ? [`${options.length} option${options.length > 1 ? "s" : ""}`] : [])].join(" · ")));
    fill(
      moment,
      h(
        "p.serif",
        { title: view.now, data: { test: "now" } },
        h("b", {}, turn),
        rest.map((part, n) => h("span.quiet", {}, `${n ? ", " : " · "}${part}`)),
      ),
      h("p", { data: { test: "doing" } }, doing(session)),
    );
    fill(
      sides,
      view.players.map((side, n) => seat(session, side, n)),
    );
    const barred = view.undo !== null || !session.live;
    const ask = barred && mayAsk(session);
    undo.setAttribute("aria-disabled", String(barred && !ask));
    undo.hidden = !view.you.length;
    undo.title = ask
      ? `Ask the other side for an undo: ${view.undo}`
      : barred
        ? `Not now: ${view.undo ?? "an earlier moment is shown"}`
        : "Undo the last action (Z)";
    headline(session);
  };
  session.addEventListener("view", draw);
  session.addEventListener("seats", draw);
  session.addEventListener("seats", () => {
    watching.hidden = !session.watching;
    watching.title = `${session.watching} watching`;
    fill(watching, icon("eye", 16), String(session.watching), h("span.hush", {}, " watching"));
  });
  session.addEventListener("line", () => (line.hidden = session.line.state === "on"));
  session.addEventListener("leave", () => favicon(false));
  if (session.view) draw();
}

/** The options of this game. @param {import("../state/types.js").View} view */
const optionsOf = (view) => Object.entries(view.options ?? {}).map(([name, value]) => `${name}: ${value.replaceAll("-", " ")}`);

/** What is happening, and who the viewer is. @param {Session} session */
function doing(session) {
  const { view } = session;
  const as =
    session.side === "all" && view.you.length
      ? "you play all sides"
      : view.you.length
        ? `you play ${view.you.map(named).join(" and ")}`
        : "you are watching";
  if (!session.live && playbackOf(session).open) return "You are watching what the others did";
  if (!session.live) return `After action ${view.at} of ${session.count} · an earlier moment`;
  if (view.over) return "The game is over";
  const step = phaseName(view.ask.phase ?? "");
  const turn = (view.now.split(/,| of /)[0] ?? "").replace(/^Game-/, "");
  const sky = view.now.split(", ")[1] ?? "";
  return [h("span.phone-only", {}, [turn, sky, step].filter(Boolean).join(" · ")), h("span.desk-only", {}, step, h("span", { class: step && view.you.length ? "me" : "" }, `${step ? " · " : ""}${as}`))];
}

/** @param {Session} session @param {string} side @param {number} n */
function seat(session, side, n) {
  const found = session.seats.find((one) => one.side === side);
  const decides = !session.view.over && session.view.ask.side === side;
  const name = !found
    ? ""
    : found.computer
      ? `Computer, ${found.computer}`
      : session.view.you.includes(side)
        ? "you"
        : found.taken
          ? found.name || "taken"
          : "open seat";
  const here = found?.here || found?.computer || session.view.you.includes(side);
  return h(
    "li",
    {
      class: decides ? "decides" : "",
      title: `${named(side)}: ${name}${here ? ", here" : ", away"}${decides ? ", to decide" : ""}`,
      data: { test: `seat-${side}` },
    },
    h("i.who", { data: { n: String(n) } }),
    h("span", {}, named(side)),
    h("span.quiet", {}, name),
    h("i.presence", { class: here ? "presence here" : "presence" }),
    h("span.hush", {}, `${here ? "here" : "away"}${decides ? ", to decide" : ""}`),
  );
}

/** Is there another player who could agree to an undo? @param {Session} session */
function mayAsk({ live, seats, count, view }) {
  const people = seats.some((seat) => seat.taken && !seat.computer && !view.you.includes(seat.side));
  return live && people && view.you.length > 0 && count > 0 && !view.over && view.undo_policy !== "none";
}

/** Undo; if the game does not allow it, offer to ask the others. @param {Session} session */
async function takeBack(session) {
  const { view } = session;
  if (view.undo === null && session.live) {
    const done = await session.undo();
    if (!done.ok && done.message) session.notice(done.message);
  } else if (mayAsk(session)) await askFor(session, "undo");
  else session.notice(session.live ? `Can't undo: ${view.undo}.` : "This is an earlier moment.");
}

/** Whose turn it is, in the title of the page and its icon. @param {Session} session */
function headline(session) {
  const { view } = session;
  const mine = session.live && !view.over && view.you.includes(view.ask.side ?? "") && !session.solo;
  document.title = `${mine ? "● Your turn · " : ""}${view.full} · Grognard`;
  favicon(mine);
}

/** @param {boolean} due */
export function favicon(due) {
  const link = document.getElementById("favicon");
  link?.setAttribute("href", due ? "/static/favicon-due.svg" : "/static/favicon.svg");
}
