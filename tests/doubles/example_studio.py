"""An example studio for pictures and tests: requests in every state, two shows, a script with passages."""

from __future__ import annotations

import math
import random
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QLinearGradient, QPainter
from stub_api import StubApi, a_request, an_episode, tone, wire_time

# ruff: noqa: E501 - the words are easier to read on one line

SCRIPT = (
    (
        0,
        "Welcome. Today we look at the reservoir below Lake Vell, and at what three years of measurements say about it.",
    ),
    (1, "Three years is not long for a lake. What can be said after three years?"),
    (
        0,
        "More than you would think. The water level fell by forty centimetres in the first dry summer and came back within five months.",
        "Between May and September the level fell by 40 centimetres; by February it had fully recovered.",
        "lake-vell-report.pdf",
        12,
    ),
    (1, "Five months for forty centimetres. Is that quick?"),
    (
        0,
        "For a lake that is fed by one river, yes. The report puts the usual figure for comparable lakes at nine to eleven months.",
        "Comparable single-inflow lakes needed nine to eleven months to recover a similar deficit.",
        "lake-vell-report.pdf",
        13,
    ),
    (1, "So what makes the difference here?"),
    (
        0,
        "The wetland on the northern shore. It was dug out again in 2021, and it holds back the winter floods.",
        "The northern wetland, restored in 2021, retained an estimated 1.2 million cubic metres during the January flood.",
        "vellwater.example/wetland",
        None,
    ),
    (1, "One point two million cubic metres. That is about two weeks of drinking water for the whole valley."),
    (
        0,
        "And it comes almost for free. The restoration cost less than one year of pumping did before.",
        "Annual pumping costs before the restoration exceeded the total construction budget.",
        "budget-2024.xlsx",
        None,
    ),
    (1, "Then let us talk about the fish, because not everyone was happy."),
    (
        0,
        "The anglers' association counted fewer pike in the first year. In the second year the count was back to where it had been.",
        "Pike counts fell from 312 to 241 in the first season and stood at 318 in the second.",
        "anglers-survey.docx",
        None,
    ),
    (1, "And the third year?"),
    (0, "The third year has not been counted yet. The survey is due in spring."),
)
CHAPTERS = (
    (0, "Three years of measurements"),
    (2, "A summer without rain"),
    (6, "The northern wetland"),
    (9, "What the anglers counted"),
)


def fill(api: StubApi) -> None:
    """Requests in every state, two shows, a script with passages."""
    contents = api.contents
    contents.sound = tone(30)
    now = datetime.now(UTC)
    rows = (
        (
            "Forty centimetres: the lake that came back",
            2,
            {
                "status": 63,
                "stage": "voicing",
                "progress_text": "Voicing line 14 of 38",
                "seconds_left": 70,
                "duration": 0,
                "show": "Field Notes",
            },
        ),
        (
            "The canal that paid for itself",
            6,
            {
                "status": 41,
                "stage": "writing",
                "progress_text": "Writing the second chapter",
                "seconds_left": 150,
                "duration": 0,
            },
        ),
        ("What a seed bank keeps", 9, {"status": 0, "stage": "queued", "duration": 0}),
        (
            "Reuse in numbers: the annual report",
            11,
            {"status": 0, "stage": "queued", "duration": 0, "output_type": "text"},
        ),
        (
            "Scales of trust",
            24,
            {
                "status": 55,
                "stage": "waiting_for_approval",
                "progress_text": "The script is ready for you",
                "duration": 0,
                "show": "Dev Notes",
            },
        ),
        ("Lake Vell, three years on", 64, {"duration": 312.0, "show": "Field Notes"}),
        ("Night trains are back", 130, {"duration": 1691.0, "show": "Field Notes"}),
        (
            "The pump manual, explained",
            190,
            {
                "status": 17,
                "error_code": 1001,
                "stage": "importing",
                "error": "pumps.example refuses to hand this address out (403); open it in a browser, save it as a file and add that",
                "duration": 0,
            },
        ),
        ("Voices of the harbour", 260, {"duration": 742.0, "show": "Field Notes"}),
        ("Why local-first wins", 410, {"duration": 1085.0, "show": "Dev Notes"}),
        ("Bread, salt, time", 900, {"duration": 546.0}),
        ("Notes on the reuse report", 1500, {"output_type": "text", "duration": 0}),
        ("Accordions of the north", 1700, {"error_code": 499, "status": 0, "stage": "queued", "duration": 0}),
        ("Explaining webhooks", 2900, {"duration": 185.0, "show": "Dev Notes"}),
    )
    for title, ago, fields in rows:
        row = a_request(contents, title, requested_on=wire_time(now - timedelta(minutes=ago)), **fields)
        row.update(
            voices=["Heart", "Michael"] if row["output_type"] == "audio" else [],
            language="English",
            loudness=-16.1 if row["output_type"] == "audio" else None,
            file_size=int(row["duration"] * 16000),
            written_by="Built-in",
            request_type_id=1 if row["output_type"] == "audio" else 0,
        )
        row["response_text"] = ARTICLE if row["output_type"] == "text" else ""
        contents.scripts[row["id"]] = script(row["title"], row["duration"] or 312.0)
    contents.requests.sort(key=lambda r: r["requested_on"], reverse=True)
    notes = api.add_show(
        artwork=cover("Field\nNotes", "#1d6f5c", "#0e2f3d"),
        name="Field Notes",
        author="Ada Brook",
        description="Places that changed, told from the reports that were written about them.",
        link="https://fieldnotes.example",
        email="ada@fieldnotes.example",
        language="English",
    )
    api.add_show(
        artwork=cover("Dev\nNotes", "#5a4fcf", "#b03a7c"),
        public="https://studio.example",
        name="Dev Notes",
        author="Ada Brook",
        description="Software, said plainly.",
        link="https://devnotes.example",
        email="ada@devnotes.example",
        language="English",
    )
    number = 0
    for row in contents.requests:
        if row["output_type"] == "audio" and row["status"] == 100:
            number += 1
            shows = (notes["id"],) if row.get("show") == "Field Notes" else ()
            ago = int((now - datetime.fromisoformat(row["requested_on"])).total_seconds() // 60)
            episode = an_episode(number, row, *shows)
            episode["succeededOn"] = wire_time(now - timedelta(minutes=ago))
            contents.episodes.append(episode)


ARTICLE = """# Notes on the reuse report

In 2023 the city's repair cafés took in 4,120 devices; 2,980 of them left working. That is 72 per cent, nine points more than the year before.

## What is repaired

Small kitchen devices lead the list, followed by lamps and audio devices. Phones are brought often and repaired seldom: spare parts are missing for two in three.

## What it saves

The report puts the saving at 38 tonnes of waste. It says itself that this figure is an estimate: devices are weighed by class, not one by one.
"""


def script(title: str, seconds: float) -> dict[str, object]:
    """The example conversation, stretched over a length."""
    weights = [len(line[1]) for line in SCRIPT]
    starts, at = [], 0.0
    for weight in weights:
        starts.append(at)
        at += weight / sum(weights) * seconds * 1000
    lines = []
    for place, (speaker, text, *passage) in enumerate(SCRIPT):
        cited = []
        if passage:
            cited = [{"text": passage[0], "source": passage[1], **({"page": passage[2]} if passage[2] else {})}]
        end = starts[place + 1] if place + 1 < len(starts) else seconds * 1000
        lines.append(
            {
                "speaker": f"SPEAKER_{speaker:02d}",
                "text": text,
                "startMs": int(starts[place]),
                "endMs": int(end) - 300,
                "passages": cited,
            }
        )
    dice = random.Random(7)
    peaks = []
    for n in range(1200):
        turn = math.sin(n / 1200 * math.pi * len(SCRIPT)) ** 2
        peaks.append(round(min(1.0, 0.12 + turn * dice.uniform(0.35, 0.95)), 3))
    chapters = [{"title": name, "startMs": lines[line]["startMs"]} for line, name in CHAPTERS]
    return {"title": title, "lines": lines, "chapters": chapters, "peaks": peaks}


def cover(text: str, first: str, second: str, side: int = 1600) -> bytes:
    """A drawn cover."""
    image = QImage(side, side, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    shade = QLinearGradient(0, 0, side, side)
    shade.setColorAt(0, QColor(first))
    shade.setColorAt(1, QColor(second))
    painter.fillRect(image.rect(), shade)
    painter.setPen(Qt.PenStyle.NoPen)
    for n in range(7):
        painter.setBrush(QColor(255, 255, 255, 16))
        radius = side * (0.16 + 0.11 * n)
        painter.drawEllipse(QPointF(side * 0.78, side * 0.2), radius, radius)
    font = QFont("Inter")
    font.setPixelSize(side // 6)
    font.setWeight(QFont.Weight.Bold)
    painter.setFont(font)
    painter.setPen(QColor("#ffffff"))
    painter.drawText(QRectF(side * 0.09, 0, side * 0.8, side * 0.91), int(Qt.AlignmentFlag.AlignBottom), text)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG", 88)
    return bytes(buffer.data().data())


def wide() -> bytes:
    """A picture that is no square."""
    image = QImage(2600, 1700, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    shade = QLinearGradient(0, 0, 0, 1700)
    shade.setColorAt(0, QColor("#f2b880"))
    shade.setColorAt(0.55, QColor("#d9736a"))
    shade.setColorAt(0.56, QColor("#2f4b6e"))
    shade.setColorAt(1, QColor("#152238"))
    painter.fillRect(image.rect(), shade)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#ffe6b8"))
    painter.drawEllipse(QPointF(1500, 780), 210, 210)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG", 88)
    return bytes(buffer.data().data())
