"""Numbers and facts of the voices that an installation has beyond the packaged ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from server.domain.voices import BlendPart
from server.store.transactions import Reading, Transaction

_COLUMNS = "id, origin, place, name, language, accent, sex, parts"


@dataclass(frozen=True, slots=True)
class InstalledVoice:
    """One voice. `place` tells it from the others of its `origin` (``blend``, ``file``, ``endpoint``)."""

    origin: str
    place: str
    name: str
    language: str = ""
    accent: str = ""
    sex: str = ""
    parts: tuple[BlendPart, ...] = ()
    id: int = 0


def of_origin(reading: Reading, origin: str) -> tuple[InstalledVoice, ...]:
    """The voices of an origin that are there, by id."""
    rows = reading.execute(
        f"SELECT {_COLUMNS} FROM installed_voices WHERE origin = ? AND removed_on IS NULL ORDER BY id",  # noqa: S608 - a constant
        (origin,),
    )
    return tuple(_voice(row) for row in rows)


def add(transaction: Transaction, voice: InstalledVoice, now_ms: int) -> InstalledVoice:
    """Keep a voice under a new id."""
    parts = json.dumps([[part.voice, part.share] for part in voice.parts])
    row = transaction.execute(
        "INSERT INTO installed_voices (origin, place, name, language, accent, sex, parts, created_on)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        " RETURNING id, origin, place, name, language, accent, sex, parts",
        (voice.origin, voice.place, voice.name, voice.language, voice.accent, voice.sex, parts, now_ms),
    ).fetchone()
    return _voice(row)


def replace_origin(
    transaction: Transaction, origin: str, found: Sequence[InstalledVoice], now_ms: int
) -> tuple[InstalledVoice, ...]:
    """Note what is there of an origin now: known places keep their ids, others get one, those gone are marked."""
    places = {voice.place for voice in found}
    for (place,) in transaction.execute("SELECT place FROM installed_voices WHERE origin = ?", (origin,)).fetchall():
        if place not in places:
            transaction.execute(
                "UPDATE installed_voices SET removed_on = coalesce(removed_on, ?) WHERE origin = ? AND place = ?",
                (now_ms, origin, place),
            )
    known = dict(transaction.execute("SELECT place, id FROM installed_voices WHERE origin = ?", (origin,)))
    for voice in found:
        if voice.place in known:
            transaction.execute(
                "UPDATE installed_voices SET name = ?, language = ?, accent = ?, sex = ?, removed_on = NULL"
                " WHERE id = ?",
                (voice.name, voice.language, voice.accent, voice.sex, known[voice.place]),
            )
        else:
            add(transaction, voice, now_ms)
    return of_origin(transaction, origin)


def remove(transaction: Transaction, voice_id: int, origin: str, now_ms: int) -> bool:
    """Mark a voice as gone; whether it was there."""
    changed = transaction.execute(
        "UPDATE installed_voices SET removed_on = ? WHERE id = ? AND origin = ? AND removed_on IS NULL",
        (now_ms, voice_id, origin),
    )
    return changed.rowcount > 0


def _voice(row: tuple[int, str, str, str, str, str, str, str]) -> InstalledVoice:
    number, origin, place, name, language, accent, sex, parts = row
    told = tuple(BlendPart(int(voice), float(share)) for voice, share in json.loads(parts))
    return InstalledVoice(origin, place, name, language, accent, sex, told, number)
