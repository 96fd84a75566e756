"""Reading an action: which words belong to which argument, and what they mean."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .action import Arg, Verb
from .bits import bits
from .kinds import Lexicon, Unreadable

if TYPE_CHECKING:
    from .title import Title


def exact(lexicon: Lexicon, args: Sequence[Arg], words: Sequence[str]) -> tuple[Any, ...]:
    """The arguments of an action in its text form, such as every stored action; empty if it may be another form."""
    out: list[Any] = []
    at, end = 1, len(words)
    try:
        for n, arg in enumerate(args):
            if arg.word:
                if words[at] != arg.word.partition("|")[0]:
                    return ()
                at += 1
            elif arg.complete:
                return ()
            stop = at + 1
            if arg.kind.many:
                stop = words.index(args[n + 1].word.partition("|")[0], at) if n + 1 < len(args) else end
            out.append(arg.kind.parse(lexicon, words[at:stop]))
            if n and arg.kind.many and not arg.word and not args[n - 1].kind.many and out[n] & ~(-2 << out[n - 1]):
                return ()  # the lowest leads a group
            at = stop
    except (IndexError, ValueError):
        return ()
    return tuple(out) if at == end else ()


def read(title: "Title[Any]", s: Any, verb: Verb, words: list[str]) -> tuple[Any, ...]:
    """Assign the words to the arguments: by keyword, or one each and the rest to the last."""
    args, count = verb.args, len(verb.args)
    if not words and not count:
        return ()
    keywords = _keywords(tuple([arg.word for arg in args]))
    said: list[list[str]] = [[] for _ in args]
    exact = [False] * count  # given by its keyword, as in the text form: nothing is left out
    at = 0
    for word in words:
        found = keywords.get(word.lower()) if keywords else None
        if found is not None:
            at, exact[at] = found
            continue
        while at < count and said[at] and not args[at].kind.many:
            at += 1
            if at < count and args[at].word:
                at = count
        if at >= count:
            raise Unreadable(f"{word!r} is one word too many")
        said[at].append(word)
    return values(title, s, verb, said, exact)


@lru_cache(1024)
def _keywords(words: tuple[str, ...]) -> dict[str, tuple[int, bool]]:
    """For each keyword of some arguments its argument, and whether it is the one of the text form."""
    return {
        word: (n, not synonym) for n, own in enumerate(words) for synonym, word in enumerate(own.split("|")) if word
    }


def values(
    title: "Title[Any]", s: Any, verb: Verb, said: Sequence[Sequence[str]], exact: Sequence[bool]
) -> tuple[Any, ...]:
    """The arguments given by the words."""
    args: tuple[Any, ...] = ()
    n = 0
    while n < len(verb.args):
        arg = verb.args[n]
        after = verb.args[n + 1] if n + 1 < len(verb.args) else None
        if not said[n] and not arg.kind.many:
            raise Unreadable(f"which {arg.kind.name}{f' after {arg.word!r}' if arg.word else ''}?")
        if after is not None and not arg.kind.many and after.kind.many and not after.word:
            every = bits(title.value(s, arg, [word]) for word in (*said[n], *said[n + 1]))
            lead = every & -every  # the lowest leads, so that a group has one text form
            args = (*args, lead.bit_length() - 1, every ^ lead)
            n += 2
            continue
        args = (*args, title.value(s, arg, said[n], *args, exact=exact[n]))
        n += 1
    return args
