"""Opponents of *Leningrad '41*: the Soviet front line, bridges that are blown, and where units do not go."""

from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.bits import bits, scan
from grognard.kit.battle.die import FACES
from grognard.titles import TITLES
from grognard.titles.leningrad41.data.components import SOVIET
from grognard.titles.leningrad41.opponent.battle_odds import chance
from grognard.titles.leningrad41.opponent.crossings import bridge_worths
from grognard.titles.leningrad41.opponent.evaluation import in_reach
from grognard.titles.leningrad41.opponent.front_line import NEVER, Network, front_line
from grognard.titles.leningrad41.opponent.luck import luck
from grognard.titles.leningrad41.opponent.routes import FAR, distances
from grognard.titles.leningrad41.opponent.situation import Situation
from grognard.titles.leningrad41.opponent.weights import WEIGHTS

from .conftest import Case

TITLE = TITLES["leningrad41"]
D = TITLE.data


def place(name: str) -> int:
    return TITLE.lexicon.place(name)


def read(step: str, text: str, turn: int = 3) -> Any:
    """A position in the Soviet player turn."""
    lines = [line.strip() for line in text.strip().splitlines()]
    head = ["leningrad41 assault", f"at {step}", f"turn {turn}", "side 1"]
    return notation.read({TITLE.name: TITLE}, "\n".join([*head, *lines]))


def set_up() -> Any:
    """After the set-up of a regular."""
    return Case(TITLE.start("assault"), "regular").until(lambda s: s.turn > 0).s


# -- the front line -----------------------------------------------------------------------------


def test_a_network_is_cut_where_it_is_narrowest() -> None:
    """Two ways of width 2 and 3 meet in a pipe of width 4: that one is the cut."""
    net = Network(5)
    for a, b, width in ((0, 1, 2), (0, 2, 3), (1, 3, NEVER), (2, 3, NEVER), (3, 4, 4)):
        net.join(a, b, width)
    net.fill(0, 4)
    assert net.reached(0) == {0, 1, 2, 3}


def test_the_first_line_closes_the_city() -> None:
    """Nobody walks from the south edge to an objective behind the line without entering one of its hexes."""
    s = TITLE.start("assault")
    line = front_line(s).line
    walls = dict.fromkeys(scan(s.stage.german_entry), 0)
    way = distances(s, walls, barred=line, toll=FAR)
    open_ = bits(hex_ for hex_ in scan(D.objectives & ~line) if way[hex_] < FAR)
    assert not open_
    assert line.bit_count() < 30


def test_the_set_up_mans_the_line() -> None:
    s = set_up()
    assert not front_line(TITLE.start("assault")).line & ~s.held[SOVIET]


def test_units_in_the_line_stay_there() -> None:
    """In the first Soviet phase no hex of the line is left empty that was held."""
    game = Case(TITLE.start("assault"), "regular").until(lambda s: TITLE.step(s).name == "soviet-movement")
    before = front_line(game.s).line & game.s.held[SOVIET]
    after = game.until(lambda s: TITLE.step(s).name == "soviet-fire").s
    left = before & ~after.held[SOVIET] & ~D.around(after.held[1 - SOVIET])
    assert before.bit_count() > 10
    assert not left


def test_there_is_no_line_on_the_last_turn() -> None:
    """Then only objectives count."""
    text = "3716 I-10\n3115 2RBBde"
    assert Situation(read("soviet-movement", text, 9), WEIGHTS[SOVIET]).front.line
    assert not Situation(read("soviet-movement", text, 10), WEIGHTS[SOVIET]).front.line


# -- bridges --------------------------------------------------------------------------------------


def test_bridges_count_by_how_much_they_help_the_germans() -> None:
    """Germans in the Winter Palace: the bridges beside it matter most, the Volodarsky Bridge not at all."""
    found = bridge_worths(read("soviet-fire", "3016 I-10"))
    near, far = place("bridge-2918-3017"), place("bridge-4501-4601")
    assert found[near] == max(found.values())
    assert far not in found


def test_the_guns_blow_the_bridge_before_the_germans() -> None:
    """With nothing to shoot at, the two guns and the Aurora battery fire at a bridge that a spotter sees."""
    text = "3015 I-10\n2918 2-1GDNO\n1310 51-42\n1315 704-42\n1016 Aurora-42"
    log = Case(read("soviet-fire", text), "regular").until(lambda s: TITLE.step(s).name != "soviet-fire").log
    assert any(one.startswith("blow ") for one in log)


@pytest.mark.parametrize("turn", [2, 10])
def test_no_bridge_is_blown_too_early_or_too_late(turn: int) -> None:
    """From turn 3 on it is allowed; after the last Soviet fire no German moves."""
    text = "3015 I-10\n2918 2-1GDNO\n1310 51-42\n1315 704-42\n1016 Aurora-42"
    log = Case(read("soviet-fire", text, turn), "regular").until(lambda s: TITLE.step(s).name != "soviet-fire").log
    assert not any(one.startswith("blow ") for one in log)


# -- odds and ways ----------------------------------------------------------------------------------


def test_the_chance_of_a_fire_is_that_of_the_chart() -> None:
    """25 factors are in the third column (10.13c): three in six, one less for each +1."""
    s = TITLE.start("assault")
    assert [chance(s, 25, change) for change in (-1, 0, 1, 3)] == [4 / 6, 3 / 6, 2 / 6, 0]


def test_the_reserve_does_not_stand_before_the_river() -> None:
    """A unit on the right bank gains nothing from Germans across the Neva in an objective."""
    s = read("soviet-movement", "4203 I-10\n4202 2RBBde")
    look = Situation(s, WEIGHTS[SOVIET])
    assert look.contribution(7.0, 2, True, place("4202")) == (0.0, -1)


# -- trials ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["die", "shot"])
def test_the_luck_of_a_roll_is_nothing_on_average(step: str) -> None:
    """Fire and defensive fire: the faces that hit outweigh those that do not."""
    game = Case(set_up(), "regular")
    for _ in range(40):
        s = game.until_step(step).s
        found = [luck(s, Action("roll", (face,))) for face in FACES]
        assert sum(found) == pytest.approx(0)
        if max(found) > 0.05:
            return
        TITLE.play(s, TITLE.chance(s, game.dice))
    raise AssertionError("no roll has mattered")


def test_objectives_in_reach_count_while_the_germans_are_to_move() -> None:
    s = Case(set_up(), "regular").until(lambda t: t.turn == 3 and TITLE.step(t).name == "german-movement").s
    before = in_reach(s)
    assert before > 0
    s.side = SOVIET
    assert in_reach(s) == 0


def test_the_club_searches_when_the_game_can_be_played_to_its_end() -> None:
    """Few trials of one turn say too little; in the last turn they tell what each plan comes to."""
    game = Case(set_up(), "regular").until(lambda t: TITLE.step(t).name == "soviet-movement")
    assert not Case(game.s, "club", nodes=800).think().why.startswith("Of ")
    last = game.until(lambda t: t.turn == t.plan.last and TITLE.step(t).name == "soviet-movement").s
    before = last.key()
    assert Case(last, "club", nodes=100).think().why.startswith("Of ")
    assert last.key() == before


# -- sparring partners ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("german", "soviet"), [("garrison", "all_out"), ("wrecker", "runner"), ("breakthrough", "wrecker")]
)
def test_sparring_partners_play_by_the_rules(german: str, soviet: str) -> None:
    """`Case` checks every action of the first two turns."""
    game = Case(TITLE.start("assault"), f"sparring:{german}", f"sparring:{soviet}").until(lambda s: s.turn > 2)
    assert game.s.turn == 3


def test_the_wrecker_blows_a_bridge_before_anything_else() -> None:
    """With Germans to shoot at, too."""
    text = "3015 I-10\n2918 2-1GDNO\n1310 51-42\n1315 704-42\n1016 Aurora-42"
    log = Case(read("soviet-fire", text), "sparring:wrecker").until(lambda s: TITLE.step(s).name != "soviet-fire").log
    assert log[0].startswith("blow ")


def test_the_garrison_does_not_assault() -> None:
    """Against the same attacker the regular assaults three times in two turns."""
    start = TITLE.start("assault")
    log = Case(start, "sparring:all_out", "sparring:garrison").until(lambda s: s.turn > 2).log
    assert any(one.startswith("fire ") and " by 42 " in one for one in log)
    assert not [one for one in log if one.startswith("assault ") and " by 42 " in one]
