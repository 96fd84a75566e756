"""`grognard simulate`: a game played many times by computers, with every game saved, measured and reported."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from ..core.title import Bad
from ..kit.load.pack import Pack
from ..kit.table import Wargame
from ..titles import with_packs
from . import cluster, task_pools
from .folder import Folder, keep, opened
from .simulation_plan import Game, Job, Plan

ENGINES = ("local", "ray")
PATIENCE = 10  # games that may fail
Run = Callable[[Callable[[Any], Any], Sequence[Any]], task_pools.Results]


def engine(name: str, jobs: int = 0, address: str = "") -> Run:
    """The engine with this name."""
    if name not in ENGINES:
        raise Bad(f"there is no engine {name!r}; engines: {', '.join(ENGINES)}")
    if address and name != "ray":
        raise Bad("--address is for --engine ray")
    return (
        partial(cluster.on_ray, jobs=jobs, address=address) if name == "ray" else partial(task_pools.local, jobs=jobs)
    )


def run(folder: Folder, job: Job, engine: Run, seen: Callable[[Game], None] = lambda _game: None) -> list[str]:
    """Play and save the remaining games; return messages about those that failed."""
    tasks, broken = folder.tasks(), list[str]()
    if not len(tasks):
        return broken
    with closing(engine(job, tasks)) as found:
        for n, game in found:
            if isinstance(game, task_pools.Failed):
                broken.append(f"game {tasks.games[n]} failed: {game.why}")
                if len(broken) >= PATIENCE:
                    break
                continue
            folder.add(game)
            seen(game)
    return broken


def command(
    plan: Plan,
    packs: Sequence[Pack],
    out: str,
    *,
    jobs: int = 0,
    name: str = "local",
    address: str = "",
    plain: bool = False,
) -> None:
    """Simulate, with the progress shown on a terminal, and write the results."""
    work, path = engine(name, jobs, address), Path(out).expanduser()
    with opened(path, plan) as folder:
        for remark in folder.remarks:
            print(remark, file=sys.stderr)
        there = len(folder.done)
        if there:
            print(f"{there:,} of {plan.games:,} games are already there.")
        try:
            with _progress(plan.games, there) as progress:
                broken = run(
                    folder, Job(plan, tuple(packs)), work, lambda _game: progress.advance(progress.task_ids[0])
                )
        except Bad as wrong:
            raise Bad(f"{wrong}. {_kept(folder)}") from None
        except KeyboardInterrupt:
            print(f"Stopped. {_kept(folder)}", file=sys.stderr)
            raise
        if broken:
            more = f" (and {len(broken) - 1} more)" if len(broken) > 1 else ""
            raise Bad(f"{broken[0]}{more}. {_kept(folder)}")
        _results(folder, with_packs(packs, plan.title), plain)


def _kept(folder: Folder) -> str:
    return f"{len(folder.done):,} of {folder.plan.games:,} games are saved in {folder.path}: the same command continues"


def _results(folder: Folder, titles: Mapping[str, Wargame[Any]], plain: bool) -> None:
    """Write the tables and the report, and print where they are."""
    files = folder.tables(plain=plain)
    try:
        from .report import report
    except ModuleNotFoundError as missing:
        install = f"pip install 'grognard[lab]', then grognard report {folder.path}"
        print(f"No report: {missing.name} is missing. To get one: {install}", file=sys.stderr)
    else:
        page = folder.path / "report.html"
        keep(page, report(folder.path, titles=titles).encode())
        files.append(page)
    print(f"{folder.plan.games:,} games in {folder.path}: {', '.join(file.name for file in files)}")


class _Left(ProgressColumn):
    """The time left, estimated from the games played since the start."""

    def __init__(self, there: int) -> None:
        super().__init__()
        self.there, self.start = there, monotonic()
        self.last = there, self.start

    def render(self, task: Task) -> Text:
        """`12 min left`."""
        count, now = int(task.completed), monotonic()
        if count != self.last[0]:
            self.last = count, now
        if count == self.there or task.total is None:
            return Text("")
        pace = (self.last[1] - self.start) / (count - self.there)
        return Text(f"{spell(max(0.0, pace * (task.total - count) - (now - self.last[1])))} left")


def spell(seconds: float) -> str:
    """A rounded duration."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


def _progress(games: int, there: int) -> Progress:
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("Playing"),
        BarColumn(),
        MofNCompleteColumn(),
        _Left(there),
        console=console,
        disable=not console.is_terminal,
    )
    progress.add_task("games", total=games, completed=there)
    return progress
