"""Actions, and the verbs and steps they belong to.

An `Action` is a verb and its arguments. For each argument, a `Verb` knows the legal values
and why any other value is illegal. A `Step` is a point in the sequence of play at which one
player chooses among a few verbs. Chance is a player like any other: `CHANCE`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

from .bits import Bits, scan
from .kinds import Kind
from .options import Among, One, Options, Sieve, Some
from .rule import Ban, Check, Objection, unbanned

Player: TypeAlias = int
CHANCE: Player = -1
NOBODY: Player = -2
PUBLIC: Player = -3  # as a viewer: knows only what every player knows


class Action(NamedTuple):
    """A complete action of one player; hashable, with exactly one text form."""

    verb: str
    args: tuple[Any, ...] = ()


class Arg(NamedTuple):
    """One argument: its kind, its keyword in text, its legal values, and the objections to others.

    Both functions take the state and the arguments chosen before this one; `objections`
    takes the value in question last.
    """

    kind: Kind
    word: str
    options: Callable[..., Options]
    objections: Callable[..., list[Objection]]
    complete: Callable[..., Any] | None = None  # fills in what a player left out of the value
    ask: str = ""  # what the player is asked: `Which units assault?`


class Verb(NamedTuple):
    """Something a player can do at a step."""

    name: str
    args: tuple[Arg, ...]
    do: Callable[..., None]
    leaves: bool | Callable[[Any], bool] = True  # whether the step ends afterwards or asks again
    bars: tuple[Callable[..., Iterable[Objection]], ...] = ()  # objections to the verb with all its arguments
    weights: Callable[..., list[int]] | None = None  # for chance: one per option
    audience: Callable[[Any], Collection[Player]] | None = None  # who learns the arguments; None: everyone
    help: str = ""
    option: str = ""  # the option that brings it into the game, such as `rail=rail`
    whose: Player | None = None  # the only player who can use it; None: either
    label: str = ""  # on a button: `Close assault`; if empty, the name

    def options(self, s: Any, *chosen: Any) -> Options:
        """The legal values of the next argument."""
        return self.args[len(chosen)].options(s, *chosen)

    def available(self, s: Any) -> "Options | None":
        """The first argument's options; for a verb without arguments, a true value if it is legal."""
        if self.args:
            return self.args[0].options(s)
        return None if any(True for _ in self.objections(s)) else FREE

    def objections(self, s: Any, *args: Any) -> Iterator[Objection]:
        """Every clause that forbids the verb with these arguments."""
        for n, arg in enumerate(self.args):
            yield from arg.objections(s, *args[: n + 1])
        for bar in self.bars:
            yield from bar(s, *args)


FREE = One(1)
NOTHING = One(0)


class Step(NamedTuple):
    """A point at which a player decides; `who` is the player, or a function that finds the player."""

    name: str
    cite: str
    who: Callable[[Any], Player]
    verbs: tuple[Verb, ...]
    prompt: str = ""
    pending: Callable[[Any], str] | None = None  # what `done` would leave undone
    left: Callable[[Any], str] | None = None  # how much the deciding player has left to spend or to do
    skipped: Callable[[Any], str] | None = None  # why it was passed over: `no air unit is free [13.5]`, or nothing
    said: Callable[[Any], tuple[str, str]] | None = None  # the case and the prompt, where they depend on the position

    def asked(self, s: Any) -> tuple[str, str]:
        """The case and the prompt of this decision."""
        return self.said(s) if self.said else (self.cite, self.prompt)

    def verb(self, name: str) -> Verb | None:
        """The verb with this name."""
        for verb in self.verbs:
            if verb.name == name:
                return verb
        return None


def one(
    kind: Kind,
    bans: Callable[..., list[Ban]],
    domain: Callable[[Any], Bits],
    word: str = "",
    checks: Callable[..., list[Check]] | None = None,
    barred: Callable[..., Callable[[int], bool]] | None = None,
) -> Arg:
    """An argument that is one place or piece: any member of the domain that no ban or check forbids.

    `barred` gives a quick test whether any check forbids a member, if there is one.
    """

    def options(s: Any, *chosen: Any) -> Options:
        members = unbanned(domain(s), bans(s, *chosen))
        if not members:
            return NOTHING
        if barred:
            return Sieve(members, barred(s, *chosen))
        tests = checks(s, *chosen) if checks else ()
        if len(tests) == 1:
            return Sieve(members, tests[0].holds)
        return Sieve(members, lambda item: any(test.holds(item) for test in tests)) if tests else One(members)

    def objections(s: Any, *args: Any) -> list[Objection]:
        item, name = args[-1], kind.text(s.title.lexicon, args[-1])
        out = [ban.objection(item, name) for ban in bans(s, *args[:-1]) if ban.where >> item & 1]
        if checks:
            out += [test.objection(item, name) for test in checks(s, *args[:-1]) if test.holds(item)]
        return out

    return Arg(kind, word, options, objections)


def within(kind: Kind, bounds: Callable[..., range], outside: Callable[..., Objection], word: str = "") -> Arg:
    """An argument that is a number within bounds; `outside` is told of any other."""

    def options(s: Any, *chosen: Any) -> Options:
        return Among(bounds(s, *chosen))

    def objections(s: Any, *args: Any) -> list[Objection]:
        return [] if args[-1] in bounds(s, *args[:-1]) else [outside(s, *args)]

    return Arg(kind, word, options, objections)


class Limits(NamedTuple):
    """How many members a set may have and which it must include, each with its clause."""

    low: int = 1
    high: int = 1 << 30
    must: Bits = 0
    too_few: Objection = Objection("", "choose at least one")
    too_many: Objection = Objection("", "that is too many")
    missing: Callable[[Bits], Objection] = lambda _: Objection("", "a unit that must take part is missing")


def some(
    kind: Kind,
    bans: Callable[..., list[Ban]],
    domain: Callable[[Any], Bits],
    limits: Callable[..., Limits],
    word: str = "",
) -> Arg:
    """An argument that is a set of places or pieces, none of them banned, within limits."""

    def options(s: Any, *chosen: Any) -> Options:
        members = unbanned(domain(s), bans(s, *chosen))
        limit = limits(s, *chosen)
        return Some(members, limit.low, limit.high, limit.must)

    def objections(s: Any, *args: Any) -> list[Objection]:
        value: Bits = args[-1]
        out = [
            ban.objection(item, kind.item(s.title.lexicon, item))
            for ban in bans(s, *args[:-1])
            for item in scan(value & ban.where)
        ]
        limit = limits(s, *args[:-1])
        if value.bit_count() < limit.low:
            out.append(limit.too_few)
        if value.bit_count() > limit.high:
            out.append(limit.too_many)
        if limit.must & ~value:
            out.append(limit.missing(limit.must & ~value))
        return out

    return Arg(kind, word, options, objections)
