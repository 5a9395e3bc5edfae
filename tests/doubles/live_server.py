"""The whole server on a real port: edge, services and store as they are, with the tests' engine behind them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fake_desk import FakeDesk
from fake_easel import FakeEasel
from fake_engine import FakeEngine
from inline_checker import InlineChecker
from inline_workers import InlineWorkers

from server.bootstrap import assembled
from server.config.settings import ServerConfig
from server.domain.accounts import OWNER, Account, ClientChange
from server.domain.voices import SpeechEngine, Voice
from server.fetch import Fetched, FetchFailed, fetch
from server.http.logs import LogFile
from server.http.sites import serving
from server.services import Services
from server.services.notebook_work import NotebookWork
from server.services.quarantine import Quarantine
from server.services.references import References

OWNER_ACCOUNT = Account(OWNER, pro=True, licence=True, scopes=frozenset({OWNER}))
VOICES = (
    Voice(1, "Heart", SpeechEngine.KOKORO, "af_heart", "en", "US", "female", "A"),
    Voice(2, "Michael", SpeechEngine.KOKORO, "am_michael", "en", "US", "male", "B"),
    Voice(3, "Absent", SpeechEngine.HIBARI, "none", "en", available=False, needs="hibari-tts"),
)


class FewVoices:
    """A catalogue of two voices, and one that is not installed."""

    def voices(self) -> Sequence[Voice]:
        """All three."""
        return VOICES


def judge(
    url: str,
    *,
    schemes: Collection[str] = ("http", "https"),
    extensions: Collection[str] = (),
    allow_private: bool = False,
) -> str | None:
    """Judges scheme and extension, and takes only localhost for private."""
    scheme, _, rest = url.partition("://")
    if scheme not in schemes or not rest:
        return "the address must start with " + " or ".join(schemes)
    if extensions and not url.lower().endswith(tuple(extensions)):
        return "the address must end in " + ", ".join(extensions)
    if rest.startswith(("localhost", "127.")) and not allow_private:
        return "the address is not a public one"
    return None


@dataclass
class LiveServer:
    """A running server."""

    address: str
    services: Services
    engine: FakeEngine
    log_path: Path

    async def client(self, name: str, **rights: Any) -> str:
        """Create or change a client; gives a new token for it."""
        await self.services.accounts.save_client(name, ClientChange(**rights), by=OWNER_ACCOUNT)
        return await self.services.accounts.issue_token(name)

    async def owner(self) -> str:
        """A new token with the scope `owner`."""
        return await self.services.accounts.issue_token(OWNER, owner=True)


async def no_network(url: str, **_: Any) -> Fetched:
    """Feeds and pages that tests name by chance are not fetched."""
    raise FetchFailed("there is no network here", url=url)


@asynccontextmanager
async def live_server(
    data_dir: Path,
    *,
    engine: FakeEngine | None = None,
    quarantine: Quarantine | None = None,
    references: References | None = None,
    **settings: Any,
) -> AsyncIterator[LiveServer]:
    """Serve until the block is left."""
    engine = engine or FakeEngine()
    config = ServerConfig(data_dir=data_dir, **{"port": 0, "workers": 2, **settings})
    log = await asyncio.to_thread(LogFile, data_dir / "logs" / "server.jsonl")
    try:
        async with (
            assembled(
                config,
                engine=engine,
                catalogue=FewVoices(),
                judge=judge,
                fetch=fetch if config.allow_private_urls else no_network,
                quarantine=quarantine,
                references=references,
                desk=FakeDesk(),
                easel=FakeEasel(),
                checker=InlineChecker(),
                notebook_work=NotebookWork(models=data_dir / "models", workers=InlineWorkers()),  # type: ignore[arg-type]
            ) as services,
            serving(services, config, log=log) as address,
        ):
            yield LiveServer(address, services, engine, data_dir / "logs" / "server.jsonl")
    finally:
        await asyncio.to_thread(engine.stop)
        await asyncio.to_thread(log.close)
