"""A receiver that is down for an hour gets everything afterwards, under the ids of the beginning, rightly signed.

Messages go out over real connections; only the clock is moved.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from fake_engine import FakeEngine
from live_server import OWNER_ACCOUNT, FewVoices
from moody_receiver import moody_receiver, verify
from standardwebhooks.webhooks import WebhookVerificationError

from server.bootstrap import assembled
from server.config.settings import ServerConfig
from server.domain.accounts import Account, ClientChange
from server.domain.deliveries import RETRY_AFTER_S
from server.domain.orders import ContentOrder, Resource
from server.domain.requests import OutputType
from server.domain.sources import SourceKind

CLIENT = Account("down")
START = datetime(2026, 5, 4, 22, 0, tzinfo=UTC)
REQUESTS = int(os.environ.get("QUILLCAST_PROOF_MESSAGES", "300"))


class Clock:
    """Stands still until it is moved."""

    now = START

    def __call__(self) -> datetime:
        return self.now


async def down_for_an_hour(data_dir: Path, *, requests: int) -> tuple[int, timedelta]:
    """Messages sent in all, and how long after the receiver's return the last one was taken."""
    clock = Clock()
    config = ServerConfig(data_dir=data_dir, port=0, workers=2, allow_local_webhooks=True)
    async with (
        moody_receiver(failing=0.0, seed=requests) as receiver,
        assembled(
            config, engine=FakeEngine(), catalogue=FewVoices(), judge=lambda *_, **__: None, clock=clock
        ) as services,
    ):
        services.media.bind("http://127.0.0.1:1")
        change = ClientChange(credits=requests * 10)
        await services.accounts.save_client(CLIENT.id, change, by=OWNER_ACCOUNT)
        hook = await services.webhooks.register(f"{receiver.address}/hook", by=CLIENT)
        receiver.down = True
        ids = set()
        for number in range(requests):
            order = ContentOrder(
                output_type=OutputType.TEXT, resources=(Resource(SourceKind.TEXT, f"The words of order {number}."),)
            )
            ids.add((await services.requests.submit(order, by=CLIENT)).id)
        async with asyncio.timeout(120):
            while (await services.queues.stats(by=CLIENT)).active:
                await services.dispatcher.quiet()
        renewed = ""
        while clock.now < START + timedelta(hours=1):
            await services.deliveries.quiet()
            clock.now += timedelta(minutes=1)
            if clock.now == START + timedelta(minutes=31):
                renewed = await services.deliveries.rotate(hook.id, by=CLIENT)
        assert not any(message.taken for message in receiver.came)
        tried = {message.id for message in receiver.came}
        assert len(tried) == requests

        receiver.down = False
        while any(health.pending for health in await services.deliveries.health(by=CLIENT)):
            await services.deliveries.quiet()
            clock.now += timedelta(minutes=1)
        taken = [message for message in receiver.came if message.taken]
        assert {message.told["request_id"] for message in taken} == ids
        assert {message.id for message in taken} == tried
        assert len(taken) == requests
        for message in receiver.came:
            secrets = [hook.secret]
            if int(message.headers["webhook-timestamp"]) >= (START + timedelta(minutes=31)).timestamp():
                secrets.append(renewed)
            for secret in secrets:
                verify(message, secret)
        with pytest.raises(WebhookVerificationError):
            verify(taken[0], "whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldA==")
        return len(receiver.came), clock.now - START - timedelta(hours=1)


def longest() -> timedelta:
    """The wait that may be running when the receiver returns, with the most that chance adds."""
    passed = 0.0
    for wait in RETRY_AFTER_S:
        passed += wait * 1.2
        if passed > 3600:
            return timedelta(seconds=wait * 1.2 + 60)
    raise AssertionError


async def test_a_short_queue_arrives_after_an_hour(tmp_path: Path) -> None:
    _, after = await down_for_an_hour(tmp_path, requests=5)
    assert after <= longest()


@pytest.mark.slow
async def test_a_long_queue_arrives_after_an_hour(tmp_path: Path, measured: Callable[[str], None]) -> None:
    sent, after = await down_for_an_hour(tmp_path, requests=REQUESTS)
    measured(f"{REQUESTS} messages, {sent} attempts, the last one taken {after} after the receiver's return")
    assert after <= longest()
