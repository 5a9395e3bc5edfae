"""The way to a first episode: five short steps below whatever panel is shown, left and taken up again at any time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.client.events import Event
from app.client.faults import ApiError
from app.client.requests import Row, State
from app.language import known, mark, said, tr
from app.models.orders import Order, PlaceNow, source_from
from app.panels.panel import Desk
from app.settings.declared import TOUR_STEPS
from app.tasks import Tasks
from app.theme import RESOURCES, look
from app.widgets.buttons import button, flat_button
from app.widgets.cards import Glyph, WrappedLabel, label
from app.widgets.progress import ProgressLine

SAMPLE = RESOURCES / "samples" / "lake.md"
GONE = 404


class Step(StrEnum):
    """Where one is; the values are those of the setting."""

    NEW = ""
    WELCOME = "welcome"
    ORDER = "order"
    MAKING = "making"
    READY = "ready"
    LISTEN = "listen"
    LEFT = "left"


assert {step.value for step in Step} == set(TOUR_STEPS)
WALKED = (Step.WELCOME, Step.ORDER, Step.MAKING, Step.READY, Step.LISTEN)
WORDS = {
    Step.WELCOME: (
        mark("Make your first episode"),
        mark("A sample text becomes an episode for two voices, in a few minutes. Nothing leaves this computer."),
        mark("Begin"),
    ),
    Step.ORDER: (
        mark("The sample is in"),
        mark("Change what you like on this page: length, style, voices. The card beside it tells what it costs."),
        mark("Create it"),
    ),
    Step.MAKING: (
        mark("Your episode is being made"),
        mark("Look around meanwhile: it goes on whatever panel you open."),
        mark("See it in the queue"),
    ),
    Step.READY: (
        mark("Your episode is ready"),
        mark("Every line of it rests on a passage of the sample."),
        mark("Open it"),
    ),
    Step.LISTEN: (
        mark("Listen and look closer"),
        mark("Space plays. A click on a line goes there and shows its passage. Ctrl+K finds everything else."),
        mark("Done"),
    ),
}
"""Title, sentence and button of each step."""


class Tour(QWidget):
    """One step at a time; it can be left, and the palette brings it back."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.frame = QFrame()
        look(self.frame, "once")
        self._desk = desk
        self._tasks = Tasks(self)
        self._tasks.failed.connect(desk.bar.complain)
        self.title = label("", "heading")
        self.text = WrappedLabel("", "muted")
        self.place = label("", "small")
        self.line = ProgressLine()
        self.action = button("", self._act, kind="main")
        self.close_button = flat_button("close", tr("Leave the first steps"), self.leave)
        self._failed = False
        self._build()
        desk.went.connect(self._went)
        self.hide()

    @property
    def step(self) -> Step:
        """Where one is."""
        return Step(str(self._desk.values.get("tour.step")))

    def begin(self) -> None:
        """Offer it to who has made nothing yet; go on where it was left by the end of the program."""
        if self._desk.client is None:
            return
        if self.step is Step.NEW:
            self._tasks.start(self._offer(), replacing="tour", on_error=lambda _error: None)
        elif self.step in WALKED:
            self._show()
            if self.step in (Step.MAKING, Step.READY):
                self._tasks.start(self._look_at_it(), replacing="tour", on_error=lambda _error: None)

    def start(self) -> None:
        """Begin from the beginning, because somebody asked for it."""
        self._go(Step.WELCOME)
        self.action.setFocus()

    def leave(self) -> None:
        """Leave it; nobody is asked again."""
        self._desk.values.keep("tour.step", Step.LEFT.value)
        self.hide()

    def take(self, event: Event) -> None:
        """The first episode went on."""
        if self.step is not Step.MAKING or event.subject != self._request:
            return
        match event.name:
            case "request.completed":
                self._go(Step.READY)
            case "request.failed" | "request.cancelled":
                self._tell_failure(said(str(event.data.get("error_message") or "")))
            case "request.deleted":
                self._go(Step.WELCOME)
            case "request.progress":
                status = event.data.get("status", 0)
                self._tell_progress(str(event.data.get("progress_text") or ""), int(status or 0))

    @property
    def _request(self) -> str:
        return str(self._desk.values.get("tour.request"))

    async def _offer(self) -> None:
        client = self._desk.client
        if client is not None and not (await client.requests.page(limit=1)).rows:
            self._go(Step.WELCOME)

    async def _look_at_it(self) -> None:
        client = self._desk.client
        if client is None:
            return
        try:
            row = (await client.requests.detail(self._request)).row
        except ApiError as error:
            if error.status == GONE:
                self._go(Step.WELCOME)
            return
        self._take_row(row)

    def _take_row(self, row: Row) -> None:
        if row.state is State.DONE:
            self._go(Step.READY)
        elif row.state in (State.FAILED, State.CANCELLED):
            self._tell_failure(row.error)
        else:
            self._tell_progress(row.progress_text, row.status)

    def _act(self) -> None:
        does: dict[Step, Callable[[], Coroutine[object, object, None]]] = {
            Step.WELCOME: self._put_in,
            Step.ORDER: self._order,
            Step.MAKING: self._again if self._failed else self._see,
            Step.READY: self._open,
            Step.LISTEN: self._end,
        }
        if self.step in does:
            self._tasks.start(does[self.step](), replacing="act")

    async def _put_in(self) -> None:
        if self._desk.client is None:
            self._desk.bar.warn(tr("The server is not there yet: wait a moment."))
            return
        words = await asyncio.to_thread(Path(SAMPLE).read_text, encoding="utf-8")
        sample = source_from({"type": "text", "content": words})
        self._go(Step.ORDER)
        self._desk.go("create", Order(sources=(sample,), duration="short", quality="draft"))
        self.action.setFocus()

    async def _order(self) -> None:
        self._desk.go("create", PlaceNow())

    async def _see(self) -> None:
        self._desk.go("queue", self._request)

    async def _again(self) -> None:
        assert self._desk.client is not None
        await self._desk.client.requests.retry(self._request)
        self._go(Step.MAKING)

    async def _open(self) -> None:
        self._go(Step.LISTEN)
        self._desk.go("player", self._request)

    async def _end(self) -> None:
        self.leave()

    def _went(self, panel: str, payload: object) -> None:
        """What Create ordered is the episode that is followed."""
        if self.step is Step.ORDER and panel == "queue" and isinstance(payload, str) and payload:
            self._desk.values.keep("tour.request", payload)
            self._go(Step.MAKING)
        elif self.step is Step.READY and panel == "player" and payload == self._request:
            self._go(Step.LISTEN)

    def _go(self, step: Step) -> None:
        self._desk.values.keep("tour.step", step.value)
        self._show()

    def _show(self) -> None:
        self._failed = False
        title, text, action = WORDS[self.step]
        self._say(tr(title), tr(text), tr(action))
        number = WALKED.index(self.step) + 1
        self.place.setText(tr("Step {number} of {count}", number=number, count=len(WALKED)))
        self.line.setVisible(self.step is Step.MAKING)
        self.line.show_fraction(0.0)
        self.show()

    def _say(self, title: str, text: str, action: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.action.setText(action)
        self.action.setAccessibleName(action)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)

    def _tell_progress(self, words: str, status: int) -> None:
        if told := known(words):
            self.text.setText(f"{told}. {tr(WORDS[Step.MAKING][1])}")
        self.line.show_fraction(status / 100)

    def _tell_failure(self, reason: str) -> None:
        self._failed = True
        self._say(tr("It was not made"), reason or tr("It was cancelled."), tr("Try again"))
        self.line.hide()

    def _build(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.title)
        head.addWidget(self.place, 0, Qt.AlignmentFlag.AlignBottom)
        head.addStretch(1)
        words.addLayout(head)
        words.addWidget(self.text)
        words.addSpacing(4)
        words.addWidget(self.line)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(26, 0, 26, 16)
        outer.addWidget(self.frame)
        layout = QHBoxLayout(self.frame)
        layout.setContentsMargins(16, 12, 10, 12)
        layout.setSpacing(14)
        layout.addWidget(Glyph("compass-outline", size=24, tone="accent"))
        layout.addLayout(words, 1)
        layout.addWidget(self.action, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
