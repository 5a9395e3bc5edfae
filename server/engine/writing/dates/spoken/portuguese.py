"""Dates in Portuguese."""

from __future__ import annotations

from server.engine.writing.dates.vocabulary import DateWords, calendar_names


def portuguese() -> DateWords:
    """Portuguese dates."""
    months, days = calendar_names("pt")
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
        through=r"a|ao",
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
