"""Reads the charts: terrain, fire, weather, tracks, entry, supply and the options."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ....kit.battle.die import FACES
from ....kit.load.charts import Switch, read_switch
from ....kit.load.toml import Record
from .map_and_units import SIDES, TERRAIN, Counters, Ground, Items

SHARES = ("all", "half", "quarter", "one")


class Terrain(NamedTuple):
    """An Area's absorbed hits, Blocks per side (0: any number) and cost to enter."""

    absorb: int
    stacking: int
    cost: int


class Bonus(NamedTuple):
    """How many hits terrain or a line absorbs, and whether only for a Defender who controls the Area."""

    hits: int
    controlled: bool


class Weather(NamedTuple):
    """The effects of a kind of weather."""

    id: str
    name: str
    cost: int  # of every Area; 0: by terrain
    attack: tuple[str, str]  # the share of Strength and range left to each side: all, half, quarter or one
    defence: tuple[str, str]
    rivers: bool
    tanks: bool
    blitz: bool
    exploit: tuple[bool, bool]
    logistics: str


class Charts(NamedTuple):
    """All charts."""

    terrain: Mapping[str, Terrain]
    absorb: Mapping[str, Bonus]  # by yellow, city, victory, line
    absorb_most: int
    absorb_order: tuple[str, ...]
    hits: Mapping[str, tuple[int, ...]]  # by S, D, T
    price: Mapping[str, int]  # of a step, by S, D, T
    bomber_hits: int  # that destroy a Bomber; one aborts it
    hq_fire: str  # S, D or T: of a headquarters in its Area
    hq_artillery: str  # and of its Artillery Fire
    hq_range: Mapping[int, int]  # by stars
    hq_step: int  # the cost of a step of a headquarters
    points: Mapping[str, int]  # fast, slow, disengage, blitz, divisions, cavalry_rain
    weather: tuple[Weather, ...]  # sun, rain, snow, blizzard
    course: tuple[str, ...]
    track: tuple[str, ...]
    boxes: tuple[int, ...]  # the highest roll that changes the weather, by the boxes of the track
    forecast: tuple[int, int]  # from which turn, and which German Impulse of it, there are rolls
    blizzard: tuple[int, int]
    months: tuple[str, ...]
    logistics: tuple[int, ...]  # the turns with a Logistics Phase
    november: int
    crusader: int
    value: Mapping[str, int]  # of each headquarters, each Victory Point, each batch of lost Blocks
    lost: int  # lost enemy Blocks per batch
    both: tuple[str, ...]  # 7.2.1.1b
    entry: Mapping[str, tuple[str, str]]  # German: by colour, where, and where after the fall of Leningrad
    entry_kinds: tuple[str, ...]  # Soviet: kinds of place
    sources: tuple[tuple[str, ...], tuple[str, ...]]  # groups of Areas that supply each side
    closed: Mapping[str, tuple[str, ...]]  # by box: the groups that stop supplying with it
    moscow: str
    road: str
    road_hits: tuple[int, ...]
    zhukov_hits: tuple[int, ...]
    kiev: tuple[str, ...]
    kiev_block: str
    victory_areas: tuple[str, ...]
    victory_boxes: tuple[str, ...]
    sudden_death: int  # Victory Points that end the Campaign
    switches: tuple[Switch, ...]


class ChartReader:
    """Reads the charts one after another."""

    def __init__(self, top: Record, ground: Ground, counters: Counters) -> None:
        top.exactly(
            "terrain",
            "absorb",
            "fire",
            "bombers",
            "headquarters",
            "movement",
            "weather",
            "forecast",
            "turns",
            "logistics",
            "entry",
            "supply",
            "road",
            "kiev",
            "victory",
            "option",
        )
        self.layers: dict[str, Items] = {"charts": {}}
        self.ground, self.top = ground, top
        self.read = self._read(counters)

    def _note(self, table: Record, item: str) -> Record:
        self.layers["charts"][item] = table.source()
        return table

    def _read(self, counters: Counters) -> Charts:
        top, ground = self.top, self.ground
        terrain = {kind: self._terrain(top.record("terrain").record(kind), kind) for kind in TERRAIN}
        absorb, fire, move = top.record("absorb"), top.record("fire"), top.record("movement")
        absorb.exactly("most", "yellow", "city", "victory", "line", "order")
        bonus = {key: self._bonus(absorb, key, terrain) for key in ("yellow", "city", "victory", "line")}
        for kind, effect in terrain.items():
            if kind not in bonus and effect.absorb:
                raise top.record("terrain").record(kind).error(f"{kind} has no bonus in [absorb]", "absorb")
        months, forecast = self._note(top.record("turns"), "turns"), self._note(top.record("forecast"), "forecast")
        storm = self._note(forecast.record("blizzard"), "blizzard")
        entry = top.record("entry")
        german, soviet = entry.record("german"), self._note(entry.record("soviet"), "entry soviet")
        soviet.only("places", "source")
        supply, road = top.record("supply"), self._note(top.record("road"), "road")
        kiev, victory = self._note(top.record("kiev"), "kiev"), self._note(top.record("victory"), "victory")
        if (block := kiev.word("block")) not in (one.id for one in counters.blocks):
            raise kiev.error(f"there is no block '{block}'", "block")
        if road.word("track") not in ground.map.tracks:
            raise road.error(f"the map has no track '{road.word('track')}'", "track")
        first, last = forecast.record("from"), len(months.words("names", 1))
        hq, logistics = top.record("headquarters"), top.record("logistics")
        hq.exactly("fire", "artillery", "range", "regeneration", "blitz")
        logistics.exactly("leader", "headquarters", "victory", "lost", "both")
        self._note(logistics.record("leader"), "logistics leader").word("value", "strength")
        bolts = {block.id for block in counters.blocks if block.blitz}
        if {*self._note(hq.record("blitz"), "headquarters blitz").words("value", 1)} != bolts:
            raise hq.error(f"the blocks that may blitz are {', '.join(sorted(bolts))}", "blitz")
        return Charts(
            terrain,
            bonus,
            self._value(absorb, "most"),
            tuple(absorb.words("order", 4)),
            {key: tuple(self._hits(fire.record(key))) for key in "SDT"},
            {key: self._note(fire.record(key), f"fire {key}").number("cost") for key in "SDT"},
            self._value(top.record("bombers"), "destroyed"),
            self._note(hq.record("fire"), "headquarters fire").word("value", *"SDT"),
            self._note(hq.record("artillery"), "headquarters artillery").word("value", *"SDT"),
            self._range(hq.record("range"), counters),
            self._value(hq, "regeneration"),
            {
                key: self._value(move, key)
                for key in ("fast", "slow", "disengage", "blitz", "divisions", "cavalry_rain")
            },
            tuple(self._weather(top.record("weather").record(key), key) for key in ("sun", "rain", "snow", "blizzard")),
            tuple(forecast.words("course", 2)),
            tuple(forecast.words("track", 2)),
            tuple(self._box(forecast, label) for label in forecast.words("track", 2)),
            (first.number("turn", 1, last), first.number("german_impulse")),
            (storm.number("turn", 1, last), storm.number("german_impulse")),
            tuple(months.words("names", 1)),
            self._turns(months, "logistics", last),
            months.record("november").number("turn", 1, last),
            months.record("crusader").number("turn", 1, last),
            {key: self._value(logistics, key) for key in ("headquarters", "victory", "lost")},
            logistics.record("lost").number("blocks"),
            tuple(logistics.words("both")),
            {colour: self._entry(german.record(colour), colour) for colour in german.values},
            tuple(soviet.words("places", 1)),
            (self._groups(supply.record("german")), self._groups(supply.record("soviet"))),
            {box: self._groups(supply.record("closed").record(box)) for box in supply.record("closed").values},
            ground.area(supply.record("moscow"), supply.record("moscow").word("area")),
            road.word("track"),
            tuple(self._hits(road)),
            tuple(self._hits(road, "zhukov")),
            tuple(ground.city(kiev, name) for name in kiev.words("cities", 1)),
            block,
            tuple(ground.city(victory, name) for name in victory.words("areas", 1)),
            tuple(ground.place(victory, name) for name in victory.words("boxes", 1)),
            victory.number("sudden_death"),
            tuple(self._switch(table) for table in top.records("option")),
        )

    def _terrain(self, table: Record, kind: str) -> Terrain:
        self._note(table, f"terrain {kind}").only("absorb", "stacking", "cost", "source")
        return Terrain(table.number("absorb", 0), table.number("stacking", 0), table.number("cost"))

    def _bonus(self, table: Record, key: str, terrain: Mapping[str, Terrain]) -> Bonus:
        found = table.record(key)
        found.exactly("value", "controlled", "source")
        out = Bonus(self._value(table, key, 0), found.values["controlled"] is True)
        if key in terrain and terrain[key].absorb != out.hits:
            raise found.error(f"the chart of terrain has {terrain[key].absorb} for {key}", "value")
        return out

    def _value(self, table: Record, key: str, least: int = 1) -> int:
        return self._note(table.record(key), f"{table.name} {key}").number("value", least)

    def _range(self, table: Record, counters: Counters) -> dict[int, int]:
        self._note(table, "headquarters range")
        stars = sorted({level for block in counters.blocks if block.kind == "hq" for level in block.levels})
        table.exactly("source", *map(str, stars))
        return {level: table.number(str(level), 0) for level in stars}

    @staticmethod
    def _hits(table: Record, key: str = "hits") -> list[int]:
        """Faces of the die."""
        rolls = table.numbers(key, table.size(key))
        if len({*rolls}) != len(rolls) or not all(roll in FACES for roll in rolls):
            raise table.error(f"{key} must be faces of the die, each once", key)
        return rolls

    @staticmethod
    def _box(table: Record, label: str) -> int:
        """The number of a box of the forecast; one without a number changes nothing."""
        if label != "--" and not label.isdigit():
            raise table.error(f"a box of the track is -- or a number, not '{label}'", "track")
        return int(label) if label.isdigit() else 0

    @staticmethod
    def _turns(table: Record, key: str, last: int) -> tuple[int, ...]:
        """Some turns, in order."""
        turns = table.numbers(key, table.size(key))
        if turns != sorted({*turns}) or not all(1 <= turn <= last for turn in turns):
            raise table.error(f"{key} must be turns from 1 to {last}, in order", key)
        return tuple(turns)

    def _weather(self, table: Record, key: str) -> Weather:
        self._note(table, f"weather {key}")
        table.exactly("name", "cost", "attack", "defence", "rivers", "tanks", "blitz", "exploit", "logistics", "source")
        attack, defence = table.record("attack"), table.record("defence")
        able = table.words("exploit")
        return Weather(
            key,
            table.word("name"),
            table.number("cost", 0),
            (attack.word("german", *SHARES), attack.word("soviet", *SHARES)),
            (defence.word("german", *SHARES), defence.word("soviet", *SHARES)),
            table.values["rivers"] is True,
            table.values["tanks"] is True,
            table.values["blitz"] is True,
            (SIDES[0] in able, SIDES[1] in able),
            table.word("logistics"),
        )

    def _entry(self, table: Record, colour: str) -> tuple[str, str]:
        self._note(table, f"entry {colour or 'luftwaffe'}").only("at", "after", "source")
        at = table.word("at")
        if at not in ("any", "road"):
            self.ground.area(table, at)
        return at, table.word("after") if "after" in table.values else at

    def _groups(self, table: Record) -> tuple[str, ...]:
        self._note(table, table.name)
        return tuple(self.ground.group(table, name) for name in table.words("groups", 1))

    def _switch(self, table: Record) -> Switch:
        self._note(table, f"option {table.word('id')}")
        return read_switch(table)


def shown(top: Record) -> Mapping[str, Any]:
    """The charts as shown to players."""
    return top.shown()
