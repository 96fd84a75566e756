"""*Assault on Leningrad*, and *Assault on Stalingrad*, which shares its rules.

Start with `sequence.py`; each module in `rules` is named after its section of the rulebook. Both games are built by
`build`, each with its own `Ruleset` and data.
"""

from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from ...core.bits import Bits
from ...core.kinds import Lexicon
from ...core.title import Option, Title
from ...kit.load.game import Game
from ...kit.load.pack import Pack
from ...kit.opponent import Opponents
from ...kit.table import BoardSpec, Wargame, identity
from ...kit.words import game_turn
from .aids.benchmark import benchmark
from .aids.odds import odds
from .aids.player_aids import AIDS
from .aids.position_check import flaws
from .data.components import Components
from .rules.setup import set_up
from .rules.victory import outcome
from .ruleset import CLASSES, LENINGRAD, SIDES
from .sequence import BATTLE, CAMPAIGN, EVACUATION
from .state import State, factor, grade, settle

RULESETS = {rules.title: rules for rules in (LENINGRAD,)}
MARKS = ("reduced", "unsupplied", "disrupted", "fresh", "moved", "attacked", "defended", "retired")


def blank(title: Title[State], scenario: str, options: tuple[str, ...]) -> State:
    """A state with every unit in reserve, the fleet in harbor, and air units at home, before set-up."""
    data: Components = title.data
    place = array("H", [data.reserve] * len(data.pieces))  # 3.2g, 5.3b
    place[data.fleet] = data.start[data.fleet]  # 13.2a
    for piece in range(data.fleet + 1, len(place)):
        place[piece] = data.airfield
    s = State(
        title=title, data=data, scenario=scenario, options=options, flow=CAMPAIGN,
        place=place, here={}, there=[], held=[], strong=[], loose=[], taken=[],
    )  # fmt: skip
    settle(s)
    return s


def unit_name(s: State, piece: int) -> str:
    """The name of a piece in the diary."""
    d: Components = s.data
    if piece < d.fleet:
        return f"the {d.units[piece].name}"
    return f"the {d.counters.fleet[1]}" if piece == d.fleet else f"the air unit {d.pieces[piece]}"


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
        out["kind"] = {"type": "fleet" if piece == d.fleet else "air"}
        out["identity"] = {"name": unit_name(s, piece).removeprefix("the ")}
        return out
    unit = d.units[piece]
    both = d.two_sided >> piece & 1 and not s.reduced >> piece & 1
    out["kind"] = {"type": unit.type, "size": unit.size, "movement": unit.movement}
    out["strength"] = {"strength": factor(s, piece), "class": CLASSES[grade(s, piece)], "steps": 2 if both else 1}
    out["identity"] = {"name": unit.name, "label": unit.label, "corps": unit.corps, "division": unit.division}
    return out


def spawn(s: State, word: str, _taken: Bits) -> int:
    """The piece that a word of the notation means."""
    lexicon: Lexicon = s.title.lexicon
    return lexicon.piece(word)


def opponents() -> Opponents:
    """The computer players, loaded when one is first needed."""
    from .opponent.evaluation import value
    from .opponent.recruit import Recruit
    from .opponent.regular import Regular
    from .opponent.veteran import Veteran

    return Opponents({"recruit": Recruit, "regular": Regular, "veteran": Veteran}, value)


def build(game: Game, packs: Iterable[Pack] = ()) -> Wargame[State]:
    """The title built from its data and these packs."""
    packs = tuple(packs)
    data = Components({file: game.read(file, packs) for file in game.files}, RULESETS[game.name])
    return Wargame(
        **identity(game, packs, data.origins), version=1, players=SIDES, data=data,
        scenarios={"campaign": data.plan.title},
        options={
            switch.id: Option(switch.values, switch.text, switch.source.partition(":")[2].partition(",")[0])
            for switch in data.charts.switches
        },
        flows={flow.name: flow for flow in (CAMPAIGN, EVACUATION, BATTLE)},
        lexicon=Lexicon(data.board.names, data.pieces),
        state=State, blank=blank, set_up=set_up, settle=settle, outcome=outcome, check=flaws,
        now=game_turn, unit=unit_name, place=place_name, portrait=portrait, spawn=spawn,
        board=BoardSpec(data.map, data.board, game.sheet, data.insets, worth=data.charts.cities),
        odds=odds, aids=AIDS, opponents=opponents, benchmark=benchmark,
    )  # fmt: skip
