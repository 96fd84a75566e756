"""A game at one keyboard: every line a player types, and what is answered. Knows no screen."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Group, RenderableType
from rich.text import Text

from ..core import record
from ..core.action import CHANCE, PUBLIC, Action, Verb
from ..core.bits import Bits, bits, scan
from ..core.estimate import fair, reach
from ..core.table import Entry, Refused, Table
from ..core.title import Bad
from . import answers, complete, files, spelling, words
from .board import Overlay, View, overlay
from .complete import Word
from .spelling import place_word

LAYERS = {"zoc": "zones of control", "rigid": "rigid zones", "fluid": "fluid zones"}  # overlays in plain words


class Reply(NamedTuple):
    """What is shown after a line: `news` if the game went on, else an answer or a refusal."""

    parts: tuple[RenderableType, ...] = ()
    kind: str = "answer"


class Question(NamedTuple):
    """Something asked back before it is done; any other line than an answer drops it."""

    text: str
    yes: Callable[[], Reply]


def said(text: str, style: str = "") -> Reply:
    """A plain answer."""
    return Reply((words.cited(text, style),))


def a(word: str) -> str:
    """A word with its article."""
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def wrong(text: str) -> Reply:
    """A refusal."""
    return Reply((words.cited(text, "bad"),), "refusal")


class Session:
    """One game, the file it keeps itself in, and what the players look at."""

    def __init__(self, table: Table, path: Path, header: Mapping[str, str] | None = None) -> None:
        self.table, self.path = table, path
        self.header = {"undo": table.undo_policy, **(header or {})}
        self.sides = tuple(range(len(table.title.players)))  # those who sit at this keyboard
        self.passing = False  # is the keyboard passed on, so that nobody sees what is another's?
        self.seated: int | None = None  # then: who sits at it
        self.told: dict[int, int] = {}  # and how much of the journal each has read
        self.began = len(table.journal)
        self.question: Question | None = None
        self.overlay: Overlay | None = None
        self.focus: Bits = 0
        self.over = False  # the players have left
        self.unsaved = ""  # why the game could not be kept
        place, layers = answers.noun(table.title), table.title.aids.overlays
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
        self.look_at(None)

    @property
    def state(self) -> Any:
        """The position."""
        return self.table.state

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
        others = {v.name for f in self.table.title.flows.values() for step in f.steps() for v in step.verbs}
        if name in others:
            raise Bad(f"{name!r} is not possible now; possible: {', '.join(verbs) or 'nothing'}")
        raise Bad(f"{name!r} is neither an action nor a command; possible now: {', '.join(verbs)}; or type help")

    # -- passing the keyboard -----------------------------------------------------------------

    @property
    def curtain(self) -> bool:
        """Is it for a player to decide who does not sit at the keyboard yet?"""
        return self.passing and self.table.decider in self.sides and self.table.decider != self.seated

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

    def read(self) -> None:
        """Who sits here has seen what happened up to now."""
        if self.seated is not None and not self.curtain:
            self.told[self.seated] = len(self.table.journal)

    # -- verbs --------------------------------------------------------------------------------

    def verb(self, name: str) -> Verb | None:
        """The verb of this step that has the name, possible or not."""
        return None if self.state.over or self.waits else self.table.title.step(self.state).verb(name)

    def verbs(self) -> dict[str, Verb]:
        """The verbs of the moment."""
        if self.waits:
            return {}
        return {verb.name: verb for verb, _ in self.table.title.verbs(self.table.state)}

    @staticmethod
    def whole(name: str, *lists: list[str]) -> str:
        """A word written out: its beginning is enough if it fits only one of the first list it fits at all."""
        if any(name in names for names in lists):
            return name
        for names in lists:
            fits = [one for one in names if one.startswith(name)]
            if len(fits) > 1:
                raise Bad(f"{name!r} may mean {', '.join(fits)}")
            if fits:
                return fits[0]
        return name

    # -- playing ------------------------------------------------------------------------------

    def act(self, verb: Verb, rest: str) -> Reply:
        """Play what a line means; ending a step that leaves something undone is asked back first."""
        title = self.table.title
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

    def look_at(self, entry: Entry | None) -> None:
        """Turn to where something happens: a battle under way, else what the last action moved."""
        s: Any = self.table.state
        found: Bits = 0
        if s.local is not None:
            for name, kind in s.flow.kinds.items():
                value = getattr(s.local, name)
                if kind.name == "places":
                    found |= value
                elif kind.name == "place" and value >= 0:
                    found |= 1 << value
        if not found and entry is not None:
            before: Any = entry.before
            moved = [n for n, at in enumerate(s.place) if before.place[n] != at]
            found = bits(s.place[n] for n in moved)
        self.focus = found & self.hexes() or self.focus or self.standing()

    def hexes(self) -> Bits:
        """The places of the map."""
        box = self.table.title.data.board.box
        return (1 << int(box)) - 1

    def standing(self) -> Bits:
        """Where the player who decides has his units."""
        who = self.table.decider
        title, s = self.table.title, self.state
        mine = title.players[who] if who >= 0 else title.players[0]
        return bits(
            at for n, at in enumerate(s.place) if title.portrait(s, n)["there"]["side"] == mine
        ) & self.hexes()  # fmt: skip

    def view(self) -> View:
        """What the board shows now."""
        lit = self.focus if self.table.journal else 0
        return View(self.viewer, lit, self.overlay)

    @property
    def viewer(self) -> int | None:
        """Through whose eyes all is seen: of whoever decides, or waits here; with None, nothing is hidden."""
        if self.curtain:
            return PUBLIC
        who = self.table.decider
        if self.table.state.over or who in self.sides:
            return None if self.table.state.over else who
        return self.sides[0] if len(self.sides) == 1 else None

    @property
    def waits(self) -> bool:
        """Is it for somebody to decide who does not sit here?"""
        return self.curtain or (self.table.decider >= 0 and self.table.decider not in self.sides)

    @property
    def mark(self) -> str:
        """What stands before the line a player types."""
        return (
            "over"
            if self.state.over
            else "pass on"
            if self.curtain
            else words.who(self.table.title, self.table.decider).lower()
        )

    def prompt(self) -> Text:
        """What the players are asked."""
        if self.question is not None:
            return words.cited(self.question.text, "warn").append("  yes or no?", "key")
        if self.curtain:
            who = words.who(self.table.title, self.table.decider)
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

    # -- questions of the players -------------------------------------------------------------

    def look(self, rest: str) -> Reply:
        """Everything about a hex."""
        title = self.table.title
        if not rest:
            raise Bad(f"look at which {answers.noun(title)}?")
        name = place_word(title, rest.replace(" ", "-") if len(rest.split()) > 1 else rest)
        place = answers.place(title, name)
        if self.hexes() >> place & 1:
            self.focus = 1 << place
        return Reply((answers.look(title, self.table.state, self.viewer, place),))

    def why(self, rest: str) -> Reply:
        """Why not, or at what cost."""
        if not rest:
            known = "" if self.waits or self.state.over else answers.example(self.table.title, self.state, self.viewer)
            raise Bad(f"why what? name an action{f': why {known}' if known else ''}")
        return Reply((answers.why(self.table, self.action(rest)),))

    def odds(self, rest: str) -> Reply:
        """The chances of a battle."""
        text, _, support = rest.rpartition(" air ") if " air " in rest else (rest, "", "0")
        if not support.isdigit():
            raise Bad(f"air is followed by a number, not {support!r}")
        return Reply((answers.odds(self.table, self.action(text) if text else None, int(support), self.viewer),))

    def action(self, rest: str) -> str:
        """An action that is asked about, written in full."""
        name, _, more = rest.partition(" ")
        known = [verb.name for verb in self.table.title.step(self.state).verbs] if not self.state.over else []
        if self.waits:
            raise Bad(f"it is for the {words.who(self.table.title, self.table.decider)} player to decide now")
        verb = self.verb(self.whole(name.lower(), known))
        if verb is None:
            raise Bad(f"{name!r} is not possible now; possible: {', '.join(known) or 'nothing, the game is over'}")
        texts = spelling.actions(self.state, verb, more)
        if len(texts) > 1:
            raise Bad(f"one at a time: {texts[0]}")
        return texts[0]

    def units(self, rest: str) -> Reply:
        """The units."""
        return Reply((answers.units(self.table, self.viewer, place_word(self.table.title, rest.lower())),))

    def reach(self, rest: str) -> Reply:
        """Where units can go, shown on the map."""
        title, s = self.table.title, self.state
        if not rest:
            raise Bad("reach of which unit?")
        units = answers.pieces(title, s, self.viewer, rest.split())
        found, sure = reach(fair(s, self.viewer), self.viewer, units)
        names = " ".join(answers.handle(title, s, self.viewer, unit) for unit in scan(units))
        if not found:
            return said(f"{names} can go nowhere{' together' * (units.bit_count() > 1)}.")
        self.overlay = Overlay(f"reach of {names}", {place: (cost, "reach") for place, cost in found.items()})
        self.focus = (bits(found) | 1 << s.place[next(scan(units))]) & self.hexes()
        head = f"{names} can reach" if sure else f"{names}, if it is the fastest it may be, can reach"
        return Reply((answers.costs(title, found, head),))

    def due(self, _rest: str) -> Reply:
        """What is still to come."""
        rows: dict[tuple[str, str], list[str]] = {}
        for when, who, what in self.table.title.aids.arrivals(self.state):
            rows.setdefault((when, who), []).append(what)
        grid = words.columns(0, 0, 1)
        for (when, who), every in rows.items():
            grid.add_row(Text(when, "key"), who.title(), "; ".join(every))
        return Reply((grid,)) if rows else said("Nothing more is to come.")

    def lay(self, name: str) -> Callable[[str], Reply]:
        """The command that lays one of the title's overlays on the map."""

        def show(_rest: str) -> Reply:
            self.overlay = overlay(self.table.title, fair(self.table.state, self.viewer), name)
            return said(f"On the map: {name}, {self.overlay.legend}. `map` takes it away.")

        return show

    def map(self, _rest: str) -> Reply:
        """Nothing lies over the map."""
        self.overlay = None
        return Reply()

    def case(self, rest: str) -> Reply:
        """What the rules say."""
        return Reply((answers.rules(self.table.title, rest),))

    def log(self, rest: str) -> Reply:
        """The war diary."""
        entries = self.table.journal
        if rest != "all":
            count = int(rest) if rest.isdigit() and int(rest) else 12
            kept, n = 0, len(entries)
            while n and kept < count:
                n -= 1
                kept += bool(entries[n].heard_by(self.viewer)[1]) and not words.within(entries[n])
            entries = entries[n:]
        told = any(entry.heard_by(self.viewer)[1] for entry in entries)
        return Reply((words.diary(entries, self.viewer) if told else Text("Nothing has happened yet."),))

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
        title, s, viewer = self.table.title, self.state, self.viewer
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

    # -- what may be typed --------------------------------------------------------------------

    def next_words(self, text: str) -> Iterator[Word]:
        """The words that may come next after this text (which ends where a new word begins)."""
        title, s = self.table.title, self.table.state
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
            yield from complete.after(title, s, verbs[name], more)
        elif name == "look" and not more:
            yield from (Word(title.lexicon.places[n], complete.place_meaning(title, s, n)) for n in scan(self.focus))
            yield from answers.place_names(title)
        elif name == "reach":
            yield from answers.piece_names(title, s, self.hexes())
        elif name == "case" and not more:
            yield from (Word(head.id, head.name) for head in title.rulebook.headings)
        elif name == "units" and not more:
            yield from (Word(word) for word in (*title.players, "all"))
        elif name == "help" and not more:
            yield from (Word(word) for word in (*verbs, *self.commands))
