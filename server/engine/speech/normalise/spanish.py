"""Spanish: "un" and "veintiún" before nouns, kings counted with ordinals up to ten."""

from __future__ import annotations

import re

from server.engine.speech.normalise.grammar import Gender, Grammar, Money
from server.engine.speech.normalise.numbers import words_of

_ORDINALS = ["primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo"]
_MASCULINE_IN_A = frozenset(
    [
        "día",
        "días",
        "mapa",
        "mapas",
        "problema",
        "problemas",
        "programa",
        "programas",
        "sistema",
        "sistemas",
        "tema",
        "temas",
        "clima",
    ]
)

_FEMININE = frozenset(
    (
        "mujer vez veces mano noche noches tarde tardes parte partes gente clase clases calle calles nave naves "
        "llave llaves torre torres sede sedes serie series flor ley luz luces red voz voces cruz cruces imagen "
        "imágen razón razon nube nubes"
    ).split()
)


def _ordinal(number: int, gender: Gender) -> str:
    said = _ORDINALS[number - 1] if 1 <= number <= 10 else words_of(number, "es", "ordinal")
    return re.sub(r"o\b", "a", said) if gender == "f" else said


def _agree(words: str, gender: Gender) -> str:
    if not gender:
        return words
    if gender == "f":
        return re.sub(r"uno$", "una", re.sub(r"cientos\b", "cientas", words))
    return re.sub(r"uno$", "un", re.sub(r"veintiuno$", "veintiún", words))


def _noun_gender(noun: str, many: bool) -> Gender:
    if noun[0].isupper() or noun in (
        "de",
        "del",
        "por",
        "con",
        "en",
        "para",
        "por",
        "al",
        "es",
        "fue",
        "son",
        "que",
        "más",
        "y",
        "a",
        "o",
    ):
        return ""
    if many and not noun.endswith("s"):
        return ""
    if noun in _MASCULINE_IN_A:
        return "m"
    if noun.removesuffix("s").removesuffix("e") in _FEMININE or noun in _FEMININE:
        return "f"
    return "f" if re.search(r"(?:as?|[csgtx]ión|[csgtx]iones|dad|dades|tud|tudes|umbres?)$", noun) else "m"


def _date(day: int, month: str, year: int | None, _before: str) -> str:
    said = f"{words_of(day, 'es')} de {month}"
    return f"{said} de {words_of(year, 'es')}" if year else said


def _clock(hour: int, minute: int, half: str) -> str:
    said = _agree(words_of(hour, "es"), "f")
    if minute:
        said += (
            f" {'y ' if minute > 12 else ''}{words_of(minute, 'es')}"
            if minute >= 10
            else f" y {words_of(minute, 'es')}"
        )
    if half:
        return f"{said} de la {'mañana' if half.startswith('a') else 'tarde'}"
    return said


GRAMMAR = Grammar(
    locale="es",
    numbers="es",
    decimal=",",
    grouping=". \u202f",
    point="coma",
    minus="menos",
    to="a",
    ratio="a",
    per="por",
    percent="por ciento",
    permille="por mil",
    and_="y",
    at="arroba",
    dot="punto",
    slash="barra",
    hyphen="guion",
    underscore="guion bajo",
    hundredths="con",
    of_money=("de ", "de "),
    signs={
        "≠": "distinto de",
        "π": "pi",
        "&": "y",
        "+": "más",
        "=": "igual a",
        "×": "por",
        "÷": "entre",
        "±": "más o menos",
        "≈": "aproximadamente",
        "≤": "como máximo",
        "≥": "como mínimo",
        "→": "a",
        "<": "menor que",
        ">": "mayor que",
        "%": "por ciento",
        "−": "menos",
    },
    money={
        "USD": Money("dólar", "dólares", "m", "centavo", "centavos"),
        "EUR": Money("euro", "euros", "m", "céntimo", "céntimos"),
        "GBP": Money("libra", "libras", "f", "penique", "peniques"),
        "CHF": Money("franco suizo", "francos suizos", "m", "céntimo", "céntimos"),
        "JPY": Money("yen", "yenes"),
    },
    magnitudes={"M": ("millón", "millones"), "mill.": ("millón", "millones"), "mil": ("mil", "mil")},
    big_words="millón|millones|billón|billones",
    units={"t": ("tonelada", "toneladas"), "mph": ("milla por hora", "millas por hora")},
    not_units=frozenset({"ha", "mi"}),
    feminine_units=r"^(?:hora|tonelada|milla|libra|onza|hectárea|caloría|kilocaloría|yarda|atmósfera)",
    abbreviations=(
        (r"\by/o\b", "y o"),
        (r"\b24/7\b", "24 7"),
        (r"\bmáx\.(?=\s)", "máximo"),
        (r"\bmín\.(?=\s)", "mínimo"),
        (r"\bs\.\s(?=[IVX]+\b)", "siglo "),
        (r"\b([Ss])iglos\s([IVX]+)\s(?:y|al|a)\s(?=[IVX]+\b)", r"\1iglo \2 y siglo "),
        (r"\bI(?=\sGuerra\b)", "Primera"),
        (r"\bII(?=\sGuerra\b)", "Segunda"),
        (r"\bD[ñn]a\.(?=\s)", "doña"),
        (r"(?<=illones )de\s€", "de euros"),
        (r"(?<=illón )de\s€", "de euros"),
        (r"(?<!\d)(?<!\d )°C\b", "grados Celsius"),
        (r"\bSr\.(?=\s)", "señor"),
        (r"\bSra\.(?=\s)", "señora"),
        (r"\bSrta\.(?=\s)", "señorita"),
        (r"\bSres\.(?=\s)", "señores"),
        (r"\bDr\.(?=\s)", "doctor"),
        (r"\bDra\.(?=\s)", "doctora"),
        (r"\bProf\.(?=\s)", "profesor"),
        (r"\bD\.(?=\s[A-ZÁÉÍÓÚ][a-z])", "don"),
        (r"\bD\.ª(?=\s)", "doña"),
        (r"\bSta\.(?=\s)", "Santa"),
        (r"\bSto\.(?=\s)", "Santo"),
        (r"\bUds\.", "ustedes"),
        (r"\bUd\.", "usted"),
        (r"\bp\.\s?ej\.", "por ejemplo"),
        (r"\betc\.(?=\s[A-ZÁÉÍÓÚ]|$)", "etcétera."),
        (r"\betc\.", "etcétera"),
        (r"\ba\.\s?C\.", "antes de Cristo"),
        (r"\bd\.\s?C\.", "después de Cristo"),
        (r"\baprox\.", "aproximadamente"),
        (r"\bEE\.\s?UU\.", "Estados Unidos"),
        (r"\b[Nn]\.?[º°o]\s?(?=\d)", "número "),
        (r"\bnúm\.\s?(?=\d)", "número "),
        (r"\bp[áa]gs?\.\s?(?=\d)", "página "),
        (r"\bpp?\.\s?(?=\d)", "página "),
        (r"\bcap\.\s?(?=\d|[IVX])", "capítulo "),
        (r"\bart\.\s?(?=\d)", "artículo "),
        (r"\bvol\.\s?(?=\d|[IVX])", "volumen "),
        (r"\bfig\.\s?(?=\d)", "figura "),
        (r"\bAvda?\.(?=\s)", "avenida"),
        (r"\btel\.(?=\s)", "teléfono"),
        (r"\bkm²", "km²"),
        (r"§\s?(?=\d)", "sección "),
        (r"#\s?(?=\d)", "número "),
    ),
    fractions={
        2: ("medio", "medios"),
        3: ("tercio", "tercios"),
        4: ("cuarto", "cuartos"),
        5: ("quinto", "quintos"),
        6: ("sexto", "sextos"),
        7: ("séptimo", "séptimos"),
        8: ("octavo", "octavos"),
        9: ("noveno", "novenos"),
        10: ("décimo", "décimos"),
        100: ("centésimo", "centésimos"),
    },
    half=("medio", "y medio"),
    half_of_feminine="y media",
    roman_cardinal="[Ss]iglos?|[Cc]apítulo|[Pp]arte|[Tt]omo|[Vv]olumen|[Aa]cto|[Aa]rtículo|[Ff]ase|[Tt]abla|[Aa]nexo|[Ll]ibro",
    regnal=lambda number: _ordinal(number, "m") if number <= 10 else words_of(number, "es"),
    regnal_feminine=lambda number: _ordinal(number, "f") if number <= 10 else words_of(number, "es"),
    queens="Isabel|Juana|María|Catalina|Margarita|Victoria|Cristina|Urraca",
    regnal_names=(
        "Felipe|Carlos|Alfonso|Fernando|Juan|Pablo|Luis|Enrique|Pedro|Sancho|Jaime|Benedicto|Pío|León|Gregorio|Clemente|"
        "Inocencio|Guillermo|Jorge|Eduardo|Federico|Napoleón|Nicolás|Alejandro|Leopoldo|Ramiro|Urbano|Francisco"
    ),
    ordinal=_ordinal,
    ordinal_mark=r"\.?[ºª°]|\.?er",
    mark_gender=lambda mark: "f" if "ª" in mark else "m",
    agree=_agree,
    noun_gender=_noun_gender,
    date=_date,
    clock=_clock,
    clock_written=(
        r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4])[:.](?P<minute>[0-5]\d)\s?(?P<half>[ap]\.\s?m\.)",
        r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?:\s?h\b)?(?![\w:])",
        r"(?<=\blas\s)(?P<hour>[01]?\d|2[0-4])\.(?P<minute>[0-5]\d)(?![\w%]|[.,]\d)",
    ),
    acronym_words=(
        "NASA OTAN UNESCO UNICEF OPEP FIFA UEFA SIDA RENFE ONCE UNED AVE LOS LAS UNA EL LA DE EN UN ES NO SÍ"
    ),
    special=(
        (r"(?<=\d) ha(?=\s(?:de|del)\b|[.,;:)]|$)", " hectáreas"),
        (r"(?<![\w.,])1\.?er(?=\s)", "primer"),
        (r"(?<![\w.,])3\.?er(?=\s)", "tercer"),
        (r"(?<![\w.,])½\s?(?=hora|taza|docena)", "media "),
    ),
)
