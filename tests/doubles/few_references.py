"""Two feeds, a project, a channel and a research that every client has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from server.domain.errors import InvalidField
from server.domain.orders import FeedSelection, Material
from server.domain.sources import SourceKind
from server.services.references import ProjectFacts, References

RESEARCHED = "What a research found, at length. " * 800


class FewItems:
    """Feeds 1 and 2, with items `a` to `g`."""

    async def selected(self, selections: Sequence[FeedSelection], *, field: str, by: Any) -> tuple[Material, ...]:
        del by
        return tuple(
            self._item(selection.feed_id, item, field) for selection in selections for item in selection.feed_item_ids
        )

    async def newest(self, feed_ids: Sequence[int], *, count: int, field: str, by: Any) -> tuple[Material, ...]:
        del by
        return tuple(self._item(feed, item, field) for feed in feed_ids for item in "abcdefg"[:count])

    @staticmethod
    def _item(feed_id: int, item: str, field: str) -> Material:
        if feed_id not in {1, 2} or item not in "abcdefg":
            raise InvalidField(field, "no feed of yours has this item")
        return Material(SourceKind.WEBSITE, f"https://example.org/{feed_id}/{item}", f"Item {item}")


class OneProject:
    """The project `p`."""

    async def facts(self, ids: Sequence[str], *, field: str, by: Any) -> tuple[ProjectFacts, ...]:
        del by
        if set(ids) - {"p"}:
            raise InvalidField(field, "no project of yours has this id")
        facts = ProjectFacts(
            id="p",
            name="Harbour",
            context="We write about ferries.",
            brand_color="#123456",
            logo_url="https://example.org/project.png",
        )
        return (facts,) * len(ids)


class OneChannel:
    """The channel `c`, with seven videos."""

    async def newest(self, ids: Sequence[str], *, count: int, field: str, by: Any) -> tuple[Material, ...]:
        del by
        if set(ids) - {"c"}:
            raise InvalidField(field, "no connected channel of yours has this id")
        return tuple(Material(SourceKind.VIDEO_SITE, f"https://example.org/watch?v={n}") for n in range(min(count, 7)))


class OneResearch:
    """The research `r`, longer than what an order holds itself."""

    async def texts(self, ids: Sequence[str], *, field: str, by: Any) -> tuple[Material, ...]:
        del by
        if set(ids) - {"r"}:
            raise InvalidField(field, "no research of yours has this id")
        return (Material(SourceKind.TEXT, RESEARCHED, "On ferries"),) * len(ids)


def few_references() -> References:
    """All of them."""
    return References(feed_items=FewItems(), projects=OneProject(), channels=OneChannel(), researches=OneResearch())
