"""What an answer would lead to: who is lost or moved, and where units could go next, as far as a player can know."""

from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from ...core import view as eyes
from ...core.action import Action, Player, Verb
from ...core.bits import scan
from ...core.estimate import fair
from ...core.state import State
from ...kit.table import wargame
from .decisions import objections, said_of

MOST = 12  # units whose next places are listed
MOST_ANSWERS = 8  # answers of another player that are tried


def after(s: State, player: Player, action: Action) -> State:
    """The position after a legal action, with nothing in it that is hidden from the player."""
    out = fair(s, player).copy()
    out.title.play(out, action)
    return out


def later(s: State, player: Player, action: Action, computers: Collection[Player]) -> list[State]:
    """The positions after a legal action in which the same player decides again, as far as the player can foresee.

    If a computer has to answer first, there is one position for each of its answers, unless these are too many.
    """
    then = after(s, player, action)
    title = then.title
    if then.over or title.decider(then) == player:
        return [] if then.over else [then]
    if title.decider(then) not in computers:
        return []
    out = []
    for answer in islice(title.actions(then), MOST_ANSWERS + 1):
        out.append(then.copy())
        title.play(out[-1], answer)
    foreseen = len(out) <= MOST_ANSWERS and all(not one.over and title.decider(one) == player for one in out)
    return out if foreseen else []


def effect(s: State, player: Player, action: Action) -> dict[str, Any]:
    """The effect of a legal action, tried on a position that contains nothing hidden from the player."""
    before = fair(s, player)
    title = before.title
    if title.explain(before, action):
        return {"lost": [], "reduced": [], "moved": {}, "next": []}
    then = after(s, player, action)
    old, new = eyes.view(before, player)["pieces"], eyes.view(then, player)["pieces"]
    mapped = set(title.lexicon.places[: wargame(s).board.places.box])
    place = {name: known["there"]["place"] for name, known in old.items()}
    goes = {name: new[name]["there"]["place"] if name in new else "" for name in old}
    return {
        "lost": [name for name in old if place[name] in mapped and goes[name] not in mapped],
        "reduced": [name for name in old if name in new and _steps(new[name]) < _steps(old[name])],
        "moved": {name: goes[name] for name in old if goes[name] != place[name] and goes[name] in mapped},
        "next": list(_next(then, player)),
    }


def _steps(known: dict[str, Any]) -> float:
    found = known.get("strength", {}).get("steps", 0)
    return found if isinstance(found, int | float) else 0


def _next(s: State, player: Player) -> Iterator[dict[str, Any]]:
    """For the units the same player decides about next: where each could go, and why not elsewhere beside it."""
    if s.over or s.title.decider(s) != player:
        return
    for verb, _ in s.title.verbs(s):
        kinds = [arg.kind.name for arg in verb.args]
        if kinds[:1] in (["piece"], ["pieces"]) and kinds[1:] == ["place"]:
            yield from _places(s, verb)


def _places(s: State, verb: Verb) -> Iterator[dict[str, Any]]:
    title, names, places = s.title, s.title.lexicon.places, wargame(s).board.places
    alone = verb.args[0].kind.name == "piece"
    first = verb.options(s)
    members = getattr(first, "members", None)
    pieces = list(scan(members)) if members is not None else [one for one in first if isinstance(one, int)]
    for piece in pieces[:MOST]:
        chosen = (piece if alone else 1 << piece,)
        if chosen[0] not in first:
            continue
        free = set(verb.options(s, *chosen))
        here = places.at[title.portrait(s, piece)["there"]["place"]]
        barred = {
            names[place]: objections(list(verb.args[1].objections(s, *chosen, place)))
            for place in scan(places.neighbours[here])
            if place not in free and place < len(names)
        }
        said = said_of(s, verb.args[0], chosen[0])
        yield {
            "piece": said if isinstance(said, str) else said[0],
            "places": [names[place] for place in sorted(free)],
            "barred": {place: why for place, why in barred.items() if why},
        }
