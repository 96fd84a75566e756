// Replay: a slider through the game, stepping, playing, a link to the moment, and a new game from it.

import { button, fill, h, icon } from "../dom.js";
import { copy, sure } from "../dialogs/dialog.js";
import { go } from "../main.js";
import { sleep } from "../net/api.js";
import { playbackOf } from "../state/playback.js";

/** @typedef {import("../state/session.js").Session} Session */

/**
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountReplay(element, session) {
  let speed = 1;
  let running = 0; // number of the run: a newer one stops an older
  const slider = /** @type {HTMLInputElement} */ (
    h("input.slider", {
      type: "range",
      min: 0,
      max: 0,
      step: 1,
      "aria-label": "Moment of the game",
      data: { test: "replay-slider" },
    })
  );
  const where = h("output.where", { data: { test: "replay-where" } });
  const now = () => session.at ?? session.count;
  /** @param {number | null} at */
  const show = (at) => {
    running += 1;
    draw();
    return session.show(at);
  };
  const step = (
    /** @type {string} */ test,
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {() => number | null} */ to,
  ) =>
    button(test, icon(name), () => void show(to()), {
      class: "button plain icon-only",
      "aria-label": label,
      title: label,
    });
  const play = button(
    "replay-play",
    icon("play"),
    () => void (playing() ? show(session.at) : run(now() >= session.count ? 0 : now())),
    { class: "button icon-only" },
  );
  const speeds = [1, 2, 4].map((times) =>
    button(
      `replay-x${times}`,
      `×${times}`,
      () => {
        speed = times;
        draw();
      },
      { class: "button plain small" },
    ),
  );
  const fork = button(
    "replay-fork",
    [icon("branch", 18), h("span.word", {}, "Play on from here")],
    () => void playOn(),
    { class: "button small" },
  );
  const link = button(
    "replay-link",
    [icon("link", 18), h("span.word", {}, "Copy link")],
    async () => {
      const at = `${location.origin}/game/${session.id}?at=${now()}`;
      session.notice((await copy(at)) ? "Link to this moment copied." : at);
    },
    { class: "button small" },
  );
  const present = button("replay-present", "Back to the present", () => void leave(), { class: "button primary small" });
  fill(
    element,
    h(
      "div.replay-steps",
      {},
      step("replay-first", "first", "Go to the beginning", () => 0),
      step("replay-prev", "prev", "One action back", () => now() - 1),
      play,
      step("replay-next", "next", "One action forward", () => now() + 1),
      step("replay-last", "last", "Go to the end", () => session.count),
      h("span.speeds", { role: "group", "aria-label": "Speed" }, speeds),
    ),
    h("div.replay-line", {}, slider, where),
    h("div.replay-more", {}, link, fork, present),
  );
  const playing = () => element.dataset.run === "on";
  const draw = () => {
    slider.max = String(session.count);
    slider.value = String(now());
    const before = session.log[now() - 1];
    const words = before?.lines[0]?.text ?? before?.action ?? "The beginning";
    where.textContent = `${now()} of ${session.count} · ${words}`;
    slider.setAttribute("aria-valuetext", where.textContent);
    fill(play, icon(playing() ? "pause" : "play"));
    play.setAttribute("aria-label", playing() ? "Pause" : "Play");
    speeds.forEach((one, n) => one.setAttribute("aria-pressed", String(2 ** n === speed)));
    fork.disabled = session.view.fogged && !session.view.over && !session.solo;
    fork.title = fork.disabled
      ? "Only available if you control every side or the game is over"
      : "A new game from this position";
  };
  /** @param {number} from @param {number} [to] */
  const run = async (from, to = Infinity) => {
    const mine = ++running;
    element.dataset.run = "on";
    element.hidden = false;
    await session.show(from);
    draw();
    const still = () => mine === running && element.isConnected;
    while (still() && session.at !== null && session.at < to) {
      await sleep(1100 / speed);
      if (still()) await session.show(session.at + 1);
    }
    if (!still()) return;
    delete element.dataset.run;
    draw();
  };
  const leave = async () => {
    running += 1;
    delete element.dataset.run;
    await session.show(null);
    element.hidden = true;
  };
  const playOn = async () => {
    const at = now();
    if (
      !(await sure(
        "fork",
        "Play on from here",
        `A new game starts after action ${at}, and you play every side. This game is not changed.`,
        "Start",
      ))
    )
      return;
    const answer = await session.send("fork", { at });
    if (answer.ok) void go(`/game/${answer.data.id}`);
  };
  slider.addEventListener("input", () => void show(Number(slider.value)));
  session.addEventListener("replay", (event) => {
    const asked = /** @type {CustomEvent} */ (event).detail;
    playbackOf(session).close();
    if (asked?.from !== undefined) return void run(asked.from, asked.to);
    if (element.hidden) {
      element.hidden = false;
      slider.focus();
    } else void leave();
    draw();
  });
  session.addEventListener("view", () => {
    if (!session.live) element.hidden = playbackOf(session).open;
    if (session.live && playing() && session.at === null) delete element.dataset.run;
    address(session);
    draw();
  });
  session.addEventListener("log", draw);
  session.addEventListener("leave", () => (running += 1));
  element.hidden = session.live;
  draw();
}

/** The URL always contains the moment and the viewer. @param {Session} session */
function address(session) {
  const said = new URLSearchParams();
  if (session.at !== null && !playbackOf(session).open) said.set("at", String(session.at));
  if (new URLSearchParams(location.search).has("as") && session.side) said.set("as", session.side);
  const path = `/game/${session.id}${said.size ? `?${said}` : ""}`;
  if (location.pathname.startsWith("/game/") && location.pathname + location.search !== path)
    history.replaceState(null, "", path);
}
