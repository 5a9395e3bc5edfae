"""One entry of the pronunciation book: written, heard at once, kept."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from app.client.faults import ApiError
from app.client.languages import Language
from app.client.pronunciations import Pronunciation
from app.client.shows import Show
from app.language import mark, tr
from app.models import pronunciations
from app.models.pronunciations import BookEntry
from app.models.voices import Entry
from app.panels.panel import Desk
from app.panels.samples import Samples
from app.tasks import Tasks
from app.theme import icons, look
from app.widgets.buttons import Switch, button, icon_button
from app.widgets.cards import label, row, scrolled
from app.widgets.forms import Choice, Faults, Field, Line

WIDTH = 340
EVERYWHERE = mark("All languages")


class PronunciationForm(QFrame):
    """The form. `kept` carries the entry as the server has it, `removed` the one to take out."""

    kept = Signal(object)
    removed = Signal(object)

    def __init__(self, desk: Desk, tasks: Tasks) -> None:
        super().__init__()
        look(self, "card")
        self.setFixedWidth(WIDTH)
        self._desk, self._tasks = desk, tasks
        self.entry: Pronunciation | None = None
        self._shown = Pronunciation("", "")
        self.samples = Samples(desk, self)
        self.samples.playing.connect(self._show_play)
        self.word, self.said, self.note = (
            Line(tr("Siobhan")),
            Line(tr("Shiv-awn, or /ʃɪvˈɔn/")),
            Line(tr("Why, or where from")),
        )
        self.language, self.show_choice, self.voice = Choice(), Choice(), Choice()
        self.everyone = Switch(tr("For everyone on this server"))
        self.play = button(
            tr("Say it"), self.hear, icon="play", keys="Ctrl+Return", tip=tr("Says the word as it is written")
        )
        self.keep_button = button(tr("Add to the book"), self._keep, icon="check", kind="main", keys="Ctrl+S")
        self.remove_button = icon_button("delete-outline", tr("Remove from the book"), self._remove)
        self._title = label(tr("New word"), "heading")
        self.fields = {
            "word": Field(tr("Word"), self.word),
            "said": Field(
                tr("Said"), self.said, help_text=tr("A respelling as you would read it, or phonemes between slashes.")
            ),
            "language": Field(tr("Language"), self.language),
            "podcastId": Field(tr("Show"), self.show_choice),
            "voiceId": Field(tr("Voice"), self.voice),
            "note": Field(tr("Note"), self.note),
        }
        self.faults = Faults(self.fields)
        self._languages: dict[str, str] = {}
        self._shows: dict[str, str] = {}
        self._voices: dict[int, str] = {}
        self._build()
        self.begin(focus=False)

    @property
    def dirty(self) -> bool:
        """Whether something is written that is not kept."""
        return self._written() != self._shown

    def offer(self, entries: tuple[Entry, ...], languages: tuple[Language, ...], shows: tuple[Show, ...]) -> None:
        """Offer languages, shows and voices."""
        self._languages = {language.code: language.name for language in languages}
        self._shows = {show.id: show.name for show in shows}
        self._voices = {entry.voice.id: entry.voice.name for entry in entries if entry.voice.available}
        self.language.offer([("", tr(EVERYWHERE)), *self._languages.items()])
        self.show_choice.offer([("", tr("Every show")), *self._shows.items()])
        self.voice.offer([(0, tr("Every voice")), *self._voices.items()])

    def named(self, entry: Pronunciation) -> BookEntry:
        """An entry with its names."""
        return pronunciations.named(entry, languages=self._languages, shows=self._shows, voices=self._voices)

    def language_name(self, code: str) -> str:
        """A language's own name, as orders name it."""
        return self._languages.get(code, "")

    def begin(self, *, focus: bool = True) -> None:
        """Begin a new entry."""
        self._fill(Pronunciation("", ""), None)
        if focus:
            self.word.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_entry(self, entry: Pronunciation) -> None:
        """Show an entry of the book."""
        self._fill(entry, entry)

    def hear(self) -> None:
        """Say the word as it is written in the form, or stop."""
        said = self.said.text().strip() or self.word.text().strip()
        if not said:
            self.faults.show([("word", tr("write the word that is to be said"))])
            return
        phonemes = said.startswith("/") and said.endswith("/") and len(said) > 2
        words = f"[{self.word.text().strip() or 'word'}]({said})" if phonemes else said
        voice, language = int(self.voice.currentData() or 0), self.language_name(str(self.language.currentData() or ""))

        async def fetch() -> bytes:
            client = self._desk.client
            assert client is not None
            return await client.voices.say(words, voice_id=voice or None, language=language)

        self.samples.toggle(f"say {words} {voice} {language}", fetch)

    def _build(self) -> None:
        content = QWidget()
        inner = QVBoxLayout(content)
        inner.setContentsMargins(0, 0, 8, 0)
        inner.setSpacing(12)
        inner.addWidget(self._title)
        inner.addWidget(self.fields["word"])
        inner.addWidget(self.fields["said"])
        self.play.setMinimumHeight(36)
        inner.addWidget(self.play)
        for name in ("language", "podcastId", "voiceId", "note"):
            inner.addWidget(self.fields[name])
        inner.addWidget(self.everyone)
        inner.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 12, 20)
        column.setSpacing(12)
        column.addWidget(scrolled(content), 1)
        self.keep_button.setMinimumHeight(38)
        self.remove_button.setFixedSize(38, 38)
        last = row(self.remove_button, self.keep_button, stretch_at=1)
        last.setContentsMargins(0, 0, 8, 0)
        column.addLayout(last)
        for line in (self.word, self.said, self.note):
            line.returnPressed.connect(self._keep)

    def _fill(self, values: Pronunciation, entry: Pronunciation | None) -> None:
        self.faults.clear()
        self.entry = entry
        self.word.setText(values.word)
        self.said.setText(values.said)
        self.note.setText(values.note)
        for choice, value in (
            (self.language, values.language),
            (self.show_choice, values.podcast_id),
            (self.voice, values.voice_id or 0),
        ):
            choice.choose(value)
        self.everyone.setChecked(values.for_everyone)
        self._title.setText(tr("New word") if entry is None else values.word)
        self.keep_button.setText(tr(" Add to the book") if entry is None else tr(" Keep"))
        self.remove_button.setVisible(entry is not None)
        self._shown = self._written()

    def _written(self) -> Pronunciation:
        return Pronunciation(
            word=" ".join(self.word.text().split()),
            said=" ".join(self.said.text().split()),
            id=self.entry.id if self.entry else "",
            language=str(self.language.currentData() or ""),
            podcast_id=str(self.show_choice.currentData() or ""),
            voice_id=int(self.voice.currentData() or 0) or None,
            note=self.note.text().strip(),
            for_everyone=self.everyone.isChecked(),
        )

    def _keep(self) -> None:
        self.faults.clear()
        entry = self._written()
        missing = [(name, tr("is needed")) for name in ("word", "said") if not getattr(entry, name)]
        if missing:
            self.faults.show(missing)
        elif self._desk.client is not None:
            self._tasks.start(self._send(entry), replacing="keep", on_error=self._not_kept)

    async def _send(self, entry: Pronunciation) -> None:
        client = self._desk.client
        assert client is not None
        language = self.language_name(entry.language)
        book = client.pronunciations
        made = await (book.change if entry.id else book.add)(dataclasses.replace(entry), language=language)
        self._fill(made, made)
        self.kept.emit(made)

    def _not_kept(self, error: Exception) -> None:
        homeless = None
        if isinstance(error, ApiError) and error.fields:
            homeless = self.faults.show([(fault.field, fault.message) for fault in error.fields])
        if homeless is None:
            self._desk.bar.complain(error)
        elif homeless:
            self._desk.bar.warn(" ".join(homeless))

    def _remove(self) -> None:
        if self.entry is not None:
            self.removed.emit(self.entry)

    def _show_play(self, on: bool) -> None:
        self.play.setText(tr(" Stop") if on else tr(" Say it"))
        self.play.setIcon(icons.icon("stop" if on else "play", tone="text"))
