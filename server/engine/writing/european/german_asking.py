"""What a German sentence answers: when, where, why, who, what, how much, what to do, by the place of its verb."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from server.engine.writing.asking import Asked, Kind
from server.engine.writing.european.german_clauses import Clause, is_finite, read
from server.engine.writing.european.german_words import (
    BEFORE_NOUNS,
    DETERMINERS,
    MODALS,
    OBJECTS,
    OFFICES,
    PARTICLES,
    PEOPLE,
    PLACE_NOUNS,
    POINTING,
    TIME,
    VIEWS,
    WORTH,
)

_MOST = 15
"""Words of a question."""
_POINTS = re.compile(POINTING)
_TIME = re.compile(rf"(?:^| )(?:(?:erst|schon|bereits|noch|spätestens|frühestens) )?(?P<time>{TIME})(?=$| )")
_WHEN = {"seit": "Seit wann", "bis": "Bis wann", "bis zum": "Bis wann", "ab": "Ab wann"}
_CLOCK = re.compile(r"\bum [\w.:]+ Uhr\b")
"""A time of the day that is told beside the day: "when" would ask for both."""
_PLACE = re.compile(
    rf"^(?:Im|Am|Beim|(?:In|Auf|An|Unter|Über|Hinter|Neben|Vor) (?:der|dem|einem|einer)) (?:[a-zäöüß]+ )?{PLACE_NOUNS}(?: .*)?$"
)
_AMOUNT = re.compile(
    r"^(?:(?:rund|etwa|mehr als|fast|knapp|über|noch|nur|derzeit|bisher|zwischen|jeweils|jährlich|pro Jahr) )*(?:\d|ein(?:e[nm]?)? |zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|[a-zäöüß]*(?:zehn|zig|hundert|tausend)\b)"
)
_CAUSE = re.compile(r"^, (?P<cause>(?:weil|denn|da) [^.;]+)")
_AIM = re.compile(r"^, (?P<aim>(?:damit [^.;]+|um [^.;]+ zu [a-zäöüß]+|um [^.;]+[a-zäöüß]zu[a-zäöüß]+en))[.;,]")
_BECAUSE_OF = re.compile(r"^(?:Wegen|Aufgrund|Dank|Infolge|Mangels) ")
_IF = re.compile(r"^(?P<case>(?:Wenn|Falls|Sobald|Solange) (?P<said>[^,;:]+)), (?P<main>[a-zäöüß]+ [^;:]{4,})$")
_TO = re.compile(
    r"^(?P<aim>Um (?P<said>[^,;:]+ zu [a-zäöüß]+|[^,;:]+[a-zäöüß]zu[a-zäöüß]+en)), (?P<main>[a-zäöüß]+ [^;:]{4,})$"
)
_ORDER = re.compile(
    r"^(?:[a-zäöüß]+en Sie |(?:muss|müssen|sollte|sollten|sollen|soll|ist|sind|darf|dürfen|kann|können) |[a-zäöüß]+t man |hilft )"
)
_MEMBER = re.compile(r"^(?P<what>[A-ZÄÖÜ][a-zäöüß]+) (?P<verb>kann|darf) (?P<do>[a-zäöüß]+en), wer ")
_ANYBODY = re.compile(r"^Wer (?P<who>[^,;:]+), (?P<verb>[a-zäöüß]+) [^;:]+$")
_MUST = re.compile(rf"^(?P<who>(?:(?:die|alle|neue|junge|erwachsene) )?{PEOPLE}) (?P<what>.+(?:en|ern|eln))$")
_THERE = re.compile(r"^es (?:an|auf|in|im|am|bei|beim) ")
_KEPT = re.compile(
    rf"^(?:im|am|beim|(?:in|auf|an|unter|hinter|neben) (?:der|dem|einem|einer)) (?:[a-zäöüß]+ )?{PLACE_NOUNS} (?P<done>[a-zäöüß]+(?:t|en))$"
)
_FOR = re.compile(r"(?:^| )für(?: den| die| das)?$")
_REPORTED = re.compile(r"sei|koste|(?!wurde)[a-zäöüß]+(?<!t)e")
"""A verb in the form of what somebody else has said."""
_COUNTS = {
    "kostet": "Wie viel",
    "kosten": "Wie viel",
    "kostete": "Wie viel",
    "kosteten": "Wie viel",
    "wiegt": "Wie viel",
    "wog": "Wie viel",
    "wiegen": "Wie viel",
    "dauert": "Wie lange",
    "dauern": "Wie lange",
    "dauerte": "Wie lange",
    "dauerten": "Wie lange",
}
_SUMS = {"beträgt": "ist", "betrug": "war"}
_PAST = re.compile(r"\b(?:war|waren|hatte|hatten|wurde|wurden|[a-zäöüß]{3,}te[nt]?)\b")
_LAST_OPEN = re.compile(
    r"(?:^| )(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|im|am|zum|zur|vom|in|an|auf|aus|bei|mit|nach|von|vor|für|um|und|oder|als|wie|zu|nur|rund|etwa|auch|noch)$"
)


def asked(text: str, sentence: int, is_name: Callable[[str], bool]) -> Iterator[Asked]:
    """The questions that a sentence answers, those of the whole sentence first.

    Args:
        is_name: whether a capitalised word that opens a sentence is a name.
    """
    for question, kind, answer, quality in (*_of_sentence(text), *_of_clause(text, is_name)):
        said = re.sub(r"\s+(?=[? ])", "", question)
        if said and len(said.split()) <= _MOST and not _LAST_OPEN.search(said.rstrip("?")):
            yield Asked(said, kind, sentence, answer, quality, checked=False)


def _of_sentence(text: str) -> Iterator[tuple[str, Kind, str, float]]:
    """What a sentence tells to do, in which case and to what end."""
    match = _IF.match(text)
    if match is not None and _is_plain(match["said"]) and not _PAST.search(match["said"]):
        case = match["case"][0].lower() + match["case"][1:]
        if _ORDER.match(match["main"]) and not re.match(r"(?:ist|sind|kann|können|darf|dürfen) ", match["main"]):
            yield f"Was ist zu tun, {case}?", Kind.CONDITION, "", 0.95
        elif re.match(r"(?:war|waren) ", match["main"]):
            yield f"Woran liegt es, {case}?", Kind.WHY, "", 0.9
        elif is_finite(match["main"].split()[0]) and not re.match(
            r"(?:ist|sind|hat|haben|fehlt|fehlen) ", match["main"]
        ):
            yield f"Was passiert, {case}?", Kind.CONDITION, "", 0.85
    match = _TO.match(text)
    if match is not None and _is_plain(match["said"]):
        aim = match["aim"][0].lower() + match["aim"][1:]
        if _ORDER.match(match["main"]):
            yield f"Was muss man tun, {aim}?", Kind.HOW, "", 0.95
        elif is_finite(match["main"].split()[0]):
            main = re.split(r"[,.;]| und (?=[a-zäöüß]+t )", match["main"])[0].strip()
            if _is_plain(main) and len(main.split()) > 2:
                yield f"Wozu {main}?", Kind.WHY, match["aim"], 0.85
    match = _MEMBER.match(text)
    if match is not None:
        yield f"Wer {match['verb']} {match['what']} {match['do']}?", Kind.WHO, "", 0.9
    match = _ANYBODY.match(text)
    named = match is not None and not re.search(r"\b(?:er|sie|es|ich|wir)\b", match["who"])
    if match is not None and named and match["verb"] == "muss" and not re.search(r", muss [^,;]+\.$", text):
        yield f"Was muss tun, wer {match['who']}?", Kind.HOW, "", 0.85


def _of_clause(text: str, is_name: Callable[[str], bool]) -> Iterator[tuple[str, Kind, str, float]]:
    c = read(text, is_name)
    if c is None or _POINTS.search(c.front[0].lower() + c.front[1:]):
        return
    if c.is_subject:
        yield from _amounts(c)
        yield from _when(c)
        yield from _must_or_may(c)
        yield from _who_or_what(c)
        behind = f"{c.verb} {c.subject} {c.rest}".strip()
    else:
        yield from _fronted(c)
        opened = c.front.split()[0].lower() in BEFORE_NOUNS and not re.match(r"(?:sich|man|es) ", c.rest)
        behind = f"{c.verb} {c.fronted} {c.rest}" if opened and not _BECAUSE_OF.match(c.front) else ""
    if behind and _is_plain(c.rest) and len(behind.split()) > 2:
        cause, aim = _CAUSE.match(c.tail), _AIM.match(c.tail)
        if cause is not None:
            yield f"Warum {behind}?", Kind.WHY, cause["cause"], 1.0
        elif aim is not None and c.verb not in {"ist", "sind", "war", "waren", "kann", "können"}:
            yield f"Wozu {behind}?", Kind.WHY, aim["aim"], 0.9


def _fronted(c: Clause) -> Iterator[tuple[str, Kind, str, float]]:
    """What stands before the verb is asked for, and nothing else moves."""
    if c.verb in {"gibt", "gab"} and _THERE.match(c.rest) and len(c.front.split()) == 1 and not c.tail.startswith(", "):
        yield f"Wo {c.verb} es {c.front}?", Kind.WHERE, c.rest.removeprefix("es "), 0.85
    if (
        c.verb in {"gehört", "gehören"}
        and re.match(r"(?:in|auf|unter) (?:den|die|das) ", c.rest)
        and c.front.split()[0].lower() not in BEFORE_NOUNS
    ):
        yield f"Wohin {c.verb} {c.subject}?", Kind.WHERE, c.rest, 0.85
    if not _is_plain(c.rest) or len(c.rest.split()) < 2:
        return
    match = re.fullmatch(TIME, c.front)
    must = _MUST.match(c.rest) if c.verb in {"müssen", "muss"} else None
    if must is not None and not re.search(r"(?:werden|sein)$", c.rest):
        yield f"Was {c.verb} {must['who']} {c.fronted} tun?", Kind.WHAT, must["what"], 0.9
    elif match is not None:
        asks = _WHEN.get((match["from"] or "").lower(), "Wann" if not match["from"] else "")
        clock = _CLOCK.search(c.rest) is not None
        if asks and not clock and not re.match(r"(?:war|waren|ist|sind|gilt|galt) (?:es|das)\b", f"{c.verb} {c.rest}"):
            dated = re.search(r"\d", c.front) is not None
            yield f"{asks} {c.verb} {c.rest}?", Kind.WHEN, c.front, 0.85 if dated else 0.7
    elif _BECAUSE_OF.match(c.front):
        yield f"Warum {c.verb} {c.rest}?", Kind.WHY, c.front, 0.95
    elif (
        re.match(r"Mit (?:de[rmn]|einem|einer) ", c.front)
        and c.verb in {"wird", "werden", "wurde", "wurden"}
        and re.search(r"(?:t|en)$", c.rest)
    ):
        yield f"Womit {c.verb} {c.rest}?", Kind.HOW, c.front, 0.8
    elif _PLACE.match(c.front):
        yield f"Wo {c.verb} {c.rest}?", Kind.WHERE, c.front, 0.7


def _amounts(c: Clause) -> Iterator[tuple[str, Kind, str, float]]:
    """How much, how long, how high."""
    amount = _AMOUNT.match(c.rest) is not None
    if c.verb in _COUNTS and amount:
        kind = Kind.HOW_LONG if c.verb.startswith("dauer") else Kind.HOW_MANY
        yield f"{_COUNTS[c.verb]} {c.verb} {c.subject}?", kind, c.rest, 0.9
    elif c.verb in _SUMS and amount:
        yield f"Wie hoch {_SUMS[c.verb]} {c.subject}?", Kind.HOW_MANY, c.rest, 0.9
    elif (
        c.verb in {"hält", "halten"}
        and re.match(rf"sich .*?(?:\d|{_AMOUNT.pattern[1:]})", c.rest)
        and re.search(r"(?:Tage?n?|Wochen?|Monate?n?|Jahre?n?|Stunden?)$", c.rest)
    ):
        yield f"Wie lange {c.verb} sich {c.subject}?", Kind.HOW_LONG, c.rest.removeprefix("sich "), 0.85
    elif c.verb in {"dient", "dienen", "diente"} and re.match(r"(?:als|zum|zur|der) ", c.rest):
        yield f"Wozu {c.verb} {c.subject}?", Kind.WHAT, c.rest, 0.85


def _when(c: Clause) -> Iterator[tuple[str, Kind, str, float]]:
    """When, from a time behind the verb, which goes out of the clause."""
    found = list(_TIME.finditer(c.rest))
    if (
        len(found) != 1
        or c.verb in VIEWS
        or c.verb in _COUNTS
        or _REPORTED.fullmatch(c.verb) is not None
        or (c.verb in {"ist", "sind", "war", "waren"} and not re.search(r"(?:t|en)$", c.rest))
    ):
        return
    match = found[0]
    said = re.sub(
        r"(?:^| )(?:mit \d+ zu \d+ Stimmen|im Alter von \d+ Jahren)",
        "",
        f"{c.rest[: match.start()]} {c.rest[match.end() :]}",
    ).strip()
    if c.verb in {"findet", "finden", "fand", "fanden"} and not said.endswith("statt"):
        if not re.search(r" statt\b", c.tail):
            return
        said = f"{said} statt".strip()  # an aside stands before the other half of the verb
    asks = _WHEN.get((match["from"] or "").lower(), "Wann" if not match["from"] else "")
    if not asks or not _is_plain(said) or re.search(r"\d", said) or _CAUSE.match(c.tail):
        return
    meant = _FOR.search(c.rest[: match.start()]) if asks == "Wann" else None
    if meant is not None:
        said = f"{c.rest[: meant.start()]} {c.rest[match.end() :]}".strip()
        yield f"Für wann {c.verb} {c.subject} {said}?", Kind.WHEN, match["time"], 0.85
        return
    if re.search(
        r"(?:^| )(?:von|vom|ab|bis|zwischen|und|aus|für|auf|über|gegen|um)(?: de[nmr]| die| das)?$",
        c.rest[: match.start()],
    ) or re.match(r" (?:und|bis|mit) ", c.rest[match.end() :]):
        return
    yield f"{asks} {c.verb} {c.subject} {said}?", Kind.WHEN, match["time"], 0.85


def _must_or_may(c: Clause) -> Iterator[tuple[str, Kind, str, float]]:
    """What somebody has to do, and whether somebody may."""
    people = re.search(rf"(?:^| ){PEOPLE}(?: |$)", c.subject) is not None
    words = c.rest.split()
    if not words or not re.search(r"(?:en|ern|eln)$", words[-1]):
        return
    passive = words[-1] in {"werden", "sein"}
    if c.verb in {"müssen", "muss"} and people and not passive and "nicht" not in words:
        yield f"Was {c.verb} {c.subject} tun?", Kind.WHAT, c.rest, 0.9
    elif c.verb in {"darf", "dürfen"}:
        ending = 2 if passive else 1
        only = next((n for n, w in enumerate(words) if w in {"nur", "nicht", "erst"}), -1)
        if only < 0 or only > len(words) - ending:
            return
        left = words[:only] + (words[only + 1 :] if words[only] == "nicht" else words[-ending:])
        opened = "Ab wann " if words[only] == "erst" else ""
        verb = c.verb if opened else c.verb[0].upper() + c.verb[1:]
        kind = Kind.WHEN if opened else Kind.WHETHER
        if _is_plain(" ".join(left)) and (len(left) > ending or passive) and not _CAUSE.match(c.tail):
            yield f"{opened}{verb} {c.subject} {' '.join(left)}?", kind, "", 0.85


def _who_or_what(c: Clause) -> Iterator[tuple[str, Kind, str, float]]:
    """Who does something, and what it is that somebody does."""
    kept = _KEPT.match(c.rest) if c.verb in {"wird", "werden", "wurde", "wurden"} else None
    if kept is not None:
        yield f"Wo {c.verb} {c.subject} {kept['done']}?", Kind.WHERE, c.rest.removesuffix(f" {kept['done']}"), 0.85
    reflexive = " sich" if c.rest.startswith("sich ") else ""
    for (verb, preposition), asks in WORTH.items():
        if verb == f"{c.verb}{reflexive}" and re.match(
            rf"(?:sich )?(?:vor allem |besonders |nur )?{preposition} ", c.rest
        ):
            yield f"{asks} {verb} {c.subject}?", Kind.VIEW, c.rest, 0.8
    words = c.rest.split()
    particle = words[-1] if words and words[-1] in PARTICLES else ""
    said = c.tail.startswith(", dass ") or c.tail.startswith(", ob ")
    if c.verb in VIEWS and (said or re.match(r"(?:den|die|das|einen?|eine|mehr|[A-ZÄÖÜ])", c.rest)):
        yield f"Was {c.verb} {c.subject}{f' {particle}' if particle else ''}?", Kind.VIEW, c.rest, 0.8
        return
    head = re.search(rf"(?:^| ){OFFICES}(?= |$)", c.subject)
    names = [w for w in c.front.split() if w[0].isupper() and w not in DETERMINERS]
    person = head is not None or (
        len(names) in {2, 3}
        and len(names) == len(c.front.split())
        and not re.search(r"(?:werk|bad|hof|straße)$", names[-1])
    )
    content = len(re.findall(r"[A-ZÄÖÜ][a-zäöüß]{3,}", c.rest))
    if (
        person
        and not c.is_plural
        and c.verb not in MODALS | {"ist", "war", "wird", "wurde"}
        and content >= 2
        and re.match(r"(?:den|die|das|einen|eine|ein|[A-ZÄÖÜ])", c.rest)
        and _is_plain(c.rest)
        and not c.tail.startswith(", zu ")
    ):
        yield f"Wer {c.verb} {c.rest}?", Kind.WHO, c.front, 0.75
    if (
        c.verb in OBJECTS
        and words
        and _object_opens(c.rest)
        and (particle or not re.search(r"(?:^| )(?:ab|an|aus|vor|ein)$", c.rest))
    ):
        yield f"Was {c.verb} {c.subject}{f' {particle}' if particle else ''}?", Kind.WHAT, c.rest, 0.65


def _object_opens(rest: str) -> bool:
    return re.match(r"(?:den|die|das|einen|eine|ein|neue|alte|[A-ZÄÖÜ]|im Jahr|rund|etwa|\d)", rest) is not None


def _is_plain(rest: str) -> bool:
    """Whether what a question would take along names all it speaks of."""
    named = re.search(r"(?:^| )es(?: |$)", rest) is None
    return named and not _POINTS.search(rest) and not _LAST_OPEN.search(rest) and not re.search(r"[;:,„“\"()]", rest)
