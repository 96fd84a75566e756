"""The board and the blocks of *Straits*, in the form that the rules use."""

from collections.abc import Mapping

from grognard.core.bits import Bits, bits
from grognard.kit.area.board import AreaBoard
from grognard.kit.load.area_map import read_areas
from grognard.kit.load.toml import Record

SIDES = ("island", "mainland")
ISLAND, MAINLAND = range(2)


class Components:
    """What does not change in a game."""

    def __init__(self, files: Mapping[str, Record]) -> None:
        self.map = read_areas(files["map.toml"])
        self.board = AreaBoard(self.map, boxes=("lost",))
        self.lost = self.board.at["lost"]
        self.ports = self.board.named(self.map.groups["ports"])
        self.island = self.board.named(self.map.groups["island"])
        self._read_blocks(files["blocks.toml"])

    def _read_blocks(self, top: Record) -> None:
        self.turns, self.room, self.hit = top.number("turns"), top.number("room"), top.number("hit", 1, 6)
        blocks = list(top.records("block"))
        self.ids = [block.word("id") for block in blocks]
        self.names = [block.word("name") for block in blocks]
        self.side_of = [SIDES.index(block.word("side", *SIDES)) for block in blocks]
        self.start = [self.board.at[block.word("start", *self.map.names)] for block in blocks]
        self.all_blocks: Bits = bits(range(len(blocks)))
        self.side = [bits(n for n, side in enumerate(self.side_of) if side == one) for one in (ISLAND, MAINLAND)]
        self.strengths = top.numbers("strengths", self.side[ISLAND].bit_count())
