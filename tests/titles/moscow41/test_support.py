"""Artillery and Bombers: who may support which Battle, with what, and what anti-air fire does to it."""

import pytest

from grognard.titles.moscow41.rules.support import air_range, sorties
from tests.titles.moscow41.conftest import GERMAN
from tests.titles.moscow41.fights import At, bomber, guns, segment, volley

WINGS = "90 2FK(active,up,acted) 8FK(active,up,acted) Guderian(active,up,acted)"


# -- artillery --------------------------------------------------------------------------------


@pytest.mark.case("10.4b", "10.2d", "10.4c", "10.12.2a", "4.2.6f", "4.2.6g", "10.12a")
def test_artillery_goes_to_one_adjacent_battle(at: At) -> None:
    game = segment(at, f"german 67 90\n{WINGS} 24PzK\n102 46PzK 25RC\n79 DR 30RC\n115 GD 33RC", "support")
    assert game.clauses("fire 2FK 102") == ["10.4b"]
    assert game.clauses("fire 24PzK 102") == ["10.4b"]
    assert game.clauses("fire Guderian 115") == ["10.4b"]  # too far
    assert game.clauses("fire Guderian 101") == ["10.4b"]  # no Battle there
    game.play("fire Guderian 102")
    assert game.clauses("fire Guderian 79") == ["10.4b"]
    game.play("done", "battle 102")
    assert game.ask == ("chance", "artillery")
    assert guns(game) == {"Guderian": (4, "D")}
    volley(game, 2)
    assert game.level("25RC") == 1
    volley(volley(game))
    game.play("battle 79")
    assert game.ask == ("chance", "fire")


@pytest.mark.case("10.4d", "10.5d", "10.4f", "10.2e", "14.2b", "typhoon.12", "gasp.12")
def test_who_has_no_artillery(at: At) -> None:
    text = (
        "german 67 90 91\n90 Guderian(active,up,acted,level=0) Hoepner(active,up,acted)\n"
        "91 Hoth(active,up,acted)\n102 46PzK 25RC"
    )
    game = segment(at, text, "support")
    assert game.clauses("fire Guderian 102") == ["10.4d"]
    assert game.clauses("fire Hoepner 102") == ["10.4f"]
    assert segment(at, text, "support", options="leningrad=generals").clauses("fire Hoepner 102") == []
    for scenario in ("typhoon", "gasp"):
        assert segment(at, text, "support", scenario).clauses("fire Hoepner 102") == []


@pytest.mark.case("10.4a", "10.4b", "4.2.2d", "10.12.2a")
def test_fire_in_its_area_and_artillery_are_told_apart(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both are double; each is read where it belongs."""
    text = "german 67 90\n90 Guderian(active,up,acted)\n102 46PzK Weichs 25RC"
    game = segment(at, text, "support").play("fire Guderian 102", "done", "battle 102")
    monkeypatch.setattr(game.s.data, "charts", game.s.data.charts._replace(hq_artillery="T", hq_fire="S"))
    assert guns(game) == {"Guderian": (4, "T")}
    volley(game)
    assert guns(game)["Weichs"] == (4, "S")


@pytest.mark.case("10.14.2a", "10.12.2a")
def test_nobody_fires_when_artillery_has_left_nobody(at: At) -> None:
    text = "german 67 90\n90 Guderian(active,up,acted)\n102 46PzK 34AK 25RC(level=1)"
    game = segment(at, text, "support").play("fire Guderian 102", "done", "battle 102")
    volley(game, 3)
    assert game.where("25RC") == "soviet-pool"
    assert game.ask == ("german", "combat")
    assert game.german("102")


@pytest.mark.case("10.11c", "10.4b")
def test_artillery_never_attacks_alone(at: At) -> None:
    text = "old 102\ngerman 67 90\n90 Guderian(active,up,acted)\n79 DR 30RC\n102 46PzK(cube) 25RC"
    assert segment(at, text, "support").clauses("fire Guderian 102") == ["10.11c"]
    hqs = "90 Guderian(active,up,acted)\n91 Hoth(active,up,acted,level=2)"
    several = segment(at, f"german 67 90 91\n{hqs}\n102 46PzK 25RC", "support")
    several.play("fire Guderian 102", "fire Hoth 102", "done", "battle 102")
    assert guns(several) == {"Guderian": (4, "D"), "Hoth": (2, "D")}


@pytest.mark.case("10.4e", "10.12.2b", "8.0c", "8.0f", "3.1b")
@pytest.mark.parametrize(
    ("weather", "side", "dice"),
    [("sun", 0, 3), ("rain", 0, 1), ("snow", 0, 1), ("blizzard", 0, 1), ("snow", 1, 3), ("rain", 1, 1)],
)
def test_weather_cuts_artillery(at: At, weather: str, side: int, dice: int) -> None:
    hq = ("Guderian", "Konev")[side]
    land = "german 67 90" if side == GERMAN else "german 67"
    text = f"weather {weather}\nside {side}\n{land}\nold 102\n90 {hq}(active,up,acted,level=3)\n102 46PzK 25RC"
    game = segment(at, text, "support")
    game.play(f"fire {hq} 102", "done", "battle 102")
    assert guns(game) == {hq: (dice, "D")}


@pytest.mark.case("10.4b", "10.17a")
def test_markers_are_taken_up(at: At) -> None:
    game = segment(at, f"german 67 90\n{WINGS} 24PzK\n102 34AK 25RC", "support")
    game.play("fire Guderian 102", "fly 8FK 102 with Stuka1", "done", "battle 102")
    volley(game, 4)
    assert game.ask == ("german", "combat")  # all are gone before anybody flew
    game.play("done")
    assert not any(game.s.aim)
    assert bomber(game, "Stuka1") == "airfield"
    assert not game.up("Guderian")


# -- Bombers ----------------------------------------------------------------------------------


@pytest.mark.case(
    "10.10.1f", "10.10.1a", "10.10.1b", "10.10.1c", "10.10.1d", "10.10f", "10.10g", "4.2.3f", "10.10a", "4.2.6h"
)
def test_2fk_at_full_strength(at: At) -> None:
    """Worked example: four He-111 and no Stuka, up to four Areas away, four dice each on 5 and 6."""
    game = segment(at, "german 67 90\n90 2FK(active,up,acted) Guderian(active,up,acted)\n102 46PzK 25RC", "support")
    hq = game.unit("2FK")
    assert sorties(game.s, hq) == 4
    d = game.s.data
    far = near = 1 << game.area("90")
    for _ in range(4):
        far |= d.board.spread(far)
    for _ in range(3):
        near |= d.board.spread(near)
    assert air_range(game.s, hq) == far != near  # over Soviet ground, too
    assert game.clauses("fly 2FK 102 with Stuka1") == ["10.10.1b"]
    assert game.clauses("fly 2FK 102 with He1 He5") == ["10.10.1b"]
    game.play("fly 2FK 102 with He1 He2 He3 He4", "done", "battle 102")
    volley(game)
    assert game.ask == ("chance", "airstrike")
    assert guns(game) == {f"He{n}": (4, "D") for n in range(1, 5)}
    assert game.s.data.charts.hits["D"] == (5, 6)


@pytest.mark.case("10.10f", "10.10g", "10.10i", "8.0c", "8.0f", "10.10.1e")
@pytest.mark.parametrize(
    ("weather", "level", "most"), [("sun", 3, 3), ("rain", 3, 1), ("snow", 4, 2), ("snow", 3, 1), ("blizzard", 3, 0)]
)
def test_how_many_and_how_far(at: At, weather: str, level: int, most: int) -> None:
    hqs = f"90 8FK(active,up,acted,level={level}) Hoth(active,up,acted)"
    fields = "old 102 116\n102 46PzK 25RC\n116 34AK 30RC"
    game = segment(at, f"weather {weather}\ngerman 67 90\n{hqs}\n{fields}", "support")
    far = [] if most >= 3 else ["10.10g"]
    if most:
        assert game.clauses("fly 8FK 102 with Stuka1") == []
        assert game.clauses("fly 8FK 116 with Stuka1") == far
    four = game.clauses("fly 8FK 102 with Stuka1 Stuka2 He5 He6")
    assert "10.10f" in four
    if most:
        three = ["Stuka1", "Stuka2", "He5"][:most]
        game.play(f"fly 8FK 102 with {' '.join(three)}")
        assert "10.10f" in game.clauses("fly 8FK 102 with He6")  # no more in all


@pytest.mark.case("10.10f", "10.11c")
def test_where_bombers_do_not_fly(at: At) -> None:
    game = segment(at, f"old 79\ngerman 67 90\n{WINGS}\n102 46PzK 25RC\n79 DR(cube) 30RC", "support")
    assert game.clauses("fly 8FK 101 with Stuka1") == ["10.10g"]
    assert game.clauses("fly 8FK 79 with Stuka1") == ["10.11c"]
    assert game.clauses("fly Guderian 102 with Stuka1") != []
    game.play("fly 8FK 102 with Stuka1")
    assert game.clauses("fly 8FK 102 with Stuka1") == ["10.10f"]
    game.play("fly 8FK 102 with Stuka2")


@pytest.mark.case("10.10f", "10.10g")
def test_who_can_send_bombers_at_all(at: At) -> None:
    """A headquarters with no Battle in its Air Range is not offered; and somebody has to fly."""
    hqs = "90 2FK(active,up,acted,level=2) 8FK(active,up,acted) Guderian(active,up,acted)"
    game = segment(at, f"old 116\ngerman 67 90\n{hqs}\n116 34AK 30RC", "support")
    assert game.movers("fly") == {"8FK"}
    assert game.clauses("fly 8FK 116 with") == ["10.10f"]


@pytest.mark.case("10.12.3h", "10.14.3b", "10.14.3c")
def test_bombers_hit_before_do_not_fly(at: At) -> None:
    """Neither the aborted in this Impulse nor the destroyed in this Turn."""
    text = f"german 67 90\n{WINGS}\n102 46PzK 25RC\naborted Stuka1\nshot-down He5"
    game = segment(at, text, "support")
    assert game.clauses("fly 8FK 102 with Stuka1") == ["10.12.3h"]
    assert game.clauses("fly 8FK 102 with He5") == ["10.12.3h"]
    assert game.clauses("fly 8FK 102 with Stuka2 He6") == []


@pytest.mark.case("10.4b", "10.10f", "10.11c")
@pytest.mark.parametrize(
    ("hq", "option", "step"),
    [
        ("90 Guderian(active,up,acted)", "before", "support"),
        ("90 Guderian(active,up,acted)", "each", "combat"),
        ("78 Guderian(active,up,acted)", "before", "combat"),  # no Battle is next to him
    ],
)
def test_when_support_is_asked_for(at: At, hq: str, option: str, step: str) -> None:
    """Before the first Battle or as each is declared, and only if somebody can give it."""
    text = f"german 67 78 90\n{hq}\n102 46PzK 25RC"
    game = segment(at, text, "command", options=f"support={option}").play("done")
    assert game.ask == ("german", step)
    if option == "each":
        assert game.play("battle 102").ask == ("german", "support")
        far = segment(at, text.replace("90 Guderian", "78 Guderian"), options="support=each")
        assert far.play("battle 102").ask == ("chance", "fire")


# -- anti-air fire ----------------------------------------------------------------------------

FLAK = f"german 67 90\nsoviet_lines 102\n{WINGS}\n102 24PzK 46PzK 25MC 25RC"


@pytest.mark.case(
    "10.12.3i",
    "10.12.3a",
    "10.12.3c",
    "10.12.3d",
    "10.12.3e",
    "10.12.3f",
    "10.12.3g",
    "10.12.4a",
    "10.10.1e",
    "10.10.1g",
    "10.10.2a",
    "10.10.2c",
    "10.14.3b",
    "10.14.3c",
)
def test_anti_air(at: At) -> None:
    """Worked example: four He-111 and two Stuka, three hits; one He-111 destroyed, one aborted."""
    game = segment(at, FLAK, "support")
    game.play("fly 2FK 102 with He1 He2 He3 He4", "fly 8FK 102 with Stuka1 Stuka2", "done", "battle 102")
    assert game.ask == ("chance", "anti-air")
    assert guns(game) == {"line": (1, "S"), "25MC": (3, "D"), "25RC": (3, "S")}
    volley(game, 3)
    assert game.ask == ("german", "bombers")
    assert game.clauses("abort He5") == ["10.12.3e"]
    game.play("destroy He1")
    assert game.clauses("destroy He2") == ["10.12.3e"]
    game.play("abort He2")
    assert (bomber(game, "He1"), bomber(game, "He2")) == ("shot-down", "aborted")
    assert guns(game) == {"He3": (4, "D"), "He4": (4, "D"), "Stuka1": (4, "T"), "Stuka2": (4, "T")}


@pytest.mark.case("10.12.3b", "10.4d", "10.5d", "10.10.2b")
def test_who_has_no_anti_air(at: At) -> None:
    game = segment(
        at, f"weather snow\nold 102\ngerman 67 90\n{WINGS}\n102 24PzK Konev(level=0) Zhukov(level=3) 25RC", "support"
    )
    game.play("fly 8FK 102 with Stuka1", "done", "battle 102")
    assert guns(game) == {"Zhukov": (3, "D"), "25RC": (3, "S")}  # and snow does nothing to it
    volley(game)
    assert guns(game) == {"Stuka1": (2, "T")}
    moscow = segment(
        at, "german 67 62\n62 2FK(active,up,acted) Hoth(active,up,acted)\n63 Stalin 24PzK 25RC(level=2)", "support"
    )
    moscow.play("fly 2FK 63 with He1", "done", "battle 63")
    assert guns(moscow) == {"25RC": (2, "S")}


@pytest.mark.case("10.12.3e", "10.12.3f")
@pytest.mark.parametrize(
    ("bombers", "hits", "asked", "gone"),
    [
        ("He5 He6", 1, False, ("aborted", "102")),  # alike: nothing to choose
        ("He5 Stuka1", 1, True, None),
        ("He5 He6", 4, False, ("shot-down", "shot-down")),
        ("He5 He6", 6, False, ("shot-down", "shot-down")),
        ("He5", 1, False, ("aborted",)),
        ("He5", 2, False, ("shot-down",)),
        ("He5 He6", 2, True, None),
        ("He5 He6", 3, True, None),
    ],
)
def test_every_hit_is_used(at: At, bombers: str, hits: int, asked: bool, gone: tuple[str, ...] | None) -> None:
    game = segment(at, FLAK, "support")
    game.play(f"fly 8FK 102 with {bombers}", "done", "battle 102")
    volley(game, hits)
    assert (game.ask == ("german", "bombers")) is asked
    if gone:
        assert tuple(bomber(game, name) for name in bombers.split()) == gone
    elif hits == 3:
        game.play("abort He5")
        assert (bomber(game, "He5"), bomber(game, "He6")) == ("aborted", "shot-down")
    elif bombers == "He5 He6":
        game.play("abort He6")
        assert (bomber(game, "He5"), bomber(game, "He6")) == ("aborted", "aborted")
    else:
        game.play("abort Stuka1")
        assert (bomber(game, "He5"), bomber(game, "Stuka1")) == ("102", "aborted")


@pytest.mark.case("10.12.3f", "10.12.3e")
def test_hits_may_all_be_aborts(at: At) -> None:
    """Two hits, or three, turn as many Bombers back: the German player goes on until all are used."""
    game = segment(at, FLAK, "support")
    game.play("fly 8FK 102 with He5 He6 Stuka1 Stuka2", "done", "battle 102")
    volley(game, 3)
    game.play("abort He5")
    assert game.ask == ("german", "bombers")
    game.play("abort He6")
    assert game.ask == ("chance", "airstrike")  # the Stuka are alike: one of them takes the last hit
    assert [bomber(game, name) for name in ("He5", "He6", "Stuka1", "Stuka2")] == [
        "aborted",
        "aborted",
        "aborted",
        "102",
    ]


@pytest.mark.case("10.12.3h", "10.14.3c", "10.14.3b")
def test_when_bombers_are_available_again(at: At) -> None:
    game = at(
        "at game end_impulse+\nturn 1\nside 1\ngerman 67\naborted He1\nshot-down He2\n63 Stalin\nRastenburg Hitler"
    )
    assert (bomber(game, "He1"), bomber(game, "He2")) == ("aborted", "shot-down")
    game.play("pass", "done")
    assert game.s.side == GERMAN
    assert (bomber(game, "He1"), bomber(game, "He2")) == ("airfield", "shot-down")


# -- Battle by Battle -------------------------------------------------------------------------


@pytest.mark.case("10.4b", "10.10f")
def test_support_battle_by_battle(at: At) -> None:
    """By the option it is given as each Battle is declared, to that one only, and no Bomber flies twice."""
    text = f"german 67 90\n{WINGS}\n102 46PzK 25RC\n79 DR 30RC"
    game = segment(at, text, "combat", options="support=each")
    game.play("battle 102")
    assert game.ask == ("german", "support")
    assert not game.up("25RC")
    assert game.clauses("fire Guderian 79") == ["10.11c"]
    game.play("fire Guderian 102", "fly 8FK 102 with Stuka1 He5 He6", "done")
    volley(volley(volley(volley(volley(game)))))
    game.play("battle 79")
    assert game.clauses("fire Guderian 79") == ["10.4b"]
    assert "10.10f" in game.clauses("fly 8FK 79 with He5")
    game.play("fly 8FK 79 with Stuka2")
    plain = segment(at, text, "support").play("done", "battle 102")
    assert plain.ask == ("chance", "fire")


@pytest.mark.case("10.10e", "10.10c")
def test_how_a_luftwaffe_headquarters_moves(at: At) -> None:
    text = "at game choice\nturn 1\ngerman 67 90 101\n90 2FK Guderian\n101 8FK\n63 Stalin\nRastenburg Hitler"
    own = at(text).play("tactical", "activate Guderian", "lead 8FK to 100")
    assert own.where("8FK") == "100"
    led = at(text).play("tactical", "activate Guderian", "done")
    assert led.movers() == {"2FK"}  # where the other is activated, not within its range
    for impulse in ("pass", "strategic-move"):
        assert at(text).play(impulse, "move 2FK to 89").where("2FK") == "89"
