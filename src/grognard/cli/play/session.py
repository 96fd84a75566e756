"""A game at one keyboard: every line a player types, and what is answered. Knows no screen."""

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
from .. import files
from . import answers, completion, spelling, words
from .completion import Word
from .queries import Inquiry
from .reply import Reply, said, wrong

LAYERS = {"zoc": "zones of control", "rigid": "rigid zones", "fluid": "fluid zones"}  # overlays in plain words


class Question(NamedTuple):
    """Something asked back before it is done; any other line than an answer drops it."""

    text: str
    yes: Callable[[], Reply]


def a(word: str) -> str:
    """A word with its article."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


class Session(Inquiry):
    """One game, the file it keeps itself in, and what the players look at."""

    def __init__(self, table: Table, path: Path, header: Mapping[str, str] | None = None) -> None:
        super().__init__(table)
        self.path = path
        self.header = {"undo": table.undo_policy, **(header or {})}
        self.question: Question | None = None
        self.over = False  # the players have left
        self.unsaved = ""  # why the game could not be kept
        place, layers = answers.noun(self.title), self.title.aids.overlays
        air = " [air N]" if place == "hex" else ""
        about = ", ".join(("terrain", "units", *(name.upper() if name == "zoc" else name for name in layers)))
        self.commands: dict[str, tuple[Callable[[str], Reply], str, str]] = {
            "look": (self.look, f"look {place.upper()}", f"all about {a(place)}: {about}, who can get there"),
            "why": (self.why, "why ACTION", "every case against it, or what it costs"),
            "odds": (self.odds, f"odds ACTION{air}", "what a fight comes to, case by case, and the chances"),
            "units": (self.units, f"units [SIDE|{place.upper()}|all]", "the units, their strengths and where they are"),
            "reach": (self.reach, "reach UNIT ...", f"where units of one {place} can go, and at what cost"),
            **{
                name: (self.lay(name), name, f"the {LAYERS.get(name, name)} of both sides on the map")
                for name in layers
            },
            "due": (self.due, "due", "what is still to arrive, when and where"),
            "map": (self.map, "map", "the map without anything laid over it"),
            "case": (self.case, "case NUMBER|WORDS", "what the rules say: 9.2, a section 9, or words to look for"),
            "log": (self.log, "log [N|all]", "the war diary, the last N paragraphs"),
            "undo": (self.undo, "undo", "take back the last action"),
            "save": (self.save, "save FILE", "write the game to a file"),
            "help": (self.help, "help [COMMAND]", "this list"),
            "quit": (self.quit, "quit", "leave the game; it is saved"),
        }

    # -- one line -----------------------------------------------------------------------------

    def say(self, line: str) -> Reply:
        """Do what a line says."""
        question, self.question = self.question, None
        text = line.strip()
        if self.curtain and question is None and text.lower() not in ("quit", "undo"):
            return self.sit_down(text.lower())
        if question is not None:
            if text.lower() in ("y", "yes"):
                return question.yes()
            if text.lower() in ("", "n", "no"):
                return said("Nothing done.")
        if not text:
            return Reply()
        name, _, rest = text.partition(" ")
        try:
            return self.do(name, rest.strip())
        except Refused as refused:
            return Reply((words.objections(refused.objections),), "refusal")
        except Bad as bad:
            return wrong(str(bad))
        except (OSError, ValueError) as failed:
            return wrong(f"that did not work: {getattr(failed, 'strerror', None) or failed}")

    def do(self, name: str, rest: str) -> Reply:
        """Find out whether it is an action or a command, written out or not."""
        verbs = self.verbs()
        name = self.whole(name.lower(), list(verbs), list(self.commands))
        if name in self.commands and name not in verbs:
            return self.commands[name][0](rest)
        if (verb := self.verb(name)) is not None:
            return self.act(verb, rest)
        others = {v.name for f in self.title.flows.values() for step in f.steps() for v in step.verbs}
        if name in others:
            raise Bad(f"{name!r} is not possible now; possible: {', '.join(verbs) or 'nothing'}")
        raise Bad(f"{name!r} is neither an action nor a command; possible now: {', '.join(verbs)}; or type help")

    # -- passing the keyboard -----------------------------------------------------------------

    def sit_down(self, said_: str) -> Reply:
        """The player who has to decide takes the keyboard, and reads what he has missed."""
        if said_ not in ("", "ready", "alone"):
            return wrong("First the keyboard is passed on: Enter, `alone`, `undo` or `quit`.")
        self.passing = said_ != "alone"
        self.seated = self.table.decider
        missed = self.table.journal[self.told.get(self.seated, self.began) :]
        self.look_at(None)
        self.read()
        return Reply((words.diary(missed, self.viewer),), "answer") if any(e.lines for e in missed) else Reply()

    # -- playing ------------------------------------------------------------------------------

    def act(self, verb: Verb, rest: str) -> Reply:
        """Play what a line means; ending a step that leaves something undone is asked back first."""
        title = self.title
        texts = spelling.actions(self.state, verb, rest)
        if verb.name == "done" and not rest:
            step = title.step(self.state)
            left = step.pending(self.state) if step.pending else ""
            if left and not title.explain(self.state, Action(verb.name)):
                return self.ask(f"{left[0].upper()}{left[1:]}. Go on all the same?", lambda: self.played(texts))
        return self.played(texts)

    def played(self, texts: list[str]) -> Reply:
        """Play actions until one is refused, keep the record, tell the news."""
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
        """Write the record where the game keeps itself; say so once if that fails."""
        try:
            files.write(self.path, self.record())
        except OSError as failed:
            first, self.unsaved = not self.unsaved, str(failed.strerror or failed)
            return (Text(f"The game could not be saved in {self.path}: {self.unsaved}.", "warn"),) if first else ()
        self.unsaved = ""
        return ()

    def record(self) -> str:
        """The game so far."""
        return record.write(self.table, self.header)

    @property
    def mark(self) -> str:
        """What stands before the line a player types."""
        return (
            "over"
            if self.state.over
            else "pass on"
            if self.curtain
            else words.who(self.title, self.table.decider).lower()
        )

    def prompt(self) -> Text:
        """What the players are asked."""
        if self.question is not None:
            return words.cited(self.question.text, "warn").append("  yes or no?", "key")
        if self.curtain:
            who = words.who(self.title, self.table.decider)
            out = Text(f" Pass the keyboard to the {who} player. ", "lead").append("Enter", "key")
            out.append(" when he sits here; ").append("alone", "key").append(" if one person plays both sides")
            if self.table.may_undo() is None:
                out.append("; ").append("undo", "key").append(" takes the last action back")
            return out.append(".")
        return words.prompt(self.table, mine=not self.waits)

    # -- asking back --------------------------------------------------------------------------

    def ask(self, text: str, yes: Callable[[], Reply]) -> Reply:
        """Ask before doing something."""
        self.question = Question(text, yes)
        return Reply((), "question")

    def undo(self, _rest: str) -> Reply:
        """Take back the last action."""
        table = self.table
        if table.undo_policy == "consent" and table.journal:
            last = next((e for e in reversed(table.journal) if e.player != CHANCE), None)
            if last is not None:
                return self.ask(
                    f"Take back {last.heard_by(self.viewer)[0]!r} and all that followed: do both players agree?",
                    self.agreed,
                )
        return self.undone(table.undo(self.sides[0] if len(self.sides) == 1 else None))

    def agreed(self) -> Reply:
        """Take back with consent, over the dice if need be."""
        return self.undone(self.table.undo(agreed=True))

    def undone(self, entry: Entry) -> Reply:
        """Something has been taken back."""
        self.overlay = None
        self.look_at(None)
        self.told = {who: min(count, len(self.table.journal)) for who, count in self.told.items()}
        return Reply((Text(f"Taken back: {entry.heard_by(self.viewer)[0]}"), *self.keep()), "news")

    def save(self, rest: str) -> Reply:
        """Write the game to a file of the player's choice."""
        if not rest:
            raise Bad("save to which file?")
        path = Path(rest).expanduser()
        if path.is_dir():
            raise Bad(f"{path} is a folder")
        if path.exists():
            return self.ask(f"{path} exists. Replace it?", lambda: self.saved(path))
        return self.saved(path)

    def saved(self, path: Path) -> Reply:
        """The game is written."""
        files.write(path, self.record())
        return said(f"Saved in {path}.", "ok")

    def quit(self, _rest: str) -> Reply:
        """Leave; the game is saved already, unless nothing was played or the disk refused."""
        if not self.table.journal:
            return self.leave()
        if self.unsaved:
            return self.ask(
                f"The game is NOT saved ({self.unsaved}); `save FILE` may help. Leave all the same?", self.leave
            )
        return self.ask(
            f"The game is saved in {files.shorten(self.path)} (`save FILE` makes a copy). Leave?", self.leave
        )

    def leave(self) -> Reply:
        """Go."""
        self.over = True
        return Reply()

    # -- what may be typed --------------------------------------------------------------------

    def help(self, rest: str) -> Reply:
        """What can be said."""
        verbs = self.verbs()
        rows = {name: self.usage(verb) for name, verb in verbs.items()}
        rows |= {name: (usage, text) for name, (_, usage, text) in self.commands.items() if name not in verbs}
        if rest:
            name = self.whole(rest.lower(), list(verbs), list(self.commands))
            if name not in rows:
                raise Bad(f"there is no command {rest!r}")
            rows = {name: rows[name]}
        grid = words.columns(0, 1)
        for usage, text in rows.values():
            grid.add_row(Text(usage, "key"), text)
        return Reply((grid, *(Text(hint, "quiet") for hint in self.hints() if not rest)))

    def hints(self) -> Iterator[str]:
        """How things may be typed, with examples from the map as it stands."""
        title, s, viewer = self.title, self.state, self.viewer
        name = answers.named_place(title, s, viewer)
        yield f"The beginning of a word is enough; Tab completes. A place may be called by its name: look {name}."
        here, some, near = answers.together(title, s, viewer)
        if (
            "move" in {verb.name for flow in title.flows.values() for step in flow.steps() for verb in step.verbs}
            and here
        ):
            whole = f"{a(answers.noun(title)).capitalize()} stands for your units in it: move {here} to {near}."
            several = f" Several at once: move {' '.join(some[:2])} to {near}." if len(some) > 1 else ""
            yield whole + several

    @staticmethod
    def usage(verb: Verb) -> tuple[str, str]:
        """How an action is said, and what it does."""
        return (verb.help, "") if verb.help.startswith(verb.name) else (verb.name, verb.help)

    def next_words(self, text: str) -> Iterator[Word]:
        """The words that may come next after this text (which ends where a new word begins)."""
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
        name, *more = typed
        if name in ("why", "odds") and name not in verbs:
            if not more:
                yield from (Word(verb.name, verb.help) for verb in verbs.values())
                return
            name, *more = more
        if name in verbs:
            yield from completion.after(title, s, verbs[name], more)
        elif name == "look" and not more:
            yield from (Word(title.lexicon.places[n], completion.place_meaning(title, s, n)) for n in scan(self.focus))
            yield from answers.place_names(title)
        elif name == "reach":
            yield from answers.piece_names(title, s, self.hexes())
        elif name == "case" and not more:
            yield from (Word(head.id, head.name) for head in title.rulebook.headings)
        elif name == "units" and not more:
            yield from (Word(word) for word in (*title.players, "all"))
        elif name == "help" and not more:
            yield from (Word(word) for word in (*verbs, *self.commands))
