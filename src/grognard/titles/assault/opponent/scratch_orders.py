"""Orders worked out on a scratch copy of the position, one after another, so that each can be carried out later."""

from ....core.bits import Bits, scan
from ....kit.planning import Order
from ..rules.movement import Reach, reach
from ..rules.reinforcements import entry_reach
from ..state import State, put
from .opportunities import Group


class Draft:
    """A position in which orders are tried out, and the orders so far."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.t: State = s.copy()
        self.orders: list[Order] = []

    def mark(self) -> tuple[State, int]:
        """A point to return to with `back`."""
        return self.t.copy(), len(self.orders)

    def back(self, mark: tuple[State, int]) -> None:
        """Undo all orders since a mark."""
        self.t = mark[0]
        del self.orders[mark[1] :]

    def way(self, unit: int) -> Reach:
        """Where a unit can go after the orders so far."""
        return entry_reach(self.t, unit) if self.t.place[unit] >= self.t.data.board.box else reach(self.t, unit)

    def ends(self, group: Group) -> Bits:
        """Where a group can go after the orders so far, including its own hex."""
        here = self.t.place[group.one]
        out = self.way(group.one).reached
        return out | 1 << here if here < self.t.data.board.box else out

    def go(self, unit: int, to: int, purpose: str) -> bool:
        """Order a unit to a hex; False if it cannot get there."""
        t = self.t
        if t.place[unit] == to:
            return True
        if not self.way(unit).reached >> to & 1:
            return False
        self.put(unit, to, purpose)
        return True

    def put(self, unit: int, to: int, purpose: str) -> None:
        """Order a unit to a hex that it can reach."""
        t, bit = self.t, 1 << unit
        if t.place[unit] >= t.data.board.box:
            t.fresh |= bit
        put(t, unit, to)
        t.moved |= bit
        self.orders.append(Order(bit, to, purpose))

    def send(self, group: Group, to: int, purpose: str) -> bool:
        """Order a whole group to a hex; False if none of it gets there."""
        done = False
        for unit in scan(group.units):
            done = self.go(unit, to, purpose) or done
        return done

    def recall(self, units: Bits) -> Bits:
        """Withdraw the orders of some units if their old hexes are free; return those units."""
        t, s, out = self.t, self.s, 0
        for unit in scan(units):
            old = s.place[unit]
            if t.place[unit] == old or old >= s.data.board.box:
                continue
            crowd = t.here.get(old, 0) & s.data.slots[s.data.slot[unit]] & ~s.data.of_division.get(unit, 0)
            if crowd and not s.data.city >> old & 1:
                continue
            put(t, unit, old)
            t.moved &= ~(1 << unit)
            out |= 1 << unit
        self.orders = [order for order in self.orders if not order.units & out]
        return out
