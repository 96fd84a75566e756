"""[16.0, 19.0] How to win: Victory Points of the Soviet player, Sudden Victory, and how each scenario is won."""

from ....core.bits import Bits
from ....core.title import Outcome
from ..data.components import AXIS, SOVIET
from ..state import State, friendly, option
from .supply import linked, surrounded

SUDDEN, ON_POINTS, VICTORY = "sudden victory", "victory on points", "victory"
PLAYERS = ("Axis", "Soviet")


# -- what scores ------------------------------------------------------------------------------


def held_points(s: State) -> int:
    """The VPs for places that are friendly to the Soviets now."""
    d, own = s.data, friendly(s, SOVIET)
    worth, at = d.charts.victory, d.board.at
    places = sum(points for hex_, points in worth.places.items() if own >> at[hex_] & 1)  # 16.13a, 16.22a
    edges = worth.edge * (own & d.board.named(worth.edges)).bit_count()
    return places + edges + worth.airfield * (own & s.stage.airfields).bit_count()


def agreed(s: State, name: str) -> str:
    """The value of an option that is not the default; empty if it is."""
    found = (setting.partition("=") for setting in s.options)
    return next((value for option, _, value in found if option == name), "")


def bid(s: State) -> int:
    """The VPs that the players agreed on: added for the Soviet player, taken off for the Axis player."""
    if not s.plan.goal.points:
        return 0
    side, _, points = agreed(s, "bid").partition("-")
    return int(points or 0) if side == "soviet" else -int(points or 0)  # ruling on 19.34


def expected(s: State) -> int:
    """The VPs the Soviet player would have if the game ended now; the Axis player scores none (16.11a)."""
    final = 0 if s.over and reached_end(s) else held_points(s)
    return s.vps + s.losses + final + bid(s)


# -- the conditions ---------------------------------------------------------------------------


def counted(s: State, side: int) -> int:
    """The units of a side on the map that count for Sudden Victory."""
    return (s.there[side] & ~s.data.printed).bit_count()  # 16.21b, 16.21c


def prize(s: State) -> Bits:
    """Demyansk and Staraya Russa, if they are friendly to the Soviets and still decide the game."""
    d = s.data
    if s.turn > d.charts.victory.sudden_last:
        return 0  # 16.22a
    return friendly(s, SOVIET) & (1 << d.demyansk | 1 << d.staraya_russa)  # 16.21e, 16.21f


def sudden(s: State) -> tuple[int, str] | None:
    """The player who has won a Sudden Victory, and by which clause."""
    d = s.data
    if not s.plan.sudden:
        return None  # 16.2a
    if found := prize(s):
        return SOVIET, "16.21e" if found >> d.demyansk & 1 else "16.21f"
    for side in (SOVIET, AXIS):  # 16.21d: the Soviet player first
        if counted(s, 1 - side) <= d.charts.victory.least_units:
            return side, "16.21a"
    return None


def locations(s: State) -> Bits:
    """The locations of Scenario 1 that the Soviet player holds."""
    d, goal = s.data, s.plan.goal
    own = d.area[goal.area] if goal.area else 0
    if goal.airfields:
        own |= s.stage.airfields | s.airfield  # ruling on 19.14
    return own & friendly(s, SOVIET)  # 19.14c


def needed(s: State) -> int:
    """How many of them he needs."""
    goal = s.plan.goal
    least = int(agreed(s, "locations") or goal.locations)  # ruling on 19.14
    return least + goal.delay * s.delays  # 19.14c, 19.14d, 5.34e


def joined(s: State) -> bool:
    """Whether the link of Scenario 2 exists: a Supply Route from an eastern source to one on the west edge."""
    named, goal = s.data.board.named, s.plan.goal
    return linked(s, AXIS, named(goal.link) & friendly(s, AXIS), named(goal.to))  # 19.24a


def scenario_winner(s: State) -> tuple[int, str, str]:
    """The winner at the end of the scenario, the level of victory, and the clause."""
    goal = s.plan.goal  # 16.0a
    if goal.points:
        if s.vps + bid(s) >= goal.points:
            return SOVIET, ON_POINTS, "19.34a"
        return AXIS, ON_POINTS, "19.34b"
    if goal.link:
        return (AXIS, VICTORY, "19.24a") if joined(s) else (SOVIET, VICTORY, "19.24b")
    if (surrounded(s) or not goal.surround) and locations(s).bit_count() >= needed(s):
        return SOVIET, VICTORY, "19.14a"  # 19.14b
    return AXIS, VICTORY, "19.14e"


# -- the Victory Determination Phase ----------------------------------------------------------


def reached_end(s: State) -> bool:
    """Whether this is the last turn of the scenario."""
    return s.turn >= s.plan.last  # 4.22a, 16.13a


def count_points(s: State) -> None:
    """Record the VPs of the turn, and on the last one those for places."""
    worth = s.data.charts.victory
    s.surrounded = surrounded(s)
    s.besieged |= s.surrounded  # 16.14c
    _score(s, "16.15a", s.losses, "for units eliminated")  # 16.12a, 16.15b, sequence.40
    s.losses = 0
    if s.surrounded:
        s.note("16.14b", "Demyansk is surrounded.")
        _score(s, "16.14a", worth.surround, "for Demyansk")
    if reached_end(s):
        _score(s, "16.13a", held_points(s), "for places")  # 16.13b


def _score(s: State, clause: str, points: int, what: str) -> None:
    """Change the VPs, which only the Soviet player has and which may be negative."""
    s.vps += points  # 16.11a, 16.11b
    if points:
        said = f"{points:+d} VP" if abs(points) == 1 else f"{points:+d} VPs"
        s.note(clause, "{points} {what}: now {total}.", points=said, what=what, total=s.vps)


def determine(s: State) -> None:
    """The Victory Determination Phase: count points, and end the game if a player has won."""
    count_points(s)
    early = bool(s.plan.goal.link) and option(s, "link", "once") and joined(s)  # ruling on 19.24
    if sudden(s) or early or reached_end(s):
        s.over = True  # 16.23a, 4.22a, sequence.41
        winner, level, clause = result(s)
        s.note(clause, "The {player} player wins: {level}.", player=PLAYERS[winner], level=level)


def result(s: State) -> tuple[int, str, str]:
    """The winner, the level of victory, and the clause that says so."""
    if found := sudden(s):
        return found[0], SUDDEN, found[1]  # 16.23a, 19.14a
    return scenario_winner(s)


def outcome(s: State) -> Outcome | None:
    """How the game ended, or None while it is being played."""
    if not s.over:
        return None
    winner, level, _ = result(s)
    return Outcome(winner, level, facts(s))


def facts(s: State) -> dict[str, int]:
    """The numbers that decide the scenario."""
    goal = s.plan.goal
    if goal.points:
        return {"points": s.vps + bid(s), "needed": goal.points}
    if goal.link:
        return {"linked": int(joined(s))}
    return {"surrounded": int(surrounded(s)), "locations": locations(s).bit_count(), "needed": needed(s)}
