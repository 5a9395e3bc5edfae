"""The server inside the desktop: in a thread of its own, with a loop of its own, reached over HTTP like any other."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass

from server.commands.serve import new_event_loop, running
from server.config.settings import ServerConfig
from server.domain.accounts import OWNER
from server.engine.jobs import Engine
from server.http.logs import LogFile, start_logging, stop_logging
from server.services.intake import AddressJudge
from server.services.shows import FetchPicture
from server.services.voices import VoiceCatalogue

START_S = 60.0
STOP_S = 5.0


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach the embedded server: its address, and a token with the scope ``owner``."""

    address: str
    token: str


class EmbeddedServer:
    """A server that lives as long as its host program.

    `on_death` is told, on the server's thread, when it ends after its start without having been asked to.
    """

    def __init__(
        self,
        config: ServerConfig,
        *,
        engine: Callable[[], Engine],
        catalogue: VoiceCatalogue,
        judge: AddressJudge,
        fetch_picture: FetchPicture | None = None,
        on_death: Callable[[BaseException | None], None] | None = None,
    ) -> None:
        self._on_death = on_death
        self._config = config
        self._engine = engine
        self._catalogue = catalogue
        self._judge = judge
        self._fetch_picture = fetch_picture
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended: asyncio.Event | None = None
        self._started = threading.Event()
        self._access: Access | None = None
        self._failure: BaseException | None = None

    def start(self) -> Access:
        """Start the server and wait until it accepts connections.

        Raises:
            DomainError: the data directory is in use, the database damaged, or the address taken.
            TimeoutError: it did not come up within a minute.
        """
        self._config.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._thread = threading.Thread(target=self._run, name="server", daemon=True)
        self._thread.start()
        if not self._started.wait(START_S):
            raise TimeoutError("The server did not start within a minute.")
        if self._failure is not None:
            self._thread.join()
            raise self._failure
        assert self._access is not None
        return self._access

    def stop(self) -> None:
        """End the server and wait for it, at most 5 seconds; again is no error."""
        thread, loop, ended = self._thread, self._loop, self._ended
        if thread is None or loop is None or ended is None:
            return
        if thread.is_alive() and not loop.is_closed():
            loop.call_soon_threadsafe(ended.set)
        thread.join(STOP_S)
        self._thread = None

    def _run(self) -> None:
        log, handler = start_logging(self._config.data_dir)
        try:
            with asyncio.Runner(loop_factory=new_event_loop) as runner:
                runner.run(self._serve(self._engine(), log))
        except BaseException as error:
            self._failure = error
        finally:
            stop_logging(log, handler)
            has_started, asked = self._access is not None, self._ended is not None and self._ended.is_set()
            self._started.set()
            if has_started and not asked and self._on_death is not None:
                self._on_death(self._failure)

    async def _serve(self, engine: Engine, log: LogFile) -> None:
        self._loop = asyncio.get_running_loop()
        self._ended = asyncio.Event()
        async with running(
            self._config,
            engine=engine,
            catalogue=self._catalogue,
            judge=self._judge,
            log=log,
            fetch_picture=self._fetch_picture,
        ) as (services, address):
            self._access = Access(address, await services.accounts.issue_token(OWNER, owner=True))
            self._started.set()
            await self._ended.wait()
