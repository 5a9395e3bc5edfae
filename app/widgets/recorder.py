"""A microphone's sound as 16-bit mono samples, with its level. QtMultimedia is loaded at the first use."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from PySide6.QtCore import QIODevice, QObject, Signal

from app.language import mark, tr

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QAudioSource

RATE = 44_100
NO_DEVICE = mark("No microphone is connected. Connect one, or choose a file of speech instead.")


class Recorder(QObject):
    """Records until it is stopped or `longest_s` is reached. `heard` carries samples as they come."""

    heard = Signal(bytes)
    running = Signal(bool)
    failed = Signal(str)

    def __init__(self, *, longest_s: float, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._longest = int(longest_s * RATE) * 2
        self._source: QAudioSource | None = None
        self._stream: QIODevice | None = None
        self._channels = 1
        self._sound = bytearray()

    @property
    def sound(self) -> bytes:
        """What was recorded."""
        return bytes(self._sound)

    @property
    def is_running(self) -> bool:
        """Whether it records."""
        return self._source is not None

    def start(self) -> None:
        """Begin anew; says through `failed` when it can't."""
        from PySide6.QtMultimedia import QAudioFormat, QAudioSource, QMediaDevices, QtAudio

        self.stop()
        device = QMediaDevices.defaultAudioInput()
        if device.isNull():
            self.failed.emit(tr(NO_DEVICE))
            return
        wanted = QAudioFormat()
        wanted.setSampleRate(RATE)
        wanted.setSampleFormat(QAudioFormat.SampleFormat.Int16)
        for channels in (1, 2):
            wanted.setChannelCount(channels)
            if device.isFormatSupported(wanted):
                break
        else:
            self.failed.emit(tr("This microphone gives no sound that can be recorded. Choose another, or a file."))
            return
        self._channels = wanted.channelCount()
        self._sound.clear()
        self._source = QAudioSource(device, wanted, self)
        self._stream = self._source.start()
        if self._source.error() != QtAudio.Error.NoError:
            self._source = self._stream = None
            self.failed.emit(tr("The microphone can't be opened: another program may hold it."))
            return
        self._stream.readyRead.connect(self._read)
        self.running.emit(True)

    def stop(self) -> None:
        """End the recording; what was heard stays."""
        source, self._source, self._stream = self._source, None, None
        if source is not None:
            source.stop()
            source.deleteLater()
            self.running.emit(False)

    def take(self, sound: bytes) -> None:
        """Add samples as the microphone gives them: of one channel."""
        room = self._longest - len(self._sound)
        taken = sound[:room]
        self._sound += taken
        self.heard.emit(taken)
        if len(sound) >= room:
            self.stop()

    def _read(self) -> None:
        if self._stream is None:
            return
        sound = bytes(self._stream.readAll().data())
        if self._channels == 2:
            # The left channel: microphones that give two give the same twice.
            sound = array("h", sound[: len(sound) // 4 * 4])[::2].tobytes()
        if sound:
            self.take(sound)
