"""A position in a Combat Segment, and dice that fall as they are told."""

from collections.abc import Callable

from grognard.core.bits import scan
from grognard.titles.moscow41.rules.fire import dice_of, firepower
from tests.titles.moscow41.conftest import TITLE, Game

At = Callable[..., Game]
MISS, HIT = 1, 6


def segment(at: At, text: str, step: str = "combat", scenario: str = "campaign", options: str = "") -> Game:
    """A position in a Tactical Impulse; Smolensk is German unless the text says more."""
    head = [f"options {options}"] if options else []
    head += ["at game play_tactical+", f"at tactical {step}", "impulse tactical", "turn 1"]
    lines = [line.strip() for line in text.strip().splitlines()]
    if not any(line.startswith("german ") for line in lines):
        head.append("german 67")
    said = "\n".join(lines)
    tail = [who for who in ("63 Stalin", "Rastenburg Hitler") if who.split()[1] not in said]
    return at("\n".join([*head, *lines, *tail]), scenario)


def roll(game: Game, *faces: int) -> Game:
    """Dice, one after another."""
    return game.play(*(f"roll {face}" for face in faces))


def volley(game: Game, hits: int = 0) -> Game:
    """The whole step under way is rolled: so many hits first, then misses."""
    step = game.ask[1]
    while game.ask == ("chance", step):
        at = game.s.at
        roll(game, HIT if hits > 0 else MISS)
        hits -= 1
        if game.s.at != at:
            break
    return game


def guns(game: Game) -> dict[str, tuple[int, str]]:
    """Who has still to roll in the step under way: dice and Firepower of each."""
    s = game.s
    out = {"line": (1, s.data.line_fire)} if s.local.line else {}
    for piece in scan(s.local.queue):
        bomber = s.data.all_bombers >> piece & 1
        name = TITLE.lexicon.pieces[piece] if bomber else TITLE.lexicon.faces[s.face[piece]]
        out[name] = (dice_of(s, piece), firepower(s, piece))
    return out


def bomber(game: Game, name: str) -> str:
    """Where a Bomber is."""
    return str(TITLE.lexicon.places[game.s.place[TITLE.lexicon.piece(name)]])
