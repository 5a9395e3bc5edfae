"""Lines that were broken for a page, put together again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

_LAST = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)*)[-\u2010\u00ad\u0002\ufffe]$")
_HEADS = frozenset(
    ("well", "self", "half", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
)
"""First halves of English compounds at which no other word is broken."""
_FIRST = re.compile(r"[^\W\d_]+")


def hyphenated_words(lines: Iterable[str]) -> frozenset[str]:
    """The compounds with a hyphen that stand unbroken within a line, in lower case."""
    found: set[str] = set()
    for line in lines:
        if "-" in line:
            found.update(word.lower() for word in re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)+", line))
    return frozenset(found)


def _is_compound(head: str, tail: str, compounds: Collection[str]) -> bool:
    return f"{head}-{tail}".lower() in compounds or (head.lower() in _HEADS and len(tail) >= 4)


def joined(lines: Iterable[str], compounds: Collection[str] = ()) -> str:
    """The lines as one; a hyphen at a line's end goes, unless the text has that compound with a hyphen elsewhere."""
    text = ""
    for raw in lines:
        line = raw.strip()
        if not line:
            continue
        last, first = _LAST.search(text[-60:]), _FIRST.match(line)
        if last is None or first is None:
            text = f"{text} {line}" if text else line
        elif line[0].islower() and not _is_compound(last[1], first[0], compounds):
            text = text[:-1] + line
        else:
            text = text[:-1] + "-" + line
    return text
