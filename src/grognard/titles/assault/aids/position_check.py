"""Checking a hand-written position for flaws before it is played."""

from collections.abc import Iterator

from ....core.bits import scan
from ....core.title import Flaw
from ....kit.battle.die import FACES
from ....kit.position_check import flaws_of
from ....kit.words import counted
from ..rules import advances, results, retreats
from ..rules.air import exposed, over_hexes
from ..rules.combat import uncertain
from ..rules.cup import to_divide, to_draw
from ..rules.fleet import can_aim, in_range
from ..rules.inset_transfers import to_evacuate, too_many
from ..rules.reinforcements import can_appear
from ..rules.setup import to_place
from ..rules.stacking import excess
from ..ruleset import GERMAN, RUSSIAN
from ..state import State, on_inset, on_map, option, outermost, steps_lost, units_in

MOVES = ("german-movement", "russian-movement", "mechanized")
COMBAT = ("german-combat", "russian-combat", "german-support", "russian-support")
AIR = ("german-bombardment", "russian-bombardment", "raid", "disruption", "flight")


def flaws(s: State) -> Iterator[Flaw]:
    """Every flaw of a position, the simple ones first."""
    return flaws_of(s, (_numbers, _hexes, _pieces, _places, _marks), _moment)


def _numbers(s: State) -> Iterator[Flaw]:
    d = s.data
    if not 0 <= s.turn <= d.turns:
        yield Flaw("turn", f"{s.turn} is not from 0 to {d.turns}")  # 2.0e
    free = (d.air[s.side] & s.here.get(d.airfield, 0)).bit_count()
    if not 0 <= s.air <= free:
        yield Flaw("air", f"{s.air} air units left, but {free} are at home")  # 12.21a
    if s.over and s.turn != d.turns:
        yield Flaw("turn", f"the game is over after Game-Turn {d.turns}")  # 2.0e


def _hexes(s: State) -> Iterator[Flaw]:
    d, names = s.data, s.title.lexicon.places
    afloat = bool(d.ships) and d.naval >> s.place[d.fleet] & 1
    guns = in_range(s) if afloat and can_aim(s) else 0
    no_guns = "no hex for the marker: the fleet is in harbor or disrupted" if d.ships else "no hex for a marker"
    why_not = "out of range of the fleet's guns" if guns else no_guns
    for name, hexes, allowed, what in (
        ("fought", s.fought, d.board.hexes, "not a hex"),  # 10.15a
        (
            "sallied",
            s.sallied | s.sallied_guerrillas | s.sallied_workers,
            d.city if s.side else 0,
            "not a city hex from which Russians have attacked",
        ),  # 8.45b
        ("fire", s.fire, guns, why_not),  # 13.3a, 13.7a, 13.8a, 13.10a
        ("german", s.german, d.scoring, "not a scoring hex"),  # 17.22b, 17.22c
        ("german", s.german, ~s.held[RUSSIAN], "held by a Russian unit"),  # 17.22a
        ("captured", s.captured, d.garrisons, "not a city that needs a garrison"),  # 17.25a
        ("forfeit", s.forfeit, s.captured, "not captured"),  # 17.25c
        ("markers", s.markers, d.markers if option(s, "markers", "five") else 0, "not a marker hex"),  # 18.51a
        ("markers", s.markers, ~s.held[GERMAN], "held by a German unit"),  # 18.54a
    ):
        for hex_ in scan(hexes & ~allowed):
            yield Flaw(name, f"{names[hex_]} is {what}")
    if s.fire.bit_count() > 1:
        yield Flaw("fire", "there is only one marker")  # 13.1a


def _pieces(s: State) -> Iterator[Flaw]:
    d = s.data
    for piece in scan(s.subcounter & s.reduced & d.with_subcounter):
        if steps_lost(s, piece) >= d.steps[piece]:
            yield Flaw(d.pieces[piece], f"it has only {d.steps[piece]} steps, and its subcounter one side")  # 19.21b
    for piece in scan(s.cut):
        if s.cut.bit_count() > 1 or not (d.side[GERMAN] >> piece & 1 and d.fringe >> s.place[piece] & 1):
            yield Flaw(d.pieces[piece], "cut: at most one German, on a fringe hex of the Inset")  # 8.33c
        elif not 0 <= s.left <= d.allowance[piece]:
            yield Flaw("left", f"{s.left} is not from 0 to {d.allowance[piece]}, in sixths")  # 6.13a
    if s.left and not s.cut:
        yield Flaw("left", "no move was interrupted")
    for piece, name in enumerate(d.pieces):
        place = s.place[piece]
        on_hex = place < d.board.box
        if d.ships >> piece & 1:
            if not d.naval >> place & 1:
                yield Flaw(name, "the fleet is always in one of its own hexes")  # 13.2b, 13.2c, 13.12a
        elif piece >= d.fleet:
            if not (on_hex or place == d.airfield):
                yield Flaw(name, "an air unit is over a hex or at its airfield")  # 12.12a
            elif on_hex and not d.air[s.side] >> piece & 1:
                yield Flaw(name, "air units fly only in their own Player-Turn")  # 12.13a
        elif place == d.airfield:
            yield Flaw(name, "only air units are at an airfield")
        elif place == d.withdrawn and piece not in d.leave:
            yield Flaw(name, "it is never withdrawn")  # 16.21a
        elif place == d.lost and d.stacks["headquarters"] >> piece & 1:
            box = d.board.names[d.returning]
            yield Flaw(name, f"a headquarters that was eliminated waits in {box}")  # 11.36b, 19.74a
        elif d.rules.cup and not on_hex:
            yield from _off_map(s, piece, place)
        elif on_hex and d.interior_only >> piece & 1 and not d.interior >> place & 1:
            yield Flaw(name, "it never leaves the interior of the Inset")  # 19.43a
        elif on_hex and d.rooted >> piece & 1 and place != d.start[piece]:
            yield Flaw(name, f"it never leaves {d.board.names[d.start[piece]]}")  # 14.2b
        elif on_hex and d.stacks["worker"] & ~d.rooted & 1 << piece and not (d.city | d.interior) >> place & 1:
            yield Flaw(name, f"it never leaves {d.rules.city}")  # 14.2a, 14.4a


def _off_map(s: State, piece: int, place: int) -> Iterator[Flaw]:
    """The flaws of a unit in a box of the game with the cup."""
    d, name, bit = s.data, s.data.pieces[piece], 1 << piece
    late = s.turn > d.plan.draw.refill
    drawable = d.in_cup | (d.recalled if late else 0)
    for box, allowed, why in (
        (d.cup, drawable, "it is not one of those in the cup"),  # 19.72a, 19.73a
        (d.drawn, drawable, "it cannot be drawn"),  # 19.72b
        (d.returning, d.stacks["headquarters"], "only a headquarters returns"),  # 19.74a
        *((box, drawable, "it cannot be drawn") for box in d.draws),  # 19.72c
    ):
        if place == box and not allowed & bit:
            yield Flaw(name, f"{d.board.names[box]}: {why}")
    if place == d.drawn and outermost(s) not in ("draw", "divide"):
        yield Flaw(name, "drawn: drawn units have an Area before anything moves")  # 19.72c


def _places(s: State) -> Iterator[Flaw]:
    d, names = s.data, s.title.lexicon.places
    for place, pieces in sorted(s.here.items()):
        units = pieces & d.ground
        if place >= d.board.box or not units:
            continue
        both = all(units & side for side in d.side)
        if not (d.land & ~d.harbor) >> place & 1:
            yield Flaw(names[place], "no ground unit can be there")  # 6.17b, 6.17c, 8.25a
        elif both:
            yield Flaw(names[place], "units of both sides are in one hex")  # 7.5a
        elif d.city >> place & 1 and units & d.side[GERMAN]:
            yield Flaw(names[place], "Germans can never be there")  # 8.31a
        elif d.city >> place & 1 and on_inset(s) and not s.stack:
            yield Flaw(names[place], "no Russian can be there while Germans are on the Inset")  # 8.33b
        elif excess(s, place) and not _returning(s, place):
            yield Flaw(names[place], "more units than a hex holds")  # 7.1a, 8.26a
    for place in scan(s.held[GERMAN] & d.one_ground(s.held[RUSSIAN])):
        yield Flaw(names[place], "both sides are in corresponding hexes of the two maps")  # 8.35b
    for hex_, district in d.district.items() if s.held[RUSSIAN] & d.city else ():
        there, most = units_in(s, district | 1 << hex_), d.charts.numbers["city_stack"]
        if any((there & slot & d.side[RUSSIAN]).bit_count() > most for slot in d.slots):
            yield Flaw(names[hex_], f"it and its district hold more than {counted(most, 'unit')} of a kind")  # 8.26c


def _returning(s: State, place: int) -> bool:
    """Whether a hex may be overstacked now, before a unit is eliminated."""
    return outermost(s) == "elimination" and bool(s.data.outside >> place & 1)  # 8.37b


def _marks(s: State) -> Iterator[Flaw]:
    """The flaws of marks: whether the pieces can have them."""
    d = s.data
    there = on_map(s, GERMAN) | on_map(s, RUSSIAN)
    gone = s.here.get(d.withdrawn, 0)
    fleet = d.ships if s.side == RUSSIAN else 0
    for mark, allowed, why in (
        ("reduced", d.two_sided & (there | gone), "only units with two sides are reduced, on the map or withdrawn"),
        ("unsupplied", there, "only ground units on the map are out of supply"),  # 11.17a
        (
            "subcounter",
            d.with_subcounter & there,
            "only units with a subcounter on the map are replaced by it",
        ),  # 19.22b
        ("disrupted", there | d.ships, "only units on the map are disrupted"),  # 12.41a
        ("fresh", there & d.side[s.side] & _ever(s), "only units that entered in this Player-Turn are fresh"),  # 16.16b
        ("moved", there & d.side[s.side] | fleet, "only units of the phasing player have moved"),  # 6.11a, 13.2b
        ("strikers", over_hexes(s) & d.air[GERMAN], "only German air units that are over a hex strike"),  # 13.9a
        ("regrouped", there & d.side[RUSSIAN], "only Russians transfer"),  # 8.32b
        ("attacked", there & d.side[s.side], "only units of the phasing player have attacked"),  # 10.16a
        ("defended", there & d.side[1 - s.side], "only units of the other player have been attacked"),  # 10.15a
        ("retired", there, "only units on the map have retreated"),  # 6.22d
    ):
        for piece in scan(getattr(s, mark) & ~allowed):
            yield Flaw(d.pieces[piece], f"{mark}: {why}")


def _ever(s: State) -> int:
    """The units that may enter the map after the start."""
    d = s.data
    out = sum(1 << unit for unit, turn in d.due.items() if turn <= s.turn)
    return out | (d.in_cup | d.recalled | d.stacks["headquarters"] if d.rules.cup else 0)  # 19.72a, 19.73a, 19.74a


def _moment(s: State) -> Iterator[Flaw]:
    """The flaws of the current step: whether the sequence of play could have reached it."""
    step = outermost(s)
    if s.stack and s.flow.name == "battle" and len(s.stack) == 1:
        yield from _battle(s, step)
    elif s.stack:
        yield from _evacuation(s, step)
    if s.cut and not (s.cut & s.moved and step in ("german-movement", "mechanized")):
        yield Flaw("at", f"{step}: no move has been interrupted")  # 8.33c
    if (step == "set-up") != (s.turn == 0):
        yield Flaw("turn", "turn 0 is the set-up, and the set-up is before turn 1")
    elif step == "set-up" and not to_place(s):
        yield Flaw("at", "set-up: all units are in place")
    if (s.moved or s.regrouped) and step not in MOVES:
        yield Flaw("at", f"{step}: no unit has moved yet in this phase")
    sallied = s.sallied | s.sallied_guerrillas | s.sallied_workers
    if (s.attacked or s.defended or s.fought or sallied) and step not in COMBAT:
        yield Flaw("at", f"{step}: no unit has fought yet in this phase")
    yield from _in_the_air(s, step)
    if step == "aim" and not can_aim(s):
        yield Flaw("at", "aim: the fleet is in harbor or disrupted, so its marker cannot be placed")  # 13.7a, 13.10b
    if step == "elimination" and not too_many(s):
        yield Flaw("at", "elimination: no fringe hex is overstacked")
    if step == "draw" and not to_draw(s):
        yield Flaw("at", "draw: no more units are drawn on this turn")  # 19.72b
    if step == "divide" and (to_draw(s) or not to_divide(s)):
        yield Flaw("at", "divide: there are no units to divide between the Areas")  # 19.72c
    if step == "appearance" and not can_appear(s):
        yield Flaw("at", "appearance: no unit can appear")


def _battle(s: State, step: str) -> Iterator[Flaw]:
    """The flaws of a battle and its current step."""
    d, b, asked = s.data, s.local, s.flow.ask.get(s.at)
    enemy, columns = d.side[1 - s.side], len(d.charts.columns)
    living, there = on_map(s, s.side), on_map(s, 1 - s.side)
    if step not in ("german-combat", "russian-combat"):
        yield Flaw("at", f"{step}: there are no attacks then")  # 10.11a
    for name, wrong, why in (
        ("targets", not b.targets or b.targets & ~s.fought, "the hexes of the battle are those attacked"),  # 10.15a
        ("targets", b.targets & (d.city | d.fringe | ~d.land), "there are no attacks there"),  # 8.43b, 8.45a
        (
            "attackers",
            not b.attackers or b.attackers & ~(d.side[s.side] & ~d.stacks["headquarters"]),
            "must be units of the phasing player other than headquarters",
        ),  # 11.33a
        ("attackers", b.attackers & living & ~s.attacked, "attackers must be marked as having attacked"),  # 10.16a
        ("defenders", not b.defenders or b.defenders & ~enemy, "must be units of the other player"),  # 10.11b
        ("bystanders", b.bystanders & (~enemy | b.defenders), "must be other units of the other player"),  # 10.29c
        ("defenders", (b.defenders | b.bystanders) & there & ~s.defended, "defenders must be marked as defended"),
        ("column", not 0 <= b.column <= columns, f"from 0 to {columns}"),
        ("change", abs(b.change) > len(d.pieces), "no such die modifier"),
        ("die", b.die not in (0, *FACES), f"a die shows {FACES[0]} to {FACES[-1]}; 0 means not rolled"),  # 3.2o
        ("fleeing", b.fleeing & ~(living | there), "only units on a map retreat"),
        ("followers", b.followers & ~(living & d.stacks["headquarters"]), "only headquarters follow"),  # 11.33c
    ):
        if wrong:
            yield Flaw(name, why)
            return
    if asked is None:
        yield Flaw("at", "a battle stops only at a decision")
    elif (asked.name == "die") != (b.stage == 0) or (asked.name != "die" and uncertain(s) == (b.die == 0)):
        yield Flaw("stage", f"{b.stage} and a die of {b.die}: not at the step {asked.name}")
    elif not _asked(s, asked.name):
        yield Flaw("at", f"{asked.name}: there is nothing to decide")


def _asked(s: State, name: str) -> bool:
    """Whether there is something to decide at a step of a battle."""
    b = s.local
    second = s.at > s.flow.labels["follow"]
    if name == "die":
        return uncertain(s)
    if name == "advance":
        return b.stage == results.DEFENDER and advances.may_advance(s)
    if b.stage != (results.DEFENDER if second else results.ATTACKER):
        return False
    if name == "penalty":
        most = results.result_of(s)[b.stage - 1]
        return results.owing(s) and b.owed <= most and not b.fleeing and (b.owed == most) >= b.choice
    if name == "retreat":
        apart = b.fleeing & ~results.stricken(s)
        if option(s, "retreat", "able"):
            return not apart and any(retreats.havens(s, unit) for unit in scan(b.fleeing))
        return bool(b.fleeing) and not apart and retreats.can_all(s, b.fleeing)
    return bool(retreats.following(s)) and not b.fleeing


def _in_the_air(s: State, step: str) -> Iterator[Flaw]:
    """The flaws of air units at this step."""
    d = s.data
    if over_hexes(s) and step not in (*AIR, *COMBAT):
        yield Flaw("at", f"{step}: no air unit can be over a hex then")  # 12.38a, 12.55a
    if s.strikers and step not in AIR:
        yield Flaw("at", f"{step}: the fleet cannot be under attack then")  # 13.9a
    if step == "raid" and not over_hexes(s):
        yield Flaw("at", "raid: no air unit is over a hex")  # 12.33a
    if (step in ("disruption", "flight")) != bool(s.struck):
        yield Flaw("struck", f"{step}: struck units exist only at the steps disruption and flight")
    elif step == "flight" and (s.struck != d.ships or not s.disrupted & s.struck or d.harbor >> s.place[d.fleet] & 1):
        yield Flaw("struck", "flight: must be the fleet, disrupted outside its harbor")  # 13.11a
    elif step == "disruption" and not any(s.struck in _hit(s, hex_) for hex_ in scan(d.city)):
        yield Flaw("struck", "disruption: must be all units that can be disrupted in one city hex")  # 12.44b
    elif step == "disruption" and s.struck.bit_count() < 2:
        yield Flaw("struck", "disruption: there are no units to choose from")  # 12.44b


def _hit(s: State, hex_: int) -> tuple[int, int]:
    """The units that a raid on a city hex can hit together: all of them, or its Tank Corps alone."""
    units = exposed(s, hex_)
    return units, units & s.data.tank_corps  # 12.44b, 19.42a


def _evacuation(s: State, step: str) -> Iterator[Flaw]:
    """The flaws of an evacuation of the city hexes."""
    if len(s.stack) > 1 or s.flow.name != "evacuation" or step not in ("german-movement", "mechanized"):
        yield Flaw("at", "the city is evacuated inside a phase in which Germans move, with nothing else in progress")
    elif not s.cut or not to_evacuate(s) or on_map(s, GERMAN) & units_in(s, s.data.on_inset) != s.cut:
        yield Flaw("at", "the city is evacuated when the first German has entered the Inset")  # 8.33a
