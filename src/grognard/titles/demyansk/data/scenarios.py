"""Reads the scenarios: who starts where, who arrives when, and what is special about each."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ....kit.load.toml import Record
from .chart_values import WEATHERS, Charts
from .map_and_units import AXIS, COLORS, MAP_BOXES, MOST, SIDES, SOVIET, Counters, Ground, Items, Unit, flag

SETUP = ("axis", "soviet", "destroyed", "control")
RULES = (
    "title",
    "number",
    "turns",
    "weather",
    "initiative",
    "changes",
    "area",
    "strongpoints",
    "airfield",
    "withdrawal",
    "sudden",
    "rps",
    "extra_rps",
    "victory",
)
SOME = ("supply", "no_rps", "surrounded", "late")


class Points(NamedTuple):
    """Replacement Points of a side on each turn from `first` on (15.11), or on that turn alone if they are extra."""

    side: int
    first: int
    points: int
    box: str = ""  # where they arrive; any box if empty
    demyansk: int = 0  # how many of them may be Marsch units at Demyansk
    around: bool = False  # or next to it


class Late(NamedTuple):
    """[19.33h] Units that come by a die roll."""

    units: tuple[str, ...]
    box: str
    turns: tuple[int, ...]  # with a roll
    automatic: int  # without


class Goal(NamedTuple):
    """How the scenario is won at its end (19.14, 19.24, 19.34)."""

    points: int = 0  # the VPs the Soviet player needs
    surround: bool = False
    locations: int = 0  # and so many of the hexes of this area
    area: str = ""
    airfields: bool = False  # which count too
    delay: int = 0  # locations more for each turn of delay
    link: tuple[str, ...] = ()  # the Axis player needs a Supply Route from one of these
    to: tuple[str, ...] = ()  # to one of these


class Setup(NamedTuple):
    """Who is where at the start, and who arrives."""

    start: Mapping[str, str]  # hexes by unit
    reduced: tuple[str, ...]
    arrive: Mapping[str, tuple[int, str]]  # turn and Map Box by unit
    destroyed_units: tuple[str, ...]  # hexes of printed units
    destroyed_works: tuple[str, ...]  # hexes of printed Strongpoints


class Plan(NamedTuple):
    """A scenario."""

    id: str
    title: str
    number: int
    first: int  # turns
    last: int
    weather: Mapping[int, str]  # by turn, where it is fixed
    initiative: int
    changes: bool  # whether the Initiative Table is used
    column: int  # the columns of this number and higher are in play
    supply: tuple[str, ...]  # additional Axis sources
    works: int  # Strongpoints that may be begun in a turn
    works_from: int
    airfields: int  # that may be built: one at most
    airfields_from: int
    withdrawal: bool
    delay: str  # what a delayed exit costs: "location" or "points"
    sudden: bool
    rps: tuple[Points, ...]
    extra_rps: tuple[Points, ...]
    no_rps: tuple[str, int]  # the color without RPs, before this turn
    surrounded: tuple[int, int]  # Marsch units at Demyansk, RPs in AGN
    late: Late
    goal: Goal
    setup: Setup


class PlanReader:
    """Reads the scenarios, and checks that units are named once and belong where they are."""

    def __init__(self, top: Record, ground: Ground, counters: Counters, charts: Charts) -> None:
        top.exactly("scenario")
        self.ground, self.units, self.charts = ground, counters.ids, charts
        self.untried = [unit.id for unit in counters.units if unit.untried]
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
        if "like" in table.values:
            table.only("id", "like", *RULES, *SOME)
            setup = self.read[table.word("like", *self.read)].setup
        else:
            table.only("id", *RULES, *SOME, *SETUP)
            setup = self._setup(table)
        for key in RULES:
            table.need(key)
        turns, weather, start = (self._noted(table, key) for key in ("turns", "weather", "initiative"))
        first = turns.number("first", 1, len(self.charts.dates))
        last = turns.number("last", first, len(self.charts.dates))
        area, works, field, exit = (
            self._noted(table, key) for key in ("area", "strongpoints", "airfield", "withdrawal")
        )
        return Plan(
            id,
            table.word("title"),
            table.number("number", 1, MOST),
            first,
            last,
            dict.fromkeys(weather.numbers("on", weather.size("on")), weather.word("value", *WEATHERS)),
            SIDES.index(start.word("value", *SIDES)),
            flag(self._noted(table, "changes"), "value"),
            area.number("from_column", 1, MOST),
            self._supply(table),
            works.number("each_turn", 0, MOST),
            works.number("first", 1, MOST) if "first" in works.values else first,
            field.number("value", 0, 1),
            field.number("first", 1, MOST) if "first" in field.values else first,
            flag(exit, "value"),
            exit.word("delay", "location", "points") if "delay" in exit.values else "",
            flag(self._noted(table, "sudden"), "value"),
            tuple(self._points(table, "rps", "from")),
            tuple(self._points(table, "extra_rps", "turn")),
            self._no_rps(table),
            self._surrounded(table),
            self._late(table),
            self._goal(table),
            setup,
        )

    def _noted(self, table: Record, key: str) -> Record:
        own = table.record(key)
        self.items[key] = table.source_of(key, own.source())
        return own

    def _supply(self, table: Record) -> tuple[str, ...]:
        if "supply" not in table.values:
            return ()
        own = self._noted(table, "supply")
        own.exactly("axis", "source")
        return tuple(self.ground.hex(own, hex) for hex in own.words("axis", 1))

    def _points(self, table: Record, key: str, when: str) -> Iterator[Points]:
        for n, row in enumerate(table.records(key), 1):
            row.only("side", when, "points", "box", "demyansk", "around", "source")
            self.items[f"{key} {n}"] = row.source()
            box = row.word("box", *MAP_BOXES) if "box" in row.values else ""
            demyansk = row.number("demyansk", 0, MOST) if "demyansk" in row.values else 0
            side, first = SIDES.index(row.word("side", *SIDES)), row.number(when, 1, MOST)
            yield Points(side, first, row.number("points", 0, MOST), box, demyansk, flag(row, "around", False))

    def _no_rps(self, table: Record) -> tuple[str, int]:
        if "no_rps" not in table.values:
            return "", 0
        own = self._noted(table, "no_rps")
        own.exactly("color", "before", "source")
        return own.word("color", *COLORS), own.number("before", 1, MOST)

    def _surrounded(self, table: Record) -> tuple[int, int]:
        if "surrounded" not in table.values:
            return 0, 0
        own = self._noted(table, "surrounded")
        own.exactly("demyansk", "agn", "source")
        return own.number("demyansk", 0, MOST), own.number("agn", 0, MOST)

    def _late(self, table: Record) -> Late:
        if "late" not in table.values:
            return Late((), "", (), 0)
        own = self._noted(table, "late")
        own.exactly("units", "box", "turns", "automatic", "source", "sources")
        units = tuple(self._unit(own, unit, SOVIET).id for unit in own.words("units", 1))
        turns = tuple(own.numbers("turns", own.size("turns")))
        for turn in turns:
            if turn not in self.charts.late_division:
                raise own.error(f"there is no roll on turn {turn}", "turns")
        return Late(units, own.word("box", *MAP_BOXES[1:]), turns, own.number("automatic", 1, MOST))

    def _goal(self, table: Record) -> Goal:
        own = self._noted(table, "victory")
        own.only("points", "surround", "locations", "area", "airfields", "delay", "link", "to", "source")
        points, locations, delay = (
            own.number(key, 0, MOST) if key in own.values else 0 for key in ("points", "locations", "delay")
        )
        area = self.ground.area(own, own.word("area")) if "area" in own.values else ""
        link, to = (tuple(self.ground.hex(own, hex) for hex in own.words(key)) for key in ("link", "to"))
        surround, airfields = (flag(own, key, False) for key in ("surround", "airfields"))
        return Goal(points, surround, locations, area, airfields, delay, link, to)

    # -- set-up -------------------------------------------------------------------------------

    def _setup(self, table: Record) -> Setup:
        for key in SETUP:
            table.need(key)
        self.seen: set[str] = set()
        self.free = list(self.untried)
        self._noted(table, "control")
        gone = self._noted(table, "destroyed")
        gone.exactly("units", "strongpoints", "source")
        start: dict[str, str] = {}
        reduced: list[str] = []
        arrive: dict[str, tuple[int, str]] = {}
        for side, name in enumerate(SIDES):
            own = table.record(name)
            own.only("source", "start", "reduced", "arrive", *(["untried"] if side == AXIS else []))
            start |= self._start(own, side)
            reduced += self._reduced(own, side)
            for group in own.records("arrive"):
                arrive |= self._arrivals(group, side)
        units, works = (
            tuple(self.ground.hex(gone, hex) for hex in gone.words(key)) for key in ("units", "strongpoints")
        )
        self._printed(gone, units, works)
        return Setup(start, tuple(reduced), arrive, units, works)

    def _printed(self, gone: Record, units: tuple[str, ...], works: tuple[str, ...]) -> None:
        """Check that what is destroyed was printed."""
        features = self.ground.map.features
        for hex in units:
            if f"P{hex}" not in self.units:
                raise gone.error(f"there is no printed unit in {hex}", hex)
        for hex in works:
            if hex not in features["Axis strongpoint"] | features["Soviet strongpoint"]:
                raise gone.error(f"there is no printed Strongpoint in {hex}", hex)

    def _unit(self, table: Record, id: str, side: int) -> Unit:
        unit = self.units.get(id)
        if unit is None or unit.side != side or unit.untried or unit.printed:
            raise table.error(f"there is no {SIDES[side].title()} unit '{id}' to place", id)
        return unit

    def _once(self, table: Record, id: str, side: int) -> str:
        self._unit(table, id, side)
        if id in self.seen:
            raise table.error(f"{id} is given twice", id)
        self.seen.add(id)
        return id

    def _start(self, own: Record, side: int) -> dict[str, str]:
        out: dict[str, str] = {}
        hexes = own.record("start")
        for hex in hexes.values:
            self.ground.hex(hexes, hex)
            for id in hexes.words(hex, 1):
                out[self._once(hexes, id, side)] = hex
                self.items[id] = hexes.source_of(hex, own.source())
        untried = own.record("untried")
        for hex in untried.values:
            self.ground.hex(untried, hex)
            for id in self._drawn(untried, untried.number(hex, 1, MOST)):
                out[id] = hex  # 5.43a: nobody can tell them apart
                self.items[id] = untried.source_of(hex, own.source())
        return out

    def _drawn(self, table: Record, count: int) -> list[str]:
        if count > len(self.free):
            raise table.error(f"there are only {len(self.untried)} Untried units")
        out, self.free = self.free[:count], self.free[count:]
        return out

    def _reduced(self, own: Record, side: int) -> list[str]:
        out = []
        for id in own.words("reduced"):
            if not self._unit(own, id, side).back:
                raise own.error(f"{id} has one step", id)  # 4.13a
            out.append(id)
        return out

    def _arrivals(self, group: Record, side: int) -> dict[str, tuple[int, str]]:
        group.only("turn", "box", "units", "untried", "source")
        turn, box = group.number("turn", 1, MOST), group.word("box", *MAP_BOXES)
        units = [self._once(group, id, side) for id in group.words("units")]
        for id in units:
            if (box == MAP_BOXES[AXIS]) != (side == AXIS) or (side and COLORS[self.units[id].color] != box):
                raise group.error(f"{id} does not arrive in the {box} Map Box", id)  # 5.32a, 9.33a
        if "untried" in group.values:
            units += self._drawn(group, group.number("untried", 1, MOST))
        self.items |= {id: group.source() for id in units}
        return dict.fromkeys(units, (turn, box))
