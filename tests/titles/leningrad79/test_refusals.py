"""What a player can hardly type but a program can ask, and what two clauses forbid at once."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.action import Action
from grognard.core.title import Bad
from grognard.titles import TITLES
from grognard.titles.leningrad79.state import FRESH

TITLE = TITLES["leningrad79"]
At = Callable[[str], Any]


def refused(t: Any, verb: str, *args: Any) -> list[str]:
    """The clauses of all objections to an action given by its numbers."""
    return [objection.clause for objection in TITLE.explain(t.s, Action(verb, args))]


def ledger(t: Any, action: str) -> list[tuple[str, float]]:
    """What an action costs, clause by clause."""
    return [(line.clause, float(line.amount)) for line in TITLE.aids.cost(t.s, TITLE.parse(t.s, action))]


# -- movement ---------------------------------------------------------------------------------


@pytest.mark.case("4.0c")
def test_a_move_needs_a_hex(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz")
    assert refused(t, "move", t.unit("1Pz"), 0, ()) == ["4.0c"]


@pytest.mark.case("4.1a")
def test_no_position_has_more_points_than_the_allowance(at: At) -> None:
    at("at german-movement\nturn 3\n0611 1ID(points=6)")
    with pytest.raises(Bad, match="7 Movement Points left of 6"):
        at("at german-movement\nturn 3\n0611 1ID(points=7)")


@pytest.mark.case("4.0a")
def test_nobody_takes_an_enemy_along(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz\n0811 16RD")
    with_enemy = TITLE.explain(t.s, Action("move", (t.unit("1Pz"), 1 << t.unit("16RD"), (t.hex("0612"),))))
    assert "is not yours to move" in " ".join(map(str, with_enemy))


@pytest.mark.case("4.1e")
def test_when_the_phase_ends_nobody_has_points_left(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz").play("move 1Pz to 0612")
    assert t.s.points[t.unit("1Pz")] != FRESH
    t.play("done")
    assert set(t.s.points) == {FRESH}


@pytest.mark.case("4.7a")
def test_who_was_stopped_is_named_when_the_stack_would_go_on(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz(points=4,origin=0510) 6Pz(points=4,origin=0510,stopped)")
    assert t.why_not("move 1Pz to 0612") == []
    assert "ended the move in a hex that was then in an enemy ZOC: 6Pz" in t.reasons("move 1Pz 6Pz to 0612")


@pytest.mark.case("7.7c")
def test_who_retreated_from_an_overrun_is_taken_along_by_nobody(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz(points=4) 6Pz(points=4,halted)")
    assert t.why_not("move 1Pz to 0612") == []
    assert t.clauses("move 1Pz 6Pz to 0612") == ["7.7c"]


# -- overrun ----------------------------------------------------------------------------------


@pytest.mark.case("7.3a")
def test_the_ledger_of_an_overrun(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz\n0711 16RD")
    assert ledger(t, "overrun 1Pz at 0711") == [("7.3a", 3.0)]


@pytest.mark.case("16.1a")
def test_the_ledger_of_an_arrival(at: At) -> None:
    t = at("at soviet-movement\nturn 9\nreserve i1(slot=17) a1(slot=16)")
    assert ledger(t, "enter i1 at 2908") == [("16.1a", 1.0)]


@pytest.mark.case("4.0a")
def test_only_ones_own_units_on_the_map_overrun(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz\n0711 16RD")
    assert "is not yours to move" in t.reasons("overrun 16RD at 0711")
    assert "96ID is not on the map" in t.reasons("overrun 96ID at 0711")
    assert "4.0a" in refused(t, "overrun", t.unit("1Pz"), 1 << t.unit("16RD"), t.hex("0711"))


@pytest.mark.case("7.4a")
def test_the_first_of_a_stack_is_named_first(at: At) -> None:
    t = at("at german-movement\nturn 3\n0611 1Pz 6Pz\n0711 16RD")
    first, second = sorted((t.unit("1Pz"), t.unit("6Pz")))
    assert refused(t, "overrun", first, 1 << second, t.hex("0711")) == []
    assert len(refused(t, "overrun", second, 1 << first, t.hex("0711"))) == 1


@pytest.mark.case("7.6a", "7.7a")
def test_only_an_overrun_can_succeed_or_fail(at: At) -> None:
    """In an attack, attackers may retreat although the hex is empty."""
    t = at("at german-combat\nturn 3\n1407 1ID\n1408 118RD")
    t.play("attack 1408 with 1ID", "roll 3", "lose 118RD")  # 3-1, 1/1
    assert t.ask == ("german", "result")
    assert t.why_not("withdraw") == []


@pytest.mark.case("7.6c", "10.9f")
def test_after_an_attack_the_second_hex_may_be_taken_at_once(at: At) -> None:
    """Only after an overrun has somebody to take the first hex before."""
    t = at("at german-combat\nturn 3\n1407 1ID 11ID\n1408 118RD")
    t.play("attack 1408 with 1ID 11ID", "roll 4", "withdraw")  # 6-1, 2/-
    t.play("retreat 118RD to 1409", "retreat 118RD to 1410")
    assert t.why_not("advance 11ID to 1409") == []


# -- combat -----------------------------------------------------------------------------------


@pytest.mark.case("9.1a")
def test_on_the_first_turn_too_an_attack_needs_an_attacker(at: At) -> None:
    t = at("at soviet-combat\nturn 1\n1407 i1\n1408 1ID\n1508 11ID")
    assert refused(t, "attack", t.hex("1408"), 0, 0) == ["9.1a"]


@pytest.mark.case("8.5a")
def test_the_hexes_of_an_attack_have_one_order(at: At) -> None:
    t = at("at german-combat\nturn 3\n1407 1ID\n1408 118RD\n1508 180RD")
    first, second = sorted((t.hex("1408"), t.hex("1508")))
    assert refused(t, "attack", first, 1 << second, 1 << t.unit("1ID")) == []
    assert refused(t, "attack", second, 1 << first, 1 << t.unit("1ID")) == ["8.5a"]


@pytest.mark.case("8.5a")
def test_no_position_has_a_battle_between_hexes_that_do_not_touch(at: At) -> None:
    battle = "at german-combat\nat battle die attackers=1ID defenders=i1 targets={} fronts=1407\nturn 3\n"
    at(battle.format("1408") + "1407 1ID\n1408 i1=118RD")
    with pytest.raises(Bad, match="targets: not all of them are adjacent"):
        at(battle.format("1409") + "1407 1ID\n1409 i1=118RD")


@pytest.mark.case("8.2a", "8.3a")
def test_who_has_attacked_joins_no_attack_on_two_hexes(at: At) -> None:
    t = at("at german-combat\nturn 3\n1407 1ID(attacked)\n1409 11ID\n1408 118RD\n1508 180RD")
    first, _ = sorted((t.hex("1408"), t.hex("1508")))
    assert list(t.options("attack", first)) == [0]
    assert list(t.options("attack", t.hex("1408"), 0)) == [1 << t.unit("11ID")]
    assert "all your units adjacent to 1408 and 1508 have attacked" in t.reasons("attack 1408 1508 with 1ID")


@pytest.mark.case("8.2a", "8.2b")
def test_in_the_next_phase_everybody_may_fight_again(at: At) -> None:
    t = at("at german-combat\nturn 3\n1407 1ID\n1408 305RD")
    t.play("attack 1408 with 1ID", "roll 2", "lose 1ID")  # 1-1, -/1
    assert (t.s.attacked, t.s.defended) == (1 << t.unit("1ID"), 1 << t.unit("305RD"))
    t.play("done")
    assert (t.s.attacked, t.s.defended) == (0, 0)
    while t.ask != ("soviet", "soviet-combat"):
        t.play("done")
    assert t.why_not("attack 1407 with 305RD") == []
    t.play("done")
    while t.ask != ("german", "german-combat"):
        t.play("done")
    assert t.why_not("attack 1408 with 1ID") == []


@pytest.mark.case("10.3c", "10.9a")
def test_nobody_advances_twice(at: At) -> None:
    t = at("at german-combat\nturn 3\n1407 1Pz 6Pz 36Mot\n1408 16RD\n1508 112RD")
    t.play("attack 1408 1508 with 1Pz 6Pz 36Mot", "roll 6", "advance 1Pz to 1408")  # E/-
    assert t.clauses("advance 1Pz to 1508") == ["10.9a"]
    assert t.why_not("advance 6Pz to 1508") == []


@pytest.mark.case("13.2a")
def test_when_units_are_being_revealed_no_air_unit_counts_in_the_odds(at: At) -> None:
    t = at("at german-combat\nturn 3\nair 1\n1407 1ID\n1408 i1")
    t.play("attack 1408 with 1ID")
    assert [line["clause"] for line in t.odds(air=1)["ledger"]].count("13.1a") == 1
    t.play("done")
    assert t.ask == ("chance", "reveal")
    assert "13.1a" not in [line["clause"] for line in t.odds(air=1)["ledger"]]


@pytest.mark.case("17.4e")
def test_the_counterblow_is_over_with_its_game_turn(at: At) -> None:
    t = at("at soviet-combat\nturn 7\ncounterblow yes\non_time 6\n1407 1ID")
    assert "counterblow" in TITLE.aids.status(t.s)
    t.play("done")
    assert t.s.turn == 8
    assert not t.s.counterblow


# -- reinforcements ---------------------------------------------------------------------------


@pytest.mark.case("16.2a", "16.2c")
def test_of_several_entry_hexes_the_open_ones_are_named(at: At) -> None:
    t = at("at soviet-movement\nturn 8\n2906 1ID\nreserve i1(slot=15)")
    assert t.reasons("enter i1 at 2907").endswith("open to it: 2908")
    assert t.clauses("enter i1 at 2906") == ["16.2a"]
    assert t.why_not("enter i1 at 2908") == []


@pytest.mark.case("16.9a")
def test_who_left_and_came_back_is_not_even_asked(at: At) -> None:
    """On the next Game-Turn there is no Replacement Phase for it."""
    riga = "at german-movement\nturn 2\n0908 1ID(reduced,since=1)"
    left, stayed = at(riga).play("move 1ID to 1008", "move 1ID to 0908"), at(riga)
    for t in (left, stayed):
        while t.s.turn == 2:
            t.play("done")
    assert left.ask == ("german", "german-movement")
    assert stayed.ask == ("german", "german-replacement")
