"""Operations last from turn to turn and share forces without conflict; units are assigned to posts at least cost."""

from itertools import permutations
from random import Random

from grognard.opponents.assignment import FORBIDDEN, assign
from grognard.opponents.operations import Operation, Operations, Promise, share, told

PSKOV, LUGA, RIGA = 10, 20, 30


def seize(place: int, force: int, value: float) -> Operation:
    return Operation("seize", place, force, value, axis=(5, place), due=(2, 4))


def test_a_running_operation_goes_on_unless_another_is_clearly_better() -> None:
    staff = Operations(stickiness=0.3)
    staff.review(1, [seize(PSKOV, 0b111, 10.0)])
    staff.review(2, [seize(PSKOV, 0b111, 9.0), seize(RIGA, 0b111, 11.0)])
    assert [one.aim for one in staff.running] == [("seize", PSKOV)]
    assert staff.running[0].since == 1
    staff.review(3, [seize(PSKOV, 0b111, 5.0), seize(RIGA, 0b111, 11.0)])
    assert [one.aim for one in staff.running] == [("seize", RIGA)]
    assert staff.ended[-1].operation.objective == PSKOV
    assert staff.ended[-1].why == "its forces are needed elsewhere"


def test_an_operation_ends_with_the_reason_its_title_gives() -> None:
    staff = Operations()
    staff.review(1, [seize(PSKOV, 0b1, 10.0)])
    staff.review(2, [], lambda one: "Pskov is ours" if one.objective == PSKOV else "")
    assert staff.running == []
    assert [(end.turn, end.why) for end in staff.ended] == [(2, "Pskov is ours")]


def test_no_unit_belongs_to_two_operations_and_a_torn_force_is_not_sent() -> None:
    first, torn, rest = seize(PSKOV, 0b1110, 9), seize(RIGA, 0b10110, 8), seize(LUGA, 0b111000, 7)
    chosen = share([first, torn._replace(guards=((7, 0b100000),)), rest])
    assert [one.objective for one in chosen] == [PSKOV, LUGA]  # two thirds of the force for Riga are taken
    assert chosen[1].force == 0b110000
    taken = 0
    for one in chosen:
        assert not taken & one.units
        taken |= one.units


def test_the_timetable_says_where_it_should_be_and_how_late_it_is() -> None:
    operation = seize(PSKOV, 1, 1.0)
    assert [operation.phase_line(turn) for turn in (1, 2, 3, 9)] == [5, 5, PSKOV, PSKOV]
    assert operation.delay(4, 1 << 5) == 0
    assert operation.delay(5, 1 << 5) == 1
    assert operation.delay(4, 0) == 2


def test_words_come_from_the_operation_and_say_what_was_called_off() -> None:
    staff = Operations()
    staff.review(1, [seize(PSKOV, 0b11, 1.0)._replace(guards=((5, 0b100),))])
    staff.promise(1, Promise("attack", 15, 0b1, "4-1"))
    staff.call_off("attack", 15, "the road is closed")
    lines = told(staff.running[0], lambda group: f"units {group:b}", lambda place: f"hex {place}", staff.promises)
    assert lines == [
        "units 11 makes for hex 10 by hex 5.",
        "units 100 guards hex 5.",
        "Attack on hex 15 at 4-1 this turn, called off: the road is closed.",
    ]


def test_assignment_is_the_cheapest_of_all() -> None:
    random = Random(7)
    for rows, columns in ((3, 3), (4, 5), (5, 4), (1, 6), (6, 2)):
        costs = [[random.randrange(50) for _ in range(columns)] for _ in range(rows)]
        got = assign(costs)
        pairs = [(row, column) for row, column in enumerate(got) if column >= 0]
        assert len(pairs) == min(rows, columns)
        assert len({column for _, column in pairs}) == len(pairs)
        if rows <= columns:
            best = min(sum(costs[row][c] for row, c in enumerate(p)) for p in permutations(range(columns), rows))
        else:
            best = min(sum(costs[r][column] for column, r in enumerate(p)) for p in permutations(range(rows), columns))
        assert sum(costs[row][column] for row, column in pairs) == best


def test_a_forbidden_pair_is_not_made() -> None:
    assert assign([[FORBIDDEN, 1.0], [FORBIDDEN, 2.0]]) in ([1, -1], [-1, 1])
    assert assign([]) == []
    assert assign([[]]) == [-1]
