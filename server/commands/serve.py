"""The server without a window."""

from __future__ import annotations

import argparse
import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from pathlib import Path

from server.bootstrap import assembled
from server.config.directories import resolve_data_dir
from server.config.settings import SETTINGS, ServerConfig, load_config
from server.engine.jobs import Engine
from server.http.hosts import exposure
from server.http.logs import LogFile, start_logging, stop_logging
from server.http.sites import serving
from server.installation import PackagedVoices, engine_of, judge, picture_fetcher
from server.services import Services
from server.services.intake import AddressJudge
from server.services.shows import FetchPicture
from server.services.voices import VoiceCatalogue

LOG = logging.getLogger(__name__)
LAST_RESORT_S = 4.5
"""After a signal, what has not ended by then is ended."""


OPTIONS = ("host", "port", "public_url", "public_port", "trusted_proxy", "allow_private_urls", "allow_local_webhooks")
"""The settings that are options of the command line too."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `serve`, made from the settings' declarations."""
    parser.add_argument("--data-dir", type=Path, metavar="D", help="where Quillcast keeps its data")
    for setting in SETTINGS:
        if setting.name not in OPTIONS:
            continue
        flag = f"--{setting.name.replace('_', '-')}"
        if isinstance(setting.default, bool):
            parser.add_argument(flag, action="store_true", default=None, help=setting.help)
        else:
            parser.add_argument(flag, type=type(setting.default), help=setting.help)


def run(options: argparse.Namespace) -> int:
    """Serve what the options, the environment and the settings file ask for; the exit code is the process's."""
    given = {name: getattr(options, name) for name in OPTIONS}
    config = load_config(resolve_data_dir(options.data_dir), options=given)
    return serve(
        config,
        engine=engine_of(config),
        catalogue=PackagedVoices(),
        judge=judge,
        fetch_picture=picture_fetcher(config),
    )


SWITCH_INTERVAL_S = 0.0005
"""How long one thread may keep the interpreter while others want it. SQLite lets go of it at every step, so with the
usual 5 ms a write of ten statements beside a busy loop waits ten times that."""


def new_event_loop() -> asyncio.AbstractEventLoop:
    """uvloop where there is one, else the selector loop; named outright, whatever policy the process has."""
    sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_INTERVAL_S))
    try:
        import uvloop
    except ImportError:
        return asyncio.SelectorEventLoop()
    return uvloop.new_event_loop()


def serve(
    config: ServerConfig,
    *,
    engine: Callable[[], Engine],
    catalogue: VoiceCatalogue,
    judge: AddressJudge,
    fetch_picture: FetchPicture | None = None,
) -> int:
    """Serve until SIGTERM or SIGINT; prints where it listens. The exit code is 0.

    Args:
        engine: makes the engine.
        catalogue: the voices of this installation.
        judge: says which addresses will not be fetched.
        fetch_picture: fetches the artwork that a show names by address; without it such a show keeps its drawn cover.

    Raises:
        DomainError: the data directory is in use, the database damaged, or the address taken.
    """
    config.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    log, handler = start_logging(config.data_dir)
    if warning := exposure(config.host, public_port=config.public_port):
        sys.stderr.write(f"Warning: {warning}\n")
    try:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            run = partial(
                running,
                config,
                engine=engine(),
                catalogue=catalogue,
                judge=judge,
                log=log,
                fetch_picture=fetch_picture,
            )
            runner.run(_serve(run))
    finally:
        stop_logging(log, handler)
    return 0


@asynccontextmanager
async def running(
    config: ServerConfig,
    *,
    engine: Engine,
    catalogue: VoiceCatalogue,
    judge: AddressJudge,
    log: LogFile,
    fetch_picture: FetchPicture | None = None,
) -> AsyncIterator[tuple[Services, str]]:
    """The whole server: its services, and the address it answers at; the engine is ended with it.

    Raises:
        DomainError: the data directory is in use, the database damaged, or the address taken.
    """
    is_assembled = False
    if warning := exposure(config.host, public_port=config.public_port):
        LOG.warning("%s", warning)
    try:
        async with assembled(
            config, engine=engine, catalogue=catalogue, judge=judge, fetch_picture=fetch_picture
        ) as services:
            is_assembled = True
            services.vitals.warnings += [warning] if warning else []
            async with serving(services, config, log=log) as address:
                yield services, address
    finally:
        if not is_assembled:
            await asyncio.to_thread(engine.stop)


async def _serve(run: Callable[[], AbstractAsyncContextManager[tuple[Services, str]]]) -> None:
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
    async with run() as (_, address):
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
