"""Packs from end to end: begun, found by name or path, played with, named in the record, refused when broken."""

import json
from pathlib import Path

import pytest

from grognard.titles import GAMES, TITLES, atlas, load, read_pack
from tests.cli.conftest import Run

CARD = 'name = "mine"\ntitle = "leningrad79"\n'
SWAMP = '[terrain.hexes]\n1304 = "swamp"\n'
DEPLOY = ["deploy 1304", "deploy 1404", "quit"]


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    return tmp_path / "data" / "grognard" / "packs"


def write(folder: Path, **texts: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in {"pack": CARD, **texts}.items():
        (folder / f"{name}.toml").write_text(text, "utf-8")
    return folder


def label(run: Run, pack: str) -> str:
    return str(json.loads(run("data", "leningrad79", "--pack", pack, "--json").stdout)["packs"][0])


def test_a_game_with_a_pack_and_its_record(run: Run, inside: Run, packs: Path, games: Path, tmp_path: Path) -> None:
    folder = write(packs / "mine", map=SWAMP)
    done = run("play", "leningrad79", "--plain", "--seed", "1", "--pack", "mine", lines=DEPLOY)
    assert done.returncode == 0, done.stderr
    (path,) = games.glob("*.game")
    name = label(inside, "mine")
    assert f"\npacks {name}\n" in path.read_text("utf-8")
    assert "U 1" in next(line for line in path.read_text("utf-8").splitlines() if line.startswith("sources terrain"))
    assert f"--load {path} --pack mine" in done.stdout.replace("\n", " ")

    with_it = inside("replay", str(path), "--verify", "--pack", "mine")
    assert (with_it.returncode, with_it.stderr) == (0, "")
    by_path = inside("replay", str(path), "--verify", "--pack", str(folder))
    assert by_path.returncode == 0

    without = inside("replay", str(path), "--verify")
    assert without.returncode == 2
    assert f"was made with the pack {name}, which is not loaded: give it with --pack mine" in without.stderr

    (folder / "map.toml").write_text(SWAMP.replace("swamp", "hill"))
    changed = inside("replay", str(path), "--verify", "--pack", "mine")
    assert changed.returncode == 2
    assert (
        f"with the pack {name}, but the one loaded is {label(inside, 'mine')}: its data have changed" in changed.stderr
    )

    (folder / "map.toml").write_text(SWAMP)
    on = run("play", "--load", str(path), "--plain", "--pack", "mine", lines=["deploy 1504", "quit"])
    assert on.returncode == 0, on.stderr
    assert "soviet deploy 1504" in path.read_text("utf-8")

    plain = tmp_path / "plain.game"
    run("play", "leningrad79", "--plain", lines=["deploy 1304", f"save {plain}", "quit"])
    extra = inside("replay", str(plain), "--verify", "--pack", "mine")
    assert extra.returncode == 2
    assert f"was made without the pack {name}: leave it out" in extra.stderr


def test_every_command_takes_a_pack(run: Run, inside: Run, packs: Path, tmp_path: Path) -> None:
    write(packs / "mine", map='[terrain.hexes]\n0808 = "city"\n[[place]]\nname = "Newtown"\nhex = "0808"')
    assert inside("map", "leningrad79", "--pack", "mine", "-o", "x.svg").returncode == 0
    assert "Newtown" in (tmp_path / "x.svg").read_text("utf-8")
    (tmp_path / "p").write_text("leningrad79\nat german-combat\nturn 3\n1407 1Pz\n")
    assert inside("show", "p", "--pack", "mine").returncode == 0
    answer = run("engine", "--pack", "mine", lines=['{"cmd": "titles"}', '{"cmd": "quit"}'])
    assert json.loads(answer.stdout.splitlines()[0])["titles"][0]["packs"] == [label(inside, "mine")]


def test_two_packs_the_later_over_the_earlier(inside: Run, packs: Path) -> None:
    write(packs / "mine", map='[terrain.hexes]\n2413 = "swamp"\n2412 = "swamp"')
    write(packs / "yours", pack=CARD.replace("mine", "yours"), map='[terrain.hexes]\n2413 = "hill"')
    done = inside("data", "leningrad79", "--pack", "mine", "--pack", "yours", "--json")
    found = json.loads(done.stdout)
    assert [one.split("@")[0] for one in found["packs"]] == ["mine", "yours"]
    assert found["total"]["U"] == 2
    twice = inside("data", "leningrad79", "--pack", "mine", "--pack", "mine")
    assert (twice.returncode, "the pack mine is given twice" in twice.stderr) == (2, True)


BROKEN = {
    "unknown hex": ({"map": '\n[terrain.hexes]\n3333 = "swamp"'}, "map.toml:3: there is no hex '3333'"),
    "one-sided hexside": ({"map": '[[river]]\nname = "Rill"\nsides = ["0808"]'}, "map.toml:3: 0808 is not a hexside"),
    "missing column": ({"tables": '[crt]\ncolumns = ["1-1", "3-1"]'}, "tables.toml:2: column 2 must be 2-1"),
    "not TOML": ({"map": "a = 1\nwhat is this"}, "map.toml:2: "),
    "no card": ({"pack": ""}, "pack.toml:1: the file has no 'name'"),
    "another game": ({"pack": CARD.replace("leningrad79", "moscow41")}, "pack.toml:2: the pack mine is for moscow41"),
    "no game": ({"pack": CARD.replace("leningrad79", "chess")}, "pack.toml:2: there is no game 'chess'"),
    "another name": (
        {"pack": CARD.replace("mine", "yours")},
        "pack.toml:1: the pack is named 'yours' but its directory",
    ),
    "rules": ({"rules": "a = 1"}, "rules.toml:1: leningrad79 has no such file"),
    "not UTF-8": ({"map": ""}, "map.toml:2: not UTF-8 text"),
}


@pytest.mark.parametrize(("texts", "said"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_pack_is_refused_and_the_game_goes_on_without(
    inside: Run, packs: Path, texts: dict[str, str], said: str
) -> None:
    folder = write(packs / "mine", **texts)
    if said.startswith("map.toml:2: not UTF-8"):
        (folder / "map.toml").write_bytes(b"\n# \xff")
    for args in (("data", "leningrad79"), ("play", "leningrad79", "--plain"), ("map", "leningrad79", "-o", "-")):
        done = inside(*args, "--pack", "mine")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"grognard: {folder}/{said}")
        assert done.stderr.count("\n") == 1
    assert inside("data", "leningrad79").returncode == 0


@pytest.mark.parametrize("word", ["nowhere", "../nowhere", "./x", "a/b", "..", "mine.toml", ""])
def test_there_is_no_such_pack(inside: Run, word: str) -> None:
    done = inside("data", "leningrad79", "--pack", word)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_a_pack_is_begun(inside: Run, packs: Path, tmp_path: Path) -> None:
    done = inside("pack", "new", "leningrad79", "mine")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (packs / "mine").iterdir()}
    assert names == {"pack.toml", "map.toml", "units.toml", "tables.toml", "scenarios.toml"}
    found = json.loads(inside("data", "leningrad79", "--pack", "mine", "--json").stdout)
    assert "U" not in found["total"]
    again = inside("pack", "new", "leningrad79", "mine")
    assert (again.returncode, "already exists" in again.stderr) == (2, True)
    assert inside("pack", "new", "assault_leningrad", "./here").returncode == 0
    assert (tmp_path / "here" / "inset.toml").exists()
    assert inside("pack", "new", "chess", "x").returncode == 2
    assert inside("pack", "new", "demyansk", "./Not a name").returncode == 2


def test_the_example_of_the_manual(inside: Run, packs: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "packs.md").read_text("utf-8")
    card, data = (block.partition("```")[0] for block in page.split("```toml\n")[1:])
    ground, charts = data.split("# tables.toml\n")
    write(packs / "myboard", pack=card, map=ground, tables=charts)
    done = inside("data", "leningrad79", "--pack", "myboard", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["data"]
    assert [
        found[section][layer].get("U", 0)
        for section, layer in (
            ("map", "terrain"),
            ("map", "river"),
            ("charts", "combat results"),
            ("charts", "column shifts"),
        )
    ] == [1, 2, 1, 1]
    assert inside("map", "leningrad79", "--charts", "--pack", "myboard", "-o", "-").stdout.count("from the pack") == 2


def test_the_data_directory_can_be_put_elsewhere(run: Run, tmp_path: Path) -> None:
    write(tmp_path / "own" / "packs" / "mine", map=SWAMP)
    assert run("data", "leningrad79", "--pack", "mine", GROGNARD_HOME=str(tmp_path / "own")).returncode == 0
    assert run("data", "leningrad79", "--pack", "mine").returncode == 2


def test_a_whole_map_made_before_maps_listed_their_water_still_loads(packs: Path) -> None:
    for name in ("leningrad79", "assault_leningrad", "demyansk"):
        ours = GAMES[name].text("map.toml")
        theirs = "\n".join(line for line in ours.splitlines() if not line.startswith("water = "))
        assert theirs.count("\n") == ours.count("\n") - 2
        folder = write(packs / name, pack=f'name = "{name}"\ntitle = "{name}"', map=f"replace = true\n{theirs}")
        pack = read_pack(folder)
        assert atlas(name, [pack]).map.wet == atlas(name).map.wet != ()  # type: ignore[union-attr]
        if GAMES[name].played:
            assert load(name, [pack]).board.map.terrain == TITLES[name].board.map.terrain
