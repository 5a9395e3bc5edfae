"""Named points where a test may kill the process, to prove that nothing is lost there."""

from __future__ import annotations

import os

FAULT_VARIABLE = "QUILLCAST_FAULT"
"""``point`` kills at the first passage, ``point:3`` at the third."""

POINTS = frozenset(
    {
        "before-accept-commit",
        "after-accept-commit",
        "after-claim-commit",
        "after-upload-stored",
        "during-storing",
        "before-terminal-commit",
        "after-terminal-commit",
        "after-cancel-commit",
    }
)
"""Every point; a test kills the server at each."""

_seen: dict[str, int] = {}
_wanted = os.environ.get(FAULT_VARIABLE)


def fault(point: str) -> None:
    """End the process here, as a power cut would, if the environment names this point; else do nothing."""
    if _wanted is None:
        return
    name, _, passage = _wanted.partition(":")
    if name != point:
        return
    _seen[point] = _seen.get(point, 0) + 1
    if _seen[point] >= int(passage or 1):
        os._exit(137)
