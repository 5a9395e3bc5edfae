"""Migrations lead exactly to today's tables, or leave the file as it was."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from peewee import SqliteDatabase

from server.store.database import Store
from server.store.faults import DamagedDatabase, MigrationFailed, NewerDatabase
from server.store.migrating import MIGRATIONS, brought_up_to_date
from server.store.models import TABLES, TRIGGERS

STEMS = sorted(path.stem for path in MIGRATIONS.glob("[0-9]*.py"))
OLD = Path(__file__).parent.parent / "data" / "store" / "before-0005.sql"


def shape_of(path: Path) -> dict[str, object]:
    """Everything that matters of a schema, whatever words made it."""
    with closing(sqlite3.connect(path)) as db:
        names = [
            row[0]
            for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            if row[0] != "schema_migrations"
        ]
        shape: dict[str, object] = {}
        for name in names:
            shape[name] = (
                sorted(row[1:] for row in db.execute(f"PRAGMA table_xinfo({name})")),
                sorted(row[2:] for row in db.execute(f"PRAGMA foreign_key_list({name})")),
                db.execute(f"SELECT wr, strict FROM pragma_table_list('{name}')").fetchone(),
                sorted(
                    (index, unique, partial, tuple(db.execute(f"PRAGMA index_xinfo({index})")))
                    for _, index, unique, _, partial in db.execute(f"PRAGMA index_list({name})")
                    if not index.startswith("sqlite_")
                ),
            )
        for name, sql in db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' OR sql LIKE '%WHERE%'"):
            shape[f"sql of {name}"] = " ".join(sql.split())
        return shape


def old_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(OLD.read_text("utf-8"))


def test_migrations_and_models_make_the_same_tables(tmp_path: Path) -> None:
    brought_up_to_date(tmp_path / "migrated.db", backups=tmp_path)
    modelled = SqliteDatabase(str(tmp_path / "modelled.db"))
    with modelled.bind_ctx(TABLES), modelled.connection_context():
        modelled.create_tables(TABLES, safe=False)
        for trigger in TRIGGERS:
            modelled.execute_sql(trigger)

    assert shape_of(tmp_path / "migrated.db") == shape_of(tmp_path / "modelled.db")


def test_an_old_database_gets_the_same_tables_and_keeps_its_rows(tmp_path: Path) -> None:
    old_database(tmp_path / "old.db")

    names = brought_up_to_date(tmp_path / "old.db", backups=tmp_path / "backups")

    brought_up_to_date(tmp_path / "fresh.db", backups=tmp_path)
    assert names == tuple(stem for stem in STEMS if stem >= "0005")
    assert shape_of(tmp_path / "old.db") == shape_of(tmp_path / "fresh.db")
    with closing(sqlite3.connect(tmp_path / "old.db")) as db:
        assert db.execute("SELECT id, used FROM clients").fetchall() == [("alice", 10)]
        assert db.execute("SELECT title FROM requests").fetchall() == [("An old one",)]


def test_the_file_is_copied_before_anything_changes(tmp_path: Path) -> None:
    old_database(tmp_path / "old.db")
    before = shape_of(tmp_path / "old.db")

    brought_up_to_date(tmp_path / "old.db", backups=tmp_path / "backups")

    (copy,) = (tmp_path / "backups").glob("before-0005_events-*.db")
    assert shape_of(copy) == before


def test_a_failing_migration_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    migrations = tmp_path / "migrations"
    migrations.mkdir()
    for file in MIGRATIONS.glob("0*.py"):
        (migrations / file.name).write_text(file.read_text())
    (migrations / "0999_wrong.py").write_text(
        "atomic = False\ndef up(migrator, db):\n    db.execute_sql('DROP TABLE requests')\n    raise ValueError('no')\n"
    )
    old_database(tmp_path / "old.db")
    before = shape_of(tmp_path / "old.db")

    with pytest.raises(MigrationFailed):
        brought_up_to_date(tmp_path / "old.db", backups=tmp_path / "backups", migrations=migrations)

    assert shape_of(tmp_path / "old.db") == before


def test_nothing_is_done_twice(tmp_path: Path) -> None:
    assert brought_up_to_date(tmp_path / "a.db", backups=tmp_path)

    assert brought_up_to_date(tmp_path / "a.db", backups=tmp_path) == ()


@pytest.mark.parametrize("where", [0, 5000])
def test_a_damaged_database_is_never_written_to(tmp_path: Path, where: int) -> None:
    path, backups = tmp_path / "quillcast.db", tmp_path / "backups"
    Store(path, backups=backups).close()
    backups.mkdir()
    shutil.copyfile(path, backups / "before-x.db")
    content = bytearray(path.read_bytes())
    content[where : where + 3000] = b"\xa5" * 3000
    path.write_bytes(content)
    before = hashlib.sha256(content).digest()

    with pytest.raises(DamagedDatabase, match="before-x") as told:
        Store(path, backups=backups)

    assert str(path) in told.value.message
    assert hashlib.sha256(path.read_bytes()).digest() == before


def test_a_database_of_something_else_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as db:
        db.execute("CREATE TABLE recipes (x)")

    with pytest.raises(DamagedDatabase, match="not a database of Quillcast"):
        Store(tmp_path / "other.db", backups=tmp_path)


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "quillcast.db"
    Store(path, backups=tmp_path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO schema_migrations (name, applied) VALUES ('9999_future', '2030-01-01')")
        db.commit()

    with pytest.raises(NewerDatabase, match="9999_future"):
        Store(path, backups=tmp_path)
