"""Corrections of transcripts, kept on this computer: one small JSON file for each."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Draft:
    """What a person changed: words by line, names by speaker; and where the recording lies on this computer."""

    words: Mapping[int, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    sound: str = ""


class Drafts:
    """Reads and keeps drafts in a folder; call it off the window's loop."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, name: str) -> Draft:
        """The draft of this name; an empty one when there is none or it can't be read."""
        try:
            kept = json.loads(self._path(name).read_text(encoding="utf-8"))
            return Draft(
                {int(place): str(words) for place, words in kept["words"].items()},
                {str(speaker): str(called) for speaker, called in kept["names"].items()},
                str(kept.get("sound") or ""),
            )
        except (OSError, ValueError, KeyError, AttributeError, TypeError):
            return Draft()

    def keep(self, name: str, draft: Draft) -> None:
        """Keep a draft, whole or not at all; an empty one leaves no file."""
        path = self._path(name)
        if not (draft.words or draft.names or draft.sound):
            path.unlink(missing_ok=True)
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        descriptor, partial = tempfile.mkstemp(dir=self._folder, prefix=".draft-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            kept = {"words": dict(draft.words), "names": dict(draft.names), "sound": draft.sound}
            json.dump(kept, file, ensure_ascii=False)
        Path(partial).replace(path)

    def _path(self, name: str) -> Path:
        return self._folder / f"{re.sub(r'[^A-Za-z0-9-]', '_', name)}.json"
