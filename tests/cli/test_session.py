"""What the lines a player types mean, what is answered, and what may be typed next."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

from grognard.cli.play import words
from grognard.cli.play.command import guarded
from grognard.cli.play.session import Session
from grognard.cli.styles import WORDS
from grognard.core import notation
from grognard.core.rule import Clause, Heading, Rulebook
from grognard.core.table import Table
from grognard.titles import TITLES

TITLE = TITLES["leningrad79"]
FRONT = """at german-movement
turn 3
0410 1Pz 6Pz 36Mot
0408 8Pz
0411 1ID
0510 118RD
0611 inf
1809 11ID
2204 inf
"""


def seated(text: str, tmp_path: Path, seed: int = 1) -> Session:
    position = notation.read(TITLES, f"leningrad79 campaign\n{text}")
    return Session(Table(TITLE, position=position, seed=seed), tmp_path / "kept.game")


@pytest.fixture
def front(tmp_path: Path) -> Session:
    return seated(FRONT, tmp_path)


def answer(session: Session, line: str) -> str:
    """What a line is answered with, as plain text."""
    return plain(*session.say(line).parts)


def plain(*parts: Any) -> str:
    console = Console(width=150, theme=WORDS, highlight=False, color_system=None)
    with console.capture() as caught:
        console.print(*parts, sep="\n")
    return "\n".join(line.rstrip() for line in caught.get().splitlines())


def offered(session: Session, text: str) -> set[str]:
    return {word.text for word in session.next_words(text)}


# -- spelling ---------------------------------------------------------------------------------


def test_the_beginning_of_a_word_is_enough(front: Session) -> None:
    assert "0407" in answer(front, "m 8Pz to 0407")
    assert "'l' is ambiguous: look, log" in answer(front, "l 0410")


def test_a_hex_stands_for_the_units_in_it(front: Session) -> None:
    answer(front, "overrun 0410 at 0510")
    assert front.table.journal[0].text == "overrun 1Pz 6Pz 36Mot at 0510"


def test_a_place_may_be_called_by_its_name(front: Session) -> None:
    answer(front, "move Pskov to Ostrov")
    assert front.table.journal[0].text.startswith("move 11ID via")
    assert front.table.journal[0].text.endswith("1711")
    assert answer(front, "look Leningrad North").startswith("2604 Leningrad North · soviet city")
    assert answer(front, "look leningrad-north") == answer(front, "look 2604")


def test_one_line_may_mean_several_actions(tmp_path: Path) -> None:
    session = Session(Table(TITLE, seed=1), tmp_path / "kept.game")
    answer(session, "deploy 1309 1410 1309 1509")
    assert [entry.text for entry in session.table.journal] == ["deploy 1309", "deploy 1410"]
    assert "the column of 1309 already has its division" in answer(session, "deploy 1309")


def test_capitals_do_not_matter(front: Session) -> None:
    assert "0407" in answer(front, "MOVE 8PZ TO 0407")


# -- answers ----------------------------------------------------------------------------------


def test_look_tells_everything_about_a_hex(front: Session) -> None:
    said = answer(front, "look 0510")
    for text in ("0510 Siauliai · clear", "118th Rifle Division", "1-2, MA 5", "road to 0410 0609"):
        assert text in said
    assert "German can get next to it" in said
    assert "1Pz" in said.split("German can get next to it")[1]
    own = answer(front, "look 0410")
    assert "1st Panzer Division" in own
    assert "10, MA 8" in own
    assert "41st Panzer Corps" in own
    assert "8Pz (1)" in answer(front, "look 0407").split("German can get here")[1]


def test_why_gives_cases_or_costs(front: Session) -> None:
    assert "[4.4]  0510 holds an enemy unit" in answer(front, "why move 8Pz to 0510")
    allowed = answer(front, "why move 8Pz to 0407")
    assert "That is allowed: move 8Pz via 0407" in allowed
    assert "Movement Point" in allowed


def test_why_a_verb_of_another_phase_cannot_be_used(front: Session) -> None:
    said = answer(front, "why attack 0510 with 8Pz")
    assert "'attack' belongs to german combat, which comes later; now it is german movement" in " ".join(said.split())
    assert "is not possible now" in answer(front, "why dance")


def test_odds_list_every_shift_with_its_case(front: Session) -> None:
    said = answer(front, "odds overrun 0410 at 0510")
    assert "28 against 2 is 14-1" in said
    assert "[7.1]   ◂ 2  12-1  overrun" in said
    assert "[12.1]  ▸ 1" in said
    assert "[9.3]" in said
    assert "Column 10-1; nothing is unknown" in said
    assert sum(float(line.split("%")[0].split()[-1]) for line in said.splitlines() if "█" in line) == pytest.approx(
        100, abs=0.2
    )
    assert "[4.0]" in answer(front, "odds overrun i1 at 0510") or "not" in answer(front, "odds overrun i1 at 0510")
    assert "there is no combat" in answer(front, "odds move 8Pz to 0407")


def test_odds_before_the_reveal_are_an_average(tmp_path: Path) -> None:
    session = seated("at german-combat\nturn 3\n0410 1Pz 6Pz\n0510 inf\n", tmp_path)
    said = answer(session, "odds attack 0510 with 0410")
    assert "most likely" in said
    assert "possible: i1 is untried." in said
    with_air = seated("at german-combat\nturn 3\nair 1\n0410 1Pz 6Pz\n0510 inf\n", tmp_path)
    assert "[13.1]" in answer(with_air, "odds attack 0510 with 0410 air 1")
    assert "`air` needs a number" in answer(with_air, "odds attack 0510 with 0410 air x")


def test_units_of_a_side_and_of_a_hex(front: Session) -> None:
    assert "118th" not in answer(front, "units")
    assert "118th" in answer(front, "units soviet")
    assert "118th" in answer(front, "units all")
    assert answer(front, "units 0410").count("\n") == 2
    assert "there is no place" in answer(front, "units nowhere")


def test_reach_is_laid_on_the_map(front: Session) -> None:
    said = answer(front, "reach 8Pz")
    assert front.overlay is not None
    assert "0407" in said
    assert front.overlay.marks[TITLE.lexicon.place("0407")][0] in said
    answer(front, "map")
    assert front.view().overlay is None
    assert "are not all in one hex" in answer(front, "reach 1Pz 8Pz")


def test_reach_of_a_hex_is_that_of_its_units(front: Session) -> None:
    assert answer(front, "reach 0408").splitlines()[1:] == answer(front, "reach 8Pz").splitlines()[1:]
    assert answer(front, "reach 0510").startswith("i1 cannot go anywhere")
    assert "there is no unit '0101'" in answer(front, "reach 0101")


def test_due_lists_what_is_still_to_arrive(tmp_path: Path) -> None:
    session = Session(Table(TITLE, seed=1), tmp_path / "kept.game")
    said = " ".join(answer(session, "due").split())
    assert "Game-Turn 1 Soviet 1 infantry at 1113; 3 armored at 1113" in said
    assert "Game-Turn 7 Soviet 6 infantry at 2713; 2 infantry at 2601; 1 armored at 2501; 2 forts" in said
    assert "Game-Turn 10 German 12Pz 20Mot at 2213" in said
    late = seated("at german-movement\nturn 12\n0111 1Pz\nreserve 93ID(slot=0)\n", tmp_path)
    assert "now German 93ID at 0111 or 0112 or 0113" in " ".join(answer(late, "due").split())


def test_what_should_not_happen_is_said_and_changes_nothing(front: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_s: object, _units: int) -> dict[int, str]:
        raise KeyError("broken")

    aids = TITLE.aids._replace(reach=broken)
    monkeypatch.setattr(front.state, "title", replace(TITLE, aids=aids))
    before = front.state.key()
    (part,) = guarded(front, "reach 8Pz").parts
    assert "Internal error (KeyError: 'broken'). The game is unchanged." in str(part)
    assert front.state.key() == before


def test_an_action_takes_the_overlay_away(front: Session) -> None:
    answer(front, "supply")
    assert front.overlay is not None
    answer(front, "move 8Pz to 0407")
    assert front.overlay is None


def test_case_gives_clauses_and_rulings(front: Session) -> None:
    said = answer(front, "case 10.9")
    assert "10.9a" in said
    assert "ruling" in said
    assert answer(front, "case [10.9]") == said


def test_a_clause_that_does_not_apply_says_so() -> None:
    dead = Clause("2.1a", "dead", "Paths follow rails.", "replaced by 9.1", "9.1")
    book = Rulebook((Heading("2.1", "Supply"),), (dead, Clause("2.1b", "state", "Paths are short.")), ())
    said = "[does not apply in this game: replaced by 9.1] Paths follow rails."
    card, found = (plain(part) for part in (words.card(book, "2.1"), words.search(book, "paths")))
    assert f"  2.1a  {said}" in card
    assert f"[2.1a]  {said}" in found
    for part in (card, found):
        assert part.count("does not apply") == 1
        assert "Paths are short." in part


def test_the_game_is_kept_after_every_action(front: Session) -> None:
    answer(front, "move 8Pz to 0407")
    assert "german move 8Pz via 0407" in front.path.read_text()
    answer(front, "undo")
    assert "german move" not in front.path.read_text()


def test_a_battle_is_one_paragraph_of_the_diary(front: Session) -> None:
    answer(front, "move 8Pz to 0407")
    answer(front, "overrun 0410 at 0510")
    while TITLE.step(front.state).name != "german-movement":
        front.table.play(TITLE.sample(front.state, Random(1).randrange))
    told = [text.plain for kind, text in words.paragraphs(front.table.journal) if not kind]
    assert len(told) == 2
    assert told[0].startswith("The 8th Panzer Division moves from 0408 to 0407")
    assert told[1].count("[7.") >= 1
    assert "28 against 2 is 14-1" in told[1]
    assert "The Germans roll" in told[1] or "Die " in told[1]


def test_turns_and_phases_are_headings_of_the_diary(front: Session) -> None:
    for _ in range(4):
        answer(front, "done")
    told = [(kind, text.plain) for kind, text in words.paragraphs(front.table.journal) if kind]
    assert told[:3] == [
        ("phase", "German Combat Phase"),
        ("phase", "Soviet Movement Phase"),
        ("phase", "Soviet Combat Phase"),
    ]
    assert told[3] == ("turn", "Game-Turn 4, 13-19 July 1941")


def test_the_end_of_the_game_is_told_and_can_be_left(tmp_path: Path) -> None:
    session = seated("at soviet-combat\nturn 12\n0111 1Pz\n2604 inf\n", tmp_path)
    assert "victory" in answer(session, "done")
    assert "victory" in session.prompt().plain
    assert "not possible now" in answer(session, "move 1Pz to 0112")
    assert "the game is over" in answer(session, "why move 1Pz to 0112")
    answer(session, "quit")
    answer(session, "yes")
    assert session.over


# -- what may be typed next -------------------------------------------------------------------


def test_verbs_and_commands_come_first(front: Session) -> None:
    first = offered(front, "")
    assert {"move", "overrun", "done", "look", "why", "quit"} <= first
    assert "attack" not in first
    assert offered(front, "why ") == {"move", "overrun", "done"}


def test_only_who_can_go_along_is_offered(front: Session) -> None:
    assert offered(front, "overrun 6Pz ") == {"at", "1Pz", "36Mot"}
    assert offered(front, "overrun 1Pz 6Pz 36Mot ") == {"at"}
    assert offered(front, "overrun 1Pz at ") == {"0510"}


def test_a_path_is_offered_step_by_step(front: Session) -> None:
    assert {"to", "via"} <= offered(front, "move 8Pz ")
    assert "0407" in offered(front, "move 8Pz via ")
    assert "0406" in offered(front, "move 8Pz via 0407 ")
    assert "0406" not in offered(front, "move 8Pz via ")


def test_questions_are_answered_yes_or_no(front: Session) -> None:
    answer(front, "move 8Pz to 0407")
    answer(front, "quit")
    assert offered(front, "") == {"yes", "no"}


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_offered_to_the_end_is_legal(tmp_path: Path, seed: int) -> None:
    """Follow the suggestions at random through a game: every action they lead to can be played."""
    chance = Random(seed)
    session = Session(Table(TITLE, seed=seed), tmp_path / "kept.game")
    table = session.table
    for _ in range(chance.randrange(400)):
        if not table.state.over:
            table.play(TITLE.sample(table.state, chance.randrange))
    tried = 0
    for _ in range(40):
        if table.state.over:
            break
        typed = [chance.choice(sorted(session.verbs()))]
        for _ in range(12):
            following = sorted(offered(session, " ".join(typed) + " "))
            keywords = [word for word in following if word in ("to", "via", "at", "with")]
            if not following:
                break
            typed.append(chance.choice(keywords) if keywords and chance.random() < 0.4 else chance.choice(following))
            if typed[-2] == "to":
                break
        else:
            continue
        if typed[-1] in ("to", "via", "at", "with"):
            continue
        try:
            action = TITLE.parse(table.state, " ".join(typed))
        except ValueError:
            continue  # not complete
        tried += 1
        if "via" not in typed:
            assert TITLE.explain(table.state, action) == [], typed
            table.play(action)
    assert tried > 5 or table.state.over


def test_no_line_breaks_the_session(tmp_path: Path) -> None:
    """Nonsense of every sort, at every step: an answer each time, never an exception."""
    chance = Random(5)
    verbs = [verb.name for flow in TITLE.flows.values() for step in flow.steps() for verb in step.verbs]
    session = Session(Table(TITLE, seed=5), tmp_path / "kept.game")
    table = session.table
    pool: list[Any] = [
        *verbs,
        *session.commands,
        "to",
        "via",
        "with",
        "at",
        "air",
        "-1",
        "9.2",
        "é",
        "[",
        "Pskov",
        "yes",
    ]
    for _ in range(1500):
        if table.state.over:
            break
        if chance.random() < 0.2:
            table.play(TITLE.sample(table.state, chance.randrange))
        typed = [chance.choice(pool)]
        for _ in range(chance.randrange(6)):
            source = chance.choice((pool, TITLE.lexicon.pieces, TITLE.lexicon.places, TITLE.lexicon.faces))
            typed.append(str(chance.choice(source)))
        if typed[0].startswith("sa"):
            continue
        line = " ".join(typed)
        list(session.next_words(f"{line} "))
        answer(session, line)
        session.over = False
    assert len(table.journal) > 100
