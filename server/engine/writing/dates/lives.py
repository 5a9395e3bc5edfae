"""When people were born and died, as brackets after a name say it: "Edmund Thrale (1881–1957)", "Martha (d. 1869)"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_YEAR = r"1\d{3}|20\d{2}"
_WORD = r"(?:[A-ZÀ-Þ][\w'’-]+|[A-Z]\.)"
_NAME = rf"(?P<name>{_WORD}(?: (?:(?:de|van|von|der|den|la|di|da|du|af|zu) )?{_WORD})*)"
_SPAN = re.compile(rf"{_NAME} \((?:c\. ?)?(?P<b>{_YEAR}) ?[–—-] ?(?P<d>{_YEAR})\)")
_BORN = r"(?:b\.|born|\*|geb\.|geboren|née?|nacid[oa]|nat[oa]|nascid[oa])"
_DIED = r"(?:d\.|died|†|gest\.|gestorben|morte?|muert[oa]|mort[oa])"
_IN = r" ?(?:(?:in|en|em|nel|c\.) ?)?"
_ONE = re.compile(rf"{_NAME} \((?:{_BORN}{_IN}(?P<b>{_YEAR})|{_DIED}{_IN}(?P<d>{_YEAR}))\)")
_NO_PERSON = re.compile(
    r"\b(?:War|Wars|Republic|Empire|Era|Age|Period|Dynasty|Movement|School|Company|Society|Ltd|Church|Street|Road|Line|"
    r"Railway|Canal|Kingdom|Union|Revolution|Plan|Act|Party|League|Association|Museum|University|College|Bank|Series|"
    r"Academy|Institute|Hospital|Council|Theatre|Orchestra|Club|Press|Mill|[Ww]orks|[A-Z][a-z]+works|Laboratory|Office|"
    r"Ministry|Department|Station|House|Hall|Abbey|Bridge|Factory|Foundry|Brewery|Bakery|Shop|Farm|Library|Studios?|"
    r"Ensemble|Choir|Band|Group|Team|Trust|Committee|Edition|Volume|Journal|Review|Times|King|Queen|Emperor|Empress|Pope|Tsar|Kaiser|Krieg|Reich|Roi|Rey|Re|Rei)\b"
)
_OPENS = re.compile(r"\b(?:the|a|an|der|die|das|le|la|les|el|los|il|o|os|as) $", re.IGNORECASE)
_SHORTEST, _LONGEST = 12, 108
"""Years of a life of which something is told."""


@dataclass(frozen=True, slots=True)
class Life:
    """A name with its years, None where they aren't said, and where the brackets stand in the text."""

    name: str
    born: int | None
    died: int | None
    start: int
    end: int


def lives(text: str, known: str = "") -> Iterator[Life]:
    """The people of a text whose years stand in brackets.

    Two years alone are those of a life only after a name of two words or more that is no reign, war or company.

    Args:
        known: the whole source, in which the first name may stand that a bare surname leaves out.
    """
    for m in _SPAN.finditer(text):
        first, last = int(m["b"]), int(m["d"])
        full = " " in m["name"] or re.search(rf"\b{_WORD} {re.escape(m['name'])}\b", known) is not None
        is_name = full and not _NO_PERSON.search(m["name"]) and not _OPENS.search(text[: m.start()])
        if is_name and _SHORTEST <= last - first <= _LONGEST:
            yield Life(m["name"], first, last, m.end("name") + 1, m.end())
    for m in _ONE.finditer(text):
        born, died = (int(m[k]) if m[k] else None for k in ("b", "d"))
        yield Life(m["name"], born, died, m.end("name") + 1, m.end())
