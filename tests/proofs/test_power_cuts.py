"""What the store has acknowledged survives a power cut at any moment: unsynced pages are dropped or cut, at random."""

from __future__ import annotations

import os
import random
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from unsynced_disk import Acknowledged, Sync, Write, cuts, recording, shared_library

from server.domain.accounts import ClientChange
from server.store import clients
from server.store.database import Store

pytestmark = pytest.mark.skipif(shared_library() is None, reason="Python's sqlite3 brings its own SQLite")
POINTS = int(os.environ.get("QUILLCAST_PROOF_POWER_CUTS", "500"))
WRITERS = 6


def written(path: Path, monkeypatch: pytest.MonkeyPatch, *, rows: int, sync: str) -> list:
    """Every step of several threads that write at once, with checkpoints in between."""
    connect = Store._connect

    def often(store: Store, *pragmas: str) -> sqlite3.Connection:
        said = ["wal_autocheckpoint = 40" if "autocheckpoint" in each else each for each in pragmas]
        return connect(store, *(f"synchronous = {sync}" if "synchronous" in each else each for each in said))

    monkeypatch.setattr(Store, "_connect", often)
    monkeypatch.chdir(path.parent)  # the recording disk names its shared memory in the folder it runs in
    Store(path, backups=path.parent).close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(truncate)")
    begun = path.read_bytes()
    with recording(path) as recorded:
        recorded.add(Write("db", 0, begun))
        recorded.add(Sync("db"))
        store = Store(path, backups=path.parent)

        def write(writer: int) -> None:
            for number in range(rows // WRITERS):
                name = f"client-{writer}-{number}"
                store.write_and_wait(clients.save, name, ClientChange(credits=number), 1)
                recorded.add(Acknowledged(name))

        threads = [threading.Thread(target=write, args=(writer,)) for writer in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        steps = list(recorded.steps)
        store.close()
    return steps


def found_after(folder: Path, files: dict[str, bytes]) -> tuple[str, set[str]]:
    """What SQLite says of the files that a cut left, and the clients that are in them."""
    path = folder / "cut.db"
    (folder / "cut.db-shm").unlink(missing_ok=True)
    path.write_bytes(files["db"])
    path.with_name("cut.db-wal").write_bytes(files["wal"])
    with closing(sqlite3.connect(path)) as database:
        sound = str(database.execute("PRAGMA integrity_check").fetchone()[0])
        return sound, {row[0] for row in database.execute("SELECT id FROM clients")}


def lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, points: int, rows: int, sync: str = "full") -> int:
    """How many acknowledged rows were missing over all cuts; every database must be sound."""
    steps = written(tmp_path / "quillcast.db", monkeypatch, rows=rows, sync=sync)
    names = {step.file for step in steps if isinstance(step, Write)}
    assert names == {"db", "wal"}
    assert sum(isinstance(step, Sync) and step.file == "db" for step in steps) > 3, "no checkpoint came in between"
    folder = tmp_path / "cut"
    folder.mkdir()
    missing = seen = 0
    for cut in cuts(steps, points=points, chance=random.Random(points)):
        sound, held = found_after(folder, cut.files)
        assert sound == "ok"
        missing += len(cut.acknowledged - held)
        seen += 1
    assert seen == points
    return missing


def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lost(tmp_path, monkeypatch, points=40, rows=120) == 0


def test_the_proof_notices_a_store_that_does_not_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lost(tmp_path, monkeypatch, points=40, rows=120, sync="normal") > 0


@pytest.mark.slow
def test_power_cuts_at_five_hundred_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lost(tmp_path, monkeypatch, points=POINTS, rows=1_500) == 0
