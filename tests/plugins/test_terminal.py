"""Two titles of another package in every command, with no line of Grognard changed."""

import json
from typing import Any

import pytest

from tests.install.environment import ROOT, Installed

from .conftest import GAMES, PACKAGE, TITLES

every_title = pytest.mark.parametrize("name", TITLES)
FIRST = {"ridge": ("amber", "move a4 to 0304"), "straits": ("island", "move i1 to 2")}
LATER = {"ridge": "violet", "straits": "mainland"}
FORBIDDEN = {"ridge": ("move a1 to 0706", "3.1c"), "straits": ("move i1 to 1", "3.1c")}


def test_the_package_is_installed_not_linked(plugged: Installed) -> None:
    ran = plugged.call(str(plugged.python), "-c", "import grognard_examples as e; print(e.__file__)")
    assert ran.stdout.strip() == str(plugged.packages / "grognard_examples" / "__init__.py")


def test_it_is_listed(plugged: Installed) -> None:
    for words in ((), ("titles",)):
        ran = plugged.run(*words)
        assert (ran.returncode, ran.stderr) == (0, "")
        for name, full in zip(TITLES, ("Ridge", "Straits"), strict=True):
            assert any(line.split()[:2] == [name, full] for line in ran.stdout.splitlines())


@every_title
def test_it_is_played_against_the_computer_saved_and_replayed(plugged: Installed, name: str) -> None:
    side, move = FIRST[name]
    wrong, clause = FORBIDDEN[name]
    done = "done\n" * (2 if name == "ridge" else 1)
    said = f"why {wrong}\n{move}\n{done}save {name}.game\nquit\nyes\n"
    ran = plugged.run("play", name, "--plain", "--seed", "3", f"--{LATER[name]}", "random", say=said)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    assert f"[{clause.rstrip('abc')}]" in ran.stdout
    assert f"{side}> {move}" in ran.stdout
    record = (plugged.folder / f"{name}.game").read_text("utf-8")
    assert f"\n{side} {move}\n" in record
    if name == "ridge":
        assert f"\n{LATER[name]} " in record
    again = plugged.run("replay", f"{name}.game", "--verify")
    assert again.returncode == 0, again.stdout + again.stderr
    on = plugged.run("play", "--load", f"{name}.game", "--plain", say="quit\nyes\n")
    assert on.returncode == 0, on.stderr


class Program:
    """A program that plays: requests in, answers out."""

    def __init__(self, plugged: Installed) -> None:
        self.plugged, self.requests = plugged, list[dict[str, Any]]()

    def ask(self, cmd: str, **fields: Any) -> None:
        self.requests.append({"id": len(self.requests), "cmd": cmd, **fields})

    def answers(self) -> list[dict[str, Any]]:
        said = "".join(json.dumps(request) + "\n" for request in self.requests)
        ran = self.plugged.run("engine", say=said)
        assert (ran.returncode, ran.stderr) == (0, "")
        found = [json.loads(line) for line in ran.stdout.splitlines()]
        assert [answer["id"] for answer in found] == [request["id"] for request in self.requests]
        return found


def test_a_program_plays_ridge(plugged: Installed) -> None:
    program = Program(plugged)
    position = "ridge\nat combat\nturn 2\nside 0\n0403 a1\n0303 a2\n0404 v1\n"
    program.ask("new", title="ridge", seed=1)
    program.ask("choices", verb="move", chosen=["a4"])
    program.ask("why", action="move a4 to 0405")
    program.ask("play", action="move a4 to 0304")
    program.ask("go", level="recruit")
    program.ask("position", text=position, game="fight")
    program.ask("choices", verb="attack", chosen=["0404"], game="fight")
    program.ask("odds", action="attack 0404 with a1", game="fight")
    program.ask("play", action="attack 0404 with a1", game="fight")
    program.ask("play", action="roll 1", game="fight")
    begun, choices, why, played, went, _, members, odds, _, rolled = program.answers()
    assert begun["ask"]["side"] == "amber"
    assert "0304" in choices["values"]
    assert [one["clause"] for one in why["objections"]] == ["3.2a"]
    assert played["played"][0]["lines"] == [{"cite": "3.1", "text": "The Amber Horse moves to 0304."}]
    assert went["ok"]
    assert went["action"]
    assert members["members"] == ["a1"]  # a2 is not next to the target
    assert odds["odds"]["column"] == "1-1"
    assert rolled["played"][0]["action"] == "roll 1"
    assert rolled["ask"]["step"] == "loss"


def test_a_program_in_a_seat_of_straits_sees_no_strength_of_the_enemy(plugged: Installed) -> None:
    program = Program(plugged)
    program.ask("new", title="straits", seed=5, auto=True, seat="island")
    program.ask("view", side="island")
    program.ask("play", action="move i1 to 2")
    program.ask("play", action="done")
    program.ask("odds", action="fight 2")
    program.ask("go", level="recruit", play=True)
    program.ask("view", side="island")
    program.ask("dump")
    begun, before, _, _, odds, went, after, dump = program.answers()
    assert begun["ok"]
    strengths = {name: piece.get("strength") for name, piece in before["view"]["pieces"].items()}
    assert [name for name, strength in strengths.items() if strength] == ["i1", "i2", "i3", "i4", "i5"]
    assert odds["odds"]["exact"] is False
    assert went["ok"], went
    revealed = {name for name, piece in after["view"]["pieces"].items() if "strength" in piece}
    assert revealed >= {"m1", "m2"}
    assert "m3(strength" not in dump["position"]


@every_title
@pytest.mark.parametrize("position", ["", "start"])
def test_its_map_is_drawn(plugged: Installed, name: str, position: str) -> None:
    words = ("--position", position) if position else ()
    for kind, head in (("svg", b"<svg"), ("png", b"\x89PNG\r\n")):
        file = f"{name}{position}.{kind}"
        ran = plugged.run("map", name, *words, "-o", file)
        assert ran.returncode == 0, ran.stderr
        assert (plugged.folder / file).read_bytes().startswith(head)


@every_title
def test_every_clause_is_coded_and_tested(plugged: Installed, name: str) -> None:
    ran = plugged.run("trace", name, "--tests", str(PACKAGE / "tests" / name))
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.rstrip().endswith("0 uncovered.")


@every_title
def test_a_clause_without_a_test_is_named(plugged: Installed, name: str) -> None:
    (plugged.folder / "none").mkdir(exist_ok=True)
    ran = plugged.run("trace", name, "--tests", str(plugged.folder / "none"))
    assert ran.returncode == 1
    assert "no test: 1.1a" in ran.stdout


@every_title
def test_random_games_find_nothing(plugged: Installed, name: str) -> None:
    ran = plugged.run("fuzz", "--title", name, "--seconds", "1", "--seed", "7")
    assert ran.returncode == 0, ran.stdout
    assert "0 findings" in ran.stdout


@every_title
def test_it_is_simulated_and_reported(plugged: Installed, name: str) -> None:
    sides = (FIRST[name][0], LATER[name])
    levels = [word for side in sides for word in (f"--{side}", "random")]
    ran = plugged.run("simulate", name, *levels, "--games", "2", "--jobs", "1", "--out", f"runs-{name}")
    assert ran.returncode == 0, ran.stderr
    report = (plugged.folder / f"runs-{name}" / "report.html").read_text("utf-8")
    for side in sides:
        assert side.title() in report
    if name == "straits":
        again = plugged.run("report", f"runs-{name}", "-o", f"{name}.html")
        assert again.returncode == 0, again.stderr
        assert (plugged.folder / f"{name}.html").read_text("utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize("name", ["straits", pytest.param("ridge", marks=pytest.mark.soak)])
def test_it_is_measured(plugged: Installed, name: str) -> None:
    ran = plugged.run("bench", "--title", name, "--json", "--seconds", "0.1")
    assert ran.returncode == 0, ran.stderr
    assert set(json.loads(ran.stdout)["titles"]) == {name}


def inside(plugged: Installed, *words: str) -> str:
    """Run `inside.py` with the Python of the environment; Grognard is the installed one, the tests are the tree's."""
    program = plugged._replace(more={"PYTHONPATH": str(ROOT)})
    ran = program.call(str(plugged.python), "-m", "tests.plugins.inside", *words)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@every_title
def test_it_can_be_trained_on(plugged: Installed, name: str) -> None:
    assert inside(plugged, "training", name).endswith("well\n")


@every_title
def test_it_obeys_the_laws(plugged: Installed, name: str, request: pytest.FixtureRequest) -> None:
    games = request.config.getoption("--plugin-games", GAMES)
    assert inside(plugged, "laws", name, str(games)).endswith("well\n")


def test_its_own_tests_pass(plugged: Installed) -> None:
    python, folder = str(plugged.python), str(PACKAGE / "tests")
    ran = plugged.call(
        python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(PACKAGE / "pyproject.toml"), folder
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " passed" in ran.stdout
