"""Reads the charts: combat results, terrain, modifiers, demolitions, dice tables, turns, numbers, options."""

import re
from collections.abc import Iterator
from typing import Any

from ....kit.load import charts as kit_charts
from ....kit.load.charts import Switch, read_switch
from ....kit.load.toml import Record, note
from .chart_values import (
    ELIMINATED,
    FACES,
    LANDINGS,
    MODIFIERS,
    NO_EFFECT,
    NUMBERS,
    OPTIONAL,
    RIDES,
    RULED,
    Charts,
    Crt,
    Delay,
    Demolition,
    Fortification,
    Hexside,
    Rubble,
    Terrain,
)
from .map_and_units import FORTIFICATION, MOST, RIVERS, TERRAIN, WATER, Items, flag

COLUMN = re.compile(r"(\d+)(?:-(\d+)|\+)")
LAND = tuple(kind for kind in TERRAIN if kind not in WATER)
BRIDGE = (*RIVERS, "engineer", "air")
STRUCTURE = (*LAND[1:], FORTIFICATION, "engineer")
CHARTS = (
    "crt",
    "terrain",
    FORTIFICATION,
    "rubble",
    "hexside",
    "modifiers",
    "demolition",
    "airborne",
    "metro",
    "delay",
    "turns",
    "numbers",
    "option",
)


class ChartReader:
    """Reads the charts one after another."""

    def __init__(self, top: Record) -> None:
        top.exactly(*CHARTS)
        self.top = top
        self.layers: dict[str, Items] = {}
        crt = self._crt(top.record("crt"))
        modifiers, radius = self._modifiers(top.record("modifiers"))
        dates, replacements = self._turns(top.record("turns"))
        self.read = Charts(
            crt,
            self._terrain(top.record("terrain")),
            self._fortification(top.record(FORTIFICATION)),
            self._rubble(top.record("rubble")),
            self._hexsides(top.record("hexside")),
            modifiers,
            radius,
            self._demolition(top.record("demolition")),
            self._dice("airborne", LANDINGS),
            self._dice("metro", RIDES),
            self._delay(top.record("delay")),
            dates,
            replacements,
            self._numbers(top.record("numbers")),
            tuple(self._switches()),
        )

    # -- combat -------------------------------------------------------------------------------

    def _crt(self, table: Record) -> Crt:
        table.only("source", "columns", "columns_source", "stated", "die", "cells")
        items = self.layers["crt"] = {}
        names = table.words("columns", 2)
        columns = tuple(self._columns(table, names))
        for name in names:
            items[f"column {name}"] = table.source(table.word("columns_source"))
        stated = table.record("stated")
        for name in stated.words("columns"):
            if name not in names:
                raise stated.error(f"there is no column {name}", name)
            items[f"column {name}"] = table.source_of("columns", stated.source())
        cells: dict[tuple[int, int], str] = {}
        rows = table.record("die")
        for n, key in enumerate(rows.values, 1):
            if key != str(n):
                raise rows.error(f"the rows must run from 1: {key} is not {n}", key)
            found = rows.words(key, 1)
            if len(found) != len(names):
                raise rows.error(f"{len(found)} results, but {len(names)} columns", key)
            for column, result in enumerate(found):
                cells[n, column] = self._result(rows, result, key)
                items[f"{key} {names[column]}"] = rows.source_of(key, table.source())
        if len(rows.values) < len(FACES):
            raise rows.error("the rows must run from 1 to 6 at least")
        self._single_cells(table.record("cells"), names, cells)
        self._monotone(rows, names, cells)
        return Crt(columns, tuple(names), cells)

    @staticmethod
    def _columns(table: Record, names: list[str]) -> Iterator[int]:
        """The lowest strength of each column; together they must cover every strength once."""
        least = 0
        for n, name in enumerate(names):
            found = COLUMN.fullmatch(name)
            if not found or (found[2] is None) != (n == len(names) - 1):
                raise table.error(f"'{name}' is not a column: write 20-29, and 60+ for the last", name)
            if int(found[1]) != least:
                raise table.error(f"the column {name} must begin at {least}", name)
            yield least
            least = int(found[2] or 0) + 1

    @staticmethod
    def _result(table: Record, text: str, key: str) -> str:
        if text not in (ELIMINATED, NO_EFFECT):
            raise table.error(f"'{text}' is no result: write E or -", key)  # 10.14
        return text

    def _single_cells(self, table: Record, names: list[str], cells: dict[tuple[int, int], str]) -> None:
        """Results changed one by one, as a data pack may do."""
        items = self.layers["crt"]
        for key in table.values:
            row, _, name = key.partition(" ")
            if not row.isdigit() or name not in names or (int(row), names.index(name)) not in cells:
                raise table.error(f"'{key}' is not a cell: write the die and the column, as in \"4 20-29\"", key)
            cells[int(row), names.index(name)] = self._result(table, table.word(key), key)
            items[key] = table.source_of(key, items[key])

    @staticmethod
    def _monotone(rows: Record, names: list[str], cells: dict[tuple[int, int], str]) -> None:
        """Check that low dice and high strengths are better for the attacker (10.10d)."""
        for (die, column), result in cells.items():
            better = [cells.get((die - 1, column)), cells.get((die, column + 1))]
            if result == ELIMINATED and NO_EFFECT in better:
                raise rows.error(
                    f"the column {names[column]} must not be worse on a lower die or below a higher strength"
                )

    def _modifiers(self, table: Record) -> tuple[dict[str, int], int]:
        table.exactly(*MODIFIERS)
        items = self.layers["modifiers"] = {}
        out = {}
        for key in MODIFIERS:
            own = table.record(key)
            own.exactly("value", "source", *(["radius"] if key == "anti_aircraft" else []))
            note(items, own, key)
            out[key] = own.number("value", -MOST, MOST)
        return out, table.record("anti_aircraft").number("radius", 0, MOST)

    def _demolition(self, table: Record) -> Demolition:
        table.exactly("bridge", "structure")
        items = self.layers["demolition"] = {}
        bridge, structure = (
            {name: self._value(own, name, items, f"{key} {name}") for name in known}
            for key, known in (("bridge", BRIDGE), ("structure", STRUCTURE))
            for own in [self._exact(table.record(key), known)]
        )
        return Demolition(bridge, structure)

    @staticmethod
    def _exact(table: Record, keys: tuple[str, ...]) -> Record:
        table.exactly(*keys)
        return table

    @staticmethod
    def _value(tables: Record, key: str, items: Items, item: str, least: int = -MOST) -> int:
        own = tables.record(key)
        own.exactly("value", "source")
        note(items, own, item)
        return own.number("value", least, MOST)

    # -- terrain ------------------------------------------------------------------------------

    def _sourced(self, table: Record, items: Items, name: str, keys: tuple[str, ...]) -> None:
        """Store the source of every key of a chart: its own, or that of the chart."""
        own = table.record("sources")
        own.only(*keys)
        for key in keys:
            items[f"{name} {key}"] = table.source_of(key, table.source(own.word(key) if key in own.values else ""))

    def _terrain(self, tables: Record) -> dict[str, Terrain]:
        tables.exactly(*LAND)
        items = self.layers["terrain effects"] = {}
        out = {}
        for name in LAND:
            table = tables.record(name)
            table.exactly("cost", "blocks", "modifier", "rubble", "source", "sources")
            self._sourced(table, items, name, ("cost", "blocks", "modifier", "rubble"))
            cost, modifier = table.number("cost", 1, MOST), table.number("modifier", -MOST, MOST)
            out[name] = Terrain(cost, flag(table, "blocks"), modifier, flag(table, "rubble"))
        return out

    def _fortification(self, table: Record) -> Fortification:
        table.exactly("cost", "modifier", "source", "sources")
        self._sourced(table, self.layers["terrain effects"], FORTIFICATION, ("cost", "modifier"))
        cost = self._exact(table.record("cost"), LAND)
        return Fortification({name: cost.number(name, 1, MOST) for name in LAND}, table.number("modifier", -MOST, MOST))

    def _rubble(self, table: Record) -> Rubble:
        table.exactly("cost", "modifier", "fire", "air", "source", "sources")
        self._sourced(table, self.layers["terrain effects"], "rubble", ("cost", "modifier", "fire", "air"))
        fire, air = (self._faces(table, key) for key in ("fire", "air"))
        return Rubble(table.number("cost", 0, MOST), table.number("modifier", -MOST, MOST), fire, air)

    @staticmethod
    def _faces(table: Record, key: str) -> frozenset[int]:
        found = table.numbers(key, table.size(key))
        if len({*found}) != len(found) or {*found} - {*FACES}:
            raise table.error(f"{key} must be different numbers of a die", key)
        return frozenset(found)

    def _hexsides(self, tables: Record) -> dict[str, Hexside]:
        tables.exactly(*RIVERS)
        items = self.layers["hexside effects"] = {}
        out = {}
        for name in RIVERS:
            table = tables.record(name)
            keys = ("cost", "modifier") if name == RIVERS[0] else ("modifier",)
            table.exactly(*keys, "source", "sources")
            self._sourced(table, items, name, keys)
            cost = table.number("cost", 0, MOST) if "cost" in keys else None  # 8.9a
            out[name] = Hexside(cost, table.number("modifier", -MOST, MOST))
        return out

    # -- dice, turns, numbers -----------------------------------------------------------------

    def _dice(self, name: str, known: tuple[str, ...]) -> dict[int, str]:
        table = self._exact(self.top.record(name), (*map(str, FACES), "source"))
        items = self.layers[f"{name} table"] = {}
        for die in FACES:
            items[str(die)] = table.source_of(str(die), table.source())
        return {die: table.word(str(die), *known) for die in FACES}

    def _delay(self, table: Record) -> Delay:
        table.exactly("rolls", "stacking", "replacements")
        items = self.layers["delay"] = {}
        rolls, more = table.record("rolls"), table.record("replacements")
        rolls.exactly("value", "source")
        more.exactly("value", "first", "source")
        note(items, rolls, "rolls")
        note(items, more, "replacements")
        stacking = self._value(table, "stacking", items, "stacking", 1)
        first = more.number("first", 1, MOST)
        return Delay(self._faces(rolls, "value"), stacking, more.number("value", 0, MOST), first)

    def _turns(self, table: Record) -> tuple[tuple[str, ...], tuple[int, ...]]:
        table.exactly("source", "dates", "replacements", "replacements_source")
        dates = tuple(table.words("dates", 1))
        replacements = tuple(table.numbers("replacements", len(dates)))
        if min(replacements) < 0:
            raise table.error("replacements must not be negative", "replacements")
        source = table.source_of("replacements", table.source(table.word("replacements_source")))
        self.layers["turns"] = {"dates": table.source(), "replacements": source}
        return dates, replacements

    def _numbers(self, table: Record) -> dict[str, int]:
        table.exactly(*NUMBERS)
        items = self.layers["numbers"] = {}
        return {key: self._value(table, key, items, key, 0) for key in NUMBERS}

    def _switches(self) -> Iterator[Switch]:
        known, found = (*RULED, *OPTIONAL), []
        for table in self.top.records("option"):
            switch = read_switch(table, *known)
            if switch.id in found:
                raise table.error(f"the option {switch.id} is given twice", "id")
            found.append(switch.id)
            yield switch
        for id in known:
            if id not in found:
                raise self.top.error(f"the option {id} is missing")


def shown(top: Record, reader: ChartReader) -> dict[str, Any]:
    """The charts as shown to players, each with its source."""
    return kit_charts.shown(top, reader.read.crt.names, {})
