"""`grognard data`: what is stated, from geography, estimated or from a pack, for every game."""

import json
from pathlib import Path

import pytest

from grognard.titles import GAMES
from tests.cli.conftest import Run

CARD = 'name = "mine"\ntitle = "{}"\nnote = "my sheet"\n'


@pytest.mark.parametrize("title", GAMES)
def test_every_game_is_counted(inside: Run, title: str) -> None:
    done = inside("data", title, "--json")
    found = json.loads(done.stdout)
    every = [counts for layers in found["data"].values() for counts in layers.values()]
    assert (done.returncode, found["title"], found["packs"]) == (0, title, [])
    assert found["total"] == {letter: n for letter in "RGEU" if (n := sum(counts.get(letter, 0) for counts in every))}
    assert "U" not in found["total"]
    assert sum(found["data"]["map"]["terrain"].values()) > 100
    told = inside("data", title).stdout
    assert all(layer in told for layers in found["data"].values() for layer in layers)
    assert str(sum(found["total"].values())) in told.splitlines()[-4]


def test_sections(inside: Run) -> None:
    assert set(json.loads(inside("data", "leningrad79", "--json").stdout)["data"]) == {
        "map",
        "charts",
        "counters",
        "set-ups",
    }
    assert set(json.loads(inside("data", "assault_leningrad", "--json").stdout)["data"]) == {
        "map",
        "inset Leningrad",
        "charts",
        "counters",
        "set-ups",
    }
    assert set(json.loads(inside("data", "assault_stalingrad", "--json").stdout)["data"]) == {
        "map",
        "inset Stalingrad",
        "charts",
        "counters",
        "set-ups",
    }


@pytest.mark.parametrize(
    ("title", "file", "text", "section", "layer", "count"),
    [
        ("leningrad79", "map.toml", '[terrain.hexes]\n2413 = "swamp"', "map", "terrain", 1),
        ("leningrad79", "tables.toml", '[[shift]]\nid = "river"\ncolumns = -2', "charts", "column shifts", 1),
        ("moscow41", "map.toml", '[[place]]\nname = "Mozhaisk"\narea = "1"', "map", "place", 1),
        ("assault_leningrad", "inset.toml", '[terrain]\nsource = "R:1"', "inset Leningrad", "terrain", 0),
        ("demyansk", "map.toml", '[[road]]\nname = "A"\ndrop = true', "", "", 0),
    ],
)
def test_a_pack_is_counted(
    inside: Run, tmp_path: Path, title: str, file: str, text: str, section: str, layer: str, count: int
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "pack.toml").write_text(CARD.format(title))
    (tmp_path / "mine" / file).write_text(text)
    done = inside("data", title, "--pack", "./mine", "--json")
    if not section:
        assert done.returncode == 2
        assert "map.toml:2: there is no road 'A' to drop" in done.stderr
        return
    found = json.loads(done.stdout)
    assert found["packs"][0].startswith("mine@")
    assert found["data"][section][layer].get("U", 0) == found["total"].get("U", 0) == count


def test_the_packs_there_are(inside: Run, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "grognard" / "packs"
    assert "none for leningrad79" in inside("data", "leningrad79").stdout
    for name, card in (("mine", CARD.format("leningrad79")), ("bad", "name ="), ("other", CARD.format("moscow41"))):
        (folder / name).mkdir(parents=True)
        (folder / name / "pack.toml").write_text(card)
    told = inside("data", "leningrad79").stdout
    assert str(folder) in told
    assert "  mine: mine@" in told
    assert "my sheet" in told
    assert "  bad: cannot be used: " in told
    assert "other" not in told


def test_there_is_no_such_game(inside: Run) -> None:
    done = inside("data", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no game 'chess'; games: leningrad79" in done.stderr
