"""A finished episode, spoken and mixed again as it was: the same words, voices, pronunciations and music."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from server.domain.accounts import Account
from server.domain.bundles import Performance, performance
from server.domain.errors import Conflict, Invalid, NotFound
from server.domain.orders import ContentOrder, Order, ScriptOrder
from server.domain.prices import PRICES, price_of, price_of_type
from server.domain.requests import Accepted, OutputType, Request, RequestType, State
from server.domain.voices import SpeechEngine, Voice
from server.services.checked_orders import Checked
from server.services.requests import Requests
from server.services.specs import IMPORTED, MUSIC, PERFORMANCE, decoded
from server.services.voices import Voices
from server.store import overviews, requests
from server.store.artefacts import Content, Storage
from server.store.contents import SourceContent
from server.store.database import Store

PACKAGED = frozenset({SpeechEngine.KOKORO, SpeechEngine.HIBARI, SpeechEngine.ESPEAK})
"""Engines whose voices are what their key says, on every installation."""
OF_A_FILE = frozenset({SpeechEngine.MATCHED, SpeechEngine.CLONED})
"""Engines whose voices are a file in the storage, named by its sha256."""


class Performances:
    """Performs again what was performed once."""

    def __init__(
        self,
        store: Store,
        storage: Storage,
        ordering: Requests,
        voices: Voices,
        *,
        prices: Mapping[str, int] = PRICES,
    ) -> None:
        self._store = store
        self._storage = storage
        self._requests = ordering
        self._voices = voices
        self._prices = prices

    async def again(self, request_id: str, *, by: Account) -> Accepted:
        """Order it: a new request of the same kind and price, which imports and writes nothing.

        Raises:
            NotFound: there is no such request of the caller.
            Conflict: ``not_completed``; ``not_performed``: it was not spoken from a script, or before this was kept.
            Invalid: ``voice_gone``, and as `Ordering.submit`.
        """
        original = await self._store.read(requests.find, request_id, by.id)
        if original.state is not State.COMPLETED:
            raise Conflict("Only a completed episode can be spoken again.", code="not_completed")
        found = await self.of(original, by=by)
        if found is None:
            raise Conflict(
                "What this was spoken from was not kept: rebuild it on the script desk, or order it again.",
                code="not_performed",
            )
        body, beside = await self._store.read(overviews.order_of, original.id, by.id)
        imported = await self._store.read(requests.imported_of, original.id)
        spoken = replace(found, cast=castable(found.cast, self._voices.all(by.id), self._storage))
        content = await asyncio.to_thread(self._kept, spoken)
        return await self._requests.accept(
            self._checked(original, decoded(body, original.type), beside.get(MUSIC), imported, content), by=by
        )

    async def of(self, request: Request, *, by: Account) -> Performance | None:
        """What a request was performed from; None where there is nothing of the kind."""
        try:
            spoken = await self._requests.spoken(request.id, by=by)
        except NotFound:
            return None
        return performance(spoken.script, spoken.recording)

    def _kept(self, spoken: Performance) -> Content:
        with self._storage.draft() as draft:
            draft.write(msgspec.json.encode(spoken))
            return draft.keep()

    def _checked(
        self,
        original: Request,
        order: Order,
        music: SourceContent | None,
        imported: Content | None,
        content: Content,
    ) -> Checked:
        if not isinstance(order, ContentOrder | ScriptOrder):
            raise Conflict("This was not spoken from a script of its own.", code="not_performed")
        if isinstance(order, ContentOrder):
            order = replace(
                order, scheduled_on=None, approve_script=False, podcast_id="", related_id="", notebook_id=""
            )
        else:
            order = replace(order, podcast_id="")
        sources = [SourceContent(PERFORMANCE, content, "performance.json", "application/json")]
        sources += [music] if music else []
        if imported is not None:
            sources.append(SourceContent(IMPORTED, imported, "sources.json", "application/json"))
        return Checked(
            order=order,
            kind=original.type,
            credits=self._price(order, original.type),
            output_type=OutputType.AUDIO,
            title=original.title,
            sources=tuple(sources),
            related_id=original.id,
            language=original.language,
            include_citations=original.include_citations,
        )

    def _price(self, order: ContentOrder | ScriptOrder, kind: RequestType) -> int:
        if isinstance(order, ContentOrder) and kind is RequestType.AUDIO:
            return price_of(order, self._prices)
        return price_of_type(kind, self._prices)


def castable(cast: Sequence[Voice], here: Sequence[Voice], storage: Storage) -> tuple[Voice, ...]:
    """The voices as they speak on this installation. Raises `Invalid` for one that does not (``voice_gone``)."""
    return tuple(_here(voice, here, storage) for voice in cast)


def _here(voice: Voice, here: Sequence[Voice], storage: Storage) -> Voice:
    if voice.engine in PACKAGED:
        return replace(voice, source="")
    known = next((each for each in here if (each.engine, each.key) == (voice.engine, voice.key)), None)
    if known is None:
        raise Invalid(
            f"The voice {voice.name} that speaks in it is not here; make the episode again with another voice.",
            code="voice_gone",
        )
    return replace(known, source=str(storage.path(known.key))) if known.engine in OF_A_FILE else known
