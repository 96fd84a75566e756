"""Reads the scenario: starting positions, entries and withdrawals."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ....kit.load.toml import Record, note
from ..ruleset import GERMAN, RUSSIAN, SIDES
from .charts import Charts
from .map_and_units import Counters, Ground, Items, Unit


class Plan(NamedTuple):
    """The scenario."""

    title: str
    start: Mapping[str, str]  # hexes of the main map by unit, including the fleet's
    held: Mapping[str, int]  # by unit: the last turn on which it may not move
    free: tuple[str, ...]  # units that start in any hexes of the city
    appear: Mapping[str, int]  # Russian reinforcements: their turn
    last_resort: str  # where they appear if no district is free
    enter: Mapping[str, tuple[int, str]]  # German units: turn and Entry Area
    withdraw: Mapping[str, tuple[int, bool]]  # turn, and whether Germans on the Inset keep them


class PlanReader:
    """Reads the scenario, and checks that every unit is named once and may be where it starts."""

    def __init__(self, top: Record, ground: Ground, counters: Counters, charts: Charts) -> None:
        top.exactly("campaign")
        table = top.record("campaign")
        table.exactly("title", "turns", "source", "start", "leningrad", "appear", "last_resort", "enter", "withdraw")
        self.ground, self.counters, self.last = ground, counters, charts.numbers["last_turn"]
        self.units, self.seen = counters.ids, set[str]()
        self.layers: dict[str, Items] = {"campaign": {}}
        self.items = self.layers["campaign"]
        if table.number("turns") != self.last:
            raise table.error(f"{table.number('turns')} turns, but the last is {self.last}", "turns")
        start, held = self._start(table)
        city, resort = table.record("leningrad"), table.record("last_resort")
        city.exactly("units", "source")
        free = tuple(self._once(city, RUSSIAN))
        appear = {unit: turn for turn, group in self._turns(table, "appear") for unit in self._once(group, RUSSIAN)}
        resort.exactly("hex", "source")
        note(self.items, resort, "last resort")
        enter: dict[str, tuple[int, str]] = {}
        for turn, group in self._turns(table, "enter", "area"):
            if (area := group.word("area")) not in ground.map.entries:
                raise group.error(f"the map has no entry area '{area}'", "area")
            enter |= dict.fromkeys(self._once(group, GERMAN), (turn, area))
        for unit in (*counters.ids, counters.fleet[0]):
            if unit not in self.seen:
                raise table.error(f"{unit} neither starts on the map nor enters")
        withdraw = dict(self._withdraw(table, enter))
        self.read = Plan(
            table.word("title"), start, held, free, appear, ground.hex(resort, resort.word("hex")), enter, withdraw
        )

    def _start(self, table: Record) -> tuple[dict[str, str], dict[str, int]]:
        start: dict[str, str] = {}
        held: dict[str, int] = {}
        for group in table.records("start"):
            group.only("name", "units", "held", "source")
            group.word("name")
            units = group.record("units")
            for unit in units.values:
                start[self._new(units, unit, RUSSIAN)] = self._place(units, unit, start)
                self.items[unit] = units.source_of(unit, group.source())
                if "held" in group.values:
                    held[unit] = group.number("held", 1, self.last)
        return start, held

    def _place(self, units: Record, unit: str, start: Mapping[str, str]) -> str:
        """The starting hex of a unit: the fleet in one of its own hexes, two units together only if they may stack."""
        hex = units.word(unit)
        if unit == self.counters.fleet[0]:
            if hex not in self.ground.map.areas["naval"]:
                raise units.error(f"{hex} is not a hex of the fleet", hex)  # 13.2c
            return hex
        kind = self._stack(self.units[unit])
        for other, there in start.items():
            if there == hex and other in self.units and self._stack(self.units[other]) == kind:
                raise units.error(f"{unit} and {other} may not both be in {hex}", hex)  # 7.1a, 7.2d, 7.4b
        return self.ground.hex(units, hex)

    def _stack(self, unit: Unit) -> str:
        return self.counters.types[unit.type].stack

    def _turns(self, table: Record, key: str, *more: str) -> Iterator[tuple[int, Record]]:
        for group in table.records(key):
            group.only("turn", "units", "source", *more)
            yield group.number("turn", 1, self.last), group

    def _new(self, table: Record, unit: str, side: int) -> str:
        """A unit of this side that has not been named before."""
        whose = RUSSIAN if unit == self.counters.fleet[0] else None
        if unit in self.units:
            whose = self.counters.side(self.units[unit])
        if whose != side:
            raise table.error(f"there is no {SIDES[side].title()} unit '{unit}'", unit)
        if unit in self.seen:
            raise table.error(f"{unit} is given twice", unit)
        self.seen.add(unit)
        return unit

    def _once(self, group: Record, side: int) -> list[str]:
        units = [self._new(group, unit, side) for unit in group.words("units", 1)]
        self.items |= {unit: group.source_of("units", group.source()) for unit in units}
        return units

    def _withdraw(self, table: Record, enter: Mapping[str, tuple[int, str]]) -> Iterator[tuple[str, tuple[int, bool]]]:
        gone: set[str] = set()
        for turn, group in self._turns(table, "withdraw", "unless"):
            if "unless" in group.values:
                group.word("unless", "inset")
            for unit in group.words("units", 1):
                if unit not in enter or enter[unit][0] >= turn:
                    raise group.error(f"{unit} has not entered before turn {turn}", unit)
                if unit in gone:
                    raise group.error(f"{unit} is withdrawn twice", unit)
                gone.add(unit)
                self.items[f"withdraw {unit}"] = group.source_of("units", group.source())
                yield unit, (turn, "unless" in group.values)
