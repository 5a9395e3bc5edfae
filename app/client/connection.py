"""One connection to one server: base address, token, JSON in and out, bytes by streams.

aiohttp is imported when the first call is made: it takes longer to load than the window takes to appear.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from app.client.faults import ApiError, Unreachable, from_reply
from app.language import number, tr

if TYPE_CHECKING:
    import aiohttp

CALL_SECONDS = 30.0
"""How long an ordinary call may take before the server counts as gone."""
CHUNK = 64 * 1024
SPARE_BYTES = 20_000_000
"""What a download leaves free on a disk."""

Json = Any
"""A decoded JSON value: what came over the wire, before it became a value of ours."""


class Connection:
    """Calls to one server. Create it anywhere; use it on the window's loop only."""

    def __init__(self, base_url: str, token: str) -> None:
        self.base_url = base_url.rstrip("/")
        self._token = token
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Close the connections that are open. The next call opens new ones."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def get(self, path: str, **query: str | int | None) -> Json:
        """The JSON that `path` answers; query values of None are left out."""
        return await self._json("GET", path, params=_given(query))

    async def post(
        self,
        path: str,
        body: Mapping[str, Json] | None = None,
        *,
        within: float | None = CALL_SECONDS,
        **query: str | int | None,
    ) -> Json:
        """The JSON answer to a JSON body, `within` so many seconds."""
        return await self._json("POST", path, json=dict(body or {}), params=_given(query), within=within)

    async def get_long(self, path: str) -> Json:
        """`get`, for what the server has to work out first: the answer is waited for without end."""
        return await self._json("GET", path, within=None)

    async def post_as_page(self, path: str, body: Mapping[str, Json]) -> Json:
        """`post`, for calls that are open to the server's own pages: it says that it comes from there."""
        parts = urlsplit(self.base_url)
        return await self._json("POST", path, json=dict(body), headers={"Origin": f"{parts.scheme}://{parts.netloc}"})

    async def post_long(self, path: str, body: Mapping[str, Json] | None = None) -> Json:
        """`post`, for what takes minutes: the answer is waited for without end."""
        return await self._json("POST", path, json=dict(body or {}), within=None)

    async def post_once(self, path: str, body: Mapping[str, Json], *, key: str) -> Json:
        """`post` of an operation that is done once under its Idempotency-Key; it may take as long as its files need."""
        # A body may carry whole files: encoding them here would stop the window.
        data = await asyncio.to_thread(lambda: json.dumps(body).encode())
        headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
        return await self._json("POST", path, data=data, headers=headers, within=None)

    async def delete_once(self, path: str, *, key: str) -> Json:
        """`delete` of what is done once under its Idempotency-Key."""
        return await self._json("DELETE", path, headers={"Idempotency-Key": key})

    async def delete(self, path: str) -> Json:
        """The JSON answer to a DELETE."""
        return await self._json("DELETE", path)

    async def text(self, path: str) -> str:
        """A document that is no JSON (a feed), decoded as UTF-8."""
        async with self._reply("GET", path) as reply:
            return (await reply.read()).decode("utf-8", errors="replace")

    async def upload(
        self,
        path: str,
        *,
        field: str,
        file_name: str,
        content: bytes | Path,
        fields: Mapping[str, str] | None = None,
    ) -> Json:
        """Send one file as multipart form data, streamed from disk when it is a path."""
        import aiohttp

        form = aiohttp.FormData()
        for name, value in (fields or {}).items():
            form.add_field(name, value)
        if isinstance(content, bytes):
            form.add_field(field, content, filename=file_name)
            return await self._json("POST", path, data=form, within=None)
        # The stream is opened off the loop: a file on a slow disk must not hold the window.
        stream = await asyncio.to_thread(content.open, "rb")
        try:
            form.add_field(field, stream, filename=file_name)
            return await self._json("POST", path, data=form, within=None)
        finally:
            stream.close()

    async def save(self, address: str, target: Path, *, progress: Callable[[int, int], None] | None = None) -> None:
        """Write what `address` holds to `target`, whole or not at all.

        `progress` takes the bytes that are done and those in all (0: unknown; else a good guess). Where the server
        tells how large it will be, room for it is looked for first.
        """
        partial = target.with_name(f".{target.name}.part")
        try:
            async with self._reply("GET", address, within=None) as reply:
                expected = int(reply.headers.get("Content-Length", reply.headers.get("X-Expected-Bytes", 0)))
                await asyncio.to_thread(_look_for_room, target, expected)
                done = 0
                with await asyncio.to_thread(partial.open, "wb") as file:
                    async for chunk in reply.content.iter_chunked(CHUNK):
                        await asyncio.to_thread(file.write, chunk)
                        done += len(chunk)
                        if progress is not None:
                            progress(done, expected)
            await asyncio.to_thread(partial.replace, target)
        except OSError as error:
            if isinstance(error, ConnectionError):
                raise Unreachable(self.base_url) from error
            words = tr("{name} can't be written: {strerror}.", name=target.name, strerror=error.strerror or error)
            raise ApiError(0, "not_saved", words) from error
        finally:
            await asyncio.to_thread(partial.unlink, missing_ok=True)

    async def read(self, address: str) -> bytes:
        """What `address` holds, whole: artwork and voice samples, not episodes."""
        async with self._reply("GET", address) as reply:
            return await reply.read()

    async def made(self, path: str, body: Mapping[str, Json]) -> bytes:
        """The file, whole, that `path` makes of a JSON body: a word said."""
        async with self._reply("POST", path, json=dict(body)) as reply:
            return await reply.read()

    async def lines(self, path: str, *, headers: Mapping[str, str], opened: Callable[[], None]) -> AsyncIterator[str]:
        """The lines of an answer that doesn't end (the event stream), without their line breaks.

        `opened` is called when the server has accepted the call, before the first line.
        """
        async with self._reply("GET", path, headers=headers, within=None) as reply:
            opened()
            while raw := await reply.content.readline():
                yield raw.decode("utf-8", errors="replace").rstrip("\r\n")

    async def lines_once(self, path: str, body: Mapping[str, Json], *, key: str) -> AsyncIterator[str]:
        """The lines that an operation answers while it is at work, as `lines`; it is done once under its key."""
        headers = {"Idempotency-Key": key, "Accept": "text/event-stream"}
        async with self._reply("POST", path, json=dict(body), headers=headers, within=None) as reply:
            while raw := await reply.content.readline():
                yield raw.decode("utf-8", errors="replace").rstrip("\r\n")

    async def _json(self, method: str, path: str, **options: Any) -> Json:
        async with self._reply(method, path, **options) as reply:
            return _decoded(await reply.read())

    @asynccontextmanager
    async def _reply(
        self, method: str, path: str, *, within: float | None = CALL_SECONDS, **options: Any
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        """One accepted reply; refusals are raised as `ApiError`, a missing server as `Unreachable`."""
        import aiohttp

        session = self._opened()
        address = urljoin(self.base_url + "/", path)
        headers = dict(options.pop("headers", None) or {})
        # Media may lie on another host: the token goes to our server only.
        if urlsplit(address).netloc == urlsplit(self.base_url).netloc:
            headers["Authorization"] = f"Bearer {self._token}"
        limit = aiohttp.ClientTimeout(total=within, sock_connect=10)
        try:
            async with session.request(method, address, headers=headers, timeout=limit, **options) as reply:
                if reply.status >= 400:
                    raise from_reply(reply.status, _decoded(await reply.read()), address=self.base_url)
                yield reply
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Unreachable(self.base_url) from error

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None or self._session.closed:
            import aiohttp

            self._session = aiohttp.ClientSession(trust_env=False)
        return self._session


def _look_for_room(target: Path, expected: int) -> None:
    free = shutil.disk_usage(target.parent).free
    if expected + SPARE_BYTES > free:
        words = tr(
            "{name} needs {wanted} MB, and {folder} has {free} MB left. Choose another place.",
            name=target.name,
            wanted=number(expected // 1_000_000),
            folder=target.parent,
            free=number(free // 1_000_000),
        )
        raise ApiError(0, "no_room", words)


def _given(query: Mapping[str, str | int | None]) -> dict[str, str | int]:
    return {name: value for name, value in query.items() if value is not None}


def _decoded(raw: bytes) -> Json:
    try:
        return json.loads(raw)
    except ValueError:
        return None
