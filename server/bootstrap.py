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
from server.engine.speech.desk import Desk, SpeechDesk
from server.engine.speech.synthesis import CLONING_KEY
from server.fetch import fetch
from server.fetch.connections import trusted_certificates
from server.http.messages import composer
from server.services import Services
from server.services.accounts import Accounts
from server.services.archives import Archives
from server.services.channels import Channels
from server.services.checks import Checks
from server.services.custom_voices import CustomVoices
from server.services.deliveries import Deliveries, Send, guarded_sender
from server.services.dispatcher import Dispatcher
from server.services.endpoints import Endpoints
from server.services.episodes import Episodes
from server.services.events import EventBus
from server.services.feed_items import FeedItems
from server.services.feeds import Feeds
from server.services.files import Files
from server.services.hosting import Hosting
from server.services.housekeeping import Housekeeping
from server.services.ideas import Ideas
from server.services.imports import Imports
from server.services.intake import AddressJudge, Intake
from server.services.languages import Languages
from server.services.media import MediaLinks
from server.services.notebook_work import NotebookWork
from server.services.notebooks import Notebooks
from server.services.plays import Plays
from server.services.projects import Projects
from server.services.pronunciations import Pronunciations
from server.services.quarantine import Quarantine, page_reader_of, reader_of
from server.services.queues import Queues
from server.services.recordings import Recordings
from server.services.recurring import Recurring
from server.services.references import References
from server.services.refreshing import FetchDocument, Refresher
from server.services.requests import Requests
from server.services.researches import KeptResearches, Researches
from server.services.schedules import Schedules
from server.services.series import Scheduling
from server.services.shows import FetchPicture, Shows
from server.services.sites import Sites
from server.services.speaking import Speaking
from server.services.subscribed_feeds import SubscribedFeeds
from server.services.subscriptions import Subscriptions
from server.services.telling import Telling
from server.services.templates import Templates
from server.services.transcripts import Transcripts
from server.services.voices import VoiceCatalogue, Voices
from server.services.webhooks import Webhooks
from server.services.writing_settings import WritingSettingsService
from server.store.artefacts import FolderStorage
from server.store.backups import daily_copy
from server.store.database import Store


@asynccontextmanager
async def assembled(  # noqa: PLR0915 - one line a part, in the order that they need each other
    config: ServerConfig,
    *,
    engine: Engine,
    catalogue: VoiceCatalogue,
    judge: AddressJudge,
    fetch_picture: FetchPicture | None = None,
    fetch: FetchDocument = fetch,
    quarantine: Quarantine | None = None,
    references: References | None = None,
    send: Send | None = None,
    desk: Desk | None = None,
    notebook_work: NotebookWork | None = None,
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
        await asyncio.to_thread(trusted_certificates)  # read once, and not when the first call goes out
        store = await asyncio.to_thread(lambda: Store(directory.database, backups=directory.backups))
        closing.push_async_callback(asyncio.to_thread, store.close)
        storage = await asyncio.to_thread(FolderStorage, directory.artefacts)

        accounts = Accounts(store, key=key, clock=clock)
        await accounts.ensure_owner()
        bus = EventBus(store, clock=clock)
        closing.callback(bus.close)
        voices = Voices(catalogue)
        links = MediaLinks(store, storage, public_url=config.public_url)
        quarantine = quarantine or Quarantine()
        reading, page_text = reader_of(quarantine), page_reader_of(quarantine)
        closing.push_async_callback(quarantine.close)
        private = config.allow_private_urls
        projects = Projects(
            store,
            storage,
            links,
            judge=judge,
            fetch=fetch,
            read=page_text,
            allow_private_urls=private,
            clock=clock,
        )
        closing.push_async_callback(projects.close)
        channels = Channels(store, fetch=fetch, read=reading, clock=clock)
        closing.push_async_callback(channels.close)
        references = references or References(
            feed_items=FeedItems(store), projects=projects, channels=channels, researches=KeptResearches(store)
        )
        desk = desk or SpeechDesk(directory.models)
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
        notebooks = Notebooks(
            store,
            notebook_work or NotebookWork(models=directory.models, allow_private_urls=private),
            folder=directory.notebooks,
            judge=judge,
            allow_private_urls=private,
            clock=clock,
        )
        closing.push_async_callback(notebooks.close)
        await notebooks.start()
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
        housekeeping = Housekeeping(
            store,
            storage,
            work=directory.work,
            copy_daily=lambda day: daily_copy(directory, day=day),
            clock=clock,
        )
        await housekeeping.start()
        closing.push_async_callback(housekeeping.close)
        writing = WritingSettingsService(store, storage, data_dir=directory.path)
        closing.push_async_callback(writing.close)
        dispatcher = Dispatcher(
            store,
            storage,
            engine,
            writing=writing,
            work=directory.work,
            concurrency=config.concurrency,
            speaking=Speaking(voices, book),
            notebook_sources=notebooks.sources,
            allow_private_urls=config.allow_private_urls,
            endpoints=_endpoints(config),
            custom_voices=custom_voices,
            clock=clock,
        )
        notebooks.follow(dispatcher.stop, work=directory.work)
        await dispatcher.start()
        closing.push_async_callback(dispatcher.close)
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
        hosting = Hosting(
            store,
            storage,
            fetch=fetch,
            work=directory.work,
            allow_private_urls=private,
            clock=clock,
        )
        closing.push_async_callback(hosting.close)
        await hosting.start()
        deliveries = Deliveries(
            store,
            compose=composer(links),
            send=send
            or guarded_sender(allow_private=config.allow_private_urls, allow_local=config.allow_local_webhooks),
            clock=clock,
        )
        closing.push_async_callback(deliveries.close)
        requests = Requests(store, intake, dispatcher, prices=config.prices, clock=clock)
        subscriptions = Subscriptions(store, requests, clock=clock)
        closing.push_async_callback(subscriptions.close)
        refresher = Refresher(
            store,
            fetch=fetch,
            read=reading,
            came=subscriptions.wake,
            allow_private_urls=private,
            clock=clock,
        )
        closing.push_async_callback(refresher.close)
        recurring = Recurring(store, requests, clock=clock)
        closing.push_async_callback(recurring.close)
        for part in (projects, channels, subscriptions, refresher, recurring):
            await part.start()
        feeds = Feeds(store, links, hub=config.websub_hub, clock=clock)
        closing.push_async_callback(feeds.close)
        plays = Plays(store, shows, clock=clock)
        closing.push_async_callback(plays.close)
        telling = Telling(
            store,
            links,
            hub=config.websub_hub,
            send=send or guarded_sender(allow_private=private, allow_local=False),
        )
        closing.push_async_callback(telling.close)
        episodes = Episodes(store, storage, links, clock=clock)
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
                links=links,
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
            episodes=episodes,
            feeds=feeds,
            subscribed_feeds=SubscribedFeeds(store, refresher, judge=judge, allow_private_urls=private, clock=clock),
            subscriptions=subscriptions,
            projects=projects,
            notebooks=notebooks,
            channels=channels,
            schedules=Schedules(store, recurring, clock=clock),
            templates=Templates(store, requests, clock=clock),
            refresher=refresher,
            recurring=recurring,
            events=bus,
            dispatcher=dispatcher,
            scheduling=Scheduling(requests, intake, references, clock=clock),
            webhooks=Webhooks(
                store,
                judge=judge,
                allow_local=config.allow_local_webhooks,
                allow_private=config.allow_private_urls,
                clock=clock,
            ),
            deliveries=deliveries,
            researches=Researches(store, intake, requests, prices=config.prices),
            writing=writing,
            archives=Archives(store, links, fetch=fetch, allow_private_urls=private, clock=clock),
            ideas=Ideas(store, key=key, clock=clock),
            imports=Imports(
                store,
                shows,
                fetch=fetch,
                quarantine=quarantine,
                judge=judge,
                host=hosting.wake,
                warm=feeds.warm,
                allow_private_urls=private,
                clock=clock,
            ),
            hosting=hosting,
            plays=plays,
            sites=Sites(store, shows, episodes, links, clock=clock),
            checks=Checks(
                store,
                shows,
                feeds,
                links,
                fetch=fetch,
                quarantine=quarantine,
                judge=judge,
                allow_private_urls=private,
                host=hosting.wake,
                clock=clock,
            ),
            free_tools_secret=config.free_tools_secret,
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
