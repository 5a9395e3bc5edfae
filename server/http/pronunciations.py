"""The pronunciation book."""

from __future__ import annotations

from typing import Annotated

import msgspec
from pydantic import Field

from server.domain.languages import language_by_name
from server.domain.pronunciations import Pronunciation
from server.http.calls import Call
from server.http.registry import Routes
from server.http.replies import Done
from server.http.wire import Integer, LanguageName, Order
from server.services.pronunciations import LONGEST_SAID, LONGEST_SCRIPT, LONGEST_WORD, Entry

# ruff: noqa: N815 - the wire's names
routes = Routes("Pronunciations")


class PronunciationReply(msgspec.Struct):
    """An entry of the pronunciation book."""

    id: str
    word: str
    said: str
    language: str
    podcastId: str | None
    voiceId: int | None
    note: str
    forEveryone: bool


class DoubtReply(msgspec.Struct):
    """A word that a voice may say wrongly; `guess` is how it would be said now."""

    word: str
    reason: str
    count: int
    example: str
    guess: str


class PronunciationOrder(Order):
    """How a word is said."""

    word: Annotated[str, Field(min_length=1, max_length=LONGEST_WORD)]
    said: Annotated[
        str, Field(min_length=1, max_length=LONGEST_SAID, description="A respelling, or phonemes between slashes.")
    ]
    language: Annotated[LanguageName | None, Field(description="Without one it holds in every language.")] = None
    podcastId: Annotated[str, Field(max_length=200, description="A show that it is for; else every one.")] = ""
    voiceId: Annotated[Integer | None, Field(description="A voice that it is for; else every one.")] = None
    note: Annotated[str, Field(max_length=500)] = ""
    forEveryone: Annotated[bool, Field(description="For the whole installation, which only the owner may say.")] = False


class ScanOrder(Order):
    """A script to be looked through."""

    script: Annotated[str, Field(min_length=1, max_length=LONGEST_SCRIPT)]
    language: LanguageName = "English"


@routes.get("/studio/pronunciations", replies=(list[PronunciationReply],))
async def entries(call: Call) -> list[PronunciationReply]:
    """List the installation's entries and the caller's own."""
    return [_reply(entry) for entry in await call.services.pronunciations.list(by=call.by)]


@routes.post(
    "/studio/pronunciations",
    body=PronunciationOrder,
    replies=(PronunciationReply,),
    errors=(403, 409),
    example={"word": "Siobhan", "said": "/ʃɪvˈɔn/", "language": "English"},
)
async def add(call: Call, order: PronunciationOrder) -> PronunciationReply:
    """Write an entry: a respelling such as `Shiv-awn`, or phonemes such as `/ʃɪvˈɔn/`."""
    return _reply(await call.services.pronunciations.add(_entry(order), by=call.by))


@routes.post(
    "/studio/pronunciations/scan",
    body=ScanOrder,
    replies=(list[DoubtReply],),
    example={"script": "SPEAKER_00: Welcome to Wexcombe.", "language": "English"},
)
async def scan(call: Call, order: ScanOrder) -> list[DoubtReply]:
    """List the words of a script that a voice may say wrongly: names, acronyms, letters with digits, foreign words."""
    language = language_by_name(order.language).code
    doubts = await call.services.pronunciations.doubts(order.script, language=language, by=call.by)
    return [DoubtReply(each.word, each.reason, each.count, each.example, each.guess) for each in doubts]


@routes.post(
    "/studio/pronunciations/{id}", body=PronunciationOrder, replies=(PronunciationReply,), errors=(403, 404, 409)
)
async def change(call: Call, order: PronunciationOrder) -> PronunciationReply:
    """Write an entry anew."""
    return _reply(await call.services.pronunciations.change(call.params["id"], _entry(order), by=call.by))


@routes.delete("/studio/pronunciations/{id}", replies=(Done,), errors=(403, 404))
async def remove(call: Call) -> Done:
    """Take an entry out of the book."""
    await call.services.pronunciations.remove(call.params["id"], by=call.by)
    return Done(True, "The entry is removed.")


def _entry(order: PronunciationOrder) -> Entry:
    return Entry(
        word=order.word,
        said=order.said,
        language=language_by_name(order.language).code if order.language else "",
        podcast_id=order.podcastId,
        voice_id=order.voiceId or 0,
        note=order.note,
        for_everyone=order.forEveryone,
    )


def _reply(entry: Pronunciation) -> PronunciationReply:
    return PronunciationReply(
        id=entry.id,
        word=entry.word,
        said=entry.said,
        language=entry.language,
        podcastId=entry.podcast_id or None,
        voiceId=entry.voice_id or None,
        note=entry.note,
        forEveryone=not entry.client_id,
    )
