"""The Strategic Impulse, the Pass, the Initiative Disc, and how the Impulses of a Turn run."""

from collections.abc import Callable

import pytest

from grognard.core.title import Bad
from grognard.titles.moscow41.rules import logistics
from grognard.titles.moscow41.rules.battle import must_fight
from tests.titles.moscow41.conftest import GERMAN, SOVIET, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"
GROUND = "german 16A 9A 4A 2A 67 66 77 78 79 88 89 90 91 100 101 102"


@pytest.fixture
def choose(at: At) -> At:
    """A position at the choice of an Impulse."""

    def make(text: str, scenario: str = "campaign", options: str = "") -> Game:
        return at(f"{options}\nat game choice\nturn 1\n{text}{LEADERS}".strip(), scenario)

    return make


# -- the worked example -----------------------------------------------------------------------

EXAMPLE = """at game choice
turn 4
side 1
disc 1
german 16A 9A 4A 2A 67 66 77 78 79 88 89 90 91 100 Leningrad 145
lost 13AK 34AK 35AK 43AK 7AK 9AK 12AK 20AK 5AK 6AK 8AK 27AK
80 Konev(level=2) 25RC
79 24PzK 46PzK 47PzK
68 30RC 33RC 34RC
69 21MC
67 Kuznetsov(level=0) 57PzK
55 Yeremenko(level=2)
63 Stalin(level=0)
Rastenburg Hitler"""


@pytest.mark.case("11.0f", "11.0a", "11.0b", "11.0c", "11.0d", "11.0e", "11.0o", "10.11d", "10.11e", "7.2.1f")
def test_the_example_of_option_a(at: At) -> None:
    """Seven actions: a staff and three corps engage, a line is built, a spent staff leaves, a Tank joins a fight."""
    game = at(EXAMPLE)
    assert logistics.value(game.s, SOVIET) == 7
    game.play("strategic-move")
    assert game.s.points == 7
    assert game.areas(game.s.old) == {"67"}
    for mover in ("Konev", "25RC", "30RC", "33RC"):
        game.play(f"move {mover} via 79")
    assert not game.up("Konev")
    game.play("build 34RC", "move Kuznetsov via 55", "move 21MC via 68 67")
    assert game.s.points == 0
    assert game.movers() == set()
    assert game.clauses("move Yeremenko via 56") == ["10.8c"]
    game.play("done")
    assert game.ask == ("soviet", "combat")
    assert game.areas(must_fight(game.s)) == {"79"}
    assert game.clauses("done") == ["10.11d"]
    game.play("battle 79")
    while game.ask[0] == "chance":
        game.play("roll 1")
    assert game.clauses("battle 67") == []  # allowed, not demanded
    game.play("done")
    assert game.s.disc == GERMAN
    assert game.ask == ("german", "choice")


# -- the Disc ---------------------------------------------------------------------------------


@pytest.mark.case("11.0a", "3.2.1d", "3.2a")
def test_only_the_holder_spends_the_disc(choose: At) -> None:
    game = choose(f"disc 1\n{GROUND}\n90 24PzK")
    assert game.clauses("strategic-move") == ["3.2.1d"]
    assert game.clauses("strategic-call") == ["3.2.1d"]
    assert game.clauses("pass") == []


@pytest.mark.case("11.0o", "11.0b", "11.0n")
@pytest.mark.parametrize("kind", ["strategic-move", "strategic-call"])
def test_the_disc_goes_to_the_other_player(choose: At, kind: str) -> None:
    game = choose(f"{GROUND}\n90 24PzK\n62 25RC").play(kind)
    while game.s.side == GERMAN:
        game.play("call 0" if game.ask[1] == "call" else "done")
    assert game.s.disc == SOVIET
    assert not game.s.spent
    assert game.clauses("strategic-move") == []


@pytest.mark.case("3.2.1d", "12.0a")
def test_a_pass_and_a_tactical_impulse_leave_the_disc(choose: At) -> None:
    text = f"{GROUND}\n90 Guderian 24PzK"
    passed = choose(text).play("pass", "done")
    assert passed.s.disc == GERMAN
    fought = choose(text).play("tactical", "activate Guderian", "done", "done", "decline")
    assert fought.s.disc == GERMAN


@pytest.mark.case("dnieper.5")
def test_once_in_beyond_the_dnieper(choose: At) -> None:
    game = choose(f"{GROUND}\n90 24PzK\n62 25RC", "dnieper").play("strategic-move", "done")
    assert game.s.german_spent == 1
    game.play("strategic-move", "done")
    assert game.s.disc == GERMAN
    assert game.clauses("strategic-move") == ["dnieper.5"]
    assert game.clauses("strategic-call") == ["dnieper.5"]


@pytest.mark.case("gasp.10")
def test_once_a_month_in_last_gasp(at: At) -> None:
    text = f"at game choice\nturn 5\nweather snow\ngerman_spent 1\n{GROUND}\n90 24PzK\n62 25RC{LEADERS}"
    game = at(text, "gasp")
    assert game.clauses("strategic-move") == ["gasp.10"]
    game.play("pass", "done", "pass", "done")  # December comes
    assert game.s.turn == 6
    assert (game.s.german_spent, game.s.soviet_spent) == (0, 0)


@pytest.mark.case("3.2.1c", "6.0h", "3.2.1b", "7.0b")
def test_the_disc_says_who_decides_when(at: At) -> None:
    text = f"at game choice\nturn 1\npasses 1\n{GROUND}\n90 24PzK\n62 25RC{LEADERS}"
    game = at(text).play("pass", "done")
    assert game.s.turn == 2
    assert game.ask == ("soviet", "leader")  # the Germans hold the Disc
    game.play("pause")
    assert game.ask == ("german", "leader")
    game.play("pause")
    assert game.ask == ("german", "choice")


@pytest.mark.case("3.2.1a", "campaign.3", "typhoon.6")
@pytest.mark.parametrize("scenario", ["typhoon", "gasp"])
def test_the_player_without_the_disc_sets_up_first(new: At, scenario: str) -> None:
    game = new(scenario, seed=3)
    assert game.ask[0] == "soviet"
    assert game.s.turn == 0


# -- option A ---------------------------------------------------------------------------------


@pytest.mark.case("11.0d", "11.0e", "10.4a")
def test_headquarters_engage_without_a_face(choose: At) -> None:
    game = choose(f"{GROUND}\n102 Guderian 24PzK\n103 25RC").play("strategic-move", "move Guderian via 103")
    assert not game.up("Guderian")
    assert not game.s.active
    game.play("done")
    assert game.ask == ("german", "combat")  # no artillery, no Bombers
    game.play("battle 103")
    assert game.up("Guderian")


@pytest.mark.case("11.0c", "9.1d")
def test_isolated_blocks_do_nothing(choose: At) -> None:
    game = choose(f"{GROUND}\n90 24PzK\n160 46PzK(cube)\n159 25RC").play("strategic-move")
    assert "46PzK" not in game.movers()
    assert game.clauses("move 46PzK via 159")[0] == "9.1d"
    assert game.clauses("build 46PzK") == ["9.1c"]


@pytest.mark.case("11.0c", "4.1f", "12.0d")
def test_headquarters_build_nothing(choose: At) -> None:
    assert choose(f"{GROUND}\n90 Guderian").play("strategic-move").clauses("build Guderian") == ["4.1f"]
    assert choose(f"{GROUND}\n90 Guderian").play("pass").clauses("build Guderian") == ["4.1f"]


@pytest.mark.case("11.0c", "10.8c", "4.1c")
def test_disbanding_is_free(choose: At) -> None:
    game = choose(f"{GROUND}\ngerman_lines 90\n90 24PzK").play("strategic-move")
    before = game.s.points
    game.play("disband 90")
    assert game.s.points == before


@pytest.mark.case("7.2.1g", "11.0c")
def test_the_value_stays_as_it_was_reckoned(choose: At) -> None:
    """Tula is taken on the way: the value of this Impulse does not grow."""
    game = choose(f"{GROUND} 95 92 94\n92 24PzK 46PzK").play("strategic-move")
    value = game.s.value
    game.play("move 24PzK via 96")
    assert game.german("96")
    assert (game.s.value, game.s.points) == (value, value - 1)
    assert logistics.value(game.s, GERMAN) == value + 1


# -- option B ---------------------------------------------------------------------------------


@pytest.mark.case("11.0m", "11.0g")
def test_nobody_moves_in_option_b(choose: At) -> None:
    game = choose(f"{GROUND}\n90 24PzK Guderian\n91 46PzK 25RC\ngerman-pool 13AK").play("strategic-call")
    assert game.ask == ("german", "call")
    game.play("call 0")
    assert game.ask == ("german", "combat")
    for action in ("move 24PzK via 91", "build 24PzK", "activate Guderian"):
        with pytest.raises(Bad):
            game.clauses(action)
    assert game.clauses("battle 91") == []
    assert game.clauses("done") == []


# -- the Pass ---------------------------------------------------------------------------------


@pytest.mark.case("12.0a", "10.8b", "12.0d")
def test_one_action_in_a_pass(choose: At) -> None:
    game = choose(f"{GROUND}\n90 24PzK 46PzK").play("pass", "move 24PzK via 78 66 67")
    assert game.movers() == set()
    assert game.clauses("build 46PzK") == ["10.8b"]
    built = choose(f"{GROUND}\n90 24PzK 46PzK").play("pass", "build 24PzK")
    assert built.clauses("move 46PzK via 78") == ["10.8b"]


@pytest.mark.case("12.0b", "12.0c", "10.11k", "10.8i", "6.0f")
def test_a_pass_engages_nobody(choose: At) -> None:
    game = choose(f"{GROUND}\n90 24PzK\n91 46PzK 25RC\n103 30RC").play("pass")
    assert game.clauses("move 24PzK via 91") == ["12.0b"]
    assert game.clauses("move 46PzK via 90 91") == ["12.0b"]
    game.play("move 46PzK via 90", "done")
    assert game.ask == ("soviet", "choice")


@pytest.mark.case("12.0f", "3.0c", "6.0i", "6.0h")
def test_two_passes_in_a_row_end_the_month(choose: At) -> None:
    text = f"{GROUND}\n90 Guderian 24PzK\n62 Konev 25RC"
    moved = choose(text).play("pass", "move 24PzK via 78", "done", "pass", "move 25RC via 61", "done")
    assert moved.s.turn == 2  # though Blocks moved
    broken = choose(text).play("pass", "done", "tactical", "activate Konev", "done", "done")
    assert (broken.s.turn, broken.s.passes) == (1, 0)
    broken.play("pass", "done")
    assert broken.s.turn == 1


@pytest.mark.case("3.0a", "3.0b", "6.0h")
def test_players_take_turns(choose: At) -> None:
    game = choose(f"{GROUND}\n90 Guderian 24PzK\n62 Konev 25RC")
    assert game.verbs() == {"tactical", "strategic-move", "strategic-call", "pass"}
    game.play("pass", "done")
    assert game.ask == ("soviet", "choice")
    assert game.verbs() == {"tactical", "pass"}


@pytest.mark.case("6.0d", "6.0e", "9.1a")
def test_supply_is_checked_in_a_pass_too(choose: At) -> None:
    game = choose(f"side 1\n{GROUND}\n90 24PzK\n62 25RC\n160 46PzK").play("pass", "done")
    assert game.s.cube == 1 << game.unit("46PzK")
    assert game.level("46PzK") == 4
    game.play("pass", "done")
    assert game.level("46PzK") == 3


@pytest.mark.case("4.2.4f", "4.2.4g", "7.2.1b", "11.0c")
def test_without_stalin_strategic_impulses_go_on(at: At) -> None:
    """After Moscow's fall his Strength counts nothing; the Disc is spent as ever."""
    text = (
        f"at game choice\nturn 5\nweather snow\nside 1\ndisc 1\n{GROUND} 63\n75 Konev(level=3) 25RC\nRastenburg Hitler"
    )
    game = at(text + "\nsurrendered Stalin")
    assert logistics.value(game.s, SOVIET) == (1 + 5) // 2  # Moscow is lost: halved in Snow
    game.play("strategic-move")
    assert game.s.points == 3


@pytest.mark.case("11.0a")
def test_the_disc_does_not_pass_to_and_fro_for_ever(choose: At) -> None:
    """Twelve Strategic Impulses in a row; then something else must be played, and the count begins anew."""
    game = choose(f"row 11\n{GROUND}\n90 24PzK\n120 25RC").play("strategic-move", "done")
    assert (game.s.row, game.s.disc, game.ask) == (12, SOVIET, ("soviet", "choice"))
    for verb in ("strategic-move", "strategic-call"):
        (why,) = game.table.why_not(verb)
        assert (why.clause, "12 Strategic Impulses in a row" in why.text) == ("11.0a", True)
    assert game.play("pass").s.row == 0


@pytest.mark.case("10.11a", "11.0e", "11.0n", "6.0f")
@pytest.mark.parametrize(
    "played",
    [
        ("tactical", "activate Guderian", "done", "done", "decline"),
        ("strategic-move", "done"),
        ("strategic-call", "call 0"),
    ],
)
def test_nobody_is_asked_about_battles_where_there_is_none(choose: At, played: tuple[str, ...]) -> None:
    """Whether there is one both players see; an old one may be fought, and is asked about."""
    text = f"{GROUND}\n90 Guderian 24PzK\n62 Konev 25RC\ngerman-pool 13AK"
    assert choose(text).play(*played).ask == ("soviet", "choice")
    before = played[:-1] if played[-1] == "decline" else played
    old = choose(f"{text}\n103 46PzK 30RC").play(*before)
    assert old.ask == ("german", "combat")
    assert old.clauses("battle 103") == old.clauses("done") == []
    cut = choose(f"{text}\n103 46PzK(cube) 30RC").play(*before)
    assert cut.ask[1] != "combat"  # 9.1e
