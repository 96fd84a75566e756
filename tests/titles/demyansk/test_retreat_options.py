"""[11.42, 12.38, 12.41, 12.42] Retreat Before Combat and No Retreat."""

from typing import Any

import pytest

from tests.titles.demyansk.box import D
from tests.titles.demyansk.fights import strike, units

FAST = "1330 170Div 85Tk\n1331 AA12 K38"
TOWN = "1628 170Div\n1528 {}"


def attacked(fighting: Any, text: str = FAST, hexes: str = "1331", force: str = "170Div 85Tk", **more: Any) -> Any:
    return fighting("soviet", text, **more).play(f"attack {hexes} with {force}")


# -- Retreat Before Combat --------------------------------------------------------------------


@pytest.mark.case("11.42a", "11.42c", "11.42d", "11.42e", "11.42h", "sequence.14")
def test_away_before_the_combat(fighting: Any) -> None:
    game = attacked(fighting)
    assert game.ask == ("axis", "evasion")
    game.play("evade 1331", "roll 3")
    assert game.ask == ("axis", "retreat")
    game.play("retreat AA12 K38 to 1332")
    assert (game.ask, game.s.reduced) == (("soviet", "advance"), 0)
    game.play("advance 170Div 1331")
    assert (game.where("170Div"), game.where("AA12")) == ("1331", "1332")


@pytest.mark.case("11.42i", "8.43b", "8.42b")
def test_no_exploitation_then(fighting: Any) -> None:
    game = attacked(fighting).play("evade 1331", "roll 3", "retreat AA12 K38 to 1332", "hold")
    assert game.s.fought == 0
    game.play("done")
    assert game.ask == ("axis", "movement")


@pytest.mark.case("11.32a", "11.42h")
def test_the_attackers_have_attacked(fighting: Any) -> None:
    game = attacked(fighting, FAST + "\n1431 AR12").play("evade 1331", "roll 3", "retreat AA12 K38 to 1332", "hold")
    assert "11.32a" in game.clauses("attack 1431 with 170Div")


@pytest.mark.case("11.42f", "11.42g", "12.41a")
def test_failing_means_defending(fighting: Any) -> None:
    """One roll for the hex, and no No Retreat afterwards."""
    game = attacked(fighting, "1628 170Div\n1528 AA12 K38", "1528", "170Div").play("evade 1528", "roll 2")
    assert game.ask[1] == "die"
    strike(game, "-/R")
    assert game.ask == ("axis", "retreat")


@pytest.mark.case("11.42b")
def test_everybody_needs_a_box(fighting: Any) -> None:
    game = attacked(fighting, "1330 170Div 85Tk\n1331 AA12 I-27")
    assert game.ask[1] == "die"
    both = attacked(fighting, "1330 170Div 85Tk\n1331 AA12 I-27\n1431 K38", "1331 1431")
    assert both.clauses("evade 1331") == ["11.42b"]
    assert both.clauses("evade 1330") == ["11.42a"]
    assert both.clauses("evade 1431") == []


@pytest.mark.case("11.42j")
def test_ski_units_only_in_frost(fighting: Any) -> None:
    for weather, may in (("frozen", True), ("dry", False), ("mud", False)):
        game = fighting("axis", "1331 Denmark\n1330 70-71Ski", weather).play("attack 1330 with Denmark")
        assert (game.ask[1] == "evasion") == may
    both = fighting("axis", "1331 Denmark I-203\n1330 70-71Ski\n1231 85Tk", "dry").play("attack 1231 1330 with Denmark")
    assert both.clauses("evade 1330") == ["11.42j"]


@pytest.mark.case("11.42g", "11.42e", "11.42h", "11.42a")
def test_one_of_two_hexes_is_vacated(fighting: Any) -> None:
    """The combat goes on against the other, and the attackers may enter either hex afterwards."""
    game = attacked(fighting, "1330 170Div 85Tk\n1331 AA12\n1431 Volk", "1331 1431").play("evade 1331", "roll 6")
    game.play("retreat AA12 to 1232")
    assert (game.places(game.s.local.targets), units(game.s.local.defenders)) == ({"1431"}, {"Volk"})
    assert "12 against 2" in game.log()
    strike(game, "-/3R#")
    assert game.places(game.options("advance", game.unit("170Div")).members) == {"1331", "1431"}
    game.play("hold")
    assert units(game.s.fought) == {"170Div", "85Tk"}


@pytest.mark.case("11.42g", "12.41a")
def test_one_roll_for_each_hex(fighting: Any) -> None:
    game = attacked(fighting, "1330 170Div 85Tk\n1331 AA12\n1431 K38", "1331 1431").play("evade 1331", "roll 1")
    assert game.ask == ("axis", "evasion")
    assert game.clauses("evade 1331") == ["11.42g"]
    game.play("evade 1431", "roll 6", "retreat K38 to 1432")
    assert game.places(game.s.local.targets) == {"1331"}


@pytest.mark.case("12.41a")
@pytest.mark.parametrize("die", [1, 6])
def test_not_both_options_in_one_combat(fighting: Any, die: int) -> None:
    """A Retreat Before Combat from 1628, passed or failed: those in the town of 1528 may not try No Retreat."""
    text = "1527 170Div 85Tk\n1528 I-27\n1628 K38"
    game = attacked(fighting, text, "1528 1628").play("evade 1628", f"roll {die}")
    if game.ask[1] == "retreat":
        game.play(f"retreat K38 to {sorted(game.places(game.options('retreat', game.unit('K38'), 0).members))[0]}")
    strike(game, "-/R")
    assert game.ask[1] == "retreat"
    fresh = strike(attacked(fighting, text, "1528 1628").play("remain"), "-/R")
    assert fresh.ask == ("axis", "no-retreat")


@pytest.mark.case("12.36a", "11.42c")
def test_into_a_hex_still_to_be_attacked(fighting: Any) -> None:
    game = fighting("soviet", "1330 170Div 42-180\n1331 K38\n1431 II-27")
    game.play("attack 1331 with 170Div", "attack 1431 with 42-180", "resolve 1331", "evade 1331", "roll 6")
    game.play("retreat K38 to 1431", "hold", "resolve 1431")
    assert units(game.s.local.defenders) == {"K38", "II-27"}


# -- No Retreat -------------------------------------------------------------------------------


@pytest.mark.case("12.42a", "12.42b", "12.42g")
def test_holding_a_town(fighting: Any) -> None:
    """The Strongpoint is printed and all are in it: 1 is added, and a 6 becomes a pass without loss."""
    game = strike(attacked(fighting, TOWN.format("I-27"), "1528", "170Div", works=True), "-/1R")
    assert (game.ask, game.units(game.s.reduced)) == (("axis", "no-retreat"), {"I-27"})
    game.play("stand", "roll 6")
    assert (game.where("I-27"), game.ask[1]) == ("1528", "combat")


@pytest.mark.case("12.42h", "12.42a")
def test_failing_and_declining(fighting: Any) -> None:
    for actions in (("stand", "roll 2"), ("yield",)):
        game = strike(attacked(fighting, TOWN.format("I-27"), "1528", "170Div"), "-/1R").play(*actions)
        assert game.ask == ("axis", "retreat")


@pytest.mark.case("12.42b")
@pytest.mark.parametrize(
    ("hex_", "near", "may"),
    [
        ("1331", "1330", False),
        ("1528", "1628", True),
        ("1529", "1530", True),
        ("1405", "1404", True),
        ("1032", "1031", True),
    ],
)
def test_where_one_may_stand(fighting: Any, hex_: str, near: str, may: bool) -> None:
    """Not in the open; in a town, an airfield, a hill, a friendly Entry hex."""
    game = fighting("soviet", f"{near} 170Div\n{hex_} I-27").play(f"attack {hex_} with 170Div")
    assert (strike(game, "-/R").ask[1] == "no-retreat") == may
    if not may:
        return
    game.play("stand", "roll 1")
    assert game.ask == ("axis", "retreat")


@pytest.mark.case("14.22a", "12.42b")
def test_a_strongpoint_lets_its_owner_stand(fighting: Any) -> None:
    for works in (True, False):
        game = fighting("soviet", "1810 170Div\n1811 I-27", works=works).play("attack 1811 with 170Div")
        assert (strike(game, "-/R").ask[1] == "no-retreat") == works
    built = fighting("soviet", "1330 170Div\n1331 I-27\nbuilt 1331").play("attack 1331 with 170Div")
    assert strike(built, "-/R").ask[1] == "no-retreat"
    captured = fighting("axis", "1810 Denmark\n1811 42-180", works=True).play("attack 1811 with Denmark")
    assert strike(captured, "-/R").ask[1] == "retreat"


@pytest.mark.case("12.42b")
def test_one_unit_in_good_terrain_serves_all(fighting: Any) -> None:
    """1528 is a town and 1628 is not: one roll for both hexes."""
    game = fighting("soviet", "1527 170Div\n1528 I-27\n1628 II-27").play("attack 1528 1628 with 170Div")
    strike(game, "-/R")
    assert game.ask[1] == "no-retreat"
    game.play("stand", "roll 5", "lose II-27")
    assert (game.where("I-27"), game.where("II-27")) == ("1528", "1628")


@pytest.mark.case("12.42a", "12.42b", "12.42e")
def test_attackers_may_stand_too(fighting: Any) -> None:
    """Denmark attacks out of the town of 1528; there is no bonus but for the SS."""
    game = fighting("axis", "1528 Denmark\n1628 42-180").play("attack 1628 with Denmark")
    strike(game, "R/-")
    assert game.ask == ("axis", "no-retreat")
    game.play("stand", "roll 6")
    assert game.where("Denmark") == "1528"


@pytest.mark.case("12.42c", "12.42d", "12.42e", "12.42f")
@pytest.mark.parametrize(
    ("unit", "works", "die", "added", "outcome"),
    [
        ("I-27", False, 3, "", "they must retreat"),
        ("I-27", True, 3, " (+1)", "they hold and lose a step"),
        ("Denmark", False, 3, " (+1)", "they hold and lose a step"),
        ("Denmark", True, 5, " (+2)", "they hold"),
        ("Denmark", True, 1, " (+2)", "they must retreat"),
        ("Denmark", True, 2, " (+2)", "they hold and lose a step"),
    ],
)
def test_what_is_added(fighting: Any, unit: str, works: bool, die: int, added: str, outcome: str) -> None:
    game = strike(attacked(fighting, TOWN.format(unit), "1528", "170Div", works=works), "-/R").play(
        "stand", f"roll {die}"
    )
    assert f"A {die}{added} on the Retreat Options Table: {outcome}." in game.log()
    assert D.ss >> D.number["Denmark"] & 1


@pytest.mark.case("12.42d")
def test_all_must_be_in_a_printed_strongpoint(fighting: Any) -> None:
    """One of two hexes is not enough; nor is a Strongpoint that was built."""
    text = "1527 170Div\n1528 I-27\n1628 II-27\ndestroyed 1527"
    game = fighting("soviet", text, works=True).play("attack 1528 1628 with 170Div")
    assert "A 3 on the" in strike(game, "-/R").play("stand", "roll 3").log()
    built = fighting("soviet", "1330 170Div\n1331 I-27\nbuilt 1331").play("attack 1331 with 170Div")
    assert "A 3 on the" in strike(built, "-/R").play("stand", "roll 3").log()


@pytest.mark.case("12.42e")
def test_ss_artillery_that_gives_support_does_not_count(fighting: Any) -> None:
    text = TOWN.format("I-27 SSAR")
    game = attacked(fighting, text, "1528", "170Div").play("support SSAR")
    assert "A 3 on the" in strike(game, "-/R").play("stand", "roll 3").log()


@pytest.mark.case("12.42d", "12.42e")
def test_soviets_add_nothing(fighting: Any) -> None:
    """42-180 in the Soviet Strongpoint of 1908 needs a 4."""
    for die, said in ((3, "they must retreat"), (4, "they hold and lose a step")):
        game = fighting("axis", "1909 Denmark\n1908 42-180", works=True).play("attack 1908 with Denmark")
        strike(game, "-/R").play("stand", f"roll {die}")
        assert f"A {die} on the Retreat Options Table: {said}" in game.log()


@pytest.mark.case("12.42i", "12.42k", "12.5a")
def test_the_step_may_clear_the_hex(fighting: Any) -> None:
    game = strike(attacked(fighting, TOWN.format("I-27(reduced)"), "1528", "170Div"), "-/R").play("stand", "roll 4")
    assert (game.where("I-27"), game.ask) == ("eliminated", ("soviet", "advance"))


PRINTED = {D.units[n].printed: D.pieces[n] for n in range(len(D.units)) if D.printed >> n & 1}


@pytest.mark.case("12.42j", "12.44c", "2.21b")
def test_a_printed_unit_cannot_give_the_step(fighting: Any) -> None:
    """With I-27 in its hex that unit gives it; alone it is eliminated."""
    hex_, unit = "1818", PRINTED["1818"]
    near = next(D.board.names[n] for n in range(D.board.box) if D.board.neighbours[D.board.at[hex_]] >> n & 1)
    game = fighting("soviet", f"{near} 170Div\n{hex_} {unit} I-27 II-27", works=True).play(f"attack {hex_} with 170Div")
    strike(game, "-/R").play("stand", "roll 4")
    assert (game.ask[1], game.movers("lose")) == ("loss", {"I-27", "II-27"})
    assert game.clauses(f"lose {unit}") == ["12.42j"]
    game.play("lose I-27")
    assert game.where(unit) == hex_
    one = fighting("soviet", f"{near} 170Div\n{hex_} {unit} I-27", works=True).play(f"attack {hex_} with 170Div")
    strike(one, "-/R").play("stand", "roll 4")
    assert (one.ask[1], one.units(one.s.reduced)) == ("combat", {"I-27"})  # there is nothing to choose
    alone = fighting("soviet", f"{near} 170Div\n{hex_} {unit}", works=True).play(f"attack {hex_} with 170Div")
    strike(alone, "-/R").play("stand", "roll 4")
    assert (alone.where(unit), alone.ask[1]) == ("eliminated", "advance")


@pytest.mark.case("12.42a", "8.35e", "12.32b")
def test_stuck_in_swamp(fighting: Any) -> None:
    """Armor that cannot leave its swamp may stand if another unit of the combat is in good terrain, else it is lost."""
    game = fighting("soviet", "1227 170Div\n1226 StuG184\nbuilt 1226", "dry").play("attack 1226 with 170Div")
    strike(game, "-/R")
    assert game.ask[1] == "no-retreat"
    game.play("stand", "roll 1")
    assert game.where("StuG184") == "eliminated"


# -- nobody left to follow --------------------------------------------------------------------


@pytest.mark.case("12.38a", "10.31a")
def test_guns_cannot_follow(fighting: Any) -> None:
    """171Art next to the Defender hex is left, but it could not occupy it."""
    game = fighting("soviet", "1330 1MG 171Art\n1331 I-27").play("attack 1331 with 1MG", "support 171Art")
    strike(game, "1/R")
    assert (game.where("1MG"), game.where("I-27"), game.ask[1]) == ("eliminated", "1331", "combat")
    assert "[12.38]" in game.log()


@pytest.mark.case("12.38a", "12.55a")
def test_tanks_that_could_not_cross_do_not_count(fighting: Any) -> None:
    """Their engineer is lost: nobody is left that could occupy the hex."""
    game = fighting("axis", "1724 StuG184 Pi12\n1824 42-180", "dry").play("attack 1824 with StuG184 Pi12")
    strike(game, "1/R").play("lose Pi12")
    assert game.where("42-180") == "1824"
