"""The program has changed under a running game: its players are told what differs, and choose."""

from collections.abc import Callable

from playwright.sync_api import expect

from grognard.core import record
from grognard.core.action import CHANCE
from grognard.core.dice import Dice
from grognard.core.table import Table
from grognard.titles import TITLES
from tests.browser.conftest import Server, Visit
from tests.browser.hands import Hands
from tests.browser.test_online import joined

ACTIONS = 40  # at least: then until a player decides
LATER = """
from dataclasses import replace
from grognard.titles import TITLES
from grognard.titles.leningrad79.rules import combat
column = combat.initial_column
combat.initial_column = lambda attack, defense: column(attack, defense) + 1  # every battle one column to the right
title = TITLES["leningrad79"]
edition = title.edition._replace(program="0.2.0", code={**title.edition.code, "rules/combat.py": "changed"})
TITLES.built["leningrad79"] = replace(title, edition=edition, fingerprint=edition.fingerprint)
"""


def played() -> tuple[str, int]:
    """The record of a game with battles, and its number of actions."""
    title, pick = TITLES["leningrad79"], Dice(1).pick
    table = Table(title, rolls=False)
    while len(table.journal) < ACTIONS or table.decider == CHANCE:
        table.enter(title.sample(table.state, pick))
    return record.write(table), len(table.journal)


def test_players_are_told_what_differs_and_choose(
    own: Callable[..., Server], visit: Visit, shot: Callable[[Hands, str], None]
) -> None:
    server = own()
    text, count = played()
    game = server.game(title="", text=text, seats={"german": "me", "soviet": "invite"})
    before = server.ask("GET", game.path)
    assert (before["count"], before["differs"]) == (count, None)
    server.stop()
    server.change = LATER
    server.start()
    view = server.ask("GET", game.path)
    at = view["differs"]["action"]
    assert 0 < at <= count

    german = visit(game.url).seated()
    german.sees("differs", "The rules have changed since this game was played")
    german.sees("differs", f"Action {at} of {count}")
    german.sees("differs", f"Go on with the rules of this server, from action {count}, or finish it with Grognard")
    shot(german, "rules-differ")
    with german.page.expect_download() as file:
        german.click("differs-record")
    assert file.value.path().read_text().startswith("grognard record 1\n")

    soviet = joined(visit, game.links["soviet"], "Vatutin")
    soviet.sees("differs", f"Action {at} of {count}")
    german.click("differs-go")
    german.sees("asked-rules", "Waiting for the other side")
    soviet.sees("asked-rules", "German asks to go on with the rules and data of this server")
    soviet.click("asked-rules-no")
    for hands in (german, soviet):
        expect(hands.part("asked-rules")).to_have_count(0)
        hands.sees("differs", "The rules have changed")  # nothing has happened without their consent

    soviet.click("differs-go")
    german.click("asked-rules-yes")
    for hands in (german, soviet):
        expect(hands.part("differs")).to_have_count(0)
    after = server.ask("GET", game.path)
    assert (after["differs"], after["broken"], after["stacks"]) == (None, "", before["stacks"])
