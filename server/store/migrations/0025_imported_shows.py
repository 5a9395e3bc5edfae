"""Where imported shows come from, recordings that are to be taken over, and who asked for ideas."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "show_sources" (
    "client_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "show_id" TEXT NOT NULL,
    PRIMARY KEY ("client_id", "address")
) WITHOUT ROWID
""",
    """
CREATE TABLE "hosted_audio" (
    "episode_id" INTEGER NOT NULL PRIMARY KEY,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_on" INTEGER,
    "fault" TEXT NOT NULL DEFAULT '',
    FOREIGN KEY ("episode_id") REFERENCES "episodes" ("id")
)
""",
    "CREATE INDEX hosted_audio_due ON hosted_audio (due_on) WHERE due_on IS NOT NULL",
    """
CREATE TABLE "idea_calls" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "caller" TEXT NOT NULL,
    "created_on" INTEGER NOT NULL
)
""",
    'CREATE INDEX "idea_calls_created_on" ON "idea_calls" ("created_on")',
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
