"""Questions to the referee as people type them, at the terminal and on the page.

`supply 1Pz`, `threat Pskov`, `cost move 1Pz to 1405`, `odds 1Pz 6Pz against 1408 air 1`; and with a supposition
before it: `if 1Pz at 1405, 6Pz is reduced, turn = 4: odds 1Pz against 1408`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..core.action import Action
from ..core.table import Table
from ..core.title import Bad
from ..core.view import Viewer
from .odds_json import odds_json
from .referee import Answer, Reader, Referee, Unanswered
from .spelling import actions, place_word
from .table import Odds, Wargame, wargame

QUESTIONS: Mapping[str, tuple[str, str]] = {
    "why": ("why ACTION", "show whether an action is legal, or why not; also for actions of other phases"),
    "cost": ("cost ACTION", "show what an action costs, case by case, and the fire it may draw"),
    "odds": ("odds ACTION, or odds UNIT ... against PLACE ... [air N]", "show the odds of an attack, or of any units"),
    "must": ("must", "show what you still have to do before you can go on, and why"),
    "supply": ("supply UNIT ...", "show the supply line of units, or where it breaks"),
    "threat": ("threat PLACE ...", "show which units of both sides can get to a place, or next to it"),
    "zones": ("zones", "show the zones of both sides"),
    "control": ("control", "show what each side holds, and the markers on the map"),
    "status": ("status", "show points, levels of victory, what is left and what is due"),
    "if": (
        "if CHANGE, ...: QUESTION",
        "ask about another position: UNIT at PLACE, UNIT is MARK, UNIT is not MARK, HEADING = VALUE",
    ),
}
"""How each question is typed, and what it asks."""


class Question(NamedTuple):
    """A question: its name, the rest of its words, and what it supposes."""

    name: str
    rest: str = ""
    supposed: Mapping[str, Any] | None = None


def parse(title: Wargame[Any], text: str) -> Question:
    """Read a question."""
    name, _, rest = text.strip().partition(" ")
    name = name.lower()
    if name == "if":
        said, colon, asked = rest.partition(":")
        if not colon or not asked.strip():
            raise Bad(f"an `if` needs a question after a colon: {QUESTIONS['if'][0]}")
        inner = parse(title, asked)
        if inner.supposed is not None:
            raise Bad("one `if` is enough: separate the changes with commas")
        return inner._replace(supposed=_supposed(title, said))
    if name not in QUESTIONS:
        raise Bad(f"{name[:40]!r} is not a question; questions: {', '.join(QUESTIONS)}")
    return Question(name, rest.strip())


def _supposed(title: Wargame[Any], text: str) -> dict[str, dict[str, Any]]:
    """The changes of a supposition: `1Pz 6Pz at 1405, 1Pz is reduced, 6Pz is not moved, turn = 4`."""
    out: dict[str, dict[str, Any]] = {}
    for part in text.split(","):
        words = part.split()
        low = [word.lower() for word in words]
        if "=" in part and "is" not in low:
            heading, _, value = part.partition("=")
            out.setdefault("set", {})[heading.strip()] = value.strip()
        elif "at" in low[1:-1]:
            at = low.index("at", 1)
            place = place_word(title, "-".join(words[at + 1 :]))
            out.setdefault("move", {}).update(dict.fromkeys(words[:at], place))
        elif "is" in low[1:-1]:
            at = low.index("is", 1)
            removes = low[at + 1] == "not" and len(low) > at + 2
            marks = out.setdefault("unmark" if removes else "mark", {})
            for unit in words[:at]:
                marks.setdefault(unit, []).extend(words[at + 1 + removes :])
        else:
            raise Bad(f"{part.strip()[:80]!r} is not a change; write {QUESTIONS['if'][1].partition(': ')[2]}")
    return out


def answer(table: Table, viewer: Viewer, question: Question) -> Answer:
    """The answer to a question, as the engine protocol gives it."""
    name, rest, supposed = question
    title, referee = wargame(table), Referee(table, viewer, supposed)
    places = [place_word(title, word) for word in rest.split()]
    if name == "why":
        verb = (rest.split() or [""])[0].lower()
        if not verb:
            raise Bad("name an action")
        return referee.why(verb, reader(rest))
    if name == "cost":
        return referee.cost(reader(rest))
    if name == "odds":
        return {"odds": odds_json(battle(table, viewer, question))}
    if name in ("supply", "threat"):
        if not places:
            raise Bad(f"name {'a unit' if name == 'supply' else 'a place'}: {QUESTIONS[name][0]}")
        return referee.supply(places) if name == "supply" else referee.threat(places)
    simple = {"must": referee.must, "zones": referee.zones, "control": referee.control, "status": referee.status}
    if rest:
        raise Bad(f"{name!r} needs no more words")
    return simple[name]()


def battle(table: Table, viewer: Viewer, question: Question) -> Odds:
    """The answer to a question about odds."""
    _, rest, supposed = question
    title, referee = wargame(table), Referee(table, viewer, supposed)
    text, _, air = rest.rpartition(" air ") if " air " in rest else (rest, "", "0")
    if not (air.isascii() and air.isdigit() and len(air) < 4):
        raise Bad(f"`air` needs a number, not {air[:40]!r}")
    words = [place_word(title, word) for word in text.split()]
    if "against" not in words:
        return referee.odds(reader(text) if text else None, int(air))
    at = words.index("against")
    if not words[:at] or not words[at + 1 :]:
        raise Bad("name units and a place: odds UNIT ... against PLACE ...")
    return referee.matchup(words[:at], words[at + 1 :], int(air))


def reader(text: str) -> Reader:
    """A reader of a typed action: names of places, and places for the units in them, are understood."""

    def read(s: Any) -> Action:
        return _action(s, text)

    return read


def _action(s: Any, text: str) -> Action:
    name, _, more = text.partition(" ")
    step = s.title.step(s) if not s.over else None
    verb = step.verb(name.lower()) if step else None
    if step is None or verb is None:
        known: Sequence[str] = [one.name for one in step.verbs] if step else []
        raise Unanswered(
            "bad-action", f"{name[:40]!r} is not possible now; possible: {', '.join(known) or 'nothing, it is over'}"
        )
    texts = actions(s, verb, more)
    if len(texts) > 1:
        raise Bad(f"ask about one action at a time, such as {texts[0]}")
    found: Action = s.title.parse(s, texts[0])
    return found
