"""Pages, filters and totals, against what counting by hand would say."""

from __future__ import annotations

import pytest

from server.domain.accounts import ClientChange
from server.domain.requests import QueueFilter, RecordingFilter, RequestType, Stage
from server.store import acceptance, clients, lists, outcomes, requests, runs
from server.store.attempts import Attempt
from server.store.requests import PODCASTS


@pytest.fixture
def ids(store, a_request) -> list[str]:
    """Nine recordings: three queued, two running, two failed, one completed, one cancelled; and a text of bob's."""
    made = [store.write_and_wait(acceptance.accept, a_request(RequestType.AUDIO, now_ms=n)) for n in range(9)]
    for _ in range(5):
        store.write_and_wait(runs.claim, 100, holder="h", lease_ms=1)
    for failed in made[:2]:
        store.write_and_wait(outcomes.fail, Attempt(failed, 1), 200, error_code=1001, message="No page came.")
    outcome = outcomes.Outcome("Done", "English", "SPEAKER_00: Hello.", "share", ())
    store.write_and_wait(outcomes.complete, Attempt(made[2], 1), outcome, 200)
    store.write_and_wait(requests.cancel, made[8], "alice", 300)
    store.write_and_wait(clients.save, "bob", ClientChange(), 1)
    store.write_and_wait(acceptance.accept, a_request(client="bob"))
    return made


async def test_pages_are_newest_first_and_count_everything(store, ids) -> None:
    first = await store.read(lists.page, "alice", 1, 4)
    last = await store.read(lists.page, "alice", 3, 4)
    beyond = await store.read(lists.page, "alice", 10**6, 100)

    assert [item.id for item in first.items] == ids[:4:-1]
    assert [item.id for item in last.items] == [ids[0]]
    assert (first.total, first.total_pages) == (9, 3)
    assert beyond.items == ()


async def test_following_a_list_gives_every_request_once(store, ids) -> None:
    seen, before = [], lists.FIRST
    while before:
        items, before = await store.read(lists.portion, "alice", before, 2)
        seen += [item.id for item in items]

    assert seen == ids[::-1]


@pytest.mark.parametrize(
    ("status", "wanted"),
    [
        (RecordingFilter.ALL, range(9)),
        (RecordingFilter.QUEUED, [5, 6, 7]),
        (RecordingFilter.FAILED, [0, 1]),
        (RecordingFilter.SUCCEEDED, [2]),
        (RecordingFilter.PROCESSED, [0, 1, 2, 3, 4]),
    ],
)
async def test_recordings_are_filtered_and_counted(store, ids, status, wanted) -> None:
    page = await store.read(lists.recordings_page, "alice", 1, 50, family=PODCASTS, status=status)
    portion, _ = await store.read(lists.recordings_portion, "alice", lists.FIRST, 50, family=PODCASTS, status=status)

    assert [item.id for item in page.items] == [ids[n] for n in reversed(list(wanted))]
    assert page.total == len(page.items)
    assert portion == page.items


async def test_the_queue_is_oldest_first(store, ids) -> None:
    stats = await store.read(lists.queue_stats, "alice")
    active = await store.read(lists.queue_page, "alice", 1, 50, state=QueueFilter.ACTIVE)
    processing = await store.read(lists.queue_page, "alice", 1, 50, state=QueueFilter.PROCESSING)

    assert (stats.queued, stats.processing, stats.active) == (3, 2, 5)
    assert [item.id for item in active.items] == ids[3:8]
    assert [item.id for item in processing.items] == ids[3:5]
    assert processing.items[0].stage is Stage.PICKED_UP


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (
            "SELECT seq FROM requests WHERE client_id = ? AND deleted_on IS NULL ORDER BY seq DESC LIMIT 50 OFFSET 9",
            "COVERING INDEX requests_listed",
        ),
        (
            "SELECT seq FROM requests WHERE client_id = ? AND deleted_on IS NULL AND family = 1 AND status = 100"
            " ORDER BY seq DESC LIMIT 50 OFFSET 9999",
            "COVERING INDEX requests_recordings",
        ),
        (
            "SELECT seq, id FROM requests WHERE open = 1 AND client_id = ? AND state = 'queued' AND due_on <= 5"
            " ORDER BY due_on, seq LIMIT 1",
            "INDEX requests_waiting",
        ),
    ],
)
async def test_hot_queries_walk_their_index_without_sorting(store, query, index) -> None:
    plan = await store.read(lambda reading: [row[3] for row in reading.execute(f"EXPLAIN QUERY PLAN {query}", ("a",))])

    assert any(index in step for step in plan), plan
    assert not any("TEMP B-TREE" in step for step in plan), plan
