"""Who speaks, and how words are said."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from server.bootstrap.ground import Given, Ground
from server.services.custom_voices import CustomVoices
from server.services.previews import Previews
from server.services.pronunciations import Pronunciations
from server.services.voices import Voices


@dataclass(frozen=True, slots=True, kw_only=True)
class Speakers:
    """Voices with their pronunciations, and the pictures that presenters and looks are tried with."""

    voices: Voices
    book: Pronunciations
    custom_voices: CustomVoices
    previews: Previews


async def open_voices(given: Given, ground: Ground, closing: AsyncExitStack) -> Speakers:
    """Voices of the catalogue and of the owner, ready to be ordered with."""
    store, storage, directory = ground.store, ground.storage, ground.directory
    clock, config, desk = given.clock, given.config, given.desk
    voices = Voices(
        given.catalogue,
        store=store,
        folder=directory.voices,
        samples=directory.samples,
        desk=desk,
        endpoint=config.speech,
        clock=clock,
    )
    closing.push_async_callback(voices.close)
    await voices.start()
    previews = Previews(given.easel)
    closing.push_async_callback(previews.close)
    book = Pronunciations(store, voices, desk=desk, clock=clock)
    custom_voices = CustomVoices(store, storage)
    await custom_voices.start()
    voices.add_source(custom_voices)
    return Speakers(
        voices=voices,
        book=book,
        custom_voices=custom_voices,
        previews=previews,
    )
