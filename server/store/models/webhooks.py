"""Events, webhooks and what is owed to them."""

from __future__ import annotations

from peewee import SQL, AutoField, BigIntegerField, ForeignKeyField, IntegerField, TextField

from server.store.models.clients import ClientRow
from server.store.models.columns import Row, a_number, a_text


class EventRow(Row):
    """What happened; ids are never used twice (AUTOINCREMENT), also when old rows are pruned."""

    id = AutoField(constraints=[SQL("AUTOINCREMENT")])
    client_id = TextField()
    kind = TextField()
    subject = TextField()
    data = TextField()
    created_on = BigIntegerField()

    class Meta:
        table_name = "events"
        indexes = ((("client_id", "id"), False),)


class WebhookRow(Row):
    """Where clients want to be told."""

    id = TextField(primary_key=True)
    client = ForeignKeyField(ClientRow, index=False)
    url = TextField()
    secret = TextField()
    created_on = BigIntegerField()
    disabled_on = BigIntegerField(null=True)
    previous_secret = a_text()
    """What messages are signed with as well until `previous_until`."""
    previous_until = BigIntegerField(null=True)

    class Meta:
        table_name = "webhooks"
        indexes = ((("client", "url"), True),)


class DeliveryRow(Row):
    """The outbox: messages owed to webhooks, written with the end of the request they tell of."""

    id = AutoField()
    message_id = TextField(unique=True)
    webhook = ForeignKeyField(WebhookRow, on_delete="CASCADE")
    request_id = TextField()
    event = TextField()
    snapshot = TextField()
    """The request at that moment, as JSON."""
    created_on = BigIntegerField()
    due_on = BigIntegerField()
    attempts = a_number()
    delivered_on = BigIntegerField(null=True)
    given_up_on = BigIntegerField(null=True)
    fault = a_text()
    payload = a_text()
    """The body, once it was made."""
    last_on = BigIntegerField(null=True)
    """Of the newest attempt."""

    class Meta:
        table_name = "deliveries"


DeliveryRow.add_index(
    SQL("CREATE INDEX deliveries_due ON deliveries (due_on) WHERE delivered_on IS NULL AND given_up_on IS NULL")
)


class DeliveryAttemptRow(Row):
    """What came of every attempt to deliver a message."""

    id = AutoField()
    delivery = ForeignKeyField(DeliveryRow, on_delete="CASCADE")
    tried_on = BigIntegerField()
    status = IntegerField(null=True)
    duration_ms = BigIntegerField()
    fault = a_text()
    excerpt = a_text()

    class Meta:
        table_name = "delivery_attempts"
