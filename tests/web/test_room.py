import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from grognard.core.action import CHANCE
from grognard.core.dice import Dice
from grognard.core.table import Refused, Table
from grognard.core.title import ALL_ASPECTS, Bad
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from grognard.web.play.room import Conflict, Ending, Event, Room, Stale
from grognard.web.play.room_state import CHECKED
from tests.kit.toy import TOY
from tests.waiting import happens
from tests.web.tables import run

LENINGRAD = TITLES["leningrad79"]
GERMAN, SOVIET = LENINGRAD.players
FOGGED = replace(LENINGRAD, sees=lambda *_: ALL_ASPECTS)  # as if there were something to hide


class Shelf:
    """A store in memory that can be slow, full, or broken, and shared by several rooms."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.slow = asyncio.Event()
        self.slow.set()
        self.asked = 0
        self.wrong: Exception | None = None
        self.lost = False  # the line breaks after it is stored

    async def keep(self, _: str, events: Sequence[Event]) -> None:
        self.asked += 1
        await self.slow.wait()
        if self.wrong is not None:
            raise self.wrong
        asked = {event.request for event in self.events if event.request}
        if events[0].seq <= len(self.events) or asked & {event.request for event in events}:
            raise Conflict
        assert [event.seq for event in events] == list(range(len(self.events) + 1, len(self.events) + 1 + len(events)))
        self.events += events
        if self.lost:
            self.lost = False
            raise OSError("the line is broken")

    async def again(self, _: str, since: int) -> list[Event]:
        return [event for event in self.events if event.seq > since]

    def room(self, title: Wargame[Any] = LENINGRAD, **more: Any) -> Room:
        """A room of the game, read from what is stored."""
        undo, seed = more.pop("undo", "free"), more.pop("seed", None)
        made = Room("g", Table(title, undo=undo, seed=seed, rolls=False), self.keep, self.again, **more)
        made.read(self.events)
        return made


def standing(room: Room) -> Any:
    """Everything that makes a room what it is."""
    table = room.table
    return (
        room.seq,
        room.version,
        table.state.key(),
        [(entry.player, entry.text, entry.lines) for entry in table.journal],
        [table.may_undo(player) for player in (0, 1)],
        table.orders,
        room.ending,
        room.question,
        room.made,
        room.done,
        room.decider,
        room.broken,
    )


def sample(room: Room, pick: Any, done: int = 5) -> str:
    return room.title.text(room.state, room.title.sample(room.state, pick, done))


async def play(room: Room, count: int, seed: int = 1, done: int = 5) -> None:
    pick = Dice(seed).pick
    for n in range(count):
        if room.over:
            return
        await room.play(room.decider, sample(room, pick, done), room.version, f"{seed} {n}")


# -- made of its events --------------------------------------------------------------------------


@pytest.mark.parametrize("title", [LENINGRAD, TOY], ids=lambda title: title.name)
def test_a_room_read_again_is_the_same(title: Wargame[Any]) -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room(title)
        pick, undone = Dice(3).pick, 0
        if room.decider == "chance":
            pytest.fail("the lobby lets the dice decide before anybody plays")
        for n in range(150):
            if room.over:
                break
            await room.play(room.decider, sample(room, pick), room.version, f"r{n}")
            last = room.table.journal[-1].player
            if n % 7 == 0 and last != CHANCE and room.table.may_undo(last) is None:
                await room.undo(title.players[last], room.version, f"u{n}")
                undone += 1
            if n % 25 == 0:
                assert standing(shelf.room(title)) == standing(room)
        assert undone
        assert standing(shelf.room(title)) == standing(room)
        assert any(event.mark for event in shelf.events)

    if title is TOY:
        title = replace(TOY, set_up=dealt)
    run(work)


def dealt(s: Any) -> None:
    """The toy with its faces dealt, so that a player decides first."""
    for piece in range(6):
        s.face[piece] = piece % 3


def test_since_is_what_somebody_still_has() -> None:
    async def work() -> None:
        room = Shelf().room()
        await play(room, 5)
        assert [room.since(version) for version in range(7)] == [0, 1, 2, 3, 4, 5, 5]
        await room.undo(SOVIET, 5, "u")
        assert room.version == 6
        assert room.since(5) == room.since(6) == 4  # the fifth is gone
        await play(room, 1, seed=2)
        assert (room.since(5), room.since(7)) == (4, 5)

    run(work)


def test_long_games_are_read_again() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room(seed=7)
        await play(room, 2000, seed=3)
        assert len(shelf.events) > 500
        again = shelf.room()
        assert standing(again) == standing(room)

    run(work)


# -- the rules have changed ----------------------------------------------------------------------


def test_other_rules_are_noticed_and_the_game_is_read_so_far() -> None:
    async def work() -> None:
        shelf = Shelf()
        await play(shelf.room(), 60)
        told = shelf.events[40]
        shelf.events[40] = told._replace(body="fly to the moon")
        room = shelf.room()
        assert len(room.table.journal) == 40
        assert "up to action 40" in room.broken
        assert "fly to the moon" in room.broken
        assert room.decider == ""
        assert len(room.played(0, None)) == 40
        with pytest.raises(Bad, match="other rules"):
            await room.play(SOVIET, "done", room.version, "x")
        with pytest.raises(Bad, match="other rules"):
            await room.undo(GERMAN, room.version, "y")
        assert len(room.made) == 40

    run(work)


def test_another_position_than_it_was_is_noticed() -> None:
    async def work() -> None:
        shelf = Shelf()
        await play(shelf.room(), 140)
        assert all(event.mark for event in shelf.events if event.kind == "action")
        shelf.events[90] = shelf.events[90]._replace(mark="000000000000")
        room = shelf.room(trusted=False)
        assert len(room.table.journal) == 90
        assert "the position is not the same" in room.broken
        assert room.differs is not None
        assert (room.differs.action, room.differs.said) == (91, shelf.events[90].body)
        assert room.total == len(shelf.events)
        shelf.events[-1] = shelf.events[-1]._replace(mark="000000000000")
        room = shelf.room()  # trusted: only some of the positions are compared, and always the last
        assert "the position is not the same" in room.broken
        assert len(shelf.events) - 2 * CHECKED < len(room.table.journal) < len(shelf.events)

    run(work)


def test_what_was_never_legal_is_noticed_after_the_last_mark_and_under_other_rules() -> None:
    async def work() -> None:
        shelf = Shelf()
        await play(shelf.room(), 3)
        shelf.events.append(Event(4, 0.0, "action", SOVIET, "deploy 0101"))  # far from where he may
        room = shelf.room()
        assert len(room.table.journal) == 3
        assert "0101" in room.broken
        shelf.events[3] = shelf.events[3]._replace(mark="any")
        assert "the position is not the same" in shelf.room().broken
        other = shelf.room(trusted=False)
        assert other.broken == room.broken

    run(work)


def test_a_breakdown_of_the_rules_is_no_breakdown_of_the_room() -> None:
    async def work() -> None:
        shelf = Shelf()
        await play(shelf.room(), 3)
        shelf.events.append(Event(4, 0.0, "undo", GERMAN, "not a number"))
        assert "up to action 3" in shelf.room().broken

    run(work)


# -- stored or not at all ------------------------------------------------------------------------


def test_nobody_sees_what_is_not_stored() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        await play(room, 2)
        before = standing(room)
        shelf.slow.clear()
        told: list[int] = []
        room.listeners.append(lambda room: told.append(room.version))
        asked = shelf.asked
        task = asyncio.create_task(play(room, 1, seed=5))
        await happens(lambda: shelf.asked > asked)
        assert standing(room) == before
        assert told == []
        shelf.slow.set()
        await task
        assert room.version == 3
        assert told == [3]

    run(work)


@pytest.mark.parametrize("count", [2, 30])
def test_a_failed_store_leaves_the_room_as_it_was(count: int) -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        await play(room, count)
        before = standing(room)
        shelf.wrong = OSError("full")
        with pytest.raises(OSError, match="full"):
            await play(room, 1, seed=7)
        assert standing(room) == before
        if room.table.may_undo(room.table.journal[-1].player) is None:
            with pytest.raises(OSError, match="full"):
                await room.undo(room.title.players[room.table.journal[-1].player], room.version, "u")
        with pytest.raises(OSError, match="full"):
            await room.order(SOVIET, {"soviet-movement": ["done"]})
        with pytest.raises(OSError, match="full"):
            await room.resign(SOVIET)
        assert standing(room) == before
        shelf.wrong = None
        await play(room, 3, seed=8)
        assert standing(shelf.room()) == standing(room)

    run(work)


def test_a_line_that_broke_after_it_was_stored() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        text = sample(room, Dice(1).pick)
        shelf.lost = True
        with pytest.raises(OSError, match="broken"):
            await room.play(SOVIET, text, 0, "a")
        assert room.version == 0
        assert await room.play(SOVIET, text, 0, "a") == 1  # asked again: it is there, and not played twice
        assert len(shelf.events) == 1
        assert standing(shelf.room()) == standing(room)

    run(work)


def test_a_conflict_with_oneself_is_none() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()

        async def twice(game: str, events: Sequence[Event]) -> None:
            await shelf.keep(game, events)
            raise Conflict

        room.keep = twice
        assert await room.play(SOVIET, sample(room, Dice(1).pick), 0, "") == 1
        assert standing(shelf.room()) == standing(room)

    run(work)


def test_who_goes_away_tears_nothing() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        await play(room, 2)
        shelf.slow.clear()
        asked = shelf.asked
        task = asyncio.create_task(play(room, 1, seed=5))
        await happens(lambda: shelf.asked > asked)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        other = asyncio.create_task(room.play(SOVIET, "done", 2, "late"))
        await asyncio.sleep(0)  # it waits for its turn
        shelf.slow.set()
        await room.rest()
        assert room.version == 3  # what was under way is carried out
        with pytest.raises(Stale):
            await other
        assert standing(shelf.room()) == standing(room)

    run(work)


# -- requests ------------------------------------------------------------------------------------


def test_a_request_is_carried_out_once_also_after_a_restart() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        text = sample(room, Dice(1).pick)
        first = await asyncio.gather(*(room.play(SOVIET, text, 0, "same") for _ in range(5)))
        assert first == [1] * 5
        again = shelf.room()
        assert await again.play(SOVIET, text, 0, "same") == 1
        assert len(shelf.events) == 1

    run(work)


def test_a_request_with_dice_has_the_version_it_led_to() -> None:
    async def work() -> None:
        shelf = Shelf()
        room, pick = shelf.room(), Dice(2).pick
        while not shelf.events or shelf.events[-1].side != "chance":
            await room.play(room.decider, sample(room, pick, 1), room.version, f"n{room.version}")
        request = shelf.events[-1].request
        side, _, id = request.partition(":")
        assert side in (GERMAN, SOVIET)
        assert await shelf.room().play(side, "anything", 0, id) == room.version

    run(work)


def test_a_request_is_its_seats_own() -> None:
    async def work() -> None:
        room = Shelf().room()
        await room.play(SOVIET, sample(room, Dice(1).pick), 0, "mine")
        with pytest.raises(Stale):
            await room.play(GERMAN, "done", 0, "mine")
        with pytest.raises(Refused):
            await room.play(GERMAN, "done", 1, "mine")
        assert room.whose("mine", [GERMAN, SOVIET]) == SOVIET
        assert room.whose("mine", [GERMAN]) == room.whose("other", [SOVIET]) == room.whose("", [SOVIET]) == ""

    run(work)


@pytest.mark.parametrize("request_", ["\x00", "\ud800", "x" * 65, "a\nb"])
def test_the_name_of_a_request_is_a_word(request_: str) -> None:
    async def work() -> None:
        room = Shelf().room()
        with pytest.raises(Bad, match="The id of a request"):
            await room.play(SOVIET, sample(room, Dice(1).pick), 0, request_)

    run(work)


@pytest.mark.parametrize(
    ("side", "text", "version", "wrong"),
    [
        (GERMAN, "done", 0, Refused),
        (SOVIET, "fly", 0, Bad),
        (SOVIET, "", 0, Bad),
        (SOVIET, "deploy 0101", 0, Refused),
        ("chance", "roll 6", 0, Bad),
        ("nobody", "done", 0, Bad),
        (SOVIET, "done", 4, Stale),
        (SOVIET, "done", -1, Stale),
    ],
)
def test_what_is_wrong_changes_nothing(side: str, text: str, version: int, wrong: type[Exception]) -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        before = standing(room)
        with pytest.raises(wrong):
            await room.play(side, text, version, "x")
        assert standing(room) == before
        assert shelf.events == []

    run(work)


# -- two rooms of one game -----------------------------------------------------------------------


def test_one_wins_and_the_other_is_told_that_the_game_has_gone_on() -> None:
    async def work() -> None:
        shelf = Shelf()
        here, there = shelf.room(), shelf.room()
        texts = [sample(here, Dice(seed).pick, 0) for seed in (1, 2)]
        results = await asyncio.gather(
            here.play(SOVIET, texts[0], 0, "a"), there.play(SOVIET, texts[1], 0, "b"), return_exceptions=True
        )
        assert {type(one) for one in results} == {int, Stale}
        assert standing(here) == standing(there) == standing(shelf.room())

    run(work)


def test_who_was_slower_is_played_all_the_same_if_nothing_has_moved() -> None:
    async def work() -> None:
        shelf = Shelf()
        here, there = shelf.room(), shelf.room()
        await here.ask(GERMAN, "draw", [SOVIET])
        assert await there.play(SOVIET, sample(there, Dice(1).pick), 0, "b") == 1
        assert [event.kind for event in shelf.events] == ["ask", "action"]
        await here.refresh()
        assert standing(here) == standing(there)

    run(work)


def test_a_version_ahead_of_ours_is_looked_for() -> None:
    async def work() -> None:
        shelf = Shelf()
        here, there = shelf.room(), shelf.room()
        await play(here, 3)
        assert await there.play(SOVIET, sample(here, Dice(5).pick), 3, "b") == 4

    run(work)


# -- manners -------------------------------------------------------------------------------------


def test_undo_as_the_table_allows() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        with pytest.raises(Bad, match="nothing has been played"):
            await room.undo(SOVIET, 0, "")
        await play(room, 2)
        with pytest.raises(Bad, match="by another player"):
            await room.undo(GERMAN, 2, "")
        assert await room.undo(SOVIET, 2, "u") == 3
        assert len(room.table.journal) == 1
        assert await room.undo(SOVIET, 2, "u") == 3
        strict = Shelf().room(undo="none")
        await play(strict, 2)
        with pytest.raises(Bad, match="undo is switched off"):
            await strict.undo(SOVIET, 2, "")
        with pytest.raises(Bad, match="without undo"):
            await strict.ask(SOVIET, "undo", [GERMAN])

    run(work)


async def until_dice(room: Room) -> None:
    """Play until the dice have spoken after a decision of the German player."""
    pick = Dice(11).pick
    while room.table.journal[-1:] == [] or room.table.journal[-1].player != CHANCE:
        await room.play(room.decider, sample(room, pick, 1), room.version, "")


def test_beyond_that_the_others_are_asked() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        await until_dice(room)
        mine = max(n for n, entry in enumerate(room.table.journal) if entry.player == 0)
        with pytest.raises(Bad, match="no undo"):
            await room.undo(GERMAN, room.version, "")
        version = room.version
        assert await room.ask(GERMAN, "undo", [SOVIET], request="ask") == version
        asked, count = room.seq, len(room.table.journal)
        assert room.asked() == {
            "question": asked, "what": "undo", "side": GERMAN, "of": [SOVIET], "to": mine, "undone": count - mine
        }  # fmt: skip
        assert standing(shelf.room()) == standing(room)
        with pytest.raises(Bad, match="nobody has asked you"):
            await room.answer(GERMAN, asked, True)  # the side that asked cannot agree
        assert await room.answer(SOVIET, asked, True) == version + 1
        assert len(room.table.journal) == mine
        assert room.asked() is None
        assert standing(shelf.room()) == standing(room)
        with pytest.raises(Bad, match="no longer open"):
            await room.answer(SOVIET, asked, True)

    run(work)


def test_an_answer_is_to_the_question_that_was_read() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        await play(room, 5)
        await room.ask(SOVIET, "undo", [GERMAN])
        first = room.seq
        with pytest.raises(Bad, match="You have already asked"):
            await room.ask(SOVIET, "undo", [GERMAN], to=0)  # nobody exchanges the question while the other reads it
        with pytest.raises(Bad, match="Answer the question of the Soviet side first"):
            await room.ask(GERMAN, "draw", [SOVIET])
        with pytest.raises(Bad, match="nobody has asked you"):
            await room.answer(SOVIET, first, True)
        await room.answer(SOVIET, first, False)  # withdrawn
        assert room.asked() is None
        await room.ask(SOVIET, "undo", [GERMAN], to=0)
        assert (room.asked() or {})["undone"] == 5
        with pytest.raises(Bad, match="no longer open"):
            await room.answer(GERMAN, first, True)
        assert len(room.table.journal) == 5
        assert standing(shelf.room()) == standing(room)

    run(work)


def test_no_is_no_and_a_move_ends_the_question() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        await play(room, 3)
        await room.ask(SOVIET, "undo", [GERMAN])
        await room.answer(GERMAN, room.seq, False)
        assert (room.asked(), room.version) == (None, 3)
        await room.ask(SOVIET, "undo", [GERMAN], to=0)
        asked = room.seq
        await play(room, 1, seed=2)
        assert room.asked() is None
        with pytest.raises(Bad, match="no longer open"):
            await room.answer(GERMAN, asked, True)
        with pytest.raises(Bad, match="not your decision"):
            await room.ask(SOVIET, "undo", [GERMAN], to=9)
        with pytest.raises(Bad, match="You have not decided anything"):
            await room.ask(GERMAN, "undo", [SOVIET])
        with pytest.raises(Bad, match="You can ask for undo or draw"):
            await room.ask(SOVIET, "money", [GERMAN])
        assert standing(shelf.room()) == standing(room)

    run(work)


def test_where_there_is_nobody_to_ask_it_is_granted() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        await play(room, 4)
        assert await room.ask(SOVIET, "undo", [], to=1) == 5
        assert len(room.table.journal) == 1
        await room.ask(SOVIET, "draw", [])
        assert room.ending == Ending("drawn", "")
        assert standing(shelf.room()) == standing(room)

    run(work)


def test_draw_and_resignation_end_the_game() -> None:
    async def work() -> None:
        for how in ("draw", "resign"):
            shelf = Shelf()
            room = shelf.room()
            await play(room, 2)
            if how == "draw":
                await room.ask(SOVIET, "draw", [GERMAN])
                assert not room.over
                await room.answer(GERMAN, room.seq, True)
            else:
                await room.resign(SOVIET)
            assert room.ending == (Ending("drawn", "") if how == "draw" else Ending("resigned", GERMAN))
            assert (room.over, room.decider, room.version) == (True, "", 2)
            with pytest.raises(Bad, match="over"):
                await room.play(SOVIET, "done", 2, "")
            with pytest.raises(Bad, match="over"):
                await room.undo(SOVIET, 2, "")
            with pytest.raises(Bad, match="over"):
                await room.resign(GERMAN)
            with pytest.raises(Bad, match="over"):
                await room.ask(SOVIET, "undo", [])
            assert standing(shelf.room()) == standing(room)

    run(work)


def test_standing_orders_are_carried_out_and_remembered() -> None:
    async def work() -> None:
        shelf = Shelf()
        room = shelf.room()
        with pytest.raises(Bad, match="there is no step"):
            await room.order(GERMAN, {"tea": ["drink"]})
        await room.order(GERMAN, {"german-movement": ["done"], "german-combat": ["done"]})
        await room.order(SOVIET, {"set-up": ["deploy 1408", "deploy 1606", "deploy 1704", "done"]})
        played = [(event.side, event.body) for event in shelf.events if event.kind == "action"]
        assert played[:3] == [(SOVIET, "deploy 1408"), (SOVIET, "deploy 1606"), (SOVIET, "deploy 1704")]
        assert len(room.table.journal) == room.version == len(played)
        again = shelf.room()
        assert standing(again) == standing(room)
        assert again.table.orders == room.table.orders
        await room.order(GERMAN, {"german-movement": None})
        assert (0, "german-movement") not in shelf.room().table.orders

    run(work)


def test_steps_with_nothing_to_decide_are_skipped_where_there_is_no_fog() -> None:
    async def work(title: Wargame[Any], skip: bool) -> int:
        shelf = Shelf()
        room = shelf.room(title, skip=skip)
        pick, empty = Dice(4).pick, 0
        while not room.over:
            empty += [verb.name for verb, _ in title.verbs(room.state)] == ["done"]
            await room.play(room.decider, sample(room, pick), room.version, "")
        assert standing(shelf.room(title, skip=skip)) == standing(room)
        return empty

    assert run(lambda: work(LENINGRAD, True)) == 0
    assert run(lambda: work(LENINGRAD, False)) > 0
    assert run(lambda: work(FOGGED, True)) > 0
