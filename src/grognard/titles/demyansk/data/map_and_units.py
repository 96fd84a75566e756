"""Reads the map and the counters, and rejects whatever could not be played."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ....kit.load.hex_map import HexMap, read_map
from ....kit.load.named import area_named, land_hex
from ....kit.load.toml import Record, note

Items = dict[str, str]
"""The sources of the data of one layer."""

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")
TITLE = "demyansk"
WATER = ("lake",)
TERRAIN = ("clear", "rough", "swamp", "hill", "lake")
FEATURES = ("woods", "town", "village", "airfield", "Axis strongpoint", "Soviet strongpoint")
RIVERS = ("river", "major river")
MAP_BOXES = ("AGN", "NWF", "Valday", "SWF")  # 9.31a: the first is the Axis player's
AREAS = ("Axis supply", "Soviet supply", "Scenario 2 supply", "2GRC exits", "locations", *MAP_BOXES)
COLORS = {"red": "NWF", "yellow": "Valday", "green": "SWF"}  # 9.32b, 9.33a
TYPES = (
    "armor",
    "reconnaissance",
    "artillery",
    "rocket artillery",
    "engineer",
    "infantry",
    "ski infantry",
    "parachute infantry",
)  # 2.24k
SIZES = ("company", "battalion", "regiment", "brigade", "division")  # 2.24i
BRANCHES = ("army", "ss", "luftwaffe")  # 2.23c
AIR_TYPES = ("A", "B")  # 2.24l
GUARDS_CORPS = "2GRC"
MOST = 99  # well above any number of the game
PRINTED = re.compile(r"(\d{1,2})-(\d{1,2})-(\d{1,2})")


class Value(NamedTuple):
    """One side of a counter: what counts in attack, in defense, and its MA."""

    attack: int
    defense: int
    movement: int


class Type(NamedTuple):
    """What a type of unit can do."""

    heavy: bool  # 8.35a: swamp and unbridged major rivers stop it
    replaced: bool  # 15.12a
    flown: bool  # 7.14a
    strategic: int  # 9.11a, 9.11b: what it adds to its MA
    guns: bool  # 12.57a, 12.43b: it neither advances nor retreats through zones


class Unit(NamedTuple):
    """A ground unit as printed on its counter or on the map; with one step, `back` is None."""

    id: str
    label: str
    name: str
    side: int
    type: str
    size: str
    formation: str
    front: Value
    back: Value | None
    stack: int  # 2.24f
    branch: str = ""  # Axis; those of the SS belong to Totenkopf (18.1b)
    color: str = ""  # Soviet: of the type box
    support: int = 0
    range: int = 0
    box: bool = False  # Exploitation Movement Box
    band: bool = False  # 2.24d: No ZOC
    guards: bool = False
    corps: bool = False  # of the 2GRC
    airborne: bool = False
    airdrop: Value | None = None  # its Airdrop mode (3.45a)
    marsch: bool = False
    untried: bool = False
    printed: str = ""  # its hex, if it exists only in print
    back_label: str = ""


class Face(NamedTuple):
    """The Tried side of an Untried unit; one that is removed has no values (11.43b)."""

    label: str
    front: Value
    branch: str
    remove: bool


class Air(NamedTuple):
    """An air unit."""

    id: str
    name: str
    side: int
    type: str
    strength: int
    first: int  # the turn on which it is first Available


class Counters(NamedTuple):
    """The pieces: Axis, Axis Untried and Axis printed units, the same for the Soviets, then air units."""

    units: tuple[Unit, ...]
    faces: tuple[Face, ...]
    air: tuple[Air, ...]
    types: Mapping[str, Type]

    @property
    def ids(self) -> dict[str, Unit]:
        """The ground units by id."""
        return {unit.id: unit for unit in self.units}


def flag(table: Record, key: str, default: bool | None = None) -> bool:
    """A boolean; if the key is missing, the default."""
    value = table.values.get(key, default)
    if not isinstance(value, bool):
        table.need(key)
        raise table.error(f"{key} must be true or false", key)
    return value


class Ground:
    """The map, and whether hexes and areas that other files name are on it."""

    def __init__(self, top: Record) -> None:
        if (title := top.word("title")) != TITLE:
            raise top.error(f"this map belongs to {title}", "title")
        self.map: HexMap = read_map(top, water=WATER)
        legend = top.record("terrain").record("legend")
        for letter in legend.values:
            legend.word(letter, *TERRAIN)
        for area in AREAS:
            if area not in self.map.areas:
                raise top.error(f"the map has no area '{area}'", "area")
        for feature in self.map.features:
            if feature not in FEATURES:
                raise top.error(f"the feature '{feature}' is not one of: {', '.join(FEATURES)}", feature)
        for table in top.records("river"):
            if (kind := self.map.rivers[table.word("name")].kind) not in RIVERS:
                raise table.error(f"a river of the kind '{kind}' is not one of: {', '.join(RIVERS)}", "kind")
        for box in MAP_BOXES:
            for hex in self.map.areas[box]:
                if not self.map.edge(hex):
                    raise top.error(f"the Entry hex {hex} is not on the edge of the map", hex)  # 9.32a

    def hex(self, table: Record, hex: str) -> str:
        """A land hex that a table names."""
        return land_hex(self.map, table, hex)

    def area(self, table: Record, name: str) -> str:
        """An area that a table names."""
        return area_named(self.map, table, name)


class CounterReader:
    """Reads the counters; `layers` are the sources of what they show."""

    def __init__(self, top: Record, ground: Ground) -> None:
        top.exactly(
            "source",
            "names",
            "backs",
            "stacks",
            "armor_stacks",
            "bands",
            "boxes",
            "colors",
            *SIDES,
            "untried",
            "printed",
            "air",
            "types",
            "counters",
        )
        self.top, self.ground = top, ground
        self.layers: dict[str, Items] = {
            layer: {} for layer in ("counters", "front values", "back values", "types", "untried", "air")
        }
        self.ids: set[str] = set()
        self.types = {name: self._type(top.record("types"), name) for name in TYPES}
        top.record("types").only(*TYPES)
        own = [[self._unit(table, side) for table in top.records(SIDES[side])] for side in (AXIS, SOVIET)]
        untried, faces = self._untried(top.record("untried"))
        printed = self._printed(top.record("printed"))
        units = (*own[AXIS], *untried, *printed[AXIS], *own[SOVIET], *printed[SOVIET])
        air = tuple(self._air(top.record("air")))
        self.read = Counters(units, faces, air, self.types)
        self._add_up(top.record("counters"), own, untried, air)

    def _id(self, table: Record, id: str) -> str:
        if id.lower() in self.ids:
            raise table.error(f"{id} is given twice", id)
        self.ids.add(id.lower())
        return id

    def _type(self, tables: Record, name: str) -> Type:
        tables.need(name)
        table = tables.record(name)
        table.exactly("heavy", "replaced", "flown", "strategic", "guns", "source")
        note(self.layers["types"], table, name)
        heavy, replaced, flown, guns = (flag(table, key) for key in ("heavy", "replaced", "flown", "guns"))
        return Type(heavy, replaced, flown, table.number("strategic", 0, MOST), guns)

    @staticmethod
    def value(table: Record, key: str) -> Value:
        """A printed value: attack, defense and movement (2.21a, 2.24a, 2.24b, 2.24c)."""
        found = PRINTED.fullmatch(table.word(key))
        if not found:
            raise table.error(f"{key} '{table.word(key)}': write attack, defense and movement, as in 2-3-4", key)
        return Value(*map(int, found.groups()))

    def _unit(self, table: Record, side: int) -> Unit:
        own = ("branch", "marsch") if side == AXIS else ("color", "guards", "corps", "airborne", "airdrop")
        table.only(
            "id",
            "label",
            "name",
            "type",
            "size",
            "formation",
            "front",
            "back",
            "back_label",
            "stack",
            "support",
            "range",
            "box",
            "band",
            "source",
            "front_source",
            *own,
        )
        id = self._id(table, table.word("id"))
        self.layers["counters"][id] = table.source(
            table.word("source") if "source" in table.values else self.top.word("source")
        )
        self.layers["front values"][id] = table.source_of("front", table.source(table.word("front_source")))
        type, front, back = table.word("type", *TYPES), self.value(table, "front"), None
        if "back" in table.values:
            back = self.value(table, "back")
            self.layers["back values"][id] = table.source_of("back", self.top.word("backs"))
            if back == front or back.attack > front.attack or back.defense > front.defense:
                raise table.error(f"{id}: the back must be weaker than the front", "back")  # 3.41a
        self._guns(table, id, type, back)
        if "corps" in table.values:
            table.word("corps", GUARDS_CORPS)
        return Unit(
            id,
            table.word("label"),
            table.word("name"),
            side,
            type,
            table.word("size", *SIZES),
            table.word("formation"),
            front,
            back,
            table.number("stack", 0, MOST),
            branch=table.word("branch", *BRANCHES) if side == AXIS else "",
            color=table.word("color", *COLORS) if side == SOVIET else "",
            support=self._optional(table, "support"),
            range=self._optional(table, "range"),
            box=flag(table, "box", False),
            band=flag(table, "band", False),
            guards=flag(table, "guards", False),
            corps="corps" in table.values,
            airborne=flag(table, "airborne", False),
            airdrop=self.value(table, "airdrop") if "airdrop" in table.values else None,
            marsch=flag(table, "marsch", False),
            back_label=table.word("back_label") if "back_label" in table.values else "",
        )

    def _guns(self, table: Record, id: str, type: str, back: Value | None) -> None:
        """Check what is special about artillery: a range, support, one step."""
        guns = self.types[type].guns
        if guns != ("range" in table.values):
            raise table.error(f"{id}: artillery has a range, and nobody else", "range" if not guns else "")  # 3.14a
        if ("support" in table.values) != (type == "artillery"):
            raise table.error(f"{id}: artillery other than rockets has support, and nobody else", "support")  # 10.1b
        if guns and back:
            raise table.error(f"{id}: artillery has one step", "back")  # 3.43a

    @staticmethod
    def _optional(table: Record, key: str) -> int:
        return table.number(key, 1, MOST) if key in table.values else 0

    def _untried(self, table: Record) -> tuple[list[Unit], tuple[Face, ...]]:
        table.exactly("count", "stack", "movement", "source", "sources", "ids", "faces")
        count, stack = table.number("count", 0, MOST), table.number("stack", 0, MOST)
        value = Value(0, 0, table.number("movement", 0, MOST))
        ids, faces = table.words("ids"), [self._face(face) for face in table.records("faces")]
        for what, many in (("ids", len(ids)), ("faces", len(faces))):
            if many != count:
                raise table.error(f"{many} {what}, but {count} Untried units", what)
        for id in ids:
            self.layers["counters"][self._id(table, id)] = table.source_of("ids", table.source())
        units = [
            Unit(
                id, "?", f"Untried Unit {n}", AXIS, "infantry", "battalion", "Untried", value, None, stack, untried=True
            )
            for n, id in enumerate(ids, 1)
        ]  # 3.44a, 5.41b
        return units, tuple(faces)

    def _face(self, table: Record) -> Face:
        table.only("label", "front", "remove", "branch", "source")
        label, remove = table.word("label"), flag(table, "remove", False)
        if remove == ("front" in table.values):
            raise table.error(f"{label}: either it has values or it is removed", "front")
        note(self.layers["untried"], table, label)
        front = Value(0, 0, 0) if remove else self.value(table, "front")
        return Face(label, front, table.word("branch", *BRANCHES), remove)

    def _printed(self, table: Record) -> list[list[Unit]]:
        table.exactly("source", *SIDES)
        out: list[list[Unit]] = [[], []]
        for side, name in enumerate(SIDES):
            own = table.record(name)
            own.exactly("hexes", "front", "source")
            value = self.value(own, "front")
            if value.movement:
                raise own.error("a printed unit has an MA of 0", "front")  # 8.0c
            for hex in own.words("hexes"):
                id = self._id(own, f"P{self.ground.hex(own, hex)}")
                self.layers["counters"][id] = own.source_of("hexes", own.source())
                self.layers["front values"][id] = own.source_of("front", own.source())
                full = f"printed {name.title()} unit in {hex}"
                out[side].append(
                    Unit(id, "", full, side, "infantry", "battalion", "printed", value, None, 0, printed=hex)
                )  # 2.21b, 3.33b, 3.41c, 18.3e, 18.3f
        return out

    def _air(self, table: Record) -> list[Air]:
        """The air units: an aircraft and its support value (2.21c)."""
        table.exactly("source", *SIDES)
        out = []
        for side, name in enumerate(SIDES):
            for one in table.records(name):
                one.only("id", "type", "strength", "from", "name", "source")
                id = self._id(one, one.word("id"))
                self.layers["air"][id] = one.source(
                    one.word("source") if "source" in one.values else table.word("source")
                )
                kind, strength = one.word("type", *AIR_TYPES), one.number("strength", 1, MOST)
                out.append(Air(id, one.word("name"), side, kind, strength, one.number("from", 1, MOST)))
        return out

    @staticmethod
    def _add_up(table: Record, own: list[list[Unit]], untried: list[Unit], air: tuple[Air, ...]) -> None:
        table.exactly(*SIDES)
        for side, name in enumerate(SIDES):
            found: dict[str, Any] = {"ground": len(own[side]), "air": sum(one.side == side for one in air)}
            found |= {"untried": len(untried)} if side == AXIS else {}
            counts = table.record(name)
            counts.exactly(*found, "source")
            for key, many in found.items():
                if counts.number(key, 0) != many:
                    raise counts.error(f"{many} {name} {key} units, not {counts.number(key, 0)}", key)
