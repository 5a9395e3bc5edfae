"""What this installation is made of: the engine of this machine, its voices and its judge of addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from server.config.directories import DataDirectory
from server.config.settings import ServerConfig
from server.domain.voices import Voice
from server.fetch.addresses import fault_of

if TYPE_CHECKING:
    from server.engine.jobs import Engine

IDLE_S = 60.0
"""Worker processes end after this long without work."""

judge = fault_of


class PackagedVoices:
    """The voices in `resources/voices`."""

    def voices(self) -> Sequence[Voice]:
        """Every voice of this installation, by id."""
        from server.engine.speech.catalogue import voices

        return voices()


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
