"""What a referee says to illegal actions: numbers as facts, nothing beside the point, the decisive objection first."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.core.rule import Objection
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from tests.laws import attempts, laws

GAMES, TRIES, EVERY = 3, 6, 10
"""Random games of each title, and attempts at every tenth decision."""
WORD = re.compile(r"[^\s,;:()|`']+")
TURN = re.compile(r"(?:Game[- ]Turns?|turns?|column|Column) [\dIVX]+")
THERE = re.compile(r"is (not on the map|not a hex of the map|neither on the map)")
LIMIT = re.compile(
    r"\b(no room|is full|too (many|few|far|weak)|out of range|at (most|least(?! one))|stacking|more than|fewer than)\b"
)
"""Words of a sentence that something is counted against a limit."""
OWN = re.compile(r"not yours|is not a Bomber of yours|is not one of your|not a Russian unit|not a German unit")


def wrong_actions(title: Wargame[Any], seed: int) -> Iterator[tuple[Any, Action, list[Objection]]]:
    """Illegal actions that somebody might try, each with its position and its objections."""
    random = Random(f"sentences {title.name} {seed}")
    for n, s in enumerate(laws.walk(title, random)):
        if n % EVERY or s.over or title.step(s).verbs[0].weights is not None:
            continue
        for _ in range(TRIES):
            action = attempts.changed(title, s, title.sample(s, random.randrange), random)
            verb = title.step(s).verb(action.verb)
            if verb and len(action.args) == len(verb.args) and (found := title.explain(s, action)):
                yield s, action, found


def about(s: Any, action: Action) -> set[str]:
    """The names of everything an action has to do with: its places and pieces and those of the procedure."""
    title = s.title
    places, pieces = set[int](), set[int]()
    verb = title.step(s).verb(action.verb)
    said = [(arg.kind, value) for arg, value in zip(verb.args, action.args, strict=True)]
    said += [(kind, getattr(s.local, name)) for name, kind in s.flow.kinds.items()] if s.local is not None else []
    for kind, value in said:
        many = scan(value) if kind.name in ("places", "pieces") else value if kind.name == "path" else (value,)
        if kind.name in ("place", "places", "path"):
            places.update(many)
        elif kind.name in ("piece", "pieces"):
            pieces.update(one for one in many if one >= 0)
    places |= {s.place[piece] for piece in pieces}
    pieces |= {piece for piece, place in enumerate(s.place) if place in places}
    names = {title.lexicon.places[place] for place in places} | {title.lexicon.pieces[piece] for piece in pieces}
    return names | {title.called(s, piece) for piece in pieces}


def plain(text: str) -> str:
    """The text without cases in brackets and without turns."""
    return TURN.sub("", re.sub(r"\[[^\]]*\]", "", text))


def flaws(s: Any, action: Action, objections: list[Objection]) -> Iterator[tuple[str, str, str]]:
    """What is wrong with the objections to an action: the kind of flaw, the clause, the sentence."""
    lexicon = s.title.lexicon
    names = {*lexicon.places, *lexicon.pieces, *lexicon.faces} - {""}
    known = about(s, action)
    for one in objections:
        words = [word.strip('.?!"') for word in WORD.findall(plain(one.text))]
        told = " ".join(str(value) for value in one.facts.values()).replace(",", " ").split()
        if any(re.fullmatch(r"\d+(\.\d+)?", word) and word not in names for word in words) and not one.facts:
            yield "a number without facts", one.clause, one.text
        if LIMIT.search(one.text) and not one.facts:
            yield "a limit without facts", one.clause, one.text
        strangers = [word for word in words if word in names and word not in known and word not in told]
        if strangers and not all(word.isalpha() for word in strangers):
            yield f"{strangers[0]} has nothing to do with it", one.clause, one.text
        if not one.text or "{" in one.text or "  " in one.text:
            yield "not a sentence", one.clause, one.text
    if (late := decisive(s, action, objections)) is not None:
        yield f"{late.text!r} decides, and comes later", objections[0].clause, objections[0].text
    for n, one in enumerate(objections):
        before = [said for said in objections[:n] if said.text.split()[0] == one.text.split()[0]]
        if OWN.search(one.text) and before:
            yield "whose it is comes first", one.clause, one.text
        if THERE.search(one.text) and any(not OWN.search(said.text) for said in before):
            yield "whether it is there comes before what it can do", one.clause, one.text


def decisive(s: Any, action: Action, objections: list[Objection]) -> Objection | None:
    """The objection that decides, unless it comes first: to the first argument that cannot be chosen."""
    verb, wanted = s.title.step(s).verb(action.verb), list[Objection]()
    for n, value in enumerate(action.args):
        if value not in verb.options(s, *action.args[:n]):
            wanted = list(verb.args[n].objections(s, *action.args[: n + 1]))
            break
    said = [(one.clause, one.text) for one in wanted]
    return None if not said or (objections[0].clause, objections[0].text) in said else wanted[0]


@pytest.mark.parametrize("name", TITLES)
def test_every_objection_is_to_the_point(name: str) -> None:
    title, found, count = TITLES[name], Counter[tuple[str, str, str]](), 0
    for seed in range(GAMES):
        for s, action, objections in wrong_actions(title, seed):
            count += 1
            found.update(flaws(s, action, objections))
    assert count > 60
    assert not found, "\n".join(f"{many} {one}" for one, many in found.most_common(20))


def test_the_law_can_be_broken() -> None:
    """Sentences that a referee should not say are noticed."""
    title = TITLES["leningrad79"]
    text = "leningrad79\nat german-movement\nturn 3\n0410 1Pz\n0510 118RD\n1407 6Pz"
    s = notation.read(TITLES, text)
    action = title.parse(s, "move 1Pz via 0510")
    true = title.explain(s, action)
    assert not [*flaws(s, action, true)]
    for one, wanted in (
        (Objection("4.1", "it costs 9 points"), "a number without facts"),
        (Objection("4.6", "0510 is full"), "a limit without facts"),
        (Objection("4.4", "6Pz is in the way"), "6Pz has nothing to do with it"),
        (Objection("4.4", "{it} is held"), "not a sentence"),
    ):
        assert wanted in [kind for kind, _, _ in flaws(s, action, [*true, one])]
    assert any("comes later" in kind for kind, _, _ in flaws(s, action, [Objection("9.9", "because"), *true]))
    late = [Objection("4.0", "1Pz is tired"), Objection("4.0", "1Pz is not yours")]
    assert any("comes first" in kind for kind, _, _ in flaws(s, action, late))
