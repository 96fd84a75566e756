"""The dice: a cryptographic generator, seeded by the system or reproducible from a given seed."""

import hashlib
import secrets

BLOCK = 256  # bits per SHA-256 digest


class Dice:
    """Uniform random integers from SHA-256 in counter mode; earlier numbers do not reveal later ones.

    The same seed gives the same numbers on every machine; without one, the seed comes from
    the system's entropy source. The seed and the key are never exposed.
    """

    __slots__ = ("_block", "_count", "_key", "_left")

    def __init__(self, seed: str | int | None = None) -> None:
        given = secrets.token_bytes(32) if seed is None else f"grognard {seed}".encode("utf-8", "surrogatepass")
        self._key = hashlib.sha256(given).digest()
        self._count = 0
        self._block = 0
        self._left = 0

    def pick(self, n: int) -> int:
        """A uniform random number from 0 to n - 1, by rejection sampling."""
        if n < 1:
            raise ValueError(f"cannot pick from {n} values")
        size = (n - 1).bit_length()
        while (value := self._bits(size)) >= n:
            pass
        return value

    def _bits(self, size: int) -> int:
        """An integer of `size` fresh random bits."""
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
