"""Spanish for the rule-based reader."""

from __future__ import annotations

import re

from server.engine.writing.analysis import Role
from server.engine.writing.european.words import Bridge, Words
from server.engine.writing.languages import Phrases

_I = re.IGNORECASE

PHRASES = Phrases(
    by_role={
        Role.CONTRAST: (
            "¿Es así de sencillo?",
            "¿Hay otra cara?",
            "Pero no todo queda ahí, ¿verdad?",
            "¿Y dónde está la pega?",
        ),
        Role.CONSEQUENCE: ("¿Qué resultó de eso?", "¿Con qué resultado?", "¿Y en la práctica?", "¿A qué condujo?"),
        Role.CAUSE: ("¿Por qué motivo?", "¿A qué se debe?", "¿Cómo se explica?", "¿Y la razón?"),
        Role.OPINION: (
            "¿Quién lo ve de otra manera?",
            "¿Qué opiniones hay?",
            "¿Están todos de acuerdo?",
            "¿Cómo se valora?",
        ),
        Role.PLAN: ("¿Qué viene ahora?", "¿Qué está previsto?", "¿Y de cara al futuro?", "¿Cómo seguirá?"),
        Role.MEASURE: (
            "¿Hay cifras?",
            "¿Qué dicen los números?",
            "¿Se puede medir?",
            "¿De qué magnitud hablamos?",
            "¿Y en números?",
        ),
        Role.EXAMPLE: ("¿Por ejemplo?", "¿Tienes un ejemplo?", "¿Cuáles, por ejemplo?"),
        Role.DEFINITION: ("¿Qué quiere decir eso?", "¿Puedes explicarlo?", "¿De qué se trata exactamente?"),
        Role.PROBLEM: ("¿Qué salió mal?", "¿Dónde está el problema?", "¿Qué dificultades hubo?"),
        Role.REMEDY: ("¿Qué se puede hacer?", "¿Cómo se resolvió?", "¿Y cuál fue la solución?"),
        Role.EVENT: ("¿Qué pasó entonces?", "¿Cómo continuó?", "¿Y después?", "¿Cuándo fue?"),
    },
    topic=("¿Y {topic}?", "¿Qué hay de {topic}?"),
    elaborate=(
        "¿En qué sentido?",
        "¿De qué manera?",
        "¿Es decir?",
        "¿Cómo es eso?",
        "¿Puedes concretarlo?",
        "¿Qué supone?",
    ),
    onward=(
        "Sigue contando.",
        "¿Qué más?",
        "¿Y luego?",
        "Adelante.",
        "¿Qué más hay que saber?",
        "Eso no es todo, ¿no?",
        "Quedémonos un momento ahí.",
        "Te escucho.",
        "Vayamos un poco más allá.",
        "¿Qué más dice el texto?",
        "Falta un punto.",
        "¿Algo más?",
        "Cuéntanos el resto.",
        "Sigamos leyendo.",
        "¿Qué viene después?",
        "Continuemos.",
        "Hay más, según veo.",
        "Un paso más.",
        "¿Y a continuación?",
        "Volvamos al texto.",
    ),
    frames={
        "what_is_it": ("¿De qué se trata?", "¿Qué historia es esa?", "¿Qué está pasando ahí?"),
        "title": ("Nuestra fuente se titula: {title}.",),
        "titles": ("Hemos leído {count} fuentes: {titles}.",),
        "title_again": ("La segunda fuente se titula: {title}.", "Hay otra fuente más: {title}."),
        "first_person": ("Está contado en primera persona. Cuando uno de los dos dice yo, habla el texto.",),
        "first_person_by": ("Está contado en primera persona. Cuando uno de los dos dice yo, habla {author}.",),
        "interview": ("Es una entrevista con {guest}. Yo hago las preguntas; las respuestas son de {guest}.",),
        "interview_plain": ("Es una entrevista. Yo hago las preguntas y tú das las respuestas, palabra por palabra.",),
        "turn_embedded": ("Queda una pregunta: {heading}.", "Vamos a la siguiente pregunta: {heading}."),
        "turn_noun": (
            "El capítulo siguiente se llama: {heading}.",
            "Pasamos a la parte titulada: {heading}.",
            "A continuación: {heading}.",
            "Toda una parte se titula: {heading}.",
            "Otro capítulo: {heading}.",
            "Y ahora: {heading}.",
        ),
        "question_words": ("por", "cómo", "qué", "dónde", "quién", "cuándo", "cuánto"),
        "adds": ("{who} añade: {said}", "{who} lo dice así: {said}", "En palabras de {who}: {said}"),
        "adds_plain": ("O, con sus palabras: {said}", "Y textualmente: {said}"),
        "opening_plain": ("Desde el principio, por favor.", "Empecemos por el principio."),
        "debate_next": ("Mi punto siguiente. {said}", "Entonces toma esto. {said}", "Otra cosa más de mi lado. {said}"),
        "recap": ("En resumen: {points}.",),
        "last_word": ("¿Y cómo termina?", "¿Quién tiene la última palabra?", "¿Y el final?"),
        "brief_close": ("Esto ha sido lo esencial, en breve.",),
        "critique_open": ("Examinemos este texto: qué afirma, en qué se apoya y qué deja abierto.",),
        "critique_claims": ("Entonces, ¿qué afirma?", "¿Cuál es la afirmación principal?"),
        "critique_more": ("¿Otras afirmaciones de peso?", "¿Qué más sostiene?"),
        "critique_support": ("¿Y en qué se apoya?", "¿Qué hay detrás?"),
        "critique_strong": (
            "Ese es el punto fuerte: una cifra y algo con que compararla.",
            "Una cifra con comparación: eso se sostiene.",
            "Aquí el texto dice de dónde lo saca.",
        ),
        "critique_open_points": ("¿Y qué deja abierto?", "¿Dónde flojea?"),
        "critique_alone": (
            "Aquí hay una cifra sola, sin comparación. {said}",
            "Este número no tiene al lado ninguna referencia. {said}",
        ),
        "critique_bare": (
            "Esto se dice sin cifra y sin fuente. {said}",
            "Ni cifra ni fuente detrás de esta frase. {said}",
            "Tampoco aquí trae la frase una prueba. {said}",
        ),
        "critique_certain": (
            "Suena muy seguro, sin prueba en la frase. {said}",
            "Palabras fuertes, y ninguna cifra. {said}",
        ),
        "critique_one_side": ("Y no se cita a nadie que lo vea de otro modo. Solo se oye a una parte.",),
        "critique_two_sides": ("Hay que decir que el texto deja hablar también a otra postura.",),
        "critique_why": ("¿En qué lo notas?", "¿En qué frase?", "¿Dónde se ve?", "¿Alguna otra cosa?"),
        "critique_close": ("El veredicto: fuerte donde mide y compara, más débil donde solo afirma.",),
        "debate_for": ("Yo hablo a favor. {said}", "Tomo el lado de quienes están a favor. {said}"),
        "debate_against": ("Y yo hablo por las dudas. {said}", "Entonces tomo el otro lado. {said}"),
        "debate_benefits": ("Cuento las ventajas. {said}",),
        "debate_costs": ("Y yo cuento los costes. {said}",),
        "debate_reply": (
            "De acuerdo. {said}",
            "Puede ser. {said}",
            "Frente a eso: {said}",
            "Mi respuesta: {said}",
            "Y sin embargo. {said}",
            "Míralo de este lado. {said}",
            "No es tan sencillo. {said}",
            "Olvidas algo. {said}",
            "En mi lado de la balanza: {said}",
            "Eso tiene respuesta. {said}",
            "No tan deprisa. {said}",
            "Yo lo peso de otra manera. {said}",
            "Contra eso pongo esto. {said}",
        ),
        "debate_one_side": ("La fuente defiende una sola parte, así que la pongo a prueba punto por punto.",),
        "debate_test": (
            "¿Qué lo apoya?",
            "¿Con qué argumentos?",
            "¿Eso es todo?",
            "¿Y las pruebas?",
            "¿Es tan seguro?",
        ),
        "debate_close": ("¿Y dónde se sitúa la propia fuente?", "¿Hacia dónde se inclina el texto?"),
        "sources_says": ("¿Qué dice la otra fuente?", "¿Y la segunda fuente?", "¿Cómo lo cuenta el otro texto?"),
        "differ": ("La otra fuente da otra cifra: {said}", "Aquí las dos fuentes difieren. {said}"),
        "steps_start": ("¿Por dónde empiezo?", "¿Cuál es el primer paso?"),
    },
    headings={
        "claims": "Lo que afirma",
        "support": "En qué se apoya",
        "open": "Lo que deja abierto",
        "verdict": "El veredicto",
        "exchange": "A favor y en contra",
        "against": "Quién lo ve de otra manera",
        "close": "Dónde se sitúa la fuente",
        "brief": "En breve",
        "test": "Una sola parte, a prueba",
        "opening": "Para empezar",
        "end": "Cómo termina",
    },
    openers=("Y", "Además,", "Por otra parte,", "Por cierto,"),
    listing=(", ", " y "),
)

SPANISH = Words(
    code="es",
    phrases=PHRASES,
    abbreviations=frozenset(
        "sr sra srta dr dra d dña ud uds pág págs vol fig art núm etc aprox av avda c p ej ee.uu s".split()
    ),
    stop=frozenset(
        "los las una unos unas del que qué como cómo cuando cuándo donde dónde quien quién para por con sin sobre entre "
        "desde hasta hacia según pero sino aunque porque pues también tampoco más menos muy mucho muchos todo todos toda "
        "todas nada nadie nunca siempre este esta estos estas ese esa esos esas aquel aquella ello ellos ellas eso esto su "
        "sus mis nos les ser era eran fue fueron será serán sido son está están estaba estaban había habían han hay haber "
        "hace hacía tiene tenía otro otra otros otras mismo misma dos solo".split()
    ),
    endings=(
        "amientos",
        "amiento",
        "imiento",
        "aciones",
        "ación",
        "adores",
        "ador",
        "ieron",
        "iendo",
        "aron",
        "ando",
        "aban",
        "aba",
        "ías",
        "ían",
        "ados",
        "adas",
        "idos",
        "ado",
        "ada",
        "ido",
        "ida",
        "ar",
        "er",
        "ir",
        "es",
        "ó",
        "a",
        "o",
        "e",
        "s",
    ),
    points_back=re.compile(
        r"(?:Él|Ella|Ellos|Ellas|Ello|Est[eao]s?\b|Es[eao]s?\b(?! (?:posible|cierto|verdad))|Aquel\w*|Su |Sus |Lo (?:que|hizo|cuenta|dice|"
        r"mismo|sabe|demás)|Le |Les |La (?:misma|última vez|diferencia)|El (?:mismo|resto|otro)|Los (?:otros|demás|mismos)|Pero|Y |O |"
        r"Entonces|Después|Luego|Así|Por eso|Sin embargo|No obstante|Además|También|Tampoco|Allí|Ahí|Aquí|Desde entonces|Ambos|"
        r"Ambas|Otros|Otras|Otro |Otra |Algunos|Ninguno|Uno de ellos|Una de ellas|De ahí|De hecho|En cambio|Al contrario|Aun así|"
        r"Pronto|Nada de)"
    ),
    turns=re.compile(r"\b(sin embargo|no obstante|en cambio|con todo)\b", _I),
    opening_pronoun=re.compile(r"(?:Y |Pero |Entonces )?(Él|Ella|Ellos|Ellas|Ello|Esto|Eso|Éste|Ésta|Éstos)\b"),
    first_person=re.compile(r"\b(yo|me|mi|mis|mí|conmigo)\b", _I),
    cues={
        Role.CAUSE: re.compile(r"\b(porque|debido|gracias a|a causa|ya que|puesto que|por falta|motivo|razón)\b", _I),
        Role.CONSEQUENCE: re.compile(r"\b(por eso|por lo tanto|así que|de modo que|en consecuencia|provoc\w+)\b", _I),
        Role.CONTRAST: re.compile(r"\b(pero|sin embargo|aunque|a pesar|en cambio|no obstante|mientras que|sino)\b", _I),
        Role.COMPARISON: re.compile(r"\b(más|menos|que|mitad|tercio|cuarto|doble|triple|frente a|en lugar de)\b", _I),
        Role.DEFINITION: re.compile(
            r"\b(se llama\w*|se le llama|llamad\w+|es decir|significa|consiste|se conoce)\b", _I
        ),
        Role.EXAMPLE: re.compile(r"\b(por ejemplo|como|entre ellos)\b", _I),
        Role.PLAN: re.compile(
            r"\b(prev\w+|planea\w*|quiere\w*|espera\w*|proyect\w+|hasta 20[2-9]\d|en 20[3-9]\d|el año que viene|\w+ará\b|\w+arán\b|\w+irá\b|terminará)\b",
            _I,
        ),
        Role.PROBLEM: re.compile(
            r"\b(problema\w*|peligro\w*|riesgo\w*|perd\w+|fracas\w+|falt\w+|dificult\w+|desaparec\w+|muer\w+|crisis|multa\w*)\b",
            _I,
        ),
        Role.REMEDY: re.compile(
            r"\b(solución|soluciones|solucion\w+|remedi\w+|repar\w+|salv\w+|proteg\w+|evit\w+|resolv\w+)\b", _I
        ),
        Role.OPINION: re.compile(
            r"\b(critic\w+|opina\w*|cree\w*|considera\w*|piensa\w*|protest\w+|rechaz\w+|reconoce|según|duda\w*|defiende\w*)\b",
            _I,
        ),
        Role.BACKGROUND: re.compile(r"\b(antes|antaño|en aquella época|entonces|originalmente|durante siglos)\b", _I),
    },
    positive=re.compile(
        r"\b(mejor\w*|buen\w*|éxito|logr\w+|ventaja\w*|ahorr\w+|gan\w+|ayud\w+|gratis|útil\w*|barat\w+|crec\w+)\b", _I
    ),
    negative=re.compile(
        r"\b(no|nunca|nada|mal\w*|peor\w*|car[oa]s?|problema\w*|perd\w+|peligr\w+|fracas\w+|critic\w+|falt\w+|menos|pero|muer\w+|multa\w*)\b",
        _I,
    ),
    superlative=re.compile(
        r"\b((?:el|la|los|las) (?:más|menos|mejor|peor)|primer\w*|últim\w+|únic\w+|nunca|nadie|ningún|récord)\b", _I
    ),
    certain=re.compile(
        r"\b(por supuesto|claro que|sin duda|siempre|nunca|nadie|todo el mundo|evidentemente|ciertamente)\b", _I
    ),
    bridges=(
        Bridge(re.compile(r",? porque "), "¿Y por qué?", "Porque "),
        Bridge(re.compile(r", ya que "), "¿A qué se debe?", "A esto: "),
        Bridge(re.compile(r", aunque "), "¿Sin más?", "Aunque "),
    ),
    noun_phrase=re.compile(
        r"\b(?P<phrase>(?:[Ee]l|[Ll]a|[Ll]os|[Ll]as) (?P<noun>[a-zà-ÿ]{4,})(?: (?:de|del) [a-zà-ÿ]{4,})?)(?=[ ,.;])"
    ),
    no_topic=frozenset(
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre mitad tercio año años días horas primera primero última último misma mismo otra otro mayoría veces vez precio tiempo resto misma".split()
    ),
    praise=re.compile(r"\b(fascinante|increíble|excelente pregunta|buena pregunta|genial)\b", _I),
    verb_first=re.compile(
        r"(?:No )?(?:Es |Son |Fue |Fueron |Era |Eran |Será |Está |Están |Estaba |Tiene |Tienen |Tenía |Ha |Han |Había (?:empezado|sido)|Hizo |"
        r"Dice |Cuenta |Lleva |Llevar |Recibe |Vive |Gasta |Pide |Sabe |[A-ZÁÉÍÓÚ]\w+(?:ó|aron|ieron|aba|aban)\b)"
    ),
)
