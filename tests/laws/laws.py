"""The laws every title obeys. Each is a function of a position that raises `Broken` if the law does not hold.

`walk` plays a game at random and stops at every decision; the tests and `tools.soak` apply the laws there.
"""

from collections.abc import Iterator
from itertools import islice
from json import dumps
from random import Random
from typing import Any, NoReturn

from grognard.core import notation, record, view
from grognard.core.action import CHANCE, NOBODY, Action, Verb
from grognard.core.options import Paths
from grognard.core.rule import Objection
from grognard.core.state import declared
from grognard.core.table import Table
from grognard.core.title import Title
from grognard.kit.table import wargame
from tests.laws.attempts import changed
from tests.laws.title_laws import AT_LENGTH, AT_REST, BEGINNING, BETWEEN, TEACHES

AnyTitle = Title[Any]
LONGEST = 60_000  # actions; no game may need more


class Broken(AssertionError):
    """A law that does not hold: which, where, and in what position."""


def broken(s: Any, law: str, what: str) -> NoReturn:
    raise Broken(f"{law}: {what}\n{notation.write(s)}")


# -- playing at random ------------------------------------------------------------------------


def random_options(title: AnyTitle, random: Random) -> dict[str, str]:
    """A value for every switch of the title."""
    return {name: random.choice(option.values) for name, option in title.options.items()}


def random_scenario(title: AnyTitle, random: Random) -> str:
    """One of the scenarios of the title."""
    return random.choice([*title.scenarios])


def begin(title: AnyTitle, random: Random, options: dict[str, str] | None = None) -> tuple[str, dict[str, str], Any]:
    """A scenario, options, and a position to begin with if the title has one in mind, else None."""
    scenario, chosen = random_scenario(title, random), random_options(title, random) if options is None else options
    position = BEGINNING[title.name](random) if title.name in BEGINNING else None
    if position is None:
        return scenario, chosen, None
    said = " ".join(f"{name}={value}" for name, value in chosen.items())
    text = f"{title.name} {scenario}\noptions {said}\n{position}"
    return scenario, chosen, notation.read({title.name: title}, text)


def walk(title: AnyTitle, random: Random, done: int = 5, options: dict[str, str] | None = None) -> Iterator[Any]:
    """A whole game at random: every position at which somebody decides, and the end."""
    scenario, chosen, position = begin(title, random, options)
    s = title.start(scenario, chosen) if position is None else position
    for _ in range(LONGEST):
        yield s
        if s.over:
            return
        before = s.copy()
        action = title.sample(s, random.randrange, done)
        title.play(s, action)
        if title.name in BETWEEN:
            BETWEEN[title.name](before, action, s)
    broken(s, "the game ends", f"not after {LONGEST} actions")


def show(title: AnyTitle, s: Any, action: Action) -> str:
    """An action in words, also one that cannot be played here."""
    verb = title.step(s).verb(action.verb)
    if verb is None or len(action.args) != len(verb.args):
        return f"{action.verb} {action.args}"
    return title.text(s, action)


# -- something can be done, and what is offered can be finished -------------------------------


def some_action(title: AnyTitle, s: Any, most: int = 40) -> None:
    """Until the game ends something can be done, and every offered prefix completes."""
    offered = title.verbs(s)
    if not offered:
        broken(s, "some action exists", f"nothing can be done at {title.step(s).name}")
    for verb, first in offered:
        if verb.args:
            _completes(s, verb, (), first, most)


def _completes(s: Any, verb: Verb, chosen: tuple[Any, ...], options: Any, most: int) -> None:
    if not options:
        broken(s, "every prefix completes", f"{verb.name} {chosen} leads nowhere")
    if len(chosen) + 1 == len(verb.args):
        return
    for value in islice(options, most):
        args = (*chosen, value)
        _completes(s, verb, args, verb.options(s, *args), most)


# -- what is offered and what is objected to are complements ----------------------------------


Choices = dict[tuple[Any, ...], Any]
"""What a verb of a position offers after the arguments so far."""


def offered(title: AnyTitle, s: Any, action: Action, known: Choices) -> bool:
    """Is the action among the choices, argument by argument?"""
    verb = title.step(s).verb(action.verb)
    if verb is None or len(action.args) != len(verb.args) or not verb.available(s):
        return False
    for n, value in enumerate(action.args):
        after = (verb.name, *action.args[:n])
        options = known[after] if after in known else known.setdefault(after, verb.options(s, *action.args[:n]))
        if value not in options:
            return False
        unit = action.args[0] if n else getattr(s.local, "unit", -1)  # named before the path, or on its way
        back = isinstance(options, Paths) and value[-1] == s.place[unit]  # a walk round, home again
        if isinstance(options, Paths) and not options.ends >> value[-1] & 1 and not back:
            broken(s, "choices", f"{show(title, s, action)}: a legal path to a hex that is not among its ends")
    return True


def consistent(title: AnyTitle, s: Any, action: Action, known: Choices | None = None) -> list[Objection]:
    """An action is offered exactly if nothing is objected to it; gives the objections.

    Whoever asks about many actions of one position keeps its choices in `known`.
    """
    objections = title.explain(s, action)
    if offered(title, s, action, {} if known is None else known):
        if objections:
            broken(s, "offered => no objection", f"{show(title, s, action)}: {objections}")
    elif not objections:
        broken(s, "not offered => some objection", f"{show(title, s, action)} is not offered, and nobody says why")
    for objection in objections:
        cited = objection.clause == "form" or any(
            clause.id == objection.clause and clause.applies for clause in title.rulebook.clauses
        )
        if title.name in AT_REST and not cited:
            broken(s, "objections", f"{show(title, s, action)}: no clause {objection.clause!r}: {objection}")
    return objections


def others_may_not(title: AnyTitle, s: Any, action: Action) -> None:
    """Nobody but the decider may play the action."""
    who = title.decider(s)
    for player in (CHANCE, *range(len(title.players))):
        if player != who and not title.explain(s, action, player):
            broken(s, "whose decision", f"player {player} could play {show(title, s, action)}")


# -- copies and texts -------------------------------------------------------------------------


def copy_is_independent(title: AnyTitle, s: Any, action: Action) -> None:
    """A copy equals the state, and what happens to it leaves the state alone."""
    key, here = s.key(), _all_fields(s)
    copy = s.copy()
    if copy.key() != key or _all_fields(copy) != here:
        broken(s, "copy is equal", "it is not")
    title.play(copy, action)
    if s.key() != key or _all_fields(s) != here:
        broken(s, "copy is independent", f"{action} played on the copy changed the state")


def _all_fields(s: Any) -> str:
    """Everything in a state, what is kept for speed included."""
    return repr([(f.name, getattr(s, f.name)) for f in declared(type(s))])


def asking_changes_nothing(title: AnyTitle, s: Any, action: Action) -> None:
    """Questions leave the state as it is."""
    before = _all_fields(s)
    title.explain(s, action)
    wargame(s).odds(s, action if action.verb in ("attack", "overrun") else None, 0)
    title.now(s)
    for piece in range(0, len(s.place), 7):
        title.portrait(s, piece)
    if _all_fields(s) != before:
        broken(s, "asking changes nothing", show(title, s, action))


def notation_round_trips(title: AnyTitle, s: Any) -> None:
    """Printed and read again a position is the same, and prints the same."""
    text = notation.write(s)
    again = notation.read({title.name: title}, text)
    if again.key() != s.key():
        differs = [a for a, b in zip(s.key(), again.key(), strict=True) if a != b]
        broken(s, "notation round-trips", f"the position read back differs: {differs}")
    if notation.write(again) != text:
        broken(s, "notation round-trips", "the text read back differs")
    if [v.name for v, _ in title.verbs(again)] != [v.name for v, _ in title.verbs(s)] and not s.over:
        broken(s, "notation round-trips", "other verbs are offered in the position read back")


def settled(title: AnyTitle, s: Any) -> None:
    """What is kept for speed equals what the columns say."""
    again = s.copy()
    title.settle(again)
    for f in declared(type(s)):
        if getattr(again, f.name) != getattr(s, f.name):
            broken(s, "occupancy equals the columns", f"{f.name}: {getattr(s, f.name)}, not {getattr(again, f.name)}")


def text_round_trips(title: AnyTitle, s: Any, action: Action) -> None:
    """An action's text is read back as the action, in capitals too."""
    text = title.text(s, action)
    for said in (text, text.upper()):
        if title.parse(s, said) != action:
            broken(s, "action text round-trips", f"{said!r} was read as {title.parse(s, said)}, not {action}")


def conserved(title: AnyTitle, s: Any) -> None:
    """Every piece is somewhere, and the title's own laws of a position at rest hold."""
    names = title.lexicon.places
    if len(s.place) != len(title.lexicon.pieces):
        broken(s, "pieces are conserved", f"{len(s.place)} of {len(title.lexicon.pieces)}")
    lost = [title.lexicon.pieces[piece] for piece, place in enumerate(s.place) if not names[place]]
    if lost:
        broken(s, "pieces are conserved", f"{lost} are nowhere")
    for what in AT_REST[title.name](s) if title.name in AT_REST else ():
        broken(s, "at rest", what)


def weights_are_positive(title: AnyTitle, s: Any) -> None:
    """Chance has one verb, and every outcome some weight."""
    (verb,) = title.step(s).verbs
    outcomes = list(verb.options(s))
    weights = verb.weights(s) if verb.weights else []
    if len(weights) != len(outcomes) or not outcomes or min(weights) <= 0:
        broken(s, "chance weights are positive", f"{verb.name}: {outcomes} weigh {weights}")
    if len(set(outcomes)) != len(outcomes):
        broken(s, "chance weights are positive", f"{verb.name}: the same outcome twice in {outcomes}")


# -- no leak ----------------------------------------------------------------------------------


def no_leak(title: AnyTitle, s: Any, random: Random, tries: int = 6) -> None:
    """Guess anew what a player cannot know: everything he sees, is offered or told stays the same."""
    seed = random.randrange(1 << 30)
    for player in range(len(title.players)):
        guess = title.guess(s, player, random.randrange)
        if guess.key() == s.key():
            continue  # nothing is hidden from him here
        seen, other = (knowledge(title, state, player, Random(seed), tries) for state in (s, guess))
        for name, what in seen.items():
            if what != other[name]:
                broken(s, "no leak", f"{title.players[player]} can tell by his {name}:\n{what}\n---\n{other[name]}")


def knowledge(title: AnyTitle, s: Any, player: int, random: Random, tries: int) -> dict[str, str]:
    """Everything a player can see and ask, as text."""
    out = {
        "view": dumps(view.view(s, player)),
        "notation": notation.write(s, player),
        "prompt": dumps(view.ask(s, player)),
    }
    if not view.may_act(s, player):
        return out
    out["choices"] = dumps([view.choices(s, verb, ()) for verb, _ in title.verbs(s)])
    actions = [title.sample(s, random.randrange) for _ in range(tries)]
    actions += [changed(title, s, action, random) for action in actions]
    out["objections"] = repr([title.explain(s, action, player) for action in actions])
    teaches = TEACHES.get(title.name)
    told = [one for one in actions if not (teaches and teaches(s, one)) and not title.explain(s, one)]
    out["log"] = repr([diary(title, s, action, player) for action in told])
    return out


def diary(title: AnyTitle, s: Any, action: Action, player: int) -> Any:
    """The lines an action would write for a player, unless it teaches somebody something."""
    copy = s.copy()
    copy.log = []
    title.play(copy, action)
    return None if view.learnt(s, copy) else (view.told(s, action, player), view.heard(copy, copy.log, player))


# -- tables -----------------------------------------------------------------------------------


def played(title: AnyTitle, random: Random, done: int = 5) -> Table:
    """A whole game at a table, its dice rolled by the table, each decision tried, taken back and played again."""
    scenario, options, position = begin(title, random)
    table = Table(title, scenario, options, seed=random.randrange(1 << 30), position=position)
    while (who := table.decider) != NOBODY:
        action = title.sample(table.state, random.randrange, done)
        key, length = table.state.key(), len(table.journal)
        table.play(action, who)
        if random.random() < 0.2:
            take_back(table, who, key, length)
            if len(table.journal) == length:
                table.play(action, who)
    return table


def take_back(table: Table, who: int, key: Any, length: int) -> None:
    """Undo restores the position before; it never crosses chance, another player's decision or the end under fog."""
    s, other = table.state, 1 - who
    by_dice = table.journal[-1].player == CHANCE
    seen = view.learnt(table.journal[-1].before, s) or (table.title.fogged and s.over)  # at the end everything is open
    now = s.key()
    for player in (who, other):
        if (refusal := table.may_undo(player)) is not None:
            try:
                table.undo(player)
            except ValueError:
                pass
            else:
                broken(s, "undo", f"taken back although {refusal}")
            if table.state.key() != now or len(table.journal) <= length:
                broken(s, "undo", "a refused undo changed something")
    if (by_dice or seen) and table.may_undo(who) is None:
        broken(s, "undo", "something was learnt, and the action can still be taken back")
    if table.may_undo(other) is None:
        broken(s, "undo", "a player can take back what the other decided")
    if not by_dice and not seen:
        if table.may_undo(who) is not None:
            broken(s, "undo", f"nothing was learnt, yet: {table.may_undo(who)}")
        table.undo(who)
        if table.state.key() != key or len(table.journal) != length:
            broken(table.state, "undo", "it does not restore the position")
        settled(table.title, table.state)


def table_is_faithful(table: Table) -> None:
    """The journal replays to the same position; so does the record; a torn record up to where it was torn."""
    title = table.title
    s = table.first.copy()
    for entry in table.journal:
        if entry.before.key() != s.key() or title.text(s, entry.action) != entry.text:
            broken(s, "the journal replays", f"{entry.text} was played in another position")
        title.play(s, entry.action)
    if s.key() != table.state.key() or title.outcome(s) != table.outcome:
        broken(s, "the journal replays", "to another position")
    text = record.write(table)
    replay = record.read({title.name: title}, text)
    if replay.table.state.key() != s.key() or replay.cut is not None:
        broken(s, "the record replays", f"to another position ({replay.cut})")
    if record.write(replay.table) != text:
        broken(s, "the record replays", "to another record")
    head = text.index("\n--\n") + 4
    at = head + (len(text) - head) * 2 // 3
    torn = record.read({title.name: title}, text[:at])
    if torn.cut is None:
        broken(s, "a torn record says so", "it does not")
    if [entry.text for entry in torn.table.journal] != [e.text for e in table.journal[: len(torn.table.journal)]]:
        broken(s, "a torn record", "is read as other actions")
    if text[head:at].count("\n") > len(torn.table.journal):
        broken(s, "a torn record", "is not read up to where it was torn")


# -- all of them at one position --------------------------------------------------------------


def check(title: AnyTitle, s: Any, random: Random, tries: int = 3) -> None:
    """Every law of a single position."""
    conserved(title, s)
    for what in AT_LENGTH[title.name](s) if title.name in AT_LENGTH else ():
        broken(s, "at rest", what)
    settled(title, s)
    notation_round_trips(title, s)
    no_leak(title, s, random)
    if s.over:
        return
    if title.decider(s) == CHANCE:
        weights_are_positive(title, s)
    some_action(title, s, most=5 * tries)
    for _ in range(tries):
        action = title.sample(s, random.randrange)
        consistent(title, s, action)
        text_round_trips(title, s, action)
        for _ in range(2):
            consistent(title, s, changed(title, s, action, random))
    others_may_not(title, s, action)
    copy_is_independent(title, s, action)
    asking_changes_nothing(title, s, action)
