"""A game at one keyboard: executes every line a player types and returns a reply. Independent of the screen."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from ...core import record
from ...core.action import CHANCE, Action, Verb
from ...core.bits import scan
from ...core.table import Entry, Refused, Table
from ...core.title import Bad
from ...kit import spelling
from ...kit.questions import QUESTIONS
from ...kit.referee import Unanswered
from .. import files
from . import answers, completion, words
from .completion import Word
from .queries import Queries
from .reply import Reply, said, wrong

LAYERS = {  # full names of overlays
    "zoc": "zones of control",
    "rigid": "rigid zones",
    "fluid": "fluid zones",
    "arcs": "lines of fire",
    "danger": "defensive fire",
}


class Question(NamedTuple):
    """A question to confirm something; any line but an answer cancels it."""

    text: str
    yes: Callable[[], Reply]


def a(word: str) -> str:
    """A word with its indefinite article."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


class Session(Queries):
    """One game, the file it is saved in, and what the board shows."""

    def __init__(self, table: Table, path: Path, header: Mapping[str, str] | None = None) -> None:
        super().__init__(table)
        self.path = path
        self.header = {"undo": table.undo_policy, **(header or {})}
        self.question: Question | None = None
        self.over = False  # whether the players have left
        self.unsaved = ""  # why the game could not be saved
        place, layers = answers.noun(self.title), self.title.aids.overlays
        air = " [air N]" if place == "hex" else ""
        about = ", ".join(("terrain", "units", *(name.upper() if name == "zoc" else name for name in layers)))
        self.commands: dict[str, tuple[Callable[[str], Reply], str, str]] = {
            "look": (self.look, f"look {place.upper()}", f"describe {a(place)}: {about}, who can get there"),
            "why": (self.why, "why ACTION", "show why an action is illegal, or what it costs and risks"),
            "odds": (
                self.odds,
                f"odds ACTION{air}, or odds UNIT ... against {place.upper()}{air}",
                "show the odds of an attack, or of any units, case by case",
            ),
            "units": (self.units, f"units [SIDE|{place.upper()}|all]", "list units with strengths and places"),
            "reach": (self.reach, "reach UNIT ...", f"show where units in one {place} can go, and the cost"),
            **(
                {"arc": (self.arc, f"arc UNIT [{place.upper()}]", "show what a unit can fire at, or why not there")}
                if self.title.aids.arc
                else {}
            ),
            **{
                name: (self.lay(name), name, f"show the {LAYERS.get(name, name)} of both sides on the map")
                for name in layers
            },
            **{
                name: (ask, QUESTIONS[name][0].replace("PLACE", place.upper()), QUESTIONS[name][1])
                for name, ask in self.questions().items()
            },
            "due": (self.due, "due", "list units still to arrive, when and where"),
            "map": (self.map, "map", "show the map without overlays"),
            "case": (
                self.case,
                "case NUMBER|WORDS",
                "show a case (9.2) or section (9) of the rules, or search for words",
            ),
            "log": (self.log, "log [N|all]", "show the war diary, or its last N paragraphs"),
            "undo": (self.undo, "undo", "undo the last action"),
            "save": (self.save, "save FILE", "save a copy of the game"),
            "help": (self.help, "help [COMMAND]", "show this list"),
            "quit": (self.quit, "quit", "leave the game; it is saved"),
        }

    def questions(self) -> dict[str, Callable[[str], Reply]]:
        """The questions to the referee that are commands of their own."""
        own = {"cost": self.cost, **({"supply": self.supply} if self.title.aids.trace else {})}
        return own | {name: self.asking(name) for name in ("must", "threat", "zones", "control", "status", "if")}

    # -- one line -----------------------------------------------------------------------------

    def say(self, line: str) -> Reply:
        """Execute a line."""
        question, self.question = self.question, None
        text = line.strip()
        if self.curtain and question is None and text.lower() not in ("quit", "undo"):
            return self.sit_down(text.lower())
        if question is not None:
            if text.lower() in ("y", "yes"):
                return question.yes()
            if text.lower() in ("", "n", "no"):
                return said("Cancelled.")
        if not text:
            return Reply()
        name, _, rest = text.partition(" ")
        try:
            return self.do(name, rest.strip())
        except (Refused, Unanswered) as refused:
            if not refused.objections:
                return wrong(str(refused))
            return Reply((words.objections(refused.objections),), "refusal")
        except Bad as bad:
            return wrong(str(bad))
        except (OSError, ValueError) as failed:
            return wrong(f"that failed: {getattr(failed, 'strerror', None) or failed}")

    def do(self, name: str, rest: str) -> Reply:
        """Execute an action or a command, whose name may be abbreviated."""
        verbs = self.verbs()
        name = self.whole(name.lower(), list(verbs), list(self.commands))
        if name in self.commands and name not in verbs:
            return self.commands[name][0](rest)
        if (verb := self.verb(name)) is not None:
            return self.act(verb, rest)
        others = {v.name for f in self.title.flows.values() for step in f.steps() for v in step.verbs}
        if name in others:
            raise Bad(f"{name!r} is not possible now; possible: {', '.join(verbs) or 'nothing'}")
        raise Bad(f"{name!r} is not an action or a command; possible now: {', '.join(verbs)}; or type help")

    # -- passing the keyboard -----------------------------------------------------------------

    def sit_down(self, said_: str) -> Reply:
        """Let the player who decides take the keyboard and read the news."""
        if said_ not in ("", "ready", "alone"):
            return wrong("Pass the keyboard first: Enter, `alone`, `undo` or `quit`.")
        self.passing = said_ != "alone"
        self.seated = self.table.decider
        missed = self.table.journal[self.told.get(self.seated, self.began) :]
        self.look_at(None)
        self.read()
        return Reply((words.diary(missed, self.viewer),), "answer") if any(e.lines for e in missed) else Reply()

    # -- playing ------------------------------------------------------------------------------

    def act(self, verb: Verb, rest: str) -> Reply:
        """Play the actions in a line; asks for confirmation before ending a step that leaves something undone."""
        title = self.title
        texts = spelling.actions(self.state, verb, rest)
        if verb.name == "done" and not rest:
            step = title.step(self.state)
            left = step.pending(self.state) if step.pending else ""
            if left and not title.explain(self.state, Action(verb.name)):
                return self.ask(f"{left[0].upper()}{left[1:]}. Continue anyway?", lambda: self.played(texts))
        return self.played(texts)

    def played(self, texts: list[str]) -> Reply:
        """Play actions until one is refused, save the record, and return the news."""
        table = self.table
        before = len(table.journal)
        refusal: tuple[RenderableType, ...] = ()
        for text in texts:
            try:
                table.play(text)
            except Refused as refused:
                refusal = (words.objections(refused.objections),)
            except Bad as bad:
                refusal = (words.cited(str(bad), "bad"),)
            if refusal:
                break
        if len(table.journal) == before:
            return Reply(refusal, "refusal")
        self.overlay = None
        self.look_at(table.journal[before])
        self.read()
        return Reply((Group(*words.news(table.journal[before:], self.viewer)), *refusal, *self.keep()), "news")

    def keep(self) -> tuple[RenderableType, ...]:
        """Save the record; returns a warning the first time that fails."""
        try:
            files.write(self.path, self.record())
        except OSError as failed:
            first, self.unsaved = not self.unsaved, str(failed.strerror or failed)
            return (Text(f"The game could not be saved in {self.path}: {self.unsaved}.", "warn"),) if first else ()
        self.unsaved = ""
        return ()

    def record(self) -> str:
        """The record of the game so far."""
        return record.write(self.table, self.header)

    @property
    def mark(self) -> str:
        """The prompt in front of the input line."""
        return (
            "over" if self.state.over else "pass" if self.curtain else words.who(self.title, self.table.decider).lower()
        )

    def prompt(self) -> Text:
        """The question to the players: whose decision it is, or what to confirm."""
        if self.question is not None:
            return words.cited(self.question.text, "warn").append("  yes or no?", "key")
        if self.curtain:
            who = words.who(self.title, self.table.decider)
            out = Text(f" Pass the keyboard to the {who} player. ", "lead").append("Enter", "key")
            out.append(" when ready; ").append("alone", "key").append(" if you play both sides yourself")
            if self.table.may_undo() is None:
                out.append("; ").append("undo", "key").append(" cancels the last action")
            return out.append(".")
        return words.prompt(self.table, mine=not self.waits)

    # -- confirmation -------------------------------------------------------------------------

    def ask(self, text: str, yes: Callable[[], Reply]) -> Reply:
        """Ask for confirmation."""
        self.question = Question(text, yes)
        return Reply((), "question")

    def undo(self, _rest: str) -> Reply:
        """Undo the last action."""
        table = self.table
        if table.undo_policy == "consent" and table.journal:
            last = next((e for e in reversed(table.journal) if e.player != CHANCE), None)
            if last is not None:
                return self.ask(
                    f"Undo {last.heard_by(self.viewer)[0]!r} and everything after it: do both players agree?",
                    self.agreed,
                )
        return self.undone(table.undo(self.sides[0] if len(self.sides) == 1 else None))

    def agreed(self) -> Reply:
        """Undo with consent, even past dice rolls."""
        return self.undone(self.table.undo(agreed=True))

    def undone(self, entry: Entry) -> Reply:
        """Reply that an action has been undone."""
        self.overlay = None
        self.look_at(None)
        self.told = {who: min(count, len(self.table.journal)) for who, count in self.told.items()}
        return Reply((Text(f"Undone: {entry.heard_by(self.viewer)[0]}"), *self.keep()), "news")

    def save(self, rest: str) -> Reply:
        """Save a copy of the game to a file."""
        if not rest:
            raise Bad("name a file to save to")
        path = Path(rest).expanduser()
        if path.is_dir():
            raise Bad(f"{path} is a directory")
        if path.exists():
            return self.ask(f"{path} exists. Replace it?", lambda: self.saved(path))
        return self.saved(path)

    def saved(self, path: Path) -> Reply:
        """Write the copy, and reply."""
        files.write(path, self.record())
        return said(f"Saved in {path}.", "ok")

    def quit(self, _rest: str) -> Reply:
        """Leave; the game is already saved, unless nothing was played or saving failed."""
        if not self.table.journal:
            return self.leave()
        if self.unsaved:
            return self.ask(f"The game is NOT saved ({self.unsaved}); `save FILE` may help. Leave anyway?", self.leave)
        return self.ask(
            f"The game is saved in {files.shorten(self.path)} (`save FILE` makes a copy). Leave?", self.leave
        )

    def leave(self) -> Reply:
        """Go."""
        self.over = True
        return Reply()

    # -- help and completion ------------------------------------------------------------------

    def help(self, rest: str) -> Reply:
        """List the actions and commands, or describe one."""
        verbs = self.verbs()
        rows = {name: (answers.usage(self.title, verb), verb.help) for name, verb in verbs.items()}
        rows |= {name: (usage, text) for name, (_, usage, text) in self.commands.items() if name not in verbs}
        if rest:
            name = self.whole(rest.lower(), list(verbs), list(self.commands))
            if name not in rows:
                raise Bad(f"there is no command {rest!r}")
            rows = {name: rows[name]}
        grid = words.columns(0, 1)
        for usage, text in rows.values():
            grid.add_row(Text(usage, "key"), text)
        for kind in [arg.kind for verb in verbs.values() if verb.name in rows for arg in verb.args if arg.kind.phrases]:
            for word in kind.words:
                grid.add_row(Text(f"  {word}", "key"), kind.phrase(word))
        return Reply((grid, *(Text(hint, "quiet") for hint in self.hints() if not rest)))

    def hints(self) -> Iterator[str]:
        """Hints on typing, with examples from the current position."""
        title, s, viewer = self.title, self.state, self.viewer
        name = answers.named_place(title, s, viewer)
        yield f"You can abbreviate words; Tab completes them. You can use the name of a place: look {name}."
        here, some, near = answers.together(title, s, viewer)
        if (
            "move" in {verb.name for flow in title.flows.values() for step in flow.steps() for verb in step.verbs}
            and here
        ):
            whole = f"{a(answers.noun(title)).capitalize()} means your units in it: move {here} to {near}."
            several = f" Several at once: move {' '.join(some[:2])} to {near}." if len(some) > 1 else ""
            yield whole + several

    def next_words(self, text: str) -> Iterator[Word]:
        """The words that may follow this text, which ends where a new word begins."""
        title, s = self.title, self.table.state
        typed = text.split()
        if self.question is not None and not typed:
            yield from (Word("yes"), Word("no"))
            return
        if self.curtain:
            yield from (Word(word) for word in ("alone", "undo", "quit") if not typed)
            return
        verbs = self.verbs()
        if not typed:
            yield from (Word(verb.name, verb.help) for verb in verbs.values())
            yield from (Word(name, about) for name, (_, _, about) in self.commands.items())
            return
        if typed[0] == "if":
            typed = text.rpartition(":")[2].split() if ":" in text else typed
            if not typed or typed[0] == "if":
                yield from self.supposing(text)
                return
        name, *more = typed
        if name in ("why", "odds", "cost") and name not in verbs:
            if not more:
                yield from (Word(verb.name, verb.help) for verb in verbs.values())
                return
            if name == "odds" and title.lexicon.is_piece(more[-1]) and more[0] not in verbs:
                yield Word("against", "any place")
                return
            name, *more = more if more[0] in verbs else ("threat" if more[-1] == "against" else "supply", *more)
        if name in verbs:
            yield from completion.after(title, s, verbs[name], more)
        elif name == "look" and not more:
            yield from (Word(title.lexicon.places[n], completion.place_meaning(title, s, n)) for n in scan(self.focus))
            yield from answers.place_names(title)
        elif name == "threat":
            yield from answers.place_names(title)
        elif name in ("reach", "arc", "supply"):
            yield from answers.piece_names(title, s, self.hexes())
        elif name == "case" and not more:
            yield from (Word(head.id, head.name) for head in title.rulebook.headings)
        elif name == "units" and not more:
            yield from (Word(word) for word in (*title.players, "all"))
        elif name == "help" and not more:
            yield from (Word(word) for word in (*verbs, *self.commands))

    def supposing(self, text: str) -> Iterator[Word]:
        """The words that may follow in an `if`: units, what is supposed of them, and the question."""
        words, title = text.replace(",", " , ").split(), self.title
        if text.rstrip().endswith(":"):
            yield from (Word(name, about) for name, (_, about) in QUESTIONS.items() if name != "if")
        elif words[-1] in ("if", ","):
            yield from answers.piece_names(title, self.table.state, self.hexes())
        elif words[-1] == "at":
            yield from answers.place_names(title)
        elif title.lexicon.is_piece(words[-1]):
            yield from (Word("at", "in another place"), Word("is", "with a mark, such as reduced"))
