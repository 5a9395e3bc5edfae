"""Messages owed to webhooks are written with the end of the request they tell of."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "webhooks" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "client_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "created_on" INTEGER NOT NULL,
    "disabled_on" INTEGER,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
)
""",
    """
CREATE TABLE "deliveries" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "message_id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "snapshot" TEXT NOT NULL,
    "created_on" INTEGER NOT NULL,
    "due_on" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "delivered_on" INTEGER,
    "given_up_on" INTEGER,
    "fault" TEXT NOT NULL DEFAULT '',
    FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE
)
""",
    'CREATE UNIQUE INDEX "webhooks_client_id_url" ON "webhooks" ("client_id", "url")',
    'CREATE UNIQUE INDEX "deliveries_message_id" ON "deliveries" ("message_id")',
    'CREATE INDEX "deliveries_webhook_id" ON "deliveries" ("webhook_id")',
    """
CREATE INDEX deliveries_due ON deliveries (due_on)
    WHERE delivered_on IS NULL AND given_up_on IS NULL
""",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
