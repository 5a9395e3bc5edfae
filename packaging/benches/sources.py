"""Measures how fast sources of each kind become text: seconds of CPU and memory, each in a process of its own."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from processes import measured

ROOT = Path(__file__).resolve().parent.parent.parent
LIMITS = {"pdf_500_pages_cpu_s": 10.0, "scanned_page_cpu_s": 15.0, "recording_cpu_s_per_s": 0.35}
SECONDS = 60
CODE = """
import sys, time, resource
from pathlib import Path
from server.domain.sources import SourceKind
from server.engine.sources import Equipment, import_source
from server.engine.specs import SourceSpec
path, models = Path(sys.argv[1]), Path(sys.argv[2])
equipment = Equipment(models=models)
if path.suffix in (".png", ".wav"):
    # Loading the models is not counted.
    import_source(SourceSpec(SourceKind.FILE, path=path.with_stem("small"), name="small"), equipment=equipment)
started = time.process_time()
source = import_source(SourceSpec(SourceKind.FILE, path=path, name=path.name), equipment=equipment)
spent = time.process_time() - started
assert source.text
print(spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
PROSE = "The chain ferry between Brannock and Sele will stop running on Monday, the harbour office said. "


def pdf(path: Path) -> None:
    """500 pages of running text."""
    import typst

    pages = "\n#pagebreak()\n".join(f"= Chapter {at}\n\n" + (PROSE * 5 + "\n\n") * 5 for at in range(1, 501))
    path.write_bytes(typst.compile(pages.encode()))


def picture(path: Path) -> None:
    """A page of 30 lines at 200 dots an inch, and a small one."""
    import textwrap

    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(str(ROOT / "resources" / "fonts" / "Inter_400Regular.ttf"), 34)
    for name, lines, size in ((path, 30, (1654, 2339)), (path.with_stem("small"), 2, (1654, 400))):
        made = Image.new("RGB", size, "white")
        draw = ImageDraw.Draw(made)
        for at, line in enumerate(textwrap.wrap(PROSE * 40, 80)[:lines]):
            draw.text((150, 150 + 60 * at), line, font=font, fill="black")
        made.save(name)


def word(path: Path) -> None:
    """5,000 paragraphs."""
    import docx

    made: Any = docx.Document()
    for at in range(5000):
        made.add_paragraph(f"{at}. {PROSE}")
    made.save(path)


def deck(path: Path) -> None:
    """200 slides with notes."""
    from pptx import Presentation

    made: Any = Presentation()
    for at in range(200):
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = f"Slide {at}", PROSE
        slide.notes_slide.notes_text_frame.text = PROSE * 3
    made.save(path)


def workbook(path: Path) -> None:
    """20,000 rows of 8 cells."""
    import xlsxwriter

    made = xlsxwriter.Workbook(path)
    money = made.add_format({"num_format": "#,##0.00"})
    sheet = made.add_worksheet("Traffic")
    sheet.write_row(0, 0, ["Route", *(f"Month {at}" for at in range(1, 8))])
    for row in range(1, 20_001):
        sheet.write(row, 0, f"Route {row}")
        for column in range(1, 8):
            sheet.write(row, column, row * column / 7, money)
    made.close()


def separated(path: Path) -> None:
    """100,000 rows of 5 cells."""
    rows = "\n".join(f"Route {at},{at * 3},{at / 7:.2f},yes,open" for at in range(100_000))
    path.write_text(f"Route,Cars,Share,Runs,State\n{rows}\n", encoding="utf-8")


def recording(path: Path) -> None:
    """A minute of speech, and two seconds."""
    import wave

    import numpy as np

    from server.engine.speech.catalogue import find
    from server.engine.speech.synthesis import speak

    rate = 24_000
    # What is said over and over makes the transcription try again and again.
    text = (ROOT / "tests" / "data" / "texts" / "canal_history.md").read_text(encoding="utf-8")
    sentences = [each.strip() + "." for each in text.replace("\n", " ").split(". ") if 5 < len(each.split()) < 30]
    voice, spoken, length = find("Heart (draft)"), [], 0
    while length < SECONDS * rate:
        spoken.append(speak(sentences[len(spoken)], voice, models=path.parent / "models"))
        length += len(spoken[-1])
    sound, said = np.concatenate(spoken)[: SECONDS * rate], spoken[0]
    for name, samples in ((path, sound), (path.with_stem("small"), said[: 2 * rate])):
        with wave.open(str(name), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


KINDS = {
    "pdf_500_pages": (".pdf", pdf),
    "scanned_page": (".png", picture),
    "word_5000_paragraphs": (".docx", word),
    "deck_200_slides": (".pptx", deck),
    "workbook_20000_rows": (".xlsx", workbook),
    "csv_100000_rows": (".csv", separated),
    "recording_60_s": (".wav", recording),
}


def main() -> int:
    """Print the figures."""
    sys.path.insert(0, str(ROOT))
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in sys.argv[1:] or KINDS:
            extension, make = KINDS[name]
            path = Path(folder) / f"{name}{extension}"
            make(path)
            run = measured([sys.executable, "-c", CODE, str(path), f"{folder}/models"], cwd=ROOT)
            if run.code:
                raise SystemExit(run.stderr)
            cpu, memory = run.stdout.split()
            figures[f"{name}_cpu_s"] = float(cpu)
            figures[f"{name}_memory_mib"] = float(memory)
    if "recording_60_s_cpu_s" in figures:
        figures["recording_cpu_s_per_s"] = figures["recording_60_s_cpu_s"] / SECONDS
    holds = {name: figures[name] <= limit for name, limit in LIMITS.items() if name in figures}
    told = {name: round(value, 2) for name, value in figures.items()}
    print(json.dumps({"figures": told, "limits": LIMITS, "holds": holds}, indent=2))
    return 0 if all(holds.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
