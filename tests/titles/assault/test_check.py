"""What a position in the middle of something cannot be: battles, the forced transfer, bombs."""

from collections.abc import Callable
from typing import Any

import pytest

from grognard.core import notation
from tests.titles.assault.conftest import TITLE

At = Callable[..., Any]
GERMANS = "at german-combat\nturn 20\n"
FIGHT = GERMANS + "3420 1ID 38HQ\n3421 191RD"


def stages(at: At) -> dict[str, Any]:
    """A battle and a forced transfer, each at a moment when somebody decides."""
    attack = "attack 3421 with 1ID"
    return {
        "die": at(FIGHT).play(attack),
        "penalty": at(FIGHT).strike(attack, "2/1"),
        "retreat": at(FIGHT).strike(attack, "1/1").play("retire"),
        "follow": at(FIGHT).strike(attack, "1/1").play("retire", "retreat 1ID 3419"),
        "second": at(FIGHT).strike(attack, "1/2").play("lose 1ID"),
        "advance": at(FIGHT).strike(attack, "-/2").play("lose 191RD", "lose 191RD"),
        "place": at("at german-movement\nturn 20\n0420 6-4\n0320 4V\n").play("move 6-4 via K6"),
        "flight": at("at german-bombardment\nturn 4\nair 1\n0324 Nav\n0326 20W").play("strike 0324", "roll 1"),
        "disruption": at("at german-bombardment\nturn 4\nair 1\n0219 4V 1TD").play("bombard 0219", "roll 1"),
        "raid": at("at german-bombardment\nturn 4\nair 2\n0324 Nav\n3420 4V").play("strike 0324", "bombard 3420"),
    }


def test_each_is_read_back(at: At) -> None:
    for name, game in stages(at).items():
        text = notation.write(game.s)
        assert game.ask[1] == {"second": "penalty"}.get(name, name)
        assert notation.write(notation.read({TITLE.name: TITLE}, text)) == text


@pytest.mark.case(
    "10.11a", "10.13a", "10.15a", "10.16a", "10.26a", "10.27a", "11.33a", "11.33c", "8.33a", "12.44b", "13.11a"
)
@pytest.mark.parametrize(
    ("stage", "old", "new", "why"),
    [
        ("die", "at campaign german-combat", "at campaign german-movement", "there are no attacks then"),
        ("die", "targets=3421", "targets=K5", "those attacked"),
        ("die", "fought 3421", "fought 3422", "those attacked"),
        ("die", "attackers=1ID", "attackers=38HQ", "other than headquarters"),
        ("die", "1ID(attacked)", "1ID", "attackers must be marked as having attacked"),
        ("die", "191RD(defended)", "191RD", "defenders must be marked as defended"),
        ("die", "defenders=191RD", "defenders=191RD bystanders=191RD", "must be other units of the other player"),
        ("die", "column=3", "column=30", "from 0 to 10"),
        ("die", "column=3", "column=10", "nothing to decide"),
        ("die", "column=3", "column=3 stage=1", "not at the step die"),
        ("penalty", "die=1", "die=7", "a die shows 1 to 6"),
        ("penalty", " die=1", "", "not at the step penalty"),
        ("penalty", "stage=1", "stage=0", "not at the step penalty"),
        ("penalty", "owed=2", "owed=1", "nothing to decide"),  # the first is still open to a retreat
        ("penalty", "owed=2", "owed=3", "nothing to decide"),
        ("penalty", "owed=2", "owed=2 fleeing=1ID", "nothing to decide"),
        ("penalty", "owed=2", "owed=2 fleeing=11ID", "only units on a map retreat"),
        ("penalty", "owed=2", "owed=2 followers=1ID", "only headquarters follow"),
        ("penalty", "owed=2", "owed=2 followers=41HQ", "only headquarters follow"),
        ("retreat", " fleeing=1ID", "", "nothing to decide"),
        ("retreat", "fleeing=1ID", "fleeing=191RD", "nothing to decide"),
        ("retreat", "3421 191RD", "3320 177RD\n3520 70RD\n3421 191RD", "nothing to decide"),  # no way out
        ("follow", " followers=38HQ", "", "nothing to decide"),
        ("follow", "followers=38HQ", "fleeing=1ID followers=38HQ", "nothing to decide"),
        ("second", "stage=2", "stage=1", "nothing to decide"),
        ("advance", "stage=2", "stage=1", "nothing to decide"),
        ("advance", "lost 191RD", "3421 191RD(defended)", "nothing to decide"),
        ("place", "K6 6-4(moved,cut)", "K6 6-4", "no move (was|has been) interrupted"),
        ("place", "0320 4V", "J5 4V", "when the first German has entered"),
        ("place", "0320 4V", "0320 4V\nJ5 1ID", "when the first German has entered"),
        ("place", "german-movement", "german-combat", "inside a phase in which Germans move"),
        ("flight", "0324 Nav(disrupted,struck)", "0324 Nav(struck)", "disrupted outside its harbor"),
        ("flight", "Nav(disrupted,struck)", "Nav(disrupted)", "disruption and flight"),
        ("flight", "0326 20W", "0326 20W(struck)", "disrupted outside its harbor"),
        ("disruption", "1TD(struck)", "1TD", "all units that can be disrupted"),
        ("raid", "0324 Nav Air1(strikers)", "0324 Nav Air1\n3421 VVS1", "own Player-Turn"),
    ],
)
def test_what_it_cannot_be(at: At, stage: str, old: str, new: str, why: str) -> None:
    text = notation.write(stages(at)[stage].s)
    assert old in text
    with pytest.raises(notation.BadPosition, match=why):
        notation.read({TITLE.name: TITLE}, text.replace(old, new))
