"""Untried units of *Demyansk Shield*, which neither player may know: nothing that anybody can ask for gives them away.

The only thing that differs between two games before a unit is turned over is what the dice will show.
"""

import json
from typing import Any

from grognard.cli.protocol.engine import Engine
from grognard.titles import TITLES

FACES = [face.label for face in TITLES["demyansk"].data.faces]
ATTACK = "attack 1331 with 42-180 21-180"
POSITION = """demyansk campaign
at combat
turn 9
segment 1
sequence 1
weather frozen
1330 42-180 21-180 264Art
1331 U1 U2
1332 I-27
available Il2-1 Ju87-1
"""
SEATS = (None, "axis", "soviet")


class Client:
    """A program that asks about one game, as the referee and as each player."""

    def __init__(self, seed: int) -> None:
        self.engine = Engine(TITLES)
        self.ok("position", text=POSITION, seed=seed)
        for seat in SEATS[1:]:
            self.ok("join", **{"seat": seat, "as": seat, "game": "main"})

    def ask(self, cmd: str, **fields: Any) -> dict[str, Any]:
        return self.engine.answer(json.dumps({"id": 1, "cmd": cmd, **fields}).encode())

    def ok(self, cmd: str, **fields: Any) -> dict[str, Any]:
        answer = self.ask(cmd, **fields)
        assert answer["ok"], answer
        return answer

    def everything(self) -> str:
        """What each can see and ask, with refusals."""
        out = []
        for game in ("main", *SEATS[1:]):
            out += [self.ask(cmd, game=game) for cmd in ("ask", "view", "dump", "log", "record", "odds")]
            out += [self.ask("choices", verb=verb, game=game) for verb in ("attack", "support", "resolve", "done")]
            out += [self.ask("why", action=said, game=game) for said in (ATTACK, "done", "support U1", "draw LS-1")]
            out += [self.ask("odds", action=ATTACK, air=air, game=game) for air in (0, 1)]
        return json.dumps(out)

    def advice(self) -> str:
        """What the computer players would do."""
        return json.dumps([self.ask("go", level=level, nodes=40, seed=1) for level in ("recruit", "regular", "club")])


def test_nothing_before_the_draw_depends_on_it() -> None:
    """Views, texts, choices, objections, odds, records and hints; after an undo another side may be drawn."""
    games = [Client(dice) for dice in range(4)]
    assert len({game.everything() for game in games}) == 1
    assert len({game.advice() for game in games}) == 1
    for game in games:
        assert game.ok("play", action=ATTACK)["ask"]["step"] == "reveal"
    told = {game.everything() for game in games}
    assert len(told) == 1
    assert not [label for label in FACES for text in told if label in text or label.replace(" ", "-") in text]
    draws = [game.ok("roll")["played"][0]["action"] for game in games]
    assert len(set(draws)) > 1
    for game in games:
        game.ok("undo", agreed=True)
        game.ok("play", action=ATTACK)
    assert {game.everything() for game in games} == told
    again = [game.ok("roll")["played"][0]["action"] for game in games]
    assert again != draws
    assert [label for label in FACES if label in games[0].everything()]  # what has been turned over is told
