"""The mix of an episode: levels, music, loudness before and after, and this version against any earlier one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from app.client.episode_drafts import CastMember, DeskState, Draft, Loudness, Version
from app.language import number, tr
from app.models import phrases
from app.models.episode_drafts import Editing
from app.panels.line_card import Number
from app.panels.panel import Desk
from app.widgets.buttons import Segments, Switch, button
from app.widgets.cards import Dot, ElidedLabel, WrappedLabel, card, label, row, scrolled
from app.widgets.forms import Choice, Field
from app.widgets.transcripts import SPEAKER_TONES
from app.widgets.transport import Transport

STEPS = 2
"""Steps of a level's slider in a decibel."""


class SpeakerStrip(QWidget):
    """One speaker's stem: voice, level, mute."""

    def __init__(self, speaker: int) -> None:
        super().__init__()
        self.speaker = speaker
        name = tr("Speaker {number}", number=speaker + 1)
        self.voice = Choice()
        self.voice.setAccessibleName(tr("Voice of {name}", name=name))
        self.level = QSlider(Qt.Orientation.Horizontal)
        self.level.setAccessibleName(tr("Level of {name}", name=name))
        self.level.setRange(-24 * STEPS, 12 * STEPS)
        self.shown = label(tr("0 dB"), "muted")
        self.shown.setFixedWidth(58)
        self.shown.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.mute = Switch(tr("Mute"))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        line.addWidget(Dot(SPEAKER_TONES[speaker % len(SPEAKER_TONES)]))
        caption = label(name)
        caption.setFixedWidth(86)
        line.addWidget(caption)
        self.voice.setFixedWidth(214)
        line.addWidget(self.voice)
        line.addWidget(self.level, 1)
        line.addWidget(self.shown)
        line.addWidget(self.mute)

    def show_member(self, member: CastMember, voices: list[tuple[int, str]]) -> None:
        """Show how a speaker is mixed."""
        self.voice.offer(voices, keep=False)
        self.voice.choose(member.voice)
        for made in (self.level, self.mute):
            made.blockSignals(True)
        self.level.setValue(round(member.level_db * STEPS))
        self.mute.setChecked(member.muted)
        for made in (self.level, self.mute):
            made.blockSignals(False)
        sign = "+" if member.level_db > 0 else ""
        self.shown.setText(f"{sign}{number(member.level_db, places=1)} dB" if member.level_db else tr("0 dB"))
        self.level.setEnabled(not member.muted)


class MixDesk(QWidget):
    """The page. `music_wanted` carries a file that is to be the episode's music."""

    music_wanted = Signal(str)
    version_wanted = Signal(int)
    """The number of an earlier version whose script is to be on the desk again."""

    def __init__(self, desk: Desk, editing: Editing) -> None:
        super().__init__()
        self._desk, self._editing = desk, editing
        self._state: DeskState | None = None
        self._strips: dict[int, SpeakerStrip] = {}
        self._versions: tuple[Version, ...] = ()
        self.use = Segments((("none", tr("None")), ("intro", tr("Intro")), ("bed", tr("Bed"))), name=tr("Music"))
        self.file_button = button(tr("Choose music…"), self._choose, icon="file-music-outline")
        self.file_label = ElidedLabel("", "muted")
        self.music_db = Number(tr("Level of the music alone"), -40, 0, 1, unit=" LU")
        self.ducking_db = Number(tr("Softer while somebody speaks"), -40, 0, 1, unit=" dB")
        self.fade_in = Number(tr("Fade in"), 0, 20, 0.5, unit=" s")
        self.fade_out = Number(tr("Fade out"), 0, 20, 0.5, unit=" s")
        self.target = Number(tr("Target loudness"), -24, -14, 0.5, unit=" LUFS")
        self.choice = Segments((("a", tr("A · this version")), ("b", tr("B · the earlier one"))), name=tr("Listen to"))
        self.transport = Transport(desk.playback, skip_seconds=10)
        self.earlier = Choice()
        self.earlier.setAccessibleName(tr("Earlier version"))
        self.back_button = button(
            tr("Put its script on the desk"),
            self._want_version,
            icon="history",
            tip=tr("The script and the mix that the earlier version was made of, as a step that can be undone"),
        )
        self._speakers = QVBoxLayout()
        self._report = QGridLayout()
        self._told = WrappedLabel("", "muted")
        self._build()
        self._listen()

    def show_desk(
        self, state: DeskState, draft: Draft, *, voices: list[tuple[int, str]], name_of: Callable[[int], str]
    ) -> None:
        """Show the mix of a draft."""
        del name_of
        self._state = state
        known = [member.speaker for member in draft.cast]
        if list(self._strips) != known:
            self._new_strips(known)
        for member in draft.cast:
            self._strips[member.speaker].show_member(member, voices)
        mixing = draft.mixing
        self.use.choose(mixing.music)
        for made, value in (
            (self.music_db, mixing.music_db),
            (self.ducking_db, mixing.ducking_db),
            (self.fade_in, mixing.fade_in_s),
            (self.fade_out, mixing.fade_out_s),
            (self.target, mixing.target_lufs),
        ):
            made.put(value)
        ordered = mixing.music_file == "order"
        named = tr("The music of the order") if ordered else state.music_name
        self.file_label.setText(named or tr("No music chosen yet: an MP3, M4A or WAV of your own"))
        for made in (self.music_db, self.ducking_db, self.fade_in, self.fade_out):
            made.setEnabled(mixing.music != "none")
        self._show_versions(state.versions)

    def _build(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(16)
        frame, inner = card(padding=20, spacing=14)
        inner.addWidget(label(tr("Speakers"), "heading"))
        inner.addWidget(
            WrappedLabel(
                tr("All voices are brought to the same loudness first. Episodes are mono: voices stay in the middle."),
                "muted",
            )
        )
        self._speakers.setSpacing(12)
        inner.addLayout(self._speakers)
        column.addWidget(frame)
        frame, inner = card(padding=20, spacing=14)
        inner.addLayout(row(label(tr("Music"), "heading"), None, self.use))
        inner.addLayout(row(self.file_button, self.file_label, spacing=12, stretch_at=1))
        fields = QHBoxLayout()
        fields.setSpacing(12)
        for caption, made in (
            (tr("Alone, under the speech"), self.music_db),
            (tr("While somebody speaks"), self.ducking_db),
            (tr("Fade in"), self.fade_in),
            (tr("Fade out"), self.fade_out),
        ):
            fields.addWidget(Field(caption, made))
        inner.addLayout(fields)
        column.addWidget(frame)
        frame, inner = card(padding=20, spacing=14)
        self.target.setFixedWidth(150)
        inner.addLayout(row(label(tr("Loudness"), "heading"), None, label(tr("Target"), "muted"), self.target))
        self._report.setHorizontalSpacing(20)
        self._report.setVerticalSpacing(10)
        self._report.setColumnStretch(0, 1)
        inner.addLayout(self._report)
        inner.addWidget(self._told)
        inner.addStretch(1)
        heard = QHBoxLayout()
        heard.setSpacing(16)
        heard.addWidget(frame, 3)
        self._listening, inner = card(padding=20, spacing=14)
        inner.addWidget(label(tr("Before and after"), "heading"))
        inner.addWidget(WrappedLabel(tr("Both play from the same moment, to hear what a change does."), "muted"))
        inner.addWidget(Field(tr("Compare with"), self.earlier))
        inner.addWidget(self.choice)
        inner.addWidget(self.transport)
        inner.addLayout(row(self.back_button, None))
        inner.addStretch(1)
        heard.addWidget(self._listening, 2)
        column.addLayout(heard)
        column.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(content))

    def _listen(self) -> None:
        def mixing(name: str, words: str) -> Callable[[float], None]:
            return lambda value: self._editing.set_mixing(words, joins=name, **{name: round(value, 2)})

        self.use.chosen.connect(lambda value: self._use(str(value)))
        self.music_db.valueChanged.connect(mixing("music_db", tr("Level of the music")))
        self.ducking_db.valueChanged.connect(mixing("ducking_db", tr("Ducking of the music")))
        self.fade_in.valueChanged.connect(mixing("fade_in_s", tr("Fade in")))
        self.fade_out.valueChanged.connect(mixing("fade_out_s", tr("Fade out")))
        self.target.valueChanged.connect(mixing("target_lufs", tr("Target loudness")))
        self.choice.chosen.connect(lambda _value: self._switch())
        self.earlier.picked.connect(self._compare)

    def _use(self, use: str) -> None:
        if use != "none" and not self._editing.draft.mixing.music_file:
            self.use.choose("none")
            self._choose(use)
        else:
            self._editing.set_mixing(tr("Music"), music=use)

    def _choose(self, use: str = "") -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Choose music"), "", tr("Music (*.mp3 *.m4a *.wav)"))
        if name:
            self._wanted_use = use or (self._editing.draft.mixing.music.replace("none", "") or "intro")
            self.music_wanted.emit(name)

    def take_music(self, file_id: str) -> None:
        """Music that was sent is the episode's from now on."""
        self._editing.set_mixing(tr("Music"), music=self._wanted_use, music_file=file_id)

    _wanted_use = "intro"

    def _new_strips(self, speakers: list[int]) -> None:
        for strip in self._strips.values():
            strip.hide()
            strip.deleteLater()
        self._strips = {}
        for speaker in speakers:
            strip = SpeakerStrip(speaker)
            strip.voice.picked.connect(lambda s=strip: self._set(s, tr("Voice"), voice=int(s.voice.currentData())))
            strip.level.valueChanged.connect(
                lambda value, s=strip: self._set(s, tr("Level"), joins="level", level_db=value / STEPS)
            )
            strip.mute.toggled.connect(lambda on, s=strip: self._set(s, tr("Mute"), muted=on))
            self._strips[speaker] = strip
            self._speakers.addWidget(strip)

    def _set(self, strip: SpeakerStrip, words: str, *, joins: str = "", **values: object) -> None:
        self._editing.set_member(strip.speaker, words, joins=joins, **values)

    def _show_versions(self, versions: tuple[Version, ...]) -> None:
        fresh = [v.number for v in versions] != [v.number for v in self._versions]
        self._versions = versions
        self._listening.setVisible(len(versions) > 1)
        if fresh:
            offered = [(version.number, _version_words(version)) for version in versions[1:]]
            # A rebuild is heard against the one that it follows.
            self.earlier.offer(offered, keep=False)
            self.choice.choose("a")
            self._switch()
        self._show_report()

    @property
    def _compared(self) -> Version | None:
        """The earlier version that is chosen; None where there is only one."""
        chosen = self.earlier.currentData()
        return next((version for version in self._versions[1:] if version.number == chosen), None)

    def _compare(self) -> None:
        """Another earlier version is heard, measured and offered."""
        self._show_report()
        self._switch()

    def _show_report(self) -> None:
        while (item := self._report.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        newest = self._versions[0] if self._versions else None
        before = self._compared
        self.back_button.setVisible(before is not None and before.has_draft)
        columns: list[tuple[str, Loudness | None]] = [
            (tr("Before mastering"), newest.before if newest else None),
            (tr("As published"), newest.loudness if newest else None),
        ]
        if before is not None:
            columns.append((tr("Version {number}", number=before.number), before.loudness))
        measured = any(values for _, values in columns)
        self._told.setText("" if measured else tr("Measured with the next rebuild."))
        self._told.setVisible(not measured)
        if not measured:
            return
        for place, (name, values) in enumerate(columns, 1):
            self._cell(0, place, name, "muted")
            for line, text in enumerate(_figures(values), 1):
                self._cell(line, place, text, "strong" if place == 2 else "")
        for line, name in enumerate(
            (tr("Integrated"), tr("Loudest three seconds"), tr("Loudness range"), tr("True peak")), 1
        ):
            self._report.addWidget(label(name), line, 0)

    def _cell(self, line: int, place: int, text: str, kind: str) -> None:
        self._report.addWidget(label(text, kind), line, place, Qt.AlignmentFlag.AlignRight)

    def _want_version(self) -> None:
        if self._compared is not None:
            self.version_wanted.emit(self._compared.number)

    def _switch(self) -> None:
        """Hear the other version from where this one stands."""
        version = self._compared if self.choice.value() == "b" else next(iter(self._versions), None)
        if version is None:
            return
        playback = self._desk.playback
        was_mine, on, at = self.transport.mine, playback.is_playing, playback.position
        self.transport.attach(version.audio_url, length_ms=round(version.duration * 1000))
        if was_mine:
            self.transport.seek(at)
            if on:
                playback.play()


def _version_words(version: Version) -> str:
    if version.created is None:
        return tr("Version {number}", number=version.number)
    made = f"{phrases.day(version.created)} {phrases.time(version.created)}"
    return tr("Version {number}, {made}", number=version.number, made=made)


def _figures(values: Loudness | None) -> tuple[str, ...]:
    if values is None:
        return ("–",) * 4
    return (
        f"{number(values.integrated, places=1)} LUFS",
        f"{number(values.loudest_short_term, places=1)} LUFS",
        f"{number(values.range, places=1)} LU",
        f"{number(values.true_peak, places=1)} dBTP",
    )
