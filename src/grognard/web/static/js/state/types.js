// What the server sends, as types. Nothing here runs.

/** @typedef {{cite: string, clause: string, text: string, facts: Record<string, unknown>}} Objection */
/** @typedef {{cite: string, text: string}} Line */
/** An open question; an undo names the entries `to` which the log is cut, and how many are undone. @typedef {{question: number, what: string, side: string, of: string[], to?: number, undone?: number}} Question */
/** The first action that comes out differently under the rules of today, of how many; what the game needs; and the action it can go on from. @typedef {{action: number, side: string, said: string, why: string, of: number, needs: string, now: string, changed: string[], to: number | null}} Differs */
/** @typedef {{n: number, side: string, action: string, lines: Line[], skipped?: Line[], now: string, phase: string, step: string}} Entry */
/** @typedef {{kind: string, word: string, phrases?: Record<string, string>, ask?: string}} Arg */
/** @typedef {{verb: string, help: string, label?: string, args: Arg[]}} Verb */
/** What a unit could fire at; `along`: of these, what it sees only along a street. @typedef {{piece: string, places: string[], along: string[], bans: {cite: string, text: string, places: string[]}[]}} Arc */
/** A step of a path that may draw fire: the chance of being hit there, of surviving so far, and whether fire ends the move. @typedef {{place: string, hit: number, survives: number, stops: boolean}} Risk */
/** @typedef {{winner: string | null, level: string, facts: Record<string, unknown>}} Outcome */
/**
 * Who must decide what; the verbs are included if it is the viewer.
 * @typedef {{now: string, over: boolean, side: string | null, step?: string, phase?: string, cite?: string, prompt?: string,
 *   yours?: boolean, pending?: string, left?: string, set_up?: boolean, placing?: boolean, verbs?: Verb[], outcome?: Outcome | null}} Ask
 */
/** A counter; a `marker` is not a piece, and a `tag` is a small one beside the others. @typedef {{id: string, side: string, look: string, tip: string, marker?: string, tag?: string}} Counter */
/** @typedef {Record<string, Record<string, any>>} Portrait */
/**
 * A seat: `who` is the name of its player, `here` means the player is connected now.
 * @typedef {{side: string, computer: string, taken: boolean, name?: string | null, here?: boolean, you?: boolean,
 *   invitation?: string | null, seen?: number}} Seat
 */
/**
 * Verified dice: the number of actions; the next throw; `rolling`: an action is fixed (its `seal`) and links are `missing`; commitments by
 * chain as base and anchor; for how many throws links are left with the server.
 * @typedef {{game: string, count: number, throw: number, rolling: boolean, seal: string, sides: string[], missing: string[],
 *   anchors: Record<string, [number, string][]>, deposited: Record<string, number>}} Dice
 */
/** @typedef {{how: string, winner: string}} Ending */
/**
 * A game in a list.
 * @typedef {{id: string, title: string, full: string, scenario: string, options: Record<string, string>, version: number,
 *   count: number, players: string[], you: string[], decider: string, over: boolean, now: string, created: number,
 *   differs?: Differs | null, sheet?: string, queue?: number | null,
 *   fogged: boolean, seats: Seat[], last?: Entry | null, asked?: Question | null, dice?: Dice | null, seq: number, seen?: number, owner?: boolean, origin?: string, undo_policy?: string, hints?: boolean, pace?: string | null, moved?: number, level?: string, ending?: Ending | null, archived?: boolean,
 *   outcome?: Outcome | null}} Summary
 */
/**
 * The position as seen, including the summary.
 * @typedef {Summary & {at: number, undo: string | null, viewer: string | null, scalars: Record<string, any>,
 *   procedures: any[], pieces: Record<string, Portrait>, stacks: Record<string, Counter[]>, looks: Record<string, string>,
 *   ask: Ask, status: Record<string, string>, arrivals: [string, string, string][],
 *   spots?: Record<string, [number, number, number]>, ground?: string, orders?: Record<string, string[]>, turns?: string[][], dead?: string[]}} View
 */
/** @typedef {{name: string, text: string, at: number, side?: string}} Said */
/**
 * What a newcomer wants to know about a title.
 * @typedef {{fight: string, edition: string, complexity: number, solitaire: number, side: string, scenario: string,
 *   crop: {x: number, y: number, zoom: number}, scenarios: Record<string, {text: string, minutes: number}>}} Introduction
 */
/**
 * @typedef {{name: string, full: string, about: string, playable: boolean, players?: string[], scenarios?: Record<string, string>,
 *   fogged?: boolean, packs?: string[], options?: Record<string, {values: string[], text: string, cite: string}>,
 *   sources?: Record<string, Record<string, number>>, introduction: Introduction, set_up?: boolean, [more: string]: any}} TitleCard
 */
/**
 * @typedef {{id?: string, name: string, accounts: boolean, signed?: boolean, guest?: boolean, email?: string, webhook?: string,
 *   settings?: Record<string, any>, mail?: boolean, [more: string]: any}} Me
 */
/** @typedef {{ok: boolean, message?: string, code?: string, objections?: Objection[]}} Played */
/**
 * A line of the way to the odds; `words` is its text without the name of its part.
 * @typedef {{part: string, cite: string, clause: string, op: string, amount: number, text: string, words: string, after: string}} OddsLine
 */
/** What a result means for one side; `harm` in steps, much if all is destroyed. @typedef {{steps: number, destroyed: boolean, harm: number, text: string}} Consequence */
/** @typedef {{name: string, chance: number, faces: number[], defender: Consequence, attacker: Consequence}} BattleResult */
/**
 * What every battle has: `hit` is the chance that a side is hit at all; `supports`: the action asked about does not begin it.
 * @typedef {{supports?: boolean, exact: boolean, unknown: string[], ledger: OddsLine[], column: string, columns: Record<string, number>, range: [string, string],
 *   outcomes: BattleResult[], hit: {defender: number, attacker: number}}} AnyOdds
 */
/**
 * A combat by a die and the column of a table; `scale` has all columns, `support` the air units that could be added.
 * @typedef {AnyOdds & {kind: "table", strengths: {attack: string, defense: string}, scale: string[], order: [string, string], legend: string, support: number, assumes: string}} TableOdds
 */
/**
 * A battle of dice.
 * @typedef {AnyOdds & {kind: "dice", dice: {attacker: number, defender: number, artillery: number, bombers: number, absorbed: number},
 *   fires: {who: string, part: string, dice: number, on: string}[],
 *   losses: {defender: Record<string, number>, attacker: Record<string, number>}, gone: {defender: number, attacker: number}}} DiceOdds
 */
/** The odds of a battle. @typedef {TableOdds | DiceOdds} Odds */
/**
 * What a computer would do for the side that decides: the action, why, and the pieces and places it names.
 * @typedef {{version: number, side: string, level: string, action: string, why: string, notes: string[], odds: Odds | null,
 *   pieces: string[], places: string[], path: string[]}} Hint
 */
/**
 * An attack by a computer: what it expected, what happened, and whether that was luck.
 * @typedef {{n: number, action: string, why: string, column: string, range: string[], hit: number, hurt: number, result: string,
 *   chance: number | null, said: string, lost: {theirs: number, own: number}, luck: "good" | "bad" | "even" | ""}} Battle
 */
/**
 * A computer's plan in a turn; `own` if it was its own turn, otherwise it answered another player.
 * @typedef {{side: string, now: string, began: number, own: boolean, level: string, from: number, to: number, notes: string[],
 *   reasons: {text: string, count: number}[], battles: Battle[], luck: string}} PlanCard
 */

/** A counter in a battle, with its face. @typedef {{id: string, side: string, look: string, tip: string, face: string, place: string}} Fighter */
/** @typedef {{attacker: Fighter[], defender: Fighter[]}} Forces */
/**
 * What an entry of the journal means on the board: what it names, and the battle it belongs to (the entry that began it).
 * @typedef {{n: number, side: string, kind: "" | "attack" | "roll", pieces: string[], places: string[], path: string[], battle: number | null,
 *   odds?: Odds, forces?: Forces, die?: number, result?: BattleResult | null}} CourseStep
 */

/**
 * What an answer would lead to: units that are lost, lose a step or move, and where units could go next, and why not elsewhere.
 * @typedef {{lost: string[], reduced: string[], moved: Record<string, string>, next: {piece: string, places: string[], barred: Record<string, Objection[]>}[]}} Effect
 */

/** A battle of a finished game; `luck` is that of the attacker, from -1 to 1. @typedef {{n: number, end: number, turn: number, side: string, places: string[], kind: string, column: string, dice: number[], result: string, lost: Record<string, number>, luck: number | null}} Fought */
/**
 * A finished game at a glance.
 * @typedef {{score: {side: string, cite: string, text: string, points: number}[], points: Record<string, number | null>, verdict: Line[],
 *   turns: {turn: number, points: Record<string, number>, ground: Record<string, number>, lost: Record<string, number>}[],
 *   levels: {side: string, name: string, needs: string, reached: boolean, least: number | null, most: number | null}[], decides: string,
 *   turning: {n: number, turn: number, change: number, side: string, text: string} | null,
 *   battles: Fought[], fiercest: (Fought & {held: string, forces: Record<"attacker" | "defender", {id: string, look: string, face: string, place: string}[]>})[], luck: Record<string, {mean: number, share: number, better: number, worse: number, even_better: number, even_worse: number}>,
 *   lifted: {id: string, side: string, place: string, name: string, look: string, face: string, seen: string, back: string}[]}} Closing
 */

export {};
