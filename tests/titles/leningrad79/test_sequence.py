"""[3.0] Basic procedure: the eight steps of a Game-Turn, and the twelve Game-Turns."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.title import Bad

At = Callable[[str], Any]

FULL_TURN = "at soviet-combat\nturn 3\n0413 269ID(reduced,since=1)\n2605 118RD"  # every step of turn 4 has its use


def steps(t: Any, turn: int) -> list[tuple[str, str]]:
    """Who is asked for what in a Game-Turn in which everybody does as little as he may."""
    while t.s.turn < turn:
        t.play("done")
    out = []
    while t.s.turn == turn and not t.s.over:
        out.append(t.ask)
        t.play("done")
    return out


@pytest.mark.case("3.0a")
def test_a_game_turn_is_two_player_turns_of_four_steps(at: At) -> None:
    assert steps(at(FULL_TURN), 4) == [
        ("german", "german-replacement"),
        ("german", "german-movement"),
        ("german", "german-combat"),
        ("german", "german-interdiction"),
        ("soviet", "soviet-fortification"),
        ("soviet", "soviet-movement"),
        ("soviet", "soviet-combat"),
    ]  # the eighth step asks nobody


@pytest.mark.case("3.0a")
def test_steps_in_which_nothing_can_be_done_ask_nobody(at: At) -> None:
    assert [name for _, name in steps(at("at soviet-combat\nturn 1\n0413 269ID"), 2)] == [
        "german-movement",
        "german-combat",
        "german-interdiction",
        "soviet-movement",
        "soviet-combat",
    ]


@pytest.mark.case("3.0b")
def test_step_1_restores_german_units_that_qualify(at: At) -> None:
    t = at(FULL_TURN + "\n0612 290ID(reduced,since=1)").play("done")
    assert t.ask == ("german", "german-replacement")
    assert t.why_not("rebuild 290ID") == ["16.6"]  # not in a city
    t.play("rebuild 269ID")
    assert not t.reduced("269ID")
    assert t.reduced("290ID")
    t.play("done")
    assert "rebuild" not in t.verbs()


@pytest.mark.case("3.0c")
def test_step_2_is_for_moves_reinforcements_and_overruns(at: At) -> None:
    t = at("at german-movement\nturn 2\nreserve 93ID(slot=0)\n0511 1Pz 6Pz\n0611 118RD")
    assert t.verbs() == {"move", "enter", "overrun", "done"}
    t.play("enter 93ID at 0112", "move 6Pz to 0510", "overrun 1Pz at 0611")
    assert t.where("93ID") == "0112"
    assert t.ask == ("chance", "die")


@pytest.mark.case("3.0d")
def test_as_many_or_as_few_units_and_stacks_as_the_mover_likes_one_after_another(at: At) -> None:
    start = "at german-movement\nturn 3\n0511 1Pz 6Pz\n0612 269ID\n0713 290ID"
    for moves in ([], ["269ID to 0712"], ["269ID to 0712", "1Pz 6Pz to 0510", "290ID to 0712"]):
        t = at(start).play(*(f"move {move}" for move in moves), "done")
        assert t.ask == ("german", "german-combat")
        assert sum(
            t.where(unit) != home for unit, home in (("269ID", "0612"), ("1Pz", "0511"), ("290ID", "0713"))
        ) == len(moves)


@pytest.mark.case("3.0d")
def test_a_unit_may_be_taken_up_again_after_another(at: At) -> None:
    t = at("at german-movement\nturn 3\n0612 269ID\n0713 290ID")
    t.play("move 269ID to 0712", "move 290ID to 0812", "move 269ID to 0811")
    assert (t.left("269ID"), t.left("290ID")) == (4, 5)


@pytest.mark.case("3.0e")
def test_step_3_germans_may_attack_soviets_next_to_them(at: At) -> None:
    t = at("at german-combat\nturn 3\n0511 1Pz\n0611 118RD\n0713 67RD")
    assert t.verbs() == {"attack", "done"}
    assert t.why_not("attack 0611 with 1Pz") == []
    assert set(t.clauses("attack 0713 with 1Pz")) == {"8.1a"}
    t.play("done")  # and need not
    assert t.ask[1] != "german-combat"


@pytest.mark.case("3.0f")
@pytest.mark.parametrize("order", [("0611", "0812"), ("0812", "0611")])
def test_attacks_come_in_any_order(at: At, order: tuple[str, str]) -> None:
    t = at("at german-combat\nturn 3\n0511 1Pz\n0611 118RD\n0712 6Pz\n0812 67RD")
    attacks = {"0611": "attack 0611 with 1Pz", "0812": "attack 0812 with 6Pz"}
    for target in order:
        t.play(attacks[target], "roll 6")
        while t.ask[1] != "german-combat":
            t.play({"result": "withdraw", "advance": "done"}.get(t.ask[1]) or next_retreat(t))
    assert t.verbs() == {"done"}


def next_retreat(t: Any) -> str:
    unit = next(iter(t.options("retreat")))
    to = next(iter(t.options("retreat", unit)))
    return f"retreat {t.s.data.pieces[unit]} to {t.s.data.board.names[to]}"


@pytest.mark.case("3.0f")
def test_each_result_is_carried_out_before_the_next_attack(at: At) -> None:
    t = at("at german-combat\nturn 3\n0511 1Pz\n0611 70RD\n0712 6Pz\n0812 67RD")
    t.play("attack 0611 with 1Pz")
    for action in ("attack 0812 with 6Pz", "done"):
        with pytest.raises(Bad, match="not possible now"):
            t.why_not(action)
    t.play("roll 6")
    assert t.ask == ("soviet", "result")
    with pytest.raises(Bad, match="not possible now"):
        t.why_not("attack 0812 with 6Pz")


@pytest.mark.case("3.0g")
def test_step_4_places_air_units_that_have_not_been_used(at: At) -> None:
    t = at("at german-combat\nturn 8\nair 2\n0511 1Pz\n0611 118RD").play("done")
    assert t.ask == ("german", "german-interdiction")
    t.play("interdict 2605", "interdict 2606")
    assert t.hexes(t.s.raid) == {"2605", "2606"}
    assert t.ask[0] == "soviet"


@pytest.mark.case("3.0g")
def test_step_4_falls_away_when_none_is_left(at: At) -> None:
    t = at("at german-combat\nturn 3\nair 1\n0511 1Pz\n0611 118RD")
    t.play("attack 0611 with 1Pz", "air 1", "roll 6")
    while t.ask[1] != "german-combat":
        t.play({"result": "withdraw", "advance": "done"}.get(t.ask[1]) or next_retreat(t))
    t.play("done")
    assert t.ask[0] == "soviet"


@pytest.mark.case("3.0h")
def test_step_5_places_forts(at: At) -> None:
    t = at("at german-interdiction\nturn 3\nair 1\nforts_due 2\n2605 118RD").play("done")
    assert t.ask == ("soviet", "soviet-fortification")
    t.play("fortify 2606", "fortify 2506")
    assert t.hexes(t.s.forts) == {"2606", "2506"}
    assert t.ask == ("soviet", "soviet-movement")


@pytest.mark.case("3.0h")
def test_or_does_not(at: At) -> None:
    t = at("at soviet-fortification\nturn 3\nforts_due 2\n2605 118RD").play("done")
    assert t.s.forts == 0
    assert t.s.forts_due == 2


@pytest.mark.case("3.0i")
def test_a_fort_goes_within_four_hexes_of_leningrad_where_its_supply_reaches(at: At) -> None:
    t = at("at soviet-fortification\nturn 3\nforts_due 2\n2605 118RD")
    assert t.why_not("fortify 2605") == []  # Leningrad itself
    assert t.why_not("fortify 2405") == []
    assert t.why_not("fortify 2205") == []  # three away
    assert t.clauses("fortify 2005") == ["15.0d"]
    assert "2005 is 5 hexes from Leningrad; the limit is 4" in t.reasons("fortify 2005")
    cut = at("at soviet-fortification\nturn 3\nforts_due 2\n2605 118RD\n2306 1Pz\n2205 269ID")
    assert cut.clauses("fortify 2405") == ["15.0c"]  # in a German ZOC
    assert "2405 is not on a supply line from Leningrad" in cut.reasons("fortify 2405")
    assert cut.why_not("fortify 2505") == []


@pytest.mark.case("3.0j")
def test_steps_6_and_7_are_the_same_with_the_soviet_moving_and_attacking(at: At) -> None:
    t = at("at soviet-movement\nturn 3\n0511 1Pz\n0712 118RD 67RD")
    assert t.ask == ("soviet", "soviet-movement")
    assert t.verbs() == {"move", "done"}
    t.play("move 118RD to 0611")
    assert t.verbs() == {"move", "overrun", "done"}
    t.play("done")
    assert t.ask == ("soviet", "soviet-combat")
    assert t.verbs() == {"attack", "done"}
    assert t.why_not("attack 0511 with 118RD") == []
    assert t.why_not("attack 0511 with 67RD") == ["8.1"]


@pytest.mark.case("3.0k")
def test_step_8_takes_interdicting_air_units_off_and_ends_the_game_turn(at: At) -> None:
    t = at("at soviet-combat\nturn 8\nraid 2605 2606\n0511 1Pz\n2605 118RD")
    assert (t.s.turn, t.s.air, t.hexes(t.s.raid)) == (8, 0, {"2605", "2606"})
    t.play("done")
    assert (t.s.turn, t.s.air, t.s.raid) == (9, 2, 0)
    heavy = at("at soviet-combat\nturn 8\nheavy_raid 2605\n0511 1Pz").play("done")
    assert (heavy.s.air, heavy.s.heavy_raid) == (2, 0)


@pytest.mark.case("3.0l")
def test_the_game_is_over_after_the_twelfth_game_turn(at: At) -> None:
    t = at("at soviet-combat\nturn 11\n0511 1Pz").play("done")
    assert t.s.turn == 12
    while t.s.turn == 12 and not t.s.over:
        assert t.table.outcome is None
        t.play("done")
    assert t.ask == ("nobody", "over")
    assert t.s.turn == 12
    assert t.table.outcome.level.lower() == "soviet tactical victory"  # nothing for either: 0
    with pytest.raises(Bad, match="the game is over"):
        t.play("done")


@pytest.mark.case("3.0l")
def test_twelve_game_turns_from_the_first(at: At) -> None:
    t = at("at soviet-combat\nturn 1\n0511 1Pz")
    turns = [1]
    while not t.s.over:
        if t.s.turn != turns[-1]:
            turns.append(t.s.turn)
        t.play("done")
    assert turns == list(range(1, 13))


@pytest.mark.case("3.0d", "4.6e")
def test_who_says_done_is_told_what_is_left_undone(at: At) -> None:
    t = at("at german-movement\nturn 2\nreserve 93ID(slot=0)\n0511 1Pz")
    step = t.table.title.step(t.s)
    assert step.pending(t.s) == "reinforcements still waiting: 93ID"
    crowded = at("at german-movement\nturn 1\n0111 1ID 11ID 21ID 58ID 61ID\n0112 1Pz")
    assert step.pending(crowded.s) == "more than 3 units in 0111: 2 would be destroyed [4.6]"
    assert step.pending(at("at german-movement\nturn 3\n0511 1Pz").s) == ""
