"""Whether a question wants a telephone number, an address of mail or of a web page, and whether a text has one."""

from __future__ import annotations

import re

_KINDS = (
    (
        re.compile(r"^(?:what|which)\b.*\b(?:tele|mobile )?phone number\b", re.IGNORECASE),
        re.compile(
            r"(?:\b(?:tele|mobile )?phone|\btel\b|\bcall|\bring\b|\bdial)[^.]{0,60}?\d{3}"
            r"|\+\d[\d ()-]{7,}|\b0\d{2,}[ /-]\d{3}",
            re.IGNORECASE,
        ),
    ),
    (re.compile(r"^what\b.*\be-?mail address\b", re.IGNORECASE), re.compile(r"\S@\S")),
    (
        re.compile(r"^what\b.*\b(?:web address|address of .*\bweb ?(?:site|page)|url)\b", re.IGNORECASE),
        re.compile(r"https?://|\bwww\.|\b[\w-]+\.(?:com|org|net|info|eu|[a-z]{2})\b"),
    ),
)
"""What asks for each kind, and what each looks like."""


def lacks_contact(question: str, text: str) -> bool:
    """Whether a question asks for one of these that a text does not have: what stands near it there answers nothing."""
    return any(asks.search(question) and not looks.search(text) for asks, looks in _KINDS)
