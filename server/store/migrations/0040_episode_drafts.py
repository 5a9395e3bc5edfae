"""Episodes on the desk: their drafts, the takes of their lines, rebuilds, and the versions that came of them."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "episode_drafts" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "music" TEXT,
    "music_name" TEXT NOT NULL DEFAULT '',
    "updated_on" INTEGER NOT NULL,
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE,
    FOREIGN KEY ("music") REFERENCES "blobs" ("sha256")
)
""",
    'CREATE INDEX "episode_drafts_music" ON "episode_drafts" ("music")',
    """
CREATE TABLE "takes" (
    "seq" INTEGER NOT NULL,
    "line" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "voice" INTEGER NOT NULL,
    "pace" REAL NOT NULL,
    "take" INTEGER NOT NULL,
    "seconds" REAL NOT NULL,
    "sha256" TEXT NOT NULL,
    "created_on" INTEGER NOT NULL,
    PRIMARY KEY ("seq", "line", "key"),
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE,
    FOREIGN KEY ("sha256") REFERENCES "blobs" ("sha256")
) WITHOUT ROWID
""",
    'CREATE INDEX "takes_sha256" ON "takes" ("sha256")',
    """
CREATE TABLE "rebuilds" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "crashes" INTEGER NOT NULL DEFAULT 0,
    "fraction" REAL NOT NULL DEFAULT 0,
    "text" TEXT NOT NULL DEFAULT '',
    "error" TEXT NOT NULL DEFAULT '',
    "lease_ends" INTEGER,
    "asked_on" INTEGER NOT NULL,
    "ended_on" INTEGER,
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE
)
""",
    'CREATE UNIQUE INDEX "rebuilds_id" ON "rebuilds" ("id")',
    """CREATE INDEX rebuilds_open ON rebuilds (asked_on) WHERE ended_on IS NULL""",
    """
CREATE TABLE "episode_versions" (
    "seq" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "media_key" TEXT NOT NULL,
    "report" TEXT NOT NULL DEFAULT '',
    "created_on" INTEGER NOT NULL,
    PRIMARY KEY ("seq", "number"),
    FOREIGN KEY ("seq") REFERENCES "requests" ("seq") ON DELETE CASCADE
) WITHOUT ROWID
""",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
