// Rule cards: our summary of every case, our rulings, and where a case applied in this game.

import { lasting } from "../net/api.js";
import { openDialog } from "../dialogs/dialog.js";
import { button, current, fill, h, searchField } from "../dom.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {{id: string, name: string}} Heading */

/**
 * Cases can be opened from anywhere on the page until the user leaves the screen.
 * @param {string} title
 * @param {Session | null} session
 * @returns {() => void}
 */
export function openCards(title, session) {
  /** @param {MouseEvent} event */
  const clicked = (event) => {
    const found = event.target instanceof Element ? event.target.closest("[data-case]") : null;
    if (!(found instanceof HTMLElement) || found.closest(".headings")) return;
    event.stopPropagation();
    void openRules(title, session, found.dataset.case ?? "");
  };
  document.addEventListener("click", clicked, true);
  session?.addEventListener("rules", () => void openRules(title, session));
  return () => document.removeEventListener("click", clicked, true);
}

/**
 * The rules, open at a case.
 * @param {string} title
 * @param {Session | null} session
 * @param {string} [cite]
 */
export async function openRules(title, session, cite = "") {
  const found = await lasting(`/api/titles/${title}/rules`);
  /** @type {Heading[]} */
  const headings = found?.headings ?? [];
  const list = h("ul.headings", { "aria-label": "Cases", data: { test: "headings" } });
  const card = h("article.rule-card", { tabindex: "-1", "aria-live": "polite", data: { test: "rule-card" } });
  const search = searchField("rules-search", "Search headings, or a case number", "Search headings");
  openDialog("rules-dialog", "Rules", h("div.rules", {}, h("div.rules-list", {}, search, list), card), { wide: true });
  /** @param {string} id */
  const show = async (id) => {
    card.dataset.shown = id;
    for (const one of list.querySelectorAll("button")) current(one, one.dataset.case === id);
    list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    await drawCard(card, title, session, id, show);
  };
  const draw = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = headings.filter((one) => words.every((word) => `${one.id} ${one.name}`.toLowerCase().includes(word)));
    fill(
      list,
      hits.length
        ? hits.map((one) =>
            h(
              "li",
              {},
              button("heading", [h("span.no", {}, one.id), h("span", {}, one.name)], () => void show(one.id), {
                class: one.id.endsWith(".0") || !one.id.includes(".") ? "heading major" : "heading",
                data: { case: one.id },
              }),
            ),
          )
        : h("li.empty", {}, "No heading contains these words."),
    );
  };
  search.addEventListener("input", draw);
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") /** @type {HTMLElement | null} */ (list.querySelector("button"))?.click();
  });
  draw();
  if (cite) {
    await show(cite);
    card.focus();
  } else {
    search.focus();
    const here = headings.find((one) => one.id === session?.view.ask.cite) ?? headings.find((one) => /^\d/.test(one.id));
    if (here) await show(here.id);
  }
}

/**
 * @param {HTMLElement} card
 * @param {string} title
 * @param {Session | null} session
 * @param {string} id
 * @param {(id: string) => Promise<void>} show
 */
async function drawCard(card, title, session, id, show) {
  const found = await lasting(`/api/titles/${title}/rules/${encodeURIComponent(id)}`);
  if (card.dataset.shown !== id) return; // another case was chosen meanwhile
  if (!found) return fill(card, h("p.empty", {}, `There is no card for ${id}.`));
  /** @type {Heading[]} */
  const within = found.within ?? [];
  fill(
    card,
    h("header.rule-head", {}, h("span.case-no", {}, id), h("h3", {}, found.heading?.name ?? id)),
    h("p.quiet", {}, "In our words; the rulebook is authoritative."),
    h(
      "ol.clauses",
      {},
      found.clauses.map((/** @type {any} */ clause) =>
        h(
          clause.note ? "li.dead" : "li",
          {},
          h("span.clause-no", {}, clause.id),
          h(
            "p",
            {},
            clause.note && h("span.reason", {}, clause.note),
            h("span", {}, clause.text),
            " ",
            h("span.kind", {}, clause.kind),
            !clause.note && clause.reason && h("span.reason", {}, clause.reason),
          ),
        ),
      ),
    ),
    found.rulings.length > 0 &&
      h(
        "section",
        {},
        h("h4.caption", {}, "Our rulings"),
        found.rulings.map((/** @type {any} */ ruling) =>
          h(
            "div.ruling",
            {},
            h("p.question", {}, ruling.question),
            h("p", {}, ruling.ruling),
            ruling.alternative &&
              h(
                "p.quiet",
                {},
                `Alternative: ${ruling.alternative}`,
                ruling.option && ` (option ${ruling.option})`,
              ),
          ),
        ),
      ),
    within.length > 0 &&
      h(
        "section",
        {},
        h("h4.caption", {}, "Cases of this section"),
        h(
          "ul.row",
          {},
          within.map((one) =>
            h(
              "li",
              {},
              button("within", [h("b", {}, one.id), ` ${one.name}`], () => void show(one.id), {
                class: "button small",
              }),
            ),
          ),
        ),
      ),
    session && applied(session, new Set([id, ...within.map((one) => one.id)])),
  );
}

/** Where a case, or one within it, applied in this game. @param {Session} session @param {Set<string>} cases */
function applied(session, cases) {
  const hits = session.log
    .filter((entry) => entry.lines.some((line) => cases.has(line.cite)))
    .slice(-12)
    .reverse();
  if (!hits.length) return h("p.quiet", {}, "It has not appeared in this game's diary yet.");
  return h(
    "section",
    { data: { test: "applied" } },
    h("h4.caption", {}, "In this game"),
    h(
      "ul.applied",
      {},
      hits.map((entry) =>
        h(
          "li",
          {},
          button(
            "applied-entry",
            [
              h("span.quiet", {}, entry.now.split(/,| of /)[0] ?? ""),
              h("span", {}, entry.lines.find((line) => cases.has(line.cite))?.text ?? ""),
            ],
            () => {
              /** @type {HTMLDialogElement | null} */ (
                document.querySelector("dialog[data-test=rules-dialog]")
              )?.close();
              void session.show(entry.n + 1);
            },
            { class: "applied-line" },
          ),
        ),
      ),
    ),
  );
}
