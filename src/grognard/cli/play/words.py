"""Text for the terminal: diary, objections, odds, costs and rules, with their cases."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from ...core.action import CHANCE, NOBODY, Player, Step
from ...core.estimate import fair
from ...core.rule import Clause, Objection, Rulebook, case_of
from ...core.table import Entry, Line, Table
from ...core.title import Outcome, Title
from ...kit.battle.ledger import running
from ...kit.load.game import Game
from ...kit.load.toml import SOURCES
from ...kit.table import DiceOdds, Odds, TableOdds, Wargame, span, wargame

CITE = re.compile(r"\[[^\]\s]*\d[^\]\s]*\]")
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
TURN = re.compile(rf"(Game-)?Turn \d+\b.*|Week \d+\b.*|({MONTHS})\.")
PHASE = re.compile(r"(?!The )[A-Z][\w ]* (Phase|Segment|Impulse|set-up)\.")


def cited(text: str, style: str = "") -> Text:
    """Text with its case numbers dimmed."""
    out = Text(text, style=style)
    out.highlight_regex(CITE, "cite")
    return out


def number(value: Fraction | int) -> str:
    """A number as players write it, such as 2½."""
    whole, rest = divmod(Fraction(value), 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return str(whole) if not rest else f"{float(value):g}"


def columns(*ratios: int) -> Grid:
    """A grid without lines."""
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for ratio in ratios:
        grid.add_column(ratio=ratio or None, overflow="fold")
    return grid


def who(title: Title[Any], player: Player) -> str:
    """The name of the player who decides."""
    if player == CHANCE:
        return "The dice"
    return "Nobody" if player == NOBODY else title.players[player].title()


# -- the diary --------------------------------------------------------------------------------


def sentence(line: Line) -> Text:
    """One line of the diary, followed by its case."""
    text = line.text
    if text.startswith(("the ", "an ", "a ")):
        text = text[0].upper() + text[1:]
    out = cited(text.rstrip("."))
    if re.search(r"\d", line.cite):
        out.append(f" [{line.cite}]", "cite")
    return out.append(".")


def heading(line: Line) -> str:
    """Whether a line of the diary is a heading: `turn`, `phase` or empty."""
    if TURN.fullmatch(line.text):
        return "turn"
    return "phase" if PHASE.fullmatch(line.text) else ""


def chapter(entry: Entry) -> str:
    """The heading an action belongs to, if the title has such headings; otherwise empty."""
    find = wargame(entry.before).aids.chapter
    return find(entry.before) if find else ""


def within(entry: Entry) -> bool:
    """Whether the action is part of something larger, such as a battle."""
    return len(entry.before.stack) > bool(wargame(entry.before).aids.chapter)


def paragraphs(
    entries: Sequence[Entry], viewer: Player | None = None, *, opened: bool = False
) -> list[tuple[str, Text]]:
    """The diary for a viewer: headings for turns and phases, and a paragraph for each battle or other action.

    With `opened`, the first paragraph continues under an earlier heading.
    """
    out: list[tuple[str, Text]] = []
    open_ = False  # whether the next line may continue the last paragraph
    told, cite, items = chapter(entries[0]) if opened and entries else "", "", list[str]()
    for entry in entries:
        open_ = open_ and within(entry)
        lines = entry.heard_by(viewer)[1]
        if lines and (now := chapter(entry)) and now != told:
            told, open_, items = now, False, []
            out.append(("phase", Text(now)))
        for line in lines:
            kind, listed = heading(line), bool(told) and line.cite[:1].isalpha() and ": " in line.text
            if kind:
                out.append((kind, Text(line.text.rstrip("."))))
                open_, items = False, []
                told = line.text.rstrip(".") if kind == "phase" else told
            elif items and listed and line.cite == cite:  # another item of a list, such as a set-up
                items.append(line.text.rstrip("."))
                out[-1] = ("", sentence(Line(cite, _by_place(items))))
            elif open_ and not listed:
                out[-1][1].append(" ").append_text(sentence(line))
            else:
                items = [line.text.rstrip(".")] if listed else []
                out.append(("", sentence(Line(line.cite, _by_place(items)) if listed else line)))
                open_ = True
            cite = line.cite
    return out


def _by_place(items: Sequence[str]) -> str:
    """`III Corps: Riga; IV Corps: Riga` as `Riga: III Corps, IV Corps`."""
    found: dict[str, list[str]] = {}
    for item in items:
        who, _, place = item.rpartition(": ")
        found.setdefault(place, []).append(who.replace("A ", "a ", 1) if who.startswith("A ") else who)
    listed = "; ".join(f"{place}: {', '.join(every)}" if any(every) else place for place, every in found.items())
    return listed[:1].upper() + listed[1:]


def diary(entries: Sequence[Entry], viewer: Player | None = None) -> Group:
    """The diary for a viewer."""
    lines: list[RenderableType] = []
    for kind, text in paragraphs(entries, viewer):
        if kind == "turn":
            text.stylize("head")
            lines += ["", text, Text("─" * len(text.plain), "quiet")]
        elif kind == "phase":
            text.stylize("sub")
            lines += ["", text]
        else:
            grid = columns(0, 1)
            grid.add_row(" ", text)
            lines.append(grid)
    return Group(*lines[1:] if lines and lines[0] == "" else lines)


def news(entries: Sequence[Entry], viewer: Player | None = None, old: int = 0) -> list[Text]:
    """The latest news for a viewer, in paragraphs; those from the first `old` entries are dimmed."""
    out = []
    for part, fresh in ((entries[:old], False), (entries[old:], True)):
        for kind, text in paragraphs(part, viewer, opened=True):
            text.stylize(("sub" if kind else "") if fresh else "quiet")
            out.append(text)
    return out


# -- who decides what -------------------------------------------------------------------------


def prompt(table: Table, *, mine: bool = True) -> Text:
    """Whose decision it is, with step and case; for that player also what is left to do and the verbs."""
    title, s = table.title, table.state
    if s.over:
        return ending(title, table.outcome)
    step: Step = title.step(s)
    player, name = who(title, table.decider), step.name.replace("-", " ")
    name = name.removeprefix(f"{player.lower()} ")
    out = Text().append(f" {player} ", f"player{table.decider}" if table.decider >= 0 else "lead")
    out.append(f" {name}", "lead")
    cite, prompt_ = step.asked(s)
    out.append(f" [{cite}]" if re.search(r"\d", cite) else "", "cite")
    out.append(f" · {prompt_} " if prompt_ else " ")
    if not mine:
        return out
    if step.left and (left := step.left(s)):
        out.append(f"· {left} · ", "lead")
    for n, (verb, _) in enumerate(title.verbs(s)):
        out.append(" " if n else "").append(verb.name, "key")
        if len(verb.args) == 1 and verb.args[0].kind.phrases:
            meant = [(word, verb.args[0].kind.phrase(word).partition(":")[0]) for word in verb.options(s)]
            out.append(f" {', '.join(f'{word} ({phrase})' for word, phrase in meant)}", "quiet")
    return out


def ending(title: Title[Any], outcome: Outcome | None) -> Text:
    """How the game ended."""
    if outcome is None:
        return Text("The game is over.", "lead")
    facts = ", ".join(f"{name} {value}" for name, value in outcome.facts.items())
    return Text(f"{outcome.level}", "lead").append(f" ({facts})." if facts else ".")


def status(table: Table, viewer: Player | None = None) -> Text:
    """The turn and phase, and the numbers that players watch, as far as the viewer may know them."""
    title, s = wargame(table), fair(table.state, viewer)
    out = Text(title.full, "lead").append(f" · {title.now(s)}")
    for name, value in title.aids.status(s).items():
        out.append(f" · {name} {value}")
    return out


# -- objections, costs, odds ------------------------------------------------------------------


def objections(found: Sequence[Objection]) -> Group:
    """All objections, one per line."""
    grid = columns(0, 0, 1)
    for one in found:
        cite = f"[{one.cite}]" if re.search(r"\d", one.cite) else ""
        grid.add_row(Text("✗", "bad"), Text(cite, "cite"), one.text)
    return Group(grid)


def costs(lines: Sequence[Any]) -> Group:
    """A ledger of Movement Points, without limits that have no effect."""
    grid = columns(0, 0, 0, 1)
    before: Fraction | int = 0
    for line, after in zip(lines, running(lines), strict=True):
        idle, before = line.op in ("min", "max") and after == before, after
        if idle:
            continue
        sign = {"+": "+", "x": "×", "=": "", "min": "≤", "max": "≥"}[line.op]
        grid.add_row(Text(f"[{line.cite}]", "cite"), f"{sign}{number(line.amount)}", f"= {number(after)}", line.text)
    return Group(grid)


def volley(found: DiceOdds) -> Group:
    """The odds of a battle with dice: who rolls how many, what hits, and the losses of each side."""
    dice = found.dice
    fires = columns(0, 0, 0, 1)
    for one in found.fires:
        fires.add_row(one.part, f"{one.dice} {'die' if one.dice == 1 else 'dice'}", f"hit on {one.on}", one.who)
    attack = dice.attacker + dice.artillery + dice.bombers
    head = Text(f"{round(attack, 1):g} dice against {round(dice.defender, 1):g}", "lead")
    if found.unknown:
        head.append(f"; {len(found.unknown)} unknown, averaged over what they can be")
    notes = [cited(f"{line.text} [{line.cite}].") for line in found.lines if line.part == "note"]
    parts: list[RenderableType] = [head, fires, *notes]
    for side, losses, style in (("defender", found.defender, "bar.good"), ("attacker", found.attacker, "bar.bad")):
        chances = columns(0, 0, 1)
        for steps, share in sorted(losses.steps.items()):
            chances.add_row(f"{steps:>4}", f"{share:6.1%}", Text("█" * max(1, round(share * 40)), style))
        gone = f"; {losses.gone:.0%} destroyed" if losses.gone else ""
        parts += [Text(f"steps lost by the {side}{gone}"), chances]
    return Group(*parts)


def odds(found: Odds) -> Group:
    """How the column comes about, clause by clause, and the chances of each result."""
    if isinstance(found, DiceOdds):
        return volley(found)
    return Group(_way(found), _column(found), _results(found), Text(found.legend, "quiet"))


def _way(found: TableOdds) -> Grid:
    ledger, before = columns(0, 0, 0, 1), ""
    for line in found.lines:
        idle, before = line.op in ("min", "max") and line.after == before, line.after
        if idle:
            continue
        amount = Text()
        if line.op == "+" and line.part == "column":
            right = line.amount > 0
            amount = Text(f"{'▸' if right else '◂'} {abs(line.amount)}", "ok" if right else "bad")
        text = line.text if line.part == "column" else f"{line.part}: {line.text}"
        ledger.add_row(Text(f"[{line.cite}]", "cite"), amount, line.after, text)
    return ledger


def _column(found: TableOdds) -> Text:
    head = Text("Column ").append(found.column, "lead")
    if not found.unknown:
        return head.append(f"; {found.assumes or 'nothing is unknown'}")
    low, high = span(found.columns)
    head.append(f" most likely, {low} to {high} possible: {_names(found.unknown)} untried.")
    head.append(f" {found.assumes}." if found.assumes else "")
    return head.append("".join(f"  {name} {share:.0%}" for name, share in found.columns.items()), "quiet")


def _results(found: TableOdds) -> Grid:
    chances = columns(0, 0, 1)
    for one in sorted(found.results, key=lambda one: (-one.balance, one.attacker.harm)):
        style = "bar.good" if one.balance > 0 else "bar.fair" if one.balance == 0 else "bar.bad"
        chances.add_row(f"{one.name:>4}", f"{one.chance:6.1%}", Text("█" * max(1, round(one.chance * 60)), style))
    return chances


def _names(units: Sequence[str]) -> str:
    return f"{', '.join(units)} {'is' if len(units) == 1 else 'are'}"


# -- rules ------------------------------------------------------------------------------------


def card(book: Rulebook, case: str) -> Group | None:
    """Our summary of one case or a whole section: heading, clauses, rulings."""
    wanted = case.strip("[]").lower()
    section = wanted.removesuffix(".0") if wanted.endswith(".0") else wanted if wanted.isdigit() else ""
    whole = [h.id for h in book.headings if section and h.id.split(".")[0] == section]
    parts: list[RenderableType] = []
    mere = [] if book.card(wanted)[1] else [h.id for h in book.within(wanted)]
    for one in whole if wanted.isdigit() and whole else [wanted, *mere]:
        parts += _case(book, one)
    return Group(*parts) if parts else None


def _case(book: Rulebook, case: str) -> list[RenderableType]:
    title, clauses, rulings = book.card(case)
    if title is None and not clauses:
        return []
    out: list[RenderableType] = [Text(f"[{title.id}] {title.name}" if title else f"[{case_of(case)}]", "head")]
    grid = columns(0, 1)
    for clause in clauses:
        grid.add_row(Text(f"  {clause.id}", "cite"), _text(clause))
    out.append(grid)
    for ruling in rulings:
        grid = columns(0, 1)
        grid.add_row(Text("  ruling", "warn"), Text(ruling.question, "sub"))
        grid.add_row("", cited(ruling.ruling))
        grid.add_row("", cited(f"Alternative: {ruling.alternative}", "quiet"))
        if ruling.option:
            grid.add_row("", Text(f"option {ruling.option}", "quiet"))
        out.append(grid)
    return out


def contents(book: Rulebook) -> Grid:
    """All headings, with their numbers of clauses and rulings."""
    grid = Grid("case", "name", "clauses", "rulings", box=None, header_style="quiet", pad_edge=False)
    for head in book.headings:
        _, clauses, rulings = book.card(head.id)
        style = "lead" if head.id.endswith(".0") or "." not in head.id else ""
        grid.add_row(head.id, Text(head.name, style), str(len(clauses)), str(len(rulings) or ""))
    return grid


def search(book: Rulebook, words: str) -> Group | None:
    """The clauses that contain all of these words."""
    wanted = [word.lower() for word in words.split()]

    def fits(clause: Clause) -> bool:
        return all(word in clause.text.lower() for word in wanted)

    found = [clause for clause in book.clauses if fits(clause)]
    if not found:
        return None
    grid = columns(0, 1)
    for clause in found:
        grid.add_row(Text(f"[{clause.id}]", "cite"), _text(clause))
    return Group(grid)


def _text(clause: Clause) -> Text:
    """A clause; one that does not apply says so first."""
    return cited(clause.text) if clause.applies else cited(f"[{clause.note}] {clause.text}", "quiet")


# -- titles -----------------------------------------------------------------------------------


def games(every: Iterable[Game]) -> Group:
    """The games, with their scenarios and how long they take against the computer; nothing of them is built."""
    parts: list[RenderableType] = []
    for game in every:
        grid = columns(0, 1)
        grid.add_row(Text(game.name, "lead"), Text(game.full, "head"))
        grid.add_row("", game.about)
        for name, scenario in game.introduction.scenarios.items():
            line = Text(name, "key").append(f"  about {scenario.minutes} minutes. {scenario.text}", "not bold")
            grid.add_row(Text("scenario", "quiet"), line)
        parts += [grid, ""]
    return Group(*parts[:-1])


def title(found: Wargame[Any]) -> Grid:
    """A title, with its scenarios, options and sources of data."""
    grid = columns(0, 1)
    grid.add_row(Text(found.name, "lead"), Text(found.full, "head"))
    grid.add_row("", found.about)
    for name, text in found.scenarios.items():
        grid.add_row(Text("scenario", "quiet"), Text(name, "key").append(f"  {text}", "not bold"))
    for name, option in found.options.items():
        values = ", ".join(f"{value} (default)" if n == 0 else value for n, value in enumerate(option.values))
        line = Text(f"{name} = {values}", "key").append(f"  {option.text}", "default")
        grid.add_row(Text("option", "quiet"), line.append(f" [{option.cite}]" if option.cite else "", "cite"))
    grid.add_row(
        Text("rules", "quiet"), f"version {found.version}, {sum(c.applies for c in found.rulebook.clauses)} clauses"
    )
    for row in reconstructed(found):
        grid.add_row(Text("data", "quiet"), row)
    return grid


def reconstructed(title: Wargame[Any]) -> list[str]:
    """The sources of the map, layer by layer: what is stated and what is reconstructed."""
    out = []
    for layer, counts in title.sources.items():
        stated = [f"{counts[letter]} {SOURCES[letter]}" for letter in "RU" if letter in counts]
        rebuilt = [f"{counts[letter]} {SOURCES[letter]}" for letter in "GE" if letter in counts]
        parts = [", ".join(stated), f"reconstructed: {', '.join(rebuilt)}" if rebuilt else ""]
        out.append(f"{layer}: {'; '.join(part for part in parts if part)}")
    return out
