"""Answers to a player's questions about a position: a hex, a unit, an action, a rule."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ...core.action import Arg, Player, Verb
from ...core.bits import Bits, bits, scan
from ...core.estimate import fair
from ...core.kinds import Unreadable
from ...core.table import Table
from ...core.title import Bad
from ...kit import estimate
from ...kit.battle.ledger import total
from ...kit.load.area_map import AreaMap
from ...kit.spelling import place_word
from ...kit.table import Risk, Wargame, wargame
from ..board import areas
from ..board.hexes import UNARMED
from ..board.text_map import pieces_at, seen
from . import words
from .completion import Word

BLOCK_MARKS = {
    "up": "face up",
    "cube": "isolated",
    "active": "activated",
    "crossed": "across a river",
    "blitz": "may blitz",
}


def place(title: Wargame[Any], word: str) -> int:
    """The place a player means."""
    try:
        return title.lexicon.place(word)
    except Unreadable as wrong:
        raise Bad(str(wrong)) from None


def pieces(title: Wargame[Any], s: Any, viewer: Player | None, said: Sequence[str]) -> Bits:
    """The pieces a player means, by name or by their hex; they must be in one place."""
    found: list[int] = []
    for word in said:
        try:
            found.append(title.lexicon.piece(title.alias(fair(s, viewer), word) or word))
        except Unreadable as wrong:
            there = []
            with suppress(Unreadable):
                there = pieces_at(s, viewer).get(title.lexicon.place(place_word(title, word)), [])
            if not there:
                raise Bad(str(wrong)) from None
            found += there
    if len({s.place[one] for one in found}) > 1:
        raise Bad(f"{' '.join(said)} are not all in one {noun(title)}")
    return bits(found)


def place_names(title: Wargame[Any]) -> Iterator[Word]:
    """Every place, by number, and by name where it has one."""
    hexmap = title.board.map
    told: set[str] = set()
    for one in title.board.maps:
        for hex_, known in one.places.items():
            if known.kind != "label" and known.name not in told:  # which the main map has
                yield Word(known.name.replace(" ", "-"), hex_)
        told |= {known.name for known in one.places.values()}
        yield from (Word(hex_, terrain) for hex_, terrain in one.terrain.items())
    if isinstance(hexmap, AreaMap):
        yield from (Word(name.replace(" ", "-"), area) for area, name in hexmap.names.items())
        yield from (Word(area, f"{name}, {hexmap.terrain[area]}") for area, name in hexmap.names.items())


def piece_names(title: Wargame[Any], s: Any, where: Bits) -> Iterator[Word]:
    """Every piece in these places."""
    for piece, at in enumerate(s.place):
        if where >> at & 1:
            yield Word(title.lexicon.pieces[piece], title.lexicon.places[at])


# -- what one could type ----------------------------------------------------------------------


def noun(title: Wargame[Any]) -> str:
    """What a place of the map is called."""
    return "area" if isinstance(title.board.map, AreaMap) else "hex"


def usage(title: Wargame[Any], verb: Verb) -> str:
    """How to type an action: `attack HEX [HEX ...] with UNITS`; a unit and those with it are `UNITS`."""
    place = noun(title).upper()
    said = {
        "piece": "UNIT",
        "pieces": "UNITS",
        "place": place,
        "places": f"[{place} ...]",
        "path": place,
        "number": "N",
    }
    words = [verb.name]
    for n, arg in enumerate(verb.args):
        if n and not arg.word and arg.kind.name == "pieces" and verb.args[n - 1].kind.name == "piece":
            words[-1] = said["pieces"]
            continue
        way = "to" if arg.kind.name == "path" else arg.word
        words += [way] * bool(way) + [said.get(arg.kind.name, arg.kind.name.upper())]
    several = verb.args and verb.args[-1].kind.name == "path"
    return " ".join(words) + (f", or via {place} {place} ..." if several else "")


def named_place(title: Wargame[Any], s: Any, viewer: Player | None) -> str:
    """A named place, preferably an occupied one."""
    names = title.lexicon.places
    told = {word.meaning: word.text for word in place_names(title) if word.text not in title.lexicon.places}
    there = [told[names[at]] for at in sorted(pieces_at(s, viewer)) if names[at] in told]
    return min([*there, *told.values()], key=lambda name: "-" in name, default=names[0])


def together(title: Wargame[Any], s: Any, viewer: Player | None) -> tuple[str, list[str], str]:
    """A place of the map with units of the viewer, those units, and a place next to it; for examples."""
    board, who = title.board.places, title.players[viewer if viewer is not None and viewer >= 0 else 0]
    found = {
        at: [handle(title, s, viewer, piece) for piece in there if side_of(s, piece) == who]
        for at, there in pieces_at(s, viewer).items()
        if at < board.box
    }
    if not any(found.values()):
        return "", [], ""
    at = max(found, key=lambda place: (min(len(found[place]), 2), -place))
    near = next((n for n in scan(board.neighbours[at]) if n < board.box), at)
    return title.lexicon.places[at], found[at], title.lexicon.places[near]


def example(title: Wargame[Any], s: Any, viewer: Player | None) -> str:
    """An example of an action that can be typed or asked about now."""
    for verb, _ in title.verbs(s):
        words, chosen = [verb.name], list[Any]()
        for arg in verb.args:
            value = next(iter(verb.options(s, *chosen)), None)
            if value is None:
                break
            words += _typed(title, s, viewer, arg, value)
            chosen.append(value)
        else:
            if verb.args:
                return " ".join(words)
    return next((verb.name for verb, _ in title.verbs(s)), "")


def _typed(title: Wargame[Any], s: Any, viewer: Player | None, arg: Arg, value: Any) -> list[str]:
    """An argument as it is typed: units by their names, a way by its end."""
    if arg.kind.name == "path":
        return ["to", title.lexicon.places[value[-1]]]
    if arg.kind.name in ("piece", "pieces"):
        some = [value] if arg.kind.name == "piece" else scan(value)
        names = [handle(title, s, viewer, piece) for piece in some]
    else:
        names = arg.kind.text(title.lexicon, value).split()
    opens = arg.word.split("|")[-1]
    return [opens, *names] if opens and names else names


def handle(title: Wargame[Any], s: Any, viewer: Player | None, piece: int) -> str:
    """The word by which the viewer may name a piece: the face of a visible block, otherwise its number."""
    known = seen(s, viewer, piece)
    return str(known["face"] if known.get("type") == "block" and "face" in known else title.lexicon.pieces[piece])


def called(title: Wargame[Any], s: Any, viewer: Player | None, piece: int) -> str:
    """A piece as the viewer calls it."""
    return str(seen(s, viewer, piece).get("face", title.lexicon.pieces[piece]))


def side_of(s: Any, piece: int) -> str:
    """The name of the side a piece belongs to."""
    return str(s.title.portrait(s, piece)["there"]["side"])


# -- units ------------------------------------------------------------------------------------


def roster(title: Wargame[Any], s: Any, viewer: Player | None, every: Sequence[int], *, place: bool = True) -> Grid:
    """Units with all their values."""
    grid = words.columns(0, 0, 0, 0, 0, 1)
    for piece in every:
        known = seen(s, viewer, piece)
        if known.get("type") in ("block", "bomber"):
            grid.add_row(*_block(known, place=place))
            continue
        strength = str(
            known.get("strength", f"{known['attack']}-{known['defense']}" if "attack" in known else "untried")
        )
        marks = [name if value == "yes" else f"{value} {name} left" for name, value in _marks(title, s, viewer, piece)]
        usual = 1 if "reduced" in marks else 2
        if "strength" in known and known.get("steps", usual) != usual:
            marks.append("one step" if known["steps"] == 1 else f"{known['steps']} steps")
        grid.add_row(
            Text(known["id"], "lead"),
            known["place"] if place else "",
            known.get("name", ""),
            known.get("type", "?"),
            _values(known, strength),
            Text(", ".join((*marks, *([known["corps"]] if known.get("corps") else []))), "quiet"),
        )
    return grid


def _values(known: Mapping[str, Any], strength: str) -> str:
    """What is printed on a counter: `5-A-8` where there are classes."""
    if known.get("type") in UNARMED:
        return ""
    movement = known.get("movement", "?")
    return f"{strength}-{known['class']}-{movement}" if "class" in known else f"{strength}, MA {movement}"


def _block(known: Mapping[str, Any], *, place: bool) -> tuple[Text | str, ...]:
    """A block with everything known about it; for a hidden one, what it may be."""
    id_, where = Text(known.get("face", known["id"]), "lead"), known["place"] if place else ""
    marks = [text for name, text in BLOCK_MARKS.items() if known.get(name)]
    if "name" not in known:
        seen_ = f", last seen at {known['seen'] or 'its last step'}" if "seen" in known else ""
        faces = f"{'may' if len(known['may_be']) > 1 else 'must'} be {' '.join(known['may_be'])}{seen_}"
        return id_, where, "not known", "", "", Text("; ".join((*marks, faces)), "quiet")
    if known["type"] == "bomber":
        return id_, where, known["name"], known["kind"], f"of {known['of']}", ""
    speed = "fast" if known["fast"] else "slow"
    shown = f"{areas.strength(dict(known))} of {known['full']}, {speed}"
    more = (known["colour"], *marks)
    return id_, where, known["name"], known["kind"], shown, Text(", ".join(word for word in more if word), "quiet")


def _marks(title: Wargame[Any], s: Any, viewer: Player | None, piece: int) -> list[tuple[str, Any]]:
    if viewer is not None and "marks" not in title.sees(s, viewer, piece):
        return []
    return [(name, value) for name, value in title.portrait(s, piece)["marks"].items() if value is not None]


def units(table: Table, viewer: Player | None, which: str) -> RenderableType:
    """The units of a side, of a place, or all of them; those on the map unless a place is named."""
    title, s = wargame(table), table.state
    where = pieces_at(s, viewer)
    names = title.lexicon.places
    if which and which != "all" and which not in title.players:
        return roster(title, s, viewer, where.get(place(title, which), [])) if where else Text("nobody")
    side = which if which in title.players else title.players[viewer or 0]
    box = title.board.places.box
    chosen = [
        piece
        for at in sorted(where, key=lambda n: names[n])
        if at < box
        for piece in where[at]
        if which == "all" or side_of(s, piece) == side
    ]
    off = {names[at]: len(there) for at, there in where.items() if at >= box}
    note = ", ".join(f"{count} in {name}" for name, count in off.items())
    return Group(roster(title, s, viewer, chosen), Text(f"Off the map, both sides: {note or 'none'}.", "quiet"))


def costs(title: Wargame[Any], found: Mapping[int, str], head: str) -> Group:
    """Places by the cost of getting there."""
    by_cost: dict[str, list[str]] = {}
    for at, cost in found.items():
        by_cost.setdefault(cost, []).append(title.lexicon.places[at])
    areas = title.board.map
    grid, known = words.columns(0, 1), areas.names if isinstance(areas, AreaMap) else {}
    for cost in sorted(by_cost, key=lambda text: (len(text), text)):
        places = [f"{name} {known[name]}," if name in known else name for name in sorted(by_cost[cost])]
        grid.add_row(Text(f"{cost:>4}", "key"), " ".join(places).removesuffix(","))
    return Group(Text(f"{head}, by cost in Movement Points:"), grid)


# -- an action --------------------------------------------------------------------------------


def why(table: Table, text: str, viewer: Player | None = None) -> Group:
    """Every objection to an action, or that it is allowed, what it costs, and the fire it may draw."""
    title, s = wargame(table), table.state
    action = title.parse(s, text)
    if found := title.explain(s, action):
        return Group(words.objections(found))
    parts: list[RenderableType] = [Text("That is allowed: ", "ok").append(title.text(s, action), "default")]
    if lines := title.aids.cost(s, action):
        points = total(lines)
        parts += [words.costs(lines), Text(f"{words.number(points)} Movement Point{'s' * (points > 1)}", "lead")]
    if risks := title.aids.risk(fair(s, viewer), action):
        parts.append(_risks(title, risks))
    return Group(*parts)


def _risks(title: Wargame[Any], found: Sequence[Risk]) -> Group:
    """The defensive fire that a path may draw, hex by hex."""
    grid = words.columns(0, 0, 1)
    for one in found:
        place = Text(title.lexicon.places[one.place], "key")
        grid.add_row(place, f"{1 - one.here:.0%} hit", f"{one.so_far:.0%} get this far")
    stops = " Any fire ends the move." if any(one.stops for one in found) else ""
    return Group(Text(f"Defensive fire on the way, if every enemy fires:{stops}", "lead"), grid)


def odds(table: Table, text: str | None, support: int, viewer: Player | None = None) -> RenderableType:
    """The odds of a battle, declared or hypothetical."""
    title, s = table.title, table.state
    action = title.parse(s, text) if text else None
    if action is not None and (found := title.explain(s, action)):
        return Group(Text("That is not allowed:", "bad"), words.objections(found))
    chances = estimate.odds(s, viewer, action, support)
    if chances is None:
        raise Bad("name an attack, as in `odds attack ...`" if action is None else f"there is no combat in {text!r}")
    return words.odds(chances)


# -- a rule -----------------------------------------------------------------------------------


def rules(title: Wargame[Any], wanted: str) -> RenderableType:
    """The table of contents, a case, a section, or the clauses that contain some words."""
    if not wanted:
        return words.contents(title.rulebook)
    found = words.card(title.rulebook, wanted)
    if found is None and not any(sign.isdigit() for sign in wanted):
        found = words.search(title.rulebook, wanted)
    if found is None:
        raise Bad(f"{title.name} has no case {wanted!r}, and no clause with these words")
    return found
