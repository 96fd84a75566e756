"""What one player may know, as plain data that can be written as JSON.

A title writes one fog rule, `sees`: the aspects of a piece that a player sees (`there`,
`kind`, `strength`, `identity`, `marks`). Everything a player is shown goes through it here:
pieces, the board, the diary, what others did, the decisions to make. A viewer is a player,
None for the referee, who sees everything, or `PUBLIC`: a spectator, who is shown only what
every player knows.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from .action import CHANCE, NOBODY, PUBLIC, Action, Arg, Player, Verb
from .bits import Bits, bits, scan
from .flow import Frame
from .kinds import PIECES, Kind
from .options import Paths, Some
from .rule import Objection, case_of
from .state import Note, State, declared
from .title import Outcome

Viewer: TypeAlias = Player | None


class Line(NamedTuple):
    """One line of the diary."""

    cite: str
    text: str


# -- pieces and board -------------------------------------------------------------------------


def aspects(s: State, viewer: Viewer, piece: int) -> frozenset[str]:
    """The aspects of a piece that the viewer sees."""
    return s.title.shown(s, viewer, piece)


def seen(s: State, viewer: Viewer, pieces: Bits) -> Bits:
    """Those of the pieces that the viewer sees at all."""
    if viewer is None or not s.title.fogged:
        return pieces
    return bits(piece for piece in scan(pieces) if "there" in s.title.shown(s, viewer, piece))


def portrait(s: State, viewer: Viewer, piece: int) -> dict[str, Any] | None:
    """What the viewer knows about a piece, aspect by aspect; None if they do not know it is there."""
    shown = aspects(s, viewer, piece)
    if "there" not in shown:
        return None
    return {aspect: plain(facts) for aspect, facts in s.title.portrait(s, piece).items() if aspect in shown}


def view(s: State, viewer: Viewer = None) -> dict[str, Any]:
    """The whole position as a viewer sees it: pieces by aspects, the board, the scalars, the current step."""
    title, lexicon = s.title, s.title.lexicon
    pieces: dict[str, Any] = {}
    board: dict[str, list[str]] = {}
    places: Any = s.place  # type: ignore[attr-defined]
    for piece, place in enumerate(places):
        known = portrait(s, viewer, piece)
        if known is not None:
            pieces[lexicon.pieces[piece]] = known
            board.setdefault(lexicon.places[place], []).append(lexicon.pieces[piece])
    secret = title.hidden(s, viewer)
    scalars = {
        f.name: _value(s, viewer, f.metadata["kind"], getattr(s, f.name))
        for f in declared(type(s))
        if f.metadata["role"] == "scalar" and f.metadata["kind"] != PIECES and f.name not in secret
    }
    frames = () if s.over else (*s.stack, Frame(s.flow, s.at, s.local))
    return {
        "title": title.name,
        "scenario": s.scenario,
        "options": list(s.options),
        "viewer": side(s, viewer),
        "now": title.now(s),
        "over": s.over,
        "outcome": ending(s, title.outcome(s) if s.over else None),
        "procedures": [_procedure(s, viewer, frame, secret) for frame in frames],
        "scalars": scalars,
        "board": board,
        "pieces": pieces,
    }


def _procedure(s: State, viewer: Viewer, frame: Frame, secret: Iterable[str]) -> dict[str, Any]:
    kinds = frame.flow.kinds
    local = {} if frame.local is None else frame.local._asdict()
    return {
        "flow": frame.flow.name,
        "step": frame.flow.label(frame.at),
        "local": {name: _value(s, viewer, kinds[name], value) for name, value in local.items() if name not in secret},
    }


def _value(s: State, viewer: Viewer, kind: Kind, value: Any) -> Any:
    """A scalar or local variable as plain data."""
    if kind.name in ("number", "flag"):
        return value
    if kind.name in ("piece", "place", "face") and value < 0:
        return None
    if kind.name == "piece" and not seen(s, viewer, 1 << value):
        return None
    if kind.many:
        members = seen(s, viewer, value) if kind == PIECES else value
        return kind.text(s.title.lexicon, members).split()
    return kind.text(s.title.lexicon, value)


def side(s: State, who: Viewer) -> str | None:
    """The name of a player, of chance, or None for the referee and for nobody."""
    if who is None or who in (NOBODY, PUBLIC):
        return None
    return "chance" if who == CHANCE else s.title.players[who]


def ending(s: State, outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended, as plain data."""
    if outcome is None:
        return None
    return {"winner": side(s, outcome.winner), "level": outcome.level, "facts": plain(outcome.facts)}


def plain(value: Any) -> Any:
    """A value that JSON can represent: fractions become numbers, unknown types become text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, Mapping):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, Sequence | set | frozenset):
        return [plain(one) for one in value]
    return str(value)


# -- what happened ----------------------------------------------------------------------------


def heard(s: State, notes: Iterable[Note], viewer: Viewer) -> tuple[Line, ...]:
    """The diary lines a viewer is told: not those for others, nor those about pieces the viewer does not see."""
    return tuple(
        Line(case_of(note.clause), s.title.say(s, note, viewer)) for note in notes if _audible(s, note, viewer)
    )


def _audible(s: State, note: Note, viewer: Viewer) -> bool:
    if viewer is None:
        return True
    if note.audience is not None and not _among(s, viewer, note.audience):
        return False
    named = 0
    for name, value in note.facts.items():
        if name.startswith("units"):
            named |= value
        elif name.startswith("unit"):
            named |= 1 << value
    return not named & ~seen(s, viewer, named)


def _among(s: State, viewer: Player, audience: Collection[Player]) -> bool:
    """Whether the viewer is in the audience; the public is told only what everyone may know."""
    return viewer in audience or (viewer == PUBLIC and len(set(audience)) == len(s.title.players))


def told(s: State, action: Action, viewer: Viewer) -> str:
    """The text of an action about to be played; of a private action, others are told only the verb."""
    verb = s.title.step(s).verb(action.verb)
    assert verb is not None
    if viewer is not None:
        if verb.audience is not None and not _among(s, viewer, verb.audience(s)):
            return verb.name
        if s.title.fogged and s.title.decider(s) != viewer:
            named = 0
            for arg, value in zip(verb.args, action.args, strict=True):
                named |= value if arg.kind == PIECES else 1 << value if arg.kind.name == "piece" else 0
            if named & ~seen(s, viewer, named):
                return verb.name
    return s.title.text(s, action)


def learnt(before: State, after: State) -> bool:
    """Whether any player sees an aspect of a piece that they did not see before."""
    title = before.title
    if not title.fogged:
        return False
    players = range(len(title.players))
    if title.hides is not None:
        return any(title.hides(before, player) & ~title.hides(after, player) for player in players)
    return any(
        title.sees(after, player, piece) - title.sees(before, player, piece)
        for player in players
        for piece in range(len(title.lexicon.pieces))
    )


# -- what is asked ----------------------------------------------------------------------------


def may_act(s: State, viewer: Viewer) -> bool:
    """Whether this viewer may decide now; the referee may decide for everyone."""
    return not s.over and (viewer is None or s.title.decider(s) == viewer)


def ask(s: State, viewer: Viewer = None) -> dict[str, Any]:
    """Who must decide, what and by which case; and the verbs, if the viewer is the one to decide."""
    title = s.title
    out: dict[str, Any] = {"now": title.now(s), "over": s.over, "side": side(s, title.decider(s))}
    if s.over:
        return out | {"outcome": ending(s, title.outcome(s))}
    step, mine = title.step(s), may_act(s, viewer)
    cite, prompt = step.asked(s)
    return out | {
        "step": step.name,
        "cite": cite,
        "prompt": prompt,
        "yours": mine,
        "pending": step.pending(s) if mine and step.pending else "",
        "left": step.left(s) if mine and step.left else "",
        "verbs": [verb_json(verb) for verb, _ in title.verbs(s)] if mine else [],
    }


def verb_json(verb: Verb) -> dict[str, Any]:
    """A verb as plain data; its `label`, the `phrases` of words and what to `ask` only if it has them."""
    label = {"label": verb.label} if verb.label else {}
    return {"verb": verb.name, "help": verb.help, **label, "args": [_arg(arg) for arg in verb.args]}


def _arg(arg: Arg) -> dict[str, Any]:
    kind = arg.kind
    phrases = {"phrases": dict(zip(kind.words, kind.phrases, strict=True))} if kind.phrases else {}
    ask_ = {"ask": arg.ask} if arg.ask else {}
    return {"kind": kind.name, "word": arg.word.split("|")[0], **phrases, **ask_}


def choices(s: State, verb: Verb, chosen: Sequence[Any], lasting: bool = False) -> dict[str, Any]:
    """The legal values of the next argument as text; `done` if the action is complete.

    With `lasting`, pieces have names that last, where their numbers change.
    """
    if len(chosen) == len(verb.args):
        text = s.title.lasting_text if lasting else s.title.text
        return {"done": True, "action": text(s, Action(verb.name, tuple(chosen)))}
    arg = verb.args[len(chosen)]
    options = arg.options(s, *chosen)
    out = {"done": False, "kind": arg.kind.name, "word": arg.word.split("|")[0], "count": options.count()}
    if isinstance(options, Some):
        return out | _subsets(arg, s, options, lasting)
    if isinstance(options, Paths):
        return out | {"ends": _ends(s, options)}
    out["values"] = [_said(arg, s, value, lasting) for value in options]
    if verb.weights is not None:
        out["weights"] = verb.weights(s)
    return out


MOST_SETS = 500
"""Subsets that are listed one by one where not every subset is legal."""


def _subsets(arg: Arg, s: State, options: Some, lasting: bool) -> dict[str, Any]:
    """The members of a set and its limits; if not every subset within them is legal, also the legal ones, if few."""
    must, low, high, legal = options.must, options.low, options.high, options.count()
    free = legal == Some(options.members, low, high, must).count()
    sets = [*options] if not free and legal <= MOST_SETS else []
    if sets:
        must, low, high = sets[0], min(map(int.bit_count, sets)), max(map(int.bit_count, sets))
        for one in sets:
            must &= one
    return {
        "members": _said(arg, s, options.members, lasting),
        "must": _said(arg, s, must, lasting),
        "low": low,
        "high": high,
        "free": free,
        **({"sets": [_said(arg, s, one, lasting) for one in sets]} if sets else {}),
    }


def _said(arg: Arg, s: State, value: Any, lasting: bool) -> Any:
    words = s.title.words(s, arg, value) if lasting else arg.kind.text(s.title.lexicon, value).split()
    return words if arg.kind.many else " ".join(words)


def _ends(s: State, options: Paths) -> dict[str, Any]:
    places = s.title.lexicon.places
    return {
        places[end]: {
            "path": [places[place] for place in options.to(end)],
            "cost": plain(options.cost(end)) if options.cost else None,
        }
        for end in scan(options.ends)
    }


def objection(said: Objection) -> dict[str, Any]:
    """An objection as plain data."""
    return {"cite": said.cite, "clause": said.clause, "text": said.text, "facts": plain(said.facts)}
