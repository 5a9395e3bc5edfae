"""Several tracks heard together, each of them silent or alone at will, in step to the sample."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QIODevice, QObject, QTimer, Signal

from app.language import mark, tr
from app.models.sound_files import Tracks

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QAudioSink

TICK_MS = 30
BUFFER_S = 0.2
NO_DEVICE = mark("No loudspeaker or headphones are connected: the tracks can be saved, but not heard here.")


class TrackPlayer(QObject):
    """Mixes tracks while they play. Positions in milliseconds. QtMultimedia is loaded at the first play."""

    moved = Signal(int)
    playing = Signal(bool)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tracks: Tracks | None = None
        self._sink: QAudioSink | None = None
        self._stream: QIODevice | None = None
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self.feed)

    @property
    def position(self) -> int:
        """Where it plays."""
        if self._tracks is None:
            return 0
        waiting = self._sink.bufferSize() - self._sink.bytesFree() if self._sink is not None else 0
        return max(int((self._tracks.position - waiting / 2) * 1000 / self._tracks.rate), 0)

    @property
    def is_playing(self) -> bool:
        """Whether sound comes out."""
        return self._sink is not None

    def load(self, tracks: Tracks | None) -> None:
        """Take other tracks; None lets go of them."""
        self.pause()
        if self._tracks is not None:
            self._tracks.close()
        self._tracks = tracks

    def hear(self, gains: Sequence[float]) -> None:
        """How loud each track is, from 0 to 1."""
        if self._tracks is not None and len(gains) == len(self._tracks.gains):
            self._tracks.gains[:] = gains

    def toggle(self) -> None:
        """Play, or pause."""
        if self.is_playing:
            self.pause()
        else:
            self.play()

    def play(self) -> None:
        """Play from where it stands; says through `failed` when it can't."""
        if self._tracks is None or self.is_playing:
            return
        from PySide6.QtMultimedia import QAudioFormat, QAudioSink, QMediaDevices

        device = QMediaDevices.defaultAudioOutput()
        if device.isNull():
            self.failed.emit(tr(NO_DEVICE))
            return
        wanted = QAudioFormat()
        wanted.setSampleRate(self._tracks.rate)
        wanted.setChannelCount(1)
        wanted.setSampleFormat(QAudioFormat.SampleFormat.Int16)
        if self._tracks.position >= self._tracks.frames:
            self._tracks.seek(0)
        self._sink = QAudioSink(device, wanted, self)
        self._sink.setBufferSize(int(self._tracks.rate * BUFFER_S) * 2)
        self._stream = self._sink.start()
        self._tick.start()
        self.playing.emit(True)
        self.feed()

    def pause(self) -> None:
        """Stop for now."""
        self._tick.stop()
        sink, self._sink, self._stream = self._sink, None, None
        if sink is not None:
            sink.stop()
            sink.deleteLater()
            self.playing.emit(False)

    def seek(self, position_ms: int) -> None:
        """Go to a position, playing or not."""
        if self._tracks is None:
            return
        was_on = self.is_playing
        self.pause()
        self._tracks.seek(int(position_ms * self._tracks.rate / 1000))
        if was_on:
            self.play()
        self.moved.emit(self.position)

    def feed(self) -> None:
        """Give the device what it has room for."""
        if self._tracks is None or self._sink is None or self._stream is None:
            return
        sound = self._tracks.read(self._sink.bytesFree() // 2)
        if sound:
            self._stream.write(sound)
        elif self._sink.bytesFree() >= self._sink.bufferSize():
            self.pause()
        self.moved.emit(self.position)


def open_tracks(paths: Sequence[Path]) -> Tracks:
    """Open tracks; slow, call it off the window's loop. Raises `NotReadable`."""
    return Tracks(list(paths))
