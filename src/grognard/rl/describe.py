"""The meaning of an environment's numbers, as text."""

from typing import Any

from ..core.title import Title
from .observation import Sight
from .vocabulary import Words


def described(title: Title[Any], words: Words, sight: Sight) -> str:
    """The actions, then the observation part by part."""
    out = [f"{title.full} ({title.name}): {len(words)} actions, {sight.size} numbers per observation", ""]
    out += ["actions: one word each", "  0  end: the argument is complete"]
    for sort, first in words.first.items():
        known = [n for n in range(first, first + words.count[sort]) if words.word(n)]
        out.append(f"  {known[0]} to {known[-1]}  {words.word(known[0])} to {words.word(known[-1])}")
    at = 0
    for part in sight.parts:
        shape = " x ".join(map(str, part.shape))
        out += ["", f"{part.name}: numbers {at} to {at + part.size - 1}, {shape}; {part.about}"]
        out += [f"  {n}  {name}: {meaning}" for n, (name, meaning) in enumerate(part.columns.items()) if meaning]
        at += part.size
    return "\n".join(out) + "\n"
