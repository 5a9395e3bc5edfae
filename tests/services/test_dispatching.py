"""From the queue through the engine to a settled request."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from fake_engine import SECONDS, Crash, Fail, FakeEngine, Hold, Succeed

from server.domain.errors import Conflict, NothingUsable
from server.domain.orders import ContentOrder
from server.domain.requests import OutputType, Stage, State

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


async def test_a_topic_alone_says_what_it_needs(studio, an_order: Order) -> None:
    accepted = await studio.services.requests.submit(an_order(resources=(), topic="Glaciers"), by=studio.owner)

    request = await studio.ended(accepted.id, by=studio.owner)

    assert request.error_code == 1003
    assert "connect a model" in request.error_message
