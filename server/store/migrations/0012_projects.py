"""Projects, and channels of the video site."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "projects" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "logo_sha256" TEXT,
    "logo_key" TEXT,
    "body" TEXT NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id"),
    FOREIGN KEY ("logo_sha256") REFERENCES "blobs" ("sha256")
)
""",
    'CREATE UNIQUE INDEX "projects_id" ON "projects" ("id")',
    'CREATE INDEX "projects_logo_sha256" ON "projects" ("logo_sha256")',
    'CREATE UNIQUE INDEX "projects_logo_key" ON "projects" ("logo_key")',
    'CREATE INDEX "projects_client_id_seq" ON "projects" ("client_id", "seq")',
    """
CREATE TABLE "channels" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "due_on" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
)
""",
    'CREATE UNIQUE INDEX "channels_id" ON "channels" ("id")',
    'CREATE UNIQUE INDEX "channels_client_id_url" ON "channels" ("client_id", "url")',
    'CREATE INDEX "channels_due_on" ON "channels" ("due_on")',
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
