// SHA-256 and HMAC, computed here: the browser's own are missing on pages without https, and too slow for long chains.

const ROUNDS = constants((n) => Math.cbrt(n), 64);
const START = constants((n) => Math.sqrt(n), 8);

/** The first 32 bits of the fractional parts of a root of the first primes. @param {(n: number) => number} root @param {number} count */
function constants(root, count) {
  const out = new Uint32Array(count);
  for (let n = 2, at = 0; at < count; n += 1) {
    let prime = true;
    for (let by = 2; by * by <= n; by += 1) if (n % by === 0) prime = false;
    if (prime) out[at++] = Math.floor((root(n) % 1) * 2 ** 32);
  }
  return out;
}

const words = new Uint32Array(64);

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** One block of 64 bytes. @param {Uint32Array} state @param {DataView} data @param {number} at */
function block(state, data, at) {
  for (let n = 0; n < 16; n += 1) words[n] = data.getUint32(at + 4 * n);
  for (let n = 16; n < 64; n += 1) {
    const [w15 = 0, w2 = 0, w16 = 0, w7 = 0] = [words[n - 15], words[n - 2], words[n - 16], words[n - 7]];
    words[n] = w16 + w7 + (turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)) + (turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0] = state;
  for (let n = 0; n < 64; n += 1) {
    const one = (i + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[n] ?? 0) + (words[n] ?? 0)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    i = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, i].forEach((value, n) => (state[n] = (state[n] ?? 0) + value));
}

/** @param {Uint8Array} bytes @returns {Uint8Array} 32 bytes */
export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(padded.length - 4, bytes.length << 3);
  const state = START.slice();
  for (let at = 0; at < padded.length; at += 64) block(state, data, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, n) => out.setUint32(4 * n, word));
  return new Uint8Array(out.buffer);
}

/** @param {Uint8Array} key @param {Uint8Array} message */
export function hmac(key, message) {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), message));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

/** @param {Uint8Array} one @param {Uint8Array} other */
function joined(one, other) {
  const out = new Uint8Array(one.length + other.length);
  out.set(one);
  out.set(other, one.length);
  return out;
}

/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex */
export const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);
