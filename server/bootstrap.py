"""Builds the server's parts from its configuration; the only place that does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.config.settings import ServerConfig
from server.engine.jobs import Engine
from server.services import Services
from server.services.voices import VoiceCatalogue


@asynccontextmanager
async def assembled(config: ServerConfig, *, engine: Engine, catalogue: VoiceCatalogue) -> AsyncIterator[Services]:
    """Everything the edge needs, running; closed cleanly at the end.

    Must be entered on the event loop that will use it.

    Raises:
        DataDirectoryInUse: another server works on the data directory.
        DamagedDatabase: the database can't be read; nothing was written to it.
    """
    raise NotImplementedError
    yield
