"""[3.3, 3.4, 3.5] Stacking at the end of phases, steps, and halving."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.rules.stacking import room
from grognard.titles.demyansk.rules.strength import add_up
from grognard.titles.demyansk.state import hurt, remove, steps, value_of
from tests.titles.demyansk.box import AT, NUMBER, D, hexes

Moving = Callable[..., Any]
FULL = "2711 I-27 II-27 III-27 AR12"


@pytest.mark.case("3.32c", "3.32a", "3.31a", "3.3a")
def test_seven_points_are_a_legal_stack(moving: Moving) -> None:
    game = moving("axis", FULL)
    assert D.points(game.s.here[AT["2711"]]) == 7
    while game.ask[1] != "weather":  # of the Second Operations Segment
        assert game.ask[1] != "excess"
        game.go_on()


@pytest.mark.case("3.32a", "3.33a")
def test_the_owner_removes_the_excess_at_the_end_of_the_phase(moving: Moving) -> None:
    game = moving("axis", f"{FULL}\n2710 Pi12\n2509 42Bde")
    game.play("move Pi12 to 2711")
    assert game.title.step(game.s).pending(game.s) == "beyond the stacking limit: 2711 [3.32]"
    game.play("done")
    assert game.ask == ("axis", "excess")
    assert game.clauses("eliminate 42Bde") == ["3.33a"]
    game.play("eliminate AR12")
    assert game.where("AR12") == "eliminated"
    assert game.ask == ("axis", "combat")


@pytest.mark.case("3.31b", "3.33b", "3.31c")
def test_what_takes_no_room(moving: Moving) -> None:
    """Soviet armor and printed units; air units are never in a hex."""
    game = moving("soviet", "1608 P1608 23Div 42-180 150Tk 161Tk")
    game.play("done")
    assert game.ask == ("soviet", "combat")
    over = moving("soviet", "1608 P1608 23Div 42-180 1MG 150Tk").play("done")
    assert over.ask == ("soviet", "excess")
    assert over.clauses("eliminate 150Tk") == ["3.31b"]
    assert over.clauses("eliminate P1608") == ["3.31b"]


@pytest.mark.case("3.32a", "3.33a")
def test_also_at_the_end_of_the_reinforcements_phase(at: Any) -> None:
    game = at(f"at soviet-reinforcements\nturn 3\nreserve 130Div\n{FULL} Pi12").play("done", "done")
    assert (game.ask, game.s.segment) == (("axis", "excess"), 0)


@pytest.mark.case("3.34a", "9.34a")
def test_a_map_box_holds_any_number(moving: Moving) -> None:
    game = moving("axis", "AGN I-27 II-27 III-27 I-28 II-28 III-28 AR12").play("done")
    assert game.ask == ("axis", "combat")


@pytest.mark.case("3.32a")
def test_room(moving: Moving) -> None:
    game = moving("axis", FULL)
    both = hexes("2711", "2710")
    assert room(game.s, both, 0) == both
    assert room(game.s, both, 1) == hexes("2710")


# -- steps ------------------------------------------------------------------------------------


@pytest.mark.case("3.41a", "3.41b", "3.41c", "3.42a", "3.42b", "3.43a")
def test_steps(moving: Moving) -> None:
    game = moving("axis", "2711 III-26 Pi12 AR12\n1818 P1818")
    s = game.s
    assert [steps(s, game.unit(unit)) for unit in ("III-26", "Pi12", "AR12", "P1818")] == [2, 1, 1, 1]
    unit = game.unit("III-26")
    assert value_of(s, unit) == (2, 3, 4)
    hurt(s, unit)
    assert (steps(s, unit), value_of(s, unit)) == (1, (1, 2, 4))
    hurt(s, unit)
    assert (game.where("III-26"), s.reduced) == ("eliminated", 0)
    hurt(s, game.unit("P1818"))
    assert game.where("P1818") == "eliminated"


@pytest.mark.case("3.44a", "5.41a", "5.41b")
def test_untried_units_have_one_step_and_no_values(moving: Moving) -> None:
    game = moving("axis", "2711 U1 U2=Pol-1")
    s = game.s
    assert [steps(s, game.unit(unit)) for unit in ("U1", "U2")] == [1, 1]
    assert "strength" not in game.title.portrait(s, game.unit("U1"))
    assert game.title.portrait(s, game.unit("U2"))["strength"]["attack"] == 2
    assert not D.untried & D.side[1]


@pytest.mark.case("3.45a", "7.21a")
def test_the_airdrop_mode(moving: Moving) -> None:
    game = moving("soviet", "2711 2-2Abn(dropped)")
    unit = game.unit("2-2Abn")
    assert (D.droppable, value_of(game.s, unit)) == (1 << unit, (2, 1, 3))
    assert steps(game.s, unit) == 1


@pytest.mark.case("3.45b")
def test_vborries_has_another_name_when_reduced(moving: Moving) -> None:
    game = moving("axis", "2711 vBorries")
    unit = game.unit("vBorries")
    assert game.title.portrait(game.s, unit)["identity"]["label"] == "vBorries"
    hurt(game.s, unit)
    assert game.title.portrait(game.s, unit)["identity"]["label"] == "vGorne"


@pytest.mark.case("15.21d", "9.3c")
def test_marsch_units_go_back_to_their_box(moving: Moving) -> None:
    game = moving("axis", "2711 Marsch1")
    hurt(game.s, game.unit("Marsch1"))
    assert game.where("Marsch1") == "marsch"


def test_a_unit_that_leaves_play_loses_its_marks(moving: Moving) -> None:
    game = moving("soviet", "2711 42-180(reduced,receiving,fought)")
    remove(game.s, game.unit("42-180"), D.eliminated)
    assert game.s.reduced == game.s.receiving == game.s.fought == 0


# -- halving ----------------------------------------------------------------------------------


@pytest.mark.case("3.51a", "3.51c", "3.51d", "3.51e", "3.51f", "3.51g")
def test_groups_are_halved_and_added() -> None:
    """3 + 2 out of supply come to 2, 3 across a river to 1, 4 for both to 1, and 5 are whole."""
    a, b, c, d, e = (NUMBER[unit] for unit in ("I-27", "II-27", "III-27", "I-28", "II-28"))
    out, river, none = frozenset({"supply"}), frozenset({"river"}), frozenset[str]()
    found = add_up([(a, 3, out), (b, 2, out), (c, 3, river), (d, 4, out | river), (e, 5, none)])
    assert found == (2 + 1 + 1 + 5, 0)


@pytest.mark.case("3.51h", "3.51i")
def test_what_drops_to_zero_takes_no_part() -> None:
    a, b = NUMBER["I-27"], NUMBER["II-27"]
    out = frozenset({"supply"})
    assert add_up([(a, 1, out), (b, 2, frozenset())]) == (2, 1 << a)
    assert add_up([(a, 1, out)]) == (0, 1 << a)
    assert add_up([(a, 1, out), (b, 1, out)]) == (1, 0)
