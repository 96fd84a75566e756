"""Verified dice: rolls that nobody could know or steer beforehand, and that everybody can check afterwards.

Each side and the server commit to a hash chain: they draw a secret, hash it many times and publish the last hash, the
anchor. Link 1 is the value whose SHA-256 is the anchor, link 2 the value whose SHA-256 is link 1, and so on. A throw is
everything that chance decides after one action. Throw number n uses link n of every chain; what is rolled follows from
these links, the number of the throw, the position and the step. Full description: `docs/dice.md`.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import Any, NamedTuple

from . import notation
from .action import CHANCE, Action
from .journal import Entry
from .state import State
from .title import Bad

LENGTH = 20_000  # links of a chain
STORED = 100  # every so many links are kept in memory
SERVER = "server"  # the name of the server's chain
DOMAIN = "grognard verified dice 1"
HEX = re.compile(r"[0-9a-f]{64}")
MOST_STEPS = 1_000_000  # hashes that are tried for one link


class Cheated(Bad):
    """Dice that do not follow from what was committed to: which throw, and whose fault it is."""


# -- chains -----------------------------------------------------------------------------------


class Chain:
    """A hash chain with its secret: link 0 is the anchor, the last link is the secret itself."""

    __slots__ = ("_kept", "_seed", "length")

    def __init__(self, seed: str, length: int = LENGTH) -> None:
        self._seed, self.length = seed, length
        self._kept: list[str] = []  # every so many links, from the secret on

    def link(self, number: int) -> str:
        """The n-th link."""
        if not 0 <= number <= self.length:
            raise Bad(f"The chain of {self.length} links is used up: there is no link {number}")
        if not self._kept:
            self._kept = [self._seed]
            for _ in range(self.length // STORED):
                self._kept.append(hashed(self._kept[-1], STORED))
        nearest, more = divmod(self.length - number, STORED)
        return hashed(self._kept[nearest], more)

    @property
    def anchor(self) -> str:
        """What is published when the game begins."""
        return self.link(0)

    def __repr__(self) -> str:
        return "Chain()"


def hashed(value: str, times: int) -> str:
    """The SHA-256 of a value given in hexadecimal, so many times over."""
    raw = bytes.fromhex(value)
    for _ in range(times):
        raw = hashlib.sha256(raw).digest()
    return raw.hex()


def leads_to(value: str, times: int, earlier: str) -> bool:
    """Whether a link, hashed so many times, gives an earlier one."""
    if not HEX.fullmatch(value) or not 0 <= times <= MOST_STEPS:
        return False
    return hmac.compare_digest(hashed(value, times), earlier)


class Segment(NamedTuple):
    """A chain as far as it was used: its anchor stands for throw `base`, its link for throw `last`."""

    base: int
    anchor: str
    last: int
    link: str


# -- throws -----------------------------------------------------------------------------------


def key_of(game: str, throw: int, links: Mapping[str, str]) -> bytes:
    """What a throw is derived from: the links of all chains, by name."""
    lines = (DOMAIN, game, str(throw), *(f"{name} {links[name]}" for name in sorted(links)))
    return hashlib.sha256("\n".join(lines).encode()).digest()


def draw(key: bytes, roll: int, position: str, step: str, total: int) -> int:
    """A number from 0 to total - 1, without bias: a hash outside the largest multiple of the total is drawn again."""
    if total < 1:
        raise ValueError(f"cannot draw from {total} values")
    limit = (1 << 256) // total * total
    for attempt in count():
        said = f"{roll} {position} {step} {total} {attempt}".encode()
        found = int.from_bytes(hmac.digest(key, said, "sha256"), "big")
        if found < limit:
            return found % total
    raise AssertionError


def position_hash(s: State) -> str:
    """The full hash of a position; a record shows its first digits as the mark."""
    return hashlib.sha256(notation.write(s, brief=True).encode()).hexdigest()


def seal(server_link: str, position: str) -> str:
    """What the pages are told about the position before they give their links: it fixes the position but hides it."""
    return hmac.digest(bytes.fromhex(server_link), f"fixed {position}".encode(), "sha256").hex()


def rolled(s: State, key: bytes, roll: int) -> Action:
    """What chance decides in a position, as the n-th roll of a throw."""
    position, step = position_hash(s), s.title.step(s).name
    return s.title.chance(s, lambda total: draw(key, roll, position, step, total))


# -- proofs -----------------------------------------------------------------------------------


class Proof(NamedTuple):
    """What a record says about its dice: the game, the chains by name, and the number of each throw."""

    game: str
    chains: Mapping[str, Sequence[Segment]]
    throws: Sequence[int]

    def links(self, throw: int) -> dict[str, str]:
        """The links of a throw, from the last one of each chain."""
        out = {}
        for name, segments in self.chains.items():
            found = next((one for one in segments if one.base < throw <= one.last), None)
            if found is None:
                raise Cheated(f"throw {throw}: the link of {whose(name)} is missing")
            out[name] = hashed(found.link, found.last - throw)
        return out


class Checked(NamedTuple):
    """What a check has found: how many rolls are proved, in how many throws, and which throws were taken back."""

    rolls: int
    throws: int
    names: Sequence[str]  # of the chains
    taken_back: Sequence[int]


class Notes(NamedTuple):
    """What a player's own page has noted: the anchors it was shown, and the seal of each throw it took part in.

    `at`: how many actions had been played when it gave its link for a throw. `agreed`: what its player asked for or
    agreed to, an undo or a new key: the last throw it knew then, and how many actions were to be left.
    """

    game: str
    side: str
    anchors: Mapping[str, Sequence[tuple[int, str]]]
    seals: Mapping[int, str]
    at: Mapping[int, int] = {}
    agreed: Sequence[tuple[int, int]] = ()


def whose(name: str) -> str:
    """The owner of a chain, for messages."""
    return "the server" if name == SERVER else f"the {name.title()} side"


def runs(journal: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The rolls of a journal, throw by throw: those that follow each other without a decision in between."""
    found: list[Entry] = []
    for entry in journal:
        if entry.player == CHANCE:
            found.append(entry)
        elif found:
            yield found
            found = []
    if found:
        yield found


def check(
    journal: Sequence[Entry], proof: Proof, notes: Notes | None = None, watch: Callable[[], None] = lambda: None
) -> Checked:
    """Check every roll of a journal; `Cheated` says which does not hold and who is to blame."""
    _check_chains(proof)
    if notes is not None:
        _check_anchors(proof, notes)
    throws = list(runs(journal))
    if len(throws) != len(proof.throws):
        raise Cheated(f"the game has {len(throws)} throws, but the server has numbered {len(proof.throws)}")
    done = 0
    for number, entries in zip(proof.throws, throws, strict=True):
        watch()
        links = proof.links(number)
        _check_seal(number, links, entries[0].before, notes)
        key = key_of(proof.game, number, links)
        for n, entry in enumerate(entries):
            done += 1
            due = rolled(entry.before, key, n)
            if due != entry.action:
                title, s = entry.before.title, entry.before
                raise Cheated(
                    f"throw {number}, roll {done} of the game: the links give {title.text(s, due)!r}, but the server "
                    f"gave {title.text(s, entry.action)!r}"
                )
    if notes is not None:
        _check_left_out(proof, notes, len(journal))
    last = max(proof.throws, default=0)
    missing = sorted(set(range(1, last)) - set(proof.throws))
    return Checked(done, len(throws), sorted(proof.chains), missing)


def _check_chains(proof: Proof) -> None:
    if SERVER not in proof.chains:
        raise Cheated("the server has not committed to a chain")
    if len(proof.chains) < 2:
        raise Cheated("no player has committed to a chain: the server alone decided the rolls")
    if any(later <= earlier for earlier, later in pairwise(proof.throws)):
        raise Cheated("the numbers of the throws do not rise: the server has used a link twice")
    if len(proof.chains[SERVER]) != 1 or proof.chains[SERVER][0].base:
        raise Cheated("the server has replaced its chain during the game")
    for name, segments in proof.chains.items():
        if any(later.base < earlier.last for earlier, later in pairwise(segments)):
            raise Cheated(f"{whose(name)} has two links for the same throw")
        for one in segments:
            if not leads_to(one.link, one.last - one.base, one.anchor):
                raise Cheated(
                    f"throw {one.last}: the link of {whose(name)} does not lead back to its commitment "
                    f"{one.anchor[:12]}"
                )


def _check_anchors(proof: Proof, notes: Notes) -> None:
    if notes.game != proof.game:
        raise Cheated(f"these notes belong to game {notes.game}, the record is of game {proof.game}")
    if notes.side not in proof.chains:
        raise Cheated(f"the server has left out the links of {whose(notes.side)}, from whose page the notes are")
    for name, known in notes.anchors.items():
        used = {one.base: one.anchor for one in proof.chains.get(name, ())}
        for base, anchor in known:
            if used.get(base, anchor) != anchor:
                raise Cheated(
                    f"the commitment of {whose(name)} was {anchor[:12]} during the game, and is {used[base][:12]} now: "
                    "the server has replaced it"
                )
        if unknown := [base for base in used if base not in dict(known)]:
            raise Cheated(f"a commitment of {whose(name)}, after throw {unknown[0]}, was not shown during the game")


def _check_seal(number: int, links: Mapping[str, str], before: State, notes: Notes | None) -> None:
    if notes is None or (noted := notes.seals.get(number)) is None:
        return
    if noted != seal(links[SERVER], position_hash(before)):
        raise Cheated(
            f"throw {number}: the server has changed the action after the page of {whose(notes.side)} gave its link"
        )


def _check_left_out(proof: Proof, notes: Notes, count: int) -> None:
    """Whoever knows all links of a throw knows what it comes to: it may be left out only with the player's consent."""
    last = max(proof.throws, default=0)
    for number, at in sorted(notes.at.items()):
        agreed = any(number <= known and at > left for known, left in notes.agreed)
        if number not in proof.throws and not agreed and (number < last or at != count):
            raise Cheated(
                f"throw {number}: the page of {whose(notes.side)} gave its link, but the server has left the throw "
                "out, and the player did not agree to an undo or a new key"
            )


# -- in the header of a record ----------------------------------------------------------------


def header(proof: Proof) -> dict[str, str]:
    """The lines of a record's header that prove its dice."""
    chains = {
        f"dice-{name}": "; ".join(f"{one.base} {one.anchor} {one.last} {one.link}" for one in segments)
        for name, segments in proof.chains.items()
    }
    return {"dice-game": proof.game, "dice-throws": _ranges(proof.throws) or "none", **chains}


def from_header(lines: Mapping[str, str], players: Sequence[str]) -> Proof | None:
    """The proof in a record's header; None if its dice are not verified."""
    if "dice-game" not in lines:
        return None
    chains = {name: _segments(name, lines[f"dice-{name}"]) for name in (*players, SERVER) if f"dice-{name}" in lines}
    return Proof(lines["dice-game"], chains, _numbers(lines.get("dice-throws", "none")))


def _segments(name: str, text: str) -> list[Segment]:
    out = []
    for said in text.split(";"):
        match said.split():
            case [base, anchor, last, value] if base.isdecimal() and last.isdecimal() and len(base + last) < 14:
                if HEX.fullmatch(anchor) and HEX.fullmatch(value) and int(base) <= int(last):
                    out.append(Segment(int(base), anchor, int(last), value))
                    continue
        raise Bad(f"the header line dice-{name} must give number, anchor, number and link, not {said.strip()[:40]!r}")
    return out


def _ranges(numbers: Sequence[int]) -> str:
    """Rising numbers, with ranges: `1-4 6 8-9`."""
    out: list[list[int]] = []
    for number in numbers:
        if out and number == out[-1][-1] + 1:
            out[-1] = [out[-1][0], number]
        else:
            out.append([number])
    return " ".join("-".join(map(str, one)) for one in out)


def _numbers(text: str) -> list[int]:
    out: list[int] = []
    for word in [] if text == "none" else text.split():
        found = re.fullmatch(r"(\d{1,7})(?:-(\d{1,7}))?", word)
        if not found:
            raise Bad(f"the header line dice-throws must list numbers such as 1-4 6, not {word!r}")
        first = int(found[1])
        out += range(first, int(found[2] or first) + 1)
        if len(out) > MOST_STEPS:
            raise Bad("the header line dice-throws lists too many throws")
    return out


def read_notes(said: Any) -> Notes:
    """The notes of a player's page, from JSON."""
    try:
        anchors = {str(name): [(int(base), str(one)) for base, one in known] for name, known in said["anchors"].items()}
        seals = {int(number): str(one) for number, one in said["seals"].items()}
        at = {int(number): int(count) for number, count in said.get("at", {}).items()}
        agreed = [(int(known), int(left)) for known, left in said.get("agreed", [])]
        return Notes(str(said["game"]), str(said["side"]), anchors, seals, at, agreed)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise Bad("these are not the dice notes of a page") from None
