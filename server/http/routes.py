"""Every route of the service, module by module."""

from __future__ import annotations

from server.http import (
    accounts,
    channels,
    deliveries,
    episodes,
    events,
    feeds,
    files,
    health,
    languages,
    lists,
    media,
    notebook_pages,
    notebooks,
    overviews,
    podcasts,
    projects,
    pronunciations,
    queues,
    repurposing,
    requests,
    schedules,
    share,
    shows,
    subscribed_feeds,
    subscriptions,
    templates,
    voices,
    webhooks,
)
from server.http.docs import described
from server.http.registry import Route, Table

MODULES = (
    requests,
    repurposing,
    podcasts,
    webhooks,
    overviews,
    lists,
    queues,
    accounts,
    voices,
    pronunciations,
    languages,
    files,
    media,
    share,
    shows,
    episodes,
    feeds,
    subscribed_feeds,
    subscriptions,
    projects,
    channels,
    schedules,
    templates,
    notebooks,
    notebook_pages,
    events,
    health,
    deliveries,
)


def all_routes() -> tuple[Route, ...]:
    """All routes, with those that describe them."""
    own = [route for module in MODULES for route in module.routes.routes]
    return (*own, *described(own).routes)


def table() -> Table:
    """The table that calls are looked up in."""
    return Table(all_routes())
