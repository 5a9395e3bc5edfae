"""The whole server, with the notebooks' work done on threads of its own."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import orjson
from fake_desk import FakeDesk
from fake_engine import FakeEngine
from inline_workers import InlineWorkers
from live_server import OWNER_ACCOUNT, FewVoices, judge, no_network

from server.bootstrap import assembled
from server.config.settings import ServerConfig
from server.domain.accounts import ClientChange
from server.http.logs import LogFile
from server.http.sites import serving
from server.services import Services
from server.services.notebook_work import NotebookWork

CANAL = (
    "The Aldwater Canal runs for 118 kilometres from Castrel to the harbour of Sundmouth. Caleb Ruddock, a millwright,"
    " planned it in 1769. It was opened on 4 May 1794. His daughter Harriet Ruddock finished the calculations after his"
    " death. She left the company in 1801.\n\nIn 2023 about 2,600 pleasure boats used the canal."
)
_keys = itertools.count(1)


def files_with(folder: Path, word: str) -> list[str]:
    """The files under a folder that hold a word as it is written."""
    needle = word.encode()
    return [str(path) for path in folder.rglob("*") if path.is_file() and needle in path.read_bytes()]


@dataclass
class Reader:
    """A client with a licence."""

    address: str
    token: str
    session: aiohttp.ClientSession
    services: Services
    engine: FakeEngine
    workers: InlineWorkers
    data_dir: Path
    headers: dict[str, str] = field(default_factory=dict)

    async def call(
        self, method: str, path: str, body: Any = None, *, key: str | None = "", token: str = "", **headers: str
    ) -> tuple[int, Any, Any]:
        """Status, body and headers; a fresh Idempotency-Key unless one (or None) is given."""
        sent = {"Authorization": f"Bearer {token or self.token}", **headers}
        if key is not None and method != "GET":
            sent["Idempotency-Key"] = key or f"key-number-{next(_keys)}"
        data = body if isinstance(body, bytes) or body is None else orjson.dumps(body)
        async with self.session.request(method, self.address + path, data=data, headers=sent) as answer:
            raw = await answer.read()
            told = orjson.loads(raw) if raw and answer.content_type == "application/json" else raw.decode()
            return answer.status, told, answer.headers

    async def notebook(self, *texts: str, title: str = "Canals") -> str:
        """A notebook with these texts; its id."""
        sources = [{"type": "text", "content": text} for text in texts]
        status, told, _ = await self.call("POST", "/dedicated-account/notebooks", {"title": title, "sources": sources})
        assert status == 201, told
        return str(told["notebookId"])


@asynccontextmanager
async def opened(data_dir: Path, **settings: Any) -> AsyncIterator[Reader]:
    """A running server over a data directory, and a client of it."""
    engine, workers = FakeEngine(), InlineWorkers()
    config = ServerConfig(data_dir=data_dir, port=0, workers=2, **settings)
    log = await asyncio.to_thread(LogFile, data_dir / "logs" / "server.jsonl")
    work = NotebookWork(
        models=data_dir / "models",
        allow_private_urls=config.allow_private_urls,
        workers=workers,  # type: ignore[arg-type]
    )
    try:
        async with (
            assembled(
                config,
                engine=engine,
                catalogue=FewVoices(),
                judge=judge,
                fetch=no_network,
                desk=FakeDesk(),
                notebook_work=work,
            ) as services,
            serving(services, config, log=log) as address,
            aiohttp.ClientSession() as session,
        ):
            await services.accounts.save_client("reader", ClientChange(pro=True, licence=True), by=OWNER_ACCOUNT)
            token = await services.accounts.issue_token("reader")
            yield Reader(address, token, session, services, engine, workers, data_dir)
    finally:
        await asyncio.to_thread(engine.stop)
        await asyncio.to_thread(log.close)
