"""`quillcast bundle`: an episode out of a data directory as one file, or such a file as an episode."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from server.config.directories import DataDirectory, resolve_data_dir
from server.config.secret_keys import signing_key
from server.domain.accounts import OWNER, Account
from server.domain.bundles import ENDING
from server.domain.errors import Invalid
from server.services.accounts import Accounts
from server.services.bundles import Bundles, file_name
from server.services.custom_voices import CustomVoices
from server.services.quarantine import Quarantine, sound_room
from server.store.artefacts import FolderStorage
from server.store.database import Store

PIECE = 1 << 20
BY = Account(OWNER, pro=True, licence=True, scopes=frozenset({OWNER}))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `bundle`."""
    ways = parser.add_subparsers(dest="way", metavar="export|import", required=True)
    out = ways.add_parser("export", help="write an episode of the owner's to a file, also while a server runs")
    out.add_argument("id", metavar="ID", help="the id of the finished request")
    out.add_argument("file", type=Path, nargs="?", metavar="FILE", help=f"a file named after its title, {ENDING}")
    into = ways.add_parser("import", help="make an episode of the owner's from a bundle; no server may run")
    into.add_argument("file", type=Path, metavar="FILE", help="a bundle")
    for each in (out, into):
        each.add_argument("--data-dir", type=Path, metavar="D", help="where Quillcast keeps its data")


def run(options: argparse.Namespace) -> int:
    """Do what was asked for."""
    directory = DataDirectory(resolve_data_dir(options.data_dir)).prepare()
    if options.way == "export":
        print(asyncio.run(_export(directory, options.id, options.file)))
        return 0
    if not options.file.is_file():
        raise Invalid(f"There is no file {options.file}; check the name.")
    # A running server holds the voices in memory: it takes bundles over HTTP.
    lock = directory.lock()
    try:
        print(asyncio.run(_import(directory, options.file)))
    finally:
        lock.release()
    return 0


@asynccontextmanager
async def _bundles(directory: DataDirectory) -> AsyncIterator[Bundles]:
    store = await asyncio.to_thread(lambda: Store(directory.database, backups=directory.backups))
    storage = await asyncio.to_thread(FolderStorage, directory.artefacts)
    await Accounts(store, key=await asyncio.to_thread(signing_key, directory.secrets)).ensure_owner()
    rooms = Quarantine(), sound_room()
    try:
        yield Bundles(store, storage, CustomVoices(store, storage), quarantine=rooms[0], sounds=rooms[1])
    finally:
        for room in rooms:
            await room.close()
        await asyncio.to_thread(store.close)


async def _export(directory: DataDirectory, request_id: str, target: Path | None) -> Path:
    async with _bundles(directory) as bundles:
        request, items = await bundles.items(request_id, by=BY)
        target = target or Path(file_name(request, ENDING))
        part = target.with_name(f".{target.name}.part")
        try:
            with part.open("wb") as file:
                async for piece in bundles.pack(items):
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
            part.replace(target)
        except OSError as error:
            raise Invalid(f"{target} can't be written: {error.strerror or error}.") from error
        finally:
            part.unlink(missing_ok=True)
    return target


async def _import(directory: DataDirectory, path: Path) -> str:
    async def chunks() -> AsyncIterator[bytes]:
        with path.open("rb") as file:
            while piece := file.read(PIECE):
                yield piece

    async with _bundles(directory) as bundles:
        taken = await bundles.take(chunks(), by=BY)
    for note in taken.notes:
        print(note, file=sys.stderr)
    return taken.request_id
