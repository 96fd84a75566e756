"""Plays games with the code of one tree and reports what happened: the part of `tools.same` that runs in both trees.

It is started by path, with only the tree's `src` on the import path, and answers requests on standard input, one JSON
value per line: `plan` (the list of games), `play` (a digest for each moment of a game) and `show` (one moment in
full). It may import only what both trees have; what has moved between them is listed in `MOVED`.
"""

import hashlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from grognard.core.action import CHANCE, PUBLIC, Action
from grognard.core.bits import bits, scan
from grognard.core.view import ask, choices, heard, plain, told, view
from grognard.titles import TITLES

MOVED = {
    "opponent": ("grognard.opponents", "grognard.opponents.levels", "grognard.ai"),
    "Seat": ("grognard.opponents", "grognard.opponents.contract", "grognard.ai"),
}
"""The modules where a name may be, newest first."""

WORDS = {"view": ("now",), "outcome": ("level",), "ask": ("now", "prompt", "pending", "left"), "verb": ("help",)}
"""The fields that are prose: they may change and are not compared.

The same goes for the texts of notes and objections, and for the reasons of a computer. In texts among facts only
numbers are compared.
"""

ODDS = {
    "column": ("column",),
    "columns": ("columns",),
    "results": ("results", "chances"),
    "ledger": ("ledger", "lines"),
}
"""The compared fields of the odds of a battle, with their possible names, newest first."""

TRIES = 6  # changed actions judged at a close look
NOT_A_WORD = re.compile(r"[^a-z\s]+|[a-z]?[0-9]+")  # 2:1, -/E, DE, i6


@cache
def moved(name: str) -> Any:
    """Import something whose module differs between trees."""
    for place in MOVED[name]:
        try:
            module = import_module(place)
        except ModuleNotFoundError as missing:
            if missing.name is None or not place.startswith(missing.name):
                raise
            continue
        if hasattr(module, name):
            return getattr(module, name)
    raise ImportError(f"{name} is in none of {', '.join(MOVED[name])}")


# -- which games ------------------------------------------------------------------------------


def plan(asked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """All games to play: random ones with many sets of options, then games between computers."""
    for name in asked["titles"] or TITLES:
        title = TITLES[name]
        for scenario in title.scenarios:
            game = {
                "title": name,
                "scenario": scenario,
                "every": asked["every"],
                "odds": asked["odds"],
                "aids": asked["aids"],
            }
            sets = option_sets(title, asked["sets"])
            for seed in range(asked["games"]):
                for options in sets:
                    limit = asked["limits"]["random"]
                    yield game | {"options": options, "players": ["random"] * 2, "seed": seed, "limit": limit}
                for n, pair in enumerate(asked["pairs"]):
                    options = sets[(seed + (n if seed else 0)) % len(sets)]  # the first games with the default options
                    limit = min(asked["limits"][level] for level in pair)
                    yield game | {"options": options, "players": pair, "seed": seed, "limit": limit}


def option_sets(title: Any, count: int) -> list[dict[str, str]]:
    """At most this many sets of options: the defaults; all changed; then each changed alone."""
    changed = {name: option.values[1:] for name, option in title.options.items()}
    sets: list[dict[str, str]] = [{}, {name: values[-1] for name, values in changed.items()}]
    single = [{name: value} for name, values in changed.items() for value in values]
    return (sets + single)[:count]


# -- playing ----------------------------------------------------------------------------------


class Game:
    """One game, moment by moment."""

    def __init__(self, game: Mapping[str, Any]) -> None:
        self.game, self.title = game, TITLES[game["title"]]
        self.s: Any = self.title.start(game["scenario"], game["options"])
        name = json.dumps([game[part] for part in ("title", "scenario", "options", "players", "seed")])
        self.dice, self.eye, self.judge = (Random(f"{what} {name}") for what in ("dice", "eye", "judge"))
        self.picks = [Random(f"side {n} {name}").randrange for n in range(len(self.title.players))]
        self.viewers = (*range(len(self.title.players)), PUBLIC, None)
        self.minds: dict[int, Any] = {}
        self.counts = {"actions": 0, "views": 0, "objections": 0, "odds": 0}

    def moments(self) -> Iterator[dict[str, Any]]:
        """The start, then the result of every action; an exception is the last moment."""
        try:
            yield self.position()
            while not self.s.over and self.counts["actions"] < self.game["limit"]:
                yield self.act()
        except Exception as wrong:  # an exception in only one tree is a difference
            yield {"broke": f"{type(wrong).__name__}: {wrong}"}

    def act(self) -> dict[str, Any]:
        title, s = self.title, self.s
        who = title.decider(s)
        action = self.choose(who)
        out: dict[str, Any] = {"who": who, "action": title.text(s, action)}
        if title.fogged:
            out["told"] = [told(s, action, viewer) for viewer in self.viewers]
        often = self.game["odds"]
        if often and self.eye.randrange(often) == 0 and (found := title.odds(s, action, 0)) is not None:
            self.counts["odds"] += 1
            out["odds"] = odds_of(found)
        if self.game["aids"] and self.eye.randrange(self.game["aids"]) == 0:
            out["cost"] = ledger_of(title.aids.cost(s, action))
        notes: list[Any] = []
        s.log = notes
        title.play(s, action)
        s.log = None
        self.counts["actions"] += 1
        out["notes"] = [[note.clause, facts_of(note.facts), audience_of(note)] for note in notes]
        out["heard"] = [[line.cite for line in heard(s, notes, viewer)] for viewer in self.viewers]
        return out | self.position()

    def choose(self, who: int) -> Action:
        level = "random" if who == CHANCE else self.game["players"][who]
        if who == CHANCE:
            return self.title.chance(self.s, self.dice.randrange)
        if level == "random":
            return self.title.sample(self.s, self.picks[who])
        opponent = moved("opponent")(level)
        mind = self.minds.setdefault(who, opponent.sit())
        action: Action = mind.choose(moved("Seat")(self.s, who), opponent.budget(), self.picks[who]).action
        return action

    def position(self) -> dict[str, Any]:
        """The position; now and then, and at the end, with the answers to all queries."""
        out: dict[str, Any] = {"key": key_of(self.s)}
        closely = self.eye.randrange(self.game["every"]) == 0 or not self.counts["actions"]
        return out | self.closely() if closely or self.s.over else out

    def closely(self) -> dict[str, Any]:
        self.counts["views"] += len(self.viewers)
        out: dict[str, Any] = {
            "views": {str(viewer): seen(self.s, viewer) for viewer in self.viewers},
            "asked": {str(viewer): asked_of(self.s, viewer) for viewer in self.viewers},
        }
        if self.game["aids"]:
            out["aids"] = aids_of(self.s, self.judge.randrange)
        if not self.s.over:
            out["choices"] = {verb.name: choices(self.s, verb, ()) for verb, _ in self.title.verbs(self.s)}
            out["objections"] = list(self.objections())
        return out

    def objections(self) -> Iterator[list[Any]]:
        """The judgement on random, possibly illegal actions."""
        title, s, random = self.title, self.s, self.judge
        for _ in range(TRIES):
            verb = random.choice(title.step(s).verbs)
            args: list[Any] = []
            if verb.available(s) and random.random() < 0.7:
                for arg in verb.args:
                    options = arg.options(s, *args)
                    args.append(options.sample(random.randrange) if options else another(title, random, arg, None))
                if args:
                    at = random.randrange(len(args))
                    args[at] = another(title, random, verb.args[at], args[at])
            else:
                args = [another(title, random, arg, None) for arg in verb.args]
            action = Action(verb.name, tuple(args))
            found = {json.dumps([said.clause, facts_of(said.facts)]) for said in title.explain(s, action)}
            self.counts["objections"] += len(found)
            yield [title.text(s, action), sorted(found)]


def another(title: Any, random: Random, arg: Any, value: Any) -> Any:
    """A random value of the argument's kind, often near the given one."""
    lexicon, kind = title.lexicon, arg.kind.name
    places = [n for n, name in enumerate(lexicon.places) if name]
    match kind:
        case "place":
            return random.choice(places)
        case "piece":
            return random.randrange(len(lexicon.pieces))
        case "face":
            return random.randrange(len(lexicon.faces))
        case "flag":
            return random.random() < 0.5
        case "number" | "half":
            return random.randint(-3, 12)
        case "pieces" | "places":
            every = places if kind == "places" else range(len(lexicon.pieces))
            return bits({*scan(value or 0)} ^ {random.choice(every) for _ in range(random.randint(1, 3))})
        case "path":
            path = list(value or random.choices(places, k=random.randint(0, 3)))
            at = random.randint(0, len(path))
            path[at : at + random.randint(0, 1)] = random.choices(places, k=random.randint(0, 1))
            return tuple(path)
    return value or ""


# -- what is compared -------------------------------------------------------------------------


def without(what: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """Data without its prose."""
    return {name: value for name, value in data.items() if name not in WORDS[what]}


def seen(s: Any, viewer: int | None) -> dict[str, Any]:
    out = without("view", view(s, viewer))
    return out | {"outcome": ended(out["outcome"])}


def asked_of(s: Any, viewer: int | None) -> dict[str, Any]:
    out = without("ask", ask(s, viewer))
    if "outcome" in out:
        return out | {"outcome": ended(out["outcome"])}
    return out | {"verbs": [without("verb", verb) for verb in out["verbs"]]}


def ended(outcome: Mapping[str, Any] | None) -> Any:
    return outcome and without("outcome", outcome) | {"facts": facts_of(outcome["facts"])}


def facts_of(facts: Mapping[str, Any]) -> list[Any]:
    """The numbers, pieces and places in a text's parameters, whatever their names."""
    found = []
    for name, value in facts.items():
        about = next((what for what in ("units", "unit", "hexes", "hex") if name.startswith(what)), "")
        kept = bare(plain(value))
        if kept not in ("", []):
            found.append([about, kept])
    return sorted(found, key=json.dumps)


def bare(value: Any) -> Any:
    """A fact without words: only the numbers in a sentence."""
    if isinstance(value, str):
        return value if NOT_A_WORD.fullmatch(value) else " ".join(re.findall(r"[0-9]+(?:[.:/-][0-9]+)*", value))
    if isinstance(value, Mapping):
        return {name: bare(one) for name, one in value.items()}
    return [bare(one) for one in value] if isinstance(value, list) else value


def audience_of(note: Any) -> Any:
    return None if note.audience is None else sorted(note.audience)


def key_of(s: Any) -> Any:
    """The whole position as plain data."""

    def flat(value: Any) -> Any:
        if isinstance(value, bytes | bytearray):
            return value.hex()
        return [flat(one) for one in value] if isinstance(value, tuple | list) else value

    return flat(s.key())


def odds_of(found: Any) -> dict[str, Any]:
    """Column, probabilities, and the cases and amounts of the ledger, for any form of odds."""
    given = shape(found)
    out: dict[str, Any] = {}
    for what, names in ODDS.items():
        value = next((given[name] for name in names if name in given), None)
        if isinstance(value, Mapping):
            value = [[name, one] for name, one in value.items()]
        if what == "ledger":
            value = ledger_of(value or ())
        elif what != "column":
            value = sorted([str(name), round(float(chance), 3)] for name, chance, *_ in value or ())
        out[what] = value
    return out


def ledger_of(lines: Iterable[Any]) -> list[Any]:
    """The cases and amounts of a computation."""
    rows = map(shape, lines)
    return [[row.get("clause", row.get("cite")), row["op"], float(row["amount"])] for row in rows]


def aids_of(s: Any, pick: Callable[[int], int]) -> dict[str, Any]:
    """The player aids for both sides, and for one of the pieces."""
    aids, players, piece = s.title.aids, range(len(s.title.players)), pick(len(s.title.lexicon.pieces))
    line = aids.trace(s, piece) if aids.trace else None
    return {
        "overlays": {name: [find(s, player) for player in players] for name, find in aids.overlays.items()},
        "markers": dict(aids.markers(s)),
        "tracks": dict(aids.tracks(s)),
        "sides": [[aids.steps(s, one), bare(plain(aids.tally(s, one))), aids.ground(s, one)] for one in players],
        "reach": {str(place): bare(cost) for place, cost in aids.reach(s, 1 << piece).items()},
        "line": line and [line.ok, line.path, line.breaks, [[why.clause, facts_of(why.facts)] for why in line.why]],
    }


def shape(value: Any) -> Mapping[str, Any]:
    """A mapping, a named tuple or a dataclass as a mapping."""
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    named: Mapping[str, Any] = value if isinstance(value, Mapping) else value._asdict()
    return named


def digest(moment: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(moment, sort_keys=True).encode()).hexdigest()[:16]


# -- answering --------------------------------------------------------------------------------


def play(game: Mapping[str, Any], expected: Sequence[str] | None) -> dict[str, Any]:
    """The digests of a game; up to the first difference if expected digests are given."""
    playing, digests, broke = Game(game), list[str](), ""
    for n, moment in enumerate(playing.moments()):
        digests.append(digest(moment))
        broke = moment.get("broke", "")
        if expected is not None and (n >= len(expected) or expected[n] != digests[n]):
            break
    return {"digests": digests, "counts": playing.counts, "broke": broke}


def show(game: Mapping[str, Any], at: int) -> Any:
    """One moment of a game in full; None if the game was over before."""
    return next((moment for n, moment in enumerate(Game(game).moments()) if n == at), None)


def main() -> None:
    """Answer requests until there are no more."""
    out = os.fdopen(os.dup(1), "w")
    sys.stdout = sys.stderr
    answers: dict[str, Callable[..., Any]] = {"plan": lambda asked: list(plan(asked)), "play": play, "show": show}
    home = Path(import_module("grognard").__file__ or "")
    print(json.dumps({"home": str(home.resolve().parent.parent)}), file=out, flush=True)
    for line in sys.stdin:
        what, args = json.loads(line)
        print(json.dumps(answers[what](*args)), file=out, flush=True)


if __name__ == "__main__":
    main()
