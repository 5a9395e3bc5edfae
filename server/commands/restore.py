"""`quillcast restore`: a data directory becomes what a backup holds, or its database what a copy of it was."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from server.config.directories import DataDirectory, resolve_data_dir
from server.config.secret_keys import signing_key
from server.services.webhooks import new_secret
from server.store import webhooks
from server.store.backups import restore_backup
from server.store.copies import is_database, put_back
from server.store.database import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `restore`."""
    parser.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="a file that `quillcast backup` wrote, or a copy of the database in backups/",
    )
    parser.add_argument("--data-dir", type=Path, metavar="D", help="where Quillcast keeps its data")


def run(options: argparse.Namespace) -> int:
    """Restore it; refused while a server works on the data directory."""
    directory = DataDirectory(resolve_data_dir(options.data_dir)).prepare()
    lock = directory.lock()
    try:
        if is_database(options.file):
            return _put_back(directory, options.file.absolute())
        restored = restore_backup(options.file.absolute(), directory.path)
        directory.prepare()
        signing_key(directory.secrets)
        store = Store(directory.database, backups=directory.backups)
        try:
            renewed = store.write_and_wait(webhooks.renew_secrets, new_secret)
        finally:
            store.close()
    finally:
        lock.release()
    print(f"{directory.path} holds what {options.file} held: {restored.files} files.", file=sys.stderr)
    if not restored.with_secrets:
        print(
            "The backup came without secrets, so new ones were made: issue tokens again (quillcast token)"
            + (f" and give the receivers of {renewed} webhooks their new secret." if renewed else "."),
            file=sys.stderr,
        )
    return 0


def _put_back(directory: DataDirectory, copy: Path) -> int:
    aside = put_back(directory, copy)
    Store(directory.database, backups=directory.backups).close()
    print(
        f"The database is again what it was in {copy.name}; what was there before lies in {aside}. "
        "Files made since then are no longer known.",
        file=sys.stderr,
    )
    return 0
