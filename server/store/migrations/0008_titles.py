"""Titles are searched in any case, also beyond ASCII: a folded copy of each lies in the index that lists them."""

import unicodedata

from peewee import Database
from playhouse.migrate import SchemaMigrator


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    connection = db.connection()  # type: ignore[no-untyped-call]
    connection.create_function("folded", 1, lambda title: unicodedata.normalize("NFC", title).casefold())
    for statement in (
        """ALTER TABLE "requests" ADD COLUMN "folded_title" TEXT NOT NULL DEFAULT ''""",
        "UPDATE requests SET folded_title = folded(title) WHERE title <> ''",
        """
CREATE INDEX requests_named ON requests (client_id, seq, state, folded_title, deleted_on)
    WHERE deleted_on IS NULL
""",
    ):
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
