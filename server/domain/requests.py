"""What can be asked for, and how far it has come."""

from __future__ import annotations

from enum import StrEnum


class OutputType(StrEnum):
    """The eleven things that can be made."""

    AUDIO = "audio"
    TEXT = "text"
    FAQ = "faq"
    STUDY_GUIDE = "study_guide"
    TIMELINE = "timeline"
    BRIEFING_DOC = "briefing_doc"
    QUIZ = "quiz"
    VIDEO = "video"
    INFOGRAPHIC = "infographic"
    SLIDE_DECK = "slide_deck"
    DATATABLE = "datatable"


class Style(StrEnum):
    """How an episode or a text is built."""

    DEEP_DIVE = "deep dive"
    BRIEF = "brief"
    CRITIQUE = "critique"
    DEBATE = "debate"


class Duration(StrEnum):
    """How long it should be, where the sources carry it; never by padding."""

    SHORT = "short"
    DEFAULT = "default"
    LONG = "long"


TARGET_MINUTES = {Duration.SHORT: 2.0, Duration.DEFAULT: 6.0, Duration.LONG: 15.0}
"""Minutes of audio that each length aims at."""


class Quality(StrEnum):
    """`draft` takes the fast voice."""

    DRAFT = "draft"
    FINAL = "final"


class Stage(StrEnum):
    """Where a request is; the value is the wire's `stage`."""

    QUEUED = "queued"
    PICKED_UP = "picked_up"
    IMPORTING = "importing"
    WRITING = "writing"
    WAITING_FOR_APPROVAL = "waiting_for_approval"
    VOICING = "voicing"
    MIXING = "mixing"
    STORING = "storing"
    COMPLETED = "completed"
    SCHEDULE = "schedule"
    TEMPLATE = "template"


STAGE_SPAN = {
    Stage.QUEUED: (0, 0),
    Stage.PICKED_UP: (5, 5),
    Stage.IMPORTING: (5, 30),
    Stage.WRITING: (30, 55),
    Stage.WAITING_FOR_APPROVAL: (55, 55),
    Stage.VOICING: (55, 85),
    Stage.MIXING: (85, 95),
    Stage.STORING: (95, 99),
    Stage.COMPLETED: (100, 100),
}
"""The status percentages that each stage runs through."""


def status_of(stage: Stage, fraction: float = 0.0) -> int:
    """The wire's `status` when `fraction` (0 to 1) of a stage is done."""
    low, high = STAGE_SPAN[stage]
    return low + int((high - low) * min(max(fraction, 0.0), 1.0))
