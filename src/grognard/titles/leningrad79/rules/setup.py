"""[1.0] Set-up: fixed hexes, and seven Soviet divisions each placed freely in its column."""

from ....core.action import Verb
from ....core.bits import Bits, scan
from ....core.rule import Ban
from ....kit.arguments import place_arg
from ..state import NO_SLOT, SOVIET, State, put


def open_columns(s: State) -> list[int]:
    """The columns still without their division."""
    return [c for c, hexes in s.data.free_columns.items() if not hexes & s.held[SOVIET]]


def columns_open(s: State) -> bool:
    """Whether there is a division left to place."""
    return s.turn == 0 and bool(open_columns(s))


def deploy_bans(s: State) -> list[Ban]:
    """Every hex where no division can be placed at the start, and why."""
    d = s.data
    free: Bits = 0
    for column in open_columns(s):
        free |= d.free_columns[column]
    every: Bits = 0
    for hexes in d.free_columns.values():
        every |= hexes
    which = f"{min(d.free_columns)}xx to {max(d.free_columns)}xx"
    return [
        Ban("setup.7", f"{{it}} is not a land hex of the columns {which}", d.all_places & ~every),
        Ban("setup.7", "the column of {it} already has its division", every & ~free),
    ]


def deploy(s: State, hex_: int) -> None:
    """Place the next untried infantry unit."""
    unit = next(u for u in scan(s.data.infantry_units) if s.place[u] == s.data.reserve and s.slot[u] == NO_SLOT)
    put(s, unit, hex_)  # setup.7
    s.note("setup.7", "{unit} deploys at {hex}.", unit=unit, hex=hex_)


DEPLOY = Verb("deploy", (place_arg(deploy_bans),), deploy, label="Place a unit in", help="place a unit in a hex")


def set_up(s: State) -> None:
    """Place everything with a fixed hex, and schedule the rest.

    Soviet counters have no face until they are revealed, so any counter of a type will do.
    """
    d = s.data
    plan = d.scenario_for(s.options)  # 1.0c, setup.9
    infantry, armored = list(scan(d.infantry_units)), list(scan(d.armored_units))  # setup.5, setup.6
    for unit, hex_ in plan.german:
        put(s, unit, hex_)  # setup.1, setup.2, setup.3
    for hex_ in plan.infantry:
        put(s, infantry.pop(0), hex_)  # setup.8
    for hex_ in plan.armored:
        put(s, armored.pop(0), hex_)  # setup.8
    infantry = infantry[len(d.free_columns) :]  # setup.7: seven are still to be deployed
    for index, slot in enumerate(d.slots):  # 1.0d
        if slot.units:
            for unit in scan(slot.units):
                s.slot[unit] = index  # setup.4
            continue
        waiting = armored if slot.armored else infantry
        for unit in waiting[: slot.size]:
            s.slot[unit] = index
        del waiting[: slot.size]
