"""The server's disk in words."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime

from app.client.storage import Cleaned, Copies, DatabaseCopy, Disk
from app.models import phrases

KINDS = {
    "results": ("Results", "Episodes, documents and pictures that were made."),
    "podcasts": ("Shows", "Pictures of shows, recordings of their episodes."),
    "uploads": ("Uploads", "Files that were sent here."),
    "sources": ("Sources", "What orders brought along, and what was read for them."),
    "takes": ("Spoken lines", "Of episodes, so that one changed line is the only one that is spoken again."),
    "looks_and_voices": ("Logos and voices", "Of projects, and voices of your own."),
    "deleted": ("Deleted", "Results of deleted requests; they go by themselves after 30 days."),
    "unreferenced": ("Left over", "What nothing refers to any more; cleaning up removes it."),
    "work": ("Work", "Checkpoints of what is being made."),
    "notebooks": ("Notebooks", "Their sources, indexes and answers."),
    "database": ("Database", "Requests, shows, clients and everything between them."),
    "backups": ("Copies", "Of the database, made every day; a few are kept."),
    "models": ("Models", "Joined from their packages; made anew when they are missing."),
    "voices": ("Voice files", "What you put into the folder of voices."),
    "logs": ("Logs", "What the server notes; the oldest go by themselves."),
}


def title_of(kind: str) -> str:
    """What people call a kind of data."""
    return KINDS.get(kind, (kind.replace("_", " ").capitalize(), ""))[0]


def words_of(kind: str) -> str:
    """What a kind of data is."""
    return KINDS.get(kind, ("", ""))[1]


def room_of(disk: Disk) -> str:
    """How much room there is."""
    said = f"{phrases.size(disk.used)} used · {phrases.size(disk.free)} of {phrases.size(disk.total)} free on the disk"
    if disk.quota:
        said += f" · at most {phrases.size(disk.quota)} are allowed"
    return said


def shortage(disk: Disk) -> str:
    """What is wrong and what to do; empty where there is room."""
    if disk.free < disk.reserve:
        return (
            f"The disk has less than {phrases.size(disk.reserve)} free: nothing new is begun."
            " Clean up here, or make room on the disk."
        )
    if 0 < disk.quota <= disk.used:
        return "The space that is allowed is used up: nothing new is begun. Clean up here, or allow more under Server."
    return ""


def cleaned(found: Cleaned) -> str:
    """What went, or would go."""
    files = phrases.count(found.files, "file", "files")
    if not found.files:
        return "There is nothing to clean up: everything is in use, or younger than a day."
    return f"{files}, {phrases.size(found.size)}, {'would go' if found.dry_run else 'are gone'}."


def copy_words(copy: DatabaseCopy) -> str:
    """When a copy was made, and why."""
    why = "Daily copy" if copy.kind == "daily" else "Before an update"
    on = f"{copy.made_on.astimezone():%-d %b %Y, %H:%M}" if copy.made_on else copy.name
    return f"{on} · {why} · {phrases.size(copy.size)}"


def backup_name() -> str:
    """A name for a backup made now."""
    return f"quillcast-{datetime.now(UTC).astimezone():%Y-%m-%d-%H%M}.zip"


def restoring(copies: Copies, path: str) -> str:
    """The commands that bring a backup back."""
    return (
        "# 1. Close Quillcast, or stop its server.\n"
        f"quillcast restore {shlex.quote(path)} --data-dir {shlex.quote(copies.data_directory)}\n"
        "# 2. Start it again. What was there before is kept in the folder backups.\n"
    )
