"""How much memory a very long feed takes while it is rendered."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.domain.accounts import ClientChange
from server.domain.episodes import Enclosure, Episode
from server.domain.shows import ShowChange, new_show
from server.store import clients, episodes, shows
from server.store.database import Store
from server.store.transactions import Transaction

NOW = datetime(2026, 3, 4, tzinfo=UTC)
NOW_MS = int(NOW.timestamp() * 1000)
SAID = ShowChange(name="Long", description="D", author="A", link="https://e.example", email="a@e.example")
CHILD = """
import json, resource, sys
from pathlib import Path
from server.services.feed_pages import rendered
from server.store.database import Store
folder = Path(sys.argv[1])
store = Store(folder / "q.db", backups=folder / "b")
peaks = []
for show in sys.argv[3:]:
    pages = store.read_here(rendered, show, int(sys.argv[2]), "https://p.example", "", 10_000_000, folder)
    peaks.append([pages.count, pages.size, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024])
store.close()
print(json.dumps(peaks))
"""


def _seed(transaction: Transaction, show_id: str, count: int) -> None:
    shows.add(transaction, new_show(SAID, id=show_id, owner="owner", guid=show_id, now=NOW))
    for n in range(count):
        words = f"Episode {n} of many. " * 200
        episode = Episode(
            id=0, owner="owner", guid=f"{show_id}-{n}", title=f"E{n}", description="", updated_on=NOW, published_on=NOW,
            enclosure=Enclosure(f"/media/{n}/{n}.mp3", "audio/mpeg", 4321, 61.0), description_html=words,
        )  # fmt: skip
        kept = episodes.add(transaction, episode, key=f"{show_id}{n}", now_ms=NOW_MS)
        episodes.attach(transaction, kept, show_id, NOW_MS)


@pytest.mark.slow
def test_ten_thousand_episodes_take_no_more_memory_than_a_third_of_them(tmp_path: Path) -> None:
    few, many = "0199aaaa-0000-7000-8000-000000000001", "0199aaaa-0000-7000-8000-000000000002"
    store = Store(tmp_path / "q.db", backups=tmp_path / "b")
    try:
        store.write_and_wait(clients.save, "owner", ClientChange(), 1)
        store.write_and_wait(_seed, few, 3_000)
        store.write_and_wait(_seed, many, 10_000)
    finally:
        store.close()

    run = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path), str(NOW_MS + 1000), few, many],
        check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip

    (few_pages, few_bytes, few_mb), (pages, size, mb) = json.loads(run.stdout)
    assert few_bytes > 10_000_000
    assert size > 3 * few_bytes
    assert pages > few_pages > 1
    assert mb - few_mb < 8
