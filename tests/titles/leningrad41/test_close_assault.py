"""[10.11, 10.15, 10.16] Close assault and advance after combat.

4707 lies in the open. 4611 and 4610 are divided by a minor river, 4210 and 4211 by one with a bridge. The Neva divides
4501 from 4601, with the Volodarsky Bridge, and from 4502, without one.
"""

import pytest

from tests.titles.leningrad41.fights import Fight, firing

OPEN = "4707 1-1DNO\n4706 I-10 II-10\n4607 I-8p 43PzJg\n4709 I-28p\n4715 I-80Art"


def won(text: str, order: str, side: str = "german") -> Fight:
    """A close assault whose first die is a 1."""
    return firing(side, text).play(order).rolls(1)


@pytest.mark.case("10.11b", "10.15a", "10.15b", "2.12a")
def test_who_can_make_a_close_assault() -> None:
    game = firing("german", OPEN)
    assert (game.targets("assault"), game.words("assault", "4707")) == ({"4707"}, ["8pz"])
    assert game.able("assault", "4707", "8pz") == {"I-10", "II-10", "I-8p"}
    assert game.clauses("assault 4707 by 8pz storm 43PzJg") == ["10.15a"]
    assert "is of a type that makes no close assaults" in game.reasons("assault 4707 by 8pz storm 43PzJg")
    assert "I-28p is not beside 4707" in game.reasons("assault 4707 by 8pz storm I-28p")
    assert game.clauses("assault 4707 by 8pz") == ["10.11b"]
    assert game.clauses("assault 4707 by corps storm I-10") == ["10.15a", "13.1a"]
    assert "nobody under the 56th Panzer Corps can make" in game.reasons("assault 4707 by corps storm I-10")


@pytest.mark.case("10.15a")
def test_a_hex_without_enemies_or_without_units_beside_it() -> None:
    game = firing("german", "4707 1-1DNO\n4709 I-28p")
    assert game.targets("assault") == set()
    assert game.clauses("assault 4707 by 8pz storm I-28p")[0] == "10.15a"
    assert game.clauses("assault 4708 by 8pz storm I-28p")[0] == "10.15a"


@pytest.mark.case("10.11a", "10.11b", "11.2b")
def test_minus_one_for_the_whole_fire_if_it_is_declared() -> None:
    """Being adjacent is not enough; those who only support have the -1 too."""
    game = firing("german", OPEN)
    assert game.change("I-10 I-80Art", "4707", "1-1DNO") == 0
    assert game.change("I-10 I-80Art", "4707", "1-1DNO", "assault", "I-10") == -1
    game.play("assault 4707 by 8pz storm I-10 with I-28p I-80Art 43PzJg").rolls(4)
    assert "Strength 29, column 20-29, die 4-1 = 3" in game.log()
    assert game.s.died


@pytest.mark.case("10.15a", "10.15c")
def test_units_beside_the_target_may_support_without_assaulting() -> None:
    game = firing("german", OPEN)
    options = game.options("assault", game.place("4707"), "8pz", game.pieces("I-10"))
    assert game.units(options.members) == {"II-10", "I-8p", "43PzJg", "I-28p", "I-80Art"}
    assert options.low == 0
    game.play("assault 4707 by 8pz storm I-10 with II-10").rolls(1)
    assert [game.units(some) for some in game.options("advance")] == [{"I-10"}]
    assert game.clauses("advance II-10") == ["10.15c"]


@pytest.mark.case("10.2a")
def test_a_unit_is_named_once() -> None:
    assert firing("german", OPEN).clauses("assault 4707 by 8pz storm I-10 with I-10") == ["10.2a"]


@pytest.mark.case("10.15c", "10.15d", "10.15e", "10.15f", "9.6a", "4.2a", "6.1a")
def test_advance_into_the_vacated_hex() -> None:
    game = won(OPEN, "assault 4707 by 8pz storm I-10 II-10 I-8p with I-80Art")
    assert game.ask == ("german", "advance")
    assert "fire" not in game.verbs()
    assert {frozenset(game.units(some)) for some in game.options("advance")} == {
        frozenset(some.split()) for some in ("I-10", "II-10", "I-8p", "I-10 II-10", "I-10 I-8p", "II-10 I-8p")
    }
    assert game.clauses("advance I-10 II-10 I-8p") == ["6.1a"]
    game.play("advance I-10 I-8p")
    assert (game.here("4707"), game.ask) == ({"I-10", "I-8p"}, ("german", "german-fire"))
    assert game.s.german >> game.place("4707") & 1
    assert game.s.moved == 0


@pytest.mark.case("10.15b")
def test_nobody_has_to_advance() -> None:
    game = won(OPEN, "assault 4707 by 8pz storm I-10")
    assert game.clauses("advance") == ["10.15b"]
    game.play("hold")
    assert (game.where("I-10"), game.here("4707")) == ("4706", set())
    assert not game.s.german >> game.place("4707") & 1


@pytest.mark.case("10.13a", "10.15c")
def test_no_advance_while_a_defender_is_left() -> None:
    game = firing("german", "delayed yes\n" + OPEN.replace("1-1DNO", "1-1DNO 2-1DNO"))
    game.play("assault 4707 by 8pz storm I-10 II-10").rolls(1, 6)
    assert (game.here("4707"), game.ask) == ({"2-1DNO"}, ("german", "german-fire"))


@pytest.mark.case("6.1c", "6.1b", "16.2d")
def test_one_soviet_unit_advances_two_into_objectives() -> None:
    order = "assault 4707 by lfr storm 84KV 86KV 1RBBde"
    text = "4707 I-8M\n4706 84KV\n4708 86KV\n4607 1RBBde"
    game = won(text, order, "soviet")
    assert {one.bit_count() for one in game.options("advance")} == {1}
    assert game.clauses("advance 84KV 86KV") == ["6.1c"]
    game = won("delayed yes\n" + text, order, "soviet")
    assert {one.bit_count() for one in game.options("advance")} == {1, 2}
    assert game.clauses("advance 84KV 86KV 1RBBde") == ["16.2d"]
    game = won("4516 I-8M\n4515 84KV\n4517 86KV\n4415 LFREng", "assault 4516 by lfr storm 84KV 86KV LFREng", "soviet")
    game.rolls(1)  # for rubble
    assert {one.bit_count() for one in game.options("advance")} == {1, 2}
    assert game.clauses("advance 84KV 86KV LFREng") == ["6.1b"]


@pytest.mark.case("6.2a", "6.2b", "6.3a", "14.2b")
def test_divisions_under_a_leader_do_not_advance_together() -> None:
    text = "4707 1-1DNO\n4706 I-10\n4708 I-8M\n4607 48Pi\n4608 Manstein"
    game = won(text, "assault 4707 by manstein storm I-10 I-8M 48Pi")
    assert game.clauses("advance I-10 I-8M") == ["6.2a"]
    assert game.why_not("advance I-10 48Pi") == []
    text = "4516 I-8M\n4515 84KV\n4517 6NKVD\n4415 106Eng\n4414 Zhukov"
    game = won(text, "assault 4516 by zhukov storm 84KV 6NKVD 106Eng", "soviet").rolls(1)
    assert game.clauses("advance 84KV 6NKVD") == ["6.3a"]
    assert game.why_not("advance 6NKVD 106Eng") == []


# -- rivers [10.16] ---------------------------------------------------------------------------


@pytest.mark.case("10.16c")
def test_a_minor_river_bridged_or_not() -> None:
    game = firing("german", "4610 1-1DNO\n4611 I-10\n4609 I-8p\n4210 2-1DNO\n4211 I-28p")
    assert game.change("I-10", "4610", "1-1DNO", "assault", "I-10") == 0  # -1 and +1
    assert game.change("I-8p", "4610", "1-1DNO", "assault", "I-8p") == -1
    assert game.change("I-28p", "4210", "2-1DNO", "assault", "I-28p") == 0
    assert game.change("I-10", "4610", "1-1DNO") == 0  # fire, not assault


@pytest.mark.case("10.16c", "10.15a")
def test_the_highest_river_counts_once_and_only_for_those_who_assault() -> None:
    game = firing("german", "4610 1-1DNO\n4611 I-10 II-10\n4609 I-8p")
    assert game.change("I-10 II-10 I-8p", "4610", "1-1DNO", "assault", "I-10 II-10 I-8p") == 0
    assert game.change("I-10 II-10 I-8p", "4610", "1-1DNO", "assault", "I-8p") == -1


@pytest.mark.case("10.16a", "10.16b")
def test_a_major_river_needs_a_bridge() -> None:
    game = firing("german", "4501 1-1DNO\n4601 I-10\n4502 I-8p")
    assert game.targets("assault") == {"4501"}
    assert game.able("assault", "4501", "8pz") == {"I-10"}
    assert game.clauses("assault 4501 by 8pz storm I-8p") == ["10.16a"]
    lines = game.ledger("I-10", "4501", "1-1DNO", "assault", "I-10")
    assert ("10.16b", 2) in [(line.clause, line.amount) for line in lines]
    assert game.why_not("fire 4501 by 8pz with I-8p") == []
    assert "10.16b" not in [line.clause for line in game.ledger("I-8p", "4501", "1-1DNO")]


@pytest.mark.case("10.16a", "10.17d")
def test_a_demolished_bridge_is_none() -> None:
    game = firing("german", "demolished bridge-4501-4601\n4501 1-1DNO\n4601 I-10")
    assert game.clauses("assault 4501 by 8pz storm I-10")[0] == "10.16a"
    assert game.targets("assault") == set()


@pytest.mark.case("10.16a", "8.10d", "8.10k", "10.17e")
def test_a_pontoon_carries_assault_and_advance() -> None:
    game = firing("german", "demolished bridge-4501-4601\n4501 1-1DNO\n4601 59Pi(pontoon=4501) I-10")
    assert game.able("assault", "4501", "8pz") == {"59Pi", "I-10"}
    game.play("assault 4501 by 8pz storm 59Pi I-10").rolls(1)
    game.play("advance 59Pi")
    assert game.where("59Pi") == "4501"
    assert game.s.pontoon[game.unit("59Pi")] > len(game.title.lexicon.places)


@pytest.mark.case("8.10d")
def test_nobody_uses_the_pontoon_of_the_enemy() -> None:
    game = firing("soviet", "4502 59Pi(pontoon=4501)\n4501 84KV")
    assert "10.16a" in game.clauses("assault 4502 by lfr storm 84KV")


@pytest.mark.case("10.16b")
def test_by_option_all_adjacent_fire_across_a_major_river() -> None:
    text = "4501 1-1DNO\n4601 I-10\n4502 I-8p"
    wide = firing("german", text, rivers="fire")
    assert wide.change("I-8p", "4501", "1-1DNO") - firing("german", text).change("I-8p", "4501", "1-1DNO") == 2
    far = firing("german", "4501 1-1DNO\n4503 I-10", rivers="fire")
    assert [line.clause for line in far.ledger("I-10", "4501", "1-1DNO")] == []


@pytest.mark.case("8.13a", "10.15a")
def test_nobody_assaults_a_hex_at_sea() -> None:
    game = firing("german", "3027 LG42\n3026 I-10")
    assert game.why_not("fire 3027 by 8pz with I-10") == []
    assert "10.16a" in game.clauses("assault 3027 by 8pz storm I-10")


# -- engineers [10.20] ------------------------------------------------------------------------


@pytest.mark.case("10.20a", "10.20c")
def test_engineers_cancel_terrain_and_fortification_but_not_rubble() -> None:
    text = "rubble 4516\n4516 1-1DNO\n4515 59Pi I-10\n4615 2-1DNO\n4614 I-8p"
    game = firing("german", text)
    assert game.change("I-10", "4516", "1-1DNO", "assault", "I-10") == 2  # +2 objective, +1 rubble, -1
    assert game.change("I-10 59Pi", "4516", "1-1DNO", "assault", "I-10 59Pi") == 0  # +1 rubble, -1
    assert game.change("I-8p", "4615", "2-1DNO", "assault", "I-8p") == 1  # +1 urban, +1 fortification, -1
    assert game.change("I-8p 59Pi", "4615", "2-1DNO", "assault", "I-8p 59Pi") == -1


@pytest.mark.case("10.20a")
def test_the_engineer_must_assault() -> None:
    game = firing("german", "4516 1-1DNO\n4515 59Pi I-10")
    assert game.change("I-10 59Pi", "4516", "1-1DNO", "assault", "I-10") == 1
    assert game.change("I-10 59Pi", "4516", "1-1DNO") == 2


@pytest.mark.case("10.20b")
def test_bridging_engineers_cancel_nothing() -> None:
    game = firing("german", "4516 1-1DNO\n4515 1Br I-10")
    assert game.change("I-10 1Br", "4516", "1-1DNO", "assault", "I-10 1Br") == 1
    assert game.clauses("assault 4516 by corps storm 1Br") == ["10.15a", "10.15a"]


@pytest.mark.case("10.20a")
def test_engineers_do_not_cancel_rivers_or_armor() -> None:
    game = firing("german", "4610 51Tk\n4611 59Pi")
    assert game.change("59Pi", "4610", "51Tk", "assault", "59Pi") == 2  # +2 armor, +1 river, -1
