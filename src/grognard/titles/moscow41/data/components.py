"""The components of the game: map, Blocks, charts and scenarios as read, laid out for use."""

from collections.abc import Mapping

from ....core.bits import Bits, below, bits, scan
from ....core.knowledge import Kept
from ....kit.load.area_map import AreaMap
from ....kit.load.toml import Record
from .board import Board, word
from .charts import ChartReader, Charts, shown
from .map_and_units import Block, CounterReader, Counters, Ground
from .scenarios import PlanReader

GERMAN, SOVIET = 0, 1


class Components:
    """Everything that does not change in play.

    A face is a sticker, a piece the wooden block under it: pieces `g1` to `g50` and `s1` to `s70` are Blocks, followed
    by the Bombers. Faces are numbered like pieces; which face a piece has is part of the state.
    """

    def __init__(self, files: Mapping[str, Record]) -> None:
        ground = Ground(files["map.toml"])
        counters = CounterReader(files["units.toml"])
        charts = ChartReader(files["tables.toml"], ground, counters.read)
        self.map: AreaMap = ground.map
        self.kept: Kept = {}
        self.board = Board(ground.map)
        plans = PlanReader(files["scenarios.toml"], self.board, ground, counters.read, charts.read)
        self.plans = plans.read
        self.charts: Charts = charts.read
        self.weather = {one.id: one for one in charts.read.weather}
        self.tables = shown(files["tables.toml"])
        self.origins = {
            "map": ground.map.sources,
            "charts": charts.layers,
            "counters": counters.layers,
            "set-ups": plans.layers,
        }
        self._places()
        self._pieces(counters.read)

    # -- the map ------------------------------------------------------------------------------

    def _places(self) -> None:
        m, board, charts = self.map, self.board, self.charts
        self.adjacent = board.neighbours
        kinds: dict[str, Bits] = dict.fromkeys(charts.terrain, 0)
        for name, kind in m.terrain.items():
            kinds[kind] |= 1 << board.at[name]  # 2.0b, 2.4a
        self.green, self.yellow = kinds["green"], kinds["yellow"]
        self.victory, self.staging = kinds["victory"], kinds["staging"]
        self.terrain = ["", *(m.terrain[name] for name in m.names)]
        self.cost = [0, *(charts.terrain[kind].cost for kind in self.terrain[1:])]  # 2.6a, 2.7f
        self.priced = {
            cost: bits(area for area in scan(board.areas) if self.cost[area] == cost)
            for cost in sorted({*self.cost[1:]})
        }  # the Areas of each cost
        self.stacking = [0, *(charts.terrain[kind].stacking for kind in self.terrain[1:])]  # 2.7a
        cities = {board.at[area]: [place.kind for place in places] for area, places in m.places.items()}
        self.cities = bits(area for area, found in cities.items() if {"city", "special city"} & {*found})  # 2.4.5a
        self.place_names = {
            board.at[area]: next(place.name for place in places)
            for area, places in m.places.items()
            if any("city" in place.kind for place in places)
        } | {board.at[area]: name for area, name in m.names.items() if name}
        self.shelter = tuple(
            [0, *(self._absorbed(area, held) for area in range(1, board.box))] for held in (False, True)
        )  # hits that each Area's terrain absorbs, by whether the Defender controls it: 10.13d, 10.13e
        self.entry_areas = bits(
            area for area in range(1, board.box) if {self.terrain[area], *cities.get(area, ())} & {*charts.entry_kinds}
        )  # 5.0g
        self.group = {name: board.named(areas) for name, areas in m.groups.items()}
        self.road = tuple(board.at[word(box)] for box in m.tracks[charts.road])  # 2.2g
        self.road_boxes: Bits = bits(self.road)
        self.rastenburg, self.kiev = board.at["Rastenburg"], board.at["Kiev"]
        self.leningrad, self.shlisselburg = board.at["Leningrad"], board.at["Shlisselburg"]
        self.moscow = board.at[charts.moscow]
        self.victory_places = board.named((*charts.victory_areas, *charts.victory_boxes))  # 1.7b
        self.kiev_cities = board.named(charts.kiev)  # 2.4.5b
        self.reserve, self.later = board.at["reserve"], board.at["later"]
        self.pool = (board.at["german-pool"], board.at["soviet-pool"])
        self.hand = (board.at["german-hand"], board.at["soviet-hand"])
        self.lost, self.surrendered = board.at["lost"], board.at["surrendered"]
        self.withdrawn, self.airfield = board.at["withdrawn"], board.at["airfield"]
        self.aborted, self.shot_down = board.at["aborted"], board.at["shot-down"]
        self.open_piles = bits((self.later, self.lost, self.surrendered, self.withdrawn))  # open to both players
        self.on_board: Bits = board.areas | board.boxes

    def _absorbed(self, area: int, held: bool) -> int:
        """The hits that an Area's terrain absorbs; a Victory Area counts as such, not as a City."""
        kinds = {self.terrain[area]}
        if self.cities >> area & 1 and "victory" not in kinds:
            kinds.add("city")
        return sum(
            one.hits for kind, one in self.charts.absorb.items() if kind in kinds and (held or not one.controlled)
        )

    # -- the Blocks ---------------------------------------------------------------------------

    def _pieces(self, counters: Counters) -> None:
        self.blocks: tuple[Block, ...] = counters.blocks
        self.bombers = counters.bombers  # 4.0b, 10.10.1a
        self.soviets = sum(block.side == GERMAN for block in self.blocks)  # the first Soviet piece
        count = len(self.blocks)
        self.first_bomber = count
        self.pieces = [
            *(f"g{n}" for n in range(1, self.soviets + 1)),
            *(f"s{n}" for n in range(1, count - self.soviets + 1)),
            *(bomber.id for bomber in counters.bombers),
        ]
        self.number = {block.id: n for n, block in enumerate(self.blocks)}
        self.said = {name.lower(): n for name, n in self.number.items()}  # as a player may write it
        self.side = (bits(range(self.soviets)), bits(range(self.soviets, count)))
        self.numbers = (slice(0, self.soviets), slice(self.soviets, count))  # of the Blocks of each side
        self.all_blocks: Bits = bits(range(count))
        self.all_bombers: Bits = bits(range(count, len(self.pieces)))
        self.all_pieces: Bits = self.all_blocks | self.all_bombers
        self.all_places: Bits = below(len(self.board.names)) & ~1
        self.all_faces: Bits = below(len(self.blocks))

        def those(*kinds: str) -> Bits:
            return bits(n for n, block in enumerate(self.blocks) if block.kind in kinds)

        # sets of faces
        self.leaders, self.hqs = those("leader"), those("hq", "air hq")  # 4.2b, 4.2c
        self.tactical, self.air = those("hq"), those("air hq")  # 4.2.6a, 4.2.6b, 10.2a, 10.10a
        self.combat = self.all_blocks & ~self.leaders & ~self.hqs  # 4.2.5a
        self.tanks, self.cavalry = those("tank"), those("cavalry")
        self.fast = bits(n for n, block in enumerate(self.blocks) if block.fast)
        self.blitzers = bits(n for n, block in enumerate(self.blocks) if block.blitz)
        self.white = bits(n for n, block in enumerate(self.blocks) if block.colour == "white")
        self.least = [block.levels[0] for block in self.blocks]  # the level of a face at its last step
        self.fresh = [block.levels[0] if block.remnant else block.full for block in self.blocks]  # 11.0h, setup.4
        self.divisions = bits(
            n
            for n, block in enumerate(self.blocks)
            if block.side == GERMAN and block.kind == "infantry" and block.size == "division"
        )
        self.classes = [  # faces with identical movement rules; Leaders do not move (4.2.1a)
            found
            for found in (
                this & that & other
                for this in (self.fast, self.all_blocks & ~self.fast)
                for that in (self.cavalry, self.all_blocks & ~self.cavalry)
                for other in (self.divisions, self.all_blocks & ~self.divisions & ~self.leaders)
            )
            if found
        ]
        self.lettered = {
            letter: bits(n for n, block in enumerate(self.blocks) if block.letter == letter) for letter in "KLN"
        }
        self.mates = tuple(
            bits(
                n
                for n, other in enumerate(self.blocks)
                if other.side == block.side and other.colour and other.colour == block.colour and other.combat
            )
            for block in self.blocks
        )  # 4.2.6c
        self.leader = (self.number["Hitler"], self.number["Stalin"])
        self.hoepner, self.zhukov = self.number["Hoepner"], self.number["Zhukov"]
        self.azul = self.number.get("Azul", -1)
        self.lines = counters.lines  # 4.0b, 4.1b
        self.line_fire = counters.line_fire  # 4.1i
        self.of = {n: self.number[bomber.of] for n, bomber in enumerate(self.bombers, count)}  # its headquarters

    def step_up(self, face: int, level: int) -> int:
        """The level one step higher; the same if it is full."""
        levels = self.blocks[face].levels
        return levels[min(levels.index(level) + 1, len(levels) - 1)]

    def step_down(self, face: int, level: int) -> int | None:
        """The level one step lower; None if there is none."""
        levels = self.blocks[face].levels
        at = levels.index(level)
        return levels[at - 1] if at else None

    def names(self, places: Bits) -> list[str]:
        """The names of places."""
        return [self.board.names[place] for place in scan(places)]
