"""The rules of *Ridge*, clause by clause."""

from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import NOBODY
from grognard.titles import TITLES

RIDGE = TITLES["ridge"]


def at(step: str, *pieces: str, turn: int = 2, side: int = 0) -> Any:
    """A position: Amber's turn unless another side is named."""
    return notation.read(TITLES, "\n".join(("ridge", f"at {step}", f"turn {turn}", f"side {side}", *pieces)))


def play(s: Any, *said: str) -> Any:
    for one in said:
        action = RIDGE.parse(s, one)
        assert not RIDGE.explain(s, action), one
        RIDGE.play(s, action)
    return s


def clauses(s: Any, said: str) -> list[str]:
    """The clauses that forbid an action."""
    return [objection.clause for objection in RIDGE.explain(s, RIDGE.parse(s, said))]


def place(s: Any, unit: str) -> str:
    at: int = s.place[RIDGE.lexicon.piece(unit)]
    return RIDGE.lexicon.places[at]


def shown(s: Any, unit: str) -> dict[str, Any]:
    """The strength and the steps of a unit."""
    return dict(RIDGE.portrait(s, RIDGE.lexicon.piece(unit))["strength"])


# -- 1 components, 2 sequence -----------------------------------------------------------------


@pytest.mark.case("1.1a", "1.1c")
def test_the_set_up() -> None:
    s = RIDGE.start()
    assert {unit: place(s, unit) for unit in ("a1", "a5", "v1", "v4")} == {
        "a1": "0301", "a5": "0401", "v1": "0405", "v4": "0606",
    }  # fmt: skip
    assert shown(s, "a5") == {"strength": 6, "steps": 2}
    assert RIDGE.portrait(s, RIDGE.lexicon.piece("a4"))["kind"]["movement"] == 6


@pytest.mark.case("1.1b")
def test_a_reduced_unit_has_half_its_strength_rounded_up() -> None:
    s = at("movement", "0301 a1(reduced)")
    assert shown(s, "a1") == {"strength": 3, "steps": 1}


@pytest.mark.case("1.2a", "5.1a")
def test_a_village_belongs_to_whoever_was_there_last() -> None:
    s = RIDGE.start()
    assert RIDGE.aids.status(s) == {"points": "Amber 4, Violet 4"}
    s = at("movement", "held 0203 0302", "0403 a1", "0606 v4")
    play(s, "move a1 to 0404", "done")
    assert RIDGE.aids.status(s)["points"].startswith("Amber 10")  # three villages, and four units of Violet lost
    play(s, "done", "done", "done", "move a1 to 0504")
    assert RIDGE.aids.status(s)["points"].startswith("Amber 10")


@pytest.mark.case("2.1a", "2.1b")
def test_six_turns_of_movement_and_combat_amber_first() -> None:
    s, seen = RIDGE.start(), []
    while not s.over:
        seen.append((s.turn, RIDGE.players[RIDGE.decider(s)], RIDGE.step(s).name))
        play(s, "done")
    each = [(side, step) for side in ("amber", "violet") for step in ("movement", "combat")]
    assert seen == [(turn, *one) for turn in range(1, 7) for one in each]


# -- 3 movement -------------------------------------------------------------------------------


@pytest.mark.case("3.1a", "3.1b")
def test_only_ones_own_units_move_and_each_once() -> None:
    s = at("movement", "0301 a1", "0606 v1")
    assert clauses(s, "move v1 to 0506") == ["3.1a"]
    assert clauses(s, "move a2 to 0302")[0] == "3.1a"
    assert clauses(s, "move a1 to lost") == ["3.1a"]
    play(s, "move a1 to 0302")
    assert clauses(s, "move a1 to 0301")[:1] == ["3.1b"]
    play(s, "done", "done", "done", "done", "move a1 to 0301")


@pytest.mark.case("3.1c", "3.1d")
@pytest.mark.parametrize(("to", "cost"), [("0302", 1), ("0401", 2), ("0303", 2), ("0202", 3), ("0304", 4)])
def test_terrain_costs_points(to: str, cost: int) -> None:
    s = at("movement", "0301 a1", "0606 v1")
    action = RIDGE.parse(s, f"move a1 to {to}")
    assert sum(line.amount for line in RIDGE.aids.cost(s, action)) == cost
    assert RIDGE.aids.reach(s, 1)[RIDGE.lexicon.place(to)] == str(cost)


@pytest.mark.case("3.1c")
def test_no_unit_goes_further_than_its_points() -> None:
    s = at("movement", "0301 a5", "0606 v1")
    assert clauses(s, "move a5 to 0303") == []
    assert clauses(s, "move a5 to 0304") == ["3.1c"]


@pytest.mark.case("3.1e")
def test_the_river_costs_a_point_except_at_the_bridge() -> None:
    for start, to, expected in (("0403", "0404", ["3.1d"]), ("0203", "0204", ["3.1d", "3.1e"])):
        s = at("movement", f"{start} a1", "0606 v1")
        assert [line.clause for line in RIDGE.aids.cost(s, RIDGE.parse(s, f"move a1 to {to}"))] == expected


@pytest.mark.case("3.2a", "3.2b")
def test_other_units_are_in_the_way() -> None:
    s = at("movement", "0301 a1", "0302 a2", "0304 v1", "0606 v2")
    assert clauses(s, "move a1 to 0304") == ["3.2a"]
    assert clauses(s, "move a1 to 0302") == ["3.2b"]
    assert clauses(s, "move a1 to 0303") == []  # through a2


@pytest.mark.case("3.3a", "3.3b")
def test_a_zone_of_control_stops_a_move_that_did_not_begin_in_it() -> None:
    s = at("movement", "0301 a1", "0403 v1")
    zone = RIDGE.aids.overlays["zoc"](s, 1)
    assert {RIDGE.lexicon.places[n] for n in range(len(RIDGE.lexicon.places)) if zone >> n & 1} == {
        "0402", "0303", "0304", "0404", "0503", "0504",
    }  # fmt: skip
    assert clauses(s, "move a1 to 0303") == []
    assert clauses(s, "move a1 to 0304") == ["3.1c"]
    s = at("movement", "0303 a4", "0403 v1")
    assert clauses(s, "move a4 to 0304") == []
    assert clauses(s, "move a4 to 0301") == []


@pytest.mark.case("3.1c")
def test_a_unit_that_cannot_go_anywhere_is_not_offered() -> None:
    s = at("movement", "0101 a1", "0102 v1", "0201 v2")
    assert clauses(s, "move a1 to 0103")[0] == "3.1c"
    assert "move" not in [verb.name for verb, _ in RIDGE.verbs(s)]


# -- 4 combat ---------------------------------------------------------------------------------


@pytest.mark.case("4.1a", "4.1b")
def test_units_attack_enemies_next_to_them() -> None:
    s = at("combat", "0403 a1", "0301 a2", "0404 v1", "0606 v2")
    assert clauses(s, "attack 0405 with a1")[0] == "4.1a"
    assert clauses(s, "attack 0606 with a1")[0] == "4.1b"
    assert clauses(s, "attack 0404 with a2") == ["4.1b"]
    assert clauses(s, "attack 0404 with v1") == ["4.1b"]
    assert clauses(s, "attack 0404") == ["4.1b"]
    assert clauses(s, "attack 0404 with a1") == []


@pytest.mark.case("4.1c")
def test_nobody_fights_twice() -> None:
    s = at("combat", "0403 a1", "0303 a2", "0304 v1", "0404 v2")
    play(s, "attack 0304 with a1", "roll 4")
    assert clauses(s, "attack 0404 with a1") == ["4.1b", "4.1c"]
    assert "4.1c" in clauses(s, "attack 0304 with a2")
    s = at("combat", "0403 a1", "0303 a2", "0404 v2", "0504 v1", "0304 v3")
    play(s, "attack 0404 with a1", "roll 3")
    assert clauses(s, "attack 0504 with a1")[-1] == "4.1c"
    play(s, "done")
    assert s.fought == 0


def column(s: Any, said: str) -> tuple[str, list[str]]:
    """The column of an attack, and the clauses that lead there."""
    odds = RIDGE.odds(s, RIDGE.parse(s, said), 0)
    assert odds is not None
    return odds.column, [line.clause for line in odds.lines]


@pytest.mark.case("4.2a", "4.2b")
@pytest.mark.parametrize(
    ("attackers", "defender", "expected"),
    [
        ("0403 a1", "0503 v1(reduced)", ("1-2", ["4.2a", "4.2c"])),
        ("0603 a1", "0604 v1", ("1-2", ["4.2a", "4.2d"])),
        ("0604 a1", "0605 v1", ("1-1", ["4.2a"])),
        ("0604 a4", "0605 v5", ("1-2", ["4.2a"])),
        ("0604 a5", "0605 v4", ("2-1", ["4.2a"])),
        ("0604 a5", "0605 v4(reduced)", ("3-1", ["4.2a"])),
        ("0604 a4(reduced)", "0605 v5", ("1-2", ["4.2a", "4.2b"])),
    ],
)
def test_odds(attackers: str, defender: str, expected: tuple[str, list[str]]) -> None:
    s = at("combat", attackers, defender)
    who, where = attackers.split()[1].partition("(")[0], defender.split()[0]
    assert column(s, f"attack {where} with {who}") == expected


@pytest.mark.case("4.2b")
def test_the_last_column_is_the_best() -> None:
    s = at("combat", "0604 a5", "0705 a1", "0605 v4(reduced)")
    assert column(s, "attack 0605 with a5 a1") == ("4-1", ["4.2a", "4.2b"])


@pytest.mark.case("4.2c")
@pytest.mark.parametrize(("target", "shift"), [("0705", 0), ("0704", -1), ("0703", -2)])
def test_terrain_shifts_the_column(target: str, shift: int) -> None:
    s = at("combat", "0604 a5", f"{target} v4(reduced)") if target != "0703" else at("combat", "0702 a5", "0703 v4")
    odds = RIDGE.odds(s, RIDGE.parse(s, f"attack {target} with a5"), 0)
    assert odds is not None
    assert sum(line.amount for line in odds.lines if line.clause == "4.2c") == shift


@pytest.mark.case("4.2d")
def test_the_river_shifts_the_column_only_if_all_cross_it_without_the_bridge() -> None:
    s = at("combat", "0403 a1", "0503 a2", "0504 v1", "0404 v2")
    assert "4.2d" in column(s, "attack 0504 with a1")[1]
    assert "4.2d" not in column(s, "attack 0404 with a1")[1]
    s = at("combat", "0403 a1", "0404 a2", "0504 v1")
    assert "4.2d" not in column(s, "attack 0504 with a1 a2")[1]


@pytest.mark.case("4.3a")
def test_the_odds_are_those_of_the_table() -> None:
    s = at("combat", "0604 a5", "0605 v4")
    odds = RIDGE.odds(s, RIDGE.parse(s, "attack 0605 with a5"), 0)
    assert odds is not None
    assert {one.name: one.faces for one in odds.results} == {"A1": (1,), "--": (2,), "DR": (3, 4), "D1": (5, 6)}
    assert sum(one.chance for one in odds.results) == pytest.approx(1, abs=0.001)


@pytest.mark.case("4.3b")
def test_one_of_the_attackers_loses_a_step() -> None:
    s = at("combat", "0604 a1", "0705 a2", "0605 v5")
    play(s, "attack 0605 with a1", "roll 1")
    assert clauses(s, "lose a2") == ["4.3b"]
    play(s, "lose a1")
    assert shown(s, "a1")["steps"] == 1


@pytest.mark.case("4.3c", "4.3d")
def test_the_defender_loses_a_step_and_then_its_life() -> None:
    s = play(at("combat", "0604 a5", "0605 v4"), "attack 0605 with a5", "roll 5")
    assert shown(s, "v4")["steps"] == 1
    s = play(at("combat", "0604 a5", "0605 v4(reduced)"), "attack 0605 with a5", "roll 4")
    assert place(s, "v4") == "lost"
    s = play(at("combat", "0604 a5", "0705 a1", "0605 v4"), "attack 0605 with a5 a1", "roll 6")
    assert place(s, "v4") == "lost"


@pytest.mark.case("4.4a", "4.4b")
def test_a_retreat_goes_to_a_free_hex_out_of_enemy_zones() -> None:
    s = play(at("combat", "0604 a5", "0606 v1", "0605 v4"), "attack 0605 with a5", "roll 3")
    assert RIDGE.players[RIDGE.decider(s)] == "violet"
    assert clauses(s, "retreat 0306") == ["4.4a"]
    assert clauses(s, "retreat 0606") == ["4.4b"]
    assert clauses(s, "retreat 0705") == ["4.4b"]
    play(s, "retreat 0706")
    assert place(s, "v4") == "0706"


@pytest.mark.case("4.4c")
def test_without_a_retreat_a_step_is_lost() -> None:
    s = play(at("combat", "0604 a5", "0606 v1", "0506 v2", "0706 v3", "0605 v4"), "attack 0605 with a5", "roll 3")
    assert (place(s, "v4"), shown(s, "v4")["steps"]) == ("0605", 1)
    assert RIDGE.step(s).name == "combat"


@pytest.mark.case("4.5a")
def test_one_attacker_may_advance() -> None:
    s = play(at("combat", "0604 a5", "0303 a2", "0605 v4(reduced)"), "attack 0605 with a5", "roll 6")
    assert clauses(s, "advance a2") == ["4.5a"]
    stayed = play(s.copy(), "hold")
    assert place(stayed, "a5") == "0604"
    play(s, "advance a5")
    assert place(s, "a5") == "0605"


# -- 5 victory --------------------------------------------------------------------------------


@pytest.mark.case("5.1b", "5.1c")
@pytest.mark.parametrize(
    ("pieces", "held", "level"),
    [
        ("a1 a2 a3 a4 a5", "0203 0302", "Amber wins"),  # nobody of Violet is left
        ("v1 v2 v3 v4 v5", "0203 0302", "Violet wins"),
        ("", "0203 0302", "draw"),
    ],
)
def test_more_points_win(pieces: str, held: str, level: str) -> None:
    hexes = ("0101", "0102", "0201", "0301", "0401")
    lines = [f"{hex_} {unit}" for hex_, unit in zip(hexes, pieces.split(), strict=False)]
    s = notation.read(TITLES, "\n".join(("ridge", "over", "turn 6", f"held {held}", *lines)))
    outcome = RIDGE.outcome(s)
    assert outcome is not None
    assert outcome.level == level
    assert (outcome.winner == NOBODY) == (level == "draw")


# -- positions written by hand ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("at movement\nturn 7\nside 0", "turn: the game has 6 turns"),
        ("at movement\nturn 1\nside 2", "side: 0 is Amber, 1 is Violet"),
        ("at movement\nturn 1\nside 0\nheld 0101", "held: only villages are held"),
        ("at movement\nturn 1\nside 0\n0101 a1 a2", "a2: 0101 holds another unit"),
    ],
)
def test_impossible_positions_are_refused(text: str, why: str) -> None:
    with pytest.raises(notation.BadPosition, match=why):
        notation.read(TITLES, f"ridge\n{text}")


@pytest.mark.parametrize(
    ("battle", "pieces", "why"),
    [
        ("die target=0404 attackers=-", "0404 v1", "the attackers are units of the player"),
        ("die target=0404 attackers=a1", "0101 a1\n0404 v1", "the attackers are next to the target"),
        ("die target=0404 attackers=a1", "0403 a1", "the target holds an enemy unit"),
        ("die target=0404 attackers=a1 result=9", "0403 a1\n0404 v1", "there is no such result"),
        ("loss target=0404 attackers=a1", "0403 a1\n0404 v1", "the result does not lead to loss"),
    ],
)
def test_impossible_battles_are_refused(battle: str, pieces: str, why: str) -> None:
    with pytest.raises(notation.BadPosition, match=f"at: {why}"):
        notation.read(TITLES, f"ridge\nat combat\nat battle {battle}\nturn 1\nside 0\n{pieces}")
