"""Requests to the engine: one line of JSON each, its fields read by type."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

LONGEST = 1 << 22  # bytes of a request


class Fault(Exception):
    """A request that cannot be met: a code for programs, a message for people."""

    def __init__(self, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.code, self.more = code, more


class Request:
    """The fields of one request, read by type; what is wrong names the field."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = fields

    def wrong(self, name: str, what: str) -> NoReturn:
        """Refuse a field."""
        raise Fault("bad-argument", f"{name!r} must be {what}")

    def text(self, name: str, default: str | None = None) -> str:
        """A text; without a default it has to be there."""
        value = self.fields.get(name, default)
        return value if isinstance(value, str) else self.wrong(name, "a text")

    def number(self, name: str, default: int = 0) -> int:
        """A whole number, not below zero."""
        value = self.fields.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self.wrong(name, "a whole number, not below zero")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false if nothing is said."""
        value = self.fields.get(name, False)
        return value if isinstance(value, bool) else self.wrong(name, "true or false")

    def seed(self) -> str | int | None:
        """The seed of the dice, if one is given."""
        value = self.fields.get("seed")
        if isinstance(value, bool) or not (value is None or isinstance(value, str | int)):
            self.wrong("seed", "a whole number or a text")
        return value

    def options(self) -> dict[str, str]:
        """The title's options by name."""
        value = self.fields.get("options", {})
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            self.wrong("options", "an object of texts")
        return value

    def words(self, name: str) -> list[str | list[str]]:
        """Arguments of an action: each a text, a number, true, false, or a list of texts."""
        value = self.fields.get(name, [])
        if not isinstance(value, list):
            self.wrong(name, "a list of arguments")
        return [self._argument(name, one) for one in value]

    def _argument(self, name: str, value: Any) -> str | list[str]:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int) and abs(value) <= 1_000_000:
            return str(value)
        if isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            return value
        return self.wrong(name, "a list, each argument a text, a number, true, false or a list of texts")


def plain_id(value: Any) -> bool:
    """Can it be the id of a request?"""
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and abs(value) < 1e300)


def parse(line: bytes) -> Any:
    """The JSON of one line."""
    if len(line) > LONGEST:
        raise Fault("too-long", f"a request has at most {LONGEST} bytes")
    try:
        return json.loads(line.decode())
    except UnicodeDecodeError:
        raise Fault("bad-json", "the line is not UTF-8 text") from None
    except (ValueError, RecursionError) as wrong:
        raise Fault("bad-json", f"the line is not JSON: {wrong}") from None
