"""A title as a PettingZoo AEC environment. One step says one word of an action; dice are rolled internally.

The agents are the title's players. An observation contains only what the agent's side sees, and a mask of the words
that may come next: every word the mask allows can be completed to a legal action.
"""

import operator
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv

from ..core import notation
from ..core.action import CHANCE, NOBODY
from ..core.title import Bad, Outcome, Title
from ..titles import TITLES
from .describe import described
from .observation import LIMIT, Numbers, Sight
from .vocabulary import Saying, Words

Mask = NDArray[np.int8]
REWARDS = ("result", "margin")
"""`result`: 1 for the winner, -1 for the loser, 0 for a draw; `margin`: the lead in victory points."""
RENDER_MODES = ("ansi",)
SETTINGS = ("scenario", "options", "position")


class Env(AECEnv, EzPickle):  # type: ignore[misc]
    """The environment of one title. Scenario and options apply to every game unless `reset` changes them.

    With `may_be` an observation also includes which faces a hidden piece may have, at some cost in speed.
    """

    def __init__(
        self,
        title: str | Title[Any],
        *,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        reward: str = "result",
        may_be: bool = False,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, title, scenario=scenario, options=options, reward=reward, may_be=may_be, render_mode=render_mode
        )
        super().__init__()
        if isinstance(title, str) and title not in TITLES:
            raise Bad(f"there is no title {title!r}; titles: {', '.join(TITLES)}")
        if reward not in REWARDS:
            raise Bad(f"reward is one of {', '.join(REWARDS)}, not {reward!r}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise Bad(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")
        self.title: Title[Any] = TITLES[title] if isinstance(title, str) else title
        self.scenario, self.options = scenario, dict(options or {})
        self._game(scenario, self.options)  # report errors in them now
        self.reward, self.render_mode = reward, render_mode
        self.words = Words(self.title)
        self.metadata = {
            "name": f"{self.title.name}_v{self.title.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents: list[str] = list(self.title.players)
        self.agents: list[str] = []
        self.agent_selection = ""
        self._cumulative_rewards: dict[str, float] = {}
        self._sight = Sight(self.title, self.words.texts, may_be=may_be)
        count, size = len(self.words), self._sight.size
        self._action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-LIMIT, LIMIT, (size,), np.int16),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._random: Random | None = None
        self._state: Any = None
        self._saying: Saying | None = None
        self._seen: dict[str, Numbers] = {}  # of this position

    # -- the spaces and their meaning --------------------------------------------------------

    def action_space(self, agent: str) -> spaces.Discrete:
        """The words, by their numbers."""
        return self._action_spaces[self._known(agent)]

    def observation_space(self, agent: str) -> spaces.Dict:
        """`observation`, see `describe` and `parts`; and `action_mask`."""
        return self._observation_spaces[self._known(agent)]

    def word(self, action: int) -> str:
        """What an action means: `verb move`, `piece 1ID`, `place 2604`, `number 2`, `end`."""
        return self.words.word(operator.index(action))

    def action(self, word: str) -> int:
        """The action for a word."""
        return self.words.number(word)

    def parts(self, observation: Numbers) -> dict[str, Numbers]:
        """The parts of an observation by name, each a view; pieces and places have a row each."""
        out, at = {}, 0
        for part in self._sight.parts:
            out[part.name] = observation[at : at + part.size].reshape(part.shape)
            at += part.size
        return out

    def describe(self) -> str:
        """The meaning of every action and every number of an observation, as text."""
        return described(self.title, self.words, self._sight)

    # -- playing -----------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; a seed fixes the dice.

        `options` may contain a `scenario` and, under `options`, the title's own; or only a `position` in the notation.
        """
        settings = dict(options or {})
        for name in settings:
            if name not in SETTINGS:
                raise Bad(f"reset has no option {name!r}; it has: {', '.join(SETTINGS)}")
        if "position" in settings:
            state = self._position(settings)
        else:
            chosen = settings.get("options", self.options)
            if chosen == 1:  # passed by PettingZoo's own test to check that options are accepted
                chosen = self.options
            state = self._game(settings.get("scenario", self.scenario), chosen)
        if seed is not None or self._random is None:
            self._random = Random(None if seed is None else operator.index(seed))
        self._state = state
        self._sight.forget()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._skip_agent_selection = None
        self._turn()

    def step(self, action: int | None) -> None:
        """Say the next word; after the last word the action is played, and any dice are rolled."""
        self._ready()
        if not self.agents:
            raise Bad("the game is over and all agents have left: reset the environment")
        if self._state.over:
            if action is not None:
                raise Bad("the game is over: each agent steps with None once, then the environment is reset")
            self._was_dead_step(None)
            return
        number = self._allowed(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        assert self._saying is not None
        whole = self._saying.say(number)
        if whole is None:
            self._mask()
        else:
            self.title.play(self._state, whole)
            self._turn()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's side sees now; another agent's unfinished action is hidden."""
        self._ready()
        seen = self._seen.get(self._known(agent))
        if seen is None:
            player = self.possible_agents.index(agent)
            seen = self._seen[agent] = self._sight.look(self._state, player)
        out = seen.copy()
        if agent == self.agent_selection and self._saying is not None:
            for n, number in enumerate(self._saying.said):
                out[number - len(self.words)] = n + 1  # the last part has a number for each word
        return {"observation": out, "action_mask": self._mask_of(agent).copy()}

    def render(self) -> str:
        """The position in the notation as seen by the agent to step, followed by the words it has said."""
        self._ready()
        if self.render_mode is None:
            raise Bad(f"no render_mode was chosen; available: {', '.join(RENDER_MODES)}")
        said = self._saying.said if self._saying is not None else ()
        lines = [f"# {self.words.word(number)}\n" for number in said]
        return notation.write(self._state, self.possible_agents.index(self.agent_selection)) + "".join(lines)

    def close(self) -> None:
        """Discard the game; `reset` begins another."""
        self._state = self._saying = None
        self._seen = {}

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is being played."""
        return self.title.outcome(self._state) if self._state is not None and self._state.over else None

    # -- within ------------------------------------------------------------------------------

    def _game(self, scenario: Any, options: Any) -> Any:
        """A new game; invalid scenarios or options raise `Bad`."""
        if not isinstance(scenario, str):
            raise Bad(f"a scenario must be a text, not {scenario!r}")
        if not isinstance(options, Mapping):
            raise Bad(f"options must be given by name, as in {{'name': 'value'}}, not as {options!r}")
        return self.title.start(scenario, options)

    def _position(self, settings: Mapping[str, Any]) -> Any:
        """A game that starts from a position."""
        if len(settings) > 1:
            raise Bad("a position includes its scenario and options: give it alone")
        if not isinstance(settings["position"], str):
            raise Bad(f"a position must be a text in the notation, not {settings['position']!r}")
        state = notation.read({self.title.name: self.title}, settings["position"])
        if state.over:
            raise Bad("in this position the game is over")
        return state

    def _ready(self) -> None:
        if self._state is None:
            raise Bad("no game has begun: reset the environment first")

    def _known(self, agent: str) -> str:
        if agent not in self._observation_spaces:
            raise Bad(f"there is no agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        return agent

    def _allowed(self, action: Any) -> int:
        """The number of a word that may come next."""
        assert self._saying is not None
        allowed = self._saying.allowed
        try:
            number = operator.index(action)
        except TypeError:
            raise Bad(f"an action must be a number, not {action!r}") from None
        if number not in allowed:
            may = ", ".join(self.words.word(one) for one in allowed[:12]) + (", …" if len(allowed) > 12 else "")
            raise Bad(f"{self.agent_selection} may not say {self.word(number)!r} ({number}) now; allowed: {may}")
        return number

    def _turn(self) -> None:
        """Roll dice while chance has to decide; then a player decides, or the game is over."""
        assert self._random is not None
        s, title = self._state, self.title
        while (who := title.decider(s)) == CHANCE:
            title.play(s, title.chance(s, self._random.randrange))
        self._seen = {}
        if who == NOBODY:
            self._saying = None
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = self._earned()
        else:
            self._saying = Saying(self.words, s)
            self.agent_selection = self.possible_agents[who]
        self._mask()

    def _mask(self) -> None:
        self.infos = {agent: {"action_mask": self._mask_of(agent)} for agent in self.agents}

    def _mask_of(self, agent: str) -> Mask:
        mask = np.zeros(len(self.words), np.int8)
        if self._saying is not None and agent == self.agent_selection:
            mask[self._saying.allowed] = 1
        return mask

    def _earned(self) -> dict[str, float]:
        """The final reward of each agent; the rewards sum to zero."""
        outcome, others = self.title.outcome(self._state), len(self.agents) - 1
        assert outcome is not None
        if self.reward == "result":
            if outcome.winner == NOBODY:
                return dict.fromkeys(self.agents, 0.0)
            return {a: 1.0 if n == outcome.winner else -1.0 / others for n, a in enumerate(self.possible_agents)}
        missing = [agent for agent in self.agents if agent not in outcome.facts]
        if missing:
            raise Bad(f"{self.title.name} counts no points for {', '.join(missing)}: there is no margin")
        points = {agent: float(outcome.facts[agent]) for agent in self.agents}
        return {agent: own - (sum(points.values()) - own) / others for agent, own in points.items()}
