"""Reads the map and the counters, and rejects whatever could not be played."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ....kit.load.hex_map import HexMap, read_map
from ....kit.load.named import area_named, land_hex
from ....kit.load.toml import Record, note

Items = dict[str, str]
"""The sources of the data of one layer."""

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
TITLE = "leningrad41"
WATER = ("sea",)
TERRAIN = ("clear", "urban", "objective", "sea")
FORTIFICATION = "fortification"
SCENERY = ("park", "cemetery", "wood", "bog", "village", "gardens", "airfield")  # on clear hexes; not in the rules
RIVERS = ("minor river", "major river")
AREAS = ("German entry", "Leningrad Front Reserve entry", "no Soviet set-up", "coastal")
DIVISIONS = ("3mot", "8pz", "269", "polizei", "totenkopf", "flieger")
CORPS, ARMY, RESERVE = "corps", "42", "lfr"
COMMANDS = ((*DIVISIONS, CORPS), (ARMY, RESERVE))  # 2.6b, 2.6e: by side; air markers are apart
SIZES = ("company", "battalion", "regiment", "brigade")  # 2.8a
MOVES = ("foot", "motorized", "armored", "rail", "water")
TYPES = (
    "infantry",
    "motorized infantry",
    "panzergrenadier",
    "parachute infantry",
    "rifle",
    "militia",
    "guards militia",
    "workers militia",
    "Komsomol",
    "NKVD",
    "marine",
    "machine gun",
    "motorcycle",
    "reconnaissance",
    "panzer",
    "tank",
    "heavy tank",
    "assault gun",
    "anti-tank",
    "anti-aircraft",
    "heavy anti-aircraft",
    "engineer",
    "assault engineer",
    "bridging engineer",
    "field artillery",
    "heavy artillery",
    "rocket artillery",
    "mortar",
    "railroad artillery",
    "gunboat",
)
BY_TYPE = ("engineer", "german_bridges", "soviet_bridges", "anti_aircraft", "amphibious", "metro", "fervor")
BY_COMMAND = ("airborne", "ardor", "ss", "independent")
MARKERS = ("turn", "delay", "rubble", "bridge", "control")
UNLIMITED = 99  # 2.12b: well above any distance on the map
MOST = 99
PRINTED = re.compile(r"(\()?([1-9]\d?)(?(1)\))(A?)(\+?)-([1-9]\d?|U)")


class Value(NamedTuple):
    """What a counter shows (2.5, 2.12): fire factor, range and special abilities."""

    fire: int
    range: int
    assault: bool = False  # 2.12a: close assault
    armor: bool = False  # 2.12c: fights armor
    indirect: bool = False  # 2.12d


class Unit(NamedTuple):
    """A ground unit."""

    id: str
    label: str
    name: str
    side: int
    command: str
    type: str
    size: str
    value: Value
    moves: str

    @property
    def armored(self) -> bool:
        """Whether it is an armored target (2.10b, 15.2b)."""
        return self.moves in ("armored", "water")


class Leader(NamedTuple):
    """A leader (14.0)."""

    id: str
    name: str
    side: int
    radius: int
    moves: str


class Support(NamedTuple):
    """An air marker (12.1), or the naval gunfire unit (15.3)."""

    id: str
    label: str
    name: str
    side: int
    value: Value
    rudel: bool = False


Piece: TypeAlias = Unit | Leader | Support


class Counters(NamedTuple):
    """All counters: German and Soviet ground units, leaders, air markers, naval guns.

    An ability belongs to types of units, or to sub-commands.
    """

    units: tuple[Unit, ...]
    leaders: tuple[Leader, ...]
    air: tuple[Support, ...]
    naval: tuple[Support, ...]
    abilities: Mapping[str, frozenset[str]]
    markers: Mapping[str, int]

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """All of them except markers, in this order."""
        return (*self.units, *self.leaders, *self.air, *self.naval)


def flag(table: Record, key: str, default: bool | None = None) -> bool:
    """A boolean; if the key is missing, the default."""
    value = table.values.get(key, default)
    if not isinstance(value, bool):
        table.need(key)
        raise table.error(f"{key} must be true or false", key)
    return value


def printed(table: Record, key: str = "value") -> Value:
    """A value as printed: `(7)-2`, `8+-20`, `5A-4`, `10A+-U`."""
    found = PRINTED.fullmatch(table.word(key))
    if not found:
        raise table.error(f"{key} '{table.word(key)}': write fire factor and range, as in (7)-2, 5A-4 or 12+-U", key)
    bracket, fire, armor, indirect, reach = found.groups()
    if bracket and indirect:
        raise table.error(f"{key} '{table.word(key)}': no unit both assaults and fires indirectly", key)
    return Value(int(fire), UNLIMITED if reach == "U" else int(reach), bool(bracket), bool(armor), bool(indirect))


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
        self._drawn(top)
        self._objectives(top)

    def _drawn(self, top: Record) -> None:
        """Check the kinds of rivers and features, and what ground features are on."""
        for table in top.records("river"):
            if (kind := self.map.rivers[table.word("name")].kind) not in RIVERS:
                raise table.error(f"a river of the kind '{kind}' is not one of: {', '.join(RIVERS)}", "kind")
        for kind, hexes in self.map.features.items():
            if kind not in (FORTIFICATION, *SCENERY):
                raise top.error(f"the feature '{kind}' is not one of: {', '.join((FORTIFICATION, *SCENERY))}", kind)
            for hex in sorted(hexes):
                self._feature(top, kind, hex)

    def _feature(self, top: Record, kind: str, hex: str) -> None:
        if not self.map.land(hex):
            raise top.error(f"the {kind} in {hex} is in the sea", hex)
        if kind in SCENERY and self.map.terrain[hex] != "clear":
            raise top.error(f"the {kind} in {hex} is not on clear ground", hex)

    def _objectives(self, top: Record) -> None:
        """Check that every objective has a name."""
        for hex, kind in self.map.terrain.items():
            if kind == "objective" and hex not in self.map.places:
                raise top.error(f"the objective {hex} has no name")

    def hex(self, table: Record, hex: str) -> str:
        """A land hex that a table names."""
        return land_hex(self.map, table, hex)

    def area(self, table: Record, name: str) -> str:
        """An area that a table names."""
        return area_named(self.map, table, name)


class CounterReader:
    """Reads the counters; `layers` are the sources of what they show."""

    def __init__(self, top: Record) -> None:
        top.exactly("source", "names", "moves", *SIDES, "leaders", "air", "naval", "abilities", "counters")
        self.top = top
        self.layers: dict[str, Items] = {
            layer: {} for layer in ("counters", "values", "mobility", "abilities", "numbers of counters")
        }
        self.ids: set[str] = set()
        units = [self._unit(table, side) for side in (GERMAN, SOVIET) for table in top.records(SIDES[side])]
        leaders = tuple(self._leader(table) for table in top.records("leaders"))
        air = tuple(self._support(table) for table in top.records("air"))
        naval = tuple(self._support(table) for table in top.records("naval"))
        abilities = dict(self._abilities(top.record("abilities")))
        markers = self._add_up(top.record("counters"), units, leaders, air, naval)
        self.read = Counters(tuple(units), leaders, air, naval, abilities, markers)

    def _id(self, table: Record) -> str:
        """The id of a counter, with the sources of its existence and its value."""
        id = table.word("id")
        if id.lower() in self.ids:
            raise table.error(f"{id} is given twice", id)
        self.ids.add(id.lower())
        own = table.word("source") if "source" in table.values else self.top.word("source")
        self.layers["counters"][id] = table.source(own)
        key = "radius" if "radius" in table.values else "value"
        self.layers["values"][id] = table.source_of(key, table.source(table.word("value_source")))
        return id

    def _moves(self, table: Record, id: str) -> str:
        self.layers["mobility"][id] = table.source_of("moves", self.top.word("moves"))
        return table.word("moves", *MOVES) if "moves" in table.values else "foot"

    def _unit(self, table: Record, side: int) -> Unit:
        table.only("id", "label", "name", "command", "type", "size", "value", "moves", "source", "value_source")
        id, type = self._id(table), table.word("type", *TYPES)
        moves = self._moves(table, id)
        for where, only in (("rail", "railroad artillery"), ("water", "gunboat")):
            if (moves == where) != (type == only):
                raise table.error(f"{id}: a {only} moves by {where}, and nobody else", "type")  # 15.1a, 15.2a
        return Unit(
            id,
            table.word("label"),
            table.word("name"),
            side,
            table.word("command", *COMMANDS[side]),
            type,
            table.word("size", *SIZES),
            printed(table),
            moves,
        )

    def _leader(self, table: Record) -> Leader:
        table.only("id", "side", "name", "radius", "moves", "source", "value_source")
        id, side = self._id(table), SIDES.index(table.word("side", *SIDES))
        moves = self._moves(table, id)
        if moves not in MOVES[:2]:
            raise table.error(f"{id}: a leader moves on foot or motorized", "moves")
        return Leader(id, table.word("name"), side, table.number("radius", 0, MOST), moves)

    def _support(self, table: Record) -> Support:
        table.only("id", "label", "side", "value", "name", "rudel", "source", "value_source")
        id, side, value = self._id(table), SIDES.index(table.word("side", *SIDES)), printed(table)
        if not value.indirect or value.range != UNLIMITED:
            raise table.error(
                f"{id}: it fires indirectly and at any range, as in 10+-U", "value"
            )  # 12.1a, 12.6d, 15.3d
        return Support(id, table.word("label"), table.word("name"), side, value, flag(table, "rudel", False))

    def _abilities(self, tables: Record) -> Iterator[tuple[str, frozenset[str]]]:
        tables.exactly(*BY_TYPE, *BY_COMMAND)
        every = tuple(command for commands in COMMANDS for command in commands)
        for keys, list_of, known in ((BY_TYPE, "types", TYPES), (BY_COMMAND, "commands", every)):
            for key in keys:
                table = tables.record(key)
                table.exactly(list_of, "source")
                found = frozenset(table.words(list_of, 1))
                if unknown := found - {*known}:
                    raise table.error(f"{key}: '{min(unknown)}' is not one of the {list_of}", min(unknown))
                note(self.layers["abilities"], table, key)
                yield key, found

    def _add_up(self, table: Record, *pieces: Sequence[Piece]) -> dict[str, int]:
        """Check the numbers of counters; return those of the markers."""
        table.exactly(*SIDES, "markers", "total")
        items, kinds, whole = self.layers["numbers of counters"], ("ground", "leaders", "air", "naval"), 0
        for side, name in enumerate(SIDES):
            counts = table.record(name)
            counts.exactly(*kinds, "source")
            note(items, counts, name)
            for key, own_kind in zip(kinds, pieces, strict=True):
                many = sum(piece.side == side for piece in own_kind)
                whole += many
                if counts.number(key, 0) != many:
                    raise counts.error(f"{many} {name} {key} counters, not {counts.number(key, 0)}", key)
        own, total = table.record("markers"), table.record("total")
        own.exactly(*MARKERS, "source")
        note(items, own, "markers")
        note(items, total, "total")
        markers = {key: own.number(key, 0, MOST) for key in MARKERS}
        if (found := whole + sum(markers.values())) != total.number("value"):
            raise total.error(f"{found} counters, not {total.number('value')}", "value")  # 2.4a
        return markers
