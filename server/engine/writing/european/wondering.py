"""What the simple questions of a language are made of: patterns and forms, no code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from server.engine.writing.asking import Kind

_I = re.IGNORECASE
_REST = r"(?:[^.]|\.(?=\d))*"
"""To the end of a sentence: a full stop between figures doesn't end one."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A kind of sentence that answers a question made of its own words, groups of `pattern` in `form`."""

    pattern: re.Pattern[str]
    form: str
    kind: Kind
    quality: float


@dataclass(frozen=True, slots=True)
class Wondering:
    """A language for `EuropeanAsker`."""

    is_a: re.Pattern[str]
    """A sentence that says what its subject is: groups `term`, `verb` and `said`."""
    what_is: str
    article: re.Pattern[str]
    because: re.Pattern[str]
    """A sentence with its cause: groups `main` and `cause`. German: only after a date, where the verb comes first."""
    why: str
    dated: re.Pattern[str]
    """A sentence that opens with its date: group `date`, with the preposition."""
    happened: str
    subject: re.Pattern[str]
    """A sentence that opens with a noun phrase of its own: group `topic`."""
    about: str
    headed: str
    points: re.Pattern[str]
    """Words that point at what an answer would have to name."""
    small: frozenset[str]
    """First words of a sentence that are written small inside one."""
    no_terms: frozenset[str]
    term_most: int = 5
    governed: tuple[tuple[str, str], ...] = ()
    """What `about` does to an article: the words as they would stand, and as they do."""
    articles: tuple[str, ...] = ()
    """What may stand before a bare noun in `about`, where the source has it so."""
    turned: tuple[Turned, ...] = ()


def _romance(*, articles: str, verbs: str, much: str, between: str, way: str) -> tuple[Turned, ...]:
    """What something costs, weighs or measures, and how a figure went between two years."""
    amount = re.compile(rf"^(?P<what>(?:{articles})[^,.;]{{3,50}}?) (?P<verb>{verbs}) (?P<said>{_REST}\d{_REST})\.$")
    return Turned(amount, much, Kind.HOW_MANY, 0.85), Turned(re.compile(f"^{between}"), way, Kind.CHANGE, 0.9)


_GERMAN_SUBJECT = (
    r"(?:(?:Der|Die|Das|Ein|Eine) (?:[a-zäöüß]+ )?[A-ZÄÖÜ][\wäöüß-]+|[A-ZÄÖÜ][\wäöüß-]+ [A-ZÄÖÜ][\wäöüß-]+)"
)
_GERMAN_VERB = (
    r"(?:ist|war|sind|waren|hat|hatte|haben|hatten|wird|wurde|werden|wurden|kann|konnte|können|konnten|muss|musste|"
    r"müssen|mussten|darf|durfte|soll|sollte|[a-zäöüß]{3,}(?:t|te|ten))"
)


def _german() -> Wondering:
    return Wondering(
        is_a=re.compile(
            r"^(?P<term>(?:Der |Die |Das |Ein |Eine )?[A-ZÄÖÜ][\wäöüß-]+(?: [A-ZÄÖÜ][\wäöüß-]+)?) (?P<verb>ist|sind) (?P<said>(?:ein|eine) [^.]{15,}\.)$"
        ),
        what_is="Was {verb} {term}?",
        article=re.compile(r"^(?:Der|Die|Das|Ein|Eine) "),
        because=re.compile(
            r"^(?:Im Jahr \d{4}|Im (?:Frühjahr|Sommer|Herbst|Winter|[A-Z]\w+) \d{4}|Seit \d{4}|\d{4}|Heute|Damals) (?P<main>[a-zäöü][^.]+?), (?P<cause>weil [^.]+\.)$"
        ),
        why="Warum {main}?",
        dated=re.compile(
            r"^(?P<date>Im Jahre? \d{4}|Im (?:Frühjahr|Sommer|Herbst|Winter|[A-Z]\w+) \d{4}|Am \d{1,2}\. [A-ZÄÖÜ]\w+(?: \d{4})?) "
        ),
        happened="Was geschah {date}?",
        subject=re.compile(
            r"^(?P<topic>(?:Der|Die|Das) [A-ZÄÖÜ][\wäöüß-]{3,}) (?=ist|war|sind|waren|hat|haben|wird|werden|soll|kann|[a-z]+t\b|[a-z]+te\b|[a-z]+ten\b)"
        ),
        about="Was ist über {topic} bekannt?",
        headed="Worum geht es bei „{heading}“?",
        points=re.compile(
            r"\b(?:dies(?:e[rsmn]?)?|jene[rsmn]?|derselben?|dieselben?|letztere[rn]?) |"
            r"^[^,;:]*\bda(?:r(?:an|auf|aus|in|über|um|unter)|mit|für|gegen|von|zu|durch|hinter|vor)\b",
            _I,
        ),
        small=frozenset(["der", "die", "das", "ein", "eine", "im", "am", "den", "dem"]),
        no_terms=frozenset(["das", "dies", "grund", "problem", "ergebnis", "ziel", "folge", "frage"]),
        governed=(("über der ", "über den "),),
        articles=("die", "das"),
        turned=(
            Turned(
                re.compile(
                    rf"^(?P<what>{_GERMAN_SUBJECT}) (?P<verb>{_GERMAN_VERB}) (?P<rest>[^,;:]+), (?P<said>(?:weil|denn) [^.;]+)\.$"
                ),
                "Warum {verb} {what} {rest}?",
                Kind.WHY,
                0.95,
            ),
            Turned(
                re.compile(
                    rf"^(?P<what>{_GERMAN_SUBJECT}) (?P<verb>wurden?) (?P<said>(?:im Jahre? )?\d{{4}}|(?:im [A-Z]\w+ |am \d{{1,2}}\. \w+ )\d{{4}}|von \d{{4}} bis \d{{4}}) "
                    r"(?P<rest>(?:[a-zäöüß]+ )?(?:ge|be|er|ver|ent|zer)[a-zäöüß]+(?:t|en))(?= und |[,.])"
                ),
                "Wann {verb} {what} {rest}?",
                Kind.WHEN,
                0.8,
            ),
            Turned(
                re.compile(
                    r"^(?P<what>(?:Der|Die|Das) [A-ZÄÖÜ]\w+) (?P<verb>dauert|dauerte) (?P<said>[^.,]+?)(?= und |[,.])"
                ),
                "Wie lange {verb} {what}?",
                Kind.HOW_LONG,
                0.8,
            ),
            Turned(
                re.compile(rf"^(?P<what>(?:Der|Die|Das) [A-ZÄÖÜ]\w+) beträgt (?P<said>{_REST}\d{_REST})\.$"),
                "Wie hoch ist {what}?",
                Kind.HOW_MANY,
                0.85,
            ),
            Turned(
                re.compile(rf", beträgt (?P<what>(?:der|die|das) [A-ZÄÖÜ]\w+) (?P<said>\d{_REST})\.$"),
                "Wie hoch ist {what}?",
                Kind.HOW_MANY,
                0.8,
            ),
            Turned(
                re.compile(
                    rf"^(?P<what>(?:Der|Die|Das) [A-ZÄÖÜ]\w+) (?P<verb>kostete?|wiegt|wog|misst|maß) (?P<said>{_REST}\d{_REST})\.$"
                ),
                "Wie viel {verb} {what}?",
                Kind.HOW_MANY,
                0.85,
            ),
            Turned(
                re.compile(r"^Es ist (?P<how>verboten|erlaubt|untersagt|gestattet), "),
                "Was ist {how}?",
                Kind.WHAT,
                0.85,
            ),
            Turned(
                re.compile(r"^(?P<how>Geschützt|Erlaubt|Verboten|Ausgenommen|Betroffen) (?P<verb>ist|sind) "),
                "Was ist {how}?",
                Kind.WHAT,
                0.85,
            ),
            Turned(
                re.compile(r"^Wer (?P<who>[^,]+), muss (?P<said>[^,]+)\.$"), "Was muss tun, wer {who}?", Kind.HOW, 0.85
            ),
            Turned(
                re.compile(r"^(?P<said>(?:Der|Die|Das) [^,]+?) lehnt (?P<what>(?:den|die|das) [A-ZÄÖÜ]\w+) ab\b"),
                "Wer lehnt {what} ab?",
                Kind.WHO,
                0.8,
            ),
            Turned(
                re.compile(
                    r"^(?P<what>(?:Der|Die|Das) [A-ZÄÖÜ]\w+) tritt (?:am|im) (?P<said>[^,]*\d{4}) (?P<how>in|außer) Kraft\b"
                ),
                "Wann tritt {what} {how} Kraft?",
                Kind.WHEN,
                0.85,
            ),
            Turned(
                re.compile(
                    r"^Zwischen (?P<a>\d{4}) und (?P<b>\d{4}) (?:sank|stieg|fiel|wuchs|ging) (?P<what>(?:die|der|das) [^,]+?) von \d"
                ),
                "Wie entwickelte sich {what} zwischen {a} und {b}?",
                Kind.CHANGE,
                0.9,
            ),
        ),
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
        about="Que sait-on sur {topic} ?",
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
            articles="L['’]|(?:Le|La|Les) ",
            verbs="coûte|pèse|mesure|dure",
            much="Combien {verb} {what} ?",
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
        dated=re.compile(r"^(?P<date>En (?:\w+ de )?\d{4}|El \d{1,2} de \w+ de \d{4}),? "),
        happened="¿Qué ocurrió {date}?",
        subject=re.compile(
            r"^(?P<topic>(?:El|La|Los|Las) [a-zà-ÿ-]{4,}(?: (?:de |del |de la )[\wÀ-ÿ-]{3,})?) (?=[a-zà-ÿ])"
        ),
        about="¿Qué se sabe sobre {topic}?",
        headed="¿De qué trata «{heading}»?",
        points=re.compile(r"\b(?:este último|esta última|aquéll?[oa]s?|dich[oa]s?)\b", _I),
        small=frozenset(["el", "la", "los", "las", "un", "una", "en", "del", "al", "para", "se"]),
        no_terms=frozenset(["esto", "eso", "ello", "lo", "razón", "problema", "resultado", "cosa"]),
        turned=_romance(
            articles="(?:El|La|Los|Las) ",
            verbs="cuesta|pesa|mide|dura|cuestan|pesan|miden",
            much="¿Cuánto {verb} {what}?",
            between=r"Entre (?P<a>\d{4}) y (?P<b>\d{4}),? (?P<what>(?:el|la|los|las) [^,]+?) (?:pasó|bajó|subió|cayó|aumentó|disminuyó|creció) de \d",
            way="¿Cómo evolucionó {what} entre {a} y {b}?",
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
        about="Che cosa si sa su {topic}?",
        headed="Di che cosa parla «{heading}»?",
        points=re.compile(r"\b(?:quest['’]ultim[oa]|questi ultimi|quest[oaie] (?!mattina|estate)|quell[oaie] )", _I),
        small=frozenset(["il", "lo", "la", "i", "gli", "le", "un", "una", "uno", "nel", "del", "in", "si"]),
        no_terms=frozenset(["questo", "ciò", "motivo", "problema", "risultato", "cosa"]),
        turned=_romance(
            articles="L['’]|(?:Il|Lo|La|I|Gli|Le) ",
            verbs="costa|pesa|misura|dura|costano|pesano|misurano",
            much="Quanto {verb} {what}?",
            between=r"(?:Tra il|Fra il) (?P<a>\d{4}) e il (?P<b>\d{4}),? (?P<what>(?:il|lo|la|i|gli|le) [^,]+?) (?:è passat[oa]|è sces[oa]|è salit[oa]|è cresciut[oa]) da \d",
            way="Quale andamento ha avuto {what} tra il {a} e il {b}?",
        ),
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
        dated=re.compile(r"^(?P<date>Em (?:\w+ de )?\d{4}|A \d{1,2} de \w+ de \d{4}),? "),
        happened="O que aconteceu {date}?",
        subject=re.compile(
            r"^(?P<topic>(?:O|A|Os|As) [a-zà-ÿ-]{4,}(?: (?:de |do |da |dos )[\wÀ-ÿ-]{3,})?) (?=[a-zà-ÿ])"
        ),
        about="O que se sabe sobre {topic}?",
        headed="De que trata «{heading}»?",
        points=re.compile(r"\b(?:este último|esta última|est[ea]s? (?!ano)|ess[ea]s? )", _I),
        small=frozenset(["o", "a", "os", "as", "um", "uma", "em", "no", "na", "do", "da", "para"]),
        no_terms=frozenset(["isto", "isso", "razão", "problema", "resultado", "coisa"]),
        turned=_romance(
            articles="(?:O|A|Os|As) ",
            verbs="custa|pesa|mede|dura|custam|pesam|medem",
            much="Quanto {verb} {what}?",
            between=r"Entre (?P<a>\d{4}) e (?P<b>\d{4}),? (?P<what>(?:o|a|os|as) [^,]+?) (?:passou|caiu|subiu|desceu|aumentou|diminuiu|cresceu) de \d",
            way="Como evoluiu {what} entre {a} e {b}?",
        ),
    )


_MAKERS = {"de": _german, "fr": _french, "es": _spanish, "it": _italian, "pt": _portuguese}


@cache
def wondering(code: str) -> Wondering | None:
    """The simple questions of a language, if it has any."""
    make = _MAKERS.get(code)
    return make() if make is not None else None
