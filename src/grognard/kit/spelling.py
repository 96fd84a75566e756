"""Understanding typed actions: names of places, hexes for the units in them, several actions in one line."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..core.action import Arg, Verb
from ..core.kinds import Unreadable
from .load.area_map import AreaMap
from .table import Wargame

PIECES, PLACES = ("piece", "pieces"), ("place", "places", "path")


class Slot(NamedTuple):
    """An argument as it is typed; a leader and the rest of the group are one slot."""

    args: tuple[Arg, ...]

    @property
    def many(self) -> bool:
        """Whether it takes several words."""
        return self.args[-1].kind.many

    @property
    def keywords(self) -> list[str]:
        """The keywords that introduce it, the usual one first."""
        return [word for word in reversed(self.args[0].word.split("|")) if word]


def slots(verb: Verb) -> list[Slot]:
    """The arguments of a verb as they are typed."""
    out: list[Slot] = []
    n = 0
    while n < len(verb.args):
        arg = verb.args[n]
        after = verb.args[n + 1] if n + 1 < len(verb.args) else None
        together = after is not None and not arg.kind.many and after.kind.many and not after.word
        out.append(Slot((arg, after) if together and after else (arg,)))
        n += 2 if together else 1
    return out


def share(every: list[Slot], words: Iterable[str]) -> list[tuple[int, str]]:
    """Each word with the number of its slot: -1 for a keyword, past the last slot for a surplus word."""
    opens = {keyword: n for n, slot in enumerate(every) for keyword in slot.keywords}
    out: list[tuple[int, str]] = []
    at, filled = 0, False
    for word in words:
        if word.lower() in opens:
            at, filled = opens[word.lower()], False
            out.append((-1, word.lower()))
            continue
        if filled and not every[at].many and not _repeats(every, at):
            at, filled = at + 1, False
            if at < len(every) and every[at].keywords:
                at = len(every)
        filled = at < len(every)
        out.append((at, word))
        if not filled:
            break
    return out


def _repeats(every: list[Slot], at: int) -> bool:
    """Whether several words may fill this slot, each meaning an action of its own."""
    if at or every[0].args[0].kind.name not in ("piece", "place"):
        return False
    return len(every) == 1 or bool(every[1].keywords)


def place_word(title: Wargame[Any], word: str) -> str:
    """The number of a place given by name, such as `Pskov` or `Leningrad-North`; other words unchanged."""
    hexmap = title.board.map
    low = word.lower()
    if isinstance(hexmap, AreaMap):
        for area, name in hexmap.names.items():
            known = (name, *(place.name for place in hexmap.places.get(area, ())))
            if low in (one.lower().replace(" ", "-") for one in known):
                return area
        return word
    for one in title.board.maps:
        for hex_, place in one.places.items():
            if place.kind != "label" and place.name.lower().replace(" ", "-") == low:
                return hex_
    return word


def piece_words(s: Any, word: str) -> list[str]:
    """A place as the units that the deciding player has there; other words unchanged."""
    title, lexicon = s.title, s.title.lexicon
    try:
        place = lexicon.place(place_word(title, word))
    except Unreadable:
        return [word]
    who = title.decider(s)
    if place >= title.board.places.box or who < 0:
        return [word]
    return [
        lexicon.pieces[n]
        for n, at in enumerate(s.place)
        if at == place and title.portrait(s, n)["there"]["side"] == title.players[who]
    ] or [word]


def written(s: Any, verb: Verb, words: Iterable[str]) -> list[tuple[int, str]]:
    """The words of an action with their slots, with names and places replaced."""
    every = slots(verb)
    out: list[tuple[int, str]] = []
    for at, word in share(every, words):
        kind = every[at].args[0].kind.name if 0 <= at < len(every) else ""
        if kind in PIECES:
            out += [(at, one) for one in piece_words(s, word)]
        else:
            out.append((at, place_word(s.title, word) if kind in PLACES else word))
    return out


def actions(s: Any, verb: Verb, text: str) -> list[str]:
    """The actions that a line means, written in full; `advance 1Pz 6Pz to 0312` means two."""
    every, words = slots(verb), written(s, verb, text.split())
    firsts = [word for at, word in words if at == 0]
    rest = " ".join(word for at, word in words if at != 0)
    if every and not every[0].many and len(firsts) > 1 and _repeats(every, 0):
        return [f"{verb.name} {one} {rest}".strip() for one in firsts]
    return [" ".join([verb.name, *(word for _, word in words)])]
