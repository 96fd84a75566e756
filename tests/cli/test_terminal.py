"""A game on a real terminal of 120 by 40: typed, completed, questioned, saved, resumed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Terminal

Start = Callable[..., Terminal]

SET_UP = "deploy 1309 1410 1509 1608 1706 Pskov 1909"
UP, PAGE_DOWN, F1, ESCAPE, CTRL_C, CTRL_D = "\x1b[A", "\x1b[6~", "\x1bOP", "\x1b", "\x03", "\x04"


@pytest.fixture
def game(terminal: Start) -> Terminal:
    """A game set up: the German moves."""
    at = terminal("play", "leningrad79", "--seed", "7").until("Set-up", "soviet>")
    return at.say(SET_UP, "German Movement Phase", "german>")


def test_the_screen_shows_board_prompt_and_news(game: Terminal) -> None:
    lines = game.lines
    assert lines[0].startswith("Leningrad · Game-Turn 1 of 12, 22-28 June 1941")
    assert lines[1].split() == [f"{column:02}" for column in range(1, 30)]
    assert [line[:2] for line in lines[2:28:2]] == [f"{row:02}" for row in range(1, 14)]
    assert "8A" in lines[24]
    assert "66" in lines[25]
    assert lines[29] == " German  movement [3.0] · Move, bring in reinforcements, overrun. move done"
    assert lines[38] == "german>"


def test_colours_tell_the_sides_apart(game: Terminal) -> None:
    buffer = game.screen.buffer
    german, soviet, sea = buffer[24][3], buffer[20][11], buffer[4][6]
    assert (german.data, soviet.data) == ("8", "1")
    assert len({german.bg, soviet.bg, sea.bg}) == 3
    assert "default" not in (german.bg, soviet.bg, sea.bg)


def test_tab_completes_verbs_units_and_hexes(game: Terminal) -> None:
    game.type("mo\t").until("german> move")
    game.type(" 8P\t").until("german> move 8Pz")
    game.type(" t\t").until("german> move 8Pz to")
    game.type(" \t").until("0211 ½ MP", "0212 1 MP")


def test_a_move_is_made_and_taken_back(game: Terminal) -> None:
    game.say("move 8Pz 3Mot SSTot to 0211", "from 0112 to 0211, ½ MP [4.1]")
    assert "5I" not in game.lines[24]
    game.say("undo", "8A")
    game.until(gone="from 0112 to 0211")


def test_why_and_odds(game: Terminal) -> None:
    game.say("why move 1Pz to 0310", "[4.", "0310")
    game.say("why move 1Pz to 0212", "That is allowed", "[4.9] +1 = 1 0212: clear", "1 Movement Point")
    game.say("move 1Pz 6Pz 36Mot to 0212", "from 0112 to 0212, 1 MP")
    game.say("odds overrun 0212 at 0312", "[12.1]", "41st Panzer Corps", "most likely", "i5 is untried", "E/-")


def test_a_refused_action_names_every_case(game: Terminal) -> None:
    game.say("move 1ID 11ID 21ID to 0210", "to Taurage (0210)")
    game.say("move 58ID to 0210", "✗ [4.6]", "0210 holds 3; with 1 more it would be 4")


def test_an_overlay_lies_on_the_map_until_it_is_taken_away(game: Terminal) -> None:
    game.say("zoc", "On the map: zoc, G german, s soviet, Gs both.")
    assert any("/Gs " in line or "=Gs " in line for line in game.lines[2:29])
    game.say("map", gone="Gs ")


def test_keys(game: Terminal) -> None:
    game.type("mo").type(CTRL_C).until("german>", gone="german> mo")
    game.type(F1).until("look HEX")
    game.type(ESCAPE).until("German Movement Phase", gone="look HEX")
    game.say("look Pskov", "1809 Pskov · city", "Velikaya toward 1709")
    game.type(UP).until("german> look Pskov").type(CTRL_C)
    game.say("units all", "more lines: PgDn")
    game.type(PAGE_DOWN).type(PAGE_DOWN).until("Off the map, both sides", gone="more lines")


def test_a_click_on_a_hex_looks_at_it(game: Terminal) -> None:
    column, line = 3 + 4 * 17 + 2, 2 + 2 * 8 + 2  # 1809
    game.type(f"\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m").until("1809 Pskov · city")
    game.type("why move 1Pz to ").type(f"\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m")
    game.until("german> why move 1Pz to 1809")


def test_save_quit_and_resume(game: Terminal, terminal: Start, tmp_path: Path, games: Path) -> None:
    game.say("move 8Pz 3Mot SSTot to 0211", "from 0112 to 0211")
    game.say("save mine.game", "Saved in mine.game.")
    game.say("quit", "Leave?", "yes or no?")
    game.say("no", "Cancelled.")
    game.say("quit", "yes or no?").type("yes\r")
    assert game.end() == 0
    assert "To continue: grognard play --load" in game.text
    (kept,) = games.glob("leningrad79-*.game")
    assert kept.read_text() == (tmp_path / "mine.game").read_text()
    again = terminal("play", "leningrad79", "--load", "mine.game")
    again.until("Resumed after 8 actions", "3A", "german>").say("log", "from 0112 to 0211")
    again.type(CTRL_D).until("yes or no?").type("y\r")
    assert again.end() == 0


def test_a_killed_game_has_lost_nothing(game: Terminal, terminal: Start) -> None:
    game.say("move 8Pz 3Mot SSTot to 0211", "from 0112 to 0211, ½ MP")
    game.child.kill(9)
    again = terminal("play", "--continue")
    again.until("Resumed after 8 actions").say("log", "from 0112 to 0211, ½ MP")


def test_leaving_before_the_first_action_asks_nothing(terminal: Start, games: Path) -> None:
    at = terminal("play", "leningrad79").until("soviet>")
    at.type("quit\r")
    assert at.end() == 0
    assert not list(games.glob("*"))


def test_a_small_terminal_shows_a_window_around_the_action(terminal: Start) -> None:
    at = terminal("play", "leningrad79", "--seed", "7", columns=80, rows=24).until("soviet>")
    at.say("deploy 1309 1410 1509 1608 1706 1809 1909", "german>")
    assert all(len(line) <= 80 for line in at.lines)
    at.say("look 2705", "2705 Leningrad East")
    assert " 27 " in at.lines[1]
    assert " 01 " not in at.lines[1]


@pytest.mark.parametrize("size", [(20, 6), (40, 10), (200, 60)])
def test_any_size_of_terminal_will_do(terminal: Start, size: tuple[int, int]) -> None:
    at = terminal("play", "leningrad79", columns=size[0], rows=size[1])
    at.until("soviet>" if size[1] > 8 else "").type("quit\r")
    assert at.end() == 0


def test_without_colour(terminal: Start) -> None:
    at = terminal("play", "leningrad79", NO_COLOR="1").until("soviet>")
    cells = [cell for row in at.screen.buffer.values() for cell in row.values()]
    assert {cell.fg for cell in cells} | {cell.bg for cell in cells} == {"default"}
    assert "{" in at.text
    assert any(cell.reverse for cell in at.screen.buffer[24].values())


def test_sixteen_colours(terminal: Start) -> None:
    at = terminal("play", "leningrad79", TERM="xterm").until("soviet>")
    names = {cell.bg for row in at.screen.buffer.values() for cell in row.values()}
    assert {"red", "blue", "white"} <= names
    assert all(name.isalpha() for name in names)


def test_a_record_is_stepped_through(game: Terminal, terminal: Start) -> None:
    game.say("save mine.game", "Saved").say("quit", "yes or no?").type("yes\r")
    game.end()
    at = terminal("replay", "mine.game").until("0 of 7 · next: soviet, deploy 1309", "replay>")
    at.say("", "1 of 7", "deploys at 1309").say("go 6", "6 of 7").say("back", "5 of 7")
    at.say("phase", "7 of 7", "German Movement Phase").say("next", "That was the last action")
    at.say("look 1309", "untried").say("deploy 1310", "not possible now").type("quit\r")
    assert at.end() == 0


# -- blocks that hide their faces -------------------------------------------------------------


def test_the_keyboard_is_passed_on(terminal: Start) -> None:
    """Neither player sees the other's upright blocks, nor what he typed."""
    game = terminal("play", "moscow41", "--seed", "3")
    game.until("Pass the keyboard to the German player", gone="24PzK")
    game.say("", "Which Impulse do you play?", "24PzK ••••")
    game.say("pass", "1 action left")
    game.say("move 24PzK to 89", "XXIV Panzer Corps moves")
    game.say("done", "Pass the keyboard to the Soviet player", gone="24PzK")
    game.type(UP).until("pass>", gone="24PzK")
    game.say("", "soviet>", "A German Block", "61RC •••", gone="24PzK")
    game.type(UP).until("soviet>", gone="24PzK")
    assert "XXIV" not in game.text


def test_line_by_line_the_terminal_is_cleared(terminal: Start) -> None:
    game = terminal("play", "moscow41", "--seed", "3", "--plain")
    game.until("Pass the keyboard to the German player", gone="24PzK")
    game.say("", "Which Impulse do you play?", "24PzK ••••")
    game.say("pass", "1 action left")
    game.say("done", "Pass the keyboard to the Soviet player", gone="24PzK")


def test_every_move_of_two_computers_is_seen(terminal: Start) -> None:
    game = terminal("play", "moscow41", "--seed", "3", "--german", "recruit", "--soviet", "recruit")
    game.until("Two computers are playing", "calls 8 Reinforcements", "All the Blocks we can get.")
    game.until("enters in Staging Area")
    game.say("", "Paused")
    game.say("look 90", "XXIV Panzer Corps", "Paused")
    game.say("", "Two computers are playing", "enters in", gone="next to 78")
    game.say("quit", "Leave?")
    game.say("yes")
    assert game.end() == 0
