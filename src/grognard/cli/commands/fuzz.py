"""`grognard fuzz`: random games and random nonsense, to find what the rules or the readers get wrong.

Every game is random play with random options from a seed of its own. On the way the laws
are tried: what is offered is legal, what is changed is offered or objected to, texts,
positions and records are read back as they were written, undo restores, a question changes
nothing, and no nonsense is answered with anything but a clear refusal.
"""

import json
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from ...core import notation, record
from ...core import view as eyes
from ...core.action import Action, Arg
from ...core.bits import bits, scan
from ...core.state import declared
from ...core.table import Table
from ...core.title import Bad
from ...kit.table import Wargame
from ..protocol.engine import Engine

MOST_FINDINGS = 10
LEAST, MOST = 2, 12  # so many actions lie between two rounds of questions


class Finding(NamedTuple):
    """Something that is wrong: in which game, after which action, in which position."""

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
    """What a run came to."""

    games: int
    actions: int
    questions: int
    findings: tuple[Finding, ...]


class Wrong(Exception):
    """A law is broken."""


def fuzz(titles: Mapping[str, Wargame[Any]], seconds: float, seed: int, least: int = 1) -> Report:
    """Play one game after another until the time is up; the first ones, at least one, are always played to the end."""
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
        except Exception:  # whatever it is: a game must not break down
            findings.append(game.finding(traceback.format_exc(limit=-4).strip()))
        games += 1
        actions += len(game.table.journal)
        questions += game.questions
    return Report(games, actions, questions, tuple(findings))


class Game:
    """One random game, and the questions asked on the way."""

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
        """What was found, with all that is needed to see it again."""
        return Finding(self.title.name, self.seed, len(self.table.journal), what, notation.write(self.s))

    def play(self, end: float | None) -> None:
        """Play to the end of the game or of the time."""
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

    # -- the questions -----------------------------------------------------------------------

    def ask(self, action: Action | None) -> None:
        """Try every law on the position, and on an action about to be played in it."""
        before = _everything(self.s)
        laws = [self.notation, self.record, self.eyes, self.engine, self.nonsense, self.broken_positions]
        if action is not None:
            laws += [lambda: self.offered(action), lambda: self.text(action), lambda: self.changed(action)]
        for law in laws:
            self.questions += 1
            law()
        if _everything(self.s) != before:
            raise Wrong("a question has changed the position")
        if action is not None:
            self.undo(action)

    def allowed(self, action: Action) -> None:
        """What is offered meets no objection."""
        if objections := self.title.explain(self.s, action):
            said = "; ".join(map(str, objections))
            raise Wrong(f"offered, yet forbidden: {self.title.text(self.s, action)}: {said}")

    def offered(self, action: Action) -> None:
        """What is offered is allowed, can be counted, and its odds are odds."""
        title, s = self.title, self.s
        self.allowed(action)
        if not self.is_offered(action):
            raise Wrong(f"drawn, yet not offered: {title.text(s, action)}")
        found = title.odds(s, action, 0)
        if found is not None and abs(sum(one.chance for one in found.results) - 1) > 0.01:
            chances = {one.name: one.chance for one in found.results}
            raise Wrong(f"odds of {title.text(s, action)} do not add up: {chances}")

    def is_offered(self, action: Action) -> bool:
        """Is every argument among the choices after those before it?"""
        verb = self.title.step(self.s).verb(action.verb)
        if verb is None or not verb.available(self.s):
            return False
        for n, (arg, value) in enumerate(zip(verb.args, action.args, strict=True)):
            if value not in arg.options(self.s, *action.args[:n]):
                return False
        return True

    def text(self, action: Action) -> None:
        """An action is read back from its text, and from its parts, as it was."""
        title, s = self.title, self.s
        text = title.text(s, action)
        if (again := title.parse(s, text)) != action:
            raise Wrong(f"{text!r} is read as {again}, not as {action}")
        verb = title.step(s).verb(action.verb)
        assert verb is not None
        parts = [arg.kind.text(title.lexicon, value).split() for arg, value in zip(verb.args, action.args, strict=True)]
        if (again := title.compose(s, action.verb, parts)) != action:
            raise Wrong(f"{parts} are read as {again}, not as {action}")

    def changed(self, action: Action) -> None:
        """Change an argument: the action is offered, or some clause speaks against it, never both."""
        verb = self.title.step(self.s).verb(action.verb)
        assert verb is not None
        for n, arg in enumerate(verb.args):
            for _ in range(3):
                args = list(action.args)
                args[n] = another(self.title, self.random, arg, args[n])
                self.judge(Action(action.verb, tuple(args)))

    def judge(self, action: Action) -> None:
        """Offered, or objected to."""
        objections = self.title.explain(self.s, action)
        if bool(objections) == self.is_offered(action):
            text = self.title.text(self.s, action)
            said = "; ".join(map(str, objections))
            raise Wrong(
                f"offered, yet forbidden: {text}: {said}" if said else f"not offered, and nothing says why: {text}"
            )

    def notation(self) -> None:
        """A position is read back as it was written."""
        text = notation.write(self.s)
        again = notation.read(self.titles, text)
        if again.key() != self.s.key() or _everything(again) != _everything(self.s):
            raise Wrong("the position is read back as another one")
        if notation.write(again) != text:
            raise Wrong("the position read back is written in another way")

    def record(self) -> None:
        """A record is replayed as it was played; torn or changed, it is read up to the tear or refused."""
        if self.random.random() < 0.9 and not self.s.over:
            return
        text = record.write(self.table)
        replay = record.read(self.titles, text)
        if replay.table.state.key() != self.s.key() or replay.cut or record.write(replay.table) != text:
            raise Wrong("the record is replayed to another game")
        at = self.random.randrange(len(text))
        with suppress(record.BadRecord):
            torn = record.read(self.titles, text[:at])
            played = [entry.text for entry in torn.table.journal]
            if not torn.cut or played != [entry.text for entry in self.table.journal[: len(played)]]:
                raise Wrong(f"the record torn at {at} is replayed as another game")
        with suppress(record.BadRecord):
            record.read(self.titles, scramble(self.random, text, self.words()))

    def eyes(self) -> None:
        """Whatever anybody is shown is plain data."""
        for viewer in (None, *range(len(self.title.players))):
            json.dumps([eyes.view(self.s, viewer), eyes.ask(self.s, viewer)], allow_nan=False)
            notation.write(self.s, viewer)

    def engine(self) -> None:
        """The engine answers every request, sense or nonsense, and never breaks down."""
        engine = Engine(self.titles)
        ask = json.dumps({"id": 1, "cmd": "position", "text": notation.write(self.s)})
        if not engine.answer(ask.encode())["ok"]:
            raise Wrong("the engine refuses the position")
        for line in requests(self.random, self.title, self.s):
            answer = engine.answer(line)
            json.dumps(answer, allow_nan=False)
            if answer.get("code") == "internal":
                raise Wrong(f"the engine breaks down: {line!r}: {answer['message']}")

    def nonsense(self) -> None:
        """Any action of the right form is judged, any text is understood or refused."""
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
        """A changed position is refused, or one can play on from it."""
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
                raise Wrong("it is read back as another one")
            for _ in range(20):
                if s.over:
                    break
                action = self.title.sample(s, self.random.randrange)
                if objections := self.title.explain(s, action):
                    raise Wrong(f"{self.title.text(s, action)} is offered, yet {'; '.join(map(str, objections))}")
                self.title.play(s, action)
        except Exception as bug:
            where = traceback.format_exc(limit=-3).strip()
            raise Wrong(f"one cannot play on from a position that was accepted:\n{text}\n{where}") from bug

    def undo(self, action: Action) -> None:
        """What is taken back has not happened."""
        if self.table.decider < 0:
            return
        key, count = self.s.key(), len(self.table.journal)
        self.table.play(action)
        if self.table.may_undo() is not None:
            for _ in range(2):
                with suppress(Bad):
                    self.table.undo()
                    raise Wrong("taken back although it may not be")
            self.table.undo(agreed=True)
        else:
            self.table.undo()
        if self.s.key() != key or len(self.table.journal) != count:
            raise Wrong(f"undo does not restore the position before {action}")

    def words(self) -> list[str]:
        """Words that mean something in this title."""
        lexicon = self.title.lexicon
        steps = [label for flow in self.title.flows.values() for label in flow.labels]
        names = [f.name for f in declared(self.title.state)]
        places = [name for name in lexicon.places if name]
        return [*places, *lexicon.pieces, *lexicon.faces, *steps, *names, *NONSENSE]


NONSENSE = (
    "at",
    "over",
    "options",
    "--",
    "-1",
    "0",
    "7",
    "99999999999",
    "1e9",
    "½",
    "=",
    "(",
    ")",
    "()",
    "+",
    "#",
    "\0",
    "chance",
    "roll",
    "position",
    "  ",
    "\t",
    "é",
    "\ud7ff",
    "-",
    ",",
)


def _everything(s: Any) -> str:
    """All of a state, what is kept for speed included."""
    fields = [(f.name, getattr(s, f.name)) for f in declared(type(s))]
    return repr([sorted(v.items()) if isinstance(v, dict) else v for _, v in fields]) + repr(s.key())


# -- chance without sense ---------------------------------------------------------------------


def another(title: Wargame[Any], random: Random, arg: Arg, value: Any) -> Any:
    """Some value of the argument's kind; if one is given, often not far from it."""
    lexicon = title.lexicon
    places = [n for n, name in enumerate(lexicon.places) if name]
    several: dict[str, list[int]] = {"pieces": [*range(len(lexicon.pieces))], "places": places, "path": places}
    match arg.kind.name:
        case "place":
            return random.choice(places)
        case "piece":
            return random.randrange(len(lexicon.pieces))
        case "face":
            return random.randrange(len(lexicon.faces))
        case "flag":
            return random.random() < 0.5
        case "number" | "half":
            return random.randint(-3, 12)
        case "pieces" | "places":
            members = list(scan(value or 0))
            for _ in range(random.randint(0 if value is None else 1, 3)):
                one = random.choice(several[arg.kind.name])
                members = [m for m in members if m != one] if one in members else [*members, one]
            return bits(members)
        case "path":
            path = list(value or random.choices(places, k=random.randint(0, 3)))
            at = random.randint(0, len(path))
            path[at : at + random.randint(0, 1)] = random.choices(places, k=random.randint(0, 1))
            return tuple(path)
    return value or ""


def scramble(random: Random, text: str, words: list[str]) -> str:
    """A text with a few words, letters or lines lost, doubled, swapped or put in."""
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        cut = random.choice((" ", " ", " ", "\n", "\n", ",", "=", "+", ""))
        parts = text.split(cut) if cut else list(text)
        if not parts:
            return random.choice(words)
        a, b = random.randrange(len(parts)), random.randrange(len(parts))
        match random.randrange(5):
            case 0:
                del parts[a]
            case 1:
                parts.insert(b, parts[a])
            case 2:
                parts[a], parts[b] = parts[b], parts[a]
            case 3:
                parts[a] = random.choice(words)
            case 4:
                parts.insert(a, random.choice(words))
        text = cut.join(parts)
    return text


def requests(random: Random, title: Wargame[Any], s: Any) -> Iterator[bytes]:
    """Requests to the engine, most of them wrong in some way."""
    step = next(iter(s.flow.ask.values())) if s.over else title.step(s)
    values: list[Callable[[], Any]] = [
        lambda: random.choice(title.lexicon.pieces),
        lambda: random.choice(title.lexicon.places),
        lambda: random.choice([verb.name for verb in step.verbs]),
        lambda: random.choice(title.players),
        lambda: random.choice((None, True, -1, 0, 1, 2.5, "", "main", [], {}, [[]], ["1"], f"{title.players[0]} done")),
        lambda: {"verb": step.verbs[0].name, "args": [random.choice(title.lexicon.pieces), [], ["1404"]]},
        lambda: title.name,
        lambda: notation.write(s),
        lambda: step.name,
    ]
    fields = (
        "title",
        "scenario",
        "options",
        "seed",
        "seat",
        "auto",
        "undo",
        "text",
        "as",
        "case",
        "verb",
        "chosen",
        "action",
        "air",
        "step",
        "actions",
        "agreed",
        "side",
        "since",
        "game",
    )
    commands = [name for name in Engine({})._commands() if name != "quit"]
    for verb in step.verbs if not s.over else ():
        yield json.dumps({"id": 0, "cmd": "choices", "verb": verb.name}).encode()
    for _ in range(6):
        said: dict[str, Any] = {"id": random.choice((1, "a", None)), "cmd": random.choice(commands)}
        for name in random.sample(fields, random.randint(0, 3)):
            said[name] = random.choice(values)()
        line = json.dumps(said)
        if random.random() < 0.2:
            line = scramble(random, line, ['"', "{", "}", "[", ":", "null", "\\ud800"])
        yield line.encode("utf-8", "surrogatepass")


def command(title: str | None, seconds: float, seed: int | None) -> None:
    """Play random games with random nonsense in between, and report what is wrong."""
    from ...titles import TITLES

    if title is not None and title not in TITLES:
        raise SystemExit(f"{title!r} is not a title; titles: {', '.join(TITLES)}")
    seed = Random().randrange(1 << 31) if seed is None else seed
    start = time.monotonic()
    report = fuzz({title: TITLES[title]} if title is not None else TITLES, seconds, seed)
    print(
        f"seed {seed}: {report.games} games, {report.actions} actions, {report.questions} questions "
        f"in {time.monotonic() - start:.0f} s, {len(report.findings)} findings"
    )
    for finding in report.findings:
        print(f"\n{finding}")
    if report.findings:
        raise SystemExit(1)


if __name__ == "__main__":
    command(None, 60, None)
