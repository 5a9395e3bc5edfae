"""Who writes on this installation: the built-in writer, a model behind an address, or a model in a file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MIN_CONTEXT = 4_096
"""Tokens below which rules, shape and answer leave no room for material."""
MAX_CONTEXT = 2_000_000


class WriterChoice(StrEnum):
    """The writers that there are."""

    BUILT_IN = "built_in"
    ENDPOINT = "endpoint"
    """Whatever speaks the chat protocol of OpenAI under an address."""
    GGUF = "gguf"
    """A model file, run on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WritingSettings:
    """The owner's choice. The key of an endpoint is kept apart and never shown."""

    writer: WriterChoice = WriterChoice.BUILT_IN
    endpoint: str = ""
    """The base address, with its ``/v1``."""
    model: str = ""
    """The model's name at the endpoint; empty takes the first that it lists."""
    gguf: str = ""
    """Path of a model file."""
    context_tokens: int = 8_192
    """What question and answer together may take."""
    request_tokens: int = 400_000
    """The most that one request may spend; 0 for no limit."""
    day_tokens: int = 2_000_000
    """The most that all requests of a day (UTC) may spend; 0 for no limit."""
    timeout_s: int = 300
    """How long the model may stay silent."""
    falls_back: bool = False
    """Whether the built-in writer writes when the model can't."""
    encyclopaedia: str = ""
    """Path of a ZIM file that topics are looked up in."""
