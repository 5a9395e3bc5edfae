"""The owner's choice of writer, in a file of the data directory; keys are no part of it."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, fields
from pathlib import Path
from urllib.parse import urlsplit

from server.config.secret_keys import forget_secret, keep_secret, secret
from server.domain.errors import DomainError
from server.domain.writing import WriterChoice, WritingSettings

FILE = "writing.json"


class WritingUnreadable(DomainError):
    """The file of these settings is damaged."""

    code = "writing_settings_unreadable"


def load_writing(data_dir: Path) -> WritingSettings:
    """What the owner chose; the built-in writer where nothing was chosen. Raises `WritingUnreadable`."""
    path = data_dir / FILE
    try:
        kept = json.loads(path.read_text("utf-8"))
        known = {each.name for each in fields(WritingSettings)}
        values = {name: value for name, value in kept.items() if name in known}
        return WritingSettings(**{**values, "writer": WriterChoice(values.get("writer", WriterChoice.BUILT_IN))})
    except FileNotFoundError:
        return WritingSettings()
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise WritingUnreadable(f"The settings in {path} can't be read: set the writer again.") from error


def save_writing(data_dir: Path, settings: WritingSettings) -> None:
    """Keep the choice; readers see the old file or the whole new one."""
    draft = data_dir / f"{FILE}.part"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(asdict(settings), file, indent=1)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(data_dir / FILE)


def key_name(endpoint: str) -> str:
    """The name that the key of an endpoint is kept under: a key is only ever sent to the host it was given for."""
    parts = urlsplit(endpoint)
    return f"writing:{parts.scheme}://{parts.netloc.rpartition('@')[2].lower()}"


def endpoint_key(data_dir: Path, endpoint: str) -> str:
    """The key of an endpoint; empty where none is kept."""
    return secret(data_dir / "secrets.json", key_name(endpoint)) if endpoint else ""


def save_endpoint_key(data_dir: Path, endpoint: str, key: str) -> None:
    """Keep the key of an endpoint; an empty one is forgotten."""
    path = data_dir / "secrets.json"
    if key:
        keep_secret(path, key_name(endpoint), key)
    else:
        forget_secret(path, key_name(endpoint))
