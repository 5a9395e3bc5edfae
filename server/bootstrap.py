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
from server.domain.voices import CLONING_KEY, CloningEndpoint
from server.engine.jobs import Engine
from server.engine.previews import Easel, WorkerEasel
from server.engine.script_checks import Checker, WorkerChecker
from server.engine.speech.desk import Desk, SpeechDesk
from server.fetch import fetch
from server.fetch.connections import trusted_certificates
from server.fetch.uploading import Outgoing
from server.http.messages import composer
from server.services import Services
from server.services.accounts import Accounts
from server.services.archives import Archives
from server.services.backups import Backups
from server.services.bundles import Bundles
from server.services.channels import Channels
from server.services.checks import Checks
from server.services.corrections import Corrections
from server.services.custom_voices import CustomVoices
from server.services.deliveries import Deliveries, Send, guarded_sender
from server.services.disk import GB, MB, Disk
from server.services.dispatcher import Dispatcher
from server.services.endpoints import Endpoints
from server.services.episode_drafts import EpisodeDrafts
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
from server.services.notebook_pages import NotebookPages
from server.services.notebook_questions import NotebookQuestions
from server.services.notebook_work import NotebookWork
from server.services.notebooks import Notebooks
from server.services.performances import Performances
from server.services.plays import Plays
from server.services.previews import Previews
from server.services.projects import Projects
from server.services.pronunciations import Pronunciations
from server.services.publications import Publications
from server.services.quarantine import Quarantine, page_reader_of, reader_of, sound_room
from server.services.queues import Queues
from server.services.rebuilds import Rebuilds
from server.services.recordings import Recordings
from server.services.recurring import Recurring
from server.services.references import References
from server.services.refreshing import FetchDocument, Refresher
from server.services.requests import Requests
from server.services.researches import KeptResearches, Researches
from server.services.schedules import Schedules
from server.services.search import Search
from server.services.series import Scheduling
from server.services.server_settings import ServerSettings
from server.services.shows import FetchPicture, Shows
from server.services.sites import Sites
from server.services.speaking import Speaking
from server.services.storyboards import Storyboards
from server.services.subscribed_feeds import SubscribedFeeds
from server.services.subscriptions import Subscriptions
from server.services.targets import Targets
from server.services.telling import Ears, Telling
from server.services.templates import Templates
from server.services.transcripts import Transcripts
from server.services.vitals import Vitals
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
    easel: Easel | None = None,
    checker: Checker | None = None,
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
        links = MediaLinks(store, storage, public_url=config.public_url)
        sounds = quarantine or sound_room()
        quarantine = quarantine or Quarantine()
        reading, page_text = reader_of(quarantine), page_reader_of(quarantine)
        closing.push_async_callback(quarantine.close)
        closing.push_async_callback(sounds.close)
        private = config.allow_private_urls
        projects = Projects(
            store,
            storage,
            links,
            judge=judge,
            fetch=fetch,
            read=page_text,
            quarantine=quarantine,
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
            endpoint=config.speech,
            clock=clock,
        )
        closing.push_async_callback(voices.close)
        await voices.start()
        previews = Previews(easel or WorkerEasel())
        closing.push_async_callback(previews.close)
        book = Pronunciations(store, voices, desk=desk, clock=clock)
        custom_voices = CustomVoices(store, storage)
        await custom_voices.start()
        voices.add_source(custom_voices)
        notebook_work = notebook_work or NotebookWork(models=directory.models, allow_private_urls=private)
        notebooks = Notebooks(
            store,
            notebook_work,
            folder=directory.notebooks,
            judge=judge,
            allow_private_urls=private,
            room=disk.require_room,
            clock=clock,
        )
        closing.push_async_callback(notebooks.close)
        await notebooks.start()
        targets = Targets(directory.path, judge=judge, allow_private=private)
        intake = Intake(
            store,
            storage,
            voices,
            judge=judge,
            makes=engine.makes,
            references=references,
            targets=targets,
            allow_private_urls=config.allow_private_urls,
            clock=clock,
        )
        search = Search(store, storage, notebooks, file=directory.search)
        await search.start()
        closing.push_async_callback(search.close)
        housekeeping = Housekeeping(
            store,
            storage,
            work=directory.work,
            forget_words=search.forget_words,
            copy_daily=lambda day: daily_copy(directory, day=day),
            clock=clock,
        )
        await housekeeping.start()
        closing.push_async_callback(housekeeping.close)
        writing = WritingSettingsService(
            store, storage, data_dir=directory.path, notebook_path=notebooks.operations.path
        )
        closing.push_async_callback(writing.close)
        publications = Publications(
            store, storage, links, targets, outgoing=Outgoing(allow_private=private), clock=clock
        )
        speaking = Speaking(voices, book)
        drafts = EpisodeDrafts(
            store,
            storage,
            voices,
            book,
            desk=desk,
            checker=checker or WorkerChecker(),
            allow_private_urls=private,
            clock=clock,
        )
        closing.push_async_callback(drafts.close)
        dispatcher = Dispatcher(
            store,
            storage,
            engine,
            writing=writing,
            work=directory.work,
            concurrency=config.concurrency,
            speaking=speaking,
            drafts=drafts,
            notebook_sources=notebooks.sources,
            allow_private_urls=config.allow_private_urls,
            endpoints=_endpoints(config),
            custom_voices=custom_voices,
            publications=publications,
            room=disk.require_room,
            clock=clock,
        )
        notebooks.follow(dispatcher.stop, work=directory.work)
        await dispatcher.start()
        closing.push_async_callback(dispatcher.close)
        rebuilds = Rebuilds(
            store,
            storage,
            engine,
            drafts,
            speaking=speaking,
            work=directory.work,
            room=disk.require_room,
            clock=clock,
        )
        await rebuilds.start()
        closing.push_async_callback(rebuilds.close)
        closing.push_async_callback(publications.close)
        shows = Shows(
            store,
            storage,
            links,
            judge=judge,
            quarantine=quarantine,
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
            downloads=directory.downloads,
            quarantine=sounds,
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
        requests = Requests(store, intake, dispatcher, prices=config.prices, room=disk.require_room, clock=clock)
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
            ears=Ears(config.websub_hub, config.podping_url, config.podping_token),
            send=send or guarded_sender(allow_private=private, allow_local=False),
            fetch=fetch,
        )
        closing.push_async_callback(telling.close)
        episodes = Episodes(store, storage, links, quarantine=sounds, room=disk.require_room, clock=clock)
        await certificates
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
            disk=disk,
            queues=Queues(store),
            search=search,
            files=Files(store, storage, room=disk.require_room, clock=clock),
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
            previews=previews,
            storyboards=Storyboards(store, storage, requests, previews, clock=clock),
            notebooks=notebooks,
            notebook_pages=NotebookPages(notebooks, notebook_work, clock=clock),
            notebook_questions=NotebookQuestions(
                store,
                notebook_work,
                notebooks.operations,
                spool=directory.notebooks / "spool",
                writer=writing.writer,
                clock=clock,
            ),
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
            backups=Backups(directory),
            server_settings=await asyncio.to_thread(ServerSettings, config),
            archives=Archives(store, links, fetch=fetch, allow_private_urls=private, clock=clock),
            bundles=Bundles(
                store,
                storage,
                custom_voices,
                quarantine=quarantine,
                sounds=sounds,
                room=disk.require_room,
                clock=clock,
            ),
            performances=Performances(store, storage, requests, voices, prices=config.prices),
            ideas=Ideas(store, key=key, clock=clock),
            imports=Imports(
                store,
                shows,
                fetch=fetch,
                quarantine=quarantine,
                judge=judge,
                host=hosting.wake,
                render=feeds.document,
                allow_private_urls=private,
                clock=clock,
            ),
            hosting=hosting,
            plays=plays,
            sites=Sites(store, shows, episodes, links, clock=clock),
            corrections=Corrections(store, clock=clock),
            episode_drafts=drafts,
            rebuilds=rebuilds,
            targets=targets,
            publications=publications,
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
            vitals=Vitals(store, directory, config),
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
        listening=listening if config.transcription_url else None,
        cloning=cloning if config.cloning_url else None,
        images=config.images,
    )
