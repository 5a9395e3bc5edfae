"""Episodes on the desk: their lines' takes, rebuilds and versions."""

from __future__ import annotations

from peewee import SQL, BigIntegerField, CompositeKey, FloatField, ForeignKeyField, IntegerField, TextField

from server.store.models.columns import Row, a_number, a_text
from server.store.models.contents import BlobRow
from server.store.models.requests import RequestRow


class EpisodeDraftRow(Row):
    """An episode as it stands on the desk: JSON under a version that grows with every change."""

    seq = ForeignKeyField(RequestRow, primary_key=True, column_name="seq", on_delete="CASCADE")
    version = IntegerField()
    body = TextField()
    music = ForeignKeyField(BlobRow, column_name="music", null=True)
    """Music of its own, in the folder of files."""
    music_name = a_text()
    updated_on = BigIntegerField()

    class Meta:
        table_name = "episode_drafts"


class TakeRow(Row):
    """A line as it was spoken once; the sound lies in the folder of files."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    line = TextField()
    key = TextField()
    text = TextField()
    voice = IntegerField()
    pace = FloatField()
    take = IntegerField()
    seconds = FloatField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")
    created_on = BigIntegerField()

    class Meta:
        table_name = "takes"
        primary_key = CompositeKey("seq", "line", "key")
        without_rowid = True


class RebuildRow(Row):
    """The newest rebuild of an episode; `body` is the draft that it makes."""

    seq = ForeignKeyField(RequestRow, primary_key=True, column_name="seq", on_delete="CASCADE")
    id = TextField(unique=True)
    state = TextField()
    version = IntegerField()
    body = TextField()
    attempt = a_number()
    crashes = a_number()
    fraction = FloatField(default=0, constraints=[SQL("DEFAULT 0")])
    text = a_text()
    error = a_text()
    lease_ends = BigIntegerField(null=True)
    asked_on = BigIntegerField()
    ended_on = BigIntegerField(null=True)

    class Meta:
        table_name = "rebuilds"


RebuildRow.add_index(SQL("CREATE INDEX rebuilds_open ON rebuilds (asked_on) WHERE ended_on IS NULL"))


class EpisodeVersionRow(Row):
    """An audio that an episode had or has; `media_key` names its link, `report` is JSON."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    number = IntegerField()
    media_key = TextField()
    report = a_text()
    created_on = BigIntegerField()

    class Meta:
        table_name = "episode_versions"
        primary_key = CompositeKey("seq", "number")
        without_rowid = True
