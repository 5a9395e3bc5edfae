"""The `quillcast` command: reads the words of the command line and hands them to one subcommand."""

from __future__ import annotations

import argparse
import importlib
import logging
import sys
from collections.abc import Sequence
from typing import NoReturn

from server.domain.errors import DomainError

COMMANDS = {
    "backup": "write the whole data directory to one file, also while a server runs",
    "bundle": "write an episode with all that it was made of to one file, or take such a file in",
    "make": "make one thing from files, addresses or standard input, without a server",
    "restore": "make the data directory what a backup holds",
    "serve": "serve the HTTP API and the feeds, without a window",
    "token": "create or change a client and print one new token for it",
}
EXIT_CODES = {"data_directory_in_use": 3, "damaged_database": 4}
"""Exit codes by the code of the error that ends the program; any other is 1."""


class Parser(argparse.ArgumentParser):
    """A wrong word is told with the usage and exit code 2; `make` has one sentence for whatever it can't do, and 1."""

    def error(self, message: str) -> NoReturn:
        if self.prog.endswith(" make"):
            self.exit(1, f"quillcast: {message}\n")
        super().error(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand; the exit code is the process's."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:  # Ctrl-C ends everything with 0, also before a command has set its own way of ending
        return 0


def _run(arguments: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = Parser(prog="quillcast", description="Sources in; podcasts, documents and answers out.")
    chosen = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, help_text in COMMANDS.items():
        sub = chosen.add_parser(name, help=help_text, description=help_text[0].upper() + help_text[1:] + ".")
        if words[:1] == [name]:
            importlib.import_module(f"server.commands.{name}").add_arguments(sub)
    options = parser.parse_args(words)
    logging.captureWarnings(True)  # a library's warning is for the log, not for the person at the terminal
    logging.getLogger("py.warnings").addHandler(logging.NullHandler())
    command = importlib.import_module(f"server.commands.{options.command}")
    try:
        code: int = command.run(options)
    except DomainError as error:
        print(f"quillcast: {error.message}", file=sys.stderr)
        return EXIT_CODES.get(error.code, 1)
    except BrokenPipeError:
        return 1
    return code


if __name__ == "__main__":
    raise SystemExit(main())
