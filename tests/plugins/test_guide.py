"""`docs/your-own-title.md`: every excerpt is in the example package, word for word."""

import re
from typing import NamedTuple

import pytest

from tests.install.environment import ROOT

from .conftest import PACKAGE

GUIDE = (ROOT / "docs" / "your-own-title.md").read_text("utf-8")


class Excerpt(NamedTuple):
    path: str
    text: str


def excerpts(guide: str) -> list[Excerpt]:
    return [Excerpt(path, text) for path, text in re.findall(r"```(?:python|toml) (\S+)\n(.*?)```", guide, re.DOTALL)]


def missing(one: Excerpt) -> bool:
    """Whether an excerpt is in no file of that name."""
    places = (PACKAGE / one.path, PACKAGE / "src" / "grognard_examples" / one.path)
    return not any(place.is_file() and one.text in place.read_text("utf-8") for place in places)


@pytest.mark.parametrize("one", excerpts(GUIDE), ids=lambda one: one.path)
def test_excerpts_are_verbatim(one: Excerpt) -> None:
    assert not missing(one), one.text


def test_every_piece_of_code_says_where_it_is_from() -> None:
    assert len(excerpts(GUIDE)) == len(re.findall(r"^```(?:python|toml)", GUIDE, re.MULTILINE)) > 15


def test_a_changed_excerpt_is_noticed() -> None:
    first = excerpts(GUIDE)[0]
    assert not missing(first)
    assert missing(first._replace(text=first.text.upper()))
    assert missing(first._replace(path="nowhere.py"))


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([a-z-]+\.md)\)", GUIDE):
        assert (ROOT / "docs" / link).is_file(), link
    for page in ("README.md", "docs/architecture.md"):
        assert "your-own-title.md" in (ROOT / page).read_text("utf-8")
