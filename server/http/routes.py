"""Every route of the service, module by module."""

from __future__ import annotations

from server.http import (
    accounts,
    channels,
    checks,
    deliveries,
    episodes,
    events,
    exports,
    feeds,
    files,
    health,
    ideas,
    imports,
    languages,
    lists,
    media,
    notebook_pages,
    notebooks,
    overviews,
    podcasts,
    projects,
    pronunciations,
    publishing,
    queues,
    recordings,
    repurposing,
    requests,
    researches,
    schedules,
    share,
    shows,
    subscribed_feeds,
    subscriptions,
    templates,
    transcripts,
    voices,
    webhooks,
    writing_settings,
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
    exports,
    ideas,
    imports,
    checks,
    publishing,
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
    researches,
    writing_settings,
)


def all_routes() -> tuple[Route, ...]:
    """All routes, with those that describe them."""
    own = [route for module in MODULES for route in module.routes.routes]
    return (*own, *described(own).routes)


def table() -> Table:
    """The table that calls are looked up in."""
    return Table(all_routes())
