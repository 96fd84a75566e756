"""The player aid charts in our own layout, every row with its source."""

from collections.abc import Iterator, Mapping

from ....kit.battle.die import FACES
from ....kit.chart_rows import Row, chart, first_source, weakest
from ....kit.table import Chart
from ..data.components import SIDES, Components
from ..data.map_and_units import FORTIFICATION
from ..data.scenarios import Coming, Plan, Roll
from ..rules.command import NAMES

NUMBERS = {
    "german_movement": "movement points of Germans",
    "soviet_movement": "movement points of Soviets",
    "motorized": "motorized movement: times the allowance",
    "gunboat": "gunboat: points for each hex",
    "amphibious": "amphibious moves in a phase",
    "german_stacking": "German units in a hex",
    "soviet_stacking": "Soviet units in a hex",
    "soviet_objective": "Soviet units in an objective",
    "corps": "corps units that join the fire of a division",
    "ss": "units in a fire of an SS division, corps included",
    "soviet_fire": "units in a Soviet fire",
    "german_air": "German air markers in a strike",
    "soviet_air": "Soviet air markers in a strike",
    "first_demolition": "bridges may be demolished from Game Turn",
    "fanatics": "fanaticism: percent of the strength beside the target",
}
MODIFIERS = {
    "close_assault": "close assault",
    "armor": "armored target, and no firing unit can fight armor",
    "rudel": "air strike with Rudel",
    "ardor": "National Socialist Ardor (option)",
    "fervor": "Proletarian Revolutionary Fervor (option)",
    "anti_aircraft": "air strike, with an enemy anti-aircraft unit within {radius} hexes",
}
LANDINGS = {
    "lands": "lands in the hex",
    "drifts": "drifts one hex; lost if it may not land there",
    "aborts": "enters by the edge on the next turn",
    "lost": "eliminated",
}
RIDES = {"moves": "leaves the Metro in another objective", "stays": "stays where it is", "lost": "eliminated"}


def charts(d: Components) -> list[Chart]:
    """All charts, in order of use."""
    return [
        _turns(d),
        _later(d),
        _terrain(d),
        _hexsides(d),
        _crt(d),
        _modifiers(d),
        _demolition(d),
        _dice(d, "Metro", "metro table", d.charts.metro, RIDES),
        _dice(d, "Airborne assault (option)", "airborne table", d.charts.airborne, LANDINGS),
        _delay(d),
        _numbers(d),
    ]


# -- helpers ----------------------------------------------------------------------------------


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


def _items(d: Components, layer: str) -> Mapping[str, str]:
    return d.origins["charts"][layer]


def _plan(d: Components) -> Plan:
    return next(iter(d.plans.values()))


def _count(many: int, what: str) -> str:
    return f"{many} {what}{'s' * (many != 1)}"


def _on(faces: frozenset[int]) -> str:
    return " or ".join(map(str, sorted(faces)))


# -- turns ------------------------------------------------------------------------------------


def _turns(d: Components) -> Chart:
    """Dates, replacements and arrivals."""
    items, plan = _items(d, "turns"), _plan(d)
    rows = [
        (
            weakest((items["dates"], items["replacements"])),
            (str(turn), date, "; ".join(_german(d, plan, turn)), "; ".join(_soviet(plan, turn))),
        )
        for turn, date in enumerate(d.charts.dates[: plan.last], 1)
    ]
    return chart("Turn record", ("turn", "date", *SIDES), rows)._replace(turns=True)


def _german(d: Components, plan: Plan, turn: int) -> Iterator[str]:
    if many := d.charts.replacements[turn - 1]:
        yield _count(many, "replacement")
    for entry in plan.schedule:
        if entry.turn == turn:
            yield _comes(entry)
    if turn >= plan.later_first:
        yield "die (later reinforcements)"


def _comes(entry: Coming) -> str:
    """An entry of the German schedule in words."""
    if entry.what == "leader":
        return entry.unit
    if entry.what in ("air", "corps"):
        what = "air marker" if entry.what == "air" else "corps unit"
        return f"{what}s (half a die)" if entry.half else _count(entry.units, what)
    if entry.what == "division":
        groups: dict[str, list[str]] = {}
        for die, name in entry.rolls.items():
            groups.setdefault(name, []).append(str(die))
        told = ", ".join(f"on {'/'.join(dice)} {NAMES[name]}" for name, dice in groups.items())
        return f"division ({told})"
    return f"division (the other of {' and '.join(NAMES[name] for name in entry.of)})"


def _soviet(plan: Plan, turn: int) -> Iterator[str]:
    if turn >= plan.army_first:
        yield f"42nd Army (a unit for each {plan.army_each} objectives)"
    if turn >= plan.reserve_first:
        yield "Reserve (a die of units)"


def _later(d: Components) -> Chart:
    """What a die of the later turns brings the Germans."""
    plan = _plan(d)
    items = d.origins["set-ups"][plan.id]
    sources = [source for key, source in items.items() if key.startswith("roll ")]
    rows: list[Row] = []
    for roll in dict.fromkeys(plan.later[die] for die in FACES):
        dice = [str(die) for die in FACES if plan.later[die] == roll]
        rows.append((first_source(sources[len(rows)]), ("/".join(dice), "; ".join(_brings(roll)))))
    return chart(f"German reinforcements from Game Turn {plan.later_first} on", ("die", "what comes"), rows)


def _brings(roll: Roll) -> Iterator[str]:
    if roll.rest:
        yield f"one of those still missing: {', '.join(NAMES[name] for name in roll.rest)}"
    if roll.corps:
        yield _count(roll.corps, "corps unit")
    if roll.air:
        yield _count(roll.air, "air marker")
    if roll.next:
        yield f"{NAMES[roll.next]} on the next turn"


# -- terrain ----------------------------------------------------------------------------------


def _terrain(d: Components) -> Chart:
    items, fort, rubble = _items(d, "terrain effects"), d.charts.fortification, d.charts.rubble
    rows: list[Row] = []
    for kind, one in d.charts.terrain.items():
        source = weakest(items[f"{kind} {key}"] for key in ("cost", "blocks", "modifier", "rubble"))
        blocks, rubbled = ("yes" if flag else "no" for flag in (one.blocks, one.rubble))
        rows.append((source, (kind, str(one.cost), blocks, _signed(one.modifier), rubbled)))
        source = items[f"{FORTIFICATION} cost"]
        told = (f"{kind} with fortification", str(fort.cost[kind]), blocks, "", rubbled)
        rows.append((first_source(source), told))
    source = first_source(items[f"{FORTIFICATION} modifier"])
    rows.append((source, ("fortification, for Soviets, added", "", "", _signed(fort.modifier), "")))
    source = weakest(items[f"rubble {key}"] for key in ("cost", "modifier"))
    rows.append((source, ("rubble, added", _signed(rubble.cost), "", _signed(rubble.modifier), "")))
    for key, name, faces in (("fire", "fire", rubble.fire), ("air", "an air strike", rubble.air)):
        told = (f"rubble after {name}", "", "", "", f"on {_on(faces)}")
        rows.append((first_source(items[f"rubble {key}"]), told))
    return chart("Terrain", ("hex", "MP", "blocks fire", "die", "rubble"), rows)


def _hexsides(d: Components) -> Chart:
    items = _items(d, "hexside effects")
    rows: list[Row] = []
    for kind, one in d.charts.hexsides.items():
        sources = [source for key, source in items.items() if key.startswith(kind)]
        cost = f"+{one.cost}" if one.cost is not None else "closed"
        rows.append((weakest(sources), (kind, cost, "0", _signed(one.modifier))))
    columns = ("river", "MP without bridge", "MP with bridge", "die in close assault")
    return chart("Hexsides", columns, rows)


# -- combat -----------------------------------------------------------------------------------


def _crt(d: Components) -> Chart:
    items, crt = _items(d, "crt"), d.charts.crt
    dice = sorted({die for die, _ in crt.cells})
    rows: list[Row] = []
    for die in dice:
        head = f"{die} or less" if die == dice[0] else f"{die} or more" if die == dice[-1] else str(die)
        cells = (crt.cells[die, n].replace("-", "–") for n in range(len(crt.names)))
        rows.append((weakest(items[f"{die} {name}"] for name in crt.names), (head, *cells)))
    return chart("Combat results by fire strength", ("modified die", *crt.names), rows)


def _modifiers(d: Components) -> Chart:
    items, radius = _items(d, "modifiers"), d.charts.anti_aircraft_radius
    rows: list[Row] = [
        (first_source(items[key]), (text.format(radius=radius), _signed(d.charts.modifiers[key])))
        for key, text in MODIFIERS.items()
    ]
    return chart("Die roll modifiers", ("for", "die"), rows)


def _demolition(d: Components) -> Chart:
    items, one = _items(d, "demolition"), d.charts.demolition
    rows: list[Row] = []
    for what, list_ in (("bridge", one.bridge), ("structure", one.structure)):
        for key, amount in list_.items():
            told = {"engineer": "engineers beside it", "air": "from the air"}.get(key, key)
            rows.append((first_source(items[f"{what} {key}"]), (what, told, _signed(amount))))
    return chart("Demolition: the only modifiers", ("of a", "for", "die"), rows)


# -- the rest ---------------------------------------------------------------------------------


def _dice(d: Components, name: str, layer: str, table: Mapping[int, str], words: Mapping[str, str]) -> Chart:
    items = _items(d, layer)
    rows = [(first_source(items[str(die)]), (str(die), words[result])) for die, result in table.items()]
    return chart(name, ("die", "result"), rows)


def _delay(d: Components) -> Chart:
    items, one = _items(d, "delay"), d.charts.delay
    rows: list[Row] = [
        (first_source(items["rolls"]), ("delay on a die of", _on(one.rolls))),
        (first_source(items["stacking"]), ("Soviet units in every hex", str(one.stacking))),
        (
            first_source(items["replacements"]),
            (f"more replacements a turn, from Game Turn {one.first} on", str(one.replacements)),
        ),
    ]
    return chart("Delay (option)", ("for", ""), rows)


def _numbers(d: Components) -> Chart:
    items = _items(d, "numbers")
    rows = [(first_source(items[name]), (text, str(d.charts.numbers[name]))) for name, text in NUMBERS.items()]
    return chart("Numbers", ("for", ""), rows)
