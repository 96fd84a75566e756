"""[10.0, 13.0] Artillery and Close Air Support."""

from typing import Any

import pytest

from grognard.titles.demyansk.rules.combat import support_line
from tests.titles.demyansk.box import D
from tests.titles.demyansk.fights import shifts, strike, to_die, units

PLAIN = "1330 42-180\n1331 I-27"


def support(game: Any) -> set[str]:
    """What can support the combat now."""
    return units(game.options("support").members)


# -- artillery --------------------------------------------------------------------------------


@pytest.mark.case("10.0a", "10.0b", "10.1a", "10.11b", "10.13a", "2.24e", "sequence.16")
def test_range(fighting: Any) -> None:
    """171Art and 264Art have ranges of 4 and 5."""
    assert (D.units[D.number["171Art"]].range, D.units[D.number["264Art"]].range) == (4, 5)
    game = fighting("soviet", PLAIN + "\n1326 171Art 264Art\n1327 270Art").play("attack 1331 with 42-180")
    assert support(game) == {"264Art", "270Art"}
    assert game.clauses("support 171Art") == ["10.13a"]
    assert shifts(game.play("support 264Art")) == {"10.15a": 1}


@pytest.mark.case("10.0a", "10.0b", "10.11a", "10.12a", "10.12b")
def test_nobody_must_support(fighting: Any) -> None:
    game = fighting("soviet", PLAIN + "\n1329 171Art\nNWF 264Art").play("attack 1331 with 42-180")
    assert game.clauses("support 264Art") == ["10.0b"]
    assert game.clauses("support 42-180") == ["10.0a"]
    assert game.clauses("support AR12")[:1] == ["10.11a"]
    assert game.clauses("support") == ["10.12a"]
    game.play("done")
    assert game.ask[1] == "die"


@pytest.mark.case("10.11a", "11.51d", "sequence.16", "sequence.17", "13.21a")
@pytest.mark.parametrize("side", ["soviet", "axis"])
def test_the_soviet_player_first(fighting: Any, side: str) -> None:
    text = "1330 42-180 171Art\n1331 I-27 AR12\navailable Il2-1 Ju87-1"
    attack = "attack 1331 with 42-180" if side == "soviet" else "attack 1330 with I-27"
    game = fighting(side, text).play(attack)
    assert game.ask == ("soviet", "soviet-support")
    game.play("support 171Art Il2-1")
    assert game.ask == ("axis", "axis-support")
    game.play("support AR12 Ju87-1")
    assert units(game.s.local.guns | game.s.local.planes) == {"171Art", "Il2-1", "AR12", "Ju87-1"}


@pytest.mark.case("10.13b", "10.41b", "3.43b")
def test_fired_artillery(fighting: Any) -> None:
    game = fighting("soviet", PLAIN + "\n1329 171Art(fired) 264Art").play("attack 1331 with 42-180")
    assert game.clauses("support 171Art") == ["10.13b"]
    assert support(game) == {"264Art"}


@pytest.mark.case("10.13c", "6.44a")
def test_artillery_without_supply(fighting: Any) -> None:
    ring = "\n3032 264Art\n2932 I-30\n3132 II-30\n3031 III-30\n2832 170Div\n3131 I-51\n2931 II-51\n3033 III-51"
    game = fighting("soviet", "2832 170Div" + ring.replace("\n2832 170Div", "") + "\navailable Il2-1")
    game.play("attack 2931 2932 with 170Div")
    assert "10.13c" in game.clauses("support 264Art")


@pytest.mark.case("10.13d", "10.22a", "10.21a")
def test_guns_alone_have_no_support(fighting: Any) -> None:
    """AR12 and AR30 alone in a hex use their defense strengths; AR32 behind them may not help."""
    game = fighting("soviet", "1330 42-180\n1331 AR12 AR30\n1332 AR32\navailable Ju87-1").play(
        "attack 1331 with 42-180"
    )
    assert support(game) == {"Ju87-1"}
    assert game.clauses("support AR32") == ["10.13d"]
    assert set(game.clauses("support AR12")) == {"10.13d", "10.23a"}
    game.play("done")
    assert "4 against 2 is 2-1" in game.log()


@pytest.mark.case("10.13e", "10.32a")
def test_in_an_enemy_zone(fighting: Any) -> None:
    """171Art in 1431 is next to 1331 and to 1432: it may support an attack on either, and on nothing else."""
    game = fighting("soviet", "1330 42-180\n1431 171Art\n1331 I-27\n1229 21-180\n1129 II-27\n1432 AR12")
    game.play("attack 1331 with 42-180")
    assert support(game) == {"171Art"}
    far = fighting("soviet", "1330 42-180\n1431 171Art\n1331 I-27\n1229 21-180\n1129 II-27\navailable Il2-1")
    far.play("attack 1129 with 21-180")
    assert far.clauses("support 171Art") == ["10.32a"]
    assert support(far) == {"Il2-1"}


@pytest.mark.case("10.13e", "10.23a")
def test_in_an_enemy_zone_in_defense(fighting: Any) -> None:
    """AR12 in a Defender hex helps to defend its own hex; AR30 next to an enemy helps nobody else."""
    text = "1330 42-180\n1331 I-27 AR12\n1231 AR30\navailable Ju87-1"
    game = fighting("soviet", text).play("attack 1331 with 42-180")
    assert support(game) == {"AR12", "Ju87-1"}
    assert game.clauses("support AR30") == ["10.13e"]


@pytest.mark.case("10.13e", "3.25a")
def test_a_strongpoint_keeps_the_zone_out(fighting: Any) -> None:
    text = "1810 42-180\n1811 II-27\n1910 I-27 AR12\navailable Ju87-1"
    game = fighting("soviet", text, works=True).play("attack 1811 1910 with 42-180")
    assert support(game) == {"AR12", "Ju87-1"}


@pytest.mark.case("10.23a")
def test_artillery_under_attack_helps_only_its_own_hex(fighting: Any) -> None:
    """AR12 in 1431 is in a Defender hex of another combat that is declared."""
    game = fighting("soviet", "1330 42-180 21-180\n1331 I-27\n1431 II-27 AR12\navailable Ju87-1")
    game.play("attack 1331 with 42-180", "attack 1431 with 21-180", "resolve 1331")
    assert set(game.clauses("support AR12")) == {"10.13e", "10.23a"}
    assert support(game) == {"Ju87-1"}


@pytest.mark.case("10.23a", "3.25a")
def test_nor_does_it_in_a_strongpoint(fighting: Any) -> None:
    """No ZOC reaches AR12 in its Strongpoint, but its hex is under attack."""
    text = "1810 42-180 21-180\n1811 II-27\n1910 I-27 AR12\navailable Ju87-1"
    game = fighting("soviet", text, works=True)
    game.play("attack 1811 with 42-180", "attack 1910 with 21-180", "resolve 1811")
    assert game.clauses("support AR12") == ["10.23a"]
    assert support(game) == {"Ju87-1"}


@pytest.mark.case("10.14a", "10.14b", "8.35c")
def test_terrain_does_not_hamper_fire(fighting: Any) -> None:
    """264Art in the swamp of 1225 supports in Dry weather, at full strength."""
    game = fighting("soviet", "1229 42-180\n1129 I-27\n1225 264Art", "dry")
    assert D.terrain[D.board.at["1225"]] == "swamp"
    game.play("attack 1129 with 42-180", "support 264Art")
    assert shifts(game)["10.15a"] == 1


@pytest.mark.case("10.15a", "10.15b", "13.23a", "13.23b", "13.23c", "13.23d")
@pytest.mark.parametrize(
    ("soviet", "axis", "shift"),
    [
        ("171Art", "AR12", 0),
        ("171Art 270Art", "AR12", 1),
        ("171Art", "AR12 Ju87-2", -1),
        ("Il2-1", "AR12", 0),
        ("171Art 264Art 701Art", "Ju87-2", 1),
        ("171Art 264Art", "", 2),
    ],
)
def test_columns_for_support(fighting: Any, soviet: str, axis: str, shift: int) -> None:
    """One or two points are a column, three or more two; the two sides are set against each other."""
    text = "1330 42-180\n1329 171Art 270Art 264Art 701Art\n1331 I-27 AR12\navailable Ju87-2 Il2-1"
    game = fighting("soviet", text).play("attack 1331 with 42-180", f"support {soviet}")
    assert shifts(game.play(f"support {axis}" if axis else "done")).get("10.15a", 0) == shift


@pytest.mark.case("10.15b", "13.23d")
def test_equal_support_is_no_shift(fighting: Any) -> None:
    text = "1330 42-180\n1329 171Art\n1331 I-27 AR12"
    game = fighting("soviet", text).play("attack 1331 with 42-180", "support 171Art", "support AR12")
    assert "10.15a" not in shifts(game)


@pytest.mark.case("10.16a", "10.0c", "13.11a", "9.35i")
def test_again_and_again(fighting: Any) -> None:
    """A gun and an air unit support combat after combat, and defend in the same turn."""
    game = fighting("soviet", PLAIN + "\n1229 21-180\n1129 II-27\n1328 171Art\navailable Il2-1")
    for attack in ("attack 1331 with 42-180", "attack 1129 with 21-180"):
        game.play(attack)
        assert support(game) == {"171Art", "Il2-1"}
        strike(game.play("support 171Art Il2-1"), "1/R")
        while game.ask[1] != "combat":
            game.play(game.title.text(game.s, game.title.sample(game.s, lambda n: n - 1)))
    game.play("done").to("combat")
    assert game.s.side == 0


@pytest.mark.case("10.16b", "10.16c", "10.17a")
def test_a_gun_gives_all_it_has(fighting: Any) -> None:
    game = fighting("soviet", PLAIN + "\n1329 171Art 264Art 701Art 270Art").play("attack 1331 with 42-180")
    game.play("support 171Art 264Art 701Art 270Art")
    assert [line.text for line in support_line(game.s, game.s.local)] == ["support 8 against 0"]


@pytest.mark.case("10.1b", "10.1d", "11.52c", "10.42a", "10.14a", "10.17b")
def test_rockets(fighting: Any) -> None:
    """They add their strength and are Fired afterwards, whatever happens; only one takes part."""
    game = fighting("soviet", PLAIN + "\n1329 27GdRkt 30Rkt").play("attack 1331 with 42-180")
    assert game.clauses("support 27GdRkt 30Rkt") == ["10.17b"]
    game.play("support 27GdRkt")
    assert "7 against 3 is 2-1; after shifts 2-1" in game.log()
    strike(game, "-/R")
    while game.ask[1] != "combat":
        game.play(game.title.text(game.s, game.title.sample(game.s, lambda n: n - 1)))
    assert units(game.s.fired) == {"27GdRkt"}


@pytest.mark.case("10.17c", "10.17b")
def test_two_rockets_with_two_guards_units(fighting: Any) -> None:
    text = "1330 14Gd-7Gd {}\n1331 I-27\n1329 27GdRkt 30Rkt 36Rkt"
    game = fighting("soviet", text.format("20Gd-7Gd")).play("attack 1331 with 14Gd-7Gd 20Gd-7Gd")
    assert game.clauses("support 27GdRkt 30Rkt") == []
    assert game.clauses("support 27GdRkt 30Rkt 36Rkt") == ["10.17c"]
    one = fighting("soviet", text.format("42-180")).play("attack 1331 with 14Gd-7Gd 42-180")
    assert one.clauses("support 27GdRkt 30Rkt") == ["10.17b"]
    apart = fighting("soviet", text.format("20Gd-7Gd")).play("attack 1331 with 14Gd-7Gd")
    assert apart.clauses("support 27GdRkt 30Rkt") == ["10.17b"]


@pytest.mark.case("10.1c")
def test_rockets_only_attack(fighting: Any) -> None:
    game = fighting("axis", "1331 Denmark\n1330 42-180\n1329 27GdRkt\navailable Il2-1").play("attack 1330 with Denmark")
    assert game.clauses("support 27GdRkt") == ["10.1c"]


@pytest.mark.case("6.53b")
def test_a_shortage_and_artillery(fighting: Any) -> None:
    """171Art is yellow, 264Art red."""
    text = "shortage yellow\n1330 42-180\n1331 I-27\n1329 171Art 264Art"
    game = fighting("soviet", text).play("attack 1331 with 42-180")
    assert support(game) == {"264Art"}
    assert game.clauses("support 171Art") == ["6.53b"]
    defending = fighting("axis", text.replace("I-27", "Denmark")).play("attack 1330 with Denmark")
    assert support(defending) == {"171Art", "264Art"}


@pytest.mark.case("10.18a")
def test_one_of_two_defender_hexes_in_range(fighting: Any) -> None:
    game = fighting("soviet", "1330 170Div\n1331 I-27\n1230 II-27\n1326 171Art").play("attack 1230 1331 with 170Div")
    assert support(game) == {"171Art"}


@pytest.mark.case("10.22a", "10.22b", "10.22c")
def test_alone_and_attacked(fighting: Any) -> None:
    """Afterwards it has Fired, whatever the result."""
    game = fighting("soviet", "1330 1MG\n1331 AR12").play("attack 1331 with 1MG")
    assert "1 against 1 is 1-1" in to_die(game).log()
    game.play("roll 4")
    assert (units(game.s.fired), game.where("AR12")) == ({"AR12"}, "1331")


@pytest.mark.case("10.23b", "10.21a", "10.23c")
@pytest.mark.parametrize(("gun", "defense"), [("AR12", 3), ("AR12(fired)", 4)])
def test_with_others_in_a_defender_hex(fighting: Any, gun: str, defense: int) -> None:
    """It gives support or nothing; once it has Fired it adds its defense strength."""
    game = fighting("soviet", f"1330 42-180\n1331 I-27 {gun}").play("attack 1331 with 42-180")
    to_die(game)
    assert f"4 against {defense}" in game.log()


@pytest.mark.case("10.23c", "10.1c")
def test_rockets_defend_with_their_defense_strength(fighting: Any) -> None:
    game = fighting("axis", "1331 Denmark\n1330 42-180 27GdRkt").play("attack 1330 with Denmark")
    to_die(game)
    assert "4 against 4" in game.log()


@pytest.mark.case("10.43a", "13.11b")
def test_recovery(at: Any) -> None:
    """Supplied artillery and all air units; a gun without supply stays Fired."""
    ring = "3032 264Art(fired)\n2932 I-30\n3132 II-30\n3031 III-30\n3131 I-51\n2931 II-51\n3033 III-51"
    text = f"at movement\nturn 3\nsegment 2\nsequence 2\nweather frozen\n{ring}\n2711 AR12(fired)\nflown Ju87-1 Il2-1"
    game = at(text).to("weather")
    assert units(game.s.fired) == {"264Art"}
    assert (game.where("Ju87-1"), game.where("Il2-1")) == ("available", "available")


@pytest.mark.case("10.43a", "9.3b")
def test_guns_recover_in_a_map_box(at: Any) -> None:
    """Ruling: those of both sides, as if they were Supplied; they do so in the Recovery Phase alone."""
    text = "at movement\nturn 3\nsegment 2\nsequence 2\nweather frozen\nAGN AR12(fired)\nNWF 264Art(fired)\n2711 AA12"
    game = at(text).play("done").to("combat")
    assert units(game.s.fired) == {"AR12", "264Art"}
    game.to("weather")
    assert not game.s.fired
    assert "can fire again" in game.log()


# -- aircraft ---------------------------------------------------------------------------------


@pytest.mark.case(
    "13.11a", "13.12a", "13.12b", "13.12c", "13.13c", "13.13d", "13.22a", "13.25b", "13.11c", "13.24a", "sequence.25"
)
def test_any_number_of_air_units_anywhere(fighting: Any) -> None:
    """They support attack and defense in any hex, without supply, and stay in their box."""
    game = fighting("soviet", "3032 42-180\n3031 I-27\navailable Il2-1 I153 Ju87-1\nflown Ju87-2\nreserve Il2-2")
    game.play("attack 3031 with 42-180")
    assert support(game) == {"Il2-1", "I153"}
    assert game.clauses("support Il2-2") == ["13.11a"]
    game.play("support Il2-1 I153")
    assert game.clauses("support Ju87-2") == ["13.11a"]
    game.play("support Ju87-1")
    assert (game.where("Il2-1"), game.where("Ju87-1")) == ("available", "available")
    assert "10.15a" not in shifts(game)


@pytest.mark.case("13.13a", "13.13b")
def test_air_units_take_no_room(fighting: Any) -> None:
    game = fighting("soviet", "3032 42-180\n3031 I-27\navailable Il2-1").play(
        "attack 3031 with 42-180", "support Il2-1"
    )
    assert game.s.crowd == 0
    assert game.s.held[1].bit_count() == 1


@pytest.mark.case("13.15a", "13.15b")
def test_storm(fighting: Any) -> None:
    """In a Segment with Storm nobody flies; in the next they are available again."""
    text = PLAIN + "\n1329 171Art\navailable Il2-1"
    game = fighting("soviet", "storm yes\n" + text).play("attack 1331 with 42-180")
    assert game.clauses("support Il2-1") == ["13.15a"]
    assert game.where("Il2-1") == "available"
    assert support(fighting("soviet", text).play("attack 1331 with 42-180")) == {"171Art", "Il2-1"}


@pytest.mark.case("13.25a", "13.25b")
def test_bombers_need_a_landmark(fighting: Any) -> None:
    game = fighting("soviet", PLAIN + "\navailable SB Il2-1 Ju88-1").play("attack 1331 with 42-180")
    assert game.clauses("support SB") == ["13.25a"]
    game.play("done")
    assert game.ask[1] == "die"


@pytest.mark.case("13.25a")
@pytest.mark.parametrize(
    ("start", "target", "why"),
    [("2432", "2331", "woods"), ("1825", "1824", "a major river"), ("1329", "1429", "a Strongpoint")],
)
def test_what_bombers_find(fighting: Any, start: str, target: str, why: str) -> None:
    game = fighting("soviet", f"{start} 170Div\n{target} I-27\navailable SB Ju88-1", works=why == "a Strongpoint")
    game.play(f"attack {target} with 170Div")
    assert support(game) == {"SB"}
    game.play("done")
    assert support(game) == {"Ju88-1"}


@pytest.mark.case("13.25a")
def test_bombers_find_villages_and_airfields(fighting: Any) -> None:
    """1632 is a village; and an airfield that the Axis has built."""
    assert D.terrain[D.board.at["1632"]] == "clear"
    game = fighting("soviet", "1631 170Div\n1632 I-27\navailable SB").play("attack 1632 with 170Div")
    assert support(game) == {"SB"}
    built = fighting("soviet", PLAIN + "\nairfield 1331\navailable SB").play("attack 1331 with 42-180", "done")
    assert support(built) == {"SB"}


@pytest.mark.case("13.22b")
def test_there_is_no_combat_in_the_air(fighting: Any) -> None:
    game = fighting("soviet", PLAIN + "\navailable Il2-1 Ju87-1").play("attack 1331 with 42-180")
    strike(game.play("support Il2-1", "support Ju87-1"), "-/R")
    assert (game.where("Il2-1"), game.where("Ju87-1")) == ("available", "available")
