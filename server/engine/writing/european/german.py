"""German for the rule-based reader."""

from __future__ import annotations

import re

from server.engine.writing.analysis import Role
from server.engine.writing.european.words import Bridge, Words
from server.engine.writing.languages import Phrases

_I = re.IGNORECASE

PHRASES = Phrases(
    by_role={
        Role.CONTRAST: (
            "Ist das schon alles?",
            "Gibt es auch eine andere Seite?",
            "So einfach ist es aber nicht, oder?",
            "Und wo ist der Haken?",
            "Bleibt es dabei?",
        ),
        Role.CONSEQUENCE: (
            "Was folgte daraus?",
            "Mit welchem Ergebnis?",
            "Und was heißt das in der Praxis?",
            "Was hat das bewirkt?",
        ),
        Role.CAUSE: (
            "Woran liegt das?",
            "Was steckt dahinter?",
            "Wie kommt das?",
            "Und aus welchem Grund?",
        ),
        Role.OPINION: (
            "Wer sieht das anders?",
            "Welche Meinungen gibt es dazu?",
            "Wie wird das bewertet?",
            "Sind sich da alle einig?",
        ),
        Role.PLAN: (
            "Was kommt als Nächstes?",
            "Wie soll es weitergehen?",
            "Was ist geplant?",
            "Und wie sieht die Zukunft aus?",
        ),
        Role.MEASURE: (
            "Gibt es Zahlen dazu?",
            "Was sagen die Zahlen?",
            "Lässt sich das beziffern?",
            "Wie sieht das in Zahlen aus?",
            "Von welcher Größenordnung reden wir?",
        ),
        Role.EXAMPLE: ("Zum Beispiel?", "Hast du ein Beispiel dafür?", "Was wäre so ein Fall?"),
        Role.DEFINITION: (
            "Was ist damit gemeint?",
            "Kannst du das erklären?",
            "Was muss man sich darunter vorstellen?",
        ),
        Role.PROBLEM: ("Was ist schiefgegangen?", "Wo liegt das Problem?", "Und welche Schwierigkeiten gab es?"),
        Role.REMEDY: ("Was kann man dagegen tun?", "Wie wurde das gelöst?", "Und was hat geholfen?"),
        Role.EVENT: (
            "Was ist dann passiert?",
            "Wie ging es weiter?",
            "Und was geschah danach?",
            "Wann war das genau?",
        ),
    },
    topic=("Und {topic}?", "Was ist mit dem Thema {topic}?"),
    elaborate=(
        "Inwiefern?",
        "Auf welche Weise?",
        "Das heißt?",
        "Wie sieht das aus?",
        "Kannst du das ausführen?",
        "Was gehört dazu?",
    ),
    onward=(
        "Erzähl weiter.",
        "Was noch?",
        "Und weiter?",
        "Was gehört noch dazu?",
        "Mehr davon, bitte.",
        "Da steht doch noch mehr.",
        "Ich höre zu.",
        "Was muss man noch wissen?",
        "Bleiben wir noch kurz dabei.",
        "Das ist noch nicht alles, oder?",
        "Wie geht es an der Stelle weiter?",
        "Gehen wir einen Schritt weiter.",
        "Und was kommt danach?",
        "Lies mal weiter.",
        "Was steht da noch?",
        "Machen wir weiter.",
        "Eins nach dem anderen.",
        "Noch etwas?",
        "Was fällt dir daran auf?",
        "Ein Punkt fehlt noch.",
    ),
    frames={
        "what_is_it": ("Worum geht es da?", "Was steckt dahinter?", "Was ist da los?"),
        "title": ("Unsere Quelle heißt: {title}.",),
        "titles": ("Dafür haben wir {count} Quellen gelesen: {titles}.",),
        "title_again": ("Die zweite Quelle heißt: {title}.", "Es gibt noch eine Quelle: {title}."),
        "first_person": ("Das ist in der Ich-Form erzählt. Wenn einer von uns ich sagt, spricht der Text.",),
        "first_person_by": ("Das ist in der Ich-Form erzählt. Wenn einer von uns ich sagt, spricht {author}.",),
        "interview": ("Das ist ein Interview mit {guest}. Ich stelle die Fragen, die Antworten sind die von {guest}.",),
        "interview_plain": (
            "Das ist ein Interview. Ich stelle die Fragen, und du gibst die Antworten, Wort für Wort.",
        ),
        "turn_embedded": ("Dann die Frage: {heading}?", "Kommen wir zur nächsten Frage: {heading}?"),
        "turn_noun": (
            "Das nächste Kapitel heißt: {heading}.",
            "Weiter geht es mit dem Abschnitt: {heading}.",
            "Der folgende Teil trägt die Überschrift: {heading}.",
            "Und jetzt: {heading}.",
            "Nächstes Stichwort: {heading}.",
            "Danach kommt: {heading}.",
            "Ein eigener Abschnitt heißt: {heading}.",
        ),
        "question_words": ("warum", "wie", "was", "wo", "wer", "wann", "wozu", "woher"),
        "adds": ("{who} ergänzt: {said}", "{who} sagt dazu: {said}", "In den Worten von {who}: {said}"),
        "adds_plain": ("Oder, im Wortlaut: {said}", "Und wörtlich: {said}"),
        "opening_plain": ("Von vorn, bitte.", "Fangen wir vorn an."),
        "debate_next": (
            "Mein nächster Punkt. {said}",
            "Dann nimm das hier. {said}",
            "Noch etwas für meine Seite. {said}",
        ),
        "recap": ("Das waren die wichtigsten Punkte: {points}.",),
        "last_word": ("Und wie endet das Ganze?", "Wer hat das letzte Wort?", "Und der Schluss?"),
        "brief_close": ("Das war das Wichtigste in Kürze.",),
        "critique_open": ("Prüfen wir diesen Text: was er behauptet, womit er es stützt und was er offenlässt.",),
        "critique_claims": ("Was behauptet er also?", "Was ist die wichtigste Aussage?"),
        "critique_more": ("Gibt es weitere Behauptungen von Gewicht?", "Was sagt er noch?"),
        "critique_support": ("Und womit stützt er das?", "Was steht dahinter?"),
        "critique_strong": (
            "Das ist die starke Stelle: eine Zahl, und etwas, womit man sie vergleichen kann.",
            "Eine Zahl mit Vergleich, das trägt.",
            "Hier nennt der Text, woher er das hat.",
        ),
        "critique_open_points": ("Und was lässt er offen?", "Wo wird es dünn?"),
        "critique_alone": (
            "Hier steht eine Zahl allein, ohne Vergleich. {said}",
            "Diese Zahl hat keinen Maßstab neben sich. {said}",
        ),
        "critique_bare": (
            "Das steht da ohne Zahl und ohne Quelle. {said}",
            "Weder Zahl noch Quelle stützen diesen Satz. {said}",
            "Auch hier fehlt im Satz der Beleg. {said}",
        ),
        "critique_certain": (
            "Das klingt sehr sicher, ohne Beleg im Satz. {said}",
            "Große Worte, und keine Zahl dabei. {said}",
        ),
        "critique_one_side": ("Und niemand kommt zu Wort, der es anders sieht. Man hört nur eine Seite.",),
        "critique_two_sides": ("Der Text lässt immerhin auch eine andere Sicht zu.",),
        "critique_why": ("Woran machst du das fest?", "Welcher Satz zum Beispiel?", "Wo siehst du das?", "Noch etwas?"),
        "critique_close": (
            "Das Urteil also: stark, wo gemessen und verglichen wird, schwächer, wo nur behauptet wird.",
        ),
        "debate_for": ("Ich spreche dafür. {said}", "Ich übernehme die Seite der Befürworter. {said}"),
        "debate_against": ("Und ich spreche für die Zweifel. {said}", "Dann nehme ich die andere Seite. {said}"),
        "debate_benefits": ("Ich zähle auf, was dafür spricht. {said}",),
        "debate_costs": ("Und ich zähle auf, was dagegen spricht. {said}",),
        "debate_reply": (
            "Zugegeben. {said}",
            "Mag sein. {said}",
            "Dagegen steht: {said}",
            "Meine Antwort: {said}",
            "Und trotzdem. {said}",
            "Sieh es einmal so. {said}",
            "Das stimmt nicht ganz. {said}",
            "Dem halte ich etwas entgegen. {said}",
            "Du lässt etwas weg. {said}",
            "Auf meiner Seite der Waage: {said}",
            "Darauf gibt es eine Antwort. {said}",
            "Nicht so schnell. {said}",
            "Ich gewichte das anders. {said}",
        ),
        "debate_one_side": ("Die Quelle vertritt nur eine Seite, also prüfe ich sie Punkt für Punkt.",),
        "debate_test": (
            "Was spricht dafür?",
            "Mit welcher Begründung?",
            "Ist das alles?",
            "Und die Belege?",
            "Wie sicher ist das?",
        ),
        "debate_close": ("Und wo steht die Quelle am Ende selbst?", "Wohin neigt der Text?"),
        "sources_says": ("Was sagt die andere Quelle?", "Und die zweite Quelle?", "Wie stellt es der andere Text dar?"),
        "differ": ("Die andere Quelle nennt eine andere Zahl: {said}", "Hier widersprechen sich die Quellen. {said}"),
        "steps_start": ("Wie fange ich an?", "Was ist der erste Schritt?"),
    },
    headings={
        "claims": "Was behauptet wird",
        "support": "Womit es gestützt wird",
        "open": "Was offenbleibt",
        "verdict": "Das Urteil",
        "exchange": "Rede und Gegenrede",
        "against": "Wer es anders sieht",
        "close": "Wo die Quelle am Ende steht",
        "brief": "In Kürze",
        "test": "Eine Seite, geprüft",
        "opening": "Zum Einstieg",
        "end": "Wie es endet",
    },
    openers=("Und", "Außerdem:", "Dazu kommt:", "Im Übrigen:"),
    listing=(", ", " und "),
)

GERMAN = Words(
    code="de",
    phrases=PHRASES,
    abbreviations=frozenset(
        "z.b u.a d.h usw bzw ca dr prof nr str st abs art s vgl etc mio mrd evtl ggf inkl max min tel u.ä i.d.r v.chr n.chr "
        "jh bd hrsg geb gest mr mrs z b d h u a".split()
    ),
    stop=frozenset(
        "der die das den dem des ein eine einen einem einer eines und oder aber doch denn weil dass daß als wie wenn ob "
        "nicht kein keine keinen keinem auch nur noch schon sehr mehr so zu zum zur im in an am auf aus bei mit nach seit "
        "von vom vor über unter um für gegen durch ohne bis zwischen ist sind war waren wird werden wurde wurden hat haben "
        "hatte hatten kann können konnte soll sollen sollte muss müssen musste will wollen wollte sein seine seinen seinem "
        "seiner ihr ihre ihren ihrem ihrer sie er es wir ich man sich dieser diese dieses diesen diesem jede jeder jedes "
        "alle allem allen einige andere anderen was wer wo damals dann dort hier heute jetzt etwa rund fast".split()
    ),
    endings=(
        "ungen",
        "heiten",
        "ischen",
        "ungen",
        "ung",
        "chen",
        "lich",
        "isch",
        "ern",
        "ens",
        "est",
        "ten",
        "tet",
        "ers",
        "em",
        "en",
        "er",
        "es",
        "et",
        "te",
        "st",
        "e",
        "n",
        "s",
        "t",
    ),
    points_back=re.compile(
        r"(?:Er|Sie|Es (?!gibt|gab|ist|war|sind|waren|geht|ging|heißt|kommt|kam|dauert|fehlt|brauch)|Dies\w*|Jen\w+|Das (?:ist|sei|war|hat|"
        r"wird|gilt|liegt|zeigt|heißt|bedeutet|reicht|kostet|macht)|Dabei|Damit|Dafür|Dagegen|Darum|Darunter|Daran|Darauf|Davon|Dazu|"
        r"Deshalb|Deswegen|Daher|Denn|Doch|Aber|Und|Oder|Sondern|Also|Auch (?:das|er|sie|dies)|Dann|Danach|Damals|Dort|Da |Dessen|"
        r"Deren|Seine?[mnrs]?\b|Ihre?[mnrs]?\b|Ihm|Ihn|Ihnen|So |Solche|Trotzdem|Dennoch|Allerdings|Nur |Gerade das|Beide|Keine[rs] |"
        r"Ganz |Statt dessen|Stattdessen|Inzwischen (?:hat|haben) (?:er|sie)|Sonst|Zugleich|Ebenso|Nicht einmal|Hier )"
    ),
    turns=re.compile(r"\b(allerdings|jedoch|hingegen|dagegen|dennoch|trotzdem|gleichwohl)\b", _I),
    opening_pronoun=re.compile(
        r"(?:Und |Aber |Doch |Denn )?(Er|Sie|Dies|Dieser|Diese|Dieses|Diesen|Jener|Jene|Seine|Sein|Ihre|Ihr|Ihm|Ihnen)\b"
    ),
    first_person=re.compile(r"\b(ich|mich|mir|mein\w*)\b", _I),
    cues={
        Role.CAUSE: re.compile(r"\b(weil|denn|wegen|aufgrund|dank|Grund dafür|Ursache|Anlass|liegt daran)\b", _I),
        Role.CONSEQUENCE: re.compile(
            r"\b(deshalb|daher|deswegen|sodass|so dass|führte|folglich|infolge|dadurch)\b", _I
        ),
        Role.CONTRAST: re.compile(
            r"\b(aber|doch|jedoch|allerdings|obwohl|trotz\w*|dennoch|hingegen|dagegen|zwar|statt)\b", _I
        ),
        Role.COMPARISON: re.compile(
            r"\b(als|mehr|weniger|doppelt|Hälfte|Drittel|Viertel|gegenüber|im Vergleich|während|statt)\b", _I
        ),
        Role.DEFINITION: re.compile(
            r"\b(heißt|nennt man|genannt|also ein\w*|bezeichnet|versteht man|sprechen von)\b", _I
        ),
        Role.EXAMPLE: re.compile(r"\b(zum Beispiel|etwa (?:die|der|das|ein)|beispielsweise|darunter)\b", _I),
        Role.PLAN: re.compile(
            r"\b(soll|sollen|will|wollen|plant|planen|geplant|künftig|bis 20[2-9]\d|nächste[snr]? Jahr|vorgesehen|sieht vor)\b",
            _I,
        ),
        Role.PROBLEM: re.compile(
            r"\b(Problem\w*|Gefahr\w*|Schaden|Schäden|verlor\w*|starb\w*|gingen ein|erfror\w*|fehlt\w*|Mangel|scheiter\w*|Nachteil\w*)\b",
            _I,
        ),
        Role.REMEDY: re.compile(
            r"\b(Lösung\w*|Kompromiss\w*|ersetzt\w*|verhinder\w*|repar\w*|schützt\w*|hilft|half)\b", _I
        ),
        Role.OPINION: re.compile(
            r"\b(kritisier\w*|meint\w*|glaub\w*|hält .{1,40} für|widersprich\w*|fordert\w*|bemängel\w*|warn\w*|findet|lehnt\w* ab|gefällt)\b",
            _I,
        ),
        Role.BACKGROUND: re.compile(r"\b(damals|früher|ursprünglich|einst|seit jeher|jahrelang)\b", _I),
    },
    positive=re.compile(
        r"\b(besser\w*|best\w*|gut\w*|erfolg\w*|Vorteil\w*|spar\w*|günstig\w*|sicher\w*|hilft|half|schützt|gewinn\w*|gewann\w*|lebt|trocken|reicht|kühler|freuen|lob\w*)\b",
        _I,
    ),
    negative=re.compile(
        r"\b(nicht|kein\w*|schlecht\w*|schlimm\w*|teuer\w*|Problem\w*|Nachteil\w*|verlor\w*|verlier\w*|Schaden|kritisier\w*|Gefahr\w*|fehlt\w*|starb\w*|ging\w* ein|erfror\w*|aber|allerdings|weniger|nur|kost\w*)\b",
        _I,
    ),
    superlative=re.compile(
        r"\b(am \w+sten|\w+ste[nrs]?\b|erste\w*|letzte\w*|einzige\w*|nie|niemand|jemals|Rekord\w*)\b"
    ),
    certain=re.compile(
        r"\b(natürlich|selbstverständlich|zweifellos|sicherlich|immer|nie|niemand|jeder|alle|offensichtlich|unbestritten|eindeutig)\b",
        _I,
    ),
    bridges=(
        Bridge(re.compile(r", weil "), "Und warum?", "Weil "),
        Bridge(re.compile(r", denn "), "Woran liegt das?", "Daran: "),
        Bridge(re.compile(r", damit "), "Wozu?", "Damit "),
        Bridge(re.compile(r", obwohl "), "Obwohl?", "Obwohl "),
    ),
    noun_phrase=re.compile(r"(?<![.!?:„] )(?<!^)\b(?P<phrase>(?P<noun>[A-ZÄÖÜ][a-zäöüß]{4,}))\b"),
    no_topic=frozenset(
        "jahr jahre jahren tag tage tagen woche wochen monat monate monaten uhr stunde stunden prozent euro million millionen "
        "hälfte drittel viertel grad meter metern liter januar februar märz april mai juni juli august september oktober "
        "november dezember sommer winter herbst frühjahr montag dienstag mittwoch donnerstag freitag samstag sonntag menschen "
        "leute ende anfang mal teil preis geld zeit zentimeter zentimetern millimeter millimetern kilometer kilometern hektar "
        "gramm kilogramm tonne tonnen watt kilowatt kilowattstunde kilowattstunden quadratmeter quadratmetern kubikmeter "
        "kubikmetern minute minuten sekunde sekunden jahrhundert jahrhunderts cent dollar satz absatz nummer".split()
    ),
    praise=re.compile(r"\b(faszinierend|unglaublich|großartige Frage|gute Frage|wahnsinnig|genial)\b", _I),
    ordinal=re.compile(r"\b(?:am|vom|dem|der|den|zum|bis|des|die|das|im|und)\s\d{1,2}$", _I),
    nouns_are_capitalised=True,
)
