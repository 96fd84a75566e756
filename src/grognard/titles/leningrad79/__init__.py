"""*Leningrad* (SPI 1979): the advance of Army Group North, summer 1941.

Start with `sequence.py`; each module in `rules` is named after its section of the rulebook.
"""

from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from ...core.bits import Bits
from ...core.kinds import Lexicon, Unreadable
from ...core.title import Option, Title
from ...kit.load.game import Game
from ...kit.load.pack import Pack
from ...kit.opponent import Opponents, Tunable
from ...kit.table import BoardSpec, Wargame, identity
from ...kit.words import game_turn
from .aids.benchmark import benchmark
from .aids.odds import odds
from .aids.player_aids import AIDS
from .aids.position_check import flaws
from .data.charts import SIDES
from .data.components import Components, halves
from .rules.setup import set_up
from .rules.victory import outcome
from .sequence import BATTLE, CAMPAIGN, SET_UP
from .state import FRESH, NO_SLOT, UNTRIED, State, settle

OPTIONS = {
    "pool": Option(
        ("rebuild", "strict"),
        "Where late Soviet arrivals come from: divisions rebuilt from losses, or only the printed counters.",
        "14.0",
    ),
    "crt": Option(
        ("printed", "smooth"), "Die 1 at 3-1: 1/1 as printed, or 1/2 as the rest of the table suggests.", "9.5"
    ),
}


def blank(title: Title[State], scenario: str, options: tuple[str, ...]) -> State:
    """A state with every counter in reserve, before set-up."""
    data: Components = title.data
    count = len(data.pieces)
    s = State(
        title=title, data=data, scenario=scenario, options=options, flow=CAMPAIGN,
        place=array("H", [data.reserve] * count), origin=array("H", [0] * count), since=bytearray(count),
        face=bytearray([UNTRIED]) * count, points=bytearray([FRESH]) * count, slot=bytearray([NO_SLOT]) * count,
        here={}, held=[], crowd=[], zones=[],
    )  # fmt: skip
    settle(s)
    return s


def unit_name(s: State, unit: int) -> str:
    """The name of a unit in the diary."""
    d: Components = s.data
    if unit < d.soviets:
        return f"the {d.full_names[d.pieces[unit]]}"
    if s.face[unit] != UNTRIED:
        return f"the {d.faces[s.face[unit]].name}"
    kind = "armored" if unit >= d.armored else "rifle"
    return f"an untried {kind} division ({d.pieces[unit]})"


def place_name(s: State, place: int) -> str:
    """The name of a hex in the diary."""
    name = s.data.board.names[place]
    known = s.data.map.places.get(name)
    return f"{known.name} ({name})" if known else name


def portrait(s: State, unit: int) -> Mapping[str, Mapping[str, Any]]:
    """Everything about a unit, by aspect."""
    d: Components = s.data
    side = "german" if unit < d.soviets else "soviet"
    out: dict[str, dict[str, Any]] = {
        "there": {"id": d.pieces[unit], "side": side, "place": d.board.names[s.place[unit]]},
        "marks": {"turn": None},
    }
    marks = {"points": halves(s.points[unit])} if s.points[unit] != FRESH else {}
    for mark in ("reduced", "halted", "stopped", "attacked", "defended"):
        if getattr(s, mark) >> unit & 1:
            marks[mark] = "yes"
    out["marks"] = marks
    if unit < d.soviets:
        reduced = bool(s.reduced >> unit & 1)
        out["kind"] = {"type": d.types[unit], "movement": d.allowance[unit]}
        out["strength"] = {"strength": d.weak[unit] if reduced else d.strong[unit], "steps": 1 if reduced else 2}
        out["identity"] = {"name": d.full_names[d.pieces[unit]], "corps": _corps(d, unit)}
        return out
    out["kind"] = {"type": "armored" if unit >= d.armored else "infantry", "movement": d.allowance[unit]}
    if s.face[unit] != UNTRIED:
        face = d.faces[s.face[unit]]
        out["kind"]["type"] = face.type
        out["strength"] = {"attack": face.attack, "defense": face.defense, "steps": 1}
        out["identity"] = {"name": face.name, "face": face.id}
    return out


def _corps(d: Components, unit: int) -> str:
    return next((name for name, units in d.corps.items() if units >> unit & 1), "")


def spawn(s: State, word: str, taken: Bits) -> int:
    """The piece that a word of the notation means; `inf`, `arm` or a division's name take the next counter."""
    d: Components = s.data
    lexicon: Lexicon = s.title.lexicon
    low = word.lower()
    faces = {face.id.lower(): n for n, face in enumerate(d.faces)}
    if low in ("inf", "arm") or low in faces:
        armored = low == "arm" or (low in faces and d.faces[faces[low]].type != "infantry")
        first, last = (d.armored, len(d.pieces)) if armored else (d.soviets, d.armored)
        free = [u for u in range(first, last) if not taken >> u & 1]
        if not free:
            raise Unreadable(f"there is no counter left for {word!r}")
        if low in faces:
            s.face[free[0]] = faces[low]
        return free[0]
    return lexicon.piece(word)


def alias(s: State, word: str) -> str | None:
    """The counter revealed to be the division with this name."""
    d: Components = s.data
    low = word.lower()
    for unit in range(d.soviets, len(d.pieces)):
        if s.face[unit] != UNTRIED and d.faces[s.face[unit]].id.lower() == low:
            return d.pieces[unit]
    return None


def opponents() -> Opponents:
    """The computer players, loaded when one is first needed."""
    from .opponent.evaluation import WEIGHTS, value
    from .opponent.recruit import Recruit
    from .opponent.regular import Regular
    from .opponent.sparring import SPARRING
    from .opponent.veteran import Veteran

    officers = {"recruit": Recruit, "regular": Regular, "veteran": Veteran}
    return Opponents(officers, value, SPARRING, Tunable((WEIGHTS, WEIGHTS), Regular))


def build(game: Game, packs: Iterable[Pack] = ()) -> Wargame[State]:
    """The title built from its data and these packs."""
    packs = tuple(packs)
    data = Components({file: game.read(file, packs) for file in game.files})
    return Wargame(
        **identity(game, packs, data.origins), version=1, players=SIDES, data=data,
        scenarios={"campaign": data.box.campaign.title},
        options=OPTIONS,
        flows={flow.name: flow for flow in (CAMPAIGN, BATTLE)},
        lexicon=Lexicon(data.board.names, data.pieces, [face.id for face in data.faces]),
        state=State, blank=blank, set_up=set_up, settle=settle, outcome=outcome, check=flaws,
        now=game_turn, unit=unit_name, place=place_name, portrait=portrait, spawn=spawn, alias=alias,
        board=BoardSpec(data.map, data.board, game.sheet, gates={side: data.gates(side) for side in SIDES}),
        odds=odds, aids=AIDS, opponents=opponents, benchmark=benchmark, set_up_steps=frozenset({SET_UP.name}),
    )  # fmt: skip
