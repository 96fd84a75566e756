"""The veteran: a commander who searches over sets of operations and over orders, judged after the enemy's reply.

At the start of a Movement Phase it tries a few sets of operations; then it varies the orders made for the best set.
The plan it settles on is carried out order by order, and its attacks in the Combat Phase.
"""

from collections.abc import Callable, Sequence

from ....core.action import Action
from ....core.bits import scan
from ....core.options import Pick
from ....kit.opponent import Budget
from ....kit.planning import Package
from ....opponents.operations import Operation, Operations
from ....opponents.plan_search import SAMPLES, Book, climb, confirmed, halve
from ..rules import combat, surprise
from ..state import GERMAN, State, zone
from . import operations
from .commander import Commander
from .evaluation import WEIGHTS, Weights
from .opportunities import Opportunities
from .plan_trials import Ahead, Course, March

USUAL = WEIGHTS._replace(split=0.6)
DOCTRINES: tuple[dict[str, Weights], dict[str, Weights]] = (
    {
        "usual": USUAL,
        "eager": USUAL._replace(attack=0.05, effort=0.1, pace=0.03),
        "bold": USUAL._replace(leash=30, drive_leash=40, overrun=0.8),
        "hasty": USUAL._replace(attack=1.5, pace=0.12),
        "careful": USUAL._replace(leash=4),
        "storm": USUAL._replace(infantry_step=1.0, garrison=3.0, panzer_step=8.0, attack=0.05, effort=0.1),
    },
    {
        "usual": USUAL,
        "active": USUAL._replace(soviet_attack=0.4, soviet_effort=0.25),
        "back": USUAL._replace(soviet_attack=9.0, recall=60, homing=0.02, shy=2.5),
        "forward": USUAL._replace(soviet_attack=9.0, homing=-0.02, shy=0.5, alarm=0.7),
    },
)
"""How the orders of a set of operations are weighed, by side and name."""


def sets(s: State, look: Opportunities) -> dict[str, Course]:
    """The sets of operations to choose from, by name; the usual one first."""
    out: dict[str, Course] = {}
    if look.side == GERMAN:
        drives = tuple(operations.drives(s, look))
        out = {name: Course(weights) for name, weights in DOCTRINES[GERMAN].items()}
        if drives:
            out["drive"] = Course(USUAL, None, None, drives)
            out["bold"] = out["bold"]._replace(running=drives)
        if len(drives) > 1:
            out |= {f"drive {n}": Course(USUAL, None, None, (one,)) for n, one in enumerate(drives)}
        return out
    out = {name: Course(weights) for name, weights in DOCTRINES[look.side].items()}
    if rear := tuple(operations.rearguards(s, look)):
        out["rearguard"] = Course(USUAL, None, None, rear)
    return out


class Veteran:
    """Thinks at the start of a phase, and briefly before a battle; otherwise it follows its plan."""

    def __init__(self) -> None:
        self.commander = Commander()
        self.staff = Operations()
        self.chosen = ""  # the name of the set of operations of the last turn
        self.packages: list[Package] = []  # the attacks announced for this turn
        self.turn: tuple[int, int] = (-1, -1)
        self.purse = 0  # nodes left for this player turn
        self.whole = 0
        self.tried = 0  # plans in the last search
        self.notes: list[str] = []

    def decide(self, s: State, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The next action, and the reason."""
        if self.turn != (s.turn, s.side):
            self.turn, self.commander, self.packages = (s.turn, s.side), Commander(USUAL, (), self.staff.running), []
            self.purse = self.whole = budget.left
        me = s.title.decider(s)
        match s.title.step(s).name:
            case "german-movement" | "soviet-movement" if not surprise.bound(s):
                return self.movement(s, me, pick, budget)
            case "german-combat" | "soviet-combat" if not surprise.bound(s):
                return self.combat(s, me, pick, budget)
            case "result":
                return self.choose(s, me, pick, budget, _results)
        return self.commander.decide(s, pick, budget)

    # -- thinking -----------------------------------------------------------------------------

    def _share(self, budget: Budget, part: float) -> Budget:
        """A share of this turn's budget."""
        nodes = min(self.purse, budget.left, int(self.whole * part))
        return Budget(nodes, None, lambda: not budget.go_on())

    def _pay(self, budget: Budget, share: Budget, given: int) -> None:
        spent = given - share.left
        self.purse -= spent
        budget.spend(spent)

    def _think(
        self,
        problem: Ahead,
        plans: Sequence[Course],
        pick: Pick,
        budget: Budget,
        part: float,
        most: int,
        vary: bool = False,
    ) -> Course:
        share = self._share(budget, part)
        given = share.left
        book = Book[Course](problem, share)
        best = halve(book, plans, most)
        if vary:
            rich = self.whole >= RICH
            until = int(given * CHECKED) if rich else 0
            best = climb(book, best, pick, lambda: share.left > until, SAMPLES * (3 if rich else 1))
            best = confirmed(book, best, plans[0], CONFIRMING) if rich else best
        self._pay(budget, share, given)
        self.tried = len(book.known)
        return best

    # -- movement -----------------------------------------------------------------------------

    def movement(self, s: State, me: int, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """Choose the operations first, then the orders."""
        commander = self.commander
        commander.begin(s)
        if not s.begun and commander.orders is None and commander.assault is None and not commander.overruns:
            self._choose_set(s, me, pick, budget)
        planned = commander.orders is not None
        commander.look_at(s)
        commander.careful = True
        if opening := commander.opening(s, budget):
            return opening
        if not planned:
            self._choose_orders(s, me, pick, budget)
        return commander.march(s)

    def _choose_set(self, s: State, me: int, pick: Pick, budget: Budget) -> None:
        """The operations of this turn: the usual ones unless others are clearly better, the last turn's tried first."""
        found = sets(s, Opportunities(s, me))
        names = sorted(found, key=lambda name: (name != "usual", name != self.chosen))
        plans = [found[name] for name in names]
        plans = plans[: max(2, self.whole // SETS)]
        turns, part, most = (2, 0.12, 24) if self.whole >= RICH else (1, 0.25, 8)
        best = self._think(Ahead(s, me, pick(1 << 30), turns), plans, pick, budget, part, most)
        self.chosen = names[plans.index(best)]
        self.commander.usual, self.commander.running = best.weights, best.running

    def _choose_orders(self, s: State, me: int, pick: Pick, budget: Budget) -> None:
        """Vary the orders made for the chosen operations, and those made for other sets."""
        commander = self.commander
        look = commander.outlook(s)
        first = Course(commander.usual, tuple(commander.orders or ()), None, commander.running)
        others = [first]
        for course in list(sets(s, look).values())[: max(3, self.whole // SETS)]:
            other = Commander(course.weights, course.running)
            other.look_at(s)
            others.append(first._replace(orders=tuple(other.plan(s, other.outlook(s)).orders)))
        others = list(dict.fromkeys(others))
        problem = March(s, me, pick(1 << 30), look, others)
        part, most = (0.22, 18) if self.whole >= RICH else (0.45, 6)
        best = self._think(problem, others[:4], pick, budget, part, most, vary=True)
        orders = best.orders or ()
        self.packages = operations.expected_attacks(s, orders, commander.w, look.drivers)
        deed = "to attack" if me == GERMAN else "to strike at"
        commander.orders = operations.truthful(s, orders, self.packages, deed)
        self._note(s, commander.running)

    def _note(self, s: State, running: Sequence[Operation]) -> None:
        """Remember the operations with what is promised for this turn, and put them in words."""
        kept = [one for one in running if one.kind != "drive" or self._drives(s, one)]
        self.staff.review(s.turn, kept, lambda one: "" if one.aim in {new.aim for new in kept} else "done", len(kept))
        for promise in operations.promises(self.packages):
            self.staff.promise(s.turn, promise)
        tried = [f"{self.tried} plans were tried against the reply; this one did best."] if self.tried > 1 else []
        self.notes = [*tried, *operations.report(s, self.staff.running, self.packages)] or ["Everybody stays."]
        self.commander.planned = None

    def _drives(self, s: State, one: Operation) -> bool:
        """Whether a corps gets nearer to its objective by its orders, so that one may say so."""
        distance = s.data.board.distance
        ends = {unit: order.to for order in self.commander.orders or () for unit in scan(order.units)}
        near = [distance(ends.get(unit, s.place[unit]), one.objective) for unit in scan(one.force)]
        return sum(near) < sum(distance(s.place[unit], one.objective) for unit in scan(one.force))

    def recount(self) -> list[str]:
        """The plan as text, if it is new since the last call."""
        out, self.notes = self.notes, []
        return out

    # -- combat -------------------------------------------------------------------------------

    def combat(self, s: State, me: int, pick: Pick, budget: Budget) -> tuple[Action, str]:
        """The attacks announced are made; others are weighed against what the enemy would do."""
        action, why = self.commander.decide(s, pick, budget)
        if action.verb == "attack" and any(one.target == action.args[0] for one in self.packages):
            return action, why
        return self.choose(s, me, pick, budget, _attacks, (action, why))

    def choose(
        self,
        s: State,
        me: int,
        pick: Pick,
        budget: Budget,
        others: Callable[[State, Weights], list[Action]],
        usual: tuple[Action, str] | None = None,
    ) -> tuple[Action, str]:
        """The best of a few actions; the commander's comes first."""
        action, why = usual or self.commander.decide(s, pick, budget)
        found = dict.fromkeys([action, *others(s, self.commander.usual)])
        if len(found) < 2:
            return action, why
        plans = [Course(self.commander.usual, None, one) for one in found]
        best = self._think(Ahead(s, me, pick(1 << 30)), plans, pick, budget, 0.06, 6)
        if best.first is None or best.first == action:
            return action, why
        return best.first, f"Of {self.tried} actions tried against the enemy's reply, this one did best."


SETS = 110  # nodes for each set of operations that is tried
RICH = 4000  # nodes from which sets of operations are tried over two turns, and every plan more often
CONFIRMING = 12  # trials with fresh dice for a plan that was found with others
CHECKED = 0.08  # share of the nodes kept for that


def _attacks(s: State, w: Weights) -> list[Action]:
    """The best attack on each hex, the most promising first, and no attack."""
    look = Opportunities(s, s.side, w)
    able = combat.able_attackers(s)
    crowd: dict[int, int] = dict.fromkeys(scan(s.held[s.side]), 1)
    found = []
    for target in scan(combat.attackable(s) & zone(s, s.side)):
        near = combat.facing(s, 1 << target) & able
        package = look.package(target, scan(near), lambda unit: 1 << s.place[unit], crowd, lambda _u, _p: 0.05)
        if package is not None and package.gain > -1.5:
            found.append((package.gain, Action("attack", (target, 0, package.units))))
    found.sort(key=lambda one: (-one[0], one[1].args))
    return [*(action for _, action in found[:3]), Action("done")]


def _results(s: State, _w: Weights) -> list[Action]:
    """Losing a step, or retreating."""
    units = s.title.choices(s, "lose")
    out = [Action("lose", (unit,)) for unit in list(units or ())[:3]]
    return [*out, *([] if s.title.explain(s, Action("withdraw")) else [Action("withdraw")])]
