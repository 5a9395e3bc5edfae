"""What somebody said about a matter, of sentences that give his words or report them without `that`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from server.engine.writing.analysis import Role, Sentence
from server.engine.writing.asking import Asked, Kind
from server.engine.writing.english.clauses import dangles
from server.engine.writing.english.figures import MONTH
from server.engine.writing.english.subjects import NO_SUBJECT, VAGUE_SUBJECT

_TITLES = r"(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Cllr|Councillor|Captain|Revd|Reverend|Judge)\.?"
_NAME = rf"(?:{_TITLES} )?[A-Z][a-z][\w'’-]*(?: [A-Z][\w'’-]+){{0,3}}"
_SAYS = (
    r"(?P<verb>said|says|told|tells|wrote|writes|added|adds|replied|argues|argued|thinks|thought|warned|warns|"
    r"explained|explains)"
)
_BEHIND = re.compile(rf"[,?!]\" {_SAYS} (?P<who>{_NAME})(?=[,.;]| (?:of|who|which|at|from|in)\b)")
_BEHIND_TURNED = re.compile(rf"[,?!]\" (?P<who>{_NAME}) {_SAYS}\b")
_BEFORE = re.compile(rf"^(?P<who>{_NAME})(?:, [^,\"]{{3,60}},)? {_SAYS}\b(?! that\b)(?P<rest>.{{12,}})")
_PAST = frozenset("said told wrote added replied argued thought warned explained".split())
_NOBODY = frozenset(
    "the in on at it he she they we i but and when if after before one nobody everybody others some many most".split()
)
_MATTER_MOST = 5
"""Words of what is talked about."""


def said_about(s: Sentence, matters: Iterable[str], *, voice: str, is_known: Callable[[str], bool]) -> Iterator[Asked]:
    """\"That brake did its work,\" Miss Minns said.": "What did Miss Minns say about the brake?"

    Args:
        matters: phrases of the sentence that may be asked about, the best first.
        voice: who speaks in the whole text, if somebody does; he isn't asked about as another one.
        is_known: whether a phrase comes up elsewhere in the source.
    """
    if s.roles & {Role.QUESTION, Role.TABLE}:
        return
    match = _BEHIND.search(s.told) or _BEHIND_TURNED.search(s.told) or _BEFORE.match(s.told)
    if match is None or match["who"].split()[0].lower() in _NOBODY or (voice and match["who"] in voice):
        return
    who, helper = match["who"], "did" if match["verb"] in _PAST else "does"
    claim = s.told[: match.start()] + s.told[match.end("who") :]
    for words in dict.fromkeys(matters):
        said = re.sub(r"^(?:this|that|these|those) (?=\w)", "the ", words)
        low = said.lower().split()
        if not low or len(low) > _MATTER_MOST or low[-1] in VAGUE_SUBJECT or low[0] in NO_SUBJECT - {"the"}:
            continue
        definite = low[0] == "the" or said[0].isupper() or (low[-1].endswith("s") and not low[-1].endswith("ss"))
        inside = re.search(rf"\b{re.escape(low[-1])}\b", claim, re.IGNORECASE)
        if not definite or not inside or any(w in who for w in said.split() if w[:1].isupper()):
            continue
        if (
            re.search(rf"\d|\b(?:{MONTH}|\w+day)\b", said)
            or not is_known(said)
            or dangles(f"what did all the people say about {said}")
        ):
            continue
        put = f"What {helper} {who} say about {said}?"
        yield Asked(put, Kind.VIEW, s.id, "", 0.62, checked=False)
        return
