"""Portuguese, as Brazil counts: "um" and "dois" bent to the noun, kings by ordinals up to ten."""

from __future__ import annotations

import re

from server.engine.speech.normalise.grammar import Gender, Grammar, Money
from server.engine.speech.normalise.numbers import words_of

_ORDINALS = ["primeiro", "segundo", "terceiro", "quarto", "quinto", "sexto", "sétimo", "oitavo", "nono", "décimo"]
_MASCULINE_IN_A = frozenset(
    [
        "dia",
        "dias",
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
        "grama",
        "coração",
        "corações",
    ]
)

_FEMININE = frozenset(
    (
        "mulher mulheres vez vezes mão mãos noite noites tarde tardes parte partes gente classe classes flor flores "
        "lei leis luz luzes rede redes voz vozes cruz cruzes ordem ordens torre torres série séries fonte fontes "
        "nuvem nuvens chave chaves"
    ).split()
)


def _ordinal(number: int, gender: Gender) -> str:
    said = _ORDINALS[number - 1] if 1 <= number <= 10 else words_of(number, "pt_BR", "ordinal")
    return re.sub(r"o\b", "a", said) if gender == "f" else said


def _agree(words: str, gender: Gender) -> str:
    if gender != "f":
        return words
    words = re.sub(r"\bum$", "uma", re.sub(r"\bdois$", "duas", words))
    return re.sub(r"entos\b", "entas", words)


def _noun_gender(noun: str, many: bool) -> Gender:
    if (
        noun[0].isupper()
        or noun in ("da", "na", "para", "uma", "era", "mas", "das", "nas")
        or (many and not noun.endswith("s"))
    ):
        return ""
    if noun in _MASCULINE_IN_A:
        return "m"
    feminine = noun in _FEMININE or re.search(r"(?:as?|[çsg]ão|[çsg]ões|dade|dades|gem|gens|tude|tudes)$", noun)
    return "f" if feminine else "m"


def _date(day: int, month: str, year: int | None, _before: str) -> str:
    said = f"{'primeiro' if day == 1 else words_of(day, 'pt_BR')} de {month}"
    return f"{said} de {words_of(year, 'pt_BR')}" if year else said


def _clock(hour: int, minute: int, _half: str) -> str:
    hours = f"{_agree(words_of(hour, 'pt_BR'), 'f')} hora{'s' if hour > 1 else ''}"
    return f"{hours} e {words_of(minute, 'pt_BR')}" if minute else hours


GRAMMAR = Grammar(
    locale="pt",
    numbers="pt_BR",
    decimal=",",
    grouping=".\u202f",
    point="vírgula",
    minus="menos",
    to="a",
    ratio="a",
    per="por",
    percent="por cento",
    permille="por mil",
    and_="e",
    at="arroba",
    dot="ponto",
    slash="barra",
    hyphen="hífen",
    underscore="sublinhado",
    hundredths="e",
    name_cents=True,
    of_money=("de ", "de "),
    signs={
        "≠": "diferente de",
        "π": "pi",
        "&": "e",
        "+": "mais",
        "=": "igual a",
        "×": "vezes",
        "÷": "dividido por",
        "±": "mais ou menos",
        "≈": "cerca de",
        "≤": "no máximo",
        "≥": "no mínimo",
        "→": "para",
        "<": "menor que",
        ">": "maior que",
        "%": "por cento",
        "−": "menos",
    },
    money={
        "USD": Money("dólar", "dólares", "m", "centavo", "centavos"),
        "EUR": Money("euro", "euros", "m", "centavo", "centavos"),
        "GBP": Money("libra", "libras", "f", "centavo", "centavos"),
        "BRL": Money("real", "reais", "m", "centavo", "centavos"),
        "JPY": Money("iene", "ienes"),
    },
    magnitudes={"mi": ("milhão", "milhões"), "bi": ("bilhão", "bilhões"), "mil": ("mil", "mil")},
    big_words="milhão|milhões|bilhão|bilhões|trilhões",
    units={
        "t": ("tonelada", "toneladas"),
        "mph": ("milha por hora", "milhas por hora"),
        "kWh": ("quilowatt-hora", "quilowatts-hora"),
    },
    not_units=frozenset({"mi"}),
    feminine_units=r"^(?:hora|tonelada|milha|libra|onça|caloria|quilocaloria|jarda|atmosfera)",
    abbreviations=(
        (r"\be/ou\b", "e ou"),
        (r"\b24/7\b", "24 7"),
        (r"\bmáx\.(?=\s)", "máximo"),
        (r"\bmín\.(?=\s)", "mínimo"),
        (r"\b[Ss]éc\.\s(?=[IVX])", "século "),
        (r"\b([Ss])éculos\s([IVX]+)\s(?:e|ao)\s(?=[IVX]+\b)", r"\1éculo \2 e século "),
        (r"\bSrta\.(?=\s)", "senhorita"),
        (r"\bLtda\.?(?!\w)", "limitada"),
        (r"\bI(?=\sGuerra\b)", "Primeira"),
        (r"\bII(?=\sGuerra\b)", "Segunda"),
        (r"\bpágs\.\s?(?=\d)", "páginas "),
        (r"\b[Nn]\.?[ºo°]\s?(?=\d)", "número "),
        (r"(?<!\d)(?<!\d )°C\b", "graus Celsius"),
        (r"\bSra\.(?=\s)", "senhora"),
        (r"\bSr\.(?=\s)", "senhor"),
        (r"\bSrs\.(?=\s)", "senhores"),
        (r"\bDra\.(?=\s)", "doutora"),
        (r"\bDr\.(?=\s)", "doutor"),
        (r"\bProfa\.(?=\s)", "professora"),
        (r"\bProf\.(?=\s)", "professor"),
        (r"\bD\.(?=\s[A-ZÁÉÍÓÚ][a-z])", "dom"),
        (r"\bSta\.(?=\s)", "Santa"),
        (r"\bSto\.(?=\s)", "Santo"),
        (r"\bp\.\s?ex\.", "por exemplo"),
        (r"\bou seja\b", "ou seja"),
        (r"\betc\.(?=\s[A-ZÁÉÍÓÚ]|$)", "etcétera."),
        (r"\betc\.", "etcétera"),
        (r"\ba\.\s?C\.", "antes de Cristo"),
        (r"\bd\.\s?C\.", "depois de Cristo"),
        (r"\baprox\.", "aproximadamente"),
        (r"\bEUA\b", "Estados Unidos"),
        (r"\b[Nn][º°o]\.?\s?(?=\d)", "número "),
        (r"\bpp\.\s?(?=\d)", "páginas "),
        (r"\bp(?:[áa]g)?\.\s?(?=\d)", "página "),
        (r"\bcap\.\s?(?=\d|[IVX])", "capítulo "),
        (r"\bart\.\s?(?=\d)", "artigo "),
        (r"\bvol\.\s?(?=\d|[IVX])", "volume "),
        (r"\bfig\.\s?(?=\d)", "figura "),
        (r"\bAv\.(?=\s)", "avenida"),
        (r"\btel\.(?=\s)", "telefone"),
        (r"§\s?(?=\d)", "parágrafo "),
        (r"#\s?(?=\d)", "número "),
    ),
    fractions={
        2: ("meio", "meios"),
        3: ("terço", "terços"),
        4: ("quarto", "quartos"),
        5: ("quinto", "quintos"),
        6: ("sexto", "sextos"),
        7: ("sétimo", "sétimos"),
        8: ("oitavo", "oitavos"),
        9: ("nono", "nonos"),
        10: ("décimo", "décimos"),
        100: ("centésimo", "centésimos"),
    },
    half=("meio", "e meio"),
    half_of_feminine="e meia",
    roman_cardinal="[Ss]éculos?|[Cc]apítulo|[Pp]arte|[Tt]omo|[Vv]olume|[Aa]to|[Aa]rtigo|[Ff]ase|[Tt]abela|[Aa]nexo|[Ll]ivro",
    regnal=lambda number: _ordinal(number, "m") if number <= 10 else words_of(number, "pt_BR"),
    regnal_feminine=lambda number: _ordinal(number, "f") if number <= 10 else words_of(number, "pt_BR"),
    queens="Isabel|Joana|Maria|Catarina|Margarida|Vitória|Cristina",
    regnal_names=(
        "Dom João|João|Pedro|Afonso|Manuel|Sancho|Luís|Carlos|Henrique|Filipe|José|Paulo|Bento|Pio|Leão|Gregório|"
        "Clemente|Inocêncio|Jorge|Eduardo|Guilherme|Frederico|Napoleão|Nicolau|Alexandre|Leopoldo|Fernando|Francisco"
    ),
    ordinal=_ordinal,
    ordinal_mark=r"\.?[ºª°]",
    mark_gender=lambda mark: "f" if "ª" in mark else "m",
    agree=_agree,
    noun_gender=_noun_gender,
    date=_date,
    day_month=r"(?<![\w.,/-])(?P<day>1)[º°]\sde\s{months}\b(?:\sde\s(?P<year>\d{4})(?![\w]|[.,]\d))?",
    clock=_clock,
    clock_written=(
        r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4])\s?h\s?(?P<minute>[0-5]\d)(?:min)?(?![\w])",
        r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?:\s?h\b)?(?![\w:])",
    ),
    acronym_words=("NASA OTAN UNESCO UNICEF OPEP FIFA UEFA AIDS UMA DOS DAS OS AS DE EM UM NÃO"),
    special=((r"(?<![\w.,])½\s?(?=hora|xícara|dúzia)", "meia "),),
)
