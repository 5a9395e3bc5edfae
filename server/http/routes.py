"""Every route of the service, module by module."""

from __future__ import annotations

from server.http import (
    accounts,
    episodes,
    events,
    feeds,
    files,
    health,
    languages,
    lists,
    media,
    overviews,
    pronunciations,
    queues,
    recordings,
    requests,
    share,
    shows,
    transcripts,
    voices,
)
from server.http.docs import described
from server.http.registry import Route, Table

MODULES = (
    requests,
    overviews,
    lists,
    queues,
    accounts,
    recordings,
    transcripts,
    voices,
    pronunciations,
    languages,
    files,
    media,
    share,
    shows,
    episodes,
    feeds,
    events,
    health,
)


def all_routes() -> tuple[Route, ...]:
    """All routes, with those that describe them."""
    own = [route for module in MODULES for route in module.routes.routes]
    return (*own, *described(own).routes)


def table() -> Table:
    """The table that calls are looked up in."""
    return Table(all_routes())
