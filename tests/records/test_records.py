"""Recorded games: each replays exactly, and together they fire most clauses of the rulebook."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from grognard.core import record
from grognard.titles import TITLES
from tests.laws import laws
from tests.records.fired import Cited, Watch, deciding, fired, never_fired

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*/*.rec"))
IDS = [f"{path.parent.name}/{path.stem}" for path in RECORDS]
LOOKED_AT = {"leningrad79": 20}
"""Positions of each game in which the laws are tried; of the other titles six."""
SHARE = 0.9
"""The share of the clauses that the records must fire."""


def played(text: str) -> list[str]:
    """A record without what it tells of our sources: they are better known with time, and decide nothing."""
    return [line for line in text.splitlines() if not line.startswith("sources ")]


@pytest.fixture(scope="module", params=RECORDS, ids=IDS)
def path(request: pytest.FixtureRequest) -> Path:
    """One record after the other: all tests of one before the next, so that it is replayed once."""
    found: Path = request.param
    return found


@pytest.fixture(scope="module")
def replay(path: Path) -> record.Replay:
    return record.read(TITLES, path.read_text("utf-8"))


def test_the_record_replays_exactly(path: Path, replay: record.Replay) -> None:
    text = path.read_text("utf-8")
    assert replay.cut is None
    assert replay.table.title.name == path.parent.name
    assert played(record.write(replay.table, replay.header)) == played(text)
    assert replay.table.outcome is not None
    assert text.splitlines()[-1].startswith(f"-- {replay.table.outcome.level}")


def test_the_laws_hold_along_the_way(path: Path, replay: record.Replay) -> None:
    table = replay.table
    random = Random(path.stem)
    for entry in random.sample(table.journal, LOOKED_AT.get(table.title.name, 6)):
        laws.check(table.title, entry.before, random)


@pytest.mark.parametrize("title", TITLES)
def test_the_records_show_every_option(title: str) -> None:
    games = [record.begin(TITLES, path.read_text("utf-8")).table for path in RECORDS if path.parent.name == title]
    assert len(games) >= 12
    for name, option in TITLES[title].options.items():
        played = {dict(word.split("=") for word in table.first.options).get(name, option.values[0]) for table in games}
        assert played == set(option.values)


def test_leningrad_ends_in_every_way() -> None:
    """Each level of victory, the last units of a fallen Leningrad, and the counterblow of the six divisions."""
    ends = [path.read_text("utf-8").splitlines()[-1] for path in FOLDER.glob("leningrad79/*.rec")]
    assert {end.removeprefix("-- ").split(" after ")[0] for end in ends} == {
        "German strategic victory",
        "German tactical victory",
        "Soviet tactical victory",
        "Soviet strategic victory",
    }


def test_moscow_is_played_and_won_in_every_way() -> None:
    """Three games of each scenario; in each either side wins, in the Campaign at once and by points."""
    tables = [record.read(TITLES, path.read_text("utf-8")).table for path in FOLDER.glob("moscow41/*.rec")]
    assert Counter(table.first.scenario for table in tables) == dict.fromkeys(TITLES["moscow41"].scenarios, 3)
    won = {(table.first.scenario, table.outcome.winner) for table in tables if table.outcome}
    assert won >= {(scenario, side) for scenario in ("dnieper", "typhoon", "gasp") for side in (0, 1)}
    assert {table.outcome.level for table in tables if table.outcome and table.first.scenario == "campaign"} == {
        "decisive victory",
        "marginal victory",
    }


def test_leningrad41_ends_in_every_way() -> None:
    """Either side wins at the end and by sudden death; sudden death also comes with the optional rules."""
    ends, options = set[tuple[int, str]](), set[str]()
    for path in FOLDER.glob("leningrad41/*.rec"):
        table = record.read(TITLES, path.read_text("utf-8")).table
        assert table.outcome is not None
        ends.add((table.outcome.winner, table.outcome.level))
        if table.outcome.level == "sudden death" or table.outcome.winner == 0:
            options |= {*table.first.options}
    assert ends == {(winner, level) for winner in (0, 1) for level in ("at the end", "sudden death")}
    assert {"delay=roll", "fanaticism=fanaticism", "airborne=air"} <= options


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_most_clauses_fire(title: str) -> None:
    """At least nine of ten; those that never do are listed."""
    cited = Cited(TITLES[title])
    every: set[str] = set()
    watch = Watch(cited)
    for path in sorted((FOLDER / title).glob("*.rec")):
        every |= fired(record.read(TITLES, path.read_text("utf-8")).table, cited, watch)
    decide = deciding(TITLES[title])
    assert len(every & decide) >= SHARE * len(decide)
    assert never_fired(TITLES[title], every) == (FOLDER / title / "never_fired.txt").read_text("utf-8")
