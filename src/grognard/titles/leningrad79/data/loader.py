"""Reads all data files; `Box.origins` keeps the source of every datum."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ....kit.load.hex_map import HexMap
from ....kit.load.toml import Record, note
from .charts import ChartReader, Charts, shown
from .map_and_units import CounterReader, Counters, Ground, Items


class Start(NamedTuple):
    """The Soviet units on the map at the start: their hexes by type, and the columns with a free one each."""

    place: Mapping[str, tuple[str, ...]]
    columns: tuple[int, ...]


class Campaign(NamedTuple):
    """The scenario."""

    title: str
    german: Mapping[str, str]  # hexes by unit
    arrive: Mapping[int, tuple[str, ...]]  # units by turn
    soviet: Start
    strict: Start


class Box(NamedTuple):
    """All data of the game."""

    map: HexMap
    counters: Counters
    charts: Charts
    campaign: Campaign
    tables: Mapping[str, Any]  # the charts as shown to players
    origins: Mapping[str, Mapping[str, Mapping[str, str]]]  # by section, layer and datum


def read_box(files: Mapping[str, Record]) -> Box:
    """Read all data; a `DataError` names the file and line of the first error."""
    ground = Ground(files["map.toml"])
    counters = CounterReader(files["units.toml"])
    charts = ChartReader(files["tables.toml"], ground, counters.read)
    campaign = CampaignReader(files["scenarios.toml"], ground, counters.read, charts.read)
    origins = {
        "map": ground.map.sources,
        "charts": charts.layers,
        "counters": counters.layers,
        "set-ups": campaign.layers,
    }
    tables = shown(files["tables.toml"], charts)
    return Box(ground.map, counters.read, charts.read, campaign.read, tables, origins)


class CampaignReader:
    """Reads the scenario: starting positions, and which Germans arrive when."""

    def __init__(self, top: Record, ground: Ground, counters: Counters, charts: Charts) -> None:
        top.exactly("campaign")
        table = top.record("campaign")
        table.exactly("title", "turns", "source", "german", "arrive", "soviet", "strict")
        self.ground, self.counters, self.charts = ground, counters, charts
        if table.number("turns") != charts.numbers["last_turn"]:
            raise table.error(f"{table.number('turns')} turns, but the last is {charts.numbers['last_turn']}", "turns")
        self.layers: dict[str, Items] = {"campaign": {}, "campaign, pool=strict": {}}
        items = self.layers["campaign"]
        self.seen: set[str] = set()
        german: dict[str, str] = {}
        for group in table.records("german"):
            group.only("hex", "army", "units", "source", "choice")
            hex = ground.hex(group, group.word("hex"))
            units = self._units(group, hex, items)
            if "air" in [counters.german[unit].type for unit in units]:
                raise group.error(f"{hex}: air units are not on the map", "units")
            german |= dict.fromkeys(units, hex)
            if "army" in group.values:
                group.word("army")
        arrive = {}
        for group in table.records("arrive"):
            group.only("turn", "units", "source", "choice")
            turn = group.number("turn", 1, charts.numbers["last_turn"])
            arrive[turn] = self._arrive(group, turn, self._units(group, f"turn {turn}", items))
        for row in charts.schedule[0]:
            if row.turn not in arrive:
                raise row.table.error(f"no unit is named to arrive on turn {row.turn}", "turn")
        for unit in counters.german:
            if unit not in self.seen:
                raise table.error(f"{unit} neither starts on the map nor arrives", "german")
        soviet = self._start(table.record("soviet"), items, set(german.values()))
        strict = self._start(table.record("strict"), self.layers["campaign, pool=strict"], set(german.values()))
        if strict.columns != soviet.columns:
            raise table.record("strict").record("free").error("the columns must be those of soviet.free", "columns")
        self.read = Campaign(table.word("title"), german, arrive, soviet, strict)

    def _units(self, group: Record, what: str, items: Items) -> tuple[str, ...]:
        """The units of a group, each known and not named before."""
        note(items, group, what)
        if "choice" in group.values:
            note(items, group, f"choice for {what}", source=group.word("choice"))
        units = group.words("units", 1)
        for unit in units:
            if unit not in self.counters.german:
                raise group.error(f"there is no German unit '{unit}'", unit)
            if unit in self.seen:
                raise group.error(f"{unit} is given twice", unit)
            self.seen.add(unit)
        return tuple(units)

    def _arrive(self, group: Record, turn: int, units: tuple[str, ...]) -> tuple[str, ...]:
        """Check the number and kind of a turn's arrivals against the schedule."""
        row = next((row for row in self.charts.schedule[0] if row.turn == turn), None)
        if row is None:
            raise group.error(f"the schedule has no arrivals on turn {turn}", "turn")
        if len(units) != row.size:
            raise group.error(f"{row.size} units arrive on turn {turn}, not {len(units)}", "units")
        for unit in map(self.counters.german.__getitem__, units):
            if (unit.corps != row.corps) if row.kind == "corps" else (unit.type != row.kind):
                raise group.error(f"{unit.id} is not {row.kind} {row.corps}".rstrip(), unit.id)
        return units

    def _start(self, table: Record, items: Items, german: set[str]) -> Start:
        table.exactly("infantry", "armored", "source", "place", "free")
        place: dict[str, list[str]] = {"infantry": [], "armored": []}
        free = table.record("free")
        free.only("kind", "columns", "source")
        free.word("kind", "infantry")
        columns = [self._column(free, column, items) for column in free.words("columns")]
        for group in table.records("place"):
            group.only("kind", "hexes", "source")
            for hex in group.words("hexes", 1):
                note(items, group, f"Soviets in {self.ground.hex(group, hex)}", hex)
                if hex in german:
                    raise group.error(f"{hex} is where Germans start", hex)
                if self.ground.map.grid.numbers(hex)[0] in columns:
                    raise group.error(f"{hex} is in a column that has a free division", hex)
                place[group.word("kind", *place)].append(hex)
        for hex in sorted(german):
            if self.ground.map.grid.numbers(hex)[0] in columns:
                raise free.error(f"Germans start in {hex}, in one of the columns", "columns")
        found = {"infantry": len(place["infantry"]) + len(columns), "armored": len(place["armored"])}
        most = {"infantry": self.counters.infantry, "armored": self.counters.armored}
        for kind, count in found.items():
            items[kind] = table.source_of(kind, table.source())
            if table.number(kind, 0, most[kind]) != count:
                raise table.error(f"{count} {kind} units have a place, not {table.number(kind, 0)}", kind)
        return Start({kind: tuple(hexes) for kind, hexes in place.items()}, tuple(columns))

    def _column(self, free: Record, column: str, items: Items) -> int:
        numbers, land = self.ground.map.grid.numbers, self.ground.map.land
        lands = (f"{numbers(hex)[0]:02}" for hex in self.ground.map.terrain if land(hex))
        if column not in lands:
            raise free.error(f"'{column}' is not a column with land", column)
        note(items, free, f"column {column}", column)
        return int(column)
