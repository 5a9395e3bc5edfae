"""Who writes: the owner's choice of writer, tried out, looked for on this machine, and handed to what is made."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from server.config.writing import endpoint_key, load_writing, save_endpoint_key, save_writing
from server.domain.accounts import Account
from server.domain.errors import CannotProduce, GenerationError, Invalid, InvalidField, Refused
from server.domain.writing import MAX_CONTEXT, MIN_CONTEXT, WriterChoice, WritingSettings
from server.engine.chat.connecting import listed, tried, writer_of
from server.engine.chat.discovery import Found, found_here
from server.engine.chat.local import check_model_file
from server.engine.chat.spending import Purse
from server.engine.specs import Reference, Spec, WriterSpec
from server.engine.topics.archives import check_encyclopaedia
from server.services.quarantine import Quarantine
from server.store import notebooks, researches
from server.store.artefacts import Storage
from server.store.database import Store

T = TypeVar("T")
LOOKED_THROUGH = 200
"""Requests of a client whose sources a topic is looked up in."""
NOTEBOOKS_LOOKED_THROUGH = 20
TRIAL_S = 180.0
TRIAL_MIB = 32_000


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingChange:
    """What to set; None keeps what stands. `key` is the endpoint's, an empty one is forgotten."""

    writer: WriterChoice | None = None
    endpoint: str | None = None
    model: str | None = None
    gguf: str | None = None
    context_tokens: int | None = None
    request_tokens: int | None = None
    day_tokens: int | None = None
    timeout_s: int | None = None
    falls_back: bool | None = None
    encyclopaedia: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True)
class WritingState:
    """The choice, and what belongs to it."""

    settings: WritingSettings
    has_key: bool
    spent_today: int
    """Tokens."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What a test found: a `Trial`, or the sentence that says what is wrong."""

    models: tuple[str, ...] = ()
    model: str = ""
    form: str = ""
    """How the endpoint answers in a shape: ``json_schema``, ``json_object`` or ``prompt``."""
    fault: str = ""


class WritingSettingsService:
    """The owner's settings of writing; also completes the specs of what is written.

    Args:
        quarantine: where models and encyclopaedias are tried out; one of its own, roomy enough for a model file, where
            none is given.
        notebook_path: the file of a notebook by its id, where there are notebooks.
    """

    def __init__(
        self,
        store: Store,
        storage: Storage,
        *,
        data_dir: Path,
        quarantine: Quarantine | None = None,
        notebook_path: Callable[[str], Path] | None = None,
    ) -> None:
        self._store = store
        self._storage = storage
        self._data_dir = data_dir
        self._notebook_path = notebook_path
        self._quarantine = quarantine or Quarantine(timeout_s=TRIAL_S, memory_mib=TRIAL_MIB)
        self._lock = asyncio.Lock()

    async def close(self) -> None:
        """End what is being tried."""
        await self._quarantine.close()

    async def get(self, *, by: Account) -> WritingState:
        """The choice as it stands. Owner only."""
        by.require_owner()
        return await asyncio.to_thread(self._state)

    async def save(self, change: WritingChange, *, by: Account) -> WritingState:
        """Set what `change` names. Owner only.

        Raises:
            InvalidField: an address, a file or a number is not usable; the error names the field.
        """
        by.require_owner()
        async with self._lock:
            settings = _changed(await asyncio.to_thread(load_writing, self._data_dir), change)
            await self._check(settings, change)
            await asyncio.to_thread(self._keep, settings, change.key)
        return await asyncio.to_thread(self._state)

    async def test(self, change: WritingChange, *, by: Account) -> Tried:
        """Ask the model that the settings with this change would name for one word. Owner only; nothing is kept."""
        by.require_owner()
        settings = _changed(await asyncio.to_thread(load_writing, self._data_dir), change)
        if settings.endpoint:
            _check_endpoint(settings.endpoint)
        spec = writer_of(settings, self._data_dir)
        if spec is None:
            return Tried(fault="The built-in writer needs no test: name an endpoint or a model file to test one.")
        try:
            found = await self._quarantine.run(tried, spec, key=change.key or "")
        except (GenerationError, Invalid) as error:
            return Tried(fault=error.message)
        return Tried(found.models, found.model, found.form)

    async def models(self, endpoint: str, *, key: str = "", by: Account) -> tuple[str, ...]:
        """The models that an endpoint lists. Owner only. Raises `InvalidField` where it can't be asked."""
        by.require_owner()
        _check_endpoint(endpoint)
        asked = self._quarantine.run(listed, endpoint, data_dir=self._data_dir, key=key)
        return await _naming("endpoint", asked)

    async def found(self, *, by: Account) -> tuple[Found, ...]:
        """What answers on this machine's usual ports. Owner only; nothing is used before it is chosen."""
        by.require_owner()
        return await self._quarantine.run(found_here)

    async def completed(self, spec: Spec, *, client_id: str) -> Spec:
        """The spec with the writer and, where its topic is looked up, what it is looked up in."""
        room = {each.name for each in fields(spec)}
        if "writer" not in room:
            return spec
        settings = await asyncio.to_thread(load_writing, self._data_dir)
        added: dict[str, Any] = {"writer": writer_of(settings, self._data_dir)}
        reference: Reference | None = getattr(spec, "reference", None)
        if reference is not None:
            own = await self._store.read(researches.imported, client_id, LOOKED_THROUGH)
            added["reference"] = replace(
                reference,
                own=tuple(self._storage.path(content.sha256) for content in own),
                notebooks=await self._notebooks_of(client_id),
                encyclopaedia=Path(settings.encyclopaedia) if settings.encyclopaedia else None,
            )
        return replace(spec, **added)

    async def _notebooks_of(self, client_id: str) -> tuple[Path, ...]:
        if self._notebook_path is None:
            return ()
        rows = await self._store.read(notebooks.every, client_id)
        return tuple(self._notebook_path(row.id) for row in rows[:NOTEBOOKS_LOOKED_THROUGH])

    async def writer(self) -> WriterSpec | None:
        """The connected model; None for the built-in writer."""
        return writer_of(await asyncio.to_thread(load_writing, self._data_dir), self._data_dir)

    def _state(self) -> WritingState:
        settings = load_writing(self._data_dir)
        spent = Purse(self._data_dir / "writing-spent.json", request="").spent_today
        return WritingState(settings, bool(endpoint_key(self._data_dir, settings.endpoint)), spent)

    def _keep(self, settings: WritingSettings, key: str | None) -> None:
        save_writing(self._data_dir, settings)
        if key is not None:
            save_endpoint_key(self._data_dir, settings.endpoint, key)

    async def _check(self, settings: WritingSettings, change: WritingChange) -> None:
        if settings.endpoint:
            _check_endpoint(settings.endpoint)
        if settings.writer is WriterChoice.ENDPOINT and not settings.endpoint:
            raise InvalidField("endpoint", "is required for a model behind an address")
        if change.key and not settings.endpoint:
            raise InvalidField("key", "belongs to an endpoint: name it as well")
        if settings.writer is WriterChoice.GGUF and not settings.gguf:
            raise InvalidField("gguf", "is required: name a model file")
        if settings.gguf and (settings.writer is WriterChoice.GGUF or change.gguf):
            await _naming("gguf", asyncio.to_thread(check_model_file, Path(settings.gguf)))
        if change.encyclopaedia:
            await _naming("encyclopaedia", self._quarantine.run(check_encyclopaedia, Path(change.encyclopaedia)))
        if not MIN_CONTEXT <= settings.context_tokens <= MAX_CONTEXT:
            raise InvalidField("contextTokens", f"must be between {MIN_CONTEXT:,} and {MAX_CONTEXT:,}")


def _changed(settings: WritingSettings, change: WritingChange) -> WritingSettings:
    told = {each.name: getattr(change, each.name) for each in fields(WritingSettings)}
    said: dict[str, Any] = {name: each.strip() if isinstance(each, str) else each for name, each in told.items()}
    changed = replace(settings, **{name: value for name, value in said.items() if value is not None})
    endpoint = changed.endpoint.rstrip("/").removesuffix("/chat/completions")
    return replace(changed, writer=WriterChoice(changed.writer), endpoint=endpoint)


def _check_endpoint(endpoint: str) -> None:
    try:
        parts = urlsplit(endpoint)
        sound = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
        parts = urlsplit("")
    if not sound:
        raise InvalidField("endpoint", "must be an http or https address that ends in /v1")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise InvalidField("endpoint", "must be the plain address: the key has a field of its own")


async def _naming(field: str, asked: Awaitable[T]) -> T:
    try:
        return await asked
    except (CannotProduce, Refused, Invalid) as error:
        raise InvalidField(field, error.message) from error
