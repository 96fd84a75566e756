"""[5.34] The exit of the 2nd Guards Rifle Corps."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.rules.victory import held_points
from grognard.titles.demyansk.rules.withdrawal import complete, corps, owed
from tests.titles.demyansk.box import D, names

New = Callable[..., Any]
APART = "2430 19Gd-8Gd 23Gd-8Gd 30Gd-8Gd\n2229 26Bde 37Bde\n2028 38Bde"
SIX = "19Gd-8Gd 23Gd-8Gd 30Gd-8Gd 26Bde 37Bde 38Bde"


@pytest.mark.case("5.34q", "5.34d", "5.34f", "5.34b", "5.34c")
def test_the_example(at: Any) -> None:
    """Demanded on GT5 with a 3; the last units leave in the first Soviet Sequence of GT6: 6 VPs."""
    game = at(f"at corps\nturn 5\n4027 {SIX.replace('26Bde 37Bde 38Bde', '')}\n4031 26Bde 37Bde\nexited 38Bde")
    game.play("roll 3")
    assert game.s.required
    game.play("move 26Bde 37Bde to exited")
    game.to_turn(6)
    assert (game.s.delays, game.s.vps) == (1, -6)
    game.play("move 19Gd-8Gd 23Gd-8Gd 30Gd-8Gd to exited")
    assert complete(game.s)
    game.to_turn(9)
    assert (game.s.delays, game.s.vps) == (1, -6)


@pytest.mark.case("5.34g", "5.34f", "5.34p")
def test_the_most_it_can_cost(at: Any) -> None:
    game = at(f"at corps\nturn 5\n{APART}").play("roll 1")
    game.to_turn(9)
    assert (game.s.delays, game.s.vps) == (4, -24)
    assert all(game.where(unit) == "exited" for unit in SIX.split())


@pytest.mark.case("5.34d")
@pytest.mark.parametrize(
    ("turn", "die", "required"), [(5, 3, True), (5, 4, False), (6, 4, True), (6, 5, False), (7, 5, True)]
)
def test_the_table(at: Any, turn: int, die: int, required: bool) -> None:
    assert at(f"at corps\nturn {turn}\n{APART}").play(f"roll {die}").s.required is required


@pytest.mark.case("5.34d")
def test_the_turns_of_the_table(new: New) -> None:
    game, seen = new("offensive"), []
    while not game.s.over:
        if game.ask[1] == "corps":
            seen.append(game.s.turn)
            game.play("roll 6")
        elif game.ask[1] == "pick-up":
            game.play(f"pick {sorted(game.movers('pick'))[0]}")
        else:
            game.go_on()
    assert seen == [5, 6, 7]


@pytest.mark.case("5.34d", "sequence.5")
def test_no_more_rolls_once_it_is_required_or_complete(at: Any) -> None:
    for more, rolls in (("", True), ("required yes\n", False)):
        game = at(f"at soviet-reinforcements\nturn 6\n{more}reserve 701Art\n{APART}").play("done", "done")
        assert (game.ask[1] == "corps") == rolls
    done = at(f"at soviet-reinforcements\nturn 6\nexited {SIX}\n2430 42-180").play("done", "done")
    assert done.ask == ("soviet", "airdrop")  # the phase is over


@pytest.mark.case("5.34e", "5.34p")
def test_delays_in_the_first_scenario(at: Any) -> None:
    """They cost locations, not points; GT8 counts even if the table never asked."""
    text = f"at movement\nturn 8\nsegment 2\nsequence 2\n{APART}"
    game = at(text, "offensive")
    while not game.s.over:
        game.go_on()
    assert (game.s.delays, game.s.vps) == (1, held_points(game.s))


@pytest.mark.case("5.34a")
def test_not_in_the_second_scenario(moving: Any) -> None:
    game = moving("soviet", "4031 19Gd-8Gd\nfirst 1", scenario="bridge", turn=11)
    assert game.clauses("move 19Gd-8Gd to exited") == ["5.34a"]
    assert corps(game.s) == 0


@pytest.mark.case("5.34h", "5.34j", "5.34o", "5.34b")
def test_leaving_costs_one_point(moving: Any) -> None:
    """26Bde has an MA of 5: the Kholm road from 3831 to 4031 takes two, the exit one."""
    game = moving("soviet", "3631 26Bde\n3531 37Bde")
    assert game.price("26Bde", "3730 3831 3930 4031 exited") == 5
    assert game.against("37Bde", "3631 3730 3831 3930 4031 exited") == ["8.13b"]
    assert game.against("26Bde", "3730 exited") == ["5.34b"]
    game.play("move 26Bde to exited")
    assert game.where("26Bde") == "exited"
    assert game.clauses("move 26Bde to 4031") == ["9.3c"]


@pytest.mark.case("5.34i")
def test_by_strategic_movement(moving: Any) -> None:
    game = moving("soviet", f"3431 26Bde\ndestroyed {' '.join(sorted(names(D.stages['campaign'].works[0])))}")
    assert "exited" in game.reach("26Bde", "strategic")
    game.play("strategic 26Bde to exited")
    assert game.where("26Bde") == "exited"


@pytest.mark.case("5.34c", "8.21a", "8.22a")
def test_out_of_a_zone_and_not_through_one(moving: Any) -> None:
    game = moving("soviet", "4031 26Bde\n3930 37Bde\n4032 I-27")
    assert game.against("26Bde", "exited") == []
    assert game.against("37Bde", "4031 exited") == ["8.21a"]


@pytest.mark.case("5.34l", "5.34m")
def test_only_at_full_strength(moving: Any) -> None:
    game = moving("soviet", "4031 26Bde(reduced) 37Bde")
    assert game.clauses("move 26Bde to exited") == ["5.34l"]
    assert game.clauses("move 37Bde to exited") == []


@pytest.mark.case("5.34m")
def test_others_leave_in_their_place(moving: Any) -> None:
    """For 26Bde, with 5 and 4, other units leave until both strengths are reached, and then no more."""
    assert D.front[D.number["26Bde"]][:2] == (5, 4)
    assert D.front[D.number["41-84"]][:2] == (4, 3)
    game = moving("soviet", "eliminated 26Bde\n4031 41-84 46-84 201-84 37Bde")
    assert owed(game.s) == (5, 4)
    game.play("move 41-84 to exited")
    assert owed(game.s) == (1, 1)
    game.play("move 46-84 to exited")
    assert owed(game.s) == (0, 0)
    assert game.clauses("move 201-84 to exited") == ["5.34m"]
    assert game.clauses("move 37Bde to exited") == []
    whole = moving("soviet", "4031 41-84\n2430 26Bde")
    assert whole.clauses("move 41-84 to exited") == ["5.34m"]


@pytest.mark.case("5.34m")
def test_others_match_both_strengths(moving: Any) -> None:
    """Three ski units of 2 and 1 make up for the attack strength of 26Bde, but not for its defense strength."""
    ski = ["66-67Ski", "68-69Ski", "70-71Ski", "154-155Ski", "1-4Ski"]
    game = moving("soviet", f"eliminated 26Bde\n4031 {' '.join(ski)}")
    for unit, left in zip(ski, [(3, 3), (1, 2), (0, 1), (0, 0)], strict=False):
        assert owed(game.play(f"move {unit} to exited").s) == left
    assert game.clauses(f"move {ski[4]} to exited") == ["5.34m"]


@pytest.mark.case("5.34m", "5.34n")
def test_a_restored_unit_needs_nobody_in_its_place(moving: Any) -> None:
    reduced = moving("soviet", "4031 41-84\n2430 26Bde(reduced)")
    assert owed(reduced.s) == (5, 4)
    assert reduced.clauses("move 41-84 to exited") == []
    assert owed(moving("soviet", "4031 41-84\n2430 26Bde").s) == (0, 0)


@pytest.mark.case("5.34p", "5.34m")
def test_others_are_picked_up_for_those_eliminated(at: Any) -> None:
    gone = SIX.replace("26Bde ", "")
    text = f"at movement\nturn 8\nsegment 2\nsequence 2\nexited {gone}\neliminated 26Bde\n2430 23Div\n2229 1MG"
    game = at(text).to("pick-up")
    assert game.ask[0] == "soviet"
    assert game.clauses("pick 26Bde") == ["5.34p"]
    assert owed(game.s) == (5, 4)
    game.play("pick 23Div")
    assert (owed(game.s), game.ask[1]) == ((0, 0), "weather")


@pytest.mark.case("5.34a", "2.23b")
def test_the_corps_has_six_units() -> None:
    assert {D.pieces[n] for n in range(len(D.units)) if D.corps >> n & 1} == set(SIX.split())
    assert D.corps & ~D.color["red"] == 0


@pytest.mark.case("5.34d", "5.34b")
def test_no_roll_once_they_have_left(at: Any) -> None:
    text = "at soviet-reinforcements\nturn 6\n2711 I-27\nexited {}"
    assert at(text.format("19Gd-8Gd 23Gd-8Gd 30Gd-8Gd 26Bde 37Bde")).play("done").to("corps")
    gone = at(text.format("19Gd-8Gd 23Gd-8Gd 30Gd-8Gd 26Bde 37Bde 38Bde")).play("done")
    while gone.ask[1] != "movement":
        assert gone.ask[1] != "corps"
        gone.go_on()
