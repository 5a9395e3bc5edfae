"""Measures feeds against their limits and prints one JSON object: figures, limits, and whether each holds.

    python packaging/benches/feeds.py [--episodes 1000]

Seconds depend on the machine and its load; the limits are those of an idle machine with two cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tests" / "doubles"))

from fake_engine import FakeEngine
from fake_voices import FakeCatalogue, judge_address

from server.bootstrap import assembled
from server.config.settings import ServerConfig
from server.domain.episodes import CHAPTERS_FILE, Enclosure, Episode, own_transcripts, transcript_path
from server.domain.shows import Show, ShowChange
from server.domain.times import to_ms
from server.http.sites import serving
from server.store import episodes, shows
from server.store.database import Store
from server.store.transactions import Transaction

WORDS = "Every week we look at one pier, who built it and what became of it. "
LIMITS = {"feed_ms": 30.0, "not_modified_ms": 3.0}


def seed(transaction: Transaction, show: Show, count: int) -> None:
    """Episodes as they are generated here, with transcripts and chapters, an hour apart."""
    now = datetime.now(UTC)
    (seq,) = transaction.execute("SELECT seq FROM shows WHERE id = ?", (show.id,)).fetchone()
    for number in range(count):
        key = f"key{number}"
        episode = Episode(
            id=0,
            owner=show.owner,
            guid=f"guid{number}",
            title=f"Episode {number}: piers & ferries",
            description=WORDS,
            description_html=f"<p>{WORDS * 5}{number}</p>",
            enclosure=Enclosure(f"/media/{key}/episode.mp3", "audio/mpeg", 9_600_000 + number, 600.0 + number),
            updated_on=now,
            published_on=now - timedelta(hours=number),
            generated=True,
            share_path=f"/share/{key}",
            transcripts=own_transcripts(key, "en"),
            chapters_address=transcript_path(key, CHAPTERS_FILE),
        )
        kept = episodes.add(transaction, episode, key=key, now_ms=to_ms(now))
        transaction.execute("INSERT INTO show_episodes VALUES (?, ?, ?)", (seq, kept.id, to_ms(now)))
    shows.touch(transaction, show.id, to_ms(now))


async def timed(session: aiohttp.ClientSession, url: str, headers: Mapping[str, str], *, count: int) -> list[float]:
    """Milliseconds of each call."""
    taken = []
    for _ in range(count):
        began = time.perf_counter()
        async with session.get(url, headers=headers) as reply:
            await reply.read()
        taken.append((time.perf_counter() - began) * 1000)
    return taken


async def measure(count: int) -> dict[str, float]:
    """The figures for a show of `count` episodes."""
    with tempfile.TemporaryDirectory() as folder:
        config = ServerConfig(data_dir=Path(folder) / "data", port=0)
        async with (
            assembled(config, engine=FakeEngine(), catalogue=FakeCatalogue(), judge=judge_address) as services,
            serving(services, config),
            aiohttp.ClientSession(auto_decompress=False) as session,
        ):
            owner = await services.accounts.authenticate(await services.accounts.issue_token("owner", owner=True))
            show = await services.shows.create(
                ShowChange(
                    name="Piers", description=WORDS, author="A", link="https://example.com", email="a@example.com"
                ),
                by=owner,
            )
            store = Store(config.data_dir / "quillcast.db", backups=config.data_dir / "backups")
            try:
                await store.write(seed, show, count)
            finally:
                await asyncio.to_thread(store.close)
            url = services.shows.feed_url(show)
            began, processor = time.perf_counter(), time.process_time()
            async with session.get(url + "?page=1", headers={"Accept-Encoding": "gzip"}) as reply:
                packed, tag = len(await reply.read()), reply.headers["ETag"]
            first = (time.perf_counter() - began) * 1000, (time.process_time() - processor) * 1000
            plain = await timed(session, url, {"Accept-Encoding": "identity"}, count=200)
            gzipped = await timed(session, url, {"Accept-Encoding": "gzip"}, count=200)
            unchanged = await timed(session, url, {"If-None-Match": tag}, count=500)
    return {
        "first_render_cpu_ms": first[1],
        "first_render_ms": first[0],
        "feed_ms": statistics.median(plain),
        "feed_gzip_ms": statistics.median(gzipped),
        "not_modified_ms": statistics.median(unchanged),
        "packed_kb": packed / 1000,
    }


def main() -> int:
    """Print the figures; 1 when a limit does not hold."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--episodes", type=int, default=1000)
    figures = {name: round(value, 2) for name, value in asyncio.run(measure(options.parse_args().episodes)).items()}
    holds = {name: figures[name] <= limit for name, limit in LIMITS.items()}
    print(json.dumps({"figures": figures, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
