"""`docs/architecture.md` is true: its tree is the tree of the packages."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
PACKAGE = ROOT / "src" / "grognard"


def drawn() -> list[str]:
    """The folders of the tree on the page."""
    tree = PAGE.split("```")[1].splitlines()
    out: list[str] = []
    above: list[tuple[int, str]] = []
    for line in tree:
        words = re.match(r"( +)((?:[a-z0-9_]+/ *)+)", line)
        if words is None:
            continue
        depth, names = len(words[1]), words[2].split()
        above = [(deep, name) for deep, name in above if deep < depth]
        out += ["".join(name for _, name in above) + name for name in names]
        above.append((depth, names[-1]))
    return [name.rstrip("/") for name in out]


def test_the_tree_is_the_tree_of_the_packages() -> None:
    there = {path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("__init__.py")} - {"."}
    assert sorted(drawn()) == sorted(there | {"web/storage/migrations/versions"})


def test_modules_named_on_the_page_exist() -> None:
    for name in re.findall(r"`([a-z]+/[a-z/]+\.py)`", PAGE):
        assert (PACKAGE / name).is_file(), name
