"""The switches of the title: where late arrivals come from, and one cell of the Combat Results Table."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.title import Bad
from grognard.titles import TITLES
from grognard.titles.leningrad79.state import NO_SLOT

At = Callable[[str], Any]
New = Callable[..., Any]

TITLE = TITLES["leningrad79"]


@pytest.mark.case("14.0b", "9.5b")
def test_two_switches_and_their_defaults() -> None:
    assert {name: option.values for name, option in TITLE.options.items()} == {
        "pool": ("rebuild", "strict"),
        "crt": ("printed", "smooth"),
    }
    assert TITLE.start().options == ()
    assert TITLE.start(options={"pool": "strict", "crt": "smooth"}).options == ("pool=strict", "crt=smooth")
    assert {ruling.option for ruling in TITLE.rulebook.rulings} - {""} == set(TITLE.options)
    with pytest.raises(Bad, match="one of rebuild, strict"):
        TITLE.start(options={"pool": "loose"})
    with pytest.raises(Bad, match="no option 'fog'"):
        TITLE.start(options={"fog": "on"})


def deployed(new: New, **options: str) -> Any:
    t = new(**options)
    for hex_ in ("1308", "1408", "1508", "1609", "1709", "1809", "1909"):
        t.play(f"deploy {hex_}")
    return t


def on_map(t: Any, kind: str) -> int:
    d = t.s.data
    units = d.infantry_units if kind == "infantry" else d.armored_units
    return sum(1 for u in range(len(d.pieces)) if units >> u & 1 and d.board.hexes >> t.s.place[u] & 1)


@pytest.mark.case("setup.9", "14.0b")
@pytest.mark.parametrize(("pool", "infantry"), [("rebuild", 19), ("strict", 11)])
def test_the_pool_decides_how_many_start(new: New, pool: str, infantry: int) -> None:
    t = deployed(new, pool=pool)
    assert (on_map(t, "infantry"), on_map(t, "armored")) == (infantry, 4)


@pytest.mark.case("14.0b", "setup.6")
@pytest.mark.parametrize(("pool", "booked"), [("rebuild", 24), ("strict", 32)])
def test_the_pool_decides_for_whom_counters_are_set_aside(new: New, pool: str, booked: int) -> None:
    """43 infantry counters: strict fills all 32 arrivals, rebuild those up to Game-Turn 8."""
    t = deployed(new, pool=pool)
    d = t.s.data
    slots = [t.s.slot[u] for u in range(d.soviets, d.armored) if t.s.slot[u] != NO_SLOT]
    assert len(slots) == booked
    assert max(d.slots[slot].turn for slot in slots) == (8 if pool == "rebuild" else 12)


# 6 against 2 is 3-1; 1507 keeps the defender in supply, so nothing shifts
THREE_TO_ONE = "at german-combat\nturn 3\n1407 1ID\n1408 67RD"


@pytest.mark.case("9.5b")
@pytest.mark.parametrize(
    ("option", "die", "defender", "attacker"),
    [("printed", 1, 1, 1), ("smooth", 1, 1, 2), ("printed", 2, 2, 2), ("smooth", 2, 2, 2), ("smooth", 3, 1, 1)],
)
def test_the_one_cell_off_the_run_of_the_table(at: At, option: str, die: int, defender: int, attacker: int) -> None:
    t = at(f"options crt={option}\n{THREE_TO_ONE}")
    assert t.odds("attack 1408 with 1ID")["column"] == "3-1"
    t.play("attack 1408 with 1ID", f"roll {die}")
    assert (t.ask, t.s.local.owed) == (("soviet", "result"), defender)
    t.play("lose 67RD")
    assert (t.ask, t.s.local.owed) == (("german", "result"), attacker)


@pytest.mark.case("9.5b")
def test_smooth_changes_no_other_cell() -> None:
    d = TITLE.data
    columns = range(d.lowest_column, d.highest_column + 1)
    differ = [
        (die, column)
        for die in range(1, 7)
        for column in columns
        if d.crt(die, column, ()) != d.crt(die, column, ("crt=smooth",))
    ]
    assert differ == [(1, 2)]
