"""Whose work this program is made of: the notices that came with it, and the libraries that are installed."""

from __future__ import annotations

import importlib.metadata
from dataclasses import dataclass
from pathlib import Path

from app.language import mark, tr

ROOT = Path(__file__).resolve().parents[2]
NAMES = {
    "LICENSE": "Quillcast",
    "resources/fonts/NOTICE.md": mark("Fonts"),
    "resources/fonts/OFL.txt": mark("Open Font License"),
    "resources/film_fonts/NOTICE.md": mark("Fonts of films"),
    "resources/icons/lucide/NOTICE.md": mark("Icons"),
    "resources/icons/lucide/LICENSE": mark("Licence of the icons"),
    "resources/voices/NOTICE.md": mark("Voices"),
}
"""The files, by their paths in the program's folder, and what they are called."""
LIBRARIES = mark("Libraries")


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice: what it is about, and its words."""

    title: str
    text: str


def notices() -> tuple[Notice, ...]:
    """Every notice that is there, the libraries last. Reads files: call it off the window's loop."""
    found = [Notice(tr(title), _text(ROOT / path)) for path, title in NAMES.items()]
    return (*(each for each in found if each.text), Notice(tr(LIBRARIES), libraries()))


def libraries() -> str:
    """Name, version and licence of every installed package, a line each."""
    lines = set()
    for package in importlib.metadata.distributions():
        facts = package.metadata
        licence = facts["License-Expression"] if "License-Expression" in facts else ""  # noqa: SIM401 - has no get
        licence = licence or _classified(facts.get_all(tr("Classifier")) or [])
        if not licence and "License" in facts:
            licence = facts["License"].strip().partition("\n")[0][:80]
        lines.add(f"{facts['Name']} {package.version}: {licence or 'see its files'}")
    return "\n".join(sorted(lines, key=str.casefold))


def _classified(classifiers: list[str]) -> str:
    named = [each.rpartition(" :: ")[2] for each in classifiers if each.startswith("License ::")]
    return ", ".join(each for each in named if each != "OSI Approved")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError:
        return ""
