"""Messages reach receivers signed, at least once, in spite of failures; a slow receiver delays no other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from aiohttp import web
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from server.domain.deliveries import RETRY_AFTER_S, Answer, DeliveryState, Health, next_wait_s
from server.domain.errors import NotFound
from server.domain.times import to_ms
from server.fetch.addresses import LoopbackOnly, PublicOnly
from server.fetch.posting import post
from server.http.messages import composer
from server.services.deliveries import Deliveries
from server.services.webhooks import Webhooks
from server.store import webhooks as kept


@dataclass
class Receivers:
    """Answers by address; what came is kept."""

    answers: dict[str, Callable[[], Answer]] = field(default_factory=dict)
    came: list[tuple[str, bytes, dict[str, str]]] = field(default_factory=list)
    held: dict[str, asyncio.Event] = field(default_factory=dict)
    news: asyncio.Condition = field(default_factory=asyncio.Condition)
    called: int = 0

    async def send(self, url: str, body: bytes, headers: dict[str, str]) -> Answer:
        self.called += 1
        await self._tell()
        if url in self.held:
            await self.held[url].wait()
        self.came.append((url, body, headers))
        await self._tell()
        return self.answers.get(url, lambda: Answer(204, 1))()

    async def _tell(self) -> None:
        async with self.news:
            self.news.notify_all()

    async def until(self, wanted: Callable[[], bool]) -> None:
        async with asyncio.timeout(60), self.news:
            await self.news.wait_for(wanted)

    def at(self, url: str) -> list[dict[str, object]]:
        return [json.loads(body) for to, body, _ in self.came if to == url]


@pytest.fixture
def receivers() -> Receivers:
    return Receivers()


@pytest.fixture
async def sending(studio, receivers: Receivers) -> AsyncIterator[Deliveries]:
    """A sender beside the studio's own, which is not started here."""
    store = studio.services.webhooks._store
    links = studio.services.media
    links.bind("http://127.0.0.1:1")
    sender = Deliveries(store, compose=composer(links), send=receivers.send, clock=studio.clock, chance=lambda: 0.5)
    yield sender
    await sender.close()


async def hook(studio, url: str = "https://example.com/hook") -> str:
    return (await studio.services.webhooks.register(url, by=studio.owner)).id


async def finished(studio, an_order) -> str:
    accepted = await studio.services.requests.submit(an_order(callback_data="mine"), by=studio.owner)
    await studio.ended(accepted.id, by=studio.owner)
    return accepted.id


async def test_a_message_holds_what_status_returns(studio, an_order, sending, receivers) -> None:
    await hook(studio)
    request_id = await finished(studio, an_order)
    await sending.quiet()

    (message,) = receivers.at("https://example.com/hook")
    assert message["event"] == "request.completed"
    assert message["request_id"] == message["id"] == request_id
    assert (message["status"], message["callback_data"], message["error_code"]) == (100, "mine", 0)
    assert message["share_url"].startswith("http://127.0.0.1:1/share/")


async def test_failures_and_cancellations_are_told(studio, an_order, sending, receivers) -> None:
    await hook(studio)
    accepted = await studio.services.requests.submit(
        an_order(scheduled_on=studio.clock.now + timedelta(hours=1)), by=studio.owner
    )
    await studio.services.requests.cancel(accepted.id, by=studio.owner)
    await sending.quiet()

    (message,) = receivers.at("https://example.com/hook")
    assert (message["event"], message["error_code"], message["cancelled"]) == ("request.cancelled", 499, True)


async def test_every_signature_is_verified_by_the_standards_library(studio, an_order, sending, receivers) -> None:
    registered = await studio.services.webhooks.register("https://example.com/hook", by=studio.owner)
    studio.clock.now = studio.clock.now.__class__.now(studio.clock.now.tzinfo)
    new = await sending.rotate(registered.id, by=studio.owner)
    await sending.test(registered.id, by=studio.owner)
    await sending.quiet()

    _, body, headers = receivers.came[0]
    for secret in (registered.secret, new):
        assert Verifier(secret).verify(body, headers)["event"] == "webhook.test"
    with pytest.raises(WebhookVerificationError):
        Verifier(new).verify(body + b" ", headers)

    studio.clock.advance(days=1, seconds=1)
    await sending.test(registered.id, by=studio.owner)
    await sending.quiet()
    assert len(receivers.came[1][2]["webhook-signature"].split()) == 1


async def test_a_receiver_that_is_down_gets_everything_later(studio, an_order, sending, receivers) -> None:
    url = "https://example.com/hook"
    webhook_id = await hook(studio)
    receivers.answers[url] = lambda: Answer(None, 15_000, "The receiver did not answer.")
    ids = {await finished(studio, an_order) for _ in range(5)}
    for _ in range(3):
        await sending.quiet()
        studio.clock.advance(minutes=20)
    assert (await sending.health(by=studio.owner))[0].health is Health.FAILING

    receivers.answers.clear()
    receivers.came.clear()
    studio.clock.advance(hours=1)
    await sending.quiet()

    assert {message["request_id"] for message in receivers.at(url)} == ids
    log = await sending.log(webhook_id, by=studio.owner)
    assert {record.state for record in log} == {DeliveryState.DELIVERED}
    assert len({record.message_id for record in log}) == 5
    found = await sending.find(log[0].message_id, by=studio.owner)
    assert [each.status for each in found.tried][-1] == 204
    assert found.tried[0].fault == "The receiver did not answer."


async def test_after_the_last_wait_a_message_is_given_up_and_can_be_sent_again(studio, sending, receivers) -> None:
    url = "https://example.com/hook"
    webhook_id = await hook(studio)
    receivers.answers[url] = lambda: Answer(302, 3, "The receiver answered 302 Found.")
    message_id = await sending.test(webhook_id, by=studio.owner)
    for _ in range(len(RETRY_AFTER_S) + 3):
        await sending.quiet()
        studio.clock.advance(hours=30)

    assert len(receivers.came) == len(RETRY_AFTER_S) + 1
    record = await sending.find(message_id, by=studio.owner)
    assert (record.state, record.due_on) == (DeliveryState.GIVEN_UP, None)

    receivers.answers.clear()
    await sending.resend(message_id, by=studio.owner)
    await sending.quiet()
    assert (await sending.find(message_id, by=studio.owner)).state is DeliveryState.DELIVERED
    assert len({headers["webhook-id"] for _, _, headers in receivers.came}) == 1


async def test_gone_disables_until_it_is_registered_again(studio, an_order, sending, receivers) -> None:
    url = "https://example.com/hook"
    webhook_id = await hook(studio)
    receivers.answers[url] = lambda: Answer(410, 3, "The receiver answered 410 Gone.")
    await sending.test(webhook_id, by=studio.owner)
    await sending.quiet()
    assert (await sending.health(by=studio.owner))[0].health is Health.DISABLED

    await finished(studio, an_order)
    await sending.quiet()
    assert len(receivers.came) == 1

    assert await hook(studio) == webhook_id
    receivers.answers.clear()
    await finished(studio, an_order)
    await sending.quiet()
    assert len(receivers.came) == 2


async def test_a_slow_receiver_delays_no_other(studio, sending, receivers) -> None:
    slow, quick = "https://slow.example/", "https://quick.example/"
    receivers.held[slow] = asyncio.Event()
    slow_id, quick_id = await hook(studio, slow), await hook(studio, quick)
    for _ in range(20):
        await sending.test(slow_id, by=studio.owner)
    await sending.start()
    for _ in range(20):
        await sending.test(quick_id, by=studio.owner)
    await receivers.until(lambda: len(receivers.at(quick)) == 20)
    assert receivers.at(slow) == []

    receivers.held[slow].set()
    await receivers.until(lambda: len(receivers.at(slow)) == 20)


async def test_what_was_on_its_way_is_sent_again_after_a_restart(studio, sending, receivers) -> None:
    url = "https://example.com/hook"
    receivers.held[url] = asyncio.Event()
    webhook_id = await hook(studio)
    message_id = await sending.test(webhook_id, by=studio.owner)
    await sending.start()
    await receivers.until(lambda: receivers.called == 1)
    await sending.close()
    receivers.held.clear()

    again = Deliveries(
        studio.services.webhooks._store,
        compose=composer(studio.services.media),
        send=receivers.send,
        clock=studio.clock,
    )
    await again.quiet()
    await again.close()
    assert [headers["webhook-id"] for _, _, headers in receivers.came] == [message_id]


async def test_nobody_sees_or_moves_another_clients_messages(studio, sending) -> None:
    webhook_id = await hook(studio)
    message_id = await sending.test(webhook_id, by=studio.owner)
    other = await studio.client("bob")
    for call in (
        sending.log(webhook_id, by=other),
        sending.find(message_id, by=other),
        sending.resend(message_id, by=other),
        sending.test(webhook_id, by=other),
        sending.rotate(webhook_id, by=other),
        sending.enable(webhook_id, by=other),
    ):
        with pytest.raises(NotFound):
            await call
    assert await sending.health(by=other) == ()


def test_waits_only_grow() -> None:
    assert next_wait_s(1, chance=0.0) == 5
    assert next_wait_s(9, chance=0.0) == 86_400
    assert next_wait_s(10, chance=0.0) is None
    assert next_wait_s(2, chance=1.0) == pytest.approx(360)
    assert next_wait_s(1, chance=0.0, retry_after_s=120) == 120
    assert next_wait_s(3, chance=0.0, retry_after_s=120) == 1_800
    assert next_wait_s(1, chance=0.0, retry_after_s=1e9) == 86_400


@asynccontextmanager
async def receiver(handler) -> AsyncIterator[str]:
    server = web.Server(handler)
    runner = web.ServerRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    finally:
        await runner.cleanup()


async def test_a_real_receiver_answers() -> None:
    async def handler(request: web.BaseRequest) -> web.Response:
        body = await request.read()
        if request.path == "/busy":
            return web.Response(status=503, headers={"Retry-After": "7"}, text="busy")
        if request.path == "/elsewhere":
            return web.Response(status=302, headers={"Location": "/hook"})
        return web.Response(text=f"{request.headers['x-own']} {body.decode()}")

    async with receiver(handler) as url:
        said = await post(url, b"{}", headers={"x-own": "a"}, policy=LoopbackOnly())
        assert (said.status, said.fault, said.excerpt) == (200, "", "a {}")
        busy = await post(url.replace("hook", "busy"), b"{}", headers={}, policy=LoopbackOnly())
        assert (busy.status, busy.retry_after_s, busy.excerpt) == (503, 7.0, "busy")
        moved = await post(url.replace("hook", "elsewhere"), b"{}", headers={}, policy=LoopbackOnly())
        assert (moved.status, moved.fault) == (302, "The receiver answered 302 Found.")
        refused = await post(url, b"{}", headers={}, policy=PublicOnly())
        assert refused.status is None
        assert "not a public address" in refused.fault
    gone = await post(url, b"{}", headers={}, policy=LoopbackOnly())
    assert gone.status is None
    assert gone.fault.startswith("The receiver can't be reached")


async def test_a_receiver_that_never_answers_is_left_in_time() -> None:
    ended = asyncio.Event()

    async def handler(request: web.BaseRequest) -> web.Response:
        await ended.wait()
        return web.Response()

    async with receiver(handler) as url:
        said = await post(url, b"{}", headers={}, policy=LoopbackOnly(), timeout_s=0.05)
        ended.set()
    assert said.status is None
    assert "did not answer" in said.fault


async def test_a_status_counts_though_the_body_never_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.fetch.posting.EXCERPT_S", 0.05)
    ended = asyncio.Event()

    async def handler(request: web.BaseRequest) -> web.StreamResponse:
        answer = web.StreamResponse(headers={"Content-Length": "10"})
        await answer.prepare(request)
        await ended.wait()
        await answer.write(b"0123456789")
        return answer

    async with receiver(handler) as url:
        said = await post(url, b"{}", headers={}, policy=LoopbackOnly())
        ended.set()
    assert (said.status, said.fault, said.excerpt) == (200, "", "")


async def test_old_messages_leave_the_log(studio, sending, receivers) -> None:
    webhook_id = await hook(studio)
    await sending.test(webhook_id, by=studio.owner)
    await sending.quiet()
    from server.store import deliveries

    store = studio.services.webhooks._store
    await store.write(deliveries.forget, to_ms(studio.clock.now) + 1)
    assert await sending.log(webhook_id, by=studio.owner) == ()
    assert isinstance(studio.services.webhooks, Webhooks)
    assert await store.read(kept.every, studio.owner.id)
