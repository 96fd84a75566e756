// Dialogs: the browser's own, so focus, Escape and screen readers work.

import { button, h, icon, named } from "../dom.js";

/** @typedef {import("../dom.js").Child} Child */
/** @typedef {{dialog: HTMLDialogElement, body: HTMLElement, close: () => void}} Opened */

/**
 * Open a dialog; one of the same name that is open is closed first.
 * @param {string} test its name
 * @param {string} title
 * @param {Child | Child[]} body
 * @param {{wide?: boolean, foot?: Child[], onclose?: () => void}} [how]
 * @returns {Opened}
 */
export function openDialog(test, title, body, { wide = false, foot = [], onclose } = {}) {
  const old = document.querySelector(`dialog[data-test="${test}"]`);
  if (old instanceof HTMLDialogElement) old.close();
  const inner = h("div.card-body", { tabindex: "-1" }, body);
  const close = () => dialog.close();
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      wide ? "dialog.card.wide" : "dialog.card",
      { data: { test }, "aria-labelledby": `${test}-title` },
      h(
        "header.card-head",
        {},
        h("h2", { id: `${test}-title` }, title),
        button(`${test}-close`, icon("close"), close, { class: "button plain icon-only", "aria-label": "Close" }),
      ),
      inner,
      foot.length > 0 && h("footer.card-foot", {}, foot),
    )
  );
  dialog.addEventListener("close", () => {
    dialog.remove();
    onclose?.();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, body: inner, close };
}

/**
 * Ask before something that cannot be undone.
 * @param {string} test
 * @param {string} title
 * @param {string} text
 * @param {string} yes the label of the confirm button
 * @returns {Promise<boolean>}
 */
export function sure(test, title, text, yes) {
  return new Promise((answer) => {
    let said = false;
    const opened = openDialog(test, title, h("p", {}, text), {
      foot: [
        button(`${test}-no`, "Cancel", () => opened.close()),
        button(
          `${test}-yes`,
          yes,
          () => {
            said = true;
            opened.close();
          },
          { class: "button primary" },
        ),
      ],
      onclose: () => answer(said),
    });
  });
}

/**
 * Copy a text to the clipboard.
 * @param {string} text
 * @returns {Promise<boolean>}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A link to share, and a button that copies it.
 * @param {string} test
 * @param {string} link
 * @param {string} label
 */
export function linkLine(test, link, label) {
  const field = /** @type {HTMLInputElement} */ (
    h("input.field", {
      value: link,
      readonly: true,
      "aria-label": label,
      data: { test: `${test}-link` },
      onfocus: () => field.select(),
    })
  );
  const done = button(`${test}-copy`, "Copy", async () => {
    field.select();
    done.textContent = (await copy(link)) ? "Copied" : "Press Ctrl+C";
    setTimeout(() => (done.textContent = "Copy"), 2500);
  });
  return h("div.link-line", {}, field, done);
}

/** How far a link to this server reaches, if only this computer can open it. */
export function reachNote() {
  if (!/^(localhost|127\.|\[?::1)/.test(location.hostname)) return null;
  return h(
    "p.quiet",
    { data: { test: "reach" } },
    h("b", {}, "This link works on this computer only"),
    ", for example in another browser. To play with people elsewhere, start the server with ",
    h("code.command", {}, "grognard serve --accounts --host 0.0.0.0"),
    " and open it by the name or address of this computer; then the links work wherever that address does.",
  );
}

/** The invitation links of open seats, one under the other. @param {{side: string, invitation?: string | null}[]} seats */
export function invitationLinks(seats) {
  return seats.map(({ side, invitation }) =>
    h("div", {}, h("span.label", {}, named(side)), linkLine(`invite-${side}`, `${location.origin}/join/${invitation}`, `Invitation for ${named(side)}`)),
  );
}
