"""From what a job made to what is kept of it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from server.config.faults import fault
from server.domain.episode_drafts import Take
from server.domain.errors import GenerationError, RenderingFailed
from server.domain.files import Media
from server.domain.identifiers import new_public_key
from server.domain.languages import language_by_code
from server.domain.sources import Source
from server.engine.jobs import RenderResult
from server.engine.specs import Artefact
from server.services.specs import MUSIC
from server.store.artefacts import Content, Storage
from server.store.contents import SourceContent
from server.store.outcomes import Outcome

MAX_CITATION = 1_000
MAX_NAME = 80
_EXTENSIONS = {
    "audio/mpeg": ".mp3",
    "video/mp4": ".mp4",
    "image/png": ".png",
    "application/pdf": ".pdf",
    "text/markdown": ".md",
    "text/plain": ".txt",
    "text/html": ".html",
    "application/json": ".json",
    "text/csv": ".csv",
    "audio/wav": ".wav",
    "audio/x-wav": ".wav",
    "image/jpeg": ".jpg",
    "text/vtt": ".vtt",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
}


class Results:
    """Stores artefacts and makes what the request's record keeps."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def stored(self, result: RenderResult) -> Outcome:
        """Put the artefacts into the storage. Blocks.

        Raises:
            RenderingFailed: an artefact is empty or not what the engine said it is.
            GenerationError: the disk can't take them.
        """
        media = tuple(self._media(artefact, result.title) for artefact in result.artefacts)
        fault("during-storing")
        language = language_by_code(result.language)
        details = dict(result.details)
        inline = details.pop("document_content", result.response_text)
        return Outcome(
            title=result.title,
            language=language.name if language else result.language,
            response_text=result.response_text,
            share_key=new_public_key(),
            media=media,
            citations=tuple(replace(each, text=each.text[:MAX_CITATION]) for each in result.citations),
            notes=result.notes,
            document_format=result.document_format,
            document_content=inline if result.document_format in {"text", "html"} else "",
            script=msgspec.json.encode(result.script).decode() if result.script else "",
            recording=msgspec.json.encode(result.recording).decode() if result.recording else "",
            details=msgspec.json.encode(details).decode(),
            imported=self._kept(result.sources) if result.sources else None,
            film=msgspec.json.encode(result.film).decode() if result.film else "",
            pieces=tuple((path.name, self._put(path)) for path in result.pieces),
            music=self._music(result.music) if result.music else None,
            takes=tuple(self._takes(result)),
            mix=result.mix,
        )

    def _music(self, music: Artefact) -> SourceContent:
        return SourceContent(MUSIC, self._put(music.path), music.name, music.media_type)

    def _put(self, path: Path) -> Content:
        try:
            return self._storage.put(path)
        except OSError as error:
            raise _not_stored(error) from error

    def _takes(self, result: RenderResult) -> Iterator[tuple[Take, Content]]:
        """The takes that are not kept yet; lines that say the same share one sound."""
        stored: dict[str, Content] = {}
        for each in result.takes:
            if each.path == Path():
                continue
            if each.key not in stored:
                stored[each.key] = self._put(each.path)
            content = stored[each.key]
            yield (
                Take(each.line, each.key, each.text, each.voice, each.pace, each.take, each.seconds, content.sha256),
                content,
            )

    def _kept(self, sources: tuple[Source, ...]) -> Content:
        """The sources as they were imported, for whatever else is made of them later."""
        try:
            with self._storage.draft() as draft:
                draft.write(msgspec.json.encode(sources))
                return draft.keep()
        except OSError as error:
            raise _not_stored(error) from error

    def _media(self, artefact: Artefact, title: str) -> Media:
        content = self._put(artefact.path)
        if not content.size or content.sha256 != artefact.sha256:
            raise RenderingFailed("The file that was made is empty or damaged: try it again.")
        return Media(
            key=new_public_key(),
            name=artefact.name,
            file_name=readable_name(title, artefact),
            media_type=artefact.media_type,
            size=content.size,
            sha256=content.sha256,
            duration_s=artefact.duration_s,
        )


def _not_stored(error: OSError) -> GenerationError:
    return GenerationError(f"The result could not be stored ({error.strerror}): free some space and try it again.")


def readable_name(title: str, artefact: Artefact) -> str:
    """A file name that tells what it is: words of the title, and the extension of its type."""
    words = re.sub(r"[^\w]+", "-", unicodedata.normalize("NFC", title)).strip("-_")
    extension = _EXTENSIONS.get(artefact.media_type) or artefact.path.suffix
    # A request has several tracks: what each holds stands in its name.
    part = f"-{artefact.name}" if words and artefact.name.startswith(("stem_", "speaker_")) else ""
    return f"{words[:MAX_NAME].strip('-_') or artefact.name}{part}{extension}"
