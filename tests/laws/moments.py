"""Small positions for numbers that decide nothing in the records: where each of them does."""

from collections.abc import Iterator
from itertools import islice, product
from typing import Any, NamedTuple

from grognard.core import notation
from grognard.core.bits import scan
from grognard.core.title import Bad
from grognard.kit.table import Wargame
from grognard.titles import TITLES
from grognard.titles.demyansk.data.chart_values import WEATHERS

LENINGRAD79 = (
    "at german-movement\nturn 3\n0809 1Pz 36Mot\n0810 1ID(points=0)\n0811 i1",
    "at german-replacement\nturn 5\n0908 1ID(rebuilt,since=2) 11ID(rebuilt,since=2) 12ID(reduced,since=2)",
    "over\nturn 12\n{victory0} 1ID\n{victory1} 11ID\nlost 36Mot 3Mot\n0112 1Pz(reduced)",
    "over\nturn 12\n{victory0} 1ID\nlost 36Mot 3Mot\n0112 1Pz(reduced)",
    "over\nturn 12\nlost 1Pz\n0112 6Pz(reduced)",
)
LEADERS = "german 67\n90 Guderian\n63 Stalin\nRastenburg Hitler"
MOSCOW41 = (
    *(f"at game weather\nturn 4\nimpulses 3\nforecast {box}\n{LEADERS}" for box in range(1, 7)),
    "options blizzard=blizzard\nat game play_pass+\nat pass command\nimpulse pass\nturn 6\nside 1\nwinter 1\n"
    f"weather snow\n{LEADERS}",
    f"at game choice\nturn 4\nside 1\nsoviet_lines {' '.join(map(str, range(20, 40)))}\n{LEADERS}",
    "options leningrad=generals\nat game play_tactical+\nat tactical combat\nat road road dice=1\nimpulse tactical\n"
    "rolled yes\nturn 5\nweather snow\ngerman 67 Pskov\nPskov Hoepner(active,up,acted) TT\nLeningrad Zhukov\n"
    "63 Stalin\nRastenburg Hitler",
)
ASSAULT = (
    f"at russian-movement\nturn 6\n0320 {' '.join(f'{n}W' for n in range(1, 11))}",
    "at mechanized\nturn 20\ngerman 3113\ncaptured 3113\n3113 6-4 6-114\nlost 6-11Pz",
    "at raid\nturn 6\n0125 Nav Air1(strikers)",
    "at regroup\nturn 1\nwatch yes\n0320 4V\nG4 281RD\n1134 191RD",
)
DEMYANSK = (
    "campaign\nat movement\nturn 3\nsegment 1\nsequence 1\n2429 85Tk 46-84\n2430 26Bde",
    "campaign\nat movement\nturn 9\nsegment 1\nsequence 2\nweather mud\n2711 AA12 I-27\n2710 Pi12\n2814 AR12",
    "campaign\nat combat\nturn 9\nsegment 1\nsequence 1\n1710 87-26 1-87\n1810 1318-163 28-238Eng\n1811 III-26"
    "\n1910 I-46\n1609 231-387Art\navailable Il2-1 Ju87-1",
    "campaign\nat combat\nturn 18\nsegment 2\nsequence 2\n2711 I-27\n1524 46-84\n1925 41-84\n2922 20Bde\n2830 42Bde",
    "campaign\nat movement\nturn 3\nsegment 1\nsequence 1\nshortage red\n2429 42-180\n2711 I-27",
    "campaign\nat administration\nturn 3\nsegment 2\nsequence 2\n2711 I-27\n1524 46-84\n1925 41-84\n2922 20Bde"
    "\n2830 42Bde",
    "campaign\nat axis-initiative\nturn 9\n2711 I-27\n2430 26Bde",
    "offensive\nat corps\nturn 5\n2711 I-27\n2430 26Bde",
    "offensive\nat soviet-reinforcements\nturn 5\nmarsch Marsch1 Marsch2 Marsch3\n2711 I-27\n2430 26Bde",
    "bridge\nat combat\nturn 16\nsegment 2\nsequence 2\nfirst 0\n2219 I-27\n2036 I-56\n2124 46-84",
    *(f"campaign\nat weather\nturn {turn}\n2711 I-27\n2430 26Bde" for turn in range(1, 19)),
    *(f"campaign\nat shortage\nturn {turn}\n2711 I-27\n2430 26Bde" for turn in range(2, 9)),
    *(f"campaign\nat corps\nturn {turn}\n2711 I-27\n2430 26Bde" for turn in (5, 6, 7)),
    *(f"campaign\nat marsch\nturn {turn}\naxis_rps 1\nmarsch Marsch1\n2711 I-27\n2430 26Bde" for turn in (14, 15, 16)),
    *(f"campaign\nat division\nturn {turn}\n2711 I-27\n2430 26Bde" for turn in (15, 16)),
    *(f"campaign\nat axis-initiative\nturn {turn}\n2711 I-27\n2430 26Bde" for turn in (10, 11)),
    "campaign\nat soviet-initiative\nturn 16\nfirst 0\n2711 I-27\n2430 26Bde",
    "campaign\nat initiative\nturn 9\n2711 I-27\n2430 26Bde",
    "campaign\nat initiative\nturn 10\nstorm yes\n2711 I-27\n1428 46-84\n"
    "exited 19Gd-8Gd 23Gd-8Gd 30Gd-8Gd 26Bde 37Bde 38Bde",
    "campaign\nat initiative.2\nturn 16\nfirst 0\n2711 I-27\n2430 26Bde",
    *(
        f"{scenario}\nat soviet-reinforcements\nturn {turn}\nsurrounded {cut}\n{unit}"
        for scenario, turns, unit in (
            ("offensive", range(1, 9), "2711 I-27\n2430 26Bde"),
            ("bridge", range(10, 17), "2219 I-27\n2124 46-84"),
            ("campaign", range(1, 19), "2711 I-27\n2430 26Bde"),
        )
        for turn in turns
        for cut in ("no", "yes")[: 2 if turn == 6 else 1]
    ),
    *(
        f"{scenario}\nat administration\nturn {turn}\nsegment 1\nsequence 2\n2711 I-27\n2430 26Bde"
        for scenario in ("offensive", "campaign")
        for turn in (1, 6, 7)
    ),
    *(
        f"{scenario}\nat administration\nturn 12\nsegment 1\nsequence 2\nbegun {begun}\n2219 I-27\n2124 46-84"
        for scenario, begun in (("bridge", 0), ("campaign", 3))
    ),
    "offensive\nat administration\nturn 7\nsegment 1\nsequence 2\nbegun 3\n2219 I-27\n2124 46-84",
    *(
        f"campaign\nat movement\nturn 9\nsegment 1\nsequence 1\nweather {weather}\n2811 I-27\n2224 21-180"
        for weather in WEATHERS
    ),
    "campaign\nat combat\nturn 9\nsegment 1\nsequence 1\n1628 1MG\n1528 I-27",
    "campaign\nat combat\nturn 9\nsegment 1\nsequence 1\n2432 83Tk 85Tk\n2331 I-27",
    "campaign\nat game combat\nat battle soviet-support lead=1331 battlefield=1331 targets=1331 "
    "attackers=19Gd-8Gd+23Gd-8Gd defenders=I-27\nturn 9\nsegment 1\nsequence 1\n"
    "1330 19Gd-8Gd(attacked) 23Gd-8Gd(attacked)\n1329 27GdRkt 30Rkt\n1331 I-27(defended)",
    "campaign\nat game combat\nat battle soviet-support lead=1331 battlefield=1331 targets=1331 attackers=42-180 "
    "defenders=I-27\nturn 9\nsegment 1\nsequence 1\n1330 42-180(attacked)\n1329 27GdRkt 30Rkt\n1331 I-27(defended)",
    "campaign\nat game combat\nat battle axis-support lead=1528 battlefield=1528 targets=1528 attackers=Denmark "
    "defenders=42-180\nturn 9\nsegment 1\nsequence 2\n1628 Denmark(attacked)\n1528 42-180(defended)\n"
    "available Ju88-1",
    "campaign\nat game combat\nat battle advance lead=1331 battlefield=1331 targets=1331 attackers=42-180+21-180 "
    "defenders=I-27 vacated=1331 advanced=42-180 origins=1330 fought=yes\nturn 9\nsegment 1\nsequence 1\n"
    "1330 21-180(attacked)\n1331 42-180(attacked)\neliminated I-27",
    "campaign\nat game combat\nat battle trial.5 lead=1528 battlefield=1528 targets=1528 attackers=170Div "
    "defenders=Denmark trial=1 column=10 die=6 stage=2 bound=1 fought=yes\nturn 3\nsegment 1\nsequence 1\n"
    "1628 170Div(attacked)\n1528 Denmark(defended)",
    *(
        f"campaign\nat game combat\nat battle die lead=1331 battlefield=1331 targets=1331 attackers={attacker} "
        f"defenders={defender} column=12 fought=yes\nturn 9\nsegment 1\nsequence {sequence}\n"
        f"1330 {attacker}(attacked)\n1331 {defender}(defended)"
        for attacker, defender, sequence in (("170Div", "StuG184", 1), ("Denmark", "27GdRkt", 2))
    ),
    *(
        f"{scenario}\nat replacements\nturn {turn}\nsegment 1\nsequence 1\nsoviet_rps 2\n2711 I-27\n"
        "eliminated 42Bde 42-180"
        for scenario, turn in (("offensive", 8), ("campaign", 8), ("campaign", 9))
    ),
    *(
        f"campaign\nat {step}\nturn {turn}\nsegment 1\nsequence {sequence}\nAGN I-56 Pi5\nValday 2-2Abn\n2711 AA12"
        for step, sequence in (("air-transport", 2), ("airdrop", 1))
        for turn in (4, 5)
    ),
    "campaign\nat movement\nturn 9\nsegment 1\nsequence 2\n2111 I-27\nturned 2711 1528 1712 1929 2124 2219 1621 3412 "
    "2833 3004 1608 1032 1836 2036 1529 2611 2814",
    "offensive\nat movement\nturn 8\nsegment 1\nsequence 2\ndelays 1\n2711 I-27\n2430 26Bde",
    "campaign\nat game combat\nat battle trial.6 lead=1331 battlefield=1331 targets=1331 attackers=42-180 "
    "defenders=AA12+K38 trial=2 column=10 die=6 stage=2 bound=1 fleeing=K38 slipping=AA12 haven=1130 fought=yes\n"
    "turn 3\nsegment 1\nsequence 1\nstorm yes\n1231 AA12\n1331 K38\n1330 42-180\n1232 21-180\n1432 86-180",
)
TEN_DIVISIONS = [f"{n}RD" for n in (24, 38, 64, 84, 87, 95, 98, 116, 126, 138)]
STALINGRAD = (
    f"at russian-movement\nturn 1\n0907 {' '.join(TEN_DIVISIONS)}\n0906 157RD",
    "at russian-combat\nturn 1\n0724 51HQ\n0723 192RD",
    "at mechanized\nturn 19\ngerman 0120\n0120 71ID\nJ3 16Pz\n0908 14HQ\nG3 13Gd",
    "at german-combat\nturn 1\n0722 13Gd\n0723 71ID(reduced)\n0822 16Pz(reduced,subcounter)",
    "at german-combat\nturn 1\n0722 192RD\n0723 305ID(reduced)\n0822 3Mot(reduced)",
    "at german-combat\nturn 6\nG3 192RD(reduced) Air1\nG4 305ID",
    "at raid\nturn 6\nG3 13TC Air1",
    "at draw\nturn 14\n0907 1W",
    "at draw\nturn 15\n0907 1W\nlost 192RD",
    "at regroup\nturn 1\nwatch yes\n0907 13Gd\nG4 95RD\n0722 192RD",
)

LENINGRAD41 = (
    "options delay=roll\nat delay\nside 1",
    "at deploying\nside 1\ndelayed yes\n2807 Zhdanov\n3030 LG42\n2811 51-42\n2911 704-42\n2611 Aurora-42\n0101 42-1",
    *(
        f"at soviet-fire\nturn {turn}\nside 1\n4812 I-10\n2807 1RB\ndead II-10 III-10 48Pi I-8M"
        for turn in range(1, 11)
    ),
    "at soviet-fire\nturn 1\nside 1\ndelayed yes\n4812 I-10\n2807 1RB\ndead II-10 III-10 48Pi I-8M",
    "at soviet-fire\nturn 2\nside 1\ndelayed yes\n4812 I-10\n2807 1RB\ndead II-10 III-10 48Pi I-8M",
    *(f"at german-fire\nturn {turn}\n4812 I-10\n2807 1RB" for turn in (1, 2)),
    "at german-movement\nturn 3\n4812 I-8M\n4711 1-1DNO\n4615 I-10\n4516 I-469",
    "at german-movement\nturn 3\nrubble 4516 4615\n4515 I-469\n4601 48Pi\n4616 59Pi",
    "at german-movement\nturn 3\n4812 I-469 II-469\n4813 I-489\n4912 Manstein",
    "at soviet-movement\nturn 3\nside 1\n4812 I-10\n3030 LG42\n2807 1RB\n3016 1-1DNO\n4516 1Koms",
    "at soviet-movement\nturn 3\nside 1\ndelayed yes\n4812 I-10\n3016 1-1DNO\n3017 2-1DNO\n2807 84KV Zhdanov",
    "at german-fire\nturn 3\n4707 1-1DNO\n4706 I-1T 48Pi\n4708 II-1T 678Pi\n4607 III-1T 1StPi\n4606 I-2T II-2T",
    "at german-fire\nturn 3\n4707 1-1DNO\n4706 I-10 48Pi\n4708 678Pi\n4607 1StPi\n4606 2StPi",
    "options fanaticism=fanaticism\nat german-fire\nturn 3\n4707 1-1DNO\n4706 I-1T\n4708 I-10 Manstein\n4607 TFlak",
    "options fanaticism=fanaticism\nat soviet-fire\nturn 3\nside 1\n4707 I-10\n4706 1Koms\n4708 1-1DNO",
    "at soviet-fire\nturn 3\nside 1\n4707 I-8M\n4706 1-1DNO\n4708 2-1DNO\n4607 3-1DNO\n4606 1-2DNO\n4806 84KV",
    "at soviet-fire\nturn 3\nside 1\n4707 I-8M\n4706 68-70\nbeside LFR10 LFR5 RBF",
    "at air-strikes\nturn 3\n4707 1-1DNO\n4709 LGAA1\n4516 2-1DNO\nbeside Rudel StukaA StukaB BomberA",
    "at german-fire\nturn 3\nrubble 4516\n4516 51Tk\n4515 I-8M\n4415 3Pi 53Kr",
    "at german-fire\nturn 3\n4615 1-1DNO\n4715 I-10 59Pi\n4614 III-80Art",
    "at german-fire\nturn 3\n4601 I-10 59Pi\n4603 I-80Art",
    "at german-fire\nturn 3\n4211 I-10 59Pi\n4212 I-80Art",
    "at german-fire\nturn 3\n4501 1-1DNO\n4601 I-10",
    "at german-fire\nturn 3\n4610 1-1DNO\n4611 I-10",
    *(
        f"at german-fire\nturn 3\n4707 1-1DNO\n4706 {unit}"
        for unit in "53Rec 3PzJg I-3Art I-8p TFlak I-3F FPzJg 1StPi StG666 I-Flak".split()
    ),
    *(
        f"at soviet-fire\nturn 3\nside 1\n4707 I-8M\n4706 {unit}"
        for units in ("51-42 1-1GDNO 1Kir 6NKVD 1RB 267MG 690AT LGAA1", "106Eng 42Br 51Tk 42Mtr 68-70 1-1Tk 84KV 1GMtr")
        for unit in units.split()
    ),
    "at german-fire\nturn 3\n4707 1-1DNO\n4706 I-10\n4708 I-8M\n4710 Manstein",
    "at soviet-fire\nturn 3\nside 1\n4707 I-8M\n4706 1-1DNO\n4708 84KV\n4709 Zhdanov",
    *(f"at air-strikes\nturn 3\n4707 1-1DNO\nbeside {marker}" for marker in ("StukaC", "Fighter")),
    "at soviet-fire\nturn 3\nside 1\n4704 Aurora-42\n4705 I-8M",
    "at soviet-fire\nturn 3\nside 1\n3027 LG42\n3026 I-8M",
    "at game german-fire\nat battle rubble kind=fire hex=4516 firers=I-10 hit=42-1 struck=yes\nturn 3\ndied 1-1DNO\n"
    "attacked 4516\n4515 I-10(fired)\npool-42 42-1=1-1DNO",
    "at game air-strikes\nat battle rubble kind=air hex=4516 firers=StukaA hit=42-1 struck=yes\nturn 3\ndied 1-1DNO\n"
    "attacked 4516\n4812 I-10\npool-42 42-1=1-1DNO\nspent StukaA",
)


class Cast(NamedTuple):
    """Units of one game: some of either side of every class, two Germans and a Russian who fight in every terrain."""

    germans: tuple[str, ...]
    russians: tuple[str, ...]
    attacker: str
    defender: str
    other: str


CASTS = {
    "assault_leningrad": Cast(
        ("11ID", "SSPol", "11ID(reduced)", "122ID(reduced)"),
        ("191RD", "90RD", "2V", "90RD(reduced)"),
        "11ID", "122ID(reduced)", "191RD",
    ),
    "assault_stalingrad": Cast(
        ("71ID", "Rum1", "71ID(reduced)", "16Pz(reduced)", "16Pz(subcounter)", "16Pz(reduced,subcounter)"),
        ("13Gd", "192RD", "192RD(reduced)", "13TC"),
        "71ID", "44ID(reduced)", "192RD",
    ),
}  # fmt: skip


def moments(name: str) -> list[str]:
    """The positions of a title."""
    title = TITLES[name]
    if name == "leningrad79":
        won = title.data.map.areas[title.data.box.charts.victory]
        return [f"{name}\n{text.format(victory0=won[0], victory1=won[1])}" for text in LENINGRAD79]
    if name == "moscow41":
        return [f"{name}\n{text}" for text in MOSCOW41]
    if name == "leningrad41":
        return [f"{name}\n{text}" for text in LENINGRAD41]
    if name == "demyansk":
        return [f"{name} {text}" for text in (*DEMYANSK, *_demyansk(title))]
    own = ASSAULT if name == "assault_leningrad" else STALINGRAD
    return [f"{name}\n{text}" for text in (*own, *_assault(title))]


def readable(title: Wargame[Any], text: str) -> bool:
    """Is it a position in which somebody can attack, or a die is rolled?"""
    try:
        s = notation.read({title.name: title}, f"{title.name}\n{text}")
    except Bad:
        return False
    return any(verb.name in ("attack", "roll") for verb, _ in title.verbs(s))


def _assault(title: Wargame[Any]) -> Iterator[str]:
    """Combat and raids in every terrain, and every class against every other."""
    cast = CASTS[title.name]
    for kind in title.data.kind:
        for step, there, near in (
            ("german-combat", cast.other, cast.attacker),
            ("russian-combat", cast.defender, cast.other),
        ):
            yield from _first(title, kind, "at {step}\nturn 6\n{here} {there}\n{next} {near}", step, there, near)
        yield from _first(title, kind, "at raid\nturn 6\n{here} {there} Air1", "", cast.other, "")
    for german, russian in product(cast.germans, cast.russians):
        for step, air in (("german-combat", ""), ("german-combat", " Air1"), ("russian-combat", "")):
            there, near = (russian + air, german) if step == "german-combat" else (german, russian)
            yield from _first(title, "clear", "at {step}\nturn 6\n{here} {there}\n{next} {near}", step, there, near)


def _demyansk(title: Wargame[Any]) -> Iterator[str]:
    """Combat in every terrain and across every kind of hexside, in every weather; the fewest units that save a side."""
    d = title.data
    few = zip(scan(d.kind["clear"]), d.pieces[:33], strict=False)
    stand = "\n".join(f"{d.board.names[here]} {unit}" for here, unit in few)
    many = zip(scan(d.kind["clear"]), (*d.pieces[:34], *d.pieces[d.soviets : d.soviets + 34]), strict=False)
    enough = "\n".join(f"{d.board.names[here]} {unit}" for here, unit in many)
    for turn in (8, 9):
        yield f"campaign\nat administration\nturn {turn}\nsegment 2\nsequence 2\nturned 1528\n{stand}"
        yield f"campaign\nat administration\nturn {turn}\nsegment 2\nsequence 2\nturned 1528\n{enough}"
    for side, enemy, road in ((0, "42-180", "1330"), (1, "I-27", "2517")):
        for unit in _kinds(d, side):
            fight = f"campaign\nat combat\nturn 9\nsegment 1\nsequence {2 - side}\n1331 {enemy}\n1330 {d.pieces[unit]}"
            yield fight
            if d.two_steps >> unit & 1:
                yield f"{fight}(reduced)"
            for stack in (d.pieces[unit], _full(d, side, unit)):
                yield f"campaign\nat movement\nturn 9\nsegment 1\nsequence {2 - side}\n{road} {stack}"
            if d.units[unit].range:
                yield (
                    f"campaign\nat game combat\nat battle {('axis', 'soviet')[side]}-support lead=1331 "
                    "battlefield=1331 targets=1331 attackers=42-180 defenders=I-27\nturn 9\nsegment 1\nsequence 1\n"
                    f"1330 42-180(attacked)\n1331 I-27(defended)\n{_reaching(d, side, unit)} {d.pieces[unit]}"
                )
    ground = [d.kind[kind] for kind in d.kind] + [d.feature[name] for name in d.feature]
    for weather in WEATHERS:
        for hexes in ground:
            yield from _attack(title, weather, ((here, beside) for here in scan(hexes) for beside in _near(d, here)))
        for river in dict.fromkeys(run.kind for run in d.map.rivers.values()):
            sides = [side for run in d.map.rivers.values() if run.kind == river for side in run.sides]
            yield from _attack(title, weather, ((d.board.at[a], d.board.at[b]) for a, b in sides))


def _kinds(d: Any, side: int) -> list[int]:
    """The first unit of each type and size."""
    known = [unit for unit in scan(d.side[side] & ~d.printed) if not d.untried >> unit & 1]
    return [*{(d.units[unit].type, d.units[unit].size): unit for unit in reversed(known)}.values()]


def _reaching(d: Any, side: int, unit: int) -> str:
    """The hex farthest to the west, or to the east, from which a gun just reaches 1331."""
    at = d.board.at["1331"]
    far: list[str] = [
        d.board.names[hex_] for hex_ in scan(d.hexes) if d.board.distance(hex_, at) == d.units[unit].range
    ]
    return max(far, key=lambda name: (-1 if side else 1) * int(name[2:]))


def _full(d: Any, side: int, unit: int) -> str:
    """A unit and others with which its hex is full."""
    stack, left = [d.pieces[unit]], d.charts.numbers["stacking"] - d.stack[unit]
    for other in scan(d.side[side] & ~d.printed & ~(1 << unit)):
        if 0 < d.stack[other] <= left:
            stack.append(d.pieces[other])
            left -= d.stack[other]
    return " ".join(stack)


def _near(d: Any, here: int) -> list[int]:
    return list(scan(d.board.neighbours[here]))


def _attack(title: Wargame[Any], weather: str, pairs: Iterator[tuple[int, int]]) -> Iterator[str]:
    """The first of these hexes that can be attacked from the one beside it."""
    names = title.data.board.names
    for here, beside in islice(pairs, 40):
        text = (
            f"campaign\nat combat\nturn 9\nsegment 1\nsequence 1\nweather {weather}\n"
            f"{names[here]} I-27\n{names[beside]} 87-26 1-87"
        )
        if attackable(title, text, here):
            yield text
            return


def attackable(title: Wargame[Any], text: str, here: int) -> bool:
    """Whether it is a position in which this hex may be attacked."""
    try:
        s = notation.read({title.name: title}, f"{title.name} {text}")
    except Bad:
        return False
    options = title.choices(s, "attack")
    return options is not None and here in options


def _first(title: Wargame[Any], kind: str, text: str, step: str, there: str, near: str) -> Iterator[str]:
    """The position in the first hex of a kind that has it."""
    d = title.data
    for here in scan(d.kind[kind]):
        for beside in list(scan(d.board.neighbours[here]))[: 1 if kind == "clear" else 6]:
            names = d.board.names
            said = text.format(step=step, here=names[here], next=names[beside], there=there, near=near)
            if readable(title, said):
                yield said
                return
