"""The server's disk in words."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime

from app.client.storage import Cleaned, Copies, DatabaseCopy, Disk
from app.language import dated, mark, tr, trn
from app.models import phrases

KINDS = {
    "results": (mark("Results"), mark("Episodes, documents and pictures that were made.")),
    "podcasts": (mark("Shows"), mark("Pictures of shows, recordings of their episodes.")),
    "uploads": (mark("Uploads"), mark("Files that were sent here.")),
    "sources": (mark("Sources"), mark("What orders brought along, and what was read for them.")),
    "film_pieces": (mark("Pieces of videos"), mark("Scenes and spoken lines, taken over when a video is changed.")),
    "takes": (
        mark("Spoken lines"),
        mark("Of episodes, so that one changed line is the only one that is spoken again."),
    ),
    "looks_and_voices": (mark("Logos and voices"), mark("Of projects, and voices of your own.")),
    "deleted": (mark("Deleted"), mark("Results of deleted requests; they go by themselves after 30 days.")),
    "unreferenced": (mark("Left over"), mark("What nothing refers to any more; cleaning up removes it.")),
    "work": (mark("Work"), mark("Checkpoints of what is being made.")),
    "notebooks": (mark("Notebooks"), mark("Their sources, indexes and answers.")),
    "database": (mark("Database"), mark("Requests, shows, clients and everything between them.")),
    "backups": (mark("Copies"), mark("Of the database, made every day; a few are kept.")),
    "models": (mark("Models"), mark("Joined from their packages; made anew when they are missing.")),
    "voices": (mark("Voice files"), mark("What you put into the folder of voices.")),
    "logs": (mark("Logs"), mark("What the server notes; the oldest go by themselves.")),
}


def title_of(kind: str) -> str:
    """What people call a kind of data."""
    return tr(KINDS[kind][0]) if kind in KINDS else kind.replace("_", " ").capitalize()


def words_of(kind: str) -> str:
    """What a kind of data is."""
    return tr(KINDS[kind][1]) if kind in KINDS else ""


def room_of(disk: Disk) -> str:
    """How much room there is."""
    said = tr(
        "{size} used · {size2} of {size3} free on the disk",
        size=phrases.size(disk.used),
        size2=phrases.size(disk.free),
        size3=phrases.size(disk.total),
    )
    if disk.quota:
        said += tr(" · at most {size} are allowed", size=phrases.size(disk.quota))
    return said


def shortage(disk: Disk) -> str:
    """What is wrong and what to do; empty where there is room."""
    if disk.free < disk.reserve:
        return tr(
            "The disk has less than {size} free: nothing new is begun. Clean up here, or make room on the disk.",
            size=phrases.size(disk.reserve),
        )
    if 0 < disk.quota <= disk.used:
        return tr(
            "The space that is allowed is used up: nothing new is begun. Clean up here, or allow more under Server."
        )
    return ""


def cleaned(found: Cleaned) -> str:
    """What went, or would go."""
    files = trn("{count} file", "{count} files", found.files)
    if not found.files:
        return tr("There is nothing to clean up: everything is in use, or younger than a day.")
    return (
        tr("{files}, {size}, would go.", files=files, size=phrases.size(found.size))
        if found.dry_run
        else tr("{files}, {size}, are gone.", files=files, size=phrases.size(found.size))
    )


def copy_words(copy: DatabaseCopy) -> str:
    """When a copy was made, and why."""
    why = tr("Daily copy") if copy.kind == "daily" else tr("Before an update")
    on = dated(copy.made_on, "d MMM yyyy, HH:mm") if copy.made_on else copy.name
    return f"{on} · {why} · {phrases.size(copy.size)}"


def backup_name() -> str:
    """A name for a backup made now."""
    return f"quillcast-{datetime.now(UTC).astimezone():%Y-%m-%d-%H%M}.zip"


def restoring(copies: Copies, path: str) -> str:
    """The commands that bring a backup back."""
    return tr(
        "# 1. Close Quillcast, or stop its server.\nquillcast restore {value} --data-dir "
        "{value2}\n# 2. Start it again. What was there before is kept in the folder backups.\n",
        value=shlex.quote(path),
        value2=shlex.quote(copies.data_directory),
    )
