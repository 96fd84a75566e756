"""The numbers of fire are data: change one, and choices, objections and odds follow."""

from dataclasses import replace
from typing import Any

import pytest

from grognard.kit.table import Wargame
from tests.titles.leningrad41.box import GAME, read
from tests.titles.leningrad41.fights import TITLE, Fight, firing, striking

MANY = (
    "4707 1-1DNO\n4706 I-1T 48Pi\n4708 II-1T 678Pi\n4607 III-1T 1StPi\n4606 I-2T II-2T\n"
    "4806 TFlak I-Arko\n4807 I-10 2StPi\n"
)
SOVIETS = "4707 I-8M\n4706 1-1DNO\n4708 2-1DNO\n4607 3-1DNO\n4606 1-2DNO\n4806 84KV"
AIR = "4707 1-1DNO\nbeside Rudel StukaA StukaB BomberA"


def changed(old: str, new: str) -> Wargame[Any]:
    """The title with another number."""
    text = GAME.text("tables.toml")
    assert text.count(old) == 1, old
    return replace(TITLE, data=read("tables.toml", text.replace(old, new)))


def largest(game: Fight, verb: str, *chosen: str) -> int:
    """How many units may fire together at most."""
    (hex, *rest) = chosen
    sets: list[int] = list(game.options(verb, game.place(hex), *rest))
    return max(some.bit_count() for some in sets)


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_how_many_soviets_fire_together(limit: int) -> None:
    title = changed("soviet_fire = { value = 3", f"soviet_fire = {{ value = {limit}")
    game = firing("soviet", SOVIETS, title=title)
    assert largest(game, "fire", "4707", "42") == min(limit, 4)
    if limit < 4:
        assert f"at most {limit} may fire together" in game.reasons("fire 4707 by 42 with 1-1DNO 2-1DNO 3-1DNO 1-2DNO")


@pytest.mark.parametrize("limit", [1, 2, 3, 6])
def test_how_many_fire_with_an_ss_division(limit: int) -> None:
    title = changed("ss = { value = 4", f"ss = {{ value = {limit}")
    game = firing("german", MANY, title=title)
    assert largest(game, "fire", "4707", "totenkopf") == limit
    for storm in game.options("assault", game.place("4707"), "totenkopf"):
        others = game.options("assault", game.place("4707"), "totenkopf", storm)
        assert others, "what is offered can be completed"


@pytest.mark.parametrize("limit", [0, 1, 4])
def test_how_many_corps_units_join_a_division(limit: int) -> None:
    title = changed("corps = { value = 3", f"corps = {{ value = {limit}")
    game = firing("german", MANY, title=title)
    corps = game.pieces("48Pi 678Pi 1StPi 2StPi I-Arko")
    most = max((some & corps).bit_count() for some in game.options("fire", game.place("4707"), "8pz"))
    assert most == limit
    if limit < 4:
        assert f"at most {limit} may join" in game.reasons("fire 4707 by 8pz with I-10 48Pi 678Pi 1StPi 2StPi")


@pytest.mark.parametrize("limit", [1, 4])
def test_how_many_air_markers_strike(limit: int) -> None:
    game = striking(AIR, title=changed("german_air = { value = 3", f"german_air = {{ value = {limit}"))
    assert largest(game, "strike", "4707") == limit


def test_the_turn_of_the_first_demolition() -> None:
    title = changed("first_demolition = { value = 3", "first_demolition = { value = 5")
    game = firing("german", "4601 I-10", turn=4, title=title)
    assert "from Game Turn 5 on" in game.reasons("blow bridge-4501-4601 at 4501 by 8pz with I-10")


def test_the_share_of_fanatics() -> None:
    order = "assault 4707 by totenkopf storm 48Pi with I-1T"  # 8 of 14
    for percent, ask in ((57, "fanaticism"), (58, "die")):
        title = changed("fanatics = { value = 50", f"fanatics = {{ value = {percent}")
        assert firing("german", MANY, title=title, fanaticism="fanaticism").play(order).ask[1] == ask


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("close_assault = { value = -1", "close_assault = { value = -3", -2),
        ("armor = { value = 2", "armor = { value = 4", 2),
        ("cost = 3\nblocks = true\nmodifier = 2", "cost = 3\nblocks = true\nmodifier = 5", 3),
        ("cost = 1\nmodifier = 1\nfire = [6]", "cost = 1\nmodifier = 4\nfire = [6]", 3),
    ],
)
def test_modifiers(old: str, new: str, change: int) -> None:
    text = "rubble 4516\n4516 51Tk\n4515 I-8M"
    before = firing("german", text).change("I-8M", "4516", "51Tk", "assault", "I-8M")
    game = firing("german", text, title=changed(old, new))
    assert game.change("I-8M", "4516", "51Tk", "assault", "I-8M") == before + change


def test_the_faces_that_make_rubble() -> None:
    title = changed("fire = [6]", "fire = [1, 2]")
    text = "4516 1-1DNO\n4515 I-10 II-10\n4415 III-10"
    game = firing("german", text, title=title).play("fire 4516 by 8pz with I-10 II-10 III-10").rolls(1, 2)
    assert game.places(game.s.rubble) == {"4516"}


def test_the_radius_of_anti_aircraft_units() -> None:
    title = changed("anti_aircraft = { value = 1, radius = 2", "anti_aircraft = { value = 3, radius = 0")
    game = striking("4707 1-1DNO\n4709 LGAA1\nbeside StukaA", title=title)
    assert game.change("StukaA", "4707", "1-1DNO", "air") == 0
    assert game.change("StukaA", "4709", "LGAA1", "air") == 3


def test_what_blocks_lines_of_fire() -> None:
    title = changed("cost = 2\nblocks = true", "cost = 2\nblocks = false")
    game = firing("german", "4614 1-1DNO\n4415 I-8M", title=title)
    assert game.able("fire", "4614", "3mot") == {"I-8M"}
