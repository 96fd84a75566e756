"""Questions to the engine in any position of any title: always an answer, nothing changed, nothing given away."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from grognard.cli.protocol.engine import Engine
from grognard.cli.protocol.games import Handle
from grognard.core import notation
from grognard.core.action import CHANCE
from grognard.core.bits import scan
from grognard.core.estimate import fair
from grognard.core.table import Table
from grognard.titles import TITLES

FOGGED = [name for name, title in TITLES.items() if title.fogged]


def positions(name: str, seed: int, many: int, between: int = 25) -> Iterator[Any]:
    """Positions of a random game, some actions apart."""
    title, random = TITLES[name], Random(f"inquiries {name} {seed}")
    s = title.start()
    for _ in range(many):
        for _ in range(between):
            if s.over:
                return
            title.play(s, title.sample(s, random.randrange, 3))
        yield s.copy()


def questions(s: Any, random: Random) -> Iterator[dict[str, Any]]:
    """Every kind of question, about units and places chosen at random; some of them absurd."""
    title = s.title
    lexicon = title.lexicon
    there = [n for n, place in enumerate(s.place) if place < title.board.places.box] or [0]
    unit, other = (lexicon.pieces[random.choice(there)] for _ in "ab")
    places = [name for name in lexicon.places if name]
    place = lexicon.places[s.place[random.choice(there)]] or places[0]
    verbs = sorted({verb.name for flow in title.flows.values() for step in flow.steps() for verb in step.verbs})
    yield from ({"cmd": cmd} for cmd in ("zones", "control", "status", "must"))
    yield {"cmd": "supply", "units": [unit, other]}
    yield {"cmd": "threat", "places": place}
    yield {"cmd": "odds", "units": unit, "against": place, "air": random.randrange(3)}
    yield from ({"cmd": "why", "action": f"{verb} {unit} {place}"} for verb in random.sample(verbs, min(3, len(verbs))))
    for verb in [] if s.over else title.step(s).verbs:
        action = {"verb": verb.name, "args": [[random.choice((unit, place))] for _ in verb.args]}
        yield {"cmd": "cost", "action": action}
        yield {"cmd": "why", "action": action}
    supposed = {"move": {unit: random.choice(places)}, "set": {"turn": str(random.randrange(5))}}
    yield from ({"cmd": cmd, "if": supposed} for cmd in ("zones", "status", "must"))
    yield {"cmd": "odds", "units": unit, "against": place, "if": {"mark": {unit: ["reduced"]}}}
    yield {"cmd": "why", "action": f"done {unit}", "if": {"unmark": {unit: "moved"}, "move": {}}}


def answer(s: Any, seat: int | None, said: dict[str, Any]) -> dict[str, Any]:
    engine = Engine({s.title.name: s.title})
    table = Table(s.title, position=s, rolls=False)
    engine.games["main"] = Handle(table, seat)
    before = table.state.key()
    out = engine.answer(json.dumps(said).encode())
    assert table.state.key() == before
    assert json.loads(json.dumps(out, allow_nan=False)) == out
    return out


@pytest.mark.parametrize("name", TITLES)
def test_every_question_has_an_answer_and_changes_nothing(name: str) -> None:
    random, asked = Random(name), set()
    for s in positions(name, 1, 8):
        for said in questions(s, random):
            for seat in (None, 0, 1):
                found = answer(s, seat, said)
                assert found.get("code") != "internal", (said, found, notation.write(s))
                asked |= {said["cmd"]} if found["ok"] else set()
    assert asked >= {"zones", "control", "status", "must", "threat", "why"}


@pytest.mark.parametrize("name", FOGGED)
def test_answers_give_nothing_away(name: str) -> None:
    """Two positions that a player cannot tell apart have the same answers for them."""
    random, differ = Random(name), 0
    for s in positions(name, 2, 8):
        for seat in (0, 1):
            twin = fair(s, seat, "another")
            differ += twin.key() != s.key()
            own = [n for n in scan((1 << len(s.place)) - 1) if "identity" in s.title.shown(s, seat, n)]
            assert own
            for said in questions(s, random):
                if said["cmd"] in ("cost", "why", "must") and s.title.decider(s) in (seat, CHANCE):
                    continue  # an action is judged by what happens: test_leaks has what may be chosen
                assert answer(s, seat, said) == answer(twin, seat, said), said
    assert differ


@pytest.mark.parametrize("name", TITLES)
def test_a_verb_of_another_step_has_its_place(name: str) -> None:
    for s in positions(name, 3, 4):
        now = {verb.name for verb in s.title.step(s).verbs}
        every = {verb.name for flow in s.title.flows.values() for step in flow.steps() for verb in step.verbs}
        for verb in sorted(every - now):
            found = answer(s, None, {"cmd": "why", "action": verb})
            assert found["ok"], found
            assert not found["legal"]
            for one in found["objections"]:
                assert one["cite"]
                assert repr(verb) in one["text"] or "passed over" in one["text"]


def test_a_step_that_was_passed_over_says_why() -> None:
    text = "leningrad79\nat german-combat\nturn 3\n1407 1Pz 6Pz\n1408 118RD"
    engine = Engine(TITLES)
    engine.answer(json.dumps({"cmd": "position", "text": text}).encode())
    engine.answer(b'{"cmd": "play", "action": "done"}')
    found = engine.answer(b'{"cmd": "why", "action": "interdict 1407"}')
    assert found["objections"][0]["cite"] == "13.5"
    assert found["objections"][0]["text"].startswith("german interdiction was passed over: No air units")


def test_obligations_are_named_with_their_units() -> None:
    text = "leningrad79\nat soviet-combat\nturn 1\n1407 1Pz\n1408 118RD\n1507 112RD"
    engine = Engine(TITLES)
    engine.answer(json.dumps({"cmd": "position", "text": text}).encode())
    found = engine.answer(b'{"cmd": "must"}')
    (duty,) = found["must"]["done"]
    assert duty["clause"] == "17.3a"
    assert duty["facts"]["units"] in ("i1 i2", "i2 i1")


@pytest.mark.parametrize("name", TITLES)
def test_units_out_of_play_have_odds_or_none(name: str) -> None:
    """Units in boxes, air units and ships against whatever is on the map."""
    random = Random(name)
    for s in positions(name, 4, 3, 40):
        box = s.title.board.places.box
        off = [n for n, place in enumerate(s.place) if place >= box]
        held = sorted({place for place in s.place if place < box})
        for unit in random.sample(off, min(12, len(off))):
            place = s.title.lexicon.places[random.choice(held)]
            found = answer(s, None, {"cmd": "odds", "units": s.title.lexicon.pieces[unit], "against": place})
            assert found.get("code", "no-odds") in ("no-odds", "bad-argument"), found


def facing(units: str) -> Engine:
    """An engine with a game in which German units face the Soviets."""
    engine, text = Engine(TITLES), f"leningrad79\nat german-combat\nturn 3\n1407 {units}\n1408 118RD"
    engine.answer(json.dumps({"cmd": "position", "text": text}).encode())
    return engine


def test_a_box_is_neither_attacked_nor_threatened() -> None:
    engine = Engine(TITLES)
    engine.answer(
        json.dumps({"cmd": "position", "text": "leningrad79\nat german-combat\nturn 3\n1407 1Pz\n1408 118RD"}).encode()
    )
    box = TITLES["leningrad79"].lexicon.places[TITLES["leningrad79"].board.places.box]
    for said in ({"cmd": "odds", "units": "1Pz", "against": box}, {"cmd": "threat", "places": box}):
        found = engine.answer(json.dumps(said).encode())
        assert (found["code"], found["message"]) == ("bad-argument", f"{box} is not on the map")


def test_a_place_stands_for_the_units_in_it() -> None:
    engine = Engine(TITLES)
    engine.answer(
        json.dumps(
            {"cmd": "position", "text": "leningrad79\nat german-combat\nturn 3\n1407 1Pz 6Pz\n1408 118RD"}
        ).encode()
    )
    named, whole = (
        engine.answer(json.dumps({"cmd": "odds", "units": units, "against": "1408"}).encode())
        for units in (["1Pz", "6Pz"], "1407")
    )
    assert named == whole
    assert named["ok"]
    assert engine.answer(b'{"cmd": "supply", "units": "1405"}')["message"] == "no unit is in 1405"
