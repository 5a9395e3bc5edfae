"""Builds the server's parts from its configuration; the only place that does."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from server.config.directories import DataDirectory
from server.config.secret_keys import signing_key
from server.config.settings import ServerConfig
from server.domain.times import Clock, utc_now
from server.domain.transcripts import ListeningEndpoint
from server.domain.voices import CloningEndpoint, SpeechEndpoint
from server.engine.jobs import Engine
from server.engine.speech.desk import SpeechDesk
from server.engine.speech.synthesis import CLONING_KEY
from server.services import Services
from server.services.accounts import Accounts
from server.services.custom_voices import CustomVoices
from server.services.dispatcher import Dispatcher
from server.services.endpoints import Endpoints
from server.services.episodes import Episodes
from server.services.events import EventBus
from server.services.feeds import Feeds
from server.services.files import Files
from server.services.housekeeping import Housekeeping
from server.services.intake import AddressJudge, Intake
from server.services.languages import Languages
from server.services.media import MediaLinks
from server.services.pronunciations import Pronunciations
from server.services.queues import Queues
from server.services.recordings import Recordings
from server.services.references import References
from server.services.requests import Requests
from server.services.shows import FetchPicture, Shows
from server.services.speaking import Speaking
from server.services.transcripts import Transcripts
from server.services.voices import VoiceCatalogue, Voices
from server.store.artefacts import FolderStorage
from server.store.database import Store


@asynccontextmanager
async def assembled(
    config: ServerConfig,
    *,
    engine: Engine,
    catalogue: VoiceCatalogue,
    judge: AddressJudge,
    fetch_picture: FetchPicture | None = None,
    clock: Clock = utc_now,
) -> AsyncIterator[Services]:
    """Everything the edge needs, running; closed cleanly at the end, the last opened first.

    Must be entered on the event loop that will use it.

    Raises:
        DataDirectoryInUse: another server works on the data directory.
        DataDirectoryUnusable: it can't be made or written to.
        DamagedDatabase: the database can't be read; nothing was written to it.
        NewerDatabase: a newer version wrote it.
        MigrationFailed: it could not be brought up to date; it is as it was.
        SecretsUnreadable: the signing key can't be read.
    """
    directory = DataDirectory(config.data_dir)
    async with AsyncExitStack() as closing:
        await asyncio.to_thread(directory.prepare)
        lock = await asyncio.to_thread(directory.lock)
        closing.callback(lock.release)
        key = await asyncio.to_thread(signing_key, directory.secrets)
        store = await asyncio.to_thread(lambda: Store(directory.database, backups=directory.backups))
        closing.push_async_callback(asyncio.to_thread, store.close)
        storage = await asyncio.to_thread(FolderStorage, directory.artefacts)

        accounts = Accounts(store, key=key, clock=clock)
        await accounts.ensure_owner()
        bus = EventBus(store, clock=clock)
        closing.callback(bus.close)
        desk = SpeechDesk(directory.models)
        voices = Voices(
            catalogue,
            store=store,
            folder=directory.voices,
            samples=directory.samples,
            desk=desk,
            endpoint=_speech_endpoint(config),
            clock=clock,
        )
        closing.push_async_callback(voices.close)
        await voices.start()
        book = Pronunciations(store, voices, desk=desk, clock=clock)
        custom_voices = CustomVoices(store, storage)
        await custom_voices.start()
        voices.add_source(custom_voices)
        references = References()
        intake = Intake(
            store,
            storage,
            voices,
            judge=judge,
            makes=engine.makes,
            references=references,
            allow_private_urls=config.allow_private_urls,
            clock=clock,
        )
        housekeeping = Housekeeping(store, storage, work=directory.work, clock=clock)
        await housekeeping.start()
        closing.push_async_callback(housekeeping.close)
        dispatcher = Dispatcher(
            store,
            storage,
            engine,
            work=directory.work,
            concurrency=config.concurrency,
            speaking=Speaking(voices, book),
            allow_private_urls=config.allow_private_urls,
            endpoints=_endpoints(config),
            custom_voices=custom_voices,
            clock=clock,
        )
        await dispatcher.start()
        closing.push_async_callback(dispatcher.close)
        links = MediaLinks(store, storage, public_url=config.public_url)
        shows = Shows(
            store,
            storage,
            links,
            judge=judge,
            fetch_picture=fetch_picture,
            allow_private_urls=config.allow_private_urls,
            clock=clock,
        )
        closing.push_async_callback(shows.close)
        await shows.start()
        requests = Requests(store, intake, dispatcher, prices=config.prices, clock=clock)
        yield Services(
            accounts=accounts,
            requests=requests,
            recordings=Recordings(
                store,
                storage,
                requests,
                voices,
                judge=judge,
                prices=config.prices,
                allow_private_urls=config.allow_private_urls,
                clock=clock,
            ),
            transcripts=Transcripts(store, storage),
            custom_voices=custom_voices,
            queues=Queues(store),
            files=Files(store, storage, clock=clock),
            media=links,
            voices=voices,
            languages=Languages(voices),
            pronunciations=book,
            shows=shows,
            episodes=Episodes(store, storage, links, clock=clock),
            feeds=Feeds(store, links, clock=clock),
            events=bus,
            dispatcher=dispatcher,
        )


def _endpoints(config: ServerConfig) -> Endpoints:
    """What takes the place of packaged models."""
    listening = ListeningEndpoint(config.transcription_url, config.transcription_key, config.transcription_model)
    cloning = CloningEndpoint(config.cloning_url, config.cloning_key, config.cloning_model)
    if config.cloning_key:
        # Worker processes inherit it; a voice's own file never holds a key.
        os.environ[CLONING_KEY] = config.cloning_key
    return Endpoints(
        listening=listening if config.transcription_url else None, cloning=cloning if config.cloning_url else None
    )


def _speech_endpoint(config: ServerConfig) -> SpeechEndpoint | None:
    if not config.speech_endpoint:
        return None
    names = tuple(dict.fromkeys(name.strip() for name in config.speech_endpoint_voices.split(",") if name.strip()))
    return SpeechEndpoint(config.speech_endpoint, config.speech_endpoint_key, config.speech_endpoint_model, names)
