"""Storyboards of films, and the pieces that a changed version takes over."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "storyboards" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "body" TEXT NOT NULL,
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE
)
""",
    """
CREATE TABLE "film_pieces" (
    "seq" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    PRIMARY KEY ("seq", "name"),
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE,
    FOREIGN KEY ("sha256") REFERENCES "blobs" ("sha256")
) WITHOUT ROWID
""",
    'CREATE INDEX "film_pieces_sha256" ON "film_pieces" ("sha256")',
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
