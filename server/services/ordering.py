"""Taking orders in: every kind is checked, priced and accepted the same way."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from server.config.faults import fault
from server.domain.accounts import Account
from server.domain.errors import Invalid, NotFound, Unavailable
from server.domain.identifiers import new_id
from server.domain.languages import language_by_code
from server.domain.notebooks import Keyed
from server.domain.orders import ContentOrder, Material, RepurposeOrder, ScriptOrder
from server.domain.prices import PRICES, price_of, price_of_type
from server.domain.requests import (
    Accepted,
    OutputType,
    Quote,
    Request,
    RequestType,
    State,
    request_type_of,
)
from server.domain.script_marks import plain
from server.domain.script_texts import parsed_script, script_text
from server.domain.sources import SourceKind
from server.domain.times import Clock, from_ms, to_ms, utc_now
from server.services.checked_orders import Checked, new_request
from server.services.disk import HasRoom, plenty
from server.services.estimates import estimate
from server.services.intake import NO_FILES, Intake
from server.services.naming import first_words
from server.services.repurposing import repurposed, with_brand
from server.services.specs import IMPORTED, PERFORMANCE, decoded, sentences
from server.store import acceptance, clients, operations, overviews, requests
from server.store.contents import SourceContent
from server.store.database import Store
from server.store.operations import Operation
from server.store.versions import NewVersion


class Queue(Protocol):
    """What is told when there is something to do."""

    def wake(self) -> None:
        """A request may be due."""
        ...

    def expect(self, due_ms: int) -> None:
        """A request will be due then."""
        ...

    def stop(self, request_id: str) -> None:
        """A request was cancelled: end its processes if it has any."""
        ...

    @property
    def is_closing(self) -> bool:
        """Whether the server is about to end."""
        ...


class Ordering:
    """Every way to order something."""

    def __init__(
        self,
        store: Store,
        intake: Intake,
        queue: Queue,
        *,
        prices: Mapping[str, int] = PRICES,
        room: HasRoom = plenty,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._intake = intake
        self._queue = queue
        self._prices = prices
        self.require_room = room
        self._clock = clock

    async def submit(
        self,
        order: ContentOrder,
        *,
        by: Account,
        keyed: Keyed | None = None,
        files: Mapping[int, Path] = NO_FILES,
    ) -> Accepted:
        """Accept an order; it is safe on disk and its credits are reserved before the caller hears yes.

        A template or a recurring schedule is kept as a request of type 21 or 20 that never runs itself.

        Args:
            files: texts and PDFs among the sources that lie in files already, by their place.

        Raises:
            InvalidField: an id, voice, file or address in it is not usable; the error names the field.
            Invalid: ``pro_required``, ``subscription_expired``, ``insufficient_credits``, ``daily_podcast_limit``.
            Forbidden: a notebook is named without a licence (``licence_required``).
            NotFound: the notebook is none of the caller.
            CapacityReached: the notebook account's window is full.
            KeyReused: the key had another input.
            Unavailable: the server is closing, or the disk can't take it.
        """
        self._require_open()
        earlier = await self.earlier(keyed, by=by)
        if earlier:
            return earlier[0]
        return await self.accept(await self._checked(order, by=by, files=files), by=by, keyed=keyed)

    async def earlier(self, keyed: Keyed | None, *, by: Account) -> tuple[Accepted, ...]:
        """What was accepted under a key before; empty when nothing was. Raises `KeyReused`."""
        if keyed is None:
            return ()
        known = await self._store.read(operations.earlier, self._operation(keyed, by, self._clock(), ""))
        return tuple(Accepted(request_id) for request_id in json.loads(known.reply)) if known else ()

    async def began(self, keyed: Keyed | None, *, by: Account) -> datetime:
        """When the operation of a key was accepted; now, when it was not."""
        now = self._clock()
        if keyed is None:
            return now
        known = await self._store.read(operations.earlier, self._operation(keyed, by, now, ""))
        return from_ms(known.created_ms) if known else now

    @staticmethod
    def _operation(keyed: Keyed, by: Account, now: datetime, notebook_id: str) -> Operation:
        return Operation(new_id(), by.id, keyed.key, keyed.input, "generate", notebook_id, created_ms=to_ms(now))

    async def submit_custom(
        self,
        order: ContentOrder,
        *,
        by: Account,
        keyed: Keyed | None = None,
        files: Mapping[int, Path] = NO_FILES,
    ) -> Accepted:
        """Accept an order for an episode with voices of one's own choice (type 14); raises as `submit`."""
        self._require_open()
        if earlier := await self.earlier(keyed, by=by):
            return earlier[0]
        kind = RequestType.CUSTOM_VOICES
        checked = await self._checked(order, by=by, files=files)
        price = 0 if order.notebook_id else price_of_type(kind, self._prices)
        return await self.accept(replace(checked, kind=kind, credits=price), by=by, keyed=keyed)

    async def submit_script(self, order: ScriptOrder, *, by: Account) -> Accepted:
        """Accept a script to be spoken as it is (type 13); raises as `submit`, and for a script that can't be read."""
        self._require_open()
        by.require_subscription(self._clock())
        title, script = await asyncio.to_thread(_read, order.script, voices=len(order.voices))
        voices = [self._intake.voice(f"voice{number}", voice, by=by) for number, voice in enumerate(order.voices, 1)]
        await self._intake.check_show(order.podcast_id, by=by)
        self._intake.check_music(order.intro_music_url)
        spoken = language_by_code(voices[0].language)
        language = order.language or (spoken.name if spoken else "")
        order = replace(order, script=script, title=order.title or title, language=language)
        kind = RequestType.CUSTOM_SCRIPT
        checked = Checked(
            order=order,
            kind=kind,
            credits=price_of_type(kind, self._prices),
            output_type=OutputType.AUDIO,
            title=order.title,
            callback_data=order.callback_data,
            language=order.language,
        )
        return await self.accept(checked, by=by)

    async def submit_series(
        self, orders: Sequence[ContentOrder], *, by: Account, keyed: Keyed | None = None, at: datetime | None = None
    ) -> tuple[Accepted, ...]:
        """Accept several orders in one transaction, all of them or none; raises as `submit`.

        `at` is the moment that their times are counted from; `began` tells it when the key comes again.
        """
        self._require_open()
        checked = [await self._checked(order, by=by) for order in orders]
        return await self.accept_all(checked, by=by, keyed=keyed, at=at)

    async def submit_run(
        self, kept_id: str, *, client_id: str, run_key: str, materials: Sequence[Material] = ()
    ) -> Accepted:
        """Run a template or a recurring schedule once: a new, ordinary request of the kept order.

        Args:
            kept_id: the id of the request of type 20 or 21.
            client_id: whose it is.
            run_key: names this run for good, such as ``{schedule id}@{slot}`` or ``{subscription id}@{item id}``. A
                second call with the same key answers the same request and charges nothing.
            materials: sources that this run brings, beside those of the order.

        Raises:
            NotFound: there is no such template or schedule of this client any more.
            InvalidField: something that the order names is gone, or it has no source and none came with the run.
            Invalid: ``subscription_expired``, ``insufficient_credits``, ``daily_podcast_limit``.
            Unavailable: the server is closing, or the disk can't take it.
        """
        self._require_open()
        known = await self._store.read(requests.run_of, client_id, run_key)
        if known is not None:
            return Accepted(known)
        kept = await self._store.read(requests.find, kept_id, client_id)
        client = await self._store.read(clients.find, client_id)
        body, sources = await self._store.read(overviews.order_of, kept_id, client_id)
        order = decoded(body, kept.type) if body else None
        if kept.state not in {State.SCHEDULE, State.TEMPLATE} or client is None or not isinstance(order, ContentOrder):
            raise NotFound("There is no such template or recurring schedule.", code="request_not_found")
        order = replace(
            order,
            template_mode=None,
            is_scheduled=False,
            daily_count=None,
            schedule_end_date=None,
            scheduled_on=None,
            gathered=None,
        )
        by = Account(client.id, client.pro, client.licence, client.subscription_ends)
        stored = {place: source for place, source in sources.items() if 0 <= place < len(order.resources)}
        checked = await self._checked(order, by=by, stored=stored, materials=materials)
        return await self.accept(replace(checked, run_key=run_key), by=by)

    async def repurpose(self, wish: RepurposeOrder, *, by: Account) -> Accepted:
        """Make something else of what a completed request was made of; nothing is imported again.

        Raises:
            NotFound: there is no such request of the caller.
            Invalid: ``not_completed``, and as `submit`.
        """
        self._require_open()
        by.require_subscription(self._clock())
        original = await self._store.read(requests.find, wish.request_id, by.id)
        if original.state is not State.COMPLETED:
            raise Invalid("Only a completed request can be made into something else.", code="not_completed")
        if wish.voice_id is not None:
            self._intake.voice("voiceId", wish.voice_id, by=by)
        body, beside = await self._store.read(overviews.order_of, original.id, by.id)
        kept = decoded(body, original.type) if body else None
        sent = kept if isinstance(kept, ContentOrder) else None
        imported = await self._store.read(requests.imported_of, original.id)
        words = " ".join(sentences(original.response_text))
        materials = () if imported else (Material(SourceKind.TEXT, words, original.title),)
        checked = await self._checked(repurposed(wish, original, sent), by=by, materials=materials)
        order, sources = checked.order, checked.sources
        if isinstance(order, ContentOrder):
            order = with_brand(order, sent)
        if imported is not None:
            sources += (SourceContent(IMPORTED, imported, "sources.json", "application/json"),)
        sources += tuple(
            source for place, source in beside.items() if place < 0 and place not in (IMPORTED, PERFORMANCE)
        )
        title = wish.title or original.title
        return await self.accept(replace(checked, order=order, sources=sources, title=title), by=by)

    async def version(self, original: Request, *, film: str, share: float, by: Account) -> Accepted:
        """Order a video again with a changed storyboard; what did not change is taken over from it.

        Args:
            film: the storyboard with its look, as JSON.
            share: of the film, that is new (0 to 1): so much of its price it costs.

        Raises:
            Invalid: as `submit`.
        """
        self._require_open()
        body, beside = await self._store.read(overviews.order_of, original.id, by.id)
        kept = decoded(body, original.type) if body else None
        sent = kept if isinstance(kept, ContentOrder) else ContentOrder(output_type=OutputType.VIDEO)
        wish = RepurposeOrder(request_id=original.id, output_type=OutputType.VIDEO, callback_data=sent.callback_data)
        checked = await self._checked(repurposed(wish, original, sent), by=by)
        order, sources = checked.order, checked.sources
        if isinstance(order, ContentOrder):
            order = with_brand(order, sent)
        imported = await self._store.read(requests.imported_of, original.id)
        if imported is not None:
            sources += (SourceContent(IMPORTED, imported, "sources.json", "application/json"),)
        sources += tuple(source for place, source in beside.items() if place < 0 and place != IMPORTED)
        version = replace(
            checked,
            order=order,
            sources=sources,
            title=original.title,
            credits=math.ceil(checked.credits * share),
            version=NewVersion(original.id, film),
        )
        return await self.accept(version, by=by)

    async def accept(self, checked: Checked, *, by: Account, keyed: Keyed | None = None) -> Accepted:
        """Accept an order of any kind that has been checked.

        Raises:
            Invalid: ``subscription_expired``, ``insufficient_credits``, ``daily_podcast_limit``.
            Unavailable: the server is closing, or the disk can't take it.
        """
        (accepted,) = await self.accept_all((checked,), by=by, keyed=keyed)
        return accepted

    async def accept_all(
        self, every: Sequence[Checked], *, by: Account, keyed: Keyed | None = None, at: datetime | None = None
    ) -> tuple[Accepted, ...]:
        """`accept` for several orders in one transaction: all of them are taken, or none is."""
        self._require_open()
        self.require_room()
        now = self._clock()
        by.require_subscription(now)
        new = tuple(new_request(checked, by=by, now=now) for checked in every)
        once = self._operation(keyed, by, at or now, new[0].notebook_id) if keyed and new else None
        ids = await self._store.write(acceptance.accept_all, new, once)
        fault("after-accept-commit")
        due = [checked.scheduled_on for checked in every if checked.kept is None]
        if any(moment is None or moment <= now for moment in due):
            self._queue.wake()
        for moment in due:
            if moment is not None and moment > now:
                self._queue.expect(to_ms(moment))
        return tuple(Accepted(request_id) for request_id in ids)

    async def quote(self, order: ContentOrder, *, by: Account, files: Mapping[int, Path] = NO_FILES) -> Quote:
        """What the order would cost; it is checked like `submit` and nothing is kept."""
        await self._intake.check(order, by=by, keep=False, files=files)
        credits_needed = 0 if order.notebook_id else price_of(order, self._prices)
        return Quote(credits_needed, *estimate(order))

    def _require_open(self) -> None:
        if self._queue.is_closing:
            raise Unavailable("The server is closing: send the order again when it is back.", code="closing")

    async def _checked(
        self,
        order: ContentOrder,
        *,
        by: Account,
        stored: Mapping[int, SourceContent] | None = None,
        materials: Sequence[Material] = (),
        files: Mapping[int, Path] = NO_FILES,
    ) -> Checked:
        self.require_room()
        checked = await self._intake.check(order, by=by, keep=True, stored=stored, materials=materials, files=files)
        kept, kind = None, request_type_of(order.output_type, video_format=order.format)
        if order.is_scheduled:
            kept, kind = State.SCHEDULE, RequestType.SCHEDULE
        elif order.template_mode is not None:
            kept, kind = State.TEMPLATE, RequestType.TEMPLATE
        return Checked(
            order=checked.order,
            kind=kind,
            credits=0 if order.notebook_id else price_of(order, self._prices),
            output_type=order.output_type,
            title=(order.template_mode.name if order.template_mode else "") or checked.title,
            sources=checked.sources,
            callback_data=order.callback_data,
            related_id=order.related_id,
            language=order.language,
            include_citations=order.include_citations or bool(order.notebook_id),
            approve_script=order.approve_script,
            scheduled_on=order.scheduled_on,
            kept=kept,
        )


def _read(script: str, *, voices: int) -> tuple[str, str]:
    """The first words of a script, and the script as it is kept. A long one takes its time."""
    turns = parsed_script(script, voices=voices)
    first = next((words for turn in turns if (words := plain(turn.text))), "")
    return first_words(first), script_text(turns)
