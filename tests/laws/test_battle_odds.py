"""The computers' fast odds are those of the rules: in random play, for every attack on a single hex that is offered."""

from collections.abc import Iterator
from random import Random
from typing import Any

from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.kit.battle.ledger import total
from grognard.titles import TITLES
from grognard.titles.assault.opponent import battle_odds as assault_odds
from grognard.titles.assault.rules import combat as assault
from grognard.titles.assault.ruleset import RUSSIAN
from grognard.titles.leningrad79.opponent.battle_odds import BattleOdds
from grognard.titles.leningrad79.rules import combat as leningrad
from grognard.titles.leningrad79.rules.untried import untried
from tests.laws import laws

WANTED = 60


def attacks(name: str) -> Iterator[tuple[Any, Action]]:
    """Positions of random games, and attacks on a single hex that are offered in them."""
    title, random, found = TITLES[name], Random(f"odds {name}"), 0
    while found < WANTED:
        for s in laws.walk(title, random, 10):
            if not s.over and any(verb.name == "attack" for verb, _ in title.verbs(s)):
                action = title.sample(s, random.randrange, 0)
                if action.verb == "attack" and not action.args[1]:
                    found += 1
                    yield s, action


def test_leningrad() -> None:
    known = 0
    for s, action in attacks("leningrad79"):
        battle = leningrad.prepare(s, *action.args)
        if untried(s, battle.attackers | battle.defenders) or not battle.defenders:
            continue
        attack = sum(leningrad.attack_strength(s, unit) for unit in scan(battle.attackers))
        defense = sum(leningrad.defense_strength(s, unit) for unit in scan(battle.defenders))
        column = int(total(leningrad.ledger(s, attack, defense, leningrad.shifts(s, battle))))
        fast = BattleOdds(s, s.side)
        fast.safe = fast.fed  # the computers count on a hex more, since their units still move
        posts = tuple((unit, s.place[unit]) for unit in scan(battle.attackers))
        assert fast.columns(posts, action.args[0], battle.defenders) == [(column, 1.0)], s.title.text(s, action)
        known += 1
    assert known > 5


def test_assault() -> None:
    for s, action in attacks("assault_leningrad"):
        battle = assault.prepare(s, *action.args)
        (target,) = scan(battle.targets)
        fronts = sum(1 << place for place in {s.place[unit] for unit in scan(battle.attackers)})
        defense = assault_odds.defense(s, target, battle.defenders, 1 - s.side, fronts)
        attack = assault_odds.strength(s, battle.attackers)
        if s.side == RUSSIAN and s.fire >> target & 1:
            attack += assault.QUARTERS * s.data.charts.numbers["fire"]
        column = assault_odds.column(s.data, attack, defense)
        assert max(column, 0) == assault.column_of(s, battle), s.title.text(s, action)
        change = assault_odds.classes(s, battle.attackers, battle.defenders)
        assert change == sum(line.amount for line in assault.modifier_lines(s, battle)), s.title.text(s, action)
