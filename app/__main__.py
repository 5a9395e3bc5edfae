"""The `quillcast` command: the desktop, or one of the server's subcommands."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

SUBCOMMANDS = frozenset({"serve", "token", "make", "backup", "restore", "bundle"})
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
NO_WINDOW = frozenset({"-h", "--help", "--version"})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the desktop or one subcommand; the exit code is the process's."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if (given and given[0] in SUBCOMMANDS) or NO_WINDOW & set(given):
        return _server_command(given)
    if not any(os.environ.get(name) for name in DISPLAYS):
        sys.stderr.write("There is no display for a window, so Quillcast serves without one (quillcast serve).\n")
        return _server_command(["serve", *given])
    return _desktop(given)


def _server_command(arguments: Sequence[str]) -> int:
    from server.__main__ import main as run

    return run(arguments)


def _desktop(arguments: Sequence[str]) -> int:
    from app.embedded import Embedded
    from app.errors import CannotStart

    try:
        embedded = Embedded.from_options(arguments)
    except CannotStart as reason:
        sys.stderr.write(f"{reason}\n")
        return reason.exit_code
    from app.application import run

    return run(data_dir=embedded.data_dir, server=embedded, given=embedded.given)


if __name__ == "__main__":
    raise SystemExit(main())
