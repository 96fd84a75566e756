"""Records: typed values, and the line of whatever is wrong, wherever tables are written."""

from fractions import Fraction

import pytest

from grognard.kit.load.toml import DataError, Record, note, read_toml, tally

TEXT = """\
# a comment with [brackets]
[chart]
source = "R:1"
cost = "1/2"
[[chart.row]]
n = 1
[[chart.row]]
n = "two"

[list]
unit = [
    { id = "a", n = 1, note = "{not a table}" },  # nor } this
    { id = "b", n = 0 },

    { id = "c" },
]
"""


def chart() -> Record:
    return read_toml(TEXT, "x.toml").record("chart")


def refused(wrong: "pytest.ExceptionInfo[DataError]") -> tuple[int, str]:
    assert wrong.value.file == "x.toml"
    return wrong.value.line, wrong.value.what


def test_tables_of_a_table_know_their_lines() -> None:
    _, second = chart().records("row")
    with pytest.raises(DataError) as wrong:
        second.number("n")
    assert refused(wrong) == (8, "n must be a whole number")


def test_inline_tables_know_their_lines() -> None:
    first, second, third = read_toml(TEXT, "x.toml").record("list").records("unit")
    assert first.number("n") == 1
    with pytest.raises(DataError) as wrong:
        second.number("n")
    assert refused(wrong) == (13, "n must be above zero")
    with pytest.raises(DataError) as wrong:
        third.number("n")
    assert refused(wrong) == (15, "list.unit has no 'n'")


@pytest.mark.parametrize(("least", "most", "said"), [(3, 5, "between 3 and 5"), (3, None, "at least 3")])
def test_limits_of_a_number(least: int, most: int | None, said: str) -> None:
    table = read_toml("n = 2\nm = 3", "x.toml")
    assert table.number("m", least, most) == 3
    with pytest.raises(DataError, match=f"x.toml:1: n must .*{said}"):
        table.number("n", least, most)


@pytest.mark.parametrize("wrong", ["0", "-1", "1/0", "half", "1.5", ""])
def test_fractions(wrong: str) -> None:
    assert chart().fraction("cost") == Fraction(1, 2)
    with pytest.raises(DataError, match=r"x.toml:1: cost must be a number in quotes"):
        read_toml(f'cost = "{wrong}"', "x.toml").fraction("cost")


@pytest.mark.parametrize("value", ["nan", "inf", "true", '"1"'])
def test_what_is_no_number(value: str) -> None:
    with pytest.raises(DataError, match=r"x.toml:1: a must be a number"):
        read_toml(f"a = {value}", "x.toml").real("a")


def test_keys_too_many_and_too_few() -> None:
    table = read_toml("a = 1\nb = 2", "x.toml")
    table.exactly("a", "b")
    with pytest.raises(DataError, match=r"x.toml:2: unknown key 'b'"):
        table.exactly("a")
    with pytest.raises(DataError, match=r"the file has no 'c'"):
        table.exactly("a", "b", "c")


def test_lines_of_a_text_in_one_line_are_found_too() -> None:
    table = read_toml('\nrows = "a\\nb"', "x.toml")
    assert [(at.line, line) for at, line in table.lines("rows")] == [(2, "a"), (2, "b")]


@pytest.mark.parametrize("text", ["a = " + "9" * 5000, "a = " + "[" * 5000])
def test_toml_that_no_reader_can_take(text: str) -> None:
    with pytest.raises(DataError, match=r"^x.toml:1: "):
        read_toml(text, "x.toml")


def test_sources_are_counted() -> None:
    items: dict[str, str] = {}
    table = chart()
    for item in ("x", "y"):
        note(items, table, item)
    note(items, table, "z", source="E:ours")
    assert tally(items) == {"E": 1, "R": 2}
    with pytest.raises(DataError, match="chart x is given twice"):
        note(items, table, "x")


def test_a_table_that_has_no_header_of_its_own_begins_with_the_first_table_in_it() -> None:
    text = '[a]\nx = 1\n\n[side.red]\nink = 1\n\n[side.blue]\nink = 2\n\n[mark.x]\nside = "red"\n'
    side = read_toml(text, "x.toml").record("side")
    for name, line in (("red", 5), ("blue", 8)):
        with pytest.raises(DataError) as wrong:
            side.record(name).word("ink")
        assert refused(wrong) == (line, "ink must be a text")
