"""Hits: what an Area absorbs, who takes the rest, what becomes of the destroyed."""

import pytest

from grognard.titles.moscow41.rules.losses import absorb
from tests.titles.moscow41.conftest import GERMAN, SOVIET
from tests.titles.moscow41.fights import At, guns, segment, volley


@pytest.mark.case("10.14.1c", "10.13a", "10.14e", "10.14a", "4.1l", "4.1j", "10.14c", "10.5d", "10.14.3d", "10.14.3f")
@pytest.mark.parametrize(
    ("hits", "line", "hq"), [(3, True, "70"), (4, False, "70"), (5, False, "soviet-pool"), (7, False, "soviet-pool")]
)
def test_vyazma(at: At, hits: int, line: bool, hq: str) -> None:
    """Worked example: terrain, City and line absorb a hit each; then the line, then the headquarters at heart."""
    game = segment(at, "soviet_lines 70\n70 24PzK 46PzK Konev(level=0)")
    game.play("battle 70")
    assert game.s.local.purse == 3
    assert guns(game) == {"line": (1, "S")}  # no Tank Attack, and nothing from the headquarters
    volley(game, 1)
    assert game.ask == ("german", "losses")
    game.play("lose 46PzK")
    assert (game.level("24PzK"), game.level("46PzK")) == (4, 3)
    assert guns(game) == {"24PzK": (4, "T"), "46PzK": (3, "T")}
    volley(game, hits)
    assert bool(game.s.soviet_lines >> game.area("70") & 1) is line
    assert game.where("Konev") == hq
    assert game.german("70") is (hq != "70")


@pytest.mark.case("10.13b", "10.13d", "10.13e", "10.13f", "2.3a", "2.4.1a", "2.4.2a", "2.4.3d", "2.4.5a", "10.13g")
@pytest.mark.parametrize(
    ("area", "held", "line", "bonus"),
    [
        ("102", True, False, 0),
        ("102", True, True, 1),
        ("91", True, False, 1),
        ("91", True, True, 2),
        ("91", False, False, 0),
        ("103", True, False, 1),
        ("103", False, False, 1),
        ("103", True, True, 2),
        ("70", True, False, 2),
        ("70", False, False, 1),
        ("63", True, False, 2),
        ("63", True, True, 3),
        ("67", True, False, 2),  # a City in a Victory Area adds nothing
        ("96", False, False, 0),
    ],
)
def test_absorb_bonus(at: At, area: str, held: bool, line: bool, bonus: int) -> None:
    own = f"german 67 {area}" if not held else "german 66 96" if area == "67" else "german 67"
    text = f"old {area}\n{own}\n{f'soviet_lines {area}' if line else ''}\n{area} 24PzK 25RC"
    game = segment(at, text.replace("63 24PzK", "63 Stalin 24PzK"))
    assert absorb(game.s, game.area(area), SOVIET) == bonus
    assert game.play(f"battle {area}").s.local.purse == bonus


@pytest.mark.case("10.13b")
def test_never_more_than_three(at: At) -> None:
    game = segment(at, "soviet_lines 70 63\n70 25RC\n63 Stalin 30RC")
    assert absorb(game.s, game.area("70"), SOVIET) == 3
    assert absorb(game.s, game.area("63"), SOVIET) == 3
    assert absorb(game.s, game.area("70"), GERMAN) == 1


@pytest.mark.case("10.13f", "10.14a", "4.1l")
def test_a_line_elsewhere_helps_nobody(at: At) -> None:
    """It absorbs nothing and takes no hit in another Area, nor for a Defender who does not control its own."""
    game = segment(at, "soviet_lines 104 115\n102 34AK 25RC")
    assert absorb(game.s, game.area("102"), SOVIET) == 0
    game.play("battle 102")
    volley(volley(game), 1)
    assert game.level("25RC") == 2
    assert game.areas(game.s.soviet_lines) == {"104", "115"}
    assert absorb(game.s, game.area("115"), SOVIET) == 1
    game.s.german |= 1 << game.area("115")
    assert absorb(game.s, game.area("115"), SOVIET) == 0


@pytest.mark.case("10.13b", "10.13f")
def test_three_is_the_limit_whatever_adds_up(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a line worth two hits, it would be three all the same."""
    game = segment(at, "soviet_lines 70 102\n70 25RC\n102 30RC")
    charts = game.s.data.charts
    strong = {**charts.absorb, "line": charts.absorb["line"]._replace(hits=2)}
    monkeypatch.setattr(game.s.data, "charts", charts._replace(absorb=strong))
    assert absorb(game.s, game.area("102"), SOVIET) == 2
    assert absorb(game.s, game.area("70"), SOVIET) == 3


@pytest.mark.case("10.13c", "10.14d")
def test_the_attacker_absorbs_nothing(at: At) -> None:
    game = segment(at, "german 67 70\nold 70\n70 24PzK 25RC")
    volley(game.play("battle 70"), 2)
    assert game.level("24PzK") == 2


@pytest.mark.case("10.13h", "10.14e")
def test_one_purse_for_artillery_bombers_and_fire(at: At) -> None:
    text = """german 67 69 81
        soviet_lines 70
        69 Guderian(active,up,acted,aim=70) 2FK(active,up,acted)
        70 34AK He1(aim=70) 25RC 30RC"""
    game = segment(at, text).play("battle 70")
    assert game.s.local.purse == 3
    volley(game, 2)  # artillery
    assert game.s.local.purse == 1
    assert game.ask == ("chance", "anti-air")
    volley(game)
    volley(game, 2)  # bombs: one absorbed, one on the line
    assert game.s.local.purse == 0
    assert not game.s.soviet_lines
    volley(game)
    volley(game, 1)
    assert game.ask == ("soviet", "losses")
    game.play("lose 25RC")
    assert game.level("25RC") == 2


@pytest.mark.case("4.1h", "10.14a", "10.14.2a")
def test_the_line_of_the_attacker_is_hit_last(at: At) -> None:
    text = "old 102\ngerman 67 102\ngerman_lines 102\n102 34AK(level=1) 25RC"
    game = segment(at, text)
    volley(game.play("battle 102"), 1)
    assert game.where("34AK") == "lost"
    assert game.s.german_lines >> game.area("102") & 1
    assert game.german("102")
    two = segment(at, text)
    volley(two.play("battle 102"), 2)
    assert not two.s.german_lines
    assert not two.german("102")


@pytest.mark.case("10.14b", "10.14.1a", "10.14.1b", "10.14c", "4.2.3.1a", "4.2.3.1b", "4.2.3b")
def test_the_strongest_is_hit_first(at: At) -> None:
    game = segment(at, "old 102\n102 34AK 24PzK(level=3) 46PzK(level=3) DR 28Army 29Army 25MC")
    volley(game.play("battle 102"), 1)
    assert game.level("34AK") == 3  # nobody is asked
    volley(game)
    again = segment(at, "old 102\n102 34AK 24PzK(level=3) 46PzK(level=3) DR 28Army 29Army 25MC")
    volley(again.play("battle 102"), 3)
    assert again.ask == ("german", "losses")  # one hit on the corps, two among three of 3
    assert again.clauses("lose DR") == ["10.14b"]
    assert again.clauses("lose 28Army") == ["10.14c"]
    again.play("lose 46PzK", "lose 34AK")
    assert [again.level(name) for name in ("34AK", "24PzK", "46PzK", "DR")] == [2, 3, 2, 2]
    all_four = segment(at, "old 102\n102 34AK 24PzK(level=3) 46PzK(level=3) DR 28Army 29Army 25MC")
    volley(all_four.play("battle 102"), 8)
    assert all_four.ask == ("chance", "fire")  # one, three, four: whoever chooses, it comes to the same
    assert [all_four.level(name) for name in ("34AK", "24PzK", "46PzK", "DR")] == [1, 1, 1, 1]


@pytest.mark.case("10.14.1a", "4.2.3.1b")
def test_headquarters_are_hit_by_their_stars(at: At) -> None:
    game = segment(at, "side 1\nold 102\n102 Hoth(level=2) DR 34AK(level=1) 28Army 25MC")
    volley(game.play("battle 102"), 2)
    assert (game.level("Hoth"), game.level("DR"), game.level("34AK")) == (0, 1, 1)
    more = segment(at, "side 1\nold 102\n102 Hoth(level=0) 34AK(level=1) 28Army 25MC")
    volley(more.play("battle 102"), 1)
    assert (more.where("Hoth"), more.where("34AK")) == ("102", "lost")
    volley(more)
    assert more.ask == ("soviet", "combat")


@pytest.mark.case("8.0c", "10.14b")
def test_weather_and_rivers_do_not_change_who_is_strongest(at: At) -> None:
    game = segment(at, "weather rain\n102 34AK(crossed) 24PzK(level=3) 25RC")
    volley(game.play("battle 102"), 1)
    assert (game.level("34AK"), game.level("24PzK")) == (3, 3)


@pytest.mark.case("10.14.3a", "10.14.3e", "10.14.3f", "10.14.2a")
def test_what_becomes_of_the_destroyed(at: At) -> None:
    game = segment(at, "old 102 103\n102 GD 34AK 28Army 29Army\n103 24PzK 30RC(level=1)\nsoviet-pool 33RC")
    volley(game.play("battle 102"), 4)
    assert game.ask == ("german", "losses")  # three on the corps, then it is as weak as the regiment
    game.play("lose GD")
    assert game.where("GD") == "lost"
    assert game.s.data.open_piles >> game.s.data.lost & 1
    volley(game)
    game.play("battle 103")
    volley(game)
    volley(game, 4)  # one absorbed, one destroys, two are lost
    assert game.where("30RC") == "soviet-pool"
    assert game.may_be("30RC") == {"30RC", "33RC"}
    assert "destroyed" in game.log(GERMAN)


@pytest.mark.case("2.5e", "10.13e")
def test_a_defender_in_an_area_of_the_attacker_has_the_yellow_bonus_only(at: At) -> None:
    game = segment(at, "german 67 70\nold 70\n70 24PzK 25RC")
    assert game.play("battle 70").s.local.purse == 1
