"""Create: sources in, choices made, the price seen, the order sent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QMimeData, QTimer
from PySide6.QtGui import QKeySequence, QShortcut, Qt
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.client.faults import ApiError, Fault
from app.client.languages import Language, automatic
from app.client.shows import Show
from app.client.voices import Voice
from app.language import told, tr
from app.models import orders, outputs
from app.models.orders import MoreSources, Order, PlaceNow
from app.models.presets import applied
from app.models.timings import When
from app.models.voices import offered
from app.panels.context_card import ContextCard
from app.panels.look_preview import LookPreview
from app.panels.output_choice import OutputCards, TypeOptions, lay_out
from app.panels.panel import MARGIN, Desk, Panel
from app.panels.preset_bar import PresetBar
from app.panels.price_card import PriceCard
from app.panels.sources import SourcesCard
from app.panels.timing_card import TimingCard
from app.settings.session import Shown
from app.widgets.buttons import Segments, Switch, icon_button
from app.widgets.cards import GAP, card, label, scrolled
from app.widgets.forms import Choice, Faults, Field, Line, Paragraph

QUOTE_PAUSE_MS, SIDE_WIDTH = 350, 308
WIDEST = 1280
"""Pixels of the form: on a large screen its fields stay within a glance."""
TARGETS, AVATARS, SAMPLE = "/studio/targets", "/studio/avatars", "/studio/voices/{}/sample"
RELATED = 100
"""So many of the newest results are offered to go on from."""
_RESOURCE = re.compile(r"^resources\[(\d+)\]")


class CreatePanel(Panel):
    """The form for a new order."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._voices: tuple[Voice, ...] = ()
        self._languages: tuple[Language, ...] = ()
        self._kept: dict[str, object] = {}
        self._voice_wanted: dict[Choice, int | None] = {}
        self.sources = SourcesCard(self.tasks)
        self.output = OutputCards()
        self.options = TypeOptions()
        self.style_choice = Choice()
        self.style_choice.offer(told(orders.STYLES))
        self.duration = Segments(told(orders.DURATIONS), name=tr("Length"))
        self.quality = Segments(told(orders.QUALITIES), name=tr("Quality"))
        self.language = Choice()
        self.voice1, self.voice2 = Choice(), Choice()
        self.title = Line(tr("From the sources"))
        self.text = Paragraph(tr("What to stress, what to leave out, who listens"))
        self.intro = Line("https://…/intro.mp3")
        self.show_choice = Choice()
        self.approve = Switch(tr("Approve the script first"))
        self.samples = [
            icon_button("play", tr("Hear voice {place}", place=place + 1), partial(self._hear, choice))
            for place, choice in enumerate((self.voice1, self.voice2))
        ]
        self.fields = {
            "style": Field(tr("Style"), self.style_choice),
            "duration": Field(tr("Length"), self.duration, help_text=tr("As long as the sources carry; never padded.")),
            "quality": Field(
                tr("Quality"), self.quality, help_text=tr("Draft takes the fastest voices, whichever are chosen.")
            ),
            "language": Field(tr("Language"), self.language),
            "voice1": Field(tr("First voice"), self.voice1, beside=self.samples[0]),
            "voice2": Field(tr("Second voice"), self.voice2, beside=self.samples[1]),
            "title": Field(tr("Title"), self.title),
            "podcastId": Field(tr("Show"), self.show_choice, help_text=tr("Added to this show when it is done.")),
            "text": Field(tr("Instructions"), self.text),
            **self.options.fields,
            "introMusicUrl": Field(
                tr("Intro music"), self.intro, help_text=tr("Address of an .mp3, .wav or .m4a file.")
            ),
        }
        self.context, self.timing = ContextCard(), TimingCard()
        self.presets = PresetBar(desk.values, desk.bar)
        elsewhere = self.context.fields | self.timing.fields
        own = {"look": self.options.look_field, "avatarId": self.options.presenter_field}
        aliases = {"episodeTitle": self.fields["title"], **own}
        self.faults = Faults(self.fields | aliases | elsewhere)
        self.preview = LookPreview(desk, self.tasks, width=SIDE_WIDTH)
        self.price = PriceCard(self._create, self.approve)
        self.create_button = self.price.create_button
        submit = QShortcut(QKeySequence("Ctrl+Return"), self)
        submit.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        submit.activated.connect(self._create)
        self._build()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(QUOTE_PAUSE_MS)
        self._pause.timeout.connect(self._ask_quote)
        self._listen()
        self._reset()

    async def refresh(self) -> None:
        """Read what can be chosen: languages, voices, shows, and the balance."""
        self.sources.files = self.client.files
        self._languages = await self.client.languages.all()
        self._voices = await self.client.voices.catalogue()
        self.output.offer(self.desk.makes)
        shows = await self.client.shows.all() if "/podcast/shows" in self.desk.offered else ()
        targets = await self.client.targets.all() if TARGETS in self.desk.offered else ()
        self.options.targets.offer(targets)
        self.options.presenter.offer(await self.client.avatars.all() if AVATARS in self.desk.offered else ())
        self.fields["publishTargets"].setEnabled(bool(targets))
        self.language.offer([("", tr("Of the sources")), *((entry.name, entry.name) for entry in self._languages)])
        self._offer_voices()
        self._offer_shows(shows)
        projects = await self.client.projects.all() if "/projects" in self.desk.offered else ()
        self.context.offer(projects, (await self.client.requests.page(state="done", limit=RELATED)).rows)
        self.price.balance = (await self.client.accounts.usage()).left
        heard = SAMPLE in self.desk.offered
        for made in self.samples:
            made.setVisible(heard)
        self.price.show_quote(None)
        self._type_changed()

    def state(self) -> Shown:
        """The order, where something was written; files that are still on their way are not in it."""
        return orders.draft_of(self.order)

    def resume(self, state: Shown) -> None:
        """Fill the form again."""
        if (order := orders.drafted(state)) is not None:
            self._fill(order)

    def open(self, payload: object) -> None:
        """Fill the form with an order to be made again, or with what was dropped elsewhere."""
        if isinstance(payload, Order):
            self._fill(payload)
        elif isinstance(payload, MoreSources):
            self.sources.add_sources(payload.sources)
        elif isinstance(payload, PlaceNow):
            self._create()
        elif payload == "files":
            self.sources.drop_area.browse.emit()
        elif isinstance(payload, QMimeData):
            self.drop(payload)

    def arrive(self) -> None:
        """Ready for a paste at once."""
        self.sources.drop_area.setFocus()

    def drop(self, data: QMimeData) -> bool:
        """Take files, text or an address."""
        self.sources.files = self.desk.client.files if self.desk.client else None
        return self.sources.files is not None and self.sources.take(data)

    @property
    def order(self) -> Order:
        """What the form says now."""
        return self.options.taken(self._order)

    @property
    def _order(self) -> Order:
        return Order(
            sources=self.sources.sources,
            output_type=self.output.value(),
            style=str(self.style_choice.currentData()),
            duration=self.duration.value(),
            language=str(self.language.currentData() or ""),
            voice1=self.voice1.currentData(),
            voice2=self.voice2.currentData(),
            title=self.title.text().strip(),
            text=self.text.toPlainText().strip(),
            intro_music=self.intro.text().strip(),
            quality=self.quality.value(),
            approve_script=self.approve.isChecked(),
            show_id=str(self.show_choice.currentData() or ""),
            projects=self.context.projects,
            related_id=self.context.related_id,
            timing=self.timing.timing,
            kept=self._kept,
        )

    def _build(self) -> None:
        heading = QVBoxLayout()
        heading.setSpacing(2)
        heading.addWidget(label(tr("Create"), "title"))
        heading.addWidget(
            label(tr("From your sources to something worth having. Nothing is said that no source says."), "muted")
        )
        top = QHBoxLayout()
        top.addLayout(heading)
        top.addStretch(1)
        top.addWidget(self.presets, 0, Qt.AlignmentFlag.AlignVCenter)
        self.page.addLayout(top)
        columns = QHBoxLayout()
        columns.setSpacing(0)
        self.run_to_the_end()
        self.page.addLayout(columns, 1)
        form = QWidget()
        form_column = QVBoxLayout(form)
        form_column.setContentsMargins(0, 0, 4, MARGIN)
        form_column.setSpacing(16)
        form_column.addWidget(self.sources)
        for part in (self._choices(), self.context, self.timing):
            form_column.addWidget(part)
        form_column.addStretch(1)
        area = scrolled(form, apart=GAP)
        area.setMaximumWidth(WIDEST)
        columns.addWidget(area, 1000)
        columns.addWidget(self._summary())
        columns.addStretch(1)

    def _choices(self) -> QWidget:
        frame, column = card(spacing=14)
        column.addWidget(label(tr("What comes out"), "heading"))
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(14)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        column.addWidget(self.output)
        self._grid = grid
        column.addWidget(self.options.look_field)
        column.addWidget(self.options.presenter_field)
        column.addLayout(grid)
        column.addWidget(self.fields["text"])
        return frame

    def _summary(self) -> QWidget:
        holder = QWidget()
        holder.setFixedWidth(SIDE_WIDTH)
        outer = QVBoxLayout(holder)
        outer.setContentsMargins(0, 0, 0, MARGIN)
        outer.addWidget(self.price)
        outer.addSpacing(10)
        outer.addWidget(self.preview)
        outer.addStretch(1)
        return holder

    def _listen(self) -> None:
        self.sources.changed.connect(self._changed)
        self.output.chosen.connect(lambda _value: self._type_changed())
        for choice in (self.style_choice, self.voice1, self.voice2, self.show_choice):
            choice.picked.connect(self._changed)
        self.language.picked.connect(self._language_changed)
        for segments in (self.duration, self.quality):
            segments.chosen.connect(lambda _value: self._changed())
        self.options.changed.connect(self._changed)
        for line in (self.title, self.intro):
            line.textChanged.connect(lambda _text: self._changed())
        self.text.textChanged.connect(self._text_changed)
        self.approve.toggled.connect(lambda _on: self._changed())
        self.context.changed.connect(self._changed)
        self.context.projects_asked.connect(lambda: self.desk.go("planning", "projects"))
        self.timing.changed.connect(self._changed)
        self.presets.taken.connect(lambda preset: self._fill(applied(preset, self.order)))
        self.presets.asked.connect(lambda: self.presets.keep(self.order))

    def _reset(self) -> None:
        self._fill(
            Order(
                quality=str(self.desk.values.get("create.quality")),
                approve_script=bool(self.desk.values.get("create.approve")),
            )
        )

    def _fill(self, order: Order) -> None:
        self._kept = dict(order.kept)
        self.sources.show_sources(order.sources)
        self.output.choose(order.output_type)
        self.style_choice.choose(order.style)
        self.duration.choose(order.duration)
        self.quality.choose(order.quality)
        self.language.choose(order.language)
        self._voice_wanted = {self.voice1: order.voice1, self.voice2: order.voice2}
        self._offer_voices()
        self.title.setText(order.title)
        self.text.setPlainText(order.text)
        self.intro.setText(order.intro_music)
        self.show_choice.choose(order.show_id)
        self.options.fill(order)
        self.approve.setChecked(order.approve_script)
        self.context.choose(order.projects, order.related_id)
        self.timing.show_timing(order.timing)
        self.faults.clear()
        self.sources.show_fault("")
        self._type_changed()

    def _type_changed(self) -> None:
        chosen = outputs.options_of(self.output.value())
        lay_out(self._grid, self.fields, chosen)
        self.approve.setVisible("approveScript" in chosen)
        self.options.look_field.setVisible("look" in chosen)
        self.options.presenter_field.setVisible("avatarId" in chosen)
        self._changed()

    def _language_changed(self) -> None:
        self._offer_voices()
        self._changed()

    def _text_changed(self) -> None:
        count = len(self.text.toPlainText())
        left = orders.INSTRUCTIONS_LIMIT - count
        self.fields["text"].set_help(tr("{left} characters left.", left=left) if left < 500 else "")
        self._changed()

    def _offer_voices(self) -> None:
        asked = next((each for each in self._languages if each.name == self.language.currentData()), None)
        fitting = offered(self._voices, language=asked.code if asked else "")
        for choice in (self.voice1, self.voice2):
            before = self._voice_wanted.pop(choice, choice.currentData())
            choice.offer([(None, automatic(asked)), *fitting], keep=False)
            choice.choose(before)
            if before is not None and choice.currentData() is None and not self._voices:
                self._voice_wanted[choice] = before

    def _offer_shows(self, shows: Sequence[Show]) -> None:
        self.show_choice.offer([("", tr("None")), *((show.id, show.name) for show in shows)])

    def _changed(self) -> None:
        self.voice2.setEnabled(self.voice1.currentData() is not None)
        for made, choice in zip(self.samples, (self.voice1, self.voice2), strict=True):
            made.setEnabled(choice.currentData() is not None and choice.isEnabled())
        when = self.timing.timing.when
        given = bool(self.sources.sources) or when is When.TEMPLATE
        ready = given and not self.sources.uploading and self.desk.client is not None
        wanting = tr("Wait until the files are uploaded.") if self.sources.uploading else ""
        self.price.show_when(when, wanting, ready=ready)
        self.options.bed.setEnabled(bool(self.intro.text().strip()))
        self.preview.show_for(self.order)
        if ready:
            self._pause.start()
        else:
            self._pause.stop()
            self.price.show_quote(None)

    def _ask_quote(self) -> None:
        if self.desk.client is not None:
            self.tasks.start(self._quote(self.order), replacing="quote", on_error=self._quote_failed)

    async def _quote(self, order: Order) -> None:
        quote = await self.client.requests.quote(order.wire)
        self.faults.clear()
        self.sources.show_fault("")
        self.price.show_quote(quote)

    def _quote_failed(self, error: Exception) -> None:
        self.price.show_quote(None, marked=isinstance(error, ApiError) and bool(error.fields))
        if isinstance(error, ApiError) and error.fields:
            self._show_faults(error.fields, focus=False)
        else:
            self.desk.bar.complain(error)

    def _create(self) -> None:
        self.sources.commit_typed()
        if self.create_button.isEnabled():
            self.tasks.start(self._send(self.order), replacing="create", on_error=self._create_failed)

    async def _send(self, order: Order) -> None:
        self.create_button.setEnabled(False)
        accepted = await self.client.requests.create(order.wire)
        self._reset()
        kept = {When.REPEAT: ("calendar", accepted.id), When.TEMPLATE: ("templates", accepted.id)}
        if order.timing.when in kept:
            self.desk.go("planning", kept[order.timing.when])
        else:
            self.desk.go("queue", accepted.id)
        if accepted.warnings:
            self.desk.bar.tell(tr("Accepted; this server doesn't know: {listed}.", listed=", ".join(accepted.warnings)))

    def _create_failed(self, error: Exception) -> None:
        self.create_button.setEnabled(True)
        if isinstance(error, ApiError) and error.fields:
            self._show_faults(error.fields, focus=True)
        else:
            self.desk.bar.complain(error)

    def _show_faults(self, faults: Sequence[Fault], *, focus: bool) -> None:
        before = QApplication.focusWidget()
        self.sources.show_fault("")
        elsewhere = []
        for fault in faults:
            found = _RESOURCE.match(fault.field)
            if fault.field == "resources" or found or fault.field.startswith("feedSelections"):
                place = self.order.place_of_resource(int(found[1])) if found else None
                self.sources.show_fault(fault.message, place=place)
            else:
                elsewhere.append((fault.field, fault.message))
        if self.output.value() == "video":
            alone = {wire: name for name, wire in outputs.WIRE_NAMES.items()}
            elsewhere = [(alone.get(name, name), message) for name, message in elsewhere]
        homeless = self.faults.show(elsewhere)
        if homeless:
            self.desk.bar.warn(" ".join(homeless))
        if not focus and before is not None:
            before.setFocus()

    def _hear(self, choice: Choice) -> None:
        voice = choice.currentData()
        if voice is not None:
            self.tasks.start(self._play_sample(int(voice)), replacing="sample")

    async def _play_sample(self, voice: int) -> None:
        self.desk.playback.play_bytes(await self.client.voices.sample(voice))
