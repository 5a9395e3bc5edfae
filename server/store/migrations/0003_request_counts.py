"""Lists and queue views tell totals without counting rows: triggers keep them."""

from peewee import Database
from playhouse.migrate import SchemaMigrator

STATEMENTS = (
    """
CREATE TABLE "request_counts" (
    "client_id" TEXT NOT NULL,
    "type_id" INTEGER NOT NULL,
    "flags" INTEGER NOT NULL,
    "n" INTEGER NOT NULL,
    PRIMARY KEY ("client_id", "type_id", "flags")
) WITHOUT ROWID
""",
    """
CREATE TRIGGER requests_counted_in AFTER INSERT ON requests BEGIN
    INSERT INTO request_counts (client_id, type_id, flags, n)
      SELECT NEW.client_id, NEW.type_id, ((NEW.status = 0 AND NEW.error_code = 0) * 1
        + (NEW.error_on IS NOT NULL) * 2
        + (NEW.status = 100) * 4
        + (NEW.processing_on IS NOT NULL) * 8
        + (NEW.state = 'queued') * 16
        + (NEW.state IN ('processing', 'waiting')) * 32), 1
      WHERE NEW.deleted_on IS NULL
      ON CONFLICT (client_id, type_id, flags) DO UPDATE SET n = n + 1;
END
""",
    """
CREATE TRIGGER requests_counted_out AFTER DELETE ON requests BEGIN
    UPDATE request_counts SET n = n - 1
      WHERE client_id = OLD.client_id AND type_id = OLD.type_id
      AND flags = ((OLD.status = 0 AND OLD.error_code = 0) * 1
        + (OLD.error_on IS NOT NULL) * 2
        + (OLD.status = 100) * 4
        + (OLD.processing_on IS NOT NULL) * 8
        + (OLD.state = 'queued') * 16
        + (OLD.state IN ('processing', 'waiting')) * 32) AND OLD.deleted_on IS NULL;
END
""",
    """
CREATE TRIGGER requests_counted_anew AFTER UPDATE OF status, error_code, error_on, processing_on, state, deleted_on
ON requests
WHEN ((OLD.status = 0 AND OLD.error_code = 0) * 1
        + (OLD.error_on IS NOT NULL) * 2
        + (OLD.status = 100) * 4
        + (OLD.processing_on IS NOT NULL) * 8
        + (OLD.state = 'queued') * 16
        + (OLD.state IN ('processing', 'waiting')) * 32)
    <> ((NEW.status = 0 AND NEW.error_code = 0) * 1
        + (NEW.error_on IS NOT NULL) * 2
        + (NEW.status = 100) * 4
        + (NEW.processing_on IS NOT NULL) * 8
        + (NEW.state = 'queued') * 16
        + (NEW.state IN ('processing', 'waiting')) * 32) OR (OLD.deleted_on IS NULL) <> (NEW.deleted_on IS NULL) BEGIN
    UPDATE request_counts SET n = n - 1
      WHERE client_id = OLD.client_id AND type_id = OLD.type_id
      AND flags = ((OLD.status = 0 AND OLD.error_code = 0) * 1
        + (OLD.error_on IS NOT NULL) * 2
        + (OLD.status = 100) * 4
        + (OLD.processing_on IS NOT NULL) * 8
        + (OLD.state = 'queued') * 16
        + (OLD.state IN ('processing', 'waiting')) * 32) AND OLD.deleted_on IS NULL;
    INSERT INTO request_counts (client_id, type_id, flags, n)
      SELECT NEW.client_id, NEW.type_id, ((NEW.status = 0 AND NEW.error_code = 0) * 1
        + (NEW.error_on IS NOT NULL) * 2
        + (NEW.status = 100) * 4
        + (NEW.processing_on IS NOT NULL) * 8
        + (NEW.state = 'queued') * 16
        + (NEW.state IN ('processing', 'waiting')) * 32), 1
      WHERE NEW.deleted_on IS NULL
      ON CONFLICT (client_id, type_id, flags) DO UPDATE SET n = n + 1;
END
""",
)


def up(migrator: SchemaMigrator, db: Database) -> None:  # noqa: ARG001
    for statement in STATEMENTS:
        db.execute_sql(statement)  # type: ignore[no-untyped-call]
