"""Plays and records games of a title that use its rarer clauses, and its playthrough.

The players are in `tools.scripted_players`. Of many games, it keeps the smallest set that fires the most clauses
and shows every way to win.

    python -m tools.play_records [TITLE] [--tries N] [--list]
"""

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from grognard.core import record
from grognard.core.action import NOBODY
from grognard.core.table import Table
from grognard.titles import TITLES
from tests.playthroughs.render import render
from tests.records.fired import Cited, deciding, fired, never_fired

TESTS = Path(__file__).resolve().parent.parent / "tests"
Switches = tuple[tuple[str, str], ...]


class Game(NamedTuple):
    """What is played, by whom, with which options and dice."""

    title: str
    scenario: str
    first: str  # who plays the first side
    second: str
    seed: int
    options: Switches = ()

    @property
    def name(self) -> str:
        """The file name of its record."""
        players = f"{self.first}-{self.second}-{self.seed}"
        return players if len(TITLES[self.title].scenarios) == 1 else f"{self.scenario}-{players}"


def leanings(title: str) -> Any:
    """The players of a title."""
    return import_module(f"tools.scripted_players.{title}")


def play(game: Game) -> Table:
    """Play a whole game between two scripted players."""
    house = leanings(game.title)
    random = Random(game.name)
    table = Table(TITLES[game.title], game.scenario, dict(game.options), seed=game.name)
    players = [house.PLAYERS[n][name] for n, name in enumerate((game.first, game.second))]
    while (who := table.decider) != NOBODY:
        table.play(house.choose(table.state, players[who], random), who)
    return table


def text_of(game: Game, table: Table) -> str:
    """The record of a game."""
    return record.write(table, dict(zip(table.title.players, (game.first, game.second), strict=True)))


# -- keeping the best -------------------------------------------------------------------------


class Found(NamedTuple):
    """A played game, how it ended, and what it shows: clauses and options."""

    game: Game
    text: str
    ending: str
    shows: frozenset[str]


def find(game: Game) -> Found:
    """Play a game and find out what it shows."""
    table = play(game)
    assert table.outcome is not None
    switches = {f"{name}={value}" for name, value in game.options}
    shows = fired(table, Cited(table.title)) | switches
    winner = table.outcome.winner
    ending = f"{game.scenario}: {table.title.players[winner] if winner >= 0 else 'nobody'} {table.outcome.level}"
    return Found(game, text_of(game, table), ending, frozenset(shows))


def games(title: str, tries: int) -> list[Game]:
    """This many games of each pairing in each scenario, cycling through the options."""
    house = leanings(title)
    switches: list[Switches] = [()]
    for name, option in TITLES[title].options.items():
        switches = [(*some, (name, value)) for some in switches for value in option.values]
    out: list[Game] = []
    firsts, seconds = house.PLAYERS
    for seed in range(tries):
        for first in firsts:
            for second in seconds:
                for scenario in TITLES[title].scenarios:
                    options = switches[len(out) * house.STRIDE % len(switches)]
                    out.append(Game(title, scenario, first, second, seed, options))
    return out


def keep(found: list[Found], each: int) -> list[Found]:
    """Choose games of each scenario: one for every ending, then those that show most of what is rarely shown."""
    kept: list[Found] = []
    times: dict[str, int] = {}
    for scenario in dict.fromkeys(one.game.scenario for one in found):
        here = [one for one in found if one.game.scenario == scenario]
        endings = {one.ending for one in here}
        for _ in range(min(each, len(here))):
            wanted = [one for one in here if one not in kept and (not endings or one.ending in endings)]
            best = max(wanted, key=partial(_news, times))
            kept.append(best)
            endings -= {best.ending}
            for what in best.shows:
                times[what] = times.get(what, 0) + 1
    return kept


def _news(times: dict[str, int], one: Found) -> float:
    """How much a game shows that was rarely shown before; shorter games win ties."""
    return sum(0.1 ** times.get(what, 0) for what in one.shows) - one.text.count("\n") / 5000


def search(title: str, tries: int, say: Callable[[str], None]) -> None:
    """Play many games and save the best of them, and the playthrough."""
    house, folder = leanings(title), TESTS / "records" / title
    with multiprocessing.Pool(2) as pool:
        found = pool.map(find, games(title, tries), chunksize=1)
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.rec"):
        old.unlink()
    for one in keep(found, house.EACH):
        (folder / f"{one.game.name}.rec").write_text(one.text, "utf-8")
        say(f"{one.game.name}: {one.ending}, {one.text.count(chr(10))} lines, shows {len(one.shows)}")
    told = Game(title, *house.PLAYTHROUGH)
    (TESTS / "playthroughs" / f"{title}.rec").write_text(text_of(told, play(told)), "utf-8")


def lists(title: str, say: Callable[[str], None]) -> None:
    """Write the list of clauses that the records never fire, and the text of the playthrough."""
    book, folder = TITLES[title], TESTS / "records" / title
    cited = Cited(book)
    every: set[str] = set()
    for path in sorted(folder.glob("*.rec")):
        every |= fired(record.read(TITLES, path.read_text("utf-8")).table, cited)
    (folder / "never_fired.txt").write_text(never_fired(book, every), "utf-8")
    count, shown = len(deciding(book)), len(every & deciding(book))
    say(f"{shown} of {count} clauses fire ({shown / count:.1%})")
    told = TESTS / "playthroughs" / f"{title}.rec"
    table = record.read(TITLES, told.read_text("utf-8")).table
    told.with_suffix(".txt").write_text(render(table), "utf-8")


def main() -> int:
    """Play and record."""
    parser = argparse.ArgumentParser(description="Play and record games that fire the rarer clauses.")
    parser.add_argument("title", nargs="?", default="leningrad79", choices=list(TITLES))
    parser.add_argument("--tries", type=int, default=3, metavar="N", help="games of each pairing")
    parser.add_argument(
        "--list", action="store_true", help="keep the records; only rewrite the files derived from them"
    )
    asked = parser.parse_args()
    start = time.monotonic()
    if not asked.list:
        search(asked.title, asked.tries, print)
    lists(asked.title, print)
    print(f"{time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
