"""A finished game at a glance: the score, its course by turn, the battles and their luck, and what the fog hid."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import erf, sqrt
from typing import Any

from ...core.state import State
from ...core.table import Entry
from ...core.view import Viewer
from ...kit.table import BattleResult, ScoreLine, wargame
from ..play.computer_plans import battle_of, course_of, result_of
from ..play.room import Room
from .course import course
from .decisions import said_of
from .presenter import look, pieces_in_view

FIERCEST = 4
CLEAR = 0.5  # luck from which a battle went clearly better or worse than its odds
_written: dict[str, tuple[int, dict[str, Any]]] = {}  # by game: the version, and what was written
KEPT = 50


def closing(room: Room, viewer: Viewer) -> dict[str, Any]:
    """What both sides may know after the end; `lifted` is what was hidden from the viewer."""
    kept = _written.get(room.game)
    if kept is None or kept[0] != room.version:
        while len(_written) >= KEPT:
            _written.pop(next(iter(_written)))
        kept = _written[room.game] = room.version, _closing(room)
    return {**kept[1], "lifted": list(_lifted(room.state, viewer))}


def _closing(room: Room) -> dict[str, Any]:
    title, journal, s = room.title, room.table.journal, room.state
    players = title.players
    battles = list(_battles(room))
    last = journal[-1].lines if journal else ()
    return {
        "score": [
            {"side": players[line.player], "cite": line.cite, "text": line.text, "points": line.points}
            for line in _score(room)
        ],
        "levels": [
            one._asdict() | {"side": players[one.player] if one.player >= 0 else ""} for one in title.aids.levels(s)
        ],
        "points": {side: title.aids.tally(s, n).get("points") for n, side in enumerate(players)},
        "verdict": [{"cite": line.cite, "text": line.text} for line in last],
        "decides": players[title.aids.decides] if title.aids.decides >= 0 else "",
        "turns": list(_turns(room, battles)),
        "turning": _turning(room),
        "battles": battles,
        "fiercest": [
            one | {"forces": _forces(room, one), "held": _held(room, one)}
            for one in sorted(sorted(battles, key=_fierce)[-FIERCEST:], key=lambda one: one["n"])
        ],
        "luck": {side: _luck([one for one in battles if one["luck"] is not None], side) for side in players},
    }


def _score(room: Room) -> list[ScoreLine]:
    """The items of the score: those of the position, and what was scored for good on the way to it."""
    aids, journal = room.title.aids, room.table.journal
    ends = [*(entry.before for entry in journal[1:]), room.state]
    items = [line for entry, after in zip(journal, ends, strict=False) for line in aids.scored(entry.before, after)]
    items += aids.score(room.state)
    times = Counter(line[:3] for line in items)
    points: Counter[tuple[int, str, str]] = Counter()
    for line in items:
        points[line[:3]] += line.points
    return [
        ScoreLine(*what, points[what])._replace(text=what[2] if times[what] < 2 else f"{what[2]}, {times[what]} times")
        for what in times
    ]


def _forces(room: Room, battle: dict[str, Any]) -> dict[str, Any]:
    """Who fought in a battle, each with place and face."""
    steps = course(room.table, None, battle["n"], battle["n"] + 1)
    found = steps[0].get("forces") if steps else None
    return found or {"attacker": [], "defender": []}


def _held(room: Room, battle: dict[str, Any]) -> str:
    """The side that stands on the ground after a battle; empty if nobody or both do."""
    journal, end = room.table.journal, battle["end"]
    after = journal[end].before if end < len(journal) else room.state
    sides = {counter.side for place, counter in pieces_in_view(after, None) if place in battle["places"]}
    return sides.pop() if len(sides) == 1 else ""


def _fierce(battle: dict[str, Any]) -> tuple[int, float]:
    return sum(battle["lost"].values()), battle["strength"]


def _turns(room: Room, battles: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The position at the end of each turn: points, share of the ground, and steps lost in battle so far."""
    title = room.title
    for turn, s in _ends(room):
        held = [title.aids.ground(s, n).bit_count() for n in range(len(title.players))]
        yield {
            "turn": turn,
            "points": {side: title.aids.tally(s, n).get("points", 0) for n, side in enumerate(title.players)},
            "ground": {side: held[n] / max(1, sum(held)) for n, side in enumerate(title.players)},
            "lost": {side: sum(one["lost"][side] for one in battles if one["turn"] <= turn) for side in title.players},
        }


def _ends(room: Room) -> list[tuple[int, State]]:
    """The position at the end of each turn."""
    turn = room.title.aids.turn
    ends = {turn(entry.before): entry.before for entry in room.table.journal} | {turn(room.state): room.state}
    return [(number, s) for number, s in sorted(ends.items()) if number > 0]


def _turning(room: Room) -> dict[str, Any] | None:
    """The turn in which the figure that decides changed most, and the item of the score that changed it."""
    ends = _ends(room)
    changes = [(abs(_figure(after) - _figure(before)), n) for n, ((_, before), (_, after)) in enumerate(pairwise(ends))]
    most, n = max(changes, default=(0, 0), key=lambda one: (one[0], -one[1]))
    if not most:
        return None
    (_, before), (turn, after) = ends[n : n + 2]
    had = {line[:3] for line in room.title.aids.score(before)}
    came = [line for line in room.title.aids.score(after) if line[:3] not in had]
    item = max(came, default=None, key=lambda line: abs(line.points))
    found = {"side": room.title.players[item.player], "text": item.text} if item else {"side": "", "text": ""}
    begins = (n for n, entry in enumerate(room.table.journal) if room.title.aids.turn(entry.before) == turn)
    first = next(begins, len(room.table.journal))
    return {"n": first, "turn": turn, "change": _figure(after) - _figure(before), **found}


def _figure(s: State) -> int:
    """The points that decide the level of victory."""
    aids = wargame(s).aids
    points = [aids.tally(s, n).get("points", 0) for n in range(len(s.title.players))]
    return points[aids.decides] if aids.decides >= 0 else points[0] - sum(points[1:])


def _battles(room: Room) -> Iterator[dict[str, Any]]:
    title, journal = room.title, room.table.journal
    inside = 0  # entries of a battle that was already told
    for n, entry in enumerate(journal):
        if n < inside or entry.player < 0 or (odds := battle_of(title, entry)) is None:
            continue
        rolls, after, inside = course_of(room, n)
        if not rolls and len(after.stack) > len(entry.before.stack):
            continue  # the game ended before the dice were rolled
        lost = {
            side: max(0, title.aids.steps(entry.before, p) - title.aids.steps(after, p))
            for p, side in enumerate(title.players)
        }
        came = result_of(title, entry, rolls, list(lost.values()), odds)
        yield {
            "n": n,
            "end": inside,
            "turn": title.aids.turn(entry.before),
            "side": title.players[entry.player],
            "places": _places(entry),
            "kind": odds.kind,
            "column": odds.column,
            "dice": [roll.action.args[0] for roll in rolls if roll.action.verb == "roll"][:1],
            "result": came.name if came else "",
            "lost": lost,
            "luck": percentile(odds.results, came),
            "spread": spread(odds.results, came),
            "decided": clear(odds.results, came),
            "strength": float(getattr(odds, "attack", 0) + getattr(odds, "defense", 0)),
        }


def _places(entry: Entry) -> list[str]:
    verb = entry.before.title.step(entry.before).verb(entry.action.verb)
    found = [
        said_of(entry.before, arg, value)
        for arg, value in zip(verb.args if verb else (), entry.action.args, strict=False)
        if arg.kind.name in ("place", "places")
    ]
    return [place for one in found for place in ([one] if isinstance(one, str) else one)]


def percentile(results: Sequence[BattleResult], came: BattleResult | None) -> float | None:
    """How lucky the attacker was, from -1 to 1: the chance of a worse result less that of a better one."""
    if came is None or not results:
        return None
    worth = _balance if came.faces else _steps  # without a table only the steps are known
    worse = sum(one.chance for one in results if worth(one) < worth(came))
    better = sum(one.chance for one in results if worth(one) > worth(came))
    return round(worse - better, 4)


def spread(results: Sequence[BattleResult], came: BattleResult | None) -> float:
    """The variance of the luck in a battle with these results."""
    return round(sum(chance * luck**2 for luck, chance in _all_luck(results, came)), 4)


def clear(results: Sequence[BattleResult], came: BattleResult | None) -> tuple[float, float]:
    """The chances that a battle with these results goes clearly better for the attacker, and clearly worse."""
    found = list(_all_luck(results, came))
    better, worse = (sum(chance for luck, chance in found if sign * luck >= CLEAR) for sign in (1, -1))
    return round(better, 4), round(worse, 4)


def _all_luck(results: Sequence[BattleResult], came: BattleResult | None) -> Iterator[tuple[float, float]]:
    """The luck of each result that could have come, with its chance."""
    if came is None:
        return
    like = [one if came.faces else one._replace(faces=()) for one in results]
    for one in like:
        yield percentile(like, one) or 0.0, one.chance


def _balance(one: BattleResult) -> int:
    return one.balance


def _steps(one: BattleResult) -> int:
    return one.defender.steps - one.attacker.steps


def _luck(battles: Sequence[dict[str, Any]], side: str) -> dict[str, float]:
    """The luck of a side in its own attacks and in those it suffered.

    `mean` of all battles; `share`: of all games with the same battles, those in which the dice are worse; how many
    battles went clearly `better` or `worse` than their odds, and how many would with `even` dice.
    """
    found = [one["luck"] if one["side"] == side else -one["luck"] for one in battles]
    variance = sum(one["spread"] for one in battles)
    share = 0.5 * (1 + erf(sum(found) / sqrt(2 * variance))) if variance else 0.5
    own = [one["decided"] if one["side"] == side else one["decided"][::-1] for one in battles]
    return {
        "mean": round(sum(found) / len(found), 4) if found else 0.0,
        "share": round(share, 4),
        "better": sum(luck >= CLEAR for luck in found),
        "worse": sum(luck <= -CLEAR for luck in found),
        "even_better": round(sum(one[0] for one in own), 1),
        "even_worse": round(sum(one[1] for one in own), 1),
    }


def _lifted(s: State, viewer: Viewer) -> Iterator[dict[str, str]]:
    """The pieces on the map whose true face the viewer did not see."""
    title = wargame(s)
    if viewer is None or not title.fogged:
        return
    seen = {counter.id: look(counter) for _, counter in pieces_in_view(s, viewer)}
    mapped: set[str] = set(title.lexicon.places[: title.board.places.box])
    for place, counter in pieces_in_view(s, None):
        name, drawn = look(counter)
        if place in mapped and counter.id in seen and seen[counter.id][0] != name:
            known, hidden = seen[counter.id]
            yield {"id": counter.id, "side": counter.side, "place": place, "name": counter.tip, "look": name,
                   "face": drawn, "seen": known, "back": hidden}  # fmt: skip
