"""The page of a report: its figures are those of the games, and nothing on it comes from elsewhere."""

import json
import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from grognard.cli import main
from grognard.core.title import Bad
from grognard.lab import figures, plots
from grognard.lab.figures import Band, Share
from grognard.lab.fronts import Ground
from grognard.lab.measure import packed
from grognard.lab.report import named, report
from grognard.lab.report_parts import percent, signed, whole
from grognard.titles import TITLES

TITLE = TITLES["leningrad79"]
AT = TITLE.data.board.at
NBSP = "\N{NO-BREAK SPACE}"


def game(n: int, winner: str, margin: int, *, turns: int = 2, losses: int = 3, luga: str = "soviet") -> dict[str, Any]:
    """A line of results, made by hand: on turn 1 everything is level, then one side leads."""
    level = f"{winner.title()} tactical victory" if winner else "draw"
    rows = [
        {
            "turn": turn,
            "side": side,
            "points": max(0, lead),
            "units": 10,
            "supplied": 10 - turn,
            "margin": lead,
            "steps": 20 - n,
            "losses": losses if turn else 0,
            "ground": 1,
        }
        for turn in range(turns + 1)
        for side, lead in (("german", margin if turn == turns else 0), ("soviet", -margin if turn == turns else 0))
    ]
    west, east = 1 << AT["1304"], 1 << AT["2508"]
    held = {
        str(turn): {
            "german": packed(west | (east if turn and luga == "german" else 0)),
            "soviet": packed(0 if turn and luga == "german" else east),
        }
        for turn in range(turns + 1)
    }
    row = {
        "game": n,
        "seed": f"s {n}",
        "scenario": "campaign",
        "options": "",
        "german_level": "recruit",
        "soviet_level": "regular",
        "winner": winner,
        "level": level,
        "margin": margin,
        "actions": 100 + n,
        "turns": turns,
        "german_losses": losses * turns,
        "soviet_losses": 2 * losses * turns,
    }
    cases = {"18.0a": 1, "4.1b": 10 * n} if n else {"18.0a": 1}
    return {"game": n, "record": "x", "row": row, "turns": rows, "cases": cases, "judged": {"8.1a": 2}, "ground": held}


GAMES = [
    game(0, "german", 12, luga="german"),
    game(1, "german", 8, luga="german"),
    game(2, "german", 4, turns=1, luga="german"),
    game(3, "soviet", -20),
]


def kept(folder: Path, games: list[dict[str, Any]], **said: Any) -> Path:
    """A folder with a simulation in it."""
    plan = {
        "title": "leningrad79",
        "rules": 1,
        "scenario": "campaign",
        "options": [],
        "packs": [],
        "seed": "s",
        "games": len(games),
    } | said
    folder.mkdir(parents=True)
    lines = [f"{name} = {json.dumps(value)}" for name, value in plan.items()]
    levels = '[levels]\ngerman = "recruit"\nsoviet = "regular"\n'
    (folder / "simulation.toml").write_text("\n".join([*lines, "", levels]), "utf-8")
    (folder / "results.jsonl").write_text("".join(json.dumps(one) + "\n" for one in games), "utf-8")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(tmp_path_factory.mktemp("lab") / "four", GAMES)


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    return report(folder)


@pytest.fixture(scope="module")
def sim(folder: Path) -> figures.Simulation:
    return figures.read(folder, TITLES)


ODD = '<i>"odd" & old</i>'


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> str:
    """Two simulations, one of them with an odd name, side by side."""
    odd = kept(
        tmp_path_factory.mktemp("odd") / "plain",
        GAMES[:2],
        seed="<script>alert(1)</script>",
        options=["pool=<b>strict</b>"],
    )
    odd = odd.rename(odd.with_name(ODD.replace("/", "\N{DIVISION SLASH}")))
    return report(folder, odd, turns=[1])


class Reader(HTMLParser):
    """Tags opened and closed, names, links, and the words."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: Counter[str] = Counter()
        self.links: list[str] = []
        self.tags: Counter[str] = Counter()
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in ("meta", "br"):
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.names[value or ""] += 1
            if name in ("href", "src"):
                self.links.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words += data


# -- figures ----------------------------------------------------------------------------------


def test_shares_have_wilson_intervals(sim: figures.Simulation) -> None:
    german, soviet = figures.wins(sim)
    assert (german.number, german.share, soviet.share) == (3, 0.75, 0.25)
    assert german.interval == pytest.approx((0.3006, 0.9544), abs=1e-4)
    assert Share("", 0, 0, 150).interval == pytest.approx((0.0, 0.02497), abs=1e-4)


def test_nobody_is_named_when_nobody_won(sim: figures.Simulation) -> None:
    drawn = figures.Simulation("five", sim.title, sim.plan, [*GAMES, game(4, "", 0)])
    assert [(one.name, one.number) for one in figures.wins(drawn)] == [("German", 3), ("Soviet", 1), ("Nobody", 1)]
    assert [one.name for one in figures.endings(drawn)] == [
        "German tactical victory",
        "Draw",
        "Soviet tactical victory",
    ]


def test_averages_have_intervals() -> None:
    mean, low, high = figures.average([1, 2, 3, 4])
    assert (mean, low, high) == pytest.approx((2.5, 2.5 - 1.2652, 2.5 + 1.2652), abs=1e-4)
    assert figures.average([7]) == (7, 7, 7)


def test_bands_carry_the_end_of_a_game_or_leave_it_out(sim: figures.Simulation) -> None:
    carried = figures.bands(sim, "margin", 0, carried=True)
    assert [band.turn for band in carried] == [0, 1, 2]
    assert carried[1][:3] == (1, 4, 1.0)  # the third game ended here, at 4
    assert carried[1].quantiles == pytest.approx((0, 0, 0, 1, 2.8))
    assert carried[2][:3] == (2, 4, 1.0)
    assert carried[2].quantiles == pytest.approx((-12.8, -2, 6, 9, 10.8))
    reached = figures.bands(sim, "margin", 0)
    assert (reached[2].games, reached[2].mean) == (3, 0.0)
    assert [band.turn for band in figures.bands(sim, "losses", 1, first=1)] == [1, 2]


def test_supply_is_a_share_of_all_units(sim: figures.Simulation) -> None:
    assert dict(figures.unsupplied(sim, 0)) == pytest.approx({0: 0.0, 1: 0.1, 2: 0.2})


def test_ground_is_the_share_of_games(sim: figures.Simulation) -> None:
    assert figures.ground(sim, 0)["2508"] == (0.0, 1.0)
    late = figures.ground(sim, 2)  # the third game ended on turn 1, and counts as it ended
    assert (late["1304"], late["2508"], late["2008"]) == ((1.0, 0.0), (0.75, 0.25), (0.0, 0.0))


def test_clauses_are_counted_for_each_game(sim: figures.Simulation) -> None:
    found = figures.fired(sim)
    assert found["4.1b"] == (15.0, 0.75, False)
    assert found["18.0a"] == (1.0, 1.0, False)
    assert found["8.1a"] == (2.0, 1.0, True)
    assert found.keys() == {"4.1b", "18.0a", "8.1a"}


def test_turns_are_chosen_evenly() -> None:
    assert figures.chosen(12) == [3, 6, 9, 12]
    assert figures.chosen(6) == [2, 4, 6]
    assert figures.chosen(5) == [1, 3, 4, 5]
    assert figures.chosen(1) == [1]
    assert figures.chosen(0) == [0]


def test_numbers_in_words() -> None:
    assert [percent(0.75), percent(0.123), percent(0)] == [f"75{NBSP}%", f"12.3{NBSP}%", f"0{NBSP}%"]
    assert [signed(3.25), signed(-3), whole(-2.4), whole(0.2)] == ["+3.2", "–3.0", "–2", "0"]


# -- the front --------------------------------------------------------------------------------


def test_the_front_runs_between_the_sides() -> None:
    """Around one hex alone it is a ring of six sides; along the map's rim there is none."""
    ground = Ground(TITLE)
    lead = dict.fromkeys(ground.land, -1.0)
    assert ground.front(lead, 0.0, "front") == ""
    one = ground.front(lead | {"2008": 1.0}, 0.0, "front")
    assert one.count("<path") == 2  # the line and the pale edge below it
    sides = [edge for edge in ground.edges if "2008" in edge[:2]]
    assert len(sides) == 6
    assert ground.front(lead | {"2008": 0.5}, 0.8, "rim") == ""


def test_the_tint_says_who_holds_it_how_often() -> None:
    ground = Ground(TITLE)
    drawn = ground.heat({"2008": (0.75, 0.25), "2508": (0.0, 1.0)}, "words")
    assert f'<g fill="var(--heat0)" fill-opacity="0.28"><use href="#{ground.ids["2008"]}"/></g>' in drawn
    assert f'<g fill="var(--heat1)" fill-opacity="0.56"><use href="#{ground.ids["2508"]}"/></g>' in drawn
    assert "2008: German 75 %, Soviet 25 %</title>" in drawn


# -- plots ------------------------------------------------------------------------------------


def test_a_plot_takes_the_colours_of_the_page_and_says_what_it_shows() -> None:
    run = plots.Run("Either & Or", "side0", [Band(1, 2, 3.0, (1, 2, 3, 4, 5)), Band(2, 2, 4.0, (2, 3, 4, 5, 6))])
    drawn = plots.lines([run], "steps", 'all "of" it')
    assert 'aria-label="all &quot;of&quot; it"' in drawn
    assert "var(--side0)" in drawn
    assert "Either &amp; Or" in drawn
    assert not [colour for colour in plots.COLOURS.values() if colour in drawn]
    assert plots.lines([run], "steps", 'all "of" it') == drawn  # the same each time


# -- the page ---------------------------------------------------------------------------------


def test_the_page_shows_the_figures(page: str) -> None:
    words = Reader(page).words
    assert (
        "4 games of The Advance of Army Group North, German recruit v Soviet regular, with the default options."
        in words
    )
    assert f"75{NBSP}%3 of 4; 95 % interval 30.1 to 95.4{NBSP}%" in words
    assert f"25{NBSP}%1 of 4; 95 % interval 4.6 to 69.9{NBSP}%" in words
    assert "German points minus Soviet points, on average (–13.1 to +15.1)" in words
    assert "102actions per game, dice included; 1 to 2 turns, 1.8 on average" in words
    assert f"German tactical victory75{NBSP}%30.1 to 95.4{NBSP}%3" in words
    assert "German 5.2 steps (3.8 to 6.7); Soviet 10.5 steps (7.6 to 13.4)" in words
    assert "End of turn 1" in words
    assert "End of turn 2" in words


def test_the_page_shows_which_clauses_fired_and_which_never_did(page: str) -> None:
    words = Reader(page).words
    text = {clause.id: clause.text for clause in TITLE.rulebook.clauses}
    assert f"4.1b{text['4.1b']}15.075 %" in words
    assert f"18.0a{text['18.0a']}1.0100 %" in words
    assert f"8.1a{text['8.1a']} weighed2.0100 %" in words
    never = words[words.index("Never came up") :]
    assert f"15.2c{text['15.2c']}" in never
    assert f"4.1b{text['4.1b']}" not in never
    assert "In 4 games." in never


def test_the_page_says_what_is_reconstructed(page: str) -> None:
    total = Counter[str]()
    for found in TITLE.sources.values():
        total.update(found)
    words = Reader(page).words
    assert total["E"] > 0
    assert "Parts of this game are reconstructed." in words
    assert (
        f"Of {total.total():,} entries of its map, charts and set-ups {total['R']:,} are stated by the rules" in words
    )
    assert f"{total['E']:,} are reconstructed" in words


@pytest.mark.parametrize("which", ["page", "both"])
def test_the_page_is_whole_and_nothing_comes_from_elsewhere(which: str, request: pytest.FixtureRequest) -> None:
    text: str = request.getfixturevalue(which)
    found = Reader(text)
    assert found.open == []
    assert [name for name, times in found.names.items() if times > 1] == []
    assert found.tags["script"] == found.tags["link"] == found.tags["img"] == found.tags["iframe"] == 0
    within = {link for link in found.links if not link.startswith("data:image/png;base64,")}  # the grain of the paper
    assert {link[:1] for link in within} == {"#"}
    assert {link[1:] for link in within} <= found.names.keys()
    assert set(re.findall(r"url\(([^)]*)\)", text)) <= {f"#{name}" for name in found.names}
    assert "@import" not in text
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert "prefers-color-scheme:dark" in text
    assert "width=device-width" in text


def test_odd_names_are_only_words(both: str) -> None:
    found = Reader(both)
    assert found.words.count(ODD.replace("/", "\N{DIVISION SLASH}")) >= 4
    assert "with pool=<b>strict</b>." in found.words
    assert found.tags["i"] == both.count('<i class="fill')


def test_simulations_are_set_side_by_side(both: str) -> None:
    words = Reader(both).words
    assert "6 games in 2 simulations, compared." in words
    assert f"fourGerman recruit v Soviet regularcampaigndefault4{'75'}{NBSP}%" in words
    assert f"campaignpool=<b>strict</b>2100{NBSP}%34.2 to 100.0{NBSP}%+10.0+6.1 to +13.9" in words
    assert "four, per game" in words
    assert "End of turn 1" in words
    assert "End of turn 2" not in words


def test_two_folders_of_one_name_are_told_apart() -> None:
    sims = [figures.Simulation(name, TITLE, {}, GAMES) for name in ("a", "b", "a", "a")]
    assert [one.name for one in named(sims)] == ["a", "b", "a (2)", "a (3)"]


def test_moscow_has_a_page_of_areas(tmp_path: Path) -> None:
    title = TITLES["moscow41"]
    areas = [name for name in title.lexicon.places if name in title.data.map.terrain]
    place = {name: n for n, name in enumerate(title.lexicon.places)}
    german = sum(1 << place[name] for name in areas[:20])
    soviet = sum(1 << place[name] for name in areas[20:])
    one = game(0, "german", 3)
    one["ground"] = {str(turn): {"german": packed(german), "soviet": packed(soviet)} for turn in range(3)}
    one["row"]["level"], one["cases"], one["judged"] = "decisive victory", {"1.7c": 1}, {}
    text = report(kept(tmp_path / "moscow", [one], title="moscow41"))
    found = Reader(text)
    assert found.open == []
    assert "1 game of The Road to Moscow" in found.words
    assert "German decisive victory" in found.words
    assert text.count(": German 100 %, Soviet 0 %") == 2 * 20
    assert "A place belongs to the side that controls it by the rules." in found.words


# -- what is wrong ----------------------------------------------------------------------------


def test_torn_and_doubled_lines_are_left_out(tmp_path: Path) -> None:
    there = kept(tmp_path / "torn", GAMES)
    torn = json.dumps(game(4, "soviet", -1))[:-9]
    with (there / "results.jsonl").open("a") as file:
        file.write(json.dumps(GAMES[0]) + "\n\nnonsense\n[1]\n" + torn)
    assert [row["game"] for row in figures.read(there, TITLES).rows] == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"title": "chess"}, "there is no title 'chess'"),
        ({"packs": ["mine@abc"]}, "played with the packs mine@abc, not none"),
    ],
)
def test_a_simulation_of_something_else_is_refused(tmp_path: Path, said: dict[str, Any], why: str) -> None:
    with pytest.raises(Bad, match=re.escape(why)):
        report(kept(tmp_path / "other", GAMES, **said))


def test_an_empty_simulation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Bad, match="contains no games yet"):
        report(kept(tmp_path / "empty", []))


def test_results_of_which_nothing_is_left_are_named(tmp_path: Path) -> None:
    there = kept(tmp_path / "torn", [])
    (there / "results.jsonl").write_text(json.dumps(GAMES[0])[:90])
    with pytest.raises(Bad, match=r"no line of .*results.jsonl can be read"):
        report(there)


@pytest.mark.parametrize(
    "change",
    [
        {"ground": {"0": {"german": "f" * 999, "soviet": "0"}}},
        {"ground": {"0": {"german": "xyz", "soviet": "0"}}},
        {"ground": {"0": {"blue": "0"}}},
        {"turns": [{"turn": 1}]},
        {"turns": [{"turn": 1, "side": "german", "points": "many"}]},
        {"cases": []},
        {"row": GAMES[1]["row"] | {"winner": 5}},
        {"row": GAMES[1]["row"] | {"winner": "finns"}},
        {"row": GAMES[1]["row"] | {"margin": "wide"}},
        {"row": {}},
    ],
)
def test_results_that_make_no_sense_are_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(Bad, match=r"results.jsonl does not fit any game of leningrad79"):
        figures.read(kept(tmp_path / "odd", [GAMES[0], GAMES[1] | change]), TITLES)


def test_a_report_is_on_one_title(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(Bad, match="one title, not leningrad79 and moscow41"):
        report(folder, kept(tmp_path / "moscow", [GAMES[0] | {"ground": {}}], title="moscow41"))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["{tmp}/nothing"], "does not contain a simulation: there is no simulation.toml"),
        (["{four}/results.jsonl"], "results.jsonl/simulation.toml: Not a directory"),
        (["{four}", "--turns", "1,x"], "'x' is not a turn"),
        (["{four}", "--turns", "3"], "no game reached turn 3; the last is 2"),
        (["{four}", "--out", "{tmp}"], "is a directory; give a file name"),
    ],
)
def test_the_command_says_what_is_wrong(
    words: list[str],
    why: str,
    tmp_path: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.argv", ["grognard", "report", *(w.format(tmp=tmp_path, four=folder) for w in words)])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert why in capsys.readouterr().err


def test_the_command_writes_the_page(
    folder: Path, page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the same games make the same page."""
    monkeypatch.setattr("sys.argv", ["grognard", "report", str(folder)])
    with pytest.raises(SystemExit) as stop:
        main()
    assert not stop.value.code
    assert (folder / "report.html").read_text("utf-8") == page
    assert capsys.readouterr().out == f"{folder / 'report.html'}\n"
