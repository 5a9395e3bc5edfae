"""What the database keeps up itself."""

from __future__ import annotations

FLAG_UNTOUCHED = 1
FLAG_FAILED = 2
FLAG_SUCCEEDED = 4
FLAG_PROCESSED = 8
FLAG_QUEUED = 16
FLAG_PROCESSING = 32
"""What `request_counts.flags` is made of."""


def _flags(row: str) -> str:
    return (
        f"(({row}.status = 0 AND {row}.error_code = 0) * {FLAG_UNTOUCHED}"
        f" + ({row}.error_on IS NOT NULL) * {FLAG_FAILED}"
        f" + ({row}.status = 100) * {FLAG_SUCCEEDED}"
        f" + ({row}.processing_on IS NOT NULL) * {FLAG_PROCESSED}"
        f" + ({row}.state = 'queued') * {FLAG_QUEUED}"
        f" + ({row}.state IN ('processing', 'waiting')) * {FLAG_PROCESSING})"
    )


def _count(row: str, step: int) -> str:
    if step < 0:
        return (
            f"UPDATE request_counts SET n = n - 1 WHERE client_id = {row}.client_id AND type_id = {row}.type_id"  # noqa: S608
            f" AND flags = {_flags(row)} AND {row}.deleted_on IS NULL;"
        )
    return (
        f"INSERT INTO request_counts (client_id, type_id, flags, n)"
        f" SELECT {row}.client_id, {row}.type_id, {_flags(row)}, 1 WHERE {row}.deleted_on IS NULL"
        f" ON CONFLICT (client_id, type_id, flags) DO UPDATE SET n = n + 1;"
    )


TRIGGERS = (
    f"CREATE TRIGGER requests_counted_in AFTER INSERT ON requests BEGIN {_count('NEW', 1)} END",
    f"CREATE TRIGGER requests_counted_out AFTER DELETE ON requests BEGIN {_count('OLD', -1)} END",
    "CREATE TRIGGER requests_counted_anew"
    " AFTER UPDATE OF status, error_code, error_on, processing_on, state, deleted_on ON requests"
    f" WHEN {_flags('OLD')} <> {_flags('NEW')} OR (OLD.deleted_on IS NULL) <> (NEW.deleted_on IS NULL)"
    f" BEGIN {_count('OLD', -1)} {_count('NEW', 1)} END",
    "CREATE TRIGGER search_owed_request AFTER UPDATE OF state, title, deleted_on ON requests"
    " WHEN (NEW.state IN ('completed', 'waiting') AND (OLD.state <> NEW.state OR OLD.title <> NEW.title))"
    " OR (OLD.state IN ('completed', 'waiting') AND OLD.state <> NEW.state)"
    " OR (OLD.deleted_on IS NULL) <> (NEW.deleted_on IS NULL)"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('request', NEW.seq); END",
    "CREATE TRIGGER search_owed_episode AFTER UPDATE OF body, deleted_on ON episodes"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('episode', NEW.id); END",
    "CREATE TRIGGER search_owed_turns AFTER INSERT ON episode_turns"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('episode', NEW.episode_id); END",
    "CREATE TRIGGER search_owed_turns_gone AFTER DELETE ON episode_turns"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('episode', OLD.episode_id); END",
    "CREATE TRIGGER search_owed_new_show AFTER INSERT ON shows"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('show', NEW.seq); END",
    "CREATE TRIGGER search_owed_show AFTER UPDATE OF body, deleted_on ON shows"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('show', NEW.seq); END",
)
"""Keep `request_counts`, so that no list and no queue view counts rows, and note what the search has to read again."""
