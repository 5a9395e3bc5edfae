"""Feeds, templates, schedules and projects of an example studio, for pictures and tests."""

from __future__ import annotations

from datetime import datetime, timedelta

from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from stub_api import StubApi, a_request
from stub_planning import a_feed, a_project, a_schedule, a_template, an_item, wire_time

VALLEY = (
    ("The northern wetland held the January flood back", "Ada Brook", 3),
    ("Pike counts are out: the second year is better than the first", "J. Marsh", 9),
    ("What the new sluice at Harrow Mill costs, and what it saves", "Ada Brook", 21),
    ("Open day at the pump house", "Valley Office", 28),
    ("Why the lake was green in August", "M. Orsini", 47),
    ("Dry stone walls: a list of those that still stand", "J. Marsh", 70),
    ("Minutes of the water board, autumn meeting", "Valley Office", 95),
    ("A winter without salt on the valley road", "M. Orsini", 121),
    ("Reed cutting begins: where to keep your distance", "Ada Brook", 150),
)


def fill(api: StubApi) -> None:
    """Everything that the panel of feeds and schedules shows."""
    contents, plans = api.contents, api.contents.plans
    now = datetime.now().astimezone()
    a_feed(
        plans,
        "Rail Forum",
        status="failing",
        error="rail-forum.example has a fault of its own (503); try again later",
        items=4,
    )
    a_feed(plans, "Old Harbour Log", status="gone", error="harbour.example says that this feed is gone for good.")
    a_feed(plans, "Seed Savers", items=12)
    valley = a_feed(plans, "Valley Gazette", items=0, itemCount=len(VALLEY))
    plans.items[valley["id"]] = [
        an_item(valley["id"], title, hours=hours, author=author) for title, author, hours in VALLEY
    ]
    brief = a_template(contents, "Valley brief, two voices", feedIds=[valley["id"]])
    a_template(contents, "Gazette as an article", outputType="text")
    a_template(contents, "Deep dive with citations", feedIds=[])
    plans.subscriptions.append(
        {"id": contents.fresh_id(), "feedId": valley["id"], "requestId": brief["id"], "error": None}
    )

    def at(days: int, hour: int, minute: int = 0) -> datetime:
        return now.replace(hour=hour, minute=minute, second=0, microsecond=0) + timedelta(days=days)

    a_schedule(
        contents,
        "Morning in the valley",
        at(-30, 7),
        runs=30,
        nextRunOn=wire_time(at(1, 7)),
        endDate=wire_time(at(45, 12)),
    )
    a_schedule(
        contents,
        "Harbour weather",
        at(-9, 5),
        dailyCount=3,
        runs=27,
        nextRunOn=wire_time(at(1, 5)),
        endDate=wire_time(at(4, 6)),
    )
    a_schedule(contents, "Council watch", at(-4, 18, 30), status="paused", runs=4, nextRunOn=None)
    for title, moment, kind in (
        ("Scales of trust, part two", at(1, 9, 30), "audio"),
        ("Bread, salt, time: the recipes", at(2, 16), "text"),
        ("Night trains are back, again", at(4, 20, 15), "audio"),
        ("Lake Vell in winter", at(6, 11), "audio"),
    ):
        a_request(
            contents,
            title,
            status=0,
            stage="queued",
            duration=0,
            output_type=kind,
            scheduled_on=wire_time(moment),
            requested_on=wire_time(now - timedelta(days=1)),
        )
    a_project(
        api,
        "Dev Notes",
        description="Software, said plainly.",
        textColor="#1d1b26",
        backgroundColor="#fbfaff",
        brandColor="#5a4fcf",
    )
    a_project(
        api,
        "Lake Vell",
        logo=logo("Lake Vell", "#1d6f5c"),
        description="Three years of measurements at a reservoir, told for people who live around it. "
        "Figures are always given with their year. Nobody is blamed for the dry summer.",
        url="https://vellwater.example/about",
        textColor="#16302b",
        backgroundColor="#f4faf7",
        brandColor="#1d6f5c",
        accentColor="#f2a33a",
    )


def logo(text: str, ground: str, *, opaque: bool = True) -> bytes:
    """A drawn logo as a PNG."""
    image = QImage(480, 120, QImage.Format.Format_ARGB32 if not opaque else QImage.Format.Format_RGB32)
    image.fill(QColor(ground) if opaque else QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont("Inter")
    font.setPixelSize(58)
    font.setWeight(QFont.Weight.DemiBold)
    painter.setFont(font)
    painter.setPen(QColor("#ffffff"))
    painter.drawText(QRectF(0, 0, 480, 120), int(Qt.AlignmentFlag.AlignCenter), text)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())
