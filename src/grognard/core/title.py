"""A title: one game as a value, and everything that can be asked of it.

The engine knows nothing of any particular wargame. A title provides its flows, state, names
and rulebook; from these follow what is legal, why something is not, and its effects.
"""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any, Generic, NamedTuple

from .action import CHANCE, NOBODY, PUBLIC, Action, Arg, Player, Step, Verb
from .bits import Bits, scan
from .flow import Flow, run
from .kinds import Lexicon, Unreadable
from .options import Options, Pick
from .reading import exact, read, values
from .rule import Objection, Rulebook
from .state import Called, Note, S

ALL_ASPECTS = frozenset(("there", "kind", "strength", "identity", "marks"))


class Option(NamedTuple):
    """A switch of a title's rules; the first value is the default."""

    values: tuple[str, ...]
    text: str
    cite: str = ""


class Outcome(NamedTuple):
    """How a game ended: the winner (or NOBODY), the level, and the numbers behind it."""

    winner: Player
    level: str
    facts: Mapping[str, Any]


class Flaw(NamedTuple):
    """A defect of a position: the piece, place or heading concerned, and what is wrong with it."""

    about: str
    why: str


def everything(_s: Any, _player: Player, _piece: int) -> frozenset[str]:
    """The fog rule of a title without fog."""
    return ALL_ASPECTS


class Bad(ValueError):
    """User input that cannot be understood; the message says what and why."""


@dataclass(frozen=True)
class Title(Generic[S]):
    """A game as a value."""

    name: str
    full: str
    about: str
    version: int
    players: tuple[str, ...]
    scenarios: Mapping[str, str]
    options: Mapping[str, Option]
    flows: Mapping[str, Flow]
    lexicon: Lexicon
    rulebook: Rulebook
    data: Any
    state: type[S]
    blank: Callable[["Title[S]", str, tuple[str, ...]], S]
    set_up: Callable[[S], None]
    settle: Callable[[S], None]
    outcome: Callable[[S], Outcome | None]
    now: Callable[[S], str]
    unit: Callable[[S, int], str]
    place: Callable[[S, int], str]
    portrait: Callable[[S, int], Mapping[str, Mapping[str, Any]]]
    spawn: Callable[[S, str, Bits], int]  # the piece that a word of the notation means, other than those taken
    alias: Callable[[S, str], str | None] = lambda _s, _word: None
    lasting: Callable[[S, int], str | None] | None = None  # an alias that stays, where a piece's number may not
    check: Callable[[S], Iterable[Flaw]] = lambda _s: ()
    sees: Callable[[S, Player, int], frozenset[str]] = everything
    hides: Callable[[S, Player], Bits] | None = None  # pieces of which a player sees only some aspects, always the same
    secret: Callable[[S, Player], Collection[str]] = lambda _s, _player: ()  # scalars and local variables
    stranger: Callable[[S, int], str] = lambda s, piece: f"a unit ({s.title.lexicon.pieces[piece]})"
    guess: Callable[[S, Player, Pick], S] = lambda s, _player, _pick: s.copy()  # using only what the player knows
    packs: tuple[str, ...] = ()
    fingerprint: str = ""  # a hash of the rules' code and the data; empty if unknown
    home: str = ""  # the package that contains its modules
    sources: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    kept: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # what its games have in common

    @property
    def fogged(self) -> bool:
        """Whether one player may know what another does not."""
        return self.sees is not everything

    # -- who may know what -------------------------------------------------------------------

    def shown(self, s: S, viewer: Player | None, piece: int) -> frozenset[str]:
        """The aspects of a piece that a viewer sees: a player, `PUBLIC`, or None for the referee."""
        if viewer is None or not self.fogged:
            return ALL_ASPECTS
        if viewer != PUBLIC:
            return self.sees(s, viewer, piece)
        return frozenset.intersection(*(self.sees(s, player, piece) for player in range(len(self.players))))

    def hidden(self, s: S, viewer: Player | None) -> frozenset[str]:
        """The scalars and local variables that a viewer may not know."""
        viewers = range(len(self.players)) if viewer == PUBLIC else () if viewer is None else (viewer,)
        return frozenset(name for player in viewers for name in self.secret(s, player))

    # -- beginning ---------------------------------------------------------------------------

    def settings(self, chosen: Mapping[str, str]) -> tuple[str, ...]:
        """Check options and keep those that differ from the default, as `name=value`."""
        for name, value in chosen.items():
            if name not in self.options:
                raise Bad(f"{self.name} has no option {name!r}; it has: {', '.join(self.options) or 'none'}")
            if value not in self.options[name].values:
                raise Bad(f"option {name} is one of {', '.join(self.options[name].values)}, not {value!r}")
        return tuple(
            f"{name}={chosen[name]}"
            for name, option in self.options.items()
            if chosen.get(name, option.values[0]) != option.values[0]
        )

    def start(self, scenario: str = "", options: Mapping[str, str] | None = None) -> S:
        """A new game, set up and run to its first decision."""
        scenario = scenario or next(iter(self.scenarios))
        if scenario not in self.scenarios:
            raise Bad(f"{self.name} has no scenario {scenario!r}; it has: {', '.join(self.scenarios)}")
        s = self.blank(self, scenario, self.settings(options or {}))
        self.set_up(s)
        self.settle(s)
        run(s)
        return s

    # -- asking ------------------------------------------------------------------------------

    def step(self, s: S) -> Step:
        """The step at which the game is waiting for a decision."""
        found: Step = s.flow.code[s.at][1]
        return found

    def decider(self, s: S) -> Player:
        """Who must decide: a player, CHANCE, or NOBODY when the game is over."""
        return NOBODY if s.over else self.step(s).who(s)

    def verbs(self, s: S) -> list[tuple[Verb, Options]]:
        """The verbs that can be played now, each with the options of its first argument."""
        if s.over:
            return []
        out = []
        for verb in self.step(s).verbs:
            first = verb.available(s)
            if first:
                out.append((verb, first))
        return out

    def choices(self, s: S, verb: str, *chosen: Any) -> Options | None:
        """What may come next after these arguments; None if the action is complete."""
        if s.over:
            raise Bad("the game is over")
        found = self.step(s).verb(verb)
        if found is None:
            raise Bad(f"{verb!r} is not possible at this step; possible: {self._verb_names(s)}")
        return found.options(s, *chosen) if len(chosen) < len(found.args) else None

    def actions(self, s: S) -> Iterator[Action]:
        """Every legal action, one by one; only practical in small positions."""
        if s.over:
            return
        for verb, first in self.verbs(s):
            if verb.args:
                yield from self._complete(s, verb, (), first)
            else:
                yield Action(verb.name)

    def _complete(self, s: S, verb: Verb, chosen: tuple[Any, ...], options: Options) -> Iterator[Action]:
        for value in options:
            args = (*chosen, value)
            if len(args) == len(verb.args):
                yield Action(verb.name, args)
            else:
                yield from self._complete(s, verb, args, verb.options(s, *args))

    def sample(self, s: S, pick: Pick, done: int = 5, spent: Collection[str] = ()) -> Action:
        """A random legal action: `done` with this chance in percent, otherwise uniform by verb, then by argument.

        A verb that is spent is only chosen if nothing else is possible, not even `done`.
        """
        verbs = self.step(s).verbs
        if verbs[0].weights is not None:
            return self.chance(s, pick)
        untried = [verb for verb in verbs if verb.name not in spent] if spent else list(verbs)
        rest = [verb for verb in verbs if verb.name in spent] if spent else []
        found = None
        if untried and untried[-1].name == "done":
            verb = untried.pop()
            found = verb.available(s) if pick(100) < done else None
            rest.insert(0, verb)
        while not found:
            verb = untried.pop(pick(len(untried))) if untried else rest.pop(0)
            found = verb.available(s)
        if not verb.args:
            return Action(verb.name)
        args: tuple[Any, ...] = (found.sample(pick),)
        while len(args) < len(verb.args):
            args = (*args, verb.options(s, *args).sample(pick))
        return Action(verb.name, args)

    def chance(self, s: S, pick: Pick) -> Action:
        """A random action of chance, each outcome by its weight."""
        (verb,) = self.step(s).verbs
        outcomes = list(verb.options(s))
        weights = verb.weights(s) if verb.weights else [1] * len(outcomes)
        assert len(weights) == len(outcomes)
        until = list(accumulate(weights))
        return Action(verb.name, (outcomes[bisect_right(until, pick(until[-1]))],))

    def explain(self, s: S, action: Action, player: Player | None = None) -> list[Objection]:
        """Every objection to an action: first whether it is possible at all now, then every clause that forbids it."""
        if s.over:
            return [Objection("form", "the game is over")]
        step = self.step(s)
        who = step.who(s)
        if player is not None and player != who:
            turn = "the dice" if who == CHANCE else f"the {self.players[who].title()} player"
            return [Objection("form", f"{turn} must decide now")]
        verb = step.verb(action.verb)
        if verb is None:
            return [Objection("form", f"{action.verb!r} is not possible now; possible: {self._verb_names(s)}")]
        if len(action.args) != len(verb.args):
            return [Objection("form", f"{verb.name!r} takes {len(verb.args)} arguments, not {len(action.args)}")]
        return list(_unique(verb.objections(s, *action.args)))

    # -- playing -----------------------------------------------------------------------------

    def play(self, s: S, action: Action) -> None:
        """Carry out a legal action and run to the next decision."""
        verb = self.step(s).verb(action.verb)
        assert verb is not None
        if verb.leaves is True:
            s.at += 1
        verb.do(s, *action.args)
        if callable(verb.leaves) and verb.leaves(s):
            s.at += 1
        run(s)

    # -- words -------------------------------------------------------------------------------

    def _verb_names(self, s: S) -> str:
        return ", ".join(verb.name for verb in self.step(s).verbs)

    def text(self, s: S, action: Action) -> str:
        """The one text form of an action."""
        return self._text(s, action, lambda arg, value: arg.kind.text(self.lexicon, value))

    def lasting_text(self, s: S, action: Action) -> str:
        """The action as text with lasting names of pieces: for programs, which may keep it."""
        return self._text(s, action, lambda arg, value: " ".join(self.words(s, arg, value)))

    def words(self, s: S, arg: Arg, value: Any) -> list[str]:
        """The words of an argument, with lasting names of pieces."""
        if arg.kind.name not in ("piece", "pieces"):
            return arg.kind.text(self.lexicon, value).split()
        return [self.called(s, piece) for piece in (scan(value) if arg.kind.many else (value,))]

    def called(self, s: S, piece: int) -> str:
        """The name of a piece that lasts, for the player who must decide."""
        return (self.lasting(s, piece) if self.lasting else None) or self.lexicon.pieces[piece]

    def _text(self, s: S, action: Action, said: Callable[[Arg, Any], str]) -> str:
        verb = self.step(s).verb(action.verb)
        assert verb is not None
        words = [action.verb]
        for arg, value in zip(verb.args, action.args, strict=True):
            if text := said(arg, value):
                words += [arg.word.split("|")[0], text] if arg.word else [text]
        return " ".join(words)

    def parse(self, s: S, text: str) -> Action:
        """Read an action from text; what a player may leave out is completed."""
        words = text.split()
        if not words:
            raise Bad("no action was given")
        if s.over:
            raise Bad("the game is over")
        verb = self.step(s).verb(words[0].lower())
        if verb is None:
            raise Bad(f"{words[0]!r} is not possible now; possible: {self._verb_names(s)}")
        try:
            args = exact(self.lexicon, verb.args, words) or read(self, s, verb, words[1:])
        except Unreadable as wrong:
            raise Bad(f"{verb.name}: {wrong}") from None
        return Action(verb.name, args)

    def compose(self, s: S, verb: str, said: Sequence[str | Sequence[str]]) -> Action:
        """An action from a verb and the words of each argument; a path given by one word is completed."""
        if s.over:
            raise Bad("the game is over")
        found = self.step(s).verb(verb)
        if found is None:
            raise Bad(f"{verb!r} is not possible now; possible: {self._verb_names(s)}")
        if len(said) != len(found.args):
            raise Bad(f"{verb!r} takes {len(found.args)} arguments, not {len(said)}")
        words = [one.split() if isinstance(one, str) else list(one) for one in said]
        try:
            return Action(verb, values(self, s, found, words, [not isinstance(one, str) for one in said]))
        except Unreadable as wrong:
            raise Bad(f"{verb}: {wrong}") from None

    def value(self, s: S, arg: Arg, words: Sequence[str], *chosen: Any, exact: bool = True) -> Any:
        """One argument from its words, given the arguments chosen before it."""
        if arg.kind.name in ("piece", "pieces"):
            known = self.lexicon.is_piece  # a piece's own name always means that piece
            words = [word if known(word) else self.alias(s, word) or word for word in words]
        value = arg.kind.parse(self.lexicon, words)
        return arg.complete(s, *chosen, value) if arg.complete and not exact else value

    def say(self, s: S, note: Note, player: Player | None = None) -> str:
        """A diary line as text, with pieces under the names the player knows them by."""

        def unit(piece: int) -> str:
            if isinstance(piece, Called):
                return piece.to(player)
            known = "identity" in self.shown(s, player, piece)
            return self.unit(s, piece) if known else self.stranger(s, piece)

        facts = {}
        for name, value in note.facts.items():
            if name.startswith("units"):
                facts[name] = listing([unit(one) for one in scan(value)])
            elif name.startswith("unit"):
                facts[name] = unit(value)
            elif name.startswith("hexes"):
                facts[name] = listing([self.place(s, one) for one in scan(value)])
            elif name.startswith("hex"):
                facts[name] = self.place(s, value)
            else:
                facts[name] = value
        said = note.text.format(**facts)
        return said[:1].upper() + said[1:]


def listing(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def _unique(objections: Iterator[Objection]) -> Iterator[Objection]:
    seen = set()
    for objection in objections:
        if (mark := (objection.clause, objection.text)) not in seen:
            seen.add(mark)
            yield objection
