"""The Logistics Phase: Leaders, the Logistics Value, regeneration, replacement."""

from collections.abc import Callable

import pytest

from grognard.core import view
from grognard.titles.moscow41.rules.fire import firepower
from grognard.titles.moscow41.rules.logistics import has_phase, price, value, value_lines
from grognard.titles.moscow41.rules.strength import dice, strength
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"
SURRENDERED = [b.id for b in TITLE.data.blocks if b.side == SOVIET and b.combat]
LOST = [b.id for b in TITLE.data.blocks if b.side == GERMAN and b.combat and not b.letter]
NOVEMBER = f"""at game first_logistics+
    at logistics leader player=1
    side 1
    turn 5
    weather snow
    german 66 67 90 91 100 145 4A Kiev
    surrendered {" ".join(SURRENDERED[:21])}
    Rastenburg Hitler(level=0)
    63 Stalin(level=2)
    90 Guderian(level=3) 24PzK(level=3) 52ID(level=1)
    91 Hoth(level=0)
    66 Weichs Kluge
    67 Strauss
    german-pool 13AK 106ID 161ID 255ID 267ID
    74 Konev"""


@pytest.mark.case(
    "4.2.4d",
    "7.1a",
    "7.2.2g",
    "7.2b",
    "7.2.1g",
    "7.2.2d",
    "7.2.2e",
    "7.2.2f",
    "7.2a",
    "7.2c",
    "7.2.1.1b",
    "7.2.1e",
    "3.1a",
)
def test_the_november_example(at: At) -> None:
    """Worked example: 9 halved is 4; 1 + 3 for headquarters, 3 + 1 for steps, 4 Reinforcements."""
    game = at(NOVEMBER)
    assert game.ask == ("soviet", "leader")
    game.play("pause")
    assert game.level("Stalin") == 4
    assert game.ask == ("german", "leader")
    game.play("logistics")
    assert game.s.value == 4
    game.play("restore Guderian")
    assert game.s.points == 3
    for level in (2, 3, 4):
        game.play("restore Hoth")
        assert game.level("Hoth") == level
    assert game.s.points == 0
    assert game.clauses("restore Hoth") == ["7.2.2a"]
    game.play("done")
    assert game.s.points == 4
    game.play("replace 24PzK")
    assert game.s.points == 1
    game.play("replace 52ID")
    assert game.s.points == 0
    assert (game.level("24PzK"), game.level("52ID")) == (4, 2)
    game.play("done")
    assert game.clauses("call 5") == ["5.0b"]  # Hoth's new stars do not count
    game.play("call 4")
    for name in ("13AK", "106ID", "161ID", "255ID"):
        game.play(f"draw {name}")
    for name, area in (("13AK", "2A"), ("106ID", "2A"), ("161ID", "4A"), ("255ID", "16A")):
        game.play(f"enter {name} in {area}")
    assert game.ask == ("german", "choice")
    assert game.level("Hitler") == 0  # at heart he stays
    assert game.s.value == game.s.points == 0


@pytest.mark.case("11.0f", "7.2.1f", "7.2.1c", "7.2.1d", "10.5b", "9.3g", "10.14.3e")
def test_the_value_of_the_soviet_example(at: At) -> None:
    """Worked example: Stalin 0, three headquarters of which one exhausted, four points, twelve lost Germans: 7."""
    game = at(f"""at game choice
        turn 3
        side 1
        disc 1
        german 67 145 Kiev
        63 Stalin(level=0)
        Rastenburg Hitler
        74 Konev(level=2)
        75 Budyonny(level=2)
        64 Yeremenko(level=0)
        lost {" ".join(LOST[:12])}""")
    assert [int(line.amount) for line in value_lines(game.s, SOVIET)] == [0, 2, 4, 1]
    game.play("strategic-move")
    assert game.s.value == game.s.points == 7


@pytest.mark.case("7.2.1e", "7.2.1f", "9.3g")
def test_every_ten_blocks_count(at: At) -> None:
    for count, bonus in ((9, 0), (10, 1), (19, 1), (20, 2)):
        text = f"at game choice\nturn 3\ngerman 67\nsurrendered {' '.join(SURRENDERED[:count])}{LEADERS}"
        game = at(text)
        assert value(game.s, GERMAN) == 4 + 0 + 1 + bonus
        lost = at(f"at game choice\nturn 3\ngerman 67\nlost {' '.join(LOST[:count])}{LEADERS}")
        assert value(lost.s, SOVIET) == 4 + 0 + 6 + bonus


@pytest.mark.case("7.2.1.1a", "7.2.1.1b", "3.1a", "typhoon.4", "gasp.3", "8.0d")
@pytest.mark.parametrize(
    ("weather", "german", "soviet"), [("sun", 6, 11), ("rain", 3, 5), ("snow", 3, 11), ("blizzard", 3, 11)]
)
def test_weather_halves_the_value(at: At, weather: str, german: int, soviet: int) -> None:
    game = at(f"at game choice\nturn 5\nweather {weather}\ngerman 67\n90 Guderian\n74 Konev{LEADERS}")
    assert (value(game.s, GERMAN), value(game.s, SOVIET)) == (german, soviet)


@pytest.mark.case("3.1a", "3.1b", "7.2.1.1a")
def test_fractions(at: At) -> None:
    """Worked examples: 7 halved is 3; dice of a Strength of 1 halved are still 1."""
    text = "at game choice\nturn 5\ngerman 67\n90 Guderian Hoth 24PzK(level=1)"
    assert value(at(text + LEADERS).s, GERMAN) == 7
    assert value(at(f"{text}\nweather rain{LEADERS}").s, GERMAN) == 3
    snow = at(f"{text}\nweather snow{LEADERS}")
    assert dice(snow.s, snow.unit("24PzK"), True) == 1
    assert strength(snow.s, snow.unit("24PzK"), True) == 0  # ranges and counts have no such floor


@pytest.mark.case("7.2.1.1b")
def test_moscow_and_leningrad_both(at: At) -> None:
    whole = at("at game choice\nturn 5\nweather snow\ngerman 63 67 Leningrad\nRastenburg Hitler")
    assert value(whole.s, GERMAN) == 4 + 3
    assert value(whole.s, SOVIET) == 4 // 2
    one = at("at game choice\nturn 5\nweather snow\ngerman 67 Leningrad" + LEADERS)
    assert value(one.s, GERMAN) == 6 // 2
    assert value(one.s, SOVIET) == (4 + 5) // 2


@pytest.mark.case("7.2.1c", "10.5b")
def test_headquarters_that_count(at: At) -> None:
    """On the Road, isolated, engaged, of the Luftwaffe: all that have a star and are on the board."""
    game = at(f"""at game choice
        turn 2
        german 67 90 91 Pskov
        Pskov Hoepner
        90 Guderian(cube) 25RC
        91 2FK 8FK(level=0)
        german-pool Busch
        lost Hoth{LEADERS}""")
    assert value(game.s, GERMAN) == 4 + 3 + 1


@pytest.mark.case("7.0a", "7.0b", "7.0c", "3.2.1b", "7.1a", "7.2c", "4.2.4g")
def test_who_decides_first(at: At) -> None:
    game = at("at game choice\nturn 1\npasses 1\ndisc 1\nside 1\ngerman 67\n90 Guderian" + LEADERS)
    game.play("pass", "done")
    assert game.s.turn == 2
    assert game.ask == ("german", "leader")
    assert game.verbs() == {"pause", "logistics"}
    assert "Logistics Phase" in TITLE.now(game.s)
    game.play("logistics", "done", "done")
    assert game.level("Hitler") == 3
    assert game.ask == ("soviet", "leader")
    game.play("logistics", "done", "done")
    assert game.level("Stalin") == 3
    assert game.ask == ("soviet", "choice")


@pytest.mark.case("7.0a", "typhoon.2", "gasp.2")
@pytest.mark.parametrize(
    ("scenario", "first"), [("campaign", "choice"), ("dnieper", "choice"), ("typhoon", "leader"), ("gasp", "choice")]
)
def test_what_comes_after_the_set_up(new: At, scenario: str, first: str) -> None:
    game = new(scenario, seed=1)
    while game.s.turn == 0:
        game.table.play(TITLE.sample(game.s, lambda _n: 0))
    assert game.ask[1] == first


@pytest.mark.case("4.2.4f", "7.2.1b")
def test_without_stalin_no_phase(at: At) -> None:
    """A dead Leader's player is passed over; his value counts nothing for him."""
    text = "at game choice\nturn 1\npasses 1\nside 1\ngerman 67 63\nsurrendered Stalin\nRastenburg Hitler\n74 Konev"
    game = at(text).play("pass", "done")
    assert game.ask == ("german", "leader")
    game.play("pause")
    assert game.ask == ("german", "choice")
    assert value(game.s, SOVIET) == 0 + 1 + 5


@pytest.mark.case("7.2.2a", "7.2.2b", "7.2.2c", "9.1g", "9.1h", "7.2.2d", "7.2.2e")
def test_who_regains_no_step(at: At) -> None:
    game = at(f"""at game second_logistics+
        at logistics leader player=0
        turn 3
        german 67 90 91 100
        90 Guderian(level=2) 24PzK(level=1) 25RC
        91 Hoth(level=2,cube) 39PzK(level=2,cube)
        100 Weichs DR(level=1) 46PzK
        Pskov Hoepner(level=0)
        lost Kluge
        german-pool 13AK{LEADERS}""")
    game.play("logistics")
    assert game.clauses("restore Guderian") == ["7.2.2b"]
    assert game.clauses("restore Hoth") == ["7.2.2c"]
    assert game.clauses("restore Weichs") == ["7.2.2a"]
    assert game.clauses("restore DR") == ["7.2.2d"]
    assert game.clauses("restore Hitler") == ["7.2.2d"]
    assert game.clauses("restore s1") == ["7.2.2a"]
    assert game.movers("restore") == {"Hoepner"}
    game.play("restore Hoepner", "done")
    assert game.level("Hoepner") == 2
    assert game.clauses("replace 24PzK") == ["7.2.2b"]
    assert game.clauses("replace 39PzK") == ["7.2.2c"]
    assert game.clauses("replace 46PzK") == ["7.2.2a"]
    assert game.clauses("replace Weichs") == ["7.2.2e"]
    assert game.clauses("replace 13AK") == ["7.2.2a"]
    assert game.movers("replace") == {"DR"}


@pytest.mark.case("7.2b", "7.2.2d", "7.2.2e")
def test_points_run_out(at: At) -> None:
    """A value of 2: two steps of headquarters; a red step costs three, a white two, a black one."""
    game = at("""at game second_logistics+
        at logistics leader player=0
        turn 5
        weather snow
        german 67 90 91 100 145
        90 Guderian(level=2) 24PzK(level=1) Lehr(level=1) 52ID(level=1)
        100 Weichs(level=2)
        63 Stalin
        Rastenburg Hitler(level=0)""")
    game.play("logistics")
    assert game.s.value == 2
    game.play("restore Guderian", "restore Guderian")
    assert game.clauses("restore Weichs") == ["7.2b"]
    game.play("done")
    assert game.clauses("replace 24PzK") == ["7.2b"]
    assert game.movers("replace") == {"Lehr", "52ID"}
    game.play("replace 52ID")
    assert game.clauses("replace Lehr") == ["7.2b"]


@pytest.mark.case("7.2.2e")
def test_a_remnant_may_grow(at: At) -> None:
    game = at(
        "at game second_logistics+\nat logistics leader player=1\nside 1\nturn 2\ngerman 67\n74 25RC(level=1)" + LEADERS
    )
    game.play("logistics", "done", "replace 25RC", "replace 25RC")
    assert game.level("25RC") == 3
    assert game.s.points == game.s.value - 2


@pytest.mark.case("7.2.2e", "4.2.2a", "4.2.2b", "4.2.2c")
def test_the_price_is_that_of_the_step_regained(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Block whose steps are black, black, white and red, from the last one up."""
    game = at("at game choice\nturn 1\ngerman 67 90\n90 13AK(level=1)" + LEADERS)
    d, piece = game.s.data, game.unit("13AK")
    mixed = tuple(block._replace(fire="SSDT") if block.id == "13AK" else block for block in d.blocks)
    monkeypatch.setattr(d, "blocks", mixed)
    found = []
    for level in (1, 2, 3, 4):
        game.s.level[piece] = level
        found.append((price(game.s, piece), firepower(game.s, piece)))
    assert found == [(1, "S"), (2, "S"), (3, "D"), (0, "T")]


@pytest.mark.case("1.5b", "7.2.1g")
def test_nothing_of_it_is_told(at: At) -> None:
    """The opponent hears neither who regains steps nor how many points there are."""
    game = at(NOVEMBER).play("pause", "logistics", "restore Guderian")
    seen = view.view(game.s, SOVIET)
    assert "value" not in seen["scalars"]
    assert "points" not in seen["scalars"]
    assert view.view(game.s, GERMAN)["scalars"]["value"] == 4
    assert "Guderian" not in game.log(SOVIET)
    assert "Guderian" not in str([entry.heard_by(SOVIET) for entry in game.table.journal])


@pytest.mark.case("7.0a")
def test_the_first_turn_has_no_phase(at: At) -> None:
    """Not even in a scenario that begins with one."""
    first = at("at game choice\nturn 1\ngerman 67" + LEADERS, "typhoon")
    assert not has_phase(first.s)
    assert has_phase(at("at game choice\nturn 4\ngerman 67" + LEADERS, "typhoon").s)
