"""Blends: two or three packaged voices with their weights, heard, named and saved."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.language import tr
from app.models import phrases
from app.models.voices import Entry
from app.panels.panel import Desk
from app.panels.samples import Samples
from app.tasks import Tasks
from app.theme import even_figures, icons, look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import WrappedLabel, card, label, row
from app.widgets.forms import Choice, Faults, Field, Line, Paragraph

WIDTH = 340
SENTENCE = "This is how I sound when I tell you something that I find worth knowing."
LONGEST = 300


class BlendPage(QWidget):
    """The workbench of one blend. `saved` carries the new voice's id."""

    saved = Signal(int)

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        self._desk, self._tasks = desk, tasks
        self.samples = Samples(desk, self)
        self.samples.playing.connect(self._show_play)
        self.parts = [BlendPart(number) for number in (1, 2, 3)]
        self.name = Line(tr("Name of the new voice"))
        self.sentence = Paragraph(lines=3)
        self.sentence.setPlainText(SENTENCE)
        self.play = button(tr("Hear the blend"), self.hear, icon="play", tip=tr("Says the sentence with these weights"))
        self.save = button(tr("Save the voice"), self._save, icon="check", kind="main")
        self.name_field = Field(tr("Name"), self.name)
        self.sentence_field = Field(tr("Sentence to say"), self.sentence, help_text=tr("At most 300 characters."))
        self.parts_field = Field("", QWidget())
        self.parts_field.caption_hidden()
        self.faults = Faults({"name": self.name_field, "text": self.sentence_field, "parts": self.parts_field})
        self._build()

    @property
    def shares(self) -> dict[int, float]:
        """The voices that are chosen and their shares."""
        found: dict[int, float] = {}
        for part in self.parts:
            if part.voice_id and part.share:
                found[part.voice_id] = found.get(part.voice_id, 0.0) + part.share
        return found

    def offer(self, entries: tuple[Entry, ...]) -> None:
        """Offer the packaged voices."""
        offered = [entry for entry in entries if entry.blendable]
        for place, part in enumerate(self.parts):
            part.offer(offered, optional=place == 2)
            if not part.voice_id and place < min(2, len(offered)):
                part.voice.setCurrentIndex(place)
        self._show_shares()

    def arrive(self) -> None:
        """The keys go to the first voice."""
        self.parts[0].voice.setFocus()

    def hear(self) -> None:
        """Say the sentence with the blend, or stop."""
        self.faults.clear()
        words, shares = self.sentence.toPlainText().strip()[:LONGEST] or SENTENCE, self.shares
        if len(shares) < 2:
            self.faults.show([("parts", tr("choose two different voices, each with a share"))])
            return

        async def fetch() -> bytes:
            client = self._desk.client
            assert client is not None
            return await client.voices.say(words, parts=shares)

        self.samples.toggle("blend", fetch, keep=False)

    def _build(self) -> None:
        column = QHBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        frame, left = card(spacing=14)
        left.addWidget(label(tr("Voices and weights"), "heading"))
        left.addWidget(
            WrappedLabel(
                tr("A blend speaks with a mean of its voices; more weight makes it more like that one."), "muted"
            )
        )
        for part in self.parts:
            part.changed.connect(self._show_shares)
            part.heard.connect(self.samples.toggle_voice)
            left.addWidget(part)
        left.addWidget(self.parts_field)
        left.addStretch(1)
        side, right = card(spacing=14)
        side.setFixedWidth(WIDTH)
        right.addWidget(label(tr("The new voice"), "heading"))
        self.summary = WrappedLabel("", "muted")
        right.addWidget(self.summary)
        right.addWidget(self.sentence_field)
        self.play.setMinimumHeight(38)
        right.addWidget(self.play)
        right.addWidget(self.name_field)
        right.addStretch(1)
        self.save.setMinimumHeight(38)
        right.addWidget(self.save)
        column.addWidget(frame, 1)
        column.addWidget(side)

    def _show_shares(self) -> None:
        total = sum(self.shares.values())
        told = []
        for part in self.parts:
            share = part.share / total if total and part.voice_id else 0.0
            part.show_share(share)
            if share:
                told.append(f"{part.voice.currentText().partition(' · ')[0]} {share:.0%}")
        self.summary.setText(" + ".join(told) if len(self.shares) > 1 else tr("Choose two different voices."))

    def _show_play(self, on: bool) -> None:
        blend = on and self.samples.current == "blend"
        self.play.setText(tr(" Stop") if blend else tr(" Hear the blend"))
        self.play.setIcon(icons.icon("stop" if blend else "play", tone="text"))
        for part in self.parts:
            part.show_playing(on=on and self.samples.current == str(part.voice_id))

    def _save(self) -> None:
        self.faults.clear()
        faults = []
        if len(self.shares) < 2:
            faults.append(("parts", tr("choose two different voices, each with a share")))
        if not self.name.text().strip():
            faults.append(("name", tr("give the voice a name")))
        if faults:
            self.faults.show(faults)
        elif self._desk.client is not None:
            self.save.setEnabled(False)
            self._tasks.start(self._saved(), on_error=self._not_saved, on_end=lambda: self.save.setEnabled(True))

    async def _saved(self) -> None:
        client = self._desk.client
        assert client is not None
        made = await client.voices.blend(self.name.text().strip(), self.shares)
        self.name.clear()
        self._desk.bar.tell(tr("{name} is saved and can speak at once.", name=made.name))
        self.saved.emit(made.id)

    def _not_saved(self, error: Exception) -> None:
        homeless = None
        if isinstance(error, ApiError) and error.fields:
            homeless = self.faults.show([(fault.field, fault.message) for fault in error.fields])
        if homeless is None:
            self._desk.bar.complain(error)
        elif homeless:
            self._desk.bar.warn(" ".join(homeless))


class BlendPart(QFrame):
    """One voice and its weight. `heard` asks for its sample."""

    changed = Signal()
    heard = Signal(int)

    def __init__(self, number: int) -> None:
        super().__init__()
        look(self, "well")
        self.voice = Choice()
        self.voice.setAccessibleName(tr("Voice {number}", number=number))
        self.weight = QSlider(Qt.Orientation.Horizontal)
        self.weight.setRange(0, 100)
        self.weight.setValue(50)
        self.weight.setPageStep(10)
        self.weight.setAccessibleName(tr("Weight of voice {number}", number=number))
        self.play = icon_button("play", tr("Hear voice {number}", number=number), self._hear)
        self.play.setFixedSize(38, 36)
        self._share = label("", "muted")
        self._share.setFont(even_figures(self._share.font()))
        self._share.setFixedWidth(44)
        self._share.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        column.addLayout(row(self.voice, self.play, stretch_at=0))
        column.addLayout(row(label(tr("Weight"), "muted"), self.weight, self._share, spacing=12, stretch_at=1))
        self.voice.currentIndexChanged.connect(lambda _index: self._chosen())
        self.weight.valueChanged.connect(lambda _value: self.changed.emit())

    @property
    def voice_id(self) -> int:
        """The voice that is chosen; 0 for none."""
        return int(self.voice.currentData() or 0)

    @property
    def share(self) -> float:
        """Its weight against the others."""
        return self.weight.value() / 10

    def offer(self, entries: list[Entry], *, optional: bool) -> None:
        """Offer these voices, and none where it is optional."""
        none = [(0, tr("No third voice"))] if optional else []
        self.voice.offer([*none, *((e.voice.id, f"{e.voice.label} · {e.language}") for e in entries)])
        self._chosen()

    def show_share(self, share: float) -> None:
        """Show its part of the whole."""
        self._share.setText(phrases.percent(round(share * 100)) if share else "—")
        self.weight.setAccessibleDescription(tr("{share} of the blend", share=phrases.percent(round(share * 100))))

    def show_playing(self, *, on: bool) -> None:
        """Show whether its sample is heard."""
        self.play.setIcon(icons.icon("stop" if on else "play", tone="text"))

    def _chosen(self) -> None:
        for made in (self.weight, self.play):
            made.setEnabled(bool(self.voice_id))
        self.changed.emit()

    def _hear(self) -> None:
        if self.voice_id:
            self.heard.emit(self.voice_id)
