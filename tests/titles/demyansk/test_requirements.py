"""[11.15, 11.18] Required attacks: the search against every set of attacks there is, and combats that break down."""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.bits import Bits, bits, scan, subsets
from grognard.titles.demyansk.rules.combat import armor_stacks, attack_sum, defense_strength, enough, front, in_the_open
from grognard.titles.demyansk.rules.requirements import Requirements, able, attackable, declared, obliging
from tests.titles.demyansk.conftest import TITLE
from tests.titles.demyansk.fights import strike, to_die, units

GROUND = "1231 1230 1331 1330 1329 1431 1430 1232 1332 1432"  # all clear, all next to each other
ROUGH = "1923 1924 1824 1823 1825 1925 2024 2025 1922"  # rivers, woods and swamp
SOVIETS = "42-180 21-180 1MG 1-87 83Tk 85Tk 149Ski 87-26(reduced) 170Div 42-180(reduced)".split()
AXIS = "I-27 II-27 Volk AR12 Denmark I-48 III-27 II-48".split()


class Brute:
    """Every way to make a set of attacks, without any cleverness."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.hexes, self.units = attackable(s), able(s)
        self.needed = lru_cache(None)(self._needed)

    def attacks(self, open_: Bits, free: Bits) -> Iterator[tuple[Bits, Bits]]:
        """Every combat that is strong enough by itself."""
        s = self.s
        for targets in subsets(open_):
            facing = bits(unit for unit in scan(free) if not targets & ~front(s, unit))
            for force in subsets(facing) if targets else ():
                if force and self.alone(targets, force, free):
                    yield targets, force

    def alone(self, targets: Bits, force: Bits, free: Bits) -> bool:
        """Whether a force may attack, whatever it requires."""
        s, d = self.s, self.s.data
        if s.weather == "mud" and targets & (targets - 1):
            return False
        if any(group.bit_count() > 1 for group in armor_stacks(s, force, targets)):
            return False
        for unit in scan(force & d.soviet_armor):
            gone = s.here[s.place[unit]] & d.soviet_armor & self.units & ~free
            if gone and not in_the_open(s, s.place[unit], targets):
                return False
        found = attack_sum(s, force, targets)
        return not found.idle and enough(s, found.total, defense_strength(s, targets))

    def _needed(self, need: Bits, open_: Bits, free: Bits) -> bool:
        """Whether everything that is needed can be attacked."""
        need &= open_
        if not need:
            return True
        first = need & -need
        return any(
            targets & first and self.legal(targets, force, need, open_, free)
            for targets, force in self.attacks(open_, free)
        )

    def legal(self, targets: Bits, force: Bits, need: Bits, open_: Bits, free: Bits) -> bool:
        """Whether a combat can be declared with everything it requires."""
        more = 0
        for unit in scan(force):
            more |= obliging(self.s, self.s.place[unit])
        return self.needed((need | more) & ~targets, open_ & ~targets, free & ~force)


def scene(seed: int) -> Any:
    """A small random position in a Combat Phase."""
    pick = random.Random(f"required {seed}")
    ground = pick.choice((GROUND, ROUGH)).split()
    pick.shuffle(ground)
    own, enemy = (SOVIETS, AXIS) if pick.random() < 0.6 else (AXIS, SOVIETS)
    hexes: dict[str, list[str]] = {hex_: [] for hex_ in ground[:7]}
    for names, some, least, most in ((enemy, ground[:4], 3, 5), (own, ground[4:7], 3, 6)):
        for name in pick.sample(names, pick.randint(least, most)):
            if all(name.partition("(")[0] != other.partition("(")[0] for stack in hexes.values() for other in stack):
                hexes[pick.choice(some)].append(name)
    weather = pick.choice(("frozen", "frozen", "dry", "mud"))
    lines = [f"{hex_} {' '.join(stack)}" for hex_, stack in hexes.items() if stack]
    works = TITLE.data.stages["campaign"].works
    bare = " ".join(TITLE.lexicon.places[hex_] for hex_ in scan(works[0] | works[1]))
    head = ["demyansk campaign", "at combat", "turn 3", "segment 1", f"sequence {1 if own is SOVIETS else 2}"]
    shortage = [f"shortage {pick.choice(('yellow', 'red'))}"] if pick.random() < 0.2 else []
    text = "\n".join([*head, f"weather {weather}", f"destroyed {bare}", *shortage, *lines])
    return notation.read({TITLE.name: TITLE}, text)


def same_as_brute_force(seed: int) -> int:
    """Compare the search with brute force in one position; returns the number of combats compared."""
    s = scene(seed)
    brute, known, seen = Brute(s), Requirements(s), 0
    for targets in subsets(brute.hexes):
        forces = set()
        facing = known.facing(targets) if targets else 0
        for force in subsets(facing):
            if not force:
                continue
            seen += 1
            alone = brute.alone(targets, force, brute.units)
            legal = alone and brute.legal(targets, force, 0, brute.hexes, brute.units)
            if s.weather != "mud" or not targets & (targets - 1):
                assert known.fits(targets, force) == alone, (seed, targets, force)
            assert (alone and known.completes(targets, force)) == legal, (seed, targets, force)
            forces |= {force} if legal else set()
        if targets and (s.weather != "mud" or not targets & (targets - 1)):
            assert known.force(targets) in (forces or {0}), (seed, targets)
    return seen


@pytest.mark.case("11.15a", "11.15b", "11.13a", "11.17a")
@pytest.mark.parametrize("start", range(6))
def test_the_search_agrees_with_brute_force(start: int) -> None:
    """It refuses nothing that is legal, and offers nothing that cannot be completed."""
    assert sum(same_as_brute_force(seed) for seed in range(start * 50, start * 50 + 50)) > 500


# -- combats that break down [11.18] ----------------------------------------------------------

TANKS = "2432 83Tk 85Tk\n2331 I-27\n2431 I-48(reduced)"
"""In 2331 are woods, so only one tank battalion attacks it; 2431 is clear, and the other attacks that."""
DECLARED = "attack 2331 with 83Tk", "attack 2431 with 85Tk"


def beaten_off(game: Any) -> Any:
    """The tanks that attack 2331 retreat, and the others in their hex with them."""
    strike(game.play("resolve 2331"), "R/-")
    assert game.ask == ("soviet", "retreat")
    return game.play("retreat 83Tk 85Tk to 2532")


@pytest.mark.case("11.18b", "11.18a")
def test_an_attack_that_can_no_longer_be_made(fighting: Any) -> None:
    """The units that cannot attack any more are eliminated, not those that caused the requirement."""
    game = beaten_off(fighting("soviet", TANKS).play(*DECLARED))
    assert game.clauses("resolve 2431") == ["11.18a"]
    assert game.clauses("done") == ["11.14a"]
    assert game.clauses("rearrange 2431 with 83Tk") == ["11.18a", "11.18a"]
    game.play("forfeit 2431")
    assert (game.where("85Tk"), game.where("83Tk")) == ("eliminated", "2532")
    game.play("done")


@pytest.mark.case("11.18a", "11.12b")
def test_another_takes_over(fighting: Any) -> None:
    game = beaten_off(fighting("soviet", TANKS + "\n2531 42-180\n1330 21-180").play(*DECLARED))
    assert game.clauses("rearrange 2431 with 21-180") == ["11.18a"]
    assert game.clauses("rearrange 2431 with 85Tk") == ["11.18a"]
    assert game.clauses("rearrange 2431 with") == ["11.12b"]
    game.play("rearrange 2431 with 42-180", "resolve 2431")
    assert units(game.s.local.attackers) == {"42-180"}
    assert game.where("85Tk") == "2532"


@pytest.mark.case("11.18a", "11.17a")
def test_who_takes_over_must_be_strong_enough(fighting: Any) -> None:
    text = TANKS.replace("I-48(reduced)", "Denmark") + "\n2531 1MG\n2430 42-180"
    game = beaten_off(fighting("soviet", text).play(*DECLARED))
    assert game.clauses("rearrange 2431 with 1MG") == ["11.17a"]
    assert game.clauses("rearrange 2431 with 1MG 42-180") == []


@pytest.mark.case("11.18a", "11.17a")
@pytest.mark.parametrize(("others", "clauses"), [("42-180 21-180", []), ("42-180 1MG", ["11.18a"])])
def test_units_that_another_combat_can_do_without(fighting: Any, others: str, clauses: list[str]) -> None:
    """21-180 alone can attack 2631, and 1MG cannot."""
    game = fighting("soviet", TANKS + f"\n2531 {others}\n2631 I-89 II-89 III-89")
    beaten_off(game.play(*DECLARED, f"attack 2631 with {others}"))
    assert game.clauses("rearrange 2431 with 42-180") == clauses
    assert ("42-180 cannot be used for this attack" in game.reasons("rearrange 2431 with 42-180")) == bool(clauses)


@pytest.mark.case("11.18a", "11.15a")
def test_nobody_takes_over_who_would_have_to_attack_others_too(fighting: Any) -> None:
    game = beaten_off(fighting("soviet", TANKS + "\n2531 42-180\n2631 III-27").play(*DECLARED))
    reasons = game.reasons("rearrange 2431 with 42-180")
    assert "this would require another attack" in reasons
    assert "nobody can take over the attack on 2431" in reasons


@pytest.mark.case("11.16b", "11.18a")
def test_an_attack_whose_strength_is_gone(fighting: Any) -> None:
    """1MG suffers a shortage: half of its one point is nothing."""
    text = "shortage {}\n1330 1MG(aim=1331)\n1331 I-27(aim=1331)"
    assert fighting("soviet", text.format("red")).clauses("resolve 1331") == []
    assert fighting("soviet", text.format("yellow")).clauses("resolve 1331") == ["11.18a"]


@pytest.mark.case("3.22b", "11.11a")
def test_heavy_types_oblige_where_their_zone_extends(fighting: Any) -> None:
    """AA290 in 2017 has no ZOC in the swamp of 2016, except in Frozen weather."""
    found = {w: fighting("soviet", "2017 AA290\n1826 42-180\n1827 I-27", w).s for w in ("dry", "frozen")}
    at = TITLE.data.board.at
    for weather, s in found.items():
        assert obliging(s, at["2018"]) == 1 << at["2017"]
        assert bool(obliging(s, at["2016"])) == (weather == "frozen")


@pytest.mark.case("11.18a", "11.18b", "11.15a")
def test_an_attack_that_was_not_required(fighting: Any) -> None:
    """AR12 has no ZOC: nobody has to attack it, and nobody dies because he cannot."""
    game = fighting("soviet", "2432 83Tk 85Tk 21-180\n2331 I-27\n2332 II-27\n2431 AR12")
    game.play("attack 2331 with 83Tk", "attack 2332 with 21-180", "attack 2431 with 85Tk")
    beaten_off(game).play("forfeit 2431")
    assert game.where("85Tk") == "2532"


@pytest.mark.case("11.18a", "11.17a", "12.12c")
def test_odds_are_judged_when_a_combat_is_declared(fighting: Any) -> None:
    """A defender retreats into a hex that is still to be attacked: 1 against 6 is fought as 1-3 with 1 added."""
    game = fighting("soviet", "1330 170Div 1MG\n1331 I-27\n1431 II-27")
    game.play("attack 1331 with 170Div", "attack 1431 with 1MG", "resolve 1331")
    strike(game, "-/1R").play("retreat I-27 to 1431", "hold", "resolve 1431")
    assert units(game.s.local.defenders) == {"I-27", "II-27"}
    to_die(game)
    assert (game.s.local.column, game.s.local.change) == (0, 1)


@pytest.mark.case("11.12a", "11.15a", "11.15b")
def test_the_first_hex_names_a_combat(fighting: Any) -> None:
    game = fighting("soviet", "1330 42-180 21-180\n1331 I-27\n1431 II-27\n1230 III-27")
    game.play("attack 1431 1331 with 42-180", "attack 1230 with 21-180")
    assert sorted(game.places(bits(declared(game.s)))) == ["1230", "1331"]
    assert game.clauses("resolve 1431") == ["11.12a"]
