"""Operations: what a side wants to achieve over several turns, with whom, by which way and by when.

A title proposes operations for a position, each with its value; `Operations` keeps the ones a side has decided on. An
operation goes on until it has succeeded or its title gives a reason to abort it; another takes its place only if it is
clearly better. The orders of every phase are made for the operations, and the words shown to players come from them.

    staff = Operations()
    staff.review(turn, proposals, verdict)      # at the start of a turn
    for operation in staff.running: ...         # orders for its force, its guards and its headquarters
    staff.promise(turn, Promise("attack", target, force, "4-1"))
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..core.bits import Bits

STICKINESS = 0.3  # a new operation must be better than a running one by this share of its value


class Operation(NamedTuple):
    """An intention of one side: a kind that the title names, the place it is about, and the forces set aside for it."""

    kind: str
    objective: int
    force: Bits  # the strike group
    value: float = 0.0  # the expected gain
    axis: tuple[int, ...] = ()  # places on the way; the last is the objective
    due: tuple[int, ...] = ()  # the turn in which each place of the axis should be reached
    guards: tuple[tuple[int, Bits], ...] = ()  # places to be kept, and by whom
    seats: tuple[tuple[int, int], ...] = ()  # headquarters, and where each goes
    chance: float = 0.0  # of success
    since: int = 0  # the turn in which it began

    @property
    def aim(self) -> tuple[str, int]:
        """What makes two operations the same: their kind and objective."""
        return self.kind, self.objective

    @property
    def units(self) -> Bits:
        """Everybody who takes part."""
        out = self.force
        for _, group in self.guards:
            out |= group
        for headquarters, _ in self.seats:
            out |= 1 << headquarters
        return out

    def phase_line(self, turn: int) -> int:
        """The place of the axis that should be reached by now; the objective if there is no timetable."""
        for place, by in zip(self.axis, self.due, strict=False):
            if by >= turn:
                return place
        return self.objective

    def delay(self, turn: int, reached: Bits) -> int:
        """By how many turns the operation is behind its timetable, if these places have been reached."""
        late = [turn - by for place, by in zip(self.axis, self.due, strict=False) if not reached >> place & 1]
        return max(0, *late) if late else 0


class Promise(NamedTuple):
    """Something a side has said it does this turn; it is kept, or called off with a reason."""

    deed: str  # "attack", "reach" or "guard"
    place: int
    units: Bits
    detail: str = ""  # the odds, for instance
    off: str = ""  # the reason why it was called off


class Ended(NamedTuple):
    """An operation that is over, and why."""

    operation: Operation
    turn: int
    why: str


class Operations:
    """The operations that one side pursues, kept from turn to turn."""

    def __init__(self, stickiness: float = STICKINESS) -> None:
        self.stickiness = stickiness
        self.running: list[Operation] = []
        self.ended: list[Ended] = []
        self.promises: list[Promise] = []
        self.turn = -1

    def copy(self) -> "Operations":
        """The same intentions, for a trial."""
        out = Operations(self.stickiness)
        out.running, out.ended, out.promises, out.turn = [*self.running], [*self.ended], [*self.promises], self.turn
        return out

    def review(
        self,
        turn: int,
        proposals: Iterable[Operation],
        verdict: Callable[[Operation], str] = lambda _: "",
        most: int = 8,
    ) -> None:
        """Decide which operations to pursue this turn.

        `verdict` gives the reason to end a running operation, or nothing. A proposal with the aim of a running
        operation brings it up to date. Forces are shared out by `share`.
        """
        if turn != self.turn:
            self.turn, self.promises = turn, []
        going: dict[tuple[str, int], Operation] = {}
        for operation in self.running:
            if why := verdict(operation):
                self.ended.append(Ended(operation, turn, why))
            else:
                going[operation.aim] = operation
        wanted = {operation.aim: operation for operation in going.values()}
        for proposal in proposals:
            old = going.get(proposal.aim)
            wanted[proposal.aim] = (
                proposal._replace(since=old.since, due=old.due or proposal.due, axis=old.axis or proposal.axis)
                if old
                else proposal._replace(since=turn)
            )
        worth = {aim: operation.value * (1 + self.stickiness * (aim in going)) for aim, operation in wanted.items()}
        self.running = share(sorted(wanted.values(), key=lambda one: (-worth[one.aim], one.aim)), most)
        chosen = {operation.aim for operation in self.running}
        self.ended += [
            Ended(operation, turn, "its forces are needed elsewhere")
            for aim, operation in going.items()
            if aim not in chosen
        ]

    def of(self, unit: int) -> Operation | None:
        """The operation a unit belongs to."""
        return next((operation for operation in self.running if operation.units >> unit & 1), None)

    def promise(self, turn: int, promise: Promise) -> None:
        """Announce a deed for this turn; it replaces what was said before about the same place."""
        if turn != self.turn:
            self.turn, self.promises = turn, []
        self.promises = [one for one in self.promises if (one.deed, one.place) != (promise.deed, promise.place)]
        self.promises.append(promise)

    def call_off(self, deed: str, place: int, why: str) -> None:
        """Take back a promise, with the reason."""
        self.promises = [
            one._replace(off=why) if (one.deed, one.place) == (deed, place) else one for one in self.promises
        ]


def share(operations: Sequence[Operation], most: int = 8) -> list[Operation]:
    """The operations that can be carried out together, the first ones first: no unit belongs to two.

    An operation that would lose more than half of its force to earlier ones is left out.
    """
    out: list[Operation] = []
    taken: Bits = 0
    for operation in operations:
        left = operation.force & ~taken
        if len(out) >= most or 2 * left.bit_count() < operation.force.bit_count():
            continue
        if operation.force and not left:
            continue
        guards = tuple((place, group & ~taken & ~left) for place, group in operation.guards)
        seats = tuple((unit, place) for unit, place in operation.seats if not taken >> unit & 1)
        kept = operation._replace(force=left, guards=guards, seats=seats)
        out.append(kept)
        taken |= kept.units
    return out


def told(
    operation: Operation, units: Callable[[Bits], str], place: Callable[[int], str], promises: Sequence[Promise] = ()
) -> list[str]:
    """An operation in plain words: who goes where by which way, who guards what, and what happens this turn."""
    way = [place(one) for one in operation.axis[:-1]][-2:]
    by = f" by {' and '.join(way)}" if way else ""
    verb = {"hold": "holds", "guard": "guards"}.get(operation.kind, "makes for")
    out = []
    if operation.force:
        out.append(f"{units(operation.force)} {verb} {place(operation.objective)}{by}.")
    for where, group in operation.guards:
        if group:
            out.append(f"{units(group)} {'guards' if group.bit_count() == 1 else 'guard'} {place(where)}.")
    for promise in promises:
        if promise.deed == "attack" and promise.units & operation.units:
            odds = f" at {promise.detail}" if promise.detail else ""
            state = f", called off: {promise.off}" if promise.off else ""
            out.append(f"Attack on {place(promise.place)}{odds} this turn{state}.")
    return out
