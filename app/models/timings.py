"""When an order runs: now, at a time, again and again, or whenever a feed brings something."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from app.language import mark

MOST_A_DAY = 24


class When(StrEnum):
    """The ways."""

    NOW = "now"
    AT = "at"
    REPEAT = "repeat"
    TEMPLATE = "template"


CHOICES = (
    (When.NOW, mark("Now")),
    (When.AT, mark("At a time")),
    (When.REPEAT, mark("Again and again")),
    (When.TEMPLATE, mark("As a template")),
)
MAKE = {
    When.NOW: (mark("Create"), "creation"),
    When.AT: (mark("Schedule"), "calendar-clock"),
    When.REPEAT: (mark("Start repeating"), "repeat"),
    When.TEMPLATE: (mark("Save as template"), "content-save-outline"),
}
"""What the button says that sends the order, and its icon."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The way, and what belongs to it. `at` is also the first run of a repetition; None begins at once."""

    when: When = When.NOW
    at: datetime | None = None
    daily_count: int = 1
    until: datetime | None = None
    template_name: str = ""

    @property
    def wire(self) -> dict[str, Any]:
        """The fields of the order."""
        match self.when:
            case When.NOW:
                return {}
            case When.AT:
                return _given({"scheduledOn": _time(self.at)})
            case When.REPEAT:
                return _given(
                    {
                        "isScheduled": True,
                        "dailyCount": self.daily_count,
                        "scheduledOn": _time(self.at),
                        "scheduleEndDate": _time(self.until),
                    }
                )
            case When.TEMPLATE:
                return {"templateMode": {"type": "feed"} | _given({"name": self.template_name})}


def _time(moment: datetime | None) -> str:
    return moment.astimezone(UTC).isoformat() if moment else ""


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value != ""}
