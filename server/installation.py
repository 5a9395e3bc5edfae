"""What this installation is made of: the engine of this machine, its voices and its judge of addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from server.config.directories import DataDirectory
from server.config.settings import ServerConfig
from server.domain.voices import Voice
from server.fetch.addresses import fault_of
from server.fetch.downloads import Limits, fetch
from server.services.shows import FetchPicture

if TYPE_CHECKING:
    from server.engine.jobs import Engine

MAX_PICTURE_BYTES = 20 * 1024 * 1024
IDLE_S = 60.0
"""Worker processes end after this long without work."""

judge = fault_of


class PackagedVoices:
    """The voices in `resources/voices`."""

    def voices(self) -> Sequence[Voice]:
        """Every voice of this installation, by id."""
        from server.engine.speech.catalogue import voices

        return voices()


def picture_fetcher(config: ServerConfig) -> FetchPicture:
    """Fetches pictures by the guarded way out, up to 20 MB each."""

    async def fetch_picture(url: str) -> bytes:
        limits = Limits(max_bytes=MAX_PICTURE_BYTES)
        fetched = await fetch(url, limits=limits, allow_private=config.allow_private_urls, accept=("image/",))
        return fetched.body

    return fetch_picture


def engine_of(config: ServerConfig) -> Callable[[], Engine]:
    """Makes the engine of a server: a lost worker is reported at once, because the store counts them."""

    def make() -> Engine:
        from server.engine.pool import ProcessEngine

        return ProcessEngine(
            cache=DataDirectory(config.data_dir).models,
            cores=config.concurrency,
            crash_limit=1,
            idle_s=IDLE_S,
        )

    return make
