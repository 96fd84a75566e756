"""[1.2, 1.3] Strengths are dealt, and only their owner sees them."""

from grognard.core.action import Arg, Verb
from grognard.core.bits import Bits, bits, lowest, scan
from grognard.core.kinds import NUMBER
from grognard.core.options import Among, Pick
from grognard.core.rule import Objection
from grognard.core.title import ALL_ASPECTS

from ..state import State

BACK = frozenset(("there", "kind", "marks"))


def sees(s: State, player: int, block: int) -> frozenset[str]:
    """What a player sees of a block: only the back of an enemy block that has not fought."""
    mine = s.data.side_of[block] == player
    return ALL_ASPECTS if mine or s.known >> block & 1 or s.place[block] == s.data.lost else BACK  # 1.3a, 1.3b


def guess(s: State, player: int, pick: Pick) -> State:
    """The same position with the strengths that the player does not see dealt again."""
    out = s.copy()
    hidden = [block for block in scan(s.data.side[1 - player]) if s.strength[block] and sees(s, player, block) == BACK]
    strengths = [*s.data.strengths] if undealt(s) else sorted(s.strength[block] for block in hidden)
    for block in hidden:
        out.strength[block] = strengths.pop(pick(len(strengths)))
    return out


def stranger(s: State, block: int) -> str:
    """The name of a block in the diary, for players who do not see its strength."""
    return f"a block ({s.data.ids[block]})"


# -- dealing ----------------------------------------------------------------------------------


def undealt(s: State) -> Bits:
    """The blocks that have no strength yet."""
    return bits(block for block, place in enumerate(s.place) if place != s.data.lost and not s.strength[block])


def left(s: State) -> list[int]:
    """The strengths that the next block may get, each as often as there are chips for it."""
    side = s.data.side_of[lowest(undealt(s))]
    chips = [*s.data.strengths]
    for block in scan(s.data.side[side]):
        if s.strength[block] in chips:
            chips.remove(s.strength[block])
    return chips


def options(s: State) -> Among:
    """The different strengths among those."""
    return Among(sorted(set(left(s))))


def objections(s: State, strength: int) -> list[Objection]:
    """The objection to a strength that is no longer available."""
    return [] if strength in left(s) else [Objection("1.2b", f"there is no {strength} left to deal")]


def deal(s: State, strength: int) -> None:
    """Give the next block its strength."""
    block = lowest(undealt(s))
    s.strength[block] = strength
    s.note("1.2b", "{unit} has strength {n}.", audience=(s.data.side_of[block],), unit=block, n=strength)


DEAL = Verb(
    "deal",
    (Arg(NUMBER, "", options, objections),),
    deal,
    weights=lambda s: [left(s).count(strength) for strength in options(s)],
    audience=lambda s: (s.data.side_of[lowest(undealt(s))],),  # 1.3a
)
