"""Every address of the server, as docs/web.md has it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.core.rule import Clause, Heading, Rulebook
from grognard.core.table import Table
from grognard.titles import GAMES, TITLES

from .served import another, new, served, two

LENINGRAD = TITLES["leningrad79"]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as found:
        yield found


def script(count: int, seed: int = 1) -> list[str]:
    """The first actions of a game in which nothing is left to chance."""
    table, random = Table(LENINGRAD, rolls=False), Random(seed)
    out: list[str] = []
    while len(out) < count and table.decider >= 0:
        action = LENINGRAD.sample(table.state, random.randrange)
        out.append(LENINGRAD.text(table.state, action))
        table.play(action)
    return out


def play(client: TestClient, game: str, actions: list[str]) -> Any:
    """Play these actions, whoever's they are."""
    at = client.get(f"/api/games/{game}").json()
    for n, action in enumerate(actions):
        body = {"as": "all", "version": at["version"], "id": f"a{at['version']}-{n}", "action": action}
        answer = client.post(f"/api/games/{game}/actions", json=body)
        assert answer.status_code == 200, answer.text
        at = answer.json()
    return at


# -- titles -----------------------------------------------------------------------------------


def test_the_shelf(client: TestClient) -> None:
    found = client.get("/api/titles").json()
    assert {title["name"] for title in found["titles"]} == {*GAMES, "toy"}
    playable = {title["name"] for title in found["titles"] if title["playable"]}
    assert playable == {*TITLES, "toy"}
    assert "random" in found["levels"]


def test_a_clause_that_does_not_apply_says_so(tmp_path: Path) -> None:
    dead = Clause("2.1a", "dead", "Paths follow rails.", "replaced by 9.1", "9.1")
    book = Rulebook((Heading("2.1", "Supply"),), (dead, Clause("2.1b", "state", "Paths are short.")), ())
    with served(tmp_path, {"leningrad79": replace(LENINGRAD, rulebook=book)}) as client:
        first, second = client.get("/api/titles/leningrad79/rules/2.1").json()["clauses"]
    assert (first["kind"], first["by"]) == ("dead", "9.1")
    assert first["note"] == "does not apply in this game: replaced by 9.1"
    assert (second["by"], second["note"]) == ("", "")


def test_a_map_is_kept_by_the_browser(client: TestClient) -> None:
    version = client.get("/api/titles").json()["version"]
    first = client.get(f"/api/titles/leningrad79/map.svg?v={version}")
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.headers["content-encoding"] == "gzip"
    assert "immutable" in first.headers["cache-control"]
    assert 'data-hex="0101"' in first.text
    assert "<style" not in first.text
    assert "var(--" in first.text
    again = client.get("/api/titles/leningrad79/map.svg", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get("/api/titles/leningrad79/map.svg", headers={"Accept-Encoding": "identity"})
    assert plain.text == first.text
    assert "immutable" not in plain.headers["cache-control"]
    assert client.get("/api/titles/nothing/map.svg").status_code == 404
    for wrong in ("scale=99", "scale=0.51", "scale=2", "live=false&scale=0.9"):  # live it is drawn in one size only
        assert client.get(f"/api/titles/leningrad79/map.svg?{wrong}").status_code == 400
    assert client.get("/api/titles/leningrad79/map.svg?live=false&scale=0.5").status_code == 200
    assert client.get("/api/titles/leningrad79/map.svg?layer=zoc").status_code == 422


def test_a_thumbnail_is_painted(client: TestClient) -> None:
    assert "var(--" not in client.get("/api/titles/leningrad79/thumbnail.svg?theme=dark").text


def test_the_board_lies_where_the_map_draws_it(client: TestClient) -> None:
    board = client.get("/api/titles/leningrad79/board").json()
    svg = client.get("/api/titles/leningrad79/map.svg").text
    assert set(board["places"]) == set(LENINGRAD.data.map.terrain)
    for place in ("0101", "2605", "1408"):
        spot = board["places"][place]
        mark = svg[svg.index(f'id="hex-{place}"') :][:200]
        assert abs(float(mark.split(' x="')[1].split('"')[0]) - spot["x"]) < 0.1
        assert abs(float(mark.split(' y="')[1].split('"')[0]) - spot["y"]) < 0.1
        assert len(spot["outline"]) == 6
    assert board["places"]["2605"]["around"]
    assert set(board["boxes"]) == set(LENINGRAD.lexicon.places[LENINGRAD.data.board.box :])


def test_insets_and_areas_have_their_places_as_well(client: TestClient) -> None:
    inset = client.get("/api/titles/assault_leningrad/board").json()["places"]
    assert {spot["inset"] for spot in inset.values()} == {"", "Leningrad"}
    areas = client.get("/api/titles/moscow41/board").json()["places"]
    assert all(len(spot["outline"]) > 2 for spot in areas.values())


def test_rules_and_charts(client: TestClient) -> None:
    headings = client.get("/api/titles/leningrad79/rules").json()["headings"]
    assert "9.5" in {heading["id"] for heading in headings}
    card = client.get("/api/titles/leningrad79/rules/11.3").json()
    assert {clause["id"] for clause in card["clauses"]} >= {"11.3a", "11.3b"}
    assert client.get("/api/titles/leningrad79/rules/99.9").status_code == 404
    mere = client.get("/api/titles/assault_leningrad/rules/12.3").json()  # a heading with nothing of its own
    assert not mere["clauses"]
    assert [one["id"] for one in mere["within"]][:2] == ["12.31", "12.32"]
    assert client.get("/api/titles/assault_leningrad/rules/12.31").json()["within"] == []
    assert client.get("/api/titles/assault_leningrad/rules/appendix2").json()["clauses"]
    charts = {chart["name"]: chart for chart in client.get("/api/titles/leningrad79/charts").json()["charts"]}
    crt = charts["Combat results"]
    assert [cell["text"] for cell in crt["rows"][0]][:3] == ["1", "-/E", "-/E"]
    assert {cell["source"] for row in crt["rows"] for cell in row} <= {"R", "E"}
    assert all(len(row) == len(chart["columns"]) for chart in charts.values() for row in chart["rows"])


# -- a game -----------------------------------------------------------------------------------


def test_a_new_game_and_its_position(client: TestClient) -> None:
    game = new(client, options={"crt": "smooth"})
    assert game["you"] == ["german", "soviet"]
    assert game["options"] == {"crt": "smooth"}
    seen = client.get(f"/api/games/{game['id']}?as=german").json()
    assert seen["viewer"] == "german"
    assert seen["ask"]["side"] == "soviet"
    assert set(seen["looks"]) == {counter["look"] for stack in seen["stacks"].values() for counter in stack}
    assert client.get("/api/games").json()["games"][0]["id"] == game["id"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"title": "chess"}, 404),
        ({"title": "leningrad79", "scenario": "none"}, 400),
        ({"title": "leningrad79", "options": {"crt": "maybe"}}, 400),
        ({"title": "leningrad79", "undo": "perhaps"}, 400),
        ({"title": "leningrad79", "seats": {"german": "computer:genius"}}, 400),
        ({"title": "leningrad79", "seats": {"french": "me"}}, 400),
        ({"title": "leningrad79", "text": "grognard record 1\nnonsense"}, 400),
        ({"title": "leningrad79", "text": "nonsense"}, 400),
        ({"title": 7}, 422),
        ([], 422),
    ],
)
def test_a_game_that_cannot_be(client: TestClient, body: Any, status: int) -> None:
    answer = client.post("/api/games", json=body)
    assert answer.status_code == status, answer.text
    assert answer.json()["message"]
    assert client.get("/api/games").json()["games"] == []


def test_playing_and_taking_back(client: TestClient) -> None:
    game = new(client)["id"]
    first, second = script(2)
    body = {"as": "soviet", "version": 0, "id": "one", "action": first}
    played = client.post(f"/api/games/{game}/actions", json=body).json()
    assert (played["version"], played["count"]) == (1, 1)
    assert played["played"][0]["action"] == first
    again = client.post(f"/api/games/{game}/actions", json=body)
    assert again.json() == played, "the same request is not played twice"
    stale = client.post(f"/api/games/{game}/actions", json={**body, "id": "two", "action": second})
    assert (stale.status_code, stale.json()["code"], stale.json()["version"]) == (409, "stale", 1)
    log = client.get(f"/api/games/{game}/log").json()
    assert [entry["action"] for entry in log["played"]] == [first]
    undone = client.post(f"/api/games/{game}/undo", json={"as": "soviet", "version": 1, "id": "three"})
    assert (undone.json()["version"], undone.json()["count"]) == (2, 0)
    assert client.get(f"/api/games/{game}/log").json()["played"] == []


def test_earlier_moments(client: TestClient) -> None:
    game = new(client)["id"]
    before = client.get(f"/api/games/{game}").json()
    play(client, game, script(3))
    then = client.get(f"/api/games/{game}?at=0").json()
    assert (then["at"], then["stacks"]) == (0, before["stacks"])
    assert client.get(f"/api/games/{game}?at=4").status_code == 400
    assert client.get(f"/api/games/{game}?at=-1").status_code == 422


def test_asking(client: TestClient) -> None:
    game = new(client)["id"]
    first = script(1)[0]
    verb, place = first.split()[:2]
    base = {"as": "soviet"}
    choices = client.post(f"/api/games/{game}/choices", json={**base, "verb": verb, "chosen": []}).json()
    assert place in str(choices)
    why = client.post(f"/api/games/{game}/why", json={**base, "action": first}).json()
    assert why["legal"]
    no = client.post(f"/api/games/{game}/why", json={**base, "action": f"{verb} 0101"}).json()
    assert not no["legal"]
    assert no["objections"][0]["cite"]
    odds = client.post(f"/api/games/{game}/odds", json=base).json()
    assert odds["odds"] is None
    for what in ("offers", "choices"):
        wrong = client.post(f"/api/games/{game}/{what}", json={"as": "german", "verb": verb})
        assert wrong.status_code == 400
    assert client.post(f"/api/games/{game}/offers", json={**base, "place": place}).status_code == 200
    assert client.post(f"/api/games/{game}/choices", json={**base, "verb": "fly"}).status_code == 400


GUNS = """demyansk campaign
at combat
turn 9
segment 1
sequence 1
1710 87-26
1811 III-26
1609 231-387Art
available Il2-1
"""


def test_what_several_units_can_do_together(client: TestClient) -> None:
    """The first argument of `support` is a set: one unit or several are offered as such."""
    game = new(client, title="demyansk", text=GUNS)["id"]
    play(client, game, ["attack 1811 with 87-26"])
    for pieces, said in ((["Il2-1"], ["support"]), (["231-387Art", "Il2-1"], ["support"]), (["87-26"], [])):
        asked = client.post(f"/api/games/{game}/offers", json={"as": "soviet", "pieces": pieces})
        assert asked.status_code == 200
        offers = asked.json()["offers"]
        assert [offer["verb"] for offer in offers] == said
        assert [offer["chosen"] for offer in offers] == [[pieces]] * len(said)


def test_verbs_of_the_other_side_are_not_shown_as_barred(client: TestClient) -> None:
    """Only the Axis player ever removes Strongpoints and the airfield; others cannot be played just now."""
    shown = {}
    for side, sequence in (("soviet", "1"), ("axis", "2")):
        text = GUNS.replace("at combat", "at movement").replace("sequence 1", f"sequence {sequence}")
        game = new(client, title="demyansk", text=text)["id"]
        seen = client.get(f"/api/games/{game}").json()
        assert seen["ask"]["side"] == side
        shown[side] = {verb["verb"] for verb in seen["ask"]["barred"]}
    assert shown == {"soviet": set(), "axis": {"strategic", "infiltrate", "remove", "demolish"}}


def test_overlays_and_lines(client: TestClient) -> None:
    game = new(client)["id"]
    for name in ("zoc", "supply", "control", "reach"):
        found = client.get(f"/api/games/{game}/overlay/{name}").json()
        assert set(found) == {"german", "soviet"}
        assert found["german"] or found["soviet"]
    assert client.get(f"/api/games/{game}/overlay/weather").status_code == 404
    seen = client.get(f"/api/games/{game}").json()
    piece = next(counter for place, stack in seen["stacks"].items() if place.isdigit() for counter in stack)["id"]
    line = client.get(f"/api/games/{game}/trace", params={"piece": piece}).json()
    assert line["path"]
    assert line["ok"] or line["why"]
    assert client.get(f"/api/games/{game}/trace", params={"piece": "nobody"}).status_code == 404


def test_records_up_and_down_and_playing_on(client: TestClient) -> None:
    game = new(client)["id"]
    actions = script(4)
    play(client, game, actions)
    record = client.get(f"/api/games/{game}/record")
    assert record.text.startswith("grognard record 1")
    assert "attachment" in record.headers["content-disposition"]
    same = new(client, text=record.text)
    assert same["count"] == 4
    fork = client.post(f"/api/games/{game}/fork", json={"at": 2})
    assert (fork.status_code, fork.json()["count"], fork.json()["origin"]) == (201, 2, f"{game}@2")
    assert client.post(f"/api/games/{game}/fork", json={"at": 9}).status_code == 400


# -- the table --------------------------------------------------------------------------------


def test_two_people_at_a_table(client: TestClient) -> None:
    game, guest = two(client)
    mine, theirs = (one.get(f"/api/games/{game}").json() for one in (client, guest))
    assert (mine["you"], theirs["you"]) == (["german"], ["soviet"])
    assert guest.get("/api/me").json()["guest"]
    first = script(1)[0]
    body = {"as": "soviet", "version": 0, "id": "a", "action": first}
    assert client.post(f"/api/games/{game}/actions", json=body).status_code == 403
    assert guest.post(f"/api/games/{game}/actions", json=body).status_code == 200
    assert client.post(f"/api/games/{game}/chat", json={"text": " hello "}).status_code == 201
    assert [said["text"] for said in guest.get(f"/api/games/{game}/chat").json()["chat"]] == ["hello"]
    assert client.post(f"/api/games/{game}/chat", json={"text": "   "}).status_code == 400
    assert guest.post(f"/api/games/{game}/seen", json={"count": 1}).json() == {"seen": 1}
    assert guest.get(f"/api/games/{game}").json()["seen"] == 1


def test_asking_for_a_draw_and_a_rematch(client: TestClient) -> None:
    game, guest = two(client)
    asked = client.post(f"/api/games/{game}/ask", json={"what": "draw"}).json()
    question = asked["asked"]["question"]
    assert asked["asked"] == {"question": question, "what": "draw", "side": "german", "of": ["soviet"]}
    assert client.post(f"/api/games/{game}/answer", json={"question": question, "yes": True}).status_code == 400
    no = guest.post(f"/api/games/{game}/answer", json={"question": question, "yes": False}).json()
    assert (no["asked"], no["over"]) == (None, False)
    again = client.post(f"/api/games/{game}/ask", json={"what": "draw"}).json()["asked"]["question"]
    assert guest.post(f"/api/games/{game}/answer", json={"question": question, "yes": True}).status_code == 400
    assert guest.post(f"/api/games/{game}/answer", json={"question": again, "yes": True}).json()["over"]
    assert client.get(f"/api/games/{game}").json()["ending"] == {"how": "drawn", "winner": ""}
    first, second = (one.post(f"/api/games/{game}/rematch", json={}).json() for one in (client, guest))
    assert first["id"] == second["id"] != game
    assert second["you"] == ["soviet"]


def test_asking_to_take_back(client: TestClient) -> None:
    game, guest = two(client, undo="consent")
    first = script(1)[0]
    guest.post(f"/api/games/{game}/actions", json={"as": "soviet", "version": 0, "id": "a", "action": first})
    assert guest.post(f"/api/games/{game}/undo", json={"as": "soviet", "version": 1, "id": "b"}).status_code == 400
    asked = guest.post(f"/api/games/{game}/ask", json={"what": "undo"}).json()["asked"]
    assert (asked["to"], asked["undone"]) == (0, 1)
    done = client.post(f"/api/games/{game}/answer", json={"question": asked["question"], "yes": True}).json()
    assert (done["count"], done["version"]) == (0, 2)


def test_giving_up(client: TestClient) -> None:
    game, guest = two(client)
    assert guest.post(f"/api/games/{game}/resign", json={}).json()["over"]
    assert client.get(f"/api/games/{game}").json()["ending"] == {"how": "resigned", "winner": "german"}
    late = guest.post(f"/api/games/{game}/actions", json={"as": "soviet", "version": 0, "action": script(1)[0]})
    assert late.status_code == 400


def test_standing_orders(client: TestClient) -> None:
    game = new(client)["id"]
    step = client.get(f"/api/games/{game}").json()["ask"]["step"]
    body = {"as": "german", "step": step, "actions": ["done"]}
    assert client.post(f"/api/games/{game}/orders", json=body).status_code == 200
    assert client.get(f"/api/games/{game}").json()["orders"] == {step: ["done"]}
    assert client.post(f"/api/games/{game}/orders", json={**body, "actions": None}).status_code == 200
    assert client.get(f"/api/games/{game}").json()["orders"] == {}
    assert client.post(f"/api/games/{game}/orders", json={**body, "step": "tea"}).status_code == 400


def test_an_invitation_can_be_made_anew(client: TestClient) -> None:
    game = new(client, seats={"soviet": "invite"})
    (old,) = [seat["invitation"] for seat in game["seats"] if "invitation" in seat]
    fresh = client.post(f"/api/games/{game['id']}/invite", json={"side": "soviet"}).json()["invitation"]
    guest = another(client)
    assert guest.post(f"/api/join/{old}").status_code == 404
    assert guest.post(f"/api/join/{fresh}").status_code == 200
    assert another(client).post(f"/api/join/{fresh}").status_code == 404, "the seat is taken"


def test_a_computer_plays(client: TestClient) -> None:
    game = new(client, seats={"soviet": "computer:random"})
    seen: Any = {}
    for _ in range(200):
        seen = client.get(f"/api/games/{game['id']}").json()
        if seen["decider"] == "german":
            break
    assert seen["decider"] == "german"
    assert seen["count"] > 3


# -- people -----------------------------------------------------------------------------------


def test_who_i_am(client: TestClient) -> None:
    me = client.get("/api/me").json()
    assert (me["owner"], me["accounts"], me["guest"]) == (True, False, False)
    changed = client.put("/api/me", json={"name": " Anna  K. ", "settings": {"theme": "dark"}}).json()
    assert (changed["name"], changed["settings"]) == ("Anna K.", {"theme": "dark"})
    assert client.get("/api/me").json() == changed
    assert client.put("/api/me", json={"email": "nonsense"}).status_code == 422
    assert client.put("/api/me", json={"webhook": "http://example.org/"}).status_code == 400
    assert client.post("/api/session", json={"login": "a", "password": "b"}).status_code == 403


def test_pages(client: TestClient) -> None:
    for path in ("/", "/game/abc", "/join/abc"):
        page = client.get(path)
        assert page.headers["content-type"].startswith("text/html")
    assert "--land" in client.get("/theme.css").text
    assert client.get("/healthz").json()["status"] == "ok"
    assert client.get("/nowhere").json()["code"] == "not-found"
    ids = [o["operationId"] for p in client.get("/api/openapi.json").json()["paths"].values() for o in p.values()]
    assert len(ids) == len(set(ids)) > 30


def test_what_could_be_done_after_a_move(client: TestClient) -> None:
    """An enemy out of reach could be overrun after a move beside it; nothing is played."""
    text = "leningrad79 campaign\nat german-movement\nturn 3\n0611 36Mot 3Mot\n0811 11RD\n"
    game = new(client, title="leningrad79", text=text)["id"]
    base = {"as": "german", "pieces": ["36Mot", "3Mot"]}

    def verbs(**more: str) -> set[str]:
        answer = client.post(f"/api/games/{game}/offers", json={**base, **more})
        return {offer["verb"] for offer in answer.json()["offers"]}

    assert "overrun" not in verbs()
    assert "overrun" in verbs(action="move 36Mot 3Mot to 0711")
    assert "overrun" not in verbs()
    refused = client.post(f"/api/games/{game}/offers", json={**base, "action": "move 36Mot 3Mot to 0811"})
    assert refused.status_code == 422


@pytest.mark.parametrize(("opponent", "foreseen"), [("computer:random", True), ("invite", False)])
def test_what_could_be_done_once_a_computer_has_answered(client: TestClient, opponent: str, foreseen: bool) -> None:
    """After the air strikes the Soviet player gives orders; whatever they are, the Germans can then move."""
    text = "leningrad41 assault\nat air-strikes\nturn 3\n4707 I-10\n4709 LGAA1\nbeside StukaA\n"
    game = new(client, title="leningrad41", text=text, seats={"german": "me", "soviet": opponent})["id"]

    def moves(**more: Any) -> dict[str, Any]:
        answer = client.post(f"/api/games/{game}/offers", json={"as": "german", "action": "done", **more})
        return {offer["verb"]: offer["next"] for offer in answer.json()["offers"]}

    assert ("move" in moves()) == foreseen  # where each verb begins
    assert ("move" in moves(pieces=["I-10"])) == foreseen
    if foreseen:
        assert moves()["move"]["values"] == ["I-10"]
        assert moves(pieces=["I-10"])["move"]["ends"]
