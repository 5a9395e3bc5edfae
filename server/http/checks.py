"""The feed check: every rule of directories, what is wrong, and what can be mended here."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from pydantic import Field

from server.feeds.rules import Level, Mending
from server.http.calls import Call
from server.http.registry import Routes
from server.http.replies import Done
from server.http.wire import HttpAddress, Order
from server.services.checks import Report

# ruff: noqa: N815 - the wire's names
routes = Routes("Feed check")


class CheckOrder(Order):
    """The feed to check."""

    url: HttpAddress


class MendOrder(Order):
    """What to put right."""

    action: Annotated[
        Literal["draw_cover", "host_audio"], Field(description="As `mend` of a rule names it; others take your words.")
    ]


class RuleResult(msgspec.Struct):
    """What became of a rule. `count` is in how many places it does not hold, `details` names the first of them.

    `mend` is what would put it right here: `edit_show`, `edit_episode`, `draw_cover`, `host_audio`,
    `set_public_address`, or empty where only the source can.
    """

    id: str
    level: str
    text: str
    status: Literal["pass", "fail", "not_applicable", "not_checked"]
    count: int
    details: list[str]
    mend: str


class CheckReply(msgspec.Struct):
    """A feed held against the rules; `valid` where no MUST fails."""

    url: str
    title: str
    items: int
    valid: bool
    mustFailed: int
    shouldFailed: int
    rules: list[RuleResult]


@routes.get("/studio/shows/{podcastId}/check", replies=(CheckReply,), errors=(404,))
async def check_show(call: Call) -> CheckReply:
    """Check the feed of a show as it is published now."""
    return check_reply(await call.services.checks.own(call.params["podcastId"], by=call.by))


@routes.post("/studio/shows/{podcastId}/mend", body=MendOrder, replies=(Done,), errors=(404,))
async def mend_show(call: Call, body: MendOrder) -> Done:
    """Put right what needs no words: draw a valid cover, or take recordings over that lie elsewhere."""
    await call.services.checks.mend(call.params["podcastId"], Mending(body.action), by=call.by)
    told = {"draw_cover": "The show has a drawn cover now.", "host_audio": "The recordings are being taken over."}
    return Done(success=True, message=told[body.action])


@routes.post("/studio/feeds/check", body=CheckOrder, replies=(CheckReply,))
async def check_feed(call: Call, body: CheckOrder) -> CheckReply:
    """Check any feed by its address: its bytes, its answers, its picture and its newest recordings."""
    _ = call.by
    return check_reply(await call.services.checks.foreign(body.url))


def check_reply(report: Report) -> CheckReply:
    """A report on the way out."""
    return CheckReply(
        url=report.url,
        title=report.title,
        items=report.items,
        valid=not report.failed(Level.MUST),
        mustFailed=report.failed(Level.MUST),
        shouldFailed=report.failed(Level.SHOULD),
        rules=[
            RuleResult(
                result.rule,
                str(result.level),
                result.text,
                result.status,  # type: ignore[arg-type]
                result.count,
                list(result.details),
                str(result.mending),
            )
            for result in report.results
        ],
    )
