"""Verified dice: chains, draws without bias, seals, and what the header of a record says."""

import hashlib
import hmac
from collections import Counter

import pytest

from grognard.core.title import Bad
from grognard.core.verified_dice import (
    LENGTH,
    Chain,
    Cheated,
    Proof,
    Segment,
    check,
    draw,
    from_header,
    hashed,
    header,
    key_of,
    leads_to,
    read_notes,
    seal,
)

SEED = "07" * 32
KEY = key_of("game", 1, {"red": "01" * 32, "server": "02" * 32})


def test_each_link_hashes_to_the_one_before() -> None:
    chain = Chain(SEED)
    assert chain.link(LENGTH) == SEED
    for n in (1, 2, 99, 100, 101, LENGTH):
        assert hashlib.sha256(bytes.fromhex(chain.link(n))).hexdigest() == chain.link(n - 1)
        assert leads_to(chain.link(n), n, chain.anchor)
        assert not leads_to(chain.link(n), n - 1, chain.anchor)
    assert not leads_to("zz", 0, "zz")
    assert not leads_to(SEED, -1, chain.anchor)
    for number in (-1, LENGTH + 1):
        with pytest.raises(Bad, match="used up"):
            chain.link(number)
    assert SEED not in repr(chain)


def test_draws_are_reproducible_and_without_bias() -> None:
    assert [draw(KEY, n, "ab", "die", 6) for n in range(8)] == [draw(KEY, n, "ab", "die", 6) for n in range(8)]
    counts = Counter(draw(KEY, n, "ab", "die", 6) for n in range(6000))
    assert sorted(counts) == [*range(6)]
    assert all(880 < count < 1120 for count in counts.values())
    with pytest.raises(ValueError, match="0 values"):
        draw(KEY, 0, "ab", "die", 0)


def test_numbers_beyond_the_largest_multiple_are_drawn_again() -> None:
    total = (1 << 255) + 1  # every other hash is too large
    found = [draw(KEY, n, "ab", "die", total) for n in range(20)]
    first = [int.from_bytes(hmac.digest(KEY, f"{n} ab die {total} 0".encode(), "sha256"), "big") for n in range(20)]
    assert any(one >= total for one in first)
    assert all(one < total for one in found)
    assert all(now == then for now, then in zip(found, first, strict=True) if then < total)


def test_everything_that_is_fixed_changes_the_draw() -> None:
    big = 1 << 64
    other = {
        draw(KEY, 0, "ab", "die", big),
        draw(KEY, 1, "ab", "die", big),
        draw(KEY, 0, "ac", "die", big),
        draw(KEY, 0, "ab", "weather", big),
        draw(KEY, 0, "ab", "die", big - 1),
        *(draw(key_of(game, n, {"red": red, "server": "02" * 32}), 0, "ab", "die", big)
          for game, n, red in (("other", 1, "01" * 32), ("game", 2, "01" * 32), ("game", 1, "03" * 32))),
    }  # fmt: skip
    assert len(other) == 8


def test_a_seal_fixes_the_position_and_hides_it() -> None:
    assert seal(SEED, "ab") != seal(SEED, "ac") != seal("08" * 32, "ac")
    assert "ab" * 8 not in seal(SEED, "ab" * 8)


def test_the_header_comes_back_as_it_was_written() -> None:
    red, blue, server = Chain(SEED), Chain("08" * 32), Chain("09" * 32)
    proof = Proof(
        "g1",
        {
            "red": [Segment(0, red.anchor, 2, red.link(2)), Segment(3, blue.anchor, 9, blue.link(6))],
            "server": [Segment(0, server.anchor, 9, server.link(9))],
        },
        [1, 2, 4, 5, 6, 9],
    )
    lines = header(proof)
    assert lines["dice-throws"] == "1-2 4-6 9"
    assert from_header(lines, ("red", "blue")) == proof
    assert proof.links(2) == {"red": red.link(2), "server": server.link(2)}
    assert proof.links(5) == {"red": blue.link(2), "server": server.link(5)}
    with pytest.raises(Cheated, match="throw 3: the link of the Red side is missing"):
        proof.links(3)
    assert from_header({"title": "toy"}, ("red", "blue")) is None


@pytest.mark.parametrize(
    ("name", "value"),
    [("dice-red", "0 ab 3 cd"), ("dice-red", "x"), ("dice-red", f"5 {SEED} 3 {SEED}"), ("dice-throws", "1 2 x")],
)
def test_a_header_that_makes_no_sense_is_refused(name: str, value: str) -> None:
    with pytest.raises(Bad, match=name):
        from_header({"dice-game": "g", "dice-throws": "none", name: value}, ("red", "blue"))


def test_chains_that_were_replaced_or_left_out_are_found() -> None:
    red, server = Chain(SEED), Chain("09" * 32)
    good = {"red": [Segment(0, red.anchor, 3, red.link(3))], "server": [Segment(0, server.anchor, 3, server.link(3))]}
    wrong = {
        "has not committed": {"red": good["red"]},
        "server alone": {"server": good["server"]},
        "replaced its chain": {**good, "server": [good["server"][0]._replace(base=1)]},
        "two links": {**good, "red": [good["red"][0], Segment(2, red.anchor, 3, red.link(1))]},
        "throw 3: the link of the Red side does not lead back": {
            **good,
            "red": [good["red"][0]._replace(link=hashed(SEED, 5))],
        },
    }
    assert check([], Proof("g", good, [])).names == ["red", "server"]
    for said, chains in wrong.items():
        with pytest.raises(Cheated, match=said):
            check([], Proof("g", chains, []))
    with pytest.raises(Cheated, match="used a link twice"):
        check([], Proof("g", good, [1, 1]))


def test_notes_that_are_none_are_refused() -> None:
    wrong: tuple[object, ...] = (None, [], {}, {"game": "g", "side": "red", "anchors": {"red": [1]}, "seals": {}})
    for said in wrong:
        with pytest.raises(Bad, match="not the dice notes"):
            read_notes(said)
    good = {"game": "g", "side": "red", "anchors": {"red": [[0, "a"]]}, "seals": {"4": "b"}}
    assert read_notes(good).seals == {4: "b"}
