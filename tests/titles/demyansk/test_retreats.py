"""[12.3, 12.43, 12.44] Retreats, also through enemy ZOCs."""

from typing import Any

import pytest

from grognard.core.action import Action
from tests.titles.demyansk.box import D
from tests.titles.demyansk.fights import strike, units

PLAIN = "1330 42-180\n1331 I-27"


def beaten(fighting: Any, text: str, force: str, result: str = "-/R", side: str = "soviet", **more: Any) -> Any:
    """A combat against 1331 with this result."""
    return strike(fighting(side, text, **more).play(f"attack 1331 with {force}"), result)


def havens(game: Any, unit: str) -> set[str]:
    """Where a single unit may end its retreat."""
    return set(game.places(game.options("retreat", game.unit(unit), 0).members))


@pytest.mark.case("12.3a", "12.31a", "12.11c", "12.32a", "12.35c", "sequence.22")
def test_one_hex_or_two(fighting: Any) -> None:
    """Each hex is farther from 1331 than the one before, and none is in the ZOC of 42-180."""
    game = beaten(fighting, PLAIN, "42-180")
    assert game.ask == ("axis", "retreat")
    here, found = D.board.at["1331"], havens(game, "I-27")
    assert {D.board.distance(here, D.board.at[hex_]) for hex_ in found} == {1, 2}
    assert {"1332", "1232", "1132", "1032"} & found
    assert not {"1231", "1431"} & found
    assert game.clauses("retreat I-27 to 1431") == ["12.35c"]
    assert game.clauses("retreat I-27 to 1330") == ["12.32d"]
    assert game.clauses("retreat I-27 to 1334") == ["12.31a"]


@pytest.mark.case("12.3a", "12.24a", "12.11d", "12.31a")
def test_a_shaded_box(fighting: Any) -> None:
    """Two hexes: 1332 is not far enough."""
    game = beaten(fighting, "1330 42-180\n1331 I-27 II-27", "42-180", "-/1R#").play("lose I-27")
    here = D.board.at["1331"]
    assert {D.board.distance(here, D.board.at[hex_]) for hex_ in havens(game, "I-27")} == {2}
    assert game.clauses("retreat I-27 to 1332") == ["12.31a"]


@pytest.mark.case("12.3a", "12.31a")
def test_singly_or_as_a_stack(fighting: Any) -> None:
    game = beaten(fighting, "1330 42-180\n1331 I-27 II-27 III-27", "42-180")
    game.play("retreat I-27 III-27 to 1332")
    assert game.ask == ("axis", "retreat")
    assert game.clauses("retreat I-27 to 1232") == ["12.3a"]
    game.play("retreat II-27 to 1232")
    assert [game.where(unit) for unit in ("I-27", "II-27", "III-27")] == ["1332", "1232", "1332"]


@pytest.mark.case("12.3a")
def test_who_goes_along(fighting: Any) -> None:
    game = beaten(fighting, "1330 170Div\n1331 I-27 II-27\n1332 III-27", "170Div")
    assert game.clauses("retreat I-27 III-27 to 1232") == ["12.3a", "12.31a"]
    assert game.clauses("retreat II-27 I-27 to 1232") == []


@pytest.mark.case("12.3a", "10.31a", "10.19a")
def test_attackers_retreat_from_the_nearest_defender_hex(fighting: Any) -> None:
    """171Art in the hex of the attackers retreats with them; 264Art, two hexes away, does not."""
    text = "1330 42-180 171Art\n1329 264Art\n1331 I-27"
    game = fighting("soviet", text).play("attack 1331 with 42-180", "support 171Art 264Art")
    strike(game, "R/-")
    assert units(game.s.local.fleeing) == {"42-180", "171Art"}
    here = D.board.at["1331"]
    found = havens(game, "42-180")
    assert found
    assert all(D.board.distance(here, D.board.at[hex_]) > 1 for hex_ in found)
    idle = strike(fighting("soviet", text).play("attack 1331 with 42-180", "support 264Art"), "R/-")
    assert units(idle.s.local.fleeing) == {"42-180"}


@pytest.mark.case("10.31a", "12.31a")
def test_guns_retreat_though_their_attackers_are_gone(fighting: Any) -> None:
    game = fighting("soviet", "1330 1MG 171Art\n1331 I-27").play("attack 1331 with 1MG", "support 171Art")
    strike(game, "1R/-")
    assert game.where("1MG") == "eliminated"
    assert units(game.s.local.fleeing) == {"171Art"}


@pytest.mark.case("12.32b", "8.35e", "8.35a")
def test_armor_in_swamp_cannot_retreat(fighting: Any) -> None:
    for weather, gone in (("dry", True), ("frozen", False)):
        game = fighting("soviet", "1227 170Div\n1226 StuG184", weather).play("attack 1226 with 170Div")
        strike(game.play(*["remain"] * (game.ask[1] == "evasion")), "-/R")
        assert (game.where("StuG184") == "eliminated") == gone


@pytest.mark.case("12.32c")
def test_not_off_the_map(fighting: Any) -> None:
    """1032 is on the edge; without a way into the map or a friendly Map Box there is none."""
    game = fighting("axis", "1032 42-180\n1031 Denmark").play("attack 1032 with Denmark")
    strike(game, "-/R")
    assert all(hex_ in D.board.at and D.board.at[hex_] < D.board.box for hex_ in havens(game, "42-180"))


@pytest.mark.case("12.32f")
def test_into_a_map_box(fighting: Any) -> None:
    """From an Entry hex straight into the box, or by way of one."""
    game = fighting("soviet", "1031 170Div\n1032 I-27").play("attack 1032 with 170Div")
    strike(game, "-/R").play("yield")  # an Entry hex would let it try No Retreat
    assert "AGN" in havens(game, "I-27")
    game.play("retreat I-27 to AGN")
    assert game.where("I-27") == "AGN"
    second = fighting("soviet", "1934 170Div\n1935 I-27").play("attack 1935 with 170Div")
    assert "AGN" in havens(strike(second, "-/R"), "I-27")


@pytest.mark.case("12.33a", "12.33b", "12.33c")
def test_stacking_at_the_end_of_a_retreat(fighting: Any) -> None:
    """1332 is full: one may pass through it and not stay."""
    text = "1330 42-180\n1331 I-27\n1332 I-30 II-30 III-30 Volk"
    game = beaten(fighting, text, "42-180")
    assert game.clauses("retreat I-27 to 1332") == ["12.33b"]
    assert game.clauses("retreat I-27 to 1333") == []


FULL = "1330 42-180\n1331 I-27\n1332 Denmark vBorries I-48 Volk\n1231 21-180\n1432 86-180\n1133 41-84\n1334 46-84"
"""Around I-27 only 1332 is open, and full; every hex beyond is vacant and in a Soviet ZOC."""


@pytest.mark.case("12.33b", "12.3b")
def test_no_room_at_all(fighting: Any) -> None:
    """201-84 closes the last hex to which it could slip."""
    game = beaten(fighting, FULL + "\n1630 201-84", "42-180")
    assert game.where("I-27") == "eliminated"
    assert "[12.33]" in game.log()


@pytest.mark.case("12.33b", "12.3a")
def test_room_for_one_of_two(fighting: Any) -> None:
    """1332 has room for two points: one battalion goes there, not both."""
    text = FULL.replace("I-27", "I-27 II-27").replace("Denmark vBorries I-48 Volk", "I-30 II-30 Volk")
    game = beaten(fighting, text + "\n1630 201-84", "42-180")
    assert game.clauses("retreat I-27 to 1332") == []
    assert "there is no hex to which all of them can go together" in game.reasons("retreat I-27 II-27 to 1332")


@pytest.mark.case("12.43a", "12.33b")
def test_a_full_hex_is_no_other_way(fighting: Any) -> None:
    """So the unit may slip through a ZOC instead."""
    game = beaten(fighting, FULL, "42-180")
    assert game.verbs() == {"slip", "perish"}
    game.play("slip I-27 via 1431 to 1530", "roll 6")
    assert game.where("I-27") == "1530"


@pytest.mark.case("12.33c", "12.33d", "2.21b")
def test_printed_units_do_not_retreat(fighting: Any) -> None:
    printed = next(name for name in D.pieces if name in D.number and D.printed >> D.number[name] & 1)
    hex_ = D.units[D.number[printed]].printed
    near = next(D.board.names[n] for n in range(D.board.box) if D.board.neighbours[D.board.at[hex_]] >> n & 1)
    game = fighting("soviet", f"{near} 170Div\n{hex_} {printed} I-27").play(f"attack {hex_} with 170Div")
    strike(game, "-/R")
    assert game.where(printed) == "eliminated"
    assert units(game.s.local.fleeing) == {"I-27"}


@pytest.mark.case("12.34a", "12.3a")
def test_nobody_holds_a_route_open(fighting: Any) -> None:
    """Both hexes retreat at once: neither is a friendly hex for those in the other."""
    game = fighting("soviet", "1330 170Div\n1331 I-27\n1431 II-27").play("attack 1331 1431 with 170Div")
    strike(game, "-/R")
    assert units(game.s.local.fleeing) == {"I-27", "II-27"}
    assert "1431" not in havens(game, "I-27")
    assert "1331" not in havens(game, "II-27")
    assert "II-27 is not in the hex of I-27" in game.reasons("retreat I-27 II-27 to 1332")


@pytest.mark.case("12.35a", "12.35b", "12.32e")
def test_friends_lift_enemy_zones(fighting: Any) -> None:
    """1431 is in the ZOC of 42-180: with a friend in it one may end there and pass through."""
    game = beaten(fighting, PLAIN + "\n1431 AR12\n1530 21-180", "42-180")
    assert "1431" in havens(game, "I-27")


@pytest.mark.case("14.23a", "12.32d", "14.24c")
def test_a_vacant_strongpoint_does_not_block(fighting: Any) -> None:
    """Soviets without a route retreat through a vacant Axis Strongpoint; Axis units into one, next to enemies."""
    game = fighting("axis", "1809 Denmark\n1810 42-180\n1909 I-48\n1709 II-48", works=True)
    strike(game.play("attack 1810 with Denmark I-48 II-48"), "-/R")
    assert game.clauses("retreat 42-180 to 1811") == []
    axis = fighting("soviet", "1810 170Div\n1811 I-27", works=True).play("attack 1811 with 170Div")
    strike(axis, "-/R").play("yield")
    assert "1910" in havens(axis, "I-27")


@pytest.mark.case("12.36a", "12.36b", "11.32b")
def test_into_a_hex_that_is_still_to_be_attacked(fighting: Any) -> None:
    """It adds its strength there, and may lose and retreat again."""
    game = fighting("soviet", "1330 170Div 42-180\n1331 I-27\n1431 II-27")
    game.play("attack 1331 with 170Div", "attack 1431 with 42-180", "resolve 1331")
    strike(game, "-/1R").play("retreat I-27 to 1431", "hold", "resolve 1431")
    assert units(game.s.local.defenders) == {"I-27", "II-27"}
    strike(game, "-/1R")
    assert game.movers("lose") == {"I-27", "II-27"}
    game.play("lose II-27")
    assert units(game.s.local.fleeing) == {"I-27", "II-27"}


@pytest.mark.case("12.36a", "10.23a")
def test_a_gun_in_a_hex_that_is_still_to_be_attacked(fighting: Any) -> None:
    """It supports the defense of that hex only, though it is in range of another combat."""
    text = "built 1431\navailable Ju87-1\n1330 170Div 42-180\n1331 I-27 AR12\n1431 II-27\n1535 86-180\n1534 III-27"
    game = fighting("soviet", text)
    game.play("attack 1331 with 170Div", "attack 1431 with 42-180", "attack 1534 with 86-180", "resolve 1331")
    strike(game, "-/R").play("retreat I-27 to 1332", "retreat AR12 to 1431", "hold", "resolve 1534")
    assert (game.ask[1], game.clauses("support AR12")) == ("axis-support", ["10.23a"])


@pytest.mark.case("12.36a", "11.32b")
def test_a_hex_attacked_later_with_a_unit_that_has_defended(fighting: Any) -> None:
    game = fighting("soviet", "1330 170Div\n1530 42-180\n1331 I-27\n1431 AR12").play("attack 1331 with 170Div")
    strike(game, "-/1R").play("retreat I-27 to 1431", "hold")
    assert game.clauses("attack 1431 with 42-180") == []
    again = fighting("soviet", "1232 42-180\n1233 I-27(defended)")
    assert again.clauses("attack 1233 with 42-180") == ["11.32b"]


ONE_SOURCE = "\nturned 1836 2036 1529 2611 2814"  # all other Axis sources are in Soviet hands


@pytest.mark.case("12.37a", "12.37b")
def test_not_away_from_the_source(fighting: Any) -> None:
    """The source is 1032, three hexes from 1331."""
    game = beaten(fighting, "1330 42-180\n1331 I-27" + ONE_SOURCE, "42-180")
    found = havens(game, "I-27")
    assert found == {"1232", "1332", "1132", "1131", "1233", "1333"}
    assert game.clauses("retreat I-27 to 1432") == ["12.37a"]


@pytest.mark.case("12.37c")
def test_away_from_the_source_if_there_is_no_other_way(fighting: Any) -> None:
    """Full stacks in 1232 and 1132 keep it supplied, and the other hexes near the source are in Soviet ZOCs."""
    friends = "\n1232 Denmark vBorries I-48 Pantel\n1132 I-30 II-30 III-30 Volk\n1333 21-180\n1130 41-84"
    game = beaten(fighting, "1330 42-180\n1331 I-27" + friends + ONE_SOURCE, "42-180")
    assert game.s.local.fed
    assert havens(game, "I-27") == {"1432", "1531", "1532"}


@pytest.mark.case("12.37d", "12.37a")
def test_a_strongpoint_is_a_source_only_in_its_hex(fighting: Any) -> None:
    """In 1811 a unit is supplied by the Strongpoint alone, so it may go anywhere."""
    ring = "1811 I-27\n1810 170Div\n1912 42-180\n1713 21-180"
    game = fighting("soviet", ring + ONE_SOURCE + " 1032", works=True).play("attack 1811 with 170Div")
    assert game.s.local.fed
    strike(game, "-/R").play("yield")
    assert "1812" not in havens(game, "I-27")
    assert "1910" in havens(game, "I-27")


@pytest.mark.case("12.22b", "12.3b", "12.43b")
def test_artillery_does_not_slip_through(fighting: Any) -> None:
    text = "1330 42-180\n1331 I-27 AR12\n1231 21-180\n1332 86-180\n1432 41-84\n1431 46-84\n1232 201-84"
    game = beaten(fighting, text, "42-180")
    assert game.where("AR12") == "eliminated"


# -- through an enemy ZOC ---------------------------------------------------------------------

CLOSED = "1330 42-180\n1331 {}\n1232 21-180\n1432 86-180"
"""Every hex around 1331 is vacant and in a Soviet ZOC, or held."""


@pytest.mark.case("12.43a", "12.44a", "12.44b", "12.43c")
def test_slipping_through(fighting: Any) -> None:
    game = beaten(fighting, CLOSED.format("I-27"), "42-180")
    assert (game.ask, game.verbs()) == (("axis", "retreat"), {"slip", "perish"})
    vias = game.places(game.options("slip", game.unit("I-27"), 0).members)
    assert vias == {"1231", "1332", "1431"}
    via = sorted(vias)[0]
    end = sorted(game.places(game.options("slip", game.unit("I-27"), 0, game.place(via)).members))[0]
    assert game.clauses(f"slip I-27 via 1330 to {end}") == ["12.44b", "12.44j"]
    assert game.clauses(f"slip I-27 via {via} to 1331") == ["12.44j"]
    game.play(f"slip I-27 via {via} to {end}")
    assert (game.where("I-27"), game.units(game.s.reduced), game.ask[1]) == (via, {"I-27"}, "trial")
    game.play("roll 4")
    assert game.where("I-27") == end


@pytest.mark.case("12.44i", "12.43d", "12.44d")
def test_failing(fighting: Any) -> None:
    game = beaten(fighting, CLOSED.format("I-27"), "42-180")
    game.play(game.title.text(game.s, sample(game, "slip")), "roll 3")
    assert game.where("I-27") == "eliminated"


def sample(game: Any, verb: str) -> Any:
    """The first action with a verb."""
    args: tuple[Any, ...] = ()
    for _ in range(4):
        args = (*args, 0 if len(args) == 1 else sorted(game.options(verb, *args))[0])
    return Action(verb, args)


@pytest.mark.case("12.44a")
def test_nobody_must_try(fighting: Any) -> None:
    game = beaten(fighting, CLOSED.format("I-27"), "42-180").play("perish I-27")
    assert (game.where("I-27"), game.ask[1]) == ("eliminated", "advance")


@pytest.mark.case("12.44b", "12.43c")
def test_the_step_may_be_the_last(fighting: Any) -> None:
    game = beaten(fighting, CLOSED.format("I-27(reduced)"), "42-180")
    game.play(game.title.text(game.s, sample(game, "slip")))
    assert (game.where("I-27"), game.ask[1]) == ("eliminated", "advance")


@pytest.mark.case("12.44b", "12.43c")
def test_those_that_slip_lose_the_step(fighting: Any) -> None:
    """II-27, still in its hex, cannot lose it in place of I-27."""
    game = beaten(fighting, CLOSED.format("I-27 II-27"), "42-180")
    game.play(game.title.text(game.s, sample(game, "slip")))
    assert (game.ask[1], game.units(game.s.reduced), game.where("II-27")) == ("trial", {"I-27"}, "1331")


@pytest.mark.case("12.3a", "12.43a")
def test_who_may_slip(fighting: Any) -> None:
    """Only a unit that has to retreat, and has no other way."""
    game = beaten(fighting, CLOSED.format("I-27"), "42-180")
    assert game.movers("slip") == {"I-27"}
    assert "12.3a" in game.clauses("slip 21-180 via 1431 to 1530")
    free = beaten(fighting, PLAIN, "42-180")
    assert "slip" not in free.verbs()
    assert "12.43a" in free.clauses("slip I-27 via 1431 to 1530")
    assert free.clauses("perish I-27") == ["12.43a"]


@pytest.mark.case("12.43b")
def test_artillery_does_not_go_along(fighting: Any) -> None:
    """1332 has room for AR12 and not for I-27, which can only slip through."""
    text = FULL.replace("1331 I-27", "1331 I-27 AR12").replace("Denmark vBorries I-48 Volk", "I-30 II-30 III-30")
    game = beaten(fighting, text, "42-180")
    assert (game.movers("slip"), game.movers("retreat")) == ({"I-27"}, {"AR12"})
    assert game.clauses("slip I-27 AR12 via 1431 to 1530")[0] == "12.43b"


@pytest.mark.case("12.44k", "12.44b", "12.43c", "12.44c")
def test_a_group_stays_together_and_loses_one_step(fighting: Any) -> None:
    """Three battalions and a gun: the gun cannot go, the others lose one step together."""
    game = beaten(fighting, CLOSED.format("I-27 II-27 Volk AR12"), "42-180")
    assert game.where("AR12") == "eliminated"
    lead = game.unit("I-27")
    rest = 1 << game.unit("II-27") | 1 << game.unit("Volk")
    via = sorted(game.options("slip", lead, rest))[0]
    end = sorted(game.options("slip", lead, rest, via))[0]
    names = D.board.names
    game.play(f"slip I-27 II-27 Volk via {names[via]} to {names[end]}")
    assert (game.ask, game.movers("lose")) == (("axis", "loss"), {"I-27", "II-27", "Volk"})
    game.play("lose Volk", "roll 6")
    assert (game.where("I-27"), game.where("II-27"), game.where("Volk")) == (names[end], names[end], "eliminated")


@pytest.mark.case("12.44e", "12.44f", "12.44g")
@pytest.mark.parametrize(
    ("unit", "storm", "die", "passed"),
    [("K38", "", 3, True), ("K38", "", 2, False), ("K38", "storm yes\n", 2, True), ("K38", "storm yes\n", 1, False),
     ("I-27", "storm yes\n", 3, True), ("I-27", "", 3, False)],
)  # fmt: skip
def test_what_is_added_to_the_die(fighting: Any, unit: str, storm: str, die: int, passed: bool) -> None:
    """1 if all have a box, and 1 in Storm; I-27 goes along to bear the step."""
    assert D.boxed >> D.number["K38"] & 1
    text = storm + CLOSED.format(f"{unit} Pantel" if unit == "I-27" else "K38 AA12")
    game = beaten(fighting, text, "42-180")
    first, second = ("I-27", "Pantel") if unit == "I-27" else ("AA12", "K38")
    lead, rest = game.unit(first), 1 << game.unit(second)
    via = sorted(game.options("slip", lead, rest))[0]
    end = sorted(game.options("slip", lead, rest, via))[0]
    game.play(f"slip {first} {second} via {D.board.names[via]} to {D.board.names[end]}")
    game.play(f"lose {second}", f"roll {die}")
    assert (game.where(first) != "eliminated") == passed


@pytest.mark.case("12.3a")
def test_not_into_another_defender_hex_of_the_combat(fighting: Any) -> None:
    """AA12 evades from 1331: not to 1431, which is attacked in the same combat."""
    game = fighting("soviet", "1330 170Div\n1331 AA12\n1431 I-27").play("attack 1331 1431 with 170Div", "evade 1331")
    game.play("roll 6")
    assert game.ask == ("axis", "retreat")
    assert "1431" not in havens(game, "AA12")
