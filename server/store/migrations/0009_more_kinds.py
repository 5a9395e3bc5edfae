"""Results tell more and keep what they were made of; a run has a key of its own; webhook secrets can be changed."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """ALTER TABLE "request_results" ADD COLUMN "details" TEXT NOT NULL DEFAULT '{}'""",
    """ALTER TABLE "request_results" ADD COLUMN "imported" TEXT REFERENCES "blobs" ("sha256")""",
    'CREATE INDEX "request_results_imported" ON "request_results" ("imported")',
    """ALTER TABLE "requests" ADD COLUMN "run_key" TEXT""",
    "CREATE UNIQUE INDEX requests_runs ON requests (client_id, run_key) WHERE run_key IS NOT NULL",
    """ALTER TABLE "webhooks" ADD COLUMN "previous_secret" TEXT NOT NULL DEFAULT ''""",
    """ALTER TABLE "webhooks" ADD COLUMN "previous_until" INTEGER""",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
