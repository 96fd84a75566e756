"""[10.17, 10.19] Demolition of bridges and structures.

The Volodarsky Bridge joins 4501 and 4601 across the Neva, the Volkovka Railway Bridge 4210 and 4211 across a minor
river. 4615 is urban and fortified, 4516 an objective.
"""

import pytest

from grognard.titles.leningrad41.rules.modifiers import bridge_lines, shift, structure_lines
from tests.titles.leningrad41.fights import Fight, firing, striking

BANK = "4601 I-10 59Pi\n4701 1Br\n4603 I-80Art"
NEVA = "bridge-4501-4601"


def bridge_change(game: Fight, firers: str, hex: str, bridge: str = NEVA) -> int:
    return shift(bridge_lines(game.s, game.pieces(firers), game.place(hex), game.place(bridge)))


def structure_change(game: Fight, firers: str, hex: str) -> int:
    return shift(structure_lines(game.s, game.pieces(firers), game.place(hex)))


# -- bridges ----------------------------------------------------------------------------------


@pytest.mark.case("10.17a")
def test_from_game_turn_3_on() -> None:
    assert "blow" not in firing("german", BANK, turn=2).verbs()
    assert firing("german", BANK, turn=2).clauses(f"blow {NEVA} at 4501 by 8pz with I-10") == ["10.17a"]
    assert firing("german", BANK, turn=3).why_not(f"blow {NEVA} at 4501 by 8pz with I-10") == []


@pytest.mark.case("10.17a")
def test_printed_bridges_at_one_of_their_hexes() -> None:
    game = firing("german", BANK)
    assert NEVA in game.targets("blow")
    assert game.places(game.options("blow", game.place(NEVA)).members) == {"4501", "4601"}
    assert game.clauses("blow 4601 at 4601 by 8pz with I-10")[0] == "10.17a"
    assert "4601 is no printed bridge" in game.reasons("blow 4601 at 4601 by 8pz with I-10")
    assert game.clauses(f"blow {NEVA} at 4502 by 8pz with I-10")[0] == "10.17a"


@pytest.mark.case("10.17b", "10.17d", "6.6c")
def test_an_elimination_demolishes_it_and_spares_the_units() -> None:
    game = firing("german", BANK + "\n4501 42-5").play(f"blow {NEVA} at 4501 by 8pz with I-10 59Pi")
    game.play("turn 1Kir").rolls(2)
    assert game.places(game.s.demolished) == {NEVA}
    assert game.here("4501") == {"1Kir"}
    assert game.ask == ("german", "german-fire")
    assert "The Volodarsky Bridge (4501-4601) is demolished. [10.17]" in game.log()
    assert game.clauses(f"blow {NEVA} at 4601 by 8pz with I-80Art")[0] == "10.17d"


@pytest.mark.case("10.17b")
def test_otherwise_nothing_happens() -> None:
    game = firing("german", BANK).play(f"blow {NEVA} at 4501 by 8pz with I-10 59Pi").rolls(3)
    assert game.s.demolished == 0
    assert game.clauses(f"blow {NEVA} at 4501 by 8pz with I-80Art") == ["10.5a"]
    assert game.why_not(f"blow {NEVA} at 4601 by 8pz with I-80Art") == []


@pytest.mark.case("10.5a")
def test_it_counts_as_the_attack_on_that_hex() -> None:
    game = firing("german", BANK + "\n4501 1-1DNO").play(f"blow {NEVA} at 4501 by 8pz with I-80Art").rolls(6)
    assert game.clauses("fire 4501 by 8pz with I-10") == ["10.5a"]
    assert game.places(game.options("blow", game.place(NEVA)).members) == {"4601"}
    game.play(f"blow {NEVA} at 4601 by 8pz with I-10").rolls(6)
    assert f"both hexes of {NEVA} have been attacked" in game.reasons(f"blow {NEVA} at 4601 by 8pz with 59Pi")


@pytest.mark.case("10.17c", "12.8a", "10.20b")
def test_only_the_modifiers_of_its_own_list() -> None:
    """+2 over a major river, +1 over a minor one, -2 with engineers beside it, +1 from the air; Rudel does not help."""
    game = firing("german", BANK + "\n4211 I-8p\n4501 51Tk\nbeside Rudel")
    assert bridge_change(game, "I-10", "4501") == 2
    assert bridge_change(game, "I-10 59Pi", "4501") == 0
    assert bridge_change(game, "I-10 1Br", "4601") == 2  # bridging engineers do not count
    assert bridge_change(game, "Rudel", "4501") == 3
    assert bridge_change(game, "I-8p", "4210", "bridge-4210-4211") == 1


@pytest.mark.case("10.17a", "10.6a")
def test_units_beside_it_may_name_their_own_hex() -> None:
    game = firing("german", "4601 59Pi")
    assert game.why_not(f"blow {NEVA} at 4601 by 8pz with 59Pi") == []
    assert game.why_not(f"blow {NEVA} at 4501 by 8pz with 59Pi") == []
    assert bridge_change(game, "59Pi", "4601") == bridge_change(game, "59Pi", "4501") == 0
    far = firing("german", "4603 59Pi")
    assert far.clauses(f"blow {NEVA} at 4601 by 8pz with 59Pi")[0] == "10.6a"
    assert "blow" not in far.verbs()
    assert far.targets("raze") <= {"4502", "4503", "4602", "4604", "4703", "4704"}  # only beside it
    beside = firing("german", "4602 59Pi")
    assert beside.places(beside.options("blow", beside.place(NEVA)).members) == {"4601"}


@pytest.mark.case("10.17a", "12.5b", "15.3e", "13.4c")
def test_soviets_blow_bridges_with_ground_air_and_naval_fire() -> None:
    game = firing("soviet", "4601 1-1DNO\n4501 68-70\nbeside LFR10 LFR5 RBF")
    assert game.words("blow", NEVA, "4501") == ["42", "lfr", "air", "rbf"]
    assert game.clauses(f"blow {NEVA} at 4501 by rbf with RBF LFR10") == ["15.3e"]
    game.play(f"blow {NEVA} at 4501 by rbf with RBF").rolls(1)
    assert game.places(game.s.demolished) == {NEVA}
    assert game.ask == ("chance", "fleet")
    game.rolls(1)
    assert game.where("RBF") == "spent"
    game = firing("soviet", "4601 1-1DNO\n4501 68-70\nbeside LFR10 LFR5 RBF")
    game.play(f"blow {NEVA} at 4601 by air with LFR10 LFR5").rolls(1)
    assert game.s.demolished == 0  # 15, +2 and +1
    assert game.where("LFR10") == "pool-lfr"


@pytest.mark.case("12.3a", "10.17a")
def test_german_air_markers_do_it_in_their_own_phase() -> None:
    game = striking("beside Rudel StukaA BomberA")
    assert game.words("blow", NEVA, "4501") == ["air"]
    game.play(f"blow {NEVA} at 4501 by air with Rudel StukaA BomberA").rolls(1)
    assert game.places(game.s.demolished) == {NEVA}
    assert game.where("Rudel") == "spent"
    assert striking("beside Rudel\n4601 I-10").clauses(f"blow {NEVA} at 4501 by 8pz with I-10") == ["13.1a"]


# -- structures -------------------------------------------------------------------------------

CITY = "4514 I-10 59Pi\n4713 I-80Art III-80Art"


@pytest.mark.case("10.19a", "10.2f", "10.18g")
def test_empty_urban_or_objective_hexes() -> None:
    game = firing("german", CITY + "\n4516 1-1DNO\n4416 I-8p\n4415 Manstein\nrubble 4616")
    assert game.why_not("raze 4515 by 8pz with I-10") == []
    for hex in ("4516", "4416", "4415"):
        assert game.clauses(f"raze {hex} by 8pz with I-80Art")[0] == "10.19a"
    assert game.clauses("raze 4707 by 8pz with I-80Art")[0] == "10.19a"
    assert game.clauses("raze 4616 by 8pz with I-80Art") == ["10.18g"]
    assert game.clauses("raze 4616 by 8pz with I-10") == ["10.18g", "10.7c"]


@pytest.mark.case("10.5a", "10.19b", "10.18e")
def test_an_elimination_rubbles_it() -> None:
    game = firing("german", CITY).play("raze 4515 by 8pz with I-10 59Pi").rolls(2)
    assert game.places(game.s.rubble) == {"4515"}
    assert game.ask == ("german", "german-fire")
    assert game.s.german & 1 << game.place("4515") == 0
    game = firing("german", CITY).play("raze 4515 by 8pz with I-10 59Pi").rolls(3)
    assert game.s.rubble == 0
    assert game.clauses("raze 4515 by 8pz with I-80Art") == ["10.5a"]


@pytest.mark.case("10.19c")
def test_only_the_modifiers_of_structures() -> None:
    """Urban +1, objective +2, fortification +1, engineers beside it -1."""
    game = firing("german", CITY + "\nbeside Rudel")
    assert structure_change(game, "I-80Art", "4515") == 1
    assert structure_change(game, "I-10 59Pi", "4515") == 0
    assert structure_change(game, "I-80Art", "4516") == 2
    assert structure_change(game, "I-80Art", "4615") == 2
    assert structure_change(game, "Rudel", "4515") == 1


@pytest.mark.case("10.19a", "11.2d")
def test_soviets_raze_what_they_see() -> None:
    game = firing("soviet", "4514 1-1DNO\n4513 42Mtr\nbeside LFR10 RBF")
    assert game.words("raze", "4515") == ["42", "rbf"]
    game.play("raze 4515 by rbf with RBF").rolls(1)
    assert game.places(game.s.rubble) == {"4515"}
    assert game.ask == ("chance", "fleet")


@pytest.mark.case("12.3a", "10.19a")
def test_air_strikes_raze_too() -> None:
    game = striking("4515 1-1DNO\nbeside Rudel StukaA BomberA")
    assert game.clauses("raze 4515 by air with Rudel") == ["10.19a"]
    game.play("raze 4516 by air with Rudel StukaA BomberA").rolls(1)
    assert game.places(game.s.rubble) == {"4516"}
