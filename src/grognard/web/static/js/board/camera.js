// The camera: pan and zoom by mouse, wheel, pinch and keys. Only a transform changes.

/** @typedef {{x: number, y: number, k: number}} Sight */

const MOST = 4;
const EDGE = 24; // px beyond the map that may come into view with what is shown
const SLACK = 210; // px the map may be dragged past its edge, so nothing stays hidden under floating controls

/** Fingers cannot point at anything without pressing it. */
export const TOUCH = matchMedia("(pointer: coarse)").matches;

/** Are animations allowed? */
export const lively = () => document.documentElement.dataset.motion !== "none" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Camera {
  /**
   * @param {HTMLElement} frame the viewport
   * @param {HTMLElement} world the element that is moved
   * @param {{width: number, height: number}} size of the world
   * @param {(sight: Sight) => void} onmove
   */
  constructor(frame, world, size, onmove) {
    this.frame = frame;
    this.world = world;
    this.size = size;
    this.onmove = onmove;
    /** @type {Sight} */
    this.at = { x: 0, y: 0, k: 1 };
    this.rest = 0;
    this.flight = 0;
    /** Where a flight leads. */
    this.goal = this.at;
    /** How often the player has moved the map. */
    this.touched = 0;
    /** Space at the edges covered by other elements. */
    this.inset = { left: 0, top: 0, right: 0, bottom: 0 };
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.set(this.at)).observe(frame);
  }

  get least() {
    const { clientWidth: w, clientHeight: h } = this.frame;
    const { left, right, top, bottom } = this.inset;
    return Math.max(0.05, Math.min((w - left - right) / this.size.width, (h - top - bottom) / this.size.height));
  }

  /** The sight nearest to this one that does not leave the map. @param {Sight} to @returns {Sight} */
  limited(to) {
    const { clientWidth: w, clientHeight: h } = this.frame;
    const { left, right, top, bottom } = this.inset;
    const k = Math.min(MOST, Math.max(this.least, to.k));
    /** @param {number} at @param {number} from @param {number} space @param {number} long */
    const kept = (at, from, space, long) => (long <= space ? from + (space - long) / 2 : Math.min(from + SLACK, Math.max(from + space - long - SLACK, at)));
    return { k, x: kept(to.x, left, w - left - right, this.size.width * k), y: kept(to.y, top, h - top - bottom, this.size.height * k) };
  }

  /** @param {Sight} to */
  set(to) {
    if (!this.frame.clientWidth || !this.frame.clientHeight) return;
    const { x, y, k } = this.limited(to);
    this.at = { x, y, k };
    this.world.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${k})`;
    this.onmove(this.at);
  }

  /** During a gesture the layer is cached as a picture. */
  stir() {
    this.world.classList.add("moving");
    clearTimeout(this.rest);
    this.rest = window.setTimeout(() => this.world.classList.remove("moving"), 180);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.touched += 1;
    this.stop();
    this.stir();
    this.set({ x: this.at.x + dx, y: this.at.y + dy, k: this.at.k });
  }

  /** Zoom around the pointer. @param {number} px @param {number} py @param {number} factor */
  zoom(px, py, factor) {
    this.touched += 1;
    this.stop();
    this.stir();
    this.set(this.zoomed(px, py, factor));
  }

  /** @param {number} px @param {number} py @param {number} factor */
  zoomed(px, py, factor) {
    const { x, y, k } = this.at;
    const next = Math.min(MOST, Math.max(this.least, k * factor));
    return { k: next, x: px - ((px - x) * next) / k, y: py - ((py - y) * next) / k };
  }

  /** Zoom around the centre, by a key or a button. @param {number} factor */
  nudge(factor) {
    const { left, right, top, bottom } = this.inset;
    this.fly(this.zoomed((this.frame.clientWidth + left - right) / 2, (this.frame.clientHeight + top - bottom) / 2, factor));
  }

  fit() {
    this.fly({ x: 0, y: 0, k: this.least });
  }

  /** Centre a point of the map. @param {number} wx @param {number} wy @param {number} [k] @param {boolean} [now] */
  look(wx, wy, k = this.at.k, now = false) {
    const { left, right, top, bottom } = this.inset;
    const to = { k, x: (this.frame.clientWidth + left - right) / 2 - wx * k, y: (this.frame.clientHeight + top - bottom) / 2 - wy * k };
    if (!now) return this.fly(to);
    this.stop(); // a flight would go on from where it was
    this.set(to);
  }

  /** Make sure a point is visible. @param {number} wx @param {number} wy @param {number} [margin] */
  reveal(wx, wy, margin = 70) {
    const { x, y, k } = this.at;
    const { left, right, top, bottom } = this.inset;
    const sx = wx * k + x;
    const sy = wy * k + y;
    const dx = sx < left + margin ? left + margin - sx : Math.min(0, this.frame.clientWidth - right - margin - sx);
    const dy = sy < top + margin ? top + margin - sy : Math.min(0, this.frame.clientHeight - bottom - margin - sy);
    if (dx || dy) this.fly({ x: x + dx, y: y + dy, k });
  }

  /**
   * Make sure points are visible, not nearer than `margin` to an edge. Zoom out a little if they do not fit; if they
   * still do not, the last one counts.
   * @param {{x: number, y: number}[]} spots @param {number} margin @param {number} [usual] the zoom if there is room
   */
  show(spots, margin, usual = this.at.k) {
    const { left, right, top, bottom } = this.inset;
    const [wide, high] = [this.frame.clientWidth - left - right, this.frame.clientHeight - top - bottom];
    const span = (/** @type {number[]} */ list) => /** @type {const} */ ([Math.min(...list), Math.max(...list)]);
    let [x0, x1] = span(spots.map((spot) => spot.x));
    let [y0, y1] = span(spots.map((spot) => spot.y));
    const fits = Math.min((wide - 2 * margin) / Math.max(1, x1 - x0), (high - 2 * margin) / Math.max(1, y1 - y0));
    const k = Math.min(usual, Math.max(fits, usual * 0.6, this.least));
    const last = spots[spots.length - 1];
    if (fits < k && last) [x0, x1, y0, y1] = [last.x, last.x, last.y, last.y];
    const [mx, my] = [(wide / 2 + left - this.at.x) / this.at.k, (high / 2 + top - this.at.y) / this.at.k]; // the middle stays where it is
    /** @param {number} at @param {number} low @param {number} top_ @param {number} from @param {number} room */
    const along = (at, low, top_, from, room) => Math.min(Math.max(at, from + margin - low * k), from + room - margin - top_ * k);
    /** Not farther beyond the edge of the map than it is now. @param {number} to @param {number} now @param {number} from @param {number} room @param {number} long */
    const within = (to, now, from, room, long) => (long <= room ? to : Math.min(Math.max(to, Math.min(now, from + room - long - EDGE)), Math.max(now, from + EDGE)));
    const x = within(along(wide / 2 + left - mx * k, x0, x1, left, wide), this.at.x, left, wide, this.size.width * k);
    const y = within(along(high / 2 + top - my * k, y0, y1, top, high), this.at.y, top, high, this.size.height * k);
    if (Math.abs(k - this.at.k) > 0.001 || Math.abs(x - this.at.x) > 1 || Math.abs(y - this.at.y) > 1) this.fly({ x, y, k });
  }

  stop() {
    cancelAnimationFrame(this.flight);
    this.flight = 0;
  }

  /** What will be in view when the map is at rest. */
  get ahead() {
    return this.flight ? this.goal : this.at;
  }

  /** @param {Sight} to */
  fly(to) {
    this.stop();
    this.goal = to;
    if (!lively()) return this.set(to);
    const from = this.at;
    const begin = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const part = Math.min(1, (now - begin) / 220);
      const ease = 1 - (1 - part) ** 3;
      this.stir();
      this.set({ x: from.x + (to.x - from.x) * ease, y: from.y + (to.y - from.y) * ease, k: from.k + (to.k - from.k) * ease });
      this.flight = part < 1 ? requestAnimationFrame(step) : 0;
    };
    this.flight = requestAnimationFrame(step);
  }

  /** Keep gliding after a drag. @param {number} vx px per ms @param {number} vy */
  glide(vx, vy) {
    if (!lively() || Math.hypot(vx, vy) < 0.2) return;
    let last = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const ms = Math.min(40, now - last);
      last = now;
      const fade = Math.exp(-ms / 220);
      vx *= fade;
      vy *= fade;
      this.stir();
      this.set({ x: this.at.x + vx * ms, y: this.at.y + vy * ms, k: this.at.k });
      this.flight = Math.hypot(vx, vy) > 0.03 ? requestAnimationFrame(step) : 0;
    };
    this.stop();
    this.goal = this.at;
    this.flight = requestAnimationFrame(step);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (event.target instanceof Element && event.target.closest(".float, .fan, .bubble, .tray")) return;
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const px = event.clientX - box.left;
    const py = event.clientY - box.top;
    const unit = event.deltaMode === 1 ? 18 : 1;
    if (event.shiftKey && !event.ctrlKey) this.pan(-(event.deltaX || event.deltaY) * unit, 0);
    else this.zoom(px, py, Math.exp((-event.deltaY * unit) / (event.ctrlKey ? 120 : 420)));
  }

  /** The map point under the pointer. @param {number} clientX @param {number} clientY */
  point(clientX, clientY) {
    const box = this.frame.getBoundingClientRect();
    return { x: (clientX - box.left - this.at.x) / this.at.k, y: (clientY - box.top - this.at.y) / this.at.k };
  }

  /** The viewport position of a map point. @param {number} wx @param {number} wy */
  screen(wx, wy) {
    return { x: wx * this.at.k + this.at.x, y: wy * this.at.k + this.at.y };
  }
}
