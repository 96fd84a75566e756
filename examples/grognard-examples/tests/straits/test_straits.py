"""The rules of *Straits*, clause by clause."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from grognard.core import notation, view
from grognard.core.action import NOBODY, PUBLIC
from grognard.core.state import Note
from grognard.kit.table import DiceOdds
from grognard.titles import TITLES

STRAITS = TITLES["straits"]
ISLAND, MAINLAND = 0, 1


def at(step: str, *pieces: str, turn: int = 2, side: int = ISLAND) -> Any:
    """A position: Island's turn unless another side is named."""
    return notation.read(TITLES, "\n".join(("straits", f"at {step}", f"turn {turn}", f"side {side}", *pieces)))


def play(s: Any, *said: str) -> Any:
    for one in said:
        action = STRAITS.parse(s, one)
        assert not STRAITS.explain(s, action), one
        STRAITS.play(s, action)
    return s


def clauses(s: Any, said: str) -> list[str]:
    """The clauses that forbid an action."""
    return [objection.clause for objection in STRAITS.explain(s, STRAITS.parse(s, said))]


def piece(name: str) -> int:
    return STRAITS.lexicon.piece(name)


def dealt(seed: int = 1) -> Any:
    """A game after the strengths have been dealt."""
    s, random = STRAITS.start(), Random(seed)
    while STRAITS.step(s).name == "dealing":
        STRAITS.play(s, STRAITS.chance(s, random.randrange))
    return s


# -- 1 components -----------------------------------------------------------------------------


@pytest.mark.case("1.1a")
def test_an_area_belongs_to_whoever_was_last_alone_in_it() -> None:
    s = at("movement", "held 3 4 7 8", "3 i1(strength=2)", "4 i2(strength=1)", "2 m1(strength=1)")
    control = STRAITS.aids.overlays["control"]
    play(s, "move i1 to 2")
    assert not control(s, ISLAND) >> STRAITS.lexicon.place("2") & 1  # both are there
    play(s, "done", "fight 2", "fire 0", "fire 1")
    assert control(s, ISLAND) >> STRAITS.lexicon.place("2") & 1
    assert control(s, ISLAND) >> STRAITS.lexicon.place("3") & 1  # nobody came


@pytest.mark.case("1.2a", "1.2b")
def test_the_set_up() -> None:
    s = dealt()
    assert [STRAITS.lexicon.places[s.place[piece(name)]] for name in ("i1", "i5", "m3")] == ["3", "4", "6"]
    for blocks in (range(5), range(5, 10)):
        assert Counter(s.strength[block] for block in blocks) == Counter([1, 2, 2, 3, 4])
    s = STRAITS.start()
    verb = STRAITS.step(s).verbs[0]
    assert verb.weights is not None
    assert dict(zip(verb.options(s), verb.weights(s), strict=True)) == {1: 1, 2: 2, 3: 1, 4: 1}
    play(s, "deal 4")
    assert clauses(s, "deal 4") == ["1.2b"]


@pytest.mark.case("1.3a")
def test_only_the_owner_sees_the_strength() -> None:
    s = dealt()
    for viewer, hidden in ((ISLAND, "m"), (MAINLAND, "i"), (PUBLIC, "im")):
        pieces = view.view(s, viewer)["pieces"]
        assert len(pieces) == 10
        assert {name for name, one in pieces.items() if "strength" not in one} == {
            name for name in pieces if name[0] in hidden
        }
    assert "strength" not in notation.write(s, PUBLIC)


@pytest.mark.case("1.3a")
def test_the_deal_is_told_to_the_owner_alone() -> None:
    s = STRAITS.start()
    action = STRAITS.parse(s, "deal 3")
    assert [view.told(s, action, viewer) for viewer in (ISLAND, MAINLAND, PUBLIC)] == ["deal 3", "deal", "deal"]
    notes: list[Note] = []
    s.log = notes
    STRAITS.play(s, action)
    assert [len(view.heard(s, notes, viewer)) for viewer in (ISLAND, MAINLAND, PUBLIC)] == [1, 0, 0]


@pytest.mark.case("1.3a")
def test_a_guess_keeps_what_is_known_and_deals_the_rest_again() -> None:
    s = dealt()
    s.known = 1 << piece("m1")
    found = set()
    for seed in range(30):
        guess = STRAITS.guess(s, ISLAND, Random(seed).randrange)
        assert list(guess.strength[:6]) == list(s.strength[:6])  # one's own, and m1
        assert sorted(guess.strength[5:]) == [1, 2, 2, 3, 4]
        found.add(bytes(guess.strength))
    assert len(found) == len(set(found)) > 5


@pytest.mark.case("1.3b", "4.1b")
def test_a_battle_reveals_for_good() -> None:
    s = at("movement", "3 i1(strength=4)", "1 m2(strength=2)", "2 m1(strength=1)")
    enemy = piece("m1")
    assert "strength" not in STRAITS.sees(s, ISLAND, enemy)
    play(s, "move i1 to 2", "done")
    assert "strength" not in STRAITS.sees(s, ISLAND, enemy)
    play(s, "fight 2")
    assert "strength" in STRAITS.sees(s, ISLAND, enemy)
    play(s, "fire 0", "fire 0", "withdraw 3")
    assert "strength" in STRAITS.sees(s, ISLAND, enemy)
    assert "strength" not in STRAITS.sees(s, ISLAND, piece("m2"))


# -- 2 sequence, 3 movement -------------------------------------------------------------------


@pytest.mark.case("2.1a", "2.1b")
def test_five_turns_island_first() -> None:
    s, seen = dealt(), []
    while not s.over:
        seen.append((s.turn, STRAITS.players[STRAITS.decider(s)]))
        play(s, "done")
    assert seen == [(turn, side) for turn in range(1, 6) for side in ("island", "mainland")]
    s = at("movement", "3 i1(strength=4)", "2 m1(strength=1)")
    assert STRAITS.step(play(s, "move i1 to 2", "done")).name == "battles"


@pytest.mark.case("3.1a", "3.1b", "3.1c")
def test_ones_own_blocks_move_once_to_the_next_area() -> None:
    s = at("movement", "3 i1(strength=4)", "1 m1(strength=1)")
    assert clauses(s, "move m1 to 2") == ["3.1a"]
    assert clauses(s, "move i2 to 2")[0] == "3.1a"
    assert clauses(s, "move i1 to 1") == ["3.1c"]
    play(s, "move i1 to 4")
    assert "3.1b" in clauses(s, "move i1 to 3")
    play(s, "done", "done", "move i1 to 3")
    assert STRAITS.aids.reach(s, 1 << piece("m1")) == {STRAITS.lexicon.place(area): "1" for area in ("2", "5")}


@pytest.mark.case("3.2a")
def test_three_blocks_fill_an_area() -> None:
    s = at("movement", "3 i1(strength=4)", "4 i2(strength=1) i3(strength=1) i4(strength=1)", "1 m1(strength=1)")
    assert clauses(s, "move i1 to 4") == ["3.2a"]
    assert clauses(s, "move i1 to 2") == []


# -- 4 battles --------------------------------------------------------------------------------


def hits(s: Any) -> int:
    """How many hits the dice that are rolled now could make."""
    options = STRAITS.choices(s, "fire")
    assert options is not None
    return max(int(hits) for hits in options)


@pytest.mark.case("4.1a")
def test_the_player_chooses_the_order_of_battles() -> None:
    s = at("movement", "3 i1(strength=4)", "7 i2(strength=4)", "2 m1(strength=1)", "6 m2(strength=1)")
    play(s, "move i1 to 2", "move i2 to 6", "done")
    assert clauses(s, "fight 3") == ["4.1a"]
    play(s, "fight 6", "fire 0", "fire 1", "fight 2", "fire 0", "fire 1")
    assert STRAITS.players[STRAITS.decider(s)] == "mainland"


@pytest.mark.case("4.2a", "4.2b")
def test_the_defender_fires_first_and_the_straits_cost_a_die_in_the_first_round() -> None:
    s = at("movement", "3 i1(strength=3)", "2 m1(strength=2)")
    play(s, "move i1 to 2", "done", "fight 2")
    assert STRAITS.step(s).name == "defense"
    assert clauses(s, "fire 3") == ["4.2a"]
    play(s, "fire 0")
    assert hits(s) == 2
    play(s, "fire 0", "press", "fire 0")
    assert hits(s) == 3


@pytest.mark.case("4.2b")
def test_at_least_one_die_is_rolled() -> None:
    s = at("movement", "3 i1(strength=1)", "2 m1(strength=2)")
    play(s, "move i1 to 2", "done", "fight 2", "fire 0")
    assert hits(s) == 1
    s = at("movement", "1 m1(strength=2)", "2 i1(strength=2)", side=MAINLAND)
    play(s, "move m1 to 2", "done", "fight 2", "fire 0")
    assert hits(s) == 2  # it came by land


@pytest.mark.case("4.2c")
def test_a_die_hits_with_5_or_6() -> None:
    s = at("movement", "4 i1(strength=1)", "3 m1(strength=2)")
    play(s, "move i1 to 3", "done", "fight 3")
    verb = STRAITS.step(s).verbs[0]
    assert verb.weights is not None
    assert verb.weights(s) == [16, 16, 4]  # of 36


@pytest.mark.case("4.3a")
def test_hits_go_to_the_strongest() -> None:
    s = at("movement", "4 i1(strength=4)", "3 m1(strength=1) m2(strength=3)")
    play(s, "move i1 to 3", "done", "fight 3", "fire 0", "fire 3")
    assert (s.strength[piece("m1")], s.strength[piece("m2")]) == (0, 1)
    assert STRAITS.lexicon.places[s.place[piece("m1")]] == "lost"


@pytest.mark.case("4.4a", "4.4b")
def test_the_attacker_presses_or_withdraws() -> None:
    full = "4 i3(strength=1) i4(strength=1) i5(strength=1)"
    s = at("movement", "8 i1(strength=2)", full, "7 m1(strength=2)", "6 m2(strength=1)")
    play(s, "move i1 to 7", "done", "fight 7", "fire 0", "fire 0")
    assert clauses(s, "withdraw 1") == ["4.4b"]
    assert clauses(s, "withdraw 6") == ["4.4b"]
    pressed = play(s.copy(), "press")
    assert STRAITS.step(pressed).name == "defense"
    play(s, "withdraw 8")
    assert STRAITS.lexicon.places[s.place[piece("i1")]] == "8"
    s = at("movement", full, "3 m1(strength=2)")
    play(s, "move i3 to 3", "done", "fight 3", "fire 0", "fire 0", "withdraw 4")
    s = at("movement", full, "7 i1(strength=2) i2(strength=2)", "3 m1(strength=2)")
    play(s, "move i1 to 3", "move i2 to 3", "done", "fight 3", "fire 0", "fire 0")
    assert clauses(s, "withdraw 4") == ["4.4b"]  # no room for two more


def test_the_odds_of_a_round() -> None:
    s = play(at("movement", "4 i1(strength=1)", "3 m1(strength=1)"), "move i1 to 3", "done")
    odds = STRAITS.odds(s, STRAITS.parse(s, "fight 3"), 0)
    assert isinstance(odds, DiceOdds)
    chances = {one.name: one.chance for one in odds.results}
    assert chances == {"defender destroyed": 0.2222, "no hit": 0.4444, "attacker destroyed": 0.3333}
    assert odds.attacker.gone == 0.3333
    assert STRAITS.odds(at("movement", "4 i1(strength=1)", "3 m1(strength=1)"), None, 0) is None


# -- 5 victory --------------------------------------------------------------------------------


@pytest.mark.case("5.1a", "5.1b")
@pytest.mark.parametrize(
    ("held", "level"), [("3 8", "draw"), ("2 3 8 1", "Island wins"), ("3 1 4 5 7", "Mainland wins")]
)
def test_more_ports_win(held: str, level: str) -> None:
    s = notation.read(TITLES, f"straits\nover\nturn 5\nheld {held}")
    outcome = STRAITS.outcome(s)
    assert outcome is not None
    assert outcome.level == level
    assert (outcome.winner == NOBODY) == (level == "draw")


# -- positions written by hand ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("at movement\nturn 0\nside 0", "turn: the game has 5 turns"),
        ("at movement\nturn 1\nside 2", "side: 0 is Island, 1 is Mainland"),
        ("at movement\nturn 1\nside 0\nheld lost", "held: only areas are held"),
        ("at movement\nturn 1\nside 0\n3 i1", "i1: it has no strength"),
        ("at movement\nturn 1\nside 0\n3 i1(strength=5)", "i1: too strong"),
        ("at movement\nturn 1\nside 0\n3 i1(strength=1) i2(strength=1) i3(strength=1) i4(strength=1)", "3: at most 3"),
        ("at dealing\n3 i1(strength=4) i2(strength=4) i3", "at: Island has strengths that were not dealt"),
        ("at battles\nat battle round area=3\nturn 1\nside 0\n3 i1(strength=1,known)", "at: a battle needs"),
        ("at battles\nat battle round area=3\nturn 1\nside 0\n3 i1(strength=1,known) m1(strength=1)", "at: the blocks"),
    ],
)
def test_impossible_positions_are_refused(text: str, why: str) -> None:
    with pytest.raises(notation.BadPosition, match=why):
        notation.read(TITLES, f"straits\n{text}")
