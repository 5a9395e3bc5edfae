"""Dates in Spanish."""

from __future__ import annotations

from server.engine.writing.dates.vocabulary import DateWords, calendar_names


def spanish() -> DateWords:
    """Spanish dates."""
    months, days = calendar_names("es")
    named = "|".join(days)
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
        through=r"al|a",
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
        yearly=r"\b(?:cada año|todos los años)\b",
        habit=r"\b(?:cada|todos los|todas las|siempre|puede|pueden|debe|deben|abiert[oa]s?|cerrad[oa]s?)\b",
        again=rf"\b(?:cada|todos los|los) (?:{named})s?\b|\bde (?:{named}) a (?:{named})\b",
        clauses=r"que|cuando|porque|y|pero",
        last_day_after=r"pasado",
        next_day_after=r"próximo",
        yesterday=r"ayer",
        day_number=r"día",
        day_part=r"mañana|tarde|noche",
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
