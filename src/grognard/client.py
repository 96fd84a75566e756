"""A client of the engine protocol: start `grognard engine`, open games, ask and play.

    with Engine() as engine:
        game = engine.new("leningrad79", seed=41)
        game.play("deploy 1304")
        print(game.ask()["prompt"], game.why("deploy 1304"))

Every method is one request of `docs/protocol.md`; a refusal raises `Refused` with its code and objections. The module
needs nothing else of Grognard: it can be copied into another project.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias, TypedDict, cast

ENGINE = (sys.executable, "-m", "grognard.cli.protocol.engine")
Action: TypeAlias = str | Mapping[str, Any]
Suppose: TypeAlias = Mapping[str, Any] | None
"""Changes to a copy of the position: `{"move": {"1Pz": "1408"}, "mark": {...}, "unmark": {...}, "set": {...}}`."""


class Objection(TypedDict):
    """Why something is illegal."""

    cite: str
    clause: str
    text: str
    facts: dict[str, Any]


class ArgInfo(TypedDict):
    """An argument of a verb: its kind, and the word before it in text."""

    kind: str
    word: str


class VerbInfo(TypedDict):
    """A verb that can be played now."""

    verb: str
    help: str
    args: list[ArgInfo]


class Ask(TypedDict, total=False):
    """Who must decide what; when the game is over only `now`, `over`, `side` and `outcome`."""

    now: str
    over: bool
    side: str | None
    step: str
    cite: str
    prompt: str
    yours: bool
    pending: str
    left: str
    verbs: list[VerbInfo]
    outcome: dict[str, Any] | None


class Played(TypedDict):
    """An action of the journal with its diary lines."""

    side: str
    action: str
    lines: list[dict[str, str]]


class Choices(TypedDict, total=False):
    """What may come next in an action."""

    done: bool
    action: str
    kind: str
    word: str
    count: int
    values: list[Any]
    weights: list[int]
    members: list[str]
    must: list[str]
    low: int
    high: int
    free: bool
    sets: list[list[str]]
    ends: dict[str, dict[str, Any]]


class Judgement(TypedDict):
    """Whether an action is legal, and every objection to it."""

    legal: bool
    objections: list[Objection]


class Refused(Exception):
    """A request that was refused: the code for programs, the message for people, the objections if rules forbid it."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        super().__init__(f"{answer['code']}: {answer['message']}")
        self.code: str = answer["code"]
        self.objections: list[Objection] = list(answer.get("objections", ()))


class Engine:
    """A running engine; a context manager that stops it at the end."""

    def __init__(self, command: Sequence[str] = ENGINE) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.count = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the engine."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def request(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """Send one request and return its answer; fields that are None are left out."""
        assert self.process.stdin
        assert self.process.stdout
        self.count += 1
        said = {"id": self.count, "cmd": cmd, **{name: value for name, value in fields.items() if value is not None}}
        self.process.stdin.write(json.dumps(said).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("the engine has stopped")
        answer: dict[str, Any] = json.loads(line)
        if not answer["ok"]:
            raise Refused(answer)
        return answer

    def titles(self) -> list[dict[str, Any]]:
        """Every title with its players, scenarios and options."""
        return list(self.request("titles")["titles"])

    def new(self, title: str, **fields: Any) -> "Game":
        """Start a game; the fields are those of `new`: scenario, options, seed, auto, seat, lock."""
        return self._open("new", title=title, **fields)

    def position(self, text: str, **fields: Any) -> "Game":
        """Start a game from a position."""
        return self._open("position", text=text, **fields)

    def load(self, text: str, **fields: Any) -> "Game":
        """Load a game from its record."""
        return self._open("load", text=text, **fields)

    def _open(self, cmd: str, **fields: Any) -> "Game":
        handle = fields.pop("game", f"game{self.count}")
        self.request(cmd, game=handle, **fields)
        return Game(self, handle, fields.get("lock"))


@dataclass
class Game:
    """A handle of a game: its referee's, or a player's seat."""

    engine: Engine
    handle: str
    key: str | None = field(default=None, repr=False)

    def request(self, cmd: str, **fields: Any) -> dict[str, Any]:
        """A request about this game."""
        return self.engine.request(cmd, game=self.handle, key=self.key, **fields)

    def join(self, seat: str, name: str, lock: str | None = None) -> "Game":
        """Another handle, for a seat of the same game."""
        self.request("join", seat=seat, lock=lock, **{"as": name})
        return Game(self.engine, name, lock)

    def ask(self) -> Ask:
        """Who must decide what."""
        return cast(Ask, self.request("ask"))

    def choices(self, verb: str, *chosen: str | Sequence[str]) -> Choices:
        """What may come next in an action."""
        return cast(Choices, self.request("choices", verb=verb, chosen=list(chosen)))

    def why(self, action: Action, suppose: Suppose = None) -> Judgement:
        """Whether an action is legal, and why not."""
        return cast(Judgement, self.request("why", action=action, **{"if": suppose}))

    def must(self, suppose: Suppose = None) -> dict[str, list[Objection]]:
        """What stands in the way of each verb without arguments."""
        return dict(self.request("must", **{"if": suppose})["must"])

    def cost(self, action: Action, suppose: Suppose = None) -> dict[str, Any]:
        """What an action costs, line by line."""
        return self.request("cost", action=action, **{"if": suppose})

    def odds(
        self,
        action: Action | None = None,
        units: Sequence[str] | None = None,
        against: Sequence[str] | None = None,
        air: int = 0,
        suppose: Suppose = None,
    ) -> dict[str, Any]:
        """The odds of an action, of the current battle, or of any units against any places."""
        fields = {"action": action, "units": units, "against": against, "air": air, "if": suppose}
        return dict(self.request("odds", **fields)["odds"])

    def supply(self, units: Sequence[str], suppose: Suppose = None) -> dict[str, Any]:
        """The supply lines of units."""
        return dict(self.request("supply", units=list(units), **{"if": suppose})["supply"])

    def zones(self, suppose: Suppose = None) -> dict[str, dict[str, list[str]]]:
        """The zones of each side, by kind."""
        return dict(self.request("zones", **{"if": suppose})["zones"])

    def control(self, suppose: Suppose = None) -> dict[str, Any]:
        """What each side holds."""
        return self.request("control", **{"if": suppose})

    def threat(self, places: Sequence[str], suppose: Suppose = None) -> dict[str, Any]:
        """Which units could come to these places."""
        return dict(self.request("threat", places=list(places), **{"if": suppose})["threat"])

    def status(self, suppose: Suppose = None) -> dict[str, Any]:
        """Points, levels of victory, and what is due."""
        return self.request("status", **{"if": suppose})

    def play(self, action: Action) -> list[Played]:
        """Play an action; what happened, with what the dice and standing orders decided."""
        return list(self.request("play", action=action)["played"])

    def roll(self) -> list[Played]:
        """Roll the dice."""
        return list(self.request("roll")["played"])

    def go(self, level: str, play: bool = False) -> dict[str, Any]:
        """What a computer of this level would play, and why."""
        return self.request("go", level=level, play=play)

    def undo(self, agreed: bool = False) -> str:
        """Undo the last action; returns it."""
        return str(self.request("undo", agreed=agreed)["undone"])

    def view(self, side: str | None = None) -> dict[str, Any]:
        """The position as a side sees it."""
        return dict(self.request("view", side=side)["view"])

    def dump(self) -> str:
        """The position in the notation."""
        return str(self.request("dump")["position"])

    def log(self, since: int = 0) -> list[Played]:
        """What has been played."""
        return list(self.request("log", since=since)["played"])

    def record(self) -> str:
        """The record of the game."""
        return str(self.request("record")["record"])

    def close(self) -> None:
        """Release the handle."""
        self.request("close")
