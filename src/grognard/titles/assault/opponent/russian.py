"""How the Russian side plans: posts by value and by how soon the Germans can be there, attacks, the city, the fleet."""

from ....core.action import Action
from ....core.bits import Bits, bits, scan
from ....kit.planning import Plan
from ..rules import supply
from ..rules.fleet import in_range, is_disrupted, sail_hexes
from ..rules.guerrillas import duty, too_near
from ..rules.movement import reach
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, factor, on_inset, units_in
from .evaluation import Weights, prize
from .leningrad_evaluation import Known, known
from .opportunities import Opportunities
from .posts import Posts
from .weights import left

GARRISON = (9.0, 8.0, 7.0, 6.0, 5.0, 4.5, 4.0, 3.5, 3.0, 2.5, 2.0, 1.5)
"""The value of the first, second, third ... division in the city."""


class RussianPlan(Posts):
    """The orders of a phase while they are being made."""

    def __init__(self, s: State, look: Opportunities) -> None:
        self.known: Known = known(s.data)
        super().__init__(s, look)
        self.bands = look.movers() & s.data.stacks["guerrilla"]

    def doors(self) -> Bits:
        """The hexes of the main map from which Germans enter the city."""
        return self.known.doors

    # -- the value of posts -------------------------------------------------------------------

    def _worth(self, place: int) -> float:
        s, d, k = self.s, self.d, self.known
        if d.interior >> place & 1:
            return inner_value(s, place) if self.inside else 0.0
        out = 0.0
        if d.points.get(place, 0):
            out += 0.6 * prize(s, place, self.w)
        if d.kind["fortified city"] >> place & 1:
            out += 5.0
        elif d.forts >> place & 1:
            out += 3.5 if k.line >> place & 1 else 3.0
        elif d.kind["city"] >> place & 1:
            out += 1.5
        if k.doors >> place & 1:
            out += 4.0
        return out * self.urgency(place) * self.w.post

    def city_value(self, count: int) -> float:
        """The value of one more division in the city."""
        soon = 1.0 if self.city_eta <= 2 else 0.6 if self.city_eta <= 4 else 0.3
        many = GARRISON[count] if count < len(GARRISON) else 1.0
        return many * soon * self.w.city_wall

    # -- the plan -----------------------------------------------------------------------------

    def make(self) -> Plan:
        """All orders of the phase."""
        busy = self._served()
        busy |= self._raids(busy)
        busy |= self._attacks(busy)
        busy |= self._retaken(busy)
        self._posts([group for group in self.groups if not group.units & busy])
        self.bands &= ~busy
        self._bands()
        if self.inside:
            self._workers()
        return Plan(tuple(self.draft.orders), tuple(self.packages))

    def _wanted(self) -> Bits:
        """Every hex that is a post."""
        d, k = self.d, self.known
        out = d.strong | d.scoring & d.main | d.kind["city"] | k.doors
        return out | (d.interior if self.inside else d.city)

    # -- others -------------------------------------------------------------------------------

    def _bands(self) -> None:
        """Send Guerrillas onto the railways behind the Germans."""
        s, d, draft = self.s, self.d, self.draft
        rails = supply.network(s, supply.open_to(s, GERMAN)) & ~s.held[GERMAN]
        wanted = 0
        for unit in scan(self.bands):
            ends = draft.way(unit).reached
            spots = ends & rails & ~d.zoc(wanted) & ~wanted
            if not spots or d.interior >> s.place[unit] & 1:
                continue
            best = max(scan(spots), key=lambda p: (self._cut(p), -p))
            if draft.go(unit, best, "onto the railway"):
                wanted |= 1 << best

    def _cut(self, place: int) -> float:
        """The value of a Guerrilla on a rail hex: Germans supplied through it, and none adjacent."""
        s, d = self.s, self.d
        t = s.copy()
        t.held[RUSSIAN] |= 1 << place
        fed = supply.network(s, supply.open_to(s, GERMAN))
        cut = fed & ~supply.network(t, supply.open_to(t, GERMAN))
        near = d.zoc(d.zoc(1 << place)) & s.held[GERMAN]
        return cut.bit_count() - 3.0 * near.bit_count()

    def _workers(self) -> None:
        """Send Workers that can move to unoccupied key points."""
        s, d, draft = self.s, self.d, self.draft
        for unit in scan(self.look.movers() & d.stacks["worker"]):
            here = s.place[unit]
            ends = draft.way(unit).reached & d.interior
            now = inner_value(draft.t, here) * (0.4 if draft.t.here[here] & ~(1 << unit) & d.side[RUSSIAN] else 1.0)
            best, most = here, now + 0.5
            for place in scan(ends):
                at = inner_value(draft.t, place)
                at *= 0.4 if draft.t.held[RUSSIAN] >> place & 1 else 1.0
                if at > most:
                    best, most = place, at
            if best != here:
                draft.go(unit, best, "to hold it")


# -- the city ---------------------------------------------------------------------------------


def inner_value(s: State, place: int) -> float:
    """The value of holding an interior hex of the Inset."""
    d, k = s.data, known(s.data)
    if not d.interior >> place & 1:
        return 0.0
    around = d.zoc(1 << place)
    out = 1.0 + 0.5 * (around & k.keys).bit_count()
    if k.keys >> place & 1:
        out += (8.0 if k.south >> place & 1 else 5.5) * (0.4 if s.german >> place & 1 else 1.0)
    if k.gate >> place & 1 and not on_inset(s):
        out += 1.5
    if around & s.held[GERMAN] or d.seam(d.outside & s.held[GERMAN]) & around:
        out += 1.5 + left(s)
    return out


def post(s: State, step: str, w: Weights) -> tuple[Action, str] | None:
    """Set-up, reinforcements, the forced transfer, the fleet."""
    match step:
        case "set-up":
            return _placed(s, "deploy")
        case "appearance":
            return _placed(s, "appear")
        case "place":
            return _placed(s, "place")
        case "aim":
            return _aim(s, w)
        case "flight":
            return Action("flee"), "The ships are safe in harbor."
        case "regroup":
            return Action("done"), "We stay as we are."
    return None


def _placed(s: State, verb: str) -> tuple[Action, str]:
    """Place a unit where it is most valuable: the strongest first, in the city hexes while allowed."""
    d = s.data
    units = sorted(s.title.choices(s, verb) or (), key=lambda unit: (-factor(s, unit), unit))
    for unit in units:
        hexes = bits(s.title.choices(s, verb, unit) or ())
        if not hexes:
            continue
        if hexes & d.city and verb != "place":
            want = {"0320": 6, "0219": 2, "0220": 2}
            kind = d.slots[d.slot[unit]]
            best = max(
                scan(hexes & d.city),
                key=lambda p: (want[d.board.names[p]] - (s.here.get(p, 0) & kind & d.ground).bit_count(), -p),
            )
        else:
            best = max(scan(hexes), key=lambda p: (inner_value(s, p) * (0.4 if s.held[RUSSIAN] >> p & 1 else 1.0), -p))
        return Action(verb, (unit, best)), "It is most useful there."
    return Action("done"), "There is no room."


# -- the fleet and the rest ---------------------------------------------------------------------


def before_moving(s: State, w: Weights) -> tuple[Action, str] | None:
    """Sail the fleet to where its guns are needed."""
    d = s.data
    if s.moved >> d.fleet & 1 or is_disrupted(s):
        return None
    open_ = d.naval
    for ban in sail_hexes(s):
        open_ &= ~ban.where
    here = s.place[d.fleet]
    best, most = here, _guns(s, here)
    for place in scan(open_):
        if (many := _guns(s, place)) > most:
            best, most = place, many
    return None if best == here else (Action("sail", (best,)), "The guns are needed there.")


def _guns(s: State, place: int) -> float:
    """How many fights the fleet could help from a hex."""
    d = s.data
    if d.harbor >> place & 1:
        return 0.0
    t = s.copy()
    t.place[d.fleet] = place
    near = in_range(t)
    front = near & s.held[RUSSIAN] & d.zoc(d.zoc(s.held[GERMAN] & ~d.city))
    return float(front.bit_count())


def _aim(s: State, w: Weights) -> tuple[Action, str]:
    """Aim the guns at our most endangered hex."""
    near = in_range(s) & s.held[RUSSIAN] & ~s.fire
    if not near:
        return Action("done"), "Nothing to fire at."
    look = Opportunities(s, RUSSIAN, w)
    best, most = -1, 0.2
    for hex_ in scan(near):
        if (at := look.danger(hex_, units_in(s, 1 << hex_))) > most:
            best, most = hex_, at
    if best < 0:
        return Action("done"), "The guns stay as they are."
    return Action("aim", (best,)), "The guns help there."


def after_moving(s: State) -> tuple[Action, str] | None:
    """Move Guerrillas that must leave the surroundings of the city."""
    for unit in scan(too_near(s)):
        ends = duty(s, unit, reach(s, unit).reached)
        far = [p for p in scan(ends) if s.data.distance[p] > s.data.distance[s.place[unit]]]
        if far:
            best = max(far, key=lambda p: (s.data.distance[p], -p))
            return Action("move", (unit, reach(s, unit).path_to(best))), "Guerrillas leave the city."
    return None
