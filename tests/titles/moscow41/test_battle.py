"""Battles: who fights, who fires when and with how many dice, who is seen afterwards."""

import pytest

from tests.titles.moscow41.fights import At, guns, roll, segment, volley

# -- which Battles ----------------------------------------------------------------------------


@pytest.mark.case("10.11d", "10.11e", "10.11b", "10.11a", "10.11h", "10.11j")
def test_new_engagements_must_be_fought_and_old_ones_may(at: At) -> None:
    game = segment(at, "old 90\n102 24PzK 25RC\n90 46PzK 30RC")
    assert game.clauses("battle 101") == ["10.11b"]
    assert game.clauses("done") == ["10.11d"]
    game.play("battle 102")
    volley(volley(game))
    assert game.clauses("battle 102") == ["10.15a"]
    assert game.clauses("battle 90") == []
    assert game.clauses("done") == []


@pytest.mark.case("10.11f", "10.11g", "9.1e", "10.11k")
def test_isolated_blocks_and_lines_do_not_attack(at: At) -> None:
    game = segment(
        at, "old 102 90 115\ngerman 67 115\ngerman_lines 115\n102 24PzK(cube) 25RC\n90 46PzK(cube) 47PzK 30RC\n115 33RC"
    )
    assert game.clauses("battle 102") == ["10.11f"]
    assert game.clauses("battle 115") == ["10.11f"]
    game.play("battle 90")
    assert guns(game) == {"47PzK": (4, "T")}  # Tank Attack, and the isolated one is silent
    assert game.up("46PzK")
    volley(game)
    volley(game, 1)
    assert game.ask == ("german", "losses")
    assert game.clauses("lose 46PzK") == []  # but it can be hit


@pytest.mark.case("9.1j", "10.12.5a")
def test_isolated_blocks_defend(at: At) -> None:
    game = segment(at, "102 34AK 25RC(cube)")
    game.play("battle 102")
    assert guns(game) == {"25RC": (3, "S")}


@pytest.mark.case("10.11g")
def test_no_command_is_needed_to_attack(at: At) -> None:
    game = segment(at, "old 102\n90 Hoth(active,up,acted)\n102 34AK 25RC")
    assert game.clauses("battle 102") == []


# -- Showdown and what is seen afterwards -----------------------------------------------------


@pytest.mark.case("10.12.1a", "10.15d", "10.15b", "10.11i", "10.15a")
def test_attackers_stay_face_up_while_it_is_contested(at: At) -> None:
    """Worked example: attackers face up, defenders concealed."""
    game = segment(at, "102 34AK 25RC 30RC\n90 46PzK 33RC")
    game.play("battle 102")
    assert game.up("34AK")
    assert game.up("25RC")
    assert not game.up("46PzK")
    volley(volley(game, 1), 1)
    game.play("lose 25RC")
    assert (game.up("34AK"), game.up("25RC"), game.up("30RC")) == (True, False, False)
    assert game.level("34AK") == 3
    assert game.may_be("25RC") == {"25RC", "30RC"}


@pytest.mark.case("10.15b", "2.5a", "10.14.2a")
def test_whoever_is_alone_is_concealed_and_controls(at: At) -> None:
    game = segment(at, "102 34AK 25RC(level=1)\n103 46PzK(level=1) 30RC")
    game.play("battle 102")
    volley(volley(game), 4)
    assert not game.up("34AK")
    assert game.german("102")
    assert game.where("25RC") == "soviet-pool"
    game.play("battle 103")
    volley(game, 3)
    assert not game.up("30RC")
    assert not game.german("103")
    assert game.where("46PzK") == "lost"


@pytest.mark.case("10.15d", "10.11f", "10.12.1a")
def test_isolated_blocks_of_the_attacker_stay_face_up(at: At) -> None:
    """They are revealed with the others and may be hit, but do not fire."""
    game = segment(at, "old 102\n102 34AK 13AK(cube) 25RC 25MC")
    game.play("battle 102")
    assert game.up("13AK")
    volley(game)
    assert guns(game).keys() == {"34AK"}
    volley(game)
    assert (game.up("34AK"), game.up("13AK"), game.up("25RC")) == (True, True, False)


@pytest.mark.case("10.15d")
def test_attackers_are_concealed_when_it_is_contested_no_more(at: At) -> None:
    """Enemies that leave, and a Battle in which they defend, turn attackers upright."""
    text = (
        "at game choice\nturn 1\nside 1\ngerman 67\n102 34AK(up) 25MC\n91 46PzK(up) 30RC\n63 Stalin\nRastenburg Hitler"
    )
    game = at(text).play("pass", "move 25MC to 103")
    assert not game.up("34AK")
    assert game.up("46PzK")  # elsewhere they stay as they are
    assert game.german("102")
    back = segment(at, "side 1\nold 102\n102 34AK(up) 25RC")
    back.play("battle 102")
    volley(volley(back))
    assert (back.up("34AK"), back.up("25RC")) == (False, True)


# -- dice -------------------------------------------------------------------------------------


@pytest.mark.case("4.2.3d", "4.2.2a", "4.2.2b", "4.2.2c", "4.2.2d", "10.4a", "4.1i", "4.2.3a", "4.1h")
def test_dice_and_firepower(at: At) -> None:
    game = segment(
        at,
        """old 102
        german_lines 102
        german 67 102
        102 24PzK(level=3) 34AK 52ID Hoth(level=2) 25RC(level=2) 25MC Konev(level=3)""",
    )
    game.play("battle 102")
    assert guns(game) == {"25RC": (2, "S"), "25MC": (3, "D"), "Konev": (3, "D")}  # he has a Tank: no Tank Attack
    volley(game)  # and the Attacker's line is silent
    assert guns(game) == {"24PzK": (3, "T"), "34AK": (4, "D"), "52ID": (2, "S"), "Hoth": (2, "D")}
    low = {"24PzK": 4, "34AK": 5, "52ID": 6, "Hoth": 5}
    assert game.clauses("roll 7") == ["form"]
    for n, (name, (dice, _)) in enumerate(guns(game).items()):
        roll(game, low[name])
        assert game.s.local.hits == n + 1
        roll(game, *[low[name] - 1] * (dice - 1 if name != "Hoth" else dice - 2))
        assert game.s.local.hits == n + 1


@pytest.mark.case("4.1i", "4.1h", "4.2.3a")
def test_a_line_rolls_one_die_in_defence(at: At) -> None:
    game = segment(at, "soviet_lines 102\n102 34AK 25RC")
    game.play("battle 102")
    assert guns(game) == {"line": (1, "S"), "25RC": (3, "S")}
    roll(game, 5)
    assert game.s.local.hits == 0
    alone = segment(at, "soviet_lines 102\n102 34AK").play("battle 102")
    roll(alone, 6)
    assert alone.level("34AK") == 3


@pytest.mark.case("4.2.4c", "4.2.4f", "4.2.4e")
def test_stalin_takes_no_part(at: At) -> None:
    game = segment(at, "63 Stalin 24PzK 25RC(level=1)")
    game.play("battle 63")
    assert guns(game) == {"25RC": (1, "S")}
    volley(volley(game), 3)
    assert game.where("25RC") == "soviet-pool"  # two hits absorbed, the third destroys the last Unit
    assert game.where("Stalin") == "surrendered"
    assert game.german("63")


@pytest.mark.case("10.4d", "10.5d", "10.10b", "4.2.2d", "10.5a", "4.2.3c")
def test_who_has_no_firepower(at: At) -> None:
    """Exhausted headquarters and those of the Luftwaffe."""
    game = segment(at, "side 1\nold 102\n102 2FK Hoth(level=0) 25RC Konev(level=0)")
    game.play("battle 102")
    assert guns(game) == {"25RC": (3, "S")}
    volley(game, 3)
    assert (game.level("2FK"), game.level("Hoth")) == (0, 0)


@pytest.mark.case("8.0c", "8.0f", "3.1b", "14.5b", "14.7b", "10.4e")
def test_weather_cuts_the_dice_of_attackers(at: At) -> None:
    text = "old 102\n102 34AK DR(level=1) Azul 5AK(level=3) 25RC(level=3) Konev"
    rain = segment(at, f"weather rain\n{text}")
    rain.play("battle 102")
    assert guns(rain) == {"25RC": (3, "S"), "Konev": (4, "D")}
    volley(rain)
    assert {dice for dice, _ in guns(rain).values()} == {1}
    snow = segment(at, f"weather snow\n{text}", options="divisions=marching")
    volley(snow.play("battle 102"))
    assert {name: dice for name, (dice, _) in guns(snow).items()} == {"34AK": 2, "DR": 1, "Azul": 2, "5AK": 1}
    storm = segment(at, f"weather blizzard\n{text}", options="divisions=marching blizzard=blizzard")
    volley(storm.play("battle 102"))
    assert {name: dice for name, (dice, _) in guns(storm).items()} == {"34AK": 1, "DR": 1, "Azul": 1, "5AK": 1}
    back = segment(at, f"weather blizzard\nside 1\n{text}", options="divisions=marching blizzard=blizzard")
    back.play("battle 102")
    assert {name: dice for name, (dice, _) in guns(back).items()} == {"34AK": 2, "DR": 1, "Azul": 2, "5AK": 1}
    volley(back)
    assert guns(back)["25RC"] == (3, "S")


@pytest.mark.case("10.12.5.1a", "10.12.5.1b", "2.4.6a", "2.4.6b", "8.0g")
def test_rivers(at: At) -> None:
    text = "102 34AK(crossed) 24PzK 25MC"
    new = segment(at, text)
    volley(new.play("battle 102"))
    assert guns(new) == {"34AK": (1, "D"), "24PzK": (4, "T")}
    old = segment(at, f"old 102\n{text}")
    volley(old.play("battle 102"))
    assert guns(old) == {"34AK": (4, "D"), "24PzK": (4, "T")}


@pytest.mark.case("2.4.6b", "8.0g")
@pytest.mark.parametrize(("weather", "wet"), [("sun", True), ("rain", True), ("snow", False)])
def test_who_crosses_a_river_into_a_new_engagement_is_marked(at: At, weather: str, wet: bool) -> None:
    text = f"weather {weather}\ngerman 67 89 90\n89 Guderian(active,up,acted) 24PzK\n90 46PzK\n101 25RC"
    game = segment(at, text, "command")
    game.play("move 24PzK via 101")
    assert bool(game.s.crossed >> game.unit("24PzK") & 1) is wet
    dry = segment(at, "german 67 89 90\n90 Guderian(active,up,acted) 46PzK\n101 25RC", "command")
    dry.play("move 46PzK via 101")
    assert not dry.s.crossed
    old = segment(at, f"old 101\n{text}\n", "command")
    old.play("move 24PzK via 101")
    assert not old.s.crossed


# -- Tank Attack ------------------------------------------------------------------------------


@pytest.mark.case(
    "10.12.5a", "10.12.5.2a", "10.12.5.2b", "10.12.5.2c", "10.12.5.2d", "10.12.5.2e", "10.12.5.2f", "10.12.5.2g"
)
@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("102 24PzK 25RC", "german"),
        ("weather rain\n102 24PzK 25RC", "soviet"),
        ("weather snow\n102 24PzK 25RC", "soviet"),
        ("103 24PzK 25RC", "soviet"),  # yellow
        ("soviet_lines 102\n102 24PzK 25RC", "soviet"),
        ("91 24PzK 25RC", "soviet"),  # a City
        ("german 67 91\n91 24PzK 25RC", "german"),  # a City the Defender does not control
        ("102 34AK DR 25RC", "soviet"),  # no Tank
        ("102 24PzK 25RC 58TD", "soviet"),  # a Tank on either side
        ("old 102\n102 24PzK(cube) 34AK 25RC", "soviet"),  # the Tank does not attack
        ("102 24PzK(crossed) 25RC", "soviet"),
        ("102 24PzK(crossed) 46PzK 25RC", "german"),
        ("old 102\n102 24PzK(crossed) 25RC", "german"),
        ("old 115\n115 46PzK 30RC\n102 24PzK(crossed) 25RC", "soviet"),  # another Area was contested before
        ("side 1\n102 58TD 34AK", "soviet"),
    ],
)
def test_tank_attack(at: At, text: str, first: str) -> None:
    game = segment(at, text)
    game.play(f"battle {text.splitlines()[-1].split()[0]}")
    assert game.ask == ("chance", "fire")
    assert game.s.local.firing == ["german", "soviet"].index(first)


@pytest.mark.case("10.12.5.2g", "10.12.5.1a")
def test_a_tank_over_dry_ground_brings_the_tank_attack_and_one_over_a_river_rolls_one_die(at: At) -> None:
    game = segment(at, "102 24PzK(crossed) 46PzK 25RC")
    game.play("battle 102")
    assert guns(game) == {"24PzK": (1, "T"), "46PzK": (4, "T")}


@pytest.mark.case("10.12.5.2a", "10.12.5.2d", "10.12.5.2e")
@pytest.mark.parametrize(("defence", "before"), [("\nsoviet_lines 102", 2), ("", 1)])
def test_artillery_makes_a_tank_attack_possible(at: At, defence: str, before: int) -> None:
    """The line or the last Tank is shot away before it is judged."""
    who = "25RC" if defence else "25RC(level=1) 58TD(level=1)"
    text = f"german 67 90\n90 Guderian(active,up,acted,aim=102)\n102 24PzK {who}{defence}"
    spared = segment(at, text).play("battle 102")
    volley(spared)
    assert spared.s.local.firing == 1
    game = segment(at, text).play("battle 102")
    assert game.ask == ("chance", "artillery")
    volley(game, before)
    if game.ask[1] == "losses":
        game.play("lose 58TD")
    assert game.ask == ("chance", "fire")
    assert game.s.local.firing == 0


@pytest.mark.case("10.12.5.2f", "10.12.5a", "10.14.2a")
def test_what_is_destroyed_does_not_fire(at: At) -> None:
    game = segment(at, "102 24PzK 25RC(level=1)\n103 34AK(level=1) 30RC")
    game.play("battle 102")
    volley(game, 1)
    assert game.ask == ("german", "combat")
    game.play("battle 103")
    volley(game, 1)
    assert game.ask == ("german", "combat")
    assert game.level("30RC") == 3


# -- in a Strategic Impulse -------------------------------------------------------------------


@pytest.mark.case("10.4a", "11.0d", "10.16b", "10.15b")
def test_a_headquarters_that_engages_in_a_strategic_impulse_fires(at: At) -> None:
    game = at(
        "at game choice\nturn 1\ngerman 67 90\n90 Guderian 24PzK\n102 25RC(level=1)\n63 Stalin\nRastenburg Hitler"
    )
    game.play("strategic-move", "move Guderian via 102", "move 24PzK via 102", "done", "battle 102")
    assert guns(game) == {"Guderian": (4, "D"), "24PzK": (4, "T")}
    volley(game, 1)
    assert not game.up("24PzK")  # no Blitz to wait for
    assert game.ask[1] == "combat"


@pytest.mark.case("typhoon.10", "10.15b", "1.7c")
def test_a_battle_can_end_the_game(at: At) -> None:
    game = segment(at, "german 67 62\n63 Stalin 24PzK 25RC(level=1)", scenario="typhoon")
    volley(volley(game.play("battle 63")), 3)
    assert game.s.over
    assert game.table.outcome is not None
    assert game.table.outcome.winner == 0


@pytest.mark.case("10.12.5.2a", "10.12.4a", "10.12.5.2e")
def test_bombs_make_a_tank_attack_possible(at: At) -> None:
    text = "german 67 90\n90 2FK(active,up,acted) Hoth(active,up,acted)\n102 24PzK He1(aim=102) 25RC(level=1) 58TD"
    game = segment(at, text).play("battle 102")
    volley(volley(game), 3)  # the division twice, and the corps at its last step beside it
    assert game.where("58TD") == game.where("25RC") == "soviet-pool"
    spared = segment(at, text).play("battle 102")
    volley(volley(spared), 2)
    assert spared.ask == ("soviet", "losses")
    spared.play("lose 58TD")
    assert spared.s.local.firing == 0


@pytest.mark.case("10.12.1a", "4.2.3.1a")
def test_the_diary_of_a_battle(at: At) -> None:
    """Both read the same, and who was hit or rolled is called by its name though it is concealed again."""
    game = segment(at, "102 34AK 25RC 30RC")
    game.play("battle 102")
    volley(volley(game, 1), 1)
    game.play("lose 30RC")
    said = [
        f"{game.s.data.blocks[game.s.data.number[name]].name} {what}"
        for name, what in (("25RC", "rolls 6 1 1"), ("34AK", "is reduced to 3"), ("30RC", "is reduced to 2"))
    ]
    for side in (0, 1):
        assert all(line in game.log(side) for line in said)


@pytest.mark.case("10.15d", "10.8g")
def test_attackers_that_disengage_are_concealed(at: At) -> None:
    game = at(
        "at game choice\nturn 1\ngerman 67 90\n102 24PzK(up) 34AK(up) 25RC\n90 46PzK\n63 Stalin\nRastenburg Hitler"
    )
    game.play("pass", "move 24PzK to 90")
    assert not game.up("24PzK")
    assert game.up("34AK")


@pytest.mark.case("9.1j", "10.14.3d")
def test_an_isolated_line_defends_and_leaves_no_cube(at: At) -> None:
    game = segment(at, "soviet_lines 102\nline_cubes 102\n102 34AK 25RC")
    game.play("battle 102")
    assert game.s.local.purse == 1
    assert guns(game)["line"] == (1, "S")
    volley(volley(game), 2)
    assert not game.s.soviet_lines
    assert not game.s.line_cubes
