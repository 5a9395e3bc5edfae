"""When recurring work is due: so many runs a day from its first on, evenly spread in UTC, and nothing is made up.

Run `k` is due ``k`` times a day's share after the first one, counted from that one and not from the run before, so
that neither a late run nor rounding moves the later ones. UTC has no summer time: the hour a person sees changes with
theirs, the spacing never.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from server.domain.times import from_ms, to_ms

DAY_MS = 86_400_000
MOST_A_DAY = 24
LATENESS = timedelta(minutes=5)
"""A run that can't start on time may still start this late. After that it is missed, and no missed run is made up."""


@dataclass(frozen=True, slots=True)
class Recurrence:
    """Runs from `start` on, `daily_count` (1 to 24) a day, none after `end`."""

    start: datetime
    daily_count: int = 1
    end: datetime | None = None

    def moment_of(self, run: int) -> datetime:
        """When run `run` (from 0) is due, to the millisecond."""
        return from_ms(to_ms(self.start) + run * DAY_MS // self.daily_count)

    def run_at(self, now: datetime) -> int | None:
        """The last run whose moment has come by `now`; None before the first. `end` is not looked at."""
        passed = to_ms(now) - to_ms(self.start)
        if passed < 0:
            return None
        # The moments are rounded down: the quotient may be one too low, never too high.
        run = passed * self.daily_count // DAY_MS
        return run + 1 if (run + 1) * DAY_MS // self.daily_count <= passed else run

    def due_at(self, now: datetime, *, since: datetime | None = None) -> datetime | None:
        """The moment of the run that is to start now, if there is one.

        It has come, at most `LATENESS` ago, not before `since` (when the schedule was resumed), and not after `end`.
        Asking again gives the same moment: whoever starts a run keeps that it was started under this moment.
        """
        run = self.run_at(now)
        if run is None:
            return None
        moment = self.moment_of(run)
        if now - moment > LATENESS or (since is not None and moment < since) or self._is_over(moment):
            return None
        return moment

    def next_after(self, now: datetime) -> datetime | None:
        """The moment of the first run after `now`; None when there is none any more."""
        run = self.run_at(now)
        moment = self.moment_of(0 if run is None else run + 1)
        return None if self._is_over(moment) else moment

    def _is_over(self, moment: datetime) -> bool:
        return self.end is not None and moment > self.end
