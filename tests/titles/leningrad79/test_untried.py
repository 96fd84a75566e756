"""[14.0] Soviet untried units."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.title import Bad
from grognard.titles.leningrad79.state import UNTRIED

At = Callable[[str], Any]
New = Callable[..., Any]

INFANTRY = [f"i{n}" for n in range(1, 44)]
FACES = """67RD 170RD 180RD 237RD 266RD 246RD 259RD 291RD 128RD 177RD 16RD 112RD 115RD 126RD 11RD 33RD
           262RD 183RD 265RD 288RD""".split()
HEXES = [f"{column:02}{row:02}" for column in (13, 14, 15) for row in (6, 7, 8, 9, 10)]


def drawn(t: Any) -> dict[str, int]:
    """What the next reveal may bring, with its weight."""
    options = t.options("draw")
    (verb,) = t.table.title.step(t.s).verbs
    names = [t.s.data.faces[face].id for face in options]
    return dict(zip(names, verb.weights(t.s), strict=True))


def faces(t: Any, *types: str) -> set[str]:
    return {face.id for face in t.s.data.faces if face.type in types}


@pytest.mark.case("14.0a")
def test_nobody_knows_a_soviet_unit_when_it_enters_play(new: New) -> None:
    t = new()
    for hex_ in ("1308", "1408", "1508", "1609", "1709", "1809", "1909"):
        t.play(f"deploy {hex_}")
    assert t.s.turn == 1
    assert all(face == UNTRIED for face in t.s.face)
    assert t.table.title.unit(t.s, t.unit("i1")) == "an untried rifle division (i1)"
    assert "strength" not in t.table.title.portrait(t.s, t.unit("i1"))


@pytest.mark.case("14.0a", "16.0a")
def test_reinforcements_come_untried(at: At) -> None:
    t = at("at soviet-combat\nturn 1\n0111 1ID").play("done", "done", "done", "done")
    assert t.ask == ("soviet", "soviet-movement")
    t.play("enter i1 at 2906")
    assert t.s.face[t.unit("i1")] == UNTRIED


@pytest.mark.case("14.0b")
def test_every_face_of_the_type_is_as_likely_as_any_other(at: At) -> None:
    t = at("at german-combat\nturn 3\n1407 1ID\n1408 i1").play("attack 1408 with 1ID")
    assert drawn(t) == dict.fromkeys(faces(t, "infantry"), 1)
    assert len(drawn(t)) == 43


@pytest.mark.case("14.0b")
def test_a_face_once_seen_is_not_drawn_again(at: At) -> None:
    """Neither one on the map nor one that is lost."""
    t = at("at german-combat\nturn 3\n1407 1ID\n1408 i1 118RD\nlost i9=16RD").play("attack 1408 with 1ID")
    assert set(drawn(t)) == faces(t, "infantry") - {"118RD", "16RD"}
    assert t.clauses("draw 16RD") == ["14.0b"]
    t.play("draw 67RD")
    assert t.ask == ("chance", "die")


@pytest.mark.case("14.1a")
def test_untried_units_are_turned_over_when_an_attack_is_announced(at: At) -> None:
    """Those who take part and nobody else, attackers and defenders alike."""
    t = at("at german-combat\nturn 3\n1407 1ID\n1408 i1 i2\n1306 i3")
    t.play("attack 1408 with 1ID", "draw 16RD", "draw 112RD")
    assert t.ask == ("chance", "die")
    assert [t.s.face[t.unit(unit)] != UNTRIED for unit in ("i1", "i2", "i3")] == [True, True, False]
    theirs = at("at soviet-combat\nturn 3\n1407 1ID\n1408 i1 i2").play("attack 1407 with i2", "draw 16RD")
    assert theirs.ask == ("chance", "die")
    assert theirs.s.face[theirs.unit("i1")] == UNTRIED


@pytest.mark.case("14.1a")
def test_untried_units_are_turned_over_when_an_overrun_is_announced(at: At) -> None:
    t = at("at german-movement\nturn 3\n1407 1ID\n1408 i1").play("overrun 1ID at 1408")
    assert t.ask == ("chance", "reveal")
    t.play("draw 16RD")
    assert t.ask == ("chance", "die")


@pytest.mark.case("14.1a")
def test_a_unit_once_revealed_stays_so(at: At) -> None:
    t = at("at german-combat\nturn 3\n1407 1ID\n1408 i1").play("attack 1408 with 1ID", "draw 5RD", "roll 2", "lose 1ID")
    t.play("done", "done", "attack 1407 with i1")
    assert t.ask == ("chance", "die")  # nothing to turn over
    assert t.s.data.faces[t.s.face[t.unit("i1")]].id == "5RD"


@pytest.mark.case("14.1b", "9.1c")
def test_after_the_reveal_the_combat_can_neither_be_called_off_nor_changed(at: At) -> None:
    t = at("at german-combat\nturn 3\nair 1\n1407 1ID 11ID\n1408 i1").play("attack 1408 with 1ID", "done", "draw 305RD")
    assert t.verbs() == {"roll"}
    for action in ("done", "attack 1408 with 11ID", "air 1"):
        with pytest.raises(Bad, match="not possible now"):
            t.play(action)
    assert t.play("roll 1").table.journal[-1].text == "roll 1"


@pytest.mark.case("14.2a")
def test_there_are_two_types_of_untried_units(at: At) -> None:
    """Armored ones may turn out to be tanks or mechanized, infantry only infantry."""
    t = at("at german-combat\nturn 3\n1407 1ID\n1408 a1 i1").play("attack 1408 with 1ID")
    assert set(drawn(t)) == faces(t, "infantry")
    assert t.clauses("draw 1TD") == ["14.2a"]
    t.play("draw 16RD")
    assert drawn(t) == dict.fromkeys(faces(t, "armor", "mechanized"), 1)
    assert len(drawn(t)) == 12
    assert t.clauses("draw 67RD") == ["14.2a"]
    t.play("draw 163MD")
    assert t.ask == ("chance", "die")


# -- where the last arrivals come from ---------------------------------------------------------


def late(lost: int, turn: int, option: str = "rebuild") -> str:
    """All 43 infantry counters in play at the end of a Game-Turn, some of them seen and lost."""
    fallen = " ".join(f"{unit}={face}" for unit, face in zip(INFANTRY[:lost], FACES, strict=False))
    living = INFANTRY[lost:]
    stacks = "\n".join(
        f"{hex_} {' '.join(living[3 * n : 3 * n + 3])}" for n, hex_ in enumerate(HEXES) if living[3 * n :]
    )
    return f"options pool={option}\nat soviet-combat\nturn {turn}\n0111 1ID\n2404 11ID\nlost {fallen}\n{stacks}"


def waiting(t: Any) -> list[str]:
    d = t.s.data
    return [d.pieces[u] for u in range(len(d.pieces)) if t.s.place[u] == d.reserve and t.s.slot[u] < len(d.slots)]


def to_soviet_movement(t: Any) -> Any:
    while t.ask[1] != "soviet-movement":
        t.play("done")
    return t


@pytest.mark.case("14.0b", "schedule.soviet.9")
def test_when_counters_run_out_the_lost_return_untried(at: At) -> None:
    """Game-Turn 9 brings three infantry, and all 43 counters have been used; eight are lost."""
    t = to_soviet_movement(at(late(lost=8, turn=8)).play("done"))
    assert waiting(t) == ["i1", "i2", "i3"]
    assert all(t.s.face[t.unit(unit)] == UNTRIED for unit in INFANTRY[:8])
    assert t.clauses("enter i4 at 2908") == ["16.0a"]  # a counter, but not one that is due
    t.play("enter i1 at 2908")


@pytest.mark.case("14.0b")
def test_the_lost_and_the_unseen_are_one_pool(at: At) -> None:
    """After the return every untried unit, old or new, may turn out to be any face that nobody sees."""
    t = at(late(lost=8, turn=8) + "\n1405 12ID")
    t.play("done")
    while t.ask[1] != "german-combat":
        t.play("done")
    t.play("attack 1406 with 12ID", "done")
    assert set(drawn(t)) == faces(t, "infantry")
    assert t.why_not("draw 67RD") == []


@pytest.mark.case("14.0b")
def test_before_the_counters_run_out_the_lost_stay_lost(at: At) -> None:
    t = to_soviet_movement(at("at soviet-combat\nturn 8\n0111 1ID\nlost i1=67RD").play("done"))
    assert t.where("i1") == "lost"
    assert len(waiting(t)) == 3


@pytest.mark.case("14.0b")
def test_a_shortfall_is_lost(at: At) -> None:
    """Only two counters can return for the three of Game-Turn 9; the third never comes."""
    t = to_soviet_movement(at(late(lost=2, turn=8)).play("done"))
    assert waiting(t) == ["i1", "i2"]
    t.play("enter i1 at 2908", "enter i2 at 2908", "done", "done")
    assert waiting(to_soviet_movement(t)) == []


@pytest.mark.case("14.0b")
def test_with_the_strict_pool_nobody_returns(at: At) -> None:
    t = to_soviet_movement(at(late(lost=8, turn=8, option="strict")).play("done"))
    assert waiting(t) == []
    assert t.where("i1") == "lost"
    assert t.s.data.faces[t.s.face[t.unit("i1")]].id == "67RD"
