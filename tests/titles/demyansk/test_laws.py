"""Laws: random play runs to the end, what is offered is legal, derived fields and control are always up to date."""

import random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.knowledge import checked
from grognard.titles.demyansk.state import settle
from tests.titles.demyansk import phases
from tests.titles.demyansk.conftest import TITLE

DERIVED = ("side", "here", "there", "held", "light", "heavy", "crowd", "turned")
GAMES = [("offensive", 1), ("bridge", 2), ("campaign", 3)]


def played(scenario: str, seed: int, done: int = 4, keep: bool = False) -> Any:
    """Every position of a random game with the action played in it; `keep`: nothing is removed voluntarily."""
    s, pick = TITLE.start(scenario), random.Random(seed).randrange
    while not s.over:
        action = TITLE.sample(s, pick, done)
        while keep and action.verb in ("remove", "demolish"):
            action = TITLE.sample(s, pick, done)
        yield s, action
        TITLE.play(s, action)
    yield s, None


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_random_games_end(scenario: str, seed: int) -> None:
    verbs = set()
    for s, action in played(scenario, seed):
        if action is not None:
            verbs.add(action.verb)
            assert TITLE.explain(s, action) == []
            assert TITLE.parse(s, TITLE.text(s, action)) == action
    assert s.over
    assert verbs >= {"move", "strategic", "infiltrate", "done", "roll", "delay", "marsch", "rebuild", "receive", "fly"}
    assert (verbs >= {"build", "airfield", "remove", "demolish"}) == (scenario != "bridge")  # 14.5a, 19.23e


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_derived_fields_and_control_follow_every_action(scenario: str, seed: int) -> None:
    with checked():
        for s, _ in played(scenario, seed + 10, 8):
            fresh = s.copy()
            settle(fresh)
            for name in DERIVED:
                assert getattr(fresh, name) == getattr(s, name), name


@pytest.mark.case("14.31c", "14.33d", "14.51b", "7.13a", "15.13f", "15.14c")
@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_what_is_built_flown_and_rebuilt_stays_within_bounds(scenario: str, seed: int) -> None:
    for s, _ in played(scenario, seed + 40, 8, keep=True):
        assert s.begun <= s.plan.works
        assert not s.built & (s.stage.works[0] | s.building)
        assert (s.airfield | s.airfield_site).bit_count() <= s.plan.airfields
        assert s.data.points(s.flew) <= s.data.charts.numbers["flights"]
        assert not s.receiving & ~s.reduced
        assert s.dropped & ~s.fresh == 0
        if s.segment == 2:
            assert s.axis_rps == 0
        assert min(s.axis_rps, s.soviet_rps, s.airlift) >= 0


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_positions_as_text(scenario: str, seed: int) -> None:
    for n, (s, _) in enumerate(played(scenario, seed + 20, 12)):
        if n % 25 == 0:
            assert notation.read({TITLE.name: TITLE}, notation.write(s)).key() == s.key()


@pytest.mark.case("8.21a", "8.12a", "9.35d", "9.11e", "9.11f", "9.11g")
@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_every_path_to_a_hex_in_reach_is_legal(scenario: str, seed: int) -> None:
    """And no hex out of reach has a legal path of one step."""
    from grognard.core.action import Action
    from grognard.core.options import Paths

    pick = random.Random(seed).randrange
    for n, (s, action) in enumerate(played(scenario, seed + 30, 12)):
        if n % 6 or action is None or action.verb not in ("move", "strategic"):
            continue
        lead = action.args[:-1]
        options = TITLE.choices(s, action.verb, *lead)
        assert isinstance(options, Paths)
        for path in [options.sample(pick) for _ in range(4)]:
            assert TITLE.explain(s, Action(action.verb, (*lead, path))) == []
        for place in range(s.data.board.box):
            if s.data.board.neighbours[s.place[lead[0]]] >> place & 1 and not options.ends >> place & 1:
                assert TITLE.explain(s, Action(action.verb, (*lead, (place,))))


@pytest.mark.case("11.15b", "11.11c", "11.14a", "5.42a")
@pytest.mark.parametrize("start", range(4))
def test_random_combat_phases(start: int) -> None:
    """No dead ends, every set can be completed, what is offered is legal, and what is refused has an objection."""
    assert sum(phases.play(seed) for seed in range(start * 60, start * 60 + 60)) > 500
