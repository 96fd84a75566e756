"""The comparison with another revision: words may differ, nothing else."""

import re
import shutil
from pathlib import Path

import pytest

from grognard.titles import TITLES
from tools import same
from tools.same_player import bare, facts_of, odds_of, option_sets

TINY = ["--quick", "--title", "leningrad79", "--players", "random", "--first", "1"]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of this tree's code."""
    unneeded = shutil.ignore_patterns("__pycache__", "web", "draw")
    shutil.copytree(same.TREE / "src", tmp_path / "tree" / "src", ignore=unneeded)
    return tmp_path / "tree"


def change(tree: Path, ending: str, old: str, new: str) -> int:
    """Replace something wherever the title has it; how often that was."""
    every = 0
    for path in (tree / "src" / "grognard" / "titles" / "leningrad79").rglob(f"*{ending}"):
        text, count = re.subn(old, new, path.read_text("utf-8"))
        if count:
            path.write_text(text, "utf-8")
        every += count
    return every


def test_other_words_are_the_same_game(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert change(tree, ".py", r'((?:note|Ban|Check|Objection)\(\s*"[^"]+", f?")', r"\1Well now, ") > 100
    assert same.main(["--against", str(tree), *TINY]) == 0
    told = capsys.readouterr().out
    found = re.fullmatch(r"1 games, (\d+) actions, (\d+) views, (\d+) objections, (\d+) odds: all the same .*\n", told)
    assert found is not None, told
    assert all(int(count) > 5 for count in found.groups()), told


@pytest.mark.parametrize(
    ("ending", "old", "new", "where"),
    [
        (".toml", r"(stacking = \{ value = )3", r"\g<1>2", "action"),
        (".py", r'note\(\s*"4\.7a"', 'note("4.7b"', "notes"),
    ],
)
def test_another_number_or_case_is_found(
    tree: Path, capsys: pytest.CaptureFixture[str], ending: str, old: str, new: str, where: str
) -> None:
    assert change(tree, ending, old, new) == 1
    assert same.main(["--against", str(tree), *TINY]) == 1
    told = capsys.readouterr().out
    assert "leningrad79, campaign, default options, random against random, seed 0\n  action " in told
    assert re.search(rf"^  {where}.*\n    before: .+\n    now:    .+$", told, re.MULTILINE), told
    assert "1 games differ" in told


def test_a_revision_that_does_not_exist() -> None:
    with pytest.raises(SystemExit, match="no-such-revision"):
        same.main(["--against", "no-such-revision", *TINY])


def test_the_first_difference_is_named() -> None:
    before = {"a": [1, {"b": 2}], "c": 3}
    assert list(same.differences(before, {"a": [1, {"b": 4}], "c": 3})) == [("a/1/b", 2, 4)]
    assert next(same.differences(before, {"c": 3})) == ("a", [1, {"b": 2}], same.MISSING)
    assert list(same.differences(before, before)) == []


def test_of_facts_only_the_numbers_count() -> None:
    one = {"unit": 3, "die": 4, "said": "the attacker must lose two steps", "odds": "3:1"}
    other = {"unit": 3, "roll": 4, "odds": "3:1", "s": "s"}
    assert facts_of(one) == facts_of(other)
    assert facts_of(one) != facts_of(other | {"roll": 5})
    assert facts_of(one) != facts_of(other | {"odds": "4:1"})
    assert facts_of({"unit": 3}) != facts_of({"hex": 3})
    assert bare("6 against 4 is 3-2") == "6 4 3-2"


def test_odds_in_another_shape_are_the_same_odds() -> None:
    row = {"cite": "9.1", "clause": "9.1a", "op": "+", "amount": 2.0, "text": "two"}
    odds = {"column": "2-1", "columns": {"2-1": 1.0}, "results": {"DE": 0.5, "-": 0.5}, "ledger": [row]}
    other = odds | {"results": [("-", 0.5), ("DE", 0.5)], "ledger": [row | {"text": "a pair"}], "exact": True}
    assert odds_of(odds) == odds_of(other)
    assert odds_of(odds) != odds_of(odds | {"results": {"DE": 0.6, "-": 0.4}})


def test_every_option_is_played_with() -> None:
    title = TITLES["leningrad79"]
    sets = option_sets(title, 100)
    assert sets[0] == {}
    assert {item for chosen in sets[2:] for item in chosen.items()} == {
        (name, value) for name, option in title.options.items() for value in option.values[1:]
    }
