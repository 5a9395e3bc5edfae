"""Researches are listed without reading all requests."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENT = "CREATE INDEX requests_researches ON requests (client_id, seq) WHERE type_id = 19"


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    db.execute_sql(STATEMENT)  # type: ignore[no-untyped-call]
