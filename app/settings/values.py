"""The values of the settings: one JSON file, written whole; secrets go to the keyring."""

from __future__ import annotations

import json
import logging
import os
import tempfile
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.settings.declared import BY_KEY, Kind, Value
from app.settings.secrets import Secrets

log = logging.getLogger(__name__)


class Values(QObject):
    """Reads and keeps settings. A value that is no longer allowed reads as its default."""

    changed = Signal(str)

    def __init__(self, folder: Path, *, secrets: Secrets | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._file = folder / "desktop.json"
        self._secrets = secrets or Secrets(folder)
        self._kept = self._read()

    @property
    def folder(self) -> Path:
        """Where they are kept."""
        return self._file.parent

    def get(self, key: str) -> Any:
        """The value of a declared setting."""
        setting = BY_KEY[key]
        if setting.kind is Kind.SECRET:
            return self._secrets.get(key)
        value = self._kept.get(key, setting.default)
        return setting.default if setting.fault(value) else value

    def keep(self, key: str, value: Value) -> None:
        """Keep a value. Raises ValueError with a sentence when it is not allowed."""
        setting = BY_KEY[key]
        fault = setting.fault(value)
        if fault:
            raise ValueError(fault)
        if value == self.get(key):
            return
        if setting.kind is Kind.SECRET:
            self._secrets.keep(key, str(value))
        else:
            self._kept[key] = value
            self._write()
        self.changed.emit(key)

    def _read(self) -> dict[str, Any]:
        try:
            read = json.loads(self._file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError):
            log.warning("The settings in %s can't be read; the defaults are used.", self._file)
            return {}
        return read if isinstance(read, dict) else {}

    def _write(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=self._file.parent, prefix=".desktop-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(self._kept, file, indent=2, sort_keys=True)
        Path(name).replace(self._file)
