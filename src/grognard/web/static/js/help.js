// The keys of the page.

import { openDialog } from "./dialog.js";
import { h } from "./dom.js";

/** @type {[string, [string, string][]][]} */
const KEYS = [
  ["On the map", [["Q W E A S D", "walk the six sides of a hex"], ["Enter", "act where the cursor is"], ["Esc", "step back"], ["?", "why not here?"], [".", "next unit that can still act"], ["+ − 0", "zoom, and all of the map"], ["1–9", "the numbered choices"]]],
  ["Beside the map", [["R", "rule cards"], ["C", "charts"], ["F", "find a unit"], ["L", "war diary"], ["T", "table talk"], ["P", "replay"], ["[ ]", "one action back, forward"]]],
];

export function openKeys() {
  openDialog("keys-dialog", "Keys", KEYS.map(([name, keys]) => h("section", {}, h("h3.caption", {}, name), h("dl.keys", {}, keys.flatMap(([key, what]) => [h("dt", {}, key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, what)])))));
}
