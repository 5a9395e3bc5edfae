"""Writes what the archive is made of to standard output: every package with its licence, and the licences' texts.

Run by packaging/installer in the environment that the archive was built from.
"""

from __future__ import annotations

import sys
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.settings.notices import notices  # noqa: E402 - the path comes first

NOT_SHIPPED = frozenset({"pyinstaller", "pyinstaller-hooks-contrib", "altgraph", "pip", "setuptools", "quillcast"})
TEXTS = ("licen", "copying", "notice", "authors")
LONGEST = 400_000


def texts_of(package: Distribution) -> list[str]:
    """The licence files that a package brought along."""
    found = []
    for entry in package.files or ():
        if ".dist-info/" in entry.as_posix() and entry.name.lower().startswith(TEXTS):
            path = Path(str(entry.locate()))
            if path.is_file() and path.stat().st_size < LONGEST:
                found.append(path.read_text("utf-8", "replace").strip())
    return found


def main() -> None:
    """Print all of it."""
    for notice in notices():
        print(f"{'=' * 100}\n{notice.title}\n{'=' * 100}\n\n{notice.text.strip()}\n")
    for package in sorted(distributions(), key=lambda each: each.metadata["Name"].casefold()):
        name = package.metadata["Name"]
        if name.lower() in NOT_SHIPPED:
            continue
        for text in texts_of(package):
            print(f"{'-' * 100}\n{name} {package.version}\n{'-' * 100}\n\n{text}\n")


if __name__ == "__main__":
    main()
