"""Supply: Lines of Communication, the Supply Check, the Isolation Check."""

from collections.abc import Callable

import pytest

from grognard.core import view
from grognard.titles.moscow41.rules.supply import sources, supplied
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE, Game

At = Callable[..., Game]
LEADERS = "\n63 Stalin\nRastenburg Hitler"
AREAS = [TITLE.lexicon.places[place] for place in range(1, TITLE.data.board.box)]


def german_but(*soviet: str) -> str:
    """All Areas are German but these."""
    return "german " + " ".join(area for area in AREAS if area not in soviet)


def cubes(game: Game) -> set[str]:
    """The Blocks with a white cube."""
    faces = (block.id for block in TITLE.data.blocks)
    return {name for name in faces if game.s.cube >> game.unit(name) & 1}


@pytest.mark.case("9.3k", "9.1b", "9.3b", "9.3c", "9.3d", "9.3e", "9.3f", "9.3h", "4.1k", "9.2f")
def test_the_example(at: At) -> None:
    """Worked example: Kursk mended, 20 waits, 30 loses its infantry, 40 its line, 50 the NKVD."""
    game = at(f"""at game choice
        side 1
        turn 3
        passes 1
        {german_but("145", "20", "30", "40", "147", "148", "149", "63", "64", "65")}
        soviet_lines 145 20 30 40
        german_lines 50
        line_cubes 145 20 30 40
        147 30RC
        145 24PzK
        30 33RC(level=1,cube) 1Kav
        40 13AK
        50 NKVD(level=1,cube){LEADERS}""")
    game.play("pass", "move 30RC via 146", "done")
    s = game.s
    assert game.where("33RC") == game.where("NKVD") == "surrendered"
    assert game.areas(s.soviet_lines) == {"145", "20", "30"}
    assert game.areas(s.line_cubes) == {"20", "30"}
    assert game.german("40")
    assert game.german("50")
    assert not game.german("30")
    assert "surrenders" in game.log(GERMAN)


@pytest.mark.case("9.3k", "9.1a", "9.1b", "9.0a")
def test_the_cubes_of_the_example(at: At) -> None:
    """They are laid when the Soviet Impulse begins."""
    game = at(f"""at game choice
        turn 3
        {german_but("145", "20", "30", "40", "147", "148", "149", "63", "64", "65")}
        soviet_lines 145 20 30 40
        german_lines 50
        147 30RC
        145 24PzK
        30 33RC(level=2) 1Kav
        40 13AK
        50 NKVD{LEADERS}""")
    game.play("pass", "done")
    assert cubes(game) == {"33RC", "NKVD"}
    assert game.areas(game.s.line_cubes) == {"145", "20", "30", "40"}
    assert game.clauses("pass") == []
    game.play("pass")
    assert "9.1d" in game.clauses("move NKVD via 51")
    assert "9.1c" in game.clauses("build 33RC")
    game.play("done")
    assert game.level("33RC") == game.level("NKVD") == 1
    assert cubes(game) == {"33RC", "NKVD"}
    assert game.areas(game.s.soviet_lines) == {"20", "30"}  # nobody has mended Kursk


@pytest.mark.case("2.1a", "2.1b", "9.2a", "9.2b")
def test_sources(at: At) -> None:
    game = at("at game choice\nturn 1\ngerman 67 66 16A 9A 4A 2A" + LEADERS)
    assert game.areas(sources(game.s, GERMAN)) == {"16A", "9A", "4A", "2A"}
    assert len(game.areas(sources(game.s, SOVIET))) == 5 + 5 + 7 + 12
    assert game.areas(supplied(game.s, GERMAN)) == {"16A", "9A", "4A", "2A", "66", "67"}
    assert "63" in game.areas(supplied(game.s, SOVIET))
    assert "66" not in game.areas(supplied(game.s, SOVIET))


@pytest.mark.case("9.2c", "9.2d", "9.2e", "2.2e", "2.2h", "2.2i", "13.2d", "13.3c")
@pytest.mark.parametrize(
    ("box", "closed"),
    [
        ("Kiev", {"165", "166", "167", "168", "169", "170", "171"}),
        ("Shlisselburg", {"1", "2", "3", "4", "5"}),
        ("Leningrad", {"1", "2", "3", "4", "5", "6", "7", "8", "9"}),
    ],
)
def test_closed_borders(at: At, box: str, closed: set[str]) -> None:
    before = at("at game choice\nturn 1\ngerman 67 16A" + LEADERS)
    after = at(f"at game choice\nturn 1\ngerman 67 16A {box}" + LEADERS)
    gone = before.areas(sources(before.s, SOVIET)) - after.areas(sources(after.s, SOVIET))
    assert gone == closed
    assert sources(before.s, GERMAN) == sources(after.s, GERMAN)


@pytest.mark.case("14.3a", "2.4.3")
def test_moscow_may_be_a_source(at: At) -> None:
    text = f"at game choice\nturn 1\n{german_but('63', '64', '74')}\nRastenburg Hitler\n64 25RC\n63 Stalin 30RC"
    cut_off, fed = at(text), at("options moscow=source\n" + text)
    assert not supplied(cut_off.s, SOVIET)
    assert fed.areas(supplied(fed.s, SOVIET)) == {"63", "64", "74"}
    fought = at("options moscow=source\n" + text + " 24PzK")
    assert not supplied(fought.s, SOVIET)
    taken = at("options moscow=source\nat game choice\nturn 1\ngerman 63 67\n63 24PzK\nRastenburg Hitler\n64 25RC")
    assert not supplied(taken.s, GERMAN) >> taken.area("63") & 1  # it supplies the Soviets, nobody else


@pytest.mark.case("9.2f", "9.2b")
def test_a_line_begins_but_never_ends_in_a_contested_area(at: At) -> None:
    """A contested Area of the border supplies neither itself nor others; inland one may begin there."""
    text = f"at game choice\nturn 1\n{german_but('10', '25', '63')}\n10 25RC 24PzK\n25 30RC{LEADERS}"
    game = at(text)
    assert not supplied(game.s, SOVIET) & ~(1 << game.area("10"))
    assert not supplied(game.s, SOVIET) >> game.area("10") & 1
    inland = at(text.replace("10 25RC 24PzK", "10 25RC").replace("25 30RC", "25 30RC 24PzK"))
    assert inland.areas(supplied(inland.s, SOVIET)) == {"10", "25"}


@pytest.mark.case("2.4.4d", "9.2b")
def test_soviets_trace_nothing_through_staging_areas(at: At) -> None:
    game = at(f"at game choice\nturn 1\n{german_but('11', '1', '66')}{LEADERS}")
    assert game.areas(supplied(game.s, SOVIET)) == {"11", "1"}


@pytest.mark.case("9.0b", "2.2b", "2.2l", "10.9.1a", "14.2k")
def test_boxes_need_no_supply(at: At) -> None:
    options = "options leningrad=generals\n"
    game = at(options + "at game choice\nside 1\nturn 1\ngerman 67 Pskov\nPskov Hoepner TT\nLeningrad Zhukov" + LEADERS)
    game.play("pass", "done", "pass", "done")
    assert not cubes(game)


@pytest.mark.case("4.2.4b", "9.3d")
def test_stalin_does_not_starve(at: At) -> None:
    game = at(f"at game choice\nturn 1\n{german_but('63')}\nRastenburg Hitler\n63 Stalin 30RC")
    game.play("pass", "done", "pass", "done")
    assert cubes(game) == {"30RC"}
    assert game.level("30RC") == 2
    assert game.level("Stalin") == 4


@pytest.mark.case("9.1b", "9.3b", "9.1i", "9.1d", "9.1c")
def test_isolation_lasts_the_whole_impulse_though_mended(at: At) -> None:
    """The line of the isolated Block is mended by another one: it stays isolated until the Isolation Check."""
    soviet = german_but("63", "74", "96", "98", "99")
    game = at(f"at game choice\nturn 1\ndisc 1\n{soviet}\n96 25RC\n98 30RC{LEADERS}")
    game.play("pass", "done")
    assert cubes(game) == {"25RC"}
    game.play("strategic-move", "move 30RC via 97")
    assert supplied(game.s, SOVIET) >> game.area("96") & 1
    assert "9.1d" in game.clauses("move 25RC via 97")
    game.play("done")
    assert not cubes(game)
    assert game.level("25RC") == 3


@pytest.mark.case("9.1b", "9.0a")
def test_a_supply_check_looks_at_every_unit_anew(at: At) -> None:
    """A cube left from before comes off if there is a line now; those of the other player stay until his check."""
    game = at(
        "at game choice\nturn 1\nside 1\ngerman 67 66 9A\nline_cubes 66\ngerman_lines 66\n"
        "66 Hoth(cube)\n64 25RC" + LEADERS
    )
    game.play("pass")
    assert cubes(game) == {"Hoth"}
    game.play("done")
    assert not cubes(game)
    assert not game.s.line_cubes


@pytest.mark.case("9.3c", "9.3j", "9.3d", "7.2.1f", "9.0c")
def test_germans_starve_and_are_lost(at: At) -> None:
    game = at("at game choice\nturn 1\ngerman 67 90\n90 Guderian(level=2,cube) GD(cube) 24PzK(level=1,cube)" + LEADERS)
    game.play("pass", "done")
    assert game.level("Guderian") == 0
    assert game.where("GD") == game.where("24PzK") == "lost"
    assert cubes(game) == {"Guderian"}
    game.play("pass", "done")
    assert game.s.turn == 2
    assert game.german("90")


@pytest.mark.case("9.3d", "2.5a", "1.7c")
def test_surrender_passes_control(at: At) -> None:
    game = at(
        f"at game choice\nturn 1\nside 1\n{german_but('96', '63', '64', '65')}\n96 NKVD(level=1,cube) 24PzK{LEADERS}"
    )
    assert not game.german("96")
    game.play("pass", "done")
    assert game.where("NKVD") == "surrendered"
    assert game.german("96")


@pytest.mark.case("9.3d", "1.7c")
def test_a_surrender_may_end_the_game(at: At) -> None:
    game = at(f"""at game choice
        turn 1
        side 1
        {german_but("96")} Kiev Leningrad
        96 NKVD(level=1,cube) 24PzK
        Rastenburg Hitler""")
    game.play("pass", "done")
    assert game.s.over
    assert game.table.outcome is not None
    assert game.table.outcome.winner == GERMAN


@pytest.mark.case("9.3c", "1.5b")
def test_attrition_is_not_shown(at: At) -> None:
    game = at("at game choice\nturn 1\ngerman 67 90\n90 Guderian(cube) 24PzK(cube)" + LEADERS)
    game.play("pass", "done")
    assert "Isolated Blocks in Krichev (90) lose a step" in game.log(SOVIET)
    assert "XXIV" not in game.log(SOVIET)
    backs = view.view(game.s, SOVIET)["board"]["90"]
    assert all("strength" not in view.view(game.s, SOVIET)["pieces"][name] for name in backs)


@pytest.mark.case("9.3a", "9.0c", "2.5c", "9.2b")
def test_only_units_marked_at_the_start_are_looked_at(at: At) -> None:
    """Passing through an Area cuts a line at once; the cube comes with the next Supply Check of that side."""
    game = at(f"""at game choice
        turn 1
        {german_but("63", "64", "65", "96", "97", "98", "99")}
        96 25RC
        109 24PzK
        64 30RC{LEADERS}""")
    game.play("pass", "move 24PzK via 97")
    assert not supplied(game.s, SOVIET) >> game.area("96") & 1
    assert not cubes(game)
    game.play("done")
    assert cubes(game) == {"25RC"}
    assert game.level("25RC") == 3  # as it was
    game.play("pass", "done")
    assert game.level("25RC") == 2


@pytest.mark.case("9.0c", "9.3a", "7.2.2c")
def test_the_opponents_cubes_stay_where_they_are(at: At) -> None:
    """An Isolation Check looks at the active player's Units; the others are isolated still in the Logistics Phase."""
    game = at(
        "at game choice\nturn 1\npasses 0\ngerman 67 90\ngerman_lines 90\nline_cubes 90\n90 Guderian(level=4,cube)"
        + LEADERS
    )
    game.play("pass", "done", "pass", "done")
    assert game.s.turn == 2
    assert game.areas(game.s.line_cubes) == {"90"}
    assert cubes(game) == {"Guderian"}
    assert game.level("Guderian") == 3
    game.play("pause", "logistics")
    assert game.clauses("restore Guderian") == ["7.2.2c"]


@pytest.mark.case("9.3a", "9.3c")
def test_who_was_not_marked_suffers_nothing(at: At) -> None:
    """A Block had a line when the Impulse began, and goes into a pocket: its cube comes with the next Supply Check."""
    game = at(f"""at game choice
        turn 1
        side 1
        {german_but("51", "64", "65")}
        65 30RC
        64 21MC 24PzK
        Rastenburg Hitler""")
    assert not cubes(game)
    game.play("pass", "move 21MC via 51", "done")
    assert game.level("21MC") == 3
    assert not cubes(game)
    assert not supplied(game.s, SOVIET) >> game.area("51") & 1


@pytest.mark.case("9.3e", "4.1k", "9.3h")
def test_a_line_alone_among_enemies_falls_though_no_block_is_isolated(at: At) -> None:
    game = at(f"""at game choice
        turn 1
        side 1
        {german_but("40", "63", "64", "65")}
        soviet_lines 40
        line_cubes 40
        40 13AK{LEADERS}""")
    game.play("pass", "done")
    assert not game.s.soviet_lines
    assert game.german("40")


@pytest.mark.case("9.3i", "10.14.3f", "10.17c", "9.3f")
def test_destroyed_soviets_return_surrendered_ones_do_not(at: At) -> None:
    game = at(f"""at game choice
        turn 1
        side 1
        {german_but("63", "64", "65", "96", "74")}
        96 25RC(level=1,cube)
        74 Konev(level=0){LEADERS}""")
    game.play("tactical", "activate Konev", "done", "done")
    assert game.where("Konev") == "soviet-pool"
    assert game.where("25RC") == "surrendered"


@pytest.mark.case("4.1k", "9.3e", "9.3a")
def test_lines_outside_battles_stay_for_ever(at: At) -> None:
    game = at(
        f"at game choice\nturn 1\nside 1\n{german_but('63', '64', '65', '96')}\nsoviet_lines 96\nline_cubes 96{LEADERS}"
    )
    for _ in range(3):
        game.s.passes = 0
        game.play("pass", "done")
        game.s.passes = 0
        game.play("pass", "done")
    assert game.areas(game.s.soviet_lines) == game.areas(game.s.line_cubes) == {"96"}


@pytest.mark.case("9.2f", "10.1i", "9.1f")
def test_an_engaged_headquarters_with_a_friend_beside_it(at: At) -> None:
    """It is in Supply where it fights, and may be activated by disengaging."""
    game = at("at game choice\nturn 1\nside 1\npasses 0\ngerman 67 66 9A 90\n90 Guderian 25RC" + LEADERS)
    game.play("pass", "done")
    assert cubes(game) == {"Guderian"}
    other = at("at game choice\nturn 1\nside 1\ngerman 67 66 4A 100 89 90\n90 Guderian 25RC" + LEADERS)
    other.play("pass", "done", "tactical")
    assert other.clauses("activate Guderian") == ["10.1f"]
    assert other.clauses("lead Guderian via 89") == []


@pytest.mark.case("9.1j", "9.1e")
def test_isolated_units_defend_but_do_not_attack(at: At) -> None:
    text = (
        "at game choice\nturn 1\nside {}\ngerman 67 66 9A 90\n90 Guderian(cube) 24PzK(cube) 25RC\n66 5AK 30RC" + LEADERS
    )
    german = at(text.format(0)).play("strategic-move", "done")
    assert german.clauses("battle 90") == ["10.11f"]
    soviet = at(text.format(1) + "\ndisc 1").play("strategic-move", "done")
    assert soviet.clauses("battle 90") == []


@pytest.mark.case("13.3.1a", "9.3")
def test_the_north_west_starves_after_hoepners_advance(at: At) -> None:
    game = at(f"""at game choice
        turn 2
        {german_but("1", "2", "63", "64", "65")} Pskov Mga
        Mga Hoepner TT
        1 30RC
        64 33RC{LEADERS}""")
    game.play("tactical", "activate Hoepner", "done", "done", "advance", "roll 6", "roll 1", "roll 1", "roll 1", "done")
    while game.ask[1] == "exploitation":
        game.play("decline")
    assert game.ask == ("soviet", "choice")
    assert cubes(game) == {"30RC"}
    game.play("pass", "done")
    assert game.level("30RC") == 2
