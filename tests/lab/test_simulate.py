"""Simulations: the same games everywhere, none lost and none played twice, and words where something is wrong."""

import csv
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from grognard.cli.app import app
from grognard.core import record
from grognard.core.title import Bad
from grognard.lab import folder as folders
from grognard.lab import simulate
from grognard.lab.folder import opened
from grognard.lab.match import Pairing, play
from grognard.lab.simulation_plan import Job, Plan, Task, planned
from grognard.lab.task_pools import Failed, local
from grognard.titles import TITLES, load, read_pack
from tests.waiting import until

TITLE = TITLES["leningrad79"]
GAMES = 3
GROGNARD = "from grognard.cli import main; main()"
WAITING = """
import time
from grognard.cli import main
from grognard.lab import simulate
run = simulate.run
def patient(folder, job, work, told):  # takes in one game, and then waits to be interrupted
    return run(folder, job, work, lambda game: (told(game), time.sleep(1_000_000)))
simulate.run = patient
main()
"""
COMMAND = "simulate leningrad79 --german recruit --soviet recruit --seed 7 --games 3".split()


def plan(games: int = GAMES, seed: str = "7") -> Plan:
    return planned(TITLE, "", {0: "recruit", 1: "recruit"}, [], seed, games)


def simulated(path: Path, wanted: Plan, jobs: int = 1) -> list[int]:
    """The games that had to be played or measured."""
    done: list[int] = []
    with opened(path, wanted) as folder:
        assert (
            simulate.run(folder, Job(wanted), simulate.engine("local", jobs), lambda game: done.append(game.game)) == []
        )
        folder.tables()
    return sorted(done)


def contents(path: Path) -> dict[str, bytes]:
    """All that a simulation leaves behind; the lines of the results in the order of the games."""
    found = {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}
    lines = sorted((json.loads(raw)["game"], raw) for raw in found["results.jsonl"].splitlines(keepends=True))
    return found | {"results.jsonl": b"".join(raw for _, raw in lines)}


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reference") / "out"
    assert simulated(path, plan()) == list(range(GAMES))
    return path


@pytest.fixture
def there(reference: Path, tmp_path: Path) -> Path:
    """A simulation that is done."""
    return Path(shutil.copytree(reference, tmp_path / "out"))


# -- the games --------------------------------------------------------------------------------


def test_every_game_is_a_record_that_verifies(reference: Path) -> None:
    for n in range(GAMES):
        replay = record.read(TITLES, (reference / f"games/{n:06}.rec").read_bytes())
        assert replay.cut is None
        assert replay.table.outcome is not None
        assert (replay.header["game"], replay.header["seed"]) == (str(n), f"7 {n}")
        assert (replay.header["german"], replay.header["soviet"]) == ("recruit", "recruit")


def test_a_recorded_game_is_the_game_that_is_played_without_a_record(reference: Path) -> None:
    score = play(Pairing("leningrad79", "campaign", ("recruit", "recruit"), "7 2"))
    line = next(line for line in _lines(reference) if line["game"] == 2)
    assert (line["row"]["actions"], line["row"]["level"]) == (score.actions, score.level)
    assert record.read(TITLES, (reference / "games/000002.rec").read_bytes()).table.outcome == (
        score.winner,
        score.level,
        score.facts,
    )


def test_more_processes_give_the_same_bytes(reference: Path, tmp_path: Path) -> None:
    simulated(tmp_path / "out", plan(), jobs=2)
    assert contents(tmp_path / "out") == contents(reference)


def test_under_fog_too_every_process_plays_the_same() -> None:
    wanted = planned(TITLES["moscow41"], "dnieper", {0: "recruit", 1: "random"}, [], "7", 2)
    tasks = [Task(0), Task(1)]
    here, there = dict(local(Job(wanted), tasks, 1)), dict(local(Job(wanted), tasks, 2))
    assert here == there
    assert {game.measured.row["scenario"] for game in here.values()} == {"dnieper"}


def test_other_dice_give_other_games(reference: Path, tmp_path: Path) -> None:
    simulated(tmp_path / "out", plan(1, seed="8"))
    assert (tmp_path / "out/games/000000.rec").read_bytes() != (reference / "games/000000.rec").read_bytes()


def test_options_and_scenarios_are_played() -> None:
    name, option = next((name, option) for name, option in TITLE.options.items() if len(option.values) > 1)
    said = f"{name}={option.values[1]}"
    wanted = planned(TITLE, "", {0: "random", 1: "random"}, [said], "1", 1)
    game = Job(wanted)(Task(0))
    assert game.measured.row["options"] == said
    assert f"\noptions {said}\n" in game.record


def test_a_pack_is_played_in_other_processes_too(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/pack.toml").write_text('name = "mine"\ntitle = "leningrad79"\n')
    (tmp_path / "mine/map.toml").write_text("")
    pack = read_pack(tmp_path / "mine")
    wanted = planned(load("leningrad79", [pack]), "", {0: "random", 1: "random"}, [], "1", 2)
    assert wanted.packs == (pack.label,)
    for _, game in local(Job(wanted, (pack,)), [Task(0), Task(1)], 2):
        assert not isinstance(game, Failed), game
        assert f"\npacks {pack.label}\n" in game.record


def test_another_version_of_the_rules_is_not_mixed_in() -> None:
    with pytest.raises(Bad, match="the same version"):
        Job(plan()._replace(rules=99))(Task(0))


# -- going on ---------------------------------------------------------------------------------


def test_a_simulation_that_is_done_is_not_played_again(there: Path, reference: Path) -> None:
    assert simulated(there, plan()) == []
    assert contents(there) == contents(reference)


def test_games_may_be_added(there: Path, tmp_path: Path) -> None:
    assert simulated(there, plan(GAMES + 1)) == [GAMES]
    simulated(tmp_path / "at once", plan(GAMES + 1))
    assert contents(there) == contents(tmp_path / "at once")


def test_killed_it_goes_on_where_it_was(reference: Path, tmp_path: Path) -> None:
    """Ctrl-C ends it at once, with a word; what was done is done."""
    for how, code in ((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
        path = tmp_path / how.name
        with subprocess.Popen(
            [sys.executable, "-c", WAITING, *COMMAND, "--jobs", "2", "--out", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            _wait_for_a_game(path, process)
            process.send_signal(how)
            said = process.communicate()[1].decode()
        assert process.returncode == code, said
        if how == signal.SIGINT:
            assert "Stopped" in said
            assert "the same command continues" in said
            assert "Traceback" not in said
        kept = {file.name: file.stat().st_mtime_ns for file in (path / "games").glob("*.rec")}
        measured = len(_lines(path))
        assert len(simulated(path, plan())) == GAMES - measured
        assert contents(path) == contents(reference)
        done = {json.loads(line)["game"] for line in (path / "results.jsonl").read_text().splitlines()[:measured]}
        for n in done:
            assert (path / f"games/{n:06}.rec").stat().st_mtime_ns == kept[f"{n:06}.rec"]


def _wait_for_a_game(path: Path, process: "subprocess.Popen[bytes]") -> None:
    def there() -> bool:
        assert process.poll() is None
        return any(path.glob("games/*.rec"))

    until(there)


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (path / "results.jsonl").read_bytes().splitlines(True) if line.endswith(b"\n")]


def _torn(path: Path) -> None:
    raw = (path / "results.jsonl").read_bytes()
    (path / "results.jsonl").write_bytes(raw[:-100])


def _garbled(path: Path) -> None:
    lines = (path / "results.jsonl").read_bytes().splitlines(True)
    lines[1] = b"\xff\x00 no line at all\n"
    (path / "results.jsonl").write_bytes(b"".join(lines))


def _twice(path: Path) -> None:
    lines = (path / "results.jsonl").read_bytes().splitlines(True)
    (path / "results.jsonl").write_bytes(b"".join([*lines, lines[0]]))


def _no_results(path: Path) -> None:
    (path / "results.jsonl").unlink()


def _no_record(path: Path) -> None:
    (path / "games/000002.rec").unlink()


def _record_cut(path: Path) -> None:
    os.truncate(path / "games/000001.rec", 5000)


def _record_of_another(path: Path) -> None:
    shutil.copy(path / "games/000000.rec", path / "games/000001.rec")


def _record_cut_and_no_results(path: Path) -> None:
    _record_cut(path)
    _no_results(path)


def _record_of_another_and_no_results(path: Path) -> None:
    _record_of_another(path)
    _no_results(path)


def _left_over(path: Path) -> None:
    (path / "games/.000001.rec").write_text("half a rec")
    (path / ".results.jsonl").write_text("{")


@pytest.mark.parametrize(
    ("damage", "again"),
    [
        (_torn, [2]),
        (_garbled, [1]),
        (_twice, []),
        (_no_results, [0, 1, 2]),
        (_no_record, [2]),
        (_record_cut, [1]),
        (_record_of_another, [1]),
        (_record_cut_and_no_results, [0, 1, 2]),
        (_record_of_another_and_no_results, [0, 1, 2]),
        (_left_over, []),
    ],
)
def test_what_is_torn_is_mended(there: Path, reference: Path, damage: object, again: list[int]) -> None:
    assert callable(damage)
    damage(there)
    assert simulated(there, plan()) == again
    assert contents(there) == contents(reference)


def test_a_record_that_is_there_is_measured_and_not_played(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _torn(there)
    monkeypatch.setattr("grognard.lab.simulation_plan.recorded", lambda *_: pytest.fail("it was played again"))
    assert simulated(there, plan()) == [2]


def test_a_torn_file_is_spoken_of(there: Path) -> None:
    _garbled(there)
    with opened(there, plan()) as folder:
        (remark,) = folder.remarks
    assert "results.jsonl, line 2: it cannot be read" in remark


def test_two_at_once_do_not_mix(there: Path) -> None:
    with opened(there, plan()), pytest.raises(Bad, match="is running in"), opened(there, plan()):
        pytest.fail("both are in")


# -- a full disk ------------------------------------------------------------------------------


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """No file can be longer than that: writing fails in the middle, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("where", ["record", "line"])
def test_a_full_disk_leaves_everything_whole(where: str, reference: Path, tmp_path: Path) -> None:
    path, wanted = tmp_path / "out", plan()
    longest = max(file.stat().st_size for file in (reference / "games").iterdir())
    with opened(path, wanted) as folder:
        if where == "line":  # the results are nearly as long as they may be
            (path / "results.jsonl").write_bytes(b" " * (longest - 100) + b"\n")
        with (
            room_for(longest if where == "line" else 10_000),
            pytest.raises(Bad, match=r"cannot write .*: File too large"),
        ):
            simulate.run(folder, Job(wanted), simulate.engine("local", 1))
    assert [file.name for file in (path / "games").iterdir()] == (["000000.rec"] if where == "line" else [])
    assert (path / "results.jsonl").stat().st_size == (longest - 99 if where == "line" else 0)
    assert simulated(path, wanted) == list(range(GAMES))
    assert contents(path) == contents(reference)


def test_a_full_disk_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And how many games are saved."""
    written = folders.keep

    def full(path: Path, data: bytes) -> None:
        if path.name == "000001.rec":
            raise Bad(f"cannot write {path}: No space left on device")
        written(path, data)

    monkeypatch.setattr("grognard.lab.folder.keep", full)
    said = _refused(
        "leningrad79",
        "--german",
        "random",
        "--soviet",
        "random",
        "--games",
        "2",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "out"),
    )
    assert "No space left on device. 1 of 2 games are saved" in said


# -- words ------------------------------------------------------------------------------------


def _refused(*words: str) -> str:
    """What is said to words that cannot be."""
    ran = CliRunner().invoke(app, ["simulate", *words])
    assert ran.exit_code != 0
    if ran.exception is not None and not isinstance(ran.exception, SystemExit):
        assert isinstance(ran.exception, Bad | OSError), ran.exception
        return str(ran.exception)
    assert ran.exit_code == 2
    return ran.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chess",), "no title 'chess'"),
        (("leningrad79", "--scenario", "winter"), "no scenario 'winter'"),
        (("leningrad79", "--german", "marshal"), "no level 'marshal'"),
        (("leningrad79", "--finnish", "recruit"), "to choose a side: --german LEVEL"),
        (("leningrad79", "--german"), "--german needs a level"),
        (("leningrad79", "--options", "weather=fine"), "no option 'weather'"),
        (("leningrad79", "--options", "weather"), "'weather' is not an option"),
        (("leningrad79", "--options", ""), "'' is not an option"),
        (("leningrad79", "--games", "0"), "from 1 to 1,000,000, not 0"),
        (("leningrad79", "--games", "-3"), "not -3"),
        (("leningrad79", "--games", "many"), "should be a valid integer"),
        (("leningrad79", "--seed", "a\nb"), "a word or a number"),
        (("leningrad79", "--jobs", "-1"), "--jobs"),
        (("leningrad79", "--engine", "steam"), "engines: local, ray"),
        (("leningrad79", "--address", "127.0.0.1:1"), "--address is for --engine ray"),
        (("leningrad79", "--engine", "ray", "--address", "somewhere"), "write it like"),
        (("leningrad79", "--engine", "ray", "--address", "127.0.0.1:1"), "127.0.0.1:1: Connection refused"),
        (("leningrad79", "--pack", "nowhere"), "no pack 'nowhere'"),
    ],
)
def test_nonsense_is_refused(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in _refused(*words, "--out", str(tmp_path / "out"))
    assert not list(tmp_path.rglob("*.rec"))


def test_a_place_where_nothing_can_be_written(tmp_path: Path, there: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert "is not a directory" in _refused("leningrad79", "--out", str(tmp_path / "file"))
    assert "cannot write" in _refused("leningrad79", "--out", str(tmp_path / "file/below"))
    assert "cannot write /proc/out" in _refused("leningrad79", "--out", "/proc/out")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/letter.txt").write_text("mine")
    assert "contains other files" in _refused("leningrad79", "--out", str(tmp_path / "full"))
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--german", "random", "--soviet", "recruit"), "its levels german recruit, soviet recruit, not german random"),
        (("--german", "recruit", "--soviet", "recruit", "--seed", "8"), "its seed 7, not 8"),
        (
            ("--german", "recruit", "--soviet", "recruit", "--seed", "7", "--games", "2"),
            "ask for as many or more, not 2",
        ),
    ],
)
def test_another_plan_is_refused(there: Path, reference: Path, words: tuple[str, ...], said: str) -> None:
    assert said in _refused("leningrad79", *words, "--out", str(there))
    assert contents(there) == contents(reference)


def test_a_plan_nobody_can_read(there: Path) -> None:
    for text in (b"title = ", b"\xff\xfe", b""):
        (there / "simulation.toml").write_bytes(text)
        assert "simulation.toml: " in _refused(*COMMAND[1:], "--out", str(there))
        assert (there / "simulation.toml").read_bytes() == text


def test_games_that_break_down_do_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(wanted: Pairing, *_: object) -> str:
        raise RuntimeError("does not end") if wanted.seed.endswith("1") else AssertionError

    there = Job.__call__
    monkeypatch.setattr(
        Job, "__call__", lambda job, task: fails(job.plan.pairing(1)) if task.game == 1 else there(job, task)
    )
    said = _refused(
        "leningrad79",
        "--german",
        "random",
        "--soviet",
        "random",
        "--games",
        "3",
        "--jobs",
        "1",
        "--out",
        str(tmp_path / "out"),
    )
    assert "game 1 failed: RuntimeError: does not end. 2 of 3 games are saved" in said


# -- results ----------------------------------------------------------------------------------


def test_the_command_writes_tables(there: Path) -> None:
    ran = CliRunner().invoke(app, [*COMMAND, "--out", str(there), "--csv"])
    assert ran.exit_code == 0, ran.output
    assert f"{GAMES} of {GAMES} games are already there." in ran.stdout
    assert "results.csv, turns.csv" in ran.stdout
    rows = list(csv.DictReader((there / "results.csv").read_text().splitlines()))
    assert [row["game"] for row in rows] == [str(n) for n in range(GAMES)]
    assert {row["german_level"] for row in rows} == {"recruit"}
    turns = list(csv.DictReader((there / "turns.csv").read_text().splitlines()))
    assert {row["game"] for row in turns} == {str(n) for n in range(GAMES)}
    assert {row["side"] for row in turns} == {"german", "soviet"}
    assert not list(there.glob("*.parquet"))


def test_the_tables_as_parquet_say_the_same(there: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    found = parquet.read_table(there / "results.parquet").to_pylist()
    assert found == [line["row"] for line in sorted(_lines(there), key=lambda line: int(line["game"]))]
    turns = parquet.read_table(there / "turns.parquet").to_pylist()
    assert len(turns) == sum(len(line["turns"]) for line in _lines(there))


def test_values_of_different_kinds_make_a_column_of_words() -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    raw = folders._arrow([{"a": 1, "b": 2}, {"a": "x", "c": 3}])
    assert parquet.read_table(pyarrow.BufferReader(raw)).to_pylist() == [
        {"a": "1", "b": 2, "c": None},
        {"a": "x", "b": None, "c": 3},
    ]


def test_the_time_left_is_spelt() -> None:
    assert [simulate.spell(s) for s in (0.2, 59, 119, 130, 7300)] == ["0 s", "59 s", "119 s", "2 min", "2 h"]
