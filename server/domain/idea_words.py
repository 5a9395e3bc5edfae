"""Ideas for podcasts in other languages than English: how to look at a topic, and how its language is known.

Titles put the topic before a colon, so that no article and no ending of any language has to be guessed.
"""

from __future__ import annotations

import re

Said = tuple[str, str, tuple[str, str, str, str]]
"""Name of the show, description, titles of its episodes."""

ANGLES: dict[str, tuple[Said, ...]] = {
    "de": (
        ("{T} von Anfang an", "Für alle, die neu dabei sind: Jede Folge erklärt eine Sache gründlich.",
         ("{T}: Was es bedeutet, in einfachen Worten", "{T}: Zehn Begriffe, die man kennen sollte",
          "{T}: Wo die Geschichte beginnt", "{T}: Die ersten Schritte")),
        ("{T}: Fragen und Antworten", "Fragen aus dem Publikum, eine nach der anderen, mit Nennung der Quellen.",
         ("{T}: Lohnt sich die Mühe?", "{T}: Was kostet es an Zeit und Geld?",
          "{T}: Welche Fehler machen alle?", "{T}: Woran erkennt man, was wirkt?")),
        ("{T}: Die Menschen", "Gespräche mit Menschen, die das Thema aus dem eigenen Leben kennen.",
         ("{T}: Ein ganz normaler Tag", "{T}: Anfänger und alte Hasen",
          "{T}: Was ich gern früher gewusst hätte", "{T}: Die stille Arbeit, die niemand sieht")),
        ("{T}: Eine kurze Geschichte", "Die Vergangenheit eines Themas, erzählt an seinen Wendepunkten.",
         ("{T}: Wie man es früher machte", "{T}: Das Jahr, das alles änderte",
          "{T}: Was unterwegs verloren ging", "{T}: Das Kapitel, das noch geschrieben wird")),
        ("{T} in der Praxis", "Jede Woche eine Sache zum Ausprobieren: kurz, konkret, mit einer Übung am Ende.",
         ("{T}: Ein Plan für die ersten sieben Tage", "{T}: Kleine Gewohnheiten, die halten",
          "{T}: Wenn es schiefgeht", "{T}: Wie man Fortschritt misst")),
    ),
    "fr": (
        ("{T} : depuis le début", "Pour celles et ceux qui débutent : chaque épisode explique une seule chose, à fond.",
         ("{T} : ce que cela veut dire, en mots simples", "{T} : dix mots à connaître",
          "{T} : où commence l’histoire", "{T} : les premiers pas")),
        ("{T} : questions et réponses", "Les questions du public, une par une, avec les sources.",
         ("{T} : est-ce que cela vaut la peine ?", "{T} : combien de temps et d’argent ?",
          "{T} : les erreurs que tout le monde fait", "{T} : comment savoir ce qui marche ?")),
        ("{T} : les gens", "Des conversations avec des personnes qui connaissent le sujet par leur propre vie.",
         ("{T} : une journée ordinaire", "{T} : débutants et vétérans",
          "{T} : ce que j’aurais aimé savoir", "{T} : le travail que personne ne voit")),
        ("{T} : une brève histoire", "Le passé d’un sujet, raconté par ses tournants.",
         ("{T} : comment on faisait avant", "{T} : l’année qui a tout changé",
          "{T} : ce qui s’est perdu en route", "{T} : le chapitre qui s’écrit encore")),
        ("{T} en pratique", "Une chose à essayer par semaine : court, concret, avec un exercice à la fin.",
         ("{T} : un plan pour les sept premiers jours", "{T} : de petites habitudes qui durent",
          "{T} : quand cela tourne mal", "{T} : mesurer ses progrès")),
    ),
    "es": (
        ("{T}: desde el principio", "Para quien empieza: cada episodio explica una sola cosa, a fondo.",
         ("{T}: qué significa, en palabras sencillas", "{T}: diez palabras que conviene conocer",
          "{T}: dónde empieza la historia", "{T}: los primeros pasos")),
        ("{T}: preguntas y respuestas", "Las preguntas de la audiencia, una a una, con sus fuentes.",
         ("{T}: ¿merece la pena?", "{T}: ¿cuánto tiempo y dinero cuesta?",
          "{T}: los errores que comete todo el mundo", "{T}: ¿cómo saber qué funciona?")),
        ("{T}: las personas", "Conversaciones con personas que conocen el tema por su propia vida.",
         ("{T}: un día cualquiera", "{T}: principiantes y veteranos",
          "{T}: lo que me habría gustado saber", "{T}: el trabajo que nadie ve")),
        ("{T}: una breve historia", "El pasado de un tema, contado por sus momentos decisivos.",
         ("{T}: cómo se hacía antes", "{T}: el año que lo cambió todo",
          "{T}: lo que se perdió por el camino", "{T}: el capítulo que aún se escribe")),
        ("{T} en la práctica", "Algo que probar cada semana: breve, concreto y con un ejercicio al final.",
         ("{T}: un plan para los primeros siete días", "{T}: pequeños hábitos que duran",
          "{T}: cuando sale mal", "{T}: cómo medir el progreso")),
    ),
    "it": (
        ("{T}: dall’inizio", "Per chi comincia: ogni puntata spiega una sola cosa, fino in fondo.",
         ("{T}: che cosa significa, in parole semplici", "{T}: dieci parole da conoscere",
          "{T}: dove comincia la storia", "{T}: i primi passi")),
        ("{T}: domande e risposte", "Le domande del pubblico, una alla volta, con le fonti.",
         ("{T}: vale la pena?", "{T}: quanto costa in tempo e denaro?",
          "{T}: gli errori che fanno tutti", "{T}: come capire che cosa funziona?")),
        ("{T}: le persone", "Conversazioni con persone che conoscono il tema dalla propria vita.",
         ("{T}: una giornata qualunque", "{T}: principianti e veterani",
          "{T}: quello che avrei voluto sapere", "{T}: il lavoro che nessuno vede")),
        ("{T}: una breve storia", "Il passato di un tema, raccontato dalle sue svolte.",
         ("{T}: come si faceva prima", "{T}: l’anno che ha cambiato tutto",
          "{T}: quello che si è perso per strada", "{T}: il capitolo ancora da scrivere")),
        ("{T} in pratica", "Una cosa da provare ogni settimana: breve, concreta, con un esercizio alla fine.",
         ("{T}: un piano per i primi sette giorni", "{T}: piccole abitudini che durano",
          "{T}: quando va storto", "{T}: come misurare i progressi")),
    ),
    "pt": (
        ("{T}: desde o início", "Para quem começa: cada episódio explica uma só coisa, a fundo.",
         ("{T}: o que significa, em palavras simples", "{T}: dez palavras que vale a pena conhecer",
          "{T}: onde começa a história", "{T}: os primeiros passos")),
        ("{T}: perguntas e respostas", "As perguntas do público, uma a uma, com as fontes.",
         ("{T}: vale a pena?", "{T}: quanto custa em tempo e dinheiro?",
          "{T}: os erros que toda a gente comete", "{T}: como saber o que funciona?")),
        ("{T}: as pessoas", "Conversas com pessoas que conhecem o tema pela própria vida.",
         ("{T}: um dia qualquer", "{T}: principiantes e veteranos",
          "{T}: o que eu gostaria de ter sabido", "{T}: o trabalho que ninguém vê")),
        ("{T}: uma breve história", "O passado de um tema, contado pelos seus pontos de viragem.",
         ("{T}: como se fazia antes", "{T}: o ano que mudou tudo",
          "{T}: o que se perdeu pelo caminho", "{T}: o capítulo que ainda se escreve")),
        ("{T} na prática", "Uma coisa para experimentar por semana: breve, concreta e com um exercício no fim.",
         ("{T}: um plano para os primeiros sete dias", "{T}: pequenos hábitos que duram",
          "{T}: quando corre mal", "{T}: como medir o progresso")),
    ),
}  # fmt: skip
"""In the order beginning, questions, people, history, practice."""

_COMMON = {
    "en": "the and of for with how what why about is are to from our your my who",
    "de": "der das und ein eine einen einem über wie ich für mit den dem ist im zur zum nicht von warum wir auf man",
    "fr": "le les des du une un et est avec pour dans comment je aux pourquoi nous sur la",
    "es": "el los las y una un con para cómo en por del qué sobre al la de",
    "it": "il lo gli della dei delle di una un con per come che nel sul sono perché la",
    "pt": "os uma um com para como em do da dos das não sobre no na ao",
}
_MARKS = {code: frozenset(words.split()) for code, words in _COMMON.items()}
_LETTERS = {"de": "äöüß", "fr": "èêœçàû", "es": "ñ¿¡", "it": "òì", "pt": "ãõ"}

_LEADS = {
    "de": r"bitte|ich (?:möchte|will)|kannst du|mach\w*|erstell\w*|schreib\w*|gib mir|wie \w+ (?:ich|man|wir)|"
    r"podcasts?|sendung(?:en)?|folgen?|serien?|ideen?|themen?|eine?[mnrs]?|der|die|das|den|dem|über|zum?|zur|für|vom?|von|"
    r"rund um|neue[mnrs]?|meine?[mnrs]?",
    "fr": r"s'il te plaît|je (?:veux|voudrais)|comment \w+|faire|créer|donne-moi|podcasts?|émissions?|épisodes?|"
    r"idées?|sujets?|un|une|des|du|de|les?|la|sur|pour|autour|mon|ma|mes|nouveaux?|nouvelles?",
    "es": r"por favor|quiero|quisiera|cómo \w+|hacer|crear|dame|podcasts?|programas?|episodios?|ideas?|temas?|un|una|"
    r"unos|unas|de|del|los?|las?|el|sobre|para|acerca|mi|mis|nuevos?|nuevas?",
    "it": r"per favore|voglio|vorrei|come \w+|fare|creare|dammi|podcast|puntate?|idee|idea|temi|tema|un|una|uno|di|del|"
    r"della|dei|delle|il|lo|la|gli|le|su|sul|sulla|sui|sulle|per|mio|mia|"
    r"nuovi|nuovo|nuova",
    "pt": r"por favor|quero|queria|como \w+|fazer|criar|podcasts?|programas?|episódios?|ideias?|temas?|um|uma|de|do|da|"
    r"dos|das|os?|as?|sobre|para|acerca|meu|minha|novos?|novas?",
}
LEADS = {code: re.compile(rf"^(?:(?:{words})(?!\w)[\s,:-]*)+", re.IGNORECASE) for code, words in _LEADS.items()}
"""What stands before the matter itself, by language."""


def language_of(topic: str, *, otherwise: str = "en") -> str:
    """The language of a topic, by its small words and its letters; `otherwise` where they don't tell.

    Returns:
        An ISO 639-1 code: English or one of those in `ANGLES`.
    """
    words = re.findall(r"\w+", topic.lower())
    score = {code: sum(word in marks for word in words) for code, marks in _MARKS.items()}
    for code, letters in _LETTERS.items():
        score[code] += 2 * any(letter in topic.lower() for letter in letters)
    most = max(score.values())
    best = [code for code, found in score.items() if found == most]
    if not most or otherwise in best:
        return otherwise if otherwise in _MARKS else "en"
    return best[0]
