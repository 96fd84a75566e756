// The charts of a title; each cell shows whether the rulebook states it or we estimate it.

import { lasting } from "../net/api.js";
import { openDialog } from "../dialogs/dialog.js";
import { button, chip, h, icon } from "../dom.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {{text: string, source: string, cite: string}} Cell */
/** @typedef {{name: string, source: string, cite: string, columns: string[], rows: Cell[][]}} Chart */

/** How sure a value is, by the letter of its source. @type {Record<string, [string, string]>} */
export const SOURCES = {
  R: ["stated", "stated in the rules"],
  G: ["known", "from geography"],
  E: ["estimated", "our estimate"],
  U: ["yours", "from your own data pack"],
};

/**
 * @param {string} title
 * @param {Session | null} session
 */
export async function openCharts(title, session) {
  const found = await lasting(`/api/titles/${title}/charts`);
  /** @type {Chart[]} */
  const charts = found?.charts ?? [];
  const column = session ? await presentColumn(session) : "";
  const body = h(
    "div.charts",
    { data: { test: "charts-list" } },
    charts.length ? charts.map((chart) => table(chart, column)) : h("p.empty", {}, "This title has no charts."),
  );
  const key = h(
    "p.chart-key",
    {},
    Object.entries(SOURCES)
      .filter(([letter]) => charts.some((chart) => chart.rows.flat().some((cell) => cell.source === letter)))
      .map(([letter, [, words]]) =>
        h("span", {}, h("i.mark", { data: { source: letter } }, MARKS[letter] ?? ""), ` ${capital(words)}`),
      ),
  );
  const nav = h(
    "nav.row",
    { "aria-label": "Charts" },
    charts.map((chart, n) =>
      button(
        "chart-link",
        chart.name,
        () => document.getElementById(`chart-${n}`)?.scrollIntoView({ block: "start" }),
        { class: "button small plain" },
      ),
    ),
    h("span.spacer", {}),
    button("charts-print", [icon("print", 18), "Print"], () => print(), { class: "button small" }),
  );
  charts.forEach((_, n) => body.children[n]?.setAttribute("id", `chart-${n}`));
  openDialog("charts-dialog", "Charts", [nav, key, body], { wide: true });
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {Record<string, string>} */
const MARKS = { R: "", G: "◦", E: "≈", U: "✎" };

/** @param {Chart} chart @param {string} column */
function table(chart, column) {
  const at = chart.columns.indexOf(column);
  return h(
    "section.chart",
    {},
    h("h3", {}, chart.name, " ", /^\S+$/.test(chart.cite) && chip(/^\d+(\.\d+)+/.exec(chart.cite)?.[0] ?? chart.cite)),
    h(
      "div.chart-scroll",
      { tabindex: "0", role: "region", "aria-label": chart.name },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            chart.columns.map((name, n) =>
              h(
                "th",
                { scope: "col", class: n === at ? "here" : "" },
                capital(name),
                n === at && h("span.hush", {}, " (the current column)"),
              ),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          chart.rows.map((row) =>
            h(
              "tr",
              {},
              row.map((cell, n) => value(cell, n, n === at)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Cell} cell @param {number} n @param {boolean} here */
function value(cell, n, here) {
  const [, words = ""] = SOURCES[cell.source] ?? [];
  const title = `${words}${cell.cite ? `, ${cell.cite}` : ""}`;
  const mark = MARKS[cell.source];
  return h(
    n === 0 ? "th" : "td",
    { scope: n === 0 ? "row" : null, class: here ? "here" : "", title, data: { source: cell.source } },
    (n === 0 ? capital(cell.text) : cell.text).replaceAll("_", " "),
    mark && cell.text && h("i.mark", { "aria-label": words, data: { source: cell.source } }, mark),
  );
}

/** The column of the battle whose die is still to be rolled, if there is one. @param {Session} session */
async function presentColumn(session) {
  if (!session.live || session.view.over || (session.view.procedures?.length ?? 0) < 2) return "";
  const odds = await session.odds();
  return odds?.kind === "table" ? odds.column : "";
}
