"""Notebooks, their allowances and once-only operations, and what the search has to read again."""

from __future__ import annotations

from peewee import SQL, AutoField, BigIntegerField, ForeignKeyField, IntegerField, TextField

from server.store.models.clients import ClientRow
from server.store.models.columns import Row


class NotebookRow(Row):
    """Notebooks; what they hold lies in a file each."""

    seq = AutoField()
    id = TextField(unique=True)
    client = ForeignKeyField(ClientRow, column_name="client_id", index=False)
    ready = BigIntegerField()
    sources = BigIntegerField()
    created_on = BigIntegerField()

    class Meta:
        table_name = "notebooks"
        indexes = ((("client", "seq"), False),)


class NotebookUseRow(Row):
    """Places taken in the windows of 24 hours; `owner` is an operation or a request."""

    seq = AutoField()
    client = ForeignKeyField(ClientRow, column_name="client_id", index=False)
    capability = TextField()
    used_on = BigIntegerField()
    owner = TextField(index=True)
    notebook_id = TextField(index=True)

    class Meta:
        table_name = "notebook_uses"
        indexes = ((("client", "capability", "used_on"), False),)


class OperationRow(Row):
    """Operations under an idempotency key."""

    id = TextField(primary_key=True)
    client = ForeignKeyField(ClientRow, column_name="client_id", index=False)
    key = TextField()
    input = TextField()
    kind = TextField()
    notebook_id = TextField()
    reserved = BigIntegerField()
    done = BigIntegerField()
    reply = TextField()
    created_on = BigIntegerField(index=True)

    class Meta:
        table_name = "operations"
        indexes = ((("client", "key"), True),)


class SearchOwedRow(Row):
    """Records that the search index has to read again, in the order in which they changed; `number` is their own."""

    place = AutoField(constraints=[SQL("AUTOINCREMENT")])
    subject = TextField()
    number = IntegerField()

    class Meta:
        table_name = "search_owed"
