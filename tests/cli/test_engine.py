import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grognard.cli.protocol import engine as module
from grognard.cli.protocol import games, inquiries, requests
from grognard.cli.protocol.engine import Engine, serve
from grognard.core.rule import Clause, Heading, Rulebook
from grognard.core.title import Title
from grognard.kit import referee
from tests.core.play import MEETING
from tests.kit.toy import TITLES
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "protocol.md").read_text("utf-8")


class Client:
    """A program that drives the engine."""

    def __init__(self) -> None:
        self.engine = Engine(TITLES)

    def __call__(self, cmd: str, **fields: Any) -> dict[str, Any]:
        answer = self.engine.answer(json.dumps({"id": 7, "cmd": cmd, **fields}).encode())
        assert answer["id"] == 7
        assert json.loads(json.dumps(answer, allow_nan=False)) == answer
        return answer

    def ok(self, cmd: str, **fields: Any) -> dict[str, Any]:
        answer = self(cmd, **fields)
        assert answer["ok"], answer
        return answer

    def code(self, cmd: str, **fields: Any) -> str:
        """The code of a refusal, which changes nothing."""
        before = self.everything()
        answer = self(cmd, **fields)
        assert not answer["ok"]
        assert answer["message"]
        assert self.everything() == before
        return str(answer["code"])

    def everything(self) -> Any:
        return [(name, h.seat, h.state.key(), len(h.table.journal)) for name, h in self.engine.games.items()]


@pytest.fixture
def ask() -> Client:
    return Client()


COMBAT = "leningrad79\nat german-combat\nturn 3\n1407 1Pz 6Pz\n1408 118RD"


# -- the documented examples ------------------------------------------------------------------


def examples() -> Iterator[tuple[str, Any]]:
    for block in re.findall(r"```dialogue\n(.*?)```", DOC, re.DOTALL):
        lines = block.splitlines()
        for said, answered in zip(lines[::2], lines[1::2], strict=True):
            assert said.startswith("-> ")
            assert answered.startswith("<- ")
            yield said[3:], json.loads(answered[3:])


def matches(got: Any, wanted: Any) -> bool:
    """Equal, but for what `"..."` leaves out."""
    if wanted == "...":
        return True
    if isinstance(wanted, dict) and isinstance(got, dict):
        open_ = "..." in wanted
        names = [name for name in wanted if name != "..."]
        return (open_ or set(got) == set(names)) and all(n in got and matches(got[n], wanted[n]) for n in names)
    if isinstance(wanted, list) and isinstance(got, list):
        if wanted and wanted[-1] == "...":
            wanted = wanted[:-1]
            got = got[: len(wanted)]
        return len(got) == len(wanted) and all(map(matches, got, wanted))
    return bool(got == wanted and type(got) is type(wanted))


def test_every_example_of_the_documentation() -> None:
    engine = Engine({"leningrad79": TITLES["leningrad79"]})
    count = 0
    for said, wanted in examples():
        got = engine.answer(said.encode())
        assert matches(got, wanted), f"{said}\n{json.dumps(got)}\n{json.dumps(wanted)}"
        count += 1
    assert count > 40
    assert engine.over


def test_every_command_has_an_example() -> None:
    said = [json.loads(line) for line, _ in examples() if line.startswith("{")]
    assert {request["cmd"] for request in said} >= set(Engine(TITLES)._commands())


def test_every_code_is_documented() -> None:
    source = "".join(Path(str(m.__file__)).read_text() for m in (module, games, inquiries, requests, referee))
    used = set(re.findall(r"""(?:(?:Fault|Unanswered)\(\s*|"code": )"([a-z-]+)\"""", source)) | {"over", "bad-action"}
    documented = set(re.findall(r"`([a-z-]+)`", "".join(re.findall(r"^\| (`.*?) \|", DOC, re.MULTILINE))))
    assert used == documented


NAMED = {
    *("pieces", "board", "scalars", "options", "scenarios", "supply", "control", "lands", "markers", "threat", "tally"),
    *("steps", "status", "columns", "results", "harm", "faces", "facts", "sources", "header", "must", "zones", "local"),
    *("here", "beside", "there", "kind", "strength", "identity", "marks", "gone", "losses"),
}
"""Fields whose own fields are names: of pieces, places, sides, columns, or what a title tells of a piece."""


def fields(value: Any, *, named: bool = False) -> Iterator[str]:
    """The names of all fields of an answer that do not name something in the game."""
    if isinstance(value, list):
        for one in value:
            yield from fields(one, named=named)
    elif isinstance(value, dict):
        for name, one in value.items():
            if not named:
                yield name
            yield from fields(one, named=name in NAMED and not named)


def test_every_field_is_documented() -> None:
    engine = Engine({"leningrad79": TITLES["leningrad79"]})
    told = {name for said, _ in examples() for name in fields(engine.answer(said.encode()))}
    asked = {name for _, names in Engine(TITLES)._commands().values() for name in names}
    words = set(re.findall(r"`([A-Za-z_-]+)`", DOC))
    shown = set(re.findall(r'"([a-z_-]+)":', DOC))
    assert told - words - shown - set(TITLES["leningrad79"].lexicon.pieces) == set()
    assert asked - words == set()


def test_an_abbreviation_hides_no_difference() -> None:
    assert matches({"a": 1, "b": [1, 2]}, {"a": 1, "...": "..."})
    assert not matches({"a": 1, "b": 2}, {"a": 1})
    assert not matches({"a": 2}, {"a": 1, "...": "..."})
    assert not matches({"a": [1, 3]}, {"a": [1, 2, "..."]})
    assert not matches(1, True)


# -- requests that are none -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "bad-json"),
        (b"hello", "bad-json"),
        (b'{"cmd": "hello"', "bad-json"),
        (b'\xff\xfe{"cmd": "hello"}', "bad-json"),
        (b'"\xc3"', "bad-json"),
        (b"[" * 100_000, "bad-json"),
        (b'{"a":' * 100_000, "bad-json"),
        (b"1" * 5000, "bad-json"),
        (b"[]", "bad-request"),
        (b'"hello"', "bad-request"),
        (b"null", "bad-request"),
        (b"3", "bad-request"),
        (b"NaN", "bad-request"),
        (b"{}", "bad-request"),
        (b'{"cmd": 3}', "bad-request"),
        (b'{"cmd": null}', "bad-request"),
        (b'{"cmd": "hello", "id": []}', "bad-request"),
        (b'{"cmd": "hello", "id": {"a": 1}}', "bad-request"),
        (b'{"cmd": "hello", "id": NaN}', "bad-request"),
        (b'{"cmd": "hello", "id": 1e999}', "bad-request"),
        (b'{"cmd": "HELLO"}', "unknown-command"),
        (b'{"cmd": "_handle"}', "unknown-command"),
        (b'{"cmd": "hello", "cmd2": 1}', "bad-argument"),
        (b" " * (requests.LONGEST + 1), "too-long"),
    ],
    ids=lambda value: str(value[:30]),
)
def test_a_line_that_is_no_request(line: bytes, code: str) -> None:
    answer = Engine(TITLES).answer(line)
    assert (answer["ok"], answer["code"], answer["id"]) == (False, code, None)
    assert answer["message"]
    json.dumps(answer, allow_nan=False)


@pytest.mark.parametrize("name", [1, -1, "x", "", None, 2.5, True, "\ud800", "é"])
def test_the_id_comes_back(name: Any) -> None:
    answer = Engine(TITLES).answer(json.dumps({"cmd": "hello", "id": name}).encode())
    assert answer["ok"]
    assert answer["id"] == name
    json.dumps(answer).encode("ascii")


BAD_FIELDS: list[tuple[str, dict[str, Any], str]] = [
    ("new", {}, "bad-argument"),
    ("new", {"title": 3}, "bad-argument"),
    ("new", {"title": "chess"}, "unknown-title"),
    ("new", {"title": "toy", "scenario": "war"}, "unknown-scenario"),
    ("new", {"title": "toy", "scenario": 1}, "bad-argument"),
    ("new", {"title": "toy", "options": []}, "bad-argument"),
    ("new", {"title": "toy", "options": {"sun": True}}, "bad-argument"),
    ("new", {"title": "toy", "options": {"sun": "maybe"}}, "bad-option"),
    ("new", {"title": "toy", "options": {"rain": "yes"}}, "bad-option"),
    ("new", {"title": "toy", "seed": 1.5}, "bad-argument"),
    ("new", {"title": "toy", "seed": True}, "bad-argument"),
    ("new", {"title": "toy", "seed": [1]}, "bad-argument"),
    ("new", {"title": "toy", "auto": "yes"}, "bad-argument"),
    ("new", {"title": "toy", "undo": "maybe"}, "bad-argument"),
    ("new", {"title": "toy", "seat": "green"}, "bad-argument"),
    ("new", {"title": "toy", "seat": 0}, "bad-argument"),
    ("new", {"title": "toy", "game": 1}, "bad-argument"),
    ("position", {}, "bad-argument"),
    ("position", {"text": "toy\nat noon"}, "bad-position"),
    ("position", {"text": MEETING, "seat": "german"}, "bad-argument"),
    ("load", {"text": ""}, "bad-position"),
    ("load", {"text": "grognard record 7\n"}, "bad-record"),
    ("load", {"text": "grognard record 1\ntitle toy\n"}, "bad-record"),
    ("ask", {"game": "nowhere"}, "no-game"),
    ("close", {"game": "nowhere"}, "no-game"),
    ("join", {"seat": "red", "as": "main"}, "bad-argument"),
    ("join", {"seat": "red"}, "bad-argument"),
    ("choices", {}, "bad-argument"),
    ("choices", {"verb": "fly"}, "bad-action"),
    ("choices", {"verb": "move", "chosen": "r1"}, "bad-argument"),
    ("choices", {"verb": "move", "chosen": [{}]}, "bad-argument"),
    ("choices", {"verb": "move", "chosen": [None]}, "bad-argument"),
    ("choices", {"verb": "move", "chosen": ["r9"]}, "bad-action"),
    ("choices", {"verb": "move", "chosen": ["r1 r2"]}, "bad-action"),
    ("choices", {"verb": "move", "chosen": ["b1"]}, "illegal"),
    ("choices", {"verb": "move", "chosen": ["r1", "south"]}, "illegal"),
    ("choices", {"verb": "move", "chosen": ["r1", "middle", "north"]}, "bad-argument"),
    ("choices", {"verb": "stance", "chosen": [10**30]}, "bad-argument"),
    ("why", {}, "bad-argument"),
    ("why", {"action": ["move"]}, "bad-argument"),
    ("why", {"action": {"verb": "move"}}, "bad-action"),
    ("why", {"action": {"verb": "move", "args": ["r1"]}}, "bad-action"),
    ("why", {"action": {"verb": "move", "args": ["r1", "middle"], "x": 1}}, "bad-argument"),
    ("why", {"action": "move r1 to the moon"}, "bad-action"),
    ("play", {"action": ""}, "bad-action"),
    ("play", {"action": "move b1 to middle"}, "illegal"),
    ("play", {"action": "stance 3"}, "illegal"),
    ("odds", {"air": -1}, "bad-argument"),
    ("odds", {}, "no-odds"),
    ("odds", {"action": "done"}, "no-odds"),
    ("odds", {"action": "move b1 to middle"}, "illegal"),
    ("roll", {}, "no-roll"),
    ("view", {"side": "green"}, "bad-argument"),
    ("undo", {}, "no-undo"),
    ("undo", {"agreed": 1}, "bad-argument"),
    ("undo", {"agreed": True}, "no-undo"),
    ("log", {"since": -1}, "bad-argument"),
    ("log", {"since": True}, "bad-argument"),
    ("order", {"step": "red-moves", "actions": ["done"]}, "not-yours"),
    ("rules", {"case": "99"}, "unknown-case"),
    ("rules", {"title": "chess"}, "unknown-title"),
    ("rules", {"case": 2}, "bad-argument"),
]


@pytest.mark.parametrize(("cmd", "fields", "code"), BAD_FIELDS)
def test_a_request_that_cannot_be_met_changes_nothing(ask: Client, cmd: str, fields: dict[str, Any], code: str) -> None:
    ask.ok("position", text=MEETING)
    assert ask.code(cmd, **fields) == code


def test_a_clause_that_does_not_apply_says_so() -> None:
    dead = Clause("2.1a", "dead", "Paths follow rails.", "replaced by 9.1", "9.1")
    book = Rulebook((Heading("2.1", "Supply"),), (dead, Clause("2.1b", "state", "Paths are short.")), ())
    engine = Engine({"toy": replace(TITLES["toy"], rulebook=book)})
    answer = engine.answer(b'{"id": 1, "cmd": "rules", "title": "toy", "case": "2.1"}')
    first, second = answer["clauses"]
    assert (first["kind"], first["by"]) == ("dead", "9.1")
    assert first["note"] == "does not apply in this game: replaced by 9.1"
    assert (second["by"], second["note"]) == ("", "")


def test_a_game_that_is_over(ask: Client) -> None:
    ask.ok("position", text="toy\nover\nhour 3")
    answer = ask.ok("ask")
    assert (answer["over"], answer["side"], answer["outcome"]["level"]) == (True, None, "a draw")
    for cmd, fields in (("play", {"action": "done"}), ("why", {"action": "done"}), ("choices", {"verb": "move"})):
        assert ask.code(cmd, **fields) == "over"
    assert ask.code("roll") == "no-roll"
    assert ask.code("odds") == "no-odds"
    assert ask.ok("view")["view"]["procedures"] == []


def test_our_own_faults_are_told_and_the_game_goes_on(ask: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ask.ok("position", text=MEETING)
    with monkeypatch.context() as patch:
        patch.setattr(Title, "play", lambda *_: 1 / 0)
        answer = ask("play", action="stance 1")
    assert (answer["code"], answer["message"]) == ("internal", "ZeroDivisionError: division by zero")
    assert ask.ok("log")["played"] == []
    ask.ok("play", action="stance 1")


def test_not_too_many_games(ask: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_GAMES", 2)
    ask.ok("new", title="toy")
    ask.ok("new", title="toy", game="two")
    assert ask.code("new", title="toy", game="three") == "too-many"
    assert ask.code("join", seat="red", **{"as": "three"}) == "too-many"
    ask.ok("new", title="toy", game="two")
    ask.ok("close", game="two")
    ask.ok("new", title="toy", game="three")


# -- whole games ------------------------------------------------------------------------------


def drive(ask: Client, random: Random) -> None:
    """Play a game through choices alone, as a program that knows no rule."""
    while not (asked := ask.ok("ask"))["over"]:
        if asked["side"] == "chance":
            ask.ok("roll")
            continue
        verbs = asked["verbs"]
        verb = verbs[-1] if random.random() < 0.3 else random.choice(verbs)
        chosen: list[Any] = []
        while not (offer := ask.ok("choices", verb=verb["verb"], chosen=chosen))["done"]:
            assert offer["count"] > 0
            if "members" in offer:
                size = random.randint(offer["low"], offer["high"])
                rest = [name for name in offer["members"] if name not in offer["must"]]
                chosen.append(offer["must"] + random.sample(rest, size - len(offer["must"])))
            elif "ends" in offer:
                chosen.append(random.choice(list(offer["ends"].values()))["path"])
            else:
                chosen.append(random.choice(offer["values"]))
        assert ask.ok("why", action=offer["action"])["legal"]
        assert ask.ok("why", action={"verb": verb["verb"], "args": chosen})["legal"]
        ask.ok("play", action=offer["action"])


@pytest.mark.parametrize(("title", "seed"), [("toy", 1), ("toy", 2), ("leningrad79", 3)])
def test_a_program_that_knows_no_rule_plays_a_game_to_its_end(ask: Client, title: str, seed: int) -> None:
    ask.ok("new", title=title, seed=seed)
    drive(ask, Random(seed))
    text = ask.ok("record")["record"]
    again = ask.ok("load", text=text, game="again")
    assert again["cut"] is None
    assert again["ask"]["over"]
    assert ask.ok("dump", game="again")["position"] == ask.ok("dump")["position"]
    assert ask.ok("record", game="again")["record"] == text


def test_the_same_seed_gives_the_same_dice_and_is_never_told(ask: Client) -> None:
    seed = "fourscore-and-7"
    shown = []
    for name in ("game-a", "game-b"):
        answers = [ask.ok("new", title="toy", seed=seed, auto=True, game=name)]
        for cmd in ("ask", "view", "dump", "log", "record", "titles", "hello"):
            answers.append(ask.ok(cmd, **({"game": name} if cmd not in ("titles", "hello") else {})))
        shown.append(json.dumps(answers).replace(name, ""))
    assert shown[0] == shown[1]
    assert seed not in shown[0]
    assert "seed" not in shown[0]
    others = {
        ask.ok("new", title="toy", seed=n, auto=True, game=f"n{n}") and ask.ok("dump", game=f"n{n}")["position"]
        for n in range(8)
    }
    assert len(others) > 1


def test_the_dice_roll_by_themselves_only_when_asked_to(ask: Client) -> None:
    assert ask.ok("new", title="toy")["ask"]["side"] == "chance"
    answer = ask.ok("new", title="toy", auto=True)
    assert (len(answer["played"]), answer["ask"]["side"]) == (6, "red")
    ask.ok("position", text=COMBAT, auto=True)
    answer = ask.ok("play", action="attack 1408 with 1Pz 6Pz")
    assert [entry["side"] for entry in answer["played"]] == ["german", "chance"]


def test_a_record_is_taken_up_and_played_on(ask: Client) -> None:
    ask.ok("position", text=COMBAT)
    ask.ok("play", action="attack 1408 with 1Pz 6Pz")
    text = ask.ok("record")["record"]
    answer = ask.ok("load", text=text, game="b", auto=True, seed=1)
    assert [entry["side"] for entry in answer["played"]] == ["chance"]
    assert ask.code("load", text=text.replace("1Pz 6Pz\n--", "1Pz 8Pz\n--")) == "bad-record"
    assert "line" in ask("load", text=text.replace("with 1Pz 6Pz", "with 1Pz 8Pz"))["message"]
    cut = ask.ok("load", text=text[:-30], game="c")["cut"]
    assert cut.startswith("line ")
    assert ask.ok("load", text=COMBAT)["cut"] is None


def test_undo_and_log(ask: Client) -> None:
    ask.ok("position", text=MEETING)
    ask.ok("play", action="stance 1")
    ask.ok("play", action={"verb": "move", "args": ["r2", "south"]})
    assert ask.ok("undo")["undone"] == "move r2 to south"
    assert [entry["action"] for entry in ask.ok("log")["played"]] == ["stance 1"]
    assert ask.ok("log", since=1)["played"] == []
    assert ask.ok("log", since=10**9)["count"] == 1
    ask.ok("position", text=MEETING, undo="none")
    ask.ok("play", action="stance 1")
    assert ask.code("undo") == "no-undo"


def test_a_path_by_its_end_or_hex_by_hex(ask: Client) -> None:
    ask.ok("position", text="leningrad79\nat german-movement\nturn 3\n1407 1Pz")
    ends = ask.ok("choices", verb="move", chosen=["1Pz", []])["ends"]
    end, way = max(ends.items(), key=lambda item: len(item[1]["path"]))
    assert len(way["path"]) > 2
    by_end = ask.ok("choices", verb="move", chosen=["1Pz", [], end])
    assert by_end["action"] == f"move 1Pz via {' '.join(way['path'])}"
    assert ask.ok("choices", verb="move", chosen=["1Pz", [], way["path"]])["action"] == by_end["action"]
    assert ask.code("choices", verb="move", chosen=["1Pz", [], [end]]) == "illegal"
    assert ask.ok("why", action={"verb": "move", "args": ["1Pz", [], end]})["legal"]
    assert not ask.ok("why", action={"verb": "move", "args": ["1Pz", [], [end]]})["legal"]
    assert ask.ok("why", action=f"move 1Pz to {end}")["legal"]


def test_odds_are_averaged_over_what_nobody_knows(ask: Client) -> None:
    ask.ok("position", text=COMBAT.replace("118RD", "inf"))
    odds = ask.ok("odds", action="attack 1408 with 1Pz")["odds"]
    assert not odds["exact"]
    assert odds["unknown"] == ["i1"]
    assert sum(odds["columns"].values()) == pytest.approx(1, abs=0.001)
    assert sum(odds["results"].values()) == pytest.approx(1, abs=0.001)
    assert len(odds["columns"]) > 1
    assert odds["range"][0] != odds["range"][1]
    assert all(line["cite"] for line in odds["ledger"])
    ask.ok("play", action="attack 1408 with 1Pz")
    assert ask.ok("odds")["odds"]["columns"] == odds["columns"]


# -- seats ------------------------------------------------------------------------------------


@pytest.fixture
def match(ask: Client) -> Client:
    ask.ok("position", text=MEETING, game="all", seed=3)
    ask.ok("join", game="all", seat="red", **{"as": "r"})
    ask.ok("join", game="all", seat="blue", **{"as": "b"})
    return ask


def test_a_seat_opens_no_other_seat(match: Client) -> None:
    assert match.code("join", game="r", seat="blue", **{"as": "spy"}) == "not-yours"
    assert match.code("join", game="r", **{"as": "spy"}) == "not-yours"
    match.ok("join", game="r", seat="red", **{"as": "r2"})


def test_a_locked_handle_opens_only_with_its_key(ask: Client) -> None:
    ask.ok("position", text=MEETING, game="all", lock="referee's")
    ask.ok("join", game="all", key="referee's", seat="red", lock="red's", **{"as": "r"})
    for cmd in ("ask", "view", "roll", "close", "dump", "record"):
        for game, key in (("all", ""), ("all", "red's"), ("r", "referee's"), ("r", "\ud800")):
            assert ask.code(cmd, game=game, key=key) == "not-yours"
    assert ask.code("join", game="all", seat="blue", **{"as": "spy"}) == "not-yours"
    assert ask.code("position", text=MEETING, game="all") == "not-yours"
    assert ask.ok("ask", game="r", key="red's")["yours"]
    ask.ok("position", text=MEETING, game="all", key="referee's")


def test_a_seat_acts_for_itself_alone(match: Client) -> None:
    assert match.code("play", action="stance 1", game="b") == "not-yours"
    assert match.code("choices", verb="move", game="b") == "not-yours"
    answer = match.ok("why", action="stance 1", game="b")
    assert (answer["legal"], answer["objections"][0]["clause"]) == (False, "form")
    match.ok("play", action="stance 1", game="r")
    assert match.code("undo", game="b") == "no-undo"
    assert match.code("undo", game="r", agreed=True) == "not-yours"
    match.ok("undo", game="r")
    match.ok("play", action="strike r1 at b1", game="r")
    assert match.code("play", action="throw 6", game="r") == "not-yours"
    match.ok("roll", game="b")


def test_every_answer_to_a_seat_is_through_its_eyes(match: Client) -> None:
    match.ok("play", action="scout b1", game="r")
    match.ok("play", action="stance 2", game="r")
    red, blue, referee = (match.ok("log", game=name)["played"] for name in ("r", "b", "all"))
    assert [entry["action"] for entry in red] == ["scout b1", "stance 2"]
    assert [entry["action"] for entry in blue] == ["scout b1", "stance"]
    assert len(blue[0]["lines"]) < len(red[0]["lines"])
    assert red == referee
    assert "b3" not in json.dumps(match.ok("view", game="r"))
    assert "r3" not in json.dumps(match.ok("view", game="b"))
    assert "b3" not in match.ok("dump", game="r")["position"]
    assert "b3" in match.ok("dump", game="all")["position"]
    assert match.ok("ask", game="b")["verbs"] == []
    assert match.code("view", side="blue", game="r") == "not-yours"
    assert (
        match.ok("view", side="red", game="r") == match.ok("view", game="r") == match.ok("view", side="red", game="all")
    )
    assert match.code("record", game="r") == "not-yours"
    assert "stance 2" in match.ok("record", game="all")["record"]


def test_what_a_seat_plays_is_answered_through_its_eyes(match: Client) -> None:
    match.ok("order", step="blue-moves", actions=["stance 2", "done"], game="b")
    match.ok("order", step="blue-moves", actions=["done"], game="b")
    played = match.ok("play", action="done", game="r")["played"]
    assert [(entry["side"], entry["action"]) for entry in played] == [("red", "done"), ("blue", "done")]
    match.ok("order", step="blue-moves", actions=None, game="b")
    match.ok("roll", game="r")
    match.ok("play", action="done", game="r")
    assert match.ok("ask", game="b")["yours"]


def test_orders_are_left_for_steps_in_words(match: Client) -> None:
    assert match.code("order", step="noon", actions=["done"], game="b") == "bad-argument"
    assert match.code("order", step="blue-moves", actions="done", game="b") == "bad-argument"
    assert match.code("order", step="blue-moves", actions=[1], game="b") == "bad-argument"


def test_a_seat_may_read_the_record_when_nothing_is_hidden_or_all_is_over(match: Client) -> None:
    match.ok("new", title="leningrad79", seat="german", game="open")
    assert match.ok("record", game="open")["record"]
    match.ok("position", text="toy\nover\nhour 3", seat="red", game="done")
    assert match.ok("record", game="done")["record"]


def test_a_second_title_needs_no_change_to_the_engine() -> None:
    source = "".join(Path(str(m.__file__)).read_text() for m in (module, games, requests))
    assert "leningrad" not in source.lower()


# -- standard input and output ----------------------------------------------------------------


def served(text: bytes) -> list[dict[str, Any]]:
    sink = BytesIO()
    serve(Engine(TITLES), BytesIO(text), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_one_answer_a_line_in_order() -> None:
    answers = served(b'{"id": 1, "cmd": "hello"}\r\n\n   \nwhat\n{"id": 2, "cmd": "titles"}')
    assert [(a["id"], a["ok"]) for a in answers] == [(1, True), (None, False), (2, True)]


def test_nothing_is_read_after_quit() -> None:
    assert len(served(b'{"cmd": "quit"}\n{"cmd": "hello"}\n')) == 1


def test_a_huge_line_is_skipped_whole() -> None:
    huge = b"x" * (3 * requests.LONGEST + 17)
    answers = served(huge + b'\n{"id": 2, "cmd": "hello"}\n' + huge)
    assert [(a["id"], a.get("code")) for a in answers] == [(None, "too-long"), (2, None), (None, "too-long")]
    exact = b'{"id": 1, "cmd": "hello"}'.ljust(requests.LONGEST - 1) + b"\n"
    assert [a["ok"] for a in served(exact * 2)] == [True, True]


PROGRAM = [sys.executable, "-m", "grognard.cli.protocol.engine"]


def run(**more: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(PROGRAM, stderr=subprocess.PIPE, check=False, timeout=PATIENCE, **more)


def test_the_program_answers_and_ends() -> None:
    done = run(
        input=b'{"id": 1, "cmd": "hello"}\n\xff\n{"id": 2, "cmd": "new", "title": "leningrad79"}\n',
        stdout=subprocess.PIPE,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [a["ok"] for a in answers] == [True, False, True]
    assert (done.returncode, done.stderr) == (0, b"")


def closed(*descriptors: int) -> Any:
    def close() -> None:
        for descriptor in descriptors:
            os.close(descriptor)

    return close


def test_closed_input_or_output_is_no_trouble() -> None:
    for shut in ((0,), (1,), (0, 1)):
        done = run(stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=closed(*shut))
        assert (done.returncode, done.stderr, done.stdout) == (0, b"", b"")


def test_nobody_reads_the_answers() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = run(input=b'{"cmd": "titles"}\n' * 2000, stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_reader_goes_away_in_the_middle() -> None:
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b'{"cmd": "hello"}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]
        process.stdout.close()
        with suppress(BrokenPipeError):
            for _ in range(1000):
                process.stdin.write(b'{"cmd": "hello"}\n')
                process.stdin.flush()
        assert process.wait(timeout=PATIENCE) == 0
        assert process.stderr.read() == b""
        with suppress(BrokenPipeError):
            process.stdin.close()
