"""Reads the charts: combat results, movement, shifts, numbers, the schedule, victory and the turns."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ....kit.load import charts as kit_charts
from ....kit.load.toml import Record, note
from .map_and_units import MOST, TERRAIN, WATER, Counters, Ground, Items

SIDES = ("german", "soviet")
DIE = ("1", "2", "3", "4", "5", "6")
RESULTS = {"-": 0, "1": 1, "2": 2, "E": 9}
ARMY = "34th Army"
SHIFTS = (
    "overrun", "attacker unsupplied", "terrain", "fort", "river", "defending armor", "defending corps",
    "defending air", "attacking armor", "attacking corps", "attacking air", "defender unsupplied", ARMY,
)  # fmt: skip
NUMBERS = (
    "stacking", "disengage_motor", "disengage", "disengage_stack", "overrun_cost", "overrun_stack", "advance",
    "supply_length", "fort_range", "forts_per_turn", "replacements_per_hex", "surprise_turn", "counterblow_turn",
    "counterblow_units", "last_turn",
)  # fmt: skip


class Row(NamedTuple):
    """A line of the reinforcement schedule."""

    turn: int
    kind: str
    size: int
    at: tuple[str, ...]
    area: str
    corps: str
    name: str
    source: str
    table: Record


class Charts(NamedTuple):
    """The charts and numbers."""

    columns: tuple[str, ...]
    crt: Mapping[tuple[int, int], tuple[int, int]]  # by die and column, counted from 1-1
    smooth: tuple[tuple[int, int], tuple[int, int]]
    shift: Mapping[str, int]
    open: tuple[str, ...]  # terrain where attacking armor gets its shift
    rough: tuple[str, ...]  # terrain that helps any defender
    cost: Mapping[str, Mapping[str, Fraction]]  # by terrain or road, then by foot or motor
    times: Mapping[str, int]
    numbers: Mapping[str, int]
    schedule: tuple[tuple[Row, ...], tuple[Row, ...]]
    delayed: tuple[str, str]
    emergency: str
    victory: str
    points_per_hex: int
    points: Mapping[tuple[str, str], int]
    levels: tuple[tuple[int, int, str], ...]
    dates: tuple[str, ...]


class ChartReader:
    """Reads the charts one after another; each is checked against map, counters and the charts before it."""

    def __init__(self, top: Record, ground: Ground, counters: Counters) -> None:
        top.exactly("crt", "movement", "shift", "numbers", "schedule", "victory", "turns")
        self.ground, self.counters = ground, counters
        self.layers: dict[str, Items] = {}
        columns, crt, smooth = self._crt(top.record("crt"))
        cost, times = self._movement(top.record("movement"))
        shift, open_, rough = self._shifts(top)
        self.numbers = self._numbers(top.record("numbers"))
        schedule = top.record("schedule")
        schedule.exactly(*SIDES, "delayed", "emergency")
        items = self.layers["reinforcements"] = {}
        rows = tuple(tuple(self._rows(schedule, side, items)) for side in SIDES)
        delayed, emergency = self._late(schedule, items)
        area, per_hex, points, levels = self._victory(top.record("victory"))
        dates = self._dates(top.record("turns"))
        self.read = Charts(
            columns,
            crt,
            smooth,
            shift,
            open_,
            rough,
            cost,
            times,
            self.numbers,
            (rows[0], rows[1]),
            delayed,
            emergency,
            area,
            per_hex,
            points,
            levels,
            dates,
        )
        self._army(schedule, rows[1])

    def _crt(self, table: Record) -> tuple[Any, ...]:
        table.only("source", "columns", "die", "sources", "smooth", "cells")
        columns = table.words("columns", 1)
        if "1-1" not in columns:
            raise table.error("the table has no column 1-1", "columns")
        even = columns.index("1-1")
        for n, column in enumerate(columns):
            name = f"{n - even + 1}-1" if n >= even else f"1-{even - n + 1}"
            if column != name:
                raise table.error(f"column {n + 1} must be {name}, not '{column}'", "columns")
        items = self.layers["combat results"] = {}
        die, sources = table.record("die"), table.record("sources")
        die.exactly(*DIE)
        sources.only(*DIE)
        out: dict[tuple[int, int], tuple[int, int]] = {}
        for row in DIE:
            cells = die.words(row, 1)
            if len(cells) != len(columns):
                raise die.error(f"row {row} has {len(cells)} results, not {len(columns)}: one for each column", row)
            source = table.source(sources.word(row) if row in sources.values else table.word("source"))
            for n, (column, cell) in enumerate(zip(columns, cells, strict=True)):
                out[int(row), n - even] = self._result(die, cell, f"{row} at {column}", row)
                items[f"{row} {column}"] = die.source_of(row, table.source_of("columns", source))
        single = table.record("cells")
        for key in single.values:
            row, _, column = key.partition(" ")
            if row not in DIE or column not in columns:
                raise single.error(f"'{key}' is not a cell: write the die and the column, as in \"1 3-1\"", key)
            out[int(row), columns.index(column) - even] = self._result(single, single.word(key), key, key)
            items[key] = single.source_of(key, items[key])
        other = table.record("smooth")
        other.exactly("source", "die", "column", "result")
        where = other.number("die", 1, 6), columns.index(other.word("column", *columns)) - even
        note(items, other, "crt=smooth")
        return tuple(columns), out, (where, self._result(other, other.word("result"), "result", "result"))

    def _result(self, table: Record, cell: str, what: str, key: str) -> tuple[int, int]:
        defender, slash, attacker = cell.partition("/")
        if not slash or defender not in RESULTS or attacker not in RESULTS:
            raise table.error(f"{what}: '{cell}' is not a result: write -, 1, 2 or E, a slash, and again", key)
        return RESULTS[defender], RESULTS[attacker]

    def _movement(self, table: Record) -> tuple[dict[str, dict[str, Fraction]], dict[str, int]]:
        table.only("source", "cost", "times", "barred")
        items = self.layers["movement"] = {}
        costs, times, barred = table.record("cost"), table.record("times"), table.record("barred")
        costs.exactly("road", *TERRAIN)
        out: dict[str, dict[str, Fraction]] = {}
        for kind in costs.values:
            cost = costs.record(kind)
            cost.exactly("foot", "motor")
            out[kind] = {gait: cost.fraction(gait) for gait in ("foot", "motor")}
            for gait, points in out[kind].items():
                if (2 * points).denominator != 1 or points > MOST:
                    raise cost.error(f"{kind}: Movement Points come in halves, not as {points}", gait)
                items[f"{kind} {gait}"] = cost.source_of(gait, table.source())
        times.exactly("river", "fort", "air")
        barred.exactly("sides")
        if sorted(barred.words("sides")) != sorted(WATER):
            raise barred.error(f"the hexsides that nothing crosses are those of {' and '.join(WATER)}", "sides")
        items |= {f"times {kind}": times.source_of(kind, table.source()) for kind in times.values}
        items["barred"] = barred.source_of("sides", table.source())
        return out, {kind: times.number(kind, 1, 9) for kind in times.values}

    def _shifts(self, top: Record) -> tuple[dict[str, int], tuple[str, ...], tuple[str, ...]]:
        items = self.layers["column shifts"] = {}
        out: dict[str, int] = {}
        hexes: dict[str, tuple[str, ...]] = {}
        for table in top.records("shift"):
            table.only("id", "columns", "source", "hexes", "soviet_hexes")
            name = table.word("id", *SHIFTS)
            note(items, table, name)
            out[name] = table.number("columns", -MOST, MOST)
            for terrain in table.words("hexes", 1 if name in ("terrain", "attacking armor") else 0):
                if terrain not in TERRAIN:
                    raise table.error(f"hexes: '{terrain}' is not one of: {', '.join(TERRAIN)}", terrain)
            if table.words("soviet_hexes") != (["soviet city"] if name == "terrain" else []):
                raise table.error("soviet_hexes are those of a soviet city, in the shift for terrain", "soviet_hexes")
            if table.words("hexes") and name not in ("terrain", "attacking armor"):
                raise table.error(f"{name}: it counts in any hex", "hexes")
            hexes[name] = tuple(table.words("hexes"))
        for name in SHIFTS:
            if name not in out:
                raise top.error(f"there is no shift '{name}'", "shift")
        return out, hexes["attacking armor"], hexes["terrain"]

    def _numbers(self, table: Record) -> dict[str, int]:
        table.exactly(*NUMBERS)
        items = self.layers["numbers"] = {}
        out = {}
        for name in NUMBERS:
            number = table.record(name)
            number.only("value", "source")
            out[name] = number.number("value", 1, MOST)
            note(items, number, name)
        for name in ("surprise_turn", "counterblow_turn"):
            if out[name] > out["last_turn"]:
                raise table.error(f"{name}: the last turn is {out['last_turn']}", name)
        return out

    # -- arrivals

    def _rows(self, schedule: Record, side: str, items: Items) -> Sequence[Row]:
        kinds = ("infantry", "corps", "air") if side == "german" else ("infantry", "armored", "fort")
        rows: list[Row] = []
        for n, table in enumerate(schedule.records(side), 1):
            table.only("turn", "kind", "count", "at", "area", "corps", "name", "delay", "source")
            note(items, table, f"{side} {n}")
            kind, turn = table.word("kind", *kinds), table.number("turn", 1, self.numbers["last_turn"])
            at = tuple(self.ground.hex(table, hex) for hex in table.words("at"))
            area = self.ground.area(table) if "area" in table.values else ""
            placed = kind in ("air", "fort")
            if len([where for where in (at, area) if where]) != (0 if placed else 1):
                raise table.error(
                    f"{kind}: it {'must not have at or area' if placed else 'needs either at or area'}", kind
                )
            corps = table.word("corps", *self.counters.corps) if kind == "corps" or "corps" in table.values else ""
            name = table.word("name", ARMY) if "name" in table.values else ""
            alone = side == "german" or kind == "fort"  # one line per turn
            if alone and turn in (row.turn for row in rows if side == "german" or row.kind == kind):
                raise table.error(f"{side}: turn {turn} is given twice", "turn")
            rows.append(Row(turn, kind, table.number("count", 1, MOST), at, area, corps, name, table.source(), table))
        if (forts := sum(row.size for row in rows if row.kind == "fort")) > self.counters.forts:
            raise schedule.error(f"{forts} forts arrive, but there are {self.counters.forts} counters", side)
        return rows

    def _late(self, schedule: Record, items: Items) -> tuple[tuple[str, str], str]:
        delayed, emergency = schedule.record("delayed"), schedule.record("emergency")
        delayed.only("source", "8", "9")
        emergency.only("source", "area")
        first, second = (self.ground.hex(delayed, delayed.word(turn)) for turn in ("8", "9"))
        items |= {f"delayed {turn}": delayed.source_of(turn, delayed.source()) for turn in ("8", "9")}
        note(items, emergency, "emergency")
        return (first, second), self.ground.area(emergency)

    def _army(self, schedule: Record, rows: Sequence[Row]) -> None:
        """Check the divisions of the counterblow against the numbers."""
        army = [row for row in rows if row.name == ARMY]
        turn, units = self.numbers["counterblow_turn"], self.numbers["counterblow_units"]
        if [(row.turn, row.kind, row.size) for row in army] != [(turn, "infantry", units)]:
            where = army[0].table if army else schedule
            raise where.error(
                f"the {ARMY} is one line of the schedule: {units} infantry on turn {turn}", "name" if army else "soviet"
            )

    # -- how to win

    def _victory(self, table: Record) -> tuple[Any, ...]:
        table.exactly("hexes", "reduced", "eliminated", "level")
        items = self.layers["victory"] = {}
        hexes = table.record("hexes")
        hexes.only("area", "points", "source")
        note(items, hexes, "hexes")
        points = {}
        for state in ("reduced", "eliminated"):
            lost = table.record(state)
            lost.only("mechanized", "armor", "source")
            for kind in ("mechanized", "armor"):
                points[state, kind] = lost.number(kind, 0, MOST)
                items[f"{state} {kind}"] = lost.source_of(kind, lost.source())
        levels = []
        tables = list(table.records("level"))
        for level in tables:
            level.only("name", "winner", "least", "source")
            note(items, level, name := level.word("name"))
            last = level is tables[-1]
            if last and "least" in level.values:
                raise level.error("the last level must not have `least`: it covers the rest", "least")
            least = -1000 if last else level.number("least", -999, 999)
            levels.append((least, SIDES.index(level.word("winner", *SIDES)), name))
        for (above, _, _), (below, _, _), level in zip(levels, levels[1:], tables[1:], strict=False):
            if below >= above:
                raise level.error("the levels must run from the highest to the lowest", "least")
        if not levels:
            raise table.error("there is no level of victory", "level")
        return self.ground.area(hexes), hexes.number("points", 0, 999), points, tuple(levels)

    def _dates(self, table: Record) -> tuple[str, ...]:
        dates = kit_charts.read_dates(table, self.numbers["last_turn"])
        self.layers["turn record"] = {str(turn): table.source() for turn in range(1, len(dates) + 1)}
        return dates


def shown(top: Record, charts: ChartReader) -> dict[str, Any]:
    """The charts as shown to players."""
    layers = {"crt": "combat results", "movement": "movement", "turns": "turn record"}
    return kit_charts.shown(top, charts.read.columns, {chart: charts.layers[name] for chart, name in layers.items()})
