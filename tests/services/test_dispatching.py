"""From the queue through the engine to a settled request."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from fake_engine import SECONDS, Crash, Fail, FakeEngine, Hold, Succeed, result_of

from server.domain.errors import Conflict, NothingUsable, Unavailable
from server.domain.orders import ContentOrder
from server.domain.requests import OutputType, Stage, State
from server.domain.times import to_ms
from server.store import outcomes, runs

Order = Callable[..., ContentOrder]


async def test_a_recording_is_made_and_linked(studio, an_order: Order) -> None:
    order = an_order(
        output_type=OutputType.AUDIO, title="Ferries, old & new", include_citations=True, language="Deutsch"
    )

    accepted = await studio.services.requests.submit(order, by=studio.owner)
    request = await studio.ended(accepted.id, by=studio.owner)

    assert request.state is State.COMPLETED
    assert request.status == 100
    assert request.language == "Deutsch"
    assert request.duration_s == pytest.approx(SECONDS)
    assert request.response_text.startswith("SPEAKER_00: ")
    assert request.citations[0].page == 1
    links = studio.services.media.links_of(request)
    assert links.audio_url.endswith("/Ferries-old-new.mp3")
    served = await studio.services.media.find(request.media[0].key)
    assert served.path.stat().st_size == request.file_size
    assert (await studio.services.media.shared(request.share_key)).id == request.id
    await studio.services.dispatcher.quiet()
    assert not list((studio.data_dir / "work").iterdir())


async def test_a_failure_keeps_its_status_and_gives_everything_back(studio, an_order: Order) -> None:
    studio.engine.plan = lambda _job: Fail(NothingUsable("2 sources came and hold 12 words."), Stage.WRITING)
    client = await studio.client("alice")

    accepted = await studio.services.requests.submit(an_order(output_type=OutputType.AUDIO), by=client)
    request = await studio.ended(accepted.id, by=client)

    assert request.state is State.FAILED
    assert request.error_code == 1002
    assert request.error_message == "2 sources came and hold 12 words."
    assert 30 <= request.status < 55
    assert request.error_on is not None
    usage = await studio.services.accounts.usage(by=client)
    assert (usage.used, usage.used_daily_podcasts) == (0, 0)


async def test_a_retry_goes_on_from_the_checkpoints_and_the_status_never_falls(studio, an_order: Order) -> None:
    studio.engine.plan = lambda _job: Fail(NothingUsable("Too little came."), Stage.WRITING)
    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
    failed = await studio.ended(accepted.id, by=studio.owner)
    studio.engine.plan = lambda _job: Hold(Stage.IMPORTING)

    retried = await studio.services.requests.retry(accepted.id, by=studio.owner)
    running = await studio.in_state(accepted.id, State.PROCESSING, by=studio.owner)

    assert (retried.status, running.status) == (failed.status, failed.status)
    assert retried.error_code == 0
    await studio.until(accepted.id, lambda r: r.stage is Stage.IMPORTING, by=studio.owner)
    folder = studio.data_dir / "work" / accepted.id
    assert (folder / "attempts.txt").read_text() == "1\n2\n"
    studio.engine.release(accepted.id)
    assert (await studio.ended(accepted.id, by=studio.owner)).state is State.COMPLETED


async def test_three_lost_workers_are_the_end(studio, an_order: Order) -> None:
    studio.engine.plan = lambda _job: Crash()

    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
    request = await studio.ended(accepted.id, by=studio.owner)

    assert request.error_code == 1006
    assert [job.attempt for job in studio.engine.submitted] == [1, 2, 3]


async def test_one_lost_worker_is_made_good(studio, an_order: Order) -> None:
    studio.engine.plan = lambda job: Crash() if job.attempt == 1 else Succeed()

    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
    request = await studio.ended(accepted.id, by=studio.owner)

    assert request.state is State.COMPLETED
    assert request.attempt == 2


async def test_a_restart_goes_on_and_is_no_crash(opener, an_order: Order) -> None:
    ids = []
    for _ in range(4):
        async with opener.open(FakeEngine(lambda _job: Hold())) as studio:
            if not ids:
                ids.append((await studio.services.requests.submit(an_order(), by=studio.owner)).id)
            await studio.until(ids[0], lambda r: r.stage is Stage.WRITING, by=studio.owner)
    async with opener.open() as studio:
        request = await studio.ended(ids[0], by=studio.owner)

    assert request.state is State.COMPLETED
    assert request.attempt == 5


async def test_cancelling_stops_the_job_and_what_it_says_later_counts_for_nothing(studio, an_order: Order) -> None:
    studio.engine.plan = lambda _job: Hold()
    client = await studio.client("bob")
    accepted = await studio.services.requests.submit(an_order(), by=client)
    await studio.until(accepted.id, lambda r: r.stage is Stage.WRITING, by=client)

    cancelled = await studio.services.requests.cancel(accepted.id, by=client)

    assert (cancelled.status, cancelled.error_code, cancelled.is_cancelled) == (0, 499, True)
    assert studio.engine.cancelled == [accepted.id]
    again = await studio.services.requests.cancel(accepted.id, by=client)
    assert again.is_cancelled
    assert (await studio.services.accounts.usage(by=client)).used == 0
    await studio.services.dispatcher.quiet()
    assert (await studio.services.requests.get(accepted.id, by=client)).is_cancelled


async def test_what_has_ended_is_not_cancelled(studio, an_order: Order) -> None:
    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
    await studio.ended(accepted.id, by=studio.owner)

    with pytest.raises(Conflict) as refusal:
        await studio.services.requests.cancel(accepted.id, by=studio.owner)

    assert refusal.value.code == "already_completed"


async def test_a_script_waits_for_approval_without_holding_a_slot(studio, an_order: Order) -> None:
    order = an_order(output_type=OutputType.AUDIO, approve_script=True)
    accepted = await studio.services.requests.submit(order, by=studio.owner)

    waiting = await studio.in_state(accepted.id, State.WAITING, by=studio.owner)
    script = await studio.services.requests.script(accepted.id, by=studio.owner)
    await studio.services.dispatcher.quiet()
    await studio.services.requests.approve(accepted.id, by=studio.owner)
    done = await studio.ended(accepted.id, by=studio.owner)

    assert (waiting.stage, waiting.status) == (Stage.WAITING_FOR_APPROVAL, 55)
    assert script.lines[0].label == "SPEAKER_00"
    assert done.state is State.COMPLETED
    with pytest.raises(Conflict):
        await studio.services.requests.approve(accepted.id, by=studio.owner)


async def test_a_scheduled_request_waits_for_its_time(studio, an_order: Order) -> None:
    later = studio.clock() + timedelta(hours=2)
    accepted = await studio.services.requests.submit(an_order(scheduled_on=later), by=studio.owner)
    at_once = await studio.services.requests.submit(an_order(), by=studio.owner)
    await studio.ended(at_once.id, by=studio.owner)

    before = await studio.services.requests.get(accepted.id, by=studio.owner)
    studio.clock.advance(hours=2)
    studio.services.dispatcher.wake()
    after = await studio.ended(accepted.id, by=studio.owner)

    assert before.state is State.QUEUED
    assert before.scheduled_on == later
    assert after.state is State.COMPLETED


async def test_clients_take_turns(opener, an_order: Order) -> None:
    engine = FakeEngine(lambda _job: Hold())
    async with opener.open(engine) as studio:
        loud, quiet = await studio.client("loud"), await studio.client("quiet")
        many = [await studio.services.requests.submit(an_order(), by=loud) for _ in range(5)]
        await studio.until(many[1].id, lambda r: r.stage is Stage.WRITING, by=loud)
        one = await studio.services.requests.submit(an_order(), by=quiet)

        engine.plan = lambda _job: Succeed()
        engine.release(many[0].id)
        await studio.ended(one.id, by=quiet)

        assert [job.id for job in engine.submitted][:3] == [many[0].id, many[1].id, one.id]


async def test_deleting_a_running_request_cancels_it_first(studio, an_order: Order) -> None:
    studio.engine.plan = lambda _job: Hold()
    client = await studio.client("carol")
    accepted = await studio.services.requests.submit(an_order(), by=client)
    await studio.until(accepted.id, lambda r: r.stage is Stage.WRITING, by=client)

    await studio.services.requests.delete(accepted.id, by=client)

    assert accepted.id in studio.engine.cancelled
    assert (await studio.services.accounts.usage(by=client)).used == 0
    restored = await studio.services.requests.restore(accepted.id, by=client)
    assert restored.is_cancelled


async def test_a_topic_alone_is_for_the_engine_to_look_up(studio, an_order: Order) -> None:
    made = await studio.services.requests.submit(an_order(), by=studio.owner)
    await studio.ended(made.id, by=studio.owner)
    accepted = await studio.services.requests.submit(an_order(resources=(), topic=" Glaciers "), by=studio.owner)

    await studio.ended(accepted.id, by=studio.owner)

    reference = studio.engine.submitted[-1].spec.reference
    assert reference.topic == "Glaciers"
    assert len(reference.own) == 1 and reference.own[0].is_file()
    assert studio.engine.submitted[0].spec.reference is None


@pytest.mark.parametrize(
    "damage", [lambda a: replace(a, sha256="0" * 64), lambda a: replace(a, path=a.path.parent / "x")]
)
async def test_a_file_that_is_not_what_was_made_fails_the_request(studio, an_order: Order, monkeypatch, damage) -> None:
    def damaged(job, title):
        (job.work / "x").touch()
        result = result_of(job, title)
        return replace(result, artefacts=tuple(damage(artefact) for artefact in result.artefacts))

    monkeypatch.setattr("fake_engine.result_of", damaged)

    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
    request = await studio.ended(accepted.id, by=studio.owner)

    assert (request.error_code, request.media) == (1005, ())
    assert 95 <= request.status < 100


def slow_storing(monkeypatch) -> tuple[asyncio.Event, threading.Event]:
    """Set once results are being stored, and what they wait for."""
    storing, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slow(point: str) -> None:
        if point == "during-storing":
            loop.call_soon_threadsafe(storing.set)
            go_on.wait(10)

    monkeypatch.setattr("server.services.results.fault", slow)
    return storing, go_on


async def test_while_results_are_being_stored_a_request_is_not_cancelled(studio, an_order: Order, monkeypatch) -> None:
    storing, go_on = slow_storing(monkeypatch)
    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
    await storing.wait()

    with pytest.raises(Conflict) as refusal:
        await studio.services.requests.cancel(accepted.id, by=studio.owner)
    go_on.set()

    assert refusal.value.code == "storing_results"
    assert (await studio.ended(accepted.id, by=studio.owner)).state is State.COMPLETED


async def test_deleted_while_its_results_are_stored_it_costs_nothing(studio, an_order: Order, monkeypatch) -> None:
    storing, go_on = slow_storing(monkeypatch)
    client = await studio.client("dora")
    accepted = await studio.services.requests.submit(an_order(), by=client)
    await storing.wait()

    await studio.services.requests.delete(accepted.id, by=client)
    go_on.set()
    await studio.services.dispatcher.quiet()

    assert (await studio.services.accounts.usage(by=client)).used == 0
    assert (await studio.services.requests.restore(accepted.id, by=client)).is_cancelled


async def test_an_engine_that_refuses_a_job_fails_only_that_request(studio, an_order: Order, monkeypatch) -> None:
    submit = studio.engine.submit

    def refuse(job) -> None:
        if job.spec.title == "bad":
            raise ValueError("no")
        submit(job)

    monkeypatch.setattr(studio.engine, "submit", refuse)

    bad = await studio.services.requests.submit(an_order(title="bad"), by=studio.owner)
    good = await studio.services.requests.submit(an_order(title="good"), by=studio.owner)

    failed = await studio.ended(bad.id, by=studio.owner)
    assert failed.error_code == 1099
    assert "ValueError" not in failed.error_message
    assert (await studio.ended(good.id, by=studio.owner)).state is State.COMPLETED


async def test_no_more_run_together_than_there_are_slots(studio, an_order: Order) -> None:
    studio.engine.plan = lambda _job: Hold()
    ids = [(await studio.services.requests.submit(an_order(), by=studio.owner)).id for _ in range(5)]
    for request_id in ids[:2]:
        await studio.until(request_id, lambda r: r.stage is Stage.WRITING, by=studio.owner)

    stats = await studio.services.queues.stats(by=studio.owner)

    assert (stats.queued, stats.processing) == (3, 2)
    assert set(studio.services.dispatcher.running) == set(ids[:2])


async def test_a_job_lost_with_its_lease_is_taken_again(store_of, an_order: Order) -> None:
    store, studio = store_of
    studio.engine.plan = lambda _job: Hold()
    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
    await studio.until(accepted.id, lambda r: r.stage is Stage.WRITING, by=studio.owner)
    now_ms = to_ms(studio.clock())

    assert await store.write(runs.recover, now_ms + 1_000, expired_only=True) == 0
    assert await store.write(runs.recover, now_ms + 61_000, but=(accepted.id,), expired_only=True) == 0
    assert await store.write(runs.recover, now_ms + 61_000, expired_only=True) == 1

    assert (await studio.services.requests.get(accepted.id, by=studio.owner)).state is State.QUEUED


@pytest.fixture
def store_of(studio):
    return studio.services.files._store, studio


async def test_a_failure_that_can_not_be_kept_is_made_again_when_its_lease_is_over(
    studio, an_order: Order, monkeypatch, caplog
) -> None:
    refused, loop = asyncio.Event(), asyncio.get_running_loop()
    fail = outcomes.fail

    def full_once(*args, **kwargs):
        if not refused.is_set():
            loop.call_soon_threadsafe(refused.set)
            raise Unavailable("The disk is full.")
        return fail(*args, **kwargs)

    def no_room() -> None:
        raise Unavailable("The disk is full.", code="disk_full")

    monkeypatch.setattr(outcomes, "fail", full_once)
    monkeypatch.setattr(studio.services.dispatcher, "_require_room", no_room)
    accepted = await studio.services.requests.submit(an_order(), by=studio.owner)
    async with asyncio.timeout(10):
        await refused.wait()
        await studio.services.dispatcher.quiet()
    assert (await studio.services.requests.get(accepted.id, by=studio.owner)).state is State.PROCESSING
    assert "The disk is full" in caplog.text

    studio.clock.advance(minutes=2)
    await studio.services.dispatcher._keep_leases()
    request = await studio.ended(accepted.id, by=studio.owner)
    assert (request.state, request.error_message, request.attempt) == (State.FAILED, "The disk is full.", 2)
    gc.collect()
    assert "never retrieved" not in caplog.text
