"""The reply to a typed line."""

from typing import NamedTuple

from rich.console import RenderableType

from . import words


class Reply(NamedTuple):
    """What is shown after a line: `news` if an action was played, otherwise an answer or a refusal."""

    parts: tuple[RenderableType, ...] = ()
    kind: str = "answer"


def said(text: str, style: str = "") -> Reply:
    """A plain answer."""
    return Reply((words.cited(text, style),))


def wrong(text: str) -> Reply:
    """A refusal."""
    return Reply((words.cited(text, "bad"),), "refusal")
