"""Questions about a position that is played or supposed: cost, supply, zones, control, threat, status, duties."""

from typing import Any

from ...core import view as eyes
from ...core.action import Action
from ...core.rule import Objection
from ...core.state import State
from ...core.title import Bad
from ...kit.odds_json import odds_json
from ...kit.referee import Referee, refusal
from .games import OpenGames
from .requests import Fault, Request


class Inquiries(OpenGames):
    """The open games, and the questions that change nothing."""

    def _referee(self, said: Request) -> Referee:
        """The referee for the seat of a request, and for what it supposes."""
        handle = self._handle(said)
        if "if" not in said.fields:
            return Referee(handle.table, handle.seat)
        changes = said.fields["if"]
        if not isinstance(changes, dict) or set(changes) - {"move", "mark", "unmark", "set"}:
            said.wrong("if", "an object with `move`, `mark`, `unmark` or `set`")
        return Referee(handle.table, handle.seat, changes)

    def why(self, said: Request) -> dict[str, Any]:
        """Whether an action is legal, and the objections if it is not; also for verbs of other steps."""
        text = said.fields.get("action")
        words = text.split() if isinstance(text, str) else []
        verb = text.get("verb") if isinstance(text, dict) else words[0].lower() if words else ""
        return self._referee(said).why(verb if isinstance(verb, str) else "", lambda s: self._read(said, s))

    def odds(self, said: Request) -> dict[str, Any]:
        """The odds of a battle, as far as the asking side can know them; or of any units against any places."""
        referee, air = self._referee(said), said.number("air")
        if "units" in said.fields or "against" in said.fields:
            found = referee.matchup(_names(said, "units", "unit"), _names(said, "against", "place"), air)
        else:
            found = referee.odds((lambda s: self._read(said, s)) if "action" in said.fields else None, air)
        return {"odds": odds_json(found)}

    def cost(self, said: Request) -> dict[str, Any]:
        """What an action costs, clause by clause, and the fire it may draw; also if it is not legal."""
        return self._referee(said).cost(lambda s: self._read(said, s))

    def supply(self, said: Request) -> dict[str, Any]:
        """The supply line of units, or where it breaks."""
        return self._referee(said).supply(_names(said, "units", "unit"))

    def zones(self, said: Request) -> dict[str, Any]:
        """The zones of each side, by kind."""
        return self._referee(said).zones()

    def control(self, said: Request) -> dict[str, Any]:
        """What each side holds or controls, where it is in supply, and the markers on the map."""
        return self._referee(said).control()

    def threat(self, said: Request) -> dict[str, Any]:
        """Which units of each side could come to these places, or next to them, now or in their next phase."""
        return self._referee(said).threat(_names(said, "places", "place"))

    def status(self, said: Request) -> dict[str, Any]:
        """Points and what they are for, the levels of victory, what is left, due and free."""
        return self._referee(said).status()

    def must(self, said: Request) -> dict[str, Any]:
        """What the deciding player must do before going on."""
        return self._referee(said).must()

    def _read(self, said: Request, s: State) -> Action:
        """The action in a request, as text or as `{"verb": ..., "args": [...]}`."""
        value = said.fields.get("action")
        try:
            if isinstance(value, dict) and not set(value) - {"verb", "args"}:
                return s.title.compose(s, Request(value).text("verb"), Request(value).words("args"))
            return s.title.parse(s, said.text("action"))
        except Bad as wrong:
            raise Fault("over" if s.over else "bad-action", str(wrong)) from None


def illegal(verb: str, objections: list[Objection]) -> Fault:
    """The refusal of an action that the rules forbid."""
    return Fault("illegal", refusal(verb, objections), objections=[eyes.objection(one) for one in objections])


def _names(said: Request, name: str, of: str) -> list[str]:
    """The names in a field: one, or a list of them."""
    words = said.fields.get(name)
    if isinstance(words, str):
        words = words.split()
    if not isinstance(words, list) or not words or not all(isinstance(one, str) for one in words):
        said.wrong(name, f"the name of a {of}, or a list of names")
    return words
