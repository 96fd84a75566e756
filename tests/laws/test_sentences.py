"""What a referee says to illegal actions: numbers as facts, nothing beside the point, the decisive objection first."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

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
        strangers = [word for word in words if word in names and word not in known and word not in told]
        if strangers and not all(word.isalpha() for word in strangers):
            yield f"{strangers[0]} has nothing to do with it", one.clause, one.text
        if not one.text or "{" in one.text or "  " in one.text:
            yield "not a sentence", one.clause, one.text
    for n, one in enumerate(objections):
        if OWN.search(one.text) and any(said.text.split()[0] == one.text.split()[0] for said in objections[:n]):
            yield "whose it is comes first", one.clause, one.text


@pytest.mark.parametrize("name", TITLES)
def test_every_objection_is_to_the_point(name: str) -> None:
    title, found, count = TITLES[name], Counter[tuple[str, str, str]](), 0
    for seed in range(GAMES):
        for s, action, objections in wrong_actions(title, seed):
            count += 1
            found.update(flaws(s, action, objections))
    assert count > 60
    assert not found, "\n".join(f"{many} {one}" for one, many in found.most_common(20))
