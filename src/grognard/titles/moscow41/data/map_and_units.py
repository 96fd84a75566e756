"""Reads the map and Blocks, and rejects whatever could not be played."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from ....kit.load.area_map import AreaMap, read_areas
from ....kit.load.toml import Record

Items = dict[str, str]
"""The sources of the data of one layer."""

SIDES = ("german", "soviet")
TERRAIN = ("green", "yellow", "victory", "staging")
COMBAT = ("infantry", "motorized", "cavalry", "tank")
COMMAND = ("leader", "hq", "air hq")
NAME = re.compile(r"[0-9A-Za-z-]{1,12}")


class Block(NamedTuple):
    """The face of a Block: its sticker."""

    id: str
    name: str
    label: str
    side: int
    army: str
    colour: str  # "": no colour, and not white
    kind: str
    size: str
    fast: bool
    levels: tuple[int, ...]  # its levels, from the last step up
    fire: str  # of each level of a Combat Block, from the last step up
    letter: str
    remnant: bool
    blitz: bool
    artillery: bool

    @property
    def combat(self) -> bool:
        """Whether it is a Combat Block."""
        return self.kind in COMBAT

    @property
    def full(self) -> int:
        """Its full Strength."""
        return self.levels[-1]


class Bomber(NamedTuple):
    """A Bomber disc."""

    id: str
    kind: str
    of: str  # the headquarters it flies for
    fire: str
    blitz: bool


class Counters(NamedTuple):
    """All pieces."""

    blocks: tuple[Block, ...]  # Germans first
    bombers: tuple[Bomber, ...]
    lines: tuple[int, int]  # Defensive Lines of each side
    line_fire: str


class Ground:
    """The map, and whether places that other files name are on it."""

    def __init__(self, top: Record) -> None:
        if (title := top.word("title")) != "moscow41":
            raise top.error(f"this map belongs to {title}", "title")
        self.map: AreaMap = read_areas(top)
        self.named = {place.name: area for area, places in self.map.places.items() for place in places}

    def area(self, table: Record, name: str) -> str:
        """An Area by its number."""
        if name not in self.map.names:
            raise table.error(f"there is no area '{name}'", name)
        return name

    def place(self, table: Record, name: str) -> str:
        """An Area or a box."""
        if name not in self.map.names and name not in self.map.boxes:
            raise table.error(f"there is no area and no box '{name}'", name)
        return name

    def city(self, table: Record, name: str) -> str:
        """The Area that contains the place with this name."""
        if name not in self.named:
            raise table.error(f"the map has no place '{name}'", name)
        return self.named[name]

    def group(self, table: Record, name: str) -> str:
        """A group of Areas."""
        if name not in self.map.groups:
            raise table.error(f"the map has no group '{name}'", name)
        return name


class CounterReader:
    """Reads Blocks, Bombers and markers, and checks that they add up."""

    def __init__(self, top: Record) -> None:
        top.exactly("count", "levels", "size", "bombers", "group", "lines")
        layers = ("blocks", "names of blocks", "speed", "firepower", "remnants", "markers")
        self.layers: dict[str, Items] = {layer: {} for layer in layers}
        self.taken: set[str] = set()
        self.levels = self._levels(top.record("levels"))
        self.sizes = top.record("size")
        groups = [self._group(table) for table in top.records("group")]
        blocks = sorted((block for group in groups for block in group), key=lambda block: block.side)
        counts = top.record("count")
        counts.only(*SIDES, "source")
        for n, side in enumerate(SIDES):
            found = sum(block.side == n for block in blocks)
            if counts.number(side) != found:
                raise counts.error(f"{found} blocks are {side}, not {counts.number(side)}", side)
        bombers = tuple(self._bomber(table, blocks) for table in top.records("bombers"))
        lines = top.record("lines")
        lines.exactly(*SIDES, "fire", "source")
        self.layers["markers"]["lines"] = lines.source()
        self.read = Counters(
            tuple(blocks), bombers, (lines.number("german", 0), lines.number("soviet", 0)), lines.word("fire", *"SDT")
        )

    @staticmethod
    def _levels(table: Record) -> Mapping[str, tuple[int, ...]]:
        table.exactly(*COMMAND, "source")
        return {kind: tuple(table.numbers(kind, len(table.values[kind]))) for kind in COMMAND}

    def _group(self, group: Record) -> list[Block]:
        group.only("side", "army", "colour", "count", "source", "sources", "blocks")
        side = SIDES.index(group.word("side", *SIDES))
        colour = group.word("colour") if "colour" in group.values else ""
        own = [self._block(table, side, group.word("army"), colour, group) for table in group.records("blocks")]
        if len(own) != group.number("count"):
            raise group.error(f"{len(own)} blocks, not {group.number('count')}", "count")
        return own

    def _block(self, table: Record, side: int, army: str, colour: str, group: Record) -> Block:
        table.only(
            "id", "label", "name", "kind", "size", "speed", "fire", "letter", "remnant", "blitz", "artillery", "source"
        )
        name = table.word("id")
        if not NAME.fullmatch(name) or name.lower() in self.taken or re.fullmatch(r"[gs]\d+", name):
            raise table.error(f"id '{name}': write one unique word of letters and digits", "id")
        self.taken.add(name.lower())
        kind = table.word("kind", *COMBAT, *COMMAND)  # 1.4c, 4.0a, 4.2b
        fire, levels = "", self.levels.get(kind, ())
        if kind in COMBAT:
            fire = table.word("fire")
            levels = tuple(range(1, len(fire) + 1))
            if not re.fullmatch("[SDT]{1,4}", fire):
                raise table.error(f"fire '{fire}': write one to four of S, D and T", "fire")
            if len(fire) != self._size(table, side):
                raise table.error(f"{name}: its size does not match a Strength of {len(fire)}", "fire")
        fast = kind != "leader" and table.word("speed", "fast", "slow") == "fast"
        sources = group.record("sources")
        self.layers["blocks"][name] = table.source(table.values.get("source", "") or group.word("source"))
        self.layers["names of blocks"][name] = table.source(sources.word("names"))
        self.layers["firepower"][name] = table.source(sources.word("fire"))
        if kind != "leader":
            self.layers["speed"][name] = table.source(sources.word("speed"))
        if _flag(table, "remnant"):
            self.layers["remnants"][name] = table.source(sources.word("remnants"))
        return Block(
            name,
            table.word("name"),
            table.word("label") if "label" in table.values else name,
            side,
            army,
            "" if kind in ("leader", "air hq") else colour,
            kind,
            table.word("size") if kind in COMBAT else "",
            fast,
            levels,
            fire,
            table.word("letter", "K", "L", "N") if "letter" in table.values else "",
            _flag(table, "remnant"),
            _flag(table, "blitz"),
            table.values.get("artillery", True) is True,
        )

    def _size(self, table: Record, side: int) -> int:
        size = table.word("size", *(key for key in self.sizes.values if key != "source"))
        strength = self.sizes.values[size]
        return self.sizes.record(size).number(SIDES[side]) if isinstance(strength, dict) else self.sizes.number(size)

    def _bomber(self, table: Record, blocks: list[Block]) -> Bomber:
        table.only("id", "kind", "of", "fire", "blitz", "source")
        wings = [block.id for block in blocks if block.kind == "air hq"]
        name = table.word("id")
        if not NAME.fullmatch(name) or name.lower() in self.taken:
            raise table.error(f"id '{name}': write one unique word", "id")
        self.taken.add(name.lower())
        self.layers["markers"][name] = table.source()
        return Bomber(
            name, table.word("kind"), table.word("of", *wings), table.word("fire", *"SDT"), _flag(table, "blitz")
        )


def _flag(table: Record, key: str) -> bool:
    """An optional boolean; False if it is missing."""
    value = table.values.get(key, False)
    if not isinstance(value, bool):
        raise table.error(f"{key} must be true or false", key)
    return value
