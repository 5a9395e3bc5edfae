"""A request that waits for its time starts at another one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

LATER = "2040-01-01T08:00:00.000Z"


async def moved(api: Any, request_id: str, moment: str, **kw: Any) -> Any:
    return await api.post(f"/studio/requests/{request_id}/schedule", {"scheduledOn": moment}, **kw)


async def test_a_scheduled_request_is_moved_to_another_time(api: Any) -> None:
    request_id = await api.create(scheduledOn="2039-05-04T10:00:00Z")

    answer = await moved(api, request_id, "2040-01-01T09:00:00+01:00")

    assert (answer.status, answer.body["request_id"]) == (200, request_id)
    [row] = (await api.get("/studio/requests?state=queued")).body["requests"]
    assert row["scheduled_on"] == LATER
    assert (await api.get(f"/studio/requests/{request_id}")).body["scheduled_on"] == LATER
    assert (await api.get("/content/QueueRequests")).body["items"][0]["scheduled_on"] == LATER


async def test_it_runs_at_the_new_time(api: Any) -> None:
    request_id = await api.create(scheduledOn="2039-05-04T10:00:00Z")
    soon = datetime.now(UTC) + timedelta(seconds=1)
    assert (await moved(api, request_id, soon.isoformat())).status == 200

    await api.until(request_id, lambda status: status["status"] == 100)


@pytest.mark.parametrize("moment", ["2001-01-01T00:00:00Z", "next week", None])
async def test_the_new_time_lies_in_the_future(api: Any, moment: str | None) -> None:
    request_id = await api.create(scheduledOn=LATER)

    refused = await moved(api, request_id, moment)

    assert (refused.status, refused.body["details"][0]["field"]) == (400, "scheduledOn")
    assert (await api.get(f"/studio/requests/{request_id}")).body["scheduled_on"] == LATER


async def test_what_waits_for_no_time_stays_where_it_is(api: Any) -> None:
    done = (await api.made())["id"]
    cancelled = await api.create(scheduledOn=LATER)
    await api.post("/content/CancelRequest", {"id": cancelled})
    schedule = await api.create(scheduledOn=LATER, isScheduled=True)

    for request_id in (done, cancelled, schedule):
        refused = await moved(api, request_id, LATER)
        assert (refused.status, refused.body["code"]) == (409, "not_scheduled"), refused.body


async def test_nobody_moves_what_another_has_ordered(api: Any) -> None:
    request_id = await api.create(scheduledOn=LATER)
    other = await api.server.client("bob")

    assert (await moved(api, request_id, "2041-01-01T00:00:00Z", token=other)).status == 404
    assert (await moved(api, "no-such-request", "2041-01-01T00:00:00Z")).status == 404
