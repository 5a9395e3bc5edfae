"""What runs when: the runs of recurring schedules to come, and requests that wait for their time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum

from app.client.requests import Row
from app.client.schedules import Schedule
from app.language import tr
from app.models import phrases

DAY_MS = 86_400_000


class OccasionKind(StrEnum):
    """Where an occasion comes from."""

    RUN = "run"
    """A run of a recurring schedule."""
    REQUEST = "request"
    """A request that waits for its time, one of a series too."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """One thing that starts at a moment. `id` is that of its schedule or request."""

    kind: OccasionKind
    id: str
    title: str
    moment: datetime
    output_type: str = ""
    is_paused: bool = False

    @property
    def key(self) -> tuple[str, datetime]:
        """Names it over time: a schedule has many moments."""
        return (self.id, self.moment)

    @property
    def can_move(self) -> bool:
        """Whether it can be moved by itself."""
        return self.kind is OccasionKind.REQUEST

    @property
    def here(self) -> datetime:
        """Its moment in the time of this computer."""
        return self.moment.astimezone()

    @property
    def day(self) -> date:
        """The day it falls on here."""
        return self.here.date()

    @property
    def spoken(self) -> str:
        """All of it in one sentence, for a tip or a screen reader."""
        kind = tr("a run of a schedule") if self.kind is OccasionKind.RUN else tr("once")
        paused = tr(", paused") if self.is_paused else ""
        return f"{phrases.time(self.moment)} {self.title}, {phrases.output(self.output_type)}, {kind}{paused}"


def runs_of(schedule: Schedule, *, after: datetime, until: datetime) -> list[Occasion]:
    """The runs of a schedule after one moment and before another; a paused one's as they would be.

    Run `k` is due ``k`` times a day's share after the first one, in UTC, as the server has it.
    """
    if schedule.start_on is None or schedule.status == "ended" or schedule.daily_count < 1:
        return []
    first = _ms(schedule.start_on)
    passed = max(_ms(after) - first, -1)
    run = passed * schedule.daily_count // DAY_MS if passed > 0 else 0
    ends = min(until, schedule.end_on + timedelta(milliseconds=1)) if schedule.end_on else until
    found = []
    while (moment := schedule.start_on + timedelta(milliseconds=run * DAY_MS // schedule.daily_count)) < ends:
        if moment > after:
            found.append(
                Occasion(
                    OccasionKind.RUN,
                    schedule.id,
                    schedule.title or tr("Untitled"),
                    moment,
                    schedule.output_type,
                    schedule.status == "paused",
                )
            )
        run += 1
    return found


def occasions(
    schedules: Iterable[Schedule], waiting: Iterable[Row], *, after: datetime, until: datetime
) -> tuple[Occasion, ...]:
    """Everything that starts after one moment and before another, in order of time."""
    found = [run for schedule in schedules for run in runs_of(schedule, after=after, until=until)]
    found += [
        Occasion(OccasionKind.REQUEST, row.id, row.title or tr("Untitled"), row.scheduled_on, row.output_type)
        for row in waiting
        if row.scheduled_on is not None and after < row.scheduled_on < until
    ]
    return tuple(sorted(found, key=lambda each: (each.moment, each.title, each.id)))


def by_day(found: Sequence[Occasion]) -> dict[date, tuple[Occasion, ...]]:
    """Occasions by the day they fall on here."""
    days: dict[date, list[Occasion]] = {}
    for each in found:
        days.setdefault(each.day, []).append(each)
    return {day: tuple(held) for day, held in days.items()}


def rhythm(schedule: Schedule) -> str:
    """How often a schedule runs: ``Every day at 08:00``, ``4 times a day until 3 Dec 2026``."""
    if schedule.daily_count != 1:
        often = tr("{number} times a day", number=schedule.daily_count)
    elif schedule.start_on:
        often = tr("Every day at {time}", time=phrases.time(schedule.start_on))
    else:
        often = tr("Every day")
    return tr("{often} until {day}", often=often, day=phrases.day(schedule.end_on)) if schedule.end_on else often


def moved_to(occasion: Occasion, day: date, *, minute: int | None = None) -> datetime:
    """The moment of an occasion on another day, at its own time of day or at a minute of that day, with a zone."""
    at = minute if minute is not None else occasion.here.hour * 60 + occasion.here.minute
    wall = datetime(day.year, day.month, day.day) + timedelta(minutes=at)  # noqa: DTZ001 - the time on this computer
    return wall.astimezone()


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
