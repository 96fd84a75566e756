// The user's settings, stored in the browser; and their account, stored by the server.

import { api } from "../net/api.js";
import { openDialog } from "../dialogs/dialog.js";
import { button, fill, h, icon, s } from "../dom.js";
import { notice } from "../main.js";

/**
 * @typedef {{theme: "auto" | "light" | "dark", motion: "auto" | "full" | "none", confirm: boolean,
 *   overlays: string[], pace: "step" | "slow" | "normal" | "fast" | "skip", stops: boolean}} Settings
 */
/** @type {Settings} */
const USUAL = { theme: "auto", motion: "auto", confirm: true, overlays: [], pace: "normal", stops: false };
const KEY = "grognard.settings";

/** @returns {Settings} */
export function settings() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

/**
 * Change the settings; the document dispatches "settings".
 * @param {Partial<Settings>} some
 */
export function change(some) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...settings(), ...some }));
  } catch {
    notice("This browser does not store settings: they last until you close the page.");
  }
  dress(some.theme, some.motion);
  document.dispatchEvent(new CustomEvent("settings", { detail: settings() }));
}

/** Theme and motion as chosen, or the system's. @param {string} [theme] @param {string} [motion] */
export function dress(theme = settings().theme, motion = settings().motion) {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  root.dataset.theme = theme === "auto" ? (dark ? "dark" : "light") : theme;
  root.dataset.motion = motion === "auto" ? (still ? "none" : "full") : motion;
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => change({}));
matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => change({}));

/** The logo, a link to all games. @param {string} [size] */
export function brand(size = "") {
  return h(
    "a.brand",
    { href: "/", data: { test: "brand" }, "aria-label": "Grognard, all games" },
    mark(),
    h("span", { class: size === "small" ? "word wide-only" : "" }, "Grognard"),
  );
}

/** A counter in a hex. */
export function mark() {
  return s(
    "svg",
    { viewBox: "0 0 24 26", "aria-hidden": "true" },
    s("path", { d: "M12 1 22.5 7v12L12 25 1.5 19V7z", fill: "var(--accent)" }),
    s("rect", {
      x: 5.5,
      y: 8.5,
      width: 13,
      height: 9,
      rx: 1,
      fill: "none",
      stroke: "var(--accent-ink)",
      "stroke-width": 1.7,
    }),
    s("path", { d: "M5.5 8.5 18.5 17.500M18.5 8.5 5.5 17.5", stroke: "var(--accent-ink)", "stroke-width": 1.3 }),
  );
}

/** Light, dark, or the system's theme. */
export function themeButton() {
  const order = /** @type {const} */ (["auto", "light", "dark"]);
  const made = button(
    "theme",
    "",
    () => {
      change({ theme: order[(order.indexOf(settings().theme) + 1) % 3] ?? "auto" });
      draw();
    },
    { class: "button plain icon-only" },
  );
  const draw = () => {
    const { theme } = settings();
    fill(made, icon(theme === "auto" ? "auto" : theme === "dark" ? "moon" : "sun"));
    made.title = `Theme: ${theme === "auto" ? "system" : theme}`;
    made.setAttribute("aria-label", made.title);
  };
  const heard = () => (made.isConnected ? draw() : document.removeEventListener("settings", heard));
  document.addEventListener("settings", heard);
  draw();
  return made;
}

/**
 * A choice between a few values.
 * @param {string} name
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {(value: string) => void} picked
 */
export function choice(name, label, values, chosen, picked) {
  return h(
    "fieldset.fieldset",
    {},
    h("legend.label", {}, label),
    h(
      "div.switches",
      {},
      values.map(([value, words]) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name,
            value,
            checked: value === chosen,
            onchange: () => picked(value),
            data: { test: `${name}-${value}` },
          }),
          h("span", {}, words),
        ),
      ),
    ),
  );
}

/** @param {string} test @param {string} label @param {boolean} on @param {(on: boolean) => void} changed */
export function check(test, label, on, changed) {
  const box = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", checked: on, data: { test }, onchange: () => changed(box.checked) })
  );
  return h("label.check", {}, box, h("span", {}, label));
}

/** @type {[string, string][]} */
export const PACES = [["step", "Step"], ["slow", "Slow"], ["normal", "Normal"], ["fast", "Fast"], ["skip", "Off"]];

const OVERLAYS = [
  ["zoc", "Enemy zones of control"],
  ["supply", "Supply"],
  ["control", "Control"],
  ["reach", "Where the enemy can move"],
];

export async function openSettings() {
  const now = settings();
  const person = h("div", {}, h("p.quiet", {}, "Loading…"));
  openDialog("settings-dialog", "Settings", [
    choice(
      "theme",
      "Theme",
      [
        ["auto", "System"],
        ["light", "Light"],
        ["dark", "Dark"],
      ],
      now.theme,
      (theme) => change({ theme: /** @type {Settings["theme"]} */ (theme) }),
    ),
    choice(
      "motion",
      "Motion",
      [
        ["auto", "System"],
        ["full", "Animate pieces"],
        ["none", "No animation"],
      ],
      now.motion,
      (motion) => change({ motion: /** @type {Settings["motion"]} */ (motion) }),
    ),
    choice("pace", "What the others did is played out", PACES, now.pace, (pace) => change({ pace: /** @type {Settings["pace"]} */ (pace) })),
    check("stops", "Stop after each battle", now.stops, (stops) => change({ stops })),
    check("confirm", "Ask before “done” if something is left to do", now.confirm, (confirm) => change({ confirm })),
    h(
      "fieldset.fieldset",
      {},
      h("legend.label", {}, "Overlays shown when a game is opened"),
      OVERLAYS.map(([name = "", label = ""]) =>
        check(`overlay-${name}`, label, now.overlays.includes(name), (on) =>
          change({ overlays: on ? [...settings().overlays, name] : settings().overlays.filter((one) => one !== name) }),
        ),
      ),
    ),
    h("h3.caption", {}, "You"),
    person,
  ]);
  const answer = await api.get("/api/me");
  if (!answer.ok) return fill(person, h("p.wrong", {}, answer.message));
  if (answer.data.accounts && !answer.data.id) return fill(person, h("a.button", { href: "/login" }, "Log in"));
  fill(person, personForm(answer.data));
}

/** The user's name, and how they are notified of their turn. @param {import("./types.js").Me} me */
function personForm(me) {
  const field = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {string} */ type,
    /** @type {string} */ hint,
  ) => {
    const input = /** @type {HTMLInputElement} */ (
      h("input.field", { name, type, id: `me-${name}`, value: me[name] ?? "", data: { test: `me-${name}` } })
    );
    return {
      input,
      row: h("div", {}, h("label.label", { for: `me-${name}` }, label), input, hint && h("p.quiet.hint", {}, hint)),
    };
  };
  const name = field("name", "Display name", "text", "");
  const unconfirmed = me.mail && me.email && !me.verified;
  const email = field(
    "email",
    "E-mail when it is your turn",
    "email",
    me.mail === false ? "This server does not send e-mail." : unconfirmed ? "Not confirmed yet: use the link in the letter." : "",
  );
  const webhook = field(
    "webhook",
    "Webhook when it is your turn",
    "url",
    "Receives a JSON message by POST, for example for a chat room.",
  );
  const said = h("p", { role: "status", data: { test: "me-said" } });
  const keep = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = await api.put("/api/me", {
      name: name.input.value.trim() || me.name,
      email: email.input.value.trim(),
      webhook: webhook.input.value.trim(),
    });
    said.className = answer.ok ? "quiet" : "wrong";
    said.textContent = answer.ok ? "Saved." : answer.message;
  };
  return h(
    "form.stack",
    { onsubmit: keep, novalidate: true },
    name.row,
    email.row,
    webhook.row,
    h(
      "div.row",
      {},
      button("me-keep", "Save", () => {}, { type: "submit" }),
      said,
    ),
    unconfirmed &&
      button("me-verify", "Send the letter again", async () => {
        const answer = await api.post("/api/me/verify", {});
        said.className = answer.ok ? "quiet" : "wrong";
        said.textContent = answer.ok ? "Sent." : answer.message;
      }),
    me.login && h("div", {}, passwordButton()),
    me.accounts &&
      h(
        "div.row",
        {},
        button("logout", "Log out", async () => {
          await api.remove("/api/session");
          location.assign("/login");
        }),
        button("logout-everywhere", "Log out everywhere", async () => {
          await api.remove("/api/sessions");
          location.assign("/login");
        }),
      ),
  );
}

/** A button that opens the fields to change the password. */
function passwordButton() {
  const field = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ auto) => {
    const input = /** @type {HTMLInputElement} */ (
      h("input.field", { type: "password", id: `password-${name}`, autocomplete: auto, data: { test: `password-${name}` } })
    );
    return { input, row: h("div", {}, h("label.label", { for: input.id }, label), input) };
  };
  const open = button("password", "Change password", () => {
    const old = field("old", "Old password", "current-password");
    const fresh = field("new", "New password", "new-password");
    const said = h("p", { role: "status", data: { test: "password-said" } });
    const change = async () => {
      const answer = await api.put("/api/me/password", { old: old.input.value, new: fresh.input.value });
      said.className = answer.ok ? "quiet" : "wrong";
      said.textContent = answer.ok ? "Changed. You are logged out everywhere else." : answer.message;
    };
    open.replaceWith(h("div.stack", {}, old.row, fresh.row, button("password-change", "Change password", change), said));
    old.input.focus();
  });
  return open;
}
