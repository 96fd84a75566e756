// The page: which screen the URL names, and what all screens share.

import { byId, fill, h } from "./dom.js";

/** @typedef {() => void} Leave */
/** @type {Leave} */
let leave = () => {};
let opened = 0;

/** Show the screen for the current URL. */
export async function route() {
  try {
    await open();
  } catch (wrong) {
    console.error(wrong);
    fill(
      byId("app"),
      h(
        "main.lost",
        {},
        h("h1", {}, "The page could not be loaded"),
        h("p", {}, "The server may be temporarily unavailable."),
        h("p", {}, h("button.button", { type: "button", onclick: () => location.reload() }, "Try again")),
      ),
    );
  }
}

async function open() {
  const turn = ++opened;
  leave();
  leave = () => {};
  /** Remember the clean-up function, or run it at once if the user has already left. @param {Leave} parting */
  const arrive = (parting) => (turn === opened ? (leave = parting) : parting());
  const app = byId("app");
  const [, first = "", second = ""] = location.pathname.split("/").map(decodeURIComponent);
  const said = new URLSearchParams(location.search);
  document.title = "Grognard";
  if (first === "game" && second) {
    const at = said.get("at");
    const { openGame } = await import("./game.js");
    arrive(
      await openGame(app, second, { side: said.get("as") ?? "", at: at === null || at === "" ? null : Number(at), again: said.has("again") }),
    );
  } else if (first === "join" && second) {
    const { openJoin } = await import("./dialogs/account.js");
    await openJoin(app, second);
  } else if (first === "login") {
    const { openLogin } = await import("./dialogs/account.js");
    await openLogin(app);
  } else {
    const { openHome } = await import("./home.js");
    arrive(await openHome(app));
  }
}

/** Go to another screen. @param {string} path @param {boolean} [replace] */
export function go(path, replace = false) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  return route();
}

/** Show a temporary notice. @param {string} text */
export function notice(text) {
  const box = byId("notices");
  const line = h("p.notice", {}, text);
  box.append(line);
  setTimeout(() => line.remove(), 5000);
  while (box.children.length > 3) box.firstElementChild?.remove();
}

document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const link = target?.closest("a[href^='/']");
  if (
    link instanceof HTMLAnchorElement &&
    !link.target &&
    !link.hasAttribute("download") &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    event.button === 0
  ) {
    event.preventDefault();
    void go(link.getAttribute("href") ?? "/");
  }
});
addEventListener("popstate", () => void route());
fill(byId("app"), h("p.loading", { role: "status" }, "Loading…"));
void route();
