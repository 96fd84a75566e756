"""The Road to Leningrad, the Final Phase, and the option of the two generals."""

from collections.abc import Callable

import pytest

from grognard.core import view
from grognard.titles.moscow41.rules.logistics import value
from grognard.titles.moscow41.rules.supply import sources
from grognard.titles.moscow41.rules.victory import points
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"
SEIZED = "german 67 Pskov Strugi-Krasnye Porkhov Luga Shimsk Novgorod"
LIGHT_BLUE = {"1", "2", "3", "4", "5"}


def on_the_road(at: At, text: str, more: str = "") -> Game:
    """A Tactical Impulse in which Hoepner is activated; the Combat Segment has begun."""
    options = "options leningrad=generals\n" if "Zhukov" in text else ""
    game = at(f"{options}at game choice\nturn 2\n{SEIZED}\n{text}{more}{LEADERS}")
    return game.play("tactical", "activate Hoepner", "done", "done")


FIGHT = "103 46PzK 25RC"  # something else is to be decided in the Combat Segment


def northern(game: Game) -> set[str]:
    return game.areas(sources(game.s, SOVIET)) & {str(n) for n in range(1, 11)}


# -- Hoepner ----------------------------------------------------------------------------------


@pytest.mark.case("10.9g", "10.9a", "10.9b", "10.9c", "10.9e", "8.0f", "10.17a", "2.2g")
def test_the_example(at: At) -> None:
    """Worked example: Snow, four stars, Novgorod with Totenkopf: two dice, two hits, one box; then three stars."""
    game = on_the_road(at, "weather snow\nNovgorod Hoepner TT")
    assert game.clauses("done") == ["10.9b"]
    game.play("advance", "roll 5")
    assert game.ask == ("chance", "road")
    game.play("roll 6")
    assert game.ask == ("german", "combat")
    assert game.where("Hoepner") == game.where("TT") == "Pushkin"
    assert game.up("Hoepner")
    assert game.german("Pushkin")
    assert game.clauses("advance") == ["10.9b"]
    game.play("done")
    assert game.level("Hoepner") == 3
    assert not game.up("Hoepner")


@pytest.mark.case("10.0d", "10.1h", "10.0a")
def test_hoepner_alone_makes_a_tactical_impulse(at: At) -> None:
    """No other Block of his group is there, and no other headquarters."""
    game = at(f"at game choice\nturn 1\ngerman 67 Pskov\nPskov Hoepner\n90 24PzK{LEADERS}")
    assert game.clauses("tactical") == []
    game.play("tactical", "activate Hoepner")
    assert game.up("Hoepner")
    game.play("done", "done", "advance", "roll 6", "roll 6", "roll 6", "roll 6")
    assert game.where("Hoepner") == "Pskov"
    game.play("done")
    assert game.level("Hoepner") == 3


@pytest.mark.case("10.9b", "10.9c")
@pytest.mark.parametrize(
    ("blocks", "rolls", "box"),
    [
        ("TT 41PzK 56PzK", (5, 6, 5, 6), "Luga"),  # four hits, three Blocks
        ("TT 41PzK 56PzK", (5, 4, 1, 6), "Porkhov"),
        ("TT 41PzK", (5, 5, 1, 6), "Porkhov"),
        ("TT 41PzK 56PzK", (4, 4, 1, 2), "Pskov"),
        ("", (5, 5, 6, 6), "Pskov"),  # alone he does not advance
    ],
)
def test_boxes_by_hits_and_blocks(at: At, blocks: str, rolls: tuple[int, ...], box: str) -> None:
    game = on_the_road(at, f"Pskov Hoepner {blocks}")
    game.play("advance", *(f"roll {die}" for die in rolls))
    assert game.where("Hoepner") == box
    assert all(game.where(name) == box for name in blocks.split())


@pytest.mark.case("10.9b", "10.9e", "8.0c", "3.1b", "14.5b")
@pytest.mark.parametrize(
    ("weather", "level", "dice"), [("sun", 4, 4), ("sun", 2, 2), ("rain", 4, 1), ("snow", 3, 1), ("blizzard", 3, 1)]
)
def test_dice(at: At, weather: str, level: int, dice: int) -> None:
    game = on_the_road(at, f"weather {weather}\nPskov Hoepner(level={level}) TT").play("advance")
    assert game.s.local.dice == dice


@pytest.mark.case("10.9b", "10.5c", "10.17b")
def test_exhausted_he_rolls_nothing_and_is_destroyed(at: At) -> None:
    game = on_the_road(at, f"Pskov Hoepner(level=0) TT\n{FIGHT}")
    assert game.clauses("advance") == ["10.9b"]
    game.play("done")
    assert game.where("Hoepner") == "lost"
    assert game.where("TT") == "Pskov"


@pytest.mark.case("10.9a", "2.2m")
def test_the_road_needs_a_tactical_impulse(at: At) -> None:
    """In a Pass or a Strategic Impulse nothing happens there; other headquarters do not roll."""
    text = f"at game choice\nturn 2\ngerman 67 Pskov\nPskov Hoepner TT\n90 Guderian\n{FIGHT}{LEADERS}"
    game = at(text).play("strategic-move")
    assert "2.2m" in game.clauses("move TT via 1")
    game.play("done")
    assert game.clauses("advance") == ["10.9a"]
    other = at(text).play("tactical", "activate Guderian", "done", "done")
    assert other.clauses("advance") == ["10.9a"]
    assert other.clauses("done") == []


@pytest.mark.case("13.3.1a", "2.2h", "9.2d")
def test_shlisselburg_closes_the_north_west_at_once(at: At) -> None:
    game = on_the_road(at, "Mga Hoepner TT")
    assert northern(game) >= LIGHT_BLUE
    game.play("advance", "roll 5", "roll 1", "roll 1", "roll 1")
    assert game.where("Hoepner") == "Shlisselburg"
    assert not northern(game) & LIGHT_BLUE
    assert "6" in northern(game)


@pytest.mark.case("13.3.1a", "10.9c")
def test_shlisselburg_is_taken_in_passing(at: At) -> None:
    game = on_the_road(at, "Mga Hoepner TT 41PzK 56PzK")
    game.play("advance", "roll 5", "roll 6", "roll 5", "roll 1")
    assert game.where("Hoepner") == "Leningrad"  # not beyond it
    assert game.german("Shlisselburg")


@pytest.mark.case("10.9f", "13.3a", "13.3b", "13.3c", "13.3d", "2.2i")
def test_leningrad_falls_in_the_final_phase(at: At) -> None:
    game = on_the_road(at, "Shlisselburg Hoepner TT\nPskov 41PzK", "\npasses 0")
    before = value(game.s, GERMAN)
    game.play("advance", "roll 5", "roll 1", "roll 1", "roll 1")
    assert game.s.reached
    assert not game.german("Leningrad")
    assert value(game.s, GERMAN) == before
    assert "6" in northern(game)
    game.play("done")
    if game.ask == ("german", "exploitation"):
        game.play("decline")
    game.play("pass", "done", "pass", "done")
    assert game.s.turn == 3
    assert game.german("Leningrad")
    assert points(game.s, GERMAN) == 2
    assert northern(game) == {"10"}  # of the eastern border
    assert {game.where(name) for name in ("Hoepner", "TT", "41PzK")} == {"german-pool"}


@pytest.mark.case("10.9f", "13.3a")
def test_it_falls_though_hoepner_is_dead(at: At) -> None:
    game = at(
        "at game choice\nside 1\nturn 2\npasses 1\nreached yes\ngerman 67 Pskov\nlost Hoepner\nLeningrad TT" + LEADERS
    )
    game.play("pass", "done")
    assert game.german("Leningrad")
    assert game.where("TT") == "german-pool"
    assert game.where("Hoepner") == "lost"


@pytest.mark.case("10.9f")
def test_in_leningrad_nothing_is_rolled(at: At) -> None:
    game = on_the_road(at, f"reached yes\nLeningrad Hoepner TT\n{FIGHT}")
    assert game.clauses("advance") == ["10.9f"]
    assert game.clauses("done") == []


@pytest.mark.case("1.5b", "10.9c")
def test_who_is_on_the_road_is_not_shown(at: At) -> None:
    """The opponent sees Hoepner lie there, and two backs beside him."""
    game = on_the_road(
        at,
        "Pskov Hoepner(trail=Pskov) TT(trail=Pskov+german-pool) 41PzK(trail=Pskov+german-pool)"
        "\ngerman-pool 56PzK(trail=Pskov+german-pool)",
    )
    game.play("advance", "roll 5", "roll 6", "roll 1", "roll 1")
    seen = view.view(game.s, SOVIET)
    names = [seen["pieces"][name].get("identity", {}).get("face") for name in seen["board"]["Porkhov"]]
    assert sorted(map(str, names)) == ["Hoepner", "None", "None"]
    assert game.may_be("TT") == {"TT", "41PzK", "56PzK"}
    game.play("done")
    assert game.may_be("TT") == {"Hoepner", "TT", "41PzK", "56PzK"}


# -- the Final Phase --------------------------------------------------------------------------


@pytest.mark.case("13.2a", "13.2b", "13.2c", "13.2d", "2.2e", "2.2f", "5.1a")
def test_kiev(at: At) -> None:
    text = "at game choice\nside 1\nturn 2\npasses 1\ngerman 67 {}\nlater 48PzK 61Army{}"
    one = at(text.format("151", LEADERS)).play("pass", "done")
    assert not one.german("Kiev")
    assert one.where("48PzK") == "later"
    both = at(text.format("151 165", LEADERS)).play("pass", "done")
    assert both.german("Kiev")
    assert both.where("48PzK") == "german-pool"
    assert both.where("61Army") == "later"
    assert points(both.s, GERMAN) == 2
    assert not both.areas(sources(both.s, SOVIET)) & {"165", "168", "171"}


@pytest.mark.case("13.2a", "2.5e")
def test_contested_chernigov_counts_for_its_controller(at: At) -> None:
    text = "at game choice\nside 1\nturn 2\npasses 1\ngerman 67 165 {}\n151 24PzK 25RC{}"
    held = at(text.format("151", LEADERS)).play("pass", "done")
    assert held.german("Kiev")
    besieged = at(text.format("", LEADERS)).play("pass", "done")
    assert not besieged.german("Kiev")


@pytest.mark.case("13.2a", "13.3a")
def test_kiev_is_not_lost_again(at: At) -> None:
    game = at("at game choice\nside 1\nturn 2\npasses 1\ngerman 67 Kiev\n151 25RC" + LEADERS).play("pass", "done")
    assert game.german("Kiev")


@pytest.mark.case("13.2a", "13.3a")
def test_what_has_fallen_does_not_fall_again(at: At) -> None:
    """In the Final Phases that follow nothing is told of it."""
    text = "at game choice\nside 1\nturn 3\npasses 1\ngerman 67 151 165{}\nreached yes{}"
    first = at(text.format("", LEADERS)).play("pass", "done")
    assert "Kiev falls" in first.log(SOVIET)
    assert "Leningrad falls" in first.log(SOVIET)
    later = at(text.format(" Kiev Leningrad", LEADERS)).play("pass", "done")
    assert later.s.turn == 4
    assert "falls" not in later.log(SOVIET)


@pytest.mark.case("13.2a", "1.7c")
def test_the_final_phase_may_end_the_game(at: At) -> None:
    game = at("""at game choice
        side 1
        turn 3
        passes 1
        german 63 67 96 145 149 151 165 Leningrad
        surrendered Stalin
        Rastenburg Hitler""").play("pass", "done")
    assert game.s.over
    assert game.table.outcome is not None
    assert (game.table.outcome.winner, game.table.outcome.level) == (GERMAN, "decisive victory")


@pytest.mark.case("13.1a", "13.0a", "10.14.3b")
def test_bombers_return(at: At) -> None:
    bombers = [TITLE.data.pieces[piece] for piece in range(TITLE.data.first_bomber, len(TITLE.data.pieces))]
    game = at(f"at game choice\nside 1\nturn 2\npasses 1\ngerman 67\nshot-down {' '.join(bombers[:3])}{LEADERS}")
    game.play("pass", "done")
    assert all(game.s.place[TITLE.lexicon.piece(name)] == game.s.data.airfield for name in bombers)


@pytest.mark.case("14.8a")
def test_crusader(at: At) -> None:
    """In November the Luftwaffe leaves, from an Area or the Pool, and is not lost."""
    text = """options crusader={}
        at game choice
        side 1
        turn {}
        passes 1
        german 67 90
        90 2FK 25RC
        german-pool 8FK"""
    game = at(text.format("crusader", 5) + LEADERS).play("pass", "done")
    assert game.where("2FK") == game.where("8FK") == "withdrawn"
    assert all(game.s.place[bomber] == game.s.data.withdrawn for bomber in range(game.s.data.first_bomber, 128))
    assert not game.german("90")
    assert value(game.s, SOVIET) == 4 + 6
    for option, turn in (("none", 5), ("crusader", 4)):
        other = at(text.format(option, turn) + LEADERS).play("pass", "done")
        assert other.where("2FK") == "90"
    lost = at(text.format("crusader", 5).replace("german-pool 8FK", "lost 8FK") + LEADERS).play("pass", "done")
    assert lost.where("8FK") == "lost"


# -- the two generals -------------------------------------------------------------------------

CALLED = """options leningrad=generals
    at game choice
    turn 3
    german 67 66 90 9A Pskov Porkhov
    Porkhov Hoepner(level=3) TT 41PzK 56PzK"""


@pytest.mark.case("14.2a", "14.2d", "14.2f", "14.2g", "14.2h", "14.2i")
def test_the_call_to_the_map(at: At) -> None:
    game = at(CALLED + "\n67 24PzK 46PzK\n91 25RC" + LEADERS).play("strategic-move")
    left = game.s.points
    assert game.clauses("withdraw Hoepner to 67") == ["14.2f"]
    assert game.clauses("withdraw Hoepner to 91") == ["14.2d"]
    assert game.clauses("withdraw Hoepner to 90") == ["14.2d"]  # cut off
    assert game.clauses("withdraw 24PzK to 66") == ["14.2d"]
    game.play("withdraw Hoepner to 66", "withdraw TT to 9A")
    assert (game.where("Hoepner"), game.level("Hoepner")) == ("66", 3)
    assert game.s.points == left - 2
    assert game.clauses("withdraw Hoepner to 9A") == ["14.2d"]
    assert "10.7a" in game.clauses("move Hoepner via 9A")
    assert "2.2m" in game.clauses("move 41PzK via 9A")
    assert game.may_be("Hoepner") >= {"Hoepner", "TT", "41PzK", "56PzK"}


@pytest.mark.case("14.2d", "12.0a", "10.8b", "10.8c")
def test_one_in_a_pass_and_the_logistics_value_in_a_strategic_impulse(at: At) -> None:
    game = at(CALLED + LEADERS).play("pass", "withdraw TT to 66")
    assert game.clauses("withdraw 41PzK to 66") == ["10.8b"]
    few = at(CALLED + "\nRastenburg Hitler(level=0)\n63 Stalin").play("strategic-move")
    assert few.s.points == 2  # Hoepner and Smolensk
    few.play("withdraw TT to 66", "withdraw 41PzK to 66")
    assert few.clauses("withdraw Hoepner to 66") == ["10.8c"]
    tactical = at(CALLED + LEADERS).play("tactical", "activate Hoepner", "done")
    assert tactical.clauses("withdraw TT to 66") == ["14.2d"]


@pytest.mark.case("14.2e")
def test_all_four_must_have_been_there(at: At) -> None:
    game = at(CALLED.replace(" 56PzK", "\n    german-pool 56PzK") + LEADERS).play("pass")
    assert game.clauses("withdraw TT to 66") == ["14.2e"]
    gone = at(CALLED.replace(" 56PzK", "\n    66 56PzK") + LEADERS).play("pass")
    assert gone.clauses("withdraw TT to 66") == []
    dead = at(CALLED.replace("Hoepner(level=3) ", "") + "\nlost Hoepner" + LEADERS).play("pass")
    assert dead.clauses("withdraw TT to 66") == []


@pytest.mark.case("14.2a")
def test_without_the_option_nobody_is_called(at: At) -> None:
    text = CALLED.replace("generals", "plain")
    assert at(text + LEADERS).play("pass").clauses("withdraw TT to 66") == ["14.2a"]
    soviet = at(text.replace("turn 3", "turn 3\n    side 1") + LEADERS).play("pass")
    assert "14.2a" in soviet.clauses("recall to 62")


@pytest.mark.case("14.2b")
def test_hoepner_commands_on_the_map(at: At) -> None:
    text = CALLED.replace("Porkhov Hoepner(level=3) TT", "66 Hoepner(level=3) TT\n    Porkhov")
    game = at(f"{text}\n{FIGHT}{LEADERS}").play("tactical", "lead Hoepner to 9A", "done")
    assert game.movers() == {"TT"}
    game.play("done")
    assert game.clauses("advance") == ["10.9a"]


ZHUKOV = """options leningrad={}
    at game choice
    side 1
    disc 1
    turn {}
    german 67{}
    63 Stalin
    Rastenburg Hitler
    soviet-pool Zhukov 3Army"""


@pytest.mark.case("14.2c", "14.2j", "14.2k", "14.2l")
def test_zhukov_goes_to_leningrad(at: At) -> None:
    game = at(ZHUKOV.format("generals", 3, "")).play("strategic-call", "call 2", "draw Zhukov", "draw 3Army")
    assert game.clauses("enter 3Army in Leningrad") == ["14.2j"]
    game.play("enter Zhukov in Leningrad", "enter 3Army in 64")
    assert (game.where("Zhukov"), game.level("Zhukov")) == ("Leningrad", 4)
    assert game.may_be("Zhukov") == {"Zhukov"}
    assert value(game.s, SOVIET) == 4 + 1 + 6
    game.play("pass", "done")
    assert game.clauses("tactical") == ["10.0a"]
    for text in (
        ZHUKOV.format("plain", 3, ""),
        ZHUKOV.format("generals", 3, " Leningrad"),
        ZHUKOV.format("generals", 3, "\nrecalled yes"),
    ):
        other = at(text).play("strategic-call", "call 1", "draw Zhukov")
        assert other.clauses("enter Zhukov in Leningrad") == ["14.2j"]
    typhoon = at(ZHUKOV.format("generals", 4, ""), "typhoon").play("strategic-call", "call 1", "draw Zhukov")
    assert typhoon.clauses("enter Zhukov in Leningrad") == ["14.2j"]


@pytest.mark.case("14.2m", "10.9e")
def test_zhukov_holds_the_road(at: At) -> None:
    """Only sixes hit; in Snow with half the dice."""
    game = on_the_road(at, "weather snow\nPskov Hoepner TT 41PzK 56PzK\nLeningrad Zhukov")
    game.play("advance", "roll 5", "roll 6")
    assert game.where("Hoepner") == "Strugi-Krasnye"


@pytest.mark.case("14.2n", "14.2o", "14.2k")
def test_zhukov_is_recalled(at: At) -> None:
    text = """options leningrad=generals
        at game choice
        turn 3
        side 1
        german 67 62 73
        51 25RC 24PzK
        64 30RC
        Leningrad Zhukov(level=2)"""
    game = at(text + LEADERS).play("pass")
    assert game.clauses("recall to 62") == ["14.2n"]
    assert game.clauses("recall to 51") == ["14.2n"]
    assert game.clauses("recall to 50") == ["14.2n"]
    game.play("recall to 64")
    assert (game.where("Zhukov"), game.level("Zhukov")) == ("64", 2)
    assert game.s.recalled
    assert "10.8b" in game.clauses("recall to 74")
    assert "Zhukov is recalled" in game.log(GERMAN)
    alone = at(text + LEADERS).play("pass", "recall to 74")
    assert alone.may_be("Zhukov") == {"Zhukov"}  # nobody else comes from there
    nobody = at(text.replace("Leningrad Zhukov(level=2)", "75 Zhukov") + LEADERS).play("pass")
    assert nobody.clauses("recall to 64") == ["14.2n"]
    german = at(text.replace("side 1", "side 0") + LEADERS).play("pass")
    assert "14.2n" in german.clauses("recall to 64")


@pytest.mark.case("13.3a", "14.2n")
def test_leningrad_falls_with_zhukov_in_it(at: At) -> None:
    game = at(
        "options leningrad=generals\nat game choice\nside 1\nturn 3\npasses 1\nreached yes\ngerman 67 Pskov"
        "\nLeningrad Hoepner Zhukov" + LEADERS
    )
    game.play("pass", "done")
    assert game.where("Zhukov") == "soviet-pool"
    assert game.where("Hoepner") == "german-pool"


@pytest.mark.case("5.0c", "10.9c")
def test_blocks_drawn_for_the_road_carry_him_further(at: At) -> None:
    text = "at game choice\nturn 2\ngerman 67 Pskov\nPskov Hoepner TT\ngerman-pool 41PzK 56PzK"
    game = at(text + LEADERS).play("strategic-call", "call 1", "draw 41PzK", "enter 41PzK in Pskov")
    game.play("pass", "done", "tactical", "activate Hoepner", "done", "done")
    game.play("advance", "roll 5", "roll 6", "roll 6", "roll 6")
    assert game.where("Hoepner") == game.where("41PzK") == "Porkhov"


@pytest.mark.case("10.9d", "10.4f")
def test_on_the_road_he_supports_nobody(at: At) -> None:
    """No artillery and no command from the Road, though a Battle is next to the northern border."""
    game = at("at game choice\nturn 2\ngerman 67 Pskov 1\nPskov Hoepner TT\n1 2AK 25RC" + LEADERS)
    game.play("tactical", "activate Hoepner", "done")
    assert not TITLE.choices(game.s, "move")
    game.play("done")
    assert game.ask == ("german", "combat")


@pytest.mark.case("10.5c", "10.17b", "7.2.1f", "10.9b")
def test_a_tenth_german_lost_counts_for_the_soviets(at: At) -> None:
    lost = [b.id for b in TITLE.data.blocks if b.side == GERMAN and b.combat and not b.letter][:9]
    game = on_the_road(at, f"Pskov Hoepner(level=0) TT\n{FIGHT}\nlost {' '.join(lost)}")
    before = value(game.s, SOVIET)
    game.play("done")
    assert value(game.s, SOVIET) == before + 1
