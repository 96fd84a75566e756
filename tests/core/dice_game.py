"""A game with verified dice, made without a server: for tests of the proof."""

from collections.abc import Mapping
from typing import Any

from grognard.core import record
from grognard.core.action import CHANCE
from grognard.core.dice import Dice
from grognard.core.table import Table
from grognard.core.title import Title
from grognard.core.verified_dice import SERVER, Chain, Proof, Segment, header, key_of, position_hash, rolled, seal


def dice_game(title: Title[Any], position: Any, decisions: int) -> tuple[str, Mapping[str, Any]]:
    """The record of so many random decisions from a position, and what the page of the first side has noted."""
    table, pick = Table(title, position=position, rolls=False), Dice(4).pick
    every = {name: Chain(f"{n:02x}" * 32) for n, name in enumerate((*title.players, SERVER), 1)}
    throws: list[int] = []
    seals: dict[str, str] = {}
    for _ in range(decisions):
        table.enter(title.sample(table.state, pick, 70))
        if table.decider == CHANCE:
            number = len(throws) + 1
            links = {name: chain.link(number) for name, chain in every.items()}
            seals[str(number)] = seal(links[SERVER], position_hash(table.state))
            roll = 0
            while table.decider == CHANCE:
                table.enter(rolled(table.state, key_of("g1", number, links), roll))
                roll += 1
            throws.append(number)
    chains = {name: [Segment(0, chain.anchor, len(throws), chain.link(len(throws)))] for name, chain in every.items()}
    anchors = {name: [[0, chain.anchor]] for name, chain in every.items()}
    notes = {"game": "g1", "side": title.players[0], "anchors": anchors, "seals": seals}
    return record.write(table, header(Proof("g1", chains, throws)), sealed=True), notes
