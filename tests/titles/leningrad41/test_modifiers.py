"""[10.10] What changes the die: terrain, fortification, rubble."""

import pytest

from grognard.kit.battle.ledger import total
from tests.titles.leningrad41.fights import firing


@pytest.mark.case("2.2c", "errata.1", "errata.2", "10.10a", "10.10d")
def test_the_terrain_of_the_hex() -> None:
    """Clear nothing, urban 1, an objective 2 and not 3; for Germans as well."""
    game = firing("german", "4707 1-1DNO\n4515 2-1DNO\n4516 3-1DNO\n4706 I-10")
    found = [
        game.change("I-10", hex, unit) for hex, unit in (("4707", "1-1DNO"), ("4515", "2-1DNO"), ("4516", "3-1DNO"))
    ]
    assert found == [0, 1, 2]
    game = firing("soviet", "4707 I-8p\n4515 II-8p\n4516 I-28p\n4706 84KV")
    found = [game.change("84KV", hex, unit) for hex, unit in (("4707", "I-8p"), ("4515", "II-8p"), ("4516", "I-28p"))]
    assert found == [0, 1, 2]


@pytest.mark.case("8.6c")
def test_fortifications_help_only_soviet_defenders() -> None:
    """4604 is fortified and clear, 4615 fortified and urban."""
    game = firing("german", "4604 1-1DNO\n4615 2-1DNO\n4706 I-10")
    assert (game.change("I-10", "4604", "1-1DNO"), game.change("I-10", "4615", "2-1DNO")) == (1, 2)
    game = firing("soviet", "4604 I-8p\n4615 II-8p\n4706 84KV")
    assert (game.change("84KV", "4604", "I-8p"), game.change("84KV", "4615", "II-8p")) == (0, 1)


@pytest.mark.case("10.18f")
def test_rubble_is_added() -> None:
    game = firing("german", "rubble 4615 4516\n4615 2-1DNO\n4516 1-1DNO\n4706 I-10")
    assert (game.change("I-10", "4615", "2-1DNO"), game.change("I-10", "4516", "1-1DNO")) == (3, 3)


@pytest.mark.case("10.10a", "10.13b")
def test_a_ledger_names_every_modifier_with_its_case() -> None:
    game = firing("german", "rubble 4516\n4516 51Tk Zhdanov\n4515 59Pi I-8p")
    lines = game.ledger("I-8p", "4516", "51Tk", "assault", "I-8p")
    assert [(line.clause, line.amount) for line in lines] == [
        ("2.2c", 2), ("10.18f", 1), ("10.12a", 2), ("10.11a", -1),
    ]  # fmt: skip
    assert total(lines) == 4
    leader = game.ledger("I-8p", "4516", "Zhdanov", "assault", "I-8p")
    assert [line.clause for line in leader] == ["2.2c", "10.18f", "10.11a"]  # 14.6: no modifier for armor


@pytest.mark.case("2.2c")
def test_the_sea_gives_nothing() -> None:
    game = firing("german", "3027 LG42\n3026 3PzJg")
    assert game.change("3PzJg", "3027", "LG42") == 0


@pytest.mark.case("9.2j", "9.5b", "9.2f")
def test_defensive_fire_uses_terrain_but_no_rivers() -> None:
    game = firing("soviet", "4501 I-8p\n4502 1-1DNO\n4516 II-8p\n4515 2-1DNO")
    assert game.change("1-1DNO", "4501", "I-8p", "volley") == 0  # across the Neva
    assert game.change("2-1DNO", "4516", "II-8p", "volley") == 2
