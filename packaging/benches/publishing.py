"""Measures publishing: an import, the feed it becomes, readers who poll, and a large archive. Prints one JSON object.

    python packaging/benches/publishing.py [--episodes 1469] [--archive 10000]

Seconds depend on the machine and its load; the limits are those of an idle machine with two cores. The server runs as
`quillcast serve` in a process of its own, whose memory is what is measured.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import psutil
from aiohttp import web

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from server.domain.episodes import Enclosure, Episode
from server.domain.files import Media
from server.domain.times import to_ms, utc_now
from server.feeds.importing import read_show
from server.store import episodes
from server.store.artefacts import FolderStorage
from server.store.database import Store
from server.store.transactions import Transaction

ROOT = Path(__file__).resolve().parent.parent.parent
LIMITS = {
    "import_s": 8.0,
    "parse_s": 1.0,
    "import_memory_mb": 300.0,
    "first_render_ms": 60.0,
    "feed_ms": 5.0,
    "not_modified_ms": 2.0,
    "archive_growth_mb": 30.0,
}
AT_LEAST = {"polled_per_s": 2000.0}
WORDS = "A walk along the old harbour wall with the people who keep it standing, the tide and the price of stone. "
SHOWS, READERS = 100, 50
POLL_S = 8.0


def document(count: int) -> bytes:
    """A feed as large hosts write them: two texts, a picture, a transcript and chapters for each episode."""
    items = "".join(
        f'<item><title>{n}. Of stone &amp; tide</title><guid isPermaLink="false">wall-{n:05d}</guid>'
        f"<pubDate>{n % 28 + 1:02d} Mar {2000 + n // 100} 10:00:00 GMT</pubDate><link>https://wall.example/{n}</link>"
        f"<description>&lt;p&gt;{WORDS * 6}{n}&lt;/p&gt;</description>"
        f"<content:encoded><![CDATA[<p>{WORDS * 10}</p><ul><li>{n}</li></ul>]]></content:encoded>"
        f'<enclosure url="https://cdn.wall.example/{n}.mp3" length="{9_000_000 + n}" type="audio/mpeg"/>'
        f"<itunes:duration>{600 + n}</itunes:duration><itunes:episode>{n}</itunes:episode>"
        f'<itunes:image href="https://cdn.wall.example/{n}.jpg"/><itunes:explicit>false</itunes:explicit>'
        f'<podcast:transcript url="https://cdn.wall.example/{n}.vtt" type="text/vtt"/>'
        f'<podcast:chapters url="https://cdn.wall.example/{n}.json" type="application/json+chapters"/></item>'
        for n in range(count, 0, -1)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" '
        'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" '
        'xmlns:podcast="https://podcastindex.org/namespace/1.0" '
        'xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>The Wall</title>'
        "<link>https://wall.example/</link><language>en</language><description>About a wall.</description>"
        "<itunes:author>Ann</itunes:author><itunes:explicit>false</itunes:explicit>"
        '<itunes:category text="Arts"/><itunes:owner><itunes:email>ann@wall.example</itunes:email></itunes:owner>'
        f"{items}</channel></rss>"
    ).encode()


@contextlib.contextmanager
def served(data: Path) -> Iterator[tuple[str, str, psutil.Process]]:
    """A server on `data`: its address, an owner's token, and its process."""
    quillcast = [sys.executable, "-m", "server"]
    command = [*quillcast, "serve", "--data-dir", str(data), "--port", "0", "--allow-private-urls"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        address = next(word for line in process.stdout for word in line.split() if word.startswith("http")).rstrip("./")
        token = subprocess.run(
            [*quillcast, "token", "--data-dir", str(data), "--client", "owner", "--owner"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout.split()[-1]
        yield address, token, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait(30)


@contextlib.asynccontextmanager
async def host(feed: bytes) -> AsyncIterator[str]:
    """A host that serves one feed; its address."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=feed, content_type="application/rss+xml")

    application = web.Application()
    application.router.add_get("/feed.rss", answer)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server = site._server
    assert isinstance(server, asyncio.Server)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/feed.rss"
    await runner.cleanup()


class Memory:
    """The most that a process holds while the block runs, above what it held before, in MB."""

    def __init__(self, process: psutil.Process, *, whole_tree: bool = False) -> None:
        self._process = process
        self._whole_tree = whole_tree
        self.before = self.most = self._now()

    def _now(self) -> float:
        family = [self._process, *(self._process.children(recursive=True) if self._whole_tree else ())]
        held = 0
        for each in family:
            with contextlib.suppress(psutil.Error):
                held += each.memory_info().rss
        return held / 1e6

    async def __aenter__(self) -> Memory:
        self._task = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            self.most = max(self.most, self._now())
            await asyncio.sleep(0.05)


async def imported(session: aiohttp.ClientSession, process: psutil.Process, count: int) -> dict[str, float]:
    """An import of `count` episodes, and what its feed costs."""
    feed = document(count)
    read_show(document(3), headers={}, url="https://wall.example/feed.rss")  # loads what it needs
    began = time.process_time()
    read_show(feed, headers={}, url="https://wall.example/feed.rss")
    figures = {"parse_s": time.process_time() - began}
    async with host(feed) as address, Memory(process, whole_tree=True) as memory:
        began = time.perf_counter()
        async with session.post("/podcast/import-rss", json={"rssUrl": address}) as reply:
            body = await reply.json()
            assert reply.status == 200, body
        figures["import_s"] = time.perf_counter() - began
        figures["import_memory_mb"] = memory.most
    path = f"/podcast/rss/{body['podcastId']}"
    first = await timed(session, path, {"Accept-Encoding": "identity"}, count=1)
    later = await timed(session, path, {"Accept-Encoding": "identity"}, count=100)
    async with session.get(path) as reply:
        tag = reply.headers["ETag"]
    unchanged = await timed(session, path, {"If-None-Match": tag}, count=300)
    return figures | {
        "first_render_ms": first[0],
        "feed_ms": statistics.median(later),
        "not_modified_ms": statistics.median(unchanged),
    }


async def timed(session: aiohttp.ClientSession, path: str, headers: dict[str, str], *, count: int) -> list[float]:
    """Milliseconds of each call."""
    taken = []
    for _ in range(count):
        began = time.perf_counter()
        async with session.get(path, headers=headers) as reply:
            await reply.read()
        taken.append((time.perf_counter() - began) * 1000)
    return taken


async def polled(session: aiohttp.ClientSession, address: str) -> float:
    """Conditional requests a second of 50 readers over 100 feeds; they take processor time of the same machine."""
    paths = []
    for number in range(SHOWS):
        said = {"name": f"Show {number}", "description": WORDS, "author": "A", "link": "https://e.example",
                "email": "a@e.example"}  # fmt: skip
        async with session.post("/podcast/shows", json=said) as reply:
            body = await reply.json()
            assert reply.status in {200, 201}, body
        path = f"/podcast/rss/{body['podcastId']}"
        async with session.get(path) as reply:
            paths.append(f"{path} {reply.headers['ETag']}")
    callers = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", READER, address, str(POLL_S), str(READERS // 2), *paths, stdout=subprocess.PIPE
        )
        for _ in range(2)
    ]
    answers = [int((await caller.communicate())[0]) for caller in callers]
    return sum(answers) / POLL_S


READER = """
import asyncio, random, sys, time
from urllib.parse import urlsplit
address, seconds, readers, *paths = sys.argv[1:]
place = urlsplit(address)
asked = [p.split(" ", 1) for p in paths]
lines = "GET {} HTTP/1.1\\r\\nHost: {}\\r\\nIf-None-Match: {}\\r\\n\\r\\n"
requests = [lines.format(p, place.netloc, t).encode() for p, t in asked]
done = 0
async def reader(until):
    global done
    source, sink = await asyncio.open_connection(place.hostname, place.port)
    while time.monotonic() < until:
        sink.write(random.choice(requests))
        head = await source.readuntil(b"\\r\\n\\r\\n")
        assert head.startswith(b"HTTP/1.1 304"), head
        done += 1
async def main():
    until = time.monotonic() + float(seconds)
    await asyncio.gather(*(reader(until) for _ in range(int(readers))))
asyncio.run(main())
print(done)
"""


def recordings(transaction: Transaction, owner: str, contents: list[tuple[str, int]], count: int) -> None:
    """`count` episodes of the owner, in no show, over a few files."""
    now = utc_now()
    for number in range(count):
        sha256, size = contents[number % len(contents)]
        key = f"arch{number:08d}key0"
        media = Media(key, "audio", f"{number}.mp3", "audio/mpeg", size, sha256, 60.0)
        episode = Episode(
            id=0, owner=owner, guid=key, title=f"Recording {number}", description="", updated_on=now,
            enclosure=Enclosure(f"/media/{key}/{number}.mp3", "audio/mpeg", size, 60.0), published_on=now,
        )  # fmt: skip
        kept = episodes.add(transaction, episode, key=key, now_ms=to_ms(now))
        episodes.add_media(transaction, kept.id, media, to_ms(now))


async def archived(session: aiohttp.ClientSession, process: psutil.Process) -> dict[str, float]:
    """The growth while a ZIP of every recording is read, and how large it was."""
    async with session.get("/podcast/episodes/audio-zip?limit=1") as reply:  # once, so that everything is loaded
        await reply.content.readexactly(100_000)
    await asyncio.sleep(0.5)
    size = 0
    async with Memory(process) as memory:
        began = time.perf_counter()
        async with session.get("/podcast/episodes/audio-zip") as reply:
            assert reply.status == 200, await reply.text()
            async for piece in reply.content.iter_any():
                size += len(piece)
        taken = time.perf_counter() - began
    return {
        "archive_growth_mb": memory.most - memory.before,
        "archive_gb": size / 1e9,
        "archive_mb_per_s": size / 1e6 / taken,
    }


def seed_archive(data: Path, count: int) -> None:
    """`count` recordings that add up to over 4 GiB, from a few files on the disk."""
    storage = FolderStorage(data / "artefacts")
    contents = []
    each = 2**32 // count + 4096
    for _ in range(8):
        with tempfile.NamedTemporaryFile(dir=data, delete=False) as file:
            file.write(random.randbytes(each))
        kept = storage.put(Path(file.name))
        contents.append((kept.sha256, kept.size))
    store = Store(data / "quillcast.db", backups=data / "backups")
    try:
        asyncio.run(store.write(recordings, "owner", contents, count))
    finally:
        store.close()


async def measure(address: str, token: str, process: psutil.Process, count: int) -> dict[str, float]:
    """Everything that is asked of a running server."""
    timeout = aiohttp.ClientTimeout(total=3600)
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession(address, headers=headers, timeout=timeout, auto_decompress=False) as session:
        figures = await imported(session, process, count)
        figures["polled_per_s"] = await polled(session, address)
    return figures


async def archive(address: str, token: str, process: psutil.Process) -> dict[str, float]:
    """The large archive alone."""
    timeout = aiohttp.ClientTimeout(total=3600)
    headers = {"Authorization": f"Bearer {token}"}
    async with aiohttp.ClientSession(address, headers=headers, timeout=timeout) as session:
        return await archived(session, process)


def main() -> int:
    """Print the figures; 1 when a limit does not hold."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--episodes", type=int, default=1469)
    options.add_argument("--archive", type=int, default=10_000, help="recordings in the archive; 0 for none")
    chosen = options.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        with served(data) as (address, token, process):
            figures = asyncio.run(measure(address, token, process, chosen.episodes))
        if chosen.archive:
            data = Path(folder) / "archive"  # the imported recordings lie elsewhere, and would be fetched
            with served(data):
                pass
            seed_archive(data, chosen.archive)
            with served(data) as (address, token, process):
                figures |= asyncio.run(archive(address, token, process))
    told: dict[str, Any] = {name: round(value, 2) for name, value in figures.items()}
    holds = {name: told[name] <= limit for name, limit in LIMITS.items() if name in told}
    holds |= {name: told[name] >= limit for name, limit in AT_LEAST.items()}
    limits = LIMITS | {name: f"at least {limit:g}" for name, limit in AT_LEAST.items()}
    print(json.dumps({"figures": told, "limits": limits, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
