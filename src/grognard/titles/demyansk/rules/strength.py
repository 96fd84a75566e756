"""[3.5] Halving, of attack strengths only (3.51b).

The strengths of units that are halved for the same reasons are added up, halved once for each reason, and added.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Sum(NamedTuple):
    """An attack strength after halving, and the units whose strength has dropped to zero."""

    total: int
    idle: int  # as a set: they take no part (3.51h)


def add_up(strengths: Iterable[tuple[int, int, frozenset[str]]]) -> Sum:
    """The sum of attack strengths: units with their strength and the reasons for which it is halved (3.51a)."""
    groups: dict[frozenset[str], int] = {}
    members: dict[frozenset[str], int] = {}
    for unit, strength, reasons in strengths:
        groups[reasons] = groups.get(reasons, 0) + strength  # 3.51e, 3.51f
        members[reasons] = members.get(reasons, 0) | 1 << unit
    halved = {reasons: strength >> len(reasons) for reasons, strength in groups.items()}  # 3.51c, 3.51d, 3.51f
    return Sum(sum(halved.values()), _idle(halved, members))  # 3.51g


def _idle(halved: Mapping[frozenset[str], int], members: Mapping[frozenset[str], int]) -> int:
    out = 0
    for reasons, strength in halved.items():
        if not strength:
            out |= members[reasons]  # 3.51h, 3.51i
    return out
