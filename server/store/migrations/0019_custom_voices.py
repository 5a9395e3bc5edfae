"""Clients have voices of their own, made of recordings."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "custom_voices" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "client_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "engine" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "accent" TEXT NOT NULL,
    "sex" TEXT NOT NULL,
    "similarity" REAL,
    "profile" TEXT NOT NULL,
    "created_on" INTEGER NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id"),
    FOREIGN KEY ("profile") REFERENCES "blobs" ("sha256")
)
""",
    'CREATE INDEX "custom_voices_client_id" ON "custom_voices" ("client_id")',
    'CREATE INDEX "custom_voices_profile" ON "custom_voices" ("profile")',
    "INSERT INTO sqlite_sequence (name, seq) VALUES ('custom_voices', 1000000)",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
