"""The board, the units and the tables of *Ridge*, in the form that the rules use."""

from collections.abc import Mapping

from grognard.core.bits import Bits, bits
from grognard.kit.hex.board import Board
from grognard.kit.hex.reach import rate
from grognard.kit.load.hex_map import read_map
from grognard.kit.load.toml import Record

SIDES = ("amber", "violet")
AMBER, VIOLET = range(2)
RESULTS = ("--", "A1", "DR", "D1", "DX")


class Components:
    """What does not change in a game."""

    def __init__(self, files: Mapping[str, Record]) -> None:
        self.map = read_map(files["map.toml"])
        self.board = Board(self.map.grid, self.map.terrain, boxes=("lost",))
        self.lost = self.board.at["lost"]
        self.places: Bits = self.board.hexes | 1 << self.lost
        self.villages = self.board.named(self.map.places)
        self.around = self.board.steps(self.board.pairs())  # all hexes next to a set of hexes
        self._read_units(files["units.toml"])
        self._read_tables(files["tables.toml"])

    def _read_units(self, top: Record) -> None:
        units = list(top.records("unit"))
        self.ids = [unit.word("id") for unit in units]
        self.names = [unit.word("name") for unit in units]
        self.side_of = [SIDES.index(unit.word("side", *SIDES)) for unit in units]
        self.strength = [unit.number("strength") for unit in units]  # 1.1a
        self.movement = [unit.number("movement") for unit in units]
        self.start = [self._hex(unit, unit.word("start")) for unit in units]
        self.all_units: Bits = bits(range(len(units)))
        self.side = [bits(n for n, side in enumerate(self.side_of) if side == one) for one in (AMBER, VIOLET)]

    def _read_tables(self, top: Record) -> None:
        self.turns = top.number("turns")
        movement, combat, victory = top.record("movement"), top.record("combat"), top.record("victory")
        self.cost = _numbers(movement.record("cost"))
        self.river_cost = movement.number("river")
        self.rate = rate(self.board, {pair: self.step_cost(*pair) for pair in self.board.pairs()})
        self.columns = tuple(combat.words("columns", 1))
        self.shift = _numbers(combat.record("shift"))
        self.river_shift = combat.number("river")
        die = combat.record("die")
        self.table = {face: tuple(die.words(str(face), len(self.columns))) for face in range(1, 7)}
        self.village_points, self.unit_points = victory.number("village"), victory.number("unit")
        self.amber_villages = bits(self._hex(victory, hex_) for hex_ in victory.words("amber"))

    def _hex(self, table: Record, name: str) -> int:
        if name not in self.map.terrain:
            raise table.error(f"there is no hex {name}", name)
        return self.board.at[name]

    def terrain(self, place: int) -> str:
        """The terrain of a hex."""
        return self.map.terrain[self.board.names[place]]

    def across(self, a: int, b: int) -> bool:
        """Whether there is a river without a bridge between two neighbours."""
        names = sorted((self.board.names[a], self.board.names[b]))
        side = (names[0], names[1])
        return side not in self.map.bridges and any(side in river.sides for river in self.map.rivers.values())

    def step_cost(self, a: int, b: int) -> int:
        """The movement points for the step from one hex to the next."""
        return self.cost[self.terrain(b)] + self.river_cost * self.across(a, b)  # 3.1d, 3.1e


def _numbers(table: Record) -> dict[str, int]:
    return {key: table.number(key) for key in table.values}
