"""Plays games of computers and tells what happened in each that the result does not show.

*Leningrad*: the turn in which two panzer divisions stood across the Dvina, and in Pskov; attacks on hexes of Leningrad.
*Assault on Leningrad*: the turn in which Luga fell. All: moves that undo the one before, processor seconds per turn.

    python -m tools.tally TITLE LEVEL LEVEL [--games N] [--seed SEED] [-o FILE]
"""

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

from grognard.core.action import CHANCE, Action
from grognard.core.bits import Bits, bits, scan
from grognard.kit.hex.board import flood
from grognard.opponents import Seat, opponent
from grognard.titles import TITLES

CONTACT = 2  # hexes: a move back with an enemy nearer than this is an answer to it
Facts = dict[str, Any]
Watch = Callable[[Any, Action, Facts], None]


def beyond_dvina(d: Any) -> Bits:
    """The hexes of *Leningrad's* map on the far bank of the Dvina."""
    names = d.board.names
    banks = [
        (a, b) for a in scan(d.land) for b in scan(d.river[a]) if "07" <= min(names[a], names[b])[:2] <= "10"
    ]  # no other river crosses these columns from the sea to the edge of the map
    open_: Bits = d.land

    def around(hexes: Bits) -> Bits:
        out = 0
        for place in scan(hexes):
            out |= d.adjacent[place] & open_ & ~bits(b for a, b in banks if a == place)
        return out

    return flood(d.leningrad, around, open_)


def leningrad(s: Any, action: Action, facts: Facts) -> None:
    """How far the panzers are, and attacks on the city."""
    d = s.data
    for name, hexes in (("dvina", facts["beyond"]), ("pskov", 1 << d.board.at["1809"])):
        there = sum(hexes >> s.place[unit] & 1 for unit in scan(d.panzers))
        if name not in facts and there >= 2:
            facts[name] = s.turn
    if action.verb in ("attack", "overrun") and s.side == 0:
        target = action.args[0] if action.verb == "attack" else action.args[2]
        if d.leningrad >> target & 1:
            facts["city_attacks"] = facts.get("city_attacks", 0) + 1


def assault(s: Any, _action: Action, facts: Facts) -> None:
    """When Luga fell."""
    if "luga" not in facts and s.held[0] >> s.data.board.at["2823"] & 1:
        facts["luga"] = s.turn


def stalingrad(_s: Any, _action: Action, _facts: Facts) -> None:
    """Nothing special."""


WATCHES: dict[str, Watch] = {"leningrad79": leningrad, "assault_leningrad": assault, "assault_stalingrad": stalingrad}


class Moves:
    """Counts the moves of each side, and those that lead back to where the last one began with no enemy near."""

    def __init__(self) -> None:
        self.count, self.undone = [0, 0], [0, 0]
        self._last: dict[int, tuple[int, int, int]] = {}

    def add(self, s: Any, action: Action) -> None:
        """Count an action that is about to be played."""
        if action.verb != "move" or not s.title.step(s).name.endswith("-movement"):
            return
        unit, end, side = action.args[0], action.args[-1][-1], s.side
        here, distance = s.place[unit], s.data.board.distance
        turn, left, came = self._last.get(unit, (0, -1, -1))
        calm = all(distance(here, enemy) > CONTACT for enemy in scan(s.held[1 - side]))
        self.count[side] += 1
        self.undone[side] += turn >= s.turn - 1 and came == here and left == end and calm
        self._last[unit] = s.turn, here, end


def game(title_name: str, names: list[str], seed: str) -> Facts:
    """Play a game and return what happened."""
    title = TITLES[title_name]
    s = title.start()
    facts: Facts = {"beyond": beyond_dvina(s.data) if title_name == "leningrad79" else 0}
    levels = [opponent(name) for name in names]
    minds = [level.sit() for level in levels]
    picks = [Random(f"{seed} {side}").randrange for side in range(2)]
    dice, moves = Random(f"{seed} dice").randrange, Moves()
    spent: list[dict[int, float]] = [{}, {}]
    while not s.over:
        who = title.decider(s)
        if who == CHANCE:
            title.play(s, title.chance(s, dice))
            continue
        since, turn = time.process_time(), s.turn
        action = minds[who].choose(Seat(s, who), levels[who].budget(), picks[who]).action
        spent[who][turn] = spent[who].get(turn, 0.0) + time.process_time() - since
        moves.add(s, action)
        title.play(s, action)
        WATCHES[title_name](s, action, facts)
    del facts["beyond"]
    outcome = title.outcome(s)
    assert outcome is not None
    facts |= {"winner": outcome.winner, "result": outcome.level, "turn": s.turn, **outcome.facts}
    facts |= {"moves": moves.count, "undone": moves.undone}
    facts["mean_s"] = [round(mean(one.values()), 2) for one in spent]
    facts["most_s"] = [round(max(one.values()), 2) for one in spent]
    return facts


def main() -> None:
    """Play the games that the file does not have yet and print them all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("title", choices=sorted(WATCHES))
    parser.add_argument("levels", nargs=2)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seed", default="dev-1")
    parser.add_argument("-o", "--out", type=Path)
    given = parser.parse_args()
    old = given.out.read_text().splitlines() if given.out and given.out.exists() else []
    known = {json.loads(line)["game"]: line for line in old}
    for n in range(given.games):
        name = f"{given.title} {given.levels[0]} {given.levels[1]} {given.seed} {n}"
        line = known.get(name)
        if line is None:
            line = json.dumps({"game": name, **game(given.title, given.levels, f"{given.seed} {n}")})
            if given.out:
                with given.out.open("a") as file:
                    file.write(line + "\n")
        print(line, flush=True)


if __name__ == "__main__":
    main()
