"""Requests: what the lists and the queue read, and apart from it what was ordered and what came of it."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "requests" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "type_id" INTEGER NOT NULL,
    "family" INTEGER,
    "output_type" TEXT,
    "state" TEXT NOT NULL,
    "open" INTEGER NOT NULL,
    "stage" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "progress_text" TEXT NOT NULL DEFAULT '',
    "seconds_left" REAL,
    "requested_on" INTEGER NOT NULL,
    "updated_on" INTEGER NOT NULL,
    "due_on" INTEGER NOT NULL,
    "scheduled_on" INTEGER,
    "processing_on" INTEGER,
    "succeeded_on" INTEGER,
    "error_on" INTEGER,
    "deleted_on" INTEGER,
    "emptied_on" INTEGER,
    "error_code" INTEGER NOT NULL DEFAULT 0,
    "error_message" TEXT NOT NULL DEFAULT '',
    "callback_data" TEXT,
    "related_id" TEXT NOT NULL DEFAULT '',
    "language" TEXT NOT NULL DEFAULT '',
    "include_citations" INTEGER NOT NULL DEFAULT 0,
    "approve_script" INTEGER NOT NULL DEFAULT 0,
    "approved_on" INTEGER,
    "credits" INTEGER NOT NULL DEFAULT 0,
    "charged" INTEGER NOT NULL DEFAULT 0,
    "podcast_day" TEXT,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "crashes" INTEGER NOT NULL DEFAULT 0,
    "interruptions" INTEGER NOT NULL DEFAULT 0,
    "lease_holder" TEXT NOT NULL DEFAULT '',
    "lease_ends" INTEGER,
    "share_key" TEXT NOT NULL DEFAULT '',
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
)
""",
    'CREATE UNIQUE INDEX "requests_id" ON "requests" ("id")',
    """
CREATE INDEX requests_listed ON requests (client_id, seq, deleted_on)
    WHERE deleted_on IS NULL
""",
    """
CREATE INDEX requests_recordings ON requests
    (client_id, family, seq, status, error_code, error_on, processing_on, deleted_on)
    WHERE deleted_on IS NULL AND family IS NOT NULL
""",
    """
CREATE INDEX requests_waiting ON requests (client_id, state, due_on, seq)
    WHERE open = 1
""",
    """
CREATE INDEX requests_active ON requests (client_id, seq, state, open)
    WHERE open = 1
""",
    """
CREATE INDEX requests_deleted ON requests (deleted_on)
    WHERE deleted_on IS NOT NULL AND emptied_on IS NULL
""",
    """
CREATE INDEX requests_shared ON requests (share_key)
    WHERE share_key <> ''
""",
    """
CREATE TABLE "request_orders" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "body" TEXT NOT NULL,
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE
)
""",
    """
CREATE TABLE "request_results" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "response_text" TEXT NOT NULL DEFAULT '',
    "citations" TEXT NOT NULL DEFAULT '[]',
    "notes" TEXT NOT NULL DEFAULT '[]',
    "document_format" TEXT NOT NULL DEFAULT '',
    "document_content" TEXT NOT NULL DEFAULT '',
    "script" TEXT NOT NULL DEFAULT '',
    "recording" TEXT NOT NULL DEFAULT '',
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE
)
""",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
