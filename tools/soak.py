"""Long tests: hundreds of games and every position of the records checked against the laws, ten thousand first Soviet
turns and as many Combat Phases, invalid input, a server killed repeatedly, whole games in a browser, the wheel in an
empty environment, titles of another package, the compiled build, every number of the data changed, and every rule
disabled once. The summary goes to `docs/soak.md`.

    python -m tools.soak [--games N] [--turns N] [--fuzz SECONDS] [--requests N] [--kills N] [--opponents N]
        [--no-mutation] [--dry]
"""

import argparse
import multiprocessing
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from grognard import __version__
from grognard.cli.commands.fuzz import fuzz
from grognard.core import record
from grognard.core.dice import Dice
from grognard.core.title import Bad
from grognard.lab.citations import trace
from grognard.lab.match import Pairing, play
from grognard.titles import TITLES
from tests.laws import laws, numbers
from tests.opponents import follies
from tests.records.fired import Cited, fired
from tests.titles.demyansk import phases
from tests.web.bad_requests import assault
from tests.web.kill import trials
from tools import mutate, native
from tools.break_rules import mutants_of
from tools.turn_one import german_turn, soviet_turn

ROOT = Path(__file__).resolve().parent.parent
SUMMARY = ROOT / "docs" / "soak.md"
WORKERS = 2
EACH = 5  # Soviet turns played from the same German one


class Result(NamedTuple):
    """One row of the summary."""

    what: str
    amount: str
    troubles: list[str]
    notes: list[str] = []  # noqa: RUF012  never changed


def spread(act: Callable[[Any], Any], jobs: Iterable[Any]) -> list[Any]:
    """Run jobs on two cores."""
    with multiprocessing.Pool(WORKERS) as pool:
        return list(pool.imap_unordered(act, jobs))


# -- games ------------------------------------------------------------------------------------


class Played(NamedTuple):
    title: str
    options: str
    actions: int
    checked: int
    level: str
    trouble: str = ""


def one_game(job: tuple[str, int]) -> Played:
    """Play a complete random game with random options and check the laws; every tenth game at a table with undo."""
    name, seed = job
    title, random = TITLES[name], Random(f"soak {seed}")
    actions = checked = 0
    s: Any = None
    try:
        for s in laws.walk(title, random, done=random.choice((1, 2, 5, 5, 10, 25))):
            actions += 1
            laws.settled(title, s)
            laws.conserved(title, s)
            if s.over or random.random() < 0.15:
                laws.check(title, s, random, tries=4)
                checked += 1
        if seed % 10 == 0:
            laws.table_is_faithful(laws.played(title, random))
    except Exception as wrong:  # any exception is a finding
        return Played(name, "", actions, checked, "", f"{name} game {seed}: {type(wrong).__name__} {wrong}")
    outcome = title.outcome(s)
    assert outcome is not None
    return Played(name, " ".join(s.options) or "none", actions, checked, outcome.level)


def games(count: int) -> Result:
    """Complete games of every title."""
    played: list[Played] = spread(one_game, [(name, seed) for name in TITLES for seed in range(count)])
    done = [game for game in played if not game.trouble]
    options = Counter(game.options for game in done)
    levels = Counter(game.level for game in done)
    return Result(
        "complete random games, options varied, checked against every law",
        f"{len(done)} games, {sum(g.actions for g in done):,} actions, {sum(g.checked for g in done):,} positions",
        [game.trouble for game in played if game.trouble],
        [f"options: {_counts(options)}", f"outcomes: {_counts(levels)}"],
    )


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {n}" for name, n in counter.most_common())


# -- the first Soviet turn --------------------------------------------------------------------


def some_turns(job: tuple[int, int]) -> tuple[int, int, str]:
    """Play a few Soviet turns after one German turn; returns the turns, the decisions, and the error if any."""
    seed, count = job
    dice, decisions = Dice(f"soak {seed}"), 0
    try:
        first = german_turn(dice)
        for _ in range(count):
            decisions += soviet_turn(first.copy(), dice)
    except Exception as wrong:  # any exception is a finding
        return 0, decisions, f"turn one, seed {seed}: {type(wrong).__name__} {wrong}"
    return count, decisions, ""


def first_turns(count: int) -> Result:
    """Random Soviet Movement and Combat Phases of Game-Turn 1."""
    found: list[tuple[int, int, str]] = spread(some_turns, [(seed, EACH) for seed in range(count // EACH)])
    return Result(
        "random Soviet turns of Game-Turn 1 (17.1-17.3), no dead ends, all obligations met",
        f"{sum(n for n, _, _ in found):,} turns, {sum(n for _, n, _ in found):,} decisions",
        [wrong for _, _, wrong in found if wrong],
    )


def one_phase(seed: int) -> tuple[int, str]:
    """Play a random Combat Phase of Demyansk Shield; returns the decisions, and the error if any."""
    try:
        return phases.play(seed, often=0.01), ""
    except Exception as wrong:  # any exception is a finding
        return 0, f"Combat Phase {seed}: {type(wrong).__name__} {wrong}"


def combat_phases(count: int) -> Result:
    """Random Combat Phases of Demyansk Shield."""
    found: list[tuple[int, str]] = spread(one_phase, range(count))
    return Result(
        "random Combat Phases of Demyansk Shield (11.0), no dead ends, every set of attacks can be completed",
        f"{sum(not wrong for _, wrong in found):,} phases, {sum(n for n, _ in found):,} decisions",
        [wrong for _, wrong in found if wrong],
    )


# -- fuzzing, records, disabled rules ---------------------------------------------------------


def nonsense(seconds: float) -> Result:
    """`grognard fuzz`."""
    report = fuzz(TITLES, seconds, seed=1, least=len(TITLES))
    count = f"{report.games} games, {report.actions:,} actions, {report.questions:,} checks in {seconds:.0f} s"
    return Result("`grognard fuzz`", count, [str(finding) for finding in report.findings])


def traced(name: str) -> Result:
    """`grognard trace`."""
    found = trace(name)
    rules = [clause for clause in found.rulebook.clauses if clause.decides]
    troubles = [f"{clause} lacks {' and '.join(lacks)}" for clause, lacks in found.uncovered.items()]
    troubles += [f"{cite.where} cites {cite.what}" for cite in found.unknown]
    return Result(f"`grognard trace {name}`", f"{len(rules) - len(found.uncovered)} of {len(rules)} clauses", troubles)


def recorded(name: str) -> Result:
    """The records replayed, and the clauses they fire."""
    title, cited = TITLES[name], Cited(TITLES[name])
    rules = [clause.id for clause in title.rulebook.clauses if clause.decides]
    every: set[str] = set()
    troubles = []
    paths = sorted((ROOT / "tests" / "records" / name).glob("*.rec"))
    for path in paths:
        try:
            every |= fired(record.read(TITLES, path.read_text("utf-8")).table, cited)
        except Bad as wrong:
            troubles.append(f"{path.name}: {wrong}")
    never = [clause for clause in rules if clause not in every]
    share = 1 - len(never) / len(rules)
    if share < 0.7:
        troubles.append("less than 70 %")
    notes = [f"never: {' '.join(never) or 'none'}"]
    return Result(f"records of {name} replayed, clauses fired", f"{len(paths)} records, {share:.1%}", troubles, notes)


def one_record(path: Path) -> tuple[int, list[str]]:
    """Check the laws in every position of a recorded game; returns their number and what is wrong."""
    table, random = record.read(TITLES, path.read_text("utf-8")).table, Random(path.stem)
    troubles = []
    for n, entry in enumerate(table.journal):
        try:
            laws.check(table.title, entry.before, random)
        except Exception as wrong:  # any exception is a finding
            troubles.append(f"{path.parent.name}/{path.name} before action {n + 1}: {type(wrong).__name__} {wrong}")
    return len(table.journal), troubles


def along(name: str) -> Result:
    """The laws in every position of every record; the tests look at a few of them."""
    found: list[tuple[int, list[str]]] = spread(one_record, sorted((ROOT / "tests" / "records" / name).glob("*.rec")))
    count = sum(positions for positions, _ in found)
    return Result(
        f"every position of the records of {name} checked against every law",
        f"{len(found)} records, {count:,} positions",
        [trouble for _, troubles in found for trouble in troubles],
    )


def renumbered(name: str) -> Result:
    """Change every number of a title's data once: everything offered stays legal, and something changes."""
    found: list[numbers.Finding] = spread(numbers.tried, numbers.numbers(name))
    counts = numbers.summary(found)
    troubles = [trouble for one in found for trouble in one.troubles]
    dead = [str(one.number) for one in found if one.built and not one.follows]
    troubles += [f"{one} has no effect" for one in dead if one not in numbers.DEAD]
    troubles += [
        f"{one} has an effect, but is listed as dead"
        for one in numbers.DEAD
        if one.startswith(name) and one not in dead
    ]
    notes = [f"{one}: {numbers.DEAD[one]}" for one in dead if one in numbers.DEAD]
    return Result(f"numbers of {name} changed one by one", _counts(counts), troubles, notes)


def disabled(title: str, say: Callable[[str], None]) -> Result:
    """Every rule of a title disabled once."""
    if not mutate.green(title):
        return Result(f"rules of {title} disabled", "none", ["the tests of the title fail without changes"])
    verdicts = mutate.mutate(title, mutants_of(title), say, WORKERS)
    found = mutate.summary(title, verdicts)
    return Result(
        f"rules of {title} disabled one by one, noticed by a test of the same case",
        f"{len(verdicts)} rules: {found}",
        found.troubles,
        [f"{v.verdict}: {v.mutant.name}" for v in found.broken],
    )


# -- opponents --------------------------------------------------------------------------------


def one_ledger(seed: int) -> tuple[int, int, list[str]]:
    """Check a game of *Leningrad* between clubs for blunders: marches, marches undone, and blunders."""
    kept = follies.ledger("club", f"soak {seed}")
    wrong = [
        f"game {seed}: {TITLES['leningrad79'].text(s, action)} is worth {gain:.1f}"
        for s, action, gain in follies.attacks(kept)
        if gain < -1.5
    ]
    if cut := follies.cut_off(kept):
        wrong.append(f"game {seed}: {cut} Germans cut off by their own moves")
    if bare := follies.left_open(kept):
        wrong.append(f"game {seed}: the city was left open {bare} times")
    return *follies.dithered(kept), wrong


def opponents(count: int) -> Result:
    """Games between clubs: no suicidal attacks, no units cut off by their own side, no open city, no marches undone."""
    found: list[tuple[int, int, list[str]]] = spread(one_ledger, range(count))
    marches, undone = sum(one[0] for one in found), sum(one[1] for one in found)
    troubles = [wrong for one in found for wrong in one[2]]
    if undone > 0.05 * marches:
        troubles.append(f"{undone} of {marches} marches were undone in the next turn")
    return Result(
        "games between clubs checked for blunders",
        f"{count} games, {marches:,} marches",
        troubles,
        [f"marches undone in the next turn with no enemy near: {undone}"],
    )


def unknown(count: int) -> Result:
    """The club against the sparring partners of every title, on each side."""
    games = [
        Pairing(name, next(iter(title.scenarios)), levels, f"soak {seed}")
        for name, title in TITLES.items()
        for partner in title.opponents().sparring
        for levels in (("club", f"sparring:{partner}"), (f"sparring:{partner}", "club"))
        for seed in range(count)
    ]
    won: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for score in spread(play, games):
        club = score.pairing.levels.index("club")
        won[score.pairing.title, score.pairing.levels] += score.winner == club
    met = dict.fromkeys((game.title, game.levels) for game in games)
    told = {one: f"{one[0]}: {' v '.join(one[1])}, the club won {won[one]} of {count}" for one in met}
    return Result(
        "club v sparring partners",
        f"{len(games)} games",
        [told[one] for one in met if 2 * won[one] <= count],
        list(told.values()),
    )


# -- the server and the page ------------------------------------------------------------------


def killed(kind: str, times: int) -> Result:
    """Kill the server at random moments, with one kind of database."""
    what = f"`kill -9` of the server during play, {kind}"
    try:
        tally = trials(kind, times)
    except AssertionError as wrong:
        return Result(what, f"{times} kills", [str(wrong) or "an acknowledged action was lost"])
    return Result(what, ", ".join(f"{name} {n:,}" for name, n in tally._asdict().items()), [])


def bad_requests(each: int) -> Result:
    """Random bad requests to every address of the server, and messages to its WebSocket."""
    tally = assault(each)
    what = f"{tally.addresses} addresses, {tally.requests:,} requests, {tally.messages:,} messages"
    return Result("bad requests, none answered by a failure of the server", what, list(tally.wrong[:20]))


def fuzzed(each: int) -> Result:
    """Requests that Schemathesis derives from the OpenAPI, to every address of a running server."""
    command = [sys.executable, "-m", "pytest", "-q", "tests/web/test_fuzz.py"]
    environment = {**os.environ, "GROGNARD_EXAMPLES": str(each)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else "nothing ran"
    troubles = [line for line in done.stdout.splitlines() if line.startswith("FAILED")] or [last]
    return Result(
        f"Schemathesis, up to {each:,} requests to each address", last.strip("= "), troubles if done.returncode else []
    )


LONGER = ("records", "laws", "lab", "opponents", "browser")  # suites with tests that are too long for `make test`


def longer(suite: str) -> Result:
    """The tests of a suite that are too long for `make test`."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "soak", f"tests/{suite}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else "nothing ran"
    return Result(f"the longer tests of tests/{suite}", last.strip("= "), [last] if done.returncode else [])


def downloaded() -> Result:
    """The wheel installed by pip into an empty environment, every library downloaded."""
    command = [sys.executable, "-m", "pytest", "-q", "tests/install", "--download"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else "nothing ran"
    return Result("the wheel in an empty environment", last.strip("= "), [last] if done.returncode else [])


def plugged(games: int) -> Result:
    """The titles of another package, installed beside Grognard, checked against the laws."""
    command = [sys.executable, "-m", "pytest", "-q", "tests/plugins", "-k", "laws", "--plugin-games", str(games)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    troubles = [] if done.returncode == 0 else [done.stdout]
    return Result(
        "random games of titles of another package, checked against every law", f"{games} games each", troubles
    )


def compiled() -> Result:
    """The tests that prove the rules, and games compared with those of the Python code, with the functions in C."""
    there = native.library().exists()
    command = [sys.executable, "-m", "tools.native", "--test"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if not there:
        native.library().unlink(missing_ok=True)
    last = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else "nothing ran"
    troubles = [done.stdout + done.stderr] if done.returncode else []
    return Result("the same games with the functions in C", last, troubles)


# -- the summary ------------------------------------------------------------------------------


def summary(results: list[Result], minutes: float) -> str:
    """The text of `docs/soak.md`."""
    out = [
        "# Soak",
        "",
        f"The last run of `make soak`: Grognard {__version__}, {minutes:.0f} minutes on two cores.",
        "",
        "| what | how much | findings |",
        "| --- | --- | --- |",
    ]
    out += [f"| {r.what} | {r.amount} | {len(r.troubles) or 'none'} |" for r in results]
    for r in results:
        if r.troubles or r.notes:
            out += ["", f"## {r.what[0].upper()}{r.what[1:]}", ""]
            out += [f"- **{line.splitlines()[0]}**" for line in r.troubles]
            out += [f"- {line}" for line in r.notes]
    return "\n".join(out) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the long tests and write a summary to docs/soak.md.")
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--fuzz", type=float, default=60, metavar="SECONDS")
    parser.add_argument("--requests", type=int, default=1000, help="bad requests to each address of the server")
    parser.add_argument("--kills", type=int, default=200, help="kills of the server, for each database")
    parser.add_argument("--opponents", type=int, default=10, metavar="GAMES", help="games of the club, of each kind")
    parser.add_argument("--no-mutation", action="store_true", help="do not disable rules")
    parser.add_argument("--dry", action="store_true", help="only print the summary")
    asked = parser.parse_args()
    start = time.monotonic()

    def say(text: str) -> None:
        print(f"{(time.monotonic() - start) / 60:5.1f} min  {text}", flush=True)

    tasks: list[Callable[[], Result]] = [partial(task, title) for title in TITLES for task in (traced, recorded)]
    tasks += [partial(along, title) for title in TITLES]
    tasks += [partial(games, asked.games), partial(first_turns, asked.turns), partial(nonsense, asked.fuzz)]
    tasks += [partial(combat_phases, asked.turns)]
    tasks += [partial(opponents, asked.opponents), partial(unknown, asked.opponents)] if asked.opponents else []
    tasks += [partial(renumbered, title) for title in TITLES]
    tasks += [partial(killed, kind, asked.kills) for kind in ("sqlite", "postgresql")]
    tasks += [partial(bad_requests, asked.requests), partial(fuzzed, asked.requests)]
    tasks += [partial(longer, suite) for suite in LONGER] + [downloaded, partial(plugged, asked.games), compiled]
    if not asked.no_mutation:
        tasks += [partial(disabled, title, say) for title in TITLES]
    results: list[Result] = []
    for task in tasks:
        result = task()
        results.append(result)
        say(f"{result.what}: {result.amount}, {len(result.troubles) or 'no'} findings")
        for trouble in result.troubles:
            print(trouble, flush=True)
    text = summary(results, (time.monotonic() - start) / 60)
    if asked.dry:
        print(text)
    else:
        SUMMARY.write_text(text, "utf-8")
    return 1 if any(result.troubles for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
