"""The sentences of a quiz that are its own, by language. A language that isn't here gets gaps in the sources' sentences."""  # noqa: E501

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class QuizWords:
    """What a quiz says itself; `{said}` is a sentence of the sources with a gap, `{what}` a term or column."""

    gap_figure: str
    gap_name: str
    gap_noun: str
    gap_date: str
    supported: str
    unsupported: str
    said: str
    unsaid: str
    """As `supported` and `unsupported`, where all options are what `{who}` says in an interview."""
    first: str
    last: str
    highest: str
    lowest: str
    given: str
    """Which cell a table has; `{row}` is its row, `{what}` its column."""
    between: str
    term: str
    because: str
    placed: str
    """In which of four sentences a figure is missing; `{said}` is the figure."""
    next_step: str
    """What comes right after a step; `{said}` is the step."""


GAP = "____"
BARE = QuizWords("{said}", "{said}", "{said}", "{said}", *("",) * 14)
WORDS: dict[str, QuizWords] = {
    "en": QuizWords(
        gap_figure='Which figure is missing here: "{said}"',
        gap_name='Which name is missing here: "{said}"',
        gap_noun='Which noun is missing here: "{said}"',
        gap_date='Which year is missing here: "{said}"',
        supported="Which of these statements do the sources support?",
        unsupported="Which of these statements do the sources not support?",
        said="Which of these does {who} say?",
        unsaid="Which of these does {who} not say?",
        first="Which of these came first?",
        last="Which of these came last?",
        highest="Which of these has the highest figure for {what}?",
        lowest="Which of these has the lowest figure for {what}?",
        given='What does the table give for {row} under "{what}"?',
        between='How many years lie between these two: "{one}" and "{two}"?',
        term='Which term is explained like this: "{said}"?',
        because="Because {said}",
        placed="In which of these sentences is {said} the missing figure?",
        next_step='Which step comes right after this one: "{said}"?',
    ),
    "de": QuizWords(
        gap_figure="Welche Zahl fehlt hier: „{said}“",
        gap_name="Welcher Name fehlt hier: „{said}“",
        gap_noun="Welches Wort fehlt hier: „{said}“",
        gap_date="Welche Jahreszahl fehlt hier: „{said}“",
        supported="Welche dieser Aussagen stützen die Quellen?",
        unsupported="Welche dieser Aussagen stützen die Quellen nicht?",
        said="Was davon sagt {who}?",
        unsaid="Was davon sagt {who} nicht?",
        first="Was davon geschah zuerst?",
        last="Was davon geschah zuletzt?",
        highest="Wo steht bei „{what}“ der höchste Wert?",
        lowest="Wo steht bei „{what}“ der niedrigste Wert?",
        given="Was steht in der Tabelle für „{row}“ unter „{what}“?",
        between="",
        term="Welcher Begriff wird so erklärt: „{said}“?",
        because="",
        placed="In welchem dieser Sätze fehlt die Zahl {said}?",
        next_step="Welcher Schritt folgt direkt auf diesen: „{said}“?",
    ),
    "fr": QuizWords(
        gap_figure="Quel chiffre manque ici : « {said} »",
        gap_name="Quel nom manque ici : « {said} »",
        gap_noun="Quel mot manque ici : « {said} »",
        gap_date="Quelle année manque ici : « {said} »",
        supported="Laquelle de ces affirmations les sources confirment-elles ?",
        unsupported="Laquelle de ces affirmations les sources ne confirment-elles pas ?",
        said="Que dit {who} parmi ces phrases ?",
        unsaid="Quelle phrase n'est pas de {who} ?",
        first="Qu'est-ce qui s'est passé en premier ?",
        last="Qu'est-ce qui s'est passé en dernier ?",
        highest="Où trouve-t-on la valeur la plus élevée pour « {what} » ?",
        lowest="Où trouve-t-on la valeur la plus basse pour « {what} » ?",
        given="Que donne le tableau pour « {row} » sous « {what} » ?",
        between="",
        term="Quel terme est expliqué ainsi : « {said} » ?",
        because="",
        placed="Dans laquelle de ces phrases manque le nombre {said} ?",
        next_step="Quelle étape suit immédiatement celle-ci : « {said} » ?",
    ),
    "es": QuizWords(
        gap_figure="¿Qué cifra falta aquí? «{said}»",
        gap_name="¿Qué nombre falta aquí? «{said}»",
        gap_noun="¿Qué palabra falta aquí? «{said}»",
        gap_date="¿Qué año falta aquí? «{said}»",
        supported="¿Cuál de estas afirmaciones respaldan las fuentes?",
        unsupported="¿Cuál de estas afirmaciones no respaldan las fuentes?",
        said="¿Qué dice {who}?",
        unsaid="¿Qué no dice {who}?",
        first="¿Qué ocurrió primero?",
        last="¿Qué ocurrió en último lugar?",
        highest="¿Dónde está el valor más alto de «{what}»?",
        lowest="¿Dónde está el valor más bajo de «{what}»?",
        given="¿Qué indica la tabla para «{row}» en «{what}»?",
        between="",
        term="¿Qué término se explica así: «{said}»?",
        because="",
        placed="¿En cuál de estas frases falta la cifra {said}?",
        next_step="¿Qué paso viene justo después de este: «{said}»?",
    ),
    "it": QuizWords(
        gap_figure="Quale cifra manca qui: «{said}»",
        gap_name="Quale nome manca qui: «{said}»",
        gap_noun="Quale parola manca qui: «{said}»",
        gap_date="Quale anno manca qui: «{said}»",
        supported="Quale di queste affermazioni è confermata dalle fonti?",
        unsupported="Quale di queste affermazioni non è confermata dalle fonti?",
        said="Che cosa dice {who}?",
        unsaid="Che cosa non dice {who}?",
        first="Che cosa è avvenuto per primo?",
        last="Che cosa è avvenuto per ultimo?",
        highest="Dove si trova il valore più alto per «{what}»?",
        lowest="Dove si trova il valore più basso per «{what}»?",
        given="Che cosa indica la tabella per «{row}» alla voce «{what}»?",
        between="",
        term="Quale termine è spiegato così: «{said}»?",
        because="",
        placed="In quale di queste frasi manca il numero {said}?",
        next_step="Quale passaggio viene subito dopo questo: «{said}»?",
    ),
    "pt": QuizWords(
        gap_figure="Que número falta aqui: «{said}»",
        gap_name="Que nome falta aqui: «{said}»",
        gap_noun="Que palavra falta aqui: «{said}»",
        gap_date="Que ano falta aqui: «{said}»",
        supported="Qual destas afirmações é confirmada pelas fontes?",
        unsupported="Qual destas afirmações não é confirmada pelas fontes?",
        said="O que diz {who}?",
        unsaid="O que {who} não diz?",
        first="O que aconteceu primeiro?",
        last="O que aconteceu por último?",
        highest="Onde está o valor mais alto de «{what}»?",
        lowest="Onde está o valor mais baixo de «{what}»?",
        given="O que indica a tabela para «{row}» em «{what}»?",
        between="",
        term="Que termo é explicado assim: «{said}»?",
        because="",
        placed="Em qual destas frases falta o número {said}?",
        next_step="Que passo vem logo a seguir a este: «{said}»?",
    ),
}


def quiz_words(code: str) -> QuizWords:
    """The words of a language; bare gaps where there are none."""
    return WORDS.get(code, BARE)


OPPOSITES: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("rose", "fell"), ("rises", "falls"), ("increased", "decreased"), ("more than", "less than"), ("fewer than", "more than"), ("at least", "at most"),  # noqa: E501
        ("highest", "lowest"), ("longer", "shorter"), ("cheaper", "dearer"), ("larger", "smaller"),
        ("largest", "smallest"), ("north", "south"), ("east", "west"), ("left-hand", "right-hand"), ("before", "after"),
        ("always", "never"), ("warmer", "colder"), ("earlier", "later"), ("opened", "closed"),
        ("accepted", "rejected"), ("approved", "rejected"), ("heaviest", "lightest"), ("oldest", "youngest"), ("internal", "external"),  # noqa: E501
        ("best", "worst"), ("quietest", "loudest"),
    ),
    "de": (("mehr als", "weniger als"), ("höher", "niedriger"), ("stieg", "sank"), ("älteste", "jüngste"), ("immer", "nie"), ("größte", "kleinste")),  # noqa: E501
    "fr": (("plus de", "moins de"), ("tripla", "chuta"), ("avant", "après"), ("toujours", "jamais")),
    "es": (("más de", "menos de"), ("antes", "después"), ("mayor", "menor"), ("siempre", "nunca")),
    "it": (("più di", "meno di"), ("prima", "dopo"), ("maggiore", "minore"), ("sempre", "mai")),
    "pt": (("mais de", "menos de"), ("antes", "depois"), ("maior", "menor"), ("sempre", "nunca")),
}  # fmt: skip
"""Words that turn a statement into its contrary; only where one of them stands in it once."""
