from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from grognard.cli.commands import fuzz, fuzz_input
from grognard.core import notation
from grognard.core.action import Verb
from grognard.core.flow import ASK, Flow
from grognard.core.options import Among
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from tests.core import toy
from tests.kit.toy import TOY


def test_the_titles_are_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of each, with fewer questions than the soak asks."""
    monkeypatch.setattr(fuzz, "LEAST", 60)
    monkeypatch.setattr(fuzz, "MOST", 180)
    report = fuzz.fuzz(TITLES, 0, seed=11, least=len(TITLES))
    assert [str(finding) for finding in report.findings] == []
    assert report.games == len(TITLES)
    assert report.actions >= 1
    assert report.questions >= 1


def test_so_is_a_title_with_fog() -> None:
    report = fuzz.fuzz({"toy": TOY}, 0, seed=5, least=10)
    assert [str(finding) for finding in report.findings] == []
    assert report.games == 10


def test_the_same_seed_plays_the_same_games() -> None:
    tables = []
    for _ in range(2):
        game = fuzz.Game(TOY, 77)
        game.play(None)
        tables.append([entry.text for entry in game.table.journal])
    assert tables[0] == tables[1]


# -- it finds what is wrong -------------------------------------------------------------------


def with_verb(title: Wargame[Any], name: str, change: Callable[[Verb], Verb]) -> Wargame[Any]:
    """The title with one of its verbs changed."""
    flows = {}
    for flow in title.flows.values():
        new = Flow(flow.name, local=flow.local, kinds=flow.kinds)
        new.labels, new.after, new.names, new.ask = flow.labels, flow.after, flow.names, dict(flow.ask)
        new.code = list(flow.code)
        for at, (kind, what, target) in enumerate(flow.code):
            if kind == ASK:
                step = what._replace(verbs=tuple(change(v) if v.name == name else v for v in what.verbs))
                new.code[at], new.ask[at] = (kind, step, target), step
        flows[flow.name] = new

    def blank(self: Any, scenario: str, options: tuple[str, ...]) -> Any:
        s = title.blank(self, scenario, options)
        s.flow = flows[s.flow.name]
        return s

    return replace(title, flows=flows, blank=blank)


def findings(title: Wargame[Any]) -> str:
    report = fuzz.fuzz({title.name: title}, 0, seed=3, least=10)
    return "\n".join(map(str, report.findings))


def test_an_offer_that_is_forbidden() -> None:
    def change(verb: Verb) -> Verb:
        arg = verb.args[0]._replace(options=lambda _s: Among((1, 2, 3)))
        return verb._replace(args=(arg,))

    said = findings(with_verb(TOY, "stance", change))
    assert "offered but forbidden: stance 3: [3.2] a stance is 1 or 2" in said


def test_a_refusal_without_a_reason() -> None:
    def change(verb: Verb) -> Verb:
        return verb._replace(args=(verb.args[0]._replace(objections=lambda *_: []),))

    assert "not offered, without an objection: stance" in findings(with_verb(TOY, "stance", change))


def test_an_explanation_that_breaks_down() -> None:
    def objections(_s: Any, stance: int) -> list[Any]:
        return [] if 1 <= stance <= 2 else [1 // (stance - stance)]

    def change(verb: Verb) -> Verb:
        return verb._replace(args=(verb.args[0]._replace(objections=objections),))

    assert "ZeroDivisionError" in findings(with_verb(TOY, "stance", change))


def test_a_question_that_changes_something() -> None:
    def objections(s: Any, _stance: int) -> list[Any]:
        s.hour |= 4
        return []

    def change(verb: Verb) -> Verb:
        return verb._replace(args=(verb.args[0]._replace(objections=objections),))

    assert findings(with_verb(TOY, "stance", change))


def test_a_state_that_the_notation_does_not_carry() -> None:
    def settle(s: Any) -> None:
        toy.settle(s)
        s.tired &= ~1

    assert "the position reads back as a different one" in findings(replace(TOY, settle=settle))


def test_a_position_that_is_accepted_and_cannot_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its check the toy accepts a tenth hour, in which nobody knows how to take a stance."""

    def take(s: Any, stance: int) -> None:
        s.red_stance = {1: stance, 2: stance, 3: stance}[s.hour]

    title = replace(with_verb(TOY, "stance", lambda verb: verb._replace(do=take)), check=lambda _s: ())
    monkeypatch.setattr(fuzz, "scramble", lambda *_: "toy\nat game red-moves\nhour 10\n")

    def tries(title: Wargame[Any]) -> None:
        game = fuzz.Game(title, 2)
        for _ in range(20):
            game.broken_positions()

    with pytest.raises(fuzz.Wrong, match=r"(?s)play cannot continue from a position.*hour 10.*KeyError: 10"):
        tries(title)
    tries(replace(title, check=toy.flaws))  # refused, as it should be


def test_a_finding_can_be_seen_again() -> None:
    def change(verb: Verb) -> Verb:
        return verb._replace(args=(verb.args[0]._replace(objections=lambda *_: []),))

    title = with_verb(TOY, "stance", change)
    first = fuzz.fuzz({"toy": title}, 0, seed=3, least=10).findings[0]
    again = fuzz.fuzz({"toy": title}, 0, seed=first.seed).findings[0]
    assert again == first
    assert f"grognard fuzz --title toy --seconds 0 --seed {first.seed}" in str(first)
    assert notation.read({"toy": title}, first.position)


def test_the_command_says_what_it_did_and_fails_on_a_finding(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import grognard.titles

    monkeypatch.setattr(grognard.titles, "TITLES", {"toy": TOY})
    fuzz.command("toy", 0, 4)
    said = capsys.readouterr().out
    assert said.startswith("seed 4: 1 games, ")
    assert said.rstrip().endswith(" 0 findings")
    with pytest.raises(SystemExit) as caught:
        fuzz.command("chess", 0, 4)
    assert caught.value.code == "'chess' is not a title; titles: toy"

    def change(verb: Verb) -> Verb:
        return verb._replace(args=(verb.args[0]._replace(objections=lambda *_: []),))

    monkeypatch.setattr(grognard.titles, "TITLES", {"toy": with_verb(TOY, "stance", change)})
    with pytest.raises(SystemExit) as caught:
        fuzz.command(None, 0, 3)
    assert caught.value.code == 1
    assert "not offered, without an objection" in capsys.readouterr().out


def test_scrambled_texts_differ_and_are_the_same_for_the_same_seed() -> None:
    text = "one two three\nfour five"
    scrambled = [fuzz_input.scramble(Random(n), text, ["six"]) for n in range(50)]
    assert scrambled == [fuzz_input.scramble(Random(n), text, ["six"]) for n in range(50)]
    assert len({*scrambled} - {text}) > 25
