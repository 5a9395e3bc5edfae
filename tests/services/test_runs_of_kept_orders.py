"""Templates and recurring schedules are kept; each of their runs is an ordinary request, taken in once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from fake_engine import imported_source

from server.domain.errors import Invalid, InvalidField, NotFound
from server.domain.orders import ContentOrder, Material, RepurposeOrder, TemplateMode
from server.domain.requests import OutputType, RequestType, Stage, State
from server.domain.sources import SourceKind
from server.services.housekeeping import Housekeeping
from server.store.artefacts import FolderStorage

Order = Callable[..., ContentOrder]
PAGE = Material(SourceKind.WEBSITE, "https://example.org/new", "A new item")
LONG = Material(SourceKind.TEXT, "Words of a long item. " * 2_000, "A long item")


def spec_of(studio, request_id: str):
    return next(job.spec for job in studio.engine.submitted if job.id == request_id)


async def a_template(studio, order: ContentOrder, *, by) -> str:
    kept = replace(order, resources=(), template_mode=TemplateMode("feed", "Daily"))
    return (await studio.services.requests.submit(kept, by=by)).id


async def test_a_template_is_kept_under_its_name_and_never_runs_itself(studio, an_order: Order) -> None:
    client = await studio.client("alice", credits=0, daily_podcasts=0)

    kept = await studio.services.requests.get(
        await a_template(studio, an_order(output_type=OutputType.AUDIO), by=client), by=client
    )

    assert (kept.type, kept.state, kept.stage) == (RequestType.TEMPLATE, State.TEMPLATE, Stage.TEMPLATE)
    assert (kept.title, kept.status, kept.credits, kept.output_type) == ("Daily", 0, 0, OutputType.AUDIO)
    await studio.services.dispatcher.quiet()
    assert studio.engine.submitted == []


async def test_a_run_is_an_ordinary_request_with_the_sources_it_brings(studio, an_order: Order) -> None:
    client = await studio.client("alice")
    kept = await a_template(studio, an_order(output_type=OutputType.AUDIO, text="Dwell on it."), by=client)

    run = await studio.services.requests.submit_run(kept, client_id="alice", run_key="sub@item", materials=(PAGE, LONG))
    request = await studio.ended(run.id, by=client)

    assert (request.type, request.state) == (RequestType.AUDIO, State.COMPLETED)
    assert (await studio.services.accounts.usage(by=client)).used == 10
    spec = spec_of(studio, run.id)
    assert [(s.kind, s.content) for s in spec.sources] == [
        (PAGE.type, PAGE.content),
        (SourceKind.TEXT, LONG.content),
    ]
    assert (spec.sources[0].name, spec.instructions) == ("A new item", "Dwell on it.")


async def test_a_run_is_named_by_what_it_brings_until_it_has_a_title(studio, an_order: Order) -> None:
    kept = await a_template(studio, an_order(), by=studio.owner)
    later = Material(SourceKind.WEBSITE, "https://example.org/x", "The item's own title")
    run = await studio.services.requests.submit_run(kept, client_id="owner", run_key="k", materials=(later,))
    assert (await studio.services.requests.get(run.id, by=studio.owner)).title in {
        "The item's own title",
        "A short piece",
    }


async def test_the_same_run_is_taken_in_once(studio, an_order: Order) -> None:
    client = await studio.client("alice", credits=10)
    kept = await a_template(studio, an_order(), by=client)
    submit = studio.services.requests.submit_run

    runs = await asyncio.gather(
        *(submit(kept, client_id="alice", run_key="sub@item", materials=(PAGE,)) for _ in range(5))
    )
    again = await submit(kept, client_id="alice", run_key="sub@item", materials=(PAGE,))

    assert {run.id for run in runs} == {again.id}
    assert (await studio.services.accounts.usage(by=client)).used == 10
    await studio.services.requests.delete(again.id, by=client)
    assert (await submit(kept, client_id="alice", run_key="sub@item", materials=(PAGE,))).id == again.id


async def test_keys_of_runs_belong_to_a_client(studio, an_order: Order) -> None:
    ids = set()
    for name in ("alice", "bob"):
        client = await studio.client(name)
        kept = await a_template(studio, an_order(), by=client)
        run = await studio.services.requests.submit_run(kept, client_id=name, run_key="same", materials=(PAGE,))
        ids.add(run.id)
    assert len(ids) == 2


async def test_a_schedules_run_has_the_sources_it_was_given(studio, an_order: Order) -> None:
    long_text = "Words enough to be kept apart. " * 1_000
    order = an_order(is_scheduled=True, daily_count=2, schedule_end_date=datetime(2030, 1, 1, tzinfo=UTC))
    order = replace(order, resources=(replace(order.resources[0], content=long_text), *order.resources))
    kept = (await studio.services.requests.submit(order, by=studio.owner)).id

    run = await studio.services.requests.submit_run(kept, client_id="owner", run_key=f"{kept}@1")
    request = await studio.ended(run.id, by=studio.owner)

    assert request.scheduled_on is None
    assert [s.content for s in spec_of(studio, run.id).sources] == [long_text, "Words enough to be told."]
    sent = (await studio.services.requests.detail(run.id, by=studio.owner)).order
    assert not sent.is_scheduled
    assert sent.resources[0].content == long_text


async def test_a_run_without_any_source_is_refused(studio, an_order: Order) -> None:
    kept = await a_template(studio, an_order(), by=studio.owner)
    with pytest.raises(InvalidField):
        await studio.services.requests.submit_run(kept, client_id="owner", run_key="empty")


async def test_a_run_needs_its_template_and_its_money(studio, an_order: Order) -> None:
    client = await studio.client("alice", credits=5)
    kept = await a_template(studio, an_order(), by=client)
    ordinary = (await studio.services.requests.submit(an_order(), by=studio.owner)).id
    submit = studio.services.requests.submit_run

    with pytest.raises(Invalid) as refusal:
        await submit(kept, client_id="alice", run_key="a", materials=(PAGE,))
    assert refusal.value.code == "insufficient_credits"
    for wrong, whose in ((kept, "owner"), (ordinary, "owner"), ("nothing", "alice")):
        with pytest.raises(NotFound):
            await submit(wrong, client_id=whose, run_key="b", materials=(PAGE,))
    await studio.services.requests.delete(kept, by=client)
    with pytest.raises(NotFound):
        await submit(kept, client_id="alice", run_key="c", materials=(PAGE,))


async def test_an_expired_subscription_ends_the_runs(studio, an_order: Order) -> None:
    client = await studio.client("alice", subscription_ends=studio.clock.now + timedelta(days=1))
    kept = await a_template(studio, an_order(), by=client)
    studio.clock.advance(days=2)
    with pytest.raises(Invalid) as refusal:
        await studio.services.requests.submit_run(kept, client_id="alice", run_key="a", materials=(PAGE,))
    assert refusal.value.code == "subscription_expired"


async def test_a_schedule_must_have_a_run_before_its_end(studio, an_order: Order) -> None:
    end = studio.clock.now + timedelta(hours=1)
    for changes in (
        {"schedule_end_date": studio.clock.now},
        {"schedule_end_date": end, "scheduled_on": end + timedelta(hours=1)},
    ):
        with pytest.raises(InvalidField, match="scheduleEndDate"):
            await studio.services.requests.submit(an_order(is_scheduled=True, **changes), by=studio.owner)


async def test_kept_orders_survive_a_restart_without_running(opener, an_order: Order) -> None:
    async with opener.open() as studio:
        kept = await a_template(studio, an_order(), by=studio.owner)
    async with opener.open() as studio:
        run = await studio.services.requests.submit_run(kept, client_id="owner", run_key="k", materials=(PAGE,))
        await studio.ended(run.id, by=studio.owner)
        assert [job.id for job in studio.engine.submitted] == [run.id]


@pytest.mark.parametrize("kind", list(OutputType))
async def test_any_type_can_be_made_of_what_was_imported(studio, an_order: Order, kind: OutputType) -> None:
    client = studio.owner
    first = await studio.ended((await studio.services.requests.submit(an_order(), by=client)).id, by=client)
    wish = RepurposeOrder(request_id=first.id, output_type=kind)
    second = await studio.ended((await studio.services.requests.repurpose(wish, by=client)).id, by=client)
    spec = spec_of(studio, second.id)
    assert (spec.output_type, spec.sources, spec.imported) == (kind, (), (imported_source(),))


async def test_imported_sources_outlive_their_request(studio, an_order: Order) -> None:
    client = studio.owner
    storage = await asyncio.to_thread(FolderStorage, studio.data_dir / "artefacts")
    tidying = Housekeeping(studio.services.files._store, storage, work=studio.data_dir / "work", clock=studio.clock)
    first = await studio.ended((await studio.services.requests.submit(an_order(), by=client)).id, by=client)
    wish = RepurposeOrder(request_id=first.id, output_type=OutputType.QUIZ)

    second = await studio.ended((await studio.services.requests.repurpose(wish, by=client)).id, by=client)
    await studio.services.requests.delete(first.id, by=client)
    studio.clock.advance(days=40)
    await tidying.tidy(before_s=4e9)
    third = await studio.services.requests.repurpose(replace(wish, request_id=second.id), by=client)
    await studio.ended(third.id, by=client)

    assert spec_of(studio, second.id).imported == (imported_source(),)
    assert spec_of(studio, third.id).imported[0] == imported_source()
