import re
from random import Random
from typing import Any

import pytest

from grognard.cli.commands.fuzz_input import scramble
from grognard.core import notation
from grognard.core.notation import BadPosition
from grognard.core.title import Title
from tests.core.play import DUEL, LENINGRAD, TITLES, everything, states
from tests.core.toy import TOY


def read(text: str) -> Any:
    return notation.read(TITLES, "\n".join(line.strip() for line in text.strip().split("\n")))


def why(text: str) -> str:
    with pytest.raises(BadPosition) as caught:
        read(text)
    return str(caught.value)


# -- without loss -----------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "seed", "every"), [(LENINGRAD, 1, 9), (LENINGRAD, 2, 11), (TOY, 3, 1), (TOY, 4, 1)])
def test_any_position_of_a_game_is_read_back_as_it_was(title: Title[Any], seed: int, every: int) -> None:
    depths = set()
    for s in states(title, seed, every):
        text = notation.write(s)
        again = notation.read(TITLES, text)
        assert everything(again) == everything(s), text
        assert notation.write(again) == text
        depths.add(len(s.stack))
    assert depths == {0, 1}


def test_a_game_goes_on_from_its_text_as_it_would_have() -> None:
    """Also where a verb has left its step and called a flow, and where an act has."""
    resting = set()
    for seed in range(8):
        for s in states(TOY, seed):
            t = notation.read(TITLES, notation.write(s))
            resting |= {frame.flow.label(frame.at) for frame in s.stack}
            random = Random(seed)
            for _ in range(8):
                if s.over:
                    break
                action = TOY.sample(s, random.randrange)
                TOY.play(s, action)
                TOY.play(t, action)
                assert t.key() == s.key()
    assert {"red-moves+", "blue-moves+", "night+"} <= resting


def test_a_position_in_words() -> None:
    text = """\
leningrad79 campaign
options crt=smooth
at campaign german-combat
turn 3
forts 2505 2604
air 1
raid 1404
1407 1Pz(since=2,reduced,attacked) 6Pz(since=3)
1408 i1 i2=118RD(defended)
lost a1=3TD
"""
    s = read(text)
    assert notation.write(s) == text
    lexicon = s.title.lexicon
    assert lexicon.places[s.place[lexicon.piece("6Pz")]] == "1407"
    assert (s.turn, s.air, s.options) == (3, 1, ("crt=smooth",))
    assert s.title.step(s).name == "german-combat"


def test_what_a_person_may_leave_out_or_write_otherwise() -> None:
    long = read("leningrad79 campaign\nat campaign german-combat\nturn 3\n1408 i1=118RD i2\n1407 1Pz")
    short = read("""
        # the scenario may be missing, and so may the flow of a step that only one has
        leningrad79
        at german-combat
        turn 3      # comments end a line

        1408 118rd inf
        1407 1PZ
    """)
    assert short.key() == long.key()


def test_unnamed_counters_take_what_the_named_leave() -> None:
    s = read("leningrad79\nat german-combat\nturn 3\n1408 inf i1 118RD\nreserve i2(slot=12)\n1409 i3=70RD")
    pieces = s.title.lexicon.pieces
    assert [pieces[p] for p in range(len(pieces)) if s.place[p] == s.data.board.at["1408"]] == ["i1", "i4", "i5"]


def test_line_ends_of_other_systems() -> None:
    text = notation.write(next(states(LENINGRAD, 1)))
    assert notation.read(TITLES, text.replace("\n", "\r\n")).key() == notation.read(TITLES, text).key()


# -- what cannot be read ----------------------------------------------------------------------

HEAD = "leningrad79 campaign\nat german-combat\nturn 3\n"
BATTLE = "leningrad79\nat soviet-combat\nat battle {}\nturn 3\n1407 1Pz\n1408 118RD\n1409 6Pz"
LOCALS = "attackers=i1 defenders=1Pz targets=1407 fronts=1408"

FAULTS = [
    ("", "line 1: the position is empty"),
    ("\n\n# nothing but this\n", "line 1: the position is empty"),
    ("leningrad80", "line 1: 'leningrad80' is not a title; titles: "),
    ("leningrad79 winter", "line 1: 'winter' is not a scenario of leningrad79: campaign"),
    ("leningrad79 campaign now", "line 1: 'now' is one word too many"),
    ("leningrad79\nturn 3", "line 2: no `at` line gives the current step"),
    ("leningrad79\noptions pool", "line 2: expected name=value, got 'pool'"),
    ("leningrad79\noptions pool=deep", "line 2: option pool is one of rebuild, strict, not 'deep'"),
    ("leningrad79\noptions fog=yes", "line 2: leningrad79 has no option 'fog'"),
    ("leningrad79\noptions pool=strict pool=strict", "line 2: 'pool' is given twice"),
    ("leningrad79\noptions\noptions", "line 3: 'options' was already given in line 2"),
    ("leningrad79\nat", "line 2: `at` needs the name of a step"),
    ("leningrad79\nat noon", "line 2: 'noon' is not the name of a step"),
    ("leningrad79\nat campaign", "line 2: 'campaign' needs the name of a step; steps: set-up, "),
    ("leningrad79\nat campaign die", "line 2: 'die' is not a step of campaign; steps: set-up, "),
    ("leningrad79\nat german-combat now", "line 2: 'now' is one word too many"),
    ("leningrad79\nover\nat german-combat", "line 3: a finished game is at no step"),
    ("leningrad79\nat german-combat\nover", "line 3: a finished game is at no step"),
    ("leningrad79\nover now", "line 2: 'now' is one word too many"),
    ("leningrad79\nover\nover", "line 3: 'over' was already given in line 2"),
    (HEAD + "turn 3", "line 4: 'turn' was already given in line 3"),
    (HEAD + "air", "line 4: expected one number, got ''"),
    (HEAD + "air two", "line 4: 'two' is not a number"),
    (HEAD + "air 1 1", "line 4: expected one number, got '1 1'"),
    (HEAD + "forts 2505 2599", "line 4: there is no place '2599'"),
    (HEAD + "counterblow perhaps", "line 4: expected yes or no, got 'perhaps'"),
    (HEAD + "reduced 1Pz", "line 4: 'reduced' is written after each piece: NAME(reduced)"),
    (HEAD + "held 1404", "line 4: 'held' is neither a place nor a heading"),
    (HEAD + "9999 1Pz", "line 4: '9999' is neither a place nor a heading"),
    (HEAD + "1407 1Pz\n1408 6Pz\n1407 8Pz", "line 6: '1407' was already given in line 4"),
    (HEAD + "1407 7Pz", "line 4: there is no unit '7Pz'"),
    (HEAD + "1407 1Pz\n1408 6Pz 1Pz", "line 5: '1Pz' was already given in line 4"),
    (HEAD + "1407 1Pz(", "line 4: '1Pz(' is not a piece"),
    (HEAD + "1407 (reduced)", "line 4: '(reduced)' is not a piece"),
    (HEAD + "1407 1Pz(reduced)(halted)", "line 4: '1Pz(reduced)(halted)' is not a piece"),
    (HEAD + "1407 1Pz()", "line 4: '' is not a mark of a piece"),
    (HEAD + "1407 1Pz(tired)", "line 4: 'tired' is not a mark of a piece"),
    (HEAD + "1407 1Pz(turn=3)", "line 4: 'turn' is not a mark of a piece"),
    (HEAD + "1407 1Pz(here=3)", "line 4: 'here' is not a mark of a piece"),
    (HEAD + "1407 1Pz(place=1408)", "line 4: 'place' is not a mark of a piece"),
    (HEAD + "1407 1Pz(reduced=yes)", "line 4: 'reduced' takes no value, got 'yes'"),
    (HEAD + "1407 1Pz(reduced,reduced)", "line 4: 'reduced' is given twice in '1Pz(reduced,reduced)'"),
    (HEAD + "1407 1Pz(since)", "line 4: expected since=value, got 'since'"),
    (HEAD + "1407 1Pz(since=early)", "line 4: 'early' is not a number"),
    (HEAD + "1407 1Pz(since=256)", "line 4: '256' does not fit 'since'"),
    (HEAD + "1407 1Pz(since=-1)", "line 4: '-1' does not fit 'since'"),
    (HEAD + "1407 1Pz(points=0.3)", "line 4: '0.3' is not an allowed number"),
    (HEAD + "1408 i1=119ID", "line 4: there is no unit '119ID'"),
    (HEAD + "1408 " + "inf " * 44, "line 4: there is no counter left for 'inf'"),
    (BATTLE.format("die"), "line 3: battle needs attackers, defenders, targets, fronts"),
    (BATTLE.format("die attackers"), "line 3: expected attackers=value, got 'attackers'"),
    (BATTLE.format("die speed=3"), "line 3: 'speed' is not a variable of battle: attackers, "),
    (BATTLE.format("die attackers=i1 attackers=i1"), "line 3: 'attackers' is given twice"),
    (BATTLE.format("die attackers=i1+i99"), "line 3: there is no unit 'i99'"),
    (BATTLE.format("die walker=-"), "line 3: expected one piece, got ''"),
]


@pytest.mark.parametrize(("text", "said"), FAULTS)
def test_a_fault_is_told_with_its_line_and_word(text: str, said: str) -> None:
    with pytest.raises(BadPosition) as caught:
        notation.read(TITLES, text)
    assert str(caught.value).startswith(said)


def test_pieces_without_faces_and_steps_of_several_flows() -> None:
    assert why("toy\nat game dealing\nnorth r1=lion").startswith("line 3: there is no unit 'lion'")
    assert why("toy\nat dark+").startswith("line 2: 'dark+' is not the name of a step")
    assert why("leningrad79\nat result").startswith("line 2: battle needs attackers")


def test_too_long() -> None:
    assert why("toy\n" + "#" * notation.LONGEST).startswith("the position is too long")


# -- what cannot be ---------------------------------------------------------------------------

IMPOSSIBLE = [
    (HEAD.replace("turn 3", "turn 13"), "line 3: turn: 13 is not from 0 to 12"),
    (HEAD.replace("turn 3", "turn -1"), "line 3: turn: -1 is not from 0 to 12"),
    (HEAD.replace("turn 3", ""), "line 2: turn: Game-Turn 0 cannot be at german-combat"),
    ("leningrad79\nat set-up\nturn 1", "line 3: turn: Game-Turn 1 cannot be at set-up"),
    (HEAD + "air 3", "line 4: air: 3 is not from 0 to 2"),
    (HEAD + "air 1\nraid 1404 1405", "line 4: air: 1 is not from 0 to 0"),
    (HEAD + "heavy_raid 1404\nraid 1405", "line 5: raid: 3 air units are on hexes, but there are 2"),
    (HEAD + "heavy_raid 1404 1405", "line 4: heavy_raid: 4 air units are on hexes, but there are 2"),
    (HEAD + "heavy_raid lost", "line 4: heavy_raid: lost is not a hex of the map"),
    (HEAD + "raid reserve", "line 4: raid: reserve is not a hex of the map"),
    (HEAD + "forts_due -1", "line 4: forts_due: -1 is not from 0 to 12"),
    (HEAD + "forts_placed 3", "line 4: forts_placed: 3 is not from 0 to 2"),
    (HEAD + "on_time 7", "line 4: on_time: 7 is not from 0 to 6"),
    (HEAD + "forts lost", "line 4: forts: lost is not a land hex"),
    (HEAD + "1407 1Pz\nforts 1407", "line 5: forts: 1407 is held by a German unit"),
    (HEAD + "1407 1Pz i1", "line 4: 1407: units of both sides are in one hex"),
    (HEAD + "1408 inf inf inf inf", "line 4: 1408: 4 units in a hex, at most 3 are allowed"),
    (HEAD + "1408 1Pz 6Pz 8Pz 12Pz", "line 4: 1408: 4 units in a hex, at most 3 are allowed"),
    (HEAD + "1407 1Pz=118RD", "line 4: 1Pz: German units have no other face"),
    (HEAD + "1408 i1=3TD", "line 4: i1: 3TD is not the face of an infantry unit"),
    (HEAD + "1408 a1=118RD", "line 4: a1: 118RD is not the face of an armored unit"),
    (HEAD + "1408 118RD\n1409 i7=118RD", "line 5: i7: i1 is already 118RD"),
    (HEAD + "1408 i1(reduced)", "line 4: i1: only German units are reduced and rebuilt"),
    (HEAD + "1407 1Pz(since=4)", "line 4: 1Pz: since Game-Turn 4, but it is Game-Turn 3"),
    (HEAD + "reserve 1Pz(slot=12)", "line 4: 1Pz: 12 is not a line of its side's reinforcement schedule"),
    (HEAD + "reserve i1(slot=99)", "line 4: i1: 99 is not a line of its side's reinforcement schedule"),
    ("leningrad79\nturn 3\nat german-movement\n1407 269ID(points=6.5)", "line 4: 269ID: 6½ Movement Points left of 6"),
    (
        "leningrad79\nturn 3\nat battle die " + LOCALS,
        "line 3: the first `at` line must name a step of campaign: set-up",
    ),
    (HEAD + "at german-combat", "line 4: at: there is at most one battle"),
    (BATTLE.format("die " + LOCALS).replace("soviet", "german"), "line 3: at: attackers: not all of them can be there"),
    (BATTLE.format("die " + LOCALS.replace("=1Pz", "=-")), "line 3: at: defenders: there must be some"),
    (BATTLE.format("die " + LOCALS + " overrun=yes"), "line 3: at: an overrun belongs to a movement step"),
    (BATTLE.format("die " + LOCALS + " die=3"), "line 3: at: die: the die has not been rolled yet"),
    (BATTLE.format("die " + LOCALS + " column=17"), "line 3: at: column: 17 is not from "),
    (BATTLE.format("die " + LOCALS + " walker=i1"), "line 3: at: walker: it must be a unit that has to retreat"),
    (BATTLE.format("reveal " + LOCALS), "line 3: at: reveal: untried units are turned over before"),
    (BATTLE.format("die " + LOCALS).replace("118RD", "i1"), "line 3: at: die: untried units are turned over before"),
    (BATTLE.format("air-support " + LOCALS), "line 3: at: air-support: no air unit is free"),
    (
        BATTLE.format("result " + LOCALS + " die=3"),
        "line 3: at: result: the die has been rolled, and a side must be taking",
    ),
    (BATTLE.format("result " + LOCALS + " die=3 stage=1"), "line 3: at: result: there is no result to take"),
    (
        BATTLE.format("result.2 " + LOCALS + " die=3 stage=1 owed=1"),
        "line 3: at: result.2: the defender takes the result",
    ),
    (BATTLE.format("retreat " + LOCALS + " die=3 stage=1"), "line 3: at: retreat: no unit has to retreat"),
    (BATTLE.format("advance " + LOCALS + " die=3 stage=2"), "line 3: at: advance: no unit can advance"),
    (
        BATTLE.format("die " + LOCALS.replace("1408", "1409")),
        "line 3: at: targets: not all of them are adjacent to every one of the fronts",
    ),
    (BATTLE.format("die " + LOCALS.replace("=1Pz", "=6Pz")), "line 3: at: die: defenders and bystanders are all the"),
    (BATTLE.format("die " + LOCALS.replace("1408", "1406")), "line 3: at: die: the attackers must be in the fronts"),
    (
        BATTLE.format("result.2 " + LOCALS.replace("1408", "1406") + " die=3 stage=2 owed=1"),
        "line 3: at: result.2: no unit has left its hex yet",
    ),
    (
        "leningrad79\nat soviet-movement\nturn 1\n0111 1Pz\n0213 i1\n1408 i2(stopped,origin=1308)",
        "line 6: i2: stopped by a German ZOC, but it is not in one",
    ),
    ("toy\nat dark", "line 2: the first `at` line must name a step of game: dealing, red-moves, blue-moves"),
    (
        "leningrad79\nturn 3\nat campaign german-combat+\nat battle die " + LOCALS,
        "line 4: at: a battle is fought inside",
    ),
    ("toy\nat game red-moves\nhour 4", "line 3: hour: there are 3"),
    ("toy\nat game red-moves\nhour 1\nred-box b2", "line 4: b2: in the enemy's box"),
]


@pytest.mark.parametrize(("text", "said"), IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused_with_the_line_it_is_about(text: str, said: str) -> None:
    with pytest.raises(BadPosition) as caught:
        notation.read(TITLES, text)
    assert str(caught.value).startswith(said)


def test_water_holds_no_unit() -> None:
    sea = next(name for name, kind in LENINGRAD.data.map.terrain.items() if "sea" in kind or "lake" in kind)
    assert why(f"{HEAD}{sea} 1Pz") == f"line 4: {sea}: units are in water"


def test_the_germans_may_crowd_until_they_have_moved() -> None:
    crowd = "turn 1\n0112 1Pz 6Pz 8Pz 12Pz"
    for step in ("german-movement", "excess"):
        read(f"leningrad79\nat {step}\n{crowd}")
    assert "4 units in a hex" in why(f"leningrad79\nat german-combat\n{crowd}")


def test_where_nobody_could_do_anything() -> None:
    assert why("leningrad79\nat excess\nturn 1\n0112 1Pz") == "line 2: no action is possible at excess"


# -- nonsense ---------------------------------------------------------------------------------


@pytest.mark.parametrize("title", [LENINGRAD, TOY], ids=lambda title: str(title.name))
def test_no_text_is_answered_with_anything_but_a_clear_refusal(title: Title[Any]) -> None:
    random = Random(7)
    texts = [notation.write(s) for s in states(title, 5, 40)]
    words = [
        *title.lexicon.pieces,
        *title.lexicon.faces,
        *filter(None, title.lexicon.places),
        "at",
        "over",
        "-1",
        "1e9",
        "(",
        ")",
        "=",
        "#",
        "\0",
        "½",
        "+",
        "-",
        ",",
        "\u2028",
        "turn",
        "points=9",
    ]
    refused = []
    for _ in range(800):
        text = scramble(random, random.choice(texts), words)
        try:
            s = notation.read(TITLES, text)
        except BadPosition as wrong:
            refused.append(str(wrong))
        else:
            assert s.over or title.verbs(s)
            assert notation.read(TITLES, notation.write(s)).key() == s.key()
    assert len(refused) > 300
    assert [said for said in refused if not re.match(r"line \d+: .", said)] == []


# -- through a player's eyes ------------------------------------------------------------------


def test_a_player_reads_what_he_may_know() -> None:
    s = read(DUEL)
    assert notation.write(s, 0) == (
        "toy duel\nat game red-moves+\nat duel throwing attacker=r1 defender=b1\nhour 2\nred_stance 2\n"
        "middle b2=fox(known=1)\nnorth r1=fox(tired) b1\nred-box r2=wolf r3=bear\n"
    )
    assert notation.write(s, 1) == (
        "toy duel\nat game red-moves+\nat duel throwing attacker=r1 defender=b1\nhour 2\nblue_stance 1\n"
        "blue-box b3=wolf\nmiddle b2=fox(known=1)\nnorth r1(tired) b1=bear(health=1)\n"
    )


def test_where_nothing_is_hidden_everybody_reads_the_same() -> None:
    for s in states(LENINGRAD, 6, 50):
        assert notation.write(s, 0) == notation.write(s, 1) == notation.write(s)
