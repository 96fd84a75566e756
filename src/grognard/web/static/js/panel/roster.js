// The roster: where units are, and which are lost, waiting or still to come.

import { calm, fill, h, named, s, searchField, steady } from "../dom.js";
import { placeName } from "../state/words.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../state/types.js").Counter} Counter */
/** @typedef {{id: string, place: string, side: string, name: string, facts: string, counter: Counter | undefined}} Unit */

/**
 * @param {HTMLElement} element
 * @param {Session} session
 */
export function mountRoster(element, session) {
  const search = searchField("roster-search", "Where is…", "Find a unit");
  const list = h("div.roster", { data: { test: "roster-list" } });
  fill(element, h("div.roster-head", {}, search), list);
  /** @type {Map<string, boolean>} what the user has opened or closed */
  const folds = new Map();
  /** @param {HTMLElement} fold @param {string} name @param {boolean} open */
  const folding = (fold, name, open) => {
    const details = /** @type {HTMLDetailsElement} */ (fold);
    details.open = folds.get(name) ?? open;
    details.querySelector("summary")?.addEventListener("click", () => folds.set(name, !details.open));
    return details;
  };
  const draw = () => {
    if (element.closest(".game")?.getAttribute("data-side") !== "roster") return;
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const units = all(session).filter((unit) =>
      words.every((word) =>
        `${unit.name} ${unit.id} ${unit.place} ${unit.side} ${unit.facts}`.toLowerCase().includes(word),
      ),
    );
    const boxes = [...new Set(units.map((unit) => (isBox(unit.place) ? unit.place : "")))].sort();
    steady(element, () =>
      fill(
        list,
        boxes.map((box) =>
          folding(
            group(
              session,
              box,
              units.filter((unit) => (isBox(unit.place) ? unit.place : "") === box),
            ),
            box,
            words.length > 0 || box === "",
          ),
        ),
        units.length === 0 && h("p.empty", {}, "You know no unit with that name."),
        !words.length && folding(arrivals(session), "to come", true),
      ),
    );
  };
  search.addEventListener("input", calm(draw, 80));
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") /** @type {HTMLElement | null} */ (list.querySelector(".unit"))?.click();
  });
  session.addEventListener("view", draw);
  session.addEventListener("page", draw);
  draw();
}

/** Places on the map have a number; anything else is a box. @param {string} place */
const isBox = (place) => !/\d/.test(place);

/** @param {Session} session @returns {Unit[]} */
function all(session) {
  /** @type {Map<string, Counter>} */
  const counters = new Map();
  for (const stack of Object.values(session.view.stacks))
    for (const counter of stack) counters.set(counter.id, counter);
  return Object.entries(session.view.pieces).map(([id, known]) => {
    const { side = "", place = "" } = known.there ?? {};
    const counter = counters.get(id);
    const block = known.kind?.type === "block" && !known.identity;
    const name = block ? backName(session, known) : known.identity?.name || tidy(counter?.tip ?? "") || `${named(known.kind?.type ?? "unit")} ${id}`;
    return { id, place, side, name, facts: known.strength?.full ? blockFacts(known) : block ? backFacts(known) : facts(known), counter };
  });
}

/** A hidden block: its only possible identity, or its side. @param {Session} session @param {import("../state/types.js").Portrait} known */
function backName(session, known) {
  const [only, ...others] = known.kind?.may_be ?? [];
  return only && !others.length ? session.faces[only] ?? only : `${named(known.there?.side ?? "")} Block`;
}

/** @param {import("../state/types.js").Portrait} known */
function backFacts(known) {
  const { may_be: faces = [], seen = null } = known.kind ?? {};
  return faces.length > 1 ? `one of ${faces.length}` : seen === null ? "as far as you can tell" : `last seen at ${seen || "heart"}`;
}

/** @param {import("../state/types.js").Portrait} known */
function blockFacts({ strength = {}, identity = {} }) {
  const left = strength.level > strength.full ? "" : `${strength.level || "heart"} of ${strength.full}`;
  return [identity.kind, left, identity.fast ? "fast" : "slow", identity.army].filter(Boolean).join(" · ");
}

/** @param {string} tip */
const tidy = (tip) => named((tip.split(/[;,(]/)[0] ?? "").replace(/^(the|an?) /i, "").trim());

/** @param {import("../state/types.js").Portrait} known */
function facts(known) {
  const { strength = {}, kind = {}, identity = {} } = known;
  const numbers = [strength.attack ?? strength.strength, strength.defense, strength.class, kind.movement].filter(
    (one) => one !== undefined && one !== null,
  );
  return [
    kind.type,
    numbers.join("-"),
    identity.corps && (/corps/i.test(identity.corps) ? identity.corps : `${identity.corps} corps`),
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * @param {Session} session
 * @param {string} box
 * @param {Unit[]} units
 */
function group(session, box, units) {
  const name =
    box === ""
      ? "On the map"
      : box === "lost" || box === "dead"
        ? "Dead pile"
        : box === "reserve" || box === "pool"
          ? "Waiting and pools"
          : placeName(session, box);
  const sides = session.view.players.map((side, n) => {
    const mine = units
      .filter((unit) => unit.side === side)
      .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    return (
      mine.length > 0 &&
      h(
        "div",
        {},
        h(
          "h4.roster-side",
          {},
          h("i.who", { data: { n: String(n) } }),
          named(side),
          h("span.quiet", {}, String(mine.length)),
        ),
        h(
          "ul.units",
          {},
          mine.map((unit) => h("li", {}, row(session, unit))),
        ),
      )
    );
  });
  return h(
    "details.chapter",
    {},
    h("summary", {}, h("span.serif", {}, name), h("span.quiet", {}, String(units.length))),
    sides,
  );
}

/** @param {Session} session @param {Unit} unit */
function row(session, unit) {
  const look = unit.counter ? session.view.looks[unit.counter.look] : "";
  const where = isBox(unit.place) ? "" : unit.place;
  return h(
    "button.unit",
    {
      type: "button",
      data: { test: "unit", piece: unit.id, place: unit.place },
      disabled: !where,
      onclick: () => session.tell("locate", { piece: unit.id, place: unit.place }),
    },
    look ? drawn(look) : h("span.mini", {}),
    h("span.unit-name", {}, unit.name, h("span.quiet", {}, unit.facts)),
    h("span.unit-place", {}, where),
  );
}

/** A counter, 30 px. @param {string} look */
export function drawn(look) {
  const svg = s("svg", { viewBox: "-2 -8 112 118", width: 32, height: 34, "aria-hidden": "true", class: "mini" });
  svg.innerHTML = look;
  return svg;
}

/** @param {Session} session */
function arrivals(session) {
  const rows = session.view.arrivals ?? [];
  const when = [...new Set(rows.map(([turn]) => turn))];
  return h(
    "details.chapter",
    { data: { test: "arrivals" } },
    h("summary", {}, h("span.serif", {}, "Still to come"), h("span.quiet", {}, String(rows.length))),
    rows.length === 0 && h("p.empty", {}, "None."),
    h(
      "dl.arrivals",
      {},
      when.flatMap((turn) => [
        h("dt", {}, named(turn)),
        ...rows
          .filter(([at]) => at === turn)
          .map(([, side, what]) =>
            h(
              "dd",
              {},
              h("i.who", { data: { n: String(session.view.players.indexOf(side)) }, title: named(side) }),
              what,
            ),
          ),
      ]),
    ),
  );
}
