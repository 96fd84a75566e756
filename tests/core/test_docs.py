"""Every example in the documentation of notation and record is read, or refused as it says."""

import re
from pathlib import Path

import pytest

from grognard.core import notation, record
from grognard.core.kinds import PIECES
from grognard.core.state import declared
from grognard.core.title import Bad
from grognard.titles import TITLES

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str, kind: str) -> list[str]:
    text = (DOCS / page).read_text("utf-8")
    return [str(block) for block in re.findall(rf"```{kind}\n(.*?)```", text, re.DOTALL)]


@pytest.mark.parametrize("text", blocks("notation.md", "position"))
def test_positions(text: str) -> None:
    s = notation.read(TITLES, text)
    if not re.search(r" inf|^leningrad79$", text, re.MULTILINE):
        assert notation.write(s) == text


@pytest.mark.parametrize("text", blocks("record.md", "record"))
def test_records(text: str) -> None:
    replay = record.read(TITLES, text)
    assert replay.cut is None
    written = record.write(replay.table, replay.header)
    kept = [line for line in written.splitlines() if not line.startswith("sources ")]
    assert re.sub(r" after .*", "", "\n".join(kept)) + "\n" == text


@pytest.mark.parametrize("page", ["notation.md", "record.md"])
def test_refusals(page: str) -> None:
    found = blocks(page, "refused")
    assert found
    for block in found:
        text, said = block.rstrip("\n").split("\n-> ")
        with pytest.raises(Bad) as caught:
            (record if page == "record.md" else notation).read(TITLES, text + "\n")
        assert str(caught.value) == said


def test_the_marks_of_leningrad_are_named() -> None:
    text = (DOCS / "notation.md").read_text("utf-8")
    for f in declared(TITLES["leningrad79"].state):
        role = f.metadata["role"]
        if f.name not in ("place", "face") and (role == "column" or f.metadata.get("kind") == PIECES):
            assert re.search(rf"`{f.name}[`=]", text), f.name
