"""Random Combat Phases: two crowds of units face to face somewhere on the map, played to the end of the phase.

The tests take some hundred of them, `tools.soak` ten thousand.
"""

from random import Random
from typing import Any

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.titles.demyansk.rules.requirements import declared
from grognard.titles.demyansk.state import UNTRIED
from tests.laws import laws
from tests.titles.demyansk.conftest import TITLE

D = TITLE.data
LABELS = [face.label for face in D.faces]
LONGEST = 2000  # actions of one Combat Phase


def ground(random: Random) -> list[int]:
    """The hexes within three of some hex."""
    out = 1 << random.choice([*scan(D.stages["campaign"].area)])
    for _ in range(3):
        out |= D.around(out)
    return list(scan(out & D.stages["campaign"].area))


def phase(seed: int) -> Any:
    """A random position at the start of a Combat Phase."""
    random = Random(f"phase {seed}")
    hexes = ground(random)
    random.shuffle(hexes)
    half = random.randint(2, max(2, min(9, len(hexes) // 2)))
    stacks: dict[int, list[str]] = {}
    for side, own in ((0, hexes[:half]), (1, hexes[half : 2 * half])):
        known = list(scan(D.side[side] & ~D.printed))
        for unit in random.sample(known, min(len(known), random.randint(3, 22))):
            place = random.choice(own)
            if D.points(sum(1 << D.number[name] for name in stacks.get(place, []))) + D.stack[unit] <= 7:
                stacks.setdefault(place, []).append(D.pieces[unit])
    lines = [f"{D.board.names[place]} {' '.join(names)}" for place, names in stacks.items()]
    tired = [name for names in stacks.values() for name in names if random.random() < 0.25]
    reduced = {name for name in tired if D.two_steps >> D.number[name] & 1}
    fired = {name for name in tired if D.guns >> D.number[name] & 1}
    marked = {name: f"{name}(reduced)" for name in reduced} | {name: f"{name}(fired)" for name in fired}
    lines = [" ".join(marked.get(word, word) for word in line.split()) for line in lines]
    head = f"demyansk campaign\nat combat\nturn {random.randint(1, 12)}\nsegment 1\nsequence {random.randint(1, 2)}"
    weather = f"weather {random.choice(('frozen', 'frozen', 'dry', 'mud'))}\nstorm {random.choice(('no', 'no', 'yes'))}"
    planes = "available " + " ".join(D.pieces[n] for n in range(D.first_air, len(D.pieces)) if random.random() < 0.6)
    shortage = random.choice(("", "shortage red\n", "shortage yellow\n"))
    works = [name for n, name in enumerate(D.board.names) if (D.feature["Axis strongpoint"] >> n & 1)]
    gone = f"destroyed {' '.join(works)}\n" if random.random() < 0.5 else ""
    text = "\n".join([head, weather, planes, shortage + gone + "\n".join(lines)])
    return notation.read({TITLE.name: TITLE}, text)


def play(seed: int, often: float = 0.05) -> int:
    """Play a Combat Phase at random and check the laws; returns the number of decisions."""
    s, random = phase(seed), Random(f"play {seed}")
    side, count = s.side, 0
    while in_combat(s, side):
        if random.random() < often:
            laws.check(TITLE, s, random, tries=2)
        unknown_units_stay_unknown(s)
        complete_sets(s, random)
        TITLE.play(s, TITLE.sample(s, random.randrange, 4))
        count += 1
        assert count < LONGEST, f"Combat Phase {seed} does not end"
    return count


def in_combat(s: Any, side: int) -> bool:
    """Whether it is still this Combat Phase."""
    names = [flow.name for flow, *_ in s.stack] + [s.flow.name]
    return not s.over and s.side == side and ("battle" in names or TITLE.step(s).name == "combat")


def complete_sets(s: Any, random: Random) -> None:
    """A set of attacks that is not complete can be completed by any attacks that are offered, without a recall."""
    if not s.unfinished or TITLE.step(s).name != "combat":
        return
    s = s.copy()
    while s.unfinished:
        attack = TITLE.step(s).verb("attack")
        assert attack is not None
        args: tuple[Any, ...] = ()
        for arg in attack.args:
            options = arg.options(s, *args)
            assert options, f"an incomplete set cannot be completed\n{notation.write(s)}"
            args = (*args, options.sample(random.randrange))
        TITLE.play(s, Action("attack", args))
    waiting = [*declared(s)] if TITLE.step(s).name == "combat" else []
    for lead in waiting:
        assert not TITLE.explain(s, TITLE.parse(s, f"resolve {D.board.names[lead]}"))


def unknown_units_stay_unknown(s: Any) -> None:
    """An Untried unit that has not been turned over has no face, and nothing about a face is told."""
    text = notation.write(s)
    drawn = {face for face in s.face if face != UNTRIED}
    for number, label in enumerate(LABELS):
        if number not in drawn:
            assert label.replace(" ", "-") not in text
    for piece in scan(D.untried):
        if s.face[piece] == UNTRIED:
            assert "strength" not in TITLE.portrait(s, piece)
