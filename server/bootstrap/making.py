"""How orders become results: taken in, dispatched, edited on the desk, published to targets."""

from __future__ import annotations

import os
from contextlib import AsyncExitStack
from dataclasses import dataclass

from server.bootstrap.ground import Given, Ground
from server.bootstrap.material import Material
from server.bootstrap.records import Records
from server.bootstrap.voices import Speakers
from server.config.settings import ServerConfig
from server.domain.transcripts import ListeningEndpoint
from server.domain.voices import CLONING_KEY, CloningEndpoint
from server.fetch.uploading import Outgoing
from server.services.dispatcher import Dispatcher
from server.services.endpoints import Endpoints
from server.services.episode_drafts import EpisodeDrafts
from server.services.intake import Intake
from server.services.publications import Publications
from server.services.rebuilds import Rebuilds
from server.services.speaking import Speaking
from server.services.targets import Targets
from server.services.writing_settings import WritingSettingsService


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """What takes orders in and carries them out."""

    targets: Targets
    intake: Intake
    writing: WritingSettingsService
    publications: Publications
    drafts: EpisodeDrafts
    dispatcher: Dispatcher
    rebuilds: Rebuilds


async def open_making(
    given: Given, ground: Ground, closing: AsyncExitStack, *, material: Material, speakers: Speakers, records: Records
) -> Making:
    """The queue and the desk, running again with what the last run left."""
    store, storage, directory, links, disk = ground.store, ground.storage, ground.directory, ground.links, ground.disk
    config, engine, judge, clock = given.config, given.engine, given.judge, given.clock
    private = config.allow_private_urls
    targets = Targets(directory.path, judge=judge, allow_private=private)
    intake = Intake(
        store,
        storage,
        speakers.voices,
        judge=judge,
        makes=engine.makes,
        references=material.references,
        targets=targets,
        allow_private_urls=private,
        clock=clock,
    )
    writing = WritingSettingsService(
        store, storage, data_dir=directory.path, notebook_path=records.notebooks.operations.path
    )
    closing.push_async_callback(writing.close)
    publications = Publications(store, storage, links, targets, outgoing=Outgoing(allow_private=private), clock=clock)
    speaking = Speaking(speakers.voices, speakers.book)
    drafts = EpisodeDrafts(
        store,
        storage,
        speakers.voices,
        speakers.book,
        desk=given.desk,
        checker=given.checker,
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
        notebook_sources=records.notebooks.sources,
        allow_private_urls=private,
        endpoints=_endpoints(config),
        custom_voices=speakers.custom_voices,
        publications=publications,
        room=disk.require_room,
        clock=clock,
    )
    records.notebooks.follow(dispatcher.stop, work=directory.work)
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
    return Making(
        targets=targets,
        intake=intake,
        writing=writing,
        publications=publications,
        drafts=drafts,
        dispatcher=dispatcher,
        rebuilds=rebuilds,
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
