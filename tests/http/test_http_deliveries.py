"""The delivery log over HTTP, with a receiver on this machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from live_server import LiveServer, live_server
from standardwebhooks.webhooks import Webhook as Verifier


class Receiver:
    """Answers what it is told to, and hands out what came."""

    def __init__(self) -> None:
        self.status = 204
        self.came: asyncio.Queue[tuple[dict[str, str], bytes]] = asyncio.Queue()
        self.address = ""

    async def take(self, request: web.BaseRequest) -> web.Response:
        self.came.put_nowait((dict(request.headers), await request.read()))
        return web.Response(status=self.status)

    async def next(self) -> tuple[dict[str, str], bytes]:
        return await asyncio.wait_for(self.came.get(), 10)


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    made = Receiver()
    runner = web.ServerRunner(web.Server(made.take))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    made.address = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield made
    await runner.cleanup()


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[LiveServer]:
    """A server that takes receivers on this machine."""
    async with live_server(tmp_path, allow_local_webhooks=True) as server:
        yield server


@pytest.fixture
def hooked(api: Any) -> Any:
    """Its caller."""
    return api


async def test_a_finished_request_is_told_signed_and_logged(hooked: Any, receiver: Receiver) -> None:
    made = (await hooked.post("/content/Webhook", {"url": receiver.address})).body
    request_id = await hooked.create(callbackData="mine")
    headers, body = await receiver.next()

    message = Verifier(made["secret"]).verify(body, headers)
    assert (message["event"], message["request_id"], message["callback_data"]) == (
        "request.completed",
        request_id,
        "mine",
    )
    status = (await hooked.get(f"/content/Status/{request_id}")).body
    assert {name: message[name] for name in status if name != "updated_on"} == {
        name: value for name, value in status.items() if name != "updated_on"
    }


async def test_the_log_shows_bodies_and_attempts_and_sends_again(hooked: Any, receiver: Receiver) -> None:
    hook = (await hooked.post("/content/Webhook", {"url": receiver.address})).body
    receiver.status = 500
    sent = (await hooked.post(f"/studio/webhooks/{hook['id']}/test")).body
    await receiver.next()
    receiver.status = 204
    for _ in range(2):
        assert (await hooked.post(f"/studio/deliveries/{sent['delivery_id']}/resend")).status == 200
        headers, _ = await receiver.next()
        assert headers["webhook-id"] == sent["delivery_id"]

    log = (await hooked.get(f"/studio/webhooks/{hook['id']}/deliveries?limit=1")).body
    assert [line["id"] for line in log] == [sent["delivery_id"]]
    assert (await hooked.get(f"/studio/webhooks/{hook['id']}/deliveries?before={log[0]['id']}")).body == []
    found = (await hooked.get(f"/studio/deliveries/{sent['delivery_id']}")).body
    assert '"webhook.test"' in found["payload"]
    assert found["tried"][0]["status"] == 500
    (health,) = (await hooked.get("/studio/webhooks")).body
    assert health["id"] == hook["id"]
    assert "secret" not in health
    rotated = (await hooked.post(f"/studio/webhooks/{hook['id']}/rotate")).body
    assert rotated["secret"] != hook["secret"]
    assert (await hooked.post(f"/studio/webhooks/{hook['id']}/enable")).status == 200
    for path in ("/studio/webhooks/none/deliveries", "/studio/deliveries/none"):
        assert (await hooked.get(path)).status == 404


async def test_a_webhook_moves_and_comes_back_with_its_secret(hooked: Any, receiver: Receiver) -> None:
    made = (await hooked.post("/content/Webhook", {"url": "http://127.0.0.1:9/old"})).body
    assert (await hooked.post(f"/studio/webhooks/{made['id']}", {"url": receiver.address})).status == 200
    refused = await hooked.post(f"/studio/webhooks/{made['id']}", {"url": "http://example.com/hook"})
    assert (refused.status, refused.body["details"][0]["field"]) == (400, "url")

    assert (await hooked.post("/content/RemoveWebhook", {"id": made["id"]})).status == 200
    assert (await hooked.get("/content/Webhooks")).body == []
    assert (await hooked.post(f"/studio/webhooks/{made['id']}/restore")).status == 200
    assert (await hooked.post(f"/studio/webhooks/{made['id']}/restore")).status == 404

    await hooked.post(f"/studio/webhooks/{made['id']}/test")
    headers, body = await receiver.next()
    assert Verifier(made["secret"]).verify(body, headers)["event"] == "webhook.test"
