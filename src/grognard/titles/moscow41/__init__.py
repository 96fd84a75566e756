"""*Moscow '41* (VentoNuovo Games): the German drive on Moscow, July to December 1941.

Start with `sequence.py`; each module in `rules` is named after its section of the rulebook.
"""

from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from ...core.bits import Bits, bits, lowest, scan
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
from .data.components import Components
from .data.map_and_units import SIDES
from .data.scenarios import clause_of
from .rules import fog
from .rules.setup import set_up
from .rules.victory import outcome
from .sequence import DEPLOYING, ENTRENCHING, FLOWS, GAME, SETTLING
from .state import NO_FACE, UNSAID, UNSEEN, State, known, settle, side_of

PILE_NAMES = {
    "german-pool": "the German Pool", "soviet-pool": "the Soviet Pool", "german-hand": "the German hand",
    "soviet-hand": "the Soviet hand", "later": "due later", "lost": "lost",
}  # fmt: skip
FILES = ("map.toml", "units.toml", "tables.toml", "scenarios.toml")


def blank(title: Title[State], scenario: str, options: tuple[str, ...]) -> State:
    """A state with every Block in reserve, before set-up; each side controls what the scenario gives it."""
    d: Components = title.data
    blocks, count = len(d.blocks), len(d.pieces)
    places = array("H", [d.reserve] * blocks + [d.airfield] * (count - blocks))
    s = State(
        title=title, data=d, scenario=scenario, options=options, flow=GAME,
        place=places, face=bytearray([*range(blocks), *[NO_FACE] * (count - blocks)]), piece=bytearray(),
        level=bytearray([UNSAID]) * count, seen=bytearray([UNSEEN]) * count, trail=[0] * count,
        aim=array("H", [0] * count), here={}, held=[], full=[],
    )  # fmt: skip
    s.german = d.plans[scenario].german  # 2.5f, 2.5g, campaign.8, typhoon.5, gasp.4
    settle(s)
    return s


def unit_name(s: State, piece: int) -> str:
    """The name of a Block in the diary."""
    d: Components = s.data
    return d.pieces[piece] if d.all_bombers >> piece & 1 else d.blocks[s.face[piece]].name


def place_name(s: State, place: int) -> str:
    """The name of an Area in the diary."""
    name, known_as = s.data.board.names[place], s.data.place_names.get(place)
    if place >= s.data.board.pile:
        return PILE_NAMES.get(name, name)
    return name if not known_as else known_as if name in known_as else f"{known_as} ({name})"


def portrait(s: State, piece: int) -> Mapping[str, Mapping[str, Any]]:
    """Everything about a Block, by aspect; `may_be` is what its opponent knows."""
    d: Components = s.data
    kind: dict[str, Any]
    there = {"id": d.pieces[piece], "side": SIDES[side_of(s, piece)], "place": d.board.names[s.place[piece]]}
    if d.all_bombers >> piece & 1:
        bomber = d.bombers[piece - d.first_bomber]
        kind = {"type": "bomber", "of": bomber.of}
        return {"there": there, "kind": kind, "identity": {"name": bomber.id, "kind": bomber.kind, "fire": bomber.fire}}
    block = d.blocks[s.face[piece]]
    marks = {name: "yes" for name in ("up", "cube", "active", "crossed", "blitz") if getattr(s, name) >> piece & 1}
    if s.aim[piece]:
        marks["aim"] = d.board.names[s.aim[piece]]
    faces = 0 if known(s, piece) else fog.may_be(s, piece)
    kind = {"type": "block", "may_be": [d.blocks[face].id for face in scan(faces)]}
    if faces.bit_count() == 1 and s.seen[piece] != UNSEEN:
        kind["seen"] = s.seen[piece]  # its Strength when the opponent last saw it
    return {
        "there": there,
        "kind": kind,
        "strength": {"level": s.level[piece], "full": block.full},
        "identity": {  # 4.2a
            "face": block.id,
            "name": block.name,
            "label": block.label,
            "kind": block.kind,
            "size": block.size,
            "army": block.army,
            "colour": block.colour,
            "fast": block.fast,
            "fire": block.fire,
            "letter": block.letter,
            "acted": bool(s.acted >> piece & 1),
        },
        "marks": marks,
    }


def spawn(s: State, word: str, taken: Bits) -> int:
    """The piece that a word of the notation means: its own name, or a Block's.

    A Block named by its face gets the lowest number that is free, so that the number tells nobody the face.
    """
    d: Components = s.data
    face = d.said.get(word.lower())
    if face is None:
        return s.title.lexicon.piece(word)
    others = d.side[d.blocks[face].side] & ~taken
    holders = [piece for piece in scan(d.all_blocks) if s.face[piece] == face]
    if found := [piece for piece in holders if taken >> piece & 1]:
        raise Unreadable(f"{word!r} was already given, as {d.pieces[found[0]]}")
    given = {s.face[piece] for piece in scan(taken & d.all_blocks)}
    piece = lowest(bits(one for one in scan(others) if s.face[one] in given) or others)
    for holder in holders:
        s.face[holder] = s.face[piece]
    s.face[piece] = face
    return piece


def alias(s: State, word: str) -> str | None:
    """The piece that has the face with this Block's name."""
    d: Components = s.data
    face = d.said.get(word.lower())
    if face is None:
        return None
    piece = s.piece[face]
    mine = s.title.decider(s) == side_of(s, piece)
    return d.pieces[piece] if mine or known(s, piece) else None


def lasting(s: State, piece: int) -> str | None:
    """The name of a Block's face, if the player who decides knows it: its number changes as Blocks move."""
    d: Components = s.data
    if d.all_bombers >> piece & 1:
        return None
    return d.blocks[s.face[piece]].id if s.title.decider(s) == side_of(s, piece) or known(s, piece) else None


def now(s: State) -> str:
    """The current point of the game as text."""
    if s.turn == 0:
        return "Set-up"
    weather = next(one.name for one in s.data.charts.weather if one.id == s.weather)
    flows = {s.flow.name, *(frame.flow.name for frame in s.stack)}
    phase = "Logistics Phase" if "logistics" in flows else "Impulse"
    return f"{s.data.charts.months[s.turn - 1]} 1941, {weather} weather, {('German', 'Soviet')[s.side]} {phase}"


def options(data: Components) -> dict[str, Option]:
    """The options of the game."""
    told = ("R:", "E:ruling ")
    return {
        switch.id: Option(
            switch.values, switch.text, clause_of(switch.source[2:]) if switch.source.startswith(told) else ""
        )
        for switch in data.charts.switches
    }


def opponents() -> Opponents:
    """The computer players, loaded when one is first needed."""
    from .opponent.evaluation import value
    from .opponent.recruit import Recruit
    from .opponent.regular import Regular
    from .opponent.sparring import SPARRING
    from .opponent.unit_values import WEIGHTS
    from .opponent.veteran import Veteran

    officers = {"recruit": Recruit, "regular": Regular, "veteran": Veteran}
    return Opponents(officers, value, SPARRING, Tunable((WEIGHTS, WEIGHTS), Regular))


def build(game: Game, packs: Iterable[Pack] = ()) -> Wargame[State]:
    """The title built from its data and these packs."""
    packs = tuple(packs)
    data = Components({file: game.read(file, packs) for file in FILES})
    return Wargame(
        **identity(game, packs, data.origins), version=2, players=SIDES, data=data,
        scenarios={name: plan.title for name, plan in data.plans.items()},
        options=options(data),
        flows={flow.name: flow for flow in FLOWS},
        lexicon=Lexicon(data.board.names, data.pieces, [block.id for block in data.blocks]),
        state=State, blank=blank, set_up=set_up, settle=settle, outcome=outcome, check=flaws,
        now=now, unit=unit_name, place=place_name, portrait=portrait, spawn=spawn, alias=alias, lasting=lasting,
        sees=fog.sees, hides=fog.hides, secret=fog.secret, stranger=fog.stranger, guess=fog.guess,
        board=BoardSpec(
            data.map, data.board, game.sheet, pieces="blocks", faces={block.id: block.name for block in data.blocks}
        ),
        odds=odds, aids=AIDS, opponents=opponents, benchmark=benchmark,
        set_up_steps=frozenset(step.name for step in (SETTLING, DEPLOYING, ENTRENCHING)),
    )  # fmt: skip
