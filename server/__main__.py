"""The `quillcast` command."""

from __future__ import annotations


def main() -> int:
    """Run one subcommand; the exit code is the process's."""
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
