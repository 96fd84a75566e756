"""[17.0] Surprise: Game-Turn 1 for the Soviets, Game-Turn 7 for the Germans."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.core.dice import Dice
from grognard.kit.stacks import pieces_in
from grognard.titles import TITLES
from grognard.titles.leningrad79.rules import surprise
from grognard.titles.leningrad79.rules.movement import trip
from grognard.titles.leningrad79.state import GERMAN, SOVIET, zone
from tools import turn_one

At = Callable[[str], Any]

SLOTS = TITLES["leningrad79"].data.slots
ARMY = next(n for n, line in enumerate(SLOTS) if line.army)
FIRST_INFANTRY, FIRST_ARMOR = (n for n, line in enumerate(SLOTS) if (line.side, line.turn) == (SOVIET, 1))

MOVE = "at soviet-movement\nturn 1\n"
FIGHT = "at soviet-combat\nturn 1\n"


def shifts(t: Any, action: str) -> dict[str, int]:
    return {line["clause"]: line["amount"] for line in t.odds(action)["ledger"] if line["op"] == "+"}


# -- [17.0], [17.1] ----------------------------------------------------------------------------


@pytest.mark.case("17.0a")
def test_surprise_binds_the_soviets_on_game_turn_1_only(at: At) -> None:
    near = "1407 1ID\n1411 i1\n0205 i2"
    assert at(f"at soviet-movement\nturn 1\n{near}").clauses("done") == ["17.2a"]
    second = at(f"at soviet-movement\nturn 2\n{near}")
    assert second.why_not("done") == []
    assert second.why_not("move i1 to 1412") == []
    assert second.why_not("move i2 to 0206") == []
    german = at(f"at german-movement\nturn 1\n{near}")
    assert german.why_not("done") == []


@pytest.mark.case("17.1b")
def test_no_soviet_unit_disengages_on_game_turn_1(at: At) -> None:
    position = "1407 1ID\n1408 i1 i2"
    first = at(f"at soviet-movement\nturn 1\n{position}")
    assert "17.1b" in first.clauses("move i1 to 1409")
    assert "move" not in first.verbs()  # nobody is even offered
    assert first.table.title.aids.reach(first.s, 1 << first.unit("i1")) == {}
    assert first.why_not("done") == []  # both stand next to a German
    second = at(f"at soviet-movement\nturn 2\n{position}")
    assert second.why_not("move i1 to 1409") == []
    assert second.hex("1409") in second.table.title.aids.reach(second.s, 1 << second.unit("i1"))
    german = at("at german-movement\nturn 1\n1407 1ID 11ID\n1408 i1")
    assert german.why_not("move 1ID to 1406") == []


@pytest.mark.case("17.1c")
def test_no_soviet_unit_overruns_on_game_turn_1(at: At) -> None:
    position = "1407 1ID\n1408 i1"
    assert at(f"at soviet-movement\nturn 1\n{position}").clauses("overrun i1 at 1407") == ["17.1c"]
    assert at(f"at soviet-movement\nturn 2\n{position}").why_not("overrun i1 at 1407") == []
    assert at(f"at german-movement\nturn 1\n{position}").why_not("overrun 1ID at 1408") == []


@pytest.mark.case("17.1a")
def test_no_soviet_reinforcement_is_held_back_on_game_turn_1(at: At) -> None:
    reserve = f"reserve i1(slot={FIRST_INFANTRY})\n1112 1ID"
    t = at(f"{MOVE}{reserve}")
    assert t.clauses("done") == ["16.5a"]
    assert t.play("enter i1 at 1113").why_not("done") == []


# -- [17.2] who can get adjacent ---------------------------------------------------------------


@pytest.mark.case("17.2a")
def test_who_can_get_adjacent_must(at: At) -> None:
    """Three hexes of clear terrain lie between 1411 and 1408."""
    t = at(f"{MOVE}1407 1ID\n1411 i1")
    assert t.clauses("done") == ["17.2a"]
    assert "still able to get adjacent to a German unit: i1" in t.reasons("done")
    t.play("move i1 to 1408")
    assert t.why_not("done") == []
    assert t.clauses("move i1 to 1409")[:1] == ["17.1b"]  # and there it stays


@pytest.mark.case("17.2a")
def test_any_german_will_do_not_only_the_nearest(at: At) -> None:
    t = at(f"{MOVE}1407 1ID\n1413 11ID\n1411 i1")
    assert {"1408", "1412"} <= t.reach("i1")
    assert t.play("move i1 to 1408").why_not("done") == []


@pytest.mark.case("17.2a")
def test_it_may_move_in_several_goes_while_it_stays_able(at: At) -> None:
    """Back to 1412 leaves 4 points, just enough; to the hill of 1413 would leave 2."""
    t = at(f"{MOVE}1407 1ID\n1411 i1")
    assert t.why_not("move i1 to 1410") == []
    assert t.clauses("move i1 via 1412 1413") == ["17.2a"]
    assert "no longer able from 1413: i1" in t.reasons("move i1 via 1412 1413")
    t.play("move i1 to 1412")
    assert t.clauses("done") == ["17.2a"]
    assert t.reach("i1") == {"1411", "1410", "1409", "1408"}
    assert t.clauses("move i1 to 1512") == ["17.2a"]
    t.play("move i1 to 1409", "move i1 to 1408")
    assert t.left("i1") == 0
    assert t.why_not("done") == []


@pytest.mark.case("17.2a", "4.3a")
def test_one_hex_is_always_within_reach(at: At) -> None:
    """2004 is full; the swamp of 1905 lies across the Narva and under an air unit: 8 points, and infantry has 5."""
    t = at(f"{MOVE}raid 1905\n1904 1ID\n2004 i2 i3 i4\n2005 i1")
    assert t.clauses("done") == ["17.2a"]
    assert t.reach("i1") == {"1905"}
    t.play("move i1 to 1905")
    assert t.left("i1") == 0
    assert t.why_not("done") == []


@pytest.mark.case("17.2a")
def test_full_hexes_make_a_unit_unable(at: At) -> None:
    """All six hexes around the only German hold three units: the seventh stack can only come closer, if that."""
    ring = ("1406", "1408", "1307", "1308", "1507", "1508")
    stacks = "\n".join(f"{hex_} i{3 * n + 1} i{3 * n + 2} i{3 * n + 3}" for n, hex_ in enumerate(ring))
    t = at(f"{MOVE}1407 1ID\n{stacks}\n1411 i30")
    assert t.clauses("done") == ["17.2b"]
    t.play("move i30 to 1409")
    assert t.why_not("done") == []  # 1408 has no room
    open_ = stacks.replace(" i6", "")
    assert at(f"{MOVE}1407 1ID\n{open_}\n1411 i30").clauses("done") == ["17.2a"]


@pytest.mark.case("17.2a")
def test_a_stack_may_go_together_if_each_does_its_duty(at: At) -> None:
    t = at(f"{MOVE}1407 1ID\n1411 i1 i2")
    t.play("move i1 i2 to 1408")
    assert (t.where("i1"), t.where("i2")) == ("1408", "1408")
    assert t.why_not("done") == []
    narrow = at(f"{MOVE}1407 1ID\n1411 i1 i2\n1408 i3 i4\n1508 i5 i6 i7\n1308 i8 i9 i10")
    assert narrow.clauses("move i1 i2 to 1408") == ["4.6a"]
    assert narrow.play("move i1 to 1408").clauses("done") == ["17.2b"]  # i2 finds no room any more


@pytest.mark.case("17.2a", "17.2b", "4.5c")
def test_a_tank_division_must_not_be_slowed_down_too_much(at: At) -> None:
    """By road armor gets from Dvinsk to Pskov and beyond for 5 points; infantry can only march. Together they pay a
    point for each hex of the road: after four the armor has the 3 points it needs, after five it is too late.
    """
    t = at(f"{MOVE}2009 1ID\n1113 i1 a1")
    assert t.clauses("done") == ["17.2a", "17.2b"]
    assert t.why_not("move i1 a1 to 1512") == []
    assert t.clauses("move i1 a1 to 1611") == ["17.2a"]
    assert "no longer able from 1611: a1" in t.reasons("move i1 a1 to 1611")
    t.play("move i1 a1 to 1512", "move a1 to 1909")
    assert (t.left("i1"), t.left("a1")) == (1, 0)
    assert t.clauses("done") == ["17.2b"]
    assert t.play("move i1 to 1611").why_not("done") == []


@pytest.mark.case("17.2a", "16.2b")
def test_an_arriving_unit_must_not_enter_where_it_would_be_unable(at: At) -> None:
    """1113 is full; from 1012 infantry gets next to the German in 0711, from 1213 it does not."""
    full = "1113 i2 i3 i4"
    t = at(f"{MOVE}reserve i1(slot={FIRST_INFANTRY})\n{full}\n0711 1ID")
    assert t.clauses("enter i1 at 1213") == ["17.2a"]
    assert t.why_not("enter i1 at 1012") == []
    far = at(f"{MOVE}reserve i1(slot={FIRST_INFANTRY})\n{full}\n0111 1ID")
    assert far.why_not("enter i1 at 1213") == []  # unable wherever it enters


# -- [17.2] who marches ------------------------------------------------------------------------


@pytest.mark.case("17.2b")
def test_who_cannot_get_adjacent_spends_all_its_points_going_nearer(at: At) -> None:
    t = at(f"{MOVE}0711 1ID\n1311 i1")
    assert t.clauses("done") == ["17.2b"]
    assert "must still march toward the nearest German unit: i1" in t.reasons("done")
    t.play("move i1 to 1211")
    assert t.left("i1") == 3  # a swamp
    assert t.clauses("done") == ["17.2b"]
    t.play("move i1 to 1111")
    assert t.clauses("done") == ["17.2b"]
    t.play("move i1 to 1011")
    assert t.why_not("done") == []


@pytest.mark.case("17.2b")
def test_every_hex_must_bring_it_nearer(at: At) -> None:
    t = at(f"{MOVE}0711 1ID\n1310 i1")
    for away in ("1410", "1409", "1309"):
        assert t.clauses(f"move i1 to {away}") == ["17.2b"]
    assert "1410 is no nearer to the nearest German unit than 1310" in t.reasons("move i1 to 1410")
    before, after = (fact for objection in t.table.why_not("move i1 to 1410") for fact in objection.facts.values())
    assert before < after
    assert t.clauses("move i1 via 1210 1310 1210") == ["17.2b"]  # there and back


@pytest.mark.case("17.2b")
def test_nearness_is_counted_in_the_units_own_movement_points(at: At) -> None:
    """From 1503 infantry has 15 points to 2113 and 19 to 0205; armor, by road, 13 to 2113 and 10 to 0205."""
    t = at(f"{MOVE}2113 1ID\n0205 11ID\n1503 i1 a1")
    assert "1504" in t.reach("i1")
    assert "1504" not in t.reach("a1")
    assert "1403" in t.reach("a1")
    assert t.clauses("move i1 to 1403") == ["17.2b"]
    assert "15 Movement Points against 15" in t.reasons("move i1 to 1403")
    assert t.clauses("move i1 a1 to 1504") == ["17.2a", "17.2b"]  # nor does one of them take the other along
    assert "10 Movement Points" in t.reasons("move i1 a1 to 1504")
    t.play("move i1 to 1508", "move a1 to 0708")
    assert (t.left("i1"), t.left("a1")) == (0, 0)


@pytest.mark.case("17.2b", "13.3a")
def test_interdiction_counts_in_the_distance(at: At) -> None:
    """From 1108 both 1007 and 1008 lead toward 0206; with an air unit on 0808 the way by 1007 is no shorter."""
    plain = at(f"{MOVE}0206 1ID\n1108 i1")
    assert (plain.why_not("move i1 to 1007"), plain.why_not("move i1 to 1008")) == ([], [])
    raid = at(f"{MOVE}raid 0808\n0206 1ID\n1108 i1")
    assert (raid.clauses("move i1 to 1007"), raid.why_not("move i1 to 1008")) == (["17.2b"], [])


@pytest.mark.case("17.2b", "4.3a")
def test_it_stops_when_what_is_left_pays_for_no_nearer_hex(at: At) -> None:
    """One point left, and the Dvina ahead: across it a clear hex costs two."""
    t = at(f"{MOVE}0711 1ID\n1510 i1").play("move i1 via 1410 1310 1210")
    assert t.clauses("done") == ["17.2b"]
    t.play("move i1 to 1111")
    assert t.left("i1") == 1
    assert t.clauses("move i1 to 1010")[:1] == ["17.2b"]
    assert "i1 has marched as far toward the Germans as it can" in t.reasons("move i1 to 1010")
    assert t.why_not("done") == []


@pytest.mark.case("17.2b")
def test_units_may_march_as_a_stack_and_go_on_alone(at: At) -> None:
    """Both unable, both nearer with every hex; what armor has left it must spend by itself."""
    t = at(f"{MOVE}0205 1ID\n1507 i1 a1").play("move i1 a1 to 1308")
    assert (t.left("i1"), t.left("a1")) == (3, 5)
    assert "must still march toward the nearest German unit: i1 a1" in t.reasons("done")
    t.play("move i1 a1 to 1007")
    assert (t.left("i1"), t.left("a1")) == (0, 2)
    assert "must still march toward the nearest German unit: a1" in t.reasons("done")
    t.play("move a1 to 0808")
    assert t.left("a1") == 0.5  # one more road hex would take 1, for there is a river
    assert t.why_not("done") == []


@pytest.mark.case("17.2b")
def test_arriving_units_march_too(at: At) -> None:
    t = at(f"{MOVE}reserve i1(slot={FIRST_INFANTRY}) a1(slot={FIRST_ARMOR})\n0111 1ID")
    t.play("enter i1 at 1113", "enter a1 at 1113")
    assert "must still march toward the nearest German unit: i1" in t.reasons("done")
    assert "still able to get adjacent to a German unit: a1" in t.reasons("done")  # thirteen hexes of road
    assert t.clauses("move i1 to 1213") == ["17.2b"]


@pytest.mark.case("17.2c")
@pytest.mark.parametrize("hex_", ["0205", "2204"])
def test_the_units_in_0205_and_2204_do_not_move_on_game_turn_1(at: At, hex_: str) -> None:
    to = {"0205": "0306", "2204": "2205"}[hex_]
    t = at(f"{MOVE}0111 1ID\n{hex_} i1")
    assert "17.2c" in t.clauses(f"move i1 to {to}")
    assert t.why_not("done") == []  # nothing is asked of it
    assert at(f"at soviet-movement\nturn 2\n0111 1ID\n{hex_} i1").why_not(f"move i1 to {to}") == []


@pytest.mark.case("17.2c")
def test_who_comes_to_0205_may_go_on(at: At) -> None:
    """Only those who are there when the phase begins stay; nor do they go along with others."""
    t = at(f"{MOVE}0210 1ID\n0306 i1\n0205 i2")
    t.play("move i1 to 0205")
    assert "17.2c" in t.clauses("move i2 to 0206")
    t.play("move i1 to 0206")
    assert t.where("i1") == "0206"


# -- exact, whatever the position --------------------------------------------------------------


def naive(s: Any) -> tuple[int, int]:
    """The duties, found unit by unit from what each can reach."""
    can = march = 0
    for unit in scan(pieces_in(s, s.held[SOVIET] & ~zone(s, GERMAN)) & ~surprise.frozen(s)):
        way = trip(s, 1 << unit)
        far = surprise.distances(s, way.rate)
        if way.reached & surprise.goals(s):
            can |= 1 << unit
        elif any(far.get(hex_, 999) < far.get(way.start, 999) for hex_ in way.first):
            march |= 1 << unit
    return can, march


@pytest.mark.case("17.2a", "17.2b")
@pytest.mark.parametrize("seed", range(4))
def test_the_duties_of_all_units_at_once_are_those_of_each(seed: int) -> None:
    """Along random Soviet phases, every other one under heavy interdiction."""
    dice = Dice(seed)
    s = turn_one.german_turn(dice)
    if seed % 2:
        land = list(scan(s.data.land))
        for n in range(60):
            hex_ = 1 << land[dice.pick(len(land))]
            s.raid, s.heavy_raid = (
                (s.raid & ~hex_, s.heavy_raid | hex_) if n % 2 else (s.raid | hex_, s.heavy_raid & ~hex_)
            )
        for hex_ in scan(s.held[SOVIET] & ~s.heavy_raid):
            s.raid |= 1 << hex_
    while s.turn == 1 and turn_one.TITLE.step(s).name == "soviet-movement":
        assert surprise.duties(s) == naive(s)
        turn_one.TITLE.play(s, turn_one.TITLE.sample(s, dice.pick))


@pytest.mark.case("17.2a", "17.2b", "17.3a")
def test_no_order_of_moves_and_attacks_leads_to_a_dead_end() -> None:
    dice = Dice("turn one")
    for _ in range(2):
        first = turn_one.german_turn(dice)
        for _ in range(3):
            assert turn_one.soviet_turn(first.copy(), dice) > 0


# -- [17.3] ------------------------------------------------------------------------------------


@pytest.mark.case("17.3a")
def test_every_soviet_unit_next_to_a_german_must_attack(at: At) -> None:
    t = at(f"{FIGHT}1407 1ID\n1408 16RD\n1411 112RD")
    assert t.clauses("done") == ["17.3a"]
    assert "must still attack: i1" in t.reasons("done")
    t.play("attack 1407 with 16RD", "roll 1")
    while t.ask[1] != "soviet-combat":
        t.play("done")
    assert t.why_not("done") == []  # 112RD is next to nobody
    assert at("at soviet-combat\nturn 2\n1407 1ID\n1408 16RD").why_not("done") == []
    assert at("at german-combat\nturn 1\n1407 1ID\n1408 16RD").why_not("done") == []


@pytest.mark.case("17.3a", "17.2c")
def test_the_garrisons_must_attack_too(at: At) -> None:
    t = at(f"{FIGHT}0206 1ID\n0205 16RD")
    assert t.clauses("done") == ["17.3a"]


@pytest.mark.case("17.3a")
def test_nobody_may_be_left_without_a_target(at: At) -> None:
    """112RD is next to 1407 alone, so it has to join; 115RD has 1507 as well and may wait."""
    t = at(f"{FIGHT}1407 1ID\n1507 11ID\n1406 16RD\n1308 112RD\n1508 115RD")
    assert t.clauses("attack 1407 with 16RD") == ["17.3a"]
    assert "must join this attack, because it could attack nothing else: i2" in t.reasons("attack 1407 with 16RD")
    assert t.why_not("attack 1407 with 16RD 112RD") == []
    assert t.why_not("attack 1407 with 16RD 112RD 115RD") == []


@pytest.mark.case("17.3a")
def test_an_attack_on_two_hexes_may_not_strand_those_next_to_one(at: At) -> None:
    """112RD is next to 1407 and not to 1507: it cannot join an attack on both, and would be left without a target."""
    t = at(f"{FIGHT}1407 1ID\n1507 11ID\n1406 16RD\n1308 112RD")
    assert "17.3a" in t.clauses("attack 1407 1507 with 16RD")
    free = at(f"{FIGHT}1407 1ID\n1507 11ID\n1406 16RD")
    assert free.why_not("attack 1407 1507 with 16RD") == []
    second = at("at soviet-combat\nturn 2\n1407 1ID\n1507 11ID\n1406 16RD\n1308 112RD")
    assert second.why_not("attack 1407 1507 with 16RD") == []


@pytest.mark.case("17.3a")
def test_what_the_dice_make_impossible_lapses(at: At) -> None:
    """The victorious defenders advance next to 112RD; they have been attacked, so nobody can attack them again."""
    t = at(f"{FIGHT}1407 1ID\n1408 16RD\n1410 112RD").play("attack 1407 with 16RD", "roll 1")
    assert t.where("16RD") == "lost"
    t.play("advance 1ID to 1408", "done")
    assert t.s.turn == 2


@pytest.mark.case("17.3a", "4.9j", "5.0c")
def test_across_open_water_nobody_is_adjacent(at: At) -> None:
    """1805 and 1905 face each other over Lake Peipus."""
    assert at(f"{FIGHT}1805 1ID\n1905 i1").why_not("done") == []
    assert at(f"{MOVE}1805 1ID\n1905 i1\n2205 11ID\n2004 12ID").why_not("done") == []


@pytest.mark.case("17.3b")
def test_one_adjacent_hex_is_enough_but_all_units_in_it(at: At) -> None:
    t = at(f"{FIGHT}1407 1ID 11ID\n1507 12ID\n1508 16RD").play("attack 1407 with 16RD")
    assert t.s.local.defenders == 1 << t.unit("1ID") | 1 << t.unit("11ID")


@pytest.mark.case("17.3b")
def test_who_has_attacked_one_hex_is_done(at: At) -> None:
    """10 against 3 in the open is 3-1, with armor 4-1; 1507 is never attacked."""
    t = at(f"{FIGHT}1407 1ID(reduced)\n1507 12ID\n1508 42TD").play(
        "attack 1407 with 42TD", "roll 4", "lose 1ID", "done"
    )
    assert (t.ask[1], t.where("42TD")) == ("soviet-combat", "1508")
    assert t.why_not("done") == []


# -- [17.4] ------------------------------------------------------------------------------------

ARMY_UNITS = ("i1", "i2", "i3", "i4", "i5", "i6")
ARMY_WAITS = "reserve " + " ".join(f"{unit}(slot={ARMY})" for unit in ARMY_UNITS)
BLOW = f"at soviet-movement\nturn 7\n{ARMY_WAITS}\n1407 1ID\n1408 5RD\n"


def enter_all(t: Any, *units: str) -> Any:
    """Each unit enters at 2713 or, once that is full, at the first hex open to it, and stays there."""
    for unit in units:
        open_ = sorted(t.hexes(t.options("enter", t.unit(unit)).members))
        t.play(f"enter {unit} at {open_[0]}")
    return t


@pytest.mark.case("17.4a", "17.4b", "schedule.note3", "9.6.important")
def test_with_all_six_in_every_soviet_attack_gains_four_columns(at: At) -> None:
    """To the right, for the attacker; also for units that have been there all along."""
    t = enter_all(at(BLOW), *ARMY_UNITS)
    assert "every Soviet attack gains four columns" in t.log()
    t.play("done")
    assert shifts(t, "attack 1407 with 5RD")["17.4a"] == 4
    plain = at("at soviet-combat\nturn 7\n1407 1ID\n1408 5RD")
    assert "17.4a" not in shifts(plain, "attack 1407 with 5RD")
    assert plain.odds("attack 1407 with 5RD")["column"] == "1-2"
    assert t.odds("attack 1407 with 5RD")["column"] == "4-1"


@pytest.mark.case("17.4b")
def test_overruns_gain_them_once_all_six_are_in(at: At) -> None:
    """Before the sixth has entered an overrun gains nothing."""
    t = enter_all(at(BLOW), *ARMY_UNITS[:5])
    assert "17.4a" not in shifts(t, "overrun 5RD at 1407")
    enter_all(t, "i6")
    assert shifts(t, "overrun 5RD at 1407")["17.4a"] == 4
    t.play("overrun 5RD at 1407")
    assert "counterblow of the six divisions +4 [17.4]" in t.log()


@pytest.mark.case("17.4b")
def test_german_attacks_gain_nothing(at: At) -> None:
    t = at("at german-combat\nturn 7\non_time 6\ncounterblow yes\n1407 1ID\n1408 5RD")
    assert "17.4a" not in shifts(t, "attack 1408 with 1ID")


@pytest.mark.case("17.4c")
def test_a_displaced_entry_is_an_entry_on_time(at: At) -> None:
    t = at(f"{BLOW}2713 11ID")
    assert t.clauses("enter i1 at 2713") == ["16.2a"]
    enter_all(t, *ARMY_UNITS)
    assert "2713" not in {t.where(unit) for unit in ARMY_UNITS}
    assert t.s.counterblow


@pytest.mark.case("17.4c")
def test_so_is_one_displaced_by_friendly_units(at: At) -> None:
    t = enter_all(at(BLOW), *ARMY_UNITS)
    assert sorted(t.where(unit) for unit in ARMY_UNITS[:3]) == ["2713"] * 3
    assert all(t.where(unit) != "2713" for unit in ARMY_UNITS[3:])
    assert t.s.counterblow


@pytest.mark.case("17.4d")
def test_with_one_held_back_the_gain_is_lost(at: At) -> None:
    t = enter_all(at(BLOW), *ARMY_UNITS[:5]).play("done")
    assert t.ask[1] == "soviet-combat"
    assert "17.4a" not in shifts(t, "attack 1407 with 5RD")


@pytest.mark.case("17.4d")
def test_other_reinforcements_of_the_turn_do_not_matter(at: At) -> None:
    north = next(n for n, line in enumerate(SLOTS) if (line.side, line.turn) == (SOVIET, 7) and not line.army)
    t = enter_all(at(BLOW.replace("reserve ", f"reserve i7(slot={north}) ")), *ARMY_UNITS)
    assert t.where("i7") == "reserve"
    assert t.s.counterblow


@pytest.mark.case("17.4e")
def test_the_gain_ends_with_game_turn_7(at: At) -> None:
    t = enter_all(at(BLOW), *ARMY_UNITS).play("done", "done")
    while t.ask != ("soviet", "soviet-combat"):
        t.play("done")
    assert t.s.turn == 8
    assert "17.4a" not in shifts(t, "attack 1407 with 5RD")


@pytest.mark.case("17.4e")
def test_six_that_enter_late_gain_nothing(at: At) -> None:
    t = enter_all(at(BLOW.replace("turn 7", "turn 8")), *ARMY_UNITS).play("done")
    assert "17.4a" not in shifts(t, "attack 1407 with 5RD")


@pytest.mark.case("17.4f", "16.3b")
@pytest.mark.parametrize(("turn", "hex_"), [(7, "2713"), (8, "2908"), (9, "2906"), (10, "2906"), (12, "2906")])
def test_those_held_back_enter_at_2908_and_later_at_2906(at: At, turn: int, hex_: str) -> None:
    t = at(BLOW.replace("turn 7", f"turn {turn}"))
    assert t.hexes(t.options("enter", t.unit("i1")).members) == {hex_}
    assert t.clauses("enter i1 at 2713") == ([] if turn == 7 else ["17.4f"])
