"""Dates in Italian."""

from __future__ import annotations

from server.engine.writing.dates.vocabulary import DateWords, calendar_names


def italian() -> DateWords:
    """Italian dates."""
    months, days = calendar_names("it")
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
        through=r"al|a",
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
