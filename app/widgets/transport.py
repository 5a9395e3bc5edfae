"""The player's controls: back, play, forward, speed, volume; as many of them as there is room for."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from app.language import short, tr
from app.models import phrases
from app.theme import even_figures, icons
from app.widgets.buttons import icon_button
from app.widgets.cards import label
from app.widgets.forms import Choice
from app.widgets.playback import SPEEDS, Playback


class Transport(QWidget):
    """Controls for what is loaded under `address`; when another sound plays they rest.

    `whole` adds chapters, speed and volume.
    """

    sought = Signal(int)
    chapter = Signal(int)
    volume_changed = Signal(int)

    def __init__(self, playback: Playback, *, skip_seconds: int, whole: bool = False) -> None:
        super().__init__()
        self._playback = playback
        self._skip = skip_seconds * 1000
        self._address = ""
        self._length = 0
        self.position_label = label("00:00", "muted")
        self.length_label = label("00:00", "muted")
        for shown in (self.position_label, self.length_label):
            shown.setFont(even_figures(shown.font()))
            shown.setFixedWidth(56 if whole else 48)
        self.length_label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.back = icon_button(
            "rewind-10" if skip_seconds == 10 else "rewind",
            tr("Back {skip_seconds} s", skip_seconds=skip_seconds),
            self._back,
        )
        self.play = icon_button("play", tr("Play"), self._toggle, kind="main" if whole else "icon")
        self.forward = icon_button(
            "fast-forward-10" if skip_seconds == 10 else "fast-forward",
            tr("Forward {skip_seconds} s", skip_seconds=skip_seconds),
            self._forward,
        )
        self._kind = "on_accent" if whole else "text"
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8 if whole else 5)
        layout.addWidget(self.position_label)
        layout.addStretch(1)
        if whole:
            layout.addWidget(icon_button("skip-previous", tr("Chapter before"), lambda: self.chapter.emit(-1)))
        for made in (self.back, self.play, self.forward):
            made.setFixedSize((52 if made is self.play else 46) if whole else 42, 36)
            layout.addWidget(made)
        if whole:
            layout.addWidget(icon_button("skip-next", tr("Next chapter"), lambda: self.chapter.emit(1)))
        layout.addStretch(1)
        self.speed = Choice()
        self.volume = QSlider(Qt.Orientation.Horizontal)
        if whole:
            self._add_sound(layout)
        layout.addWidget(self.length_label)
        playback.playing.connect(lambda _on: self._show_state())
        playback.moved.connect(self._moved)

    def attach(self, address: str, *, length_ms: int) -> None:
        """Control this sound from now on."""
        self._address, self._length = address, length_ms
        self.length_label.setText(phrases.clock(length_ms / 1000))
        mine = address and self._playback.address == address
        self._show_position(self._playback.position if mine else 0)
        for made in (self.back, self.play, self.forward):
            made.setEnabled(bool(address))
        self._show_state()

    @property
    def address(self) -> str:
        """What it controls; empty for nothing."""
        return self._address

    @property
    def mine(self) -> bool:
        """Whether the player holds this sound."""
        return bool(self._address) and self._playback.address == self._address

    def toggle(self) -> None:
        """Play or pause."""
        self._toggle()

    def seek(self, position_ms: int) -> None:
        """Go to a position of this sound, loading it if need be."""
        if not self._address:
            return
        target = min(max(position_ms, 0), self._length)
        if self.mine:
            self._playback.seek(target)
        else:
            self._playback.load(self._address, at=target)

    def skip(self, direction: int) -> None:
        """Skip back (-1) or forward (1)."""
        self.seek((self._playback.position if self.mine else 0) + direction * self._skip)

    def change_speed(self, steps: int) -> None:
        """Faster or slower by so many steps."""
        place = min(max(SPEEDS.index(self._playback.speed) + steps, 0), len(SPEEDS) - 1)
        self._playback.set_speed(SPEEDS[place])
        self.speed.choose(SPEEDS[place])

    def change_volume(self, percent: int) -> None:
        """Louder or quieter by so many per cent."""
        self.volume.setValue(self.volume.value() + percent)

    def toggle_mute(self) -> None:
        """Silence, or sound again."""
        self._playback.set_muted(not self._playback.muted)
        self._show_mute()

    def _add_sound(self, layout: QHBoxLayout) -> None:
        self.speed.setAccessibleName(tr("Speed"))
        self.speed.setToolTip(tr("Speed (, and .)"))
        self.speed.offer([(speed, f"{short(speed)}×") for speed in SPEEDS])
        self.speed.choose(self._playback.speed)
        self.speed.setFixedWidth(84)
        self.speed.picked.connect(lambda: self._playback.set_speed(float(self.speed.currentData())))
        self.mute = icon_button("volume-high", tr("Mute (M)"), self.toggle_mute)
        self.volume.setAccessibleName(tr("Volume"))
        self.volume.setRange(0, 100)
        self.volume.setFixedWidth(110)
        self.volume.valueChanged.connect(lambda value: self._playback.set_volume(value / 100))
        self.volume.valueChanged.connect(self.volume_changed)
        for made in (self.speed, self.mute, self.volume):
            layout.addWidget(made)

    def _toggle(self) -> None:
        if not self._address:
            return
        if not self.mine:
            self._playback.load(self._address)
        self._playback.toggle()

    def _back(self) -> None:
        self.skip(-1)

    def _forward(self) -> None:
        self.skip(1)

    def _moved(self, position_ms: int) -> None:
        if self.mine:
            self._show_position(position_ms)
            self.sought.emit(position_ms)

    def _show_position(self, position_ms: int) -> None:
        text = phrases.clock(position_ms / 1000)
        if self.position_label.text() != text:
            self.position_label.setText(text)

    def _show_state(self) -> None:
        on = self.mine and self._playback.is_playing
        self.play.setIcon(icons.icon("pause" if on else "play", tone=self._kind))
        self.play.setAccessibleName(tr("Pause") if on else tr("Play"))
        self.play.setToolTip(tr("Pause (Space)") if on else tr("Play (Space)"))

    def _show_mute(self) -> None:
        self.mute.setIcon(icons.icon("volume-off" if self._playback.muted else "volume-high", tone="text"))
        self.mute.setAccessibleName(tr("Sound on") if self._playback.muted else tr("Mute"))
