"""What a side pursues over several turns: garrisons of the towns whose loss would end the game.

`opponents.operations` keeps them from Segment to Segment. Their units get their orders before any attack is planned.
"""

from ....core.bits import Bits, scan
from ....kit.hex.reach import union
from ....kit.planning import Plan
from ....opponents.operations import Operation, Operations
from ..data.components import AXIS, SOVIET
from ..state import State, friendly, zone
from . import combat_choices
from .evaluation import SUDDEN
from .phase_plan import PhasePlan
from .posts import HOLD, TAKE, Post
from .regular import Regular
from .step_by_step import Decision
from .weights import WEIGHTS, Weights

GARRISON = "garrison"
TIMES = 2.0  # the need of an ordinary post
ENOUGH = 12.0  # the defense of a garrison at most
STEP = 0.5  # points of defense that a step is worth in a garrison
FRESH, FACING = 0.85, 0.5  # times as much for a unit that is not in the town, or faces the enemy elsewhere
RETAKE = 10.0  # attack beyond twice the defense of a town that is to be retaken


class OperationPlan(PhasePlan):
    """The plan of a phase that serves the operations of its side."""

    def __init__(self, s: State, w: Weights, staff: Operations) -> None:
        super().__init__(s, w)
        self.staff = staff
        if s.side == AXIS and not s.exploiting:
            staff.review(2 * s.turn + s.segment, self._proposals(), self._verdict)

    def wanted(self) -> list[Post]:
        """The posts; towns that decide the game and are lost come first."""
        look, out = self.look, super().wanted()
        if self.side == SOVIET:
            return out
        lost = [place for place, worth in look.places.items() if worth == SUDDEN and self.s.held[SOVIET] >> place & 1]
        back = [
            Post(
                place,
                look.w.hold * SUDDEN,
                2.0 * look.defense(place) + RETAKE,
                TAKE,
                f"retake {self.s.title.place(self.s, place)}",
            )
            for place in lost
        ]
        return back + out

    def _proposals(self) -> list[Operation]:
        """A garrison for each threatened town."""
        towns = [post for post in self.posts if post.kind == HOLD and self.look.places.get(post.place) == SUDDEN]
        found = [(post, self._garrison(post)) for post in towns]
        return [
            Operation(GARRISON, post.place, 0, post.worth, guards=((post.place, units),))
            for post, units in found
            if units
        ]

    def _garrison(self, post: Post) -> Bits:
        """The strongest for their size, up to what a town needs; those in it count more, those at the front less."""
        s, d, look = self.s, self.d, self.look
        front, need = zone(s, 1 - self.side), min(ENOUGH, TIMES * post.need)
        room = self.limit - d.points(s.here.get(post.place, 0) & d.ground & d.guns)
        able = [unit for unit in scan(self.free & ~d.guns & ~d.marsch) if look.reach(unit) >> post.place & 1]

        def order(unit: int) -> tuple[float, int]:
            steps = len(look.prices(unit))
            worth = (look.values(unit)[1] + STEP * steps) / max(1, d.stack[unit])
            if s.place[unit] != post.place:
                worth *= FACING if front >> s.place[unit] & 1 else FRESH
            return -worth, unit

        out, there = 0, 0.0
        for unit in sorted(able, key=order):
            if there < need and look.values(unit)[1] and d.stack[unit] <= room:
                out |= 1 << unit
                there += look.values(unit)[1]
                room -= d.stack[unit]
        return out

    def _verdict(self, operation: Operation) -> str:
        """Why a running operation is over, or nothing."""
        if not friendly(self.s, self.side) >> operation.objective & 1:
            return "the town is lost"
        if self.look.places.get(operation.objective) != SUDDEN:
            return "the town no longer decides the game"
        return ""

    def made(self) -> Plan:
        """The whole plan: garrisons first."""
        for operation in self.staff.running:
            for place, units in operation.guards:
                for unit in scan(units & self.free):
                    if self.look.reach(unit) >> place & 1 and self.room(place, unit):
                        self.send(unit, place, f"garrison {self.s.title.place(self.s, place)}")
        return super().made()


class Commander(Regular):
    """A regular that pursues operations."""

    def __init__(self, weights: Weights = WEIGHTS, staff: Operations | None = None) -> None:
        super().__init__(weights)
        self.staff = staff or Operations()

    def plan(self, s: State) -> Plan:
        """The orders of a phase."""
        return OperationPlan(s, self.w, self.staff).made()

    def posted(self, s: State) -> Bits:
        """The units of garrisons that are at their posts."""
        guards = [guard for operation in self.staff.running for guard in operation.guards]
        return union([units & s.here.get(place, 0) for place, units in guards])

    def advance(self, s: State) -> Decision:
        """Advance where it pays, but not out of a garrison, which would leave its town empty."""
        return combat_choices.advance(s, self.w, self.posted(s))
