"""The player's aid: the charts as they lie beside the map, every row with its source."""

from collections.abc import Mapping
from typing import Any

from ....kit.table import Chart
from ..data.charts import SIDES
from ..data.components import Components


def charts(d: Components) -> list[Chart]:
    """All charts, in the order in which they are needed."""
    tables = d.tables
    return [
        _results(tables["crt"]),
        _movement(tables["movement"]),
        _shifts(tables["shift"]),
        _victory(tables["victory"]["level"]),
        _turns(tables["turns"], tables["schedule"]),
    ]


def _results(crt: Mapping[str, Any]) -> Chart:
    sources: Mapping[str, str] = crt.get("sources", {})
    rows = tuple((sources.get(die, crt["source"]), (die, *cells)) for die, cells in crt["die"].items())
    return Chart("Combat results", crt["source"], ("die", *crt["columns"]), rows)


def _movement(movement: Mapping[str, Any]) -> Chart:
    source, costs = movement["source"], movement["cost"]
    kinds = tuple(next(iter(costs.values())))
    rows = [(terrain, *(cost[kind].replace("1/2", "½") for kind in kinds)) for terrain, cost in costs.items()]
    rows += [(f"{what}: times", *[str(value)] * len(kinds)) for what, value in movement["times"].items()]
    return Chart("Movement points", source, ("to enter", *kinds), tuple((source, row) for row in rows))


def _shifts(shifts: list[Mapping[str, Any]]) -> Chart:
    sources = [shift["source"] for shift in shifts]
    firm = all(source.startswith("R") for source in sources)
    own = next((source for source in sources if source.startswith("U")), "")
    rows = tuple(
        (shift["source"], (shift["id"], _signed(shift["columns"]), shift["source"].partition(":")[2]))
        for shift in shifts
    )
    source = own or ("R:case by case" if firm else "E:not all of them are stated")
    return Chart("Column shifts", source, ("for", "columns", "case"), rows)


def _signed(columns: int) -> str:
    return f"{abs(columns)} {'left' if columns < 0 else 'right'}"


def _victory(levels: list[Mapping[str, Any]]) -> Chart:
    rows = tuple((level["source"], (level["name"], str(level.get("least", "less")))) for level in levels)
    return Chart("Victory", levels[0]["source"], ("level", "points from"), rows)


def _turns(turns: Mapping[str, Any], schedule: Mapping[str, Any]) -> Chart:
    rows = []
    for turn, date in enumerate(turns["dates"], 1):
        due = [[one for one in schedule.get(side, ()) if one["turn"] == turn] for side in SIDES]
        source = next((one["source"] for side in due for one in side), turns["source"])
        rows.append((source, (str(turn), date, *("; ".join(map(_arrival, side)) for side in due))))
    return Chart("Turn record", turns["source"], ("turn", "date", *SIDES), tuple(rows), turns=True)


def _arrival(row: Mapping[str, Any]) -> str:
    where = row.get("area") or " ".join(row.get("at", ()))
    name = row.get("name") or (f"{row['corps']}th corps," if "corps" in row else "")
    plural = {"corps": "units", "fort": "forts"}  # infantry and armor have none
    kind = plural.get(row["kind"], row["kind"]) if row["count"] > 1 or row["kind"] == "corps" else row["kind"]
    return " ".join(filter(None, (name, str(row["count"]), kind, where)))
