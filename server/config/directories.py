"""Where Quillcast keeps its data."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from server.domain.errors import CannotProduce


def data_directory(option: Path | None = None) -> Path:
    """The data directory: the option, else ``QUILLCAST_DATA_DIR``, else the platform's; made when missing.

    Raises:
        CannotProduce: it can't be made or written.
    """
    named = option or os.environ.get("QUILLCAST_DATA_DIR") or platformdirs.user_data_dir("quillcast", appauthor=False)
    path = Path(named).expanduser().resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotProduce(f"The data directory {path} can't be made: {error.strerror}; name another.") from error
    if not os.access(path, os.W_OK):
        raise CannotProduce(f"The data directory {path} can't be written; name another with --data-dir.")
    return path


def environment_switch(name: str) -> bool:
    """Whether an environment variable switches something on (1, true, yes, on)."""
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}
