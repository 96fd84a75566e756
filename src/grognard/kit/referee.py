"""The referee: answers about a game that is played or supposed, as plain data and as far as the asker may know.

The engine protocol, the terminal and the page ask here, so that all three say the same.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from ..core import view as eyes
from ..core.action import Action
from ..core.bits import Bits, bits, scan
from ..core.elsewhere import belongs, out_of_step
from ..core.estimate import fair
from ..core.kinds import Unreadable
from ..core.rule import Objection
from ..core.table import Table
from ..core.title import Bad
from ..core.view import Viewer
from . import estimate
from .battle.ledger import running
from .suppositions import change, piece_of
from .table import Odds, wargame

LANDS = ("supply", "control")  # overlays that are not zones
Reader: TypeAlias = Callable[[Any], Action]
"""Reads the action in a question, in the position in which it is judged."""
Answer: TypeAlias = dict[str, Any]


class Unanswered(Bad):
    """A question without an answer: a code for programs, a message for people, the objections if there are any."""

    def __init__(self, code: str, message: str, objections: Sequence[Objection] = ()) -> None:
        super().__init__(message)
        self.code, self.objections = code, tuple(objections)


class Referee:
    """Answers the questions of one viewer about one game, or about a copy of it with some changes."""

    def __init__(self, table: Table, viewer: Viewer, supposed: Mapping[str, Any] | None = None) -> None:
        self.table, self.viewer, self.supposed = table, viewer, supposed

    # -- what a question is about ------------------------------------------------------------

    @cached_property
    def known(self) -> Any:
        """The position as far as the viewer may know, with what is supposed."""
        s = fair(self.table.state, self.viewer)
        return s if self.supposed is None else _changed(s, self.supposed)

    @property
    def judged(self) -> Any:
        """The position in which an action is judged; only for the player who decides."""
        s = self.table.state
        if s.over:
            raise Unanswered("over", "the game is over")
        if not eyes.may_act(s, self.viewer):
            raise Unanswered("not-yours", self.table.why_not("", self.viewer)[0].text)
        return s if self.supposed is None else self.known

    def pieces(self, words: Iterable[str]) -> Bits:
        """The pieces with these names, or in the places with these names, as far as the viewer sees them."""
        s, found = self.known, 0
        box = wargame(s).board.places.box
        for word in words:
            try:
                found |= 1 << piece_of(s, word)
            except Unreadable as wrong:
                there = self._in(word)
                if there is None:
                    raise Unanswered("bad-argument", str(wrong)) from None
                here = eyes.seen(s, self.viewer, bits(n for n, at in enumerate(s.place) if at == there < box))
                if not here:
                    raise Unanswered("bad-argument", f"no unit is in {word}") from None
                found |= here
        if found & ~eyes.seen(s, self.viewer, found):
            raise Unanswered("bad-argument", "you do not know where all these units are")
        return found

    def _in(self, word: str) -> int | None:
        try:
            return int(self.known.title.lexicon.place(word))
        except Unreadable:
            return None

    def places(self, words: Iterable[str]) -> Bits:
        """The places with these names."""
        try:
            return bits(self.known.title.lexicon.place(word) for word in words)
        except Unreadable as wrong:
            raise Unanswered("bad-argument", str(wrong)) from None

    def on_map(self, words: Iterable[str]) -> Bits:
        """The places with these names, all of them on the map."""
        found, title = self.places(words), wargame(self.known)
        for place in scan(found >> title.board.places.box << title.board.places.box):
            raise Unanswered("bad-argument", f"{title.lexicon.places[place]} is not on the map")
        return found

    # -- an action ---------------------------------------------------------------------------

    def why(self, verb: str, read: Reader) -> Answer:
        """Whether an action is legal, and the objections if it is not; also for verbs of other steps."""
        s = self.table.state
        if not s.over and not s.title.step(s).verb(verb) and belongs(s.title, verb):
            return _judgement(out_of_step(self.table, verb, self.viewer))
        if self.viewer is not None and not eyes.may_act(s, self.viewer):
            return _judgement(self.table.why_not("", self.viewer))
        judged = s if s.over else self.judged
        return _judgement(judged.title.explain(judged, read(judged), self.viewer))

    def cost(self, read: Reader) -> Answer:
        """What an action costs, clause by clause, and the fire it may draw; also if it is not legal."""
        s = self.judged
        title, action = wargame(s), read(s)
        objections = title.explain(s, action)
        try:
            lines = list(title.aids.cost(s, action))
        except (KeyError, IndexError):  # a path that nobody could take has no price
            if not objections:
                raise
            lines = []
        after = running(lines)
        names, risks = title.lexicon.places, () if objections else title.aids.risk(fair(s, self.viewer), action)
        return {
            **_judgement(objections),
            "ledger": [
                {"cite": line.cite, **eyes.plain(line._asdict()), "after": eyes.plain(value)}
                for line, value in zip(lines, after, strict=True)
            ],
            "total": eyes.plain(after[-1]) if after else None,
            "risk": [{**one._asdict(), "place": names[one.place]} for one in risks],
        }

    def must(self) -> Answer:
        """What the deciding player must do before going on: what stands against each verb that needs nothing more."""
        s = self.judged
        step = s.title.step(s)
        bare = [verb for verb in step.verbs if not verb.args]
        return {
            "must": {verb.name: [eyes.objection(one) for one in verb.objections(s)] for verb in bare},
            "pending": step.pending(s) if step.pending else "",
        }

    # -- battles -----------------------------------------------------------------------------

    def odds(self, read: Reader | None, air: int = 0) -> Odds:
        """The odds of an attack, or of the current battle, as far as the viewer can know them."""
        if read is None:
            s = self.table.state if self.supposed is None else self.known
            return _found(estimate.odds(s, self.viewer, None, air))
        s = self.judged  # an action is judged with the knowledge of the deciding player
        action = read(s)
        if objections := s.title.explain(s, action):
            raise Unanswered("illegal", refusal(action.verb, objections), objections)
        return _found(estimate.odds(s, self.viewer, action, air))  # only what the viewer may know

    def matchup(self, units: Iterable[str], against: Iterable[str], air: int = 0) -> Odds:
        """The odds of any units against any places, as if they stood beside each other."""
        s, pieces, places = self.known, self.pieces(units), self.on_map(against)
        sides = {_owner(s, piece) for piece in scan(pieces)}
        if len(sides) > 1:
            raise Unanswered("bad-argument", "the units must be of one side")
        held = {s.place[piece] for piece in range(len(s.place)) if _owner(s, piece) not in (None, *sides)}
        if empty := [s.title.lexicon.places[place] for place in scan(places) if place not in held]:
            raise Unanswered("no-odds", f"no enemy unit is in {' or '.join(empty)}")
        return _found(estimate.matchup(s, self.viewer, pieces, places, air))

    # -- the position ------------------------------------------------------------------------

    def supply(self, units: Iterable[str]) -> Answer:
        """The supply line of units, or where it breaks."""
        s = self.known
        find, title = wargame(s).aids.trace, wargame(s)
        if find is None:
            raise Unanswered("no-answer", f"{title.full} has no supply")
        names, out = title.lexicon, {}
        for piece in scan(self.pieces(units)):
            found = find(s, piece)
            out[names.pieces[piece]] = found and {
                "supplied": found.ok,
                "path": [names.places[place] for place in found.path],
                "breaks": None if found.breaks is None else names.places[found.breaks],
                "objections": [eyes.objection(one) for one in found.why],
            }
        return {"supply": out}

    def zones(self) -> Answer:
        """The zones of each side, by kind."""
        s = self.known
        overlays = wargame(s).aids.overlays
        return {"zones": {name: _sides(s, find) for name, find in overlays.items() if name not in LANDS}}

    def control(self) -> Answer:
        """What each side holds or controls, where it is in supply, and the markers on the map."""
        s = self.known
        aids = wargame(s).aids
        lands = {name: _sides(s, find) for name, find in aids.overlays.items() if name in LANDS}
        markers = {name: _places_of(s, where) for name, where in aids.markers(s).items()}
        return {"control": _sides(s, aids.ground), "lands": lands, "markers": markers}

    def threat(self, places: Iterable[str]) -> Answer:
        """Which units of each side could come to these places, or next to them, now or in their next phase."""
        s, out = self.known, {}
        names = s.title.lexicon.places
        for place in scan(self.on_map(places)):
            out[names[place]] = self._threat(place)
        return {"threat": out}

    def _threat(self, place: int) -> Answer:
        s = self.known
        title = wargame(s)
        board = title.board.places
        found: dict[str, dict[str, str]] = {side: {} for side in title.players}
        near: dict[str, list[str]] = {side: [] for side in title.players}
        for piece, at in enumerate(s.place):
            side = _owner(s, piece)
            if at >= board.box or at == place or side is None or not eyes.seen(s, self.viewer, 1 << piece):
                continue
            reach, _ = estimate.reach(s, self.viewer, 1 << piece)
            if place in reach:
                found[side][title.lexicon.pieces[piece]] = reach[place]
            if board.neighbours[place] >> at & 1 or any(board.neighbours[place] >> end & 1 for end in reach):
                near[side].append(title.lexicon.pieces[piece])
        return {"here": found, "beside": near}

    def status(self) -> Answer:
        """Points and what they are for, the levels of victory, what is left, due and free."""
        s = self.known
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
            "steps": {side: aids.steps(s, n) for n, side in sides if self.viewer in (None, n) or not title.fogged},
            "due": [{"when": when, "side": who, "what": what} for when, who, what in aids.arrivals(s)],
        }


def refusal(verb: str, objections: Sequence[Objection]) -> str:
    """Why the rules forbid an action, in one sentence."""
    return f"{verb}: {'; '.join(map(str, objections)) or 'that is not among the choices'}"


def _changed(s: Any, supposed: Mapping[str, Any]) -> Any:
    """A copy of a position with changes; it must be a position that can be."""
    t = s.copy()
    try:
        change(t, supposed)
    except (Unreadable, Bad, OverflowError, ValueError) as wrong:
        raise Unanswered("bad-position", f"if: {wrong}") from None
    t.title.settle(t)
    for flaw in t.title.check(t):
        raise Unanswered("bad-position", f"if: {flaw.about}: {flaw.why}")
    return t


def _owner(s: Any, piece: int) -> str | None:
    """The side of a piece."""
    found = s.title.portrait(s, piece).get("there", {}).get("side")
    return found if found in s.title.players else None


def _found(odds: Odds | None) -> Odds:
    if odds is None:
        raise Unanswered("no-odds", "there is no battle")
    return odds


def _judgement(objections: Sequence[Objection]) -> Answer:
    return {"legal": not objections, "objections": [eyes.objection(one) for one in objections]}


def _sides(s: Any, find: Any) -> dict[str, list[str]]:
    return {side: _places_of(s, find(s, player)) for player, side in enumerate(s.title.players)}


def _places_of(s: Any, places: Bits) -> list[str]:
    names = s.title.lexicon.places
    return [names[place] for place in scan(places) if names[place]]
