"""JSON as it goes over the line."""

import json
from typing import Any

import orjson


def dumps(said: Any) -> bytes:
    """JSON without spaces; numbers beyond 64 bits, which the fast way cannot write, go the slow one."""
    try:
        return orjson.dumps(said)
    except TypeError:
        return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def encode(said: Any) -> str:
    """The same as text."""
    return dumps(said).decode()
