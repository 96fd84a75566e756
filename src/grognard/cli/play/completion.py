"""Completion: the verbs, units and places that are legal after the words typed so far."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ...core.action import Arg, Verb
from ...core.bits import Bits, bits, scan
from ...core.kinds import Unreadable
from ...core.options import One, Options, Paths, Sieve, Some
from ...kit.load.area_map import AreaMap
from ...kit.spelling import Slot, slots, written
from ...kit.table import Wargame
from ..board.text_map import seen
from .words import number


class Word(NamedTuple):
    """A completion and its meaning."""

    text: str
    meaning: str = ""


def place_meaning(title: Wargame[Any], s: Any, place: int) -> str:
    """A short description of a place."""
    hexmap = title.board.map
    name = title.lexicon.places[place]
    terrain = hexmap.terrain.get(name, "")
    if isinstance(hexmap, AreaMap):
        known = hexmap.names.get(name, "")
    else:
        known = hexmap.places[name].name if name in hexmap.places else ""
    there = [title.lexicon.pieces[n] for n, at in enumerate(s.place) if at == place]
    return ", ".join(word for word in (known or terrain, " ".join(there)) if word)


def piece_meaning(title: Wargame[Any], s: Any, piece: int) -> str:
    """A short description of a piece."""
    known = seen(s, title.decider(s), piece)
    if known.get("type") in ("block", "bomber"):
        return f"{known.get('name', 'an unknown Block')}, {known['place']}"
    strength = known.get("strength", f"{known['attack']}-{known['defense']}" if "attack" in known else "untried")
    return f"{known.get('name', known.get('type', ''))}, {strength}, {known['place']}"


def after(title: Wargame[Any], s: Any, verb: Verb, words: Iterable[str]) -> Iterator[Word]:
    """The words that may follow these in an action."""
    every = slots(verb)
    said: list[list[str]] = [[] for _ in every]
    at, opened = 0, ""
    for slot, word in written(s, verb, words):
        if slot == len(every):
            return
        if slot < 0:
            at, opened = next(n for n, one in enumerate(every) if word in one.keywords), word
        else:
            at = slot
            said[at].append(word)
    try:
        if at < len(every):
            yield from _at(title, s, verb, every, said, at, opened)
    except Unreadable:
        return


def _at(
    title: Wargame[Any], s: Any, verb: Verb, every: list[Slot], said: list[list[str]], at: int, opened: str
) -> Iterator[Word]:
    slot = every[at]
    chosen: tuple[Any, ...] = ()
    for before, words in zip(every[:at], said[:at], strict=True):
        chosen += _values(title, s, before, words, chosen)
    if said[at] and at + 1 < len(every):
        following = every[at + 1]
        for keyword in following.keywords:
            yield Word(keyword)
        if not following.keywords:
            yield from _members(title, s, verb, following, chosen + _values(title, s, slot, said[at], chosen), [], "")
    if slot.many or not said[at]:
        yield from _members(title, s, verb, slot, chosen, said[at], opened)


def _values(title: Wargame[Any], s: Any, slot: Slot, words: list[str], chosen: tuple[Any, ...]) -> tuple[Any, ...]:
    if not words:
        raise Unreadable("nothing given")
    if len(slot.args) == 1:
        words = words if slot.many else words[-1:]
        return (title.value(s, slot.args[0], words, *chosen),)
    group = bits(title.value(s, slot.args[0], [word]) for word in words)
    lead = group & -group
    return lead.bit_length() - 1, group ^ lead


def _members(
    title: Wargame[Any], s: Any, verb: Verb, slot: Slot, chosen: tuple[Any, ...], words: list[str], opened: str
) -> Iterator[Word]:
    arg = slot.args[0]
    if len(slot.args) == 2 and words:
        lead, rest = _values(title, s, slot, words, chosen)
        for one in scan(_company(s, verb, chosen, rest | 1 << lead)):
            yield _word(title, s, arg, one)
        return
    options = verb.options(s, *chosen)
    if isinstance(options, Paths):
        yield from _steps(title, s, options, chosen, arg, words, via=opened == "via")
    elif isinstance(options, One | Sieve | Some):
        already: Bits = title.value(s, arg, words) if words else 0
        members = options.members & ~(already if isinstance(options, Some) else 0)
        for one in scan(members):
            yield _word(title, s, arg, one)
    elif not arg.kind.many:
        for value in options:
            text = arg.kind.text(title.lexicon, value)
            yield Word(text, arg.kind.phrase(text) if arg.kind.phrases else "")


def _company(s: Any, verb: Verb, chosen: tuple[Any, ...], group: Bits) -> Bits:
    """The pieces that may still join a group, after its leader or as a new leader."""
    out = 0
    first: Options = verb.options(s, *chosen)
    lead = (group & -group).bit_length() - 1
    for one in first:
        if one > lead:
            break
        for company in verb.options(s, *chosen, one):
            whole = company | 1 << one
            if not group & ~whole:
                out |= whole
    return out & ~group


def _steps(
    title: Wargame[Any], s: Any, options: Paths, chosen: tuple[Any, ...], arg: Arg, words: list[str], *, via: bool
) -> Iterator[Word]:
    """The destinations of a move with their cost, or the next hex of a typed path."""
    if not via:
        if not words:
            known = {} if options.cost else title.aids.reach(s, chosen[1] | 1 << chosen[0])
            for end in scan(options.ends):
                cost = f"{number(options.cost(end)) if options.cost else known.get(end, '?')} MP"
                meaning = ", ".join(word for word in (cost, place_meaning(title, s, end)) if word)
                yield Word(title.lexicon.places[end], meaning)
        return
    path: tuple[int, ...] = title.value(s, arg, words) if words else ()
    here = path[-1] if path else s.place[chosen[0]]
    for one in scan(title.board.places.neighbours[here]):
        if (*path, one) in options or (one not in path and _goes_on(options, (*path, one))):
            yield Word(title.lexicon.places[one], place_meaning(title, s, one))


def _goes_on(options: Paths, path: tuple[int, ...]) -> bool:
    """Whether this is the beginning of the default path to some destination."""
    return any(options.to(end)[: len(path)] == path for end in scan(options.ends))


def _word(title: Wargame[Any], s: Any, arg: Arg, value: int) -> Word:
    text = arg.kind.item(title.lexicon, value)
    if arg.kind.name in ("piece", "pieces"):
        return Word(text, piece_meaning(title, s, value))
    if arg.kind.name in ("place", "places"):
        return Word(text, place_meaning(title, s, value))
    return Word(text)
