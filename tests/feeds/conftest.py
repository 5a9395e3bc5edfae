"""Shows and episodes to write feeds of, and the validator as a fixture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import validate_feed

from server.domain.episodes import Enclosure, Episode
from server.domain.shows import Artwork, Show, ShowChange, feed_guid, new_show

NOW = datetime(2026, 3, 4, 5, 6, 7, 890000, tzinfo=UTC)
BASE = "http://127.0.0.1:8787"


@pytest.fixture
def a_show() -> Callable[..., Show]:
    def make(**changes: Any) -> Show:
        said = ShowChange(
            name="Ferries & Piers",
            description="Boats, twice a week.",
            author="Marit Lisk",
            link="https://example.com/ferries",
            email="marit@example.com",
        )
        show = new_show(said, id="0199-show", owner="client", guid=feed_guid(f"{BASE}/podcast/rss/0199-show"), now=NOW)
        return replace(show, artwork=Artwork("/media/k1/cover.jpg", drawn=True), **changes)

    return make


@pytest.fixture
def an_episode() -> Callable[..., Episode]:
    def make(key: int = 1, **changes: Any) -> Episode:
        published = NOW - timedelta(days=1000 - key)
        episode = Episode(
            id=key,
            owner="client",
            guid=f"guid-{key}",
            title=f"Episode {key}",
            description="Plain words.",
            description_html="Plain words.",
            enclosure=Enclosure(f"/media/e{key}/episode%20{key}.mp3", "audio/mpeg", 4321, 61.4),
            updated_on=NOW,
            published_on=published,
            generated=True,
            share_path=f"/share/e{key}",
        )
        return replace(episode, **changes)

    return make


@pytest.fixture
def faults(tmp_path: Path) -> Callable[..., list[str]]:
    """The rules that a feed's bytes break: MUST always, SHOULD unless `should` is false."""

    def check(data: bytes, *, should: bool = True, **options: Any) -> list[str]:
        report = validate_feed.Report()
        asked = SimpleNamespace(
            feed_url=f"{BASE}/podcast/rss/0199-show",
            require_guid=True,
            expect_guid=None,
            guid_seed=f"{BASE}/podcast/rss/0199-show",
            expect_items=None,
            xsd=None,
            maps=[],
            unmap=lambda url: url,
        )
        vars(asked).update(options)
        validate_feed.static(data, report, asked)
        levels = ("MUST", "SHOULD") if should else ("MUST",)
        return [
            f"{row['id']} {row['details']}" for row in report.rows.values() if row["bad"] and row["level"] in levels
        ]

    return check
