"""ZIM files: opened, or refused in a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from server.domain.errors import CannotProduce


def check_encyclopaedia(path: Path) -> str:
    """The title of the ZIM file, for the settings. Raises `CannotProduce` for what is none."""
    archive = opened(path)
    try:
        return bytes(archive.get_metadata("Title")).decode("utf-8", "replace") or path.stem
    except (KeyError, RuntimeError):
        return path.stem


def opened(path: Path) -> Any:
    """The archive at `path`. Raises `CannotProduce` for what is none."""
    try:
        from libzim.reader import Archive
    except ImportError as error:
        raise CannotProduce("Reading an encyclopaedia needs the package libzim: run the set-up again.") from error
    try:
        return Archive(path)
    except (RuntimeError, OSError) as error:
        raise CannotProduce(
            f"The encyclopaedia {path} can't be opened: choose another ZIM file in the settings."
        ) from error
