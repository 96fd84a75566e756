"""Opponents of *Assault on Stalingrad*: whole games by the rules, puzzles with known answers, and no known folly."""

from functools import partial
from typing import Any

import pytest

from grognard.core.bits import bits, scan
from grognard.titles import TITLES
from grognard.titles.assault.opponent import battle_odds, evaluation, stalingrad_evaluation
from grognard.titles.assault.opponent.opportunities import Opportunities
from grognard.titles.assault.opponent.stalingrad_russian import StalingradRussianPlan, crossings
from grognard.titles.assault.rules import supply
from grognard.titles.assault.rules.combat import hex_strength
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import on_inset, on_map, put

from .conftest import Case

TITLE = TITLES["assault_stalingrad"]
D = TITLE.data
at = partial(Case, nodes=200)  # of the veteran: two or three trials


def piece(name: str) -> int:
    return TITLE.lexicon.piece(name)


def place(name: str) -> int:
    return TITLE.lexicon.place(name)


def margin(s: Any) -> int:
    """German points less Russian ones at the end."""
    outcome = TITLE.outcome(s)
    assert outcome is not None
    return int(outcome.facts["difference"])


def movement(turn: int, side: str, russian: str = "regular") -> Any:
    """A Movement Phase in a game of a German regular."""
    game = at(TITLE.start(), "regular", russian)
    return game.until(lambda t: t.turn == turn and TITLE.step(t).name == f"{side}-movement").s


def phase(s: Any, level: str = "regular") -> list[str]:
    """Play the rest of a phase."""
    step = TITLE.step(s).name
    return at(s, level).until(lambda t: not t.stack and TITLE.step(t).name != step).log


def alone(s: Any, *units: str, turn: int = 0) -> Any:
    """The position with only these units, each as `16Pz@0524`, on the map."""
    t = s.copy()
    for unit in scan(on_map(t, GERMAN) | on_map(t, RUSSIAN)):
        put(t, unit, D.lost)
    for one in units:
        name, _, where = one.partition("@")
        put(t, piece(name), place(where))
    t.unsupplied = t.disrupted = t.moved = 0
    t.turn = turn or t.turn
    return t


# -- whole games --------------------------------------------------------------------------------


def test_a_regular_beats_a_recruit_as_the_germans() -> None:
    game = at(TITLE.start(), "regular", "recruit").until(on_inset)
    assert on_inset(game.s)
    assert margin(game.to_the_end().s) > 0


def test_a_regular_beats_a_recruit_as_the_russians() -> None:
    assert margin(at(TITLE.start(), "recruit", "regular").to_the_end().s) < 0


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_the_options_are_obeyed(level: str) -> None:
    """With every option other than usual the first turns break no rule."""
    options = {name: option.values[-1] for name, option in TITLE.options.items()}
    game = at(TITLE.start("campaign", options), level).until(lambda t: t.turn > 4)
    assert game.s.turn == 5


@pytest.mark.parametrize("level", ["recruit", "regular", "veteran"])
@pytest.mark.parametrize("side", ["german", "russian"])
def test_the_same_knowledge_and_chance_is_the_same_thought(level: str, side: str) -> None:
    s = movement(3, side)
    assert at(s, level).think() == at(s.copy(), level).think()


def test_the_veteran_tries_plans_without_knowing_the_draw() -> None:
    """The trials draw units of their own: the position stays as it is, and the cup is not emptied."""
    s = movement(2, "german")
    before = s.key()
    thought = Case(s, "club", nodes=600).think()
    assert s.key() == before
    assert thought.why.startswith("Of ")


# -- what an attack comes to ----------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "hex_"), [("13TC", "0612"), ("33Gd", "0612"), ("13TC", "G3"), ("33Gd", "G3")])
def test_the_defense_of_a_plan_is_that_of_the_battle(unit: str, hex_: str) -> None:
    """A Tank Corps is not multiplied in a town or in the city; a division is."""
    s = alone(movement(1, "german"), f"{unit}@{hex_}")
    where, units = place(hex_), bits([piece(unit)])
    near = D.board.neighbours[where]
    for fronts in (near, D.across[where] or near):
        assert battle_odds.defense(s, where, units, RUSSIAN, fronts) == hex_strength(s, where, units, fronts)


def test_every_step_of_a_panzer_division_has_its_price() -> None:
    s = alone(movement(1, "german"), "16Pz@0524")
    unit = piece("16Pz")
    whole = evaluation.step_prices(s, unit)
    assert len(whole) == 4
    s.reduced |= 1 << unit
    s.subcounter |= 1 << unit
    assert len(evaluation.step_prices(s, unit)) == 1


# -- the Russians ---------------------------------------------------------------------------------


def test_the_don_has_a_near_and_a_far_bank() -> None:
    """Every crossing leads from a hex on the right bank to one on the left, the side of the city."""
    pairs = {tuple(TITLE.lexicon.places[side.bit_length() - 1] for side in pair) for pair in crossings(D)}
    assert ("1017", "1016") in pairs
    assert ("0613", "0612") in pairs
    assert all((b, a) not in pairs for a, b in pairs)


def test_tank_corps_drawn_enter_in_the_north_and_guards_for_the_city() -> None:
    s = at(TITLE.start(), "regular").until(lambda t: TITLE.step(t).name == "divide").s
    for unit in list(scan(s.here[D.drawn])):
        put(s, unit, D.cup)
    for name in ("4TC", "13Gd"):
        put(s, piece(name), D.drawn)
    assert TITLE.text(s, at(s, "regular").think().action) == "north 4TC"


def test_all_victory_hexes_that_can_be_filled_are_filled_at_the_end() -> None:
    """Without Germans on the Inset, divisions on the city hexes go to the victory hexes in the last turn."""
    home = (
        "33Gd@0907",
        "192RD@0907",
        "184RD@0907",
        "147RD@1007",
        "196RD@1007",
        "181RD@1007",
        "229RD@0807",
        "214RD@0807",
    )
    s = alone(movement(2, "russian"), "305ID@0120", *home, turn=D.turns)
    at(s, "regular").to_the_end()
    assert s.held[RUSSIAN] & D.key_points == D.key_points


def test_a_unit_that_cuts_a_road_is_worth_the_corps_behind_it() -> None:
    """On the only road of a headquarters a division cuts it off; beside another road nothing is gained."""
    s = alone(movement(2, "russian"), "48HQ@1408", "29Mot@1408", "204RD@1122", "33Gd@0324")
    plan = StalingradRussianPlan(s, Opportunities(s, RUSSIAN, stalingrad_evaluation.WEIGHTS))
    assert plan.cut_here(place("2113"), 1) > 0
    assert plan.cut_here(place("0910"), 1) == 0


def test_reinforcements_from_the_east_go_to_the_volga() -> None:
    s = alone(movement(2, "russian"), "305ID@0524")
    put(s, piece("13Gd"), next(box for box in D.doors if TITLE.lexicon.places[box] == "east"))
    phase(s)
    assert D.outside >> s.place[piece("13Gd")] & 1


# -- the Germans ----------------------------------------------------------------------------------


def test_the_corner_is_taken_early_and_kept() -> None:
    """In the first turns of regulars the Germans take 0120; the guard stays."""
    s = movement(4, "russian")
    assert s.german & D.corner
    assert not TITLE.data.mechanized & s.here.get(place("0120"), 0) & ~D.stacks["headquarters"]


def test_a_plan_keeps_the_army_supplied() -> None:
    """After the first three turns of regulars hardly any German is out of supply by its own doing."""
    s = movement(3, "russian", "recruit")
    hungry = on_map(s, GERMAN) & ~supply.supplied(s, GERMAN)
    assert hungry.bit_count() <= 2


# -- the ferries ----------------------------------------------------------------------------------

FERRIES = """at russian-movement
turn 8
G4 94ID
H4 24Pz
1108 48HQ 29Mot
J2 10NKVD
1006 35Gd
1005 15Gd
"""


def test_puzzle_a_division_makes_room_at_the_ferry() -> None:
    """The 10th NKVD goes inland, the 35th Guards land behind it, and the 15th Guards come up to the ferry."""
    s = at(f"assault_stalingrad campaign\n{FERRIES}", "regular").s
    orders = StalingradRussianPlan(s, Opportunities(s, RUSSIAN, stalingrad_evaluation.WEIGHTS)).make().orders
    ends = {order.units: order.to for order in orders}
    assert ends[1 << piece("35Gd")] == place("J2")
    assert D.interior >> ends[1 << piece("10NKVD")] & 1
    assert ends[1 << piece("10NKVD")] != place("J2")
    piers = {D.twin[one] for one in scan(stalingrad_evaluation.known(D).landings)}
    assert ends[1 << piece("15Gd")] in piers
