"""The data directory: where it is, what lies in it, and who works on it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from filelock import FileLock, Timeout

from server.domain.errors import DomainError

DATA_DIR_VARIABLE = "QUILLCAST_DATA_DIR"
WITHOUT_SERVER = "make-"
"""How the names of work folders begin that belong to no request of the server, but to a run of `quillcast make`."""


class DataDirectoryInUse(DomainError):
    """Another server or desktop works on the data directory."""

    code = "data_directory_in_use"


class DataDirectoryUnusable(DomainError):
    """The data directory can't be made or written to."""

    code = "data_directory_unusable"


def resolve_data_dir(given: Path | str | None = None, *, environ: Mapping[str, str] = os.environ) -> Path:
    """The directory asked for, else that of QUILLCAST_DATA_DIR, else the platform's user data directory."""
    chosen = given or environ.get(DATA_DIR_VARIABLE) or platformdirs.user_data_dir("quillcast", appauthor=False)
    return Path(chosen).expanduser().absolute()


@dataclass(frozen=True, slots=True)
class DataDirectory:
    """The layout of a data directory. `prepare` makes what is missing."""

    path: Path

    @property
    def database(self) -> Path:
        """The database file."""
        return self.path / "quillcast.db"

    @property
    def artefacts(self) -> Path:
        """Uploads and finished files, named by content."""
        return self.path / "artefacts"

    @property
    def work(self) -> Path:
        """Checkpoints of unfinished requests, a folder each."""
        return self.path / "work"

    @property
    def downloads(self) -> Path:
        """Recordings of imported shows on their way here, a folder each."""
        return self.path / "downloads"

    @property
    def models(self) -> Path:
        """Model files, joined from their packages; can be made anew."""
        return self.path / "models"

    @property
    def voices(self) -> Path:
        """Where a person drops voice files."""
        return self.path / "voices"

    @property
    def samples(self) -> Path:
        """Samples of voices that are not packaged; can be made anew."""
        return self.path / "samples"

    @property
    def notebooks(self) -> Path:
        """A file for each notebook."""
        return self.path / "notebooks"

    @property
    def search(self) -> Path:
        """The index that searches read; can be made anew."""
        return self.path / "search.db"

    @property
    def logs(self) -> Path:
        """Log files."""
        return self.path / "logs"

    @property
    def backups(self) -> Path:
        """Copies of the database."""
        return self.path / "backups"

    @property
    def secrets(self) -> Path:
        """The file of secrets, readable by its owner only."""
        return self.path / "secrets.json"

    def prepare(self) -> DataDirectory:
        """Make the folders. Raises `DataDirectoryUnusable`."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            for folder in (
                self.artefacts,
                self.work,
                self.downloads,
                self.models,
                self.voices,
                self.notebooks,
                self.logs,
                self.backups,
            ):
                folder.mkdir(exist_ok=True)
        except OSError as error:
            raise DataDirectoryUnusable(f"The data directory {self.path} can't be used: {error.strerror}.") from error
        return self

    def lock(self) -> FileLock:
        """Take the directory for one server; release what is returned, or end the process, to give it back.

        Raises:
            DataDirectoryInUse: another process has it.
        """
        taken = FileLock(self.path / "server.lock", timeout=0, thread_local=False)
        try:
            taken.acquire()
        except Timeout as error:
            raise DataDirectoryInUse(
                f"Another Quillcast works on {self.path}: end it first, or name another --data-dir."
            ) from error
        return taken
