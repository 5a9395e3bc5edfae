"""Whether a question asks when something ends where the sentence tells when it begins, or the other way round."""

from __future__ import annotations

import re

_TIME = re.compile(
    r"\b(?:when|at what time|what time|(?:in|on) (?:which|what) (?:year|month|day|date)|how late|how early)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:end|ends|ended|ending|finish\w*|close|closes|closed|closing|shuts?|shut|stop|stops|stopped|over|expires?|expired"
    r"|until|till|last|lasts|lasted|ceased?|runs? out|ran out|wound up)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"\b(?:begin|begins|began|begun|beginning|starts?|started|starting|open|opens|opened|opening|commences?|commenced"
    r"|from|since|founded)\b",
    re.IGNORECASE,
)
_ASKS_END = re.compile(
    r"\b(?:ends?|ended|finish|finishes|finished|closes?|closed|shuts?|stops?|stopped|expires?|expired|cease|over)"
    r"(?:\s+(?:in|at|on|for)\b[^?]*)?\s*\?*$",
    re.IGNORECASE,
)
_ASKS_BEGIN = re.compile(
    r"\b(?:begin|begins|began|start|starts|started|open|opens|opened|commence|commences)(?:\s+(?:in|at|on|for)\b[^?]*)?\s*\?*$",
    re.IGNORECASE,
)


def contrary(question: str, told: str) -> bool:
    """Whether a sentence tells the other end of what is asked for: "starts at ten" where it is asked when it closes.

    Only where the question ends with its verb and the sentence has words for the other end alone.
    """
    if not _TIME.search(question):
        return False
    if _ASKS_END.search(question):
        return _BEGINS.search(told) is not None and _ENDS.search(told) is None
    if _ASKS_BEGIN.search(question):
        return _ENDS.search(told) is not None and _BEGINS.search(told) is None
    return False
