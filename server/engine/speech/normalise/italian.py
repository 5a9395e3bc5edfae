"""Italian: "un" before nouns, centuries and kings by ordinals."""

from __future__ import annotations

import re

from server.engine.speech.normalise.grammar import Gender, Grammar, Money
from server.engine.speech.normalise.numbers import roman, words_of

_FEMININE = frozenset(
    (
        "notte notti parte parti mano mani gente classe classi voce voci luce luci legge leggi rete reti chiave "
        "chiavi nave navi torre torri fonte fonti serie tazze case donne ore persone pagine volte settimane sere "
        "strade regole"
    ).split()
)


def _ordinal(number: int, gender: Gender) -> str:
    said = words_of(number, "it", "ordinal")
    return said[:-1] + "a" if gender == "f" else said


def _agree(words: str, gender: Gender) -> str:
    if words != "uno" or not gender:
        return words
    return "una" if gender == "f" else "un"


def _noun_gender(noun: str, _many: bool) -> Gender:
    if noun[0].isupper():
        return ""
    return "f" if noun in _FEMININE or re.search(r"(?:a|[zsg]ion[ei]|tà|[^aeiou]ie|izie)$", noun) else "m"


def _date(day: int, month: str, year: int | None, _before: str) -> str:
    said = f"{'primo' if day == 1 else words_of(day, 'it')} {month}"
    return f"{said} {words_of(year, 'it')}" if year else said


def _clock(hour: int, minute: int, _half: str) -> str:
    said = "una" if hour == 1 else words_of(hour, "it")
    return f"{said} e {words_of(minute, 'it')}" if minute else said


def _century(match: re.Match[str]) -> str:
    value = roman(match[1])
    return match[0] if value is None else _ordinal(value, "m")


GRAMMAR = Grammar(
    locale="it",
    numbers="it",
    decimal=",",
    grouping=".\u202f",
    point="virgola",
    minus="meno",
    to="a",
    ratio="a",
    per="per",
    percent="per cento",
    permille="per mille",
    and_="e",
    at="chiocciola",
    dot="punto",
    slash="barra",
    hyphen="trattino",
    underscore="trattino basso",
    hundredths="e",
    of_money=("di ", "di "),
    signs={
        "≠": "diverso da",
        "π": "pi",
        "&": "e",
        "+": "più",
        "=": "uguale a",
        "×": "per",
        "÷": "diviso",
        "±": "più o meno",
        "≈": "circa",
        "≤": "al massimo",
        "≥": "almeno",
        "→": "a",
        "<": "minore di",
        ">": "maggiore di",
        "%": "per cento",
        "−": "meno",
    },
    money={
        "USD": Money("dollaro", "dollari", "m", "centesimo", "centesimi"),
        "EUR": Money("euro", "euro", "m", "centesimo", "centesimi"),
        "GBP": Money("sterlina", "sterline", "f", "penny", "pence"),
        "CHF": Money("franco svizzero", "franchi svizzeri", "m", "centesimo", "centesimi"),
        "JPY": Money("yen", "yen"),
    },
    magnitudes={"mln": ("milione", "milioni"), "mld": ("miliardo", "miliardi"), "mila": ("mila", "mila")},
    big_words="milione|milioni|miliardo|miliardi",
    units={
        "t": ("tonnellata", "tonnellate"),
        "km/h": ("chilometro orario", "chilometri orari"),
        "mph": ("miglio orario", "miglia orarie"),
    },
    not_units=frozenset({"ha", "mi"}),
    feminine_units=r"^(?:ora|tonnellata|libbra|oncia|caloria|chilocaloria|iarda|atmosfera)",
    abbreviations=(
        (r"\be/o\b", "e o"),
        (r"\bmax\.(?=\s)", "massimo"),
        (r"\bS\.p\.A\.", "S-P-A"),
        (r"\bS\.r\.l\.", "S-R-L"),
        (r"\b([Ss])ecoli\s([IVX]+)\s(?:e|al)\s(?=[IVX]+\b)", r"\1ecolo \2 e secolo "),
        (r"\bI(?=\s[Gg]uerra\b)", "prima"),
        (r"\bII(?=\s[Gg]uerra\b)", "seconda"),
        (r"(?<=\d)\s?mln(?:\sdi)?\s(?=€|euro\b|dollari\b)", " milioni di "),
        (r"(?<=\d)\s?mld(?:\sdi)?\s(?=€|euro\b|dollari\b)", " miliardi di "),
        (r"(?<=ilioni di )€|(?<=iliardi di )€", "euro"),
        (r"(?<=\d)\s?mln\b\.?(?!\s?(?:di\s)?[€$£])", " milioni"),
        (r"(?<=\d)\s?mld\b\.?(?!\s?(?:di\s)?[€$£])", " miliardi"),
        (r"(?<=\banni\s)['’](?=\d0\b)", ""),
        (r"(?<!\d)(?<!\d )°C\b", "gradi Celsius"),
        (r"\bSig\.ra(?=\s)", "signora"),
        (r"\bSig\.na(?=\s)", "signorina"),
        (r"\b[Ss]igg\.(?=\s)", "signori"),
        (r"\b[Ss]ig\.(?=\s)", "signor"),
        (r"\b[Dd]ott\.ssa(?=\s)", "dottoressa"),
        (r"\b[Dd]ott\.(?=\s)", "dottor"),
        (r"\b[Dd]r\.(?=\s)", "dottor"),
        (r"\b[Pp]rof\.ssa(?=\s)", "professoressa"),
        (r"\b[Pp]rof\.(?=\s)", "professor"),
        (r"\b[Ii]ng\.(?=\s)", "ingegner"),
        (r"\b[Aa]vv\.(?=\s)", "avvocato"),
        (r"\bS\.(?=\s[A-Z][a-z])", "San"),
        (r"\bp\.\s?es\.", "per esempio"),
        (r"\bad es\.", "ad esempio"),
        (r"\becc\.(?=\s[A-ZÈ]|$)", "eccetera."),
        (r"\becc\.", "eccetera"),
        (r"\ba\.\s?C\.", "avanti Cristo"),
        (r"\bd\.\s?C\.", "dopo Cristo"),
        (r"\bca\.(?=\s)", "circa"),
        (r"\b[Nn]\.\s?(?=\d)", "numero "),
        (r"\b[Nn][°º]\s?(?=\d)", "numero "),
        (r"\bpp\.\s?(?=\d)", "pagine "),
        (r"\bp(?:ag)?\.\s?(?=\d)", "pagina "),
        (r"\bcap\.\s?(?=\d|[IVX])", "capitolo "),
        (r"\bart\.\s?(?=\d)", "articolo "),
        (r"\bvol\.\s?(?=\d|[IVX])", "volume "),
        (r"\bfig\.\s?(?=\d)", "figura "),
        (r"\btel\.(?=\s)", "telefono"),
        (r"§\s?(?=\d)", "paragrafo "),
        (r"#\s?(?=\d)", "numero "),
    ),
    fractions={
        2: ("mezzo", "mezzi"),
        3: ("terzo", "terzi"),
        4: ("quarto", "quarti"),
        5: ("quinto", "quinti"),
        6: ("sesto", "sesti"),
        7: ("settimo", "settimi"),
        8: ("ottavo", "ottavi"),
        9: ("nono", "noni"),
        10: ("decimo", "decimi"),
        100: ("centesimo", "centesimi"),
    },
    half=("mezzo", "e mezzo"),
    half_of_feminine="e mezza",
    roman_ordinal="[Ss]ecolo",
    roman_cardinal="[Cc]apitolo|[Pp]arte|[Tt]omo|[Vv]olume|[Aa]tto|[Aa]rticolo|[Ff]ase|[Tt]abella|[Aa]llegato|[Ll]ibro",
    regnal=lambda number: _ordinal(number, "m"),
    regnal_feminine=lambda number: _ordinal(number, "f"),
    queens="Elisabetta|Maria|Caterina|Margherita|Vittoria|Cristina|Giovanna",
    regnal_names=(
        "Luigi|Vittorio Emanuele|Umberto|Carlo|Carlo Alberto|Giovanni|Paolo|Pio|Benedetto|Leone|Gregorio|Clemente|"
        "Innocenzo|Enrico|Giorgio|Edoardo|Federico|Napoleone|Filippo|Ferdinando|Francesco|Guglielmo|Nicola|Alessandro|Leopoldo|"
        "Urbano|Elisabetta"
    ),
    ordinal=_ordinal,
    ordinal_mark="[ºª°]",
    mark_gender=lambda mark: "f" if mark == "ª" else "m",
    agree=_agree,
    noun_gender=_noun_gender,
    date=_date,
    day_month=r"(?<![\w.,/-])(?P<day>\d{1,2})[º°]?\s{months}\b(?:\s(?P<year>\d{4})(?![\w]|[.,]\d))?",
    clock=_clock,
    clock_written=(
        r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?![\w:])",
        r"(?<=\bore\s)(?P<hour>[01]?\d|2[0-4])\.(?P<minute>[0-5]\d)(?![\w%])",
        r"(?<=\balle\s)(?P<hour>[01]?\d|2[0-4])\.(?P<minute>[0-5]\d)(?![\w%])",
    ),
    acronym_words=("NASA NATO UNESCO UNICEF OPEC FIFA UEFA AIDS RAI FIAT IVA ISTAT UNA GLI DEL IL LA DI IN UN NON"),
    special=(
        (
            r"(?<![\w.,])(?P<n>\d{1,3})°(?=\s(?P<noun>[a-zà-ù]{3,}))(?!\s(?:nord|sud|est|ovest|gradi|all[ae']?|con|per|in|di|tra|fra|circa)\b)",
            lambda match: _ordinal(int(match["n"]), _noun_gender(match["noun"], False)),
        ),
        (r"(?<=\d) ha(?=\s(?:di|del)\b|[.,;:)]|$)", " ettari"),
        (r"\b([IVX]{2,}|V|X)(?=\s(?:secolo|sec\.))", _century),
        (r"\bsec\.(?=\s|,|$)", "secolo"),
        (r"(?<![\w.,])½\s?(?=ora)", "mezz'"),
    ),
)
