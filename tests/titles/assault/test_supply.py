"""[11.0] Supply: paths of both sides, on both maps, headquarters, attrition, and who needs no path."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.bits import scan
from grognard.titles.assault.rules.supply import open_to, supplied

At = Callable[..., Any]

NO_RAILS = "\n3833 177RD\n3821 70RD\n1236 191RD"  # where the lines leave the map
RING = "\n{} 1ID\n{} 58ID\n{} 291ID\n{} 38HQ"  # three of class A around a hex


def unsupplied(game: Any) -> set[str]:
    """The units found out of supply."""
    return set(game.units(game.play("done").s.unsupplied))


def german(at: At, text: str, **options: str) -> Any:
    return at(f"at german-bombardment\nturn 12\n{text}", **options)


def russian(at: At, text: str, **options: str) -> Any:
    return at(f"at russian-bombardment\nturn 12\n{text}", **options)


# -- worked examples --------------------------------------------------------------------------

CORPS = "3423 39HQ\n2826 20-90\n2825 177RD\n3519 56HQ\n3417 269ID"


@pytest.mark.case("11.34b", "11.15b", "11.15c", "11.13a", "11.13b")
def test_through_a_friend_in_an_enemy_zone(at: At) -> None:
    assert not unsupplied(german(at, CORPS + "\n2926 12-5")) - {"177RD"}
    assert unsupplied(german(at, CORPS)) - {"177RD"} == {"20-90"}
    assert unsupplied(german(at, CORPS.replace("2825 177RD", "2825 1V"))) == set()  # class C: its own hex alone


@pytest.mark.case("11.24c", "11.24a", "11.24b", "11.24d", "11.17a", "11.12a", "4.0c", "4.0k")
def test_the_second_time_in_the_enemys_turn(at: At) -> None:
    game = german(at, "2721 11ID").play("done")
    assert game.units(game.s.unsupplied) == {"11ID"}
    assert game.s.reduced == 0
    game.to("russian-movement")
    assert game.units(game.s.reduced) == {"11ID"}
    game.to("german-movement")
    assert game.where("11ID") == "2721"
    game.to("russian-movement")
    assert game.where("11ID") == "lost"
    assert game.s.unsupplied == 0
    assert "still out of supply. [11.24]" in game.log()


@pytest.mark.case("11.35b", "11.13b", "11.13c")
@pytest.mark.parametrize(("hex_", "out"), [("2331", False), ("2330", True), ("2336", False)])
def test_off_the_edge(at: At, hex_: str, out: bool) -> None:
    """Five hexes between headquarters and edge, six, and on it."""
    assert ("2HQ" in unsupplied(german(at, f"{hex_} 2HQ" + NO_RAILS))) == out


@pytest.mark.case("11.13c", "11.13d", "11.35a")
@pytest.mark.parametrize(("hex_", "out"), [("2328", False), ("2329", True), ("2322", False)])
def test_to_a_rail(at: At, hex_: str, out: bool) -> None:
    """Six hexes, seven, and on it."""
    assert unsupplied(german(at, f"{hex_} 2HQ\n2325 11ID")) == ({"2HQ", "11ID"} if out else set())


# -- Germans ----------------------------------------------------------------------------------


@pytest.mark.case("11.13a", "11.13c", "11.11a", "11.34a", "11.19a", "11.31a")
def test_six_hexes_to_the_headquarters(at: At) -> None:
    game = german(at, "3421 2HQ\n2821 11ID\n2721 12ID\n3420 1ID\n2818 21ID")
    assert unsupplied(game) == {"12ID", "1ID"}
    assert game.clauses("move 12ID via 2722 2723") == ["11.21a"]


@pytest.mark.case("11.16a", "11.16b", "11.16c", "11.16d", "11.15a")
def test_along_the_rails(at: At) -> None:
    base = "3020 2HQ\n3019 11ID"
    cut = "\n3833 177RD\n1236 191RD\n3720 70RD"
    assert unsupplied(german(at, base + "\n3720 70RD")) & {"2HQ"} == set()  # by another branch
    assert {"2HQ", "11ID"} <= unsupplied(german(at, base + cut))
    assert not {"2HQ", "11ID"} & unsupplied(german(at, base + cut + "\n3721 SSPol"))
    assert {"2HQ", "11ID"} <= unsupplied(german(at, base + NO_RAILS))


@pytest.mark.case("11.13e")
def test_not_across_the_neva(at: At) -> None:
    assert unsupplied(german(at, "0514 2HQ\n0413 11ID\n0515 12ID")) == {"11ID"}


@pytest.mark.case("11.37b", "11.32a")
def test_a_disrupted_headquarters_supplies(at: At) -> None:
    assert unsupplied(german(at, "3421 2HQ(disrupted) 1ID\n3321 11ID\n3222 38HQ")) == set()


@pytest.mark.case("11.45b", "11.45c", "11.45a")
def test_garrisons(at: At) -> None:
    base = "captured 3113 2107\ngerman 3113 2107\n3113 11ID\n2107 39HQ\n3014 12ID"
    game = german(at, base + NO_RAILS)
    assert unsupplied(game) - {"177RD", "70RD", "191RD"} == {"39HQ", "12ID"}
    game.play("move 11ID to 3114").to("russian-movement")
    assert "11ID" in game.units(game.s.unsupplied)


# -- headquarters that return -----------------------------------------------------------------


@pytest.mark.case("11.36a", "11.36b", "11.36c", "11.36d", "11.44a", "16.16b")
@pytest.mark.parametrize("when", ["next", "at-once"])
def test_a_headquarters_returns(at: At, when: str) -> None:
    game = russian(at, "2329 2HQ(unsupplied)\n3420 11ID(unsupplied)\n2721 12ID(unsupplied)", headquarters=when)
    game.play("done")
    assert game.where("2HQ") == "reserve"
    game.to("german-movement")
    assert game.units(game.s.unsupplied) == {"11ID", "12ID"}
    game.play("enter 2HQ to 3619")
    assert game.units(game.s.unsupplied) == ({"12ID"} if when == "at-once" else {"11ID", "12ID"})
    game.to("russian-movement")
    assert game.units(game.s.unsupplied) == set()  # the 12th has starved, the 11th is in supply
    assert (game.where("12ID"), game.where("11ID")) == ("lost", "3420")


@pytest.mark.case("11.44a", "16.16b")
def test_who_enters_is_in_supply(at: At) -> None:
    game = at("at mechanized\nturn 9\n2721 1-1(fresh)\n2720 1-113\n2622 41HQ(fresh)" + NO_RAILS)
    assert game.units(supplied(game.s, 0)) == {"1-1", "1-113", "41HQ"}
    game.to("russian-movement")
    assert {"1-1", "1-113", "41HQ"} <= game.units(game.s.unsupplied)


# -- the line of one unit ---------------------------------------------------------------------


def line(game: Any, unit: str) -> tuple[bool, list[str], str, list[str]]:
    """What is said of a unit's line: whether, the hexes, where it breaks, the clauses."""
    ok, path, breaks, why = game.title.aids.trace(game.s, game.unit(unit))
    names = game.title.lexicon.places
    return ok, [names[hex_] for hex_ in path], names[breaks] if breaks else "", [said.clause for said in why]


@pytest.mark.case("11.34b", "11.13a", "11.35a", "11.15a", "11.34a")
def test_the_line_of_a_unit(at: At) -> None:
    game = german(at, CORPS + "\n2926 12-5\n3820 96ID")
    way = ["2826", "2926", "3025", "3125", "3224", "3324", "3423"]
    ok, path, breaks, why = line(game, "20-90")
    assert (ok, path[:7], len(path), breaks, why) == (True, way, 9, "", [])  # and two more to a rail
    assert line(game, "96ID") == (False, ["3820"], "", ["11.34a"])
    assert game.title.aids.trace(game.s, game.unit("Nav")) is None
    assert game.title.aids.trace(game.s, game.unit("1ID")) is None
    game = german(at, CORPS)
    detour = ["2826", "2927", "3026", *way[2:]]  # seven hexes
    assert line(game, "20-90") == (False, detour, "", ["11.13a"])
    game = german(at, "2329 2HQ\n2326 11ID")
    assert line(game, "2HQ")[3] == ["11.13b"]
    assert line(game, "11ID")[3] == ["11.35a", "11.13b"]
    assert line(german(at, "3421 2HQ\n2721 12ID"), "12ID")[3] == ["11.13a"]
    assert line(german(at, "0917 2HQ\nJ5 11ID"), "11ID")[1][:3] in (["J5", "K5", "0419"], ["J5", "K6", "0420"])


@pytest.mark.case("11.14a", "11.15a", "11.42a")
def test_the_line_of_a_russian(at: At) -> None:
    ring = RING.format("2721", "2619", "2819", "2718")
    game = russian(at, "2720 281RD\n2510 235RD\n2823 4V" + ring)
    ok, path, breaks, why = line(game, "281RD")
    assert (ok, path, why) == (False, ["2720"], ["11.15a"])
    assert breaks in {"2619", "2620", "2719", "2721", "2819", "2820"}
    assert line(game, "235RD")[1][-1] in {"2401", "2501", "2601", "2701"}
    assert line(game, "4V")[0]


# -- Russians ---------------------------------------------------------------------------------


@pytest.mark.case("11.14a", "11.15a", "11.18a")
def test_russian_paths(at: At) -> None:
    ring = RING.format("2721", "2619", "2819", "2718")
    assert unsupplied(russian(at, "2720 281RD\n2510 235RD" + ring)) == {"281RD"}
    gap = ring.replace("291ID", "291ID(reduced)").replace("58ID", "58ID(reduced)")  # of class C
    assert unsupplied(russian(at, "2720 281RD" + gap)) == set()


@pytest.mark.case("11.14b", "11.13e")
def test_russians_trace_across_the_neva(at: At) -> None:
    around = "\n0614 1ID\n0513 58ID\n0615 38HQ"
    assert unsupplied(russian(at, "0514 281RD" + around)) == set()
    assert unsupplied(russian(at, "0714 281RD\n0814 1ID\n0614 58ID\n0713 291ID\n0715 38HQ")) == {"281RD"}


@pytest.mark.case("11.42a", "11.42b", "11.41a")
def test_fortified_russians_need_no_path(at: At) -> None:
    ring = RING.format("2822", "2724", "2924", "2820")
    game = german(at, "2823 4V" + ring)
    assert unsupplied(game) == set()
    assert unsupplied(german(at, "2821 4V" + RING.format("2820", "2722", "2922", "2819"))) == {"4V"}
    assert "11ID" in unsupplied(german(at, "2823 11ID"))


@pytest.mark.case("11.43a", "15.3a", "11.46a", "11.46b")
def test_guerrillas_and_workers(at: At) -> None:
    ring = RING.format("0917", "0815", "1015", "0918")
    assert unsupplied(german(at, "0916 13W 1G 4V" + ring)) == {"4V"}


@pytest.mark.case("18.41a", "18.42a", "11.24a", "11.24b")
def test_mercy(at: At) -> None:
    ring = RING.format("0917", "0815", "1015", "0918")
    text = "0916 13W 281RD(unsupplied)\n2721 11ID(unsupplied)\n3836 235RD(unsupplied)\n3735 121ID\n3734 28HQ" + ring
    game = german(at, text).play("done")
    assert game.units(game.s.reduced) == {"281RD", "235RD"}
    game = german(at, text, attrition="mercy").play("done")
    assert game.units(game.s.reduced) == {"235RD"}
    assert {"281RD", "235RD", "11ID"} <= game.units(game.s.unsupplied)
    game.to("russian-movement")
    assert "11ID" not in game.units(game.s.reduced)
    game = russian(at, text).play("done")
    assert game.units(game.s.reduced) == {"11ID"}


@pytest.mark.case("11.12b", "11.17a")
def test_it_lasts_to_the_next_check(at: At) -> None:
    game = german(at, "3421 2HQ\n2721 12ID").play("done", "move 2HQ to 3321")
    assert game.units(game.s.unsupplied) == {"12ID"}
    game.to("russian-movement")
    assert game.s.unsupplied == 0
    assert "is in supply again. [11.12]" in game.log()


# -- on the Inset -----------------------------------------------------------------------------


@pytest.mark.case("11.53a", "11.51a")
def test_germans_in_the_streets(at: At) -> None:
    """The fringe hex is the first of six for the interior, and not counted for the fringe."""
    for hex_, there, out in (
        ("0917", "J5", False),
        ("1017", "J5", True),
        ("1017", "K5", False),
        ("1117", "K5", True),
        ("1017", "0419", False),
    ):
        assert unsupplied(german(at, f"{hex_} 2HQ\n{there} 11ID")) == ({"11ID"} if out else set()), (hex_, there)
    assert unsupplied(german(at, "0917 2HQ\nE4 11ID")) == set()  # any length on the Inset, over bridges


@pytest.mark.case("11.53c", "11.53a", "11.15b")
def test_the_hex_outside_must_be_open(at: At) -> None:
    base = "0522 2HQ\nJ5 11ID\n0520 70RD\n"
    assert "11ID" in unsupplied(german(at, base))
    assert "11ID" not in unsupplied(german(at, base + "0420 12ID"))
    assert "11ID" not in unsupplied(german(at, base + "K6 12ID"))  # the same ground
    assert "11ID" in unsupplied(german(at, "0522 2HQ\nI4 11ID\nI6 70RD\nI2 168RD\nJ4 177RD"))


@pytest.mark.case("11.53b", "11.53a", "11.13a")
def test_the_headquarters_in_the_streets(at: At) -> None:
    assert unsupplied(german(at, "J5 2HQ\nE4 11ID\n0419 12ID\nK4 21ID")) == set()
    assert unsupplied(german(at, "J5 2HQ\n1017 11ID\n1117 12ID")) == {"12ID"}  # six hexes to the fringe, seven
    lone = unsupplied(german(at, "J5 2HQ\nJ4 11ID\n0520 70RD\n0418 177RD"))
    assert {"2HQ", "11ID"} <= lone


@pytest.mark.case("11.52a", "11.14c", "11.51a")
def test_russians_with_germans_in_the_city(at: At) -> None:
    base = "0420 281RD\n0521 1ID\n0519 11ID\nG3 4V\n0622 38HQ\n0620 2HQ\n"
    assert not {"281RD", "4V"} & unsupplied(russian(at, base))  # by the city hex
    assert not {"281RD", "4V"} & unsupplied(russian(at, base + "C6 12ID"))  # by the fringe
    out = unsupplied(russian(at, base + "J6 12ID\nJ4 21ID"))
    assert "281RD" in out
    assert "4V" not in out
    streets = base + "J6 12ID\nJ4 21ID\nJ5 235RD\n"
    assert "281RD" in unsupplied(russian(at, streets))  # K6 and K5 are in zones, and it stands on the main map
    assert "281RD" not in unsupplied(russian(at, streets + "K6 10RD"))  # undone by friends


@pytest.mark.case("11.18a", "11.16a")
def test_both_trace_through_the_same_hex(at: At) -> None:
    """In the open plain before Luga, where nobody has a zone, lines of both sides cross."""
    game = german(at, "3421 2HQ\n2821 123ID(reduced)\n3019 4V")
    assert unsupplied(game) == set()
    paths = [set(game.title.aids.trace(game.s, game.unit(unit)).path) for unit in ("123ID", "4V")]
    shared = open_to(game.s, 0) & open_to(game.s, 1)
    assert paths[0] - {game.hex("2821"), game.hex("3421")} <= set(scan(shared))
    assert all(shared >> hex_ & 1 for hex_ in paths[1] - {game.hex("3019")})


# -- what shuts a path ------------------------------------------------------------------------


@pytest.mark.case("11.13b", "11.15a", "11.35a")
def test_zones_between_a_headquarters_and_its_source(at: At) -> None:
    """2HQ in 2325 is three hexes from the rail of 2322; then a class A stands between, or at the edge."""
    assert unsupplied(german(at, "2325 2HQ")) == set()
    between = "2325 2HQ\n2323 177RD\n2525 70RD\n2125 191RD"
    assert "2HQ" in unsupplied(german(at, between))
    assert unsupplied(german(at, "2333 2HQ")) == set()  # four hexes to the edge and off it
    assert "2HQ" in unsupplied(german(at, "2333 2HQ\n2133 168RD\n2533 1TD\n2335 LTS\n2331 191RD"))
    shut = "2335 2HQ\n2236 LTS\n2135 168RD\n2535 1TD\n2333 191RD"
    assert "2HQ" in unsupplied(german(at, shut))  # 2336 next to it lies in a zone
    assert "2HQ" not in unsupplied(german(at, shut + "\n2336 11ID"))


@pytest.mark.case("8.31a", "8.33b", "8.35b", "11.15a")
def test_ground_that_is_no_ones_path(at: At) -> None:
    """City hexes are no way for Germans ever, nor for Russians with Germans on the Inset; held fringes are shut."""
    game = german(at, "3421 2HQ\n3020 4V")
    city = {"0219", "0220", "0320"}
    assert not city & game.hexes(open_to(game.s, 0))
    assert city <= game.hexes(open_to(game.s, 1))
    game = german(at, "H4 11ID\nK5 4V")
    assert not city & (game.hexes(open_to(game.s, 0)) | game.hexes(open_to(game.s, 1)))
    assert not {"0419", "K4", "K5"} & game.hexes(open_to(game.s, 0))
    assert {"0419", "K4", "K5"} <= game.hexes(open_to(game.s, 1))


@pytest.mark.case("11.53b", "11.53a", "11.15a")
def test_zones_in_the_streets(at: At) -> None:
    """A class A in J6 parts J7, with K7 beside it, from the headquarters in J4; J3 is behind that."""
    base = "J4 2HQ\nJ7 12ID\nJ3 11ID\ngerman J7\n"
    assert unsupplied(german(at, base)) == set()
    assert unsupplied(german(at, base + "J6 168RD")) == {"12ID"}
    assert unsupplied(german(at, base + "J6 168RD\nK7 21ID")) == set()


@pytest.mark.case("11.53a", "11.53c", "11.13a")
def test_which_doors_a_headquarters_in_the_streets_has(at: At) -> None:
    """From 1016 it is six hexes to 0419 and seven to 0420: 0419 shut, or K4 and K5, and the 12th is out."""
    base = "J6 2HQ\n1016 12ID\n"
    assert unsupplied(german(at, base)) == set()
    assert unsupplied(german(at, base + "0418 168RD")) & {"2HQ", "12ID"} == {"12ID"}
    assert unsupplied(german(at, base + "J4 168RD")) == {"12ID"}


# -- each source of the Russians --------------------------------------------------------------


@pytest.mark.case("11.14a")
def test_to_the_city_or_off_the_map(at: At) -> None:
    """281RD in 0420 has the city alone, 235RD in 0510 the way to the north and east alone."""
    south = "\n0521 1ID\n0519 11ID\n0318 12ID\n0620 2HQ"
    assert "281RD" not in unsupplied(russian(at, "0420 281RD" + south))
    wall = "\n0815 1ID\n0615 11ID\n0614 12ID\n0416 21ID\n0215 32ID\n0116 122ID\n1015 58ID"
    game = russian(at, "0510 235RD\n0219 4V" + wall)
    assert "235RD" not in unsupplied(game)
    assert line(game, "235RD")[1][-1] not in {"0219", "0220", "0320"}


@pytest.mark.case("11.14c", "11.52a")
def test_an_open_fringe_without_an_open_street_is_no_source(at: At) -> None:
    base = "0420 281RD\n0521 1ID\n0519 11ID\n0622 38HQ\n0620 2HQ\n"
    streets = "german I6 J7\nI4 12ID\nI6 21ID\nI2 32ID\nJ7 122ID"
    game = russian(at, base + streets)
    assert {"K4", "K5", "K6"} <= game.hexes(open_to(game.s, 1))
    assert "281RD" in unsupplied(game)
    assert "281RD" not in unsupplied(russian(at, base + streets.replace("J7 122ID", "")))  # by J7


@pytest.mark.case("11.51a", "11.14a")
def test_russians_on_the_fringe(at: At) -> None:
    """As if on the hex of the main map: K5 as 0419, from which the way is open or not."""
    assert "281RD" not in unsupplied(russian(at, "K5 281RD\nH4 11ID"))
    ring = "german I6 J7\n0520 1ID\n0518 58ID\n0318 291ID\nI5 12ID\nI3 21ID\nJ7 32ID\nI6 122ID\n"
    out = unsupplied(russian(at, "K5 281RD\n" + ring))
    assert "281RD" in out


@pytest.mark.case("11.44a", "16.16b")
def test_fresh_units_need_nobody(at: At) -> None:
    game = at("at german-movement\nturn 9\n2721 1-1(fresh)\n2720 6-4" + NO_RAILS)
    assert game.units(supplied(game.s, 0)) == {"1-1"}
    pocket = "2720 1GV(fresh)\n2721 1ID\n2619 58ID\n2819 291ID\n2718 38HQ"
    game = at("at russian-movement\nturn 9\n" + pocket)
    assert "1GV" in game.units(supplied(game.s, 1))
    game = at("at russian-movement\nturn 9\n" + pocket.replace("(fresh)", ""))
    assert "1GV" not in game.units(supplied(game.s, 1))


@pytest.mark.case("11.36c", "11.12b")
def test_at_once_is_for_the_corps_of_the_headquarters_that_enters(at: At) -> None:
    text = "at german-movement\nturn 12\n3420 11ID(unsupplied)\n3423 39HQ\n3323 122ID(unsupplied)"
    game = at(text, headquarters="at-once").play("enter 123ID to 3819")
    assert game.units(game.s.unsupplied) == {"11ID", "122ID"}  # no headquarters has come
    game.play("enter 2HQ to 3619")
    assert game.units(game.s.unsupplied) == {"122ID"}


@pytest.mark.case("11.51a", "11.53b")
def test_nobody_on_the_main_map_goes_through_the_streets_to_a_headquarters_on_the_fringe(at: At) -> None:
    """K4 is 0419: from 1023 six hexes to 0420, and seven to the headquarters."""
    for place, length in (("1023", 7), ("1022", 6)):
        game = at(f"at german-combat\nturn 20\nK4 28HQ(fresh)\n{place} Tot-1")
        way = game.title.aids.trace(game.s, game.unit("Tot-1"))
        assert way.ok is bool(supplied(game.s, 0) >> game.unit("Tot-1") & 1) is (length == 6)
        assert way.ok or way.why[0].facts["length"] == length
