"""Questions about a position that is played or supposed: cost, supply, zones, control, threat, status, duties."""

from collections.abc import Iterable, Mapping
from typing import Any

from ...core import view as eyes
from ...core.action import Action
from ...core.bits import Bits, bits, scan
from ...core.elsewhere import belongs, out_of_step
from ...core.estimate import fair
from ...core.kinds import PIECES, Unreadable
from ...core.rule import Objection
from ...core.state import State, declared
from ...core.title import Bad
from ...kit import estimate
from ...kit.battle.ledger import running
from ...kit.odds_json import odds_json
from ...kit.table import wargame
from .games import Handle, OpenGames
from .requests import Fault, Request

LANDS = ("supply", "control")  # overlays that are not zones


class Inquiries(OpenGames):
    """The open games, and the questions that change nothing."""

    # -- what a question is about ------------------------------------------------------------

    def _known(self, said: Request) -> tuple[Handle, Any]:
        """The handle, and the position as far as its seat may know, with what the request supposes."""
        handle = self._handle(said)
        return handle, self._supposed(said, fair(handle.state, handle.seat))

    def _judged(self, said: Request) -> tuple[Handle, Any]:
        """The handle of the player who decides, and the position in which their action is judged."""
        handle = self._acting(said)
        return handle, self._supposed(said, fair(handle.state, handle.seat)) if "if" in said.fields else handle.state

    def _supposed(self, said: Request, s: Any) -> Any:
        """A copy of the position with the changes of `if`; it must be a position that can be."""
        if "if" not in said.fields:
            return s
        changes = said.fields["if"]
        if not isinstance(changes, dict) or set(changes) - {"move", "mark", "unmark", "set"}:
            said.wrong("if", "an object with `move`, `mark`, `unmark` or `set`")
        t = s.copy()
        try:
            _change(t, changes)
        except (Unreadable, Bad, OverflowError, ValueError) as wrong:
            raise Fault("bad-position", f"if: {wrong}") from None
        t.title.settle(t)
        for flaw in t.title.check(t):
            raise Fault("bad-position", f"if: {flaw.about}: {flaw.why}")
        return t

    def _pieces(self, said: Request, handle: Handle, s: Any, name: str) -> Bits:
        """The pieces named in a field, as far as the seat knows that they are there."""
        words = _names(said, name, "unit")
        try:
            found = bits(_piece(s, word) for word in words)
        except Unreadable as wrong:
            raise Fault("bad-argument", str(wrong)) from None
        if found & ~eyes.seen(s, handle.seat, found):
            raise Fault("bad-argument", f"{name!r}: you do not know where they all are")
        return found

    def _places(self, said: Request, s: Any, name: str) -> Bits:
        words = _names(said, name, "place")
        try:
            return bits(s.title.lexicon.place(word) for word in words)
        except Unreadable as wrong:
            raise Fault("bad-argument", str(wrong)) from None

    # -- the questions -----------------------------------------------------------------------

    def why(self, said: Request) -> dict[str, Any]:
        """Whether an action is legal, and the objections if it is not; also for verbs of other steps."""
        handle = self._handle(said)
        s, text = handle.state, said.fields.get("action")
        words = text.split() if isinstance(text, str) else []
        verb = text.get("verb") if isinstance(text, dict) else words[0].lower() if words else None
        elsewhere = isinstance(verb, str) and not s.over and not s.title.step(s).verb(verb)
        if elsewhere and belongs(s.title, str(verb)):
            return _judgement(out_of_step(handle.table, str(verb), handle.seat))
        if handle.seat is not None and not eyes.may_act(s, handle.seat):
            return _judgement(handle.table.why_not("", handle.seat))
        judged = self._judged(said)[1] if "if" in said.fields and not s.over else s
        return _judgement(judged.title.explain(judged, self._read(said, judged), handle.seat))

    def odds(self, said: Request) -> dict[str, Any]:
        """The odds of a battle, as far as the asking side can know them; or of any units against any places."""
        air = said.number("air")
        if "units" in said.fields or "against" in said.fields:
            handle, s = self._known(said)
            units, places = self._pieces(said, handle, s, "units"), self._places(said, s, "against")
            sides = {_owner(s, piece) for piece in scan(units)}
            if len(sides) > 1:
                raise Fault("bad-argument", "the units must be of one side")
            held = {s.place[piece] for piece in range(len(s.place)) if _owner(s, piece) not in (None, *sides)}
            if empty := [s.title.lexicon.places[place] for place in scan(places) if place not in held]:
                raise Fault("no-odds", f"no enemy unit is in {' or '.join(empty)}")
            found = estimate.matchup(s, handle.seat, units, places, air)
        elif "action" in said.fields:  # an action is judged with the knowledge of the deciding player
            handle, s = self._judged(said)
            action = self._read(said, s)
            if objections := s.title.explain(s, action):
                raise illegal(action.verb, objections)
            found = estimate.odds(s, handle.seat, action, air)  # only what the seat may know
        else:
            handle, s = self._known(said) if "if" in said.fields else (self._handle(said), self._handle(said).state)
            found = estimate.odds(s, handle.seat, None, air)
        if found is None:
            raise Fault("no-odds", "there is no battle")
        return {"odds": odds_json(found)}

    def cost(self, said: Request) -> dict[str, Any]:
        """What an action costs, clause by clause, and the fire it may draw; also if it is not legal."""
        handle, s = self._judged(said)
        title, action = wargame(s), self._read(said, s)
        objections = title.explain(s, action)
        try:
            lines = list(title.aids.cost(s, action))
        except (KeyError, IndexError):  # a path that nobody could take has no price
            if not objections:
                raise
            lines = []
        after = running(lines)
        names, risks = title.lexicon.places, () if objections else title.aids.risk(fair(s, handle.seat), action)
        return {
            **_judgement(objections),
            "ledger": [
                {"cite": line.cite, **eyes.plain(line._asdict()), "after": eyes.plain(value)}
                for line, value in zip(lines, after, strict=True)
            ],
            "total": eyes.plain(after[-1]) if after else None,
            "risk": [{**one._asdict(), "place": names[one.place]} for one in risks],
        }

    def supply(self, said: Request) -> dict[str, Any]:
        """The supply line of units, or where it breaks."""
        handle, s = self._known(said)
        find, title = wargame(s).aids.trace, wargame(s)
        if find is None:
            raise Fault("no-answer", f"{title.full} has no supply")
        names, out = title.lexicon, {}
        for piece in scan(self._pieces(said, handle, s, "units")):
            found = find(s, piece)
            out[names.pieces[piece]] = found and {
                "supplied": found.ok,
                "path": [names.places[place] for place in found.path],
                "breaks": None if found.breaks is None else names.places[found.breaks],
                "objections": [eyes.objection(one) for one in found.why],
            }
        return {"supply": out}

    def zones(self, said: Request) -> dict[str, Any]:
        """The zones of each side, by kind."""
        _, s = self._known(said)
        overlays = wargame(s).aids.overlays
        return {"zones": {name: _sides(s, find) for name, find in overlays.items() if name not in LANDS}}

    def control(self, said: Request) -> dict[str, Any]:
        """What each side holds or controls, where it is in supply, and the markers on the map."""
        _, s = self._known(said)
        aids = wargame(s).aids
        lands = {name: _sides(s, find) for name, find in aids.overlays.items() if name in LANDS}
        markers = {name: _places_of(s, where) for name, where in aids.markers(s).items()}
        return {"control": _sides(s, aids.ground), "lands": lands, "markers": markers}

    def threat(self, said: Request) -> dict[str, Any]:
        """Which units of each side could come to these places, or next to them, now or in their next phase."""
        handle, s = self._known(said)
        title = wargame(s)
        board, out = title.board.places, {}
        for place in scan(self._places(said, s, "places")):
            if place >= board.box:
                raise Fault("bad-argument", f"{title.lexicon.places[place]} is not on the map")
            found: dict[str, dict[str, str]] = {side: {} for side in title.players}
            near: dict[str, list[str]] = {side: [] for side in title.players}
            for piece, at in enumerate(s.place):
                side = _owner(s, piece)
                if at >= board.box or at == place or side is None or not eyes.seen(s, handle.seat, 1 << piece):
                    continue
                reach, _ = estimate.reach(s, handle.seat, 1 << piece)
                if place in reach:
                    found[side][title.lexicon.pieces[piece]] = reach[place]
                if board.neighbours[place] >> at & 1 or any(board.neighbours[place] >> end & 1 for end in reach):
                    near[side].append(title.lexicon.pieces[piece])
            out[title.lexicon.places[place]] = {"here": found, "beside": near}
        return {"threat": out}

    def status(self, said: Request) -> dict[str, Any]:
        """Points and what they are for, the levels of victory, what is left, due and free."""
        handle, s = self._known(said)
        title = wargame(s)
        aids, players = title.aids, title.players
        sides = [*enumerate(players)]
        return {
            "now": title.now(s),
            "turn": aids.turn(s),
            "status": dict(aids.status(s)),
            "score": [
                {"side": eyes.side(s, line.player), "cite": line.cite, "text": line.text, "points": line.points}
                for line in aids.score(s)
            ],
            "levels": [{**eyes.plain(one._asdict()), "player": eyes.side(s, one.player)} for one in aids.levels(s)],
            "tally": {side: eyes.plain(aids.tally(s, n)) for n, side in sides},
            "steps": {side: aids.steps(s, n) for n, side in sides if handle.seat in (None, n) or not title.fogged},
            "due": [{"when": when, "side": who, "what": what} for when, who, what in aids.arrivals(s)],
        }

    def must(self, said: Request) -> dict[str, Any]:
        """What the deciding player must do before going on: what stands against each verb that needs nothing more."""
        _, s = self._judged(said)
        step = s.title.step(s)
        bare = [verb for verb in step.verbs if not verb.args]
        return {
            "must": {verb.name: [eyes.objection(one) for one in verb.objections(s)] for verb in bare},
            "pending": step.pending(s) if step.pending else "",
        }

    def _read(self, said: Request, s: State) -> Action:
        """The action in a request, as text or as `{"verb": ..., "args": [...]}`."""
        value = said.fields.get("action")
        try:
            if isinstance(value, dict) and not set(value) - {"verb", "args"}:
                return s.title.compose(s, Request(value).text("verb"), Request(value).words("args"))
            return s.title.parse(s, said.text("action"))
        except Bad as wrong:
            raise Fault("over" if s.over else "bad-action", str(wrong)) from None


# -- suppositions -------------------------------------------------------------------------------


def _change(t: Any, changes: Mapping[str, Any]) -> None:
    """Change a copy of a position: move pieces, put or remove marks, set scalars."""
    lexicon, fields = t.title.lexicon, {f.name: f for f in declared(type(t))}
    for unit, place in _each(changes, "move"):
        t.place[_piece(t, unit)] = lexicon.place(str(place))
    for removes, name in ((False, "mark"), (True, "unmark")):
        for unit, marks in _each(changes, name):
            for mark in marks if isinstance(marks, list) else [marks]:
                _mark(t, fields, _piece(t, unit), str(mark), removes)
    for name, value in _each(changes, "set"):
        f = fields.get(name)
        if f is None or f.metadata["role"] != "scalar" or f.metadata["kind"] == PIECES:
            raise Unreadable(f"{name!r} is not a heading of a position")
        setattr(t, name, f.metadata["kind"].parse(lexicon, str(value).split()))


def _each(changes: Mapping[str, Any], name: str) -> Iterable[tuple[str, Any]]:
    found = changes.get(name, {})
    if not isinstance(found, dict):
        raise Unreadable(f"{name!r} must be an object")
    return found.items()


def _mark(t: Any, fields: Mapping[str, Any], piece: int, said: str, removes: bool) -> None:
    name, sign, text = said.partition("=")
    f = fields.get(name)
    if f is None or name in ("place", "face") or f.metadata["role"] == "derived":
        raise Unreadable(f"{name!r} is not a mark of a piece")
    if f.metadata.get("kind") == PIECES:
        members = getattr(t, name)
        setattr(t, name, members & ~(1 << piece) if removes else members | 1 << piece)
    elif f.metadata["role"] == "column" and sign and not removes:
        getattr(t, name)[piece] = f.metadata["kind"].parse(t.title.lexicon, text.split("+"))
    else:
        raise Unreadable(f"{said!r} is not a mark of a piece")


# -- words --------------------------------------------------------------------------------------


def _piece(s: Any, word: str) -> int:
    lexicon = s.title.lexicon
    return int(lexicon.piece(word if lexicon.is_piece(word) else s.title.alias(s, word) or word))


def _owner(s: Any, piece: int) -> str | None:
    """The side of a piece."""
    found = s.title.portrait(s, piece).get("there", {}).get("side")
    return found if found in s.title.players else None


def _judgement(objections: list[Objection]) -> dict[str, Any]:
    return {"legal": not objections, "objections": [eyes.objection(one) for one in objections]}


def illegal(verb: str, objections: list[Objection]) -> Fault:
    """The refusal of an action that the rules forbid."""
    text = "; ".join(map(str, objections)) or "that is not among the choices"
    return Fault("illegal", f"{verb}: {text}", objections=[eyes.objection(one) for one in objections])


def _names(said: Request, name: str, of: str) -> list[str]:
    """The names in a field: one, or a list of them."""
    words = said.fields.get(name)
    if isinstance(words, str):
        words = words.split()
    if not isinstance(words, list) or not words or not all(isinstance(one, str) for one in words):
        said.wrong(name, f"the name of a {of}, or a list of names")
    return words


def _sides(s: Any, find: Any) -> dict[str, list[str]]:
    return {side: _places_of(s, find(s, player)) for player, side in enumerate(s.title.players)}


def _places_of(s: Any, places: Bits) -> list[str]:
    names = s.title.lexicon.places
    return [names[place] for place in scan(places) if names[place]]
