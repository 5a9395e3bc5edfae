"""What a number in a sentence is of: the name of a property."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from server.engine.writing.analysis import Analysis, Sentence

_VERBS: Mapping[str, Mapping[str, str]] = {
    "en": {
        r"weigh(?:s|ed)?": "Weight",
        r"costs?|is priced at|sells? for": "Price",
        r"measures?|is (?=[\d.,]+ \w+ long)": "Length",
        r"lasts?": "Duration",
        r"holds?|takes? up to|carr(?:y|ies)": "Capacity",
        r"employs?|employed": "Employees",
        r"consumes?|uses?": "Consumption",
        r"reaches": "Reach",
        r"opened": "Opened",
        r"founded": "Founded",
        r"lies at|stands at|rises to": "Height",
    },
    "de": {
        r"wiegt|wiegen": "Gewicht",
        r"kostet|kosten": "Preis",
        r"misst": "Länge",
        r"hält|dauert": "Dauer",
        r"fasst": "Fassungsvermögen",
        r"verbraucht": "Verbrauch",
        r"beschäftigt": "Beschäftigte",
    },
    "fr": {
        r"pèse(?:nt)?": "Poids",
        r"coûte(?:nt)?": "Prix",
        r"mesure(?:nt)?": "Longueur",
        r"dure(?:nt)?": "Durée",
        r"contient|accueille": "Capacité",
        r"consomme": "Consommation",
        r"emploie": "Employés",
    },
    "es": {
        r"pesan?": "Peso",
        r"cuestan?": "Precio",
        r"miden?": "Longitud",
        r"duran?": "Duración",
        r"caben?": "Capacidad",
        r"consumen?": "Consumo",
        r"emplean?": "Empleados",
    },
    "it": {
        r"pesa(?:no)?": "Peso",
        r"costa(?:no)?": "Prezzo",
        r"misura(?:no)?": "Lunghezza",
        r"dura(?:no)?": "Durata",
        r"contiene": "Capacità",
        r"consuma": "Consumo",
        r"impiega": "Dipendenti",
    },
    "pt": {
        r"pesam?": "Peso",
        r"custam?": "Preço",
        r"mede[m]?": "Comprimento",
        r"duram?": "Duração",
        r"leva|comporta": "Capacidade",
        r"consome": "Consumo",
        r"emprega": "Empregados",
    },
}
_ADJECTIVES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "long": "Length",
        "wide": "Width",
        "high": "Height",
        "tall": "Height",
        "deep": "Depth",
        "old": "Age",
        "thick": "Thickness",
        "heavy": "Weight",
    },
    "de": {"lang": "Länge", "breit": "Breite", "hoch": "Höhe", "tief": "Tiefe", "alt": "Alter", "schwer": "Gewicht"},
    "fr": {"de long": "Longueur", "de large": "Largeur", "de haut": "Hauteur"},
    "es": {"de largo": "Longitud", "de ancho": "Anchura", "de alto": "Altura"},
    "it": {"di lunghezza": "Lunghezza", "di larghezza": "Larghezza", "di altezza": "Altezza"},
    "pt": {"de comprimento": "Comprimento", "de largura": "Largura", "de altura": "Altura"},
}
_NOUN_OF = re.compile(
    r"\b(?P<noun>[^\W\d_][\w-]+(?: [^\W\d_][\w-]+)?) (?:of|is|was|von|beträgt|liegt bei|de|d['’]|est de|es de|di|è di|é de)(?: (?:about|only|up to|nearly|rund|etwa|environ|unos|circa|cerca de))? ?$",  # noqa: E501
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"^(?:a|an|the|its|his|her|their|with a|has a|and a|mit einem|mit einer|ein|eine|einen|une?|una?|uno|um|uma|le|la|el|il|o)\b ?",  # noqa: E501
    re.IGNORECASE,
)
_EMPTY = frozenset("it this that these they he she we i you there about only up to nearly some with and or for".split())


def property_name(analysis: Analysis, text: str, start: int, end: int) -> str:
    """The property that the number at ``text[start:end]`` gives, from the verb, noun or adjective beside it, or nothing.

    Args:
        start: where the number begins.
        end: where its unit ends.
    """  # noqa: E501
    code = analysis.rules.code
    before, after = text[:start], text[end:]
    for adjective, name in _ADJECTIVES.get(code, {}).items():
        if re.match(rf" {adjective}\b", after):
            return name
    noun = _NOUN_OF.search(before)
    if noun:
        name = noun["noun"]
        while _LEADS.match(name) and len(name.split()) > 1:
            name = _LEADS.sub("", name, count=1)
        if (
            name.lower() not in _EMPTY
            and len(name) > 2
            and not re.match(rf"(?:{'|'.join(_VERBS.get(code, {'x': ''}))})$", name)
        ):
            return name[:1].upper() + name[1:]
    best = ("", -1)
    for verb, name in _VERBS.get(code, {}).items():
        for m in re.finditer(rf"\b(?:{verb})\b", before, re.IGNORECASE):
            if m.end() > best[1] and len(before[m.end() :].split()) <= 5:
                best = (name, m.end())
    return best[0]


def sentence_name(analysis: Analysis, s: Sentence, lead: str) -> str:
    """A name for what a whole sentence measures: its subject, that of the sentence before, or its first words."""
    own = _measured(analysis.rules.code).match(s.text)
    if own is not None:
        return own["noun"]
    about = _AS_TO.match(s.text)
    if about is not None:
        return _tidy(re.sub(r" (?:for|to|of) .*\b(?:it|them)$", "", about["noun"]))
    words = [w for w in re.sub(r"[^\w\s'’-]", " ", lead).split() if w.lower() not in _EMPTY]
    before = analysis.sentences[s.id - 1] if s.id else None
    near = before is not None and before.source == s.source and before.paragraph == s.paragraph
    for other in (s, before if near else None):
        if other is None:
            continue
        subject = _SUBJECT.search(other.text) if analysis.rules.code == "en" else None
        if subject and other is before:
            return _tidy(subject["noun"])
        if other.topic and not re.search(r"\d", other.topic):
            return _tidy(other.topic)
    title = analysis.section_of(s).title
    where = _WHERE.match(lead)
    if title and where is not None:
        return f"{title} {where[0][:1].lower()}{where[0][1:]}"
    head = " ".join(words[:5])
    return f"{title}: {head}" if title and head else title or head[:1].upper() + head[1:]


_SUBJECT = re.compile(
    r"(?:^|, )the (?P<noun>[a-z][\w-]+(?: (?!of\b|from\b|at\b|in\b)[a-z][\w-]+)?)(?: (?:of|from|at|in|for) [^,;]{2,60}?)? "  # noqa: E501
    r"(?:was|is|were|are|rose|fell|grew|had|has)\b",
    re.IGNORECASE,
)


_AS_TO = re.compile(r"^(?:As (?:to|for)|Regarding|Concerning) (?:the |its |their )?(?P<noun>[a-z][^,;:.\d]{2,40}),")
"""How a sentence names what it goes on to measure."""


@cache
def _measured(code: str) -> re.Pattern[str]:
    """A sentence that opens with what is measured, no name: "Spare filters cost £9 for the Aldermoor"."""
    verbs = "|".join(_VERBS.get(code, {})) or "(?!)"
    return re.compile(rf"^(?P<noun>[A-ZÀ-Þ][a-zà-ÿ-]+(?: [a-zà-ÿ][a-zà-ÿ-]+){{0,2}}) (?:{verbs})\b")


_WHERE = re.compile(
    r"^(?:In|At|On|For|With|Under|During|Within|Bei|Im|Mit|Dans|À|Avec|Pour|En|Con|Para|Nel|Nella|Per|Em|No|Na|Com) "
    r"[^,;:]{3,40}?(?=,| (?:the|der|die|das|le|la|el|il|o|a) [A-ZÀ-Þ])"
)
"""Where or under what a sentence measures, before it names the first thing."""


def _tidy(noun: str) -> str:
    plain = _LEADS.sub("", noun.strip())
    return plain[:1].upper() + plain[1:]
