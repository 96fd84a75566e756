"""[17.0] Fanaticism, an optional rule."""

import pytest

from tests.titles.leningrad41.fights import Fight, firing

SS = "4707 1-1DNO\n4706 I-1T II-1T\n4708 48Pi\n4715 I-Arko"


def fanatic(text: str, side: str = "german") -> Fight:
    return firing(side, text, fanaticism="fanaticism")


@pytest.mark.case("17.1a")
def test_only_with_the_option() -> None:
    order = "assault 4707 by totenkopf storm I-1T"
    assert firing("german", SS).play(order).ask == ("chance", "die")
    assert fanatic(SS).play(order).ask == ("german", "fanaticism")


@pytest.mark.case("17.1a")
def test_half_of_the_strength_must_be_totenkopf_beside_the_target() -> None:
    """Ranged units count among all, not among the fanatic."""
    for order, ask in (
        ("assault 4707 by totenkopf storm I-1T II-1T with I-Arko", "fanaticism"),  # 16 of 30
        ("assault 4707 by totenkopf storm I-1T with I-Arko", "die"),  # 8 of 22
        ("assault 4707 by totenkopf storm 48Pi with I-1T", "fanaticism"),  # 8 of 14: adjacent, but not assaulting
        ("assault 4707 by corps storm 48Pi", "die"),
        ("fire 4707 by totenkopf with I-1T", "die"),
    ):
        assert fanatic(SS).play(order).ask[1] == ask, order


@pytest.mark.case("17.1b", "17.3a")
def test_another_minus_one_for_a_unit() -> None:
    game = fanatic(SS).play("assault 4707 by totenkopf storm I-1T II-1T", "fanatic").rolls(4)
    assert "column 10-19, die 4-2 = 2" in game.log()
    assert game.s.died
    assert game.ask == ("german", "fanatic-loss")
    assert {game.title.lexicon.pieces[one] for one in game.options("lose")} == {"I-1T", "II-1T"}
    assert game.clauses("lose 48Pi") == ["17.3a"]
    game.play("lose I-1T")
    assert (game.where("I-1T"), game.ask) == ("dead", ("german", "advance"))
    assert game.clauses("advance I-1T") == ["10.15c"]
    game.play("advance II-1T")


@pytest.mark.case("17.3a")
def test_the_loss_comes_whatever_the_result_and_without_choice_at_once() -> None:
    game = fanatic(SS).play("assault 4707 by totenkopf storm I-1T with II-1T", "fanatic").rolls(6)
    assert (game.where("I-1T"), game.where("II-1T")) == ("dead", "4706")
    assert game.here("4707") == {"1-1DNO"}
    assert game.ask == ("german", "german-fire")


@pytest.mark.case("17.3a")
def test_any_unit_that_assaulted_may_be_lost() -> None:
    game = fanatic(SS).play("assault 4707 by totenkopf storm I-1T 48Pi", "fanatic").rolls(6)
    game.play("lose 48Pi")
    assert game.where("48Pi") == "dead"


@pytest.mark.case("17.1a")
def test_it_may_be_declined() -> None:
    game = fanatic(SS).play("assault 4707 by totenkopf storm I-1T", "plain").rolls(2)
    assert "die 2-1 = 1" in game.log()
    assert game.ask == ("german", "advance")


@pytest.mark.case("17.2a", "17.2b")
def test_komsomol_and_nkvd() -> None:
    text = "4707 I-8M\n4706 1Koms\n4708 6NKVD\n4607 1-1DNO"
    game = fanatic(text, "soviet").play("assault 4707 by 42 storm 1Koms 1-1DNO")
    assert game.ask == ("soviet", "fanaticism")
    lines = game.ledger("1Koms", "4707", "I-8M", "assault", "1Koms")
    assert sum(line.amount for line in lines) == -1
    game.play("fanatic").rolls(3)
    assert "Proletarian Revolutionary Fervor is declared. [17.2]" in game.log()
    assert "die 3-2 = 1" in game.log()
    game.play("lose 1-1DNO")
    assert fanatic(text, "soviet").play("assault 4707 by 42 storm 1-1DNO").ask[1] == "die"
    assert fanatic(text, "soviet").play("assault 4707 by 42 storm 6NKVD with 1-1DNO").ask[1] == "fanaticism"
