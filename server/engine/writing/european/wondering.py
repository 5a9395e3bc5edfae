"""What the simple questions of a language are made of: patterns and forms, no code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from server.engine.writing.asking import Kind
from server.engine.writing.european.forms import Turned, Wondering
from server.engine.writing.european.german_questions import german

_I = re.IGNORECASE


def _romance(*, between: str, way: str) -> tuple[Turned, ...]:
    """How a figure went between two years."""
    return (Turned(re.compile(f"^{between}"), way, Kind.CHANGE, 0.9),)


def _put_at(*, articles: str, verb: str, at: str, way: str) -> Turned:
    """What a sum is put at: "Los daños se han estimado en 640 euros"."""
    noun = rf"(?P<what>(?:{articles}) [a-zà-ÿ]{{3,}}(?: (?:del?|d[oa]s?) (?:la |los )?[\wà-ÿ]+)?)"
    return Turned(re.compile(rf"^{noun} (?P<verb>{verb}) {at} [^.;:]*?\d"), way, Kind.HOW_MANY, 0.85)


def _numbering(verb: str, ways: Mapping[str, str]) -> tuple[Turned, ...]:
    """How many there are: "Los socios son 340". The article tells which way asks."""
    return tuple(
        Turned(
            re.compile(
                rf"^(?P<what>(?:{article}) [a-zà-ÿ]{{4,}}(?: d[a-z]{{0,4}} [a-zà-ÿ]{{4,}})?) (?P<verb>{verb}) (?P<said>\d[\d.]*)(?! (?:vol|vez|vec|ann|año|ano))(?=[ ,.;])"
            ),
            way,
            Kind.HOW_MANY,
            0.85,
        )
        for article, way in ways.items()
    )


def _french() -> Wondering:
    return Wondering(
        is_a=re.compile(
            r"^(?P<term>(?:L['’]|Le |La |Les |Un |Une )?[\wÀ-ÿ'’-]+(?: (?:de |du |des |d['’])?[\wÀ-ÿ'’-]+){0,3}) (?P<verb>est|sont) (?P<said>(?:une?|des) [^.]{15,}\.)$"
        ),
        what_is="Qu'est-ce que {term} ?",
        article=re.compile(r"^(?:L['’]|(?:Le|La|Les|Un|Une) )"),
        because=re.compile(
            r"^(?P<main>[A-ZÀ-Þ][^.]+?),? (?P<cause>(?:parce qu[e'’]|car |à cause d|faute d|en raison d)[^.]+\.)$"
        ),
        why="Pourquoi est-ce que {main} ?",
        dated=re.compile(r"^(?P<date>En (?:\w+ )?\d{4}|Le \d{1,2} \w+ \d{4}),? "),
        happened="Que s'est-il passé {date} ?",
        subject=re.compile(
            r"^(?P<topic>(?:L['’]|(?:Le|La|Les) )[a-zà-ÿ-]{4,}(?: [A-ZÀ-Þ][\w-]+| (?:de |du |des |d['’])[\wÀ-ÿ-]{3,})?) (?=[a-zà-ÿ])"
        ),
        abouts=("Que sait-on sur {topic} ?", "Que faut-il savoir sur {topic} ?", "Qu'apprend-on sur {topic} ?"),
        planned="Qu'est-il prévu pour {topic} ?",
        counted="Quels chiffres connaît-on sur {topic} ?",
        headed="De quoi est-il question dans « {heading} » ?",
        points=re.compile(r"\b(?:ce dernier|cette dernière|celui-ci|celle-ci|ceux-ci|celles-ci)\b", _I),
        small=frozenset(
            [
                "le",
                "la",
                "les",
                "un",
                "une",
                "des",
                "en",
                "ce",
                "cette",
                "du",
                "il",
                "elle",
                "au",
                "aux",
                "dans",
                "pour",
            ]
        ),
        no_terms=frozenset(
            ["ce", "il", "elle", "cela", "ceci", "c'est", "raison", "problème", "résultat", "chose", "but"]
        ),
        turned=_romance(
            between=r"Entre (?P<a>\d{4}) et (?P<b>\d{4}), (?P<what>l[ea'’]s? ?[^,]+?) (?:est passée?|a baissé|a augmenté) de \d",
            way="Comment a évolué {what} entre {a} et {b} ?",
        ),
    )


def _spanish() -> Wondering:
    return Wondering(
        is_a=re.compile(
            r"^(?P<term>(?:El |La |Los |Las |Un |Una )?[\wÀ-ÿ-]+(?: (?:de |del |de la )?[\wÀ-ÿ-]+){0,3}) (?P<verb>es|son) (?P<said>una? [^.]{15,}\.)$"
        ),
        what_is="¿Qué {verb} {term}?",
        article=re.compile(r"^(?:El|La|Los|Las|Un|Una) "),
        because=re.compile(
            r"^(?P<main>[A-ZÀ-Þ][^.]+?),? (?P<cause>(?:porque|debido a|a causa de|por falta de) [^.]+\.)$"
        ),
        why="¿Por qué {main}?",
        dated=re.compile(
            r"^(?P<date>En (?:\w+ de )?\d{4}|En (?:el|la) (?:primavera|verano|otoño|invierno) de \d{4}|"
            r"(?:El|En la (?:madrugada|mañana|tarde|noche) del) \d{1,2} de \w+ de \d{4}|Entre \d{4} y \d{4}),? "
        ),
        happened="¿Qué ocurrió {date}?",
        subject=re.compile(
            r"^(?P<topic>(?:El|La|Los|Las) [a-zà-ÿ-]{4,}(?: (?:de |del |de la )[\wÀ-ÿ-]{3,})?) (?=[a-zà-ÿ])"
        ),
        abouts=("¿Qué se sabe sobre {topic}?", "¿Qué conviene saber sobre {topic}?", "¿Qué se cuenta sobre {topic}?"),
        planned="¿Qué está previsto para {topic}?",
        counted="¿Qué cifras hay sobre {topic}?",
        headed="¿De qué trata «{heading}»?",
        points=re.compile(r"\b(?:este último|esta última|aquéll?[oa]s?|dich[oa]s?)\b", _I),
        small=frozenset(["el", "la", "los", "las", "un", "una", "en", "del", "al", "para", "se"]),
        no_terms=frozenset(["esto", "eso", "ello", "lo", "razón", "problema", "resultado", "cosa"]),
        turned=_romance(
            between=r"Entre (?P<a>\d{4}) y (?P<b>\d{4}),? (?P<what>(?:el|la|los|las) [^,]+?) (?:pasó|bajó|subió|cayó|aumentó|disminuyó|creció) de \d",
            way="¿Cómo evolucionó {what} entre {a} y {b}?",
        )
        + _numbering("son|eran", {"Los": "¿Cuántos {verb} {what}?", "Las": "¿Cuántas {verb} {what}?"})
        + (
            _put_at(
                articles="El|La|Los|Las",
                verb=r"(?:se ha |se han |fue |fueron |ha sido |han sido |está |están )?(?:estimad|valorad|tasad|calculad|cifrad|fijad)[oa]s?",
                at="en",
                way="¿En cuánto {verb} {what}?",
            ),
            Turned(
                re.compile(r"^[^,;:]*\bse les? llama (?P<term>[a-zà-ÿ]{5,})(?=[,.;])"),
                "¿A qué se llama {term}?",
                Kind.DEFINITION,
                0.85,
            ),
        ),
    )


def _italian() -> Wondering:
    return Wondering(
        is_a=re.compile(
            r"^(?P<term>(?:L['’]|Il |Lo |La |I |Gli |Le |Un |Una |Uno )?[\wÀ-ÿ'’-]+(?: (?:di |del |della |dei )?[\wÀ-ÿ'’-]+){0,3}) (?P<verb>è|sono) (?P<said>(?:un['’ ]|una |uno )[^.]{15,}\.)$"
        ),
        what_is="Che cosa {verb} {term}?",
        article=re.compile(r"^(?:L['’]|(?:Il|Lo|La|I|Gli|Le|Un|Una|Uno) )"),
        because=re.compile(
            r"^(?P<main>[A-ZÀ-Þ][^.]+?),? (?P<cause>(?:perché|poiché|a causa d|per mancanza d)[^.]+\.)$"
        ),
        why="Perché {main}?",
        dated=re.compile(r"^(?P<date>Nel (?:\w+ del )?\d{4}|Il \d{1,2} \w+ \d{4}),? "),
        happened="Che cosa è successo {date}?",
        subject=re.compile(
            r"^(?P<topic>(?:L['’]|(?:Il|Lo|La|I|Gli|Le) )[a-zà-ÿ-]{4,}(?: (?:di |del |della |dei )[\wÀ-ÿ-]{3,})?) (?=[a-zà-ÿ])"
        ),
        abouts=("Che cosa si sa su {topic}?", "Che cosa c'è da sapere su {topic}?", "Che cosa si racconta su {topic}?"),
        planned="Che cosa è previsto per {topic}?",
        counted="Quali cifre ci sono su {topic}?",
        headed="Di che cosa parla «{heading}»?",
        points=re.compile(r"\b(?:quest['’]ultim[oa]|questi ultimi|quest[oaie] (?!mattina|estate)|quell[oaie] )", _I),
        small=frozenset(["il", "lo", "la", "i", "gli", "le", "un", "una", "uno", "nel", "del", "in", "si"]),
        no_terms=frozenset(["questo", "ciò", "motivo", "problema", "risultato", "cosa"]),
        turned=_romance(
            between=r"(?:Tra il|Fra il) (?P<a>\d{4}) e il (?P<b>\d{4}),? (?P<what>(?:il|lo|la|i|gli|le) [^,]+?) (?:è passat[oa]|è sces[oa]|è salit[oa]|è cresciut[oa]) da \d",
            way="Quale andamento ha avuto {what} tra il {a} e il {b}?",
        )
        + _numbering("sono|erano", {"I|Gli": "Quanti {verb} {what}?", "Le": "Quante {verb} {what}?"}),
        governed=(
            ("su il ", "sul "),
            ("su lo ", "sullo "),
            ("su la ", "sulla "),
            ("su i ", "sui "),
            ("su gli ", "sugli "),
            ("su le ", "sulle "),
            ("su l'", "sull'"),
            ("su l’", "sull’"),
        ),
    )


def _portuguese() -> Wondering:
    return Wondering(
        is_a=re.compile(
            r"^(?P<term>(?:O |A |Os |As |Um |Uma )?[\wÀ-ÿ-]+(?: (?:de |do |da |dos )?[\wÀ-ÿ-]+){0,3}) (?P<verb>é|são) (?P<said>uma? [^.]{15,}\.)$"
        ),
        what_is="O que {verb} {term}?",
        article=re.compile(r"^(?:O|A|Os|As|Um|Uma) "),
        because=re.compile(
            r"^(?P<main>[A-ZÀ-Þ][^.]+?),? (?P<cause>(?:porque|devido a|por causa d|por falta d)[^.]+\.)$"
        ),
        why="Por que razão {main}?",
        dated=re.compile(
            r"^(?P<date>Em (?:\w+ de )?\d{4}|N[ao] (?:primavera|verão|outono|inverno) de \d{4}|"
            r"(?:A|Na (?:madrugada|manhã|tarde|noite) de) \d{1,2} de \w+ de \d{4}|Entre \d{4} e \d{4}),? "
        ),
        happened="O que aconteceu {date}?",
        subject=re.compile(
            r"^(?P<topic>(?:O|A|Os|As) [a-zà-ÿ-]{4,}(?: (?:de |do |da |dos )[\wÀ-ÿ-]{3,})?) (?=[a-zà-ÿ])"
        ),
        abouts=("O que se sabe sobre {topic}?", "O que convém saber sobre {topic}?", "O que se conta sobre {topic}?"),
        planned="O que está previsto para {topic}?",
        counted="Que números há sobre {topic}?",
        headed="De que trata «{heading}»?",
        points=re.compile(r"\b(?:este último|esta última|est[ea]s? (?!ano)|ess[ea]s? )", _I),
        small=frozenset(["o", "a", "os", "as", "um", "uma", "em", "no", "na", "do", "da", "para"]),
        no_terms=frozenset(["isto", "isso", "razão", "problema", "resultado", "coisa"]),
        turned=_romance(
            between=r"Entre (?P<a>\d{4}) e (?P<b>\d{4}),? (?P<what>(?:o|a|os|as) [^,]+?) (?:passou|caiu|subiu|desceu|aumentou|diminuiu|cresceu) de \d",
            way="Como evoluiu {what} entre {a} e {b}?",
        )
        + _numbering("são|eram", {"Os": "Quantos {verb} {what}?", "As": "Quantas {verb} {what}?"})
        + (
            _put_at(
                articles="O|A|Os|As",
                verb=r"(?:foi|foram|está|estão|é|são) (?:estimad|avaliad|calculad|fixad)[oa]s?",
                at="em",
                way="Em quanto {verb} {what}?",
            ),
        ),
        articles=("o", "a", "os", "as"),
    )


_MAKERS = {"de": german, "fr": _french, "es": _spanish, "it": _italian, "pt": _portuguese}


@cache
def wondering(code: str) -> Wondering | None:
    """The simple questions of a language, if it has any."""
    make = _MAKERS.get(code)
    return make() if make is not None else None
