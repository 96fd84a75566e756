"""Fog of war: what an opponent sees, remembers and cannot tell."""

from collections.abc import Callable
from random import Random

import pytest

from grognard.core import notation, view
from grognard.core.bits import scan
from grognard.titles.moscow41.state import conceal, put, reveal
from tests.laws import laws
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE, Game

At = Callable[..., Game]
STACK = """at game choice
           turn 1
           89 Guderian(trail=89) 24PzK(trail=89) DR(trail=89)
           100 46PzK(trail=100)
           63 Stalin
           Rastenburg Hitler
           102 25RC"""


@pytest.mark.case("1.5b")
def test_an_opponent_sees_backs(at: At) -> None:
    game = at(STACK)
    seen = view.view(game.s, SOVIET)
    backs = [seen["pieces"][name] for name in seen["board"]["89"]]
    assert len(backs) == 3
    assert all(set(back) == {"there", "kind", "marks"} for back in backs)
    assert "24PzK" not in notation.write(game.s, SOVIET)
    assert set(view.view(game.s, GERMAN)["pieces"][seen["board"]["89"][0]]) > {"identity", "strength"}


@pytest.mark.case("1.5.1a", "10.1c")
def test_a_revealed_headquarters_is_seen_by_both(at: At) -> None:
    game = at(STACK).play("tactical", "activate Guderian")
    known = [piece for piece in view.view(game.s, SOVIET)["pieces"].values() if "identity" in piece]
    assert "Guderian" in {piece["identity"].get("face") for piece in known}
    assert game.up("Guderian")


@pytest.mark.case("1.5b")
def test_whoever_leaves_a_stack_has_the_same_number(at: At) -> None:
    """The opponent sees that one of three goes; which one it is makes no difference to him."""
    views = []
    for name in ("Guderian", "24PzK", "DR"):
        game = at(STACK).play("pass", f"move {name} to 101")
        assert game.where(name) == "101"
        views.append(view.view(game.s, SOVIET)["board"])
        told = [entry.heard_by(SOVIET) for entry in game.table.journal]
        assert told[-1][0] == "move"
        assert "24PzK" not in str(told)
        assert "XXIV" not in str(told)
    assert views[0] == views[1] == views[2]


@pytest.mark.case("1.5b")
@pytest.mark.parametrize("how", ["move {} to 100", "rail {} 100"])
def test_the_diary_says_the_same_of_whoever_joins_a_stack(at: At, how: str) -> None:
    """Nor does the number under which it is told: among those it joins it has any of theirs."""
    text = "options rail=rail\n" + STACK.replace("           turn 1", "           turn 1\n           german 67 89 100")
    text = text.replace("100 46PzK(trail=100)", "100 39PzK(trail=100) 1Kav(trail=100)")
    heard, own = set(), set()
    for name in ("Guderian", "24PzK", "DR"):
        game = at(text).play("pass", how.format(name))
        heard.add(game.log(SOVIET))
        own.add(game.log(GERMAN))
        assert TITLE.data.blocks[TITLE.lexicon.face(name)].name in game.log(GERMAN)
    assert len(heard) == 1
    assert len(own) == 3


@pytest.mark.case("1.5b", "10.1c")
def test_the_diary_names_who_went_though_numbers_change(at: At) -> None:
    """A headquarters is told by its own name though it is turned up, and has another number, in the same action."""
    text = STACK.replace("100 46PzK(trail=100)", "100 39PzK(trail=100) 13AK(trail=100)")
    game = at(text).play("tactical", "lead Guderian to 100")
    assert "2nd Panzer Group, Guderian moves from" in game.log(GERMAN)
    assert "Guderian goes" not in game.log(SOVIET)
    assert "2nd Panzer Group, Guderian is activated" in game.log(SOVIET)


@pytest.mark.case("7.2.2a", "1.5b")
def test_steps_regained_are_told_to_their_owner_alone(at: At) -> None:
    text = """at game second_logistics+
              at logistics restore player=0 activated=1
              turn 3
              points 2
              value 2
              german 67 90
              90 Guderian(level=2)
              63 Stalin
              Rastenburg Hitler"""
    game = at(text).play("restore Guderian")
    assert "Guderian is brought up to 3" in game.log(GERMAN)
    assert "brought up" not in game.log(SOVIET)


@pytest.mark.case("1.5b")
def test_what_can_be_followed_is_remembered(at: At) -> None:
    game = at(STACK)
    assert game.may_be("46PzK") == {"46PzK"}
    game.play("pass", "move 24PzK to 101")
    assert game.may_be("24PzK") == {"Guderian", "24PzK", "DR"}
    assert game.may_be("46PzK") == {"46PzK"}


@pytest.mark.case("1.5b", "10.8.1a")
def test_who_goes_far_is_fast(at: At) -> None:
    game = at("at game choice\nturn 1\n100 24PzK(trail=100) 13AK(trail=100)\n63 Stalin\nRastenburg Hitler")
    game.play("pass", "move 24PzK via 89 90 79 91 102")
    assert game.may_be("24PzK") == {"24PzK"}


@pytest.mark.case("1.5c")
def test_a_block_from_the_pool_has_no_past(at: At) -> None:
    s = at("at game choice\nturn 1\n102 25RC(trail=102,up)\n63 Stalin\nRastenburg Hitler\nsoviet-pool 30RC 33RC").s
    face = TITLE.lexicon.face("25RC")
    put(s, s.piece[face], s.data.pool[SOVIET])
    pool = s.here[s.data.pool[SOVIET]]
    numbers = set(scan(pool))
    for name in ("30RC", "25RC"):
        copy = s.copy()
        drawn = put(copy, copy.piece[TITLE.lexicon.face(name)], copy.data.board.at["63"])
        assert numbers - set(scan(copy.here[s.data.pool[SOVIET]])) == {min(numbers)}
        assert TITLE.portrait(copy, drawn)["kind"]["may_be"] == ["25RC", "30RC", "33RC"]


@pytest.mark.case("1.5b", "10.15d")
def test_concealed_again_among_others(at: At) -> None:
    s = at(STACK).s
    face = TITLE.lexicon.face("DR")
    piece = reveal(s, s.piece[face])
    assert TITLE.portrait(s, piece)["kind"]["may_be"] == []
    conceal(s, 1 << piece)
    assert set(TITLE.portrait(s, s.piece[face])["kind"]["may_be"]) == {"Guderian", "24PzK", "DR"}


@pytest.mark.case("4.2.4a")
def test_leaders_are_seen(at: At) -> None:
    game = at(STACK)
    assert view.portrait(game.s, SOVIET, game.unit("Hitler"))["strength"] == {"level": 4, "full": 4}  # type: ignore[index]


@pytest.mark.case("1.5b")
def test_a_guess_keeps_to_what_is_known(at: At) -> None:
    game, random = at(STACK), Random(3)
    orders = set()
    game.play("pass", "move 24PzK to 101")
    for _ in range(40):
        guess = TITLE.guess(game.s, SOVIET, random.randrange)
        where = {name: guess.place[guess.piece[TITLE.lexicon.face(name)]] for name in ("Guderian", "24PzK", "DR")}
        assert guess.place[guess.piece[TITLE.lexicon.face("46PzK")]] == game.area("100")
        orders.add(tuple(sorted(where.items())))
        laws.settled(TITLE, guess)
    assert len(orders) == 3


@pytest.mark.case("1.5b")
def test_a_name_of_the_enemy_means_nothing(at: At) -> None:
    """Nobody finds out by naming him where a Block is."""
    game = at(STACK.replace("turn 1", "turn 1\nside 1"))
    assert TITLE.alias(game.s, "24PzK") is None
    assert TITLE.alias(game.s, "25RC") is not None


@pytest.mark.case("setup.4", "11.0h", "1.5b")
def test_who_was_never_seen_is_guessed_as_it_entered(at: At) -> None:
    """At full Strength, a Remnant at its last step; who was seen is as he was."""
    seen = "46 28Army(level=2)\n74 25RC(level=3)\n62 5Army(level=1,seen=3)"
    game = at(f"at game choice\nturn 1\ngerman 67\n{seen}\n63 Stalin\nRastenburg Hitler")
    guess = TITLE.guess(game.s, GERMAN, Random(3).randrange)
    levels = {name: guess.level[guess.piece[TITLE.lexicon.face(name)]] for name in ("28Army", "25RC", "5Army")}
    remnant = {block.id: block.remnant for block in TITLE.data.blocks}
    assert (remnant["28Army"], remnant["25RC"]) == (False, True)
    assert levels == {"28Army": 4, "25RC": 1, "5Army": 3}


@pytest.mark.case("setup.2")
def test_a_guess_leaves_who_is_still_to_be_deployed() -> None:
    """Whoever is to be set up later has not been set up already, whatever the enemy thinks he has seen."""
    s, random = TITLE.start("gasp"), Random(1)
    while TITLE.step(s).name != "deploying":
        TITLE.play(s, TITLE.sample(s, random.randrange))
    while s.turn == 0:
        for player in (GERMAN, SOVIET):
            guess = TITLE.guess(s, player, random.randrange)
            assert notation.read({TITLE.name: TITLE}, notation.write(guess)).key() == guess.key()
        TITLE.play(s, TITLE.sample(s, random.randrange))


@pytest.mark.case("1.5b", "4.2.4f")
def test_whoever_leaves_moscow_to_its_fall_can_still_be_followed(at: At) -> None:
    """Stalin, left alone among enemies, is gone in the same move; the traces of the Block that left are not."""
    game = at("""at game choice
                 turn 3
                 side 1
                 63 Stalin 13Army 24PzK
                 75 16Army
                 67 5AK
                 Rastenburg Hitler""").play("pass", "move 13Army to 64")
    assert game.german("63")
    assert game.where("13Army") == "64"
    assert "13Army" in game.may_be("13Army")
    TITLE.guess(game.s, GERMAN, Random(1).randrange)
