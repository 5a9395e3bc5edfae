"""How six languages speak of dates: lists and patterns. Names of months and days come from CLDR through babel."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from babel import Locale

_NEVER = r"(?!)"
UNITS = ("day", "week", "month", "year", "decade", "century")


@dataclass(frozen=True, slots=True, kw_only=True)
class DateWords:
    """A language of dates. Every string is a regular expression without capturing groups, to be matched in any case."""

    code: str
    months: Mapping[str, int]
    """Lower-case names and abbreviations."""
    days: Mapping[str, int]
    """Names of week days, Monday is 0."""

    @property
    def full_months(self) -> frozenset[str]:
        """Names that are no abbreviations, which may be words of their own: ``mar``, ``set``."""
        return _full(self.code)

    at: str = _NEVER
    """What stands before a year, month or season that is an adverbial: in, during, of."""
    start: str = _NEVER
    """from"""
    since: str = _NEVER
    until: str = _NEVER
    by: str = _NEVER
    before: str = _NEVER
    after: str = _NEVER
    between: str = _NEVER
    joins: str = _NEVER
    """and"""
    to: str = _NEVER
    """What joins the two ends of a range."""
    about: str = _NEVER
    """Marks of an approximate date, before it."""
    of: str = r"(?!)"
    """What stands between a month and its year."""
    seasons: Mapping[str, str] = field(default_factory=dict)
    """Pattern → spring, summer, autumn, winter."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """Pattern → early, mid, late, end."""
    units: Mapping[str, str] = field(default_factory=dict)
    """Pattern → one of `UNITS`."""
    one: str = _NEVER
    later: str = _NEVER
    """What follows "three years" for a later time."""
    earlier: str = _NEVER
    ago: str = _NEVER
    ago_before: str = _NEVER
    """What precedes "three years": il y a, vor, hace."""
    following_first: str = _NEVER
    """the following (year, spring)"""
    following_last: str = _NEVER
    """(year, spring) after"""
    previous_first: str = _NEVER
    previous_last: str = _NEVER
    same_first: str = _NEVER
    same_last: str = _NEVER
    last: str = _NEVER
    """last (year), from where the text stands"""
    this: str = _NEVER
    next: str = _NEVER
    last_after: str = _NEVER
    """(semana) pasada"""
    next_after: str = _NEVER
    ages: tuple[str, ...] = ()
    """With `{n}` for the number."""
    born: str = _NEVER
    decade: str = _NEVER
    """With the first year of the decade in its group ``y``."""
    century: str = _NEVER
    """With the number in its group ``c``."""
    bc: str = _NEVER
    ad: str = _NEVER
    quarter: str = _NEVER
    """With the number in its group ``q``."""
    ordinals: Mapping[str, int] = field(default_factory=dict)
    future: str = _NEVER
    present: str = _NEVER
    measures: str = _NEVER
    """What makes a number of four digits no year when it follows."""
    bare_years: bool = False
    """A year may stand without a preposition."""
    month_first: bool = False
    """03/04/2021 may be the fourth of March."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Patterns of labels: seasons, parts, since, until, by, about, decade, century, bc, quarter; `{}` is the date."""


@cache
def _full(code: str) -> frozenset[str]:
    locale = Locale.parse(code)
    names = {name.lower().rstrip(".") for c in ("format", "stand-alone") for name in locale.months[c]["wide"].values()}
    return frozenset(names | {"setiembre"} if code == "es" else names)


def _names(code: str) -> tuple[dict[str, int], dict[str, int]]:
    locale = Locale.parse(code)
    months: dict[str, int] = {}
    days: dict[str, int] = {}
    for context in ("format", "stand-alone"):
        for width in ("wide", "abbreviated"):
            for n, name in locale.months[context][width].items():
                if not name.strip(".").isdigit():
                    months.setdefault(name.lower().rstrip("."), n)
        for n, name in locale.days[context]["wide"].items():
            days.setdefault(name.lower(), n)
    return months, days


_EN_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
    "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
).split()


def _english() -> DateWords:
    months, days = _names("en")
    months |= {"sept": 9}
    return DateWords(
        code="en",
        months=months,
        days=days,
        at=r"in|during|of|on|at|year|years|for|dated|dates from|through|throughout|within|only in|again in",
        start=r"from|beginning in|starting in|as of|effective",
        since=r"since",
        until=r"until|till|up to|up until",
        by=r"by|no later than",
        before=r"before|prior to|until before",
        after=r"after",
        between=r"between",
        joins=r"and",
        to=r"to|until|till|through|and",
        about=r"about|around|circa|c\.|ca\.|roughly|approximately|some time in|sometime in|probably in|perhaps in|towards?",  # noqa: E501
        of=r"of",
        seasons={r"spring": "spring", r"summer": "summer", r"autumn|fall": "autumn", r"winter": "winter"},
        parts={
            r"early|the beginning of|the start of|beginning of|start of": "early",
            r"mid|the middle of|middle of": "mid",
            r"late": "late",
            r"the end of|end of": "end",
        },
        units={
            r"days?": "day",
            r"weeks?": "week",
            r"months?": "month",
            r"years?": "year",
            r"decades?": "decade",
            r"century|centuries": "century",
        },
        one=r"a|an|one",
        later=r"later|after that|afterwards|thereafter",
        earlier=r"earlier|previously|before that",
        ago=r"ago",
        following_first=r"the following|the next|following",
        following_last=r"after that|after(?=[,.;:]|$)|afterwards",
        previous_first=r"the previous|the preceding|the prior",
        previous_last=r"before(?=[,.;:]|$)|before that",
        same_first=r"the same|that same|that",
        last=r"last",
        this=r"this",
        next=r"next",
        ages=(
            r"at the age of {n}\b",
            r"\bwhen [\w .'’-]{2,40}? (?:was|were|turned) (?:only |just |barely )?{n}(?! (?:metres|meters|miles|percent|years? ago|kilometres|feet|men|people|times|hours|minutes|days|weeks|months)\b)(?= years? old|[,.;]| and\b)",  # noqa: E501
        ),
        born=r"\bborn\b",
        decade=r"(?P<y>1\d\d0|20\d0)['’]?s",
        century=r"(?P<c>\d{1,2}(?:st|nd|rd|th)|"
        + "|".join(sorted(_EN_ORDINALS[:21], key=len, reverse=True))
        + r")[ -]century",
        bc=r"B\.?C\.?(?:E\.?)?",
        ad=r"A\.?D\.?|C\.?E\.?",
        quarter=r"(?:the )?(?:(?P<q>first|second|third|fourth|last|1st|2nd|3rd|4th) quarter(?: of)?|Q(?P<q2>[1-4]),?)",
        ordinals={w: n for n, w in enumerate(_EN_ORDINALS, 1)} | {"last": 4},
        future=r"\b(?:will|shall|to be|is to|are to|going to|should|(?:is|are|be) expected|expects?|(?:is|are) due|plans? to|(?:is|are) planned|aims? to|intends? to|hopes? to|proposes?)\b",  # noqa: E501
        present=r"\b(?:is|are|has|have|will|can)\b",
        measures=r"(?:people|men|women|children|employees|homes|houses|households|metres|meters|kilometres|kilometers|km|m|miles|feet|kg|kilograms?|tons?|tonnes?|litres?|liters?|pounds|dollars|euros|francs|percent|per cent|%|°|copies|pages|words|hours|minutes|seconds|times|inhabitants|ships|boats|votes|instruments|units|rpm|watts?|kW|W|MB|GB|volts?|places|seats|books|students|pupils|workers|members|visitors|cars|vehicles|trees|sheep|hectares|acres|or so (?:people|men)|square|cubic)\b",  # noqa: E501
        month_first=True,
        labels={
            "spring": "Spring {}",
            "summer": "Summer {}",
            "autumn": "Autumn {}",
            "winter": "Winter {}",
            "early": "Early {}",
            "mid": "Mid-{}",
            "late": "Late {}",
            "end": "End of {}",
            "since": "Since {}",
            "until": "Until {}",
            "by": "By {}",
            "start": "From {}",
            "about": "about {}",
            "decade": "{}s",
            "century": "{} century",
            "bc": "{} BC",
            "quarter": "{q} quarter of {}",
        },
    )


def _german() -> DateWords:
    months, days = _names("de")
    return DateWords(
        code="de",
        months=months,
        days=days,
        at=r"im|in|am|des|vom|von|an|jahre?|jahres|der|dem|den|zum|erst|nur|noch|schon|beim|auf",
        start=r"von|ab|vom",
        since=r"seit(?: dem(?: jahr)?)?",
        until=r"bis(?: zum| ins jahr| ende)?",
        by=r"spätestens",
        before=r"vor(?: dem)?",
        after=r"nach(?: dem)?",
        between=r"zwischen(?: dem)?",
        joins=r"und(?: dem)?",
        to=r"bis(?: zum)?|und(?: dem)?",
        about=r"um|etwa|ungefähr|circa|ca\.|rund|gegen|wohl|wahrscheinlich",
        of=r"des jahres",
        seasons={
            r"frühjahrs?|frühlings?": "spring",
            r"sommers?": "summer",
            r"herbst(?:es)?": "autumn",
            r"winters?": "winter",
        },
        parts={r"anfang|zu beginn(?: des jahres)?": "early", r"mitte": "mid", r"spät im": "late", r"ende": "end"},
        units={
            r"tage?n?|tags": "day",
            r"wochen?": "week",
            r"monate?n?": "month",
            r"jahre?n?|jahrs": "year",
            r"jahrzehnte?n?": "decade",
            r"jahrhunderte?n?": "century",
        },
        one=r"ein(?:e[nmrs]?)?",
        later=r"später|danach|darauf",
        earlier=r"zuvor|früher|davor|vorher",
        ago_before=r"vor",
        following_first=r"(?:im|am|in der|das|der) (?:folgenden|darauffolgenden|nächsten)|im darauf folgenden",
        following_last=r"darauf|danach",
        previous_first=r"im vorangegangenen|im vorigen|im vorhergehenden",
        previous_last=r"davor|zuvor",
        same_first=r"(?:im selben|im gleichen|in jenem|in diesem|am selben)",
        last=r"letzte[nsmr]?|vergangene[nsmr]?|vorige[nsmr]?",
        this=r"diese[nsmr]?",
        next=r"nächste[nsmr]?|kommende[nsmr]?",
        ages=(r"\bim alter von {n} jahren", r"\bmit {n} jahren"),
        born=r"\bgeboren\b",
        decade=r"(?P<y>1\d\d0|20\d0)er(?:[- ]jahren?)?",
        century=r"(?P<c>\d{1,2})\. jahrhunderts?",
        bc=r"v\. ?(?:Chr|u\. ?Z)\.?",
        ad=r"n\. ?(?:Chr|u\. ?Z)\.?",
        quarter=r"(?P<q>[1-4])\. quartal(?: des jahres)?|(?P<q2>ersten?|zweiten?|dritten?|vierten?) quartal(?: des jahres)?",  # noqa: E501
        ordinals={
            "erste": 1,
            "ersten": 1,
            "zweite": 2,
            "zweiten": 2,
            "dritte": 3,
            "dritten": 3,
            "vierte": 4,
            "vierten": 4,
        },
        future=r"\b(?:wird|werden|soll|sollen|will|wollen|plant|planen|sieht vor|vorgesehen|geplant|muss|müssen)\b",
        present=r"\b(?:ist|sind|hat|haben|wird)\b",
        measures=r"(?:prozent|%|meter|kilometer|km|m|kg|tonnen|liter|euro|°|mal|quadratmeter)\b|[A-ZÄÖÜ]\w+",
        bare_years=True,
        labels={
            "spring": "Frühjahr {}",
            "summer": "Sommer {}",
            "autumn": "Herbst {}",
            "winter": "Winter {}",
            "early": "Anfang {}",
            "mid": "Mitte {}",
            "late": "Spätes {}",
            "end": "Ende {}",
            "since": "Seit {}",
            "until": "Bis {}",
            "by": "Bis {}",
            "start": "Ab {}",
            "about": "um {}",
            "decade": "{}er Jahre",
            "century": "{}. Jahrhundert",
            "bc": "{} v. Chr.",
            "quarter": "{q}. Quartal {}",
        },
    )


def _french() -> DateWords:
    months, days = _names("fr")
    return DateWords(
        code="fr",
        months=months,
        days=days,
        at=r"en|de|du|d['’]|au|aux|le|l['’]|année|années|dès|pendant|durant|de l['’]an|qu['’]en|la",
        start=r"à partir de|à compter de|de|du|dès",
        since=r"depuis(?: le)?",
        until=r"jusqu['’](?:en|au|à)",
        by=r"d['’]ici(?: à| le)?|avant la fin de",
        before=r"avant(?: le)?",
        after=r"après(?: le)?",
        between=r"entre(?: le)?",
        joins=r"et(?: le)?",
        to=r"à|au|et(?: le)?|jusqu['’]en|jusqu['’]au",
        about=r"vers|environ|aux alentours de|autour de",
        of=r"de|de l['’]année",
        seasons={r"printemps": "spring", r"été": "summer", r"automne": "autumn", r"hiver": "winter"},
        parts={
            r"début|au début de": "early",
            r"mi|au milieu de": "mid",
            r"fin|à la fin de|la fin de": "end",
        },
        units={
            r"jours?": "day",
            r"semaines?": "week",
            r"mois": "month",
            r"ans?|années?": "year",
            r"décennies?": "decade",
            r"siècles?": "century",
        },
        one=r"une?",
        later=r"plus tard|après(?=[,.;:]|$)",
        earlier=r"plus tôt|auparavant|avant(?=[,.;:]|$)",
        ago_before=r"il y a",
        following_last=r"suivante?|d['’]après",
        previous_last=r"précédente?|d['’]avant",
        same_first=r"la même|cette|cette même|le même",
        last_after=r"derni(?:er|ère)|passée?",
        next_after=r"prochaine?",
        ages=(r"\bà l['’]âge de {n} ans", r"\bà {n} ans\b"),
        born=r"\bnée?s?\b|\bnaquit\b|\bnaît\b",
        decade=r"années (?P<y>1\d\d0|20\d0)",
        century=r"(?P<c>[IVX]+|\d{1,2})(?:e|er|ème) siècle",
        bc=r"av(?:\.|ant) ?J\.?-? ?C\.?",
        ad=r"ap(?:\.|rès) ?J\.?-? ?C\.?",
        quarter=r"(?:(?P<q>1er|2e|3e|4e|premier|deuxième|second|troisième|quatrième|dernier) trimestre(?: de)?)",
        ordinals={
            "1er": 1,
            "2e": 2,
            "3e": 3,
            "4e": 4,
            "premier": 1,
            "deuxième": 2,
            "second": 2,
            "troisième": 3,
            "quatrième": 4,
            "dernier": 4,
        },
        future=r"\b(?:sera|seront|devra|devront|prévoit|prévu|espère|compte|va|vont|doit|ouvrira|\w+(?:era|eront|ira|iront))\b",
        present=r"\b(?:est|sont|a|ont)\b",
        measures=r"(?:personnes|hommes|femmes|habitants|mètres|kilomètres|km|kg|tonnes|litres|euros|francs|%|pour cent|heures|fois|exemplaires|accordéons|instruments|hectares|ouvriers)\b",  # noqa: E501
        labels={
            "spring": "Printemps {}",
            "summer": "Été {}",
            "autumn": "Automne {}",
            "winter": "Hiver {}",
            "early": "Début {}",
            "mid": "Mi-{}",
            "late": "Fin {}",
            "end": "Fin {}",
            "since": "Depuis {}",
            "until": "Jusqu'en {}",
            "by": "D'ici {}",
            "start": "À partir de {}",
            "about": "vers {}",
            "decade": "Années {}",
            "century": "{}e siècle",
            "bc": "{} av. J.-C.",
            "quarter": "{q}e trimestre {}",
        },
    )


def _spanish() -> DateWords:
    months, days = _names("es")
    months |= {"setiembre": 9}
    return DateWords(
        code="es",
        months=months,
        days=days,
        at=r"en|de|del|el|al|año|años|durante|desde|este",
        start=r"a partir de(?:l)?|desde|del?",
        since=r"desde(?: el)?",
        until=r"hasta(?: el)?",
        by=r"para|antes de que acabe|a más tardar en",
        before=r"antes del?",
        after=r"después del?|tras",
        between=r"entre(?: el)?",
        joins=r"y(?: el)?",
        to=r"a|al|hasta|y(?: el)?",
        about=r"hacia|alrededor de|en torno a|aproximadamente en",
        of=r"de|del|del año|de ese año",
        seasons={r"primavera": "spring", r"verano": "summer", r"otoño": "autumn", r"invierno": "winter"},
        parts={
            r"a principios de|principios de|a comienzos de|comienzos de": "early",
            r"a mediados de|mediados de": "mid",
            r"a finales de|finales de|a fines de|fines de": "late",
            r"el final de|al final de": "end",
        },
        units={
            r"días?": "day",
            r"semanas?": "week",
            r"mes(?:es)?": "month",
            r"años?": "year",
            r"décadas?": "decade",
            r"siglos?": "century",
        },
        one=r"una?",
        later=r"después|más tarde",
        earlier=r"antes|atrás(?!)",
        ago_before=r"hace",
        following_last=r"siguiente",
        following_first=r"al siguiente|el siguiente",
        previous_last=r"anterior",
        same_first=r"el mismo|ese mismo|ese|aquel|aquella|esa misma|aquel mismo",
        last_after=r"pasad[oa]",
        next_after=r"próxim[oa]|que viene",
        ages=(r"\ba los {n} años", r"\bcon {n} años\b(?! de )"),
        born=r"\bnaci[óo]\b|\bnacid[oa]s?\b",
        decade=r"(?:años|década de(?: los)?|década de) (?P<y>1\d\d0|20\d0)",
        century=r"siglo (?P<c>[IVX]+|\d{1,2})",
        bc=r"a\. ?(?:de ?)?C\.?",
        ad=r"d\. ?(?:de ?)?C\.?",
        quarter=r"(?P<q>primer|segundo|tercer|cuarto|último) trimestre del?",
        ordinals={"primer": 1, "segundo": 2, "tercer": 3, "cuarto": 4, "último": 4},
        future=r"\b(?:será|serán|deberá|prevé|previsto|espera|esperan|planea|va a|van a|\w+(?:ará|erá|irá|arán|erán|irán))\b",  # noqa: E501
        present=r"\b(?:es|son|está|ha|han)\b",
        measures=r"(?:personas|hombres|mujeres|habitantes|metros|kilómetros|km|kg|toneladas|litros|euros|pesetas|%|por ciento|horas|veces|ejemplares|ovejas|cabezas|hectáreas)\b",  # noqa: E501
        labels={
            "spring": "Primavera de {}",
            "summer": "Verano de {}",
            "autumn": "Otoño de {}",
            "winter": "Invierno de {}",
            "early": "Principios de {}",
            "mid": "Mediados de {}",
            "late": "Finales de {}",
            "end": "Final de {}",
            "since": "Desde {}",
            "until": "Hasta {}",
            "by": "Para {}",
            "start": "Desde {}",
            "about": "hacia {}",
            "decade": "Años {}",
            "century": "Siglo {}",
            "bc": "{} a. C.",
            "quarter": "{q}.º trimestre de {}",
        },
    )


def _italian() -> DateWords:
    months, days = _names("it")
    return DateWords(
        code="it",
        months=months,
        days=days,
        at=r"nel|nell['’]|in|del|dell['’]|di|il|al|anno|anni|verso il|durante|già nel|dal|da|nello|nella",
        start=r"a partire dal|dal|da",
        since=r"dal(?:l['’])?|fin dal",
        until=r"fino al(?:l['’])?|sino al",
        by=r"entro(?: il| la fine del| l['’])?",
        before=r"prima del(?: l['’])?",
        after=r"dopo il",
        between=r"tra(?: il)?|fra(?: il)?",
        joins=r"e(?: il)?",
        to=r"al|a|e(?: il)?|fino al",
        about=r"verso il|intorno al|circa nel|attorno al",
        of=r"del|dell['’]anno|di",
        seasons={r"primavera": "spring", r"estate": "summer", r"autunno": "autumn", r"inverno": "winter"},
        parts={
            r"all['’]inizio del|inizio": "early",
            r"a metà del|metà": "mid",
            r"tardo": "late",
            r"alla fine del|la fine del|fine": "end",
        },
        units={
            r"giorn[oi]": "day",
            r"settiman[ae]": "week",
            r"mes[ei]": "month",
            r"ann[oi]": "year",
            r"decenni[o]?": "decade",
            r"secol[oi]": "century",
        },
        one=r"uno?|una|un['’]",
        later=r"dopo|più tardi",
        earlier=r"prima|addietro",
        ago=r"fa",
        following_last=r"seguente|successiv[oa]|dopo",
        previous_last=r"precedente|prima",
        same_first=r"lo stesso|nello stesso|quello stesso|quell['’]|quel",
        last=r"l['’]ultim[oa]",
        last_after=r"scors[oa]|passat[oa]",
        next_after=r"prossim[oa]",
        ages=(r"\ball['’]età di {n} anni", r"\ba {n} anni\b"),
        born=r"\bnacque\b|\bnat[oaie]\b",
        decade=r"anni (?P<y>1\d\d0|20\d0)",
        century=r"(?P<c>[IVX]+) secolo|secolo (?P<c2>[IVX]+)",
        bc=r"a\. ?C\.?",
        ad=r"d\. ?C\.?",
        quarter=r"(?P<q>primo|secondo|terzo|quarto|ultimo) trimestre del",
        ordinals={"primo": 1, "secondo": 2, "terzo": 3, "quarto": 4, "ultimo": 4},
        future=r"\b(?:sarà|saranno|dovrà|dovranno|deve|prevede|previsto|spera|intende|\w+(?:erà|irà|eranno|iranno))\b",
        present=r"\b(?:è|sono|ha|hanno)\b",
        measures=r"(?:persone|uomini|donne|abitanti|metri|chilometri|km|kg|tonnellate|litri|euro|lire|%|per cento|ore|volte|copie|libri|ettari)\b",  # noqa: E501
        labels={
            "spring": "Primavera {}",
            "summer": "Estate {}",
            "autumn": "Autunno {}",
            "winter": "Inverno {}",
            "early": "Inizio {}",
            "mid": "Metà {}",
            "late": "Tardo {}",
            "end": "Fine {}",
            "since": "Dal {}",
            "until": "Fino al {}",
            "by": "Entro il {}",
            "start": "Dal {}",
            "about": "verso il {}",
            "decade": "Anni {}",
            "century": "{} secolo",
            "bc": "{} a.C.",
            "quarter": "{q}º trimestre {}",
        },
    )


def _portuguese() -> DateWords:
    months, days = _names("pt")
    return DateWords(
        code="pt",
        months=months,
        days=days,
        at=r"em|de|do|no|na|ano|anos|durante|da|desde|até",
        start=r"a partir de|de|do|desde",
        since=r"desde(?: o)?",
        until=r"até(?: ao?)?",
        by=r"até ao fim de|o mais tardar em",
        before=r"antes de|antes do",
        after=r"depois de|após",
        between=r"entre(?: o)?",
        joins=r"e(?: o)?",
        to=r"a|até|e(?: o)?",
        about=r"por volta de|cerca de|aproximadamente em",
        of=r"de|do ano de",
        seasons={r"primavera": "spring", r"verão": "summer", r"outono": "autumn", r"inverno": "winter"},
        parts={
            r"no início de|início de|no começo de": "early",
            r"em meados de|meados de": "mid",
            r"em finais de|finais de|no fim de|fim de|no final de|final de": "end",
        },
        units={
            r"dias?": "day",
            r"semanas?": "week",
            r"m[êe]s(?:es)?": "month",
            r"anos?": "year",
            r"décadas?": "decade",
            r"séculos?": "century",
        },
        one=r"uma?",
        later=r"depois|mais tarde",
        earlier=r"antes",
        ago=r"atrás",
        ago_before=r"há",
        following_last=r"seguinte",
        previous_last=r"anterior",
        same_first=r"no mesmo|nesse|naquele|nesse mesmo|nessa|naquela",
        last_after=r"passad[oa]",
        next_after=r"que vem",
        ages=(r"\baos {n} anos", r"\bcom {n} anos\b(?! de )"),
        born=r"\bnasceu\b|\bnascid[oa]s?\b",
        decade=r"(?:anos|década de) (?P<y>1\d\d0|20\d0)",
        century=r"século (?P<c>[IVX]+|\d{1,2})",
        bc=r"a\. ?C\.?",
        ad=r"d\. ?C\.?",
        quarter=r"(?P<q>primeiro|segundo|terceiro|quarto|último) trimestre de",
        ordinals={"primeiro": 1, "segundo": 2, "terceiro": 3, "quarto": 4, "último": 4},
        future=r"\b(?:será|serão|deverá|deve|prevê|previsto|espera|pretende|vai|vão|\w+(?:ará|erá|irá|arão|erão|irão))\b",
        present=r"\b(?:é|são|está|tem|têm)\b",
        measures=r"(?:pessoas|homens|mulheres|habitantes|metros|quilómetros|quilômetros|km|kg|toneladas|litros|euros|reais|%|por cento|horas|vezes|exemplares|hectares|milhas)\b",  # noqa: E501
        labels={
            "spring": "Primavera de {}",
            "summer": "Verão de {}",
            "autumn": "Outono de {}",
            "winter": "Inverno de {}",
            "early": "Início de {}",
            "mid": "Meados de {}",
            "late": "Finais de {}",
            "end": "Fim de {}",
            "since": "Desde {}",
            "until": "Até {}",
            "by": "Até {}",
            "start": "A partir de {}",
            "about": "por volta de {}",
            "decade": "Anos {}",
            "century": "Século {}",
            "bc": "{} a.C.",
            "quarter": "{q}.º trimestre de {}",
        },
    )


_KNOWN = {"en": _english, "de": _german, "fr": _french, "es": _spanish, "it": _italian, "pt": _portuguese}


@cache
def date_words(code: str) -> DateWords:
    """A language's way of dates; of those without words here only names of months and figures are known."""
    make = _KNOWN.get(code)
    if make is not None:
        return make()
    months, days = _names(code)
    return DateWords(code=code, months=months, days=days)


def alternatives(words: Mapping[str, object]) -> str:
    """Names as one pattern, longest first."""
    return "|".join(sorted((re.escape(w) for w in words), key=len, reverse=True))
