// Requests to the server. Nothing throws: an answer is either data or a problem.

/** @typedef {import("../state/types.js").Objection} Objection */
/** @typedef {{ok: false, status: number, code: string, message: string, objections: Objection[], version: number | null}} Problem */
/** @template T @typedef {{ok: true, data: T} | Problem} Answer */

const PAUSES = [250, 500, 1000, 2000, 4000, 8000];

/**
 * A unique id for a request: the server plays the same id only once.
 * @returns {string}
 */
export function requestId() {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {number} ms */
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * One request, repeated while the server cannot be reached: `tries` times at most.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {number} [tries] 1 if it must not be repeated because it may have arrived
 * @returns {Promise<Answer<any>>}
 */
async function call(method, path, body, tries = PAUSES.length + 1) {
  const headers = /** @type {Record<string, string>} */ ({ accept: "application/json" });
  if (body !== undefined) headers["content-type"] = "application/json";
  const init = {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    credentials: /** @type {const} */ ("same-origin"),
  };
  for (let turn = 1; ; turn += 1) {
    const answer = await once(path, init);
    const lost = !answer.ok && (answer.status === 0 || answer.status >= 502);
    const away = answer.ok || [0, 502, 504].includes(answer.status); // nobody answered; a 503 is an answer
    if (!lost || turn >= (away ? tries : Math.min(tries, PAUSES.length + 1))) return answer;
    await sleep(PAUSES[Math.min(turn, PAUSES.length) - 1] ?? 8000);
  }
}

/**
 * @param {string} path
 * @param {RequestInit} init
 * @returns {Promise<Answer<any>>}
 */
async function once(path, init) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, init);
  } catch {
    return problem(0, { code: "offline", message: "The server cannot be reached." });
  }
  const text = await response.text().catch(() => "");
  /** @type {any} */
  let data = text;
  if ((response.headers.get("content-type") ?? "").includes("json")) {
    try {
      data = JSON.parse(text);
    } catch {
      return problem(502, { code: "broken", message: "The server's answer was cut off." });
    }
  }
  return response.ok ? { ok: true, data } : problem(response.status, data);
}

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

/**
 * @param {number} status
 * @param {any} said
 * @returns {Problem}
 */
function problem(status, said) {
  const words = said && typeof said === "object" ? said : {};
  const message = typeof words.message === "string" ? sentence(words.message) : `The server answered ${status}.`;
  return {
    ok: false,
    status,
    message,
    code: typeof words.code === "string" ? words.code : "error",
    objections: Array.isArray(words.objections) ? words.objections : [],
    version: typeof words.version === "number" ? words.version : null,
  };
}

/**
 * A query string, without empty values.
 * @param {Record<string, string | number | null | undefined>} values
 */
export function query(values) {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== "") said.set(name, String(value));
  const text = said.toString();
  return text ? `?${text}` : "";
}

export const api = {
  /** @param {string} path */
  get: (path) => call("GET", path),
  /** A request that must not be repeated. @param {string} path @param {unknown} [body] */
  post: (path, body = {}) => call("POST", path, body, 1),
  /** A query, or a request with an `id` the server recognizes: safe to repeat. @param {string} path @param {unknown} body */
  safe: (path, body) => call("POST", path, body),
  /** A move, with an `id` the server recognizes: repeated until the server answers, so that it is never lost. @param {string} path @param {unknown} body */
  move: (path, body) => call("POST", path, body, Infinity),
  /** @param {string} path @param {unknown} body */
  put: (path, body) => call("PUT", path, body),
  /** @param {string} path */
  remove: (path) => call("DELETE", path),
};

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * Something that does not change while the page is open: fetched once.
 * @param {string} path
 * @returns {Promise<any>} null if it is not available
 */
export function lasting(path) {
  let found = kept.get(path);
  if (!found) {
    found = api.get(path).then((answer) => {
      if (answer.ok) return answer.data;
      kept.delete(path);
      return null;
    });
    kept.set(path, found);
  }
  return found;
}
