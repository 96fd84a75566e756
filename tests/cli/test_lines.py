"""The program with pipes: a game played from a script, bad input, exit codes."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.core.table import UNDO_POLICIES
from grognard.titles import GAMES
from tests.cli.conftest import Run

SET_UP = "deploy 1309 1410 1509 1608 1706 1809 1909"
WAITING = """leningrad79 campaign
at german-movement
turn 2
0112 1Pz 6Pz 36Mot
0310 118RD
2204 inf
reserve 93ID(slot=0)
"""


@pytest.fixture
def waiting(tmp_path: Path) -> str:
    """A position with a reinforcement that could enter."""
    path = tmp_path / "waiting.txt"
    path.write_text(WAITING)
    return str(path)


# -- a game from a script ---------------------------------------------------------------------


def test_end_of_input_leaves_the_game_saved(run: Run, games: Path) -> None:
    done = run("play", "leningrad79", lines=["deploy 1309"])
    assert done.returncode == 0
    assert "deploys at 1309" in done.stdout
    (kept,) = games.glob("*.game")
    assert kept.read_text().count("\nsoviet deploy") == 1
    assert f"To continue: grognard play --load {kept}" in done.stdout


def test_end_of_input_before_anything_saves_nothing(run: Run, games: Path) -> None:
    assert run("play", "leningrad79").returncode == 0
    assert not games.exists()


def test_a_pipe_gets_no_escape_codes_and_the_whole_board(run: Run) -> None:
    out = run("play", "leningrad79").stdout
    assert "\x1b" not in out
    assert out.count("\n13/") == 1
    assert "8A" in out


def test_the_same_seed_gives_the_same_game(run: Run, games: Path) -> None:
    lines = [SET_UP, "move 1Pz 6Pz 36Mot to 0212", "overrun 1Pz 6Pz 36Mot at 0312", "done"]
    for seed in ("11", "11", "12"):
        assert "turns out to be" in run("play", "leningrad79", "--seed", seed, lines=lines).stdout
    first, again, other = (path.read_text() for path in sorted(games.glob("*.game"), key=lambda p: p.stat().st_mtime))
    assert first == again != other


def test_bad_words_are_answered_and_the_game_goes_on(run: Run) -> None:
    done = run(
        "play", "leningrad79",
        lines=["xyzzy", "deploy", "deploy 9999", "deploy 0101", "look 9999", "odds", "why", "case 77", "s",
               "move 1Pz to 0212", "reach", "reach nobody", "save", "log x", "help xyzzy", "deploy 1309 extra words",
               "deploy 1309"],
    )  # fmt: skip
    out = done.stdout
    assert done.returncode == 0
    assert "'xyzzy' is not an action or a command" in out
    assert "deploy: which place?" in out
    assert "there is no place '9999'" in out
    assert re.search(r"✗\s+\[setup.7\]\s+0101 is not a land hex", out)
    assert "name an attack" in out
    assert "leningrad79 has no case '77'" in out
    assert "'s' is ambiguous: supply, status, save" in out
    assert "'move' is not possible now; possible: deploy" in out
    assert "deploys at 1309" in out


def test_bytes_that_are_no_text_do_no_harm(run: Run) -> None:
    done = run("play", "leningrad79", raw=b"\xff\xfe\x00\ndeploy 1309\n")
    assert done.returncode == 0
    assert "deploys at 1309" in done.stdout


def test_done_asks_only_where_something_is_left_undone(run: Run, waiting: str) -> None:
    asked = run("play", "--load", waiting, lines=["done", "no", "done", "look 0112", "done", "yes"]).stdout
    assert asked.count("Continue anyway?") == 3
    assert "reinforcements still waiting: 93ID" in asked.lower().replace("93id", "93ID")
    assert "Cancelled." in asked
    assert asked.count("German Combat Phase") == 1
    entered = run("play", "--load", waiting, lines=["enter 93ID at 0111", "done"]).stdout
    assert "Continue anyway?" not in entered
    assert "German Combat Phase" in entered


def test_undo_by_policy(run: Run) -> None:
    free = run("play", "leningrad79", lines=["deploy 1309", "undo", "undo"]).stdout
    assert "Undone: deploy 1309" in free
    assert "no undo: nothing has been played yet" in free
    never = run("play", "leningrad79", "--undo", "none", lines=["deploy 1309", "undo"]).stdout
    assert "no undo: undo is switched off at this table" in never
    asked = run("play", "leningrad79", "--undo", "consent", lines=["deploy 1309", "undo", "no", "undo", "yes"]).stdout
    assert asked.count("do both players agree?") == 2
    assert asked.count("Undone") == 1


def test_the_undo_policy_is_kept_with_the_game(run: Run, games: Path) -> None:
    run("play", "leningrad79", "--undo", "none", lines=["deploy 1309"])
    (kept,) = games.glob("*.game")
    assert "undo is switched off at this table" in run("play", "--load", str(kept), lines=["undo"]).stdout


def test_save_asks_before_it_replaces(run: Run, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("mine")
    (tmp_path / "folder").mkdir()
    lines = ["deploy 1309", "save there", "no", "save folder", "save /nowhere/at/all/x\0y"]
    out = run("play", "leningrad79", lines=lines).stdout
    assert "there exists. Replace it?" in out
    assert "folder is a directory" in out
    assert (tmp_path / "there").read_text() == "mine"
    assert run("play", "leningrad79", lines=["deploy 1309", "save there", "yes"]).returncode == 0
    assert (tmp_path / "there").read_text().startswith("grognard record")


def test_a_game_that_cannot_be_kept_says_so_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    lines = ["deploy 1309", "deploy 1410", "quit", "no", "save here.game", "quit", "yes"]
    done = run("play", "leningrad79", lines=lines, XDG_DATA_HOME=str(tmp_path / "file"))
    assert done.returncode == 0
    assert done.stdout.count("could not be saved") == 1
    assert "The game is NOT saved" in done.stdout
    assert "Saved in here.game" in done.stdout


def test_a_torn_game_is_resumed_up_to_the_cut(run: Run, games: Path, tmp_path: Path) -> None:
    run("play", "leningrad79", lines=[SET_UP, "move 8Pz 3Mot SSTot to 0211"])
    (kept,) = games.glob("*.game")
    torn = tmp_path / "torn.game"
    torn.write_bytes(kept.read_bytes()[: kept.read_bytes().index(b"german move") + 9])
    done = run("play", "--load", str(torn), lines=["log 1"])
    assert "cut off in the middle of this line" in done.stdout
    assert "German Movement Phase" in done.stdout
    assert done.returncode == 0


def test_continue_takes_up_the_last_game_that_is_not_over(run: Run) -> None:
    assert run("play", "--continue").returncode == 2
    run("play", "leningrad79", lines=["deploy 1309"])
    assert "Resumed after 1 actions" in run("play", "--continue").stdout
    assert "You have a saved game" in run("play", "leningrad79").stdout


# -- what cannot be done ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["play", "nonesuch"], "there is no title 'nonesuch'; titles: leningrad79"),
        (["play"], "which title?"),
        (["simulate"], "which title? titles: leningrad79"),
        (["simulate", "--german", "regular", "--out", "runs"], "which title?"),
        (["simulate", "leningrad79"], "--out DIR is required"),
        (["report", "runs", "./runs"], "./runs is given twice"),
        (["play", "leningrad79", "--scenario", "nonesuch"], "leningrad79 has no scenario 'nonesuch'; it has: campaign"),
        (["play", "leningrad79", "--option", "pool"], "write options as NAME=VALUE"),
        (["play", "leningrad79", "--option", "nonesuch=1"], "has no option 'nonesuch'; it has: pool, crt"),
        (["play", "leningrad79", "--option", "pool=maybe"], "option pool is one of rebuild, strict, not 'maybe'"),
        (["play", "leningrad79", "--undo", "perhaps"], "--undo is one of free, none, consent"),
        (["play", "leningrad79", "--seed", "x"], "--seed"),
        (["play", "--load", "/nonesuch"], "cannot read /nonesuch: No such file"),
        (["play", "--load", "/"], "cannot read /: Is a directory"),
        (["play", "--load", "{text}"], "is not a title"),
        (["play", "--load", "{binary}"], "not a text file"),
        (["play", "--load", "{record}"], "line 2"),
        (["show", "/nonesuch"], "cannot read /nonesuch"),
        (["show", "{wrong}"], "line 4: there is no unit 'xyz'"),
        (["replay", "/nonesuch"], "cannot read /nonesuch"),
        (["replay", "{text}"], "not a record"),
        (["rules", "nonesuch"], "there is no title 'nonesuch'"),
        (["rules", "leningrad79", "77.7"], "no case '77.7'"),
        (["trace", "nonesuch"], "there is no title 'nonesuch'"),
        (["nonesuch"], "No such command 'nonesuch'"),
    ],
)
def test_what_cannot_be_done_is_said_on_standard_error(
    inside: Run, tmp_path: Path, args: list[str], message: str
) -> None:
    files = {
        "text": b"hello\n",
        "binary": bytes(range(256)),
        "record": b"grognard record 1\nnonesuch",
        "wrong": b"leningrad79 campaign\nat german-combat\nturn 3\n0310 1Pz xyz\n",
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    done = inside(*(arg.format(**{name: str(tmp_path / name) for name in files}) for arg in args))
    assert done.returncode == 2
    assert message in done.stderr
    assert not done.stdout


def test_a_file_that_is_wrong_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong").write_text("leningrad79 nonesuch\n")
    assert run("show", "wrong").stderr.startswith("grognard: wrong: line 1: ")
    assert run("show", "-", raw=b"x").stderr.startswith("grognard: standard input: line 1: ")


# -- looking ----------------------------------------------------------------------------------


def test_a_game_against_the_computer_goes_on_against_it(run: Run, games: Path) -> None:
    first = run("play", "leningrad79", "--soviet", "random", "--seed", "1", lines=[])
    assert first.returncode == 0
    again = run("play", "--continue", lines=["quit", "yes"])
    assert "The computer plays again: --soviet random." in again.stdout
    other = run("play", "--continue", "--german", "random", lines=["quit", "yes"])
    assert "As before" not in other.stdout
    assert "\ncomputers german random\n" in max(games.iterdir(), key=lambda one: one.stat().st_mtime).read_text()


def test_version_and_help(inside: Run) -> None:
    assert re.fullmatch(r"grognard \d+\.\d+\.\d+\n", inside("--version").stdout)
    listed = inside("--help").stdout
    for name in ("titles", "play", "show", "replay", "rules", "engine", "trace", "fuzz", "bench"):
        assert f"\n  {name} " in listed


def test_titles(inside: Run) -> None:
    out = inside("titles").stdout
    for game in GAMES.values():
        assert f"{game.name}  " in out
        assert game.full in out
    for text in ("Dick Rustin", "campaign", "about 90 minutes", "grognard titles TITLE"):
        assert text in out


def test_a_title_in_detail(inside: Run) -> None:
    out = inside("titles", "leningrad79").stdout
    for text in (
        "leningrad79",
        "Leningrad",
        "Dick Rustin",
        "campaign",
        "pool = rebuild (default), strict",
        "crt = printed (default), smooth",
        "[14.0]",
        "rules",
        "version 1",
        "reconstructed: ",
    ):
        assert text in out


def test_show(run: Run, waiting: str) -> None:
    done = run("show", waiting)
    assert done.returncode == 0
    assert "Game-Turn 2 of 12" in done.stdout
    assert "12/3A" in done.stdout
    assert "1-2" in done.stdout  # the 118th Rifle Division
    assert "German  movement [3.0]" in done.stdout
    assert run("show", "-", raw=WAITING.encode()).stdout == done.stdout


def test_rules(inside: Run) -> None:
    assert "[9.4]" in inside("rules", "leningrad79", "9.4").stdout
    assert "9.4a" in inside("rules", "leningrad79", "[9.4]").stdout
    whole = inside("rules", "leningrad79", "9").stdout
    assert all(f"[9.{n}]" in whole for n in range(7))
    assert "ruling" in inside("rules", "leningrad79", "10.9").stdout
    assert "[6.0] Disengagement" in inside("rules", "leningrad79", "6.0").stdout
    assert "6.0" in inside("rules", "leningrad79").stdout
    assert "[11.0" in inside("rules", "leningrad79", "supply", "source").stdout


def test_replay(run: Run, games: Path, tmp_path: Path) -> None:
    lines = [SET_UP, "move 1Pz 6Pz 36Mot to 0212", "overrun 1Pz 6Pz 36Mot at 0312", "done"]
    run("play", "leningrad79", "--seed", "11", lines=lines)
    (kept,) = games.glob("*.game")
    out = run("replay", str(kept)).stdout
    assert "\nGame-Turn 1, 22-28 June 1941\n────" in out
    assert "\nGerman Movement Phase\n" in out
    assert "actions replayed, all legal; in play, Game-Turn 1" in out
    good = run("replay", str(kept), "--verify")
    assert good.returncode == 0
    assert "all legal" in good.stdout
    after = run("replay", str(kept), "--step", "3").stdout
    assert "Set-up" in after
    assert after.count("1i") == run("replay", str(kept), "--step", "2").stdout.count("1i") + 1
    assert "has" in run("replay", str(kept), "--step", "999").stderr
    torn = tmp_path / "torn"
    torn.write_bytes(kept.read_bytes()[:-80])
    cut = run("replay", str(torn), "--verify")
    assert cut.returncode == 1
    assert "cut off" in cut.stderr
    assert run("replay", str(torn)).returncode == 0


def test_a_record_that_lies_is_found_out(run: Run, games: Path) -> None:
    run("play", "leningrad79", lines=["deploy 1309", "deploy 1410"])
    (kept,) = games.glob("*.game")
    honest = kept.read_text()
    kept.write_text(honest.replace("deploy 1410", "deploy 1310"))
    illegal = run("replay", str(kept), "--verify")
    assert illegal.returncode == 2
    assert "setup.7" in illegal.stderr
    kept.write_text(honest.replace("deploy 1410", "deploy 1411"))
    assert run("replay", str(kept), "--verify").returncode == 2


def test_output_that_is_cut_off_is_no_disaster(home: dict[str, str]) -> None:
    import subprocess

    from tests.cli.conftest import PROGRAM
    from tests.waiting import PATIENCE

    line = " ".join(f"'{word}'" for word in PROGRAM)
    done = subprocess.run(
        ["sh", "-c", f"{line} rules leningrad79 | head -1"],
        env=home,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout.startswith(b"case")
    assert done.stderr == b""


def test_alone_it_says_how_to_start(inside: Run) -> None:
    done = inside()
    assert done.returncode == 0
    assert "leningrad79" in done.stdout
    assert "grognard serve" in done.stdout


def test_help_names_the_undo_policies(inside: Run) -> None:
    assert "|".join(UNDO_POLICIES) in inside("play", "--help").stdout


def test_help_loads_no_title_and_no_engine(home: dict[str, str]) -> None:
    code = "import sys, grognard.cli.app; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], env=home, capture_output=True, text=True, check=True)
    loaded = ran.stdout.split()
    assert "grognard.cli.app" in loaded
    assert not [name for name in loaded if name.startswith(("grognard.core", "grognard.kit", "grognard.titles"))]
