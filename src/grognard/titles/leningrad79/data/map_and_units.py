"""Reads the map and counters, and rejects whatever could not be played."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ....kit.load.hex_map import read_map
from ....kit.load.named import area_named, land_hex
from ....kit.load.toml import Record

Items = dict[str, str]
"""The sources of the data of one layer."""

TERRAIN = ("clear", "city", "soviet city", "swamp", "hill")
WATER = ("sea", "lake")
AREAS = ("Leningrad", "East Prussia", "German supply", "Soviet supply", "no move on Game-Turn 1")
MOST = 99  # well above any number of the game
RESERVED = ("inf", "arm")  # words of the notation


class Unit(NamedTuple):
    """A German counter; an air unit has no values."""

    id: str
    type: str  # infantry, armor, mechanized, air
    name: str
    strength: int = 0
    reduced: int = 0
    movement: int = 0
    corps: str = ""


class Face(NamedTuple):
    """A possible face of a Soviet counter."""

    id: str
    type: str  # infantry, armor, mechanized
    attack: int
    defense: int
    name: str


class Counters(NamedTuple):
    """The counters: German units, the possible faces of Soviet ones, and their numbers."""

    german: Mapping[str, Unit]
    faces: tuple[Face, ...]
    infantry: int
    armored: int
    forts: int
    untried: Mapping[str, int]  # their Movement Allowances
    corps: Mapping[str, str]  # names by number


class Ground:
    """The map, and whether hexes and areas that other files name are on it."""

    def __init__(self, top: Record) -> None:
        if (title := top.word("title")) != "leningrad79":
            raise top.error(f"this map belongs to {title}", "title")
        self.map = read_map(top, water=WATER)
        legend = top.record("terrain").record("legend")
        for letter in legend.values:
            legend.word(letter, *TERRAIN, *WATER)
        for area in AREAS:
            if area not in self.map.areas:
                raise top.error(f"the map has no area '{area}'", "area")

    def area(self, table: Record) -> str:
        """The area that a table names."""
        return area_named(self.map, table, table.word("area"))

    def hex(self, table: Record, hex: str) -> str:
        """A hex that a table names, if there is land in it."""
        return land_hex(self.map, table, hex)


class CounterReader:
    """Reads the counters, and checks that they add up."""

    def __init__(self, top: Record) -> None:
        top.exactly("source", "names", "german", "soviet", "corps", "counters", "untried")
        self.top = top
        self.source, self.named = top.source(top.word("source")), top.source(top.word("names"))
        self.layers: dict[str, Items] = {"german counters": {}, "soviet counters": {}, "names of units": {}}
        self.taken: set[str] = {*RESERVED}
        self.corps = {key: top.record("corps").word(key) for key in top.record("corps").values}
        counts, untried = top.record("counters"), top.record("untried")
        counts.exactly("german", "soviet")
        untried.exactly("infantry", "armored")
        self.untried = {kind: untried.number(kind, 1, MOST) for kind in ("infantry", "armored")}
        many = {kind: counts.record("soviet").number(kind, 1, MOST) for kind in ("infantry", "armored", "fort")}
        counts.record("soviet").only(*many)
        self.taken |= {f"i{n}" for n in range(1, many["infantry"] + 1)}
        self.taken |= {f"a{n}" for n in range(1, many["armored"] + 1)}
        german = [self._german(table) for table in top.records("german")]
        faces = [self._soviet(table) for table in top.records("soviet")]
        counts.record("german").exactly("infantry", "armor", "mechanized", "air")
        self._add_up(counts.record("german"), Counter(unit.type for unit in german), *counts.values["german"])
        types = Counter("infantry" if face.type == "infantry" else "armored" for face in faces)
        self._add_up(counts.record("soviet"), types, "infantry", "armored")
        self.read = Counters(
            {unit.id: unit for unit in german},
            tuple(faces),
            many["infantry"],
            many["armored"],
            many["fort"],
            self.untried,
            self.corps,
        )

    def _known(self, table: Record, side: str) -> tuple[str, str]:
        """The name of the counter, if no other has it, and that of the unit."""
        name = table.word("id")
        if not re.fullmatch(r"[0-9A-Za-z]{1,8}", name):
            raise table.error(f"id '{name}': use only letters and digits, at most 8", "id")
        if name.lower() in self.taken or re.fullmatch(r"\d+", name):
            raise table.error(f"there is already a unit, hex or word '{name}'", name)
        self.taken.add(name.lower())
        own = table.word("source") if "source" in table.values else self.source
        self.layers[f"{side} counters"][name] = table.source(own)
        self.layers["names of units"][name] = table.source(self.named)
        return name, table.word("name")

    def _german(self, table: Record) -> Unit:
        kind = table.word("type", "infantry", "armor", "mechanized", "air")
        if kind == "air":
            table.only("id", "type", "name", "source")
            name, full = self._known(table, "german")
            return Unit(name, kind, full)
        table.only("id", "type", "name", "source", "strength", "reduced", "movement", "corps")
        name, full = self._known(table, "german")
        strength = table.number("strength", 1, MOST)
        corps = table.word("corps", *self.corps) if "corps" in table.values else ""
        return Unit(
            name, kind, full, strength, table.number("reduced", 1, strength), table.number("movement", 1, MOST), corps
        )

    def _soviet(self, table: Record) -> Face:
        table.only("id", "type", "name", "source", "attack", "defense", "movement")
        name, full = self._known(table, "soviet")
        kind = table.word("type", "infantry", "armor", "mechanized")
        back = self.untried["infantry" if kind == "infantry" else "armored"]
        if table.number("movement") != back:
            raise table.error(f"{name}: the movement of its untried side is {back}", "movement")
        return Face(name, kind, table.number("attack", 0, MOST), table.number("defense", 1, MOST), full)

    def _add_up(self, counts: Record, found: Counter[str], *kinds: str) -> None:
        for kind in kinds:
            if counts.number(kind, 0) != found[kind]:
                raise counts.error(f"{found[kind]} counters are {kind}, not {counts.number(kind, 0)}", kind)
