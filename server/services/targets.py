"""Where videos can be published: set up by the owner, named by orders."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from server.config.targets import load_targets, save_target_secret, save_targets, target_secret
from server.domain.accounts import OWNER, Account
from server.domain.errors import Conflict, Invalid, InvalidField, NotFound
from server.domain.identifiers import new_id
from server.domain.orders import PublishTarget
from server.domain.targets import MAX_TARGETS, SITE_CHANNELS, Destination, Target, TargetKind, destinations
from server.services.intake import AddressJudge

SECRETS = {
    TargetKind.FOLDER: (),
    TargetKind.WEBHOOK: ("key",),
    TargetKind.VIDEO_SITE: ("client_secret", "refresh_token"),
}
"""What is kept apart of each kind."""
_GONE = "There is no such publishing target."


@dataclass(frozen=True, slots=True)
class TargetState:
    """A target, and which of its secrets are kept."""

    target: Target
    secrets: frozenset[str]


class Targets:
    """The owner's targets. Raises `TargetsUnreadable` where their file is damaged.

    Args:
        judge: says which addresses will not be called.
        allow_private: the owner's switch for private addresses.
    """

    def __init__(self, data_dir: Path, *, judge: AddressJudge, allow_private: bool = False) -> None:
        self._data_dir = data_dir
        self._judge = judge
        self._allow_private = allow_private
        self._lock = asyncio.Lock()

    async def every(self, *, by: Account) -> tuple[TargetState, ...]:
        """The targets, in the order of their making. Owner only."""
        by.require_owner()
        return await asyncio.to_thread(lambda: tuple(self._state(each) for each in load_targets(self._data_dir)))

    async def make(self, target: Target, *, secrets: Mapping[str, str], by: Account) -> TargetState:
        """Set up a target; its id is given here. Owner only.

        Raises:
            InvalidField: something of it is not usable; the error names the field.
            Invalid: ``too_many_targets``.
            Conflict: ``target_exists``: another one has its name.
        """
        by.require_owner()
        async with self._lock:
            known = await asyncio.to_thread(load_targets, self._data_dir)
            if len(known) >= MAX_TARGETS:
                raise Invalid(f"There are {MAX_TARGETS} targets already: remove one first.", code="too_many_targets")
            made = replace(target, id=new_id())
            await self._keep((*known, made), made, secrets)
        return await asyncio.to_thread(self._state, made)

    async def change(
        self, target_id: str, change: Mapping[str, Any], *, secrets: Mapping[str, str], by: Account
    ) -> TargetState:
        """Change fields of a target; what is not named stays. Owner only. Raises as `make`, and `NotFound`."""
        by.require_owner()
        async with self._lock:
            known = await asyncio.to_thread(load_targets, self._data_dir)
            changed = replace(_of_id(known, target_id), **change)
            await self._keep([changed if each.id == target_id else each for each in known], changed, secrets)
        return await asyncio.to_thread(self._state, changed)

    async def remove(self, target_id: str, *, by: Account) -> None:
        """Forget a target and its secrets. Owner only. Raises `NotFound`."""
        by.require_owner()
        async with self._lock:
            known = await asyncio.to_thread(load_targets, self._data_dir)
            gone = _of_id(known, target_id)
            await asyncio.to_thread(save_targets, self._data_dir, [each for each in known if each.id != target_id])
            for name in SECRETS[gone.kind]:
                await asyncio.to_thread(save_target_secret, self._data_dir, target_id, name, "")

    async def named(self, wished: Sequence[PublishTarget], *, client_id: str) -> tuple[Destination, ...]:
        """The targets that an order of this client names. Raises `InvalidField`."""
        if not wished:
            return ()
        known = await asyncio.to_thread(load_targets, self._data_dir)
        return destinations(wished, known, by_owner=client_id == OWNER)

    async def named_still(self, wished: Sequence[PublishTarget], *, client_id: str) -> tuple[Destination, ...]:
        """`named` for an order accepted earlier: what is gone since is told by an empty `target_id`."""
        found: list[Destination] = []
        for each in wished:
            try:
                found += await self.named((each,), client_id=client_id)
            except InvalidField:
                found.append(Destination("", each.channel))
        return tuple(found)

    def find(self, target_id: str) -> Target | None:
        """A target, where it is still set up. Blocks."""
        return next((each for each in load_targets(self._data_dir) if each.id == target_id), None)

    def secret(self, target_id: str, name: str) -> str:
        """One of its secrets; empty where none is kept. Blocks."""
        return target_secret(self._data_dir, target_id, name)

    def _state(self, target: Target) -> TargetState:
        kept = (name for name in SECRETS[target.kind] if self.secret(target.id, name))
        return TargetState(target, frozenset(kept))

    async def _keep(self, targets: Sequence[Target], target: Target, secrets: Mapping[str, str]) -> None:
        others = [each for each in targets if each.id != target.id]
        if any(each.name.casefold() == target.name.casefold() for each in others):
            raise Conflict("There is a target of this name already.", code="target_exists")
        await asyncio.to_thread(self._check, target, others)
        for name in secrets:
            if name not in SECRETS[target.kind]:
                raise InvalidField(_wire(name), f"belongs to no target of the kind {target.kind}")
        if target.kind is TargetKind.VIDEO_SITE:
            for name in SECRETS[target.kind]:
                kept = await asyncio.to_thread(self.secret, target.id, name)
                if not secrets.get(name, kept):
                    raise InvalidField(_wire(name), "is required for an account of the video site")
        for name, value in secrets.items():
            await asyncio.to_thread(save_target_secret, self._data_dir, target.id, name, value)
        await asyncio.to_thread(save_targets, self._data_dir, targets)

    def _check(self, target: Target, others: Collection[Target]) -> None:
        if not target.name.strip():
            raise InvalidField("name", "is required: requests name the target by it")
        if target.name.strip().casefold() in SITE_CHANNELS:
            raise InvalidField("name", "stands for any account of the video site: choose another name")
        if target.kind is TargetKind.FOLDER:
            folder = Path(target.folder)
            if not target.folder or not folder.is_absolute() or not folder.is_dir():
                raise InvalidField("folder", "must be the whole path of a folder on the server's machine")
        elif target.kind is TargetKind.WEBHOOK:
            self._check_address("url", target.url)
        else:
            if not target.account_id:
                raise InvalidField("accountId", "is required: requests name the account by it")
            if any(each.account_id == target.account_id for each in others):
                raise InvalidField("accountId", "belongs to another target already")
            if not target.client_id:
                raise InvalidField("clientId", "is required: the id of your OAuth client")
            for field, url in (
                ("uploadUrl", target.upload_url),
                ("tokenUrl", target.token_url),
                ("playlistUrl", target.playlist_url),
            ):
                self._check_address(field, url)

    def _check_address(self, field: str, url: str) -> None:
        schemes = ("http", "https") if self._allow_private else ("https",)
        fault = self._judge(url, schemes=schemes, allow_private=self._allow_private)
        if fault is not None:
            raise InvalidField(field, fault)


def _of_id(targets: Collection[Target], target_id: str) -> Target:
    found = next((each for each in targets if each.id == target_id), None)
    if found is None:
        raise NotFound(_GONE, code="target_not_found")
    return found


def _wire(name: str) -> str:
    return {"client_secret": "clientSecret", "refresh_token": "refreshToken"}.get(name, name)
