// Logging in, signing up, and accepting an invitation.

import { api, lasting } from "../net/api.js";
import { button, fill, h, named } from "../dom.js";
import { long, mapPicture } from "../home/title_card.js";
import { go } from "../main.js";
import { brand, themeButton } from "../state/settings.js";

/** @param {import("../dom.js").Child[]} inside */
function frame(...inside) {
  return h(
    "div.gate",
    {},
    h("header.topbar", {}, brand(), h("span.spacer", {}), themeButton()),
    h("main.gate-card", {}, inside),
  );
}

/** Where to go after logging in. */
const onward = () => {
  const next = new URLSearchParams(location.search).get("next") ?? "/";
  return next.startsWith("/") && !next.startsWith("//") ? next : "/";
};

/** @param {HTMLElement} app */
export async function openLogin(app) {
  const me = await api.get("/api/me");
  if (me.ok && (!me.data.accounts || me.data.id)) return void go(onward(), true);
  const registration = me.ok ? me.data.registration : "open";
  const code = new URLSearchParams(location.search).get("code") ?? "";
  let fresh = Boolean(code) && registration === "invited";
  const draw = () => {
    const said = h("p.wrong", { role: "alert", data: { test: "login-said" } });
    const input = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {string} */ type,
      /** @type {string} */ auto,
    ) =>
      h(
        "div",
        {},
        h("label.label", { for: `login-${name}` }, label),
        h("input.field", {
          id: `login-${name}`,
          name,
          type,
          autocomplete: auto,
          value: name === "invitation" ? code : "",
          required: true,
          data: { test: `login-${name}` },
        }),
      );
    const form = /** @type {HTMLFormElement} */ (
      h(
        "form.stack",
        {
          onsubmit: async (/** @type {Event} */ event) => {
            event.preventDefault();
            const values = Object.fromEntries(new FormData(form).entries());
            const answer = await api.post(fresh ? "/api/accounts" : "/api/session", values);
            if (answer.ok) void go(onward(), true);
            else said.textContent = answer.message;
          },
        },
        h("h1", {}, fresh ? "Sign up" : "Log in"),
        input("login", "User name", "text", "username"),
        fresh && input("name", "Display name", "text", "nickname"),
        input("password", "Password", "password", fresh ? "new-password" : "current-password"),
        fresh && registration === "invited" && input("invitation", "Invitation code from the host", "text", "off"),
        said,
        button("login-go", fresh ? "Sign up" : "Log in", () => {}, {
          type: "submit",
          class: "button primary",
        }),
        registration === "closed"
          ? h("p.quiet", {}, "Only the host of this server can make new accounts.")
          : button(
              "login-other",
              fresh ? "I have an account" : "I don't have an account yet",
              () => {
                fresh = !fresh;
                draw();
              },
              { class: "button plain" },
            ),
        !fresh &&
          button("login-forgotten", "I forgot my password", () => forgotten(form, said), { class: "button plain" }),
      )
    );
    fill(app, frame(form));
    /** @type {HTMLElement | null} */ (form.querySelector("input"))?.focus();
  };
  draw();
}

/**
 * Ask for a link to set a new password.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} said
 */
async function forgotten(form, said) {
  const login = String(new FormData(form).get("login") ?? "").trim();
  if (!login) return void (said.textContent = "Type your user name first.");
  const answer = await api.post("/api/reset", { login });
  said.textContent = !answer.ok
    ? answer.message
    : answer.data.sent
      ? "If this account has a confirmed e-mail address, a link to set a new password is on its way."
      : "This server sends no e-mail: ask its host for a link to set a new password.";
}

/**
 * Take a seat: only when the user confirms, so that a link preview does not take it.
 * @param {HTMLElement} app
 * @param {string} invitation
 */
export async function openJoin(app, invitation) {
  const me = await api.get("/api/me");
  if (me.ok && me.data.accounts && !me.data.id)
    return void go(`/login?next=${encodeURIComponent(location.pathname)}`, true);
  const invited = await api.get(`/api/join/${encodeURIComponent(invitation)}`);
  if (invited.ok && invited.data.game) return void go(`/game/${invited.data.game}`, true);
  if (!invited.ok || invited.data.taken) return void fill(app, frame(lostInvitation(invited.ok ? "This seat is already taken." : invited.message)));
  const { title, full, scenario, side, host, now } = invited.data;
  const titles = await lasting("/api/titles");
  /** @type {import("../state/types.js").TitleCard | undefined} */
  const card = titles?.titles.find((/** @type {any} */ one) => one.name === title);
  const chosen = Object.entries(card?.scenarios ?? {}).find(([, words]) => words === scenario)?.[0] ?? "";
  const minutes = card?.introduction.scenarios?.[chosen]?.minutes;
  const said = h("p.wrong", { role: "alert" });
  const name = /** @type {HTMLInputElement} */ (
    h("input.field", { id: "join-name", maxlength: 40, autocomplete: "nickname", data: { test: "join-name" } })
  );
  const take = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await api.safe(`/api/join/${encodeURIComponent(invitation)}`, {});
    if (!answer.ok) return void (said.textContent = answer.message);
    if (name.value.trim()) await api.put("/api/me", { name: name.value.trim() });
    const mine = answer.data.you ?? [];
    void go(`/game/${answer.data.id}${mine.length > 1 ? "" : `?as=${mine[0] ?? ""}`}`, true);
  };
  const known = me.ok && me.data.accounts;
  fill(
    app,
    frame(
      h(
        "form.stack",
        { onsubmit: take },
        card && h("div.gate-map", {}, mapPicture(card, titles?.version ?? "")),
        h("h1", {}, `${host || "A player"} invites you to ${full}`),
        card && h("p", {}, card.introduction.fight || card.about),
        h(
          "dl.invite-facts",
          { data: { test: "join-game" } },
          [["You play", `the ${named(side)} side, against ${host || "the player who invites you"}`], ["Scenario", [scenario, minutes ? `about ${long(minutes)}` : ""].filter(Boolean).join(", ")], ["Now", now]].filter(([, words]) => words).flatMap(([name, words]) => [h("dt", {}, name), h("dd", {}, words)]),
        ),
        !known && h("div", {}, h("label.label", { for: "join-name" }, "Your display name"), name),
        said,
        button("join-take", `Play the ${named(side)} side`, () => {}, { type: "submit", class: "button primary" }),
        h("a.button.plain", { href: "/" }, "Not now"),
      ),
    ),
  );
}

/** An invitation that can no longer be accepted. @param {string} why */
function lostInvitation(why) {
  return h("div.stack", {}, h("h1", {}, "This invitation is not valid"), h("p", { role: "alert" }, why), h("a.button", { href: "/" }, "All games"));
}
