"""Computers at the table: hints, games between computers and their pace, thoughts cut short, plans told afterwards."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.core import notation
from grognard.core.action import CHANCE
from grognard.core.options import Pick
from grognard.kit.table import BattleResult, Consequence
from grognard.opponents import Budget, Opponent, Seat, Thought
from grognard.web.play import computer_plans, computers, live
from grognard.web.play.computers import Bots
from tests.core.play import game as random_game
from tests.core.toy import BLUE, RED
from tests.waiting import until

from .fogged import FOGGED, SHELF
from .served import another, new, served, two
from .served import live as live_line


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as found:
        found.get("/")
        yield found


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers among themselves wait for nothing."""
    monkeypatch.setattr(computers, "SECONDS", dict.fromkeys(computers.SECONDS, 0.0))


def view(client: TestClient, game: str, **asked: Any) -> Any:
    answer = client.get(f"/api/games/{game}", params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(client: TestClient, game: str, path: str, **said: Any) -> Any:
    return client.post(f"/api/games/{game}/{path}", json=said)


def minds(client: TestClient) -> Bots:
    found: Bots = client.app.state.house.lobby.bots  # type: ignore[attr-defined]
    return found


# -- hints ------------------------------------------------------------------------------------


def test_a_hint_is_legal_says_why_and_leaves_no_trace(client: TestClient) -> None:
    game = new(client, seats={"soviet": "me", "german": "computer:random"})["id"]
    before = client.get(f"/api/games/{game}/record").text
    said = post(client, game, "hint", level="regular").json()
    assert (said["side"], said["level"], said["version"]) == ("soviet", "regular", 0)
    assert said["why"] == "On their line of advance."
    assert said["places"] == [said["action"].split()[1]]
    assert client.get(f"/api/games/{game}/record").text == before
    assert client.get(f"/api/games/{game}/log").json()["count"] == 0
    assert post(client, game, "hint", level="regular").json() == said  # the same question, the same answer
    played = post(client, game, "actions", version=0, id="a", action=said["action"])
    assert played.status_code == 200


def test_a_hint_points_at_units_ways_and_targets(client: TestClient) -> None:
    game = new(client)["id"]
    seen = set()
    for n in range(40):
        said = post(client, game, "hint", level="regular").json()
        seen |= {name for name in ("pieces", "places", "path") if said[name]}
        if said["odds"]:
            seen.add("odds")
        if len(seen) == 4:
            return
        version = view(client, game)["version"]
        assert post(client, game, "actions", version=version, id=str(n), action=said["action"]).status_code == 200
    raise AssertionError(seen)


def test_nobody_is_told_what_another_side_would_do(client: TestClient) -> None:
    game, guest = two(client, "toy", hints=True)
    here = view(client, game)
    decider, other = (client, guest) if here["decider"] == "red" else (guest, client)
    sides = {client: "red", guest: "blue"}
    assert post(decider, game, "hint", level="recruit", **{"as": sides[decider]}).status_code == 200
    assert post(other, game, "hint", level="recruit", **{"as": sides[decider]}).status_code == 403
    assert post(other, game, "hint", level="recruit", **{"as": sides[other]}).status_code == 400  # not his decision
    assert post(other, game, "hint", level="recruit", **{"as": "all"}).status_code == 400
    stranger = another(client)
    (seat,) = [
        one["invitation"] for one in new(client, "toy", seats={"blue": "invite"})["seats"] if "invitation" in one
    ]
    assert stranger.post(f"/api/join/{seat}").status_code == 200  # somebody, who has no seat here
    for seat in ("", "red", "blue", "all", "chance", "nobody"):
        assert post(stranger, game, "hint", **{"as": seat}).status_code == 403
    assert post(decider, game, "hint", level="genius").status_code == 400


def test_hints_are_for_games_without_others_unless_it_is_said(client: TestClient) -> None:
    assert new(client)["hints"]
    assert new(client, seats={"soviet": "computer:regular"})["hints"]
    assert not new(client, seats={"soviet": "invite"})["hints"]
    assert new(client, seats={"soviet": "invite"}, hints=True)["hints"]
    strict = new(client, hints=False)
    assert not view(client, strict["id"])["hints"]
    refused = post(client, strict["id"], "hint", level="recruit")
    assert (refused.status_code, refused.json()["message"]) == (403, "Hints are not allowed in this game")
    post(client, strict["id"], "resign")
    again = post(client, strict["id"], "rematch").json()
    assert not again["hints"]
    over = new(client)["id"]
    post(client, over, "resign")
    assert post(client, over, "hint").status_code == 400


@pytest.mark.parametrize("side", [RED, BLUE])
def test_under_fog_a_hint_tells_nothing(client: TestClient, side: int) -> None:
    """Positions that differ only in what the side cannot know: the same hint, byte for byte."""
    told = 0
    for seed in range(60):
        state = random_game(FOGGED, seed, Random(seed).randint(6, 40)).state
        other = FOGGED.guess(state, side, Random(seed).randrange)
        if state.over or FOGGED.decider(state) in (CHANCE, 1 - side) or other.key() == state.key():
            continue
        games = [new(client, "toy", text=notation.write(s))["id"] for s in (state, other)]
        one, two_ = (post(client, id, "hint", level="recruit", **{"as": FOGGED.players[side]}).text for id in games)
        assert one == two_
        assert json.loads(one)["action"]
        told += 1
        if told == 5:
            return
    raise AssertionError(told)


# -- computers among themselves ---------------------------------------------------------------


def test_two_computers_play_only_while_somebody_looks(
    client: TestClient, hasty: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = new(client, seats={"german": "computer:random", "soviet": "computer:random"})
    game, lobby = made["id"], client.app.state.house.lobby  # type: ignore[attr-defined]
    assert (made["pace"], made["you"], made["owner"]) == ("normal", [], True)
    room = lobby.games[game].room
    assert (room.version, game in minds(client)._playing) == (0, False)
    monkeypatch.setattr(live, "LINGER", 0.05)
    until(lambda: view(client, game)["version"] > 3)
    until(lambda: game not in minds(client)._playing)
    stood = room.version  # nobody has looked since
    with live_line(client, f"{game}?version=-1"):
        until(lambda: room.version > stood + 5)
    played = client.get(f"/api/games/{game}/log").json()["played"]
    assert [entry["n"] for entry in played] == list(range(len(played)))  # nothing is lost


def test_the_pace(client: TestClient, hasty: None) -> None:
    game = new(client, "toy", seats={"red": "computer:random", "blue": "computer:random"})["id"]
    assert post(client, game, "pace", pace="paused").json()["pace"] == "paused"
    assert view(client, game)["pace"] == "paused"
    stood = view(client, game)["count"]
    with live_line(client, f"{game}?version=-1") as line:
        assert line.receive_json()["pace"] == "paused"
        assert post(client, game, "pace", pace="step").json()["pace"] == "paused"
        until(lambda: view(client, game)["count"] > stood)
        until(lambda: game not in minds(client)._playing)
        after = view(client, game)
        own = [e for e in client.get(f"/api/games/{game}/log").json()["played"][stood:] if e["side"] != "chance"]
        assert len(own) == 1
        assert view(client, game)["count"] == after["count"]
        post(client, game, "pace", pace="fast")
        until(lambda: view(client, game)["over"])
        heard: list[Any] = []
        while not heard or not heard[-1].get("over"):
            heard.append(line.receive_json())
        assert "fast" in [said.get("pace") for said in heard]
    assert post(client, game, "pace", pace="slow").status_code == 400  # it is over


def test_who_says_how_fast_it_goes(client: TestClient) -> None:
    game = new(client, "toy", seats={"red": "computer:random", "blue": "computer:random"})["id"]
    post(client, game, "pace", pace="paused")
    _, guest = two(client, "toy")
    assert view(guest, game)["pace"] == "paused"  # everybody may look on
    assert post(guest, game, "pace", pace="fast").status_code == 403
    assert post(guest, game, "hurry").status_code == 403
    assert post(client, game, "pace", pace="at once").status_code == 422
    assert post(client, new(client)["id"], "pace", pace="slow").status_code == 400
    assert post(client, game, "hurry").json()["hurried"]


def test_where_nobody_plays_everything_is_shown_and_nobody_may_act(client: TestClient) -> None:
    game = new(client, "toy", seats={"red": "computer:random", "blue": "computer:random"})["id"]
    post(client, game, "pace", pace="paused")
    for seat in ("", "all", "red", "blue"):
        assert view(client, game, **{"as": seat})["viewer"] in (None, "red", "blue", "public")
    assert view(client, game, **{"as": "all"})["viewer"] is None
    for what in ("actions", "undo", "hint", "resign", "ask"):
        said = {"as": "red", "version": 0, "action": "done", "what": "draw"}
        assert post(client, game, what, **said).status_code == 403


def test_a_pace_outlives_the_server(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        game = new(first, "toy", seats={"red": "computer:random", "blue": "computer:random"})["id"]
        post(first, game, "pace", pace="paused")
    with served(tmp_path) as second:
        stood = view(second, game)
        assert stood["pace"] == "paused"
        assert game not in minds(second)._playing
        assert view(second, game)["version"] == stood["version"]


# -- thoughts cut short -----------------------------------------------------------------------


class Ponderer:
    """Thinks for as long as he may."""

    sat = 0
    thoughts = 0

    def __init__(self) -> None:
        type(self).sat += 1

    def choose(self, seat: Seat, budget: Budget, pick: Pick) -> Thought:
        type(self).thoughts += 1
        while budget.go_on():
            time.sleep(0.005)
        return Thought(seat.sample(pick), "Long thought of.")


@pytest.fixture
def ponderer(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> type[Ponderer]:
    """A computer that plays within ten minutes, unless somebody makes it."""
    monkeypatch.setattr(computers, "LIVE", 600.0)
    monkeypatch.setattr(computers, "TURN", 600.0)
    Ponderer.sat = Ponderer.thoughts = 0
    minds(client).levels = {"random": Opponent("random", "Ponders", 1, Ponderer)}
    return Ponderer


def test_a_computer_that_thinks_plays_when_it_is_told_to(client: TestClient, ponderer: type[Ponderer]) -> None:
    game = new(client, "toy", seats={"red": "computer:random"})["id"]
    until(lambda: ponderer.thoughts)
    assert not [one for one in client.get(f"/api/games/{game}/log").json()["played"] if one["side"] == "red"]
    assert post(client, game, "hurry").json()["hurried"]
    until(lambda: view(client, game)["decider"] == "blue" or view(client, game)["over"])  # all of its turn, at once
    assert not post(client, game, "hurry").json()["hurried"]  # nobody thinks


def test_one_may_take_back_and_give_up_while_it_thinks(
    client: TestClient, ponderer: type[Ponderer], caplog: pytest.LogCaptureFixture
) -> None:
    game = new(client, "toy", seats={"blue": "computer:random"})["id"]
    for n in range(2):
        here = view(client, game)
        assert here["decider"] == "red"
        post(client, game, "actions", version=here["version"], id=f"done {n}", action="done")
        until(lambda: view(client, game)["decider"] == "blue" and game in minds(client)._thinking)
        if n == 0:
            thinking = view(client, game)
            assert (thinking["decider"], thinking["undo"]) == ("blue", None)
            assert post(client, game, "undo", version=thinking["version"], id="back").status_code == 200
            until(lambda: game not in minds(client)._playing)
    assert post(client, game, "resign").json()["over"]
    until(lambda: game not in minds(client)._playing)
    played = client.get(f"/api/games/{game}/log").json()["played"]
    assert not [entry for entry in played if entry["side"] == "blue"]
    assert "refused" not in caplog.text


def test_a_game_may_be_deleted_while_it_thinks(
    client: TestClient, ponderer: type[Ponderer], caplog: pytest.LogCaptureFixture
) -> None:
    game = new(client, "toy", seats={"red": "computer:random"})["id"]
    until(lambda: ponderer.thoughts)
    assert client.delete(f"/api/games/{game}").status_code == 204
    until(lambda: game not in minds(client)._playing)  # long before its ten minutes are over
    assert "refused" not in caplog.text
    assert not [kept for kept in minds(client)._minds if kept[0] == game]


def test_a_computer_that_cannot_go_on_says_so_once(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    class Lost:
        def choose(self, *_: Any) -> Thought:
            raise RuntimeError("lost")

    minds(client).levels = {"random": Opponent("random", "Is lost", 1, Lost)}
    game = new(client, "toy", seats={"red": "computer:random", "blue": "computer:random"})["id"]
    view(client, game)
    until(lambda: "cannot continue" in caplog.text)
    for _ in range(5):
        view(client, game)
    assert caplog.text.count("cannot continue") == 1
    assert post(client, game, "pace", pace="paused").status_code == 200  # and the game is still there


def turn(client: TestClient, game: str) -> None:
    """Pass a turn, and wait for the end of the computer's."""
    began = view(client, game)["now"]
    while (now := view(client, game))["now"] == began:
        if now["decider"] == "german":
            post(client, game, "actions", version=now["version"], id=str(now["version"]), action="done")
    until(lambda: view(client, game)["decider"] == "german")


def test_what_was_taken_back_is_forgotten(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mind that remembers a turn which never was would think that all is done."""
    Ponderer.sat = 0
    monkeypatch.setattr(computers, "LIVE", 0.0)
    minds(client).levels = {"random": Opponent("random", "Ponders", 1, Ponderer)}
    text = "leningrad79\nat german-movement\nturn 3\n0612 1ID\n1404 67RD\n"  # nothing is hidden here
    game = new(client, text=text, seats={"soviet": "computer:random"})["id"]
    at = view(client, game)["count"]
    turn(client, game)
    assert Ponderer.sat == 1
    assert post(client, game, "ask", what="undo", to=at).status_code == 200
    assert view(client, game)["count"] == at
    turn(client, game)
    assert Ponderer.sat >= 2


# -- plans ------------------------------------------------------------------------------------


def shown(client: TestClient, game: str, **asked: Any) -> Any:
    return client.get(f"/api/games/{game}/plans", params=asked).json()


def test_after_its_turn_a_computer_tells_what_it_had_in_mind(tmp_path: Path, hasty: None) -> None:
    with served(tmp_path) as client:
        game = new(client, seats={"german": "computer:regular", "soviet": "computer:regular"})["id"]
        view(client, game)
        card: Any = until(lambda: next((one for one in shown(client, game)["plans"] if one["battles"]), {}))
        post(client, game, "pace", pace="paused")
        assert (card["side"], card["own"], card["level"]) == ("german", True, "regular")
        assert card["now"].startswith("Game-Turn 1 of 12")
        assert card["notes"][0].startswith("Main effort: ") or card["notes"][0] == "No attack is planned."
        journal = client.get(f"/api/games/{game}/log").json()["played"]
        for battle in card["battles"]:
            entry = journal[battle["n"]]
            assert entry["action"] == battle["action"]
            assert entry["action"].split()[0] in ("attack", "overrun")
            assert 0 <= battle["hurt"] <= 1 >= battle["hit"] > 0
            assert f", {battle['result']}:" in battle["said"]
            assert battle["luck"] in ("good", "bad", "even")
        assert "battles" in card["luck"]
        everything = shown(client, game, most=10)["plans"]
        assert everything[-1]["now"] == "Set-up"
        earlier = shown(client, game, most=10, before=card["began"])["plans"]
        assert [one["now"] for one in earlier] == ["Set-up"]
        assert "Main effort" not in client.get(f"/api/games/{game}/record").text
    computer_plans._written.clear()
    with served(tmp_path) as client:  # and it is kept
        assert shown(client, game, most=10)["plans"] == everything


def test_a_turn_under_way_is_not_told_of(client: TestClient, ponderer: type[Ponderer]) -> None:
    game = new(client, seats={"soviet": "computer:random"})["id"]
    until(lambda: ponderer.thoughts)
    assert shown(client, game)["plans"] == []
    post(client, game, "hurry")
    until(lambda: view(client, game)["decider"] == "german")
    (card,) = shown(client, game)["plans"]
    assert (card["side"], card["reasons"]) == ("soviet", [{"text": "Long thought of.", "count": 7}])


def test_under_fog_plans_open_with_the_end(client: TestClient) -> None:
    game = new(client, "toy", seats={"red": "computer:random"})["id"]
    until(lambda: view(client, game)["decider"] == "blue" or view(client, game)["over"])
    for params in ({}, {"as": "blue"}, {"as": "red"}, {"before": 1}, {"most": 10}):
        said = shown(client, game, **params)
        assert said["plans"] == []
        assert "when the game is over" in said["hidden"]
    assert "Chosen at random" not in client.get(f"/api/games/{game}/log").text + client.get(f"/api/games/{game}").text
    post(client, game, "resign")
    said = shown(client, game)
    assert said["hidden"] == ""
    assert said["plans"][0]["reasons"][0]["text"] == "Chosen at random."


def result(chance: float, defender: int, attacker: int) -> BattleResult:
    """A result that costs each side so many steps."""
    return BattleResult("", chance, Consequence(defender, False, ""), Consequence(attacker, False, ""))


def test_luck_is_what_seldom_comes() -> None:
    good, better, even, bad = result(0.2, 2, 0), result(0.1, 0, 0), result(0.5, 1, 1), result(0.2, 0, 2)
    better = better._replace(defender=Consequence(0, True, ""))
    results = (better, good, even, bad)
    assert [computer_plans.luck(results, came) for came in results] == ["good", "good", "even", "bad"]
    assert computer_plans.luck((good._replace(chance=1.0),), good) == "even"
    assert computer_plans.luck(results, None) == computer_plans.luck((), good) == ""


def test_levels_say_how_long_they_think(client: TestClient) -> None:
    said = client.get("/api/titles").json()
    assert set(said["takes"]) == set(said["levels"])
    assert all(said["takes"].values())
    assert SHELF
