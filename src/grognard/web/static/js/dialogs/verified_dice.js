// The dialog of verified dice: who takes part, commitments, links left with the server, the key, and the proof.

import { codeOf } from "../net/dice_chain.js";
import { button, fill, h, named } from "../dom.js";
import { check } from "../state/settings.js";
import { diceOf } from "../state/verified_dice.js";
import { openDialog, sure } from "./dialog.js";

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {import("../net/dice_chain.js").Verdict} Verdict */

/** @param {number} count @param {string} word */
const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** What a check has found, in words. @param {Verdict} verdict */
export function proofLine(verdict) {
  if (!verdict.ok) return h("p.wrong", { data: { test: "dice-wrong" } }, verdict.why);
  const { rolls, throws, names, takenBack } = verdict;
  const who = names.map((name) => (name === "server" ? "the server" : named(name)));
  const gone = takenBack.length ? ` ${takenBack.length} ${takenBack.length === 1 ? "number was" : "numbers were"} left out, because of undo or a new key.` : "";
  return h("p", { data: { test: "dice-right" } }, h("b", {}, "Every roll is proved"), `: ${many(rolls, "roll")} in ${many(throws, "throw")}, with links of ${who.slice(0, -1).join(", ")} and ${who.at(-1)}.${gone}`);
}

/** @param {Session} session */
export function openDice(session) {
  const keeper = diceOf(session);
  const body = h("div.stack", {});
  const draw = () => fill(body, ...content(session, draw));
  draw();
  const heard = () => draw();
  for (const kind of ["dice", "dice-kept"]) session.addEventListener(kind, heard);
  openDialog("dice-dialog", "Verified dice", body, {
    onclose: () => {
      for (const kind of ["dice", "dice-kept"]) session.removeEventListener(kind, heard);
    },
  });
  void keeper.consider();
}

/** @param {Session} session @param {() => void} draw */
function content(session, draw) {
  const { view } = session;
  const dice = view.dice;
  const keeper = diceOf(session);
  if (!dice) return [];
  const committed = (/** @type {string} */ name) => (dice.anchors[name]?.length ? "committed" : "not committed yet");
  return [
    h("p", {}, "For every roll each player's page and the server give one link of a chain that was fixed when the game began, and only after the action is fixed. Nobody knows or steers a roll beforehand."),
    h("ul.plain", { data: { test: "dice-chains" } }, ...[...dice.sides, "server"].map((name) => h("li", {}, h("b", {}, name === "server" ? "Server" : named(name)), ` ${committed(name)}${dice.deposited[name] ? `, links for ${dice.deposited[name]} throws left with the server` : ""}${dice.rolling && dice.missing.includes(name) ? ", link awaited" : ""}`))),
    h("p", {}, "Code of the commitments: ", h("code", { data: { test: "dice-code" } }, codeOf(dice.anchors)), ". Both players see the same code; compare it if you do not trust the host."),
    keeper.warning && h("p.wrong", {}, keeper.warning),
    ...keeper.mine.flatMap((side) => own(session, side, draw)),
    (view.over || !view.fogged) && proof(session),
  ].filter((one) => one !== false && one !== "");
}

/** What a player does about the own chain. @param {Session} session @param {string} side @param {() => void} draw */
function own(session, side, draw) {
  const keeper = diceOf(session);
  if (session.view.over || !session.view.dice?.anchors[side]) return [];
  const said = h("p.wrong", { role: "alert", data: { test: "dice-said" } });
  const file = /** @type {HTMLInputElement} */ (
    h("input.hush", {
      type: "file",
      accept: ".json,application/json",
      tabindex: "-1",
      "aria-label": "A saved dice key",
      data: { test: "dice-file" },
      onchange: async () => {
        const chosen = file.files?.[0];
        if (!chosen) return;
        said.textContent = keeper.imported(await chosen.text());
        if (!said.textContent) draw();
      },
    })
  );
  const load = button("dice-import", "Load a saved key…", () => file.click(), { class: "button small" });
  if (keeper.lost.includes(side))
    return [
      h("p", {}, `The dice key for ${named(side)} is not in this browser. Load it if you have saved it, or play on in the browser that has it. Otherwise ask the other side to accept a new one.`),
      h("div.row", {}, load, button("dice-renew", "Ask for a new key", () => void keeper.renew(side), { class: "button small" })),
      file,
      said,
    ];
  return [
    check("dice-away-links", "Leave links with the server, so that rolls do not wait for me", keeper.kept(side).away, (away) => void leave(session, side, away, draw)),
    h("p.quiet.hint", {}, "For the next 200 throws. The host could then foresee rolls together with the other player, but still not steer them. Links that were left cannot be taken back."),
    h("div.row", {}, button("dice-export", "Save my key and notes", () => save(session, side), { class: "button small" }), keeper.warning && button("dice-renew", "Ask for a new key", () => void keeper.renew(side), { class: "button small" })),
    h("p.quiet.hint", {}, "The key stays in this browser. Keep the file to yourself: you need it on another device, and for grognard replay --verify-dice --notes."),
  ];
}

/** @param {Session} session @param {string} side @param {boolean} away @param {() => void} draw */
async function leave(session, side, away, draw) {
  const text = "Until they are used up, the host could work out rolls ahead of time if the other player helped. Nobody can change them.";
  if (!away || (await sure("dice-leave", "Leave links with the server?", text, "Leave them"))) await diceOf(session).leaveLinks(side, away);
  draw();
}

/** @param {Session} session @param {string} side */
function save(session, side) {
  const link = /** @type {HTMLAnchorElement} */ (h("a", { download: `dice-${session.id}-${side}.json` }));
  link.href = URL.createObjectURL(new Blob([diceOf(session).exported(side)], { type: "application/json" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** @param {Session} session */
function proof(session) {
  const result = h("div", { role: "status", data: { test: "dice-proof-so-far" } });
  const prove = async () => fill(result, proofLine(await diceOf(session).prove()));
  return h("div", {}, button("dice-prove-now", session.view.over ? "Prove every roll" : "Prove the rolls so far", () => void prove(), { class: "button small" }), result);
}
