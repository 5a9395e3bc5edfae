"""Ideas for podcasts: open to pages of our own, and to who knows the secret."""

from __future__ import annotations

import hmac
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from aiohttp import hdrs, web
from pydantic import Field

from server.domain.errors import CapacityReached, Forbidden
from server.domain.ideas import MAX_TOPIC, PodcastIdea
from server.http.calls import Call
from server.http.problems import as_problem
from server.http.registry import Routes, Scope
from server.http.wire import Order

# ruff: noqa: N815 - the wire's names
routes = Routes("Podcast ideas")

SECRET_HEADER = "X-Free-Tools-Secret"  # noqa: S105 - its name, not its value
SHORTEST_SECRET = 8
ELSEWHERE = "Ideas are for pages of this server; from elsewhere send the secret of this installation."
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class IdeasOrder(Order):
    """What the podcast should be about."""

    topic: Annotated[str | None, Field(max_length=MAX_TOPIC, description="Left out, topics are proposed too.")] = None


class IdeaStatsRecord(msgspec.Struct):
    """Estimates from 0 to 100."""

    questionComplexity: int
    topicalDepth: int
    searchVolumeConversational: int
    contentFreshness: int


class IdeaRecord(msgspec.Struct):
    """A show that could be made; `episodes` are exactly four titles."""

    name: str
    description: str
    episodes: tuple[str, str, str, str]
    stats: IdeaStatsRecord


class IdeasReply(msgspec.Struct):
    """Three to eight ideas."""

    success: bool
    requestId: str
    ideas: list[IdeaRecord]


@routes.post("/podcast/ideas", body=IdeasOrder, scope=Scope.PUBLIC, replies=(IdeasReply,), errors=(403, 429))
async def ideas(call: Call, body: IdeasOrder) -> IdeasReply:
    """Propose podcasts, for a topic or without one. Two calls in 24 hours from one address.

    The call must come from a page of this server or of localhost (`Origin`), or carry `X-Free-Tools-Secret`.
    """
    origin = call.request.headers.get(hdrs.ORIGIN, "")
    if not _is_allowed(call, origin) and not _knows_secret(call):
        raise Forbidden(ELSEWHERE, code="origin_not_allowed")
    told: dict[str, str] = {hdrs.ACCESS_CONTROL_ALLOW_ORIGIN: origin, hdrs.VARY: hdrs.ORIGIN} if origin else {}
    call.headers |= told
    try:
        # A browser names first the language that its user reads best.
        language = call.request.headers.get(hdrs.ACCEPT_LANGUAGE, "en")[:2].lower()
        proposed = await call.services.ideas.propose(
            body.topic or "", address=call.address, by=call.account, language=language
        )
    except CapacityReached as error:
        problem = as_problem(error)
        # A page can read how long to wait only where it is told that it may.
        shown: dict[str, str] = {hdrs.ACCESS_CONTROL_EXPOSE_HEADERS: hdrs.RETRY_AFTER} if told else {}
        problem.headers |= {**told, **shown}
        raise problem from error
    return IdeasReply(True, proposed.request_id, [_record(idea) for idea in proposed.ideas])


@routes.options("/podcast/ideas", scope=Scope.PUBLIC, status=204, errors=(403,))
async def before_ideas(call: Call) -> web.Response:
    """Tell a browser whether a page may ask for ideas (CORS)."""
    origin = call.request.headers.get(hdrs.ORIGIN, "")
    if not _is_allowed(call, origin):
        raise Forbidden(ELSEWHERE, code="origin_not_allowed")
    return web.Response(
        status=204,
        headers={
            hdrs.ACCESS_CONTROL_ALLOW_ORIGIN: origin,
            hdrs.ACCESS_CONTROL_ALLOW_METHODS: "POST",
            hdrs.ACCESS_CONTROL_ALLOW_HEADERS: f"Authorization, Content-Type, {SECRET_HEADER}",
            hdrs.ACCESS_CONTROL_MAX_AGE: "3600",
            hdrs.VARY: hdrs.ORIGIN,
        },
    )


def _is_allowed(call: Call, origin: str) -> bool:
    return _is_own(origin, call.services.media.public_url, call.services.media.bound_url)


def _is_own(origin: str, *own: str) -> bool:
    try:
        given = urlsplit(origin)
        place = (given.scheme, given.hostname, given.port)
        if given.scheme not in {"http", "https"} or given.path or given.query or given.username:
            return False
        if given.hostname in _LOCAL:
            return True
        return any(place == (each.scheme, each.hostname, each.port) for each in map(urlsplit, filter(None, own)))
    except ValueError:
        return False


def _knows_secret(call: Call) -> bool:
    secret = call.services.free_tools_secret
    given = call.request.headers.get(SECRET_HEADER, "")
    return len(secret) >= SHORTEST_SECRET and hmac.compare_digest(given.encode(), secret.encode())


def _record(idea: PodcastIdea) -> IdeaRecord:
    stats = idea.stats
    return IdeaRecord(
        idea.name,
        idea.description,
        idea.episodes,
        IdeaStatsRecord(
            stats.question_complexity,
            stats.topical_depth,
            stats.search_volume_conversational,
            stats.content_freshness,
        ),
    )
