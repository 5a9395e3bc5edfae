"""German for `EuropeanAsker`: patterns and forms, no code."""

from __future__ import annotations

import re

from server.engine.writing.asking import Kind
from server.engine.writing.european.forms import REST, Turned, Wondering

_I = re.IGNORECASE
_GERMAN_SUBJECT = (
    r"(?:(?:Der|Die|Das|Ein|Eine) (?:[a-zäöüß]+ )?[A-ZÄÖÜ][\wäöüß-]+|[A-ZÄÖÜ][\wäöüß-]+ [A-ZÄÖÜ][\wäöüß-]+)"
)
_GERMAN_NUMBER = (
    r"(?:(?:rund|etwa|mehr als|fast|knapp|über|noch|nur|bereits|schon|gut|insgesamt) ){0,2}"
    r"(?:\d{1,3}(?:\.\d{3})+|\d+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|[a-zäöüß]*(?:zehn|zig|hundert|tausend))"
)
_GERMAN_THING = (
    r"(?!der [A-ZÄÖÜ][a-zäöüß-]*e\b)(?:der|die|das) (?![A-ZÄÖÜ][a-zäöüß-]*(?:er|in|ist|eur|or|loge|ant|ent|mann|frau|kind|chef)\b|"
    r"(?:Mann|Frau|Kind|Mädchen|Sohn|Witwe|Braut|Chef|Arzt|Wirt|König|Fürst|Graf|Papst|Hirt)\b)[A-ZÄÖÜ][a-zäöüß-]+"
)
"""One thing: nobody by what they do or are, and no masculine noun in -e, which mostly is somebody."""
_GERMAN_COUNTED = (
    r"(?P<noun>(?:[a-zäöüß]+e )?(?!Prozent|Uhr|Jahre?n?\b|Mal\b|Millionen|Milliarden|Januar|Februar|März|April|Mai|Juni|Juli|"
    r"August|September|Oktober|November|Dezember)[A-ZÄÖÜ][a-zäöüß-]+)(?P<rest>(?: (?!und |oder |als |wie )[\wäöüß-]+){0,6})(?=[.,])"
)
"""What is counted, with the words to the end of its clause."""
_GERMAN_DATE = (
    r"(?P<date>Im Jahre? \d{4}|Im (?:Frühjahr|Sommer|Herbst|Winter|[A-Z]\w+) \d{4}|Am \d{1,2}\. [A-ZÄÖÜ]\w+(?: \d{4})?)"
)
_GERMAN_SAYS = (
    r"(?P<verb>sagt|sagte|meint|erklärt|erklärte|fordert|forderte|hofft|glaubt|befürchtet|erwartet|schätzt|berichtet|betont|"
    r"verspricht|warnt|kritisiert|erzählt|antwortet)"
)
_GERMAN_VERB = (
    r"(?:ist|war|sind|waren|hat|hatte|haben|hatten|wird|wurde|werden|wurden|kann|konnte|können|konnten|muss|musste|"
    r"müssen|mussten|darf|durfte|soll|sollte|[a-zäöüß]{3,}(?:t|te|ten))"
)


def german() -> Wondering:
    """The questions that sentences answer without a change of their words' forms."""
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
        dated=re.compile(rf"^{_GERMAN_DATE} "),
        happened="Was geschah {date}?",
        subject=re.compile(
            r"^(?P<topic>(?:Der|Die|Das) [A-ZÄÖÜ][\wäöüß-]{3,}) (?=ist|war|sind|waren|hat|haben|wird|werden|soll|kann|[a-z]+t\b|[a-z]+te\b|[a-z]+ten\b)"
        ),
        abouts=(
            "Was ist über {topic} bekannt?",
            "Was sollte man über {topic} wissen?",
            "Was erfährt man über {topic}?",
        ),
        planned="Was ist für {topic} geplant?",
        counted="Welche Zahlen gibt es über {topic}?",
        headed="Worum geht es bei „{heading}“?",
        points=re.compile(
            r"\b(?:dies(?:e[rsmn]?)?|jene[rsmn]?|derselben?|dieselben?|letztere[rn]?) |"
            r"^[^,;:]*\bda(?:r(?:an|auf|aus|in|über|um|unter)|mit|für|gegen|von|zu|durch|hinter|vor)\b",
            _I,
        ),
        small=frozenset(["der", "die", "das", "ein", "eine", "im", "am", "den", "dem"]),
        no_terms=frozenset(["das", "dies", "grund", "problem", "ergebnis", "ziel", "folge", "frage"]),
        governed=(("über der ", "über den "), ("für der ", "für den ")),
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
                re.compile(rf"^(?P<what>(?:Der|Die|Das) [A-ZÄÖÜ]\w+) beträgt (?P<said>{REST}\d{REST})\.$"),
                "Wie hoch ist {what}?",
                Kind.HOW_MANY,
                0.85,
            ),
            Turned(
                re.compile(rf", beträgt (?P<what>(?:der|die|das) [A-ZÄÖÜ]\w+) (?P<said>\d{REST})\.$"),
                "Wie hoch ist {what}?",
                Kind.HOW_MANY,
                0.8,
            ),
            Turned(
                re.compile(
                    rf"^(?P<what>(?:Der|Die|Das) [A-ZÄÖÜ]\w+) (?P<verb>kostete?|wiegt|wog|misst|maß) (?P<said>{REST}\d{REST})\.$"
                ),
                "Wie viel {verb} {what}?",
                Kind.HOW_MANY,
                0.85,
            ),
            Turned(
                re.compile(
                    rf"^(?P<what>{_GERMAN_SUBJECT}) (?P<verb>{_GERMAN_VERB}) {_GERMAN_NUMBER} {_GERMAN_COUNTED}"
                ),
                "Wie viele {noun} {verb} {what}{rest}?",
                Kind.HOW_MANY,
                0.9,
            ),
            Turned(
                re.compile(
                    rf"^{_GERMAN_DATE} (?P<verb>{_GERMAN_VERB}) (?P<what>(?:der|die|das) (?:[a-zäöüß]+ )?[A-ZÄÖÜ][\wäöüß-]+) "
                    rf"{_GERMAN_NUMBER} {_GERMAN_COUNTED}"
                ),
                "Wie viele {noun} {verb} {what} {date}{rest}?",
                Kind.HOW_MANY,
                0.9,
            ),
            Turned(
                re.compile(rf"^(?P<what>{_GERMAN_SUBJECT}) {_GERMAN_SAYS}, (?:dass|ob|wie) "),
                "Was {verb} {what}?",
                Kind.VIEW,
                0.8,
            ),
            Turned(
                re.compile(
                    rf"[“\"],? {_GERMAN_SAYS} (?P<what>(?:(?:der|die) [A-ZÄÖÜ][\wäöüß-]+ )?[A-ZÄÖÜ][\wäöüß-]+ [A-ZÄÖÜ][\wäöüß-]+)(?=[,.; ])"
                ),
                "Was sagt {what}?",
                Kind.VIEW,
                0.8,
            ),
            Turned(
                re.compile(
                    rf"^(?P<what>{_GERMAN_SUBJECT}) (?P<verb>liegt|liegen|steht|stehen|befindet sich|befinden sich) "
                    r"(?:in|im|am|an|auf|bei|neben|hinter|vor|zwischen|unter|über|nördlich|südlich|westlich|östlich) (?!\d|rund|etwa|über|mehr)"
                ),
                "Wo {verb} {what}?",
                Kind.WHERE,
                0.8,
            ),
            Turned(
                re.compile(
                    r"^(?P<what>(?:Anlass|Auslöser|Grund|Ausgangspunkt) (?:für|von) (?:den|die|das|der|dem) (?:[a-zäöüß]+ )?[A-ZÄÖÜ][\wäöüß-]+|"
                    r"(?:Anlass|Auslöser|Ursprung|Ausgangspunkt) (?:des|der) (?:[a-zäöüß]+ )?[A-ZÄÖÜ][\wäöüß-]+) "
                    r"(?P<verb>ist|war) (?P<said>(?:der|die|das|ein|eine) [A-ZÄÖÜ][^.;:]+)\."
                ),
                "Was {verb} der {what}?",
                Kind.WHY,
                0.9,
            ),
            Turned(
                re.compile(
                    r"^(?:(?:Bisher|Bislang|Inzwischen|Seitdem|Mittlerweile|Zuletzt|Insgesamt) )(?P<verb>haben|hatten|sind|waren|wurden)(?P<reflexive>(?: sich)?) "
                    rf"{_GERMAN_NUMBER} {_GERMAN_COUNTED}"
                ),
                "Wie viele {noun} {verb}{reflexive}{rest}?",
                Kind.HOW_MANY,
                0.9,
            ),
            Turned(
                re.compile(
                    rf"^(?P<what>(?:Der|Die|Das) [A-ZÄÖÜ]\w+) (?P<verb>wird|werden|wurden?) auf {_GERMAN_NUMBER} (?:Millionen |Milliarden )?[A-ZÄÖÜ]\w+ (?P<said>geschätzt|beziffert|veranschlagt)\b"
                ),
                "Auf wie viel {verb} {what} {said}?",
                Kind.HOW_MANY,
                0.85,
            ),
            Turned(
                re.compile(
                    rf"^(?P<how>Am [a-zäöüß]+sten) (?P<verb>(?!sind\b|waren\b)[a-zäöüß]{{3,}}) (?P<said>{_GERMAN_THING})(?P<rest>(?: (?:ab|an|auf|aus|ein|durch|zu|vor))?)(?=[,.:])"
                ),
                "Was {verb} {how}{rest}?",
                Kind.WHAT,
                0.85,
            ),
            Turned(
                re.compile(
                    rf"^(?P<how>(?:Ge|Be|Ver|Ent|Er|Zer|Über)[a-zäöüß]+(?:t|en)) (?P<verb>hat|ist|wird|wurde) (?P<said>{_GERMAN_THING})(?=[,.])"
                ),
                "Was {verb} {how}?",
                Kind.WHAT,
                0.75,
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
