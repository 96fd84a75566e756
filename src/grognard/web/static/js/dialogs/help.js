// The list of shortcuts.

import { openDialog } from "./dialog.js";
import { h } from "../dom.js";

/** @type {[string, string][]} */
const BESIDE = [
  ["R", "rule cards"],
  ["C", "charts"],
  ["F", "find a unit in the roster"],
  ["L", "war diary: up and down between lines, right to their cases, Enter shows the board"],
  ["T", "chat"],
  ["P", "replay"],
  ["[ ]", "one action back, forward"],
  ["U", "undo"],
  ["I", "hint: what the computer would do"],
  ["N", "make a thinking computer play now"],
  ["Space", "between computers: pause, continue"],
  [".", "between computers: one decision"],
];

export async function openKeys() {
  const { HELP } = await import("../keys.js");
  const rows = (/** @type {[string, string][]} */ keys) =>
    h(
      "dl.keys",
      {},
      keys.flatMap(([key, what]) => [
        h(
          "dt",
          {},
          key
            .replace(" to ", "–")
            .split(/\s+and\s+|,\s+|\s+/)
            .map((one) => h("kbd", {}, one)),
        ),
        h("dd", {}, what),
      ]),
    );
  openDialog("keys-dialog", "Shortcuts", [
    h("h3.caption", {}, "On the map"),
    rows(HELP),
    h("h3.caption", {}, "Beside the map"),
    rows(BESIDE),
  ]);
}
