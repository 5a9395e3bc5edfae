"""A model file run here: a server of llama.cpp inside this process, on a port and with a key that nobody else knows."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from server.domain.errors import CannotProduce

MAGIC = b"GGUF"


@dataclass(frozen=True, slots=True)
class Running:
    """Where the model answers."""

    base_url: str
    key: str


def check_model_file(path: Path) -> None:
    """Raise `CannotProduce` unless the file is there and says that it is a model."""
    try:
        with path.open("rb") as file:
            is_model = file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        reason = error.strerror or "it can't be read"
        raise CannotProduce(
            f"The model file {path} can't be opened ({reason}): choose another in the settings."
        ) from error
    if not is_model:
        raise CannotProduce(f"{path.name} is no model file: choose one that ends in .gguf.")


@contextlib.contextmanager
def running(path: Path, *, context_tokens: int, threads: int = 0) -> Iterator[Running]:
    """The model, loaded and answering until the block is left. Only a worker process does this: it holds the weights.

    Raises:
        CannotProduce: the file is no model that can be run here.
    """
    check_model_file(path)
    try:
        import xllamacpp
    except ImportError as error:
        raise CannotProduce("Running a model file needs the package xllamacpp: run the set-up again.") from error
    key = secrets.token_hex(16)
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.model_alias = {path.stem}
    parameters.n_ctx = context_tokens
    parameters.n_parallel = 1
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.api_keys = [key]
    parameters.warmup = False
    parameters.ui = False
    parameters.verbosity = -1
    parameters.cpuparams.n_threads = threads or _cores()
    try:
        server = xllamacpp.Server(parameters)
    except (RuntimeError, ValueError) as error:
        raise CannotProduce(
            f"The model file {path.name} can't be run here: it is damaged, of an unknown kind or too large."
        ) from error
    try:
        yield Running(f"{server.listening_address}/v1", key)
    finally:
        del server


def _cores() -> int:
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1
