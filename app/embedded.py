"""The server inside the desktop: its own thread, its own loop, reached over HTTP like any other.

The one module of the window's side that reaches into `server`. What it needs there is imported by the thread that
starts the server: it takes longer to load than the window takes to appear.
"""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import CannotStart
from app.language import tr

if TYPE_CHECKING:
    from server.embedded import Access, EmbeddedServer


class Embedded:
    """Starts the server when the window asks for it, and says why it can't."""

    def __init__(self, data_dir: Path, options: Mapping[str, object], given: Sequence[str] = ()) -> None:
        self.data_dir = data_dir
        self.given = tuple(given)
        """Files and addresses to begin with: absolute paths, URLs."""
        self._options = dict(options)
        self._server: EmbeddedServer | None = None
        self._access: Access | None = None
        self._starting = threading.Lock()
        self._on_death: Callable[[str], None] = lambda _reason: None

    @classmethod
    def from_options(cls, arguments: Sequence[str]) -> Embedded:
        """Read the options of ``serve``, and files and addresses. Raises `CannotStart` for what can't be used."""
        from server.config.directories import resolve_data_dir
        from server.config.settings import SETTINGS, load_config
        from server.domain.errors import DomainError

        parser = argparse.ArgumentParser(prog="quillcast")
        parser.add_argument("given", nargs="*", metavar="FILE", help="files or addresses to make something of")
        parser.add_argument("--data-dir", type=Path)
        for setting in SETTINGS:
            if setting.is_secret:
                continue  # every user of the machine can read the words of a command line
            flag = f"--{setting.name.replace('_', '-')}"
            if isinstance(setting.default, bool):
                parser.add_argument(flag, action="store_true", default=None)
            else:
                parser.add_argument(flag)
        options = vars(parser.parse_args(list(arguments)))
        data_dir = resolve_data_dir(options.pop("data_dir"))
        given = [each if "://" in each else str(Path(each).absolute()) for each in options.pop("given")]
        try:
            load_config(data_dir, options=options)
        except DomainError as error:
            raise CannotStart(error.message) from error
        return cls(data_dir, options, given)

    def watch(self, on_death: Callable[[str], None]) -> None:
        """Tell `on_death` why the server ended, where nobody asked it to; on the server's thread."""
        self._on_death = on_death

    def start(self) -> tuple[str, str]:
        """Start the server; answers its base address and the owner's token. A running one answers the same."""
        from server.__main__ import EXIT_CODES
        from server.config.settings import load_config
        from server.domain.errors import DomainError
        from server.embedded import EmbeddedServer
        from server.installation import PackagedVoices, engine_of, judge, picture_fetcher

        with self._starting:
            if self._access is None:
                config = load_config(self.data_dir, options=self._options)
                made = EmbeddedServer(
                    config,
                    engine=engine_of(config),
                    catalogue=PackagedVoices(),
                    judge=judge,
                    fetch_picture=picture_fetcher(config),
                    on_death=lambda failure: self._on_death(str(failure or "")),
                )
                try:
                    self._access = made.start()
                except DomainError as error:
                    copy = str(getattr(error, "copy", None) or "")
                    raise CannotStart(error.message, exit_code=EXIT_CODES.get(error.code, 1), copy=copy) from error
                except (OSError, TimeoutError) as error:
                    raise CannotStart(tr("The server can't start: {error}.", error=error)) from error
                self._server = made
            return self._access.address, self._access.token

    def put_back(self, copy: str) -> str:
        """Make a copy of the database the database again; where the damaged one is kept. Raises `CannotStart`."""
        from server.config.directories import DataDirectory
        from server.domain.errors import DomainError
        from server.store.copies import put_back

        directory = DataDirectory(self.data_dir)
        try:
            lock = directory.lock()
            try:
                return str(put_back(directory, Path(copy)))
            finally:
                lock.release()
        except DomainError as error:
            raise CannotStart(error.message) from error

    def stop(self) -> None:
        """End the server, if it runs."""
        with self._starting:
            made, self._server, self._access = self._server, None, None
            if made is not None:
                made.stop()
