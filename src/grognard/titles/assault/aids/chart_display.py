"""The player aid charts, every row with its source."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ....core.bits import scan
from ....kit.battle.die import FACES
from ....kit.chart_rows import Row, chart, first_source, weakest
from ....kit.table import Chart
from ..data.charts import SIXTH, Air, Terrain
from ..data.components import Components, sixths
from ..ruleset import CLASSES, GERMAN, RUSSIAN, SIDES

GAITS = {"foot": "on foot", "motor": "mechanized", "guerrilla": "Guerrillas"}
NUMBERS = {
    "leave_zone": "to leave an enemy zone: movement points", "supply_length": "length of a supply line, in hexes",
    "alone": "factor of a headquarters alone", "support": "Ground Support: added to the die",
    "fire": "marker of the fleet: points of strength", "fire_range": "range of the fleet, in hexes",
    "city_stack": "stacking in a city hex and its district: times the normal limit",
}  # fmt: skip


def _name(d: Components, kind: str) -> str:
    """A kind of terrain as the charts name it."""
    inner = d.terrain[next(scan(d.city))]
    return f"{d.rules.city} (main map)" if kind == inner else "Interior of the Inset" if kind == "interior" else kind


def charts(d: Components) -> list[Chart]:
    """All charts, in order of use."""
    return [_turns(d), _terrain(d), _crt(d), _classes(d), _defense(d), _air(d), _raids(d), _numbers(d), _victory(d)]


def _turns(d: Components) -> Chart:
    items, source = d.origins["charts"]["turn record"], d.tables["turns"]["source"]
    rows = [
        (
            first_source(items.get(str(turn), source)),
            (str(turn), date, *(_comes(d, turn, side) for side in (GERMAN, RUSSIAN))),
        )
        for turn, date in enumerate(d.charts.dates, 1)
    ]
    return chart("Turn record", ("turn", "date", *SIDES), rows)._replace(turns=True)


def _comes(d: Components, turn: int, side: int) -> str:
    """The arrivals and withdrawals of a turn."""
    due = [unit for unit, when in d.due.items() if when == turn and d.side[side] >> unit & 1]
    groups: dict[str, int] = {}
    for unit in due:
        where = d.plan.enter[d.pieces[unit]][1] if unit in d.entry else d.rules.city
        groups[where] = groups.get(where, 0) + 1
    told = [f"{count} {'unit' if count == 1 else 'units'} {where}" for where, count in groups.items()]
    gone = [unit for unit, (when, _) in d.leave.items() if when == turn and d.side[side] >> unit & 1]
    told += [f"{len(gone)} withdrawn"] if gone else []
    return "; ".join(told + (_drawn(d, turn) if side == RUSSIAN else []))


def _drawn(d: Components, turn: int) -> list[str]:
    """[19.72] What the box of a turn says of the cup."""
    plan = d.plan.draw
    drawn = [f"{many[turn - 1]} {area}" for area, many in plan.numbers.items() if many[turn - 1]]
    told = [f"draw {', '.join(drawn)}"] if drawn else []
    return told + (["at its end the cup is refilled"] if turn == plan.refill else [])


def _terrain(d: Components) -> Chart:
    items = d.origins["charts"]["terrain effects"]
    rows: list[Row] = []
    for kind, one in d.charts.terrain.items():
        if kind == "harbor":  # no ground unit can enter it
            continue
        sources = [items[f"{kind} {gait}"] for gait in d.rules.gaits]
        rows.append((weakest(sources), (_name(d, kind), *_costs(d, one))))
    for kind, side in d.charts.hexsides.items():
        sources = [items[f"{kind} {gait}"] for gait in d.rules.gaits]
        costs = [f"+{side.cost[gait]}" for gait in d.rules.gaits]
        rows.append((weakest(sources), (f"across {d.hexside_name(kind)}", *costs)))
    road = [items[f"road {gait}"] for gait in d.rules.gaits]
    rows.append((weakest(road), ("along a road", *(_points(d.charts.road[gait]) for gait in d.rules.gaits))))
    return chart("Terrain: movement points", ("to enter", *(GAITS[gait] for gait in d.rules.gaits)), rows)


def _costs(d: Components, one: Terrain) -> tuple[str, ...]:
    """By gait; where the sides differ, German and Russian."""
    out = []
    for gait in d.rules.gaits:
        german, russian = (_points(one.cost[side][gait]) for side in (GERMAN, RUSSIAN))
        out.append(german if german == russian else f"{german} German, {russian} Russian")
    return tuple(out)


def _points(cost: Fraction) -> str:
    return sixths(int(SIXTH * cost))


def _defense(d: Components) -> Chart:
    items = d.origins["charts"]["terrain effects"]
    rows: list[Row] = []
    for kind, one in d.charts.terrain.items():
        if kind == "harbor" or not d.kind[kind] & ~d.city:  # no unit is attacked there
            continue
        sources = [items[f"{kind} defense {side}"] for side in SIDES]
        rows.append((weakest(sources), (_name(d, kind), *(f"×{n}" for n in one.defense))))
    if d.rules.forts:
        times = d.charts.fortification[0]
        rows.append((first_source(items["fortification defense russian"]), ("fortification", "–", f"×{times}")))
    for kind, side in d.charts.hexsides.items():
        what = f"all attackers across {d.hexside_name(kind)}"
        rows.append((first_source(items[f"{kind} defense"]), (what, *[f"×{side.defense} more"] * 2)))
    if d.tank_corps:
        rows.append(("R:19.41a", ("Tank Corps, in any terrain", "–", "not multiplied")))
    return chart("Terrain: defense", ("defender in", "German", "Russian"), rows)


def _crt(d: Components) -> Chart:
    table: Mapping[str, Any] = d.tables["crt"]
    items = d.origins["charts"]["combat results"]
    low, high = next(iter(table["die"])), list(table["die"])[-1]
    rows = [
        (weakest(items[f"{die} {column}"] for column in table["columns"]), (_die(die, low, high), *cells))
        for die, cells in table["die"].items()
    ]
    automatic = table["automatic"]
    rows.append(
        (
            first_source(items["automatic"]),
            (f"{automatic['at']} and more", automatic["result"], *[""] * (len(table["columns"]) - 1)),
        )
    )
    return chart("Combat results", ("die", *table["columns"]), rows)


def _die(die: str, low: str, high: str) -> str:
    said = die.replace("-", "−")
    return f"{said} or less" if die == low else f"{said} or more" if die == high else said


def _classes(d: Components) -> Chart:
    items = d.origins["charts"]["class modifiers"]
    rows = [
        (
            weakest(items[f"{attacker} {defender}"] for defender in CLASSES),
            (f"attack by {attacker}", *(_signed(d.charts.classes[attacker, defender]) for defender in CLASSES)),
        )
        for attacker in CLASSES
    ]
    return chart("Classes: added to the die", ("lowest / highest", *(f"on {one}" for one in CLASSES)), rows)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


def _air(d: Components) -> Chart:
    items = d.origins["charts"]["air units"]
    rows: list[Row] = []
    for side, air in zip(SIDES, d.charts.air, strict=True):
        if fixed := [str(n) for n in air.turns]:
            blank = [""] * (len(FACES) - len(fixed))
            rows.append((first_source(items[f"{side} turns"]), (f"{side.title()}, by the turn", *fixed, *blank)))
        rows += _by_the_die(items, side, air)
    return chart("Air units", ("turn, or die", *map(str, FACES)), rows)


def _by_the_die(items: Mapping[str, str], side: str, air: Air) -> Iterable[Row]:
    """The rows of a side for turns on which the die is rolled."""
    for first, die in sorted(air.periods.items()):
        if f"{side} die" in items:
            source, when = items[f"{side} die"], "later by the die" if air.turns else "by the die"
        else:
            source, when = items[f"{side} die from turn {first}"], f"from turn {first} by the die"
        yield first_source(source), (f"{side.title()}, {when}", *map(str, die))


def _raids(d: Components) -> Chart:
    terrain, fleet = d.origins["charts"]["terrain effects"], d.origins["charts"]["air units"]
    rows: list[Row] = [
        (first_source(terrain[f"{kind} raid"]), (_name(d, kind), _rolls(one.raid)))
        for kind, one in d.charts.terrain.items()
        if kind != "harbor"
    ]
    rows += [
        (first_source(terrain[f"{kind} tank raid"]), (f"{_name(d, kind)}: a Tank Corps", _rolls(one.tank_raid)))
        for kind, one in d.charts.terrain.items()
        if one.tank_raid != one.raid
    ]
    if d.rules.forts:
        rolls = _rolls(d.charts.fortification[1])
        rows.append((first_source(terrain["fortification raid"]), ("Russians in a fortification", rolls)))
    rows += [
        (first_source(fleet[f"fleet {where}"]), (f"fleet, {'at ' if where == 'sea' else 'in '}{where}", _rolls(rolls)))
        for where, rolls in d.charts.fleet.items()
    ]
    return chart("Air bombardment", ("units in", "disrupted on"), rows)


def _rolls(rolls: frozenset[int]) -> str:
    return ", ".join(map(str, sorted(rolls)))


def _numbers(d: Components) -> Chart:
    items = d.origins["charts"]["numbers"]
    known = [(name, text) for name, text in NUMBERS.items() if name in items]
    rows = [(first_source(items[name]), (text, str(d.charts.numbers[name]))) for name, text in known]
    return chart("Numbers", ("for", ""), rows)


def _victory(d: Components) -> Chart:
    items, names = d.origins["charts"]["victory"], d.board.names
    if d.corner:
        return _points_of_the_city(d, items)
    held = {names[place] for place in scan(d.garrisons)}
    rows: list[Row] = []
    for hex, points in d.charts.victory.cities.items():
        known = d.map.places.get(hex)
        what = f"{known.name if known else ''} ({hex})" + (", with a garrison" if hex in held else "")
        rows.append((first_source(items[f"points {hex}"]), (what, str(points))))
    rows.append((first_source(items["key point"]), ("each key point of the Inset", str(d.charts.victory.key_point))))
    losses = {kind.points for kind in d.counters.types.values() if kind.points}
    for points in sorted(losses):
        who = ", ".join(name for name, kind in d.counters.types.items() if kind.points == points)
        rows.append(("R:17.23a", (f"to the Russian player: each factor lost by German {who}", str(points))))
    return chart("Victory points", ("for", "points"), rows)


def _points_of_the_city(d: Components, items: Mapping[str, str]) -> Chart:
    """[19.9] What scores in *Assault on Stalingrad*."""
    worth, corner = d.charts.victory, d.board.names[next(scan(d.corner))]
    rows: list[Row] = [
        (
            first_source(items["unit"]),
            ("each German unit in the interior, in supply, no headquarters", str(worth.storm)),
        ),
        (
            first_source(items["victory hex points"]),
            ("each victory hex occupied, for either side", str(worth.key_point)),
        ),
        (
            first_source(items["cut"]),
            (f"no Russian supply path from {corner} to Area {worth.cut[2]}", str(worth.cut[0])),
        ),
        (first_source(items["captured"]), (f"{corner} last entered by Germans, no headquarters", str(worth.captured))),
    ]
    return chart("Victory points", ("at the end, for", "points"), rows)
