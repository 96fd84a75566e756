"""A board of areas in the terminal: what stands where, for whoever looks."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from grognard.cli.board import areas, text_map
from grognard.cli.commands import replay
from grognard.cli.play import answers, completion, place_report, words
from grognard.cli.play.computers import Computers, apart, remembered
from grognard.cli.play.reply import Reply
from grognard.cli.play.session import Session
from grognard.cli.protocol.engine import Engine
from grognard.core import notation, record
from grognard.core.action import PUBLIC
from grognard.core.table import Table
from grognard.kit.spelling import place_word
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from tests.cli.conftest import Run

TITLE: Wargame[Any] = TITLES["moscow41"]
POSITION = """moscow41 campaign
at game choice
turn 1
german 16A 9A 4A 2A 67 66 77 78 79 88 89 90 91 100
german_lines 90
soviet_lines 102
90 Guderian(level=3) 24PzK(level=2) 8FK(level=0)
91 46PzK 25RC 30RC(cube)
102 33RC
103 21MC
63 Stalin
Rastenburg Hitler
"""


@pytest.fixture
def table() -> Table:
    return Table(TITLE, position=notation.read({TITLE.name: TITLE}, POSITION), rolls=False)


def row(table: Table, viewer: int | None, name: str) -> str:
    return next(row.text.plain for row in areas.rows(table.state, viewer) if row.place == TITLE.lexicon.place(name))


def named(s: Any, face: str) -> str:
    """The piece that has a face."""
    return str(TITLE.lexicon.pieces[s.piece[TITLE.lexicon.face(face)]])


def printed(what: Any) -> str:
    console = Console(width=200, color_system=None)
    with console.capture() as said:
        console.print(what)
    return said.get()


def test_own_blocks_by_name_and_enemies_by_their_backs(table: Table) -> None:
    assert "Guderian ★★★  24PzK ••" in row(table, 0, "90").replace("8FK ♥  ", "")
    assert "8FK ♥" in row(table, 0, "90")
    assert row(table, 0, "90").endswith("line")
    assert "German" in row(table, 0, "90")
    assert row(table, 1, "90").count(areas.BACK) == 3
    assert "24PzK" not in row(table, 1, "90")
    assert "! " in row(table, 0, "91")
    assert "25RC •••" in row(table, 1, "91")
    assert "30RC •••#" in row(table, 1, "91")
    assert row(table, 0, "91").count(areas.BACK) == 2
    assert "Stalin ★★★★" in row(table, 0, "63")


def test_the_public_sees_backs_only(table: Table) -> None:
    text = text_map.draw(table.state, 100, 80, view=text_map.View(viewer=-3)).plain
    assert "24PzK" not in text
    assert "25RC" not in text
    assert "Hitler" in text


def test_the_list_fits_its_height_about_the_focus(table: Table) -> None:
    whole = text_map.draw(table.state, 100, 80).plain
    assert len(whole.splitlines()) == text_map.full_height(table.state)
    cut = text_map.draw(table.state, 100, 3, focus=1 << TITLE.lexicon.place("102")).plain
    assert len(cut.splitlines()) == 3
    assert "102 Klimovichi" in cut


def test_a_look_at_an_area(table: Table) -> None:
    text = printed(place_report.look(TITLE, table.state, 0, TITLE.lexicon.place("90")))
    for word in ("Krichev", "green", "german line", "next to", "XXIV Panzer Corps", "•• of 4, fast", "Sozh"):
        assert word in text
    theirs = printed(place_report.look(TITLE, table.state, 1, TITLE.lexicon.place("90")))
    assert "XXIV" not in theirs
    assert "46PzK" in theirs  # among what the backs may be


def test_places_by_their_names() -> None:
    assert place_word(TITLE, "Krichev") == "90"
    assert place_word(TITLE, "naro-fominsk") == "73"
    assert place_word(TITLE, "90") == "90"
    assert {"90", "16A"} <= {word.text for word in answers.place_names(TITLE)}


def test_what_may_be_typed_next(table: Table) -> None:
    """The ends of a move with what they cost."""
    table.play("strategic-move")
    verb = TITLE.step(table.state).verb("move")
    assert verb is not None
    piece = named(table.state, "24PzK")
    words = {word.text: word.meaning for word in completion.after(TITLE, table.state, verb, [piece, "to"])}
    assert words["78"].startswith("1 MP, Krasny")


def test_questions_leak_nothing(table: Table, tmp_path: Path) -> None:
    """The reach of a block whose face a player cannot see is the same whatever it is."""
    enemy = named(table.state, "33RC")
    random, texts, costs = Random(4), set(), set()
    for n in range(8):
        s = table.state if n == 0 else TITLE.guess(table.state, 0, random.randrange)
        session = Session(Table(TITLE, position=s, rolls=False), tmp_path / "kept.game")
        assert session.viewer == 0
        texts.add("".join(printed(part) for part in session.reach(enemy).parts))
        costs.add(str(TITLE.aids.reach(s, 1 << TITLE.lexicon.piece(enemy))))
    assert len(costs) > 1
    assert len(texts) == 1


# -- against the computer ---------------------------------------------------------------------


def hidden(table: Table, viewer: int) -> set[str]:
    """The enemies whose faces a player does not see, by name; those that are part of another name are left out."""
    s: Any = table.state
    known = {True: set[str](), False: set[str]()}
    for piece in range(len(s.place)):
        known["identity" in TITLE.sees(s, viewer, piece)].add(TITLE.portrait(s, piece)["identity"].get("name", ""))
    return {name for name in known[False] if name and not any(name in other for other in known[True])}


def spoken(parts: Any) -> str:
    return "".join(printed(part) for part in parts)


@pytest.fixture
def against(tmp_path: Path) -> tuple[Session, Computers, str]:
    """A Soviet player whose enemy, a computer, has just called Reinforcements; and what he was told."""
    session = Session(Table(TITLE, seed=3), tmp_path / "kept.game")
    computers = Computers({0: "recruit"}, 3)
    computers.seat(session)
    return session, computers, spoken(computers.go(session))


def test_a_computer_tells_nothing_that_is_hidden(against: tuple[Session, Computers, str]) -> None:
    session, _, news = against
    assert session.viewer == 1
    assert "enters in" in news
    diary = spoken(session.log("all").parts).replace("\n", " ")
    assert "A German Block" in diary
    secret = hidden(session.table, 1)
    assert len(secret) > 20
    for text in (" ".join(news.split()), " ".join(diary.split())):
        assert not [name for name in secret if name in text]


def test_what_the_computer_did_is_not_taken_back(against: tuple[Session, Computers, str]) -> None:
    session, _, _ = against
    assert session.table.journal[-1].player == 0
    assert "by another player" in spoken(session.say("undo").parts)


def test_while_the_computer_has_to_decide_nothing_of_its_side_is_open(tmp_path: Path) -> None:
    """As when it was stopped: the player looks with his own eyes, and does not act for it."""
    session = Session(Table(TITLE, seed=3), tmp_path / "kept.game")
    Computers({0: "recruit"}, 3).seat(session)
    assert session.table.decider == 0
    assert session.viewer == 1
    assert not session.verbs()
    for line in ("tactical", "why tactical", "odds tactical"):
        before = session.table.state.key()
        assert session.say(line).kind == "refusal"
        assert session.table.state.key() == before
    assert not [name for name in hidden(session.table, 1) if name in spoken(session.say("look 89").parts)]


def test_what_a_computer_does_is_told_and_kept_at_once(tmp_path: Path) -> None:
    session = Session(Table(TITLE, seed=3), tmp_path / "kept.game")
    computers, told, kept = Computers({0: "recruit"}, 3), list[str](), list[int]()

    def tell(part: Any) -> None:
        told.append(printed(part))
        if session.path.exists():
            kept.append(len(session.path.read_text().splitlines()))

    computers.seat(session)
    computers.tell = tell
    reply = computers.say(session, Reply(("Welcome",)))
    assert not reply.parts
    assert told[0] == "Welcome\n"
    assert any("enters in" in text for text in told)
    assert len(set(kept)) > 5


def test_two_computers_are_watched_with_open_blocks(tmp_path: Path) -> None:
    session = Session(Table(TITLE, seed=3), tmp_path / "kept.game")
    Computers({0: "recruit", 1: "recruit"}, 3).seat(session)
    assert session.viewer is None


def test_the_record_remembers_who_was_a_computer(against: tuple[Session, Computers, str]) -> None:
    session, _, _ = against
    assert session.header["computers"] == "german recruit"
    assert "\ncomputers german recruit\n" in session.record()
    assert remembered(TITLE.players, "german recruit soviet club") == ["--german", "recruit", "--soviet", "club"]
    assert remembered(TITLE.players, "finnish recruit german marshal soviet") == []


def test_the_title_may_stand_behind_the_levels() -> None:
    assert apart(["moscow41", "--german", "club"]) == ("moscow41", ["--german", "club"])
    assert apart(["--german", "club", "moscow41", "--soviet=random"]) == (
        "moscow41",
        ["--german", "club", "--soviet=random"],
    )
    assert apart(["--german=club", "moscow41"]) == ("moscow41", ["--german=club"])
    assert apart(["--german", "club"]) == ("", ["--german", "club"])
    assert apart([""]) == ("", [])


def test_a_seat_asks_for_odds_only_of_its_own_decisions() -> None:
    engine = Engine({TITLE.name: TITLE})

    def ask(cmd: str, **fields: Any) -> Any:
        return engine.answer(json.dumps({"cmd": cmd, **fields}).encode())

    assert ask("new", title="moscow41", seed=1, auto=True)["ok"]
    assert ask("join", seat="soviet", **{"as": "boris"})["ok"]
    assert ask("play", action="tactical")["ok"]
    assert ask("odds", action="activate 24PzK")["code"] == "illegal"
    assert ask("odds", action="activate 24PzK", game="boris")["code"] == "not-yours"
    assert ask("odds", game="boris")["code"] == "no-odds"


# -- what hidden blocks could do --------------------------------------------------------------


def test_the_reach_of_a_back_is_that_of_the_fastest_it_may_be(tmp_path: Path) -> None:
    """A tank or a rifle corps: both players' words say so, and the reach is that of the tank, whoever it is."""
    ground = POSITION.replace("102 33RC\n103 21MC\n", "{}\n")
    answers_ = set()
    for faces in (
        "102 33RC(trail=102+103)\n103 21MC(trail=102+103)",
        "102 21MC(trail=102+103)\n103 33RC(trail=102+103)",
    ):
        s = notation.read({TITLE.name: TITLE}, ground.format(faces))
        session = Session(Table(TITLE, position=s, rolls=False), tmp_path / "kept.game")
        backs = [
            TITLE.lexicon.pieces[n] for n, at in enumerate(session.state.place) if at == TITLE.lexicon.place("102")
        ]
        told = spoken(session.say(f"reach {backs[0]}").parts)
        assert "at its highest possible speed" in told
        assert "   5  " in told
        answers_.add(told.replace(backs[0], "it"))
        assert "?" in spoken(session.say("look 103").parts).split("Soviet can get")[1]
    assert len(answers_) == 1
    slow = notation.read({TITLE.name: TITLE}, ground.format("102 33RC(trail=102)\n103 21MC(trail=103)"))
    session = Session(Table(TITLE, position=slow, rolls=False), tmp_path / "kept.game")
    back = named(slow, "33RC")
    assert "   5  " not in spoken(session.say(f"reach {back}").parts)


def test_who_can_get_to_an_area(table: Table, tmp_path: Path) -> None:
    """Enemies too: they would fight there. Who stands among enemies is counted for his own side."""
    session = Session(table, tmp_path / "kept.game")
    told = " ".join(spoken(session.say("look 102").parts).split())
    german, soviet = told.split("German can get here ")[1].split(" Soviet can get here ")
    assert {"24PzK (1)", "Guderian (1)"} <= {f"{a} {b}" for a, b in pairwise(german.split())}
    for back in ("25RC", "30RC"):
        assert f"{named(table.state, back)}?" not in german
    assert f"{named(table.state, '25RC')}?" in soviet


def test_what_is_known_of_a_back(table: Table, tmp_path: Path) -> None:
    session = Session(table, tmp_path / "kept.game")
    told = " ".join(spoken(session.say("look 102").parts).split())
    back = named(table.state, "33RC")
    assert f"{back} not known may be" in told
    assert "33RC" in told  # among others
    assert "21MC" in told
    assert "XXIV Panzer Corps" in spoken(session.say("look 90").parts)


def test_hints_come_from_the_game(table: Table, tmp_path: Path) -> None:
    session = Session(table, tmp_path / "kept.game")
    told = spoken(session.say("help").parts)
    assert "look AREA" in told
    assert "HEX" not in told
    assert "ZOC" not in told
    assert "An area means your units in it: move 90 to 78." in told
    assert "Several at once: move Guderian 24PzK to 78." in told or "move 8FK Guderian to 78" in told
    table.play("strategic-move")
    asked = spoken(session.say("why").parts)
    example = asked.split("name an action: why ")[1].strip()
    assert "That is allowed" in spoken(session.say(f"why {example}").parts)


def test_overlays_stand_in_the_list(table: Table, tmp_path: Path) -> None:
    session = Session(table, tmp_path / "kept.game")
    session.say("reach 24PzK")
    drawn = text_map.draw(table.state, 100, 80, view=session.view()).plain
    assert "102 Klimovichi           2" in drawn.replace("  1 ", "  2 ")
    assert text_map.under(table.state, 100, 80, 0, (0, 0), 0, 5) == next(areas.rows(table.state, None)).place


# -- passing the keyboard ---------------------------------------------------------------------


@pytest.fixture
def shared(tmp_path: Path) -> Session:
    """Two players at one keyboard."""
    session = Session(Table(TITLE, seed=3), tmp_path / "kept.game")
    session.passing = True
    return session


def looking(session: Session) -> tuple[bool, int | None]:
    """Is the curtain drawn, and who looks?"""
    return session.curtain, session.viewer


def test_nobody_sees_the_blocks_of_who_sat_there_before(shared: Session) -> None:
    assert looking(shared) == (True, PUBLIC)
    assert "Pass the keyboard to the German player" in shared.prompt().plain
    assert shared.say("tactical").kind == "refusal"
    assert not shared.table.journal[-1].text.startswith("tactical")
    shared.say("")
    assert looking(shared) == (False, 0)
    shared.say("strategic-move")
    shared.say("move 24PzK to 91")
    reply = shared.say("done")
    shared.say("battle 91")
    while looking(shared) == (False, 0):
        reply = shared.say("done")
    assert looking(shared) == (True, PUBLIC)
    drawn = text_map.draw(shared.state, 120, 80, view=shared.view()).plain
    for text in (drawn, spoken(reply.parts), shared.prompt().plain):
        assert "Guderian" not in text
        assert "39PzK" not in text
    assert list(shared.next_words("")) == [("alone", ""), ("undo", ""), ("quit", "")]
    assert not list(shared.next_words("move "))
    missed = spoken(shared.say("").parts)
    assert looking(shared) == (False, 1)
    assert "Strategic Impulse" in missed
    assert "set-up" not in missed


def test_who_ended_too_soon_takes_it_back(shared: Session) -> None:
    for line in ("", "pass", "done"):
        shared.say(line)
    assert looking(shared) == (True, PUBLIC)
    shared.say("undo")
    assert looking(shared) == (False, 0)


def test_who_plays_alone_is_not_asked_again(shared: Session) -> None:
    for line in ("alone", "pass", "done"):
        shared.say(line)
    assert looking(shared) == (False, 1)


# -- a record as a side saw it ----------------------------------------------------------------

RECORD = Path(__file__).parents[1] / "records" / "moscow41" / "gasp-driving-terse-0.rec"


def test_a_replay_as_a_side_saw_it_shows_nothing_more() -> None:
    """Map, prompt and news, forward and back, to the end: no face that the side neither sees nor has heard of."""
    table = record.read(TITLES, RECORD.read_text("utf-8")).table
    steps = replay.Steps(table, 0, whole=True, viewer=1)
    count, checked = len(table.journal), 0
    for at in (60, 130, 170, count):
        told = "".join(spoken(steps.say(line).parts) for line in (f"go {at}", "back", "next"))
        assert steps.at == at
        drawn = text_map.draw(steps.state, 200, 200, view=steps.view()).plain
        told = " ".join((told + steps.prompt().plain).split())
        heard = " ".join(line.text for entry in table.journal[:at] for line in entry.heard_by(1)[1])
        s: Any = steps.state
        for piece in range(len(s.place)):
            facts = TITLE.portrait(s, piece)["identity"]
            if "identity" not in TITLE.sees(s, 1, piece):
                checked += 1
                assert f" {facts['face']} " not in drawn
                assert facts["name"] not in told or facts["name"] in heard
    assert checked > 60
    assert replay.Steps(table, count, whole=False).viewer is None


def test_the_diary_of_a_replay_is_what_the_side_heard(inside: Run) -> None:
    whole, german, soviet = (
        inside("replay", str(RECORD), *more).stdout for more in ([], ["--as", "german"], ["--as", "soviet"])
    )
    assert "as the Soviet player saw it" in soviet
    assert "a German Block (g" in soviet
    assert "a German Block (g" not in german
    assert "Soviet Block (s" in german
    assert "Block (" not in whole
    drawn = inside("replay", str(RECORD), "--as", "soviet", "--step", "150").stdout
    assert "■" in drawn
    wrong = inside("replay", str(RECORD), "--as", "finn")
    assert wrong.returncode == 2
    assert "'finn' is not a side of moscow41; sides: german, soviet" in wrong.stderr


# -- the diary --------------------------------------------------------------------------------


def test_the_set_up_reads_as_a_list(shared: Session) -> None:
    shared.say("alone")
    told = spoken(shared.say("log all").parts)
    lines = [line.strip() for line in told.splitlines()]
    assert [line for line in lines if line in ("Soviet set-up", "German set-up", "July")] == [
        "Soviet set-up",
        "German set-up",
        "July",
    ]
    assert "Vitebsk (66): LVII Panzer Corps, Lehr Motorized Brigade; Smolensk (67): XXXIX Panzer Corps" in told
    assert told.count("[campaign.german.3]") == 1


# -- who comes from the Pool ------------------------------------------------------------------

POOL = """moscow41 campaign
at game choice
side 1
disc 1
turn 2
german 67 90
90 24PzK
75 30RC(trail=75)
63 Stalin
Rastenburg Hitler
soviet-pool 25RC(trail=soviet-pool,seen=1) 3Army(trail=soviet-pool)
"""


def seen_by_the_german(drawn: str, tmp_path: Path) -> list[str]:
    """All that the terminal, the engine and a replay tell the German player of a Reinforcement that entered."""
    lines = ["strategic-call", "call 1", f"draw {drawn}", f"enter {drawn} in 75"]
    engine, out = Engine({TITLE.name: TITLE}), list[str]()

    def ask(cmd: str, **fields: Any) -> None:
        said = engine.answer(json.dumps({"cmd": cmd, **fields}).encode())
        if fields.get("game") == "anna":
            out.append(json.dumps(said))
        else:
            assert said["ok"], said

    ask("position", text=POOL)
    ask("join", seat="german", **{"as": "anna"})
    table = Table(TITLE, position=notation.read({TITLE.name: TITLE}, POOL), rolls=False)
    session = Session(table, tmp_path / f"{drawn}.game")
    session.sides = (0,)
    for line in lines:
        table.play(line)
        out.append(spoken(words.news(table.journal, session.viewer)))
        ask("play", action=line)
        for cmd in ("ask", "view", "log", "record", "undo"):
            ask(cmd, game="anna")
        out += [spoken(session.say(said).parts) for said in ("look 75", "units all", "log all", "undo", "supply")]
        out.append(text_map.draw(table.state, 200, 200, view=session.view()).plain + session.prompt().plain)
    steps = replay.Steps(table, 0, whole=True, viewer=0)
    for _ in lines:
        out += [spoken(steps.say("next").parts), steps.prompt().plain, spoken(steps.say("look 75").parts)]
    session.sides = (1,)
    assert drawn in spoken(session.say("look 75").parts)  # its owner sees the difference
    return out


def test_who_comes_from_the_pool_has_no_past(tmp_path: Path) -> None:
    """One of the two was met in battle before: nothing tells whether it is he who has come back."""
    one, other = (seen_by_the_german(drawn, tmp_path) for drawn in ("25RC", "3Army"))
    assert one == other
    assert sum("may be 3Army 25RC 30RC" in " ".join(text.split()) for text in one) == 3
    assert any("must be 30RC" in text for text in one)  # who stood there before was followed
