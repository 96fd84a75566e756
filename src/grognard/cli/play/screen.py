"""The full-screen view of a game: the board at the top, text below it."""

import asyncio
import io
import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Size
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Float, FloatContainer, HSplit, Layout, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style
from rich.console import Console, Group, RenderableType

from ..board import text_map
from ..board.palette import palette_of
from ..styles import WORDS
from . import words
from .computers import Computers
from .reply import Reply
from .session import Session

LEAST_BOARD, LEAST_WORDS = 13, 4  # lines
HINT = "Tab: complete · Enter or Esc: back to the diary · PgUp PgDn: scroll · Shift-arrows: move the map · F1: help"
THINKING = "The computer is thinking · Ctrl-C: play the best move found so far"
WATCHED = "Two computers are playing · Enter: pause · any command: pause and answer · quit: leave"
PAUSED = "Paused · Enter: continue · look, units, log, help … · quit: leave"
PACE = 0.7  # seconds between decisions when only computers play, so that people can follow
COLOURLESS = Style.from_dict(
    {
        "completion-menu.completion": "noreverse",
        "completion-menu.completion.current": "reverse",
        "completion-menu.meta.completion": "noreverse",
        "completion-menu.meta.completion.current": "reverse",
    }
)
DEPTHS = {"truecolor": ColorDepth.TRUE_COLOR, "256": ColorDepth.DEPTH_8_BIT, "standard": ColorDepth.DEPTH_4_BIT}


class Suggestions(Completer):
    """Completes input with what may legally come next."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The completions of the typed text."""
        text = document.text_before_cursor
        typed = "" if not text or text[-1].isspace() else text.split()[-1]
        before = text[: len(text) - len(typed)]
        for word in self.session.next_words(before):
            if word.text.lower().startswith(typed.lower()):
                yield Completion(word.text, -len(typed), display_meta=word.meaning[:60])


class Map(FormattedTextControl):
    """The board, with mouse clicks."""

    def __init__(self, text: Callable[[], StyleAndTextTuples], click: Callable[[int, int], None]) -> None:
        super().__init__(text)
        self.click = click

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        """Handle a click on a place."""
        if mouse_event.event_type == MouseEventType.MOUSE_UP:
            self.click(mouse_event.position.y, mouse_event.position.x)
            return None
        return NotImplemented


class Frame(NamedTuple):
    """The rendered screen, and the heights of its parts."""

    status: StyleAndTextTuples
    board: StyleAndTextTuples
    prompt: StyleAndTextTuples
    words: StyleAndTextTuples
    heights: tuple[int, int, int]  # of board, prompt and words


class Screen:
    """One session on one terminal."""

    def __init__(
        self,
        session: Session,
        console: Console,
        say: Callable[[str], Reply],
        greeting: Reply,
        computers: Computers | None = None,
    ) -> None:
        self.session, self.console, self.say, self.computers = session, console, say, computers
        self.paused = False  # a spectator has paused the computers
        self.thinking = False
        self.hurry = threading.Event()
        self.palette = palette_of(console)
        self.shown = greeting
        self.scroll = 0
        self.pan = (0, 0)
        self.fresh = 0  # length of the journal before the last line
        self.drawn: tuple[object, Frame] | None = None
        self.input = Buffer(
            completer=Suggestions(session), history=InMemoryHistory(), multiline=False, accept_handler=self.enter
        )
        depth = ColorDepth.DEPTH_1_BIT if not self.palette.colour else DEPTHS.get(console.color_system or "")
        self.app: Application[None] = Application(
            layout=Layout(self.container(), focused_element=self.input),
            key_bindings=self.keys(),
            style=None if self.palette.colour else COLOURLESS,
            full_screen=True,
            mouse_support=True,
            color_depth=depth,
        )

    def run(self) -> None:
        """Play until the player quits."""
        self.app.run(pre_run=self.attend)

    def leave(self) -> None:
        """Leave, and stop a computer that is thinking."""
        self.hurry.set()
        self.app.exit()

    # -- computers ----------------------------------------------------------------------------

    @property
    def looks_on(self) -> bool:
        """Whether only computers play."""
        return self.computers is not None and not self.session.sides

    def attend(self) -> None:
        """Let the computers play while it is their decision."""
        if self.computers and not self.thinking:
            self.app.create_background_task(self.answer(self.computers))

    async def answer(self, computers: Computers) -> None:
        """Play the computers' decisions one by one, and show each."""
        session, self.thinking = self.session, True
        self.fresh = len(session.table.journal)
        try:
            while computers.due(session) and not self.paused and not session.over and session.question is None:
                self.hurry.clear()
                before = session.state
                thought = await asyncio.to_thread(computers.think, session, self.hurry.is_set)
                if session.state is not before or session.over:
                    continue  # an action was undone meanwhile
                if self.looks_on:
                    self.fresh = len(session.table.journal)
                said, news, *more = computers.play(session, thought)
                self.shown = Reply((news, said, *more), "news")
                self.scroll, self.pan = 0, (0, 0)
                self.app.invalidate()
                await asyncio.sleep(PACE if self.looks_on else 0)
        except Exception as wrong:
            self.shown = Reply(
                (f"Internal error ({type(wrong).__name__}: {wrong}). Press Enter to continue.",), "refusal"
            )
        finally:
            self.thinking = False
            self.app.invalidate()

    def hint(self) -> str:
        """The last line of the screen: what the keys do, or that a computer is thinking."""
        if self.looks_on and not self.session.state.over:
            return PAUSED if self.paused else WATCHED
        return THINKING if self.thinking else HINT

    # -- the parts of the screen --------------------------------------------------------------

    def container(self) -> FloatContainer:
        """The layout of the screen, with the completion menu floating above it."""

        def part(text: Callable[[], StyleAndTextTuples], height: Callable[[], int], style: str = "") -> Window:
            return Window(FormattedTextControl(text), height=height, style=style, always_hide_cursor=True)

        body = HSplit(
            [
                part(lambda: self.frame().status, lambda: 1, "reverse"),
                Window(Map(lambda: self.frame().board, self.click), height=lambda: self.frame().heights[0]),
                part(lambda: self.frame().prompt, lambda: self.frame().heights[1]),
                part(lambda: self.frame().words, lambda: self.frame().heights[2]),
                Window(
                    BufferControl(self.input, [BeforeInput(lambda: f"{self.session.mark}> ")], focus_on_click=True),
                    height=1,
                ),
                part(lambda: [("dim", self.hint())], lambda: 1),
            ]
        )
        menu = CompletionsMenu(max_height=12, scroll_offset=1)
        return FloatContainer(body, [Float(menu, xcursor=True, ycursor=True)])

    def size(self) -> Size:
        """The size of the terminal."""
        return self.app.output.get_size()

    def frame(self) -> Frame:
        """The current frame; redrawn only when something has changed."""
        session = self.session
        moment = (
            id(session.state),
            len(session.table.journal),
            session.question,
            session.overlay,
            session.focus,
            session.viewer,
        )
        key = (self.size(), moment, self.shown, self.pan, self.scroll)
        if self.drawn is None or self.drawn[0] != key:
            self.drawn = key, self.draw()
        return self.drawn[1]

    def draw(self) -> Frame:
        """Draw everything; a long answer takes space from the board."""
        session, size = self.session, self.size()
        prompt = self.lines(session.prompt())
        room = max(0, size.rows - len(prompt) - 3)
        full = text_map.full_height(session.state)
        least = max(room - full, min(LEAST_WORDS, room // 3))
        talk = self.talk(least)
        high = min(full, room - min(max(least, len(talk)), max(least, room - LEAST_BOARD)))
        low = room - high
        self.scroll = max(0, min(self.scroll, len(talk) - low))
        shown = talk[self.scroll : self.scroll + low]
        if len(talk) > self.scroll + low and shown:
            shown[-1] = f"… {len(talk) - self.scroll - low + 1} more lines: PgDn"
        drawn = text_map.draw(session.state, size.columns, high, self.palette, session.view(), session.focus, self.pan)
        status = self.lines(words.status(session.table, session.viewer))[:1]
        return Frame(_ansi(status), _ansi(self.lines(drawn)), _ansi(prompt), _ansi(shown), (high, len(prompt), low))

    def lines(self, what: RenderableType) -> list[str]:
        """A renderable as lines for this terminal."""
        file = io.StringIO()
        real = self.console
        inner = Console(
            file=file,
            force_terminal=True,
            width=self.size().columns,
            theme=WORDS,
            highlight=False,
            no_color=real.no_color,
            legacy_windows=False,
            color_system=real.color_system or "standard",  # type: ignore[arg-type]
        )
        inner.print(what)
        return file.getvalue().splitlines()

    def talk(self, room: int) -> list[str]:
        """The answer to the last line, or the latest news that fits, with older news dimmed."""
        if self.shown.parts and self.shown.kind != "news":
            return self.lines(Group(*self.shown.parts))
        journal = self.session.table.journal[-30:]
        old = max(0, self.fresh - (len(self.session.table.journal) - len(journal)))
        extra = self.shown.parts[1:] if self.shown.kind == "news" else ()
        out: list[str] = []
        for part in reversed([*words.news(journal, self.session.viewer, old), *extra]):
            lines = self.lines(part)
            if out and len(out) + len(lines) > room:
                break
            out = lines + out
        return out

    # -- input --------------------------------------------------------------------------------

    def enter(self, buffer: Buffer) -> bool:
        """Handle a typed line."""
        session, closed = self.session, self.session.curtain
        self.fresh = len(session.table.journal)
        self.scroll, self.pan = 0, (0, 0)
        asked = session.question is not None
        if self.looks_on and not asked:
            self.paused = bool(buffer.text.strip()) or not self.paused
        self.shown = self.say(buffer.text)
        if session.curtain != closed:  # the next player must not see this player's input history
            buffer.text, buffer.history = "", InMemoryHistory()
        if session.over:
            self.leave()
        else:
            self.attend()
        return False

    def click(self, line: int, at: int) -> None:
        """Handle a click on a place: describe it, or insert its number into the input line."""
        session, columns, height = self.session, self.size().columns, self.frame().heights[0]
        place = text_map.under(session.state, columns, height, session.focus, self.pan, line, at, session.viewer)
        if place is None:
            return
        name = session.table.title.lexicon.places[place]
        if self.input.text.strip():
            self.input.insert_text(f"{name} " if self.input.text.endswith(" ") else f" {name} ")
        else:
            focus = session.focus
            self.shown, self.scroll = self.say(f"look {name}"), 0
            session.focus = focus if height >= text_map.full_height(session.state) else session.focus

    def keys(self) -> KeyBindings:
        """The key bindings."""
        keys = KeyBindings()

        def page(step: int) -> Callable[[KeyPressEvent], None]:
            def turn(_event: KeyPressEvent) -> None:
                self.scroll = max(0, self.scroll + step * max(1, self.frame().heights[2] - 1))

            return turn

        def shift(down: int, right: int) -> Callable[[KeyPressEvent], None]:
            def move(_event: KeyPressEvent) -> None:
                self.pan = (self.pan[0] + down, self.pan[1] + right)

            return move

        keys.add("pageup")(page(-1))
        keys.add("pagedown")(page(1))
        for key, step in (("s-up", (-4, 0)), ("s-down", (4, 0)), ("s-left", (0, -12)), ("s-right", (0, 12))):
            keys.add(key)(shift(*step))

        @keys.add("escape", eager=True)
        def _back(_event: KeyPressEvent) -> None:
            self.input.cancel_completion()
            self.input.reset()
            self.shown, self.scroll, self.pan = Reply(), 0, (0, 0)
            self.session.question = self.session.overlay = None

        @keys.add("c-c")
        @keys.add("c-d")
        def _leave(event: KeyPressEvent) -> None:
            if self.input.text and event.key_sequence[0].key == "c-c":
                self.input.reset()
            elif self.thinking and not self.looks_on and event.key_sequence[0].key == "c-c":
                self.hurry.set()
            elif not self.input.text:
                self.shown = self.say("quit")
                if self.session.over:
                    self.leave()

        @keys.add("f1")
        def _help(_event: KeyPressEvent) -> None:
            self.shown, self.scroll = self.say("help"), 0

        return keys


def _ansi(lines: list[str]) -> StyleAndTextTuples:
    """Rendered lines as formatted text for the screen."""
    return to_formatted_text(ANSI("\n".join(lines)))
