"""[12.5] Advance after combat."""

from typing import Any

import pytest

from tests.titles.demyansk.box import D
from tests.titles.demyansk.conftest import with_data
from tests.titles.demyansk.fights import strike, units

STACKS = "1330 42-180 21-180 171Art\n1431 86-180\n1430 41-84\n1331 I-27(reduced)"


def won(fighting: Any, text: str = STACKS, force: str = "42-180 21-180 86-180", side: str = "soviet") -> Any:
    """A combat in which the defender of 1331 is eliminated."""
    game = fighting(side, text).play(f"attack 1331 with {force}")
    return strike(game, "-/3R#")


@pytest.mark.case("12.5a", "12.51a", "12.51b", "12.52a", "12.54b", "sequence.24", "12.55b", "12.32a", "8.0b")
def test_into_the_defender_hex(fighting: Any) -> None:
    game = won(fighting)
    assert (game.ask, game.movers("advance")) == (("soviet", "advance"), {"42-180", "21-180", "86-180"})
    assert game.clauses("advance 42-180 1231") == ["12.52a"]
    game.play("advance 86-180 1331")
    assert game.clauses("advance 86-180 1331") == ["12.52a", "12.5a", "12.55a"]
    game.play("hold")
    assert (game.where("86-180"), game.where("42-180"), game.ask[1]) == ("1331", "1330", "combat")


@pytest.mark.case("12.52c")
def test_one_soviet_unit_from_each_hex(fighting: Any) -> None:
    game = won(fighting).play("advance 42-180 1331")
    assert game.clauses("advance 21-180 1331") == ["12.52c"]
    game.play("advance 86-180 1331")
    assert game.ask[1] == "combat"


@pytest.mark.case("12.52c")
def test_any_number_of_axis_units(fighting: Any) -> None:
    game = won(fighting, "1330 I-27 II-27 III-27\n1331 1-87", "I-27 II-27 III-27", "axis")
    game.play("advance I-27 1331", "advance II-27 1331", "advance III-27 1331")
    assert units(game.s.here[game.place("1331")]) == {"I-27", "II-27", "III-27"}


@pytest.mark.case("12.54a", "12.54c", "12.57a", "10.31c", "12.53a", "12.5a", "12.55a")
def test_only_those_that_attacked(fighting: Any) -> None:
    """41-84 only stood by, 171Art is artillery, AR12 is an enemy."""
    game = won(fighting, STACKS + "\n1332 AR12\n1229 27GdRkt", "42-180 86-180")
    assert game.clauses("advance 21-180 1331") == ["12.54a"]
    assert game.clauses("advance 41-84 1331") == ["12.54a", "12.5a", "12.55a"]
    assert game.clauses("advance 171Art 1331") == ["12.57a"]
    assert game.clauses("advance 27GdRkt 1331") == ["12.57a", "12.5a", "12.55a"]
    assert game.clauses("advance AR12 1331") == ["12.53a"]


@pytest.mark.case("12.53a")
def test_defenders_never_advance(fighting: Any) -> None:
    game = strike(fighting("soviet", "1330 42-180\n1331 I-27").play("attack 1331 with 42-180"), "R/-")
    game.play("retreat 42-180 to 1329")
    assert game.ask == ("soviet", "combat")


@pytest.mark.case("12.52b", "11.13a")
def test_into_one_or_both_of_two_hexes(fighting: Any) -> None:
    game = fighting("axis", "1330 Denmark I-48\n1331 1-87\n1431 1-1318").play("attack 1331 1431 with Denmark I-48")
    strike(game, "-/3R#").play("advance Denmark 1331")
    assert game.places(game.options("advance", game.unit("I-48")).members) == {"1331", "1431"}
    game.play("advance I-48 1431")
    assert (game.where("Denmark"), game.where("I-48")) == ("1331", "1431")


@pytest.mark.case("12.55a")
def test_zones_do_not_matter(fighting: Any) -> None:
    game = won(fighting, STACKS + "\n1332 II-27\n1232 III-27", "42-180")
    game.play("advance 42-180 1331")
    assert game.where("42-180") == "1331"


@pytest.mark.case("12.56a")
def test_within_the_stacking_limit(fighting: Any) -> None:
    """A division takes five of the seven points, a brigade three."""
    game = won(fighting, "1330 170Div\n1431 62NavBde\n1331 I-27(reduced)", "170Div 62NavBde")
    game.play("advance 170Div 1331")
    assert game.ask[1] == "combat"
    assert game.where("62NavBde") == "1431"


@pytest.mark.case("12.56a", "12.5a")
def test_no_room_beside_those_that_have_advanced(fighting: Any) -> None:
    stacks = "1330 170Div\n1431 62NavBde\n1231 28-238Eng\n1331 I-27(reduced)"
    game = won(fighting, stacks, "170Div 62NavBde 28-238Eng")
    game.play("advance 170Div 1331")
    assert game.movers("advance") == {"28-238Eng"}
    assert game.clauses("advance 62NavBde 1331") == ["12.5a", "12.56a"]


@pytest.mark.case("12.5a")
def test_into_vacant_hexes_only(fighting: Any) -> None:
    """The Untried unit in 1331 is removed, the defender of 1431 stays."""
    game = fighting("soviet", "1330 170Div\n1331 U1\n1431 I-27").play("attack 1331 1431 with 170Div", "draw Lw-3")
    strike(game, "1*/-")
    assert game.places(game.options("advance", game.unit("170Div")).members) == {"1331"}
    assert game.clauses("advance 170Div 1431") == ["12.5a"]


@pytest.mark.case("12.5a")
def test_nobody_who_was_lost(fighting: Any) -> None:
    game = fighting("axis", "1330 Denmark Pi12\n1331 1-87").play("attack 1331 with Denmark Pi12")
    strike(game, "1/1R").play("lose Pi12")
    assert game.movers("advance") == {"Denmark"}
    assert game.clauses("advance Pi12 1331") == ["12.5a"]


@pytest.mark.case("2.21b", "8.0c", "12.38a")
def test_no_printed_unit(at: Any) -> None:
    """With data that let a printed unit attack."""
    front = [value._replace(attack=2) if D.printed >> n & 1 else value for n, value in enumerate(D.front)]
    text = "at combat\nturn 3\nsegment 1\nsequence 2\n1818 P1818 I-27\n1817 1-87"
    game = at(text, title=with_data(front=front, unarmed=(0, 0))).play("attack 1817 with P1818 I-27")
    strike(game, "-/3R#")
    assert game.movers("advance") == {"I-27"}
    assert game.clauses("advance P1818 1817") == ["2.21b"]


@pytest.mark.case("12.55a", "12.32b", "8.35f")
def test_not_across_what_it_may_not_cross(fighting: Any) -> None:
    """The engineer that made the attack of the tanks possible is lost: they cannot follow."""
    game = fighting("axis", "1724 StuG184 Pi12\n1824 1-87", "dry").play("attack 1824 with StuG184 Pi12")
    strike(game, "1/1R").play("lose Pi12")
    assert game.where("1-87") == "eliminated"
    assert game.ask[1] == "combat"


@pytest.mark.case("8.42b", "12.11h")
@pytest.mark.parametrize("result", ["R/-", "-/R", "1*/-"])
def test_exploitation_after_any_result(fighting: Any, result: str) -> None:
    text = "1330 85Tk 42-180\n1331 I-27"
    game = strike(fighting("soviet", text).play("attack 1331 with 85Tk 42-180"), result)
    for _ in range(4):
        if game.ask[1] == "loss":
            game.play("lose 42-180")
        elif game.ask[1] == "retreat" and game.ask[0] == "soviet":
            game.play("retreat 42-180 85Tk to 1329")
        elif game.ask[1] == "retreat":
            game.play("retreat I-27 to 1332")
        elif game.ask[1] == "advance":
            game.play("hold")
    game.play("done")
    assert (game.ask, game.movers()) == (("soviet", "exploitation"), {"85Tk"})


@pytest.mark.case("12.51c", "11.32a")
def test_who_has_advanced_does_not_attack_again(fighting: Any) -> None:
    game = won(fighting, STACKS + "\n1332 AR12", "42-180").play("advance 42-180 1331")
    assert "11.32a" in game.clauses("attack 1332 with 42-180")


@pytest.mark.case("12.5a", "14.11a")
def test_a_captured_strongpoint_can_be_entered(fighting: Any) -> None:
    game = fighting("soviet", "1810 170Div\n1811 I-27(reduced)", works=True).play("attack 1811 with 170Div")
    strike(game, "-/3R#").play("advance 170Div 1811")
    assert game.where("170Div") == "1811"
