"""`quillcast backup`: the whole data directory in one file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from server.config.directories import resolve_data_dir
from server.store.backups import write_backup


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `backup`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="where the backup goes; it is replaced")
    parser.add_argument("--data-dir", type=Path, metavar="D", help="where Quillcast keeps its data")
    parser.add_argument(
        "--with-secrets", action="store_true", help="signing key, keys of endpoints and secrets of webhooks too"
    )


def run(options: argparse.Namespace) -> int:
    """Write it, also while a server runs."""
    written = write_backup(
        resolve_data_dir(options.data_dir), options.file.absolute(), with_secrets=options.with_secrets
    )
    what = "with its secrets: keep it safe" if written.with_secrets else "without secrets"
    print(f"{options.file} holds {written.files} files, {written.size / 1e6:.1f} MB, {what}.", file=sys.stderr)
    return 0
