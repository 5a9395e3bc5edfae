"""Feeds to read from, their items, and which template runs for each new one."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "subscribed_feeds" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "client_id" TEXT NOT NULL,
    "kind" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "location" TEXT NOT NULL,
    "title" TEXT NOT NULL DEFAULT '',
    "link" TEXT NOT NULL DEFAULT '',
    "description" TEXT NOT NULL DEFAULT '',
    "image_url" TEXT NOT NULL DEFAULT '',
    "etag" TEXT NOT NULL DEFAULT '',
    "last_modified" TEXT NOT NULL DEFAULT '',
    "state" TEXT NOT NULL DEFAULT 'active',
    "due_on" INTEGER,
    "barred_until" INTEGER NOT NULL DEFAULT 0,
    "read_on" INTEGER,
    "changed_on" INTEGER,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "fault" TEXT NOT NULL DEFAULT '',
    "warnings" TEXT NOT NULL DEFAULT '[]',
    "rhythm" TEXT NOT NULL DEFAULT '{}',
    "created_on" INTEGER NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id")
)
""",
    'CREATE UNIQUE INDEX "subscribed_feeds_client_id_url" ON "subscribed_feeds" ("client_id", "url")',
    "CREATE INDEX subscribed_feeds_due ON subscribed_feeds (due_on) WHERE due_on IS NOT NULL",
    """
CREATE TABLE "feed_items" (
    "seq" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "id" TEXT NOT NULL,
    "feed_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "link" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "listed_on" INTEGER NOT NULL,
    "seen_on" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    FOREIGN KEY ("feed_id") REFERENCES "subscribed_feeds" ("id") ON DELETE CASCADE
)
""",
    'CREATE UNIQUE INDEX "feed_items_id" ON "feed_items" ("id")',
    'CREATE UNIQUE INDEX "feed_items_feed_id_key" ON "feed_items" ("feed_id", "key")',
    'CREATE INDEX "feed_items_feed_id_listed_on_seq" ON "feed_items" ("feed_id", "listed_on", "seq")',
    """
CREATE TABLE "feed_subscriptions" (
    "seq" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "feed_id" INTEGER NOT NULL,
    "template_id" TEXT NOT NULL,
    "seen" INTEGER NOT NULL,
    "fault" TEXT NOT NULL DEFAULT '',
    "created_on" INTEGER NOT NULL,
    FOREIGN KEY ("client_id") REFERENCES "clients" ("id"),
    FOREIGN KEY ("feed_id") REFERENCES "subscribed_feeds" ("id") ON DELETE CASCADE
)
""",
    'CREATE UNIQUE INDEX "feed_subscriptions_id" ON "feed_subscriptions" ("id")',
    'CREATE UNIQUE INDEX "feed_subscriptions_feed_id_template_id" ON "feed_subscriptions" ("feed_id", "template_id")',
    'CREATE INDEX "feed_subscriptions_client_id_seq" ON "feed_subscriptions" ("client_id", "seq")',
    'CREATE INDEX "feed_subscriptions_template_id" ON "feed_subscriptions" ("template_id")',
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
