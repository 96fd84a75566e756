// The live connection: a WebSocket that reconnects by itself, with polling while it is down.

import { api, query } from "./api.js";

const SLOWEST = 15_000;
const POLL = 4_000;
const GONE = [4003, 4004]; // forbidden, or no such game

export class Line {
  /** @param {import("../state/session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** on: connected; off: reconnecting, and polling in the meantime. @type {"on" | "off"} */
    this.state = "off";
    this.wait = 500;
    this.timer = 0;
    this.poller = 0;
    this.closed = true;
  }

  open() {
    this.closed = false;
    const { session } = this;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = { as: session.side, version: session.version };
    const socket = new WebSocket(`${scheme}://${location.host}${session.path}/live${query(since)}`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 500;
      this.set("on");
    };
    socket.onmessage = (event) => this.hear(String(event.data));
    socket.onclose = ({ code }) => {
      if (this.socket !== socket || this.closed) return;
      if (GONE.includes(code)) return this.close();
      this.set("off");
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 2, SLOWEST);
    };
    if (!this.poller) this.poller = window.setInterval(() => this.state === "off" && this.catchUp(), POLL);
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.poller);
    this.poller = 0;
    const socket = this.socket;
    this.socket = null;
    if (socket?.readyState === WebSocket.CONNECTING) {
      socket.onmessage = null;
      socket.onopen = () => socket.close(); // to close it earlier would be an error
    } else socket?.close();
  }

  reopen() {
    if (this.closed) return;
    this.close();
    this.open();
  }

  /** @param {"on" | "off"} state */
  set(state) {
    if (this.state === state) return;
    this.state = state;
    this.session.tell("line", { state });
  }

  /** Check whether anything was missed. */
  async catchUp() {
    const { session } = this;
    const answer = await api.get(session.path + query({ as: session.side }));
    if (this.closed || !answer.ok) return;
    const { version, seq, seats } = answer.data;
    session.seats = seats;
    session.tell("seats");
    if (version !== session.version) await session.readLog();
    if (session.live && seq !== session.view.seq) await session.load();
  }

  /** @param {string} text */
  hear(text) {
    const { session } = this;
    /** @type {any} */
    let said;
    try {
      said = JSON.parse(text);
    } catch {
      return;
    }
    if (said.type === "update") {
      const fresh = said.seq >= session.heard;
      session.heard = Math.max(session.heard, said.seq);
      if (fresh && said.dice) {
        session.view.dice = said.dice;
        session.tell("dice");
      }
      if (said.pace && said.pace !== session.view.pace) {
        session.view.pace = said.pace;
        session.tell("pace");
        if (session.live) void session.load(); // an answer still on its way may contain the old one
      }
      if (said.version > Math.min(session.version, session.live ? session.view.version : said.version)) void session.take(said);
      else if (said.seq > session.view.seq) {
        const same = JSON.stringify(said.asked) === JSON.stringify(session.view.asked) && said.over === session.view.over;
        if (same) session.view.seq = said.seq;
        else void session.load();
      }
    } else if (said.type === "chat") {
      session.said = [...session.said, said];
      session.tell("chat", said);
    } else if (said.type === "seats") {
      session.seats = said.seats;
      session.watching = said.watching ?? 0;
      session.tell("seats", said);
    }
  }

  /** @param {unknown} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
