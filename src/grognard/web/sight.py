"""What a viewer is shown: the board, the position, what can be done, and what lies beside it.

Everything goes through `core.view`, with the viewer's eyes: a player, `PUBLIC`, or None for
somebody who may see all.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..core import view as eyes
from ..core.action import Action, Arg, Verb
from ..core.bits import Bits, bits, scan
from ..core.dice import Dice
from ..core.kinds import Unreadable
from ..core.options import Options, Paths, Some
from ..core.rule import Objection
from ..core.state import State
from ..core.title import Bad, Title
from ..core.view import Viewer
from ..draw.counters import Counter, face
from ..draw.map import atlas_of
from ..draw.pieces import stacks
from ..draw.sheets import sheet_of

# -- the position -----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def look(counter: Counter) -> tuple[str, str]:
    """A counter's face, and a name for it: equal faces have the same."""
    drawn = face(counter)
    return "c" + hashlib.sha256(drawn.encode()).hexdigest()[:10], drawn


def position(s: State, viewer: Viewer) -> dict[str, Any]:
    """The position: stacks, pieces, faces of counters, the moment, the score, what is to come."""
    title = s.title
    shown = eyes.view(s, viewer)
    looks: dict[str, str] = {}
    counters: dict[str, list[dict[str, str]]] = {}
    for place, found in stacks(title, s, sheet_of(atlas_of(title)), viewer, boxes=True).items():
        for counter in found:
            name, drawn = look(counter)
            looks[name] = drawn
            piece = {"id": counter.id, "side": counter.side, "look": name, "tip": counter.tip}
            if counter.id not in shown["pieces"]:
                piece["marker"] = "yes"
            counters.setdefault(place, []).append(piece)
    fair = known(s, viewer)
    return {
        "now": shown["now"], "over": shown["over"], "outcome": shown["outcome"], "viewer": shown["viewer"],
        "scalars": shown["scalars"], "procedures": shown["procedures"], "pieces": shown["pieces"],
        "stacks": counters, "looks": looks, "ask": eyes.ask(s, viewer),
        "status": dict(title.aids.status(fair)), "arrivals": [list(row) for row in title.aids.arrivals(fair)],
    }  # fmt: skip


def known(s: State, viewer: Viewer) -> State:
    """A position that holds nothing the viewer cannot know, for whatever is worked out for him."""
    if viewer is None or viewer < 0 or not s.title.fogged:
        return s
    guessed: State = s.title.guess(s, viewer, Dice("known").pick)
    return guessed


# -- the board --------------------------------------------------------------------------------


def overlay(s: State, viewer: Viewer, name: str) -> dict[str, list[str]]:
    """The places of a layer, by side: zones, supply, or where units could go next (`reach`)."""
    title, fair = s.title, known(s, viewer)
    names = title.lexicon.places
    if name == "reach":
        return {side: [names[p] for p in scan(_reach(fair, viewer, n))] for n, side in enumerate(title.players)}
    if name not in title.aids.overlays:
        raise Bad(f"there is no overlay {name!r}; overlays: {', '.join((*title.aids.overlays, 'reach'))}")
    layer = title.aids.overlays[name]
    return {side: [names[p] for p in scan(layer(fair, n))] for n, side in enumerate(title.players)}


def _reach(s: Any, viewer: Viewer, player: int) -> Bits:
    """Where the units of a player that the viewer sees could go."""
    out, title = 0, s.title
    for piece, place in enumerate(s.place):
        known_ = eyes.portrait(s, viewer, piece)
        if known_ and known_["there"]["side"] == title.players[player] and place < title.data.board.box:
            out |= bits(title.aids.reach(s, 1 << piece))
    return out


# -- what can be done -------------------------------------------------------------------------


def offers(s: State, pieces: Sequence[str], place: str) -> list[dict[str, Any]]:
    """What the player to decide can do with some pieces, or at a place: for each verb how far they carry.

    `chosen` are the arguments they make, in words, `next` what may come after; a verb whose target
    comes first offers the targets for which the pieces could be chosen later (`held`).
    """
    if s.over:
        return []
    out = []
    for verb, first in s.title.verbs(s):
        found = _fit(s, verb, first, pieces, place)
        if found is not None:
            out.append({"verb": verb.name, "help": verb.help, **found})
    return out


def _fit(s: State, verb: Verb, first: Options, pieces: Sequence[str], place: str) -> dict[str, Any] | None:
    title = s.title
    if not verb.args:
        return None
    kind = verb.args[0].kind.name
    if kind == "place" and place and not pieces:
        try:
            chosen = (title.value(s, verb.args[0], [place]),)
        except Unreadable:
            return None
        return _prefix(s, verb, chosen) if chosen[0] in first else None
    if kind in ("piece", "pieces") and pieces:
        return next(_led(s, verb, pieces), None)
    if kind == "place" and pieces:
        targets = [value for value in first if _holds(s, verb, (value,), pieces)]
        if targets:
            names = title.lexicon.places
            return {"chosen": [], "held": list(pieces), "next": {
                "done": False, "kind": "place", "word": "", "count": len(targets),
                "values": [names[t] for t in targets]}}  # fmt: skip
    return None


def _led(s: State, verb: Verb, pieces: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The pieces as a leader and those with him, or as one set."""
    try:
        numbers = sorted(s.title.value(s, verb.args[0], [piece]) for piece in pieces)
    except Unreadable:
        return
    if verb.args[0].kind.many:
        chosen: tuple[Any, ...] = (bits(numbers),)
    elif len(verb.args) > 1 and verb.args[1].kind.name == "pieces":
        chosen = (numbers[0], bits(numbers[1:]))
    elif len(numbers) == 1:
        chosen = (numbers[0],)
    else:
        return
    for n, value in enumerate(chosen):
        if value not in verb.options(s, *chosen[:n]):
            return
    yield _prefix(s, verb, chosen)


def _prefix(s: State, verb: Verb, chosen: tuple[Any, ...]) -> dict[str, Any]:
    said = [_said(s, arg, value) for arg, value in zip(verb.args, chosen, strict=False)]
    return {"chosen": said, "next": eyes.choices(s, verb, chosen)}


def _said(s: State, arg: Arg, value: Any) -> Any:
    text = arg.kind.text(s.title.lexicon, value)
    return text.split() if arg.kind.many else text


def _holds(s: State, verb: Verb, chosen: tuple[Any, ...], pieces: Sequence[str]) -> bool:
    """Whether these pieces could be chosen later, after the target."""
    try:
        wanted = bits(s.title.value(s, verb.args[-1], [piece]).bit_length() - 1 for piece in pieces)
    except Unreadable:
        return False
    while len(chosen) < len(verb.args):
        options = verb.options(s, *chosen)
        if isinstance(options, Some) and verb.args[len(chosen)].kind.name == "pieces":
            return not wanted & ~options.members
        value = next(iter(options), None)
        if value is None:
            return False
        chosen = (*chosen, value)
    return False


def choices(s: State, name: str, said: Sequence[Any]) -> dict[str, Any]:
    """What may come next in an action, after the arguments said so far, each in words."""
    verb, chosen = _read(s, name, said)
    for n, value in enumerate(chosen):
        if value not in verb.options(s, *chosen[:n]):
            raise Bad(f"{name}: {said[n]!r} cannot be chosen")
    return eyes.choices(s, verb, chosen)


def _read(s: State, name: str, said: Sequence[Any]) -> tuple[Verb, tuple[Any, ...]]:
    if s.over:
        raise Bad("the game is over")
    verb = s.title.step(s).verb(name)
    if verb is None:
        raise Bad(f"{name!r} is not possible now")
    if len(said) > len(verb.args):
        raise Bad(f"{name!r} takes {len(verb.args)} arguments, not {len(said)}")
    chosen: tuple[Any, ...] = ()
    for arg, one in zip(verb.args, said, strict=False):
        words = one.split() if isinstance(one, str) else list(one)
        try:
            chosen = (*chosen, s.title.value(s, arg, words, *chosen, exact=not isinstance(one, str)))
        except Unreadable as wrong:
            raise Bad(f"{name}: {wrong}") from None
    return verb, chosen


def costs(s: State, action: Action) -> list[dict[str, Any]]:
    """The ledger of what an action costs."""
    return [
        {"cite": line.cite, "op": line.op, "amount": eyes.plain(line.amount), "text": line.text}
        for line in s.title.aids.cost(s, action)
    ]


def objections(found: Sequence[Objection]) -> list[dict[str, Any]]:
    """Objections as plain data."""
    return [eyes.objection(one) for one in found]


# -- titles -----------------------------------------------------------------------------------


def card(title: Title[Any]) -> dict[str, Any]:
    """A title for the shelf."""
    return {
        "name": title.name, "full": title.full, "about": title.about, "players": list(title.players),
        "scenarios": dict(title.scenarios), "fogged": title.fogged, "packs": list(title.packs),
        "options": {
            name: {"values": list(option.values), "text": option.text, "cite": option.cite}
            for name, option in title.options.items()
        },
        "sources": {layer: dict(counts) for layer, counts in title.sources.items()},
    }  # fmt: skip


def board(title: Title[Any]) -> dict[str, Any]:
    """Names and neighbours of all places, for pointer and keyboard."""
    names = title.lexicon.places
    hexmap = title.data.map
    places: dict[str, Mapping[str, Any]] = {}
    for name in names[: title.data.board.box]:
        town = hexmap.places.get(name)
        places[name] = {
            "terrain": hexmap.terrain.get(name, ""), "name": town.name if town else "",
            "around": list(hexmap.neighbours(name)),
        }  # fmt: skip
    return {"places": places, "boxes": list(names[title.data.board.box :])}


__all__ = ["Paths", "board", "card", "choices", "costs", "objections", "offers", "overlay", "position"]
