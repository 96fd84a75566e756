"""*Demyansk Shield* (Legion Wargames): the pocket south of Lake Ilmen and its relief, winter and spring 1942.

Start with the module `sequence`; each module in `rules` is named after its section of the rulebook.
"""

from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from ...core.bits import Bits, scan
from ...core.kinds import Lexicon
from ...core.title import Option, Title
from ...kit.load.game import Game
from ...kit.load.pack import Pack
from ...kit.opponent import Opponents, Tunable
from ...kit.table import BoardSpec, Wargame, identity
from .aids.benchmark import benchmark
from .aids.odds import odds
from .aids.player_aids import AIDS
from .aids.position_check import flaws
from .data.components import SIDES, Components
from .rules.setup import set_up
from .rules.victory import outcome
from .sequence import BATTLE, GAME
from .state import MARKS, NOWHERE, UNTRIED, State, settle, steps, value_of

FILES = ("map.toml", "units.toml", "tables.toml", "scenarios.toml")
BOX_NAMES = {
    "reserve": "the Set Up Cards",
    "eliminated": "the Eliminated Box",
    "marsch": "the Marsch Units Box",
    "exited": "beyond the map",
    "available": "the Air Status Box",
    "flown": "the Flown section",
}
NAMED = ("Battle Group", "Company", "Freikorps", "Police Regiment")  # and a name of its own: no article
SEGMENTS = ("Strategic Segment", "First Segment", "Second Segment", "Recovery Segment")


def blank(title: Title[State], scenario: str, options: tuple[str, ...]) -> State:
    """A state with every unit on the Set Up Cards and Marsch units in their box, before set-up."""
    d: Components = title.data
    place = array("H", [d.reserve] * len(d.pieces))  # 4.12a, 4.12b
    for piece in scan(d.marsch):
        place[piece] = d.marsch_box  # 9.3c
    s = State(
        title=title,
        data=d,
        scenario=scenario,
        options=options,
        stage=d.stages[scenario],
        flow=GAME,
        place=place,
        face=bytearray([UNTRIED]) * len(d.pieces),
        aim=array("H", [NOWHERE] * len(d.pieces)),
        here={},
        there=[],
        held=[],
        light=[],
        heavy=[],
        zones=[],
    )
    settle(s)
    return s


def unit_name(s: State, piece: int) -> str:
    """The name of a piece in the diary."""
    d: Components = s.data
    if piece >= d.first_air:
        return f"the air unit {d.pieces[piece]}"
    if s.face[piece] != UNTRIED:
        return f"{d.faces[s.face[piece]].label} ({d.pieces[piece]})"
    name = d.units[piece].name
    first, last = name.split()[0], name.split()[-1]
    bare = name.startswith(NAMED) or (last.isdigit() and not first[0].isdigit())
    return name if bare else f"the {name}"


def place_name(s: State, place: int) -> str:
    """The name of a place in the diary."""
    d: Components = s.data
    name = d.board.names[place]
    if place in d.rebuilding:
        return f"the Units Rebuilding section of {d.board.names[d.rebuilding[place]]}"
    if place >= d.board.box:
        return BOX_NAMES.get(name, f"the {name} Map Box")
    known = d.map.places.get(name)
    return f"{known.name} ({name})" if known and known.kind != "label" else name


def portrait(s: State, piece: int) -> Mapping[str, Mapping[str, Any]]:
    """Everything about a piece, by aspect; of an Untried unit, all that anybody knows (5.42a).

    Both players see all of it (3.35a).
    """
    d: Components = s.data
    there = {"id": d.pieces[piece], "side": d.whose(piece), "place": d.board.names[s.place[piece]]}
    if piece >= d.first_air:
        air = d.counters.air[piece - d.first_air]
        kind: dict[str, Any] = {"type": "air", "of": air.type}
        return {"there": there, "kind": kind, "strength": {"support": air.strength}, "identity": {"name": air.name}}
    unit, value = d.units[piece], value_of(s, piece)
    marks = {mark: "yes" for mark in MARKS if getattr(s, mark) >> piece & 1}
    kind = {
        "type": unit.type,
        "size": unit.size,
        "movement": value.movement,
        "stack": unit.stack,
        "box": unit.box,
        "band": unit.band,
    }
    out: dict[str, dict[str, Any]] = {"there": there, "kind": kind, "marks": marks}
    if unit.untried and s.face[piece] == UNTRIED:
        return out | {"identity": {"name": unit.name, "label": unit.label}}
    face = d.faces[s.face[piece]] if s.face[piece] != UNTRIED else None
    out["strength"] = {"attack": value.attack, "defense": value.defense, "steps": steps(s, piece)}
    if unit.range:
        out["strength"] |= {"support": unit.support, "range": unit.range}  # 2.24e, 2.24g
    label = face.label if face else unit.back_label if unit.back_label and s.reduced >> piece & 1 else unit.label
    branch = face.branch if face else unit.branch
    out["identity"] = {
        "name": unit.name,
        "label": label,
        "formation": unit.formation,
        "branch": branch,
        "color": unit.color,
        "guards": unit.guards,
        "corps": "2nd Guards Rifle Corps" if unit.corps else "",
        "airborne": unit.airborne,
    }  # 2.23a, 2.23b, 2.23c, 3.45b
    return out


def spawn(s: State, word: str, _taken: Bits) -> int:
    """The piece that a word of the notation means."""
    lexicon: Lexicon = s.title.lexicon
    return lexicon.piece(word)


def now(s: State) -> str:
    """The current point of the game as text."""
    if s.turn < s.plan.first:
        return "Set-up"
    where, dates = SEGMENTS[min(s.segment, len(SEGMENTS) - 1)], s.data.charts.dates[s.turn - 1]
    storm = " with Storm" if s.storm else ""
    unknown = not s.over and s.title.step(s).name == "weather"
    sky = "" if unknown else f"{s.weather.title()}{storm}, "
    return f"Game-Turn {s.turn} of {s.plan.last}, {sky}{where}, {dates}"


def opponents() -> Opponents:
    """The computer players, loaded when one is first needed."""
    from .opponent.evaluation import lead, value
    from .opponent.operations import Commander
    from .opponent.recruit import Recruit
    from .opponent.regular import Regular
    from .opponent.sparring import SPARRING
    from .opponent.veteran import Veteran
    from .opponent.weights import WEIGHTS

    officers = {"recruit": Recruit, "regular": Regular, "veteran": Veteran}
    return Opponents(officers, value, SPARRING, Tunable((WEIGHTS, WEIGHTS), Commander, lead))


def switches(data: Components) -> dict[str, Option]:
    """The options of the game, each with the first case of its ruling."""
    return {
        switch.id: Option(switch.values, switch.text, switch.source.partition("ruling on ")[2].partition(",")[0])
        for switch in data.charts.switches
    }


def gates(data: Components) -> dict[str, frozenset[str]]:
    """The Entry hexes of each side."""
    return {
        side: frozenset(hex for box in scan(boxes) for hex in data.map.areas[data.board.names[box]])
        for side, boxes in zip(SIDES, data.map_boxes, strict=True)
    }


def build(game: Game, packs: Iterable[Pack] = ()) -> Wargame[State]:
    """The title built from its data and these packs."""
    packs = tuple(packs)
    data = Components({file: game.read(file, packs) for file in FILES})
    return Wargame(
        **identity(game, packs, data.origins),
        version=1,
        players=SIDES,  # 1.2b
        data=data,
        scenarios={name: plan.title for name, plan in data.plans.items()},
        options=switches(data),
        flows={flow.name: flow for flow in (GAME, BATTLE)},
        lexicon=Lexicon(data.board.names, data.pieces, [face.label.replace(" ", "-") for face in data.faces]),
        state=State,
        blank=blank,
        set_up=set_up,
        settle=settle,
        outcome=outcome,
        check=flaws,
        now=now,
        unit=unit_name,
        place=place_name,
        portrait=portrait,
        spawn=spawn,
        aids=AIDS,
        opponents=opponents,
        odds=odds,
        benchmark=benchmark,
        board=BoardSpec(data.map, data.board, game.sheet, gates=gates(data), worth=data.charts.victory.places),
    )
