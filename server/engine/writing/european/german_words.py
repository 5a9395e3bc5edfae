"""Closed classes of German for reading clauses: what can be a finite verb, what never is, what opens a noun phrase."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MODALS = _words(
    "kann können konnte konnten muss müssen musste mussten darf dürfen durfte durften soll sollen sollte sollten will wollen wollte wollten"
)
AUXILIARIES = MODALS | _words("ist sind war waren hat haben hatte hatten wird werden wurde wurden")
STRONG = _words(
    "bleibt blieb blieben begann begannen bekam bekamen bekommt bot boten brach brachte brachten fand fanden fiel fielen fing flog flossen "
    "fuhr fuhren gab gaben gibt ging gingen gewann gewannen goss hielt hielten hält hing hieß hießen kam kamen lag lagen las lasen lässt lief liefen "
    "ließ ließen lud maß misst nahm nahmen nimmt riss rief riefen sah sahen sieht sang sank sanken saß saßen schlief schloss schlossen schlug schlugen "
    "schnitt schrieb schrieben schwamm schwieg sprach sprachen spricht sprang stand standen starb starben stieg stiegen stieß stirbt "
    "stahl trat traten tritt trieb trug trugen trägt traf trafen trifft tat taten verlor verloren verließ verließen vergaß versprach verstand "
    "wuchs wuchsen warf warfen wirft wog wogen wusste wussten weiß zog zogen zwang aß trank bat baten brannte kannte nannte nannten dachte "
    "übernahm übernahmen übernimmt unternahm entschied entschieden entstand entstanden entließ erfand erhielt erhielten erhält erschien erschienen "
    "erwies beschloss beschlossen bestand bestanden betrat betrug beträgt bezog bewies empfing empfahl empfiehlt enthielt enthält gefiel gelang geriet geschah "
    "geschieht unterschrieb verband verbot verboten vertrat verschwand wandte stellt stellte legt legte löst muss geht steht gilt galt galten liegt heißt "
    "wächst läuft fährt hilft half halfen schläft gräbt isst backt brät dient"
)
NO_VERBS = _words(
    "mit seit nicht oft fast meist erst selbst sonst dort jetzt statt samt rund sofort insgesamt gesamt bereits heute gestern überhaupt vielleicht "
    "nebst zuerst zuletzt zunächst längst höchst jüngst ernst neben gegen zwischen wegen unten oben außen innen hinten vorn eben einen einem einer eines "
    "keinen diesen diesem jeden jedem allen vielen wenigen einigen beiden ihren seinen deren dessen den dem des denen meinen unseren anderen "
    "weit breit alt kalt laut gut bekannt leicht recht schlecht echt nett dicht fest zwei drei vier fünf sechs sieben acht neun zehn zwölf hundert "
    "tausend getrennt unweit mitten entlang inmitten außerhalb innerhalb unter hinter über vor bei nach von aus zu auf an in um bis ohne durch für "
    "gemeinsam allein samstags sonntags morgens abends tagsüber weiter wieder immer nie gerade schon noch auch nur aber oder und sowie sondern als wie "
    "sechzehn siebzehn dreizehn vierzehn fünfzehn achtzehn neunzehn zwanzig sogar sehr ganz direkt rechts links geradeaus lieber eher mehr weniger"
)
"""Small words with the ending of a verb, and others that follow a noun."""
BEFORE_NOUNS = _words(
    "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner im am zum zur vom beim ins ans aufs in an auf aus bei mit "
    "nach seit von vor über unter um für gegen durch ohne bis zwischen wegen trotz neben hinter sein seine ihre ihr mein unser jede jeder jedes"
)
DETERMINERS = _words("Der Die Das Ein Eine Jede Jeder Jedes Alle Viele Einige Mehrere Beide Kein Keine")
SUBJECT_ADJECTIVES = _words(
    "Neue Alte Junge Kleine Große Lose Fertige Angefangene Reife Kranke Leere Volle Nasse Trockene Frische Erwachsene Deutsche Andere "
    "Private Öffentliche Örtliche Ehemalige Eigene Weitere Zahlreiche Manche Wenige Offene Schwere Leichte Lange Kurze"
)
DATIVE_VERBS = _words(
    "fehlt fehlen fehlte fehlten gehört gehören gehörte gefällt gefallen gefiel schadet schaden nützt hilft helfen gelang gelingt droht drohen"
)
"""Verbs before which a noun phrase may stand in the dative."""
FRONTED = _words(
    "Heute Damals Früher Bisher Seitdem Jetzt Dort Hier Außerdem Später Zuerst Zunächst Schließlich Inzwischen Künftig Morgens Abends Nachts Sonntags"
)
POINTING = (
    r"(?<![\wäöüß-])(?:er|sie|ihn|ihm|ihr(?:e[mnrs]?)?|ihnen|seine[mnrs]?|sein(?= [A-ZÄÖÜ])|dies(?:e[mnrs]?)?|jene[mnrs]?|deren|dessen|ich|wir|uns|mir|mich|unser\w*|mein\w*|du|"
    r"dort|dorthin|da|dann|damals|so|solche[mnrs]?|andere[mnrs]?|beide[mn]?|dabei|damit|dafür|dagegen|daran|darauf|daraus|darin|darüber|darum|darunter|davon|davor|dazu|"
    r"dadurch|danach|daher|deshalb|deswegen|selbst|denselben|dieselben?|derselben?|dasselbe|letztere\w*)(?![\wäöüß-])"
)
"""Words that stand for something said before, or that set a sentence against it."""
PARTICLES = _words(
    "ab an auf aus bei ein fest her hin los mit nach vor weg weiter wieder zu zurück zusammen statt teil um dar bereit frei"
)
MONTHS = "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
TIME = (
    rf"(?:(?P<from>[Ss]eit|[Bb]is(?: zum)?|[Aa]b|[Vv]on|[Vv]or|[Nn]ach)(?: dem)? )?(?:im Jahre? \d{{4}}|(?<![\d.,])(?:1[0-9]|20)\d\d(?![\d.,]\d| [A-ZÄÖÜ])|"
    rf"(?:(?:[IiAa]m|vom|zum) )?\d{{1,2}}\. (?:{MONTHS})(?: \d{{4}})?|[Ii]m (?:Frühjahr|Frühling|Sommer|Herbst|Winter|{MONTHS})(?: \d{{4}})?|(?:{MONTHS})(?: \d{{4}})?|"
    r"[Uu]m \d{1,2}(?:[.:]\d\d)? Uhr|[Aa]m (?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag|Eröffnungstag|ersten Tag|zweiten Tag|dritten Tag)|"
    r"(?:jeden|an jedem) [\wäöüß ]*?(?:Tag|Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)(?: im Monat)?|zwischen \d{1,2} und \d{1,2} Uhr|"
    rf"von (?:Montag|Dienstag|Mittwoch) bis (?:Donnerstag|Freitag|Samstag|Sonntag)(?: zwischen \d{{1,2}} und \d{{1,2}} Uhr| von \d{{1,2}} bis \d{{1,2}} Uhr)?|"
    r"von \d{1,2} bis \d{1,2} Uhr)"
)
"""A time that a clause names; group `from` is what it counts from or to."""
PLACE_NOUNS = (
    r"[A-ZÄÖÜ]?[a-zäöüß-]*(?:[Ss]traße|[Pp]latz|[Ww]eg|[Hh]of|[Bb]ecken|[Rr]aum|[Ss]aal|[Hh]aus|[Kk]eller|[Dd]ach|[Ss]tadt|[Dd]orf|[Ww]ald|[Pp]ark|[Gg]arten|[Ss]chule|[Bb]ahnhof|"
    r"[Mm]arkt|[Mm]useum|[Kk]irche|[Hh]alle|[Ww]erkstatt|[Ff]abrik|[Bb]rücke|[Uu]fer|[Tt]al|[Bb]erg|[Ii]nsel|[Hh]afen|[Zz]immer|[Kk]üche|[Ll]ager|[Bb]üro|[Ll]aden|[Tt]urm|"
    r"[Ww]iese|[Ff]eld|[Ff]luss|[Ss]ee|[Oo]fen|[Kk]ühlschrank|[Ss]chrank|[Gg]las|[Kk]asse|[Ee]ingang|[Ii]nnenstadt|[Gg]emeinde|[Rr]athaus|[Bb]ibliothek|[Tt]reppenhaus|[Ss]eite)(?:s|n|e|es|en|ern)?"
)
PEOPLE = (
    r"(?:[Mm]itglieder|Kinder|Jugendliche|Erwachsene|Eltern|Schüler|Besucher|Benutzer|Nutzer|Kunden|Gäste|Mieter|Eigentümer|Bewohner|Anwohner|Bürger|Patienten|Teilnehmer|"
    r"Beschäftigte|Mitarbeiter|Angestellte|Rentner|Studierende|Studenten|Lehrer|Radfahrer|Autofahrer|Fahrer|Händler|Antragsteller|Hundehalter|Leser|Vereine|Firmen|Betriebe|"
    r"[A-ZÄÖÜ][a-zäöüß]+(?:innen|nehmer|besitzer|halter|inhaber))"
)
"""Those who may or must do something, in the plural."""
OFFICES = (
    r"(?:[A-ZÄÖÜ][a-zäöüß-]*(?:meister|meisterin|leiter|leiterin|chef|chefin|direktor|direktorin|präsident|präsidentin|minister|ministerin|sprecher|sprecherin|wart|wartin|rat|rätin|"
    r"führer|führerin|vorsitzende|pfarrer|pfarrerin|lehrer|lehrerin|arzt|ärztin|wirt|wirtin|macher|macherin|händler|händlerin|forscher|forscherin|verein|amt|werke|gemeinde|stadt|firma|"
    r"genossenschaft|gesellschaft|stiftung|versammlung|universität|hochschule|ministerium|verband|behörde|verwaltung|kommission|ausschuss)|"
    r"Verein|Stadt|Gemeinde|Land|Bund|Kreis|Firma|Stadtwerke|Rat|Versammlung|Vorstand|Direktor|Direktorin|Bürgermeister|Bürgermeisterin|Architekt|Architektin|Universität|Hochschule|"
    r"Stiftung|Regierung|Polizei|Feuerwehr|Genossenschaft|Gesellschaft|Verband|Behörde)"
)
"""Those who act: single people by what they are, bodies."""
VIEWS = _words(
    "fordert fordern forderte forderten kritisiert kritisieren kritisierte befürchtet befürchten befürchtete verspricht versprach hofft hoffen erwartet erwarten plant planen plante "
    "verlangt verlangen verlangte empfiehlt empfehlen empfahl betont beklagt beklagen bemängelt bemängeln lobt loben bezweifelt berichtet berichtete erklärt erklärte meint meinte wünscht "
    "behauptet behaupten glaubt glauben beantragt beantragte beschließt beschlossen beschloss prüft prüfen"
)
OBJECTS = _words(
    "ersetzt ersetzen ersetzte kauft kaufen kaufte verkauft verkaufen verkaufte baut bauen baute liefert liefern lieferte sammelt sammeln sammelte umfasst umfassen umfasste enthält "
    "enthalten enthielt braucht brauchen brauchte bietet bieten bot stellt stellen stellte übernimmt übernehmen übernahm bezahlt bezahlen bezahlte zahlt zahlen zahlte untersucht "
    "untersuchen untersuchte entwickelt entwickeln entwickelte veröffentlicht veröffentlichte eröffnet eröffnete gründete entwirft wählt verwaltet organisiert organisieren zeigt zeigen bekommt "
    "bekommen bekam erhält erhielt erhalten verliert verlor unterstützt unterstützen finanziert finanzieren fördert fördern betreibt betreiben vermietet pflegt pflegen repariert reparieren schützt "
    "verbietet verbot regelt regeln bedeutet"
)
"""Verbs whose object can be asked for with "was"."""
SUBORDINATORS = _words(
    "Wenn Falls Sobald Solange Weil Da Als Nachdem Bevor Während Obwohl Damit Um Ob Wer Was Wann Wo Warum Wie Wozu Welche Welcher Welches Wem Wen"
)
"""Words that open a clause of another order, or a question."""
ASIDES = r"(?<![\wäöüß])(?:außerdem|auch|allerdings|jedoch|ebenfalls|zudem|dagegen|inzwischen|in diesem (?:Jahr|Sommer|Winter|Herbst|Frühjahr)) "
"""What sets a sentence beside the one before it, and a question does without."""
WORTH = {
    ("freut sich", "über"): "Worüber",
    ("freuen sich", "über"): "Worüber",
    ("beschwert sich", "über"): "Worüber",
    ("beschweren sich", "über"): "Worüber",
    ("ärgern sich", "über"): "Worüber",
    ("klagt", "über"): "Worüber",
    ("klagen", "über"): "Worüber",
    ("entscheidet", "über"): "Worüber",
    ("entscheiden", "über"): "Worüber",
    ("streiten", "über"): "Worüber",
    ("besteht", "aus"): "Woraus",
    ("bestehen", "aus"): "Woraus",
    ("warnt", "vor"): "Wovor",
    ("warnen", "vor"): "Wovor",
    ("warnte", "vor"): "Wovor",
    ("wartet", "auf"): "Worauf",
    ("warten", "auf"): "Worauf",
    ("verzichtet", "auf"): "Worauf",
    ("verzichten", "auf"): "Worauf",
    ("achtet", "auf"): "Worauf",
    ("hofft", "auf"): "Worauf",
    ("hoffen", "auf"): "Worauf",
    ("lebt", "von"): "Wovon",
    ("leben", "von"): "Wovon",
    ("handelt", "von"): "Wovon",
    ("erzählt", "von"): "Wovon",
    ("arbeitet", "an"): "Woran",
    ("arbeiten", "an"): "Woran",
    ("leidet", "unter"): "Worunter",
    ("leiden", "unter"): "Worunter",
}
"""Verbs with the preposition of what they are about, and the word that asks for it."""
