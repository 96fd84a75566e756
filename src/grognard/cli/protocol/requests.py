"""Requests to the engine: one line of JSON each, with fields read by type."""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

LONGEST = 1 << 22  # bytes of a request


class Fault(Exception):
    """A request that is refused: a code for programs, a message for people."""

    def __init__(self, code: str, message: str, **more: Any) -> None:
        super().__init__(message)
        self.code, self.more = code, more


class Request:
    """The fields of one request, read by type; errors name the field."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = fields

    def wrong(self, name: str, what: str) -> NoReturn:
        """Refuse a field."""
        raise Fault("bad-argument", f"{name!r} must be {what}")

    def text(self, name: str, default: str | None = None) -> str:
        """A string; required if there is no default."""
        value = self.fields.get(name, default)
        return value if isinstance(value, str) else self.wrong(name, "a string")

    def number(self, name: str, default: int = 0) -> int:
        """A non-negative integer."""
        value = self.fields.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self.wrong(name, "a non-negative integer")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false if the field is missing."""
        value = self.fields.get(name, False)
        return value if isinstance(value, bool) else self.wrong(name, "true or false")

    def seed(self) -> str | int | None:
        """The seed of the dice, if one is given."""
        value = self.fields.get("seed")
        if isinstance(value, bool) or not (value is None or isinstance(value, str | int)):
            self.wrong("seed", "an integer or a string")
        return value

    def options(self) -> dict[str, str]:
        """The chosen options of the title, by name."""
        value = self.fields.get("options", {})
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            self.wrong("options", "an object whose values are strings")
        return value

    def words(self, name: str) -> list[str | list[str]]:
        """Arguments of an action: each a string, a number, true, false, or a list of strings."""
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
        return self.wrong(name, "a list in which each argument is a string, a number, true, false or a list of strings")


def plain_id(value: Any) -> bool:
    """Whether the value can be the id of a request."""
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and abs(value) < 1e300)


def parse(line: bytes) -> Any:
    """Parse one line of JSON."""
    if len(line) > LONGEST:
        raise Fault("too-long", f"a request has at most {LONGEST} bytes")
    try:
        return json.loads(line.decode())
    except UnicodeDecodeError:
        raise Fault("bad-json", "the line is not UTF-8 text") from None
    except (ValueError, RecursionError) as wrong:
        raise Fault("bad-json", f"the line is not JSON: {wrong}") from None
