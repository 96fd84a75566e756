"""`grognard bench --against`: two trees play the same games."""

import json
from pathlib import Path

import pytest

from grognard.cli.commands import bench
from grognard.core.native import COMPILED
from grognard.lab import against

TREE = against.SOURCE.parent


def test_a_tree_against_itself() -> None:
    with against.tree(str(TREE)) as source:
        found = against.compare({"moscow41": ["dnieper", "no such"], "no such": ["x"]}, source, 0.0, games=1)
    assert list(found) == ["moscow41"]
    assert list(found["moscow41"]) == ["dnieper"]
    row = found["moscow41"]["dnieper"]
    assert (row.rounds, row.same) == (1, True)
    assert row.lowest == row.ratio == row.highest == row.fastest > 0


def test_a_tree_that_plays_otherwise(tmp_path: Path) -> None:
    package = tmp_path / "src" / "grognard"
    for name in ("", "titles"):
        (package / name).mkdir(parents=True, exist_ok=True)
        (package / name / "__init__.py").touch()
    (package / "titles" / "__init__.py").write_text(
        "from types import SimpleNamespace as N\n"
        "class Title:\n"
        "    scenarios = {'dnieper': ''}\n"
        "    def start(self, scenario): return N(over=False)\n"
        "    def sample(self, s, pick): return N(verb='wait', args=(sum(range(10_000)),))\n"
        "    def play(self, s, action): s.over = True\n"
        "TITLES = {'moscow41': Title()}\n"
    )
    with against.tree(str(tmp_path)) as source:
        found = against.compare({"moscow41": ["dnieper"]}, source, 0.0, games=1)
    assert not found["moscow41"]["dnieper"].same


def test_a_tree_that_cannot_play(tmp_path: Path) -> None:
    (tmp_path / "src" / "grognard").mkdir(parents=True)
    (tmp_path / "src" / "grognard" / "__init__.py").write_text("raise RuntimeError('too old')")
    with (
        against.tree(str(tmp_path)) as source,
        pytest.raises(against.NoTree, match="cannot play: RuntimeError: too old"),
    ):
        against.compare({"moscow41": ["dnieper"]}, source, 0.0)


def test_words_and_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    asked = []

    def compared(*args: object) -> dict[str, dict[str, against.Compared]]:
        asked.append(args)
        return {"moscow41": {"dnieper": against.Compared(7, 1.25, 1.5, 0.75, 2.0, True)}}

    monkeypatch.setattr(against, "compare", compared)
    bench.compare(str(TREE), "regular", True, 3.0, "moscow41")
    found = json.loads(capsys.readouterr().out)
    assert (found["against"], found["policy"]) == (str(TREE), "regular")
    assert found["compiled"] is (COMPILED is not None)
    assert found["titles"]["moscow41"]["dnieper"]["fastest"] == 1.5
    bench.compare(str(TREE), "reference", False, 3.0, "moscow41")
    words = capsys.readouterr().out.splitlines()[-1].split()
    assert words == "moscow41 dnieper 7 1.25 × 1.50 × 0.75 × 2.00 × the same".split()
    scenarios = {"moscow41": ["campaign", "dnieper", "typhoon", "gasp"]}
    assert asked == [(scenarios, TREE / "src", 3.0, policy) for policy in ("regular", "reference")]


def test_regulars_play_the_same_games() -> None:
    with against.Player(against.SOURCE) as player:
        one, other = (player.ask(want="regular", title="moscow41", scenario="dnieper", games=games) for games in (1, 1))
    assert one["played"] == other["played"]
    assert one["seconds"] > 0


@pytest.mark.parametrize(
    ("revision", "policy", "said"), [("no-such-ref", "reference", "no-such-ref"), (".", "me", "'me'")]
)
def test_what_is_refused(revision: str, policy: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        bench.compare(revision, policy, title="moscow41")
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_a_revision_of_this_repository() -> None:
    if not (TREE / ".git").exists():
        with pytest.raises(against.NoTree, match="no git repository"), against.tree("HEAD"):
            pass
        return
    with against.tree("HEAD") as source:
        assert (source / "grognard" / "core" / "title.py").is_file()
