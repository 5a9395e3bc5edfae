"""Closed classes of French, Spanish, Italian and Portuguese for `ClauseReader`: articles, prepositions, pronouns, dates."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Grammar:
    """The closed classes of a language."""

    code: str
    articles: str
    """First words of a subject, as an alternation that ends with the space or apostrophe."""
    indefinite: str
    """The same for one of many."""
    plural: re.Pattern[str]
    """Those of a plural."""
    relatives: str
    conjunctions: str
    """What begins another clause after the main one."""
    ands: frozenset[str]
    clitics: frozenset[str]
    """Words before a verb: negations and pronouns."""
    object_pronouns: frozenset[str]
    """Pronouns that stand for something said before."""
    article_words: frozenset[str]
    negations: frozenset[str]
    """What may stand between an auxiliary and its participle and has to stay."""
    between: frozenset[str]
    """Adverbs that may stand there."""
    before_nouns: frozenset[str]
    """Words after which a noun comes and no verb: articles, prepositions, adjectives that precede."""
    not_in_subjects: frozenset[str]
    """Words that no subject that can be asked about holds."""
    no_participles: frozenset[str]
    dated: re.Pattern[str]
    """A time that opens a sentence."""
    placed: re.Pattern[str]
    """A place that opens a sentence."""
    leading: re.Pattern[str]
    """Any other phrase that opens a sentence, up to a comma: purposes, conditions."""
    having_to: re.Pattern[str]
    """To have to: groups `must` and `doing`, its infinitive."""
    pointing: re.Pattern[str]
    """Words that only make sense after what was said before."""
    date: str
    """A date anywhere, with its preposition."""
    places: str
    """Nouns of places, as an alternation."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MONTHS = {
    "fr": "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
    "es": "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
    "it": "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
    "pt": "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro",
}
_PLACES = {
    "fr": "maison|cave|sous-sol|rez-de-chaussée|étage|ville|village|bourg|quartier|rue|avenue|boulevard|place|cour|jardin|parc|salle|"
    "gare|station|école|lycée|collège|église|cathédrale|musée|mairie|presbytère|bibliothèque|médiathèque|hôpital|port|quai|pont|forêt|"
    "montagne|vallée|île|plage|rivière|lac|usine|atelier|bureau|magasin|marché|ferme|grange|moulin|château|tour|théâtre|"
    "gymnase|stade|piscine|entrée|sortie|parking|dépôt|couloir|escalier|toit|rame|wagon|région|département",
    "es": "casa|sótano|planta|piso|ciudad|pueblo|barrio|calle|avenida|plaza|patio|jardín|parque|sala|estación|escuela|colegio|instituto|"
    "iglesia|catedral|convento|museo|ayuntamiento|biblioteca|hospital|puerto|muelle|puente|bosque|montaña|sierra|valle|isla|"
    "playa|río|lago|embalse|fábrica|taller|oficina|tienda|mercado|granja|molino|castillo|torre|teatro|gimnasio|estadio|"
    "piscina|entrada|salida|almacén|tejado|provincia|comarca|región|capital",
    "it": "casa|cantina|seminterrato|piano|città|paese|quartiere|via|viale|piazza|cortile|giardino|parco|sala|stazione|scuola|liceo|"
    "chiesa|cattedrale|convento|museo|municipio|biblioteca|ospedale|porto|molo|ponte|bosco|montagna|valle|isola|spiaggia|"
    "fiume|lago|fabbrica|bottega|officina|ufficio|negozio|mercato|fattoria|mulino|castello|torre|teatro|palestra|stadio|"
    "piscina|ingresso|uscita|deposito|magazzino|tetto|rocca|provincia|regione",
    "pt": "casa|cave|piso|andar|cidade|vila|aldeia|bairro|rua|avenida|praça|pátio|jardim|parque|sala|estação|escola|liceu|igreja|"
    "catedral|convento|museu|câmara|biblioteca|hospital|porto|cais|ponte|floresta|serra|vale|ilha|praia|rio|lago|fábrica|"
    "oficina|escritório|loja|mercado|quinta|moinho|castelo|torre|teatro|ginásio|estádio|piscina|entrada|saída|armazém|"
    "telhado|auditório|província|região|capital",
}
_NAMED = r"[A-ZÀ-Þ][\wÀ-ÿ'’-]+(?: (?:(?:de|del|di|da|do|du|la|le) )?[A-ZÀ-Þ][\wÀ-ÿ'’-]+){0,2}"
_TO_COMMA = r"[^,.;:]{0,60}?"


def _place(prepositions: str, joined: str, places: str, *, articles: str) -> re.Pattern[str]:
    """A place at the head of a sentence: with a noun of place up to a comma, or a name of one alone."""
    return re.compile(
        rf"^(?:(?:(?:{prepositions})(?:{articles})|{joined})(?:[a-zà-ÿ]+ )?(?:{places})(?![\wÀ-ÿ]){_TO_COMMA}, "
        rf"|(?:{prepositions}){_NAMED},? (?=(?:{articles})))"
    )


GRAMMARS: dict[str, Grammar] = {}


def _add(grammar: Grammar) -> None:
    GRAMMARS[grammar.code] = grammar


_FR_DATE = (
    rf"(?:(?:en|depuis|dès|avant|jusqu['’]en) (?:(?:{_MONTHS['fr']}) )?\d{{4}}|(?:en|dès|depuis) (?:{_MONTHS['fr']})(?: prochain| dernier)?|"
    rf"(?:le|depuis le|dès le|à partir du|avant le|jusqu['’]au) (?:\d{{1,2}}|1er) (?:{_MONTHS['fr']})(?: \d{{4}})?|"
    r"au (?:printemps|cours de l['’](?:été|hiver))(?: \d{4})?|en (?:été|hiver|automne)(?: \d{4})?|à l['’]automne(?: \d{4})?)(?![\wÀ-ÿ])"
)
_ES_DATE = (
    rf"(?:(?:en|desde|hasta) (?:(?:{_MONTHS['es']}) de )?\d{{4}}|(?:en|desde) (?:{_MONTHS['es']})|"
    rf"(?:el|desde el|hasta el|antes del|a partir del) \d{{1,2}} de (?:{_MONTHS['es']})(?: de \d{{4}})?|"
    rf"a (?:finales|principios|mediados) de (?:{_MONTHS['es']}|\d{{4}})|en (?:primavera|verano|otoño|invierno)(?: de \d{{4}})?)(?![\wÀ-ÿ])"
)
_IT_DATE = (
    rf"(?:(?:nel|dal|fino al|entro il)(?:l['’]| )(?:(?:{_MONTHS['it']}) (?:del )?)?\d{{4}}|(?:a|in|entro|da) (?:{_MONTHS['it']})(?: (?:del )?\d{{4}})?|"
    rf"(?:il|dal|entro il|fino al|a partire dal|prima del)(?: |l['’])\d{{1,2}}°? (?:{_MONTHS['it']})(?: \d{{4}})?|"
    r"in (?:primavera|estate|autunno|inverno)|d['’](?:estate|inverno))(?![\wÀ-ÿ])"
)
_PT_DATE = (
    rf"(?:(?:em|desde|até) (?:(?:{_MONTHS['pt']}) de )?\d{{4}}|(?:em|desde) (?:{_MONTHS['pt']})|"
    rf"(?:a|no dia|desde|até|até ao dia|a partir de|antes de) \d{{1,2}} de (?:{_MONTHS['pt']})(?: de \d{{4}})?|"
    r"(?:no|na) (?:primavera|verão|outono|inverno)(?: de \d{4})?)(?![\wÀ-ÿ])"
)


def _dated(date: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:{date}),? ", re.IGNORECASE)


_add(
    Grammar(
        code="fr",
        articles="l['’]|le |la |les |chaque ",
        indefinite="un |une ",
        plural=re.compile(r"les ", re.IGNORECASE),
        relatives="qui|que|dont|où",
        conjunctions="parce|car|puisqu|que|qu|qui|dont|où|quand|lorsque|lorsqu|si|mais|tandis|alors qu|avant qu|pour qu|pendant qu",
        ands=_words("et ou"),
        clitics=_words("ne n' se s' le la les lui leur y en me nous vous"),
        object_pronouns=_words("le la les lui leur y en me nous vous"),
        article_words=_words("le la les"),
        negations=_words("pas plus jamais"),
        between=_words("pas plus jamais déjà aussi également toujours encore souvent ainsi donc alors même bien enfin"),
        before_nouns=_words(
            "le la les un une des du de à au aux en par pour sur sous dans avec sans chez vers entre ce cette ces son sa ses leur leurs "
            "nouvelle nouveau ancien ancienne grand grande petit petite premier première dernier dernière seul seule autre autres "
            "vieux vieille jeune bon bonne nouveaux nouvelles anciens anciennes grands grandes petits petites deux trois"
        ),
        not_in_subjects=_words(
            "qui que dont où et ou ni mais si ne pas ce cette ces cela son sa ses leur leurs mon ma mes notre nos votre vos il elle ils "
            "elles on je tu nous vous lui eux y plupart autre autres même mêmes premier première premiers dernier dernière tout tous un "
            "une dans quand comme second seconde deuxième aussi ainsi également encore déjà toujours"
        ),
        no_participles=_words("plus dessus dessous sous tous vous nous puis depuis repas pas bras temps fois dans"),
        dated=_dated(_FR_DATE),
        placed=_place(
            "[ÀA] |[Dd]ans |[Ss]ur |[Ss]ous |[Dd]errière |[Dd]evant ",
            "[Aa]u |[Aa]ux ",
            _PLACES["fr"],
            articles="l['’]|le |la |les |chaque ",
        ),
        leading=re.compile(
            r"^(?:Pour|Afin d[e'’]|Grâce|Si|S['’]|Quand|Lorsque|Pendant|Durant|Après|Selon|D['’]après|Au bout|En moyenne|Dans|En|Depuis|Chaque|Avec|Sans|Malgré|Outre) ?[^,.;:]{3,90}, "
        ),
        having_to=re.compile(r"(?!)(?P<must>)(?P<doing>)"),
        pointing=re.compile(
            r"(?<![\wÀ-ÿ-])(?:il|elle|ils|elles|lui|eux|leurs?|son|sa|ses|ce|cet|cette|ces|cela|celui|celle|ceux|celles|on|je|nous|vous|"
            r"mon|ma|mes|notre|nos|y|en (?:a|ont)|alors|ainsi|là|même|mêmes|autre|autres|l['’](?:a|un|une|autre))(?![\wÀ-ÿ-])",
            re.IGNORECASE,
        ),
        date=_FR_DATE,
        places=_PLACES["fr"],
    )
)
_add(
    Grammar(
        code="es",
        articles="el |la |los |las |cada ",
        indefinite="un |una ",
        plural=re.compile(r"l[oa]s ", re.IGNORECASE),
        relatives="que|quien|quienes|cuyo|cuya|donde",
        conjunctions="porque|pues|ya que|para que|que|quien|donde|cuando|si|pero|mientras|aunque|antes de que|como|cuyo|cuya",
        ands=_words("y e o u"),
        clitics=_words("no se le les lo la los las me nos os te ya"),
        object_pronouns=_words("le les lo la los las me nos os te ya"),
        article_words=_words("la los las"),
        negations=_words("no"),
        between=_words("ya también todavía aún siempre además casi incluso"),
        before_nouns=_words(
            "el la los las un una unos unas de del a al en por para sobre bajo con sin entre hasta su sus este esta estos estas ese esa cada "
            "nuevo nueva nuevos nuevas antiguo antigua gran grandes primer primera último última buen buena otro otra otros otras viejo vieja "
            "pequeño pequeña joven dos tres mejor peor mayor menor"
        ),
        not_in_subjects=_words(
            "que quien cuyo donde y e o ni pero si no su sus este esta estos estas ese esa esos esas eso esto mi mis nuestro nuestra él ella "
            "ellos ellas yo otro otra otros otras mismo misma mismos mismas más todo todos primero segunda como cuando un una mayoría "
            "segundo último última también solo sólo ya todavía aún"
        ),
        no_participles=_words("lado lados partido sentido mercado estado estados resultado ruido pedido todos"),
        dated=_dated(_ES_DATE),
        placed=_place("[Ee]n |[Bb]ajo |[Ss]obre ", "[Aa]l ", _PLACES["es"], articles="el |la |los |las |cada "),
        leading=re.compile(
            r"^(?:Para|Por|Si|Cuando|Gracias|Debido|Durante|Tras|Según|Después de|Al cabo|De media|En|Desde|Cada|Con|Sin|Pese|Además de) [^,.;:]{3,90}, "
        ),
        having_to=re.compile(
            r"(?P<must>(?:tiene|tienen|tendrá|tendrán|tenía|tenían|tuvo|tuvieron) que) (?P<doing>[a-zà-ÿ]+)"
        ),
        pointing=re.compile(
            r"(?<![\wÀ-ÿ-])(?:él|ella|ellos|ellas|su|sus|este|esta|estos|estas|ese|esa|esos|esas|esto|eso|ello|aquel\w*|yo|mi|mis|nuestr\w+|"
            r"allí|ahí|entonces|así|mism[oa]s?|otr[oa]s?|le|les|me|nos|lo que|\w{2,}[aei]rl[oa]s?)(?![\wÀ-ÿ-])",
            re.IGNORECASE,
        ),
        date=_ES_DATE,
        places=_PLACES["es"],
    )
)
_add(
    Grammar(
        code="it",
        articles="l['’]|il |lo |la |i |gli |le |ogni ",
        indefinite="un['’]|un |una |uno ",
        plural=re.compile(r"(?:i|gli|le) ", re.IGNORECASE),
        relatives="che|cui|dove|il cui|la cui",
        conjunctions="perché|poiché|affinché|che|cui|dove|quando|se|ma|mentre|anche se|prima che|siccome|come",
        ands=_words("e ed o oppure"),
        clitics=_words("non si lo la li le gli ne ci vi mi ti"),
        object_pronouns=_words("lo la li le gli ne ci vi mi ti"),
        article_words=_words("lo la le gli"),
        negations=_words("non"),
        between=_words("già anche ancora sempre spesso poi inoltre infine più"),
        before_nouns=_words(
            "il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla in nel nella su sul "
            "sulla con senza per tra fra suo sua questo questa quel quella ogni nuovo nuova nuovi nuove antico antica grande grandi primo "
            "prima ultimo ultima altro altra altri altre vecchio vecchia piccolo piccola giovane due tre"
        ),
        not_in_subjects=_words(
            "che cui dove e ed o né ma se non suo sua suoi sue loro questo questa questi queste quello quella quelli quelle ciò mio mia miei "
            "mie nostro nostra lui lei io noi altro altra altri altre stesso stessa stessi stesse più tutto tutti un una uno maggior "
            "maggioranza secondo seconda quando come ultimo ultima anche solo soltanto già ancora"
        ),
        no_participles=_words(
            "stato posto punto gusto vista parte parti notte sette otto tetto letto tutto tutti sotto"
        ),
        dated=_dated(_IT_DATE),
        placed=_place(
            "[Ii]n |[Aa] |[Ss]otto |[Dd]ietro ",
            "(?:[Nn]el|[Ss]ul|[Aa]l)(?:la |le |lo |l['’]| )",
            _PLACES["it"],
            articles="l['’]|il |lo |la |i |gli |le |ogni ",
        ),
        leading=re.compile(
            r"^(?:Per|Se|Quando|Grazie|Durante|Dopo|Secondo|Da|In media|In|Nel|Nella|Nelle|Nei|Negli|Ogni|Con|Senza|Nonostante|Oltre) [^,.;:]{3,90}, "
        ),
        having_to=re.compile(r"(?!)(?P<must>)(?P<doing>)"),
        pointing=re.compile(
            r"(?<![\wÀ-ÿ-])(?:lui|lei|loro|suo|sua|suoi|sue|quest[oaei]|quel|quell[oaie]|quei|ciò|io|mio|mia|nostr\w|lì|là|lassù|allora|così|"
            r"stess[oaie]|altr[oaie]|gli (?=[a-z]+(?:ava|eva|ò))|ne|ci|\w+(?:arl|erl|irl)[oaie])(?![\wÀ-ÿ-])",
            re.IGNORECASE,
        ),
        date=_IT_DATE,
        places=_PLACES["it"],
    )
)
_add(
    Grammar(
        code="pt",
        articles="o |a |os |as |cada ",
        indefinite="um |uma ",
        plural=re.compile(r"[oa]s ", re.IGNORECASE),
        relatives="que|quem|cujo|cuja|onde",
        conjunctions="porque|pois|já que|para que|que|quem|onde|quando|se|mas|enquanto|embora|antes de|como|cujo|cuja",
        ands=_words("e ou"),
        clitics=_words("não se lhe lhes o a os as me nos te já"),
        object_pronouns=_words("lhe lhes o a os as me nos te já"),
        article_words=_words("o a os as"),
        negations=_words("não"),
        between=_words("já também ainda sempre só apenas mesmo"),
        before_nouns=_words(
            "o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para sobre sob com sem entre até ao à aos às seu sua "
            "seus suas este esta esse essa cada novo nova novos novas antigo antiga grande grandes primeiro primeira último última outro "
            "outra outros outras velho velha pequeno pequena jovem dois três duas melhor maior menor"
        ),
        not_in_subjects=_words(
            "que quem cujo onde e ou nem mas se não seu sua seus suas este esta estes estas esse essa esses essas isto isso meu minha meus "
            "minhas nosso nossa ele ela eles elas eu outro outra outros outras mesmo mesma mais todo todos um uma maioria segundo segunda "
            "quando como último última também só apenas já ainda"
        ),
        no_participles=_words("lado lados partido sentido mercado estado resultado ruído pedido muito todos"),
        dated=_dated(_PT_DATE),
        placed=_place(
            "[Ee]m |[Ss]ob |[Ss]obre ", "(?:[Nn][oa]s?|[Aa]o|À) ", _PLACES["pt"], articles="o |a |os |as |cada "
        ),
        leading=re.compile(
            r"^(?:Para|Por|Se|Quando|Graças|Devido|Durante|Após|Segundo|Depois de|Ao fim|Em média|Em|No|Na|Nos|Nas|Desde|Cada|Com|Sem|Apesar|Além) [^,.;:]{3,90}, "
        ),
        having_to=re.compile(
            r"(?P<must>(?:tem|têm|terá|terão|tinha|tinham|teve|tiveram) (?:de|que)) (?P<doing>[a-zà-ÿ]+)"
        ),
        pointing=re.compile(
            r"(?<![\wÀ-ÿ-])(?:ele|ela|eles|elas|seu|sua|seus|suas|este|esta|estes|estas|esse|essa|esses|essas|isto|isso|aquel\w+|aquilo|ali|"
            r"eu|meu|minha|noss[oa]s?|d?n?el[ea]s?|então|assim|mesm[oa]s?|outr[oa]s?|lhes?|me|n?aquel\w+|\w+-l[oa]s?|\w+-[oa]s?|\w+-(?:me|nos|lhes?|te))(?![\wÀ-ÿ-])",
            re.IGNORECASE,
        ),
        date=_PT_DATE,
        places=_PLACES["pt"],
    )
)
