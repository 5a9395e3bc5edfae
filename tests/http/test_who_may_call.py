"""Every route asks for what the contract says, and a server that ends says when to come back."""

from __future__ import annotations

import re
from typing import Any

from server.http.registry import Scope
from server.http.routes import all_routes


def called(path: str) -> str:
    """A path with something in every variable place."""
    return re.sub(r"\{\w+(:int)?\}", "1", path)


async def test_every_route_but_the_public_ones_needs_a_token(api: Any) -> None:
    for route in all_routes():
        if route.scope is Scope.PUBLIC:
            continue
        answer = await api.call(route.method, called(route.path), token=None)
        assert answer.status == 401, route
        assert answer.headers["WWW-Authenticate"].startswith("Bearer"), route
        assert answer.body["code"] == "unauthorized", route


async def test_routes_of_the_owner_are_closed_to_clients(api: Any) -> None:
    owned = [route for route in all_routes() if route.scope is Scope.OWNER]
    assert owned
    for route in owned:
        answer = await api.call(route.method, called(route.path))
        assert (answer.status, answer.body["code"]) == (403, "owner_only"), route


async def test_what_the_contract_calls_public_is_public() -> None:
    public = {route.path for route in all_routes() if route.scope is Scope.PUBLIC}
    assert {"/podcast/rss/{podcastId}", "/podcast/ideas", "/openapi.json", "/docs"} <= public


async def test_a_closing_server_takes_nothing_and_says_when_to_come_back(api: Any) -> None:
    request = await api.create(scheduledOn="2040-01-01T00:00:00Z")
    await api.server.services.dispatcher.close()

    refused = await api.post("/content/CancelRequest", {"id": request})
    assert (refused.status, refused.body["code"]) == (503, "cancellation_unavailable")
    assert int(refused.headers["Retry-After"]) > 0
    order = {"outputType": "text", "resources": [{"type": "text", "content": "Words. " * 80}]}
    refused = await api.post("/content/Create", order)
    assert (refused.status, refused.body["code"]) == (503, "closing")
    assert int(refused.headers["Retry-After"]) > 0
    assert (await api.get(f"/content/Status/{request}")).body["status"] == 0
