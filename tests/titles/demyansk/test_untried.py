"""[11.43] Untried units in combat: nobody knows them before they are turned over."""

from typing import Any

import pytest

from grognard.core import notation
from tests.titles.demyansk.box import D
from tests.titles.demyansk.fights import strike, to_die, units

SECRETS = [face.label for face in D.faces]


def told(game: Any) -> str:
    """Everything that anybody can read about the position: the text, the diary, the portraits, both views."""
    s, title = game.s, game.title
    portraits = [title.portrait(s, piece) for piece in range(len(D.pieces))]
    diaries = [game.log(player) for player in (None, 0, 1)]
    return "\n".join([notation.write(s), *diaries, repr(portraits)])


@pytest.mark.case("11.43a", "11.51c", "5.42a", "5.41a", "5.43a")
def test_turned_over_after_supply_and_before_support(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1331 U1 U2\navailable Il2-1").play("attack 1331 with 42-180")
    assert game.ask == ("chance", "reveal")
    assert not [label for label in SECRETS if label in told(game) or label.replace(" ", "-") in told(game)]
    game.play("draw LS-1")
    assert game.ask == ("chance", "reveal")
    assert game.clauses("draw LS-1") == ["5.43a"]
    game.play("draw Wach-2")
    assert game.ask == ("soviet", "soviet-support")
    game.play("done")
    assert "4 against 3" in game.log()


@pytest.mark.case("11.43a", "11.17a", "11.31a", "11.16a")
def test_untried_attackers_count_one(fighting: Any) -> None:
    """They are declared with 1 each; one that turns out to have no strength takes no part."""
    game = fighting("axis", "1331 U1 U2\n1330 42-180").play("attack 1330 with U1 U2")
    game.play("draw LS-1", "draw LS-2")
    assert units(game.s.local.attackers) == {"U1"}
    assert "1 against 3 is 1-3" in to_die(game).log()


@pytest.mark.case("11.17a", "12.12c", "11.43a")
def test_worse_than_expected(fighting: Any) -> None:
    """1 against 2 Untried units is legal; they have 2 each."""
    game = fighting("soviet", "1330 1MG\n1331 U1 U2").play("attack 1331 with 1MG", "draw LS-1", "draw Wach-1")
    to_die(game)
    assert (game.s.local.column, game.s.local.change) == (0, 1)


@pytest.mark.case("3.51i", "11.16a", "11.16b")
def test_no_strength_at_all_cancels_the_combat(fighting: Any) -> None:
    game = fighting("axis", "1331 U1\n1330 1MG").play("attack 1330 with U1", "draw LS-2")
    assert (game.ask, game.where("1MG")) == (("axis", "combat"), "1330")
    assert (units(game.s.attacked), game.s.fought) == ({"U1"}, 0)
    assert "11.32a" in game.clauses("attack 1330 with U1")


@pytest.mark.case("3.51h", "3.51i", "11.16b")
def test_a_strength_halved_to_nothing(fighting: Any) -> None:
    """Out of swamp 1 and 1 make 1; without U2 half of 1 is nothing."""
    game = fighting("axis", "1226 U1 U2\n1227 1MG", "dry").play("attack 1227 with U1 U2", "draw LS-1", "draw Lw-3")
    assert (game.ask, game.where("1MG")) == (("axis", "combat"), "1227")
    assert "the combat is cancelled" in game.log()


@pytest.mark.case("11.43b", "11.43c", "12.5a", "8.42b")
def test_remove(fighting: Any) -> None:
    """The only unit in the hex is removed: that is a combat, and the attackers may advance."""
    game = fighting("soviet", "1330 42-180 85Tk\n1331 U1").play("attack 1331 with 42-180 85Tk", "draw Lw-3")
    assert (game.where("U1"), game.ask) == ("eliminated", ("soviet", "advance"))
    game.play("advance 42-180 1331")
    assert game.where("42-180") == "1331"
    assert units(game.s.fought) == {"42-180", "85Tk"}


@pytest.mark.case("11.43b", "11.43a")
def test_removed_beside_others(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1331 U1 I-27").play("attack 1331 with 42-180", "draw Lw-3")
    assert game.ask[1] == "die"
    assert "4 against 3" in game.log()


@pytest.mark.case("11.43c", "11.22a")
def test_a_hex_that_is_empty_now_gives_no_terrain(fighting: Any) -> None:
    """1924 has woods and a river before it; with its unit removed only 1923 is left."""
    game = fighting("soviet", "1824 170Div\n1923 I-27\n1924 U1").play("attack 1923 1924 with 170Div", "draw Lw-3")
    assert game.places(game.s.local.targets) == {"1923"}
    assert "10 against 3 is 3-1; after shifts 3-1" in to_die(game).log()
    strike(game, "-/3R#")
    assert game.places(game.options("advance", game.unit("170Div")).members) == {"1923", "1924"}


@pytest.mark.case("11.43a")
def test_both_sides_of_the_table_see_what_is_drawn(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180\n1331 U1").play("attack 1331 with 42-180", "draw Pol-1")
    assert "Pol 1" in told(game)
    assert game.s.face[game.unit("U1")] == SECRETS.index("Pol 1")


@pytest.mark.case("11.42e", "11.43a", "5.42a")
def test_untried_attackers_of_an_enemy_that_has_gone_stay_untried(fighting: Any) -> None:
    game = fighting("axis", "1331 U1\n1330 70-71Ski").play("attack 1330 with U1", "evade 1330", "roll 6")
    game.play(game.title.text(game.s, game.title.sample(game.s, lambda n: 0)))
    assert not [label for label in SECRETS if label in told(game)]


@pytest.mark.case("11.51a", "11.51c", "6.41a")
def test_supply_is_checked_before_units_are_turned_over(fighting: Any) -> None:
    """What the attackers lack is noted before the reveal."""
    ring = "3032 170Div 14Gd-7Gd\n2932 I-30\n3132 II-30\n3031 III-30\n3131 I-51\n2931 II-51\n3033 U1"
    hexes = "2931 2932 3031 3033 3131 3132"
    game = fighting("soviet", ring).play(f"attack {hexes} with 170Div 14Gd-7Gd")
    assert (game.ask[1], units(game.s.local.hungry)) == ("reveal", {"170Div", "14Gd-7Gd"})
    game.play("draw Lw-3")
    assert "7 against 15" in to_die(game).log()
