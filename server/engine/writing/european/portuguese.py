"""Portuguese for the rule-based reader."""

from __future__ import annotations

import re

from server.engine.writing.analysis import Role
from server.engine.writing.european.words import Bridge, Words
from server.engine.writing.languages import Phrases

_I = re.IGNORECASE

PHRASES = Phrases(
    by_role={
        Role.CONTRAST: (
            "É assim tão simples?",
            "Há um outro lado?",
            "Mas não fica por aí, pois não?",
            "E onde está o senão?",
        ),
        Role.CONSEQUENCE: ("O que resultou disso?", "Com que resultado?", "E na prática?", "A que é que isso levou?"),
        Role.CAUSE: ("Por que motivo?", "A que se deve isso?", "Como se explica?", "E a razão?"),
        Role.OPINION: (
            "Quem vê as coisas de outra maneira?",
            "Que opiniões há?",
            "Estão todos de acordo?",
            "Como é que isso é visto?",
        ),
        Role.PLAN: ("O que vem a seguir?", "O que está previsto?", "E para o futuro?", "Como vai continuar?"),
        Role.MEASURE: (
            "Há números?",
            "O que dizem os números?",
            "Pode medir-se?",
            "De que grandeza estamos a falar?",
            "E em números?",
        ),
        Role.EXAMPLE: ("Por exemplo?", "Tens um exemplo?", "Quais, por exemplo?"),
        Role.DEFINITION: ("O que quer isso dizer?", "Podes explicar?", "De que se trata ao certo?"),
        Role.PROBLEM: ("O que correu mal?", "Onde está o problema?", "Que dificuldades houve?"),
        Role.REMEDY: ("O que se pode fazer?", "Como se resolveu?", "E qual foi a solução?"),
        Role.EVENT: ("O que aconteceu então?", "Como continuou?", "E depois?", "Quando foi isso?"),
    },
    topic=("E {topic}?", "O que é feito de {topic}?"),
    elaborate=(
        "Em que sentido?",
        "De que maneira?",
        "Ou seja?",
        "Como é isso?",
        "Podes concretizar?",
        "O que implica?",
    ),
    onward=(
        "Continua a contar.",
        "Que mais?",
        "E a seguir?",
        "Adiante.",
        "Que mais é preciso saber?",
        "Isso não é tudo, pois não?",
        "Fiquemos aí mais um momento.",
        "Estou a ouvir.",
        "Vamos um pouco mais longe.",
        "Que diz ainda o texto?",
        "Falta um ponto.",
        "Mais alguma coisa?",
        "Conta-nos o resto.",
        "Prossigamos.",
        "O que vem depois?",
        "Vamos lendo.",
        "Parece-me que há mais.",
        "Um passo em frente.",
        "E mais adiante?",
        "Voltemos ao texto.",
    ),
    frames={
        "what_is_it": ("De que se trata?", "Que história é essa?", "O que se passa aí?"),
        "title": ("A nossa fonte chama-se: {title}.",),
        "titles": ("Lemos {count} fontes: {titles}.",),
        "title_again": ("A segunda fonte chama-se: {title}.", "Há ainda outra fonte: {title}."),
        "first_person": ("Está contado na primeira pessoa. Quando um de nós diz eu, fala o texto.",),
        "first_person_by": ("Está contado na primeira pessoa. Quando um de nós diz eu, fala {author}.",),
        "interview": ("É uma entrevista com {guest}. Eu faço as perguntas; as respostas são de {guest}.",),
        "interview_plain": ("É uma entrevista. Eu faço as perguntas e tu dás as respostas, palavra por palavra.",),
        "turn_embedded": ("Fica uma pergunta: {heading}.", "Vamos à pergunta seguinte: {heading}."),
        "turn_noun": (
            "O capítulo seguinte chama-se: {heading}.",
            "Passamos à parte intitulada: {heading}.",
            "A seguir: {heading}.",
            "Há uma parte inteira que se intitula: {heading}.",
            "Outro capítulo: {heading}.",
            "E agora: {heading}.",
        ),
        "question_words": ("porquê", "por", "como", "que", "onde", "quem", "quando", "quanto"),
        "adds": ("{who} acrescenta: {said}", "{who} diz assim: {said}", "Nas palavras de {who}: {said}"),
        "adds_plain": ("Ou, palavra por palavra: {said}", "E textualmente: {said}"),
        "opening_plain": ("Do princípio, por favor.", "Comecemos pelo princípio."),
        "debate_next": (
            "O meu ponto seguinte. {said}",
            "Então toma isto. {said}",
            "Mais uma coisa do meu lado. {said}",
        ),
        "recap": ("Em resumo: {points}.",),
        "last_word": ("E como acaba?", "Quem tem a última palavra?", "E o fim?"),
        "brief_close": ("Foi isto o essencial, em breve.",),
        "critique_open": ("Examinemos este texto: o que afirma, em que se apoia e o que deixa em aberto.",),
        "critique_claims": ("Então, o que afirma?", "Qual é a afirmação principal?"),
        "critique_more": ("Outras afirmações de peso?", "O que mais sustenta?"),
        "critique_support": ("E em que se apoia?", "O que está por trás?"),
        "critique_strong": (
            "É o ponto forte: um número e algo com que o comparar.",
            "Um número com comparação: isso aguenta-se.",
            "Aqui o texto diz de onde o tirou.",
        ),
        "critique_open_points": ("E o que deixa em aberto?", "Onde é mais fraco?"),
        "critique_alone": (
            "Aqui há um número sozinho, sem comparação. {said}",
            "Este número não tem ao lado nenhuma medida. {said}",
        ),
        "critique_bare": (
            "Isto é dito sem número e sem fonte. {said}",
            "Nem número nem fonte por trás desta frase. {said}",
            "Também aqui falta a prova na frase. {said}",
        ),
        "critique_certain": (
            "Soa muito seguro, sem prova na frase. {said}",
            "Palavras fortes, e nenhum número. {said}",
        ),
        "critique_one_side": ("E não é citado ninguém que veja as coisas de outro modo. Ouve-se só um lado.",),
        "critique_two_sides": ("Diga-se que o texto deixa falar também outra opinião.",),
        "critique_why": ("Em que o notas?", "Em que frase?", "Onde se vê?", "Mais alguma?"),
        "critique_close": ("O veredicto: forte onde mede e compara, mais fraco onde apenas afirma.",),
        "debate_for": ("Eu falo a favor. {said}", "Fico do lado de quem é a favor. {said}"),
        "debate_against": ("E eu falo pelas dúvidas. {said}", "Então fico do outro lado. {said}"),
        "debate_benefits": ("Conto as vantagens. {said}",),
        "debate_costs": ("E eu conto os custos. {said}",),
        "debate_reply": (
            "De acordo. {said}",
            "Pode ser. {said}",
            "Perante isso: {said}",
            "A minha resposta: {said}",
            "E no entanto. {said}",
            "Olha deste lado. {said}",
            "Não é assim tão simples. {said}",
            "Esqueces uma coisa. {said}",
            "Do meu lado da balança: {said}",
            "Para isso há resposta. {said}",
            "Mais devagar. {said}",
            "Eu peso isso de outra maneira. {said}",
            "Contra isso ponho isto. {said}",
        ),
        "debate_one_side": ("A fonte defende um só lado, por isso ponho-a à prova ponto por ponto.",),
        "debate_test": ("O que apoia isso?", "Com que argumentos?", "É tudo?", "E as provas?", "É assim tão certo?"),
        "debate_close": ("E a própria fonte, de que lado está?", "Para que lado pende o texto?"),
        "sources_says": ("O que diz a outra fonte?", "E a segunda fonte?", "Como o conta o outro texto?"),
        "differ": ("A outra fonte dá outro número: {said}", "Aqui as duas fontes divergem. {said}"),
        "steps_start": ("Por onde começo?", "Qual é o primeiro passo?"),
    },
    headings={
        "claims": "O que afirma",
        "support": "Em que se apoia",
        "open": "O que deixa em aberto",
        "verdict": "O veredicto",
        "exchange": "Prós e contras",
        "against": "Quem vê de outra maneira",
        "close": "De que lado está a fonte",
        "brief": "Em breve",
        "test": "Um só lado, à prova",
        "opening": "Para começar",
        "end": "Como termina",
    },
    openers=("E", "Além disso,", "Por outro lado,", "De resto,"),
    listing=(", ", " e "),
)

PORTUGUESE = Words(
    code="pt",
    phrases=PHRASES,
    abbreviations=frozenset(
        "sr sra dr dra d prof pág págs vol fig art n.º etc aprox av ex p.ex a.c d.c s eng arq".split()
    ),
    stop=frozenset(
        "uma umas uns dos das nos nas aos pelo pela pelos pelas com por para sem sobre entre desde até que quem qual como "
        "quando onde porque mas também ainda mais menos muito muitos muita todo todos toda todas não nada ninguém nunca "
        "sempre este esta estes estas esse essa esses essas aquele aquela isto isso aquilo seu sua seus suas dele dela "
        "deles delas ele ela eles elas ser era eram foi foram será são está estão estava estavam ter tem têm tinha tinham "
        "havia há haver fazer fez outro outra outros outras mesmo mesma dois duas apenas cada hoje depois antes".split()
    ),
    endings=(
        "amentos",
        "amento",
        "imento",
        "ações",
        "ação",
        "adores",
        "ador",
        "aram",
        "eram",
        "iram",
        "avam",
        "ando",
        "endo",
        "ava",
        "iam",
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
        "ou",
        "a",
        "e",
        "o",
        "s",
    ),
    points_back=re.compile(
        r"(?:El[ea]s?\b|Est[ea]s?\b|Ess[ea]s?\b|Aquel[ea]s?\b|Isto|Isso|Aquilo|O seu|A sua|Os seus|As suas|Mas|E |Ou |Então|Depois|"
        r"Assim|Por isso|No entanto|Contudo|Porém|Todavia|Além d|Também|Ali|Lá|Aqui|Desde então|Ambos|Ambas|Outros|Outras|Outro |"
        r"Outra |Alguns|Nenhum|Um deles|Uma delas|De facto|Pelo contrário|Ainda assim|Nem |O mesmo|A mesma|O resto|Os restantes|"
        r"Sim[ ,]|Não[ ,]|Daí|Nessa|Nesse|Naquele|Naquela|Entregou-|Daquela)"
    ),
    turns=re.compile(r"\b(porém|contudo|no entanto|todavia|pelo contrário)\b", _I),
    opening_pronoun=re.compile(r"(?:E |Mas |Então )?(Ele|Ela|Eles|Elas|Isto|Isso|Aquilo)\b"),
    first_person=re.compile(r"\b(eu|me|mim|meu|minha|meus|minhas|comigo)\b", _I),
    cues={
        Role.CAUSE: re.compile(r"\b(porque|devido|graças a|por causa|já que|visto que|uma vez que|motivo|razão)\b", _I),
        Role.CONSEQUENCE: re.compile(r"\b(por isso|portanto|de modo que|em consequência|logo|levou a)\b", _I),
        Role.CONTRAST: re.compile(r"\b(mas|porém|contudo|no entanto|embora|apesar|todavia|enquanto|em vez)\b", _I),
        Role.COMPARISON: re.compile(r"\b(mais|menos|do que|metade|terço|quarto|dobro|triplo|em vez|face a)\b", _I),
        Role.DEFINITION: re.compile(r"\b(chama-se|chamad\w+|isto é|ou seja|significa|quer dizer)\b", _I),
        Role.EXAMPLE: re.compile(r"\b(por exemplo|como|entre eles)\b", _I),
        Role.PLAN: re.compile(
            r"\b(prev\w+|planeia\w*|quer|querem|pretende\w*|espera\w*|projet\w+|até 20[2-9]\d|no próximo ano|\w+(?:ará|arão|erá|erão|irá|irão)\b)\b",
            _I,
        ),
        Role.PROBLEM: re.compile(
            r"\b(problema\w*|perigo\w*|risco\w*|perd\w+|falh\w+|falt\w+|dificuldade\w*|morr\w+|crise|naufrág\w+|avari\w+|recusad\w+)\b",
            _I,
        ),
        Role.REMEDY: re.compile(r"\b(solução|soluções|remédi\w+|repar\w+|salv\w+|proteg\w+|evit\w+|resolv\w+)\b", _I),
        Role.OPINION: re.compile(
            r"\b(critic\w+|acha\w*|crê|considera\w*|pensa\w*|protest\w+|rejeit\w+|segundo|duvid\w+|defende\w*|queix\w+)\b",
            _I,
        ),
        Role.BACKGROUND: re.compile(
            r"\b(antigamente|outrora|na altura|naquele tempo|originalmente|durante séculos)\b", _I
        ),
    },
    positive=re.compile(
        r"\b(melhor\w*|bo[mn]s?|boa\w*|êxito|sucesso|vantage\w*|poup\w+|ganh\w+|ajud\w+|grátis|gratuit\w+|útil|cresc\w+|salv\w+)\b",
        _I,
    ),
    negative=re.compile(
        r"\b(não|nunca|nada|pior\w*|car[oa]s?|problema\w*|perd\w+|perig\w+|falh\w+|critic\w+|falt\w+|menos|mas|morr\w+|recusad\w+)\b",
        _I,
    ),
    superlative=re.compile(
        r"\b((?:o|a|os|as) (?:mais|menos|melhor|pior)|primeir\w+|últim\w+|únic\w+|nunca|ninguém|recorde)\b", _I
    ),
    certain=re.compile(
        r"\b(claro|obviamente|certamente|sem dúvida|sempre|nunca|ninguém|toda a gente|evidentemente)\b", _I
    ),
    bridges=(
        Bridge(re.compile(r",? porque "), "E porquê?", "Porque "),
        Bridge(re.compile(r", já que "), "A que se deve?", "A isto: "),
        Bridge(re.compile(r", embora "), "Sem mais?", "Embora "),
    ),
    noun_phrase=re.compile(
        r"\b(?P<phrase>(?:[Oo]s?|[Aa]s?) (?P<noun>[a-zà-ÿ]{4,})(?: (?:de|do|da|dos|das) [a-zà-ÿ]{4,})?)(?=[ ,.;])"
    ),
    no_topic=frozenset(
        "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro metade terço anos dias horas primeira primeiro última último mesma mesmo outra outro maioria vezes preço tempo resto".split()
    ),
    praise=re.compile(r"\b(fascinante|incrível|excelente pergunta|boa pergunta|genial)\b", _I),
    verb_first=re.compile(
        r"(?:Não )?(?:É |São |Foi |Foram |Era |Eram |Será |Está |Estão |Estava |Tem |Têm |Tinha |Fez |Diz |Conta |Vive |Emite |Funciona |Custa |"
        r"Ficava |[A-ZÁÉÍÓÚÂÊÔÃÕ]\w+(?:ou|aram|eram|iram|avam)\b)"
    ),
)
