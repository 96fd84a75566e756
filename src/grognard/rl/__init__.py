"""Training environments: every title as a PettingZoo AEC environment. See docs/laboratory.md.

from grognard import rl

env = rl.make("leningrad79")
"""

from typing import TYPE_CHECKING, Any

from ..core.title import Bad, Title

if TYPE_CHECKING:
    from .env import Env

__all__ = ["make"]

NEEDED = ("numpy", "gymnasium", "pettingzoo")


def make(title: str | Title[Any], **settings: Any) -> "Env":
    """The environment of a title; the settings are those of `env.Env`."""
    try:
        from .env import Env
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] not in NEEDED:
            raise
        raise Bad(f"{missing.name} is missing: training requires the extra `rl`: pip install 'grognard[rl]'") from None
    return Env(title, **settings)
