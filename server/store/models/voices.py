"""Voices of clients and of files, and how words are said."""

from __future__ import annotations

from peewee import SQL, AutoField, BigIntegerField, FloatField, ForeignKeyField, TextField

from server.store.models.clients import ClientRow
from server.store.models.columns import Row
from server.store.models.contents import BlobRow


class CustomVoiceRow(Row):
    """Voices that clients have made of recordings; numbers are never used twice (AUTOINCREMENT)."""

    id = AutoField(constraints=[SQL("AUTOINCREMENT")])
    client = ForeignKeyField(ClientRow)
    request_id = TextField()
    name = TextField()
    engine = TextField()
    language = TextField()
    accent = TextField()
    sex = TextField()
    similarity = FloatField(null=True)
    profile = ForeignKeyField(BlobRow, column_name="profile")
    """What speaking with it needs, as JSON in the folder of files."""
    created_on = BigIntegerField()

    class Meta:
        table_name = "custom_voices"


class InstalledVoiceRow(Row):
    """Voices beyond the packaged ones; an id is never used twice (AUTOINCREMENT from 10,001 on)."""

    id = AutoField(constraints=[SQL("AUTOINCREMENT")])
    origin = TextField()
    """``blend``, ``file`` or ``endpoint``."""
    place = TextField()
    """What tells it from the others of its origin: file and name in it, name at the endpoint, or a random id."""
    name = TextField()
    language = TextField()
    accent = TextField()
    sex = TextField()
    parts = TextField()
    """Of a blend, as JSON."""
    created_on = BigIntegerField()
    removed_on = BigIntegerField(null=True)

    class Meta:
        table_name = "installed_voices"
        indexes = ((("origin", "place"), True),)


class PronunciationRow(Row):
    """Entries of the pronunciation book; an empty client is the installation."""

    id = TextField(primary_key=True)
    client_id = TextField()
    podcast_id = TextField()
    voice_id = BigIntegerField()
    language = TextField()
    word = TextField()
    said = TextField()
    note = TextField()
    updated_on = BigIntegerField()

    class Meta:
        table_name = "pronunciations"
        indexes = ((("client_id", "podcast_id", "voice_id", "language", "word"), True),)
