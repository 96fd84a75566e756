"""The dice: a cryptographic generator, drawn from the machine or reproducible from a seed."""

import hashlib
import secrets

BLOCK = 256  # bits that one SHA-256 gives


class Dice:
    """Even numbers of chance from SHA-256 in counter mode; nobody can tell the next from the last.

    The same seed gives the same numbers on every machine; without one they come from the
    machine's own source of chance. Nothing here shows the seed or the key.
    """

    __slots__ = ("_block", "_count", "_key", "_left")

    def __init__(self, seed: str | int | None = None) -> None:
        given = secrets.token_bytes(32) if seed is None else f"grognard {seed}".encode("utf-8", "surrogatepass")
        self._key = hashlib.sha256(given).digest()
        self._count = 0
        self._block = 0
        self._left = 0

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as any other: what does not fit is drawn again."""
        if n < 1:
            raise ValueError(f"there is nothing to pick from {n}")
        size = (n - 1).bit_length()
        while (value := self._bits(size)) >= n:
            pass
        return value

    def _bits(self, size: int) -> int:
        """So many fresh bits as a number."""
        while self._left < size:
            self._count += 1
            fresh = hashlib.sha256(self._key + self._count.to_bytes(8, "big")).digest()
            self._block |= int.from_bytes(fresh, "big") << self._left
            self._left += BLOCK
        value = self._block & ((1 << size) - 1)
        self._block >>= size
        self._left -= size
        return value

    def __repr__(self) -> str:
        return "Dice()"
