"""[4.0] Battles."""

from math import comb
from typing import NamedTuple

from grognard.core.action import Arg, Verb, one
from grognard.core.bits import Bits, scan
from grognard.core.flow import call
from grognard.core.kinds import FLAG, NUMBER, PLACE
from grognard.core.options import Among
from grognard.core.rule import Ban, Objection

from ..state import State, areas_of, blocks_in, claim, contested, total
from .movement import full, places


class Battle(NamedTuple):
    """The current battle."""

    area: int
    across: bool = False  # the attacker comes across the straits, and this is the first round


KINDS = {"area": PLACE, "across": FLAG}

# -- [4.1] where ------------------------------------------------------------------------------


def fight_bans(s: State) -> list[Ban]:
    """Where there is no battle."""
    return [Ban("4.1a", "{it} does not hold blocks of both sides", s.data.board.everywhere & ~contested(s))]


def begin(s: State, area: int) -> Battle:
    """The battle in an area, at its beginning."""
    return Battle(area, across=bool(blocks_in(s, area, s.side) & s.crossed))  # 4.2b


def fight(s: State, area: int) -> None:
    """Begin a battle."""
    both = blocks_in(s, area, s.side) | blocks_in(s, area, 1 - s.side)
    s.known |= both  # 4.1b
    s.note("4.1b", "Battle for {hex}: {units}.", hex=area, units=both)
    call(s, s.title.flows["battle"], begin(s, area))


FIGHT = Verb("fight", (one(PLACE, fight_bans, places),), fight, help="fight a battle")

# -- [4.2, 4.3] fire and hits -----------------------------------------------------------------


def fighting(s: State) -> bool:
    """Whether both sides are still there."""
    return bool(contested(s) >> s.local.area & 1)


def dice(strength: int, across: bool) -> int:
    """How many dice a side rolls."""
    return max(1, strength - 1) if across and strength else strength  # 4.2a, 4.2b


def weights(count: int, hit: int) -> list[int]:
    """The weight of each number of hits with this many dice."""
    hits, misses = 7 - hit, hit - 1  # 4.2c
    return [comb(count, n) * hits**n * misses ** (count - n) for n in range(count + 1)]


def take_hits(s: State, blocks: Bits, hits: int) -> None:
    """Each hit takes a point from the strongest block."""
    for _ in range(min(hits, total(s, blocks))):
        block = max(scan(blocks), key=lambda one: s.strength[one])  # 4.3a
        s.strength[block] -= 1
        if not s.strength[block]:
            s.place[block] = s.data.lost  # 4.3a
            s.note("4.3a", "{unit} is destroyed.", unit=block)
    claim(s)


def fire_verb(attacking: bool) -> Verb:
    """The verb `fire` of one side: chance names the number of hits."""

    def firing(s: State) -> int:
        return s.side if attacking else 1 - s.side

    def count(s: State) -> int:
        return dice(total(s, blocks_in(s, s.local.area, firing(s))), attacking and s.local.across)

    def objections(s: State, hits: int) -> list[Objection]:
        return [] if 0 <= hits <= count(s) else [Objection("4.2a", f"{count(s)} dice cannot hit {hits} times")]

    def fire(s: State, hits: int) -> None:
        side = firing(s)
        who = s.title.players[side].title()
        s.note("4.2a", "{who} rolls {dice}: {hits} hit.", who=who, dice=count(s), hits=hits)
        take_hits(s, blocks_in(s, s.local.area, 1 - side), hits)

    hits = Arg(NUMBER, "", lambda s: Among(range(count(s) + 1)), objections)
    return Verb("fire", (hits,), fire, weights=lambda s: weights(count(s), s.data.hit))


DEFENDER_FIRES, ATTACKER_FIRES = fire_verb(attacking=False), fire_verb(attacking=True)


def end_round(s: State) -> None:
    """From the second round on it does not matter who crossed the straits."""
    s.local = s.local._replace(across=False)  # 4.2b


# -- [4.4] rounds -----------------------------------------------------------------------------


def press(_s: State) -> None:
    """Fight another round."""


def withdraw_bans(s: State) -> list[Ban]:
    """Where the attackers may not withdraw."""
    near = s.data.board.neighbours[s.local.area]
    count = blocks_in(s, s.local.area, s.side).bit_count()
    return [
        Ban("4.4b", "{it} is not next to the battle", s.data.board.everywhere & ~near),
        Ban("4.4b", "{it} holds enemy blocks", near & areas_of(s, 1 - s.side)),
        Ban("4.4b", "{it} has no room for {n} blocks", near & full(s, s.side, count), lambda _: {"n": count}),
    ]


def withdraw(s: State, to: int) -> None:
    """Leave the battle with all attackers."""
    units = blocks_in(s, s.local.area, s.side)
    for block in scan(units):
        s.place[block] = to
    claim(s)
    s.note("4.4a", "{units} withdraw to {hex}.", units=units, hex=to)


PRESS = Verb("press", (), press, help="fight another round")  # 4.4a
WITHDRAW = Verb("withdraw", (one(PLACE, withdraw_bans, places),), withdraw, help="withdraw the attackers")
