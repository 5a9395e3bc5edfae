"""What hangs on shows and episodes stays as long as somebody can reach it, and no longer."""

from __future__ import annotations

import os
import time
from typing import Any

from server.services.housekeeping import Housekeeping

DAY_S = 24 * 3600


async def tidied(studio: Any, clock: Any, *, days: int) -> None:
    clock.ahead_s += days * DAY_S
    store, storage = studio.services.feeds._store, studio.services.episodes._storage
    keeper = Housekeeping(store, storage, work=studio.work, clock=clock)
    await keeper.tidy(before_s=time.time() + DAY_S)


async def test_an_episode_in_a_show_outlives_its_request(studio: Any, clock: Any) -> None:
    show = await studio.show()
    request = await studio.recording(podcastId=show)
    (episode,) = await studio.episodes(show)
    await studio.call("POST", "/content/DeleteRequest", json={"id": request})
    await tidied(studio, clock, days=31)

    audio = await studio.call("GET", episode["audioUrl"], token=None)
    assert (audio.status, len(audio.body)) == (200, episode["fileSize"])
    assert (await studio.call("GET", episode["shareUrl"], token=None)).status == 200


async def test_files_of_what_was_deleted_go_after_a_month(studio: Any, clock: Any, sound: bytes) -> None:
    import aiohttp

    form = aiohttp.FormData()
    form.add_field("audioFile", sound, filename="talk.wav", content_type="audio/wav")
    form.add_field("title", "A talk")
    await studio.call("POST", "/podcast/episodes/upload", data=form)
    (episode,) = (await studio.call("GET", "/podcast/episodes")).body
    await tidied(studio, clock, days=31)
    before = files(studio)
    await studio.call("POST", "/podcast/remove", json={"id": str(episode["id"])})
    await tidied(studio, clock, days=29)
    assert files(studio) == before
    await tidied(studio, clock, days=2)
    assert len(before - files(studio)) == 1


def files(studio: Any) -> set[str]:
    """Names of everything that is stored."""
    return {name for _, _, names in os.walk(studio.work.parent / "artefacts") for name in names}
