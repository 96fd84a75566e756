"""What a title provides to the terminal, the page, the drawings, the computers and the laboratory.

The engine needs a `Title`. Everything else uses a `Wargame`: the title with its player aids, its odds and its board.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, TypeAlias, TypedDict

from ..core.action import NOBODY, Action, Player
from ..core.bits import Bits
from ..core.rule import Ban, Objection, Rulebook, case_of
from ..core.state import S, State
from ..core.table import Table
from ..core.title import Title
from .hex.board import Board
from .load.area_map import AreaMap
from .load.edition import Edition
from .load.game import Game
from .load.guide import Guide
from .load.hex_map import HexMap
from .load.introduction import Introduction
from .load.pack import Pack
from .load.sheet import SheetData
from .load.toml import tally
from .opponent import Opponents, no_opponents


class Trace(NamedTuple):
    """The supply line of a unit; if it has none, how far a line gets, where it breaks and why."""

    ok: bool
    path: tuple[int, ...]  # the places, starting with the unit's own
    breaks: int | None  # the place it cannot enter
    why: tuple[Objection, ...]


class Risk(NamedTuple):
    """A step of a path at which enemies may fire: the chance to survive it, and to have survived all so far."""

    place: int
    here: float
    so_far: float
    stops: bool = False  # the move ends here if they fire


class Arc(NamedTuple):
    """What a piece could fire at, and why not at the rest: every place of the map is in `places` or in one ban."""

    places: Bits
    along: Bits  # of these, the places seen only along a street
    bans: tuple[Ban, ...]


class Chart(NamedTuple):
    """A chart in our own layout: its name, its source, and rows of cells, each row with its own source."""

    name: str
    source: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    turns: bool = False  # a row for each turn: its number, its date, and the arrivals of each side, separated by "; "


class ScoreLine(NamedTuple):
    """One item of the score: whose points, by which clause, for what."""

    player: Player
    clause: str
    text: str
    points: int

    @property
    def cite(self) -> str:
        """The case number as printed."""
        return case_of(self.clause)


class VictoryLevel(NamedTuple):
    """A way the game may end: who wins and how, what it takes, and whether it would end so now.

    Where points decide, `least` and `most` are the range of the figure that `Aids.decides` names.
    """

    player: Player
    name: str
    needs: str
    reached: bool
    least: int | None = None
    most: int | None = None


class Aids(NamedTuple):
    """Player aids: they help the players and decide nothing."""

    overlays: Mapping[str, Callable[[Any, Player], Bits]] = MappingProxyType({})  # "zoc": the places, by player
    markers: Callable[[Any], Mapping[str, Bits]] = lambda _s: {}  # "fort": the places that have one
    reach: Callable[[Any, Bits], Mapping[int, str]] = lambda _s, _units: {}  # where pieces could go, at what cost
    far: Callable[[Any, Bits], Mapping[int, str]] | None = None  # like reach, for pieces of unknown identity
    cost: Callable[[Any, Action], Sequence[Any]] = lambda _s, _action: ()  # the ledger of an action's cost
    supported: Callable[[Any, Action], "Odds | None"] = lambda _s, _action: (
        None
    )  # the odds of the battle that an action supports before it begins, with that support
    risk: Callable[[Any, Action], Sequence[Risk]] = lambda _s, _action: ()  # the fire a path may draw
    arc: Callable[[Any, int], Arc | None] | None = None  # what a piece could fire at; None if nobody knows
    status: Callable[[Any], Mapping[str, str]] = lambda _s: {}  # the score and similar figures
    arrivals: Callable[[Any], Sequence[tuple[str, str, str]]] = (
        lambda _s: ()
    )  # units still to arrive: when, whose, what
    trace: Callable[[Any, int], Trace | None] | None = None  # a unit's supply line; None off the map
    tracks: Callable[[Any], Mapping[str, int]] = lambda _s: {}  # the box of each track's marker, from 0
    steps: Callable[[Any, Player], int] = lambda _s, _player: 0  # total steps of the player's units in play
    tally: Callable[[Any, Player], Mapping[str, int]] = lambda _s, _player: {}  # "points", "units": current totals
    score: Callable[[Any], Sequence[ScoreLine]] = lambda _s: ()  # the points of the position, item by item
    scored: Callable[[Any, Any], Sequence[ScoreLine]] = (
        lambda _before, _after: ()
    )  # points that an action scored for good; all of these and `score` together are the tally
    levels: Callable[[Any], Sequence[VictoryLevel]] = lambda _s: ()  # from the first player's best to his worst
    decides: Player = NOBODY  # whose points the levels count; nobody's: the first player's less the second's
    ground: Callable[[Any, Player], Bits] = lambda _s, _player: 0  # the places a player holds now
    uses: Callable[[Any, Action], Iterable[str]] = lambda _s, _action: ()  # the clauses of charts an action uses
    charts: Callable[[Any], Sequence[Chart]] = lambda _data: ()  # from the title's data
    turn: Callable[[Any], int] = lambda _s: 0  # the current turn, from 1; 0 if there is none
    matchup: "Callable[[Any, Bits, Bits, int], Odds | None] | None" = None  # of any units against any places, with air
    unsupplied: Callable[[Any], Bits] | None = None  # the units marked at the last supply check
    chapter: Callable[[Any], str] | None = None  # the diary heading for the current decision


# -- odds -------------------------------------------------------------------------------------

DESTROYED = 9
"""The weight of being destroyed, in steps, when results are compared."""


class OddsLine(NamedTuple):
    """One line of the odds computation: its clause, what it changes, and the value so far."""

    part: str  # "attack", "defense", "die", "column"; for dice battles "dice" or "note"
    clause: str
    op: str  # as in a ledger
    amount: float
    text: str
    after: str

    @property
    def cite(self) -> str:
        """The case number as printed."""
        return case_of(self.clause)


class Consequence(NamedTuple):
    """What a result means for one side."""

    steps: int  # to lose, or to retreat where the rules allow a choice
    destroyed: bool  # nothing of it is left
    text: str  # what happens to it, as text; empty if nothing does

    @property
    def harm(self) -> int:
        """How bad it is for the side, in steps."""
        return DESTROYED if self.destroyed else self.steps


class BattleResult(NamedTuple):
    """A result of a battle as the table prints it, how likely it is, and what it means for each side."""

    name: str
    chance: float
    defender: Consequence
    attacker: Consequence
    faces: tuple[int, ...] = ()  # of the die that give it, if known

    @property
    def balance(self) -> int:
        """How good it is for the attacker, in steps."""
        return self.defender.harm - self.attacker.harm


@dataclass(frozen=True, kw_only=True)
class TableOdds:
    """The odds of a combat resolved by a die roll on a column of a table."""

    kind: ClassVar[str] = "table"
    exact: bool  # nothing relevant is unknown
    unknown: tuple[str, ...]  # the pieces whose identity is unknown
    lines: tuple[OddsLine, ...]
    column: str  # the most likely one
    columns: Mapping[str, float]  # the chance of each possible column, in the table's order
    results: tuple[BattleResult, ...]
    attack: Fraction  # strengths at the most likely column
    defense: Fraction
    scale: tuple[str, ...]  # all columns, in the table's order
    order: tuple[str, str]  # which side's part of a result's name comes first
    legend: str  # how to read a result's name
    support: int = 0  # air units that could still be added
    assumes: str = ""  # what is not decided yet and left out, such as `neither side commits support`


class DiceCount(NamedTuple):
    """How many dice are rolled, and how many hits the terrain absorbs; averages where something is unknown."""

    attacker: float
    defender: float
    artillery: float
    bombers: float
    absorbed: float


class Fire(NamedTuple):
    """The dice of one side or of its support."""

    who: str
    part: str  # "support", "attacker" or "defender"
    dice: int
    on: str  # the faces that hit


class Losses(NamedTuple):
    """What a side may lose: the chance of each number of steps, and of being wiped out."""

    steps: Mapping[int, float]
    gone: float


@dataclass(frozen=True, kw_only=True)
class DiceOdds:
    """The odds of a battle in which each side rolls dice for hits."""

    kind: ClassVar[str] = "dice"
    exact: bool
    unknown: tuple[str, ...]
    lines: tuple[OddsLine, ...]
    column: str  # dice of the attacker's units against the defender's
    columns: Mapping[str, float]
    results: tuple[BattleResult, ...]
    dice: DiceCount
    fires: tuple[Fire, ...]
    defender: Losses
    attacker: Losses
    trials: int = 0  # battles fought at random to find the chances; 0 if every course was followed


Odds: TypeAlias = TableOdds | DiceOdds
"""The odds of a battle."""


def hit(odds: Odds, side: str) -> float:
    """The chance that the `defender` or the `attacker` is hit."""
    struck = (one.chance for one in odds.results if (one.defender if side == "defender" else one.attacker).harm)
    return round(min(1.0, sum(struck)), 4)


def span(columns: Mapping[str, float]) -> tuple[str, str]:
    """The lowest and the highest possible column."""
    names = list(columns)
    return names[0], names[-1]


# -- the board --------------------------------------------------------------------------------


class Places(Protocol):
    """The places of a title by number: first those on the map, then the boxes off it."""

    @property
    def names(self) -> Sequence[str]:
        """The names, as in the lexicon."""

    @property
    def at(self) -> Mapping[str, int]:
        """The number of each place by name."""

    @property
    def box(self) -> int:
        """The number of the first place off the map."""

    @property
    def neighbours(self) -> Sequence[Bits]:
        """The neighbours of each place."""


@dataclass(frozen=True)
class BoardSpec:
    """The board a title is played on, and how it looks."""

    map: HexMap | AreaMap
    places: Places
    sheet: SheetData
    insets: Mapping[str, HexMap] = field(default_factory=dict)  # parts of the map at another scale, by name
    pieces: Literal["counters", "blocks"] = "counters"
    faces: Mapping[str, str] = field(default_factory=dict)  # what a block may turn out to be: names by their ids
    gates: Mapping[str, frozenset[str]] = field(default_factory=dict)  # by side: the hexes where units arrive
    worth: Mapping[str, int] = field(default_factory=dict)  # the points for a hex that are printed on the map
    sides: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # places that are hexsides, such as bridges
    names: Mapping[str, str] = field(default_factory=dict)  # the names of such places

    def called(self, place: str) -> str:
        """What a place is called on the map, with its number; the number alone if it has no name."""
        if isinstance(self.map, AreaMap):
            return self.map.names.get(place, place)
        name = next((one.places[place].name for one in self.maps if place in one.places), "")
        return f"{name} ({place})" if name else place

    @property
    def maps(self) -> tuple[HexMap, ...]:
        """The main map and its insets, if they are hex maps."""
        return (self.map, *self.insets.values()) if isinstance(self.map, HexMap) else ()

    @property
    def lattice(self) -> Board | None:
        """The places as a hex lattice, if they form one."""
        return self.places if isinstance(self.places, Board) else None


# -- benchmarks -------------------------------------------------------------------------------

Timed: TypeAlias = tuple[Callable[[], object], int]
"""A function to time, and the number of operations in one call."""


class ReachProblem(NamedTuple):
    """Where a unit can go, as a shortest-path problem that other libraries can solve too."""

    start: int
    points: int
    solve: Callable[[], Bits]  # our own solution: the places in reach
    edges: tuple[tuple[int, int, int], ...]  # from, to, cost
    passable: Callable[[int, int], bool]  # whether the step may be taken in this position


class Benchmark(NamedTuple):
    """What `grognard bench` measures for a title besides whole games, and the goals."""

    step: str = ""  # operations are timed in the middle position of a game at this step; at any step if empty
    operations: Callable[[Any], Mapping[str, Timed]] = lambda _s: {}
    reach: Callable[[], Sequence[ReachProblem]] | None = None
    goals: Mapping[str, float] = MappingProxyType({})
    """By scenario: games per second as a multiple of python-chess; by operation: microseconds; `reach`: a multiple."""


# -- the title --------------------------------------------------------------------------------

Origins: TypeAlias = Mapping[str, Mapping[str, Mapping[str, str]]]
"""The source of every datum: by map, charts, counters and set-ups, then by layer, then by datum."""


def no_odds(_s: Any, _action: Action | None, _support: int) -> None:
    """The odds function of a title without combat."""


@dataclass(frozen=True, kw_only=True)
class Wargame(Title[S]):
    """A title with its player aids, odds and board."""

    board: BoardSpec
    aids: Aids = Aids()
    odds: Callable[[S, Action | None, int], Odds | None] = no_odds  # of an action, or of the current battle
    origins: Origins = field(default_factory=dict)
    benchmark: Callable[["Wargame[S]"], Benchmark] = lambda _title: Benchmark()
    opponents: Callable[[], Opponents] = no_opponents  # called when a computer first plays the title
    introduction: Introduction = Introduction()
    guide: Guide | None = None  # to a first turn
    edition: Edition | None = None  # the rules and data it was built from; `Game.build` fills it in
    texts: Mapping[str, str] = field(default_factory=dict)  # the texts of these data
    set_up_steps: frozenset[str] = frozenset()  # the steps in which players place units before the first turn
    placing_steps: frozenset[str] = frozenset()  # and those later on in which a player may have to place many


class Identity(TypedDict):
    """The fields of a title that follow from its game and its packs."""

    name: str
    full: str
    about: str
    home: str
    rulebook: Rulebook
    packs: tuple[str, ...]
    origins: Origins
    sources: Mapping[str, Mapping[str, int]]
    introduction: Introduction
    guide: Guide | None


def identity(game: Game, packs: Iterable[Pack], origins: Origins = MappingProxyType({})) -> Identity:
    """The names and origin of a title, to be passed on as `Wargame(**identity(game, packs), ...)`."""
    return Identity(
        name=game.name,
        full=game.full,
        about=game.about,
        home=game.package,
        rulebook=game.rulebook,
        packs=tuple(pack.label for pack in packs),
        origins=origins,
        sources={layer: tally(items) for part in origins.values() for layer, items in part.items() if items},
        introduction=game.introduction,
        guide=game.guide,
    )


def chapter_of(s: State) -> str:
    """The heading for the current decision: in the title's own words, or the name of the step in its sequence."""
    find, frame = wargame(s).aids.chapter, s.stack[0] if s.stack else s
    return find(s) if find else frame.flow.label(frame.at)


def wargame(of: State | Table) -> Wargame[Any]:
    """The title of a position or table, as a `Wargame`."""
    title = of.title
    assert isinstance(title, Wargame), f"{title.name} has no board, odds or aids"
    return title
