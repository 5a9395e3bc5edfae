"""Who may do what: clients, the accounts their tokens open, and what they have left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from server.domain.errors import Forbidden, Invalid

OWNER = "owner"
"""Id of the client that the desktop and `make` are, and name of the scope that may change the installation."""

DEFAULT_CLIENT = "default"
"""The client a token is for when none is named."""


@dataclass(frozen=True, slots=True)
class Client:
    """A customer of this installation. Its id is the name it was created by, and the `sub` of its tokens."""

    id: str
    pro: bool
    licence: bool
    allowed: int
    """Credits in all."""
    used: int
    allowed_daily_podcasts: int
    created_on: datetime
    subscription_ends: datetime | None = None


@dataclass(frozen=True, slots=True)
class ClientChange:
    """What to set on a client; None keeps what stands."""

    pro: bool | None = None
    licence: bool | None = None
    credits: int | None = None
    daily_podcasts: int | None = None
    subscription_ends: datetime | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """A caller: the client of a valid token, with the rights that the token carries."""

    id: str
    """The client's id."""
    pro: bool = False
    licence: bool = False
    subscription_ends: datetime | None = None
    scopes: frozenset[str] = frozenset()
    token_id: str = ""
    """The token's `jti`; empty for callers inside the process."""

    @property
    def is_owner(self) -> bool:
        """Whether the caller may change the installation."""
        return OWNER in self.scopes

    def require_owner(self) -> None:
        """Raise `Forbidden` (``owner_only``) unless the token carries the scope ``owner``."""
        if not self.is_owner:
            raise Forbidden("Only the owner of this installation may do this.", code="owner_only")

    def require_pro(self, what: str) -> None:
        """Raise `Invalid` (``pro_required``) for a client without PRO."""
        if not self.pro:
            raise Invalid(f"{what} is for PRO accounts only.", code="pro_required")

    def require_subscription(self, now: datetime) -> None:
        """Raise `Invalid` (``subscription_expired``) once the subscription is over."""
        if self.subscription_ends is not None and self.subscription_ends <= now:
            raise Invalid("Your subscription is over: renew it to create something new.", code="subscription_expired")


@dataclass(frozen=True, slots=True)
class Usage:
    """What a client has and has used; reserved credits count as used."""

    allowed: int
    used: int
    allowed_daily_podcasts: int
    used_daily_podcasts: int


@dataclass(frozen=True, slots=True)
class TokenRecord:
    """A token as the owner sees it; the token itself is shown once and not kept."""

    id: str
    client_id: str
    scopes: frozenset[str]
    issued_on: datetime
    expires_on: datetime
    revoked_on: datetime | None = None
