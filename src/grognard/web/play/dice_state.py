"""What the events of a game say about its verified dice: chains, links, deposits, and the throws that were made."""

import json
from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple, Self

from ...core.title import Bad
from ...core.verified_dice import HEX, LENGTH, SERVER, Chain, Proof, Segment, hashed, leads_to
from ..storage.events import Event

FARTHEST = 1_000  # throws for which a side can deposit links ahead


class Known(NamedTuple):
    """A link of a side, and the throw it is for."""

    throw: int
    link: str


class DiceState:
    """The verified dice of a game. Only `chain` is secret; it is never part of an event."""

    def __init__(self, game: str, seed: str) -> None:
        self.game, self.chain = game, Chain(seed)
        self.sides: tuple[str, ...] = ()  # those whose players take part in every throw
        self.segments: dict[str, list[Segment]] = {}
        self.throw = 1  # the number of the next throw; a number is never used twice
        self.given: dict[str, Known] = {}  # links for the next throw
        self.deposits: dict[str, Known] = {}  # the last link that a side has deposited
        self.made: list[tuple[int, int]] = []  # where in the journal each throw begins, and its number
        self._count = 0  # actions in the journal

    # -- reading events ----------------------------------------------------------------------

    def take(self, event: Event) -> None:
        """Apply an event."""
        match event.kind:
            case "anchor":
                self._anchored(event.side, json.loads(event.body))
            case "link":
                said = json.loads(event.body)
                self.given[event.side] = Known(said["throw"], said["link"])
            case "deposit":
                said = json.loads(event.body)
                self.deposits[event.side] = Known(said["throw"], said["link"])
            case "throw":
                self.thrown()
            case "action":
                self._count += 1
            case "undo":
                self._count = int(event.body)
                self.made = [one for one in self.made if one[0] < self._count]
                self._next()
            case "rules" if json.loads(event.body).get("position"):
                self._count = 0
                self.made.clear()
                self._next()

    def _anchored(self, side: str, said: dict[str, Any]) -> None:
        base = int(said.get("base", 0))
        self.segments.setdefault(side, []).append(Segment(base, said["anchor"], base, said["anchor"]))
        if side == SERVER:
            self.sides = tuple(said["sides"])
        elif base:  # a new chain: the links of the others for the open throw are not used
            self.deposits.pop(side, None)
            self.throw = base
            self._next()

    def thrown(self) -> None:
        """Note that the next throw was made."""
        for name, link in self.links().items():
            held = self.segments[name]
            held[-1] = held[-1]._replace(last=self.throw, link=link)
        self.made.append((self._count, self.throw))
        self._next()

    def _next(self) -> None:
        self.throw += 1
        self.given.clear()

    def twin(self) -> Self:
        """A copy, to see what a change would lead to."""
        other = copy(self)
        other.segments = {name: held[:] for name, held in self.segments.items()}
        other.given, other.deposits, other.made = dict(self.given), dict(self.deposits), self.made[:]
        return other

    # -- asking ------------------------------------------------------------------------------

    def link_of(self, side: str) -> str | None:
        """The link of a side for the next throw, given or deposited; None if the server does not have it."""
        if side in self.given:
            return self.given[side].link
        held = self.deposits.get(side)
        return hashed(held.link, held.throw - self.throw) if held is not None and held.throw >= self.throw else None

    @property
    def missing(self) -> list[str]:
        """The sides whose link for the next throw the server does not have."""
        return [side for side in self.sides if self.link_of(side) is None]

    def links(self) -> dict[str, str]:
        """All links of the next throw; the server's only now that all others are known."""
        found = {side: link for side in self.sides if (link := self.link_of(side)) is not None}
        if len(found) < len(self.sides):
            raise Bad("Links are missing")
        return {**found, SERVER: self.chain.link(self.throw)}

    def check(self, side: str, throw: int, link: str) -> None:
        """Raise `Bad` unless this is the link of a side for a throw."""
        if open_ := [one for one in self.sides if one not in self.segments]:  # who commits last must not know a link
            raise Bad(f"The {open_[0].title()} side has not committed to a chain yet")
        if side not in self.segments:
            raise Bad("Only the pages of players take part in the dice")
        if not HEX.fullmatch(link):
            raise Bad("A link has 64 hexadecimal digits")
        held = self.segments[side][-1]
        if not leads_to(link, throw - held.last, held.link):
            raise Bad(f"This is not link {throw} of the chain to which the {side.title()} side is committed")

    def new_anchor(self, side: str, anchor: str, after: int = 0) -> dict[str, Any]:
        """The commitment of a side to a chain, to be stored; `after`: throws up to this number are left out."""
        if side not in self.sides:
            raise Bad("Only the pages of players take part in the dice")
        if not HEX.fullmatch(anchor):
            raise Bad("An anchor has 64 hexadecimal digits")
        if not 0 <= after <= self.throw + FARTHEST:
            raise Bad(f"There has been no throw {after} yet")
        if any(anchor == one.anchor for held in self.segments.values() for one in held):
            raise Bad("This chain has been used already")
        return {"anchor": anchor, "base": max(self.throw, after) if side in self.segments else 0, "length": LENGTH}

    def proof(self) -> Proof:
        """What proves the throws made so far: of every chain the last link that was used."""
        chains = {name: list(held) for name, held in self.segments.items()}
        return Proof(self.game, chains, [number for _, number in self.made])

    def public(self, rolling: bool, seal: str) -> dict[str, Any]:
        """What everybody is told: whose link is missing, commitments, and how far links are deposited."""
        return {
            "game": self.game,
            "count": self._count,
            "throw": self.throw,
            "rolling": rolling,
            "seal": seal,
            "sides": list(self.sides),
            "missing": self.missing if rolling else [side for side in self.sides if side not in self.segments],
            "anchors": {name: [[one.base, one.anchor] for one in held] for name, held in self.segments.items()},
            "deposited": {side: max(0, known.throw - self.throw + 1) for side, known in self.deposits.items()},
        }


def started(sides: Sequence[str], chain: Chain, at: float) -> Event:
    """The first event of a game with verified dice: the commitment of the server."""
    said = {"anchor": chain.anchor, "sides": list(sides), "length": LENGTH}
    return Event(1, at, "anchor", SERVER, json.dumps(said))
