"""The journal of a game: every action, what was said about it, and the position before it.

A journal stores only some of the positions; the others are found again by playing on from there. What was said about
an action of a stored game is worked out when somebody asks.
"""

from collections import deque
from typing import NamedTuple

from .action import PUBLIC, Action, Player
from .state import Note, State
from .view import Line, heard, told

STORED = 50  # the position before every so many actions is stored
RECENT = 100  # other positions kept in memory, of all games together


class Said(NamedTuple):
    """The text of an action and its diary lines, and under fog the same as told to each player, then to the public."""

    text: str
    lines: tuple[Line, ...]
    told: tuple[tuple[str, tuple[Line, ...]], ...] = ()


class Entry:
    """One action of the journal."""

    __slots__ = ("_before", "_said", "action", "player", "previous")

    def __init__(
        self, previous: "Entry | None", player: Player, action: Action, before: State | None, said: Said | None
    ) -> None:
        self.previous = previous
        self.player = player
        self.action = action
        self._before = before
        self._said = said

    @property
    def before(self) -> State:
        """The position before the action; not to be changed."""
        later: list[Entry] = []
        entry = self
        while (state := entry._before) is None:
            later.append(entry)
            assert entry.previous is not None
            entry = entry.previous
        while later:
            state = state.copy()
            state.title.play(state, entry.action)
            entry = later.pop()
            entry._before = state
            _remember(entry)
        return state

    @property
    def said(self) -> Said:
        """What was said about the action."""
        if self._said is None:
            self._said = carry_out(self.before, self.action)[1]
        return self._said

    @property
    def text(self) -> str:
        """The text of the action."""
        return self.said.text

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its diary lines, as the referee is told them."""
        return self.said.lines

    def heard_by(self, player: Player | None) -> tuple[str, tuple[Line, ...]]:
        """Text and diary lines as told to a player, to the public, or with None to the referee."""
        said = self.said
        if not said.told or player is None:
            return said.text, said.lines
        return said.told[-1 if player == PUBLIC else player]


def add(journal: list[Entry], player: Player, action: Action, before: State, said: Said | None) -> None:
    """Append an action; `before` must not change any more if its position is to be stored."""
    stored = len(journal) % STORED == 0
    entry = Entry(journal[-1] if journal else None, player, action, before if stored or said else None, said)
    journal.append(entry)
    if said and not stored:
        _remember(entry)


def carry_out(before: State, action: Action) -> tuple[State, Said]:
    """Play a legal action: the position after it, and what is said about it."""
    title = before.title
    viewers = (*range(len(title.players)), PUBLIC) if title.fogged else ()
    text, texts = title.text(before, action), [told(before, action, viewer) for viewer in viewers]
    after = before.copy()
    notes: list[Note] = []
    after.log = notes
    title.play(after, action)
    after.log = None
    lines = heard(after, notes, None)
    each = (heard(after, notes, viewer) for viewer in viewers)
    shared = [lines if own == lines else own for own in each]  # equal lines are stored once
    return after, Said(text, lines, tuple(zip(texts, shared, strict=True)))


_recent: deque[Entry] = deque()


def _remember(entry: Entry) -> None:
    """Keep an entry's position for a while."""
    _recent.append(entry)
    while len(_recent) > RECENT:
        _recent.popleft()._before = None
