"""[15.0, 16.14, 19.13, 19.23, 19.33] Replacements: RPs, Marsch units, Receiving markers, rebuilt units."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.rules.supply import ground
from grognard.titles.demyansk.state import UNTRIED, hurt, pressure, steps, value_of, zone
from tests.titles.demyansk.box import NUMBER, D
from tests.titles.demyansk.conftest import Game, with_data

At = Callable[..., Game]
New = Callable[..., Game]
FULL = "2711 I-27 II-27 III-27"  # six stacking points


def strategic(at: At, turn: int, text: str = "2711 AA12", **more: Any) -> Game:
    """The Reinforcements Phase of a turn, as far as its RPs; reinforcements are held back."""
    head = f"at axis-reinforcements\nturn {turn}\nsegment 0\nsequence 0\n"
    game = at(head + text, **more).play("done")
    return game.play("done") if game.ask[1] == "soviet-reinforcements" else game


def phase(at: At, side: str, text: str, turn: int = 5, segment: int = 1, rps: int = 2, **more: Any) -> Game:
    """The Replacements Phase of a side."""
    sequence = 1 if side == "soviet" else 2
    head = f"at replacements\nturn {turn}\nsegment {segment}\nsequence {sequence}\n{side}_rps {rps}\n"
    return at(head + text, **more)


def office(at: At, text: str, turn: int = 5, segment: int = 1, **more: Any) -> Game:
    """An Axis Administrative Phase."""
    return at(f"at administration\nturn {turn}\nsegment {segment}\nsequence 2\n{text}", **more)


def to_turn(game: Game, turn: int) -> Game:
    while game.s.turn < turn or game.s.segment == 0:
        game.go_on()
    return game


# -- how many ---------------------------------------------------------------------------------


@pytest.mark.case(
    "15.11a", "15.11b", "19.13b", "19.13c", "19.13d", "19.23b", "19.23c", "19.33c", "19.33d", "19.33e", "sequence.4"
)
@pytest.mark.parametrize(
    ("scenario", "turn", "axis", "soviet"),
    [
        ("offensive", 1, 0, 0),
        ("offensive", 2, 1, 2),
        ("offensive", 4, 1, 2),
        ("offensive", 5, 2, 2),
        ("offensive", 6, 2, 3),  # one more by the Set Up Card
        ("offensive", 8, 2, 2),
        ("bridge", 10, 0, 0),
        ("bridge", 11, 1, 1),
        ("bridge", 16, 1, 1),
        ("campaign", 1, 0, 0),
        ("campaign", 2, 1, 2),
        ("campaign", 8, 2, 2),
        ("campaign", 9, 2, 3),
        ("campaign", 10, 3, 3),  # cards
        ("campaign", 12, 2, 4),
        ("campaign", 18, 2, 3),
    ],
)
def test_what_is_received(at: At, scenario: str, turn: int, axis: int, soviet: int) -> None:
    unit = "2131 I-28" if scenario == "bridge" else "2711 AA12"
    s = strategic(at, turn, unit, scenario=scenario).s
    assert (s.turn, s.axis_rps, s.soviet_rps) == (turn, axis, soviet)


@pytest.mark.case("15.11a", "sequence.4")
def test_they_come_in_the_reinforcements_phase(at: At) -> None:
    game = strategic(at, 6)
    assert (game.ask[1], game.s.axis_rps, game.s.soviet_rps) == ("marsch", 2, 3)
    assert "receives 2 RPs" in game.log()


@pytest.mark.case("15.13f", "15.14c")
def test_nothing_is_left_over_from_the_last_turn(at: At) -> None:
    game = strategic(at, 3, "2711 AA12\naxis_rps 5\nsoviet_rps 5")
    assert (game.s.axis_rps, game.s.soviet_rps) == (1, 2)


# -- Marsch units -----------------------------------------------------------------------------


@pytest.mark.case("15.13a", "15.13b", "15.13c", "19.13c", "19.33d")
def test_one_rp_makes_one_marsch_unit(at: At) -> None:
    game = strategic(at, 3).play("marsch AGN")
    assert (game.where("Marsch1"), game.s.axis_rps) == ("AGN", 0)
    assert game.ask == ("soviet", "movement")
    assert strategic(at, 3).clauses("marsch 2711") == ["15.13c"]  # not before GT5


@pytest.mark.case("19.13d", "15.13c")
def test_the_second_rp_at_demyansk(at: At) -> None:
    """In Scenario 1 in 2711 itself; one of the two, or both in the AGN Map Box."""
    game = strategic(at, 5, scenario="offensive")
    assert game.places(game.options("marsch").members) == {"AGN", "2711"}
    game.play("marsch 2711")
    assert game.where("Marsch1") == "2711"
    assert game.clauses("marsch 2711") == ["15.13c"]
    game.play("marsch AGN")
    assert (game.where("Marsch2"), game.s.axis_rps) == ("AGN", 0)
    both = strategic(at, 5, scenario="offensive").play("marsch AGN", "marsch AGN")
    assert both.where("Marsch2") == "AGN"


@pytest.mark.case("19.33e", "15.13c")
def test_or_next_to_it_in_scenario_3(at: At) -> None:
    game = strategic(at, 5, "2711 AA12\n2812 42Bde")
    around = {"2711", "2611", "2612", "2710", "2712", "2811"}
    assert game.places(game.options("marsch").members) == around | {"AGN"}
    assert game.clauses("marsch 2812") == ["15.13c"]  # enemies
    assert game.clauses("marsch 2713") == ["15.13c"]
    game.play("marsch 2612")
    assert game.where("Marsch1") == "2612"


@pytest.mark.case("3.32a", "3.33a", "15.13c")
def test_within_the_stacking_limit(at: At) -> None:
    game = strategic(at, 5, f"{FULL}", scenario="offensive")
    assert game.clauses("marsch 2711") == []  # one point is left
    full = strategic(at, 5, f"{FULL} AA12", scenario="offensive")
    assert full.clauses("marsch 2711") == ["3.32a"]
    assert full.clauses("marsch AGN") == []


@pytest.mark.case("15.13c")
def test_not_if_demyansk_is_lost(at: At) -> None:
    game = strategic(at, 5, "2612 AA12\n2711 42Bde")
    assert set(game.clauses("marsch 2711")) == {"15.13c"}
    assert set(game.clauses("marsch 2612")) == {"15.13c"}
    assert game.clauses("marsch AGN") == []


@pytest.mark.case("15.13a", "15.21d")
def test_without_counters_none_is_converted(at: At) -> None:
    all_ = " ".join(D.pieces[unit] for unit in range(D.soviets) if D.marsch >> unit & 1)
    game = strategic(at, 5, f"AGN {all_}\n2711 AA12")
    assert (game.ask[1] == "marsch", game.s.axis_rps) == (False, 2)
    last = strategic(at, 5, f"AGN {all_.removesuffix(' Marsch6')}\n2711 AA12").play("marsch AGN")
    assert (last.ask[1] == "marsch", last.s.axis_rps) == (False, 1)


@pytest.mark.case("15.13b")
def test_without_rps_none_is_converted(at: At) -> None:
    game = at("at marsch\nturn 5\nsegment 0\nsequence 0\naxis_rps 0\n2711 AA12")
    assert game.clauses("marsch AGN") == ["15.13b"]


@pytest.mark.case("15.13d")
def test_they_may_be_kept(at: At) -> None:
    game = strategic(at, 5).play("done")
    assert (game.s.axis_rps, game.s.airlift) == (2, 0)


# -- Demyansk surrounded ----------------------------------------------------------------------


@pytest.mark.case("16.14c")
@pytest.mark.parametrize("turn", [3, 6])
def test_two_marsch_units_at_demyansk_and_an_rp_in_agn(at: At, turn: int) -> None:
    """Instead of the RPs of the scenario."""
    game = strategic(at, turn, "2711 AA12\nsurrounded yes", scenario="offensive")
    assert (game.s.axis_rps, game.s.airlift) == (3, 2)
    assert game.clauses("done") == ["16.14c"]
    game.play("marsch 2711", "marsch AGN")
    assert game.clauses("marsch AGN") == ["16.14c"]  # the last one belongs to Demyansk
    assert game.clauses("done") == ["16.14c"]
    game.play("marsch 2711")
    assert [game.where(f"Marsch{n}") for n in (1, 2, 3)] == ["2711", "AGN", "2711"]


@pytest.mark.case("16.14c")
def test_they_are_there_before_the_operations(at: At) -> None:
    game = strategic(at, 5, "2711 AA12\nsurrounded yes", scenario="offensive").to("movement")
    assert {game.where("Marsch1"), game.where("Marsch2")} == {"2711"}
    assert game.s.axis_rps == 1


@pytest.mark.case("16.14c", "15.11b")
def test_cards_still_add_theirs(at: At) -> None:
    game = strategic(at, 10, "2711 AA12\nsurrounded yes")
    assert (game.s.axis_rps, game.s.airlift) == (4, 2)
    game.play("marsch 2711", "marsch 2612", "done")
    assert game.s.axis_rps == 2


@pytest.mark.case("16.14c", "3.32a")
def test_two_marsch_units_and_a_full_hex(at: At) -> None:
    """What finds no room at Demyansk comes to the AGN Map Box; nothing is beyond the limit afterwards."""
    game = strategic(at, 5, f"{FULL}\nsurrounded yes", scenario="offensive").play("marsch 2711")
    assert game.clauses("marsch 2711") == ["3.32a"]
    assert game.clauses("done") == ["16.14c"]
    game.play("marsch AGN", "marsch AGN")
    assert game.s.here[game.place("AGN")] & D.marsch
    assert (game.s.crowd, game.ask[1] == "excess") == (0, False)


@pytest.mark.case("16.14c")
def test_the_scenarios_rps_otherwise(at: At) -> None:
    game = strategic(at, 5, "2711 AA12\nbesieged yes", scenario="offensive")
    assert (game.s.axis_rps, game.s.airlift) == (2, 1)
    after = strategic(at, 5, "2711 AA12\nbesieged yes", scenario="offensive", airlift="after")
    assert (after.s.axis_rps, after.s.airlift) == (3, 2)


@pytest.mark.case("16.14c")
def test_a_pocket_elsewhere_changes_nothing(at: At) -> None:
    """Scenario 2 has no rule for it."""
    game = strategic(at, 12, "2131 I-28\nsurrounded yes", scenario="bridge")
    assert (game.s.axis_rps, game.s.airlift) == (1, 0)


@pytest.mark.case("16.14c")
def test_no_counters_left_for_demyansk(at: At) -> None:
    five = "AGN Marsch1 Marsch2 Marsch3 Marsch4 Marsch5"
    game = strategic(at, 5, f"{five}\n2711 AA12\nsurrounded yes", scenario="offensive").play("marsch 2711")
    assert (game.ask[1] == "marsch", game.s.axis_rps) == (False, 2)


# -- rebuilding -------------------------------------------------------------------------------


@pytest.mark.case("15.24a", "15.24b", "15.24e", "15.13e", "15.13d", "5.33a", "sequence.9")
def test_an_axis_unit_is_rebuilt(at: At) -> None:
    game = phase(at, "axis", "2711 AA12\neliminated I-27 I-48", rps=1)
    game.play("rebuild I-27")
    assert (game.where("I-27"), steps(game.s, NUMBER["I-27"]), game.s.axis_rps) == ("AGN-rebuilding", 1, 0)
    assert game.ask == ("axis", "movement")


@pytest.mark.case("15.24c", "15.24d")
def test_one_step_and_two_steps(at: At) -> None:
    game = phase(at, "axis", "2711 AA12\neliminated I-27 Pi12", rps=3)
    assert game.clauses("restore Pi12") == ["15.24c"]
    game.play("rebuild Pi12", "restore I-27")
    assert (steps(game.s, NUMBER["Pi12"]), steps(game.s, NUMBER["I-27"])) == (1, 2)
    assert (game.where("Pi12"), game.where("I-27"), game.s.axis_rps) == ("AGN-rebuilding", "AGN-rebuilding", 0)
    poor = phase(at, "axis", "2711 AA12\neliminated I-27", rps=1)
    assert poor.clauses("restore I-27") == ["15.24d"]


@pytest.mark.case("15.24a")
def test_nobody_else_is_rebuilt(at: At) -> None:
    game = phase(at, "axis", "2711 AA12\neliminated I-27 42-180\nreserve I-56")
    assert game.movers("rebuild") == {"I-27"}
    for unit in ("AA12", "42-180", "I-56", "Marsch1"):
        assert "15.24a" in game.clauses(f"rebuild {unit}")


@pytest.mark.case("15.12a", "15.12b", "15.12c", "15.12d")
def test_types(at: At) -> None:
    lost = "85Tk 264Art 27GdRkt 1AbnBde P1908 42-180 66-67Ski 28-238Eng"
    game = phase(at, "soviet", f"2711 AA12\neliminated {lost}")
    assert game.movers("rebuild") == {"42-180", "66-67Ski", "28-238Eng"}
    for unit in ("85Tk", "264Art", "27GdRkt"):
        assert game.clauses(f"rebuild {unit}") == ["15.12b"]
    assert game.clauses("rebuild 1AbnBde") == ["15.12c"]
    assert game.clauses("rebuild P1908") == ["15.12d"]
    axis = phase(at, "axis", "2111 42Bde\neliminated AA12 StuG184 AR12")
    assert axis.movers("rebuild") == {"AA12"}


@pytest.mark.case("15.24f", "15.24g")
def test_soviet_units_go_to_the_box_of_their_color(at: At) -> None:
    """A red unit is placed in the NWF Map Box and nowhere else."""
    game = phase(at, "soviet", "2711 AA12\neliminated 42-180 87-26 42Bde", turn=9, rps=3)
    game.play("rebuild 42-180", "rebuild 87-26", "rebuild 42Bde")
    assert [game.where(unit) for unit in ("42-180", "87-26", "42Bde")] == [
        "NWF-rebuilding",
        "Valday-rebuilding",
        "SWF-rebuilding",
    ]


@pytest.mark.case("15.24h", "5.33a", "sequence.10")
def test_units_wait_for_the_owners_next_sequence(at: At) -> None:
    game = phase(at, "soviet", "2711 AA12\neliminated 42-180", rps=1).play("rebuild 42-180")
    game.to("movement")
    assert (game.ask[0], game.where("42-180")) == ("soviet", "NWF-rebuilding")
    assert "9.3c" in game.clauses("move 42-180 to 1020")
    game.play("done")
    while game.s.segment == 1:
        assert game.where("42-180") == "NWF-rebuilding"  # in the Axis Sequence too
        game.go_on()
    game.to("movement")
    assert (game.ask[0], game.where("42-180")) == ("soviet", "NWF")
    assert game.clauses("move 42-180 to 1020") == []


@pytest.mark.case("15.24h", "7.11a")
def test_they_leave_the_section_after_the_air_transport_phase(at: At) -> None:
    game = at("at administration\nturn 5\nsegment 1\nsequence 2\n2711 AA12\nAGN-rebuilding Pi5").play("done")
    while game.ask != ("axis", "movement"):
        assert game.ask[1] != "air-transport"
        game.go_on()
    assert game.where("Pi5") == "AGN"


@pytest.mark.case("15.15a")
def test_formerly_untried_units_return_tried(at: At) -> None:
    game = phase(at, "axis", "2711 AA12\neliminated U1=Pol-1 U2=Lw-3 U3")
    assert game.movers("rebuild") == {"U1"}
    assert game.clauses("rebuild U2") == ["15.15a"]  # it had no values
    assert game.clauses("rebuild U3") == ["15.15a"]  # it was never tried
    game.play("rebuild U1")
    unit = NUMBER["U1"]
    assert (game.where("U1"), game.s.face[unit] != UNTRIED) == ("AGN-rebuilding", True)
    assert value_of(game.s, unit) == D.faces[game.s.face[unit]].front


@pytest.mark.case("15.13d", "15.13f")
def test_axis_rps_are_lost_after_the_first_operation(at: At) -> None:
    game = phase(at, "axis", "2711 AA12\neliminated I-27", rps=2).play("done")
    game.to("administration")
    assert game.s.axis_rps == 2
    game.play("done")
    assert game.s.axis_rps == 0
    assert "lost" in game.log()


@pytest.mark.case("15.14b", "15.14c")
def test_soviet_rps_may_wait_for_the_second(at: At) -> None:
    game = phase(at, "soviet", "2711 AA12\neliminated 42-180", rps=2).play("done").to("replacements")
    assert (game.s.segment, game.ask[0], game.s.soviet_rps) == (2, "soviet", 2)
    game.play("done").to("movement").play("done")
    while game.ask[0] == "soviet":
        game.go_on()
    assert (game.s.segment, game.s.soviet_rps) == (2, 0)


# -- Receiving Replacements -------------------------------------------------------------------


@pytest.mark.case("15.22a", "15.14a", "sequence.8")
def test_a_marker_on_a_reduced_unit(at: At) -> None:
    game = phase(at, "soviet", "1111 42-180(reduced) 86-180\nNWF 21-180(reduced)\n2711 I-27(reduced)", rps=2)
    assert game.movers("receive") == {"42-180"}
    assert game.clauses("receive 86-180") == ["15.14a"]
    assert game.clauses("receive 21-180") == ["15.14a"]  # in a Map Box
    assert game.clauses("receive I-27") == ["15.14a"]
    game.play("receive 42-180")
    assert (game.s.receiving, game.s.soviet_rps) == (1 << NUMBER["42-180"], 1)


@pytest.mark.case("15.22a")
def test_one_marker_for_a_unit(at: At) -> None:
    game = phase(at, "soviet", "1111 42-180(reduced) 86-180(reduced)", rps=2).play("receive 42-180")
    assert game.clauses("receive 42-180") == ["15.22a"]
    assert game.movers("receive") == {"86-180"}


@pytest.mark.case("15.14a")
def test_axis_units_receive_none_on_the_map(at: At) -> None:
    game = phase(at, "axis", "1111 42-180(reduced)\n2711 I-27(reduced)\neliminated I-48", rps=1)
    assert game.movers("receive") == set()
    assert "15.14a" in game.clauses("receive I-27")


@pytest.mark.case("15.23d", "15.22a")
def test_it_must_be_supplied(at: At) -> None:
    ring = "2519 42-180(reduced)\n2517 I-27\n2521 I-48\n2719 I-89\n2319 I-6\n1111 86-180(reduced)"
    game = phase(at, "soviet", ring)
    assert game.clauses("receive 42-180") == ["15.23d"]
    assert game.movers("receive") == {"86-180"}


@pytest.mark.case("15.12b", "15.12c")
def test_parachute_units_receive_none(at: At) -> None:
    game = phase(at, "soviet", "1111 1AbnBde(reduced) 42-180(reduced)")
    assert game.clauses("receive 1AbnBde") == ["15.12c"]


@pytest.mark.case("15.22b")
def test_the_markers_come_off_in_the_axis_administrative_phase(at: At) -> None:
    """Not in the Soviet one, and whatever the supply is by then."""
    cut = "2519 42-180(reduced,receiving)\n2517 I-27\n2521 I-48\n2719 I-89\n2319 I-6\n1111 86-180"
    game = at(f"at movement\nturn 5\nsegment 1\nsequence 1\n{cut}").play("done").to("movement")
    assert (game.ask[0], game.s.receiving) == ("axis", 1 << NUMBER["42-180"])
    assert value_of(game.s, NUMBER["42-180"]) == D.back[NUMBER["42-180"]]
    game.play("done").to("administration")
    assert (game.s.receiving, steps(game.s, NUMBER["42-180"])) == (0, 2)


@pytest.mark.case("15.22b", "15.14b")
def test_with_the_axis_first_that_is_in_the_next_segment(at: At) -> None:
    text = "at replacements\nturn 12\nsegment 1\nsequence 2\nfirst 0\nsoviet_rps 1\n1111 42-180(reduced)\n2711 AA12"
    game = at(text).play("receive 42-180")
    while game.s.segment == 1 or game.ask[1] != "administration":
        assert game.s.receiving
        game.go_on()
    assert (game.s.segment, game.s.receiving) == (2, 0)


@pytest.mark.case("15.23a", "15.23b", "15.23c", "15.23e")
def test_what_it_cannot_do(at: At) -> None:
    """It moves and defends, and no more."""
    text = "turn 5\nsegment 1\nsequence 1\n2717 14Bde(reduced,receiving)\n2716 I-27"
    game = at(f"at movement\n{text}")
    assert "15.23a" in game.clauses("strategic 14Bde to 2718")
    assert "15.23b" in game.clauses("infiltrate 14Bde 2816")
    assert "14Bde" in game.movers()
    assert "15.23c" in at(f"at combat\n{text}").clauses("attack 2716 with 14Bde")


@pytest.mark.case("15.23e")
def test_it_defends_at_reduced_strength(at: At) -> None:
    game = at("at combat\nturn 5\nsegment 1\nsequence 2\n2717 14Bde(reduced,receiving)\n2716 I-27 II-27 III-27")
    game.play("attack 2717 with I-27 II-27 III-27")
    assert game.s.local.defenders == 1 << NUMBER["14Bde"]
    assert value_of(game.s, NUMBER["14Bde"]) == D.back[NUMBER["14Bde"]]


@pytest.mark.case("15.23f")
def test_the_marker_is_lost_with_the_unit(at: At) -> None:
    game = at("at movement\nturn 5\nsegment 1\nsequence 2\nsoviet_rps 0\n2717 14Bde(reduced,receiving)\n2711 AA12")
    hurt(game.s, NUMBER["14Bde"])
    assert (game.where("14Bde"), game.s.receiving, game.s.soviet_rps) == ("eliminated", 0, 0)
    game.play("done").to("administration")
    assert game.where("14Bde") == "eliminated"


# -- colors and boxes of the scenarios --------------------------------------------------------


@pytest.mark.case("19.13e", "19.33f")
@pytest.mark.parametrize(
    ("scenario", "turn", "why"), [("offensive", 8, ["19.13e"]), ("campaign", 8, ["19.33f"]), ("campaign", 9, [])]
)
def test_green_units(at: At, scenario: str, turn: int, why: list[str]) -> None:
    text = "1111 20Bde(reduced)\neliminated 27Bde 42-180\n2711 AA12"
    game = phase(at, "soviet", text, turn=turn, scenario=scenario)
    assert game.clauses("receive 20Bde") == why
    assert game.clauses("rebuild 27Bde") == why
    assert game.clauses("restore 27Bde") == why
    assert game.clauses("rebuild 42-180") == []


@pytest.mark.case("19.23c", "15.24f")
def test_the_soviet_rp_of_scenario_2(at: At) -> None:
    """It arrives in NWF: of the eliminated units only red ones are rebuilt, on the map any."""
    text = "first 0\n2131 I-28\n1820 87-26(reduced) 73-33(reduced)\neliminated 312-26 42-180"
    game = at(f"at replacements\nturn 12\nsegment 1\nsequence 2\nsoviet_rps 1\n{text}", scenario="bridge")
    assert game.movers("rebuild") == {"42-180"}
    assert game.clauses("rebuild 312-26") == ["19.23c"]
    assert game.movers("receive") == {"87-26", "73-33"}


# -- the Axis Administrative Phase ------------------------------------------------------------


@pytest.mark.case("15.21a", "15.21b", "15.21d", "sequence.28")
def test_a_marsch_unit_is_absorbed(at: At) -> None:
    game = office(at, "2711 I-27(reduced) Marsch1\n2713 I-48(reduced)\n2715 I-89 Marsch2\n1111 42-180(reduced)")
    assert game.movers("absorb") == {"I-27"}
    for unit in ("I-48", "I-89", "42-180"):
        assert game.clauses(f"absorb {unit}") == ["15.21a"]
    game.play("absorb I-27")
    assert (steps(game.s, NUMBER["I-27"]), game.where("Marsch1")) == (2, "marsch")
    assert game.clauses("absorb I-27") == ["15.21a"]


@pytest.mark.case("15.21a", "15.21b")
def test_one_marsch_unit_for_each(at: At) -> None:
    game = office(at, "2711 I-27(reduced) II-27(reduced) Marsch1").play("absorb II-27")
    assert game.clauses("absorb I-27") == ["15.21a"]
    box = office(at, "AGN I-27(reduced) Marsch1\n2711 AA12")
    assert box.clauses("absorb I-27") == ["15.21a"]  # not in a hex


@pytest.mark.case("15.21a")
def test_only_in_an_axis_phase(at: At) -> None:
    game = at("at administration\nturn 5\nsegment 1\nsequence 1\n2711 I-27(reduced) Marsch1")
    assert "15.21a" in game.clauses("absorb I-27")


@pytest.mark.case("15.21c")
def test_until_then_it_is_a_unit_like_others(at: At) -> None:
    game = at("at movement\nturn 5\nsegment 1\nsequence 2\n2711 Marsch1\n2714 I-27")
    assert "Marsch1" in game.movers()
    fight = at("at combat\nturn 5\nsegment 1\nsequence 2\n2716 Marsch1\n2717 66-67Ski\n1111 42-180")
    assert fight.clauses("attack 2717 with Marsch1") == []


@pytest.mark.case("15.21d")
def test_lost_or_used_it_can_be_converted_again(at: At) -> None:
    game = office(at, "2711 I-27(reduced) Marsch1 Marsch2", segment=2).play("absorb I-27", "done")
    game.to("marsch").play("marsch AGN")
    assert game.where("Marsch1") == "AGN"


@pytest.mark.case("sequence.28")
def test_the_phase_is_asked_only_for_decisions(at: At) -> None:
    """In Scenario 2 nothing is built: only Marsch units are a reason to ask."""
    head = "at movement\nturn 12\nsegment 1\nsequence 1\n"
    calm = at(f"{head}2131 I-28(reduced)\n1820 87-26", scenario="bridge").play("done")
    while calm.ask != ("soviet", "movement"):
        assert calm.ask[1] != "administration"
        calm.go_on()
    busy = at(f"{head}2131 I-28(reduced) Marsch1\n1820 87-26", scenario="bridge").play("done").to("administration")
    assert busy.movers("absorb") == {"I-28"}


# -- easy halves ------------------------------------------------------------------------------


@pytest.mark.case("10.43a", "sequence.39")
def test_guns_recover_only_if_supplied(at: At) -> None:
    ring = "2519 264Art(fired)\n2517 I-27\n2521 I-48\n2719 I-89\n2319 I-6\n1111 613Art(fired) 86-180"
    game = at(f"at movement\nturn 5\nsegment 2\nsequence 2\n{ring}").play("done")
    to_turn(game, 6)
    assert game.s.fired == 1 << NUMBER["264Art"]


@pytest.mark.case("13.15b", "13.11b", "sequence.38")
def test_flown_air_units_stay_flown_through_a_storm(at: At) -> None:
    game = at("at movement\nturn 5\nsegment 1\nsequence 2\nstorm yes\nflown Ju87-1\navailable He111\n2711 AA12")
    game.play("done")
    while game.s.segment == 1:
        game.go_on()
    assert (game.where("Ju87-1"), game.where("He111")) == ("flown", "available")
    to_turn(game, 6)
    assert game.where("Ju87-1") == "available"


@pytest.mark.case("3.25a", "14.12a", "14.14a", "14.24a")
def test_a_vacant_strongpoint_keeps_its_road_open(at: At) -> None:
    """And its garrison is in no enemy ZOC for flights, though it must attack all around it."""
    s = at("at movement\nturn 5\nsegment 1\nsequence 2\n2711 AA12\n2713 42Bde\nbuilt 2712").s
    bit = 1 << D.board.at["2712"]
    assert not zone(s, SOVIET) & bit
    assert pressure(s, SOVIET) & bit
    assert ground(s, AXIS) & bit
    assert not ground(s, SOVIET) & bit


@pytest.mark.case("15.12b", "15.21a")
def test_armor_and_artillery_absorb_nothing(at: At) -> None:
    """With data in which a unit of two steps is of such a type."""
    title = with_data(replaced=D.replaced & ~(1 << NUMBER["I-27"]))
    game = office(at, "2711 I-27(reduced) I-28(reduced) Marsch1", title=title)
    assert game.clauses("absorb I-27") == ["15.12b"]
    assert game.movers("absorb") == {"I-28"}
