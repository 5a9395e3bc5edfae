"""What every part stands on: the data directory, the database, the contents, and those who read strangers' files."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass

from server.config.directories import DataDirectory
from server.config.secret_keys import signing_key
from server.config.settings import ServerConfig
from server.domain.times import Clock
from server.engine.jobs import Engine
from server.engine.previews import Easel
from server.engine.script_checks import Checker
from server.engine.speech.desk import Desk
from server.fetch.connections import trusted_certificates
from server.services.accounts import Accounts
from server.services.deliveries import Send
from server.services.disk import GB, MB, Disk
from server.services.events import EventBus
from server.services.intake import AddressJudge
from server.services.media import MediaLinks
from server.services.notebook_work import NotebookWork
from server.services.quarantine import Quarantine, sound_room
from server.services.references import References
from server.services.refreshing import FetchDocument
from server.services.shows import FetchPicture
from server.services.voices import VoiceCatalogue
from server.store.artefacts import FolderStorage
from server.store.database import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a server is built from; what is None is made here."""

    config: ServerConfig
    engine: Engine
    catalogue: VoiceCatalogue
    judge: AddressJudge
    fetch: FetchDocument
    fetch_picture: FetchPicture | None
    quarantine: Quarantine | None
    references: References | None
    send: Send | None
    desk: Desk
    easel: Easel
    checker: Checker
    notebook_work: NotebookWork | None
    clock: Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What every part stands on, open."""

    directory: DataDirectory
    key: bytes
    certificates: asyncio.Task[object]
    """Being read while everything else starts."""
    store: Store
    storage: FolderStorage
    disk: Disk
    accounts: Accounts
    bus: EventBus
    links: MediaLinks
    quarantine: Quarantine
    sounds: Quarantine
    """The one for recordings."""


async def open_ground(given: Given, closing: AsyncExitStack) -> Ground:
    """Lock the data directory and open what lies in it. Raises as `assembled`."""
    config, clock = given.config, given.clock
    directory = DataDirectory(config.data_dir)
    await asyncio.to_thread(directory.prepare)
    lock = await asyncio.to_thread(directory.lock)
    closing.callback(lock.release)
    key = await asyncio.to_thread(signing_key, directory.secrets)
    # Read once, beside the rest of the start, and not when the first call goes out.
    certificates = asyncio.create_task(asyncio.to_thread(trusted_certificates))
    closing.callback(certificates.cancel)
    store = await asyncio.to_thread(lambda: Store(directory.database, backups=directory.backups))
    closing.push_async_callback(asyncio.to_thread, store.close)
    storage = await asyncio.to_thread(FolderStorage, directory.artefacts)
    disk = Disk(
        store,
        storage,
        directory,
        quota=config.disk_quota_gb * GB,
        reserve=config.disk_reserve_mb * MB,
        clock=clock,
    )
    await disk.start()
    closing.push_async_callback(disk.close)
    accounts = Accounts(store, key=key, clock=clock)
    await accounts.ensure_owner()
    bus = EventBus(store, clock=clock)
    closing.callback(bus.close)
    quarantine, sounds = given.quarantine or Quarantine(), given.quarantine or sound_room()
    closing.push_async_callback(quarantine.close)
    closing.push_async_callback(sounds.close)
    return Ground(
        directory=directory,
        key=key,
        certificates=certificates,
        store=store,
        storage=storage,
        disk=disk,
        accounts=accounts,
        bus=bus,
        links=MediaLinks(store, storage, public_url=config.public_url),
        quarantine=quarantine,
        sounds=sounds,
    )
