"""French: figures parted by spaces, "premier" for the first of a month and of a line of kings."""

from __future__ import annotations

import re

from server.engine.speech.normalise.grammar import Gender, Grammar, Money
from server.engine.speech.normalise.numbers import roman, words_of

_FEMININE = frozenset(
    (
        "année balle banque boîte bouteille branche carte chaise chambre chanson chose classe copie église école "
        "entreprise équipe espèce étape étoile famille femme fenêtre feuille fille fleur fois forêt goutte heure "
        "histoire île image langue lettre ligne maison main mesure minute moto nuit œuvre page partie personne "
        "pièce photo place planète porte région règle réponse route rue saison seconde semaine table tasse tonne "
        "usine victoire vie ville vis voie voiture voix"
    ).split()
)
_MASCULINE_IN_E = frozenset("lycée musée trophée domaine squelette million billion milliard modèle vaudeville".split())


def _ordinal(number: int, gender: Gender) -> str:
    if number == 1:
        return "première" if gender == "f" else "premier"
    return words_of(number, "fr", "ordinal")


def _agree(words: str, gender: Gender) -> str:
    return f"{words}e" if gender == "f" and re.search(r"\bun$", words) else words


def _noun_gender(noun: str, _many: bool) -> Gender:
    one = noun.removesuffix("s")
    if one in _MASCULINE_IN_E:
        return ""
    return (
        "f"
        if one in _FEMININE or re.search(r"(?:ée|[stx]ion|ette|aine|ance|ence|elle|esse|ille|euse|trice)$", one)
        else ""
    )


def _date(day: int, month: str, year: int | None, _before: str) -> str:
    said = f"{'premier' if day == 1 else words_of(day, 'fr')} {month}"
    return f"{said} {words_of(year, 'fr')}" if year else said


def _clock(hour: int, minute: int, _half: str) -> str:
    hours = f"{'une' if hour == 1 else _agree(words_of(hour, 'fr'), 'f')} heure{'s' if hour > 1 else ''}"
    return f"{hours} {words_of(minute, 'fr')}" if minute else hours


def _century(match: re.Match[str]) -> str:
    value = roman(match[1])
    return match[0] if value is None else _ordinal(value, "m")


GRAMMAR = Grammar(
    locale="fr",
    numbers="fr",
    decimal=",",
    grouping=". \u202f",
    point="virgule",
    minus="moins",
    to="à",
    ratio="à",
    per="par",
    percent="pour cent",
    permille="pour mille",
    and_="et",
    at="arobase",
    dot="point",
    slash="slash",
    hyphen="tiret",
    underscore="tiret bas",
    of_money=("de ", "d'"),
    signs={
        "≠": "différent de",
        "π": "pi",
        "&": "et",
        "+": "plus",
        "=": "égale",
        "×": "fois",
        "÷": "divisé par",
        "±": "plus ou moins",
        "≈": "environ",
        "≤": "au plus",
        "≥": "au moins",
        "→": "vers",
        "<": "inférieur à",
        ">": "supérieur à",
        "%": "pour cent",
        "−": "moins",
    },
    money={
        "USD": Money("dollar", "dollars", "m", "cent", "cents"),
        "EUR": Money("euro", "euros", "m", "centime", "centimes"),
        "GBP": Money("livre", "livres", "f", "penny", "pence"),
        "CHF": Money("franc suisse", "francs suisses", "m", "centime", "centimes"),
        "JPY": Money("yen", "yens"),
    },
    magnitudes={
        "Md": ("milliard", "milliards"),
        "Mds": ("milliard", "milliards"),
        "M": ("million", "millions"),
        "k": ("mille", "mille"),
    },
    big_words="millions?|milliards?|billions?",
    units={
        "t": ("tonne", "tonnes"),
        "mph": ("mile à l'heure", "miles à l'heure"),
        "km/h": ("kilomètre heure", "kilomètres heure"),
    },
    feminine_units=r"^(?:heure|seconde|minute|tonne|livre|once|calorie)|-heure",
    abbreviations=(
        (r"\bet/ou\b", "et ou"),
        (r"\b24\s?h(?:eures)?(?:/|\ssur\s)24\b", "24 heures sur 24"),
        (r"\b7\s?j(?:ours)?(?:/|\ssur\s)7\b", "7 jours sur 7"),
        (r"\bmax\.(?=\s)", "maximum"),
        (r"\bSté\b", "société"),
        (r"\bn°s\s?(?=\d)", "numéros "),
        (r"\bMM\.(?=\s)", "Messieurs"),
        (r"\b([IVX]+)e\s?[–-]\s?(?=[IVX]+e\s)", r"\1e au "),
        (r"(?<=\d)\s?Go(?!\w)", " gigaoctets"),
        (r"(?<=\d)\s?Mo(?!\w)", " mégaoctets"),
        (r"(?<=\d)\s?To(?!\w)", " téraoctets"),
        (r"(?<!\d)(?<!\d )°C\b", "degrés Celsius"),
        (r"\b[Nn]os\.?\s?(?=\d)", "numéros "),
        (r"\bM\.(?=\s[A-ZÉ])", "Monsieur"),
        (r"\bMM\.(?=\s[A-ZÉ])", "Messieurs"),
        (r"\bMmes(?=\s)", "Mesdames"),
        (r"\bMme\.?(?=\s)", "Madame"),
        (r"\bMlle\.?(?=\s)", "Mademoiselle"),
        (r"\bDr\.?(?=\s[A-ZÉ])", "Docteur"),
        (r"\bPr\.?(?=\s[A-ZÉ])", "Professeur"),
        (r"\bMe(?=\s[A-ZÉ])", "Maître"),
        (r"\bTél\.(?=\s)", "Téléphone"),
        (r"\btél\.(?=\s)", "téléphone"),
        (r"\bSt-(?=[A-ZÉ])", "Saint-"),
        (r"\bSte-(?=[A-ZÉ])", "Sainte-"),
        (r"\bp\.\s?ex\.", "par exemple"),
        (r"\bc\.-à-d\.", "c'est-à-dire"),
        (r"\betc\.(?=\s[A-ZÉ]|$)", "et cetera."),
        (r"\betc\.", "et cetera"),
        (r"\benv\.(?=\s)", "environ"),
        (r"\bav\.\s?J\.-C\.", "avant Jésus-Christ"),
        (r"\bapr?\.\s?J\.-C\.", "après Jésus-Christ"),
        (r"\b[Nn]°\s?(?=\d)", "numéro "),
        (r"\bn[oº]\s?(?=\d)", "numéro "),
        (r"\bpp?\.\s?(?=\d)", "page "),
        (r"\bfig\.\s?(?=\d)", "figure "),
        (r"\bchap\.\s?(?=\d|[IVX])", "chapitre "),
        (r"\bart\.\s?(?=\d)", "article "),
        (r"\bvol\.\s?(?=\d|[IVX])", "volume "),
        (r"\bbd\b\.?(?=\s[A-ZÉ])", "boulevard"),
        (r"\bav\.(?=\s[A-ZÉ])", "avenue"),
        (r"§\s?(?=\d)", "paragraphe "),
        (r"\bjanv\.", "janvier"),
        (r"\bfévr\.", "février"),
        (r"\bjuil\.", "juillet"),
        (r"(?<=\d )(?:sept)\.", "septembre"),
        (r"(?<=\d )(?:oct)\.", "octobre"),
        (r"(?<=\d )(?:nov)\.", "novembre"),
        (r"(?<=\d )(?:déc)\.", "décembre"),
    ),
    fractions={
        2: ("demi", "demis"),
        3: ("tiers", "tiers"),
        4: ("quart", "quarts"),
        5: ("cinquième", "cinquièmes"),
        6: ("sixième", "sixièmes"),
        7: ("septième", "septièmes"),
        8: ("huitième", "huitièmes"),
        9: ("neuvième", "neuvièmes"),
        10: ("dixième", "dixièmes"),
        100: ("centième", "centièmes"),
    },
    half=("un demi", "et demi"),
    half_of_feminine="et demie",
    roman_cardinal="[Cc]hapitre|[Pp]artie|[Tt]ome|[Vv]olume|[Ll]ivre|[Aa]cte|[Aa]rticle|[Ss]cène|[Pp]hase|[Aa]nnexe|[Tt]ableau",
    regnal=lambda number: "premier" if number == 1 else words_of(number, "fr"),
    regnal_names=(
        "Louis|Henri|Charles|François|Philippe|Napoléon|Jean|Paul|Pie|Benoît|Léon|Grégoire|Clément|Innocent|Guillaume|"
        "Georges|Édouard|Élisabeth|Frédéric|Pierre|Catherine|Nicolas|Alexandre|Léopold|Albert|Baudouin|Jacques|Urbain|Ferdinand"
    ),
    ordinal=_ordinal,
    ordinal_mark="ers?|res?|ère|ème|èmes|es?|nde?",
    mark_gender=lambda mark: "f" if mark in ("re", "res", "ère", "nde") else "m",
    agree=_agree,
    noun_gender=_noun_gender,
    date=_date,
    day_month=r"(?<![\w.,/-])(?P<day>\d{1,2})(?:er)?\s{months}\b(?:\s(?P<year>\d{4})(?![\w]|[.,]\d))?",
    clock=_clock,
    clock_written=(
        r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4])\s?h\s?(?P<minute>[0-5]\d)(?![\w])",
        r"(?<![\w.,:])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?![\w:])",
    ),
    acronym_words=("NASA OTAN UNESCO UNICEF OPEP FIFA UEFA IKEA SIDA LES DES UNE LE LA DE ET EN AU DU UN"),
    special=(
        (r"\b([IVX]+)(?:e|ème|è)(?=\s|[,.;)]|$)", _century),
        (r"\bIer\b", "premier"),
        (r"\bIre\b", "première"),
        (r"(?<![\w.,])½\s?(?=heure)", "une demi-"),
    ),
)
