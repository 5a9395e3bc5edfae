"""The desktop's calls about researches and settings of writing, against the whole server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import keyring
import pytest
from keyring.backends import fail

from app.client import Client


@pytest.fixture(autouse=True)
def no_keyring() -> Iterator[None]:
    """As on a machine without a desktop."""
    before = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
async def client(live: Any) -> AsyncIterator[Client]:
    """The owner's desktop."""
    made = Client(live.address, await live.owner())
    yield made
    await made.close()


async def test_researches_are_ordered_and_read(api: Any, client: Client) -> None:
    api.token = await api.server.owner()
    text = "A source of words. " * 40
    research_id = await client.researches.create("Copper", sources=[("text", text)], language="Deutsch")
    await api.until(research_id, lambda status: status["status"] == 100)
    (listed,) = await client.researches.all()
    found = await client.researches.one(research_id)
    assert found == listed
    assert (found.id, found.topic, found.status) == (research_id, "Copper", 100)
    assert found.text and found.citations[0].text and found.created_on


async def test_settings_are_read_set_and_tried(client: Client) -> None:
    assert (await client.writing.settings()).writer == "built_in"
    saved = await client.writing.save({"endpoint": "http://127.0.0.1:9/v1", "key": "k", "fallsBack": True})
    assert saved == await client.writing.settings()
    assert (saved.endpoint, saved.has_key, saved.falls_back) == ("http://127.0.0.1:9/v1", True, True)
    assert saved.context_tokens and saved.timeout_seconds
    tried = await client.writing.test({"writer": "endpoint", "model": "m"})
    assert not tried.is_reachable and "can't be reached" in tried.error
    assert isinstance(await client.writing.found(), tuple)
