"""*Straits*: a small area game with fog. Read `sequence.py` first."""

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
from .rules import fog
from .rules.victory import outcome
from .sequence import BATTLE, GAME
from .state import State, claim


def blank(title: Title[State], scenario: str, options: tuple[str, ...]) -> State:
    """A position with no blocks on the map."""
    d: Components = title.data
    count = len(d.ids)
    return State(
        title=title,
        data=d,
        scenario=scenario,
        options=options,
        flow=GAME,
        place=bytearray([d.lost] * count),
        strength=bytearray(count),
    )


def set_up(s: State) -> None:
    """Set up the blocks; chance deals their strengths."""
    s.place[:] = bytes(s.data.start)  # 1.2a
    s.held = s.data.island  # 1.1a


def now(s: State) -> str:
    """The current turn as text."""
    return f"Turn {s.turn} of {s.data.turns}" if s.turn else "Set-up"


def unit_name(s: State, block: int) -> str:
    """The name of a block in the diary, for players who see it."""
    return f"{s.data.names[block]} ({s.data.ids[block]})"


def place_name(s: State, place: int) -> str:
    """The name of an area in the diary."""
    name = s.data.board.names[place]
    return s.data.map.names.get(name, name)


def portrait(s: State, block: int) -> Mapping[str, Mapping[str, Any]]:
    """Everything there is to know about a block, by aspect."""
    d = s.data
    marks = {name: "yes" for name in ("known", "moved", "crossed") if getattr(s, name) >> block & 1}
    return {
        "there": {"id": d.ids[block], "side": SIDES[d.side_of[block]], "place": d.board.names[s.place[block]]},
        "kind": {"type": "block"},
        "strength": {"level": s.strength[block], "full": max(d.strengths)},
        "identity": {"name": d.names[block], "kind": "infantry", "label": d.ids[block]},
        "marks": marks,
    }


def spawn(s: State, word: str, _taken: Bits) -> int:
    """The block that a word of the notation means."""
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
        settle=claim,
        outcome=outcome,
        now=now,
        unit=unit_name,
        place=place_name,
        portrait=portrait,
        spawn=spawn,
        board=BoardSpec(data.map, data.board, game.sheet, pieces="blocks"),
        odds=odds,
        aids=AIDS,
        check=flaws,
        sees=fog.sees,
        guess=fog.guess,
        stranger=fog.stranger,
    )
