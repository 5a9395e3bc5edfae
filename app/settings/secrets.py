"""Secrets: in the system's keyring where there is one, else in a file that only its owner can read."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Protocol

SERVICE = "quillcast-desktop"


class Keyring(Protocol):
    """What is used of a keyring."""

    def get_password(self, service_name: str, username: str) -> str | None:
        """The secret, if it is there."""

    def set_password(self, service_name: str, username: str, password: str) -> None:
        """Keep a secret."""


class Secrets:
    """Keeps a few secrets by key."""

    def __init__(self, folder: Path, *, keyring: Keyring | None = None) -> None:
        self._file = folder / "desktop-secrets.json"
        self._given = keyring

    def get(self, key: str) -> str:
        """The secret, or an empty text."""
        if key in (kept := self._from_file()):
            return kept[key]
        ring = self._keyring()
        return (ring.get_password(SERVICE, key) or "") if ring is not None else ""

    def keep(self, key: str, secret: str) -> None:
        """Keep a secret; an empty one forgets it."""
        ring = self._keyring()
        if ring is not None:
            ring.set_password(SERVICE, key, secret)
            return
        kept = self._from_file() | {key: secret}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(kept, file)

    def _from_file(self) -> dict[str, str]:
        try:
            read = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(k): str(v) for k, v in read.items()} if isinstance(read, dict) else {}

    def _keyring(self) -> Keyring | None:
        """The system's keyring; None where there is none that really keeps anything."""
        if self._given is not None:
            return self._given
        import keyring
        from keyring.backends import fail, null
        from keyring.errors import KeyringError

        ring = keyring.get_keyring()
        if isinstance(ring, fail.Keyring | null.Keyring):
            return None
        try:
            ring.get_password(SERVICE, "probe")
        except KeyringError:
            return None
        return ring
