"""Where finished videos are to be published, and how far that has come."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "publications" (
    "seq" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "target_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "playlist_id" TEXT NOT NULL DEFAULT '',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "session" TEXT NOT NULL DEFAULT '',
    "fault" TEXT NOT NULL DEFAULT '',
    "due_on" INTEGER NOT NULL,
    "ended_on" INTEGER,
    PRIMARY KEY ("seq", "position"),
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE
) WITHOUT ROWID
""",
    """CREATE INDEX publications_due ON publications (due_on) WHERE ended_on IS NULL""",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
