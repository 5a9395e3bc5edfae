"""What else happens on a data directory that is served, or that can't be: a second server, a damage, other commands."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from real_server import RealServer, run, until

ARTICLE = Path(__file__).resolve().parents[1] / "data" / "texts" / "news_ferry.md"


def test_a_second_server_says_in_one_sentence_that_there_is_one(server: RealServer) -> None:
    second = run("serve", "--port", "0", "--data-dir", server.data_dir)

    assert (second.returncode, second.stdout) == (3, "")
    assert second.stderr == (
        f"quillcast: Another Quillcast works on {server.data_dir}: end it first, or name another --data-dir.\n"
    )
    assert server.http.get("/studio/health").status_code == 200


@pytest.mark.parametrize("has_backup", [True, False])
@pytest.mark.parametrize("command", ["serve", "token"])
def test_a_damaged_database_is_named_and_left_alone(tmp_path: Path, command: str, has_backup: bool) -> None:
    assert run("token", "--data-dir", tmp_path).returncode == 0
    database, backup = tmp_path / "quillcast.db", tmp_path / "backups" / "before-something.db"
    if has_backup:
        shutil.copyfile(database, backup)
    with closing(sqlite3.connect(database)) as db:
        db.execute("PRAGMA wal_checkpoint(truncate)")
    damaged = bytearray(database.read_bytes())
    damaged[4096 : len(damaged) // 2] = b"\xa5" * (len(damaged) // 2 - 4096)
    database.write_bytes(damaged)

    told = run(command, "--data-dir", tmp_path, *(["--port", "0"] if command == "serve" else []))
    assert (told.returncode, told.stdout) == (4, "")
    assert told.stderr.startswith(f"quillcast: The database {database} is damaged")
    assert told.stderr.count("\n") == 1
    assert (str(backup) in told.stderr) == has_backup
    assert database.read_bytes() == damaged


def test_tokens_and_credits_change_while_it_serves(server: RealServer) -> None:
    server.log_in("--client", "grown", "--credits", "7")
    assert server.get("/content/Me") == {"clientId": "grown"}
    assert server.get("/content/Usage")["allowed"] == 7

    server.log_in("--client", "grown", "--credits", "70", "--daily-podcasts", "3")
    until(lambda: server.get("/content/Usage")["allowed"] == 70, patience_s=5)
    assert server.get("/content/Usage")["allowedDailyPodcasts"] == 3


def test_a_text_is_made_while_it_serves(server: RealServer, tmp_path: Path) -> None:
    document = tmp_path / "ferry.md"
    made = run("make", ARTICLE, "--type", "text", "--data-dir", server.data_dir, "-o", document)

    assert (made.returncode, made.stdout, made.stderr) == (0, "", "")
    assert "Brannock" in document.read_text("utf-8")
    assert server.http.get("/studio/health").status_code == 200


def test_a_start_leaves_what_make_is_at(tmp_path: Path) -> None:
    checkpoint = tmp_path / "work" / "make-0123456789abcdef01234567" / "script-0.json"
    stray = tmp_path / "work" / "0199aaaa-0000-7000-8000-000000000000" / "script-0.json"
    for path in (checkpoint, stray):
        path.parent.mkdir(parents=True)
        path.write_text("{}")
    running = RealServer(tmp_path)
    try:
        running.start()
        until(lambda: not stray.exists())
        assert running.terminate() == 0
        assert checkpoint.exists()
    finally:
        running.close()
