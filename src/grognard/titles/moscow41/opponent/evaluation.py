"""The value of a position of *Moscow '41*: Blocks, ground, and each side's distance to its goals."""

from ....core.bits import scan
from ..data.components import GERMAN, SOVIET
from ..rules.control import contested, friendly, lines, units
from ..rules.supply import supplied
from ..rules.victory import points
from ..state import State
from .unit_values import (
    FADES,
    distances,
    field,
    fire,
    fresh_worth,
    front,
    goals,
    incursion,
    prizes,
    safe_net,
    steps,
    worth,
)

WON = 300.0
PRIZE = 13.0  # the highest value of an Area in the Campaign that does not end it


def value(s: State, side: int) -> float:
    """The value of a position to a side; the other side's assets count against it."""
    if s.over:
        outcome = s.title.outcome(s)
        assert outcome is not None
        margin = 4.0 * (points(s, GERMAN) - points(s, SOVIET))
        german = (WON if outcome.winner == GERMAN else -WON) + margin
    else:
        german = _material(s) + _ground(s)
    return german if side == GERMAN else -german


def _material(s: State) -> float:
    """Blocks, headquarters, lines and Pools: German minus Soviet."""
    d, out = s.data, 0.0
    for side, sign in ((GERMAN, 1.0), (SOVIET, -1.0)):
        fed, pool = supplied(s, side), d.pool[side]
        net = safe_net(s, side, friendly(s, side), incursion(s, front(s, 1 - side), units(s, side)))
        sure = net | d.board.spread(net)
        for piece in scan(d.side[side]):
            place = s.place[piece]
            if place < d.board.box:
                share = 0.5 if not fed >> place & 1 else 1.0 if sure >> place & 1 else 0.85
                out += sign * worth(s, piece) * share
            elif place == pool:
                out += sign * 0.35 * fresh_worth(d, s.face[piece])
            elif d.road_boxes >> place & 1:
                out += sign * 0.8 * worth(s, piece)
        out += sign * 0.8 * lines(s, side).bit_count()
        out += (
            sign
            * 0.7
            * (s.level[s.piece[d.leader[side]]] if d.on_board >> s.place[s.piece[d.leader[side]]] & 1 else -6)
        )
    return out + (2.0 if s.disc == GERMAN else -2.0)


def _ground(s: State) -> float:
    """Who holds the prizes, who will, and how near the Germans are to the rest."""
    d = s.data
    prized = prizes(s)
    late = 0.7 + 0.3 * (s.turn - s.plan.turn + 1) / (s.plan.last - s.plan.turn + 1)
    out = 0.0
    both = contested(s)
    for area, price in prized.items():
        german = s.german >> area & 1
        price = min(price, PRIZE) if s.plan.points else price
        out += late * price * (0.75 if german else -0.75) * (0.6 if both >> area & 1 else 1.0)
        if german and s.plan.win_lines >> area & 1:
            out += 8.0 * (s.german_lines >> area & 1)
    if s.plan.points:
        if s.plan.road:
            box = s.place[s.piece[d.hoepner]]
            if d.road_boxes >> box & 1:
                out += 0.9 * d.road.index(box) + (4 if s.reached else 0)
        boxes = (d.victory_places & ~d.board.areas & s.german).bit_count()
        out += late * 12.0 * boxes
        out += late * 2.5 * (points(s, GERMAN) - 3.5)
    else:
        out += 1.0 * points(s, GERMAN)
    return out + _front(s, prized)


def _front(s: State, prized: dict[int, float]) -> float:
    """Fire near the prizes: German fire toward their goals, and both sides' fire around each prize."""
    d = s.data
    near = [[0.0, 0.0] for _ in prized]
    tables = [distances(d, area) for area in prized]
    pull = field(s, goals(s, GERMAN))
    out = 0.0
    for side in (GERMAN, SOVIET):
        for piece in scan(d.side[side]):
            place = s.place[piece]
            if place >= d.board.box or not d.combat >> s.face[piece] & 1:
                continue
            hits = fire(s, piece, side == GERMAN)[0]
            if side == GERMAN:
                out += 0.35 * hits * pull[place]
            else:
                hits = 0.5 * hits + 0.25 * steps(s, piece)
            for n, table in enumerate(tables):
                if table[place] < 6:
                    near[n][side] += hits * FADES[2 * table[place]]
    for (area, price), (german, soviet) in zip(prized.items(), near, strict=True):
        share = (german - soviet) / (german + soviet + 1.5)
        guarded = units(s, SOVIET) >> area & 1 or s.german >> area & 1
        if s.plan.points and price > PRIZE:  # the Soviets win with it
            out += 0.4 * price * min(0.0, share - 0.3)
            price = PRIZE
        out += 0.3 * price * share + (0.0 if guarded else 0.12 * price)
    return out
