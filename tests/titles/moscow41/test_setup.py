"""Set-up of the four scenarios."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from grognard.core.action import CHANCE
from grognard.core.bits import scan
from grognard.core.table import Table
from grognard.titles.moscow41.rules.control import contested, lines, room
from grognard.titles.moscow41.rules.logistics import value
from grognard.titles.moscow41.rules.setup import Need, fits
from grognard.titles.moscow41.rules.victory import points
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE, Game

New = Callable[..., Game]
START = {"campaign": "choice", "dnieper": "choice", "typhoon": "leader", "gasp": "choice"}


def ready(scenario: str, seed: int = 0) -> Any:
    """A game set up at random, at its first step."""
    random, s = Random(f"{scenario} {seed}"), TITLE.start(scenario)
    while s.turn == 0:
        TITLE.play(s, TITLE.sample(s, random.randrange))
    return s


def names(s: Any, pieces: int) -> set[str]:
    return {TITLE.lexicon.faces[s.face[piece]] for piece in scan(pieces & s.data.all_blocks)}


@pytest.mark.case("setup.2", "setup.3", "typhoon.2", "gasp.2", "campaign.2", "dnieper.2", "dnieper.3")
@pytest.mark.parametrize("scenario", START)
@pytest.mark.parametrize("seed", range(8))
def test_everybody_is_set_up_with_room(scenario: str, seed: int) -> None:
    s = ready(scenario, seed)
    assert TITLE.step(s).name == START[scenario]
    assert s.data.reserve not in s.here
    for side in (GERMAN, SOVIET):
        assert all(room(s, side, area) >= 0 for area in scan(s.data.board.areas))


@pytest.mark.case(
    "7.2.1h",
    "campaign.german.1",
    "campaign.soviet.1",
    "typhoon.german.1",
    "typhoon.soviet.1",
    "gasp.german.1",
    "gasp.soviet.1",
    "gasp.3",
    "typhoon.4",
    "7.2.1b",
    "7.2.1c",
    "7.2.1d",
)
@pytest.mark.parametrize(("scenario", "german", "soviet"), [("campaign", 8, 12), ("typhoon", 14, 12), ("gasp", 5, 13)])
def test_logistics_values_at_the_start(scenario: str, german: int, soviet: int) -> None:
    """Worked examples: the sums that the rules give for each set-up."""
    s = ready(scenario)
    assert (value(s, GERMAN), value(s, SOVIET)) == (german, soviet)


@pytest.mark.case("campaign.9", "campaign.soviet.3", "campaign.soviet.4", "campaign.german.3", "campaign.german.15")
def test_counts_of_the_campaign() -> None:
    """Worked example: 36 Soviets in play, 29 in the Pool, 5 due; 21 Germans, 28 and one."""
    s = ready("campaign")
    d = s.data
    on = [sum(s.data.on_board >> s.place[p] & 1 for p in scan(d.side[side])) for side in (GERMAN, SOVIET)]
    assert on == [21, 36]
    assert s.here[d.pool[SOVIET]].bit_count() == 29
    assert s.here[d.pool[GERMAN]].bit_count() == 28
    assert names(s, s.here[d.later]) == {"48PzK", "1Shock", "61Army", "10Army", "5CC", "7CC"}


@pytest.mark.case("1.7e", "1.7b")
def test_points_at_the_start() -> None:
    s = ready("campaign")
    assert (points(s, GERMAN), points(s, SOVIET)) == (1, 6)


@pytest.mark.case(
    "campaign.german.4",
    "campaign.german.5",
    "campaign.german.6",
    "campaign.german.7",
    "2.2j",
    "campaign.german.8",
    "campaign.german.9",
    "campaign.german.10",
    "campaign.german.11",
    "campaign.german.12",
    "campaign.german.13",
    "campaign.german.14",
)
def test_germans_of_the_campaign() -> None:
    s = ready("campaign", 3)
    at = s.data.board.at

    def colours(area: str) -> list[tuple[str, str]]:
        blocks = [s.data.blocks[s.face[p]] for p in scan(s.here[at[area]] & s.data.side[GERMAN])]
        return sorted((block.colour, block.kind) for block in blocks)

    assert names(s, s.here[at["Rastenburg"]]) == {"Hitler"}
    assert names(s, s.here[at["Pskov"]]) == {"Hoepner"}
    assert colours("66") == [("green", "motorized"), ("green", "tank")]
    assert colours("67") == [("green", "hq"), ("green", "tank")]
    assert colours("89") == [("red", "hq"), ("red", "motorized"), ("red", "tank")]
    assert colours("90") == [("red", "motorized"), ("red", "tank")]
    assert colours("100") == [("red", "cavalry"), ("red", "tank")]
    for area, colour in (("16A", "brown"), ("9A", "pink"), ("4A", "light blue"), ("2A", "yellow")):
        assert colours(area) == [(colour, "infantry")] * 2


@pytest.mark.case("campaign.5", "setup.4", "campaign.soviet.9", "campaign.soviet.10")
def test_remnants_begin_at_their_last_step() -> None:
    s = ready("campaign")
    for piece in scan(s.data.side[SOVIET]):
        block = s.data.blocks[s.face[piece]]
        if s.data.on_board >> s.place[piece] & 1:
            assert s.level[piece] == (1 if block.remnant else block.full), block.id


@pytest.mark.case("typhoon.soviet.2", "typhoon.soviet.4", "typhoon.german.10", "typhoon.german.7", "typhoon.11")
@pytest.mark.parametrize("seed", range(3))
def test_draws_of_typhoon(seed: int) -> None:
    s = ready("typhoon", seed)
    d = s.data
    gone = [d.blocks[s.face[p]] for p in scan(s.here[d.surrendered])]
    assert len(gone) == 12
    assert sorted(block.colour for block in gone) == ["light blue"] * 8 + ["white"] * 4
    pool = sorted(d.blocks[s.face[p]].colour for p in scan(s.here[d.pool[SOVIET]]))
    assert pool == ["blue"] * 5 + ["red"] + ["white"] * 4
    assert {d.blocks[s.face[p]].colour for p in scan(s.here[d.pool[GERMAN]])} == {"white"}
    assert s.here[d.pool[GERMAN]].bit_count() == 3
    assert "48PzK" not in names(s, s.here[d.pool[GERMAN]])


@pytest.mark.case("typhoon.german.5", "typhoon.soviet.9")
def test_one_with_its_headquarters_the_others_next_to_it() -> None:
    s = ready("typhoon", 1)
    d = s.data
    for area, colour, hq, next_to in (("42", "pink", 4, 2), ("114", "yellow", 4, 2)):
        blocks = [
            p
            for p in scan(d.side[GERMAN] & ~(1 << s.piece[0]))
            if d.blocks[s.face[p]].colour == colour and d.blocks[s.face[p]].combat
        ]
        home = d.board.at[area]
        assert sorted(s.level[p] for p in blocks if s.place[p] == home) == [hq]
        others = [p for p in blocks if s.place[p] != home]
        assert all(s.level[p] == next_to and d.adjacent[home] >> s.place[p] & 1 for p in others)
        assert len({s.place[p] for p in others}) == len(others)


@pytest.mark.case("gasp.5", "gasp.german.9", "gasp.soviet.10", "gasp.german.11", "setup.5", "2.5e")
def test_contested_areas_of_november() -> None:
    s = ready("gasp", 2)
    four = s.data.board.named(("4", "15", "17", "31"))
    assert contested(s) == four
    assert not s.german & four
    assert not four & ~s.soviet_lines
    for area in scan(four):
        (german,) = scan(s.here[area] & s.data.side[GERMAN])
        assert s.up >> german & 1
        assert s.level[german] == min(2, s.data.blocks[s.face[german]].full)
    assert lines(s, SOVIET).bit_count() == 10
    assert lines(s, GERMAN).bit_count() == 5
    assert not s.german_lines & four


@pytest.mark.case("3.2.1a", "campaign.3", "typhoon.6")
def test_the_soviets_set_up_first(new: New) -> None:
    game = new("typhoon")
    assert game.ask == ("chance", "dealing")
    assert game.s.local.army == SOVIET


@pytest.mark.case("setup.2", "typhoon.soviet.4")
def test_only_blocks_of_the_entry_are_dealt(new: New) -> None:
    """Four white Combat Blocks surrender: nobody of another colour or army, and nobody twice."""
    game = new("typhoon")
    assert game.clauses("deal Konev") == ["setup.2"]
    assert game.clauses("deal 24PzK") == ["setup.2"]
    assert game.clauses("deal 41RC") == []
    game.play("deal 41RC")
    assert game.clauses("deal 41RC") == ["setup.2"]


@pytest.mark.case("setup.3", "typhoon.soviet.9")
def test_areas_that_do_not_fit(new: New) -> None:
    game = new("typhoon", seed=5)
    assert game.ask == ("soviet", "settling")
    assert game.clauses("settle 63") == ["typhoon.soviet.7"]
    one = sorted(game.areas(TITLE.choices(game.s, "settle").members))[0]  # type: ignore[union-attr]
    game.play(f"settle {one}")
    assert game.clauses(f"settle {one}") == ["typhoon.soviet.7"]


@pytest.mark.case("setup.3")
def test_room_for_everybody() -> None:
    """Two who may go only to Area 1, one who may go to 1 or 2: he has to go to 2."""
    assert fits([Need(1, 0b110, False, 0), Need(2, 0b010, False, 0)], {1: 2, 2: 1}) == [{2: 1}, {1: 2}]
    assert fits([Need(1, 0b110, False, 0), Need(2, 0b010, False, 0)], {1: 2, 2: 0}) is None
    assert fits([Need(2, 0b010, True, 0)], {1: 2, 2: 0}) is None


@pytest.mark.case("setup.2", "1.5b")
def test_draws_are_private_but_for_the_surrendered() -> None:
    table = Table(TITLE, "typhoon", seed=2)
    deals = [entry for entry in table.journal if entry.player == CHANCE]
    heard = {entry.heard_by(GERMAN)[0] for entry in deals}
    assert "deal" in heard
    public = [entry for entry in deals if entry.heard_by(GERMAN)[0] != "deal"]
    assert len(public) == 4
    assert all(entry.heard_by(SOVIET)[0] == entry.text for entry in deals)
