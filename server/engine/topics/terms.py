"""The words of a topic, and how much of them a text holds."""

from __future__ import annotations

import re
from functools import cache

MOST_TERMS = 12
ENOUGH = 0.6
"""Part of a topic's words that a text must hold to be about it."""
_WORD = re.compile(r"[^\W_]+")
_SHORT = 4
_ENDING = 2
"""Letters at a word's end that languages bend."""
_COMMON = frozenset(
    """about above after again all also and any are because been before being between both but can could did does down
    during each few for from further had has have having here how into its itself just more most much not now off once
    only other our out over own same should some such than that the their them then there these they this those through
    under until very was were what when where which while who whom why will with would your explain describe write tell
    overview introduction history story podcast episode article research latest news
    aber alle als also auch auf aus bei bin bis das dass dem den der des die doch durch ein eine einem einen einer eines
    für hat hatte haben ich ihr ihre ist kann mit nach nicht noch nur oder ohne sehr sich sie sind über und uns unter
    vom von vor wann warum was weil wenn wer wie wird wurde zum zur zwischen geschichte überblick
    avec aux ces cette dans des elle elles entre est les leur mais nous par pas plus pour quand que qui sans ses son
    sont sur tous une vous histoire comment pourquoi
    como con cual cuando del desde donde entre esta este esto las los más para pero por porque que qué quien ser sin
    sobre son sus una uno historia cómo
    che chi come con cosa dalla dalle degli del della delle dove gli nella nelle non per perché più quando sono sua suo
    sul sulla tra una storia
    ao aos com como das dos ela ele em entre essa esse esta este foi isso mais mas nas nos não para pela pelo por quando
    que quem sem ser seu sua são sobre uma história""".split()
)


@cache
def terms_of(topic: str) -> tuple[str, ...]:
    """The words that a topic is made of, folded, without the common ones; all of its words where none is left."""
    words = [match[0].casefold() for match in _WORD.finditer(topic[:2_000])]
    own = [word for word in words if word not in _COMMON and (len(word) >= _SHORT or word.isdigit())]
    own = own or [word for word in words if word not in _COMMON] or words
    return tuple(dict.fromkeys(own))[:MOST_TERMS]


def share_of(terms: tuple[str, ...], text: str) -> float:
    """The part of a topic's words that a text holds, endings aside."""
    if not terms:
        return 0.0
    words = {match[0].casefold() for match in _WORD.finditer(text)}
    starts = {word[:-_ENDING] for word in words if len(word) > _SHORT}
    return sum(
        term in words or _stem(term) in words or _stem(term) in starts or term in starts for term in terms
    ) / len(terms)


def _stem(term: str) -> str:
    return term[:-_ENDING] if len(term) > _SHORT + 1 and not term.isdigit() else term
