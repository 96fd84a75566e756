"""Records of every released version: those of today's rules come out as they were played; a break is written down."""

import re
from pathlib import Path

import pytest

from grognard import __version__
from grognard.core import record
from grognard.titles import TITLES, rebuilt
from grognard.titles.catalogue import OURS

FOLDER = Path(__file__).parent / "released"
RECORDS = sorted(FOLDER.glob("*/*.rec"))
HISTORY = (Path(__file__).parents[2] / "docs" / "rules-history.md").read_text("utf-8")
LINES = {
    (title, int(rules)): said for title, rules, said in re.findall(r"^\| (\w+) \| (\d+) \| (.+) \|$", HISTORY, re.M)
}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_record_of_a_released_version(path: Path) -> None:
    text = path.read_text("utf-8")
    header = dict(re.findall(r"^(title|rules|edition) (\S+)$", text.partition("\n--\n")[0], re.M))
    title, rules = TITLES[header["title"]], int(header["rules"])
    assert header["edition"]
    if rules == title.version:
        replay = record.read(TITLES, text)
        assert replay.cut is None
        assert (
            record.write(replay.table, replay.header, sealed=True).partition("\n--\n")[2] == text.partition("\n--\n")[2]
        )
    else:
        assert (title.name, title.version) in LINES
        with pytest.raises(record.BadRecord, match=f"rules version {rules}"):
            record.read(TITLES, text)


def test_every_version_has_its_records_and_every_rules_version_its_line() -> None:
    assert {path.parent.name for path in RECORDS} >= {__version__}
    for game in OURS:
        assert any(path.stem.startswith(f"{game.name}-") for path in RECORDS if path.parent.name == __version__)
        assert LINES[game.name, TITLES[game.name].version].partition(" | ")[2]


def test_a_changed_chart_would_be_noticed() -> None:
    path = next(path for path in RECORDS if path.stem.startswith("leningrad79-"))
    texts = dict(TITLES["leningrad79"].texts)
    texts["tables.toml"] = texts["tables.toml"].replace("stacking = { value = 3", "stacking = { value = 2")
    with pytest.raises(record.BadRecord, match="line "):
        record.read({"leningrad79": rebuilt("leningrad79", texts)}, path.read_text("utf-8"))
