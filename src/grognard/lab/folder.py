"""The folder of a simulation: however it is interrupted, every game is complete, and none is lost or played twice.

    simulation.toml      the plan
    games/000123.rec     the record of game 123
    results.jsonl        a line for every measured game, in the order they were finished
    results.parquet      a row for every game (or results.csv), and turns.parquet: one for every turn and side

A game is done when its record and its line are there. A line that is incomplete, or whose record has changed, does not
count; a record without a line is only measured.
"""

import csv
import fcntl
import io
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Any

from ..core.title import Bad
from .simulation_plan import Game, Plan, Task

PLAN, GAMES, RESULTS, LOCK = "simulation.toml", "games", "results.jsonl", ".lock"
LINE = {"game": int, "record": str, "row": dict, "turns": list, "cases": dict, "ground": dict}
TABLES = ("results", "turns")


def mark(record: bytes) -> str:
    """A hash that identifies a record."""
    return sha256(record).hexdigest()[:16]


@contextmanager
def saving(path: Path) -> Iterator[None]:
    """Turn errors of writing a file into `Bad` with its name."""
    try:
        yield
    except OSError as wrong:
        raise Bad(f"cannot write {path}: {wrong.strerror or wrong}") from None


def keep(path: Path, data: bytes) -> None:
    """Replace a file atomically: the old or the new one is always there, complete."""
    beside = path.with_name(f".{path.name}")
    with saving(path):
        try:
            with beside.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            with suppress(OSError):
                beside.unlink(missing_ok=True)


@contextmanager
def opened(path: Path, plan: Plan) -> Iterator["Folder"]:
    """Open the folder of a plan, new or resumed, for this process only."""
    begun = (path / PLAN).exists()
    if path.exists() and not path.is_dir():
        raise Bad(f"{path} is not a directory")
    if not begun and path.is_dir() and any(one.name != LOCK for one in path.iterdir()):
        raise Bad(f"{path} contains other files: name a new or empty directory")
    with saving(path / GAMES if begun else path):
        (path / GAMES).mkdir(parents=True, exist_ok=True)
    with saving(path / LOCK):
        lock = (path / LOCK).open("w")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Bad(f"a simulation is running in {path}: wait for it, or name another directory") from None
        except OSError:
            pass  # a file system without locks
        if begun:
            try:
                plan.over((path / PLAN).read_text("utf-8"))
            except (OSError, UnicodeDecodeError, TOMLDecodeError, Bad) as wrong:
                raise Bad(f"{path / PLAN}: {wrong}") from None
        keep(path / PLAN, plan.write().encode())
        folder = Folder(path, plan)
        try:
            yield folder
        finally:
            folder.close()


class Folder:
    """A simulation on the disk."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path, self.plan = path, plan
        self.remarks: list[str] = []
        self.done: set[int] = set()
        for left in (*path.glob(".*.*"), *(path / GAMES).glob(".*")):
            left.unlink()  # from an interrupted write
        self._take_up()
        with saving(path / RESULTS):
            self._file = (path / RESULTS).open("ab", buffering=0)

    def close(self) -> None:
        """Close the folder for writing."""
        self._file.close()

    def record(self, n: int) -> Path:
        """The path of a game's record."""
        return self.path / GAMES / f"{n:06}.rec"

    # -- resuming ----------------------------------------------------------------------------

    def _take_up(self) -> None:
        """Read existing results: valid lines stay, others are removed."""
        path = self.path / RESULTS
        if not path.exists():
            return
        good, bad = [], []
        for n, raw in enumerate(path.read_bytes().splitlines(keepends=True), 1):
            found = _line(raw)
            game = found.get("game") if found else None
            if not isinstance(game, int) or not 0 <= game < self.plan.games or game in self.done:
                bad.append((n, "it cannot be read" if not found else "there is no such game, or it occurs twice"))
            elif _mark_of(self.record(game)) != found.get("record"):
                bad.append((n, f"the record of game {game} is missing or has changed"))
            else:
                good.append(raw)
                self.done.add(game)
        if bad:
            keep(path, b"".join(good))
            n, why = bad[0]
            more = f", and {len(bad) - 1} similar lines" if len(bad) > 1 else ""
            self.remarks.append(f"{path}, line {n}: {why}{more}; what is missing is measured or played again.")

    def tasks(self) -> "Tasks":
        """The tasks left to do."""
        return Tasks(self, [n for n in range(self.plan.games) if n not in self.done])

    # -- saving ------------------------------------------------------------------------------

    def add(self, game: Game) -> None:
        """Save a game: first its record, then its line."""
        raw = game.record.encode()
        keep(self.record(game.game), raw)
        line = {"game": game.game, "record": mark(raw), **game.measured._asdict()}
        data = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with saving(self.path / RESULTS):
            before = os.fstat(self._file.fileno()).st_size
            try:
                while data:
                    data = data[self._file.write(data) :]
            except OSError:
                with suppress(OSError):
                    self._file.truncate(before)  # remove the incomplete line
                raise
        self.done.add(game.game)

    # -- results -----------------------------------------------------------------------------

    def tables(self, *, plain: bool = False) -> list[Path]:
        """Write the results as tables: Parquet, or CSV if asked for or if Parquet is not available."""
        rows, turns = list[dict[str, Any]](), list[dict[str, Any]]()
        with (self.path / RESULTS).open("rb") as file:
            for line in filter(None, map(_line, file)):
                rows.append(line["row"] | {"game": line["game"]})
                turns += [{"game": line["game"], **turn} for turn in line["turns"]]
        for table in (rows, turns):
            table.sort(key=lambda row: int(row["game"]))
        form = "csv" if plain or not _parquet() else "parquet"
        out = []
        for name, found in zip(TABLES, (rows, turns), strict=True):
            path = self.path / f"{name}.{form}"
            keep(path, (_csv if form == "csv" else _arrow)(found))
            (self.path / f"{name}.{'parquet' if form == 'csv' else 'csv'}").unlink(missing_ok=True)
            out.append(path)
        return out


class Tasks(Sequence[Task]):
    """Games to be played or measured; a record is read only when it is needed."""

    def __init__(self, folder: Folder, games: Sequence[int]) -> None:
        self.folder, self.games = folder, games

    def __len__(self) -> int:
        return len(self.games)

    def __getitem__(self, n: Any) -> Any:
        game = self.games[n]
        try:
            return Task(game, self.folder.record(game).read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            return Task(game)


def _line(raw: bytes) -> dict[str, Any]:
    """A line of the results; empty if it is incomplete."""
    try:
        found = json.loads(raw) if raw.endswith(b"\n") else None
    except ValueError:
        found = None
    if isinstance(found, dict) and all(isinstance(found.get(name), kind) for name, kind in LINE.items()):
        return found
    return {}


def _mark_of(path: Path) -> str:
    try:
        return mark(path.read_bytes())
    except OSError:
        return ""


def _parquet() -> bool:
    try:
        import pyarrow.parquet
    except ModuleNotFoundError:
        return False
    return bool(pyarrow.parquet)


def _columns(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row))


def _csv(rows: Sequence[Mapping[str, Any]]) -> bytes:
    out = io.StringIO()
    writer = csv.DictWriter(out, _columns(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def _arrow(rows: Sequence[Mapping[str, Any]]) -> bytes:
    import pyarrow
    import pyarrow.parquet

    columns = {}
    for name in _columns(rows):
        values = [row.get(name) for row in rows]
        try:
            columns[name] = pyarrow.array(values)
        except (pyarrow.ArrowInvalid, pyarrow.ArrowTypeError):  # of different kinds
            columns[name] = pyarrow.array([None if value is None else str(value) for value in values])
    out = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(pyarrow.table(columns), out)
    return bytes(out.getvalue())
