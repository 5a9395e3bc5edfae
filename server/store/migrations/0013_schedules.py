"""What can change about a recurring schedule, and when it has run."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """CREATE INDEX requests_standing ON requests (state, client_id, seq) WHERE state IN ('schedule', 'template')""",
    """
CREATE TABLE "schedules" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "paused_on" INTEGER,
    "resumed_on" INTEGER,
    "last_run_on" INTEGER,
    "last_request_id" TEXT NOT NULL DEFAULT '',
    "runs" INTEGER NOT NULL DEFAULT 0,
    "fault" TEXT NOT NULL DEFAULT '',
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE
)
""",
    """
CREATE TABLE "schedule_runs" (
    "seq" INTEGER NOT NULL,
    "due_on" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,
    PRIMARY KEY ("seq", "due_on"),
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE
) WITHOUT ROWID
""",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
