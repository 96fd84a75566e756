"""The computers' plans, turn by turn.

Their plans and attacks, what they expected and what happened: everything as the computer saw it, with an estimate of
luck.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...core.state import State
from ...core.table import Entry
from ...kit import estimate
from ...kit.table import BattleResult, Consequence, Odds, TableOdds, Wargame, hit, span
from .room import Room

RARE = 0.34  # a result this rare, or rarer, is luck
KEPT = 300  # cached cards
_written: dict[tuple[str, int, int], dict[str, Any]] = {}  # by game, and the versions at the start and end of the turn


class Turn(NamedTuple):
    """The decisions of a computer in one turn, by their numbers in the journal."""

    side: str
    now: str
    began: int  # the entry at which the turn began
    own: bool  # its own turn; otherwise it answered another side
    entries: list[int]


def turns(room: Room) -> list[Turn]:
    """The finished turns of computers, in the order they began.

    A turn lasts as long as it is the same side's turn; what other sides decide meanwhile, for example in a battle, is a
    separate turn of theirs.
    """
    out: list[Turn] = []
    current: dict[str, Turn] = {}
    mover: tuple[int, str] = (-1, "")
    began = 0
    for n, entry in enumerate(room.table.journal):
        new = _mover(entry.before, mover)
        if new != mover:
            current, mover, began = {}, new, n
        if not room.notes[n] or entry.player < 0:
            continue
        side = room.title.players[entry.player]
        if side not in current:
            current[side] = Turn(side, mover[1], began, entry.player == mover[0], [])
            out.append(current[side])
        current[side].entries.append(n)
    if not room.over and _mover(room.state, mover) == mover:
        return [turn for turn in out if turn not in current.values()]
    return out


def _mover(s: State, last: tuple[int, str]) -> tuple[int, str]:
    """The side whose turn it is, and the moment; the side stays the same during a nested procedure."""
    title = s.title
    now, who = title.now(s), title.decider(s)
    if now != last[1]:
        return who, now
    return (who, now) if not s.stack and who >= 0 else last


def card(room: Room, turn: Turn) -> dict[str, Any]:
    """The card of a computer's turn."""
    said = [_note(room.notes[n]) for n in turn.entries]
    battles = [
        {"n": n, "why": note["why"], **found}
        for n, note in zip(turn.entries, said, strict=True)
        if (found := _battle(room, n)) is not None
    ]
    fought = {battle["n"] for battle in battles}
    reasons = Counter(
        note["why"] for n, note in zip(turn.entries, said, strict=True) if n not in fought and note["why"]
    )
    return {
        "side": turn.side,
        "now": turn.now,
        "began": turn.began,
        "own": turn.own,
        "level": said[-1]["level"],
        "from": turn.entries[0],
        "to": turn.entries[-1],
        "notes": list(dict.fromkeys(line for note in said for line in note["notes"])),
        "reasons": [{"text": text, "count": count} for text, count in reasons.most_common(8)],
        "battles": battles,
        "luck": _summed([battle["luck"] for battle in battles]),
    }


def _note(text: str) -> dict[str, Any]:
    """The notes stored with an action, as far as they can be read."""
    try:
        found = json.loads(text)
    except ValueError:
        found = {}
    found = found if isinstance(found, dict) else {}
    return {
        "level": str(found.get("level", "")),
        "why": str(found.get("why", "")),
        "notes": [str(line) for line in found.get("notes", [])],
    }


# -- battles ----------------------------------------------------------------------------------


def battle_of(title: Wargame[Any], entry: Entry) -> Odds | None:
    """The odds of an attack with everything known; None if it was not an attack, or an action during one."""
    odds = title.odds(entry.before, entry.action, 0)
    return None if odds is None or title.odds(entry.before, None, 0) is not None else odds


def _battle(room: Room, n: int) -> dict[str, Any] | None:
    """An attack: what was expected and what happened; None if it was not an attack."""
    entry = room.table.journal[n]
    title, s = room.title, entry.before
    if battle_of(title, entry) is None:
        return None
    odds = estimate.odds(s, entry.player, entry.action, 0)
    if odds is None:
        return None
    rolls, after, _ = course_of(room, n)
    lost = [title.aids.steps(s, p) - title.aids.steps(after, p) for p in range(len(title.players))]
    own, theirs = lost[entry.player], sum(lost) - lost[entry.player]
    came = result_of(title, entry, rolls, lost, odds)
    told = _came(title, rolls, entry.player, odds)[1]
    chance = next((one.chance for one in odds.results if came is not None and one.name == came.name), None)
    return {
        "action": entry.text,
        "column": odds.column,
        "range": list(span(odds.columns)),
        "hit": hit(odds, "defender"),
        "hurt": hit(odds, "attacker"),
        "result": came.name if came else "",
        "chance": chance,
        "said": told,
        "lost": {"theirs": theirs, "own": own},
        "luck": luck(odds.results, came),
    }


def result_of(
    title: Wargame[Any], entry: Entry, rolls: Sequence[Entry], lost: Sequence[int], odds: Odds
) -> BattleResult | None:
    """The result of a battle: that of the table, or the steps lost by each player; None if unknown."""
    came = _came(title, rolls, entry.player, odds)[0]
    if came is None and any(title.aids.steps(entry.before, p) for p in range(len(title.players))):
        own = lost[entry.player]
        theirs = sum(lost) - own
        return BattleResult(f"{theirs or '-'}/{own or '-'}", 0, _lost(theirs), _lost(own))
    return came


def _lost(steps: int) -> Consequence:
    return Consequence(steps, False, "")


def course_of(room: Room, n: int) -> tuple[Sequence[Entry], State, int]:
    """The dice of a battle, the position after it, and the entry after its last."""
    journal = room.table.journal
    deep = len(journal[n].before.stack)
    end = n + 1
    while end < len(journal) and len(journal[end].before.stack) > deep:
        end += 1
    after = journal[end].before if end < len(journal) else room.state
    return [entry for entry in journal[n:end] if entry.player < 0], after, end


def _came(title: Wargame[Any], rolls: Sequence[Entry], player: int, expected: Odds) -> tuple[BattleResult | None, str]:
    """The result of the die roll and its line in the diary; without a table the last line about dice."""
    said = ""
    for entry in rolls:
        lines = entry.heard_by(player)[1]
        odds = title.odds(entry.before, None, 0) if isinstance(expected, TableOdds) else None
        if isinstance(odds, TableOdds) and odds.exact:
            for one in odds.results:
                if entry.action.args[0] in one.faces:
                    return one, lines[0].text if lines else ""
        said = lines[-1].text if lines else said
    return None, said


def luck(results: Sequence[BattleResult], came: BattleResult | None) -> str:
    """Whether a result was lucky: `good`, `bad` or `even`; empty if unknown."""
    if came is None or not results:
        return ""
    as_good = sum(one.chance for one in results if one.balance >= came.balance)
    as_bad = sum(one.chance for one in results if one.balance <= came.balance)
    if as_good <= RARE and as_good < as_bad:
        return "good"
    return "bad" if as_bad <= RARE and as_bad < as_good else "even"


def _summed(found: Sequence[str]) -> str:
    """A sentence about the luck in a turn."""
    known = [one for one in found if one]
    if not known:
        return ""
    good, bad = known.count("good"), known.count("bad")
    battles = f"{len(known)} battle{'s' * (len(known) != 1)}"
    if good == bad == 0:
        return f"{battles}: luck played no part."
    parts = [f"{count} went {how} than expected" for count, how in ((good, "better"), (bad, "worse")) if count]
    tilt = "Good luck" if good > bad else "Bad luck" if bad > good else "Even luck"
    return f"{tilt}: of {battles}, {' and '.join(parts)}."


def shown(room: Room, before: int | None, most: int) -> Iterator[dict[str, Any]]:
    """The cards of the last turns, or of those that began before an entry of the journal.

    The newest come first; within a turn, the side whose turn it was.
    """
    found = [turn for turn in turns(room) if before is None or turn.began < before]
    last = sorted({turn.began for turn in found})[-most:]
    for turn in sorted(found, key=lambda turn: (-turn.began, not turn.own)):
        if turn.began not in last:
            break
        key = room.game, room.made[turn.entries[0]], room.made[turn.entries[-1]]
        if key not in _written:
            while len(_written) >= KEPT:
                _written.pop(next(iter(_written)), None)
            _written[key] = card(room, turn)
        yield _written[key]
