"""What a film was made of, and where it was published."""

from __future__ import annotations

from peewee import SQL, BigIntegerField, CompositeKey, ForeignKeyField, IntegerField, TextField

from server.store.models.columns import Row, a_number, a_text
from server.store.models.contents import BlobRow
from server.store.models.requests import RequestRow


class PublicationRow(Row):
    """Where the result of a request is to be published; `session` is that of an upload under way."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    position = IntegerField()
    target_id = TextField()
    name = TextField()
    playlist_id = a_text()
    attempts = a_number()
    session = a_text()
    fault = a_text()
    due_on = BigIntegerField()
    ended_on = BigIntegerField(null=True)

    class Meta:
        table_name = "publications"
        primary_key = CompositeKey("seq", "position")
        without_rowid = True


PublicationRow.add_index(SQL("CREATE INDEX publications_due ON publications (due_on) WHERE ended_on IS NULL"))


class StoryboardRow(Row):
    """The storyboard of a film with its look, as JSON."""

    seq = ForeignKeyField(RequestRow, column_name="seq", primary_key=True, on_delete="CASCADE")
    body = TextField()

    class Meta:
        table_name = "storyboards"


class FilmPieceRow(Row):
    """A checkpoint of a film that a changed version takes over, by its name in the work folder."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    name = TextField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")

    class Meta:
        table_name = "film_pieces"
        primary_key = CompositeKey("seq", "name")
        without_rowid = True
