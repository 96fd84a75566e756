"""[13.0] Air power."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.title import Bad
from grognard.titles.leningrad79.rules import supply

At = Callable[[str], Any]

ATTACK = """turn 3
            air 1
            1407 1ID
            1408 16RD"""


def columns(t: Any, action: str, air: int) -> dict[str, int]:
    """The column shifts of a battle by clause, those of the same clause added up."""
    out: dict[str, int] = {}
    for line in t.odds(action, air)["ledger"]:
        if line["op"] == "+":
            out[line["clause"]] = out.get(line["clause"], 0) + line["amount"]
    return out


@pytest.mark.case("13.0a")
@pytest.mark.parametrize(("turn", "free"), [(2, 1), (5, 1), (6, 2), (11, 2)])
def test_the_german_has_two_air_units(at: At, turn: int, free: int) -> None:
    """One from the start, the other from Game-Turn 7; whatever was used is free again when a Game-Turn begins."""
    t = at(f"at soviet-combat\nturn {turn}\n0111 1ID").play("done")
    assert (t.s.turn, t.s.air) == (turn + 1, free)


@pytest.mark.case("13.0b", "13.1a")
def test_air_helps_a_german_attack(at: At) -> None:
    t = at(f"at german-combat\n{ATTACK}").play("attack 1408 with 1ID")
    assert t.ask == ("german", "air-support")
    t.play("air 1")
    assert "air support +1 [13.1]" in t.log()
    assert t.s.air == 0
    plain = at(f"at german-combat\n{ATTACK}").play("attack 1408 with 1ID", "done")
    assert "[13.1]" not in plain.log()
    assert t.s.local.column == plain.s.local.column + 1


@pytest.mark.case("13.0b", "13.1a")
def test_air_helps_a_german_defense_in_the_soviet_player_turn(at: At) -> None:
    t = at(f"at soviet-combat\n{ATTACK}").play("attack 1407 with 16RD")
    assert t.ask == ("german", "air-support")
    t.play("air 1")
    assert "air support in defense -1 [13.1]" in t.log()


@pytest.mark.case("13.0b", "13.1a")
def test_air_helps_in_overruns_by_either_side(at: At) -> None:
    ours = at(f"at german-movement\n{ATTACK}").play("overrun 1ID at 1408")
    assert ours.ask == ("german", "air-support")
    assert "air support +1 [13.1]" in ours.play("air 1").log()
    theirs = at(f"at soviet-movement\n{ATTACK}").play("overrun 16RD at 1407")
    assert theirs.ask == ("german", "air-support")
    assert "air support in defense -1 [13.1]" in theirs.play("air 1").log()


@pytest.mark.case("13.0b", "3.0g")
def test_air_held_back_in_step_four_can_still_defend(at: At) -> None:
    t = at(f"at german-interdiction\n{ATTACK}").play("done")
    assert t.ask == ("soviet", "soviet-movement")
    t.play("done", "attack 1407 with 16RD", "air 1")
    assert "air support in defense -1 [13.1]" in t.log()


@pytest.mark.case("13.0c")
@pytest.mark.parametrize("hex_", ["1408", "1407", "2505", "0303", "0111"])
def test_any_hex_of_the_map_can_be_interdicted(at: At, hex_: str) -> None:
    """Empty or held by either side, land or sea."""
    t = at(f"at german-interdiction\n{ATTACK}").play(f"interdict {hex_}")
    assert t.hexes(t.s.raid) == {hex_}
    assert t.s.air == 0
    assert t.ask[1] == "soviet-movement"


@pytest.mark.case("13.0c")
def test_interdiction_is_laid_only_in_its_phase_and_only_on_the_map(at: At) -> None:
    t = at(f"at german-interdiction\n{ATTACK}")
    assert t.clauses("interdict reserve") == ["13.0c"]
    for step in ("german-movement", "german-combat", "soviet-movement", "soviet-combat"):
        with pytest.raises(Bad, match="not possible now"):
            at(f"at {step}\n{ATTACK}").play("interdict 1408")


@pytest.mark.case("13.1a")
def test_each_air_unit_is_one_column(at: At) -> None:
    t = at("at german-combat\nturn 8\nair 2\n1407 1ID\n1408 16RD")
    assert [columns(t, "attack 1408 with 1ID", n).get("13.1a", 0) for n in (0, 1, 2)] == [0, 1, 2]
    t = at("at soviet-combat\nturn 8\nair 2\n1407 1ID\n1408 16RD")
    assert [columns(t, "attack 1407 with 16RD", n).get("13.1a", 0) for n in (0, 1, 2)] == [0, -1, -2]


@pytest.mark.case("13.1b")
def test_air_units_do_not_attack_by_themselves(at: At) -> None:
    """Without a ground unit there is no attack that air could join."""
    t = at(f"at german-combat\n{ATTACK}")
    assert t.why_not("attack 1408") == ["9.1"]
    with pytest.raises(Bad, match="not possible now"):
        t.play("air 1")
    assert t.why_not("attack 1408 with 1ID") == []


@pytest.mark.case("13.1c")
def test_combat_results_never_touch_air_units(at: At) -> None:
    """The attackers are wiped out; the air unit is there again on the next Game-Turn."""
    t = at("at german-combat\nturn 3\nair 1\n1407 1ID(reduced)\n1408 5RD\nforts 1408")
    t.play("attack 1408 with 1ID", "air 1")
    assert t.s.local.column == -1
    t.play("roll 1")
    assert t.where("1ID") == "lost"
    while t.s.turn == 3:
        t.play("done")
    assert t.s.air == 1


@pytest.mark.case("13.1d")
def test_air_units_do_not_count_for_stacking(at: At) -> None:
    t = at("at german-combat\nturn 8\nair 2\n1407 1ID 11ID 12ID\n1408 16RD")
    assert t.play("attack 1408 with 1ID 11ID 12ID").why_not("air 2") == []
    raid = at("at soviet-movement\nturn 8\nheavy_raid 1410\n1410 i1 i2\n1411 i3").play("move i3 to 1410")
    assert raid.where("i3") == "1410"


@pytest.mark.case("13.2a")
def test_air_is_committed_before_untried_units_are_turned_over(at: At) -> None:
    t = at("at german-combat\nturn 3\nair 1\n1407 1ID\n1408 i1").play("attack 1408 with 1ID")
    assert t.ask == ("german", "air-support")
    assert t.verbs() == {"air", "done"}
    assert t.odds("air 1") == t.odds(air=1) != t.odds("done")  # what each answer would lead to
    t.play("done")
    assert t.ask == ("chance", "reveal")
    with pytest.raises(Bad, match="not possible now"):
        t.play("air 1")
    t.play("draw 16RD")
    assert t.ask == ("chance", "die")
    late = {line["clause"] for line in t.odds(air=1)["ledger"]}
    assert "13.1a" not in late  # nor do the odds reckon with what can no longer be done


@pytest.mark.case("13.3a", "13.3c")
@pytest.mark.parametrize(
    ("raid", "unit", "left"),
    [
        ("", "i1", 4),
        ("raid 1411", "i1", 3),
        ("heavy_raid 1411", "i1", 1),
        ("", "a1", 6),
        ("raid 1411", "a1", 5),
        ("heavy_raid 1411", "a1", 3),
    ],
)
def test_an_interdicted_hex_costs_soviet_units_double_or_four_times(at: At, raid: str, unit: str, left: int) -> None:
    t = at(f"at soviet-movement\nturn 8\n{raid}\n1410 {unit}").play(f"move {unit} to 1411")
    assert t.left(unit) == left


@pytest.mark.case("13.3a")
def test_the_factor_multiplies_rivers_and_roads(at: At) -> None:
    """Pskov by the road across the Velikaya: one half, doubled, doubled again."""
    t = at("at soviet-movement\nturn 8\nraid 1809\n1709 a1").play("move a1 to 1809")
    assert t.left("a1") == 5


@pytest.mark.case("13.3a", "13.4a")
def test_interdiction_does_not_bear_on_germans(at: At) -> None:
    t = at("at german-movement\nturn 8\nraid 1410 1411\n1410 1ID").play("move 1ID to 1411")
    assert t.left("1ID") == 5


@pytest.mark.case("13.3b", "13.3c")
def test_an_interdicted_hex_costs_soviet_lines_double_or_four_times(at: At) -> None:
    """From 2702 by 2802 2803 2804 to Leningrad (2705, one half): three and a half, four and a half, six and a half."""
    line = "at soviet-movement\nturn 8\n2603 1Pz\n2702 i1\n2701 i2"

    def fed(raid: str, unit: str) -> bool:
        t = at(f"{line}\n{raid}")
        return bool(supply.supplied(t.s, 1) >> t.s.place[t.unit(unit)] & 1)

    assert fed("", "i1")
    assert fed("raid 2803", "i1")
    assert not fed("heavy_raid 2803", "i1")
    assert fed("", "i2")
    assert not fed("raid 2803", "i2")


@pytest.mark.case("13.3c")
def test_both_air_units_may_go_on_one_hex(at: At) -> None:
    t = at("at german-interdiction\nturn 8\nair 2\n1410 i1").play("interdict 1411")
    assert (t.hexes(t.s.raid), t.s.air) == ({"1411"}, 1)
    t.play("interdict 1411")
    assert (t.hexes(t.s.raid), t.hexes(t.s.heavy_raid), t.s.air) == (set(), {"1411"}, 0)
    assert t.play("move i1 to 1411").left("i1") == 1


@pytest.mark.case("13.4a")
@pytest.mark.parametrize(("raid", "left"), [("", 4), ("raid 1410", 3), ("heavy_raid 1410", 1)])
def test_who_begins_under_interdiction_pays_more_for_the_first_hex(at: At, raid: str, left: int) -> None:
    t = at(f"at soviet-movement\nturn 8\n{raid}\n1410 i1").play("move i1 to 1411")
    assert t.left("i1") == left
    t.play("move i1 to 1511")
    assert t.left("i1") == left - 1


@pytest.mark.case("13.4a")
def test_from_one_interdicted_hex_into_another_the_factors_multiply(at: At) -> None:
    t = at("at soviet-movement\nturn 8\nraid 1410 1411\n1410 i1").play("move i1 to 1411")
    assert t.left("i1") == 1


@pytest.mark.case("13.4a")
def test_only_the_hex_where_the_phase_began_counts(at: At) -> None:
    """Who enters an interdicted hex pays for that, but not for leaving it again."""
    t = at("at soviet-movement\nturn 8\nraid 1410\n1411 i1").play("move i1 to 1410")
    assert t.left("i1") == 3
    assert t.play("move i1 to 1409").left("i1") == 2


@pytest.mark.case("13.4a")
def test_only_the_first_hex_costs_more_even_after_a_way_back(at: At) -> None:
    t = at("at soviet-movement\nturn 8\nraid 1410\n1410 a1").play("move a1 to 1411")
    assert t.left("a1") == 5
    t.play("move a1 to 1410")
    assert t.left("a1") == 3
    assert t.play("move a1 to 1411").left("a1") == 2


@pytest.mark.case("13.4a")
@pytest.mark.parametrize(("raid", "why"), [("", []), ("raid 1410", ["4.1"])])
def test_an_overrun_enters_no_hex(at: At, raid: str, why: list[str]) -> None:
    """A tank division stays after a failed overrun; it has 4 points, and to disengage into clear terrain takes
    3 and 1, or 3 and twice 1 because that is the first hex it enters.
    """
    t = at(f"at soviet-movement\nturn 8\n{raid}\n1410 a1=42TD i1=18RD i2\n1409 1ID")
    t.play("overrun i1 a1 at 1409", "roll 2", "lose i1")
    assert t.ask == ("soviet", "soviet-movement")
    assert (t.where("a1"), t.left("a1")) == ("1410", 4)
    assert t.why_not("move a1 to 1411") == why


@pytest.mark.case("13.5a")
def test_each_air_unit_serves_once_in_a_game_turn(at: At) -> None:
    """Used in the German Combat Phase it can neither interdict nor defend."""
    t = at(f"at german-combat\n{ATTACK}\n1508 112RD")
    t.play("attack 1408 with 1ID", "air 1", "roll 1", "lose 16RD", "done", "done")
    assert t.ask == ("soviet", "soviet-movement")
    t.play("done", "attack 1407 with 112RD")
    assert t.ask == ("chance", "die")


@pytest.mark.case("13.5a")
def test_one_of_two_used_leaves_one(at: At) -> None:
    t = at("at german-combat\nturn 8\nair 2\n1407 1ID\n1408 16RD").play("attack 1408 with 1ID")
    assert t.why_not("air 3") == ["13.5"]
    assert t.why_not("air 0") == ["13.5"]
    t.play("air 1")
    assert t.s.air == 1
    short = at(f"at german-combat\n{ATTACK}").play("attack 1408 with 1ID")
    assert "2 air units asked for, 1 not yet used" in short.reasons("air 2")


@pytest.mark.case("13.5a", "3.0k")
def test_interdiction_lasts_to_the_end_of_the_game_turn(at: At) -> None:
    t = at(f"at german-interdiction\n{ATTACK}").play("interdict 1411", "done")
    assert t.ask == ("soviet", "soviet-combat")
    assert (t.hexes(t.s.raid), t.s.air) == ({"1411"}, 0)
    t.play("done")
    assert (t.s.turn, t.s.raid, t.s.heavy_raid, t.s.air) == (4, 0, 0, 1)


@pytest.mark.case("3.0g", "13.5a")
def test_without_a_free_air_unit_there_is_no_interdiction_phase(at: At) -> None:
    used = at("at german-combat\nturn 3\n1407 1ID\n1410 i1").play("done")
    assert used.ask[1] == "soviet-movement"
    free = at("at german-combat\nturn 3\nair 1\n1407 1ID\n1410 i1").play("done")
    assert free.ask == ("german", "german-interdiction")
