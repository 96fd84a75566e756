from dataclasses import dataclass, field
from typing import Any

import pytest

from grognard.core.action import Step
from grognard.core.flow import Flow, call, do, loop, run, step, when
from tests.core import toy


@dataclass
class Walker:
    """As much of a state as a flow needs, and the way it went."""

    flow: Flow
    at: int = 0
    local: Any = None
    stack: tuple[Any, ...] = ()
    over: bool = False
    n: int = 0
    way: list[str] = field(default_factory=list)


def mark(name: str) -> Any:
    def act(s: Walker) -> None:
        s.way.append(name)
        s.n += 1

    act.__name__ = name
    return act


def ask(name: str) -> Step:
    return Step(name, "1.0", lambda _s: 0, ())


def walk(*ops: Any) -> list[str]:
    """Run a flow to its end, leaving every step at once."""
    s = Walker(Flow("f", *ops))
    run(s)
    while not s.over:
        s.way.append(f"ask {s.flow.code[s.at][1].name}")
        s.at += 1
        run(s)
    return s.way


def test_ops_come_in_order_and_steps_wait() -> None:
    assert walk(do(mark("a")), step(ask("x")), do(mark("b"))) == ["a", "ask x", "b"]


def test_when_and_loop() -> None:
    assert walk(when(lambda s: s.n > 0, do(mark("never"))), when(lambda s: s.n == 0, do(mark("once")))) == ["once"]
    assert walk(loop(lambda s: s.n < 3, do(mark("again")), step(ask("x")))) == ["again", "ask x"] * 3
    assert walk(loop(lambda s: s.n < 4, when(lambda s: s.n % 2, do(mark("odd"))), do(mark("all")))) == [
        "all",
        "odd",
        "all",
        "odd",
        "all",
    ]


def test_a_flow_without_end_is_over() -> None:
    s = Walker(Flow("f"))
    run(s)
    assert s.over


def test_a_game_that_is_over_stands_nowhere() -> None:
    def stop(s: Walker) -> None:
        s.over = True

    inner = Flow("inner", do(stop), do(mark("too late")), local=dict)
    s = Walker(Flow("outer", do(mark("a")), do(lambda s: call(s, inner, {"x": 1})), do(mark("nor this"))))
    run(s)
    assert (s.over, s.way, s.at, s.local, s.stack, s.flow.name) == (True, ["a"], 0, None, (), "outer")


def test_a_called_flow_ends_before_the_other_goes_on() -> None:
    inner = Flow("inner", do(mark("in")), step(ask("deep")), do(mark("out")))

    def dive(s: Walker) -> None:
        call(s, inner, "local")

    s = Walker(Flow("outer", do(mark("a")), do(dive), do(mark("b"))))
    run(s)
    assert (s.flow.name, s.local, [f.flow.name for f in s.stack], s.way) == ("inner", "local", ["outer"], ["a", "in"])
    s.at += 1
    run(s)
    assert s.way == ["a", "in", "out", "b"]
    assert s.over


def test_every_place_where_a_flow_can_rest_has_a_name() -> None:
    flow = Flow(
        "f", step(ask("x")), step(ask("x")), do(mark("x")), loop(lambda _s: False, step(ask("y")), do(mark("x")))
    )
    assert flow.labels == {"x": 0, "x.2": 1, "y": 4}
    assert [at.name for at in flow.steps()] == ["x", "x", "y"]
    for at in flow.labels.values():
        assert flow.find(flow.label(at)) == at
    assert flow.label(1) == "x.2"  # not `x+`, which is the same place
    for name, at in flow.after.items():
        assert flow.find(name) == at
        assert flow.find(flow.label(at)) == at
    assert flow.label(3) == "x.3+"
    assert flow.find("z") is None


@pytest.mark.parametrize("flow", toy.TOY.flows.values(), ids=lambda flow: str(flow.name))
def test_labels_are_words(flow: Flow) -> None:
    assert not [name for name in (*flow.labels, *flow.after) if name.split() != [name] or "#" in name]
