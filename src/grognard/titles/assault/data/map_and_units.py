"""Reads the two maps and the counters, and rejects whatever could not be played."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from ....kit.load.hex_map import HexMap, read_map
from ....kit.load.named import area_named, land_hex
from ....kit.load.toml import Record, note
from ..ruleset import CLASSES, GERMAN, RUSSIAN, SIDES, STACKS, Ruleset

Items = dict[str, str]
"""The sources of the data of one layer."""

MOST = 99  # well above any number of the games
MOST_STEPS = 4  # two sides of a counter and two of its subcounter
SIZES = ("battalion", "regiment", "brigade", "division", "corps", "headquarters")  # 3.2c
PRINTED = re.compile(r"(\d{1,2})-([ABC])-(\d{1,2})")
SUBCOUNTERS_AND_MARKS = (
    "sub", "sub_back", "sub_source", "sub_back_source", "mark", "counter_source", "corps_source",
)  # fmt: skip
ISLAND = "island"
WATER = ("sea", "lake")


class Type(NamedTuple):
    """A kind of unit."""

    side: int
    mechanized: bool
    stack: str
    points: int  # the points for a lost factor
    steps: int = 0  # 19.21b: at full strength, if stated
    tank_corps: bool = False  # 19.41a, 19.42a: terrain never helps it
    interior: bool = False  # 19.43a: it never leaves the interior of the Inset
    returns: bool = False  # 19.73a: once eliminated, it goes back into the cup


class Unit(NamedTuple):
    """A ground unit as printed on its counters (3.2b); with one side only, `reduced` is 0."""

    id: str
    label: str  # as printed: 1.1c
    name: str
    type: str
    size: str
    corps: str
    division: str
    factor: int
    grade: str  # its class
    movement: int
    reduced: int
    lower: str  # the class of its reduced side
    subcounter: tuple[tuple[int, str], ...] = ()  # 19.22b: factor and class of its sides
    mark: str = ""  # R: in the cup (19.72); St: starts in the city (19.82)

    @property
    def sides(self) -> tuple[tuple[int, str], ...]:
        """Factor and class at each strength, the full one first (19.22c)."""
        back = ((self.reduced, self.lower),) if self.reduced else ()
        return ((self.factor, self.grade), *back, *self.subcounter)


class Counters(NamedTuple):
    """The pieces."""

    units: tuple[Unit, ...]  # Germans first
    types: Mapping[str, Type]
    corps: Mapping[str, str]  # names by number
    fleet: tuple[str, str]  # its id and name; empty without one
    air: tuple[tuple[str, ...], tuple[str, ...]]  # ids by side

    def side(self, unit: Unit) -> int:
        """The side of a unit."""
        return self.types[unit.type].side

    @property
    def ids(self) -> dict[str, Unit]:
        """The ground units by id."""
        return {unit.id: unit for unit in self.units}


class Ground:
    """Both maps, and whether hexes and areas that other files name are on them."""

    def __init__(self, top: Record, inset: Record, rules: Ruleset) -> None:
        if (title := top.word("title")) != rules.title:
            raise top.error(f"this map belongs to {title}", "title")
        self.map: HexMap = read_map(top, water=WATER)
        self.inset: HexMap = read_map(inset, self.map)
        self._terrain(top, tuple(rules.terrain))
        self._terrain(inset, (*rules.terrain, ISLAND))
        for area in rules.areas:
            if area not in self.map.areas:
                raise top.error(f"the map has no area '{area}'", "area")
        self._rivers(top, self.map, tuple(rules.rivers))
        self._rivers(inset, self.inset, (rules.barrier,))
        self._links(inset, rules)

    @staticmethod
    def _terrain(top: Record, known: tuple[str, ...]) -> None:
        legend = top.record("terrain").record("legend")
        for letter in legend.values:
            legend.word(letter, *known, *WATER)

    @staticmethod
    def _rivers(top: Record, read: HexMap, known: tuple[str, ...]) -> None:
        for table in top.records("river"):
            kind = read.rivers[table.word("name")].kind
            if kind not in known:
                raise table.error(f"a river of the kind '{kind}' is not one of: {', '.join(known)}", "kind")

    def _links(self, top: Record, rules: Ruleset) -> None:
        """Check that the hexes of the Inset correspond to those of the city and its fringe, all of them."""
        kinds = {"interior": {*self.map.areas[rules.city]}, "fringe": {*self.map.areas["fringe"]}}
        linked: dict[str, str] = {}
        for table in top.records("link"):
            link = self.inset.links[table.word("to")]
            if table.word("to") not in kinds[link.kind]:
                raise table.error(f"{table.word('to')} is not a hex of the main map of the kind {link.kind}", "to")
            kinds[link.kind].discard(table.word("to"))
            for hex in link.hexes:
                if (self.inset.terrain[hex] == "interior") != (link.kind == "interior"):
                    raise table.error(f"{hex} is {self.inset.terrain[hex]}, so it cannot be {link.kind}", hex)
                linked[hex] = link.kind
        for missing in sorted(kinds["interior"] | kinds["fringe"]):
            raise top.error(f"no hex of the inset corresponds to {missing}", "link")
        for hex, terrain in self.inset.terrain.items():
            if terrain not in (*WATER, ISLAND) and hex not in linked:
                raise top.error(f"{hex} corresponds to no hex of the main map", "link")

    def hex(self, table: Record, hex: str) -> str:
        """A land hex of the main map that a table names."""
        return land_hex(self.map, table, hex)

    def area(self, table: Record, name: str) -> str:
        """An area that a table names."""
        return area_named(self.map, table, name)


class CounterReader:
    """Reads the counters, and checks that they add up."""

    def __init__(self, top: Record, rules: Ruleset) -> None:
        top.exactly("source", "names", *SIDES, "types", "counters", "corps", "other", *(["marks"] if rules.cup else []))
        self.top, self.rules = top, rules
        layers = ["counters", "front values", "back values", "names of units", "kinds of units"]
        if rules.cup:
            layers[3:3] = ["subcounter values", "marks", "corps"]
        self.layers: dict[str, Items] = {layer: {} for layer in layers}
        self.taken: set[str] = set()
        self.corps = {key: top.record("corps").word(key) for key in top.record("corps").values}
        kinds = top.record("types")
        self.types = {name: self._type(kinds.record(name), name) for name in kinds.values}
        units = [self._unit(table, side) for side in range(len(SIDES)) for table in top.records(SIDES[side])]
        fleet, air = self._other(top.record("other"))
        self.read = Counters(tuple(units), self.types, self.corps, fleet, air)
        self._add_up(top.record("counters"))
        self._order(units)

    def _type(self, table: Record, name: str) -> Type:
        more = ("steps", "tank_corps", "interior", "returns") if self.rules.cup else ()
        table.only("side", "mechanized", "stack", "points", "source", *more)
        note(self.layers["kinds of units"], table, name)
        return Type(
            SIDES.index(table.word("side", *SIDES)),
            flag(table, "mechanized"),
            table.word("stack", *STACKS),
            table.number("points", 0, MOST),
            table.number("steps", 1, MOST_STEPS) if "steps" in table.values else 0,
            *(key in table.values and flag(table, key) for key in ("tank_corps", "interior", "returns")),
        )

    def _id(self, table: Record, name: str) -> str:
        if not re.fullmatch(r"[0-9A-Za-z][0-9A-Za-z-]{0,7}", name):
            raise table.error(f"id '{name}': use only letters, digits and -, at most 8", name)
        low = name.lower()
        if low in self.taken or re.fullmatch(r"\d+|[a-z]\d+", low):
            raise table.error(f"there is already a unit or hex '{name}'", name)
        self.taken.add(low)
        return name

    def _unit(self, table: Record, side: int) -> Unit:
        more = SUBCOUNTERS_AND_MARKS if self.rules.cup else ()
        table.only(
            "id", "label", "type", "size", "corps", "division", "name", "front", "back",
            "front_source", "back_source", "name_source", *more,
        )  # fmt: skip
        name = self._id(table, table.word("id"))
        kind = table.word("type", *(key for key, type in self.types.items() if type.side == side))
        values = self._values(table, name)
        factor, grade, movement = values[0]
        reduced, lower = values[1][:2] if len(values) > 1 else (0, grade)
        self._check_values(table, name, kind, len(values))
        if "corps_source" in table.values:
            self.layers["corps"][name] = table.source_of("corps", table.source(table.word("corps_source")))
        own = table.word("name_source") if "name_source" in table.values else self.top.word("names")
        self.layers["names of units"][name] = table.source_of("name", table.source(own))
        return Unit(
            name,
            table.word("label"),
            table.word("name"),
            kind,
            table.word("size", *SIZES),
            table.word("corps", *self.corps) if side == GERMAN or "corps" in table.values else "",  # 3.2e
            table.word("division") if self.types[kind].stack == "regiment" or "division" in table.values else "",
            factor,
            grade,
            movement,
            reduced,
            lower,
            tuple(value[:2] for value in values[2:]),
            self._mark(table, name),
        )

    def _mark(self, table: Record, name: str) -> str:
        """The letters on a counter that say where its unit begins."""
        if "mark" not in table.values:
            return ""
        mark = table.word("mark", *(("R", "St") if self.rules.cup else ()))  # 19.72a, 19.82a
        self.layers["marks"][name] = table.source_of("mark", table.source(self.top.word("marks")))
        return mark

    def _values(self, table: Record, name: str) -> list[tuple[int, str, int]]:
        """Factor, class and movement of every side of a unit's counters, each lower than the one before."""
        source = table.word("counter_source") if "counter_source" in table.values else self.top.word("source")
        self.layers["counters"][name] = table.source(source)
        keys = [key for key in ("front", "back", "sub", "sub_back") if key in table.values or key == "front"]
        if keys != ["front", "back", "sub", "sub_back"][: len(keys)]:
            raise table.error(f"{name}: the sides are front, back, sub and sub_back, in this order", keys[-1])
        out: list[tuple[int, str, int]] = []
        for key in keys:
            value = self._printed(table, key)
            layer = "subcounter values" if key.startswith("sub") else f"{key} values"
            item = f"{name} back" if key == "sub_back" else name
            self.layers[layer][item] = table.source_of(key, table.source(table.word(f"{key}_source")))
            if out and value[2] != out[0][2]:
                raise table.error(f"{name}: both sides must have the same movement factor", key)  # 3.2f
            if out and not 0 < value[0] < out[-1][0]:
                raise table.error(f"{name}: factor and class must be lower on the back", key)  # 3.2f
            if key == "back" and not CLASSES.index(value[1]) > CLASSES.index(out[-1][1]):
                raise table.error(f"{name}: factor and class must be lower on the back", key)  # 3.2f
            out.append(value)
        return out

    def _check_values(self, table: Record, name: str, kind: str, many: int) -> None:
        """Check the number of steps, and what is special about headquarters."""
        type = self.types[kind]
        head, (factor, grade, _) = type.stack == "headquarters", self._printed(table, "front")
        if type.side == GERMAN and not head and not type.steps and many == 1:
            raise table.error(f"{name}: a German unit other than a headquarters must have two sides")  # 10.210a
        if type.steps and many not in (type.steps, 1):
            raise table.error(
                f"{name}: a unit of its kind has {type.steps} steps, not {many}", "front"
            )  # 19.21b, 19.21c
        if head and (factor, grade, many) != (0, "C", 1):
            raise table.error(f"{name}: a headquarters has factor 0, class C and one side", "front")  # 11.32a, 11.36a
        if not head and factor == 0:
            raise table.error(f"{name}: only a headquarters may have factor 0", "front")

    @staticmethod
    def _printed(table: Record, key: str) -> tuple[int, str, int]:
        found = PRINTED.fullmatch(table.word(key))
        if not found:
            raise table.error(f"{key} '{table.word(key)}': write factor, class and movement, as in 8-A-6", key)
        return int(found[1]), found[2], int(found[3])

    def _other(self, table: Record) -> tuple[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...]]]:
        table.exactly("german_air", "russian_air", "source", *(["fleet"] if self.rules.fleet else []))
        name = title = ""
        if self.rules.fleet:
            fleet = table.record("fleet")
            fleet.exactly("id", "name", "source")
            name, title = self._id(fleet, fleet.word("id")), fleet.word("name")
            note(self.layers["counters"], fleet, name)
        air = [tuple(self._id(table, id) for id in table.words(f"{side}_air")) for side in SIDES]
        for side, ids in zip(SIDES, air, strict=True):
            self.layers["counters"] |= {id: table.source_of(f"{side}_air", table.source()) for id in ids}
        return (name, title), (air[0], air[1])

    def _add_up(self, counts: Record) -> None:
        counts.exactly(*SIDES)
        for n, side in enumerate(SIDES):
            table = counts.record(side)
            own = [unit for unit in self.read.units if self.read.side(unit) == n]
            found = {"ground": len(own), "air": len(self.read.air[n])}
            if self.rules.cup and n == RUSSIAN:
                cup = [unit for unit in own if unit.mark == "R"]  # 19.72a
                found |= {"cup": len(cup), "tank_corps_in_cup": sum(self.types[u.type].tank_corps for u in cup)}
            table.exactly(*found, "source")
            for key, many in found.items():
                if table.number(key, 0) != many:
                    raise table.error(f"{many} {side} {key} units, not {table.number(key, 0)}", key)

    def _order(self, units: list[Unit]) -> None:
        """Check that each corps has one headquarters, and each division of regiments two or three of one corps."""
        for corps in self.corps:
            heads = [u for u in units if u.corps == corps and self.types[u.type].stack == "headquarters"]
            if len(heads) != 1:
                raise self.top.error(f"the corps {corps} has {len(heads)} headquarters, not one", corps)  # 3.2l
        sizes = Counter(unit.division for unit in units if unit.division)
        for division, many in sizes.items():
            if many not in (2, 3) or len({unit.corps for unit in units if unit.division == division}) != 1:
                raise self.top.error(
                    f"{division}: two or three regiments of one corps make a division, not {many}", division
                )  # 3.2h, 7.2c


def flag(table: Record, key: str) -> bool:
    """An optional boolean; False if it is missing."""
    table.need(key)
    value = table.values[key]
    if not isinstance(value, bool):
        raise table.error(f"{key} must be true or false", key)
    return value
