"""A game in numbers: what is measured is what a replay at the table shows, counted in another way."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from grognard.core import record
from grognard.core.bits import bits, scan
from grognard.core.record import BadRecord
from grognard.core.table import Table
from grognard.lab.clause_counts import Count, built, cited
from grognard.lab.match import Pairing, recorded
from grognard.lab.measure import Measured, joined, land, measure, packed, shared, unpacked
from grognard.titles import TITLES
from grognard.titles.leningrad79.rules import victory

TITLE = TITLES["leningrad79"]
RECORD = Path(__file__).parents[1] / "records" / "leningrad79" / "brief-melting-1.rec"
TEXT = RECORD.read_text("utf-8")


@pytest.fixture(scope="module")
def found() -> Measured:
    return measure(TITLE, TEXT)


@pytest.fixture(scope="module")
def table() -> Any:
    return record.read(TITLES, TEXT).table


def ends(table: Any) -> dict[int, Any]:
    """The position in which each turn ended."""
    after = [entry.before for entry in table.journal[1:]] + [table.state]
    out = {}
    for entry, then in zip(table.journal, after, strict=True):
        if then.turn != entry.before.turn or then.over:
            out[entry.before.turn] = then
    return out


def steps(s: Any, side: str) -> int:
    """The steps of a side on the map, unit by unit."""
    total = 0
    for piece in range(len(s.place)):
        seen = TITLE.portrait(s, piece)
        if seen["there"]["side"] == side and seen["there"]["place"] not in ("reserve", "lost"):
            total += seen.get("strength", {"steps": 1})["steps"]
    return total


# -- the game and its turns -------------------------------------------------------------------


def test_the_row_tells_how_the_record_ends(found: Measured) -> None:
    assert "-- Soviet tactical victory after 433 actions, position " in TEXT
    row = found.row
    assert (row["winner"], row["level"], row["margin"]) == ("soviet", "Soviet tactical victory", -17)
    assert (row["points_german"], row["points_soviet"], row["difference"]) == (30, 47, -17)
    assert (row["actions"], row["turns"], row["scenario"]) == (433, 12, "campaign")
    assert row["options"] == "pool=strict crt=smooth"
    assert (row["german_level"], row["soviet_level"]) == ("brief", "melting")
    assert (row["game"], row["seed"]) == (None, "")


def test_the_header_names_game_seed_and_levels(table: Any) -> None:
    text = record.write(table, {"game": "17", "seed": "x 17", "german": "club", "soviet": "random"})
    row = measure(TITLE, text).row
    assert (row["game"], row["seed"], row["german_level"], row["soviet_level"]) == (17, "x 17", "club", "random")


def test_every_turn_is_as_the_table_shows_it(found: Measured, table: Any) -> None:
    there = ends(table)
    assert (
        [row["turn"] for row in found.turns]
        == [turn for turn in range(13) for _ in range(2)]
        == [turn for turn in there for _ in range(2)]
    )
    for row in found.turns:
        s, side = there[row["turn"]], row["side"]
        assert row["steps"] == steps(s, side)
        points = dict(part.split() for part in TITLE.aids.status(s)["points"].split(", "))
        assert row["points"] == int(points[side.title()])
        other = "Soviet" if side == "german" else "German"
        assert row["margin"] == int(points[side.title()]) - int(points[other])


def test_supply_is_asked_unit_by_unit(found: Measured, table: Any) -> None:
    s = ends(table)[7]
    for row in found.turns:
        if row["turn"] == 7:
            mine = [piece for piece in range(len(s.place)) if TITLE.portrait(s, piece)["there"]["side"] == row["side"]]
            assert TITLE.aids.trace
            lines = [line for piece in mine if (line := TITLE.aids.trace(s, piece)) is not None]
            assert (row["units"], row["supplied"]) == (len(lines), sum(line.ok for line in lines))


def test_losses_are_steps_that_left_the_map(found: Measured, table: Any) -> None:
    lost: Counter[tuple[int, str]] = Counter()
    after = [entry.before for entry in table.journal[1:]] + [table.state]
    for entry, then in zip(table.journal, after, strict=True):
        if entry.before.place != then.place or entry.before.reduced != then.reduced:
            for side in TITLE.players:
                lost[entry.before.turn, side] += max(0, steps(entry.before, side) - steps(then, side))
    assert {(row["turn"], row["side"]): row["losses"] for row in found.turns if row["losses"]} == +lost
    assert found.row["german_losses"] == sum(n for (_, side), n in lost.items() if side == "german") == 35


# -- ground -----------------------------------------------------------------------------------


def test_ground_has_one_owner_and_units_stand_on_their_own(found: Measured, table: Any) -> None:
    dry = land(TITLE)
    for turn, s in ends(table).items():
        german, soviet = (unpacked(found.ground[str(turn)][side]) for side in TITLE.players)
        assert not german & soviet
        assert not (german | soviet) & ~dry
        assert not s.held[0] & dry & ~german
        assert not s.held[1] & dry & ~soviet
        rows = {row["side"]: row["ground"] for row in found.turns if row["turn"] == turn}
        assert rows == {"german": german.bit_count(), "soviet": soviet.bit_count()}


def test_water_is_no_ground() -> None:
    wet = {TITLE.lexicon.places[place] for place in scan(TITLE.data.board.hexes & ~land(TITLE))}
    assert wet == {hex_ for hex_, kind in TITLE.data.map.terrain.items() if kind in ("sea", "lake")} != set()


ROW = [0b10, *(0b101 << n - 1 for n in range(1, 8))]  # eight places in a row


def test_what_nobody_holds_belongs_to_the_nearest() -> None:
    everywhere = 0b11111111
    assert shared([0b1, 0b10000000], everywhere, ROW) == [0b1111, 0b11110000]
    assert shared([0b1, 0b1000000], everywhere, ROW) == [0b111, 0b11110000]  # the fourth is as near to both
    assert shared([0b1, 0b10000000], everywhere & ~0b100, ROW) == [0b11, 0b11111000]  # and water keeps them apart


def test_what_is_cut_off_falls_to_the_other() -> None:
    assert joined([0b00001011, 0b11110100], [0b1001, 0b10000000], ROW) == [0b00001111, 0b11110000]
    assert joined([0b00011011, 0b11100100], [0b1, 0b10000000], ROW) == [0b00000111, 0b11111000]  # both were
    assert joined([0b00001111, 0b11110000], [0b1, 0b10000000], ROW) == [0b00001111, 0b11110000]
    assert joined([0b00001111, 0b11110000], [0, 0b10000000], ROW) == [0, 0b11111111]


def test_sets_of_places_are_packed() -> None:
    places = bits((0, 5, 300))
    assert unpacked(packed(places)) == places
    assert packed(0b11111) == "1f"


# -- clauses ----------------------------------------------------------------------------------


def test_a_statement_counts_when_it_is_carried_out() -> None:
    with Count(TITLE) as count:
        victory.level(TITLE.data, 5)
        victory.level(TITLE.data, -5)
    victory.level(TITLE.data, 5)
    assert count.found == {"18.0a": 2, "18.3a": 2}


def test_a_condition_counts_when_it_holds(table: Any) -> None:
    s = table.first.copy()
    with Count(TITLE) as count:
        assert victory.soviet_points(s) == 0
    assert count.found == {"18.1a": 1}
    panzers = list(scan(s.data.panzers & s.data.german_armor))
    s.reduced |= 1 << panzers[0] | 1 << panzers[1]
    with Count(TITLE) as count:
        victory.soviet_points(s)
    assert count.found == {"18.1a": 1, "18.1b": 2, "18.1c": 2}


def test_what_is_counted_aside_is_not_counted_twice() -> None:
    aside: dict[str, int] = {}
    with Count(TITLE) as count:
        victory.level(TITLE.data, 5)
        with count.aside(aside):
            victory.level(TITLE.data, 5)
            victory.level(TITLE.data, 5)
    assert (count.found["18.3a"], aside["18.3a"]) == (1, 2)


def test_the_code_is_as_before_even_when_something_breaks() -> None:
    before = victory.level.__code__
    with Count(TITLE):
        assert victory.level.__code__ is not before
    with pytest.raises(StopIteration), Count(TITLE):
        victory.level(TITLE.data, -(10**9))
    assert victory.level.__code__ is before


def test_the_diary_is_counted(found: Measured, table: Any) -> None:
    """A clause that only the diary cites fires as often as the diary says."""
    diary: Counter[str] = Counter()
    s = table.first.copy()
    for entry in table.journal:
        s.log = []
        TITLE.play(s, entry.action)
        diary.update(note.clause for note in s.log)
    told = {clause: times for clause, times in diary.items() if clause not in cited(TITLE).counted}
    assert told
    assert {clause: found.cases[clause] for clause in told} == told
    for clause, times in diary.items():
        assert found.cases[clause] >= times


def test_lines_of_the_schedule_fire_when_they_are_used(found: Measured, table: Any) -> None:
    slots = TITLE.data.slots
    used = Counter(
        slots[entry.before.slot[entry.action.args[0]]].source.removeprefix("R:")
        for entry in table.journal
        if entry.action.verb == "enter"
    )
    assert used
    for clause, times in used.items():
        assert found.cases[clause] >= times


def test_every_clause_counted_is_one_of_the_rulebook(found: Measured) -> None:
    known = {clause.id for clause in TITLE.rulebook.clauses}
    assert found.cases.keys() | found.judged.keys() <= known
    assert len(found.cases) > 150
    assert set(cited(TITLE).counted) | cited(TITLE).loaded | cited(TITLE).forbidding <= known


def test_what_is_built_in_holds_in_every_game() -> None:
    """Of *Moscow '41*: how many areas there are is settled when it is built, who wins at the end is not."""
    assert "2.0a" in built("moscow41")
    assert "1.7d" not in built("moscow41")


def test_judging_counts_what_only_says_what_may_be_done(found: Measured) -> None:
    assert found.judged.keys() - found.cases.keys()


# -- ways to measure --------------------------------------------------------------------------


def test_record_table_and_actions_measure_the_same(found: Measured, table: Any) -> None:
    assert measure(TITLE, TEXT, [entry.action for entry in table.journal]) == found
    other = measure(TITLE, table)
    assert other[1:] == found[1:]
    assert other.row == found.row | {"german_level": "", "soviet_level": ""}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda text: text.replace("position f0b9278f9f75", "position f0b9278f9f76"), "does not end as"),
        (lambda text: text.replace("-- Soviet tactical", "-- German tactical"), "does not end as"),
        (lambda text: text[: text.index("\n-- Soviet tactical") + 1], "cut off after this line"),
        (lambda text: text.replace("\nchance roll", "\nnobody roll", 1), "'nobody' is not a player"),
        (lambda text: text.replace("\nchance roll 1", "\nchance fly 1", 1), "'fly' is not possible now"),
    ],
)
def test_a_record_that_was_changed_is_refused(change: Any, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        measure(TITLE, change(TEXT))


def test_a_game_that_is_not_over_is_refused(table: Any) -> None:
    short = Table(TITLE, position=table.at(100), rolls=False)
    with pytest.raises(BadRecord, match="not over"):
        measure(TITLE, record.write(short))


def test_moscow_is_measured_too() -> None:
    title = TITLES["moscow41"]
    pairing = Pairing("moscow41", "gasp", ("recruit", "recruit"), "lab 1")
    text = recorded(pairing, title, {"german": "recruit", "soviet": "recruit"})
    found = measure(title, text)
    table = record.read(TITLES, text).table
    s: Any = table.state
    assert table.outcome is not None
    assert found.row["points_german"] == table.outcome.facts["german"]
    last = found.turns[-2:]
    assert [row["points"] for row in last] == [table.outcome.facts[side] for side in title.players]
    german, soviet = (unpacked(found.ground[str(last[0]["turn"])][side]) for side in title.players)
    assert german | soviet == land(title) == title.data.board.areas
    assert german == s.german & title.data.board.areas
    for n, row in enumerate(last):
        shown = [title.portrait(table.state, piece) for piece in range(len(title.lexicon.pieces))]
        there = [one for one in shown if one["there"]["side"] == title.players[n]]
        assert 0 < row["units"] <= len(there)
        assert row["steps"] >= row["units"] >= row["supplied"]
    assert len(found.cases) > 150
