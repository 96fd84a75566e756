"""Orders of an Impulse, and the paths by which they are carried out."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from ....core.bits import Bits, scan
from ..rules.movement import Reach, cost, way_to
from ..state import State


class Order(NamedTuple):
    """An order for a Block, identified by its face, to go to an Area or to dig in where it is."""

    face: int
    end: int
    gain: float
    why: str
    target: int = 0  # the Area of the attack it takes part in


class Post(NamedTuple):
    """A headquarters to be activated: its face, where it goes first, and the value of that."""

    face: int
    place: int
    gain: float
    cost: float


class Course(NamedTuple):
    """A way to play an Impulse: the choice, its value minus its cost, and the headquarters it needs."""

    verb: str
    gain: float
    posts: tuple[Post, ...] = ()


def dry(s: State, piece: int, way: Reach, area: int) -> bool:
    """Whether a Block can enter an Area without crossing a river in the last step."""
    return bool(_doors(s, piece, way, area) & ~s.data.board.river[area])


def _doors(s: State, piece: int, way: Reach, area: int) -> Bits:
    """The Areas from which a Block may enter another in its last step."""
    paid, out, near = cost(s, s.face[piece], area), 0, s.data.adjacent[area]
    if near >> way.start & 1 and way.first >> area & 1:
        out |= 1 << way.start
    for at in range(len(way.rings) - paid):
        out |= way.rings[at] & near & ~way.enemy
    return out


def approach(s: State, piece: int, way: Reach, area: int) -> tuple[int, ...]:
    """A path to an Area, without a river in its last step if possible."""
    face = s.face[piece]
    doors = _doors(s, piece, way, area)
    river = s.data.board.river[area]
    if not way.enemy >> area & 1 or not doors & river or not doors & ~river:
        return way_to(s, face, way, area)
    best = min(scan(doors & ~river), key=lambda door: (way.cost_of(door) if door != way.start else 0, door))
    return (area,) if best == way.start else (*way_to(s, face, way, best), area)


def gathered(orders: Iterable[Order], most: int) -> list[Order]:
    """As many orders as there are points for, the best first; an attack is not begun with half of its Blocks."""
    out: list[Order] = []
    groups: dict[int, list[Order]] = {}
    for n, order in enumerate(orders):
        groups.setdefault(order.target or -1 - n, []).append(order)
    for group in sorted(groups.values(), key=lambda group: -sum(one.gain for one in group) / len(group)):
        if len(out) + len(group) <= most:
            out += group
    return out


MOST_LINES = 7  # of a plan as text


def meant(orders: Collection[Order], place: Callable[[int], str]) -> list[str]:
    """Orders as text: the main effort, the other attacks, then where other Blocks go or dig in."""
    attacks = Counter(order.target for order in orders if order.target)
    others = Counter(order.end for order in orders if not order.target)
    out: list[str] = []
    for target, count in attacks.most_common():
        out.append(f"{'Also' if out else 'Main effort'}: {place(target)}, {_blocks(count)}.")
    if not out:
        out.append("No attack is planned.")
    for end, count in others.most_common(max(1, MOST_LINES - len(out))):
        out.append(f"Needed in {place(end)}: {_blocks(count)}.")
    return out[:MOST_LINES]


def _blocks(count: int) -> str:
    return f"{count} Block{'s' * (count != 1)}"
