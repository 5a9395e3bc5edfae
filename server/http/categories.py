"""What a show can be filed under: the directories' categories, and the media of the podcast namespace."""

from __future__ import annotations

import msgspec

from server.domain.categories import TAXONOMY
from server.domain.shows import MEDIA
from server.http.calls import Call
from server.http.registry import Routes

routes = Routes("Podcast shows")


class CategoryRecord(msgspec.Struct):
    """A category; one of its subcategories is named as `Arts > Books`."""

    name: str
    subcategories: list[str]


class CategoriesReply(msgspec.Struct):
    """What `categories` and `medium` of a show take."""

    success: bool
    categories: list[CategoryRecord]
    media: list[str]


@routes.get("/studio/categories", replies=(CategoriesReply,))
async def categories(call: Call) -> CategoriesReply:
    """List Apple's categories with their subcategories, and the values of `podcast:medium`."""
    _ = call.by
    listed = [CategoryRecord(name, list(subs)) for name, subs in TAXONOMY.items()]
    return CategoriesReply(True, listed, sorted(MEDIA))
