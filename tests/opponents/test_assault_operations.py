"""Operations in both games of *Assault*: cuts, relief, works, and orders that are not undone."""

import re
from functools import cache, partial
from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import CHANCE, Action
from grognard.core.bits import bits, scan
from grognard.opponents import Budget, Seat, opponent
from grognard.opponents.operations import Operation
from grognard.titles import TITLES
from grognard.titles.assault.opponent import operations
from grognard.titles.assault.opponent.evaluation import WEIGHTS
from grognard.titles.assault.opponent.opportunities import Opportunities
from grognard.titles.assault.opponent.supply_cuts import Lifelines, raiders
from grognard.titles.assault.opponent.veteran import FIRM, Ahead, Veteran
from grognard.titles.assault.rules import supply
from grognard.titles.assault.ruleset import GERMAN, RUSSIAN
from grognard.titles.assault.state import on_map, put

from .conftest import Case

GAMES = ("assault_leningrad", "assault_stalingrad")
MOVING = ("german-movement", "mechanized", "russian-movement")
CONTACT = 3  # hexes
TITLE = TITLES["assault_leningrad"]
at = partial(Case, nodes=120)  # of the veteran: two trials

IN_THE_CITY = """at german-movement
turn 18
german 0326 0312 0401 0611 F5 F4 G6 G5 G3 H7 H3 I6 J7
0410 12-29Pz 12-5 12-25
0411 20-76 20-90
0307 39HQ 122ID
0421 58ID
0722 56HQ 269ID
0521 38HQ 291ID
C6 6-11Pz(unsupplied) 6-4(unsupplied) 6-114(unsupplied)
D4 1-1Pz(unsupplied) 1-113(unsupplied)
F5 41HQ(unsupplied) 36-87(unsupplied)
0419 24TD
F2 168RD
"""


def position(text: str) -> Any:
    return notation.read(TITLES, f"assault_leningrad campaign\n{text}")


def place(name: str) -> int:
    return int(TITLE.lexicon.place(name))


def piece(name: str) -> int:
    return int(TITLE.lexicon.piece(name))


@cache
def ledger(title: str) -> list[tuple[Any, Any, str]]:
    """A game of regulars: the position before each decision, the action and the reason."""
    found, s, dice = opponent("regular"), TITLES[title].start(), Random(7).randrange
    minds, out = [found.sit(), found.sit()], list[tuple[Any, Any, str]]()
    while not s.over:
        who = s.title.decider(s)
        if who == CHANCE:
            s.title.play(s, s.title.chance(s, dice))
            continue
        thought = minds[who].choose(Seat(s, who), found.budget(), dice)
        out.append((s.copy(), thought.action, thought.why))
        s.title.play(s, thought.action)
    return out


# -- whole games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("title", GAMES)
def test_hardly_any_move_is_undone(title: str) -> None:
    """Less than three of a hundred moves lead back, with no enemy near, to the hex that the last move left."""
    moves, undone = [0, 0], [0, 0]
    last: dict[int, tuple[int, int, int]] = {}
    for s, action, _ in ledger(title):
        if action.verb != "move" or s.title.step(s).name not in MOVING:
            continue
        unit, end, side = action.args[0], action.args[1][-1], s.side
        turn, left, came = last.get(unit, (0, -1, -1))
        here, distance = s.place[unit], s.data.board.distance
        calm = all(distance(here, enemy) > CONTACT for enemy in scan(s.held[1 - side]))
        moves[side] += 1
        undone[side] += turn >= s.turn - 1 and came == here and left == end and calm
        last[unit] = (s.turn, here, end)
    for side in (GERMAN, RUSSIAN):
        assert undone[side] < 0.03 * moves[side], (moves, undone)


@pytest.mark.parametrize("title", GAMES)
def test_who_moves_to_attack_attacks(title: str) -> None:
    """Nearly every hex that units move "to attack" is attacked in the same turn, or empty by then."""
    named: dict[tuple[int, int], set[str]] = {}
    struck: dict[tuple[int, int], set[str]] = {}
    for s, action, why in ledger(title):
        key = s.turn, s.side
        if found := re.match(r"To attack .*?(\w+)\)?\.$", why):
            named.setdefault(key, set()).add(found[1])
        if action.verb == "attack":
            targets = 1 << action.args[0] | action.args[1]
            struck.setdefault(key, set()).update(s.data.board.names[hex_] for hex_ in scan(targets))
    told = sum(map(len, named.values()))
    kept = sum(len(targets & struck.get(key, set())) for key, targets in named.items())
    assert kept >= 0.9 * told, (kept, told)


def test_luga_is_not_given_up_before_it_is_attacked() -> None:
    """The division in the fortified city stays there when the Germans come near."""
    kept = [s for s, _, _ in ledger("assault_leningrad") if s.turn == 3 and s.title.step(s).name == "german-movement"]
    assert kept[0].held[RUSSIAN] >> place("2823") & 1


# -- cuts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", GAMES)
def test_every_cut_found_is_one(title: str) -> None:
    """With the units in those hexes the headquarters are out of supply; the game of *Leningrad* has such moments."""
    seen = 0
    for turn in range(3, 16):
        s = next(s for s, _, _ in ledger(title) if s.turn == turn and s.title.step(s).name == "russian-movement")
        look = Opportunities(s, RUSSIAN, WEIGHTS)
        free = look.movers() & ~s.data.stacks["worker"] & on_map(s, RUSSIAN)
        found = list(Lifelines(s, WEIGHTS).cuts(raiders(s, [(unit, look.reach(unit)) for unit in scan(free)])))
        for cut in found[:5]:
            t = s.copy()
            for unit, to in cut.posts:
                assert look.reach(unit) >> to & 1
                put(t, unit, to)
            assert not cut.staffs & supply.supplied(t, GERMAN)
            assert cut.staffs & supply.supplied(s, GERMAN) == cut.staffs
        seen += len(found)
    assert seen or title != "assault_leningrad"


def test_the_russian_veteran_proposes_cuts_and_works() -> None:
    """In a game of regulars there is something to cut, and works to hold, when the Germans have come near."""
    kinds: set[str] = set()
    for turn in range(2, 16):
        rows = ledger("assault_leningrad")
        s = next(s for s, _, _ in rows if s.turn == turn and s.title.step(s).name == "russian-movement")
        kinds |= {one.kind for one in Veteran().propose(s)}
    assert {"cut", "hold"} <= kinds


def test_puzzle_a_fresh_division_relieves_a_worn_one_in_luga() -> None:
    """The worn 177th leaves the fortified city, and the 24th Tank Division takes its place."""
    text = "at russian-movement\nturn 5\n2823 177RD(reduced)\n2623 24TD\n2924 56HQ 269ID\n0320 4V\n"
    s = position(text)
    found = tuple(one for one in Veteran().propose(s) if one.kind == "hold")
    assert found[0].guards == ((place("2823"), 1 << piece("24TD")),)
    officer = Veteran().regular
    officer.operations = found
    ends = {order.units: order.to for order in officer.plan(s).orders}
    assert ends[1 << piece("24TD")] == place("2823") != ends[1 << piece("177RD")]


def test_every_course_keeps_the_works_and_their_reserve() -> None:
    """A search may not give up Luga for what a trial of one turn shows."""
    text = "at russian-movement\nturn 5\n2823 177RD\n2623 24TD\n2422 1TD\n2922 302RD\n2924 56HQ 269ID\n2825 121ID\n"
    veteran = Veteran()
    proposals = veteran.propose(position(text))
    firm = {one.aim for one in proposals if one.kind in FIRM}
    assert {kind for kind, _ in firm} == set(FIRM)
    courses = veteran.courses(5, RUSSIAN, proposals)
    assert len(courses) > 2
    for course in courses:
        assert {one.aim for one in course.operations if one.kind in FIRM} == firm
    problem = Ahead(position(text), 1, veteran.regular, veteran.models[RUSSIAN], veteran.cost, deep=False)
    problem.proposals = proposals
    for n in range(20):
        varied = problem.vary(courses[0], "drop" if n % 2 else "add", Random(n).randrange)
        assert varied is None or {one.aim for one in varied.operations if one.kind in FIRM} == firm


def test_puzzle_a_tank_division_comes_up_behind_luga() -> None:
    """The 1st Tank Division has nothing to do at Kolpino: it goes where it can relieve the division in Luga."""
    s = position("at russian-movement\nturn 3\n2823 177RD\n1120 1TD\n3024 56HQ 269ID\n3125 121ID\n0320 4V 235RD\n")
    found = [one for one in Veteran().propose(s) if one.kind == "reserve"]
    ((where, unit),) = found[0].guards
    assert unit == 1 << piece("1TD")
    assert s.data.board.distance(where, place("2823")) <= 3, "farther away, zones would keep it from getting there"


def test_nothing_is_searched_while_the_line_stands() -> None:
    """Trials of a turn or two prefer points to time, so the operations are followed as they are."""
    s = position("at russian-movement\nturn 3\n2823 177RD\n1120 1TD\n3024 56HQ 269ID\n3125 121ID\n0320 4V 235RD\n")
    veteran, budget = Veteran(), Budget(800)
    _, why = veteran.decide(s, Random(1).randrange, budget)
    assert budget.left == 800
    assert "tried" not in why
    assert {"hold", "reserve"} <= {one.kind for one in veteran.staff.running}


def test_puzzle_the_besiegers_of_luga_are_bombarded() -> None:
    """A regiment next to the fortified city, not a stronger division a hex away: disrupted, it cannot attack."""
    s = position("at russian-bombardment\nturn 5\nair 1\n2823 177RD\n2924 3-8 3-29\n3025 269ID\n0320 4V\n")
    action, _ = Veteran().regular.bombardment(s)
    assert action == Action("bombard", (place("2924"),))


def test_nobody_is_relieved_by_a_unit_that_cannot_come() -> None:
    """The works are not left for a relief whose way is closed."""
    s = position("at russian-movement\nturn 5\n2823 177RD(reduced)\n1120 1TD\n2924 56HQ 269ID\n0320 4V\n")
    officer = Veteran().regular
    officer.operations = (Operation("hold", place("2823"), 0, guards=((place("2823"), 1 << piece("4V")),)),)
    assert not any(order.purpose.startswith("relieved") for order in officer.plan(s).orders)


# -- relief ---------------------------------------------------------------------------------------


def test_puzzle_the_way_into_the_city_is_reopened() -> None:
    """One tank division at the edge of the city starves the corps in it: somebody reopens the way."""
    s = position(IN_THE_CITY)
    hq = 1 << piece("41HQ")
    assert not supply.supplied(s, GERMAN) & hq
    found = [one for one in Veteran().propose(s) if one.kind == "relieve"]
    assert found
    step = "russian-movement"
    at(s, "club", "regular").until(lambda t: TITLE.step(t).name == step and not t.stack)
    assert not s.unsupplied & hq
    assert on_map(s, GERMAN) & hq


def test_operations_share_no_unit() -> None:
    one = Operation("cut", 1, 0, 5.0, guards=((1, bits([3])), (2, bits([4]))))
    other = Operation("hold", 7, 0, 4.0, guards=((7, bits([4])),))
    third = Operation("hold", 8, 0, 3.0, guards=((8, bits([5])),))
    assert operations.together([one, other, third]) == (one, third)
    assert operations.together([other, one]) == (other,)


# -- sparring partners ----------------------------------------------------------------------------


@pytest.mark.parametrize("title", GAMES)
def test_sparring_partners_play_by_the_rules(title: str) -> None:
    """Each plays two turns of each side; there are at least four."""
    names = list(TITLES[title].opponents().sparring)
    assert len(names) >= 4
    for name, other in zip(names, [*names[1:], names[0]], strict=True):
        game = Case(TITLES[title].start(), f"sparring:{name}", f"sparring:{other}").until(lambda t: t.turn > 2)
        assert game.s.turn == 3
