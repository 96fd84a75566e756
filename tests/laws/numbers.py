"""Every number of a title's data, changed one at a time: what is offered stays what is legal, and something follows.

A number is a leaf of the data files: a whole number, a cost or an odds ratio in quotes, a cell of the combat results,
the values on a counter. Of things that are all read alike (counters of one type, cells of one row) the first stands
for all. `Bench` holds a title's positions and what the title as shipped says in them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache, cached_property
from itertools import islice, pairwise
from json import dumps
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from grognard.core import notation, record, view
from grognard.core.action import CHANCE, Action
from grognard.core.table import Entry, Table
from grognard.core.title import Bad
from grognard.kit.load.pack import Pack
from grognard.kit.load.toml import DataError, read_toml
from grognard.kit.table import Wargame
from grognard.titles import GAMES, TITLES, load
from tests.laws import laws
from tests.laws.attempts import changed
from tests.laws.moments import moments
from tests.perft.perft import entries

FILES = ("tables.toml", "scenarios.toml", "units.toml")
RECORDS = Path(__file__).parent.parent / "records"
EACH = 8  # positions of the records at each step
TRIES = 4  # legal actions asked about in a position, and as many illegal ones
STRETCH = 8  # actions played on from a position
STRETCHES = 14  # of them for each number
FEW = 12  # actions asked about in a small position, and outcomes of chance
ENDS = 60  # positions at the end of a turn or of a game
MOST = 600  # actions of a small position
EVEN = {13: 3, 10: 2, 7: 2}  # the column that stands for all in a row of so many: even odds, or a strength of 25
RESULT = re.compile(r"(?:-|\d?(?:S?\*)?(?:R#?)?)/(?:-|\d?(?:S?\*)?(?:R#?)?)")  # steps, a Special Result, a retreat
OPENING = 220  # actions from the start of a scenario

_NEVER = "no ground unit is ever attacked there (8.31, 8.43)"
_HARBOR = "no ground unit comes to the harbor: all its hexsides are sea"
_STATED = "what the set-up comes to by the rules, as the scenario states it; a test compares them"
_STAFFS = ("headquarters", "motor headquarters")
_RUSSIANS = ("rifle", "militia", "brigade", "tank", "motorized division", "guerrilla", "worker")
_STALINGRAD = ("rifle", "guards", "tank corps", "nkvd", "worker")
DEAD = {
    "leningrad79 units counters.soviet.fort": "how many forts there are: the loader holds the schedule against it",
    "assault_leningrad tables terrain.leningrad.defense.german": _NEVER,
    "assault_leningrad tables terrain.leningrad.defense.russian": _NEVER,
    "assault_leningrad tables terrain.interior.cost.guerrilla": "Guerrillas are Russian, and Russians pay another cost",
    **{
        f"assault_leningrad tables terrain.harbor.{key}": _HARBOR
        for key in ("cost.foot", "cost.motor", "cost.guerrilla", "defense.german", "defense.russian")
    },
    **{f"assault_leningrad units types.{kind}.points": "its factor is nothing" for kind in _STAFFS},
    **{f"assault_leningrad units types.{kind}.points": "only German losses score" for kind in _RUSSIANS},
    **{
        f"assault_stalingrad units types.{kind}.points": "losses score nothing (19.9)"
        for kind in ("panzer", "motorized", "infantry", "rumanian", *_STAFFS, *_STALINGRAD)
    },
    **{
        f"assault_stalingrad units types.{kind}.steps": "a counter with one side is always allowed (19.21)"
        for kind in (*_STAFFS, "worker")
    },
    "assault_stalingrad scenarios campaign.refill.last_draw": "the loader holds the draws of each turn against it",
    "assault_stalingrad tables terrain.city.defense.german": _NEVER,
    "assault_stalingrad tables terrain.city.defense.russian": _NEVER,
    **{
        f"demyansk tables crt.cell.{n}.die": "names a cell for its source; the results are in the rows"
        for n in range(4)
    },
    **{f"demyansk scenarios scenario.{n}.number": "the number in the rulebook names the scenario" for n in range(3)},
    "demyansk tables numbers.overkill.value": "no cell of our CRT takes a step of the attacker and two of the defender",
    "leningrad41 tables fortification.cost.objective": "no objective of our map is fortified",
    **{f"moscow41 scenarios scenario.{n}.value.{side}": _STATED for n in (0, 2, 3) for side in ("german", "soviet")},
}
"""Numbers that change nothing in play, and why that is right."""

Path_ = tuple[str | int, ...]


class Number(NamedTuple):
    """A number of a data file, and what it is changed to, one after the other."""

    title: str
    file: str
    path: Path_
    value: int | str
    others: tuple[int | str, ...]

    def __str__(self) -> str:
        return f"{self.title} {self.file.removesuffix('.toml')} {'.'.join(map(str, self.path))}"


# -- which numbers there are ------------------------------------------------------------------


@cache
def numbers(title: str) -> list[Number]:
    """Every number of a title that is changed, in the order of its files."""
    out = []
    for file in FILES:
        alike: set[tuple[Any, ...]] = set()
        for path, value in _leaves(read_toml(GAMES[title].text(file), file).values, (), alike):
            if others := _others(path, value):
                out.append(Number(title, file, path, value, others))
    return out


def _leaves(value: Any, path: Path_, alike: set[tuple[Any, ...]]) -> Iterator[tuple[Path_, Any]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key), alike)
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            if path[-2:-1] == ("die",) and path[0] == "crt":
                if n != EVEN[len(value)]:
                    continue
            elif isinstance(inner, Mapping) and ("type" in inner or "kind" in inner) and "turn" not in inner:
                kind = (path[0], *(inner.get(key) for key in ("type", "kind", "size", "fire")))
                if kind in alike:
                    continue
                alike.add(kind)
            yield from _leaves(inner, (*path, n), alike)
    else:
        yield path, value


def _others(path: Path_, value: Any) -> tuple[int | str, ...]:
    """What a leaf is changed to; nothing if it is no number."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return ()
    if isinstance(value, int):
        return value + 1, value - 1
    if path[0] == "crt" and "die" in path and (found := re.fullmatch(r"([-\dAE]+)/([-\dE]+)|[AD]E", value)):
        return tuple(cell for cell in (("1/2", "-/1") if found[1] else ("2/1", "1/-")) if cell != value)
    if path[:2] == ("crt", "die") and value in ("E", "-"):
        return ("-",) if value == "E" else ("E",)
    if path[-1] == "value" and (found := re.fullmatch(r"(\(?)(\d+)(.*-)(\d+|U)", value)):
        stronger = f"{found[1]}{int(found[2]) + 1}{found[3]}{found[4]}"
        return (stronger,) if found[4] == "U" else (stronger, f"{found[1]}{found[2]}{found[3]}{int(found[4]) + 1}")
    if path[0] == "crt" and RESULT.fullmatch(value):
        return tuple(cell for cell in ("2R/-", "S*/2R#") if cell != value)
    if path[-1] in ("foot", "motor", "guerrilla") and "sources" not in path:
        return {"1": ("2",), "1/2": ("1",), "1/3": ("1/2",), "2": ("3", "1"), "3": ("4", "2"), "4": ("5", "3")}[value]
    if path[-1] in ("front", "back", "sub", "sub_back") and (found := re.fullmatch(r"(\d+)-(\w)-(\d+)", value)):
        factor, class_, movement = int(found[1]), found[2], int(found[3])
        return f"{factor + 1}-{class_}-{movement}", f"{factor}-{class_}-{movement + 1}"
    if path[:2] == ("crt", "automatic") and (found := re.fullmatch(r"(\d+):1", value)):
        return (f"{int(found[1]) + 1}:1",)
    if path[:2] == ("forecast", "track") and value.isdigit():
        return (str(int(value) + 1),)
    return ()


def with_number(number: Number, value: int | str) -> Wargame[Any]:
    """The title with the number changed; a `DataError` if its loader refuses it."""
    text = GAMES[number.title].text(number.file)
    shipped = read_toml(text, number.file)
    values: Any = deepcopy(dict(shipped.values))
    inner = values
    for key in number.path[:-1]:
        inner = inner[key]
    inner[number.path[-1]] = value
    theirs = shipped._replace(values={**values, "replace": True}, pack="changed")
    return load(number.title, [Pack("changed", number.title, "000000", shipped, {number.file: theirs})])


def read(title: Wargame[Any], text: str) -> Any:
    """A position of the title."""
    return notation.read({title.name: title}, text)


# -- where it is looked at --------------------------------------------------------------------


class Place(NamedTuple):
    """A position as text, and actions to ask about in it."""

    text: str
    actions: tuple[Action, ...]


class Bench:
    """A title as shipped: its positions, those of so many recorded games among them, and what it says in each."""

    def __init__(self, name: str, records: int | None) -> None:
        self.records = records
        self.title: Wargame[Any] = TITLES[name]
        self.said: dict[int, dict[str, str]] = {}
        self.openings: dict[str, str] = {}
        self.small = [*(entry.text for entry in entries(name)), *moments(name)]

    @cached_property
    def places(self) -> list[Place]:
        """Small positions, and those of every step of the recorded games, from every part of a game."""
        random, title = Random(f"numbers {self.title.name}"), self.title
        said: list[tuple[str, Action | None]] = [(text, None) for text in self.small]
        ends: list[tuple[str, Action | None]] = []
        found: dict[str, list[Entry]] = {}
        paths = sorted(RECORDS.glob(f"{title.name}/*.rec"))
        every = len(paths) // self.records if self.records else 1
        games = [record.read(TITLES, path.read_text("utf-8")).table for path in paths[::every]]
        for table in games:
            steps: dict[str, list[Entry]] = {}
            for entry in table.journal:
                steps.setdefault(title.step(entry.before).name, []).append(entry)
            for step, moves in steps.items():
                found.setdefault(step, []).extend(random.sample(moves, min(3, len(moves))))
            ends += [*_turns(table), (notation.write(table.state), None)]
        for step in found:
            random.shuffle(found[step])
        moments = [at[n] for n in range(EACH) for at in found.values() if n < len(at)]
        said += [
            *random.sample(ends, min(ENDS, len(ends))),
            *((notation.write(entry.before), entry.action) for entry in moments),
        ]
        return [Place(text, self._asked(text, action, random)) for text, action in said]

    def _asked(self, text: str, played: Action | None, random: Random) -> tuple[Action, ...]:
        s = read(self.title, text)
        out = [] if played is None else [played]
        if s.over:
            return ()
        if self.title.decider(s) == CHANCE or text in self.small:
            out += [*islice(self.title.actions(s), FEW), Action("done")]
        for _ in range(TRIES):
            action = self.title.sample(s, random.randrange, 10)
            out += [action, changed(self.title, s, action, random)]
        return tuple(dict.fromkeys(out))

    def shipped(self, n: int) -> dict[str, str]:
        """What the title as shipped says in a position."""
        if n not in self.said:
            self.said[n] = dict(says(self.title, self.places[n]))
        return self.said[n]

    def opening(self, scenario: str) -> str:
        """How a scenario of the title as shipped begins."""
        if scenario not in self.openings:
            self.openings[scenario] = opening(self.title, scenario)
        return self.openings[scenario]

    def follows(self, title: Wargame[Any], openings: bool) -> str:
        """What first differs from the title as shipped, where; empty if nothing does."""
        if title.lexicon != self.title.lexicon and title.lexicon.pieces != self.title.lexicon.pieces:
            return "pieces"
        if openings and (found := self._openings(title)):
            return found
        for n, place in enumerate(self.places):
            shipped = self.shipped(n)
            for name, said in says(title, place):
                if said != shipped.get(name):
                    return f"{name} in position {n}"
        return "" if openings else self._openings(title)

    def _openings(self, title: Wargame[Any]) -> str:
        for scenario in title.scenarios:
            if opening(title, scenario) != self.opening(scenario):
                return f"opening of {scenario}"
        return ""


def _turns(table: Table) -> Iterator[tuple[str, Action]]:
    """The decisions of a game that end its turns, the last one too."""
    turns: list[int] = [getattr(entry.before, "turn", 0) for entry in table.journal]
    for entry, (turn, after) in zip(table.journal, pairwise(turns), strict=False):
        if turn != after:
            yield notation.write(entry.before), entry.action
    yield notation.write(table.journal[-1].before), table.journal[-1].action


def opening(title: Wargame[Any], scenario: str) -> str:
    """A scenario set up and begun at random, always by the same chances."""
    s, random = title.start(scenario), Random(f"opening {scenario}")
    first = notation.write(s)
    for _ in range(OPENING):
        if not s.over:
            title.play(s, title.sample(s, random.randrange, 0))
    return first + notation.write(s)


@cache
def bench(name: str, records: int | None = None) -> Bench:
    """The bench of a title, with so many of its recorded games, or all."""
    return Bench(name, records)


def says(title: Wargame[Any], place: Place) -> Iterator[tuple[str, str]]:
    """Everything a title says in a position: what may be done, why not, what comes of it, and its aids."""
    try:
        s = read(title, place.text)
    except Bad as refused:
        yield "refusal", str(refused)
        return
    yield "position", notation.write(s)
    yield "prompt", dumps(view.ask(s))
    aids = title.aids
    yield "status", repr((aids.status(s), aids.arrivals(s), aids.tracks(s)))
    yield "tally", repr([(aids.tally(s, side), aids.steps(s, side)) for side in (0, 1)])
    if s.over:
        return
    for verb, _ in title.verbs(s):
        yield f"choices of {verb.name}", dumps(view.choices(s, verb, ()))
    yield "odds", repr(title.odds(s, None, 0))
    for n, action in enumerate(place.actions):
        yield from ((f"{what} of action {n}", said) for what, said in _asked_about(title, s, action))
    for piece in range(0, len(s.place), 3):
        yield f"portrait {piece}", repr(title.portrait(s, piece))
        yield f"reach of {piece}", repr(aids.reach(s, 1 << piece))
        if aids.trace is not None:
            yield f"supply of {piece}", repr(aids.trace(s, piece))


def _asked_about(title: Wargame[Any], s: Any, action: Action) -> Iterator[tuple[str, str]]:
    why = title.explain(s, action)
    yield "objections", repr([(one.clause, one.text) for one in why])
    verb = title.step(s).verb(action.verb)
    if why or verb is None:
        return
    for n in range(1, len(action.args)):
        yield f"choice {n}", dumps(view.choices(s, verb, action.args[:n]))
    yield "cost", repr(title.aids.cost(s, action))
    yield "odds", repr(title.odds(s, action, 0))
    after = s.copy()
    after.log = []
    title.play(after, action)
    yield "end", notation.write(after) + repr(title.outcome(after) if after.over else "")
    yield "diary", repr(view.heard(after, after.log, None))


# -- the law ----------------------------------------------------------------------------------


def offered_is_legal(title: Wargame[Any], places: Iterable[Place], random: Random) -> None:
    """Play on from positions: whatever is offered is legal and can be finished, whatever is not has a reason."""
    for place in places:
        try:
            s = read(title, place.text)
        except Bad:
            continue  # no position of this title
        for _ in range(STRETCH):
            if s.over:
                break
            if title.decider(s) == CHANCE:
                laws.weights_are_positive(title, s)
            laws.some_action(title, s, most=6)
            action = title.sample(s, random.randrange, 10)
            laws.consistent(title, s, action)
            laws.consistent(title, s, changed(title, s, action, random))
            laws.text_round_trips(title, s, action)
            title.play(s, action)


def all_offered_are_legal(title: Wargame[Any], places: Iterable[Place]) -> None:
    """In small positions: nothing that is offered is objected to."""
    for place in places:
        try:
            s = read(title, place.text)
        except Bad:
            continue
        for action in islice(title.actions(s), MOST):
            if why := title.explain(s, action):
                laws.broken(s, "offered => no objection", f"{title.text(s, action)}: {why}")


class Finding(NamedTuple):
    """What came of changing a number."""

    number: Number
    built: int  # the changed values the loader took
    follows: str  # what differs first
    troubles: tuple[str, ...]


def tried(number: Number, records: int | None = None) -> Finding:
    """Change a number every way there is, and hold the title against the law each time."""
    at, built, follows, troubles = bench(number.title, records), 0, "", []
    for value in number.others:
        random = Random(f"{number} {value}")
        try:
            title = with_number(number, value)
            built += 1
            places = random.sample(at.places, STRETCHES)
            offered_is_legal(title, places, random)
            all_offered_are_legal(title, at.places[: len(at.small)])
            follows = follows or at.follows(title, number.file == "scenarios.toml")
        except DataError:
            continue
        except Exception as wrong:  # whatever it is, it is a finding
            troubles.append(f"{number} = {value!r}: {type(wrong).__name__} {wrong}")
    return Finding(number, built, follows, tuple(troubles))


def rotation(title: str, count: int, turn: int) -> list[Number]:
    """So many numbers of a title, evenly spread; another turn gives others, and all turns all of them."""
    every = numbers(title)
    step = -(-len(every) // count)
    return every[turn % step :: step]


def summary(findings: Iterable[Finding]) -> Counter[str]:
    """How many numbers followed, were refused by the loader, or did nothing."""
    return Counter("followed" if one.follows else "refused" if not one.built else "dead" for one in findings)
