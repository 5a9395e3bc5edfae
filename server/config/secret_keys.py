"""The installation's secrets: its own signing key in a file that only its owner can read, keys of other services in the
keyring of the desktop, or in that file where there is no keyring."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def keep_secret(path: Path, name: str, value: str) -> None:
    """Keep a key of another service: in the keyring, else in the file at `path` (mode 0600).

    Raises:
        SecretsUnreadable: the file is there and can't be used.
    """
    if _in_keyring(lambda ring: ring.set_password(_service(path), name, value)):
        forget_filed(path, name)
        return
    with FileLock(path.with_suffix(".lock")):
        _write(path, {**_read(path), name: value})


def secret(path: Path, name: str) -> str:
    """A key that was kept; empty where there is none. Raises `SecretsUnreadable`."""
    found: list[str | None] = []
    _in_keyring(lambda ring: found.append(ring.get_password(_service(path), name)))
    return (found[0] if found and found[0] else None) or _read(path).get(name, "")


def forget_secret(path: Path, name: str) -> None:
    """Remove a key wherever it is kept; one that is not there is no error."""
    _in_keyring(lambda ring: ring.delete_password(_service(path), name))
    forget_filed(path, name)


def forget_filed(path: Path, name: str) -> None:
    """Remove a key from the file."""
    with FileLock(path.with_suffix(".lock")):
        kept = _read(path)
        if kept.pop(name, None) is not None:
            _write(path, kept)


def _service(path: Path) -> str:
    """Every data directory has keys of its own."""
    return f"quillcast-{hashlib.sha256(str(path.parent).encode()).hexdigest()[:12]}"


def _in_keyring(act: Callable[[Any], object]) -> bool:
    """Whether the keyring of this desktop did it. A machine without a desktop has none."""
    import keyring
    from keyring.errors import PasswordDeleteError

    # Whatever a keyring fails with (none there, locked, no bus), the file is the answer.
    with contextlib.suppress(Exception):
        with contextlib.suppress(PasswordDeleteError):
            act(keyring)
        return True
    return False


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
