// While a computer has to decide: a notice and a button to make it play; between computers, the pace; after its
// turn, a link to its plan.

import { button, fill, h, icon, named } from "../dom.js";

/** @typedef {import("../state/session.js").Session} Session */

const SOON = 900; // ms: no notice for a computer that is faster
/** @type {[string, string][]} */
const PACES = [["slow", "Slow"], ["normal", "Normal"], ["fast", "Fast"]];

/**
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountWatch(element, session) {
  let timer = 0;
  let slow = false; // has it been thinking for a while?
  let last = "normal"; // the pace to continue with
  let mark = "";
  const send = async (/** @type {string} */ pace, /** @type {MouseEvent | undefined} */ event = undefined) => {
    if (event?.detail && event.currentTarget instanceof HTMLElement) event.currentTarget.blur(); // give Space back to the game
    const answer = await session.send("pace", { pace });
    if (!answer.ok || !session.view) return;
    session.view.pace = answer.data.pace;
    session.tell("pace");
    if (session.live) await session.load(); // an answer still on its way may contain the old one
  };
  const draw = () => {
    const parts = [session.unmanned && !session.view.over && session.live && show(), slow && thinking(), mind()].filter((one) => one !== false && one !== null);
    const fresh = h("div", {}, ...parts);
    if (fresh.innerHTML === element.innerHTML) return;
    const on = document.activeElement instanceof HTMLElement && element.contains(document.activeElement) ? document.activeElement.dataset.test ?? "" : "";
    element.replaceChildren(...fresh.childNodes);
    if (on) /** @type {HTMLElement | null} */ (element.querySelector(`[data-test="${on}"]`))?.focus();
  };
  /** The pace of a game between computers, set by its creator. */
  const show = () => {
    const { pace, owner } = session.view;
    const paused = pace === "paused";
    if (!owner) return h("p.quiet", { data: { test: "watch-pace" } }, paused ? "The game is paused." : `The computers play at a ${pace} pace.`);
    if (!paused) last = String(pace);
    return h(
      "div.paces", { role: "group", "aria-label": "Pace" },
      button("watch-pause", [icon(paused ? "play" : "pause", 18), paused ? "Continue" : "Pause", h("kbd", {}, "Space")], (event) => void send(paused ? last : "paused", event), { class: `button${paused ? " primary" : ""}` }),
      button("watch-step", [icon("step", 18), "Step", h("kbd", {}, ".")], (event) => void send("step", event), { class: "button", title: "One decision, then pause" }),
      h("span.speeds", { role: "group", "aria-label": "Speed" }, ...PACES.map(([name, label]) => button(`watch-${name}`, label, (event) => void send(name, event), { class: "button plain small", "aria-pressed": String((paused ? last : pace) === name) }))),
    );
  };
  const thinking = () => {
    const level = session.thinker;
    if (!level) return null;
    const side = named(session.view.ask.side ?? "");
    const may = session.view.you.length > 0 || session.view.owner;
    return h(
      "div.thinking", { role: "status", data: { test: "thinking" } },
      h("p", {}, session.view.queue ? `The computer (${level}) will think for ${side} after ${session.view.queue} other ${session.view.queue === 1 ? "game" : "games"}.` : `The computer (${level}) is thinking for ${side}.`),
      h("div.busy", { role: "progressbar", "aria-label": `${side} is thinking` }),
      h("div.row", {},
        may && button("play-now", ["Play now", h("kbd", {}, "N")], () => void session.send("hurry"), { class: "button small", title: "Play the best move found so far, and stop thinking this turn" }),
        session.view.you.length > 0 && session.view.undo === null && button("thinking-undo", [icon("undo", 16), "Undo", h("kbd", {}, "Z")], () => void session.undo(), { class: "button small" })),
    );
  };
  /** A link to the computer's plan, once its turn is over. */
  const mind = () => {
    const plan = session.planned;
    if (!plan || !session.live || (session.thinker && !session.unmanned)) return null;
    return button("mind-open", [icon("pen", 18), `Show the ${named(plan.side)} plan`], () => {
      session.planned = null;
      session.tell("open", { page: "plans" });
      draw();
    }, { class: "button mind-button" });
  };
  const again = () => {
    const now = `${session.view.version} ${session.thinker}`;
    if (now !== mark) {
      mark = now;
      clearTimeout(timer);
      slow = slow && Boolean(session.thinker) && !session.unmanned;
      if (!slow && session.thinker) timer = window.setTimeout(() => ((slow = true), draw()), SOON);
    }
    draw();
  };
  for (const name of ["view", "pace", "seats", "planned"]) session.addEventListener(name, again);
  session.addEventListener("leave", () => clearTimeout(timer));
  fill(element);
  again();
}
