"""Verified dice: two pages and the server, honest and cheating."""

import asyncio
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.core import record
from grognard.core.action import CHANCE
from grognard.core.dice import Dice
from grognard.core.title import Bad
from grognard.core.verified_dice import (
    SERVER,
    Chain,
    Cheated,
    Notes,
    Proof,
    check,
    from_header,
    header,
    position_hash,
    seal,
)
from grognard.web.play.dice_state import DiceState
from grognard.web.play.game import Game
from grognard.web.play.lobby import Lobby
from tests.web.tables import SHELF, opened, run, two


class Page:
    """A player's page: its chain, and what it notes down."""

    def __init__(self, game: Game, side: str) -> None:
        self.game, self.side, self.chain = game, side, Chain(secrets.token_hex(32))
        self.base = 0
        self.seals: dict[int, str] = {}
        self.at: dict[int, int] = {}
        self.agreed: list[tuple[int, int]] = []
        self.anchors: dict[str, list[tuple[int, str]]] = {}

    @property
    def news(self) -> dict[str, Any]:
        found = self.game.room.dice_news()
        assert found is not None
        return found

    async def look(self) -> None:
        """Do what an honest page does."""
        if self.side not in self.news["anchors"]:
            await self.game.room.commit(self.side, self.chain.anchor)
        self.anchors = {name: [tuple(one) for one in known] for name, known in self.news["anchors"].items()}
        if self.news["rolling"] and self.side in self.news["missing"] and len(self.anchors) > len(self.news["sides"]):
            throw = self.news["throw"]
            assert self.seals.setdefault(throw, self.news["seal"]) == self.news["seal"]
            self.at[throw] = len(self.game.room.table.journal)
            await self.game.room.give(self.side, throw, self.link(throw))

    def link(self, throw: int) -> str:
        return self.chain.link(throw - self.base)

    @property
    def notes(self) -> Notes:
        return Notes(self.game.row.id, self.side, self.anchors, self.seals, self.at, self.agreed)


async def begun(lobby: Lobby, title: str = "leningrad79", **more: Any) -> tuple[Game, list[Page]]:
    game = await two(lobby, title, verified=True, **more)
    pages = [Page(game, side) for side in game.room.title.players]
    for page in pages:
        await page.look()
    for page in pages:
        await page.look()
    return game, pages


async def act(game: Game, pick: Callable[[int], int], done: int = 15) -> None:
    """Whoever has to decide does something legal."""
    room = game.room
    text = room.title.text(room.state, room.title.sample(room.state, pick, done))
    await room.play(room.decider, text, room.version, "")


def rolling(game: Game) -> bool:
    """Whether dice are being rolled."""
    return game.room.rolling


async def to_a_roll(game: Game, seed: int = 5) -> DiceState:
    """Play until dice are needed; the verified dice."""
    pick = Dice(seed).pick
    while not rolling(game):
        await act(game, pick, 60)
    assert game.room.dice is not None
    return game.room.dice


async def play(game: Game, pages: list[Page], count: int, seed: int = 1) -> None:
    pick = Dice(seed).pick
    for _ in range(count):
        room = game.room
        while rolling(game):
            for page in pages:
                await page.look()
        if room.over:
            return
        await act(game, pick, 15 if game.row.title == "toy" else 40)
    while rolling(game):
        for page in pages:
            await page.look()


def text_of(game: Game) -> str:
    assert game.room.dice is not None
    return record.write(game.room.table, header(game.room.dice.proof()), sealed=True)


def read(text: str) -> tuple[Any, Proof]:
    found = record.read(SHELF, text)
    proof = from_header(found.header, found.table.title.players)
    assert proof is not None
    return found.table.journal, proof


def test_two_pages_play_and_both_can_prove_every_roll(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game, pages = await begun(lobby)
            rolls = 0
            while rolls <= 20:  # how many an action needs depends on the dice
                await play(game, pages, 30)
                journal, proof = read(text_of(game))
                rolls = sum(entry.player == CHANCE for entry in journal)
            for page in pages:
                found = check(journal, proof, page.notes)
                assert (found.rolls, found.names, found.taken_back) == (rolls, ["german", "server", "soviet"], [])
                assert page.seals

    run(work)


def test_a_cheating_server_is_caught(tmp_path: Path) -> None:
    """It gives another roll, swaps its chain, changes the action, or leaves a side out."""

    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game, pages = await begun(lobby, "toy")
            await play(game, pages, 40)
            journal, proof = read(text_of(game))
            notes = pages[0].notes
            last = max(n for n, entry in enumerate(journal) if entry.player == CHANCE)
            s, done = journal[last].before, journal[last].action
            others = [one for one in s.title.actions(s) if one != done]
            false = journal[:]
            false[last] = type(journal[last])(journal[last].previous, CHANCE, others[0], s, None)
            with pytest.raises(Cheated, match=rf"throw {proof.throws[-1]}, roll \d+ of the game: the links give"):
                check(false, proof)

            swapped = Chain(secrets.token_hex(32))
            used = proof.chains[SERVER][0]
            mine = used._replace(anchor=swapped.anchor, link=swapped.link(used.last))
            forged = proof._replace(chains={**proof.chains, SERVER: [mine]})
            with pytest.raises(Cheated, match=r"commitment of the server was .* the server has replaced it"):
                check(journal, forged, notes)
            with pytest.raises(Cheated, match=r"throw 1, roll 1 of the game|throw \d+, roll \d+"):
                check(journal, forged)  # even without notes the rolls no longer follow

            with pytest.raises(Cheated, match="left out the links of the Red side"):
                check(journal, proof._replace(chains={n: c for n, c in proof.chains.items() if n != "red"}), notes)
            moved = notes._replace(seals={**notes.seals, proof.throws[2]: "00" * 32})
            with pytest.raises(Cheated, match=f"throw {proof.throws[2]}: the server has changed the action"):
                check(journal, proof, moved)
            with pytest.raises(Cheated, match="numbered"):
                check(journal, proof._replace(throws=proof.throws[:-1]))
            assert check(journal, proof, notes).rolls

    run(work)


def test_a_cheating_client_is_refused(tmp_path: Path) -> None:
    """A wrong link, one of another throw, one too early, a second chain, another's chain."""

    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game, pages = await begun(lobby, "toy")
            await play(game, pages, 5)
            red, blue = pages
            room = game.room
            assert room.dice is not None
            assert not rolling(game)
            with pytest.raises(Bad, match="No link"):  # nothing is fixed yet
                await room.give("red", room.dice.throw, red.link(room.dice.throw))
            await to_a_roll(game)
            throw = room.dice.throw
            before = room.seq
            for link in ("00" * 32, red.link(throw + 1), red.link(throw - 1), blue.link(throw), red.chain.anchor):
                with pytest.raises(Bad, match=f"not link {throw} of the chain"):
                    await room.give("red", throw, link)
            with pytest.raises(Bad, match="64 hexadecimal"):
                await room.give("red", throw, "link")
            for number in (throw - 1, throw + 1):
                with pytest.raises(Bad, match="No link"):
                    await room.give("red", number, red.link(number))
            with pytest.raises(Bad, match="already committed"):
                await room.commit("red", Chain(secrets.token_hex(32)).anchor)
            with pytest.raises(Bad, match="used already"):
                await game.ask("red", "dice", anchor=blue.chain.anchor)
            assert room.seq == before
            assert rolling(game)
            await red.look()
            with pytest.raises(Bad, match="No link"):  # one is enough
                await room.give("red", throw, red.link(throw))

    run(work)


def test_no_link_is_taken_before_everybody_has_committed(tmp_path: Path) -> None:
    """Otherwise the last to commit could choose a chain that suits the link."""

    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game = await two(lobby, "toy", verified=True)
            red, blue = pages = [Page(game, side) for side in ("red", "blue")]
            await red.look()
            assert red.news["rolling"]  # the blocks are dealt first
            assert red.news["missing"] == ["red", "blue"]
            for give in (game.room.give, game.room.deposit):
                with pytest.raises(Bad, match="Blue side has not committed"):
                    await give("red", 1, red.link(1))
            with pytest.raises(Bad, match="not committed to a chain yet"):
                await game.ask("blue", "dice", anchor=blue.chain.anchor)
            await blue.look()
            await play(game, pages, 0)
            assert check(*read(text_of(game)), red.notes).rolls == 6

    run(work)


def test_a_withheld_link_gains_nothing(tmp_path: Path) -> None:
    """The others wait, the action stays fixed, and when the link comes the roll is what it would have been."""

    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game, pages = await begun(lobby, "toy")
            red, blue = pages
            room = game.room
            assert room.dice is not None
            await to_a_roll(game)
            actor = room.table.journal[-1].player
            await (red, blue)[actor].look()
            assert rolling(game)
            fixed = position_hash(room.state)
            assert red.news["seal"] == seal(room.dice.chain.link(room.dice.throw), fixed)
            assert room.may_undo(actor) == "the dice are being rolled"
            for side in room.title.players:
                with pytest.raises(Bad, match="dice"):
                    await room.undo(side, room.version, "")
                with pytest.raises(Bad, match="the dice must decide"):
                    await room.play(side, "done", room.version, "")
            await room.refresh()
            assert position_hash(room.state) == fixed
            known = json.dumps([room.dice_news(), room.asked(), room.played(0, None)])
            assert room.dice.chain.link(room.dice.throw) not in known
            assert (red, blue)[actor].link(room.dice.throw) not in known
            await (red, blue)[1 - actor].look()
            assert not rolling(game)
            assert check(*read(text_of(game)), red.notes).rolls

    run(work)


def test_an_absent_side_leaves_links_with_the_server(tmp_path: Path) -> None:
    """Its opponent plays on; the rolls are the same as with the page open."""

    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game, pages = await begun(lobby, "toy")
            red, blue = pages
            room = game.room
            assert room.dice is not None
            far = room.dice.throw + 40
            with pytest.raises(Bad, match="deposited for throws"):
                await room.deposit("blue", far + 100_000, blue.link(far))
            with pytest.raises(Bad, match="not link"):
                await room.deposit("blue", far, red.link(far))
            await room.deposit("blue", far, blue.link(far))
            with pytest.raises(Bad, match="already"):
                await room.deposit("blue", far - 1, blue.link(far - 1))
            assert red.news["deposited"] == {"blue": 41}
            await play(game, [red], 40)
            assert blue.link(far) not in json.dumps(red.news)
            journal, proof = read(text_of(game))
            assert check(journal, proof, red.notes).rolls
            assert blue.link(far) not in text_of(game)  # only what was used
            for number in proof.throws:
                assert proof.links(number)["blue"] == blue.link(number)

    run(work)


def test_undo_never_uses_a_link_again(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game, pages = await begun(lobby, "toy", undo="consent")
            room = game.room
            await play(game, pages, 12)
            assert room.dice is not None
            throw = room.dice.throw
            side = room.title.players[next(e.player for e in reversed(room.table.journal) if e.player != CHANCE)]
            first = next(n for n, e in enumerate(room.table.journal) if room._name(e.player) == side and n > 5)
            await room.ask(side, "undo", game.others(side), first, alone=True)  # as if nothing were hidden
            assert room.question is not None
            other = next(iter(room.question.of))
            await room.answer(other, room.question.number, True)
            assert len(room.table.journal) == first
            assert room.dice.throw == throw + 1
            assert all(begins < first for begins, _ in room.dice.made)
            await play(game, pages, 30, seed=2)
            journal, proof = read(text_of(game))
            assert len(set(proof.throws)) == len(proof.throws)
            for page in pages:
                page.agreed.append((throw, first))
                assert throw in check(journal, proof, page.notes).taken_back  # it was never thrown

    run(work)


def test_a_throw_whose_result_the_server_knows_cannot_be_left_out(tmp_path: Path) -> None:
    """It has the links of everybody, does not like the result, takes the action back by itself and plays on."""

    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game, pages = await begun(lobby, "toy", undo="consent")
            await play(game, pages, 8)
            await to_a_roll(game)
            for page in pages:
                await page.look()
            room = game.room
            assert room.dice is not None
            thrown = room.dice.made[-1][1]
            side = room.title.players[next(e.player for e in reversed(room.table.journal) if e.player != CHANCE)]
            actor = max(n for n, e in enumerate(room.table.journal) if room._name(e.player) == side)
            await room.ask(side, "undo", [], actor, alone=True)  # nobody is asked: a server can do that
            assert thrown not in [number for _, number in room.dice.made]
            await play(game, pages, 12, seed=7)
            journal, proof = read(text_of(game))
            assert thrown in check(journal, proof).taken_back
            for page in pages:
                with pytest.raises(Cheated, match=rf"throw {thrown}: .* the server has left the throw out"):
                    check(journal, proof, page.notes)
            last = Notes(room.game, "red", pages[0].anchors, {}, {proof.throws[-1] + 1: len(journal)})
            assert check(journal, proof, last)  # the record is of a moment in which dice were being rolled
            with pytest.raises(Cheated, match="left the throw out"):  # the last throw, and then nothing was rolled
                check(journal, proof, last._replace(at={proof.throws[-1] + 1: len(journal) - 1}))

    run(work)


def test_a_lost_chain_is_replaced_only_if_the_other_side_agrees(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game, pages = await begun(lobby, "toy")
            red, blue = pages
            room = game.room
            assert room.dice is not None
            await to_a_roll(game)
            await red.look()
            throw = room.dice.throw
            fresh = Chain(secrets.token_hex(32))
            await game.ask("blue", "dice", anchor=fresh.anchor)
            assert fresh.anchor not in json.dumps(red.news)
            assert room.question is not None
            agreed = [(throw, len(room.table.journal) - 1)]
            await room.answer("red", room.question.number, True)
            assert game.room.asked() is None
            assert room.dice.throw == throw + 1  # the link of the Red side for the old throw is not used
            assert red.news["missing"] == ["red", "blue"]
            with pytest.raises(Bad, match="not link"):
                await room.give("blue", throw + 1, blue.link(throw + 1))
            blue.chain, blue.base = fresh, throw
            await play(game, pages, 12)
            with pytest.raises(Cheated, match=f"throw {throw}: the page of the Red side gave its link"):
                check(*read(text_of(game)), red.notes)
            red.agreed = agreed
            found = check(*read(text_of(game)), red.notes)
            assert throw in found.taken_back

    run(work)


def test_a_server_that_is_started_again_goes_on_with_the_same_dice(database: str) -> None:
    async def work() -> None:
        async with opened(database) as lobby:
            game, pages = await begun(lobby)
            id = game.row.id
            await play(game, pages, 10)
            await to_a_roll(game)
            await pages[0].look()
            news = pages[0].news
        async with opened(database) as lobby:
            game = await lobby.open(id)
            for page in pages:
                page.game = game
            assert pages[0].news == news
            await play(game, pages, 20, seed=2)
            assert check(*read(text_of(game)), pages[1].notes).rolls
            await lobby.store.delete(id)

    run(work)


def test_who_needs_no_ceremony(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            for seats in ({}, {"german": "computer:random", "soviet": "computer:random"}):
                with pytest.raises(Bad, match="Verified dice are for"):
                    await lobby.new("anna", "leningrad79", seats=seats, verified=True)
            plain = await two(lobby)
            assert plain.room.dice_news() is None
            with pytest.raises(Bad, match="ordinary dice"):
                await plain.room.commit("german", "00" * 32)
            await act(plain, Dice(1).pick)
            text = record.write(plain.room.table)
            with pytest.raises(Bad, match="from its beginning"):
                await lobby.new("anna", "leningrad79", seats={"soviet": "invite"}, text=text, verified=True)
            against = await lobby.new("anna", "leningrad79", seats={"soviet": "computer:random"}, verified=True)
            page = Page(against, "german")
            await page.look()
            for _ in range(8):
                while against.room.decider not in ("german", "chance"):
                    await asyncio.sleep(0)  # the computer decides
                await page.look()
                if against.room.decider == "german":
                    await act(against, Dice(9).pick, 100)
            found = check(*read(text_of(against)), page.notes)
            assert found.names == ["german", "server"]
            assert found.rolls

    run(work)
