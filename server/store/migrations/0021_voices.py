"""Voices that an installation has beyond the packaged ones keep their numbers for ever, also while they are away."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "installed_voices" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "origin" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "accent" TEXT NOT NULL,
    "sex" TEXT NOT NULL,
    "parts" TEXT NOT NULL,
    "created_on" INTEGER NOT NULL,
    "removed_on" INTEGER
)
""",
    'CREATE UNIQUE INDEX "installed_voices_origin_place" ON "installed_voices" ("origin", "place")',
    # The packaged voices have the numbers below.
    "INSERT INTO sqlite_sequence (name, seq) VALUES ('installed_voices', 10000)",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
