"""Status texts for the deciding player: points and actions left, Battles to fight, hits to take.

They are shown only to that player: some of the information is secret.
"""

from ....core.bits import Bits, scan
from ....core.rule import Ban, unbanned
from ....core.title import listing
from ..rules import battle, blitz, exploitation, reinforcements, setup, support
from ..rules.command import act_bans, commanders
from ..rules.control import lines
from ..rules.logistics import value, value_lines
from ..state import EXPLOIT, MOVES, PASS, State, pieces_of


def count(number: int, one: str, many: str = "") -> str:
    """`1 Block`, `2 Blocks`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def _open(s: State, bans: list[Ban]) -> Bits:
    """The pieces that no ban forbids."""
    return unbanned(s.data.all_pieces, bans)


def _areas(s: State, areas: Bits) -> str:
    return listing([s.title.place(s, area) for area in scan(areas)])


def naming(s: State) -> str:
    """How many Areas are still to be named, and around which."""
    left, now = setup.unnamed(s), setup.entry(s)
    near = f", in or next to {s.title.place(s, now.home)}" if now.home and now.home < s.data.board.box else ""
    return f"{count(left, 'Area')} to name for {_whose(s)}{near}."


def deploying(s: State) -> str:
    """How many Blocks are still to be deployed."""
    return f"{count(setup.unpicked(s), 'Block')} of {_whose(s)} to set up."


def _whose(s: State) -> str:
    """The armies of the current entry's Blocks."""
    blocks = [s.data.blocks[face] for face in scan(setup.entry(s).faces)]
    armies = sorted({block.army or block.name for block in blocks})
    return listing(armies) if len(armies) <= 3 else "several armies"


def entrenching(s: State) -> str:
    """How many lines are left."""
    own = setup.army(s)
    left = own.lines.bit_count() + own.free_lines - lines(s, s.local.army).bit_count()
    return f"{count(left, 'Defensive Line')} to set up."


def worth(s: State) -> str:
    """The Logistics Value and its parts."""
    parts = [f"{line.text} {line.amount}" for line in value_lines(s, s.local.player)]
    return f"Logistics Value {value(s, s.local.player)}: {', '.join(parts)}."


def restoring(s: State) -> str:
    """The Regeneration Points left."""
    return f"{s.points} of {count(s.value, 'Regeneration Point')} left."


def replacing(s: State) -> str:
    """The Replacement Points left."""
    prices = s.data.charts.price.values()
    left = f"{s.points} of {count(s.value, 'Replacement Point')} left"
    return f"{left}; a step costs {min(prices)} to {max(prices)}, by its colour."


def calling(s: State) -> str:
    """How many Reinforcements may be called."""
    return f"Up to {reinforcements.most(s)}; {count(reinforcements.pool(s).bit_count(), 'Block')} in the Pool."


def entering(s: State) -> str:
    """How many Blocks are in hand."""
    return f"{count(reinforcements.hand(s).bit_count(), 'Block')} in hand."


def choosing(s: State) -> str:
    """Who holds the Disc, and how many Blocks are cut off."""
    cut = (s.cube & s.data.side[s.side]).bit_count()
    out = ["You hold the Disc."] if s.disc == s.side else ["The opponent holds the Disc."]
    out += [f"{count(cut, 'Block')} of yours cut off."] if cut else []
    out += ["The opponent has passed: a Pass ends the month."] if s.passes else []
    return " ".join(out)


def activating(s: State) -> str:
    """The activated headquarters."""
    if not s.active:
        return "Each one activated commands, and loses a star at the end."
    return f"Activated: {listing([s.title.unit(s, hq) for hq in scan(s.active)])}."


def commanding(s: State) -> str:
    """Actions left, or how many Blocks can still act."""
    if s.impulse in (PASS, MOVES, EXPLOIT):
        return f"{count(s.points, 'action')} left."
    able = _open(s, act_bans(s)).bit_count()
    here = "" if commanders(s) else " No headquarters on the map is activated."
    return f"{count(able, 'Block')} in command can still act.{here}"


def supporting(s: State) -> str:
    """The Battles to support, and how many Bombers can fly, or why none can."""
    there = f"Battles: {_areas(s, support.fields(s))}."
    own = pieces_of(s, s.data.air) & s.data.side[s.side]
    if not own:
        return there
    wings = s.active & own
    near = [hq for hq in scan(wings) if support.air_range(s, hq) & support.fields(s)]
    able = sum(min(max(0, support.sorties(s, hq)), (support.wing(s, hq) & support.ready(s)).bit_count()) for hq in near)
    if able:
        return f"{there} {count(able, 'Bomber')} can fly."
    why = "left to commit" if near else "in range" if wings else "available: no Luftwaffe headquarters is activated"
    return f"{there} No Bomber is {why}."


def fighting(s: State) -> str:
    """The Battles to be fought."""
    must = battle.must_fight(s)
    may = battle.can_attack(s) & s.old & ~s.fought & ~must if not s.dashes else 0
    out = [f"To be fought: {_areas(s, must)}."] if must else []
    out += [f"May be fought: {_areas(s, may)}."] if may else []
    return " ".join(out) or "No Battle is left."


def hit(s: State) -> str:
    """Hits still to be taken."""
    return f"{count(s.local.hits, 'hit')} to take in {s.title.place(s, s.local.area)}."


def blitzing(s: State) -> str:
    """How many Blocks can Blitz."""
    return f"{count(_open(s, blitz.blitz_bans(s)).bit_count(), 'Block')} may Blitz into an adjacent Green Area."


def exploit_or_not(s: State) -> str:
    """What an Exploitation would be worth."""
    return f"With the Disc, up to {count(value(s, s.side), 'Fast Block')} may move without engaging."


def exploiting(s: State) -> str:
    """Exploitation moves left."""
    able = _open(s, exploitation.move_bans(s)).bit_count()
    return f"{count(s.points, 'move')} left; {count(able, 'Fast Block')} can move."
