"""Opening a stored game: by which rules and data, whether it comes out as it was played, and how it can go on.

A game whose rules have changed is replayed action by action. If every position is the same it goes on, and an event
says by which rules. Otherwise its players decide: to carry the last position over to the rules of this server, or to
finish the game with the program it was played by.
"""

import asyncio
import contextlib
import hashlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core import notation
from ...core.action import CHANCE
from ...core.record import mark
from ...core.table import Table
from ...core.title import Bad
from ...kit.table import Wargame
from ..storage.events import Event
from ..storage.store import GameRow, Standing, Store, Unavailable
from .dice_state import DiceState
from .game import Missing
from .held_record import held_record
from .library import Found, Library
from .quotas import Quotas
from .room import Room
from .room_state import Offer, take_back

LOG = logging.getLogger("grognard.rules")


class Opening:
    """Opens the games of a store."""

    def __init__(self, store: Store, library: Library, quotas: Quotas, *, writes: bool = True) -> None:
        self.store, self.library, self.quotas = store, library, quotas
        self.writes = writes  # whether it is noted by which rules a game goes on

    async def room(self, row: GameRow, events: Sequence[Event]) -> Room:
        """The room of a game, read to its end, or to where it no longer comes out as it was played."""
        base = next((event for event in reversed(events) if event.kind == "rules" and _position(event)), None)
        last = next((event for event in reversed(events) if event.kind == "rules"), None)
        pinned = json.loads(last.body)["edition"] if last is not None else row.edition
        found = await self.library.find(row.title, pinned)
        seed = await self.store.seed(row.id) if row.verified else ""
        room = await asyncio.to_thread(self._read, row, events, base, pinned, found, seed)
        title = room.title
        if room.differs is not None:
            await self._held(room, row, events, found)
        elif title is not self.library.get(row.title):
            room.offer = _adapted(room, self.library[row.title])
        if not self.writes:
            return room
        with contextlib.suppress(Unavailable):
            await self.library.keep(self.library[row.title])
            if room.differs is None and title.fingerprint and title.fingerprint != pinned:
                await self.library.keep(title)
                await room.adopt(title.fingerprint)
                LOG.info("the same by the rules of today", extra={"game": row.id, "edition": title.fingerprint})
            if room.edition and room.edition != row.edition:
                await self.store.editions.pin(row.id, room.edition)
        return room

    async def record(self, id: str) -> str:
        """The record of a game that cannot be replayed here, for the program it was played by."""
        found = await self.store.game(id)
        if found is None:
            raise Missing("There is no such game")
        row, _, events = found
        last = next((event for event in reversed(events) if event.kind == "rules"), None)
        kept = await self.store.editions.find(json.loads(last.body)["edition"] if last is not None else row.edition)
        return held_record(row, kept[0] if kept else None, events)

    def _read(
        self, row: GameRow, events: Sequence[Event], base: Event | None, pinned: str, found: Found, seed: str
    ) -> Room:
        title = found.title
        if not pinned and row.packs != list(title.packs):
            asked, used = (" ".join(packs) or "no pack" for packs in (row.packs, title.packs))
            raise Bad(f"This game was started with {asked}, but the server has {used}: use the same --pack")
        position = _position(base) if base is not None else row.position
        try:
            start = start_of(title, position)
            table = Table(title, row.scenario, row.options, undo=row.undo, position=start, rolls=False)
        except Bad as wrong:
            raise Bad(f"This game can no longer be set up: {wrong}") from None
        trusted = pinned == title.fingerprint if pinned else row.rules == title.version
        room = Room(
            row.id,
            table,
            self.store.append,
            self.store.events,
            skip=row.skip,
            trusted=trusted,
            based=base.seq if base is not None else 0,
            quotas=self.quotas,
            dice=DiceState(row.id, seed) if seed else None,
        )
        room.edition, room.owner = pinned, row.owner
        room.read(events)
        if found.trouble and room.differs is not None:
            room.broken = f"{room.broken}; {found.trouble}"
        return room

    async def _held(self, room: Room, row: GameRow, events: Sequence[Event], found: Found) -> None:
        """Prepare what the players can choose."""
        assert room.differs is not None
        now = self.library[row.title]
        standing = await self.store.editions.standing(row.id)
        offer = await asyncio.to_thread(_carried, now, room, events, standing)
        if offer is not None:
            room.offer = lambda: offer
        asked, today = found.asked, now.edition
        room.news = {
            **room.differs._asdict(),
            "of": room.total,
            "needs": asked.name if asked else f"an earlier version, rules {row.rules}",
            "now": today.name if today else "",
            "changed": asked.changed(today) if asked and today else [],
            "to": offer.actions if offer else None,
        }
        LOG.warning("not the same by the rules of today", extra={"game": row.id, **room.news})


def start_of(title: Wargame[Any], position: str) -> Any:
    """The position a game begins with, if it is not the set-up."""
    return notation.read({title.name: title}, position) if position else None


def standing_of(room: Room) -> Standing | None:
    """The position of a game, to be stored; None if it is not known here."""
    return None if room.broken or not room.table.journal else Standing(room.seq, notation.write(room.state))


def _position(event: Event) -> str:
    return str(json.loads(event.body).get("position", ""))


def _adapted(room: Room, now: Wargame[Any]) -> Callable[[], Offer]:
    """A game with data of its own may at any time go on with those of the server, from the position it has."""

    def offer() -> Offer:
        text = notation.write(room.state)
        try:
            notation.read({now.name: now}, text)
        except Bad as wrong:
            raise Bad(f"This position does not exist with the data of this server: {wrong}") from None
        return Offer(now.fingerprint, text, room.total)

    return offer


def _carried(now: Wargame[Any], room: Room, events: Sequence[Event], standing: Standing | None) -> Offer | None:
    """The latest position that is known and can be read by the rules of today; None if there is none."""
    found: list[tuple[int, str]] = [(len(room.table.journal), notation.write(room.state))]
    if standing is not None and standing.seq > room.based:
        played = _journal([event for event in events if room.based < event.seq <= standing.seq])
        if played and played[-1].mark == hashlib.sha256(standing.position.encode()).hexdigest()[:12]:
            found.append((len(played), standing.position))
            with contextlib.suppress(Exception):  # the rules of today may raise anything
                found.append(_further(now, standing.position, played, events, standing.seq))
    for count, text in sorted(found, reverse=True):
        with contextlib.suppress(Exception):
            notation.read({now.name: now}, text)
            return Offer(now.fingerprint, text, count)
    return None


def _journal(events: Sequence[Event]) -> list[Event]:
    """The actions that were not taken back."""
    out: list[Event] = []
    for event in events:
        if event.kind == "action":
            out.append(event)
        elif event.kind == "undo":
            del out[int(event.body) :]
    return out


def _further(
    now: Wargame[Any], position: str, played: Sequence[Event], events: Sequence[Event], seq: int
) -> tuple[int, str]:
    """Play what was stored after a position, as far as it comes out the same."""
    table = Table(now, position=notation.read({now.name: now}, position), rolls=False)
    names: Mapping[str, int] = {"chance": CHANCE, **{name: n for n, name in enumerate(now.players)}}
    first = len(played)
    for event in events:
        if event.seq <= seq:
            continue
        if event.kind == "undo":
            if int(event.body) < first:
                break
            take_back(table, int(event.body) - first)
        elif event.kind == "action":
            before = len(table.journal)
            try:
                table.play(event.body, names[event.side])
            except Exception:
                break
            if event.mark and mark(table.state) != event.mark:
                take_back(table, before)
                break
    return first + len(table.journal), notation.write(table.state)
