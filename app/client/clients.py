"""The clients of an installation and their tokens, for its owner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from app.client.connection import Connection
from app.client.readings import Record, flag, moment, number, records, text

PATH = "/studio/clients"


@dataclass(frozen=True, slots=True)
class ApiClient:
    """A client: its rights, what it has and has used."""

    id: str
    pro: bool = False
    licence: bool = False
    credits: int = 0
    used: int = 0
    daily_podcasts: int = 0
    created_on: datetime | None = None
    subscription_ends: datetime | None = None

    @property
    def left(self) -> int:
        """Credits that are left."""
        return max(self.credits - self.used, 0)


@dataclass(frozen=True, slots=True)
class Token:
    """What is known of a token; the token itself is told once. `current` tells that this window calls with it."""

    id: str
    owner: bool = False
    issued_on: datetime | None = None
    expires_on: datetime | None = None
    revoked_on: datetime | None = None
    current: bool = False


class Clients:
    """Calls about clients and tokens."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def all(self) -> tuple[ApiClient, ...]:
        """Every client."""
        return tuple(_client(each) for each in records(await self._connection.get(PATH)))

    async def save(self, client_id: str, fields: Mapping[str, bool | int]) -> ApiClient:
        """Make a client, or change what is named: ``pro``, ``licence``, ``credits``, ``dailyPodcasts``."""
        return _client(await self._connection.post(f"{PATH}/{quote(client_id, safe='')}", dict(fields)))

    async def tokens(self, client_id: str) -> tuple[Token, ...]:
        """The tokens of a client, newest first."""
        reply = await self._connection.get(f"{PATH}/{quote(client_id, safe='')}/tokens")
        return tuple(_token(each) for each in records(reply))

    async def issue(self, client_id: str, *, owner: bool = False) -> str:
        """A new token; it is told this once."""
        reply = await self._connection.post(f"{PATH}/{quote(client_id, safe='')}/tokens", {"owner": owner})
        return text(reply, "token")

    async def revoke(self, token_id: str) -> None:
        """Make a token worthless within a second."""
        await self._connection.delete(f"/studio/tokens/{token_id}")


def _client(record: Record) -> ApiClient:
    return ApiClient(
        id=text(record, "id"),
        pro=flag(record, "pro"),
        licence=flag(record, "licence"),
        credits=number(record, "credits"),
        used=number(record, "used"),
        daily_podcasts=number(record, "dailyPodcasts"),
        created_on=moment(record, "createdOn"),
        subscription_ends=moment(record, "subscriptionEnds"),
    )


def _token(record: Record) -> Token:
    return Token(
        id=text(record, "id"),
        owner=flag(record, "owner"),
        issued_on=moment(record, "issuedOn"),
        expires_on=moment(record, "expiresOn"),
        revoked_on=moment(record, "revokedOn"),
        current=flag(record, "current"),
    )
