"""Queries about a game; the answers change nothing but the overlay on the map."""

from collections.abc import Callable, Mapping
from typing import Any

from rich.text import Text

from ...core.bits import bits, scan
from ...core.elsewhere import out_of_step
from ...core.estimate import fair
from ...core.title import Bad
from ...kit import questions, spelling
from ...kit.estimate import reach
from ...kit.referee import Unanswered
from ...kit.spelling import place_word
from ...kit.table import Arc
from ..board.text_map import Overlay, overlay, side_overlay
from . import answers, place_report, rulings, words
from .desk import Desk
from .reply import Reply, said

LISTED = 60  # places in an answer


class Queries(Desk):
    """A game with commands to query everything the viewer may know."""

    def look(self, rest: str) -> Reply:
        """Describe a place."""
        title = self.title
        if not rest:
            raise Bad(f"look at which {answers.noun(title)}?")
        name = place_word(title, rest.replace(" ", "-") if len(rest.split()) > 1 else rest)
        place = answers.place(title, name)
        if self.hexes() >> place & 1:
            self.focus = 1 << place
        return Reply((place_report.look(title, self.table.state, self.viewer, place),))

    def why(self, rest: str) -> Reply:
        """The objections to an action, or its cost."""
        if not rest:
            known = "" if self.waits or self.state.over else answers.example(self.title, self.state, self.viewer)
            raise Bad(f"name an action{f': why {known}' if known else ''}")
        return Reply((answers.why(self.table, self.action(rest), self.viewer),))

    def odds(self, rest: str) -> Reply:
        """The odds of a battle, or of any units against any places."""
        if "against" in rest.split():
            return self.referee(f"odds {rest}")
        text, _, support = rest.rpartition(" air ") if " air " in rest else (rest, "", "0")
        if not support.isdigit():
            raise Bad(f"`air` needs a number, not {support!r}")
        return Reply((answers.odds(self.table, self.action(text) if text else None, int(support), self.viewer),))

    # -- the referee --------------------------------------------------------------------------

    def referee(self, text: str) -> Reply:
        """Ask the referee, and show on the map what the answer is about."""
        title = self.title
        asked = questions.parse(title, text)
        if asked.name == "odds":
            return Reply((words.odds(questions.battle(self.table, self.viewer, asked)),))
        found = questions.answer(self.table, self.viewer, asked)
        self.draw_on_map(asked.name, found)
        return Reply((rulings.RENDERED[asked.name](title, found),))

    def draw_on_map(self, name: str, found: Mapping[str, Any]) -> None:
        """Show supply lines, zones, control or the threatened places on the map."""
        places = self.title.lexicon.place
        if name == "supply":
            lines = [one for one in found["supply"].values() if one]
            marks = {places(at): ("+" if one["supplied"] else "x", "reach") for one in lines for at in one["path"]}
            marks |= {places(one["breaks"]): ("!", "both") for one in lines if one["breaks"]}
            self.overlay = Overlay("supply lines", marks, "+ in supply, x as far as it gets, ! where it breaks")
        elif name == "threat":
            marks = {places(at): ("!", "both") for at in found["threat"]}
            self.overlay = Overlay("threat", marks, "! the places asked about")
        elif name in ("zones", "control"):
            layers = [*found["zones"].values()] if name == "zones" else [found["lands"].get(name) or found["control"]]
            sets = [bits(places(at) for layer in layers for at in layer[side]) for side in self.title.players]
            self.overlay = side_overlay(self.title, name, sets)
        else:
            return
        self.focus = bits(self.overlay.marks) & self.hexes() or self.focus

    def cost(self, rest: str) -> Reply:
        """What an action costs."""
        return self.referee(f"cost {self.action(rest) if rest else ''}")

    def supply(self, rest: str) -> Reply:
        """The supply line of units; without any, the title's overlay."""
        if not rest and "supply" in self.title.aids.overlays:
            return self.lay("supply")("")
        return self.referee(f"supply {rest}")

    def asking(self, name: str) -> Callable[[str], Reply]:
        """The command that asks the referee a question as it is typed."""
        return lambda rest: self.referee(f"{name} {rest}")

    def action(self, rest: str) -> str:
        """The action that a query names, written in full."""
        name, _, more = rest.partition(" ")
        known = [verb.name for verb in self.title.step(self.state).verbs] if not self.state.over else []
        if self.waits:
            raise Bad(f"it is the {words.who(self.title, self.table.decider)} player's decision now")
        verb = self.verb(self.whole(name.lower(), known))
        if verb is None:
            if not self.state.over and (elsewhere := out_of_step(self.table, name.lower(), self.viewer)):
                raise Unanswered("bad-action", "; ".join(map(str, elsewhere)), elsewhere)
            raise Bad(f"{name!r} is not possible now; possible: {', '.join(known) or 'nothing, the game is over'}")
        texts = spelling.actions(self.state, verb, more)
        if len(texts) > 1:
            raise Bad(f"ask about one action at a time, such as {texts[0]}")
        return texts[0]

    def units(self, rest: str) -> Reply:
        """List units."""
        return Reply((answers.units(self.table, self.viewer, place_word(self.title, rest.lower())),))

    def reach(self, rest: str) -> Reply:
        """Show on the map where units can go."""
        title, s = self.title, self.state
        if not rest:
            raise Bad("name a unit")
        units = answers.pieces(title, s, self.viewer, rest.split())
        found, sure = reach(fair(s, self.viewer), self.viewer, units)
        names = " ".join(answers.handle(title, s, self.viewer, unit) for unit in scan(units))
        if not found:
            return said(f"{names} cannot go anywhere{' together' * (units.bit_count() > 1)}.")
        self.overlay = Overlay(f"reach of {names}", {place: (cost, "reach") for place, cost in found.items()})
        self.focus = (bits(found) | 1 << s.place[next(scan(units))]) & self.hexes()
        head = f"{names} can reach" if sure else f"{names}, at its highest possible speed, can reach"
        return Reply((answers.costs(title, found, head),))

    def arc(self, rest: str) -> Reply:
        """Show on the map what a unit can fire at; with a place, why not there."""
        title, s = self.title, self.state
        unit, *where = rest.split() or [""]
        if not unit or title.aids.arc is None:
            raise Bad("name a unit")
        piece = next(scan(answers.pieces(title, s, self.viewer, [unit])))
        known = "identity" in title.shown(s, self.viewer, piece)
        found = title.aids.arc(fair(s, self.viewer), piece) if known else None
        if found is None:
            return said(f"{unit} fires at nothing: it is off the map, or nobody knows what it is.")
        if where:
            return self.in_arc(unit, found, answers.place(title, place_word(title, where[0])))
        marks = {place: ("=" if found.along >> place & 1 else "x", "reach") for place in scan(found.places)}
        self.overlay = Overlay(f"fire of {unit}", marks)
        self.focus = (found.places | 1 << s.place[piece]) & self.hexes()
        names = title.lexicon.places
        open_, along = (
            [names[place] for place in scan(places)] for places in (found.places & ~found.along, found.along)
        )
        listed = " ".join(open_) if len(open_) <= LISTED else f"{len(open_)} hexes"
        street = f" Along a street, = on the map: {' '.join(along)}." if along else ""
        return said(f"{unit} can fire at, x on the map: {listed}.{street} `arc {unit} HEX` says why not elsewhere.")

    def in_arc(self, unit: str, found: Arc, place: int) -> Reply:
        """Whether a unit can fire at a place, or why not."""
        name = self.title.lexicon.places[place]
        if found.places >> place & 1:
            return said(f"{unit} can fire at {name}{', along a street' if found.along >> place & 1 else ''}.")
        bans = [ban.objection(place, name) for ban in found.bans if ban.where >> place & 1]
        return Reply((words.objections(bans),))

    def due(self, _rest: str) -> Reply:
        """List the units that have not arrived yet."""
        rows: dict[tuple[str, str], list[str]] = {}
        for when, who, what in self.title.aids.arrivals(self.state):
            rows.setdefault((when, who), []).append(what)
        grid = words.columns(0, 0, 1)
        for (when, who), every in rows.items():
            grid.add_row(Text(when, "key"), who.title(), "; ".join(every))
        return Reply((grid,)) if rows else said("No more units will arrive.")

    def lay(self, name: str) -> Callable[[str], Reply]:
        """The command that shows one of the title's overlays on the map."""

        def show(_rest: str) -> Reply:
            self.overlay = overlay(self.title, fair(self.table.state, self.viewer), name)
            return said(f"On the map: {name}, {self.overlay.legend}. `map` removes it.")

        return show

    def map(self, _rest: str) -> Reply:
        """Remove the overlay."""
        self.overlay = None
        return Reply()

    def case(self, rest: str) -> Reply:
        """Show or search the rules."""
        return Reply((answers.rules(self.title, rest),))

    def log(self, rest: str) -> Reply:
        """Show the war diary."""
        entries = self.table.journal
        if rest != "all":
            count = int(rest) if rest.isdigit() and int(rest) else 12
            kept, n = 0, len(entries)
            while n and kept < count:
                n -= 1
                kept += bool(entries[n].heard_by(self.viewer)[1]) and not words.within(entries[n])
            entries = entries[n:]
        told = any(entry.heard_by(self.viewer)[1] for entry in entries)
        return Reply((words.diary(entries, self.viewer) if told else Text("Nothing has happened yet."),))
