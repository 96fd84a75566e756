"""What the player who decides is told about a move: who moves, what is left, and what defensive fire could do."""

from ....kit.battle.die import FACES
from ....kit.words import counted
from ..rules.command import NAMES
from ..rules.modifiers import strength
from ..rules.movement import must_enter
from ..rules.volley import beside, chance, ready, strongest
from ..rules.walk import Walk
from ..state import State, face_down, name_of, stranger


def moving(s: State) -> str:
    """The sub-command that moves now, and the units that must still enter."""
    late = must_enter(s).bit_count()
    out = [f"{NAMES[s.command]} moves now"] if s.command else []
    out += [f"{counted(late, 'unit')} must still enter"] if late else []
    return "; ".join(out)


def _where(s: State, w: Walk) -> str:
    name = stranger(s, w.unit) if face_down(s, 1 << w.unit) else name_of(s, w.unit)
    return f"{name} is in {s.title.place(s, s.place[w.unit])}"


def volley(s: State) -> str:
    """The target of the fire, and what the units that are face up could do."""
    w: Walk = s.local
    firers, hidden = strongest(s, ready(s)), face_down(s, beside(s)).bit_count()
    out = [_where(s, w)]
    if firers:
        out.append(f"face up: strength {strength(s, firers)}, eliminates on {chance(s, firers)} of {len(FACES)}")
    if hidden:
        out.append(f"face down: {counted(hidden, 'unit')}")
    return "; ".join(out)


def onward(s: State) -> str:
    """Where the unit is, and how far it can still go."""
    w: Walk = s.local
    plan = f"; planned: to {s.title.lexicon.places[w.path[-1]]}" if w.path else ""
    return f"{_where(s, w)}; {counted(w.points, 'movement point')} left{plan}"
