"""Checking orders before they are given: covering units stay, and no unit is cut off by its own side."""

from ....core.bits import Bits, lowest, scan
from ....kit.planning import Order
from ..rules.supply import supplied
from ..state import State, hold
from .opportunities import Opportunities

TRIES = 12  # at most, orders withdrawn to keep units in supply


def looked_over(s: State, look: Opportunities, orders: list[Order]) -> list[Order]:
    """The orders without those that are impossible or would cut off friends; units with the fewest paths go first."""
    out = _roomy(s, look, _fed(s, look, _covered(s, look, orders)))
    return sorted(out, key=lambda order: not look.enemy_zone >> s.place[lowest(order.units)] & 1)


def _roomy(s: State, look: Opportunities, orders: list[Order]) -> list[Order]:
    """Drop the last orders into hexes that would be overstacked."""
    out = list(orders)
    while True:
        crowd = crowd_after(s, look.side, out)
        full = next((order for order in reversed(out) if crowd[order.to] > s.data.stacking), None)
        if full is None:
            return out
        out.remove(full)


def _covered(s: State, look: Opportunities, orders: list[Order]) -> list[Order]:
    """Not all units may leave a hex in an enemy Zone of Control: the one with the last order stays (6.3a)."""
    out = list(orders)
    for place in scan(s.held[look.side] & look.enemy_zone):
        leaving = [order for order in out if s.place[lowest(order.units)] == place]
        going = 0
        for order in leaving:
            going |= order.units
        if leaving and not s.here[place] & ~going:
            out.remove(leaving[-1])
    return out


def held_after(s: State, side: int, orders: list[Order]) -> Bits:
    """The hexes a side holds after all orders are carried out."""
    held, left = s.held[side], dict[int, Bits]()
    for order in orders:
        start = s.place[lowest(order.units)]
        if start < s.data.board.box:
            left[start] = left.get(start, 0) | order.units
    for place, gone in left.items():
        if not s.here[place] & ~gone:
            held &= ~(1 << place)
    for order in orders:
        held |= 1 << order.to
    return held


def crowd_after(s: State, side: int, orders: list[Order]) -> dict[int, int]:
    """How many units of a side each hex holds after all orders are carried out."""
    crowd = {place: s.here[place].bit_count() for place in scan(s.held[side])}
    for order in orders:
        start, many = s.place[lowest(order.units)], order.units.bit_count()
        if start in crowd:
            crowd[start] -= many
        crowd[order.to] = crowd.get(order.to, 0) + many
    return crowd


def fed_after(s: State, side: int, orders: list[Order]) -> Bits:
    """The hexes in which a side is in supply after all orders are carried out."""
    sketch = s.copy()
    hold(sketch, side, held_after(s, side, orders))
    return supplied(sketch, side)


def _fed(s: State, look: Opportunities, orders: list[Order]) -> list[Order]:
    """Withdraw orders, one after another, until no unit loses supply because of them."""
    side, sketch = look.side, s.copy()
    mine = look.mine & ~look.hungry

    def cut(given: list[Order]) -> tuple[int, Bits]:
        hold(sketch, side, held_after(s, side, given))
        fed = supplied(sketch, side)
        ends = {unit: order.to for order in given for unit in scan(order.units)}
        lost = 0
        for unit in scan(mine):
            if not fed >> ends.get(unit, s.place[unit]) & 1:
                lost |= 1 << unit
        return lost.bit_count(), lost

    out = list(orders)
    count, lost = cut(out)
    for _ in range(TRIES):
        if not count:
            break
        held = held_after(s, side, out)
        open_ = s.held[side] & ~held & look.enemy_zone  # given up, and thereby closed to our lines
        suspects = [order for order in out if open_ >> s.place[lowest(order.units)] & 1 or order.units & lost]
        found = min(
            ((*cut([one for one in out if one is not order]), n) for n, order in enumerate(suspects)),
            default=None,
            key=lambda one: (one[0], one[2]),
        )
        if found is None or found[0] >= count:
            break
        count, lost = found[0], found[1]
        out = [one for one in out if one is not suspects[found[2]]]
    return out
