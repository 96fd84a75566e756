"""Reads the charts: combat results, terrain, support, retreats, weather, shortages, initiative, victory, numbers."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....kit.load import charts as kit_charts
from ....kit.load.charts import Switch, read_switch
from ....kit.load.toml import Record, note
from .chart_values import (
    DRMS,
    FACES,
    GROUNDS,
    GROUPS,
    NUMBERS,
    OPTIONS,
    TRIALS,
    WEATHERS,
    Charts,
    Crt,
    Result,
    Retreats,
    Shortage,
    Terrain,
    Try,
    Weather,
    Withdrawal,
    part,
)
from .map_and_units import AXIS, MOST, RIVERS, SIDES, SOVIET, Ground, Items, flag
from .victory_table import read_victory


class ChartReader:
    """Reads the charts one after another."""

    def __init__(self, top: Record, ground: Ground) -> None:
        top.exactly(
            "crt",
            "terrain",
            "hexside",
            "road",
            "support",
            "retreat",
            "weather",
            "turns",
            "shortage",
            "withdrawal",
            "initiative",
            "late_division",
            "victory",
            "numbers",
            "option",
        )
        self.top, self.ground = top, ground
        self.layers: dict[str, Items] = {}
        crt = self._crt(top.record("crt"))
        terrain = self._grounds("terrain", GROUNDS)
        hexsides = self._grounds("hexside", (*RIVERS, "lake"))
        dates, drm, shortage_drm = self._turns(top.record("turns"))
        victory = self.layers["victory"] = {}
        numbers, rockets = self._numbers(top.record("numbers"))
        self.read = Charts(
            crt,
            terrain,
            hexsides,
            self._road(top.record("road")),
            self._support(top.record("support")),
            self._retreats(top.record("retreat")),
            self._weather(top.record("weather")),
            dates,
            drm,
            shortage_drm,
            self._shortage(top.record("shortage")),
            self._withdrawal(top.record("withdrawal")),
            *self._initiative(top.record("initiative")),
            self._late(top.record("late_division")),
            read_victory(top.record("victory"), ground, victory),
            numbers,
            rockets,
            tuple(self._switches()),
        )

    # -- combat -------------------------------------------------------------------------------

    def _crt(self, table: Record) -> Crt:
        table.only("source", "columns", "columns_source", "least", "most", "die", "beyond", "cell", "cells")
        items = self.layers["crt"] = {}
        names = table.words("columns", 2)
        columns = [self._odds(table, name) for name in names]
        if columns != sorted(set(columns)):
            raise table.error("the columns must rise", "columns")
        for key, name in (("least", names[0]), ("most", names[-1])):
            table.record(key).word("at", name)
        cells = {}
        rows = table.record("die")
        rows.exactly(*map(str, FACES))
        for die in FACES:
            found = rows.words(str(die), len(names))
            if len(found) != len(names):
                raise rows.error(f"{len(found)} results, but {len(names)} columns", str(die))
            for n, text in enumerate(found):
                cells[die, n] = self._result(rows, text, str(die))
                items[f"{die} {names[n]}"] = rows.source_of(str(die), table.source())
        for cell in table.records("cell"):
            cell.exactly("die", "column", "source")
            die, column = cell.number("die", 1, len(FACES)), cell.word("column", *names)
            items[f"{die} {column}"] = rows.source_of(str(die), cell.source())
        self._single_cells(table.record("cells"), names, cells)
        return Crt(tuple(columns), tuple(names), cells, self._beyond(table.record("beyond")))

    def _single_cells(self, table: Record, names: list[str], cells: dict[tuple[int, int], Result]) -> None:
        """Results changed one by one, as a data pack may do."""
        items = self.layers["crt"]
        for key in table.values:
            row, _, name = key.partition(" ")
            if row not in map(str, FACES) or name not in names:
                raise table.error(f"'{key}' is not a cell: write the die and the column, as in \"1 3-2\"", key)
            cells[int(row), names.index(name)] = self._result(table, table.word(key), key)
            items[key] = table.source_of(key, items[key])

    def _beyond(self, table: Record) -> dict[int, Result]:
        """The results of dice to which something is added because the odds are too low (12.12c)."""
        added = self.top.record("numbers").record("too_low").number("value", 0, MOST)
        dice = [*range(len(FACES) + 1, len(FACES) + added + 1)]
        table.exactly("source", *map(str, dice))
        note(self.layers["crt"], table, "beyond")
        return {die: self._result(table, table.word(str(die)), str(die)) for die in dice}

    @staticmethod
    def _odds(table: Record, name: str) -> Fraction:
        found = re.fullmatch(r"([1-9])-([1-9])", name)
        if not found:
            raise table.error(f"'{name}' is no odds: write attack and defense, as in 3-2", name)
        return Fraction(int(found[1]), int(found[2]))

    @staticmethod
    def _result(table: Record, text: str, key: str) -> Result:
        left, slash, right = text.partition("/")
        attacker, defender = part(left), part(right)
        if not slash or attacker is None or defender is None:
            raise table.error(f"'{text}' is no result: write what happens to both, as in 1*R/- or S*/2R#", key)
        return Result(attacker, defender)

    def _support(self, table: Record) -> tuple[int, ...]:
        table.exactly("columns", "source", "sources")
        self.layers["support"] = {"columns": table.source()}
        columns = tuple(table.numbers("columns", table.size("columns")))
        if not columns or any(not 0 <= n <= MOST for n in columns):
            raise table.error("columns must be a list of numbers", "columns")
        return columns

    def _retreats(self, table: Record) -> Retreats:
        table.exactly("source", *TRIALS, "bonus")
        items = self.layers["retreat"] = {}
        trials = {}
        for trial in TRIALS:
            own, out = table.record(trial), {}
            for key in own.values:
                if key not in ("source", "sources"):
                    if not key.isdigit():
                        raise own.error(f"{key} is not a number of the die", key)
                    out[int(key)] = own.word(key, "fail", "pass", "pass, step")
            if sorted(out) != list(range(1, len(out) + 1)) or len(out) < len(FACES):
                raise own.error("the numbers must run from 1 to 6 at least")
            trials[trial] = out
            note(items, own, trial)
        return Retreats(trials, dict(self._values(table.record("bonus"), items)))

    @staticmethod
    def _values(tables: Record, items: Items) -> Iterator[tuple[str, int]]:
        for key in tables.values:
            own = tables.record(key)
            own.exactly("value", "source")
            note(items, own, key)
            yield key, own.number("value", 0, MOST)

    # -- terrain ------------------------------------------------------------------------------

    def _grounds(self, key: str, known: tuple[str, ...]) -> dict[str, Terrain]:
        tables = self.top.record(key)
        tables.exactly(*known)
        items = self.layers[f"{key} effects"] = {}
        return {name: self._ground(tables.record(name), name, items) for name in known}

    def _ground(self, table: Record, name: str, items: Items) -> Terrain:
        table.only("cost", "added", "shift", "heavy", "half", "engineer", "stand", "bombed", "source", "sources")
        note(items, table, name)
        cost, added, shift = (self._by_weather(table, key) for key in ("cost", "added", "shift"))
        heavy, half, engineer = (frozenset(table.words(key)) for key in ("heavy", "half", "engineer"))
        for key, found in (("heavy", heavy), ("half", half), ("engineer", engineer)):
            if found - {*WEATHERS}:
                raise table.error(f"{key}: the weathers are {', '.join(WEATHERS)}", key)
        stand, bombed = flag(table, "stand", False), flag(table, "bombed", False)
        return Terrain(cost, added, shift, heavy, half, engineer, stand, bombed)

    @staticmethod
    def _by_weather(table: Record, key: str) -> dict[str, int]:
        if key not in table.values:
            return {}
        own = table.record(key)
        own.only(*WEATHERS)
        return {weather: own.number(weather, 0, MOST) for weather in own.values}

    def _road(self, table: Record) -> dict[str, int]:
        table.exactly("cost", "source", "sources")
        self.layers["road effects"] = {"cost": table.source()}
        cost = self._by_weather(table, "cost")
        table.record("cost").exactly(*WEATHERS)
        return cost

    # -- the Strategic Segment ----------------------------------------------------------------

    def _weather(self, table: Record) -> tuple[Weather, ...]:
        table.exactly("source", "result")
        items = self.layers["weather"] = {"table": table.source()}
        out = []
        for row in table.records("result"):
            row.exactly("upto", "value", "storm", "source")
            out.append(Weather(row.number("upto", 1, MOST), row.word("value", *WEATHERS), flag(row, "storm")))
            note(items, row, f"up to {out[-1].upto}")
        if not out or [row.upto for row in out] != sorted({row.upto for row in out}) or out[-1].upto != MOST:
            raise table.error(f"the results must rise to {MOST}", "result")
        return tuple(out)

    def _turns(self, table: Record) -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
        table.exactly("source", "dates", "weather", "weather_source", "shortage", "shortage_source")
        dates = tuple(table.words("dates", 1))
        items = self.layers["turns"] = {"dates": table.source()}
        for key in ("weather", "shortage"):
            items[f"{key} DRM"] = table.source_of(key, table.source(table.word(f"{key}_source")))
        shortage = tuple(table.numbers("shortage", table.size("shortage")))
        if len(shortage) > len(dates):
            raise table.error(f"{len(shortage)} DRMs, but {len(dates)} turns", "shortage")
        return dates, tuple(table.numbers("weather", len(dates))), shortage

    def _shortage(self, table: Record) -> Shortage:
        table.exactly("source", "groups", "again", "movement")
        items = self.layers["shortage"] = {"groups": table.source()}
        groups = table.record("groups")
        groups.exactly(*map(str, FACES))
        again, movement = table.record("again"), table.record("movement")
        for own, name in ((again, "again"), (movement, "movement")):
            own.exactly("value", "source")
            note(items, own, name)
        return Shortage(
            tuple(groups.word(str(die), *GROUPS) for die in FACES),
            again.word("value", *GROUPS),
            movement.number("value", -MOST, 0),
        )

    def _withdrawal(self, table: Record) -> Withdrawal:
        keys = ("source", "sources", "limit", "exits", "cost", "points")
        items = self.layers["withdrawal"] = {"table": table.source()}
        rolls = {}
        for key in table.values:
            if key not in keys:
                if not key.isdigit():
                    raise table.error(f"{key} is not a turn", key)
                rolls[int(key)] = frozenset(table.numbers(key, table.size(key)))
        limit, exits, cost, points = (table.record(key) for key in keys[2:])
        for own, name in ((limit, "limit"), (exits, "exits"), (cost, "cost"), (points, "points")):
            note(items, own, name)
        return Withdrawal(
            rolls,
            limit.number("value", 1, MOST),
            self.ground.area(exits, exits.word("area")),
            cost.number("value", 0, MOST),
            points.number("value", -MOST, MOST),
        )

    def _initiative(self, table: Record) -> tuple[Any, dict[str, int]]:
        table.exactly(*SIDES, "bonus")
        items = self.layers["initiative"] = {}
        tries: list[dict[int, Try]] = [{}, {}]
        for side in (AXIS, SOVIET):
            for row in table.records(SIDES[side]):
                row.exactly("turn", "least", "points", "source")
                turn = row.number("turn", 1, MOST)
                tries[side][turn] = Try(turn, row.number("least", 0, MOST), row.number("points", -MOST, MOST))
                note(items, row, f"{SIDES[side]} {turn}")
        drms = {}
        for row in table.records("bonus"):
            row.exactly("id", "value", "source")
            drms[row.word("id", *DRMS)] = row.number("value", -MOST, MOST)
            note(items, row, row.word("id"))
        return (tries[0], tries[1]), drms

    def _late(self, table: Record) -> dict[int, int]:
        out = {}
        for key in table.values:
            if key != "source":
                if not key.isdigit():
                    raise table.error(f"{key} is not a turn", key)
                out[int(key)] = table.number(key, 0, MOST)
        self.layers["late division"] = {"table": table.source()}
        return out

    # -- the rest -----------------------------------------------------------------------------

    def _numbers(self, table: Record) -> tuple[dict[str, int], tuple[int, int, int]]:
        table.exactly(*NUMBERS, "rockets")
        items = self.layers["numbers"] = {}
        out = {}
        for key in NUMBERS:
            own = table.record(key)
            own.exactly("value", "source")
            out[key] = own.number("value", 0, MOST)
            note(items, own, key)
        own = table.record("rockets")
        own.exactly("value", "guards", "with_guards", "source")
        note(items, own, "rockets")
        most, guards, then = (own.number(key, 0, MOST) for key in ("value", "guards", "with_guards"))
        return out, (most, guards, then)

    def _switches(self) -> Iterator[Switch]:
        found = []
        for table in self.top.records("option"):
            switch = read_switch(table, *OPTIONS)
            if switch.id in found:
                raise table.error(f"the option {switch.id} is given twice", "id")
            found.append(switch.id)
            yield switch
        for id in OPTIONS:
            if id not in found:
                raise self.top.error(f"the option {id} is missing")


def shown(top: Record, reader: ChartReader) -> dict[str, Any]:
    """The charts as shown to players, each with its source."""
    return kit_charts.shown(top, reader.read.crt.names, {})
