"""Operations at *Leningrad*: panzers drive on together, roads are guarded, rivers are held, words match deeds."""

from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import CHANCE, Action
from grognard.core.bits import bits, lowest, scan
from grognard.kit.opponent import UNLIMITED
from grognard.kit.planning import Plan
from grognard.opponents import Budget, Seat, opponent
from grognard.titles import TITLES
from grognard.titles.leningrad79.opponent import combat_choices, operations
from grognard.titles.leningrad79.opponent.commander import Commander
from grognard.titles.leningrad79.opponent.evaluation import WEIGHTS
from grognard.titles.leningrad79.opponent.opportunities import Opportunities
from grognard.titles.leningrad79.opponent.regular import Regular
from grognard.titles.leningrad79.opponent.supply_cuts import cuts
from grognard.titles.leningrad79.opponent.veteran import USUAL
from grognard.titles.leningrad79.state import GERMAN, SOVIET

from .conftest import Case

TITLE = TITLES["leningrad79"]
HEX = TITLE.data.board.at
At = type[Case]
OPEN_ROAD = (
    "leningrad79 campaign\nat german-movement\nturn 2\n0413 1Pz 6Pz 36Mot\n0411 8Pz 3Mot SSTot\n0313 1ID 11ID 12ID\n"
    "0311 21ID 30ID 32ID\n0310 58ID 61ID\n0408 i1=67RD\n0205 i2=170RD\n1509 i3\n2605 i4\n"
)


def position(text: str) -> Any:
    return notation.read(TITLES, text)


# -- the drive ----------------------------------------------------------------------------------


def test_puzzle_the_panzers_are_on_the_dvina_on_the_second_turn() -> None:
    """Two stragglers stand aside, the roads are open: both corps drive on, each together."""
    s, d, dice = position(OPEN_ROAD), TITLE.data, Random(1).randrange
    commander = Commander(USUAL, operations.drives(s, Opportunities(s, GERMAN)))
    while TITLE.step(s).name != "german-combat":
        TITLE.play(s, commander.decide(s, dice, UNLIMITED)[0])
    for corps in list(d.corps.values())[:2]:
        places = {s.place[unit] for unit in scan(corps)}
        assert len(places) == 1, "a corps is split"
        assert int(d.board.names[places.pop()][:2]) >= 9


def test_a_drive_names_the_next_river_or_city_on_its_way() -> None:
    s = position(OPEN_ROAD)
    found = operations.drives(s, Opportunities(s, GERMAN))
    assert [one.force.bit_count() for one in found] == [3, 3]
    dvina = bits(HEX[name] for name in ("1113", "1111", "1112", "1110"))
    assert all(dvina >> one.objective & 1 for one in found)
    assert operations.report(s, found, ())[0].startswith("41st Panzer Corps makes for ")


# -- supply -------------------------------------------------------------------------------------

RAIDED = (
    "leningrad79 campaign\nat german-movement\nturn 4\n1113 1Pz 6Pz 36Mot\n1111 8Pz 3Mot SSTot\n1012 1ID 11ID 12ID\n"
    "0911 21ID 30ID\n0113 58ID\n0510 a1=46TD\n1809 i1\n2605 i2\n"
)


def test_puzzle_one_tank_division_could_cut_off_the_army() -> None:
    """East Prussia stands nearly empty, and a tank division can get there: a division goes, or stays, to guard."""
    s = position(RAIDED)
    found = cuts(s, s.held[GERMAN], {})
    assert found[0].cost >= operations.LEAST_CUT
    posts = operations.guards(s, Opportunities(s, GERMAN), Plan(()), ())
    assert posts
    left = cuts(s, s.held[GERMAN] | bits(one.objective for one in posts), {})
    assert not left or left[0].cost <= found[0].cost


def test_a_guard_does_nothing_else() -> None:
    s = position(RAIDED)
    first = operations.guards(s, Opportunities(s, GERMAN), Plan(()), ())[0]
    unit = lowest(first.force)
    commander = Commander(WEIGHTS, [first])
    orders = commander.plan(s, commander.outlook(s)).orders
    assert all(order.to == first.objective for order in orders if order.units >> unit & 1)


# -- rearguards, losses, retreats ---------------------------------------------------------------


def test_puzzle_rivers_on_the_way_of_the_panzers_are_held() -> None:
    s = position(
        "leningrad79 campaign\nat soviet-movement\nturn 3\n1113 1Pz 6Pz 36Mot\n0813 1ID 11ID 12ID\n1711 i1=257RD\n"
        "1909 i2=70RD\n2009 i3=112RD\n2604 i4\n2705 i5\n"
    )
    found = operations.rearguards(s, Opportunities(s, SOVIET))
    assert found
    river = TITLE.data.river
    assert all(river[one.objective] or TITLE.data.city >> one.objective & 1 for one in found)
    assert len({one.objective for one in found}) == len(found)
    orders = Commander(WEIGHTS, found).plan(s, Opportunities(s, SOVIET)).orders
    for one in found:
        assert s.place[lowest(one.force)] == one.objective or any(
            order.to == one.objective and order.units == one.force for order in orders
        )


def test_puzzle_the_weaker_division_is_lost(case: At) -> None:
    """A 6-4 and a 3-1 have to lose a step in the city: the 3-1 goes."""
    at = case(
        "leningrad79 campaign\nat german-combat\nturn 9\nair 0\n2506 1ID 11ID 12ID\n2606 21ID 30ID 32ID\n"
        "2605 i1=18RD i2=292RD i3=70RD\n2604 i4=10RD\n2705 i5=48RD\n",
        "regular",
    )
    TITLE.play(at.s, TITLE.parse(at.s, "attack 2605 with 1ID 11ID 12ID 21ID 30ID 32ID"))
    for _ in range(60):
        s, who = at.s, TITLE.decider(at.s)
        if TITLE.step(s).name == "result" and who == SOVIET:
            action, _ = combat_choices.result(s, WEIGHTS)
            assert action in (Action("lose", (TITLE.lexicon.piece("i2"),)), Action("withdraw"))
            return
        at.title.play(s, TITLE.chance(s, at.dice) if who == CHANCE else at.think().action)
    pytest.fail("the attack never asked for a loss")


# -- words and deeds ----------------------------------------------------------------------------


def test_nobody_says_he_attacks_and_does_not() -> None:
    """Of the units that move "to attack" somebody nearly all attack in the same turn."""
    s, dice, club = TITLE.start(), Random("words").randrange, opponent("club").sit()
    regular, said, kept = Regular(), dict[int, int](), 0
    told = 0
    while s.turn < 6:
        who = TITLE.decider(s)
        if who == CHANCE:
            TITLE.play(s, TITLE.chance(s, dice))
            continue
        if who == SOVIET:
            TITLE.play(s, regular.decide(s, dice, UNLIMITED)[0])
            continue
        thought = club.choose(Seat(s, who), Budget(60), dice)
        action = thought.action
        if action.verb == "move" and "o attack" in thought.why:
            said |= dict.fromkeys([action.args[0], *scan(action.args[1])], s.turn)
        if action.verb == "attack":
            kept += sum(said.get(unit) == s.turn for unit in scan(action.args[2]))
        if action.verb == "done" and TITLE.step(s).name == "german-combat":
            told, said = told + len(said), {}
        TITLE.play(s, action)
    assert told > 15
    assert kept >= 0.9 * told, f"{kept} of {told}"


# -- sparring partners --------------------------------------------------------------------------


@pytest.mark.parametrize("partner", TITLE.opponents().sparring)
def test_a_sparring_partner_plays_by_the_rules(partner: str, case: At) -> None:
    """A few turns of each against the regular, as both sides."""
    for levels in ((f"sparring:{partner}", "regular"), ("regular", f"sparring:{partner}")):
        at = case(TITLE.start(), *levels, seed=3)
        at.until(lambda s: s.turn > 4)
        assert at.s.turn > 4
