"""The server without a window."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from server.bootstrap import assembled
from server.config.settings import ServerConfig
from server.engine.jobs import Engine
from server.http.logs import LogFile, start_logging, stop_logging
from server.http.sites import serving
from server.services import Services
from server.services.intake import AddressJudge
from server.services.voices import VoiceCatalogue

LOG = logging.getLogger(__name__)
LAST_RESORT_S = 4.5
"""After a signal, what has not ended by then is ended."""


def new_event_loop() -> asyncio.AbstractEventLoop:
    """uvloop where there is one, else the selector loop; named outright, whatever policy the process has."""
    try:
        import uvloop
    except ImportError:
        return asyncio.SelectorEventLoop()
    return uvloop.new_event_loop()


def serve(config: ServerConfig, *, engine: Callable[[], Engine], catalogue: VoiceCatalogue, judge: AddressJudge) -> int:
    """Serve until SIGTERM or SIGINT; prints where it listens. The exit code is 0.

    Args:
        engine: makes the engine.
        catalogue: the voices of this installation.
        judge: says which addresses will not be fetched.

    Raises:
        DomainError: the data directory is in use, the database damaged, or the address taken.
    """
    config.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    log, handler = start_logging(config.data_dir)
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(_serve(config, engine(), catalogue, judge, log))
    finally:
        stop_logging(log, handler)
    return 0


@asynccontextmanager
async def running(
    config: ServerConfig, *, engine: Engine, catalogue: VoiceCatalogue, judge: AddressJudge, log: LogFile
) -> AsyncIterator[tuple[Services, str]]:
    """The whole server: its services, and the address it answers at; the engine is ended with it.

    Raises:
        DomainError: the data directory is in use, the database damaged, or the address taken.
    """
    is_assembled = False
    try:
        async with assembled(config, engine=engine, catalogue=catalogue, judge=judge) as services:
            is_assembled = True
            async with serving(services, config, log=log) as address:
                yield services, address
    finally:
        if not is_assembled:
            await asyncio.to_thread(engine.stop)


async def _serve(
    config: ServerConfig, engine: Engine, catalogue: VoiceCatalogue, judge: AddressJudge, log: LogFile
) -> None:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()

    def end() -> None:
        if not ended.is_set():
            ended.set()
            watchdog = threading.Timer(LAST_RESORT_S, _end_at_once)
            watchdog.daemon = True
            watchdog.start()

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end)
    async with running(config, engine=engine, catalogue=catalogue, judge=judge, log=log) as (_, address):
        LOG.info("listening on %s", address)
        with suppress(BrokenPipeError):
            sys.stdout.write(f"Listening on {address}\n")
            sys.stdout.flush()
        await ended.wait()
        LOG.info("ending")


def _end_at_once() -> None:
    for child in multiprocessing.active_children():
        child.kill()
    os._exit(0)
