"""Clients, what they use, and their tokens."""

from __future__ import annotations

from peewee import BigIntegerField, Check, CompositeKey, ForeignKeyField, IntegerField, TextField

from server.store.models.columns import Row, a_number


class ClientRow(Row):
    """Customers of this installation."""

    id = TextField(primary_key=True)
    pro = a_number()
    licence = a_number()
    allowed = BigIntegerField()
    used = a_number(0, Check("used >= 0"))
    allowed_daily = BigIntegerField()
    subscription_ends = BigIntegerField(null=True)
    created_on = BigIntegerField()
    turn = a_number()
    """The queue's count when it last took a request of this client: the one with the lowest is next."""

    class Meta:
        table_name = "clients"


class DailyUseRow(Row):
    """Podcasts accepted a UTC day."""

    client = ForeignKeyField(ClientRow, index=False)
    day = TextField()
    used = IntegerField(constraints=[Check("used >= 0")])

    class Meta:
        table_name = "daily_uses"
        primary_key = CompositeKey("client", "day")
        without_rowid = True


class TokenRow(Row):
    """Tokens issued, by `jti`."""

    id = TextField(primary_key=True)
    client = ForeignKeyField(ClientRow)
    scopes = TextField()
    issued_on = BigIntegerField()
    expires_on = BigIntegerField()
    revoked_on = BigIntegerField(null=True)

    class Meta:
        table_name = "tokens"
