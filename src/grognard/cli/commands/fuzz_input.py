"""Random input for `grognard fuzz`: values near a given one, damaged texts, and requests to the engine."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ...core import notation
from ...core.action import Arg
from ...core.bits import bits, scan
from ...kit.table import Wargame
from ..protocol.engine import Engine

NONSENSE = (
    "at",
    "over",
    "options",
    "--",
    "-1",
    "0",
    "7",
    "99999999999",
    "1e9",
    "½",
    "=",
    "(",
    ")",
    "()",
    "+",
    "#",
    "\0",
    "chance",
    "roll",
    "position",
    "  ",
    "\t",
    "é",
    "\ud7ff",
    "-",
    ",",
)


def another(title: Wargame[Any], random: Random, arg: Arg, value: Any) -> Any:
    """A random value of the argument's kind, often near the given one."""
    lexicon = title.lexicon
    places = [n for n, name in enumerate(lexicon.places) if name]
    several: dict[str, list[int]] = {"pieces": [*range(len(lexicon.pieces))], "places": places, "path": places}
    match arg.kind.name:
        case "place":
            return random.choice(places)
        case "piece":
            return random.randrange(len(lexicon.pieces))
        case "face":
            return random.randrange(len(lexicon.faces))
        case "word":
            return random.choice(arg.kind.words)
        case "flag":
            return random.random() < 0.5
        case "number" | "half":
            return random.randint(-3, 12)
        case "pieces" | "places":
            members = list(scan(value or 0))
            for _ in range(random.randint(0 if value is None else 1, 3)):
                one = random.choice(several[arg.kind.name])
                members = [m for m in members if m != one] if one in members else [*members, one]
            return bits(members)
        case "path":
            path = list(value or random.choices(places, k=random.randint(0, 3)))
            at = random.randint(0, len(path))
            path[at : at + random.randint(0, 1)] = random.choices(places, k=random.randint(0, 1))
            return tuple(path)
    return value or ""


def scramble(random: Random, text: str, words: list[str]) -> str:
    """A text with a few words, letters or lines removed, doubled, swapped or inserted."""
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        cut = random.choice((" ", " ", " ", "\n", "\n", ",", "=", "+", ""))
        parts = text.split(cut) if cut else list(text)
        if not parts:
            return random.choice(words)
        a, b = random.randrange(len(parts)), random.randrange(len(parts))
        match random.randrange(5):
            case 0:
                del parts[a]
            case 1:
                parts.insert(b, parts[a])
            case 2:
                parts[a], parts[b] = parts[b], parts[a]
            case 3:
                parts[a] = random.choice(words)
            case 4:
                parts.insert(a, random.choice(words))
        text = cut.join(parts)
    return text


def requests(random: Random, title: Wargame[Any], s: Any) -> Iterator[bytes]:
    """Requests to the engine, most of them wrong in some way."""
    step = next(iter(s.flow.ask.values())) if s.over else title.step(s)
    values: list[Callable[[], Any]] = [
        lambda: random.choice(title.lexicon.pieces),
        lambda: random.choice(title.lexicon.places),
        lambda: random.choice([verb.name for verb in step.verbs]),
        lambda: random.choice(title.players),
        lambda: random.choice((None, True, -1, 0, 1, 2.5, "", "main", [], {}, [[]], ["1"], f"{title.players[0]} done")),
        lambda: {"verb": step.verbs[0].name, "args": [random.choice(title.lexicon.pieces), [], ["1404"]]},
        lambda: title.name,
        lambda: notation.write(s),
        lambda: step.name,
        lambda: {
            random.choice(("move", "mark", "unmark", "set", "push")): {
                random.choice((*title.lexicon.pieces, "turn")): random.choice((*title.lexicon.places, "reduced", "3"))
            }
        },
    ]
    fields = (
        "title",
        "scenario",
        "options",
        "seed",
        "seat",
        "auto",
        "undo",
        "text",
        "as",
        "case",
        "verb",
        "chosen",
        "action",
        "air",
        "step",
        "actions",
        "agreed",
        "side",
        "since",
        "game",
        "key",
        "lock",
        "units",
        "against",
        "places",
        "if",
    )
    commands = [name for name in Engine({})._commands() if name != "quit"]
    for verb in step.verbs if not s.over else ():
        yield json.dumps({"id": 0, "cmd": "choices", "verb": verb.name}).encode()
    yield from _inquiries(random, values)
    for _ in range(6):
        said: dict[str, Any] = {"id": random.choice((1, "a", None)), "cmd": random.choice(commands)}
        for name in random.sample(fields, random.randint(0, 3)):
            said[name] = random.choice(values)()
        line = json.dumps(said)
        if random.random() < 0.2:
            line = scramble(random, line, ['"', "{", "}", "[", ":", "null", "\\ud800"])
        yield line.encode("utf-8", "surrogatepass")


def _inquiries(random: Random, values: list[Callable[[], Any]]) -> Iterator[bytes]:
    """Questions that change nothing, most of them well formed."""
    piece, place, supposed = values[0], values[1], values[-1]
    fields: dict[str, dict[str, Callable[[], Any]]] = {
        "supply": {"units": piece},
        "threat": {"places": place},
        "odds": {"units": piece, "against": place},
        "cost": {"action": random.choice(values)},
        "why": {"action": random.choice(values)},
        **{name: {} for name in ("zones", "control", "status", "must")},
    }
    for cmd in random.sample(sorted(fields), 3):
        said = {"cmd": cmd, **{name: make() for name, make in fields[cmd].items()}}
        yield json.dumps(said | ({"if": supposed()} if random.random() < 0.5 else {})).encode()
