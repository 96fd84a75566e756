"""*Assault on Leningrad*, and *Assault on Stalingrad*, which shares its rules.

Start with `sequence.py`; each module in `rules` is named after its section of the rulebook. Both games are built by
`build`, each with its own `Ruleset` and data.
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
from ...kit.words import game_turn
from .aids.benchmark import benchmark
from .aids.odds import odds
from .aids.player_aids import AIDS
from .aids.position_check import flaws
from .data.components import Components
from .games import LENINGRAD, STALINGRAD
from .rules import stalingrad_victory, victory
from .rules.setup import set_up
from .ruleset import CLASSES, GERMAN, RUSSIAN, SIDES
from .sequence import BATTLE, CAMPAIGN, EVACUATION, PLACE, SET_UP
from .stalingrad_sequence import CAMPAIGN as STALINGRAD_CAMPAIGN
from .state import State, factor, grade, settle, steps_lost

MARKS = ("reduced", "subcounter", "unsupplied", "disrupted", "fresh", "moved", "attacked", "defended", "retired")


def blank(title: Title[State], scenario: str, options: tuple[str, ...]) -> State:
    """A state with every unit in reserve, the fleet in harbor, and air units at home, before set-up."""
    data: Components = title.data
    place = array("H", [data.reserve] * len(data.pieces))  # 3.2g, 5.3b, 19.22a
    for piece in scan(data.ships):
        place[piece] = data.start[piece]  # 13.2a
    for piece in scan(data.air[GERMAN] | data.air[RUSSIAN]):
        place[piece] = data.airfield
    for piece in scan(data.in_cup):
        place[piece] = data.cup  # 19.72a
    s = State(
        title=title, data=data, scenario=scenario, options=options, flow=title.flows["campaign"],
        place=place, here={}, there=[], held=[], strong=[], loose=[], taken=[],
    )  # fmt: skip
    settle(s)
    return s


def unit_name(s: State, piece: int) -> str:
    """The name of a piece in the diary."""
    d: Components = s.data
    if piece < d.fleet:
        return f"the {d.units[piece].name}"
    return f"the {d.counters.fleet[1]}" if d.ships >> piece & 1 else f"the air unit {d.pieces[piece]}"


def place_name(s: State, place: int) -> str:
    """The name of a hex in the diary."""
    name = s.data.board.names[place]
    known = s.data.map.places.get(name) or s.data.inset.places.get(name)
    return f"{known.name} ({name})" if known else name


def portrait(s: State, piece: int) -> Mapping[str, Mapping[str, Any]]:
    """Everything about a piece, by aspect."""
    d: Components = s.data
    out: dict[str, dict[str, Any]] = {
        "there": {"id": d.pieces[piece], "side": d.whose(piece), "place": d.board.names[s.place[piece]]},
        "marks": {mark: "yes" for mark in MARKS if getattr(s, mark) >> piece & 1},
    }
    if piece >= d.fleet:
        out["kind"] = {"type": "fleet" if d.ships >> piece & 1 else "air"}
        out["identity"] = {"name": unit_name(s, piece).removeprefix("the ")}
        return out
    unit = d.units[piece]
    steps = d.steps[piece] - steps_lost(s, piece)
    out["kind"] = {"type": unit.type, "size": unit.size, "movement": unit.movement}
    out["strength"] = {"strength": factor(s, piece), "class": CLASSES[grade(s, piece)], "steps": steps}
    out["identity"] = {"name": unit.name, "label": unit.label, "corps": unit.corps, "division": unit.division}
    return out


def spawn(s: State, word: str, _taken: Bits) -> int:
    """The piece that a word of the notation means."""
    lexicon: Lexicon = s.title.lexicon
    return lexicon.piece(word)


def opponents() -> Opponents:
    """The computer players of *Assault on Leningrad*, loaded when one is first needed."""
    from .opponent.evaluation import WEIGHTS, value
    from .opponent.recruit import Recruit
    from .opponent.regular import Regular
    from .opponent.sparring import LENINGRAD_PARTNERS
    from .opponent.veteran import Veteran

    officers = {"recruit": Recruit, "regular": Regular, "veteran": Veteran}
    return Opponents(officers, value, LENINGRAD_PARTNERS, Tunable((WEIGHTS, WEIGHTS), Regular))


def stalingrad_opponents() -> Opponents:
    """The computer players of *Assault on Stalingrad*."""
    from .opponent.evaluation import value
    from .opponent.recruit import Recruit
    from .opponent.sparring import STALINGRAD_PARTNERS
    from .opponent.stalingrad_evaluation import WEIGHTS
    from .opponent.stalingrad_regular import StalingradRegular
    from .opponent.stalingrad_veteran import StalingradVeteran

    officers = {"recruit": Recruit, "regular": StalingradRegular, "veteran": StalingradVeteran}
    return Opponents(officers, value, STALINGRAD_PARTNERS, Tunable((WEIGHTS, WEIGHTS), StalingradRegular))


PARTS = {
    LENINGRAD.title: (LENINGRAD, CAMPAIGN, victory.outcome, opponents),
    STALINGRAD.title: (STALINGRAD, STALINGRAD_CAMPAIGN, stalingrad_victory.outcome, stalingrad_opponents),
}
"""By title: its rules, its sequence of play, how it ends, and its computer players."""


def build(game: Game, packs: Iterable[Pack] = ()) -> Wargame[State]:
    """The title built from its data and these packs."""
    packs = tuple(packs)
    rules, sequence, ending, players = PARTS[game.name]
    data = Components({file: game.read(file, packs) for file in game.files}, rules)
    return Wargame(
        **identity(game, packs, data.origins), version=1, players=SIDES, data=data,
        scenarios={"campaign": data.plan.title},
        options={
            switch.id: Option(switch.values, switch.text, switch.source.partition(":")[2].partition(",")[0])
            for switch in data.charts.switches
        },
        flows={flow.name: flow for flow in (sequence, EVACUATION, BATTLE)},
        lexicon=Lexicon(data.board.names, data.pieces),
        state=State, blank=blank, set_up=set_up, settle=settle, outcome=ending, check=flaws,
        now=game_turn, unit=unit_name, place=place_name, portrait=portrait, spawn=spawn,
        board=BoardSpec(data.map, data.board, game.sheet, data.insets, worth=data.charts.victory.cities),
        odds=odds, aids=AIDS, opponents=players, benchmark=benchmark, set_up_steps=frozenset({SET_UP.name}),
        placing_steps=frozenset({PLACE.name}),
    )  # fmt: skip
