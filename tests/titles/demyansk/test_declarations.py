"""[11.1, 11.3] Declaring combats: who attacks what, and the attacks that come with it."""

from typing import Any

import pytest

from grognard.titles.demyansk.rules.requirements import declared
from tests.titles.demyansk.box import D
from tests.titles.demyansk.fights import to_die, units

PAIR = "1330 42-180 21-180\n1331 I-27\n1431 II-27"
"""Two Soviet regiments with two Axis battalions next to them, each with a ZOC into their hex."""


@pytest.mark.case("11.0a", "11.0b", "11.11a", "sequence.12")
def test_attacking_is_voluntary(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1331 I-27")
    assert game.ask == ("soviet", "combat")
    assert "attack" in game.verbs()
    assert game.clauses("attack 1330 with I-27") == ["11.12d", "11.0b"]
    game.play("done")
    assert game.ask == ("axis", "movement")


@pytest.mark.case("11.11b", "11.12a", "sequence.13", "11.53b")
def test_any_number_of_attacks(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1331 I-27\n2431 21-180\n2531 II-27\n2731 86-180\n2832 III-27")
    for hex_, unit in (("2531", "21-180"), ("1331", "42-180"), ("2832", "86-180")):
        to_die(game.play(f"attack {hex_} with {unit}")).play("roll 4")
        while game.ask[1] != "combat":
            verb = {"loss": "lose", "retreat": "retreat", "advance": "hold"}[game.ask[1]]
            game.play(verb if verb == "hold" else game.title.text(game.s, game.title.sample(game.s, lambda n: 0)))
    assert not game.options("attack")


@pytest.mark.case("11.12d", "11.24b", "9.37b")
def test_a_hex_without_enemies(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1331 I-27\nAGN II-27")
    assert game.clauses("attack 1231 with 42-180") == ["11.12d"]
    assert "11.12d" in game.clauses("attack AGN with 42-180")


@pytest.mark.case("11.0a")
def test_only_adjacent_enemies(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1332 I-27")
    assert game.clauses("attack 1332 with 42-180") == ["11.0a", "11.15e"]


@pytest.mark.case("9.35f", "9.37a")
def test_not_from_a_map_box(fighting: Any) -> None:
    game = fighting("soviet", "NWF 42-180\n1014 21-180\n1015 I-27")
    assert "9.35f" in game.clauses("attack 1015 with 42-180")


@pytest.mark.case("11.12b", "11.12c", "11.15g")
def test_units_of_a_stack_attack_different_hexes(fighting: Any) -> None:
    game = fighting("soviet", PAIR)
    assert game.clauses("attack 1331 with") == ["11.12b"]
    game.play("attack 1331 with 42-180", "attack 1431 with 21-180")
    assert [units(force) for _, force in declared(game.s).values()] == [{"42-180"}, {"21-180"}]
    assert [units(force) for _, force in declared(game.s).values()] == [{"42-180"}, {"21-180"}]


@pytest.mark.case("11.13a", "11.33b")
def test_one_unit_against_two_hexes(fighting: Any) -> None:
    """One combat against both: the whole defense counts."""
    game = fighting("soviet", PAIR).play("attack 1331 1431 with 42-180")
    to_die(game)
    assert "4 against 6 is 2-3" in game.log()


@pytest.mark.case("11.13b")
def test_as_many_as_are_adjacent(fighting: Any) -> None:
    text = "1330 42-180\n1231 21-180\n1232 86-180\n1332 41-84\n1432 46-84\n1431 201-84\n1331 I-27"
    game = fighting("soviet", text).play("attack 1331 with 42-180 21-180 86-180 41-84 46-84 201-84")
    assert game.s.local.attackers.bit_count() == 6


@pytest.mark.case("11.13c")
def test_nobody_in_the_hex_is_withheld(fighting: Any) -> None:
    game = fighting("soviet", "1330 170Div\n1331 I-27 II-27 AR12").play("attack 1331 with 170Div")
    assert units(game.s.local.defenders) == {"I-27", "II-27", "AR12"}


@pytest.mark.case("11.14a", "11.15b")
def test_what_is_declared_must_be_resolved(fighting: Any) -> None:
    game = fighting("soviet", PAIR).play("attack 1331 with 42-180", "attack 1431 with 21-180")
    assert game.clauses("done") == ["11.14a"]
    assert game.clauses("recall") == ["11.14a"]
    assert game.clauses("rearrange 1331 with 21-180") == ["11.14a", "11.18a"]
    assert game.clauses("forfeit 1331") == ["11.14a"]


@pytest.mark.case("11.15a", "11.15b")
def test_an_incomplete_set(fighting: Any) -> None:
    game = fighting("soviet", PAIR).play("attack 1331 with 42-180")
    assert (game.ask[1], game.places(game.s.unfinished)) == ("combat", {"1331"})
    assert game.clauses("done") == ["11.15a"]
    assert game.clauses("resolve 1331") == ["11.15b"]
    assert game.places(game.options("attack").members) == {"1431"}
    game.play("recall")
    assert (declared(game.s), game.s.unfinished) == ({}, 0)
    game.play("done")


@pytest.mark.case("11.15a", "11.17a")
def test_a_set_that_cannot_be_completed(fighting: Any) -> None:
    """Nobody else could attack 1431: both hexes or none. And 1MG alone is too weak for a full stack."""
    game = fighting("soviet", "1330 42-180\n1331 I-27\n1431 II-27")
    assert game.clauses("attack 1331 with 42-180") == ["11.15a"]
    assert game.clauses("attack 1431 with 42-180") == ["11.15a"]
    assert game.clauses("attack 1331 1431 with 42-180") == []
    weak = fighting("soviet", "1330 42-180 1MG\n1331 I-27\n1431 II-27 III-27")
    assert weak.clauses("attack 1331 with 42-180") == ["11.15a"]
    assert weak.clauses("attack 1331 with 1MG") == []


@pytest.mark.case("11.15a")
def test_others_make_the_required_attack(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1530 21-180\n1331 I-27\n1431 II-27")
    game.play("attack 1331 with 42-180", "attack 1431 with 21-180")
    assert len(declared(game.s)) == 2


@pytest.mark.case("11.15a", "11.15b")
def test_requirements_of_requirements(fighting: Any) -> None:
    """The unit that makes the required attack is next to a third enemy, which must be attacked in turn."""
    game = fighting("soviet", "1330 42-180\n1530 21-180 86-180\n1331 I-27\n1431 II-27\n1630 III-27")
    game.play("attack 1331 with 42-180", "attack 1431 with 21-180")
    assert game.clauses("done") == ["11.15a"]
    assert game.places(game.options("attack").members) == {"1630"}
    game.play("attack 1630 with 86-180")
    assert game.s.unfinished == 0
    alone = fighting("soviet", "1330 42-180\n1530 21-180\n1331 I-27\n1431 II-27\n1630 III-27")
    assert alone.clauses("attack 1331 with 42-180") == []
    alone.play("attack 1331 with 42-180")
    assert alone.clauses("attack 1431 with 21-180") == ["11.15a"]
    assert alone.clauses("attack 1431 1630 with 21-180") == []


@pytest.mark.case("11.15c", "11.11c", "11.15d", "10.16a", "13.11a")
def test_other_combats_before_and_between(fighting: Any) -> None:
    """Support is given when each combat is taken up."""
    game = fighting("soviet", PAIR + "\n2431 86-180\n2531 III-27\navailable Il2-1")
    game.play("attack 1331 with 42-180", "attack 1431 with 21-180")
    assert game.ask[1] == "combat"
    game.play("attack 2531 with 86-180", "resolve 2531")
    assert game.ask[1] == "soviet-support"
    game.play("support Il2-1", "roll 2")
    while game.ask[1] != "combat":
        game.play(game.title.text(game.s, game.title.sample(game.s, lambda n: n - 1)))
    assert game.places(game.options("resolve").members) == {"1331", "1431"}
    assert game.play("resolve 1431").ask[1] == "soviet-support"


@pytest.mark.case("11.15e", "11.26a")
def test_all_attackers_next_to_all_defenders(fighting: Any) -> None:
    text = "1330 42-180\n1231 21-180\n1331 I-27\n1431 II-27"
    game = fighting("soviet", text)
    assert game.clauses("attack 1331 1431 with 42-180 21-180") == ["11.15e"]
    apart = fighting("soviet", "1330 42-180\n1231 I-27\n1430 II-27\n1332 21-180")
    assert apart.clauses("attack 1231 1430 with 42-180") == []
    far = fighting("soviet", "1330 42-180\n1231 I-27\n2431 21-180\n2531 II-27")
    assert "no unit of yours that may attack is adjacent to all of" in far.reasons("attack 1231 2531 with 42-180")


@pytest.mark.case("11.15f", "11.15g")
def test_units_that_do_not_attack_oblige_nobody(fighting: Any) -> None:
    """21-180 is in the ZOC of 1431 and does not attack, so 1431 need not be attacked."""
    game = fighting("soviet", "1231 42-180\n1530 21-180\n1331 I-27\n1431 II-27")
    game.play("attack 1331 with 42-180")
    assert game.s.unfinished == 0
    assert game.ask[1] == "die"


@pytest.mark.case("11.15a", "3.24a", "11.15f")
def test_enemies_without_a_zone_oblige_nobody(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1331 I-27\n1431 AR12").play("attack 1331 with 42-180")
    assert (game.s.unfinished, declared(game.s)) == (0, {})


@pytest.mark.case("11.16a")
def test_without_attack_strength(fighting: Any) -> None:
    game = fighting("axis", "1330 BBB I-27\n1331 42-180")
    assert game.clauses("attack 1331 with BBB I-27") == ["11.16a"]
    assert not fighting("axis", "1330 BBB\n1331 42-180").options("attack")


@pytest.mark.case("11.16b", "3.51h", "3.51i", "6.42a")
def test_halved_to_nothing(fighting: Any) -> None:
    """Out of Supply, 1MG has half a point: alone nothing, with another such unit one."""
    ring = "3131 1MG\n3032 I-27\n3132 vBorries\n3031 Denmark\n3030 I-30\n3232 II-30\n3231 III-30"
    game = fighting("soviet", ring)
    assert not game.options("attack")
    two = fighting("soviet", ring.replace("1MG", "1MG 149Ski 42-180"))
    assert "11.16b" not in two.clauses("attack 3032 with 1MG 149Ski 42-180")
    short = fighting("soviet", "shortage yellow\n1330 1MG 42-180\n1331 I-27", shortage="units")
    assert short.clauses("attack 1331 with 1MG 42-180") == ["11.16b"]
    assert short.clauses("attack 1331 with 42-180") == []


@pytest.mark.case("11.17a", "11.31a")
def test_at_least_one_to_three(fighting: Any) -> None:
    """1 against 3 is enough, 1 against 4 is not; support does not count."""
    game = fighting("soviet", "1330 1MG\n1331 I-27\n1329 27GdRkt")
    assert game.clauses("attack 1331 with 1MG") == []
    strong = fighting("soviet", "1330 1MG\n1331 Denmark\n1329 27GdRkt")
    assert strong.clauses("attack 1331 with 1MG") == ["11.17a"]
    choice = fighting("soviet", "1330 1MG 42-180\n1331 Denmark")
    assert choice.clauses("attack 1331 with 1MG") == ["11.17a"]
    both = fighting("soviet", "1330 1MG\n1331 I-27\n1431 AR12 II-27")
    assert "no attack on 1331 and 1431 reaches 1-3" in both.reasons("attack 1331 1431 with 1MG")
    assert choice.clauses("attack 1331 with 42-180") == []


@pytest.mark.case("11.24a", "8.34a")
def test_not_across_a_prohibited_hexside(fighting: Any) -> None:
    """Across a lake only when it is frozen."""
    land, lake = next(
        (a, b) for (a, b), kind in D.hexside.items() if kind == "lake" and D.terrain[a] != "lake" == D.terrain[b]
    )
    a, b = D.board.names[land], D.board.names[lake]
    for weather, closed in (("frozen", False), ("dry", True)):
        clauses = fighting("axis", f"{a} Denmark\n{b} 42-180", weather).clauses(f"attack {b} with Denmark")
        assert ("11.24a" in clauses) == closed
    assert "could cross a hexside into" in fighting("axis", f"{a} Denmark\n{b} 42-180", "dry").reasons(
        f"attack {b} with Denmark"
    )
    assert fighting("axis", "1724 I-27\n1824 1-87", "dry").clauses("attack 1824 with I-27") == []  # a river is no lake


@pytest.mark.case("11.24a", "8.35f")
def test_armor_across_a_major_river(fighting: Any) -> None:
    """Only with an engineer, unless it is frozen; a road bridge serves as well."""
    text = "1724 StuG184 {}\n1825 I-27\n1824 42-180"
    assert fighting("axis", text.format("Pi12"), "dry").clauses("attack 1824 with StuG184") == []
    alone = fighting("axis", text.format("I-48"), "dry")
    assert "11.24a" in alone.clauses("attack 1824 with StuG184")
    forces = list(alone.options("attack", alone.place("1824"), 0))
    assert forces
    assert not any("StuG184" in units(force) for force in forces)
    assert fighting("axis", text.format("I-48")).clauses("attack 1824 with StuG184") == []


@pytest.mark.case("11.24a", "8.35c", "8.35a", "8.35d")
def test_armor_and_swamp(fighting: Any) -> None:
    """It cannot attack out of swamp, except when frozen, but defends there as usual."""
    text = "1226 StuG184\n1225 I-27\n1227 42-180"
    assert "11.24a" in fighting("axis", text, "dry").clauses("attack 1227 with StuG184")
    assert fighting("axis", text).clauses("attack 1227 with StuG184") == []
    game = fighting("soviet", "1227 170Div\n1226 StuG184", "dry").play("attack 1226 with 170Div")
    to_die(game)
    assert "against 2 is" in game.log()


@pytest.mark.case("11.26a", "11.26b", "11.15a")
def test_mud(fighting: Any) -> None:
    game = fighting("soviet", PAIR, "mud")
    assert "11.26a" in game.clauses("attack 1331 1431 with 42-180")
    game.play("attack 1331 with 42-180")
    assert (game.s.unfinished, game.ask[1]) == (0, "die")


@pytest.mark.case("11.32a", "12.51c")
def test_nobody_attacks_twice(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1331 I-27(reduced)\n1432 II-27").play("attack 1331 with 42-180")
    to_die(game)
    game.s.local = game.s.local._replace(column=12)
    game.play("roll 1", "advance 42-180 1331")
    assert game.where("42-180") == "1331"
    assert "11.32a" in game.clauses("attack 1432 with 42-180")


@pytest.mark.case("11.32b")
def test_nobody_defends_twice(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180 21-180\n1331 I-27").play("attack 1331 with 42-180")
    to_die(game).play("roll 4")
    while game.ask[1] != "combat":
        game.play(game.title.text(game.s, game.title.sample(game.s, lambda n: 0)))
    if game.where("I-27") == "1331":
        assert "11.32b" in game.clauses("attack 1331 with 21-180")
    declared_twice = fighting("soviet", PAIR + "\n1432 86-180").play("attack 1331 with 42-180")
    assert "11.32b" in declared_twice.clauses("attack 1331 with 86-180")


@pytest.mark.case("11.33a")
def test_a_unit_attacks_in_one_combat(fighting: Any) -> None:
    game = fighting("soviet", PAIR).play("attack 1331 with 42-180")
    assert "11.33a" in game.clauses("attack 1431 with 42-180")


@pytest.mark.case("11.34a", "11.34b", "13.22c")
def test_neither_artillery_nor_aircraft_attack(fighting: Any) -> None:
    game = fighting("soviet", "1330 264Art\n1331 I-27\navailable Il2-1")
    assert not game.options("attack")
    with_infantry = fighting("soviet", "1330 264Art 42-180\n1331 I-27\navailable Il2-1")
    assert with_infantry.clauses("attack 1331 with 42-180 264Art") == ["11.34a"]
    assert "11.0b" in with_infantry.clauses("attack 1331 with 42-180 Il2-1")


@pytest.mark.case("15.23c")
def test_units_that_receive_replacements(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180(reduced,receiving) 21-180\n1331 I-27")
    assert game.clauses("attack 1331 with 42-180 21-180") == ["15.23c"]


@pytest.mark.case("14.24a", "14.24b", "14.24c", "14.21b")
def test_out_of_a_strongpoint(fighting: Any) -> None:
    """Enemies around it must all be attacked; the Strongpoint itself changes no odds."""
    game = fighting("axis", "1811 Denmark\n1810 42-180\n1710 21-180", works=True)
    assert game.clauses("attack 1810 with Denmark") == ["11.15a"]
    assert game.clauses("attack 1710 1810 with Denmark") == []
    alone = fighting("axis", "1811 Denmark\n1810 42-180", works=True).play("attack 1810 with Denmark")
    to_die(alone)
    assert "4 against 3 is 1-1; after shifts 1-1" in alone.log()


@pytest.mark.case("14.42a")
def test_work_stops_when_the_hex_is_attacked(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1331 I-27\nbuilding 1331 1432\nairfield_site 1332")
    game.play("attack 1331 with 42-180")
    assert game.places(game.s.building) == {"1432"}
    assert game.ask[1] == "die"


@pytest.mark.case("6.41a", "11.14a")
def test_the_marks_of_the_phase_end_with_it(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1331 I-27").play("attack 1331 with 42-180")
    assert (units(game.s.attacked), units(game.s.defended)) == ({"42-180"}, {"I-27"})
    to_die(game).play("roll 4")
    while game.ask[1] != "combat":
        game.play(game.title.text(game.s, game.title.sample(game.s, lambda n: 0)))
    game.play("done")
    assert (game.s.attacked, game.s.defended) == (0, 0)


def force(game: Any, hex_: str, *units_: str) -> bool:
    """Whether a force is among those offered against a hex."""
    return sum(1 << game.unit(unit) for unit in units_) in game.options("attack", game.place(hex_), 0)


@pytest.mark.case("11.33a")
def test_who_is_declared_is_not_offered_again(fighting: Any) -> None:
    game = fighting("soviet", PAIR).play("attack 1331 with 42-180")
    assert (force(game, "1431", "21-180"), force(game, "1431", "42-180")) == (True, False)


@pytest.mark.case("11.16a")
def test_units_without_attack_strength_are_not_offered(fighting: Any) -> None:
    game = fighting("axis", "1330 BBB I-27\n1331 1-87")
    assert (force(game, "1331", "I-27"), force(game, "1331", "BBB", "I-27")) == (True, False)


@pytest.mark.case("11.41a")
def test_only_one_tank_battalion_is_offered(fighting: Any) -> None:
    game = fighting("soviet", "2432 83Tk 85Tk\n2331 I-27")
    assert (force(game, "2331", "83Tk"), force(game, "2331", "83Tk", "85Tk")) == (True, False)
