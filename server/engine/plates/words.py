"""What decks and infographics say of their own, in their language; English where a language is not here."""

from __future__ import annotations

from server.domain.decks import Theme
from server.engine.papers.labels import labels_of

_OWN: dict[str, tuple[str, str, str, str, str, str]] = {
    "en": ("Agenda", "Comparison", "Step by step", "In their words", "Places", "To take away"),
    "de": ("Agenda", "Vergleich", "Schritt für Schritt", "Im Wortlaut", "Orte", "Das Wichtigste"),
    "fr": ("Au programme", "Comparaison", "Étape par étape", "Citation", "Lieux", "À retenir"),
    "es": ("Índice", "Comparación", "Paso a paso", "En sus palabras", "Lugares", "Para recordar"),
    "it": ("Indice", "Confronto", "Passo per passo", "Parole testuali", "Luoghi", "Da ricordare"),
    "pt": ("Índice", "Comparação", "Passo a passo", "Nas suas palavras", "Lugares", "Para recordar"),
    "nl": ("Agenda", "Vergelijking", "Stap voor stap", "In eigen woorden", "Plaatsen", "Om te onthouden"),
    "pl": ("Plan", "Porównanie", "Krok po kroku", "Cytat", "Miejsca", "Do zapamiętania"),
    "sv": ("Agenda", "Jämförelse", "Steg för steg", "Med egna ord", "Platser", "Att ta med sig"),
    "tr": ("Gündem", "Karşılaştırma", "Adım adım", "Kendi sözleriyle", "Yerler", "Akılda kalsın"),
    "hi": ("कार्यसूची", "तुलना", "क्रमशः", "उन्हीं के शब्दों में", "स्थान", "याद रखें"),
    "ja": ("目次", "比較", "手順", "引用", "場所", "まとめ"),
    "zh": ("目录", "比较", "步骤", "引述", "地点", "要点"),
    "ko": ("목차", "비교", "단계", "인용", "장소", "요점"),
    "ar": ("المحتويات", "مقارنة", "خطوة بخطوة", "اقتباس", "أماكن", "الخلاصة"),
    "he": ("תוכן", "השוואה", "צעד אחר צעד", "ציטוט", "מקומות", "לסיכום"),
    "ru": ("План", "Сравнение", "Шаг за шагом", "Цитата", "Места", "Главное"),
    "uk": ("План", "Порівняння", "Крок за кроком", "Цитата", "Місця", "Головне"),
}
_RIGHT_TO_LEFT = frozenset({"ar", "he", "fa", "ur", "yi", "ps"})


def said(theme: Theme, language: str) -> str:
    """What stands above a part of a piece."""
    labels = labels_of(language)
    agenda, comparison, step, quoted, places, recap = _OWN.get(language.split("-", maxsplit=1)[0].lower(), _OWN["en"])
    return {
        Theme.NONE: "",
        Theme.AGENDA: agenda,
        Theme.FINDINGS: labels.findings,
        Theme.FIGURES: labels.figures,
        Theme.NUMBERS: labels.numbers,
        Theme.COMPARISON: comparison,
        Theme.DATES: labels.dates,
        Theme.STEPS: step,
        Theme.QUOTATION: quoted,
        Theme.PLACES: places,
        Theme.OPEN: labels.open_questions,
        Theme.RECAP: recap,
        Theme.SOURCES: labels.sources,
    }[theme]


def is_right_to_left(language: str) -> bool:
    """Whether the language is written from right to left."""
    return language.split("-", maxsplit=1)[0].lower() in _RIGHT_TO_LEFT
