"""Playback of one sound or film at a time. QtMultimedia is loaded when the first sound is asked for.

The player is only ever asked by queued calls. Called directly from Python, it waits for its own threads with the
interpreter's lock in hand, while one of them wants that lock to look for an override of ours: the window stood still
for good, once in some hundred stops (PySide6 6.11, seen in a debugger).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Q_ARG, QMetaObject, QObject, Qt, QTemporaryFile, QTimer, QUrl, Signal

from app.language import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtMultimedia import QAudioOutput, QMediaPlayer, QVideoSink

SPEEDS = (0.75, 1.0, 1.25, 1.5, 1.75, 2.0)
TICK_MS = 40
"""How often the position is told while sound plays: the player itself tells only a few times a second."""


class Playback(QObject):
    """A player. Positions in milliseconds, volume from 0 to 1.

    `ended` tells that a short sound is over, `pictured` that a film shows another `picture`.
    """

    moved = Signal(int)
    ended = Signal()
    playing = Signal(bool)
    failed = Signal(str)
    pictured = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._player: QMediaPlayer | None = None
        self._output: QAudioOutput | None = None
        self._sink: QVideoSink | None = None
        self._address = ""
        self._source = ""
        self._file: QTemporaryFile | None = None
        self._wanted_at: int | None = None
        self._speed, self._volume, self._muted = 1.0, 0.9, False
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(lambda: self.moved.emit(self.position))

    @property
    def address(self) -> str:
        """What is loaded; empty for nothing."""
        return self._address

    @property
    def position(self) -> int:
        """Where it plays, or will begin."""
        if self._wanted_at is not None:
            return self._wanted_at
        return self._player.position() if self._player is not None else 0

    @property
    def picture(self) -> QImage | None:
        """What a film shows now; None where nothing was shown yet, or what is loaded is no film."""
        frame = self._sink.videoFrame() if self._sink is not None and self._source else None
        return frame.toImage() if frame is not None and frame.isValid() else None

    @property
    def is_playing(self) -> bool:
        """Whether sound comes out."""
        if self._player is None:
            return False
        return self._player.playbackState() == self._player.PlaybackState.PlayingState

    @property
    def speed(self) -> float:
        """How many times its own pace it plays."""
        return self._speed

    def load(self, address: str, *, at: int = 0) -> None:
        """Take another sound, without playing it. Nothing is fetched before it is played or sought in."""
        if address == self._address:
            return
        self._halt()
        self._address = address
        self._wanted_at = at
        self.moved.emit(at)

    def play_bytes(self, content: bytes) -> None:
        """Play a short sound from memory (a voice's sample)."""
        self._halt()
        self._address = ""
        player = self._made()
        self._file = QTemporaryFile(self)
        if not self._file.open() or self._file.write(content) != len(content):
            self.failed.emit(tr("The sound could not be kept on the disk: free some space and try again."))
            return
        self._file.flush()
        self._set_source(player, QUrl.fromLocalFile(self._file.fileName()))
        _ask(player, "play")

    def toggle(self) -> None:
        """Play, or pause."""
        if self.is_playing:
            self.pause()
        else:
            self.play()

    def play(self) -> None:
        """Play from where it stands."""
        if not self._address:
            return
        _ask(self._prepared(), "play")

    def pause(self) -> None:
        """Stop for now."""
        if self._player is not None:
            _ask(self._player, "pause")

    def stop(self) -> None:
        """Let go of the sound."""
        self._halt()
        self._address = ""
        self._wanted_at = None

    def seek(self, position_ms: int) -> None:
        """Go to a position, playing or not."""
        target = max(position_ms, 0)
        player = self._player
        if player is None or not player.isSeekable() or not self._source:
            self._wanted_at = target
        else:
            self._wanted_at = None
            _ask(player, "setPosition", Q_ARG("qint64", target))
        self.moved.emit(target)

    def set_speed(self, speed: float) -> None:
        """Play faster or slower, at the same pitch."""
        self._speed = speed
        if self._player is not None:
            _ask(self._player, "setPlaybackRate", Q_ARG(float, speed))

    def set_volume(self, volume: float) -> None:
        """Louder or quieter, on a scale that sounds even."""
        self._volume = min(max(volume, 0.0), 1.0)
        if self._output is not None:
            # Loudness is felt on a logarithmic scale; a square comes close to it.
            _ask(self._output, "setVolume", Q_ARG("float", self._volume**2))

    def set_muted(self, muted: bool) -> None:
        """Silence without losing the volume."""
        self._muted = muted
        if self._output is not None:
            _ask(self._output, "setMuted", Q_ARG(bool, muted))

    @property
    def muted(self) -> bool:
        """Whether it is silenced."""
        return self._muted

    def _halt(self) -> None:
        file, self._file = self._file, None
        if self._player is not None and self._source:
            _ask(self._player, "stop")
            self._set_source(self._player, QUrl())
        if file is not None:
            file.deleteLater()
            self.ended.emit()

    def _prepared(self) -> QMediaPlayer:
        player = self._made()
        if self._source != self._address:
            self._set_source(player, QUrl(self._address))
        return player

    def _set_source(self, player: QMediaPlayer, source: QUrl) -> None:
        self._source = source.toString()
        _ask(player, "setSource", Q_ARG(QUrl, source))

    def _made(self) -> QMediaPlayer:
        if self._player is None:
            from PySide6.QtMultimedia import QAudioOutput, QMediaPlayer, QVideoSink

            self._output = QAudioOutput(self)
            self._player = QMediaPlayer(self)
            self._player.setAudioOutput(self._output)
            self._sink = QVideoSink(self)
            self._sink.videoFrameChanged.connect(self._pictured)
            self._player.setVideoSink(self._sink)
            self._player.playbackStateChanged.connect(lambda _state: self._state_changed())
            self._player.mediaStatusChanged.connect(lambda _status: self._arrived())
            self._player.errorOccurred.connect(lambda _error, text: self.failed.emit(text))
            self.set_volume(self._volume)
            self.set_muted(self._muted)
            self.set_speed(self._speed)
        return self._player

    def _pictured(self) -> None:
        # A method of an object of this thread: frames come from one of the player's own.
        self.pictured.emit()

    def _state_changed(self) -> None:
        on = self.is_playing
        if on and self._address:
            self._tick.start()
        else:
            self._tick.stop()
            if self._address:
                self.moved.emit(self.position)
        self.playing.emit(on and bool(self._address))

    def _arrived(self) -> None:
        player = self._player
        if player is None:
            return
        if self._file is not None and player.mediaStatus() == player.MediaStatus.EndOfMedia:
            self.ended.emit()
        ready = (player.MediaStatus.LoadedMedia, player.MediaStatus.BufferedMedia)
        if self._wanted_at is not None and player.mediaStatus() in ready:
            target, self._wanted_at = self._wanted_at, None
            if target:
                _ask(player, "setPosition", Q_ARG("qint64", target))


def _ask(target: QObject, slot: str, *arguments: object) -> None:
    QMetaObject.invokeMethod(target, slot, Qt.ConnectionType.QueuedConnection, *arguments)  # type: ignore[call-overload]
