// The overlay buttons in the top bar, and the legend.

import { button, fill, h, named, s } from "../dom.js";
import { LAYERS, legend } from "./overlays.js";

/** @typedef {import("./board.js").Board} Board */

const HEX = "M10 1.500L17.500 5.700V14.300L10 18.500L2.500 14.300V5.700Z";

/** The legend of what is drawn over the map. @param {Board} board */
export function drawLegend(board) {
  const { composer, overlays } = board;
  const lists = [...composer.targets.values()].flat();
  const rows = legend(overlays?.on ?? new Set(), {
    aimed: Boolean(overlays?.arcs.length), along: Boolean(overlays?.arcs.some((one) => one.along.length)),
    kinds: board.sheet?.overlays.has("rigid") ?? false, hidden: Boolean(board.session.view.fogged && board.session.side !== "all"), reach: lists.some((target) => target.kind === "path"),
    stop: lists.some((target) => target.kind === "path" && overlays?.zones.has(target.place)),
    target: lists.some((target) => target.kind !== "path" && composer.hostile(target.place)),
    choice: composer.choosable.size > 0 || lists.some((target) => target.kind !== "path" && !composer.hostile(target.place)),
  }, board.session.view.players.map(named));
  fill(board.legend, ...rows);
  board.legend.hidden = !rows.length;
}

/** The board's overlay buttons, in the top bar. @param {Board} board */
export function drawTools(board) {
  const bar = document.getElementById("tools");
  if (!bar || !board.overlays) return;
  const { on } = board.overlays;
  fill(
    bar,
    h("span.rule", {}),
    ...LAYERS.filter((layer) => board.sheet?.overlays.has(layer.name)).map((layer) =>
      button(`overlay-${layer.name}`, [s("svg", { viewBox: "0 0 20 20", width: 18, height: 18, "aria-hidden": "true" }, s("path", { d: HEX + layer.glyph, class: "glyph" })), h("span.word", {}, layer.label), h("kbd", {}, layer.key)], () => board.overlays?.toggle(layer.name), {
        class: "button plain tool overlay-tool", "aria-pressed": String(on.has(layer.name)), title: `${layer.label}: ${layer.about} (${layer.key})`, "aria-label": layer.label,
      }),
    ),
  );
  drawLegend(board);
}
