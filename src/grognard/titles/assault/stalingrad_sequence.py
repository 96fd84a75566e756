"""[4.0, 19.0] The sequence of play of *Assault on Stalingrad*: its own steps, and those of the family in `sequence`."""

from ...core.action import Step
from ...core.flow import Flow, do, loop, step, when
from ...kit.steps import chance, done
from .aids import skipped_steps
from .rules import air
from .rules.attacks import ATTACK
from .rules.combat import end_combat
from .rules.cup import DIVIDE, DRAW, assign, refill, to_divide, to_draw
from .rules.inset_transfers import REST, TRANSFER, WATCH, come_home, too_many, watched
from .rules.paths import MOVE
from .rules.reinforcements import ENTER
from .rules.setup import DEPLOY, to_place
from .rules.stalingrad_victory import finish
from .rules.supply import determine
from .sequence import (
    DISRUPTION,
    ELIMINATION,
    GERMAN_COMBAT,
    GERMAN_MOVEMENT,
    GERMAN_SUPPORT,
    MECHANIZED,
    RAIDING,
    REGROUP,
    begin_combat,
    begin_mechanized,
    begin_movement,
    begin_russian_turn,
    begin_turn,
    end_mechanized,
    end_movement,
    end_player_turn,
    end_turn,
    german,
    left_undone,
    russian,
    turns_left,
)  # fmt: skip

# -- the steps that differ from the other game's, in the order of play ----------------------------

SET_UP = Step("set-up", "19.82", russian, (DEPLOY, WATCH, REST), "Place the units that start in Stalingrad.")
GERMAN_AIR = Step("german-air", "19.13", chance, (air.AVAILABLE,), "How many air units are there?")
GERMAN_BOMBARDMENT = Step(
    "german-bombardment",
    "12.3",
    german,
    (air.BOMBARD, done("end the bombardment")),  # 4.0b, 19.11a
    "Send air units to bombard.",
    skipped=skipped_steps.bombarding,
)
DRAWING = Step("draw", "19.72", chance, (DRAW,), "A unit is drawn from the cup.")
DIVIDING = Step(
    "divide", "19.72", russian, (DIVIDE,), "Which of the drawn units enter by Area N? The others enter by Area E."
)
RUSSIAN_MOVEMENT = Step(
    "russian-movement",
    "6.1",
    russian,
    (MOVE, ENTER, TRANSFER, WATCH, REST, done("end the Movement Phase")),  # 4.0l
    "Move, and bring in reinforcements.",
    left_undone,
)
RUSSIAN_COMBAT = Step(
    "russian-combat",
    "10.1",
    russian,
    (ATTACK, TRANSFER, done("end the Combat Phase")),  # 4.0m
    "Attack adjacent units.",
)

CAMPAIGN = Flow("campaign",
    loop(to_place, step(SET_UP)),                         # 19.81, 19.82
    loop(turns_left,                                      # 2.0e
        do(begin_turn),                                   # 4.0a, 5.2a
        when(watched, step(REGROUP)),                     # 8.32b
        do(air.muster),                                   # 19.12
        when(air.must_roll, step(GERMAN_AIR)),            # 19.13
        when(air.can_bombard, step(GERMAN_BOMBARDMENT)),  # 4.0b   German phase 1
        loop(air.over_hexes, step(RAIDING),               # 12.33
            when(air.must_choose, step(DISRUPTION))),     # 12.44b
        do(determine),                                    # 4.0c   phase 2
        when(watched, step(REGROUP)),
        do(begin_movement),
        step(GERMAN_MOVEMENT),                            # 4.0d, 19.71, 19.74   phase 3
        do(end_movement),
        when(watched, step(REGROUP)),
        do(begin_combat),
        when(air.can_support, step(GERMAN_SUPPORT)),      # 10.18b, 12.51
        step(GERMAN_COMBAT),                              # 4.0f   phase 4
        do(end_combat),
        do(air.go_home),                                  # 12.55
        when(watched, step(REGROUP)),
        do(begin_mechanized),
        step(MECHANIZED),                                 # 4.0h   phase 5
        do(end_mechanized),
        do(come_home),                                    # 8.37a
        loop(too_many, step(ELIMINATION)),                # 8.37b
        do(end_player_turn),                              # 4.0i, 19.62
        do(begin_russian_turn),                           # 19.11: no air units
        do(determine),                                    # 4.0k   Russian phase 2
        do(begin_movement),
        loop(to_draw, step(DRAWING)),                     # 19.72, 19.73
        when(to_divide, step(DIVIDING)),                  # 19.72
        do(assign),
        step(RUSSIAN_MOVEMENT),                           # 4.0l   phase 3
        do(end_movement),
        do(begin_combat),
        step(RUSSIAN_COMBAT),                             # 4.0m   phase 4
        do(end_combat),
        do(come_home),                                    # 8.37c
        loop(too_many, step(ELIMINATION)),                # 8.37b
        do(end_player_turn),                              # 4.0n, 19.62
        do(refill),                                       # 19.73
        do(end_turn)),                                    # 4.0p
    do(finish))                                           # 19.94
