"""Phrases of the diary and of refusals."""

FULL = "{it} is full: at most {limit} Blocks"


def counted(number: int, what: str, many: str = "s") -> str:
    """`no hits`, `1 hit`, `2 hits`."""
    return f"{number or 'no'} {what}{'' if number == 1 else many}"


def sunk(level: int) -> str:
    """A Block's reduced Strength as text."""
    return f"reduced to {level}" if level else "exhausted"
