"""The voices that a caller can use: packaged, dropped into the folder, blended, an endpoint's, and further sources'."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from server.domain.accounts import Account
from server.domain.errors import (
    GenerationError,
    Invalid,
    InvalidField,
    NotFound,
    NothingUsable,
    Refused,
    Unavailable,
)
from server.domain.identifiers import new_id
from server.domain.times import Clock, to_ms, utc_now
from server.domain.voices import BlendPart, SpeechEndpoint, SpeechEngine, Voice
from server.engine.speech.catalogue import samples_folder
from server.engine.speech.desk import Desk
from server.engine.speech.dropped import Unusable, files_in
from server.store import voices as rows
from server.store.database import Store
from server.store.voices import InstalledVoice

log = logging.getLogger(__name__)

MOST_PARTS = 4
LONGEST_SAID = 300
"""Characters that "say it" takes: what is said within two seconds of work."""
BLEND, FILE, ENDPOINT = "blend", "file", "endpoint"


class VoiceCatalogue(Protocol):
    """The packaged voices."""

    def voices(self) -> Sequence[Voice]:
        """Every packaged voice, by id."""
        ...


class VoiceSource(Protocol):
    """Where further voices come from, for one client or for all.

    It is asked on the event loop for every list and every order, so it must answer from memory. Ids never change and
    lie above 1,000,000: below are the packaged voices and those of the table `installed_voices`.
    """

    def voices(self, *, client_id: str) -> Sequence[Voice]:
        """The voices that this client can use; those of its own carry its id as `client_id`."""
        ...


@dataclass(frozen=True, slots=True)
class Blend:
    """The wish for a blend."""

    name: str
    parts: tuple[BlendPart, ...]


class Voices:
    """The voice catalogue.

    Args:
        catalogue: the packaged voices.
        store: keeps the numbers of the others; without one there are only the packaged voices.
        folder: where a person drops voice files.
        samples: where samples that are not packaged are kept.
        desk: speaks and looks at files in worker processes.
        endpoint: the speech endpoint of the settings.
        sources: where further voices come from.
    """

    def __init__(
        self,
        catalogue: VoiceCatalogue,
        *,
        store: Store | None = None,
        folder: Path | None = None,
        samples: Path | None = None,
        desk: Desk | None = None,
        endpoint: SpeechEndpoint | None = None,
        sources: Sequence[VoiceSource] = (),
        clock: Clock = utc_now,
    ) -> None:
        self._catalogue = catalogue
        self._store = store
        self._folder = folder
        self._samples = samples
        self._desk = desk
        self.endpoint = endpoint
        self._sources = list(sources)
        self._clock = clock
        self._installed: dict[str, tuple[Voice, ...]] = {}
        self._unusable: tuple[Unusable, ...] = ()
        self._scanning = asyncio.Lock()
        self._first_scan: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Read what is known; a look at the folder follows in the background."""
        if self._store is None:
            return
        self._installed[BLEND] = self._blends(await self._store.read(rows.of_origin, BLEND))
        told = [
            InstalledVoice(ENDPOINT, name, name[:1].upper() + name[1:])
            for name in (self.endpoint.voices if self.endpoint else ())
        ]
        kept = await self._store.write(rows.replace_origin, ENDPOINT, told, to_ms(self._clock()))
        self._installed[ENDPOINT] = tuple(
            Voice(each.id, f"{each.name} (endpoint)", SpeechEngine.ENDPOINT, each.place, "", grade="") for each in kept
        )
        self._first_scan = asyncio.create_task(self._scan(), name="voices")

    async def close(self) -> None:
        """End what runs."""
        if self._first_scan is not None:
            self._first_scan.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._first_scan
        if self._desk is not None:
            await asyncio.to_thread(self._desk.stop)

    def add_source(self, source: VoiceSource) -> None:
        """Let further voices join."""
        self._sources.append(source)

    def all(self, client_id: str = "") -> tuple[Voice, ...]:
        """Every voice that a client may see, available or not, by id."""
        own = [voice for source in self._sources for voice in source.voices(client_id=client_id)]
        installed = [voice for voices in self._installed.values() for voice in voices]
        return tuple(sorted((*self._catalogue.voices(), *installed, *own), key=lambda voice: voice.id))

    async def list(self, *, by: Account) -> tuple[Voice, ...]:
        """Every voice that the caller may see; those that need something say what."""
        return self.all(by.id)

    @property
    def folder(self) -> Path | None:
        """Where voice files are dropped."""
        return self._folder

    @property
    def unusable(self) -> tuple[Unusable, ...]:
        """Files of the folder that give no voice, with the reason."""
        return self._unusable

    async def sample(self, voice_id: str, *, by: Account) -> bytes:
        """The recording (MP3) in which a voice is heard: packaged, or made at the first wish and kept.

        Raises:
            NotFound: there is no such voice.
            Unavailable: the voice can't speak.
        """
        found = next((voice for voice in self.all(by.id) if str(voice.id) == voice_id and voice.available), None)
        if found is None:
            raise NotFound("No sample of such a voice is there.", code="sample_not_found")
        try:
            recording = await asyncio.to_thread(self._sample, found)
        except GenerationError as error:
            raise Unavailable(error.message, code="cannot_speak") from error
        if recording is None:
            raise NotFound("No sample of such a voice is there.", code="sample_not_found")
        return recording

    def every(self) -> Sequence[Voice]:
        """Every voice that is for everybody, those included that lack a part."""
        return self.all()

    def names(self, voice_ids: Iterable[int | None], *, client_id: str = "") -> tuple[str, ...]:
        """The names of voices by their ids; those that are unknown are left out."""
        known = {voice.id: voice.name for voice in self.all(client_id)}
        return tuple(known[number] for number in voice_ids if number in known)

    def require(self, voice_id: int, *, field: str, by: Account | None = None) -> Voice:
        """The voice of an id that an order names. Raises `InvalidField`."""
        for voice in self.all(by.id if by else ""):
            if voice.id == voice_id:
                if not voice.available:
                    raise InvalidField(field, f"the voice {voice.name} needs {voice.needs or 'a part not installed'}")
                return voice
        raise InvalidField(field, "no voice of yours has this id: GET /content/GetVoices lists them")

    def beyond_packaged(self, voice_ids: Iterable[int], *, client_id: str) -> tuple[Voice, ...]:
        """Of the voices named, those that the engine does not know by itself."""
        wanted, packaged = set(voice_ids), {voice.id for voice in self._catalogue.voices()}
        return tuple(voice for voice in self.all(client_id) if voice.id in wanted and voice.id not in packaged)

    async def say(
        self,
        text: str,
        *,
        voice_id: int | None,
        language: str,
        speed: float,
        by: Account,
        parts: Sequence[BlendPart] = (),
    ) -> bytes:
        """A short text said at once: a WAV file. Without a voice the language's first one speaks.

        `parts` are a blend that is heard before it is saved.

        Raises:
            InvalidField: the voice is not usable, none speaks the language, or there is nothing to say.
            Invalid: the endpoint will not say it.
            Unavailable: the voice fails.
        """
        if parts:
            voice = self._unsaved(parts)
        elif voice_id is not None:
            voice = self.require(voice_id, field="voice", by=by)
        else:
            voice = self._first_of(language)
        if voice.language and language and not voice.speaks(language):
            raise InvalidField("voice", f"the voice {voice.name} does not speak this language")
        spoken = language or voice.language or "en"
        desk = self._need_desk()
        try:
            return await asyncio.to_thread(
                lambda: desk.say(text, voice, endpoint=self.endpoint, language=spoken, speed=speed)
            )
        except NothingUsable as error:
            raise InvalidField("text", "there is nothing in it that this voice can say") from error
        except Refused as error:
            raise Invalid(error.message, code=error.code) from error
        except GenerationError as error:
            raise Unavailable(error.message, code="cannot_speak") from error

    async def blend(self, wish: Blend, *, by: Account) -> Voice:
        """Save a blend of packaged Kokoro voices as a voice of its own. The owner's.

        Raises:
            Forbidden: the caller is not the owner.
            InvalidField: a part is no packaged Kokoro voice, or there are too few or too many.
        """
        by.require_owner()
        parts = self._checked(wish.parts)
        if any(voice.name.casefold() == wish.name.strip().casefold() for voice in self.all(by.id)):
            raise InvalidField("name", "another voice has this name; choose another")
        first = parts[0][0]
        store = self._need_store()
        sexes = {voice.sex for voice, _ in parts}
        row = InstalledVoice(
            BLEND,
            new_id(),
            wish.name.strip(),
            first.language,
            first.accent if len({voice.accent for voice, _ in parts}) == 1 else "",
            first.sex if len(sexes) == 1 else "",
            wish.parts,
        )
        await store.write(rows.add, row, to_ms(self._clock()))
        self._installed[BLEND] = self._blends(await store.read(rows.of_origin, BLEND))
        return self._installed[BLEND][-1]

    async def remove_blend(self, voice_id: int, *, by: Account) -> None:
        """Take a blend away; requests that wait with it will say so. Raises `Forbidden`, `NotFound`."""
        by.require_owner()
        store = self._need_store()
        if not await store.write(rows.remove, voice_id, BLEND, to_ms(self._clock())):
            raise NotFound("There is no blend with this id.", code="voice_not_found")
        self._installed[BLEND] = self._blends(await store.read(rows.of_origin, BLEND))

    async def rescan(self, *, by: Account) -> None:
        """Look at the folder of voices again. The owner's. Raises `Forbidden`."""
        by.require_owner()
        await self._scan()

    async def settled(self) -> None:
        """Wait until the first look at the folder is over."""
        if self._first_scan is not None:
            await asyncio.wait([self._first_scan])

    async def _scan(self) -> None:
        store, desk, folder = self._store, self._desk, self._folder
        if store is None or desk is None or folder is None:
            return
        async with self._scanning:
            found: list[tuple[InstalledVoice, SpeechEngine]] = []
            unusable: list[Unusable] = []
            for path in await asyncio.to_thread(files_in, folder):
                looked = await asyncio.to_thread(desk.look_at, path)
                if isinstance(looked, Unusable):
                    unusable.append(looked)
                    continue
                for each in looked:
                    place = f"{each.file}:{each.key}"
                    row = InstalledVoice(FILE, place, each.name, each.language, each.accent, each.sex)
                    found.append((row, each.engine))
            kept = await store.write(rows.replace_origin, FILE, [row for row, _ in found], to_ms(self._clock()))
            engines = {row.place: engine for row, engine in found}
            self._installed[FILE] = tuple(_dropped(row, engines[row.place], folder) for row in kept)
            self._unusable = tuple(unusable)
            for damaged in unusable:
                log.warning("%s", damaged.reason)

    def _blends(self, kept: Sequence[InstalledVoice]) -> tuple[Voice, ...]:
        packaged = {voice.id: voice for voice in self._catalogue.voices()}
        made = []
        for row in kept:
            known = [(packaged[part.voice], part.share) for part in row.parts if part.voice in packaged]
            key = "+".join(f"{voice.key}:{share:g}" for voice, share in known)
            whole = len(known) == len(row.parts) and bool(known)
            made.append(
                Voice(
                    row.id,
                    row.name,
                    SpeechEngine.KOKORO,
                    key,
                    row.language,
                    row.accent,
                    row.sex,
                    available=whole,
                    needs="" if whole else "a voice that it is made from",
                )
            )
        return tuple(made)

    def _unsaved(self, parts: Sequence[BlendPart]) -> Voice:
        checked = self._checked(parts)
        key = "+".join(f"{voice.key}:{share:g}" for voice, share in checked)
        return replace(checked[0][0], key=key, name="The blend")

    def _checked(self, parts: Sequence[BlendPart]) -> tuple[tuple[Voice, float], ...]:
        if not 2 <= len(parts) <= MOST_PARTS:
            raise InvalidField("parts", f"a blend is made from 2 to {MOST_PARTS} voices")
        if len({part.voice for part in parts}) != len(parts):
            raise InvalidField("parts", "a voice is named twice")
        packaged = {voice.id: voice for voice in self._catalogue.voices()}
        checked: list[tuple[Voice, float]] = []
        for place, part in enumerate(parts):
            voice = packaged.get(part.voice)
            if voice is None or voice.engine is not SpeechEngine.KOKORO or "+" in voice.key or not voice.available:
                raise InvalidField(f"parts[{place}].voice", "only packaged Kokoro voices can be blended")
            checked.append((voice, part.share))
        return tuple(checked)

    def _first_of(self, language: str) -> Voice:
        wanted = language or "en"
        rank = {SpeechEngine.KOKORO: 0, SpeechEngine.PIPER: 1, SpeechEngine.ENDPOINT: 2, SpeechEngine.HIBARI: 3}
        fitting = [voice for voice in self.all() if voice.available and voice.speaks(wanted)]
        if not fitting:
            raise InvalidField("language", "no voice here speaks this language: choose another")
        return min(fitting, key=lambda voice: (rank.get(voice.engine, 4), voice.id))

    def _sample(self, voice: Voice) -> bytes | None:
        with contextlib.suppress(FileNotFoundError):
            return (samples_folder() / f"{voice.id}.mp3").read_bytes()
        if self._samples is None or self._desk is None:
            return None
        stamp = ""
        if voice.source:
            with contextlib.suppress(OSError):
                stamp = str(Path(voice.source).stat().st_mtime_ns)
        facts = "\n".join((voice.engine, voice.key, voice.name, voice.language, voice.source, stamp))
        path = self._samples / f"{voice.id}-{hashlib.sha256(facts.encode()).hexdigest()[:16]}.mp3"
        with contextlib.suppress(FileNotFoundError):
            return path.read_bytes()
        recording = self._desk.sample(voice, endpoint=self.endpoint)
        with contextlib.suppress(OSError):  # without room for it, it is made again the next time
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
            with os.fdopen(handle, "wb") as file:
                file.write(recording)
            Path(name).replace(path)
        return recording

    def _need_store(self) -> Store:
        if self._store is None:
            raise NotFound("This installation keeps no voices of its own.")
        return self._store

    def _need_desk(self) -> Desk:
        if self._desk is None:
            raise NotFound("This installation can't speak at once.")
        return self._desk


def _dropped(row: InstalledVoice, engine: SpeechEngine, folder: Path) -> Voice:
    file, _, key = row.place.partition(":")
    needs = {
        "ja": "a Japanese phonemiser (misaki with its ja extra)",
        "zh": "a Chinese phonemiser (misaki with its zh extra)",
    }
    missing = needs.get(row.language, "") if engine is SpeechEngine.KOKORO else ""
    voice = Voice(row.id, row.name, engine, key, row.language, row.accent, row.sex, source=str(folder / file))
    return replace(voice, available=not missing, needs=missing)
