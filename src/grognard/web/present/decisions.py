"""What can be done, for the player who decides: offers, choices, objections and costs as plain data."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any

from ...core import view as eyes
from ...core.action import Action, Arg, Verb
from ...core.bits import Bits, bits
from ...core.kinds import Unreadable
from ...core.options import Options, Some
from ...core.rule import Objection
from ...core.state import State
from ...core.table import Refused
from ...core.title import Bad
from ...core.view import Viewer
from ...kit.table import wargame

REASONS = 3
"""How many reasons are told why nobody can do something."""


def offers(s: State, pieces: Sequence[str], place: str) -> list[dict[str, Any]]:
    """What the deciding player can do with some pieces, or at a place, for each verb.

    `chosen` are the arguments so far, as text, `next` what may come after; a verb whose target comes
    first offers the targets for which the pieces could be chosen later (`held`). Without pieces or a
    place: where each verb begins.
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
    if not pieces and not place:
        return _prefix(s, verb, ())
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
            return {
                "chosen": [],
                "held": list(pieces),
                "next": {
                    "done": False,
                    "kind": "place",
                    "word": "",
                    "count": len(targets),
                    "values": [names[t] for t in targets],
                },
            }
    return None


def _led(s: State, verb: Verb, pieces: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The pieces as a leader and the rest, or as one set."""
    try:
        numbers = sorted(s.title.value(s, verb.args[0], [piece]) for piece in pieces)
    except Unreadable:
        return
    if verb.args[0].kind.many:
        chosen: tuple[Any, ...] = (reduce(or_, numbers),)  # each is a set
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
    said = [said_of(s, arg, value) for arg, value in zip(verb.args, chosen, strict=False)]
    return {"chosen": said, "next": eyes.choices(s, verb, chosen)}


def said_of(s: State, arg: Arg, value: Any) -> Any:
    """An argument as text: one word, or a list of words."""
    text = arg.kind.text(s.title.lexicon, value)
    return text.split() if arg.kind.many else text


def _holds(s: State, verb: Verb, chosen: tuple[Any, ...], pieces: Sequence[str]) -> bool:
    """Whether these pieces could be chosen later, after the target."""
    try:
        wanted = bits(s.title.value(s, verb.args[-1], [piece]).bit_length() - 1 for piece in pieces)
    except Unreadable:
        return False
    return _leads(s, verb, chosen, wanted)


def _leads(s: State, verb: Verb, chosen: tuple[Any, ...], wanted: Bits) -> bool:
    """Whether these arguments lead to a set of pieces with the wanted ones; each word that may come is tried."""
    while len(chosen) < len(verb.args):
        options, kind = verb.options(s, *chosen), verb.args[len(chosen)].kind.name
        if isinstance(options, Some) and kind == "pieces":
            return not wanted & ~options.members
        if kind == "word":
            return any(_leads(s, verb, (*chosen, word), wanted) for word in options)
        value = next(iter(options), None)
        if value is None:
            return False
        chosen = (*chosen, value)
    return False


def choices(s: State, name: str, said: Sequence[Any]) -> dict[str, Any]:
    """What may come next in an action, after the arguments so far, each as text."""
    verb, chosen = _read(s, name, said)
    if found := _doubts(s, verb, chosen):
        raise Refused(name, found)
    return eyes.choices(s, verb, chosen)


def doubts(s: State, name: str, said: Sequence[Any]) -> list[Objection]:
    """The objections to the first of these arguments that cannot be chosen."""
    return _doubts(s, *_read(s, name, said))


def _doubts(s: State, verb: Verb, chosen: tuple[Any, ...]) -> list[Objection]:
    for n, value in enumerate(chosen):
        if value not in verb.options(s, *chosen[:n]):
            found = list(verb.args[n].objections(s, *chosen[: n + 1]))
            return found or [Objection("form", f"That is not a choice for {verb.name!r} now")]
    return []


def nobody(s: State, name: str, candidates: Sequence[str]) -> list[Objection]:
    """Why none of these can be the first argument of a verb: what stops those that come nearest, with an example."""
    found: list[list[Objection]] = []
    for one in candidates:
        try:
            verb, chosen = _read(s, name, [one])
        except Bad:
            continue  # not of the kind that it asks for
        found.append([why for why in _doubts(s, verb, chosen) if why.clause != "form"])
    near = [whys for whys in found if whys and len(whys) == min(len(other) for other in found if other)]
    count = Counter(whys[0].clause for whys in near)
    examples = {whys[0].clause: whys[0] for whys in reversed(near)}
    return [
        examples[clause]._replace(text=f"{examples[clause].text}{_others(many - 1)}")
        for clause, many in reversed(count.most_common(REASONS))  # what stops most is said last: it says least
    ]


def _others(count: int) -> str:
    return f" (also {count} other{'s' if count > 1 else ''})" if count else ""


def barred(s: State, viewer: Viewer) -> list[dict[str, Any]]:
    """The verbs of this step that cannot be played now, for the deciding player, who may ask why."""
    if not eyes.may_act(s, viewer):
        return []
    open_, decides = {verb.name for verb, _ in s.title.verbs(s)}, s.title.decider(s)
    return [
        eyes.verb_json(verb)
        for verb in s.title.step(s).verbs
        if verb.name not in open_ and (not verb.option or verb.option in s.options) and verb.whose in (None, decides)
    ]


def _read(s: State, name: str, said: Sequence[Any]) -> tuple[Verb, tuple[Any, ...]]:
    if s.over:
        raise Bad("The game is over")
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
    """The ledger of an action's cost."""
    return [
        {"cite": line.cite, "op": line.op, "amount": eyes.plain(line.amount), "text": line.text}
        for line in wargame(s).aids.cost(s, action)
    ]


def risks(s: State, action: Action) -> list[dict[str, Any]]:
    """The fire that a path may draw, in the order of its places."""
    places = s.title.lexicon.places
    return [
        {
            "place": places[one.place],
            "hit": round(1 - one.here, 4),
            "survives": round(one.so_far, 4),
            "stops": one.stops,
        }
        for one in wargame(s).aids.risk(s, action)
    ]


def objections(found: Sequence[Objection]) -> list[dict[str, Any]]:
    """Objections as plain data."""
    return [eyes.objection(one) for one in found]
