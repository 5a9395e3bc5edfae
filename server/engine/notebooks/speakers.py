"""Who speaks in a conversation, by the full name: its turns say "Oona" or "OB", and its opening who that is."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from server.engine.notebooks.terms import names, words

OPENS = 2_000
"""Characters at the beginning of a source in which those who speak are introduced."""
_TITLE = re.compile(r"^(?:dr|mr|mrs|ms|miss|prof|professor|sir|dame)\b\.?\s+", re.IGNORECASE)


def full_names(labels: Collection[str], title: str, text: str) -> Mapping[str, str]:
    """The full name for each label of a turn that is part of one name of the title or opening alone.

    Args:
        labels: first names, family names or initials, as the turns have them.
        text: the source's.
    """
    introduced = f"{title}\n{text[:OPENS]}"
    known = {
        _TITLE.sub("", each)
        for line in introduced.splitlines()
        for each in names(line, first_too=True)
        if not each.isupper()
    }
    full = {each for each in known if len(words(each)) > 1}
    found: dict[str, str] = {}
    for label in labels:
        own = {each for each in full if _is_of(label, each)}
        if len(own) == 1:
            (found[label],) = own
    return found


def _is_of(label: str, name: str) -> bool:
    """Whether a label is the first or the family name of a name, or its initials."""
    parts = name.split()
    return label.lower() in {parts[0].lower(), parts[-1].lower()} or (
        label.isupper() and label == "".join(part[0] for part in parts)
    )
