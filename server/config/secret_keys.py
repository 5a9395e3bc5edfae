"""The installation's own secrets, in a file that only its owner can read."""

from __future__ import annotations

import json
import os
import secrets
from pathlib import Path

from filelock import FileLock

from server.domain.errors import DomainError

SIGNING_KEY = "signing_key"


class SecretsUnreadable(DomainError):
    """The file of secrets is damaged or not ours to read."""

    code = "secrets_unreadable"


def signing_key(path: Path) -> bytes:
    """The key that tokens are signed with (32 bytes); made at the first call, also when processes race for it.

    Raises:
        SecretsUnreadable: the file is there and can't be used.
    """
    with FileLock(path.with_suffix(".lock")):
        kept = _read(path)
        if SIGNING_KEY not in kept:
            kept[SIGNING_KEY] = secrets.token_hex(32)
            _write(path, kept)
    try:
        return bytes.fromhex(kept[SIGNING_KEY])
    except ValueError as error:
        raise SecretsUnreadable(f"The signing key in {path} is damaged: restore the file from a backup.") from error


def _read(path: Path) -> dict[str, str]:
    try:
        kept = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SecretsUnreadable(f"The secrets in {path} can't be read: restore the file from a backup.") from error
    if not isinstance(kept, dict) or not all(isinstance(value, str) for value in kept.values()):
        raise SecretsUnreadable(f"The secrets in {path} are damaged: restore the file from a backup.")
    return kept


def _write(path: Path, kept: dict[str, str]) -> None:
    draft = path.with_suffix(".part")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(kept, file)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
