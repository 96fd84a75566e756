"""The recruit, from whom every rating is told."""

import ast
import hashlib
from importlib import import_module
from pathlib import Path

import pytest

from grognard.titles import TITLES

FROZEN = {"leningrad79": "3489a932aab4c393", "assault_leningrad": "de8a326303af05cf", "moscow41": "e0a19b4846121c49"}


@pytest.mark.parametrize("title", TITLES)
def test_the_recruit_is_frozen(title: str) -> None:
    """Whoever changes him makes all ratings of the title worthless. Comments may change."""
    recruit = import_module(f"{TITLES[title].home}.opponent.recruit")
    tree = ast.parse(Path(str(recruit.__file__)).read_text("utf-8"))
    assert hashlib.sha256(ast.dump(tree).encode()).hexdigest()[:16] == FROZEN[title]
