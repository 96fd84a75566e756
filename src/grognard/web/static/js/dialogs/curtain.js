// Pass the device: with hidden pieces and one shared device, neither player sees the other's side.

import { button, fill, h, named } from "../dom.js";

/** @typedef {import("../state/session.js").Session} Session */

/**
 * @param {HTMLElement} frame
 * @param {Session} session
 */
export function mountCurtain(frame, session) {
  const curtain = h("div.curtain", {
    hidden: true,
    role: "dialog",
    "aria-modal": "true",
    "aria-label": "Pass the device",
    data: { test: "curtain" },
  });
  frame.append(curtain);
  const draw = () => {
    const { view } = session;
    const next = session.covered ? session.side : (view.ask?.side ?? "");
    const pass =
      session.covered ||
      (session.live &&
        !view.over &&
        view.fogged &&
        session.side !== "all" &&
        session.side !== "" &&
        next !== session.side &&
        view.you.includes(next));
    curtain.hidden = !pass;
    frame.toggleAttribute("data-covered", pass);
    for (const other of frame.children) if (other !== curtain) other.toggleAttribute("inert", pass);
    if (!pass) return;
    const ready = button("curtain-ready", `I am the ${named(next)} player`, () => void session.look(next), {
      class: "button primary",
    });
    fill(
      curtain,
      h(
        "div.curtain-card",
        {},
        h("p.caption", {}, view.now),
        h("h2", {}, `Pass the device to the ${named(next)} player`),
        h("p", {}, "The map stays covered until the next player is ready."),
        ready,
        button("curtain-all", "Show everything to both players from now on", () => void session.look("all"), {
          class: "button plain",
        }),
      ),
    );
    ready.focus();
  };
  session.addEventListener("view", draw);
  draw();
}
