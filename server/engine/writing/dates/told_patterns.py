"""How days are pointed at from what was told before them: "the following Monday", "on the 21st of that month"."""

from __future__ import annotations

from collections.abc import Iterator

from server.engine.writing.dates.moments import Turn

_PART = r"(?:day|morning|afternoon|evening|night)"
_NTH = r"(?P<n>first|second|third|fourth|fifth|last|final)"


def told_patterns(days: str, any_day: str) -> Iterator[tuple[str, Turn]]:
    """Patterns with the way they point.

    Args:
        days: the pattern of a weekday, in its group ``wd``.
        any_day: the pattern of a spelled day of the month.
    """
    number = rf"(?:(?P<d>\d{{1,2}})(?:st|nd|rd|th)|(?P<dw>{any_day}))"
    yield rf"\b(?:on )?(?:the )?{days} of (?:that|the same) week\b", Turn.THAT_WEEK
    yield rf"\bon {days} (?P<n>last)(?=[,.;:]|$| (?:and|the|an?|we|he|she|they|it|I)\b)", Turn.NEAR
    yield rf"\b(?:on )?the following {days}", Turn.FOLLOWING
    yield rf"\b(?:on )?the {days} (?:after(?:wards)?|following)(?=[,.;:)]|$)", Turn.AFTER
    yield rf"\b(?:(?:on|by|from|until|since) )?(?:{days},? )?the {number} of (?:that|the same) month\b", Turn.OF_TOLD
    yield (
        rf"\b(?:on (?:the {_PART} of )?)?(?:{days},? )?the {number} of (?:(?P<next>next)|(?P<last>last)|this) month\b",
        Turn.OF_MONTH,
    )
    yield (
        r"\bfrom the (?P<d>\d{1,2})(?:st|nd|rd|th) (?:to|until|till|through) the "
        r"(?:(?P<e>\d{1,2})(?:st|nd|rd|th)|end of the month\b)(?! of\b| [A-Z])",
        Turn.SPAN,
    )
    yield rf"\bon the {_NTH} {_PART}\b(?! of\b| after\b| before\b)", Turn.OF_STRETCH
    yield rf"\bon the {days}(?=[,.;]|$)", Turn.IN_STRETCH
