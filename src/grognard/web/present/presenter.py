"""What a viewer is shown: the board, the position, and what is beside the map.

Everything goes through `core.view`. The viewer is a player, `PUBLIC`, or None for somebody who may
see everything.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from ...core import view as eyes
from ...core.action import Action, Step
from ...core.bits import Bits, bits, scan
from ...core.estimate import fair
from ...core.kinds import Unreadable
from ...core.rule import case_of
from ...core.state import State
from ...core.table import Table
from ...core.view import Viewer
from ...draw.area.board import Spot as BlockSpot
from ...draw.area.board import tabletop, unfolded
from ...draw.base.overlay import side_sets
from ...draw.hex.sheet import UNIT
from ...draw.map import Sheet, draw_map, page
from ...draw.pieces.block_view import has_blocks, standing, wires
from ...draw.pieces.blocks import Block
from ...draw.pieces.blocks import face as side_on
from ...draw.pieces.counter_view import TAG, stacks
from ...draw.pieces.counters import Counter, face
from ...draw.themes.look import look_of
from ...kit import estimate
from ...kit.load.introduction import Introduction
from ...kit.odds_json import odds_json
from ...kit.table import Wargame, chapter_of, wargame
from ...titles import atlas
from ..play.game import Missing
from .decisions import barred, objections, said_of

# -- the position -----------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def look(counter: Counter | Block) -> tuple[str, str]:
    """The face of a counter or block, and an id for it: equal faces have the same id."""
    drawn = face(counter) if isinstance(counter, Counter) else side_on(counter)
    return "c" + hashlib.sha256(drawn.encode()).hexdigest()[:10], drawn


def position(s: State, viewer: Viewer) -> dict[str, Any]:
    """The position: stacks, pieces, faces of counters, the moment, the score, arrivals."""
    title = wargame(s)
    shown = eyes.view(s, viewer)
    looks: dict[str, str] = {}
    counters: dict[str, list[dict[str, str]]] = {}
    fairly = fair(s, viewer)
    for place, counter in _laid(title, fairly, viewer):
        name, drawn = look(counter)
        looks[name] = drawn
        piece = {"id": counter.id, "side": counter.side, "look": name, "tip": counter.tip}
        if counter.id not in shown["pieces"]:
            piece["marker"] = "tag" if isinstance(counter, Counter) and TAG in counter.states else "yes"
        elif isinstance(counter, Counter) and counter.kind == "air":
            piece["tag"] = "yes"
        counters.setdefault(place, []).append(piece)
    return {
        "now": shown["now"],
        "over": shown["over"],
        "outcome": shown["outcome"],
        "viewer": shown["viewer"],
        "scalars": shown["scalars"],
        "procedures": shown["procedures"],
        "pieces": shown["pieces"],
        "stacks": counters,
        "looks": looks,
        "ask": {
            **eyes.ask(s, viewer),
            "phase": "" if s.over else chapter_of(s),
            "barred": barred(s, viewer),
            "set_up": _setting_up(s),
            "placing": _placing(s),
        },
        "status": dict(title.aids.status(fairly)),
        "arrivals": [list(row) for row in title.aids.arrivals(fairly)],
        **_laid_on_areas(title, fairly, viewer),
    }


def _laid_on_areas(title: Wargame[Any], s: Any, viewer: Viewer) -> dict[str, Any]:
    """On a board of areas: where each block is in the drawing, and what else is drawn."""
    if not has_blocks(title):
        return {}
    table = tabletop(title)
    return {"spots": table.spots(s, viewer), "ground": table.ground(s)}


def _setting_up(s: State) -> bool:
    """Whether a player places units before the first turn."""
    return not s.over and s.title.step(s).name in wargame(s).set_up_steps


def _placing(s: State) -> bool:
    """Whether a player may have to place many units now."""
    return not s.over and s.title.step(s).name in wargame(s).placing_steps


def folded(title: Wargame[Any]) -> bool:
    """Would it be slow to show a position now, because the area board is not prepared yet?"""
    return has_blocks(title) and not unfolded(title)


def _laid(title: Wargame[Any], s: Any, viewer: Viewer) -> Iterator[tuple[str, Counter | Block]]:
    """Every counter or block with its place, the lowest first."""
    if has_blocks(title):
        yield from wires(title, s)
        yield from standing(title, s, viewer)
        return
    for place, found in stacks(title, s, look_of(title), viewer, boxes=True).items():
        for counter in found:
            yield place, counter


def pieces_in_view(s: State, viewer: Viewer) -> Iterator[tuple[str, Counter | Block]]:
    """Every piece the viewer sees with its place, the lowest first; no markers."""
    known = eyes.view(s, viewer)["pieces"]
    for place, counter in _laid(wargame(s), fair(s, viewer), viewer):
        if counter.id in known:
            yield place, counter


# -- the board --------------------------------------------------------------------------------


def overlay(s: State, viewer: Viewer, name: str) -> dict[str, list[str]]:
    """The places of an overlay, by side: zones, supply, control, or where units could go next (`reach`).

    If units stay marked out of supply between checks, `cut` has their places.
    """
    title, known = wargame(s), fair(s, viewer)
    names, layers = title.lexicon.places, title.aids.overlays
    if name == "reach":
        return {side: [names[p] for p in scan(_reach(known, viewer, n))] for n, side in enumerate(title.players)}
    if name in layers:
        found = {side: [names[p] for p in scan(layers[name](known, n))] for n, side in enumerate(title.players)}
        if name == "supply" and title.aids.unsupplied:
            found["cut"] = sorted(
                {
                    shown["there"]["place"]
                    for piece in scan(title.aids.unsupplied(known))
                    if (shown := eyes.portrait(known, viewer, piece))
                }
            )
        return found
    if name == "control" and "zoc" in layers:
        held = side_sets(title, known, "control", title.board.map)
        return {side: sorted(which) for side, which in zip(title.players, held, strict=True)}
    raise Missing(f"There is no overlay {name[:40]!r}; overlays: {', '.join(overlays(title))}")


def overlays(title: Wargame[Any]) -> list[str]:
    """The available overlays."""
    layers = title.aids.overlays
    return sorted({*layers, "reach", *(("control",) if "zoc" in layers else ())})


def _reach(s: Any, viewer: Viewer, player: int) -> Bits:
    """Where a player's units could go, as far as the viewer knows."""
    out, title = 0, s.title
    for piece, place in enumerate(s.place):
        known_ = eyes.portrait(s, viewer, piece)
        if known_ and known_["there"]["side"] == title.players[player] and place < title.board.places.box:
            out |= bits(estimate.reach(s, viewer, 1 << piece)[0])
    return out


def trace(s: State, viewer: Viewer, piece: str) -> dict[str, Any]:
    """The supply line of a unit, or how far it goes and why no further."""
    title, known = wargame(s), fair(s, viewer)
    number = _piece(s, viewer, piece)
    found = title.aids.trace(known, number) if title.aids.trace else None
    if found is None:
        raise Missing(
            f"{piece} has no supply line: it is not on the map"
            if title.aids.trace
            else f"{title.full} has no supply lines"
        )
    names = title.lexicon.places
    return {
        "piece": title.lexicon.pieces[number],
        "ok": found.ok,
        "path": [names[place] for place in found.path],
        "breaks": None if found.breaks is None else names[found.breaks],
        "why": objections(found.why),
    }


def arc(s: State, viewer: Viewer, piece: str) -> dict[str, Any]:
    """What a unit could fire at; nothing if the viewer does not know what it is, or if it is not on the map."""
    title = wargame(s)
    number, names = _piece(s, viewer, piece), title.lexicon.places
    if title.aids.arc is None:
        raise Missing(f"{title.full} has no arcs of fire")
    shown = "identity" in title.shown(s, viewer, number)
    found = title.aids.arc(fair(s, viewer), number) if shown else None
    return {
        "piece": title.lexicon.pieces[number],
        "places": [names[place] for place in scan(found.places)] if found else [],
        "along": [names[place] for place in scan(found.along)] if found else [],
        "bans": [
            {"cite": case_of(ban.clause), "text": ban.text, "places": [names[place] for place in scan(ban.where)]}
            for ban in (found.bans if found else ())
        ],
    }


def _piece(s: State, viewer: Viewer, piece: str) -> int:
    """The number of a piece that the viewer sees."""
    title = wargame(s)
    try:
        number = title.lexicon.piece(title.alias(fair(s, viewer), piece) or piece)
    except Unreadable:
        raise Missing(f"There is no piece {piece[:40]!r} here") from None
    if not eyes.seen(s, viewer, 1 << number):
        raise Missing(f"There is no piece {piece[:40]!r} here")
    return number


def odds(s: State, viewer: Viewer, action: Action | None, support: int) -> dict[str, Any] | None:
    """The odds of a battle, as far as the viewer can know; `supports` if the action does not begin it."""
    found = estimate.odds(s, viewer, action, support)
    if found is None and action is not None:
        helped = estimate.supported(s, viewer, action)
        return None if helped is None else odds_json(helped) | {"supports": True}
    return None if found is None else odds_json(found)


def pointed(s: State, action: Action) -> dict[str, list[str]]:
    """The pieces and places an action names, and its path."""
    verb = s.title.step(s).verb(action.verb)
    out: dict[str, list[str]] = {"pieces": [], "places": [], "path": []}
    for arg, value in zip(verb.args if verb else (), action.args, strict=False):
        kind = arg.kind.name
        name = {"piece": "pieces", "pieces": "pieces", "place": "places", "places": "places", "path": "path"}.get(kind)
        if name:
            said = said_of(s, arg, value)
            out[name] += [said] if isinstance(said, str) else said
    return out


def account(table: Table, viewer: Viewer) -> str:
    """A game as one player saw it: their own actions, and what they were told about the others."""
    title, players = table.title, (*table.title.players, "chance")
    who = "what everybody knows" if viewer is None or viewer < 0 else f"what {players[viewer]} saw"
    lines = [
        "grognard account 1",
        f"title {title.name}",
        f"scenario {table.first.scenario}",
        f"options {' '.join(table.first.options) or 'none'}",
        f"seen {who}",
        "--",
    ]
    for entry in table.journal:
        said, heard = entry.heard_by(viewer)
        lines.append(f"{players[entry.player]} {said}")
        lines += [f"    [{line.cite}] {line.text}" for line in heard]
    return "\n".join([*lines, "-- in play", ""])


# -- titles -----------------------------------------------------------------------------------


def introduction(said: Introduction) -> dict[str, Any]:
    """What a newcomer wants to know about a title."""
    scenarios = {name: scenario._asdict() for name, scenario in said.scenarios.items()}
    return {**said._asdict(), "crop": said.crop._asdict(), "scenarios": scenarios}


def card(title: Wargame[Any]) -> dict[str, Any]:
    """A title for the catalogue."""
    return {
        "name": title.name,
        "full": title.full,
        "about": title.about,
        "players": list(title.players),
        "scenarios": dict(title.scenarios),
        "fogged": title.fogged,
        "introduction": introduction(title.introduction),
        "set_up": bool(title.set_up_steps),
        "guide": title.guide.minutes if title.guide else 0,
        "packs": list(title.packs),
        "options": {
            name: {"values": list(option.values), "text": option.text, "cite": option.cite}
            for name, option in title.options.items()
        },
        "sources": {layer: dict(counts) for layer, counts in title.sources.items()},
        "steps": {
            step.name: {"prompt": step.prompt, "cite": step.cite, "verbs": _plain(step)}
            for flow in title.flows.values()
            for step in flow.steps()
            if step.verbs[0].weights is None
        },
    }


def _plain(step: Step) -> dict[str, str]:
    """The verbs of a step that need nothing else, with what their buttons say."""
    found = [verb for verb in step.verbs if not verb.args]
    said = {verb.name: verb.help if verb.name == "done" else verb.label or verb.name for verb in found}
    return {name: text[:1].upper() + text[1:] for name, text in said.items()}


def words(title: Wargame[Any]) -> dict[str, Any]:
    """The labels of verbs, what the words mean that are arguments of verbs, and the verbs with a number."""
    verbs = [verb for flow in title.flows.values() for step in flow.steps() for verb in step.verbs]
    kinds = [arg.kind for verb in verbs for arg in verb.args if arg.kind.phrases]
    return {
        "verbs": {verb.name: verb.label for verb in reversed(verbs) if verb.label},
        "values": {word: kind.phrase(word) for kind in kinds for word in kind.words},
        "counted": sorted({verb.name for verb in verbs for arg in verb.args if arg.kind.name == "number"}),
    }


def sheet_of(title: Wargame[Any]) -> tuple[Sheet, Callable[[Any, Viewer], Mapping[str, BlockSpot]] | None]:
    """The map of a title as the page draws it, and, if it has areas, where the blocks of a position are on it."""
    if has_blocks(title):
        return tabletop(title).drawn, tabletop(title).spots
    return page(title), None


def board(name: str, title: Wargame[Any] | None) -> dict[str, Any]:
    """Where the places of a title are in the drawing of its map, for pointer and keyboard; and its boxes."""
    sheet = sheet_of(title)[0] if title else draw_map(atlas(name), live=True)
    places = {
        place: {
            "x": round(spot.centre[0], 2),
            "y": round(spot.centre[1], 2),
            "outline": [[round(x, 2), round(y, 2)] for x, y in spot.outline],
            "unit": round(spot.unit, 2),
            "terrain": spot.terrain,
            "name": spot.name,
            "around": list(spot.around),
            "source": spot.source,
            "inset": spot.inset,
            "same": list(spot.same),
            "features": list(spot.features),
        }
        for place, spot in sheet.spots.items()
    }
    boxes = [box for box in title.lexicon.places[title.board.places.box :] if box not in places] if title else []
    called = {**title.board.sheet.boxes, **title.board.names} if title else {}
    return {
        "unit": UNIT,
        "width": round(sheet.width, 2),
        "height": round(sheet.height, 2),
        "places": places,
        "faces": dict(title.board.faces) if title else {},
        "overlays": overlays(title) if title else [],
        "window": [round(side, 2) for side in sheet.window],
        "boxes": {box: called.get(box, "") for box in boxes},
        "sides": {name: list(hexes) for name, hexes in title.board.sides.items()} if title else {},
        "words": words(title) if title else {},
    }
