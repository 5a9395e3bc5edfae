"""Years told in words, as people say them: "nineteen sixty-one", "eighteen hundred", "nineteen oh four"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from server.engine.writing.dates.moments import Mention, Moment

_ONES = "one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_HUNDREDS = {"sixteen": 1600, "seventeen": 1700, "eighteen": 1800, "nineteen": 1900, "twenty": 2000}
_REST = (
    {word: 10 + n for n, word in enumerate(_TEENS)}
    | {word: 20 + 10 * n for n, word in enumerate(_TENS)}
    | {f"{ten}-{one}": 20 + 10 * n + k for n, ten in enumerate(_TENS) for k, one in enumerate(_ONES, 1)}
    | {f"oh {one}": k for k, one in enumerate(_ONES, 1)}
    | {f"oh-{one}": k for k, one in enumerate(_ONES, 1)}
)
_SPELLED = re.compile(
    rf"(?<![\w-])(?P<c>{'|'.join(_HUNDREDS)})[ -](?P<r>{'|'.join(sorted(_REST, key=len, reverse=True))})"
    r"(?=\s*(?:[.,;:!?)]|$)|\s(?:was|it|the|he|she|we|they|I|and|when|to|for|after|before|in|on|at|or|until|that|as|my|his|her|our)\b)",
    re.IGNORECASE,
)
"""What follows is no noun that would be counted: "nineteen forty watt bulbs"."""


def spelled_years(text: str) -> Iterator[Mention]:
    """Each year that is told in words."""
    for m in _SPELLED.finditer(text):
        year = _HUNDREDS[m["c"].lower()] + _REST[m["r"].lower()]
        yield Mention(m.start(), m.end(), Moment(year), core=m.start())
