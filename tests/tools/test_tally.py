"""What `tools.tally` tells of a game."""

from grognard.core.action import Action
from grognard.titles import TITLES
from tools.tally import Moves, beyond_dvina, game

TITLE = TITLES["leningrad79"]


def test_the_far_bank_of_the_dvina() -> None:
    far, at = beyond_dvina(TITLE.data), TITLE.data.board.at
    assert all(far >> at[name] & 1 for name in ("1113", "1111", "0908", "1809", "2604"))
    assert not any(far >> at[name] & 1 for name in ("1012", "1010", "0808", "0413", "0111"))


def test_a_move_back_is_counted() -> None:
    s, moves = TITLE.start(), Moves()
    while TITLE.step(s).name != "german-movement":
        TITLE.play(s, Action("deploy", (next(iter(TITLE.choices(s, "deploy") or ())),)))
    at, unit = TITLE.data.board.at, TITLE.lexicon.piece("253ID")
    s.held = [s.held[0], 0]  # nobody is near
    home, away = at["0113"], at["0112"]
    for turn, (here, end) in enumerate(((home, away), (away, home), (home, at["0212"])), 1):
        s.turn, s.place[unit] = turn, here
        moves.add(s, Action("move", (unit, 0, (end,))))
    assert (moves.count[0], moves.undone[0]) == (3, 1)


def test_a_game_is_told() -> None:
    told = game("leningrad79", ["recruit", "recruit"], "tally 0")
    assert told["turn"] == 12
    assert sum(told["moves"]) > 100
    assert told == game("leningrad79", ["recruit", "recruit"], "tally 0") | {
        key: told[key] for key in ("mean_s", "most_s")
    }
