"""`grognard fuzz`: random games and random invalid input, to find bugs in the rules and the parsers.

Every game is random play with random options and its own seed. During the game these laws
are checked: what is offered is legal; a changed action is offered or has an objection; texts,
positions and records read back as they were written; undo restores the position; a query
changes nothing; invalid input is refused with a clear message.
"""

import json
import time
import traceback
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from ...core import notation, record
from ...core import view as eyes
from ...core.action import Action
from ...core.state import declared
from ...core.table import Table
from ...core.title import Bad
from ...kit.table import Wargame
from ..protocol.engine import Engine
from .fuzz_input import NONSENSE, another, requests, scramble

MOST_FINDINGS = 10
LEAST, MOST = 2, 12  # actions between two rounds of checks


class Finding(NamedTuple):
    """A broken law: in which game, after which action, in which position."""

    title: str
    seed: int
    action: int
    what: str
    position: str

    def __str__(self) -> str:
        again = f"grognard fuzz --title {self.title} --seconds 0 --seed {self.seed}"
        return f"{self.what}\n  action {self.action} of: {again}\n" + "".join(
            f"  | {line}\n" for line in self.position.splitlines()
        )


class Report(NamedTuple):
    """The result of a run."""

    games: int
    actions: int
    questions: int
    findings: tuple[Finding, ...]


class Wrong(Exception):
    """A law is broken."""


def fuzz(titles: Mapping[str, Wargame[Any]], seconds: float, seed: int, least: int = 1) -> Report:
    """Play one game after another until the time is up; the first `least` games are always played to the end."""
    end = time.monotonic() + seconds
    games = actions = questions = 0
    findings: list[Finding] = []
    every = list(titles.values())
    while len(findings) < MOST_FINDINGS and (games < least or time.monotonic() < end):
        game = Game(every[games % len(every)], seed + games)
        limit = end if games >= least else None
        try:
            game.play(limit)
        except Wrong as wrong:
            findings.append(game.finding(str(wrong)))
        except Exception:  # any exception is a finding
            findings.append(game.finding(traceback.format_exc(limit=-4).strip()))
        games += 1
        actions += len(game.table.journal)
        questions += game.questions
    return Report(games, actions, questions, tuple(findings))


class Game:
    """One random game with the checks made during it."""

    def __init__(self, title: Wargame[Any], seed: int) -> None:
        self.title, self.seed = title, seed
        self.random = Random(seed)
        self.titles = {title.name: title}
        options = {name: self.random.choice(option.values) for name, option in title.options.items()}
        scenario = self.random.choice(list(title.scenarios))
        self.table = Table(title, scenario, options, seed=seed, rolls=False)
        self.questions = 0

    @property
    def s(self) -> Any:
        """The position."""
        return self.table.state

    def finding(self, what: str) -> Finding:
        """A finding with everything needed to reproduce it."""
        return Finding(self.title.name, self.seed, len(self.table.journal), what, notation.write(self.s))

    def play(self, end: float | None) -> None:
        """Play until the game ends or the time is up."""
        next_questions = 0
        while not self.s.over:
            if end is not None and time.monotonic() > end:
                return
            action = self.title.sample(self.s, self.random.randrange)
            if len(self.table.journal) >= next_questions:
                next_questions += self.random.randint(LEAST, MOST)
                self.ask(action)
            self.allowed(action)
            self.table.play(action)
        self.ask(None)

    # -- checks ------------------------------------------------------------------------------

    def ask(self, action: Action | None) -> None:
        """Check every law in the position, and for an action about to be played in it."""
        before = _everything(self.s)
        laws = [self.notation, self.record, self.eyes, self.engine, self.nonsense, self.broken_positions]
        if action is not None:
            laws += [lambda: self.offered(action), lambda: self.text(action), lambda: self.changed(action)]
        for law in laws:
            self.questions += 1
            law()
        if _everything(self.s) != before:
            raise Wrong("a query changed the position")
        if action is not None:
            self.undo(action)

    def allowed(self, action: Action) -> None:
        """An offered action has no objections."""
        if objections := self.title.explain(self.s, action):
            said = "; ".join(map(str, objections))
            raise Wrong(f"offered but forbidden: {self.title.text(self.s, action)}: {said}")

    def offered(self, action: Action) -> None:
        """A sampled action is allowed and offered, and its probabilities add up to 1."""
        title, s = self.title, self.s
        self.allowed(action)
        if not self.is_offered(action):
            raise Wrong(f"sampled but not offered: {title.text(s, action)}")
        found = title.odds(s, action, 0)
        if found is not None and abs(sum(one.chance for one in found.results) - 1) > 0.01:
            chances = {one.name: one.chance for one in found.results}
            raise Wrong(f"probabilities of {title.text(s, action)} do not add up: {chances}")

    def is_offered(self, action: Action) -> bool:
        """Whether every argument is among the choices after the previous ones."""
        verb = self.title.step(self.s).verb(action.verb)
        if verb is None or not verb.available(self.s):
            return False
        for n, (arg, value) in enumerate(zip(verb.args, action.args, strict=True)):
            if value not in arg.options(self.s, *action.args[:n]):
                return False
        return True

    def text(self, action: Action) -> None:
        """An action reads back unchanged from its text and from its parts."""
        title, s = self.title, self.s
        text = title.text(s, action)
        if (again := title.parse(s, text)) != action:
            raise Wrong(f"{text!r} reads as {again}, not as {action}")
        verb = title.step(s).verb(action.verb)
        assert verb is not None
        parts = [arg.kind.text(title.lexicon, value).split() for arg, value in zip(verb.args, action.args, strict=True)]
        if (again := title.compose(s, action.verb, parts)) != action:
            raise Wrong(f"{parts} read as {again}, not as {action}")

    def changed(self, action: Action) -> None:
        """With an argument changed, an action is either offered or has an objection, never both."""
        verb = self.title.step(self.s).verb(action.verb)
        assert verb is not None
        for n, arg in enumerate(verb.args):
            for _ in range(3):
                args = list(action.args)
                args[n] = another(self.title, self.random, arg, args[n])
                self.judge(Action(action.verb, tuple(args)))

    def judge(self, action: Action) -> None:
        """An action is either offered or has an objection."""
        objections = self.title.explain(self.s, action)
        if bool(objections) == self.is_offered(action):
            text = self.title.text(self.s, action)
            said = "; ".join(map(str, objections))
            raise Wrong(
                f"offered but forbidden: {text}: {said}" if said else f"not offered, without an objection: {text}"
            )

    def notation(self) -> None:
        """A position reads back as it was written."""
        text = notation.write(self.s)
        again = notation.read(self.titles, text)
        if again.key() != self.s.key() or _everything(again) != _everything(self.s):
            raise Wrong("the position reads back as a different one")
        if notation.write(again) != text:
            raise Wrong("the position read back is written differently")

    def record(self) -> None:
        """A record replays to the same game; if truncated or changed, it is read up to the damage or refused."""
        if self.random.random() < 0.9 and not self.s.over:
            return
        text = record.write(self.table)
        replay = record.read(self.titles, text)
        if replay.table.state.key() != self.s.key() or replay.cut or record.write(replay.table) != text:
            raise Wrong("the record replays to a different game")
        at = self.random.randrange(len(text))
        with suppress(record.BadRecord):
            torn = record.read(self.titles, text[:at])
            played = [entry.text for entry in torn.table.journal]
            if not torn.cut or played != [entry.text for entry in self.table.journal[: len(played)]]:
                raise Wrong(f"the record truncated at {at} replays to a different game")
        with suppress(record.BadRecord):
            record.read(self.titles, scramble(self.random, text, self.words()))

    def eyes(self) -> None:
        """Every view is plain data."""
        for viewer in (None, *range(len(self.title.players))):
            json.dumps([eyes.view(self.s, viewer), eyes.ask(self.s, viewer)], allow_nan=False)
            notation.write(self.s, viewer)

    def engine(self) -> None:
        """The engine answers every request, valid or not, without an internal error."""
        engine = Engine(self.titles)
        ask = json.dumps({"id": 1, "cmd": "position", "text": notation.write(self.s)})
        if not engine.answer(ask.encode())["ok"]:
            raise Wrong("the engine rejects the position")
        for line in requests(self.random, self.title, self.s):
            answer = engine.answer(line)
            json.dumps(answer, allow_nan=False)
            if answer.get("code") == "internal":
                raise Wrong(f"internal error in the engine: {line!r}: {answer['message']}")

    def nonsense(self) -> None:
        """Any well-formed action can be judged, and any text is understood or refused."""
        if self.s.over:
            return
        title, random = self.title, self.random
        for verb in title.step(self.s).verbs:
            args = tuple(another(title, random, arg, None) for arg in verb.args)
            self.judge(Action(verb.name, args))
            with suppress(Bad):
                title.explain(
                    self.s,
                    title.parse(self.s, scramble(random, title.text(self.s, Action(verb.name, args)), self.words())),
                )

    def broken_positions(self) -> None:
        """A changed position is refused, or play can continue from it."""
        lines = notation.write(self.s).splitlines()
        frames = [n for n, line in enumerate(lines) if line.startswith("at ")]
        if frames and self.random.random() < 0.5:
            n = self.random.choice(frames)
            lines[n] = scramble(self.random, lines[n], self.words())
            text = "\n".join(lines)
        else:
            text = scramble(self.random, "\n".join(lines), self.words())
        try:
            s = notation.read(self.titles, text)
        except notation.BadPosition:
            return
        try:
            if notation.read(self.titles, notation.write(s)).key() != s.key():
                raise Wrong("it reads back as a different one")
            for _ in range(20):
                if s.over:
                    break
                action = self.title.sample(s, self.random.randrange)
                if objections := self.title.explain(s, action):
                    raise Wrong(f"{self.title.text(s, action)} is offered, but {'; '.join(map(str, objections))}")
                self.title.play(s, action)
        except Exception as bug:
            where = traceback.format_exc(limit=-3).strip()
            raise Wrong(f"play cannot continue from a position that was accepted:\n{text}\n{where}") from bug

    def undo(self, action: Action) -> None:
        """Undo restores the position, unless it is not allowed."""
        if self.table.decider < 0:
            return
        key, count = self.s.key(), len(self.table.journal)
        self.table.play(action)
        if self.table.may_undo() is not None:
            for _ in range(2):
                with suppress(Bad):
                    self.table.undo()
                    raise Wrong("undone although undo is not allowed")
            if self.table.revealed:
                self.table.cut(count)
            else:
                self.table.undo(agreed=True)
        else:
            self.table.undo()
        if self.s.key() != key or len(self.table.journal) != count:
            raise Wrong(f"undo does not restore the position before {action}")

    def words(self) -> list[str]:
        """Words with a meaning in this title."""
        lexicon = self.title.lexicon
        steps = [label for flow in self.title.flows.values() for label in flow.labels]
        names = [f.name for f in declared(self.title.state)]
        places = [name for name in lexicon.places if name]
        return [*places, *lexicon.pieces, *lexicon.faces, *steps, *names, *NONSENSE]


def _everything(s: Any) -> str:
    """Everything in a state, including what is kept for speed."""
    fields = [(f.name, getattr(s, f.name)) for f in declared(type(s))]
    return repr([sorted(v.items()) if isinstance(v, dict) else v for _, v in fields]) + repr(s.key())


def command(title: str | None, seconds: float, seed: int | None) -> None:
    """Play random games with random invalid input, and report the findings."""
    from ...titles import TITLES

    if title is not None and title not in TITLES:
        raise SystemExit(f"{title!r} is not a title; titles: {', '.join(TITLES)}")
    seed = Random().randrange(1 << 31) if seed is None else seed
    start = time.monotonic()
    report = fuzz({title: TITLES[title]} if title is not None else TITLES, seconds, seed)
    print(
        f"seed {seed}: {report.games} games, {report.actions} actions, {report.questions} checks "
        f"in {time.monotonic() - start:.0f} s, {len(report.findings)} findings"
    )
    for finding in report.findings:
        print(f"\n{finding}")
    if report.findings:
        raise SystemExit(1)


if __name__ == "__main__":
    command(None, 60, None)
