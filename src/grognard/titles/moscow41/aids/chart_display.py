"""The player aid charts: Areas, movement and fire of Blocks, weather, Logistics."""

from collections.abc import Iterable, Mapping
from typing import Any

from ....kit.table import Chart
from ..data.charts import Charts
from ..data.components import GERMAN, SOVIET, Components

FIRES = {"S": "Single", "D": "Double", "T": "Triple"}
SHARES = {"all": "all", "half": "half", "quarter": "a quarter", "one": "1"}
WHOLE = {
    "whole": "whole",
    "half": "half",
    "half unless Moscow and Leningrad": "half, unless Moscow and Leningrad are held",
}

Row = tuple[str, tuple[str, ...]]


def charts(d: Components) -> list[Chart]:
    """All charts, in order of use."""
    c, t = d.charts, d.tables
    return [
        _turns(d),
        _terrain(c, t),
        _movement(c, t),
        _fire(c, t),
        _bonus(c, t),
        _weather(c, t),
        _headquarters(c, t),
        _logistics(c, t),
        _battle(c),
        _entry(c, t),
    ]


def _chart(name: str, source: str, columns: Iterable[str], rows: Iterable[Row]) -> Chart:
    return Chart(name, source, tuple(columns), tuple(rows))


def _first(source: str) -> str:
    """The first of several sources."""
    return source.split(",")[0].split(";")[0]


def _turns(d: Components) -> Chart:
    c, t = d.charts, d.tables
    comes = {c.november: [""] * 2}
    comes[c.november][SOVIET] = f"{d.lettered['N'].bit_count()} Blocks join the Pool"
    rows = [
        (_first(t["turns"]["source"]), (str(n), month, *comes.get(n, ["", ""]))) for n, month in enumerate(c.months, 1)
    ]
    return _chart("Turn record", _first(t["turns"]["source"]), ("turn", "date", "german", "soviet"), rows)


def _terrain(c: Charts, t: Mapping[str, Any]) -> Chart:
    names = {"green": "Green", "yellow": "Yellow", "victory": "Victory", "staging": "Staging"}
    rows = [
        (
            _first(t["terrain"][kind]["source"]),
            (names[kind], str(one.cost), str(one.stacking or "any"), str(one.absorb or "–")),
        )
        for kind, one in c.terrain.items()
    ]
    return _chart("Areas", "R:2.7f", ("Area", "to enter", "Blocks of each side", "hits absorbed"), rows)


def _movement(c: Charts, t: Mapping[str, Any]) -> Chart:
    said = {
        "fast": ("Fast Block", ""), "slow": ("Slow Block", ""), "disengage": ("to disengage", "+"),
        "blitz": ("Blitz", ""), "divisions": ("German infantry division (option)", ""),
        "cavalry_rain": ("an Area for cavalry in Rain (option)", ""),
    }  # fmt: skip
    rows = [
        (_first(t["movement"][key]["source"]), (what, f"{sign}{c.points[key]}")) for key, (what, sign) in said.items()
    ]
    return _chart("Movement Points", "R:10.8.1a", ("for", "points"), rows)


def _fire(c: Charts, t: Mapping[str, Any]) -> Chart:
    rows = [
        (
            _first(t["fire"][letter]["source"]),
            (f"{FIRES[letter]} Fire", str(t["fire"][letter]["colour"]), _faces(c.hits[letter]), str(c.price[letter])),
        )
        for letter in FIRES
    ]
    for what, letter, key in (
        ("Headquarters in their Area", c.hq_fire, "fire"),
        ("Artillery", c.hq_artillery, "artillery"),
    ):
        rows.append((_first(t["headquarters"][key]["source"]), (what, "stars", _faces(c.hits[letter]), str(c.hq_step))))
    return _chart("Firepower", "R:4.2.2a", ("a step", "colour", "hits on", "to replace"), rows)


def _faces(hits: Iterable[int]) -> str:
    found = sorted(hits)
    return f"{found[0]}–{found[-1]}" if len(found) > 1 else str(found[0])


def _bonus(c: Charts, t: Mapping[str, Any]) -> Chart:
    names = {"yellow": "Yellow Area", "city": "City", "victory": "Victory Area", "line": "Defensive Line"}
    rows = [
        (
            _first(t["absorb"][key]["source"]),
            (names[key], str(c.absorb[key].hits), "yes" if c.absorb[key].controlled else "no"),
        )
        for key in c.absorb_order
    ]
    rows.append((t["absorb"]["most"]["source"], ("maximum in one Battle", str(c.absorb_most), "")))
    return _chart("Absorb Bonus", "R:10.13b", ("of", "hits", "if the Defender controls it"), rows)


def _weather(c: Charts, t: Mapping[str, Any]) -> Chart:
    rows = []
    for one in c.weather:
        attack, defence = one.attack, one.defence
        who = [name for name, may in zip(("Germans", "Soviets"), one.exploit, strict=True) if may]
        rows.append(
            (
                _first(t["weather"][one.id]["source"]),
                (
                    one.name,
                    str(one.cost or "as terrain"),
                    SHARES[attack[GERMAN]],
                    SHARES[attack[SOVIET]],
                    SHARES[defence[GERMAN]],
                    "yes" if one.rivers else "no",
                    "yes" if one.tanks else "no",
                    "yes" if one.blitz else "no",
                    " and ".join(who) or "nobody",
                    WHOLE[one.logistics],
                ),
            )
        )
    columns = (
        "weather",
        "to enter",
        "German attack and range",
        "Soviet attack and range",
        "German defence",
        "rivers",
        "Tank Attack",
        "Blitz",
        "may exploit",
        "Logistics Value",
    )
    return _chart("Weather", "R:8.0a", columns, rows)


def _headquarters(c: Charts, t: Mapping[str, Any]) -> Chart:
    source = _first(t["headquarters"]["range"]["source"])
    rows = [(source, ("★" * stars or "♥ exhausted", str(far), str(stars or "–"))) for stars, far in c.hq_range.items()]
    return _chart("Headquarters", source, ("stars", "range in Areas", "dice of artillery"), rows)


def _logistics(c: Charts, t: Mapping[str, Any]) -> Chart:
    said = t["logistics"]
    rows = [
        (said["leader"]["source"], ("Leader", "its stars")),
        (said["headquarters"]["source"], ("each headquarters with a star", f"+{c.value['headquarters']}")),
        (said["victory"]["source"], ("each Victory Point", f"+{c.value['victory']}")),
        (_first(said["lost"]["source"]), (f"each {c.lost} enemy Blocks lost or surrendered", f"+{c.value['lost']}")),
        (_first(t["headquarters"]["regeneration"]["source"]), ("a step of a headquarters costs", str(c.hq_step))),
        ("R:7.2a", ("a Reinforcement called costs", "1")),
    ]
    return _chart("Logistics Value", "R:7.2.1b", ("counts", "points"), rows)


def _battle(c: Charts) -> Chart:
    rows = [
        ("R:10.12.1a", ("1 Showdown", "every Block in the Area is revealed")),
        ("R:10.12.2a", ("2 Artillery", "of the Attacker's headquarters")),
        ("R:10.12.3a", ("3 Anti-air", f"of the Defender: 1 hit aborts, {c.bomber_hits} destroy a Bomber")),
        ("R:10.12.4a", ("4 Airstrike", "of the remaining Bombers")),
        ("R:10.12.5a", ("5 Fire", "the Defender first, then the surviving Attackers")),
        ("R:10.12.5.2a", ("Tank Attack", "the Attacker fires first: Good Weather, Green Area, no Line, no City, Tanks "
                                         "against none")),
        ("R:10.14b", ("Hits", "the Area absorbs, then the Line falls, then the strongest Block loses steps")),
    ]  # fmt: skip
    return _chart("Order of a Battle", "R:10.12a", ("step", "what happens"), rows)


def _entry(c: Charts, t: Mapping[str, Any]) -> Chart:
    where = {"any": "any Staging Area", "road": "Hoepner's box"}
    said = t["entry"]["german"]
    rows = [
        (
            _first(said[colour]["source"]),
            (f"German, {colour}" if colour else "Luftwaffe headquarters", where.get(at, f"Staging Area {at}")),
        )
        for colour, (at, _) in c.entry.items()
    ]
    rows.append((_first(t["entry"]["soviet"]["source"]), ("Soviet", "a City or Victory Area in supply, one per Area")))
    return _chart("Reinforcements", "R:5.0d", ("Block", "enters"), rows)
