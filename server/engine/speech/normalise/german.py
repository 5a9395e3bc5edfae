"""German: ordinals by a point, bent by the word before; years in hundreds; one-and-twenty in one word."""

from __future__ import annotations

import re

from server.engine.speech.normalise.grammar import Gender, Grammar, Money
from server.engine.speech.normalise.numbers import roman, words_of

_WEAK = frozenset(["der", "die", "das", "dieser", "diese", "dieses", "jeder", "jede", "jedes"])
_OBLIQUE = frozenset(
    [
        "am",
        "im",
        "vom",
        "zum",
        "zur",
        "beim",
        "ins",
        "den",
        "dem",
        "des",
        "einem",
        "einen",
        "eines",
        "einer",
        "seit",
        "ab",
        "bis",
        "nach",
        "vor",
        "seinem",
        "ihrem",
        "unserem",
        "dieses",
        "diesem",
        "jedem",
        "jeden",
        "beiden",
    ]
)
_FEMININE = re.compile(r"(?:ung|heit|keit|schaft|ion|tät|ie|ik|[^e]e)$")
_NOT_FEMININE = frozenset(
    ["Käse", "Name", "Junge", "Kunde", "Kollege", "Ende", "Auge", "Interesse", "Gebäude", "Jahre", "Tage", "Euro"]
)


def _year(year: int) -> str:
    return words_of(year, "de", "year") if year < 2000 else words_of(year, "de")


def _bent(number: int, before: str) -> str:
    """An ordinal as the word before it bends it: der dritte, am dritten, dritter."""
    stem = words_of(number, "de", "ordinal").removesuffix("e")
    if before in _OBLIQUE:
        return f"{stem}en"
    return f"{stem}e" if before in _WEAK else f"{stem}er"


def _date(day: int, month: str, year: int | None, before: str) -> str:
    said = f"{_bent(day, before)} {month}"
    return f"{said} {_year(year) if 1100 <= year <= 2099 else words_of(year, 'de')}" if year else said


def _clock(hour: int, minute: int, _half: str) -> str:
    counted = "ein" if hour == 1 else words_of(hour, "de")
    return f"{counted} Uhr {words_of(minute, 'de')}" if minute else f"{counted} Uhr"


def _agree(words: str, gender: Gender) -> str:
    if not gender or not words.endswith("eins"):
        return words
    return words.removesuffix("s") + ("e" if gender == "f" else "")


def _noun_gender(noun: str, _many: bool) -> Gender:
    if not noun[0].isupper():
        return ""
    return "f" if _FEMININE.search(noun) and noun not in _NOT_FEMININE else "m"


def _ordinal_after(match: re.Match[str]) -> str:
    return f"{match['before']} {_bent(int(match['n']), match['before'].casefold())}"


def _ordinals_listed(match: re.Match[str]) -> str:
    """``der 1., 2. und 22. Platz``: all of them are bent as the first is."""
    before = match["before"] or ""
    said = re.sub(r"(\d+)\.", lambda each: _bent(int(each[1]), before.casefold()), match["listed"])
    return f"{before} {said}".strip()


def _decade(match: re.Match[str]) -> str:
    return f"{_year(int(match[1])) if len(match[1]) == 4 else words_of(int(match[1]), 'de')}er"


_ORDINAL_BEFORE = "|".join(sorted(_WEAK | _OBLIQUE, key=len, reverse=True))
_MONTHS = {
    "Jan": "Januar",
    "Feb": "Februar",
    "Apr": "April",
    "Aug": "August",
    "Sept": "September",
    "Sep": "September",
    "Okt": "Oktober",
    "Nov": "November",
    "Dez": "Dezember",
}

GRAMMAR = Grammar(
    locale="de",
    numbers="de",
    decimal=",",
    grouping=".\u202f",
    point="Komma",
    minus="minus",
    to="bis",
    ratio="zu",
    per="pro",
    percent="Prozent",
    permille="Promille",
    and_="",
    at="at",
    dot="Punkt",
    slash="Schrägstrich",
    hyphen="Bindestrich",
    underscore="Unterstrich",
    signs={
        "≠": "ungleich",
        "π": "Pi",
        "&": "und",
        "+": "plus",
        "=": "gleich",
        "×": "mal",
        "÷": "geteilt durch",
        "±": "plus minus",
        "≈": "ungefähr",
        "≤": "höchstens",
        "≥": "mindestens",
        "→": "zu",
        "<": "kleiner als",
        ">": "größer als",
        "%": "Prozent",
        "−": "minus",
    },
    money={
        "USD": Money("Dollar", "Dollar", "m", "Cent", "Cent"),
        "EUR": Money("Euro", "Euro", "m", "Cent", "Cent"),
        "GBP": Money("Pfund", "Pfund", "n", "Penny", "Pence"),
        "CHF": Money("Franken", "Franken", "m", "Rappen", "Rappen"),
        "JPY": Money("Yen", "Yen"),
    },
    magnitudes={
        "Mio.": ("Million", "Millionen"),
        "Mrd.": ("Milliarde", "Milliarden"),
        "Tsd.": ("tausend", "tausend"),
        "Mio": ("Million", "Millionen"),
        "Mrd": ("Milliarde", "Milliarden"),
    },
    big_words="tausend|Million(?:en)?|Milliarden?|Billion(?:en)?",
    units={"mph": ("Meile pro Stunde", "Meilen pro Stunde"), "l": ("Liter", "Liter"), "°": ("Grad", "Grad")},
    feminine_units=r"(?:e|stunde|Sekunde|Meile|Unze)\b",
    abbreviations=(
        (r"\bund/oder\b", "und oder"),
        (r"\b24/7\b", "24 7"),
        (r"\b50/50\b", "50 50"),
        (r"\bmax\.(?=\s)", "maximal"),
        (r"\bmind\.(?=\s)", "mindestens"),
        (r"\bevtl\.", "eventuell"),
        (r"\bM[Ww][Ss]t\.?(?!\w)", "Mehrwertsteuer"),
        (r"\bu\.\s?v\.\s?m\.", "und vieles mehr"),
        (r"\bz\.\s?Zt\.", "zurzeit"),
        (r"(?<=[a-zß])nr\.\s?(?=\d)", "nummer "),
        (r"\bStr\.(?=\s\d)", "Straße"),
        (r"(?<![\w.,/])1/2(?=\s(?:Liter|Tag|Meter|Monat|Kilometer|Euro)\b)", "ein halber"),
        (r"(?<![\w.,/])1/2(?=\s(?:Jahr|Kilo|Kilogramm|Dutzend|Stück|Pfund|Glas)\b)", "ein halbes"),
        (r"(?<![\w.,/])1/2(?=\s[A-ZÄÖÜ]\w*e\b)", "eine halbe"),
        (r"(?<!\d)(?<!\d )°C\b", "Grad Celsius"),
        (r"(?<=\d)\s?Mio\.?(?=\s)", " Millionen"),
        (r"(?<=\d)\s?Mrd\.?(?=\s)", " Milliarden"),
        (r"\bz\.\s?B\.", "zum Beispiel"),
        (r"\bd\.\s?h\.", "das heißt"),
        (r"\bu\.\s?a\.", "unter anderem"),
        (r"\bu\.\s?U\.", "unter Umständen"),
        (r"\bv\.\s?a\.", "vor allem"),
        (r"\bi\.\s?d\.\s?R\.", "in der Regel"),
        (r"\bv\.\s?Chr\.", "vor Christus"),
        (r"\bn\.\s?Chr\.", "nach Christus"),
        (r"\busw\.(?=\s[A-ZÄÖÜ]|$)", "und so weiter."),
        (r"\busw\.", "und so weiter"),
        (r"\betc\.(?=\s[A-ZÄÖÜ]|$)", "et cetera."),
        (r"\betc\.", "et cetera"),
        (r"\bbzw\.", "beziehungsweise"),
        (r"\b(?:ca|zirka)\.(?=\s)", "circa"),
        (r"\bggf\.", "gegebenenfalls"),
        (r"\bvgl\.", "vergleiche"),
        (r"\binkl\.", "inklusive"),
        (r"\bsog\.", "sogenannte"),
        (r"\bTel\.(?=\s)", "Telefon"),
        (r"\bDr\.(?=\s)", "Doktor"),
        (r"\bProf\.(?=\s)", "Professor"),
        (r"\bHr\.(?=\s)", "Herr"),
        (r"(?<=\d)\s?Min\.(?!\w)", " Minuten"),
        (r"(?<=\d)\s?Sek\.(?!\w)", " Sekunden"),
        (r"(?<![\d,.])1\s?Std\.(?!\w)", "eine Stunde"),
        (r"(?<=\d)\s?Std\.(?!\w)", " Stunden"),
        (r"\bMo\.?\s?[–-]\s?(?=Fr\b|Sa\b|So\b)", "Montag bis "),
        (r"(?<=Montag bis )Fr\b\.?", "Freitag"),
        (r"(?<=Montag bis )Sa\b\.?", "Samstag"),
        (r"(?<=Montag bis )So\b\.?", "Sonntag"),
        (r"\bFr\.(?=\s[A-ZÄÖÜ])", "Frau"),
        (r"\bSt\.(?=\s?[A-ZÄÖÜ])", "Sankt"),
        (r"\bNr\.\s?(?=\d)", "Nummer "),
        (r"\bS\.\s?(?=\d)", "Seite "),
        (r"\bAbb\.\s?(?=\d)", "Abbildung "),
        (r"\bKap\.\s?(?=\d|[IVX])", "Kapitel "),
        (r"\bBd\.\s?(?=\d|[IVX])", "Band "),
        (r"\bAbs\.\s?(?=\d)", "Absatz "),
        (r"\bArt\.\s?(?=\d)", "Artikel "),
        (r"\bJh\.", "Jahrhundert"),
        (r"\bJhd?ts?\.", "Jahrhundert"),
        (r"(?<=[a-zß])str\.(?=\s|,|$)", "straße"),
        (r"§§\s?(?=\d)", "Paragrafen "),
        (r"§\s?(?=\d)", "Paragraf "),
        (r"#\s?(?=\d)", "Nummer "),
        *((rf"(?<=\d\. ){short}\.", name) for short, name in _MONTHS.items()),
    ),
    fractions={
        2: ("halb", "halbe"),
        3: ("Drittel", "Drittel"),
        4: ("Viertel", "Viertel"),
        5: ("Fünftel", "Fünftel"),
        6: ("Sechstel", "Sechstel"),
        7: ("Siebtel", "Siebtel"),
        8: ("Achtel", "Achtel"),
        9: ("Neuntel", "Neuntel"),
        10: ("Zehntel", "Zehntel"),
        100: ("Hundertstel", "Hundertstel"),
    },
    half=("ein halb", "einhalb"),
    roman_cardinal="Kapitel|Teil|Band|Akt|Artikel|Abschnitt|Phase|Stufe|Klasse|Typ|Tabelle|Anhang|Weltkrieg",
    regnal=lambda number: f"der {words_of(number, 'de', 'ordinal').capitalize()}",
    regnal_feminine=lambda number: f"die {words_of(number, 'de', 'ordinal').capitalize()}",
    queens=r"(?:Elisabeth|Katharina|Maria|Margarethe|Christina|Johanna)(?=\s[IVX]+\.)",
    regnal_names=(
        "Ludwig|Heinrich|Friedrich|Wilhelm|Karl|Otto|Georg|Franz|Joseph|Leopold|Maximilian|Philipp|Ferdinand|Rudolf|"
        "Albrecht|August|Johann|Johannes|Paul|Pius|Benedikt|Leo|Gregor|Napoleon|Peter|Katharina|Elisabeth|Eduard|Konrad"
    ),
    agree=_agree,
    noun_gender=_noun_gender,
    year=_year,
    date=_date,
    day_month=r"(?<![\w.,/-])(?P<day>\d{1,2})\.\s?{months}\b(?:\s(?P<year>\d{4})(?![\w]|[.,]\d))?",
    clock=_clock,
    clock_written=(
        r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4])(?:[.:](?P<minute>[0-5]\d))?(?::00)?\sUhr\b",
        r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::00)?(?:\s?h\b)?(?![\w:])",
    ),
    acronym_words=("NASA NATO UNESCO UNICEF OPEC AIDS FIFA UEFA IKEA BAFÖG DAX TÜV UND DER DIE DAS MIT FÜR"),
    special=(
        (
            r"(?<![\w.,])(?P<first>\d{1,2})\.\s?(?P<mark>[–/-])\s?(?=\d{1,2}\.\s?(?:Januar|Februar|März|April|Mai|Juni|Juli|"
            r"August|September|Oktober|November|Dezember)\b)",
            lambda match: f"{match['first']}. {'und' if match['mark'] == '/' else 'bis'} ",
        ),
        (
            r"\b(?P<numeral>[IVX]+)\.(?=\s(?:Weltkrieg|Internationale|Quartal|Halbjahr|Bundesliga))",
            lambda match: _bent(value, "") if (value := roman(match["numeral"])) else match[0],
        ),
        (r"(?<![\w.,])½\s?(?=Stunde)", "eine halbe "),
        (r"(?<![\w.,])½\s(?=[A-Z])", "ein halber "),
        (r"(?<![\w.,])(\d+)\s?½", lambda match: f"{words_of(int(match[1]), 'de').removesuffix('s')}einhalb"),
        (r"(?<![\w.,])(1\d\d0|20\d0|[1-9]0)er\b", _decade),
        (
            r"\b(?P<numeral>[IVX]+)\.(?=\s(?:Jahrhundert|Jh))",
            lambda match: f"{roman(match['numeral']) or match['numeral']}.",
        ),
        (
            r"(?:\b(?P<before>[^\W\d_]+)\s)?(?<![\w.,])(?P<listed>\d{1,3}\.(?:,\s\d{1,3}\.)*\s(?:und|oder|bis|bis\szum)\s\d{1,3}\.)"
            r"(?=\s[A-ZÄÖÜ])",
            _ordinals_listed,
        ),
        (r"(?<![\w.,:])(\d{1,2})\s?[–-]\s?(?=\d{1,2}(?:[.:][0-5]\d)?\sUhr\b)", r"\1 bis "),
        (
            rf"\b(?P<before>(?i:{_ORDINAL_BEFORE}))\s(?P<n>\d{{1,3}})\.(?=\s[A-ZÄÖÜ])"
            r"(?!\s(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jan|Feb|Apr|Aug|Sep|Okt|Nov|Dez))",
            _ordinal_after,
        ),
        (
            r"(?<![\w.,])(\d{1,3})\.(?=\s(?:Jahrhundert|Jh|Platz|Kapitel|Klasse|Stock|Auflage|Geburtstag|Mal)\b)",
            lambda m: _bent(int(m[1]), "am"),
        ),
    ),
)
