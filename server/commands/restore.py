"""`quillcast restore`: a data directory becomes what a backup holds."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from server.config.directories import DataDirectory, resolve_data_dir
from server.config.secret_keys import signing_key
from server.services.webhooks import new_secret
from server.store import webhooks
from server.store.backups import restore_backup
from server.store.database import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `restore`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a file that `quillcast backup` wrote")
    parser.add_argument("--data-dir", type=Path, metavar="D", help="where Quillcast keeps its data")


def run(options: argparse.Namespace) -> int:
    """Restore it; refused while a server works on the data directory."""
    directory = DataDirectory(resolve_data_dir(options.data_dir)).prepare()
    lock = directory.lock()
    try:
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
