"""[13.0, 14.2, 14.3] Who may fire together."""

import pytest

from grognard.titles.leningrad41.rules.command import LEADERS
from tests.titles.leningrad41.fights import TITLE, firing

MANY = "4707 1-1DNO\n4706 I-10 48Pi\n4708 II-10 678Pi\n4607 III-10 1StPi\n4606 I-8p 2StPi\n4806 I-8M\n4807 I-1T II-1T\n"
SS = "4707 1-1DNO\n4706 I-1T 48Pi\n4708 II-1T 678Pi\n4607 III-1T 1StPi\n4606 I-2T II-2T\n4806 TFlak I-Arko\n4807 I-10\n"


@pytest.mark.case("13.1a", "13.2a", "13.2b", "13.2c", "2.6b", "2.6a")
def test_one_division_at_a_time() -> None:
    game = firing("german", MANY)
    assert game.words("fire", "4707") == ["3mot", "8pz", "totenkopf", "corps"]
    assert game.clauses("fire 4707 by 8pz with I-10 I-8M") == ["13.2b"]
    assert "I-8M does not belong to the 8th Panzer Division" in game.reasons("fire 4707 by 8pz with I-10 I-8M")
    assert game.clauses("fire 4707 by corps with 48Pi I-8M") == ["13.1a"]


@pytest.mark.case("13.2d", "13.2e", "13.5a")
def test_three_corps_units_may_join_a_division() -> None:
    game = firing("german", MANY)
    assert game.able("fire", "4707", "8pz") == {"I-10", "II-10", "III-10", "I-8p", "48Pi", "678Pi", "1StPi", "2StPi"}
    assert game.why_not("fire 4707 by 8pz with I-10 II-10 III-10 I-8p 48Pi 678Pi 1StPi") == []
    (objection,) = game.table.why_not("fire 4707 by 8pz with I-10 48Pi 678Pi 1StPi 2StPi")
    assert (objection.clause, objection.facts) == ("13.2d", {"units": 4, "limit": 3})
    assert game.clauses("fire 4707 by 8pz with 48Pi 678Pi") == ["13.2d"]  # nobody of the division


@pytest.mark.case("13.2c", "13.2e")
def test_the_corps_alone_has_no_limit() -> None:
    assert firing("german", MANY).why_not("fire 4707 by corps with 48Pi 678Pi 1StPi 2StPi") == []


@pytest.mark.case("13.3a", "13.3b")
def test_four_units_with_an_ss_division_corps_included() -> None:
    game = firing("german", SS)
    assert game.why_not("fire 4707 by totenkopf with I-1T II-1T III-1T I-2T") == []
    assert game.why_not("fire 4707 by totenkopf with I-1T 48Pi 678Pi 1StPi") == []
    assert game.clauses("fire 4707 by totenkopf with I-1T II-1T III-1T I-2T TFlak") == ["13.3a"]
    assert game.clauses("fire 4707 by totenkopf with I-1T II-1T 48Pi 678Pi 1StPi") == ["13.3b"]
    options = game.options("fire", game.place("4707"), "totenkopf")
    assert options.high == 4
    assert max(one.bit_count() for one in options) == 4


@pytest.mark.case("13.4a", "13.4b", "13.4c", "2.6e")
def test_three_units_of_one_soviet_army() -> None:
    text = "4707 I-8M\n4706 1-1DNO\n4708 2-1DNO\n4607 3-1DNO\n4606 1-2DNO\n4806 84KV"
    game = firing("soviet", text)
    assert game.words("fire", "4707") == ["42", "lfr"]
    assert game.why_not("fire 4707 by 42 with 1-1DNO 2-1DNO 3-1DNO") == []
    (objection,) = game.table.why_not("fire 4707 by 42 with 1-1DNO 2-1DNO 3-1DNO 1-2DNO")
    assert (objection.clause, objection.facts) == ("13.4c", {"units": 4, "limit": 3})
    assert game.clauses("fire 4707 by 42 with 1-1DNO 84KV") == ["13.4b"]


@pytest.mark.case("13.3a", "13.4c")
def test_limits_hold_for_those_who_assault_and_those_who_support_together() -> None:
    game = firing("german", SS)
    assert game.why_not("assault 4707 by totenkopf storm I-1T II-1T with III-1T 48Pi") == []
    assert game.clauses("assault 4707 by totenkopf storm I-1T II-1T with III-1T I-2T 48Pi") == ["13.3b"]
    assert game.why_not("assault 4707 by totenkopf storm 48Pi 678Pi 1StPi with TFlak") == []
    assert game.clauses("assault 4707 by totenkopf storm 48Pi 678Pi 1StPi with I-Arko TFlak")[-2:] == ["13.2d", "13.3b"]
    assert game.clauses("assault 4707 by totenkopf storm 48Pi") == ["13.2d"]
    storm = game.options("assault", game.place("4707"), "totenkopf")
    for some in storm:
        assert game.options("assault", game.place("4707"), "totenkopf", some)


# -- leaders [14.1-14.4] ----------------------------------------------------------------------


@pytest.mark.case("14.1a", "14.1b", "14.2a", "14.2b", "14.3a")
def test_a_leader_combines_everyone_within_his_radius() -> None:
    game = firing("german", SS + "4705 53Rec\n4709 Manstein")
    assert game.words("fire", "4707") == ["3mot", "8pz", "totenkopf", "corps", "Manstein"]
    led = game.able("fire", "4707", "Manstein")
    assert led == {"I-1T", "48Pi", "II-1T", "678Pi", "III-1T", "1StPi", "I-10"} | {"TFlak", "I-Arko", "I-2T", "II-2T"}
    assert game.why_not("fire 4707 by manstein with I-1T II-1T III-1T I-2T II-2T 48Pi 678Pi 1StPi I-Arko I-10") == []
    (objection,) = game.table.why_not("fire 4707 by manstein with 53Rec I-10")
    assert (objection.clause, objection.facts) == ("14.3a", {"away": 4, "radius": 3})


@pytest.mark.case("14.3a", "14.3b")
def test_the_radius_counts_hexes_from_the_leader() -> None:
    """Zhdanov has a radius of two: his own hex, those beside it and those two away, enemies or not."""
    text = "4707 I-8M II-8M\n4706 1-1DNO\n4705 2-1GDNO Zhdanov\n4605 267MG\n4606 3-1GDNO\n4808 270MG"
    game = firing("soviet", text)
    assert game.able("fire", "4707", "Zhdanov") == {"1-1DNO", "2-1GDNO", "267MG", "3-1GDNO"}
    (objection,) = game.table.why_not("fire 4707 by zhdanov with 1-1DNO 270MG")
    assert (objection.clause, objection.facts) == ("14.3a", {"away": 4, "radius": 2})
    assert game.why_not("fire 4707 by zhdanov with 1-1DNO 2-1GDNO 267MG 3-1GDNO") == []  # four: 13.4 does not hold


@pytest.mark.case("14.2b", "13.4b")
def test_armies_mix_under_a_leader() -> None:
    game = firing("soviet", "4707 I-8M\n4706 1-1DNO\n4708 84KV\n4705 Zhukov")
    assert game.why_not("fire 4707 by zhukov with 1-1DNO 84KV") == []


@pytest.mark.case("14.2a")
def test_a_single_unit_needs_no_leader() -> None:
    game = firing("soviet", "4707 I-8M\n4706 1-1DNO\n4705 Zhukov")
    assert game.words("fire", "4707") == ["42"]
    assert game.clauses("fire 4707 by zhukov with 1-1DNO") == ["14.2a"]


@pytest.mark.case("14.4a")
def test_two_leaders_have_no_further_effect() -> None:
    game = firing("soviet", "4707 I-8M\n4706 1-1DNO\n4708 84KV\n4705 Zhukov\n4607 Zhdanov")
    assert game.words("fire", "4707") == ["42", "lfr", "Zhdanov", "Zhukov"]
    assert game.able("fire", "4707", "Zhukov") == game.able("fire", "4707", "Zhdanov") == {"1-1DNO", "84KV"}
    assert game.change("1-1DNO 84KV", "4707", "I-8M") == 0


@pytest.mark.case("14.2a", "12.7b", "12.9c")
def test_a_leader_does_not_combine_air_or_naval_fire_with_ground_fire() -> None:
    game = firing("soviet", "4707 I-8M\n4706 1-1DNO\n4708 84KV\n4705 Zhukov\nbeside LFR10 RBF")
    assert game.clauses("fire 4707 by zhukov with 1-1DNO 84KV LFR10 RBF") == ["12.9c", "15.3e"]


@pytest.mark.case("14.1b", "14.2a")
def test_leaders_off_the_map_direct_nothing() -> None:
    game = firing("soviet", "4707 I-8M\n4706 1-1DNO\n4708 84KV\nbeside Zhukov")
    assert game.clauses("fire 4707 by zhukov with 1-1DNO 84KV") == ["13.1a"]
    assert game.able("fire", "4707", "Zhukov") == set()


def test_the_radii_are_data() -> None:
    assert tuple(leader.id for leader in TITLE.data.counters.leaders) == LEADERS
    assert {leader.id: leader.radius for leader in TITLE.data.counters.leaders} == {
        "Manstein": 3, "Zhdanov": 2, "Zhukov": 3,
    }  # fmt: skip
