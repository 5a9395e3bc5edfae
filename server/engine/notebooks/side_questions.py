"""Questions that are put to one side of a comparison: for how many of a thing, and for when something happened."""

from __future__ import annotations

import re

from server.engine.notebooks.degrees import Degree
from server.engine.notebooks.terms import words

GAP = "§"
"""Where the name of a source stands in a question."""
_PARTICIPLE = {"born", "founded", "built", "demolished", "sold", "bought", "released", "made", "finished", "written"}
_BASES = {
    "opened": "open", "closed": "close", "died": "die", "started": "start", "began": "begin", "ended": "end",
    "came": "come", "went": "go", "left": "leave", "took": "take", "won": "win", "married": "marry",
    "joined": "join", "retired": "retire",
}  # fmt: skip
_HAPPENED = (
    ("closed", "close", "closing", "closure", "shut", "ended", "end", "gave it up", "given up"),
    ("opened", "open", "opening", "reopened", "inaugurated", "inauguration"),
    ("founded", "found", "founding", "foundation", "established"),
    ("started", "start", "starts", "begin", "begins", "began", "begun", "beginning", "since", "launched"),
    ("married", "marry", "marriage", "wedding", "wed"),
    ("retired", "retire", "retirement"),
    ("built", "build", "building", "construction", "erected", "completed", "completion"),
    ("released", "release", "introduced", "introduction", "launched", "launch", "published", "publication"),
    ("born", "birth", "came into the world"),
    ("died", "die", "death"),
    ("sold", "sell", "sale"),
    ("bought", "buy", "purchase", "purchased"),
    ("demolished", "demolition", "felled", "pulled"),
)
"""Words for one thing that happens; the first is what a question asks with."""
_NOUN = re.compile(r"^(?:the\s+)?(?P<noun>[a-z]+)\s+of\s+(?P<thing>.+)$", re.IGNORECASE)
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


def family_of(verb: str) -> tuple[str, ...]:
    """Words for what a verb says happened; the first is what a question asks with."""
    spoken = {word.lower() for word in words(verb)}
    return next((family for family in _HAPPENED if spoken & set(family)), ())


def event_of(thing: str) -> tuple[str, tuple[str, ...]] | None:
    """The question for when something was that is named by a noun, "the founding of the mill", and words for it."""
    noun = _NOUN.match(thing)
    family = family_of(noun["noun"]) if noun else ()
    if noun is None or not family:
        return None
    form = "When did {} die?" if family[0] == "died" else f"When was {{}} {family[0]}?"
    return form.format(noun["thing"]), family
