"""Questions that are put to one side of a comparison: for how many of a thing, and for when something happened."""

from __future__ import annotations

import re

from server.engine.notebooks.degrees import Degree
from server.engine.notebooks.paired_questions import family_of

GAP = "§"
"""Where the name of a source stands in a question."""
_PARTICIPLE = {"born", "founded", "built", "demolished", "sold", "bought", "released", "made", "finished", "written"}
_BASES = {
    "opened": "open", "closed": "close", "died": "die", "started": "start", "began": "begin", "ended": "end",
    "came": "come", "went": "go", "left": "leave", "took": "take", "won": "win", "married": "marry",
    "joined": "join", "retired": "retire",
}  # fmt: skip
_ONCE_A_DAY = re.compile(
    r"^(?:opens?|closes?|starts?|begins?|ends?|leaves?|shuts?|runs?|departs?|finish(?:es)?)$", re.IGNORECASE
)


def how_many(degree: Degree, verb: str, rest: str) -> str:
    """How many or how much of it there is, by the verb and the rest of what was asked."""
    asks = f"How many {degree.counted}" if degree.counted else degree.form.partition(" does ")[0]
    if GAP in rest:
        return f"{asks} does {rest}?"
    last = verb.rsplit(maxsplit=1)[-1] if verb else "have"
    last = {"had": "have", "has": "have", "have": "have", "with": "have"}.get(last.lower(), last)
    past = "did" if last.endswith(("ed", "nt", "de")) and last not in {"need", "feed"} else "does"
    return f"{asks} {past} {{thing}} {last}{f' {rest}' if rest else ''}?"


def when(verb: str, rest: str) -> tuple[str, tuple[str, ...], bool]:
    """The question for a time, other words for what happened, and whether it happens every day."""
    last = verb.rsplit(maxsplit=1)[-1].lower() if verb.split() else ""
    tail = f" {rest}" if rest else ""
    if _ONCE_A_DAY.match(last):
        base = last.removesuffix("es") if last.endswith("shes") else last.removesuffix("s")
        return f"When does {{thing}} {base}{tail}?", (base, last, *family_of(base)), True
    happened = family_of(verb)
    if last in _PARTICIPLE or (happened and happened[0] in _PARTICIPLE):
        return f"When was {{thing}} {last}{tail}?", happened, False
    if last:
        return f"When did {{thing}} {_BASES.get(last, last)}{tail}?", (happened or (last,)), False
    return f"When was {{thing}}{tail}?", (), False
