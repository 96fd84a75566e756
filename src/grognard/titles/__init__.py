"""The titles: one package each, each exporting its `Title`."""

from collections.abc import Mapping
from typing import Any

from ..core.title import Title
from .leningrad79 import TITLE as LENINGRAD79

TITLES: Mapping[str, Title[Any]] = {title.name: title for title in (LENINGRAD79,)}
