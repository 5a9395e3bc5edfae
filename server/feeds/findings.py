"""What a look at a feed finds, and how its elements are read for that."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from lxml import etree

from server.feeds.rss import ATOM, CONTENT, ITUNES, PODCAST

MOST_DETAILS = 10
"""Places named for each rule."""
NAMESPACES = {"i": ITUNES, "p": PODCAST, "a": ATOM, "c": CONTENT, "fh": "http://purl.org/syndication/history/1.0"}

_DATE = re.compile(
    r"(?:(Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} "
    r"\d\d:\d\d(?::\d\d)? (?:[+-]\d{4}|GMT|UT|EST|EDT|CST|CDT|MST|MDT|PST|PDT)"
)
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(slots=True)
class Findings:
    """How often each rule was looked at, and where it did not hold."""

    looked: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    places: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def see(self, rule: str, holds: object, place: str = "") -> None:
        """Note whether a rule held in a place."""
        self.looked[rule] += 1
        if not holds:
            self.failed[rule] += 1
            if place and len(self.places[rule]) < MOST_DETAILS:
                self.places[rule].append(" ".join(place.split())[:200])


@dataclass(slots=True)
class Checked:
    """What was found, and what the feed points to."""

    findings: Findings = field(default_factory=Findings)
    title: str = ""
    artwork: str = ""
    enclosures: list[tuple[str, str, str]] = field(default_factory=list)
    """Address, length and type, as written."""
    files: list[tuple[str, str]] = field(default_factory=list)
    """Transcripts and chapters: address and type."""
    items: int = 0


def text_of(element: Any) -> str:
    """All text within an element, in its order; empty for none."""
    return "".join(map(str, element.itertext())) if element is not None else ""


def one_of(see: Any, parent: Any, path: str, rule: str) -> str:
    """The text of what must stand there once and say something."""
    found = parent.findall(path, NAMESPACES)
    value = text_of(found[0]).strip() if found else ""
    see(rule, len(found) == 1 and value, f"there are {len(found)}" if len(found) != 1 else "it is empty")
    return value


def once_each(  # noqa: PLR0917
    see: Any, parent: Any, rule: str, place: str, many: set[str], podcast: set[str]
) -> None:
    """Hold each element of `parent` that may stand there once to that, but for those in `many`."""
    for tag, count in Counter(child.tag for child in parent if isinstance(child.tag, str)).items():
        name = etree.QName(tag)
        single = (name.namespace in {None, ITUNES} and name.localname not in many) or (
            name.namespace == PODCAST and name.localname in podcast
        )
        if single:
            see(rule, count == 1, f"{place}: {name.localname} stands there {count} times")


def date_of(text: str) -> tuple[bool, datetime | None]:
    """Whether a date is written as it should be, and what it means."""
    found = _DATE.fullmatch(text)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return False, None
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
    return found is not None and (not found[1] or _DAYS[moment.weekday()] == found[1]), moment


def results_of(findings: Findings, rules: Iterable[str]) -> Iterator[tuple[str, str, int, list[str]]]:
    """For each rule its state (``pass``, ``fail``, ``not_applicable``), how often it failed, and where."""
    for rule in rules:
        looked, failed = findings.looked[rule], findings.failed[rule]
        state = "fail" if failed else "pass" if looked else "not_applicable"
        yield rule, state, failed, list(findings.places[rule])
