"""[16.0, 19.0] Victory Points, Sudden Victory, and how each scenario is won."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.rules.victory import bid, counted, held_points, joined, locations, needed
from grognard.titles.demyansk.state import eliminate, hurt
from tests.titles.demyansk.box import D, names
from tests.titles.demyansk.conftest import TITLE

At = Callable[..., Any]
WORTH = D.charts.victory
CUT = "2711 I-27\n1524 46-84\n1925 41-84\n2922 20Bde\n2830 42Bde\n"  # Demyansk is surrounded
FIVE = "1621 1712 1929 2124 2219"
LAST = {"offensive": 8, "bridge": 16, "campaign": 18}


def end(turn: int) -> str:
    """In the last Combat Phase of a turn."""
    return f"at combat\nturn {turn}\nsegment 2\nsequence 2\n"


def finished(at: At, scenario: str, text: str = "", **options: Any) -> Any:
    """A game played to the end of its last turn from a position."""
    first = "first 0\n" if scenario == "bridge" else ""
    return at(end(LAST[scenario]) + first + text, scenario, **options).end_turn()


def outcome(game: Any) -> Any:
    assert game.s.over
    return game.title.outcome(game.s)


def starting(axis: int, soviet: int) -> str:
    """So many units of each side with counters where the campaign starts."""
    start, hexes = D.stages["campaign"].start, dict[int, list[str]]()
    for side, many in ((AXIS, axis), (SOVIET, soviet)):
        own = [n for n in start if (D.side[side] & ~D.printed) >> n & 1]
        for unit in own[:many]:
            hexes.setdefault(start[unit], []).append(D.pieces[unit])
    return "\n".join(f"{D.board.names[hex_]} {' '.join(units)}" for hex_, units in hexes.items())


# -- Victory Points ---------------------------------------------------------------------------


@pytest.mark.case("16.12a", "16.14a", "16.14b", "16.14c", "sequence.40")
def test_each_turn_on_which_demyansk_is_surrounded_scores(at: At) -> None:
    game = at(end(3) + CUT).end_turn()
    assert (game.s.turn, game.s.vps, game.s.surrounded, game.s.besieged) == (4, WORTH.surround, True, True)
    assert "Demyansk is surrounded. [16.14]" in game.log()
    game.to_turn(5)
    assert game.s.vps == 2 * WORTH.surround
    open_ = at(end(3) + "2711 I-27\nbesieged yes\nsurrounded yes").end_turn()
    assert (open_.s.vps, open_.s.surrounded, open_.s.besieged) == (0, False, True)


@pytest.mark.case("16.15a", "16.12a")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("I-26", 1), ("Baum", 1), ("StuG184", 1), ("AR12", 1), ("E-W", 0), ("Untried-1", 0), ("46-84", 0)],
)
def test_certain_units_score_when_they_are_eliminated(at: At, unit: str, points: int) -> None:
    """Two steps, SS, armor and artillery, of the Axis player alone; on the track at the end of the turn."""
    unit = next(name for name in D.pieces if D.untried >> D.number[name] & 1) if unit == "Untried-1" else unit
    game = at(end(3) + f"2711 {unit}")
    eliminate(game.s, game.unit(unit))
    assert game.s.vps == 0
    game.end_turn()
    assert (game.s.vps, game.s.losses) == (points * WORTH.eliminated, 0)


@pytest.mark.case("16.15a")
def test_a_reduced_unit_does_not_score(at: At) -> None:
    game = at(end(3) + "2711 I-26")
    hurt(game.s, game.unit("I-26"))
    assert game.s.losses == 0
    hurt(game.s, game.unit("I-26"))
    assert game.s.losses == WORTH.eliminated


@pytest.mark.case("16.15b")
def test_a_unit_that_comes_back_counts_again(at: At) -> None:
    game = at(end(3) + "losses 1\n2711 I-26")  # once already in this turn
    eliminate(game.s, game.unit("I-26"))
    assert game.end_turn().s.vps == 2 * WORTH.eliminated


@pytest.mark.case("16.15c", "16.11b", "16.11a")
def test_rocket_artillery_costs_points(at: At) -> None:
    """So the total may be negative, and the Axis player still has none."""
    game = at(end(3) + "2430 30Rkt")
    eliminate(game.s, game.unit("30Rkt"))
    game.end_turn()
    assert game.s.vps == WORTH.rockets == -3
    assert game.title.aids.tally(game.s, AXIS)["points"] == 0


@pytest.mark.case("16.13a", "16.13b", "3.12a", "16.22a")
def test_places_score_once_at_the_end(at: At) -> None:
    """Lychkovo is worth 5, no matter which side held it before; Lyubnitsa is Soviet from the start."""
    start = held_points(at(end(17)).s)
    assert start == WORTH.places["1608"]
    early = at(end(17) + "turned 1712").end_turn()
    assert early.s.vps == 0
    late = finished(at, "campaign", "turned 1712")
    assert late.s.vps == start + WORTH.places["1712"]
    back = at("at movement\nturn 18\nsegment 2\nsequence 2\nturned 1712\n1711 I-26").play("move I-26 to 1712")
    assert back.end_turn().s.vps == start
    both = finished(at, "campaign", "turned 2711 1528")
    assert both.s.vps == start + WORTH.places["2711"] + WORTH.places["1528"]
    assert outcome(both).level == "victory on points"


@pytest.mark.case("16.13a", "3.11c")
def test_airfields_and_edges_score_too(at: At) -> None:
    start = held_points(at(end(18)).s)
    assert held_points(at(end(18) + "turned 2611 2814").s) == start + 2 * WORTH.airfield
    assert held_points(at(end(18) + "turned 1836").s) == start + WORTH.edge


@pytest.mark.case("16.14b", "3.12d")
def test_a_contested_place_stays_with_its_last_owner(at: At) -> None:
    game = at(end(18) + "destroyed 1712\n1711 I-26\n1713 46-84")
    assert "1712" in names(TITLE.aids.ground(game.s, AXIS))
    assert "1712" not in names(TITLE.aids.overlays["control"](game.s, AXIS))
    assert held_points(game.s) == WORTH.places["1608"]


# -- Sudden Victory ---------------------------------------------------------------------------


@pytest.mark.case("16.21a", "16.21d", "16.23a", "sequence.41")
@pytest.mark.parametrize(
    ("axis", "soviet", "winner"), [(34, 34, None), (33, 34, SOVIET), (34, 33, AXIS), (33, 33, SOVIET)]
)
def test_no_more_than_33_units(at: At, axis: int, soviet: int, winner: int | None) -> None:
    assert WORTH.least_units == 33
    game = at(end(3) + "vps -50\n" + starting(axis, soviet), title=TITLE).end_turn()
    if winner is None:
        assert game.s.turn == 4
        return
    assert outcome(game)[:2] == (winner, "sudden victory")
    assert (game.s.turn, game.ask) == (3, ("nobody", "over"))
    assert f"The {('Axis', 'Soviet')[winner]} player wins: sudden victory. [16.21]" in game.log()


@pytest.mark.case("16.21b", "16.21c")
def test_units_in_boxes_and_printed_units_do_not_count(at: At) -> None:
    """Marsch and Untried units do: the ruling on 16.21."""
    base = "2711 I-27\n"
    assert counted(at(end(3) + base).s, AXIS) == 1
    assert counted(at(end(3) + base + "AGN I-26").s, AXIS) == 1
    printed = next(unit.id for unit in D.units if unit.printed and unit.side == AXIS)
    assert counted(at(end(3) + base + f"{printed[1:]} {printed}").s, AXIS) == 1
    marsch = next(D.pieces[n] for n in range(len(D.units)) if D.marsch >> n & 1)
    assert counted(at(end(3) + base + f"2710 {marsch}").s, AXIS) == 2


@pytest.mark.case("16.21e", "16.21f", "16.22a", "16.23a", "19.14a")
@pytest.mark.parametrize("hex", ["2711", "1528"])
def test_demyansk_or_staraya_russa_up_to_gt8(at: At, hex: str) -> None:
    for scenario in ("offensive", "campaign"):
        won = at(end(7) + f"vps -50\nturned {hex}", scenario).end_turn()
        assert outcome(won)[:2] == (SOVIET, "sudden victory")
        assert [note.cite for note in won.table.diary()][-1] == "16.21"
        assert outcome(at(end(8) + f"turned {hex}", scenario).end_turn()).level == "sudden victory"
    assert not at(end(9) + f"turned {hex}").end_turn().s.over


@pytest.mark.case("16.21e")
def test_demyansk_can_fall_without_entry(at: At) -> None:
    """A ZOC alone into the vacant hex is enough."""
    game = at(end(5) + "2710 46-84").end_turn()
    assert outcome(game)[:2] == (SOVIET, "sudden victory")


@pytest.mark.case("16.21e", "3.12c")
def test_staraya_russa_can_fall_without_entry(at: At) -> None:
    """Once its Strongpoint is destroyed."""
    assert not at(end(5) + "1428 46-84").end_turn().s.over
    game = at(end(5) + "destroyed 1528\n1428 46-84").end_turn()
    assert outcome(game)[:2] == (SOVIET, "sudden victory")


@pytest.mark.case("16.2a")
def test_no_sudden_victory_in_the_second_scenario(at: At) -> None:
    game = at(end(11) + "first 0\nturned 1528\n2036 I-56", "bridge", title=TITLE).end_turn()
    assert (game.s.over, game.s.turn) == (False, 12)


# -- the scenarios ----------------------------------------------------------------------------


@pytest.mark.case("19.14a", "19.14b", "19.14c", "19.14e", "16.0a", "4.22a")
@pytest.mark.parametrize(
    ("text", "winner"),
    [
        (f"{CUT}turned {FIVE} 1608", SOVIET),  # five without Lyubnitsa
        (f"{CUT}turned {FIVE}", SOVIET),
        (f"{CUT}turned 1621 1712 1929", AXIS),
        (f"{CUT}turned 1621 1712 1929 2124", SOVIET),  # with Lyubnitsa five
        (f"2711 I-27\nturned {FIVE}", AXIS),
        (f"{CUT}turned 1621 1712 1529 2814", SOVIET),  # airfields count
        (f"{CUT}turned 1621 1712 1529 3313\nairfield 3313", SOVIET),  # a built one as well
        (f"{CUT}turned 1621 1712 1529 3313", AXIS),
    ],
)
def test_the_winter_offensive(at: At, text: str, winner: int) -> None:
    exited = "exited 19Gd-8Gd 23Gd-8Gd 30Gd-8Gd 26Bde 37Bde 38Bde\n"
    game = finished(at, "offensive", exited + text)
    assert outcome(game)[:2] == (winner, "victory")
    assert outcome(game).facts["needed"] == 5


@pytest.mark.case("19.14d", "5.34e")
def test_delay_of_the_corps_costs_a_location(at: At) -> None:
    exited = "exited 19Gd-8Gd 23Gd-8Gd 30Gd-8Gd 26Bde 37Bde 38Bde\n"
    text = f"{exited}{CUT}turned 1621 1712 1929 2124\ndelays "
    assert outcome(finished(at, "offensive", text + "0")).winner == SOVIET
    late = finished(at, "offensive", text + "1")
    assert (needed(late.s), locations(late.s).bit_count(), outcome(late).winner) == (6, 5, AXIS)


@pytest.mark.case("19.14c")
@pytest.mark.parametrize(("agreed", "winner"), [("2", SOVIET), ("3", SOVIET), ("4", AXIS), ("6", AXIS)])
def test_players_may_agree_on_another_number_of_locations(at: At, agreed: str, winner: int) -> None:
    """With Lyubnitsa three are held; delays of the corps still add to the number."""
    exited = "exited 19Gd-8Gd 23Gd-8Gd 30Gd-8Gd 26Bde 37Bde 38Bde\n"
    game = finished(at, "offensive", f"{exited}{CUT}turned 1621 1712", locations=agreed)
    assert (needed(game.s), outcome(game).winner) == (int(agreed), winner)
    late = finished(at, "offensive", f"{exited}{CUT}turned 1621 1712\ndelays 2", locations=agreed)
    assert needed(late.s) == int(agreed) + 2


@pytest.mark.case("19.14b", "4.22a")
def test_demyansk_must_be_surrounded_at_the_end(at: At) -> None:
    """On an earlier turn does not help: the ruling on 19.14."""
    exited = "exited 19Gd-8Gd 23Gd-8Gd 30Gd-8Gd 26Bde 37Bde 38Bde\n"
    game = finished(at, "offensive", f"{exited}besieged yes\nsurrounded yes\n2711 I-27\nturned {FIVE}")
    assert outcome(game).winner == AXIS


LINK = "2219 I-27\n2518 II-27\n2036 I-56\n"


@pytest.mark.case("19.24a", "19.24b", "16.0a")
def test_the_link_of_the_second_scenario(at: At, new: Callable[..., Any]) -> None:
    assert not joined(new("bridge").s)
    clear = f"destroyed {' '.join(sorted(names(D.stages['bridge'].works[SOVIET])))}\n"
    linked = finished(at, "bridge", clear + LINK)
    assert outcome(linked)[:2] == (AXIS, "victory")
    held = finished(at, "bridge", clear + "2219 46-84\n2518 41-84\n2036 I-56")
    assert outcome(held)[:2] == (SOVIET, "victory")


@pytest.mark.case("19.24a")
def test_when_the_link_is_judged(at: At) -> None:
    """At the end of the last turn; by agreement at the end of any turn."""
    clear = f"destroyed {' '.join(sorted(names(D.stages['bridge'].works[SOVIET])))}\n"
    text = end(12) + "first 0\n" + clear + LINK
    assert not at(text, "bridge").end_turn().s.over
    early = at(text, "bridge", link="once").end_turn()
    assert outcome(early)[:2] == (AXIS, "victory")
    without = end(12) + "first 0\n2036 I-56\n2219 46-84\n2518 41-84"
    assert not at(without, "bridge", link="once").end_turn().s.over


@pytest.mark.case("19.24a", "16.14b")
def test_only_the_west_edge_counts(at: At) -> None:
    """1032 is on the north edge: the ruling on 19.24."""
    goal = D.plans["bridge"].goal
    assert (set(goal.link), set(goal.to)) == ({"2219", "2518"}, {"1836", "2036"})


@pytest.mark.case("19.34a", "19.34b", "16.0a")
@pytest.mark.parametrize(("vps", "winner"), [(53, AXIS), (54, SOVIET)])
def test_the_campaign_needs_55(at: At, vps: int, winner: int) -> None:
    """With one point for Lyubnitsa, which is Soviet from the start."""
    game = finished(at, "campaign", f"vps {vps}\n2711 I-27")
    assert outcome(game) == (winner, "victory on points", {"points": vps + 1, "needed": 55})


@pytest.mark.case("19.34a")
@pytest.mark.parametrize(("value", "points"), [("axis-5", -5), ("soviet-10", 10)])
def test_a_bid_changes_the_points(at: At, value: str, points: int) -> None:
    text = f"vps {54 - points}\n2711 I-27"
    game = finished(at, "campaign", text, bid=value)
    assert (bid(game.s), outcome(game).winner, outcome(game).facts["points"]) == (points, SOVIET, 55)
    one_less = finished(at, "campaign", f"vps {53 - points}\n2711 I-27", bid=value)
    assert outcome(one_less).winner == AXIS
    assert bid(finished(at, "offensive", "", bid=value).s) == 0


@pytest.mark.case("5.34k")
def test_nobody_leaves_the_map_for_good_by_a_retreat(at: At) -> None:
    """26Bde in an exit hex may not retreat off the map, only within it."""
    battle = "lead=4031 battlefield=4031 targets=4031 attackers=I-27 defenders=26Bde fleeing=26Bde stage=2 bound=1"
    game = at(f"at combat\nat retreat {battle}\nturn 3\nsegment 1\nsequence 2\n4031 26Bde\n3930 I-27")
    assert "5.34k" in game.clauses("retreat 26Bde to exited")
