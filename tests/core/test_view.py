import json
from random import Random
from typing import Any

import pytest

from grognard.core import notation, view
from grognard.core.action import CHANCE, PUBLIC
from grognard.core.state import Note
from grognard.core.table import Table
from grognard.core.title import ALL_ASPECTS, Title
from tests.core.play import DUEL, LENINGRAD, TITLES, game, states
from tests.core.toy import BLUE, RED, TOY


@pytest.fixture
def duel() -> Any:
    return notation.read(TITLES, DUEL)


# -- pieces, board, scalars -------------------------------------------------------------------


def test_of_a_piece_only_the_aspects_he_sees(duel: Any) -> None:
    shown = view.view(duel, RED)
    assert shown["viewer"] == "red"
    assert shown["pieces"]["r1"] == {
        "there": {"side": "red", "place": "north"},
        "kind": {"type": "block"},
        "strength": {"health": 2.0},
        "identity": {"face": "fox"},
        "marks": {"tired": True},
    }
    assert shown["pieces"]["b1"] == {
        "there": {"side": "blue", "place": "north"},
        "kind": {"type": "block"},
        "marks": {"tired": False},
    }
    assert shown["pieces"]["b2"]["identity"] == {"face": "fox"}


def test_what_he_does_not_see_is_not_there_at_all(duel: Any) -> None:
    red, blue, referee = (view.view(duel, viewer) for viewer in (RED, BLUE, None))
    assert set(red["pieces"]) == {"r1", "r2", "r3", "b1", "b2"}
    assert set(blue["pieces"]) == {"r1", "b1", "b2", "b3"}
    assert set(referee["pieces"]) == {"r1", "r2", "r3", "b1", "b2", "b3"}
    assert red["board"] == {"north": ["r1", "b1"], "red-box": ["r2", "r3"], "middle": ["b2"]}
    assert blue["board"] == {"north": ["r1", "b1"], "middle": ["b2"], "blue-box": ["b3"]}


def test_secret_scalars_and_local_variables(duel: Any) -> None:
    red, referee = view.view(duel, RED), view.view(duel)
    assert red["scalars"] == {"hour": 2, "side": 0, "red_stance": 2, "storm": False}
    assert referee["scalars"]["blue_stance"] == 1
    assert referee["procedures"] == [
        {"flow": "game", "step": "red-moves+", "local": {}},
        {"flow": "duel", "step": "throwing", "local": {"attacker": "r1", "defender": "b1", "bonus": 2, "die": 0}},
    ]
    assert red["procedures"][1]["local"] == {"attacker": "r1", "defender": "b1", "die": 0}


def test_a_piece_hidden_in_a_local_variable() -> None:
    s: Any = notation.read(TITLES, DUEL.replace("defender=b1", "defender=b3"))
    assert view.view(s, RED)["procedures"][1]["local"]["defender"] is None
    assert view.view(s, BLUE)["procedures"][1]["local"]["defender"] == "b3"


@pytest.mark.parametrize("title", [LENINGRAD, TOY], ids=lambda title: str(title.name))
def test_a_view_is_plain_data_through_the_whole_game(title: Title[Any]) -> None:
    for s in states(title, 3, 25):
        for viewer in (None, *range(len(title.players))):
            shown = view.view(s, viewer)
            assert json.loads(json.dumps(shown, allow_nan=False)) == shown
            asked = view.ask(s, viewer)
            assert json.loads(json.dumps(asked, allow_nan=False)) == asked


def test_in_leningrad_both_see_the_same() -> None:
    for s in states(LENINGRAD, 4, 60):
        both = [view.view(s, viewer) | {"viewer": ""} for viewer in (None, 0, 1)]
        assert both[0] == both[1] == both[2]


def test_a_view_of_leningrad() -> None:
    s = notation.read(
        TITLES, "leningrad79\nat german-movement\nturn 3\nforts 2505\n1407 1Pz(reduced,points=2.5)\n1408 inf"
    )
    shown = view.view(s, 0)
    assert shown["scalars"]["turn"] == 3
    assert shown["scalars"]["forts"] == ["2505"]
    assert shown["scalars"]["counterblow"] is False
    assert shown["board"]["1408"] == ["i1"]
    panzer, rifles = shown["pieces"]["1Pz"], shown["pieces"]["i1"]
    assert panzer["there"]["place"] == "1407"
    assert panzer["marks"]["points"] == "2½"
    assert "strength" not in rifles
    assert "identity" not in rifles
    assert rifles["kind"]["type"] == "infantry"
    assert shown["procedures"] == [{"flow": "campaign", "step": "german-movement", "local": {}}]


def test_the_end_is_shown() -> None:
    table = game(TOY, 1)
    shown = view.view(table.state, RED)
    assert (shown["over"], shown["procedures"]) == (True, [])
    assert table.outcome is not None
    assert shown["outcome"]["level"] == table.outcome.level
    assert view.ask(table.state, RED)["outcome"] == shown["outcome"]


def test_values_that_json_does_not_know() -> None:
    from fractions import Fraction

    assert view.plain({1: (Fraction(5, 2), Fraction(4), {2}), "x": None}) == {"1": [2.5, 4, [2]], "x": None}
    assert view.plain([object]) == [str(object)]


# -- no leak ----------------------------------------------------------------------------------


def known(table: Table, player: int) -> str:
    """Everything a player is shown, as one text."""
    s: Any = table.state
    told = [entry.heard_by(player) for entry in table.journal]
    return json.dumps([view.view(s, player), view.ask(s, player), notation.write(s, player), told])


def test_nothing_hidden_shows_in_anything_a_player_is_shown() -> None:
    """Guess anew what he cannot know, and play the same on: every view and every line stays the same."""
    guesses = 0
    for seed in range(25):
        random = Random(seed)
        table = game(TOY, seed, random.randint(6, 40))
        for player in (RED, BLUE):
            other = TOY.guess(table.state, player, random.randrange)  # type: ignore[arg-type]
            guesses += other.key() != table.state.key()
            here, there = (Table(TOY, position=s, rolls=False) for s in (table.state, other))
            for _ in range(6):
                assert known(here, player) == known(there, player)
                if here.state.over or here.decider == 1 - player or here.title.step(here.state).name == "throwing":
                    break
                action = here.title.sample(here.state, random.randrange)
                if action.verb == "scout":
                    break
                here.play(action)
                there.play(action)
    assert guesses > 20


def test_a_leak_would_be_noticed() -> None:
    s: Any = notation.read(TITLES, DUEL)
    t = s.copy()
    t.face[4], t.face[3] = t.face[3], t.face[4]  # b2 is known, b1 is not
    assert view.view(s, RED) != view.view(t, RED)
    t = s.copy()
    t.face[5], t.face[3] = t.face[3], t.face[5]
    assert view.view(s, RED) == view.view(t, RED)
    assert view.view(s, BLUE) != view.view(t, BLUE)


# -- what happened ----------------------------------------------------------------------------


def test_a_private_deal_is_heard_by_its_owner_alone() -> None:
    table = Table(TOY, rolls=False)
    table.play("deal bear")
    entry = table.journal[0]
    text, lines = entry.heard_by(RED)
    assert text == "deal bear"
    assert [line.text.lower() for line in lines] == ["r1 the bear is a bear."]
    assert entry.heard_by(BLUE) == ("deal", ())
    assert entry.heard_by(None) == (entry.text, entry.lines)


def test_lines_name_a_stranger_as_a_stranger(duel: Any) -> None:
    note = Note(
        "4.1a", "{unit} strikes {unit_d} and {units_x} in {hex}.", {"unit": 0, "unit_d": 3, "units_x": 16, "hex": 0}
    )
    red, referee = (view.heard(duel, [note], viewer)[0].text.lower() for viewer in (RED, None))
    assert referee == "r1 the fox strikes b1 the bear and b2 the fox in north."
    assert red == "r1 the fox strikes a unit (b1) and b2 the fox in north."


def test_a_line_about_a_piece_he_does_not_see_is_not_for_him(duel: Any) -> None:
    notes = [Note("2.1a", "{unit} waits.", {"unit": 5}), Note("2.1a", "{units} wait.", {"units": 0b101000})]
    assert view.heard(duel, notes, RED) == ()
    assert len(view.heard(duel, notes, BLUE)) == 2
    assert [line.cite for line in view.heard(duel, notes, None)] == ["2.1", "2.1"]


def test_what_a_hidden_piece_does_is_told_by_the_verb_alone() -> None:
    s: Any = notation.read(TITLES, "toy\nat game blue-moves\nhour 1\nside 1\nnorth r1=fox\nblue-box b1=bear")
    move = TOY.parse(s, "move b1 to south")
    assert [view.told(s, move, viewer) for viewer in (RED, BLUE, None)] == ["move"] + ["move b1 to south"] * 2
    stance = TOY.parse(s, "stance 2")
    assert [view.told(s, stance, viewer) for viewer in (RED, BLUE, None)] == ["stance", "stance 2", "stance 2"]


def test_in_public_only_what_every_player_knows(duel: Any) -> None:
    shown = view.view(duel, PUBLIC)
    assert shown["viewer"] is None
    assert set(shown["pieces"]) == {"r1", "b1", "b2"}  # nothing in either box
    assert set(shown["pieces"]["r1"]) == set(shown["pieces"]["b1"]) == {"there", "kind", "marks"}
    assert shown["pieces"]["b2"]["identity"] == {"face": "fox"}  # known to both
    assert not {"red_stance", "blue_stance"} & set(shown["scalars"])
    assert not view.ask(duel, PUBLIC)["yours"]
    text = notation.write(duel, PUBLIC)
    assert "bear" not in text
    assert "wolf" not in text


def test_in_public_nothing_private_is_heard() -> None:
    table = Table(TOY, rolls=False)
    table.play("deal bear")
    assert table.journal[0].heard_by(PUBLIC) == ("deal", ())
    s: Any = notation.read(TITLES, "toy\nat game blue-moves\nhour 1\nside 1\nnorth r1=fox\nblue-box b1=bear")
    assert view.told(s, TOY.parse(s, "move b1 to south"), PUBLIC) == "move"
    assert view.told(s, TOY.parse(s, "stance 2"), PUBLIC) == "stance"


def test_who_sees_more_than_before_has_learnt(duel: Any) -> None:
    after = duel.copy()
    assert not view.learnt(duel, after)
    after.tired = 0
    assert not view.learnt(duel, after)
    after.known[3] = 1
    assert view.learnt(duel, after)
    assert not view.learnt(after, duel)
    assert view.aspects(duel, RED, 3) < view.aspects(after, RED, 3) == ALL_ASPECTS


def test_without_fog_nothing_is_learnt_but_from_the_dice() -> None:
    assert not LENINGRAD.fogged
    assert TOY.fogged
    table = game(LENINGRAD, 2, 60)
    assert not any(view.learnt(a.before, b.before) for a, b in zip(table.journal, table.journal[1:], strict=False))
    assert table.journal[0].said.told == ()


# -- what is asked ----------------------------------------------------------------------------


def test_only_who_has_to_decide_is_told_his_verbs() -> None:
    s: Any = notation.read(TITLES, "toy\nat game red-moves\nhour 1\nnorth r1=fox b1=bear")
    red, blue, referee = (view.ask(s, viewer) for viewer in (RED, BLUE, None))
    assert (red["side"], red["step"], red["cite"], red["yours"], red["over"]) == (
        "red",
        "red-moves",
        "2.1",
        True,
        False,
    )
    assert [verb["verb"] for verb in red["verbs"]] == ["move", "scout", "stance", "strike", "done"]
    assert red["verbs"][0]["args"] == [{"kind": "piece", "word": ""}, {"kind": "place", "word": "to"}]
    assert (blue["side"], blue["yours"], blue["verbs"]) == ("red", False, [])
    assert referee == red


def test_chance_is_asked_like_anybody_else(duel: Any) -> None:
    assert TOY.decider(duel) == CHANCE
    assert view.ask(duel, RED) | {"verbs": []} == view.ask(duel, RED)
    assert [verb["verb"] for verb in view.ask(duel)["verbs"]] == ["throw"]


def choices(s: Any, verb: str, *chosen: Any) -> dict[str, Any]:
    found = s.title.step(s).verb(verb)
    assert found is not None
    return view.choices(s, found, chosen)


def test_choices_argument_by_argument(duel: Any) -> None:
    assert choices(duel, "throw") == {
        "done": False,
        "kind": "number",
        "word": "",
        "count": 6,
        "values": ["1", "2", "3", "4", "5", "6"],
        "weights": [1, 2, 1, 1, 1, 1],
    }
    s: Any = notation.read(TITLES, "toy\nat game red-moves\nhour 1\nnorth r1=fox b1=bear")
    assert choices(s, "move")["values"] == ["r1", "r2", "r3"]
    assert choices(s, "move", 0) == {"done": False, "kind": "place", "word": "to", "count": 1, "values": ["middle"]}
    assert choices(s, "move", 0, 1) == {"done": True, "action": "move r1 to middle"}


def test_choices_of_subsets_and_paths() -> None:
    s: Any = notation.read(TITLES, "leningrad79\nat german-combat\nturn 3\n1407 1Pz 6Pz\n1408 118RD")
    target = s.data.board.at["1408"]
    assert choices(s, "attack")["values"] == ["1408"]
    assert choices(s, "attack", target)["values"] == [[]]
    assert choices(s, "attack", target, 0) == {
        "done": False,
        "kind": "pieces",
        "word": "with",
        "count": 3,
        "members": ["1Pz", "6Pz"],
        "must": [],
        "low": 1,
        "high": 2,
        "free": True,
    }
    s = notation.read(TITLES, "leningrad79\nat german-movement\nturn 3\n1407 269ID(points=1)")
    lead = s.title.lexicon.piece("269ID")
    ends = choices(s, "move", lead, 0)["ends"]
    assert ends
    for end, way in ends.items():
        assert way["path"][-1] == end
        assert 0 < way["cost"] <= 1
