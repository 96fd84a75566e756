"""Writing a draft as a map file."""

from collections.abc import Iterable, Iterator

from grognard.kit.load.hex_map import Shore

from .draft import Draft, Line
from .spec import WATER
from .water import SEA

WIDE = 110


def write(draft: Draft) -> str:
    """The text of the map file."""
    return "\n".join(_lines(draft)) + "\n"


def _lines(draft: Draft) -> Iterator[str]:
    spec, grid = draft.spec, draft.grid
    yield from (f"# {line}".rstrip() for line in spec.head.strip().splitlines())
    yield from ("", "format = 1", f'title = "{spec.title}"', "", "[grid]", 'kind = "hex"')
    yield from (f'layout = "{grid.layout}"', f'names = "{grid.names}"')
    yield from (f"columns = [{grid.columns[0]}, {grid.columns[1]}]", f"rows = [{grid.rows[0]}, {grid.rows[1]}]")
    yield f'shifted = "{grid.shifted}"'
    yield from ([f"up = {grid.up}"] if grid.up else []) + ([f"scale = {grid.scale:g}"] if grid.scale else [])
    key = {"water": WATER, **spec.key}
    yield from ("", "[key]", *(f"{layer} = {_texts(words)}" for layer, words in key.items()))
    yield from _terrain(draft)
    yield from _features(draft)
    for river in draft.rivers:
        yield from _run(river, "sides", ("|".join(side) for side in river.sides))
    yield from _water(draft)
    for line in draft.lines:
        yield from _run(line, "hexes", line.hexes)
        if line.leaves:
            yield f"leaves = {_texts(line.leaves)}"
    for hex, town in draft.places.items():
        name = town.name if len(draft.hexes_of(town)) == 1 else f"{town.name} {hex}"
        yield from ("", "[[place]]", f'name = "{name}"', f'hex = "{hex}"', f'kind = "{town.kind}"')
        yield f'source = "{town.source or "G:towns"}"'
    for area in spec.areas:
        yield from ("", "[[area]]", f'name = "{area.word("name")}"')
        yield from [f'kind = "{area.word("kind")}"'] if "kind" in area.values else []
        yield from (_list("hexes", area.words("hexes")), f'source = "{area.source()}"')
    yield from _shores(draft)


def _terrain(draft: Draft) -> Iterator[str]:
    spec, grid = draft.spec, draft.grid
    letter = {kind: sign for sign, kind in spec.legend.items()}
    sources: dict[str, list[str]] = {}
    for hex, (_, source) in draft.terrain.items():
        sources.setdefault(source, []).append(hex)
    default = max(sources, key=lambda source: len(sources[source]))
    legend = ", ".join(f'"{sign}" = "{kind}"' for sign, kind in spec.legend.items())
    yield from ("", "[terrain]", f'source = "{default}"', f"legend = {{ {legend} }}")
    yield from _header(draft)
    yield 'rows = """'
    for label, hexes in grid.lines():
        stagger = " " if grid.centre(hexes[0])[0] else ""  # rows shifted half a hex to the right
        signs = (letter[draft.terrain[hex][0]] if hex in draft.terrain else "-" for hex in hexes)
        yield f"{label}  {stagger}{' '.join(signs)}"
    yield from ('"""', "", "[terrain.sources]")
    for source, stated in sorted(sources.items()):
        if source != default:
            yield _list(f'"{source}"', stated)


def _header(draft: Draft) -> Iterator[str]:
    """The numbers of the columns, tens above units, as a comment."""
    first, last = draft.grid.columns
    columns = range(first, last + (1 if last >= first else -1), 1 if last >= first else -1)
    yield f"#   {' '.join(str(column // 10) for column in columns)}"
    yield f"#   {' '.join(str(column % 10) for column in columns)}"


def _features(draft: Draft) -> Iterator[str]:
    groups: dict[tuple[str, str], list[str]] = {}
    for (kind, hex), source in draft.features.items():
        groups.setdefault((kind, source), []).append(hex)
    for (kind, source), hexes in groups.items():
        yield from ("", "[[feature]]", f'kind = "{kind}"', f'source = "{source}"', _list("hexes", hexes))


def _run(line: Line, key: str, items: Iterable[str]) -> Iterator[str]:
    yield from ("", f"[[{line.run.layer}]]", f'name = "{line.name}"')
    yield from [f'kind = "{line.run.kind}"'] if line.run.kind else []
    yield from (f'source = "{line.run.source}"', _list(key, list(items)))


def _water(draft: Draft) -> Iterator[str]:
    groups: dict[tuple[str, str, str], list[str]] = {}
    for side, what in sorted(draft.water.items()):
        groups.setdefault(what, []).append("|".join(side))
    for (kind, name, source), sides in groups.items():
        yield from ("", "[[water]]", f'kind = "{kind}"', f'name = "{name}"', f'source = "{source}"')
        yield _list("sides", sides)


def _shores(draft: Draft) -> Iterator[str]:
    lakes = [lake.name or "lake" for lake in draft.lakes]
    kinds = [
        (SEA, "sea", next(iter(draft.spec.seas), "sea")),
        *((SEA + 1 + n, "lake", name) for n, name in enumerate(lakes)),
    ]
    for value, kind, name in (*kinds, (SEA + 1 + len(lakes), "lake", "small lakes")):
        for loop in draft.raster.shores(value):
            yield from _shore(Shore(name, kind, loop))


def write_shores(shores: Iterable[Shore]) -> str:
    """The text of the shores only, to be copied into a map file."""
    return "\n".join(line for shore in shores for line in _shore(shore)) + "\n"


def _shore(shore: Shore) -> Iterator[str]:
    source = "G:coast" if shore.kind == "sea" else "G:lakes"
    yield from ("", "[[shore]]", f'name = "{shore.name}"', f'kind = "{shore.kind}"', f'source = "{source}"')
    yield 'points = """'
    yield from _wrap([f"{x:g} {y:g}" for x, y in shore.points], ", ", WIDE, ",")
    yield '"""'


def _texts(items: Iterable[str]) -> str:
    return "[" + ", ".join(f'"{item}"' for item in items) + "]"


def _list(key: str, items: list[str]) -> str:
    short = f"{key} = {_texts(items)}"
    if len(short) <= WIDE:
        return short
    lines = _wrap([f'"{item}"' for item in items], ", ", WIDE - 5, ",")
    return f"{key} = [\n" + "\n".join(f"    {line}" for line in lines) + ",\n]"


def _wrap(items: list[str], between: str, wide: int, end: str) -> list[str]:
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(between) + len(item) > wide:
            lines[-1] += end
            lines.append("")
        lines[-1] += (between if lines[-1] else "") + item
    return lines
