"""Requests: how they stand, what was ordered, what came of them, and their kept runs."""

from __future__ import annotations

from peewee import SQL, AutoField, BigIntegerField, CompositeKey, FloatField, ForeignKeyField, IntegerField, TextField

from server.store.models.clients import ClientRow
from server.store.models.columns import Row, a_number, a_text
from server.store.models.contents import BlobRow


class RequestRow(Row):
    """Requests without their bulk. `open` is 1 until the end; `due_on` is when a queued one may be taken."""

    seq = AutoField()
    id = TextField(unique=True)
    client = ForeignKeyField(ClientRow, index=False)
    type_id = IntegerField()
    family = IntegerField(null=True)
    """1 for the podcast lists, 2 for the transcript lists."""
    output_type = TextField(null=True)
    state = TextField()
    open = IntegerField()
    stage = TextField()
    status = IntegerField()
    title = a_text()
    progress_text = a_text()
    seconds_left = FloatField(null=True)
    requested_on = BigIntegerField()
    updated_on = BigIntegerField()
    due_on = BigIntegerField()
    scheduled_on = BigIntegerField(null=True)
    processing_on = BigIntegerField(null=True)
    succeeded_on = BigIntegerField(null=True)
    error_on = BigIntegerField(null=True)
    deleted_on = BigIntegerField(null=True)
    emptied_on = BigIntegerField(null=True)
    """When the files of a deleted one went."""
    error_code = a_number()
    error_message = a_text()
    callback_data = TextField(null=True)
    related_id = a_text()
    language = a_text()
    include_citations = a_number()
    approve_script = a_number()
    approved_on = BigIntegerField(null=True)
    credits = a_number()
    charged = a_number()
    """1 while its credits count as used."""
    podcast_day = TextField(null=True)
    """The UTC day whose allowance it takes from, while it does."""
    attempt = a_number()
    crashes = a_number()
    interruptions = a_number()
    lease_holder = a_text()
    lease_ends = BigIntegerField(null=True)
    share_key = a_text()
    folded_title = a_text()
    """The title to be searched: NFC, case folded."""
    run_key = TextField(null=True)
    """Which run of which template or schedule this is: a second one with the same key is the same request."""

    class Meta:
        table_name = "requests"


# SQLite reads a partial index's own condition from the row again, unless its column is in the index too.
RequestRow.add_index(
    SQL("CREATE INDEX requests_listed ON requests (client_id, seq, deleted_on) WHERE deleted_on IS NULL")
)
RequestRow.add_index(
    SQL(
        "CREATE INDEX requests_recordings ON requests"
        " (client_id, family, seq, status, error_code, error_on, processing_on, deleted_on)"
        " WHERE deleted_on IS NULL AND family IS NOT NULL"
    )
)
RequestRow.add_index(SQL("CREATE INDEX requests_waiting ON requests (client_id, state, due_on, seq) WHERE open = 1"))
RequestRow.add_index(SQL("CREATE INDEX requests_active ON requests (client_id, seq, state, open) WHERE open = 1"))
RequestRow.add_index(
    SQL("CREATE INDEX requests_deleted ON requests (deleted_on) WHERE deleted_on IS NOT NULL AND emptied_on IS NULL")
)
RequestRow.add_index(
    SQL(
        "CREATE INDEX requests_named ON requests (client_id, seq, state, folded_title, deleted_on)"
        " WHERE deleted_on IS NULL"
    )
)
RequestRow.add_index(
    SQL("CREATE UNIQUE INDEX requests_runs ON requests (client_id, run_key) WHERE run_key IS NOT NULL")
)
RequestRow.add_index(SQL("CREATE INDEX requests_shared ON requests (share_key) WHERE share_key <> ''"))
RequestRow.add_index(
    SQL("CREATE INDEX requests_standing ON requests (state, client_id, seq) WHERE state IN ('schedule', 'template')")
)
RequestRow.add_index(SQL("CREATE INDEX requests_researches ON requests (client_id, seq) WHERE type_id = 19"))


class RequestCountRow(Row):
    """How many requests of a client stand where; kept by the triggers below, for those not deleted."""

    client_id = TextField()
    type_id = IntegerField()
    flags = IntegerField()
    n = IntegerField()

    class Meta:
        table_name = "request_counts"
        primary_key = CompositeKey("client_id", "type_id", "flags")
        without_rowid = True


class RequestOrderRow(Row):
    """What was ordered, as JSON; bulky sources lie in the folder of files."""

    seq = ForeignKeyField(RequestRow, primary_key=True, column_name="seq", on_delete="CASCADE")
    body = TextField()

    class Meta:
        table_name = "request_orders"


class RequestResultRow(Row):
    """What came of it."""

    seq = ForeignKeyField(RequestRow, primary_key=True, column_name="seq", on_delete="CASCADE")
    response_text = a_text()
    citations = a_text("[]")
    notes = a_text("[]")
    document_format = a_text()
    document_content = a_text()
    script = a_text()
    recording = a_text("")
    details = a_text("{}")
    """What Status tells beyond the rest, as JSON."""
    imported = ForeignKeyField(BlobRow, column_name="imported", null=True)
    """The sources it was made of, as JSON in the folder of files."""

    class Meta:
        table_name = "request_results"


class MediaRow(Row):
    """Public links to what requests made; `position` 0 is the main file."""

    key = TextField(primary_key=True)
    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    position = IntegerField()
    name = TextField()
    file_name = TextField()
    media_type = TextField()
    size = BigIntegerField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")
    duration_s = FloatField(null=True)
    created_on = BigIntegerField()

    class Meta:
        table_name = "media"
        indexes = ((("seq", "position"), True),)


class RequestSourceRow(Row):
    """Contents that an order brought along or named; `position` is the resource's."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    position = IntegerField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")
    file_name = TextField()
    content_type = TextField()

    class Meta:
        table_name = "request_sources"
        primary_key = CompositeKey("seq", "position")
        without_rowid = True


class ScheduleRow(Row):
    """What can change about a recurring schedule; its order and its start stand in its request."""

    seq = ForeignKeyField(RequestRow, primary_key=True, column_name="seq", on_delete="CASCADE")
    paused_on = BigIntegerField(null=True)
    resumed_on = BigIntegerField(null=True)
    last_run_on = BigIntegerField(null=True)
    last_request_id = a_text()
    runs = a_number()
    fault = a_text()

    class Meta:
        table_name = "schedules"


class ScheduleRunRow(Row):
    """The moments at which a schedule has been run: none is run twice, wherever the clock goes."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    due_on = BigIntegerField()
    request_id = TextField()

    class Meta:
        table_name = "schedule_runs"
        primary_key = CompositeKey("seq", "due_on")
        without_rowid = True
