"""Every law on every title, by random play with random options."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from grognard.core import notation
from grognard.core.action import CHANCE, Step
from grognard.core.options import Among
from grognard.core.rule import Objection
from grognard.core.title import ALL_ASPECTS
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from tests.kit.toy import TOY
from tests.laws import assault_leningrad, laws
from tests.laws.title_laws import AT_REST, BETWEEN

ALL: dict[str, Wargame[Any]] = {**TITLES, TOY.name: TOY}
EVERY = {
    "leningrad79": 8,
    "moscow41": 48,
    "assault_leningrad": 24,
    "assault_stalingrad": 24,
    "demyansk": 90,
    "leningrad41": 90,
}  # one decision in so many; elsewhere in four
DONE = {
    "assault_leningrad": 3,
    "assault_stalingrad": 3,
}  # said now and then: units of the city go to and fro for nothing (8.32b)
SEEDS = {"assault_stalingrad": 20, "demyansk": 9, "leningrad41": 12}  # so that every option is played; of the others 18
QUICK = 5  # games of each title in `make test`; the soak plays the others
GAMES = [
    pytest.param(name, seed, marks=pytest.mark.soak if seed >= QUICK and name in TITLES else ())
    for name in ALL
    for seed in range(SEEDS.get(name, 18))
]
LONG = ("demyansk", "leningrad41")  # fewer of their games, for each takes long
TABLES = [(name, seed) for name in ALL for seed in range(3 if name in LONG else 6)]
LONG_GAMES = [(name, seed) for name in TITLES for seed in range(1 if name in LONG else 2)]


def test_every_title_states_its_own_laws() -> None:
    assert set(TITLES) <= set(AT_REST) == set(BETWEEN)


def opening(seed: int) -> tuple[Random, int]:
    """The chances of a game, and how often somebody says that he is done in it."""
    random = Random(f"positions {seed}")
    return random, random.choice((2, 5, 15))


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_positions(name: str, seed: int) -> None:
    """All laws of a position, at every so many decisions of a game and at its end."""
    every = EVERY.get(name, 4)
    title, (random, done) = ALL[name], opening(seed)
    for n, s in enumerate(laws.walk(title, random, done)):
        if n % every == 0 or s.over:
            laws.check(title, s, random)
        else:
            laws.conserved(title, s)
            laws.settled(title, s)
    assert title.outcome(s) is not None


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seed"), LONG_GAMES)
def test_the_game_ends_even_if_nobody_ever_says_done(name: str, seed: int) -> None:
    title, random = ALL[name], Random(f"long {seed}")
    for s in laws.walk(title, random, done=DONE.get(name, 0)):
        if s.over or random.random() < 0.01:
            laws.check(title, s, random)
    assert s.over


@pytest.mark.parametrize(("name", "seed"), TABLES)
def test_tables(name: str, seed: int) -> None:
    """Undo, journal and record of a whole game at a table."""
    laws.table_is_faithful(laws.played(ALL[name], Random(f"table {seed}")))


@pytest.mark.parametrize("name", ALL)
def test_every_option_is_played(name: str) -> None:
    """The games above vary every switch."""
    title = ALL[name]
    chosen = [laws.begin(title, opening(seed)[0])[1] for seed in range(SEEDS.get(name, 18))]
    for option, about in title.options.items():
        assert {game[option] for game in chosen} == set(about.values)


# -- the laws can fail ------------------------------------------------------------------------


def positions(title: Wargame[Any], seed: int = 0) -> list[Any]:
    return [s.copy() for s in laws.walk(title, Random(seed))]


def broken_somewhere(title: Wargame[Any], states: list[Any]) -> str:
    """What the laws say of these positions under another title."""
    random = Random(1)
    for s in states:
        s.title = title
        try:
            laws.check(title, s, random)
        except laws.Broken as found:
            return str(found).split(":")[0]
    return ""


def with_faces_reshuffled(s: Any, player: int, pick: Any) -> Any:
    """As if one side could not tell the Soviet divisions apart."""
    new = s.copy()
    known = [unit for unit in range(s.data.soviets, s.data.armored) if s.face[unit] != 255]
    if player == 0 and known:
        turn = pick(len(known))
        for unit, other in zip(known, known[turn:] + known[:turn], strict=True):
            new.face[unit] = s.face[other]
    return new


def in_combat(title: Wargame[Any]) -> Any:
    """A position in which two known divisions can be attacked."""
    return notation.read({title.name: title}, "leningrad79\nat german-combat\nturn 3\n1407 1ID\n1408 118RD\n1507 5RD")


def test_a_leak_in_the_view_is_found() -> None:
    title = TITLES["leningrad79"]
    states = positions(title)[::20]
    assert broken_somewhere(title, states) == ""
    assert broken_somewhere(replace(title, guess=with_faces_reshuffled), states) == "no leak"


def test_a_leak_in_words_is_found() -> None:
    """The view hides which division is which, but the diary tells their strengths."""

    def sees(s: Any, player: int, piece: int) -> frozenset[str]:
        return frozenset({"there", "marks"}) if player == 0 and piece >= s.data.soviets else ALL_ASPECTS

    leaky = replace(TITLES["leningrad79"], guess=with_faces_reshuffled, sees=sees)
    s = in_combat(leaky)
    random = Random(2)

    def ask() -> None:
        for _ in range(20):
            laws.no_leak(leaky, s, random)

    with pytest.raises(laws.Broken, match=r"no leak: german can tell by his (log|objections|choices)"):
        ask()


def test_occupancy_that_differs_from_the_columns_is_found() -> None:
    title = TITLES["leningrad79"]
    s = positions(title)[40]
    s.held[1] ^= 1 << s.place[0]
    with pytest.raises(laws.Broken, match="occupancy equals the columns"):
        laws.settled(title, s)


def test_a_full_hex_is_found() -> None:
    title = TITLES["leningrad79"]
    s = next(s for s in positions(title) if s.turn == 3)
    german = [unit for unit in range(s.data.soviets) if s.place[unit] < s.data.board.box]
    for unit in german[1:4]:
        s.place[unit] = s.place[german[0]]
    title.settle(s)
    with pytest.raises(laws.Broken, match=r"at rest: [4-6] units"):
        laws.conserved(title, s)


def test_wrong_zones_supply_and_stacks_of_two_maps_are_found() -> None:
    title = TITLES["assault_leningrad"]
    position = assault_leningrad.STREETS.strip()
    first = notation.read({title.name: title}, f"{title.name}\nat german-movement\nturn 24\n{position}")
    assert not [*assault_leningrad.at_rest(first), *assault_leningrad.at_length(first)]
    unit, other = title.lexicon.piece("12ID"), title.lexicon.piece("122ID")
    s = first.copy()
    s.strong[0] &= ~(1 << s.place[unit])
    assert any(what.startswith("rigid zones") for what in assault_leningrad.at_length(s))
    s = first.copy()
    s.strong[1] |= s.data.land & ~s.held[0]
    assert any(what.startswith("supply differs") for what in assault_leningrad.at_length(s))
    s = first.copy()
    s.place[unit] = s.place[other]
    title.settle(s)
    assert "2 units of a sort in H3" in [*assault_leningrad.at_rest(s)]


class Altered(Wargame[Any]):
    """A title with one step in place of all others."""

    only: Step

    def step(self, _s: Any) -> Step:
        return self.only


def altered(title: Wargame[Any], step: Step) -> Wargame[Any]:
    new = Altered(**{name: getattr(title, name) for name in title.__dataclass_fields__})
    object.__setattr__(new, "only", step)
    return new


def test_what_is_offered_but_forbidden_is_found() -> None:
    """A verb with a bar that its choices know nothing of."""
    title = TITLES["leningrad79"]
    s = in_combat(title)
    action = next(iter(title.actions(s)))
    verb = title.step(s).verb("attack")
    assert action.verb == "attack"
    assert verb is not None
    laws.consistent(title, s, action)
    barred = verb._replace(bars=(lambda _s, *_args: [Objection("8.1a", "no")],))
    with pytest.raises(laws.Broken, match="offered => no objection"):
        laws.consistent(altered(title, title.step(s)._replace(verbs=(barred,))), s, action)


def test_what_is_not_offered_without_a_reason_is_found() -> None:
    title = TITLES["leningrad79"]
    s = in_combat(title)
    action = next(iter(title.actions(s)))
    verb = title.step(s).verb("attack")
    assert verb is not None
    mean = verb._replace(args=(verb.args[0]._replace(options=lambda _s: Among(())), *verb.args[1:]))
    with pytest.raises(laws.Broken, match="not offered => some objection"):
        laws.consistent(altered(title, title.step(s)._replace(verbs=(mean,))), s, action)


def test_a_dead_end_is_found() -> None:
    title = TITLES["leningrad79"]
    s = in_combat(title)
    verb = title.step(s).verb("attack")
    assert verb is not None
    endless = verb._replace(args=(*verb.args[:2], verb.args[2]._replace(options=lambda *_: Among(()))))
    with pytest.raises(laws.Broken, match="every prefix completes"):
        laws.some_action(altered(title, title.step(s)._replace(verbs=(endless,))), s)
    with pytest.raises(laws.Broken, match="some action exists"):
        laws.some_action(altered(title, title.step(s)._replace(verbs=())), s)


def test_an_outcome_without_weight_is_found() -> None:
    title = TITLES["leningrad79"]
    s = next(s for s in positions(title) if not s.over and title.decider(s) == CHANCE)
    laws.weights_are_positive(title, s)
    (verb,) = title.step(s).verbs
    loaded = verb._replace(weights=lambda s: [0] * len(list(verb.options(s))))
    with pytest.raises(laws.Broken, match="chance weights are positive"):
        laws.weights_are_positive(altered(title, title.step(s)._replace(verbs=(loaded,))), s)
