// A new game: scenario, options, who plays which side, and undo.

import { api } from "../net/api.js";
import { button, chip, fill, h, icon, named } from "../dom.js";
import { check, choice } from "../state/settings.js";
import { openStarted, SETS_UP } from "../home/starting.js";

/** @typedef {import("../state/types.js").TitleCard} TitleCard */

/** Who places a player's units before the first turn. @type {[string, string][]} */
const SET_UPS = [
  [SETS_UP, "The computer"],
  ["random", "At random"],
  ["", "I do"],
];
/** @type {Record<string, string>} */
const MANNERS = { free: "until dice or hidden information", consent: "if the others agree", none: "never" };

/**
 * The form for a title.
 * @param {HTMLElement} element
 * @param {TitleCard} title
 * @param {Record<string, string>} levels of the computer, with what each does
 * @param {Record<string, string>} takes how long each thinks
 * @param {import("../home/starting.js").Start} preset
 */
export function newGame(element, title, levels, takes, preset) {
  const players = title.players ?? [];
  const mine = players.includes(preset.side) ? preset.side : (players[0] ?? "");
  const computer = Object.keys(levels).length > 0;
  /** @type {Record<string, string>} */
  const seats = Object.fromEntries(players.map((side) => [side, side === mine || !computer ? "me" : `computer:${preset.level}`]));
  let setUp = SETS_UP;
  /** @type {Record<string, string>} */
  const options = {};
  let undo = "free";
  /** Are hints allowed? By default only if nobody else is invited. @type {boolean | null} */
  let hints = null;
  let verified = false;
  let text = "";
  const scenario = /** @type {HTMLSelectElement} */ (
    h(
      "select.field",
      { id: "scenario", data: { test: "scenario" } },
      Object.entries(title.scenarios ?? {}).map(([name, words]) => h("option", { value: name }, words || named(name))),
    )
  );
  if (preset.scenario) scenario.value = preset.scenario;
  const story = h("p.quiet.hint", { data: { test: "scenario-text" } });
  const tell = () => (story.textContent = title.introduction.scenarios[scenario.value]?.text ?? "");
  scenario.addEventListener("change", tell);
  tell();
  const said = h("p.wrong", { role: "alert", data: { test: "new-said" } });
  const from = h("p.quiet", { data: { test: "from-file" } });
  const start = button("start", `Start ${title.full}`, () => void begin(), { class: "button primary wide" });
  const file = /** @type {HTMLInputElement} */ (
    h("input.hush", {
      type: "file",
      accept: ".txt,.rec,.pos,text/plain",
      id: "upload",
      tabindex: "-1",
      "aria-label": "A record or position to start from",
      data: { test: "upload" },
      onchange: async () => {
        const chosen = file.files?.[0];
        if (!chosen) return;
        text = await chosen.text();
        fill(
          from,
          `Starts from ${chosen.name}. `,
          button(
            "upload-drop",
            "Start from the beginning instead",
            () => {
              text = "";
              file.value = "";
              fill(from);
            },
            { class: "button small plain" },
          ),
        );
      },
    })
  );
  const manners = h("span.quiet", {}, MANNERS.free);
  const advice = h("span.quiet", {}, "allowed");
  const watch = h("p.quiet", { hidden: true, data: { test: "new-watch" } }, "The computers play and you watch. You set the pace; anyone with the address can watch, and the game pauses while nobody does.");
  /** Update the form when the seats change. */
  const settle = () => {
    const all = Object.values(seats);
    const show = all.every((who) => who.startsWith("computer"));
    watch.hidden = !show;
    /** @type {HTMLElement | null} */ (element.querySelector('[data-test="hints-fold"]'))?.toggleAttribute("hidden", show);
    dice.hidden = show || all.every((who) => who === "me");
    start.textContent = show ? `Watch ${title.full}` : `Start ${title.full}`;
    const allowed = hints ?? !all.includes("invite");
    advice.textContent = allowed ? "allowed" : "not allowed";
    const box = /** @type {HTMLInputElement | null} */ (element.querySelector(`[data-test="hints-${allowed ? "yes" : "no"}"]`));
    if (box) box.checked = true;
  };
  const dice = h(
    "div",
    { hidden: true, data: { test: "verified-box" } },
    check("verified", "Verified dice", verified, (on) => (verified = on)),
    h("p.quiet.hint", {}, "Pages and server roll together: nobody knows or steers a roll beforehand, and every roll is proved at the end. A roll waits for both pages."),
  );
  const begin = async () => {
    said.textContent = "";
    start.disabled = true;
    const answer = await api.post("/api/games", {
      title: title.name,
      scenario: text ? "" : scenario.value,
      options: text ? {} : options,
      seats,
      undo,
      hints,
      text,
      set_up: text ? "" : setUp,
      verified: verified && !dice.hidden,
    });
    start.disabled = false;
    if (!answer.ok) return void (said.textContent = answer.message);
    element.closest("dialog")?.close();
    await openStarted(answer.data);
  };
  const open = Object.entries(title.options ?? {});
  fill(
    element,
    h("div", {}, h("label.label", { for: "scenario" }, "Scenario"), scenario, story),
    players.map((side, n) =>
      seat(side, n, levels, takes, seats[side] ?? "me", (who) => {
        seats[side] = who;
        settle();
      }),
    ),
    watch,
    title.set_up && choice("set-up", "Who places my units", SET_UPS, setUp, (value) => (setUp = value)),
    open.length > 0 &&
      h(
        "details.fold",
        { data: { test: "options" } },
        h("summary", {}, "Options", h("span.quiet", {}, `${open.length}`)),
        open.map(([name, option]) => optionRow(name, option, (value) => (options[name] = value))),
      ),
    h(
      "details.fold",
      { data: { test: "manners" } },
      h("summary", {}, "Undo", manners),
      choice("undo", "When an action can be undone", Object.entries(MANNERS), undo, (value) => {
        undo = value;
        manners.textContent = MANNERS[value] ?? "";
      }),
    ),
    h(
      "details.fold",
      { data: { test: "hints-fold" } },
      h("summary", {}, "Hints from the computer", advice),
      choice("hints", "Players may ask the computer for a hint", [["yes", "Allowed"], ["no", "Not allowed"]], "yes", (value) => {
        hints = value === "yes";
        settle();
      }),
    ),
    dice,
    from,
    said,
    start,
    h(
      "div.row",
      {},
      button("upload-pick", [icon("upload", 18), "From a record or position…"], () => file.click(), {
        class: "button plain small",
      }),
      file,
    ),
  );
  settle();
}

/**
 * Who plays a side.
 * @param {string} side
 * @param {number} n
 * @param {Record<string, string>} levels
 * @param {Record<string, string>} takes
 * @param {string} chosen
 * @param {(who: string) => void} picked
 */
function seat(side, n, levels, takes, chosen, picked) {
  const names = Object.keys(levels);
  const level = /** @type {HTMLSelectElement} */ (
    h(
      "select.field",
      {
        "aria-label": `Level of the computer for ${named(side)}`,
        data: { test: `level-${side}` },
        "aria-describedby": `about-${side}`,
        onchange: () => {
          describe();
          picked(`computer:${level.value}`);
        },
      },
      names.map((name) => h("option", { value: name }, named(name))),
    )
  );
  const [kind = "me", preset = "regular"] = chosen.split(":");
  level.value = preset;
  const about = h("p.quiet.hint", { id: `about-${side}`, data: { test: `about-${side}` } });
  const describe = () => {
    const takes_ = takes[level.value];
    about.textContent = `${levels[level.value] ?? ""}.${takes_ ? ` Thinking time: ${takes_}.` : ""}`;
  };
  describe();
  const more = h("div.level", { hidden: kind !== "computer" }, level, about);
  const values = /** @type {[string, string][]} */ ([
    ["me", "Me"],
    ["invite", "Invite a friend"],
    ...(names.length ? [["computer", "Computer"]] : []),
  ]);
  const row = choice(`seat-${side}`, named(side), values, kind, (who) => {
    more.hidden = who !== "computer";
    picked(who === "computer" ? `computer:${level.value}` : who);
  });
  row.querySelector("legend")?.prepend(h("i.who", { data: { n: String(n) } }), " ");
  row.append(more);
  return row;
}

/**
 * @param {string} name
 * @param {{values: string[], text: string, cite: string}} option
 * @param {(value: string) => void} picked
 */
function optionRow(name, option, picked) {
  const id = `option-${name}`;
  const values = /** @type {[string, string][]} */ (
    option.values.map((value) => [value, named(value.replaceAll("-", " "))])
  );
  const row = values.length > FEW ? longChoice(id, option.text, values, picked) : choice(id, option.text, values, values[0]?.[0] ?? "", picked);
  const cited = /\d+(\.\d+)+[a-z]?/.exec(option.cite)?.[0]; // a clause, or the case of a ruling
  if (cited) row.querySelector(".label")?.append(" ", chip(cited));
  return row;
}

/** How many values fit side by side. */
const FEW = 4;

/**
 * A choice with too many values to fit side by side.
 * @param {string} id
 * @param {string} label
 * @param {[string, string][]} values
 * @param {(value: string) => void} picked
 */
function longChoice(id, label, values, picked) {
  const list = /** @type {HTMLSelectElement} */ (
    h(
      "select.field",
      { id, "aria-label": label, data: { test: id }, onchange: () => picked(list.value) },
      values.map(([value, words]) => h("option", { value }, words)),
    )
  );
  return h("div.fieldset", {}, h("span.label", {}, label), list);
}
