"""Where clients want to be told of the end of their requests."""

from __future__ import annotations

import base64
import ipaddress
import secrets
from urllib.parse import urlsplit

from server.domain.accounts import Account
from server.domain.errors import InvalidField
from server.domain.identifiers import new_id
from server.domain.times import Clock, to_ms, utc_now
from server.domain.webhooks import Webhook
from server.services.intake import AddressJudge
from server.store import webhooks
from server.store.database import Store

SECRET_BYTES = 24
"""What Standard Webhooks recommends at least."""


class Webhooks:
    """A client's webhooks.

    Args:
        judge: says which addresses will not be called.
        allow_local: whether `http` to this machine is taken too (``--allow-local-webhooks``).
        allow_private: the owner's switch for private addresses.
    """

    def __init__(
        self,
        store: Store,
        *,
        judge: AddressJudge,
        allow_local: bool = False,
        allow_private: bool = False,
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._judge = judge
        self._allow_local = allow_local
        self._allow_private = allow_private
        self._clock = clock

    async def register(self, url: str, *, by: Account) -> Webhook:
        """Keep an address; its secret is told this once. The same address again answers the same id.

        Raises:
            InvalidField: the address can't be called.
            Invalid: ``too_many_webhooks``.
        """
        local = self._allow_local and is_loopback(url)
        fault = self._judge(
            url,
            schemes=("http", "https") if local else ("https",),
            allow_private=self._allow_private or local,
        )
        if fault is not None:
            raise InvalidField("url", fault)
        wanted = Webhook(new_id(), url, new_secret())
        return await self._store.write(webhooks.register, wanted, by.id, to_ms(self._clock()))

    async def remove(self, webhook_id: str, *, by: Account) -> None:
        """Forget an address. Raises `NotFound`."""
        await self._store.write(webhooks.remove, webhook_id, by.id)

    async def every(self, *, by: Account) -> tuple[Webhook, ...]:
        """The caller's webhooks, without secrets."""
        return await self._store.read(webhooks.every, by.id)


def new_secret() -> str:
    """A signing secret as Standard Webhooks writes it: ``whsec_`` and base64."""
    return f"whsec_{base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode('ascii')}"


def is_loopback(url: str) -> bool:
    """Whether an address leads to this machine, as far as reading it tells."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
