"""*Ridge*: a small hex game. Read `sequence.py` first."""

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.core.bits import Bits
from grognard.core.kinds import Lexicon
from grognard.core.title import Title
from grognard.kit.load.game import Game
from grognard.kit.load.pack import Pack
from grognard.kit.table import BoardSpec, Wargame, identity

from .aids import AIDS, odds
from .components import SIDES, Components
from .position_check import flaws
from .rules.victory import outcome
from .sequence import BATTLE, GAME
from .state import State, settle, strength


def blank(title: Title[State], scenario: str, options: tuple[str, ...]) -> State:
    """A position with no units on the map."""
    d: Components = title.data
    return State(
        title=title, data=d, scenario=scenario, options=options, flow=GAME, place=bytearray([d.lost] * len(d.ids))
    )


def set_up(s: State) -> None:
    """Set up the units and the owners of the villages."""
    s.place[:] = bytes(s.data.start)  # 1.1c
    s.held = s.data.amber_villages  # 1.2a


def now(s: State) -> str:
    """The current turn as text."""
    return f"Turn {s.turn} of {s.data.turns}"


def unit_name(s: State, unit: int) -> str:
    """The name of a unit in the diary."""
    return f"the {s.data.names[unit]}"


def place_name(s: State, place: int) -> str:
    """The name of a hex in the diary."""
    name = s.data.board.names[place]
    village = s.data.map.places.get(name)
    return f"{village.name} ({name})" if village else name


def portrait(s: State, unit: int) -> Mapping[str, Mapping[str, Any]]:
    """Everything there is to know about a unit, by aspect."""
    d = s.data
    marks = {name: "yes" for name in ("reduced", "moved", "fought") if getattr(s, name) >> unit & 1}
    return {
        "there": {"id": d.ids[unit], "side": SIDES[d.side_of[unit]], "place": d.board.names[s.place[unit]]},
        "kind": {"type": "infantry", "movement": d.movement[unit]},
        "strength": {"strength": strength(s, unit), "steps": 1 if s.reduced >> unit & 1 else 2},
        "identity": {"name": d.names[unit]},
        "marks": marks,
    }


def spawn(s: State, word: str, _taken: Bits) -> int:
    """The unit that a word of the notation means."""
    return s.title.lexicon.piece(word)


def build(game: Game, packs: Iterable[Pack] = ()) -> Wargame[State]:
    """Build the title; called by Grognard."""
    packs = tuple(packs)
    data = Components({file: game.read(file, packs) for file in game.files})
    return Wargame(
        **identity(game, packs, {"map": data.map.sources}),
        version=1,
        players=SIDES,
        scenarios={"game": "The game"},
        options={},
        flows={flow.name: flow for flow in (GAME, BATTLE)},
        lexicon=Lexicon(data.board.names, data.ids),
        data=data,
        state=State,
        blank=blank,
        set_up=set_up,
        settle=settle,
        outcome=outcome,
        now=now,
        unit=unit_name,
        place=place_name,
        portrait=portrait,
        spawn=spawn,
        board=BoardSpec(data.map, data.board, game.sheet),
        odds=odds,
        aids=AIDS,
        check=flaws,
    )
