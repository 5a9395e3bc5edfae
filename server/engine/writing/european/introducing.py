"""Whom and what a sentence introduces, in the languages read by rules: people with what they are, words it explains."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

_NAME = r"(?P<name>[A-ZÀ-Þ][\wÀ-ÿ'’-]+ (?:(?:de|del|della|von|van|di|da|dos|du|la|le) )?[A-ZÀ-Þ][\wÀ-ÿ'’-]+)"
_WORD = r"(?P<term>[A-Za-zÀ-ÿ][\wÀ-ÿ-]{3,}(?: (?:de |di |do |da |du |des )?[\wÀ-ÿ-]{4,})?)"
_DOING = (
    r"(?!(?:veleir|cruzeir|crucer|petroleir|cargueir|motor|vapor|trator|tractor|primer|primeir|tercer|terceir)[a-z]*\b)"
    r"[a-zà-ÿ-]*(?:ista|iste|[dt]or|[dt]ora|[dt]ore|eir[oa]|er[oa]|ier|ière|iere|eur|euse|trice|triz|ólog[oa]|ologo|ologa|"
    r"ologue|ógrafo|ari[oa]|ária|aire|ante|alcaldesa|alcalde|maire|sindac[oa]|médic[oa]|medic[oa]|ministr[oa]|maestr[oa]|"
    r"viúva|viuda|veuve|vedova|abuel[oa]|hij[oa]|figli[oa]|fils|fille|filh[oa]|president[ea]?|président|capit(?:án|ão|ano|aine))"
)
"""What somebody does or is, by its ending: "la bióloga", "il direttore"."""
_GERMAN_DOING = (
    r"(?!(?:Dampf|Kutt|Tank|Fracht|Segl|Krieg|Kreuz)er\b)[A-ZÄÖÜ][a-zäöüß-]*"
    r"(?:er|in|ist|eur|or|loge|ant|ent|Frau|Herrn?|Witwe|witwe|arzt|Arzt|ärztin|chef|mann|frau|Sohn|Tochter|Bruder|Schwester)"
)
_OF = r"d[eoa]s? |del |de l[ao]s? |du |de l['’]|des |dell[ao] |dell['’]|dei |degli |delle "
"""What joins the place or body to what somebody does there: "el capitán del puerto"."""
_STREETS = re.compile(
    r"(?:straße|strasse|platz|gasse|weg|brücke|hof|turm|kirche|haus|hochschule|schule|universität)$", re.IGNORECASE
)


_PLACE = re.compile(
    r",? (?:(?:une?|un['’]|una|uma?|eine?[mn]?|le|la|il|el|o|a|das|die|der) )?(?:petite? |petit |piccol[oa] |pequeñ[oa] |pequen[oa] |kleine[sn]? )?"
    r"(?:paes(?:e|ino)|villaggio|borgo|città|cittadina|frazione|isola|valle|pueblo|aldea|villa|ciudad|isla|comarca|"
    r"village|ville|bourg|hameau|commune|île|vallée|aldeia|vila|cidade|ilha|freguesia|"
    r"Dorf|Stadt|Städtchen|Ort|Gemeinde|Insel|Tal)\b"
)
"""Behind a name: that of a place."""
_BODY = re.compile(
    r"\b(?:associazione|fondazione|cooperativa|società|impresa|ditta|asociación|fundación|empresa|sociedad|plataforma|"
    r"association|fondation|coopérative|société|entreprise|associação|fundação|sociedade|"
    r"Verein|Verband|Firma|Stiftung|Genossenschaft|Initiative) [«„“]?$",
    re.IGNORECASE,
)
"""Before a name: that of a body of people."""
_ARTICLES = frozenset(
    "Der Die Das Den Dem Ein Eine Im Am In Le La Les Un Une El Los Las Una Il Lo Gli I O A Os As Um Uma En No Na".split()
)


@dataclass(frozen=True, slots=True)
class _Ways:
    who: str
    """The question that an introduction of a person answers."""
    about: str
    """The question for a place or a body of people."""
    people: tuple[re.Pattern[str], ...]
    words: tuple[re.Pattern[str], ...]


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(p) for p in patterns)


def _romance(who: str, about: str, *, articles: str, after: str, words: tuple[str, ...]) -> _Ways:
    role = rf"(?<!\w)(?:{articles}){_DOING} {_NAME}"
    apposed = rf"(?<!\w)(?:{articles}|{articles.title()})(?:[a-zà-ÿ]{{3,}} )?{_DOING}(?: (?:{_OF})[a-zà-ÿ]+)?, {_NAME}(?=[,.:;])"
    among = rf"(?:[Uu]n[ao]?|[Uu]ma?|[Uu]ne) (?:d[eao]s?|de l[ao]s|des|de[gi]l?i|delle) {_DOING}s?, {_NAME},"
    return _Ways(who, about, _compiled(role, apposed, among, rf"{_NAME}, (?:{after})"), _compiled(*words))


@cache
def _ways(code: str) -> _Ways | None:
    return {
        "de": _Ways(
            "Wer ist {name}?",
            "Was ist über {name} bekannt?",
            _compiled(
                rf"(?:der|die|dem|den|Der|Die) {_GERMAN_DOING} {_NAME}(?!\w)",
                rf"(?<![A-ZÄÖÜ]){_NAME}, (?:die|der|dem|den|dessen|deren) [^,]{{6,80}},",
                rf"(?<![A-ZÄÖÜ]){_NAME} (?:vom|von der|von den|aus dem|am) [A-ZÄÖÜ][a-zäöüß]{{3,}}"
                r"(?:institut|verband|verein|museum|amt|archiv|werk|schule|universität|klinik|labor|zentrum|ministerium)\b",
            ),
            _compiled(
                r"(?:von|als|bei) (?:eine[rmn]?|de[rmn]) (?P<term>[A-ZÄÖÜ][\wäöüß-]{4,}), also\b",
                r"(?:nennen|nennt|heißt|heißen|hießen|hieß) (?:man |sie |er |es |dies |das |die Fachleute )?(?:ein(?:e[nm]?)? |de[rmn] |die |das )?„?(?P<term>[A-ZÄÖÜ][\wäöüß-]{4,})“?(?=[,.])",
            ),
        ),
        "fr": _romance(
            "Qui est {name} ?",
            "Que sait-on sur {name} ?",
            articles="le |la |l['’]",
            after=r"qui |dont |à qui |\d+ ans|une? |l[ea] |l['’]|ancien|fondat|direct|président|facteur|maire",
            words=(
                rf"(?:appelée?s?|nommée?s?|baptisée?s?|qu['’]on appelle|que l['’]on appelle) (?:l[ea] |l['’]|les |une? )?«? ?{_WORD}",
            ),
        ),
        "es": _romance(
            "¿Quién es {name}?",
            "¿Qué se sabe sobre {name}?",
            articles="el |la ",
            after=r"que |quien |cuy[oa]s? |del? (?:Instituto|Museo|Universidad|Archivo)|de \d+ años|una? |el |la |antigu|direct|alcald|president",
            words=(
                rf"(?:se (?:le|les) llama|llamad[oa]s?|conocid[oa]s? como|denominad[oa]s?) (?:el |la |los |las )?«?{_WORD}",
                rf"(?:los|las) [a-zà-ÿ]+ por l[oa]s que [^,]+, (?:las|los) {_WORD},",
            ),
        ),
        "it": _romance(
            "Chi è {name}?",
            "Che cosa si sa su {name}?",
            articles="il |la |lo |l['’]",
            after=r"che |(?:la |il )?cui |\d+ anni|un['’ ]|una |il |la |l['’]|ex |direttor|direttrice|sindac|president",
            words=(
                rf"(?:chiamat[oaie]|dett[oaie]|si chiama|si chiamano|noto come|nota come) (?:il |la |lo |l['’]|i |gli |le )?«?{_WORD}",
            ),
        ),
        "pt": _romance(
            "Quem é {name}?",
            "O que se sabe sobre {name}?",
            articles="o |a ",
            after=r"que |quem |cuj[oa]s? |de \d+ anos|uma? |o |a |antig|diretor|president|faroleir",
            words=(
                rf"(?:chamad[oa]s?|conhecid[oa]s? (?:como|por)|a que chamam|denominad[oa]s?) (?:o |a |os |as )?«?{_WORD}",
            ),
        ),
    }.get(code)


def people(text: str, code: str) -> Iterator[tuple[str, str]]:
    """The people that a sentence introduces, each with the question for them: ("Till Ruhnau", "Wer ist Till Ruhnau?")."""
    ways = _ways(code)
    for pattern in ways.people if ways is not None else ():
        for match in pattern.finditer(text):
            name = re.sub(r"['’]s$", "", match["name"])
            if ways is None or _STREETS.search(name) or name.split()[0] in _ARTICLES:
                continue
            is_nobody = _PLACE.match(text[match.end("name") :]) or _BODY.search(text[: match.start("name")])
            yield name, (ways.about if is_nobody else ways.who).format(name=name)


def is_somebody(words: str, code: str) -> bool:
    """Whether a phrase stands for a person or a named body: it holds a name, or what somebody does."""
    doing = _GERMAN_DOING if code == "de" else _DOING
    return (
        re.search(r"[A-ZÀ-Þ][\wà-ÿ]", words) is not None or re.search(rf"(?<!\w)(?:{doing})(?!\w)", words) is not None
    )


def words(text: str, code: str) -> Iterator[str]:
    """The words that a sentence explains in passing: "Fachleute sprechen von einer Baumrigole, also …"."""
    ways = _ways(code)
    for pattern in ways.words if ways is not None else ():
        match = pattern.search(text)
        if match is not None:
            yield match["term"]
