"""Actions somebody might try: a legal one changed at random, anything at all, or every thinkable one."""

from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

from grognard.core.action import Action, Verb
from grognard.core.bits import Bits, bits, scan
from grognard.core.kinds import Kind
from grognard.core.title import Title
from tests.laws.title_laws import ENDS_ONLY, NEAR, SPENT

AnyTitle = Title[Any]


def changed(title: AnyTitle, s: Any, action: Action, random: Random) -> Action:
    """The action with one argument changed at random, to something near it or to anything."""
    verb = title.step(s).verb(action.verb)
    if verb is None or not verb.args:
        other = [v for v in title.step(s).verbs if v.name != action.verb]
        return Action(random.choice(other).name, action.args) if other else Action(action.verb, (0,))
    if random.random() < 0.2:
        return wild(title, s, random)
    n = random.randrange(len(verb.args))
    value = other_value(title, s, verb.args[n].kind, action.args[n], random)
    return Action(action.verb, (*action.args[:n], value, *action.args[n + 1 :]))


def wild(title: AnyTitle, s: Any, random: Random) -> Action:
    """Any verb of the step with anything for arguments."""
    verb = random.choice(title.step(s).verbs)
    lead = random.randrange(len(title.lexicon.pieces))
    start = s.place[lead]
    first = {"place": start, "piece": lead, "pieces": 0, "places": 0, "path": (start,), "face": 0, "number": 0}
    first["word"] = ""
    args = (other_value(title, s, arg.kind, first[arg.kind.name], random) for arg in verb.args)
    return Action(verb.name, tuple(args))


def other_value(title: AnyTitle, s: Any, kind: Kind, value: Any, random: Random) -> Any:
    """Another value of the kind."""
    match kind.name:
        case "place":
            return _other_place(title, value, random)
        case "piece":
            return random.randrange(len(title.lexicon.pieces))
        case "face":
            return random.randrange(len(title.lexicon.faces))
        case "number":
            return random.randrange(9)
        case "pieces":
            return value ^ 1 << _near_piece(title, s, value, random)
        case "places":
            return value ^ 1 << _other_place(title, next(scan(value), len(title.lexicon.places) - 1), random)
        case "path":
            return _other_path(title, value, random)
        case "word":
            return random.choice(kind.words)
    raise NotImplementedError(kind.name)


def _other_place(title: AnyTitle, place: int, random: Random) -> int:
    near = list(scan(title.data.board.neighbours[place])) if hasattr(title.data, "board") else []
    if near and random.random() < 0.5:
        return random.choice(near)
    return random.choice([n for n, name in enumerate(title.lexicon.places) if name])


def _near_piece(title: AnyTitle, s: Any, value: int, random: Random) -> int:
    some = list(scan(value))
    same = [piece for piece in range(len(s.place)) if any(s.place[piece] == s.place[one] for one in some)]
    if same and random.random() < 0.7:
        return random.choice(same)
    return random.randrange(len(title.lexicon.pieces))


def _other_path(title: AnyTitle, path: tuple[int, ...], random: Random) -> tuple[int, ...]:
    match random.randrange(4):
        case 0:
            return path[:-1]
        case 1:
            return (*path, _other_place(title, path[-1], random))
        case 2:
            n = random.randrange(len(path))
            return (*path[:n], _other_place(title, path[n], random), *path[n + 1 :])
        case _:
            walked = [path[0]]
            for _ in range(random.randrange(6)):
                near = list(scan(title.data.board.neighbours[walked[-1]]))
                walked.append(random.choice(near) if near else walked[-1])
            return tuple(walked)


def sets(members: Iterable[int], most: int) -> Iterator[int]:
    """Every set of at most so many of the members."""
    items = list(members)
    for size in range(most + 1):
        yield from (bits(some) for some in combinations(items, size))


def candidates(title: AnyTitle, s: Any) -> Iterator[Action]:
    """Every action somebody could think of in a small position: all pieces and places near anything or offered.

    Sets have at most three members, or any number of the pieces on the map. Of the paths to a place
    there is one for each cost; a path goes on as long as nothing but the place it ends in is objected to.
    """
    board = title.data.board
    on_map = [piece for piece, place in enumerate(s.place) if place < board.box]
    assert len(on_map) <= 7, "not a small position"
    near = bits(s.place[piece] for piece in on_map)
    near |= bits(n for place in scan(near) for n in scan(board.neighbours[place]))
    offered = _offered(title, s)
    near |= bits(offered["place"])
    boxes = list(range(board.box, len(title.lexicon.places)))
    off_map = {s.place[piece]: piece for piece in range(len(s.place)) if s.place[piece] >= board.box}
    pieces = sorted({*on_map, *off_map.values(), *offered["piece"], *offered["pieces"]})
    for verb in title.step(s).verbs:
        partial: list[tuple[Any, ...]] = [()]
        for n, arg in enumerate(verb.args):
            if arg.kind.name == "path":
                partial = [(*args, path) for args in partial for path in _paths(title, s, verb, args)]
                continue
            thinkable: dict[str, list[Any]] = {
                "place": [place for place, name in enumerate(title.lexicon.places) if name]
                if n == 0
                else [*scan(near), *boxes],
                "piece": list(range(len(s.place))) if n == 0 else pieces,
                "pieces": list(sets(pieces, 3)),
                "places": list(sets([s.place[piece] for piece in on_map], 2)),
                "face": list(range(len(title.lexicon.faces))),
                "number": list(range(-1, 8)),
                "word": list(arg.kind.words),
            }
            values = thinkable[arg.kind.name]
            if n and len(partial) * len(values) > 10_000:  # what is forbidden already is forbidden with anything
                partial = [args for args in partial if not arg_objections(s, verb, args)]
            partial = [(*args, value) for args in partial for value in dict.fromkeys(values)]
        yield from (Action(verb.name, args) for args in partial)


def _offered(title: AnyTitle, s: Any) -> dict[str, set[int]]:
    """The places and pieces that legal actions name."""
    out: dict[str, set[int]] = {"place": set(), "piece": set(), "pieces": set()}
    for action in title.actions(s):
        verb = title.step(s).verb(action.verb)
        assert verb is not None
        for arg, value in zip(verb.args, action.args, strict=True):
            if arg.kind.name in out:
                out[arg.kind.name].update(scan(value) if arg.kind.name == "pieces" else (value,))
    return out


def arg_objections(s: Any, verb: Verb, args: tuple[Any, ...]) -> bool:
    """Is anything objected to the arguments chosen so far?"""
    return any(verb.args[n].objections(s, *args[: n + 1]) for n in range(len(args)))


def _neighbours(s: Any, place: int) -> Bits:
    near: Bits = s.data.board.neighbours[place]
    return near


def _paths(title: AnyTitle, s: Any, verb: Verb, args: tuple[Any, ...]) -> Iterator[tuple[int, ...]]:
    """One path for each place and cost that can be had."""
    lead, *others = args or (s.local.unit,)  # named, or on its way
    near = NEAR.get(title.name, _neighbours)
    if not near(s, s.place[lead]) or arg_objections(s, verb, args):
        return
    seen: set[tuple[int, Hashable]] = {(s.place[lead], 0)}
    open_: list[tuple[int, ...]] = [()]
    while open_:
        path = open_.pop(0)
        for place in scan(near(s, path[-1] if path else s.place[lead])):
            longer = (*path, place)
            yield longer
            why = verb.args[len(args)].objections(s, *args, longer)
            if all(objection.clause in ENDS_ONLY[title.name] for objection in why):
                mark = (place, SPENT[title.name](s, sum(others) | 1 << lead, longer))
                if mark not in seen:
                    seen.add(mark)
                    open_.append(longer)
