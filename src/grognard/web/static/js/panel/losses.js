// What each side has lost since a moment: units that are gone from the map, and steps of those that are left.
// Of hidden blocks nobody can say that: the page asks only about the sides of the player.

/** @typedef {import("../state/session.js").Session} Session */
/** @typedef {Map<string, {side: string, steps: number}>} Strengths by unit */

/** The units on the map that the viewer can tell apart, with their steps. @param {Session} session @returns {Strengths} */
export function strengths(session) {
  const { stacks, pieces } = session.view;
  const there = Object.entries(stacks).filter(([place]) => place in session.places && !(place in session.boxes));
  return new Map(there.flatMap(([, stack]) => stack).filter((counter) => !counter.marker && pieces[counter.id]).flatMap((counter) => {
    const known = pieces[counter.id];
    const name = session.areas ? known?.identity?.face : counter.id; // a block has another number in every stack
    return name ? [[String(name), { side: counter.side, steps: Number(known?.strength?.steps ?? known?.strength?.level ?? 1) }]] : [];
  }));
}

/** What a side has lost, in words. @param {Strengths} before @param {Strengths} now @param {string} side */
export function lossWords(before, now, side) {
  const own = [...before].filter(([, unit]) => unit.side === side);
  const gone = own.filter(([name]) => !now.has(name)).length;
  const worn = own.reduce((sum, [name, { steps }]) => sum + Math.max(0, steps - (now.get(name)?.steps ?? steps)), 0);
  return [gone && `${gone} ${gone === 1 ? "unit" : "units"} gone from the map`, worn && `${worn} ${worn === 1 ? "step" : "steps"} lost`].filter(Boolean).join(", ") || "nothing lost";
}
