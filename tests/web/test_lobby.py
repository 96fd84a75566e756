import asyncio
import gc
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from grognard.core import notation, record
from grognard.core.action import CHANCE, PUBLIC, Action
from grognard.core.dice import Dice
from grognard.core.table import Table
from grognard.core.title import Bad
from grognard.core.view import learnt
from grognard.opponents import Opponent, Thought
from grognard.titles import TITLES, read_pack, with_packs
from grognard.web.play import presence
from grognard.web.play.cards import card_of
from grognard.web.play.computers import Bots
from grognard.web.play.game import Game, Missing
from grognard.web.play.lobby import Lobby
from grognard.web.play.room import Stale
from grognard.web.storage.schema import PRESENCE
from grognard.web.storage.store import GAMES, Change, Unavailable
from tests.core.play import game as played
from tests.kit.toy import TOY
from tests.waiting import happens
from tests.web.postgres import Postgres
from tests.web.tables import SHELF, opened, play, run, step, two

LENINGRAD = TITLES["leningrad79"]
GERMAN, SOVIET = LENINGRAD.players


def texts(game: Game) -> list[str]:
    return [entry.text for entry in game.room.table.journal]


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The URL of an SQLite database for what has nothing to do with the kind of database."""
    return f"sqlite:///{tmp_path / 'games.db'}"


# -- games ---------------------------------------------------------------------------------------


def test_a_game_is_there_after_a_restart(database: str) -> None:
    async def first() -> tuple[str, list[str], Any, int]:
        async with opened(database) as lobby:
            game = await two(lobby)
            await play(game, 60)
            await game.room.order(GERMAN, {"german-movement": ["done"]})
            return game.row.id, texts(game), game.room.state.key(), game.room.version

    async def second() -> None:
        async with opened(database) as lobby:
            game = await lobby.open(id)
            assert (texts(game), game.room.state.key(), game.room.version) == (told, key, version)
            assert game.room.table.orders == {(0, "german-movement"): ("done",)}
            assert game.sides("anna") == [GERMAN]
            assert game.sides("boris") == [SOVIET]
            await play(game, 5, seed=2)

    id, told, key, version = run(first)
    run(second)


def test_what_is_asked_for_has_to_make_sense(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            with pytest.raises(Missing):
                await lobby.new("anna", "chess")
            for wrong in (
                {"undo": "sometimes"},
                {"seats": {"red": "me"}},
                {"seats": {GERMAN: "computer:god"}},
                {"seats": {GERMAN: "boris"}},
                {"scenario": "tea"},
                {"options": {"a": "b"}},
                {"text": "grognard record 1\nrubbish"},
                {"text": "rubbish"},
            ):
                with pytest.raises(Bad):
                    await lobby.new("anna", "leningrad79", **wrong)
            assert await lobby.cards("anna") == []
            with pytest.raises(Missing):
                await lobby.open("nothing")

    run(work)


def test_a_game_may_begin_with_a_record_or_a_position(file: str) -> None:
    async def work() -> None:
        table = played(LENINGRAD, 5, 40)
        options = dict(option.split("=") for option in table.first.options)
        async with opened(file) as lobby:
            told = await lobby.new("anna", "leningrad79", text=record.write(table))
            assert told.row.options == options
            assert (texts(told), told.room.state.key()) == ([e.text for e in table.journal], table.state.key())
            there = await lobby.new("anna", "leningrad79", text=notation.write(table.at(30)))
            assert there.room.table.first.key() == table.at(30).key()
            for game in (told, there):
                await play(game, 3)
            wrong = record.write(played(TOY, 1, 10))
            with pytest.raises(Bad, match="not of leningrad79"):
                await lobby.new("anna", "leningrad79", text=wrong)
        async with opened(file) as lobby:
            again = await lobby.open(there.row.id)
            assert again.room.state.key() == there.room.state.key()

    run(work)


def test_the_dice_are_thrown_before_anybody_decides(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await lobby.new("anna", "toy")
            assert game.room.decider == "red"
            assert {entry.player for entry in game.room.table.journal} == {-1}
            assert game.room.version == len(game.room.table.journal)

    run(work)


# -- who sits where ------------------------------------------------------------------------------


def test_an_invitation_is_for_one_person(database: str) -> None:
    async def work() -> None:
        async with opened(database) as lobby:
            game = await lobby.new("anna", "leningrad79", seats={SOVIET: "invite"})
            invitation = game.seats[SOVIET].invitation
            assert invitation
            assert len(invitation) >= 24
            with pytest.raises(Missing):
                await lobby.join(invitation[:-1] + "?", "boris")
            results = await asyncio.gather(
                *(lobby.join(invitation, who) for who in ("boris", "carla")), return_exceptions=True
            )
            assert sorted(type(one).__name__ for one in results) == ["Game", "Missing"]
            winner = game.seats[SOVIET].person
            assert winner
            assert (await lobby.join(invitation, winner)) is game
            with pytest.raises(Bad, match="taken"):
                await lobby.invite(game, "anna", SOVIET)

    run(work)


def test_a_new_invitation_ends_the_old_one(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await lobby.new("anna", "leningrad79", seats={SOVIET: "invite"})
            old = game.seats[SOVIET].invitation
            with pytest.raises(Missing):
                await lobby.invite(game, "boris", SOVIET)
            new = await lobby.invite(game, "anna", SOVIET)
            with pytest.raises(Missing):
                await lobby.join(str(old), "boris")
            assert game.sides((await lobby.join(new, "boris")).seats[SOVIET].person or "") == [SOVIET]

    run(work)


def test_eyes(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await two(lobby, "toy")
            assert [game.viewer(who, "") for who in ("anna", "boris", "carla", "")] == [0, 1, PUBLIC, PUBLIC]
            for who, side in (("anna", "blue"), ("boris", "red"), ("carla", "red"), ("", "red"), ("anna", "all")):
                with pytest.raises(Missing):
                    game.viewer(who, side)
            await game.room.resign("red")
            assert game.viewer("carla", "all") is None
            alone = await lobby.new("anna", "toy")
            assert alone.viewer("anna", "all") is None
            assert alone.viewer("anna", "blue") == 1

    run(work)


def test_games_of_a_person_and_how_they_stand(file: str) -> None:
    opened_rooms = []

    async def work() -> None:
        async with opened(file) as lobby:
            first = await two(lobby)
            second = await lobby.new("anna", "leningrad79")
            await lobby.new("carla", "leningrad79")
            await play(first, 30)
            assert [kept.row.id for kept, _ in await lobby.cards("anna")] == [first.row.id, second.row.id]
            assert [kept.row.id for kept, _ in await lobby.cards("boris")] == [first.row.id]
            card = card_of(first)
            await lobby.say(first, "boris", "hello")  # which is no event of the game
        async with opened(file) as lobby:
            found = await lobby.cards("anna")
            assert [(kept.row.id, told["seq"]) for kept, told in found] == [
                (first.row.id, first.room.seq),
                (second.row.id, 0),
            ]
            assert found[0][1] == card
            opened_rooms.append(len(lobby.games))
            game = await lobby.open(first.row.id)
            await play(game, 1, seed=9)
            found = await lobby.cards("anna")
            assert found[0][1] == card_of(game) != card

    run(work)
    assert opened_rooms == [0]


def test_seen_and_said(database: str) -> None:
    async def work() -> None:
        async with opened(database) as lobby:
            game = await two(lobby)
            told: list[Change] = []
            stop = lobby.on_change(told.append)
            await play(game, 6)
            await lobby.seen(game, "boris", 4)
            await lobby.seen(game, "anna", 4000)
            await lobby.seen(game, "carla", 2)
            await lobby.say(game, "anna", "your move")
            assert [game.seats[side].seen for side in (GERMAN, SOVIET)] == [6, 4]
            id = game.row.id
            assert told == [Change(id, "game")] * 6 + [Change(id, "chat")]
            stop()
            await play(game, 1, seed=3)
            assert len(told) == 7
        async with opened(database) as lobby:
            again = await lobby.open(id)
            assert [again.seats[side].seen for side in (GERMAN, SOVIET)] == [6, 4]
            assert [one["text"] for one in await lobby.store.chats(id)] == ["your move"]

    run(work)


# -- rooms come and go ---------------------------------------------------------------------------


def test_rooms_nobody_looks_at_are_dropped_and_read_again(file: str) -> None:
    async def work() -> None:
        async with opened(file, most=2) as lobby:
            ids = []
            for n in range(5):
                game = await lobby.new("anna", "leningrad79")
                await play(game, 3, seed=n)
                ids.append(game.row.id)
            held = await lobby.open(ids[0])
            del game
            for id in ids[1:]:
                await lobby.open(id)
            await happens(lambda: gc.collect() or len(lobby.games) <= 3)
            assert (await lobby.open(ids[0])) is held  # somebody holds it: there are no two rooms of one game
            assert {len((await lobby.open(id)).room.table.journal) for id in ids} == {3}

    run(work)


def test_a_game_is_opened_once_however_many_ask(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            id = (await lobby.new("anna", "leningrad79")).row.id
        async with opened(file) as lobby:
            games = await asyncio.gather(*(lobby.open(id) for _ in range(20)))
            assert len({game.room for game in games}) == 1

    run(work)


def test_a_game_whose_title_is_gone_or_changed_harms_nothing(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            toy = await lobby.new("anna", "toy")
            await play(toy, 4)
            other = await lobby.new("anna", "leningrad79")
            strange = await lobby.new("anna", "leningrad79")
            where = GAMES.c.id == strange.row.id
            await lobby.store.write(lambda db: db.execute(sa.update(GAMES).where(where).values(scenario="gone")))
        async with opened(file, TITLES) as lobby:
            with pytest.raises(Missing, match="no title 'toy'"):
                await lobby.open(toy.row.id)
            with pytest.raises(Bad, match="can no longer be set up"):
                await lobby.open(strange.row.id)
            assert (await lobby.open(other.row.id)).row.id == other.row.id
            assert len(await lobby.cards("anna")) == 3
        newer = {**SHELF, "toy": replace(TOY, version=4, scenarios={"duel": "The duel"})}
        async with opened(file, newer) as lobby:
            assert texts(await lobby.open(toy.row.id)) == texts(toy)

    run(work)


# -- again, and otherwise ------------------------------------------------------------------------


def test_play_on_from_a_moment(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await lobby.new("anna", "leningrad79", options={}, undo="none", skip=True)
            await play(game, 40)
            fork = await lobby.fork(game, "anna", 20, {SOVIET: "computer:random"})
            await asyncio.sleep(0)
            assert texts(fork)[:20] == texts(game)[:20]
            assert fork.row.origin == f"{game.row.id}@20"
            assert (fork.row.undo, fork.row.skip) == ("none", True)
            assert fork.seats[SOVIET].computer == "random"
            for at in (-1, len(game.room.table.journal) + 1):
                with pytest.raises(Bad, match="no moment"):
                    await lobby.fork(game, "anna", at)
            first = await lobby.fork(game, "anna", 0)
            assert first.room.version == 0
            last = await lobby.fork(game, "carla", len(game.room.table.journal))  # without fog anybody may
            assert last.room.state.key() == game.room.state.key()
            assert last.sides("carla") == [GERMAN, SOVIET]

    run(work)


def test_in_the_fog_only_afterwards(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await two(lobby, "toy")
            for who in ("anna", "boris", "carla"):
                with pytest.raises(Bad, match="control every side"):
                    await lobby.fork(game, who, 0)
            alone = await lobby.new("anna", "toy")
            assert (await lobby.fork(alone, "anna", 3)).room.table.journal
            await play(game, 200)
            assert game.room.over
            assert texts(await lobby.fork(game, "carla", 8))[:8] == texts(game)[:8]

    run(work)


def test_the_same_again(database: str) -> None:
    async def work() -> None:
        async with opened(database) as lobby:
            game = await two(lobby)
            with pytest.raises(Bad, match="not over"):
                await lobby.rematch(game, "anna")
            await game.room.resign(GERMAN)
            with pytest.raises(Missing):
                await lobby.rematch(game, "carla")
            first, second = await asyncio.gather(lobby.rematch(game, "anna", swap=True), lobby.rematch(game, "boris"))
            assert first is second
            assert {first.row.owner} <= {"anna", "boris"}
            assert first.row.origin == f"rematch {game.row.id}"
            assert {seat.person for seat in first.seats.values()} == {"anna", "boris"}
            assert len(await lobby.cards("anna")) == 2
            assert (await lobby.rematch(game, "boris")) is first
        async with opened(database) as lobby:
            again = await lobby.open(game.row.id)
            assert again.room.rematch == first.row.id

    run(work)


def test_sides_are_swapped(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await lobby.new("anna", "leningrad79", seats={SOVIET: "computer:random"}, set_up="regular")
            await game.room.resign(GERMAN)
            again = await lobby.rematch(game, "anna", swap=True)
            assert again.sides("anna") == [SOVIET]
            assert again.seats[GERMAN].computer == "random"
            assert again.seats[SOVIET].set_up == "regular"
            harder = await lobby.rematch(game, "anna", level="recruit")  # nobody waits in the other one
            assert harder.sides("anna") == [GERMAN]
            assert harder.seats[SOVIET].computer == "recruit"
            with pytest.raises(Bad, match="no level"):
                await lobby.rematch(game, "anna", level="marshal")

    run(work)


def test_who_is_asked(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await two(lobby)
            assert game.others(GERMAN) == [SOVIET]
            await play(game, 2)
            await game.ask(SOVIET, "undo")
            asked = game.room.asked() or {}
            assert (asked["side"], asked["of"], game.room.version) == (SOVIET, [GERMAN], 2)
            for alone in (
                await lobby.new("anna", "leningrad79"),
                await lobby.new("anna", "leningrad79", seats={GERMAN: "computer:random"}),
                await lobby.new("anna", "leningrad79", seats={GERMAN: "invite"}),
            ):
                assert alone.others(SOVIET) == []
                await play(alone, 2)
                assert await alone.ask(SOVIET, "undo", 0) == 3

    run(work)


# -- computers -----------------------------------------------------------------------------------


async def ended(game: Game) -> None:
    await happens(lambda: game.room.over)


def test_two_computers_play_a_game_to_its_end(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await lobby.new("anna", "toy", seats={"red": "computer:random", "blue": "computer:random"})
            await ended(game)
            assert {entry.player for entry in game.room.table.journal} == {-1, 0, 1}

    run(work)


def test_a_computer_decides_only_when_it_has_to(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await lobby.new("anna", "leningrad79", seats={GERMAN: "computer:random"})
            pick = Dice(1).pick
            for _ in range(400):
                await happens(lambda: game.room.decider != GERMAN)
                if game.room.over:
                    break
                version = game.room.version
                await asyncio.sleep(0)
                assert game.room.version == version
                await step(game, pick)
            assert {entry.player for entry in game.room.table.journal} == {-1, 0, 1}
            requests = [one.request for one in await lobby.store.events(game.row.id, 0) if one.request]
            assert all(request.startswith(f"{GERMAN}:computer ") for request in requests)
            assert requests

    run(work)


def test_computers_take_up_their_games_after_a_restart(database: str) -> None:
    async def first() -> str:
        async with opened(database) as lobby:
            lobby.bots = Bots({})  # nobody there
            game = await lobby.new("anna", "toy", seats={"red": "computer:random", "blue": "computer:random"})
            finished = await lobby.new("anna", "toy", seats={"red": "computer:random"})
            await finished.room.resign("blue")
            return game.row.id

    async def second() -> None:
        async with opened(database, start=True) as lobby:
            await happens(lambda: unfinished in lobby.games)
            await ended(await lobby.open(unfinished))
            assert len(lobby.games) == 1  # the finished game is left where it is

    unfinished = run(first)
    run(second)


def test_a_computer_that_chooses_something_illegal_plays_something_else(
    file: str, caplog: pytest.LogCaptureFixture
) -> None:
    class Fool:
        def choose(self, *_: Any) -> Thought:
            return Thought(Action("castle"), "Knows no rules.")

    async def work() -> None:
        async with opened(file) as lobby:
            lobby.bots = Bots({"random": Opponent("random", "Knows no rules", 1, Fool)})
            game = await lobby.new("anna", "toy", seats={"red": "computer:random"})
            await happens(lambda: game.room.decider != "red")
            assert "illegal action" in caplog.text

    run(work)


def test_under_fog_nobody_looks_at_a_computers_units_and_takes_it_back(file: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await lobby.new("anna", "toy", seats={"blue": "computer:random"})
            room, pick = game.room, Dice(3).pick
            while not room.table.learnt_since(0) or not any(entry.player == 0 for entry in room.table.journal):
                await step(game, pick)
                await happens(lambda: room.decider in ("red", ""))
            first = next(n for n, entry in enumerate(room.table.journal) if entry.player == 0)
            count = len(room.table.journal)
            with pytest.raises(Bad, match=r"no undo: .* since"):
                await game.ask("red", "undo", to=first)
            assert len(room.table.journal) == count
            plain = await lobby.new("anna", "leningrad79", seats={SOVIET: "computer:random"})
            await happens(lambda: plain.room.decider == GERMAN)
            await play(plain, 1)
            await plain.ask(GERMAN, "undo")  # nothing is hidden here, and there is nobody to ask
            assert [entry.player for entry in plain.room.table.journal].count(0) == 0

    run(work)


def test_under_fog_nobody_goes_back_behind_what_was_seen(file: str) -> None:
    """Not even if the other agrees, who does not know what was seen; behind dice, if the other agrees."""

    def seen_since(table: Table, count: int) -> bool:
        states = [*(entry.before for entry in table.journal[count:]), table.state]
        return any(learnt(before, after) for before, after in pairwise(states))

    async def work() -> None:
        async with opened(file) as lobby:
            game, alone = await two(lobby, "toy", undo="consent"), await lobby.new("carla", "toy")
            found = set()
            for seed in range(5):
                pick = Dice(seed).pick
                while not game.room.over:
                    await step(game, pick)
                    table = game.room.table
                    mine = max((n for n, one in enumerate(table.journal) if one.player == 0), default=None)
                    if mine is None:
                        continue
                    why = "everything hidden" if table.state.over else "gained information"
                    if table.state.over or seen_since(table, mine):
                        found.add(why)
                        with pytest.raises(Bad, match=f"no undo: .*{why}"):
                            await game.ask("red", "undo")
                    elif any(one.player == CHANCE for one in table.journal[mine:]):
                        found.add("dice")
                        await game.ask("red", "undo")
                        assert game.room.question is not None
                        await game.room.answer("red", game.room.question.number, False)
                game = await two(lobby, "toy", undo="consent")
            assert found == {"everything hidden", "gained information", "dice"}
            while not seen_since(alone.room.table, 0):
                await step(alone, pick)
            await alone.ask(
                "red", "undo", to=min(n for n, one in enumerate(alone.room.table.journal) if not one.player)
            )

    run(work)


@pytest.mark.parametrize("level", ["recruit", "regular", "club"])
def test_the_levels_sit_at_the_table(file: str, level: str) -> None:
    async def work() -> None:
        async with opened(file) as lobby:
            game = await lobby.new("anna", "leningrad79", seats={SOVIET: f"computer:{level}"})
            await happens(lambda: game.room.decider == GERMAN)
            assert len(game.room.table.journal) == 7  # one division in each of seven columns

    run(work)


def test_a_computer_waits_while_nothing_can_be_stored(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        pauses: list[float] = []
        sleep = asyncio.sleep

        async def pause(seconds: float) -> None:
            pauses.append(seconds)
            await sleep(0)

        async with opened(file) as lobby:
            game = await lobby.new("anna", "toy", seats={"blue": "computer:random"})
            keep = game.room.keep
            failed: list[int] = []

            async def broken(id: str, events: Any) -> None:
                if events[0].side == "blue" and len(failed) < 3:
                    failed.append(1)
                    raise Unavailable("not now")
                await keep(id, events)

            game.room.keep = broken
            monkeypatch.setattr(asyncio, "sleep", pause)
            await game.room.play("red", "done", game.room.version, "")
            while game.room.decider != "red" and not game.room.over:
                await sleep(0.005)
            monkeypatch.undo()
            assert len(failed) == 3
            assert pauses == [0.5, 1.0, 2.0]

    run(work)


# -- several processes on one PostgreSQL -----------------------------------------------------------


def both(work: Any, url: str) -> None:
    async def whole() -> None:
        async with opened(url, start=True) as here, opened(url, start=True) as there:
            await happens(lambda: here.store.db.current and there.store.db.current)
            await work(here, there)

    run(whole)


def test_what_happens_at_one_server_is_seen_at_the_other(postgres: Postgres) -> None:
    async def work(here: Lobby, there: Lobby) -> None:
        mine = await lobby_game(here)
        yours = await there.open(mine.row.id)
        told: list[Change] = []
        there.on_change(told.append)
        await play(mine, 10)
        await happens(lambda: yours.room.version == mine.room.version)
        assert yours.room.state.key() == mine.room.state.key()
        assert {change.kind for change in told} == {"game"}
        told.clear()
        await there.join(str(mine.seats[SOVIET].invitation), "boris")
        await happens(lambda: mine.sides("boris") == [SOVIET])
        await here.say(mine, "anna", "hello")
        await happens(lambda: Change(mine.row.id, "chat") in told)

    both(work, postgres.fresh())


def test_who_is_where(postgres: Postgres) -> None:
    async def work(here: Lobby, there: Lobby) -> None:
        game = await lobby_game(here)
        await there.open(game.row.id)
        told: list[Change] = []
        there.on_change(told.append)
        id = game.row.id
        for _ in range(2):  # in two windows
            here.presence.arrive(id, "anna")
        there.presence.arrive(id, "boris")
        here.presence.arrive(id, "")  # somebody looks on
        await happens(lambda: "anna" in there.presence.at(id) and "boris" in here.presence.at(id))
        assert here.presence.at(id) == {"anna", "boris", ""}
        assert there.presence.at(id) == {"anna", "boris"}
        assert Change(id, "seats") in told
        here.presence.leave(id, "anna")
        here.presence.arrive(id, "carla")
        await happens(lambda: "carla" in there.presence.at(id))
        here.presence.leave(id, "carla")
        await happens(lambda: there.presence.at(id) == {"anna", "boris"})
        assert here.presence.at(id) == {"anna", "boris", ""}
        here.presence.leave(id, "anna")
        await happens(lambda: there.presence.at(id) == {"boris"})
        await there.presence.close()
        await happens(lambda: here.presence.at(id) == {""})

    both(work, postgres.fresh())


def test_a_server_that_gives_no_sign_of_life_is_empty(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(here: Lobby, there: Lobby) -> None:
        alive = time.time() + 3600
        row = {"server": "dead", "game": "g", "person": "anna", "until": alive}
        await here.store.write(lambda db: db.execute(sa.insert(PRESENCE), [row]))
        await there.presence.look()
        assert there.presence.at("g") == {"anna"}
        monkeypatch.setattr(presence, "time", SimpleNamespace(time=lambda: alive + 1))
        await there.presence.look("g")
        assert there.presence.at("g") == set()

    both(work, postgres.fresh())


def test_who_is_where_at_a_server_of_ones_own(file: str) -> None:
    async def work() -> None:
        async with opened(file, start=True) as lobby:
            lobby.presence.arrive("g", "anna")
            lobby.presence.arrive("h", "boris")
            await lobby.presence.look()
            assert (lobby.presence.at("g"), lobby.presence.at("h")) == ({"anna"}, {"boris"})
            lobby.presence.leave("g", "anna")
            assert lobby.presence.at("g") == set()

    run(work)


async def lobby_game(lobby: Lobby) -> Game:
    return await lobby.new("anna", "leningrad79", seats={SOVIET: "invite"})


def test_of_two_moves_at_once_one_wins(postgres: Postgres) -> None:
    async def work(here: Lobby, there: Lobby) -> None:
        mine = await lobby_game(here)
        yours = await there.open(mine.row.id)
        for n in range(20):
            await happens(lambda: yours.room.version == mine.room.version)
            moves = (step(mine, Dice(n).pick, f"a{n}", 0), step(yours, Dice(n + 100).pick, f"b{n}", 0))
            results = await asyncio.gather(*moves, return_exceptions=True)
            assert sorted(type(one).__name__ for one in results) == ["Stale", "int"], results
        await happens(lambda: yours.room.version == mine.room.version)
        assert texts(mine) == texts(yours)

    both(work, postgres.fresh())


def test_the_same_request_at_two_servers_is_one(postgres: Postgres) -> None:
    async def work(here: Lobby, there: Lobby) -> None:
        mine = await lobby_game(here)
        yours = await there.open(mine.row.id)
        room = mine.room
        text = room.title.text(room.state, room.title.sample(room.state, Dice(1).pick))
        answers = await asyncio.gather(
            *(game.room.play(SOVIET, text, 0, "same") for game in (mine, yours, mine, yours))
        )
        assert answers == [1] * 4
        assert len(await here.store.events(mine.row.id, 0)) == 1

    both(work, postgres.fresh())


def test_while_nothing_is_heard_a_game_is_read_anew(postgres: Postgres) -> None:
    async def work() -> None:
        url = postgres.fresh()
        async with opened(url) as here, opened(url) as there:  # which do not listen
            mine = await lobby_game(here)
            yours = await there.open(mine.row.id)
            await play(mine, 3)
            assert yours.room.version == 0
            assert (await there.open(mine.row.id)).room.version == 3
            await play(mine, 1)
            with pytest.raises(Stale):
                await step(yours, Dice(4).pick)

    run(work)


# -- packs ------------------------------------------------------------------------------------


def test_a_game_is_played_on_with_the_data_it_was_begun_with(file: str, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('name = "mine"\ntitle = "leningrad79"\n')
    (tmp_path / "map.toml").write_text('[terrain.hexes]\n0607 = "swamp"\n')
    packed = with_packs([read_pack(tmp_path)], "leningrad79")

    async def begin() -> str:
        async with opened(file, packed) as lobby:
            game = await lobby.new("anna", "leningrad79")
            assert game.row.packs == list(packed["leningrad79"].packs) != []
            return game.row.id

    async def again(id: str) -> None:
        async with opened(file, packed) as lobby:
            assert (await lobby.open(id)).row.packs
        async with opened(file) as lobby:  # the pack was kept with the game
            game = await lobby.open(id)
            assert game.room.title.packs == packed["leningrad79"].packs
            assert game.room.title.data.map.terrain["0607"] == "swamp" != TITLES["leningrad79"].data.map.terrain["0607"]
            await lobby.store.editions.pin(id, "")  # begun before data were kept with games
        async with opened(file) as lobby:
            with pytest.raises(Bad, match=r"started with mine@\w+, but the server has no pack"):
                await lobby.open(id)

    id = run(begin)
    run(lambda: again(id))
