"""Every example in the documentation of notation and record is read, or refused as it says."""

import re
from pathlib import Path

import pytest

from grognard.core import notation, record
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
    if not re.search(r" inf|^leningrad79$|^moscow41$", text, re.MULTILINE):
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


@pytest.mark.parametrize("name", TITLES)
def test_every_scalar_and_mark_is_described(name: str) -> None:
    text = (DOCS / "notation.md").read_text("utf-8").partition("## What each title adds")[2]
    (part,) = [part for part in text.split("**") if f"`{name}`" in part.partition("|")[0]] or [""]
    part = text[text.index(part) :].split("\n\n**")[0] if part else ""
    named = {word for row in re.findall(r"^\| (`.*?) \|", part, re.MULTILINE) for word in re.findall(r"`(\w+)", row)}
    wanted = {
        f.name
        for f in declared(TITLES[name].state)
        if f.metadata["role"] in ("scalar", "column") and f.name not in ("place", "face")
    }
    assert named == wanted
