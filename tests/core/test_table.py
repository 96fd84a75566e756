from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core import table as tables
from grognard.core.action import CHANCE, Action
from grognard.core.table import Refused, Table
from grognard.core.title import Bad, Title
from tests.core.play import LENINGRAD, MEETING, TITLES, game
from tests.core.toy import BLUE, RED, TOY


def meeting(**more: Any) -> Table:
    return Table(TOY, position=notation.read(TITLES, MEETING), **{"rolls": False, **more})


# -- playing ----------------------------------------------------------------------------------


def test_the_dice_decide_when_chance_is_to_move() -> None:
    table = Table(TOY, seed=1)
    assert table.decider == RED
    assert [entry.player for entry in table.journal] == [CHANCE] * 6
    assert table.state.key() == Table(TOY, seed=1).state.key()
    assert len({Table(TOY, seed=n).state.key() for n in range(20)}) > 5


def test_or_wait_until_they_are_told_or_rolled() -> None:
    table = Table(TOY, rolls=False, seed=1)
    assert table.decider == CHANCE
    table.play("deal bear")
    table.roll()
    assert len(table.journal) == 2
    with pytest.raises(Bad, match="nothing to roll for"):
        meeting().roll()


def test_what_is_forbidden_is_refused_with_every_reason_and_changes_nothing() -> None:
    table = meeting()
    key = table.state.key()
    with pytest.raises(Refused) as caught:
        table.play("move b1 to red-box", RED)
    assert [o.clause for o in caught.value.objections] == ["2.1a", "2.1c"]
    assert str(caught.value) == "move b1 to red-box: [2.1] b1 is not yours; [2.1] red-box is not adjacent to it"
    with pytest.raises(Refused, match="the Red player must decide now"):
        table.play("move b1 to middle", BLUE)
    with pytest.raises(Refused, match="the Red player must decide now"):
        table.play("any nonsense at all", BLUE)
    with pytest.raises(Bad, match="'fly' is not possible now"):
        table.play("fly r1", RED)
    with pytest.raises(Refused, match="strike: "):
        table.play(Action("strike", (4, 0)))
    assert (table.state.key(), table.journal) == (key, [])


def test_a_rule_that_breaks_down_leaves_the_table_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    table = meeting()
    key = table.state.key()

    def bug(_title: Any, s: Any, _action: Action) -> None:
        s.hour = 99
        raise ZeroDivisionError

    monkeypatch.setattr(Title, "play", bug)
    with pytest.raises(ZeroDivisionError):
        table.play("stance 1")
    assert (table.state.key(), table.journal) == (key, [])


def test_every_action_is_a_checkpoint() -> None:
    table = game(TOY, 3)
    s = table.first.copy()
    for n, entry in enumerate(table.journal):
        assert table.at(n).key() == s.key() == entry.before.key()
        table.title.play(s, entry.action)
    assert table.at(len(table.journal)).key() == s.key() == table.state.key()
    copy: Any = table.at(3)
    copy.hour += 90
    assert table.at(3).key() != copy.key()


def test_the_diary_is_the_journal_in_words() -> None:
    table = meeting()
    table.play("scout b1")
    assert [(line.cite, line.text.lower()) for line in table.diary()] == [
        ("3.1", "b1 the bear is seen to be a bear."),
        ("3.1", "b1 the bear is scouted."),
    ]
    assert [line.text.lower() for line in table.diary(RED)] == [line.text.lower() for line in table.diary()]
    assert [line.text.lower() for line in table.diary(BLUE)] == ["b1 the bear is scouted."]


# -- taking back ------------------------------------------------------------------------------


def test_undo_restores_the_position_before() -> None:
    table = meeting()
    keys = [table.state.key()]
    for action in ("move r1 to middle", "stance 2", "stance 1"):
        table.play(action, RED)
        keys.append(table.state.key())
    for action in ("stance 1", "stance 2", "move r1 to middle"):
        keys.pop()
        assert table.may_undo(RED) is None
        assert table.undo(RED).text == action
        assert table.state.key() == keys[-1]
    assert table.may_undo(RED) == "nothing has been played yet"
    with pytest.raises(Bad, match="no undo: nothing has been played yet"):
        table.undo(RED)


def test_what_is_taken_back_may_be_played_anew() -> None:
    table = meeting()
    table.play("stance 2", RED)
    table.undo()
    table.play("stance 1", RED)
    assert [entry.text for entry in table.journal] == ["stance 1"]
    now: Any = table.state
    before: Any = table.at(0)
    assert (now.red_stance, before.red_stance) == (1, 0)


def test_nobody_takes_back_what_another_decided() -> None:
    table = meeting()
    table.play("stance 2", RED)
    assert table.may_undo(BLUE) == "the last decision was made by another player"


def test_no_undo_behind_the_dice() -> None:
    table = meeting()
    table.play("strike r1 at b1", RED)
    assert table.may_undo(RED) is None
    table.roll()
    assert "dice have been rolled since" in (table.may_undo(RED) or "")
    assert "dice have been rolled since" in (table.may_undo() or "")


def test_no_undo_behind_another_players_decision() -> None:
    table = meeting()
    table.play("stance 2", RED)
    table.play("done", RED)
    assert table.may_undo(RED) is None
    table.play("stance 1", BLUE)
    assert table.may_undo(BLUE) is None
    table.undo(BLUE)
    for player in (RED, None):
        assert "another player has decided since" in (table.may_undo(player) or "")


def test_no_undo_behind_a_reveal() -> None:
    table = meeting()
    table.play("scout b1", RED)
    assert "a player has gained information since" in (table.may_undo(RED) or "")
    table.play("stance 1", RED)
    table.undo(RED)
    assert "a player has gained information since" in (table.may_undo(RED) or "")


def test_a_block_that_comes_on_shows_the_enemy_that_it_is_there() -> None:
    table = meeting()
    table.play("move r3 to north", RED)
    assert "a player has gained information since" in (table.may_undo(RED) or "")


def test_where_nothing_is_hidden_a_move_may_be_taken_back() -> None:
    table = Table(LENINGRAD, rolls=False)
    table.play("deploy 1304", 1)
    assert table.may_undo(1) is None


def test_other_manners() -> None:
    strict = meeting(undo="none")
    strict.play("stance 2", RED)
    assert strict.may_undo(RED) == "undo is switched off at this table"
    polite = meeting(undo="consent")
    polite.play("stance 2", RED)
    assert polite.may_undo(RED) == "the other player has to agree"
    with pytest.raises(Bad, match="the other player has to agree"):
        polite.undo(RED)
    assert polite.undo(RED, agreed=True).text == "stance 2"
    with pytest.raises(Bad, match="undo is one of free, none, consent, not 'maybe'"):
        meeting(undo="maybe")


def test_when_all_agree_the_last_decision_is_taken_back_with_its_dice() -> None:
    table = meeting(rolls=True, seed=3)
    key = table.state.key()
    table.play("strike r1 at b1", RED)
    assert len(table.journal) == 2
    assert table.undo(RED, agreed=True).text == "strike r1 at b1"
    assert (table.state.key(), table.journal) == (key, [])
    table.play("stance 1", RED)
    assert table.may_undo(RED) is None


def test_undo_in_a_random_game_never_loses_anything() -> None:
    random = Random(5)
    table = Table(TOY, seed=5, rolls=False)
    taken = 0
    while not table.state.over:
        key, count = table.state.key(), len(table.journal)
        table.play(table.title.sample(table.state, random.randrange))
        if table.may_undo() is None and random.random() < 0.5:
            last = table.journal[-1]
            assert last.player != CHANCE
            table.undo()
            taken += 1
            assert (table.state.key(), len(table.journal)) == (key, count)
            table.play(last.action)
    assert taken > 3


def test_nobody_ends_a_game_under_fog_to_look_and_play_on() -> None:
    """Everything is open at the end, so that nothing is undone behind it, even if all agree."""
    table, random = Table(TOY, seed=5, undo="consent"), Random(5)
    while not table.state.over:
        table.play(table.title.sample(table.state, random.randrange))
    count = len(table.journal)
    assert table.may_undo() == "the game is over and everything hidden has been shown"
    with pytest.raises(Bad, match="everything hidden has been shown"):
        table.undo(agreed=True)
    assert (len(table.journal), table.state.over) == (count, True)


# -- standing orders --------------------------------------------------------------------------


def test_an_absent_player_is_answered_for_by_his_orders() -> None:
    table = meeting()
    table.order(BLUE, "blue-moves", "done")
    table.play("done", RED)
    assert [(e.player, e.text) for e in table.journal] == [(RED, "done"), (BLUE, "done")]
    assert table.decider == CHANCE
    table.order(BLUE, "blue-moves", None)
    table.roll()
    table.play("done", RED)
    assert table.decider == BLUE


def test_the_first_order_that_is_legal_is_played() -> None:
    table = meeting()
    table.order(BLUE, "blue-moves", ["fly away", "strike b3 at r1", "move b1 to middle", "done"])
    table.play("done", RED)
    assert [e.text for e in table.journal] == ["done", "move b1 to middle", "done"]


def test_an_order_that_cannot_be_carried_out_asks_the_player() -> None:
    table = meeting()
    table.order(BLUE, "blue-moves", "strike b3 at r1")
    table.play("done", RED)
    assert (table.decider, len(table.journal)) == (BLUE, 1)


def test_an_order_that_leads_nowhere_is_not_followed_for_ever() -> None:
    """A stance can be taken again and again: in the same position it is played once."""
    table = meeting()
    table.order(BLUE, "blue-moves", "stance 1")
    table.play("done", RED)
    assert [e.text for e in table.journal] == ["done", "stance 1", "stance 1"]
    assert table.decider == BLUE


def test_nor_are_too_many_in_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_ORDERS", 2)
    table = meeting()
    table.order(BLUE, "blue-moves", ["move b1 to middle", "move b2 to middle", "stance 1", "stance 2"])
    table.play("done", RED)
    assert [e.text for e in table.journal] == ["done", "move b1 to middle", "move b2 to middle"]


def test_orders_of_both_sides_run_a_game_to_its_end() -> None:
    table = meeting(rolls=True, seed=1)
    table.order(RED, "red-moves", "done")
    table.order(BLUE, "blue-moves", "done")
    table.settle()
    assert table.state.over


def test_orders_are_for_players_and_steps_that_exist() -> None:
    table = meeting()
    with pytest.raises(Bad, match="there is no step 'noon'; steps: blue-moves"):
        table.order(RED, "noon", "done")
    with pytest.raises(Bad, match="for players"):
        table.order(CHANCE, "throwing", "throw 6")


def test_an_order_played_is_an_action_of_the_player_and_can_be_taken_back() -> None:
    table = meeting()
    table.order(RED, "red-moves", ["stance 1", "done"])
    table.settle()
    assert [e.text for e in table.journal] == ["stance 1", "stance 1"]
    assert table.undo(RED).text == "stance 1"
    assert table.decider == RED
