"""The charts of a title as data: every cell with its source, stated in the rules or estimated by us."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...kit.table import Wargame

Cell = dict[str, str]


def charts(title: Wargame[Any]) -> list[dict[str, Any]]:
    """The charts of a title."""
    if title.aids.charts:
        return [
            _chart(
                one.name,
                one.source,
                one.columns,
                [[_cell(text, source) for text in cells] for source, cells in one.rows],
            )
            for one in title.aids.charts(title.data)
        ]
    return list(_charts(title, getattr(title.data, "tables", {})))


def _charts(title: Wargame[Any], tables: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if crt := tables.get("crt"):
        sources = {die: crt.get("sources", {}).get(die, crt["source"]) for die in crt["die"]}
        rows = [[_cell(text, sources[die]) for text in (die, *row)] for die, row in crt["die"].items()]
        yield _chart("Combat results", crt["source"], ("die", *crt["columns"]), rows)
    if movement := tables.get("movement"):
        kinds = list(next(iter(movement["cost"].values())))
        source = movement["source"]
        rows = [
            [_cell(terrain, source), *(_cell(costs[kind].replace("1/2", "½"), source) for kind in kinds)]
            for terrain, costs in movement["cost"].items()
        ]
        rows += [
            [_cell(what, source), *(_cell(f"×{value}", source) for _ in kinds)]
            for what, value in movement.get("times", {}).items()
        ]
        yield _chart("Movement points", source, ("to enter", *kinds), rows)
    if shifts := tables.get("shift"):
        rows = [
            [_cell(shift["id"], shift["source"]), _cell(f"{shift['columns']:+d}".replace("-", "−"), shift["source"])]
            for shift in shifts
        ]
        yield _chart("Column shifts", shifts[0]["source"], ("for", "columns"), rows)
    if levels := tables.get("victory", {}).get("level"):
        rows = [
            [_cell(level["name"], level["source"]), _cell(str(level.get("least", "less")), level["source"])]
            for level in levels
        ]
        yield _chart("Victory", levels[0]["source"], ("level", "points from"), rows)
    if "dates" in (turns := tables.get("turns", {})):
        yield _track(title, turns, tables.get("schedule", {}))


def _track(title: Wargame[Any], turns: Mapping[str, Any], schedule: Mapping[str, Any]) -> dict[str, Any]:
    rows = []
    for turn, date in enumerate(turns["dates"], 1):
        row = [_cell(str(turn), turns["source"]), _cell(date, turns["source"])]
        for side in title.players:
            due = [one for one in schedule.get(side, ()) if one["turn"] == turn]
            source = next((one["source"] for one in due if "source" in one), turns["source"])
            row.append(_cell("; ".join(_arrival(one) for one in due), source))
        rows.append(row)
    return _chart("Turn record", turns["source"], ("turn", "date", *title.players), rows)


def _arrival(row: Mapping[str, Any]) -> str:
    where = row.get("area") or " ".join(row.get("at", ()))
    name = row.get("name") or (f"{row['corps']}th corps," if "corps" in row else "")
    plural = {"corps": "units", "fort": "forts"}  # infantry and armor have none
    kind = plural.get(row["kind"], row["kind"]) if row["count"] > 1 or row["kind"] == "corps" else row["kind"]
    return " ".join(filter(None, (name, str(row["count"]), kind, where)))


def _chart(name: str, source: str, columns: Sequence[str], rows: list[list[Cell]]) -> dict[str, Any]:
    letter, cite = _source(source)
    return {"name": name, "source": letter, "cite": cite, "columns": list(columns), "rows": rows}


def _cell(text: str, source: str) -> Cell:
    letter, cite = _source(source)
    return {"text": text, "source": letter, "cite": cite}


def _source(source: str) -> tuple[str, str]:
    """`R:9.5b`: stated, in that case; `E:why`: estimated, and why."""
    letter, _, where = source.partition(":")
    return letter, where
