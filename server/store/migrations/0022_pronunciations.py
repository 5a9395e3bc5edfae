"""The pronunciation book: how a word is said, for the installation, a client, a show or a voice."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "pronunciations" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "client_id" TEXT NOT NULL,
    "podcast_id" TEXT NOT NULL,
    "voice_id" INTEGER NOT NULL,
    "language" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "said" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "updated_on" INTEGER NOT NULL
)
""",
    """
CREATE UNIQUE INDEX "pronunciations_client_id_podcast_id_voice_id_language_word"
    ON "pronunciations" ("client_id", "podcast_id", "voice_id", "language", "word")
""",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
