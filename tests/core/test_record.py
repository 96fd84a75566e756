import re
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from grognard.cli.commands.fuzz_input import scramble
from grognard.core import notation, record
from grognard.core.record import BadRecord
from grognard.core.table import Table
from grognard.core.title import Bad, Title
from tests.core.play import LENINGRAD, TITLES, game
from tests.core.toy import TOY


def why(text: str | bytes) -> str:
    with pytest.raises(BadRecord) as caught:
        record.read(TITLES, text)
    return str(caught.value)


def texts(table: Table) -> list[str]:
    return [entry.text for entry in table.journal]


# -- whole ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("title", [LENINGRAD, TOY], ids=lambda title: str(title.name))
def test_a_replay_is_the_game(title: Title[Any], seed: int) -> None:
    table = game(title, seed)
    text = record.write(table, {title.players[0]: "Ännchen von Tharau", "date": "today"})
    replay = record.read(TITLES, text)
    assert replay.cut is None
    assert replay.header[title.players[0]] == "Ännchen von Tharau"
    assert [(e.player, e.action, e.text, e.lines) for e in replay.table.journal] == [
        (e.player, e.action, e.text, e.lines) for e in table.journal
    ]
    assert [e.before.key() for e in replay.table.journal] == [e.before.key() for e in table.journal]
    assert replay.table.state.key() == table.state.key()
    assert replay.table.outcome == table.outcome
    assert record.write(replay.table, replay.header) == text
    assert record.read(TITLES, text.encode()).table.state.key() == table.state.key()
    assert record.read(TITLES, text.replace("\n", "\r\n")).cut is None


def test_the_header_says_by_what_the_game_was_played() -> None:
    table = Table(LENINGRAD, options={"pool": "strict"}, rolls=False)
    lines = record.write(table).splitlines()
    assert lines[:6] == [
        "grognard record 1",
        "title leningrad79",
        f"rules {LENINGRAD.version}",
        "scenario campaign",
        "options pool=strict",
        "packs none",
    ]
    layers = [line[8:].split(":")[0] for line in lines if line.startswith("sources ")]
    assert layers == list(LENINGRAD.sources)
    assert lines[-2] == "--"
    assert re.fullmatch(r"-- in play after 0 actions, position [0-9a-f]{12}", lines[-1])


def test_one_line_for_each_action_with_its_dice() -> None:
    table = game(TOY, 5)
    lines = record.write(table).splitlines()
    body = lines[lines.index("--") + 1 : -1]
    assert len(body) == len(table.journal)
    assert sum(line.startswith("chance ") for line in body) == sum(e.player == -1 for e in table.journal) > 0
    assert lines[-1].startswith(f"-- {table.outcome.level} after {len(body)} actions" if table.outcome else "?")


def test_a_game_in_play_goes_on_where_it_stood() -> None:
    table = game(LENINGRAD, 3, 80)
    replay = record.read(TITLES, record.write(table))
    assert replay.cut is None
    assert replay.table.state.key() == table.state.key()
    assert replay.table.may_undo() == table.may_undo()
    action = LENINGRAD.sample(table.state, Random(1).randrange)
    replay.table.rolls = False
    replay.table.play(action)
    table.play(action)
    assert record.write(replay.table) == record.write(table)


def test_a_game_from_a_position() -> None:
    start = notation.read(TITLES, "leningrad79\nat german-combat\nturn 3\n1407 1Pz\n1408 118RD")
    table = Table(LENINGRAD, position=start, rolls=False)
    for action in ("attack 1408 with 1Pz", "roll 6"):
        table.play(action)
    text = record.write(table)
    assert "\nposition\n  leningrad79 campaign\n" in text
    replay = record.read(TITLES, text)
    assert replay.table.state.key() == table.state.key()
    assert record.write(replay.table) == text


def test_no_seed_in_a_record() -> None:
    text = record.write(Table(TOY, seed="4815162342"))
    assert "4815162342" not in text
    assert "seed" not in text


def test_header_lines_of_ones_own() -> None:
    table = Table(TOY, rolls=False)
    assert "\nred Anna\n" in record.write(table, {"red": "Anna"})
    assert record.write(table, {"title": "chess", "options": "sun=yes"}) == record.write(table)
    for name, value in (("two words", "x"), ("--", "x"), ("red", "Anna\nblue wins"), ("-x", "y"), ("red", "a\rb")):
        if name not in record.RESERVED:
            with pytest.raises(Bad, match="header line"):
                record.write(table, {name: value})


# -- torn -------------------------------------------------------------------------------------


def torn_everywhere(table: Table, header: dict[str, str], step: int = 1) -> None:
    """Cut the record at every byte: it is read up to the cut and says so, or is refused as a whole."""
    raw = record.write(table, header).encode()
    played = texts(table)
    body = raw.index(b"\n--\n") + 3
    whole = record.read(TITLES, raw)
    assert whole.cut is None
    for at in [*range(0, len(raw), step), len(raw) - 1]:
        try:
            replay = record.read(TITLES, raw[:at])
        except BadRecord as wrong:
            refused = str(wrong)
            assert at < body, refused
            assert re.match(r"line \d+: ", refused)
            continue
        assert at >= body
        assert replay.cut is not None
        assert re.match(r"line \d+: the record was cut off ", replay.cut)
        complete = min(raw[body + 1 : at].count(b"\n"), len(played))
        assert texts(replay.table) == played[:complete]
        assert int(replay.cut.split(":")[0].split()[1]) == raw[:at].count(b"\n") + (not raw[:at].endswith(b"\n"))


def test_a_record_torn_at_any_byte() -> None:
    torn_everywhere(game(TOY, 6, 25), {"red": "Jürgen", "blue": "Łucja"})


def test_a_finished_record_torn_at_any_byte() -> None:
    torn_everywhere(game(TOY, 8), {}, step=3)


def test_a_record_of_leningrad_torn_at_many_bytes() -> None:
    torn_everywhere(game(LENINGRAD, 4, 60), {"german": "Anna"}, step=29)


def test_a_record_from_a_position_torn_at_any_byte() -> None:
    start = notation.read(TITLES, "toy\nat game red-moves\nhour 2\nnorth r1=fox b1=bear\nmiddle r2=bear b2=fox")
    table = Table(TOY, position=start, rolls=False)
    for action in ("strike r1 at b1", "throw 3"):
        table.play(action)
    torn_everywhere(table, {})


def test_half_a_line_is_not_played_though_it_might_be_read() -> None:
    """`with 1Pz 6Pz` cut behind 1Pz would be another attack."""
    start = notation.read(TITLES, "leningrad79\nat german-combat\nturn 3\n1407 1Pz 6Pz\n1408 118RD")
    table = Table(LENINGRAD, position=start, rolls=False)
    table.play("attack 1408 with 1Pz 6Pz")
    text = record.write(table)
    replay = record.read(TITLES, text[: text.index(" 6Pz\n-- in")])
    assert texts(replay.table) == []
    assert replay.cut is not None
    assert "in the middle of this line" in replay.cut


# -- changed ----------------------------------------------------------------------------------


def changed(table: Table, change: Callable[[list[str], int], None]) -> str:
    """What a record is refused for, after a change to its lines behind `--`."""
    lines = record.write(table).splitlines()
    change(lines, lines.index("--") + 1)
    return why("\n".join(lines) + "\n")


def setting(n: int, line: str) -> Callable[[list[str], int], None]:
    def change(lines: list[str], first: int) -> None:
        lines[first + n] = line

    return change


def test_a_changed_line_is_refused_with_its_number_and_cases() -> None:
    table = Table(LENINGRAD, rolls=False)
    for hex_ in ("1304", "1404", "1504"):
        table.play(f"deploy {hex_}")
    first = record.write(table).splitlines().index("--") + 2
    line = f"line {first + 1}: "
    assert changed(table, setting(1, "soviet deploy 1305")).startswith(
        line + "deploy 1305: [setup.7] the column of 1305 already has its division"
    )
    assert changed(table, setting(1, "german deploy 1404")) == (
        line + "deploy 1404: [form] the Soviet player must decide now"
    )
    assert changed(table, setting(1, "finn deploy 1404")).startswith(line + "'finn' is not a player of leningrad79")
    assert changed(table, setting(1, "soviet march 1404")).startswith(line + "'march' is not possible now")
    assert changed(table, setting(1, "soviet")).startswith(line + "no action was given")
    assert changed(table, setting(1, "soviet DEPLOY 1404")).startswith(line + "'DEPLOY 1404' is not how this action is")
    assert changed(table, setting(1, "chance roll 3")).startswith(line + "roll 3: [form] the Soviet player must decide")


def test_dice_that_cannot_be() -> None:
    start = notation.read(TITLES, "leningrad79\nat german-combat\nturn 3\n1407 1Pz\n1408 118RD")
    table = Table(LENINGRAD, position=start, rolls=False)
    table.play("attack 1408 with 1Pz")
    table.play("roll 6")
    assert "roll 7: [2.0]" in changed(table, setting(1, "chance roll 7"))


def test_another_game_under_the_same_lines_is_noticed() -> None:
    """A legal change to a line: the replay comes to another position than the record says."""
    table = Table(LENINGRAD, rolls=False)
    table.play("deploy 1304")
    table.play("deploy 1404")
    assert "the record comes to the position" in changed(table, setting(1, "soviet deploy 1405"))
    assert "the record counts, in actions, '2', its replay '1'" in changed(
        table, lambda lines, at: lines.__delitem__(at)
    )
    assert "the record stands at 'German strategic victory', its replay 'in play'" in changed(
        table, setting(2, "-- German strategic victory after 2 actions, position 000000000000")
    )
    assert "expected `-- LEVEL after N actions" in changed(table, setting(2, "--"))
    assert "the record already ended before this line" in changed(
        table, lambda lines, _: lines.append("soviet deploy 1504")
    )


def test_a_last_line_written_by_hand_may_be_short() -> None:
    text = re.sub(r" after .*\n$", "\n", record.write(game(TOY, 9)))
    assert record.read(TITLES, text).cut is None


HEADER = {
    "": "line 1: not a record",
    "hello\n": "line 1: not a record",
    "grognard record 2\n": "line 1: unknown format 2; this program reads format 1",
    "grognard record 1": "line 1: not a record",
    "grognard record 1\n": "line 1: the record was cut off in its header",
    "grognard record 1\ntitle toy\n--\n": "line 3: the header has no rules, no scenario, no options, no packs",
    "grognard record 1\ntitle toy\ntitle toy\n--\n": "line 3: 'title' was already given in line 2",
    "grognard record 1\n\n--\n": "line 2: the header must end with a line `--`, not with an empty line",
    "grognard record 1\n  toy\n--\n": "line 2: an indented line belongs below `position`",
}


@pytest.mark.parametrize(("text", "said"), HEADER.items())
def test_what_is_no_record(text: str, said: str) -> None:
    assert why(text).startswith(said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("title toy", "title chess", "line 2: 'chess' is not a title; titles: " + ", ".join(TITLES)),
        ("rules 3", "rules 2", "line 3: the record was made by rules version 2 of toy; this is version 3"),
        ("scenario duel", "scenario war", "line 4: toy has no scenario 'war'; it has: duel, long"),
        ("options none", "options sun", "line 5: 'sun' are not options: write name=value for each, or none"),
        ("options none", "options", "line 5: '' are not options"),
        ("options none", "options sun=maybe", "line 5: option sun is one of no, yes, not 'maybe'"),
        ("options none", "options sun=yes sun=yes", "line 5: 'sun=yes sun=yes' are not options"),
        ("options none", "opptions none", "line 7: the header has no options"),
        ("packs none", "packs finland", "line 6: the record was made with the pack finland, which is not"),
        ("--\n", "position\n  toy long\n  at dealing\n--\n", "line 7: the title, scenario or options of the position"),
        ("--\n", "position\n  toy\n  at dealing\n  west r1\n--\n", "line 10: 'west' is neither a place nor a heading"),
    ],
)
def test_a_header_that_does_not_fit(old: str, new: str, said: str) -> None:
    text = record.write(Table(TOY, rolls=False))
    assert text.count(old) >= 1
    assert why(text.replace(old, new, 1)).startswith(said)


@pytest.mark.parametrize(
    ("made", "loaded", "said"),
    [
        (
            ("a@111111",),
            (),
            "with the pack a@111111, which is not loaded: give it with --pack a, or --pack and its dir",
        ),
        (("a@111111",), ("a@222222",), "with the pack a@111111, but the one loaded is a@222222: its data have changed"),
        ((), ("a@111111",), "without the pack a@111111: leave it out"),
        (("a@111111", "b@222222"), ("a@111111",), "with the pack b@222222, which is not loaded"),
        (
            ("a@111111", "b@222222"),
            ("b@222222", "a@111111"),
            "with its packs in another order: a@111111, then b@222222",
        ),
    ],
)
def test_a_record_wants_the_packs_it_was_made_with(made: tuple[str, ...], loaded: tuple[str, ...], said: str) -> None:
    text = record.write(Table(replace(TOY, packs=made), rolls=False))
    assert f"\npacks {' '.join(made) or 'none'}\n" in text
    assert record.read({"toy": replace(TOY, packs=made)}, text).cut is None
    with pytest.raises(BadRecord) as caught:
        record.read({"toy": replace(TOY, packs=loaded)}, text)
    assert str(caught.value).startswith(f"line 6: the record was made {said}")


def test_rules_that_changed_since_are_named() -> None:
    text = record.write(game(TOY, 2))
    newer = replace(TOY, version=4)
    with pytest.raises(BadRecord, match="rules version 3 of toy; this is version 4"):
        record.read({"toy": newer}, text)


def test_bytes_that_are_no_text() -> None:
    raw = record.write(game(TOY, 2)).encode()
    assert why(raw.replace(b"packs", b"p\xffcks")) == "line 6: not UTF-8 text"
    assert why(b"\xff\xfe\x00") == "line 1: not a record: it does not begin with `grognard record`"


def test_no_text_is_answered_with_anything_but_a_clear_refusal() -> None:
    random = Random(11)
    text = record.write(game(TOY, 12, 40))
    words = ["red", "blue", "chance", "--", "done", "r1", "b2", "north", "\0", "  ", "position", "999", "\u2028", ""]
    refused = [0, 0]
    for _ in range(600):
        try:
            replay = record.read(TITLES, scramble(random, text, words))
        except BadRecord as wrong:
            refused[bool(re.match(r"line \d+: ", str(wrong)))] += 1
        else:
            assert replay.cut is not None or replay.table.state.key() == game(TOY, 12, 40).state.key()
    assert refused[0] == 0
    assert refused[1] > 300
