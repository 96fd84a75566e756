"""What happened on the board, entry by entry, as a viewer may know it: moves, battles, dice and results."""

from typing import Any, NamedTuple

from ...core.action import Action
from ...core.estimate import fair
from ...core.state import State
from ...core.table import Entry, Table
from ...core.view import Viewer
from ...kit import estimate
from ...kit.odds_json import odds_json
from ...kit.table import TableOdds, Wargame, wargame
from .presenter import look, pieces_in_view, pointed

NOTHING: dict[str, list[str]] = {"pieces": [], "places": [], "path": []}


class Battle(NamedTuple):
    """A battle in progress: the entry that began it, who attacks where, and how deep its procedure is nested."""

    begin: int
    side: str
    attackers: frozenset[str]
    places: frozenset[str]
    deep: int
    odds: str  # the kind of its odds


def course(table: Table, viewer: Viewer, since: int, until: int) -> list[dict[str, Any]]:
    """The entries of the journal from one number to before another; a battle that had already begun is followed."""
    title, journal = wargame(table), table.journal
    out: list[dict[str, Any]] = []
    battle: Battle | None = None
    for n in range(_outset(journal, since), min(until, len(journal))):
        entry = journal[n]
        deep = len(entry.before.stack)
        after = journal[n + 1].before if n + 1 < len(journal) else table.state
        if battle is not None and deep <= battle.deep:
            battle = None
        step = _step(title, entry, n, viewer)
        told, units, places = step.pop("told"), frozenset(step["pieces"]), frozenset(step["places"])
        begins = told and places and len(after.stack) > deep
        if begins and battle is None and (kind := _attack(title, entry, viewer)):
            units = units or _declared(title, journal[:n], viewer, places, deep)
            battle = Battle(n, step["side"], units, places, deep, kind)
            step |= {"kind": "attack", "forces": _forces(entry.before, viewer, battle)}
            step |= _odds(entry.before, viewer, entry.action, battle)
        elif entry.player < 0 and battle is not None and entry.action.verb == "roll":
            step |= _rolled(entry, viewer, battle)
        out.append(step | {"battle": battle.begin if battle else None})
    return [step for step in out if step["n"] >= since]


def _outset(journal: list[Entry], since: int) -> int:
    """Where to begin, so that a battle which is being fought is known from its start."""
    at = min(since, len(journal) - 1)
    while at > 0 and journal[at].before.stack:
        at -= 1
    return max(at, 0)


def _step(title: Wargame[Any], entry: Entry, n: int, viewer: Viewer) -> dict[str, Any]:
    """An entry, and what it names if the viewer was told more of it than the verb."""
    told = entry.player >= 0 and entry.heard_by(viewer)[0] == entry.text
    named = pointed(entry.before, entry.action) if told else NOTHING
    side = title.players[entry.player] if entry.player >= 0 else "chance"
    return {"n": n, "side": side, "kind": "", "told": told, **named}


def _declared(
    title: Wargame[Any], earlier: list[Entry], viewer: Viewer, places: frozenset[str], deep: int
) -> frozenset[str]:
    """The units of an attack that was declared earlier in the phase; battles may have been fought in between."""
    phase = ""
    for n in range(len(earlier) - 1, -1, -1):
        if len(earlier[n].before.stack) > deep:
            continue
        phase = phase or title.step(earlier[n].before).name
        if title.step(earlier[n].before).name != phase:
            break
        step = _step(title, earlier[n], n, viewer)
        if step["pieces"] and not places.isdisjoint(step["places"]):
            return frozenset(step["pieces"])
    return frozenset()


def _attack(title: Wargame[Any], entry: Entry, viewer: Viewer) -> str:
    """The kind of odds of an attack; empty if it is none, or an action during a battle."""
    known = fair(entry.before, viewer)
    if title.explain(known, entry.action) or title.odds(known, None, 0) is not None:
        return ""
    odds = title.odds(known, entry.action, 0)
    return odds.kind if odds else ""


def _odds(s: State, viewer: Viewer, action: Action | None, battle: Battle) -> dict[str, Any]:
    """The odds as the viewer can know them, where a table is used; other battles are told by their dice."""
    odds = estimate.odds(s, viewer, action, 0) if battle.odds == TableOdds.kind else None
    return {} if odds is None else {"odds": odds_json(odds)}


def _rolled(entry: Entry, viewer: Viewer, battle: Battle) -> dict[str, Any]:
    """A roll of the dice in a battle: the odds at that moment, and the result if a table gives it."""
    face = entry.action.args[0]
    out: dict[str, Any] = {"kind": "roll", "die": face, **_odds(entry.before, viewer, None, battle)}
    if "odds" in out:
        out["result"] = next((one for one in out["odds"]["outcomes"] if face in one["faces"]), None)
        out["forces"] = _forces(entry.before, viewer, battle)
    return out


def _forces(s: State, viewer: Viewer, battle: Battle) -> dict[str, list[dict[str, str]]]:
    """The counters of both sides in a battle, each with its face."""
    out: dict[str, list[dict[str, str]]] = {"attacker": [], "defender": []}
    for place, counter in pieces_in_view(s, viewer):
        attacks = counter.id in battle.attackers
        if not attacks and place not in battle.places:
            continue
        if not attacks and counter.side == battle.side and battle.attackers:
            continue
        name, drawn = look(counter)
        part = "attacker" if attacks or counter.side == battle.side else "defender"
        out[part].append(
            {"id": counter.id, "side": counter.side, "look": name, "tip": counter.tip, "face": drawn, "place": place}
        )
    return out
