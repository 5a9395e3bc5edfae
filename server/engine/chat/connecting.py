"""From the owner's choice to an interview with the model: its key looked up, its file run, its limits kept."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from server.config.writing import endpoint_key
from server.domain.errors import CannotProduce
from server.domain.writing import WriterChoice, WritingSettings
from server.engine.chat.endpoints import Endpoint
from server.engine.chat.local import running
from server.engine.chat.spending import Purse
from server.engine.chat.structure import Findings, Interview
from server.engine.specs import WriterSpec

_PATIENCE_S = 20.0


def findings_of(data_dir: Path) -> Findings:
    """What is known of endpoints."""
    return Findings(data_dir / "models" / "endpoints.json")


def purse_of(spec: WriterSpec, *, request: str) -> Purse:
    """What the owner lets this request spend."""
    return Purse(
        spec.data_dir / "writing-spent.json", request=request, a_request=spec.request_tokens, a_day=spec.day_tokens
    )


@contextlib.contextmanager
def connected(
    spec: WriterSpec, *, request: str, key: str = "", sleep: Callable[[float], None] = time.sleep
) -> Iterator[Interview]:
    """An interview with the model of `spec`, for as long as the block lasts.

    Raises:
        CannotProduce: there is nothing to connect to.
    """
    with contextlib.ExitStack() as held:
        if spec.gguf is not None:
            local = held.enter_context(running(spec.gguf, context_tokens=spec.context_tokens))
            endpoint = Endpoint(
                local.base_url, key=local.key, model=spec.gguf.stem, timeout_s=spec.timeout_s, sleep=sleep
            )
            # What is spent here costs nothing but time.
            purse, known_as = Purse(spec.data_dir / "writing-spent.json", request=request), str(spec.gguf)
        elif spec.endpoint:
            key = key or endpoint_key(spec.data_dir, spec.endpoint)
            endpoint = Endpoint(spec.endpoint, key=key, model=spec.model, timeout_s=spec.timeout_s, sleep=sleep)
            purse, known_as = purse_of(spec, request=request), ""
        else:
            raise CannotProduce("No model is connected: name an endpoint or a model file in the settings.")
        held.callback(endpoint.close)
        findings, is_file = findings_of(spec.data_dir), spec.gguf is not None
        yield Interview(endpoint, findings=findings, purse=purse, known_as=known_as, is_bounded=is_file)


def writer_of(settings: WritingSettings, data_dir: Path) -> WriterSpec | None:
    """The spec of the chosen model; None for the built-in writer."""
    if settings.writer is WriterChoice.BUILT_IN:
        return None
    is_file = settings.writer is WriterChoice.GGUF
    return WriterSpec(
        data_dir=data_dir,
        endpoint="" if is_file else settings.endpoint,
        model="" if is_file else settings.model,
        gguf=Path(settings.gguf) if is_file else None,
        context_tokens=settings.context_tokens,
        request_tokens=settings.request_tokens,
        day_tokens=settings.day_tokens,
        timeout_s=settings.timeout_s,
        falls_back=settings.falls_back,
    )


class Reachable(msgspec.Struct):
    """The smallest answer with a shape."""

    word: str


@dataclass(frozen=True, slots=True)
class Trial:
    """What a test of a writer found."""

    models: tuple[str, ...]
    model: str
    form: str
    """``json_schema``, ``json_object`` or ``prompt``."""


def tried(spec: WriterSpec, *, key: str = "") -> Trial:
    """Ask the model for one word in a shape. Blocks; it is meant for a worker process.

    Args:
        key: used instead of the one that is kept.

    Raises:
        CannotProduce, Refused: what is wrong, in one sentence.
    """
    with connected(spec, request="test", key=key) as interview:
        models = interview.endpoint.models()
        question = {"role": "user", "content": "Answer with the word ready."}
        interview.ask([question], Reachable, max_tokens=200)
        return Trial(models, interview.endpoint.model, str(interview.form or ""))


def listed(endpoint: str, *, data_dir: Path, key: str = "") -> tuple[str, ...]:
    """The models that an endpoint lists. Raises `CannotProduce`, `Refused`."""
    asked = Endpoint(endpoint, key=key or endpoint_key(data_dir, endpoint), timeout_s=_PATIENCE_S)
    try:
        return asked.models()
    finally:
        asked.close()
