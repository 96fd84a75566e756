"""The upgrade drill: the program changes under running games, and none of them changes without a word."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from grognard.core import record
from grognard.core.dice import Dice
from grognard.core.title import Bad
from grognard.kit.table import Wargame
from grognard.titles import TITLES, rebuilt
from grognard.titles.leningrad79.rules import combat
from grognard.web.play.game import Game
from grognard.web.play.lobby import Lobby
from grognard.web.storage.store import EVENTS, GAMES
from tests.web.served import house, live, new, served
from tests.web.tables import opened, play, run, two

LENINGRAD = TITLES["leningrad79"]
GERMAN, SOVIET = LENINGRAD.players
Shelf = Mapping[str, Wargame[Any]]


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


def changed_data(file: str, old: str, new: str, name: str = "leningrad79") -> Shelf:
    """The titles of a later program, whose data file says something else."""
    texts = dict(TITLES[name].texts)
    assert old in texts[file]
    texts[file] = texts[file].replace(old, new)
    return {**TITLES, name: rebuilt(name, texts)}


def changed_code(name: str = "leningrad79") -> Shelf:
    """The titles of a later program, in which a module of the rules has changed."""
    title = TITLES[name]
    assert title.edition is not None
    later = title.edition._replace(program="0.2.0", code={**title.edition.code, "rules/combat.py": "changed"})
    return {**TITLES, name: replace(title, edition=later, fingerprint=later.fingerprint)}


def another_ratio(patch: pytest.MonkeyPatch) -> None:
    """A changed clause: every battle is fought one column further to the right."""
    old = combat.initial_column
    patch.setattr(combat, "initial_column", lambda attack, defense: old(attack, defense) + 1)


def marks(game: Game) -> list[str]:
    table = game.room.table
    return [record.mark(s) for s in (*(entry.before for entry in table.journal), table.state)]


async def events(lobby: Lobby, game: str, kind: str) -> list[Any]:
    return [event for event in await lobby.store.events(game, 0) if event.kind == kind]


async def begun(file: str, actions: int = 150, **more: Any) -> tuple[str, list[str]]:
    """A running game between Anna and Boris, and the marks of its positions."""
    async with opened(file) as lobby:
        game = await two(lobby, **more)
        await play(game, actions)
        assert not game.room.over
        return game.row.id, marks(game)


# -- data ------------------------------------------------------------------------------------------

CHANGES = {
    "a chart": ("tables.toml", '"-/E", "-/2", "-/1", "2/2", "1/1"', '"-/E", "-/2", "-/1", "1/2", "2/1"'),
    "a number": ("tables.toml", "stacking = { value = 3", "stacking = { value = 2"),
    "the map": ("map.toml", "09  . . h . . . . . . . . h h", "09  . . h . . s . . . . . h h"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_data_never_touch_a_running_game(file: str, change: str) -> None:
    later = changed_data(*CHANGES[change])

    async def work() -> None:
        id, before = await begun(file)
        async with opened(file, later) as lobby:
            game = await lobby.open(id)
            assert not game.room.broken
            assert marks(game) == before
            assert game.room.title.texts == LENINGRAD.texts  # its own
            await play(game, 40, seed=2)
            title = game.room.title
            assert lobby.library.sheet(title) == f"leningrad79@{title.fingerprint}"
            assert (await lobby.library.find("leningrad79", title.fingerprint)).title is title
            fresh = await lobby.new("anna", "leningrad79")
            assert fresh.room.title is later["leningrad79"]  # a new game has the new data
            assert lobby.library.sheet(fresh.room.title) == "leningrad79"
            assert await events(lobby, id, "rules") == []
            after = marks(game)
        async with opened(file, later) as lobby:  # and once more
            assert await lobby.library.served(f"leningrad79@{title.fingerprint}") == lobby.library.sheet(title)
            assert marks(await lobby.open(id)) == after

    run(work)


def test_players_may_go_on_with_the_new_data(file: str) -> None:
    later = changed_data(*CHANGES["a chart"])

    async def work() -> None:
        id, before = await begun(file, 60)
        async with opened(file, later) as lobby:
            game = await lobby.open(id)
            version = game.room.version
            await game.ask(GERMAN, "rules")
            assert game.room.question is not None
            assert game.room.title.texts == LENINGRAD.texts
            await game.room.answer(SOVIET, game.room.question.number, True)
            await lobby.settled()
            assert game.room.title is later["leningrad79"]
            assert record.mark(game.room.state) == before[-1]
            assert game.room.version > version
            with pytest.raises(Bad, match="already"):
                await game.ask(GERMAN, "rules")
            await play(game, 20)
            after = marks(game)
        async with opened(file, later) as lobby:
            again = await lobby.open(id)
            assert (marks(again), again.room.broken) == (after, "")

    run(work)


def test_every_text_is_kept_once(file: str) -> None:
    later = changed_data(*CHANGES["a chart"])

    async def work() -> None:
        await begun(file, 3)
        async with opened(file, later) as lobby:
            await lobby.new("anna", "leningrad79")
            await lobby.new("boris", "leningrad79")
            kept = await lobby.store.editions.every()
            assert [(edition.data["map.toml"], games) for _, edition, games in kept] == [
                (LENINGRAD.edition.data["map.toml"] if LENINGRAD.edition else "", games) for games in (2, 1)
            ]
            count = await lobby.store.read(lambda db: db.execute(sa.text("SELECT count(*) FROM text")).scalar_one())
            assert count == len(LENINGRAD.texts) + 1  # the changed chart

    run(work)


# -- rules -----------------------------------------------------------------------------------------


def test_code_that_changes_nothing_lets_games_go_on_and_says_so(file: str) -> None:
    later = changed_code()

    async def work() -> None:
        id, before = await begun(file)
        async with opened(file, later, start=True) as lobby:  # every running game is checked at the start
            await lobby.settled()
            game = await lobby.open(id)
            assert (marks(game), game.room.broken) == (before, "")
            (said,) = await events(lobby, id, "rules")
            assert json.loads(said.body) == {"edition": later["leningrad79"].fingerprint, "actions": len(before) - 1}
        async with opened(file, later) as lobby:
            game = await lobby.open(id)
            assert game.room.trusted  # it need not be checked again
            assert len(await events(lobby, id, "rules")) == 1

    run(work)


def test_a_changed_clause_is_told_and_the_players_decide(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    later = changed_code()

    async def work() -> None:
        id, before = await begun(file)
        another_ratio(monkeypatch)
        async with opened(file, later) as lobby:
            game = await lobby.open(id)
            room = game.room
            count = len(room.table.journal)
            assert 0 < count < len(before) - 1
            assert marks(game) == before[: count + 1]  # up to there nothing differs
            assert room.differs is not None
            assert room.news is not None
            assert (room.news["action"], room.news["of"], room.news["to"]) == (count + 1, *[len(before) - 1] * 2)
            assert room.news["needs"] == (LENINGRAD.edition.name if LENINGRAD.edition else "")
            assert room.news["changed"] == ["rules/combat.py"]
            with pytest.raises(Bad, match="other rules"):
                await room.play(room.title.players[0], "done", room.version, "")
            with pytest.raises(Bad, match="other rules"):
                await game.ask(GERMAN, "undo")
            await game.ask(SOVIET, "rules", id="s1")
        async with opened(file, later) as lobby:  # the question is still open after a restart
            game = await lobby.open(id)
            assert game.room.question is not None
            assert (game.room.question.what, game.room.question.side) == ("rules", SOVIET)
            number, version = game.room.question.number, game.room.version
            await game.room.answer(GERMAN, number, True)
            await lobby.settled()
            assert game.room.broken == ""
            assert game.room.version > version
            assert record.mark(game.room.state) == before[-1]  # from here, not from where it differed
            await play(game, 30, seed=5)
            after = marks(game)
            text = record.write(game.room.table, sealed=True)
        async with opened(file, later) as lobby:
            again = await lobby.open(id)
            assert (marks(again), again.room.broken) == (after, "")
            assert again.room.whose("s1", [SOVIET]) == SOVIET  # requests are still known
            assert record.read(later, text).table.state.key() == again.room.state.key()

    run(work)


def test_a_game_is_finished_by_the_program_it_was_played_by(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    later = changed_code()

    async def work() -> str:
        id, before = await begun(file)
        with monkeypatch.context() as patch:
            another_ratio(patch)
            async with opened(file, later) as lobby:
                assert (await lobby.open(id)).room.broken
                text = await lobby.opening.record(id)
        replay = record.read(TITLES, text)  # the program as it was
        assert replay.cut is None
        assert record.mark(replay.table.state) == before[-1]
        assert replay.header["edition"] == LENINGRAD.fingerprint
        async with opened(file) as lobby:  # or the host goes back to it
            assert marks(await lobby.open(id)) == before
        return text

    text = run(work)
    another_ratio(monkeypatch)
    with pytest.raises(record.BadRecord, match="leads to another position than when the record was made"):
        record.read(TITLES, text)


def test_after_a_crash_the_last_position_is_found_again(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    later = changed_code()

    async def work() -> None:
        id, before = await begun(file)
        async with opened(file) as lobby:  # a position from before the last actions
            standing = await lobby.store.editions.standing(id)
            assert standing is not None
            game = await lobby.open(id)
            await play(game, 3, seed=2)
            monkeypatch.setattr(lobby, "close", lobby.bots.close)  # nothing is put away
            last = marks(game)
        another_ratio(monkeypatch)
        async with opened(file, later) as lobby:
            game = await lobby.open(id)
            assert game.room.news is not None
            to = game.room.news["to"]
            assert len(before) - 1 <= to <= len(last) - 1
            await game.ask(GERMAN, "rules")
            assert game.room.question is not None
            await game.room.answer(SOVIET, game.room.question.number, True)
            await lobby.settled()
            assert record.mark(game.room.state) == last[to]

    run(work)


def test_an_action_that_is_no_longer_legal_is_told_with_its_case(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    later = changed_code()

    async def work() -> None:
        id, before = await begun(file)
        monkeypatch.setattr(combat, "attackable", lambda _s: 0)
        async with opened(file, later) as lobby:
            room = (await lobby.open(id)).room
            assert room.differs is not None
            assert room.differs.said.startswith("attack")
            assert "[8" in room.differs.why
            assert len(room.table.journal) < len(before) - 1

    run(work)


def test_under_fog_nothing_hidden_is_told(file: str) -> None:
    later = changed_code("moscow41")

    async def work() -> None:
        async with opened(file) as lobby:
            game = await two(lobby, "moscow41")
            await play(game, 20)
            where = (EVENTS.c.game == game.row.id, EVENTS.c.seq == 15)
            await lobby.store.write(lambda db: db.execute(sa.update(EVENTS).where(*where).values(mark="000000000000")))
        async with opened(file, later) as lobby:
            again = await lobby.open(game.row.id)
            assert again.room.news is not None
            assert again.room.news["action"] == 15
            assert (again.room.news["said"], again.room.news["why"]) == ("", "it comes out differently")
            assert game.room.table.journal[14].text not in again.room.broken

    run(work)


def test_games_from_before_are_taken_in(file: str) -> None:
    async def work() -> None:
        id, before = await begun(file)
        async with opened(file) as lobby:
            db = lobby.store
            await db.write(lambda db: db.execute(sa.update(GAMES).values(edition="")))
            odd = sa.update(EVENTS).where(EVENTS.c.seq % 50 != 0).values(mark="")  # as they were marked then
            await db.write(lambda db: db.execute(odd))
        async with opened(file, start=True) as lobby:
            await lobby.settled()
            game = await lobby.open(id)
            assert (marks(game), game.room.edition) == (before, LENINGRAD.fingerprint)
            assert await lobby.store.editions.running({LENINGRAD.fingerprint}) == []

    run(work)


# -- the page ----------------------------------------------------------------------------------------


def acted(client: TestClient, game: str, count: int) -> None:
    """So many decisions of the one who plays both sides."""
    room = house(client).lobby.games[game].room
    pick = Dice(1).pick
    for n in range(count):
        body = {"version": room.version, "id": str(n), "action": "", "as": room.decider}
        body["action"] = room.title.text(room.state, room.title.sample(room.state, pick))
        assert client.post(f"/api/games/{game}/actions", json=body).status_code == 200


def test_the_page_gets_the_map_and_charts_of_the_game(tmp_path: Path) -> None:
    later = {**changed_data(*CHANGES["the map"])}
    with served(tmp_path, TITLES) as client:
        game = new(client)["id"]
    with served(tmp_path, later) as client:
        view = client.get(f"/api/games/{game}").json()
        assert (view["broken"], view["differs"], view["title"]) == ("", None, "leningrad79")
        own, now = f"/api/titles/{view['sheet']}", "/api/titles/leningrad79"
        assert own != now
        found = [client.get(f"{path}/board").json()["places"]["0609"]["terrain"] for path in (own, now)]
        assert found == ["clear", "swamp"]
        for what in ("map.svg", "thumbnail.svg", "sheet.svg"):
            old, new_ = client.get(f"{own}/{what}"), client.get(f"{now}/{what}")
            assert old.status_code == new_.status_code == 200
            assert old.text != new_.text
        assert client.get(f"{own}/charts").json() == client.get(f"{now}/charts").json()
    with served(tmp_path, later) as client:  # asked for before the game is open
        assert client.get(f"{own}/board").json()["places"]["0609"]["terrain"] == "clear"
        assert client.get("/api/titles/leningrad79@none/board").status_code == 200
        assert client.get("/api/titles/none@none/board").status_code == 404


def test_the_page_tells_what_differs_and_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path, TITLES) as client:
        game = new(client)["id"]
        acted(client, game, 150)
        mine = client.get(f"/api/games/{game}").json()
    another_ratio(monkeypatch)
    with served(tmp_path, changed_code()) as client:
        view = client.get(f"/api/games/{game}").json()
        assert view["differs"]["of"] == view["differs"]["to"] == mine["count"] > view["count"]
        assert view["differs"]["action"] == view["count"] + 1
        text = client.get(f"/api/games/{game}/record").text
        assert text.startswith("grognard record 1\n")
        assert f"after {mine['count']} actions" in text.splitlines()[-1]
        with live(client, f"{game}?version={view['version']}") as line:
            line.receive_json()
            assert client.post(f"/api/games/{game}/ask", json={"what": "rules"}).status_code == 200
            while (said := line.receive_json())["type"] != "update" or said["version"] <= view["version"]:
                pass
            assert (said["from"], said["played"]) == (0, [])  # what the page had is history now
        after = client.get(f"/api/games/{game}").json()
        assert (after["differs"], after["broken"], after["stacks"]) == (None, "", mine["stacks"])
        assert after["version"] > mine["version"]
