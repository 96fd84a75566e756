"""Computers at the terminal and in the engine: which sides they play, and what is shown of it."""

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from rich.console import Group, RenderableType
from rich.text import Text

from ...core.action import CHANCE, Player
from ...core.dice import Dice
from ...core.table import Table
from ...core.title import Bad
from ...opponents import LEVELS, Budget, Mind, Seat, Thought, opponent
from . import words
from .reply import Reply
from .session import Session

LIVE = 10.0  # maximum seconds per decision in live play
MOST = 5000  # maximum decisions in a row


class Thinkers:
    """The opponents at some tables; each is kept as long as its table."""

    def __init__(self) -> None:
        self._minds: WeakKeyDictionary[Table, dict[tuple[Player, str], Mind]] = WeakKeyDictionary()

    def think(
        self,
        table: Table,
        level: str,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        seed: object = None,
        stop: Callable[[], bool] | None = None,
    ) -> Thought:
        """What a level would do now for the player who decides; it stops thinking when `stop` returns True."""
        who, found = table.decider, opponent(level)
        if who < 0:
            raise Bad("the dice decide now" if who == CHANCE else "the game is over")
        minds = self._minds.setdefault(table, {})
        mind = minds.setdefault((who, level), found.sit())
        chance = Dice(f"{seed} {len(table.journal)}").pick
        return mind.choose(Seat(table.state, who), Budget(nodes or found.nodes, seconds, stop), chance)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Within this context, Ctrl-C makes the computer play the best action so far; a second one interrupts as usual."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return
    before = signal.getsignal(signal.SIGINT)

    def hurry(number: int, frame: object) -> None:
        asked.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, hurry)
    try:
        with _keys_signal():
            yield asked.is_set
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _keys_signal() -> Iterator[None]:
    """Make Ctrl-C a signal again while the computer thinks; in full-screen mode it is a plain key."""
    if sys.platform == "win32" or sys.stdin is None or not sys.stdin.isatty():
        yield
        return
    import termios

    there = sys.stdin.fileno()
    modes = termios.tcgetattr(there)
    signals = [*modes[:3], modes[3] | termios.ISIG, *modes[4:]]
    termios.tcsetattr(there, termios.TCSANOW, signals)
    try:
        yield
    finally:
        termios.tcsetattr(there, termios.TCSANOW, modes)


class Computers:
    """The sides of one game that the computer plays."""

    def __init__(self, levels: Mapping[Player, str], seed: object = None) -> None:
        for level in levels.values():
            opponent(level)
        self.levels, self.seed = dict(levels), seed
        self.tell: Callable[[RenderableType], None] | None = (
            None  # if set, called at once with what would be shown later
        )
        self._thinkers = Thinkers()

    def go(self, session: Session) -> tuple[RenderableType, ...]:
        """Play while a computer has to decide; returns the news, with the reasons that are new."""
        parts = list[RenderableType]()
        told, last = 0, (CHANCE, "")
        for _ in range(MOST):
            if not self.due(session):
                break
            try:
                with interruptible() as stop:
                    thought = self.think(session, stop)
            except KeyboardInterrupt:
                parts.append(Text("The computer has paused; press Enter to continue.", "dim"))
                break
            reason = (session.table.decider, thought.why)
            parts += self.play(session, thought, again=reason == last)
            last = reason
            if self.tell:
                for part in parts[told:]:
                    if part:
                        self.tell(part)
                told = len(parts)
        return tuple(parts[told:])

    def due(self, session: Session) -> bool:
        """Whether a computer has to decide."""
        return not session.state.over and session.table.decider in self.levels

    def think(self, session: Session, stop: Callable[[], bool]) -> Thought:
        """The computer's next action, without playing it."""
        table = session.table
        return self._thinkers.think(table, self.levels[table.decider], seconds=LIVE, seed=self.seed, stop=stop)

    def play(self, session: Session, thought: Thought, *, again: bool = False) -> list[RenderableType]:
        """Play a thought; returns the news, with the reason unless it is repeated."""
        table = session.table
        who, before = table.decider, len(table.journal)
        table.play(thought.action, who)
        viewer = session.viewer
        news = words.news(table.journal[before:], viewer)
        text = "" if news else f" {table.journal[before].heard_by(viewer)[0]}."
        secret = table.title.fogged and viewer not in (None, who)  # a reason may reveal hidden information
        why = "" if secret or again else f" {thought.why}"
        session.look_at(table.journal[before])
        said = Text(f"{table.title.players[who].title()}:{text}{why}" if text or why else "", "dim")
        return [said, Group(*news), *session.keep()]

    def seat(self, session: Session) -> None:
        """Take seats in a game: the other sides are at the keyboard, and the record notes who plays."""
        players = session.table.title.players
        session.sides = tuple(n for n in range(len(players)) if n not in self.levels)
        session.header["computers"] = " ".join(f"{players[n]} {level}" for n, level in sorted(self.levels.items()))

    def say(self, session: Session, reply: Reply) -> Reply:
        """A reply, followed by what the computer did."""
        if session.over or session.question is not None:
            return reply
        if self.tell:
            for part in reply.parts:
                self.tell(part)
            reply = Reply((), reply.kind)
        parts = self.go(session)
        return Reply((*reply.parts, *parts), "news") if parts else reply


def seats(players: Sequence[str], said: Sequence[str]) -> dict[Player, str]:
    """Parse and check options such as `--german regular`."""
    out: dict[Player, str] = {}
    left = [part for word in said for part in (word.split("=", 1) if word.startswith("--") else [word])]
    while left:
        name = left.pop(0)
        if not name.startswith("--") or name[2:] not in players:
            options = ", ".join(f"--{player} LEVEL" for player in players)
            raise Bad(f"{name!r} is not an option here; to choose a side: {options}")
        if not left:
            raise Bad(f"{name} needs a level")
        out[players.index(name[2:])] = opponent(left.pop(0)).name
    return out


def apart(said: Sequence[str]) -> tuple[str, list[str]]:
    """Separate the title, wherever it is, from the other words, such as `--german regular`."""
    title, others, value = "", list[str](), False
    for word in said:
        if title or value or word.startswith("-"):
            others.append(word)
            value = word.startswith("-") and "=" not in word
        else:
            title = word
    return title, others


def remembered(players: Sequence[str], text: str) -> list[str]:
    """The computers named in a record, as command-line options; empty if they cannot be read."""
    said = text.split()
    pairs = list(zip(said[::2], said[1::2], strict=False))
    return [word for side, level in pairs if side in players and level in LEVELS for word in (f"--{side}", level)]
