// Reads decisions as JSON and writes what the page would say at each: [kind, text] in a list.

import { readFileSync } from "node:fs";
import { named } from "../../src/grognard/web/static/js/dom.js";
import { actionWords, speak, valueAbout, valueName, verbLabel, verbName } from "../../src/grognard/web/static/js/state/words.js";

const { board, decisions } = JSON.parse(readFileSync(0, "utf8"));
speak(board.words);
const out = [];
for (const { ask, pieces, actions } of decisions) {
  const session = { view: { pieces, ask, stacks: {} }, places: board.places, boxes: {}, sides: board.sides, areas: Object.values(pieces).some((one) => one.kind?.type === "block") };
  out.push(["step", named(ask.step.replaceAll("-", " "))], ["prompt", ask.prompt], ["left", ask.left]);
  for (const line of ask.pending.split("; ")) out.push(["pending", line]);
  for (const verb of [...ask.verbs, ...ask.barred]) {
    out.push(["button", verbLabel(verb)], ["help", verb.help]);
    for (const arg of verb.args) out.push(["ask", arg.ask], ...Object.keys(arg.phrases ?? {}).flatMap((word) => [["value", valueName(word)], ["value", valueAbout(word)]]));
  }
  for (const action of actions) {
    const verb = ask.verbs.find((one) => one.verb === action);
    out.push(["confirm", verb ? verbLabel(verb) : actionWords(session, action)], ["verb", verbName(action.split(" ")[0])]);
  }
}
process.stdout.write(JSON.stringify(out));
