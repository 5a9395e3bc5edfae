"""What a piece tells its reader of itself, in the piece's own language."""

from __future__ import annotations

from collections.abc import Mapping

_NOTES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "faq_fewer": "The sources answer {count} of the {most} questions asked for; none was made up.",
        "quiz_fewer": "The sources carry {count} of the {most} questions asked for at this level; none was made up.",
        "quiz_level": "The sources carry no questions of the level asked for: these are of another.",
        "quiz_filled": "Questions of another level beside these: {count}.",
        "no_terms": "The sources explain no terms, so there is no list of them.",
        "thin": "The sources carry less than a briefing of this length holds; nothing was padded.",
        "compares_nothing": "The sources compare nothing: this table lists their figures.",
        "only_dates": "The sources hold neither comparisons nor figures: this table lists their dates.",
        "off_topic": "No table fits the instructions; all are shown.",
        "other_years": "The sources date nothing in the years that were asked for; all their events are shown.",
        "few_events": "Too few events fit the instructions; all are shown.",
        "own_words": "The built-in writer tells things in the sources' own words: it can't word them for another audience or in another tone, as a connected model can.",  # noqa: E501
        "little_of_it": "Too little in the sources is about “{what}” alone: the piece tells of other things too.",
        "not_cut": "This kind of piece lists everything that fits; it isn't cut to a number of words.",
        "dated_differently": "The sources date this differently, {one} and {other}: {text}",
    },
    "de": {
        "faq_fewer": "Die Quellen beantworten {count} von {most} gewünschten Fragen; erfunden wurde keine.",
        "quiz_fewer": "Die Quellen tragen {count} von {most} gewünschten Fragen dieser Stufe; erfunden wurde keine.",
        "quiz_level": "Die Quellen tragen keine Fragen der gewünschten Stufe: Diese sind von einer anderen.",
        "quiz_filled": "Dazu kommen von einer anderen Stufe: {count}.",
        "no_terms": "Die Quellen erklären keine Begriffe, deshalb fehlt ein Verzeichnis.",
        "thin": "Die Quellen geben weniger her, als in ein Dossier dieser Länge passt; aufgefüllt wurde nichts.",
        "compares_nothing": "Die Quellen vergleichen nichts: Diese Tabelle führt ihre Zahlen auf.",
        "only_dates": "Die Quellen enthalten weder Vergleiche noch Zahlen: Diese Tabelle führt ihre Daten auf.",
        "off_topic": "Keine Tabelle passt zu den Vorgaben; gezeigt werden alle.",
        "other_years": "Aus den gewünschten Jahren nennen die Quellen kein Ereignis; gezeigt werden alle.",
        "few_events": "Zu wenige Ereignisse passen zu den Vorgaben; gezeigt werden alle.",
        "own_words": "Der eingebaute Schreiber erzählt mit den Worten der Quellen: Für andere Leser oder in einem anderen Ton kann er sie nicht fassen, ein angebundenes Modell kann es.",  # noqa: E501
        "little_of_it": "Zu wenig in den Quellen handelt allein von „{what}“: Auch anderes kommt vor.",
        "not_cut": "Diese Art Stück führt alles auf, was passt; auf eine Zahl von Wörtern wird sie nicht gekürzt.",
        "dated_differently": "Die Quellen datieren das verschieden, auf {one} und {other}: {text}",
    },
    "fr": {
        "faq_fewer": "Les sources répondent à {count} des {most} questions demandées ; aucune n'a été inventée.",
        "quiz_fewer": "Les sources portent {count} des {most} questions demandées ; aucune n'a été inventée.",
        "quiz_level": "Les sources ne portent aucune question du niveau demandé : celles-ci sont d'un autre.",
        "quiz_filled": "S'y ajoutent d'un autre niveau : {count}.",
        "no_terms": "Les sources n'expliquent aucun terme : il n'y a donc pas de glossaire.",
        "thin": "Les sources contiennent moins que ne tient une note de cette longueur ; rien n'a été ajouté.",
        "compares_nothing": "Les sources ne comparent rien : ce tableau réunit leurs chiffres.",
        "only_dates": "Les sources ne contiennent ni comparaisons ni chiffres : ce tableau réunit leurs dates.",
        "off_topic": "Aucun tableau ne répond aux consignes ; tous sont donnés.",
        "other_years": "Les sources ne datent rien dans les années demandées ; tous leurs événements sont donnés.",
        "few_events": "Trop peu d'événements répondent aux consignes ; tous sont donnés.",
        "own_words": "Le rédacteur intégré reprend les mots des sources : il ne peut les adapter à un autre public ni à un autre ton, ce que fait un modèle connecté.",  # noqa: E501
        "little_of_it": "Trop peu de choses dans les sources portent uniquement sur « {what} » : il est aussi question d'autre chose.",  # noqa: E501
        "not_cut": "Ce type de document donne tout ce qui convient ; il n'est pas réduit à un nombre de mots.",
        "dated_differently": "Les sources donnent deux dates différentes, {one} et {other} : {text}",
    },
    "es": {
        "faq_fewer": "Las fuentes responden a {count} de las {most} preguntas pedidas; no se ha inventado ninguna.",
        "quiz_fewer": "Las fuentes dan para {count} de las {most} preguntas pedidas; no se ha inventado ninguna.",
        "quiz_level": "Las fuentes no dan para preguntas del nivel pedido: estas son de otro.",
        "quiz_filled": "Se añaden de otro nivel: {count}.",
        "no_terms": "Las fuentes no explican ningún término, por eso no hay glosario.",
        "thin": "Las fuentes contienen menos de lo que cabe en un informe de esta extensión; no se ha añadido relleno.",
        "compares_nothing": "Las fuentes no comparan nada: esta tabla reúne sus cifras.",
        "only_dates": "Las fuentes no contienen ni comparaciones ni cifras: esta tabla reúne sus fechas.",
        "off_topic": "Ninguna tabla se ajusta a las indicaciones; se muestran todas.",
        "other_years": "Las fuentes no fechan nada en los años pedidos; se muestran todos sus acontecimientos.",
        "few_events": "Muy pocos acontecimientos se ajustan a las indicaciones; se muestran todos.",
        "own_words": "El redactor incorporado usa las palabras de las fuentes: no puede adaptarlas a otro público ni a otro tono, como haría un modelo conectado.",  # noqa: E501
        "little_of_it": "Muy poco de las fuentes trata solo de «{what}»: también se habla de otras cosas.",
        "not_cut": "Este tipo de documento reúne todo lo que corresponde; no se recorta a un número de palabras.",
        "dated_differently": "Las fuentes dan fechas distintas, {one} y {other}: {text}",
    },
    "it": {
        "faq_fewer": "Le fonti rispondono a {count} delle {most} domande richieste; nessuna è stata inventata.",
        "quiz_fewer": "Le fonti reggono {count} delle {most} domande richieste; nessuna è stata inventata.",
        "quiz_level": "Le fonti non reggono domande del livello richiesto: queste sono di un altro.",
        "quiz_filled": "Se ne aggiungono di un altro livello: {count}.",
        "no_terms": "Le fonti non spiegano alcun termine, perciò manca il glossario.",
        "thin": "Le fonti contengono meno di quanto entra in una scheda di questa lunghezza; nulla è stato aggiunto.",
        "compares_nothing": "Le fonti non confrontano nulla: questa tabella raccoglie le loro cifre.",
        "only_dates": "Le fonti non contengono né confronti né cifre: questa tabella raccoglie le loro date.",
        "off_topic": "Nessuna tabella corrisponde alle indicazioni; sono mostrate tutte.",
        "other_years": "Le fonti non datano nulla negli anni richiesti; sono mostrati tutti i loro eventi.",
        "few_events": "Troppo pochi eventi corrispondono alle indicazioni; sono mostrati tutti.",
        "own_words": "Lo scrittore integrato usa le parole delle fonti: non può adattarle a un altro pubblico o a un altro tono, come farebbe un modello collegato.",  # noqa: E501
        "little_of_it": "Troppo poco nelle fonti riguarda solo «{what}»: si parla anche d'altro.",
        "not_cut": "Questo tipo di documento elenca tutto ciò che corrisponde; non viene ridotto a un numero di parole.",  # noqa: E501
        "dated_differently": "Le fonti danno date diverse, {one} e {other}: {text}",
    },
    "pt": {
        "faq_fewer": "As fontes respondem a {count} das {most} perguntas pedidas; nenhuma foi inventada.",
        "quiz_fewer": "As fontes sustentam {count} das {most} perguntas pedidas deste nível; nenhuma foi inventada.",
        "quiz_level": "As fontes não sustentam perguntas do nível pedido: estas são de outro.",
        "quiz_filled": "Juntam-se de outro nível: {count}.",
        "no_terms": "As fontes não explicam nenhum termo, por isso não há glossário.",
        "thin": "As fontes contêm menos do que cabe num dossiê desta extensão; nada foi acrescentado.",
        "compares_nothing": "As fontes não comparam nada: esta tabela reúne os seus números.",
        "only_dates": "As fontes não contêm comparações nem números: esta tabela reúne as suas datas.",
        "off_topic": "Nenhuma tabela corresponde às indicações; são mostradas todas.",
        "other_years": "As fontes não datam nada nos anos pedidos; são mostrados todos os seus acontecimentos.",
        "few_events": "Muito poucos acontecimentos correspondem às indicações; são mostrados todos.",
        "own_words": "O redator incorporado usa as palavras das fontes: não as pode adaptar a outro público nem a outro tom, como faria um modelo ligado.",  # noqa: E501
        "little_of_it": "Muito pouco nas fontes trata apenas de «{what}»: fala-se também de outras coisas.",
        "not_cut": "Este tipo de documento reúne tudo o que corresponde; não é reduzido a um número de palavras.",
        "dated_differently": "As fontes dão datas diferentes, {one} e {other}: {text}",
    },
}  # fmt: skip


def note(code: str, name: str, **values: int | str) -> str:
    """A note in a language; in English where the language has none."""
    return _NOTES.get(code, _NOTES["en"])[name].format(**values)
