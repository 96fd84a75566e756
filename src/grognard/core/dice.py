"""The dice: a cryptographic generator, drawn from the machine or reproducible from a seed."""

import hashlib
import secrets


class Dice:
    """Even numbers of chance from SHA-256 in counter mode; nobody can tell the next from the last."""

    __slots__ = ("_block", "_count", "_key", "_left")

    def __init__(self, seed: str | int | None = None) -> None:
        given = secrets.token_bytes(32) if seed is None else f"grognard {seed}".encode()
        self._key = hashlib.sha256(given).digest()
        self._count = 0
        self._block = 0
        self._left = 0

    def pick(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as any other."""
        size = n.bit_length()
        while True:
            if self._left < size:
                self._count += 1
                fresh = hashlib.sha256(self._key + self._count.to_bytes(8, "big")).digest()
                self._block = int.from_bytes(fresh, "big")
                self._left = 256
            value = self._block & ((1 << size) - 1)
            self._block >>= size
            self._left -= size
            if value < n:
                return value
