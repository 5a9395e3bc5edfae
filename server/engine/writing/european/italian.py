"""Italian for the rule-based reader."""

from __future__ import annotations

import re

from server.engine.writing.analysis import Role
from server.engine.writing.european.words import Bridge, Words
from server.engine.writing.languages import Phrases

_I = re.IGNORECASE

PHRASES = Phrases(
    by_role={
        Role.CONTRAST: (
            "È davvero così semplice?",
            "C'è anche un altro lato?",
            "Ma non finisce qui, vero?",
            "E dov'è il rovescio?",
        ),
        Role.CONSEQUENCE: ("Che cosa ne è venuto?", "Con quale risultato?", "E in pratica?", "A che cosa ha portato?"),
        Role.CAUSE: ("Per quale motivo?", "Da che cosa dipende?", "Come si spiega?", "E la ragione?"),
        Role.OPINION: (
            "Chi la vede diversamente?",
            "Quali pareri ci sono?",
            "Sono tutti d'accordo?",
            "Come viene giudicato?",
        ),
        Role.PLAN: ("Che cosa succederà adesso?", "Che cosa è previsto?", "E per il futuro?", "Come andrà avanti?"),
        Role.MEASURE: (
            "Ci sono delle cifre?",
            "Che cosa dicono i numeri?",
            "Si può misurare?",
            "Di che ordine di grandezza parliamo?",
            "E in numeri?",
        ),
        Role.EXAMPLE: ("Per esempio?", "Hai un esempio?", "Quali, per esempio?"),
        Role.DEFINITION: ("Che cosa vuol dire?", "Puoi spiegarlo?", "Di che cosa si tratta, esattamente?"),
        Role.PROBLEM: ("Che cosa è andato storto?", "Dov'è il problema?", "Quali difficoltà ci sono state?"),
        Role.REMEDY: ("Che cosa si può fare?", "Come si è risolto?", "E quale è stata la soluzione?"),
        Role.EVENT: ("Che cosa è successo allora?", "Come è andata avanti?", "E dopo?", "Quando è stato?"),
    },
    topic=("E {topic}?", "Che ne è di {topic}?"),
    elaborate=(
        "In che senso?",
        "In che modo?",
        "Cioè?",
        "Com'è, in concreto?",
        "Puoi precisare?",
        "Che cosa comporta?",
    ),
    onward=(
        "Continua a raccontare.",
        "Che altro?",
        "E poi?",
        "Avanti.",
        "Che altro bisogna sapere?",
        "Non è tutto, vero?",
        "Restiamo ancora un momento lì.",
        "Ti ascolto.",
        "Andiamo un po' oltre.",
        "Che cosa dice ancora il testo?",
        "Manca un punto.",
        "C'è dell'altro?",
        "Raccontaci il resto.",
        "Proseguiamo.",
        "Che cosa viene dopo?",
        "Leggiamo ancora.",
        "Mi pare che ci sia di più.",
        "Un passo avanti.",
        "E in seguito?",
        "Torniamo al testo.",
    ),
    frames={
        "what_is_it": ("Di che cosa si tratta?", "Che storia è questa?", "Che cosa succede lì?"),
        "title": ("La nostra fonte si intitola: {title}.",),
        "titles": ("Abbiamo letto {count} fonti: {titles}.",),
        "title_again": ("La seconda fonte si intitola: {title}.", "C'è ancora una fonte: {title}."),
        "first_person": ("È raccontato in prima persona. Quando uno di noi dice io, parla il testo.",),
        "first_person_by": ("È raccontato in prima persona. Quando uno di noi dice io, parla {author}.",),
        "interview": ("È un'intervista con {guest}. Io faccio le domande; le risposte sono di {guest}.",),
        "interview_plain": ("È un'intervista. Io faccio le domande e tu dai le risposte, parola per parola.",),
        "turn_embedded": ("Resta una domanda: {heading}.", "Veniamo alla prossima domanda: {heading}."),
        "turn_noun": (
            "Il capitolo seguente si chiama: {heading}.",
            "Passiamo alla parte intitolata: {heading}.",
            "Di seguito: {heading}.",
            "Un'intera parte si intitola: {heading}.",
            "Altro capitolo: {heading}.",
            "E adesso: {heading}.",
        ),
        "question_words": ("perché", "come", "che", "cosa", "dove", "chi", "quando", "quanto"),
        "adds": ("{who} aggiunge: {said}", "{who} la mette così: {said}", "Con le parole di {who}: {said}"),
        "adds_plain": ("O, parola per parola: {said}", "E testualmente: {said}"),
        "opening_plain": ("Dall'inizio, per favore.", "Cominciamo dall'inizio."),
        "debate_next": (
            "Il mio punto successivo. {said}",
            "Allora prendi questo. {said}",
            "Un'altra cosa dalla mia parte. {said}",
        ),
        "recap": ("In sintesi: {points}.",),
        "last_word": ("E come va a finire?", "Chi ha l'ultima parola?", "E la fine?"),
        "brief_close": ("Questo era l'essenziale, in breve.",),
        "critique_open": ("Esaminiamo questo testo: che cosa afferma, su che cosa si regge e che cosa lascia aperto.",),
        "critique_claims": ("Allora, che cosa afferma?", "Qual è l'affermazione principale?"),
        "critique_more": ("Altre affermazioni di peso?", "Che cosa sostiene ancora?"),
        "critique_support": ("E su che cosa si regge?", "Che cosa c'è dietro?"),
        "critique_strong": (
            "Questo è il punto forte: una cifra e qualcosa con cui confrontarla.",
            "Una cifra con un confronto: regge.",
            "Qui il testo dice da dove lo prende.",
        ),
        "critique_open_points": ("E che cosa lascia aperto?", "Dove è più debole?"),
        "critique_alone": (
            "Qui c'è una cifra da sola, senza confronto. {said}",
            "Questo numero non ha accanto nessun metro. {said}",
        ),
        "critique_bare": (
            "Questo è detto senza cifra e senza fonte. {said}",
            "Né cifra né fonte dietro questa frase. {said}",
            "Anche qui nella frase manca la prova. {said}",
        ),
        "critique_certain": (
            "Suona molto sicuro, senza prova nella frase. {said}",
            "Parole forti, e nessuna cifra. {said}",
        ),
        "critique_one_side": ("E non è citato nessuno che la veda in altro modo. Si sente una parte sola.",),
        "critique_two_sides": ("Va detto che il testo lascia parlare anche un altro parere.",),
        "critique_why": ("Da che cosa lo vedi?", "In quale frase?", "Dove si nota?", "Qualcos'altro?"),
        "critique_close": ("Il verdetto: forte dove misura e confronta, più debole dove afferma soltanto.",),
        "debate_for": ("Io parlo a favore. {said}", "Prendo la parte di chi è a favore. {said}"),
        "debate_against": ("E io parlo per i dubbi. {said}", "Allora prendo l'altra parte. {said}"),
        "debate_benefits": ("Conto i vantaggi. {said}",),
        "debate_costs": ("E io conto i costi. {said}",),
        "debate_reply": (
            "D'accordo. {said}",
            "Può darsi. {said}",
            "Di fronte a questo: {said}",
            "La mia risposta: {said}",
            "Eppure. {said}",
            "Guardala da questo lato. {said}",
            "Non è così semplice. {said}",
            "Dimentichi qualcosa. {said}",
            "Dalla mia parte della bilancia: {said}",
            "A questo c'è una risposta. {said}",
            "Non così in fretta. {said}",
            "Io lo peso diversamente. {said}",
            "Contro questo metto altro. {said}",
        ),
        "debate_one_side": ("La fonte sostiene una parte sola, perciò la metto alla prova punto per punto.",),
        "debate_test": ("Che cosa lo sostiene?", "Con quali argomenti?", "È tutto?", "E le prove?", "È così sicuro?"),
        "debate_close": ("E la fonte stessa da che parte sta?", "Verso dove pende il testo?"),
        "sources_says": ("Che cosa dice l'altra fonte?", "E la seconda fonte?", "Come lo racconta l'altro testo?"),
        "differ": ("L'altra fonte dà un'altra cifra: {said}", "Qui le due fonti divergono. {said}"),
        "steps_start": ("Da dove comincio?", "Qual è il primo passo?"),
    },
    headings={
        "claims": "Che cosa afferma",
        "support": "Su che cosa si regge",
        "open": "Che cosa lascia aperto",
        "verdict": "Il verdetto",
        "exchange": "Pro e contro",
        "against": "Chi la vede diversamente",
        "close": "Da che parte sta la fonte",
        "brief": "In breve",
        "test": "Una parte sola, alla prova",
        "opening": "Per cominciare",
        "end": "Come finisce",
    },
    openers=("E", "Inoltre,", "Per di più,", "Del resto,"),
    listing=(", ", " e "),
)

ITALIAN = Words(
    code="it",
    phrases=PHRASES,
    abbreviations=frozenset("sig sigg dott prof avv ing ecc pag pagg art fig n cfr es vol ca d.c a.c s on".split()),
    stop=frozenset(
        "gli una uno del dello della dei degli delle dal dalla dai dalle nel nello nella nei negli nelle sul sulla sui sulle "
        "con per tra fra che chi cui come quando dove perché anche ancora più meno molto molti tutto tutti tutta tutte non "
        "nulla niente nessuno mai sempre questo questa questi queste quello quella quelli quelle suo sua suoi sue loro lui "
        "lei essere era erano sono fu furono sarà stato stata stati state ha hanno aveva avevano avere già poi così ma "
        "però mentre dopo prima altro altra altri altre stesso stessa due solo ogni oggi".split()
    ),
    endings=(
        "amenti",
        "amento",
        "imento",
        "azioni",
        "azione",
        "atori",
        "atore",
        "arono",
        "irono",
        "avano",
        "ando",
        "endo",
        "ava",
        "evano",
        "eva",
        "ati",
        "ate",
        "ato",
        "ata",
        "uti",
        "uto",
        "iti",
        "ito",
        "are",
        "ere",
        "ire",
        "ò",
        "a",
        "e",
        "i",
        "o",
    ),
    points_back=re.compile(
        r"(?:Lui|Lei|Loro|Egli|Essa|Essi|Esse|Quest[aoei]\b|Quell[aoei]\b|Ciò|Il suo|La sua|I suoi|Le sue|Lo (?:fa|sa|è|ha|stesso)|"
        r"L'(?:altro|altra|hanno|ha|idea le)|Ma|E |Ed |O |Poi|Allora|Così|Perciò|Quindi|Tuttavia|Eppure|Però|Anche |Inoltre|"
        r"Lì|Là|Qui|Da allora|Entrambi|Entrambe|Altri |Altre |Alcuni|Nessuno di|Uno di loro|Una di loro|Infatti|Invece|Al contrario|"
        r"Gli (?:altri|fu)|Le (?:altre|stesse)|Gliel|Ne |Ci (?:vuole|vogliono|sono voluti)|Dopo (?:di|un po')|Nemmeno|Neanche|Neppure|"
        r"Il resto|La stessa|Lo stesso|Sì[ ,]|No[ ,])"
    ),
    turns=re.compile(r"\b(tuttavia|però|invece|eppure|al contrario)\b", _I),
    opening_pronoun=re.compile(r"(?:E |Ma |Poi )?(Lui|Lei|Loro|Egli|Essa|Essi|Esse|Questo|Ciò)\b(?! \w+o\b)"),
    first_person=re.compile(r"\b(io|mi|mio|mia|miei|mie|me)\b", _I),
    cues={
        Role.CAUSE: re.compile(
            r"\b(perché|poiché|a causa|grazie a\w*|dato che|siccome|per mancanza|motivo|ragione)\b", _I
        ),
        Role.CONSEQUENCE: re.compile(r"\b(perciò|quindi|di conseguenza|cosicché|per questo|ha portato)\b", _I),
        Role.CONTRAST: re.compile(r"\b(ma|però|tuttavia|sebbene|benché|nonostante|invece|mentre|eppure|anziché)\b", _I),
        Role.COMPARISON: re.compile(r"\b(più|meno|che|metà|terzo|quarto|doppio|triplo|rispetto|invece)\b", _I),
        Role.DEFINITION: re.compile(r"\b(si chiama\w*|chiamat\w+|cioè|significa|vale a dire|detto|detta)\b", _I),
        Role.EXAMPLE: re.compile(r"\b(per esempio|ad esempio|come|tra cui)\b", _I),
        Role.PLAN: re.compile(
            r"\b(prev\w+|progett\w+|vuole|vorrebbe|intende|entro il 20\d\d|l'anno prossimo|\w+(?:erà|irà|arà|eranno|iranno)\b|sper\w+)\b",
            _I,
        ),
        Role.PROBLEM: re.compile(
            r"\b(problema\w*|problemi|pericol\w+|rischi\w*|perd\w+|pers[oaie]|fallit\w+|manc\w+|difficolt\w+|mort\w+|crisi|chius\w+|guast\w+)\b",
            _I,
        ),
        Role.REMEDY: re.compile(r"\b(soluzion\w+|rimedi\w*|ripar\w+|salv\w+|protegg\w+|evit\w+|risol\w+)\b", _I),
        Role.OPINION: re.compile(
            r"\b(critic\w+|sostien\w+|pensa\w*|crede\w*|ritien\w+|protest\w+|rifiut\w+|secondo|dubit\w+|accus\w+|obiett\w+)\b",
            _I,
        ),
        Role.BACKGROUND: re.compile(r"\b(un tempo|una volta|all'epoca|in origine|per secoli|allora)\b", _I),
    },
    positive=re.compile(
        r"\b(miglior\w*|meglio|buon\w*|success\w+|vantagg\w+|risparmi\w+|guadagn\w+|aiut\w+|gratis|gratuit\w+|util\w+|cresc\w+|salv\w+)\b",
        _I,
    ),
    negative=re.compile(
        r"\b(non|mai|nulla|niente|peggi\w+|car[oaie]|problem\w+|perd\w+|pericol\w+|fallit\w+|critic\w+|manc\w+|meno|ma|mort\w+|chius\w+)\b",
        _I,
    ),
    superlative=re.compile(
        r"\b((?:il|la|i|le|gli) (?:più|meno|migliore|peggiore)|prim[oaie]|ultim[oaie]|unic[oaie]|mai|nessun\w*|record)\b",
        _I,
    ),
    certain=re.compile(r"\b(ovviamente|certamente|senza dubbio|sempre|mai|nessuno|tutti|sicuramente|di certo)\b", _I),
    bridges=(
        Bridge(re.compile(r",? perché "), "E perché?", "Perché "),
        Bridge(re.compile(r", poiché "), "E per quale motivo?", "Perché "),
        Bridge(re.compile(r", anche se "), "Senza riserve?", "Anche se "),
    ),
    noun_phrase=re.compile(
        r"\b(?P<phrase>(?:[Ii]l |[Ll]a |[Ll]o |[Ll]'|[Ii] |[Gg]li |[Ll]e )(?P<noun>[a-zà-ÿ]{4,})(?: (?:di|del|della|dei) [a-zà-ÿ]{4,})?)(?=[ ,.;])"
    ),
    no_topic=frozenset(
        "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre metà terzo anno anni giorni ore prima primo ultima ultimo stessa stesso altra altro maggior volta volte prezzo tempo resto".split()
    ),
    praise=re.compile(r"\b(affascinante|incredibile|ottima domanda|bella domanda|geniale)\b", _I),
    verb_first=re.compile(
        r"(?:Non )?(?:È |Sono |Fu |Furono |Era |Erano |Sarà |Ha |Hanno |Aveva (?:\w+to)|Disse |Dice |Racconta |Vive |Costa |Tiene |Parla |"
        r"[A-ZÀÈÉÌÒÙ]\w+(?:ò|arono|irono|erono|avano|evano)\b)"
    ),
)
