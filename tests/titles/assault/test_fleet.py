"""[13.0] The fleet: where it sails, its marker, and what bombardment does to it."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.assault.state import put
from tests.titles.assault.box import AT, D

At = Callable[..., Any]

SEA = "at russian-movement\nturn 4\n0324 Nav\n"
RAID = "at german-bombardment\nturn 4\nair {}\n"
NAVAL = {"0124", "0125", "0220", "0221", "0222", "0223", "0224", "0225", "0321", "0322", "0323", "0324"}


@pytest.mark.case("13.3a", "13.8a", "13.3b", "13.1a")
def test_within_four_hexes(at: At) -> None:
    game = at(SEA).play("done")
    assert game.ask == ("russian", "aim")
    near = game.hexes(game.options("aim").members)
    assert {"0320", "0220", "0219"}.isdisjoint(near)
    assert {"0420", "0421", "0328", "0724", "0326"} <= near
    assert {"0329", "0824", "0419"}.isdisjoint(near)
    assert game.clauses("aim 0329") == ["13.3a"]
    assert game.clauses("aim 0320") == ["13.8a"]
    assert game.clauses("aim J5") == ["13.8a"]
    assert game.clauses("aim reserve") == ["13.3a"]


@pytest.mark.case("13.2a", "13.2b", "13.2c")
def test_it_sails_once_among_its_hexes(new: At, at: At) -> None:
    game = new(placed=True)
    assert game.where("Nav") == "0125"
    game.to("russian-movement")
    assert game.hexes(game.options("sail").members) == NAVAL - {"0125"}
    assert game.clauses("sail 0126") == ["13.2c"]
    assert game.clauses("sail 0125") == ["13.2b"]
    game.play("sail 0220")
    assert game.where("Nav") == "0220"
    assert game.clauses("sail 0221") == ["13.2b"]
    game.to("german-bombardment").to("russian-movement").play("sail 0221")  # again in the next turn


@pytest.mark.case("13.7a", "13.3b")
def test_not_from_the_harbor(at: At) -> None:
    game = at("at russian-movement\nturn 4\n0125 Nav").play("done")
    assert game.ask[1] == "russian-combat"
    game = at(SEA + "fire 0326").play("sail 0125")
    assert game.s.fire == 0
    assert game.play("done").ask[1] == "russian-combat"
    game = at("at aim\nturn 4\n0324 Nav")
    put(game.s, D.fleet, AT["0125"])
    assert game.clauses("aim 0128") == ["13.7a"]


@pytest.mark.case("13.3b", "13.6a", "13.3a")
def test_placed_twice_a_turn(at: At) -> None:
    game = at(SEA).play("done", "aim 0326")
    assert game.ask[1] == "russian-combat"
    game.play("done")
    assert game.ask == ("russian", "aim")
    assert game.clauses("aim 0326") == ["13.3b"]
    game.play("aim 0420")
    assert game.hexes(game.s.fire) == {"0420"}
    game.to("russian-movement")
    assert game.hexes(game.s.fire) == {"0420"}  # all through the German Player-Turn
    game.play("sail 0124")
    assert game.s.fire == 0  # out of range
    game.play("done")
    assert game.clauses("lift") == ["13.3b"]
    game.play("aim 0326", "done")
    assert game.play("lift").s.fire == 0


@pytest.mark.case("13.4a", "13.6b", "13.3b", "13.1a")
def test_it_helps_an_attack(at: At) -> None:
    """A militia of 3 attacks with 5 more, and with 1.5 and 5 out of supply."""
    for mark, strength in (("", "8"), ("(unsupplied)", "6.5")):
        game = at(f"at aim\nturn 4\n0324 Nav\n0424 1ID\n0425 1V{mark}").play("aim 0424", "attack 0424 with 1V")
        assert f"{strength} against" in game.log()
        assert "die modifier -2" in game.log()  # a C against an A all the same


@pytest.mark.case("13.5a", "13.6b")
def test_it_helps_a_defender(at: At) -> None:
    base = "at german-combat\nturn 4\n0324 Nav\n0326 20W\n0327 1ID\n"
    for fire, strength in (("0326", "8"), ("0426", "3")):
        game = at(base + f"fire {fire}").play("attack 0326 with 1ID")
        assert f"9 against {strength} is" in game.log()
    game = at(base.replace("20W", "20W(disrupted)") + "fire 0326").play("attack 0326 with 1ID")
    assert "9 against 6.5 is" in game.log()


@pytest.mark.case("13.9a", "13.10a", "13.11a", "12.32b")
@pytest.mark.parametrize(("hex_", "hits"), [("0324", 2), ("0220", 2), ("0125", 1)])
def test_bombarded(at: At, hex_: str, hits: int) -> None:
    for face in range(1, 7):
        game = at(RAID.format(1) + f"{hex_} Nav\n0326 20W\n" + ("fire 0326" if hex_ == "0324" else ""))
        assert game.clauses("strike 0221") == ["13.9a"]
        game.play(f"strike {hex_}", f"roll {face}")
        assert game.units(game.s.disrupted) == ({"Nav"} if face <= hits else set())
        if face > hits or hex_ == "0125":
            assert game.ask == ("german", "german-movement")
        else:
            assert game.ask == ("russian", "flight")
            assert game.s.fire == 0
            assert game.verbs() == {"flee", "remain"}


@pytest.mark.case("13.11a", "13.11b", "13.10b", "13.10c", "12.43a")
def test_it_flees(at: At) -> None:
    game = at(RAID.format(3) + "0324 Nav\n0326 20W\nfire 0326").play("strike 0324", "strike 0324", "done")
    game.play("roll 1", "flee", "roll 1")  # once only
    assert (game.where("Nav"), game.ask[1]) == ("0125", "german-movement")
    game.to("russian-movement")
    assert game.clauses("sail 0324") == ["13.11b"]
    assert game.units(game.s.disrupted) == {"Nav"}


@pytest.mark.case("13.10b", "13.10c", "13.3b", "13.11a")
def test_it_remains_and_recovers_before_the_marker_is_placed(at: At) -> None:
    game = at(RAID.format(1) + "0324 Nav\n0326 20W").play("strike 0324", "roll 2", "remain").to("russian-movement")
    game.play("done")
    assert game.ask[1] == "russian-combat"  # no marker yet
    harmed = at("at aim\nturn 4\n0324 Nav")
    harmed.s.disrupted |= D.ships
    assert harmed.clauses("aim 0326") == ["13.10b"]
    game.play("done")
    assert game.ask == ("russian", "aim")
    assert game.s.disrupted == 0
    game.play("aim 0326")
    assert game.hexes(game.s.fire) == {"0326"}


@pytest.mark.case("13.9a", "12.44b", "12.32a")
def test_the_fleet_or_the_city(at: At) -> None:
    """In 0220 whoever bombards says which he means."""
    game = at(RAID.format(2) + "0220 4V 1TD Nav").play("bombard 0220", "strike 0220", "roll 2", "roll 2")
    assert game.units(game.s.disrupted) == {"Nav"}
    game = at(RAID.format(2) + "0220 4V 1TD Nav").play("bombard 0220", "strike 0220", "roll 1")
    assert game.movers("disrupt") == {"4V", "1TD"}
    assert at("at russian-bombardment\nturn 4\nair 1\n0220 Nav\n0327 1ID").verbs() == {"bombard", "done"}


@pytest.mark.case("13.12a", "8.33b")
def test_nothing_else_touches_it(at: At) -> None:
    game = at("at german-bombardment\nturn 20\n0220 Nav\nJ5 1ID\n0420 11ID").play("done")
    assert not game.s.unsupplied >> game.unit("Nav") & 1
    assert game.where("Nav") == "0220"
    game.to("russian-movement").play("sail 0221")


@pytest.mark.case("13.11a", "12.43a", "13.9a")
def test_then_or_never(at: At) -> None:
    """It remains; neither a miss nor another hit lets it flee later."""
    for second in (1, 6):
        game = at(RAID.format(3) + "0324 Nav\n0326 20W").play("strike 0324", "strike 0324", "bombard 0326")
        game.play("roll 1", "remain", f"roll {second}")
        assert game.ask == ("chance", "raid")
        assert (game.where("Nav"), game.s.struck) == ("0324", 0)
        game.play("roll 1")
        assert game.units(game.s.disrupted) == {"Nav", "20W"}
        assert game.s.strikers == 0


@pytest.mark.case("13.9a", "12.32a")
def test_the_fleet_alone_may_be_struck(at: At) -> None:
    game = at("at german-air\nturn 7\n0324 Nav").play("roll 2")
    assert game.ask == ("german", "german-bombardment")
    assert game.verbs() == {"strike", "done"}
    assert "[12.22]" in game.log()
    assert "[12.23]" in at("at russian-air\nturn 7\n3420 1ID").play("roll 6").log()
