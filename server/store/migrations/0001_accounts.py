"""Clients, their daily podcasts and their tokens."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "clients" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "pro" INTEGER NOT NULL DEFAULT 0,
    "licence" INTEGER NOT NULL DEFAULT 0,
    "allowed" INTEGER NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0 CHECK (used >= 0),
    "allowed_daily" INTEGER NOT NULL,
    "subscription_ends" INTEGER,
    "created_on" INTEGER NOT NULL,
    "turn" INTEGER NOT NULL DEFAULT 0
)
""",
    """
CREATE TABLE "daily_uses" (
    "client_id" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "used" INTEGER NOT NULL CHECK (used >= 0),
    PRIMARY KEY ("client_id", "day"),
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
) WITHOUT ROWID
""",
    """
CREATE TABLE "tokens" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "client_id" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "issued_on" INTEGER NOT NULL,
    "expires_on" INTEGER NOT NULL,
    "revoked_on" INTEGER,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
)
""",
    'CREATE INDEX "tokens_client_id" ON "tokens" ("client_id")',
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
