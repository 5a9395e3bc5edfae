"""Messages to webhooks keep their body and every attempt."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "delivery_attempts" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "delivery_id" INTEGER NOT NULL,
    "tried_on" INTEGER NOT NULL,
    "status" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "fault" TEXT NOT NULL DEFAULT '',
    "excerpt" TEXT NOT NULL DEFAULT '',
    FOREIGN KEY ("delivery_id") REFERENCES "deliveries" ("id") ON DELETE CASCADE
)
""",
    'CREATE INDEX "delivery_attempts_delivery_id" ON "delivery_attempts" ("delivery_id")',
    'ALTER TABLE "deliveries" ADD COLUMN "payload" TEXT NOT NULL DEFAULT \'\'',
    'ALTER TABLE "deliveries" ADD COLUMN "last_on" INTEGER',
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
