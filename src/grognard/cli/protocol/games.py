"""The open games of the engine: starting, joining and closing them, and reading what a request refers to."""

from collections.abc import Callable, Mapping
from hmac import compare_digest
from typing import Any, NamedTuple

from ...core import notation, record
from ...core import view as eyes
from ...core.action import CHANCE, Action, Player, Verb
from ...core.dice import Dice
from ...core.state import State
from ...core.table import UNDO_POLICIES, Entry, Table
from ...core.title import Bad, Title
from ...kit.table import Wargame
from .requests import Fault, Request

MOST_GAMES = 1000
MAIN = "main"  # the handle used when a request names none


class Handle(NamedTuple):
    """A reference to a game from a player's seat, or with None as the referee; with a lock, only its key opens it."""

    table: Table
    seat: Player | None
    lock: str = ""

    def opens(self, key: str) -> bool:
        """Whether this key opens the handle."""
        return not self.lock or compare_digest(*(one.encode("utf-8", "surrogatepass") for one in (self.lock, key)))

    @property
    def state(self) -> State:
        """The position."""
        return self.table.state


class OpenGames:
    """The open games, by handle."""

    def __init__(self, titles: Mapping[str, Wargame[Any]]) -> None:
        self.titles = titles
        self.games: dict[str, Handle] = {}

    # -- games and seats ---------------------------------------------------------------------

    def new(self, said: Request) -> dict[str, Any]:
        """Start a game."""
        title = self._title(said)
        scenario, options = said.text("scenario", next(iter(title.scenarios))), said.options()
        if scenario not in title.scenarios:
            names = ", ".join(title.scenarios)
            raise Fault("unknown-scenario", f"{title.name} has no scenario {scenario!r}; it has: {names}")
        try:
            title.settings(options)
        except Bad as wrong:
            raise Fault("bad-option", str(wrong)) from None
        return self._open(said, lambda: Table(title, scenario, options, seed=said.seed(), rolls=False))

    def position(self, said: Request) -> dict[str, Any]:
        """Start a game from a position."""
        start = self._position(said.text("text"))
        return self._open(said, lambda: Table(start.title, position=start, seed=said.seed(), rolls=False))

    def load(self, said: Request) -> dict[str, Any]:
        """Load a game from its record, or from a position."""
        text = said.text("text")
        if not text.lstrip().startswith("grognard record"):
            return {**self.position(said), "cut": None}
        try:
            replay = record.read(self.titles, text)
        except record.BadRecord as wrong:
            raise Fault("bad-record", str(wrong)) from None
        replay.table.dice = Dice(said.seed())
        return {**self._open(said, lambda: replay.table), "header": dict(replay.header), "cut": replay.cut}

    def _open(self, said: Request, make: Callable[[], Table]) -> dict[str, Any]:
        """Store a table under the requested handle; nothing changes if the request is invalid."""
        name, auto, undo = said.text("game", MAIN), said.flag("auto"), said.text("undo", UNDO_POLICIES[0])
        if undo not in UNDO_POLICIES:
            said.wrong("undo", f"one of {', '.join(UNDO_POLICIES)}")
        said.seed()
        self._room(name)
        if name in self.games:
            self._handle(said)  # a locked game is replaced only with its key
        table = make()
        handle = Handle(table, self._seat(said, table), said.text("lock", ""))
        table.rolls, table.undo_policy = auto, undo
        before = len(table.journal)
        table.settle()
        self.games[name] = handle
        return {"game": name, **self._since(handle, before)}

    def join(self, said: Request) -> dict[str, Any]:
        """Open another handle on a game: the referee for any seat, a player for their own."""
        handle, name = self._handle(said), said.text("as")
        if name in self.games:
            raise Fault("bad-argument", f"the game {name!r} already exists")
        self._room(name)
        seat = self._seat(said, handle.table)
        if handle.seat not in (None, seat):
            raise Fault("not-yours", "a seat can only open its own seat again; the referee opens the others")
        self.games[name] = Handle(handle.table, seat, said.text("lock", ""))
        return {"game": name, "ask": self._asked(self.games[name])}

    def close(self, said: Request) -> dict[str, Any]:
        """Close a handle."""
        self._handle(said)
        del self.games[said.text("game", MAIN)]
        return {}

    # -- reading requests --------------------------------------------------------------------

    def _title(self, said: Request) -> Wargame[Any]:
        name = said.text("title")
        if name not in self.titles:
            raise Fault("unknown-title", f"{name!r} is not a title; titles: {', '.join(self.titles)}")
        return self.titles[name]

    def _position(self, text: str) -> Any:
        try:
            return notation.read(self.titles, text)
        except notation.BadPosition as wrong:
            raise Fault("bad-position", str(wrong)) from None

    def _handle(self, said: Request) -> Handle:
        name = said.text("game", MAIN)
        if name not in self.games:
            raise Fault("no-game", f"there is no game {name!r}: start one with `new`, `position` or `load`")
        if not self.games[name].opens(said.text("key", "")):
            raise Fault("not-yours", f"the game {name!r} is locked: its `key` opens it")
        return self.games[name]

    def _room(self, name: str) -> None:
        if name not in self.games and len(self.games) >= MOST_GAMES:
            raise Fault("too-many", f"{MOST_GAMES} games are open: close one")

    def _player(self, title: Title[Any], name: str, field: str) -> Player:
        if name not in title.players:
            raise Fault("bad-argument", f"{field!r} must be one of {', '.join(title.players)}")
        return title.players.index(name)

    def _seat(self, said: Request, table: Table) -> Player | None:
        return self._player(table.title, said.text("seat"), "seat") if "seat" in said.fields else None

    def _acting(self, said: Request) -> Handle:
        """The handle, if its seat has to decide now."""
        handle = self._handle(said)
        if handle.state.over:
            raise Fault("over", "the game is over")
        if not eyes.may_act(handle.state, handle.seat):
            raise Fault("not-yours", str(handle.table.why_not("", handle.seat)[0].text))
        return handle

    def _verb(self, said: Request) -> Verb:
        handle, name = self._handle(said), said.text("verb")
        step = handle.table.title.step(handle.state)
        verb = step.verb(name)
        if verb is None:
            names = ", ".join(one.name for one in step.verbs)
            raise Fault("bad-action", f"{name!r} is not possible now; possible: {names}")
        return verb

    def _action(self, said: Request, handle: Handle) -> Action:
        """The action in a request, as text or as `{"verb": ..., "args": [...]}`."""
        value, title = said.fields.get("action"), handle.table.title
        try:
            if isinstance(value, dict) and not set(value) - {"verb", "args"}:
                return title.compose(handle.state, Request(value).text("verb"), Request(value).words("args"))
            return title.parse(handle.state, said.text("action"))
        except Bad as wrong:
            raise Fault("over" if handle.state.over else "bad-action", str(wrong)) from None

    # -- answers -----------------------------------------------------------------------------

    def _since(self, handle: Handle, before: int) -> dict[str, Any]:
        return {"played": self._entries(handle, before), "ask": self._asked(handle)}

    def _asked(self, handle: Handle) -> dict[str, Any]:
        """Who decides what; `left` also where the title says nothing: how many may be chosen first, by verb."""
        s = handle.state
        out = eyes.ask(s, handle.seat)
        if out.get("verbs") and not out["left"] and s.title.decider(s) != CHANCE:
            counts = [(verb, options.count()) for verb, options in s.title.verbs(s) if verb.args]
            out["left"] = "; ".join(f"{verb.name}: {many} {_noun(verb, many)}" for verb, many in counts)
        return out

    def _entries(self, handle: Handle, since: int) -> list[dict[str, Any]]:
        return [_told(handle, entry) for entry in handle.table.journal[since:]]


def _noun(verb: Verb, many: int) -> str:
    kind = verb.args[0].kind.name
    noun = {"piece": "unit", "pieces": "choice", "places": "choice"}.get(kind, kind)
    return noun if many == 1 else f"{noun}s"


def _told(handle: Handle, entry: Entry) -> dict[str, Any]:
    text, lines = entry.heard_by(handle.seat)
    if handle.table.title.lasting and handle.seat in (None, entry.player) and text == entry.text:
        text = handle.table.title.lasting_text(entry.before, entry.action)
    return {"side": eyes.side(handle.state, entry.player), "action": text, "lines": [line._asdict() for line in lines]}
