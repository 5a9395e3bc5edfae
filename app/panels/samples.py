"""Short sounds by name: one at a time, stopped by the same button that starts it, kept while the panel lives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from PySide6.QtCore import QObject, Signal

from app.panels.panel import Desk
from app.tasks import Tasks

MOST_KEPT = 40


class Samples(QObject):
    """Plays samples and said words. `playing` tells whether one is heard or on its way."""

    playing = Signal(bool)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tasks = Tasks(self)
        self._kept: dict[str, bytes] = {}
        self._starting = False
        self.current = ""
        desk.playback.ended.connect(self._ended)
        desk.playback.failed.connect(lambda _reason: self._ended())

    def toggle_voice(self, voice_id: int) -> None:
        """Play a voice's sample, or stop it."""

        async def fetch() -> bytes:
            client = self._desk.client
            assert client is not None
            return await client.voices.sample(voice_id)

        self.toggle(str(voice_id), fetch)

    def toggle(self, name: str, fetch: Callable[[], Awaitable[bytes]], *, keep: bool = True) -> None:
        """Play what `fetch` gives under this name, or stop it when it is the one that plays."""
        if self.current == name:
            self.stop()
            return
        if self._desk.client is None:
            return
        self.current = name
        self.playing.emit(True)
        self._tasks.start(self._play(name, fetch, keep=keep), replacing="play", on_error=self._not_played)

    def stop(self) -> None:
        """Silence."""
        if not self.current:
            return
        self._tasks.cancel()
        self._desk.playback.stop()
        self._ended()

    async def _play(self, name: str, fetch: Callable[[], Awaitable[bytes]], *, keep: bool) -> None:
        sound = self._kept.get(name)
        if sound is None:
            sound = await fetch()
            if keep:
                if len(self._kept) >= MOST_KEPT:
                    self._kept.pop(next(iter(self._kept)))
                self._kept[name] = sound
        if self.current == name:
            # What played before ends now, and that is no end of this one.
            self._starting = True
            self._desk.playback.play_bytes(sound)
            self._starting = False

    def _not_played(self, error: Exception) -> None:
        self._ended()
        self._desk.bar.complain(error)

    def _ended(self) -> None:
        if self.current and not self._starting:
            self.current = ""
            self.playing.emit(False)
