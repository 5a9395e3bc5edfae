"""Clients and their tokens, for the owner."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from pydantic import Field

from server.domain.accounts import Client, ClientChange, TokenRecord
from server.domain.times import wire_time
from server.http.calls import Call
from server.http.registry import Routes, Scope
from server.http.replies import Done
from server.http.wire import Moment, Order

# ruff: noqa: N815 - the wire's names
routes = Routes("Clients")
Credits = Annotated[int, Field(ge=0, le=10**12)]


class ClientOrder(Order):
    """What to set; what is left out stays."""

    pro: bool | None = None
    licence: bool | None = None
    credits: Credits | None = None
    dailyPodcasts: Annotated[int, Field(ge=0, le=10**6)] | None = None
    subscriptionEnds: Moment | None = None


class TokenOrder(Order):
    """What the token may do."""

    owner: Annotated[bool, Field(description="Whether it may change the installation.")] = False


class ClientReply(msgspec.Struct):
    """A client: its rights, and what it has and has used."""

    id: str
    pro: bool
    licence: bool
    credits: int
    used: int
    dailyPodcasts: int
    createdOn: str
    subscriptionEnds: str | None


class IssuedTokenReply(msgspec.Struct):
    """A token; `token` is told once, when it is issued, and not kept."""

    success: bool
    token: str


class TokenReply(msgspec.Struct):
    """What is known of a token."""

    id: str
    owner: bool
    issuedOn: str
    expiresOn: str
    revokedOn: str | None
    current: bool
    """Whether this call came with it."""


@routes.get("/studio/clients", scope=Scope.OWNER, replies=(list[ClientReply],))
async def clients(call: Call) -> list[ClientReply]:
    """List the clients of this installation."""
    return [_client(each) for each in await call.services.accounts.clients(by=call.by)]


@routes.post(
    "/studio/clients/{client}",
    body=ClientOrder,
    scope=Scope.OWNER,
    replies=(ClientReply,),
    example={"pro": True, "credits": 1000},
)
async def save(call: Call, body: ClientOrder) -> ClientReply:
    """Make a client, or change what it may do."""
    change = ClientChange(
        pro=body.pro,
        licence=body.licence,
        credits=body.credits,
        daily_podcasts=body.dailyPodcasts,
        subscription_ends=body.subscriptionEnds,
    )
    return _client(await call.services.accounts.save_client(call.params["client"], change, by=call.by))


@routes.get("/studio/clients/{client}/tokens", scope=Scope.OWNER, replies=(list[TokenReply],), errors=(404,))
async def tokens(call: Call) -> list[TokenReply]:
    """List the tokens of a client, newest first."""
    found = await call.services.accounts.tokens(call.params["client"], by=call.by)
    return [_token(each, current=call.by.token_id) for each in found]


@routes.post(
    "/studio/clients/{client}/tokens", body=TokenOrder, scope=Scope.OWNER, replies=(IssuedTokenReply,), errors=(404,)
)
async def issue(call: Call, body: TokenOrder) -> IssuedTokenReply:
    """Issue a token for a client; the answer holds it, this once."""
    token = await call.services.accounts.issue_token(call.params["client"], owner=body.owner)
    return IssuedTokenReply(True, token)


@routes.delete("/studio/tokens/{id}", scope=Scope.OWNER, replies=(Done,), errors=(404,))
async def revoke(call: Call) -> Done:
    """Revoke a token: within a second it opens nothing any more."""
    await call.services.accounts.revoke_token(call.params["id"], by=call.by)
    return Done(success=True, message="The token opens nothing any more.")


def _client(client: Client) -> ClientReply:
    return ClientReply(
        id=client.id,
        pro=client.pro,
        licence=client.licence,
        credits=client.allowed,
        used=client.used,
        dailyPodcasts=client.allowed_daily_podcasts,
        createdOn=wire_time(client.created_on),
        subscriptionEnds=_moment(client.subscription_ends),
    )


def _token(record: TokenRecord, *, current: str) -> TokenReply:
    return TokenReply(
        id=record.id,
        owner="owner" in record.scopes,
        issuedOn=wire_time(record.issued_on),
        expiresOn=wire_time(record.expires_on),
        revokedOn=_moment(record.revoked_on),
        current=record.id == current,
    )


def _moment(moment: datetime | None) -> str | None:
    return wire_time(moment) if moment is not None else None
