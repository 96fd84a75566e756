"""Reads the scenario: starting positions, entries and withdrawals."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from ....kit.load.toml import Record, note
from ..ruleset import GERMAN, RUSSIAN, SIDES, Ruleset
from .charts import Charts
from .map_and_units import MOST, Counters, Ground, Items, Unit


class Draw(NamedTuple):
    """[19.72] The cup: who is in it, how many are drawn on each turn for each Area, and when it is refilled."""

    cup: tuple[str, ...]
    numbers: Mapping[str, tuple[int, ...]]  # by Area
    refill: int  # 19.73a: the turn at whose end eliminated units go back
    last: int  # 19.73c: the last turn with a draw


class Plan(NamedTuple):
    """The scenario; parts that a game does not have are empty."""

    title: str
    start: Mapping[str, str]  # hexes of the main map by unit, including the fleet's
    held: Mapping[str, int]  # by unit: the last turn on which it may not move
    free: tuple[str, ...]  # units that start in any hexes of the city
    enter: Mapping[str, tuple[int, str]]  # German units: turn and Entry Area
    appear: Mapping[str, int] = MappingProxyType({})  # Russian reinforcements: their turn
    last_resort: str = ""  # where they appear if no district is free
    withdraw: Mapping[str, tuple[int, bool]] = MappingProxyType({})  # turn, and whether Germans on the Inset keep them
    returns: tuple[str, ...] = ()  # 19.74a: the Areas by which headquarters return
    draw: Draw = Draw((), MappingProxyType({}), 0, 0)


class PlanReader:
    """Reads the scenario, and checks that every unit is named once and may be where it starts."""

    def __init__(self, top: Record, ground: Ground, counters: Counters, charts: Charts, rules: Ruleset) -> None:
        top.exactly("campaign")
        table = top.record("campaign")
        own = ("cup", "draw", "refill", "return") if rules.cup else ("appear", "last_resort", "withdraw")
        table.exactly("title", "turns", "source", "start", "free", "enter", *own)
        self.ground, self.counters, self.last, self.rules = ground, counters, charts.numbers["last_turn"], rules
        self.units, self.seen = counters.ids, set[str]()
        self.layers: dict[str, Items] = {"campaign": {}}
        self.items = self.layers["campaign"]
        if table.number("turns") != self.last:
            raise table.error(f"{table.number('turns')} turns, but the last is {self.last}", "turns")
        start, held = self._start(table)
        city = table.record("free")
        city.exactly("units", "source")
        free = tuple(self._once(city, RUSSIAN))
        enter: dict[str, tuple[int, str]] = {}
        for turn, group in self._turns(table, "enter", "area"):
            enter |= dict.fromkeys(self._once(group, GERMAN), (turn, self._entry(group, group.word("area"))))
        plan = Plan(table.word("title"), start, held, free, enter)
        self.read = self._with_cup(table, plan) if rules.cup else self._with_appearances(table, plan)
        for unit in (*counters.ids, *([counters.fleet[0]] if rules.fleet else [])):
            if unit not in self.seen:
                raise table.error(f"{unit} neither starts on the map nor enters")

    def _entry(self, table: Record, area: str) -> str:
        if area not in self.ground.map.entries:
            raise table.error(f"the map has no entry area '{area}'", area)
        return area

    def _with_appearances(self, table: Record, plan: Plan) -> Plan:
        """Reinforcements that appear in the city, and withdrawals."""
        resort = table.record("last_resort")
        appear = {unit: turn for turn, group in self._turns(table, "appear") for unit in self._once(group, RUSSIAN)}
        resort.exactly("hex", "source")
        note(self.items, resort, "last resort")
        return plan._replace(
            appear=appear,
            last_resort=self.ground.hex(resort, resort.word("hex")),
            withdraw=dict(self._withdraw(table, plan.enter)),
        )

    def _with_cup(self, table: Record, plan: Plan) -> Plan:
        """The units in the cup, how many are drawn, and the Areas by which headquarters return."""
        cup, draw, refill, back = (table.record(key) for key in ("cup", "draw", "refill", "return"))
        cup.exactly("units", "source")
        draw.exactly("N", "E", "source")
        refill.exactly("turn", "last_draw", "source")
        back.exactly("areas", "source")
        units = tuple(self._once(cup, RUSSIAN))
        free = table.record("free")
        for group, what, named, mark in ((cup, "in the cup", units, "R"), (free, "in the city", plan.free, "St")):
            marked = {unit.id for unit in self.counters.units if unit.mark == mark}
            for unit in sorted(marked ^ {*named}):
                raise group.error(f"{unit}: the units marked {mark} start {what}", unit)  # 19.72a, 19.82a
        numbers = {}
        for area in ("N", "E"):
            numbers[self._entry(draw, area)] = tuple(draw.numbers(area, self.last))
            for turn, many in enumerate(numbers[area], 1):
                if not 0 <= many <= MOST:
                    raise draw.error(f"{area}: {many} units on turn {turn}", area)
                self.items[f"draw {area} {turn}"] = draw.source_of(area, draw.source())
        note(self.items, refill, "refill")
        note(self.items, back, "return")
        returns = tuple(self._entry(back, area) for area in back.words("areas", 1))
        last = refill.number("last_draw", 1, self.last)
        for area, counts in numbers.items():
            if any(counts[last:]):
                raise draw.error(f"{area}: there are no draws after turn {last}", area)  # 19.73c
        return plan._replace(returns=returns, draw=Draw(units, numbers, refill.number("turn", 1, self.last), last))

    def _start(self, table: Record) -> tuple[dict[str, str], dict[str, int]]:
        start: dict[str, str] = {}
        held: dict[str, int] = {}
        for group in table.records("start"):
            group.only("name", "units", "held", "source")
            group.word("name")
            units = group.record("units")
            for unit in units.values:
                new = self._new(units, unit, self._side(unit))
                start[new] = self._place(units, unit, start)
                self.items[unit] = units.source_of(unit, group.source())
                if "held" in group.values:
                    held[unit] = group.number("held", 1, self.last)
        return start, held

    def _side(self, unit: str) -> int:
        """Whose unit may be set up: in one of the games only the Russian's."""
        both = self.rules.both_start_on_map and unit in self.units
        return self.counters.side(self.units[unit]) if both else RUSSIAN  # 5.3b, 19.81a

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
