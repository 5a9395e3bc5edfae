"""Writes docs/sources.md from the readers: python packaging/sources_docs.py. A test keeps the two together.

Measured figures are those that `packaging/bench sources --write` kept in docs/benchmarks.md.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from server.engine.sources import contents, documents, pdfs, pictures, recordings  # noqa: E402
from server.engine.sources.formats import FORMATS, Format  # noqa: E402
from server.engine.workers import IMPORTING, RECOGNISING, WorkKind  # noqa: E402
from server.fetch import video_sites  # noqa: E402
from server.fetch.video_addresses import HOSTS  # noqa: E402

PAGE = ROOT / "docs" / "sources.md"
BENCHMARKS = ROOT / "docs" / "benchmarks.md"
MEASURED = {
    "PDF": ("pdf_500_pages", "500 pages"),
    "pictures": ("scanned_page", "a page of 30 lines"),
    "Word documents": ("word_5000_paragraphs", "5,000 paragraphs"),
    "PowerPoint decks": ("deck_200_slides", "200 slides with notes"),
    "Excel workbooks": ("workbook_20000_rows", "20,000 rows of 8 cells"),
    "CSV": ("csv_100000_rows", "100,000 rows of 5 cells"),
    "recordings": ("recording_60_s", "60 s of speech"),
}


def page() -> str:
    """The page as it should be."""
    rows = [_row(form) for form in FORMATS]
    return "\n".join(
        [
            "# Sources",
            "",
            "Made from the readers by `python packaging/sources_docs.py`.",
            "",
            "A file is read by what it holds: its first bytes decide, then its name. A wrong extension does no harm.",
            "",
            "| kind | extensions | a passage is found by | limits | measured |",
            "|---|---|---|---|---|",
            *rows,
            f"| videos of the video site | addresses at {', '.join(f'`{host}`' for host in HOSTS[:3])} | time in "
            f"milliseconds, characters | {recordings.MAX_HOURS:g} hours where there are no captions; "
            f"{video_sites.LIMITS.max_bytes / 1e6:,.0f} MB | |",
            "",
            *_filled(
                "Measured are CPU seconds and the memory of the process at its peak, models included, on the "
                "machine of "
                "`docs/benchmarks.md`."
            ),
            "",
            "## For all kinds",
            "",
            *(line for rule in _for_all() for line in _filled(rule, bullet="- ")),
            "",
            "## What is seen and heard",
            "",
            *(line for rule in _seen_and_heard() for line in _filled(rule, bullet="- ")),
            "",
        ]
    )


def _for_all() -> tuple[str, ...]:
    return (
        f"A file has at most {contents.MAX_BYTES // contents.MIB} MB and is refused before it is read where it has "
        "more; "
        f"the text that is read from it has at most {documents.MAX_CHARACTERS:,} characters.",
        f"Files are opened only in worker processes. {_limits(IMPORTING)} {_limits(RECOGNISING)} A file that "
        "brings its "
        "worker down fails alone, with a sentence that names it.",
        "Office files are judged by their directory before anything is unpacked (sizes, ratio, number of parts), and "
        "refused with definitions of entities in them. Macros are never run; links, templates and pictures that lie "
        "elsewhere are never fetched; formulas count by the value that was stored with them.",
        "Encrypted and damaged files fail with one sentence that says what to do. Text in a broken or unknown encoding "
        "is read as far as that is certain.",
    )


def _seen_and_heard() -> tuple[str, ...]:
    return (
        "Pictures and the pages of a PDF that have no text layer are read by text recognition: at most "
        f"{pdfs.MAX_SCANNED} pages or {pdfs.MAX_SCANNED_S / 60:.0f} minutes of one document, and the result says which "
        f"pages were left out. A picture has at most {pictures.MAX_PIXELS // 1_000_000} million pixels. Columns "
        "are read "
        "one after the other. Latin letters with all their accents, Greek, Chinese and Japanese are in its alphabet; "
        "Cyrillic, Arabic, Korean, the scripts of India and handwriting are not.",
        f"Recordings play for at most {recordings.MAX_HOURS:g} hours; what would take longer than its worker has is "
        "refused before it is heard. Of films the sound is heard.",
        "A video is imported by its captions, those made by people first, else by its sound. Only the platform's own "
        "hosts are reached, through the same guarded way out as everything else.",
    )


def _filled(text: str, *, bullet: str = "") -> list[str]:
    return textwrap.wrap(text, 118, initial_indent=bullet, subsequent_indent=" " * len(bullet))


def _row(form: Format) -> str:
    extensions = " ".join(f"`{extension}`" for extension in form.extensions)
    return f"| {form.name} | {extensions} | {', '.join(form.locators)} | {form.limits} | {_measured(form.name)} |"


def _limits(kind: WorkKind) -> str:
    return f"Those for {kind.name} have {kind.memory_mib:,} MiB and {kind.timeout_s / 60:.0f} minutes."


def _measured(name: str) -> str:
    if name not in MEASURED:
        return ""
    bench, what = MEASURED[name]
    kept = BENCHMARKS.read_text(encoding="utf-8")
    seconds = re.search(rf"\| {bench}_cpu_s \| ([\d.]+)", kept)
    memory = re.search(rf"\| {bench}_memory_mib \| ([\d.]+)", kept)
    return f"{what}: {seconds[1]} s, {float(memory[1]):,.0f} MiB" if seconds and memory else ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
