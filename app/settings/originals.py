"""Where the files lie on this computer that were given to notebooks: a small JSON file for all of them."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

MOST = 5_000


class Originals:
    """Paths by the ids of sources; call it off the window's loop."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "notebook-files.json"

    def path(self, source_id: str) -> Path | None:
        """The file that a source was read from, where it still lies there."""
        kept = self._read().get(source_id)
        path = Path(kept) if kept else None
        return path if path is not None and path.is_file() else None

    def keep(self, source_id: str, path: Path) -> None:
        """Remember a file; the oldest are forgotten."""
        kept = self._read()
        kept[source_id] = str(path.absolute())
        newest = dict(list(kept.items())[-MOST:])
        self._file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, partial = tempfile.mkstemp(dir=self._file.parent, prefix=".files-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(newest, file, ensure_ascii=False)
        Path(partial).replace(self._file)

    def _read(self) -> dict[str, str]:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(k): str(v) for k, v in kept.items()} if isinstance(kept, dict) else {}
