"""The course of a game for playback: every entry, and the units on both sides of a battle."""

from grognard.core import notation
from grognard.core.table import Table
from grognard.titles import TITLES
from grognard.web.present.course import course

MOSCOW_GROUP = """demyansk campaign
at combat
turn 9
segment 1
sequence 1
weather frozen
1710 87-26 1-87
1810 1318-163 1-1318 28-238Eng
1811 III-26
1910 I-46
"""


def test_attacks_that_are_declared_first_and_fought_later() -> None:
    """The entry that begins the battle names only the hex; also if the viewer has seen the declarations before."""
    table = Table(TITLES["demyansk"], position=notation.read(TITLES, MOSCOW_GROUP), rolls=False)
    table.play("attack 1811 with 87-26 1-87 1318-163 1-1318")
    table.play("attack 1910 with 28-238Eng")
    seen = len(table.journal)
    table.play("resolve 1811")
    for since in (0, seen):
        (step,) = [one for one in course(table, 0, since, len(table.journal)) if one["kind"] == "attack"]
        forces = {part: {unit["id"] for unit in units} for part, units in step["forces"].items()}
        assert forces == {"attacker": {"87-26", "1-87", "1318-163", "1-1318"}, "defender": {"III-26"}}
