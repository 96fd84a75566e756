"""The playthrough of each title: a record, and the text a person reads of it."""

from pathlib import Path

import pytest

from grognard.core import record
from grognard.titles import TITLES
from tests.playthroughs.render import render

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("title", TITLES)
def test_the_playthrough_reads_as_it_did(title: str) -> None:
    replay = record.read(TITLES, (FOLDER / f"{title}.rec").read_text("utf-8"))
    assert replay.cut is None
    assert render(replay.table) == (FOLDER / f"{title}.txt").read_text("utf-8")
