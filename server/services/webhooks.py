"""Where clients want to be told of the end of their requests."""

from __future__ import annotations

import base64
import secrets
from collections import OrderedDict

from server.domain.accounts import Account
from server.domain.errors import InvalidField, NotFound
from server.domain.identifiers import new_id
from server.domain.times import Clock, to_ms, utc_now
from server.domain.webhooks import RemovedWebhook, Webhook
from server.fetch.addresses import is_loopback
from server.services.intake import AddressJudge
from server.store import webhooks
from server.store.database import Store

SECRET_BYTES = 24
"""What Standard Webhooks recommends at least."""
MAX_REMOVED = 20
"""Removed webhooks that can still be put back."""


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
        self._removed: OrderedDict[tuple[str, str], RemovedWebhook] = OrderedDict()

    async def register(self, url: str, *, by: Account) -> Webhook:
        """Keep an address; its secret is told this once. The same address again answers the same id.

        Raises:
            InvalidField: the address can't be called.
            Invalid: ``too_many_webhooks``.
        """
        self._require_callable(url)
        wanted = Webhook(new_id(), url, new_secret())
        return await self._store.write(webhooks.register, wanted, by.id, to_ms(self._clock()))

    async def change(self, webhook_id: str, *, url: str, by: Account) -> None:
        """Call another address; secret and log stay.

        Raises:
            InvalidField: the address can't be called.
            NotFound: ``webhook_not_found``.
            Conflict: ``webhook_exists``.
        """
        self._require_callable(url)
        await self._store.write(webhooks.change, webhook_id, by.id, url=url)

    async def remove(self, webhook_id: str, *, by: Account) -> None:
        """Forget an address; `restore` puts it back while this server runs. Raises `NotFound`."""
        self._removed[by.id, webhook_id] = await self._store.write(webhooks.remove, webhook_id, by.id)
        while len(self._removed) > MAX_REMOVED:
            self._removed.popitem(last=False)

    async def restore(self, webhook_id: str, *, by: Account) -> None:
        """Put a removed webhook back with its secret and its log.

        Raises:
            NotFound: ``webhook_not_found``: it was not removed lately.
            Conflict: ``webhook_exists``: its address was registered again since.
        """
        taken = self._removed.get((by.id, webhook_id))
        if taken is None:
            raise NotFound("There is no such webhook to be put back.", code="webhook_not_found")
        await self._store.write(webhooks.restore, taken)
        self._removed.pop((by.id, webhook_id), None)

    async def every(self, *, by: Account) -> tuple[Webhook, ...]:
        """The caller's webhooks, without secrets."""
        return await self._store.read(webhooks.every, by.id)

    def _require_callable(self, url: str) -> None:
        local = self._allow_local and is_loopback(url)
        fault = self._judge(
            url,
            schemes=("http", "https") if local else ("https",),
            allow_private=self._allow_private or local,
        )
        if fault is not None:
            raise InvalidField("url", fault)


def new_secret() -> str:
    """A signing secret as Standard Webhooks writes it: ``whsec_`` and base64."""
    return f"whsec_{base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode('ascii')}"
