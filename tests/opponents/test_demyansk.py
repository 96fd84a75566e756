"""Opponents of *Demyansk Shield*: whole games by the rules, puzzles with known answers, and no known folly."""

from functools import partial
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.bits import bits, scan
from grognard.kit.battle.die import FACES
from grognard.titles import TITLES
from grognard.titles.demyansk.data.components import AXIS, SOVIET
from grognard.titles.demyansk.opponent import evaluation
from grognard.titles.demyansk.opponent.attacks import Planner, assailable
from grognard.titles.demyansk.opponent.corridor import Corridor
from grognard.titles.demyansk.opponent.luck import luck
from grognard.titles.demyansk.opponent.opportunities import Opportunities
from grognard.titles.demyansk.opponent.phase_plan import PhasePlan
from grognard.titles.demyansk.opponent.posts import HOLD, posts
from grognard.titles.demyansk.opponent.weights import WEIGHTS
from grognard.titles.demyansk.rules import untried
from grognard.titles.demyansk.rules.battle import Battle
from grognard.titles.demyansk.rules.combat import final_column
from grognard.titles.demyansk.rules.supply import DEFENSE, supplied, surrounded
from grognard.titles.demyansk.state import zone

from .conftest import Case

TITLE = TITLES["demyansk"]
D = TITLE.data
at = partial(Case, nodes=200)  # of the veteran: two trials
SCENARIOS = ("offensive", "bridge", "campaign")


def piece(name: str) -> int:
    return TITLE.lexicon.piece(name)


def place(name: str) -> int:
    return TITLE.lexicon.place(name)


def read(text: str, scenario: str = "campaign") -> Any:
    """A position in the notation."""
    lines = [line.strip() for line in text.strip().splitlines()]
    return notation.read({TITLE.name: TITLE}, "\n".join([f"demyansk {scenario}", *lines]))


def moving(side: str, text: str, weather: str = "frozen", turn: int = 3, scenario: str = "campaign") -> Any:
    """The Movement Phase of a side."""
    sequence = 1 if side == "soviet" else 2
    return read(f"at movement\nturn {turn}\nsegment 1\nsequence {sequence}\nweather {weather}\n{text}", scenario)


def movement(scenario: str, turn: int, side: int) -> Any:
    """A Movement Phase in a game of regulars."""
    game = at(TITLE.start(scenario), "regular")
    return game.until(lambda t: t.turn == turn and t.side == side and TITLE.step(t).name == "movement").s


def phase(s: Any, level: str = "regular") -> list[str]:
    """Play the rest of a phase."""
    step = TITLE.step(s).name
    return at(s, level).until(lambda t: not t.stack and TITLE.step(t).name != step).log


# -- whole games --------------------------------------------------------------------------------


@pytest.mark.parametrize(("axis", "soviet", "winner"), [("regular", "recruit", AXIS), ("recruit", "regular", SOVIET)])
def test_a_regular_beats_a_recruit(axis: str, soviet: str, winner: int) -> None:
    """Every action is legal, every prompt is answered, and the game ends."""
    outcome = TITLE.outcome(at(TITLE.start("bridge"), axis, soviet).to_the_end().s)
    assert outcome is not None
    assert outcome.winner == winner


@pytest.mark.parametrize("scenario", ["offensive", "campaign"])
@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_the_options_are_obeyed(scenario: str, level: str) -> None:
    """With every option other than usual the first turns break no rule."""
    options = {name: option.values[-1] for name, option in TITLE.options.items()}
    game = at(TITLE.start(scenario, options), level).until(lambda t: t.turn > 2)
    assert game.s.turn == 3


@pytest.mark.parametrize("level", ["recruit", "regular", "veteran"])
@pytest.mark.parametrize("side", [AXIS, SOVIET])
def test_the_same_knowledge_and_chance_is_the_same_thought(level: str, side: int) -> None:
    s = movement("bridge", 10, side)
    assert at(s, level).think() == at(s.copy(), level).think()


def test_the_club_tries_plans_to_the_end_in_the_last_turn_and_leaves_the_position_as_it_is() -> None:
    s = movement("bridge", 16, SOVIET)
    before = s.key()
    thought = Case(s, "club", nodes=200).think()
    assert s.key() == before
    assert thought.why.startswith("Of ")


def test_a_few_trials_before_the_last_turn_say_nothing() -> None:
    """So the club makes none; in the relief, the Soviet club plays as the regular does."""
    s = movement("offensive", 1, AXIS)
    assert not Case(s, "club", nodes=800).think().why.startswith("Of ")
    s = movement("bridge", 10, SOVIET)
    assert Case(s, "club", nodes=800).think() == at(s, "regular").think()


def test_the_luck_of_a_combat_is_nothing_on_average() -> None:
    """The faces of the die that are better than the average outweigh the others."""
    s = at(TITLE.start("bridge"), "regular").until_step("die").s
    found = [luck(s, Action("roll", (face,))) for face in FACES]
    assert max(found) > 0.1
    assert sum(found) == pytest.approx(0)


def test_a_plan_is_carried_out_as_it_was_made() -> None:
    """No order of the first turn is refused, and every unit ends where the plan sends it."""
    s = movement("offensive", 1, SOVIET)
    plan = PhasePlan(s.copy(), WEIGHTS).made()
    phase(s)
    assert plan.orders
    for order in plan.orders:
        assert s.place[order.units.bit_length() - 1] == order.to, order.purpose


# -- Untried units --------------------------------------------------------------------------------


def test_nobody_peeks_at_untried_units() -> None:
    """What an Untried unit is worth depends only on the sides nobody has seen, whichever it may be."""
    s = movement("offensive", 1, SOVIET)
    unit = next(scan(s.there[AXIS] & D.untried))
    average = evaluation.faces(s, unit)
    left = [D.faces[face].front for face in scan(untried.pool(s)) if not D.faces[face].remove]
    assert average.defense == round(sum(one.defense for one in left) / len(left))
    other = next(one for one in scan(s.there[AXIS] & D.untried) if one != unit)
    strong = max(range(len(D.faces)), key=lambda face: D.faces[face].front.defense)
    s.face[other] = strong  # one good side less to come
    assert evaluation.faces(s, other) == D.faces[strong].front
    assert evaluation.faces(s, unit).defense <= average.defense


# -- the road -------------------------------------------------------------------------------------

ROAD = "1528 I-30\n2711 AA12\n"
CUT = "1621 86-180\n1712 312-26\n2029 41-84\n"  # all roads but that by Ramushevo


def test_an_open_road_is_cut() -> None:
    """A Soviet unit within reach of the only road to Demyansk goes there."""
    s = moving("soviet", ROAD + CUT + "1823 42-180")
    assert not surrounded(s)
    phase(s)
    assert surrounded(s)


def test_what_an_open_road_costs_is_what_closes_it() -> None:
    """An open road costs nothing; a unit beside it costs a little to pass, a unit on it more."""
    costs = []
    for units in ("", "1923 42-180", "2025 42-180", "2025 42-180\n2122 201-84"):
        s = moving("soviet", ROAD + CUT + units)
        costs.append(Corridor(s).gap)
        assert surrounded(s) == bool(costs[-1])
    assert costs[0] == costs[1] == 0
    assert 0 < costs[2] < costs[3]


def test_the_road_is_kept_open_where_the_enemy_could_cut_it() -> None:
    """An Axis unit in reserve goes to a hex of the road that Soviets could close, and the road stays open."""
    s = moving("axis", ROAD + CUT + "1925 Volk\n2027 Schmidt\n1722 42-180")
    open_posts = [
        post for post in posts(Opportunities(s, AXIS, WEIGHTS)) if post.kind == HOLD and "road" in post.purpose
    ]
    assert open_posts
    phase(s)
    assert not surrounded(s)
    assert any(s.place[piece("Schmidt")] == post.place for post in open_posts)


def test_a_cut_road_is_attacked() -> None:
    """The Axis player attacks a weak unit that blocks the road."""
    s = moving("axis", ROAD + CUT + "1926 I-28 II-28 III-28\n1826 I-38 II-38 III-38\n1624 46-84\n1925 21-180(reduced)")
    assert surrounded(s)
    game = at(s, "regular").until(lambda t: TITLE.step(t).name == "exploitation" or t.sequence != 2 or t.turn != 3)
    assert any(text.startswith("attack 1925") for text in game.log)


def test_a_cut_is_worth_more_the_firmer_it_is() -> None:
    values = [evaluation.road_value(moving("soviet", ROAD), gap) for gap in range(6)]
    assert values[0] == 0
    assert values == sorted(values)
    assert len(set(values)) == len(values)


# -- attacks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_set_of_attacks_is_legal_and_complete(scenario: str) -> None:
    """Every set that is proposed can be declared to its end and resolved."""
    s = movement(scenario, 10 if scenario == "bridge" else 1, SOVIET)
    log = phase(s)  # the movement
    assert log
    game = at(s, "regular").until(lambda t: not t.stack and TITLE.step(t).name != "combat")
    assert any(text.startswith("attack") for text in game.log)
    assert not any(text == "recall" for text in game.log)


def test_the_column_of_a_plan_is_that_of_the_combat() -> None:
    """Without support the column that a plan counts on is the column in which the combat is resolved."""
    s = moving("soviet", "1811 I-26\n1810 312-26 349-26\n1710 87-26\n1722 I-501")
    look = Opportunities(s, SOVIET, WEIGHTS)
    force = bits(piece(name) for name in ("312-26", "349-26", "87-26"))
    target = place("1811")
    b = Battle(
        target, 1 << target, 1 << target, force, s.here[target], fed=bool(supplied(s, AXIS, DEFENSE) & s.here[target])
    )
    assert look.column(force, target)[0] == final_column(s, b).column


def test_a_hopeless_attack_is_not_made() -> None:
    """One regiment beside a Strongpoint full of Germans stays where it is and does not attack."""
    s = read(
        "at combat\nturn 3\nsegment 1\nsequence 1\nweather frozen\n"
        "1811 I-26 II-26 III-26\n1810 87-26\n2711 AA12\n1528 I-30"
    )
    assert TITLE.text(s, at(s, "regular").think().action) == "done"
    assert assailable(s) >> place("1811") & 1
    found = Planner(Opportunities(s, SOVIET, WEIGHTS)).on(place("1811"))
    assert found is None or found.gain < 0


def test_a_sure_attack_is_made() -> None:
    s = read(
        "at combat\nturn 3\nsegment 1\nsequence 1\nweather frozen\n"
        "1915 III-26(reduced)\n1815 312-26 349-26 42-180\n1914 21-180 86-180\n2711 AA12\n1528 I-30"
    )
    assert TITLE.text(s, at(s, "regular").think().action).startswith("attack 1915")


def test_one_tank_of_a_hex_attacks_across_a_river() -> None:
    """Of two tank battalions in a hex only one may attack unless all is open: the attack is made with one."""
    s = read(
        "at combat\nturn 3\nsegment 1\nsequence 1\nweather frozen\n"
        "2124 Volk\n2024 312-26 349-26 150Tk 161Tk\n2711 AA12\n1528 I-30"
    )
    action = at(s, "regular").think().action
    assert TITLE.text(s, action) == "attack 2124 with 312-26 349-26 150Tk"


@pytest.mark.parametrize(("scenario", "falls"), [("offensive", True), ("campaign", False)])
def test_a_step_is_worth_less_in_the_last_sequence(scenario: str, falls: bool) -> None:
    """Where losses do not count at the end, there is little left to save units for."""
    turn = TITLE.start(scenario).plan.last
    text = f"at movement\nturn {turn}\nsegment %d\nsequence 1\nweather frozen\n{ROAD}1823 42-180"
    first, second = (sum(evaluation.step_prices(read(text % n, scenario), piece("42-180"))) for n in (1, 2))
    assert (second < first) == falls


# -- answers in the enemy's turn ------------------------------------------------------------------


def test_the_cheapest_step_is_lost() -> None:
    """A full unit is reduced rather than a unit eliminated."""
    s = moving("axis", ROAD + "2010 Bochmann Kron")
    whole, single = piece("Bochmann"), piece("Kron")
    assert evaluation.step_prices(s, whole)[0] < evaluation.step_prices(s, single)[0]
    assert sum(evaluation.step_prices(s, whole)) > sum(evaluation.step_prices(s, single))


# -- the 2nd Guards Rifle Corps -------------------------------------------------------------------


def test_the_corps_marches_to_its_exit() -> None:
    """With nobody in the way it gets nearer in every Sequence, and leaves the map when it can."""
    s = moving("soviet", ROAD + "3127 19Gd-8Gd\n3926 23Gd-8Gd", turn=4)
    before = D.board.distance(place("3127"), place("4027"))
    phase(s)
    assert D.board.distance(s.place[piece("19Gd-8Gd")], place("4027")) <= before - 4
    assert s.place[piece("23Gd-8Gd")] == D.exited


def test_the_corps_goes_around_the_enemy() -> None:
    """An Axis stack bars the direct way to an exit: the unit marches, but keeps out of the ZOC of the stack."""
    s = moving("soviet", ROAD + "3127 19Gd-8Gd\n3427 I-56 II-56", turn=4)
    phase(s)
    here = s.place[piece("19Gd-8Gd")]
    assert D.board.distance(here, place("3127")) > 1
    assert here not in scan(zone(s, AXIS))


def test_a_strong_unit_leaves_in_place_of_a_lost_one() -> None:
    """One division is enough in place of a lost brigade; a regiment a little nearer to the exit would not be."""
    s = moving("soviet", ROAD + "3826 130Div\n3827 164-33\nEliminated 38Bde", turn=5)
    phase(s)
    assert s.place[piece("130Div")] == D.exited
    assert s.place[piece("164-33")] != D.exited


@pytest.mark.parametrize(("turn", "answer"), [(5, "rebuild 201-84"), (9, "rebuild 19Gd-8Gd")])
def test_the_corps_is_not_rebuilt_far_from_its_exit(turn: int, answer: str) -> None:
    """A lost unit of the corps that returned would have to march off the map again; later it may return."""
    head = f"at replacements\nturn {turn}\nsegment 1\nsequence 1\nsoviet_rps 2\nweather frozen\n"
    s = read(head + ROAD + "1526 42-180\nEliminated 19Gd-8Gd 201-84")
    assert TITLE.text(s, at(s, "regular").think().action) == answer


def test_a_location_far_from_the_enemy_is_not_left() -> None:
    """The only unit in Lyubnitsa stays, although nobody threatens it and the road could be cut."""
    s = moving("soviet", ROAD + CUT + "1608 1MG", scenario="offensive")
    phase(s)
    assert s.place[piece("1MG")] == place("1608")


def test_a_location_that_was_taken_is_garrisoned_before_anything_is_attacked() -> None:
    """Pola is held by one weak unit and can be attacked by six: the unit beside it comes in."""
    text = "1528 I-30\n2711 AA12\n1621 86-180\n1522 42-180\n1722 I-501 II-501\n1721 I-502 II-502 III-502 I-503"
    s = moving("soviet", text, turn=5, scenario="offensive")
    phase(s)
    inside = s.here[place("1621")] & s.there[SOVIET]
    assert {piece("86-180"), piece("42-180")} <= set(scan(inside))


@pytest.mark.parametrize(("name", "held"), [("1621", 2 / 3), ("1528", 0.5), ("2025", 0.0)])
def test_the_chance_of_no_retreat_is_exact(name: str, held: float) -> None:
    """A printed Strongpoint adds one to the die, a town only allows the attempt, and a road does not."""
    s = moving("soviet", f"1528 I-30\n2711 AA12\n1621 I-502\n2025 I-503\ndestroyed {'' if name == '1621' else '1528'}")
    assert Opportunities(s, SOVIET, WEIGHTS).stand(place(name)).held == pytest.approx(held)


def test_a_unit_below_the_least_number_is_dear() -> None:
    """With few units left on the map, each of them is worth more, so that fewer attacks pay."""
    many, few = movement("offensive", 1, SOVIET), moving("soviet", ROAD + "1823 42-180", scenario="offensive")
    unit = piece("42-180")
    assert evaluation.step_prices(few, unit)[-1] > evaluation.step_prices(many, unit)[-1]


# -- a whole game, action by action ---------------------------------------------------------------


@pytest.fixture(scope="module")
def ledger() -> list[tuple[Any, str, str]]:
    """A game of regulars: each position before a decision, the verb and the whole action."""
    game = at(TITLE.start("bridge"), "regular", seed=5)
    kept: list[tuple[Any, str, str]] = []
    while not game.s.over:
        who = TITLE.decider(game.s)
        if who < 0:
            TITLE.play(game.s, TITLE.chance(game.s, game.dice))
            continue
        thought = game.think()
        assert TITLE.explain(game.s, thought.action, who) == []
        kept.append((game.s.copy(), thought.action.verb, TITLE.text(game.s, thought.action)))
        TITLE.play(game.s, thought.action)
    return kept


def test_nobody_marches_out_of_supply(ledger: list[tuple[Any, str, str]]) -> None:
    """Of all moves of a game hardly any takes a unit from where it is Supplied to where it is not."""
    moved = lost = 0
    for s, verb, text in ledger:
        if verb not in ("move", "strategic"):
            continue
        moved += 1
        unit = 1 << piece(text.split()[1])
        t = s.copy()
        TITLE.play(t, TITLE.parse(t, text))
        lost += bool(unit & supplied(s, s.side, DEFENSE) and not unit & supplied(t, s.side, DEFENSE))
    assert moved > 200
    assert lost < 0.02 * moved, f"{lost} of {moved}"


def test_both_sides_attack_in_every_turn_of_the_relief(ledger: list[tuple[Any, str, str]]) -> None:
    for side in (AXIS, SOVIET):
        turns = {s.turn for s, verb, _ in ledger if verb == "attack" and s.side == side}
        assert len(turns) >= 5, (side, turns)


def test_no_set_of_attacks_has_to_be_taken_back(ledger: list[tuple[Any, str, str]]) -> None:
    verbs = [verb for _, verb, _ in ledger]
    assert verbs.count("recall") == 0
    assert verbs.count("attack") > 40


def test_the_least_is_lost(ledger: list[tuple[Any, str, str]]) -> None:
    """The player who takes a loss picks the cheapest step."""
    chosen = [(s, text) for s, verb, text in ledger if verb == "lose"]
    assert len(chosen) > 10
    for s, text in chosen:
        able = list(TITLE.choices(s, "lose") or ())
        prices = {unit: evaluation.step_prices(s, unit)[0] for unit in able}
        assert prices[piece(text.split()[1])] == min(prices.values())


def test_nobody_perishes_who_could_slip_away(ledger: list[tuple[Any, str, str]]) -> None:
    retreated = [verb for _, verb, _ in ledger if verb in ("retreat", "slip", "perish")]
    assert len(retreated) > 20
    assert "perish" not in retreated
