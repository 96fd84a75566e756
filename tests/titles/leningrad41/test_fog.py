"""[6.5 - 6.7] Fog of war: what each player sees, and what nobody can tell."""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from grognard.core import notation, view
from grognard.core.action import PUBLIC
from grognard.core.bits import bits, scan
from grognard.core.flow import run
from grognard.titles.leningrad41.data.components import GERMAN, SOVIET
from grognard.titles.leningrad41.rules import fog
from grognard.titles.leningrad41.rules.fog import guess, may_be
from grognard.titles.leningrad41.state import UNKNOWN, eliminate, unknown
from tests.titles.leningrad41.conftest import DATA, TITLE, Game

At = Callable[..., Game]
FREE = [DATA.board.names[hex] for hex in scan(DATA.land & ~DATA.area["no Soviet set-up"])]
CITY = """2807 42-1 42-2=1RB
          2809 42-3=2RB(up) Zhdanov
          2611 68-70
          pool-42 42-9=1LG
          died 1LG
          4812 I-10
          dead II-10 I-8M"""


def pictures(s: Any, player: int) -> dict[str, Any]:
    found: dict[str, Any] = view.view(s, player)["pieces"]
    return found


@pytest.mark.case("6.6a", "6.5a", "3.6e")
def test_the_german_sees_backs(moving: At) -> None:
    s = moving("german", CITY).s
    seen = pictures(s, GERMAN)
    for hidden in ("42-1", "42-2", "42-9"):
        assert set(seen[hidden]) == {"there", "kind", "marks"}
        assert set(seen[hidden]["kind"]) == {"may_be"}
    assert "1RB" not in notation.write(s, GERMAN)
    assert "42-2=" not in notation.write(s, GERMAN)
    assert seen["42-1"]["there"]["place"] == seen["42-2"]["there"]["place"] == "2807"


@pytest.mark.case("6.6g", "6.5a", "6.7a")
def test_face_up_units_are_open_wherever_they_are(moving: At) -> None:
    s = moving("german", CITY).s
    assert pictures(s, GERMAN)["42-3"]["identity"]["face"] == "2RB"
    assert pictures(s, GERMAN)["68-70"]["strength"]["fire"] == 7
    assert pictures(s, SOVIET)["I-10"]["identity"]["command"] == "8pz"


@pytest.mark.case("3.6e", "7.3d")
def test_the_soviet_sees_what_he_has_looked_at(moving: At) -> None:
    s = moving("german", CITY).s
    seen = pictures(s, SOVIET)
    assert seen["42-2"]["identity"]["face"] == "1RB"
    assert "identity" not in seen["42-1"]
    assert "strength" not in seen["42-1"]


@pytest.mark.case("6.5b")
def test_the_dead_pile_is_closed_to_the_enemy(moving: At) -> None:
    s = moving("german", CITY).s
    assert "II-10" not in pictures(s, SOVIET)
    assert "II-10" not in notation.write(s, SOVIET)
    assert pictures(s, GERMAN)["II-10"]["there"]["place"] == "dead"


@pytest.mark.case("6.5b", "10.14c")
def test_both_hear_who_dies(moving: At) -> None:
    game = moving("german", "4812 I-10 II-10 III-10\n2807 1RB").play("done", "eliminate II-10")
    assert "2nd Battalion, 10th Panzer Regiment is eliminated" in game.log(SOVIET)
    assert "2nd Battalion, 10th Panzer Regiment is eliminated" in game.log(GERMAN)


@pytest.mark.case("6.6a")
def test_a_spectator_knows_only_what_both_know(moving: At) -> None:
    s = moving("german", CITY).s
    seen = pictures(s, PUBLIC)
    assert "identity" not in seen["42-2"]
    assert "II-10" not in seen


@pytest.mark.case("6.9a", "2.13a")
def test_markers_are_open(moving: At) -> None:
    s = moving("german", CITY + "\nrubble 2613\ndemolished bridge-2612-2713").s
    for player in (GERMAN, SOVIET):
        scalars = view.view(s, player)["scalars"]
        assert scalars["rubble"] == ["2613"]
        assert scalars["demolished"] == ["bridge-2612-2713"]
        assert scalars["died"] == ["1LG"]


def test_standing_orders_are_secret(moving: At) -> None:
    s = moving("german", CITY + "\nsoviet_orders hold\ngerman_orders always").s
    german, soviet = (view.view(s, player)["scalars"] for player in (GERMAN, SOVIET))
    assert ("soviet_orders" in german, german["german_orders"]) == (False, "always")
    assert ("german_orders" in soviet, soviet["soviet_orders"]) == (False, "hold")


# -- flipping ---------------------------------------------------------------------------------


@pytest.mark.case("6.6b", "6.6f")
@pytest.mark.parametrize("phase", ["movement", "fire"])
def test_the_soviet_flips_units_in_his_own_turn(at: At, phase: str) -> None:
    game = at(f"at soviet-{phase}\nturn 3\nside 1\n{CITY}")
    assert game.movers("flip") == {"42-1", "42-2"}
    assert game.clauses("flip 42-3") == ["6.6f"]
    assert game.clauses("flip 68-70") == ["6.6b"]
    assert game.clauses("flip 42-9") == ["6.6b"]
    game.play("flip 42-2")
    assert game.ask == ("soviet", f"soviet-{phase}")
    assert pictures(game.s, GERMAN)["42-2"]["identity"]["face"] == "1RB"
    assert "1st Red Banner Marine Battalion" in game.log(GERMAN)


@pytest.mark.case("6.6b")
def test_not_in_the_german_turn(moving: At) -> None:
    assert "flip" not in {verb.name for verb in TITLE.step(moving("german", CITY).s).verbs}


@pytest.mark.case("6.6b", "3.5b", "3.6e")
def test_chance_says_what_an_unknown_unit_is(moving: At) -> None:
    game = moving("soviet", CITY).play("flip 42-1")
    assert game.ask == ("chance", "reveal")
    may = {DATA.faces[face].id for face in game.options("turn")}
    assert len(may) == len(DATA.faces) - 3
    assert not may & {"1RB", "2RB", "1LG"}
    assert game.clauses("turn 1LG") == ["3.5b"]
    game.play("turn 51Tk")
    assert (game.face("42-1"), game.ask[1]) == ("51Tk", "soviet-movement")
    assert pictures(game.s, GERMAN)["42-1"]["identity"]["armor"]


@pytest.mark.case("6.6c", "6.5c")
def test_everything_in_a_hex_can_be_turned_over_at_once(moving: At) -> None:
    game = moving("german", CITY)
    fog.reveal(game.s, game.s.here[game.place("2807")])
    run(game.s)
    assert game.units(game.s.up) == {"42-2", "42-3"}
    assert game.ask == ("chance", "reveal")
    game.play("turn 1-1DNO")
    assert game.units(game.s.up) == {"42-1", "42-2", "42-3"}
    assert game.ask == ("german", "german-movement")


@pytest.mark.case("6.6f", "7.7a")
def test_a_dead_unit_is_hidden_again_when_it_returns(moving: At) -> None:
    game = moving("german", CITY)
    s, unit = game.s, game.unit("42-3")
    eliminate(s, unit)
    assert (game.where("42-3"), game.face("42-3")) == ("pool-42", "2RB")
    assert not s.up >> unit & 1
    assert s.died == bits(DATA.face[name] for name in ("1LG", "2RB"))
    assert "identity" not in pictures(s, GERMAN)["42-3"]


# -- what cannot be told apart ----------------------------------------------------------------


def same_to(player: int, one: Any, other: Any) -> None:
    """Two positions look alike to a player: view, notation, what is asked and offered."""
    assert view.view(one, player) == view.view(other, player)
    assert notation.write(one, player) == notation.write(other, player)
    assert view.ask(one, player) == view.ask(other, player)
    if TITLE.decider(one) == player:
        for verb, first in TITLE.verbs(one):
            assert view.choices(one, verb, ()) == view.choices(other, verb, ())
            for value in islice(first, 5):
                if len(verb.args) > 1:
                    assert view.choices(one, verb, (value,)) == view.choices(other, verb, (value,))


HIDDEN = """2807 42-1 42-2={0}
            2809 42-3=2RB(up) 42-4={1}(reinforcements)
            pool-42 42-9={2} 42-10={3}
            died 1LG
            4812 I-10
            soviet_orders {4}"""
ONE, TWO = ("1RB", "51Tk", "1LG", "2LG", "always"), ("106Eng", "1LG", "6NKVD", "1Koms", "hold")


@pytest.mark.case("6.6a", "6.5a", "7.3d")
@pytest.mark.parametrize("step", ["german-movement", "german-fire", "soviet-movement", "soviet-fire", "german-orders"])
def test_the_german_cannot_tell_hidden_faces_apart(at: At, step: str) -> None:
    side = int(step in ("soviet-movement", "soviet-fire", "german-orders"))
    head = f"at {step}\nturn 3\nside {side}\n"
    one, two = (at(head + HIDDEN.format(*faces)).s for faces in (ONE, TWO))
    assert view.view(one, SOVIET) != view.view(two, SOVIET)
    same_to(GERMAN, one, two)


@pytest.mark.case("6.6a")
def test_nor_by_how_faces_lie_in_the_pool(moving: At) -> None:
    text = "2807 42-1\npool-42 {}\ndied 1LG\n4812 I-10"
    one, two = (moving("german", text.format(pool)).s for pool in ("42-9=1LG", "42-30=1LG 42-31=51Tk"))
    same_to(GERMAN, one, two)


@pytest.mark.case("7.3c", "7.3d")
def test_the_diary_of_draws_and_flips_tells_the_german_the_same(at: At) -> None:
    heard = set()
    for face in ("1RB", "1LG", "51Tk"):
        game = at("at army-draw\nturn 3\nside 1\ndue 1\n2807 42-1\npool-42 42-2=1LG\ndied 1LG\n4812 I-10")
        game.play(f"draw {face}", "place 42-2 2809")
        assert game.face("42-2") == face
        heard.add((game.log(GERMAN), str([entry.heard_by(GERMAN) for entry in game.table.journal])))
        assert DATA.faces[DATA.face[face]].name in game.log(SOVIET)
    assert len(heard) == 1


def test_the_computer_guesses_only_by_what_the_german_knows(moving: At) -> None:
    one, two = (moving("german", HIDDEN.format(*faces)).s for faces in (ONE, TWO))
    for seed in range(8):
        first, second = (guess(s, GERMAN, Random(seed).randrange) for s in (one, two))
        assert first.key() == second.key()
        same_to(GERMAN, first, one)
        assert list(TITLE.check(first)) == []
        assert first.soviet_orders == "ask"


def test_a_guess_gives_every_counter_what_it_may_be(moving: At) -> None:
    s = moving("german", HIDDEN.format(*ONE)).s
    dealt: dict[int, set[int]] = {}
    for seed in range(1000):
        found = guess(s, GERMAN, Random(seed).randrange)
        for piece in scan(DATA.anonymous):
            if found.face[piece] != UNKNOWN and not s.up >> piece & 1:
                dealt.setdefault(piece, set()).add(found.face[piece])
        assert unknown(found, found.there[SOVIET]) == unknown(s, s.there[SOVIET])
    looked = {DATA.number[name] for name in ("42-2", "42-4")}
    for piece in looked:
        assert dealt[piece] == set(scan(may_be(s, piece)))
    assert all(faces == {DATA.face["1LG"]} for piece, faces in dealt.items() if piece not in looked)


def test_a_guess_finds_room_for_the_dead(moving: At) -> None:
    """With more dead than the pool holds, some of the counters that were looked at must be of them."""
    dead = [face.id for face in DATA.faces[:40]]
    looked = [f"{hex} 42-{n}={name}" for n, (hex, name) in enumerate(zip(FREE[:38], dead[:38], strict=True), 1)]
    others = [f"{hex} 42-{n}" for n, hex in enumerate(FREE[38:55], 39)]
    pool = [f"pool-42 42-56={dead[38]} 42-57={dead[39]}", f"died {' '.join(dead)}", "5101 I-10"]
    s = moving("german", "\n".join(looked + others + pool)).s
    for seed in range(5):
        found = guess(s, GERMAN, Random(seed).randrange)
        assert list(TITLE.check(found)) == []
        assert not may_be(s, DATA.number["42-40"]) & s.died
        assert unknown(found, found.there[SOVIET]).bit_count() == 17


def test_the_soviet_knows_everything_but_orders(moving: At) -> None:
    s = moving("german", HIDDEN.format(*ONE) + "\ngerman_orders always").s
    found = guess(s, SOVIET, Random(1).randrange)
    assert found.face == s.face
    assert (found.german_orders, found.soviet_orders) == ("ask", "always")
