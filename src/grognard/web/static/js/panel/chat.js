// Chat between the players.

import { button, fill, h } from "../dom.js";

/** @typedef {import("../state/session.js").Session} Session */

/**
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountChat(element, session) {
  const list = h("ol.talk", { "aria-label": "Chat", "aria-live": "polite", data: { test: "talk" } });
  const field = /** @type {HTMLInputElement} */ (
    h("input.field", {
      placeholder: "Write a message",
      maxlength: 500,
      "aria-label": "Write a message",
      autocomplete: "off",
      data: { test: "chat-field" },
    })
  );
  const form = h(
    "form.talk-form",
    { onsubmit: send, data: { test: "chat-form" } },
    field,
    button("chat-send", "Send", () => {}, { type: "submit" }),
  );
  const watching = h("p.quiet", { data: { test: "watching" } });
  form.hidden = !session.view.you.length; // spectators only read
  fill(element, list, watching, form);
  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    const text = field.value.trim();
    if (!text) return;
    const answer = await session.send("chat", { text });
    if (!answer.ok) return;
    field.value = "";
    if (session.line.state === "off") await session.readChat();
  }
  let unread = 0;
  const tab = document.getElementById("tab-chat");
  const count = () => tab?.setAttribute("data-count", unread ? String(unread) : "");
  const draw = () => {
    fill(
      list,
      session.said.length
        ? session.said.map((said) =>
            h(
              "li",
              {},
              h("b", {}, said.name),
              h("time.quiet", { datetime: new Date(said.at * 1000).toISOString() }, clock(said.at)),
              h("p", {}, said.text),
            ),
          )
        : h("li.empty", {}, "No messages yet."),
    );
    list.scrollTop = list.scrollHeight;
  };
  session.addEventListener("chat", (event) => {
    const said = /** @type {CustomEvent} */ (event).detail;
    if (said?.text && element.closest(".game")?.getAttribute("data-side") !== "chat") {
      unread += 1;
      session.notice(`${said.name}: ${said.text}`);
    }
    count();
    draw();
  });
  session.addEventListener("page", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.page !== "chat") return;
    unread = 0;
    count();
    list.scrollTop = list.scrollHeight;
  });
  session.addEventListener("seats", (event) => {
    const here = /** @type {CustomEvent} */ (event).detail?.watching;
    if (typeof here === "number") watching.textContent = here ? `${here} watching` : "";
  });
  draw();
}

/** @param {number} at seconds since 1970 */
export function clock(at) {
  const then = new Date(at * 1000);
  const today = new Date().toDateString() === then.toDateString();
  return then.toLocaleString(
    undefined,
    today
      ? { hour: "2-digit", minute: "2-digit" }
      : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  );
}
