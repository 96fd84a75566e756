"""A tiny title for the engine's own tests: two players, areas, blocks whose faces only the owner knows.

Each side has three blocks in its box. Chance deals every block its face, and only the owner
is told. Then, for three rounds, each side in turn may bring blocks on and move them, scout an
enemy block (which shows it to the scout alone), choose a secret stance, or strike: a duel,
decided by a die with a tie-break that both watch. At night, chance makes the weather.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from grognard.core import state as core
from grognard.core.action import CHANCE, NOBODY, Arg, Step, Verb, one
from grognard.core.bits import Bits, bits, lowest, scan
from grognard.core.flow import Flow, call, do, loop, step, when
from grognard.core.kinds import FACE, FLAG, HALF, NUMBER, PIECE, PIECES, PLACE, Lexicon
from grognard.core.options import Among, One, Pick
from grognard.core.rule import Ban, Clause, Heading, Objection, Rulebook
from grognard.core.state import column, derived, scalar
from grognard.core.title import ALL_ASPECTS, Flaw, Option, Outcome, Title

RED, BLUE = 0, 1
PLACES = ("north", "middle", "south", "red-box", "blue-box", "dead")
NORTH, MIDDLE, SOUTH, RED_BOX, BLUE_BOX, DEAD = range(6)
AREAS = 0b111
NEXT = {NORTH: 0b010, MIDDLE: 0b101, SOUTH: 0b010, RED_BOX: 0b001, BLUE_BOX: 0b100, DEAD: 0}
PIECES_ = ("r1", "r2", "r3", "b1", "b2", "b3")
SIDES = (0b000111, 0b111000)
FACES = ("fox", "wolf", "bear")
NO_FACE = 255
ROUNDS = 3


@core.columns
@dataclass(slots=True, eq=False, kw_only=True)
class State(core.State):
    place: bytearray = column(PLACE)
    face: bytearray = column(FACE, NO_FACE, aspect="identity")
    known: bytearray = column(NUMBER, aspect="identity")  # 1: the enemy has scouted it
    health: bytearray = column(HALF, 4, aspect="strength")
    home: bytearray = column(PLACE, 0, like="place")
    tired: Bits = scalar(PIECES)
    hour: int = scalar(NUMBER)
    side: int = scalar(NUMBER)
    red_stance: int = scalar(NUMBER)
    blue_stance: int = scalar(NUMBER)
    storm: bool = scalar(FLAG, False)
    here: dict[int, Bits] = derived()


class Duel(NamedTuple):
    attacker: int
    defender: int
    bonus: int = 0
    die: int = 0


def owner(piece: int) -> int:
    return RED if piece < 3 else BLUE


# -- rules ------------------------------------------------------------------------------------


def undealt(s: State) -> Bits:
    return bits(p for p, face in enumerate(s.face) if face == NO_FACE)


def deal_options(s: State) -> One:
    side = SIDES[owner(lowest(undealt(s)))]
    return One(0b111 & ~bits(s.face[p] for p in scan(side) if s.face[p] != NO_FACE))


def deal_objections(s: State, face: int) -> list[Objection]:
    return [] if face in deal_options(s) else [Objection("1.1a", f"{FACES[face]} is dealt already")]


def deal(s: State, face: int) -> None:
    piece = lowest(undealt(s))
    s.face[piece] = face
    s.note("1.1a", "{unit} is a {what}.", audience=(owner(piece),), unit=piece, what=FACES[face])


def move_bans(s: State) -> list[Ban]:
    gone = bits(p for p in range(6) if s.place[p] == DEAD)
    return [
        Ban("2.1a", "{it} is not yours", SIDES[1 - s.side]),
        Ban("2.1a", "{it} is dead", gone & SIDES[s.side]),
        Ban("2.1b", "{it} has moved {times}", s.tired & SIDES[s.side], lambda _: {"times": 1}),
    ]


def way_bans(s: State, piece: int) -> list[Ban]:
    return [Ban("2.1c", "{it} is not adjacent to it", 0b111111 & ~NEXT[s.place[piece]])]


def move(s: State, piece: int, to: int) -> None:
    put(s, piece, to)
    s.tired |= 1 << piece
    s.note("2.1c", "{unit} goes to {hex}.", unit=piece, hex=to)


def put(s: State, piece: int, to: int) -> None:
    s.here[s.place[piece]] &= ~(1 << piece)
    s.place[piece] = to
    s.here[to] |= 1 << piece


def scout_bans(s: State) -> list[Ban]:
    met = 0
    for area in scan(AREAS):
        if s.here[area] & SIDES[s.side]:
            met |= s.here[area]
    known = bits(p for p in range(6) if s.known[p])
    theirs = SIDES[1 - s.side]
    return [
        Ban("3.1a", "{it} is not an enemy", SIDES[s.side]),
        Ban("3.1b", "{it} is not where you are", theirs & ~met),
        Ban("3.1c", "{it} is known to you", known & theirs),
    ]


def animal(s: State, piece: int) -> str:
    return FACES[s.face[piece]] if s.face[piece] != NO_FACE else "riddle"


def scout(s: State, piece: int) -> None:
    s.known[piece] = 1
    s.note("3.1a", "{unit} is seen to be a {what}.", audience=(s.side,), unit=piece, what=animal(s, piece))
    s.note("3.1d", "{unit} is scouted.", unit=piece)


def stance_objections(_s: State, stance: int) -> list[Objection]:
    return [] if stance in (1, 2) else [Objection("3.2a", "a stance is 1 or 2")]


def take_stance(s: State, stance: int) -> None:
    if s.side == RED:
        s.red_stance = stance
    else:
        s.blue_stance = stance
    s.note("3.2a", "The stance is {stance}.", audience=(s.side,), stance=stance)


def fighters(s: State) -> list[Ban]:
    met = 0
    for area in scan(AREAS):
        if s.here[area] & SIDES[1 - s.side]:
            met |= s.here[area]
    return [
        Ban("4.1a", "{it} is not yours", SIDES[1 - s.side]),
        Ban("4.1b", "{it} meets no enemy", SIDES[s.side] & ~met),
    ]


def foes(s: State, piece: int) -> list[Ban]:
    near = s.here[s.place[piece]] if AREAS >> s.place[piece] & 1 else 0
    return [Ban("4.1c", "{it} is no enemy there", 0b111111 & ~(near & SIDES[1 - s.side]))]


def strike(s: State, piece: int, foe: int) -> None:
    s.note("4.1a", "{unit} strikes {unit_d}.", unit=piece, unit_d=foe)
    call(s, DUEL, Duel(piece, foe, s.red_stance if s.side == RED else s.blue_stance))


def die_objections(_s: State, face: int) -> list[Objection]:
    return [] if 1 <= face <= 6 else [Objection("4.2a", "a die shows 1 to 6")]


def throw(s: State, face: int) -> None:
    s.local = s.local._replace(die=face)


def decide(s: State) -> None:
    duel: Duel = s.local
    mine, theirs = s.face[duel.attacker] + duel.die + duel.bonus, s.face[duel.defender] + 4
    loser = duel.defender if mine > theirs else duel.attacker
    s.health[loser] -= 1
    s.known[duel.attacker] = s.known[duel.defender] = 1
    if not s.health[loser]:
        put(s, loser, DEAD)
        s.note("4.3a", "{unit} dies.", unit=loser)


def weather(s: State, storm: int) -> None:
    s.storm = storm == 6


def nothing(_s: State) -> None:
    pass


def dawn(s: State) -> None:
    s.hour += 1
    s.tired = 0


def red_turn(s: State) -> None:
    s.side = RED


def blue_turn(s: State) -> None:
    s.side = BLUE


def night(s: State) -> None:
    call(s, NIGHT)


def finish(s: State) -> None:
    s.over = True


def whole(s: State) -> Bits:
    return 0b111111


DEAL = Verb(
    "deal",
    (Arg(FACE, "", deal_options, deal_objections),),
    deal,
    weights=lambda s: [1] * deal_options(s).count(),
    audience=lambda s: (owner(lowest(undealt(s))),),
)
MOVE = Verb("move", (one(PIECE, move_bans, whole), one(PLACE, way_bans, whole, "to")), move, leaves=False)
SCOUT = Verb("scout", (one(PIECE, scout_bans, whole),), scout, leaves=False)
STANCE = Verb(
    "stance",
    (Arg(NUMBER, "", lambda _s: Among((1, 2)), stance_objections),),
    take_stance,
    leaves=False,
    audience=lambda s: (s.side,),
)
STRIKE = Verb("strike", (one(PIECE, fighters, whole), one(PIECE, foes, whole, "at")), strike)  # it leaves, and calls
DONE = Verb("done", (), nothing)
THROW = Verb(
    "throw",
    (Arg(NUMBER, "", lambda _s: Among(range(1, 7)), die_objections),),
    throw,
    weights=lambda _s: [1, 2, 1, 1, 1, 1],
)
RAIN = Verb(
    "rain", (Arg(NUMBER, "", lambda _s: Among(range(1, 7)), die_objections),), weather, weights=lambda _s: [1] * 6
)

DEALING = Step("dealing", "1.1", lambda _s: CHANCE, (DEAL,))
RED_MOVES = Step("red-moves", "2.1", lambda _s: RED, (MOVE, SCOUT, STANCE, STRIKE, DONE))
BLUE_MOVES = Step("blue-moves", "2.1", lambda _s: BLUE, (MOVE, SCOUT, STANCE, STRIKE, DONE))
THROWING = Step("throwing", "4.2", lambda _s: CHANCE, (THROW,))
DARK = Step("dark", "5.1", lambda _s: CHANCE, (RAIN,))

DUEL = Flow(
    "duel",
    step(THROWING),
    do(decide),
    local=Duel,
    kinds={"attacker": PIECE, "defender": PIECE, "bonus": NUMBER, "die": NUMBER},
)
NIGHT = Flow("night", step(DARK))
GAME = Flow(
    "game",
    loop(undealt, step(DEALING)),
    loop(
        lambda s: s.hour < ROUNDS,
        do(dawn),
        do(red_turn),
        step(RED_MOVES),
        do(blue_turn),
        step(BLUE_MOVES),
        when(lambda s: s.hour < ROUNDS, do(night)),
    ),
    do(finish),
)


# -- the title --------------------------------------------------------------------------------


def blank(title: Title[State], scenario: str, options: tuple[str, ...]) -> State:
    s = State(
        title=title,
        scenario=scenario,
        options=options,
        flow=GAME,
        place=bytearray((RED_BOX,) * 3 + (BLUE_BOX,) * 3),
        face=bytearray((NO_FACE,) * 6),
        known=bytearray(6),
        health=bytearray((4,) * 6),
        home=bytearray((RED_BOX,) * 3 + (BLUE_BOX,) * 3),
        here={},
    )
    settle(s)
    return s


def settle(s: State) -> None:
    s.here = {place: bits(p for p in range(6) if s.place[p] == place) for place in range(6)}


def sees(s: State, player: int, piece: int) -> frozenset[str]:
    if owner(piece) == player or s.place[piece] == DEAD:
        return ALL_ASPECTS
    if s.place[piece] in (RED_BOX, BLUE_BOX):
        return frozenset()
    return ALL_ASPECTS if s.known[piece] else frozenset(("there", "kind", "marks"))


def secret(_s: State, player: int) -> tuple[str, ...]:
    return ("blue_stance", "bonus") if player == RED else ("red_stance", "bonus")


def guess(s: State, player: int, pick: Pick) -> State:
    """Faces the player cannot know are dealt anew among the blocks that may have them."""
    out = s.copy()
    hidden = [p for p in scan(SIDES[1 - player]) if s.face[p] != NO_FACE and "identity" not in sees(s, player, p)]
    faces = sorted(s.face[p] for p in hidden)
    for piece in hidden:
        out.face[piece] = faces.pop(pick(len(faces)))
    if player == RED:
        out.blue_stance = pick(3)
    else:
        out.red_stance = pick(3)
    return out


def portrait(s: State, piece: int) -> Mapping[str, Mapping[str, Any]]:
    return {
        "there": {"side": ("red", "blue")[owner(piece)], "place": PLACES[s.place[piece]]},
        "kind": {"type": "block"},
        "strength": {"health": s.health[piece] / 2},
        "identity": {"face": FACES[s.face[piece]] if s.face[piece] != NO_FACE else None},
        "marks": {"tired": bool(s.tired >> piece & 1)},
    }


def flaws(s: State) -> Iterator[Flaw]:
    flow, at, *_ = s.stack[0] if s.stack else (s.flow, s.at)
    step = "" if s.over else flow.label(at)
    if not 0 <= s.hour <= ROUNDS:
        yield Flaw("hour", f"there are {ROUNDS}")
    if s.side not in (RED, BLUE) or (step.startswith("blue") and s.side != BLUE):
        yield Flaw("side", "it is another's turn")
    if step == "dealing" and not undealt(s):
        yield Flaw("at", "all are dealt")
    for piece in range(6):
        if s.place[piece] == (BLUE_BOX if owner(piece) == RED else RED_BOX):
            yield Flaw(PIECES_[piece], "in the enemy's box")
        if not 0 < s.health[piece] <= 4 and s.place[piece] != DEAD:
            yield Flaw(PIECES_[piece], "neither dead nor alive")


def outcome(s: State) -> Outcome | None:
    if not s.over:
        return None
    dead = [bits(p for p in scan(side) if s.place[p] == DEAD).bit_count() for side in SIDES]
    winner = RED if dead[RED] < dead[BLUE] else BLUE if dead[BLUE] < dead[RED] else NOBODY
    level = {RED: "red wins", BLUE: "blue wins", NOBODY: "a draw"}[winner]
    return Outcome(winner, level, {"red": dead[RED], "blue": dead[BLUE]})


LEXICON = Lexicon(PLACES, PIECES_, FACES)
TOY: Title[State] = Title(
    name="toy",
    full="Toy",
    about="Blocks in the dark.",
    version=3,
    players=("red", "blue"),
    scenarios={"duel": "The duel", "long": "The long duel"},
    options={"sun": Option(("no", "yes"), "Sunshine.")},
    flows={flow.name: flow for flow in (GAME, DUEL, NIGHT)},
    lexicon=LEXICON,
    rulebook=Rulebook((Heading("2.1", "Moving"),), (Clause("2.1a", "prohibition", "Only your own blocks."),), ()),
    data=None,
    state=State,
    blank=blank,
    set_up=lambda _s: None,
    settle=settle,
    outcome=outcome,
    now=lambda s: f"Hour {s.hour}",
    unit=lambda s, p: f"{PIECES_[p]} the {FACES[s.face[p]]}" if s.face[p] != NO_FACE else PIECES_[p],
    place=lambda _s, p: PLACES[p],
    portrait=portrait,
    spawn=lambda _s, word, _taken: LEXICON.piece(word),
    check=flaws,
    sees=sees,
    secret=secret,
    guess=guess,
)
TITLES: dict[str, Title[Any]] = {"toy": TOY}
