"""[14.3-14.5] Strongpoints and the airfield: construction, destruction, removal."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.rules.strongpoints import traced
from grognard.titles.demyansk.rules.supply import DEFENSE, fed, sources
from grognard.titles.demyansk.state import works, zone
from tests.titles.demyansk.box import AT, D, hexes
from tests.titles.demyansk.conftest import Game, with_data

At = Callable[..., Game]
RING = "2833 I-27\n2831 42Bde\n2835 27Bde\n3033 20Bde\n2633 86Bde"
POCKET = "2519 I-27\n2517 42Bde\n2521 27Bde\n2719 20Bde\n2319 86Bde"


def office(
    at: At, text: str = "2711 AA12", turn: int = 3, segment: int = 1, weather: str = "frozen", **more: Any
) -> Game:
    """An Axis Administrative Phase of the second Sequence."""
    return at(f"at administration\nturn {turn}\nsegment {segment}\nsequence 2\nweather {weather}\n{text}", **more)


def soviet_end(at: At, text: str, turn: int = 3, weather: str = "frozen", **more: Any) -> Game:
    """The same after the Soviet Sequence that follows: played from its Movement Phase to the Axis one."""
    game = at(f"at movement\nturn {turn}\nsegment 1\nsequence 1\nweather {weather}\n{text}", **more)
    game.play("done")
    return to_axis(game)


def to_axis(game: Game) -> Game:
    """Play on until the Axis player moves."""
    for _ in range(40):
        if game.ask == ("axis", "movement"):
            return game
        game.go_on()
    raise AssertionError("the Axis player never moves")


# -- construction -----------------------------------------------------------------------------


@pytest.mark.case("14.36a", "14.31b", "14.32a", "14.32c", "14.36b", "14.32b", "sequence.29", "sequence.34")
def test_begun_in_the_axis_phase_and_finished_in_the_soviet_one(at: At) -> None:
    game = office(at).play("build 2712")
    assert (game.s.building, game.s.built) == (hexes("2712"), 0)
    assert not works(game.s, AXIS) >> AT["2712"] & 1
    game.play("done").to("movement")
    assert (game.ask[0], game.s.building) == ("soviet", hexes("2712"))
    to_axis(game)
    assert (game.s.building, game.s.built) == (0, hexes("2712"))
    assert works(game.s, AXIS) >> AT["2712"] & 1


@pytest.mark.case("14.31c", "19.13f", "19.33g")
@pytest.mark.parametrize("scenario", ["offensive", "campaign"])
def test_three_in_a_turn(at: At, scenario: str) -> None:
    """In both Segments together, from GT1 on."""
    game = office(at, turn=1, scenario=scenario).play("build 2712", "build 2710", "done").to("administration")
    assert (game.s.turn, game.s.segment) == (1, 2)
    game.play("build 2713")
    assert game.clauses("build 2714") == ["14.31c"]
    assert game.s.begun == 3
    game.play("done").to("administration")
    assert (game.s.turn, game.clauses("build 2714")) == (2, [])


@pytest.mark.case("14.31c")
def test_not_before_the_first_turn_for_it(at: At) -> None:
    """With data in which that is GT4."""
    plans = {name: plan._replace(works_from=4) for name, plan in D.plans.items()}
    game = office(at, title=with_data(plans=plans))
    assert game.clauses("build 2712") == ["14.31c"]
    assert office(at, turn=4, title=with_data(plans=plans)).clauses("build 2712") == []


@pytest.mark.case("19.23e", "14.5a")
def test_none_in_the_second_scenario(at: At) -> None:
    game = office(at, "2131 I-28", turn=12, scenario="bridge")
    assert game.clauses("build 2132") == ["19.23e"]
    assert game.clauses("airfield 2132") == ["14.5a"]


@pytest.mark.case("14.31a", "14.31d", "14.51a", "14.0b")
def test_the_soviet_player_builds_nothing(at: At) -> None:
    game = at("at administration\nturn 8\nsegment 1\nsequence 1\n2711 AA12\n1908 42Bde\ndestroyed 1908")
    assert "14.31a" in game.clauses("build 1908")
    assert "14.31a" in game.clauses("airfield 1909")
    to_axis(game.play("done"))
    assert game.s.destroyed == hexes("1908")
    assert not works(game.s, SOVIET) >> AT["1908"] & 1


@pytest.mark.case("14.33a")
def test_only_in_friendly_hexes(at: At) -> None:
    game = office(at, "2711 AA12\n2320 42Bde")
    assert game.clauses("build 2320") == ["14.33a"]
    assert game.clauses("build 2321") == ["14.33a"]  # a ZOC has taken it
    assert game.clauses("build AGN") == ["14.33a"]
    assert game.clauses("build 2712") == []


@pytest.mark.case("14.33b", "6.11b")
def test_only_with_a_supply_route(at: At) -> None:
    game = office(at, POCKET)
    assert game.clauses("build 2519") == ["14.33b"]
    assert game.clauses("build 2711") == []


@pytest.mark.case("14.33b", "6.35b")
def test_the_built_airfield_is_no_source_for_it(at: At) -> None:
    game = office(at, f"{POCKET}\nairfield 2519\nairfield_spent yes", turn=9)
    assert fed(game.s, AXIS, DEFENSE) >> AT["2519"] & 1
    assert game.clauses("build 2519") == ["14.33b"]


@pytest.mark.case("14.33c")
def test_an_enemy_zoc_is_no_obstacle(at: At) -> None:
    game = office(at, "2711 AA12\n2713 42Bde")
    assert zone(game.s, SOVIET) >> AT["2712"] & 1
    assert game.clauses("build 2712") == []
    assert game.clauses("build 2711") == []


@pytest.mark.case("14.33d", "14.36a")
def test_one_strongpoint_in_a_hex(at: At) -> None:
    game = office(at, "2711 AA12\nbuilt 2710\n1908 I-27")
    assert game.clauses("build 2710") == ["14.33d"]
    assert game.clauses("build 2706") == ["14.33d"]  # printed
    assert "14.33d" in game.clauses("build 1908")  # a Soviet one, still active
    assert game.play("build 2711").clauses("build 2711") == ["14.36a"]


@pytest.mark.case("14.33d")
def test_a_destroyed_soviet_strongpoint_makes_room(at: At) -> None:
    game = office(at, "2711 AA12\n1908 I-27\ndestroyed 1908").play("build 1908", "done")
    to_axis(game)
    assert game.s.built == hexes("1908")
    assert game.s.destroyed == hexes("1908")


@pytest.mark.case("14.34a", "14.34b")
def test_construction_fails_out_of_supply(at: At) -> None:
    game = soviet_end(at, f"{POCKET}\nbuilding 2519 2713")
    assert (game.s.building, game.s.built) == (0, hexes("2713"))
    assert game.s.failed == hexes("2519")
    assert "2519 is Out of Supply" in game.log()


@pytest.mark.case("14.34b")
def test_a_new_one_there_on_a_later_turn(at: At) -> None:
    game = office(at, "2711 AA12\nfailed 2712")
    assert game.clauses("build 2712") == ["14.34b"]
    assert game.clauses("airfield 2712")[-1] == "14.34b"
    game.play("done").to("administration").play("done").to("administration")
    assert (game.s.turn, game.clauses("build 2712")) == (4, [])


@pytest.mark.case("14.34a", "14.33b", "6.24a")
def test_an_enemy_in_the_hex_ends_it(at: At) -> None:
    """No Axis route starts where a Soviet unit stands, even next to a Supplied unit; it was only entered."""
    game = at("at movement\nturn 3\nsegment 1\nsequence 1\nbuilding 2715\n2714 AA12\n2716 42Bde")
    game.play("move 42Bde to 2715")
    assert game.s.building == hexes("2715")
    to_axis(game.play("done"))
    assert (game.s.building, game.s.built) == (0, 0)


@pytest.mark.case("14.34a", "14.33a")
def test_control_alone_does_not_end_it(at: At) -> None:
    game = soviet_end(at, "2711 AA12\n2717 42Bde\nbuilding 2716")
    assert game.s.built == hexes("2716")


@pytest.mark.case("14.42a")
def test_an_attack_on_the_hex_removes_the_marker_before_the_combat(at: At) -> None:
    game = at("at combat\nturn 3\nsegment 1\nsequence 1\nbuilding 2716\n2716 Pi12\n2717 14Bde 15Bde")
    game.play("attack 2716 with 14Bde 15Bde")
    assert (game.s.building, game.s.failed) == (0, 0)
    assert game.s.local is not None  # nothing of the combat is resolved yet


@pytest.mark.case("14.42a", "14.31c")
def test_what_was_begun_stays_begun(at: At) -> None:
    """A marker lost to an attack does not give the right to another one in the turn."""
    game = at("at combat\nturn 3\nsegment 2\nsequence 1\nbegun 3\nbuilding 2716\n2716 Pi12\n2717 14Bde 15Bde")
    game.play("attack 2716 with 14Bde 15Bde")
    assert game.s.begun == 3


# -- destruction ------------------------------------------------------------------------------


@pytest.mark.case("14.35a")
def test_no_garrison_is_needed(at: At) -> None:
    game = office(at, "2711 AA12\nbuilt 2520")
    game.play("done").to("administration")
    assert game.s.built == hexes("2520")
    assert works(game.s, AXIS) >> AT["2124"] & 1


@pytest.mark.case("14.41a", "14.41b", "14.11a")
def test_a_built_one_falls_at_the_end_of_its_owners_phase(at: At) -> None:
    game = soviet_end(at, "2711 AA12\nbuilt 2520\n2520 42Bde")
    assert game.s.built == hexes("2520")  # the Soviet Administrative Phase does nothing to it
    assert works(game.s, AXIS) >> AT["2520"] & 1
    game.play("done").to("administration")
    assert game.s.built == hexes("2520")
    game.play("done")
    assert game.s.built == 0


@pytest.mark.case("14.31a", "14.32b")
def test_a_built_one_is_the_axis_players(at: At) -> None:
    """Soviet units beside it or in it gain nothing by it: the Axis ZOC reaches into the hex."""
    game = office(at, "2711 AA12\nbuilt 2520\n2521 I-27")
    assert works(game.s, AXIS) >> AT["2520"] & 1
    assert not works(game.s, SOVIET) >> AT["2520"] & 1
    assert zone(game.s, AXIS) >> AT["2520"] & 1


@pytest.mark.case("14.41a", "14.41c", "14.41d", "14.32d", "6.34d")
def test_a_printed_one_gets_a_marker(at: At) -> None:
    game = office(at, "2711 AA12\n2124 42Bde").play("done")
    assert game.s.destroyed == hexes("2124")
    assert not works(game.s, AXIS) >> AT["2124"] & 1
    assert "2124" in game.log()
    to_axis(game)
    assert game.s.destroyed == hexes("2124")  # its marker is not one of construction (14.36b)


@pytest.mark.case("14.41a", "14.41c", "14.31d")
def test_a_soviet_one_falls_in_the_soviet_phase(at: At) -> None:
    game = office(at, "1908 I-27\n1111 42Bde").play("done")
    assert works(game.s, SOVIET) >> AT["1908"] & 1
    to_axis(game)
    assert game.s.destroyed == hexes("1908")


@pytest.mark.case("14.41a")
def test_only_units_at_the_end_of_the_phase_count(at: At) -> None:
    """Recaptured before then it stands."""
    game = at("at movement\nturn 3\nsegment 1\nsequence 2\n2126 I-27\n2111 42Bde\nbuilt 2127")
    game.play("move I-27 to 2127", "done").to("administration").play("done")
    assert game.s.built == hexes("2127")


@pytest.mark.case("14.41d", "14.15a", "6.34a", "6.34c", "6.34d")
def test_a_rebuilt_printed_one_is_a_source_again(at: At) -> None:
    game = office(at, "2711 AA12\n2833 I-27\ndestroyed 2833").play("build 2833", "done")
    to_axis(game)
    assert (game.s.destroyed, game.s.built) == (0, 0)  # as printed, not one that has been built
    assert works(game.s, AXIS) >> AT["2833"] & 1
    assert game.clauses("remove 2833") == ["14.43a"]
    cut = RING.replace("2833 I-27", "2833 II-27")
    for state, fed_there in (("destroyed 2833", 0), ("", 1), ("destroyed 2833\nbuilt 2833", 0)):
        s = at(f"at movement\nturn 3\nsegment 1\nsequence 2\n{cut}\n{state}").s
        assert fed(s, AXIS, "attack") >> AT["2833"] & 1 == fed_there


# -- voluntary removal ------------------------------------------------------------------------


@pytest.mark.case("14.43a", "14.44a")
@pytest.mark.parametrize("step", ["movement", "combat", "administration"])
def test_the_owner_removes_a_vacant_marker(at: At, step: str) -> None:
    game = at(f"at {step}\nturn 3\nsegment 1\nsequence 2\n2711 AA12\n2713 I-27\nbuilt 2710 2711 2520\n1111 42Bde")
    assert game.places(game.options("remove").members) == {"2710", "2520"}
    assert game.clauses("remove 2711") == ["14.43a"]  # occupied
    assert game.clauses("remove 2706") == ["14.43a"]  # printed: no marker
    game.play("remove 2710")
    assert game.s.built == hexes("2711", "2520")
    assert game.ask[1] == step
    if step == "administration":
        assert game.play("build 2710").s.building == hexes("2710")  # markers are used again


@pytest.mark.case("14.43a", "14.54c")
def test_in_exploitation_too_and_never_by_the_enemy(at: At) -> None:
    game = at(
        "at exploitation\nturn 3\nsegment 1\nsequence 2\nexploiting yes\n2711 StuG184(fought)\nbuilt 2520\n1111 42Bde"
    )
    assert game.clauses("remove 2520") == []
    enemy = at("at movement\nturn 9\nsegment 1\nsequence 1\n2711 AA12\nbuilt 2520\nairfield 2521\n1111 42Bde")
    assert enemy.clauses("remove 2520") == ["14.43a"]
    assert enemy.clauses("demolish") == ["14.54c"]


# -- the airfield -----------------------------------------------------------------------------


@pytest.mark.case("14.51a", "14.51c", "14.52a", "14.36b", "14.54d")
def test_the_airfield_is_built_like_a_strongpoint(at: At) -> None:
    assert office(at, turn=6).clauses("airfield 2712") == ["14.51c"]
    game = office(at, "2711 AA12\nbegun 3", turn=7, segment=2)
    game.play("airfield 2712")  # it is not one of the Strongpoints of the turn
    assert (game.s.airfield_site, game.s.airfield) == (hexes("2712"), 0)
    game.play("done")
    to_axis(game)
    assert (game.s.airfield_site, game.s.airfield, game.s.airfield_spent) == (0, hexes("2712"), True)


@pytest.mark.case("14.51b", "14.54d")
def test_only_one(at: At) -> None:
    game = office(at, turn=8).play("airfield 2712")
    assert game.clauses("airfield 2713") == ["14.51b"]
    game = office(at, "2711 AA12\nairfield_spent yes", turn=9)
    assert game.clauses("airfield 2713") == ["14.54d"]


@pytest.mark.case("14.51b", "14.34a", "14.34b")
def test_if_it_was_never_finished_it_may_be_begun_again(at: At) -> None:
    game = soviet_end(at, f"{POCKET}\nairfield_site 2519", turn=8)
    assert (game.s.airfield_site, game.s.airfield_spent) == (0, False)
    game.play("done").to("administration")
    assert game.clauses("airfield 2713") == []


@pytest.mark.case("14.52a", "14.33a", "14.33b")
def test_the_hex_must_be_friendly_and_supplied(at: At) -> None:
    game = office(at, POCKET, turn=8)
    assert game.clauses("airfield 2519") == ["14.33b"]
    assert game.clauses("airfield 2517") == ["14.33a"]
    assert game.clauses("airfield 2814") == ["14.52a"]  # it has one


@pytest.mark.case("14.52a", "6.34b")
def test_a_printed_strongpoint_does_not_supply_the_work(at: At) -> None:
    game = office(at, RING, turn=8)
    assert fed(game.s, AXIS, "attack") >> AT["2833"] & 1
    assert not traced(game.s) >> AT["2833"] & 1
    assert game.clauses("airfield 2833") == ["14.33b"]


@pytest.mark.case("14.53a")
def test_not_on_hills_or_in_towns(at: At) -> None:
    game = office(at, "2711 AA12", turn=8)
    assert game.clauses("airfield 2711") == ["14.53a"]
    hills = game.s.data.kind["hill"] & traced(game.s)
    assert hills
    assert not hills & game.options("airfield").members


@pytest.mark.case("14.53b", "14.54d")
def test_swamp_and_mud(at: At) -> None:
    game = office(at, turn=8)
    assert game.clauses("airfield 2720") == []
    assert office(at, turn=8, weather="mud").clauses("airfield 2720") == ["14.53b"]
    for what, left in (("airfield 2720", True), ("airfield_site 2720", False)):
        rolled = at(f"at weather\nturn 14\n{what}\n2711 AA12")
        die = next(die for die in range(1, 7) if weather_of(at, die) == "mud")
        rolled.play(f"roll {die}")
        assert (rolled.s.airfield | rolled.s.airfield_site, rolled.s.airfield_spent) == (0, left)
    dry = at("at weather\nturn 14\nairfield 2712\nairfield_spent yes\n2711 AA12").play(f"roll {die}")
    assert dry.s.airfield == hexes("2712")


def weather_of(at: At, die: int) -> str:
    """The weather of a roll on GT14."""
    return str(at("at weather\nturn 14\n2711 AA12").play(f"roll {die}").s.weather)


@pytest.mark.case("14.54a", "14.54b", "6.33b")
def test_the_soviet_player_destroys_it_or_uses_it(at: At) -> None:
    text = "2711 AA12\nairfield 2520\n2520 42Bde"
    game = office(at, text, turn=9).play("done")
    assert game.ask == ("soviet", "airfield")
    game.play("destroy")
    assert game.s.airfield == 0
    kept = office(at, text, turn=9).play("done").play("done")
    assert kept.s.airfield == hexes("2520")
    assert sources(kept.s, SOVIET, airborne=True) & hexes("2520")
    assert not sources(kept.s, SOVIET) & hexes("2520")
    again = kept.to("airfield")  # and is asked again
    assert again.play("destroy").s.airfield == 0


@pytest.mark.case("14.54a")
def test_printed_airfields_stand(at: At) -> None:
    game = office(at, "2711 AA12\n2814 42Bde", turn=9).play("done")
    assert game.ask == ("chance", "weather")


@pytest.mark.case("14.54a")
def test_an_airfield_that_is_not_captured_stands(at: At) -> None:
    assert office(at, "2711 AA12\nairfield 2520\n2521 42Bde", turn=9).play("done").ask[1] != "airfield"


@pytest.mark.case("14.54c", "14.54d")
@pytest.mark.parametrize("garrison", ["", "\n2520 I-27"])
def test_the_axis_player_removes_it(at: At, garrison: str) -> None:
    game = office(at, f"2711 AA12\nairfield 2520{garrison}", turn=9).play("demolish")
    assert game.s.airfield == 0
    assert game.clauses("airfield 2521") == ["14.54d"]


@pytest.mark.case("14.54c")
def test_only_while_it_is_friendly(at: At) -> None:
    game = office(at, "2711 AA12\nairfield 2520\n2520 42Bde", turn=9)
    assert game.clauses("demolish") == ["14.54c"]
    assert office(at, turn=9).clauses("demolish") == ["14.54c"]  # there is none


@pytest.mark.case("14.54c")
def test_before_the_enemy_can_come(at: At) -> None:
    """Asked in the Soviet Sequence before movement, if a unit is near enough."""
    text = "2711 AA12\nairfield 2520\n"
    near = office(at, f"{text}2523 42Bde", turn=9).play("done").to("demolition")
    assert (near.ask[0], near.s.side) == ("axis", SOVIET)
    near.play("demolish")
    assert (near.ask, near.s.airfield) == (("soviet", "movement"), 0)
    far = office(at, f"{text}1111 42Bde", turn=9).play("done")
    while far.ask[1] != "movement":
        assert far.ask[1] != "demolition"
        far.go_on()


@pytest.mark.case("14.54c", "3.12c", "8.21a", "14.43a")
@pytest.mark.parametrize(
    ("units", "asked"),
    [
        ("2522 42Bde", True),  # it can enter the hex
        ("2323 42Bde", True),  # it can come next to it: its ZOC takes a hex that nobody contests
        ("2524 42Bde", False),  # too far in this weather, though near enough on a road
        ("2520 I-27\n2522 42Bde", False),  # a garrison: only an attack takes the hex
        ("2521 I-27\n2523 42Bde", False),  # an Axis ZOC stops it, and contests the hex
    ],
)
def test_the_question_is_asked_only_if_the_airfield_can_be_taken(at: At, units: str, asked: bool) -> None:
    """Ruling: before Soviet movement, whatever else is near."""
    head = "at replacements\nturn 9\nsegment 1\nsequence 1\nweather dry\nsoviet_rps 1\neliminated 46-84\n"
    game = at(f"{head}airfield 2520\n2711 AA12\n{units}").play("done")
    assert game.ask == (("axis", "demolition") if asked else ("soviet", "movement"))


@pytest.mark.case("14.54c")
def test_before_it_falls_in_combat(at: At) -> None:
    game = at("at combat\nturn 9\nsegment 1\nsequence 1\nairfield 2716\n2716 Pi12\n2717 14Bde 15Bde")
    game.play("attack 2716 with 14Bde 15Bde")
    assert game.ask == ("axis", "demolition")
    assert game.play("demolish").s.airfield == 0
    assert game.ask == ("chance", "die")


@pytest.mark.case("14.54c")
def test_before_exploitation(at: At) -> None:
    text = "at combat\nturn 9\nsegment 1\nsequence 1\nairfield 2716\n2711 AA12\n"
    game = at(f"{text}2719 85Tk(fought)").play("done")
    assert (game.ask, game.s.exploiting) == (("axis", "demolition"), True)
    assert game.play("done").ask == ("soviet", "exploitation")
    calm = at(f"{text}2719 42Bde\n1111 85Tk(fought)").play("done")
    assert calm.ask == ("soviet", "exploitation")


# -- the phase in the sequence ----------------------------------------------------------------


@pytest.mark.case("sequence.29", "sequence.34", "4.21c")
def test_the_phase_comes_in_both_segments(at: At) -> None:
    game = office(at, turn=3)
    seen = []
    while game.s.turn == 3:
        if game.ask[1] == "administration":
            seen.append((game.s.segment, game.ask[0]))
        game.go_on()
    assert seen == [(1, "axis"), (2, "axis")]


@pytest.mark.case("14.36b")
def test_with_the_axis_first_construction_ends_in_the_same_segment(at: At) -> None:
    game = at("at administration\nturn 12\nsegment 1\nsequence 1\nfirst 0\n2711 AA12").play("build 2712", "done")
    assert game.s.building == hexes("2712")
    to_axis(game)
    assert (game.s.segment, game.s.built) == (2, hexes("2712"))
