"""`grognard replay --verify-dice`: every roll is proved, and whoever cheated is named."""

import json
import re
from pathlib import Path

import pytest

from grognard.core.verified_dice import Chain
from grognard.titles import TITLES
from tests.cli.conftest import Run
from tests.core.dice_game import dice_game


@pytest.fixture(scope="module")
def played() -> tuple[str, str]:
    """A record with verified dice, and the notes of a page."""
    title = TITLES["demyansk"]
    text, notes = dice_game(title, title.start(), 60)
    assert len(notes["seals"]) > 2
    return text, json.dumps(notes)


def test_every_roll_is_proved(played: tuple[str, str], tmp_path: Path, inside: Run) -> None:
    game, notes = tmp_path / "game.txt", tmp_path / "notes.json"
    game.write_text(played[0])
    notes.write_text(played[1])
    rolls = played[0].count("\nchance ")
    done = inside("replay", str(game), "--verify-dice")
    assert done.returncode == 0
    assert f"every roll is proved: {rolls} rolls in" in done.stdout
    assert "the Axis side, the server and the Soviet side" in done.stdout
    done = inside("replay", str(game), "--verify-dice", "--notes", str(notes))
    assert done.returncode == 0
    assert "--notes" not in done.stdout
    assert inside("replay", str(game), "--verify").returncode == 0  # the header does not disturb anybody
    game.write_text("\n".join(played[0].splitlines()[:-1]) + "\n")
    assert inside("replay", str(game), "--verify-dice").returncode == 1  # cut off


def test_whoever_cheated_is_named(played: tuple[str, str], tmp_path: Path, inside: Run) -> None:
    text, notes = played
    game, noted = tmp_path / "game.txt", tmp_path / "notes.json"
    noted.write_text(notes)
    said = json.loads(notes)
    anchor = said["anchors"]["server"][0][1]
    fresh = Chain("04" * 32)
    last = int(re.findall(r"dice-server 0 \w+ (\d+) ", text)[0])
    swapped = re.sub(r"dice-server .*", f"dice-server 0 {fresh.anchor} {last} {fresh.link(last)}", text)
    cases = {
        swapped: f"the commitment of the server was {anchor[:12]} during the game",
        re.sub(r"(dice-soviet 0 \w+ \d+ )\w+", r"\g<1>" + "00" * 32, text): "of the Soviet side does not lead back",
        re.sub(r"dice-axis .*\n", "", text): "left out the links of the Axis side",
        re.sub(r"dice-throws .*", "dice-throws 1", text): "the server has numbered 1",
        re.sub(r"dice-soviet .*", "dice-soviet what", text): "dice-soviet",
        re.sub(r"dice-.*\n", "", text): "ordinary dice",
    }
    for changed, why in cases.items():
        assert changed != text
        game.write_text(changed)
        done = inside("replay", str(game), "--verify-dice", "--notes", str(noted))
        assert done.returncode == 2
        assert why in done.stderr
    game.write_text(swapped)
    assert "the links give" in inside("replay", str(game), "--verify-dice").stderr
    game.write_text(text)
    for wrong in ("{", "[]", '{"game": 1}'):
        noted.write_text(wrong)
        done = inside("replay", str(game), "--verify-dice", "--notes", str(noted))
        assert (done.returncode, "not the dice notes" in done.stderr) == (2, True)
