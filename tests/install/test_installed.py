"""An installed Grognard outside its source tree: every way to play, and what it says when an extra is missing."""

import re
from pathlib import Path

import httpx
import pytest

from grognard.titles import GAMES
from tests.cli.conftest import Terminal

from .environment import ROOT, Installed

STATIC = ROOT / "src" / "grognard" / "web" / "static"


def test_it_is_the_installed_package_that_runs(installed: Installed) -> None:
    ran = installed.call(str(installed.python), "-c", "import grognard; print(grognard.__file__)")
    assert Path(ran.stdout.strip()) == installed.packages / "grognard" / "__init__.py", ran.stderr


def test_alone_it_says_how_to_start(installed: Installed) -> None:
    ran = installed.run()
    assert (ran.returncode, ran.stderr) == (0, "")
    for words in (*GAMES, "grognard serve", "grognard play", "grognard map"):
        assert words in ran.stdout
    manual = re.search(r"Manual: (.+)", ran.stdout)
    assert manual
    assert Path(manual[1]).read_text("utf-8").startswith("# Playing")


def test_it_lists_the_titles(installed: Installed) -> None:
    ran = installed.run("titles")
    assert (ran.returncode, ran.stderr) == (0, "")
    for game in GAMES.values():
        assert (game.full in ran.stdout) == game.played


def test_it_draws_a_map_as_png(installed: Installed) -> None:
    ran = installed.run("map", "leningrad79", "-o", "map.png")
    assert ran.returncode == 0, ran.stderr
    picture = (installed.folder / "map.png").read_bytes()
    assert picture.startswith(b"\x89PNG\r\n")
    assert len(picture) > 100_000


def test_it_plays_in_the_terminal(installed: Installed) -> None:
    at = Terminal(
        ["play", "leningrad79", "--seed", "7"], installed.variables, installed.folder, program=[str(installed.program)]
    )
    try:
        at.until("Set-up", "soviet>")
        at.say("deploy 1309 1410 1509 1608 1706 Pskov 1909", "German Movement Phase", "german>")
        at.say("quit", "yes or no?").type("yes\r")
        assert at.end() == 0
    finally:
        at.child.close(force=True)


def test_it_plays_in_the_browser(installed: Installed) -> None:
    with (
        installed.serving() as address,
        httpx.Client(base_url=address, headers={"Origin": address}, timeout=None) as page,
    ):
        assert "<html" in page.get("/").raise_for_status().text
        for file in STATIC.rglob("*.*"):
            answer = page.get(f"/static/{file.relative_to(STATIC)}").raise_for_status()
            assert answer.content == file.read_bytes()
        for game in GAMES.values():
            if game.played:
                begun = page.post("/api/games", json={"title": game.name})
                assert begun.status_code == 201, begun.text
                assert page.get(f"/api/games/{begun.json()['id']}").status_code == 200


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        (("report", "runs"), "grognard[lab]"),
        (("simulate", "leningrad79", "--engine", "ray", "--games", "1", "--out", "ray"), "grognard[ray]"),
    ],
)
def test_a_missing_extra_is_named(installed: Installed, words: tuple[str, ...], needed: str) -> None:
    ran = installed.run(*words)
    assert ran.returncode == 2, ran.stdout
    assert f"pip install '{needed}'" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_without_its_extra_an_environment_to_train_in_is_refused(installed: Installed) -> None:
    ran = installed.call(str(installed.python), "-c", "from grognard import rl; rl.make('leningrad79')")
    assert "pip install 'grognard[rl]'" in ran.stderr.splitlines()[-1]


def test_a_simulation_without_the_extra_keeps_its_games_and_says_how_to_get_a_report(installed: Installed) -> None:
    levels = ("--german", "random", "--soviet", "random")
    ran = installed.run("simulate", "leningrad79", *levels, "--games", "1", "--jobs", "1", "--out", "runs")
    assert ran.returncode == 0, ran.stderr
    assert "results.csv, turns.csv" in ran.stdout
    assert "pip install 'grognard[lab]', then grognard report runs" in ran.stderr
