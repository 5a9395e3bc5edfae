"""The selected voice beside the catalogue: who it is, how it sounds, what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.language import mark, short, tr
from app.models import voices
from app.models.orders import Order
from app.models.voices import Entry
from app.panels.panel import Desk
from app.panels.samples import Samples
from app.theme import icons, look
from app.widgets.buttons import button, icon_button
from app.widgets.cards import ElidedLabel, Facts, Glyph, WrappedLabel, label, row
from app.widgets.empty import EmptyState

WIDTH = 308
ENGINES = {
    "kokoro": "Kokoro-82M",
    "hibari": "Hibari",
    "espeak": "espeak-ng",
    "piper": "Piper",
    "endpoint": mark("Endpoint"),
    "matched": mark("Voice match"),
    "cloned": mark("Cloning endpoint"),
}
BASIC = mark("Basic: clear, and plainly a machine. It is there for languages that no better voice speaks.")
MATCHED = mark(
    "A voice match: the nearest packaged voice, shaped towards a recording. Close, but not the person's own voice."
)


class VoiceCard(QFrame):
    """One voice."""

    favourite_asked = Signal()
    remove_asked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        look(self, "card")
        self.setFixedWidth(WIDTH)
        self._desk = desk
        self.entry: Entry | None = None
        self._names: dict[int, str] = {}
        self.samples = Samples(desk, self)
        self.samples.playing.connect(self._show_play)
        self._name = ElidedLabel("", "heading")
        self._traits = ElidedLabel("", "muted")
        self.favourite = icon_button("star-outline", tr("Add to favourites"), self.favourite_asked.emit)
        self.favourite.setFixedSize(38, 38)
        self.play = button(
            tr("Hear it"), self.toggle_sample, icon="play", kind="main", tip=tr("Plays a sentence (Space)")
        )
        self.play.setMinimumHeight(38)
        self._notice = QFrame()
        look(self._notice, "notice")
        self._notice_glyph = Glyph("information-outline", tone="warning")
        self._needs = WrappedLabel("")
        self._facts = Facts()
        self.use = button(tr("Use in a new episode"), self._use, icon="plus-circle-outline")
        self.use.setMinimumHeight(38)
        self.remove = icon_button("delete-outline", tr("Remove this voice"), self.remove_asked.emit)
        self.remove.setFixedSize(38, 38)
        self._body = QWidget()
        self._none = EmptyState("account-voice", tr("No voice selected"), tr("Choose one to hear it."), width=240)
        self._build()
        self.show_entry(None)

    def show_entry(self, entry: Entry | None) -> None:
        """Show a voice, or that none is selected."""
        other = (entry.voice.id if entry else 0) != (self.entry.voice.id if self.entry else 0)
        self.entry = entry
        if other:
            self.samples.stop()
        self._body.setVisible(entry is not None)
        self._none.setVisible(entry is None)
        if entry is None:
            return
        voice = entry.voice
        self._name.setText(voice.name)
        self._traits.setText(" · ".join((entry.language, voices.accent(entry))))
        self.favourite.setIcon(icons.icon("star" if entry.favourite else "star-outline", tone="warning"))
        words = tr("Remove from favourites (F)") if entry.favourite else tr("Add to favourites (F)")
        self.favourite.setToolTip(words)
        self.favourite.setAccessibleName(words.removesuffix(" (F)"))
        told = tr("It can't speak yet: it needs {needs}.", needs=voice.needs) if not voice.available else ""
        told = told or (tr(BASIC) if voice.grade == "basic" else tr(MATCHED) if voice.origin == "own" else "")
        self._needs.setText(told)
        self._notice.setVisible(bool(told))
        self._notice_glyph.set("alert-circle-outline" if not voice.available else "information-outline", "warning")
        for made in (self.play, self.use):
            made.setEnabled(voice.available)
        self.remove.setVisible(entry.removable)
        parts = " + ".join(f"{short(share)}× {self._name_of(number)}" for number, share in voice.parts)
        self._facts.show_facts(
            (
                (tr("Language"), entry.language),
                (tr("Accent"), tr(voice.accent)),
                (tr("Sex"), tr(voice.sex)),
                (tr("Grade"), voice.grade if voice.grade not in ("match", "cloned") else ""),
                (tr("Word errors"), entry.errors if voice.word_errors is not None else tr("Not measured")),
                (tr("Speaks with"), tr(ENGINES.get(voice.engine, voice.engine))),
                (tr("Made of"), parts),
                (tr("Comes from"), tr(voices.ORIGINS.get(voice.origin, voice.origin))),
                (tr("Number"), str(voice.id)),
            )
        )
        self._show_play(on=self.samples.current == str(voice.id))

    def toggle_sample(self) -> None:
        """Play the sample, or stop it."""
        if self.entry is not None and self.entry.voice.available:
            self.samples.toggle_voice(self.entry.voice.id)

    def know(self, names: dict[int, str]) -> None:
        """Take the names of all voices, for what blends are made of."""
        self._names = dict(names)

    def _name_of(self, number: int) -> str:
        return self._names.get(number, tr("voice {number}", number=number))

    def _build(self) -> None:
        body = QVBoxLayout(self._body)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(12)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._name)
        words.addWidget(self._traits)
        top = QHBoxLayout()
        top.addLayout(words, 1)
        top.addWidget(self.favourite, 0, Qt.AlignmentFlag.AlignTop)
        body.addLayout(top)
        body.addWidget(self.play)
        notice = QHBoxLayout(self._notice)
        notice.setContentsMargins(12, 10, 12, 10)
        notice.setSpacing(10)
        notice.addWidget(self._notice_glyph, 0, Qt.AlignmentFlag.AlignTop)
        notice.addWidget(self._needs, 1)
        body.addWidget(self._notice)
        body.addSpacing(4)
        body.addWidget(self._facts)
        body.addStretch(1)
        body.addWidget(label(tr("Space plays · F marks a favourite"), "small"))
        body.addLayout(row(self.remove, self.use, stretch_at=1))
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 20)
        column.addWidget(self._body, 1)
        column.addWidget(self._none, 1)

    def _show_play(self, on: bool) -> None:
        self.play.setText(tr(" Stop") if on else tr(" Hear it"))
        self.play.setAccessibleName(tr("Stop the sample") if on else tr("Hear it"))
        self.play.setIcon(icons.icon("stop" if on else "play", tone="on_accent"))

    def _use(self) -> None:
        if self.entry is not None:
            language = self.entry.language if self.entry.language != tr(voices.ANY_LANGUAGE) else ""
            self._desk.go("create", Order(language=language, voice1=self.entry.voice.id))
