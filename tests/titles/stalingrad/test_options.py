"""[18.0] The optional rules that hold in this game, and the options that stand for rulings."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core.title import Bad
from grognard.titles import GAMES
from tests.titles.stalingrad.box import D
from tests.titles.stalingrad.conftest import TITLE

At = Callable[..., Any]


def test_the_options_are_those_of_this_game() -> None:
    assert {*TITLE.options} == {
        "losses", "attrition", "interior", "don", "minimum", "retreat", "headquarters", "bid",
    }  # fmt: skip
    book = GAMES["assault_stalingrad"].rulebook
    assert {ruling.option for ruling in book.rulings if ruling.option} <= {*TITLE.options}
    cases = {heading.id for heading in book.headings}
    for option in TITLE.options.values():
        cited = option.cite.removeprefix("ruling on ")
        assert cited in cases or any(clause.id == cited and clause.decides for clause in book.clauses), option
    with pytest.raises(Bad):
        TITLE.start("campaign", {"guerrillas": "far"})


@pytest.mark.case("18.31a")
def test_the_first_step_from_the_highest_class(at: At) -> None:
    text = "at german-combat\nturn 9\nG4 16Pz\nF3 305ID\nG3 33Gd 1W"
    for losses, first in (("any", {"33Gd", "1W"}), ("best", {"33Gd"})):
        game = at(text, losses=losses).strike("attack G3 with 16Pz 305ID", "1/2")
        while game.ask[0] == "german":
            assert game.movers("lose") == {"16Pz", "305ID"}  # both of class A
            game.play("lose 16Pz")
        assert game.movers("lose") == first
        if losses == "best":
            assert game.clauses("lose 1W") == ["18.31a"]
        assert game.play("lose 33Gd").movers("lose") == {"33Gd", "1W"}


@pytest.mark.case("18.31a")
def test_the_class_is_that_of_the_side_face_up(at: At) -> None:
    """A Panzer division on its subcounter is of class B, below an infantry division."""
    text = "at german-combat\nturn 9\n0721 16Pz(subcounter)\n0820 305ID\n0720 33Gd\n0928 44ID"
    game = at(text, losses="best").strike("attack 0720 with 16Pz 305ID", "1/1")
    assert game.movers("lose") == {"305ID"}
    game = at(text.replace("305ID", "Rum1"), losses="best").strike("attack 0720 with 16Pz Rum1", "1/1")
    assert game.movers("lose") == {"16Pz", "Rum1"}


RING = "0919 305ID\n0821 113ID\n1021 44ID\n0922 71ID\n0928 8HQ\n1023 51HQ\n"


@pytest.mark.case("18.41a", "18.42a", "11.24a")
def test_mercy(at: At) -> None:
    """Germans lose no steps for lack of supply, and Russians none with a Worker; others do."""
    bank = "0607 94ID\n0708 305ID\n0808 113ID\n0908 44ID\n1008 71ID\n1108 297ID\n1107 371ID\n0806 389ID\n0906 76ID\n"
    city = f"{bank}1006 295ID\n0907 1W 192RD(unsupplied)\n1007 33Gd(unsupplied)\n"
    for attrition, hit in (("plain", {"192RD", "33Gd"}), ("mercy", {"33Gd"})):
        game = at(f"at german-bombardment\nturn 19\n{city}", attrition=attrition).play("done")
        assert game.units(game.s.reduced) == hit
        assert {"192RD", "33Gd"} <= game.units(game.s.unsupplied)  # all other effects remain
    for attrition, hit in (("plain", {"16Pz"}), ("mercy", set())):
        game = at("at mechanized\nturn 19\n0920 16Pz(unsupplied)\n0610 192RD", attrition=attrition).play("done")
        assert game.units(game.s.reduced) == hit
        assert "16Pz" in game.units(game.s.unsupplied)


@pytest.mark.case("18.42a")
def test_mercy_needs_a_worker_in_the_hex(at: At) -> None:
    """On the Inset too, where the Worker itself must trace."""
    sealed = "E5 44ID\nG3 71ID\nJ3 297ID\nM3 295ID\n0607 305ID\n0808 113ID\n"
    text = f"at german-bombardment\nturn 19\n{sealed}C3 1W(unsupplied) 192RD(unsupplied)\nB3 33Gd(unsupplied)"
    game = at(text, attrition="mercy").play("done")
    assert game.where("1W") == "C3"
    assert game.units(game.s.reduced) == {"33Gd"}
    game = at(text).play("done")
    assert (game.where("1W"), game.units(game.s.reduced)) == ("lost", {"192RD", "33Gd"})


@pytest.mark.case("11.24a")
def test_the_other_russians_are_not_spared(at: At) -> None:
    game = at(f"at german-bombardment\nturn 19\n{RING}0920 196RD(unsupplied)", attrition="mercy").play("done")
    assert game.units(game.s.reduced & D.side[1]) == {"196RD"}


@pytest.mark.case("6.13f", "6.22a")
@pytest.mark.parametrize("minimum", ["movement", "both"])
def test_one_hex_in_the_mechanized_phase(at: At, minimum: str) -> None:
    """Out of a zone, over the Don and into woods is ten points, two more than a Panzer division has."""
    text = "turn 9\n0413 16Pz\n0514 192RD\n0928 44ID"
    assert at(f"at german-movement\n{text}", minimum=minimum).against("16Pz", "0412") == []
    said = at(f"at mechanized\n{text}", minimum=minimum).against("16Pz", "0412")
    assert said == ([] if minimum == "both" else ["6.13e"])
