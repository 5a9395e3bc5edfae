"""The models of bodies and queries, made ready a few at a time after the server has begun to answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from pydantic import BaseModel

from server.http.registry import Route


async def make_ready(routes: Iterable[Route]) -> None:
    """Build the validators of the routes' models, one after the other with other work let through in between.

    A model builds its own at its first use too; building them all before the server answers would delay its start.
    Only the loop builds: two threads must never build the same one.
    """
    for model in models_of(routes):
        if not model.__pydantic_complete__:
            model.model_rebuild()
            await asyncio.sleep(0)


def models_of(routes: Iterable[Route]) -> tuple[type[BaseModel], ...]:
    """Every model that the routes read, each once."""
    return tuple(dict.fromkeys(model for route in routes for model in (route.body, route.query) if model is not None))
