"""[14.0] Soviet untried units: their identity is drawn when they are revealed."""

from ....core.action import Verb, one
from ....core.bits import Bits, bits, lowest, scan
from ....core.kinds import FACE
from ....core.rule import Ban
from ..state import UNTRIED, State


def untried(s: State, units: Bits) -> Bits:
    """The units whose strengths are still unknown."""
    return bits(u for u in scan(units & s.data.side[1]) if s.face[u] == UNTRIED)


def in_battle(s: State) -> Bits:
    """The untried units of the current battle."""
    return untried(s, s.local.attackers | s.local.defenders)  # 14.1a, 9.1c


def pool(s: State, unit: int) -> Bits:
    """The faces a unit may be revealed to have: of its type, and not already revealed."""
    seen = bits(face for face in s.face if face != UNTRIED)
    return s.data.faces_of_type[unit >= s.data.armored] & ~seen  # 14.0b, 14.2a


def face_bans(s: State) -> list[Ban]:
    """Only an unrevealed face of the unit's type can be drawn."""
    unit = lowest(in_battle(s))
    fit = s.data.faces_of_type[unit >= s.data.armored]
    kind = "an armored unit" if unit >= s.data.armored else "infantry"
    return [
        Ban(
            "14.2a",
            f"{s.title.lexicon.pieces[unit]} is {kind} and cannot turn out to be the {{it}}",
            all_faces(s) & ~fit,
        ),
        Ban("14.0b", "the {it} has already been revealed", fit & ~pool(s, unit)),
    ]


def all_faces(s: State) -> Bits:
    """All faces."""
    foot, motor = s.data.faces_of_type
    return foot | motor


def reveal(s: State, face: int) -> None:
    """Reveal the next untried unit of the battle."""
    unit = lowest(in_battle(s))
    s.face[unit] = face  # 14.1b: the flow goes on to the die
    f = s.data.faces[face]
    s.note(
        "14.1a",
        "Untried {name} turns out to be the {full} ({a}-{d}-{m}).",
        name=s.title.lexicon.pieces[unit],
        full=f.name,
        a=f.attack,
        d=f.defense,
        m=s.data.allowance[unit],
    )


DRAWN = one(FACE, face_bans, all_faces)
DRAW = Verb("draw", (DRAWN,), reveal, weights=lambda s: [1] * DRAWN.options(s).count())
