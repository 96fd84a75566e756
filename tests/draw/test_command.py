"""`grognard map`: files written, and what is said if they cannot be."""

from pathlib import Path

import pytest

from grognard.cli.commands import map as module
from grognard.core import record
from grognard.core.table import Table
from grognard.core.title import Bad
from grognard.titles import TITLES

from .conftest import POSITION


def test_svg_by_default_in_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    module.command("leningrad79")
    assert (tmp_path / "leningrad79.svg").read_text().startswith("<svg")
    assert capsys.readouterr().out.startswith("leningrad79.svg: 2237 by ")


def test_png_by_name(tmp_path: Path) -> None:
    module.command("leningrad79", str(tmp_path / "map.png"), scale=0.15, theme="dark")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_svg_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    module.command("leningrad79", "-", scale=0.2)
    out = capsys.readouterr().out
    assert out.startswith("<svg")
    assert out.endswith("</svg>")


@pytest.mark.parametrize("kind", ["position", "record", "start"])
def test_positions_from_wherever(tmp_path: Path, kind: str) -> None:
    file = tmp_path / "game.txt"
    title = TITLES["leningrad79"]
    if kind == "record":
        file.write_text(record.write(Table(title, seed=1)))
    else:
        file.write_text(POSITION)
    out = tmp_path / "map.svg"
    module.command("leningrad79", str(out), "zoc", "start" if kind == "start" else str(file))
    assert 'id="unit-SSTot"' in out.read_text()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"out": "map.gif"}, "must end in .svg or .png"),
        ({"out": "map"}, "must end in .svg or .png"),
        ({"out": "-", "scale": 0.0}, "--scale must be between"),
        ({"out": "-", "scale": 1e9}, "--scale must be between"),
        ({"out": "-", "position": "nowhere.txt"}, "cannot read nowhere.txt"),
        ({"out": "-", "layer": "supply"}, "needs a position"),
    ],
)
def test_what_cannot_be_done_is_said(options: dict[str, object], why: str) -> None:
    with pytest.raises(Bad, match=why):
        module.command("leningrad79", **options)  # type: ignore[arg-type]
