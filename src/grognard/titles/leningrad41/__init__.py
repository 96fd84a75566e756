"""*Leningrad '41* (Decision Games): the German assault on the city that was never made, summer 1941.

Start with the module `sequence`; each module in `rules` is named after its section of the rulebook.
"""

from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from ...core.bits import Bits, scan
from ...core.kinds import Lexicon, Unreadable
from ...core.title import Option, Title
from ...kit.load.game import Game
from ...kit.load.pack import Pack
from ...kit.opponent import Opponents, Tunable
from ...kit.table import BoardSpec, Wargame, identity
from .aids.benchmark import benchmark
from .aids.odds import odds
from .aids.player_aids import AIDS
from .aids.position_check import flaws
from .data.components import GERMAN, SIDES, SOVIET, Components
from .data.map_and_units import RESERVE, Unit, Value
from .rules import fog
from .rules.setup import set_up
from .rules.victory import outcome
from .sequence import ARMY_PLACE, DEPLOYING, FLOWS, GAME, PLACING, SIDE_NAMES
from .state import MARKS, NOWHERE, UNKNOWN, State, counter_of, known, name_of, settle, side_of, unit_of

FILES = ("map.toml", "units.toml", "tables.toml", "scenarios.toml")
BOX_NAMES = {
    "reserve": "the German reserve",
    "arriving": "the edge of the map",
    "pool-42": "the pool of the 42nd Army",
    "pool-lfr": "the pool of the Reserve",
    "beside": "ready beside the map",
    "spent": "used",
    "dead": "the dead pile",
    "out": "out of play",
}


def blank(title: Title[State], scenario: str, options: tuple[str, ...]) -> State:
    """A state with Germans in reserve and Soviets in their pools or beside the map, before set-up."""
    d: Components = title.data
    place = array("H", [d.reserve] * len(d.pieces))  # 3.8a, 3.8b
    army, reserve = d.anonymous, d.command[RESERVE]
    beside = d.stages[scenario].beside
    for pieces, box in ((army, d.army_pool), (reserve, d.reserve_pool), (beside, d.beside)):
        for piece in scan(pieces):
            place[piece] = box  # 3.4a, 3.4b, 3.3f, 3.5a, 3.7a
    for piece in scan(d.side[SOVIET] & ~army & ~reserve & ~beside):
        place[piece] = d.out  # set up by name
    s = State(
        title=title,
        data=d,
        scenario=scenario,
        options=options,
        flow=GAME,
        place=place,
        face=bytearray([UNKNOWN]) * len(d.pieces),
        pontoon=array("H", [NOWHERE] * len(d.pieces)),
        here={},
        there=[],
        held=[],
        force=[],
        full=[],
    )
    settle(s)
    return s


def place_name(s: State, place: int) -> str:
    """The name of a place in the diary."""
    d: Components = s.data
    name = d.board.names[place]
    if place in d.span:
        return f"the {d.bridges[d.span[place]]} ({name.removeprefix('bridge-')})"
    if place >= d.board.box:
        return BOX_NAMES[name]
    known_as = d.map.places.get(name)
    return f"{known_as.name} ({name})" if known_as and known_as.kind != "label" else name


def portrait(s: State, piece: int) -> Mapping[str, Mapping[str, Any]]:
    """Everything about a piece, by aspect; `may_be` is what the German player knows of a face-down counter."""
    d: Components = s.data
    there = {"id": d.pieces[piece], "side": SIDES[side_of(s, piece)], "place": d.board.names[s.place[piece]]}
    marks = {mark: "yes" for mark in (*MARKS, "landed") if getattr(s, mark) >> piece & 1}
    if s.pontoon[piece] != NOWHERE:
        marks["pontoon"] = d.board.names[s.pontoon[piece]]
    if piece >= d.first_leader:
        return {"there": there, "marks": marks, **_other(d, piece)}
    unit, kind = unit_of(s, piece), dict[str, Any]()
    if not known(s, piece):
        kind["may_be"] = [d.faces[face].id for face in scan(fog.may_be(s, piece))]
    elif unit is not None and piece < d.first_counter:
        kind = {"type": unit.type, "size": unit.size}
    return {"there": there, "marks": marks, "kind": kind} | ({} if unit is None else _shown(unit))


def _shown(unit: Unit) -> dict[str, dict[str, Any]]:
    """What the face of a unit shows (2.5a)."""
    identity_ = {
        "face": unit.id,
        "name": unit.name,
        "label": unit.label,
        "command": unit.command,
        "branch": unit.type,
        "size": unit.size,
        "moves": unit.moves,
    }
    return {"strength": _strength(unit.value), "identity": identity_ | _special(unit.value)}


def _strength(value: Value) -> dict[str, Any]:
    return {"fire": value.fire, "range": value.range}


def _special(value: Value) -> dict[str, Any]:
    return {"close": value.assault, "armor": value.armor, "indirect": value.indirect}


def _other(d: Components, piece: int) -> dict[str, dict[str, Any]]:
    """What the counter of a leader, an air marker or the naval guns shows."""
    if d.leaders >> piece & 1:
        leader = d.counters.leaders[piece - d.first_leader]
        identity_: dict[str, Any] = {"name": leader.name, "moves": leader.moves}
        return {"kind": {"type": "leader"}, "strength": {"radius": leader.radius}, "identity": identity_}
    marker = (*d.counters.air, *d.counters.naval)[piece - d.first_leader - len(d.counters.leaders)]
    type = "air" if d.air >> piece & 1 else "naval"
    identity_ = {"name": marker.name, "label": marker.label} | _special(marker.value)
    return {"kind": {"type": type}, "strength": _strength(marker.value), "identity": identity_}


def spawn(s: State, word: str, taken: Bits) -> int:
    """The piece that a word of the notation means; a unit of the 42nd Army is the next counter, face up."""
    d: Components = s.data
    lexicon: Lexicon = s.title.lexicon
    face = next((n for name, n in d.face.items() if name.lower() == word.lower()), None)
    if face is None:
        return lexicon.piece(word)
    free = d.anonymous & ~taken
    if not free:
        raise Unreadable(f"there is no counter left for {word!r}")
    counter = next(scan(free))
    s.face[counter] = face
    s.up |= 1 << counter
    return counter


def alias(s: State, word: str) -> str | None:
    """The counter that has the face of a unit of the 42nd Army, if the player who decides may know it."""
    d: Components = s.data
    face = next((n for name, n in d.face.items() if name.lower() == word.lower()), None)
    counter = None if face is None else counter_of(s, face)
    if counter is None or not (known(s, counter) or s.title.decider(s) != GERMAN):
        return None
    return d.pieces[counter]


def opponents() -> Opponents:
    """The computer players, loaded when one is first needed."""
    from .opponent.evaluation import lead, value
    from .opponent.luck import luck
    from .opponent.planner import Planner
    from .opponent.recruit import Recruit
    from .opponent.regular import Regular
    from .opponent.sparring import SPARRING
    from .opponent.veteran import Veteran
    from .opponent.weights import CLUB

    officers = {"recruit": Recruit, "regular": Regular, "veteran": Veteran}
    return Opponents(officers, value, SPARRING, Tunable(CLUB, Planner, lead, luck))


def now(s: State) -> str:
    """The current point of the game as text."""
    if s.turn == 0:
        return "Set-up"
    dates = s.data.charts.dates[s.turn - 1]
    return f"Game Turn {s.turn} of {s.plan.last}, {SIDE_NAMES[s.side]} player turn, {dates}"


def switches(data: Components) -> dict[str, Option]:
    """The options of the game, each with its case or the first case of its ruling."""
    return {
        switch.id: Option(
            switch.values, switch.text, switch.source.removeprefix("R:").removeprefix("E:ruling on ").split(",")[0]
        )
        for switch in data.charts.switches
    }


def build(game: Game, packs: Iterable[Pack] = ()) -> Wargame[State]:
    """The title built from its data and these packs."""
    packs = tuple(packs)
    data = Components({file: game.read(file, packs) for file in FILES})
    return Wargame(
        **identity(game, packs, data.origins),
        version=1,
        players=SIDES,  # 1.1b, 3.1a
        data=data,
        scenarios={name: plan.title for name, plan in data.plans.items()},
        options=switches(data),
        flows={flow.name: flow for flow in FLOWS},
        lexicon=Lexicon(data.board.names, data.pieces, [face.id for face in data.faces]),
        state=State,
        blank=blank,
        set_up=set_up,
        settle=settle,
        outcome=outcome,
        check=flaws,
        aids=AIDS,
        odds=odds,
        benchmark=benchmark,
        now=now,
        unit=name_of,
        place=place_name,
        portrait=portrait,
        spawn=spawn,
        alias=alias,
        sees=fog.sees,
        hides=fog.hides,
        secret=fog.secret,
        stranger=fog.stranger,
        guess=fog.guess,
        opponents=opponents,
        set_up_steps=frozenset({PLACING.name, DEPLOYING.name}),
        placing_steps=frozenset({ARMY_PLACE.name}),
        board=BoardSpec(
            data.map,
            data.board,
            game.sheet,
            faces={face.id: face.name for face in data.faces},
            gates=gates(data),
            sides=sides(data),
            names={data.board.names[place]: data.bridges[hexes] for place, hexes in data.span.items()},
        ),
    )


def sides(data: Components) -> dict[str, tuple[str, str]]:
    """The hexes on both sides of each bridge, by the name of its place."""
    names = data.board.names
    pairs = {names[place]: sorted(names[hex_] for hex_ in hexes) for place, hexes in data.span.items()}
    return {place: (one, other) for place, (one, other) in pairs.items()}


def gates(data: Components) -> dict[str, frozenset[str]]:
    """The hexes by which each side enters (19.1a, 19.3b)."""
    stage = next(iter(data.stages.values()))
    entries = (stage.german_entry, stage.reserve_entry)
    return {
        side: frozenset(data.board.names[place] for place in scan(hexes))
        for side, hexes in zip(SIDES, entries, strict=True)
    }
