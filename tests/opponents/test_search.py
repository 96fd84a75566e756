"""Search over plans: the better plan is found, with the same dice for all, within its nodes, stopped at any time."""

from collections.abc import Sequence
from random import Random

import pytest

from grognard.core.options import Pick
from grognard.opponents import Budget
from grognard.opponents.plan_search import Book, Keyed, climb, confirmed, halve


class Hill:
    """A plan is a pair of numbers; the best is (7, 3). Luck is the same for all plans of a trial."""

    cost = 2
    operators: Sequence[str] = ("first", "second", "useless")

    def __init__(self, luck: float = 50.0) -> None:
        self.luck, self.asked = luck, 0

    def trial(self, plan: tuple[int, int], n: int) -> float:
        self.asked += 1
        die = Random(f"luck {n}").random()
        return -abs(plan[0] - 7) - abs(plan[1] - 3) + self.luck * die

    def vary(self, plan: tuple[int, int], operator: str, pick: Pick) -> tuple[int, int] | None:
        step = 1 if pick(2) else -1
        if operator == "useless":
            return None
        return (plan[0] + step, plan[1]) if operator == "first" else (plan[0], plan[1] + step)


def test_halving_finds_the_best_though_luck_is_greater_than_skill() -> None:
    book = Book(Hill(), Budget(10_000))
    assert halve(book, [(0, 0), (7, 4), (2, 2), (7, 3), (9, 9)], 8) == (7, 3)


def test_climbing_reaches_the_top() -> None:
    book = Book(Hill(), Budget(10_000))
    assert climb(book, (0, 0), Random(1).randrange, lambda: True) == (7, 3)


def test_nodes_are_a_limit() -> None:
    hill = Hill()
    book = Book(hill, Budget(60))
    climb(book, (0, 0), Random(1).randrange, lambda: True)
    assert hill.asked <= 30


def test_without_thought_the_first_plan_stays() -> None:
    for budget in (Budget(0), Budget(100, stop=lambda: True), Budget(100, seconds=0)):
        hill = Hill()
        book = Book(hill, budget)
        assert halve(book, [(0, 0), (7, 3)], 8) == (0, 0)
        assert climb(book, (0, 0), Random(1).randrange, lambda: True) == (0, 0)
        assert hill.asked == 0


@pytest.mark.parametrize(("gaps", "better"), [((3, 3), False), ((9,), False), ((2, 4) * 4, True), ((0, 9, 0), False)])
def test_a_lead_must_be_greater_than_chance_explains(gaps: tuple[float, ...], better: bool) -> None:
    """Few trials are trusted less than their own error says, and trials that disagree are not trusted."""
    book = Book(Hill(), Budget(0))
    book.known = {(0, 0): [0.0] * len(gaps), (1, 1): list(gaps)}
    assert book.clearly((1, 1), (0, 0), spread=6.0) == better


class Lucky(Hill):
    """The second plan is better with the first six dice, and worse with all others."""

    def trial(self, plan: tuple[int, int], n: int) -> float:
        return (1.0 if n < 6 else -1.0) * (plan == (1, 1)) + 2.0 * (plan == (2, 2))


def test_a_plan_that_only_fits_the_dice_it_was_found_with_is_dropped() -> None:
    book = Book(Lucky(), Budget(1000))
    for plan in ((0, 0), (1, 1), (2, 2)):
        book.fill(plan, 6)
    assert confirmed(book, (1, 1), (0, 0), 4) == (0, 0)
    assert confirmed(book, (2, 2), (0, 0), 4) == (2, 2)


def test_a_plan_that_is_only_as_good_is_not_taken() -> None:
    assert halve(Book(Hill(), Budget(1000)), [(7, 2), (7, 4), (6, 3)], 8) == (7, 2)


def test_the_same_nodes_and_chance_give_the_same_plan() -> None:
    found = [climb(Book(Hill(), Budget(120)), (0, 0), Random(5).randrange, lambda: True) for _ in "ab"]
    assert found[0] == found[1] != (0, 0)


def test_a_throw_depends_only_on_what_it_is_for() -> None:
    """An attack more does not change the dice of the others."""
    plain, other = Keyed("a"), Keyed("a")
    other.pick("an attack more")(6)
    assert [plain.pick("Luga")(1000) for _ in range(3)] == [other.pick("Luga")(1000) for _ in range(3)]
    assert Keyed("b").pick("Luga")(10**9) != Keyed("a").pick("Luga")(10**9)
