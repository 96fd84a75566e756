"""[11.0] Indirect fire, and spotting for the Soviets.

4515 and 4516 are urban: from 4415 nothing sees 4614, and from 4513 nothing sees 4517.
"""

import pytest

from tests.titles.leningrad41.fights import firing


@pytest.mark.case("11.1a", "11.2a", "11.2c", "2.12d")
def test_germans_fire_indirectly_anywhere_within_range() -> None:
    game = firing("german", "4614 1-1DNO\n4415 I-3Art I-8M\n3016 2-1DNO\n4418 III-3Art")
    assert game.able("fire", "4614", "3mot") == {"I-3Art", "III-3Art"}
    assert game.able("fire", "3016", "3mot") == {"I-3Art", "III-3Art"}
    game = firing("german", "4614 1-1DNO\n2415 I-3Art")
    assert game.clauses("fire 4614 by 3mot with I-3Art")[0] == "10.6a"


@pytest.mark.case("11.2b")
def test_direct_and_indirect_fire_combine() -> None:
    game = firing("german", "4614 1-1DNO\n4415 I-3Art\n4613 I-8M")
    assert game.why_not("fire 4614 by 3mot with I-3Art I-8M") == []


@pytest.mark.case("11.2d", "11.2f")
def test_soviets_need_a_spotter_of_the_same_sub_command() -> None:
    text = "4614 I-8M\n4415 42Mtr\n4411 51-42"
    game = firing("soviet", text)
    assert game.able("fire", "4614", "42") == {"51-42", "42Mtr"}  # 51-42 sees the target itself
    hidden = "4517 I-8M\n4513 42Mtr\n4415 577Art"
    game = firing("soviet", hidden)
    assert game.targets("fire") == set()
    assert game.clauses("fire 4517 by 42 with 42Mtr")[-1] == "11.2d"
    other = firing("soviet", hidden + "\n4518 84KV")
    assert other.able("fire", "4517", "lfr") == {"84KV", "577Art"}
    assert other.clauses("fire 4517 by 42 with 42Mtr") == ["10.4b", "11.2d"]
    own = firing("soviet", hidden + "\n4518 1-1DNO")
    assert own.able("fire", "4517", "42") == {"1-1DNO", "42Mtr"}


@pytest.mark.case("11.2e")
def test_the_spotter_sees_as_far_as_its_own_range() -> None:
    text = "4517 I-8M\n4513 42Mtr\n4519 {}"
    assert firing("soviet", text.format("1-1DNO")).targets("fire") == set()  # a range of one
    assert firing("soviet", text.format("1-1GDNO")).able("fire", "4517", "42") == {"1-1GDNO", "42Mtr"}


@pytest.mark.case("11.2f")
def test_a_spotter_may_have_fired_elsewhere() -> None:
    game = firing("soviet", "4517 I-8M\n4519 II-8M\n4513 42Mtr\n4518 1-1DNO")
    game.play("fire 4519 by 42 with 1-1DNO").rolls(6)
    assert game.why_not("fire 4517 by 42 with 42Mtr") == []


@pytest.mark.case("11.2d", "6.6a")
def test_face_down_units_do_not_spot() -> None:
    game = firing("soviet", "4517 I-8M\n4513 42Mtr\n4518 42-9\n4519 42-10=1-1GDNO")
    assert game.clauses("fire 4517 by 42 with 42Mtr")[-1] == "11.2d"
    game.play("flip 42-10")
    assert game.why_not("fire 4517 by 42 with 42Mtr") == []


@pytest.mark.case("11.2d", "14.1a", "14.2b")
def test_leaders_neither_spot_nor_replace_a_spotter() -> None:
    game = firing("soviet", "4517 I-8M\n4513 42Mtr\n4518 84KV\n4515 Zhukov")
    assert game.able("fire", "4517", "lfr") == {"84KV"}
    assert game.words("fire", "4517") == ["lfr"]


@pytest.mark.case("11.2c", "2.12b")
def test_unlimited_range() -> None:
    game = firing("german", "0115 1-1DNO\n5116 Mrs")
    assert game.able("fire", "0115", "corps") == {"Mrs"}
