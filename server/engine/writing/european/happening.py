"""Whether a sentence that opens with its date can be asked for what happened then."""

from __future__ import annotations

import re

from server.engine.writing.european.romance_verbs import Takes, verbs

_PRONOUN = {
    "de": re.compile(r"\w+ (?:(?:er|sie|es|ich|wir|man|sich)\b|(?:das|dies)\b(?! (?:[a-zäöüß]+ )?[A-ZÄÖÜ]))"),
    "fr": re.compile(r"(?:il|elle|ils|elles|on|je|j['’]|nous|vous|ce|c['’]|cela|son|sa|ses|leurs?) ?"),
    "es": re.compile(r"(?:lo|la|los|las|le|les|me|nos|yo|él|ella|ellos|ellas|su|sus) (?!\w+ (?:es|fue|era)\b)"),
    "it": re.compile(
        r"(?:lo|la|li|le|gli|ne|ci|vi|mi|io|lui|lei|loro|suo|sua) (?=[a-zà-ÿ]+(?:ò|ì|ava|eva|iva|arono|irono|e|a)\b(?! ))|(?:ne|ci|lo|li|gli|mi|io|lui|lei) "
    ),
    "pt": re.compile(r"(?:me|nos|lhe|lhes|eu|ele|ela|eles|elas|seu|sua) "),
}
"""Who is meant stands before the sentence."""
_TO_COME = {
    "de": re.compile(r"(?:wird|werden|soll|sollen|will|wollen|ist|sind)\b"),
    "fr": re.compile(r"[^.]*?(?:doi(?:t|vent)|va|vont|[a-zà-ÿ]{2,}(?:ra|ront))\b"),
    "es": re.compile(r"[^.]*?(?:deben?|va|van|[a-zà-ÿ]{2,}r(?:á|án))\b"),
    "it": re.compile(r"[^.]*?(?:deve|devono|[a-zà-ÿ]{2,}r(?:à|anno))\b"),
    "pt": re.compile(r"[^.]*?(?:deve|devem|vai|vão|[a-zà-ÿ]{2,}r(?:á|ão))\b"),
}
"""What is still to come when it is told."""
_LOOKED_AT = 60
"""Characters behind the date in which the verb stands."""
_COMES_ABOUT = re.compile(
    r"(?:na(?:ció|cieron|cque|cquero|sceu|sceram)|mor(?:ì|ió|reu)|murió|cominci(?:ò|arono)|inizi(?:ò|arono)|empez(?:ó|aron)|comenz(?:ó|aron)|começ(?:ou|aram)|"
    r"lleg(?:ó|aron)|arriv(?:ò|arono)|cheg(?:ou|aram)|abr(?:ió|ieron|iu|iram)|aprì|chiuse|cerró|cerraron|fech(?:ou|aram)|hubo|houve|ocurrió|successe|aconteceu|fu|furono|fue|fueron|foi|foram)\b"
)
"""Verbs whose subject stands behind them."""


def can_be_asked(said: str, code: str) -> bool:
    """Whether what a sentence says after its date has happened, and names to whom.

    Args:
        said: the sentence without its date.
    """
    if _PRONOUN[code].match(said) or _TO_COME[code].match(said[:_LOOKED_AT]):
        return False
    if code in {"de", "fr"}:
        return True
    first = re.match(r"[\wà-ÿ]+", said)
    takes = verbs(code).takes(first[0]) if first is not None else None
    return takes is None or bool(takes & Takes.BE) or _COMES_ABOUT.match(said) is not None
