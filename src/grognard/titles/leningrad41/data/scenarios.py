"""Reads the scenario: who is placed, drawn or waits, who comes when, and what wins."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ....kit.load.toml import Record
from .chart_values import FACES, Charts
from .map_and_units import ARMY, DIVISIONS, GERMAN, MOST, RESERVE, SOVIET, Counters, Ground, Items, flag

SINGLE = ("turns", "drawn", "beside", "entry", "army", "reserve", "victory")
WHERE = ("water", "land", "railroad")
COMING = ("leader", "air", "corps", "division", "other")
ROLL = ("on", "rest", "corps", "air", "next", "source")


class Placed(NamedTuple):
    """A unit that is set up by name (3.3): in a hex, or on a kind of hexes that its owner chooses from."""

    unit: str
    hex: str
    on: str


class Coming(NamedTuple):
    """An entry of the German schedule for one turn (19.1)."""

    turn: int
    what: str
    unit: str = ""  # of a leader
    units: int = 0  # so many air markers or corps units
    half: bool = False  # half a die of them, rounded up
    rolls: Mapping[int, str] = {}  # the division by die
    of: tuple[str, ...] = ()  # the other of these


class Roll(NamedTuple):
    """What a die of the later turns brings."""

    rest: tuple[str, ...] = ()  # one of these divisions, if any is left
    corps: int = 0
    air: int = 0
    next: str = ""  # a division, on the following turn


class Plan(NamedTuple):
    """The scenario."""

    id: str
    title: str
    last: int
    placed: tuple[Placed, ...]
    drawn: int  # units of the 42nd Army, placed unseen
    closed: str  # the area closed to them
    beside: tuple[str, ...]
    german_entry: str  # areas
    reserve_entry: str
    army_first: int  # the turn of the first reinforcements
    army_each: int  # objectives for each unit
    reserve_first: int
    schedule: tuple[Coming, ...]
    later_first: int
    later: Mapping[int, Roll]  # by die
    objectives: int  # the Germans need so many


class PlanReader:
    """Reads the scenarios, and checks that what they name exists."""

    def __init__(self, top: Record, ground: Ground, counters: Counters, charts: Charts) -> None:
        top.exactly("scenario")
        self.ground, self.counters, self.charts = ground, counters, charts
        self.layers: dict[str, Items] = {}
        self.read: dict[str, Plan] = {}
        for table in top.records("scenario"):
            id = table.word("id")
            if id in self.read:
                raise table.error(f"the scenario {id} is given twice", "id")
            self.items = self.layers[id] = {}
            self.read[id] = self._plan(table, id)
        if not self.read:
            raise top.error("there is no scenario")

    def _plan(self, table: Record, id: str) -> Plan:
        table.exactly("id", "title", *SINGLE, "placed", "german", "later")
        turns, drawn, beside, entry, army, reserve, victory = (self._noted(table, key) for key in SINGLE)
        turns.exactly("last", "source")
        entry.exactly("german", "lfr", "source")
        last = turns.number("last", 1, len(self.charts.dates))
        first, later = self._later(table.record("later"))
        return Plan(
            id,
            table.word("title"),
            last,
            tuple(self._placed(table)),
            *self._drawn(drawn),
            self._beside(beside),
            self.ground.area(entry, entry.word("german")),
            self.ground.area(entry, entry.word("lfr")),
            *self._army(army),
            self._reserve(reserve),
            tuple(self._schedule(table, last)),
            first,
            later,
            self._goal(victory),
        )

    def _noted(self, table: Record, key: str) -> Record:
        own = table.record(key)
        self.items[key] = table.source_of(key, own.source())
        return own

    # -- set-up -------------------------------------------------------------------------------

    def _soviet(self, table: Record, id: str) -> str:
        if not any(piece.id == id and piece.side == SOVIET for piece in self.counters.pieces):
            raise table.error(f"there is no Soviet counter '{id}'", id)
        return id

    def _placed(self, table: Record) -> Iterator[Placed]:
        seen: set[str] = set()
        for own in table.records("placed"):
            own.only("unit", "hex", "on", "source")
            unit = self._soviet(own, own.word("unit"))
            if unit in seen:
                raise own.error(f"{unit} is placed twice", unit)
            seen.add(unit)
            if ("hex" in own.values) == ("on" in own.values):
                raise own.error(f"{unit}: write either a hex or a kind of hexes", "unit")
            self.items[unit] = own.source()
            hex = self.ground.hex(own, own.word("hex")) if "hex" in own.values else ""
            yield Placed(unit, hex, own.word("on", *WHERE) if "on" in own.values else "")
        self.seen = seen

    def _drawn(self, table: Record) -> tuple[int, str]:
        table.exactly("command", "units", "closed", "source")
        command, units = table.word("command", ARMY), table.number("units", 0, MOST)
        pool = sum(unit.command == command and unit.id not in self.seen for unit in self.counters.units)
        if units > pool:
            raise table.error(f"{units} units are drawn, but the pool has {pool}", "units")
        return units, self.ground.area(table, table.word("closed"))

    def _beside(self, table: Record) -> tuple[str, ...]:
        table.exactly("units", "source")
        units = tuple(self._soviet(table, unit) for unit in table.words("units"))
        for unit in units:
            if unit in self.seen or units.count(unit) > 1:
                raise table.error(f"{unit} is given twice", unit)
        return units

    # -- schedules ----------------------------------------------------------------------------

    def _army(self, table: Record) -> tuple[int, int]:
        table.exactly("command", "first", "each", "source")
        table.word("command", ARMY)
        return table.number("first", 1, MOST), table.number("each", 1, MOST)

    def _reserve(self, table: Record) -> int:
        table.exactly("command", "first", "source")
        table.word("command", RESERVE)
        return table.number("first", 1, MOST)

    def _schedule(self, table: Record, last: int) -> Iterator[Coming]:
        for n, own in enumerate(table.records("german"), 1):
            what = own.word("what", *COMING)
            own.only("turn", "what", "unit", "units", "half", "rolls", "of", "source")
            self.items[f"german {n}"] = own.source()
            turn = own.number("turn", 1, last)
            if what == "leader":
                yield Coming(turn, what, unit=self._leader(own))
            elif what in ("air", "corps"):
                half = flag(own, "half", False)
                if half == ("units" in own.values):
                    raise own.error("write either how many units come or half = true", "what")
                yield Coming(turn, what, units=0 if half else own.number("units", 1, MOST), half=half)
            elif what == "division":
                yield Coming(turn, what, rolls=self._rolls(own.record("rolls")))
            else:
                yield Coming(turn, what, of=self._divisions(own, "of", 2))

    def _leader(self, table: Record) -> str:
        unit = table.word("unit")
        if not any(leader.id == unit and leader.side == GERMAN for leader in self.counters.leaders):
            raise table.error(f"there is no German leader '{unit}'", unit)
        return unit

    @staticmethod
    def _rolls(table: Record) -> dict[int, str]:
        table.exactly(*map(str, FACES))
        return {die: table.word(str(die), *DIVISIONS) for die in FACES}

    @staticmethod
    def _divisions(table: Record, key: str, least: int = 0) -> tuple[str, ...]:
        found = tuple(table.words(key, least))
        for name in found:
            if name not in DIVISIONS:
                raise table.error(f"'{name}' is not one of: {', '.join(DIVISIONS)}", name)
        return found

    def _later(self, table: Record) -> tuple[int, dict[int, Roll]]:
        table.exactly("first", "source", "roll")
        self.items["later"] = table.source()
        out: dict[int, Roll] = {}
        for n, own in enumerate(table.records("roll"), 1):
            own.only(*ROLL)
            self.items[f"roll {n}"] = own.source()
            corps, air = (own.number(key, 0, MOST) if key in own.values else 0 for key in ("corps", "air"))
            later = own.word("next", *DIVISIONS) if "next" in own.values else ""
            roll = Roll(self._divisions(own, "rest"), corps, air, later)
            for die in own.numbers("on", own.size("on")):
                if die not in FACES or die in out:
                    raise own.error(f"a die of {die} is given twice or is not on the die", "on")
                out[die] = roll
        for die in FACES:
            if die not in out:
                raise table.error(f"a die of {die} is missing", "roll")
        return table.number("first", 1, MOST), out

    def _goal(self, table: Record) -> int:
        table.exactly("objectives", "source")
        there = sum(kind == "objective" for kind in self.ground.map.terrain.values())
        return table.number("objectives", 1, there)  # 4.3a: 4.5 needs all of them
