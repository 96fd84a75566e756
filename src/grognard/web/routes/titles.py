"""The titles: maps, boards, rules and charts."""

import asyncio
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response

from ... import __version__
from ...core import view as eyes
from ...core.title import Bad
from ...draw.themes.theme import css
from ...kit.load.toml import tally
from ...kit.table import Wargame
from ...opponents import LEVELS as AI_LEVELS
from ...titles import GAMES, atlas
from ...titles.catalogue import reason
from ..play.game import Missing
from ..play.new_games import LEVELS
from ..present import charts, presenter
from ..present.pictures import Picture
from ..server.problems import declared
from ..server.wire import dumps
from .common import house, reply

router = APIRouter(prefix="/api/titles", tags=["titles"], responses=declared(404))
Name = Annotated[str, Path(max_length=60)]  # of a title, or `NAME@EDITION` for the data of an earlier one
SCALES = (0.5, 1.0, 2.0)  # in which a whole map is drawn
LONG = "public, max-age=31536000, immutable"  # for URLs with the version of the drawing


@router.get("", operation_id="titles")
async def titles(asked: Request) -> Response:
    """Every title."""
    cards = []
    known = house(asked).lobby.titles
    for name in (*GAMES, *(name for name in known if name not in GAMES)):
        playable = name in known
        if not playable and not _has_map(name):
            continue
        card = (
            presenter.card(known[name])
            if playable
            else {
                "name": name,
                "full": GAMES[name].full,
                "about": GAMES[name].about,
                "introduction": presenter.introduction(GAMES[name].introduction),
                "sources": _sources(name),
            }
        )
        cards.append({**card, "playable": playable, "map": name in GAMES})
    takes = {name: level.takes for name, level in AI_LEVELS.items()}
    return reply({"titles": cards, "levels": dict(LEVELS), "takes": takes, "version": __version__})


@cache
def _has_map(name: str) -> bool:
    """Whether there is a game with this name and a map; a game from another package may be broken."""
    if name not in GAMES or name in GAMES.broken:
        return False
    try:
        atlas(name)
    except Exception as wrong:
        GAMES.broken[name] = reason(wrong)
        return False
    return True


@cache
def _sources(name: str) -> dict[str, dict[str, int]]:
    """The sources of a map's data, by layer."""
    return {layer: tally(items) for layer, items in atlas(name).map.sources.items() if items}


@router.get("/{title}/map.svg", operation_id="map", responses={200: {"content": {"image/svg+xml": {}}}})
async def map_svg(
    asked: Request,
    title: Name,
    layer: Literal["terrain", "sources"] = "terrain",
    scale: float = 1.0,
    live: bool = True,
    theme: Literal["light", "dark"] = "light",
    v: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """The map; with `v`, the version of the program, it can be cached forever. `scale`: 0.5, 1 or 2 if not `live`."""
    if scale not in ((1.0,) if live else SCALES):
        sizes = "1" if live else ", ".join(f"{one:g}" for one in SCALES)
        raise Bad(f"The map is drawn at scale {sizes}, not {scale:g}")
    return await _picture(asked, title, layer, scale, "light" if live else theme, live, v)


@router.get("/{title}/thumbnail.svg", operation_id="thumbnail", responses={200: {"content": {"image/svg+xml": {}}}})
async def thumbnail(
    asked: Request, title: Name, theme: Literal["light", "dark"] = "light", v: Annotated[str, Query(max_length=40)] = ""
) -> Response:
    """A thumbnail of the map."""
    return await _picture(asked, title, "terrain", 0.22, theme, False, v)


@router.get("/{title}/sheet.svg", operation_id="sheet", responses={200: {"content": {"image/svg+xml": {}}}})
async def sheet(
    asked: Request, title: Name, theme: Literal["light", "dark"] = "light", v: Annotated[str, Query(max_length=40)] = ""
) -> Response:
    """The map as the page lays it out, with fixed colours: a ground for small pictures of a position."""
    pictures, known = house(asked).pictures, house(asked).lobby.library
    title = await known.served(title)
    if title not in known or not pictures.has(title):
        raise Missing(f"There is no title {title!r}")
    return _sent(asked, await pictures.sheet(title, theme), LONG if v == __version__ else "")


async def _picture(
    asked: Request, title: str, layer: str, scale: float, theme: str, live: bool, version: str
) -> Response:
    pictures, known = house(asked).pictures, house(asked).lobby.library
    title = await known.served(title)
    if not pictures.has(title) or (title not in known and not await asyncio.to_thread(_has_map, title)):
        raise Missing(f"There is no title {title!r}")
    return _sent(asked, await pictures.map(title, layer, scale, theme, live), LONG if version == __version__ else "")


def _sent(asked: Request, picture: Picture, lasting: str) -> Response:
    headers = {"ETag": picture.tag, "Cache-Control": lasting or "no-cache", "Vary": "Accept-Encoding"}
    if asked.headers.get("if-none-match") == picture.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in asked.headers.get("accept-encoding", ""):
        return Response(picture.small, headers={**headers, "Content-Encoding": "gzip"}, media_type="image/svg+xml")
    return Response(picture.svg, headers=headers, media_type="image/svg+xml")


@router.get("/{title}/board", operation_id="board")
async def board(asked: Request, title: Name) -> Response:
    """Where every place is on the map."""
    known = house(asked).lobby.library
    title = await known.served(title)
    if title not in known and not await asyncio.to_thread(_has_map, title):
        raise Missing(f"There is no title {title!r}")
    kept: dict[str, bytes] = asked.app.state.boards
    if title not in kept:
        kept[title] = dumps(await asyncio.to_thread(presenter.board, title, known.get(title)))
    return Response(kept[title], media_type="application/json", headers={"Cache-Control": "public, max-age=3600"})


@router.get("/{title}/rules", operation_id="rules")
async def rules(asked: Request, title: Name) -> Response:
    """The headings of the rules."""
    return reply({"headings": [heading._asdict() for heading in _title(asked, title).rulebook.headings]})


@router.get("/{title}/rules/{case}", operation_id="rule")
async def rule(asked: Request, title: Name, case: Annotated[str, Path(max_length=40)]) -> Response:
    """The card of a case."""
    book = _title(asked, title).rulebook
    heading, clauses, rulings = book.card(case)
    if heading is None and not clauses and not rulings:
        raise Missing(f"{title} has no case {case!r}")
    return reply(
        {
            "heading": heading and heading._asdict(),
            "clauses": [clause.data() for clause in clauses],
            "rulings": [eyes.plain(ruling._asdict()) for ruling in rulings],
            "within": [other._asdict() for other in book.within(case)],
        }
    )


@router.get("/{title}/charts", operation_id="charts")
async def charts_(asked: Request, title: Name) -> Response:
    """The charts as data."""
    return reply({"charts": charts.charts(_title(asked, await house(asked).lobby.library.served(title)))})


@router.get("/{title}/guide", operation_id="guide")
async def guide(asked: Request, title: Name) -> Response:
    """The guided first turn."""
    found = _title(asked, title).guide
    if found is None:
        raise Missing(f"{title} has no guide")
    return reply({**found._asdict(), "steps": [step._asdict() for step in found.steps]})


def _title(asked: Request, name: str) -> Wargame[Any]:
    known = house(asked).lobby.library
    if name not in known:
        raise Missing(f"There is no title {name!r}")
    return known[name]


def theme_css() -> str:
    """The colours of both themes: the system's, unless the page chooses one."""
    light, dark = css("light"), css("dark")
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}\n"
        f"@media print{{:root:root:root{{color-scheme:light;{light}}}}}\n"
    )
