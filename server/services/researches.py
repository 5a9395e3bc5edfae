"""Researches: a topic in, a cited report out; reports can be sources of what is made later."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace

from server.domain.accounts import Account
from server.domain.errors import InvalidField, NotFound
from server.domain.orders import ContentOrder, Material, ResearchOrder
from server.domain.pages import Page
from server.domain.prices import price_of_type
from server.domain.requests import Accepted, OutputType, RequestType, State
from server.domain.researches import Research
from server.domain.sources import SourceKind
from server.engine.papers.reports import as_source
from server.services.checked_orders import Checked
from server.services.intake import Intake
from server.services.naming import first_words
from server.services.ordering import Ordering
from server.store import researches
from server.store.database import Store

PORTION = 100
GONE = "There is no such research."


class KeptResearches:
    """`server.services.references.Researches`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def texts(self, ids: Sequence[str], *, field: str, by: Account) -> tuple[Material, ...]:
        """What these researches found, as texts, in the order sent.

        Raises:
            InvalidField: one is none of the caller's, or not completed yet.
        """
        found: list[Material] = []
        for research_id in ids:
            research = await self._store.read(researches.find, research_id, by.id)
            if research is None:
                raise InvalidField(field, "no research of yours has this id")
            if research.state is not State.COMPLETED or not research.text:
                raise InvalidField(field, "this research is not completed: wait for its report")
            found.append(Material(SourceKind.TEXT, as_source(research.text), research.title or research.topic))
        return tuple(found)


class Researches:
    """The caller's researches."""

    def __init__(self, store: Store, intake: Intake, ordering: Ordering, *, prices: Mapping[str, int]) -> None:
        self._store = store
        self._intake = intake
        self._ordering = ordering
        self._prices = prices

    async def submit(self, order: ResearchOrder, *, by: Account) -> Accepted:
        """Accept a research; it is safe on disk and its credits are reserved before the caller hears yes.

        Raises:
            InvalidField: a source is not usable; the error names the field.
            Invalid: ``subscription_expired``, ``insufficient_credits``.
            Unavailable: the server is closing, or the disk can't take it.
        """
        shaped = ContentOrder(
            output_type=OutputType.TEXT, resources=order.resources, topic=order.topic, language=order.language
        )
        try:
            checked = await self._intake.check(shaped, by=by, keep=True)
        except InvalidField as error:
            raise _renamed(error) from error
        kind = RequestType.RESEARCH
        title = first_words(order.topic)
        return await self._ordering.accept(
            Checked(
                order=replace(order, resources=checked.order.resources),
                kind=kind,
                credits=price_of_type(kind, self._prices),
                title=title,
                sources=checked.sources,
                callback_data=order.callback_data,
                language=order.language,
                include_citations=True,
            ),
            by=by,
        )

    async def get(self, research_id: str, *, by: Account) -> Research:
        """One research. Raises `NotFound`."""
        found = await self._store.read(researches.find, research_id, by.id)
        if found is None:
            raise NotFound(GONE, code="research_not_found")
        return found

    async def page(self, number: int, limit: int, *, by: Account) -> Page[Research]:
        """A numbered page of the caller's researches, newest first."""
        return await self._store.read(researches.page, by.id, number, limit)

    async def every(self, *, by: Account) -> AsyncIterator[Sequence[Research]]:
        """All of the caller's researches, newest first, in portions."""
        before: int | None = 2**62
        while before is not None:
            found, before = await self._store.read(researches.portion, by.id, before, PORTION)
            yield found


def _renamed(error: InvalidField) -> InvalidField:
    """The same fault under the field's name in a research."""
    fault = error.details[0]
    return InvalidField(fault.field.replace("resources", "sources", 1), fault.message, code=error.code)
