"""How the diary puts things."""


def counted(number: int, what: str, many: str = "s") -> str:
    """`no hits`, `1 hit`, `2 hits`."""
    return f"{number or 'no'} {what}{'' if number == 1 else many}"


def sunk(level: int) -> str:
    """What a Block has come down to."""
    return f"reduced to {level}" if level else "exhausted"
