"""What `make` speaks with beyond the packaged voices: the installation's own voices and its pronunciation book.

They lie in the data directory, where the server and the desktop keep them too. A data directory without a database has
none, unless voice files were dropped into its folder; nothing is made there for a run that needs neither.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import cast

from server.config.directories import DataDirectory
from server.config.settings import ServerConfig
from server.domain.accounts import OWNER
from server.domain.errors import InvalidField
from server.domain.voices import CLONING_KEY, Voice
from server.engine.specs import RenderSpec
from server.engine.speech.catalogue import find
from server.engine.speech.desk import SpeechDesk
from server.engine.speech.dropped import files_in
from server.installation import PackagedVoices
from server.services.custom_voices import CustomVoices
from server.services.pronunciations import Pronunciations
from server.services.speaking import Speaking
from server.services.voices import Voices
from server.store.artefacts import FolderStorage
from server.store.database import Store


def furnished(
    spec: RenderSpec, names: Sequence[tuple[str, str]], *, directory: DataDirectory, config: ServerConfig
) -> RenderSpec:
    """The spec with its voices, and with what the installation has for them.

    Args:
        spec: what is made; its voices are not chosen yet.
        names: field and voice for each speaker, as a person writes it: an id, a name or a key.
        directory: where the voices and the book are kept.
        config: names the endpoint that speaks.

    Raises:
        InvalidField: there is no such voice.
    """
    if config.cloning_key:
        os.environ[CLONING_KEY] = config.cloning_key
    found: list[int | None] = []
    for field, name in names:
        try:
            found.append(find(name, field=field).id)
        except InvalidField:
            if not directory.database.exists() and not files_in(directory.voices) and not config.speech_endpoint:
                raise
            found.append(None)
    if None not in found and not directory.database.exists():
        return replace(spec, voices=tuple(number for number in found if number), speech_endpoint=config.speech)
    return asyncio.run(_furnished(spec, names, found, directory=directory, config=config))


async def _furnished(
    spec: RenderSpec,
    names: Sequence[tuple[str, str]],
    found: Sequence[int | None],
    *,
    directory: DataDirectory,
    config: ServerConfig,
) -> RenderSpec:
    async with AsyncExitStack() as closing:
        store = Store(directory.database, backups=directory.backups)
        closing.callback(store.close)
        desk = SpeechDesk(directory.models)
        voices = Voices(PackagedVoices(), store=store, folder=directory.voices, desk=desk, endpoint=config.speech)
        closing.push_async_callback(voices.close)
        if None in found:
            await voices.start()
            custom = CustomVoices(store, FolderStorage(directory.artefacts))
            await custom.start()
            voices.add_source(custom)
            await voices.settled()
        numbers = tuple(
            _own(name, voices.all(OWNER), field=field) if number is None else number
            for (field, name), number in zip(names, found, strict=True)
        )
        speaking = Speaking(voices, Pronunciations(store, voices, desk=desk))
        return cast("RenderSpec", await speaking.completed(replace(spec, voices=numbers), client_id=OWNER))


def _own(name: str, voices: Sequence[Voice], *, field: str) -> int:
    """The number of a voice of one's own by its number or its name. Raises `InvalidField`."""
    wanted = name.strip().casefold()
    for voice in voices:
        if wanted in (str(voice.id), voice.name.casefold(), voice.name.casefold().split(" (")[0]):
            if not voice.available:
                raise InvalidField(field, f"the voice {voice.name} needs {voice.needs}")
            return voice.id
    return find(name, field=field).id
