// Mouse, pen and fingers on the board: pan, pinch, point, press, drag a unit.

import { h } from "../dom.js";
import { portrait } from "./stacks.js";

/** @typedef {import("./board.js").Board} Board */

const SLACK = 6; // px a press may move
const TWICE = 350; // ms between the presses of a double press
const PEEK = 320; // ms until a stack under the pointer opens

/**
 * @param {Board} board
 * @returns {() => void} to stop
 */
export function bindPointer(board) {
  const { frame, composer } = board;
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  /** @type {{x: number, y: number, piece: string, place: string, moved: boolean, drag: boolean, touch: boolean, at: number} | null} */
  let press = null;
  let speed = { x: 0, y: 0, at: 0 };
  let last = { place: "", at: 0 };
  let gap = 0;
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {Promise<void> | null} */
  let asked = null;

  /** @param {Event} event */
  const apart = (event) => event.target instanceof Element && event.target.closest(".float, .fan, .bubble, .tray, button, a");
  /** @param {PointerEvent} event */
  const over = (event) => {
    const at = board.camera?.point(event.clientX, event.clientY);
    const element = document.elementFromPoint(event.clientX, event.clientY);
    const counter = element?.closest?.(".counter:not(.marker)");
    const piece = counter instanceof SVGElement ? counter.dataset.piece ?? "" : "";
    const place = (piece && composer.placeOf(piece)) || (at && board.sheet?.at(at.x, at.y)?.name) || "";
    return { place, piece };
  };

  /** @param {PointerEvent} event */
  const begin = (event) => {
    if (apart(event) || event.button > 1) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (down.size === 2) {
      press = null;
      drop();
      gap = spread();
      return;
    }
    const { place, piece } = over(event);
    press = { x: event.clientX, y: event.clientY, piece, place, moved: false, drag: false, touch: event.pointerType === "touch", at: performance.now() };
    speed = { x: 0, y: 0, at: performance.now() };
    board.camera?.stop();
  };

  /** The distance and the midpoint of two fingers. */
  const spread = () => {
    const [a, b] = [...down.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    const before = down.get(event.pointerId);
    if (!before) return event.pointerType !== "mouse" ? undefined : apart(event) ? point("") : hover(event);
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (down.size === 2) return pinch(before, event);
    if (!press) return;
    if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK) {
      press.moved = true;
      frame.setPointerCapture(event.pointerId);
      const own = press.piece && composer.mine(press.piece);
      press.drag = Boolean(own && board.session.mine && (composer.selection.includes(press.piece) || (!press.touch && draggable(press.piece))));
      if (press.drag) lift(event);
      else frame.classList.add("panning");
    }
    if (!press.moved) return;
    if (press.drag) return carry(event);
    const now = performance.now();
    const ms = Math.max(1, now - speed.at);
    speed = { x: (event.clientX - before.x) / ms, y: (event.clientY - before.y) / ms, at: now };
    board.camera?.pan(event.clientX - before.x, event.clientY - before.y);
  };

  /** @param {string} piece */
  const draggable = (piece) => composer.movable.has(piece) || composer.gathers;

  /** @param {{x: number, y: number}} before @param {PointerEvent} event */
  const pinch = (before, event) => {
    const next = spread();
    const box = frame.getBoundingClientRect();
    const [a, b] = [...down.values()];
    if (!a || !b || !gap) return;
    board.camera?.zoom((a.x + b.x) / 2 - box.left, (a.y + b.y) / 2 - box.top, next / gap);
    board.camera?.pan((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
    gap = next;
  };

  /** @param {PointerEvent} event */
  const end = (event) => {
    const known = down.delete(event.pointerId);
    frame.classList.remove("panning");
    if (!known || !press) return;
    const done = press;
    press = null;
    if (done.drag) return void land(event);
    if (done.moved) return board.camera?.glide(speed.x, speed.y);
    if (event.type === "pointercancel") return;
    tap(event, done);
  };

  /** @param {PointerEvent} event @param {{piece: string, place: string}} where */
  const tap = (event, { piece, place }) => {
    if (!place) {
      board.fan?.close();
      board.bubble?.close();
      return void composer.escape();
    }
    const twice = last.place === place && performance.now() - last.at < TWICE;
    last = { place: twice ? "" : place, at: performance.now() };
    board.setCursor(place, false);
    board.showLine(place);
    clearTimeout(board.timer);
    if (twice && composer.own(place).length > 1) return void composer.take(place);
    if (!event.shiftKey) return void board.act(place, piece, !piece);
    if (piece && composer.mine(piece)) void composer.toggle(piece);
    else void board.act(place, piece, true);
  };

  /** @param {PointerEvent} event */
  const lift = (event) => {
    if (!press) return;
    board.selecting = performance.now();
    if (!composer.selection.includes(press.piece)) asked = composer.select([press.piece]);
    board.fan?.close();
    const pieces = composer.selection.length ? composer.selection : [press.piece];
    const looks = new Map(Object.values(board.session.view.stacks).flat().map((counter) => [counter.id, counter.look]));
    ghost = h("div.ghost", { "aria-hidden": "true" }, ...pieces.slice(0, 4).map((piece) => portrait(looks.get(piece) ?? "", 54)));
    document.body.append(ghost);
    carry(event);
  };

  /** @param {PointerEvent} event */
  const carry = (event) => {
    if (ghost) ghost.style.transform = `translate(${event.clientX - 27}px, ${event.clientY - 40}px)`;
    const at = board.camera?.point(event.clientX, event.clientY);
    point((at && board.sheet?.at(at.x, at.y)?.name) || "");
  };

  /** @param {PointerEvent} event */
  const land = async (event) => {
    drop();
    const at = board.camera?.point(event.clientX, event.clientY);
    const place = (at && board.sheet?.at(at.x, at.y)?.name) || "";
    await asked;
    asked = null;
    const home = composer.selection.map((piece) => composer.placeOf(piece));
    if (place && !home.includes(place)) void composer.press(place);
  };

  const drop = () => {
    ghost?.remove();
    ghost = null;
  };

  /** @param {PointerEvent} event */
  const hover = (event) => {
    const { place, piece } = over(event);
    point(place);
    if (board.overlays?.on.has("supply")) void board.overlays.trace(piece).then((found) => found && board.showTrace(piece, found));
  };

  /** @param {string} place */
  const point = (place) => {
    if (place === board.under) return;
    board.under = place;
    board.marks?.hover(place);
    board.showLine(place);
    composer.aim(place);
    clearTimeout(board.timer);
    if (board.fan?.shown && !board.fan.shown.pinned) board.fan?.close();
    if (press?.drag || board.fan?.shown?.pinned || !(board.session.view.stacks[place] ?? []).length) return;
    board.timer = window.setTimeout(() => !board.fan?.shown && board.under === place && board.fan?.open(place, false), composer.selection.length ? PEEK * 2 : PEEK);
  };

  const leave = () => {
    if (!press) point("");
  };

  frame.addEventListener("pointerdown", begin);
  frame.addEventListener("pointermove", move);
  frame.addEventListener("pointerup", end);
  frame.addEventListener("pointercancel", end);
  frame.addEventListener("pointerleave", leave);
  // no click after a touch: it would hit whatever the touch has opened
  frame.addEventListener("touchend", (event) => !apart(event) && event.cancelable && event.preventDefault(), { passive: false });
  return () => {
    drop();
    down.clear();
  };
}
