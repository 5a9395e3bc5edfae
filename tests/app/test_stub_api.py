"""The stub keeps to the contract where the desktop relies on it."""

from __future__ import annotations

import aiohttp
import pytest
from stub_api import TOKEN, StubApi, a_request, an_episode, state_of, tone

HEADERS = {"Authorization": f"Bearer {TOKEN}"}


async def test_calls_without_the_token_are_refused_and_public_ones_are_not(api: StubApi) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{api.address}/content/Usage") as reply:
            assert reply.status == 401
            body = await reply.json()
        async with session.get(f"{api.address}/media/x/y") as reply:
            assert reply.status == 200

    assert body == {
        "success": False,
        "code": "unauthorized",
        "error": "The token is not valid.",
        "errorMessage": "The token is not valid.",
    }


async def test_refusals_have_the_contracts_shape(api: StubApi) -> None:
    async with aiohttp.ClientSession(headers=HEADERS) as session:
        order = {"outputType": "audio", "resources": [{"type": "text", "content": "x"}], "voice2": 2}
        async with session.post(f"{api.address}/content/Create", json=order) as reply:
            body = await reply.json()
        async with session.get(f"{api.address}/studio/requests/none") as missing:
            assert missing.status == 404

    assert reply.status == 400
    assert body["details"] == [{"field": "voice2", "message": "needs voice1"}]


async def test_lists_have_the_contracts_fields(api: StubApi) -> None:
    row = a_request(api.contents)
    api.contents.episodes.append(an_episode(1, row))
    async with aiohttp.ClientSession(headers=HEADERS) as session:
        async with session.get(f"{api.address}/podcast/episodes/unallocated") as reply:
            page = await reply.json()
        async with session.get(f"{api.address}/content/QueueStats") as reply:
            stats = await reply.json()

    assert set(page) == {"episodes", "totalCount", "page", "pageSize", "totalPages", "draftEpisodes"}
    assert set(stats) == {"success", "queued", "processing", "active"}


@pytest.mark.parametrize(
    ("row", "state"),
    [
        ({"status": 0, "stage": "queued"}, "queued"),
        ({"status": 5, "stage": "picked_up"}, "processing"),
        ({"status": 55, "stage": "waiting_for_approval"}, "waiting"),
        ({"status": 100, "stage": "completed"}, "done"),
        ({"status": 0, "stage": "queued", "error_code": 499}, "cancelled"),
        ({"status": 30, "stage": "writing", "error_code": 1003}, "failed"),
    ],
)
def test_states_are_told_apart(row: dict[str, object], state: str) -> None:
    assert state_of(row) == state


def test_the_tone_is_a_wave_file() -> None:
    assert tone(0.1)[:4] == b"RIFF"
    assert len(tone(0.1)) == 44 + 2 * 800
