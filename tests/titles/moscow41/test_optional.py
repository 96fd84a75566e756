"""The optional rules that change Strength, command and the Luftwaffe; each is off unless it is asked for."""

from collections.abc import Callable

import pytest

from grognard.titles.moscow41.rules.strength import dice, strength
from tests.titles.moscow41.conftest import TITLE, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"
GROUND = "german 16A 9A 4A 2A 67 66 77 78 79 88 89 90 91 100 101 102"


@pytest.mark.case("14.1a", "14.2a", "14.3a", "14.4a", "14.5a", "14.6a", "14.7a", "14.8a")
def test_each_has_its_own_switch_and_is_off(new: At) -> None:
    printed = ("colours", "leningrad", "moscow", "rail", "blizzard", "cavalry", "divisions", "crusader")
    assert tuple(TITLE.options)[:8] == printed
    assert {TITLE.options[name].cite for name in printed} == {f"14.{n}a" for n in range(1, 9)}
    assert new("campaign").s.options == ()
    on = {name: TITLE.options[name].values[1] for name in printed}
    assert new("campaign", **on).s.options == tuple(f"{name}={value}" for name, value in on.items())


@pytest.mark.case("14.5b", "3.1a", "3.1b", "14.5a")
@pytest.mark.parametrize(
    ("level", "attack", "defence", "dice_attack", "dice_defence"),
    [(4, 1, 2, 1, 2), (3, 0, 1, 1, 1), (2, 0, 1, 1, 1), (1, 0, 0, 1, 1)],
)
def test_blizzard(at: At, level: int, attack: int, defence: int, dice_attack: int, dice_defence: int) -> None:
    game = at(f"at game choice\nturn 6\nweather blizzard\n{GROUND}\n90 24PzK(level={level})\n62 3Army{LEADERS}")
    german, soviet = game.unit("24PzK"), game.unit("3Army")
    assert (strength(game.s, german, True), strength(game.s, german, False)) == (attack, defence)
    assert (dice(game.s, german, True), dice(game.s, german, False)) == (dice_attack, dice_defence)
    assert strength(game.s, soviet, True) == strength(game.s, soviet, False) == 4


@pytest.mark.case("14.5b", "10.4d")
def test_a_spent_staff_stays_spent_in_blizzard(at: At) -> None:
    game = at(f"at game choice\nturn 6\nweather blizzard\n{GROUND}\n90 Guderian(level=0){LEADERS}")
    assert dice(game.s, game.unit("Guderian"), True) == dice(game.s, game.unit("Guderian"), False) == 0


@pytest.mark.case("14.5a", "8.0e", "8.0g")
def test_blizzard_is_snow_otherwise(at: At) -> None:
    """Every Area costs 2, rivers are frozen, no Tank Attack, no Blitz; the Germans do not exploit."""
    snow, storm = (next(one for one in TITLE.data.charts.weather if one.id == id_) for id_ in ("snow", "blizzard"))
    assert snow._replace(id="", name="", attack=(), defence=()) == storm._replace(id="", name="", attack=(), defence=())
    game = at(f"at game choice\nturn 6\nweather blizzard\n{GROUND}\n90 24PzK\n62 25RC{LEADERS}").play("strategic-move")
    assert game.clauses("move 24PzK via 78 66") == []
    assert game.clauses("move 24PzK via 78 66 67") == ["10.8j"]


@pytest.mark.case("14.7b")
@pytest.mark.parametrize(
    ("weather", "attack", "defence"), [("sun", 2, 2), ("rain", 1, 2), ("snow", 2, 2), ("blizzard", 1, 2)]
)
def test_the_azul_division(at: At, weather: str, attack: int, defence: int) -> None:
    text = f"at game choice\nturn 6\nweather {weather}\n{GROUND}\n90 Azul 52ID{LEADERS}"
    game = at("options divisions=marching\n" + text)
    azul, plain = game.unit("Azul"), game.unit("52ID")
    assert (strength(game.s, azul, True), strength(game.s, azul, False)) == (attack, defence)
    german = {"sun": 2, "rain": 1, "snow": 1, "blizzard": 0}[weather]
    assert strength(game.s, plain, True) == german
    off = at(text)
    assert strength(off.s, off.unit("Azul"), True) == german


@pytest.mark.case("14.7b", "8.0e")
def test_snow_lies_as_deep_for_the_azul_division(at: At) -> None:
    """Its Strength is spared; an Area costs it 2 as everybody."""
    game = at(f"options divisions=marching\nat game choice\nturn 6\nweather snow\n{GROUND}\n90 Azul{LEADERS}")
    game.play("strategic-move")
    assert game.clauses("move Azul via 78 66") == []
    assert game.clauses("move Azul via 78 66 67") == ["10.8j"]


@pytest.mark.case("14.7a", "4.2.1c")
def test_six_divisions_march(at: At) -> None:
    names = {block.id for n, block in enumerate(TITLE.data.blocks) if TITLE.data.divisions >> n & 1}
    assert names == {"Azul", "52ID", "106ID", "161ID", "255ID", "267ID"}
    rain = at(f"options divisions=marching\nat game choice\nturn 4\nweather rain\n{GROUND}\n90 52ID{LEADERS}")
    assert rain.play("strategic-move").clauses("move 52ID via 78 66") == ["10.8j"]


@pytest.mark.case("14.6a")
def test_eight_cavalry_blocks_ride_through_the_mud(at: At) -> None:
    cavalry = [block for n, block in enumerate(TITLE.data.blocks) if TITLE.data.cavalry >> n & 1]
    assert sum(block.side for block in cavalry) == 7
    assert [block.id for block in cavalry if not block.side] == ["1Kav"]
    text = f"at game choice\nturn 4\nweather rain\n{GROUND}\n90 1Kav{LEADERS}"
    assert at("options cavalry=mobile\n" + text).play("strategic-move").clauses("move 1Kav via 78 66") == []
    assert at(text).play("strategic-move").clauses("move 1Kav via 78 66") == ["10.8j"]
    snow = text.replace("rain", "snow")
    found = at("options cavalry=mobile\n" + snow).play("strategic-move")
    assert found.clauses("move 1Kav via 78 66 67") == ["10.8j"]  # 2 each, as everybody


@pytest.mark.case("14.1a", "10.10c")
def test_colours_are_ignored_but_not_by_the_luftwaffe(at: At) -> None:
    text = f"options colours=ignored\nat game choice\nturn 1\n{GROUND}\n90 Guderian\n91 34AK\n66 8FK 39PzK{LEADERS}"
    game = at(text).play("tactical", "activate Guderian", "activate 8FK", "done")
    assert "34AK" in game.movers()
    far = at(text.replace("90 Guderian", "90 Guderian(level=0)")).play(
        "tactical", "activate Guderian", "activate 8FK", "done"
    )
    assert not {"39PzK", "34AK"} & far.movers()


@pytest.mark.case("14.8a")
def test_the_luftwaffe_leaves_after_november(at: At) -> None:
    text = f"at game choice\nturn 5\nweather snow\npasses 1\n{GROUND}\n90 2FK 24PzK\ngerman-pool 8FK\n62 25RC{LEADERS}"
    gone = at("options crusader=crusader\n" + text).play("pass", "done")
    assert (gone.where("2FK"), gone.where("8FK")) == ("withdrawn", "withdrawn")
    bombers = range(TITLE.data.first_bomber, len(TITLE.data.pieces))
    assert {TITLE.lexicon.places[gone.s.place[bomber]] for bomber in bombers} == {"withdrawn"}
    kept = at(text).play("pass", "done")
    assert kept.where("2FK") == "90"
    early = at("options crusader=crusader\n" + text.replace("turn 5", "turn 4")).play("pass", "done")
    assert early.where("2FK") == "90"
