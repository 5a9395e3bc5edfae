"""A whole server on a real port, with a fast engine; and recordings and pictures to give it."""

from __future__ import annotations

import asyncio
import io
import math
import struct
import wave
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from fake_engine import FakeEngine
from PIL import Image

from server.bootstrap import assembled
from server.config.settings import ServerConfig
from server.domain.accounts import ClientChange
from server.domain.errors import Invalid
from server.domain.events import EventKind
from server.domain.voices import Voice
from server.http.sites import serving
from server.services import Services

SHOW = {
    "name": "Ferries & Piers",
    "description": "Boats, twice a week.",
    "author": "Marit Lisk",
    "link": "https://example.com/ferries",
    "email": "marit@example.com",
}


class NoVoices:
    """A catalogue without voices."""

    def voices(self) -> tuple[Voice, ...]:
        return ()


def judge(url: str, **_: Any) -> str | None:
    """Refuses this machine, as far as the address tells."""
    return "lies on this machine" if "127.0.0.1" in url or "localhost" in url else None


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Any
    body: Any


class Studio:
    """A running server and a client of it."""

    def __init__(
        self, services: Services, address: str, session: aiohttp.ClientSession, token: str, other: str, work: Path
    ) -> None:
        self.services = services
        self.address = address
        self.session = session
        self.token = token
        self.other = other
        self.work = work

    async def call(self, method: str, path: str, *, token: str | None = "", **said: Any) -> Answer:
        """One call as the first client, as another one, or as nobody (`token=None`)."""
        headers = dict(said.pop("headers", {}))
        if token is not None:
            headers["Authorization"] = f"Bearer {token or self.token}"
        url = path if path.startswith("http") else self.address + path
        async with self.session.request(method, url, headers=headers, **said) as reply:
            raw = await reply.read()
            body = await reply.json() if raw and reply.content_type == "application/json" else raw
            return Answer(reply.status, reply.headers, body)

    async def show(self, **said: Any) -> str:
        """A new show's id."""
        reply = await self.call("POST", "/podcast/shows", json={**SHOW, **said})
        assert reply.status == 200, reply.body
        return str(reply.body["podcastId"])

    async def recording(self, **said: Any) -> str:
        """Id of a completed audio request."""
        body = {"outputType": "audio", "resources": [{"type": "text", "content": "word " * 80}], **said}
        account = await self.services.accounts.authenticate(self.token)
        seen = await self.services.events.last_id()
        made = await self.call("POST", "/content/Create", json=body)
        assert made.status == 200, made.body
        request_id = made.body["request_id"]
        async with asyncio.timeout(20), aclosing(self.services.events.follow(by=account, after=seen)) as events:
            async for event in events:
                if event.subject == request_id and event.kind is EventKind.COMPLETED:
                    break
        return str(request_id)

    async def episodes(self, show_id: str) -> list[dict[str, Any]]:
        """A show's episodes as the wire tells them."""
        reply = await self.call("GET", f"/podcast/shows/{show_id}/episodes")
        assert reply.status == 200, reply.body
        return list(reply.body)


@dataclass
class Clock:
    """The time a test says it is."""

    ahead_s: float = 0.0

    def __call__(self) -> datetime:
        return datetime.fromtimestamp(datetime.now(UTC).timestamp() + self.ahead_s, UTC)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pictures_elsewhere() -> dict[str, bytes]:
    """What addresses of pictures answer; put some in."""
    return {}


@pytest.fixture
async def studio(tmp_path: Path, clock: Clock, pictures_elsewhere: dict[str, bytes]) -> AsyncIterator[Studio]:
    async def fetch_picture(url: str) -> bytes:
        if url not in pictures_elsewhere:
            raise Invalid("the address answered 404.")
        return pictures_elsewhere[url]

    config = ServerConfig(data_dir=tmp_path / "data", port=0)
    async with (
        assembled(
            config, engine=FakeEngine(), catalogue=NoVoices(), judge=judge, fetch_picture=fetch_picture, clock=clock
        ) as services,
        serving(services, config) as address,
        aiohttp.ClientSession() as session,
    ):
        tokens = []
        for name in ("ann", "bob"):
            owner = await services.accounts.authenticate(await services.accounts.issue_token("owner", owner=True))
            await services.accounts.save_client(name, ClientChange(credits=100_000, daily_podcasts=1000), by=owner)
            tokens.append(await services.accounts.issue_token(name))
        yield Studio(services, address, session, tokens[0], tokens[1], config.data_dir / "work")


@pytest.fixture
def sound(tmp_path: Path) -> bytes:
    """Two seconds of a tone, as WAV."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(22050)
        file.writeframes(b"".join(struct.pack("<h", int(9000 * math.sin(i / 9))) for i in range(44100)))
    return out.getvalue()


@pytest.fixture
def picture() -> Callable[..., bytes]:
    def make(width: int = 1500, height: int = 1500, form: str = "PNG", colour: str = "teal") -> bytes:
        out = io.BytesIO()
        Image.new("RGB", (width, height), colour).save(out, form)
        return out.getvalue()

    return make
