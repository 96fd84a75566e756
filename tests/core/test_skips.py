"""Skipped steps say why, in every title, and only to the player who would have decided."""

import tomllib
from itertools import pairwise
from typing import Any

import pytest

from grognard.core.skips import skipped
from grognard.core.table import Table
from grognard.titles import GAMES, TITLES
from tests.core.play import LENINGRAD, game

ACTIONS = 400
HEARD = {
    "leningrad79": "No air units: each has been used in this Game-Turn.",
    "moscow41": "There is no Battle to fight.",
    "assault_leningrad": "No Ground Support: no air unit is left.",
    "assault_stalingrad": "No Ground Support: no air unit is left.",
    "demyansk": "No air transport: no unit can be flown to an airfield now.",
}


def told(table: Table, viewer: int | None = None) -> list[str]:
    """Every reason in a game so far."""
    states = [*(entry.before for entry in table.journal), table.state]
    return [line.text for before, after in pairwise(states) for line in skipped(before, after, viewer)]


@pytest.mark.parametrize("title", HEARD)
def test_the_reason_is_told(title: str) -> None:
    found = told(game(TITLES[title], 1, ACTIONS))
    assert HEARD[title] in found
    assert len(found) < ACTIONS / 4  # not while a step is asked again and again


@pytest.mark.parametrize("title", TITLES)
def test_every_reason_has_its_case(title: str) -> None:
    book = tomllib.loads(GAMES[title].text("rules.toml"))
    alive = {entry["id"] for entry in book["heading"]} | {one["id"] for one in book["clause"] if one["kind"] != "dead"}
    steps = [step for flow in TITLES[title].flows.values() for step in flow.steps() if step.skipped]
    states = [entry.before for entry in game(TITLES[title], 2, ACTIONS // 4).journal]
    texts = {step.skipped(s) for step in steps if step.skipped for s in states} - {""}
    assert texts
    assert {text.rpartition(" [")[2] for text in texts} <= {f"{case}]" for case in alive}


def test_only_the_player_concerned_is_told() -> None:
    table = game(LENINGRAD, 1, ACTIONS)
    german, soviet = told(table, 0), told(table, 1)
    assert any("air units" in text for text in german)
    assert soviet
    assert not any("air units" in text for text in soviet)


def test_a_called_procedure_and_the_way_back() -> None:
    table = Table(LENINGRAD, seed=1)
    while LENINGRAD.step(table.state).name != "german-combat":
        table.play(LENINGRAD.sample(table.state, lambda _count: 0))
    s: Any = table.state
    s.air = 0
    table.play("done")
    assert told(table, 0)[-1] == "No air units: each has been used in this Game-Turn."
