// Places in words: for the line under the map and for screen readers.

import { named } from "../dom.js";
import { points } from "./marks.js";

/** @typedef {import("./board.js").Board} Board */

/** `a`, `a and b`, `2 Blocks`. @param {string[]} names */
function listed(names) {
  const all = [...new Set(names)].map((name) => {
    const count = names.filter((one) => one === name).length;
    return count > 1 ? `${count} ${name}s` : name;
  });
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all[all.length - 1]}` : all[0] ?? "";
}

export class Labels {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {string} place */
  terrain(place) {
    const at = this.board.sheet?.places.get(place);
    return at ? [at.terrain, ...at.features].filter(Boolean).join(", ") : "";
  }

  /** What a piece has done, in a few words. @param {string} piece */
  state(piece) {
    const known = this.board.session.view.pieces[piece];
    if (!known) return "";
    const marks = Object.entries(known.marks ?? {}).map(([name, value]) => (name === "points" ? `${points(value)} MP left` : typeof value === "number" ? `${name} ${value}` : name));
    return marks.join(", ");
  }

  /** Describe a place. @param {string} place */
  describe(place) {
    const { session, composer, overlays } = this.board;
    const at = this.board.sheet?.places.get(place);
    if (!at) return named(place);
    const bySide = new Map();
    for (const counter of session.view.stacks[place] ?? []) if (!counter.marker) bySide.set(counter.side, [...(bySide.get(counter.side) ?? []), counter.id]);
    const units = [...bySide].map(([side, ids]) => `${named(side)} ${listed(ids.map((/** @type {string} */ id) => this.called(id)))}`);
    const markers = (session.view.stacks[place] ?? []).filter((counter) => counter.marker).map((counter) => counter.tip.replace(/^.*: /, ""));
    const found = composer.targets.get(place) ?? [];
    const reach = found.map((target) => (target.cost === null || target.cost === undefined ? `${target.verb} possible` : `${target.verb}: ${points(target.cost)}`));
    if (!found.length && !composer.act && composer.selection.length && composer.offers.length && !composer.selection.some((piece) => composer.placeOf(piece) === place)) reach.push("out of reach");
    const chosen = (session.view.stacks[place] ?? []).some((counter) => composer.selection.includes(counter.id)) ? ["selected"] : [];
    return [[/\d/.test(place) || !at.town ? place : "", at.town, at.terrain, ...at.features].filter(Boolean).join(", "), ...units, ...markers, overlays?.zones.has(place) ? "enemy ZOC" : "", overlays?.outOfArc(place) ?? "", ...chosen, ...reach].filter(Boolean).join("; ");
  }

  /** A unit's name in a list by side; a hidden one is just a Block. @param {string} piece */
  called(piece) {
    const known = this.board.session.view.pieces[piece];
    return known?.kind?.type !== "block" ? String(known?.identity?.face ?? piece) : known.identity ? String(known.identity.name) : "Block";
  }

  /** Make every hex a button in a grid with one tab stop. */
  name() {
    const { sheet } = this.board;
    if (!sheet) return;
    for (const part of sheet.parts) {
      const first = [...sheet.places.values()].find((place) => place.inset === part.name);
      const group = sheet.elements.get(first?.name ?? "")?.parentElement;
      group?.setAttribute("role", "group");
      group?.setAttribute("aria-label", part.name ? `Hexes on the map of ${part.name}` : sheet.hexes ? "Hexes on the map" : "Areas on the map");
    }
    for (const element of sheet.elements.values()) {
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "-1");
      element.dataset.test = `hex-${element.dataset.hex}`;
      element.addEventListener("focus", () => this.board.setCursor(String(element.dataset.hex), element.matches(":focus-visible")));
      element.addEventListener("blur", () => this.board.marks?.point("", false));
      element.addEventListener("click", (event) => {
        if (/** @type {MouseEvent} */ (event).detail === 0) void this.board.act(String(element.dataset.hex));
      });
    }
    sheet.elements.values().next().value?.setAttribute("tabindex", "0");
  }

  naming = 0;

  nameSoon() {
    clearTimeout(this.naming);
    this.naming = window.setTimeout(() => this.nameAll(), 250);
  }

  /** Update the screen-reader label of every place. */
  nameAll() {
    for (const [place, element] of this.board.sheet?.elements ?? []) {
      const label = this.describe(place);
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    }
    if (this.board.lined) this.board.showLine(this.board.lined); // the text may be out of date
  }
}
