"""The player aid charts in our own layout, every row with its source."""

from collections.abc import Iterable, Mapping

from ....kit.battle.die import FACES
from ....kit.chart_rows import Row, chart, first_source, weakest
from ....kit.table import Chart
from ..data.chart_values import WEATHERS, Part, Result, Terrain
from ..data.components import AXIS, SIDES, SOVIET, Components

NUMBERS = {
    "stacking": "stacking points in a hex at the end of a phase",
    "supply_line": "length of a Supply Line, in hexes",
    "road_breaks": "breaks of a Supply Road",
    "unsupplied_defender": "a defender Out of Supply: columns to the right",
    "shift_limit": "most columns of shift in all",
    "too_low": "odds below the lowest column: added to the die",
    "engineer": "MPs an engineer saves at a river",
    "infiltration": "printed MA needed for infiltration",
    "flights": "air transport: stacking points in a phase",
    "first_flight": "air transport from Game-Turn",
    "first_airdrop": "Airdrop from Game-Turn",
    "first_rps": "Replacement Points from Game-Turn",
    "soviet_armor": "Soviet armor units of a hex that fight",
    "soviet_advance": "Soviet units of a hex that advance",
    "overkill": "overkill: steps that the attacker is spared",
}
TRIALS = {"stand": "No Retreat", "zone": "through an enemy ZOC", "before": "Retreat Before Combat"}
BONUS = {
    "strongpoint": "in a printed Strongpoint (No Retreat, Axis)",
    "ss": "an SS unit (No Retreat)",
    "box": "a boxed MA (through an enemy ZOC)",
    "storm": "in Storm (through an enemy ZOC)",
}
CASUALTIES = {"two steps": "with two steps", "ss": "of the SS", "armor": "armor", "artillery": "artillery"}
GROUNDS = {"strongpoint": "active Strongpoint, on top", "woods": "woods, on top", "entry": "friendly Entry hex"}


def charts(d: Components) -> list[Chart]:
    """All charts, in order of use."""
    return [
        _turns(d),
        _weather(d),
        _shortage(d),
        _corps(d),
        _initiative(d),
        _terrain(d),
        _shifts(d),
        _crt(d),
        _support(d),
        _retreats(d),
        _victory(d),
        _numbers(d),
    ]


# -- helpers ----------------------------------------------------------------------------------


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


def _items(d: Components, layer: str) -> Mapping[str, str]:
    return d.origins["charts"][layer]


def _die(face: int, table: Iterable[int]) -> str:
    faces = list(table)
    return f"{face} or less" if face == min(faces) else f"{face} or more" if face == max(faces) else str(face)


# -- turns ------------------------------------------------------------------------------------


def _turns(d: Components) -> Chart:
    """Dates, and the arrivals of the campaign."""
    source = _items(d, "turns")["dates"]
    rows = [
        (first_source(source), (str(turn), date, *(_comes(d, turn, side) for side in (AXIS, SOVIET))))
        for turn, date in enumerate(d.charts.dates, 1)
    ]
    return chart("Turn record", ("turn", "date", *SIDES), rows)._replace(turns=True)


def _comes(d: Components, turn: int, side: int) -> str:
    """The arrivals of a turn of the longest scenario."""
    stage = max(d.stages.values(), key=lambda stage: stage.plan.last - stage.plan.first)
    boxes: dict[str, int] = {}
    for unit, (when, box) in stage.due.items():
        if when == turn and d.side[side] >> unit & 1:
            boxes[d.board.names[box]] = boxes.get(d.board.names[box], 0) + 1
    return "; ".join(f"{count} {'unit' if count == 1 else 'units'} {box}" for box, count in boxes.items())


def _weather(d: Components) -> Chart:
    items, low = _items(d, "weather"), -len(FACES)
    rows: list[Row] = []
    for one in d.charts.weather:
        told = f"{one.upto} or less" if low < 0 else str(one.upto) if one.upto == low else f"{low} to {one.upto}"
        told = f"{low} or more" if one is d.charts.weather[-1] else told
        rows.append((first_source(items[f"up to {one.upto}"]), (told, one.value + (", Storm" if one.storm else ""))))
        low = one.upto + 1
    drm = _items(d, "turns")["weather DRM"]
    changes: dict[int, list[int]] = {}
    for turn, change in enumerate(d.charts.weather_drm, 1):
        changes.setdefault(change, []).append(turn)
    for change, turns in changes.items():
        if change:
            rows.append((first_source(drm), (f"Game-Turn {_run(turns)}", f"{_signed(change)} to the die")))
    return chart("Weather", ("die", "weather"), rows)


def _run(turns: list[int]) -> str:
    return str(turns[0]) if len(turns) == 1 else f"{turns[0]} to {turns[-1]}"


def _shortage(d: Components) -> Chart:
    items, one = _items(d, "shortage"), d.charts.shortage
    last = len(one.groups)
    rows: list[Row] = [
        (first_source(items["groups"]), (f"{die} or more" if die == last else str(die), group))
        for die, group in enumerate(one.groups, 1)
    ]
    rows.append((first_source(items["again"]), ("the same group again", one.again)))
    rows.append((first_source(items["movement"]), ("movement of the group", f"{_signed(one.movement)} MPs")))
    drm = _items(d, "turns")["shortage DRM"]
    for turn, change in enumerate(d.charts.shortage_drm, 1):
        if change:
            rows.append((first_source(drm), (f"Game-Turn {turn}", f"{_signed(change)} to the die")))
    return chart("Soviet supply shortages", ("die", "group"), rows)


def _corps(d: Components) -> Chart:
    items, one = _items(d, "withdrawal"), d.charts.withdrawal
    rows: list[Row] = [
        (first_source(items["table"]), (f"Game-Turn {turn}", f"must leave on {', '.join(map(str, sorted(faces)))}"))
        for turn, faces in sorted(one.rolls.items())
    ]
    rows.append((first_source(items["limit"]), (f"Game-Turn {one.limit}", "must leave in any case")))
    rows.append((first_source(items["cost"]), ("to leave the map", f"{one.cost} MP")))
    rows.append((first_source(items["points"]), ("each late turn of the campaign", f"{_signed(one.points)} VPs")))
    for turn, most in sorted(d.charts.late_division.items()):
        told = f"comes on {most} or less; add 1 for each late turn"
        rows.append((first_source(_items(d, "late division")["table"]), (f"391st Division, Game-Turn {turn}", told)))
    return chart("2nd Guards Rifle Corps", ("when", "what"), rows)


def _initiative(d: Components) -> Chart:
    items = _items(d, "initiative")
    rows: list[Row] = []
    for side, tries in enumerate(d.charts.initiative):
        for turn, row in sorted(tries.items()):
            needs = f"{row.least} or more" if row.least else "no roll"
            who = f"{SIDES[side].title()}, Game-Turn {turn}"
            rows.append((first_source(items[f"{SIDES[side]} {turn}"]), (who, needs, _signed(row.points))))
    rows += [
        (first_source(items[name]), (f"Axis: {name}", f"{_signed(n)} to the die", ""))
        for name, n in d.charts.drms.items()
    ]
    return chart("Initiative", ("try", "die", "Soviet VPs"), rows)


# -- terrain ----------------------------------------------------------------------------------


def _terrain(d: Components) -> Chart:
    """Movement Points by weather."""
    items, sides = _items(d, "terrain effects"), _items(d, "hexside effects")
    rows: list[Row] = []
    for kind, one in d.charts.terrain.items():
        if one.cost or one.added:
            rows.append((first_source(items[kind]), (GROUNDS.get(kind, kind), *_costs(one))))
    for kind, one in d.charts.hexsides.items():
        rows.append((first_source(sides[kind]), (f"across a {kind}", *_costs(one))))
    road = d.charts.road
    rows.append(
        (first_source(_items(d, "road effects")["cost"]), ("along a road", *(str(road[sky]) for sky in WEATHERS)))
    )
    return chart("Terrain: movement points", ("to enter", *WEATHERS), rows)


def _costs(one: Terrain) -> list[str]:
    """By weather: the cost, or what is added to it; and who is shut out."""
    out = []
    for sky in WEATHERS:
        told = str(one.cost[sky]) if sky in one.cost else f"+{one.added[sky]}" if sky in one.added else "closed"
        if sky in one.heavy:
            told += ", heavy types by road"
        if sky in one.engineer:
            told += ", heavy types with engineer"
        out.append(told)
    return out


def _shifts(d: Components) -> Chart:
    """Columns to the left, by weather, and other effects on combat."""
    items, sides = _items(d, "terrain effects"), _items(d, "hexside effects")
    rows: list[Row] = []
    for kind, one in d.charts.terrain.items():
        rows.append((first_source(items[kind]), (GROUNDS.get(kind, kind), *_left(one))))
    for kind, one in d.charts.hexsides.items():
        rows.append((first_source(sides[kind]), (f"behind a {kind}", *_left(one))))
    return chart("Terrain: columns to the left", ("defender in", *WEATHERS, "also"), rows)


def _left(one: Terrain) -> list[str]:
    also = [
        *(["No Retreat"] if one.stand else []),
        *(["bombers"] if one.bombed else []),
        *([f"attacks halved in {' and '.join(sorted(one.half))}"] if one.half else []),
    ]
    return [*(str(one.shift.get(sky, 0) or "–") for sky in WEATHERS), "; ".join(also)]


# -- combat -----------------------------------------------------------------------------------


def _crt(d: Components) -> Chart:
    items, crt = _items(d, "crt"), d.charts.crt
    rows: list[Row] = [
        (
            weakest(items[f"{die} {column}"] for column in crt.names),
            (str(die), *(_cell(crt.cells[die, n]) for n in range(len(crt.names)))),
        )
        for die in FACES
    ]
    for die, result in crt.beyond.items():
        rows.append((first_source(items["beyond"]), (str(die), _cell(result), *[""] * (len(crt.names) - 1))))
    return chart("Combat results: attacker/defender", ("die", *crt.names), rows)


def _cell(result: Result) -> str:
    return "/".join(_part(part) for part in result)


def _part(part: Part) -> str:
    return f"{part.steps or ''}{part.special}{('', 'R', 'R2')[part.retreat]}" or "–"


def _support(d: Components) -> Chart:
    columns, source = d.charts.support, _items(d, "support")["columns"]
    last = len(columns) - 1
    rows: list[Row] = [
        (first_source(source), (f"{points} or more" if points == last else str(points), str(shift)))
        for points, shift in enumerate(columns)
    ]
    few, guards, more = d.charts.rockets
    told = f"{few}; {more} with {guards} Guards units"
    rows.append((first_source(_items(d, "numbers")["rockets"]), ("rocket units in an attack, at most", told)))
    return chart("Combat support", ("points", "columns"), rows)


def _retreats(d: Components) -> Chart:
    items, one = _items(d, "retreat"), d.charts.retreats
    every = sorted({face for table in one.trials.values() for face in table})
    rows: list[Row] = [
        (
            weakest(items[trial] for trial in TRIALS),
            (_die(face, every), *(one.outcome(trial, face) for trial in TRIALS)),
        )
        for face in every
    ]
    rows += [
        (first_source(items[name]), (text, f"{_signed(one.bonus[name])} to the die", "", ""))
        for name, text in BONUS.items()
    ]
    return chart("Retreat options", ("die", *TRIALS.values()), rows)


# -- the rest ---------------------------------------------------------------------------------


def _victory(d: Components) -> Chart:
    items, worth = _items(d, "victory"), d.charts.victory
    rows: list[Row] = [
        (first_source(items["surround"]), ("each turn on which Demyansk is surrounded", str(worth.surround)))
    ]
    for hex_, points in worth.places.items():
        known = d.map.places.get(hex_)
        name = f"{known.name} ({hex_})" if known else hex_
        rows.append((first_source(items[f"place {hex_}"]), (f"{name}, at the end", str(points))))
    rows.append((first_source(items["airfields"]), ("each printed airfield, at the end", str(worth.airfield))))
    edges = f"each of {', '.join(worth.edges)}, at the end"
    rows.append((first_source(items["edge"]), (edges, str(worth.edge))))
    who = " or ".join(CASUALTIES[kind] for kind in worth.casualties)
    rows.append((first_source(items["eliminated"]), (f"each Axis unit eliminated: {who}", str(worth.eliminated))))
    rows.append((first_source(items["rockets"]), ("each Soviet rocket unit eliminated", _signed(worth.rockets))))
    least = f"{worth.least_units} enemy units or fewer on the map"
    rows.append((first_source(items["units"]), (least, "Sudden Victory")))
    prize = f"{' or '.join(worth.sudden)} Soviet up to Game-Turn {worth.sudden_last}"
    rows.append((first_source(items["sudden"]), (prize, "Sudden Victory")))
    return chart("Victory points, Soviet", ("for", "points"), rows)


def _numbers(d: Components) -> Chart:
    items = _items(d, "numbers")
    rows = [(first_source(items[name]), (text, str(d.charts.numbers[name]))) for name, text in NUMBERS.items()]
    return chart("Numbers", ("for", ""), rows)
