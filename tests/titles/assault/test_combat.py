"""[10.1-10.4] Who may attack whom, and at what odds. Around 3420 all is clear, but for woods in 3321."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from grognard.core import notation, view
from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.kit.battle.ledger import total
from grognard.kit.stacks import places_of
from grognard.titles.assault.rules import combat
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from tests.titles.assault.box import AT, D

At = Callable[..., Any]
GERMANS, RUSSIANS = "at german-combat\nturn 20\n", "at russian-combat\nturn 20\n"


def strengths(game: Any) -> Any:
    """Attack and defense of the battle under way, as the ledgers have them."""
    b = game.s.local
    lines = combat.attack_lines(game.s, b), combat.defense_lines(game.s, b)
    attack = combat.attack_strength(game.s, b.attackers, b.targets)
    defense = combat.defense_strength(game.s, b.defenders, b.targets, places_of(game.s, b.attackers))
    assert (total(lines[0]), total(lines[1])) == (Fraction(attack, 4), Fraction(defense, 4))
    return total(lines[0]), total(lines[1])


# -- worked examples --------------------------------------------------------------------------


@pytest.mark.case("10.2a", "10.16b", "10.39a")
def test_two_hexes_of_which_one_is_woods(at: At) -> None:
    game = at(GERMANS + "2009 6-4 6-114\n1910 90RD\n1909 111RD").play("attack 1910 1909 with 6-4 6-114")
    assert strengths(game) == (8, 12)
    assert game.odds == "1:2"


@pytest.mark.case("10.33a", "10.33b", "10.33c", "10.31b")
def test_the_168th_behind_a_river(at: At) -> None:
    game = at(GERMANS + "0935 168RD\n1035 1ID\n0936 11ID").play("attack 0935 with 1ID 11ID")
    assert strengths(game) == (18, 8)
    game = at(GERMANS + "0935 168RD\n1035 1ID\n1034 11ID").play("attack 0935 with 1ID 11ID")
    assert strengths(game) == (18, 16)


@pytest.mark.case("10.29f", "10.29c", "10.29d", "10.14a")
def test_the_8_28_has_retreated_to_the_8_8(at: At) -> None:
    text = RUSSIANS + "3420 8-28\n3421 8-8 Ru1\n3419 191RD\n3422 2GV\n3522 5GV"
    text = text.replace("Ru1", D.pieces[next(scan(D.air[RUSSIAN]))])
    game = at(text).strike("attack 3420 with 191RD", "-/1").play("retire", "retreat 8-28 3421", "hold")
    game.strike("attack 3421 with 2GV 5GV", "-/1")
    assert game.odds == "1:1"
    assert strengths(game) == (5, 4)
    assert game.ask == ("german", "penalty")
    assert game.movers("lose") == {"8-8", "8-28"}
    assert game.verbs() == {"lose", "retire"}
    for unit in ("8-8", "8-28"):
        one = type(game)(game.table.twin()).play(f"lose {unit}")
        assert one.units(one.s.reduced) == {unit}
        assert one.ask == ("russian", "russian-combat")
        assert one.s.defended >> one.unit("8-28") & 1
    game.play("retire")
    assert game.units(game.s.local.fleeing) == {"8-8", "8-28"}
    game.play("retreat 8-8 3521", "retreat 8-28 3521")
    assert game.movers("advance") == {"2GV", "5GV"}


@pytest.mark.case("11.33b")
def test_headquarters_in_defense(at: At) -> None:
    game = at(RUSSIANS + "3420 1ID 38HQ\n3419 191RD").play("attack 3420 with 191RD")
    assert strengths(game) == (5, 9)
    game = at(RUSSIANS + "3321 38HQ\n3320 191RD").play("attack 3321 with 191RD")
    assert strengths(game) == (5, 2)
    assert game.odds == "2:1"


@pytest.mark.case("11.33b", "10.29c")
def test_a_headquarters_with_only_a_retreated_unit_is_alone(at: At) -> None:
    game = at(RUSSIANS + "3420 8-28\n3421 56HQ\n3419 191RD\n3422 2GV\n3522 5GV")
    game.strike("attack 3420 with 191RD", "-/1").play("retire", "retreat 8-28 3421", "hold")
    assert strengths(game.play("attack 3421 with 2GV")) == (3, 1)


# -- who may attack ---------------------------------------------------------------------------


@pytest.mark.case("10.11a", "10.12a", "10.13a", "10.16a", "4.0g", "10.11b")
def test_who_may_attack(at: At) -> None:
    game = at(GERMANS + "3420 6-4 6-114\n3421 191RD\n3320 3V\n3522 1V\n3217 6-11Pz")
    assert game.force("3421") == {"6-4", "6-114", "6-114 6-4"}
    assert game.clauses("attack 3421 with 3V") == ["10.11a"]
    assert game.clauses("attack 3421 with 1ID") == ["10.13a"]
    assert game.clauses("attack 3421 with 6-11Pz") == ["10.13a"]
    assert "10.13a" in game.clauses("attack 3522 with 6-4")
    assert "10.13a" in game.clauses("attack 3419 with 6-4")
    assert game.clauses("attack 3421") == ["10.12a"]
    game.strike("attack 3421 with 6-4", "1/1").play("lose 6-4", "lose 191RD")
    assert game.clauses("attack 3320 with 6-4") == ["10.16a"]
    assert game.force("3320") == {"6-114"}
    assert game.verbs() == {"attack", "done"}


@pytest.mark.case("12.42c", "11.33a")
def test_who_may_not(at: At) -> None:
    game = at(GERMANS + "3420 1ID(disrupted) 38HQ\n3520 11ID\n3521 3V")
    assert game.clauses("attack 3521 with 1ID") == ["12.42c"]
    assert game.clauses("attack 3521 with 38HQ") == ["11.33a"]
    assert game.force("3521") == {"11ID"}


@pytest.mark.case("10.15a")
def test_a_hex_attacked_before_is_not_offered(at: At) -> None:
    position = GERMANS + "3420 6-4\n3421 3V"
    assert [*at(position).options("attack")] == [at(position).hex("3421")]
    game = at(position + "\nfought 3421")
    assert [*game.options("attack")] == []
    assert game.clauses("attack 3421 with 6-4") == ["10.15a"]


@pytest.mark.case("10.15a", "10.15b", "10.22a")
def test_no_hex_is_attacked_twice(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3520 11ID\n3521 191RD\n3320 3V")
    game.strike("attack 3521 with 1ID", "1/1").play("lose 1ID", "lose 191RD")
    assert game.clauses("attack 3521 with 11ID") == ["10.15a"]
    game = at(GERMANS + "3420 1ID\n3520 11ID\n3521 191RD")
    assert strengths(game.play("attack 3521 with 1ID 11ID")) == (18, 5)
    assert game.ask == ("chance", "die")


@pytest.mark.case("10.13a", "10.16b", "10.17a", "10.17c")
def test_every_attacker_is_next_to_every_hex(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3520 11ID\n3521 3V\n3421 1V\n3320 2V")
    assert game.force("3421", "3521") == {"1ID"}
    assert game.clauses("attack 3421 3521 with 1ID 11ID") == ["10.13a"]
    late = Action("attack", (game.hex("3521"), 1 << game.hex("3421"), 1 << game.unit("1ID")))
    assert [objection.clause for objection in game.title.explain(game.s, late)] == ["10.17a"]
    game.play("attack 3421 3521 with 1ID")
    assert strengths(game) == (9, 6)
    assert game.odds == "3:2"


@pytest.mark.case("10.21f", "10.21e")
def test_the_least_and_the_greatest_odds(at: At) -> None:
    game = at(GERMANS + "3420 6-4(reduced)\n3521 191RD 1G\n3520 11ID\n3321 2V 2G")
    assert game.clauses("attack 3321 with 6-4") == ["10.21f"]
    assert game.clauses("attack 3521 with 6-4") == []
    assert "10.21f" in game.clauses("attack 3321 3521 with 6-4")
    game = at(GERMANS + "3420 1ID\n3421 1G").play("attack 3421 with 1ID")
    assert game.where("1G") == "lost"
    assert game.ask == ("german", "advance")
    assert "needs no die" in game.log()


@pytest.mark.case("10.21f", "8.45b")
def test_only_together_are_they_strong_enough(at: At) -> None:
    game = at(RUSSIANS + "3420 11ID\n3419 1G\n3421 2G\n3520 4V")
    assert game.force("3420") == {"1G 4V", "2G 4V", "1G 2G 4V"}
    assert game.clauses("attack 3420 with 4V") == ["10.21f"]


# -- strengths --------------------------------------------------------------------------------


@pytest.mark.case("11.23a", "12.42d", "10.21a", "10.21b")
def test_halves_and_quarters(at: At) -> None:
    game = at(GERMANS + "3420 1ID(unsupplied)\n3321 191RD(disrupted,unsupplied)\n").play("attack 3321 with 1ID")
    assert strengths(game) == (Fraction(9, 2), Fraction(5, 2))
    assert game.odds == "3:2"
    game = at(GERMANS + "3420 1ID\n3421 LTS(unsupplied) 1G(disrupted)").play("attack 3421 with 1ID")
    assert strengths(game) == (9, Fraction(3, 2))


@pytest.mark.case("10.31a", "10.32a", "10.32b", "10.34a", "10.34b", "10.34c", "10.35a", "10.35b")
def test_terrain(at: At) -> None:
    city = at(GERMANS + "0611 191RD\n0711 1ID\n0512 11ID").play("attack 0611 with 1ID 11ID")
    assert strengths(city) == (18, 15)
    river = at(GERMANS + "0611 2V\n0612 1ID\n0712 11ID").play("attack 0611 with 1ID 11ID")
    assert strengths(river) == (18, 18)
    strong = D.multiple(AT["2823"], RUSSIAN), D.multiple(AT["2823"], GERMAN)
    assert strong == (4, 3)
    fort = at(GERMANS + "0421 3V\n0521 1ID").play("attack 0421 with 1ID")
    assert strengths(fort) == (9, 9)
    german = at(RUSSIANS + "0421 6-4\n0521 191RD").play("attack 0421 with 191RD")
    assert strengths(german) == (5, 4)


@pytest.mark.case("13.4a", "13.5a")
def test_the_fire_of_the_fleet(at: At) -> None:
    sea = "0324 Nav\n"
    game = at(RUSSIANS + sea + "0425 1ID\n0424 191RD(unsupplied)\nfire 0425").play("attack 0425 with 191RD")
    assert strengths(game) == (Fraction(15, 2), 9)
    game = at(GERMANS + sea + "0427 1G(disrupted)\n0426 1ID\nfire 0427").play("attack 0427 with 1ID")
    assert strengths(game) == (9, 6)
    game = at(GERMANS + sea + "0427 1G\n0426 1ID\nfire 0426").play("attack 0427 with 1ID")
    assert strengths(game) == (9, 2)


@pytest.mark.case("13.4a", "10.21f")
def test_fire_on_a_second_hex_may_make_the_attack(at: At) -> None:
    game = at(RUSSIANS + "0324 Nav\n0425 4V\n0424 1ID\n0426 11ID\nfire 0424")
    assert game.clauses("attack 0426 with 4V") == ["10.21f"]
    game.play("attack 0426 0424 with 4V")
    assert strengths(game) == (7, 18)


# -- the die ----------------------------------------------------------------------------------


@pytest.mark.case("10.41a", "10.42a", "10.43a", "12.52a", "12.52b", "9.6b", "12.42e", "10.21g", "12.53a", "12.54a")
@pytest.mark.parametrize(
    ("attackers", "defenders", "wings", "change"),
    [
        ("1ID", "3V", 0, 2),
        ("SSPol", "191RD", 0, -1),
        ("SSPol", "191RD", 1, 0),
        ("SSPol", "191RD", 2, 0),
        ("1ID SSPol", "3V", 0, 1),
        ("1ID", "3V 1G", 0, 2),
        ("1ID", "111RD 1G", 0, 1),
        ("1ID(reduced)", "111RD(disrupted)", 0, 0),
    ],
)
def test_the_change_of_the_die(at: At, attackers: str, defenders: str, wings: int, change: int) -> None:
    names = " ".join(D.pieces[wing] for wing in list(scan(D.air[GERMAN]))[:wings])
    fronts = "\n".join(f"{hex_} {unit}" for hex_, unit in zip(("3420", "3520"), attackers.split(), strict=False))
    game = at(f"{GERMANS}{fronts}\n3521 {defenders} {names}")
    game.play(f"attack 3521 with {' '.join(unit.partition('(')[0] for unit in attackers.split())}")
    assert game.s.local.change == change
    assert sum(line.amount for line in combat.modifier_lines(game.s, game.s.local)) == change


@pytest.mark.case("9.6b")
def test_class_in_a_fortification(at: At) -> None:
    assert at(GERMANS + "0421 3V\n0521 1ID").play("attack 0421 with 1ID").s.local.change == 2


@pytest.mark.case("10.21h", "10.21e")
def test_what_an_attack_would_come_to(at: At) -> None:
    game = at(GERMANS + "3420 8-10Pz\n3421 10RD\n3521 1G\n3520 1ID")
    text = "attack 3421 with 8-10Pz"
    found = game.title.odds(game.s, game.title.parse(game.s, text), 0)
    assert found is not None
    assert found.column == "1:1"
    assert {one.name: one.chance for one in found.results} == {
        "2/1": 0.1667,
        "1/-": 0.1667,
        "1/1": 0.1667,
        "-/1": 0.1667,
        "1/2": 0.1667,
        "-/2": 0.1667,
    }
    assert [line.after for line in found.lines] == ["5", "4", "1:1", "1"]
    assert game.title.odds(game.play(text).s, None, 0) == found
    game.play("roll 1")
    assert "read as 2: 2/1" in game.log()
    assert game.title.odds(game.s, None, 0) is None
    game.play("retire", "retreat 8-10Pz 3419", "lose 8-10Pz", "waive")
    sure = game.title.odds(game.s, game.title.parse(game.s, "attack 3521 with 1ID"), 0)
    assert sure is not None
    assert (sure.column, [(one.name, one.chance) for one in sure.results]) == ("8:1", [("DE", 1.0)])
    assert (sure.results[0].defender.destroyed, sure.results[0].attacker.harm) == (True, 0)


def test_the_die_has_six_faces(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 191RD").play("attack 3421 with 1ID")
    assert game.clauses("roll 7") == ["3.2o"]


# -- the city ---------------------------------------------------------------------------------


@pytest.mark.case("8.43b", "8.44a", "8.46a", "10.32b")
def test_attacks_into_the_city(at: At) -> None:
    game = at(GERMANS + "0419 11ID\n0320 4V\n")
    assert game.clauses("attack 0320 with 11ID") == ["8.43b"]
    game = at(GERMANS + "K5 11ID\nJ4 4V\nJ5 168RD")
    assert strengths(game.play("attack J4 with 11ID")) == (9, 6)
    game = at(GERMANS + "K3 1ID\nK4 4V\nJ5 235RD")
    assert game.clauses("attack K4 with 1ID") == ["8.45a"]


@pytest.mark.case("8.44a", "8.45a")
def test_nobody_attacks_out_of_the_interior(at: At) -> None:
    game = at(RUSSIANS + "K5 11ID\nJ4 4V")
    assert game.clauses("attack K5 with 4V") == ["8.45a"]
    game = at(GERMANS + "J4 11ID\nK5 4V")
    assert game.clauses("attack K5 with 11ID") == ["8.45a"]


@pytest.mark.case("8.42a", "10.38a", "10.38b")
def test_bridges(at: At) -> None:
    game = at(GERMANS + "german F4\nF4 6-4 6-11Pz\nG5 4V\nG4 235RD\nE4 2GV")
    assert game.clauses("attack G4 with 6-4") == ["10.38a"]
    near = at(GERMANS + "E4 6-4\nF3 11ID\nF4 4V\nG4 1ID")
    assert near.clauses("attack F4 with 6-4 1ID") == ["10.38a"]
    assert near.force("F4") == {"6-4", "11ID", "11ID 6-4"}
    game.play("attack G5 with 6-4 6-11Pz")
    assert strengths(game) == (9, 12)
    game = at(GERMANS + "german F4\nF4 6-4 6-11Pz\nE4 2GV").play("attack E4 with 6-4 6-11Pz")
    assert strengths(game) == (9, 9)


@pytest.mark.case("10.13a", "10.17a")
def test_water_between_two_hexes_stops_no_attack(at: At) -> None:
    game = at(GERMANS + "0833 1ID\n0832 191RD\n0933 11ID")
    assert game.clauses("attack 0832 with 1ID") == []
    assert game.force("0832") == {"1ID", "11ID", "11ID 1ID"}
    assert game.clauses("attack 0831 with 1ID") == ["10.13a"]


@pytest.mark.case("6.17a", "10.51a")
def test_nobody_advances_across_water(at: At) -> None:
    game = at(GERMANS + "0833 1ID\n0832 1G").strike("attack 0832 with 1ID", "DE")
    assert game.ask[1] != "advance"
    game = at(GERMANS + "0833 1ID\n0933 11ID\n0832 1G").strike("attack 0832 with 1ID 11ID", "DE")
    assert game.movers("advance") == {"11ID"}
    assert game.clauses("advance 1ID 0832")[-1] == "6.17a"


def test_odds_as_if_an_air_unit_were_there(at: At) -> None:
    game = at(GERMANS + "3420 8-28\n3421 191RD")
    action = game.title.parse(game.s, "attack 3421 with 8-28")
    bare, helped = (game.title.odds(game.s, action, air) for air in (0, 1))
    assert [line.clause for line in helped.lines] == [*[line.clause for line in bare.lines], "12.52a"]
    assert helped.results != bare.results
    assert [line.text for line in bare.lines if line.part == "column"] == ["4 against 5 is 1:2"]


@pytest.mark.case("8.45b", "10.21f")
def test_choices_list_the_attackers_where_not_any_may_join(at: At) -> None:
    game = at(RUSSIANS + "0320 191RD 70RD 1W 2W\n0419 6-4\nlost 17W")
    verb = game.title.step(game.s).verb("attack")
    found = view.choices(game.s, verb, (game.hex("0419"), 0))
    listed = {frozenset(one) for one in found["sets"]}
    assert not found["free"]
    assert len(listed) == found["count"]
    for one in listed:
        assert game.clauses(f"attack 0419 with {' '.join(one)}") == []
    assert found["high"] == max(map(len, listed))


@pytest.mark.case("10.37a")
def test_nobody_attacks_across_the_neva(at: At) -> None:
    game = at(GERMANS + "0319 11ID\n0318 3V")
    assert "10.37a" in game.clauses("attack 0318 with 11ID")
    game = at(RUSSIANS + "0319 11ID\n0219 191RD\n0320 1V")
    assert game.clauses("attack 0319 with 191RD") == ["10.37a"]
    assert game.force("0319") == {"1V"}


@pytest.mark.case("8.45a", "8.45b", "14.4b")
def test_attacks_out_of_the_city(at: At) -> None:
    game = at(RUSSIANS + "0320 191RD 70RD 1W 2W 1G 2G\n0419 6-4\n0420 28HQ\nlost 17W")
    assert game.clauses("attack 0419 with 191RD 70RD") == ["8.45b"]
    assert game.clauses("attack 0419 with 191RD 1W 2W") == ["8.45b"]
    game.strike("attack 0419 with 191RD 1W", "-/1").play("lose 6-4")
    assert game.hexes(game.s.sallied) == game.hexes(game.s.sallied_workers) == {"0320"}
    assert game.s.sallied_guerrillas == 0
    assert game.clauses("attack 0420 with 70RD") == ["8.45b"]
    assert game.clauses("attack 0420 with 2W") == ["8.45b"]
    game.play("done")
    assert game.s.sallied == game.s.sallied_workers == 0


@pytest.mark.case("8.45b")
def test_who_has_gone_out_still_counts(at: At) -> None:
    game = at(RUSSIANS + "0320 191RD 70RD\n0419 6-4(reduced)\n0420 6-114(reduced)\nlost 17W")
    game.strike("attack 0419 with 191RD", "-/2").play("lose 6-4", "advance 191RD 0419")
    assert "8.45b" in game.clauses("attack 0420 with 70RD")


# -- positions in the middle of a battle ------------------------------------------------------


def test_a_battle_is_read_back_only_where_something_is_to_decide(at: At) -> None:
    game = at(GERMANS + "3420 1ID\n3421 191RD").strike("attack 3421 with 1ID", "1/1")
    text = notation.write(game.s)
    titles = {game.title.name: game.title}
    assert notation.write(notation.read(titles, text)) == text
    for old, new, why in (
        ("owed=1", "owed=0", "nothing to decide"),
        ("owed=1", "owed=3", "nothing to decide"),
        ("stage=1", "stage=2", "nothing to decide"),
        ("attackers=1ID", "attackers=191RD", "units of the phasing player"),
        ("defenders=191RD", "defenders=11ID", "must be units of the other player"),
        ("targets=3421", "targets=3422", "those attacked"),
    ):
        assert old in text
        with pytest.raises(notation.BadPosition, match=why):
            notation.read(titles, text.replace(old, new))


# -- what lasts and what does not matter ------------------------------------------------------


@pytest.mark.case("10.36a", "9.6c", "10.34a")
def test_a_fortification_helps_again_when_it_is_retaken(at: At) -> None:
    """A German in 0421 gains nothing by it; Russians who take it back have it as before."""
    game = at(RUSSIANS + "0421 6-4(reduced)\n0420 191RD 17W\n0422 70RD\n0521 1ID\n0522 11ID")
    assert strengths(type(game)(game.table.twin()).play("attack 0421 with 191RD 70RD")) == (10, 2)
    game.strike("attack 0421 with 191RD 70RD", "DE").play("advance 191RD 0421").to("german-combat")
    assert strengths(game.play("attack 0421 with 1ID 11ID")) == (9, 15)  # out of supply, against three times five


@pytest.mark.case("10.310a", "10.31b")
def test_roads_and_rails_do_not_matter(at: At) -> None:
    """0721 and 0922 are clear hexes with a road, 0720 has none, and rails run somewhere else."""
    d = at(GERMANS).s.data
    by_road = {a for a, _ in d.road_links}
    clear = [hex_ for hex_ in scan(d.kind["clear"] & d.main) if not d.forts >> hex_ & 1]
    rails = [hex_ for hex_ in clear if d.lines >> hex_ & 1]
    roads = [hex_ for hex_ in clear if hex_ in by_road]
    assert rails
    assert roads
    for hex_ in (*rails, *roads):
        assert [d.multiple(hex_, side) for side in (GERMAN, RUSSIAN)] == [1, 1]
        assert [d.multiple(hex_, side, 2) for side in (GERMAN, RUSSIAN)] == [2, 2]
    assert strengths(at(GERMANS + "0721 3V\n0722 1ID").play("attack 0721 with 1ID")) == (9, 3)
    assert strengths(at(GERMANS + "1132 3V\n1031 1ID").play("attack 1132 with 1ID"))[0] == 9


@pytest.mark.case("10.17b", "10.18a", "10.12a")
def test_a_stack_divides_and_the_order_is_free(at: At) -> None:
    game = at(GERMANS + "3420 6-4 6-114 6-11Pz\n3421 3V\n3320 4V\n3521 2GV")
    other = type(game)(game.table.twin())
    game.strike("attack 3320 with 6-114", "-/1").play("lose 4V", "hold")
    game.strike("attack 3421 with 6-4", "-/1").play("lose 3V", "hold")
    assert game.units(game.s.attacked) == {"6-114", "6-4"}  # the third stays out, and 3521 in peace
    other.strike("attack 3421 with 6-11Pz 6-4", "DE").play("hold")
    assert other.clauses("attack 3320 with 6-114") == []
    other.play("done")
    assert other.ask == ("german", "mechanized")


@pytest.mark.case("8.45b")
def test_the_forces_that_may_come_out_of_a_city_hex(at: At) -> None:
    game = at(RUSSIANS + "0320 191RD 70RD 1W\n0419 6-4\n0519 4V")
    alone = {"191RD", "70RD", "191RD 1W", "1W 70RD"}  # a Worker alone is too weak
    assert {force for force in game.force("0419") if "4V" not in force} == alone
    assert "191RD 4V" in game.force("0419")
    assert not any({"191RD", "70RD"} <= {*force.split()} for force in game.force("0419"))


@pytest.mark.case("10.21a", "10.21b", "11.23a", "12.42d", "10.34a", "10.33a")
def test_the_ledger_says_why(at: At) -> None:
    def said(text: str, attack: str) -> list[str]:
        game = at(text)
        found = game.title.odds(game.s, game.title.parse(game.s, attack), 0)
        assert found is not None
        return [f"{line.part}: {line.text}" for line in found.lines]

    assert said(GERMANS + "0521 1ID(unsupplied)\n0421 3V(disrupted)", "attack 0421 with 1ID") == [
        "attack: 1ID 9, halved: out of supply",
        "defense: 0421: 3V 3 x3 fortification, halved: disrupted",
        "column: 4.5 against 4.5 is 1:1",
        "die: class A against C",
    ]
    assert said(GERMANS + "1035 1ID\n0935 168RD(unsupplied)", "attack 0935 with 1ID")[:2] == [
        "attack: 1ID 9",
        "defense: 0935: 168RD 4 x4 woods behind a river, halved: out of supply",
    ]
    assert said(RUSSIANS + "0421 6-4\n0521 191RD(disrupted)\n0522 70RD", "attack 0421 with 70RD")[:2] == [
        "attack: 70RD 5",
        "defense: 0421: 6-4 4",
    ]


@pytest.mark.case("8.45b")
def test_each_city_hex_has_its_own_sally(at: At) -> None:
    game = at(RUSSIANS + "0320 191RD 4V\n0419 6-4(reduced)\n0219 70RD\n0218 6-114(reduced)\n0119 58ID")
    game.strike("attack 0419 with 191RD", "-/1").play("lose 6-4", "hold")
    game.strike("attack 0218 with 70RD", "-/1").play("lose 6-114", "hold")
    assert game.hexes(game.s.sallied) == {"0320", "0219"}


@pytest.mark.case("10.21f", "10.13a", "10.16a", "10.16b", "10.17a")
def test_what_is_offered_for_attack(at: At) -> None:
    """3320 and 3421 alone and together; 3321, woods, is too strong; the unit that has attacked offers nothing."""
    game = at(GERMANS + "3420 6-4(reduced)\n3320 4V\n3421 1G\n3321 191RD\n3522 3V")
    assert game.hexes(sum(1 << hex_ for hex_ in game.options("attack"))) == {"3320", "3421"}
    sets = [game.hexes(also) for also in game.options("attack", game.hex("3320"))]
    assert sets == [set(), {"3421"}]
    assert game.clauses("attack 3321 with 6-4") == ["10.21f"]
    text = GERMANS + "3420 6-4(attacked)\n3520 11ID\n3421 3V\n3521 4V\nfought 3620"
    game = at(text)
    assert game.hexes(sum(1 << hex_ for hex_ in game.options("attack"))) == {"3521"}
    assert game.clauses("attack 3421 with 6-4")[0] == "10.16a"
    assert "no unit of yours that may still attack is adjacent to 3421" in game.reasons("attack 3421 with 6-4")
    why = game.reasons("attack 3421 3521 with 11ID")
    assert "no unit of yours that may still attack is adjacent to all of 3421 and 3521" in why
    assert set(game.clauses("attack 3421 3521 with 11ID")) == {"10.13a", "10.16a"}
    game = at(GERMANS + "3420 6-4\n3322 1ID\n3421 3V\n3320 4V\n3323 1V")
    assert "no unit of yours is adjacent to all of 3323 and 3320" in game.reasons("attack 3320 3323 with 1ID")
