"""Which records the search index has to read again: triggers note them, whoever changes them."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "search_owed" (
    "place" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "subject" TEXT NOT NULL,
    "number" INTEGER NOT NULL
)
""",
    """
CREATE TRIGGER search_owed_request AFTER UPDATE OF state, title, deleted_on ON requests
    WHEN (NEW.state IN ('completed', 'waiting') AND (OLD.state <> NEW.state OR OLD.title <> NEW.title))
    OR (OLD.state IN ('completed', 'waiting') AND OLD.state <> NEW.state)
    OR (OLD.deleted_on IS NULL) <> (NEW.deleted_on IS NULL)
    BEGIN INSERT INTO search_owed (subject, number) VALUES ('request', NEW.seq); END
""",
    """
CREATE TRIGGER search_owed_episode AFTER UPDATE OF body, deleted_on ON episodes
    BEGIN INSERT INTO search_owed (subject, number) VALUES ('episode', NEW.id); END
""",
    """
CREATE TRIGGER search_owed_turns AFTER INSERT ON episode_turns
    BEGIN INSERT INTO search_owed (subject, number) VALUES ('episode', NEW.episode_id); END
""",
    """
CREATE TRIGGER search_owed_turns_gone AFTER DELETE ON episode_turns
    BEGIN INSERT INTO search_owed (subject, number) VALUES ('episode', OLD.episode_id); END
""",
    """
CREATE TRIGGER search_owed_new_show AFTER INSERT ON shows
    BEGIN INSERT INTO search_owed (subject, number) VALUES ('show', NEW.seq); END
""",
    """
CREATE TRIGGER search_owed_show AFTER UPDATE OF body, deleted_on ON shows
    BEGIN INSERT INTO search_owed (subject, number) VALUES ('show', NEW.seq); END
""",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
