// The minimap: where the units are and what is in view; click to go there.

import { h, s } from "../dom.js";

/** @typedef {import("./board.js").Board} Board */

const WIDE = 190; // px
const HIGH = 160; // px at most: a tall map would be in the way
const MARGIN = 43.2; // free space above the map

export class Minimap {
  /** @param {HTMLElement} frame @param {Board} board */
  constructor(frame, board) {
    this.board = board;
    const { width = 1, height = 1, places } = board.sheet ?? {};
    const low = Math.max(...[...(places?.values() ?? [])].map((place) => place.y)) + (board.sheet?.unit ?? 48) * 1.4;
    this.size = { width, height: Math.min(height, low) };
    this.picture = h("img", { alt: "", draggable: "false" });
    const down = (board.sheet?.window[1] ?? 0) - MARGIN; // the thumbnail has no insets: it starts with the map
    const wide = (this.wide = Math.min(WIDE, (HIGH * width) / this.size.height));
    this.picture.style.width = `${wide}px`;
    if (board.sheet?.insets.length) this.picture.style.top = `${5 + (down * wide) / width}px`;
    this.dots = s("g", {});
    this.sight = s("rect", { class: "mini-sight", rx: 6 });
    const tall = (wide * this.size.height) / width;
    const svg = s("svg", { viewBox: `0 0 ${width} ${this.size.height}`, width: wide.toFixed(0), height: tall.toFixed(0) }, ...this.frames(), this.dots, this.sight);
    this.element = h("div.minimap.float", { "aria-hidden": "true", data: { test: "minimap" } }, this.picture, svg);
    this.element.addEventListener("pointerdown", (event) => this.go(event));
    this.element.addEventListener("pointermove", (event) => event.buttons && this.go(event));
    frame.append(this.element);
    this.theme = "";
    this.paint();
    new MutationObserver(() => this.paint()).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  }

  /** Insets, which are beside the map. */
  frames() {
    return (this.board.sheet?.parts ?? []).filter((part) => part.name).map(({ box: [left, top, right, bottom] }) => s("rect", { x: left, y: top, width: right - left, height: bottom - top, class: "mini-inset" }));
  }

  paint() {
    const theme = document.documentElement.dataset.theme ?? "light";
    if (theme === this.theme) return;
    this.theme = theme;
    this.picture.setAttribute("src", `/api/titles/${encodeURIComponent(this.board.session.view.sheet ?? this.board.session.view.title)}/thumbnail.svg?theme=${theme}`);
  }

  draw() {
    const { session, sheet } = this.board;
    const dots = Object.entries(session.view.stacks).flatMap(([place, stack]) => {
      const at = sheet?.places.get(place);
      const top = stack.filter((counter) => !counter.marker).pop();
      if (!at || !top) return [];
      const n = session.view.players.indexOf(top.side);
      return [s("rect", { x: at.x - 26, y: at.y - 26, width: 52, height: 52, rx: n ? 26 : 4, class: `mini-unit mini-${n}` })];
    });
    this.dots.replaceChildren(...dots);
  }

  move() {
    const { camera, frame } = this.board;
    if (!camera) return;
    const { x, y, k } = camera.at;
    const left = Math.max(0, -x / k);
    const top = Math.max(0, -y / k);
    this.element.classList.toggle("whole", this.wholeMap() || this.overInset());
    this.sight.setAttribute("x", left.toFixed(0));
    this.sight.setAttribute("y", top.toFixed(0));
    this.sight.setAttribute("width", Math.max(1, Math.min(this.size.width, (frame.clientWidth - x) / k) - left).toFixed(0));
    this.sight.setAttribute("height", Math.max(1, Math.min(this.size.height, (frame.clientHeight - camera.inset.bottom - y) / k) - top).toFixed(0));
  }

  /** Is the whole map in view, or the whole of one of several? */
  wholeMap() {
    const { camera, frame, sheet } = this.board;
    if (!camera || camera.at.k <= camera.least * 1.02) return true;
    return (sheet?.parts ?? []).some(({ box: [left, top, right, bottom] }) => {
      const [a, b] = [camera.screen(left, top), camera.screen(right, bottom)];
      return a.x > -30 && a.y > -30 && b.x < frame.clientWidth + 30 && b.y < frame.clientHeight - camera.inset.bottom + 30;
    });
  }

  /** Would it cover a map beside the main one? */
  overInset() {
    const { camera, frame, sheet } = this.board;
    if (!camera) return false;
    const [wide, high] = [this.wide + 80, (this.wide * this.size.height) / this.size.width + 24];
    return (sheet?.parts ?? []).some(({ name, box: [left, top, right, bottom] }) => {
      if (!name) return false;
      const [a, b] = [camera.screen(left, top), camera.screen(right, bottom)];
      return b.x > frame.clientWidth - wide && a.x < frame.clientWidth && b.y > frame.clientHeight - camera.inset.bottom - high && a.y < frame.clientHeight;
    });
  }

  /** @param {PointerEvent} event */
  go(event) {
    const box = this.element.getBoundingClientRect();
    const scale = this.size.width / this.wide;
    this.board.camera?.stop();
    this.board.camera?.look((event.clientX - box.left - 5) * scale, (event.clientY - box.top - 5) * scale, undefined, true);
  }
}
