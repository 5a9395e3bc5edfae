"""Templates: an order that waits for what a feed brings. Create makes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from app.client.connection import Connection
from app.client.readings import Record, moment, records, text


@dataclass(frozen=True, slots=True)
class Template:
    """One template, with the feeds whose new items it runs for."""

    id: str
    name: str
    type: str = ""
    output_type: str = ""
    created_on: datetime | None = None
    feed_ids: tuple[int, ...] = ()


class Templates:
    """Calls about templates."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[Template, ...]:
        """Every template of the caller, newest first."""
        return tuple(template_of(record) for record in records(await self._connection.get("/templates")))

    async def run(self, template_id: str) -> str:
        """Run a template now with what is new in its feeds; answers the request's id."""
        return text(await self._connection.post(f"/templates/{template_id}/run"), "request_id")

    async def remove(self, template_id: str) -> None:
        """Delete a template and its subscriptions."""
        await self._connection.delete(f"/templates/{template_id}")


def template_of(record: Record) -> Template:
    """Read one template record."""
    feed_ids = record.get("feedIds")
    return Template(
        id=text(record, "id"),
        name=text(record, "name"),
        type=text(record, "type"),
        output_type=text(record, "outputType"),
        created_on=moment(record, "createdOn"),
        feed_ids=tuple(each for each in feed_ids if isinstance(each, int)) if isinstance(feed_ids, list) else (),
    )
