"""What the player who decides is told: points, actions, Battles and hits left; and the charts beside the map."""

from collections.abc import Callable

from grognard.core import view
from grognard.titles.moscow41.aids.chart_display import charts
from tests.titles.moscow41.conftest import GERMAN, SOVIET, TITLE, Game

START = """at game choice
turn 1
german 66 67 89 90 100
89 Guderian 24PzK 46PzK
78 25RC(level=1)
63 Stalin 28Army
Rastenburg Hitler"""


def left(game: Game, player: int) -> str:
    return str(view.ask(game.s, player)["left"])


def test_the_disc_and_the_blocks_in_command(at: Callable[..., Game]) -> None:
    game = at(START)
    assert left(game, GERMAN) == "You hold the Disc."
    game.play("tactical", "activate Guderian")
    assert left(game, GERMAN) == "Activated: 2nd Panzer Group, Guderian."
    game.play("done")
    assert left(game, GERMAN) == "2 Blocks in command can still act."
    game.play("move 24PzK via 78")
    assert left(game, GERMAN) == "1 Block in command can still act."


def test_battles_to_be_fought(at: Callable[..., Game]) -> None:
    game = at(START).play("tactical", "activate Guderian", "done", "move 24PzK via 78", "done")
    assert left(game, GERMAN).startswith("Battles: Krasny (78).")
    game.play("done")
    assert left(game, GERMAN) == "To be fought: Krasny (78)."


def test_actions_left_are_the_deciders_secret(at: Callable[..., Game]) -> None:
    game = at(START).play("strategic-move")
    actions = game.s.points
    assert left(game, GERMAN) == f"{actions} actions left."
    assert left(game, SOVIET) == ""
    game.play("move 24PzK via 90")
    assert left(game, GERMAN) == f"{actions - 1} actions left."


def test_the_logistics_value_and_what_makes_it(new: Callable[..., Game]) -> None:
    game = new("typhoon", 3)
    while game.ask[1] in ("settling", "deploying", "entrenching"):
        game.play(TITLE.text(game.s, next(iter(TITLE.actions(game.s)))))
    assert game.ask == ("soviet", "leader")
    told = left(game, SOVIET)
    assert told == "Logistics Value 12: Leader 2, headquarters 5, Victory Points 5, enemy Blocks lost 0."
    game.play("logistics")
    assert left(game, SOVIET) == "12 of 12 Regeneration Points left."


def test_charts_are_read_from_the_data() -> None:
    found = {chart.name: chart for chart in charts(TITLE.data)}
    assert next(cells for _, cells in found["Areas"].rows) == ("Green", "1", "4", "–")
    assert ("R:4.2.2c", ("Triple Fire", "red", "4–6", "3")) in found["Firepower"].rows
    assert all(len(cells) == len(chart.columns) for chart in found.values() for _, cells in chart.rows)
    assert all(source[:2] in ("R:", "E:") for chart in found.values() for source, _ in chart.rows)
