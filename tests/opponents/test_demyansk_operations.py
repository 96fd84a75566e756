"""Operations of *Demyansk Shield*: garrisons, words that match the deeds, and the sparring partners."""

import re
from functools import cache
from typing import Any

from grognard.core import notation
from grognard.core.bits import scan
from grognard.opponents.operations import Operations
from grognard.titles import TITLES
from grognard.titles.demyansk.data.components import AXIS
from grognard.titles.demyansk.opponent.evaluation import faces
from grognard.titles.demyansk.opponent.operations import GARRISON, OperationPlan
from grognard.titles.demyansk.opponent.posts import TAKE
from grognard.titles.demyansk.opponent.weights import WEIGHTS
from grognard.titles.demyansk.state import put

from .conftest import Case

TITLE = TITLES["demyansk"]
D = TITLE.data
RECENT = 2  # Segments

STARAYA_RUSSA = """at movement
turn 2
segment 1
sequence 2
weather frozen
1528 I-30
1529 I-51 II-51
1629 I-174 II-174
2711 AA12
1427 20Gd-7Gd 288Gd-7Gd
1327 19Gd-8Gd 23Gd-8Gd
"""


def position(text: str) -> Any:
    return notation.read(TITLES, f"demyansk campaign\n{text}")


def place(name: str) -> int:
    return int(TITLE.lexicon.place(name))


def piece(name: str) -> int:
    return int(TITLE.lexicon.piece(name))


def planned(s: Any) -> Operations:
    """The operations on which the side to move decides."""
    staff = Operations()
    OperationPlan(s, WEIGHTS, staff)
    return staff


@cache
def ledger() -> list[tuple[Any, Any, str]]:
    """A game of clubs before its last turn: the position before each decision, the action and the reason."""
    game, out = Case(TITLE.start("bridge"), "club"), list[tuple[Any, Any, str]]()

    def noted(s: Any) -> bool:
        if (who := TITLE.decider(s)) >= 0:
            before = s.copy()
            thought = game.think()
            assert TITLE.explain(s, thought.action, who) == []
            out.append((before, thought.action, thought.why))
            TITLE.play(s, thought.action)
        else:
            TITLE.play(s, TITLE.chance(s, game.dice))
        return bool(s.turn == s.plan.last)

    while not noted(game.s):
        pass
    return out


# -- a game ---------------------------------------------------------------------------------------


def test_hardly_any_move_is_undone() -> None:
    """Less than three of a hundred moves lead back to the hex that the unit left in one of the last two Segments."""
    moves = undone = 0
    last: dict[int, tuple[int, int, int]] = {}
    for s, action, _ in ledger():
        if action.verb not in ("move", "strategic"):
            continue
        unit, end, now = action.args[0], action.args[-1][-1], 2 * s.turn + s.segment
        when, left, came = last.get(unit, (-RECENT, -1, -1))
        moves += 1
        undone += now - when <= RECENT and came == s.place[unit] and left == end
        last[unit] = now, s.place[unit], end
    assert moves > 200
    assert undone < 0.03 * moves, (undone, moves)


def test_who_moves_to_attack_attacks() -> None:
    """Nearly every hex that units move to attack is attacked in the same Segment, or empty by then."""
    named: dict[tuple[int, int, int], set[str]] = {}
    struck: dict[tuple[int, int, int], set[str]] = {}
    held: dict[tuple[int, int, int], int] = {}
    for s, action, why in ledger():
        key = s.turn, s.segment, s.side
        held[key] = s.held[1 - s.side]
        if action.verb in ("move", "strategic") and (found := re.match(r"Attack .*?(\w+)\)?\.$", why)):
            named.setdefault(key, set()).add(found[1])
        if action.verb == "attack":
            targets = 1 << action.args[0] | action.args[1]
            struck.setdefault(key, set()).update(D.board.names[hex_] for hex_ in scan(targets))
    told = sum(map(len, named.values()))
    kept = sum(
        name in struck.get(key, set()) or not held[key] >> place(name) & 1
        for key, names in named.items()
        for name in names
    )
    assert told > 10
    assert kept >= 0.9 * told, (kept, told)


# -- operations -----------------------------------------------------------------------------------


def test_staraya_russa_is_garrisoned_before_anything_else() -> None:
    """While it can end the game, one battalion does not stay alone in it against four regiments of guards."""
    s = position(STARAYA_RUSSA)
    assert (GARRISON, place("1528")) in [one.aim for one in planned(s.copy()).running]
    Case(s, "club").until(lambda t: TITLE.step(t).name != "movement")
    assert sum(faces(s, unit).defense for unit in scan(s.here[place("1528")] & s.there[AXIS])) >= 8


def test_a_garrison_is_kept_until_the_town_is_lost_or_no_longer_decides() -> None:
    """The next Segment finds the same operation, begun when it was; the loss of the town, or GT9, ends it."""
    s, town = position(STARAYA_RUSSA), place("1528")
    staff = planned(s)
    began = staff.running[0].since
    s.segment = 2
    OperationPlan(s, WEIGHTS, staff)
    assert [(one.aim, one.since) for one in staff.running] == [((GARRISON, town), began)]
    late, again = s.copy(), staff.copy()
    late.turn = D.charts.victory.sudden_last + 1
    OperationPlan(late, WEIGHTS, again)
    assert [one.why for one in again.ended] == ["the town no longer decides the game"]
    put(s, piece("I-30"), D.eliminated)
    put(s, piece("20Gd-7Gd"), town)
    TITLE.settle(s)
    OperationPlan(s, WEIGHTS, staff)
    assert [one.why for one in staff.ended] == ["the town is lost"]


def test_only_what_is_threatened_is_garrisoned() -> None:
    """Nobody can reach Demyansk, and the Soviet player has no town whose loss would end the game."""
    s = position(STARAYA_RUSSA)
    assert place("2711") not in [one.objective for one in planned(s).running]
    assert planned(position(STARAYA_RUSSA.replace("sequence 2", "sequence 1"))).running == []


SORTIE = """at movement
turn 2
segment 1
sequence 2
weather frozen
1528 I-30 II-30 Pi18 K38
2711 AA12
1527 21-180
1327 19Gd-8Gd 23Gd-8Gd
1326 20Gd-7Gd 288Gd-7Gd
"""


def test_a_garrison_does_not_advance_out_of_its_town() -> None:
    """Both levels attack a lone regiment beside Staraya Russa; the regular then leaves the town, the club keeps it."""
    left = []
    for level in ("regular", "club"):
        game = Case(position(SORTIE), level).until(lambda t: t.sequence != 2)
        assert any(text.startswith("attack 1527") for text in game.log)
        left.append(game.s.here[place("1528")].bit_count())
    assert left[0] < 2
    assert left[1] == 4


def test_a_lost_town_is_retaken() -> None:
    """Those who are still far away march to it."""
    s = position(STARAYA_RUSSA.replace("1528 I-30", "1528 20Gd-7Gd").replace("1427 20Gd-7Gd", "1830 I-56\n1427"))
    plan = OperationPlan(s, WEIGHTS, Operations())
    assert (plan.posts[0].place, plan.posts[0].kind) == (place("1528"), TAKE)
    assert any(order.units >> piece("I-56") & 1 and "Staraya Russa" in order.purpose for order in plan.made().orders)


# -- sparring partners ----------------------------------------------------------------------------


@cache
def first_turn(partner: str) -> list[str]:
    """The actions of the first turn of the Bridge, in which a sparring partner plays both sides by the rules."""
    game = Case(TITLE.start("bridge"), f"sparring:{partner}")
    return game.until(lambda t: t.turn > t.plan.first).log


def attacks(partner: str) -> int:
    return sum(text.startswith("attack") for text in first_turn(partner))


def test_sparring_partners_play_by_the_rules_and_have_an_idea_of_their_own() -> None:
    """No two of them play the same turn; the turtle never attacks, and nobody attacks more than the all-out player."""
    names = list(TITLE.opponents().sparring)
    assert len(names) >= 4
    assert len({tuple(first_turn(name)) for name in names}) == len(names)
    assert attacks("turtle") == 0
    assert attacks("all-out") == max(map(attacks, names)) > 0
