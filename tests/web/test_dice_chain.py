"""The page's own hashes, chains and checks agree with those of the program."""

import hashlib
import hmac
import json
import secrets
import subprocess
import sys
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

from grognard.core.verified_dice import LENGTH, Chain, draw, hashed, key_of, seal
from grognard.web.present.dice_proof import dice_proof
from tests.web.tables import opened, run
from tests.web.test_verified_dice import Page, begun, play

SCRIPT = Path(__file__).with_name("dice_chain.mjs")
FOLDER = Path(str(files("grognard.web"))) / "static" / "js" / "net"


def answers(*asked: Any) -> list[Any]:
    """What the modules of the page say."""
    said = json.dumps({"folder": str(FOLDER), "asked": asked})
    node = Path(sys.prefix) / "bin" / "node"
    done = subprocess.run([node, SCRIPT], input=said, capture_output=True, text=True, check=True)
    found: list[Any] = json.loads(done.stdout)
    return found


def test_the_page_hashes_and_draws_like_the_program() -> None:
    texts = ["", "abc", *("é" * n for n in (27, 28, 31, 32, 60, 100))]
    keys = ["00" * 32, "ab" * 64, "cd" * 70]
    numbers = [0, 1, 99, 100, 101, LENGTH - 1, LENGTH]
    seed = secrets.token_hex(32)
    links = {"red": secrets.token_hex(32), "server": secrets.token_hex(32)}
    totals = [1, 2, 6, 36, 1000, (1 << 40) + 7]
    draws = [(roll, secrets.token_hex(32), "die", total) for roll in range(4) for total in totals]
    found = iter(
        answers(
            *(("sha256", text) for text in texts),
            *(("hmac", key, text) for key in keys for text in texts),
            ("hashed", seed, 7),
            ("link", seed, numbers),
            *(("draw", "game", 12, links, *one) for one in draws),
            ("seal", seed, "ab" * 32),
        )
    )
    for text in texts:
        assert next(found) == hashlib.sha256(text.encode()).hexdigest()
    for key in keys:
        for text in texts:
            assert next(found) == hmac.new(bytes.fromhex(key), text.encode(), "sha256").hexdigest()
    assert next(found) == hashed(seed, 7)
    chain = Chain(seed)
    assert next(found) == [chain.link(number) for number in numbers]
    for roll, position, step, total in draws:
        assert next(found) == draw(key_of("game", 12, links), roll, position, step, total)
    assert next(found) == seal(seed, "ab" * 32)


def test_the_page_proves_an_honest_game_and_finds_each_cheat(tmp_path: Path) -> None:
    async def work() -> tuple[dict[str, Any], Page]:
        async with opened(f"sqlite:///{tmp_path / 'games.db'}") as lobby:
            game, pages = await begun(lobby, "toy")
            await play(game, pages, 40)
            assert game.room.dice is not None
            return dice_proof(game.room.dice.proof(), game.room.table.journal), pages[0]

    proof, page = run(work)
    notes = page.notes._asdict()

    def changed(change: Any) -> dict[str, Any]:
        other = deepcopy(proof)
        change(other)
        return other

    def another_roll(other: Any) -> None:
        roll = other["throws"][-1]["rolls"][0]
        roll["came"] = next(text for text, _ in roll["values"] if text != roll["came"])

    def another_chain(other: Any) -> None:
        (segment,) = other["chains"]["server"]
        fresh = Chain(secrets.token_hex(32))
        segment[1], segment[3] = fresh.anchor, fresh.link(segment[2])

    def another_action(other: Any) -> None:
        other["throws"][-1]["rolls"][0]["position"] = "00" * 32

    def left_out(other: Any) -> None:
        del other["chains"]["red"]

    def twice(other: Any) -> None:
        other["throws"].append(other["throws"][-1])

    def broken(other: Any) -> None:
        other["chains"]["blue"][0][3] = "00" * 32

    def without_consent(other: Any) -> None:
        del other["throws"][2]

    def another_order(other: Any) -> None:
        rolls = [roll for one in other["throws"] for roll in one["rolls"]]
        kinds = [(roll["step"], sorted(text for text, _ in roll["values"])) for roll in rolls]
        last = max(n for n, kind in enumerate(kinds) if kind in kinds[:n] and len(kind[1]) > 1)
        rolls[last]["values"].reverse()

    cheats = {
        "your page gave its link": without_consent,
        "in another order than before": another_order,
        "the links give": another_roll,
        "the server has replaced it": another_chain,
        "changed the action": another_action,
        "left out the links of the Red side": left_out,
        "used a link twice": twice,
        "the link of the Blue side does not lead back": broken,
    }
    first, *rest = answers(("check", proof, notes), *(("check", changed(cheat), notes) for cheat in cheats.values()))
    rolls = sum(len(one["rolls"]) for one in proof["throws"])
    assert first == {
        "ok": True,
        "rolls": rolls,
        "throws": len(proof["throws"]),
        "names": ["blue", "red", "server"],
        "takenBack": [],
    }
    for said, verdict in zip(cheats, rest, strict=True):
        assert not verdict["ok"]
        assert said in verdict["why"]
