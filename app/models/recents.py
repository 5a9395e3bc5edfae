"""Things that were worked with lately: what was opened first, then what is newest."""

from __future__ import annotations

import json
from dataclasses import dataclass

from app.client import Client
from app.client.faults import ApiError
from app.client.requests import Row, State
from app.models import outputs, phrases

KEPT = 24
NEWEST = 60
TRANSCRIPT = 18


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that can be opened: what it is called, what it is, and the panel with what that opens."""

    title: str
    about: str
    icon: str
    place: tuple[str, object]


def opened(kept: str) -> list[tuple[str, str]]:
    """Panel and id of what was opened, the last first, from what the settings keep."""
    try:
        read = json.loads(kept) if kept else []
        return [(str(panel), str(subject)) for panel, subject in read]
    except (ValueError, TypeError):
        return []


def with_opened(kept: str, panel: str, subject: str) -> str:
    """What the settings keep once this was opened too."""
    others = [each for each in opened(kept) if each != (panel, subject)]
    return json.dumps([(panel, subject), *others][:KEPT])


async def things(client: Client, kept: str) -> tuple[Thing, ...]:
    """What there is to open, what was opened last first. What the server does not show is left out."""
    rows = (await client.requests.page(limit=NEWEST)).rows
    found = {("request", row.id): of_row(row) for row in rows if row.title}
    try:
        for notebook in await client.notebooks.all():
            found["notebooks", notebook.id] = Thing(
                notebook.title, phrases.ago(notebook.updated_on), "notebook-outline", ("notebooks", notebook.id)
            )
    except ApiError:
        pass  # without a licence there are none
    for show in await client.shows.all():
        found["shows", show.id] = Thing(show.name, "", "podcast", ("shows", show.id))
    last = [_key(panel, subject) for panel, subject in opened(kept)]
    first = [found.pop(key) for key in last if key in found]
    return (*first, *found.values())


def _key(panel: str, subject: str) -> tuple[str, str]:
    return (panel if panel in ("notebooks", "shows") else "request", subject)


def of_row(row: Row) -> Thing:
    """A request as a thing."""
    made = phrases.output(row.output_type)
    about = " · ".join(filter(None, (made, phrases.ago(row.requested_on))))
    return Thing(row.title, about, _ICONS.get(row.output_type, "file-document-outline"), place_of_row(row))


def place_of_row(row: Row) -> tuple[str, object]:
    """Where a request is shown: its result where it has one, else its place in the queue."""
    if row.state not in (State.DONE, State.WAITING):
        return "queue", row.id
    if row.kind == TRANSCRIPT:
        return "recordings", row.id
    return ("reader" if row.output_type in outputs.READ else "player"), row.id


_ICONS = {"audio": "headphones", "video": "filmstrip", "quiz": "help-circle-outline", "infographic": "image-outline"}
