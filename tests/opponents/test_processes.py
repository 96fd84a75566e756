"""Where opponents think: in a process of their own for the web, interrupted by Ctrl-C at the terminal."""

import os
import signal

import pytest

from grognard.cli.play.computers import interruptible
from grognard.opponents import opponent
from grognard.titles import TITLES
from grognard.web.play.thinkers import Cut, Thinkers

TITLE = TITLES["leningrad79"]


def test_a_mind_in_a_process_of_its_own_survives_the_death_of_that_process() -> None:
    thinkers, s, club = Thinkers(1), TITLE.start(), opponent("club")
    try:
        assert thinkers.takes(s, club)
        assert not thinkers.takes(s, opponent("regular"))
        first = thinkers.decide("game", s, "soviet", club, 2.0).action
        assert TITLE.explain(s, TITLE.parse(s, first)) == []
        TITLE.play(s, TITLE.parse(s, first))
        (found,) = thinkers._all
        assert found is not None
        (process,) = found.pool._processes
        os.kill(process, signal.SIGKILL)
        second = thinkers.decide("game", s, "soviet", club, 2.0).action
        assert TITLE.explain(s, TITLE.parse(s, second)) == []
        thinkers.forget("game")
        cut = Cut()
        cut.end()  # before it has begun
        third = thinkers.decide("", s, "soviet", opponent("veteran"), 600.0, cut, seed="same")
        (fresh,) = thinkers._all
        assert fresh is not None
        assert sum(fresh.cuts) == 1
        assert third == thinkers.decide("", s, "soviet", opponent("veteran"), 600.0, Cut(), seed="same")
        assert sum(fresh.cuts) == 1
    finally:
        thinkers.close()


def test_ctrl_c_ends_the_thought_and_a_second_one_the_game() -> None:
    before = signal.getsignal(signal.SIGINT)
    with interruptible() as stop:
        assert not stop()
        signal.raise_signal(signal.SIGINT)
        assert stop()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
