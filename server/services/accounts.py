"""Clients, their tokens and what they have left."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import jwt

from server.domain.accounts import OWNER, Account, Client, ClientChange, TokenRecord, Usage
from server.domain.errors import InvalidField, NotFound, Unauthorised
from server.domain.identifiers import new_id
from server.domain.times import Clock, to_ms, utc_day, utc_now
from server.store import clients, tokens
from server.store.database import Store
from server.store.transactions import Transaction

ALGORITHM = "HS256"
TOKEN_LIFE = timedelta(days=365)
TRUST_S = 0.5
"""How long an answer about a token is believed without looking again; a revocation must hold within a second."""
MAX_KNOWN = 4_096
MAX_TOKEN_LENGTH = 2_048
MAX_CLIENT_NAME = 100

OWNERS_SHARE = ClientChange(pro=True, licence=True, credits=1_000_000_000, daily_podcasts=100_000)
"""What the desktop and `make` have."""

_REFUSED = "Send a valid token: Authorization: Bearer <token>. `quillcast token` makes one."


@dataclass(frozen=True, slots=True)
class _Known:
    account: Account
    until: float


class Accounts:
    """Who calls, and what they may do."""

    def __init__(
        self, store: Store, *, key: bytes, clock: Clock = utc_now, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._key = key
        self._clock = clock
        self._monotonic = monotonic
        self._known: OrderedDict[str, _Known] = OrderedDict()

    async def authenticate(self, token: str) -> Account:
        """The account that a bearer token opens; an answer may be up to half a second old.

        Raises:
            Unauthorised: the token is malformed, not ours, expired or revoked.
        """
        known = self._known.get(token)
        if known is not None and known.until > self._monotonic():
            return known.account
        # The signature of a known token need not be checked again; the query sees to revocation and expiry.
        token_id, client_id = (known.account.token_id, known.account.id) if known else self._claims(token)
        asked = self._monotonic()
        account = await self._store.read(tokens.account, token_id, to_ms(self._clock()))
        if account is None or account.id != client_id:
            self._known.pop(token, None)
            raise Unauthorised(_REFUSED)
        self._known[token] = _Known(account, asked + TRUST_S)
        self._known.move_to_end(token)
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
        return account

    async def usage(self, *, by: Account) -> Usage:
        """The caller's credits and daily podcasts."""
        return await self._store.read(clients.usage, by.id, utc_day(self._clock()).isoformat())

    async def issue_token(self, client_id: str, *, owner: bool = False) -> str:
        """A new bearer token (JWT) for an existing client, valid for a year. Raises `NotFound`."""

        def add(transaction: Transaction) -> str:
            if clients.find(transaction, client_id) is None:
                raise NotFound("There is no such client.", code="client_not_found")
            return issue(transaction, client_id, key=self._key, owner=owner, clock=self._clock)

        return await self._store.write(add)

    async def revoke_token(self, token_id: str, *, by: Account) -> None:
        """Make a token worthless within a second. Owner only. Raises `Forbidden`, `NotFound`."""
        by.require_owner()
        if not await self._store.write(tokens.revoke, token_id, to_ms(self._clock())):
            raise NotFound("There is no such token.", code="token_not_found")
        self._known.clear()

    async def clients(self, *, by: Account) -> tuple[Client, ...]:
        """Every client, by name. Owner only."""
        by.require_owner()
        return await self._store.read(clients.every)

    async def tokens(self, client_id: str, *, by: Account) -> tuple[TokenRecord, ...]:
        """The tokens of a client, newest first. Owner only. Raises `NotFound`."""
        by.require_owner()
        if await self._store.read(clients.find, client_id) is None:
            raise NotFound("There is no such client.", code="client_not_found")
        return await self._store.read(tokens.of_client, client_id)

    async def save_client(self, client_id: str, change: ClientChange, *, by: Account) -> Client:
        """Create or change a client. Owner only. Raises `InvalidField` for a name that can't be one."""
        by.require_owner()
        saved = await self._store.write(clients.save, checked_name(client_id), change, to_ms(self._clock()))
        self._known.clear()
        return saved

    async def ensure_owner(self) -> None:
        """Make the client that the desktop and `make` are, if it is not there."""

        def ensure(transaction: Transaction) -> None:
            if clients.find(transaction, OWNER) is None:
                clients.save(transaction, OWNER, OWNERS_SHARE, to_ms(self._clock()))

        await self._store.write(ensure)

    def _claims(self, token: str) -> tuple[str, str]:
        """The ids of token and client that a genuine token names."""
        if len(token) > MAX_TOKEN_LENGTH:
            raise Unauthorised(_REFUSED)
        try:
            claims = jwt.decode(
                token,
                self._key,
                algorithms=[ALGORITHM],
                options={"require": ["sub", "jti", "iat", "exp"], "verify_exp": False, "verify_iat": False},
            )
        except (jwt.InvalidTokenError, ValueError) as error:
            raise Unauthorised(_REFUSED) from error
        return str(claims["jti"]), str(claims["sub"])


def issue(transaction: Transaction, client_id: str, *, key: bytes, owner: bool, clock: Clock = utc_now) -> str:
    """A new token for a client that is there; it opens the account once the transaction is committed."""
    token_id, now = new_id(), clock()
    expires = now + TOKEN_LIFE
    tokens.add(
        transaction,
        token_id,
        client_id=client_id,
        scopes=frozenset({OWNER} if owner else ()),
        issued_ms=to_ms(now),
        expires_ms=to_ms(expires),
    )
    claims: dict[str, object] = {"sub": client_id, "jti": token_id, "iat": now, "exp": expires}
    if owner:
        claims["scope"] = OWNER
    return jwt.encode(claims, key, algorithm=ALGORITHM)


def checked_name(client_id: str) -> str:
    """The name, if a client can have it. Raises `InvalidField`."""
    if not 1 <= len(client_id) <= MAX_CLIENT_NAME or not client_id.isprintable() or client_id != client_id.strip():
        raise InvalidField("client", f"a client's name has 1 to {MAX_CLIENT_NAME} printable characters")
    return client_id
