"""The environment to train in: PettingZoo's own tests, exact masks, no leak, and words nobody can misunderstand."""

import builtins
import pickle
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from grognard import rl
from grognard.core import notation
from grognard.core.action import CHANCE, Action
from grognard.core.bits import subsets
from grognard.core.kinds import FACES
from grognard.core.options import Parts, Some
from grognard.core.state import declared
from grognard.core.title import Bad, Outcome, Title
from grognard.rl import observation as sight
from grognard.rl.env import Env
from grognard.rl.observation import Sight
from grognard.rl.vocabulary import END, Saying, Words, next_members
from grognard.titles import TITLES
from tests.laws import laws

NAMES = list(TITLES)
FOGGED = [name for name in NAMES if TITLES[name].fogged]
SCENARIOS = [(name, scenario) for name in NAMES for scenario in TITLES[name].scenarios]
FIRST = [  # the soak plays the other scenarios
    pytest.param(name, scenario, marks=() if scenario == next(iter(TITLES[name].scenarios)) else pytest.mark.soak)
    for name, scenario in SCENARIOS
]
RARELY = {"leningrad41": 43, "demyansk": 43}  # of its decisions one in so many: groups of units are solved
DOCS = Path(__file__).parents[2] / "docs" / "laboratory.md"

# An observation with its mask is a dictionary, and the players have the names that the rulebook gives them.
remarks = [
    pytest.mark.filterwarnings(f"ignore:{remark}:UserWarning:pettingzoo.test.api_test")
    for remark in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
        "We recommend agents to be named in the format <descriptor>_<number>",
    )
]


def remarked(test: Any) -> Any:
    for remark in remarks:
        test = remark(test)
    return test


def positions(title: Title[Any], seed: int, scenario: str = "", every: int = 1) -> Iterator[Any]:
    """Decisions of the players in a game at random, with options at random."""
    random = Random(f"env {seed}")
    s = title.start(scenario, laws.random_options(title, random))
    n = 0
    while not s.over:
        if title.decider(s) != CHANCE:
            n += 1
            if n % every == 0:
                yield s.copy()
        title.play(s, title.sample(s, random.randrange))


def begun(title: Title[Any], s: Any, **settings: Any) -> Env:
    """An environment in a position."""
    env = Env(title, **settings)
    env.reset(seed=1, options={"position": notation.write(s)})
    return env


def played(env: Env, seed: int, most: int = 1 << 30) -> Iterator[int]:
    """Play at random; the actions."""
    random = Random(f"play {seed}")
    for agent in env.agent_iter(most):
        observation, _, over, _, info = env.last()
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        action = None if over else int(random.choice(np.flatnonzero(info["action_mask"])))
        if action is not None:
            assert agent == env.agent_selection
            yield action
        env.step(action)


# -- PettingZoo's own tests -------------------------------------------------------------------


@remarked
@pytest.mark.parametrize("name", NAMES)
def test_api(name: str) -> None:
    """Long enough for a game to end."""
    api_test(rl.make(name), num_cycles=1000)


@remarked
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_api_of_every_scenario(name: str, scenario: str) -> None:
    options = {name: option.values[-1] for name, option in TITLES[name].options.items()}
    env = rl.make(name, scenario=scenario, options=options, reward="margin", may_be=True, render_mode="ansi")
    api_test(env, num_cycles=40)


@pytest.mark.parametrize("name", NAMES)
def test_seed(name: str) -> None:
    seed_test(lambda: rl.make(name), num_cycles=250)


@pytest.mark.parametrize("name", NAMES)
def test_another_seed_is_another_game(name: str) -> None:
    env = rl.make(name)
    games = []
    for seed in (1, 1, 2):
        env.reset(seed=seed)
        games.append(list(played(env, 1, 400)))
    assert games[0] == games[1] != games[2]


def test_without_a_seed_the_dice_go_on() -> None:
    env = rl.make("leningrad79")
    games = []
    for seed in (1, None, 1, None):
        env.reset(seed=seed)
        games.append(list(played(env, 1, 400)))
    assert games[0] == games[2] != games[1] == games[3]


# -- games ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scenario"), FIRST)
def test_what_is_said_is_played(name: str, scenario: str) -> None:
    """The same words, turned into actions and dice by hand, lead to the same end; what is paid adds up to nothing."""
    title = TITLES[name]
    options = laws.random_options(title, Random(scenario))
    env = rl.make(name)
    env.reset(seed=5, options={"scenario": scenario, "options": options})
    said = list(played(env, 5))
    dice, s, words = Random(5).randrange, title.start(scenario, options), Words(title)
    rest = iter(said)
    while not s.over:
        if title.decider(s) == CHANCE:
            title.play(s, title.chance(s, dice))
            continue
        saying, action = Saying(words, s), None
        while action is None:
            action = saying.say(next(rest))
        assert not title.explain(s, action, title.decider(s))
        title.play(s, action)
    assert list(rest) == []
    assert env.outcome() == title.outcome(s)
    assert env.agents == []


@pytest.mark.parametrize("reward", ["result", "margin"])
def test_rewards(reward: str) -> None:
    env = rl.make("leningrad79", reward=reward)
    env.reset(seed=3)
    random, earned = Random(3), {}
    for agent in env.agent_iter():
        _, got, over, _, info = env.last()
        if over:
            earned[agent] = got
        else:
            assert got == 0
        env.step(None if over else random.choice(np.flatnonzero(info["action_mask"])))
    outcome = env.outcome()
    assert outcome is not None
    difference = outcome.facts["german"] - outcome.facts["soviet"]
    assert difference != 0
    result = 1.0 if outcome.winner == 0 else -1.0
    assert earned == (
        {"german": result, "soviet": -result} if reward == "result" else {"german": difference, "soviet": -difference}
    )


def test_a_game_nobody_wins_pays_nothing() -> None:
    title = TITLES["leningrad79"]
    drawn = replace(title, outcome=lambda _s: Outcome(-2, "draw", {}))
    env = Env(drawn)
    env.reset(seed=1)
    for action in played(env, 1):
        assert env.word(action)
        if env._state.over:
            break
    assert env.agents == []
    env = Env(drawn, reward="margin")
    env.reset(seed=1)
    with pytest.raises(Bad, match="leningrad79 counts no points for german, soviet"):
        list(played(env, 1))


# -- the words --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_words_and_numbers(name: str) -> None:
    env = rl.make(name)
    texts = [env.word(n) for n in range(env.action_space(env.possible_agents[0]).n)]
    real = [(n, text) for n, text in enumerate(texts) if text]
    assert texts[END] == "end"
    assert len({text for _, text in real}) == len(real)
    assert all(env.action(text.upper()) == n for n, text in real)
    for sort, names in (("piece", env.title.lexicon.pieces), ("place", env.title.lexicon.places)):
        assert [text for text in texts if text.startswith(f"{sort} ")] == [f"{sort} {one}" for one in names if one]


def told(s: Any, words: Words, said: tuple[int, ...] = ()) -> Iterator[Action]:
    """Every action that can be said after these words; a word that leads nowhere fails."""
    saying, action = Saying(words, s), None
    for number in said:
        action = saying.say(number)
    if action is not None:
        yield action
        return
    assert saying.allowed, f"{[words.word(one) for one in said]} leads nowhere"
    assert len(set(saying.allowed)) == len(saying.allowed)
    for number in saying.allowed:
        yield from told(s, words, (*said, number))


@pytest.mark.parametrize(("name", "scenario"), FIRST)
def test_the_mask_is_exact(name: str, scenario: str) -> None:
    """What can be said is what can be done: every action once, each of them legal."""
    title, words, whole = TITLES[name], Words(TITLES[name]), 0
    for s in positions(title, 2, scenario, every=RARELY.get(name, 17)):
        few = list(islice(title.actions(s), 301))
        if len(few) > 300:
            for action in islice(told(s, words), 60):
                assert not title.explain(s, action, title.decider(s))
            continue
        said = list(told(s, words))
        assert sorted(said) == sorted(few)
        assert not any(title.explain(s, action, title.decider(s)) for action in said[:20])
        whole += 1
    assert whole > 2


@pytest.mark.parametrize(("low", "high"), [(0, 5), (1, 5), (2, 3), (3, 3), (5, 9), (0, 2)])
def test_subsets_are_said_once_each(low: int, high: int) -> None:
    members = 0b1011101
    for must in subsets(members):
        options = Some(members, low, high, must)
        if not options:
            continue
        assert sorted(spelled(options)) == sorted(options)


def spelled(options: Some) -> Iterator[int]:
    """Every subset that can be said member by member."""
    parts = [0]
    while parts:
        part = parts.pop()
        more = [one for one in range(8) if next_members(options, part) >> one & 1]
        assert more or part in options, "a dead end"
        if part in options:
            yield part
        parts += [part | 1 << one for one in more]


@pytest.mark.parametrize(("low", "high"), [(0, 5), (2, 3), (4, 4), (1, 9)])
@pytest.mark.parametrize("limits", [(0, 1, 1, 2), (1, 2, 0, 3), (1, 1, 2, 2), (0, 3, 0, 0)])
def test_subsets_with_limits_of_parts_are_said_once_each(low: int, high: int, limits: tuple[int, ...]) -> None:
    members = 0b1011101
    for must in (0, 0b1, 0b10000, 0b1000000, 0b10100):
        parts = ((0b1101, limits[0], limits[1]), (0b110000, limits[2], limits[3]))
        options = Parts(members, parts, low, high, must)
        if options:
            assert sorted(spelled(options)) == sorted(options)


def test_a_word_that_nobody_asks_for_is_refused() -> None:
    """`end` is asked for only where something else could be said."""
    title, words = TITLES["leningrad79"], Words(TITLES["leningrad79"])
    ends = 0
    for s in positions(title, 4, every=9):
        saying, random = Saying(words, s), Random(1)
        while saying.allowed:
            assert saying.allowed != [END]
            ends += END in saying.allowed
            saying.say(random.choice(saying.allowed))
    assert ends > 0


# -- what is seen -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_observations_say_what_the_position_says(name: str) -> None:
    title = TITLES[name]
    env = Env(title)
    for s in positions(title, 6, every=60):
        player = title.decider(s)
        env.reset(options={"position": notation.write(s)})
        agent = env.agent_selection
        assert agent == title.players[player]
        parts = env.parts(env.observe(agent)["observation"])
        column = {part.name: list(part.columns) for part in env._sight.parts}
        pieces, places, scalars = (parts[part] for part in ("pieces", "places", "scalars"))
        assert scalars[column["scalars"].index("turn")] == s.turn
        assert scalars[column["scalars"].index("own side")] == player
        seen = [piece for piece in range(len(s.place)) if "there" in title.shown(s, player, piece)]
        assert not pieces[[piece for piece in range(len(s.place)) if piece not in seen]].any()
        for piece in seen:
            assert pieces[piece, column["pieces"].index("place")] == s.place[piece] + 1
            side = title.portrait(s, piece)["there"]["side"]
            assert pieces[piece, column["pieces"].index("there side")] == title.players.index(side) + 1
            if not title.lexicon.faces:
                assert "face" not in column["pieces"]
                continue
            identity = "identity" in title.shown(s, player, piece)
            face = s.face[piece] + 1 if identity and s.face[piece] < len(title.lexicon.faces) else 0
            assert pieces[piece, column["pieces"].index("face")] == face
        assert places[:, :2].sum() == len(seen)
        assert not parts["said"].any()


def test_what_has_been_said_is_seen_by_the_speaker_alone() -> None:
    env = rl.make("leningrad79", render_mode="ansi")
    env.reset(seed=1)
    random = Random(1)
    while not (env._saying and len(env._saying.said) == 2):
        env.step(random.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])))
    said, other = env._saying.said, next(agent for agent in env.agents if agent != env.agent_selection)
    mine, his = (env.parts(env.observe(agent)["observation"])["said"] for agent in (env.agent_selection, other))
    assert [mine[number] for number in said] == [1, 2]
    assert mine.sum() == 3
    assert not his.any()
    assert not env.observe(other)["action_mask"].any()
    assert not env.infos[other]["action_mask"].any()
    assert env.render().endswith("".join(f"# {env.word(number)}\n" for number in said))


@pytest.mark.parametrize("name", NAMES)
def test_portraits_are_taken_anew_when_they_must(name: str) -> None:
    """Looking at one position after the other shows the same as looking at each for the first time."""
    title, texts = TITLES[name], Words(TITLES[name]).texts
    old, new = Sight(title, texts), Sight(title, texts)
    for n, s in enumerate(positions(title, 8, every=7)):
        new.forget()
        player = n % len(title.players)
        assert np.array_equal(old.look(s, player), new.look(s, player))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_forgotten(name: str) -> None:
    """Every field of a state and every local variable has its numbers, every word and fact of a portrait is known."""
    title = TITLES[name]
    eye = Sight(title, Words(title).texts)
    told_of = {column for part in eye.parts for column in part.columns}
    for f in declared(title.state):
        if f.metadata["role"] != "derived" and not (f.metadata["role"] == "column" and f.metadata["kind"].many):
            faces = [f"{f.name}: {face}" for face in title.lexicon.faces] if f.metadata["kind"] == FACES else []
            assert {*faces} <= told_of if faces else f.name in told_of
            assert f.metadata["kind"].name != "word" or f.metadata["words"]
    assert {f"{flow.name}: {name}" for flow in title.flows.values() for name in flow.kinds} <= told_of
    known = {(fact.aspect, fact.name): fact for fact in eye.facts}
    for s in positions(title, 9, every=40):
        for piece in range(eye.pieces):
            for aspect, facts in title.portrait(s, piece).items():
                for name, value in facts.items():
                    if fact := known.get((aspect, name)):
                        assert not isinstance(value, str) or value in fact.words
                    elif aspect in ("kind", "strength"):
                        assert name == "may_be" or name in told_of


@pytest.mark.parametrize("name", NAMES)
def test_numbers_are_described(name: str) -> None:
    env = rl.make(name, may_be=True)
    text = env.describe()
    for part in env._sight.parts:
        assert f"\n{part.name}: numbers " in text
        if part.name not in ("may_be", "said"):
            assert all(f"  {n}  {column}: " in text for n, column in enumerate(part.columns))
    env.reset(seed=1)
    observation = env.observe(env.agents[0])["observation"]
    assert sum(part.size for part in env.parts(observation).values()) == len(observation)


# -- no leak ----------------------------------------------------------------------------------


def put(env: Env, s: Any) -> None:
    """Let the environment go on from a position as it is, also one that is only guessed."""
    if not env.agents:
        env.reset(seed=1)
    env._state = s.copy()
    env._sight.forget()
    env._turn()


def tell_apart(title: Title[Any], seed: int, scenario: str, every: int) -> tuple[int, str]:
    """How many positions were compared with others that a side cannot tell from them; and what gave one away."""
    random, compared = Random(f"leak {seed}"), 0
    one, other = Env(title, may_be=True), Env(title, may_be=True)
    for s in positions(title, seed, scenario, every):
        for player, agent in enumerate(title.players):
            guess = title.guess(s, player, random.randrange)
            if guess.key() == s.key():
                continue
            compared += 1
            for env, state in ((one, s), (other, guess)):
                put(env, state)
            while True:
                for what in ("observation", "action_mask"):
                    if not np.array_equal(one.observe(agent)[what], other.observe(agent)[what]):
                        return compared, what
                if one.agent_selection != agent:
                    break
                assert one._saying is not None
                said, action = one._saying.said, random.choice(one._saying.allowed)
                probe = Saying(one.words, s)
                if any(probe.say(number) is not None for number in (*said, action)):
                    break  # played, it may tell him something
                one.step(action)
                other.step(action)
    return compared, ""


@pytest.mark.parametrize(("name", "scenario"), [(n, scenario) for n in FOGGED for scenario in TITLES[n].scenarios])
def test_no_leak(name: str, scenario: str) -> None:
    """Guess anew what a side cannot know: what it sees and may say stays the same, word for word."""
    compared = 0
    for seed in range(20):  # some games are short
        more, by = tell_apart(TITLES[name], seed, scenario, 37)
        compared += more
        assert by == ""
        if compared > 10:
            return
    raise AssertionError(f"only {compared} positions were compared")


@pytest.mark.parametrize("name", FOGGED)
def test_a_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    everything = lambda eye, _s, _player: np.ones((eye.pieces, len(sight.ASPECTS)), np.int64)  # noqa: E731
    monkeypatch.setattr(Sight, "_sees", everything)
    assert tell_apart(TITLES[name], 1, "", 15)[1] == "observation"


@pytest.mark.parametrize("name", FOGGED)
def test_hidden_faces_are_narrowed_down(name: str) -> None:
    title = TITLES[name]
    for s in positions(title, 3, every=80):
        env = begun(title, s, may_be=True)
        player = title.decider(s)
        may_be = env.parts(env.observe(env.agent_selection)["observation"])["may_be"]
        for piece in range(len(s.place)):
            shown = title.shown(s, player, piece)
            hidden = "kind" in shown and "identity" not in shown
            assert may_be[piece].any() == hidden
            nobody_knows = s.face[piece] >= len(title.lexicon.faces)
            assert not hidden or nobody_knows or may_be[piece, s.face[piece]] == 1


# -- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"title": "waterloo"}, "there is no title 'waterloo'; titles: leningrad79"),
        ({"scenario": "winter"}, "leningrad79 has no scenario 'winter'; it has: campaign"),
        ({"scenario": 3}, "a scenario must be a text, not 3"),
        ({"options": {"pool": "deep"}}, "option pool is one of rebuild, strict, not 'deep'"),
        ({"options": {"poll": "strict"}}, "leningrad79 has no option 'poll'"),
        ({"reward": "glory"}, "reward is one of result, margin, not 'glory'"),
        ({"render_mode": "human"}, "render_mode is one of ansi, not 'human'"),
    ],
)
def test_an_environment_that_cannot_be(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(Bad, match=re.escape(why)):
        rl.make(**{"title": "leningrad79"} | settings)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"scenario": "winter"}, "leningrad79 has no scenario 'winter'"),
        ({"scenaro": "campaign"}, "reset has no option 'scenaro'; it has: scenario, options, position"),
        ({"options": {"pool": "deep"}}, "option pool is one of"),
        ({"options": "strict"}, "options must be given by name, as in {'name': 'value'}, not as 'strict'"),
        ({"position": "leningrad79\nat nowhere"}, "line 2: 'nowhere' is not the name of a step"),
        ({"position": "leningrad79\nover\n"}, "in this position the game is over"),
        ({"position": 3}, "a position must be a text in the notation, not 3"),
        ({"position": "leningrad79", "scenario": "campaign"}, "give it alone"),
    ],
)
def test_a_game_that_cannot_be(options: dict[str, Any], why: str) -> None:
    """It is refused, and the game under way goes on."""
    env = rl.make("leningrad79")
    env.reset(seed=1)
    before = env._state.key()
    with pytest.raises(Bad, match=re.escape(why)):
        env.reset(seed=2, options=options)
    assert env._state.key() == before
    env.step(next(played(env, 1)))


def test_an_action_that_may_not_be_chosen() -> None:
    env = rl.make("leningrad79")
    env.reset(seed=1)
    agent = env.agent_selection
    before = env.observe(agent)
    for action, why in (
        (env.action("number 3"), rf"{agent} may not say 'number 3' \(\d+\) now; allowed: verb "),
        (len(env.words), "there is no word"),
        (-1, "there is no word -1"),
        (None, "an action must be a number, not None"),
        ("done", "an action must be a number, not 'done'"),
        (1.0, "an action must be a number, not 1.0"),
    ):
        with pytest.raises(Bad, match=why):
            env.step(action)  # type: ignore[arg-type]
    assert all(np.array_equal(before[what], env.observe(agent)[what]) for what in before)
    with pytest.raises(Bad, match="there is no word 'verb fly'; words are `end` and `verb …`"):
        env.action("verb fly")
    with pytest.raises(Bad, match="there is no agent 'finn'; agents: german, soviet"):
        env.observe("finn")
    with pytest.raises(Bad, match="no render_mode was chosen; available: ansi"):
        env.render()


def test_a_game_that_has_not_begun_or_is_over() -> None:
    env = rl.make("leningrad79", render_mode="ansi")
    for ask in (lambda: env.step(1), env.last, lambda: env.observe("german"), env.render):
        with pytest.raises(Bad, match="no game has begun: reset the environment first"):
            ask()
    assert env.outcome() is None
    env.reset(seed=1)
    for _ in played(env, 1):
        pass
    with pytest.raises(Bad, match="the game is over and all agents have left"):
        env.step(None)
    env.close()
    with pytest.raises(Bad, match="no game has begun"):
        env.step(1)
    env.reset(seed=1)
    random = Random(1)
    while not env._state.over:
        env.step(random.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])))
    with pytest.raises(Bad, match="the game is over: each agent steps with None once"):
        env.step(1)


def test_the_extra_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has not installed it is told how; everything else works without."""
    for name in [name for name in sys.modules if name.startswith(("grognard.rl.", "pettingzoo"))]:
        monkeypatch.delitem(sys.modules, name)
    real = builtins.__import__

    def bare(name: str, *rest: Any, **more: Any) -> Any:
        if name.split(".")[0] == "pettingzoo":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", bare)
    with pytest.raises(
        Bad, match=r"pettingzoo is missing: training requires the extra `rl`: pip install 'grognard\[rl\]'"
    ):
        rl.make("leningrad79")


def test_an_environment_can_be_sent_to_another_process() -> None:
    env = rl.make("moscow41", scenario="dnieper", reward="margin")
    again = pickle.loads(pickle.dumps(env))
    for one in (env, again):
        one.reset(seed=4)
    assert (again.scenario, again.reward) == ("dnieper", "margin")
    assert list(played(env, 2, 100)) == list(played(again, 2, 100))


# -- the handbook -----------------------------------------------------------------------------


def test_the_example_of_the_handbook(capsys: pytest.CaptureFixture[str]) -> None:
    section = DOCS.read_text("utf-8").split("## Training: an environment")[1].split("\n## ")[0]
    code, said = re.findall(r"```(?:python|text)\n(.*?)```", section, re.DOTALL)[:2]
    exec(compile(code, str(DOCS), "exec"), {})
    assert capsys.readouterr().out == said
