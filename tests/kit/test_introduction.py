"""The introduction of a title: typed, strict, and not needed at all; every title of ours has one that fits it."""

from pathlib import Path

import pytest

from grognard.kit.load.introduction import Introduction, introduction_in, read_introduction
from grognard.kit.load.toml import DataError, read_toml
from grognard.titles import GAMES, TITLES

TEXT = """\
fight = "A siege."
edition = "Nobody 1900"
complexity = 2
solitaire = 3
side = "crown"
scenario = "siege"
crop = { x = 0.5, y = 0.25, zoom = 2 }

[scenarios.siege]
text = "All of it."
minutes = 30
"""


def test_an_introduction_is_read() -> None:
    said = read_introduction(read_toml(TEXT, "introduction.toml"))
    assert (said.fight, said.complexity, said.solitaire, said.side) == ("A siege.", 2, 3, "crown")
    assert said.crop == (0.5, 0.25, 2.0)
    assert said.scenarios["siege"] == ("All of it.", 30)


def test_a_title_needs_none(tmp_path: Path) -> None:
    assert introduction_in(tmp_path) == Introduction()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("complexity = 2", "complexity = 6", "complexity must be between 1 and 5"),
        ('scenario = "siege"', 'scenario = "war"', "scenario 'war' is not one of: siege"),
        ("minutes = 30", "minutes = 0", "minutes must be above zero"),
        ('side = "crown"', "", "has no 'side'"),
        ("zoom = 2", "zoom = 2, tilt = 1", "unknown key 'tilt'"),
    ],
)
def test_errors_are_named(old: str, new: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        read_introduction(read_toml(TEXT.replace(old, new), "introduction.toml"))
    assert said in str(caught.value)


@pytest.mark.parametrize("name", [name for name in TITLES if name in GAMES])
def test_the_introductions_of_our_titles_fit_them(name: str) -> None:
    title, said = TITLES[name], GAMES[name].introduction
    assert said.side in title.players
    assert set(said.scenarios) == set(title.scenarios)
    steps = {step.name for flow in title.flows.values() for step in flow.steps()}
    assert title.set_up_steps <= steps
