"""What each panel showed when the window was closed: one small JSON file, written whole."""

from __future__ import annotations

import json
import logging
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)

Shown = Mapping[str, Any]
MOST = 2_000_000
"""Characters that are kept; a draft with more than that is not."""


class Session:
    """Reads once, keeps when asked. What can't be read is begun anew."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "session.json"
        self._states = self._read()

    def of(self, panel: str) -> Shown:
        """What a panel showed; nothing where it was never shown."""
        return self._states.get(panel, {})

    def keep(self, states: Mapping[str, Shown]) -> None:
        """Keep what these panels show; the others stay as they were."""
        after = {**self._states, **{name: dict(state) for name, state in states.items()}}
        if after == self._states:
            return
        words = json.dumps(after, ensure_ascii=False)
        if len(words) > MOST:
            after.pop("create", None)
            words = json.dumps(after, ensure_ascii=False)
        self._states = after
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=self._file.parent, prefix=".session-")
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(words)
            Path(name).replace(self._file)
        except OSError as error:
            log.warning("What the window shows can't be kept: %s", error)

    def _read(self) -> dict[str, Shown]:
        try:
            read = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(read, dict):
            return {}
        return {name: state for name, state in read.items() if isinstance(state, dict)}
