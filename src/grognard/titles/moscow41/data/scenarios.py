"""Reads the scenarios: starting positions, Blocks due later or lost, and victory conditions."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from ....core.bits import Bits, bits, lowest
from ....kit.load.toml import Record
from .board import Board, word
from .charts import Charts
from .map_and_units import SIDES, Block, Counters, Ground, Items

PLACE = (
    "blocks",
    "colour",
    "count",
    "at",
    "places",
    "icons",
    "near",
    "here",
    "around",
    "front",
    "anywhere",
    "each",
    "strength",
    "draw",
    "with",
    "face_up",
    "source",
)


class Strength(NamedTuple):
    """The Strength of an entry's Blocks: in its home Area, elsewhere, and by name; -1 is full, -2 least."""

    here: int
    next: int
    named: Mapping[str, int]

    def level(self, block: Block, here: bool) -> int:
        """The level of a Block."""
        value = self.named.get(block.id, self.here if here else self.next)
        if value == FULL:
            return block.levels[0] if block.remnant else block.full  # setup.4, campaign.5
        return block.levels[0] if value == LEAST else min(value, block.full)


FULL, LEAST = -1, -2


class Entry(NamedTuple):
    """Some Blocks of one side and where they are set up."""

    side: int
    clause: str
    faces: Bits  # the Blocks of these that are still available
    size: int  # how many of them
    fixed: tuple[int, ...]  # places given by the set-up, in order
    domain: Bits  # where the others may be placed
    home: int  # the Area the entry is named for; 0: none
    each: bool  # one Block per Area
    picks: bool  # the owner also chooses the Blocks
    strength: Strength
    up: bool


class Army(NamedTuple):
    """The set-up of one side."""

    waiting: tuple[tuple[int, Bits], ...]  # piles and the Blocks that begin in them by name
    entries: tuple[Entry, ...]
    lines: Bits
    free_lines: int
    line_domain: Bits


class Plan(NamedTuple):
    """A scenario."""

    id: str
    title: str
    turn: int
    logistics: bool  # begins with the Logistics Phase
    last: int
    weather: str
    rolls: bool
    initiative: int
    first: int  # who sets up first
    once: str  # how often the Disc may be spent: "" any number, "scenario", "month"
    road: bool
    german: Bits  # what the Germans control, boxes too
    artillery: tuple[str, ...]  # headquarters that give Artillery Fire here
    value: tuple[int, int]
    points: int  # sudden death; 0: none
    win_lines: Bits  # German lines in all of these win
    win_cities: Bits  # German control of all of these wins
    otherwise: int  # who wins if the game ends undecided; -1: the side with more points
    armies: tuple[Army, Army]


def clause_of(source: str) -> str:
    """The first clause named by a source."""
    return source.split(",")[0].split(";")[0].removeprefix("R:").strip()


class PlanReader:
    """Reads the scenarios one after another."""

    def __init__(self, top: Record, board: Board, ground: Ground, counters: Counters, charts: Charts) -> None:
        top.exactly("scenario")
        self.layers: dict[str, Items] = {"set-ups": {}}
        self.board, self.ground, self.counters, self.charts = board, ground, counters, charts
        self.number = {block.id: n for n, block in enumerate(counters.blocks)}
        tables = {table.word("id"): table for table in top.records("scenario")}
        self.read: dict[str, Plan] = {}
        for name, table in tables.items():
            model = table
            if "like" in table.values:
                below = table.record("like").word("value")
                if below not in tables:
                    raise table.error(f"there is no scenario '{below}'", "like")
                model = tables[below]
            self.read[name] = self._plan(table, model)

    def _plan(self, table: Record, model: Record) -> Plan:
        table.only(
            "id",
            "title",
            "like",
            "start",
            "end",
            "weather",
            "initiative",
            "first",
            "road",
            "boxes",
            "control",
            "line",
            "contested",
            "once",
            "artillery",
            "value",
            "victory",
            *SIDES,
        )

        def part(key: str) -> Record:
            found = (table if key in table.values else model).record(key)
            if found.values:
                self.layers["set-ups"][f"{table.word('id')} {key}"] = found.source()
            return found

        board = self.board
        start, weather, victory = part("start"), part("weather"), part("victory")
        last = len(self.charts.months)
        victory.only("sudden_death", "lines", "cities", "control", "otherwise", "source")
        german = self._control(part("line"), part("control"), part("boxes"))
        armies = (self._army(model, 0, german), self._army(model, 1, german))
        self._check_contested(part("contested"), armies)
        return Plan(
            table.word("id"),
            table.word("title"),
            start.number("turn", 1, last),
            start.word("phase", "impulses", "logistics") == "logistics",
            part("end").number("turn", start.number("turn"), last),
            weather.word("value", *(one.id for one in self.charts.weather)),
            weather.values["rolls"] is True,
            SIDES.index(part("initiative").word("value", *SIDES)),
            SIDES.index(part("first").word("value", *SIDES)),
            part("once").word("value", "scenario", "month") if part("once").values else "",
            part("road").values["value"] is True,
            german,
            tuple(part("artillery").words("value")),
            (part("value").number("german"), part("value").number("soviet")),
            self.charts.sudden_death if victory.values.get("sudden_death") is True else 0,
            board.named(self.ground.city(victory, name) for name in victory.words("lines")),
            board.named(
                self.ground.city(victory, name) for key in ("cities", "control") for name in victory.words(key)
            ),
            SIDES.index(victory.word("otherwise", *SIDES)) if "otherwise" in victory.values else -1,
            armies,
        )

    def _check_contested(self, table: Record, armies: tuple[Army, Army]) -> None:
        """Areas contested from the start: a Soviet line and a German Block are there."""
        for area in table.words("areas"):
            place = self.board.at[self.ground.area(table, area)]
            if not armies[1].lines >> place & 1 or not any(place in entry.fixed for entry in armies[0].entries):
                raise table.error(f"{area} has no Soviet line or no German Block", area)  # gasp.5

    def _control(self, line: Record, control: Record, boxes: Record) -> Bits:
        board, areas = self.board, self.ground.map
        staging = board.named(name for name, kind in areas.terrain.items() if kind == "staging")
        held = board.named(self.ground.place(boxes, box) for box in boxes.words("german"))
        if line.values:
            if line.word("value") not in areas.lines:
                raise line.error(f"the map has no line '{line.word('value')}'", "value")
            return held | board.west(areas, line.word("value"), staging)  # typhoon.5, gasp.4
        return held | board.named(self.ground.area(control, area) for area in control.words("german", 1))

    # -- one side -----------------------------------------------------------------------------

    def _army(self, scenario: Record, side: int, german: Bits) -> Army:
        table, name = scenario.record(SIDES[side]), f"{scenario.word('id')} {SIDES[side]}"
        table.only("pool", "surrendered", "later", "bombers", "lines", "place")
        ready = table.record("bombers")
        if ready.values and ready.number("value") != len(self.counters.bombers):
            raise ready.error(f"all {len(self.counters.bombers)} Bombers are there from the start", "value")
        own = german & self.board.areas if side == 0 else self.board.areas & ~german
        front = own & self.board.spread(self.board.areas & ~own)
        piles = {
            "pool": self.board.at[f"{SIDES[side]}-pool"],
            "later": self.board.at["later"],
            "surrendered": self.board.at["lost" if side == 0 else "surrendered"],
        }
        records = list(table.records("place"))
        named = 0
        for part in (*(table.record(key) for key in piles), *records):
            named |= self._faces(part, "blocks") | self._faces(part, "with")
        entries = []
        for key in ("surrendered", "pool"):
            part = table.record(key)
            part.only("blocks", "colours", "source")
            self.layers["set-ups"][f"{name} {key}"] = part.source()
            colours = part.record("colours")
            for colour in colours.values:
                faces, count = self._coloured(part, side, colour) & ~named, colours.number(colour)
                fixed = (piles[key],) * count
                entries.append(
                    Entry(
                        side,
                        clause_of(part.word("source")),
                        faces,
                        count,
                        fixed,
                        0,
                        0,
                        False,
                        False,
                        Strength(FULL, FULL, {}),
                        False,
                    )
                )
        for n, record in enumerate(records):
            self.layers["set-ups"][f"{name} place {n}"] = record.source()
            entries.append(self._entry(record, side, own, front, named))
        self._enough(table, entries, named)
        lines = table.record("lines")
        lines.only("at", "anywhere", "front", "source")
        free = "front" if "front" in lines.values else "anywhere"
        waiting = tuple((pile, self._faces(table.record(key), "blocks")) for key, pile in piles.items())
        return Army(
            waiting,
            tuple(entries),
            self.board.named(self.ground.area(lines, area) for area in lines.words("at")),
            lines.number(free) if free in lines.values else 0,
            front if free == "front" else own,
        )

    def _enough(self, table: Record, entries: list[Entry], named: Bits) -> None:
        """No colour has more Blocks drawn from it than it has."""
        wanted: Counter[Bits] = Counter()
        for entry in entries:
            if pool := entry.faces & ~named:
                wanted[pool] += entry.size - (entry.faces & named).bit_count()
        for pool, count in wanted.items():
            if count > pool.bit_count():
                colour = self.counters.blocks[lowest(pool)].colour
                raise table.error(f"{count} {colour} blocks are asked for, and {pool.bit_count()} are left", colour)

    def _faces(self, table: Record, key: str) -> Bits:
        for name in table.words(key):
            if name not in self.number:
                raise table.error(f"there is no block '{name}'", name)
        return bits(self.number[name] for name in table.words(key))

    def _coloured(self, table: Record, side: int, colour: str) -> Bits:
        blocks = enumerate(self.counters.blocks)
        found = bits(n for n, block in blocks if block.side == side and block.colour == colour and block.combat)
        if not found:
            raise table.error(f"no {SIDES[side]} blocks are {colour}", colour)
        return found

    def _entry(self, table: Record, side: int, own: Bits, front: Bits, named: Bits) -> Entry:
        table.only(*PLACE)
        if "blocks" in table.values:
            faces = self._faces(table, "blocks")
            count = faces.bit_count()
        else:
            faces = self._coloured(table, side, table.word("colour")) & ~named | self._faces(table, "with")
            count = table.number("count")
        at = [self.board.at[word(self.ground.place(table, name))] for name in table.words("at")]
        at += [self.board.at[self.ground.city(table, name)] for name in table.words("places")]
        if "icons" in table.values:
            at += [
                self.board.at[area] for area in self.ground.map.groups[self.ground.group(table, table.word("icons"))]
            ]
        fixed = tuple(at * count if len(at) == 1 else at)
        home, domain, next_to = 0, 0, self.board.neighbours
        if "near" in table.values:
            home = self.board.at[self.ground.area(table, table.word("near"))]
            fixed, domain = (home,) * table.number("here"), next_to[home] & own
        elif "around" in table.values:
            home = self.board.at[self.ground.area(table, table.word("around"))]
            domain = (next_to[home] | 1 << home) & own
        elif "front" in table.values:
            domain = front
        elif "anywhere" in table.values:
            domain = own
        if len(fixed) > count or (not domain and len(fixed) != count):
            raise table.error(f"{count} blocks for {len(fixed)} places")
        picks = bool(domain) and "draw" not in table.values
        return Entry(
            side,
            clause_of(table.word("source")),
            faces,
            count,
            fixed,
            domain,
            home,
            "each" in table.values,
            picks,
            self._strength(table),
            "face_up" in table.values,
        )

    def _strength(self, table: Record) -> Strength:
        given: Any = table.values.get("strength")
        if not isinstance(given, dict):
            value = self._number(table, given)
            return Strength(value, value, {})
        if "each" in given:
            value = self._number(table, given["each"])
            names = {name: self._number(table, one) for name, one in given.items() if name != "each"}
            for name in names:
                if name not in self.number:
                    raise table.error(f"there is no block '{name}'", name)
            return Strength(value, value, names)
        return Strength(self._number(table, given.get("here")), self._number(table, given.get("next")), {})

    @staticmethod
    def _number(table: Record, value: Any) -> int:
        if value in ("full", "least"):
            return FULL if value == "full" else LEAST
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 4:
            raise table.error("strength must be full, least or 0 to 4", "strength")
        return value
