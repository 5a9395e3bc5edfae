"""Builds the server's parts from its configuration; the only place that does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from server.bootstrap.ground import Given, Ground, open_ground
from server.bootstrap.making import Making, open_making
from server.bootstrap.material import Material, open_material
from server.bootstrap.ordering import Orders, open_ordering
from server.bootstrap.podcasts import Podcasts, open_podcasts
from server.bootstrap.records import Records, open_records
from server.bootstrap.voices import Speakers, open_voices
from server.config.directories import DataDirectory
from server.config.settings import ServerConfig
from server.domain.times import Clock, utc_now
from server.engine.jobs import Engine
from server.engine.previews import Easel, WorkerEasel
from server.engine.script_checks import Checker, WorkerChecker
from server.engine.speech.desk import Desk, SpeechDesk
from server.fetch import fetch
from server.services import Services
from server.services.archives import Archives
from server.services.backups import Backups
from server.services.bundles import Bundles
from server.services.checks import Checks
from server.services.corrections import Corrections
from server.services.deliveries import Send
from server.services.files import Files
from server.services.ideas import Ideas
from server.services.imports import Imports
from server.services.intake import AddressJudge
from server.services.languages import Languages
from server.services.notebook_pages import NotebookPages
from server.services.notebook_questions import NotebookQuestions
from server.services.notebook_work import NotebookWork
from server.services.performances import Performances
from server.services.quarantine import Quarantine
from server.services.queues import Queues
from server.services.recordings import Recordings
from server.services.references import References
from server.services.refreshing import FetchDocument
from server.services.researches import Researches
from server.services.schedules import Schedules
from server.services.series import Scheduling
from server.services.server_settings import ServerSettings
from server.services.shows import FetchPicture
from server.services.sites import Sites
from server.services.storyboards import Storyboards
from server.services.subscribed_feeds import SubscribedFeeds
from server.services.templates import Templates
from server.services.transcripts import Transcripts
from server.services.vitals import Vitals
from server.services.voices import VoiceCatalogue
from server.services.webhooks import Webhooks


@asynccontextmanager
async def assembled(
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
    given = Given(
        config=config,
        engine=engine,
        catalogue=catalogue,
        judge=judge,
        fetch=fetch,
        fetch_picture=fetch_picture,
        quarantine=quarantine,
        references=references,
        send=send,
        desk=desk or SpeechDesk(DataDirectory(config.data_dir).models),
        easel=easel or WorkerEasel(),
        checker=checker or WorkerChecker(),
        notebook_work=notebook_work,
        clock=clock,
    )
    async with AsyncExitStack() as closing:
        ground = await open_ground(given, closing)
        material = await open_material(given, ground, closing)
        speakers = await open_voices(given, ground, closing)
        records = await open_records(given, ground, closing)
        making = await open_making(given, ground, closing, material=material, speakers=speakers, records=records)
        podcasts = await open_podcasts(given, ground, closing)
        orders = await open_ordering(given, ground, closing, material=material, making=making)
        await ground.certificates
        yield _services(
            given,
            ground,
            material=material,
            speakers=speakers,
            records=records,
            making=making,
            podcasts=podcasts,
            orders=orders,
            server_settings=await asyncio.to_thread(ServerSettings, config),
        )


def _services(
    given: Given,
    ground: Ground,
    *,
    material: Material,
    speakers: Speakers,
    records: Records,
    making: Making,
    podcasts: Podcasts,
    orders: Orders,
    server_settings: ServerSettings,
) -> Services:
    """All parts by their names, with those that only answer."""
    return Services(
        accounts=ground.accounts,
        requests=orders.requests,
        recordings=Recordings(
            ground.store,
            ground.storage,
            orders.requests,
            speakers.voices,
            judge=given.judge,
            prices=given.config.prices,
            allow_private_urls=given.config.allow_private_urls,
            links=ground.links,
            clock=given.clock,
        ),
        transcripts=Transcripts(ground.store, ground.storage),
        custom_voices=speakers.custom_voices,
        disk=ground.disk,
        queues=Queues(ground.store),
        search=records.search,
        files=Files(ground.store, ground.storage, room=ground.disk.require_room, clock=given.clock),
        media=ground.links,
        voices=speakers.voices,
        languages=Languages(speakers.voices),
        pronunciations=speakers.book,
        shows=podcasts.shows,
        episodes=podcasts.episodes,
        feeds=podcasts.feeds,
        subscribed_feeds=SubscribedFeeds(
            ground.store,
            orders.refresher,
            judge=given.judge,
            allow_private_urls=given.config.allow_private_urls,
            clock=given.clock,
        ),
        subscriptions=orders.subscriptions,
        projects=material.projects,
        previews=speakers.previews,
        storyboards=Storyboards(ground.store, ground.storage, orders.requests, speakers.previews, clock=given.clock),
        notebooks=records.notebooks,
        notebook_pages=NotebookPages(records.notebooks, records.notebook_work, clock=given.clock),
        notebook_questions=NotebookQuestions(
            ground.store,
            records.notebook_work,
            records.notebooks.operations,
            spool=ground.directory.notebooks / "spool",
            writer=making.writing.writer,
            clock=given.clock,
        ),
        channels=material.channels,
        schedules=Schedules(ground.store, orders.recurring, clock=given.clock),
        templates=Templates(ground.store, orders.requests, clock=given.clock),
        refresher=orders.refresher,
        recurring=orders.recurring,
        events=ground.bus,
        dispatcher=making.dispatcher,
        scheduling=Scheduling(orders.requests, making.intake, material.references, clock=given.clock),
        webhooks=Webhooks(
            ground.store,
            judge=given.judge,
            allow_local=given.config.allow_local_webhooks,
            allow_private=given.config.allow_private_urls,
            clock=given.clock,
        ),
        deliveries=orders.deliveries,
        researches=Researches(ground.store, making.intake, orders.requests, prices=given.config.prices),
        writing=making.writing,
        backups=Backups(ground.directory),
        server_settings=server_settings,
        archives=Archives(
            ground.store,
            ground.links,
            fetch=given.fetch,
            allow_private_urls=given.config.allow_private_urls,
            clock=given.clock,
        ),
        bundles=Bundles(
            ground.store,
            ground.storage,
            speakers.custom_voices,
            quarantine=ground.quarantine,
            sounds=ground.sounds,
            room=ground.disk.require_room,
            clock=given.clock,
        ),
        performances=Performances(
            ground.store, ground.storage, orders.requests, speakers.voices, prices=given.config.prices
        ),
        ideas=Ideas(ground.store, key=ground.key, clock=given.clock),
        imports=Imports(
            ground.store,
            podcasts.shows,
            fetch=given.fetch,
            quarantine=ground.quarantine,
            judge=given.judge,
            host=podcasts.hosting.wake,
            render=podcasts.feeds.document,
            allow_private_urls=given.config.allow_private_urls,
            clock=given.clock,
        ),
        hosting=podcasts.hosting,
        plays=podcasts.plays,
        sites=Sites(ground.store, podcasts.shows, podcasts.episodes, ground.links, clock=given.clock),
        corrections=Corrections(ground.store, clock=given.clock),
        episode_drafts=making.drafts,
        rebuilds=making.rebuilds,
        targets=making.targets,
        publications=making.publications,
        checks=Checks(
            ground.store,
            podcasts.shows,
            podcasts.feeds,
            ground.links,
            fetch=given.fetch,
            quarantine=ground.quarantine,
            judge=given.judge,
            allow_private_urls=given.config.allow_private_urls,
            host=podcasts.hosting.wake,
            clock=given.clock,
        ),
        vitals=Vitals(ground.store, ground.directory, given.config),
        free_tools_secret=given.config.free_tools_secret,
    )
