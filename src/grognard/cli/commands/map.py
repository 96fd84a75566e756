"""`grognard map`: the map of a title as SVG or PNG."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ...core import notation, record
from ...core.title import Bad
from ...draw import draw_map, to_png
from ...kit.load.pack import Pack
from ...kit.table import Wargame
from ...titles import GAMES, TITLES, atlas, with_packs
from .. import files

START = "start"
FORMATS = (".svg", ".png")
SCALES = (0.1, 8.0)


def command(
    title: str,
    out: str = "",
    layer: str = "terrain",
    position: str = "",
    theme: str = "light",
    scale: float = 1.0,
    *,
    charts: bool = False,
    packs: Sequence[Pack] = (),
) -> None:
    """Draw the map of a title to a file (`-`: SVG to standard output) and print the file's name and size."""
    if not SCALES[0] <= scale <= SCALES[1]:
        raise Bad(f"--scale must be between {SCALES[0]:g} and {SCALES[1]:g}, not {scale:g}")
    path = Path(out or f"{title}.svg")
    if out != "-" and path.suffix.lower() not in FORMATS:
        raise Bad(f"{out}: the name must end in {' or '.join(FORMATS)}")
    if title not in GAMES:
        raise Bad(f"there is no game {title!r}; games: {', '.join(GAMES)}")
    titles = with_packs(packs, title) if title in TITLES else TITLES
    state = _state(titles, title, position) if position else None
    of = titles[title] if title in titles else atlas(title, packs)
    sheet = draw_map(of, state, layer=layer, theme=theme, charts=charts, scale=scale)
    if out == "-":
        sys.stdout.write(sheet.svg)
        return
    data = to_png(sheet.svg) if path.suffix.lower() == ".png" else sheet.svg.encode()
    path.write_bytes(data)
    print(f"{path}: {round(sheet.width)} by {round(sheet.height)}, {len(data) / 1e6:.1f} MB")


def _state(titles: Mapping[str, Wargame[Any]], title: str, position: str) -> Any:
    """The position in a file (a position or the end of a record), or the set-up."""
    if title not in titles:
        raise Bad(f"{title} has only a map so far, so it has no positions")
    if position == START:
        return titles[title].start()
    raw = files.read(position)
    with files.about(position):
        record_ = files.is_record(raw)
        state = record.read(titles, raw).table.state if record_ else notation.read(titles, raw.decode())
    if state.title.name != title:
        raise Bad(f"{position} is a position of {state.title.name}, not of {title}")
    return state
