"""The words of a title: one number for every part of an action.

An action is said word by word: the verb, then its arguments in order. A set is said member by member, lowest first,
followed by `end` if more members would be possible; a path is said by the place it leads to, and the cheapest path is
taken. So there is exactly one way to say an action, and after each word the possible next words are known.
"""

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from ..core.action import Action, Arg, Verb
from ..core.bits import Bits, bits, scan
from ..core.options import Options, Parts, Paths, Some
from ..core.title import Bad, Title

END = 0
"""The number of the word `end`."""

LISTED = 4096
"""Sets with conditions of their own are listed, the first ones of very many."""

SORTS: Mapping[str, str] = MappingProxyType({
    "piece": "piece", "pieces": "piece", "place": "place", "places": "place", "path": "place",
    "face": "face", "number": "number", "flag": "flag", "word": "word",
})  # fmt: skip
"""The sort of word used for an argument of each kind."""


def player_verbs(title: Title[Any]) -> list[Verb]:
    """Every verb of the players, one for each name and form, in the order of the sequence of play."""
    found = {
        (verb.name, tuple(arg.kind for arg in verb.args)): verb
        for flow in title.flows.values()
        for step in flow.steps()
        for verb in step.verbs
        if verb.weights is None
    }
    return list(found.values())


class Words:
    """The table of all words of a title. A word keeps its number as long as the title keeps its data."""

    def __init__(self, title: Title[Any]) -> None:
        verbs, lexicon = player_verbs(title), title.lexicon
        kinds = list(dict.fromkeys(arg.kind.name for verb in verbs for arg in verb.args))
        strange = [kind for kind in kinds if kind not in SORTS]
        known = [arg.kind.words for verb in verbs for arg in verb.args if arg.kind.name == "word"]
        strange += ["word"] if () in known else []
        if strange:
            raise Bad(f"{title.name} cannot be expressed in single words: it asks for a {strange[0]}")
        names: dict[str, list[str]] = {"verb": list(dict.fromkeys(verb.name for verb in verbs))}
        said = {
            "piece": lexicon.pieces,
            "place": lexicon.places,
            "face": lexicon.faces,
            "flag": ("no", "yes"),
            "number": [str(n) for n in range(len(lexicon.pieces) + 1)],
            "word": list(dict.fromkeys(word for words in known for word in words)),
        }
        names |= {sort: list(said[sort]) for sort in said if sort in {SORTS[kind] for kind in kinds}}
        self.texts: list[str] = ["end"]
        self.first: dict[str, int] = {}  # the number of each sort's word 0
        self.count: dict[str, int] = {}
        for sort, items in names.items():
            self.first[sort], self.count[sort] = len(self.texts), len(items)
            self.texts += [f"{sort} {item}" if item else "" for item in items]  # empty: a gap between lines of hexes
        self._words = {word: n for n, word in enumerate(said["word"])}
        self._number = {text.lower(): n for n, text in enumerate(self.texts) if text}
        self._verb = {name: self.first["verb"] + n for n, name in enumerate(names["verb"])}

    def __len__(self) -> int:
        return len(self.texts)

    def word(self, number: int) -> str:
        """The word with this number."""
        if not 0 <= number < len(self.texts):
            raise Bad(f"there is no word {number}; they are numbered from 0 to {len(self.texts) - 1}")
        return self.texts[number]

    def number(self, word: str) -> int:
        """The number of a word."""
        found = self._number.get(" ".join(word.lower().split()))
        if found is None:
            raise Bad(
                f"there is no word {word!r}; words are `end` and {', '.join(f'`{sort} …`' for sort in self.first)}"
            )
        return found

    def of_verb(self, name: str) -> int:
        """The number of a verb."""
        return self._verb[name]

    def of_value(self, arg: Arg, value: int | str) -> int:
        """The number of the word for a value of an argument, or for a member of it."""
        sort = SORTS[arg.kind.name]
        if isinstance(value, str):
            value = self._words[value]
        if not 0 <= value < self.count[sort]:
            raise Bad(f"there is no word for the {sort} {value}")
        return self.first[sort] + value

    def value(self, arg: Arg, number: int) -> Any:
        """The value that a word means as an argument."""
        value = number - self.first[SORTS[arg.kind.name]]
        if arg.kind.name == "word":
            return list(self._words)[value]
        return bool(value) if arg.kind.name == "flag" else value


class Saying:
    """An action being said: the words so far, the possible next words, and finally the action."""

    __slots__ = ("_args", "_options", "_part", "_s", "_sets", "_verb", "_verbs", "_words", "allowed", "said")

    def __init__(self, words: Words, s: Any) -> None:
        self._words, self._s = words, s
        self._verbs = {words.of_verb(verb.name): (verb, first) for verb, first in s.title.verbs(s)}
        self._verb: Verb | None = None
        self._args: tuple[Any, ...] = ()
        self._options: Options | None = None
        self._part: Bits = 0  # the members so far of the set being said
        self._sets: list[Bits] = []  # all sets it may become, if they are listed
        self.said: tuple[int, ...] = ()
        self.allowed: list[int] = list(self._verbs)

    def say(self, number: int) -> Action | None:
        """Say an allowed word; return the action if it is now complete."""
        self.said = (*self.said, number)
        if self._verb is None:
            self._verb, first = self._verbs[number]
            return self._go_on(first if self._verb.args else None)
        arg, options = self._arg, self._options
        if isinstance(options, Paths):
            return self._value(options.to(self._words.value(arg, number)))
        if not arg.kind.many:
            return self._value(self._words.value(arg, number))
        if number == END:
            return self._value(self._part)
        self._part |= 1 << self._words.value(arg, number)
        return self._grow()

    @property
    def _arg(self) -> Arg:
        assert self._verb is not None
        return self._verb.args[len(self._args)]

    def _value(self, value: Any) -> Action | None:
        """Complete an argument."""
        assert self._verb is not None
        self._args = (*self._args, value)
        whole = len(self._args) == len(self._verb.args)
        return self._go_on(None if whole else self._verb.options(self._s, *self._args))

    def _go_on(self, options: Options | None) -> Action | None:
        """Ask for the next argument, or finish if there is none."""
        assert self._verb is not None
        self._options, self._part = options, 0
        if options is None:
            self.allowed = []
            return Action(self._verb.name, self._args)
        arg, words = self._arg, self._words
        if isinstance(options, Paths):
            self.allowed = [words.of_value(arg, end) for end in scan(options.ends)]
            return None
        if not arg.kind.many:
            self.allowed = [words.of_value(arg, value) for value in options]
            return None
        self._sets = [] if type(options) in (Some, Parts) else list(islice(options, LISTED))
        return self._grow()

    def _grow(self) -> Action | None:
        """Ask for the next member of a set; complete the set if there can be none."""
        options, part, words, arg = self._options, self._part, self._words, self._arg
        if isinstance(options, Some) and type(options) in (Some, Parts):
            more, enough = next_members(options, part), part in options
        else:
            below = (1 << part.bit_length()) - 1
            self._sets = [one for one in self._sets if one & below == part]
            more = bits((rest & -rest).bit_length() - 1 for one in self._sets if (rest := one ^ part))
            enough = part in self._sets
        if not more:
            return self._value(part)
        self.allowed = [words.of_value(arg, member) for member in scan(more)]
        if enough:
            self.allowed.insert(0, END)
        return None


def next_members(options: Some, part: Bits) -> Bits:
    """The members that may come next in a subset said lowest first, so that it can still be completed."""
    left = options.members >> part.bit_length() << part.bit_length()
    if must := options.must & left:
        left &= (must & -must) * 2 - 1  # no required member is skipped
    return bits(one for one in scan(left) if _completes(options, part | 1 << one))


def _completes(options: Some, part: Bits) -> bool:
    """Whether a subset can be completed with members beyond its highest."""
    rest = options.members >> part.bit_length() << part.bit_length()
    least = most = 0
    for own in options.parts if isinstance(options, Parts) else (options,):
        have = (part & own.members).bit_count()
        must, room = (rest & own.must).bit_count(), (rest & own.members).bit_count()
        low, high = max(own.low, have + must), min(own.high, have + room)
        if low > high:
            return False
        least, most = least + low, most + high
    return least <= options.high and most >= options.low
