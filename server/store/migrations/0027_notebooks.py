"""Notebooks (their contents lie in files of their own), what is used of a licence, and keys of operations done once."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "notebooks" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "ready" INTEGER NOT NULL,
    "sources" INTEGER NOT NULL,
    "created_on" INTEGER NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
)
""",
    'CREATE UNIQUE INDEX "notebooks_id" ON "notebooks" ("id")',
    'CREATE INDEX "notebooks_client_id_seq" ON "notebooks" ("client_id", "seq")',
    """
CREATE TABLE "notebook_uses" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "client_id" TEXT NOT NULL,
    "capability" TEXT NOT NULL,
    "used_on" INTEGER NOT NULL,
    "owner" TEXT NOT NULL,
    "notebook_id" TEXT NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
)
""",
    'CREATE INDEX "notebook_uses_client_id_capability_used_on"'
    ' ON "notebook_uses" ("client_id", "capability", "used_on")',
    'CREATE INDEX "notebook_uses_owner" ON "notebook_uses" ("owner")',
    'CREATE INDEX "notebook_uses_notebook_id" ON "notebook_uses" ("notebook_id")',
    """
CREATE TABLE "operations" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "client_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "input" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "notebook_id" TEXT NOT NULL,
    "reserved" INTEGER NOT NULL,
    "done" INTEGER NOT NULL,
    "reply" TEXT NOT NULL,
    "created_on" INTEGER NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
)
""",
    'CREATE UNIQUE INDEX "operations_client_id_key" ON "operations" ("client_id", "key")',
    'CREATE INDEX "operations_created_on" ON "operations" ("created_on")',
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
