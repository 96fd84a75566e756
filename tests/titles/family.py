"""A table of *Assault on Leningrad* or *Assault on Stalingrad*, played and questioned in words."""

from collections.abc import Iterable
from typing import Any, Self

from grognard.core import notation
from grognard.core.action import Action
from grognard.core.bits import scan
from grognard.core.table import Table
from grognard.kit.battle.ledger import total
from grognard.kit.load.pack import Pack, laid
from grognard.kit.load.toml import read_toml
from grognard.kit.table import Wargame
from grognard.titles import GAMES
from grognard.titles.assault.data.components import Components, sixths
from grognard.titles.assault.rules.combat import column_name
from grognard.titles.assault.rules.consequences import sign
from grognard.titles.assault.ruleset import Ruleset
from tests.titles.sitting import Sitting

FILES = ("map.toml", "inset.toml", "units.toml", "tables.toml", "scenarios.toml")


def read_components(rules: Ruleset, file: str = "", text: str = "", packs: Iterable[Pack] = ()) -> Components:
    """The components of a game; one file with another text, or with packs laid over."""
    game = GAMES[rules.title]
    files = {name: read_toml(text if name == file else game.text(name), name) for name in FILES}
    return Components({name: laid(top, name, packs) for name, top in files.items()}, rules)


class Game(Sitting):
    """A table of one of the two games."""

    title: Wargame[Any]
    hex, hexes = Sitting.place, Sitting.places

    def units(self, pieces: int) -> set[str]:
        return {self.title.lexicon.pieces[piece] for piece in scan(pieces)}

    def movers(self, verb: str = "move") -> set[str]:
        """The units that can do something now."""
        return {self.title.lexicon.pieces[piece] for piece in self.options(verb)}

    def reach(self, unit: str, verb: str = "move") -> set[str]:
        """The hexes to which a unit can go."""
        return self.hexes(self.options(verb, self.unit(unit)).ends)

    def march(self, unit: str, path: str, verb: str = "move") -> Action:
        """The move of a unit by exactly this path."""
        return Action(verb, (self.unit(unit), tuple(map(self.hex, path.split()))))

    def against(self, unit: str, path: str, verb: str = "move") -> list[str]:
        """The clauses of all objections to exactly this path."""
        return [objection.clause for objection in self.title.explain(self.s, self.march(unit, path, verb))]

    def price(self, unit: str, path: str, verb: str = "move") -> str:
        """What exactly this path costs a unit, in Movement Points as written; it must be legal."""
        assert self.against(unit, path, verb) == []
        return sixths(int(6 * total(self.title.aids.cost(self.s, self.march(unit, path, verb)))))

    @property
    def odds(self) -> str:
        """The column of the current battle."""
        return column_name(self.s, self.s.local.column)

    def force(self, *words: str) -> set[str]:
        """The single units that could each make an attack on these hexes alone, or the sets of two as `a b`."""
        lead, *also = (self.hex(word) for word in words)
        options = self.options("attack", lead, sum(1 << hex_ for hex_ in also))
        return {" ".join(sorted(self.units(some))) for some in options}

    def strike(self, attack: str, result: str) -> Self:
        """Attack with a die roll that gives this result, which the table must have."""
        self.play(attack)
        if self.s.local is None or self.ask[1] != "die":
            assert result == "DE"
            return self
        b = self.s.local
        found = [face for face in range(1, 7) if sign(self.s.data.crt(face + b.change, b.column)) == result]
        assert found, f"no die gives {result} at {self.odds} with {b.change:+d}"
        return self.play(f"roll {found[0]}")

    def go_on(self) -> Self:
        """Play `done`, or roll a four; draw and divide units as they come."""
        match self.ask:
            case _, "draw":
                return self.play(f"draw {self.title.lexicon.pieces[next(iter(self.options('draw')))]}")
            case _, "divide":
                return self.play(f"north {' '.join(self.units(next(iter(self.options('north')))))}")
            case "chance", _:
                return self.play("roll 4")
        return self.play("done")

    def reach_back(self, unit: str) -> set[str]:
        """The hexes to which a unit can retreat now."""
        return {self.title.lexicon.places[place] for place in self.options("retreat", self.unit(unit))}

    def to(self, step: str) -> Self:
        """Play until this step, in this Game-Turn or the next."""
        for _ in range(40):
            if self.ask[1] == step:
                return self
            self.go_on()
        raise AssertionError(f"{step} never comes")


def position(title: Wargame[Any], text: str, **options: str) -> Game:
    """A table with a position in the notation, with options by name; the dice wait to be told."""
    chosen = [f"options {' '.join(f'{name}={value}' for name, value in options.items())}"] if options else []
    lines = [line.strip() for line in text.strip().splitlines()]
    read = notation.read({title.name: title}, "\n".join([f"{title.name} campaign", *chosen, *lines]))
    return Game(Table(title, position=read, rolls=False))


def begun(title: Wargame[Any], city: str = "", **options: str) -> Game:
    """A game from its start; with a city hex, all units of the city that may be there are in it."""
    game = Game(Table(title, options=options, rolls=False))
    while city and game.ask[1] == "set-up":
        unit = next(iter(game.options("deploy")))
        where = game.options("deploy", unit)
        hex_ = game.hex(city) if game.hex(city) in where else next(iter(where))
        game.play(f"deploy {title.lexicon.pieces[unit]} {title.lexicon.places[hex_]}")
    return game
