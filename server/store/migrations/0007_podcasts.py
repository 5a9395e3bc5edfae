"""Shows, episodes, which show holds which episode, and the public files of both."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "shows" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "guid" TEXT NOT NULL,
    "changed_on" INTEGER NOT NULL,
    "deleted_on" INTEGER,
    "body" TEXT NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
)
""",
    'CREATE UNIQUE INDEX "shows_id" ON "shows" ("id")',
    "CREATE INDEX shows_listed ON shows (client_id, seq) WHERE deleted_on IS NULL",
    """
CREATE TABLE "episodes" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "client_id" TEXT NOT NULL,
    "request_id" TEXT,
    "key" TEXT NOT NULL,
    "released_on" INTEGER NOT NULL,
    "hidden" INTEGER NOT NULL DEFAULT 0,
    "season" INTEGER NOT NULL DEFAULT 0,
    "number" INTEGER NOT NULL DEFAULT 0,
    "deleted_on" INTEGER,
    "body" TEXT NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
)
""",
    'CREATE UNIQUE INDEX "episodes_request_id" ON "episodes" ("request_id")',
    'CREATE UNIQUE INDEX "episodes_key" ON "episodes" ("key")',
    "CREATE INDEX episodes_listed ON episodes (client_id, released_on, id) WHERE deleted_on IS NULL",
    """
CREATE TABLE "show_episodes" (
    "show_seq" INTEGER NOT NULL,
    "episode_id" INTEGER NOT NULL,
    "added_on" INTEGER NOT NULL,
    PRIMARY KEY ("show_seq", "episode_id"),
    FOREIGN KEY ("show_seq") REFERENCES "shows" ("seq"),
    FOREIGN KEY ("episode_id") REFERENCES "episodes" ("id")
) WITHOUT ROWID
""",
    'CREATE INDEX "show_episodes_episode_id" ON "show_episodes" ("episode_id")',
    """
CREATE TABLE "podcast_media" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "show_seq" INTEGER,
    "episode_id" INTEGER,
    "name" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "duration_s" REAL,
    "created_on" INTEGER NOT NULL,
    FOREIGN KEY ("show_seq") REFERENCES "shows" ("seq"),
    FOREIGN KEY ("episode_id") REFERENCES "episodes" ("id"),
    FOREIGN KEY ("sha256") REFERENCES "blobs" ("sha256")
)
""",
    'CREATE INDEX "podcast_media_show_seq" ON "podcast_media" ("show_seq")',
    'CREATE INDEX "podcast_media_episode_id" ON "podcast_media" ("episode_id")',
    'CREATE INDEX "podcast_media_sha256" ON "podcast_media" ("sha256")',
    """
CREATE TABLE "episode_turns" (
    "episode_id" INTEGER NOT NULL PRIMARY KEY,
    "body" TEXT NOT NULL,
    FOREIGN KEY ("episode_id") REFERENCES "episodes" ("id")
)
""",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
