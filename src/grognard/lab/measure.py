"""Measuring a recorded game: its end, the state after every turn, which clauses fired, and who held which places.

A record is replayed without checking its actions; the final position must be the one that its last line names. So a
game is measured in a fraction of the time it took to play.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..core import record
from ..core.action import Action
from ..core.bits import Bits, bits, scan
from ..core.record import BadRecord
from ..core.state import Note
from ..core.table import Table
from ..kit.load.hex_map import HexMap
from ..kit.table import Wargame
from .clause_counts import Count

JUDGED = 53
"""One action in this many is checked, because some rules only say what is legal and have no other effect."""


class Measured(NamedTuple):
    """The measurements of one game."""

    row: dict[str, Any]
    """The game: scenario, options, who played, who won and how, and the numbers behind it."""
    turns: list[dict[str, Any]]
    """How each turn ended for each side; turn 0 is the set-up."""
    cases: dict[str, int]
    """How often each clause fired as the game was played; clauses that never did are left out."""
    judged: dict[str, int]
    """How often each clause was weighed when one action in `JUDGED` was checked again."""
    ground: dict[str, dict[str, str]]
    """What each side held at the end of each turn: a set of places, see `packed`."""


def land(title: Wargame[Any]) -> Bits:
    """The places of a title's map that are not all water."""
    found, board = title.lexicon.places, title.board.map
    if isinstance(board, HexMap):
        return bits(n for n, name in enumerate(found) if board.land(name))
    return bits(n for n, name in enumerate(found) if name in board.terrain)


def packed(places: Bits) -> str:
    """A set of places as hexadecimal text; the bits are the numbers of the places in the title's lexicon."""
    return f"{places:x}"


def unpacked(text: str) -> Bits:
    """The set of places that a text encodes."""
    return int(text, 16)


def measure(title: Wargame[Any], game: str | Table, actions: Sequence[Action] = ()) -> Measured:
    """Measure a game: its record, or a table at which it was played.

    The header of a record provides columns of the row: `game`, `seed`, and who played each side. If the actions are
    known, pass them: then the lines need not be parsed.
    """
    meter = Meter(title)
    if isinstance(game, Table):
        with meter.counting:
            meter.begin(game.first.copy() if game.from_position else _again(game))
            for entry in game.journal:
                meter.play(entry.action)
        return meter.measured({})
    with meter.counting:
        begun = record.begin({title.name: title}, game)
        meter.begin(begun.table.state)
        if actions:
            for action in actions:
                meter.play(action)
        last = len(begun.lines) if actions else _played(meter, begun)
    _agrees(meter, begun, last)
    return meter.measured(begun.header)


def _again(table: Table) -> Any:
    """The game of a table, set up again."""
    first = table.first
    return table.title.start(first.scenario, dict(option.split("=", 1) for option in first.options))


def _played(meter: "Meter", begun: record.Begun) -> int:
    """Play the lines of a record and return the number of the last one, which says how it ends."""
    title, names = meter.title, ("chance", *meter.title.players)
    for n, line in enumerate(begun.lines[begun.at :], begun.at + 1):
        if line.startswith("--"):
            return n
        who, _, said = line.partition(" ")
        if who not in names:
            raise BadRecord(f"line {n}: {who!r} is not a player of {title.name}: {', '.join(names)}")
        try:
            meter.play(title.parse(meter.state, said))
        except ValueError as wrong:
            raise BadRecord(f"line {n}: {wrong}") from None
    raise BadRecord(f"line {len(begun.lines)}: the record was cut off after this line")


def _agrees(meter: "Meter", begun: record.Begun, last: int) -> None:
    found = record.LAST.fullmatch(begun.lines[last - 1])
    outcome = meter.title.outcome(meter.state)
    if outcome is None:
        raise BadRecord(f"line {last}: the game is not over")
    if not found or (found["level"], found["mark"]) != (outcome.level, record.mark(meter.state)):
        raise BadRecord(f"line {last}: the game does not end as the record says")


class Meter:
    """Measures a game while it is played."""

    def __init__(self, title: Wargame[Any]) -> None:
        self.title, self.players = title, range(len(title.players))
        self.counting = Count(title)
        self.cases = self.counting.found
        self.judged: dict[str, int] = {}
        self.turns: list[dict[str, Any]] = []
        self.ground: dict[str, dict[str, str]] = {}
        self.land = land(title)
        self.ruled = "control" in title.aids.overlays  # by its rules every place belongs to a side
        self.held: list[Bits] = [0 for _ in self.players]
        self.lost = [0 for _ in self.players]
        self.actions, self.who = 0, -1

    def begin(self, s: Any) -> None:
        """Start measuring a game before its first action; this state is played on."""
        self.state = s
        self.steps = [self.title.aids.steps(s, side) for side in self.players]

    def play(self, action: Action) -> None:
        """Play an action and measure its effects."""
        title, s, aids = self.title, self.state, self.title.aids
        cases, turn = self.cases, aids.turn(s)
        if self.actions % JUDGED == 0:
            with self.counting.aside(self.judged):
                title.explain(s, action)
                aids.cost(s, action)
        for clause in aids.uses(s, action):
            cases[clause] = cases.get(clause, 0) + 1
        notes: list[Note] = []
        s.log = notes
        title.play(s, action)
        s.log = None
        for note in notes:
            cases[note.clause] = cases.get(note.clause, 0) + 1
        for side in self.players:
            steps = aids.steps(s, side)
            if steps < self.steps[side]:
                self.lost[side] += self.steps[side] - steps
            self.steps[side] = steps
        self.actions += 1
        if s.over:
            title.outcome(s)  # it has clauses of its own
        who = title.decider(s)
        if who >= 0 and who != self.who:
            self.who = who
            self._hold()
        if aids.turn(s) != turn or s.over:
            self._turn(turn)

    def _hold(self) -> None:
        """Update the places held: a place belongs to the side that held it last."""
        now = [self.title.aids.ground(self.state, side) & self.land for side in self.players]
        for side in self.players:
            for other in self.players:
                if other != side:
                    self.held[side] &= ~now[other]
            self.held[side] |= now[side]

    def _turn(self, turn: int) -> None:
        """Record the end of a turn, or of the set-up."""
        s, aids, names = self.state, self.title.aids, self.title.players
        self._hold()
        if not self.turns:
            self.held = shared(self.held, self.land, self.title.board.places.neighbours)
        if len(self.players) == 2 and not self.ruled:
            live = [aids.ground(s, side) for side in self.players]
            self.held = joined(self.held, live, self.title.board.places.neighbours)
        found = [aids.tally(s, side) for side in self.players]
        points = [one.get("points", 0) for one in found]
        for side in self.players:
            self.turns.append(
                {
                    "turn": turn,
                    "side": names[side],
                    **found[side],
                    "margin": points[side] - max(p for other, p in enumerate(points) if other != side),
                    "steps": self.steps[side],
                    "losses": self.lost[side],
                    "ground": self.held[side].bit_count(),
                }
            )
        self.ground[str(turn)] = {names[side]: packed(self.held[side]) for side in self.players}
        self.lost = [0 for _ in self.players]

    def measured(self, header: Mapping[str, str]) -> Measured:
        """The measurements of the game."""
        title, s = self.title, self.state
        outcome = title.outcome(s)
        assert outcome is not None, "the game is not over"
        facts = dict(outcome.facts)
        points = [facts.get(name, 0) for name in title.players]
        row = {
            "game": int(header["game"]) if header.get("game", "").isdigit() else None,
            "seed": header.get("seed", ""),
            "scenario": s.scenario,
            "options": " ".join(s.options),
            **{f"{name}_level": header.get(name, "") for name in title.players},
            "winner": title.players[outcome.winner] if outcome.winner >= 0 else "",
            "level": outcome.level,
            "margin": points[0] - points[1],
            "actions": self.actions,
            "turns": max((one["turn"] for one in self.turns), default=0),
            **{
                f"{name}_losses": sum(one["losses"] for one in self.turns if one["side"] == name)
                for name in title.players
            },
            **{f"points_{name}" if name in title.players else name: value for name, value in facts.items()},
        }
        return Measured(row, self.turns, _sorted(self.cases), _sorted(self.judged), self.ground)


def _sorted(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items()))


# -- ground -----------------------------------------------------------------------------------


def shared(held: Sequence[Bits], land: Bits, around: Sequence[Bits]) -> list[Bits]:
    """Assign unheld land to the nearest side; at equal distance, to neither."""
    out, edge, taken = [*held], [*held], ~land
    for one in held:
        taken |= one
    while any(edge):
        new = [_spread(one, around) & ~taken for one in edge]
        for side, one in enumerate(new):
            others = 0
            for other in (*new[:side], *new[side + 1 :]):
                others |= other
            taken |= one
            edge[side] = one & ~others
            out[side] |= edge[side]
    return out


def joined(held: Sequence[Bits], live: Sequence[Bits], around: Sequence[Bits]) -> list[Bits]:
    """Give places of one side that are cut off from all its units to the other side."""
    kept = []
    for mine, there in zip(held, live, strict=True):
        found = edge = mine & there
        while edge:
            edge = _spread(edge, around) & mine & ~found
            found |= edge
        kept.append(found)
    first, second = kept
    return [first | held[1] & ~second, second | held[0] & ~first]


def _spread(places: Bits, around: Sequence[Bits]) -> Bits:
    """All places adjacent to these."""
    out = 0
    for place in scan(places):
        out |= around[place]
    return out
