"""`grognard report`: the results of one or more simulations on one page."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..core.title import Bad
from ..draw.themes.theme import SANS, SERIF, css
from ..kit.table import Wargame
from ..titles import TITLES
from . import figures, plots
from .comparison_report import compared
from .figures import Simulation
from .fronts import Ground
from .plots import Run
from .report_parts import between, count, figure, percent, rail, signed, table, whole
from .rules_report import clauses

RULED = "control"
LETTERS = {"R": "stated by the rules", "G": "projected from geography", "E": "reconstructed", "U": "from a pack"}


def report(*folders: Path, titles: Mapping[str, Wargame[Any]] = TITLES, turns: Sequence[int] = ()) -> str:
    """A self-contained page on the simulations in these folders, all of one title."""
    sims = named([figures.read(folder, titles) for folder in folders])
    if not sims:
        raise Bad("name the directory of at least one simulation")
    if len({sim.title.name for sim in sims}) > 1:
        raise Bad(f"a report covers one title, not {' and '.join(dict.fromkeys(sim.title.name for sim in sims))}")
    last = max(sim.last for sim in sims)
    for turn in turns:
        if not 0 <= turn <= last:
            raise Bad(f"no game reached turn {turn}; the last is {last}")
    return _Page(sims, list(turns)).html()


def named(sims: Sequence[Simulation]) -> list[Simulation]:
    """Each simulation by the name of its folder, numbered where two have the same."""
    seen: Counter[str] = Counter()
    for sim in sims:
        seen[sim.name] += 1
        sim.name += f" ({seen[sim.name]})" if seen[sim.name] > 1 else ""
    return [*sims]


# -- the page ---------------------------------------------------------------------------------


class _Page:
    def __init__(self, sims: Sequence[Simulation], turns: list[int]) -> None:
        self.sims, self.title, self.turns = sims, sims[0].title, turns
        self.sides = tuple(side.title() for side in self.title.players)
        self.ground = Ground(self.title)

    def html(self) -> str:
        """The whole page."""
        sims, title = self.sims, self.title
        one = sims[0] if len(sims) == 1 else None
        body = [self._header(), self._nav(one)]
        if one:
            body += self._parts(one, "")
        else:
            body.append(compared(sims))
            for n, sim in enumerate(sims, 1):
                about = f'<p class="lede">{escape(self._about(sim))}</p>'
                inside = "".join(self._parts(sim, f"-{n}"))
                body.append(
                    f'<section class="sim" id="sim-{n}"><p class="kicker">Simulation {n} of {len(sims)}</p>'
                    f"<h2>{escape(sim.name)}</h2>{about}{inside}</section>"
                )
        body += [clauses(sims), self._sources()]
        style = (
            f":root{{--sans:{SANS};--serif:{SERIF};{css('light')}}}"
            f"@media (prefers-color-scheme:dark){{:root{{{css('dark')}}}}}"
            + files(__package__).joinpath("report.css").read_text("utf-8").replace("\n", "")
        )
        return (
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{escape(title.full)}: laboratory report</title><style>{style}</style></head>"
            f"<body>{self.ground.definitions()}<main>{plots.told_apart(''.join(body))}</main></body></html>\n"
        )

    def _about(self, sim: Simulation) -> str:
        """A sentence on what was simulated."""
        scenario = self.title.scenarios.get(str(sim.plan.get("scenario")), str(sim.plan.get("scenario")))
        said = f"{count(len(sim), 'game')} of {scenario}, {sim.levels}"
        return said + (f", with {sim.options}." if sim.options else ", with the default options.")

    def _header(self) -> str:
        sims, title = self.sims, self.title
        total = sum(len(sim) for sim in sims)
        lede = (
            self._about(sims[0])
            if len(sims) == 1
            else (f"{count(total, 'game')} in {len(sims)} simulations, compared.")
        )
        facts = [f"<li>Rules version <b>{title.version}</b></li>"]
        if len(sims) == 1:
            plan = sims[0].plan
            facts.append(f"<li>Seed <b>{escape(str(plan.get('seed')))}</b></li>")
            if len(sims[0]) < int(plan.get("games", 0)):
                facts.append(f"<li><b>{len(sims[0]):,}</b> of {plan['games']:,} games done</li>")
        if title.packs:
            facts.append(f"<li>Packs <b>{escape(', '.join(title.packs))}</b></li>")
        facts.append("<li>Every game is saved as a record and can be replayed</li>")
        return (
            f'<header><p class="kicker">Laboratory report</p><h1>{escape(title.full)}</h1>'
            f'<p class="lede">{escape(lede)}</p><p class="note">{escape(title.about)}</p>'
            f'<ul class="facts">{"".join(facts)}</ul></header>'
        )

    def _nav(self, one: Simulation | None) -> str:
        if one:
            links = {"wins": "Who wins", "margin": "The margin", "losses": "Losses", "ground": "Ground"}
        else:
            links = {"compared": "Side by side"} | {f"sim-{n}": sim.name for n, sim in enumerate(self.sims, 1)}
        links |= {"clauses": "Rules at work", "sources": "Sources and limits"}
        return "<nav>" + "".join(f'<a href="#{at}">{escape(text)}</a>' for at, text in links.items()) + "</nav>"

    def _parts(self, sim: Simulation, mark: str) -> list[str]:
        parts = (("wins", self._wins), ("margin", self._margin), ("losses", self._losses), ("ground", self._front))
        return [f'<section id="{name}{mark}">{draw(sim)}</section>' for name, draw in parts]

    # -- who wins -----------------------------------------------------------------------------

    def _wins(self, sim: Simulation) -> str:
        cards = []
        for share in figures.wins(sim):
            low, high = share.interval
            kind = f"side{share.side}" if share.side >= 0 else "plain"
            cards.append(
                f'<div class="card {kind}"><p class="kicker">{escape(share.name)} wins</p><div class="big">'
                f"{percent(share.share)}</div><small>{share.number:,} of {share.games:,}; 95 % interval "
                f"{between(low, high)}</small></div>"
            )
        margin = figures.average([row["margin"] for row in sim.rows])
        actions = figures.average([row["actions"] for row in sim.rows])
        cards.append(
            f'<div class="card plain"><p class="kicker">Margin</p><div class="big">{signed(margin.mean)}</div>'
            f"<small>{escape(self.sides[0])} points minus {escape(self.sides[1])} points, on average "
            f"({signed(margin.low)} to {signed(margin.high)})</small></div>"
        )
        cards.append(
            f'<div class="card plain"><p class="kicker">Length</p><div class="big">{actions.mean:,.0f}</div>'
            f"<small>actions per game, dice included; {self._length(sim)}</small></div>"
        )
        rows = []
        for share in figures.endings(sim):
            low, high = share.interval
            rows.append(
                f'<tr><td>{escape(share.name)}</td><td class="bar">{rail(share)}</td><td class="num">'
                f'<b>{percent(share.share)}</b></td><td class="num">{between(low, high)}</td>'
                f'<td class="num">{share.number:,}</td></tr>'
            )
        heads = ("Ending", "Share of the games", "#Share", "#95 % interval", "#Games")
        return (
            f'<h2>Who wins</h2><div class="cards">{"".join(cards)}</div>{table("stack endings", heads, rows)}'
            '<p class="note">The whisker is the 95 % confidence interval (Wilson): where the share would settle with '
            "more and more games.</p>"
        )

    @staticmethod
    def _length(sim: Simulation) -> str:
        ends = [int(row["turns"]) for row in sim.rows]
        if min(ends) == max(ends):
            return f"every game lasted {count(ends[0], 'turn')}"
        return f"{min(ends)} to {max(ends)} turns, {sum(ends) / len(ends):.1f} on average"

    # -- the margin ---------------------------------------------------------------------------

    def _margin(self, sim: Simulation) -> str:
        a, b = self.sides[:2]
        names = {f"side{n}": f"{side} wins" for n, side in enumerate(self.sides)} | {"ink3": "nobody wins"}
        colours = [f"side{self.title.players.index(row['winner'])}" if row["winner"] else "ink3" for row in sim.rows]
        values = [float(row["margin"]) for row in sim.rows]
        band = figures.bands(sim, "margin", 0, carried=True)
        fan = plots.fan(band, f"{a} points minus {b} points", f"The margin of {sim.name} turn by turn", (a, b))
        hist = plots.spread(
            values,
            colours,
            names,
            f"final margin ({a} points minus {b} points)",
            f"The distribution of the final margins of {sim.name}",
        )
        drawn = [
            figure(
                "How the games ended",
                hist,
                f"From {whole(min(values))} to {whole(max(values))}; "
                f"half of the games between {whole(band[-1].quantiles[1])} and {whole(band[-1].quantiles[3])}.",
            ),
            figure(
                "How the margin grew", fan, "At the end of each turn. A game that ended earlier keeps its final margin."
            ),
            figure(
                "Points of each side",
                plots.lines(self._runs(sim, "points", carried=True), "points", "Points of both sides turn by turn"),
                "Mean, and the band that contains four games in five.",
            ),
        ]
        actions = [float(row["actions"]) for row in sim.rows]
        drawn.append(
            figure(
                "How long the games were",
                plots.spread(
                    actions,
                    ["plot0"] * len(actions),
                    {"plot0": ""},
                    "actions, dice included",
                    "The distribution of the lengths of the games",
                ),
                self._length(sim).capitalize() + "." + self._seconds(sim),
            )
        )
        return f'<h2>The margin</h2><div class="plots">{"".join(drawn)}</div>'

    @staticmethod
    def _seconds(sim: Simulation) -> str:
        found = [float(row["seconds"]) for row in sim.rows if row.get("seconds") is not None]
        return f" A game took {sum(found) / len(found):.2f} s on one processor." if found else ""

    def _runs(self, sim: Simulation, what: str, *, carried: bool = False, first: int = 0) -> list[Run]:
        found = (figures.bands(sim, what, n, carried=carried, first=first) for n in range(len(self.sides)))
        return [Run(self.sides[n], f"side{n}", bands) for n, bands in enumerate(found) if bands]

    # -- losses -------------------------------------------------------------------------------

    def _losses(self, sim: Simulation) -> str:
        reached = "Of the games that reached that turn: mean, and the band that contains four games in five."
        drawn = [
            figure(
                "Steps lost in each turn",
                plots.lines(self._runs(sim, "losses", first=1), "steps lost", "Steps that each side lost in each turn"),
                reached,
            ),
            figure(
                "Steps in play",
                plots.lines(
                    self._runs(sim, "steps"),
                    "steps at the end of the turn",
                    "Steps that each side has at the end of each turn",
                ),
                reached,
            ),
        ]
        supply = [(n, figures.unsupplied(sim, n)) for n in range(len(self.sides))]
        runs = [
            Run(self.sides[n], f"side{n}", [figures.Band(t, 0, 100 * v, ()) for t, v in found])
            for n, found in supply
            if found
        ]
        if runs:
            words = "Share of the units out of supply at the end of each turn"
            plot = plots.lines(runs, "percent of the units", words, spread=False)
            drawn.append(figure("Out of supply", plot, "Of all units on the map, in all games."))
        drawn.append(
            figure(
                "Ground held",
                plots.lines(
                    self._runs(sim, "ground", carried=True),
                    "places",
                    "Places that each side holds at the end of each turn",
                ),
                "Land places. Mean, and four games in five.",
            )
        )
        rows = []
        for n, side in enumerate(self.title.players):
            total = figures.average([float(row[f"{side}_losses"]) for row in sim.rows])
            rows.append(f"<b>{escape(self.sides[n])}</b> {total.mean:.1f} steps ({total.low:.1f} to {total.high:.1f})")
        return (
            f"<h2>Losses, strength and supply</h2><p>Lost in a whole game, on average: {'; '.join(rows)}.</p>"
            f'<div class="plots">{"".join(drawn)}</div>'
        )

    # -- ground -------------------------------------------------------------------------------

    def _front(self, sim: Simulation) -> str:
        turns = [turn for turn in self.turns if turn <= sim.last] or figures.chosen(sim.last)
        shares = {turn: figures.ground(sim, turn) for turn in turns}
        a, b = map(escape, self.sides[:2])
        tall = " tall" if self.ground.map.window.height > self.ground.map.window.width else ""
        maps = [
            f'<figure><p class="head">End of turn {turn}</p>'
            f"{self.ground.heat(found, f'Ground held at the end of turn {turn}')}</figure>"
            for turn, found in shares.items()
        ]
        every = range(1, sim.last + 1) if sim.last <= 6 else sorted({*turns, *range(1, sim.last + 1, 2)})
        fronts = {turn: shares.get(turn) or figures.ground(sim, turn) for turn in every}
        advance = self.ground.advance(fronts, "The front of most games turn by turn")
        if RULED in self.title.aids.overlays:
            whose = "A place belongs to the side that controls it by the rules."
        else:
            whose = (
                "A place belongs to the side that held it last, by a unit or by a zone that only its units exert; "
                "at the start to the nearest side. Places cut off from all units of their side go to the other side."
            )
        key = (
            f'<p class="key"><span>{b} in every game<span class="ramp" style="background:linear-gradient(90deg,'
            "color-mix(in srgb,var(--heat1) 66%,var(--land)),var(--land),"
            f'color-mix(in srgb,var(--heat0) 66%,var(--land)))"></span>{a} in every game</span>'
            '<span><svg width="34" height="12"><path class="front" d="M1 6H33" stroke-width="4"/></svg>'
            "the front of most games</span>"
            '<span><svg width="34" height="12"><path class="rim" d="M1 6H33" stroke-width="2" '
            'style="stroke-dasharray:5 4"/></svg>nine games in ten are on one side of it</span></p>'
        )
        return (
            "<h2>Ground</h2><p>Who held what at the end of a turn, in how many of the games. The weaker the tint, the "
            f"more evenly the place was divided between the sides. {whose} A game that ended earlier counts "
            "as it ended. Point at a place for its figures.</p>"
            f'{key}<div class="maps{tall}">{"".join(maps)}</div>'
            f'<h3>The front, turn by turn</h3><p class="note">The line on one side of which {a} units hold most '
            f"places in most games, at the end of the turn in the disc.</p>"
            f'<div class="maps{tall}"><figure class="advance">{advance}</figure></div>'
        )

    # -- sources and limits -------------------------------------------------------------------

    def _sources(self) -> str:
        sources = self.title.sources
        total = {letter: sum(found.get(letter, 0) for found in sources.values()) for letter in LETTERS}
        every = sum(total.values()) or 1
        told = ", ".join(f"{total[letter]:,} are {text}" for letter, text in LETTERS.items() if total[letter])
        layers = [name for name, found in sources.items() if 2 * found.get("E", 0) > sum(found.values())]
        mostly = f" Mostly reconstructed: {escape(', '.join(layers))}." if layers else ""
        kinds = f"Of {every:,} entries of its map, charts and set-ups {told}"
        if total["E"]:
            warn = (
                f"<b>Parts of this game are reconstructed.</b> {kinds} ({percent(total['E'] / every)} reconstructed)."
                f"{mostly} Figures that depend on them may differ from play with the printed components."
            )
        else:
            warn = f"{kinds}."
        return (
            f'<section id="sources"><h2>Sources and limits</h2><div class="warn"><p>{warn}</p></div>'
            "<p>Both sides were played by computers. A level is a fixed thinking budget; two games with the same "
            "seed are the same game. What holds for these levels need not hold for people: compare several levels "
            "before calling a scenario unbalanced.</p>"
            "<p>Margins and points are those of the rules at that moment. Losses are steps that left play; steps that "
            "return later do not reduce them. Means have the 95 % interval of the normal approximation.</p>"
            "</section><footer>Made by Grognard's laboratory from the records in "
            f"{escape(', '.join(sim.name for sim in self.sims))}.</footer>"
        )
