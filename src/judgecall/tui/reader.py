"""Reading sources: a passage with its deciding words, the rules it refers to, the section around it, a card's rulings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from judgecall.answer.json_form import Source
from judgecall.answer.lookup import FaceForm, Found, Group
from judgecall.tui.actions import bindings
from judgecall.tui.backend import Backend, Origins
from judgecall.tui.messages import PassageOpened
from judgecall.tui.open_list import OpenList
from judgecall.tui.passage import PassageView
from judgecall.tui.plain import content, joined, one_line
from judgecall.tui.request import Request, request_for
from judgecall.tui.windowed import Windowed

if TYPE_CHECKING:
    from judgecall.tui.app import JudgecallApp


class Place(NamedTuple):
    """Where somebody was on a page."""

    passage: str
    """The id of the passage that had the focus."""
    link: int
    """Index of the rule number in it that was chosen, or -1."""
    line: int
    """On which line of the view the passage began."""


class Visit(NamedTuple):
    """A page that was read, and the place that was left."""

    request: Request
    place: Place | None


@dataclass
class Page:
    """What was found for a request, and where on it to go on reading; None for where the request says."""

    request: Request
    found: Found
    origins: Origins = field(default_factory=dict)
    place: Place | None = None


class _Choices(OpenList):
    """Several things that a text could mean."""

    HELP = "Several things fit. Enter reads the one chosen."

    def __init__(self, found: Found) -> None:
        super().__init__(
            *(Option(joined((one_line(one.name), ""), (f"  {one.kind}", "$text-muted"))) for one in found.choices)
        )
        self.found = found


Item = Source | str | FaceForm | Found


class ReaderScreen(Screen[None]):
    """Shows one page at a time; there is a way back to each page before."""

    BINDINGS = bindings("reader")
    HELP = "A source in its place. ← → go over the rule numbers in a text, enter reads one, alt+left goes back."

    app: JudgecallApp

    class Ready(Message):
        """A page can be shown."""

        def __init__(self, page: Page) -> None:
            super().__init__()
            self.page = page

    def __init__(self, backend: Backend, request: Request, found: Found | None = None) -> None:
        super().__init__()
        self.backend = backend
        self.before: list[Visit] = []
        self.after: list[Visit] = []
        self.page: Page | None = None
        self._first = (request, found)

    def compose(self) -> ComposeResult:
        """The title, the passages and the keys."""
        yield Static("", id="top")
        yield Windowed[Item](self._widget, id="page")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the first page."""
        request, found = self._first
        self._go(request, found)

    # ---------------------------------------------------------------- pages

    def open(self, request: Request) -> None:
        """Show a page, and remember the one that was shown."""
        if self.page is not None and self.page.request != request:
            self.before.append(self._visit(self.page))
            self.after.clear()
        self._go(request)

    def _visit(self, page: Page) -> Visit:
        """The page that is shown, with the place where one is."""
        view = self.focused
        if not isinstance(view, PassageView):
            return Visit(page.request, None)
        line = view.virtual_region.y - self.query_one("#page", Windowed).scroll_offset.y
        return Visit(page.request, Place(view.source.id, view.chosen, line))

    def _go(self, request: Request, found: Found | None = None, place: Place | None = None) -> None:
        self.run_worker(lambda: self._find(request, found, place), thread=True, group="page", exclusive=True)

    def _find(self, request: Request, found: Found | None, place: Place | None) -> None:
        try:
            if request.alone and request.source is not None:
                found = self._alone(request.source)
            elif found is None:
                found = self.backend.look_up(request.query)
            origins = self.backend.origins(source for group in found.groups for source in group.sources)
        except Exception as error:
            self.app.notice(f"This can't be read ({type(error).__name__}: {error}).", severity="error")
            return
        self.post_message(self.Ready(Page(request, found, origins, place)))

    def _alone(self, source: Source) -> Found:
        """A source by itself, and under it the rules that it refers to."""
        rules: dict[str, Source] = {}
        for _, _, number in PassageView(source).links:
            for group in self.backend.look_up(f"rule:{number}").groups:
                for each in group.sources:
                    if each.id == number:
                        rules.setdefault(number, each)
        groups = [Group("", (source,))]
        if rules:
            groups.append(Group("Rules it refers to", tuple(rules.values())))
        return Found(source.id, "phrase", source.title, "", (), tuple(groups))

    @on(Ready)
    async def _ready(self, event: ReaderScreen.Ready) -> None:
        page = event.page
        self.page = page
        self.query_one("#top", Static).update(
            joined(
                ("Reading  ", "bold $text-primary"),
                (one_line(page.found.title), "bold"),
                (self._where(page), "$text-muted"),
            )
        )
        items = _items(page)
        focus = page.place.passage if page.place else page.request.focus
        at = next((i for i, item in enumerate(items) if isinstance(item, Source) and item.id == focus), 0)
        window = self.query_one("#page", Windowed)
        await window.show(items, at)
        self.refresh_bindings()
        self.call_after_refresh(self._focus_passage, items[at] if items else None, page.place)

    def _focus_passage(self, item: Item | None, place: Place | None) -> None:
        window = self.query_one("#page", Windowed)
        widget = window.widget_of(item) if item is not None else None
        if widget is None or not widget.can_focus:
            window.scroll_home(animate=False)
            widget = next(iter(self.query("_Choices, PassageView")), None)
        elif place is not None and isinstance(widget, PassageView):
            widget.chosen = place.link
            window.scroll_to(y=widget.virtual_region.y - place.line, animate=False, force=True)
        else:
            window.scroll_to_widget(widget, animate=False, top=True)
        if isinstance(widget, Widget):
            widget.focus(scroll_visible=False)

    @staticmethod
    def _where(page: Page) -> str:
        notes = [page.found.rules_date and f"rules of {page.found.rules_date}", page.found.note]
        return "".join(f"  ·  {one_line(note)}" for note in notes if note)

    def _widget(self, item: Item) -> Widget:
        if isinstance(item, Source):
            origins = self.page.origins if self.page else {}
            return PassageView(item, origins.get(item.id))
        if isinstance(item, FaceForm):
            return Static(_face(item), classes="face")
        if isinstance(item, Found):
            return _Choices(item)
        return Static(content(one_line(item), "bold"), classes="head")

    # ---------------------------------------------------------------- moving

    @on(PassageOpened)
    def _opened(self, event: PassageOpened) -> None:
        if event.number:
            self.open(request_for(event.number))
        elif event.view.origin is not None:
            self.open(Request(event.view.origin.query, event.view.source))

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if isinstance(event.option_list, _Choices):
            self.open(Request(event.option_list.found.choices[event.option_index].query))

    def action_back(self) -> None:
        """Show what was shown before; at the first page go back to where it was opened."""
        if not self.before:
            self.dismiss()
            return
        if self.page is not None:
            self.after.append(self._visit(self.page))
        request, place = self.before.pop()
        self._go(request, place=place)

    def action_forward(self) -> None:
        """Show what was shown after."""
        if self.after and self.page is not None:
            self.before.append(self._visit(self.page))
            request, place = self.after.pop()
            self._go(request, place=place)

    def action_section(self) -> None:
        """Show the whole section around the rule that has the focus."""
        source = self._source()
        if source is None or not source.id[:3].isdecimal():
            source = next((view.source for view in self.query(PassageView) if view.source.id[:3].isdecimal()), None)
        if source is None:
            self.app.notice("Go to a rule first: only rules have a section around them.")
            return
        self.open(Request(f"section:{source.id[:3]}", source))

    def action_rulings(self) -> None:
        """Show all rulings on the card of the passage that has the focus."""
        source = self._source()
        origin = self.page.origins.get(source.id) if self.page and source else None
        if source is None or origin is None or not origin.query.startswith("card:"):
            self.app.notice("Go to a ruling first: rules are about no one card.")
            return
        self.open(Request(origin.query, source))

    def _source(self) -> Source | None:
        """The passage that has the focus, or the first one."""
        view = self.focused
        if not isinstance(view, PassageView):
            view = next(iter(self.query(PassageView)), None)
        return view.source if view is not None else None

    def home(self) -> None:
        """Back to where reading began."""
        self.dismiss()


def _items(page: Page) -> list[Item]:
    """What a page shows, from top to bottom; the source that led to it keeps its marks."""
    found, led = page.found, page.request.source
    items: list[Item] = list(found.card)
    if found.choices:
        items += ["Which one?" if found.kind == "choices" else "Cards with a name like this", found]
    for group in found.groups:
        if group.heading:
            items.append(group.heading)
        for source in group.sources:
            same = led is not None and led.id == source.id and led.text == source.text
            items.append(msgspec.structs.replace(source, marked=led.marked) if same and led else source)
    return items


def _face(face: FaceForm) -> Content:
    lines = [("  ".join(filter(None, [one_line(face.name), face.mana_cost])), "bold")]
    lines.append(("  ".join(filter(None, [face.type_line, face.size])), ""))
    if face.text:
        lines.append((face.text, ""))
    else:
        if face.keywords:
            lines.append((", ".join(face.keywords), ""))
        if face.other_abilities:
            more = "ability" if face.other_abilities == 1 else "abilities"
            lines.append((f"{face.other_abilities} other {more} known as facts", "$text-muted"))
    if face.unread:
        lines.append(
            (f"{face.unread} line{'' if face.unread == 1 else 's'} of its text can't be carried out", "$text-warning")
        )
    return joined(*((text + "\n" * (i < len(lines) - 1), style) for i, (text, style) in enumerate(lines)))
