"""The section of a report on rules: how often each clause fired, and which never did."""

from collections.abc import Mapping, Sequence
from html import escape

from ..core.rule import Clause
from . import figures
from .clause_counts import built, cited
from .figures import Fired, Simulation
from .measure import JUDGED
from .report_parts import table


def clauses(sims: Sequence[Simulation]) -> str:
    """The section on the rules."""
    book, where = sims[0].title.rulebook, cited(sims[0].title)
    found = [figures.fired(sim) for sim in sims]
    rules = [clause for clause in book.clauses if clause.decides]
    fired = {clause for one in found for clause in one}
    able = set(where.counted) - where.loaded - built(sims[0].title.name)
    never = [c for c in rules if c.id in able and c.id not in fired]
    quiet = [c for c in rules if c.id not in fired and c not in never]
    forbid = [c for c in quiet if c.id in where.forbidding or c.kind == "prohibition"]
    always = [c for c in quiet if c not in forbid]
    came = sum(clause.id in fired for clause in rules)
    games = sum(len(sim) for sim in sims)
    head = (
        f"<p>Of {len(rules)} clauses of the rulebook that decide something, <b>{came}</b> "
        f"came up in these games and <b>{len(never)}</b> never did. {len(always)} more are in force all the time "
        f"(the map, the charts, the sequence of play) and {len(forbid)} only forbid, so they never fire. "
        f'A clause fires when the rule it states is applied. Those marked <span class="chip">weighed</span> say '
        f"what may be done; they were counted on one action in {JUDGED}, checked again.</p>"
    )
    parts = []
    names = {h.id: h.name for h in book.headings}
    by_section: dict[str, list[Clause]] = {}
    for clause in rules:
        if clause.id in fired:
            by_section.setdefault(section(clause.id), []).append(clause)
    for number, inside in by_section.items():
        name = names.get(f"{number}.0") or names.get(number) or number
        rows = [_row(clause, found) for clause in inside]
        chips = f'<span class="chip">{escape(number)}.0</span>' if number[0].isdigit() else ""
        times = " · ".join(
            _much(sum(one[c.id].times for c in inside if c.id in one and not one[c.id].weighed)) for one in found
        )
        parts.append(
            f'<details><summary>{chips}<span class="name">{escape(name)}</span><span class="much">'
            f"{len(inside)} clause{'s' * (len(inside) != 1)}, {times} per game</span></summary>"
            f"{table('clauses stack', _heads(sims), rows)}</details>"
        )
    missing = "".join(f"<li><span>{chip(c)}</span><span>{escape(c.text)}</span></li>" for c in never)
    none = (
        f'<h3>Never came up</h3><p class="note">In {games:,} game{"s" * (games != 1)}. Either these levels never do '
        f'this, or the situation is rare.</p><ul class="never">{missing}</ul>'
        if never
        else "<h3>Never came up</h3><p>Every clause that can be counted came up.</p>"
    )
    return (
        f'<section id="clauses"><h2>Rules at work</h2>{head}{_often(found, rules)}'
        f"<h3>By section of the rulebook</h3>{''.join(parts)}{none}</section>"
    )


def section(clause: str) -> str:
    """The section of a clause: `4` of `4.6a`, `setup` of `setup.3`."""
    return clause.split(".")[0]


def _much(times: float) -> str:
    return f"{times:,.0f}" if times >= 100 else f"{times:.1f}" if times >= 1 else f"{times:.2g}" if times else "0"


def _heads(sims: Sequence[Simulation]) -> list[str]:
    more = ["#Per game", "#Of the games"] if len(sims) == 1 else [f"#{sim.name}, per game" for sim in sims]
    return ["Clause", "What it says", *more]


def _row(clause: Clause, found: Sequence[Mapping[str, Fired]]) -> str:
    ones = [one.get(clause.id) for one in found]
    weighed = all(one is None or one.weighed for one in ones)
    mark = ' <span class="chip">weighed</span>' if weighed else ""
    if len(found) == 1 and ones[0]:
        cells = f'<td class="num">{_much(ones[0].times)}</td><td class="num">{100 * ones[0].share:.0f} %</td>'
    else:
        cells = "".join(f'<td class="num">{_much(one.times) if one else "never"}</td>' for one in ones)
    return f'<tr><td>{chip(clause)}</td><td class="text">{escape(clause.text)}{mark}</td>{cells}</tr>'


def chip(clause: Clause) -> str:
    """The number of a clause."""
    return f'<span class="chip">{escape(clause.id)}</span>'


def _often(found: Sequence[Mapping[str, Fired]], rules: Sequence[Clause]) -> str:
    """The clauses that fired in some games, but not in nearly all."""
    first = found[0]
    some = [c for c in rules if c.id in first and not first[c.id].weighed and 0.02 <= first[c.id].share <= 0.9]
    if not some:
        return ""
    some.sort(key=lambda c: abs(first[c.id].share - 0.5))
    rows = [
        f'<tr><td>{chip(c)}</td><td class="text">{escape(c.text)}</td><td class="bar"><span class="rail">'
        f'<i class="fillx" style="width:{100 * first[c.id].share:.1f}%"></i></span></td>'
        f'<td class="num">{100 * first[c.id].share:.0f} %</td></tr>'
        for c in sorted(some[:10], key=lambda c: -first[c.id].share)
    ]
    heads = ("Clause", "What it says", "Share of the games", "#")
    return "<h3>What came up in some games and not in others</h3>" + table("clauses stack", heads, rows)
