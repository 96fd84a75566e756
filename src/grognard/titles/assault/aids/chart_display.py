"""The player aid charts, every row with its source."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from ....core.bits import scan
from ....kit.battle.die import FACES
from ....kit.table import Chart
from ..data.charts import SIXTH, Terrain
from ..data.components import Components, sixths
from ..ruleset import CLASSES, GERMAN, RUSSIAN, SIDES

GAITS = {"foot": "on foot", "motor": "mechanized", "guerrilla": "Guerrillas"}
SPOKEN = {"leningrad": "Leningrad (main map)", "interior": "Interior of the Inset"}
NUMBERS = {
    "leave_zone": "to leave an enemy zone: movement points", "supply_length": "length of a supply line, in hexes",
    "alone": "factor of a headquarters alone", "support": "Ground Support: added to the die",
    "fire": "marker of the fleet: points of strength", "fire_range": "range of the fleet, in hexes",
    "leningrad_stack": "stacking in a hex of Leningrad and its district: times the normal limit",
}  # fmt: skip
Row = tuple[str, tuple[str, ...]]


def charts(d: Components) -> list[Chart]:
    """All charts, in order of use."""
    return [_turns(d), _terrain(d), _crt(d), _classes(d), _defense(d), _air(d), _raids(d), _numbers(d), _victory(d)]


def _chart(name: str, columns: Iterable[str], rows: Iterable[Row]) -> Chart:
    """A chart; its source is the least certain of its rows' sources."""
    rows = tuple(rows)
    return Chart(name, _weakest(source for source, _ in rows), tuple(columns), rows)


def _first(source: str) -> str:
    """The first of several sources in the rules; an estimate's reason in full."""
    return source.split(",")[0] if source.startswith("R") else source


def _weakest(sources: Iterable[str]) -> str:
    """The least certain source: packs before estimates before the rules."""
    found = list(sources)
    return _first(next((one for letter in "UEG" for one in found if one.startswith(letter)), found[0]))


def _turns(d: Components) -> Chart:
    items, source = d.origins["charts"]["turn record"], d.tables["turns"]["source"]
    rows = [
        (
            _first(items.get(str(turn), source)),
            (str(turn), date, *(_comes(d, turn, side) for side in range(len(SIDES)))),
        )
        for turn, date in enumerate(d.charts.dates, 1)
    ]
    return _chart("Turn record", ("turn", "date", *SIDES), rows)._replace(turns=True)


def _comes(d: Components, turn: int, side: int) -> str:
    """The arrivals and withdrawals of a turn."""
    due = [unit for unit, when in d.due.items() if when == turn and d.side[side] >> unit & 1]
    groups: dict[str, int] = {}
    for unit in due:
        where = d.plan.enter[d.pieces[unit]][1] if unit in d.entry else d.rules.city
        groups[where] = groups.get(where, 0) + 1
    told = [f"{count} {'unit' if count == 1 else 'units'} {where}" for where, count in groups.items()]
    gone = [unit for unit, (when, _) in d.leave.items() if when == turn and d.side[side] >> unit & 1]
    return "; ".join([*told, *([f"{len(gone)} withdrawn"] if gone else [])])


def _terrain(d: Components) -> Chart:
    items = d.origins["charts"]["terrain effects"]
    rows: list[Row] = []
    for kind, one in d.charts.terrain.items():
        if kind == "harbor":  # no ground unit can enter it
            continue
        sources = [items[f"{kind} {gait}"] for gait in GAITS]
        rows.append((_weakest(sources), (SPOKEN.get(kind, kind), *_costs(one))))
    for kind, side in d.charts.hexsides.items():
        sources = [items[f"{kind} {gait}"] for gait in GAITS]
        rows.append((_weakest(sources), (f"across a {kind}", *(f"+{side.cost[gait]}" for gait in GAITS))))
    road = [items[f"road {gait}"] for gait in GAITS]
    rows.append((_weakest(road), ("along a road", *(_points(d.charts.road[gait]) for gait in GAITS))))
    return _chart("Terrain: movement points", ("to enter", *GAITS.values()), rows)


def _costs(one: Terrain) -> tuple[str, ...]:
    """By gait; where the sides differ, German and Russian."""
    out = []
    for gait in GAITS:
        german, russian = (_points(one.cost[side][gait]) for side in (GERMAN, RUSSIAN))
        out.append(german if german == russian else f"{german} German, {russian} Russian")
    return tuple(out)


def _points(cost: Fraction) -> str:
    return sixths(int(SIXTH * cost))


def _defense(d: Components) -> Chart:
    items = d.origins["charts"]["terrain effects"]
    rows: list[Row] = []
    for kind, one in d.charts.terrain.items():
        if kind in ("harbor", "leningrad"):  # no unit is attacked there
            continue
        sources = [items[f"{kind} defense {side}"] for side in SIDES]
        rows.append((_weakest(sources), (SPOKEN.get(kind, kind), *(f"×{n}" for n in one.defense))))
    times = d.charts.fortification[0]
    rows.append((_first(items["fortification defense russian"]), ("fortification", "–", f"×{times}")))
    for kind, side in d.charts.hexsides.items():
        rows.append(
            (_first(items[f"{kind} defense"]), (f"all attackers across a {kind}", *[f"×{side.defense} more"] * 2))
        )
    return _chart("Terrain: defense", ("defender in", "German", "Russian"), rows)


def _crt(d: Components) -> Chart:
    table: Mapping[str, Any] = d.tables["crt"]
    items = d.origins["charts"]["combat results"]
    low, high = next(iter(table["die"])), list(table["die"])[-1]
    rows = [
        (_weakest(items[f"{die} {column}"] for column in table["columns"]), (_die(die, low, high), *cells))
        for die, cells in table["die"].items()
    ]
    automatic = table["automatic"]
    rows.append(
        (
            _first(items["automatic"]),
            (f"{automatic['at']} and more", automatic["result"], *[""] * (len(table["columns"]) - 1)),
        )
    )
    return _chart("Combat results", ("die", *table["columns"]), rows)


def _die(die: str, low: str, high: str) -> str:
    said = die.replace("-", "−")
    return f"{said} or less" if die == low else f"{said} or more" if die == high else said


def _classes(d: Components) -> Chart:
    items = d.origins["charts"]["class modifiers"]
    rows = [
        (
            _weakest(items[f"{attacker} {defender}"] for defender in CLASSES),
            (f"attack by {attacker}", *(_signed(d.charts.classes[attacker, defender]) for defender in CLASSES)),
        )
        for attacker in CLASSES
    ]
    return _chart("Classes: added to the die", ("lowest / highest", *(f"on {one}" for one in CLASSES)), rows)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


def _air(d: Components) -> Chart:
    items = d.origins["charts"]["air units"]
    rows: list[Row] = []
    for side, air in zip(SIDES, d.charts.air, strict=True):
        if fixed := [str(n) for n in air.turns]:
            blank = [""] * (len(FACES) - len(fixed))
            rows.append((_first(items[f"{side} turns"]), (f"{side.title()}, by the turn", *fixed, *blank)))
        later = "later by the die" if fixed else "by the die"
        rows.append((_first(items[f"{side} die"]), (f"{side.title()}, {later}", *map(str, air.die))))
    return _chart("Air units", ("turn, or die", *map(str, FACES)), rows)


def _raids(d: Components) -> Chart:
    terrain, fleet = d.origins["charts"]["terrain effects"], d.origins["charts"]["air units"]
    rows: list[Row] = [
        (_first(terrain[f"{kind} raid"]), (SPOKEN.get(kind, kind), _rolls(one.raid)))
        for kind, one in d.charts.terrain.items()
        if kind != "harbor"
    ]
    rows.append(
        (_first(terrain["fortification raid"]), ("Russians in a fortification", _rolls(d.charts.fortification[1])))
    )
    rows += [
        (_first(fleet[f"fleet {where}"]), (f"fleet, {'at ' if where == 'sea' else 'in '}{where}", _rolls(rolls)))
        for where, rolls in d.charts.fleet.items()
    ]
    return _chart("Air bombardment", ("units in", "disrupted on"), rows)


def _rolls(rolls: frozenset[int]) -> str:
    return ", ".join(map(str, sorted(rolls)))


def _numbers(d: Components) -> Chart:
    items = d.origins["charts"]["numbers"]
    rows = [(_first(items[name]), (text, str(d.charts.numbers[name]))) for name, text in NUMBERS.items()]
    return _chart("Numbers", ("for", ""), rows)


def _victory(d: Components) -> Chart:
    items, names = d.origins["charts"]["victory"], d.board.names
    held = {names[place] for place in scan(d.garrisons)}
    rows: list[Row] = []
    for hex, points in d.charts.cities.items():
        known = d.map.places.get(hex)
        what = f"{known.name if known else ''} ({hex})" + (", with a garrison" if hex in held else "")
        rows.append((_first(items[f"points {hex}"]), (what, str(points))))
    rows.append((_first(items["key point"]), ("each key point of the Inset", str(d.charts.key_point))))
    losses = {kind.points for kind in d.counters.types.values() if kind.points}
    for points in sorted(losses):
        who = ", ".join(name for name, kind in d.counters.types.items() if kind.points == points)
        rows.append(("R:17.23a", (f"to the Russian player: each factor lost by German {who}", str(points))))
    return _chart("Victory points", ("for", "points"), rows)
