"""Reads the charts: combat results, classes, terrain, air, numbers, victory, turns and the options."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from ....kit.load import charts as kit_charts
from ....kit.load.charts import Switch, read_dates, read_switch
from ....kit.load.toml import Record, note
from ..ruleset import CLASSES, GAITS, SIDES, Ruleset
from .map_and_units import MOST, Counters, Ground, Items
from .victory_table import Victory, read_victory

SIXTH = 6  # points are kept in sixths
RESULTS = ("AE", "3/-", "2/-", "2/1", "1/-", "1/1", "-/1", "1/2", "-/2", "-/3", "DE", "-/-")
ALL = 9  # penalties that no force survives: AE and DE


class Result(NamedTuple):
    """Penalties of the attacker and of the defender; `ALL` is elimination."""

    attacker: int
    defender: int


class Terrain(NamedTuple):
    """The effects of a kind of terrain."""

    cost: tuple[Mapping[str, Fraction], Mapping[str, Fraction]]  # by side, then by gait
    defense: tuple[int, int]  # by side
    raid: frozenset[int]  # the rolls that disrupt
    tank_raid: frozenset[int]  # the rolls that disrupt a Tank Corps (19.42)


class Hexside(NamedTuple):
    """The extra cost of crossing a hexside, by gait, and the multiple for the defender."""

    cost: Mapping[str, int]
    defense: int


class Air(NamedTuple):
    """How many air units a side has: on the first turns, then by the die, which may change from a turn on."""

    turns: tuple[int, ...]
    periods: Mapping[int, tuple[int, ...]]  # by their first turn, the latest first

    def on(self, turn: int) -> tuple[int, ...]:
        """The number for each face of the die on a turn; none if no die is rolled."""
        if turn <= len(self.turns):
            return ()
        return next((die for first, die in self.periods.items() if turn >= first), ())


class Charts(NamedTuple):
    """All charts."""

    columns: tuple[Fraction, ...]  # the odds, rising
    crt: Mapping[tuple[int, int], Result]  # by the modified die and the column
    automatic: Fraction  # the odds at which a result needs no die
    certain: Result  # and that result
    classes: Mapping[tuple[str, str], int]  # attacker's and defender's
    terrain: Mapping[str, Terrain]
    fortification: tuple[int, frozenset[int]]  # for Russians: the multiple, and the rolls that disrupt; 1 without any
    hexsides: Mapping[str, Hexside]
    road: Mapping[str, Fraction]
    air: tuple[Air, Air]
    fleet: Mapping[str, frozenset[int]]  # the rolls that disrupt it, at sea and in harbor
    numbers: Mapping[str, int]
    victory: Victory
    dates: tuple[str, ...]
    switches: tuple[Switch, ...]


def odds(text: str) -> Fraction | None:
    """`3:2` as a number; None if it is not odds."""
    found = re.fullmatch(r"([1-9]\d?):([1-9]\d?)", text)
    return Fraction(int(found[1]), int(found[2])) if found else None


def result(text: str) -> Result:
    """`2/1`, `AE` or `DE` as penalties."""
    if text in ("AE", "DE"):
        return Result(ALL, 0) if text == "AE" else Result(0, ALL)
    left, _, right = text.partition("/")
    return Result(0 if left == "-" else int(left), 0 if right == "-" else int(right))


class ChartReader:
    """Reads the charts one after another; each is checked against maps, counters and the charts before it."""

    def __init__(self, top: Record, ground: Ground, counters: Counters, rules: Ruleset) -> None:
        top.exactly(*rules.charts)
        self.top, self.ground, self.counters, self.rules = top, ground, counters, rules
        self.layers: dict[str, Items] = {}
        columns, crt, automatic, certain = self._crt(top.record("crt"))
        classes = dict(self._classes(top.record("class")))
        terrain = self._terrain(top.record("terrain"))
        fortification = self._fortification(top.record("fortification")) if rules.forts else (1, frozenset[int]())
        sides, road = self._hexsides(top.record("hexside")), self._road(top.record("road"))
        air, fleet = self._air(top.record("air")), dict(self._fleet(top.record("fleet")) if rules.fleet else ())
        self.numbers = self._numbers(top.record("numbers"))
        victory = self.layers["victory"] = {}
        self.read = Charts(
            columns,
            crt,
            automatic,
            certain,
            classes,
            terrain,
            fortification,
            sides,
            road,
            air,
            fleet,
            self.numbers,
            read_victory(top.record("victory"), ground, rules, victory),
            self._dates(top.record("turns")),
            tuple(self._switches()),
        )

    # -- combat

    def _crt(self, table: Record) -> tuple[Any, ...]:
        table.only("source", "columns", "columns_source", "automatic", "least", "die", "cells")
        items = self.layers["combat results"] = {}
        names = table.words("columns", 1)
        columns: list[Fraction] = []
        for name in names:
            if (ratio := odds(name)) is None or (columns and ratio <= columns[-1]):
                raise table.error(f"column '{name}': write odds as in 3:2, each greater than the one before", name)
            columns.append(ratio)
            items[f"column {name}"] = table.source_of("columns", table.source(table.word("columns_source")))
        automatic, least = table.record("automatic"), table.record("least")
        automatic.exactly("at", "result", "source")
        least.exactly("at", "source")
        note(items, automatic, "automatic")
        note(items, least, "least")
        ratio = odds(automatic.word("at"))
        if ratio is None or ratio <= columns[-1]:
            raise automatic.error("the automatic result must be for odds beyond the last column", "at")
        if least.word("at") != names[0]:
            raise least.error(f"the least odds must be those of the first column, {names[0]}", "at")
        die, single = table.record("die"), table.record("cells")
        rows = list(die.values)
        low = min((int(row) for row in rows if re.fullmatch(r"-?\d", row)), default=0)
        if rows != [str(low + n) for n in range(len(rows))] or not {*"123456"} <= {*rows}:
            raise table.error("the rows of the table must run without a gap, from 1 or less to 6 or more", "die")
        crt: dict[tuple[int, int], Result] = {}
        for row in rows:
            cells = die.words(row, 1)
            if len(cells) != len(names):
                raise die.error(f"row {row} has {len(cells)} results, not {len(names)}: one for each column", row)
            for n, (name, cell) in enumerate(zip(names, cells, strict=True)):
                crt[int(row), n] = self._result(die, cell, f"{row} at {name}", row)
                items[f"{row} {name}"] = die.source_of(row, table.source())
        for key in single.values:
            row, _, name = key.partition(" ")
            if row not in rows or name not in names:
                raise single.error(f"'{key}' is not a cell: write the die and the column, as in \"1 3:2\"", key)
            crt[int(row), names.index(name)] = self._result(single, single.word(key), key, key)
            items[key] = single.source_of(key, items[key])
        return tuple(columns), crt, ratio, self._result(automatic, automatic.word("result"), "automatic", "result")

    @staticmethod
    def _result(table: Record, cell: str, what: str, key: str) -> Result:
        if cell not in RESULTS:
            raise table.error(f"{what}: '{cell}' is not a result: {', '.join(RESULTS)}", key)
        return result(cell)

    def _classes(self, table: Record) -> Iterator[tuple[tuple[str, str], int]]:
        table.exactly(*CLASSES)
        items = self.layers["class modifiers"] = {}
        for attacker in CLASSES:
            row = table.record(attacker)
            row.only(*CLASSES, "source", "sources")
            row.record("sources").only(*CLASSES)
            for defender in CLASSES:
                items[f"{attacker} {defender}"] = self._own(row, defender)
                yield (attacker, defender), row.number(defender, -MOST, MOST)

    @staticmethod
    def _own(table: Record, key: str, part: Record | None = None) -> str:
        """The source of one entry: its own if `sources` has one, otherwise the table's; for a pack, the pack."""
        own = table.record("sources")
        return (part or table).source_of(
            key, table.source(own.word(key) if key in own.values else table.word("source"))
        )

    # -- terrain

    def _terrain(self, table: Record) -> dict[str, Terrain]:
        table.exactly(*self.rules.terrain)
        items = self.layers["terrain effects"] = {}
        out = {}
        for kind in self.rules.terrain:
            row = table.record(kind)
            row.only("cost", *SIDES, "defense", "raid", "source", "sources", *(["tank_raid"] if self.rules.cup else []))
            row.record("sources").only(*GAITS, *SIDES, "raid", "tank_raid", "russian_cost")
            common = self._costs(row.record("cost"), kind)
            items |= {f"{kind} {gait}": self._own(row, gait, row.record("cost")) for gait in self.rules.gaits}
            costs = [self._costs(row.record(side), kind) if side in row.values else common for side in SIDES]
            items |= {
                f"{kind} {side}": row.record(side).source_of("foot", self._side_cost(row, side))
                for side in SIDES
                if side in row.values
            }
            defense = row.record("defense")
            defense.exactly(*SIDES)
            items |= {f"{kind} defense {side}": self._own(row, side, defense) for side in SIDES}
            items[f"{kind} raid"] = self._own(row, "raid")
            rolls = tank_rolls = _rolls(row)
            if "tank_raid" in row.values:
                items[f"{kind} tank raid"] = self._own(row, "tank_raid")
                tank_rolls = _rolls(row, "tank_raid")
            out[kind] = Terrain(
                (costs[0], costs[1]),
                (defense.number("german", 1, 9), defense.number("russian", 1, 9)),
                rolls,
                tank_rolls,
            )
        return out

    @staticmethod
    def _side_cost(row: Record, side: str) -> str:
        """The source of what one side pays instead."""
        own = row.record("sources")
        return row.source(own.word(f"{side}_cost")) if f"{side}_cost" in own.values else row.source()

    def _costs(self, table: Record, kind: str) -> dict[str, Fraction]:
        table.exactly(*self.rules.gaits)
        out = {gait: table.fraction(gait) for gait in self.rules.gaits}
        for gait, points in out.items():
            if (SIXTH * points).denominator != 1 or points > MOST:
                raise table.error(f"{kind}: movement points come in sixths, not as {points}", gait)
        return out

    def _fortification(self, table: Record) -> tuple[int, frozenset[int]]:
        table.exactly("defense", "raid", "source", "sources")
        table.record("sources").only("russian", "raid")
        defense = table.record("defense")
        defense.exactly("russian")
        items = self.layers["terrain effects"]
        items["fortification defense russian"] = self._own(table, "russian", defense)
        items["fortification raid"] = self._own(table, "raid")
        return defense.number("russian", 1, 9), _rolls(table)

    def _hexsides(self, table: Record) -> dict[str, Hexside]:
        gaits = self.rules.gaits
        table.exactly(*self.rules.hexsides)
        items = self.layers["terrain effects"]
        out = {}
        for kind in self.rules.hexsides:
            row = table.record(kind)
            row.only(*gaits, "defense", "source", "sources")
            row.record("sources").only(*gaits, "defense")
            items |= {f"{kind} {key}": self._own(row, key) for key in (*gaits, "defense")}
            out[kind] = Hexside({gait: row.number(gait, 0, MOST) for gait in gaits}, row.number("defense", 1, 9))
        return out

    def _road(self, table: Record) -> dict[str, Fraction]:
        table.only("cost", "source", "sources")
        table.record("sources").only(*GAITS)
        cost = table.record("cost")
        self.layers["terrain effects"] |= {f"road {gait}": self._own(table, gait, cost) for gait in self.rules.gaits}
        return self._costs(cost, "road")

    # -- air and fleet

    def _air(self, table: Record) -> tuple[Air, Air]:
        table.exactly(*SIDES)
        items = self.layers["air units"] = {}
        out = []
        for side, have in zip(SIDES, self.counters.air, strict=True):
            row = table.record(side)
            row.only("turns", "die", "period", "source", "sources")
            row.record("sources").only("turns", "die")
            first = row.values["turns"]
            turns = row.numbers("turns", len(first) if isinstance(first, list) else 0)
            items[f"{side} turns"] = self._own(row, "turns")
            periods: dict[int, tuple[int, ...]] = {}
            if "die" in row.values:
                items[f"{side} die"] = self._own(row, "die")
                periods[len(turns) + 1] = tuple(row.numbers("die", 6))
            for period in row.records("period"):
                period.only("turn", "die", "source")
                begin = period.number("turn", len(turns) + 1, MOST)
                if begin in periods:
                    raise period.error(f"two periods begin on turn {begin}", "turn")
                items[f"{side} die from turn {begin}"] = period.source()
                periods[begin] = tuple(period.numbers("die", 6))
            if periods and (begin := min(periods)) > len(turns) + 1:
                raise row.error(f"{side}: the air units of turn {begin - 1} are not given", "period")
            for key, values in (("turns", turns), *(("die", die) for die in periods.values())):
                if not all(0 <= many <= len(have) for many in values):
                    raise row.error(f"{side}: there are {len(have)} air units", key)
            out.append(Air(tuple(turns), dict(sorted(periods.items(), reverse=True))))
        return out[0], out[1]

    def _fleet(self, table: Record) -> Iterator[tuple[str, frozenset[int]]]:
        table.exactly("sea", "harbor")
        for where in ("sea", "harbor"):
            row = table.record(where)
            row.exactly("raid", "source")
            note(self.layers["air units"], row, f"fleet {where}")
            yield where, _rolls(row)

    # -- numbers, victory, turns, switches

    def _numbers(self, table: Record) -> dict[str, int]:
        table.exactly(*self.rules.numbers)
        items = self.layers["numbers"] = {}
        out = {}
        for name in self.rules.numbers:
            number = table.record(name)
            number.exactly("value", "source")
            out[name] = number.number("value", 1, MOST)
            note(items, number, name)
        return out

    def _dates(self, table: Record) -> tuple[str, ...]:
        dates = read_dates(table, self.numbers["last_turn"])
        self.layers["turn record"] = {str(turn): table.source() for turn in range(1, len(dates) + 1)}
        return dates

    def _switches(self) -> Iterator[Switch]:
        items = self.layers["options"] = {}
        for table in self.top.records("option"):
            found = read_switch(table, *self.rules.options)
            note(items, table, found.id)
            yield found
        for name in self.rules.options:
            if name not in items:
                raise self.top.error(f"there is no option '{name}'", "option")


def _rolls(table: Record, key: str = "raid") -> frozenset[int]:
    """The faces of the die that disrupt."""
    table.need(key)
    rolls = table.values[key]
    if not isinstance(rolls, list) or not all(type(roll) is int and 1 <= roll <= 6 for roll in rolls):
        raise table.error(f"{key} must be a list of faces of the die", key)
    return frozenset(rolls)


def shown(top: Record, charts: ChartReader) -> dict[str, Any]:
    """The charts as shown to players."""
    return kit_charts.shown(top, top.record("crt").words("columns", 1), {"crt": charts.layers["combat results"]})
