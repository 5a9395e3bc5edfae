"""Contents in the folder of files, and the files that clients uploaded."""

from __future__ import annotations

from peewee import BigIntegerField, ForeignKeyField, TextField

from server.store.models.clients import ClientRow
from server.store.models.columns import Row


class BlobRow(Row):
    """Contents in the folder of files. One that no other table refers to may be removed."""

    sha256 = TextField(primary_key=True)
    size = BigIntegerField()
    created_on = BigIntegerField()

    class Meta:
        table_name = "blobs"
        without_rowid = True


class FileRow(Row):
    """Uploads."""

    id = TextField(primary_key=True)
    client = ForeignKeyField(ClientRow)
    file_name = TextField()
    content_type = TextField()
    size = BigIntegerField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")
    created_on = BigIntegerField()

    class Meta:
        table_name = "files"
