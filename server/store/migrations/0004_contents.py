"""Uploads, sources that orders bring along, and public links, all pointing at contents by their hash."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "blobs" (
    "sha256" TEXT NOT NULL PRIMARY KEY,
    "size" INTEGER NOT NULL,
    "created_on" INTEGER NOT NULL
) WITHOUT ROWID
""",
    """
CREATE TABLE "files" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "client_id" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_on" INTEGER NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id"),
    FOREIGN KEY ("sha256") REFERENCES "blobs" ("sha256")
)
""",
    """
CREATE TABLE "media" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "seq" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "duration_s" REAL,
    "created_on" INTEGER NOT NULL,
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE,
    FOREIGN KEY ("sha256") REFERENCES "blobs" ("sha256")
)
""",
    """
CREATE TABLE "request_sources" (
    "seq" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    PRIMARY KEY ("seq", "position"),
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE,
    FOREIGN KEY ("sha256") REFERENCES "blobs" ("sha256")
) WITHOUT ROWID
""",
    'CREATE INDEX "files_client_id" ON "files" ("client_id")',
    'CREATE INDEX "files_sha256" ON "files" ("sha256")',
    'CREATE INDEX "media_sha256" ON "media" ("sha256")',
    'CREATE UNIQUE INDEX "media_seq_position" ON "media" ("seq", "position")',
    'CREATE INDEX "request_sources_sha256" ON "request_sources" ("sha256")',
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
