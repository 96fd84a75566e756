"""Positions in the phases of fire, played and questioned in words."""

from typing import Any

from grognard.core import notation
from grognard.core.bits import scan
from grognard.core.table import Table
from grognard.kit.battle.ledger import Line
from grognard.kit.table import Wargame
from grognard.titles.catalogue import GAMES
from grognard.titles.leningrad41 import build
from grognard.titles.leningrad41.rules.modifiers import modifiers
from tests.titles.sitting import Sitting

TITLE: Wargame[Any] = build(GAMES["leningrad41"])
SIDES = ("german", "soviet")


class Fight(Sitting):
    """A table of *Leningrad '41* in a phase of fire."""

    def units(self, pieces: int) -> set[str]:
        """The names of some pieces; of counters that are known, the name of the unit."""
        d = self.s.data
        return {
            d.faces[self.s.face[one]].id
            if d.anonymous >> one & 1 and self.s.face[one] < len(d.faces)
            else d.pieces[one]
            for one in scan(pieces)
        }

    def pieces(self, text: str) -> int:
        """The set of these pieces."""
        return sum(1 << self.unit(name) for name in text.split())

    def targets(self, verb: str) -> set[str]:
        """The places that a verb offers first."""
        return self.places(sum(1 << place for place in self.options(verb)))

    def words(self, verb: str, *hexes: str) -> list[str]:
        """Who may direct an attack on a hex."""
        return list(self.options(verb, *map(self.place, hexes)))

    def able(self, verb: str, hex: str, by: str) -> set[str]:
        """The pieces that may take part in an attack on a hex."""
        return self.units(self.options(verb, self.place(hex), by).members)

    def here(self, hex: str) -> set[str]:
        """Who is in a hex."""
        return self.units(self.s.here.get(self.place(hex), 0))

    def ledger(self, firers: str, hex: str, defender: str, kind: str = "fire", storm: str = "") -> list[Line]:
        """What changes the die."""
        return modifiers(self.s, self.pieces(firers), self.place(hex), self.unit(defender), kind, self.pieces(storm))

    def change(self, firers: str, hex: str, defender: str, kind: str = "fire", storm: str = "") -> int:
        """How much is added to the die."""
        return sum(int(line.amount) for line in self.ledger(firers, hex, defender, kind, storm))

    def rolls(self, *dice: int) -> "Fight":
        """Roll these dice one after another."""
        self.play(*(f"roll {die}" for die in dice))
        return self


def at(text: str, title: Wargame[Any] = TITLE, **options: str) -> Fight:
    """A position in the notation."""
    chosen = [f"options {' '.join(f'{name}={value}' for name, value in options.items())}"] if options else []
    lines = [line.strip() for line in text.strip().splitlines()]
    position = notation.read({title.name: title}, "\n".join(["leningrad41 assault", *chosen, *lines]))
    return Fight(Table(title, position=position, rolls=False))


def firing(side: str, text: str, turn: int = 3, title: Wargame[Any] = TITLE, **options: str) -> Fight:
    """The Offensive Fire Phase of a side: `firing("german", "4615 I-10")`."""
    return at(f"at {side}-fire\nturn {turn}\nside {SIDES.index(side)}\n{text}", title, **options)


def striking(text: str, turn: int = 3, title: Wargame[Any] = TITLE, **options: str) -> Fight:
    """The German Air Strike Phase; the markers named are ready beside the map."""
    return at(f"at air-strikes\nturn {turn}\nside 0\n{text}", title, **options)
