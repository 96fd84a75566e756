"""[16.6] Replacements: how reduced German units are restored."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.leningrad79.state import put

At = Callable[[str], Any]

RIGA, PSKOV, LENINGRAD, PRUSSIA = "0908", "1809", "2505", "0112"


def reduced_at(hex_: str, turn: int = 3, since: int = 1) -> str:
    """A reduced unit that has been in a hex since some Game-Turn, and another to keep the phase open."""
    return f"""at german-replacement
               turn {turn}
               0111 12ID(reduced)
               {hex_} 1ID(reduced,since={since})"""


def first_step(t: Any, turn: int) -> str:
    """Everybody says done until that Game-Turn; its first step is the Replacement Phase if anybody qualifies."""
    while t.s.turn < turn:
        t.play("done")
    return str(t.ask[1])


@pytest.mark.case("16.6d", "16.6a", "3.0b")
def test_the_example_of_the_rulebook(at: At) -> None:
    """It enters Riga on one Game-Turn, spends the whole of the next there, and is restored on the third."""
    t = at("at german-movement\nturn 1\n0909 1ID(reduced)").play("move 1ID to 0908")
    assert first_step(t, 2) == "german-movement"  # no Replacement Phase on Game-Turn 2: nobody qualifies
    assert first_step(t, 3) == "german-replacement"
    t.play("rebuild 1ID")
    assert not t.reduced("1ID")


@pytest.mark.case("16.6a")
@pytest.mark.parametrize("hex_", [RIGA, PSKOV, LENINGRAD, "0111", "0112", "0113", "1601", "2510"])
def test_cities_soviet_cities_and_east_prussia_will_do(at: At, hex_: str) -> None:
    t = at(f"at german-replacement\nturn 3\n{hex_} 1ID(reduced,since=1)").play("rebuild 1ID")
    assert not t.reduced("1ID")


@pytest.mark.case("16.6a")
@pytest.mark.parametrize("hex_", ["0909", "1111", "2506", "0210"])
def test_other_hexes_will_not(at: At, hex_: str) -> None:
    """Neither open country nor a town."""
    assert at(reduced_at(hex_)).clauses("rebuild 1ID") == ["16.6a"]


@pytest.mark.case("16.6a")
def test_only_reduced_german_units_are_restored(at: At) -> None:
    t = at(f"at german-replacement\nturn 3\n{RIGA} 1ID(reduced,since=1) 11ID(since=1)\n1809 i1")
    assert "11ID is at full strength" in t.reasons("rebuild 11ID")
    assert "i1 is not a German unit" in t.reasons("rebuild i1")
    assert t.why_not("rebuild 1ID") == []


@pytest.mark.case("16.6a", "16.6d")
@pytest.mark.parametrize(("since", "why"), [(1, []), (2, ["16.6a"]), (3, ["16.6a"])])
def test_it_takes_a_whole_game_turn(at: At, since: int, why: list[str]) -> None:
    t = at(reduced_at(RIGA, turn=3, since=since))
    assert t.clauses("rebuild 1ID") == why
    if why:
        assert f"since Game-Turn {since}, and it is now 3" in t.reasons("rebuild 1ID")


@pytest.mark.case("16.6a")
def test_the_time_counts_from_the_loss(at: At) -> None:
    """It has been in Riga all along, but is reduced only on Game-Turn 3: a whole turn later is Game-Turn 5."""
    t = at("at soviet-combat\nturn 3\n0908 1ID(since=1)\n0909 42TD 3TD 46TD")
    t.play("attack 0908 with 42TD 3TD 46TD", "roll 6", "lose 1ID", "done")
    assert t.reduced("1ID")
    assert t.ask[1] == "german-movement"  # Game-Turn 4, and no Replacement Phase


@pytest.mark.case("16.6b")
def test_no_enemy_zone_may_reach_the_hex(at: At) -> None:
    t = at(f"{reduced_at(RIGA)}\n1007 i1")
    assert t.clauses("rebuild 1ID") == ["16.6b"]
    assert at(f"{reduced_at(RIGA)}\n1107 i1").why_not("rebuild 1ID") == []


@pytest.mark.case("16.6b")
def test_the_zone_is_looked_at_in_the_replacement_phase(at: At) -> None:
    """The Soviet comes next to Riga and goes away again before the phase."""
    t = at(f"at soviet-movement\nturn 2\n{RIGA} 1ID(reduced,since=1)\n1007 i1 i2")
    t.play("move i1 to 1108", "done", "done")
    assert t.ask == ("german", "german-movement")  # Game-Turn 3: i2 is still there
    t = at(f"at soviet-movement\nturn 2\n{RIGA} 1ID(reduced,since=1)\n1107 i1").play("done", "done")
    assert t.ask == ("german", "german-replacement")


@pytest.mark.case("16.7a")
def test_german_units_do_not_cancel_the_zone(at: At) -> None:
    """As they would for a Line of Supply (11.3)."""
    t = at(f"{reduced_at(RIGA)}\n1007 i1".replace("1ID(", "11ID 21ID 1ID("))
    assert t.clauses("rebuild 1ID") == ["16.6b"]


@pytest.mark.case("16.6c", "11.0a")
def test_the_hex_must_be_in_supply(at: At) -> None:
    """Soviets beside East Prussia shut all sources; a unit in 0111 opens one."""
    shut = f"{reduced_at(RIGA)}\n0211 i1\n0213 i2".replace("0111 12ID(reduced)", "0109 12ID(reduced)")
    assert at(shut).clauses("rebuild 1ID") == ["16.6c"]
    assert at(f"{reduced_at(PRUSSIA)}\n0908 i1").why_not("rebuild 1ID") == []


@pytest.mark.case("16.6c")
def test_supply_is_looked_at_in_the_replacement_phase(at: At) -> None:
    """Cut off for the whole Game-Turn, in supply again when it counts."""
    t = at(f"at soviet-movement\nturn 2\n{RIGA} 1ID(reduced,since=1)\n0110 i1\n0210 i2\n0212 i3\n0113 i4")
    t.play("done", "done")
    assert t.ask == ("german", "german-movement")
    free = at(f"at soviet-movement\nturn 2\n{RIGA} 1ID(reduced,since=1)\n0210 i1").play(
        "move i1 to 0310", "done", "done"
    )
    assert free.ask == ("german", "german-replacement")


@pytest.mark.case("16.8a")
def test_at_most_three_units_are_restored_in_a_hex(at: At) -> None:
    """Stacking sees to it; a fourth in the hex, which no legal play can bring, would have to wait."""
    stack = " ".join(f"{unit}(reduced,since=0)" for unit in ("1ID", "11ID", "12ID"))
    t = at(f"at german-replacement\nturn 2\n0112 {stack}\n0111 21ID(reduced,since=0) 30ID(reduced,since=0)")
    put(t.s, t.unit("21ID"), t.hex("0112"))
    t.s.since[t.unit("21ID")] = 0
    assert t.why_not("rebuild 21ID") == []
    t.play("rebuild 1ID", "rebuild 11ID", "rebuild 12ID")
    assert t.clauses("rebuild 21ID") == ["16.8a"]
    t.play("rebuild 30ID")  # another hex
    assert [t.reduced(unit) for unit in ("1ID", "11ID", "12ID", "21ID", "30ID")] == [False, False, False, True, False]


@pytest.mark.case("16.8b")
def test_a_unit_may_be_restored_again_and_again(at: At) -> None:
    t = at(f"at german-replacement\nturn 3\n{RIGA} 1ID(reduced,since=1)").play("rebuild 1ID")
    t.s.reduced |= 1 << t.unit("1ID")  # hit again on Game-Turn 3
    t.s.since[t.unit("1ID")] = 3
    assert first_step(t, 4) == "german-movement"
    assert first_step(t, 5) == "german-replacement"
    t.play("rebuild 1ID")
    assert not t.reduced("1ID")


@pytest.mark.case("16.9a")
def test_who_leaves_begins_anew(at: At) -> None:
    """It leaves Riga on Game-Turn 2 and comes back at once: restored on Game-Turn 4, not on Game-Turn 3."""
    t = at(f"at german-movement\nturn 2\n{RIGA} 1ID(reduced,since=1)").play("move 1ID to 1008", "move 1ID to 0908")
    assert first_step(t, 3) == "german-movement"
    assert first_step(t, 4) == "german-replacement"
    stays = at(f"at german-movement\nturn 2\n{RIGA} 1ID(reduced,since=1)").play("done")
    assert first_step(stays, 3) == "german-replacement"


@pytest.mark.case("16.6a")
def test_fighting_from_the_hex_does_no_harm(at: At) -> None:
    t = at(f"at german-combat\nturn 2\n{RIGA} 1ID(reduced,since=1)\n1007 16RD")
    t.play("attack 1007 with 1ID", "roll 6")
    while t.ask[1] != "german-combat":
        t.play("lose 16RD" if t.ask[1] == "result" and t.where("16RD") != "lost" else "done")
    assert t.where("1ID") == RIGA
    assert first_step(t, 3) == "german-replacement"
    assert t.why_not("rebuild 1ID") == []


@pytest.mark.case("16.9a", "3.0b")
def test_nobody_has_to_be_restored(at: At) -> None:
    t = at(f"at german-replacement\nturn 3\n{RIGA} 1ID(reduced,since=1)").play("done")
    assert t.reduced("1ID")
    assert t.ask == ("german", "german-movement")
