"""JSON for the wire."""

import json
from typing import Any

import orjson


def dumps(said: Any) -> bytes:
    """Compact JSON; falls back to the slow encoder for numbers beyond 64 bits."""
    try:
        return orjson.dumps(said)
    except TypeError:
        return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def encode(said: Any) -> str:
    """The same as text."""
    return dumps(said).decode()
